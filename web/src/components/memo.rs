//! A part of the page that is drawn anew only where what it shows has changed. One component stands for all such parts: every
//! type of component brings its own copy of what mounts, compares and schedules it, and a page weighs what it brings.

use std::any::Any;
use std::ptr::fn_addr_eq;
use std::rc::Rc;

use yew::prelude::*;

/// What is shown and how, whatever its type.
trait Drawn: Any {
    fn html(&self) -> Html;
    fn same(&self, other: &dyn Any) -> bool;
}

struct Shown<P> {
    draw: fn(&P) -> Html,
    props: P,
}

impl<P: PartialEq + 'static> Drawn for Shown<P> {
    fn html(&self) -> Html {
        (self.draw)(&self.props)
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| fn_addr_eq(self.draw, other.draw) && self.props == other.props)
    }
}

#[derive(Properties)]
struct Props {
    shown: Rc<dyn Drawn>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.shown;
        self.shown.same(other)
    }
}

#[component]
fn Memo(props: &Props) -> Html {
    props.shown.html()
}

/// The part that `draw` makes of `props`. It keeps no state and uses no hooks, since what stands in its place may become another part.
pub fn memo<P: PartialEq + 'static>(draw: fn(&P) -> Html, props: P) -> Html {
    html! { <Memo shown={Rc::new(Shown { draw, props }) as Rc<dyn Drawn>} /> }
}

#[cfg(test)]
mod tests {
    use super::{Props, Shown};
    use std::rc::Rc;
    use yew::prelude::*;

    fn one(number: &u32) -> Html {
        html! { <b>{ *number }</b> }
    }

    fn other(number: &u32) -> Html {
        html! { <i>{ *number }</i> }
    }

    fn word(word: &&'static str) -> Html {
        html! { <b>{ *word }</b> }
    }

    fn shown<P: PartialEq + 'static>(draw: fn(&P) -> Html, props: P) -> Props {
        Props { shown: Rc::new(Shown { draw, props }) }
    }

    #[test]
    fn a_part_is_the_same_only_with_the_same_drawing_of_the_same() {
        assert!(shown(one, 1) == shown(one, 1));
        assert!(shown(one, 1) != shown(one, 2));
        assert!(shown(one, 1) != shown(other, 1));
        assert!(shown(word, "1") != shown(one, 1));
    }
}
