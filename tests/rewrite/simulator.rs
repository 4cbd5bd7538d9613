//! The simulated GPU: how programs are built for it and run on it, and what it says about them.

use std::path::Path;
use std::process::Command;

use crate::rng::{Rng, mix};
use crate::simulated::{self, WARPSIM};

/// Numbers of teams of a kernel, where the program does not say it: few, so that a team has several iterations, and many. With more than 1024
/// teams, LLVM's reductions make the last ones wait for the first ones, which never run where the order is reversed.
const TEAMS: [&str; 2] = ["3", "600"];

/// How a program is built and run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Configuration {
    optimization: &'static str,
    /// The order in which warps take turns.
    order: &'static str,
    /// The most threads of a team, where the program does not say it.
    threads: &'static str,
    teams: &'static str,
}

impl Configuration {
    /// The one that belongs to a seed.
    pub(crate) fn of(seed: u64) -> Configuration {
        let mut rng = Rng::new(mix(seed ^ 0x9b0d));
        Configuration {
            optimization: rng.pick::<&str>(&["-O1", "-O2", "-O3"]),
            order: rng.pick::<&str>(&["turns=1", "reversed", "random=7", "random=8"]),
            threads: rng.pick::<&str>(&["33", "64", "128", "1024"]),
            teams: rng.pick::<&str>(&TEAMS),
        }
    }

    /// Adds what makes clang build a program for the simulated GPU.
    ///
    /// # Panics
    /// Where no CUDA folder is installed.
    pub(crate) fn add_options(self, folder: &Path, clang: &mut Command) -> Result<(), String> {
        clang.arg(self.optimization);
        simulated::add_options(folder, clang)
    }

    /// Adds the simulator, which looks for races in the program that is added next.
    pub(crate) fn add_simulator(self, command: &mut Command) {
        command.arg(*WARPSIM).args(["run", "--races", "--order", self.order, "--"]);
        command.env("OMP_TEAMS_THREAD_LIMIT", self.threads).env("OMP_NUM_TEAMS", self.teams);
    }
}

/// The line of the source that a message of the simulator begins with: `warpsim: FILE:LINE:COLUMN: race: …`.
pub(crate) fn line_of(message: &str) -> Option<usize> {
    message.split(':').nth(2)?.parse().ok()
}

/// Whether a message is about what clang 19 makes of `x = f(x)` in code that one thread of a team runs: all threads of the team
/// load `x`, only the first one stores it, and the barrier comes after the store. What the other threads load is not used.
pub(crate) fn is_beside_guarded_store(message: &str) -> bool {
    let sides = message.split_once(": race: ").and_then(|(_, race)| race.split_once(" that "));
    let Some((own, other)) = sides else { return false };
    let other_line = other.split(':').nth(1).and_then(|line| line.parse().ok());
    let words = [own, other].map(|side| side.split(' ').take(6).collect::<Vec<_>>());
    let [[_, own, _, _, own_team, own_verb], [_, other, _, _, other_team, other_verb]] =
        words.each_ref().map(Vec::as_slice)
    else {
        return false;
    };
    let is_pair = |store: [&str; 2], load: &str| store == ["0", "writes"] && load == "reads";
    let is_guarded = is_pair([own, own_verb], other_verb) || is_pair([other, other_verb], own_verb);
    is_guarded && own_team == other_team && line_of(message) == other_line
}

#[test]
fn loads_beside_guarded_stores_are_known() {
    let told = |own: &str, other: &str, line: u32| {
        format!(
            "warpsim: /a/s.c:412:11: race: thread {own} 4 bytes of team memory that thread {other} at \
             /a/s.c:{line}:16, and nothing orders them (seen 33 times) in f_l410"
        )
    };
    assert!(is_beside_guarded_store(&told("0 of team 0 writes", "32 of team 0 reads", 412)));
    assert!(is_beside_guarded_store(&told("64 of team 7 reads", "0 of team 7 writes", 412)));
    assert!(!is_beside_guarded_store(&told("0 of team 0 writes", "32 of team 0 reads", 413)));
    assert!(!is_beside_guarded_store(&told("0 of team 0 writes", "32 of team 1 reads", 412)));
    assert!(!is_beside_guarded_store(&told("0 of team 0 writes", "32 of team 0 writes", 412)));
    assert!(!is_beside_guarded_store(&told("1 of team 0 writes", "32 of team 0 reads", 412)));
    assert!(!is_beside_guarded_store("warpsim: something else"));
}
