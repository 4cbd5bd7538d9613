//! The counts of sectors against addresses that a compiled program made.
//!
//! The kernels of `tests/addresses/kernels` and `tests/lowering` are compiled with
//! `-fsanitize-coverage=edge,trace-loads,trace-stores` and run; the IR's interpreter says which
//! iteration each recorded address belongs to (`tests/addresses.rs` holds it to the order of the
//! program). The iterations that one request of a warp runs together are those of the thread map; the
//! blocks of 32 bytes that their recorded addresses touch are counted, for every alignment that the
//! analysis allows. Where address, path and bounds are functions of the iteration vector, the counts
//! of the analysis, with the sizes of the run put in, must be the same: least, most and mean.

#[path = "addresses/machine.rs"]
mod machine;
#[path = "addresses/native.rs"]
mod native;
#[allow(dead_code, reason = "the corpus uses the parts that run programs")]
#[path = "corpus_support/toolchain.rs"]
mod toolchain;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use native::Run;
use rug::Integer;
use warpcc::access::Access;
use warpcc::coalesce::warp::Sectors;
use warpcc::command::{CompileCommand, Language};
use warpcc::diag::Code;
use warpcc::emit::WORDS;
use warpcc::frontend::{self, Unit};
use warpcc::id::LoopId;
use warpcc::ir::{Scope, Stmt, StmtKind, SymbolKind, TargetRegion, Type};
use warpcc::policy::Policy;
use warpcc::schedule::map::ThreadMap;
use warpcc::source::Span;
use warpcc::symbolic::eval::{AccessKind, LoopValues};
use warpcc::symbolic::poly::{Atom, Poly, TermOp};
use warpcc::symbolic::root::Root;
use warpcc::symbolic::value::Guard;
use warpcc::{Analysis, analyze};

const SECTOR: u64 = 32;

struct Kernel {
    name: String,
    unit: Unit,
    text: String,
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The C kernels that can be traced.
fn kernels() -> Vec<Kernel> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let themes = sorted(&tests.join("lowering")).into_iter().filter(|path| path.is_dir());
    let folders = [tests.join("addresses/kernels")].into_iter().chain(themes);
    let mut kernels = Vec::new();
    for path in folders.flat_map(|folder| sorted(&folder)) {
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the kernel can be read");
        if text.contains("void trace(void)") {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let command = CompileCommand {
                language: Language::C,
                input: file.clone(),
                directory: path.parent().expect("a folder").to_owned(),
                arguments: Vec::new(),
                compiler: toolchain::get().compiler(),
            };
            let unit = frontend::parse(&command, WORDS);
            let theme = path.parent().and_then(Path::file_name).unwrap_or_default();
            let name = format!("{}/{file}", theme.to_string_lossy());
            kernels.push(Kernel { unit: unit.expect("the kernel is C"), name, text });
        }
    }
    kernels
}

/// The region with the values that its sizes had in the run.
fn sized(region: &TargetRegion, run: &Run) -> TargetRegion {
    let mut region = region.clone();
    for (id, _, contents) in &run.symbols {
        let symbol = &mut region.symbols[*id];
        let Type::Int { signed, .. } = symbol.ty else { continue };
        if symbol.kind == SymbolKind::Scalar && symbol.scope != Scope::Region {
            let negative = signed && contents.last().is_some_and(|byte| *byte > 127);
            let mut raw = [if negative { 255 } else { 0 }; 16];
            raw[..contents.len()].copy_from_slice(contents);
            symbol.constant = Some(Integer::from(i128::from_le_bytes(raw)));
        }
    }
    region
}

/// Whether a value is a function of the iteration vector.
fn of_iterations(poly: &Poly) -> bool {
    !poly.any_atom(&mut |atom| match atom {
        Atom::Iv(..) => false,
        Atom::Term(term) => !matches!(term.op, TermOp::Binary(_) | TermOp::Wrap { .. }),
        _ => true,
    })
}

/// Whether address, path and bounds of an access are functions of the iteration vector, and the
/// sequential loops around it have as many iterations for each lane.
fn is_static(access: &Access, loops: &[Option<LoopValues>], map: &ThreadMap) -> bool {
    let reference = &access.reference;
    let bounds = |l: &LoopId| {
        let Some(values) = &loops[l.index()] else { return false };
        let first = values.first.as_ref().is_some_and(of_iterations);
        let mapped = map.loops.contains(l);
        let fixed = |poly: &Option<Poly>| poly.as_ref().and_then(Poly::as_constant).is_some();
        first && fixed(&values.trip_count) && (!mapped || fixed(&values.first))
    };
    let offset = &reference.address.offset;
    let guards = reference.path.iter().chain(offset.cases().iter().map(|case| &case.guard));
    let literals = guards.flat_map(Guard::literals).all(|l| of_iterations(&l.poly));
    offset.unknown().is_none()
        && !matches!(reference.address.root, Root::Unknown(_))
        && offset.cases().iter().all(|case| of_iterations(&case.poly))
        && literals
        && reference.loops.iter().all(bounds)
        && map.loops.iter().all(|l| reference.loops.contains(l))
}

/// Whether iterations are left by what they find.
fn leaves_early(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Jump(_) | StmtKind::While { .. } => true,
        StmtKind::Loop(inner) => leaves_early(&inner.body),
        StmtKind::If { then, otherwise, .. } => leaves_early(then) || leaves_early(otherwise),
        StmtKind::Directive(_, body) => leaves_early(body),
        _ => false,
    })
}

/// Where a pointer variable or an array begins in the run.
fn root_address(region: &TargetRegion, run: &Run, root: &Root) -> Option<u64> {
    let Root::Symbol(symbol) = root else { return None };
    let (_, address, contents) = run.symbols.iter().find(|(id, ..)| *id == symbol.index())?;
    match region.symbol(*symbol).kind {
        SymbolKind::Pointer => Some(u64::from_le_bytes(contents.as_slice().try_into().ok()?)),
        SymbolKind::Array => Some(*address),
        _ => None,
    }
}

/// The iteration of each loop around an access, and the address that it had there.
type Recorded = BTreeMap<Vec<(LoopId, u64)>, u64>;

/// The recorded addresses of one access: of its writes, where it writes. A bound is evaluated again
/// in each iteration of its loop; the first time counts.
fn recorded(machine: &machine::Machine, access: &Access) -> Recorded {
    let writes = access.reference.kind != AccessKind::Read;
    let mine = |place: &(Span, Vec<(LoopId, u64)>)| place.0 == access.reference.span;
    let all = machine.accesses.iter().zip(&machine.places);
    let mut found = Recorded::new();
    for (made, (_, point)) in all.filter(|(made, place)| mine(place) && made.writes == writes) {
        let around = |(l, _): &&(LoopId, u64)| access.reference.loops.contains(l);
        let point = point.iter().filter(around).copied().collect();
        found.entry(point).or_insert(made.address);
    }
    found
}

/// Least, most and mean of the blocks that the requests of `map` touch.
fn brute_force(
    recorded: &Recorded,
    map: &ThreadMap,
    trips: &[u64],
    (bytes, step): (u64, u64),
) -> Option<(u32, u32, f64)> {
    let mut rests: BTreeMap<Vec<(LoopId, u64)>, BTreeMap<u64, u64>> = BTreeMap::new();
    for (point, address) in recorded {
        let position = map.loops.iter().zip(trips).fold(0, |position, (l, trip)| {
            position * trip + point.iter().find(|(m, _)| m == l).map_or(0, |(_, number)| *number)
        });
        let rest = point.iter().filter(|(l, _)| !map.loops.contains(l)).copied().collect();
        rests.entry(rest).or_default().insert(position, *address);
    }
    let total: u64 = trips.iter().product();
    let (mut least, mut most, mut sum, mut number) = (u32::MAX, 0, 0.0, 0.0);
    for request in map.requests(i64::try_from(total).ok()?) {
        for lanes in rests.values() {
            let made = request.iter().filter_map(|p| lanes.get(&u64::try_from(*p).ok()?));
            let made: Vec<u64> = made.copied().collect();
            if made.is_empty() {
                continue;
            }
            let counts = (0..SECTOR / step).map(|k| blocks(&made, k * step, bytes));
            let counts: Vec<u32> = counts.collect();
            least = least.min(counts.iter().copied().min()?);
            most = most.max(counts.iter().copied().max()?);
            sum += counts.iter().map(|c| f64::from(*c)).sum::<f64>() / counts.len() as f64;
            number += 1.0;
        }
    }
    (number > 0.0).then(|| (least, most, sum / number))
}

fn blocks(addresses: &[u64], shift: u64, bytes: u64) -> u32 {
    let ends = |address: &u64| {
        let start = address + shift;
        start / SECTOR..=(start + bytes - 1) / SECTOR
    };
    addresses.iter().flat_map(ends).collect::<BTreeSet<u64>>().len() as u32
}

/// What a comparison has seen.
#[derive(Default)]
struct Tally {
    exact: u32,
    others: u32,
    problems: Vec<String>,
}

fn compare(kernel: &Kernel, run: &Run, tally: &mut Tally) {
    let written = &kernel.unit.regions[run.region];
    let mut machine = machine::Machine::new(written, run);
    if machine.run().is_err() {
        return;
    }
    let region = sized(written, run);
    let analysis = analyze(&region, <&warpcc::machine::Machine>::default(), &Policy::STANDARD);
    let Ok(counted) = analysis.decision.before() else { return };
    for (access, sectors) in analysis.accesses.iter().zip(&counted.sectors) {
        let Some(sectors) = sectors else { continue };
        let spans = analysis.accesses.iter().filter(|a| a.reference.span == access.reference.span);
        let map = counted.mapping.of(&access.reference.loops);
        let mut made = recorded(&machine, access);
        if spans.count() > 1 || made.is_empty() {
            continue;
        }
        if !is_static(access, &analysis.loops, map) || leaves_early(&region.body) {
            tally.others += 1;
            continue;
        }
        let step = alignment(&region, run, access, sectors, &mut made);
        let trips: Vec<u64> = map.loops.iter().map(|l| trips(&analysis, *l)).collect();
        let size = (u64::from(access.bytes()), step);
        let Some(expected) = brute_force(&made, map, &trips, size) else { continue };
        let found = (sectors.min, sectors.max, sectors.mean);
        let same =
            (found.0, found.1) == (expected.0, expected.1) && (found.2 - expected.2).abs() < 1e-9;
        tally.exact += u32::from(same);
        if !same {
            let place = format!("{}:{} {}", kernel.name, region.line, region.function);
            let text = &kernel.text
                [access.reference.span.start as usize..access.reference.span.end as usize];
            tally.problems.push(format!("{place}: {text}: {found:?} instead of {expected:?}"));
        }
    }
}

fn trips(analysis: &Analysis, l: LoopId) -> u64 {
    let values = analysis.loops[l.index()].as_ref().expect("a static loop");
    let count = values.trip_count.as_ref().and_then(Poly::as_constant).expect("a number");
    count.to_u64().unwrap_or(0)
}

/// The step of the alignments that the count allows; addresses count from the root where the
/// analysis takes that to begin at an allocation.
fn alignment(
    region: &TargetRegion,
    run: &Run,
    access: &Access,
    sectors: &Sectors,
    made: &mut Recorded,
) -> u64 {
    let root = root_address(region, run, &access.reference.address.root);
    if let Some(root) = root.filter(|_| sectors.assumptions.contains(&Code::AlignedAllocation)) {
        made.values_mut().for_each(|address| *address = (1 << 40) + *address - root);
        return SECTOR;
    }
    u64::from(access.bytes()).next_power_of_two().min(SECTOR)
}

#[test]
fn counts_are_those_of_recorded_addresses() {
    let kernels = kernels();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut sources = Vec::new();
    for (number, kernel) in kernels.iter().enumerate() {
        let path = folder.path().join(format!("kernel{number}.c"));
        let text = native::probed(&kernel.name, number, &kernel.text, &kernel.unit);
        fs::write(&path, text).expect("written");
        sources.push(path);
    }
    let runs = native::run(folder.path(), &sources);
    let by_name: BTreeMap<_, _> = kernels.iter().map(|k| (k.name.as_str(), k)).collect();
    let mut tally = Tally::default();
    runs.iter().for_each(|run| compare(by_name[run.case.as_str()], run, &mut tally));
    let Tally { exact, others, problems } = tally;
    assert!(
        problems.is_empty(),
        "{exact} exact, {others} not static, {} differ:\n{}",
        problems.len(),
        problems.join("\n")
    );
    assert!(exact >= 100, "{exact} accesses are compared, {others} are not static");
}
