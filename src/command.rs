//! What the analysis needs to know of a clang command line.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The language of the main file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// One compilation of one source file, as the front end needs it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompileCommand {
    /// The language to parse.
    pub language: Language,
    /// The main file, as the user wrote it.
    pub input: String,
    /// The folder that relative names start from.
    pub directory: PathBuf,
    /// The user's own arguments that change how the source parses (`-I`, `-D`, `-std=`, `-include`,
    /// …), without input, output and offload options, in their order.
    pub arguments: Vec<String>,
    /// Facts about the clang that will compile the unit.
    pub compiler: Compiler,
}

impl CompileCommand {
    /// Whether the unit is in a version of C++ before C++11, as the last option says that names one.
    pub fn is_cxx98(&self) -> bool {
        let mut is_old = false;
        let mut arguments = self.arguments.iter().map(String::as_str);
        while let Some(argument) = arguments.next() {
            let named = match argument {
                "-ansi" | "--ansi" => Some("c++98"),
                "--std" => arguments.next(),
                other => other.strip_prefix("--std=").or_else(|| other.strip_prefix("-std=")),
            };
            if let Some(name) = named {
                is_old = matches!(name, "c++98" | "c++03" | "gnu++98" | "gnu++03");
            }
        }
        self.language == Language::Cxx && is_old
    }

    /// Whether an option may name a version of C before C99, or of C++ before C++11: lines have numbers of 15 bits there.
    pub fn has_few_lines(&self) -> bool {
        let is_old = |argument: &String| {
            let name = argument.trim_start_matches("--").trim_start_matches('-');
            ["89", "90", "1990", "199409"].iter().any(|year| name.ends_with(year))
                && (argument.contains("std=")
                    || ["c", "gnu", "iso"].iter().any(|p| name.starts_with(p)))
                || name == "ansi"
        };
        self.is_cxx98() || self.arguments.iter().any(is_old)
    }

    /// Whether an option may turn trigraphs on: one that says so, or that names a standard without extensions.
    pub fn may_have_trigraphs(&self) -> bool {
        self.arguments.iter().any(|argument| {
            let name = argument.trim_start_matches('-');
            let standard = name.strip_prefix("std=").unwrap_or(name);
            let is_strict = |prefix| standard.starts_with(prefix) && argument.contains("std=");
            name.ends_with("trigraphs")
                || ["ansi", "std"].contains(&name)
                || ["c", "iso"].into_iter().any(is_strict)
        })
    }

    /// Whether the unit is in OpenMP 5.0 or a later version.
    pub fn is_openmp5(&self) -> bool {
        self.is_openmp_of(201_811)
    }

    /// Whether the unit is in OpenMP 5.1 or a later version.
    pub fn is_openmp51(&self) -> bool {
        self.is_openmp_of(202_011)
    }

    fn is_openmp_of(&self, date: u32) -> bool {
        let value = self.compiler.openmp.as_deref().and_then(|value| value.parse::<u32>().ok());
        value.is_none_or(|own| own >= date)
    }

    /// Whether the command names devices, by their triples or their architectures, and all are NVIDIA's.
    pub fn is_for_nvidia(&self) -> bool {
        let Compiler { offload_targets: triples, offload_arch: names, .. } = &self.compiler;
        let native = !triples.is_empty();
        let all = triples.iter().all(|triple| triple.starts_with("nvptx"))
            && names.iter().all(|name| name.starts_with("sm_") || native && name == "native");
        all && !(triples.is_empty() && names.is_empty())
    }

    /// Whether the command names devices by their triples, and all are processors.
    pub fn is_for_processors(&self) -> bool {
        let Compiler { offload_targets: triples, offload_arch: names, .. } = &self.compiler;
        let is_gpu = |triple: &String| {
            ["nvptx", "amdgcn", "spirv"].iter().any(|gpu| triple.starts_with(gpu))
        };
        !triples.is_empty() && names.is_empty() && !triples.iter().any(is_gpu)
    }

    /// Whether clang's code tells which parts of the file run, by their lines as they stand there.
    pub fn maps_coverage(&self) -> bool {
        let is_option = |argument: &&String| {
            argument.ends_with("-fcoverage-mapping") || argument.ends_with("-fno-coverage-mapping")
        };
        self.arguments
            .iter()
            .rfind(is_option)
            .is_some_and(|last| last.ends_with("-fcoverage-mapping"))
    }

    /// Whether signed arithmetic wraps, by the last option that says so; `-fwrapv` outranks `-fno-strict-overflow`.
    pub fn wraps(&self) -> bool {
        let last = |on: &str, off: &str| {
            let named = self.arguments.iter().rfind(|argument| *argument == on || *argument == off);
            named.map(|argument| argument == on)
        };
        let strictness = || last("-fno-strict-overflow", "-fstrict-overflow");
        last("-fwrapv", "-fno-wrapv").or_else(strictness).unwrap_or(false)
    }

    /// Whether signed arithmetic that overflows ends the program: `-ftrapv`, which clang ranks before `-fwrapv`, or a
    /// sanitizer of it that no later option takes away.
    pub fn traps(&self) -> bool {
        const CHECKS: [&str; 4] = ["all", "integer", "signed-integer-overflow", "undefined"];
        let checks = |list: &str| list.split(',').any(|name| CHECKS.contains(&name));
        let says = |argument: &String| {
            let on = argument.strip_prefix("-fsanitize=").filter(|list| checks(list));
            let off = || argument.strip_prefix("-fno-sanitize=").filter(|list| checks(list));
            on.map(|_| true).or_else(|| off().map(|_| false))
        };
        let trapv = self.arguments.iter().any(|argument| argument == "-ftrapv");
        trapv || self.arguments.iter().rev().find_map(says).unwrap_or(false)
    }

    /// The level of optimisation behind the last `-O`.
    fn level(&self) -> Option<&str> {
        self.arguments.iter().rev().find_map(|argument| argument.strip_prefix("-O"))
    }

    /// Whether the compiler optimises: not without an option.
    pub fn optimises(&self) -> bool {
        self.level()
            .is_some_and(|level| level.is_empty() || !level.trim_start_matches('0').is_empty())
    }

    /// Whether the compiler unrolls loops: where it optimises for speed, unless an option says no.
    pub fn unrolls(&self) -> bool {
        let small = |level: &str| matches!(level, "1" | "g" | "s" | "z");
        let named = |own: &&String| matches!(own.as_str(), "-funroll-loops" | "-fno-unroll-loops");
        let last = self.arguments.iter().rfind(named);
        self.optimises()
            && !self.level().is_some_and(small)
            && last.is_none_or(|own| own == "-funroll-loops")
    }

    /// Whether arrays that a team declares are in the memory of the team on NVIDIA's devices, as clang has it where it optimises.
    pub fn has_team_arrays(&self) -> bool {
        let is_option = |argument: &&String| {
            argument.ends_with("fopenmp-cuda-mode") || argument.ends_with("fno-openmp-cuda-mode")
        };
        let last = self.arguments.iter().rfind(is_option);
        self.optimises() && last.is_none_or(|own| own.ends_with("-fno-openmp-cuda-mode"))
    }

    /// Whether the compiler may add floating values in any order: the last option that allows it stands behind all that forbid it.
    pub fn reassociates(&self) -> bool {
        const ON: [&str; 4] =
            ["-ffast-math", "-Ofast", "-ffp-model=fast", "-funsafe-math-optimizations"];
        const OFF: [&str; 8] = [
            "-fno-fast-math",
            "-fno-unsafe-math-optimizations",
            "-fno-associative-math",
            "-ffp-model=",
            "-ffp-exception-behavior=",
            "-ftrapping-math",
            "-frounding-math",
            "-fsigned-zeros",
        ];
        let last = self.arguments.iter().rposition(|own| ON.contains(&own.as_str()));
        last.is_some_and(|last| {
            let is_level = |own: &str| self.arguments[last] == "-Ofast" && own.starts_with("-O");
            let forbids = |own: &str| OFF.iter().any(|off| own.starts_with(off)) || is_level(own);
            !self.arguments[last + 1..].iter().any(|own| forbids(own))
        })
    }

    /// Whether the compiler tells objects apart by the types of accesses: where it optimises, unless an option says no. The last
    /// option of each kind counts; without one clang does not optimise.
    pub fn tells_types_apart(&self) -> bool {
        let optimises = self.optimises();
        let named = |argument: &&String| {
            matches!(argument.as_str(), "-fstrict-aliasing" | "-fno-strict-aliasing")
        };
        let strict = self.arguments.iter().rfind(named).is_none_or(|a| a == "-fstrict-aliasing");
        let relaxed = self.arguments.iter().any(|argument| argument == "-relaxed-aliasing");
        optimises && strict && !relaxed
    }
}

/// The clang behind the driver.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Compiler {
    /// Its executable.
    pub path: PathBuf,
    /// Its version, such as `19.1.7`.
    pub version: String,
    /// Its libclang, where one was found.
    pub libclang: Option<PathBuf>,
    /// Its builtin headers' parent (`-print-resource-dir`).
    pub resource_dir: Option<PathBuf>,
    /// The value of `_OPENMP` under the command's options, such as `202011`.
    pub openmp: Option<String>,
    /// The folder of `omp.h`, where it is not in the resource folder.
    pub omp_include: Option<PathBuf>,
    /// GPU architectures the command asks for, such as `sm_90`.
    pub offload_arch: Vec<String>,
    /// The triples of devices the command asks for, such as `nvptx64-nvidia-cuda`.
    pub offload_targets: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(language: Language, options: &str) -> CompileCommand {
        let arguments = options.split_whitespace().map(str::to_owned).collect();
        let compiler = Compiler::default();
        let (input, directory) = (String::new(), PathBuf::new());
        CompileCommand { language, input, directory, arguments, compiler }
    }

    #[test]
    fn signed_arithmetic_wraps_where_an_option_says_so() {
        let wraps = |options: &str| command(Language::C, options).wraps();
        for on in [
            "-fwrapv",
            "-fno-strict-overflow",
            "-fno-wrapv -fwrapv",
            "-fwrapv -fstrict-overflow",
            "-fstrict-overflow -fno-strict-overflow",
            "-Xclang -fwrapv",
        ] {
            assert!(wraps(on), "{on}");
        }
        for off in ["", "-fwrapv -fno-wrapv", "-fno-strict-overflow -fno-wrapv", "-ftrapv", "-O3"] {
            assert!(!wraps(off), "{off}");
        }
    }

    #[test]
    fn overflow_ends_the_program_where_an_option_says_so() {
        let traps = |options: &str| command(Language::C, options).traps();
        for on in [
            "-ftrapv",
            "-ftrapv -fwrapv",
            "-Xclang -ftrapv",
            "-fsanitize=undefined",
            "-fsanitize=address,signed-integer-overflow",
            "-fsanitize=integer -fno-sanitize=alignment",
            "-fno-sanitize=all -fsanitize=undefined",
        ] {
            assert!(traps(on), "{on}");
        }
        for off in [
            "",
            "-fwrapv",
            "-fsanitize=address,unsigned-integer-overflow",
            "-fsanitize=undefined -fno-sanitize=signed-integer-overflow",
            "-fsanitize-trap=undefined",
        ] {
            assert!(!traps(off), "{off}");
        }
    }

    #[test]
    fn types_tell_objects_apart_where_clang_optimises() {
        let tells = |options: &str| command(Language::C, options).tells_types_apart();
        for on in ["-O1", "-O", "-Os", "-Oz", "-Og", "-Ofast", "-O0 -O2", "-O2 -DX=-O0"] {
            assert!(tells(on), "{on}");
        }
        assert!(tells("-fno-strict-aliasing -O3 -fstrict-aliasing"));
        for off in ["", "-O0", "-O2 -O0", "-O2 -fno-strict-aliasing", "-fstrict-aliasing"] {
            assert!(!tells(off), "{off}");
        }
        assert!(!tells("-O2 -fstrict-aliasing -fno-strict-aliasing"));
        assert!(!tells("-O2 -Xclang -relaxed-aliasing"));
    }

    #[test]
    fn sums_may_be_reordered_where_the_last_option_says_so() {
        let reassociates = |options: &str| command(Language::C, options).reassociates();
        for on in [
            "-ffast-math",
            "-ffast-math -O2",
            "-O2 -Ofast",
            "-fno-associative-math -ffp-model=fast",
            "-ftrapping-math -funsafe-math-optimizations -fhonor-nans",
        ] {
            assert!(reassociates(on), "{on}");
        }
        for off in [
            "",
            "-O3",
            "-fassociative-math",
            "-Ofast -O2",
            "-ffast-math -fno-fast-math",
            "-ffast-math -ffp-model=precise",
            "-ffp-model=fast -fno-associative-math",
            "-ffast-math -ftrapping-math",
            "-funsafe-math-optimizations -fsigned-zeros",
        ] {
            assert!(!reassociates(off), "{off}");
        }
    }

    #[test]
    fn devices_are_known_by_triples_and_architectures() {
        let unit = |triples: &[&str], names: &[&str]| {
            let [triples, names] =
                [triples, names].map(|words| words.iter().map(|word| (*word).to_owned()));
            let mut unit = command(Language::C, "");
            unit.compiler.offload_targets = triples.collect();
            unit.compiler.offload_arch = names.collect();
            unit
        };
        let is_for_nvidia = |triples: &[&str], names: &[&str]| unit(triples, names).is_for_nvidia();
        let is_for_processors =
            |triples: &[&str], names: &[&str]| unit(triples, names).is_for_processors();
        assert!(is_for_nvidia(&["nvptx64"], &[]) && is_for_nvidia(&[], &["sm_90"]));
        assert!(is_for_nvidia(&["nvptx64-nvidia-cuda"], &["sm_70", "sm_90"]));
        assert!(is_for_nvidia(&["nvptx64"], &["native"]));
        let host = "x86_64-pc-linux-gnu";
        assert!(!is_for_nvidia(&[], &[]) && !is_for_nvidia(&["nvptx64", host], &[]));
        assert!(!is_for_nvidia(&[], &["sm_90", "gfx90a"]) && !is_for_nvidia(&[], &["native"]));
        assert!(is_for_processors(&[host], &[]) && is_for_processors(&[host, "aarch64"], &[]));
        assert!(!is_for_processors(&[], &[]) && !is_for_processors(&[host, "nvptx64"], &[]));
        assert!(!is_for_processors(&["amdgcn"], &[]) && !is_for_processors(&[host], &["sm_90"]));
    }

    #[test]
    fn the_version_of_openmp_is_a_date() {
        for (value, new) in
            [(None, true), (Some("201511"), false), (Some("201811"), true), (Some("202011"), true)]
        {
            let mut unit = command(Language::C, "");
            unit.compiler.openmp = value.map(str::to_owned);
            assert_eq!(unit.is_openmp5(), new, "{value:?}");
        }
    }

    #[test]
    fn the_last_option_that_names_a_standard_counts() {
        let is_cxx98 = |language, options: &str| command(language, options).is_cxx98();
        for old in [
            "-ansi",
            "--ansi",
            "-std=c++98",
            "--std=gnu++03 -DX=1",
            "-std=c++20 -ansi",
            "--std c++03",
        ] {
            assert!(is_cxx98(Language::Cxx, old), "{old}");
            assert!(!is_cxx98(Language::C, old), "{old}");
        }
        for new in ["", "-std=c++11", "-std=c++98 -std=c++17", "-ansi -std=gnu++23", "-DX=ansi"] {
            assert!(!is_cxx98(Language::Cxx, new), "{new}");
        }
    }
}
