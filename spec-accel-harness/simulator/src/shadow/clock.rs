//! Which access comes before which: the order that barriers and atomic operations make among threads (happens-before).
//!
//! Time is a number that grows with each event that orders threads. A barrier of a whole team needs one number for all of its threads,
//! so that the usual case costs one comparison. What a thread learns otherwise – at a barrier of some threads, at a barrier of lanes,
//! by an atomic operation – is a short list of threads and times (`FastTrack`, Flanagan and Freund, PLDI 2009, section 3, with the
//! vectors kept sparse). A list that grows too long becomes "everything before now": then a race may be missed, and none is invented.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The most entries of a list.
const MOST_PARTS: usize = 64;
/// The most addresses of atomic operations that are remembered.
const MOST_ADDRESSES: usize = 1 << 16;

/// When a thread of the launch did something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// The number of the team times the threads of a team, plus the number of the thread in its team.
    pub(super) thread: u32,
    pub(super) time: u32,
}

/// Of whom a thread knows something: a thread, or all threads of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Thread(u32),
    Team(u32),
}

/// What comes before whatever a thread does next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known {
    /// Everything before this time.
    floor: u32,
    /// What some did before a time, in the order of [`Who`].
    parts: Vec<(Who, u32)>,
}

impl Known {
    fn time(&self, who: Who) -> u32 {
        let place = self.parts.binary_search_by_key(&who, |part| part.0);
        place.map_or(self.floor, |place| self.parts[place].1.max(self.floor))
    }

    fn learn(&mut self, who: Who, time: u32) {
        match self.parts.binary_search_by_key(&who, |part| part.0) {
            Ok(place) => self.parts[place].1 = self.parts[place].1.max(time),
            Err(place) => self.parts.insert(place, (who, time)),
        }
    }

    fn join(&mut self, other: &Known) {
        self.floor = self.floor.max(other.floor);
        other.parts.iter().for_each(|(who, time)| self.learn(*who, *time));
    }

    /// Keeps the list short.
    fn bounded(mut self, now: u32) -> Known {
        if self.parts.len() > MOST_PARTS {
            self.floor = now;
        }
        let floor = self.floor;
        self.parts.retain(|part| part.1 > floor);
        self
    }
}

/// Lanes of a warp, by the number of the warp in its team.
pub(crate) type Lanes = (usize, u32);

/// The clock of a launch.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    now: u32,
    /// When the launch began: what was done before it comes before.
    pub(super) launch: u32,
    /// When the team began.
    pub(super) begun: u32,
    /// The number of the team whose threads run now, and the number of threads in a team.
    team: u32,
    threads: u32,
    /// When all threads of the team were at a barrier.
    barrier: u32,
    /// What all threads of the team know.
    common: Arc<Known>,
    /// What single threads know beyond that.
    own: Vec<Option<Arc<Known>>>,
    /// What a thread learns that finds the value of an atomic operation at an address.
    told: BTreeMap<u64, Arc<Known>>,
}

impl Clock {
    /// A launch begins, with so many threads in each team.
    pub(crate) fn begin_launch(&mut self, threads: u32) {
        self.threads = threads.max(1);
        self.forget();
    }

    /// A team begins. `gone` tells which addresses of atomic operations belonged to the memory of the team before it.
    pub(crate) fn begin_team(&mut self, number: u32, gone: impl Fn(u64) -> bool) {
        self.tick();
        (self.team, self.begun, self.barrier) = (number, self.now, self.now);
        self.common = Arc::default();
        self.own.clear();
        self.own.resize(self.threads as usize, None);
        self.told.retain(|address, _| !gone(*address));
    }

    /// The number of a lane in the launch.
    pub(crate) fn thread(&self, warp: usize, lane: usize) -> u32 {
        self.first().wrapping_add((warp * crate::code::LANES + lane) as u32)
    }

    /// The number of a thread's team, and its number there.
    pub(super) fn place(&self, thread: u32) -> (u32, u32) {
        (thread / self.threads, thread % self.threads)
    }

    /// What a thread does now.
    pub(super) fn event(&self, thread: u32) -> Event {
        Event { thread, time: self.now }
    }

    /// Whether an event comes before whatever a thread does next. `begun` is the time before which all is over.
    pub(super) fn is_before(&self, event: Event, thread: u32, begun: u32) -> bool {
        if event.time < begun || event.thread == thread {
            return true;
        }
        let is_near = event.thread.wrapping_sub(self.first()) < self.threads;
        is_near && event.time < self.barrier
            || self.is_known(&self.common, event)
            || self.own_of(thread).is_some_and(|known| self.is_known(known, event))
    }

    /// All threads of the team that have not ended are at a barrier.
    pub(crate) fn meet_all(&mut self) {
        self.tick();
        self.barrier = self.now;
        if self.own.iter().any(Option::is_some) {
            let mut common = Known::clone(&self.common);
            let mut last: Option<Arc<Known>> = None;
            for known in self.own.iter_mut().filter_map(Option::take) {
                if !last.as_ref().is_some_and(|last| Arc::ptr_eq(last, &known)) {
                    common.join(&known);
                }
                last = Some(known);
            }
            self.common = Arc::new(common.bounded(self.now));
        }
    }

    /// Some threads of the team are at a barrier. With `others` there were more, who did not wait.
    pub(crate) fn meet(&mut self, members: &[Lanes], others: bool) {
        self.tick();
        let lanes = |(warp, mask): &Lanes| {
            let first = warp * crate::code::LANES;
            crate::exec::registers::lanes_of(*mask).map(move |lane| first + lane)
        };
        let members: Vec<usize> = members.iter().flat_map(lanes).collect();
        let mut known = Known { floor: if others { self.now } else { 0 }, parts: Vec::new() };
        if members.len() > MOST_PARTS {
            known.floor = self.now;
        }
        for member in &members {
            if let Some(own) = &self.own[*member] {
                known.join(own);
            }
            known.learn(Who::Thread(self.first().wrapping_add(*member as u32)), self.now);
        }
        let known = Arc::new(known.bounded(self.now));
        members.iter().for_each(|member| self.own[*member] = Some(known.clone()));
    }

    /// A thread finds the value of an atomic operation.
    pub(super) fn acquire(&mut self, thread: u32, address: u64) {
        let Some(told) = self.told.get(&address).cloned() else { return };
        let now = self.now;
        let own = self.slot(thread);
        match own {
            Some(own) if Arc::ptr_eq(own, &told) => {}
            Some(own) => {
                let mut known = Known::clone(own);
                known.join(&told);
                *own = Arc::new(known.bounded(now));
            }
            None => *own = Some(told),
        }
    }

    /// A thread leaves a value by an atomic operation.
    pub(super) fn release(&mut self, thread: u32, address: u64) {
        if self.told.len() >= MOST_ADDRESSES {
            self.forget();
        }
        self.tick();
        let mut known = Known::clone(&self.common);
        if let Some(own) = self.own_of(thread) {
            known.join(own);
        }
        if let Some(told) = self.told.get(&address) {
            known.join(told);
        }
        known.learn(Who::Thread(thread), self.now);
        if self.barrier > self.begun {
            known.learn(Who::Team(self.team), self.barrier);
        }
        self.told.insert(address, Arc::new(known.bounded(self.now)));
    }

    /// The number in the launch of the team's first thread.
    fn first(&self) -> u32 {
        self.team.wrapping_mul(self.threads)
    }

    fn own_of(&self, thread: u32) -> Option<&Arc<Known>> {
        self.own.get(thread.wrapping_sub(self.first()) as usize)?.as_ref()
    }

    fn slot(&mut self, thread: u32) -> &mut Option<Arc<Known>> {
        let place = thread.wrapping_sub(self.first()) as usize;
        &mut self.own[place]
    }

    fn is_known(&self, known: &Known, event: Event) -> bool {
        event.time < known.floor
            || event.time < known.time(Who::Thread(event.thread))
            || event.time < known.time(Who::Team(event.thread / self.threads))
    }

    /// Takes all that was done up to now for what comes before.
    fn forget(&mut self) {
        self.tick();
        (self.launch, self.begun, self.barrier) = (self.now, self.now, self.now);
        self.common = Arc::default();
        self.own.iter_mut().for_each(|own| *own = None);
        self.told.clear();
    }

    /// Time goes on. After four thousand million events it stands still, and what is new is not told from what is old.
    fn tick(&mut self) {
        self.now = self.now.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What happens in a team of four threads.
    #[derive(Clone, Copy, Debug)]
    enum Step {
        Access(u32),
        All,
        Some(u32),
        Atomic(u32, u64),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            4 => (0_u32..4).prop_map(Step::Access),
            1 => Just(Step::All),
            1 => (1_u32..16).prop_map(Step::Some),
            2 => (0_u32..4, 0_u64..2).prop_map(|(thread, address)| Step::Atomic(thread, address)),
        ]
    }

    /// Whole vectors of times, as in the papers: what the clock knows with fewer numbers.
    #[derive(Default)]
    struct Vectors {
        threads: [[u32; 4]; 4],
        told: BTreeMap<u64, [u32; 4]>,
    }

    impl Vectors {
        fn join(&mut self, members: &[usize], time: u32) {
            let mut all = [0; 4];
            for member in members {
                self.threads[*member][*member] = time;
                all = std::array::from_fn(|k| all[k].max(self.threads[*member][k]));
            }
            members.iter().for_each(|member| self.threads[*member] = all);
        }
    }

    proptest! {
        /// The clock orders exactly the events that vectors of times order.
        #[test]
        fn few_numbers_order_as_vectors_do(steps in proptest::collection::vec(step(), 1..40)) {
            let mut clock = Clock::default();
            clock.begin_launch(4);
            clock.begin_team(3, |_| true);
            let mut vectors = Vectors::default();
            let mut events = Vec::new();
            for step in steps {
                match step {
                    Step::Access(thread) => events.push(clock.event(12 + thread)),
                    Step::All => {
                        clock.meet_all();
                        vectors.join(&[0, 1, 2, 3], clock.now);
                    }
                    Step::Some(mask) => {
                        clock.meet(&[(0, mask)], false);
                        let members: Vec<usize> = (0..4).filter(|k| mask >> k & 1 == 1).collect();
                        vectors.join(&members, clock.now);
                    }
                    Step::Atomic(thread, address) => {
                        clock.acquire(12 + thread, address);
                        clock.release(12 + thread, address);
                        let own = &mut vectors.threads[thread as usize];
                        let told = vectors.told.entry(address).or_default();
                        *own = std::array::from_fn(|k| own[k].max(told[k]));
                        own[thread as usize] = clock.now;
                        *told = *own;
                    }
                }
                for event in &events {
                    for thread in 0..4 {
                        let own = event.thread - 12;
                        let known = vectors.threads[thread as usize][own as usize];
                        let wanted = own == thread || event.time < known;
                        prop_assert_eq!(clock.is_before(*event, 12 + thread, clock.launch), wanted);
                    }
                }
            }
        }
    }

    #[test]
    fn a_lock_hands_on_what_a_team_did() {
        let mut clock = Clock::default();
        clock.begin_launch(2);
        clock.begin_team(0, |_| true);
        let other = clock.event(1);
        clock.meet_all();
        let late = clock.event(1);
        clock.release(0, 64);
        clock.begin_team(1, |_| false);
        assert!(!clock.is_before(other, 2, clock.launch));
        clock.acquire(2, 64);
        assert!(clock.is_before(other, 2, clock.launch));
        assert!(!clock.is_before(late, 2, clock.launch));
        assert!(!clock.is_before(other, 3, clock.launch));
        clock.meet_all();
        assert!(clock.is_before(other, 3, clock.launch));
    }

    #[test]
    fn long_lists_become_a_floor() {
        let mut clock = Clock::default();
        clock.begin_launch(1);
        let mut first = None;
        for team in 0..200 {
            clock.begin_team(team, |_| false);
            first = first.or(Some(clock.event(team)));
            clock.acquire(team, 8);
            clock.release(team, 8);
        }
        assert!(clock.is_before(first.expect("the first one"), 199, clock.launch));
        assert!(clock.told[&8].parts.len() <= MOST_PARTS);
    }
}
