//! Where and of what a page of measured times was taken.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// The lines of a page's head: date, machine, scheduling, commit, `command`, build.
pub(crate) fn lines(command: &str) -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let changed = said("git", &["status", "--porcelain", "--", "src", "Cargo.lock"]);
    let changes = if changed.is_empty() { "" } else { ", with changes" };
    let build = if cfg!(debug_assertions) { "for tests, little optimised" } else { "release" };
    let facts = [
        ("Date", said("date", &["-u", "+%F"])),
        ("Machine", format!("{cores} cores, {}, {}", std::env::consts::ARCH, processor())),
        ("Scheduling", scheduling()),
        ("Commit", said("git", &["rev-parse", "--short=12", "HEAD"]) + changes),
        ("Command", command.to_owned()),
        ("Build", build.to_owned()),
    ];
    facts.iter().fold(String::new(), |mut lines, (what, value)| {
        let _ = writeln!(lines, "- {what}: {value}");
        lines
    })
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| "not known".into())
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name"));
    name.map_or("not known", |name| name.trim_start_matches(['\t', ' ', ':'])).to_owned()
}

/// Whether other work can take the processor away, and how much of it there is.
fn scheduling() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let policy = read("/proc/self/stat").split(' ').nth(40).map(str::to_owned);
    let alone = if policy.as_deref() == Some("1") { "real time" } else { "shared" };
    let load = read("/proc/loadavg");
    format!("{alone}, load {}", load.split(' ').next().unwrap_or_default())
}
