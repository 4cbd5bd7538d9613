//! What is proved of loops that no directive shares, and, where one thread runs them alone, the directive that would share them.

use super::words::Words;
use crate::dependence::Verdict;
use crate::dependence::scalar::{ScalarUse, classify};
use crate::id::LoopId;
use crate::ir::{Expr, Loop, Stmt, StmtKind, nest_of};
use crate::openmp::{Leaf, Leaves};

/// Of a region whose directive is `target` alone: `the loops i and j are proved independent: target teams distribute parallel for
/// collapse(2) shares them`.
pub(super) fn advice(words: &Words) -> Option<String> {
    let region = words.region;
    if region.directive.leaves() != Leaves::of(&[Leaf::Target]) || region.is_inner() {
        return None;
    }
    let outermost: Vec<&Loop> = region.body.iter().filter_map(counted).collect();
    if let ([only], [first]) = (region.body.as_slice(), outermost.as_slice())
        && counted(only).is_some()
        && is_free(words, first)
    {
        let depth = shared_depth(words, &region.body);
        let clause = if depth > 1 { format!(" collapse({depth})") } else { String::new() };
        let loops: Vec<_> = nest_of(&region.body)[..depth].iter().map(|l| l.id).collect();
        return Some(told(words, &loops, &format!("target teams distribute parallel for{clause}")));
    }
    let mut found = Vec::new();
    outermost.into_iter().for_each(|l| free_loops(words, l, &mut found));
    let loops: Vec<_> = found.iter().map(|l| l.id).collect();
    let places: Vec<_> = found.iter().map(|l| words.line(l.header).to_string()).collect();
    let line = if places.len() == 1 { "line" } else { "lines" };
    let directive = format!("parallel for (before {line} {})", places.join(", "));
    (!loops.is_empty()).then(|| told(words, &loops, &directive))
}

fn told(words: &Words, loops: &[LoopId], directive: &str) -> String {
    let names = words.told_loops(loops);
    match names.as_slice() {
        [one] => format!("the loop {one} is proved independent: {directive} shares it"),
        several => {
            format!(
                "the loops {} are proved independent: {directive} shares them",
                several.join(" and ")
            )
        }
    }
}

fn counted(stmt: &Stmt) -> Option<&Loop> {
    match &stmt.kind {
        StmtKind::Loop(l) => Some(l),
        _ => None,
    }
}

/// Whether the iterations of a loop may run in any order, each thread with its own variables: it carries nothing, and all scalars that its body
/// changes are declared there.
fn is_free(words: &Words, l: &Loop) -> bool {
    let private = classify(words.region, l).iter().all(|(_, usage)| *usage == ScalarUse::Private);
    private && l.declares_iv && independence(words, l.id).0 == "proved"
}

/// The outermost free loops of a loop, itself among them.
fn free_loops<'r>(words: &Words<'r>, l: &'r Loop, found: &mut Vec<&'r Loop>) {
    if is_free(words, l) {
        found.push(l);
    } else {
        l.body.iter().filter_map(counted).for_each(|inner| free_loops(words, inner, found));
    }
}

/// How many loops from the outermost one on are free, stand perfectly in each other and have ends that are the same in all iterations of the
/// others.
fn shared_depth(words: &Words, body: &[Stmt]) -> usize {
    let nest = nest_of(body);
    let is_steady = |at: usize| {
        let counters: Vec<_> = nest[..at].iter().map(|l| l.iv).collect();
        let ends = [&nest[at].lower, &nest[at].bound, &nest[at].step];
        let mut named = ends.into_iter().flat_map(Expr::symbols);
        !named.any(|symbol| counters.contains(&symbol))
    };
    let mut depth = 1;
    while nest
        .get(depth)
        .is_some_and(|l| nest[depth - 1].body.len() == 1 && is_free(words, l) && is_steady(depth))
    {
        depth += 1;
    }
    depth
}

/// Whether a loop carries a dependence while the loops declared parallel stay fixed.
pub(super) fn independence(words: &Words, l: LoopId) -> (&'static str, String) {
    let dependences = &words.analysis.dependences;
    if dependences.declared.contains(&l) || dependences.worksharing.contains(&l) {
        return ("declared", String::new());
    }
    let mut answer = ("proved", String::new());
    let obstacles = &words.analysis.obstacles;
    if let Some(obstacle) = obstacles.iter().find(|obstacle| obstacle.loops.contains(&l)) {
        answer = ("unknown", obstacle.why.clone());
    } else if let Some(code) = words.analysis.loops[l.index()].as_ref().and_then(|l| l.varying) {
        answer = ("unknown", code.title().into());
    }
    if let Some((symbol, _)) = words.analysis.carried_scalars.iter().find(|(_, at)| *at == l) {
        answer = ("carried", format!("scalar {}", words.names.symbol(*symbol)));
    }
    let at = [l];
    for pair in &dependences.pairs {
        for (_, verdict) in pair.carried_by(&at) {
            let accesses =
                || format!("{} and {}", words.access(pair.source), words.access(pair.sink));
            match verdict {
                Verdict::Dependent(_) if answer.0 != "carried" => {
                    answer = ("carried", accesses());
                }
                Verdict::Unknown(code) if answer.0 == "proved" => {
                    answer = ("unknown", format!("{}: {}", code.title(), accesses()));
                }
                _ => {}
            }
        }
    }
    answer
}
