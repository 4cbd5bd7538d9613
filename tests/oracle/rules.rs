//! Rewriting rules that need a program around them, each on every program of a small grid: what a
//! loop advances in closed form, and what the program states. Every address that the analysis gives
//! is compared with those of the runs, in types that wrap around too.

use warpcc::dependence::Verdict;
use warpcc::ir::text::parse;
use warpcc::machine::Machine;
use warpcc::policy::Policy;
use warpcc::symbolic::poly::{Atom, TermOp};
use warpcc::{Analysis, analyze};

use crate::{Tally, examine};

/// A region over `body`; `x` has the type `ty`.
fn region(ty: &str, body: &str) -> String {
    format!(
        "(region \"rule.c\" 1 f
  (directive \"target teams distribute parallel for\")
  (symbols (symbol A ptr pointer parameter) (symbol n i32 scalar parameter)
    (symbol m i32 scalar parameter) (symbol i0 i32 scalar region)
    (symbol z0 i32 scalar region) (symbol z1 i32 scalar region)
    (symbol x {ty} scalar function))
  (data (map-tofrom A (section \"0\" \"n\")) (private x))
  (body (for i0 0 < n 1 declares {body})))
"
    )
}

fn analysis(text: &str) -> Analysis {
    let region = parse(text).expect("a region");
    analyze(&region, <&Machine>::default(), &Policy::STANDARD)
}

/// Whether every address is known without an unknown of the iteration.
fn closed(analysis: &Analysis) -> bool {
    let unknown = |atom: &Atom| match atom {
        Atom::Term(term) => matches!(term.op, TermOp::Unknown { .. }),
        _ => false,
    };
    let offsets = analysis.accesses.iter().map(|access| &access.reference.address.offset);
    offsets.clone().all(|o| o.unknown().is_none() && !o.any_atom(&mut |a| unknown(a)))
}

fn check(text: &str) {
    let outcome = examine(text, 5, &mut Tally::default());
    assert!(outcome.is_ok(), "{text}\n{outcome:?}");
}

#[test]
fn counters_have_their_values() {
    let loops = ["0 < 3 1", "1 <= 4 2", "3 >= 0 -1", "(neg m) < 2 1", "0 < n 1"];
    let amounts = ["1", "-2", "0", "n", "z0", "(- n z0)", "100"];
    let mut known = 0;
    for (number, bounds) in loops.iter().enumerate() {
        for amount in amounts {
            for ty in ["i32", "u8", "i8", "u32", "i64"] {
                let store = |at: u32| {
                    let index = if ty == "i32" { "x".into() } else { "(cast x):i32".to_string() };
                    let value = format!("(+ [A (index {index} 4:i64)]:u32@{}:900 1:u32)", at + 1);
                    format!("(= [A (index {index} 4:i64)]:u32@{at}:900 {value})")
                };
                let start = ["0", "2", "i0", "n", "-1"][number];
                let add = format!("(+= [x] {amount})");
                let add = if ty == "i64" { format!("(+= [x] (cast {amount}):i64)") } else { add };
                let inner = format!("(for z1 0 <= z0 1 declares {} {add})", store(100));
                let leave = "(if (> z0 1) (then (break)))";
                let skip = "(if (> z0 1) (then (continue)))";
                let bodies = [
                    format!("(for z0 {bounds} 1 declares {} {add}) {}", store(100), store(200)),
                    format!(
                        "(for z0 {bounds} 1 declares {} {add} {leave}) {}",
                        store(100),
                        store(200)
                    ),
                    format!(
                        "(for z0 {bounds} 1 declares {} {leave} {add}) {}",
                        store(100),
                        store(200)
                    ),
                    format!(
                        "(for z0 {bounds} 1 declares {} {skip} {add}) {}",
                        store(100),
                        store(200)
                    ),
                    format!(
                        "(for z0 {bounds} 1 declares {}) {add} {}",
                        inner.replace(&add, &format!("{add} (break)")),
                        store(200)
                    ),
                    format!("(for z0 {bounds} 1 declares {inner} {add}) {}", store(200)),
                ];
                for body in bodies {
                    let body = body
                        .replace(&format!("{bounds} 1 declares"), &format!("{bounds} declares"));
                    let set =
                        if ty == "i32" { start.into() } else { format!("(cast {start}):{ty}") };
                    let text = region(ty, &format!("(= [x] {set}) {body}"));
                    check(&text);
                    known += u32::from(closed(&analysis(&text)));
                }
            }
        }
    }
    assert!(known > 60, "{known} have a closed form");
}

/// The three ways to state `n >= m + 1` prove that rows m apart differ; nothing else does, and a
/// fact of another branch or of a statement behind it is none.
#[test]
fn stated_facts_hold_where_they_stand() {
    let store = "(= [A (index (+ z0 (* i0 64)) 4:i64)]:u32@100:900 \
                 (+ [A (index (+ (+ z0 n) (* i0 64)) 4:i64)]:u32@101:900 1:u32))";
    let inside = |facts: &str, behind: &str| {
        region("i32", &format!("(for z0 0 < m 1 declares {facts} {store} {behind})"))
    };
    let end = "(call __builtin_unreachable):void";
    let assumed = "(evaluate (call __builtin_assume (>= n m)):void)".to_string();
    let unreachable = format!("(if (< n m) (then (evaluate {end})))");
    let asserted = format!("(evaluate (select (>= n m) (cast 0):void {end}):void)");
    let elsewhere = format!("(if (> z0 1) (then {assumed}))");
    let cases = [
        (inside(&assumed, ""), true),
        (inside(&unreachable, ""), true),
        (inside(&asserted, ""), true),
        (inside("", ""), false),
        (inside(&elsewhere, ""), false),
        (inside("", &assumed), false),
    ];
    for (text, proved) in cases {
        check(&text);
        let analysis = analysis(&text);
        let pairs = analysis.dependences.pairs.iter().filter(|pair| pair.source != pair.sink);
        let verdicts: Vec<_> = pairs.flat_map(|pair| pair.verdicts.values()).collect();
        let independent = |v: &&Verdict| matches!(v, Verdict::Independent(_));
        assert_eq!(verdicts.iter().all(independent), proved, "{text}\n{verdicts:?}");
        assert!(!verdicts.is_empty());
    }
}
