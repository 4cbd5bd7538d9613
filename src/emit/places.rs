//! Where lines of directives can stand, and their parts.

use super::lines;
use crate::source::{SourceFile, Span};
use crate::transfer::Refresh;

/// The clause for a device's number.
pub(super) fn device(number: Option<&str>) -> String {
    number.map_or(String::new(), |number| format!(" device({number})"))
}

/// Whether the text has no such name.
pub(super) fn is_free(file: &SourceFile, name: &str) -> bool {
    !file.bytes().windows(name.len()).any(|own| own == name.as_bytes())
}

/// One directive for updates beside one statement, without the word `pragma`.
pub(super) fn directive(same: &[Refresh]) -> Option<String> {
    let Refresh { to_device, guard, device: number, .. } = same.first()?;
    let items: Vec<&str> = same.iter().map(|own| own.item.as_str()).collect();
    let way = if *to_device { "to" } else { "from" };
    let guard = guard.as_ref().map_or(String::new(), |guard| format!(" if({guard})"));
    let device = device(number.as_deref());
    Some(format!("omp target update {way}({}){device}{guard}", items.join(", ")))
}

/// Whether lines can stand before what begins at an offset.
pub(super) fn can_begin(file: &SourceFile, start: u32, is_loop: bool) -> bool {
    lines::begins_line(file, start)
        && lines::can_begin_line(file, start)
        && has_room_before(file, start, is_loop)
}

/// Whether a data construct may stand before what begins at an offset: a loop may be governed by anything but a pragma; other
/// statements must follow one, or begin a block. Lines that the preprocessor may leave out must allow it, too.
fn has_room_before(file: &SourceFile, offset: u32, is_loop: bool) -> bool {
    let before = file.slice(Span::new(0, lines::line_start(file, offset)));
    let before = without_comments(&String::from_utf8_lossy(before));
    let (mut depth, mut is_last) = (0_u32, true);
    if before.trim_end().ends_with('\\') {
        return false;
    }
    for line in before.lines().rev().map(str::trim) {
        let directive = line.strip_prefix('#').map(str::trim_start);
        let has_pragma = directive.is_some_and(|own| own.starts_with("pragma"))
            || line.ends_with('\\')
            || line.contains("_Pragma");
        let is_of_openmp = directive.is_some_and(|own| own.contains("omp"));
        match directive {
            Some(own) if own.starts_with("endif") => (depth, is_last) = (depth + 1, true),
            Some(own) if own.starts_with("if") => match depth.checked_sub(1) {
                Some(outer) => (depth, is_last) = (outer, true),
                None => return false,
            },
            Some(own) if own.starts_with("el") && depth == 0 => return false,
            Some(own) if own.starts_with("el") => is_last = true,
            _ if has_pragma && (depth == 0 || !is_of_openmp) => return false,
            _ if directive.is_some() || !is_last => {}
            _ => {
                let code = line.split("//").next().unwrap_or_default().trim_end();
                let is_comment = code.is_empty() || code.ends_with("*/");
                if is_comment
                    && (line.starts_with("//") || line.starts_with("/*") || line.is_empty())
                {
                    continue;
                }
                let is_whole = code.ends_with([';', '{', '}']);
                let may_govern = is_loop && !code.ends_with([']', '\\']);
                if !is_whole && !may_govern {
                    return false;
                }
                if depth == 0 {
                    return true;
                }
                is_last = false;
            }
        }
    }
    false
}

/// A text with blanks in the place of its comments between `/*` and `*/`, in as many lines; as it is
/// where it has raw strings or comments that a backslash continues, or ends in a comment.
fn without_comments(text: &str) -> String {
    if text.contains("R\"") || text.contains("??/") {
        return text.to_owned();
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(['"', '\'', '/']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("/*") {
            let Some(end) = rest[2..].find("*/") else { return text.to_owned() };
            let lines = rest[..end + 4].matches('\n').count();
            out.extend(std::iter::once(' ').chain(std::iter::repeat_n('\n', lines)));
            rest = &rest[end + 4..];
            continue;
        } else if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            if rest[..length].trim_end().ends_with('\\') {
                return text.to_owned();
            }
            length
        } else if rest.starts_with('/') {
            1
        } else {
            literal(rest)
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out + rest
}

/// The length of what a quote opens: a literal, or a part of a number, which ends no line.
fn literal(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let (mut at, bytes) = (1, text.as_bytes());
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' if at + 1 < bytes.len() => at += 2,
            own if own == quote => return at + 1,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_are_blank_and_literals_are_not() {
        let text = "a; /* b\n '*/ c = \"/* d */\"; // e /* f\ng /* h */ '\"' /* i */;";
        let blank = "a;  \n c = \"/* d */\"; // e /* f\ng   '\"'  ;";
        assert_eq!(without_comments(text), blank);
    }

    #[test]
    fn odd_texts_stay() {
        for text in ["R\"(/* a */)\"", "// a \\\n/* b */", "/* a */ b /* c", "a ??/\n/* b */"] {
            assert_eq!(without_comments(text), text);
        }
        for text in ["1'000; /* a */", "\"\\", "'\\\n", "don't /* a", "\"é\\é"] {
            assert_eq!(without_comments(text), text);
        }
    }
}
