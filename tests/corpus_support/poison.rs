//! Programs whose memory holds a pattern wherever a plan says that nobody needs what it held: on the device from its allocation on, on
//! the host while data stays on the device that the device writes, and behind that where it is not copied back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use warpcc::UnitAnalysis;
use warpcc::emit::{self, Edit, EditSet};
use warpcc::id::FileId;
use warpcc::source::Span;
use warpcc::transfer::{Crossing, Guard, Item, Residence, Tightened};

use super::Case;

/// A function that fills memory of the host with the pattern that the device's memory gets.
const FILL: &str = "static void warpcc_poison(const volatile void *start, unsigned long bytes) {\
 static const unsigned char pattern[] = {0xa5, 0xa5, 0xfd, 0x7f};\
 for (unsigned long k = 0; k < bytes; k++) ((unsigned char *)start)[k] = pattern[k % 4]; }\n#line 1\n";

/// A case in which data stays on the device, as it was analysed, with what fills memory.
pub(crate) fn text(unit: &UnitAnalysis) -> Result<Option<(String, u32)>, String> {
    let main = FileId::from_index(0);
    let file = unit.unit.sources.file(main);
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    let mut count = 0;
    for own in &unit.transfers.residences {
        let placed = emit::residence(own, file).ok_or("a residence has no text")?;
        before.extend(placed.before);
        let [first, last] = fills(own);
        count += u32::from(!first.is_empty()) + u32::from(!last.is_empty());
        let Span { start, end } = own.span;
        let [open, close] = if own.is_loop { ["{ ", "}"] } else { ["", ""] };
        let line = if first.is_empty() { "" } else { "\n" };
        before.push(insertion(start, format!("{open}{first}{line}"), false));
        let last = insertion(end, format!(" {last}{close}"), true);
        behind.push([vec![last], placed.behind].concat());
    }
    let clauses = clauses(unit)?;
    if before.is_empty() && clauses.is_empty() {
        return Ok(None);
    }
    let behind = behind.into_iter().rev().flatten();
    let all = before.into_iter().chain(clauses).chain(behind).collect();
    let edits = EditSet::new(all).map_err(|overlap| format!("{overlap:?}"))?;
    let text = String::from_utf8_lossy(&edits.apply(file)).into_owned();
    Ok(Some((format!("{FILL}{text}"), count)))
}

fn insertion(at: u32, text: String, is_behind: bool) -> Edit {
    let (span, text) = (Span::new(at, at), text.into_bytes());
    Edit { span, text, numbers: Vec::new(), shift: None, is_behind }
}

/// What fills memory where a residence begins, and where it ends. Where data is brought up to date in between, the host has it.
fn fills(own: &Residence) -> [String; 2] {
    let is_away = own.updates.is_empty();
    let written = || own.items.iter().filter(|item| is_away && item.copies[1] > 0);
    let all = |items: Vec<&Item>| items.into_iter().map(fill).collect::<String>();
    let is_lost = |item: &&Item| matches!(item.crossing, Crossing::To | Crossing::Neither);
    let first = all(written().collect());
    let first = match &own.guard {
        Guard::While(condition) | Guard::First(condition) if !first.is_empty() => {
            format!("if ({condition}) {{ {first}}} ")
        }
        _ => first,
    };
    [first, all(written().filter(is_lost).collect())]
}

/// The call that fills a list item.
fn fill(item: &Item) -> String {
    let text = &item.text;
    let Some((name, section)) = text.split_once('[') else {
        return format!("warpcc_poison(&{text}, sizeof {text}); ");
    };
    let (section, inner) = section.split_once(']').unwrap_or((section, ""));
    debug_assert!(inner.is_empty(), "rows are whole");
    let (lower, length) = section.split_once(':').unwrap_or((section, "1"));
    format!("warpcc_poison({name} + ({lower}), ({length}) * sizeof *{name}); ")
}

/// The edits of clauses that were made tight.
fn clauses(unit: &UnitAnalysis) -> Result<Vec<Edit>, String> {
    let mut groups: BTreeMap<Span, Vec<&Tightened>> = BTreeMap::new();
    for own in unit.tightened.iter().filter(|own| own.is_written) {
        groups.entry(own.directive).or_default().push(own);
    }
    let mut edits = Vec::new();
    for (span, group) in groups {
        let file = unit.unit.sources.file(FileId::from_index(0));
        let directive = unit.unit.directive(FileId::from_index(0), span);
        let (directive, _) = directive.ok_or("no construct has the directive")?;
        let own = emit::tightened(directive, &group, file).ok_or("clauses have no text")?;
        edits.extend(own.edits().iter().cloned());
    }
    Ok(edits)
}

/// The repository's kernels and natural programs as cases, each with the arguments of a short run.
pub(crate) fn programs() -> Vec<(Case, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = |folder: PathBuf| {
        let entries = std::fs::read_dir(&folder).expect("the folder is there");
        let mut paths: Vec<PathBuf> = entries.map(|own| own.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|own| own == "c" || own == "cpp"));
        paths.sort();
        paths
    };
    let table = std::fs::read_to_string(root.join("spec-accel-harness/src/kernels.rs"));
    let table = table.expect("the table of kernels is there");
    let sizes = |path: &Path| {
        let name = path.file_stem().and_then(|own| own.to_str()).unwrap_or_default();
        let row = table.lines().find(|line| line.contains(&format!("kernel(\"{name}\",")));
        let small = row.and_then(|row| row.split_once("&[")).map_or("", |(_, rest)| rest);
        let small = small.split(']').next().unwrap_or_default();
        let words = small.split(',').map(|word| word.trim().trim_matches('"').to_owned());
        let reps = ["reps=2", "warmup=1", "reference"].map(String::from);
        reps.into_iter().chain(words.filter(|word| !word.is_empty())).collect::<Vec<_>>()
    };
    let kernels = sources(root.join("spec-accel-harness/kernels"));
    let kernels = kernels.iter().map(|path| (Case::read(path), sizes(path)));
    let natural = sources(root.join("tests/natural"));
    let natural = natural.iter().map(|path| (Case::read(path), Vec::new()));
    kernels.chain(natural).collect()
}
