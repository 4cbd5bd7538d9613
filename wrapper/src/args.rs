//! Decides from a command line whether there is anything for warpcc to do.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;

use warpcc::command::Language;

use crate::flags::{self, Match, Meaning};
use crate::response;

/// One compilation that offloads: what the analysis needs to know of its command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compilation {
    /// The language of the source.
    pub(crate) language: Language,
    /// The one source, as the user wrote it.
    pub(crate) input: String,
    /// The options that change how the source parses, in their order.
    pub(crate) arguments: Vec<String>,
    /// The value of `-fopenmp-version=`.
    pub(crate) openmp_version: Option<String>,
    /// The GPU architectures asked for, sorted.
    pub(crate) offload_arch: Vec<String>,
}

/// What a command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// One source file to be compiled with offload.
    Compilation(Compilation),
    /// Anything else: clang runs as it is.
    NothingToDo(Why),
}

/// Why there is nothing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// An option that makes the command something else than a compilation, or one whose effect on
    /// the source is not modelled.
    Option(String),
    /// No option asks for offload.
    NoOffload,
    /// No C or C++ source among the inputs.
    NoSource,
    /// More than one source.
    SeveralSources,
    /// The source comes from standard input.
    StandardInput,
    /// The command line is not UTF-8, or its response files nest without end.
    NotText,
    /// The source cannot be read; clang will say so.
    Unreadable,
    /// The source holds no target directive.
    NoTarget,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(option) => write!(f, "'{option}' is left to clang"),
            Self::NoOffload => f.write_str("no offload target asked for"),
            Self::NoSource => f.write_str("no C or C++ source"),
            Self::SeveralSources => f.write_str("several sources in one command"),
            Self::StandardInput => f.write_str("source comes from standard input"),
            Self::NotText => f.write_str("command line is not plain text"),
            Self::Unreadable => f.write_str("source cannot be read"),
            Self::NoTarget => f.write_str("source has no target directive"),
        }
    }
}

impl Why {
    /// Whether a user who asked for offload would want to hear of it.
    pub(crate) fn surprises(&self) -> bool {
        matches!(self, Self::SeveralSources | Self::StandardInput | Self::NotText)
    }
}

/// Whether only compilations that offload count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offload {
    /// As a compiler: without offload there is nothing to do.
    Required,
    /// As a tool for people: they asked for the analysis.
    Assumed,
}

/// Classifies clang's arguments (without the program's name); `default` is the language of a `.c`
/// file: C for `clang`, C++ for `clang++`.
pub(crate) fn classify(args: &[OsString], default: Language, offload: Offload) -> Class {
    let text: Option<Vec<String>> =
        args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect();
    let Some(words) = text.and_then(|text| response::expand(&text)) else {
        return Class::NothingToDo(Why::NotText);
    };
    let mut scan = Scan::default();
    match scan.read(&words, default).and_then(|()| scan.finish(offload)) {
        Ok(compilation) => Class::Compilation(compilation),
        Err(why) => Class::NothingToDo(why),
    }
}

/// What the arguments read so far say.
#[derive(Default)]
struct Scan {
    openmp: bool,
    targets: bool,
    arch: BTreeSet<String>,
    openmp_version: Option<String>,
    forced: Option<String>,
    sources: Vec<(String, Language)>,
    arguments: Vec<String>,
}

impl Scan {
    fn read(&mut self, words: &[String], default: Language) -> Result<(), Why> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "--" {
                return words.try_for_each(|input| self.input(input, default));
            }
            if !word.starts_with('-') || word == "-" {
                self.input(word, default)?;
                continue;
            }
            let option = flags::find(word);
            let value = if option.takes_next() { words.next() } else { None };
            self.option(word, option, value.map(String::as_str))?;
        }
        Ok(())
    }

    fn input(&mut self, name: &str, default: Language) -> Result<(), Why> {
        if name == "-" {
            return Err(Why::StandardInput);
        }
        if let Some(language) = language_of(name, self.forced.as_deref(), default)? {
            self.sources.push((name.to_owned(), language));
        }
        Ok(())
    }

    fn option(&mut self, word: &str, found: Match<'_>, next: Option<&str>) -> Result<(), Why> {
        let value = next.unwrap_or(found.joined);
        match found.meaning {
            Meaning::Drop => {}
            Meaning::Stop => return Err(Why::Option(word.to_owned())),
            Meaning::Parse => self.keep(&[Some(word), next]),
            Meaning::Openmp(on) => self.openmp = on,
            Meaning::Targets => self.targets = !value.is_empty(),
            Meaning::Arch => self.arch.extend(value.split(',').map(str::to_owned)),
            Meaning::NoArch => self.drop_arch(value),
            Meaning::OpenmpVersion => self.openmp_version = Some(value.to_owned()),
            Meaning::TargetArgument => self.target_argument(value),
            Meaning::Language => self.forced = (value != "none").then(|| value.to_owned()),
            Meaning::Preprocessor => {
                value.split(',').for_each(|part| self.preprocessor(part));
            }
            Meaning::PreprocessorArgument => self.preprocessor(value),
            Meaning::FrontendArgument if value.starts_with("-f") => {
                self.keep(&[Some(word), next]);
            }
            Meaning::FrontendArgument => {}
        }
        Ok(())
    }

    fn keep(&mut self, words: &[Option<&str>]) {
        self.arguments.extend(words.iter().flatten().map(|&word| word.to_owned()));
    }

    fn drop_arch(&mut self, list: &str) {
        for name in list.split(',') {
            if name == "all" {
                self.arch.clear();
            }
            self.arch.remove(name);
        }
    }

    fn target_argument(&mut self, argument: &str) {
        for prefix in ["-march=", "-mcpu=", "--offload-arch="] {
            self.arch.extend(argument.strip_prefix(prefix).map(str::to_owned));
        }
    }

    fn preprocessor(&mut self, argument: &str) {
        let simple = |name| argument.len() > 2 && argument.starts_with(name);
        if ["-D", "-U", "-I"].into_iter().any(simple) {
            self.keep(&[Some(argument)]);
        }
    }

    fn finish(&self, offload: Offload) -> Result<Compilation, Why> {
        let asked = self.openmp && (self.targets || !self.arch.is_empty());
        match self.sources.as_slice() {
            _ if offload == Offload::Required && !asked => Err(Why::NoOffload),
            [] => Err(Why::NoSource),
            [(input, language)] => Ok(Compilation {
                language: *language,
                input: input.clone(),
                arguments: self.arguments.clone(),
                openmp_version: self.openmp_version.clone(),
                offload_arch: self.arch.iter().cloned().collect(),
            }),
            _ => Err(Why::SeveralSources),
        }
    }
}

/// The language of an input; `None` for objects, libraries, assembly and whatever else is not C or
/// C++. An error for an input that makes the whole command something else: a header to precompile,
/// a module, preprocessed text, another language.
fn language_of(
    name: &str,
    forced: Option<&str>,
    default: Language,
) -> Result<Option<Language>, Why> {
    match forced {
        Some("c") => return Ok(Some(Language::C)),
        Some("c++") => return Ok(Some(Language::Cxx)),
        Some("assembler" | "assembler-with-cpp" | "ir") => return Ok(None),
        Some(other) => return Err(Why::Option(format!("-x {other}"))),
        None => {}
    }
    let base = name.rsplit('/').next().unwrap_or(name);
    let extension = base.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "c" => Ok(Some(default)),
        "C" | "cc" | "cp" | "cpp" | "cxx" | "c++" | "CC" | "CPP" | "CXX" | "C++" => {
            Ok(Some(Language::Cxx))
        }
        "i" | "ii" | "iim" | "mi" | "mii" | "m" | "mm" | "M" | "cu" | "cui" | "hip" | "cl"
        | "clcpp" | "clc" | "hlsl" | "h" | "H" | "hh" | "hpp" | "hxx" | "hp" | "h++" | "inl"
        | "ipp" | "tcc" | "cppm" | "ccm" | "cxxm" | "c++m" | "ixx" | "pcm" | "pch" | "gch"
        | "ast" | "f" | "F" | "f90" | "F90" => Err(Why::Option(base.to_owned())),
        _ => Ok(None),
    }
}

/// Whether the text of a source can hold a target directive: a directive needs both words, whether
/// it is written as `#pragma`, comes out of `_Pragma`, or is cut in two by a line continuation
/// between words.
pub(crate) fn may_hold_target(source: &[u8]) -> bool {
    contains(source, b"omp") && contains(source, b"target")
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OFFLOAD: [&str; 2] = ["-fopenmp", "-fopenmp-targets=nvptx64"];

    fn class(args: &[&str]) -> Class {
        let args: Vec<OsString> = OFFLOAD.iter().chain(args).map(OsString::from).collect();
        classify(&args, Language::C, Offload::Required)
    }

    fn compilation(args: &[&str]) -> Compilation {
        match class(args) {
            Class::Compilation(compilation) => compilation,
            Class::NothingToDo(why) => panic!("{args:?}: {why}"),
        }
    }

    fn why(args: &[&str]) -> Why {
        match class(args) {
            Class::Compilation(compilation) => panic!("{args:?}: {compilation:?}"),
            Class::NothingToDo(why) => why,
        }
    }

    #[test]
    fn the_front_end_gets_what_changes_the_parse() {
        let line = "-O3 -g -Wall -Werror -DN=1 -I inc -std=c11 -MMD -MF a.d -Xopenmp-target \
                    -march=sm_90 --cuda-path=/cuda -include x.h -fPIC -Xarch_host -DHOST \
                    -Wp,-DP,-MD,b.d -Xclang -fno-pch-timestamp -Xclang -ast-dump -lm -Wl,-rpath,/x \
                    -L /lib -c a.c -o a.o";
        let found = compilation(&line.split_whitespace().collect::<Vec<_>>());
        let kept = "-O3 -DN=1 -I inc -std=c11 -include x.h -fPIC -DP -Xclang -fno-pch-timestamp";
        assert_eq!(found.arguments.join(" "), kept);
        assert_eq!((found.input.as_str(), found.language), ("a.c", Language::C));
        assert_eq!(found.offload_arch, ["sm_90"]);
    }

    #[test]
    fn offload_is_asked_for_in_any_spelling() {
        let asks = |args: &[&str]| {
            let args: Vec<OsString> =
                args.iter().chain(&["-c", "a.c"]).map(OsString::from).collect();
            matches!(classify(&args, Language::C, Offload::Required), Class::Compilation(_))
        };
        assert!(asks(&["-fopenmp", "--offload-arch=sm_70,sm_90"]));
        assert!(asks(&["-fopenmp=libomp", "-fopenmp-targets=x86_64-pc-linux-gnu"]));
        assert!(!asks(&["-fopenmp"]) && !asks(&["--offload-arch=sm_90"]));
        assert!(!asks(&["-fopenmp", "-fopenmp-targets="]));
        assert!(!asks(&["-fopenmp", "-fno-openmp", "-fopenmp-targets=nvptx64"]));
        assert!(!asks(&["-fopenmp", "--offload-arch=sm_90", "--no-offload-arch=all"]));
    }

    #[test]
    fn one_source_among_objects_is_a_compilation() {
        let found = compilation(&["b.o", "libx.a", "x.s", "a.cpp", "-o", "a"]);
        assert_eq!((found.input.as_str(), found.language), ("a.cpp", Language::Cxx));
        assert_eq!(compilation(&["-x", "c++", "a.c"]).language, Language::Cxx);
        assert_eq!(compilation(&["-xc", "a.txt", "-xnone", "b.o"]).input, "a.txt");
        assert_eq!(compilation(&["-c", "--", "-odd.c"]).input, "-odd.c");
    }

    #[test]
    fn the_rest_is_left_to_clang() {
        assert_eq!(why(&["a.c", "b.c"]), Why::SeveralSources);
        assert_eq!(why(&["-x", "c", "-"]), Why::StandardInput);
        assert_eq!(why(&["a.o", "b.so"]), Why::NoSource);
        for option in ["-E", "-M", "-MM", "-###", "-v", "--version", "-print-resource-dir"] {
            assert_eq!(why(&[option, "a.c"]), Why::Option(option.into()));
        }
        for input in ["a.i", "a.ii", "a.h", "a.hpp", "a.cu", "a.cppm", "a.m"] {
            assert_eq!(why(&["-c", input]), Why::Option(input.into()));
        }
        assert_eq!(why(&["-x", "cpp-output", "a.c"]), Why::Option("-x cpp-output".into()));
        assert_eq!(why(&["-include-pch", "a.pch", "a.c"]), Why::Option("-include-pch".into()));
    }

    #[test]
    fn a_value_is_never_an_input() {
        let valued =
            ["-o", "-MF", "-MT", "-Xlinker", "-T", "-u", "-mllvm", "-framework", "--param"];
        for option in valued {
            assert_eq!(compilation(&[option, "value.c", "a.c"]).input, "a.c", "{option}");
        }
    }

    #[test]
    fn a_directive_needs_both_words() {
        assert!(may_hold_target(b"#pragma omp \\\n target"));
        assert!(!may_hold_target(b"#pragma omp parallel for"));
        assert!(!may_hold_target(b"int target;") && !may_hold_target(b""));
    }

    proptest! {
        #[test]
        fn any_command_line_is_classified(args in prop::collection::vec("-?[-a-zA-Z=,+@./ ]{0,12}", 0..12)) {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            classify(&args, Language::C, Offload::Required);
        }
    }
}
