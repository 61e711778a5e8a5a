//! What the picture of the history holds, by the history itself.

use super::{Fill, Picture};
use crate::desk::Desk;
use crate::line::{Line, LineEdit};
use seqbell_script::core::facts::Generation;

fn desk(lines: &[&str]) -> Desk {
    let mut desk = Desk::new(Generation::Cayman).unwrap();
    for line in lines {
        let echo = desk.send(line);
        assert!(!echo.refused, "{line}: {}", echo.answer);
    }
    desk
}

#[test]
fn tracks_change_where_the_history_does() {
    // One column a step: 64 steps, 64 columns.
    let desk = desk(&["step 20", "write start_ctrl 1", "step 30"]);
    let picture = Picture::of(&desk, &Line::default(), 64);
    assert_eq!((picture.cursor, picture.end), (Some(50), 50));
    let start = picture.lanes.iter().find(|lane| lane.name == "start_ctrl").unwrap();
    assert_eq!(start.pieces.iter().find(|p| p.fill == Fill::Level(true)).map(|p| p.from), Some(20));
    assert_eq!(
        picture.actions.iter().map(|m| (m.at, m.text.as_str())).collect::<Vec<_>>(),
        [(20, "step 20: write start_ctrl 1")]
    );
    assert!(picture.lanes.iter().all(|lane| lane.pieces.windows(2).all(|w| w[0].to <= w[1].from)));
    // Nothing is drawn beyond what has run.
    assert!(picture.lanes.iter().flat_map(|lane| &lane.pieces).all(|piece| piece.to <= 50));
}

#[test]
fn the_future_that_is_kept_stays_in_the_picture() {
    let there = desk(&["write start_ctrl 1", "until state == RUNNING", "ring m2s group=1 queue=3 count=6"]);
    let back = desk(&["write start_ctrl 1", "until state == RUNNING", "ring m2s group=1 queue=3 count=6", "back 40"]);
    let (there, back) = [there, back].map(|d| Picture::of(&d, &Line::default(), 500)).into();
    assert_eq!(there.lanes, back.lanes);
    assert_ne!(there.cursor, back.cursor);
    assert!(there.lanes.iter().any(|lane| lane.name == "tail E16 M2S q3"));
}

#[test]
fn a_long_history_is_cut_to_columns() {
    let mut lines = vec!["write start_ctrl 1", "until state == RUNNING"];
    for _ in 0..200 {
        lines.extend([
            "remote 5 0x4",
            "queue 0xa1 sync=5",
            "until state == PAUSED",
            "write start_ctrl 1",
            "until state == RUNNING",
        ]);
    }
    let desk = desk(&lines);
    let picture = Picture::of(&desk, &Line::default(), 100);
    assert!(picture.lanes.iter().all(|lane| lane.pieces.len() <= 200));
    assert!(picture.actions.len() <= 101);
    let mut line = Line::default();
    (0..20).for_each(|_| line.change(LineEdit::In(Some(0)), 0, desk.furthest()));
    assert_eq!(line.window(desk.furthest()).span, 8);
}
