//! clang 19 itself links programs through the stand-ins, and the images hold what a GPU would be given.

mod bench;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use bench::{Bench, succeed};
use object::{Object, ObjectSymbol};
use warpsim::elf::{self, Binding, Contents, Symbol};

/// A region whose loop calls a function of another unit.
const MAIN: &str = "
int twice(int);
#pragma omp declare target to(twice)
int main(void) {
  int sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum)
  for (int i = 0; i < 1000; i++)
    sum += twice(i);
  return sum != 999000;
}
";

const TWICE: &str = "
#pragma omp declare target
int calls;
int twice(int x) { return 2 * x; }
#pragma omp end declare target
";

/// A folder with the two units.
fn two_units() -> Bench {
    let bench = Bench::new();
    bench.write("main.c", MAIN);
    bench.write("twice.c", TWICE);
    bench
}

/// The image that clang leaves in the folder when it is told to keep what lies between.
fn image(bench: &Bench, name: &str) -> Contents {
    let bytes = fs::read(bench.path(name)).expect("clang leaves the image");
    elf::read(&bytes).expect("it is one of ours")
}

/// The mode of a kernel whose threads all start together: byte 2 of its environment (libomptarget 19).
const SPMD: u8 = 2;

/// The CUDA toolkit of `make toolchain`, or the one that is used in its place.
fn real_toolkit() -> PathBuf {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable("WARPCC_CUDA")
        .filter(|path| path.has_root())
        .or_else(|| variable("CUDA_PATH"))
        .unwrap_or_else(|| {
            let cache = variable("XDG_CACHE_HOME")
                .or_else(|| variable("HOME").map(|home| home.join(".cache")))
                .expect("there is a home folder");
            cache.join("warpcc/cuda")
        })
}

/// What clang sees of a file's symbols: name, whether it is weak, whether it is undefined, and the size of a variable.
fn seen_symbols(path: &Path) -> Vec<(String, bool, bool, u64)> {
    let bytes = fs::read(path).expect("there is a file");
    let file = object::File::parse(&bytes[..]).expect("it is an object file");
    let mut symbols: Vec<_> = file
        .symbols()
        .filter(|symbol| !symbol.is_local())
        .map(|symbol| {
            let size = if symbol.kind() == object::SymbolKind::Text { 0 } else { symbol.size() };
            let name = symbol.name().expect("it has a name").to_owned();
            (name, symbol.is_weak(), symbol.is_undefined(), size)
        })
        // Tables of functions that NVIDIA's linker fills.
        .filter(|row| !["__UDT", "__UFT", ".nv."].iter().any(|start| row.0.starts_with(start)))
        .collect();
    symbols.sort();
    symbols
}

fn symbol<'image>(image: &'image Contents, end: &str) -> &'image Symbol {
    let mut found = image.symbols.iter().filter(|symbol| symbol.name.ends_with(end));
    let first = found.next().unwrap_or_else(|| panic!("no symbol …{end} in {:?}", image.symbols));
    assert_eq!(found.next(), None, "one symbol …{end}");
    first
}

fn text_with<'image>(image: &'image Contents, words: &str) -> Option<&'image [u8]> {
    let contains = |text: &[u8]| text.windows(words.len()).any(|part| part == words.as_bytes());
    image.texts.iter().map(Vec::as_slice).find(|text| contains(text))
}

/// What every image of the two units must hold.
fn check(image: &Contents) {
    assert_eq!(image.architecture, 90);
    let kernel = symbol(image, "_main_l6");
    assert!(kernel.is_function && kernel.defined && kernel.binding == Binding::Weak);
    let environment = symbol(image, "_main_l6_kernel_environment");
    assert_eq!((environment.size, environment.content.len()), (48, 48));
    assert_eq!(environment.content[2], SPMD);
    let twice = symbol(image, "twice");
    assert!(twice.is_function && twice.defined);
    let calls = symbol(image, "calls");
    assert!((calls.defined, calls.is_function, calls.size) == (true, false, 4));
    assert_eq!(symbol(image, "__omp_rtl_device_environment").size, 48);
    assert_ne!(text_with(image, "_main_l6("), None, "the kernel's text");
    assert_ne!(text_with(image, "twice("), None, "the function's text");
}

#[test]
fn two_units_are_linked() {
    let bench = two_units();
    succeed(&bench.clang(&["main.c", "twice.c", "-o", "program", "-save-temps=obj"]));
    let image = image(&bench, "program.nvptx64.sm_90.img");
    check(&image);
    assert_eq!(image.texts.len(), 2, "a text for each unit");
    // The text of a unit is what clang wrote, byte for byte.
    let written = fs::read(bench.path("main-openmp-nvptx64-nvidia-cuda-sm_90.s"));
    assert_eq!(image.texts[0], written.expect("clang leaves the text"));
}

#[test]
fn a_static_library_is_linked() {
    let bench = two_units();
    bench.write("host.c", "int host(void) { return 7; }");
    succeed(&bench.clang(&["-c", "twice.c"]));
    succeed(&bench.command(&bench.clang, &["-c", "host.c"]));
    succeed(&bench.command(Path::new("ar"), &["rcs", "libparts.a", "host.o", "twice.o"]));
    let link = ["main.c", "-L.", "-lparts", "-o", "program", "-save-temps=obj"];
    succeed(&bench.clang(&link));
    let image = image(&bench, "program.nvptx64.sm_90.img");
    check(&image);
    assert_eq!(image.texts.len(), 2, "a text for the unit and for the member with device code");
}

/// The host's program holds the image as it is.
#[test]
fn the_program_holds_the_image() {
    let bench = two_units();
    succeed(&bench.clang(&["main.c", "twice.c", "-o", "program", "-save-temps=obj"]));
    let program = fs::read(bench.path("program")).expect("there is a program");
    let image = fs::read(bench.path("program.nvptx64.sm_90.img")).expect("there is an image");
    assert!(program.windows(image.len()).any(|part| part == image));
    let header = image.first_chunk().expect("an image has a header");
    assert_eq!(elf::file_size(header), Ok(image.len() as u64));
}

/// Members of the device library are linked when a program needs them: undefined symbols ask for them.
#[test]
fn the_device_library_is_searched() {
    let bench = two_units();
    bench.write(
        "general.c",
        "#include <stdio.h>
        int main(void) {
          int n = 0;
        #pragma omp target teams map(tofrom : n)
          {
            printf(\"%d\\n\", n);
        #pragma omp parallel
            {
        #pragma omp barrier
        #pragma omp atomic
              n++;
            }
          }
          return n == 0;
        }",
    );
    succeed(&bench.clang(&["general.c", "-o", "program", "-save-temps=obj"]));
    let image = image(&bench, "program.nvptx64.sm_90.img");
    let undefined: Vec<&str> =
        image.symbols.iter().filter(|s| !s.defined).map(|s| s.name.as_str()).collect();
    assert!(undefined.contains(&"vprintf"), "{undefined:?}");
    let built_in = warpsim::stand_in::BUILT_IN;
    assert!(undefined.iter().all(|name| built_in.contains(name)), "{undefined:?}");
    assert!(symbol(&image, "__kmpc_barrier_simple_generic").defined);
    assert_eq!(image.texts.len(), 2, "the unit and the device library");
}

/// Virtual functions, constructors, variables of all kinds: what another unit or the host may ask for.
const CLASSES: &str = "
extern \"C\" int printf(const char *, ...);
#pragma omp declare target
int scale(int x);
extern int elsewhere;
static int hidden = 4;
struct Shape {
  int side;
  Shape() { side = scale(1); printf(\"made\"); }
  ~Shape() { side = 0; }
  virtual int area() { return side * side; }
};
struct Cube : Shape { int area() override { return 6 * side * side; } };
Cube cube;
int (*function)(int);
template <class Number> Number add(Number x) { return x + hidden; }
#pragma omp end declare target
int main() {
  int result = 0;
#pragma omp target map(from : result)
  {
    Shape *shape = &cube;
    function = scale;
    result = shape->area() + elsewhere + add(3) + function(2);
  }
  return result;
}
";

/// NVIDIA's assembler and the stand-in say the same about a text, so clang links the same files.
#[test]
fn symbols_are_those_of_nvidias_assembler() {
    let bench = two_units();
    bench.write("classes.cpp", CLASSES);
    for optimisation in ["-O0", "-O2"] {
        let stem = "classes-openmp-nvptx64-nvidia-cuda-sm_90";
        let line = [optimisation, "-c", "classes.cpp", "-o", "classes.o", "-save-temps=obj"];
        succeed(&bench.clang(&line));
        let text = format!("{stem}.s");
        let real = real_toolkit().join("bin/ptxas");
        let assemble =
            ["-m64", "-O1", "--gpu-name", "sm_90", "--output-file", "real.o", &text, "-c"];
        succeed(&bench.command(&real, &assemble));
        let real = seen_symbols(&bench.path("real.o"));
        assert!(real.len() > 10, "{real:?}");
        assert_eq!(seen_symbols(&bench.path(&format!("{stem}.o"))), real, "{optimisation}");
    }
}

/// A file of NVIDIA's assembler holds no PTX, and that is what the stand-in of its linker says.
#[test]
fn nvidias_files_are_refused_in_one_line() {
    let bench = two_units();
    let real = real_toolkit();
    let real = format!("--cuda-path={}", real.display());
    succeed(&bench.clang(&["-c", "twice.c", &real]));
    let output = bench.clang(&["main.c", "twice.o", "-o", "program"]);
    assert!(!output.status.success());
    let messages = String::from_utf8_lossy(&output.stderr);
    let line = messages.lines().find(|line| line.starts_with("nvlink fatal   : "));
    let line = line.unwrap_or_else(|| panic!("no line of nvlink: {messages}"));
    assert!(line.contains("was linked with NVIDIA's ptxas and holds no PTX"), "{line}");
}

#[test]
fn what_nvidias_linker_refuses_is_refused() {
    let bench = two_units();
    succeed(&bench.clang(&["main.c", "-c", "-o", "main.o"]));
    bench.write("host.c", "int twice(int x) { return 2 * x; }");
    let output = bench.clang(&["main.o", "host.c", "-o", "program"]);
    assert!(!output.status.success());
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(
        messages.contains("nvlink error   : Undefined reference to 'twice' in '"),
        "{messages}"
    );

    fs::copy(bench.path("twice.c"), bench.path("again.c")).expect("it can be copied");
    let output = bench.clang(&["main.c", "twice.c", "again.c", "-o", "program"]);
    assert!(!output.status.success());
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(
        messages.contains("nvlink error   : Multiple definition of 'twice' in '"),
        "{messages}"
    );
}

#[test]
fn verbose_compilations_say_that_a_stand_in_works() {
    let bench = two_units();
    let messages = succeed(&bench.clang(&["-v", "-g", "main.c", "twice.c", "-o", "program"]));
    assert!(messages.contains("ptxas info    : stand-in of warpsim, no machine code for 'sm_90'"));
    assert!(messages.contains("nvlink info    : stand-in of warpsim, no machine code for 'sm_90'"));
}

#[test]
fn wrong_ptx_is_refused() {
    let bench = two_units();
    bench.write("bad.s", ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k( {\n");
    let arguments = ["-m64", "-O2", "--gpu-name", "sm_90", "--output-file", "bad.o", "bad.s", "-c"];
    let output = bench.command(&bench.path("kit/bin/ptxas"), &arguments);
    assert_eq!(output.status.code(), Some(255));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.starts_with("ptxas bad.s, line "), "{messages}");
    assert!(
        messages.ends_with("\nptxas fatal   : Ptx assembly aborted due to errors\n"),
        "{messages}"
    );
    assert!(!bench.path("bad.o").exists());

    let newer = ".version 8.6\n.target sm_100\n.address_size 64\n";
    bench.write("bad.s", newer);
    let output = bench.command(&bench.path("kit/bin/ptxas"), &arguments);
    assert_eq!(output.status.code(), Some(255));
    assert!(String::from_utf8_lossy(&output.stderr).contains(".target is higher than"));
}

#[test]
fn a_program_runs_with_the_drivers_folder_first() {
    let bench = two_units();
    let script =
        "echo \"$OMP_TARGET_OFFLOAD $WARPSIM_RACES $WARPSIM_TURN $WARPSIM_ORDER $WARPSIM_CSV\"
        echo \"$LD_LIBRARY_PATH\"; readlink \"${LD_LIBRARY_PATH%%:*}/libcuda.so\"; exit 42";
    let options = ["--races", "--order", "turns=7", "--order=reversed", "--csv", "a.csv"];
    let program = ["--", "sh", "-c", script];
    let output = bench.warpsim(&[&["run"][..], &options, &program].concat());
    assert_eq!(output.status.code(), Some(42), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let csv = fs::canonicalize(bench.folder.path()).expect("it is there").join("a.csv");
    assert_eq!(lines[0], format!("MANDATORY 1 7 backward {}", csv.display()));
    let folders: Vec<&str> = lines[1].split(':').collect();
    assert_eq!(folders[1..], ["/usr/lib/llvm-19/lib"]);
    assert!(lines[2].ends_with("/libwarpsim.so") && Path::new(lines[2]).exists(), "{}", lines[2]);
    assert!(!Path::new(folders[0]).exists(), "the folder is removed");
}

#[test]
fn a_programs_end_is_passed_on() {
    let bench = two_units();
    let status = |script: &str| bench.warpsim(&["run", "--", "sh", "-c", script]).status.code();
    assert_eq!(status("exit 0"), Some(0));
    assert_eq!(status("kill -9 $$"), Some(137));
    // The program decides what becomes of a signal to the simulator.
    let script = "trap 'exit 7' INT; echo \"${LD_LIBRARY_PATH%%:*}\"; kill -INT $PPID; sleep 1";
    let output = bench.warpsim(&["run", "--", "sh", "-c", script]);
    assert_eq!(output.status.code(), Some(7));
    assert!(!Path::new(String::from_utf8_lossy(&output.stdout).trim()).exists());
    let output = bench.warpsim(&["run", "--", "./no-such-program"]);
    assert_eq!(output.status.code(), Some(1));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.starts_with("warpsim: error: ./no-such-program: "), "{messages}");
    assert_eq!(bench.warpsim(&["run", "--order", "turns=0", "--", "true"]).status.code(), Some(2));
}
