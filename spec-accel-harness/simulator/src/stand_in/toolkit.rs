//! Makes a folder that clang takes for a CUDA toolkit, with the stand-ins in it.
//!
//! clang 19 looks at `bin/`, `include/`, `include/cuda.h` (the release) and `nvvm/libdevice/` (the math functions), and calls
//! `bin/ptxas` and `bin/nvlink`. All but the programs are the real toolkit's.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::{nvlink, ptxas};

/// The parts of the real toolkit that clang cannot do without.
const NEEDED: [&str; 2] = ["include/cuda.h", "nvvm/libdevice/libdevice.10.bc"];

/// The folders that are links to the real toolkit's.
const LINKED: [&str; 2] = ["include", "nvvm"];

/// Why a folder could not be made.
#[derive(Debug)]
pub enum ToolkitError {
    /// The real toolkit lacks this file.
    Missing(PathBuf),
    /// Something of another kind is where a link should be: it is left alone.
    Occupied(PathBuf),
    /// Something could not be written or read.
    Io(PathBuf, io::Error),
}

impl fmt::Display for ToolkitError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolkitError::Missing(path) => {
                write!(
                    formatter,
                    "{} is not there: clang needs that part of a CUDA toolkit",
                    path.display()
                )
            }
            ToolkitError::Occupied(path) => {
                write!(formatter, "{} is there and no link: it is left as it is", path.display())
            }
            ToolkitError::Io(path, error) => write!(formatter, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ToolkitError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ToolkitError::Io(_, error) => Some(error),
            _ => None,
        }
    }
}

/// Makes `folder` for clang's option `--cuda-path=`: its ptxas and nvlink are links to `program`, which acts by the name it is
/// called by; the rest are links to the toolkit in `real`. Links that are there already are made anew.
pub fn create(folder: &Path, real: &Path, program: &Path) -> Result<(), ToolkitError> {
    let real = absolute(real)?;
    let program = absolute(program)?;
    if let Some(missing) = NEEDED.iter().map(|part| real.join(part)).find(|path| !path.exists()) {
        return Err(ToolkitError::Missing(missing));
    }
    let programs = folder.join("bin");
    fs::create_dir_all(&programs).map_err(|error| ToolkitError::Io(programs.clone(), error))?;
    for part in LINKED {
        link(&real.join(part), &folder.join(part))?;
    }
    for name in [ptxas::NAME, nvlink::NAME] {
        link(&program, &programs.join(name))?;
    }
    Ok(())
}

/// The path without links in it: a link to it works from any folder.
fn absolute(path: &Path) -> Result<PathBuf, ToolkitError> {
    fs::canonicalize(path).map_err(|error| ToolkitError::Io(path.to_owned(), error))
}

/// Makes `link` a link to `target`, in place of another link.
fn link(target: &Path, link: &Path) -> Result<(), ToolkitError> {
    let failed = |error| ToolkitError::Io(link.to_owned(), error);
    match fs::symlink_metadata(link) {
        Ok(found) if !found.is_symlink() => return Err(ToolkitError::Occupied(link.to_owned())),
        Ok(_) => fs::remove_file(link).map_err(failed)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    symlink(target, link).map_err(failed)
}
