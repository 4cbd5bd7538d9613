//! Numbers of lines that tell a kernel from the one that other units make of the same header.
//!
//! clang names a kernel by the file and the line of its directive and by the function around it, and a program has one kernel of
//! each name. Of an inline function, or a template, other units may have the text as written, or another text: their launches must
//! not meet this kernel. So the lines of a region that is changed get numbers that depend on its new text.

use super::{Edit, EditSet, lines};
use crate::ir::{HazardKind, TargetRegion};
use crate::policy::Policy;
use crate::source::{SourceFile, Span, numbers_lines};

/// The greatest number that a line can have.
const MOST: u64 = (1 << 31) - 1;

/// The text that gets numbers of its own, and what is added to these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shift {
    span: Span,
    by: u32,
}

/// Whether the lines of a region, which is in no other one, can have other numbers: the region begins and ends where a line may,
/// nothing in it tells its line, and no function in it is named by its place among others.
pub fn can_be_numbered(region: &TargetRegion, file: &SourceFile, policy: &Policy) -> bool {
    let Span { start, end } = region.span();
    let last = Span::new(end.saturating_sub(1), end);
    policy.lines
        && !numbers_lines(file.bytes())
        && lines::begins_line(file, start)
        && lines::can_begin_line(file, start)
        && matches!(file.slice(last), b";" | b"}")
        && file.macro_use(last).is_none()
        && !region.has_hazard(HazardKind::TellsPlace)
        && !has_lambda(file.slice(region.span()))
}

/// Whether a bracket begins something else than a subscript.
fn has_lambda(text: &[u8]) -> bool {
    let begins = |at: usize| {
        let before = text[..at].trim_ascii_end().last();
        !before.is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b')' | b']') || !byte.is_ascii()
        })
    };
    (0..text.len()).any(|at| text[at] == b'[' && begins(at))
        || text.windows(2).any(|two| two == b"<:")
        || text.windows(3).any(|three| three == b"??(")
}

impl EditSet {
    /// The edits of a file, in which the lines of these regions have numbers of their own; each comes with its edits.
    pub fn numbered_apart(
        mut self,
        regions: &[(&TargetRegion, EditSet)],
        file: &SourceFile,
    ) -> EditSet {
        for shift in shifts(regions, file).into_iter().rev() {
            let boundary = |at: u32, by: u32| Edit { shift: Some(by), ..Edit::insertion(at, "") };
            let end = self.edits.partition_point(|edit| edit.span.end <= shift.span.end);
            self.edits.insert(end, boundary(shift.span.end, 0));
            let start = self.edits.partition_point(|edit| edit.span.start < shift.span.start);
            self.edits.insert(start, boundary(shift.span.start, shift.by));
        }
        self
    }
}

/// The texts that get numbers of their own, in their order; such that touch are one.
fn shifts(regions: &[(&TargetRegion, EditSet)], file: &SourceFile) -> Vec<Shift> {
    let mut texts: Vec<(Span, Vec<&Edit>)> = Vec::new();
    for (region, set) in regions.iter().filter(|(_, set)| !set.is_empty()) {
        let Span { start, end } = region.span();
        let first = set.edits.iter().map(|edit| edit.span.start).min().unwrap_or(start);
        let last = set.edits.iter().map(|edit| edit.span.end).max().unwrap_or(end);
        let span = Span::new(lines::line_start(file, start).min(first), end.max(last));
        texts.push((span, set.edits.iter().collect()));
    }
    texts.sort_by_key(|(span, _)| *span);
    let mut joined: Vec<(Span, Vec<&Edit>)> = Vec::new();
    for (span, edits) in texts {
        match joined.last_mut().filter(|(last, _)| span.start <= last.end) {
            Some((last, all)) => {
                last.end = last.end.max(span.end);
                all.extend(edits);
            }
            None => joined.push((span, edits)),
        }
    }
    joined.into_iter().map(|(span, edits)| Shift { span, by: number(&edits, file) }).collect()
}

/// What is added to the numbers of lines: a round number above all of the file's, by the text of the edits.
fn number(edits: &[&Edit], file: &SourceFile) -> u32 {
    let lines = file.newlines() as u64 + 2;
    let unit = (2..19).map(|digits| 10_u64.pow(digits)).find(|unit| *unit > lines).unwrap_or(lines);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    };
    for edit in edits {
        add(&edit.span.start.to_le_bytes());
        add(&edit.span.end.to_le_bytes());
        add(&(edit.text.len() as u64).to_le_bytes());
        add(&edit.text);
    }
    let choices = (MOST / unit).saturating_sub(1).max(1);
    let chosen = 1 + (hash ^ (hash >> 32)) % choices;
    u32::try_from(chosen * unit).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_of_subscripts_are_no_lambdas() {
        for text in ["a[i] += b[i][j]", "f(x)[0]", "x [i]", "p->q[1]"] {
            assert!(!has_lambda(text.as_bytes()), "{text}");
        }
        for text in ["auto f = [&](int i) {};", "f([=] {})", "[[likely]]", "{[0] = 1}", "a<:0:>"] {
            assert!(has_lambda(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn numbers_are_above_those_of_the_file_and_end_in_them() {
        let file = SourceFile::new("a.h", "\n".repeat(120));
        for at in 0..100 {
            let edit = Edit::insertion(at, " collapse(2)");
            let by = number(&[&edit], &file);
            assert!(by.is_multiple_of(1000) && by >= 1000 && u64::from(by) + 1000 <= MOST, "{by}");
        }
        let [a, b] = ["a", "b"].map(|text| number(&[&Edit::insertion(0, text)], &file));
        assert_ne!(a, b);
    }
}
