//! The reports in files, sets and folders, one at a time, and the files that are made of them.

use std::fs::{self, File, Permissions};
use std::io::{self, BufReader, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Deserializer;
use warpcc::report::merge::{self, Kind};
use warpcc::report::{Report, Sources};
use warpcc::source::SourceFile;

/// Files up to this size are read at once: one report is small, and a text in memory parses faster
/// than a stream.
const AT_ONCE: u64 = 8 << 20;

/// The files of `input`: itself, or the `.json` files of a folder by name, but not `output`, which a
/// previous run may have put among them. A folder without any is an error: a build that wrote no report would look like one
/// without findings.
pub(super) fn files(input: &Path, output: Option<&Path>) -> Result<Vec<PathBuf>, String> {
    if !input.is_dir() {
        return Ok(vec![input.to_owned()]);
    }
    let entries = fs::read_dir(input).map_err(|error| format!("'{}': {error}", input.display()))?;
    let own = output.and_then(|output| fs::canonicalize(output).ok());
    let is_own = |path: &Path| own.is_some() && fs::canonicalize(path).ok() == own;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension() == Some("json".as_ref()) && !is_own(path)).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(format!("no report in '{}'", input.display()));
    }
    Ok(paths)
}

/// Gives the text of each report in the file at `path` to `take`.
pub(super) fn texts(
    path: &Path,
    take: &mut dyn FnMut(&str) -> Result<(), String>,
) -> Result<(), String> {
    let wrong = |what: String| format!("'{}' {what}", path.display());
    let unreadable = |error: io::Error| wrong(format!("cannot be read: {error}"));
    let unfit = |error: String| wrong(format!("is no report: {error}"));
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > AT_ONCE {
        let file = BufReader::new(File::open(path).map_err(unreadable)?);
        let kind = merge::read(&mut Deserializer::from_reader(file), take).map_err(unfit)?;
        if kind == Kind::Set {
            return Ok(());
        }
    }
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let kind = merge::read(&mut Deserializer::from_str(&text), take).map_err(unfit)?;
    if kind == Kind::Report { take(&text).map_err(unfit) } else { Ok(()) }
}

/// Gives each report in `inputs` to `take`.
pub(super) fn each(inputs: &[PathBuf], take: &mut dyn FnMut(Report)) -> Result<(), String> {
    for input in inputs {
        for path in files(input, None)? {
            texts(&path, &mut |text| {
                take(serde_json::from_str(text).map_err(|error| error.to_string())?);
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// Reads the source files of `report` that `sources` lacks; relative names are sought in `root`.
pub(super) fn add_sources(sources: &mut Sources, report: &Report, root: &Path) {
    for region in &report.regions {
        if sources.contains_key(&region.file) {
            continue;
        }
        if let Ok(text) = fs::read(root.join(&region.file)) {
            sources.insert(region.file.clone(), SourceFile::new(&region.file, text));
        }
    }
}

/// Lets `fill` write the file at `path`, which appears whole or not at all, or standard output.
pub(super) fn create(
    path: Option<&Path>,
    fill: &mut dyn FnMut(&mut dyn Write) -> Result<(), String>,
) -> Result<(), String> {
    let place = path.map_or("standard output".into(), |path| format!("'{}'", path.display()));
    let wrong = |error: io::Error| format!("cannot write {place}: {error}");
    let special = |path: &Path| fs::metadata(path).is_ok_and(|d| !d.is_file() && !d.is_dir());
    let Some(path) = path else {
        let mut out = BufWriter::new(io::stdout().lock());
        fill(&mut out)?;
        return out.flush().map_err(wrong);
    };
    if special(path) {
        let file = fs::OpenOptions::new().append(true).open(path).map_err(wrong)?;
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        return out.flush().map_err(wrong);
    }
    let folder = folder(path);
    fs::create_dir_all(folder).map_err(wrong)?;
    let file = tempfile::Builder::new()
        .prefix(".warpcc-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)
        .map_err(wrong)?;
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    let file = out.into_inner().map_err(|error| wrong(error.into_error()))?;
    file.persist(path).map_err(|error| wrong(error.error))?;
    Ok(())
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("new/out.txt");
        create(Some(&path), &mut |out| out.write_all(b"1").map_err(|e| e.to_string())).unwrap();
        let failed = create(Some(&path), &mut |out| {
            out.write_all(b"half").map_err(|e| e.to_string())?;
            Err("no".into())
        });
        assert_eq!(failed, Err("no".into()));
        assert_eq!(fs::read(&path).unwrap(), b"1");
        assert_eq!(fs::read_dir(folder(&path)).unwrap().count(), 1);
        create(Some(Path::new("/dev/null")), &mut |_| Ok(())).unwrap();
        assert!(create(Some(&path.join("below")), &mut |_| Ok(())).is_err());
    }
}
