//! `warpsim toolkit`: makes the folder with the stand-ins.

use std::env;
use std::path::PathBuf;

use warpsim::stand_in::toolkit;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The folder to make; links that are there already are made anew
    folder: PathBuf,
    /// The CUDA toolkit whose other parts are used (default: `WARPCC_CUDA`, `CUDA_PATH`, `make toolchain`'s folder)
    #[arg(long, value_name = "FOLDER")]
    cuda: Option<PathBuf>,
}

pub(super) fn make(options: &Options) -> Result<(), String> {
    let real = options.cuda.clone().or_else(usual_toolkit).ok_or(
        "no CUDA toolkit: name one with --cuda, WARPCC_CUDA or CUDA_PATH, or run `make toolchain`",
    )?;
    toolkit::create(&options.folder, &real, &super::this_program()?)
        .map_err(|error| error.to_string())
}

/// The toolkit that warpcc's other programs use. `WARPCC_CUDA` may also be a word, which names none.
pub(super) fn usual_toolkit() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let is_path = |value: &PathBuf| value.as_os_str().as_encoded_bytes().contains(&b'/');
    variable("WARPCC_CUDA").filter(is_path).or_else(|| variable("CUDA_PATH")).or_else(|| {
        let cache = variable("XDG_CACHE_HOME")
            .or_else(|| variable("HOME").map(|home| home.join(".cache")))?;
        Some(cache.join("warpcc/cuda"))
    })
}
