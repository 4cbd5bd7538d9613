//! The scripts that compare builds: they fail, and say so, where there is no compiler to compare.

use std::path::Path;
use std::process::{Command, Output};

use crate::setup::{Setup, WARPCC, stderr};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs a script of the repository with this folder of warpcc, from the folder of `setup`.
fn script(setup: &Setup, name: &str, folder: &Path) -> Output {
    let path = Path::new(ROOT).join("../scripts").join(name);
    let mut command = setup.program_command(Path::new("bash"));
    command.arg(path).env("WARPCC_BIN", folder).env("XDG_CACHE_HOME", setup.at("cache"));
    command.output().expect("bash runs")
}

#[test]
fn builds_are_not_compared_without_a_compiler() {
    let setup = Setup::new();
    setup.program("broken/warpcc", "#!/bin/sh\nexit 3\n");
    setup.write("text/warpcc", "not a program");
    for name in ["real-builds.sh", "check-caches.sh"] {
        for (folder, why) in [
            ("/nonexistent", "no warpcc in /nonexistent: run make build, or set WARPCC_BIN"),
            ("text", "no warpcc in text: run make build, or set WARPCC_BIN"),
            ("broken", "broken/warpcc does not run: warpcc --warp-version fails"),
        ] {
            let output = script(&setup, name, Path::new(folder));
            assert_eq!(output.status.code(), Some(1), "{name} {folder}: {output:?}");
            assert!(stderr(&output).trim_end().ends_with(why), "{name}: {}", stderr(&output));
            assert!(output.stdout.is_empty(), "{name}: nothing was compared");
        }
    }
    assert!(!setup.at("cache").exists(), "nothing was fetched");
}

/// Builds run in folders of their own, where a relative name means something else.
#[test]
fn the_compiler_is_found_by_a_relative_name_too() {
    let setup = Setup::new();
    let there = Path::new(WARPCC).parent().expect("a folder").to_str().expect("text");
    setup.program("own dir/release/warpcc", &format!("#!/bin/sh\nexec '{WARPCC}' \"$@\"\n"));
    let folder = |variables: &[(&str, &str)]| {
        let mut command = Command::new("bash");
        let script = ". \"$0/../scripts/compiler.sh\" && cd / && warpcc_folder \"$1\"";
        let script = if variables.iter().any(|(name, _)| *name == "WARPCC_BIN") {
            script.replace("cd / && ", "")
        } else {
            script.into()
        };
        command.args(["-c", &script, ROOT]).arg(setup.folder.path());
        command.current_dir(setup.folder.path()).env_remove("CARGO_TARGET_DIR");
        command.env_remove("WARPCC_BIN").envs(variables.iter().copied());
        let output = command.output().expect("bash runs");
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    };
    let own = setup.at("own dir/release").to_str().expect("text").to_owned();
    assert_eq!(folder(&[("WARPCC_BIN", there)]), there);
    assert_eq!(folder(&[("WARPCC_BIN", "own dir/release")]), own);
    assert_eq!(folder(&[("CARGO_TARGET_DIR", "own dir")]), own);
}

/// `make` hands absolute folders on, whatever Cargo's variable says.
#[test]
fn make_names_build_folders_absolutely() {
    let root = Path::new(ROOT).parent().expect("the repository").to_str().expect("text");
    let shown = |target: Option<&str>| {
        let mut command = Command::new("make");
        command.args(["-n", "--no-print-directory", "-C", root, "real-builds-quick"]);
        command.env_remove("CARGO_TARGET_DIR").env_remove("MAKEFLAGS");
        if let Some(target) = target {
            command.env("CARGO_TARGET_DIR", target);
        }
        let output = command.output().expect("make runs");
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for (target, folder) in [
        (None, format!("{root}/target/debug")),
        (Some("my dir"), format!("{root}/my dir/debug")),
        (Some("/my dir"), "/my dir/debug".into()),
    ] {
        let text = shown(target);
        assert!(text.starts_with(&format!("WARPCC_BIN='{folder}' ")), "{text}");
    }
}
