//! Directives, clauses and schedules around a random nest.

use warpcc::id::SymbolId;
use warpcc::ir::{ExprKind, Jump, Loop, Relation, Stmt, StmtKind, TargetRegion};

use crate::rng::{Rng, mix};

/// What stands before the nest and its loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dress {
    /// The lines before the nest.
    pub(crate) lines: Vec<String>,
    /// What stands behind it.
    pub(crate) end: &'static str,
    /// A directive before the loop over a variable.
    inner: Option<(String, String)>,
    /// Counters declared outside the region.
    outside: Vec<String>,
}

impl Dress {
    /// The lines before the loop over `counter`.
    pub(crate) fn before(&self, counter: &str) -> Vec<String> {
        self.inner
            .iter()
            .filter(|(name, _)| name == counter)
            .map(|(_, line)| line.clone())
            .collect()
    }

    /// Whether a loop inside has a directive of its own.
    pub(crate) fn has_inner(&self) -> bool {
        self.inner.is_some()
    }

    /// Whether that directive has the name in a clause.
    pub(crate) fn is_about(&self, name: &str) -> bool {
        let words =
            |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        self.inner.as_ref().is_some_and(|(_, line)| words(line))
    }

    /// Whether the loop over `counter` does not declare it.
    pub(crate) fn outside(&self, counter: &str) -> bool {
        self.outside.iter().any(|name| name == counter)
    }
}

/// The forms of a construct: with `|` two pragmas, with `{` the second one in a block of the first, with `+` the second one
/// before the second loop.
const FORMS: [&str; 21] = [
    "target teams distribute parallel for",
    "target teams distribute parallel for",
    "target teams distribute parallel for",
    "target teams distribute parallel for",
    "target teams distribute parallel for",
    "target teams distribute parallel for simd",
    "target parallel for",
    "target teams loop",
    "target teams distribute",
    "target parallel loop",
    "target|loop",
    "target|parallel loop",
    "target teams|loop",
    "target teams|distribute parallel for",
    "target|teams distribute parallel for",
    "target{teams distribute parallel for",
    "target teams{distribute parallel for",
    "target teams distribute+parallel for",
    "target teams distribute+parallel for",
    "target teams distribute+parallel for",
    "target teams distribute+parallel for simd",
];

/// A random construct for `region`.
pub(crate) fn dress(region: &TargetRegion, rng: &mut Rng) -> Dress {
    let is_scalar = |symbol| ["s", "x", "y"].contains(&region.symbol(symbol).name.as_str());
    let scalars = assigns(&region.body, &is_scalar);
    let form = *rng.pick(&FORMS);
    let split = form.contains(['|', '+', '{']) || form == "target teams distribute";
    let form = if scalars && split { FORMS[0] } else { form };
    let nest = region.nest();
    let is_alone = |l: &&&warpcc::ir::Loop| {
        matches!(l.body.as_slice(), [Stmt { kind: StmtKind::Loop(_), .. }])
    };
    let perfect = nest.iter().take_while(is_alone).count() + 1;
    let mut dress = Dress::default();
    for l in &nest {
        let name = region.symbol(l.iv).name.clone();
        if rng.chance(8) {
            dress.outside.push(name);
        }
    }
    let (outer, inner) = form.split_once('+').map_or((form, None), |(a, b)| (a, Some(b)));
    let depth = region.directive.associated_loops().unwrap_or(1) as usize;
    let fits = perfect >= depth && inner.is_none() && is_rectangular(&nest[..perfect.min(depth)]);
    let depth = if fits { depth } else { 1 };
    let mut clauses = clauses(region, form, depth, rng);
    if !dress.outside.is_empty() && !form.contains('+') && rng.chance(80) {
        clauses.push(format!("private({})", dress.outside.join(", ")));
    }
    rng.shuffle(&mut clauses);
    ask_the_host(&mut clauses, form, &mut aside(rng));
    if let (Some(inner), Some(second)) = (inner, nest.get(1).filter(|l| is_canonical(l))) {
        let name = |l: &&Loop| region.symbol(l.iv).name.clone();
        let clauses = inner_clauses(&nest[1..], &dress, &name, rng);
        let more = clauses_by_counter(&clauses, &name(&nest[0]), &mut aside(rng));
        let line = format!("#pragma omp {inner}{clauses}{more}");
        dress.inner = Some((name(second), line));
    }
    let mut more = aside(rng);
    let plain = dress.inner.is_none() && depth == 1 && more.chance(12);
    if let Some(second) = nest.get(1).filter(|l| plain && is_canonical(l)) {
        let name = region.symbol(second.iv).name.clone();
        dress.inner = Some((name, "#pragma omp simd safelen(1)".into()));
    }
    dress.lines = lines(outer, &clauses, rng);
    dress.end = if form.contains('{') { "  }\n" } else { "" };
    dress
}

/// Whether a directive may stand before the loop (OpenMP 5.2, §4.4.1): nothing leaves it early, a step other than 1
/// ends with an inequality, and the body keeps the end.
fn is_canonical(l: &Loop) -> bool {
    let by_one = matches!(&l.step.kind, ExprKind::Int(step) if *step == 1 || *step == -1);
    !breaks(&l.body)
        && (l.relation != Relation::Ne || by_one)
        && !assigns(&l.body, &|symbol| l.bound.names(symbol))
}

/// Whether statements give a variable that `is_meant` another value.
fn assigns(body: &[Stmt], is_meant: &dyn Fn(SymbolId) -> bool) -> bool {
    body.iter().any(|stmt| {
        let own = match &stmt.kind {
            StmtKind::Assign { target, .. } => target.as_symbol(),
            StmtKind::Loop(l) => Some(l.iv),
            _ => None,
        };
        own.is_some_and(is_meant) || stmt.blocks().iter().any(|body| assigns(body, is_meant))
    })
}

fn breaks(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Jump(Jump::Break) => true,
        StmtKind::If { then, otherwise, .. } => breaks(then) || breaks(otherwise),
        _ => false,
    })
}

/// The clauses of a construct before the second loop.
fn inner_clauses(
    nest: &[&Loop],
    dress: &Dress,
    name: &dyn Fn(&&Loop) -> String,
    rng: &mut Rng,
) -> String {
    let mut clauses = schedule(rng).to_owned();
    let deeper: Vec<String> = nest[1..].iter().map(name).filter(|n| dress.outside(n)).collect();
    if !deeper.is_empty() && rng.chance(85) {
        clauses += " private(";
        clauses += &deeper.join(", ");
        clauses.push(')');
    }
    let perfect = nest.len() > 1 && nest[0].body.len() == 1 && is_rectangular(&nest[..2]);
    if perfect && rng.chance(25) {
        clauses += " collapse(2)";
    }
    if rng.chance(10) {
        clauses += *rng.pick(&[" num_threads(32)", " if(n > 3)", " num_threads(n > 1 ? n : 2)"]);
    }
    clauses
}

/// Whether no loop's bounds follow the counter of another. Where rows of other nests are empty, clang 19
/// counts their iterations wrong on the host, and does not end.
fn is_rectangular(nest: &[&Loop]) -> bool {
    let counters: Vec<_> = nest.iter().map(|l| l.iv).collect();
    let mut follows = false;
    for expr in nest.iter().flat_map(|l| [&l.lower, &l.bound]) {
        expr.walk(&mut |e| match &e.kind {
            ExprKind::Symbol(symbol) => follows |= counters.contains(symbol),
            ExprKind::Load(place) => {
                follows |= place.as_symbol().is_some_and(|symbol| counters.contains(&symbol));
            }
            _ => {}
        });
    }
    !follows
}

/// A `schedule` clause, or nothing.
fn schedule(rng: &mut Rng) -> &'static str {
    rng.pick::<&str>(&[
        "",
        "",
        "",
        "",
        " schedule(static)",
        " schedule(static,1)",
        " schedule(static,4)",
    ])
}

/// On the host, clang 19 runs too few iterations of a `distribute parallel for schedule(static, c)`
/// whose teams have one thread, as many teams on a small machine do.
const ENOUGH_THREADS: &str = "num_threads(n > 1 ? n : 2)";

fn clauses(region: &TargetRegion, form: &str, depth: usize, rng: &mut Rng) -> Vec<String> {
    let mut clauses = Vec::new();
    if rng.chance(65) {
        clauses.push("map(tofrom: A[-8192:16384], B[-8192:16384])".to_owned());
    }
    let mapped = |name: &str| {
        region.data.iter().any(|i| region.symbol(i.symbol).name == name && i.kind.is_map())
    };
    let own = form.split('+').next().unwrap_or(form);
    if mapped("idx") {
        clauses.push("map(to: idx[-8192:16384])".into());
    }
    if !form.contains(['|', '+', '{']) {
        clauses.push("private(x, y)".into());
    }
    if assigns(&region.body, &|symbol| region.symbol(symbol).name == "s") {
        clauses.push("reduction(+: s)".into());
    }
    if depth > 1 {
        clauses.push(format!("collapse({depth})"));
    } else if rng.chance(5) {
        clauses.push("collapse(1)".into());
    }
    if own.ends_with("for") {
        clauses.extend(Some(schedule(rng).trim().to_owned()).filter(|text| !text.is_empty()));
    }
    if own.contains("distribute") && rng.chance(10) {
        clauses.push((*rng.pick(&["dist_schedule(static)", "dist_schedule(static, 16)"])).into());
    }
    if own.contains("parallel") && rng.chance(10) {
        clauses.push((*rng.pick(&["num_threads(32)", ENOUGH_THREADS])).into());
    }
    if own.contains("teams") && rng.chance(15) {
        let choices = ["num_teams(4)", "thread_limit(64)", "num_teams(n / 32 + 1)"];
        let choice = *rng.pick(&choices);
        let chunked = clauses.iter().any(|clause| clause.starts_with("schedule(static,"));
        if !(chunked && choice.starts_with("num_teams")) {
            clauses.push(choice.into());
        }
    }
    clauses
}

/// A function of the programs that fails where it is not called on the host.
pub(crate) const ASKED: &str = "\
static int is_host;
static int asked(int value) {
  if (!is_host) __builtin_trap();
  return value;
}
";

/// A generator beside `rng`, which stays as it is: what is chosen with it leaves the rest of a seed's function what it is.
fn aside(rng: &Rng) -> Rng {
    Rng::new(mix(rng.clone().next()))
}

/// Has some clauses of a target construct call [`ASKED`]: the host evaluates them before the region begins, and a rewriting
/// that moves them inside has the device do it.
fn ask_the_host(clauses: &mut Vec<String>, form: &str, rng: &mut Rng) {
    const NUMBERS: [(&str, &str); 5] = [
        ("num_threads(32)", "num_threads(asked(32))"),
        (ENOUGH_THREADS, "num_threads(asked(n > 1 ? n : 2))"),
        ("num_teams(4)", "num_teams(asked(4))"),
        ("num_teams(n / 32 + 1)", "num_teams(asked(n) / 32 + 1)"),
        ("thread_limit(64)", "thread_limit(asked(64))"),
    ];
    if form.contains(['|', '{']) {
        return;
    }
    for clause in clauses.iter_mut() {
        let known = NUMBERS.iter().find(|(number, _)| number == clause);
        if let Some((_, asked)) = known.filter(|_| rng.chance(50)) {
            *clause = (*asked).to_owned();
        }
    }
    if rng.chance(3) {
        clauses.push("if(target: asked(n) > -4096)".into());
    }
}

/// Clauses of a construct before the second loop that ask the counter of the first one, which the construct before that
/// loop does not know.
fn clauses_by_counter(known: &str, counter: &str, rng: &mut Rng) -> String {
    let threads = !known.contains("num_threads") && rng.chance(6);
    let branch = !known.contains(" if(") && rng.chance(6);
    let threads = threads.then(|| format!(" num_threads(({counter} & 3) + 2)"));
    let branch = branch.then(|| format!(" if(parallel: ({counter} & 1) == 0)"));
    threads.into_iter().chain(branch).collect()
}

/// The pragmas. Of several, the first has the data and what concerns its teams; the last has the rest.
fn lines(form: &str, clauses: &[String], rng: &mut Rng) -> Vec<String> {
    let parts: Vec<&str> = form.split(['|', '{']).collect();
    let teams = parts[0].contains("teams");
    let first = |clause: &&String| {
        let of_teams = clause.starts_with("num_teams") || clause.starts_with("thread_limit");
        parts.len() == 1 || clause.starts_with("map") || teams && of_teams
    };
    let (own, rest): (Vec<&String>, Vec<&String>) = clauses.iter().partition(first);
    let line = |name: &str, clauses: &[&String]| {
        let words = clauses.iter().map(|clause| clause.as_str());
        let words: Vec<&str> = std::iter::once(name).chain(words).collect();
        format!("#pragma omp {}", words.join(" "))
    };
    let mut lines = vec![line(parts[0], &own)];
    lines.extend(form.contains('{').then(|| "  {".to_owned()));
    lines.extend(parts.get(1).map(|last| line(last, &rest)));
    match rng.below(8) {
        0 => lines[0] = lines[0].replacen(" map(", " \\\n    map(", 1),
        1 => lines[0].push_str(" // collapse(9) is only a comment"),
        2 => lines[0].push_str(" /* as is */"),
        _ => {}
    }
    lines
}
