//! Runs a program as written and as rewritten, and compares what both compute.
//!
//! A file with a `main` is a program of its own: what it prints and how it ends is compared. For any
//! other file a driver is made around each function with a rewritten region ([`driver`]): it fills the
//! arguments with seeded data for several sizes, calls the function, and every byte that the function
//! could write is compared, but for what `map(from:)` leaves unwritten on a device, which is told by its pattern. Both texts are built for the `x86_64` offload device, run there and on the
//! host's threads, in two teams of one thread each, too, where the original computes the same there; what counts is the
//! original on one thread of the host.

mod driver;
mod signature;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use warpcc::command::{CompileCommand, Language};
use warpcc::report::Region;

use super::put;
use super::source::Source;
use crate::analysis::Text;
use crate::exec;
use crate::overlay::Overlay;
use driver::{Buffer, Case};

/// Sizes at which iteration spaces change: nothing, one, around a warp.
const SIZES: [u32; 6] = [0, 1, 2, 31, 32, 33];
const SEEDS: [u32; 2] = [1, 2];
/// How long a function may run that gets data without a meaning to it.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many times as long as the reference other runs may take beyond that.
const SLOWER: u32 = 20;
/// What every program is linked with: `images.c` removes the files that the device's runtime leaves behind, `order.c` has the
/// last teams and threads begin first.
const PARTS: [(&str, &str); 2] =
    [("images", include_str!("verify/images.c")), ("order", include_str!("verify/order.c"))];

/// Where a program's regions run.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: &'static str,
    offload: &'static str,
    threads: &'static str,
    /// Whether there are two teams, of one thread each.
    narrow: bool,
    /// Whether the last teams and threads begin first.
    last_first: bool,
    /// What memory holds that a device allocates, on devices.
    pattern: Option<u8>,
}

/// Two patterns of memory that nothing has written: what is the one in one run and the other in another was not written.
const PATTERNS: [u8; 2] = [0xa5, 0x5a];

const REFERENCE: Place = Place {
    name: "one thread of the host",
    offload: "DISABLED",
    threads: "1",
    narrow: false,
    last_first: false,
    pattern: None,
};
const HOST: Place = Place { name: "the host", threads: "7", ..REFERENCE };
const DEVICE: Place =
    Place { name: "the x86_64 device", offload: "MANDATORY", pattern: Some(PATTERNS[0]), ..HOST };
const PLACES: [Place; 4] = [
    HOST,
    DEVICE,
    Place { name: "the host in two teams of one thread", threads: "1", narrow: true, ..HOST },
    Place {
        name: "the x86_64 device in two teams of one thread",
        threads: "1",
        narrow: true,
        ..DEVICE
    },
];
/// Where a race of the original shows that has the threads' usual order to thank for its result. What differs is run here.
const LAST_FIRST: Place =
    Place { name: "the host if its last threads begin first", last_first: true, ..HOST };

impl Place {
    /// The same device with memory that begins as another pattern.
    fn with_other_pattern(self) -> Place {
        Place { pattern: self.pattern.map(|_| PATTERNS[1]), ..self }
    }
}

/// Room for several teams of several threads, unless the user's environment says something else of it. The runtime has as many threads as
/// the machine has cores, and asks for one team: too few for a race to show.
const ROOM: [(&str, &str); 4] = [
    ("KMP_DEVICE_THREAD_LIMIT", "64"),
    ("KMP_TEAMS_THREAD_LIMIT", "64"),
    ("OMP_THREAD_LIMIT", "64"),
    ("OMP_NUM_TEAMS", "3"),
];

/// Teams of one thread, where clang 19 loses iterations under a `schedule` with chunks of 1.
const ALONE: [(&str, &str); 2] = [("OMP_NUM_TEAMS", "2"), ("OMP_TEAMS_THREAD_LIMIT", "1")];

/// A program as written and as rewritten.
struct Programs {
    original: PathBuf,
    rewritten: PathBuf,
}

/// The exit code where something could not be compared, and nothing that could differs.
const NOT_VERIFIED: i32 = 3;

/// Verifies the rewriting of a source file and prints what was compared. The exit code is 1 where
/// something differs.
pub(super) fn print(source: &Source) -> Result<i32, String> {
    if source.texts.is_empty() {
        return put(b"nothing is rewritten\n").map(|()| 0);
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let overlay = Overlay::new(&placed(source))?;
    let mut text = String::new();
    let changed: Vec<&Region> = source.report.regions.iter().filter(|r| r.plan.applied).collect();
    for region in &changed {
        let steps: Vec<_> =
            region.plan.steps.iter().filter_map(|s| serde_json::to_value(s).ok()).collect();
        let steps: Vec<_> = steps.iter().map(super::words::step).collect();
        let _ = writeln!(text, "{}: {}", region.id, steps.join(", "));
    }
    let tools = Tools::new(&source.command, overlay.path(), folder.path())?;
    let found = if signature::find(&source.command, "main")?.is_some() {
        tools.program(&source.path)
    } else {
        let mut names: Vec<&str> = changed.iter().map(|region| region.function.as_str()).collect();
        names.dedup();
        names.into_iter().try_fold(Findings::default(), |found, name| {
            let more =
                tools.function(&source.path, name).map_err(|why| format!("{name}: {why}"))?;
            Ok::<_, String>(found.and(&more))
        })
    }?;
    text += &found.text;
    put(text.as_bytes())?;
    Ok(match found.verdict {
        Verdict::Equal => 0,
        Verdict::Differs => 1,
        Verdict::Open => NOT_VERIFIED,
    })
}

/// The new texts, by names that do not depend on the current folder.
fn placed(source: &Source) -> Vec<Text> {
    let place = |name: &String| source.command.directory.join(name).display().to_string();
    let placed = |text: &Text| Text {
        names: text.names.iter().map(place).collect(),
        bytes: text.bytes.clone(),
    };
    source.texts.iter().map(placed).collect()
}

/// What a comparison says; of several, the last of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    #[default]
    Equal,
    /// Something could not be compared.
    Open,
    Differs,
}

/// What was compared, in words, and what that says.
#[derive(Default)]
struct Findings {
    text: String,
    verdict: Verdict,
}

impl Findings {
    fn and(self, other: &Findings) -> Findings {
        let verdict = self.verdict.max(other.verdict);
        Findings { text: self.text + &other.text, verdict }
    }

    fn equal(what: &str) -> Findings {
        Findings { text: format!("  equal: {what}\n"), verdict: Verdict::Equal }
    }

    fn differing(what: &str) -> Findings {
        Findings { text: format!("  differs: {what}\n"), verdict: Verdict::Differs }
    }

    fn open(why: &str) -> Findings {
        Findings { text: format!("  not verified: {why}\n"), verdict: Verdict::Open }
    }
}

/// What builds and runs the programs.
struct Tools<'a> {
    command: &'a CompileCommand,
    overlay: PathBuf,
    folder: &'a Path,
    /// Objects for every program ([`PARTS`]).
    parts: Vec<PathBuf>,
}

impl<'a> Tools<'a> {
    fn new(
        command: &'a CompileCommand,
        overlay: PathBuf,
        folder: &'a Path,
    ) -> Result<Self, String> {
        let part = |(name, text): (&str, &str)| {
            let source = folder.join(format!("{name}.c"));
            let object = folder.join(format!("{name}.o"));
            fs::write(&source, text).map_err(|error| error.to_string())?;
            let mut compile = Command::new(&command.compiler.path);
            compile.args(["-O1", "-w", "-fPIC", "-c"]).arg(source).arg("-o").arg(&object);
            built(compile, name).map(|()| object)
        };
        let parts = PARTS.into_iter().map(part).collect::<Result<_, String>>()?;
        Ok(Self { command, overlay, folder, parts })
    }

    /// A program with a `main` of its own.
    fn program(&self, path: &Path) -> Result<Findings, String> {
        let programs = self.build(path)?;
        let began = Instant::now();
        let expected = run(&programs.original, REFERENCE, &[], Duration::MAX)?;
        let limit = limit(began.elapsed());
        let original = |place: Place| run(&programs.original, place, &[], limit);
        let open = |place: Place| {
            let name = place.name;
            Ok(Findings::open(&format!(
                "the program as written gives another result on {name}: it has a race, or is not deterministic"
            )))
        };
        let mut equal =
            Findings::equal("the program's output on the host and on the x86_64 device");
        for place in PLACES {
            let own = original(place)?;
            if own != expected {
                if place.narrow {
                    continue;
                }
                let is_of_pattern = place.pattern.is_some()
                    && original(place.with_other_pattern())? != own
                    && original(place)? == own;
                if !is_of_pattern {
                    return open(place);
                }
                equal.text += "  the output depends on memory that nothing has written: it was filled alike\n";
            }
            let found = run(&programs.rewritten, place, &[], limit)?;
            if found != own {
                if original(LAST_FIRST)? != expected {
                    return open(LAST_FIRST);
                }
                let difference = first_difference(&own, &found);
                return Ok(Findings::differing(&format!("on {}: {difference}", place.name)));
            }
        }
        Ok(equal)
    }

    /// A function, called by a driver.
    fn function(&self, path: &Path, name: &str) -> Result<Findings, String> {
        let Some(signature) = signature::find(self.command, name)? else {
            let why = "no such function; one of a class or a template has no driver";
            return Ok(Findings::open(&format!("{name}: {why}")));
        };
        let suffix = if self.command.language == Language::Cxx { "cpp" } else { "c" };
        let file = self.folder.join(format!("{name}-driver.{suffix}"));
        let text = match driver::text(path, &signature) {
            Ok(text) => text,
            Err(why) => return Ok(Findings::open(&format!("{name}: {why}"))),
        };
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let programs = self.build(&file)?;
        let (mut compared, mut skipped, mut unwritten) = (Vec::new(), Vec::new(), BTreeSet::new());
        let scalars = signature.parameters.iter().any(signature::Parameter::is_size);
        let sizes = if scalars { &SIZES[..] } else { &SIZES[SIZES.len() - 1..] };
        for size in sizes {
            for seed in SEEDS {
                match self.compare(&programs, Case { size: *size, seed })? {
                    Comparison::Equal(but_for) => {
                        compared.push(*size);
                        unwritten.extend(but_for);
                    }
                    Comparison::Undefined(why) => skipped.push(format!("size {size}: {why}")),
                    Comparison::Differs(what) => {
                        let call = signature.call(Case { size: *size, seed });
                        return Ok(Findings::differing(&format!("{call}: {what}")));
                    }
                }
            }
        }
        compared.dedup();
        skipped.dedup();
        let is_warp = |size: &u32| SIZES[SIZES.len() - 3..].contains(size);
        let mut findings = if compared.iter().any(is_warp) {
            let sizes: Vec<_> = compared.iter().map(ToString::to_string).collect();
            Findings::equal(&format!(
                "{name} with sizes {} and {} seeds, on the host and on the x86_64 device",
                sizes.join(", "),
                SEEDS.len()
            ))
        } else {
            Findings::open(&format!("{name}: no size around that of a warp could be compared"))
        };
        for name in unwritten {
            let _ = writeln!(findings.text, "  left unwritten on the device: elements of {name}");
        }
        for skipped in skipped {
            let _ = writeln!(findings.text, "  not compared: {skipped}");
        }
        Ok(findings)
    }

    fn compare(&self, programs: &Programs, case: Case) -> Result<Comparison, String> {
        let began = Instant::now();
        let expected = match self.buffers(&programs.original, REFERENCE, case, PATIENCE)? {
            Ok(expected) => expected,
            Err(why) => return Ok(Comparison::Undefined(format!("the original {why}"))),
        };
        let limit = limit(began.elapsed());
        let buffers = |program: &Path, place| self.buffers(program, place, case, limit);
        let undefined = |place: Place| {
            let why = format!("the original gives another result on {}", place.name);
            Ok(Comparison::Undefined(why))
        };
        let mut unwritten = BTreeSet::new();
        for place in PLACES {
            let run_original = |place| buffers(&programs.original, place);
            let (defined, names) = match defined(&expected, place, &run_original)? {
                Some(found) => found,
                None if place.narrow => continue,
                None => return undefined(place),
            };
            unwritten.extend(names);
            let difference = match buffers(&programs.rewritten, place)? {
                Ok(found) => driver::difference(&defined, &found)
                    .map(|difference| format!("on {}: {difference}", place.name)),
                Err(why) => Some(format!("on {} it {why}", place.name)),
            };
            if let Some(difference) = difference {
                if buffers(&programs.original, LAST_FIRST)?.as_ref() != Ok(&expected) {
                    return undefined(LAST_FIRST);
                }
                return Ok(Comparison::Differs(difference));
            }
        }
        Ok(Comparison::Equal(unwritten))
    }

    /// What a run leaves in memory; the inner error says how the program ended.
    fn buffers(
        &self,
        program: &Path,
        place: Place,
        case: Case,
        limit: Duration,
    ) -> Result<Left, String> {
        let out = self.folder.join("out");
        let arguments = [case.size.to_string(), case.seed.to_string()].map(OsString::from);
        let [size, seed] = arguments;
        let arguments = [size, seed, out.clone().into_os_string()];
        let run = run(program, place, &arguments, limit)?;
        if !run.succeeds() {
            return Ok(Err(run.end()));
        }
        driver::read(&fs::read(&out).map_err(|error| error.to_string())?).map(Ok)
    }

    fn build(&self, source: &Path) -> Result<Programs, String> {
        let original = self.compile(source, "original", &[])?;
        let overlay = ["-ivfsoverlay".into(), self.overlay.clone().into_os_string()];
        let rewritten = self.compile(source, "rewritten", &overlay)?;
        Ok(Programs { original, rewritten })
    }

    fn compile(&self, source: &Path, name: &str, more: &[OsString]) -> Result<PathBuf, String> {
        let program = self.folder.join(name);
        let compiler = &self.command.compiler;
        let real = fs::canonicalize(&compiler.path).unwrap_or_else(|_| compiler.path.clone());
        let library = real.parent().and_then(Path::parent).unwrap_or(Path::new("/usr")).join("lib");
        let mut command = Command::new(&compiler.path);
        if self.command.language == Language::Cxx {
            command.arg("--driver-mode=g++");
        }
        command
            .current_dir(&self.command.directory)
            .args(&self.command.arguments)
            .args(["-O1", "-w", "-ffp-contract=off", "-fopenmp"])
            .arg("-fopenmp-targets=x86_64-pc-linux-gnu")
            .args(more)
            .arg(source)
            .args(["-x", "none"])
            .args(&self.parts)
            .arg("-o")
            .arg(&program)
            .arg(format!("-Wl,-rpath,{}", library.display()))
            .arg("-lm");
        built(command, name).map(|()| program)
    }
}

/// Runs a compilation of the program `name`.
fn built(mut command: Command, name: &str) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("clang: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let first = words.lines().find(|line| line.contains("error")).unwrap_or("no message");
    Err(format!("clang cannot build the {name} program: {first}"))
}

/// How a call of both programs compares.
enum Comparison {
    /// Where the original writes on devices: the names of the buffers are those that it leaves in part.
    Equal(BTreeSet<String>),
    /// The original says nothing for these arguments.
    Undefined(String),
    Differs(String),
}

/// What a run leaves in memory, or how it ended otherwise.
type Left = Result<Vec<Buffer>, String>;

/// What the original leaves at a place, and the names of the buffers that it leaves unwritten there
/// in part.
type Defined = (Vec<Buffer>, Vec<String>);

/// The original at a place; `None` where something that it writes is not as `expected`.
fn defined(
    expected: &[Buffer],
    place: Place,
    original: &dyn Fn(Place) -> Result<Left, String>,
) -> Result<Option<Defined>, String> {
    let Ok(own) = original(place)? else { return Ok(None) };
    if own == expected {
        return Ok(Some((own, Vec::new())));
    }
    if place.pattern.is_none() {
        return Ok(None);
    }
    let other = original(place.with_other_pattern())?;
    let names = other.ok().and_then(|other| driver::unwritten(expected, [&own, &other], PATTERNS));
    Ok(names.map(|names| (own, names)))
}

/// What a program wrote, and how it ended.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    stdout: Vec<u8>,
    end: Result<ExitStatus, Overtime>,
}

/// A program was ended that ran longer than this.
#[derive(Debug, PartialEq, Eq)]
struct Overtime(Duration);

impl Run {
    fn succeeds(&self) -> bool {
        self.end.as_ref().is_ok_and(ExitStatus::success)
    }

    fn end(&self) -> String {
        match &self.end {
            Ok(status) => format!("ends with {status}"),
            Err(Overtime(limit)) => format!("does not end within {} s", limit.as_secs()),
        }
    }
}

/// How long a run may take if the reference took `reference`.
fn limit(reference: Duration) -> Duration {
    PATIENCE.saturating_add(reference.saturating_mul(SLOWER))
}

fn run(
    program: &Path,
    place: Place,
    arguments: &[OsString],
    limit: Duration,
) -> Result<Run, String> {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env("OMP_TARGET_OFFLOAD", place.offload)
        .env("OMP_NUM_THREADS", place.threads);
    let free = |(name, _): &(&str, &str)| std::env::var_os(name).is_none();
    if place.narrow {
        command.envs(ALONE);
    } else if place.threads != REFERENCE.threads {
        command.envs(ROOM.into_iter().filter(free));
    }
    if place.last_first {
        command.env("WARPCTL_LAST_FIRST", "1");
    }
    if let Some(pattern) = place.pattern {
        fill_memory(&mut command, pattern);
    }
    run_within(&mut command, limit).map_err(|error| format!("'{}': {error}", program.display()))
}

/// Has memory begin as `pattern` that is allocated for a device, which is the host's memory here: glibc fills with the complement of
/// a byte what `malloc` gives away, but for blocks that a thread keeps for itself.
fn fill_memory(command: &mut Command, pattern: u8) {
    let own = format!("glibc.malloc.perturb={}:glibc.malloc.tcache_count=0", !pattern);
    let tunables = match std::env::var("GLIBC_TUNABLES") {
        Ok(given) if !given.is_empty() => format!("{given}:{own}"),
        _ => own,
    };
    command.env("GLIBC_TUNABLES", tunables).env("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD", "0");
}

/// Runs `command` and ends it after `limit`. It writes to a file: a pipe would have to be emptied
/// meanwhile.
fn run_within(command: &mut Command, limit: Duration) -> io::Result<Run> {
    let mut file = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let end = exec::wait_within(&mut child, limit)?.ok_or(Overtime(limit));
    let mut stdout = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut stdout)?;
    Ok(Run { stdout, end })
}

fn first_difference(expected: &Run, found: &Run) -> String {
    if expected.end != found.end {
        return format!("the program {}; as written it {}", found.end(), expected.end());
    }
    let lines = |run: &Run| String::from_utf8_lossy(&run.stdout).into_owned();
    let (expected, found) = (lines(expected), lines(found));
    let both = expected.lines().zip(found.lines()).enumerate().find(|(_, (a, b))| a != b);
    both.map_or("the output ends early or late".into(), |(number, (a, b))| {
        format!("line {} of the output is '{b}' instead of '{a}'", number + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Run {
        run_within(Command::new("sh").args(["-c", script]), limit).expect("a shell")
    }

    #[test]
    fn a_run_has_its_output_and_end() {
        let run = shell("head -c 300000 /dev/zero; echo err >&2; exit 3", Duration::MAX);
        assert_eq!((run.stdout.len(), run.succeeds()), (300_000, false));
        assert_eq!(run.end(), "ends with exit status: 3");
    }

    #[test]
    fn a_run_without_end_is_ended() {
        let run = shell("echo begun; exec sleep 600", Duration::from_secs(1));
        assert_eq!((run.stdout.as_slice(), run.succeeds()), (&b"begun\n"[..], false));
        assert_eq!(run.end(), "does not end within 1 s");
    }
}
