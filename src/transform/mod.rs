//! What may be done with a region. Each transformation is a file of this folder and a row of [`TRANSFORMS`].
//!
//! A change is a list of [`Step`]s, and a step has one meaning: what its row's `apply` makes of a region ([`applied`]). Counts, texts
//! and the tests that run what is rewritten take the region from there.

pub(crate) mod analyses;
pub(crate) mod between;
pub mod blocker;
mod bounded;
pub(crate) mod boxes;
pub(crate) mod carry;
pub(crate) mod combine;
pub(crate) mod form;
mod guards;
pub(crate) mod host;
pub(crate) mod launch;
pub(crate) mod legality;
pub(crate) mod levels;
mod movable;
pub(crate) mod nest;
pub(crate) mod order;
mod place;
mod private;
mod reverse;
pub(crate) mod rows;
pub(crate) mod scalar;
pub(crate) mod serial;
pub(crate) mod split;
pub mod step;
mod substitute;
pub(crate) mod tile;
pub(crate) mod transpose;
pub(crate) mod unroll;

use crate::access::Accesses;
use crate::ir::TargetRegion;
use form::{Context, Form};
pub(crate) use movable::assigned;
use step::{Step, StepKind, Subject};

/// The regions that a step makes of a region, one behind the other; `None` where it does not fit the region.
type Apply = fn(&TargetRegion, &Subject) -> Option<Vec<TargetRegion>>;

/// The forms of a region to which a transformation leads, from one form.
type Forms = for<'a> fn(&Form<'a>, &Context) -> Vec<Form<'a>>;

/// A transformation.
pub(crate) struct Transform {
    kind: StepKind,
    /// A step of it, in words; `{}` stands for what it is about.
    words: &'static str,
    /// What a change with it must lower the time by against one without. More than [`LEAST_MARGIN`] where a part of what it costs is
    /// known from instructions, and not from measured times.
    margin: f64,
    apply: Apply,
    /// Whether it makes other changes possible and gains nothing by itself.
    serves: bool,
    /// The nests that these other changes find then.
    forms: Option<Forms>,
}

/// What any change must lower the time by at least.
pub(crate) const LEAST_MARGIN: f64 = 1.1;

/// The same of a change that has threads enter parallel regions inside teams, or leave them.
const MARGIN_OF_LEVELS: f64 = 2.0;

const fn row(kind: StepKind, words: &'static str, apply: Apply) -> Transform {
    Transform { kind, words, margin: LEAST_MARGIN, apply, serves: false, forms: None }
}

const fn serving(kind: StepKind, words: &'static str, apply: Apply) -> Transform {
    Transform { serves: true, ..row(kind, words, apply) }
}

/// The transformations. Those with forms stand in the order in which these are looked for, each from the forms of those before.
static TRANSFORMS: &[Transform] = &[
    row(StepKind::DISTRIBUTE, "{}", split::apply),
    Transform {
        margin: MARGIN_OF_LEVELS,
        ..row(StepKind::COMBINE, "combined to {}", combine::apply)
    },
    Transform {
        forms: Some(substitute::forms),
        ..serving(
            StepKind::SUBSTITUTE,
            "definitions of line {} substituted in bounds",
            substitute::apply,
        )
    },
    Transform {
        forms: Some(place::forms),
        ..serving(StepKind::SINK, "definitions of line {} sunk", place::apply)
    },
    serving(StepKind::GUARD, "conditions and definitions of line {} sunk", place::apply),
    Transform {
        forms: Some(reverse::forms),
        ..serving(StepKind::REVERSE, "{} reversed", reverse::apply)
    },
    Transform {
        forms: Some(boxes::forms),
        ..serving(StepKind::BOX, "bounding box of {}", boxes::apply)
    },
    row(StepKind::INTERCHANGE, "interchange ({})", order::interchange),
    row(StepKind::COLLAPSE, "collapse({})", order::collapse),
    row(StepKind::SCALAR, "elements in scalars along {}", scalar::apply),
    row(StepKind::UNROLL, "{} unrolled by 16", unroll::apply),
    row(StepKind::TRANSPOSE, "iterations of {} transposed", transpose::apply),
    row(StepKind::TILE, "8 iterations of {} in each thread", tile::apply),
    row(StepKind::CARRY, "elements of {} from one iteration to the next in scalars", carry::apply),
    serving(StepKind::UNSCHEDULE, "{} removed", order::unschedule),
    Transform {
        margin: MARGIN_OF_LEVELS,
        ..row(StepKind::TEAMS, "threads share {} in each team", levels::apply)
    },
    row(StepKind::ROWS, "rows of {} through team memory", rows::build::apply),
    row(StepKind::WARPS, "lanes of a warp share {}", rows::warps::apply),
    row(StepKind::LAUNCH, "launch_bounds({})", launch::apply),
];

impl StepKind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = StepKind> {
        TRANSFORMS.iter().map(|row| row.kind)
    }

    /// The kind of that name.
    pub fn of_name(name: &str) -> Option<StepKind> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// A step of this kind about `subject`, in words.
    pub fn words(self, subject: &str) -> String {
        self.row().map_or("{}", |row| row.words).replace("{}", subject)
    }

    /// What a change with such a step must lower the time by against one without.
    pub(crate) fn margin(self) -> f64 {
        self.row().map_or(LEAST_MARGIN, |row| row.margin)
    }

    fn row(self) -> Option<&'static Transform> {
        TRANSFORMS.iter().find(|row| row.kind == self)
    }
}

/// The regions that `steps` make of a region, one behind the other: each step of what the one before leaves. `None` where one does not
/// fit it.
pub fn applied(region: &TargetRegion, steps: &[Step]) -> Option<Vec<TargetRegion>> {
    let mut regions = vec![region.clone()];
    for step in steps {
        let apply = step.kind.row()?.apply;
        let after = regions.iter().map(|region| apply(region, &step.subject));
        regions = after.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    }
    Some(regions)
}

/// The steps as a report tells them: first those for which a change is made, then those that make it possible, the last one first.
pub(crate) fn told(steps: &[Step]) -> Vec<&Step> {
    let serves = |step: &&Step| step.kind.row().is_some_and(|row| row.serves);
    let (serving, own): (Vec<&Step>, Vec<&Step>) = steps.iter().partition(serves);
    own.into_iter().chain(serving.into_iter().rev()).collect()
}

/// The region that `steps` make of a region, where they leave it one.
pub(crate) fn applied_to_one(region: &TargetRegion, steps: &[Step]) -> Option<TargetRegion> {
    let mut regions = applied(region, steps)?;
    regions.pop().filter(|_| regions.is_empty())
}

/// The region as written, and its other forms in which more loops form a nest, or more of their bounds are known before it.
pub(crate) fn forms<'a>(
    region: &'a TargetRegion,
    accesses: &'a Accesses,
    context: &Context,
) -> Vec<Form<'a>> {
    let mut forms = vec![Form::written(region, accesses)];
    for more in TRANSFORMS.iter().filter_map(|row| row.forms) {
        let found: Vec<Form> = forms.iter().flat_map(|form| more(form, context)).collect();
        forms.extend(found);
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_transformation_has_a_name_of_its_own() {
        assert!(StepKind::all().all(|kind| StepKind::of_name(kind.name()) == Some(kind)));
        let mut names: Vec<_> = StepKind::all().map(StepKind::name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TRANSFORMS.len());
        assert_eq!(StepKind::SINK.words("7"), "definitions of line 7 sunk");
    }

    /// The loop in the middle follows the outer one from both ends, once that counts up; no form has its boxes twice.
    #[test]
    fn a_form_is_what_its_steps_make() {
        let text = "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
               (symbols (symbol m i32 scalar parameter) (symbol i i32 scalar region)
                 (symbol j i32 scalar region) (symbol k i32 scalar region)
                 (symbol A ptr pointer parameter))
               (body (for i 5 > 2 -1 declares (for j (- i 1) < m 1 declares
                 (for k j < 2 1 declares (= [A (index k 4:i64) (index i 8:i64)]:i32 1))))))";
        let region = crate::ir::text::parse(text).unwrap_or_else(|e| panic!("{e}"));
        let policy = &crate::policy::Policy::STANDARD;
        let accesses = crate::access::collect(&region, policy);
        let machine = <&crate::machine::Machine>::default();
        let forms = forms(&region, &accesses, &Context { declared: 1, machine, policy });
        let is_about = |form: &Form, kind| form.steps.iter().filter(|s| s.kind == kind).count();
        assert!(forms.iter().any(|form| is_about(form, StepKind::REVERSE) == 1));
        for form in &forms {
            assert!(is_about(form, StepKind::BOX) <= 1, "{:?}", form.steps);
            let made = applied_to_one(&region, &form.steps);
            let made = made.unwrap_or_else(|| panic!("{:?}", form.steps));
            let bounds = |region: &TargetRegion| {
                let of = |l: &&crate::ir::Loop| (l.lower.clone(), l.bound.clone());
                region.nest().iter().map(of).collect::<Vec<_>>()
            };
            assert_eq!(bounds(&made), bounds(&form.region), "{:?}", form.steps);
        }
    }
}
