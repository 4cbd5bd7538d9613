//! The benchmark kernels: C programs of our own in `kernels/`.

use crate::failure::Failure;

/// One C program with one or more target regions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kernel {
    /// The file's name without `.c`.
    pub(crate) name: &'static str,
    /// What it computes, in one phrase.
    pub(crate) summary: &'static str,
    /// Arguments of a run on a GPU, which wants more work than a CPU does.
    pub(crate) gpu_arguments: &'static [&'static str],
}

impl Kernel {
    pub(crate) fn source(&self) -> String {
        format!("{}.c", self.name)
    }
}

/// Every kernel, in the order in which they are shown.
pub(crate) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "gemm",
        summary: "matrix product, constant sizes, float",
        gpu_arguments: &["reps=20"],
    },
    Kernel {
        name: "2dconv",
        summary: "3x3 convolution, run-time sizes, float",
        gpu_arguments: &["reps=20", "ni=4096", "nj=4096"],
    },
    Kernel {
        name: "3dconv",
        summary: "11-point convolution in three dimensions, run-time sizes, float",
        gpu_arguments: &["reps=20", "ni=256", "nj=256", "nk=256"],
    },
    Kernel {
        name: "mvt",
        summary: "matrix-vector product and its transpose, run-time size, float",
        gpu_arguments: &["reps=20", "n=8192"],
    },
    Kernel {
        name: "pcsp_sweep",
        summary: "forward elimination along j of pentadiagonal systems, double",
        gpu_arguments: &["reps=20"],
    },
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
    use super::*;

    #[test]
    fn no_name_selects_every_kernel_and_a_name_selects_its_own() {
        assert_eq!(select(&[]).unwrap().len(), KERNELS.len());
        let named = select(&["mvt".into(), "gemm".into()]).unwrap();
        assert_eq!(named.iter().map(|kernel| kernel.name).collect::<Vec<_>>(), ["mvt", "gemm"]);
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let failure = select(&["gem".into()]).unwrap_err();
        assert_eq!(failure.detail, "gem; there are gemm, 2dconv, 3dconv, mvt, pcsp_sweep");
    }

    #[test]
    fn each_kernel_has_its_source() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
        for kernel in KERNELS {
            assert!(folder.join(kernel.source()).is_file(), "{}", kernel.name);
        }
    }
}
