//! Analyses one source file that a person names.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use warpcc::command::{CompileCommand, Language};
use warpcc::report::Report;

use super::How;
use crate::analysis::{self, Text};
use crate::args::{self, Class, Compilation, Offload};
use crate::driver;
use crate::flags::{self, Meaning};
use crate::response::{self, Quoting};
use crate::settings::{self, Settings};
use crate::toolchain;

/// An analysed source file.
#[derive(Debug)]
pub(super) struct Source {
    /// Its name as the user, or the compilation database, has it.
    pub(super) name: String,
    /// Where it is.
    pub(super) path: PathBuf,
    /// Its text.
    pub(super) text: Vec<u8>,
    /// The new texts of it and of its headers, where warpcc changes them.
    pub(super) texts: Vec<Text>,
    /// What was found.
    pub(super) report: Report,
    /// Its compilation.
    pub(super) command: CompileCommand,
}

/// A compiler's command line: its folder, and its words with the compiler's name first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    directory: PathBuf,
    words: Vec<String>,
}

/// Analyses `file` with the options that the user gave, or those of the compilation database, for a compilation.
pub(super) fn read(file: &str, how: &How) -> Result<Source, String> {
    read_under(file, how, &settings(how)?)
}

/// The same for a text that stays, and must also compile with other macros defined, for other devices, for other sizes, and in other
/// units, and that people read.
pub(super) fn read_for_patch(file: &str, how: &How) -> Result<Source, String> {
    let mut settings = settings(how)?;
    settings.policy.alternatives = false;
    settings.policy.launch = false;
    settings.policy.tiles = false;
    settings.policy.headers = false;
    read_under(file, how, &settings)
}

fn read_under(file: &str, how: &How, settings: &Settings) -> Result<Source, String> {
    let (command, path, text) = located(file, how, settings)?;
    let analyzed = analysis::run(&command, settings.machine, settings.policy, settings.budget);
    let analyzed = analyzed.map_err(|failure| format!("{file}: {}", failure.reason))?;
    let (report, texts) = (analyzed.report, analyzed.texts);
    Ok(Source { name: command.input.clone(), path, text, texts, report, command })
}

/// The compilation of a file as the user, or the compilation database, has it, for a person to look at all that its analysis found.
pub(super) fn compilation_of(file: &str, how: &How) -> Result<CompileCommand, String> {
    located(file, how, &settings(how)?).map(|(command, ..)| command)
}

/// A file's compilation, where the file is, and its text.
fn located(
    file: &str,
    how: &How,
    settings: &Settings,
) -> Result<(CompileCommand, PathBuf, Vec<u8>), String> {
    let line = match &how.build {
        Some(build) => lookup(&build.join("compile_commands.json"), file)?,
        None => Line {
            directory: std::env::current_dir().map_err(|error| error.to_string())?,
            words: ["clang", file].map(str::to_owned).into(),
        },
    };
    let compiler = Path::new(line.words.first().map_or("clang", String::as_str));
    let language = if toolchain::is_cxx(compiler) { Language::Cxx } else { Language::C };
    let compilation =
        compilation(&line, &how.flags, language).map_err(|why| format!("{file}: {why}"))?;
    let clang = toolchain::find(&driver::search(settings), language)?;
    let version = compilation.openmp_version.clone();
    let mut command =
        analysis::command(compilation, toolchain::describe(&clang.path, version.as_deref()));
    command.directory = line.directory;
    let path = command.directory.join(&command.input);
    let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((command, path, text))
}

fn settings(how: &How) -> Result<Settings, String> {
    let (mut settings, _) = settings::read(&[], |name| {
        let names = ["ASSUME", "BUDGET_MS", "CLANG", "GUARDS", "MACHINE", "TARGET", "TRANSFERS"];
        let relevant = name.strip_prefix("WARPCC_").is_some_and(|name| names.contains(&name));
        std::env::var_os(name).filter(|_| relevant)
    })?;
    if let Some(name) = &how.machine {
        let invalid = |expected| format!("invalid machine '{name}': {expected}");
        settings.machine = settings::machine(name).map_err(invalid)?;
    }
    if let Some(list) = &how.assume {
        settings.assume(list)?;
    }
    if let Some(word) = &how.transfers {
        let invalid = |expected| format!("invalid value '{word}' of --transfers: {expected}");
        settings.policy.transfers = settings::moves(word).map_err(invalid)?;
    }
    if let Some(milliseconds) = how.budget_ms {
        settings.budget = settings::budget(milliseconds);
    }
    settings.clang = how.clang.clone().or(settings.clang);
    // People read these texts, and a verified program runs the changed loops on a host, too.
    settings.policy.host_loops = false;
    Ok(settings)
}

fn compilation(line: &Line, flags: &[String], language: Language) -> Result<Compilation, String> {
    let own = line.words.get(1..).unwrap_or_default();
    let (given, flags) = split_language(flags);
    let own = if given.is_empty() { own.to_vec() } else { split_language(own).1 };
    let words = given.iter().chain(&own).chain(&flags);
    let ours = |word: &&String| !word.starts_with("--warp-");
    let words: Vec<OsString> = words.filter(ours).map(OsString::from).collect();
    match args::classify(&words, language, Offload::Assumed) {
        Class::Compilations(all) => match <[Compilation; 1]>::try_from(all) {
            Ok([compilation]) => Ok(compilation),
            Err(_) => Err("several sources in one command".into()),
        },
        Class::NothingToDo(why) => Err(why.to_string()),
    }
}

/// The words that say the language of inputs, which stand before the file, and the others.
fn split_language(words: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut language, mut others) = (Vec::new(), Vec::new());
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let option = flags::find(word);
        let list = if option.meaning == Meaning::Language { &mut language } else { &mut others };
        list.push(word.clone());
        list.extend(words.next_if(|_| option.takes_next()).cloned());
    }
    (language, others)
}

/// One entry of a compilation database (`JSON Compilation Database Format Specification` of clang).
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

fn lookup(database: &Path, file: &str) -> Result<Line, String> {
    let text = fs::read_to_string(database)
        .map_err(|error| format!("cannot read '{}': {error}", database.display()))?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| format!("'{}' is no compilation database: {error}", database.display()))?;
    let real = |path: &Path| fs::canonicalize(path).ok();
    let wanted = real(Path::new(file)).ok_or_else(|| format!("no file '{file}'"))?;
    let found = entries
        .into_iter()
        .find(|entry| real(&entry.directory.join(&entry.file)).is_some_and(|path| path == wanted));
    let Entry { directory, arguments, command, .. } =
        found.ok_or_else(|| format!("'{file}' is not in '{}'", database.display()))?;
    let words = arguments.or_else(|| Some(response::split(&command?, Quoting::Shell)));
    let words = words.filter(|words| !words.is_empty());
    let words =
        words.ok_or_else(|| format!("'{file}' has no command in '{}'", database.display()))?;
    Ok(Line { directory, words })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_after_the_dashes_is_that_of_the_file() {
        let of = |line: &[&str], flags: &[&str]| {
            let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
            let line = Line { directory: PathBuf::new(), words: owned(line) };
            let flags: Vec<String> = owned(flags);
            let found = compilation(&line, &flags, Language::C).unwrap();
            (found.language, found.arguments.join(" "))
        };
        let cxx = |arguments: &str| (Language::Cxx, arguments.to_owned());
        assert_eq!(of(&["clang", "a.c"], &["-x", "c++", "-std=c++11"]), cxx("-std=c++11"));
        assert_eq!(of(&["clang", "a.c"], &["-O1", "-xc++"]), cxx("-O1"));
        assert_eq!(of(&["cc", "-xc", "-DX", "a.c"], &["--language=c++"]), cxx("-DX"));
        assert_eq!(of(&["cc", "-x", "c++", "-DX", "a.c"], &["-DY"]), cxx("-DX -DY"));
        let values = of(&["clang", "a.c"], &["-include", "-x", "-DY"]);
        assert_eq!(values, (Language::C, "-include -x -DY".into()));
    }

    #[test]
    fn the_database_has_both_forms_of_a_command() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        let directory = root.path().to_str().unwrap();
        for name in ["a.c", "b.c", "c.c"] {
            fs::write(at(name), "").unwrap();
        }
        let database = serde_json::json!([
            { "directory": directory, "file": "a.c", "arguments": ["cc", "-DX=a b", "a.c"] },
            { "directory": directory, "file": at("b.c"), "command": "c++ '-DX=a b' b.c" },
        ]);
        fs::write(at("db.json"), database.to_string()).unwrap();
        let words =
            |name: &str| lookup(&at("db.json"), at(name).to_str().unwrap()).map(|line| line.words);
        assert_eq!(words("a.c").unwrap(), ["cc", "-DX=a b", "a.c"]);
        assert_eq!(words("b.c").unwrap(), ["c++", "-DX=a b", "b.c"]);
        assert!(words("c.c").unwrap_err().contains("is not in"));
        fs::write(at("db.json"), "{}").unwrap();
        assert!(words("a.c").unwrap_err().contains("is no compilation database"));
    }
}
