//! `examples/ci`: the commands of its workflow, run over two commits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::{WARPCTL, root};

/// A repository with the example as its first commit.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = Self { folder };
        let example = fs::read_dir(root().join("examples/ci")).expect("the example");
        fs::create_dir(own.path()).expect("a folder");
        for path in example.map(|entry| entry.expect("an entry").path()) {
            let name = path.file_name().expect("a name");
            fs::copy(&path, own.path().join(name)).expect("a copy");
        }
        let programs = own.folder.path().join("bin");
        fs::create_dir(&programs).expect("a folder");
        let built = Path::new(WARPCTL).parent().expect("a folder");
        for name in ["warpcc", "warpctl"] {
            std::os::unix::fs::symlink(built.join(name), programs.join(name)).expect("a link");
        }
        own.shell("git init -q && git add . && git commit -q -m base");
        own
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("repository")
    }

    fn run(&self, script: &str, base: &str) -> Output {
        let path = std::env::var("PATH").unwrap_or_default();
        let programs = self.folder.path().join("bin");
        let mut command = Command::new("bash");
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            let starts = ["WARPCC_", "CARGO", "MAKE", "CC", "GIT_"];
            if starts.iter().any(|start| name.starts_with(start)) {
                command.env_remove(name);
            }
        }
        command
            .args(["-e", "-c", script])
            .current_dir(self.path())
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("HOME", self.folder.path())
            .env("WARPCC_CLANG", "/usr/lib/llvm-19/bin/clang")
            .env("WARPCC_STRICT", "1")
            .env("GITHUB_STEP_SUMMARY", self.folder.path().join("summary.md"))
            .env("BASE", base);
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "a").env(format!("GIT_{role}_EMAIL"), "a@b.c");
        }
        command.output().expect("bash runs")
    }

    fn shell(&self, script: &str) {
        let output = self.run(script, "");
        assert!(output.status.success(), "{script}: {output:?}");
    }

    /// Makes a commit of one of the example's patches.
    fn commit(&self, patch: &str) {
        self.shell(&format!("git apply {patch}.patch && git commit -q -a -m {patch}"));
    }

    /// The exit status of the workflow's step against `base`, what it prints, the summary, and the number of new findings.
    fn check(&self, base: &str) -> (Option<i32>, String, String, usize) {
        let output = self.run(&step(), base);
        let read = |path: PathBuf| fs::read_to_string(&path).unwrap_or_default();
        let summary = self.folder.path().join("summary.md");
        let told = read(summary.clone());
        let log = read(self.path().join("coalescing.sarif"));
        fs::remove_file(summary).expect("a summary");
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text += &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text, told, log.matches("\"ruleId\":\"WC101\"").count())
    }
}

/// The commands of the workflow's one step.
fn step() -> String {
    let text = fs::read_to_string(root().join("examples/ci/workflow.yml")).expect("a workflow");
    let (_, rest) = text.split_once("run: |\n").expect("a step");
    let lines = rest.lines().take_while(|line| line.starts_with("          "));
    lines.map(|line| line.trim_start().to_owned() + "\n").collect()
}

#[test]
fn a_commit_that_is_worse_fails_and_one_that_is_better_passes() {
    let repository = Repository::new();
    repository.commit("slower");
    let (code, text, summary, findings) = repository.check("HEAD~1");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("worse: columns.c:5: "), "{text}");
    assert!(summary.starts_with("### Coalescing: 1 region worse, "), "{summary}");
    assert!(summary.contains("no longer coalesced"), "{summary}");
    assert_eq!(findings, 2);
    repository.shell("git reset -q --hard HEAD~1 && make -s clean && git worktree prune");
    repository.commit("faster");
    for base in ["HEAD~1", "0000000000000000000000000000000000000000"] {
        repository.shell("make -s clean");
        let (code, text, summary, findings) = repository.check(base);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("better: columns.c:12: "), "{text}");
        assert!(summary.starts_with("### Coalescing: 0 regions worse, "), "{summary}");
        assert_eq!(findings, 0);
    }
    let left = repository.run("git worktree list", "").stdout;
    assert_eq!(String::from_utf8_lossy(&left).lines().count(), 1, "the state before is removed");
}

/// A build that compiles nothing is no state.
#[test]
fn a_build_without_reports_fails() {
    let repository = Repository::new();
    repository.commit("faster");
    let output = repository.run("sh coalescing.sh HEAD~1 sh -c 'mkdir -p $WARPCC_REPORT'", "");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with("warpctl: error: no report in '"), "{error}");
}
