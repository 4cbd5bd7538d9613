//! The loops as written, for a host that runs a region itself.
//!
//! ```text
//! #pragma omp target … for         {
//! for (…)                            const char *warpcc_offload = …;
//!   …                                if (warpcc_offload …) {
//!                           →      #pragma omp target … for collapse(2)
//!                                  for (…)
//!                                    …
//!                                    } else {
//!                                  #pragma omp target … for if(target: 0)
//!                                  for (…)
//!                                    …
//!                                    }
//!                                  }
//! ```
//!
//! A processor divides for each iteration of collapsed loops, and has no vector loop any more. clang makes no kernel of a region with
//! `if(target: 0)`.

use super::versions::{Around, second, wrap};
use super::{EditSet, directive, lines};
use crate::diag::Code;
use crate::ir::{Clause, Directive, Origin, TargetRegion};
use crate::openmp::ClauseKind;
use crate::source::{SourceFile, Span};

/// The edits of a whole region with the loops as written beside the changed ones.
pub(super) fn beside(
    region: &TargetRegion,
    file: &SourceFile,
    changed: EditSet,
) -> Result<EditSet, Code> {
    let written = &region.directive;
    if region.is_inner() || written.clause(ClauseKind::If).is_some() || !is_one(written, file) {
        return Err(Code::NotEditable);
    }
    let edits = directive::edits(written, &on_host(written), file)?;
    let edits = EditSet::new(edits).map_err(|_| Code::NotEditable)?;
    let indent = lines::indent(file, written.span.start);
    let around = Around::device(second(region, file, edits)?, &indent);
    wrap(region, file, (around, &[]), changed)
}

/// Whether the directive stands in one pragma: of several, `if(target: …)` belongs to the first one.
fn is_one(written: &Directive, file: &SourceFile) -> bool {
    let name = file.slice(Span::new(written.span.start, written.name_end));
    written.origin == Origin::MacroUse || name.split(|byte| *byte == b'#').count() == 2
}

/// The directive for a region that stays on the host.
fn on_host(written: &Directive) -> Directive {
    let span = Span::new(written.name_end, written.name_end);
    let clause = Clause::made("if", Some("target: 0".to_owned()), span);
    let clauses = written.clauses.iter().cloned().chain([clause]).collect();
    Directive { clauses, ..written.clone() }
}
