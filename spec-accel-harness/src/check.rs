//! Builds every version of the kernels with clang and with warpcc and compares each with its serial
//! version, on the processor as an offload device.
//!
//! Starting compilers and linkers costs more than compiling: each version's kernels are compiled
//! unoptimised to objects, their `main` renamed, and linked to one program that is told which to run.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compile::{self, Compiler, Device, Places};
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::pool;
use crate::process;
use crate::program::{self, How, LIMIT};
use crate::table::Cell;
use crate::tools::Tools;

/// One column of the table.
#[derive(Clone, Copy, Debug)]
struct Way {
    version: Version,
    compiler: Compiler,
}

impl Way {
    fn name(self) -> String {
        format!("{}, {}", self.version.name(), self.compiler.name())
    }

    fn folder(self, places: &Places) -> PathBuf {
        let name = format!("{}-{}", self.version.name(), self.compiler.name());
        places.work.join("check").join(name)
    }
}

/// The table and what went wrong.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
    /// One line each; empty if every result is right.
    pub(crate) failures: Vec<String>,
}

/// Checks `kernels` in `versions`, each with both compilers.
pub(crate) fn check(
    tools: &Tools,
    places: &Places,
    kernels: &[&'static Kernel],
    versions: &[Version],
) -> Checked {
    let both = |version: &Version| {
        let version = *version;
        [Compiler::Clang, Compiler::Warpcc].map(|compiler| Way { version, compiler })
    };
    let ways: Vec<Way> = versions.iter().flat_map(both).collect();
    let units: Vec<(Way, &'static Kernel)> =
        ways.iter().flat_map(|way| kernels.iter().map(|kernel| (*way, *kernel))).collect();
    let objects =
        pool::each("compile", &units, |(way, kernel)| object(tools, places, *way, kernel));
    let built: Vec<_> = units.iter().copied().zip(&objects).collect();
    let per_way: Vec<_> = ways.iter().copied().zip(built.chunks(kernels.len().max(1))).collect();
    let programs = pool::each("link", &per_way, |(way, built)| link(tools, places, *way, built));
    let program_of = |at: usize| programs[at / kernels.len()].clone();
    let runs: Vec<_> = (0..units.len()).collect();
    let verdicts = pool::each("run", &runs, |at| {
        objects[*at].clone()?;
        run(tools, &program_of(*at)?, units[*at].1)
    });
    tabulate(&ways, kernels, &verdicts)
}

/// Compiles one kernel; the object's path.
fn object(tools: &Tools, places: &Places, way: Way, kernel: &Kernel) -> Result<PathBuf, Failure> {
    let folder = way.folder(places).join(kernel.name);
    fs::create_dir_all(folder.join("source")).map_err(Failure::io(&folder))?;
    let input = compile::input_folder(places, kernel, way.version, &folder)?;
    let object = folder.join("object.o");
    let mut command = compile::starter(tools, way.compiler, &folder);
    command.current_dir(input).args(compile::flags(tools, Device::X86));
    command.args(["-O0", "-c"]).args(compile::definition(way.version));
    command.arg(format!("-Dmain=main_{}", kernel.name));
    command.arg(kernel.source_of(way.version)).arg("-o").arg(&object);
    finish(command, &object)
}

/// Runs a compiler or linker, which makes `output`.
fn finish(mut command: Command, output: &Path) -> Result<PathBuf, Failure> {
    let ended = process::output_within(&mut command, LIMIT)
        .map_err(Failure::io(Path::new(command.get_program())))?
        .ok_or_else(|| Failure::new("timeout", format!("{command:?}")))?;
    if ended.status.success() {
        return Ok(output.into());
    }
    let stderr = String::from_utf8_lossy(&ended.stderr);
    Err(Failure::new("build failed", stderr.trim_end()))
}

type Unit<'a> = ((Way, &'static Kernel), &'a Result<PathBuf, Failure>);

/// Links the objects of one way that there are to one program.
fn link(tools: &Tools, places: &Places, way: Way, units: &[Unit]) -> Result<PathBuf, Failure> {
    let made: Vec<(&Kernel, &PathBuf)> = units
        .iter()
        .filter_map(|((_, kernel), object)| object.as_ref().ok().map(|object| (*kernel, object)))
        .collect();
    let folder = way.folder(places);
    let source = folder.join("driver.cpp");
    let kernels: Vec<&Kernel> = made.iter().map(|(kernel, _)| *kernel).collect();
    fs::write(&source, driver(&kernels)).map_err(Failure::io(&source))?;
    let output = folder.join("program");
    let mut command = Command::new(&tools.clang);
    command.args(compile::flags(tools, Device::X86)).arg(&source);
    command.args(made.iter().map(|(_, object)| object));
    command.args(compile::libraries(Device::X86)).arg("-o").arg(&output);
    finish(command, &output)
}

/// A C++ program whose first argument names the kernel to run with the others.
fn driver(kernels: &[&Kernel]) -> String {
    let mut declarations = String::from("#include <cstring>\n");
    let mut calls = String::new();
    for kernel in kernels {
        let linkage = if kernel.is_cpp() { "" } else { "extern \"C\" " };
        let name = kernel.name;
        let _ = writeln!(declarations, "{linkage}int main_{name}(int, char **);");
        let _ = writeln!(
            calls,
            "  if (!std::strcmp(argv[1], \"{name}\")) return main_{name}(argc - 1, argv + 1);"
        );
    }
    format!(
        "{declarations}int main(int argc, char **argv) {{\n  if (argc < 2) return 2;\n{calls}  return 2;\n}}\n"
    )
}

/// How the kernel's result compares with the serial version's.
fn run(tools: &Tools, program: &Path, kernel: &Kernel) -> Result<String, Failure> {
    let fixed = [kernel.name, "reps=1", "warmup=0", "reference"];
    let arguments = fixed.iter().chain(kernel.small).copied().collect();
    let how = How { device: Device::X86, arguments, limit: LIMIT };
    let reference = program::run(tools, program, &how)?.reference;
    reference.ok_or_else(|| Failure::new("bad output", "no comparison with the serial version"))
}

fn tabulate(
    ways: &[Way],
    kernels: &[&'static Kernel],
    verdicts: &[Result<String, Failure>],
) -> Checked {
    let mut failures = Vec::new();
    let mut row = |(position, kernel): (usize, &&Kernel)| {
        let mut cells = vec![Cell::from(kernel.name)];
        for (column, way) in ways.iter().enumerate() {
            cells.push(match &verdicts[column * kernels.len() + position] {
                Ok(reference) => Cell::from(reference.as_str()),
                Err(failure) => {
                    failures.push(format!("FAILED {} ({}): {failure}", kernel.name, way.name()));
                    Cell::from(failure.summary.as_str())
                }
            });
        }
        cells
    };
    let rows = kernels.iter().enumerate().map(&mut row).collect();
    let headings = ["kernel".to_string()].into_iter();
    let headings = headings.chain(ways.iter().map(|way| way.name())).collect();
    Checked { headings, rows, failures }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::{self, KERNELS};

    #[test]
    fn the_driver_calls_c_and_cpp_by_their_linkage() {
        let kernels = kernels::select(&["gemm".into(), "box".into()]).unwrap();
        let text = driver(&kernels);
        assert!(
            text.contains("\nextern \"C\" int main_gemm(int, char **);\nint main_box("),
            "{text}"
        );
        assert!(text.contains("\"box\")) return main_box(argc - 1, argv + 1);"), "{text}");
    }

    #[test]
    fn each_failure_has_its_cell_and_its_line() {
        let ways = [Compiler::Clang, Compiler::Warpcc]
            .map(|compiler| Way { version: Version::Plain, compiler });
        let kernels = [&KERNELS[0]];
        let wrong = Failure::new("wrong result", "exit status: 1");
        let checked = tabulate(&ways, &kernels, &[Ok("equal".into()), Err(wrong)]);
        assert_eq!(checked.headings, ["kernel", "plain, clang", "plain, warpcc"]);
        assert_eq!(checked.rows, [["gemm", "equal", "wrong result"].map(Cell::from).to_vec()]);
        let expected = "FAILED gemm (plain, warpcc): wrong result: exit status: 1";
        assert_eq!(checked.failures, [expected]);
    }
}
