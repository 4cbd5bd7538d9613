//! The offsets of a warp's lanes.

use super::layout::Layout;
use super::requests::Run;

/// Progressions of a first offset, a step and a number of lanes, in the order of the lanes.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape(Vec<(i64, i64, usize)>);

/// The lanes of a run that are in one case of an address.
pub(super) struct Part<'l> {
    pub(super) layout: &'l Layout,
    pub(super) mask: u64,
}

impl Part<'_> {
    fn offset(&self, line: Option<(i128, i128)>, run: &Run, lane: usize) -> i64 {
        let mapped = match line {
            Some((first, step)) => first.wrapping_add(step.wrapping_mul(lane as i128)) as i64,
            None => self.layout.mapped.evaluate(&run.lane(lane)),
        };
        mapped.wrapping_add(self.layout.rest_constant)
    }
}

impl Shape {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn push(&mut self, offset: i64) {
        match self.0.last_mut() {
            Some((start, step, lanes)) if *lanes == 1 => {
                (*step, *lanes) = (offset.wrapping_sub(*start), 2);
            }
            Some((start, step, lanes))
                if start.wrapping_add(step.wrapping_mul(*lanes as i64)) == offset =>
            {
                *lanes += 1;
            }
            _ => self.0.push((offset, 0, 1)),
        }
    }

    /// Adds lanes of a run in their order.
    pub(super) fn extend(&mut self, parts: &[Part], run: &Run) {
        if let [Part { layout, mask }] = parts
            && *mask == run.all()
            && let Some((first, step)) = layout.mapped.line(run)
        {
            let step = if run.lanes == 1 { 0 } else { step as i64 };
            let first = (first as i64).wrapping_add(layout.rest_constant);
            return self.0.push((first, step, run.lanes));
        }
        let lines: Vec<_> = parts.iter().map(|part| (part, part.layout.mapped.line(run))).collect();
        for lane in 0..run.lanes {
            let own = lines.iter().find(|(part, _)| part.mask >> lane & 1 == 1);
            if let Some((part, line)) = own {
                self.push(part.offset(*line, run, lane));
            }
        }
    }

    /// The number of lanes at work.
    pub(super) fn lanes(&self) -> usize {
        self.0.iter().map(|(.., lanes)| lanes).sum()
    }

    /// The least offset; `None` where no lane is at work.
    pub(super) fn least(&self) -> Option<i64> {
        let last = |(start, step, lanes): &(i64, i64, usize)| {
            start.wrapping_add(step.wrapping_mul(*lanes as i64 - 1))
        };
        self.0.iter().map(|run| run.0.min(last(run))).min()
    }

    pub(super) fn shift(&mut self, distance: i64) {
        self.0.iter_mut().for_each(|(start, ..)| *start = start.wrapping_add(distance));
    }

    /// The offset of each lane at work.
    pub(super) fn offsets(&self) -> Vec<i64> {
        let run = |(start, step, lanes): &(i64, i64, usize)| {
            let (start, step) = (*start, *step);
            (0..*lanes as i64).map(move |lane| start.wrapping_add(step.wrapping_mul(lane)))
        };
        self.0.iter().flat_map(run).collect()
    }
}
