//! Takes the programmer's own `collapse` clauses away, for experiments: what of them is found again?

use super::unschedule::with_comma;
use crate::ir::{DataKind, Loop, Origin, Scope, TargetRegion};
use crate::source::{SourceFile, SourceMap};

/// Blanks every `collapse` clause of the main file, in the text and in the regions, that only makes
/// loops parallel: the nest is perfect, and its counters are private without the clause. Answers
/// whether there was any.
pub fn strip_collapse(sources: &mut SourceMap, regions: &mut [TargetRegion]) -> bool {
    let Some((main, file)) = sources.iter().next() else { return false };
    let mut bytes = file.bytes().to_vec();
    let name = file.name().to_owned();
    let mut found = false;
    for region in regions.iter_mut().filter(|region| region.file == main && strips(region)) {
        let Some(clause) = region.directive.clause("collapse") else { continue };
        let span = with_comma(file, clause.span, region.directive.span);
        let Some(text) = bytes.get_mut(span.start as usize..span.end as usize) else { continue };
        text.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        region.directive.clauses.retain(|clause| clause.name != "collapse");
        found = true;
    }
    sources.replace(main, SourceFile::new(name, bytes));
    found
}

fn strips(region: &TargetRegion) -> bool {
    let Some(depth) = region.directive.associated_loops() else { return false };
    let depth = depth as usize;
    let nest = region.nest();
    let clauses = region.directive.clauses.iter().filter(|clause| clause.name == "collapse");
    let perfect = |l: &&Loop| l.body.len() == 1;
    region.directive.origin == Origin::MainFile
        && clauses.filter(|clause| clause.from_macro.is_none()).count() == 1
        && nest.len() >= depth
        && nest[..depth - 1].iter().all(perfect)
        && nest[1..depth].iter().all(|l| has_own_counter(region, l))
}

fn has_own_counter(region: &TargetRegion, l: &Loop) -> bool {
    let own = region.data.iter().filter(|item| item.symbol == l.iv && !item.enclosing);
    l.declares_iv
        || region.symbol(l.iv).scope == Scope::Region
        || own.into_iter().any(|item| item.kind == DataKind::Private)
}
