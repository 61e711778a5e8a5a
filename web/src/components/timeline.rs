//! The timeline: the history as tracks, to look at, to point into and to go along. It is drawn as text into one element,
//! beside the tree of the page; what it says stands in a table too.

use std::rc::Rc;

use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use super::button::{Look, Style, button, styled};
use super::wave;
use crate::desk::{Desk, Marker};
use crate::line::{Line, LineEdit, Track};
use crate::ports::plot;
use crate::store::Action;
use crate::view::keys::{Deed, hint};
use crate::view::timeline::{Picture, Scale, mark_here};
use crate::view::timetable::{self, Row};
use crate::view::transport::TransportView;
use crate::view::{Offer, Text};

/// The session whose history is shown; the same one is not drawn again.
#[derive(Clone)]
pub struct Past(pub Rc<Desk>);

impl PartialEq for Past {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What the timeline needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The session.
    pub past: Past,
    /// What of it is shown.
    pub line: Line,
    /// The ways to move in time.
    pub view: Rc<TransportView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The timeline.
#[component]
pub fn TimelinePanel(props: &Props) -> Html {
    let node = use_node_ref();
    let width = use_state(|| 0);
    {
        let (node, width) = (node.clone(), width.setter());
        use_effect_with((), move |()| {
            let measure = move || width.set(node.cast::<Element>().map_or(0, |element| plot::width(&element)));
            measure();
            let listener = plot::on_resize(measure);
            move || drop(listener)
        });
    }
    let columns = width.saturating_sub(wave::GUTTER).max(1);
    let end = props.past.0.furthest();
    let scale = Scale::new(props.line.window(end), columns);
    {
        let node = node.clone();
        use_effect_with((props.past.clone(), props.line.clone(), columns), move |(past, line, columns)| {
            if let Some(element) = node.cast::<Element>() {
                plot::draw(&element, &wave::svg(&Picture::of(&past.0, line, *columns), *columns).0);
            }
        });
    }
    use_wheel(&node, scale, &props.on);
    html! {
        <section class="timeline" aria-label="Timeline">
            { bar(props) }
            { plot_area(props, node, scale) }
            if props.line.table { { table(props) } }
        </section>
    }
}

/// The wheel zooms around the pointer; sideways, or with Shift, it moves the window.
#[hook]
fn use_wheel(node: &NodeRef, scale: Scale, on: &Callback<Action>) {
    let (node, on) = (node.clone(), on.clone());
    use_effect_with(scale, move |scale| {
        let (scale, host) = (*scale, node.cast::<Element>());
        let listener = host.map(|element| {
            plot::on_wheel(&element.clone(), move |wheel| {
                let at = scale.step(plot::across(&element, wheel.client_x()).saturating_sub(wave::GUTTER));
                let (x, y) = (wheel.delta_x(), wheel.delta_y());
                let edit = if x.abs() > y.abs() || wheel.shift_key() {
                    LineEdit::Later(x + y > 0.0)
                } else if y < 0.0 {
                    LineEdit::In(Some(at))
                } else {
                    LineEdit::Out(Some(at))
                };
                on.emit(Action::Line(edit));
            })
        });
        move || drop(listener)
    });
}

/// What is pointed into: a press goes there, a drag goes along, with Shift it moves the window. Arrow keys do the same.
fn plot_area(props: &Props, node: NodeRef, scale: Scale) -> Html {
    let (step, end) = (props.view.step, props.past.0.furthest());
    let at = {
        let node = node.clone();
        move |event: &PointerEvent| {
            let element = node.cast::<Element>()?;
            Some(scale.step(plot::across(&element, event.client_x()).saturating_sub(wave::GUTTER)).min(end))
        }
    };
    let go = {
        let (on, at) = (props.on.clone(), at.clone());
        move |event: &PointerEvent| {
            if let Some(target) = at(event) {
                on.emit(Action::Seek(target));
            }
        }
    };
    let onpointerdown = {
        let (go, node) = (go.clone(), node.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() == 0 && !event.shift_key() {
                // A pointer that is gone is not held.
                let _ = node.cast::<Element>().map(|element| element.set_pointer_capture(event.pointer_id()));
                go(&event);
            }
        })
    };
    let onpointermove = {
        let on = props.on.clone();
        Callback::from(move |event: PointerEvent| {
            if event.buttons() & 1 == 0 {
                return;
            }
            if event.shift_key() {
                let by = i64::from(-event.movement_x()) * i64::try_from(scale.per_column()).unwrap_or(1);
                on.emit(Action::Line(LineEdit::Pan(by)));
            } else {
                go(&event);
            }
        })
    };
    let onkeydown = arrows(props, end);
    let text = format!("step {step} of {end}, {}", props.view.state.name());
    html! {
        <div class="plot" ref={node} role="slider" tabindex="0" aria-label="Step" aria-valuemin="0" aria-valuemax={end.to_string()}
            aria-valuenow={step.to_string()} aria-valuetext={text} {onpointerdown} {onpointermove} {onkeydown}
            title="Press or drag to go to a step; wheel to zoom; Shift and drag to move the window" />
    }
}

fn arrows(props: &Props, end: u64) -> Callback<KeyboardEvent> {
    let leap = i64::try_from(props.line.window(end).span / 16).unwrap_or(i64::MAX).max(1);
    let on = props.on.clone();
    Callback::from(move |event: KeyboardEvent| {
        let action = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => Action::Shift(-1),
            "ArrowRight" | "ArrowUp" => Action::Shift(1),
            "PageDown" => Action::Shift(-leap),
            "PageUp" => Action::Shift(leap),
            "Home" => Action::Seek(0),
            "End" => Action::Seek(end),
            _ => return,
        };
        event.prevent_default();
        on.emit(action);
    })
}

fn bar(props: &Props) -> Html {
    let (line, on) = (&props.line, &props.on);
    let send = on.reform(Action::Command);
    let folded = line.folded;
    let edit = |edit: LineEdit, label: &'static str, name: &'static str, deed: Option<Deed>| {
        let onclick = on.reform(move |_: MouseEvent| Action::Line(edit.clone()));
        let title = deed.map_or_else(|| name.to_owned(), |deed| format!("{name} {}", hint(deed)));
        html! { <button type="button" class="button" data-look="plain" aria-label={name} {title} {onclick}>{ label }</button> }
    };
    html! {
        <div class="timeline-bar">
            <button type="button" class="button fold" data-look="quiet" aria-expanded={(!folded).to_string()}
                onclick={on.reform(|_: MouseEvent| Action::Line(LineEdit::Fold))}>{ if folded { "▸ Timeline" } else { "▾ Timeline" } }</button>
            <div class="group-of-buttons" role="group" aria-label="Transitions">
                { glyph(&props.view.previous, on, Deed::Previous, "⇤", "Previous transition") }
                { glyph(&props.view.next, on, Deed::Next, "⇥", "Next transition") }
            </div>
            <div class="group-of-buttons" role="group" aria-label="Window">
                { edit(LineEdit::Out(None), "−", "Zoom out", Some(Deed::ZoomOut)) }
                { edit(LineEdit::In(None), "+", "Zoom in", Some(Deed::ZoomIn)) }
                { edit(LineEdit::Whole, "Whole", "The whole history", Some(Deed::Whole)) }
                { edit(LineEdit::Later(false), "◂", "Earlier", Some(Deed::Earlier)) }
                { edit(LineEdit::Later(true), "▸", "Later", Some(Deed::Later)) }
            </div>
            { marker(props, &send) }
            { tracks(line, on) }
            { branches(props, &send) }
            <button type="button" class="button" data-look="quiet" aria-expanded={line.table.to_string()}
                onclick={{ let open = !line.table; on.reform(move |_: MouseEvent| Action::Line(LineEdit::Table(open))) }}>{ "Table" }</button>
        </div>
    }
}

fn glyph(offer: &Offer, on: &Callback<Action>, deed: Deed, sign: &'static str, name: &'static str) -> Html {
    styled(
        offer,
        &on.reform(move |_: Text| Action::Key(deed)),
        Style { look: Look::Plain, name: Some(name.into()), body: Some(html! { sign }), ..Style::default() },
    )
}

fn marker(props: &Props, send: &Callback<Text>) -> Html {
    let oninput = props.on.reform(|event: InputEvent| {
        Action::Line(LineEdit::Name(event.target_unchecked_into::<HtmlInputElement>().value().into()))
    });
    html! {
        <span class="until">
            { button(&mark_here(&props.line, &props.past.0), send) }
            <input class="until-field name-field" value={props.line.name.clone()} placeholder="name" aria-label="Name of the marker" autocomplete="off" {oninput} />
        </span>
    }
}

fn tracks(line: &Line, on: &Callback<Action>) -> Html {
    let choice = |track: Track| {
        let onchange = on.reform(move |_: Event| Action::Line(LineEdit::Track(track)));
        html! { <label class="line"><input type="checkbox" checked={line.chosen(track)} {onchange} />{ track.name() }</label> }
    };
    html! {
        <details class="tracks"><summary>{ "Tracks" }</summary><div class="tracks-body">{ for Track::ALL.into_iter().map(choice) }</div></details>
    }
}

/// The branches, and a button to go to each.
fn branches(props: &Props, send: &Callback<Text>) -> Html {
    let timeline = props.past.0.session().timeline();
    if timeline.branches().is_empty() {
        return html! {};
    }
    let offer = |name: &str| Offer::new(name.to_owned(), format!("branch {name}"));
    html! {
        <span class="branches">{ "branch " }<b>{ timeline.name().to_owned() }</b>
            { for timeline.branches().iter().rev().take(3).map(|branch| button(&offer(&branch.name), send)) }
        </span>
    }
}

/// What the window shows, in words.
fn table(props: &Props) -> Html {
    let desk = &props.past.0;
    let (rows, more) = timetable::rows(desk, props.line.window(desk.furthest()));
    let row = |row: &Row| {
        let step = row.step;
        let onclick = props.on.reform(move |_: MouseEvent| Action::Seek(step));
        html! { <tr data-ahead={row.ahead.to_string()}><td><button type="button" class="button" data-look="quiet" {onclick}>{ step }</button></td><td>{ row.what }</td><td>{ row.value.clone() }</td></tr> }
    };
    let forget = |marker: &Marker| {
        let (name, marker) = (marker.name.clone(), marker.clone());
        let onclick = props.on.reform(move |_: MouseEvent| Action::Unmark(marker.clone()));
        html! { <button type="button" class="button" data-look="quiet" {onclick}>{ format!("forget marker “{name}”") }</button> }
    };
    html! {
        <div class="timetable" tabindex="0" role="region" aria-label="The window as a table">
            { for desk.markers().iter().map(forget) }
            <table><thead><tr><th>{ "step" }</th><th>{ "what" }</th><th>{ "value" }</th></tr></thead><tbody>{ for rows.iter().map(row) }</tbody></table>
            if more > 0 { <p>{ format!("and {more} more: zoom in to see them") }</p> }
        </div>
    }
}
