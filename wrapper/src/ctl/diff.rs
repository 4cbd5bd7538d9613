//! The change to a source file as a patch, for `git apply` and `patch -p1`.

use std::fs;

use similar::TextDiff;

use super::put;
use super::source::Source;
use crate::attempt::line_directive;

/// Prints the patch; nothing where nothing changes.
pub(super) fn print(source: &Source) -> Result<i32, String> {
    let new = source.texts.first().map(|text| without_numbers(&text.bytes));
    let new = new.as_deref().unwrap_or(&source.text);
    put(&patch(&below_here(source), &source.text, new)).map(|()| 0)
}

/// The rewritten text as a person would have it: the lines that keep line numbers are for compilers. A file that numbers its lines
/// itself gets no such lines.
fn without_numbers(text: &[u8]) -> Vec<u8> {
    let is_kept = |line: &&[u8]| line_directive(line).is_none();
    lines(text).into_iter().filter(is_kept).collect::<Vec<_>>().concat()
}

/// The file's name from the current folder on, where it lies below that; else its name.
fn below_here(source: &Source) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize).ok();
    let real = here.zip(fs::canonicalize(&source.path).ok());
    let below =
        real.and_then(|(here, path)| path.strip_prefix(here).ok()?.to_str().map(str::to_owned));
    below.unwrap_or_else(|| source.name.clone())
}

/// A name as git and GNU patch read it behind `---` and `+++`: quoted as in C where it holds a
/// quote, a backslash or a control, and ended by a tab where it holds a blank.
fn header_name(side: char, name: &str) -> String {
    let name = format!("{side}/{name}");
    if name.contains(|c: char| c.is_control() || c == '"' || c == '\\') {
        let escape = |byte: u8| match byte {
            b'"' | b'\\' => format!("\\{}", char::from(byte)),
            b' '..=b'~' => char::from(byte).to_string(),
            byte => format!("\\{byte:03o}"),
        };
        return format!("\"{}\"", name.bytes().map(escape).collect::<String>());
    }
    if name.contains(' ') { name + "\t" } else { name }
}

/// A unified diff with three lines of context, for `patch -p1`; lines end in a line feed and hold
/// any bytes.
fn patch(name: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let name = name.trim_start_matches("./").trim_start_matches('/');
    let (old, new) = (lines(old), lines(new));
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&old, &new);
    let mut out = Vec::new();
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        if out.is_empty() {
            let (a, b) = (header_name('a', name), header_name('b', name));
            out.extend(format!("--- {a}\n+++ {b}\n").bytes());
        }
        let _ = hunk.to_writer(&mut out);
    }
    out
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::process::{Command, Stdio};

    #[test]
    fn patch_takes_it_byte_for_byte() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("dir/a.c");
        fs::create_dir(root.path().join("dir")).unwrap();
        let old = b"1\n2\n3\n4\n5 \xff\n6\n7\r\n8";
        let new = b"1\n2\n3\n4\n5 \xfe x\n6\n7\r\n8";
        fs::write(&file, old).unwrap();
        let text = patch("./dir/a.c", old, new);
        assert!(text.starts_with(b"--- a/dir/a.c\n+++ b/dir/a.c\n@@ -2,"));
        let mut child = Command::new("patch")
            .args(["-p1", "--binary", "-s"])
            .current_dir(root.path())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(&text).unwrap();
        assert!(child.wait().unwrap().success());
        assert_eq!(fs::read(&file).unwrap(), new);
        assert_eq!(patch("a.c", old, old), b"");
    }
}
