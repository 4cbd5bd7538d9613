//! Finds the real clang, and what belongs to it, without running it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use warpcc::command::{Compiler, Language};

/// Where to look for clang.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    /// The path that the user gave, by option or variable.
    pub(crate) given: Option<PathBuf>,
    /// The value of `PATH`.
    pub(crate) path: OsString,
    /// Folders to look at after `PATH`.
    pub(crate) last: Vec<PathBuf>,
    /// This program's own executable.
    pub(crate) own: Option<PathBuf>,
    /// The compilers that drivers further up have called already.
    pub(crate) called: Vec<PathBuf>,
}

/// A clang to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clang {
    /// Its executable.
    pub(crate) path: PathBuf,
    /// Arguments that make it the driver that was asked for.
    pub(crate) prefix: Vec<OsString>,
}

/// Names in the order of preference: 19 is the version whose device library and lowering are known.
const NAMES: [&str; 2] = ["clang-19", "clang"];
const KNOWN: u32 = 19;

/// Where Debian keeps clang 19 under its plain names.
pub(crate) const DEBIAN: &str = "/usr/lib/llvm-19/bin";

/// The clang to run as a driver for `language`. The error is one line for the user.
///
/// A link called `clang` or `clang-19` is followed, since clang looks for its device library beside
/// the name it is called by; any other name (`aarch64-linux-gnu-clang`) has a meaning to clang and
/// stays. A link to a compiler cache is passed over: a cache belongs in front of warpcc.
pub(crate) fn find(search: &Search, language: Language) -> Result<Clang, String> {
    let path = match &search.given {
        Some(given) => named(given, search)?,
        None => on_path(search, language).ok_or_else(|| {
            "no clang found: install clang-19, or name one with --warp-clang=PATH".to_owned()
        })?,
    };
    Ok(as_driver(&path, language))
}

fn named(given: &Path, search: &Search) -> Result<PathBuf, String> {
    let bare =
        given.components().count() == 1 && !given.as_os_str().as_encoded_bytes().contains(&b'/');
    let found = if bare { executables(search, &[given]).next() } else { Some(given.to_owned()) };
    let path = found.ok_or_else(|| format!("no '{}' on PATH", given.display()))?;
    if !is_executable(&path) {
        return Err(format!("'{}' is no program that can be run", path.display()));
    }
    if is_own(&path, search) {
        return Err(format!("'{}' is warpcc itself", path.display()));
    }
    let path = resolved(&path);
    if search.called.contains(&path) {
        return Err(format!("'{}' calls warpcc again", path.display()));
    }
    Ok(path)
}

fn on_path(search: &Search, language: Language) -> Option<PathBuf> {
    let real = |path: &PathBuf| {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        name.contains("clang") && !is_own(path, search)
    };
    let fresh = |path: &PathBuf| !search.called.contains(&as_driver(path, language).path);
    executables(search, &NAMES).filter(real).map(|path| resolved(&path)).find(fresh)
}

/// The executables called by one of `names` on `PATH`, name by name, then in the last folders.
fn executables<N: AsRef<Path>>(search: &Search, names: &[N]) -> impl Iterator<Item = PathBuf> {
    let path: Vec<PathBuf> = std::env::split_paths(&search.path).collect();
    let mut paths = Vec::new();
    for folders in [&path, &search.last] {
        for name in names {
            paths.extend(folders.iter().map(|folder| folder.join(name)));
        }
    }
    paths.into_iter().filter(|path| is_executable(path))
}

pub(crate) fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Whether `path` is this program: the same file, or a copy of it.
fn is_own(path: &Path, search: &Search) -> bool {
    let Some(own) = &search.own else { return false };
    let (Ok(ours), Ok(theirs)) = (fs::metadata(own), fs::metadata(path)) else { return false };
    let same = ours.dev() == theirs.dev() && ours.ino() == theirs.ino();
    same || (ours.len() == theirs.len()
        && matches!((fs::read(own), fs::read(path)), (Ok(a), Ok(b)) if a == b))
}

fn resolved(path: &Path) -> PathBuf {
    let is_plain = |path: &Path| path.file_name().and_then(plain_name).is_some();
    let target = fs::canonicalize(path).ok().filter(|target| is_plain(path) && is_plain(target));
    let target = match target {
        Some(target) if is_cxx(path) && !is_cxx(&target) => Some(cxx_of(&target)),
        target => target,
    };
    target.filter(|target| is_executable(target)).unwrap_or_else(|| path.to_owned())
}

/// The suffix of a name such as `clang`, `clang++`, `clang-19`, `clang++-19`.
fn plain_name(name: &OsStr) -> Option<&str> {
    let rest = name.to_str()?.strip_prefix("clang")?;
    let suffix = rest.strip_prefix("++").unwrap_or(rest);
    let version = suffix.strip_prefix('-').unwrap_or(suffix);
    version.bytes().all(|byte| byte.is_ascii_digit()).then_some(suffix)
}

/// Whether a compiler called by this name is a C++ driver, by clang's own rule.
pub(crate) fn is_cxx(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-').ends_with("++")
}

fn cxx_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(name.replacen("clang", "clang++", 1))
}

fn as_driver(path: &Path, language: Language) -> Clang {
    if language == Language::C || is_cxx(path) {
        return Clang { path: path.to_owned(), prefix: Vec::new() };
    }
    let sibling = cxx_of(path);
    if is_executable(&sibling) {
        return Clang { path: sibling, prefix: Vec::new() };
    }
    Clang { path: path.to_owned(), prefix: vec!["--driver-mode=g++".into()] }
}

/// What belongs to the clang at `path`, as far as its folder tells: the library, the builtin
/// headers, the version. Nothing is run.
pub(crate) fn describe(path: &Path, openmp_version: Option<&str>) -> Compiler {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let prefix = prefix_of(path);
    let wanted = major_of_name(path).or_else(|| major_of_name(&target));
    let resource_dir = resource_dir(&prefix, wanted);
    let major = resource_dir.as_deref().and_then(version_of_folder).map(|(major, _)| major);
    let libclang = major.and_then(|major| libclang(&prefix, major));
    let has_omp = |dir: &PathBuf| dir.join("omp.h").is_file();
    let builtin = resource_dir.as_ref().is_some_and(|dir| has_omp(&dir.join("include")));
    let omp_include = Some(prefix.join("include")).filter(|dir| !builtin && has_omp(dir));
    Compiler {
        path: path.to_owned(),
        version: version(&prefix, major),
        libclang,
        resource_dir,
        openmp: Some(openmp_value(openmp_version).into()),
        omp_include,
        offload_arch: Vec::new(),
        offload_targets: Vec::new(),
    }
}

/// The offload runtime that a clang's programs load, and the version of LLVM that it is of, which is clang's
/// where its name does not tell.
pub(crate) fn offload_runtime(clang: &Path) -> Option<(PathBuf, Option<u32>)> {
    let prefix = prefix_of(clang);
    let version = |path: &Path| {
        let name = path.file_name()?.to_str()?.strip_prefix("libomptarget.so")?;
        Some(name.strip_prefix('.').and_then(|rest| rest.split('.').next()?.parse().ok()))
    };
    let files = library_folders(&prefix).into_iter().flat_map(|folder| entries(&folder));
    let found: Vec<_> = files.filter_map(|path| Some((version(&path)?, path))).collect();
    let (major, path) = found.iter().find(|(major, _)| major.is_some()).or(found.first())?;
    let of_clang = || describe(clang, None).version.split('.').next()?.parse().ok();
    Some((path.clone(), major.or_else(of_clang)))
}

/// The folder of a clang's device library for NVIDIA GPUs, and the architectures that it is for, in their order.
pub(crate) fn device_library(clang: &Path) -> Option<(PathBuf, Vec<u32>)> {
    let folder = prefix_of(clang).join("lib");
    let architectures = device_architectures(&folder);
    (!architectures.is_empty()).then_some((folder, architectures))
}

/// The architectures of NVIDIA GPUs that device libraries in `folder` are for, in their order.
pub(crate) fn device_architectures(folder: &Path) -> Vec<u32> {
    let architecture = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?;
        let rest = name.strip_prefix("libomptarget-nvptx-sm_")?.strip_suffix(".bc")?;
        rest.parse::<u32>().ok()
    };
    let mut found: Vec<_> = entries(folder).iter().filter_map(architecture).collect();
    found.sort_unstable();
    found
}

/// The folders that may hold a CUDA toolkit, the user's own first. `WARPCC_CUDA` may also be a word, which names none.
pub(crate) fn cuda_roots(variable: impl Fn(&str) -> Option<PathBuf>) -> Vec<PathBuf> {
    let set = |name: &str| variable(name).filter(|path| !path.as_os_str().is_empty());
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    let own = set("WARPCC_CUDA").filter(|path| path.as_os_str().as_encoded_bytes().contains(&b'/'));
    let named = own.into_iter().chain(["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(set));
    named
        .chain(cache.map(|cache| cache.join("warpcc/cuda")))
        .chain(["/usr/local/cuda".into()])
        .collect()
}

fn major_of_name(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.rsplit_once('-')?.1.parse().ok()
}

fn version_of_folder(path: &Path) -> Option<(u32, String)> {
    let name = path.file_name()?.to_str()?;
    Some((name.split('.').next()?.parse().ok()?, name.to_owned()))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn library_folders(prefix: &Path) -> [PathBuf; 2] {
    [prefix.join("lib"), prefix.join("lib64")]
}

/// The folder of the builtin headers of version `wanted`, or of the only version there is.
fn resource_dir(prefix: &Path, wanted: Option<u32>) -> Option<PathBuf> {
    let folders = library_folders(prefix);
    let all = folders.iter().flat_map(|lib| entries(&lib.join("clang")));
    let found: Vec<(u32, PathBuf)> = all
        .filter(|path| path.join("include").is_dir())
        .filter_map(|path| version_of_folder(&path).map(|(major, _)| (major, path)))
        .filter(|(major, _)| wanted.is_none_or(|wanted| wanted == *major))
        .collect();
    let (major, path) = found.last()?;
    found.iter().all(|(other, _)| other == major).then(|| path.clone())
}

fn libclang(prefix: &Path, major: u32) -> Option<PathBuf> {
    let names = [
        format!("libclang-{major}.so.1"),
        format!("libclang-{major}.so.{major}"),
        format!("libclang.so.{major}"),
        format!("libclang.so.{major}.1"),
        format!("libclang-{major}.so"),
        "libclang.so".into(),
    ];
    let folders = library_folders(prefix);
    folders
        .iter()
        .flat_map(|lib| names.iter().map(|name| lib.join(name)))
        .filter(|path| path.is_file())
        .find(|path| version_of_library(path).is_none_or(|version| version == major))
}

/// The major version that a library's file name tells, links followed.
fn version_of_library(path: &Path) -> Option<u32> {
    let path = fs::canonicalize(path).ok()?;
    let name = path.file_name()?.to_str()?;
    let rest = name.strip_prefix("libclang.so.").or_else(|| name.strip_prefix("libclang-"))?;
    rest.split('.').next()?.parse().ok()
}

/// Why no source is rewritten for a compiler, whose program is no clang or of another version, in one line. Nothing is said of a clang that
/// does not tell its version.
pub(crate) fn unsuitable(compiler: &Compiler) -> Option<String> {
    let path = &compiler.path;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let names = [&target, path].map(|path| path.file_name().unwrap_or_default().to_string_lossy());
    let found = if names.iter().any(|name| name.contains("clang")) {
        let major = compiler.version.split('.').next().and_then(|major| major.parse().ok());
        let major = major.or_else(|| major_of_name(path)).or_else(|| major_of_name(&target));
        major.filter(|major| *major != KNOWN)?.to_string()
    } else {
        names[1].clone().into_owned()
    };
    Some(format!("clang {KNOWN} is needed to rewrite; found {found}"))
}

/// Why no library belongs to `compiler`, for which none was found.
pub(crate) fn why_no_library(compiler: &Compiler) -> String {
    let name = compiler.path.display();
    if compiler.resource_dir.is_none() {
        return format!("no libclang beside '{name}': its version cannot be told");
    }
    let prefix = prefix_of(&compiler.path);
    let libraries = library_folders(&prefix).into_iter().flat_map(|lib| entries(&lib));
    let named = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with("libclang.so") || (name.starts_with("libclang-") && name.contains(".so"))
    };
    let other = libraries.filter(named).find_map(|path| version_of_library(&path));
    match other {
        Some(other) => {
            format!("libclang beside '{name}' is of version {other}, not {}", compiler.version)
        }
        None => format!("no libclang beside '{name}'"),
    }
}

/// The folder that a compiler's `bin` and `lib` lie in, links followed.
fn prefix_of(path: &Path) -> PathBuf {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    target.parent().and_then(Path::parent).unwrap_or(Path::new("/")).to_owned()
}

/// A configuration file that the clang at `path` may read by itself: any in its folder. (clang's
/// other folders for them are set when it is built, and Debian's has none.)
pub(crate) fn default_config(path: &Path) -> Option<PathBuf> {
    let target = fs::canonicalize(path).ok()?;
    let folders = [path.parent(), target.parent()];
    let files = folders.into_iter().flatten().flat_map(entries);
    files.into_iter().find(|file| file.extension() == Some("cfg".as_ref()))
}

/// The version in full, which the library's file name tells (`libclang-19.1.7.so`,
/// `libclang.so.19.1.7`); otherwise the major version, or nothing.
fn version(prefix: &Path, major: Option<u32>) -> String {
    let Some(major) = major.map(|major| major.to_string()) else { return String::new() };
    let of_name = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let number = name
            .strip_prefix("libclang.so.")
            .or_else(|| name.strip_prefix("libclang-").and_then(|rest| rest.strip_suffix(".so")))?;
        let parts: Vec<_> = number.split('.').collect();
        (parts.len() == 3 && parts[0] == major).then(|| number.to_owned())
    };
    let mut files = library_folders(prefix).into_iter().flat_map(|lib| entries(&lib));
    files.find_map(of_name).unwrap_or(major)
}

/// The value of `_OPENMP` that clang 19 defines under `-fopenmp-version=`: its default is 5.1, also
/// for a version that it does not know.
pub(crate) fn openmp_value(version: Option<&str>) -> &'static str {
    match version {
        Some("31") => "201107",
        Some("40") => "201307",
        Some("45") => "201511",
        Some("50") => "201811",
        Some("52") => "202111",
        _ => "202011",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n# {name}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        fs::canonicalize(path).unwrap()
    }

    fn search(folder: &Path) -> Search {
        Search { path: folder.into(), ..Search::default() }
    }

    #[test]
    fn a_versioned_name_is_preferred_and_itself_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let plain = program(folder.path(), "clang");
        let mut search = search(folder.path());
        assert_eq!(find(&search, Language::C).unwrap().path, plain);
        let versioned = program(folder.path(), "clang-19");
        assert_eq!(find(&search, Language::C).unwrap().path, versioned);
        search.own = Some(versioned.clone());
        assert_eq!(find(&search, Language::C).unwrap().path, plain);
        search.own = None;
        search.called = vec![versioned];
        assert_eq!(find(&search, Language::C).unwrap().path, plain);
    }

    #[test]
    fn no_clang_is_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let error = find(&search(folder.path()), Language::C).unwrap_err();
        assert!(error.starts_with("no clang found") && !error.contains('\n'));
        let last = vec![folder.path().to_owned()];
        let clang = program(folder.path(), "clang");
        let found = find(&Search { last, ..Search::default() }, Language::C);
        assert_eq!(found.unwrap().path, clang);
    }

    #[test]
    fn the_users_own_cuda_comes_first() {
        let roots = cuda_roots(|name| match name {
            "CUDA_HOME" => Some("/home-cuda".into()),
            "WARPCC_CUDA" => Some("/own".into()),
            "HOME" => Some("/h".into()),
            _ => None,
        });
        let expected = ["/own", "/home-cuda", "/h/.cache/warpcc/cuda", "/usr/local/cuda"];
        assert_eq!(roots, expected.map(PathBuf::from));
        let word = cuda_roots(|name| (name == "WARPCC_CUDA").then(|| "auto".into()));
        assert_eq!(word, [PathBuf::from("/usr/local/cuda")]);
    }

    #[test]
    fn a_copy_and_a_link_of_this_program_are_itself() {
        let folder = tempfile::tempdir().unwrap();
        let own = program(folder.path(), "warpcc");
        let copy = folder.path().join("clang");
        fs::copy(&own, &copy).unwrap();
        let link = folder.path().join("clang-19");
        std::os::unix::fs::symlink(&own, &link).unwrap();
        let search = Search { own: Some(own), ..search(folder.path()) };
        assert!(is_own(&copy, &search) && is_own(&link, &search));
        let given = Search { given: Some(copy), ..search };
        assert!(find(&given, Language::C).unwrap_err().ends_with("is warpcc itself"));
    }

    #[test]
    fn the_cxx_driver_is_the_sibling_or_a_mode() {
        let folder = tempfile::tempdir().unwrap();
        let clang = program(folder.path(), "clang");
        let search = search(folder.path());
        let mode = find(&search, Language::Cxx).unwrap();
        assert_eq!((mode.path, mode.prefix), (clang, vec!["--driver-mode=g++".into()]));
        let sibling = program(folder.path(), "clang++");
        let found = find(&search, Language::Cxx).unwrap();
        assert_eq!((found.path, found.prefix), (sibling, vec![]));
    }

    #[test]
    fn a_compiler_cache_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let cache = program(folder.path(), "ccache");
        std::os::unix::fs::symlink(cache, folder.path().join("clang-19")).unwrap();
        let real = program(folder.path(), "clang");
        assert_eq!(find(&search(folder.path()), Language::C).unwrap().path, real);
    }

    #[test]
    fn names_say_the_driver() {
        assert!(is_cxx(Path::new("/x/warpcc++")) && is_cxx(Path::new("clang++-19")));
        assert!(is_cxx(Path::new("x86_64-linux-gnu-g++-12.2")));
        assert!(!is_cxx(Path::new("/c++/warpcc")) && !is_cxx(Path::new("clang-19")));
    }

    #[test]
    fn the_prefix_tells_library_headers_and_version() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for folder in ["bin", "lib/clang/18/include", "lib/clang/19/include", "include"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        for file in ["lib/libclang-18.so.1", "lib/libclang-19.so.1", "lib/libclang-19.1.7.so"] {
            fs::write(root.join(file), "").unwrap();
        }
        fs::write(root.join("include/omp.h"), "").unwrap();
        let clang = program(&root.join("bin"), "clang");
        assert_eq!(describe(&clang, None).libclang, None);
        let compiler = describe(&program(&root.join("bin"), "clang-19"), Some("45"));
        assert_eq!(compiler.version, "19.1.7");
        assert_eq!(compiler.libclang, Some(root.join("lib/libclang-19.so.1")));
        assert_eq!(compiler.resource_dir, Some(root.join("lib/clang/19")));
        assert_eq!(compiler.omp_include, Some(root.join("include")));
        assert_eq!(compiler.openmp.as_deref(), Some("201511"));
        let older = describe(&program(&root.join("bin"), "clang-18"), None);
        assert_eq!(older.libclang, Some(root.join("lib/libclang-18.so.1")));
        assert_eq!(older.version, "18");
    }

    #[test]
    fn a_library_of_another_version_is_refused_with_a_reason() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for folder in ["bin", "lib/clang/19/include"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let clang = program(&root.join("bin"), "clang");
        let none = describe(&clang, None);
        assert!(why_no_library(&none).starts_with("no libclang beside"));
        fs::write(root.join("lib/libclang.so.18.1"), "").unwrap();
        std::os::unix::fs::symlink("libclang.so.18.1", root.join("lib/libclang.so")).unwrap();
        let older = describe(&clang, None);
        assert_eq!(older.libclang, None);
        assert!(why_no_library(&older).ends_with("is of version 18, not 19"));
        assert!(why_no_library(&Compiler::default()).ends_with("its version cannot be told"));
    }

    #[test]
    fn other_compilers_are_named() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for folder in ["bin", "llvm-16/bin", "llvm-16/lib/clang/16/include"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let found = |path: PathBuf| unsuitable(&describe(&path, None));
        let needed = |what: &str| Some(format!("clang 19 is needed to rewrite; found {what}"));
        for (name, what) in [("gcc", "gcc"), ("python3.11", "python3.11"), ("clang-16", "16")] {
            assert_eq!(found(program(&root.join("bin"), name)), needed(what));
        }
        assert_eq!(found(program(&root.join("llvm-16/bin"), "clang")), needed("16"));
        for name in ["clang-19", "clang", "amdclang++"] {
            assert_eq!(found(program(&root.join("bin"), name)), None, "{name}");
        }
        let cc = root.join("bin/cc");
        std::os::unix::fs::symlink(root.join("llvm-16/bin/clang"), &cc).unwrap();
        assert_eq!(found(cc), needed("16"));
    }

    #[test]
    fn a_configuration_file_beside_clang_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let clang = program(folder.path(), "clang");
        assert_eq!(default_config(&clang), None);
        fs::write(folder.path().join("clang.cfg"), "-O1").unwrap();
        assert!(default_config(&clang).is_some());
    }

    #[test]
    fn an_unknown_prefix_has_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = describe(&program(folder.path(), "clang"), None);
        assert_eq!((compiler.libclang, compiler.resource_dir), (None, None));
        assert_eq!(compiler.version, "");
    }
}
