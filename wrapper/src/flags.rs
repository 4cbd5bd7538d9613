//! clang's command-line options as data: how each takes its value, and what it means to warpcc.
//!
//! Only options that matter are listed: those that take the next argument as their value (it must
//! not be taken for an input), and those whose meaning differs from their prefix's. An option that
//! is not here takes no separate value, and the front end does not need it. The shapes are clang
//! 19's (`clang/include/clang/Driver/Options.td`).

use Meaning::{
    Arch, Drop, FrontendArgument, HostOrDevice, Language, NoArch, Opaque, Openmp, OpenmpVersion,
    Output, Parse, Preprocessor, PreprocessorArgument, Stop, TargetArgument, Targets,
};
use Shape::{Flag, Joined, JoinedAndSeparate, JoinedOrSeparate, Separate};

/// How an option takes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// It has none: `-c`.
    Flag,
    /// The rest of the argument: `-std=c11`.
    Joined,
    /// The next argument: `-Xclang -x`.
    Separate,
    /// The rest of the argument, or the next one where nothing is left: `-Ifoo`, `-I foo`.
    JoinedOrSeparate,
    /// Both: `-Xarch_host -g`.
    JoinedAndSeparate,
}

/// What an option means to warpcc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It changes how the source parses: the front end gets it.
    Parse,
    /// It does not: the front end must not see it.
    Drop,
    /// The command does something that is not for warpcc: clang runs at once.
    Stop,
    /// Its effect on the source is not modelled: clang gets the user's own text.
    Opaque,
    /// The file to write.
    Output,
    /// An argument for one of the compilations only.
    HostOrDevice,
    /// OpenMP is on or off.
    Openmp(bool),
    /// The offload targets' triples.
    Targets,
    /// GPU architectures to compile for.
    Arch,
    /// GPU architectures not to compile for.
    NoArch,
    /// The version of OpenMP, as in `51`.
    OpenmpVersion,
    /// An argument for the offload compilation.
    TargetArgument,
    /// The language of the inputs that follow.
    Language,
    /// Preprocessor arguments, separated by commas.
    Preprocessor,
    /// One preprocessor argument.
    PreprocessorArgument,
    /// One argument of `clang -cc1`.
    FrontendArgument,
}

/// One option found in a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match<'a> {
    pub(crate) shape: Shape,
    pub(crate) meaning: Meaning,
    /// The part of the argument after the option's name.
    pub(crate) joined: &'a str,
}

impl Match<'_> {
    /// Whether the next argument is this option's value.
    pub(crate) fn takes_next(self) -> bool {
        match self.shape {
            Flag | Joined => false,
            Separate | JoinedAndSeparate => true,
            JoinedOrSeparate => self.joined.is_empty(),
        }
    }
}

/// Finds the option that `arg` spells: the longest name that fits, as clang does. An option that
/// is not in the table is a flag that the front end does not need.
pub(crate) fn find(arg: &str) -> Match<'_> {
    let ends = arg.char_indices().rev().map(|(at, c)| at + c.len_utf8());
    let fits = |end: usize| {
        let at = TABLE.binary_search_by_key(&&arg[..end], |(name, ..)| name).ok()?;
        let (_, shape, meaning) = TABLE[at];
        let exact = end == arg.len();
        (exact || !matches!(shape, Flag | Separate)).then_some(Match {
            shape,
            meaning,
            joined: &arg[end..],
        })
    };
    let unknown = Match { shape: Flag, meaning: Drop, joined: "" };
    ends.filter(|end| *end <= LONGEST).find_map(fits).unwrap_or(unknown)
}

/// The length of the longest name: no need to look up longer prefixes.
const LONGEST: usize = 40;

/// The options, sorted by name.
#[rustfmt::skip]
pub(crate) const TABLE: &[(&str, Shape, Meaning)] = &[
    ("-###", Flag, Stop),
    ("--analyze", Flag, Stop),
    ("--analyzer-output", Separate, Drop),
    ("--ansi", Flag, Parse),
    ("--assert", Separate, Drop),
    ("--autocomplete=", Joined, Stop),
    ("--config", Separate, Opaque),
    ("--config-system-dir=", Joined, Opaque),
    ("--config-user-dir=", Joined, Opaque),
    ("--config=", Joined, Opaque),
    ("--cuda-", Joined, Drop),
    ("--cuda-gpu-arch=", Joined, Arch),
    ("--cuda-path=", Joined, Drop),
    ("--define-macro", Separate, Parse),
    ("--define-macro=", Joined, Parse),
    ("--dependencies", Flag, Stop),
    ("--driver-mode=", Joined, Opaque),
    ("--for-linker", Separate, Drop),
    ("--force-link", Separate, Drop),
    ("--gcc-install-dir=", Joined, Parse),
    ("--gcc-toolchain=", Joined, Parse),
    ("--gcc-triple=", Joined, Parse),
    ("--help", Flag, Stop),
    ("--help-hidden", Flag, Stop),
    ("--imacros", Separate, Parse),
    ("--include", Separate, Parse),
    ("--include-directory", Separate, Parse),
    ("--include-directory-after", Separate, Parse),
    ("--include-directory=", Joined, Parse),
    ("--include-prefix", Separate, Parse),
    ("--include-with-prefix", Separate, Parse),
    ("--include-with-prefix-after", Separate, Parse),
    ("--include-with-prefix-before", Separate, Parse),
    ("--language", Separate, Language),
    ("--language=", Joined, Language),
    ("--libomptarget-", Joined, Drop),
    ("--library-directory", Separate, Drop),
    ("--mhwdiv", Separate, Parse),
    ("--migrate", Flag, Stop),
    ("--no-cuda-", Joined, Drop),
    ("--no-cuda-gpu-arch=", Joined, NoArch),
    ("--no-default-config", Flag, Parse),
    ("--no-offload-arch=", Joined, NoArch),
    ("--no-system-header-prefix", Separate, Parse),
    ("--offload-", Joined, Drop),
    ("--offload-arch=", Joined, Arch),
    ("--output", Separate, Output),
    ("--output=", Joined, Output),
    ("--param", Separate, Drop),
    ("--precompile", Flag, Stop),
    ("--prefix", Separate, Parse),
    ("--preprocess", Flag, Stop),
    ("--print-", Joined, Stop),
    ("--print-diagnostic-categories", Flag, Stop),
    ("--print-file-name", Separate, Stop),
    ("--print-prog-name", Separate, Stop),
    ("--rocm-path=", Joined, Drop),
    ("--rsp-quoting=", Joined, Opaque),
    ("--serialize-diagnostics", Separate, Opaque),
    ("--specs", Separate, Drop),
    ("--std", Separate, Parse),
    ("--std=", Joined, Parse),
    ("--stdlib=", Joined, Parse),
    ("--sysroot", Separate, Parse),
    ("--sysroot=", Joined, Parse),
    ("--system-header-prefix", Separate, Parse),
    ("--target=", Joined, Parse),
    ("--trigraphs", Flag, Parse),
    ("--undefine-macro", Separate, Parse),
    ("--undefine-macro=", Joined, Parse),
    ("--user-dependencies", Flag, Stop),
    ("--verbose", Flag, Stop),
    ("--version", Flag, Stop),
    ("--vfsoverlay", Separate, Opaque),
    ("-A", JoinedOrSeparate, Drop),
    ("-B", JoinedOrSeparate, Parse),
    ("-D", JoinedOrSeparate, Parse),
    ("-E", Flag, Stop),
    ("-F", JoinedOrSeparate, Parse),
    ("-G", JoinedOrSeparate, Parse),
    ("-I", JoinedOrSeparate, Parse),
    ("-L", JoinedOrSeparate, Drop),
    ("-M", Flag, Stop),
    ("-MF", JoinedOrSeparate, Drop),
    ("-MJ", JoinedOrSeparate, Stop),
    ("-MM", Flag, Stop),
    ("-MQ", JoinedOrSeparate, Drop),
    ("-MT", JoinedOrSeparate, Drop),
    ("-O", Joined, Parse),
    ("-T", JoinedOrSeparate, Drop),
    ("-U", JoinedOrSeparate, Parse),
    ("-V", JoinedOrSeparate, Drop),
    ("-Wno-", Joined, Parse),
    ("-Wp,", Joined, Preprocessor),
    ("-Xanalyzer", Separate, Drop),
    ("-Xarch_", JoinedAndSeparate, HostOrDevice),
    ("-Xassembler", Separate, Drop),
    ("-Xclang", Separate, FrontendArgument),
    ("-Xcuda-fatbinary", Separate, Drop),
    ("-Xcuda-ptxas", Separate, Drop),
    ("-Xlinker", Separate, Drop),
    ("-Xoffload-linker", Separate, Drop),
    ("-Xopenmp-target", Separate, TargetArgument),
    ("-Xopenmp-target=", JoinedAndSeparate, TargetArgument),
    ("-Xpreprocessor", Separate, PreprocessorArgument),
    ("-allowable_client", Separate, Drop),
    ("-ansi", Flag, Parse),
    ("-arch", Separate, Opaque),
    ("-arcmt-migrate-report-output", Separate, Drop),
    ("-b", JoinedOrSeparate, Drop),
    ("-bundle_loader", Separate, Drop),
    ("-cc1", Flag, Stop),
    ("-cc1as", Flag, Stop),
    ("-cc1gen-reproducer", Flag, Stop),
    ("-ccc-arcmt-migrate", Separate, Stop),
    ("-ccc-gcc-name", Separate, Drop),
    ("-ccc-install-dir", Separate, Parse),
    ("-ccc-objcmt-migrate", Separate, Stop),
    ("-ccc-print-bindings", Flag, Stop),
    ("-ccc-print-phases", Flag, Stop),
    ("-current_version", Separate, Drop),
    ("-cxx-isystem", JoinedOrSeparate, Parse),
    ("-darwin-target-variant", Separate, Parse),
    ("-darwin-target-variant-triple", Separate, Drop),
    ("-dependency-dot", Separate, Drop),
    ("-dependency-file", Separate, Drop),
    ("-dsym-dir", Separate, Drop),
    ("-dumpdir", Separate, Drop),
    ("-dumpmachine", Flag, Stop),
    ("-dumpversion", Flag, Stop),
    ("-dylib_file", Separate, Drop),
    ("-dylinker_install_name", Separate, Drop),
    ("-e", Separate, Drop),
    ("-emit-ast", Flag, Stop),
    ("-emit-interface-stubs", Flag, Stop),
    ("-emit-merged-ifs", Flag, Stop),
    ("-exported_symbols_list", Separate, Drop),
    ("-extract-api", Flag, Stop),
    ("-f", Joined, Parse),
    ("-fcolor-diagnostics", Joined, Drop),
    ("-fcoverage-", Joined, Drop),
    ("-fcrash-diagnostics", Joined, Drop),
    ("-fcs-profile-", Joined, Opaque),
    ("-fcxx-modules", Flag, Opaque),
    ("-fdebug-", Joined, Drop),
    ("-fdebug-compilation-dir", Separate, Drop),
    ("-fdiagnostics-", Joined, Drop),
    ("-fdriver-only", Flag, Stop),
    ("-fdump-record-layouts", Flag, Drop),
    ("-fembed-offload-object=", Joined, Drop),
    ("-fexperimental-openacc-macro-override", Separate, Parse),
    ("-fgpu-", Joined, Drop),
    ("-filelist", Separate, Opaque),
    ("-flto", Joined, Drop),
    ("-fmemory-profile", Joined, Drop),
    ("-fmessage-length=", Joined, Drop),
    ("-fmodule-", Joined, Opaque),
    ("-fmodules", Flag, Opaque),
    ("-fmodules-", Joined, Opaque),
    ("-fmodules-ts", Flag, Opaque),
    ("-fmodules-user-build-path", Separate, Opaque),
    ("-fnew-alignment", Separate, Parse),
    ("-fno-color-diagnostics", Joined, Drop),
    ("-fno-diagnostics-", Joined, Drop),
    ("-fno-gpu-", Joined, Drop),
    ("-fno-lto", Joined, Drop),
    ("-fno-offload-lto", Joined, Drop),
    ("-fno-openmp", Flag, Openmp(false)),
    ("-fno-openmp-", Joined, Drop),
    ("-foffload-lto", Joined, Drop),
    ("-fopenmp", Flag, Openmp(true)),
    ("-fopenmp-", Joined, Drop),
    ("-fopenmp-assume-teams-oversubscription", Flag, Opaque),
    ("-fopenmp-assume-threads-oversubscription", Flag, Opaque),
    ("-fopenmp-optimistic-collapse", Flag, Opaque),
    ("-fopenmp-targets=", Joined, Targets),
    ("-fopenmp-version=", Joined, OpenmpVersion),
    ("-fopenmp=", Joined, Drop),
    ("-fopenmp=libgomp", Flag, Openmp(false)),
    ("-fopenmp=libiomp5", Flag, Openmp(true)),
    ("-fopenmp=libomp", Flag, Openmp(true)),
    ("-foptimization-record-", Joined, Drop),
    ("-force_load", Separate, Drop),
    ("-fpass-plugin=", Joined, Drop),
    ("-fpch-", Joined, Opaque),
    ("-fplugin=", Joined, Opaque),
    ("-fprebuilt-module-path=", Joined, Opaque),
    ("-fproc-stat-report", Joined, Drop),
    ("-fprofile-", Joined, Drop),
    ("-fprofile-generate", Joined, Opaque),
    ("-fprofile-instr-generate", Joined, Opaque),
    ("-fprofile-instr-use", Joined, Opaque),
    ("-fprofile-use", Joined, Opaque),
    ("-framework", Separate, Drop),
    ("-frecord-", Joined, Opaque),
    ("-fsave-optimization-record", Flag, Drop),
    ("-fsave-optimization-record=", Joined, Drop),
    ("-fsyntax-only", Flag, Drop),
    ("-fthinlto-", Joined, Drop),
    ("-ftime-report", Flag, Drop),
    ("-ftime-report=", Joined, Drop),
    ("-ftime-trace", Joined, Drop),
    ("-ftrapv-handler", Separate, Parse),
    ("-fuse-ld=", Joined, Drop),
    ("-gen-cdb-fragment-path", Separate, Stop),
    ("-grecord-", Joined, Opaque),
    ("-help", Flag, Stop),
    ("-hlsl-entry", Separate, Drop),
    ("-iapinotes-modules", Separate, Drop),
    ("-idirafter", JoinedOrSeparate, Parse),
    ("-iframework", JoinedOrSeparate, Parse),
    ("-iframeworkwithsysroot", JoinedOrSeparate, Parse),
    ("-imacros", JoinedOrSeparate, Parse),
    ("-image_base", Separate, Drop),
    ("-imultilib", Separate, Parse),
    ("-include", JoinedOrSeparate, Parse),
    ("-include-pch", Separate, Opaque),
    ("-init", Separate, Drop),
    ("-install_name", Separate, Drop),
    ("-iprefix", JoinedOrSeparate, Parse),
    ("-iquote", JoinedOrSeparate, Parse),
    ("-isysroot", JoinedOrSeparate, Parse),
    ("-isystem", JoinedOrSeparate, Parse),
    ("-isystem-after", JoinedOrSeparate, Parse),
    ("-isystem-prefix", Flag, Parse),
    ("-ivfsoverlay", Separate, Opaque),
    ("-iwithprefix", JoinedOrSeparate, Parse),
    ("-iwithprefixbefore", JoinedOrSeparate, Parse),
    ("-iwithsysroot", JoinedOrSeparate, Parse),
    ("-l", JoinedOrSeparate, Drop),
    ("-lazy_framework", Separate, Drop),
    ("-m", Joined, Parse),
    ("-meabi", Separate, Parse),
    ("-mllvm", Separate, Drop),
    ("-mmlir", Separate, Drop),
    ("-module-dependency-dir", Separate, Drop),
    ("-module-file-info", Flag, Stop),
    ("-mthread-model", Separate, Parse),
    ("-multiply_defined", Separate, Drop),
    ("-no-canonical-prefixes", Flag, Parse),
    ("-nobuiltininc", Flag, Parse),
    ("-nostdinc", Flag, Parse),
    ("-nostdinc++", Flag, Parse),
    ("-nostdlibinc", Flag, Parse),
    ("-o", JoinedOrSeparate, Output),
    ("-print-", Joined, Stop),
    ("-pthread", Flag, Parse),
    ("-resource-dir", JoinedOrSeparate, Parse),
    ("-resource-dir=", Joined, Parse),
    ("-rewrite-legacy-objc", Flag, Stop),
    ("-rewrite-objc", Flag, Stop),
    ("-rpath", Separate, Drop),
    ("-seg1addr", Separate, Drop),
    ("-serialize-diagnostics", Separate, Opaque),
    ("-std=", Joined, Parse),
    ("-stdlib++-isystem", JoinedOrSeparate, Parse),
    ("-stdlib=", Joined, Parse),
    ("-target", Separate, Parse),
    ("-traditional-cpp", Flag, Opaque),
    ("-trigraphs", Flag, Parse),
    ("-u", JoinedOrSeparate, Drop),
    ("-umbrella", Separate, Drop),
    ("-undef", Flag, Opaque),
    ("-undefined", Separate, Drop),
    ("-unexported_symbols_list", Separate, Drop),
    ("-v", Flag, Stop),
    ("-validator-version", Separate, Drop),
    ("-verify-pch", Flag, Stop),
    ("-vfsoverlay", Separate, Opaque),
    ("-weak_framework", Separate, Drop),
    ("-working-directory", Separate, Opaque),
    ("-working-directory=", Joined, Opaque),
    ("-x", JoinedOrSeparate, Language),
    ("-z", JoinedOrSeparate, Drop),
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_table_is_sorted_and_its_names_are_short() {
        assert!(TABLE.is_sorted_by(|a, b| a.0 < b.0));
        assert!(TABLE.iter().all(|(name, ..)| name.len() <= LONGEST));
    }

    #[test]
    fn every_name_finds_itself() {
        for &(name, shape, meaning) in TABLE {
            assert_eq!(find(name), Match { shape, meaning, joined: "" });
        }
    }

    #[test]
    fn the_longest_name_wins() {
        let meaning = |arg| find(arg).meaning;
        assert_eq!(meaning("-fno-strict-aliasing"), Parse);
        assert_eq!(meaning("-fopenmp-targets=nvptx64"), Targets);
        assert_eq!(meaning("-fopenmp-cuda-mode"), Drop);
        assert_eq!(
            ["-Wno-error=implicit-int", "-Wall", "-Werror=x"].map(meaning),
            [Parse, Drop, Drop]
        );
        assert_eq!(meaning("-fopenmp"), Openmp(true));
        assert_eq!(meaning("-MMD"), Drop);
        assert_eq!(meaning("-MM"), Stop);
        assert_eq!(meaning("-Emain"), Drop);
        assert_eq!(find("-DX=1").joined, "X=1");
        assert_eq!(find("-Wé"), Match { shape: Flag, meaning: Drop, joined: "" });
    }

    #[test]
    fn values_are_taken_as_clang_takes_them() {
        assert!(find("-I").takes_next() && !find("-Ifoo").takes_next());
        assert!(find("-Xarch_host").takes_next() && find("-Xopenmp-target=nvptx64").takes_next());
        assert!(!find("-std=c11").takes_next() && !find("-unknown").takes_next());
    }

    /// An option that takes the next argument is one that clang misses a value for at the end of a
    /// command line, and no other is.
    #[test]
    fn shapes_are_clangs() {
        for &(name, shape, _) in TABLE {
            let option = if name == "-Xarch_" { "-Xarch_host" } else { name };
            let mut command = std::process::Command::new("/usr/lib/llvm-19/bin/clang");
            let output = command.args(["-###", "-c", "-x", "c", "/dev/null", option]).output();
            let text = String::from_utf8_lossy(&output.unwrap().stderr).into_owned();
            let missing = text.contains(&format!("argument to '{name}"));
            assert_eq!(missing, !matches!(shape, Flag | Joined), "{name}: {text}");
        }
    }

    proptest! {
        #[test]
        fn any_argument_is_classified(arg in any::<String>()) {
            find(&arg);
        }
    }
}
