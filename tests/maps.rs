//! The thread map of every directive form and schedule, as a golden table.
//!
//! Each form is put on one nest of three loops; the table in `tests/maps/forms.txt` says what the map
//! is, what stands out, and which iterations the lanes of the first requests run.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use warpcc::id::LoopId;
use warpcc::ir::{TargetRegion, text};
use warpcc::machine::Machine;
use warpcc::schedule::map::{Chunk, Mapping, ThreadMap};
use warpcc::schedule::mapping;

/// The region's own directive, the directive inside its outermost loop, the number of its loops
/// that are associated.
const FORMS: &[(&str, &str, usize)] = &[
    ("target teams distribute parallel for", "", 1),
    ("target teams distribute parallel for simd", "", 1),
    ("target teams distribute parallel for collapse(2)", "", 2),
    ("target teams distribute parallel for schedule(static)", "", 1),
    ("target teams distribute parallel for schedule(static,1)", "", 1),
    ("target teams distribute parallel for schedule(static,4)", "", 1),
    ("target teams distribute parallel for schedule(static,128)", "", 1),
    ("target teams distribute parallel for schedule(monotonic:static,2)", "", 1),
    ("target teams distribute parallel for schedule(dynamic)", "", 1),
    ("target teams distribute parallel for schedule(guided,8)", "", 1),
    ("target teams distribute parallel for schedule(static,C)", "", 1),
    ("target teams distribute parallel for dist_schedule(static)", "", 1),
    ("target teams distribute parallel for dist_schedule(static,256)", "", 1),
    ("target teams distribute parallel for dist_schedule(static,256) schedule(static)", "", 1),
    ("target teams distribute parallel for dist_schedule(static,16)", "", 1),
    ("target teams distribute parallel for num_threads(64)", "", 1),
    ("target teams distribute parallel for thread_limit(48)", "", 1),
    ("target teams distribute parallel for thread_limit(256) num_threads(64)", "", 1),
    (
        "target teams distribute parallel for ompx_attribute(__attribute__((launch_bounds(32))))",
        "",
        1,
    ),
    (
        "target teams distribute parallel for ompx_attribute(__attribute__((launch_bounds(256))))",
        "",
        1,
    ),
    ("target teams distribute parallel for num_threads(T)", "", 1),
    ("target teams loop", "", 1),
    ("target parallel for", "", 1),
    ("target parallel for schedule(static)", "", 1),
    ("target parallel for num_threads(32)", "", 1),
    ("target parallel loop", "", 1),
    ("target loop", "", 1),
    ("target simd", "", 1),
    ("target", "", 0),
    ("target teams distribute", "", 1),
    ("target teams distribute simd", "", 1),
    ("target teams distribute", "parallel for", 1),
    ("target teams distribute", "parallel for collapse(2)", 1),
    ("target teams distribute", "parallel for schedule(static,2)", 1),
    ("target teams distribute collapse(2)", "", 2),
    ("target teams", "parallel for", 0),
    ("target", "teams distribute parallel for", 0),
    ("target parallel", "for", 0),
    ("target", "parallel for", 0),
];

fn clauses(words: &str) -> (String, String) {
    let mut names = Vec::new();
    let mut clauses = String::new();
    for word in words.split(' ') {
        match word.split_once('(') {
            None => names.push(word),
            Some((name, argument)) => {
                let argument = argument.trim_end_matches(')');
                write!(clauses, " (clause {name} \"{argument}\")").expect("a string grows");
            }
        }
    }
    (names.join(" "), clauses)
}

fn directive(words: &str) -> String {
    let (names, clauses) = clauses(words);
    format!("(directive \"{names}\" (name-end 0){clauses})")
}

/// Three loops over n iterations each, `inner` on the second.
fn region(outer: &str, inner: &str) -> TargetRegion {
    let head = |iv: &str| format!("for {iv} 0 < n 1 declares braced");
    let body = format!("({} ({} (evaluate 0)))", head("j"), head("k"));
    let second = if inner.is_empty() { body } else { format!("(omp {} {body})", directive(inner)) };
    let source = format!(
        "(region \"a.c\" 1 f\n  {}\n  (symbols (symbol n i32 scalar parameter) (symbol i i32 scalar region) \
         (symbol j i32 scalar region) (symbol k i32 scalar region))\n  (data)\n  (body ({} {second})))",
        directive(outer),
        head("i"),
    );
    text::parse(&source).unwrap_or_else(|error| panic!("{error:?}\n{source}"))
}

/// The loops of [`region`], and those over teams and threads behind them.
fn name(l: LoopId) -> &'static str {
    ["i", "j", "k", "team"].get(l.index()).copied().unwrap_or("thread")
}

fn describe(out: &mut String, title: &str, map: &ThreadMap) {
    let names = |loops: &[LoopId]| {
        let letters: Vec<_> = loops.iter().map(|l| name(*l)).collect();
        if letters.is_empty() { "-".to_string() } else { letters.join(", ") }
    };
    let chunk = |chunk| match chunk {
        Chunk::Of(size) => size.to_string(),
        Chunk::Whole => "all".into(),
        Chunk::Share => "a share".into(),
    };
    writeln!(
        out,
        "  {title}: lanes {}; teams {}; {} threads; team chunk {}; thread chunk {}; {} working",
        names(&map.loops),
        names(&map.teams),
        map.team_size,
        chunk(map.team_chunk),
        chunk(map.thread_chunk),
        map.working_threads(),
    )
    .expect("a string grows");
    for (number, positions) in map.requests(300).take(5).enumerate() {
        let (drawn, lanes) = (progression(&positions), positions.len());
        writeln!(out, "    request {number}: {drawn} on {lanes} lanes").expect("a string grows");
    }
}

/// `0, 4, …, 124`: the first two and the last where the distances are equal, else all.
fn progression(positions: &[i64]) -> String {
    let even = positions.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]);
    match positions {
        [first, second, _, .., last] if even => format!("{first}, {second}, …, {last}"),
        _ => positions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

fn table() -> String {
    let machine = Machine::by_name("nvptx").expect("the default machine");
    let mut out = String::new();
    for (outer, inner, associated) in FORMS {
        let region = region(outer, inner);
        let loops: Vec<_> = region.loops().iter().take(*associated).map(|l| l.id).collect();
        let title =
            if inner.is_empty() { (*outer).to_string() } else { format!("{outer} / {inner}") };
        writeln!(out, "{title}").expect("a string grows");
        match mapping(&region, machine, &loops) {
            Err(code) => writeln!(out, "  {code}: {}", code.title()).expect("a string grows"),
            Ok(Mapping { main, inner, findings }) => {
                describe(&mut out, "main", &main);
                inner.iter().for_each(|(root, map)| {
                    describe(&mut out, &format!("from {}", name(*root)), map);
                });
                for finding in findings {
                    writeln!(out, "  {}: {}", finding.code, finding.text).expect("a string grows");
                }
            }
        }
    }
    out
}

#[test]
fn the_table_of_forms_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/maps/forms.txt");
    let table = table();
    if std::env::var_os("WARPCC_BLESS").is_some() {
        assert!(std::env::var_os("CI").is_none(), "goldens are not blessed in CI");
        fs::write(&path, &table).expect("the golden is written");
    }
    let golden = fs::read_to_string(&path).expect("the golden exists");
    assert_eq!(golden, table, "WARPCC_BLESS=1 cargo test --test maps rewrites {}", path.display());
}

/// Every iteration is run exactly once, whatever the sizes.
#[test]
fn every_iteration_is_run_once() {
    let sizes =
        [Chunk::Of(1), Chunk::Of(3), Chunk::Of(40), Chunk::Of(128), Chunk::Whole, Chunk::Share];
    for total in [0, 1, 31, 32, 33, 127, 128, 129, 300] {
        for team_chunk in sizes {
            for thread_chunk in sizes {
                for team_size in [1, 20, 32, 48, 128] {
                    let map = ThreadMap {
                        repeated: false,
                        loops: vec![LoopId(0)],
                        teams: Vec::new(),
                        team_size,
                        shrinks: false,
                        warp: 32,
                        team_chunk,
                        thread_chunk,
                        schedule: String::new(),
                        thread: None,
                    };
                    let mut run: Vec<i64> = map.requests(total).flatten().collect();
                    run.sort_unstable();
                    let all: Vec<i64> = (0..total).collect();
                    assert_eq!(run, all, "{map:?} of {total}");
                }
            }
        }
    }
}

/// The closed form of the number of requests, against the requests themselves.
#[test]
fn requests_are_counted_as_they_are_made() {
    for total in [1_i64, 31, 128, 129, 256, 1000, 1024] {
        for (team_chunk, thread_chunk) in [
            (Chunk::Of(128), Chunk::Of(1)),
            (Chunk::Of(128), Chunk::Of(4)),
            (Chunk::Of(256), Chunk::Of(1)),
            (Chunk::Whole, Chunk::Of(1)),
            (Chunk::Whole, Chunk::Whole),
        ] {
            let map = ThreadMap {
                repeated: false,
                loops: vec![LoopId(0)],
                teams: Vec::new(),
                team_size: 128,
                shrinks: false,
                warp: 32,
                team_chunk,
                thread_chunk,
                schedule: String::new(),
                thread: None,
            };
            let made = map.requests(total).count() as f64;
            let counted = map.requests_per_iteration(total as f64) * total as f64;
            let slack = if total % 128 == 0 { 1e-9 } else { 0.2 * made + 1.0 };
            assert!((made - counted).abs() <= slack, "{map:?} of {total}: {made}, not {counted}");
        }
    }
}
