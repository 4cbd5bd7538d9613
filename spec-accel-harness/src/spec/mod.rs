//! Drives a licensed SPEC ACCEL (1.x, its OpenMP suite) from outside: writes the configuration file for
//! `runspec`, reads the result files. Nothing of the suite is here.

mod results;

pub(crate) use results::read;

use std::path::Path;

use crate::compile::{self, Compiler, Device};
use crate::failure::Failure;
use crate::tools::Tools;

/// The suite's OpenMP benchmarks in C, which are those that warpcc can change.
const IN_C: [&str; 7] =
    ["503.postencil", "504.polbm", "514.pomriq", "552.pep", "554.pcg", "557.pcsp", "570.pbt"];

/// What a configuration is written for.
#[derive(Clone, Debug)]
pub(crate) struct Configuration<'a> {
    pub(crate) compiler: Compiler,
    /// Command of a Fortran compiler; without one only the benchmarks in C are run.
    pub(crate) fortran: Option<&'a str>,
    /// `test`, `train` or `ref`.
    pub(crate) size: &'a str,
    pub(crate) iterations: u32,
    /// Where warpcc writes its reports.
    pub(crate) reports: Option<&'a Path>,
}

impl Configuration<'_> {
    /// The text of a file for `runspec --config`.
    pub(crate) fn text(&self, tools: &Tools) -> Result<String, Failure> {
        if !matches!(self.compiler, Compiler::Clang | Compiler::Warpcc) {
            return Err(Failure::new(
                "no configuration",
                "there is one for clang and one for warpcc",
            ));
        }
        let list = if self.fortran.is_some() { "openmp".into() } else { IN_C.join(" ") };
        let header = [
            ("action", "validate".to_string()),
            ("runlist", list),
            ("ext", self.compiler.name().to_string()),
            ("tune", "base".into()),
            ("size", self.size.into()),
            ("iterations", self.iterations.to_string()),
            ("reportable", "no".into()),
            ("ignore_errors", "yes".into()),
            ("output_format", "csv,txt".into()),
            ("env_vars", "yes".into()),
        ];
        let mut section = self.commands(tools)?;
        section.extend([
            ("LIBS", "-lm".into()),
            ("ENV_LD_LIBRARY_PATH", word(&tools.libraries)?),
            ("ENV_OMP_TARGET_OFFLOAD", "MANDATORY".into()),
        ]);
        Ok(format!("{INTRODUCTION}\n{}\n{SECTION}\n{}", lines(&header), lines(&section)))
    }

    /// The compilers and their flags, by the names of the suite's makefiles.
    fn commands(&self, tools: &Tools) -> Result<Vec<(&'static str, String)>, Failure> {
        let [c, cpp] = self.compilers(tools)?;
        let mut commands = vec![("CC", c), ("CXX", cpp)];
        commands.extend(self.fortran.map(|fortran| ("FC", fortran.to_string())));
        let flags = compile::flags(tools, Device::Gpu);
        let flags: Vec<String> = flags.iter().map(word).collect::<Result<_, _>>()?;
        let flags = flags.join(" ");
        commands.extend([("COPTIMIZE", flags.clone()), ("CXXOPTIMIZE", flags)]);
        Ok(commands)
    }

    /// The commands of the C and the C++ compiler.
    fn compilers(&self, tools: &Tools) -> Result<[String; 2], Failure> {
        let clang = [word(&tools.clang)?, word(tools.clang_cpp())?];
        if self.compiler != Compiler::Warpcc {
            return Ok(clang);
        }
        let report = match self.reports {
            None => String::new(),
            Some(folder) => format!(" --warp-report={}/", word(folder)?),
        };
        let warpcc = word(&tools.warpcc)?;
        let [c, cpp] = [("", &clang[0]), ("++", &clang[1])]
            .map(|(suffix, clang)| format!("{warpcc}{suffix} --warp-clang={clang}{report}"));
        Ok([c, cpp])
    }
}

const INTRODUCTION: &str = "\
# For runspec of SPEC ACCEL 1.x, written by `spec-accel-harness spec config`. In the suite's folder:
#   . ./shrc
#   runspec --config=THIS_FILE
# Then `spec-accel-harness spec results result/*.rsf` here. The results are for research, not for
# publication: reportable is off.
";

/// For every benchmark, tuning, extension and machine.
const SECTION: &str = "default=default=default=default:";

fn lines(settings: &[(&str, String)]) -> String {
    let line = |(name, value): &(&str, String)| format!("{name:<22} = {value}\n");
    settings.iter().map(line).collect::<Vec<_>>().concat()
}

/// A path or flag that stays one word in the file and in the suite's makefiles.
fn word(text: impl AsRef<std::ffi::OsStr>) -> Result<String, Failure> {
    let text = text.as_ref().to_string_lossy().into_owned();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if text.chars().all(plain) {
        return Ok(text);
    }
    let detail = format!("{text:?} has letters that runspec's makefiles do not take in a path");
    Err(Failure::new("bad path", detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools() -> Tools {
        Tools {
            clang: "/llvm/bin/clang".into(),
            libraries: "/llvm/lib".into(),
            nvcc: "/cuda/bin/nvcc".into(),
            cuda: "/cuda".into(),
            warpcc: "/opt/warpcc".into(),
            warpctl: "/opt/warpctl".into(),
            arch: "sm_90".into(),
            gpu: false,
            gcc: None,
            more_flags: Vec::new(),
        }
    }

    fn configuration(compiler: Compiler) -> Configuration<'static> {
        let reports = Some(Path::new("/reports"));
        Configuration { compiler, fortran: None, size: "ref", iterations: 3, reports }
    }

    fn setting(text: &str, name: &str) -> Option<String> {
        let pair =
            |line: &str| line.split_once(" = ").map(|(k, v)| (k.trim().to_string(), v.to_string()));
        text.lines().filter_map(pair).find(|(key, _)| key == name).map(|(_, value)| value)
    }

    #[test]
    fn warpcc_takes_the_compilers_place() {
        let text = configuration(Compiler::Warpcc).text(&tools()).unwrap();
        let cc = "/opt/warpcc --warp-clang=/llvm/bin/clang --warp-report=/reports/";
        assert_eq!(setting(&text, "CC").as_deref(), Some(cc));
        let cxx = "/opt/warpcc++ --warp-clang=/llvm/bin/clang++ --warp-report=/reports/";
        assert_eq!(setting(&text, "CXX").as_deref(), Some(cxx));
        assert_eq!(setting(&text, "ext").as_deref(), Some("warpcc"));
        let flags = setting(&text, "COPTIMIZE").unwrap();
        assert!(flags.contains("-fopenmp-targets=nvptx64 -Xopenmp-target -march=sm_90"), "{flags}");
        assert_eq!(setting(&text, "ENV_LD_LIBRARY_PATH").as_deref(), Some("/llvm/lib"));
        assert!(setting(&text, "runlist").unwrap().ends_with(" 557.pcsp 570.pbt"));
        let before_section = text.split(SECTION).next().unwrap();
        assert!(!before_section.contains("CC "), "compilers belong to the section");
    }

    #[test]
    fn the_configurations_differ_in_compiler_and_extension_only() {
        let texts = [Compiler::Clang, Compiler::Warpcc]
            .map(|compiler| configuration(compiler).text(&tools()).unwrap());
        let [clang, warpcc] = texts.each_ref().map(|text| text.lines().collect::<Vec<_>>());
        let different = clang.iter().zip(&warpcc).filter(|(a, b)| a != b);
        let names: Vec<_> = different.map(|(line, _)| line.split(' ').next().unwrap()).collect();
        assert_eq!(names, ["ext", "CC", "CXX"]);
    }

    #[test]
    fn a_fortran_compiler_brings_the_whole_suite() {
        let mut with_fortran = configuration(Compiler::Warpcc);
        with_fortran.fortran = Some("flang -O2");
        let text = with_fortran.text(&tools()).unwrap();
        assert_eq!(setting(&text, "FC").as_deref(), Some("flang -O2"));
        assert_eq!(setting(&text, "runlist").as_deref(), Some("openmp"));
    }

    #[test]
    fn a_path_that_makefiles_would_split_is_refused() {
        let mut tools = tools();
        tools.warpcc = "/opt/my tools/warpcc".into();
        let failure = configuration(Compiler::Warpcc).text(&tools).unwrap_err();
        assert!(failure.detail.starts_with("\"/opt/my tools/warpcc\" has letters"));
    }
}
