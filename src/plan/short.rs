//! Loops of threads that are shorter than a team has threads.
//!
//! The threads of a team enter a region for each iteration of the teams, and have one iteration of the inner
//! loop at most: what it takes to enter, to meet and to leave is paid for each of these. Threads that share
//! the iterations of both loops pay for it once for as many as a team has threads. How long a loop is, is
//! often known at run time only: then the host finds out whether it is short.

use std::sync::Arc;

use super::Variant;
use super::fact::Fact;
use super::gain::Gain;
use super::lanes::known_to_be;
use super::study::Study;
use super::test::host_test;
use crate::access::Accesses;
use crate::cost::{Coalescing, count};
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::symbolic::poly::Poly;

/// The most iterations that a loop may have, in eighths of a team's threads: the longer it is, the less a
/// change gains.
const MOST: [u32; 5] = [8, 7, 6, 4, 2];

/// A loop of threads that may be shorter than a team has threads.
pub(super) struct Short {
    own: LoopId,
    length: Poly,
    /// Threads of a team.
    threads: u32,
}

impl Short {
    /// The only loop of the threads inside of the teams', where its length is not known.
    pub(super) fn of(study: &Study, before: &Coalescing) -> Option<Short> {
        let [(own, map)] = before.mapping.inner.as_slice() else { return None };
        let inner = study.region.loops().into_iter().find(|l| l.id == *own)?;
        let length = study.accesses.loop_values(*own)?.trip_count.clone()?;
        let is_one = map.loops.as_slice() == [inner.id] && !map.is_serial();
        let is_known = length.as_constant().is_some();
        (is_one && !is_known).then_some(Short { own: *own, length, threads: map.team_size })
    }

    /// The variants behind tests whether the loop is short, each with what it gains where the loop is as long
    /// as its test allows.
    pub(super) fn under(
        &self,
        study: &Study,
        changed: (&TargetRegion, &Accesses),
        (before, variant): (&Coalescing, &Variant),
    ) -> impl Iterator<Item = Variant> {
        let lengths = MOST.into_iter().map(|eighths| self.threads * eighths / 8);
        lengths.filter_map(move |most| {
            let fact: Fact = known_to_be(&(&Poly::from(most) - &self.length), 0)?;
            let test = host_test(study.region, &[], &[fact], study.pricing.policy).ok()?;
            let gain = self.gain(study, most, changed, [before, &variant.after])?;
            Some(Variant { gain, test: Some(test), ..variant.clone() })
        })
    }

    /// What is gained from one count to the other where the loop has `most` iterations.
    fn gain(
        &self,
        study: &Study,
        most: u32,
        changed: (&TargetRegion, &Accesses),
        [before, after]: [&Coalescing; 2],
    ) -> Option<Gain> {
        let counted = |region, accesses, coalescing: &Coalescing| {
            let (machine, policy) = (study.pricing.machine, study.pricing.policy);
            let accesses = self.with_length(accesses, most);
            count(region, &accesses, machine, coalescing.mapping.clone(), policy)
        };
        let old = counted(study.region, study.accesses, before);
        let new = counted(changed.0, changed.1, after);
        study.gain(&old, &new)
    }

    /// The accesses where the loop has `most` iterations.
    fn with_length(&self, accesses: &Accesses, most: u32) -> Accesses {
        let mut accesses = accesses.clone();
        let mut loops = accesses.loops.to_vec();
        if let Some(values) = loops.get_mut(self.own.index()).and_then(Option::as_mut) {
            values.trip_count = Some(Poly::from(most));
        }
        accesses.loops = loops.into();
        accesses.counting = accesses.counting.map(|own| Arc::new(self.with_length(&own, most)));
        accesses
    }
}
