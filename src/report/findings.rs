//! What stands out in a region as it is written, beside the sectors of its accesses.

use super::Finding;
use super::words::Words;
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{self, launch};
use crate::plan::race::Race;
use crate::source::Span;

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
    inner.chain(race).chain(lost).chain(counters).chain(nothing).collect()
}

fn finding(words: &Words, code: Code, span: Span, text: String) -> Finding {
    let column = words.file.position(span.start).column;
    Finding { code: code.to_string(), line: words.line(span), column, text }
}

/// `each iteration of the loop i writes a[i], which the one before it reads as a[i + 1] (line 4): nothing orders them`.
fn race(words: &Words, race: &Race) -> Finding {
    let accesses = &words.analysis.accesses;
    let (write, read) = (&accesses[race.write.index()], &accesses[race.read.index()]);
    let span = write.reference.span;
    let (own, counter) = (words.shown(write), words.loops(&[race.at]).join(""));
    let other = words.access(read.id);
    let what = match &race.distance {
        None if race.write == race.read => {
            format!("all iterations of the loop {counter} read and write {own}")
        }
        None => format!("all iterations of the loop {counter} write {own} and read {other}"),
        Some(distance) => {
            let far = distance.clone().abs();
            let side = if *distance < 0 { "before" } else { "after" };
            let far = if far == 1 { String::new() } else { format!("{far} ") };
            format!(
                "each iteration of the loop {counter} writes {own}, which the one {far}{side} it reads as {other}"
            )
        }
    };
    let text = format!("{}: {what}: nothing orders them", Code::DeclaredRace.title());
    finding(words, Code::DeclaredRace, span, text)
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

/// Whether a region that is understood has no access to memory, nor a construct with an entry of its own, nor anything to
/// reduce.
fn touches_nothing(words: &Words) -> bool {
    let analysis = words.analysis;
    let reduced = |item: &ir::DataItem| item.kind == ir::DataKind::Reduction && !item.enclosing;
    let counted = |access: &crate::access::Access| access.counted;
    analysis.decision.before.is_ok()
        && analysis.obstacles.is_empty()
        && words.inner.is_empty()
        && !words.region.data.iter().any(reduced)
        && !analysis.accesses.iter().any(counted)
}
