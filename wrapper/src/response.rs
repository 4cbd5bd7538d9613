//! Response files (`@file`) and quoted command lines, split as clang splits them.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;

const DEEPEST: usize = 16;

/// A line of more words, or of more files, is not looked at: files that name others several times
/// each grow without measure.
const MOST_WORDS: usize = 1 << 20;
const MOST_FILES: usize = 4096;

/// Whose rules split a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// LLVM's for GNU response files: a backslash escapes everywhere, in both kinds of quotes too,
    /// and is itself at the end; there are no empty words.
    Response,
    /// POSIX shells': nothing is special in single quotes.
    Shell,
}

/// Splits `text` into words.
pub(crate) fn split(text: &str, quoting: Quoting) -> Vec<String> {
    let shell = quoting == Quoting::Shell;
    let space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n') || shell && c == '\x0c';
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let literal = shell && quote == Some('\'');
        match (c, quote) {
            ('\\', _) if !literal => {
                let escaped = chars.next().or((!shell).then_some('\\'));
                word.get_or_insert_default().extend(escaped);
            }
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word = word.or(shell.then(String::new));
            }
            (c, None) if space(c) => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The text of a response file that holds `words`, none of which is empty: no text stands for an
/// empty one. The first line is, so that no word is taken for a mark of the text's encoding.
pub(crate) fn quote(words: &[&OsStr]) -> Vec<u8> {
    let mut text = vec![b'\n'];
    for word in words {
        for byte in word.as_bytes() {
            if byte.is_ascii_whitespace() || b"\"'\\".contains(byte) {
                text.push(b'\\');
            }
            text.push(*byte);
        }
        text.push(b'\n');
    }
    text
}

/// The text of the response file at `path`, without the mark of its encoding; `None` where clang
/// would not read it as UTF-8, or would end words at a zero byte.
fn read(path: &str) -> Option<String> {
    let text = String::from_utf8(fs::read(path).ok()?).ok()?;
    (!text.contains('\0')).then(|| text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// The arguments with each response file replaced by its words, files inside files included; a
/// file that is not there stays as it is written, as in clang. `None` where files nest without end,
/// there is too much of them, they are not plain text, or are pipes: those can be read once only,
/// and are clang's.
pub(crate) fn expand(args: &[String]) -> Option<Vec<String>> {
    let mut out = Vec::with_capacity(args.len());
    expand_into(args, 0, &mut 0, &mut out)?;
    Some(out)
}

/// The words of a command line with response files [expanded](expand); `None`, too, where one is not UTF-8.
pub(crate) fn words(args: &[OsString]) -> Option<Vec<String>> {
    let words: Option<Vec<String>> =
        args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect();
    expand(&words?)
}

fn expand_into(
    args: &[String],
    depth: usize,
    files: &mut usize,
    out: &mut Vec<String>,
) -> Option<()> {
    for arg in args {
        let file = arg.strip_prefix('@').map(|path| (path, fs::metadata(path)));
        match file {
            None | Some((_, Err(_))) => out.push(arg.clone()),
            Some((_, Ok(data))) if depth == DEEPEST || !data.is_file() => return None,
            Some((path, Ok(_))) => {
                let text = read(path)?;
                *files += 1;
                expand_into(&split(&text, Quoting::Response), depth + 1, files, out)?;
                if *files > MOST_FILES || out.len() > MOST_WORDS {
                    return None;
                }
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_split_as_clang_splits_them() {
        let words = |text| split(text, Quoting::Response);
        assert_eq!(words("-c  a.c\n-o\ta.o\r\n"), ["-c", "a.c", "-o", "a.o"]);
        assert_eq!(words(r#"-D"A B" 'c d'e "" x\ y"#), ["-DA B", "c de", "x y"]);
        assert_eq!(words(r#""a\"b" 'a\'b'"#), [r#"a"b"#, "a'b"]);
        assert_eq!(words("trailing\\"), ["trailing\\"]);
    }

    /// clang says of each word that is no file's name that it is none.
    #[test]
    fn clang_itself_splits_as_we_do() {
        const SIGNS: &[u8] = b"aaabb  \t\n\r\x0c\x0b\"\"''\\\\";
        let folder = tempfile::tempdir().unwrap();
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize
        };
        let mut command = std::process::Command::new("/usr/lib/llvm-19/bin/clang");
        let mut files = Vec::new();
        for nth in 0..400 {
            let signs = (0..random() % 20).map(|_| SIGNS[random() % SIGNS.len()]);
            let text: Vec<u8> = [&b"\xef\xbb\xbf"[..nth % 4 / 3 * 3], b"x"].concat();
            let text: Vec<u8> = text.into_iter().chain(signs).collect();
            fs::write(folder.path().join(nth.to_string()), text).unwrap();
            files.push(format!("@{}/{nth}", folder.path().display()));
        }
        let output = command.args(&files).current_dir(folder.path()).output().unwrap();
        let line = |word: String| format!("clang: error: no such file or directory: '{word}'\n");
        let lines: String = expand(&files).unwrap().into_iter().map(line).collect();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, lines + "clang: error: no input files\n");
    }

    #[test]
    fn what_clang_reads_otherwise_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("r").to_str().unwrap().to_owned();
        for bytes in [&b"-c\0a.c"[..], b"\xff\xfe-\0c\0", b"-DX=\xff"] {
            fs::write(&name, bytes).unwrap();
            assert_eq!(expand(&[format!("@{name}")]), None);
        }
    }

    #[test]
    fn a_shell_keeps_backslashes_in_single_quotes() {
        assert_eq!(split(r"'a\b' c\ d", Quoting::Shell), [r"a\b", "c d"]);
    }

    #[test]
    fn files_nest_and_a_loop_ends() {
        let folder = tempfile::tempdir().unwrap();
        let name = |base: &str| folder.path().join(base).to_str().unwrap().to_owned();
        fs::write(name("inner"), "-DX 'a b.c'").unwrap();
        fs::write(name("outer"), format!("-c @{} -O2", name("inner"))).unwrap();
        let args = |base: &str| vec![format!("@{}", name(base)), "-g".into()];
        let expanded = expand(&args("outer")).unwrap();
        assert_eq!(expanded, ["-c", "-DX", "a b.c", "-O2", "-g"]);
        fs::write(name("loop"), format!("@{}", name("loop"))).unwrap();
        assert_eq!(expand(&args("loop")), None);
        assert_eq!(expand(&args("absent")), Some(args("absent")));
        assert_eq!(expand(&["@/dev/null".into()]), None);
    }

    #[test]
    fn files_that_multiply_are_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let name = |level: usize| format!("@{}/{level}", folder.path().display());
        for level in 0..10 {
            let text = vec![name(level + 1); 30].join(" ");
            fs::write(folder.path().join(level.to_string()), text).unwrap();
        }
        fs::write(folder.path().join("10"), "").unwrap();
        assert_eq!(expand(&[name(0)]), None);
        assert_eq!(expand(&[name(9)]), Some(vec![]));
    }

    proptest! {
        #[test]
        fn escaped_words_come_back(words in prop::collection::vec(".+", 0..6)) {
            let escape = |word: &String| word.chars().flat_map(|c| ['\\', c]).collect::<String>();
            let text = words.iter().map(escape).collect::<Vec<_>>().join(" ");
            prop_assert_eq!(&split(&text, Quoting::Response), &words);
            prop_assert_eq!(&split(&text, Quoting::Shell), &words);
        }

        #[test]
        fn quoted_words_come_back(words in prop::collection::vec(".+", 0..6)) {
            let quoted = quote(&words.iter().map(OsStr::new).collect::<Vec<_>>());
            prop_assert_eq!(split(&String::from_utf8(quoted).unwrap(), Quoting::Response), words);
        }

        #[test]
        fn any_text_splits(text in any::<String>()) {
            split(&text, Quoting::Response);
        }
    }
}
