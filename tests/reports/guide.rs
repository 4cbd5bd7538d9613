//! The guide's commands, run: what it shows is what they print.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A command of the guide and the output shown below it; `…` stands for lines left out.
#[derive(Debug)]
struct Shown {
    command: String,
    output: Vec<String>,
}

/// The commands in the ```` ```console ```` blocks of a page.
fn shown(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            all.push(Shown { command: command.into(), output: Vec::new() });
        } else if inside {
            all.last_mut().expect("output follows a command").output.push(line.into());
        }
    }
    all
}

/// Whether `found` is what is shown, where a line `…` stands for any lines.
fn agrees(shown: &[String], found: &[&str]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=found.len()).any(|skipped| agrees(rest, &found[skipped..]))
        }
        Some((first, rest)) => {
            found.split_first().is_some_and(|(line, others)| *line == first && agrees(rest, others))
        }
    }
}

#[test]
fn the_guide_shows_what_its_commands_print() {
    let guide = crate::root().join("docs/guide");
    let page = fs::read_to_string(guide.join("reports.md")).expect("the guide");
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::copy(guide.join("blur.c"), folder.path().join("blur.c")).expect("the example");
    let programs = Path::new(crate::WARPCTL).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let all = shown(&page);
    assert!(all.len() >= 8, "{}", all.len());
    for Shown { command, output } in all {
        let ran = Command::new("bash")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("WARPCC_CLANG", "/usr/lib/llvm-19/bin/clang")
            .env("WARPCC_STRICT", "1")
            .output()
            .expect("bash runs");
        let text = String::from_utf8(ran.stdout).expect("UTF-8");
        let found: Vec<&str> = text.lines().collect();
        assert!(ran.status.success(), "{command}: {text}");
        assert!(agrees(&output, &found), "$ {command}\n{text}");
    }
}

#[test]
fn a_false_output_does_not_agree() {
    let shown = ["a", "…", "c"].map(String::from);
    assert!(agrees(&shown, &["a", "b", "b", "c"]) && agrees(&shown, &["a", "c"]));
    assert!(!agrees(&shown, &["a", "b"]) && !agrees(&shown, &["b", "c"]));
    assert!(!agrees(&shown, &["a", "c", "d"]));
}
