//! Decides from text alone whether a unit can hold a target directive with a region, and which files it reads.
//!
//! The main file and every header that it can reach by `#include "…"`, `-include`, `-iquote`, `-I`
//! and `CPATH` are read once each; conditions are not evaluated, so more is read than clang reads. But what stands behind `#if 0`,
//! or behind `#ifdef` of a name that no file and no option defines, is not taken for included.
//! Folders of system headers are not followed. What cannot be followed (an `#include` of a macro, a
//! header that is not found, an option that moves the folders) counts as a directive.

use std::collections::BTreeSet;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use memchr::memmem::{self, Finder};

use crate::flags;
use crate::overlay::lexical;

/// A unit that reads more than this is taken to hold a directive.
const MOST_FILES: usize = 4096;
const MOST_BYTES: usize = 64 << 20;

/// A file, whatever its name: device and number.
pub(crate) type FileKey = (u64, u64);

/// What the text of a unit says.
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Whether the unit can hold a target directive that has a region.
    pub(crate) may_hold_target: bool,
    /// The main file.
    pub(crate) main: FileKey,
    /// The files that are included, as far as they were found, whatever the conditions are.
    pub(crate) included: BTreeSet<FileKey>,
    /// Those of them that no condition is known to leave out.
    pub(crate) active: BTreeSet<FileKey>,
    /// The last parts of names of headers that were not found.
    pub(crate) absent: BTreeSet<String>,
    /// What may include any file.
    pub(crate) open: Option<&'static str>,
    /// Whether the bytes of some file are read.
    pub(crate) embeds: bool,
    /// Whether a file whose bytes are read was not found.
    pub(crate) unsure: bool,
    /// Whether every include was followed.
    pub(crate) complete: bool,
    /// A pipe that is included: it can be read once only, and is clang's.
    pub(crate) pipe: Option<String>,
}

/// Scans the unit of `input` under the parse options `arguments`; `cpath` is the value of `CPATH`.
/// `None` where the main file cannot be read.
pub(crate) fn scan(input: &str, arguments: &[String], cpath: Option<&str>) -> Option<Reach> {
    let mut walk = Walk::new(Folders::of(arguments, cpath));
    let (main, text) = read(Path::new(input))?;
    walk.reach.main = main;
    walk.folders.forced.clone().iter().for_each(|name| walk.forced(name));
    walk.file(Path::new(input), &text);
    while let Some(path) = walk.waiting.pop() {
        if walk.seen.len() > MOST_FILES || walk.bytes > MOST_BYTES {
            walk.give_up("it includes very many files");
            break;
        }
        if let Some((_, text)) = read(&path) {
            walk.file(&path, &text);
        }
    }
    Some(walk.finish())
}

/// A file's text; not that of a pipe, which can be read once only, and is clang's.
fn read(path: &Path) -> Option<(FileKey, Vec<u8>)> {
    let key = key(path)?;
    Some((key, std::fs::read(path).ok()?))
}

/// Where headers are looked for, and those that come before the first line.
#[derive(Clone, Debug, Default)]
struct Folders {
    quote: Vec<PathBuf>,
    angled: Vec<PathBuf>,
    forced: Vec<String>,
    /// The names of macros that options define.
    defined: BTreeSet<String>,
    /// Whether every option was understood.
    known: bool,
}

impl Folders {
    fn of(arguments: &[String], cpath: Option<&str>) -> Self {
        let mut folders = Self { known: true, ..Self::default() };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let option = flags::find(word);
            let next = if option.takes_next() { words.next().map(String::as_str) } else { None };
            let name = &word[..word.len() - option.joined.len()];
            folders.option(name, next.unwrap_or(option.joined));
        }
        let from_environment = cpath.into_iter().flat_map(std::env::split_paths);
        folders.angled.extend(from_environment.map(|folder| match folder.as_os_str().len() {
            0 => PathBuf::from("."),
            _ => folder,
        }));
        folders
    }

    fn option(&mut self, name: &str, value: &str) {
        match name {
            "-I" | "--include-directory" | "--include-directory=" => {
                self.known &= value != "-" && !value.starts_with('=');
                self.angled.push(value.into());
            }
            "-D" | "--define-macro" | "--define-macro=" => {
                let end = value.find(['=', '(']).unwrap_or(value.len());
                self.defined.insert(value[..end].to_owned());
            }
            "-iquote" => self.quote.push(value.into()),
            "-include" | "--include" | "-imacros" | "--imacros" => self.forced.push(value.into()),
            "-F" | "-iframework" | "-iprefix" | "-iwithprefix" | "-iwithprefixbefore" => {
                self.known = false;
            }
            _ => self.known &= !name.starts_with("--include-"),
        }
    }
}

struct Walk {
    folders: Folders,
    reach: Reach,
    waiting: Vec<PathBuf>,
    /// A file under the name without dots that it was reached by: what it includes depends on both.
    seen: BTreeSet<(FileKey, PathBuf)>,
    bytes: usize,
    words: Words,
    /// Whether some file has the word `omp`, `target`, `_Pragma`: a macro can bring them together.
    omp: bool,
    target: bool,
    operator: bool,
    /// The names that some file defines.
    defined: BTreeSet<String>,
    /// Included files, with names of which all are defined where they are.
    guarded: Vec<(FileKey, Vec<String>)>,
}

impl Walk {
    fn new(folders: Folders) -> Self {
        let open = (!folders.known).then_some("an option moves the folders of its headers");
        let reach = Reach { complete: folders.known, open, ..Reach::default() };
        Self {
            defined: folders.defined.clone(),
            guarded: Vec::new(),
            folders,
            reach,
            waiting: Vec::new(),
            seen: BTreeSet::new(),
            bytes: 0,
            words: Words::new(),
            omp: false,
            target: false,
            operator: false,
        }
    }

    fn file(&mut self, path: &Path, text: &[u8]) {
        self.bytes += text.len();
        let (omp, target) = (self.words.omp(text), self.words.target(text));
        self.reach.may_hold_target |= omp && target;
        self.omp |= omp;
        self.target |= target;
        self.operator |= self.words.operator.find(text).is_some();
        let beside = path.parent().unwrap_or(Path::new("")).to_owned();
        let conditions = Conditions::of(text);
        self.defined.extend(conditions.defined.iter().cloned());
        let begun = BEGINNINGS.iter().flat_map(|sign| {
            let ends = move |at| (&text[..at], &text[at + sign.len()..]);
            memmem::find_iter(text, *sign).map(ends)
        });
        for (before, rest) in begun {
            let names = conditions.at(before.len());
            match include(before, rest) {
                None => {}
                Some(Include::Quoted(name)) => self.follow(Some(&beside), name, names),
                Some(Include::Angled(name)) => self.follow(None, name, names),
                Some(Include::Itself) => self.include(key(path), names),
                Some(Include::Computed) => self.give_up("it includes what a macro names"),
                Some(Include::Embedded(name)) => self.embedded(&beside, name),
            }
        }
    }

    /// Something may include any file.
    fn give_up(&mut self, why: &'static str) {
        self.reach.complete = false;
        self.reach.open.get_or_insert(why);
    }

    /// A file is included where these names are all defined; never without a list of them.
    fn include(&mut self, key: Option<FileKey>, names: Option<Vec<String>>) {
        self.reach.included.extend(key);
        self.guarded.extend(key.zip(names));
    }

    /// A file whose bytes are read. Where it is not found, it may be the main file.
    fn embedded(&mut self, beside: &Path, name: &str) {
        let path = beside.join(name);
        self.reach.embeds = true;
        let found = key(&path);
        self.include(found.or(Some(self.reach.main)), Some(Vec::new()));
        self.reach.unsure |= found.is_none();
    }

    /// A header that an option names is looked for in the current folder first.
    fn forced(&mut self, name: &str) {
        self.follow(Some(Path::new("")), name, Some(Vec::new()));
    }

    fn follow(&mut self, beside: Option<&Path>, name: &str, names: Option<Vec<String>>) {
        let quoted = beside.is_some();
        let quote = self.folders.quote.iter().filter(|_| quoted).map(PathBuf::as_path);
        let folders = beside.into_iter().chain(quote);
        let folders = folders.chain(self.folders.angled.iter().map(PathBuf::as_path));
        let places: Vec<PathBuf> = folders.map(|folder| folder.join(name)).collect();
        let found = places.into_iter().find_map(|path| key(&path).map(|key| (path, key)));
        if let Some((path, key)) = found {
            self.include(Some(key), names);
            if self.seen.insert((key, lexical(&path))) {
                self.waiting.push(path);
            }
        } else {
            self.reach.complete &= !quoted;
            let last = Path::new(name).file_name().filter(|_| quoted && names.is_some());
            self.reach.absent.extend(last.map(|last| last.to_string_lossy().into_owned()));
            let is_pipe = |data: std::fs::Metadata| data.file_type().is_fifo();
            let pipe = quoted && std::fs::metadata(name).is_ok_and(is_pipe);
            self.reach.pipe = self.reach.pipe.take().or(pipe.then(|| name.to_owned()));
        }
    }

    fn finish(mut self) -> Reach {
        let assembled = self.operator && self.omp && self.target;
        self.reach.may_hold_target |= assembled || !self.reach.complete;
        let is_defined = |name: &String| name.starts_with('_') || self.defined.contains(name);
        let active = self.guarded.iter().filter(|(_, names)| names.iter().all(is_defined));
        self.reach.active = active.map(|(key, _)| *key).collect();
        self.reach
    }
}

/// A condition around lines.
#[derive(Clone, PartialEq, Eq)]
enum Condition {
    /// `#if 0`
    Never,
    /// `#ifdef NAME`
    Defined(String),
    /// Any other one.
    Open,
}

/// The conditions of a text, and the names that it defines.
#[derive(Default)]
struct Conditions {
    /// The conditions around the lines from an offset on.
    from: Vec<(usize, Vec<Condition>)>,
    defined: BTreeSet<String>,
}

impl Conditions {
    /// Reads the lines that begin with `#`. Where some condition does not end, perhaps since a comment or a string looks like one,
    /// none counts.
    fn of(text: &[u8]) -> Self {
        let mut found = Self::default();
        let mut around: Vec<Condition> = Vec::new();
        let (mut at, mut is_whole) = (0, true);
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let start = at;
            at += line.len();
            let Some(rest) = line.trim_ascii_start().strip_prefix(b"#") else { continue };
            let rest = rest.trim_ascii();
            let end = rest.iter().position(|byte| !byte.is_ascii_lowercase()).unwrap_or(rest.len());
            let (word, argument) = (&rest[..end], rest[end..].trim_ascii());
            match word {
                b"define" => {
                    found.defined.extend(name_of(argument));
                    continue;
                }
                b"if" if argument == b"0" => around.push(Condition::Never),
                b"ifdef" => {
                    let name = name_of(argument).map(Condition::Defined);
                    around.push(name.unwrap_or(Condition::Open));
                }
                b"if" | b"ifndef" => around.push(Condition::Open),
                b"else" | b"elif" | b"elifdef" | b"elifndef" => match around.last_mut() {
                    Some(last) => *last = Condition::Open,
                    None => is_whole = false,
                },
                b"endif" => is_whole &= around.pop().is_some(),
                _ => continue,
            }
            found.from.push((start, around.clone()));
        }
        if !is_whole || !around.is_empty() {
            found.from.clear();
        }
        found
    }

    /// The names that are all defined where the text at an offset counts; `None` where it never does.
    fn at(&self, offset: usize) -> Option<Vec<String>> {
        let before = self.from.partition_point(|(start, _)| *start <= offset);
        let around = before.checked_sub(1).map_or(&[][..], |last| &self.from[last].1[..]);
        let names = around.iter().filter_map(|condition| match condition {
            Condition::Defined(name) => Some(name.clone()),
            Condition::Never | Condition::Open => None,
        });
        (!around.contains(&Condition::Never)).then(|| names.collect())
    }
}

/// The name that a text begins with.
fn name_of(text: &[u8]) -> Option<String> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name: Vec<u8> = text.iter().copied().take_while(is_part).collect();
    String::from_utf8(name).ok().filter(|name| !name.is_empty())
}

pub(crate) fn key(path: &Path) -> Option<FileKey> {
    let data = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    Some((data.dev(), data.ino()))
}

/// What an `#include` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Include<'a> {
    Quoted(&'a str),
    Angled(&'a str),
    /// `#include __FILE__`.
    Itself,
    Computed,
    /// `#embed`; without a name where that is not understood.
    Embedded(&'a str),
}

/// What begins a directive: as it is, as a digraph and as a trigraph.
const BEGINNINGS: [&[u8]; 3] = [b"#", b"%:", b"??="];

/// The include directive between whose `#` the text is split, if it is one. One that is broken by a
/// comment or a continued line is not followed.
fn include<'a>(before: &[u8], rest: &'a [u8]) -> Option<Include<'a>> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c);
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let skip = |text: &'_ [u8]| text.iter().take_while(|byte| blank(byte)).count();
    let before = &before[..before.len() - before.iter().rev().take_while(|b| blank(b)).count()];
    if !(before.is_empty() || before.ends_with(b"\n") || before.ends_with(b"*/")) {
        return None;
    }
    let rest = &rest[skip(rest)..];
    let (word, rest) = rest.split_at(rest.iter().take_while(|byte| part(byte)).count());
    let words: [&[u8]; 4] = [b"include_next", b"include", b"import", b"embed"];
    if !words.contains(&word) {
        let broken = [b"\\".as_slice(), b"??/", b"/*"].iter().any(|sign| rest.starts_with(sign));
        let begun = words.iter().any(|whole| whole.starts_with(word));
        return (broken && begun).then_some(Include::Computed);
    }
    let rest = &rest[skip(rest)..];
    let name = |close: u8| {
        let line = &rest[1..];
        let end = line.iter().position(|byte| *byte == close || *byte == b'\n')?;
        std::str::from_utf8(&line[..end]).ok().filter(|_| line[end] == close)
    };
    if word == b"embed" {
        let name = if rest.first() == Some(&b'"') { name(b'"') } else { None };
        return Some(Include::Embedded(name.unwrap_or_default()));
    }
    Some(match rest.first() {
        Some(b'"') => name(b'"').map_or(Include::Computed, Include::Quoted),
        Some(b'<') => name(b'>').map_or(Include::Computed, Include::Angled),
        _ if rest.starts_with(b"__FILE__") => Include::Itself,
        _ => Include::Computed,
    })
}

/// The words that a directive is made of.
struct Words {
    omp: Finder<'static>,
    target: Finder<'static>,
    operator: Finder<'static>,
}

impl Words {
    fn new() -> Self {
        Self {
            omp: Finder::new(b"omp"),
            target: Finder::new(b"target"),
            operator: Finder::new(b"_Pragma"),
        }
    }

    /// Whether `omp` stands alone, as it does in no directive's absence but `<omp.h>` and prose.
    fn omp(&self, text: &[u8]) -> bool {
        let mut found = self.omp.find_iter(text);
        found.any(|at| is_alone(text, at, 3) && text.get(at + 3) != Some(&b'.'))
    }

    /// Whether `target` stands alone, and not only in directives that have no region.
    fn target(&self, text: &[u8]) -> bool {
        let mut found = self.target.find_iter(text);
        found.any(|at| is_alone(text, at, 6) && !has_no_region(text, at))
    }
}

/// Whether the bytes at `at` are a word and no part of one.
fn is_alone(text: &[u8], at: usize, length: usize) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = at.checked_sub(1).and_then(|at| text.get(at));
    !before.is_some_and(is_part) && !text.get(at + length).is_some_and(is_part)
}

/// Whether the word `target` at `at` belongs to a pragma that is spelt plainly on one line and has no region: `declare target`,
/// its beginning and its end, `target enter data`, `target exit data`, `target update`.
fn has_no_region(text: &[u8], at: usize) -> bool {
    let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    let words = |text: &[u8], most: usize| -> Vec<String> {
        let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.take(most).map(|word| String::from_utf8_lossy(word).into_owned()).collect()
    };
    let Some(before) = text[start..at].trim_ascii_start().strip_prefix(b"#") else { return false };
    let before = words(before, 5);
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let line = &text[at + 6..];
    let behind = words(&line[..memchr::memchr(b'\n', line).unwrap_or(line.len())], 2);
    let behind: Vec<&str> =
        behind.iter().map(|word| word.split('(').next().unwrap_or("")).collect();
    match before[..] {
        ["pragma", "omp", "declare"] | ["pragma", "omp", "begin" | "end", "declare"] => true,
        ["pragma", "omp"] => matches!(behind[..], ["enter" | "exit", "data"] | ["update", ..]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    struct Tree(tempfile::TempDir);

    impl Tree {
        fn new(files: &[(&str, &str)]) -> Self {
            let root = tempfile::tempdir().unwrap();
            for (name, text) in files {
                let path = root.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Self(root)
        }

        fn at(&self, name: &str) -> String {
            self.0.path().join(name).to_str().unwrap().to_owned()
        }

        fn scan(&self, arguments: &[&str]) -> Reach {
            let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
            scan(&self.at("a.c"), &arguments, None).unwrap()
        }

        fn may(&self, arguments: &[&str]) -> bool {
            self.scan(arguments).may_hold_target
        }
    }

    const TARGET: &str = "#pragma omp target\n;\n";

    fn alone(text: &str) -> bool {
        Tree::new(&[("a.c", text)]).may(&[])
    }

    #[test]
    fn a_directive_needs_both_words() {
        assert!(alone("#pragma omp \\\n target") && alone("P(omp,target)"));
        assert!(!alone("#pragma omp parallel for\n") && !alone("") && !alone("int target;"));
        assert!(!alone("#include <omp.h>\nint target = omp_get_initial_device();"));
        assert!(!alone("int component, target;"));
        assert!(!alone("#pragma omp parallel for\nint *p = omp_target_alloc(n, 0);"));
    }

    #[test]
    fn a_directive_without_a_region_does_not_count() {
        for directive in [
            "declare target",
            "begin declare target device_type(any)",
            "end declare target",
            "declare target(f)",
            "target enter data map(to: a[0:n])",
            "target exit data\tmap(from: a)",
            "target update from(a)",
            "target\tupdate",
        ] {
            assert!(!alone(&format!("int a;\n # pragma\tomp {directive}\n")), "{directive}");
            assert!(!alone(&format!("#pragma omp {directive}")), "{directive}");
            let also = format!("#pragma omp {directive}\n#pragma omp target\n;\n");
            assert!(alone(&also), "{directive}");
        }
        for other in [
            "target data map(to: a)",
            "target enter_data",
            "target enter \\\n data",
            "target updates",
            "target teams update",
            "parallel declare target",
            "target update from(target)",
        ] {
            assert!(alone(&format!("#pragma omp {other}\n")), "{other}");
        }
        for sign in ["_Pragma(\"", "/* */ #pragma ", "%:pragma ", "# //pragma "] {
            assert!(alone(&format!("{sign}omp target update")), "{sign}");
        }
    }

    #[test]
    fn headers_are_followed_as_clang_finds_them() {
        let tree = Tree::new(&[
            ("a.c", "#include \"x.h\"\n # include <y.h>\n#include <stdio.h>\n"),
            ("x.h", "#include \"deep/z.h\"\n"),
            ("deep/z.h", "#include \"w.h\"\n#include \"../x.h\"\n"),
            ("deep/w.h", "int w;\n"),
            ("inc/y.h", TARGET),
        ]);
        let folder = tree.at("inc");
        assert!(
            !tree.may(&[]) && tree.may(&["-I", &folder]) && tree.may(&[&format!("-I{folder}")])
        );
        assert!(!tree.may(&["-isystem", &folder]) && !tree.may(&["-iquote", &folder]));
        assert!(tree.may(&["-include", &tree.at("inc/y.h")]));
        assert_eq!(tree.scan(&[]).included.len(), 3);
        let arguments = [];
        assert!(scan(&tree.at("a.c"), &arguments, Some(&folder)).unwrap().may_hold_target);
    }

    #[test]
    fn what_cannot_be_followed_counts_as_a_directive() {
        assert!(alone("#include HEADER\n") && alone("#include \"absent.h\"\n"));
        assert!(!alone("#include <absent.h>\n") && !alone("x #include \"absent.h\"\n"));
        for odd in ["# /* */ include", "#inc\\\nlude", "#\\\ninclude", "#include /* */"] {
            assert!(alone(&format!("{odd} \"a.c\"\n")), "{odd}");
        }
        assert!(!alone("#if 1 /* include \"x.h\" */\n#endif\n") && !alone("#define X \\\n 1\n"));
        let tree = Tree::new(&[("a.c", "int x;\n")]);
        assert!(!tree.may(&["-I", "x"]) && tree.may(&["-iprefix", "x"]) && tree.may(&["-I-"]));
        assert!(tree.may(&["-include", "absent.h"]));
    }

    #[test]
    fn other_spellings_of_the_sign_are_followed() {
        for sign in ["#", " %:", "??= ", "/* */ #", "int x; /*\n*/\t#"] {
            let main = format!("{sign}include \"x.h\"\n");
            assert!(Tree::new(&[("a.c", &main), ("x.h", TARGET)]).may(&[]), "{sign}");
            assert!(!Tree::new(&[("a.c", &main), ("x.h", "")]).may(&[]), "{sign}");
        }
    }

    #[test]
    fn a_macro_can_join_words_of_several_files() {
        let tree = Tree::new(&[
            ("a.c", "#include \"p.h\"\nP(omp T)\n"),
            ("p.h", "#define P(x) _Pragma(#x)\n#define T target\n"),
        ]);
        assert!(tree.may(&[]));
    }

    #[test]
    fn a_file_whose_bytes_are_read_is_seen_to() {
        let reach = |text: &str| Tree::new(&[("a.c", text), ("b.bin", "b")]).scan(&[]);
        for text in ["#embed \"a.c\"\n", "#embed <a.c>\n", "# embed NAME\n", "#embed \"absent\"\n"]
        {
            let reach = reach(text);
            assert!(reach.included.contains(&reach.main) && reach.complete, "{text}");
        }
        let reach = reach("#embed \"b.bin\" limit(1)\n");
        assert!(!reach.included.contains(&reach.main) && reach.included.len() == 1);
        assert!(!reach.unsure && !reach.may_hold_target);
    }

    #[test]
    fn what_a_condition_leaves_out_is_not_included() {
        let active = |text: &str, arguments: &[&str]| {
            Tree::new(&[("a.c", text), ("b.c", ""), ("d.h", "#define SET\n")])
                .scan(arguments)
                .active
        };
        let number = |text: &str, arguments: &[&str]| active(text, arguments).len();
        assert_eq!(number("#include \"b.c\"\n", &[]), 1);
        assert_eq!(number("#if 0\n#include \"b.c\"\n#endif\n", &[]), 0);
        assert_eq!(number("#if 0\n#else\n# include \"b.c\"\n#endif\n", &[]), 1);
        assert_eq!(number("#if 0 /*\n#include \"b.c\"\n", &[]), 1, "it does not end");
        let behind = "#ifdef UNITY\n# if X\n#include \"b.c\"\n# endif\n#endif\n";
        assert_eq!(number(behind, &[]), 0);
        assert_eq!(number(behind, &["-DUNITY=1"]), 1);
        assert_eq!(number(behind, &["-D", "UNITY"]), 1);
        assert_eq!(number(&format!("{behind}#define UNITY\n"), &[]), 1);
        assert_eq!(number("#ifdef __NVPTX__\n#include \"b.c\"\n#endif\n", &[]), 1);
        let later = "#include \"d.h\"\n#ifdef SET\n#include \"b.c\"\n#endif\n";
        assert_eq!(number(later, &[]), 2);
        assert_eq!(number("#ifndef N\n#include \"b.c\"\n#endif\n", &[]), 1);
    }

    #[test]
    fn a_file_that_includes_itself_is_seen_to() {
        for name in ["\"a.c\"", "__FILE__"] {
            let reach = Tree::new(&[("a.c", &format!("#include {name}\n"))]).scan(&[]);
            assert!(reach.included.contains(&reach.main) && reach.complete, "{name}");
        }
    }
}
