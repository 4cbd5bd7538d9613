//! The virtual file through which clang reads the rewritten text under the user's own name.
//!
//! clang's redirecting file system looks a name up by its absolute form with `.` and `..` removed,
//! links not followed; with `use-external-names` off the name is what everything that clang prints
//! or records holds: `__FILE__`, diagnostics, `.d` files, debug information, kernel names.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use crate::analysis::Text;

/// Rewritten sources and the description that maps them; all files go when it is dropped.
#[derive(Debug)]
pub(crate) struct Overlay {
    folder: TempDir,
}

impl Overlay {
    /// Maps each file, called in the current folder as its unit calls it, to its text, which seems to be written when the
    /// file was: `__TIMESTAMP__` is that time.
    pub(crate) fn new<'a>(texts: impl IntoIterator<Item = &'a Text>) -> Result<Self, String> {
        let failed = |error| format!("cannot write the rewritten source: {error}");
        let folder = tempfile::Builder::new().prefix("warpcc-").tempdir().map_err(failed)?;
        let folders = current_folders()?;
        let mut files = BTreeMap::new();
        for (nth, text) in texts.into_iter().enumerate() {
            let contents = folder.path().join(format!("source{nth}"));
            fs::write(&contents, &text.bytes).map_err(failed)?;
            let written = fs::metadata(text.name()).and_then(|data| data.modified());
            let copied = fs::File::options().write(true).open(&contents);
            copied.and_then(|file| file.set_modified(written?)).map_err(failed)?;
            for input in &text.names {
                let names = names(Path::new(input), &folders)?;
                files.extend(names.into_iter().map(|name| (name, contents.clone())));
            }
        }
        let overlay = Self { folder };
        fs::write(overlay.path(), describe(&files)?).map_err(failed)?;
        Ok(overlay)
    }

    /// The description, for `-ivfsoverlay`.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("overlay.json")
    }
}

/// The names of the current folder: the one the shell knows, which clang takes, and the one
/// without links.
fn current_folders() -> Result<Vec<PathBuf>, String> {
    let real = std::env::current_dir().map_err(|error| format!("no current folder: {error}"))?;
    let id = |path: &Path| fs::metadata(path).map(|data| (data.dev(), data.ino())).ok();
    let shell = std::env::var_os("PWD").map(PathBuf::from);
    let shell = shell.filter(|path| path.is_absolute() && id(path) == id(&real));
    Ok(shell.into_iter().chain([real]).collect())
}

/// Every absolute name under which clang may look for `input`.
fn names(input: &Path, folders: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let real = fs::canonicalize(input).map_err(|error| error.to_string())?;
    let mut names: Vec<_> = folders.iter().map(|folder| lexical(&folder.join(input))).collect();
    let same = |name: &PathBuf| fs::canonicalize(name).is_ok_and(|path| path == real);
    if !names.iter().all(same) {
        return Err(format!("'{}' goes up through a link", input.display()));
    }
    names.push(real);
    names.sort();
    names.dedup();
    Ok(names)
}

/// The path with `.` and `..` taken out by text alone.
pub(crate) fn lexical(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// The description in JSON, which is YAML as well, of files and where their contents are.
fn describe(files: &BTreeMap<PathBuf, PathBuf>) -> Result<String, String> {
    let text = |path: &Path| match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("'{}' is not UTF-8", path.display())),
    };
    let mut roots = Vec::new();
    for (name, contents) in files {
        let (name, contents) = (text(name)?, text(contents)?);
        roots.push(json!({ "type": "file", "name": name, "external-contents": contents }));
    }
    let overlay = json!({
        "version": 0, "case-sensitive": "true", "use-external-names": false, "roots": roots,
    });
    Ok(overlay.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    const CLANG: &str = "/usr/lib/llvm-19/bin/clang";

    #[test]
    fn dots_are_taken_out_by_text() {
        assert_eq!(lexical(Path::new("/a/./b/../c//d.c")), Path::new("/a/c/d.c"));
        assert_eq!(lexical(Path::new("/../a.c")), Path::new("/a.c"));
    }

    #[test]
    fn quotes_backslashes_and_spaces_survive() {
        let name = PathBuf::from(r#"/a b/"c"\d.c"#);
        let text = describe(&[(name.clone(), "/tmp/é".into())].into()).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["roots"][0]["name"], name.to_str().unwrap());
        assert_eq!(value["use-external-names"], false);
    }

    #[test]
    fn a_name_that_goes_up_through_a_link_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        fs::create_dir_all(root.join("far/inner")).unwrap();
        std::os::unix::fs::symlink(root.join("far/inner"), root.join("link")).unwrap();
        fs::write(root.join("a.c"), "").unwrap();
        fs::write(root.join("far/a.c"), "").unwrap();
        let names = |input: &str| names(&root.join(input), std::slice::from_ref(&root));
        assert!(names("link/../a.c").unwrap_err().contains("through a link"));
        assert_eq!(names("far/../a.c").unwrap(), [root.join("a.c")]);
    }

    /// What clang preprocesses `input` to in `folder`, with the text `NEW __FILE__` in its place.
    fn preprocess(folder: &Path, input: &str) -> String {
        let contents = folder.join("new text");
        fs::write(&contents, "NEW __FILE__\n").unwrap();
        let names = names(&folder.join(input), &[folder.to_owned()]).unwrap();
        let files = names.into_iter().map(|name| (name, contents.clone())).collect();
        let overlay = folder.join("overlay.json");
        fs::write(&overlay, describe(&files).unwrap()).unwrap();
        let mut command = Command::new(CLANG);
        command.current_dir(folder).env("PWD", folder).arg("-ivfsoverlay").arg(&overlay);
        let output = command.args(["-E", "-P", "-x", "c", input]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    #[test]
    fn every_way_to_name_a_file_is_redirected_and_keeps_its_name() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        let odd = r#"s p "q" \b é"#;
        fs::create_dir_all(root.join("dir")).unwrap();
        fs::create_dir_all(root.join(odd)).unwrap();
        std::os::unix::fs::symlink("dir", root.join("link")).unwrap();
        for file in ["a.c".into(), "dir/a.c".into(), format!("{odd}/a.c")] {
            fs::write(root.join(file), "OLD\n").unwrap();
        }
        std::os::unix::fs::symlink("a.c", root.join("other.c")).unwrap();
        let absolute = root.join("dir/a.c").to_str().unwrap().to_owned();
        let plain = ["a.c", "./a.c", "dir/a.c", "dir//a.c", "dir/../a.c", "link/a.c", "other.c"];
        for input in plain.into_iter().chain([absolute.as_str()]) {
            assert_eq!(preprocess(&root, input), format!("NEW \"{input}\""));
        }
        let escaped = r#""s p \"q\" \\b é/a.c""#;
        assert_eq!(preprocess(&root, &format!("{odd}/a.c")), format!("NEW {escaped}"));
    }
}
