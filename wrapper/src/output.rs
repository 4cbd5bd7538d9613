//! Files that warpcc writes beside the compilation: reports and rewritten sources. Each appears
//! whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Where the report of `unit` goes: `place` itself, or a file in it where it is a folder or ends
/// in `/`.
pub(crate) fn report_path(place: &Path, unit: &str) -> PathBuf {
    if place.as_os_str().as_encoded_bytes().ends_with(b"/") || place.is_dir() {
        place.join(report_name(unit))
    } else {
        place.to_owned()
    }
}

/// The file name of a unit's report in a folder: the unit's path with `_` for `/`, without `./`
/// and a leading `/`, then `.json`.
fn report_name(unit: &str) -> String {
    let parts = unit.split('/').filter(|part| !part.is_empty() && *part != ".");
    parts.collect::<Vec<_>>().join("_") + ".json"
}

/// Where the rewritten text of `unit` goes in `folder`: under its base name.
pub(crate) fn source_path(folder: &Path, unit: &str) -> PathBuf {
    folder.join(Path::new(unit).file_name().unwrap_or_default())
}

/// Writes a file by renaming a finished one into place; folders that are missing are made. What is
/// neither a file nor a folder (`/dev/stdout`) is written to as it is.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    try_write(path, bytes).map_err(|error| format!("cannot write '{}': {error}", path.display()))
}

fn try_write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return fs::OpenOptions::new().append(true).open(path)?.write_all(bytes);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".warpcc-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gets_one_file_for_each_unit() {
        let path = |unit| report_path(Path::new("out/"), unit);
        assert_eq!(path("gemm.c"), Path::new("out/gemm.c.json"));
        assert_eq!(path("./src//gemm.c"), Path::new("out/src_gemm.c.json"));
        assert_eq!(path("/abs/x.cc"), Path::new("out/abs_x.cc.json"));
        assert_eq!(report_path(Path::new("r.json"), "gemm.c"), Path::new("r.json"));
    }

    #[test]
    fn folders_are_made_and_nothing_else_is_left() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a/b/r.json");
        write(&path, b"1").unwrap();
        write(&path, b"22").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"22");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o600, 0o600);
        write(Path::new("/dev/null"), b"x").unwrap();
        assert!(write(&path.join("below-a-file"), b"").unwrap_err().starts_with("cannot write"));
    }
}
