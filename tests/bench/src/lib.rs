//! What is measured, shared by the native program and the wasm module. Nothing here takes the time.

pub mod mix;
pub mod plain;
pub mod chart;
#[cfg(not(target_arch = "wasm32"))]
pub mod hierarchy;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(test)]
mod tests {
    use crate::chart::{CYCLE, Core, Happening};
    use crate::mix::{self, ACTS, Do};
    use crate::plain::Plain;
    use seqbell_script::core::RunState;

    #[test]
    fn a_turn_works_pauses_and_resumes() {
        let mut timeline = mix::start();
        let mut states = Vec::new();
        for act in ACTS {
            match act {
                Do::Act(input) => assert!(timeline.apply(input).is_ok()),
                Do::Steps(steps) => assert_eq!(timeline.run_on(steps), (steps, Ok(()))),
            }
            states.push((timeline.machine().state(), timeline.machine().queue().len()));
        }
        // Queued, worked off, paused, resumed.
        assert_eq!(states[mix::ITEMS - 1], (RunState::Running, mix::ITEMS));
        assert_eq!(states[mix::ITEMS], (RunState::Running, 0));
        assert_eq!(states[ACTS.len() - 3], (RunState::Paused, 0));
        assert_eq!(states[ACTS.len() - 1], (RunState::Running, 0));
    }

    #[test]
    fn the_hand_written_loop_does_the_same_at_every_step() {
        let mut timeline = mix::start();
        let mut plain = Plain::of(timeline.machine());
        for act in [ACTS, ACTS, ACTS].concat() {
            match act {
                Do::Act(input) => {
                    assert!(timeline.apply(input).is_ok());
                    plain.apply(input);
                }
                Do::Steps(steps) => {
                    for _ in 0..steps {
                        assert!(timeline.step().is_ok());
                        plain.run(1);
                        assert!(plain.equals(timeline.machine()), "step {}", timeline.machine().steps());
                    }
                }
            }
        }
    }

    #[test]
    fn turns_end_equal_in_all_three() {
        let mut timeline = mix::start();
        let (mut machine, mut plain) = (timeline.machine().clone(), Plain::of(timeline.machine()));
        assert_eq!(mix::with_history(&mut timeline, 50), 50 * mix::TURN);
        assert_eq!(mix::without_history(&mut machine, 50), 50 * mix::TURN);
        assert_eq!(plain.turns(50), 50 * mix::TURN);
        assert_eq!(timeline.machine(), &machine);
        assert!(plain.equals(&machine));
    }

    #[test]
    fn a_cycle_of_events_ends_where_it_began() {
        let mut core = Core::new();
        let before = (core.machine().position(), core.seen());
        let mut states = Vec::new();
        for happening in CYCLE {
            core.next();
            states.push((happening, core.machine().state()));
        }
        assert_eq!((core.machine().position(), core.seen()), before);
        let wait = |begin, state, end| {
            let mut part = vec![(begin, state)];
            part.extend([(Happening::Poll, state); 8]);
            part.extend([(Happening::Doorbell, state), (Happening::Poll, end)]);
            part
        };
        let expected = [
            vec![(Happening::Word, RunState::Running)],
            wait(Happening::Pause, RunState::Paused, RunState::Running),
            wait(Happening::Halt, RunState::Halted, RunState::Running),
            wait(Happening::Drain, RunState::Idle, RunState::Running),
        ];
        assert_eq!(states, expected.concat());
    }
}
