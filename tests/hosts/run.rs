//! Random host programs are compiled and run, as written and as rewritten.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::{LazyLock, OnceLock};

use crate::model::Program;
use crate::{known, print, toolchain};
use warpcc::command::{CompileCommand, Language};
use warpcc::machine::{Bus, Machine};
use warpcc::policy::{Moves, Policy};
use warpcc::{Unsupervised, analyze_unit};

const POLICY: Policy = Policy { transfers: Moves::On, ..Policy::STANDARD };

/// What is wrong with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// As written it fails, or does something else each time.
    Generator,
    /// It is not analysed, or clang does not compile its rewriting.
    Rejected,
    /// Its rewriting prints something else, or ends otherwise.
    Differing,
    /// Its rewriting copies more, though all its time loops are counted: others are taken to run once.
    MoreBytes,
}

#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) program: Program,
    pub(crate) kind: Kind,
    pub(crate) error: String,
}

/// What happened to the programs of a file.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) faults: Vec<Fault>,
    pub(crate) programs: u64,
    /// Programs in which data stays on the device that did not.
    pub(crate) fired: u64,
    /// Programs that copy less.
    pub(crate) fewer: u64,
    /// Programs that an earlier campaign compared.
    pub(crate) known: u64,
    /// Bytes that all programs copy, before and after.
    pub(crate) bytes: [u64; 2],
}

/// The second file of every program.
fn second() -> &'static Path {
    static OBJECT: OnceLock<PathBuf> = OnceLock::new();
    OBJECT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/second.c");
        let [own, object] =
            [format!("second-{}.o", process::id()), "second.o".into()].map(|n| folder.join(n));
        let mut clang = clang();
        clang.arg("-c").arg(source).arg("-o").arg(&own);
        assert!(clang.status().is_ok_and(|status| status.success()), "{clang:?}");
        fs::rename(own, &object).expect("the object takes its place");
        object
    })
}

/// Clang, which is fast where it optimises nothing.
fn clang() -> Command {
    let mut clang = Command::new(&toolchain::get().path);
    clang.args(["-w", "-O0", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]);
    clang
}

/// Compiles a text; the error is clang's.
fn compile(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&source, text).map_err(|e| e.to_string())?;
    let mut clang = clang();
    clang.arg(&source).arg(second()).arg(toolchain::images());
    clang.args([toolchain::QUICK_LINK, "-rdynamic", "-ldl", "-o"]).arg(&program);
    let compiled = clang.output().map_err(|e| e.to_string())?;
    let words = || String::from_utf8_lossy(&compiled.stderr).into_owned();
    if compiled.status.success() { Ok(program) } else { Err(words()) }
}

/// What a run of a program showed.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    printed: String,
    status: Option<i32>,
    bytes: u64,
}

/// Runs the program of a number; allocated memory, that of the device too, is filled with a
/// pattern. Where `nowait` regions are tasks of hidden threads, LLVM 19 sometimes never comes to an
/// end.
fn run(program: &Path, number: usize, pattern: &str) -> Result<Seen, String> {
    let mut command = Command::new("timeout");
    command.arg("20").arg(program).arg(number.to_string());
    command.env("LD_LIBRARY_PATH", &toolchain::get().runtime);
    command.env("OMP_TARGET_OFFLOAD", "MANDATORY").env("LIBOMPTARGET_INFO", "32");
    command.env("OMP_NUM_THREADS", "2").env("OMP_TEAMS_THREAD_LIMIT", "2");
    command.env("KMP_BLOCKTIME", "0").env("LIBOMP_USE_HIDDEN_HELPER_TASK", "0");
    command.env("MALLOC_PERTURB_", pattern);
    let ran = command.output().map_err(|e| e.to_string())?;
    let words = String::from_utf8_lossy(&ran.stderr);
    let mut bytes = 0;
    for line in words.lines() {
        if let Some((_, rest)) = line.split_once("info: Copying data").and(line.split_once("Size="))
        {
            let size: String = rest.chars().take_while(char::is_ascii_digit).collect();
            bytes += size.parse::<u64>().unwrap_or(0);
        } else {
            return Err(format!("it says {words}"));
        }
    }
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    match ran.status.code() {
        None | Some(124) => Err(format!("it ends with {}", ran.status)),
        status => Ok(Seen { printed, status, bytes }),
    }
}

/// A machine on which buffers cost nothing, so that columns of small arrays cross the bus in them.
static EAGER: LazyLock<Machine> = LazyLock::new(|| {
    let bus = Bus { launch: 0, element: 0 };
    Machine { bus, ..<&Machine>::default().clone() }
});

/// A file as warpcc writes it.
fn rewritten(folder: &Path, text: &str) -> Result<String, String> {
    fs::write(folder.join("unit.c"), text).map_err(|e| e.to_string())?;
    let command = CompileCommand {
        language: Language::C,
        input: "unit.c".into(),
        directory: folder.to_owned(),
        arguments: ["-w", "-O1"].map(String::from).into(),
        compiler: toolchain::get().compiler(),
    };
    let unit = analyze_unit(&command, &EAGER, &POLICY, &Unsupervised).map_err(|e| e.to_string())?;
    Ok(unit.rewritten.map_or(text.to_owned(), |own| String::from_utf8_lossy(&own).into_owned()))
}

/// The text of each program of a file.
fn parts(text: &str, count: usize) -> Vec<&str> {
    let starts: Vec<usize> =
        (0..count).map(|k| text.find(&print::mark(k)).unwrap_or(text.len())).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| &text[*start..end]).collect()
}

fn constructs(text: &str) -> usize {
    text.matches("omp target data").count() + text.matches("omp target enter data").count()
}

/// The text of a program alone, and as warpcc writes it.
pub(crate) fn texts(folder: &Path, program: &Program) -> [String; 2] {
    let text = print::file(std::slice::from_ref(program));
    let new = rewritten(folder, &text).unwrap_or_else(|error| error);
    [text, new]
}

/// Compares programs, which stand in one file.
pub(crate) fn check(folder: &Path, programs: &[Program]) -> Checked {
    let text = print::file(programs);
    let mut checked = Checked { programs: programs.len() as u64, ..Checked::default() };
    let fault =
        |k: usize, kind: Kind, error: String| Fault { program: programs[k].clone(), kind, error };
    let halves = || {
        let (some, rest) = programs.split_at(programs.len() / 2);
        let mut all = check(folder, some);
        all.add(check(folder, rest));
        all
    };
    let new = rewritten(folder, &text);
    let parted = |new: &str| -> Vec<(String, String)> {
        let both = parts(&text, programs.len()).into_iter().zip(parts(new, programs.len()));
        both.map(|(old, new)| (old.to_owned(), new.to_owned())).collect()
    };
    let texts = new.as_deref().map(parted).unwrap_or_default();
    let is_known = |(old, new): &(String, String)| known::bytes(known::key(old, new)).is_some();
    let mut built = None;
    if texts.is_empty() || !texts.iter().all(is_known) {
        let both = compile(folder, "before", &text).map_err(|error| (Kind::Generator, error));
        let both = both.and_then(|before| {
            let after = new.and_then(|new| compile(folder, "after", &new));
            Ok((before, after.map_err(|error| (Kind::Rejected, error))?))
        });
        match both {
            Ok(both) => built = Some(both),
            Err(_) if programs.len() > 1 => return halves(),
            Err((kind, error)) => {
                checked.faults.push(fault(0, kind, error));
                return checked;
            }
        }
    }
    for (k, (old, new)) in texts.iter().enumerate() {
        checked.fired += u64::from(constructs(new) > constructs(old));
        let key = known::key(old, new);
        let (known, built) = (known::bytes(key), built.as_ref());
        checked.known += u64::from(known.is_some());
        let compared = match (known, built) {
            (Some(bytes), _) => Ok(bytes),
            (None, Some((before, after))) => compare((before, after), k, old != new),
            (None, None) => continue,
        };
        match compared {
            Ok(bytes) => {
                known::remember(key, bytes);
                checked.fewer += u64::from(bytes[1] < bytes[0]);
                (0..2).for_each(|side| checked.bytes[side] += bytes[side]);
            }
            Err((Kind::MoreBytes, _)) if !programs[k].counts_its_steps() => {}
            Err((kind, error)) => checked.faults.push(fault(k, kind, error)),
        }
    }
    checked
}

/// The bytes that the program of a number copies before and after.
fn compare(
    (before, after): (&Path, &Path),
    k: usize,
    is_changed: bool,
) -> Result<[u64; 2], (Kind, String)> {
    let wrong = |kind: Kind| move |error: String| (kind, error);
    let first = run(before, k, "85").map_err(wrong(Kind::Generator))?;
    let second = run(before, k, "170").map_err(wrong(Kind::Generator))?;
    if first != second {
        return Err((Kind::Generator, format!("{first:#?}\n{second:#?}")));
    }
    if !is_changed {
        return Ok([first.bytes; 2]);
    }
    let new = run(after, k, "170").map_err(wrong(Kind::Differing))?;
    if (&new.printed, new.status) != (&first.printed, first.status) {
        return Err((Kind::Differing, format!("{first:#?}\n{new:#?}")));
    }
    if new.bytes > first.bytes {
        return Err((Kind::MoreBytes, format!("{} bytes instead of {}", new.bytes, first.bytes)));
    }
    Ok([first.bytes, new.bytes])
}

impl Checked {
    pub(crate) fn add(&mut self, other: Checked) {
        self.faults.extend(other.faults);
        self.programs += other.programs;
        self.fired += other.fired;
        self.fewer += other.fewer;
        self.known += other.known;
        (0..2).for_each(|side| self.bytes[side] += other.bytes[side]);
    }
}

/// The smallest program like that of a fault that has it.
pub(crate) fn shrink(folder: &Path, mut fault: Fault) -> Fault {
    'smaller: for _ in 0..MOST_ROUNDS {
        let candidates = fault.program.smaller();
        for some in candidates.chunks(PER_SHRINK) {
            let found = check(folder, some).faults.into_iter().find(|own| own.kind == fault.kind);
            if let Some(found) = found {
                fault = found;
                continue 'smaller;
            }
        }
        break;
    }
    fault
}

/// How often a program is made smaller, and candidates in a file.
const MOST_ROUNDS: u32 = 40;
const PER_SHRINK: usize = 16;
