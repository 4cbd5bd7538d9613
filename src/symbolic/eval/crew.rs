//! The state of a walk for counts, and the threads that run a statement.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{Contents, Sources};
use crate::id::{LoopId, SymbolId};
use crate::ir::launch::{DEFAULT_THREADS, Number};
use crate::ir::{Directive, launch};
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves};
use crate::symbolic::value::Value;

/// The state of a walk for counts.
pub(super) struct Counting {
    /// The sources of what was read so far in the expression at hand.
    pub(super) read: Sources,
    /// Which threads run the statement at hand.
    pub(super) crew: Crew,
    /// How many threads and teams there are, where that is one unknown number.
    pub(super) numbers: BTreeMap<(Number, LoopId), Value>,
    /// What objects hold.
    pub(super) contents: Contents,
    /// The sources of the conditions under which the statement at hand is reached.
    pub(super) control: Sources,
    /// What loops add to their counters.
    pub(super) steps: BTreeMap<LoopId, Value>,
}

/// Which thread of a team runs a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Member {
    /// The first one.
    First,
    /// One, it is not known which.
    One,
    /// Each; the loop over all of them.
    Each(LoopId),
}

/// How many there are.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Of(u32),
    /// About so many; the text has another expression.
    About(u32),
}

impl Count {
    pub(super) fn number(self) -> u32 {
        match self {
            Count::Of(number) | Count::About(number) => number,
        }
    }
}

/// The threads that run a statement.
#[derive(Clone)]
pub(super) struct Crew {
    pub(super) member: Member,
    /// Whether a construct has started threads.
    pub(super) parallel: bool,
    pub(super) threads: Count,
    /// The number of teams, where there are several and it is known.
    pub(super) teams: Option<u32>,
    pub(super) has_teams: bool,
    /// The loop over the teams, where each of them runs the statement.
    pub(super) team: Option<LoopId>,
    /// Variables of which each team has one.
    pub(super) of_team: BTreeSet<SymbolId>,
    /// Whether threads run the statement one after the other.
    pub(super) in_turn: bool,
}

impl Crew {
    /// The first thread of the device.
    pub(super) fn alone() -> Crew {
        Crew {
            member: Member::First,
            parallel: false,
            threads: Count::Of(DEFAULT_THREADS),
            teams: None,
            has_teams: false,
            team: None,
            of_team: BTreeSet::new(),
            in_turn: false,
        }
    }

    /// Takes note of how many teams and threads a construct has.
    pub(super) fn resize(&mut self, directive: &Directive) {
        if directive.has(Leaf::Teams) {
            (self.has_teams, self.teams) = (true, launch::teams(directive));
        }
        self.threads = match launch::threads(directive) {
            Some(threads) => Count::Of(threads),
            None if launch::limits_threads(directive) => Count::About(self.threads.number()),
            None => self.threads,
        };
    }

    /// The loop over the threads.
    pub(super) fn thread_loop(&self) -> Option<LoopId> {
        match self.member {
            Member::Each(l) => Some(l),
            Member::First | Member::One => None,
        }
    }
}

/// Whether threads run what a construct governs one after the other.
pub(super) fn has_turns(directive: &Directive) -> bool {
    let is = |kind| directive.clause(kind).is_some();
    match directive.construct() {
        Construct::Critical => true,
        Construct::Atomic => !is(ClauseKind::Read) && !is(ClauseKind::Write),
        _ => false,
    }
}

/// Leaves at whose end the threads of a team wait for each other.
const WAITING: Leaves = Leaves::of(&[Leaf::Parallel, Leaf::For, Leaf::Sections]);

/// Whether the threads of a team wait for each other where a construct ends.
pub(super) fn ends_with_barrier(directive: &Directive) -> bool {
    let waits = match directive.construct() {
        Construct::Combined(leaves) => leaves.meets(WAITING),
        construct => matches!(construct, Construct::Barrier | Construct::Single),
    };
    waits && directive.clause(ClauseKind::Nowait).is_none()
}
