//! The guide's commands, run: what its pages show is what they print.
//!
//! `WARPCC_BLESS=1` writes what they print into the pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::root;

/// A command of a page and the lines shown below it; one line `…` stands for lines left out.
#[derive(Debug)]
struct Shown {
    command: String,
    output: Vec<String>,
}

/// A part of a page.
#[derive(Debug)]
enum Part {
    /// A line that no command printed.
    Text(String),
    /// A command of a ```` ```console ```` block.
    Command(Shown),
}

fn parts(page: &str) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            all.push(Part::Command(Shown { command: command.into(), output: Vec::new() }));
            continue;
        } else if inside {
            match all.last_mut() {
                Some(Part::Command(last)) => last.output.push(line.into()),
                _ => panic!("{line}: an output without a command"),
            }
            continue;
        }
        all.push(Part::Text(line.into()));
    }
    all
}

/// The lines that a page would show of `found`, leaving out as many at the same place as before.
fn shorten(shown: &[String], found: &[&str]) -> Vec<String> {
    let all = || found.iter().map(ToString::to_string);
    match shown.iter().position(|line| line == "…") {
        Some(at) if shown.len() <= found.len() + 1 => {
            let behind = found.len() - (shown.len() - at - 1);
            all().take(at).chain(["…".into()]).chain(all().skip(behind)).collect()
        }
        _ => all().collect(),
    }
}

/// A folder with the guide's programs and the examples, in which a page's commands run.
fn workplace() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let guide = fs::read_dir(root().join("docs/guide")).expect("the guide");
    for path in guide.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_some_and(|extension| extension == "c") {
            let name = path.file_name().expect("a name");
            fs::copy(&path, folder.path().join(name)).expect("a copy");
        }
    }
    let copied = Command::new("cp")
        .arg("-r")
        .arg(root().join("examples"))
        .arg(folder.path())
        .status()
        .expect("cp runs");
    assert!(copied.success(), "the examples are copied");
    let programs = folder.path().join("examples/.bin");
    fs::create_dir(&programs).expect("a folder");
    let own = Path::new(crate::WARPCTL).parent().expect("a folder");
    for (name, program) in [("warpcc", "warpcc"), ("warpcc++", "warpcc"), ("warpctl", "warpctl")] {
        std::os::unix::fs::symlink(own.join(program), programs.join(name)).expect("a link");
    }
    folder
}

/// What a command prints on both streams.
fn print(folder: &Path, command: &str) -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    let programs = folder.join("examples/.bin");
    let mut shell = Command::new("bash");
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if ["WARPCC_", "CARGO", "MAKE", "CC", "CXX"].iter().any(|start| name.starts_with(start)) {
            shell.env_remove(name);
        }
    }
    let ran = shell
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("WARPCC_CLANG", "/usr/lib/llvm-19/bin/clang")
        .env("WARPCC_STRICT", "1")
        .env("WARPCC_BUDGET_MS", "0")
        .output()
        .expect("bash runs");
    let text = String::from_utf8(ran.stdout).expect("UTF-8");
    assert!(ran.status.success(), "{command}: {text}");
    text
}

/// The page as it would be after its commands ran in a folder of their own, and their number.
fn rerun(page: &str) -> (String, usize) {
    let (mut text, mut commands) = (String::new(), 0);
    let folder = workplace();
    for part in parts(page) {
        let lines = match part {
            Part::Text(line) => vec![line],
            Part::Command(Shown { command, output }) => {
                commands += 1;
                let printed = print(folder.path(), &command);
                let found: Vec<&str> = printed.lines().collect();
                let shown = shorten(&output, &found);
                [format!("$ {command}")].into_iter().chain(shown).collect()
            }
        };
        for line in lines {
            text += &line;
            text.push('\n');
        }
    }
    (text, commands)
}

fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/guide")).expect("the guide");
    let mut pages: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

#[test]
fn the_guide_shows_what_its_commands_print() {
    let bless = std::env::var_os("WARPCC_BLESS").is_some() && std::env::var_os("CI").is_none();
    let (mut commands, mut stale) = (0, Vec::new());
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        let (found, count) = rerun(&page);
        commands += count;
        if found == page {
            continue;
        }
        if bless {
            fs::write(&path, &found).expect("the page is written");
        } else {
            let changes = found.lines().filter(|line| !page.lines().any(|old| old == *line));
            let changes: Vec<&str> = changes.collect();
            stale.push(format!("{}: now prints\n{}", path.display(), changes.join("\n")));
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n\n"));
    assert!(commands >= 20, "{commands} commands");
}

#[test]
fn lines_are_left_out_where_they_were() {
    let shown = ["a", "…", "c"].map(String::from);
    assert_eq!(shorten(&shown, &["a", "b", "b", "c"]), shown);
    assert_eq!(shorten(&shown, &["a", "c"]), shown);
    assert_eq!(shorten(&shown, &["a", "b", "d"]), ["a", "…", "d"]);
    assert_eq!(shorten(&shown, &["a"]), ["a"]);
    assert_eq!(shorten(&shown[..1], &["b", "c"]), ["b", "c"]);
}

#[test]
fn pages_are_kept_but_for_outputs() {
    let page = "a\n```console\n$ echo b; echo c >&2\nx\n$ true\n```\n\n```c\n$ d\n```\n";
    let (found, commands) = rerun(page);
    assert_eq!((found, commands), (page.replace("x\n", "b\nc\n"), 2));
}
