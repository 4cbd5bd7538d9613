//! What configure steps find out about a compiler: `CMake`, autoconf and Meson must get the same
//! answers from `warpcc` as from the clang that it wraps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const CLANG_FOLDER: &str = "/usr/lib/llvm-19/bin";

/// Who is probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Clang,
    Warpcc,
}

/// Runs `steps` of the shell in a copy of `sources`, with `CC` and `CXX` set, and gives the file
/// `answers`. Both compilers have the same name and the same folder, so that no answer differs for
/// these; clang itself is on `PATH` for both.
fn answers(who: Who, sources: &[(&str, &str)], steps: &str) -> String {
    let root = tempfile::tempdir().expect("a temporary folder");
    let place = Place::new(&root, who);
    for (name, text) in sources {
        fs::write(place.project.join(name), text).expect("a source");
    }
    let mut command = Command::new("/bin/sh");
    command.args(["-euc", steps]).current_dir(&place.project).env("LC_ALL", "C");
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("WARPCC_") || name.starts_with("CARGO") || name.ends_with("FLAGS") {
            command.env_remove(&*name);
        }
    }
    let inherited = std::env::var("PATH").expect("a PATH");
    let path = format!("{}:{CLANG_FOLDER}:{inherited}", place.bin.display());
    command.env("PATH", path).env("CC", "cc").env("CXX", "c++").env("WARPCC_STRICT", "1");
    let output = command.output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{who:?}: {said}");
    let text = fs::read_to_string(place.project.join("answers")).expect("the answers");
    text.replace(&root.path().display().to_string(), "ROOT")
}

struct Place {
    bin: PathBuf,
    project: PathBuf,
}

impl Place {
    fn new(root: &TempDir, who: Who) -> Self {
        let place = Self { bin: root.path().join("bin"), project: root.path().join("project") };
        for folder in [&place.bin, &place.project] {
            fs::create_dir(folder).expect("a folder");
        }
        let (c, cxx) = match who {
            Who::Clang => {
                (Path::new(CLANG_FOLDER).join("clang"), Path::new(CLANG_FOLDER).join("clang++"))
            }
            Who::Warpcc => {
                let warpcc = PathBuf::from(env!("CARGO_BIN_EXE_warpcc"));
                (warpcc.clone(), warpcc)
            }
        };
        for (name, target) in [("cc", c), ("c++", cxx)] {
            std::os::unix::fs::symlink(target, place.bin.join(name)).expect("a link");
        }
        place
    }
}

/// Probes with both compilers and compares; `certain` are lines that must be among the answers.
fn agree(sources: &[(&str, &str)], steps: &str, certain: &[&str]) {
    let clang = answers(Who::Clang, sources, steps);
    let warpcc = answers(Who::Warpcc, sources, steps);
    for line in certain {
        assert!(clang.lines().any(|answer| answer == *line), "no '{line}' in\n{clang}");
    }
    assert_eq!(clang, warpcc);
}

#[test]
fn cmake_finds_the_same_compiler() {
    let sources = [
        ("CMakeLists.txt", include_str!("probes/CMakeLists.txt")),
        ("main.c", "int main(void) { return 0; }\n"),
    ];
    let steps = "cmake -G Ninja -S . -B build && ninja -C build && ./build/main";
    let certain = [
        "CMAKE_C_COMPILER_ID=Clang",
        "CMAKE_CXX_COMPILER_ID=Clang",
        "CMAKE_C_SIZEOF_DATA_PTR=8",
        "OpenMP_C_FOUND=TRUE",
        "OFFLOAD_WORKS=1",
        "UNKNOWN_FLAG=",
    ];
    agree(&sources, steps, &certain);
}

#[test]
fn autoconf_finds_the_same_compiler() {
    let sources = [("configure.ac", include_str!("probes/configure.ac"))];
    let steps = "autoconf && ./configure -C >log && \
                 { sed 's/^configure: //' log; grep '^ac_cv' config.cache; cat config.status; } >answers";
    let certain = ["ac_cv_prog_c_openmp=-fopenmp", "ac_cv_c_compiler_gnu=yes"];
    let certain = certain.map(|line| {
        let (name, value) = line.split_once('=').expect("a value");
        format!("{name}=${{{name}={value}}}")
    });
    agree(&sources, steps, &certain.each_ref().map(String::as_str));
}

/// An older Meson knows no OpenMP 5.1, clang's default, so `openmp` is its answer about both.
#[test]
fn meson_finds_the_same_compiler() {
    let sources =
        [("meson.build", include_str!("probes/meson.build")), ("answers.in", "@ANSWERS@\n")];
    let steps = "meson setup build && cp build/answers answers";
    agree(&sources, steps, &["c clang", "cpp clang", "offload true"]);
}
