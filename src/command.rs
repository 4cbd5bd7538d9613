//! What the analysis needs to know of a clang command line.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The language of the main file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// One compilation of one source file, as the front end needs it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompileCommand {
    /// The language to parse.
    pub language: Language,
    /// The main file, as the user wrote it.
    pub input: String,
    /// The folder that relative names start from.
    pub directory: PathBuf,
    /// The user's own arguments that change how the source parses (`-I`, `-D`, `-std=`, `-include`,
    /// …), without input, output and offload options, in their order.
    pub arguments: Vec<String>,
    /// Facts about the clang that will compile the unit.
    pub compiler: Compiler,
}

/// The clang behind the driver.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Compiler {
    /// Its executable.
    pub path: PathBuf,
    /// Its version, such as `19.1.7`.
    pub version: String,
    /// Its libclang, where one was found.
    pub libclang: Option<PathBuf>,
    /// Its builtin headers' parent (`-print-resource-dir`).
    pub resource_dir: Option<PathBuf>,
    /// The value of `_OPENMP` under the command's options, such as `202011`.
    pub openmp: Option<String>,
    /// The folder of `omp.h`, where it is not in the resource folder.
    pub omp_include: Option<PathBuf>,
    /// GPU architectures the command asks for, such as `sm_90`.
    pub offload_arch: Vec<String>,
}
