//! Programs around the random functions: fill memory, call, print a hash of every byte.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::dress::ASKED;
use crate::generate::DIRECTIONS;
use crate::guise::MACROS;
use crate::meaning::{Call, HALF, TABLE};
use crate::simulator::Configuration;
use crate::toolchain;
use warpcc::command::Language;

/// What stands before the functions.
pub(crate) fn head() -> String {
    format!(
        "#include <stdbool.h>\n\
         #include <stdio.h>\n\
         {MACROS}{ASKED}\
         enum {{ HALF = {HALF}, TABLE = {TABLE} }};\n\
         static union {{ char bytes[6 * 2 * HALF]; long align; }} arena;\n\
         unsigned T[TABLE / 4], T40[40][40];\n\
         #pragma omp declare target\n\
         static const int K[8] = {{{}}};\n\
         #pragma omp end declare target\n",
        DIRECTIONS.map(|value| value.to_string()).join(", ")
    )
}

/// `main` calls these hundreds of times: clang would take long to optimise them inlined.
const TAIL: &str = "\
static unsigned long mix(unsigned long v) {
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9UL;
  v = (v ^ (v >> 27)) * 0x94d049bb133111ebUL;
  return v ^ (v >> 31);
}
__attribute__((noinline)) static char *at(int object, long offset) {
  if (object == 4) return (char *)T + offset;
  if (object == 7) return (char *)T40 + offset;
  return arena.bytes + (object - 1) * 2 * HALF + HALF + offset;
}
static long low(int object) { return object == 4 || object == 7 ? 0 : -HALF; }
static long high(int object) { return object == 4 ? TABLE : object == 7 ? 40 * 40 * 4 : HALF; }
__attribute__((noinline)) static void fill(unsigned long salt) {
  for (int o = 1; o <= 7; o++)
    for (long k = low(o); k < high(o); k++) {
      if (o == 3) {
        long e = k < 0 ? -((3 - k) / 4) : k / 4;
        int v = (int)(mix(salt ^ o ^ ((unsigned long)e * 77)) % 9) - 2;
        *at(o, k) = (char)((unsigned)v >> (8 * (k - 4 * e)));
      } else
        *at(o, k) = (char)mix(mix(salt ^ o) + (unsigned long)k);
    }
}
__attribute__((noinline)) static void show(int function, int call, unsigned sum) {
  printf(\"%d %d %u\", function, call, sum);
  for (int o = 1; o <= 7; o++) {
    unsigned long h = 14695981039346656037UL;
    for (long k = low(o); k < high(o); k++) h = (h ^ (unsigned char)*at(o, k)) * 1099511628211UL;
    printf(\" %lx\", h);
  }
  printf(\"\\n\");
}
";

/// What stands behind the functions: `main`, with the calls of each function. A call that returns before its region leaves the
/// sum as it is, which must not be that of another function: the function may be one that is not compared.
pub(crate) fn main(calls: &[Vec<Call>]) -> String {
    let mut text = format!("{TAIL}int main(void) {{\n  unsigned sum = 0;\n  is_host = 1;\n");
    for (function, calls) in calls.iter().enumerate() {
        for (number, call) in calls.iter().enumerate() {
            let _ = write!(
                text,
                "  fill({}UL);\n  sum = 0;\n  {{\n\
                 #pragma omp target data map(tofrom: arena, T, T40)\n    \
                 {};\n  }}\n  show({function}, {number}, sum);\n",
                call.salt,
                invocation(function, call)
            );
        }
    }
    text + "  return 0;\n}\n"
}

fn invocation(function: usize, call: &Call) -> String {
    let pointer = |name: &str, ty: &str| {
        let (object, offset) = call.object(name);
        format!("({ty} *)at({object}, {offset})")
    };
    let value = |name: &str| call.values.get(name).copied().unwrap_or(0).to_string();
    let mut arguments: Vec<String> = ["A", "B"].map(|name| pointer(name, "unsigned")).to_vec();
    arguments.push(pointer("idx", "int"));
    arguments.extend(["q", "r"].map(|name| pointer(name, "unsigned")));
    arguments.extend(["n", "m", "c", "u", "w", "v"].map(value));
    format!("f{function}({}, &sum)", arguments.join(", "))
}

/// What a program is built for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Build {
    /// The host, without OpenMP.
    Serial,
    /// The host and the `x86_64` offload device.
    Offload,
    /// The simulated GPU.
    Simulated(Configuration),
}

impl Build {
    /// The name of the program.
    fn name(self) -> &'static str {
        match self {
            Build::Serial => "serial",
            Build::Offload => "offload",
            Build::Simulated(_) => "simulated",
        }
    }
}

/// Where a program's regions run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Without OpenMP, one statement after the other.
    Serial,
    /// On the host's threads.
    Host,
    /// On the `x86_64` offload device.
    Device,
    /// On the host, in two teams of one thread.
    NarrowHost,
    /// On the `x86_64` offload device, in two teams of one thread.
    NarrowDevice,
    /// On the simulated GPU.
    Simulator(Configuration),
}

/// A program that runs longer has lost its way: `timeout` ends it.
const MAX_SECONDS: &str = "120";

/// The end of the names of files in a language.
pub(crate) fn ending(language: Language) -> &'static str {
    if language == Language::Cxx { "cpp" } else { "c" }
}

/// Three threads, in teams too, which have no more than the machine has processors otherwise: in a team of one thread LLVM 19 runs
/// no more than the first chunk of a `distribute parallel for` with `schedule(static,1)`.
const THREADS: [(&str, &str); 2] = [("OMP_NUM_THREADS", "3"), ("OMP_TEAMS_THREAD_LIMIT", "3")];

/// Compiles a program; the error is clang's.
pub(crate) fn compile(
    folder: &Path,
    (language, text): (Language, &str),
    build: Build,
) -> Result<PathBuf, String> {
    let source = folder.join(format!("{}.{}", build.name(), ending(language)));
    let program = folder.join(build.name());
    fs::write(&source, text).map_err(|e| e.to_string())?;
    let mut command = Command::new(&toolchain::get().path);
    command.args(["-w", "-fno-strict-aliasing", "-fno-exceptions"]);
    match build {
        Build::Serial => {
            command.arg("-O0");
        }
        Build::Offload => {
            command.args(["-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]);
            command.arg(toolchain::QUICK_LINK).arg(toolchain::images());
        }
        Build::Simulated(configuration) => configuration.add_options(folder, &mut command)?,
    }
    let compiled =
        command.arg(&source).arg("-o").arg(&program).output().map_err(|e| e.to_string())?;
    if compiled.status.success() {
        Ok(program)
    } else {
        Err(format!("clang ({build:?}):\n{}", String::from_utf8_lossy(&compiled.stderr)))
    }
}

/// Runs a program, its regions where `place` says.
pub(crate) fn run(program: &Path, place: Place) -> Result<Output, String> {
    let mut command = Command::new("timeout");
    command.arg(MAX_SECONDS).env("LD_LIBRARY_PATH", &toolchain::get().runtime);
    match place {
        Place::Serial | Place::Host => {
            command.env("OMP_TARGET_OFFLOAD", "DISABLED").envs(THREADS);
        }
        Place::Device => {
            command.env("OMP_TARGET_OFFLOAD", "MANDATORY").envs(THREADS);
        }
        Place::NarrowHost => {
            command.env("OMP_TARGET_OFFLOAD", "DISABLED").envs(toolchain::ALONE.iter().copied());
        }
        Place::NarrowDevice => {
            command.env("OMP_TARGET_OFFLOAD", "MANDATORY").envs(toolchain::ALONE.iter().copied());
        }
        Place::Simulator(configuration) => configuration.add_simulator(&mut command),
    }
    command.arg(program).output().map_err(|e| e.to_string())
}

/// What a program has printed; an error where it failed.
pub(crate) fn printed(ran: &Output, place: Place) -> Result<String, String> {
    if !ran.status.success() {
        let words = String::from_utf8_lossy(&ran.stderr);
        return Err(format!("the program ({place:?}) ends with {}: {words}", ran.status));
    }
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// What a program prints.
pub(crate) fn output(program: &Path, place: Place) -> Result<String, String> {
    printed(&run(program, place)?, place)
}
