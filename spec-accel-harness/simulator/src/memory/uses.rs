//! What kernels did with the bytes of a memory since the host copied them.

/// The bytes of a page.
const PAGE: u64 = 4096;
/// The words of a page's bits.
const WORDS: usize = (PAGE / 64) as usize;

/// What a kernel did with a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// It read what the host copied there: nothing was stored to it before.
    Read,
    /// It stored to it.
    Written,
    /// It read what the host copied there, or stored to it since then.
    Touched,
}

/// 64 bytes, a bit for each.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    read: u64,
    /// What the host copied there is gone.
    lost: u64,
    written: u64,
}

type Page = Box<[Word; WORDS]>;

/// The uses of all bytes; those that were never touched have no page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    pages: Vec<Option<Page>>,
}

impl Uses {
    /// A kernel reads bytes.
    pub(crate) fn load(&mut self, place: u64, bytes: u64) {
        self.touch(place, bytes, |word, mask| word.read |= mask & !word.lost);
    }

    /// A kernel stores bytes.
    pub(crate) fn store(&mut self, place: u64, bytes: u64) {
        self.touch(place, bytes, |word, mask| {
            word.lost |= mask;
            word.written |= mask;
        });
    }

    /// Forgets that bytes were used in this way. Where reads are forgotten, the host copies
    /// something there.
    pub(crate) fn forget(&mut self, place: u64, bytes: u64, what: Usage) {
        pieces(place, bytes, |page, at, mask| {
            let Some(Some(words)) = self.pages.get_mut(page) else { return };
            let word = &mut words[at];
            match what {
                Usage::Read | Usage::Touched => {
                    word.read &= !mask;
                    word.lost &= !mask;
                }
                Usage::Written => word.written &= !mask,
            }
        });
    }

    /// How many of these bytes were read, or written.
    pub(crate) fn count(&self, place: u64, bytes: u64, what: Usage) -> u64 {
        let mut count = 0;
        pieces(place, bytes, |page, at, mask| {
            if let Some(Some(words)) = self.pages.get(page) {
                let bits = match what {
                    Usage::Read => words[at].read,
                    Usage::Written => words[at].written,
                    Usage::Touched => words[at].read | words[at].lost,
                };
                count += u64::from((bits & mask).count_ones());
            }
        });
        count
    }

    fn touch(&mut self, place: u64, bytes: u64, mut change: impl FnMut(&mut Word, u64)) {
        let pages = place.saturating_add(bytes).div_ceil(PAGE) as usize;
        if pages > self.pages.len() {
            self.pages.resize(pages, None);
        }
        pieces(place, bytes, |page, at, mask| {
            let words = self.pages[page].get_or_insert_with(|| Box::new([Word::default(); WORDS]));
            change(&mut words[at], mask);
        });
    }
}

/// The words that have some bytes: the page, the word in it, and the bytes' bits.
fn pieces(place: u64, bytes: u64, mut see: impl FnMut(usize, usize, u64)) {
    let (mut at, end) = (place, place.saturating_add(bytes));
    while at < end {
        let to = end.min((at / 64 + 1) * 64);
        let mask = u64::MAX >> (64 - (to - at)) << (at % 64);
        see((at / PAGE) as usize, (at % PAGE / 64) as usize, mask);
        at = to;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The places of two pages.
    const PLACES: u64 = 2 * PAGE;

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Load,
        Store,
        Forget(Usage),
    }

    fn step() -> impl Strategy<Value = (Step, u64, u64)> {
        let kinds =
            [Step::Load, Step::Store, Step::Forget(Usage::Read), Step::Forget(Usage::Written)];
        let range = (0..PLACES).prop_flat_map(|place| (Just(place), 0..=300.min(PLACES - place)));
        (0..kinds.len(), range).prop_map(move |(kind, (place, bytes))| (kinds[kind], place, bytes))
    }

    proptest! {
        #[test]
        fn bits_are_those_of_each_byte(steps in proptest::collection::vec(step(), 1..40)) {
            let mut uses = Uses::default();
            let mut bytes = vec![(false, false, false); PLACES as usize];
            for (step, place, length) in steps {
                match step {
                    Step::Load => uses.load(place, length),
                    Step::Store => uses.store(place, length),
                    Step::Forget(what) => uses.forget(place, length, what),
                }
                for (read, lost, written) in &mut bytes[place as usize..(place + length) as usize] {
                    match step {
                        Step::Load => *read |= !*lost,
                        Step::Store => (*lost, *written) = (true, true),
                        Step::Forget(Usage::Read | Usage::Touched) => (*read, *lost) = (false, false),
                        Step::Forget(Usage::Written) => *written = false,
                    }
                }
            }
            for from in [0, 5, PAGE - 3] {
                let span = &bytes[from as usize..];
                let length = span.len() as u64;
                let read = span.iter().filter(|byte| byte.0).count() as u64;
                let written = span.iter().filter(|byte| byte.2).count() as u64;
                prop_assert_eq!(uses.count(from, length, Usage::Read), read);
                prop_assert_eq!(uses.count(from, length, Usage::Written), written);
                let touched = span.iter().filter(|byte| byte.0 || byte.1).count() as u64;
                prop_assert_eq!(uses.count(from, length, Usage::Touched), touched);
            }
        }
    }
}
