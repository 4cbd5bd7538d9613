//! Response files (`@file`) and quoted command lines, split as clang splits them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

const DEEPEST: usize = 16;

/// Which characters a backslash escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// GNU response files: a backslash escapes everywhere, in both kinds of quotes too.
    Response,
    /// POSIX shells: nothing is special in single quotes.
    Shell,
}

/// Splits `text` into words.
pub(crate) fn split(text: &str, quoting: Quoting) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let literal = quoting == Quoting::Shell && quote == Some('\'');
        match (c, quote) {
            ('\\', _) if !literal => word.get_or_insert_default().extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_ascii_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The text of a response file that holds `words`.
pub(crate) fn quote(words: &[&OsStr]) -> Vec<u8> {
    let mut text = Vec::new();
    for word in words {
        let bytes = word.as_bytes();
        if bytes.is_empty() {
            text.extend(b"\"\"");
        }
        for byte in bytes {
            if byte.is_ascii_whitespace() || b"\"'\\".contains(byte) {
                text.push(b'\\');
            }
            text.push(*byte);
        }
        text.push(b'\n');
    }
    text
}

/// The arguments with each response file replaced by its words, files inside files included; a
/// file that cannot be read stays as it is written, as in clang. `None` where files nest without
/// end or hold bytes that are not UTF-8.
pub(crate) fn expand(args: &[String]) -> Option<Vec<String>> {
    let mut out = Vec::with_capacity(args.len());
    expand_into(args, 0, &mut out)?;
    Some(out)
}

fn expand_into(args: &[String], depth: usize, out: &mut Vec<String>) -> Option<()> {
    for arg in args {
        match arg.strip_prefix('@').and_then(|path| fs::read(path).ok()) {
            None => out.push(arg.clone()),
            Some(_) if depth == DEEPEST => return None,
            Some(bytes) => {
                let words = split(&String::from_utf8(bytes).ok()?, Quoting::Response);
                expand_into(&words, depth + 1, out)?;
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
        assert_eq!(words(r#"-D"A B" 'c d'e "" x\ y"#), ["-DA B", "c de", "", "x y"]);
        assert_eq!(words(r#""a\"b" 'a\'b'"#), [r#"a"b"#, "a'b"]);
        assert_eq!(words("trailing\\"), ["trailing"]);
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
        fn quoted_words_come_back(words in prop::collection::vec(".*", 0..6)) {
            let quoted = quote(&words.iter().map(OsStr::new).collect::<Vec<_>>());
            prop_assert_eq!(split(&String::from_utf8(quoted).unwrap(), Quoting::Response), words);
        }

        #[test]
        fn any_text_splits(text in any::<String>()) {
            split(&text, Quoting::Response);
        }
    }
}
