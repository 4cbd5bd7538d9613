//! The names of OpenMP 5.2 and 6.0: directives and clauses.

/// Constructs that combine with each other in one directive's name.
const COMBINABLE: &[&str] = &[
    "distribute",
    "do",
    "for",
    "loop",
    "masked",
    "master",
    "parallel",
    "sections",
    "simd",
    "target",
    "taskloop",
    "teams",
    "workdistribute",
    "workshare",
];

/// Names of several words that are not combinations; before any shorter name of the same start.
const SEVERAL_WORDS: &[&[&str]] = &[
    &["begin", "assumes"],
    &["begin", "declare", "target"],
    &["begin", "declare", "variant"],
    &["begin", "declare_target"],
    &["begin", "declare_variant"],
    &["begin", "metadirective"],
    &["cancellation", "point"],
    &["declare", "induction"],
    &["declare", "mapper"],
    &["declare", "reduction"],
    &["declare", "simd"],
    &["declare", "target"],
    &["declare", "variant"],
    &["end", "assumes"],
    &["end", "declare", "target"],
    &["end", "declare", "variant"],
    &["end", "declare_target"],
    &["end", "declare_variant"],
    &["end", "metadirective"],
    &["target", "data"],
    &["target", "enter", "data"],
    &["target", "exit", "data"],
    &["target", "update"],
];

/// Directives that govern no statement.
const STANDALONE: &[&str] = &[
    "allocate",
    "barrier",
    "begin assumes",
    "begin declare target",
    "begin declare variant",
    "begin declare_target",
    "begin declare_variant",
    "cancel",
    "cancellation point",
    "cancellation_point",
    "declare induction",
    "declare mapper",
    "declare reduction",
    "declare simd",
    "declare target",
    "declare variant",
    "declare_induction",
    "declare_mapper",
    "declare_reduction",
    "declare_simd",
    "declare_target",
    "declare_variant",
    "depobj",
    "end assumes",
    "end declare target",
    "end declare variant",
    "end declare_target",
    "end declare_variant",
    "error",
    "flush",
    "groupprivate",
    "interop",
    "nothing",
    "requires",
    "scan",
    "target enter data",
    "target exit data",
    "target update",
    "target_enter_data",
    "target_exit_data",
    "target_update",
    "task_iteration",
    "taskwait",
    "taskyield",
    "threadprivate",
    "assumes",
];

/// Every clause.
const CLAUSES: &[&str] = &[
    "absent",
    "acq_rel",
    "acquire",
    "adjust_args",
    "affinity",
    "align",
    "aligned",
    "allocate",
    "allocator",
    "append_args",
    "apply",
    "at",
    "atomic_default_mem_order",
    "bind",
    "capture",
    "collapse",
    "collector",
    "combiner",
    "compare",
    "contains",
    "copyin",
    "copyprivate",
    "default",
    "defaultmap",
    "depend",
    "destroy",
    "detach",
    "device",
    "device_resident",
    "device_safesync",
    "device_type",
    "dist_schedule",
    "do",
    "doacross",
    "dynamic_allocators",
    "enter",
    "exclusive",
    "fail",
    "filter",
    "final",
    "firstprivate",
    "for",
    "from",
    "full",
    "grainsize",
    "graph_id",
    "graph_reset",
    "has_device_addr",
    "hint",
    "holds",
    "if",
    "in_reduction",
    "inbranch",
    "inclusive",
    "indirect",
    "induction",
    "inductor",
    "init",
    "init_complete",
    "initializer",
    "interop",
    "is_device_ptr",
    "lastprivate",
    "linear",
    "link",
    "local",
    "looprange",
    "map",
    "match",
    "memscope",
    "mergeable",
    "message",
    "no_openmp",
    "no_openmp_constructs",
    "no_openmp_routines",
    "no_parallelism",
    "nocontext",
    "nogroup",
    "nontemporal",
    "notinbranch",
    "novariants",
    "nowait",
    "num_tasks",
    "num_teams",
    "num_threads",
    "ompx_attribute",
    "ompx_bare",
    "ompx_dyn_cgroup_mem",
    "order",
    "ordered",
    "otherwise",
    "parallel",
    "partial",
    "permutation",
    "priority",
    "private",
    "proc_bind",
    "read",
    "reduction",
    "relaxed",
    "release",
    "replayable",
    "reverse_offload",
    "safelen",
    "safesync",
    "schedule",
    "sections",
    "self_maps",
    "seq_cst",
    "severity",
    "shared",
    "simd",
    "simdlen",
    "sizes",
    "task_reduction",
    "taskgroup",
    "thread_limit",
    "threads",
    "threadset",
    "to",
    "transparent",
    "unified_address",
    "unified_shared_memory",
    "uniform",
    "untied",
    "update",
    "use",
    "use_device_addr",
    "use_device_ptr",
    "uses_allocators",
    "weak",
    "when",
    "write",
];

/// How many of `words`, which follow `omp`, are the directive's name; at least one where there is
/// one.
pub(crate) fn name_length(words: &[&str]) -> usize {
    let several = SEVERAL_WORDS.iter().find(|name| words.starts_with(name));
    let combined = words.iter().take_while(|word| COMBINABLE.contains(word)).count();
    several.map_or(combined, |name| name.len()).max(words.len().min(1))
}

/// Whether OpenMP has a clause of that name.
pub(crate) fn is_clause(name: &str) -> bool {
    CLAUSES.contains(&name)
}

/// Whether a directive of that name stands for itself and governs no statement.
pub(crate) fn is_standalone(name: &str) -> bool {
    STANDALONE.contains(&name)
}

/// Whether a directive of that name says which variables and functions a device has.
pub(crate) fn declares_target(name: &str) -> bool {
    let name = name.strip_prefix("begin ").unwrap_or(name);
    matches!(name, "declare target" | "declare_target")
}

/// Whether a directive of that name brings data to the device that stays there behind it, or while other statements run.
pub(crate) fn maps_data(name: &str) -> bool {
    matches!(name, "target data" | "target_data" | "target enter data" | "target_enter_data")
}

/// Whether the name is only made of constructs that combine, so that several such directives one
/// directly after the other form one construct.
pub(crate) fn is_combinable(name: &str) -> bool {
    name.split(' ').all(|word| COMBINABLE.contains(&word))
}

/// Whether clang takes a construct of this name in one pragma. Of `target loop`, which is OpenMP 6.0's, clang 19 reads `target`
/// alone, without the clauses, and warns.
pub(super) fn is_one_pragma(name: &str) -> bool {
    name != "target loop"
}

/// Whether a directive of that name runs the statement that follows on a device.
pub(crate) fn is_target_construct(name: &str) -> bool {
    is_combinable(name) && name.split(' ').any(|word| word == "target")
}

/// Whether a directive of that name maps data for the statement that follows.
pub(crate) fn is_target_data(name: &str) -> bool {
    matches!(name, "target data" | "target_data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_without_repetition() {
        assert!(CLAUSES.windows(2).all(|w| w[0] < w[1]));
        assert!(COMBINABLE.windows(2).all(|w| w[0] < w[1]));
        assert!(SEVERAL_WORDS.windows(2).all(|w| w[0] < w[1]));
    }

    #[test]
    fn names_take_as_many_words_as_belong_to_them() {
        assert_eq!(name_length(&["target", "teams", "distribute", "private"]), 3);
        assert_eq!(name_length(&["target", "enter", "data", "map"]), 3);
        assert_eq!(name_length(&["ordered", "simd"]), 1);
        assert_eq!(name_length(&["cancel", "for"]), 1);
        assert_eq!(name_length(&["bogus", "for"]), 1);
        assert_eq!(name_length(&[]), 0);
    }

    #[test]
    fn only_target_constructs_are_regions() {
        assert!(is_target_construct("target parallel for simd"));
        assert!(!is_target_construct("target data"));
        assert!(!is_target_construct("declare target"));
        assert!(!is_target_construct("target update"));
    }
}
