//! The house rules that a program can check: who may import whom, where foreign code may stand, how
//! large a file or function may be, and that every code has its page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use warpcc::diag::Code;

/// One row of the import table: a module of the library and those it may name. `root` stands for the
/// items of `lib.rs` itself, which may import everything.
struct Row {
    module: &'static str,
    may_import: &'static [&'static str],
}

/// | module | may import | never |
/// |---|---|---|
/// | id, source, diag, command, policy | each other, in that order | anything else |
/// | openmp | nothing but `std` | anything else |
/// | ir | openmp and below | symbolic and later |
/// | frontend | ir and below, `clang_sys` | symbolic and later |
/// | symbolic → access | ir and below | frontend, isl |
/// | isl | nothing but `std` | anything else |
/// | dependence | access and below; `exact` and `points` also isl | machine and later |
/// | transfer | access and below | isl, dependence and later, source text |
/// | machine | ir and below | symbolic and later |
/// | schedule | machine, ir and below | dependence |
/// | coalesce → cost | access, schedule and below | dependence, plan |
/// | transform | dependence, schedule, cost and below | plan, emit, source text |
/// | plan | transform and below | source text, emit |
/// | emit | plan, transform, ir, source | the analyses, report |
/// | report | all data types | `fs`, `env` |
/// | wrapper | the library's public API | `clang_sys`, isl |
/// | spec-accel-harness | the command line and the JSON | the library |
#[rustfmt::skip]
const TABLE: &[Row] = &[
    Row { module: "id", may_import: &[] },
    Row { module: "source", may_import: &["id"] },
    Row { module: "diag", may_import: &["id", "source"] },
    Row { module: "command", may_import: &["id", "source", "diag"] },
    Row { module: "policy", may_import: &["id", "source", "diag", "command"] },
    Row { module: "openmp", may_import: &[] },
    Row { module: "ir", may_import: &["id", "source", "diag", "command", "policy", "openmp"] },
    Row { module: "frontend", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir"] },
    Row { module: "symbolic", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir"] },
    Row { module: "access", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic"] },
    Row { module: "isl", may_import: &[] },
    Row { module: "dependence", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic", "access"] },
    Row { module: "transfer", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic", "access"] },
    Row { module: "machine", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir"] },
    Row { module: "schedule", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "machine"] },
    Row { module: "coalesce", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic", "access", "machine", "schedule"] },
    Row { module: "cost", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic", "access", "machine", "schedule", "coalesce"] },
    Row { module: "transform", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic", "access", "dependence", "machine", "schedule", "coalesce", "cost"] },
    Row { module: "plan", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic", "access", "dependence", "machine", "schedule", "coalesce", "cost", "transform"] },
    Row { module: "emit", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "transfer", "transform", "plan"] },
    Row { module: "report", may_import: &["id", "source", "diag", "command", "policy", "openmp", "ir", "symbolic", "access", "dependence", "machine", "schedule", "coalesce", "cost", "transform", "plan", "emit", "frontend", "transfer", "root"] },
];

/// Files that may import more than their module's row says.
const EXTRA_IMPORTS: &[(&str, &str)] = &[
    ("src/dependence/exact.rs", "isl"),
    ("src/dependence/points.rs", "isl"),
    ("src/transfer/sets.rs", "isl"),
];

/// Files that may say `unsafe`, and whose functions may have any number of parameters: others say which they are.
const UNSAFE_FILES: &[&str] = &[
    "src/frontend/libclang.rs",
    "src/isl/ffi.rs",
    "spec-accel-harness/simulator/src/driver/exports.rs",
    "spec-accel-harness/simulator/src/exec/handler.rs",
    "spec-accel-harness/simulator/src/driver/exports/called.rs",
    "spec-accel-harness/simulator/src/driver/exports/ompt.rs",
    "spec-accel-harness/simulator/src/driver/exports/tests.rs",
];

/// A word and the only folder whose code may have it; an empty folder: none at all.
const ONLY_IN: &[(&str, &str)] = &[
    ("clang_sys", "src/frontend/"),
    ("isl_", "src/isl/"),
    ("todo!", ""),
    ("unimplemented!", ""),
    ("dbg!", ""),
    ("#[ignore", ""),
];

/// A word that the code of one folder may not have.
const NEVER_IN: &[(&str, &str)] = &[
    ("src/plan/", "SourceFile"),
    ("src/plan/", "SourceMap"),
    ("src/transfer/", "SourceFile"),
    ("src/transfer/", "SourceMap"),
    ("src/transform/", "SourceFile"),
    ("src/transform/", "SourceMap"),
    ("wrapper/", "warpcc::isl"),
    ("spec-accel-harness/", "warpcc::"),
];

/// What a manifest may not depend on.
const NO_DEPENDENCY: &[(&str, &str)] = &[
    ("wrapper/Cargo.toml", "clang-sys"),
    ("wrapper/Cargo.toml", "pkg-config"),
    ("spec-accel-harness/Cargo.toml", "warpcc"),
    ("spec-accel-harness/Cargo.toml", "warpcc-wrapper"),
    ("spec-accel-harness/Cargo.toml", "clang-sys"),
];

const MAX_FILE_LINES: usize = 800;
const MAX_FUNCTION_LINES: usize = 70;
const MAX_PARAMETERS: usize = 5;
const MIN_PAGE_LINES: usize = 10;

/// Functions with more parameters where each name in a tuple counts: the number may only fall.
const MOST_TUPLED: usize = 2;

/// Pairs of files of one folder that import each other: the number may only fall.
const MOST_CIRCLES: usize = 4;

/// The entries of the stages, which `lib.rs` calls one after the other, and the one file that may call them again for a changed region.
const ENTRIES: &[&str] = &["frontend::parse", "access::collect", "dependence::analyze"];
const ASKS_AGAIN: &str = "src/transform/analyses.rs";

const PAGE_HEADINGS: &[&str] =
    &["## What it means", "## Why it matters", "## Example", "## When it is wrong"];

/// Folders of one machine, which a text for all may not name.
const MACHINE_FOLDERS: &[&str] = &["/root/", "/work/", "/home/"];

/// Folders at the root that hold no text of ours.
const SKIPPED: &[&str] = &[".git", "target", "build"];

/// The rules' own file, which must spell what it forbids.
const SELF: &str = "tests/tidy.rs";

/// A text file: its path from the root with `/`, its text, and its text with the contents of
/// comments and literals blanked out.
struct SourceText {
    path: String,
    text: String,
    code: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let entry = entry.expect("the folder can be read");
        let kind = entry.file_type().expect("the entry has a type");
        let skipped = folder == root() && SKIPPED.iter().any(|name| entry.file_name() == *name);
        if kind.is_dir() && !skipped {
            collect(&entry.path(), files);
        } else if kind.is_file() && !skipped {
            files.push(entry.path());
        }
    }
}

/// Every file that is UTF-8, in the order of the paths.
fn all_files() -> Vec<SourceText> {
    let mut paths = Vec::new();
    collect(root(), &mut paths);
    paths.sort();
    paths.iter().filter_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Option<SourceText> {
    let text = String::from_utf8(fs::read(path).ok()?).ok()?;
    let path = path.strip_prefix(root()).ok()?.to_str()?.replace('\\', "/");
    let code = if is_rust(&path) { code_of(&text) } else { String::new() };
    Some(SourceText { path, text, code })
}

fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "rs")
}

fn rust_files() -> Vec<SourceText> {
    all_files().into_iter().filter(|file| is_rust(&file.path)).collect()
}

/// `text` with every comment, string and character literal replaced by blanks of the same length in
/// lines, so that what is left is code.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let skipped = literal_length(rest, after_word).unwrap_or(0);
        if skipped > 0 {
            code.extend(rest[..skipped].chars().map(|c| if c == '\n' { c } else { ' ' }));
            rest = &rest[skipped..];
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    code
}

/// The length of the comment or literal that `rest` begins with, if it does.
fn literal_length(rest: &str, after_word: bool) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    if rest.starts_with("r\"") || rest.starts_with("r#") {
        let hashes = rest[1..].len() - rest[1..].trim_start_matches('#').len();
        let close = format!("\"{}", "#".repeat(hashes));
        let body = rest[1 + hashes..].strip_prefix('"').filter(|_| !after_word)?;
        return Some(2 + hashes + body.find(&close)? + close.len());
    }
    if rest.starts_with('"') {
        return quoted_length(rest, '"');
    }
    let body = rest.strip_prefix('\'')?;
    let first = body.chars().next()?;
    let is_char = first == '\\' || body[first.len_utf8()..].starts_with('\'');
    is_char.then(|| quoted_length(rest, '\''))?
}

fn quoted_length(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    let end = rest[1..].find(|c| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some(end + 2)
}

/// The names that follow `head::` in `code`, those of a group in braces too.
fn names_after(code: &str, head: &str) -> BTreeSet<String> {
    let prefix = format!("{head}::");
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(&prefix) {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c)) {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group_members(group)),
            None => names.extend(leading_name(rest)),
        }
    }
    names
}

fn leading_name(text: &str) -> Option<String> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

/// The first names of the members of the group whose opening brace stands before `group`.
fn group_members(group: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut member = 0;
    let mut names = Vec::new();
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                names.extend(leading_name(&group[member..at]));
                member = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

fn module_of(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("src/")?;
    let module = inside.split('/').next()?;
    let module = module.strip_suffix(".rs").unwrap_or(module);
    (module != "lib").then_some(module)
}

/// The library's modules, and `root`, that a file names.
fn imports_of(file: &SourceText, module: &str) -> BTreeSet<String> {
    let is_row = |name: &String| TABLE.iter().any(|row| row.module == name);
    let through_root = names_after(&file.code, "crate").into_iter().map(|name| {
        let is_item = name.starts_with(|c: char| c.is_uppercase());
        if is_item { "root".to_owned() } else { name }
    });
    let through_super = names_after(&file.code, "super").into_iter();
    let upwards = through_super.filter(is_row);
    through_root.chain(upwards).filter(|name| name != module).collect()
}

fn expect_none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

#[test]
fn modules_import_what_the_table_allows() {
    let mut problems = Vec::new();
    for file in rust_files() {
        let Some(module) = module_of(&file.path) else { continue };
        let Some(row) = TABLE.iter().find(|row| row.module == module) else {
            problems.push(format!("{}: `{module}` has no row in the import table", file.path));
            continue;
        };
        for name in imports_of(&file, module) {
            let extra = EXTRA_IMPORTS.contains(&(file.path.as_str(), name.as_str()));
            if !extra && !row.may_import.contains(&name.as_str()) {
                problems.push(format!("{}: `{module}` may not import `{name}`", file.path));
            }
        }
    }
    expect_none(&problems);
}

#[test]
fn reports_read_no_files_and_no_environment() {
    let mut problems = Vec::new();
    for file in rust_files().iter().filter(|file| module_of(&file.path) == Some("report")) {
        for name in ["fs", "env"] {
            if names_after(&file.code, "std").contains(name) {
                problems.push(format!("{}: a report may not use std::{name}", file.path));
            }
        }
    }
    expect_none(&problems);
}

#[test]
fn words_stand_where_they_may() {
    let mut problems = Vec::new();
    for file in rust_files().iter().filter(|file| file.path != SELF) {
        let only = ONLY_IN
            .iter()
            .filter(|(_, folder)| folder.is_empty() || !file.path.starts_with(folder))
            .map(|(word, _)| word);
        let never = NEVER_IN
            .iter()
            .filter(|(folder, _)| file.path.starts_with(folder))
            .map(|(_, word)| word);
        for word in only.chain(never) {
            for at in occurrences(&file.code, word) {
                problems.push(format!("{}:{}: `{word}`", file.path, line_of(&file.code, at)));
            }
        }
    }
    expect_none(&problems);
}

#[test]
fn no_stage_calls_an_earlier_one() {
    let mut problems = Vec::new();
    let is_stage = |path: &str| path.starts_with("src/") && path != "src/lib.rs";
    for file in rust_files().iter().filter(|file| is_stage(&file.path) && file.path != ASKS_AGAIN) {
        let code = file.code.split("#[cfg(test)]").next().unwrap_or_default();
        for entry in ENTRIES {
            for at in occurrences(code, entry) {
                problems.push(format!("{}:{}: `{entry}`", file.path, line_of(code, at)));
            }
        }
    }
    expect_none(&problems);
}

/// Where `word` begins a word of `code`.
fn occurrences<'c>(code: &'c str, word: &'c str) -> impl Iterator<Item = usize> + 'c {
    let inside = |at: usize| code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    code.match_indices(word).map(|(at, _)| at).filter(move |at| !inside(*at))
}

#[test]
fn manifests_depend_on_what_they_may() {
    let mut problems = Vec::new();
    for (path, package) in NO_DEPENDENCY {
        let text = fs::read_to_string(root().join(path)).expect(path);
        if text.lines().any(|line| line.split(['=', '.', ' ']).next() == Some(package)) {
            problems.push(format!("{path}: depends on {package}"));
        }
    }
    expect_none(&problems);
}

#[test]
fn unsafe_code_is_in_its_rooms_and_explained() {
    let mut problems = Vec::new();
    for file in rust_files() {
        let lines: Vec<&str> = file.text.lines().collect();
        for at in occurrences(&file.code, "unsafe") {
            let after = file.code[at + "unsafe".len()..].trim_start();
            let line = line_of(&file.code, at);
            let above = &lines[line.saturating_sub(5)..line - 1];
            let explains = |line: &str| line.starts_with("// SAFETY:") || line == "/// # Safety";
            let explained = above.iter().any(|line| explains(line.trim_start()));
            if after.starts_with('_') || after.starts_with("(no_mangle)") {
                continue;
            }
            if !UNSAFE_FILES.contains(&file.path.as_str()) {
                problems.push(format!("{}:{line}: unsafe code", file.path));
            } else if !explained && !after.starts_with("extern") && !after.starts_with("fn(") {
                problems.push(format!("{}:{line}: no SAFETY comment", file.path));
            }
        }
    }
    expect_none(&problems);
}

#[test]
fn files_and_functions_are_small() {
    let mut problems = Vec::new();
    for file in rust_files() {
        let lines = file.text.lines().count();
        if lines > MAX_FILE_LINES {
            problems.push(format!("{}: {lines} lines, at most {MAX_FILE_LINES}", file.path));
        }
        for function in functions(&file.code) {
            let place = format!("{}:{}: `{}`", file.path, function.line, function.name);
            if function.lines > MAX_FUNCTION_LINES {
                problems.push(format!("{place} has {} lines", function.lines));
            }
            let foreign = UNSAFE_FILES.contains(&file.path.as_str());
            if function.parameters > MAX_PARAMETERS && !foreign {
                problems.push(format!("{place} has {} parameters", function.parameters));
            }
        }
    }
    expect_none(&problems);
}

#[derive(Debug, PartialEq)]
struct Function {
    name: String,
    line: usize,
    lines: usize,
    parameters: usize,
    /// The names of its parameters, those in tuples too.
    names: usize,
    has_body: bool,
}

/// The functions of formatted code: each ends at the first brace in the column of its first line.
fn functions(code: &str) -> Vec<Function> {
    let lines: Vec<&str> = code.lines().collect();
    let mut functions = Vec::new();
    for at in occurrences(code, "fn ") {
        let Some(name) = leading_name(&code[at + 3..]) else { continue };
        let line = line_of(code, at);
        let first = lines[line - 1];
        let close = format!("{}}}", &first[..first.len() - first.trim_start().len()]);
        let signature_end = at + signature_length(&code[at..]);
        let opening = line_of(code, signature_end);
        let has_body = code[signature_end..].starts_with('{');
        let one_line = !has_body || lines[opening - 1].trim_end().ends_with('}');
        let last = if one_line {
            opening
        } else {
            let body = lines.iter().skip(opening);
            opening + 1 + body.take_while(|line| line.trim_end() != close).count()
        };
        let parameters = parameters(&code[at..signature_end]);
        functions.push(Function {
            name,
            line,
            lines: last - line + 1,
            parameters: parameters.len(),
            names: parameters.iter().map(|parameter| names_of(parameter)).sum(),
            has_body,
        });
    }
    functions
}

/// The length of the signature that `code` begins with, up to its `{` or `;`.
fn signature_length(code: &str) -> usize {
    let mut open = 0_usize;
    let end = code.find(|c| match c {
        '(' | '[' => {
            open += 1;
            false
        }
        ')' | ']' => {
            open = open.saturating_sub(1);
            false
        }
        _ => open == 0 && (c == '{' || c == ';'),
    });
    end.unwrap_or(code.len())
}

/// The parameters in a function's signature, `self` included.
fn parameters(signature: &str) -> Vec<String> {
    let signature = signature.replace("->", "  ");
    let (mut round, mut angle) = (0_usize, 0_usize);
    let (mut found, mut text) = (Vec::new(), String::new());
    for c in signature.chars() {
        let inside = round > 0;
        match c {
            '<' => angle += 1,
            '>' => angle = angle.saturating_sub(1),
            '(' | '[' | '{' if inside || angle == 0 => round += 1,
            ')' | ']' | '}' if inside => round -= 1,
            _ => {}
        }
        match c {
            ')' if inside && round == 0 => break,
            ',' if round == 1 && angle == 0 => found.push(std::mem::take(&mut text)),
            c if inside => text.push(c),
            _ => {}
        }
    }
    found.push(text);
    found.retain(|parameter| !parameter.trim().is_empty());
    found
}

/// How many names a parameter has: a tuple that is taken apart has one for each part.
fn names_of(parameter: &str) -> usize {
    let pattern = parameter.trim_start().split(':').next().unwrap_or_default();
    if !pattern.starts_with('(') {
        return 1;
    }
    let words = pattern.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !["", "mut", "ref"].contains(word)).count()
}

/// A tuple that is taken apart among the parameters hides how many there are.
#[test]
fn tuples_hide_no_more_parameters_than_they_did() {
    let mut hidden = Vec::new();
    for file in rust_files() {
        let many = functions(&file.code).into_iter().filter(|f| f.names > MAX_PARAMETERS);
        let many = many.filter(|f| f.parameters <= MAX_PARAMETERS);
        hidden.extend(many.map(|f| format!("{}:{}: `{}`: {}", file.path, f.line, f.name, f.names)));
    }
    assert!(hidden.len() <= MOST_TUPLED, "{} functions:\n{}", hidden.len(), hidden.join("\n"));
}

#[test]
fn rust_has_no_tabs_and_no_trailing_blanks() {
    let mut problems = Vec::new();
    for file in rust_files() {
        for (number, line) in file.text.lines().enumerate() {
            if line.contains('\t') || line.ends_with(' ') {
                problems.push(format!("{}:{}: tab or trailing blank", file.path, number + 1));
            }
        }
    }
    expect_none(&problems);
}

#[test]
fn no_text_names_the_folders_of_one_machine() {
    let mut problems = Vec::new();
    for file in all_files().iter().filter(|file| file.path != SELF) {
        for folder in MACHINE_FOLDERS {
            let inside = |at: usize| {
                let before = &file.text[..at];
                before.ends_with(|c: char| c.is_alphanumeric() || "._-)}*".contains(c))
                    && !before.ends_with("-I")
                    && !before.ends_with("-L")
            };
            let hits = file.text.match_indices(folder).filter(|(at, _)| !inside(*at));
            for (at, _) in hits {
                problems.push(format!("{}:{}: {folder}", file.path, line_of(&file.text, at)));
            }
        }
    }
    expect_none(&problems);
}

#[test]
fn every_code_has_a_page() {
    let mut problems = Vec::new();
    for code in Code::ALL {
        let page = code.page();
        let has = |heading: &str| page.lines().any(|line| line == heading);
        let missing: Vec<_> = PAGE_HEADINGS.iter().filter(|heading| !has(heading)).collect();
        let lines = page.lines().count();
        if lines < MIN_PAGE_LINES || !missing.is_empty() {
            problems.push(format!("docs/codes/{code}.md: {lines} lines, without {missing:?}"));
        }
    }
    expect_none(&problems);
}

#[test]
fn every_page_has_a_code() {
    let pages: BTreeSet<String> = fs::read_dir(root().join("docs/codes"))
        .expect("docs/codes is a folder")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    let codes = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
    assert_eq!(pages, codes);
}

#[test]
fn the_scanner_sees_code_only() {
    let text = "a // b\n\"c\\\"d\" e 'f' '\\'' <'g> r#\"h\"i\"# /* j\n */ k r\"l\"\n";
    let code = code_of(text);
    let words: Vec<&str> = code.split_whitespace().collect();
    assert_eq!(words, ["a", "e", "<'g>", "k"]);
    assert_eq!(code.lines().count(), text.lines().count());
}

#[test]
fn the_scanner_sees_every_import() {
    let code = "use crate::{a::{B, C}, d, e::F}; use crate::g::H; crate::i::j(); x::crate::k";
    let names: Vec<String> = names_after(code, "crate").into_iter().collect();
    assert_eq!(names, ["a", "d", "e", "g", "i"]);
    let code = "use super::plan; use super::warp; use crate::Analysis; use crate::plan::X;";
    let file = SourceText { path: String::new(), text: String::new(), code: code.into() };
    let names: Vec<String> = imports_of(&file, "coalesce").into_iter().collect();
    assert_eq!(names, ["plan", "root"]);
}

#[test]
fn the_scanner_measures_functions() {
    let code = "fn a() {}\n    fn b<T: F(A, B)>(\n        &self,\n        (c, mut g): (u8, u8),\n        \
                d: M<u8, u8>,\n    ) -> R<u8, u8> {\n        x;\n    }\nfn e(f: [u8; 2]);\n";
    let function = |name: &str, line, lines, (parameters, names), has_body| Function {
        name: name.to_owned(),
        line,
        lines,
        parameters,
        names,
        has_body,
    };
    let expected = [
        function("a", 1, 1, (0, 0), true),
        function("b", 2, 7, (3, 4), true),
        function("e", 9, 1, (1, 1), false),
    ];
    assert_eq!(functions(code), expected);
}

/// The sibling files that a file's code names behind `super::`.
fn siblings<'a>(code: &str, names: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for rest in code.split("super::").skip(1) {
        let end = if rest.starts_with('{') { rest.find(';') } else { rest.find([';', '(', ' ']) };
        let named = &rest[..end.unwrap_or(rest.len())];
        let words = named.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        found.extend(words.filter_map(|word| names.get(word)));
    }
    found
}

/// Files of one folder that import each other cannot be read one after the other.
#[test]
fn siblings_import_each_other_no_more_than_they_did() {
    let files = rust_files();
    let own = files.iter().filter(|file| file.path.starts_with("src/"));
    let mut folders: BTreeMap<&str, Vec<(&str, &SourceText)>> = BTreeMap::new();
    for file in own {
        let (folder, name) = file.path.rsplit_once('/').expect("a folder");
        folders.entry(folder).or_default().push((name.trim_end_matches(".rs"), file));
    }
    let mut circles = Vec::new();
    for (folder, files) in &folders {
        let names: BTreeSet<&str> =
            files.iter().map(|(name, _)| *name).filter(|n| *n != "mod").collect();
        let imports: BTreeMap<&str, BTreeSet<&str>> =
            files.iter().map(|(name, file)| (*name, siblings(&file.code, &names))).collect();
        let names_other = |a: &str, b: &str| imports.get(a).is_some_and(|all| all.contains(b));
        for a in &names {
            let later = names.iter().filter(|b| *b > a);
            let pairs = later.filter(|b| names_other(a, b) && names_other(b, a));
            circles.extend(pairs.map(|b| format!("{folder}: {a} and {b}")));
        }
    }
    assert!(circles.len() <= MOST_CIRCLES, "{} circles:\n{}", circles.len(), circles.join("\n"));
}
