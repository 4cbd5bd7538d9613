//! Lines of text: where they begin, and how they are numbered.
//!
//! New text gets lines of its own. What stands behind it, and what it repeats, keeps the number that the compiler gave its line
//! before: kernel names, debug information and diagnostics carry these numbers. `#line` says them; a patch for a reader leaves it out.

use super::{Edit, EditSet, newlines, padded};
use crate::source::{SourceFile, Span, has_lone_return};

impl Edit {
    /// The insertion of `text` at a place.
    pub(super) fn insertion(at: u32, text: impl Into<Vec<u8>>) -> Edit {
        Edit::replacement(Span::new(at, at), text)
    }

    /// The replacement of a span by a text on as many lines.
    pub(super) fn replacement(span: Span, text: impl Into<Vec<u8>>) -> Edit {
        Edit { span, text: text.into(), numbers: Vec::new(), shift: None, is_behind: false }
    }

    /// Whether the text behind has another line than before.
    fn moves_lines(&self, file: &SourceFile) -> bool {
        newlines(&self.text) != newlines(file.slice(self.span))
    }
}

impl EditSet {
    /// Whether some text comes to stand on another line of the file.
    pub(super) fn moves_lines(&self, file: &SourceFile) -> bool {
        self.edits.iter().any(|edit| edit.moves_lines(file) || !edit.numbers.is_empty())
    }

    /// The file's bytes after the edits, in which every line that was there has its number.
    pub fn apply(&self, file: &SourceFile) -> Vec<u8> {
        let whole = Span::new(0, file.bytes().len() as u32);
        let Copied { text, numbers, .. } = Copied::of(file, whole, &self.edits);
        let mut result = Vec::with_capacity(text.len() + 64);
        let mut at = 0;
        for (place, line) in numbers {
            result.extend_from_slice(&text[at..place]);
            result.extend(format!("#line {line}\n").bytes());
            at = place;
        }
        result.extend_from_slice(&text[at..]);
        result
    }
}

/// A text as edits leave it.
#[derive(Clone, Debug, Default)]
struct Copied {
    text: Vec<u8>,
    /// Where lines begin whose number does not follow from the line before, and their numbers.
    numbers: Vec<(usize, u32)>,
    /// What is added to numbers.
    shift: u32,
}

impl Copied {
    /// The text of `span` after the edits.
    fn of(file: &SourceFile, span: Span, edits: &[Edit]) -> Copied {
        let mut copied = Copied::default();
        let (mut position, mut moved) = (span.start, false);
        for edit in edits {
            copied.keep(file, Span::new(position, edit.span.start), &mut moved);
            moved |= edit.moves_lines(file) || !edit.numbers.is_empty() || edit.shift.is_some();
            copied.shift = edit.shift.unwrap_or(copied.shift);
            copied.add(&edit.text, &edit.numbers);
            position = edit.span.end;
        }
        copied.keep(file, Span::new(position, span.end), &mut moved);
        copied
    }

    /// Adds new text.
    fn add(&mut self, text: &[u8], numbers: &[(usize, u32)]) {
        let before = self.text.len();
        let shift = self.shift;
        self.numbers.extend(numbers.iter().map(|(at, line)| (before + at, *line + shift)));
        self.text.extend(text);
    }

    /// Adds text of the file, in its line and column where these have `moved`.
    fn keep(&mut self, file: &SourceFile, kept: Span, moved: &mut bool) {
        if *moved && kept.start < kept.end {
            let place = file.position(kept.start);
            if !self.text.ends_with(b"\n") {
                self.text.push(b'\n');
            }
            self.numbers.push((self.text.len(), place.line + self.shift));
            self.text.extend(std::iter::repeat_n(b' ', place.column.saturating_sub(1) as usize));
            *moved = false;
        }
        self.text.extend(file.slice(kept));
    }
}

/// New text of whole lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// Each with the number of its first line, where that stands elsewhere in the file.
    blocks: Vec<(Option<u32>, Copied)>,
}

impl Lines {
    /// Adds a line behind `indent`.
    pub(super) fn add(&mut self, indent: &str, line: &str) {
        let text = [indent, line, "\n"].concat().into();
        self.blocks.push((None, Copied { text, ..Copied::default() }));
    }

    /// Adds the text of `span` once more, as the edits leave it, on lines of its own.
    pub(super) fn repeat(&mut self, file: &SourceFile, span: Span, edits: &[Edit]) {
        self.repeat_behind(&indent(file, span.start), file, (span, edits));
    }

    /// The same behind another indentation.
    pub(super) fn repeat_behind(
        &mut self,
        indent: &str,
        file: &SourceFile,
        (span, edits): (Span, &[Edit]),
    ) {
        let mut copied = Copied::default();
        copied.text.extend(indent.bytes());
        let Copied { text, numbers, .. } = Copied::of(file, span, edits);
        copied.add(&text, &numbers);
        copied.text.push(b'\n');
        let number = file.position(span.start).line;
        self.blocks.push((Some(number), copied));
    }

    /// Adds a text from the line `number` of the file behind `indent`.
    pub(super) fn place(&mut self, number: u32, indent: &str, text: &[u8]) {
        let text = [indent.as_bytes(), text, b"\n"].concat();
        self.blocks.push((Some(number), Copied { text, ..Copied::default() }));
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds other lines.
    pub(super) fn append(&mut self, other: Lines) {
        self.blocks.extend(other.blocks);
    }

    /// The insertion of the lines before what stands at `offset`: before its line where blanks alone stand there before it. They
    /// have the number of that line.
    pub(super) fn before(self, file: &SourceFile, offset: u32) -> Edit {
        let start = first_on_line(file, offset).filter(|start| can_begin_line(file, *start));
        self.at(file, start.unwrap_or(offset), file.position(offset).line)
    }

    /// The insertion of the lines right before what stands at `offset`, with the number of its line.
    pub(super) fn inside(self, file: &SourceFile, offset: u32) -> Edit {
        self.at(file, offset, file.position(offset).line)
    }

    /// The insertion of the lines behind what ends at `offset`: behind its line where comments alone stand there behind it. They have
    /// the number of that line.
    pub(super) fn behind(self, file: &SourceFile, offset: u32) -> Edit {
        let end = end_of_line(file, offset).unwrap_or(offset);
        Edit { is_behind: true, ..self.at(file, end, file.position(offset).line) }
    }

    fn at(self, file: &SourceFile, offset: u32, line: u32) -> Edit {
        let mut all = Copied::default();
        if line_start(file, offset) != offset {
            all.text.push(b'\n');
        }
        for (number, Copied { text, numbers, .. }) in self.blocks {
            all.numbers.push((all.text.len(), number.unwrap_or(line)));
            all.add(&text, &numbers);
        }
        Edit { numbers: all.numbers, ..Edit::insertion(offset, all.text) }
    }
}

/// The beginning of the line of `offset`.
pub(super) fn line_start(file: &SourceFile, offset: u32) -> u32 {
    let before = &file.bytes()[..offset as usize];
    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at as u32 + 1)
}

/// The beginning of the line of `offset`, where blanks alone stand there before it.
fn first_on_line(file: &SourceFile, offset: u32) -> Option<u32> {
    let start = line_start(file, offset);
    let blank = file.slice(Span::new(start, offset)).iter().all(u8::is_ascii_whitespace);
    blank.then_some(start)
}

/// Whether blanks alone stand before `offset` on its line.
pub(super) fn begins_line(file: &SourceFile, offset: u32) -> bool {
    first_on_line(file, offset).is_some()
}

/// Whether the line before that of `offset` does not go on there.
pub(super) fn can_begin_line(file: &SourceFile, offset: u32) -> bool {
    let before = file.slice(Span::new(0, line_start(file, offset)));
    !is_continued(before.trim_ascii_end())
}

/// The blanks before the first word of the line of `offset`.
pub(super) fn indent(file: &SourceFile, offset: u32) -> String {
    let line = &file.bytes()[line_start(file, offset) as usize..];
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    blanks.map(|byte| char::from(*byte)).collect()
}

/// One more step of indentation than `indent` has.
pub(super) fn deeper(indent: &str) -> String {
    [indent, if indent.starts_with('\t') { "\t" } else { "  " }].concat()
}

/// Whether a text without blanks at its end goes on in the next line, which is no line of its own.
fn is_continued(text: &[u8]) -> bool {
    text.ends_with(b"\\") || text.ends_with(b"??/")
}

/// The beginning of the next line, where nothing but blanks and comments that end on the line stand behind `offset`.
pub(super) fn end_of_line(file: &SourceFile, offset: u32) -> Option<u32> {
    let rest = &file.bytes()[offset as usize..];
    let length = rest.iter().position(|byte| *byte == b'\n')?;
    let mut line = rest[..length].trim_ascii();
    if is_continued(line) || has_lone_return(&rest[..=length]) {
        return None;
    }
    loop {
        if line.is_empty() || line.starts_with(b"//") {
            return Some(offset + length as u32 + 1);
        }
        let comment = line.strip_prefix(b"/*")?;
        let end = comment.windows(2).position(|two| two == b"*/")?;
        line = comment[end + 2..].trim_ascii();
    }
}

/// Takes a text away, with the lines that have nothing else.
pub(super) fn removal(file: &SourceFile, span: Span) -> Edit {
    let rest = &file.bytes()[span.end as usize..];
    let length = rest
        .iter()
        .position(|byte| *byte == b'\n')
        .filter(|length| rest[..*length].iter().all(u8::is_ascii_whitespace));
    match first_on_line(file, span.start).zip(length) {
        Some((start, length)) => {
            Edit::replacement(Span::new(start, span.end + length as u32 + 1), "")
        }
        None => Edit::replacement(span, padded(Vec::new(), file, span)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile::new("a.c", text)
    }

    /// What the insertion of a line `new` behind the first `x` makes of a text.
    fn behind(text: &str) -> String {
        let file = file(text);
        let mut lines = Lines::default();
        lines.add("", "new");
        let end = text.find('x').expect("it has one") as u32 + 1;
        let set = EditSet::new(vec![lines.behind(&file, end)]).expect("one edit");
        String::from_utf8(set.apply(&file)).expect("text")
    }

    #[test]
    fn new_lines_stand_behind_comments_and_every_line_keeps_its_number() {
        assert_eq!(behind("x; // why\ny"), "x\n#line 1\nnew\n#line 1\n ; // why\ny");
        assert_eq!(behind("x // why\ny"), "x // why\n#line 1\nnew\n#line 2\ny");
        assert_eq!(behind("a\nx /* b */ // c\ny"), "a\nx /* b */ // c\n#line 2\nnew\n#line 3\ny");
        assert_eq!(behind("x /* b\n*/ y"), "x\n#line 1\nnew\n#line 1\n  /* b\n*/ y");
        assert_eq!(behind("x // b \\\nc\ny"), "x\n#line 1\nnew\n#line 1\n  // b \\\nc\ny");
        assert_eq!(behind("x // b\rc\ny"), "x\n#line 1\nnew\n#line 1\n  // b\rc\ny");
        assert_eq!(behind("x"), "x\n#line 1\nnew\n");
    }

    #[test]
    fn lines_go_with_what_they_have_alone() {
        let text = "a\n  x;\nb x; c\n";
        let file = file(text);
        let spans = [Span::new(4, 6), Span::new(9, 11)];
        let set = EditSet::new(spans.map(|span| removal(&file, span)).into()).expect("two edits");
        assert_eq!(set.apply(&file), b"a\n#line 3\nb  c\n");
    }
}
