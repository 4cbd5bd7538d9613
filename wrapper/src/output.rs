//! Files that warpcc writes beside the compilation: reports and rewritten sources. Each appears
//! whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use crate::hash;
use crate::overlay::lexical;

/// A unit as its report's name needs it: the source and the `-o`, as the user wrote them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    pub(crate) unit: &'a str,
    pub(crate) output: Option<&'a str>,
}

/// Whether reports at `place` are one file each in a folder: where it is one, or ends in `/`.
pub(crate) fn is_folder(place: &Path) -> bool {
    place.as_os_str().as_encoded_bytes().ends_with(b"/") || place.is_dir()
}

/// Where the report of a unit goes in the folder `place`, for a compiler that runs in `current`: the
/// source's name with `_` for `/` (of an absolute one the last part), and a hash that tells apart
/// units of the same name, and compilations of one source to several outputs. The hash is of the
/// ways from `place` to both, so that it does not depend on where a source tree lies.
pub(crate) fn report_path(place: &Path, current: &Path, named: Named<'_>) -> PathBuf {
    let folder = lexical(&current.join(place));
    let way = |name: &str| relative(&folder, &lexical(&current.join(name)));
    let unit = way(named.unit);
    let output = named.output.map(way).unwrap_or_default();
    let ways = [&unit, &output].map(|way| way.as_os_str().as_encoded_bytes());
    let hash = hash::fnv(ways);
    let short = (hash ^ (hash >> 32)) as u32;
    place.join(format!("{}-{short:08x}.json", readable(named.unit)))
}

/// The longest readable part of a report's file name, in bytes.
const LONGEST: usize = 200;

fn readable(unit: &str) -> String {
    let from = if unit.starts_with('/') { unit.rfind('/').unwrap_or(0) } else { 0 };
    let parts = unit[from..].split('/').filter(|part| !matches!(*part, "" | "." | ".."));
    let name = parts.collect::<Vec<_>>().join("_");
    let cut = name.len().saturating_sub(LONGEST);
    let cut = (cut..=name.len()).find(|at| name.is_char_boundary(*at)).unwrap_or(0);
    name[cut..].to_owned()
}

/// The way from the folder `from` to `to`; both absolute and without dots.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
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

    fn name(current: &str, unit: &str, output: Option<&str>) -> String {
        let path = report_path(Path::new("/t/out/"), Path::new(current), Named { unit, output });
        path.strip_prefix("/t/out").unwrap().to_str().unwrap().to_owned()
    }

    #[test]
    fn every_unit_and_output_has_its_own_name() {
        let names = [
            name("/t", "src/a.c", None),
            name("/t", "src_a.c", None),
            name("/t", "src/a.c", Some("a.o")),
            name("/t", "src/a.c", Some("pic/a.o")),
            name("/t/sub", "src/a.c", None),
            name("/t", "../t2/src/a.c", None),
        ];
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        assert!(names[0].starts_with("src_a.c-") && names[5].starts_with("t2_src_a.c-"));
    }

    #[test]
    fn a_name_is_the_same_however_and_wherever_the_unit_is_named() {
        let here = name("/t", "src/a.c", Some("a.o"));
        assert_eq!(name("/t", "./x/../src//a.c", Some("./a.o"))[10..], here[8..]);
        assert_eq!(name("/t/src", "/t/src/a.c", Some("../a.o")), here.replace("src_", ""));
        let place = |root: &str| {
            let named = Named { unit: "a.c", output: None };
            report_path(&Path::new(root).join("out"), Path::new(root), named)
        };
        let end = |root: &str| place(root).file_name().unwrap().to_owned();
        assert_eq!(end("/t"), end("/somewhere/else"));
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = name("/t", &format!("{}.c", "é/".repeat(300)), None);
        assert!(name.len() < 255 && name.contains(".c-"));
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
