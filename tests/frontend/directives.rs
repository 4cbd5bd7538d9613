//! Every directive of OpenMP 5.2 and 6.0 that has `target`, and every clause that it may have.

use warpcc::ir::{StmtKind, TargetRegion};

use crate::unit;

/// The constructs with `target` (OpenMP 5.2 §17.3, 6.0 §19.1 for C and C++).
const CONSTRUCTS: &[&str] = &[
    "target",
    "target loop",
    "target parallel",
    "target parallel for",
    "target parallel for simd",
    "target parallel loop",
    "target parallel sections",
    "target simd",
    "target teams",
    "target teams distribute",
    "target teams distribute parallel for",
    "target teams distribute parallel for simd",
    "target teams distribute simd",
    "target teams loop",
    "target teams parallel",
    "target teams parallel for",
];

/// Directives whose name has `target` but which run nothing on a device.
const OTHERS: &[&str] = &[
    "declare target",
    "target data map(a[0:n])",
    "target enter data map(to: a[0:n])",
    "target exit data map(from: a[0:n])",
    "target update to(a[0:n])",
    "begin declare target",
];

const CLAUSES: &[&str] = &[
    "collapse(1)",
    "default(shared)",
    "defaultmap(tofrom: scalar)",
    "depend(in: n)",
    "device(0)",
    "dist_schedule(static, 8)",
    "firstprivate(n)",
    "has_device_addr(n)",
    "if (n)",
    "in_reduction(+: n)",
    "is_device_ptr(a)",
    "lastprivate(n)",
    "linear(n: 1)",
    "map(always, tofrom: a[0:n])",
    "nowait",
    "num_teams(1)",
    "num_threads(1)",
    "ompx_attribute(__attribute__((launch_bounds(1))))",
    "ompx_bare",
    "ompx_dyn_cgroup_mem(8)",
    "order(concurrent)",
    "private(n)",
    "proc_bind(close)",
    "reduction(+: n)",
    "safelen(2)",
    "schedule(static)",
    "shared(n)",
    "simdlen(2)",
    "thread_limit(1)",
    "uses_allocators(omp_default_mem_alloc)",
];

fn regions(directive: &str) -> Vec<TargetRegion> {
    let loops = "for (int i = 0; i < n; i++) a[i] = 1;";
    unit(&format!("void f(int n, int *a) {{\n#pragma omp {directive}\n{loops}\n}}\n")).regions
}

#[test]
fn every_construct_with_target_is_one_region() {
    for construct in CONSTRUCTS {
        let found = regions(construct);
        assert_eq!(found.len(), 1, "{construct}");
        assert_eq!(found[0].directive.name, *construct);
        assert!(matches!(found[0].body[..], [ref s] if matches!(s.kind, StmtKind::Loop(_))));
        let words: Vec<&str> = construct.split(' ').collect();
        for cut in 1..words.len() {
            let (head, tail) = words.split_at(cut);
            let chained = format!("{}\n#pragma omp {}", head.join(" "), tail.join(" "));
            let found = regions(&chained);
            assert_eq!(found.len(), 1, "{chained}");
            assert_eq!(found[0].directive.name, *construct, "{chained}");
        }
    }
}

#[test]
fn directives_that_run_nothing_are_no_regions() {
    for directive in OTHERS {
        assert_eq!(regions(directive), [], "{directive}");
    }
}

#[test]
fn every_clause_is_known_with_its_span() {
    for clause in CLAUSES {
        let name = "target teams distribute parallel for simd";
        let found = regions(&format!("{name} {clause} nowait"));
        let clauses = &found[0].directive.clauses;
        assert!(clauses.iter().all(|clause| clause.known), "{clause}");
        let [own, last] = &clauses[..] else { panic!("{clause}: {clauses:?}") };
        assert_eq!(last.name, "nowait");
        assert_eq!((own.span.end - own.span.start) as usize, clause.len(), "{clause}");
    }
}

#[test]
fn an_unknown_clause_is_kept_and_its_region_too() {
    for clause in ["turbo", "turbo(3)", "ompx_turbo(3)", "schedule(fair)", "map(to: )", "collapse"]
    {
        let found = regions(&format!("target teams distribute parallel for {clause}"));
        assert_eq!(found.len(), 1, "{clause}");
        assert!(found[0].directive.clauses.iter().any(|clause| !clause.known), "{clause}");
    }
}
