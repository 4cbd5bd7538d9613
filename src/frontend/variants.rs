//! Variants of functions: what stands between `begin declare variant` and `end declare variant`.
//!
//! With OpenMP on, clang gives the functions there names of their own. A unit is parsed with OpenMP off, where a variant defines its
//! base function once more, which is an error. So a unit with errors is read again without these definitions: their text is
//! blanks of the same length, and every other place stays where it is. The directives stay, for they tell that the device may
//! call another function (`device.rs`), and so do lines of the preprocessor.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::ops::Range;

use super::libclang::{File, TranslationUnit};
use super::unit::contains;

/// The text of the unit's main file, which is `input`, and those of the headers that hold such definitions, without them; `None`
/// where no file holds any. Headers of the system are as they are.
pub(super) fn without_bodies(
    unit: &TranslationUnit,
    input: &str,
) -> Option<Vec<(CString, Vec<u8>)>> {
    let inclusions = unit.inclusions();
    let main = inclusions.first()?.file;
    let files: BTreeSet<File> = inclusions.iter().map(|one| one.file).collect();
    let (mut texts, mut found) = (Vec::new(), false);
    for file in files.into_iter().filter(|file| *file == main || !unit.is_system(*file)) {
        let text = unit.contents(file);
        let bare = blanked(text);
        found |= bare.is_some();
        if let Some(text) = bare.or_else(|| (file == main).then(|| text.to_vec())) {
            let name = if file == main { input.to_owned() } else { unit.file_name(file) };
            texts.push((CString::new(name).ok()?, text));
        }
    }
    found.then_some(texts)
}

/// The text without the definitions of variants, if there are any.
fn blanked(text: &[u8]) -> Option<Vec<u8>> {
    if !contains(text, b"variant") {
        return None;
    }
    let lines = definitions(text);
    let mut bare = text.to_vec();
    for byte in lines.iter().cloned().flatten() {
        if !matches!(bare[byte], b'\n' | b'\r') {
            bare[byte] = b' ';
        }
    }
    (!lines.is_empty()).then_some(bare)
}

/// The lines between the directives that begin and end variants, but those of the preprocessor. What is begun and never ended is
/// none of them.
fn definitions(text: &[u8]) -> Vec<Range<usize>> {
    let (mut ended, mut open) = (Vec::new(), Vec::new());
    let (mut at, mut depth) = (0, 0_u32);
    while at < text.len() {
        let line = at..at + line_length(&text[at..]);
        at = line.end;
        let written = &text[line.clone()];
        match edge(written) {
            Some(Edge::Begin) => depth += 1,
            Some(Edge::End) if depth == 1 => {
                ended.append(&mut open);
                depth = 0;
            }
            Some(Edge::End) => depth = depth.saturating_sub(1),
            None if depth > 0 && !is_directive(written) => open.push(line),
            None => {}
        }
    }
    ended
}

/// The bytes of the first line, with the lines that continue it and its end.
fn line_length(text: &[u8]) -> usize {
    let mut end = 0;
    while let Some(length) = text[end..].iter().position(|byte| *byte == b'\n') {
        end += length + 1;
        let before = &text[..end - 1];
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        if !before.ends_with(b"\\") {
            return end;
        }
    }
    text.len()
}

fn is_directive(line: &[u8]) -> bool {
    line.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'#')
}

/// An edge of a range of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Begin,
    End,
}

/// Which edge a line is, if it is one.
fn edge(line: &[u8]) -> Option<Edge> {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'\\' | b'_' | b'#');
    let mut words = line.split(is_between).filter(|word| !word.is_empty());
    let mut next = |expected: &[u8]| words.next() == Some(expected);
    if !(is_directive(line) && next(b"pragma") && next(b"omp")) {
        return None;
    }
    let edge = match words.next() {
        Some(b"begin") => Edge::Begin,
        Some(b"end") => Edge::End,
        _ => return None,
    };
    let mut next = |expected: &[u8]| words.next() == Some(expected);
    (next(b"declare") && next(b"variant")).then_some(edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIANT: &str = "\
#pragma omp begin declare variant match(construct = {target})
#define N 3 \\
  + 1
int f(void) {\r
  return 1; }
 # pragma omp \\
  end declare_variant
int f(void) { return 2; }
";

    #[test]
    fn definitions_become_blanks_and_directives_stay() {
        let expected = VARIANT
            .replace("int f(void) {\r", "             \r")
            .replace("  return 1; }", "             ");
        assert_eq!(blanked(VARIANT.as_bytes()).unwrap(), expected.as_bytes());
    }

    #[test]
    fn variants_in_variants_end_with_the_outermost() {
        let begin = "#pragma omp begin declare variant match(device = {kind(any)})\n";
        let end = "#pragma omp end declare variant\n";
        let text = format!("{begin}a\n{begin}b\n{end}c\n{end}d\n");
        let expected = format!("{begin} \n{begin} \n{end} \n{end}d\n");
        assert_eq!(blanked(text.as_bytes()).unwrap(), expected.as_bytes());
    }

    #[test]
    fn what_is_no_range_stays() {
        for text in [
            "int variant;\n#pragma omp declare variant(f) match(construct = {target})\nint g(void);\n",
            "#pragma omp begin declare variant match(construct = {target})\nint f(void);\n",
            "int f(void);\n#pragma omp end declare variant\n",
            "#pragma omp begin declare target\nint variant;\n#pragma omp end declare target\n",
            "// #pragma omp begin declare variant\nint f;\n// #pragma omp end declare variant\n",
        ] {
            assert_eq!(blanked(text.as_bytes()), None, "{text}");
        }
    }
}
