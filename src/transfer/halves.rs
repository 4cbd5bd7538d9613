//! Whether two iterations pay for a copy at an end of a loop that none of them makes.
//!
//! A construct copies W bytes, and the update in the place of its copy P. Two iterations copy 2·(W − P) bytes less, and the end copies W:
//! no more in all where 2·P is no more than W, for each update. What no text proves is asked where the loop begins.

use rug::Integer;

use super::extents::hull;
use super::lattice::number_of;
use super::parts::least;
use super::polynomial::Polynomial;
use super::section::{Section, Shape};
use super::updates::{Asked, Moved, Plan, Saying};
use crate::id::SymbolId;

impl Plan<'_> {
    /// What must hold, so that no update moves more than half of what constructs map; without what always does. `forced` says whether
    /// the loop's beginning copies to the device, and its end back, in the place of updates, and `turns` how many iterations it has
    /// then at least. `None` where an update that way may move all, is known to move more than half, or no text can ask for it.
    pub(super) fn asked(
        &self,
        moved: &Moved,
        (forced, turns): ([bool; 2], u32),
        saying: &Saying,
    ) -> Option<Vec<Asked>> {
        let whole = self.range.as_ref()?.bytes(saying.shape)?;
        let is_positive = |factor: &Polynomial| Some(factor.number_value()? > 0);
        let mut asked: Vec<Asked> = Vec::new();
        let ways = moved.ways().into_iter().zip(forced).filter(|(_, is_forced)| *is_forced);
        for parts in ways.flat_map(|(all, _)| all) {
            let sections = parts.sections()?;
            for own in sections {
                let times = i32::try_from(2 * sections.len()).ok()?;
                let rest = whole.clone().add(&self.bytes_of(own, saying.shape)?, -times);
                let (value, _) = hull(&rest, &self.counters, &is_positive)?;
                let mut known = least(&own.length);
                known.extend(self.least_turns(turns));
                if Polynomial::number(-1).add(&value, -1).is_never_negative(&known) {
                    return None;
                }
                let is_new = asked.iter().all(|own| own.value != value);
                if is_new && !value.is_never_negative(&known) {
                    let positive = known.iter().filter(|(_, least)| *least > 0).map(|own| own.0);
                    let primitive = value.primitive(&positive.collect::<Vec<_>>());
                    asked.push(Asked { condition: (saying.asks)(&primitive)?, value });
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
            Some(number) => self.lattices.get(number)?.size(),
            None => section.bytes(shape),
        }
    }
}
