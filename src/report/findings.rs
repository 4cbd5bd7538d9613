//! What stands out in a region as it is written, beside the sectors of its accesses.

use rug::Integer;

use super::Finding;
use super::flat;
use super::words::Words;
use crate::dependence::scalar;
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{self, launch};
use crate::openmp::ClauseKind;
use crate::plan::race::{Iteration, Meeting, Race, Touch};
use crate::source::Span;
use crate::symbolic::root::is_scalar_on_device;

/// The findings in the order of their codes.
pub(super) fn all_findings(words: &Words) -> Vec<Finding> {
    let race = words.analysis.race.as_ref().map(|race| self::race(words, race));
    let counters = assigned_counters(words).into_iter().map(|l| counter(words, l));
    let nothing = touches_nothing(words).then(|| {
        let text = "no statement reads or writes memory that the threads share";
        finding(words, Code::NoMemory, words.region.directive.span, text.into())
    });
    let decision = &words.analysis.decision;
    let inner = decision.shared_counters.iter().filter_map(|symbol| shared_counter(words, *symbol));
    let lost = launch::lost_iterations(words.region).map(|span| lost(words, span));
    let values = words.region.lost.iter().map(|own| lost_value(words, own));
    let split = flat::split_indices(words).into_iter();
    let split = split.map(|(span, text)| finding(words, Code::SplitIndex, span, text));
    inner
        .chain(race)
        .chain(lost)
        .chain(values)
        .chain(split)
        .chain(counters)
        .chain(nothing)
        .collect()
}

fn finding(words: &Words, code: Code, span: Span, text: String) -> Finding {
    let column = words.file.position(span.start).column;
    Finding { code: code.to_string(), line: words.line(span), column, text }
}

/// `each iteration of the loop i writes a[i], which the one before it reads as a[i + 1] (line 4): nothing orders them`.
fn race(words: &Words, race: &Race) -> Finding {
    let accesses = &words.analysis.accesses;
    let (span, own, other) = match &race.touch {
        Touch::Accesses { write, read } => {
            let access = &accesses[write.index()];
            let other = (write != read).then(|| words.access(*read));
            (access.reference.span, words.shown(access), other)
        }
        Touch::Scalar { symbol, write, read } => {
            let name = words.names.symbol(*symbol);
            let other = read.map(|read| format!("it (line {})", words.line(read)));
            (*write, name.to_owned(), other)
        }
    };
    let what = match (&race.meeting, &other) {
        (Meeting::All(at), None) => {
            format!("all iterations of {} read and write {own}", counted(words, &[*at]))
        }
        (Meeting::All(at), Some(other)) => {
            format!("all iterations of {} write {own} and read {other}", counted(words, &[*at]))
        }
        (Meeting::Apart(distances), other) => {
            let loops: Vec<_> = distances.iter().map(|(at, _)| *at).collect();
            let other = other.as_ref().unwrap_or(&own);
            format!(
                "each iteration of {} writes {own}, which the one {} reads as {other}",
                counted(words, &loops),
                apart(words, distances)
            )
        }
        (Meeting::One { at, iteration, writes }, other) => {
            let one = self::iteration(words, *at, iteration);
            let other = other.as_ref().unwrap_or(&own);
            if *writes {
                format!("{one} writes {own}, which all others read as {other}")
            } else {
                let all = counted(words, &[*at]);
                format!("all iterations of {all} write {own}, which {one} reads as {other}")
            }
        }
    };
    let needs = match race.need_two.as_slice() {
        [] => String::new(),
        [one] => format!(" where {} has two iterations", counted(words, &[*one])),
        several => format!(" where {} have two iterations each", counted(words, several)),
    };
    let text = format!("{}: {what}: nothing orders them{needs}", Code::DeclaredRace.title());
    finding(words, Code::DeclaredRace, span, text)
}

/// `the loop i`, `the loops i and j`.
fn counted(words: &Words, loops: &[LoopId]) -> String {
    let names = words.told_loops(loops);
    match names.as_slice() {
        [one] => format!("the loop {one}"),
        several => format!("the loops {}", several.join(" and ")),
    }
}

/// Which iteration reads what another one writes: `3 before it`, `1 before it in i and 2 after it in j`.
fn apart(words: &Words, distances: &[(LoopId, Integer)]) -> String {
    let one = |(at, distance): &(LoopId, Integer)| {
        let far = distance.clone().abs();
        let side = if *distance < 0 { "before" } else { "after" };
        match distances.len() {
            1 if far == 1 => format!("{side} it"),
            1 => format!("{far} {side} it"),
            _ => format!("{far} {side} it in {}", words.loops(&[*at]).join("")),
        }
    };
    distances.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// `the first iteration of the loop i`, `the iteration i = 10`.
fn iteration(words: &Words, at: LoopId, iteration: &Iteration) -> String {
    let value = match iteration {
        Iteration::First => return format!("the first iteration of {}", counted(words, &[at])),
        Iteration::Last => return format!("the last iteration of {}", counted(words, &[at])),
        Iteration::At(value) => value,
    };
    let values = words.analysis.loops[at.index()].as_ref();
    let step = values.and_then(|values| values.step.clone()).filter(|step| *step != 1);
    let lower = values.and_then(|values| values.lower.as_poly()?.as_constant());
    let shown = match (step, lower) {
        (Some(step), Some(lower)) => lower + step * value,
        _ => value.clone(),
    };
    format!("the iteration {} = {shown}", words.loops(&[at]).join(""))
}

/// What is wrong whatever is done.
fn lost(words: &Words, span: Span) -> Finding {
    let code = Code::LostIterations;
    let text = format!(
        "{}: `teams loop` has a pragma of its own below `target`, and on NVIDIA's devices one of 128 iterations is run",
        code.title()
    );
    finding(words, code, span, text)
}

/// `the region adds to a copy of s, and the host reads s (line 9); reduction(+: s) brings the sum back`. That data constructs map the
/// variable does not help.
fn lost_value(words: &Words, lost: &ir::Lost) -> Finding {
    let region = words.region;
    let name = words.names.symbol(lost.symbol);
    let reader = match lost.read {
        Some(read) => {
            let line = words.file.position(read).line;
            format!("the host reads {name} as it was before (line {line})")
        }
        None => format!("the caller finds {name} as it was before"),
    };
    let is_mapped = region.data.iter().any(|item| item.symbol == lost.symbol && item.enclosing);
    let mapped = if is_mapped { ", beside the one that target data maps" } else { "" };
    let operator = scalar::accumulated(region, &region.body, lost.symbol);
    let mut is_inside = false;
    ir::walk_statements(&region.body, &mut |stmt| {
        if let ir::StmtKind::Directive(own, _) = &stmt.kind {
            is_inside |= own.shares_work();
        }
    });
    let is_reduced = region.data.iter().any(|item| item.symbol == lost.symbol && !item.enclosing);
    let shares = region.directive.shares_work() && !is_inside && !is_reduced;
    let clause = match operator.filter(|_| shares) {
        Some(operator) => format!("reduction({}: {name})", operator.symbol()),
        None => format!("map(tofrom: {name})"),
    };
    let text = format!(
        "{}: no clause of target names {name}, so that the region changes a copy of its own{mapped}; {reader}: {clause} is missing",
        Code::LostValue.title()
    );
    finding(words, Code::LostValue, lost.write, text)
}

fn shared_counter(words: &Words, symbol: SymbolId) -> Option<Finding> {
    let l = words.region.loops().into_iter().find(|l| l.iv == symbol)?;
    let (code, name) = (Code::SharedInnerVariable, words.names.symbol(symbol));
    let text = format!(
        "{}: {name} is declared outside of the region and in no private clause",
        code.title()
    );
    Some(finding(words, code, l.header, text))
}

/// The loops that threads share whose bodies assign their counters.
fn assigned_counters<'a>(words: &Words<'a>) -> Vec<&'a ir::Loop> {
    let dependences = &words.analysis.dependences;
    let shared = |l: &&ir::Loop| {
        dependences.declared.contains(&l.id) || dependences.worksharing.contains(&l.id)
    };
    let varying = |l: &&ir::Loop| words.analysis.loops[l.id.index()].as_ref()?.varying;
    let loops = words.region.loops().into_iter().filter(shared);
    loops.filter(|l| varying(l) == Some(Code::CounterAssigned) && assigns(l)).collect()
}

/// Whether a statement of the body assigns the loop's counter; a reference to it may only be read through.
fn assigns(l: &ir::Loop) -> bool {
    let mut found = false;
    ir::walk_statements(&l.body, &mut |stmt| {
        found |= matches!(&stmt.kind, ir::StmtKind::Assign { target, .. } if target.as_symbol() == Some(l.iv));
    });
    found
}

fn counter(words: &Words, l: &ir::Loop) -> Finding {
    let name = words.loops(&[l.id]).join("");
    let text = format!(
        "{}: {name} counts a loop whose iterations the threads share, and is not theirs to change",
        Code::CounterAssigned.title()
    );
    finding(words, Code::CounterAssigned, l.header, text)
}

/// Whether a region that is understood has no access to memory, names no scalar there, and has no construct with an entry of its
/// own, nor anything to reduce.
fn touches_nothing(words: &Words) -> bool {
    let analysis = words.analysis;
    let reduced = |item: &ir::DataItem| item.kind == ir::DataKind::Reduction && !item.enclosing;
    let counted = |access: &crate::access::Access| access.counted;
    let in_memory = |symbol: &SymbolId| is_in_memory(words.region, *symbol);
    analysis.decision.before.is_ok()
        && analysis.obstacles.is_empty()
        && words.inner.is_empty()
        && !words.region.data.iter().any(reduced)
        && !analysis.accesses.iter().any(counted)
        && !ir::named(&words.region.body).iter().any(in_memory)
}

/// Whether a variable that the region names is one in the device's memory, which all threads share, or may be one.
fn is_in_memory(region: &ir::TargetRegion, symbol: SymbolId) -> bool {
    let mapped = |item: &ir::DataItem| {
        let whole = item.member.is_none() && item.section.is_none();
        item.symbol == symbol && item.kind.is_map() && whole && !item.enclosing
    };
    let target = region.around.first().unwrap_or(&region.directive);
    is_scalar_on_device(region, symbol)
        || region.data.iter().any(mapped)
        || region.symbol(symbol).scope != ir::Scope::Region
            && target.clause(ClauseKind::Defaultmap).is_some()
}
