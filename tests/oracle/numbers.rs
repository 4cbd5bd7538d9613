//! Random regions whose lanes are told by the numbers of threads and teams, or that share uniform and divergent
//! variables in loops without counters: each thread is run by itself, the addresses of a warp's lanes in one trip are put
//! together, and the sectors that they touch must be as counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use warpcc::Analysis;
use warpcc::access::Access;
use warpcc::analyze;
use warpcc::coalesce::warp::Sectors;
use warpcc::diag::Code;
use warpcc::ir::text::parse;
use warpcc::ir::verify::verify;
use warpcc::ir::{BinaryOp, Stmt, StmtKind, SymbolKind, TargetRegion};
use warpcc::machine::Machine as Gpu;
use warpcc::openmp::ClauseKind;
use warpcc::policy::Policy;
use warpcc::symbolic::poly::{Atom, TermOp};
use warpcc::symbolic::value::Guard;

use crate::interpret::{Instance, Machine, Setting, Stop};
use crate::rng::Rng;

const WARP: usize = 32;
const SECTOR: i128 = 32;

/// What the comparison has seen.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) regions: u32,
    /// Accesses of one run whose requests were compared.
    pub(crate) compared: u32,
    /// Those that must be equal to the count.
    pub(crate) exact: u32,
    /// Those that were counted as one address for all lanes, or as neighbours.
    pub(crate) tight: u32,
    pub(crate) undefined: u32,
}

impl Tally {
    #[expect(clippy::print_stdout, reason = "the numbers are what a person runs it for")]
    pub(crate) fn report(&self, first: u64) {
        let Tally { regions, compared, exact, tight, undefined } = self;
        println!(
            "thread numbers, from seed {first}: {regions} regions, {compared} accesses compared, {exact} of them exactly, \
             {tight} uniform or coalesced, {undefined} runs undefined"
        );
    }
}

/// How the threads run the region.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Each runs it all.
    Repeated,
    /// They share a loop.
    Shared,
}

struct Generator<'r> {
    rng: &'r mut Rng,
    text: String,
    /// Variables that have a value.
    names: Vec<&'static str>,
    teams: i64,
    threads: i64,
    depth: u32,
}

/// A random region.
pub(crate) fn region(rng: &mut Rng) -> String {
    let threads = *rng.pick(&[32, 64, 128, 128, 48]);
    let teams = rng.range(1, 3);
    let shape = if rng.chance(70) { Shape::Repeated } else { Shape::Shared };
    let mut generator =
        Generator { rng, text: String::new(), names: Vec::new(), teams, threads, depth: 0 };
    generator.region(shape)
}

impl Generator<'_> {
    fn region(&mut self, shape: Shape) -> String {
        let counted = if self.rng.chance(60) {
            format!("(clause num_teams \"{}\")", self.teams)
        } else {
            String::new()
        };
        let name = match shape {
            Shape::Repeated => "target teams parallel",
            Shape::Shared => "target teams distribute parallel for",
        };
        let head = format!(
            "(region \"t.c\" 1 f (directive \"{name}\" {counted} (clause thread_limit \"{}\"))
  (symbols (symbol a ptr pointer parameter restrict) (symbol v ptr pointer parameter restrict) (symbol n i32 scalar parameter)
    (symbol m i32 scalar parameter) (symbol w i32 scalar parameter) (symbol t i32 scalar region) (symbol b i32 scalar region)
    (symbol id i32 scalar region) (symbol x i32 scalar region) (symbol y i32 scalar region) (symbol k i32 scalar region)
    (symbol l i32 scalar region) (symbol j i32 scalar region) (symbol i i32 scalar region) (symbol g i32 scalar region)
    (symbol q ptr pointer region))
  (data (map-tofrom a (section \"0\" \"n\")) (map-to v (section \"0\" \"n\")))\n  (body",
            self.threads
        );
        if shape == Shape::Shared {
            let bound =
                if self.rng.chance(50) { "n".into() } else { self.rng.range(1, 200).to_string() };
            _ = write!(self.text, " (for i 0 < {bound} 1 declares");
            self.names.push("i");
        }
        self.numbers();
        for _ in 0..self.rng.range(1, 3) {
            self.statement();
        }
        if shape == Shape::Shared {
            self.text.push(')');
        }
        format!("{head}{}))", place_spans(&self.text))
    }

    fn numbers(&mut self) {
        self.text += "\n    (declare t (call omp_get_thread_num):i32) (declare b (call omp_get_team_num):i32)";
        self.names.extend(["t", "b"]);
        let size = if self.rng.chance(50) {
            self.threads.to_string()
        } else {
            "(call omp_get_num_threads):i32".into()
        };
        if self.rng.chance(70) {
            _ = write!(self.text, " (declare id (+ (* b {size}) t))");
            self.names.push("id");
        }
        if self.rng.chance(50) {
            let by = *self.rng.pick(&["3", "4", "8", "16", "32", "5", "w"]);
            let of = self.name();
            _ = write!(self.text, " (declare x (% {of} {by})) (declare y (/ {of} {by}))");
            self.names.extend(["x", "y"]);
        }
        let start = self.sum(1);
        _ = write!(self.text, " (declare k {start})");
        let start = if self.rng.chance(60) { "0".into() } else { self.sum(1) };
        _ = write!(self.text, " (declare l {start})");
        self.names.extend(["k", "l"]);
        let start = self.sum(1);
        _ = write!(self.text, " (declare q (addr [v (index {start} 4:i64)]:i32))");
    }

    fn name(&mut self) -> &'static str {
        self.names[self.rng.below(self.names.len())]
    }

    /// A sum of products that is not negative.
    fn sum(&mut self, most: i64) -> String {
        let mut sum = self.rng.range(0, 3).to_string();
        for _ in 0..self.rng.range(1, most.max(1)) {
            let name = self.name();
            let factor = *self.rng.pick(&["1", "1", "2", "3", "8", "64", "n", "m"]);
            sum = format!("(+ {sum} (* {name} {factor}))");
        }
        sum
    }

    fn index(&mut self) -> String {
        let sum = self.sum(2);
        match self.rng.below(5) {
            0 => format!("(cast (cast {sum}):u32):u64"),
            1 => {
                let other = self.sum(1);
                format!("(+ (cast {sum}):u32 (* (cast {other}):u32 2:u32))")
            }
            _ => sum,
        }
    }

    fn condition(&mut self) -> String {
        let name = self.name();
        let bound = *self.rng.pick(&["0", "1", "5", "16", "32", "n", "m"]);
        let relation = *self.rng.pick(&["<", "<", "==", ">=", "!="]);
        format!("({relation} {name} {bound})")
    }

    fn statement(&mut self) {
        self.depth += 1;
        match self.rng.below(if self.depth > 3 { 3 } else { 9 }) {
            0 | 1 => self.access(),
            2 => self.step(),
            3 => {
                let condition = self.condition();
                self.nested(&format!("(if {condition} (then"), "))");
            }
            4 | 5 => {
                let (from, step) = self.steps();
                let bound = *self.rng.pick(&["n", "m", "9"]);
                self.names.push("j");
                self.nested(&format!("(for j {from} < {bound} {step} declares"), ")");
                self.names.retain(|name| *name != "j");
            }
            _ => {
                let name = *self.rng.pick(&["k", "l"]);
                let bound = *self.rng.pick(&["n", "m", "20"]);
                let add = *self.rng.pick(&["1", "2", "m"]);
                self.nested(
                    &format!("(while \"a while loop\" (< {name} {bound}) (do"),
                    &format!(" (+= [{name}] {add})))"),
                );
            }
        }
        self.depth -= 1;
    }

    fn steps(&mut self) -> (String, String) {
        match self.rng.below(4) {
            0 => ("0".into(), "1".into()),
            1 => (self.name().into(), (self.threads * self.teams).to_string()),
            2 => (self.name().into(), "m".into()),
            _ => (self.sum(1), "1".into()),
        }
    }

    fn nested(&mut self, open: &str, close: &str) {
        _ = write!(self.text, "\n    {open}");
        for _ in 0..self.rng.range(1, 2) {
            self.statement();
        }
        self.access();
        self.text.push_str(close);
    }

    fn access(&mut self) {
        let index = self.index();
        let scale = *self.rng.pick(&["4", "4", "8", "12"]);
        if self.rng.chance(60) {
            _ = write!(self.text, "\n    (= [a (index {index} {scale}:i64)]:i32 1)");
        } else if self.rng.chance(50) {
            let name = *self.rng.pick(&["k", "l"]);
            _ = write!(self.text, "\n    (= [{name}] (& [v (index {index} 4:i64)]:i32 63))");
        } else {
            _ = write!(
                self.text,
                "\n    (= [a (index (& [q (index 0 4:i64)]:i32 15) 4:i64)]:i32 2)"
            );
        }
    }

    fn step(&mut self) {
        let text = match self.rng.below(5) {
            0 => "(+= [k] 1)".to_owned(),
            1 => "(+= [l] m)".to_owned(),
            2 => format!("(= [l] {})", self.sum(1)),
            3 => {
                let by = *self.rng.pick(&["1", "8", "m", "n"]);
                format!("(= [q] (addr [q (index {by} 4:i64)]:i32))")
            }
            _ => "(= [k] (+ l 1))".to_owned(),
        };
        _ = write!(self.text, "\n    {text}");
    }
}

/// Gives every place in memory a span of its own, by which its accesses are found: a place in another one's subscript
/// ends first, and its span is the smaller one.
fn place_spans(text: &str) -> String {
    let mut spans = 0;
    let mut out = String::new();
    for part in text.split_inclusive("]:i32") {
        out += part;
        if part.ends_with("]:i32") {
            spans += 1;
            _ = write!(out, "@{}:{}", 10_000 - spans, 10_000 + spans);
        }
    }
    out
}

/// The executions of one thread, or of one iteration where threads share a loop.
struct Lane {
    /// Its place among all of them, from the first lane of a warp on.
    place: usize,
    instances: Vec<Instance>,
}

/// Checks every count of a region; the error says which one is wrong.
pub(crate) fn examine(text: &str, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let region = parse(text).map_err(|e| format!("not a region: {e}"))?;
    verify(&region).map_err(|v| format!("not a valid region: {v:?}"))?;
    let analysis = analyze(&region, <&Gpu>::default(), &Policy::STANDARD);
    let mut rng = Rng::new(seed ^ 0x5e77);
    for _ in 0..2 {
        let setting = setting(&mut rng, &region);
        match lanes(&region, &setting) {
            Ok(lanes) => {
                let sizes = |e| format!("{e}\nsizes {:?}", setting.symbols);
                compare(&analysis, &region, &lanes, tally).map_err(sizes)?;
            }
            Err(_) => tally.undefined += 1,
        }
    }
    tally.regions += 1;
    Ok(())
}

fn setting(rng: &mut Rng, region: &TargetRegion) -> Setting {
    let mut setting = Setting { salt: rng.next(), ..Setting::default() };
    for (index, symbol) in region.symbols.iter().enumerate() {
        let id = warpcc::id::SymbolId::from_index(index);
        match (symbol.kind, symbol.name.as_str()) {
            (SymbolKind::Pointer, "a") => _ = setting.objects.insert(id, (1, 0)),
            (SymbolKind::Pointer, "v") => _ = setting.objects.insert(id, (2, 0)),
            (SymbolKind::Scalar, "n") => _ = setting.symbols.insert(id, rng.range(1, 90).into()),
            (SymbolKind::Scalar, "m" | "w") => {
                _ = setting.symbols.insert(id, rng.range(1, 12).into());
            }
            _ => {}
        }
    }
    setting
}

fn literal(region: &TargetRegion, clause: ClauseKind) -> Option<usize> {
    region.directive.clause(clause)?.argument.as_deref()?.parse().ok()
}

/// Runs every lane.
fn lanes(region: &TargetRegion, setting: &Setting) -> Result<Vec<Lane>, Stop> {
    let threads = literal(region, ClauseKind::ThreadLimit).unwrap_or(128);
    let teams = literal(region, ClauseKind::NumTeams).unwrap_or(2);
    let width = threads.next_multiple_of(WARP);
    let answers = |team: usize, thread: usize| {
        BTreeMap::from([
            ("omp_get_thread_num", thread as i128),
            ("omp_get_team_num", team as i128),
            ("omp_get_num_threads", threads as i128),
            ("omp_get_num_teams", teams as i128),
        ])
    };
    let mut found = Vec::new();
    if region.directive.shares_work() {
        let shared = region.nest()[0];
        let mut machine = Machine::new(region, setting, &[]);
        for (iteration, (value, atom)) in machine.values(shared)?.into_iter().enumerate() {
            let (team, thread) = (iteration / threads, iteration % threads);
            let setting = Setting { answers: answers(team % teams, thread), ..setting.clone() };
            let mut machine = Machine::new(region, &setting, &[shared.id]);
            machine.iteration(&[(shared, value, atom)], &shared.body)?;
            found.push(Lane { place: team * width + thread, instances: machine.instances });
        }
        return Ok(found);
    }
    for place in 0..teams * threads {
        let (team, thread) = (place / threads, place % threads);
        let setting = Setting { answers: answers(team, thread), ..setting.clone() };
        let mut machine = Machine::new(region, &setting, &[]);
        machine.run()?;
        found.push(Lane { place: team * width + thread, instances: machine.instances });
    }
    Ok(found)
}

/// Lanes and sectors of one request.
type Request = (BTreeSet<usize>, BTreeSet<i128>);

fn compare(
    analysis: &Analysis,
    region: &TargetRegion,
    lanes: &[Lane],
    tally: &mut Tally,
) -> Result<(), String> {
    let counted = analysis.decision.before().map_err(|code| format!("not counted: {code}"))?;
    for access in &analysis.accesses {
        let Some(sectors) = &counted.sectors[access.id.index()] else { continue };
        let requests = requests(access, lanes);
        if requests.is_empty() || divides_by_sizes(analysis, access) {
            continue;
        }
        tally.compared += 1;
        tally.tight += u32::from(sectors.max <= 8);
        for ((warp, trips), (working, touched)) in &requests {
            let present = lanes.iter().filter(|lane| lane.place / WARP == *warp).count();
            let full = working.len() == present && present == WARP;
            let count = touched.len() as u32;
            let least = if full { sectors.min } else { 1 };
            if count > sectors.max || count < least {
                let span = access.reference.span.start;
                return Err(format!(
                    "the place at {span}, warp {warp}, trips {trips:?}: {count} sectors of {working:?}, not {sectors:?}"
                ));
            }
        }
        if is_exact(analysis, region, access, sectors) && !has_while(&region.body) {
            tally.exact += 1;
            equal(&requests, sectors)
                .map_err(|e| format!("the place at {}: {e}", access.reference.span.start))?;
        }
    }
    Ok(())
}

fn requests(access: &Access, lanes: &[Lane]) -> BTreeMap<(usize, Vec<i128>), Request> {
    let mut requests: BTreeMap<_, Request> = BTreeMap::new();
    let writes = access.reference.kind.writes();
    for lane in lanes {
        let own = lane.instances.iter();
        for instance in own.filter(|i| i.place == access.reference.span.start && i.writes == writes)
        {
            let key = (lane.place / WARP, instance.trips.clone());
            let (working, touched) = requests.entry(key).or_default();
            working.insert(lane.place % WARP);
            let last = instance.start + i128::from(instance.bytes) - 1;
            touched.extend(instance.start.div_euclid(SECTOR)..=last.div_euclid(SECTOR));
        }
    }
    requests
}

/// Whether a quotient by a size that is not known decides where or when the access is made: counts take such a size for
/// large, and the quotient for the same in a whole warp.
fn divides_by_sizes(analysis: &Analysis, access: &Access) -> bool {
    let divides = |atom: &Atom| match atom {
        Atom::Term(term) => {
            matches!(term.op, TermOp::Binary(BinaryOp::Div | BinaryOp::Rem))
                && term.args[1].as_constant().is_none()
        }
        _ => false,
    };
    let counting = analysis.counting.as_ref().map(|(list, _)| &list[access.id.index()]);
    let reference = &counting.unwrap_or(access).reference;
    let mut paths = reference.path.iter().flat_map(Guard::literals);
    reference.address.offset.any_atom(&mut |atom| divides(atom))
        || paths.any(|literal| literal.poly.any_atom(&mut |atom| divides(atom)))
}

/// Whether lanes may leave a loop at different times, of which the conditions of accesses do not tell.
fn has_while(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::While { .. } => true,
        StmtKind::Loop(inner) => has_while(&inner.body),
        StmtKind::Directive(_, body) => has_while(body),
        StmtKind::If { then, otherwise, .. } => has_while(then) || has_while(otherwise),
        _ => false,
    })
}

/// Whether nothing but the numbers of thread and team, or the iteration, decides where and when the access is made, and all of
/// these are known.
fn is_exact(
    analysis: &Analysis,
    region: &TargetRegion,
    access: &Access,
    sectors: &Sectors,
) -> bool {
    let Some((list, loops)) = &analysis.counting else { return false };
    let reference = &list[access.id.index()].reference;
    let known = |atom: &Atom| match atom {
        Atom::Iv(..) => true,
        Atom::Term(term) => matches!(term.op, TermOp::Binary(_) | TermOp::Wrap { .. }),
        _ => false,
    };
    let offset = &reference.address.offset;
    let numbers = |l: &warpcc::id::LoopId| {
        let fixed = loops[l.index()].as_ref().and_then(|own| own.trip_count.as_ref());
        fixed.is_some_and(|count| count.as_constant().is_some())
    };
    let mut paths = reference.path.iter().flat_map(Guard::literals);
    !sectors.assumptions.contains(&Code::InteriorWarps)
        && sectors.assumptions.contains(&Code::AlignedAllocation)
        && !sectors.undecided
        && sectors.known
        && access.reference.loops.len() <= usize::from(region.directive.shares_work())
        && reference.loops.iter().all(numbers)
        && !offset.any_atom(&mut |atom| !known(atom))
        && !paths.any(|literal| literal.poly.any_atom(&mut |atom| !known(atom)))
}

fn equal(
    requests: &BTreeMap<(usize, Vec<i128>), Request>,
    sectors: &Sectors,
) -> Result<(), String> {
    let counts: Vec<u32> = requests.values().map(|(_, touched)| touched.len() as u32).collect();
    let mean = counts.iter().map(|count| f64::from(*count)).sum::<f64>() / counts.len() as f64;
    let (min, max) = (counts.iter().min().copied(), counts.iter().max().copied());
    let same = (min, max) == (Some(sectors.min), Some(sectors.max));
    if same && (mean - sectors.mean).abs() < 1e-9 {
        return Ok(());
    }
    Err(format!("{counts:?}, mean {mean}, but {sectors:?}"))
}
