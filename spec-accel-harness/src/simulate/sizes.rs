//! The sizes that a kernel is simulated with.
//!
//! A prediction for sizes that are not known is about long rows, some of them aligned. Small runs cannot show all of it
//! at once: where rows are whole warps they are aligned, and where they are not aligned warps have lanes of two
//! rows.

use crate::kernels::Kernel;

/// Words of a kernel's sizes that say how often something is done.
const TIMES: &str = "steps";

/// Rows have at least one whole warp, and those without their first and last item too.
const LEAST: u32 = 32;

/// Sizes with long, odd rows, where the work allows them: few warps have lanes of two rows then.
#[rustfmt::skip]
const LONG: &[(&str, &[&str])] = &[
    ("2dconv", &["ni=9", "nj=321"]),
    ("3dconv", &["ni=5", "nj=7", "nk=321"]),
    ("mvt", &["n=321"]),
    ("2mm", &["n=9", "m=35", "l=321"]),
    ("3mm", &["n=289"]),
    ("atax", &["n=35", "m=321"]),
    ("bicg", &["n=35", "m=321"]),
    ("corr", &["n=9", "m=321"]),
    ("covar", &["n=9", "m=321"]),
    ("fdtd2d", &["nx=9", "ny=321", "steps=3"]),
    ("gesummv", &["n=321"]),
    ("gramschmidt", &["n=321", "m=321"]),
    ("syr2k", &["n=321", "m=9"]),
    ("syrk", &["n=321", "m=9"]),
    ("doitgen", &["nr=5", "nq=5", "np=321"]),
    ("gemver", &["n=321"]),
    ("jacobi2d", &["n=321", "steps=3"]),
    ("jacobi2d_alt", &["n=321", "steps=3"]),
    ("symm", &["n=35", "m=321"]),
    ("computeq", &["samples=9", "points=321"]),
    ("motion", &["rows=1", "columns=255"]),
    ("lu", &["n=321"]),
    ("transpose", &["n=321", "m=321"]),
    ("matadd", &["n=9", "m=321"]),
    ("stencil", &["nx=321", "ny=7", "nz=5"]),
    ("heat2d", &["rows=9", "columns=321"]),
    ("box", &["rows=9", "columns=321"]),
];

/// Kernels with much work for each item: only the sizes of `check` and long rows.
const FEW: &[&str] = &["motion"];

/// The sizes of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sizes {
    /// The source's own: constants.
    Constant,
    /// Those of `check`.
    Check,
    /// Odd numbers.
    Odd,
    /// Rows of about 320 items, an odd number.
    Long,
    /// Multiples of 32.
    Whole,
    /// Multiples of 32 and two more: so are the loops that leave out the first and the last item.
    Inner,
}

impl Sizes {
    pub(super) fn name(self) -> &'static str {
        match self {
            Sizes::Constant => "constant",
            Sizes::Check => "check",
            Sizes::Odd => "odd",
            Sizes::Long => "long",
            Sizes::Whole => "32k",
            Sizes::Inner => "32k+2",
        }
    }

    /// The kernel's sizes with which it is run.
    pub(super) fn of(kernel: &Kernel) -> Vec<Sizes> {
        if kernel.small.iter().all(|word| size(word).is_none()) {
            return vec![Sizes::Constant];
        }
        if FEW.contains(&kernel.name) {
            return vec![Sizes::Check, Sizes::Long];
        }
        let mut all = vec![Sizes::Check, Sizes::Odd, Sizes::Long, Sizes::Whole, Sizes::Inner];
        all.retain(|sizes| *sizes != Sizes::Long || long(kernel).is_some());
        all
    }

    /// Words for the kernel's program.
    pub(super) fn words(self, kernel: &Kernel) -> Vec<String> {
        let changed = |value: u32| match self {
            Sizes::Odd => value.max(LEAST + 2) | 1,
            Sizes::Whole => value.next_multiple_of(LEAST),
            Sizes::Inner => value.next_multiple_of(LEAST) + 2,
            Sizes::Constant | Sizes::Check | Sizes::Long => value,
        };
        let word = |word: &&str| match size(word) {
            Some((name, value)) => format!("{name}={}", changed(value)),
            None => (*word).to_string(),
        };
        let words = long(kernel).filter(|_| self == Sizes::Long).unwrap_or(kernel.small);
        words.iter().map(word).collect()
    }
}

fn long(kernel: &Kernel) -> Option<&'static [&'static str]> {
    LONG.iter().find(|(name, _)| *name == kernel.name).map(|(_, words)| *words)
}

/// The name and the value of a size.
fn size(word: &str) -> Option<(&str, u32)> {
    let (name, value) = word.split_once('=').filter(|(name, _)| *name != TIMES)?;
    Some((name, value.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels;

    fn words(kernel: &str) -> Vec<String> {
        let kernel = kernels::select(&[kernel.into()]).unwrap()[0];
        Sizes::of(kernel).iter().map(|sizes| sizes.words(kernel).join(" ")).collect()
    }

    #[test]
    fn sizes_become_odd_whole_and_two_more() {
        let expected = [
            "nx=50 ny=60 steps=3",
            "nx=51 ny=61 steps=3",
            "nx=9 ny=321 steps=3",
            "nx=64 ny=64 steps=3",
            "nx=66 ny=66 steps=3",
        ];
        assert_eq!(words("fdtd2d"), expected);
        assert_eq!(words("doitgen")[1..3], ["nr=35 nq=35 np=35", "nr=5 nq=5 np=321"]);
        assert_eq!(words("motion"), ["rows=2 columns=3", "rows=1 columns=255"]);
    }

    /// The names of sizes in words.
    fn names(words: &[&str]) -> Vec<String> {
        words.iter().filter_map(|word| word.split_once('=')).map(|(name, _)| name.into()).collect()
    }

    #[test]
    fn long_rows_have_the_names_of_the_kernels_sizes() {
        for (name, words) in LONG {
            let kernel = kernels::select(&[(*name).to_string()]).unwrap()[0];
            assert_eq!(names(words), names(kernel.small), "{name}");
        }
    }

    #[test]
    fn constants_of_the_source_are_run_once() {
        assert_eq!(words("gemm"), [""]);
        assert_eq!(words("seismic"), ["steps=3"]);
    }
}
