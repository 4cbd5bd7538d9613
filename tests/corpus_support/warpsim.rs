//! The simulator `warpsim`, which Cargo does not build for the tests of another package.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Builds `warpsim` in `folder`, where Cargo puts the programs of this profile.
///
/// # Panics
/// Where Cargo cannot build it.
pub(crate) fn built_in(folder: &Path) -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["build", "--quiet", "--package", "warpsim", "--target-dir"]);
        command.arg(folder.parent().expect("the target folder"));
        command.args(Some("--release").filter(|_| folder.ends_with("release")));
        let status = command.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo runs");
        assert!(status.success(), "warpsim is built");
        folder.join("warpsim")
    })
}
