//! The source view: a region's lines, each access marked with its sectors.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::text::Escaped;
use crate::report::{Access, Edit, Region, Sectors};
use crate::source::SourceFile;

/// Lines shown below the last one of which something is known.
const BELOW: u32 = 2;

/// Most lines of one region.
const MOST: u32 = 400;

/// How a count of sectors is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grade {
    /// The style's class.
    pub(super) class: &'static str,
    /// What the colour says.
    pub(super) words: &'static str,
}

/// Every grade, from the best on.
pub(super) const GRADES: [Grade; 5] = [
    Grade { class: "good", words: "no more than 32 lanes need" },
    Grade { class: "fair", words: "up to twice that" },
    Grade { class: "poor", words: "more, up to 16 sectors" },
    Grade { class: "bad", words: "more than 16 sectors" },
    Grade { class: "open", words: "not counted" },
];

/// The grade of an access as written, or as compiled; of those that share their sectors, what all of them need counts.
pub(super) fn grade(access: &Access, after: bool) -> Grade {
    let (sectors, shared) = if after {
        (&access.sectors_after, &access.shared_after)
    } else {
        (&access.sectors_before, &access.shared_before)
    };
    match (sectors, shared) {
        (Some(_), Some(shared)) => grade_of(Some(&shared.sectors), shared.bytes),
        (sectors, _) => grade_of(sectors.as_ref(), access.bytes),
    }
}

/// The grade of sectors of which lanes need `bytes` bytes each.
fn grade_of(sectors: Option<&Sectors>, bytes: u32) -> Grade {
    let Some(sectors) = sectors else { return GRADES[4] };
    if sectors.mean <= f64::from(bytes.max(1)) {
        GRADES[0]
    } else if !sectors.is_wasteful(bytes) {
        GRADES[1]
    } else {
        GRADES[if sectors.mean <= 16.0 { 2 } else { 3 }]
    }
}

/// The mean to be expected, without needless digits; `?` where there is none.
pub(super) fn mean(sectors: Option<&Sectors>) -> String {
    sectors.map_or("?".into(), |sectors| ((sectors.expected() * 100.0).round() / 100.0).to_string())
}

/// Whether the accesses' texts stand where the report has them: else the file is another one, or has
/// changed since. Texts that a macro hides do not count.
pub(super) fn is_current(region: &Region, file: &SourceFile) -> bool {
    let found = region.accesses.iter().filter(|access| extent(access, file).is_some()).count();
    2 * found >= region.accesses.len() && file.line(region.line).is_some()
}

/// The bytes of the line that an access's text covers; only the part on its first line.
fn extent(access: &Access, file: &SourceFile) -> Option<std::ops::Range<usize>> {
    let line = file.line(access.line)?;
    let start = (access.column as usize).saturating_sub(1);
    let mut wanted = access.text.bytes().filter(|byte| !byte.is_ascii_whitespace()).peekable();
    wanted.peek()?;
    let mut end = start;
    for (at, byte) in line.iter().enumerate().skip(start) {
        if wanted.peek().is_none() {
            break;
        }
        if !byte.is_ascii_whitespace() {
            if wanted.next() != Some(*byte) {
                return None;
            }
            end = at + 1;
        }
    }
    (end > start).then_some(start..end)
}

/// An end of a marked text, in the order in which the ends of one place are written: closings of
/// inner texts, of outer ones, then openings of outer texts, of inner ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// Closes the text that began so many bytes before.
    Close(usize),
    /// Opens the text whose negated length this is.
    Open(isize),
    /// A number without a text.
    Bare,
}

/// Writes the lines of region number `n`.
pub(super) fn view(out: &mut String, n: usize, region: &Region, file: &SourceFile) -> fmt::Result {
    let mut lines: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (a, access) in region.accesses.iter().enumerate() {
        lines.entry(access.line).or_default().push(a);
    }
    let known = region.loops.iter().map(|l| l.line).chain(lines.keys().copied());
    let last = known.max().unwrap_or(region.line).max(region.line) + BELOW;
    let last = last.min(region.line.saturating_add(MOST));
    let label = Escaped(&region.id);
    writeln!(
        out,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Source of {label}\">\
         <table class=\"source\"><tbody>"
    )?;
    for number in region.line..=last {
        let Some(line) = file.line(number) else { break };
        write!(out, "<tr><th scope=\"row\">{number}</th><td><code>")?;
        let accesses = lines.get(&number).map_or(&[][..], Vec::as_slice);
        marked_line(out, n, line, &marks(region, accesses, file))?;
        out.push_str("</code></td></tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    Ok(())
}

/// One access's place in a line.
struct Mark<'r> {
    index: usize,
    access: &'r Access,
    start: usize,
    end: usize,
}

/// The marks of a line; texts that overlap without one being inside the other become bare numbers.
fn marks<'r>(region: &'r Region, accesses: &[usize], file: &SourceFile) -> Vec<Mark<'r>> {
    let mut marks: Vec<Mark> = Vec::new();
    for index in accesses.iter().copied() {
        let access = &region.accesses[index];
        let start = (access.column as usize).saturating_sub(1);
        let range = extent(access, file).unwrap_or(start..start);
        let crosses = |other: &Mark| {
            let (a, b) = (&range, other.start..other.end);
            (a.start < b.start && b.start < a.end && a.end < b.end)
                || (b.start < a.start && a.start < b.end && b.end < a.end)
        };
        let end = if marks.iter().any(crosses) { range.start } else { range.end };
        marks.push(Mark { index, access, start: range.start, end });
    }
    marks
}

fn marked_line(out: &mut String, n: usize, line: &[u8], marks: &[Mark]) -> fmt::Result {
    let mut ends: Vec<(usize, End, &Mark)> = Vec::new();
    for mark in marks {
        let length = mark.end.saturating_sub(mark.start);
        if length == 0 {
            ends.push((mark.start, End::Bare, mark));
        } else {
            ends.push((mark.start, End::Open(-(length as isize)), mark));
            ends.push((mark.end, End::Close(length), mark));
        }
    }
    ends.sort_by_key(|(at, end, mark)| {
        let order = if matches!(end, End::Close(_)) { usize::MAX - mark.index } else { mark.index };
        (*at, *end, order)
    });
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut from = 0;
    for (at, end, mark) in ends {
        let at = at.min(line.len());
        write!(out, "{}", Escaped(&String::from_utf8_lossy(&line[from..at])))?;
        from = at;
        match end {
            End::Open(_) => {
                let class = grade(mark.access, false).class;
                write!(out, "<span class=\"text {class}\">")?;
            }
            End::Close(_) => {
                out.push_str("</span>");
                chip(out, n, mark)?;
            }
            End::Bare => chip(out, n, mark)?,
        }
    }
    write!(out, "{}", Escaped(&String::from_utf8_lossy(&line[from..])))
}

/// The numbers of an access: a link to all that is known of it.
fn chip(out: &mut String, n: usize, mark: &Mark) -> fmt::Result {
    let Mark { index, access, .. } = mark;
    let (before, after) = (access.sectors_before.as_ref(), access.sectors_after.as_ref());
    let (now, then) = (grade(access, false).class, grade(access, true).class);
    let (text, address) = (access.shown.as_ref().unwrap_or(&access.text), Escaped(&access.address));
    let text = Escaped(text);
    let (kind, lanes) = (Escaped(&access.kind), Escaped(&access.lane_difference));
    let (a, b) = (mean(before), mean(after));
    write!(
        out,
        "<a class=\"chip\" href=\"#r{n}a{index}\" title=\"{kind} of {text}: {a} → {b} sectors per \
         request; address {address}; lane difference {lanes} bytes\">"
    )?;
    write!(out, "<span class=\"{now}\">{a}</span>")?;
    if a != b {
        write!(out, "<span class=\"to\">→</span><span class=\"{then}\">{b}</span>")?;
    }
    out.push_str("</a>");
    Ok(())
}

/// Writes the lines that the edits change, as they are and as they become.
pub(super) fn change(out: &mut String, edits: &[Edit], file: &SourceFile) -> fmt::Result {
    let Some((old, new)) = edited_lines(edits, file) else { return Ok(()) };
    out.push_str("<h4>Change</h4>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" ");
    out.push_str("aria-label=\"Change of the source\"><pre class=\"change\">");
    let first = edits.iter().map(|edit| edit.line).min().unwrap_or(1);
    for (at, (old, new)) in old.iter().zip(&new).enumerate() {
        let number = first + at as u32;
        if old == new {
            continue;
        }
        let (old, new) = (Escaped(old), Escaped(new));
        writeln!(out, "<del>{number:>5} - {old}</del>\n<ins>{number:>5} + {new}</ins>")?;
    }
    out.push_str("</pre></div>\n");
    Ok(())
}

/// The lines from the first to the last that is edited, before and after; their number is the same.
fn edited_lines(edits: &[Edit], file: &SourceFile) -> Option<(Vec<String>, Vec<String>)> {
    let first = edits.iter().map(|edit| edit.line).min()?;
    let last = edits.iter().map(|edit| edit.end_line).max()?;
    let old: Vec<&[u8]> = (first..=last).map(|n| file.line(n)).collect::<Option<_>>()?;
    let mut starts = vec![0];
    for line in &old {
        starts.push(starts[starts.len() - 1] + line.len() + 1);
    }
    let bytes = old.join(&b'\n');
    let offset = |line: u32, column: u32| {
        starts[(line - first) as usize] + (column as usize).saturating_sub(1)
    };
    let mut new: Vec<u8> = Vec::new();
    let mut from = 0;
    for edit in edits {
        let (start, end) = (offset(edit.line, edit.column), offset(edit.end_line, edit.end_column));
        new.extend(bytes.get(from..start)?);
        new.extend(edit.text.bytes());
        from = end;
    }
    new.extend(bytes.get(from..)?);
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = |line: &[u8]| {
            String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
        };
        bytes.split(|byte| *byte == b'\n').map(text).collect()
    };
    let (old, new) = (lines(&bytes), lines(&new));
    (old.len() == new.len()).then_some((old, new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Shared;

    fn access(column: u32, text: &str) -> Access {
        let sectors = |n: u32| Some(Sectors { min: n, max: n, mean: f64::from(n), likely: None });
        Access {
            line: 1,
            column,
            text: text.into(),
            debug: None,
            shown: None,
            base: "a".into(),
            kind: "read".into(),
            bytes: 4,
            address: "&a".into(),
            lane_difference: "4".into(),
            pattern: "strided".into(),
            sectors_before: sectors(32),
            sectors_after: sectors(4),
            shared_before: None,
            shared_after: None,
            l1_missed: None,
            executions: "1".into(),
        }
    }

    fn shown(line: &str, accesses: &[Access]) -> String {
        let file = SourceFile::new("a.c", line);
        let marks: Vec<Mark> = accesses
            .iter()
            .enumerate()
            .map(|(index, access)| {
                let start = (access.column as usize).saturating_sub(1);
                let range = extent(access, &file).unwrap_or(start..start);
                Mark { index, access, start: range.start, end: range.end }
            })
            .collect();
        let mut out = String::new();
        marked_line(&mut out, 1, line.as_bytes(), &marks).unwrap();
        let mut plain = String::new();
        for part in out.split('<') {
            let (tag, text) = part.split_once('>').unwrap_or(("", part));
            plain.push_str(match tag.split(' ').next() {
                Some("a") => "{",
                Some("/a") => "}",
                Some("span") if tag.contains("\"text") => "[",
                Some("/span") if !plain.ends_with(|c: char| c.is_ascii_digit() || c == '→') => {
                    "]"
                }
                _ => "",
            });
            plain.push_str(text);
        }
        plain
    }

    #[test]
    fn accesses_inside_accesses_nest() {
        let accesses = [access(3, "a[ b[i] ]"), access(5, "b[i]"), access(1, "N(x)")];
        assert_eq!(shown("x+a[b[i]]\r", &accesses), "{32→4}x+[a[[b[i]]{32→4}]]{32→4}");
    }

    #[test]
    fn an_edit_shows_as_two_lines() {
        let file = SourceFile::new("a.c", "x\n#pragma p\r\nfor a\nfor b\n");
        let edit = |line, column, end_column, text: &str| Edit {
            line,
            column,
            end_line: line,
            end_column,
            text: text.into(),
        };
        let edits = [edit(2, 10, 10, " collapse(2)"), edit(4, 5, 6, "<c>")];
        let mut out = String::new();
        change(&mut out, &edits, &file).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines[1].ends_with("<del>    2 - #pragma p</del>"), "{out}");
        assert_eq!(lines[2], "<ins>    2 + #pragma p collapse(2)</ins>");
        assert_eq!(lines[3], "<del>    4 - for b</del>");
        assert_eq!(lines[4], "<ins>    4 + for &lt;c&gt;</ins>");
    }

    #[test]
    fn grades_follow_what_32_lanes_need() {
        let sectors = |mean: f64| Sectors { min: 1, max: 32, mean, likely: None };
        let class = |mean, bytes| grade_of(Some(&sectors(mean)), bytes).class;
        assert_eq!([4.0, 8.0, 16.0, 32.0].map(|m| class(m, 4)), ["good", "fair", "poor", "bad"]);
        assert_eq!([8.0, 16.0, 32.0].map(|m| class(m, 8)), ["good", "fair", "bad"]);
        assert_eq!(grade_of(None, 4).class, "open");
        let mut record = access(1, "p[i].x");
        assert_eq!(grade(&record, false).class, "bad");
        record.shared_before = Some(Shared { accesses: 4, bytes: 16, sectors: sectors(16.0) });
        assert_eq!(grade(&record, false).class, "good", "its neighbours need the rest");
    }
}
