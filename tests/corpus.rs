//! The corpus: every behaviour is a file. `tests/corpus/README.md` says how to add one.

mod corpus_support;
mod regions;
#[path = "corpus_support/simulated.rs"]
mod simulated;
#[path = "corpus_support/warpsim.rs"]
mod warpsim;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use corpus_support::Case;
use corpus_support::lowered::Compared;
use corpus_support::{
    Outcome, claims, expect_none, golden, in_parallel, lowered, numbers_kept, outcomes, page,
    programs, toolchain,
};
use corpus_support::{is_whole, reports};
use serde_json::json;
use warpcc::diag::Code;
use warpcc::emit::{EditSet, WORDS};
use warpcc::policy::Moves;
use warpcc::report::Region;
use warpcc::report::step::{Step, Subject};
use warpcc::transform::step::StepKind;

#[test]
fn goldens_are_up_to_date() {
    let mut problems = Vec::new();
    golden::refuse_to_bless_in_ci();
    for outcome in outcomes() {
        for (path, wanted) in golden::expected(outcome) {
            problems.extend(golden::compare(&path, &wanted));
        }
    }
    if is_whole() {
        problems.extend(golden::orphans(outcomes()));
    }
    expect_none(&problems);
}

#[test]
fn a_changed_golden_fails() {
    let outcome = Case::read(&corpus_support::root().join("gemm/gemm.c")).analyze();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let goldens = golden::expected(&outcome);
    assert_eq!(goldens.len(), 4, "a page, a sample, the IR, and the rewritten text");
    for (path, wanted) in goldens {
        let path = folder.path().join(path.file_name().expect("a name"));
        assert!(golden::difference(&path, &wanted).is_some_and(|why| why.contains("is missing")));
        fs::write(&path, &wanted).expect("a golden");
        assert_eq!(golden::difference(&path, &wanted), None);
        let changed = String::from_utf8_lossy(&wanted).replacen('2', "3", 1);
        fs::write(&path, changed).expect("a golden");
        let why = golden::difference(&path, &wanted).expect("it is another");
        assert!(why.contains("\n-") && why.contains("\n+"), "{why}");
    }
}

/// A pointer into a report, and what to put there.
type Change = (&'static str, serde_json::Value);

/// Whatever changes in a report changes its page.
#[test]
fn a_page_shows_what_changes() {
    let outcome = Case::read(&corpus_support::root().join("gemm/gemm.c")).analyze();
    let report = serde_json::to_value(&outcome.report).expect("JSON");
    let shown = page::write(&outcome.report);
    let changes: &[Change] = &[
        ("/unit", json!("other.c")),
        ("/regions/0/directive", json!("target parallel for")),
        ("/regions/0/codes/0", json!("WC101")),
        ("/regions/0/mapping/schedule", json!("static,4")),
        ("/regions/0/loops/0/independence", json!("unknown")),
        ("/regions/0/loops/2/reason", json!("another")),
        ("/regions/0/accesses/0/column", json!(99)),
        ("/regions/0/accesses/0/pattern", json!("scattered")),
        ("/regions/0/accesses/0/sectors_before/mean", json!(31.5)),
        ("/regions/0/accesses/0/sectors_after", json!(null)),
        ("/regions/0/accesses/0/executions", json!("7")),
        ("/regions/0/dependences/0/verdict", json!("unknown")),
        ("/regions/0/dependences/0/test", json!("exact")),
        ("/regions/0/dependences/0/loops", json!([])),
        ("/regions/0/plan/steps/0/depth", json!(3)),
        ("/regions/0/plan/applied", json!(false)),
        ("/regions/0/plan/gain", json!(1.5)),
        ("/regions/0/plan/parallelism", json!(2.5)),
        ("/regions/0/plan/assumptions/0/code", json!("WC309")),
        ("/regions/0/plan/rejected/0/reason", json!("another")),
        ("/summary/uncoalesced_after", json!(9)),
        ("/statistics/tests", json!({})),
    ];
    for (pointer, value) in changes {
        let mut changed = report.clone();
        *changed.pointer_mut(pointer).expect(pointer) = value.clone();
        let changed = serde_json::from_value(changed).expect("a report");
        assert_ne!(page::write(&changed), shown, "{pointer}");
    }
}

#[test]
fn every_report_is_valid() {
    let schema = reports::schema();
    let check = |outcome| reports::check_schema(outcome, &schema);
    expect_none(&outcomes().iter().filter_map(check).collect::<Vec<_>>());
}

#[test]
fn every_report_reads_back() {
    expect_none(&outcomes().iter().filter_map(reports::check_reading).collect::<Vec<_>>());
}

#[test]
fn no_report_says_that_sectors_rise_where_there_is_a_gain() {
    let regions = outcomes().iter().flat_map(|outcome| &outcome.report.regions);
    let told: Vec<_> = regions.filter_map(|r| Some((r, reports::gained(r)?))).collect();
    let rise = told.iter().filter(|(_, (before, after))| before < after);
    let rise = rise.map(|(region, (before, after))| format!("{}: {before} -> {after}", region.id));
    expect_none(&rise.collect::<Vec<_>>());
    assert!(told.len() > 50 || !is_whole(), "{} regions", told.len());
}

#[test]
fn every_claim_holds() {
    let problems: Vec<_> = outcomes().iter().flat_map(check_claims).collect();
    expect_none(&problems);
}

fn check_claims(outcome: &Outcome) -> Vec<String> {
    let (case, report) = (&outcome.case, &outcome.report);
    let mut files: BTreeSet<&str> = report.regions.iter().map(|r| r.file.as_str()).collect();
    files.insert(&case.file);
    let mut problems = Vec::new();
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(case.folder.join(file)).expect(file);
        match claims::read(file, &text) {
            Ok(claims) => {
                count += claims.len();
                problems.extend(claims.iter().filter_map(|claim| claim.check(report).err()));
            }
            Err(why) => problems.push(why),
        }
    }
    if let Err(why) = &outcome.unit {
        problems.push(format!("not analysed: {why}"));
    } else if count == 0 {
        problems.push("nothing is claimed".into());
    }
    problems.into_iter().map(|problem| format!("{}: {problem}", case.name)).collect()
}

#[test]
fn a_false_claim_fails() {
    let outcome = Case::read(&corpus_support::root().join("gemm/gemm.c")).analyze();
    let text = &outcome.case.text;
    let true_claims = claims::read("gemm.c", text).expect("its claims can be read");
    let fails = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        let claims = claims::read("gemm.c", &text.replacen(old, new, 1)).expect("readable");
        assert_eq!(claims.len(), true_claims.len());
        assert!(claims.iter().any(|claim| claim.check(&outcome.report).is_err()), "{new}");
    };
    fails("sectors=32->4", "sectors=32->5");
    fails("sectors=32->4", "sectors=4");
    fails("A: sectors", "D: sectors");
    fails("plan=collapse(2)", "plan=none");
    fails("j=proved", "j=carried");
    fails("j=proved", "k=proved");
    fails("WC102", "WC205");
    fails("WC102", "!WC102");
    for unreadable in ["//~ sectores=1", "//~ WC999", "//~ A:", "//~ A: WC101", "//~ i=maybe"] {
        assert!(claims::read("a.c", unreadable).is_err(), "{unreadable}");
    }
}

#[test]
fn the_ir_is_well_formed_and_prints_faithfully() {
    let problems: Vec<_> = outcomes().iter().flat_map(golden::check_ir).collect();
    expect_none(&problems);
}

#[test]
fn rewriting_keeps_lines() {
    let problems: Vec<_> = outcomes().iter().filter_map(golden::check_rewriting).collect();
    expect_none(&problems);
}

/// Units whose names and lines are compared: all in C++, and one in so many in C.
const COMPARED_IN_C: usize = 3;

#[test]
fn rewritten_units_keep_names_and_lines() {
    let rewritten = outcomes().iter().filter(|outcome| outcome.rewritten().is_some());
    let compared = rewritten
        .enumerate()
        .filter(|(k, outcome)| outcome.case.is_cxx() || k % COMPARED_IN_C == 0);
    let compared: Vec<&Outcome> = compared.map(|(_, outcome)| outcome).collect();
    let results = in_parallel(&compared, |outcome| numbers_kept::compare(outcome));
    expect_none(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>());
    assert!(compared.len() >= 40 || std::env::var("WARPCC_CASE").is_ok(), "{}", compared.len());
}

/// What the comparisons of rewritten texts with their plans found, and what is wrong.
type Comparisons = (Vec<Compared>, Vec<String>);

/// Those of the corpus; made once in a process.
fn of_corpus() -> &'static Comparisons {
    static FOUND: OnceLock<Comparisons> = OnceLock::new();
    FOUND.get_or_init(|| parted(in_parallel(outcomes(), lowered::compare)))
}

/// Those of the harness' kernels; made once in a process.
fn of_kernels() -> &'static Comparisons {
    static FOUND: OnceLock<Comparisons> = OnceLock::new();
    FOUND.get_or_init(|| {
        let folder = corpus_support::root().join("../../spec-accel-harness/kernels");
        let entries = fs::read_dir(folder).expect("the kernels");
        let files = entries.map(|entry| entry.expect("a file").path());
        let is_text =
            |path: &PathBuf| path.extension().is_some_and(|end| end == "c" || end == "cpp");
        let mut kernels: Vec<PathBuf> = files.filter(is_text).collect();
        kernels.sort();
        parted(in_parallel(&kernels, |path| lowered::compare(&Case::read(path).analyze())))
    })
}

fn parted(results: Vec<Result<Compared, String>>) -> Comparisons {
    let mut found = Comparisons::default();
    for result in results {
        match result {
            Ok(compared) => found.0.push(compared),
            Err(problem) => found.1.push(problem),
        }
    }
    found
}

fn number_of_regions(found: &[Compared]) -> usize {
    found.iter().map(|own| own.regions).sum()
}

/// Whatever is written, clang reads what was planned.
#[test]
fn rewritten_texts_say_what_their_steps_lead_to() {
    let (found, problems) = of_corpus();
    expect_none(problems);
    let compared = number_of_regions(found);
    let kinds: BTreeSet<_> = outcomes().iter().flat_map(lowered::kinds).collect();
    assert!(!is_whole() || compared > 300 && kinds.len() == StepKind::all().count(), "{compared}");
}

#[test]
fn rewritten_kernels_say_what_their_steps_lead_to() {
    let (found, problems) = of_kernels();
    expect_none(problems);
    assert!(number_of_regions(found) > 100, "{}", number_of_regions(found));
}

/// The price of a plan is the count of the text that it becomes.
#[test]
fn prices_are_counts_of_the_texts() {
    let all = [of_corpus(), of_kernels()].into_iter();
    let differing = all.flat_map(|(found, _)| found.iter().flat_map(|own| &own.differences));
    let problems = differing.map(|own| format!("the text's count is another: {own}"));
    expect_none(&problems.collect::<Vec<_>>());
}

/// Words that no macro replaces: of the preprocessor's directives, of clang's own pragmas, and of strings.
const UNREPLACED: [&str; 15] = [
    "OMP_TARGET_OFFLOAD",
    "Weverything",
    "Wunused",
    "clang",
    "cpp",
    "diagnostic",
    "getenv",
    "ignored",
    "line",
    "loop",
    "m",
    "omp_get_num_devices",
    "pop",
    "pragma",
    "push",
];

/// The words of a text, each as often as it stands there.
fn words(text: &[u8]) -> BTreeMap<String, usize> {
    let text = String::from_utf8_lossy(text);
    let all = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let all = all.filter(|word| word.is_ascii() && !word.starts_with(|c: char| c.is_numeric()));
    all.fold(BTreeMap::new(), |mut counts, word| {
        *counts.entry(word.to_owned()).or_default() += 1;
        counts
    })
}

/// A macro may put another word in the place of each that an edit writes: the front end looks for those of the table, and for the
/// source's own.
#[test]
fn edits_write_words_of_the_table_and_of_the_source() {
    let table: BTreeSet<&str> = WORDS.called.iter().chain(WORDS.plain).copied().collect();
    let (mut written, mut missing) = (BTreeSet::new(), BTreeSet::new());
    for outcome in outcomes() {
        let Some(rewritten) = outcome.rewritten() else { continue };
        let own = words(outcome.case.text.as_bytes());
        for (word, count) in words(rewritten) {
            let before = own.get(&word).copied().unwrap_or(0);
            let is_known = table.contains(word.as_str()) || UNREPLACED.contains(&word.as_str());
            if before == 0 && !is_known && !word.starts_with(WORDS.prefix) {
                missing.insert(word);
            } else if count > before {
                written.insert(word);
            }
        }
    }
    assert!(missing.is_empty(), "not in the table: {missing:?}");
    let is_unused = |word: &&&str| !written.contains(**word);
    let unused: Vec<_> = table.iter().filter(is_unused).collect();
    assert!(!is_whole() || unused.is_empty(), "in no text: {unused:?}");
}

/// An emitter that forgets any one edit is seen.
#[test]
fn a_text_without_one_of_its_edits_is_seen() {
    let cases = ["gemm/gemm.c", "box/fires.c", "sink/fires.c", "combine/fires.c", "teams/fires.c"];
    let more = [
        "interchange/headers.c",
        "unschedule/fires.c",
        "launch_bounds/fires.c",
        "guarded/otherwise.c",
        "scalar/sums.c",
        "unroll/columns.c",
        "guard/fires.c",
    ];
    let cases: Vec<_> = cases.into_iter().chain(more).collect();
    let tried = in_parallel(&cases, |name| {
        let outcome = Case::read(&corpus_support::root().join(name)).analyze();
        let unit = outcome.unit.as_ref().expect("it is analysed");
        let (_, file) = unit.unit.sources.iter().next().expect("it has a file");
        let edits = unit.analyses.iter().flat_map(|own| own.edits.edits().iter().cloned());
        let edits: Vec<_> = edits.collect();
        let without = |at: usize| {
            let others = edits.iter().enumerate().filter(|(k, _)| *k != at);
            let others = others.map(|(_, edit)| edit.clone()).collect();
            let text = EditSet::new(others).expect("disjoint edits").apply(file);
            lowered::compare_with(&outcome.case, unit, &text).is_ok()
        };
        let unseen = (0..edits.len()).filter(|at| without(*at));
        let unseen: Vec<_> = unseen.map(|at| format!("{name}: {:?}", edits[at])).collect();
        (edits.len(), unseen)
    });
    let unseen: Vec<_> = tried.iter().flat_map(|(_, unseen)| unseen.clone()).collect();
    expect_none(&unseen);
    assert!(tried.iter().map(|(number, _)| number).sum::<usize>() > 50);
}

/// Coverage counts lines as they stand in the file.
#[test]
fn where_coverage_is_mapped_no_line_is_new() {
    let mut case = Case::read(&corpus_support::root().join("sink/fires.c"));
    let with_lines = case.analyze();
    case.flags.push("-fcoverage-mapping".into());
    let without = case.analyze();
    let has_numbers = |outcome: &Outcome| {
        let text = String::from_utf8_lossy(outcome.rewritten().unwrap_or_default()).into_owned();
        text.contains("\n#line ")
    };
    assert!(has_numbers(&with_lines) && !has_numbers(&without));
}

#[test]
fn a_rewritten_unit_without_numbers_is_seen() {
    let outcome = Case::read(&corpus_support::root().join("guarded/otherwise.c")).analyze();
    let text = String::from_utf8_lossy(outcome.rewritten().expect("it is rewritten")).into_owned();
    let is_number = |line: &&str| line.starts_with("#line ");
    let without: String = text.split_inclusive('\n').filter(|line| !is_number(line)).collect();
    assert_ne!(text, without);
    assert!(numbers_kept::compare_with(&outcome.case, without.as_bytes()).is_err());
    let later = |line: &str| match line.strip_prefix("#line ").map(|n| n.trim().parse::<u32>()) {
        Some(Ok(number)) => format!("#line {}\n", number + 1),
        _ => line.to_owned(),
    };
    let moved: String = text.split_inclusive('\n').map(later).collect();
    assert!(numbers_kept::compare_with(&outcome.case, moved.as_bytes()).is_err());
}

#[test]
fn clang_accepts_every_case() {
    let results = in_parallel(outcomes(), programs::check_syntax);
    expect_none(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>());
}

#[test]
fn rewritten_programs_compute_what_the_original_computes() {
    let results = in_parallel(outcomes(), programs::compare_runs);
    expect_none(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>());
}

#[test]
fn launch_bounds_are_for_gpus_alone() {
    assert!(outcomes().iter().any(|outcome| outcome.case.policy.launch));
    let results = in_parallel(outcomes(), programs::compare_code);
    expect_none(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>());
}

/// Whether the transfers of a case are looked at.
fn has_transfers(outcome: &Outcome) -> bool {
    outcome.case.policy.transfers == Moves::On
}

/// What stays on the device, is copied back or written first needs nothing of what memory held: there a pattern lies.
#[test]
fn what_a_plan_leaves_out_is_not_needed() {
    let cases: Vec<(Case, Vec<String>)> = match std::env::var_os("WARPCC_POISON") {
        Some(_) => corpus_support::poison::programs(),
        None => Vec::new(),
    };
    let own = outcomes().iter().filter(|outcome| has_transfers(outcome));
    let cases: Vec<_> =
        own.map(|outcome| (outcome.case.clone(), Vec::new())).chain(cases).collect();
    let results = in_parallel(&cases, |(case, words)| programs::compare_poisoned(case, words));
    let filled: Vec<u32> = results.iter().flatten().copied().flatten().collect();
    told(&format!(
        "{} programs, {} changed, filled at {} places",
        cases.len(),
        filled.len(),
        filled.iter().sum::<u32>()
    ));
    expect_none(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>());
    assert!(!is_whole() || filled.iter().sum::<u32>() > 100, "{filled:?}");
}

#[expect(clippy::print_stdout, reason = "the figures are what a person runs it for")]
fn told(text: &str) {
    println!("{text}");
}

/// Where data stays on the device, a program prints on the simulated GPU what it prints on the host.
#[test]
fn transfers_are_right_on_the_simulator() {
    let results = in_parallel(outcomes(), |outcome| {
        let rewritten = outcome.rewritten().filter(|_| has_transfers(outcome))?;
        Some(programs::simulate(&outcome.changed(), &String::from_utf8_lossy(rewritten)))
    });
    let results: Vec<_> = results.into_iter().flatten().collect();
    assert!(!is_whole() || results.len() > 15, "{}", results.len());
    expect_none(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>());
}

/// Tries a rewriting of each case that has barriers or team memory.
fn expect_of_teams(holds: impl Fn(&Case, &str) -> Result<(), String> + Sync) {
    let results = in_parallel(outcomes(), |outcome| {
        let rewritten = outcome.rewritten().filter(|_| programs::has_levels(outcome))?;
        Some(holds(&outcome.changed(), &String::from_utf8_lossy(rewritten)))
    });
    let results: Vec<_> = results.into_iter().flatten().collect();
    assert!(!is_whole() || results.len() > 8, "{}", results.len());
    expect_none(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>());
}

/// In generic mode a warp waits for each region of threads.
#[test]
fn rewritten_kernels_stay_in_spmd_mode() {
    expect_of_teams(programs::stay_spmd);
}

#[test]
fn rewritten_kernels_have_no_races() {
    expect_of_teams(programs::run_without_races);
}

/// An update between teams and threads: a late thread loads what the first one has stored.
#[test]
fn a_race_between_the_levels_is_seen() {
    let case = Case::read(&corpus_support::root().join("teams/fires.c"));
    let text = |sign: &str| {
        format!(
            "#include <stdio.h>\nint x[40][200], s[40];\nint main(void) {{\n#pragma omp target teams distribute map(tofrom: x, s)\n\
             for (int i = 0; i < 40; i++) {{\n#pragma omp parallel for firstprivate(i)\n\
             for (int j = 0; j < 200; j++) x[i][j] += 1;\ns[i] {sign} x[i][0];\n}}\n  printf(\"%d\\n\", s[3]);\n  return 0;\n}}\n"
        )
    };
    let seen = |sign| programs::on_the_simulator(&case, &text(sign)).expect("it runs");
    assert!(seen("+=").iter().any(|(_, told)| told.contains("race: thread")));
    let expected = (String::from("1\n"), String::new());
    assert_eq!(seen("="), [expected.clone(), expected.clone(), expected]);
}

#[test]
fn a_kernel_in_generic_mode_is_seen() {
    let case = Case::read(&corpus_support::root().join("teams/fires.c"));
    let text = |clause: &str| {
        format!(
            "int f(int n, const int *x) {{\n  int sum = 0;\n#pragma omp target teams distribute {clause} map(to: x[0:n])\n\
             for (int i = 0; i < 9; i++) {{\n#pragma omp parallel for reduction(+: sum)\n\
             for (int j = 0; j < n; j++) sum += x[j];\n}}\n  return sum;\n}}\n"
        )
    };
    let seen = |clause| !programs::in_generic_mode(&case, &text(clause)).expect("code").is_empty();
    assert!(seen("reduction(+: sum)") && !seen("map(tofrom: sum)"));
}

/// Codes that the driver reports, and those of a policy that is not in force here
/// (`tests/analysis.rs`).
const ELSEWHERE: &[Code] =
    &[Code::RejectedByClang, Code::OverBudget, Code::AnalysisFailed, Code::TypeBased];

/// The loops that the step associates with the directive, where it says how many.
fn depth(step: &Step) -> Option<u32> {
    match step.subject {
        Subject::Depth(depth) => Some(depth),
        _ => None,
    }
}

/// Whether a step is one of those in a region whose directive associates so many loops.
type IsOfKind = Box<dyn Fn(&Step, u32) -> bool>;

/// The kinds of steps, and those that associate more or fewer loops.
fn kinds() -> Vec<(&'static str, IsOfKind)> {
    let of_kind = |kind: StepKind| -> (&'static str, IsOfKind) {
        (kind.name(), Box::new(move |step, _| step.kind == kind))
    };
    let deeper = |step: &Step, declared| depth(step).is_some_and(|depth| depth > declared);
    let narrower = |step: &Step, declared| depth(step).is_some_and(|depth| depth < declared);
    let depths: [(&str, IsOfKind); 2] =
        [("deeper", Box::new(deeper)), ("narrower", Box::new(narrower))];
    StepKind::all().map(of_kind).chain(depths).collect()
}

/// Every change is made in at least three kernels, and refused in at least three.
#[test]
fn every_change_fires_three_times_and_is_refused_as_often() {
    const LEAST: usize = 3;
    let all = || outcomes().iter().flat_map(|o| o.report.regions.iter().map(move |r| (o, r)));
    let declared = |region: &Region| region.mapping.parallel_loops.len() as u32;
    let mut problems = Vec::new();
    let mut require = |what: &str, count: usize| {
        if count < LEAST {
            problems.push(format!("{what} in {count} kernels only"));
        }
    };
    for (name, is_of_kind) in kinds() {
        let applied = all().filter(|(_, region)| {
            let steps = region.plan.steps.iter();
            region.plan.applied && steps.clone().any(|step| is_of_kind(step, declared(region)))
        });
        require(&format!("{name} is applied"), applied.count());
        let refusals = format!("{name}/refused.");
        let refused = all().filter(|(outcome, region)| {
            let left = outcome.case.name.starts_with(&refusals);
            let mut steps = region.plan.steps.iter();
            let applied = |step| region.plan.applied && is_of_kind(step, declared(region));
            left && !steps.any(applied)
                || region.plan.rejected.iter().any(|refusal| {
                    let mut steps = [&refusal.step].into_iter().chain(&refusal.further_steps);
                    refusal.code != "WC210" && steps.any(|step| is_of_kind(step, declared(region)))
                })
        });
        require(&format!("{name} is refused"), refused.count());
    }
    let guarded = all().filter(|(_, region)| region.plan.guard.is_some()).count();
    let unguarded = all().filter(|(outcome, region)| {
        outcome.case.name.starts_with("guarded/refused.") && region.plan.guard.is_none()
    });
    let inner = || all().filter(|(_, region)| region.inside.is_some());
    let changed = inner().filter(|(_, region)| region.plan.applied).count();
    let left = inner().filter(|(_, region)| !region.plan.applied);
    let refused = left.filter(|(_, region)| region.plan.rejected.iter().any(|r| r.code != "WC210"));
    require("a construct inside of a region is changed", changed);
    require("a construct inside of a region is left as it is", refused.count());
    require("a test is made", guarded);
    require("no test is made", unguarded.count());
    expect_none(&problems);
}

#[test]
fn every_code_fires_and_stays_silent() {
    let regions = || outcomes().iter().flat_map(|outcome| &outcome.report.regions);
    let transfers = outcomes().iter().flat_map(|outcome| &outcome.report.transfers);
    let fired = regions().flat_map(claims::codes).chain(transfers.map(|own| own.code.clone()));
    let fired: BTreeSet<String> = fired.collect();
    let mut problems = Vec::new();
    for code in Code::ALL.iter().filter(|code| !ELSEWHERE.contains(code)) {
        if !fired.contains(&code.to_string()) {
            problems.push(format!("{code} ({}) fires nowhere", code.title()));
        } else if regions().all(|region| claims::codes(region).contains(&code.to_string())) {
            problems.push(format!("{code} ({}) fires everywhere", code.title()));
        }
    }
    expect_none(&problems);
}
