//! Source files as bytes, positions in them, and the files of one translation unit.

use std::borrow::Cow;

use crate::id::FileId;

/// Words that edits of a text write, in the places of which a macro may put others.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Those that stand before a parenthesis.
    pub called: &'static [&'static str],
    /// Those that stand before something else.
    pub plain: &'static [&'static str],
    /// What the names that edits declare begin with; a macro may put the rest behind it.
    pub prefix: &'static str,
}

/// A half-open range of byte offsets in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether it has no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `inner` lies wholly in this range.
    pub fn contains(self, inner: Span) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }

    /// Whether the two ranges share a byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Its bytes as indices.
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A position as compilers print it; both numbers begin at 1, columns count bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// One file: the name the user gave it, its bytes (not necessarily UTF-8), its line starts.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    bytes: Vec<u8>,
    line_starts: Vec<u32>,
    macro_uses: Vec<Span>,
    others: Vec<String>,
}

impl SourceFile {
    /// A file called `name` that holds `bytes`.
    ///
    /// # Panics
    /// If the file holds 4 GiB or more; clang itself refuses 2 GiB.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        assert!(u32::try_from(bytes.len()).is_ok(), "clang refuses files of 2 GiB");
        let line_starts = std::iter::once(0).chain(line_ends(&bytes)).collect();
        Self { name: name.into(), bytes, line_starts, macro_uses: Vec::new(), others: Vec::new() }
    }

    /// The file with the places where macros are used, in their order and apart from each other.
    pub fn with_macro_uses(self, macro_uses: Vec<Span>) -> Self {
        Self { macro_uses, ..self }
    }

    /// The file with other names by which the unit reads it.
    pub fn with_other_names(self, others: Vec<String>) -> Self {
        Self { others, ..self }
    }

    /// Every name by which the unit reads it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.others).map(String::as_str)
    }

    /// The use of a macro that has all of `span`, which is not empty.
    pub fn macro_use(&self, span: Span) -> Option<Span> {
        let after = self.macro_uses.partition_point(|used| used.start <= span.start);
        let last = self.macro_uses.get(after.checked_sub(1)?)?;
        (span.start < span.end && last.contains(span)).then_some(*last)
    }

    /// The name as the user gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole contents.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of `span`; empty where `span` does not lie in the file.
    pub fn slice(&self, span: Span) -> &[u8] {
        self.bytes.get(span.range()).unwrap_or_default()
    }

    /// The text of `span`, with U+FFFD for bytes that are not UTF-8.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        String::from_utf8_lossy(self.slice(span))
    }

    /// Line and column of the byte at `offset`.
    pub fn position(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        LineColumn { line: line as u32, column: offset - self.line_starts[line - 1] + 1 }
    }

    /// The bytes of a line, counted from 1, without its line feed; `None` past the last.
    pub fn line(&self, line: u32) -> Option<&[u8]> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)? as usize;
        let next = self.line_starts.get(index + 1).map(|next| *next as usize - 1);
        self.bytes.get(start..next.unwrap_or(self.bytes.len()))
    }

    /// The number of ends of lines.
    pub fn newlines(&self) -> usize {
        self.line_starts.len() - 1
    }
}

/// The offset behind each line's end. As in clang, a carriage return alone ends a line.
pub(crate) fn line_ends(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let ends = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(move |at| ends(*at)).map(|at| at as u32 + 1)
}

/// What stands behind the sign of a preprocessing directive.
pub(crate) fn directive(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    line.strip_prefix(b"#").or_else(|| line.strip_prefix(b"%:")).map(<[u8]>::trim_ascii)
}

/// Whether a text numbers its lines itself, by `#line 7` or `# 7`.
pub(crate) fn numbers_lines(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| {
        directive(line).is_some_and(|words| {
            words.starts_with(b"line") || words.first().is_some_and(u8::is_ascii_digit)
        })
    })
}

/// Whether a carriage return ends a line alone; one as the last byte may be half of an end.
pub(crate) fn has_lone_return(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n')
}

/// The files that a translation unit's regions lie in.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId::from_index(self.files.len() - 1)
    }

    /// The file behind `id`.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// All files with their ids, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, file)| (FileId::from_index(i), file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_that_number_lines() {
        for text in ["#line 7", "int a;\n  # line 7 \"x\"\n", "a\n# 1 \"x.c\" 2", "%:line 7"] {
            assert!(numbers_lines(text.as_bytes()), "{text}");
        }
        for text in ["#define line 7", "a # 1", "#if 1\n#endif"] {
            assert!(!numbers_lines(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn positions_count_from_one() {
        let file = SourceFile::new("a.c", "ab\n\ncd");
        assert_eq!(file.position(0), LineColumn { line: 1, column: 1 });
        assert_eq!(file.position(2), LineColumn { line: 1, column: 3 });
        assert_eq!(file.position(3), LineColumn { line: 2, column: 1 });
        assert_eq!(file.position(5), LineColumn { line: 3, column: 2 });
        assert_eq!(file.newlines(), 2);
        assert_eq!(line_ends(b"a\r\r\nb\nc").collect::<Vec<_>>(), [2, 4, 6]);
        let lines: Vec<_> = (0..5).map(|line| file.line(line)).collect();
        assert_eq!(lines, [None, Some(&b"ab"[..]), Some(b""), Some(b"cd"), None]);
    }

    #[test]
    fn a_span_outside_the_file_has_no_text() {
        let file = SourceFile::new("a.c", "ab");
        assert_eq!(file.text(Span::new(1, 9)), "");
    }
}
