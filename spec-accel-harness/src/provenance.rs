//! Where a written result comes from.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::tools::Tools;

/// What a reader needs to make a result again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Provenance {
    /// UTC, as in `2020-02-29`.
    pub(crate) date: String,
    /// The checkout's commit, and whether files differed from it.
    pub(crate) commit: String,
    pub(crate) command: String,
    pub(crate) machine: String,
}

impl Provenance {
    /// Of this run; `sources` lies in the checkout.
    pub(crate) fn of_this_run(tools: &Tools, sources: &Path) -> Provenance {
        let words: Vec<String> = env::args().skip(1).collect();
        Provenance {
            date: today(),
            commit: commit(sources),
            command: format!("spec-accel-harness {}", words.join(" ")),
            machine: machine(tools),
        }
    }

    pub(crate) fn markdown(&self) -> String {
        let Provenance { date, commit, command, machine } = self;
        format!("Made on {date} from commit {commit}\nby `{command}`\non {machine}.\n")
    }

    pub(crate) fn json(&self) -> Value {
        let Provenance { date, commit, command, machine } = self;
        json!({ "date": date, "commit": commit, "command": command, "machine": machine })
    }
}

/// UTC, as in `2020-02-29`.
pub(crate) fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(now.as_secs() / 86_400)
}

/// The Gregorian date of a day counted from 1970-01-01: the number of a day in a year that begins with
/// March does not depend on leap days, and 400 years have always 146097 days.
fn date(day: u64) -> String {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{of_month:02}", era * 400 + year + later)
}

/// The commit of the checkout that `folder` is in, and whether files differ from it.
pub(crate) fn commit(folder: &Path) -> String {
    commit_of(folder).unwrap_or_else(|| "unknown: not a git checkout".into())
}

fn commit_of(folder: &Path) -> Option<String> {
    let git = |words: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder).args(words).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let hash = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() { hash } else { format!("{hash} with local changes") })
}

fn machine(tools: &Tools) -> String {
    let gpu = if tools.gpu { "with an NVIDIA GPU" } else { "without a GPU" };
    format!("a machine with {} processors ({}) {gpu}", processors(), processor())
}

/// How many threads run at once here.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The name of this machine's processor, or its architecture's.
pub(crate) fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name"));
    name.map_or(env::consts::ARCH, |name| name.trim_start_matches([' ', '\t', ':'])).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates_across_leap_years() {
        let known = [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (790, "1972-03-01"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (19_722, "2023-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ];
        for (day, expected) in known {
            assert_eq!(date(day), expected);
        }
    }

    #[test]
    fn a_provenance_is_one_paragraph() {
        let provenance = Provenance {
            date: "2020-02-29".into(),
            commit: "0123".into(),
            command: "spec-accel-harness list".into(),
            machine: "a machine".into(),
        };
        let expected =
            "Made on 2020-02-29 from commit 0123\nby `spec-accel-harness list`\non a machine.\n";
        assert_eq!(provenance.markdown(), expected);
    }
}
