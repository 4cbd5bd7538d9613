//! The full reports of all cases of the corpus, with the sources that they name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::cases;

/// A folder with `theme/case.json` for each case and its sources; written once in a process.
pub(crate) fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the folder of an earlier run goes");
        }
        write(&folder);
        folder
    })
}

fn write(folder: &Path) {
    let is_source = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| ["c", "cpp", "h", "hpp"].contains(&extension))
    };
    for path in cases::files().into_iter().filter(is_source) {
        let copy = folder.join(path.strip_prefix(cases::root()).expect("a file of the corpus"));
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        fs::copy(&path, copy).expect("a copy");
    }
    for outcome in cases::outcomes() {
        let path = outcome.case.golden("json");
        let name = path.strip_prefix(cases::root()).expect("a file of the corpus");
        fs::write(folder.join(name), outcome.report.to_json()).expect("a report");
    }
}
