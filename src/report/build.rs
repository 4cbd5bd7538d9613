//! From an analysis to its report.

use std::collections::BTreeSet;

use super::findings;
use super::lanes;
use super::overlap;
use super::serial;
use super::words::{Words, access_kind, dependence_kind, pattern};
use super::{
    Access, Assumption, DebugPlace, Dependence, Finding, Guard, Loop, Mapping, Place, Plan,
    Reduction, Region, Rejected, Scalar, Sectors, Shared, Statistics,
};
use crate::Analysis;
use crate::access;
use crate::coalesce::atomics::{self, Contended};
use crate::coalesce::executions::executions;
use crate::coalesce::{lane_difference, warp};
use crate::cost::{self, Coalescing};
use crate::dependence::reduction::{self, ArrayReduction};
use crate::dependence::scalar::{self, ScalarUse, Summary};
use crate::dependence::{Dependences, Pair, Test, Verdict};
use crate::diag::Code;
use crate::emit;
use crate::id::{AccessId, LoopId};
use crate::ir::{self, DebugLocation, TargetRegion};
use crate::plan::test::HostTest;
use crate::plan::{self, Decision};
use crate::schedule::map;
use crate::source::{SourceFile, Span};
use crate::symbolic::display::Names;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, TermOp};
use crate::symbolic::value::Value;
use crate::transform::blocker::{Blocker, Cause};
use crate::transform::step::StepKind;

/// The report of one region, whose spans lie in `file`, but for the constructs inside of it that have entries of their own; its unit
/// `is_mixed` or not ([`cost::is_mixed`]).
pub(super) fn region(
    (region, inner): (&TargetRegion, Vec<Span>),
    analysis: &Analysis,
    (file, is_mixed): (&SourceFile, bool),
) -> Region {
    let words = Words { region, analysis, file, inner, names: Names::of(region) };
    let reported = analysis.accesses.iter().filter(|access| access.counted);
    let reported = reported.filter(|access| words.is_own(access.reference.span));
    let accesses: Vec<_> = reported.map(|a| self::access(&words, a)).collect();
    let contended = contended(&words);
    let findings = findings::all_findings(&words);
    let codes = codes(&words, &accesses, (&contended, &findings));
    let mut plan = plan(&words);
    let long = if_rows_are_long(&words, &codes);
    plan.left = long.or_else(|| left(&plan, &codes, (&accesses, analysis)));
    Region {
        id: region.name(),
        file: region.file_name.clone(),
        line: region.line,
        inside: region.around.first().map(|target| words.line(target.span)),
        function: region.function.clone(),
        directive: region.directive.name.clone(),
        mapping: mapping(&words, &contended, is_mixed),
        lanes: lanes::draw(&words),
        loops: region.loops().iter().map(|l| self::loop_entry(&words, l)).collect(),
        scalars: scalar::summaries(region).iter().map(|s| self::scalar(&words, s)).collect(),
        codes: codes.iter().map(ToString::to_string).collect(),
        findings,
        accesses,
        reductions: reduction::of_arrays(region, &analysis.accesses)
            .iter()
            .map(|found| self::array_reduction(&words, found))
            .collect(),
        dependences: dependences(&words),
        plan,
    }
}

/// Why accesses stay as they are, where no change was refused for it. They ask for no sector in vain; or there is nothing to change.
fn left(
    plan: &Plan,
    codes: &BTreeSet<Code>,
    (accesses, analysis): (&[Access], &Analysis),
) -> Option<String> {
    if codes.contains(&Code::AlreadyCoalesced) {
        let alone = accesses.iter().filter(|access| access.wastes_alone());
        let most = alone.filter_map(|access| Some(access.sectors_after.as_ref()?.max)).max();
        let title = Code::AlreadyCoalesced.title();
        return Some(most.map_or_else(
            || title.into(),
            |most| {
                format!(
                    "{title}: neighbours share their sectors, {most} a request; only another layout asks for fewer"
                )
            },
        ));
    }
    let is_silent = plan.rejected.is_empty() && plan.steps.is_empty();
    let reason = codes.iter().find(|code| (200..500).contains(&code.number()));
    let why = |code: &Code| {
        let obstacle = analysis.obstacles.iter().find(|obstacle| obstacle.code == *code);
        let words = obstacle.map(|own| own.why.as_str()).filter(|why| *why != code.title());
        words.map_or_else(String::new, |why| format!(": {why}"))
    };
    let reason = reason.filter(|_| is_silent);
    reason.map(|code| format!("{code}: {}{}", code.title(), why(code)))
}

/// What the counts of a region take for granted that is coalesced as it is written, if the rows of a loop are long.
fn if_rows_are_long(words: &Words, codes: &BTreeSet<Code>) -> Option<String> {
    let l = loop_of_rows(words).filter(|_| codes.contains(&Code::InteriorWarps))?;
    let name = words.loops(&[l]).pop()?;
    Some(format!(
        "accesses are coalesced if the loop {name} has many iterations, which nothing tells"
    ))
}

/// The loop whose rows may be short, where that decides whether a region is coalesced.
fn loop_of_rows(words: &Words) -> Option<LoopId> {
    let counted = words.analysis.decision.before().ok()?;
    let mut own = words.analysis.accesses.iter().filter(|own| words.is_own(own.reference.span));
    own.find_map(|access| counted.sectors[access.id.index()].as_ref()?.long_rows)
}

/// Adds one region's counters to the unit's.
pub(super) fn add_statistics(statistics: &mut Statistics, dependences: &Dependences) {
    for (test, count) in &dependences.statistics {
        let total = statistics.tests.entry(test.name().into()).or_default();
        total.tried += count.tried;
        total.proved += count.proved;
    }
}

/// The places of a region's own text that all lanes of a warp update.
fn contended(words: &Words) -> Vec<Contended> {
    let Ok(before) = words.analysis.decision.before() else { return Vec::new() };
    let (accesses, loops) = (words.counted_accesses(), words.counted_loops());
    let mut found = atomics::contended(words.region, accesses, loops, &before.mapping);
    found.retain(|place| words.is_own(place.span));
    found
}

/// The finding of one such place.
fn waits(words: &Words, place: &Contended) -> Assumption {
    let (line, text) = (words.line(place.span), words.text(place.span));
    let lanes = place.lanes;
    let text = format!(
        "{lanes} lanes of a warp update {text} (line {line}) one after the other; a reduction \
         clause lets each thread add up for itself"
    );
    Assumption { code: Code::Contended.to_string(), text }
}

fn mapping(words: &Words, contended: &[Contended], is_mixed: bool) -> Mapping {
    match words.analysis.decision.before() {
        Ok(Coalescing { mapping, .. }) => {
            let map = mapping.principal();
            let waits = contended.iter().map(|place| waits(words, place));
            let own = mapping.findings.iter().map(|own| finding(words, own));
            let findings: Vec<_> = own.chain(waits).collect();
            let texts: Vec<_> = findings.iter().map(|f| f.text.as_str()).collect();
            Mapping {
                team_size: Some(map.team_size),
                schedule: Some(map.schedule.clone()),
                team_loops: words.loops(&map.teams),
                parallel_loops: words.loops(&map.loops),
                lanes: Some(map.active()),
                barriers: words.analysis.meetings.map(|own| own.barriers(is_mixed)),
                note: (!texts.is_empty()).then(|| texts.join("; ")),
                findings,
            }
        }
        Err(code) => Mapping {
            team_size: None,
            schedule: None,
            team_loops: Vec::new(),
            lanes: None,
            barriers: None,
            findings: Vec::new(),
            parallel_loops: words.loops(&words.analysis.dependences.declared),
            note: Some(format!("{code}: {}", code.title())),
        },
    }
}

fn finding(words: &Words, finding: &map::Finding) -> Assumption {
    let advice = serial::advice(words).filter(|_| finding.code == Code::SerialRegion);
    let advice = advice.map_or(String::new(), |advice| format!("; {advice}"));
    Assumption { code: finding.code.to_string(), text: format!("{}{advice}", finding.text) }
}

fn loop_entry(words: &Words, l: &ir::Loop) -> Loop {
    let values = words.analysis.loops[l.id.index()].as_ref();
    let names = &words.names;
    let text = |value: Option<&Value>| value.map_or("?".into(), |value| names.value(value));
    let (independence, reason) = serial::independence(words, l.id);
    Loop {
        name: names.symbol(l.iv).into(),
        line: words.line(l.header),
        depth: values.map_or(0, |values| values.enclosing.len() as u32),
        lower: text(values.map(|v| &v.lower)),
        upper: text(values.map(|v| &v.upper)),
        step: values.and_then(|v| v.step.as_ref()).map_or("?".into(), ToString::to_string),
        trip_count: trip_count(names, values),
        independence: independence.into(),
        reason,
    }
}

fn trip_count(names: &Names, values: Option<&LoopValues>) -> String {
    let count = values.and_then(|values| values.trip_count.as_ref());
    count.map_or("?".into(), |count| names.poly(count))
}

fn scalar(words: &Words, summary: &Summary) -> Scalar {
    let usage = match summary.usage {
        ScalarUse::Private => "private",
        ScalarUse::Reduction => "reduction",
        ScalarUse::Carried => "carried",
        ScalarUse::Shared => "shared",
    };
    Scalar {
        name: words.names.symbol(summary.symbol).into(),
        at: words.loops(&[summary.at]).join(""),
        usage: usage.into(),
        operator: summary.operator.map(|operator| operator.symbol().into()),
        live_out: summary.live_out,
    }
}

fn array_reduction(words: &Words, found: &ArrayReduction) -> Reduction {
    let access = &words.analysis.accesses[found.access.index()];
    let reference = &access.reference;
    Reduction {
        line: words.line(reference.span),
        text: words.shown(access),
        base: words.base(&reference.address.root),
        operator: found.operator.symbol().into(),
        loops: words.loops(&found.loops),
        indirect: found.indirect,
    }
}

fn access(words: &Words, access: &access::Access) -> Access {
    let decision = &words.analysis.decision;
    let reference = &access.reference;
    let index = access.id.index();
    let before = decision.before().ok();
    let after = decision.after().filter(|_| decision.applies()).or(before);
    let sectors = |c: Option<&Coalescing>| c?.sectors[index].as_ref().map(report_sectors);
    let shared = |c: Option<&Coalescing>| c?.sectors[index].as_ref()?.shared.as_ref().map(union);
    let counted = words.counted(access);
    let loops = &counted.reference.loops;
    let map = before.map(|c| c.mapping.of(loops));
    let bounds = words.counted_loops();
    let difference = map.map_or(Value::Unknown(Code::UnmodelledMapping), |map| {
        lane_difference(counted, bounds, map)
    });
    let mapped = after.map_or(Vec::new(), |after| after.mapping.of(loops).spread());
    let sectors_after = after.and_then(|after| after.sectors[index].as_ref());
    let repeated = sectors_after.map_or(&loops[..], |after| &after.around.loops[..]);
    let position = words.file.position(reference.span.start);
    let text = words.text(reference.span);
    Access {
        line: words.line(reference.span),
        column: position.column,
        shown: Some(words.shown(access)).filter(|shown| *shown != text),
        text,
        debug: reference.debug.as_deref().map(debug_place),
        base: words.base(&reference.address.root),
        kind: access_kind(reference.kind).into(),
        bytes: access.bytes(),
        address: words.address(if is_known(access) { access } else { counted }),
        lane_difference: words.names.value(&difference),
        pattern: before.map_or("unknown", |before| pattern(before.pattern(counted, bounds))).into(),
        sectors_before: sectors(before),
        sectors_after: sectors(after),
        shared_before: shared(before),
        shared_after: shared(after),
        l1_missed: words
            .analysis
            .lines
            .get(index)
            .copied()
            .flatten()
            .map(|own| (own.missed_part() * 1000.0).round() / 1000.0),
        executions: words.names.poly(&executions(bounds, repeated, &mapped)),
    }
}

fn debug_place(location: &DebugLocation) -> DebugPlace {
    let DebugLocation { file, position } = location;
    DebugPlace { file: file.to_string(), line: position.line, column: position.column }
}

/// Whether an address is made of what the region does not change, and counters.
fn is_known(access: &access::Access) -> bool {
    let unknown =
        |atom: &Atom| matches!(atom, Atom::Term(term) if matches!(term.op, TermOp::Unknown { .. }));
    let address = &access.reference.address;
    address.offset.unknown().is_none() && !address.offset.any_atom(&mut |atom| unknown(atom))
}

fn report_sectors(sectors: &warp::Sectors) -> Sectors {
    let [mean, likely] = [sectors.mean, sectors.likely].map(thousandths);
    let differs = (sectors.mean - sectors.likely).abs() >= 0.001;
    let likely = differs.then_some(likely);
    Sectors { min: sectors.min, max: sectors.max, mean, likely }
}

fn thousandths(mean: f64) -> f64 {
    (mean * 1000.0).round() / 1000.0
}

fn union(union: &warp::Union) -> Shared {
    let warp::Union { accesses, bytes, sectors } = union;
    let mean = thousandths(sectors.mean);
    let sectors = Sectors { min: sectors.min as u32, max: sectors.max as u32, mean, likely: None };
    Shared { accesses: *accesses, bytes: *bytes, sectors }
}

fn dependences(words: &Words) -> Vec<Dependence> {
    let dependences = &words.analysis.dependences;
    let mut all = dependences.graph.vectors();
    let mut vectors = |index| all.remove(&index).unwrap_or_default();
    let numbered = dependences.pairs.iter().enumerate();
    let is_own =
        |access: AccessId| words.is_own(words.analysis.accesses[access.index()].reference.span);
    let own = numbered.filter(|(_, pair)| is_own(pair.source) || is_own(pair.sink));
    own.map(|(index, pair)| Dependence { vectors: vectors(index), ..dependence(words, pair) })
        .collect()
}

fn dependence(words: &Words, pair: &Pair) -> Dependence {
    let place = |id: AccessId| {
        let access = &words.analysis.accesses[id.index()];
        Place { line: words.line(access.reference.span), text: words.shown(access) }
    };
    let difference = pair.difference(&words.analysis.accesses, &words.names);
    let outcome = outcome(pair, difference);
    let base = &words.analysis.accesses[pair.source.index()].reference.address.root;
    Dependence {
        kind: dependence_kind(pair.kind).into(),
        base: words.base(base),
        source: place(pair.source),
        sink: place(pair.sink),
        loops: words.loops(&outcome.loops),
        verdict: outcome.verdict.into(),
        test: outcome.test.name().into(),
        proof: outcome.proof,
        pairs: 1 + pair.same.len() as u32,
        vectors: Vec::new(),
        assumptions: outcome.assumptions.iter().map(ToString::to_string).collect(),
        conditions: pair.conditions.iter().map(|c| words.condition(c)).collect(),
    }
}

/// The verdicts of all subsets as one.
struct Outcome {
    verdict: &'static str,
    test: Test,
    loops: Vec<LoopId>,
    proof: Vec<String>,
    assumptions: BTreeSet<Code>,
}

fn outcome(pair: &Pair, mut proof: Vec<String>) -> Outcome {
    let mut verdict = "independent";
    let mut test = Test::Base;
    let mut open: BTreeSet<LoopId> = BTreeSet::new();
    let mut assumptions = BTreeSet::new();
    for (mask, answer) in &pair.verdicts {
        match answer {
            Verdict::Independent(found) => {
                test = test.max(found.test);
                assumptions.extend(&found.assumptions);
                if found.test != Test::Base || !proof.ends_with(&found.steps) {
                    proof.extend(found.steps.iter().cloned());
                }
            }
            Verdict::Dependent(point) => {
                verdict = "dependent";
                test = Test::Exact;
                open.extend(pair.subset(*mask));
                proof.push(format!("both at {point}"));
            }
            Verdict::Unknown(code) => {
                verdict = if verdict == "dependent" { verdict } else { "unknown" };
                open.extend(pair.subset(*mask));
                let line = format!("not proved: {}", code.title());
                if proof.last() != Some(&line) {
                    proof.push(line);
                }
            }
        }
    }
    let all = verdict == "independent";
    let loops = pair.loops.iter().copied().filter(|l| all || open.contains(l)).collect();
    if all {
        let words = match test {
            Test::Atomic => "no two iterations have an order: independent",
            _ => "no two iterations touch a common byte: independent",
        };
        proof.push(words.into());
    }
    Outcome { verdict, test, loops, proof, assumptions }
}

fn plan(words: &Words) -> Plan {
    let decision = &words.analysis.decision;
    let before = decision.before().ok();
    let after = decision.after().or(before);
    let sum = |c: &Coalescing, counted: fn(warp::Sectors) -> warp::Sectors| {
        let accesses = &words.analysis.accesses;
        let own = |access: &access::Access| words.is_own(access.reference.span);
        let sectors = accesses.iter().zip(&c.sectors);
        let sectors =
            sectors.map(|(access, sectors)| sectors.clone().filter(|_| own(access)).map(counted));
        let sectors: Vec<_> = sectors.collect();
        let mappings = [&c.mapping, &after.unwrap_or(c).mapping];
        cost::per_iteration(accesses, &c.loops, &sectors, mappings, &words.names)
    };
    let cost = |c: Option<&Coalescing>| c.map_or("unknown".into(), |c| sum(c, |sectors| sectors));
    let both = [before, after].into_iter().flatten();
    let shares = both.flat_map(|c| &c.sectors).flatten().any(|sectors| sectors.shared.is_some());
    let distinct = |c: Option<&Coalescing>| {
        c.filter(|_| shares).map(|c| sum(c, warp::Sectors::without_shared))
    };
    let assumption = |code: &Code| Assumption { code: code.to_string(), text: code.title().into() };
    let taken = decision.taken();
    let gain = decision.gain();
    Plan {
        guard: decision.test().map(|test| guard(words, test)),
        instances: taken.and_then(|taken| taken.instances.clone()),
        steps: words.steps(decision.steps()),
        applied: decision.applies(),
        sectors_per_warp_before: cost(before),
        sectors_per_warp_after: cost(after),
        distinct_per_warp_before: distinct(before),
        distinct_per_warp_after: distinct(after),
        gain: rounded(gain.likely),
        gain_range: [rounded(gain.range.0), rounded(gain.range.1)],
        parallelism: rounded(gain.parallelism),
        recovery: rounded(gain.recovery),
        left: None,
        assumptions: taken.iter().flat_map(|taken| &taken.assumptions).map(assumption).collect(),
        rejected: rejected(words),
        edits: edits(words),
    }
}

/// The test before a region, and what is done where it fails.
fn guard(words: &Words, test: &HostTest) -> Guard {
    let otherwise = words.analysis.decision.otherwise();
    let lengths = test.lengths.iter().map(|length| format!("{length} > 0"));
    Guard {
        test: if test.reads.is_empty() { &test.expression } else { &test.on_device }.clone(),
        translated: test.translated.clone(),
        conditions: test.conditions.iter().map(|c| words.condition(c)).collect(),
        facts: test.facts.iter().map(|fact| words.fact(fact)).chain(lengths).collect(),
        otherwise: otherwise.map_or(Vec::new(), |otherwise| words.steps(&otherwise.steps)),
    }
}

/// The candidates that were not taken, and what is not written.
fn rejected(words: &Words) -> Vec<Rejected> {
    let decision = &words.analysis.decision;
    let mut rejected: Vec<_> = decision
        .rejected
        .iter()
        .filter_map(|r| {
            let mut steps = words.steps(&r.steps).into_iter();
            Some(Rejected {
                step: steps.next()?,
                further_steps: steps.collect(),
                conditions: r.blocker.conditions.iter().map(|c| words.condition(c)).collect(),
                untested: untested(decision, r).map(|why| match r.blocker.conditions.len() {
                    0 | 1 => why.to_owned(),
                    number => format!("{why} ({number} conditions)"),
                }),
                code: r.blocker.code.to_string(),
                reason: reason(words, &r.blocker),
            })
        })
        .collect();
    let step = words.steps(decision.steps()).into_iter().next();
    if let (Some(code), Some(step)) = (decision.not_applied(), step) {
        let (code, reason) = (code.to_string(), words.not_applied(code));
        let (further_steps, conditions, untested) = (Vec::new(), Vec::new(), None);
        rejected.push(Rejected { step, further_steps, code, reason, conditions, untested });
    }
    rejected
}

/// A refusal in words, and where names may denote one array, which of them nothing keeps apart.
fn reason(words: &Words, blocker: &Blocker) -> String {
    let reason = words.blocker(blocker);
    let open = match &blocker.cause {
        Cause::Accesses(a, b, _) if blocker.code == Code::MayAlias => {
            overlap::open(words, [*a, *b])
        }
        _ => None,
    };
    open.map_or_else(|| reason.clone(), |open| format!("{reason}; {open}"))
}

/// Why no test of a refused change's conditions is made, where there are some, and no test.
fn untested(decision: &Decision, rejected: &plan::Rejected) -> Option<&'static str> {
    let blocker = &rejected.blocker;
    let open = !blocker.conditions.is_empty() && decision.test().is_none();
    let of_its_text = |other: &plan::Rejected| {
        other.blocker.code == Code::NotEditable && other.steps == rejected.steps
    };
    let has_no_text = decision.not_applied().is_some() || decision.rejected.iter().any(of_its_text);
    let otherwise = if has_no_text {
        "the text of the change cannot be written"
    } else {
        "the change does not pay enough"
    };
    open.then(|| blocker.untested.unwrap_or(otherwise))
}

/// Two decimals of a factor.
fn rounded(factor: f64) -> f64 {
    (factor * 100.0).round() / 100.0
}

/// The edits of the main file, all of whose new text is UTF-8 and compiles with other macros as well. Those of a header would change units
/// that nobody looked at.
fn edits(words: &Words) -> Option<Vec<super::Edit>> {
    let Words { region, analysis, file, .. } = words;
    let set = &analysis.edits;
    let is_header = region.file.index() != 0 && !set.is_empty();
    if is_header || !set.holds_elsewhere(region, file) {
        return None;
    }
    let entry = |edit: &emit::Edit| {
        let (start, end) = (file.position(edit.span.start), file.position(edit.span.end));
        Some(super::Edit {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            text: String::from_utf8(edit.text.clone()).ok()?,
        })
    };
    set.edits().iter().map(entry).collect()
}

/// Whether accesses were counted that several lanes make, each of them where it is known which iterations these run.
fn has_lanes(words: &Words, counted: &Coalescing) -> bool {
    let of_access = |access: &access::Access| {
        counted.sectors[access.id.index()].as_ref()?;
        let loops = &words.counted(access).reference.loops;
        Some(counted.mapping.of(loops)).filter(|map| !map.is_serial())
    };
    let own = words.analysis.accesses.iter().filter(|own| words.is_own(own.reference.span));
    let maps: Vec<_> = own.filter_map(of_access).collect();
    !maps.is_empty() && maps.iter().all(|map| !map.loops.is_empty())
}

/// Whether an expression of the region uses memory in a way that is not understood, as a load of an `_Atomic` object is.
fn uses_more_memory(words: &Words) -> bool {
    let mut found = false;
    ir::walk_statements(&words.region.body, &mut |stmt| {
        stmt.walk_own(&mut |expr| {
            found |= matches!(expr.kind, ir::ExprKind::Opaque { effects: true, .. });
        });
    });
    found
}

/// The findings of a region: what was improved, what stays, and why nothing was done.
fn codes(
    words: &Words,
    accesses: &[Access],
    (contended, findings): (&[Contended], &[Finding]),
) -> BTreeSet<Code> {
    let analysis = words.analysis;
    let decision = &analysis.decision;
    let mut codes: BTreeSet<Code> = BTreeSet::new();
    let remains = accesses.iter().any(Access::is_wasteful);
    let waiting = contended.iter().filter(|place| place.access.is_some()).count();
    codes.extend((!contended.is_empty()).then_some(Code::Contended));
    let launches = decision.steps().iter().any(|step| step.kind == StepKind::LAUNCH);
    if decision.applies() {
        codes.extend(decision.moves_accesses().then_some(Code::Improved));
        codes.extend(launches.then_some(Code::FewIterations));
        codes.extend(decision.test().map(|_| Code::HostTest));
    } else {
        codes.extend(decision.not_applied());
    }
    match decision.before() {
        Err(code) => {
            codes.insert(code);
        }
        Ok(counted) if counted.mapping.is_serial() => {}
        Ok(_) if remains => {
            codes.insert(Code::Uncoalesced);
        }
        Ok(counted)
            if !decision.moves_accesses()
                && accesses.len() > waiting
                && has_lanes(words, counted)
                && !uses_more_memory(words) =>
        {
            let is_sure = loop_of_rows(words).is_none();
            codes.insert(if is_sure { Code::AlreadyCoalesced } else { Code::InteriorWarps });
        }
        Ok(_) => {}
    }
    let of_mapping = decision.before().into_iter().flat_map(|counted| &counted.mapping.findings);
    codes.extend(of_mapping.map(|finding| finding.code));
    codes.extend(findings.iter().filter_map(|finding| Code::parse(&finding.code)));
    if !decision.shared_counters.is_empty() {
        codes.insert(Code::SharedInnerVariable);
    }
    if remains && !decision.moves_accesses() {
        let reasons: BTreeSet<Code> = decision.rejected.iter().map(|r| r.blocker.code).collect();
        let others: Vec<Code> = reasons.iter().copied().filter(|c| *c != Code::NoGain).collect();
        match others.as_slice() {
            [] if codes.contains(&Code::CounterAssigned) => {}
            [] if reasons.is_empty() && decision.before.is_ok() => {
                codes.extend([Code::NoOtherLoop]);
            }
            [] => codes.extend(reasons),
            others => codes.extend(others),
        }
    }
    let is_untested = |r: &plan::Rejected| untested(decision, r).is_some();
    if remains && decision.rejected.iter().any(is_untested) {
        codes.insert(Code::Untested);
    }
    codes.extend(analysis.obstacles.iter().map(|obstacle| obstacle.code));
    codes
}
