//! The clauses, and what a transformation must know of each: one table.

/// The clauses that something is asked about; their meanings are those of OpenMP 5.2, and of clang for `ompx_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `collapse`.
    Collapse,
    /// `default`.
    Default,
    /// `defaultmap`.
    Defaultmap,
    /// `device`.
    Device,
    /// `dist_schedule`.
    DistSchedule,
    /// `firstprivate`.
    Firstprivate,
    /// `has_device_addr`.
    HasDeviceAddr,
    /// `holds`.
    Holds,
    /// `if`.
    If,
    /// `in_reduction`.
    InReduction,
    /// `is_device_ptr`.
    IsDevicePtr,
    /// `lastprivate`.
    Lastprivate,
    /// `linear`.
    Linear,
    /// `map`.
    Map,
    /// `nowait`.
    Nowait,
    /// `num_teams`.
    NumTeams,
    /// `num_threads`.
    NumThreads,
    /// `ompx_attribute`.
    OmpxAttribute,
    /// `ompx_bare`.
    OmpxBare,
    /// `order`.
    Order,
    /// `private`.
    Private,
    /// `read`.
    Read,
    /// `reduction`.
    Reduction,
    /// `schedule`.
    Schedule,
    /// `shared`.
    Shared,
    /// `thread_limit`.
    ThreadLimit,
    /// `use_device_addr`.
    UseDeviceAddr,
    /// `use_device_ptr`.
    UseDevicePtr,
    /// `write`.
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
    /// Whether a test on the host may choose between two constructs that have it.
    pub tests: bool,
    /// What it decides, if anything.
    pub decides: Option<Decides>,
}

const fn row(name: &'static str, kind: ClauseKind) -> Row {
    let (changes, repeats, tests) = (true, true, true);
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
        Row { tests: false, ..self }
    }

    const fn deciding(self, what: Decides) -> Row {
        Row { decides: Some(what), ..self }
    }
}

/// Every clause, by its name.
const ROWS: [Row; 133] = [
    row("absent", ClauseKind::Other),
    row("acq_rel", ClauseKind::Other),
    row("acquire", ClauseKind::Other),
    row("adjust_args", ClauseKind::Other),
    row("affinity", ClauseKind::Other),
    row("align", ClauseKind::Other),
    row("aligned", ClauseKind::Other).reading(),
    row("allocate", ClauseKind::Other).once(),
    row("allocator", ClauseKind::Other),
    row("append_args", ClauseKind::Other),
    row("apply", ClauseKind::Other),
    row("at", ClauseKind::Other),
    row("atomic_default_mem_order", ClauseKind::Other),
    row("bind", ClauseKind::Other).reading(),
    row("capture", ClauseKind::Other),
    row("collapse", ClauseKind::Collapse).reading().on(Level::Both),
    row("collector", ClauseKind::Other),
    row("combiner", ClauseKind::Other),
    row("compare", ClauseKind::Other),
    row("contains", ClauseKind::Other),
    row("copyin", ClauseKind::Other),
    row("copyprivate", ClauseKind::Other),
    row("default", ClauseKind::Default).reading().on(Level::Teams),
    row("defaultmap", ClauseKind::Defaultmap).reading().on(Level::Teams).untested(),
    row("depend", ClauseKind::Other).reading().on(Level::Teams).untested(),
    row("destroy", ClauseKind::Other),
    row("detach", ClauseKind::Other),
    row("device", ClauseKind::Device).reading().on(Level::Teams),
    row("device_resident", ClauseKind::Other),
    row("device_safesync", ClauseKind::Other),
    row("device_type", ClauseKind::Other).reading(),
    row("dist_schedule", ClauseKind::DistSchedule)
        .reading()
        .on(Level::Teams)
        .deciding(Decides::Chunks),
    row("do", ClauseKind::Other),
    row("doacross", ClauseKind::Other),
    row("dynamic_allocators", ClauseKind::Other),
    row("enter", ClauseKind::Other),
    row("exclusive", ClauseKind::Other),
    row("fail", ClauseKind::Other),
    row("filter", ClauseKind::Other),
    row("final", ClauseKind::Other).reading(),
    row("firstprivate", ClauseKind::Firstprivate).reading().on(Level::Teams),
    row("for", ClauseKind::Other),
    row("from", ClauseKind::Other),
    row("full", ClauseKind::Other),
    row("grainsize", ClauseKind::Other).reading(),
    row("graph_id", ClauseKind::Other),
    row("graph_reset", ClauseKind::Other),
    row("has_device_addr", ClauseKind::HasDeviceAddr).reading().on(Level::Both).untested(),
    row("hint", ClauseKind::Other),
    row("holds", ClauseKind::Holds).reading(),
    row("if", ClauseKind::If).reading().on(Level::Both).once().deciding(Decides::Activity),
    row("in_reduction", ClauseKind::InReduction).once(),
    row("inbranch", ClauseKind::Other),
    row("inclusive", ClauseKind::Other),
    row("indirect", ClauseKind::Other),
    row("induction", ClauseKind::Other),
    row("inductor", ClauseKind::Other),
    row("init", ClauseKind::Other),
    row("init_complete", ClauseKind::Other),
    row("initializer", ClauseKind::Other),
    row("interop", ClauseKind::Other),
    row("is_device_ptr", ClauseKind::IsDevicePtr).reading().on(Level::Teams),
    row("lastprivate", ClauseKind::Lastprivate).once(),
    row("linear", ClauseKind::Linear).once().deciding(Decides::Order),
    row("link", ClauseKind::Other),
    row("local", ClauseKind::Other),
    row("looprange", ClauseKind::Other),
    row("map", ClauseKind::Map).on(Level::Teams),
    row("match", ClauseKind::Other),
    row("memscope", ClauseKind::Other),
    row("mergeable", ClauseKind::Other),
    row("message", ClauseKind::Other),
    row("no_openmp", ClauseKind::Other),
    row("no_openmp_constructs", ClauseKind::Other),
    row("no_openmp_routines", ClauseKind::Other),
    row("no_parallelism", ClauseKind::Other),
    row("nocontext", ClauseKind::Other),
    row("nogroup", ClauseKind::Other),
    row("nontemporal", ClauseKind::Other),
    row("notinbranch", ClauseKind::Other),
    row("novariants", ClauseKind::Other),
    row("nowait", ClauseKind::Nowait).on(Level::Teams).untested(),
    row("num_tasks", ClauseKind::Other).reading(),
    row("num_teams", ClauseKind::NumTeams).reading().on(Level::Both).deciding(Decides::Sizes),
    row("num_threads", ClauseKind::NumThreads)
        .reading()
        .on(Level::Threads)
        .deciding(Decides::Sizes),
    row("ompx_attribute", ClauseKind::OmpxAttribute),
    row("ompx_bare", ClauseKind::OmpxBare),
    row("ompx_dyn_cgroup_mem", ClauseKind::Other),
    row("order", ClauseKind::Order).reading(),
    row("ordered", ClauseKind::Other).reading().once().deciding(Decides::Order),
    row("otherwise", ClauseKind::Other),
    row("parallel", ClauseKind::Other),
    row("partial", ClauseKind::Other),
    row("permutation", ClauseKind::Other),
    row("priority", ClauseKind::Other).reading(),
    row("private", ClauseKind::Private).reading().on(Level::Teams),
    row("proc_bind", ClauseKind::Other).reading().on(Level::Threads),
    row("read", ClauseKind::Read),
    row("reduction", ClauseKind::Reduction).on(Level::Teams).once(),
    row("relaxed", ClauseKind::Other),
    row("release", ClauseKind::Other),
    row("replayable", ClauseKind::Other),
    row("reverse_offload", ClauseKind::Other),
    row("safelen", ClauseKind::Other).reading().deciding(Decides::Order),
    row("safesync", ClauseKind::Other),
    row("schedule", ClauseKind::Schedule).reading().on(Level::Teams).deciding(Decides::Chunks),
    row("sections", ClauseKind::Other),
    row("self_maps", ClauseKind::Other),
    row("seq_cst", ClauseKind::Other),
    row("severity", ClauseKind::Other),
    row("shared", ClauseKind::Shared).reading().on(Level::Teams),
    row("simd", ClauseKind::Other),
    row("simdlen", ClauseKind::Other).reading(),
    row("sizes", ClauseKind::Other),
    row("task_reduction", ClauseKind::Other),
    row("taskgroup", ClauseKind::Other),
    row("thread_limit", ClauseKind::ThreadLimit)
        .reading()
        .on(Level::Teams)
        .deciding(Decides::Sizes),
    row("threads", ClauseKind::Other),
    row("threadset", ClauseKind::Other),
    row("to", ClauseKind::Other).reading(),
    row("transparent", ClauseKind::Other),
    row("unified_address", ClauseKind::Other),
    row("unified_shared_memory", ClauseKind::Other),
    row("uniform", ClauseKind::Other),
    row("untied", ClauseKind::Other),
    row("update", ClauseKind::Other),
    row("use", ClauseKind::Other),
    row("use_device_addr", ClauseKind::UseDeviceAddr),
    row("use_device_ptr", ClauseKind::UseDevicePtr),
    row("uses_allocators", ClauseKind::Other).once(),
    row("weak", ClauseKind::Other),
    row("when", ClauseKind::Other),
    row("write", ClauseKind::Write),
];

/// What is known of a name that is no clause's.
const UNKNOWN: Row = row("", ClauseKind::Other);

/// Whether OpenMP has a clause of that name.
pub(crate) fn is_known(name: &str) -> bool {
    ROWS.binary_search_by(|row| row.name.cmp(name)).is_ok()
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
