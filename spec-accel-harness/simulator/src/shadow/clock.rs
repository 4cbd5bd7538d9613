//! Which access comes before which: the order that barriers and atomic operations make among threads (happens-before).
//!
//! Time is a number that grows with each event that orders threads. A barrier of a whole team needs one number for all of its threads,
//! so that the usual case costs one comparison. What a thread learns otherwise – at a barrier of some threads, at a barrier of lanes,
//! by an atomic operation – is a short list of threads and times (`FastTrack`, Flanagan and Freund, PLDI 2009, section 3, with the
//! vectors kept sparse). A list that grows too long becomes "everything before now": then a race may be missed, and none is invented.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Shared;

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

/// How what a warp did stands to what another one, or itself, does next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// All of it comes before.
    #[default]
    Before,
    /// What a lane did comes before what it does next, and before nothing that others do.
    SameThread,
    /// Nothing comes before anything.
    Apart,
    /// It has to be asked for single threads.
    Unknown,
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

/// A place that an atomic operation reads or writes: the team whose memory it is in, if it is a team's, and the place there.
pub(super) type Address = (Option<u32>, u64);

/// What the clock knows of one team.
#[derive(Debug, Default)]
pub(super) struct TeamClock {
    number: u32,
    /// When it began.
    pub(super) begun: u32,
    /// When all its threads were at a barrier.
    barrier: u32,
    /// What all its threads know.
    common: Arc<Known>,
    /// What single threads know beyond that.
    own: Vec<Option<Arc<Known>>>,
    /// Whether one of them does.
    is_known: bool,
}

/// The clock of a launch.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    now: u32,
    /// When the launch began: what was done before it comes before.
    pub(super) launch: u32,
    /// The number of threads in a team.
    threads: u32,
    /// The team whose threads run now.
    pub(super) team: TeamClock,
    /// What a thread learns that finds the value of an atomic operation.
    told: BTreeMap<Address, Arc<Known>>,
}

impl Clock {
    /// A launch begins, with so many threads in each team.
    pub(crate) fn begin_launch(&mut self, threads: u32) {
        self.threads = threads.max(1);
        self.forget();
    }

    /// A team begins, in place of the one at hand, whose memory is gone.
    pub(super) fn begin_team(&mut self, number: u32) {
        self.tick();
        let mut own = std::mem::take(&mut self.team.own);
        if !own.is_empty() {
            let old = Some(self.team.number);
            let told = self.told.range((old, 0)..=(old, u64::MAX));
            let gone: Vec<Address> = told.map(|(address, _)| *address).collect();
            gone.iter().for_each(|address| drop(self.told.remove(address)));
        }
        own.clear();
        own.resize(self.threads as usize, None);
        let (begun, barrier, common) = (self.now, self.now, Arc::default());
        self.team = TeamClock { number, begun, barrier, common, own, is_known: false };
    }

    /// The address of a place in the device's memory, or in that of the team at hand.
    pub(super) fn address(&self, memory: Shared, place: u64) -> Address {
        ((memory == Shared::Team).then_some(self.team.number), place)
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
        is_near && event.time < self.team.barrier
            || self.is_known(&self.team.common, event)
            || self.own_of(thread).is_some_and(|known| self.is_known(known, event))
    }

    /// Whether the team's threads know of nothing but their own barriers.
    pub(super) fn is_simple(&self) -> bool {
        let Known { floor, parts } = &*self.team.common;
        !self.team.is_known && *floor == 0 && parts.is_empty()
    }

    /// How what the threads of a warp did, the first of which is that of an event, stands to what a warp of the team does next whose
    /// first thread is `own`.
    pub(super) fn order(&self, event: Event, own: u32, begun: u32) -> Order {
        let is_near = event.thread.wrapping_sub(self.first()) < self.threads;
        if event.time < begun || is_near && event.time < self.team.barrier {
            Order::Before
        } else if !self.is_simple() {
            Order::Unknown
        } else if event.thread == own {
            Order::SameThread
        } else {
            Order::Apart
        }
    }

    /// The time before which everything in a memory is over.
    pub(super) fn begun(&self, memory: Shared) -> u32 {
        match memory {
            // Times are forgotten for all teams at once, also for those that do not run now.
            Shared::Team => self.team.barrier.max(self.launch),
            Shared::Device => self.launch,
        }
    }

    /// All threads of the team that have not ended are at a barrier.
    pub(crate) fn meet_all(&mut self) {
        self.tick();
        self.team.barrier = self.now;
        if std::mem::take(&mut self.team.is_known) {
            let mut common = Known::clone(&self.team.common);
            let mut last: Option<Arc<Known>> = None;
            for known in self.team.own.iter_mut().filter_map(Option::take) {
                if !last.as_ref().is_some_and(|last| Arc::ptr_eq(last, &known)) {
                    common.join(&known);
                }
                last = Some(known);
            }
            self.team.common = Arc::new(common.bounded(self.now));
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
            if let Some(own) = &self.team.own[*member] {
                known.join(own);
            }
            known.learn(Who::Thread(self.first().wrapping_add(*member as u32)), self.now);
        }
        let known = Arc::new(known.bounded(self.now));
        self.team.is_known |= !members.is_empty();
        members.iter().for_each(|member| self.team.own[*member] = Some(known.clone()));
    }

    /// A thread finds the value of an atomic operation.
    pub(super) fn acquire(&mut self, thread: u32, address: Address) {
        let Some(told) = self.told.get(&address).cloned() else { return };
        let now = self.now;
        self.team.is_known = true;
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
    pub(super) fn release(&mut self, thread: u32, address: Address) {
        if self.told.len() >= MOST_ADDRESSES {
            self.forget();
        }
        self.tick();
        let mut known = Known::clone(&self.team.common);
        if let Some(own) = self.own_of(thread) {
            known.join(own);
        }
        if let Some(told) = self.told.get(&address) {
            known.join(told);
        }
        known.learn(Who::Thread(thread), self.now);
        if self.team.barrier > self.team.begun {
            known.learn(Who::Team(self.team.number), self.team.barrier);
        }
        self.told.insert(address, Arc::new(known.bounded(self.now)));
    }

    /// The number in the launch of the team's first thread.
    fn first(&self) -> u32 {
        self.team.number.wrapping_mul(self.threads)
    }

    fn own_of(&self, thread: u32) -> Option<&Arc<Known>> {
        self.team.own.get(thread.wrapping_sub(self.first()) as usize)?.as_ref()
    }

    fn slot(&mut self, thread: u32) -> &mut Option<Arc<Known>> {
        let place = thread.wrapping_sub(self.first()) as usize;
        &mut self.team.own[place]
    }

    fn is_known(&self, known: &Known, event: Event) -> bool {
        event.time < known.floor
            || event.time < known.time(Who::Thread(event.thread))
            || event.time < known.time(Who::Team(event.thread / self.threads))
    }

    /// Takes all that was done up to now for what comes before.
    pub(super) fn forget(&mut self) {
        self.tick();
        self.launch = self.now;
        (self.team.begun, self.team.barrier) = (self.now, self.now);
        self.team.common = Arc::default();
        self.team.own.iter_mut().for_each(|own| *own = None);
        self.team.is_known = false;
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
            clock.begin_team(3);
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
                        clock.acquire(12 + thread, (None, address));
                        clock.release(12 + thread, (None, address));
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
        clock.begin_team(0);
        let other = clock.event(1);
        clock.meet_all();
        let late = clock.event(1);
        clock.release(0, (None, 64));
        clock.begin_team(1);
        assert!(!clock.is_before(other, 2, clock.launch));
        clock.acquire(2, (None, 64));
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
            clock.begin_team(team);
            first = first.or(Some(clock.event(team)));
            clock.acquire(team, (None, 8));
            clock.release(team, (None, 8));
        }
        assert!(clock.is_before(first.expect("the first one"), 199, clock.launch));
        assert!(clock.told[&(None, 8)].parts.len() <= MOST_PARTS);
    }
}
