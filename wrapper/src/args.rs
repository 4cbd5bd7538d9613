//! Decides from a command line whether there is anything for warpcc to do.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;

use warpcc::command::Language;

use crate::flags::{self, Match, Meaning};
use crate::response;

/// One compilation that offloads: what the analysis needs to know of its command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compilation {
    /// The language of the source.
    pub(crate) language: Language,
    /// The source, as the user wrote it.
    pub(crate) input: String,
    /// The value of `-o`.
    pub(crate) output: Option<String>,
    /// The options that change how the source parses, in their order.
    pub(crate) arguments: Vec<String>,
    /// The value of `-fopenmp-version=`.
    pub(crate) openmp_version: Option<String>,
    /// The GPU architectures asked for, sorted.
    pub(crate) offload_arch: Vec<String>,
    /// The triples of the devices asked for, in their order.
    pub(crate) offload_targets: Vec<String>,
}

/// What a command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Source files to be compiled with offload, in their order: at least one.
    Compilations(Vec<Compilation>),
    /// Anything else: clang runs as it is.
    NothingToDo(Why),
}

/// Why there is nothing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// An option that makes the command something else than a compilation.
    Option(String),
    /// An option, a variable or a file whose effect on the source is not modelled.
    NotModelled(String),
    /// No option asks for offload.
    NoOffload,
    /// No C or C++ source among the inputs.
    NoSource,
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
            Self::NotModelled(what) => write!(f, "effect of '{what}' is not modelled"),
            Self::NoOffload => f.write_str("no offload target asked for"),
            Self::NoSource => f.write_str("no C or C++ source"),
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
        matches!(self, Self::NotModelled(_) | Self::StandardInput | Self::NotText)
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
    let Some(words) = response::words(args) else {
        return Class::NothingToDo(Why::NotText);
    };
    let mut scan = Scan::default();
    match scan.read(&words, default).and_then(|()| scan.finish(offload)) {
        Ok(compilations) => Class::Compilations(compilations),
        Err(why) => Class::NothingToDo(why),
    }
}

/// Options after which clang links nothing, beside those that make a command something else.
const NOT_LINKED: [&str; 6] = ["-c", "--compile", "-S", "--assemble", "-fsyntax-only", "-r"];

/// The file that a command with offload links, as the user wrote it.
pub(crate) fn linked(args: &[OsString]) -> Option<String> {
    let words = response::words(args)?;
    if words.iter().any(|word| NOT_LINKED.contains(&word.as_str())) {
        return None;
    }
    let mut scan = Scan::default();
    scan.read(&words, Language::C).ok()?;
    scan.offloads().then(|| scan.output.unwrap_or_else(|| "a.out".into()))
}

/// The name that stands for the architecture of this machine's GPU.
const NATIVE: &str = "native";

/// Whether a command asks for offload to an NVIDIA GPU, whatever else it does; `native` says whether the GPU of this machine counts as
/// one, which no triple needs to name. A command of clang's inner compiler does not: it names its own files.
pub(crate) fn offloads_to_nvidia(args: &[OsString], native: bool) -> bool {
    let (scan, _) = options(args);
    let own = native && scan.targets.is_empty() && scan.arch.contains(NATIVE);
    scan.offloads() && (scan.nvidia().next().is_some() || scan.names_nvidia() || own)
}

/// The arguments with an architecture in the place of that of this machine's GPU. Response files stay where nothing in them names it.
pub(crate) fn without_native(args: &[OsString], architecture: &str) -> Vec<OsString> {
    let (scan, _) = options(args);
    let Some(words) = response::words(args).filter(|_| scan.arch.contains(NATIVE)) else {
        return args.to_vec();
    };
    let (mut all, mut of_target) = (Vec::new(), false);
    for word in words {
        let option = flags::find(&word);
        let named = option.meaning == Meaning::Arch || of_target && word.contains('=');
        let (name, list) = word.split_at(word.find('=').map_or(0, |at| at + 1));
        let names = list.split(',').map(|name| if name == NATIVE { architecture } else { name });
        let other = format!("{name}{}", names.collect::<Vec<_>>().join(","));
        of_target = option.meaning == Meaning::TargetArgument;
        all.push(OsString::from(if named { other } else { word }));
    }
    all
}

/// Whether a command names devices of OpenMP, and not OpenMP itself: clang rejects it.
pub(crate) fn devices_without_openmp(args: &[OsString]) -> bool {
    let (scan, _) = options(args);
    !scan.openmp && !scan.targets.is_empty()
}

/// The inputs of a command that links them without offload: objects and sources, as the user wrote them.
pub(crate) fn linked_without_offload(args: &[OsString]) -> Vec<String> {
    let words = readable(args);
    let stops = |word: &String| {
        NOT_LINKED.contains(&word.as_str()) || flags::find(word).meaning == Meaning::Stop
    };
    let (scan, inputs) = options(args);
    if scan.offloads() || words.iter().any(stops) { Vec::new() } else { inputs }
}

/// The triples of NVIDIA GPUs among the devices, where no option says for which architecture clang is to compile.
pub(crate) fn nvidia_without_architecture(args: &[OsString]) -> Vec<String> {
    let (scan, _) = options(args);
    if scan.names_nvidia() { Vec::new() } else { scan.nvidia().map(str::to_owned).collect() }
}

/// The inputs of a command that asks for offload, of any language.
pub(crate) fn inputs_with_offload(args: &[OsString]) -> Vec<String> {
    let (scan, inputs) = options(args);
    if scan.offloads() { inputs } else { Vec::new() }
}

/// What the options of a command say, whatever else it does, and its inputs before `--`; nothing of a command of clang's inner compiler.
fn options(args: &[OsString]) -> (Scan, Vec<String>) {
    let (words, mut inputs) = (readable(args), Vec::new());
    if words.first().is_some_and(|word| word.starts_with("-cc1")) {
        return (Scan::default(), inputs);
    }
    let mut scan = Scan::default();
    let mut words = words.iter().take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        let option = flags::find(word);
        let value = if option.takes_next() { words.next() } else { None };
        if word.starts_with('-') {
            let _ = scan.option(word, option, value.map(String::as_str));
        } else {
            inputs.push(word.clone());
        }
    }
    (scan, inputs)
}

/// The value that the last of several options `name` has, each joined to its value.
pub(crate) fn last_value(args: &[OsString], name: &str) -> Option<String> {
    let words = readable(args);
    let options = &words[..end_of_options(&words)];
    options.iter().rev().find_map(|word| word.strip_prefix(name)).map(str::to_owned)
}

/// The arguments with one more option behind all others, where it wins.
pub(crate) fn with_last_option(args: &[OsString], option: OsString) -> Vec<OsString> {
    let words = response::words(args).filter(|words| end_of_options(words) < words.len());
    let mut all =
        words.map_or(args.to_vec(), |words| words.into_iter().map(OsString::from).collect());
    all.insert(end_of_options(&all), option);
    all
}

/// The words of a command line, with response files as they are where they cannot be read, and with marks for what is no text.
fn readable(args: &[OsString]) -> Vec<String> {
    let as_it_is = || args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    response::words(args).unwrap_or_else(as_it_is)
}

/// Where an option may be added: before `--`, and before a last word that wants a value.
fn end_of_options(words: &[impl AsRef<OsStr>]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at).map(|word| word.as_ref().to_string_lossy()) {
        let valued = word.starts_with('-') && flags::find(&word).takes_next();
        if word == "--" || valued && at + 1 == words.len() {
            return at;
        }
        at += 1 + usize::from(valued);
    }
    at
}

/// What the arguments read so far say.
#[derive(Default)]
struct Scan {
    openmp: bool,
    targets: Vec<String>,
    arch: BTreeSet<String>,
    openmp_version: Option<String>,
    forced: Option<String>,
    output: Option<String>,
    standard_input: bool,
    not_modelled: Option<String>,
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
            self.standard_input = true;
            return Ok(());
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
            Meaning::Opaque => self.give_up(word),
            Meaning::Output => self.output = Some(value.to_owned()),
            Meaning::HostOrDevice if changes_text(value) => {
                self.give_up(&format!("{word} {value}"));
            }
            Meaning::HostOrDevice => {}
            Meaning::Parse => self.keep(&[Some(word), next]),
            Meaning::Openmp(on) => self.openmp = on,
            Meaning::Targets => {
                let triples = value.split(',').filter(|triple| !triple.is_empty());
                self.targets = triples.map(str::to_owned).collect();
            }
            Meaning::Arch => self.arch.extend(value.split(',').map(str::to_owned)),
            Meaning::NoArch => self.drop_arch(value),
            Meaning::OpenmpVersion => self.openmp_version = Some(value.to_owned()),
            Meaning::TargetArgument => self.target_argument(value),
            Meaning::Language => self.forced = (value != "none").then(|| value.to_owned()),
            Meaning::Preprocessor => {
                let parts: Vec<&str> = value.split(',').collect();
                self.preprocessor(&parts);
            }
            Meaning::PreprocessorArgument => self.preprocessor(&[value]),
            Meaning::FrontendArgument => self.front_end(value),
        }
        Ok(())
    }

    fn give_up(&mut self, what: &str) {
        self.not_modelled.get_or_insert_with(|| what.to_owned());
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
        if changes_text(argument) {
            self.give_up(&format!("-Xopenmp-target {argument}"));
        }
    }

    /// Arguments of the preprocessor: the parts of one `-Wp,`, or one `-Xpreprocessor`.
    fn preprocessor(&mut self, parts: &[&str]) {
        let mut parts = parts.iter();
        while let Some(part) = parts.next() {
            let simple = |name| part.len() > 2 && part.starts_with(name);
            match *part {
                _ if ["-D", "-U", "-I"].into_iter().any(simple) => self.keep(&[Some(part)]),
                "-MD" | "-MMD" | "-MF" | "-MT" | "-MQ" => {
                    parts.next();
                }
                "-MP" | "-MG" => {}
                value if !value.starts_with('-') => {}
                other => self.give_up(&format!("-Wp,{other}")),
            }
        }
    }

    /// One argument of `clang -cc1`. A value that belongs to the argument before it is data, as are
    /// the options that work on what has been parsed.
    fn front_end(&mut self, argument: &str) {
        const HARMLESS: [&str; 9] = [
            "-disable-O0-optnone",
            "-disable-lifetime-markers",
            "-disable-llvm-optzns",
            "-disable-llvm-passes",
            "-disable-llvm-verifier",
            "-mllvm",
            "-no-opaque-pointers",
            "-target-cpu",
            "-target-feature",
        ];
        match argument {
            _ if flags::find(argument).meaning == Meaning::Opaque => {
                self.give_up(&format!("-Xclang {argument}"));
            }
            _ if argument.starts_with("-f") => self.keep(&[Some("-Xclang"), Some(argument)]),
            _ if HARMLESS.contains(&argument) || !argument.starts_with('-') => {}
            _ if argument.starts_with("-W") || argument.starts_with("-O") => {}
            _ => self.give_up(&format!("-Xclang {argument}")),
        }
    }

    fn offloads(&self) -> bool {
        self.openmp && (!self.targets.is_empty() || !self.arch.is_empty())
    }

    /// The triples of NVIDIA GPUs.
    fn nvidia(&self) -> impl Iterator<Item = &str> {
        self.targets.iter().map(String::as_str).filter(|triple| triple.starts_with("nvptx"))
    }

    /// Whether an architecture of NVIDIA's is named.
    fn names_nvidia(&self) -> bool {
        self.arch.iter().any(|name| name.starts_with("sm_"))
    }

    fn finish(self, offload: Offload) -> Result<Vec<Compilation>, Why> {
        if offload == Offload::Required && !self.offloads() {
            return Err(Why::NoOffload);
        }
        if self.standard_input {
            return Err(Why::StandardInput);
        }
        if self.sources.is_empty() {
            return Err(Why::NoSource);
        }
        if let Some(what) = self.not_modelled {
            return Err(Why::NotModelled(what));
        }
        let compilation = |(input, language): &(String, Language)| Compilation {
            language: *language,
            input: input.clone(),
            output: self.output.clone(),
            arguments: self.arguments.clone(),
            openmp_version: self.openmp_version.clone(),
            offload_arch: self.arch.iter().cloned().collect(),
            offload_targets: self.targets.clone(),
        };
        Ok(self.sources.iter().map(compilation).collect())
    }
}

/// Whether an option, given to the host's or to the device's compilation only, makes the two read
/// different text.
fn changes_text(option: &str) -> bool {
    let of_code = ["-m", "-O", "-f", "-B"].iter().any(|prefix| option.starts_with(prefix));
    let meaning = flags::find(option).meaning;
    matches!(meaning, Meaning::Opaque | Meaning::FrontendArgument | Meaning::Preprocessor)
        || (meaning == Meaning::Parse && !of_code)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OFFLOAD: [&str; 2] = ["-fopenmp", "-fopenmp-targets=nvptx64"];

    fn class(args: &[&str]) -> Class {
        let args: Vec<OsString> = OFFLOAD.iter().chain(args).map(OsString::from).collect();
        classify(&args, Language::C, Offload::Required)
    }

    #[test]
    fn links_with_offload_are_told_from_the_rest() {
        let linked = |args: &str| linked(&args.split(' ').map(OsString::from).collect::<Vec<_>>());
        let asked = "-fopenmp --offload-arch=sm_90";
        assert_eq!(linked(&format!("{asked} a.o b.c")).as_deref(), Some("a.out"));
        assert_eq!(linked(&format!("a.o -o p {asked} -lm")).as_deref(), Some("p"));
        for other in ["-c a.c", "-S a.c", "-E a.c", "-fsyntax-only a.c", "-r a.o", "--version"] {
            assert_eq!(linked(&format!("{asked} {other}")), None, "{other}");
        }
        assert_eq!(linked("-fopenmp a.o"), None);
    }

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn gpus_without_an_architecture_are_known() {
        let triples = |line: &str| nvidia_without_architecture(&words(line)).join(" ");
        assert_eq!(triples("-fopenmp -fopenmp-targets=nvptx64 -march=native a.c"), "nvptx64");
        let both = "-fopenmp -fopenmp-targets=amdgcn-amd-amdhsa,nvptx64-nvidia-cuda";
        assert_eq!(triples(both), "nvptx64-nvidia-cuda");
        let other = format!("{both} -Xopenmp-target=amdgcn-amd-amdhsa -march=gfx90a");
        assert_eq!(triples(&other), "nvptx64-nvidia-cuda");
        for named in ["-Xopenmp-target=nvptx64 -march=sm_80", "--offload-arch=sm_70"] {
            assert_eq!(triples(&format!("{both} {named}")), "", "{named}");
        }
        assert_eq!(triples("-fopenmp --offload-arch=sm_90 a.c"), "");
    }

    #[test]
    fn nvidias_gpus_are_told_from_other_devices() {
        let nvidia = |line: &str| offloads_to_nvidia(&words(line), false);
        for yes in [
            "-fopenmp --offload-arch=sm_90 -c a.c",
            "a.o -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu,nvptx64-nvidia-cuda -o a",
            "-fopenmp -fopenmp-targets=nvptx64 -v -E a.i",
            "-fopenmp -fopenmp-targets=nvptx64 -Xopenmp-target -march=sm_80 -- a.c",
        ] {
            assert!(nvidia(yes), "{yes}");
        }
        for no in [
            "-c a.c",
            "-fopenmp -c a.c",
            "--offload-arch=sm_90 -c a.c",
            "-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c a.c",
            "-fopenmp --offload-arch=gfx90a -c a.c",
            "-fopenmp --offload-arch=native -c a.c",
            "-fopenmp -o --offload-arch=sm_90 -c a.c",
            "-fopenmp -c a.c -- --offload-arch=sm_90",
            "-cc1 -fopenmp -fopenmp-targets=nvptx64 a.c",
        ] {
            assert!(!nvidia(no), "{no}");
        }
        let own = |line: &str| offloads_to_nvidia(&words(line), true);
        assert!(own("-fopenmp --offload-arch=native a.c"));
        assert!(own("-fopenmp --offload-arch=gfx90a,native a.c"));
        assert!(!own("-fopenmp -fopenmp-targets=amdgcn --offload-arch=native a.c"));
        assert!(!own("--offload-arch=native a.c") && !own("-fopenmp -march=native a.c"));
    }

    #[test]
    fn the_gpu_of_this_machine_gets_a_name() {
        let named = |line: &str| {
            without_native(&words(line), "sm_90").join(" ".as_ref()).into_string().unwrap()
        };
        for (line, with_name) in [
            ("-fopenmp --offload-arch=native a.c", "-fopenmp --offload-arch=sm_90 a.c"),
            ("--cuda-gpu-arch=native a.c", "--cuda-gpu-arch=sm_90 a.c"),
            (
                "--offload-arch=sm_80,native -march=native a=native.c",
                "--offload-arch=sm_80,sm_90 -march=native a=native.c",
            ),
            (
                "-Xopenmp-target -march=native -Xopenmp-target=nvptx64 -mcpu=native a.c",
                "-Xopenmp-target -march=sm_90 -Xopenmp-target=nvptx64 -mcpu=sm_90 a.c",
            ),
        ] {
            assert_eq!(named(line), with_name);
        }
        let other = "-march=native @file --offload-arch=sm_80 a.c";
        assert_eq!(named(other), other);
    }

    #[test]
    fn links_without_offload_are_known() {
        let inputs = |line: &str| linked_without_offload(&words(line)).join(" ");
        assert_eq!(inputs("-fopenmp a.o -o a b.o -lm"), "a.o b.o");
        assert_eq!(inputs("a.o --offload-arch=sm_90"), "a.o", "without -fopenmp it is none");
        for other in ["-fopenmp --offload-arch=sm_90 a.o", "-c a.o", "-E a.o", "-r a.o", "-v a.o"] {
            assert_eq!(inputs(other), "", "{other}");
        }
        let devices = |line: &str| devices_without_openmp(&words(line));
        assert!(devices("-fopenmp-targets=nvptx64 a.o") && !devices("a.o"));
        assert!(!devices("-fopenmp -fopenmp-targets=nvptx64 a.o"));
        assert!(!devices("-fopenmp-targets= a.o"));
    }

    #[test]
    fn bytes_that_are_no_text_hide_no_target() {
        use std::os::unix::ffi::OsStrExt;
        let mut args = words("-fopenmp --offload-arch=sm_90 -c a.c");
        args.push(OsStr::from_bytes(b"-DX=\xff").to_owned());
        assert!(offloads_to_nvidia(&args, false));
        assert_eq!(with_last_option(&args, "--x=1".into()).last(), Some(&"--x=1".into()));
    }

    #[test]
    fn an_option_is_put_behind_all_others() {
        let with = |line: &str| {
            let all = with_last_option(&words(line), "--x=1".into());
            all.join(" ".as_ref()).into_string().unwrap()
        };
        assert_eq!(with("-c a.c"), "-c a.c --x=1");
        assert_eq!(with("-c -- a.c"), "-c --x=1 -- a.c");
        assert_eq!(with("-o -- a.c"), "-o -- a.c --x=1");
        assert_eq!(with("-c a.c -o"), "-c a.c --x=1 -o");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f");
        std::fs::write(&file, "-O1 -- a.c").unwrap();
        assert_eq!(with(&format!("-c @{}", file.display())), "-c -O1 --x=1 -- a.c");
        std::fs::write(&file, "-O1 --x=2").unwrap();
        let named = format!("-c @{} a.c", file.display());
        assert_eq!(with(&named), format!("{named} --x=1"));
        assert_eq!(last_value(&words(&named), "--x="), Some("2".into()));
        assert_eq!(last_value(&words("--x=1 --x=3 -- --x=4"), "--x="), Some("3".into()));
        assert_eq!(last_value(&words("-c a.c"), "--x="), None);
    }

    fn compilations(args: &[&str]) -> Vec<Compilation> {
        match class(args) {
            Class::Compilations(compilations) => compilations,
            Class::NothingToDo(why) => panic!("{args:?}: {why}"),
        }
    }

    fn compilation(args: &[&str]) -> Compilation {
        let mut all = compilations(args);
        assert_eq!(all.len(), 1, "{args:?}: {all:?}");
        all.remove(0)
    }

    fn why(args: &[&str]) -> Why {
        match class(args) {
            Class::Compilations(compilations) => panic!("{args:?}: {compilations:?}"),
            Class::NothingToDo(why) => why,
        }
    }

    #[test]
    fn the_front_end_gets_what_changes_the_parse() {
        let line = "-O3 -g -Wall -Werror -Wno-error=implicit-int -DN=1 -I inc -std=c11 -MMD -MF a.d -Xopenmp-target \
                    -march=sm_90 --cuda-path=/cuda -include x.h -fPIC -Xarch_host -g \
                    -Wp,-DP,-MD,b.d -Xclang -fno-pch-timestamp -Xclang -mllvm -lm -Wl,-rpath,/x \
                    -L /lib -c a.c -o a.o";
        let found = compilation(&line.split_whitespace().collect::<Vec<_>>());
        let kept = "-O3 -Wno-error=implicit-int -DN=1 -I inc -std=c11 -include x.h -fPIC -DP -Xclang -fno-pch-timestamp";
        assert_eq!(found.arguments.join(" "), kept);
        assert_eq!((found.input.as_str(), found.language), ("a.c", Language::C));
        assert_eq!(found.offload_arch, ["sm_90"]);
    }

    #[test]
    fn offload_is_asked_for_in_any_spelling() {
        let asks = |args: &[&str]| {
            let args: Vec<OsString> =
                args.iter().chain(&["-c", "a.c"]).map(OsString::from).collect();
            matches!(classify(&args, Language::C, Offload::Required), Class::Compilations(_))
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
        assert_eq!(why(&["-x", "c", "-"]), Why::StandardInput);
        assert_eq!(why(&["a.o", "b.so"]), Why::NoSource);
        for option in ["-E", "-M", "-MM", "-###", "-v", "--version", "-print-resource-dir"] {
            assert_eq!(why(&[option, "a.c"]), Why::Option(option.into()));
        }
        for input in ["a.i", "a.ii", "a.h", "a.hpp", "a.cu", "a.cppm", "a.m"] {
            assert_eq!(why(&["-c", input]), Why::Option(input.into()));
        }
        assert_eq!(why(&["-x", "cpp-output", "a.c"]), Why::Option("-x cpp-output".into()));
    }

    #[test]
    fn what_is_not_modelled_is_left_to_clang_with_a_reason() {
        let cases: &[&[&str]] = &[
            &["-include-pch", "a.pch"],
            &["--config", "a.cfg"],
            &["--config=a.cfg"],
            &["-working-directory=x"],
            &["-ivfsoverlay", "o.yaml"],
            &["-fmodules"],
            &["-fopenmp-optimistic-collapse"],
            &["-fopenmp-assume-threads-oversubscription"],
            &["-fprofile-generate"],
            &["-fprofile-instr-use=a.profdata"],
            &["-undef"],
        ];
        for case in cases {
            let args: Vec<&str> = case.iter().chain(&["-c", "a.c"]).copied().collect();
            assert_eq!(why(&args), Why::NotModelled(case[0].into()));
            assert!(why(&args).surprises());
        }
        for (option, value) in [
            ("-Xclang", "-include-pch"),
            ("-Xclang", "-DX"),
            ("-Xclang", "-ast-dump"),
            ("-Xarch_host", "-DX"),
            ("-Xarch_device", "-I"),
            ("-Xopenmp-target", "-DX"),
            ("-Xclang", "-undef"),
            ("-Xclang", "-fopenmp-optimistic-collapse"),
            ("-Xopenmp-target", "-fopenmp-optimistic-collapse"),
        ] {
            let expected = Why::NotModelled(format!("{option} {value}"));
            assert_eq!(why(&["-c", "a.c", option, value]), expected);
        }
        let seen = why(&["-Wp,-include,x.h", "a.c"]);
        assert_eq!(seen, Why::NotModelled("-Wp,-include".into()));
    }

    #[test]
    fn each_of_several_sources_is_a_compilation() {
        let all = compilations(&["a.c", "-x", "c++", "b.c", "-x", "none", "c.cc", "d.o", "-DX"]);
        let of = |at: usize| (all[at].input.as_str(), all[at].language);
        assert_eq!(
            [of(0), of(1), of(2)],
            [("a.c", Language::C), ("b.c", Language::Cxx), ("c.cc", Language::Cxx)]
        );
        assert!(all.iter().all(|one| one.arguments == ["-DX"]) && all.len() == 3);
        assert_eq!(compilation(&["-c", "a.c", "-oa.o"]).output.as_deref(), Some("a.o"));
        assert_eq!(compilation(&["a.c", "--output=x"]).output.as_deref(), Some("x"));
    }

    #[test]
    fn a_value_is_never_an_input() {
        let valued =
            ["-o", "-MF", "-MT", "-Xlinker", "-T", "-u", "-mllvm", "-framework", "--param"];
        for option in valued {
            assert_eq!(compilation(&[option, "value.c", "a.c"]).input, "a.c", "{option}");
        }
    }

    proptest! {
        #[test]
        fn any_command_line_is_classified(args in prop::collection::vec("-?[-a-zA-Z=,+@./ ]{0,12}", 0..12)) {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            classify(&args, Language::C, Offload::Required);
        }
    }
}
