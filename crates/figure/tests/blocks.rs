//! Pages of Markdown with figures: what is replaced, what stays, what is wrong and where.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use pulldown_cmark::{Event, Parser};
use seqbell_figure::{FigureError, Page, Player, View, figure, replace_blocks};

const BOOT: &str = "until state == IDLE\nwrite start_ctrl 1\nuntil state == RUNNING\nexpect run_state == 1\n";

fn page(markdown: &str) -> Result<String, Vec<FigureError>> {
    replace_blocks(markdown, Page { player: Player::Element, first: 1 }).map(|page| page.markdown)
}

fn errors(markdown: &str) -> Vec<(usize, usize, String)> {
    page(markdown).unwrap_err().into_iter().map(|e| (e.line, e.column, e.message)).collect()
}

/// The page's blocks of code and of HTML, as a Markdown reader finds them.
fn html_of(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(markdown) {
        if let Event::Html(text) | Event::Text(text) = &event {
            out += text;
        } else if let Event::Start(tag) = &event {
            out += &format!("[{tag:?}]");
        } else if let Event::End(tag) = &event {
            out += &format!("[/{tag:?}]");
        }
    }
    out
}

#[test]
fn only_the_registers_that_are_named_are_shown() {
    let made = figure("seqbell view=registers registers=run_state,lr[3]", BOOT, 1).unwrap();
    assert!(made.html.contains(" registers=\"nx.run_state lr[3]\" "), "{}", made.html);
    assert!(made.still_html.contains("run_state") && made.still_html.contains("lr[3]"), "{}", made.still_html);
    assert!(!made.still_html.contains("intr_info"), "{}", made.still_html);
    let wrong = figure("seqbell registers=lamp", BOOT, 1).unwrap_err();
    assert_eq!((wrong.line, wrong.column, wrong.message.as_str()), (1, 19, "no register is called `lamp`"));
}

#[test]
fn a_figure_has_the_element_the_stills_and_the_caption() {
    let info = "seqbell view=diagram,registers mode=view height=420 theme=dark goal=\"state == RUNNING\" caption='The \"way\" up' alt=\"a <b\"";
    let made = figure(info, BOOT, 7).unwrap();
    let start = "<figure class=\"seqbell\"><seqbell-player view=\"diagram registers\" mode=\"view\" height=\"420\" theme=\"dark\" \
                 generation=\"cayman\" goal=\"state == RUNNING\" label=\"The &quot;way&quot; up\" script=\"until state == IDLE&#10;write start_ctrl 1&#10;";
    assert!(made.html.starts_with(start), "{}", &made.html[..400]);
    assert!(made.html.ends_with("</div></seqbell-player><figcaption>The &quot;way&quot; up</figcaption></figure>"));
    assert!(made.html.contains("<div role=\"img\" aria-label=\"a &lt;b\"><svg "));
    assert!(made.html.contains("<th scope=\"row\">true state</th><td>RUNNING</td>"));
    assert!(made.html.contains("<th scope=\"row\">nx.run_state</th><td>0x00000001</td>"));
    assert!(!made.html.contains('\n'), "a figure is one line");
    assert!(!made.still_html.contains("seqbell-player"));
    assert_eq!(made.still_svgs.iter().map(|(view, _)| *view).collect::<Vec<_>>(), [View::Diagram]);
}

#[test]
fn without_words_of_an_author_the_moment_is_told() {
    let made = figure("seqbell", BOOT, 1).unwrap();
    let alt = "true state RUNNING; the host reads run_state 1, read as RUNNING\"";
    assert_eq!(made.html.matches(alt).count(), 2, "as the label of the player and of the picture");
}

#[test]
fn every_still_is_a_picture_with_ids_of_its_own_and_nothing_that_a_strict_policy_refuses() {
    let script =
        "until state == IDLE\nsetup m2s engine=0 queue=1 base=0x1000 length=64\nring m2s group=0 queue=1 count=3\n";
    let info = "seqbell view=diagram,registers,listing,timeline,fanout";
    let (one, two) = (figure(info, script, 1).unwrap(), figure(info, script, 2).unwrap());
    let ids = |html: &str| -> Vec<String> {
        html.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let (ours, theirs) = (ids(&one.html), ids(&two.html));
    assert!(!ours.is_empty() && ours.iter().all(|id| !theirs.contains(id)), "{ours:?} {theirs:?}");
    for id in one.html.split("url(#").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(ours.iter().any(|other| other == id), "{id}");
    }
    for refused in [" style=", "<style", "<script", " onclick", "javascript:"] {
        assert!(!one.html.contains(refused), "{refused}");
    }
    let options = usvg::Options::default();
    let svgs: Vec<&str> = one.html.split("<svg").skip(1).map(|rest| rest.split("</svg>").next().unwrap()).collect();
    // Diagram, timeline, fan-out, rings.
    assert_eq!(svgs.len(), 4);
    for svg in svgs {
        let tree = usvg::Tree::from_str(&format!("<svg{svg}</svg>"), &options).unwrap();
        assert!(tree.root().has_children());
    }
    assert_eq!(one.still_svgs.len(), 4);
    for (_, svg) in &one.still_svgs {
        usvg::Tree::from_str(svg, &options).unwrap();
    }
}

#[test]
fn a_page_keeps_everything_else() {
    let text = "# A\n\n    ```seqbell\n    indented code\n    ```\n\n~~~text\n```seqbell\n~~~\n\n`seqbell`\n\n```seqbell-exercise\nx\n```\n";
    assert_eq!(page(text).unwrap(), text);
    let (before, after) = ("Before.\r\n\r\n", "\r\n\r\nAfter é.  \r\n");
    let made = page(&format!("{before}```seqbell\r\n{}```{after}", BOOT.replace('\n', "\r\n"))).unwrap();
    let inside = made.strip_prefix(before).unwrap().strip_suffix(after).unwrap();
    assert!(inside.starts_with("<figure") && inside.ends_with("</figure>") && inside.contains("run_state == 1\""));
}

#[test]
fn figures_stand_in_lists_and_quotes() {
    let text = format!("1. one\n\n   ```seqbell\n{}   ```\n   still one\n2. two\n", indented("   "));
    let seen = html_of(&page(&text).unwrap());
    let figure = seen.find("<figure").unwrap();
    let end = seen.find("</figure>").unwrap();
    assert!(seen[..figure].contains("[Item]") && !seen[..figure].contains("[/Item]"), "inside the first point");
    assert!(seen[end..].contains("[Paragraph]still one"), "the text after it is text again: {}", &seen[end..]);
    assert_eq!(seen.matches("[Item]").count(), 2);

    let text = format!("> - in a quote\n>   ```seqbell\n{}>   ```\n>   and on\n>\n> end\n", indented(">   "));
    let seen = html_of(&page(&text).unwrap());
    assert_eq!(seen.matches("[BlockQuote(None)]").count(), 1, "{seen}");
    assert!(seen.contains("[Paragraph]and on") && seen.contains("<figure"));
}

fn indented(with: &str) -> String {
    BOOT.lines().map(|line| format!("{with}{line}\n")).collect()
}

#[test]
fn the_script_tag_comes_once_and_only_where_it_is_needed() {
    let with = |markdown: &str| {
        let made =
            replace_blocks(markdown, Page { player: Player::Script("../p/seqbell-player.js"), first: 4 }).unwrap();
        (made.markdown, made.figures.len())
    };
    let tag = "<script type=\"module\" src=\"../p/seqbell-player.js\"></script>";
    let (two, count) = with(&format!("```seqbell\n{BOOT}```\n\n```seqbell\n{BOOT}```\n"));
    assert_eq!((two.matches(tag).count(), count), (1, 2));
    assert!(two.contains("\"bell-4-0-head\"") && two.contains("\"bell-5-0-head\""));
    assert_eq!(with("nothing\n"), ("nothing\n".to_owned(), 0));
}

#[test]
fn errors_point_into_the_page() {
    let found = errors(
        "# T\n\n- x\n\n  ```seqbell view=diagram speed=3\n  step\n  ```\n\n> ```seqbell\n> step\n>  expect run_state = 9\n> ```\n",
    );
    assert_eq!(found[0], (5, 27, "no key is called `speed`".to_owned()));
    assert_eq!((found[1].0, found.len()), (11, 2));
    let marked = "é é\n\n```seqbell\nuntil state == IDLE\nexpect run_state == 9\n```\n";
    let found = errors(marked);
    assert_eq!((found[0].0, found[0].1), (5, 1));
    assert!(found[0].2.starts_with("the check `expect run_state == 9` fails: "), "{found:?}");
    assert_eq!(errors("```seqbell\nstep\nwrite nonsense 1\n```\n")[0].0, 3);
    assert_eq!(errors("```seqbell generation=maverick\n```\n")[0].0, 1);
}

#[test]
fn an_info_string_says_what_is_wrong_with_it() {
    let wrong = |info: &str| {
        let error = figure(info, "", 1).unwrap_err();
        assert!(!error.hint.is_empty(), "{error}");
        (error.line, error.column, error.message)
    };
    assert_eq!(wrong("seqbell view=diagram,rings"), (1, 14, "no view is called `rings`".to_owned()));
    assert_eq!(wrong("seqbell mode=full"), (1, 14, "no mode is called `full`".to_owned()));
    assert_eq!(wrong("seqbell height=420px"), (1, 16, "`420px` is no height".to_owned()));
    assert_eq!(wrong("seqbell caption=\"open"), (1, 17, "the value of `caption` has no end".to_owned()));
    assert_eq!(wrong("seqbell caption"), (1, 9, "`caption` has no value".to_owned()));
    assert_eq!(wrong("seqbell mode=view mode=play"), (1, 19, "`mode` stands here twice".to_owned()));
    assert_eq!(wrong("seqbell,view=diagram"), (1, 1, "`seqbell,view=diagram` is not `seqbell`".to_owned()));
    assert_eq!(wrong("seqbell generation=trn1").1, 20);
    assert_eq!(wrong("seqbell view=").1, 14);
    assert_eq!(figure("seqbell goal=\"state = RUNNING\"", "", 1).unwrap_err().line, 1);
}
