//! Which bytes of a memory hold a value that something wrote.

/// The bytes of a page.
const PAGE: u64 = 4096;
/// The words of a page's bits.
const WORDS: usize = (PAGE / 64) as usize;

/// The bytes of one page.
#[derive(Clone, Debug, Default)]
enum Page {
    #[default]
    None,
    All,
    /// A bit for each byte.
    Some(Box<[u64; WORDS]>),
}

/// A set of places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pages: Vec<Page>,
}

impl Written {
    /// Bytes get values.
    pub(crate) fn mark(&mut self, place: u64, bytes: u64) {
        let pages = place.saturating_add(bytes).div_ceil(PAGE) as usize;
        if pages > self.pages.len() {
            self.pages.resize(pages, Page::None);
        }
        self.set(place, bytes, true);
    }

    /// Bytes lose their values.
    pub(crate) fn clear(&mut self, place: u64, bytes: u64) {
        let end = place.saturating_add(bytes).min(self.pages.len() as u64 * PAGE);
        self.set(place, end.saturating_sub(place), false);
    }

    /// Whether one of these bytes has a value.
    pub(crate) fn has_any(&self, place: u64, bytes: u64) -> bool {
        (place..place + bytes).any(|place| match self.pages.get((place / PAGE) as usize) {
            Some(Page::All) => true,
            Some(Page::Some(bits)) => bits[(place % PAGE / 64) as usize] >> (place % 64) & 1 == 1,
            _ => false,
        })
    }

    /// Gives the bytes at `to` what those at `from` have.
    pub(crate) fn copy(&mut self, from: u64, to: u64, bytes: u64) {
        let had: Vec<bool> = (0..bytes).map(|k| self.has_any(from + k, 1)).collect();
        let mut at = to;
        for run in had.chunk_by(|a, b| a == b) {
            let length = run.len() as u64;
            if run[0] {
                self.mark(at, length);
            } else {
                self.clear(at, length);
            }
            at += length;
        }
    }

    fn set(&mut self, place: u64, bytes: u64, value: bool) {
        let end = place + bytes;
        let mut at = place;
        while at < end {
            let page = at / PAGE;
            let to = end.min((page + 1) * PAGE);
            self.pages[page as usize].set(at % PAGE, to - page * PAGE, value);
            at = to;
        }
    }
}

impl Page {
    /// Sets the bits of the bytes from `first` to before `end`.
    fn set(&mut self, first: u64, end: u64, value: bool) {
        match (&mut *self, value) {
            _ if end - first == PAGE => *self = if value { Page::All } else { Page::None },
            (Page::All, true) | (Page::None, false) => {}
            (Page::Some(bits), _) => set_bits(bits, first, end, value),
            (_, value) => {
                let mut bits = Box::new([if value { 0 } else { u64::MAX }; WORDS]);
                set_bits(&mut bits, first, end, value);
                *self = Page::Some(bits);
            }
        }
    }
}

fn set_bits(bits: &mut [u64; WORDS], first: u64, end: u64, value: bool) {
    let mut at = first;
    while at < end {
        let to = end.min((at / 64 + 1) * 64);
        let mask = u64::MAX >> (64 - (to - at)) << (at % 64);
        let word = &mut bits[(at / 64) as usize];
        *word = if value { *word | mask } else { *word & !mask };
        at = to;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The places of three pages.
    const PLACES: usize = 3 * PAGE as usize;

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Mark(u64, u64),
        Clear(u64, u64),
        Copy(u64, u64, u64),
    }

    fn step() -> impl Strategy<Value = Step> {
        let range =
            || (0..PLACES as u64).prop_flat_map(|place| (Just(place), 0..=PLACES as u64 - place));
        prop_oneof![
            range().prop_map(|(place, bytes)| Step::Mark(place, bytes)),
            range().prop_map(|(place, bytes)| Step::Clear(place, bytes)),
            (0..PLACES as u64 / 2, 0..PLACES as u64 / 2, 0..PLACES as u64 / 2)
                .prop_map(|(from, to, bytes)| Step::Copy(from, to, bytes)),
        ]
    }

    proptest! {
        #[test]
        fn pages_of_bits_are_a_set(steps in proptest::collection::vec(step(), 1..12)) {
            let mut written = Written::default();
            let mut set = vec![false; PLACES];
            let range = |place: u64, bytes: u64| place as usize..(place + bytes) as usize;
            for step in steps {
                match step {
                    Step::Mark(place, bytes) => {
                        written.mark(place, bytes);
                        set[range(place, bytes)].fill(true);
                    }
                    Step::Clear(place, bytes) => {
                        written.clear(place, bytes);
                        set[range(place, bytes)].fill(false);
                    }
                    Step::Copy(from, to, bytes) => {
                        written.copy(from, to, bytes);
                        set.copy_within(range(from, bytes), to as usize);
                    }
                }
            }
            for (place, value) in set.iter().enumerate() {
                prop_assert_eq!(written.has_any(place as u64, 1), *value, "{}", place);
            }
        }
    }
}
