//! What is compiled, how, and what it may cost.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compile::{self, Device};
use crate::tools::Tools;

/// The most that warpcc may add to one compilation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Goal {
    /// Quotient of the times.
    pub(crate) ratio: Option<f64>,
    /// Difference of the times in seconds.
    pub(crate) difference: Option<f64>,
}

/// What a case does to a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// The compiler is a program that does nothing.
    Shim,
    /// Compiles without an offload option.
    Plain,
    /// Compiles for a GPU.
    Offload,
}

/// One compilation to time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
    /// The source, below the harness's folder.
    pub(crate) source: &'static str,
    pub(crate) goal: Goal,
}

const NEXT_TO_NOTHING: Goal = Goal { ratio: Some(1.02), difference: Some(0.002) };

const WITH_REGIONS: Goal = Goal { ratio: Some(1.15), difference: None };

/// The cases, cheapest first.
pub(crate) const CASES: [Case; 8] = [
    Case {
        name: "shim: the compiler does nothing",
        work: Work::Shim,
        source: "units/plain.c",
        goal: Goal { ratio: None, difference: Some(0.002) },
    },
    Case {
        name: "C, no offload asked for",
        work: Work::Plain,
        source: "units/plain.c",
        goal: NEXT_TO_NOTHING,
    },
    Case {
        name: "C, offload asked for, no target directive",
        work: Work::Offload,
        source: "units/plain.c",
        goal: NEXT_TO_NOTHING,
    },
    Case {
        name: "C, seven lines with a target region, no header",
        work: Work::Offload,
        source: "units/small.c",
        goal: WITH_REGIONS,
    },
    Case {
        name: "C with one target region",
        work: Work::Offload,
        source: "kernels/gemm.c",
        goal: WITH_REGIONS,
    },
    Case {
        name: "C with one target region that stays as it is",
        work: Work::Offload,
        source: "units/stays.c",
        goal: Goal { ratio: Some(1.05), difference: None },
    },
    Case {
        name: "C with two target regions",
        work: Work::Offload,
        source: "kernels/mvt.c",
        goal: WITH_REGIONS,
    },
    Case {
        name: "C++ with STL headers and two target regions",
        work: Work::Offload,
        source: "units/stl.cpp",
        goal: Goal { ratio: Some(1.40), difference: None },
    },
];

/// Who compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Clang,
    Warpcc,
}

/// Where compilations run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) tools: &'a Tools,
    /// The harness's folder, below which sources are.
    pub(crate) harness: &'a Path,
    /// The folder for objects.
    pub(crate) work: &'a Path,
}

impl Case {
    /// The compilation of the case.
    pub(crate) fn command(&self, place: Place, who: Who) -> Command {
        self.work.command(place, Path::new(self.source), who)
    }
}

impl Work {
    /// The compilation of a source to an object.
    pub(crate) fn command(self, place: Place, source: &Path, who: Who) -> Command {
        let Place { tools, harness, work } = place;
        let clang = match self {
            Work::Shim => PathBuf::from("/bin/true"),
            Work::Plain | Work::Offload => tools.clang.clone(),
        };
        let mut command = match who {
            Who::Clang => Command::new(driver(&clang, source)),
            Who::Warpcc => Command::new(driver(&tools.warpcc, source)),
        };
        if who == Who::Warpcc {
            let mut option = OsString::from("--warp-clang=");
            option.push(&clang);
            command.arg(option).arg("--warp-budget-ms=0");
        }
        command.current_dir(harness).args(self.flags(tools)).arg("-c").arg(source);
        command.arg("-o").arg(work.join(if who == Who::Clang { "clang.o" } else { "warpcc.o" }));
        command
    }

    fn flags(self, tools: &Tools) -> Vec<OsString> {
        match self {
            Work::Shim | Work::Plain => vec!["-O2".into()],
            Work::Offload => compile::flags(tools, Device::Gpu),
        }
    }
}

/// `driver` as it is called for the source's language.
fn driver(driver: &Path, source: &Path) -> PathBuf {
    let name = driver.file_name().unwrap_or_default().to_string_lossy();
    let cxx = source.extension().is_some_and(|end| end == "cpp");
    let (stem, version) = name.split_once('-').map_or((&*name, ""), |(s, v)| (s, v));
    let dash = if version.is_empty() { "" } else { "-" };
    if cxx { driver.with_file_name(format!("{stem}++{dash}{version}")) } else { driver.into() }
}

impl Goal {
    /// Whether measured values keep the goal; both count where both are set.
    pub(crate) fn is_met(self, ratio: f64, difference: f64) -> bool {
        self.ratio.is_none_or(|most| ratio <= most)
            && self.difference.is_none_or(|most| difference <= most)
    }

    /// How many times as many runs the goal needs: a difference of two milliseconds is below the
    /// noise of a single run.
    pub(crate) fn patience(self) -> usize {
        if self.difference.is_some() { 6 } else { 1 }
    }

    /// The goal in words.
    pub(crate) fn text(self) -> String {
        let ratio = self.ratio.map(|ratio| format!("≤ {ratio:.2}×"));
        let difference = self.difference.map(|seconds| format!("≤ {:.0} ms", seconds * 1e3));
        [difference, ratio].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_driver_is_that_of_the_language() {
        let name = |path, source| driver(Path::new(path), Path::new(source)).display().to_string();
        assert_eq!(name("/x/clang", "plain.c"), "/x/clang");
        assert_eq!(name("/x/clang", "stl.cpp"), "/x/clang++");
        assert_eq!(name("/x/clang-19", "stl.cpp"), "/x/clang++-19");
        assert_eq!(name("warpcc", "stl.cpp"), "warpcc++");
    }

    #[test]
    fn a_goal_of_two_numbers_needs_both() {
        assert!(NEXT_TO_NOTHING.is_met(1.01, 0.001));
        assert!(!NEXT_TO_NOTHING.is_met(1.01, 0.003));
        assert!(!NEXT_TO_NOTHING.is_met(1.03, 0.001));
        assert_eq!(NEXT_TO_NOTHING.text(), "≤ 2 ms, ≤ 1.02×");
    }

    #[test]
    fn every_source_is_there() {
        for case in CASES {
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(case.source).is_file());
        }
    }
}
