//! A newcomer's hour: the commands of the pages that users read, run as they stand there. None fails, and what the pages show is what
//! they print.
//!
//! Each page has a fresh folder, which looks like a clone of the tree, a fresh home, in which
//! `make toolchain` has been run, and one shell from its first command to its last. `make` gets a `cargo` that builds nothing, and
//! programs that are built. What the marks before blocks mean is told in `page.rs`.
//!
//! `WARPCC_BLESS=1` writes what the commands print into the pages, `WARPCC_PAGE=faq.md` runs those whose paths end so.

use std::collections::VecDeque;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tempfile::TempDir;

use crate::page::{self, Marks, Part, Shown};
use crate::{root, toolchain, warpsim};

/// The folder of the programs that were built for this test.
fn built() -> &'static Path {
    Path::new(crate::WARPCTL).parent().expect("a folder")
}

/// The longest that a command may take, in seconds.
const PATIENCE: &str = "300";

/// A folder in which a page's commands run, and the shell that they share.
struct Workplace {
    folder: TempDir,
}

impl Workplace {
    fn new() -> Self {
        let own = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        for folder in ["clone", "home/.cache/warpcc", "tmp", "bin", "target/release"] {
            fs::create_dir_all(own.at(folder)).expect("a folder");
        }
        mirror(&root(), &own.at("clone"), &["docs", "examples", "target"]);
        fs::create_dir(own.at("clone/docs")).expect("a folder");
        mirror(&root().join("docs"), &own.at("clone/docs"), &["guide"]);
        for folder in ["examples", "docs/guide"] {
            let mut copy = Command::new("cp");
            let copied = copy.arg("-r").args([root(), own.at("clone")].map(|at| at.join(folder)));
            assert!(copied.status().is_ok_and(|status| status.success()), "{folder} is copied");
        }
        let names = ["warpcc", "warpctl", "warpsim", "libwarpsim.so", "spec-accel-harness"];
        for name in names {
            link(&built().join(name), &own.at("target/release").join(name));
            link(&built().join(name), &own.at("bin").join(name));
        }
        link(&built().join("warpcc"), &own.at("bin/warpcc++"));
        link(&cuda(), &own.at("home/.cache/warpcc/cuda"));
        own
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What a script prints on both streams, if it ends with that status; the variables that it exports, and its folder, are those of
    /// the next one.
    fn run(&self, script: &str, marks: &Marks) -> Result<String, String> {
        let (state, place) = (self.at("variables"), self.at("place"));
        let (before, after) = match &marks.folder {
            Some(folder) => (format!("cd '{folder}'"), String::new()),
            None => (String::new(), format!("pwd > '{}'", place.display())),
        };
        let state = state.display();
        let whole = format!(
            "[ ! -e '{state}' ] || . '{state}'; cd \"$(cat '{}' 2>/dev/null || pwd)\"; {before}\n\
             {{ {script}\n}} 2>&1\nstatus=$?\nexport -p > '{state}'; {after}\nexit $status",
            place.display()
        );
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("timeout");
        shell.args(["-k", "1", PATIENCE, "bash", "-c", &whole]);
        shell.current_dir(self.at("clone")).stdin(Stdio::null()).env_clear();
        shell.env("PATH", format!("{}:{path}", self.at("bin").display()));
        shell.env("HOME", self.at("home")).env("TMPDIR", self.at("tmp")).env("LANG", "C.UTF-8");
        shell.env("CARGO", "true").env("CARGO_TARGET_DIR", self.at("target"));
        shell.env("WARPCC_STRICT", "1").env("WARPCC_BUDGET_MS", "0");
        if !cuda().join(ASSEMBLED).exists() {
            shell.env("CUDA_PATH", cuda());
        }
        let ran = shell.output().expect("bash runs");
        let text = String::from_utf8(ran.stdout).expect("UTF-8");
        match ran.status.code() {
            Some(code) if code == marks.status => Ok(text),
            code => Err(format!("{script}: status {code:?}: {text}")),
        }
    }

    /// The same block after its commands ran.
    fn rerun(&self, part: Part) -> Result<Part, String> {
        let (Part::Console(marks, _) | Part::Script(marks, _) | Part::Other(marks, ..)) = &part
        else {
            return Ok(part);
        };
        if marks.not_run.is_some() {
            return Ok(part);
        }
        let setup = Marks { status: 0, ..marks.clone() };
        marks.first.iter().try_for_each(|first| self.run(first, &setup).map(drop))?;
        match part {
            Part::Console(marks, all) => {
                let all = all.into_iter().map(|one| self.show(&marks, one));
                Ok(Part::Console(marks.clone(), all.collect::<Result<_, String>>()?))
            }
            Part::Script(marks, lines) => {
                self.run(&format!("set -e; {}", lines.join("\n")), &marks)?;
                Ok(Part::Script(marks, lines))
            }
            Part::Other(marks, language, lines) => {
                if let Some(name) = &marks.file {
                    fs::write(self.at("clone").join(name), lines.join("\n") + "\n")
                        .expect("a file");
                }
                Ok(Part::Other(marks, language, lines))
            }
            Part::Text(_) => Ok(part),
        }
    }

    fn show(&self, marks: &Marks, one: Shown) -> Result<Shown, String> {
        let printed = self.run(&one.command, marks)?;
        let found: Vec<&str> = printed.lines().collect();
        Ok(Shown { output: page::updated(&one.output, &found), ..one })
    }
}

/// The toolkit of this machine.
fn cuda() -> PathBuf {
    let cuda = toolchain::get().cuda.as_deref().expect("a CUDA toolkit: make toolchain");
    fs::canonicalize(cuda).expect("a folder")
}

/// What a toolkit has that `make toolchain` assembled: it leaves another one alone only where a variable names it.
const ASSEMBLED: &str = "wheels";

/// Links to all that a folder has, but for these names and hidden ones.
fn mirror(folder: &Path, links: &Path, but: &[&str]) {
    for path in entries(folder) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.starts_with('.') && !but.contains(&name.as_str()) {
            link(&path, &links.join(name));
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

fn link(target: &Path, name: &Path) {
    symlink(target, name).unwrap_or_else(|error| panic!("{}: {error}", name.display()));
}

/// The parts of a page after its commands ran, or the first that failed.
fn rerun(page: &str) -> Result<Vec<Part>, String> {
    let all = page::parts(page)?;
    let place = Workplace::new();
    all.into_iter().map(|part| place.rerun(part)).collect()
}

fn commands(parts: &[Part]) -> usize {
    let of = |part: &Part| match part {
        Part::Console(marks, all) if marks.not_run.is_none() => all.len(),
        Part::Script(marks, lines) if marks.not_run.is_none() => lines.len(),
        _ => 0,
    };
    parts.iter().map(of).sum()
}

/// The reasons why blocks with commands do not run.
fn not_run(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        Part::Console(marks, _) | Part::Script(marks, _) => marks.not_run.as_deref(),
        _ => None,
    })
}

/// The page of the harness, whose commands take minutes to hours.
const HARNESS: &str = "benchmarks.md";

/// The only page that is wanted.
fn only() -> Option<String> {
    std::env::var("WARPCC_PAGE").ok().filter(|name| !name.is_empty())
}

/// The pages, those that take long first.
fn pages() -> Vec<PathBuf> {
    let mut pages = entries(&root().join("docs/guide"));
    let wanted = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    pages.retain(|path| wanted(path) && !path.ends_with(HARNESS));
    pages.extend(["README.md", "examples/heat/README.md"].map(|name| root().join(name)));
    if let Some(name) = only() {
        pages.retain(|path| path.to_string_lossy().ends_with(&name));
    }
    let last = |path: &PathBuf| {
        let first = ["simulator.md", "install.md", "start.md"];
        (!first.iter().any(|name| path.ends_with(name)), path.clone())
    };
    pages.sort_by_key(last);
    pages
}

/// What differs between a page and what its commands print.
fn changes(page: &str, found: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (page.lines().collect(), found.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("- {line}"));
    let come = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+ {line}"));
    gone.chain(come).collect::<Vec<_>>().join("\n")
}

/// One page's outcome: how many commands ran, why blocks did not, and what is wrong.
#[derive(Default)]
struct Outcome {
    commands: usize,
    not_run: Vec<String>,
    problem: Option<String>,
}

fn check(path: &Path, bless: bool) -> Outcome {
    let page = fs::read_to_string(path).expect("a page");
    let parts = match rerun(&page) {
        Ok(parts) => parts,
        Err(why) => {
            let problem = Some(format!("{}: {why}", path.display()));
            return Outcome { problem, ..Outcome::default() };
        }
    };
    let found = page::text(&parts);
    let is_stale = found != page;
    if is_stale && bless {
        fs::write(path, &found).expect("the page is written");
    }
    let problem = (is_stale && !bless)
        .then(|| format!("{}: shown and printed:\n{}", path.display(), changes(&page, &found)));
    let not_run = not_run(&parts).map(|why| format!("{}: {why}", path.display())).collect();
    Outcome { commands: commands(&parts), not_run, problem }
}

#[test]
fn the_pages_show_what_their_commands_print() {
    let bless = std::env::var_os("WARPCC_BLESS").is_some() && std::env::var_os("CI").is_none();
    warpsim::built_in(built());
    let left = Mutex::new(VecDeque::from(pages()));
    let work = || {
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        std::iter::from_fn(next).map(|path| check(&path, bless)).collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let outcomes: Vec<Outcome> = thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter().flat_map(|one| one.join().expect("a thread")).collect()
    });
    let problems: Vec<&str> = outcomes.iter().filter_map(|one| one.problem.as_deref()).collect();
    assert!(problems.is_empty(), "{}\n\nWARPCC_BLESS=1 writes outputs", problems.join("\n\n"));
    let commands: usize = outcomes.iter().map(|one| one.commands).sum();
    if only().is_some() {
        return;
    }
    assert!(commands >= 70, "{commands} commands");
    let not_run: Vec<&String> = outcomes.iter().flat_map(|one| &one.not_run).collect();
    assert!(not_run.len() <= MOST_NOT_RUN, "{not_run:#?}");
}

/// The blocks with commands that do not run: the number may only fall.
const MOST_NOT_RUN: usize = 6;

#[test]
fn an_output_that_is_not_printed_is_seen() {
    let page = "a\n```console\n$ echo b; echo c >&2\nb\nc\n$ true\n```\n\n```text\nd\n```\n";
    let rerun = |page: &str| rerun(page).map(|parts| page::text(&parts));
    assert_eq!(rerun(page).as_deref(), Ok(page));
    for altered in [page.replace("b\nc\n", "b\n"), page.replace("b\nc\n", "x\nc\n")] {
        assert_eq!(rerun(&altered).as_deref(), Ok(page), "{altered}");
        assert!(changes(&altered, page).contains("+ "), "{altered}");
    }
}

#[test]
fn a_command_that_fails_is_seen() {
    let error = |page: &str| rerun(page).expect_err("an error");
    assert!(error("```console\n$ false\n```\n").starts_with("false: status Some(1)"));
    assert!(error("```sh\nfalse\ntrue\n```\n").contains("status Some(1)"));
    assert!(error("<!-- status: 1 -->\n```console\n$ true\n```\n").contains("status Some(0)"));
    assert!(error("<!-- first: false -->\n```sh\ntrue\n```\n").contains("status Some(1)"));
    let good = [
        "<!-- status: 1 -->\n```console\n$ false\n```\n",
        "<!-- not run: it fails -->\n```console\n$ false\n```\n",
        "```sh\nexport A=b\n```\n```console\n$ cd examples; echo $A; pwd | grep -o '[a-z]*$'\nb\nexamples\n$ ls ci/Makefile\nci/Makefile\n```\n",
        "<!-- in: examples -->\n```sh\nls heat\n```\n<!-- file: a.c -->\n```c\nint a;\n```\n```console\n$ cat a.c; ls ~\nint a;\n```\n",
    ];
    for page in good {
        assert_eq!(rerun(page).map(|parts| page::text(&parts)).as_deref(), Ok(page));
    }
}
