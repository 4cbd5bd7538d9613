//! Kernels as clang compiles them: the memory before and after each region, and every load and store
//! in between.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use warpcc::frontend::Unit;
use warpcc::ir::{Scope, TargetRegion};

use crate::toolchain;

/// A load or store of tracked or other memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) writes: bool,
    pub(crate) address: u64,
    pub(crate) bytes: u32,
}

/// One execution of a region.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) case: String,
    pub(crate) region: usize,
    /// Symbol, address, contents.
    pub(crate) symbols: Vec<(usize, u64, Vec<u8>)>,
    pub(crate) memory: (u64, Vec<u8>),
    pub(crate) accesses: Vec<Access>,
    pub(crate) after: Vec<u8>,
}

/// The text of a kernel with calls around its regions that say what its variables hold.
pub(crate) fn probed(case: &str, number: usize, text: &str, unit: &Unit) -> String {
    let mut edits = Vec::new();
    for (index, region) in unit.regions.iter().enumerate() {
        let end = region.body.iter().map(|stmt| stmt.span.end).max().unwrap_or(0);
        edits.push((region.directive.span.start as usize, before(case, index, region)));
        edits.push((end as usize, " trace_end();".to_owned()));
    }
    edits.sort();
    let linkage = "#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid trace(void);\n";
    let mut out = format!("#define trace trace_{number}\n{linkage}");
    let mut from = 0;
    for (at, insertion) in edits {
        out.push_str(&text[from..at]);
        out.push_str(&insertion);
        from = at;
    }
    out + &text[from..]
}

fn before(case: &str, index: usize, region: &TargetRegion) -> String {
    let mut calls = format!("trace_begin(\"{case}\", {index});");
    for (id, symbol) in region.symbols.iter().enumerate() {
        let name = &symbol.name;
        let call = match symbol.scope {
            Scope::Region => continue,
            _ if name == "this" => format!(" trace_value({id}, this);"),
            _ => format!(" trace_symbol({id}, &{name}, sizeof({name}));"),
        };
        calls.push_str(&call);
    }
    calls + " trace_memory();\n"
}

const FLAGS: &[&str] =
    &["-O0", "-w", "-DTRACE", "-fsanitize-coverage=edge,trace-loads,trace-stores"];

/// Compiles the kernels into one program, runs it, and reads what it recorded.
pub(crate) fn run(folder: &Path, kernels: &[PathBuf]) -> Vec<Run> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/addresses");
    let declared = (0..kernels.len()).map(|k| format!("void trace_{k}(void);\n"));
    let called = (0..kernels.len()).map(|k| format!("trace_{k}();\n"));
    let main = format!(
        "#include \"trace.h\"\n{}int main(int argc, char **argv) {{\ntrace_open(argv[1]);\n{}return argc - 2;\n}}\n",
        declared.collect::<String>(),
        called.collect::<String>()
    );
    fs::write(folder.join("main.c"), main).expect("written");
    let include = [format!("-I{}", here.display()), "-include".into(), "trace.h".into()];
    let cxx = |path: &&PathBuf| path.extension().is_some_and(|e| e == "cpp");
    let (cpp, c): (Vec<_>, Vec<_>) = kernels.iter().partition(cxx);
    for sources in [c, cpp].into_iter().filter(|sources| !sources.is_empty()) {
        let flags = FLAGS.iter().map(|f| (*f).to_owned()).chain(include.clone());
        let names = sources.iter().map(|path| path.display().to_string());
        clang(folder, "-c", flags.chain(names));
    }
    let trace = here.join("trace.c").display().to_string();
    clang(folder, "-c", [trace, "main.c".to_owned()].into_iter().chain(include));
    let objects = kernels.iter().map(|path| path.with_extension("o").display().to_string());
    let others = ["main.o", "trace.o", "-o", "kernels", "-lstdc++", "-lm"].map(str::to_owned);
    clang(folder, "-w", objects.chain(others));
    let program = Command::new(folder.join("kernels")).arg("out.txt").current_dir(folder).output();
    let output = program.expect("the kernels start");
    assert!(output.status.success(), "{:?}", output.status);
    parse(&fs::read_to_string(folder.join("out.txt")).expect("the program wrote its trace"))
}

fn clang(folder: &Path, first: &str, arguments: impl Iterator<Item = String>) {
    let mut command = Command::new(&toolchain::get().path);
    let output =
        command.arg(first).args(arguments).current_dir(folder).output().expect("clang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn parse(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for line in text.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let number = |word: &str| word.parse().unwrap_or_else(|e| panic!("{word}: {e}"));
        if let ["begin", case, region] = words[..] {
            let region = usize::try_from(number(region)).expect("a small number");
            runs.push(Run { case: case.to_owned(), region, ..Run::default() });
            continue;
        }
        let run = runs.last_mut().expect("a region has begun");
        match words[..] {
            ["s", symbol, address, contents] => {
                let symbol = usize::try_from(number(symbol)).expect("a small number");
                run.symbols.push((symbol, number(address), bytes(contents)));
            }
            ["m", _, address, contents] => run.memory = (number(address), bytes(contents)),
            ["e", _, _, contents] => run.after = bytes(contents),
            [kind @ ("r" | "w"), address, size] => run.accesses.push(Access {
                writes: kind == "w",
                address: number(address),
                bytes: u32::try_from(number(size)).expect("a small number"),
            }),
            _ => panic!("the trace holds `{line}`"),
        }
    }
    runs
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&hexadecimal[at..at + 2], 16).expect("a byte");
    (0..hexadecimal.len()).step_by(2).map(byte).collect()
}
