//! Whether a rewritten text, read again, has the regions that its steps lead to, and costs what its plan says.

use std::collections::BTreeSet;
use std::path::Path;

use warpcc::emit::WORDS;
use warpcc::frontend;
use warpcc::ir::TargetRegion;
use warpcc::machine::Machine;
use warpcc::openmp::ClauseKind;
use warpcc::transfer::PREFIX;
use warpcc::{Analysis, UnitAnalysis};

use super::{Case, Outcome};
use crate::regions::{canonical, counted, expected, renamed, taken};

/// What the comparison of a rewritten unit with its plan found.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// How many regions the text has that its steps lead to.
    pub(crate) regions: usize,
    /// The plans whose price is not the count of their text, each with the numbers that differ.
    pub(crate) differences: Vec<String>,
}

/// Compares the regions of a rewritten unit with its plan; nothing where nothing is rewritten.
pub(crate) fn compare(outcome: &Outcome) -> Result<Compared, String> {
    match (&outcome.unit, outcome.rewritten()) {
        (Ok(unit), Some(rewritten)) => compare_with(&outcome.changed(), unit, rewritten),
        _ => Ok(Compared::default()),
    }
}

/// The same with a text that is to be the unit's rewriting.
pub(crate) fn compare_with(
    case: &Case,
    unit: &UnitAnalysis,
    rewritten: &[u8],
) -> Result<Compared, String> {
    let again = read(case, rewritten).map_err(|why| format!("{}: {why}", case.name))?;
    let templates = templates(&unit.unit.regions);
    let is_own = |region: &TargetRegion| {
        let is_text = !region.is_inner() && !region.is_dependent();
        is_text && !templates.contains(&plain_name(region)) && !is_added(region)
    };
    let own: Vec<_> = own_regions(unit).filter(|own| is_own(own.0)).collect();
    let expected: Vec<_> = own.iter().copied().flat_map(wanted).collect();
    let found: Vec<&TargetRegion> = again.iter().filter(|region| is_own(region)).collect();
    if expected.len() != found.len() {
        let numbers = format!("{} regions instead of {}", found.len(), expected.len());
        return Err(format!("{}: {numbers}", case.name));
    }
    if let Some(why) = own.iter().find_map(|(region, analysis, _)| renamed_by(region, analysis)) {
        return Err(format!("{}: {why}", case.name));
    }
    let mut compared = Compared::default();
    for (expected, found) in expected.iter().zip(&found) {
        let Some(expected) = expected else { continue };
        let copies_less = copies_less(unit, expected);
        let one =
            |own: &TargetRegion| canonical(&if copies_less { mapless(own) } else { own.clone() });
        let [expected, found] = [expected, *found].map(one);
        if expected != found {
            return Err(format!("{}: the text says\n{found}\ninstead of\n{expected}", case.name));
        }
        compared.regions += 1;
    }
    compared.differences = differences(case, &own, &found);
    Ok(compared)
}

/// What is wrong with the names in what the taken steps leave, if anything.
fn renamed_by(region: &TargetRegion, analysis: &Analysis) -> Option<String> {
    let variant = analysis.decision.taken()?;
    taken(region, variant).iter().find_map(|made| renamed(region, made))
}

/// The plans whose price is not the count of their regions among those that were `found`.
fn differences(
    case: &Case,
    own: &[(&TargetRegion, &Analysis, bool)],
    mut found: &[&TargetRegion],
) -> Vec<String> {
    let machine = <&Machine>::default();
    let policy = case.policy.for_unit(&case.command(&case.folder));
    let mut differences = Vec::new();
    for (region, analysis, changes_inside) in own {
        let number = wanted((region, analysis, *changes_inside)).len();
        let (written, behind) = found.split_at(number);
        found = behind;
        let Some(variant) = analysis.decision.taken().filter(|_| analysis.decision.applies())
        else {
            continue;
        };
        let of_taken = &written[..taken(region, variant).len()];
        let told = counted::difference((region, analysis), of_taken, (machine, &policy));
        differences.extend(told.map(|told| format!("{}:{} {told}", case.name, region.line)));
    }
    differences
}

/// Whether a region's maps are made tight.
fn copies_less(unit: &UnitAnalysis, region: &TargetRegion) -> bool {
    let mut written = unit.tightened.iter().filter(|own| own.is_written);
    written.any(|own| (own.file, own.directive) == (region.file, region.directive.span))
}

/// The region without its map clauses, and what numbers get in their place.
fn mapless(region: &TargetRegion) -> TargetRegion {
    let mut own = region.clone();
    let moves = [ClauseKind::Map, ClauseKind::Firstprivate];
    own.directive.clauses.retain(|clause| !moves.contains(&clause.kind()));
    own
}

fn read(case: &Case, text: &[u8]) -> Result<Vec<TargetRegion>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    case.write(folder.path(), text)?;
    let mut command = case.command(folder.path());
    let headers = Path::new(&case.folder).display();
    command.arguments.push(format!("-I{headers}"));
    frontend::load(&command).map_err(|e| e.to_string())?;
    frontend::parse(&command, WORDS).map(|unit| unit.regions).map_err(|e| e.to_string())
}

/// The functions whose text several instances share.
fn templates(regions: &[TargetRegion]) -> BTreeSet<String> {
    let shared = regions.iter().filter(|region| region.is_instance() || region.is_dependent());
    shared.map(plain_name).collect()
}

/// Whether it is a test on the device, what gathers or spreads a buffer, or the text as written for a host that runs the region.
fn is_added(region: &TargetRegion) -> bool {
    let mut conditions = region.directive.clauses_of(ClauseKind::If);
    let is_added = |name: &str| name == "warpcc_holds" || name.starts_with(PREFIX);
    region.symbols.iter().any(|own| is_added(&own.name))
        || conditions.any(|clause| clause.argument.as_deref() == Some("target: 0"))
}

/// The name of a region's function without the arguments of templates, and without its class: what stands in its text.
fn plain_name(region: &TargetRegion) -> String {
    let mut depth = 0;
    let mut is_own = |c: &char| {
        depth += i32::from(*c == '<') - i32::from(*c == '>');
        depth == 0 && *c != '>'
    };
    let name: String = region.function.chars().filter(|c| is_own(c)).collect();
    name.rsplit("::").next().unwrap_or_default().to_owned()
}

/// The unit's target regions, each with its analysis and whether a construct inside of it is changed by itself.
fn own_regions(unit: &UnitAnalysis) -> impl Iterator<Item = (&TargetRegion, &Analysis, bool)> {
    let all = || unit.unit.regions.iter().zip(&unit.analyses);
    let targets = all().filter(|(region, _)| !region.is_inner());
    targets.map(move |(region, analysis)| {
        let mut inside = all().filter(|(inner, _)| inner.is_inner() && inner.is_inside(region));
        (region, analysis, inside.any(|(_, inner)| inner.decision.applies()))
    })
}

/// What the text of a region says in the end; `None` where a construct inside of it is changed by itself.
fn wanted(
    (region, analysis, changes_inside): (&TargetRegion, &Analysis, bool),
) -> Vec<Option<TargetRegion>> {
    if changes_inside && !analysis.decision.applies() {
        return vec![None];
    }
    expected(region, &analysis.decision).into_iter().map(Some).collect()
}

/// The names of the steps that the compared units take.
pub(crate) fn kinds(outcome: &Outcome) -> BTreeSet<&'static str> {
    let analyses = outcome.unit.iter().flat_map(|unit| &unit.analyses);
    let applied = analyses.filter(|own| own.decision.applies());
    applied.flat_map(|own| own.decision.steps()).map(|step| step.kind.name()).collect()
}
