//! The front page: the machine moves, a paragraph says what it is, three doors lead on.

use crate::Problem;
use crate::shell::{Place, Shell};
use seqbell_figure::figure;

/// What moves: up to a pause and the resume after it. `front.js` walks through it, step by step.
const SCRIPT: &str = "pc 0x10_0020_0000\nwrite start_ctrl 1\nqueue 0x45\nqueue 0xa1 sync=5\nremote 5 0x4\n";

/// What an author writes into a page.
const SNIPPET: &str = "&lt;script type=\"module\" src=\"seqbell-player.js\"&gt;&lt;/script&gt;\n\n&lt;seqbell-player view=\"diagram registers\"\n  script=\"write start_ctrl 1\"&gt;\n&lt;/seqbell-player&gt;";

/// The page.
///
/// # Errors
/// Its script does not run.
pub(crate) fn page() -> Result<String, Problem> {
    let info = "seqbell view=diagram mode=view alt=\"The six states of the sequencer and the ways between them\"";
    let figure = figure(info, SCRIPT, 1).map_err(|error| Problem::new("front page", error.line, error.to_string()))?;
    let main = format!(
        "<div class=\"front\">\n<div class=\"say\">\n<h1>Firmware you can step through</h1>\n\
         <p class=\"lead\">Seqbell executes the recovered firmware of two pieces of Trainium, an accelerator, row by row at its real \
         addresses: the run-state machine of the NX sequencer, and the doorbells that start its DMA engines. You write a \
         register and watch which instruction reads it. You go back, and try the other thing. Each number says how well it \
         is known, and what nobody knows is shown as that.</p>\n\
         <p>The facts come from the pages of a public wiki, whose authors took shipped firmware images, libraries and register \
         descriptions apart, and from public drivers. They were put in tables here, with a source for each, and checked against one another. \
         The firmware itself is not here, and nothing was tried on hardware.</p>\n\
         <p><a class=\"button\" data-look=\"key\" href=\"play/\">Open Play</a> <a class=\"button\" href=\"learn/\">Start the course</a></p>\n\
         </div>\n<div class=\"moves\" id=\"moves\">{}<p><button type=\"button\" class=\"button\" id=\"still\" hidden>Stop the motion</button> <span class=\"quiet\">A sequencer starts, runs, pauses and is resumed.</span></p></div>\n</div>\n{}",
        figure.html,
        doors()
    );
    Ok(Shell {
        place: Place::Front,
        root: "",
        title: "Seqbell: firmware you can step through",
        about: "An interactive explainer of the NX sequencer's run-state machine and the DMA doorbells.",
        scripts: &["front.js"],
        player: true,
    }
    .page(&main))
}

fn doors() -> String {
    format!(
        "<div class=\"doors\">\n\
         <section><h2>For learners and trainers</h2><p>Four lessons around live machines, with questions that make one predict before \
         stepping, and exercises that check themselves. Nothing to sign up for; progress stays in the browser.</p>\
         <p><a href=\"learn/\">The course</a></p></section>\n\
         <section><h2>For authors</h2><p>A live figure in your own documentation: one script tag, one element, and a still \
         picture for readers without either.</p><pre tabindex=\"0\" aria-label=\"What to write into a page\">{SNIPPET}</pre>\
         <p><a href=\"docs/embedding/\">How to embed</a> · <a href=\"embed.html#view=diagram+registers&amp;mode=play&amp;script=write+start_ctrl+1\">A player in a frame of its own</a></p></section>\n\
         <section><h2>For engineers</h2><p>Decode an address or a log of a device, ask for the shortest way to a state, see \
         which unknown would change what the host reads. In the browser, or from a terminal, in a copy of the repository:</p>\
         <pre tabindex=\"0\" aria-label=\"Commands for a terminal\">cargo install --path crates/cli\nseqbell decode ADDRESS\nseqbell explore --from FILE --goal 'state == PAUSED'\nseqbell whatif FILE</pre>\
         <p><a href=\"play/\">Play</a> · <a href=\"reference/\">Every fact</a> · <a href=\"docs/cli/\">The command line</a></p></section>\n</div>"
    )
}
