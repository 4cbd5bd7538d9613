//! The clauses, and what a transformation must know of each: one table.

/// The clauses that something is asked about; their meanings are those of OpenMP 5.2, and of clang for `ompx_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is called like its clause")]
pub enum ClauseKind {
    Collapse,
    Default,
    Defaultmap,
    Device,
    DistSchedule,
    Firstprivate,
    HasDeviceAddr,
    Holds,
    If,
    InReduction,
    IsDevicePtr,
    Lastprivate,
    Linear,
    Map,
    Nowait,
    NumTeams,
    NumThreads,
    OmpxAttribute,
    OmpxBare,
    Order,
    Private,
    Read,
    Reduction,
    Schedule,
    Shared,
    ThreadLimit,
    UseDeviceAddr,
    UseDevicePtr,
    Write,
    /// Any other, and what is no clause.
    Other,
}

/// Where a clause stands when two directives become a combined one, or that becomes teams around threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// With the teams, or nowhere because it deals out iterations.
    Teams,
    /// With the threads, to which it moves inward.
    Threads,
    /// On the combined directive, where it means the same; there is no place for it on two.
    Both,
}

/// How a clause decides who runs which iteration, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decides {
    /// It deals out the iterations.
    Chunks,
    /// It bounds the number of teams or threads.
    Sizes,
    /// It says whether there are several at all.
    Activity,
    /// It says in which order iterations may run.
    Order,
}

/// What a test may compare before a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tested {
    /// Sizes and addresses.
    All,
    /// Sizes: the construct may run later, with the values that its variables have when it is met.
    Sizes,
    /// Neither.
    Nothing,
}

/// What is known of a clause.
#[derive(Debug)]
pub struct Row {
    name: &'static str,
    kind: ClauseKind,
    /// Whether it may give the variables that it names other values without an assignment in the text.
    pub changes: bool,
    /// Its place on two levels; `None` where nothing is known.
    pub level: Option<Level>,
    /// Whether it may stand on each of the regions that a region becomes.
    pub repeats: bool,
    /// What a test on the host may compare that chooses between two constructs that have it.
    pub tests: Tested,
    /// What it decides, if anything.
    pub decides: Option<Decides>,
}

const fn row(name: &'static str, kind: ClauseKind) -> Row {
    let (changes, repeats, tests) = (true, true, Tested::All);
    Row { name, kind, changes, level: None, repeats, tests, decides: None }
}

impl Row {
    const fn reading(self) -> Row {
        Row { changes: false, ..self }
    }

    const fn on(self, level: Level) -> Row {
        Row { level: Some(level), ..self }
    }

    const fn once(self) -> Row {
        Row { repeats: false, ..self }
    }

    const fn untested(self) -> Row {
        Row { tests: Tested::Nothing, ..self }
    }

    const fn deferring(self) -> Row {
        Row { tests: Tested::Sizes, ..self }
    }

    const fn deciding(self, what: Decides) -> Row {
        Row { decides: Some(what), ..self }
    }
}

/// The clauses of which something is known, by their names.
const ROWS: [Row; 44] = [
    row("aligned", ClauseKind::Other).reading(),
    row("allocate", ClauseKind::Other).once(),
    row("bind", ClauseKind::Other).reading(),
    row("collapse", ClauseKind::Collapse).reading().on(Level::Teams),
    row("default", ClauseKind::Default).reading().on(Level::Teams),
    row("defaultmap", ClauseKind::Defaultmap).reading().on(Level::Teams).untested(),
    row("depend", ClauseKind::Other).reading().on(Level::Teams).deferring(),
    row("device", ClauseKind::Device).reading().on(Level::Teams),
    row("device_type", ClauseKind::Other).reading(),
    row("dist_schedule", ClauseKind::DistSchedule)
        .reading()
        .on(Level::Teams)
        .deciding(Decides::Chunks),
    row("final", ClauseKind::Other).reading(),
    row("firstprivate", ClauseKind::Firstprivate).reading().on(Level::Teams),
    row("grainsize", ClauseKind::Other).reading(),
    row("has_device_addr", ClauseKind::HasDeviceAddr).reading().on(Level::Both).untested(),
    row("holds", ClauseKind::Holds).reading(),
    row("if", ClauseKind::If).reading().on(Level::Both).once().deciding(Decides::Activity),
    row("in_reduction", ClauseKind::InReduction).once(),
    row("is_device_ptr", ClauseKind::IsDevicePtr).reading().on(Level::Teams),
    row("lastprivate", ClauseKind::Lastprivate).once(),
    row("linear", ClauseKind::Linear).once().deciding(Decides::Order),
    row("map", ClauseKind::Map).on(Level::Teams),
    row("nowait", ClauseKind::Nowait).on(Level::Teams).deferring(),
    row("num_tasks", ClauseKind::Other).reading(),
    row("num_teams", ClauseKind::NumTeams).reading().on(Level::Teams).deciding(Decides::Sizes),
    row("num_threads", ClauseKind::NumThreads)
        .reading()
        .on(Level::Threads)
        .deciding(Decides::Sizes),
    row("ompx_attribute", ClauseKind::OmpxAttribute),
    row("ompx_bare", ClauseKind::OmpxBare),
    row("order", ClauseKind::Order).reading(),
    row("ordered", ClauseKind::Other).reading().once().deciding(Decides::Order),
    row("priority", ClauseKind::Other).reading(),
    row("private", ClauseKind::Private).reading().on(Level::Teams),
    row("proc_bind", ClauseKind::Other).reading().on(Level::Threads),
    row("read", ClauseKind::Read),
    row("reduction", ClauseKind::Reduction).on(Level::Teams).once(),
    row("safelen", ClauseKind::Other).reading().deciding(Decides::Order),
    row("schedule", ClauseKind::Schedule).reading().on(Level::Teams).deciding(Decides::Chunks),
    row("shared", ClauseKind::Shared).reading().on(Level::Teams),
    row("simdlen", ClauseKind::Other).reading(),
    row("thread_limit", ClauseKind::ThreadLimit)
        .reading()
        .on(Level::Teams)
        .deciding(Decides::Sizes),
    row("to", ClauseKind::Other).reading(),
    row("use_device_addr", ClauseKind::UseDeviceAddr),
    row("use_device_ptr", ClauseKind::UseDevicePtr),
    row("uses_allocators", ClauseKind::Other).once(),
    row("write", ClauseKind::Write),
];

/// The other clauses that OpenMP has.
const OTHERS: &str = "\
    absent acq_rel acquire adjust_args affinity align allocator append_args apply at \
    atomic_default_mem_order capture collector combiner compare contains copyin copyprivate \
    destroy detach device_resident device_safesync do doacross dynamic_allocators enter \
    exclusive fail filter for from full graph_id graph_reset hint inbranch inclusive indirect \
    induction inductor init init_complete initializer interop link local looprange match \
    memscope mergeable message no_openmp no_openmp_constructs no_openmp_routines no_parallelism \
    nocontext nogroup nontemporal notinbranch novariants ompx_dyn_cgroup_mem otherwise parallel \
    partial permutation relaxed release replayable reverse_offload safesync sections self_maps \
    seq_cst severity simd sizes task_reduction taskgroup threads threadset transparent \
    unified_address unified_shared_memory uniform untied update use weak when";

/// What is known of those, and of a name that is no clause's.
const UNKNOWN: Row = row("", ClauseKind::Other);

/// Whether OpenMP has a clause of that name.
pub(crate) fn is_known(name: &str) -> bool {
    !row_of(name).name.is_empty() || OTHERS.split_ascii_whitespace().any(|other| other == name)
}

/// What is known of the clause of that name.
pub fn row_of(name: &str) -> &'static Row {
    let found = ROWS.binary_search_by(|row| row.name.cmp(name));
    found.map_or(&UNKNOWN, |index| &ROWS[index])
}

impl ClauseKind {
    /// The clause of that name.
    pub fn of_name(name: &str) -> ClauseKind {
        row_of(name).kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_without_repetition() {
        assert!(ROWS.windows(2).all(|two| two[0].name < two[1].name));
    }

    #[test]
    fn names_have_their_rows() {
        assert_eq!(ClauseKind::of_name("dist_schedule"), ClauseKind::DistSchedule);
        assert_eq!(ClauseKind::of_name("bogus"), ClauseKind::Other);
        assert!(is_known("when") && !is_known("bogus"));
        assert!(row_of("bogus").changes && row_of("bogus").level.is_none());
    }
}
