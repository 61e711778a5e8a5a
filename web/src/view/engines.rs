//! The rings of all engines, for one queue: both directions.

use seqbell_script::core::fabric::{self, Direction, GROUP_ENGINES};
use seqbell_script::core::facts::BCAST;
use seqbell_script::core::udma::RingKey;

use super::bell::Target;
use super::{Moment, Text};

/// The state of one ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Ring {
    /// Index of the next descriptor the engine takes.
    pub head: u32,
    /// Index after the last descriptor announced.
    pub tail: u32,
    /// Announced and not yet taken; more than `length` after an overrun.
    pub outstanding: u32,
    /// Length in descriptors.
    pub length: u32,
    /// Somebody set it up or rang it; otherwise it is a sample ring.
    pub touched: bool,
    /// More was announced than fits.
    pub overrun: bool,
}

/// An engine in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineRow {
    /// Engine number.
    pub engine: u16,
    /// Its ring of the composer's direction.
    pub ring: Ring,
    /// Both rings of the queue, M2S first.
    pub pair: [Ring; 2],
    /// The composer's direction.
    pub direction: Direction,
    /// The last doorbell reached its ring of that direction.
    pub hit: bool,
    /// It is the composer's target, alone or in its group.
    pub aimed: bool,
}

/// A group of 16 engines behind one broadcast window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    /// Group number.
    pub group: u8,
    /// The first group of a die.
    pub first_of_die: bool,
    /// The composer aims at it.
    pub aimed: bool,
    /// Its engines.
    pub engines: Vec<EngineRow>,
}

/// Engines without a broadcast window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseRow {
    /// What the engine is for.
    pub name: Text,
    /// The engine.
    pub engine: EngineRow,
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnginesView {
    /// Which rings are shown.
    pub caption: Text,
    /// Groups; none on a generation without broadcast windows.
    pub groups: Vec<GroupRow>,
    /// Engines without a window.
    pub loose: Vec<LooseRow>,
}

impl Ring {
    /// One ring of the machine.
    pub fn of(moment: Moment, key: RingKey) -> Self {
        let ring = moment.desk.machine().ring(key);
        Self {
            head: ring.head,
            tail: ring.tail,
            outstanding: u32::try_from(ring.outstanding).unwrap_or(u32::MAX),
            length: ring.length,
            touched: false,
            overrun: ring.overrun,
        }
    }
}

/// Which rings are looked at, and what is known of all of them.
pub(super) struct Plane<'a> {
    moment: Moment<'a>,
    direction: Direction,
    queue: u8,
    touched: Vec<(u16, bool)>,
    hit: Vec<u16>,
}

impl<'a> Plane<'a> {
    /// The rings that the composer's direction and queue choose.
    pub(super) fn of(moment: Moment<'a>) -> Self {
        let (direction, queue) = (moment.bell.direction, moment.bell.queue);
        let rings = moment.desk.machine().udma().touched();
        let touched = rings
            .filter(|(key, _)| key.queue == queue)
            .map(|(key, _)| (key.engine, key.direction == Direction::S2m))
            .collect();
        let heard = moment.desk.trail().landed.last().and_then(|landed| landed.landing.heard);
        let hit = heard.filter(|heard| heard.direction == direction && heard.queue == queue);
        Self { moment, direction, queue, touched, hit: hit.into_iter().flat_map(|heard| heard.engines()).collect() }
    }

    /// One engine.
    pub(super) fn engine(&self, engine: u16) -> EngineRow {
        let pair = [Direction::M2s, Direction::S2m].map(|direction| {
            let key = RingKey { engine, direction, queue: self.queue };
            Ring {
                touched: self.touched.contains(&(engine, direction == Direction::S2m)),
                ..Ring::of(self.moment, key)
            }
        });
        let [m2s, s2m] = pair;
        EngineRow {
            engine,
            ring: match self.direction {
                Direction::M2s => m2s,
                Direction::S2m => s2m,
            },
            pair,
            direction: self.direction,
            hit: self.hit.contains(&engine),
            aimed: match self.moment.bell.target {
                Target::Group(group) => engine / GROUP_ENGINES == u16::from(group),
                Target::Engine(one) => one == engine,
            },
        }
    }
}

impl EnginesView {
    /// The panel at a moment.
    pub fn of(moment: Moment) -> Self {
        let generation = moment.desk.session().generation();
        let plane = Plane::of(moment);
        let count = fabric::engine_count(generation).unwrap_or(0);
        let windows = (0..fabric::GROUPS).filter(|group| fabric::window(generation, *group).is_ok());
        let groups: Vec<GroupRow> = windows.map(|group| group_row(&plane, group)).collect();
        let first_loose = u16::try_from(groups.len()).unwrap_or(0) * GROUP_ENGINES;
        let name = |engine| fabric::engine_base(generation, engine).map_or("", |(_, cluster)| cluster.name);
        Self {
            caption: format!("queue {}, {count} engines, M2S outside, S2M inside", plane.queue).into(),
            groups,
            loose: (first_loose..count)
                .map(|engine| LooseRow { name: name(engine).into(), engine: plane.engine(engine) })
                .collect(),
        }
    }
}

fn group_row(plane: &Plane, group: u8) -> GroupRow {
    let first = u16::from(group) * GROUP_ENGINES;
    let die = |group: u8| BCAST.get(usize::from(group)).map(|window| window.die);
    GroupRow {
        group,
        first_of_die: group > 0 && die(group) != die(group - 1),
        aimed: plane.moment.bell.target == Target::Group(group),
        engines: (first..first + GROUP_ENGINES).map(|engine| plane.engine(engine)).collect(),
    }
}
