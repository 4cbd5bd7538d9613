//! What a user asks of the simulator, in variables of the environment.
//!
//! | variable | value | default |
//! |---|---|---|
//! | `WARPSIM_RACES` | `1`: report races between threads; `0` | `0` |
//! | `WARPSIM_UNWRITTEN` | `1`: report reads of bytes that nothing wrote; `0` | `0` |
//! | `WARPSIM_FINDINGS` | the file for these two, a line each | none |
//! | `WARPSIM_HOST_MEMORY` | `1`: kernels reach all memory of the host; `0` | `0` |
//! | `WARPSIM_TURN` | accesses, barriers and the like that a warp executes before the next one has its turn, from 1 | `1` |
//! | `WARPSIM_ORDER` | `forward`, `backward`, or a number: a random order with this seed | `forward` |
//! | `WARPSIM_TEAMS` | `sequential`, or `interleaved`: teams run at once, in turns | `sequential` |
//! | `WARPSIM_CACHES` | `sm_80` or `sm_90`: the GPU whose caches are modelled | none |
//! | `WARPSIM_PTXAS` | the path of NVIDIA's assembler: tell the occupancy of kernels | none |
//! | `WARPSIM_CSV` | the file for the table of accesses | none |
//! | `WARPSIM_JSON` | the file for everything that was counted | none |
//! | `WARPSIM_NCU` | the file for the counts of each launch, as Nsight Compute's command writes them | none |
//! | `WARPSIM_SUMMARY` | `1`: end with a few lines on standard error; `0` | `0` |
//! | `WARPSIM_PROGRESS` | milliseconds between lines on standard error that tell how far the run is, from 1 | none |
//! | `WARPSIM_MAX_LAUNCHES` | the launches after which the run ends, from 1 | none |
//! | `WARPSIM_TRANSFERS` | the folder for the transfers of each process, which are told from what kernels read and write | none |
//! | `WARPSIM_POISON` | `1`: memory that the offload runtime allocates is filled with a pattern; `0` | `0` |
//! | `WARPSIM_TIME_LIMIT` | the milliseconds after which the run ends, from 1 | none |

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::device::{Machine, Watch};

/// In which order the warps of a team have their turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By their numbers.
    #[default]
    Forward,
    /// The last one first.
    Backward,
    /// Any order; equal seeds give equal orders.
    Random(u64),
}

/// What a user asks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch")]
pub struct Options {
    /// What is watched.
    pub watch: Watch,
    /// The folder for the transfers of each process.
    pub transfers: Option<PathBuf>,
    /// Whether memory that the offload runtime allocates is filled with a pattern.
    pub poison: bool,
    /// Whether kernels reach all memory of the host.
    pub host_memory: bool,
    /// The accesses, barriers and the like that a warp executes before the next one has its turn; at least 1.
    pub turn: u32,
    /// The order of the turns.
    pub order: Order,
    /// Whether teams run at once, in turns, and not one after another.
    pub interleaved: bool,
    /// The machine whose caches are modelled, if any are.
    pub caches: Option<&'static Machine>,
    /// NVIDIA's assembler, which tells what kernels need.
    pub ptxas: Option<PathBuf>,
    /// The file for the table of accesses.
    pub csv: Option<PathBuf>,
    /// The file for everything that was counted.
    pub json: Option<PathBuf>,
    /// The file for the counts of each launch, as Nsight Compute's command writes them.
    pub ncu: Option<PathBuf>,
    /// The file for what is wrong.
    pub findings: Option<PathBuf>,
    /// Whether a run ends with a few lines on standard error.
    pub summary: bool,
    /// The time between lines that tell how far the run is.
    pub progress: Option<Duration>,
    /// The launches after which the run ends.
    pub max_launches: Option<u64>,
    /// The time after which the run ends.
    pub time_limit: Option<Duration>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            watch: Watch::default(),
            transfers: None,
            poison: false,
            host_memory: false,
            turn: 1,
            order: Order::Forward,
            interleaved: false,
            caches: None,
            ptxas: None,
            csv: None,
            json: None,
            ncu: None,
            findings: None,
            summary: false,
            progress: None,
            max_launches: None,
            time_limit: None,
        }
    }
}

impl Options {
    /// Reads the variables of this process. The error names the variable and what it may be.
    pub fn from_environment() -> Result<Options, String> {
        Options::read(|name| std::env::var_os(name))
    }

    /// Reads variables; a variable that is empty is as good as none.
    pub fn read(variable: impl Fn(&str) -> Option<OsString>) -> Result<Options, String> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let word = |name: &str| set(name).map(|value| value.to_string_lossy().into_owned());
        let flag = |name: &str| word(name).map_or(Ok(false), |text| is_set(name, &text));
        let number = |name: &str| word(name).map(|text| from_one::<u64>(name, &text)).transpose();
        let time = |name: &str| number(name).map(|number| number.map(Duration::from_millis));
        let default = Options::default();
        Ok(Options {
            watch: Watch { races: flag("WARPSIM_RACES")?, unwritten: flag("WARPSIM_UNWRITTEN")? },
            transfers: set("WARPSIM_TRANSFERS").map(PathBuf::from),
            poison: flag("WARPSIM_POISON")?,
            host_memory: flag("WARPSIM_HOST_MEMORY")?,
            turn: word("WARPSIM_TURN")
                .map_or(Ok(default.turn), |text| from_one("WARPSIM_TURN", &text))?,
            order: word("WARPSIM_ORDER").map_or(Ok(default.order), |text| order(&text))?,
            interleaved: word("WARPSIM_TEAMS").map_or(Ok(false), |text| teams(&text))?,
            caches: word("WARPSIM_CACHES").map(|text| machine(&text)).transpose()?,
            ptxas: set("WARPSIM_PTXAS").map(PathBuf::from),
            csv: set("WARPSIM_CSV").map(PathBuf::from),
            json: set("WARPSIM_JSON").map(PathBuf::from),
            ncu: set("WARPSIM_NCU").map(PathBuf::from),
            findings: set("WARPSIM_FINDINGS").map(PathBuf::from),
            summary: flag("WARPSIM_SUMMARY")?,
            progress: time("WARPSIM_PROGRESS")?,
            max_launches: number("WARPSIM_MAX_LAUNCHES")?,
            time_limit: time("WARPSIM_TIME_LIMIT")?,
        })
    }
}

fn is_set(name: &str, text: &str) -> Result<bool, String> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(format!("{name} is 0 or 1, not {text:?}")),
    }
}

fn from_one<N: FromStr + Default + PartialEq>(name: &str, text: &str) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| *number != N::default());
    number.ok_or_else(|| format!("{name} is a number from 1, not {text:?}"))
}

fn order(text: &str) -> Result<Order, String> {
    match text {
        "forward" => Ok(Order::Forward),
        "backward" => Ok(Order::Backward),
        _ => text.parse().map(Order::Random).map_err(|_| {
            format!("WARPSIM_ORDER is forward, backward or the number of a seed, not {text:?}")
        }),
    }
}

fn machine(text: &str) -> Result<&'static Machine, String> {
    let known = Machine::named(text);
    known.ok_or_else(|| format!("WARPSIM_CACHES is sm_80 or sm_90, not {text:?}"))
}

fn teams(text: &str) -> Result<bool, String> {
    match text {
        "sequential" => Ok(false),
        "interleaved" => Ok(true),
        _ => Err(format!("WARPSIM_TEAMS is sequential or interleaved, not {text:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Options, String> {
        Options::read(|name| {
            variables.iter().find(|row| row.0 == name).map(|row| OsString::from(row.1))
        })
    }

    #[test]
    fn variables_are_read() {
        assert_eq!(read(&[]), Ok(Options::default()));
        assert_eq!(read(&[("WARPSIM_CSV", ""), ("WARPSIM_RACES", "")]), Ok(Options::default()));
        let options = read(&[
            ("WARPSIM_RACES", "1"),
            ("WARPSIM_FINDINGS", "c"),
            ("WARPSIM_TRANSFERS", "f"),
            ("WARPSIM_POISON", "1"),
            ("WARPSIM_HOST_MEMORY", "1"),
            ("WARPSIM_TURN", "7"),
            ("WARPSIM_ORDER", "12"),
            ("WARPSIM_TEAMS", "interleaved"),
            ("WARPSIM_CACHES", "sm_80"),
            ("WARPSIM_PTXAS", "bin/ptxas"),
            ("WARPSIM_CSV", "a.csv"),
            ("WARPSIM_JSON", "b.json"),
            ("WARPSIM_NCU", "d.csv"),
            ("WARPSIM_SUMMARY", "1"),
            ("WARPSIM_PROGRESS", "10000"),
            ("WARPSIM_MAX_LAUNCHES", "3"),
            ("WARPSIM_TIME_LIMIT", "1500"),
        ]);
        let wanted = Options {
            watch: Watch { races: true, unwritten: false },
            transfers: Some(PathBuf::from("f")),
            poison: true,
            host_memory: true,
            turn: 7,
            order: Order::Random(12),
            interleaved: true,
            caches: Machine::named("sm_80"),
            ptxas: Some(PathBuf::from("bin/ptxas")),
            csv: Some(PathBuf::from("a.csv")),
            json: Some(PathBuf::from("b.json")),
            ncu: Some(PathBuf::from("d.csv")),
            findings: Some(PathBuf::from("c")),
            summary: true,
            progress: Some(Duration::from_secs(10)),
            max_launches: Some(3),
            time_limit: Some(Duration::from_millis(1500)),
        };
        assert_eq!(options, Ok(wanted));
        let backward = read(&[("WARPSIM_ORDER", "backward")]).map(|options| options.order);
        assert_eq!(backward, Ok(Order::Backward));
    }

    #[test]
    fn wrong_values_are_named() {
        let wrong = [
            ("WARPSIM_RACES", "yes"),
            ("WARPSIM_UNWRITTEN", "2"),
            ("WARPSIM_POISON", "2"),
            ("WARPSIM_TURN", "0"),
            ("WARPSIM_TURN", "-1"),
            ("WARPSIM_TURN", "4294967296"),
            ("WARPSIM_ORDER", "sideways"),
            ("WARPSIM_TEAMS", "both"),
            ("WARPSIM_CACHES", "sm_70"),
            ("WARPSIM_SUMMARY", "no"),
            ("WARPSIM_PROGRESS", "0"),
            ("WARPSIM_MAX_LAUNCHES", "0"),
            ("WARPSIM_TIME_LIMIT", "1.5"),
        ];
        for (name, value) in wrong {
            let message = read(&[(name, value)]).expect_err("the value is wrong");
            assert!(message.starts_with(name) && message.contains(value), "{message}");
        }
    }
}
