//! Races and reads of unwritten bytes, as a report tells them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::code::Program;
use crate::count::Counts;
use crate::ptx::Location;
use crate::shadow::{Example, Finding, Shared, Side};

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The path as clang was given it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Place {
    pub(super) fn new(program: &Program, at: Location) -> Place {
        let file = program.files.get(at.file as usize).cloned().unwrap_or_default();
        Place { file, line: at.line, column: at.column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A thread of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thread {
    /// The number of its team, from 0.
    pub team: u32,
    /// Its number in the team, from 0.
    pub thread: u32,
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {} of team {}", self.thread, self.team)
    }
}

/// An access of a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Accessed {
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// Whether it writes.
    pub writes: bool,
}

/// Accesses of two threads to the same bytes that nothing orders, at least one of which writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Race {
    /// `team` or `device`: whose memory it is.
    pub memory: &'static str,
    /// The two accesses, by their places.
    pub accesses: [Accessed; 2],
    /// How often it was seen.
    pub times: u64,
    /// The two threads, where it was seen first.
    pub threads: [Thread; 2],
    /// The bytes that one of them touched.
    pub bytes: u64,
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.accesses;
        let verb = |writes: bool| if writes { "writes" } else { "reads" };
        let (memory, [a, b]) = (self.memory, self.threads);
        write!(
            f,
            "{}: race: {a} {} {} bytes of {memory} memory that {b} {} at {}, and nothing orders them (seen {} times)",
            first.place,
            verb(first.writes),
            self.bytes,
            verb(second.writes),
            second.place,
            self.times
        )
    }
}

/// A read of bytes that nothing wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unwritten {
    /// `team` or `device`: whose memory it is.
    pub memory: &'static str,
    /// Where the read is.
    #[serde(flatten)]
    pub place: Place,
    /// How often it was seen.
    pub times: u64,
    /// The thread, where it was seen first.
    pub thread: Thread,
    /// The bytes that it read.
    pub bytes: u64,
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unwritten { memory, place, times, thread, bytes } = self;
        write!(
            f,
            "{place}: unwritten: {thread} reads {bytes} bytes of {memory} memory that nothing wrote (seen {times} times)"
        )
    }
}

/// The races of a kernel, one for each pair of places.
pub(super) fn races(program: &Program, counts: &Counts) -> Vec<Race> {
    let mut races: BTreeMap<(Shared, [Accessed; 2]), Finding> = BTreeMap::new();
    for ((memory, sides), finding) in &counts.findings.races {
        let mut finding = *finding;
        let mut accesses = sides.map(|Side { source, writes }| Accessed {
            place: place(program, counts, source),
            writes,
        });
        if accesses[1] < accesses[0] {
            accesses.reverse();
            finding.example.threads.reverse();
        }
        join(&mut races, (*memory, accesses), finding);
    }
    let race = |((memory, accesses), finding): (_, Finding)| {
        let Example { threads, bytes } = finding.example;
        let threads = threads.map(thread);
        Race { memory: name(memory), accesses, times: finding.times, threads, bytes }
    };
    races.into_iter().map(race).collect()
}

/// The reads of unwritten bytes, one for each place.
pub(super) fn unwritten(program: &Program, counts: &Counts) -> Vec<Unwritten> {
    let mut reads: BTreeMap<(Shared, Place), Finding> = BTreeMap::new();
    for ((memory, source), finding) in &counts.findings.unwritten {
        join(&mut reads, (*memory, place(program, counts, *source)), *finding);
    }
    let read = |((memory, place), finding): (_, Finding)| {
        let Example { threads: [own, _], bytes } = finding.example;
        Unwritten { memory: name(memory), place, times: finding.times, thread: thread(own), bytes }
    };
    reads.into_iter().map(read).collect()
}

/// Adds a finding to those of the same places.
fn join<K: Ord>(all: &mut BTreeMap<K, Finding>, key: K, finding: Finding) {
    all.entry(key).and_modify(|known| known.times += finding.times).or_insert(finding);
}

fn name(memory: Shared) -> &'static str {
    match memory {
        Shared::Team => "team",
        Shared::Device => "device",
    }
}

fn thread((team, thread): (u32, u32)) -> Thread {
    Thread { team, thread }
}

fn place(program: &Program, counts: &Counts, source: u32) -> Place {
    let (function, index) = counts.instruction(source);
    Place::new(program, program.function(function).locations[index])
}
