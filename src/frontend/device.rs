//! What the device's compilation reads otherwise than the host's.
//!
//! A unit is parsed as the host's compilation sees it, while its kernels come of what the device's sees. Other macros are
//! predefined there (`__NVPTX__`, `__CUDA_ARCH__`; none for the host's instructions that an option allows). Where a file of the
//! unit names such a macro, the unit is parsed once more with the device's, for the host's target still; a region that is not the
//! same then is marked ([`HazardKind::DeviceText`]), for what is proved of it says nothing of the kernel. Variants of functions may
//! be declared for the device, or for what stands in a region wherever that runs: where there are any, every region is marked.

use std::collections::{BTreeMap, BTreeSet};

use clang_sys as cs;

use super::libclang::{File, Library, TranslationUnit};
use super::unit::contains;
use super::{FrontendError, Request, Unit};
use crate::command::CompileCommand;
use crate::ir::{Hazard, HazardKind, TargetRegion, has_calls};

/// The triple of the devices where the command names none.
const TRIPLE: &str = "nvptx64-nvidia-cuda";

/// The architecture that clang compiles for where nothing names another, and finds no GPU.
const ARCH: &str = "sm_52";

/// Every `<math.h>` asks for it, to say how errors are told: system headers that name it are not a reason to read a unit twice.
const ASKED_BY_MATH: &str = "__NO_MATH_ERRNO__";

/// A kind of device that a unit is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Device {
    triple: String,
    /// Where the command names one.
    arch: Option<String>,
}

/// What the compilation for a device reads.
#[derive(Debug, PartialEq, Eq)]
enum View {
    /// What the host's reads.
    Same,
    /// What the host's reads with these options.
    With(Vec<String>),
    /// Something that no option gives the host's.
    Unknown,
}

/// Marks the regions of `unit`, read from `parsed`, that are others for a device of `command`, or may be.
pub(super) fn mark(
    request: Request,
    parsed: &TranslationUnit,
    unit: &mut Unit,
) -> Result<(), FrontendError> {
    if unit.regions.is_empty() {
        return Ok(());
    }
    let command = request.command;
    let library = super::library(command)?;
    let files = texts(parsed);
    if files.iter().any(|(bytes, system)| !system && declares_variants(bytes)) {
        unit.regions.iter_mut().for_each(doubt);
        return Ok(());
    }
    let mut differs = false;
    for device in devices(command) {
        let seen = match device.view(command, library, &files) {
            Ok(View::Same) => continue,
            Ok(View::With(options)) => {
                let command = &command_with(command, options);
                super::read(Request { command, host: false, ..request }).ok()
            }
            Ok(View::Unknown) | Err(_) => None,
        };
        differs = true;
        let seen = seen.map_or(Vec::new(), |unit| unit.regions);
        for region in &mut unit.regions {
            if !region.has_hazard(HazardKind::DeviceText)
                && !seen.iter().any(|other| is_same(region, other))
            {
                doubt(region);
            }
        }
    }
    if differs {
        distrust(unit);
    }
    Ok(())
}

/// Has the functions of the host say less of the regions that are others for a device, or call functions that may be.
fn distrust(unit: &mut Unit) {
    let is_other = |region: &&TargetRegion| {
        has_calls(&region.body) || region.has_hazard(HazardKind::DeviceText)
    };
    for region in unit.regions.iter().filter(is_other) {
        for function in unit.functions.iter_mut().filter(|own| own.file == region.file) {
            let found = function.directives_at(region.directive.span);
            let own = function.data.iter_mut().filter(|own| found.contains(&own.stmt));
            own.for_each(|own| own.is_whole = false);
        }
    }
}

/// Marks a region as one that the device may compile otherwise.
fn doubt(region: &mut TargetRegion) {
    region.hazards.push(Hazard { span: region.directive.span, kind: HazardKind::DeviceText });
    region.hazards.sort();
}

fn command_with(command: &CompileCommand, options: Vec<String>) -> CompileCommand {
    let arguments = command.arguments.iter().cloned().chain(options).collect();
    CompileCommand { arguments, ..command.clone() }
}

/// Files are numbered by the order in which a parse meets them.
fn is_same(region: &TargetRegion, other: &TargetRegion) -> bool {
    region.directive.span == other.directive.span
        && TargetRegion { file: region.file, ..other.clone() } == *region
}

/// The kinds of devices, but those that are like the host.
fn devices(command: &CompileCommand) -> Vec<Device> {
    let compiler = &command.compiler;
    let families = [("sm_", TRIPLE), ("gfx", "amdgcn-amd-amdhsa")];
    let of_arch = |arch: &String| {
        let (_, triple) = families.iter().find(|(prefix, _)| arch.starts_with(prefix))?;
        Some(Device { triple: (*triple).to_owned(), arch: Some(arch.clone()) })
    };
    let mut devices: Vec<Device> = compiler.offload_arch.iter().filter_map(of_arch).collect();
    for triple in &compiler.offload_targets {
        let family = |name: &str| name.get(..5).map(str::to_owned);
        let known = devices.iter().any(|device| family(&device.triple) == family(triple));
        if !known && !triple.starts_with(std::env::consts::ARCH) {
            devices.push(Device { triple: triple.clone(), arch: None });
        }
    }
    if devices.is_empty() && compiler.offload_targets.is_empty() {
        devices.push(Device { triple: TRIPLE.into(), arch: None });
    }
    devices
}

/// Every file of a unit, and whether it is a header of the system.
fn texts(unit: &TranslationUnit) -> Vec<(&[u8], bool)> {
    let mut files: BTreeMap<File, bool> = BTreeMap::new();
    for inclusion in unit.inclusions() {
        files.entry(inclusion.file).or_insert_with(|| unit.is_system(inclusion.file));
    }
    files.into_iter().map(|(file, system)| (unit.contents(file), system)).collect()
}

impl Device {
    fn view(
        &self,
        command: &CompileCommand,
        library: Library,
        files: &[(&[u8], bool)],
    ) -> Result<View, FrontendError> {
        let own = || files.iter().filter(|(_, system)| !system).map(|(bytes, _)| *bytes);
        if own().any(asks_for_target) {
            return Ok(View::Unknown);
        }
        let names = |options: &[String]| predefined(library, options);
        let (basic, instructions) = host_options(command);
        let host = names(&[&basic[..], &instructions].concat())?;
        let bare = if instructions.is_empty() { host.clone() } else { names(&basic)? };
        let own_options = self.options(self.arch.as_deref().or(self.default_arch()));
        let device = names(&own_options)?;
        let is_named = |name: &&String, bytes: &[u8]| contains(bytes, name.as_bytes());
        let asks = |name: &&String, (bytes, system): &(&[u8], bool)| {
            !(*system && *name == ASKED_BY_MATH) && is_named(name, bytes)
        };
        let gained = device.difference(&host);
        let gained: Vec<&String> =
            gained.filter(|name| files.iter().any(|file| asks(name, file))).collect();
        let lost = host.difference(&bare).filter(|name| own().any(|bytes| is_named(name, bytes)));
        let lost: Vec<String> = lost.map(|name| format!("-U{name}")).collect();
        if gained.is_empty() && lost.is_empty() {
            return Ok(View::Same);
        }
        if self.arch.is_none() {
            let all = names(&self.options(None))?;
            let of_arch = |name: &&String| self.default_arch().is_none() || !all.contains(*name);
            if gained.iter().any(of_arch) {
                return Ok(View::Unknown);
            }
        }
        let defined = values(library, &own_options, &gained)?;
        Ok(View::With(defined.into_iter().chain(lost).collect()))
    }

    fn default_arch(&self) -> Option<&'static str> {
        self.triple.starts_with("nvptx").then_some(ARCH)
    }

    /// The options of a compilation for the device alone.
    fn options(&self, arch: Option<&str>) -> Vec<String> {
        let option = if self.triple.starts_with("amdgcn") { "-mcpu" } else { "-march" };
        let mut options = vec![format!("--target={}", self.triple)];
        options.extend(arch.map(|arch| format!("{option}={arch}")));
        options.extend(["-nogpulib", "-nogpuinc"].map(str::to_owned));
        options
    }
}

/// The options that name the host, and those that allow it instructions, which a device's compilation does not get.
fn host_options(command: &CompileCommand) -> (Vec<String>, Vec<String>) {
    let (mut basic, mut instructions) = (Vec::new(), Vec::new());
    let mut arguments = command.arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "-target" || argument == "--target" {
            basic.push(argument.clone());
            basic.extend(arguments.next().cloned());
        } else if argument.starts_with("--target=") {
            basic.push(argument.clone());
        } else if argument.starts_with("-m") && argument != "-mllvm" {
            instructions.push(argument.clone());
        }
    }
    (basic, instructions)
}

/// A file with the text `text` alone, compiled with `options`.
fn parse(
    library: Library,
    options: &[String],
    text: &str,
) -> Result<TranslationUnit, FrontendError> {
    let options = [options, &["-x".to_owned(), "c".to_owned()]].concat();
    let contents = [(c"predefined.c".to_owned(), text.as_bytes().to_vec())];
    TranslationUnit::parse(library, "predefined.c", &options, &contents)
        .map_err(FrontendError::Errors)
}

fn predefined(library: Library, options: &[String]) -> Result<BTreeSet<String>, FrontendError> {
    parse(library, options, "").map(TranslationUnit::predefined)
}

/// Options that define the macros `names` as `options` do; those that are no integers, as nothing.
fn values(
    library: Library,
    options: &[String],
    names: &[&String],
) -> Result<Vec<String>, FrontendError> {
    let lines = names.iter().map(|name| format!("long long value_of_{name} = {name};\n"));
    let unit = parse(library, options, &lines.collect::<String>())?;
    let variables = unit.cursor().children();
    let define = |name: &&String| {
        let variable = format!("value_of_{name}");
        let mut found = variables.iter().filter(|cursor| {
            cursor.kind() == cs::CXCursor_VarDecl && cursor.spelling() == variable
        });
        let value = found.find_map(|cursor| cursor.initializer()?.evaluate_integer());
        value.map_or_else(|| format!("-D{name}="), |value| format!("-D{name}={value}"))
    };
    Ok(names.iter().map(define).collect())
}

/// Whether a text declares variants of functions, of which a region may call another than the one that is read.
fn declares_variants(bytes: &[u8]) -> bool {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'\\' | b'_');
    behind(bytes, b"declare").any(|rest| {
        let blanks = rest.iter().take_while(|byte| is_between(byte)).count();
        rest[blanks..].starts_with(b"variant")
    })
}

/// Whether a text asks for the target by other means than macros.
fn asks_for_target(bytes: &[u8]) -> bool {
    let of_target = |rest: &[u8]| {
        let end = rest.iter().position(|byte| *byte == b')').unwrap_or(rest.len());
        let families = ["nvvm", "amdgcn", "spirv", "ia32"];
        families.iter().any(|family| contains(&rest[..end], family.as_bytes()))
    };
    contains(bytes, b"__is_target_") || behind(bytes, b"__has_builtin").any(of_target)
}

/// What stands behind each occurrence of `word`.
fn behind<'a>(bytes: &'a [u8], word: &'static [u8]) -> impl Iterator<Item = &'a [u8]> {
    let starts = if contains(bytes, word) { bytes.windows(word.len()) } else { [].windows(1) };
    let places = starts.enumerate().filter(move |(_, window)| *window == word);
    places.map(move |(at, _)| &bytes[at + word.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_found_however_they_are_written() {
        for text in [
            "#pragma omp declare variant(f) match(device={kind(gpu)})",
            "#pragma omp begin declare_variant match(device={kind(gpu)})",
            "#pragma omp declare \\\n  variant(f)",
            "int declare; _Pragma(\"omp declare variant(f)\")",
        ] {
            assert!(declares_variants(text.as_bytes()), "{text}");
        }
        for text in ["std::variant<int> declared;", "#pragma omp declare target", "declare"] {
            assert!(!declares_variants(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn questions_for_the_target_are_found() {
        for text in ["#if __is_target_arch(nvptx64)", "#if __has_builtin(__nvvm_barrier0)"] {
            assert!(asks_for_target(text.as_bytes()), "{text}");
        }
        for text in ["#if __has_builtin(__builtin_expect)", "__nvvm_barrier0();", "__has_builtin"] {
            assert!(!asks_for_target(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn devices_are_those_that_the_command_names() {
        let of = |targets: &[&str], archs: &[&str]| {
            let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            let compiler = crate::command::Compiler {
                offload_targets: owned(targets),
                offload_arch: owned(archs),
                ..Default::default()
            };
            let command = CompileCommand {
                language: crate::command::Language::C,
                input: String::new(),
                directory: std::path::PathBuf::new(),
                arguments: Vec::new(),
                compiler,
            };
            let words = |device: Device| device.triple + " " + device.arch.as_deref().unwrap_or("");
            devices(&command).into_iter().map(words).collect::<Vec<_>>()
        };
        let host = format!("{}-pc-linux-gnu", std::env::consts::ARCH);
        assert_eq!(of(&[], &[]), ["nvptx64-nvidia-cuda "]);
        assert_eq!(of(&["nvptx64"], &["sm_90"]), ["nvptx64-nvidia-cuda sm_90"]);
        assert_eq!(of(&["nvptx64"], &[]), ["nvptx64 "]);
        assert_eq!(of(&[&host], &[]), [""; 0]);
        assert_eq!(of(&[&host], &["znver4"]), [""; 0]);
        assert_eq!(of(&[], &["native"]), ["nvptx64-nvidia-cuda "]);
        let both = ["nvptx64-nvidia-cuda sm_80", "amdgcn-amd-amdhsa gfx90a"];
        assert_eq!(of(&[], &["sm_80", "gfx90a"]), both);
    }
}
