//! Whether two iterations pay for a copy at an end of a loop that none of them makes.
//!
//! A construct copies W bytes, and the update in the place of its copy P. Two iterations copy 2·(W − P) bytes less, and the end copies W:
//! no more in all where 2·P is no more than W, for each update. What no text proves is asked where the loop begins.

use rug::Integer;

use super::extents::Counter;
use super::lattice::number_of;
use super::parts::least;
use super::polynomial::{Asked, Polynomial};
use super::section::{Section, Shape};
use super::updates::{Moved, Plan, Saying};
use crate::id::SymbolId;

impl Plan<'_> {
    /// The [halves](Self::halves), if the text can ask for them.
    pub(super) fn asked(
        &self,
        moved: &Moved,
        forced: ([bool; 2], u32),
        saying: &Saying,
    ) -> Option<Vec<Asked>> {
        let can_ask = |own: &Asked| (saying.asks)(&own.primitive()).is_some();
        self.halves(moved, forced, saying.shape).filter(|all| all.iter().all(can_ask))
    }

    /// What must not be negative, so that no update moves more than half of what constructs map; without what never is. `forced` says
    /// whether the loop's beginning copies to the device, and its end back, in the place of updates, and `turns` how many iterations it
    /// has then at least. `None` where an update that way may move all, or is known to move more than half.
    fn halves(
        &self,
        moved: &Moved,
        (forced, turns): ([bool; 2], u32),
        shape: &Shape,
    ) -> Option<Vec<Asked>> {
        let whole = self.range.as_ref()?.bytes(shape)?;
        let mut asked: Vec<Asked> = Vec::new();
        let ways = moved.ways().into_iter().zip(forced).filter(|(_, is_forced)| *is_forced);
        for parts in ways.flat_map(|(all, _)| all) {
            let sections = parts.sections()?;
            for own in sections {
                let times = i32::try_from(2 * sections.len()).ok()?;
                let rest = whole.clone().add(&self.bytes_of(own, shape)?, -times);
                let value = self.least_of(&rest)?;
                let mut known = least(&own.length);
                known.extend(self.least_turns(turns));
                if Polynomial::number(-1).add(&value, -1).is_never_negative(&known) {
                    return None;
                }
                let positive = known.iter().filter(|(_, least)| *least > 0).map(|own| own.0);
                let is_known = value.is_never_negative(&known);
                let own = Asked { positive: positive.collect(), value };
                if !is_known && !asked.contains(&own) {
                    asked.push(own);
                }
            }
        }
        Some(asked)
    }

    /// The least value of the variable that says how many iterations the loop has, where there are so many.
    fn least_turns(&self, turns: u32) -> Vec<(SymbolId, Integer)> {
        let own = self.counters.first().filter(|own| Some(own.iv) == self.counter);
        let Some((first, last)) = own.and_then(|own| own.ends.as_ref()) else { return Vec::new() };
        let beyond = Polynomial::number(2 - i64::from(turns));
        least(&last.clone().add(first, -1).add(&beyond, 1))
    }

    fn bytes_of(&self, section: &Section, shape: &Shape) -> Option<Polynomial> {
        match number_of(section) {
            Some(number) => {
                let set = self.lattices.get(number)?;
                set.count()?.multiply(&Polynomial::number(set.bytes))
            }
            None => section.bytes(shape),
        }
    }

    /// The least value over all iterations.
    fn least_of(&self, value: &Polynomial) -> Option<Polynomial> {
        let mut value = value.clone();
        for Counter { iv, ends, .. } in self.counters.iter().rev() {
            let (rest, factor) = value.linear_in(*iv)?;
            value = match factor.number_value()? {
                none if none == 0 => rest,
                factor => {
                    let (first, last) = ends.as_ref()?;
                    let end = if factor > 0 { first } else { last };
                    rest.add(&end.multiply(&Polynomial::number(factor))?, 1)
                }
            };
        }
        Some(value)
    }
}
