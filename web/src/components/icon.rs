//! Icons, drawn in the colour of the text.

use yew::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// The mark of the project.
    Brand,
    /// A step back.
    Back,
    /// A step.
    Step,
    /// Run.
    Run,
    /// Pause.
    Pause,
    /// Reset.
    Reset,
    /// Light and dark.
    Theme,
    /// A tick: confirmed.
    Tick,
    /// The wedge of a fold.
    Fold,
}

/// The icon, hidden from assistive technology.
pub fn icon(which: Icon) -> Html {
    match which {
        Icon::Brand => svg(
            22,
            html! { <>
                <path d="M3 3h5v5H3zM3 14h5v5H3z" fill="currentColor" />
                <path d="M8 5.5h6v11H8M14 11h5M16 7.5l4 3.5-4 3.5" fill="none" stroke="currentColor" stroke-width="1.5" />
            </> },
        ),
        Icon::Back => svg(14, filled("M12 2v10L4 7zM2 2h1.5v10H2z")),
        Icon::Step => svg(14, filled("M2 2v10l8-5zM10.5 2H12v10h-1.5z")),
        Icon::Run => svg(14, filled("M3 1.5v11L12.5 7z")),
        Icon::Pause => svg(14, filled("M3 2h3v10H3zM8 2h3v10H8z")),
        Icon::Reset => svg(
            14,
            html! {
                <path d="M3 5.5A4.8 4.8 0 1 1 2.4 9M3 1.5v4h4" fill="none" stroke="currentColor" stroke-width="1.5" />
            },
        ),
        Icon::Theme => svg(
            14,
            html! { <>
                <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
                <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
            </> },
        ),
        Icon::Fold => svg(10, filled("M1 2.500h8L5 8.500z")),
        Icon::Tick => svg(
            12,
            html! {
                <path d="M2 6.5l3 3 5-7" fill="none" stroke="currentColor" stroke-width="1.75" />
            },
        ),
    }
}

fn filled(d: &'static str) -> Html {
    html! { <path {d} fill="currentColor" /> }
}

fn svg(size: u8, body: Html) -> Html {
    let size = size.to_string();
    html! {
        <svg viewBox={format!("0 0 {size} {size}")} width={size.clone()} height={size} aria-hidden="true">{ body }</svg>
    }
}
