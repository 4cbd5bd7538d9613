//! The benchmark kernels: C and C++ programs of our own in `kernels/`.

use clap::ValueEnum;

use crate::failure::Failure;

/// Where a kernel's computation was published as a benchmark, or what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The `PolyBench` programs of Chikin et al., TACO 2019.
    Ipda,
    /// Those that Shirako et al., CC 2017, Table 2, adds.
    TwoLevel,
    /// Those of Baskaran et al., `PPoPP` 2008.
    Scratchpad,
    /// Those that Chen et al., CASCON 2015 (`MetaFork`), adds.
    MetaFork,
    /// Programs with the loop structure of a program of SPEC ACCEL, from the published algorithms.
    StandIn,
    /// Programs in C++.
    Cpp,
}

impl Origin {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Origin::Ipda => "TACO'19",
            Origin::TwoLevel => "CC'17",
            Origin::Scratchpad => "PPoPP'08",
            Origin::MetaFork => "CASCON'15",
            Origin::StandIn => "stand-in",
            Origin::Cpp => "C++",
        }
    }
}

/// Which of a kernel's versions; one file holds them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Version {
    /// The outer loop parallel and nothing else.
    Plain,
    /// Clauses and loop order placed by hand (`EXPERT` is defined).
    Expert,
    /// The expert's, its collapse clauses removed.
    Stripped,
    /// Teams and threads with schedules of their own, by hand (`kernels/two_level`); for the kernels in [`TWO_LEVEL`].
    TwoLevel,
}

impl Version {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Version::Plain => "plain",
            Version::Expert => "expert",
            Version::Stripped => "stripped",
            Version::TwoLevel => "two-level",
        }
    }
}

/// One program with one or more target regions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kernel {
    pub(crate) name: &'static str,
    pub(crate) origin: Origin,
    /// What it computes, in one phrase.
    pub(crate) summary: &'static str,
    /// Sizes of a run that is to be short.
    pub(crate) small: &'static [&'static str],
    /// Sizes of a run on a GPU, which wants more work than a CPU does.
    pub(crate) large: &'static [&'static str],
}

impl Kernel {
    /// The file's name.
    pub(crate) fn source(&self) -> String {
        format!("{}.{}", self.name, if self.is_cpp() { "cpp" } else { "c" })
    }

    /// The file of a version, from the kernels' folder.
    pub(crate) fn source_of(&self, version: Version) -> String {
        match version {
            Version::TwoLevel => format!("two_level/{}", self.source()),
            Version::Plain | Version::Expert | Version::Stripped => self.source(),
        }
    }

    /// Whether there is such a version.
    pub(crate) fn has(&self, version: Version) -> bool {
        version != Version::TwoLevel || TWO_LEVEL.contains(&self.name)
    }

    pub(crate) fn is_cpp(&self) -> bool {
        self.origin == Origin::Cpp
    }
}

/// The kernels of the demonstration, in the order in which they are shown.
pub(crate) const DEMO: [&str; 5] = ["gemm", "2dconv", "3dconv", "mvt", "pcsp_sweep"];

/// The kernels with a version of two levels: the benchmarks of Shirako et al., CC 2017, Table 2.
pub(crate) const TWO_LEVEL: [&str; 17] = [
    "2mm",
    "3mm",
    "atax",
    "bicg",
    "covar",
    "doitgen",
    "gemm",
    "gemver",
    "gesummv",
    "jacobi2d",
    "jacobi2d_alt",
    "mvt",
    "symm",
    "syr2k",
    "computeq",
    "sp_xsolve1",
    "sp_xsolve3",
];

type Words = &'static [&'static str];

const fn kernel(
    name: &'static str,
    origin: Origin,
    summary: &'static str,
    small: Words,
    large: Words,
) -> Kernel {
    Kernel { name, origin, summary, small, large }
}

use Origin::{Cpp, Ipda, MetaFork, Scratchpad, StandIn, TwoLevel};

/// Every kernel, in the order in which they are shown.
#[rustfmt::skip]
pub(crate) const KERNELS: &[Kernel] = &[
    kernel("gemm", Ipda, "matrix product, constant sizes, float", &[], &[]),
    kernel("2dconv", Ipda, "3x3 convolution, run-time sizes, float", &["ni=67", "nj=70"], &["ni=4096", "nj=4096"]),
    kernel("3dconv", Ipda, "11-point convolution in three dimensions, run-time sizes, float", &["ni=19", "nj=21", "nk=34"], &["ni=256", "nj=256", "nk=256"]),
    kernel("mvt", Ipda, "matrix-vector product and its transpose, run-time size, float", &["n=97"], &["n=8192"]),
    kernel("2mm", Ipda, "two matrix products in a row, C99 arrays, double", &["n=33", "m=41", "l=37"], &["n=2048", "m=2048", "l=2048"]),
    kernel("3mm", Ipda, "three matrix products, restrict pointers, float", &["n=45"], &["n=2048"]),
    kernel("atax", Ipda, "transpose(A)*(A*x), float", &["n=67", "m=90"], &["n=8192", "m=8192"]),
    kernel("bicg", Ipda, "the two products of the biconjugate gradient method, double", &["n=67", "m=90"], &["n=8192", "m=8192"]),
    kernel("corr", Ipda, "correlation matrix, triangular, float", &["n=40", "m=50"], &["n=2048", "m=2048"]),
    kernel("covar", Ipda, "covariance matrix, triangular, float", &["n=40", "m=50"], &["n=2048", "m=2048"]),
    kernel("fdtd2d", Ipda, "Maxwell's equations in two dimensions, float", &["nx=50", "ny=60", "steps=3"], &["nx=4096", "ny=4096"]),
    kernel("gesummv", Ipda, "sum of two matrix-vector products, float", &["n=97"], &["n=8192"]),
    kernel("gramschmidt", Ipda, "QR factorisation, float", &["n=40", "m=20"], &["n=2048", "m=1024"]),
    kernel("syr2k", Ipda, "symmetric rank-2k update, float", &["n=45", "m=40"], &["n=1024", "m=1024"]),
    kernel("syrk", Ipda, "symmetric rank-k update in two regions, float", &["n=45", "m=40"], &["n=2048", "m=1024"]),
    kernel("pcsp_sweep", Ipda, "forward elimination along j of pentadiagonal systems, double", &[], &[]),
    kernel("doitgen", TwoLevel, "contraction of a three-dimensional array with a matrix, in place, float", &["nr=9", "nq=10", "np=33"], &["nr=256", "nq=256", "np=256"]),
    kernel("gemver", TwoLevel, "rank-2 update and two matrix-vector products, float", &["n=97"], &["n=8192"]),
    kernel("jacobi2d", TwoLevel, "5-point relaxation, C99 arrays, double", &["n=60", "steps=3"], &["n=4096"]),
    kernel("jacobi2d_alt", TwoLevel, "relaxation with independent rows, float", &["n=60", "steps=3"], &["n=4096"]),
    kernel("symm", TwoLevel, "symmetric matrix product, one triangle stored, float", &["n=45", "m=40"], &["n=1024", "m=1024"]),
    kernel("computeq", TwoLevel, "sums of sines and cosines over an array of structures, float", &["samples=20", "points=300"], &["samples=2048", "points=262144"]),
    kernel("sp_xsolve1", TwoLevel, "rows of pentadiagonal matrices along the contiguous index, double", &[], &[]),
    kernel("sp_xsolve3", TwoLevel, "back substitution along the contiguous index, double", &[], &[]),
    kernel("motion", Scratchpad, "full-search motion estimation, int", &["rows=2", "columns=3"], &["rows=68", "columns=120"]),
    kernel("jacobi1d", Scratchpad, "3-point relaxation, float", &["n=1000", "steps=3"], &["n=16777216"]),
    kernel("reversal", MetaFork, "array reversal, float", &["n=1000"], &["n=67108864"]),
    kernel("lu", MetaFork, "LU factorisation without pivoting, double", &["n=40"], &["n=2048"]),
    kernel("transpose", MetaFork, "matrix transpose, float", &["n=67", "m=90"], &["n=8192", "m=8192"]),
    kernel("matadd", MetaFork, "matrix addition, int", &["n=67", "m=90"], &["n=8192", "m=8192"]),
    kernel("matvec", MetaFork, "matrix-vector product, constant sizes, float", &[], &[]),
    kernel("matmul", MetaFork, "matrix product, constant sizes, two-dimensional arrays, double", &[], &[]),
    kernel("stencil", StandIn, "7-point heat equation in three dimensions, float", &["nx=40", "ny=21", "nz=19"], &["nx=512", "ny=512", "nz=512"]),
    kernel("seismic", StandIn, "elastic waves with an absorbing layer, float", &["steps=3"], &["steps=200"]),
    kernel("swim", StandIn, "shallow-water equations, double", &["steps=2"], &["steps=200"]),
    kernel("bt_rhs", StandIn, "right-hand side of a gas flow, quantities side by side, double", &["steps=1"], &["steps=50"]),
    kernel("bt_solve", StandIn, "block-tridiagonal solves along three directions, double", &[], &[]),
    kernel("sp_rhs", StandIn, "right-hand side of five conserved quantities, one array each, double", &["steps=1"], &["steps=50"]),
    kernel("sp_solve", StandIn, "pentadiagonal solves along three directions, double", &[], &[]),
    kernel("laplace3d", Cpp, "Laplace's operator, a template for float and double", &["n=21"], &["n=384"]),
    kernel("heat2d", Cpp, "heat equation, member functions, double", &["rows=50", "columns=60"], &["rows=4096", "columns=4096"]),
    kernel("box", Cpp, "box filter, radius a template's argument, float", &["rows=50", "columns=60"], &["rows=4096", "columns=4096"]),
];

/// The kernels called `names`; all of them where there is none.
pub(crate) fn select(names: &[String]) -> Result<Vec<&'static Kernel>, Failure> {
    if names.is_empty() {
        return Ok(KERNELS.iter().collect());
    }
    names
        .iter()
        .map(|name| {
            KERNELS.iter().find(|kernel| kernel.name == name).ok_or_else(|| {
                let known: Vec<_> = KERNELS.iter().map(|kernel| kernel.name).collect();
                Failure::new("unknown kernel", format!("{name}; there are {}", known.join(", ")))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::strip;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels")
    }

    #[test]
    fn no_name_selects_every_kernel_and_a_name_selects_its_own() {
        assert_eq!(select(&[]).unwrap().len(), KERNELS.len());
        let named = select(&["mvt".into(), "gemm".into()]).unwrap();
        assert_eq!(named.iter().map(|kernel| kernel.name).collect::<Vec<_>>(), ["mvt", "gemm"]);
        assert_eq!(select(&DEMO.map(String::from)).unwrap().len(), DEMO.len());
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let failure = select(&["gem".into()]).unwrap_err();
        assert!(failure.detail.starts_with("gem; there are gemm, 2dconv, 3dconv, mvt, "));
    }

    #[test]
    fn kernels_and_sources_are_the_same_set() {
        let listed: BTreeSet<String> = KERNELS.iter().map(Kernel::source).collect();
        let present: BTreeSet<String> = fs::read_dir(folder())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !["bench.h", "cuda", "two_level"].contains(&name.as_str()))
            .collect();
        assert_eq!(listed, present);
        assert_eq!(listed.len(), KERNELS.len());
    }

    #[test]
    fn versions_of_two_levels_and_their_sources_are_the_same_set() {
        let is_listed = |kernel: &&Kernel| kernel.has(Version::TwoLevel);
        let listed = KERNELS.iter().filter(is_listed).map(Kernel::source);
        let listed: BTreeSet<String> = listed.collect();
        let present: BTreeSet<String> = fs::read_dir(folder().join("two_level"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(listed, present);
        assert_eq!(listed.len(), TWO_LEVEL.len());
    }

    /// The lines of `text` that are compiled only with `EXPERT`, from 1.
    fn expert_lines(text: &str) -> BTreeSet<u32> {
        let mut inside = false;
        let lines = (1_u32..).zip(text.lines()).filter(|(_, line)| {
            match line.trim() {
                "#ifdef EXPERT" => inside = true,
                "#ifndef EXPERT" | "#else" | "#endif" => inside = false,
                _ => {}
            }
            inside
        });
        lines.map(|(line, _)| line).collect()
    }

    #[test]
    fn collapse_clauses_are_the_experts_alone() {
        let mut clauses = 0;
        for kernel in KERNELS {
            let text = fs::read_to_string(folder().join(kernel.source())).unwrap();
            let expert = expert_lines(&text);
            for clause in strip::collapse_clauses(&text).clauses {
                assert!(expert.contains(&clause.line), "{}:{}", kernel.name, clause.line);
                clauses += 1;
            }
        }
        assert!(clauses > 100, "{clauses}");
    }
}
