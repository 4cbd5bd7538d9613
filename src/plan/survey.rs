//! All orders of the loops of all forms of a region, checked and priced: the best without a test, and the best behind one.

use rayon::prelude::*;

use super::fact::Fact;
use super::pricing::{Priced, Pricing};
use super::test::{self, HostTest};
use super::{Rejected, assumptions};
use crate::cost::Coalescing;
use crate::dependence::Dependences;
use crate::diag::Code;
use crate::transform::blocker::{Blocker, Untested};
use crate::transform::form::Form;
use crate::transform::order::{self, Candidate};
use crate::transform::{LEAST_MARGIN, boxes, legality};

/// The best candidates so far.
#[derive(Default)]
pub(super) struct Best<'a> {
    /// Legal as it is.
    pub(super) plain: Option<Priced>,
    /// Legal under a test.
    pub(super) tested: Option<Tested<'a>>,
}

/// A candidate that is legal under a test, and the pricing of its form.
pub(super) struct Tested<'a> {
    pub(super) priced: Priced,
    pub(super) test: HostTest,
    pricing: Pricing<'a>,
}

impl Best<'_> {
    /// Forgets the candidate under a test where the one without is almost as good.
    fn prefer_untested(&mut self) {
        let Some(plain) = &self.plain else { return };
        self.tested.take_if(|Tested { priced, pricing, .. }| {
            pricing.compare(priced, plain).0 <= LEAST_MARGIN
        });
    }
}

/// The best candidates of all forms, on the terms of `pricing`, compared with `base`; those that are refused go into `rejected`.
pub(super) fn survey<'a>(
    rejected: &mut Vec<Rejected>,
    base: &Coalescing,
    forms: &'a [Form<'a>],
    dependences: &Dependences,
    pricing: &Pricing<'a>,
) -> Best<'a> {
    let Pricing { declared, machine, .. } = *pricing;
    let mut best = Best::default();
    for form in forms {
        let pricing = Pricing { form, ..*pricing };
        let dependences = form.dependences.as_deref().unwrap_or(dependences);
        let Form { region, accesses, .. } = form;
        let candidates = order::enumerate(region, accesses, declared.len(), machine);
        if forms.len() == 1 && candidates.iter().all(|c| c.depth <= declared.len()) {
            let refused = order::why_none(&form.region, dependences);
            rejected.extend(refused.map(|(step, blocker)| Rejected { steps: vec![step], blocker }));
        }
        let concerned = candidates.into_iter().filter(|candidate| form.concerns(candidate));
        let concerned: Vec<_> = concerned.collect();
        let try_out = |candidate| pricing.try_out(dependences, base, candidate);
        let tried: Vec<_> = if concerned.len() < MIN_PARALLEL {
            concerned.into_iter().map(try_out).collect()
        } else {
            concerned.into_par_iter().map(try_out).collect()
        };
        tried.into_iter().for_each(|tried| pricing.keep(rejected, &mut best, tried));
    }
    best.prefer_untested();
    best
}

/// A candidate that was checked.
struct Tried {
    candidate: Candidate,
    legal: Result<Legal, Blocker>,
}

/// A candidate as it may be used, what must be tested first, and its price.
struct Legal {
    candidate: Candidate,
    open: Option<Blocker>,
    priced: Result<Priced, Blocker>,
}

/// What a change must lower the time by whose test is a launch of its own.
const MARGIN_OF_LAUNCHES: f64 = 2.0;

/// With fewer candidates than these, starting threads takes longer than pricing.
const MIN_PARALLEL: usize = 6;

impl<'a> Pricing<'a> {
    /// Checks and prices one candidate.
    fn try_out(
        &self,
        dependences: &Dependences,
        base: &Coalescing,
        mut candidate: Candidate,
    ) -> Tried {
        if self.policy.limit.is_over() {
            return Tried { candidate, legal: Err(Blocker::unmodelled(Code::OverBudget)) };
        }
        candidate.steps.splice(..0, boxes::steps_for(self.form, &candidate));
        let (legal, open) = match legality::check(self.form, dependences, &candidate, self.policy) {
            Ok(checked) => checked,
            Err(blocker) => return Tried { candidate, legal: Err(blocker) },
        };
        let mut priced = self.price(base, legal.clone());
        if let Ok(priced) = &mut priced {
            priced.assumptions = assumptions(dependences);
        }
        Tried { candidate, legal: Ok(Legal { candidate: legal, open, priced }) }
    }

    /// Keeps a candidate in `best`, or its refusal in `rejected`.
    fn keep(
        &self,
        rejected: &mut Vec<Rejected>,
        best: &mut Best<'a>,
        Tried { candidate, legal }: Tried,
    ) {
        let Legal { candidate: legal, open, priced } = match legal {
            Ok(legal) => legal,
            Err(_) if self.form.is_speculative() => return,
            Err(blocker) => return refuse(rejected, candidate, blocker),
        };
        let room = priced.as_ref().ok().and_then(|priced| priced.room.as_ref());
        let open = open.or_else(|| room.map(|room| room.otherwise.clone()));
        let room = room.map(|room| room.fact.clone());
        match (open, priced) {
            (Some(mut blocker), priced) => {
                let facts: Vec<Fact> = self.facts.iter().cloned().chain(room).collect();
                let test =
                    test::host_test(&self.form.region, &blocker.conditions, &facts, self.policy);
                let tested = test.and_then(|test| Ok((worth_it(&test, priced)?, test)));
                let better = |new: &Priced| match &best.tested {
                    Some(old) => self.better(new, &old.priced),
                    None => true,
                };
                match tested {
                    Ok((priced, test)) if better(&priced) => {
                        best.tested = Some(Tested { priced, test, pricing: *self });
                    }
                    Ok(_) => blocker.untested = Some("another change saves more"),
                    Err(why) => blocker.untested = Some(why),
                }
                if !self.form.is_speculative() {
                    refuse(rejected, legal, blocker);
                }
            }
            (None, Ok(priced)) => match &mut best.plain {
                Some(old) if !self.better(&priced, old) => displace(rejected, priced.candidate),
                old => old
                    .replace(priced)
                    .into_iter()
                    .for_each(|old| displace(rejected, old.candidate)),
            },
            (None, Err(blocker)) => refuse(rejected, legal, blocker),
        }
    }
}

/// A change that pays for its test, too.
fn worth_it(test: &HostTest, priced: Result<Priced, Blocker>) -> Result<Priced, Untested> {
    let priced = priced.map_err(|_| "the change does not pay")?;
    if test.reads.is_empty() || priced.gain.time() > MARGIN_OF_LAUNCHES {
        Ok(priced)
    } else {
        Err("the device would make the test, a launch more, and the change does not halve the time")
    }
}

/// Keeps a refusal; that of a variant only where it has a reason of its own.
fn refuse(rejected: &mut Vec<Rejected>, candidate: Candidate, blocker: Blocker) {
    let same = |old: &Rejected| (old.blocker.code, old.blocker.at) == (blocker.code, blocker.at);
    let dull = blocker.code == Code::NoGain || rejected.iter().any(same);
    if !(candidate.variant && dull) {
        rejected.push(Rejected { steps: candidate.steps, blocker });
    }
}

/// Keeps a legal candidate that another one beats.
fn displace(rejected: &mut Vec<Rejected>, candidate: Candidate) {
    let blocker = Blocker::in_words(Code::NoGain, None, "another change saves more");
    refuse(rejected, candidate, blocker);
}
