//! What the user asked of warpcc: `--warp-*` options, each also an environment variable.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

use warpcc::machine::{MACHINES, Machine};
use warpcc::policy::{Moves, Policy, SWITCHES, Switch};
use warpcc::report::Remarks;

/// How much warpcc does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Analyse, rewrite, report.
    Rewrite,
    /// Analyse and report; clang compiles the user's text.
    Report,
    /// Run clang and nothing else.
    Off,
}

/// Whether clang compiles the user's own text while that is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// Where a processor is idle.
    Auto,
    On,
    Off,
}

/// What clang is told of the toolkit for NVIDIA's GPUs, where its command does not say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cuda {
    Off,
    /// What is found.
    Auto,
    /// This folder.
    Folder(PathBuf),
}

/// The settings of one run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) mode: Mode,
    pub(crate) report: Option<PathBuf>,
    pub(crate) remarks: Remarks,
    pub(crate) machine: &'static Machine,
    pub(crate) policy: Policy,
    /// The processor time that one unit's analysis may take; `None` is for ever.
    pub(crate) budget: Option<Duration>,
    /// The most address space in bytes that the analysis may have; `None` is no limit.
    pub(crate) memory: Option<u64>,
    pub(crate) save_source: Option<PathBuf>,
    pub(crate) clang: Option<PathBuf>,
    pub(crate) cuda: Cuda,
    /// Whether clang gets the simulator's tools in the place of ptxas and nvlink.
    pub(crate) simulator: bool,
    pub(crate) ahead: Ahead,
    /// Whether a failure of warpcc's own fails the compilation (`WARPCC_STRICT=1`).
    pub(crate) strict: bool,
    /// What to print instead of compiling.
    pub(crate) print: Option<Print>,
}

/// A text that the user asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Print {
    Help,
    Version,
    ConfigHash,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mode: Mode::Rewrite,
            report: None,
            remarks: Remarks::Races,
            machine: &MACHINES[0],
            policy: Policy {
                launch: true,
                team_memory: true,
                tiles: true,
                scalars: true,
                unroll: true,
                host_loops: true,
                transfers: Moves::On,
                ..Policy::STANDARD
            },
            budget: Some(Duration::from_millis(2500)),
            memory: Some(4 << 30),
            save_source: None,
            clang: None,
            cuda: Cuda::Off,
            simulator: false,
            ahead: Ahead::Auto,
            strict: false,
            print: None,
        }
    }
}

impl Settings {
    /// Sets what the analysis may assume; the error names the bad word.
    pub(crate) fn assume(&mut self, list: &str) -> Result<(), String> {
        self.policy = Policy::parse(list)?.with_changes_of(&self.policy);
        Ok(())
    }

    /// Everything here that changes the output of a compilation.
    pub(crate) fn fingerprint(&self) -> String {
        let Self { mode, machine, policy, budget, memory, simulator, cuda, .. } = self;
        let machine = machine.name;
        format!("{mode:?} {machine} {policy:?} {budget:?} {memory:?} {simulator} {cuda:?}")
    }
}

type Apply = fn(&mut Settings, &OsStr) -> Result<(), String>;

struct WarpOption {
    name: &'static str,
    variable: &'static str,
    value: &'static str,
    help: &'static str,
    apply: Apply,
}

const OPTIONS: &[WarpOption] = &[
    WarpOption {
        name: "ahead",
        variable: "WARPCC_AHEAD",
        value: "auto|on|off",
        help: "let clang compile the text as it is while it is analysed, and compile it anew where it \
               is rewritten: where a processor is idle, always, never (default auto)",
        apply: |settings, value| {
            settings.ahead = match text(value)? {
                "auto" => Ahead::Auto,
                word => switch(word).map_or(Err("expected auto, on or off"), |on| {
                    Ok(if on { Ahead::On } else { Ahead::Off })
                })?,
            };
            Ok(())
        },
    },
    WarpOption {
        name: "assume",
        variable: "WARPCC_ASSUME",
        value: "LIST",
        help: "what the analysis may assume, comma-separated",
        apply: |settings, value| settings.assume(text(value)?),
    },
    WarpOption {
        name: "budget-ms",
        variable: "WARPCC_BUDGET_MS",
        value: "N",
        help: "processor time for the analysis of one unit in milliseconds; 0: no limit (default 2500)",
        apply: |settings, value| {
            settings.budget = budget(milliseconds(text(value)?)?);
            Ok(())
        },
    },
    WarpOption {
        name: "clang",
        variable: "WARPCC_CLANG",
        value: "PATH",
        help: "the clang to run (default: clang-19 or clang on PATH)",
        apply: |settings, value| path(value).map(|path| settings.clang = Some(path)),
    },
    WarpOption {
        name: "cuda",
        variable: "WARPCC_CUDA",
        value: "auto|off|DIR",
        help: "name this CUDA toolkit (auto: the one that `warpctl doctor` finds) and clang's device library to clang, \
               where a command for an NVIDIA GPU does not (default off)",
        apply: |settings, value| {
            settings.cuda = cuda(value)?;
            Ok(())
        },
    },
    WarpOption {
        name: "guards",
        variable: "WARPCC_GUARDS",
        value: "on|off",
        help: "make changes that hold under a cheap test before the region, with what needs none \
               behind it (default on)",
        apply: |settings, value| {
            settings.policy.tests = switch(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "launch",
        variable: "WARPCC_LAUNCH",
        value: "on|off",
        help: "compile loops of few iterations for the smaller teams that libomptarget launches \
               for them, where all devices are NVIDIA's (default on)",
        apply: |settings, value| {
            settings.policy.launch = switch(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "machine",
        variable: "WARPCC_MACHINE",
        value: "NAME",
        help: "the GPU whose memory requests are counted",
        apply: |settings, value| {
            settings.machine = machine(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "memory-mb",
        variable: "WARPCC_MEMORY_MB",
        value: "N",
        help: "most address space of one unit's analysis in MiB; 0: no limit (default 4096)",
        apply: |settings, value| {
            settings.memory = memory(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "mode",
        variable: "WARPCC_MODE",
        value: "rewrite|report|off",
        help: "rewrite and report, report only, or only run clang (default rewrite)",
        apply: |settings, value| {
            settings.mode = mode(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "remarks",
        variable: "WARPCC_REMARKS",
        value: "none|races|applied|missed|all",
        help: "which remarks to print on standard error; races: what is wrong in the program as written, which is races (WC110) and iterations and values that are lost (WC114, WC116) (default races)",
        apply: |settings, value| {
            settings.remarks = remarks(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "report",
        variable: "WARPCC_REPORT",
        value: "FILE|DIR/",
        help: "write the JSON report there",
        apply: |settings, value| path(value).map(|path| settings.report = Some(path)),
    },
    WarpOption {
        name: "save-source",
        variable: "WARPCC_SAVE_SOURCE",
        value: "DIR",
        help: "write each rewritten source file there",
        apply: |settings, value| path(value).map(|path| settings.save_source = Some(path)),
    },
    WarpOption {
        name: "simulator",
        variable: "WARPCC_SIMULATOR",
        value: "on|off",
        help: "compile and link for the simulator in the place of an NVIDIA GPU, with the lines of the source \
               (`warpctl simulate PROGRAM` runs what is linked); --warp-simulator alone is on (default off)",
        apply: |settings, value| {
            settings.simulator = switch(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "team-memory",
        variable: "WARPCC_TEAM_MEMORY",
        value: "on|off",
        help: "let rows of arrays come through the memory of a team, where the compiler optimises \
               (default on)",
        apply: |settings, value| {
            settings.policy.team_memory = switch(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "tiles",
        variable: "WARPCC_TILES",
        value: "on|off",
        help: "let each thread run several iterations of the outermost collapsed loop, where there are many \
               (default on)",
        apply: |settings, value| {
            settings.policy.tiles = switch(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "transfers",
        variable: "WARPCC_TRANSFERS",
        value: "on|report|off",
        help: "keep data on the device between regions that map it, where the unit shows what the host does \
               with it there; or tell only what could stay, and why other data does not (default on)",
        apply: |settings, value| {
            settings.policy.transfers = moves(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "host-loops",
        variable: "WARPCC_HOST_LOOPS",
        value: "on|off",
        help: "keep the loops as written for a host that runs a region itself (default on)",
        apply: |settings, value| {
            settings.policy.host_loops = switch(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "scalars",
        variable: "WARPCC_SCALARS",
        value: "on|off",
        help: "let elements that a loop accumulates be scalars while it runs (default on)",
        apply: |settings, value| {
            settings.policy.scalars = switch(text(value)?)?;
            Ok(())
        },
    },
    WarpOption {
        name: "unroll",
        variable: "WARPCC_UNROLL",
        value: "on|off",
        help: "unroll loops along which a thread loads further than clang does, where threads are few (default on)",
        apply: |settings, value| {
            settings.policy.unroll = switch(text(value)?)?;
            Ok(())
        },
    },
];

fn switch(word: &str) -> Result<bool, String> {
    match word {
        "on" | "1" => Ok(true),
        "off" | "0" => Ok(false),
        _ => Err("expected on or off".into()),
    }
}

fn text(value: &OsStr) -> Result<&str, String> {
    value.to_str().ok_or_else(|| "not UTF-8".into())
}

fn path(value: &OsStr) -> Result<PathBuf, String> {
    if value.is_empty() { Err("expected a path".into()) } else { Ok(value.into()) }
}

fn cuda(value: &OsStr) -> Result<Cuda, String> {
    match value.to_str() {
        Some("auto") => Ok(Cuda::Auto),
        Some("off") => Ok(Cuda::Off),
        _ if value.as_bytes().contains(&b'/') => Ok(Cuda::Folder(value.into())),
        _ => Err("expected auto, off or the path of a folder".into()),
    }
}

fn mode(word: &str) -> Result<Mode, String> {
    match word {
        "rewrite" => Ok(Mode::Rewrite),
        "report" => Ok(Mode::Report),
        "off" => Ok(Mode::Off),
        _ => Err("expected rewrite, report or off".into()),
    }
}

pub(crate) fn moves(word: &str) -> Result<Moves, String> {
    match word {
        "on" => Ok(Moves::On),
        "report" => Ok(Moves::Report),
        "off" => Ok(Moves::Off),
        _ => Err("expected on, report or off".into()),
    }
}

fn remarks(word: &str) -> Result<Remarks, String> {
    match word {
        "none" => Ok(Remarks::None),
        "races" => Ok(Remarks::Races),
        "applied" => Ok(Remarks::Applied),
        "missed" => Ok(Remarks::Missed),
        "all" => Ok(Remarks::All),
        _ => Err("expected none, races, applied, missed or all".into()),
    }
}

fn milliseconds(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| "expected a number of milliseconds".into())
}

/// The time that so many milliseconds allow; 0 is no limit.
pub(crate) fn budget(milliseconds: u64) -> Option<Duration> {
    (milliseconds > 0).then(|| Duration::from_millis(milliseconds))
}

fn memory(word: &str) -> Result<Option<u64>, String> {
    match word.parse::<u32>() {
        Ok(0) => Ok(None),
        Ok(mebibytes) => Ok(Some(u64::from(mebibytes) << 20)),
        Err(_) => Err("expected a number of MiB".into()),
    }
}

/// The machine called `name`; the error lists the names there are.
pub(crate) fn machine(name: &str) -> Result<&'static Machine, String> {
    Machine::by_name(name).ok_or_else(|| {
        let names: Vec<_> = MACHINES.iter().map(|machine| machine.name).collect();
        format!("expected {}", names.join(" or "))
    })
}

/// The arguments that are warpcc's own, in their order.
pub(crate) fn own(args: &[OsString]) -> Vec<OsString> {
    let options = args.iter().take_while(|arg| *arg != "--");
    options.filter(|arg| arg.as_bytes().starts_with(b"--warp-")).cloned().collect()
}

/// Reads the settings from the environment, then from `args`, and returns them with the arguments
/// that are clang's, in their order. The error is one line for the user.
///
/// An empty variable counts as unset. What follows `--` is clang's.
pub(crate) fn read(
    args: &[OsString],
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<(Settings, Vec<OsString>), String> {
    let mut settings = from_environment(variable)?;
    let options = args.iter().take_while(|arg| *arg != "--").count();
    let mut rest = Vec::with_capacity(args.len());
    for arg in &args[..options] {
        match arg.as_bytes().strip_prefix(b"--warp-") {
            Some(option) => apply(&mut settings, arg, OsStr::from_bytes(option))?,
            None => rest.push(arg.clone()),
        }
    }
    rest.extend_from_slice(&args[options..]);
    Ok((settings, rest))
}

fn from_environment(variable: impl Fn(&str) -> Option<OsString>) -> Result<Settings, String> {
    let value_of = |name: &str| variable(name).filter(|value| !value.is_empty());
    let mut settings = Settings {
        strict: value_of("WARPCC_STRICT").is_some_and(|value| value != "0"),
        ..Settings::default()
    };
    for option in OPTIONS {
        if let Some(value) = value_of(option.variable) {
            (option.apply)(&mut settings, &value).map_err(|expected| {
                format!("invalid value '{}' in {}: {expected}", value.display(), option.variable)
            })?;
        }
    }
    Ok(settings)
}

fn apply(settings: &mut Settings, arg: &OsStr, option: &OsStr) -> Result<(), String> {
    let bytes = option.as_bytes();
    let (name, value) = match bytes.iter().position(|byte| *byte == b'=') {
        Some(at) => (&bytes[..at], Some(OsStr::from_bytes(&bytes[at + 1..]))),
        None => (bytes, None),
    };
    match (name, value) {
        (b"help", None) => settings.print = Some(Print::Help),
        (b"version", None) => settings.print = Some(Print::Version),
        (b"config-hash", None) => settings.print = Some(Print::ConfigHash),
        (b"simulator", None) => settings.simulator = true,
        _ => {
            let known = OPTIONS.iter().find(|option| option.name.as_bytes() == name);
            let unknown = || format!("unknown option '{}' (see --warp-help)", arg.display());
            let known = known.ok_or_else(unknown)?;
            let missing = || format!("'--warp-{0}' takes a value: --warp-{0}=…", known.name);
            let value = value.ok_or_else(missing)?;
            (known.apply)(settings, value).map_err(|expected| {
                let name = known.name;
                format!("invalid value '{}' in '--warp-{name}': {expected}", value.display())
            })?;
        }
    }
    Ok(())
}

/// The text of `--warp-help`.
pub(crate) fn help() -> String {
    let lines = OPTIONS.iter().map(|option| {
        let usage = format!("--warp-{}={}", option.name, option.value);
        format!("  {usage}\n      {} [{}]\n", option.help, option.variable)
    });
    let lines: String = lines.collect();
    format!(
        "warpcc runs clang, and makes OpenMP GPU offload coalesced on the way.\n\
         Every option of clang is clang's. These are warpcc's own, and never reach clang:\n\n\
         {lines}  --warp-help\n      print this text\n  --warp-version\n      \
         print the version of warpcc\n  --warp-config-hash\n      \
         print a hash of all that changes what warpcc makes of a source, for compiler caches\n\n\
         Each value can come from the environment variable in brackets instead.\n\
         WARPCC_STRICT=1 makes each failure of warpcc's own fail the compilation.\n\n\
         {}",
        assumptions()
    )
}

/// The words of `--warp-assume`, with what holds where nothing is said.
fn assumptions() -> String {
    let line = |switch: &Switch| {
        let default = if switch.default { "on" } else { "off" };
        format!("  {:<16} {}: {} ({default})\n", switch.name, switch.code, switch.meaning)
    };
    let lines: String = SWITCHES.iter().map(line).collect();
    format!(
        "--warp-assume takes standard, none, and these words, each with no- before it to take it away:\n\
         {lines}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<(Settings, Vec<OsString>), String> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        read(&args, |_| None)
    }

    #[test]
    fn options_are_taken_out_and_the_rest_keeps_its_order() {
        let (settings, rest) = parse(&["-c", "--warp-mode=off", "a.c", "--", "--warp-x"]).unwrap();
        assert_eq!(settings.mode, Mode::Off);
        assert_eq!(rest, ["-c", "a.c", "--", "--warp-x"]);
    }

    #[test]
    fn the_command_line_wins_over_the_environment() {
        let variable = |name: &str| (name == "WARPCC_REMARKS").then(|| OsString::from("applied"));
        let (settings, _) = read(&[], variable).unwrap();
        assert_eq!(settings.remarks, Remarks::Applied);
        let (settings, _) = read(&["--warp-remarks=missed".into()], variable).unwrap();
        assert_eq!(settings.remarks, Remarks::Missed);
    }

    #[test]
    fn a_budget_of_zero_is_no_limit() {
        assert_eq!(parse(&["--warp-budget-ms=0"]).unwrap().0.budget, None);
        let (settings, _) = parse(&["--warp-budget-ms=7"]).unwrap();
        assert_eq!(settings.budget, Some(Duration::from_millis(7)));
    }

    #[test]
    fn the_simulator_is_on_where_no_value_says_otherwise() {
        let of = |args: &[&str]| parse(args).unwrap().0.simulator;
        assert!(!of(&[]) && of(&["--warp-simulator"]) && of(&["--warp-simulator=on"]));
        assert!(!of(&["--warp-simulator", "--warp-simulator=off"]));
        let (settings, _) =
            read(&[], |name| (name == "WARPCC_SIMULATOR").then(|| "1".into())).unwrap();
        assert!(settings.simulator);
        assert!(parse(&["--warp-simulator=gpu"]).unwrap_err().contains("expected on or off"));
    }

    #[test]
    fn memory_is_in_mebibytes() {
        assert_eq!(parse(&["--warp-memory-mb=0"]).unwrap().0.memory, None);
        assert_eq!(parse(&["--warp-memory-mb=3"]).unwrap().0.memory, Some(3 << 20));
        assert!(parse(&["--warp-memory-mb=x"]).unwrap_err().contains("number of MiB"));
    }

    #[test]
    fn what_changes_no_output_is_not_in_the_fingerprint() {
        let of = |args: &[&str]| parse(args).unwrap().0.fingerprint();
        assert_eq!(of(&["--warp-report=x", "--warp-remarks=all", "--warp-ahead=on"]), of(&[]));
        for option in [
            "mode=off",
            "machine=ipda2019",
            "assume=none",
            "budget-ms=1",
            "guards=off",
            "launch=off",
            "simulator=on",
            "cuda=auto",
        ] {
            assert_ne!(of(&[&format!("--warp-{option}")]), of(&[]), "{option}");
        }
    }

    #[test]
    fn errors_name_what_was_written_and_what_was_expected() {
        let error = |args: &[&str]| parse(args).unwrap_err();
        assert_eq!(error(&["--warp-x=1"]), "unknown option '--warp-x=1' (see --warp-help)");
        assert_eq!(error(&["--warp-mode"]), "'--warp-mode' takes a value: --warp-mode=…");
        assert!(error(&["--warp-mode=fast"]).contains("'fast' in '--warp-mode': expected rewrite"));
        assert!(error(&["--warp-machine=vax"]).contains("expected nvptx"));
        assert!(error(&["--warp-budget-ms=-1"]).contains("milliseconds"));
        assert!(error(&["--warp-report="]).contains("expected a path"));
        assert!(error(&["--warp-cuda=on"]).contains("expected auto, off or the path"));
    }

    #[test]
    fn every_option_is_in_the_help() {
        for option in OPTIONS {
            assert!(help().contains(&format!("--warp-{}=", option.name)));
            assert!(help().contains(option.variable));
        }
    }
}
