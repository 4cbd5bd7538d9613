//! What the user allows the analysis: which assumptions, and how much time.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::command::CompileCommand;
use crate::diag::Code;

/// The assumptions that a proof may use. Each that a decision used is named in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, one per assumption")]
pub struct Policy {
    /// List items of one construct's map clauses do not share storage, as OpenMP requires (WC301).
    pub maps: bool,
    /// Subscripts stay inside the extents that the array's type declares, as C requires (WC302).
    pub in_bounds: bool,
    /// Signed arithmetic does not overflow, as C requires (WC303).
    pub no_overflow: bool,
    /// Arrays, and pointers from outside of the region, begin at an allocation boundary of the device (WC304); decides counts only.
    pub aligned: bool,
    /// `restrict` keeps its promise (WC307).
    pub restrict: bool,
    /// An allocation shares no storage with anything older or any other allocation (WC310).
    pub allocations: bool,
    /// Accesses of different arithmetic types touch different objects (WC309), as C's effective types
    /// require and many codes ignore.
    pub strict_aliasing: bool,
    /// What the compiler takes for granted of types may be, too. No word of its own: `no-strict-aliasing` takes it away.
    pub types: bool,
    /// A store of a floating value changes no integer that the region reads from memory (WC309): the compiler takes that
    /// for granted. No word of [`Policy::parse`].
    pub typed_sizes: bool,
    /// Changes may be made under a test that the host makes before the region. This assumes nothing,
    /// and is no word of [`Policy::parse`].
    pub tests: bool,
    /// Changes may be right for the macros of this compilation alone, of which preprocessor conditionals in the region tell
    /// others apart. No word of [`Policy::parse`].
    pub alternatives: bool,
    /// New text may have lines of its own: not where lines are counted as they stand in the file. No word of [`Policy::parse`].
    pub lines: bool,
    /// Loops that run until their counter is unequal to their end may be associated with a directive: OpenMP 5.0 allows
    /// it. No word of [`Policy::parse`].
    pub unequal: bool,
    /// Whether signed arithmetic that overflows ends the program, so that no new place may compute what the program may
    /// never compute. No word of [`Policy::parse`].
    pub traps: bool,
    /// Whether directives may say how many threads a team has, where that is what the runtime launches. No word of
    /// [`Policy::parse`].
    pub launch: bool,
    /// Whether elements may come through arrays of a team. No word of [`Policy::parse`].
    pub team_memory: bool,
    /// Whether a thread may run several iterations of a collapsed loop. No word of [`Policy::parse`].
    pub tiles: bool,
    /// Whether elements of arrays may be scalars while a loop runs. No word of [`Policy::parse`].
    pub scalars: bool,
    /// Whether loops may be unrolled further than the compiler does: not where it is to make small code, or unrolls none. No word of
    /// [`Policy::parse`].
    pub unroll: bool,
    /// Whether the compiler keeps elements in registers while a loop runs: not without optimisation. No word of [`Policy::parse`].
    pub registers: bool,
    /// Headers may get another text, for this unit alone. No word of [`Policy::parse`].
    pub headers: bool,
    /// Whether floating values may be added in any order, as the compiler may. No word of [`Policy::parse`].
    pub reassociate: bool,
    /// Whether the compiler puts arrays that a team declares into the memory of the team: not without optimisation, and not where they
    /// would be each thread's. No word of [`Policy::parse`].
    pub team_arrays: bool,
    /// Whether a host that runs a region itself runs the loops as written. No word of [`Policy::parse`].
    pub host_loops: bool,
    /// Whether data may stay on the device between constructs that map it. No word of [`Policy::parse`].
    pub transfers: Moves,
    /// Whether the text of regions may change: not where they run as written. No word of [`Policy::parse`].
    pub regions: bool,
    /// Whether the unit's version of OpenMP has atomic updates that compare.
    pub atomic_compare: bool,
    /// Until when to work on a region. No word of [`Policy::parse`].
    #[serde(skip)]
    pub limit: Limit,
}

/// Asks the caller whether there is still time for a region. Every loop that may run long asks between two of its steps; what is
/// found after the end is no answer, and [`crate::analyze`] gives none then.
#[derive(Clone, Copy, Default)]
pub struct Limit(Option<&'static AtomicBool>);

impl Limit {
    /// There is always time.
    pub const NONE: Limit = Limit(None);

    /// A limit that is not reached yet. Its flag, one byte, is never freed: a thread may ask for it as long as the process lives.
    pub fn open() -> Limit {
        Limit(Some(Box::leak(Box::new(AtomicBool::new(false)))))
    }

    /// Ends the time for good.
    pub fn end(self) {
        if let Some(ended) = self.0 {
            ended.store(true, Ordering::Release);
        }
    }

    /// Whether the time is over.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|ended| ended.load(Ordering::Acquire))
    }
}

impl PartialEq for Limit {
    fn eq(&self, other: &Limit) -> bool {
        match (self.0, other.0) {
            (Some(own), Some(other)) => std::ptr::eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        }
    }
}

impl Eq for Limit {}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Limit")
    }
}

/// A switch of the policy.
pub struct Switch {
    /// Its name in `--warp-assume`.
    pub name: &'static str,
    /// The code that a decision names when it used the assumption.
    pub code: Code,
    /// Whether it is on where nothing is said.
    pub default: bool,
    /// What is assumed.
    pub meaning: &'static str,
}

const fn switch(name: &'static str, code: Code, default: bool, meaning: &'static str) -> Switch {
    Switch { name, code, default, meaning }
}

/// Every switch, in the order in which they are documented.
pub const SWITCHES: [Switch; 7] = [
    switch("maps", Code::MapsDoNotOverlap, true, "list items of one construct share no storage"),
    switch("in-bounds", Code::InBounds, true, "subscripts stay inside declared extents"),
    switch("nsw", Code::NoSignedOverflow, true, "signed arithmetic does not overflow"),
    switch("aligned", Code::AlignedAllocation, true, "arrays begin at an allocation"),
    switch("restrict", Code::Restrict, true, "restrict-qualified pointers keep their promise"),
    switch("allocations", Code::SeparateAllocations, true, "allocations are separate storage"),
    switch("strict-aliasing", Code::TypeBased, false, "other type, other object"),
];

/// What is done about what crosses the bus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moves {
    /// The text keeps data on the device.
    On,
    /// What could stay is told.
    Report,
    /// Nothing.
    #[default]
    Off,
}

impl Policy {
    /// What the language standards and the offload runtime promise, but for effective types.
    pub const STANDARD: Policy = Policy {
        maps: true,
        in_bounds: true,
        no_overflow: true,
        aligned: true,
        restrict: true,
        allocations: true,
        strict_aliasing: false,
        types: true,
        typed_sizes: false,
        tests: true,
        alternatives: true,
        lines: true,
        unequal: true,
        traps: false,
        launch: false,
        team_memory: false,
        tiles: false,
        scalars: false,
        unroll: false,
        registers: false,
        headers: true,
        reassociate: false,
        team_arrays: true,
        host_loops: false,
        transfers: Moves::Off,
        regions: true,
        atomic_compare: true,
        limit: Limit::NONE,
    };

    /// No assumption at all.
    pub const NONE: Policy = Policy {
        maps: false,
        in_bounds: false,
        no_overflow: false,
        aligned: false,
        restrict: false,
        allocations: false,
        strict_aliasing: false,
        types: false,
        typed_sizes: false,
        tests: true,
        alternatives: true,
        lines: true,
        unequal: true,
        traps: false,
        launch: false,
        team_memory: false,
        tiles: false,
        scalars: false,
        unroll: false,
        registers: false,
        headers: true,
        reassociate: false,
        team_arrays: true,
        host_loops: false,
        transfers: Moves::Off,
        regions: true,
        atomic_compare: true,
        limit: Limit::NONE,
    };

    /// Reads the comma-separated list that `--warp-assume` takes: `standard`, `none`, and the names
    /// of [`SWITCHES`], each with `no-` before it to take it away. Words apply from left to right, starting from `standard`. The error is the bad word.
    pub fn parse(list: &str) -> Result<Policy, String> {
        let mut policy = Policy::STANDARD;
        for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "standard" => policy = Policy::STANDARD,
                "none" => policy = Policy::NONE,
                _ => {
                    let (name, value) = match word.strip_prefix("no-") {
                        Some(name) => (name, false),
                        None => (word, true),
                    };
                    *policy.switch(name).ok_or_else(|| word.to_string())? = value;
                    policy.types = if name == "strict-aliasing" { value } else { policy.types };
                }
            }
        }
        Ok(policy)
    }

    /// The same with what another one says of changes: these are no words of [`Policy::parse`].
    pub fn with_changes_of(self, other: &Policy) -> Policy {
        let Policy { tests, alternatives, launch, team_memory, tiles, .. } = *other;
        let Policy { scalars, unroll, headers, host_loops, transfers, .. } = *other;
        let own = Policy { tests, alternatives, launch, team_memory, tiles, ..self };
        Policy { scalars, unroll, headers, host_loops, transfers, ..own }
    }

    /// The same for a region that has so much time.
    pub fn within(self, limit: Limit) -> Policy {
        Policy { limit, ..self }
    }

    /// What of it, and what beside it, may be assumed of a unit with these options.
    pub fn for_unit(self, command: &CompileCommand) -> Policy {
        self.if_signed_wraps(command.wraps())
            .if_unequal(command.is_openmp5())
            .if_trapping(command.traps())
            .if_typed(command.tells_types_apart())
            .if_nvidia(command.is_for_nvidia())
            .if_team_arrays(command.has_team_arrays())
            .if_compared(command.is_openmp51())
            .if_reassociated(command.reassociates())
            .if_unrolling(command.unrolls())
            .if_optimising(command.optimises())
            .if_lines_count(command.maps_coverage())
            .if_few_lines(command.has_few_lines())
    }

    /// What of it is left where the unit's signed arithmetic `wraps`.
    pub fn if_signed_wraps(self, wraps: bool) -> Policy {
        Policy { no_overflow: self.no_overflow && !wraps, ..self }
    }

    /// The same where the compiler `uses` the types of accesses to tell objects apart, or does not.
    pub fn if_typed(self, uses: bool) -> Policy {
        Policy { typed_sizes: uses && self.types, ..self }
    }

    /// The same where the unit's version of OpenMP `allows` associated loops with `!=`, or does not.
    pub fn if_unequal(self, allows: bool) -> Policy {
        Policy { unequal: self.unequal && allows, ..self }
    }

    /// The same where signed arithmetic that overflows `ends` the program, or does not.
    pub fn if_trapping(self, ends: bool) -> Policy {
        Policy { traps: ends, ..self }
    }

    /// The same where all devices that the unit is compiled for are NVIDIA's, or not all.
    pub fn if_nvidia(self, only: bool) -> Policy {
        Policy { launch: self.launch && only, ..self }
    }

    /// The same where arrays of teams `are` in team memory, or are not.
    pub fn if_team_arrays(self, are: bool) -> Policy {
        Policy { team_arrays: self.team_arrays && are, ..self }
    }

    /// The same where the unit's version of OpenMP `has` atomic updates that compare, or does not.
    pub fn if_compared(self, has: bool) -> Policy {
        Policy { atomic_compare: self.atomic_compare && has, ..self }
    }

    /// The same where the compiler `may` add floating values in any order, or may not.
    pub fn if_reassociated(self, may: bool) -> Policy {
        Policy { reassociate: may, ..self }
    }

    /// The same where the compiler `optimises`, or does not.
    pub fn if_optimising(self, optimises: bool) -> Policy {
        Policy { registers: optimises, ..self }
    }

    /// The same where the compiler `may` unroll loops, or may not.
    pub fn if_unrolling(self, may: bool) -> Policy {
        Policy { unroll: self.unroll && may, ..self }
    }

    /// The same for a unit whose lines may have numbers of 15 bits alone, or not: headers may need greater ones.
    pub fn if_few_lines(self, few: bool) -> Policy {
        Policy { headers: self.headers && !few, ..self }
    }

    /// The same where a tool counts lines as they `stand` in the file.
    pub fn if_lines_count(self, stand: bool) -> Policy {
        Policy { lines: self.lines && !stand, ..self }
    }

    fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "maps" => &mut self.maps,
            "in-bounds" => &mut self.in_bounds,
            "nsw" => &mut self.no_overflow,
            "aligned" => &mut self.aligned,
            "restrict" => &mut self.restrict,
            "allocations" => &mut self.allocations,
            "strict-aliasing" => &mut self.strict_aliasing,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_apply_from_left_to_right() {
        assert_eq!(Policy::parse(""), Ok(Policy::STANDARD));
        assert_eq!(Policy::parse("none"), Ok(Policy::NONE));
        assert_eq!(Policy::parse("none, maps"), Ok(Policy { maps: true, ..Policy::NONE }));
        let no_restrict = Policy { restrict: false, ..Policy::STANDARD };
        assert_eq!(Policy::parse("no-restrict"), Ok(no_restrict));
        let untyped = Policy { types: false, ..Policy::STANDARD };
        assert_eq!(Policy::parse("no-strict-aliasing"), Ok(untyped));
        assert!(Policy::STANDARD.if_typed(true).typed_sizes && !untyped.if_typed(true).typed_sizes);
        assert!(!Policy::STANDARD.if_typed(false).typed_sizes);
        assert!(!Policy::NONE.if_typed(true).typed_sizes);
        assert_eq!(Policy::parse("standard,fast"), Err("fast".into()));
    }

    #[test]
    fn a_limit_ends_once_and_for_all_its_copies() {
        let policy = Policy::STANDARD.within(Limit::open());
        let (copy, other) = (policy.limit, Limit::open());
        assert!(!policy.limit.is_over() && policy.limit == copy && copy != other);
        copy.end();
        assert!(policy.limit.is_over() && !other.is_over() && !Limit::NONE.is_over());
        Limit::NONE.end();
        assert!(!Limit::NONE.is_over());
    }

    #[test]
    fn the_table_of_switches_is_the_standard_policy() {
        let mut standard = Policy::STANDARD;
        for switch in SWITCHES {
            assert_eq!(
                standard.switch(switch.name).copied(),
                Some(switch.default),
                "{}",
                switch.name
            );
            assert!(switch.code.page().contains(switch.name), "{} names its switch", switch.code);
        }
    }

    /// The guide has a row for every switch, with its code and default, and for nothing else.
    #[test]
    fn the_guide_lists_the_switches() {
        let guide = include_str!("../docs/guide/assumptions.md");
        let rows: Vec<_> = guide.lines().filter(|line| line.starts_with("| `")).collect();
        assert_eq!(rows.len(), SWITCHES.len());
        for (row, switch) in rows.iter().zip(&SWITCHES) {
            let default = if switch.default { "on" } else { "**off**" };
            let start = format!("| `{}` | {} | {default} |", switch.name, switch.code);
            assert!(row.starts_with(&start), "{row}");
        }
    }
}
