//! Tests of the recorder: a host and a device of a few bytes, of which it is known what is used.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher};
use std::rc::Rc;

use memmap2::MmapMut;
use proptest::prelude::*;

use super::table::FILE_BYTES;
use super::*;

/// What a kernel did with a byte of the device.
#[derive(Clone, Copy, Debug)]
struct Cell {
    value: u8,
    read: bool,
    lost: bool,
    written: bool,
}

/// What new memory holds, and programs have no use for.
const NEW: Cell = Cell { value: 170, read: false, lost: false, written: false };

#[derive(Debug, Default)]
struct Both {
    host: Vec<u8>,
    device: BTreeMap<u64, Cell>,
    /// Whether it is known what kernels use.
    is_watched: bool,
}

#[derive(Clone, Debug, Default)]
struct Model(Rc<RefCell<Both>>);

fn digest(bytes: impl Iterator<Item = u8>) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.for_each(|byte| hasher.write_u8(byte));
    hasher.finish()
}

impl Model {
    fn new(host: usize, is_watched: bool) -> Model {
        let both = Both { host: vec![0; host], device: BTreeMap::new(), is_watched };
        Model(Rc::new(RefCell::new(both)))
    }

    fn cells(&self, at: At, bytes: u64) -> Vec<Cell> {
        let own = self.0.borrow();
        (at.1..at.1 + bytes).map(|at| own.device.get(&at).copied().unwrap_or(NEW)).collect()
    }

    fn change(&self, at: At, bytes: u64, mut change: impl FnMut(&mut Cell)) {
        let mut own = self.0.borrow_mut();
        (at.1..at.1 + bytes).for_each(|at| change(own.device.entry(at).or_insert(NEW)));
    }

    fn load(&self, at: At, bytes: u64) {
        self.change(at, bytes, |cell| cell.read |= !cell.lost);
    }

    fn store(&self, at: At, bytes: u64, value: u8) {
        self.change(at, bytes, |cell| {
            (cell.lost, cell.written, cell.value) = (true, true, value);
        });
    }

    fn host_bytes(&self, host: u64, bytes: u64) -> Vec<u8> {
        self.0.borrow().host[host as usize..(host + bytes) as usize].to_vec()
    }
}

impl Memories for Model {
    fn are_equal(&self, host: u64, at: At, bytes: u64) -> Option<bool> {
        let own: Vec<u8> = self.cells(at, bytes).iter().map(|cell| cell.value).collect();
        Some(own == self.host_bytes(host - HOST, bytes))
    }

    fn digest_of_host(&self, host: u64, bytes: u64) -> u64 {
        digest(self.host_bytes(host - HOST, bytes).into_iter())
    }

    fn digest(&self, at: At, bytes: u64) -> Option<u64> {
        Some(digest(self.cells(at, bytes).iter().map(|cell| cell.value)))
    }

    fn used(&self, at: At, bytes: u64, what: Usage) -> Option<u64> {
        let is_used = |cell: &&Cell| match what {
            Usage::Read => cell.read,
            Usage::Written => cell.written,
            Usage::Touched => cell.read || cell.lost,
        };
        let is_watched = self.0.borrow().is_watched;
        is_watched.then(|| self.cells(at, bytes).iter().filter(is_used).count() as u64)
    }

    fn forget(&self, at: At, bytes: u64, what: Usage) {
        self.change(at, bytes, |cell| match what {
            Usage::Read | Usage::Touched => (cell.read, cell.lost) = (false, false),
            Usage::Written => cell.written = false,
        });
    }
}

/// A program, which does what it tells the recorder.
struct Program {
    model: Model,
    recorder: Recorder<Model>,
    /// Where the next allocation begins.
    free: u64,
    /// The number of the directive.
    construct: u64,
    /// The place of copies to the device.
    place: Key,
}

/// The first address of the host's bytes.
const HOST: u64 = 1 << 20;

const TO: Key = Key::Code(1);
const FROM: Key = Key::Code(2);

impl Program {
    fn new(host: usize, is_watched: bool) -> Program {
        let model = Model::new(host, is_watched);
        let table = Table::new(MmapMut::map_anon(FILE_BYTES as usize).expect("memory"), |_| {});
        Program {
            recorder: Recorder::new(model.clone(), table),
            model,
            free: 1000,
            construct: 1,
            place: TO,
        }
    }

    /// A directive maps bytes of the host.
    fn allocate(&mut self, host: u64, bytes: u64) -> At {
        let at = (0, self.free);
        self.free += bytes + 3;
        self.construct += 1;
        let (host, construct) = (HOST + host, self.construct);
        self.recorder.allocate(&New { place: TO, host, at, bytes, construct });
        at
    }

    fn to(&mut self, host: u64, at: At, bytes: u64) {
        let construct = self.construct;
        let copy = Copy { place: self.place, host: HOST + host, at, bytes, construct };
        self.recorder.copy_to_device(&copy);
        let values = self.model.host_bytes(host, bytes);
        let mut values = values.into_iter();
        self.model.change(at, bytes, |cell| cell.value = values.next().unwrap_or_default());
    }

    fn from(&mut self, host: u64, at: At, bytes: u64) {
        let construct = self.construct;
        let copy = Copy { place: FROM, host: HOST + host, at, bytes, construct };
        self.recorder.copy_to_host(&copy);
        let values = self.model.cells(at, bytes);
        let mut own = self.model.0.borrow_mut();
        for (place, cell) in (host as usize..).zip(values) {
            own.host[place] = cell.value;
        }
    }

    fn set(&mut self, host: u64, value: u8) {
        self.model.0.borrow_mut().host[host as usize] = value;
    }

    /// Copies, copies with the same again, and bytes of others that no kernel used: to the device,
    /// and to the host.
    fn counts(&mut self) -> [(u64, u64, u64); 2] {
        let [to, from] = [self.recorder.row(TO).to_device, self.recorder.row(FROM).to_host];
        [to, from].map(|way| (way.all.number, way.again.number, way.unused))
    }
}

#[test]
fn a_loop_that_maps_again_and_again_needs_the_first_copies() {
    for is_watched in [false, true] {
        let mut program = Program::new(16, is_watched);
        for step in 0..10 {
            let a = program.allocate(0, 8);
            program.to(0, a, 8);
            let b = program.allocate(8, 8);
            program.to(8, b, 8);
            program.model.load(a, 8);
            program.model.load(b, 8);
            program.model.store(a, 8, step + 1);
            program.from(0, a, 8);
            program.from(8, b, 8);
            program.recorder.free(a);
            program.recorder.free(b);
        }
        assert_eq!(program.counts(), [(20, 18, 0), (20, 10, 0)]);
        assert_eq!(program.recorder.row(TO).allocations.number, 20);
    }
}

#[test]
fn what_no_kernel_reads_before_it_is_gone_is_never_read() {
    let mut program = Program::new(32, true);
    let at = program.allocate(0, 8);
    program.to(0, at, 8);
    program.model.load(at, 4);
    program.model.store((0, at.1 + 4), 4, 9);
    program.model.load(at, 8);
    program.recorder.free(at);
    assert_eq!(program.counts()[0], (1, 0, 4), "four were stored to before they were read");
    // What is copied over, in part.
    let at = program.allocate(8, 8);
    program.set(9, 1);
    program.to(8, at, 8);
    program.set(16, 2);
    program.to(16, (0, at.1 + 2), 4);
    assert_eq!(program.counts()[0], (3, 0, 8));
    program.model.load(at, 8);
    program.recorder.free(at);
    assert_eq!(program.counts()[0], (3, 0, 8));
    // What stays to the end.
    let at = program.allocate(24, 8);
    program.set(24, 3);
    program.to(24, at, 8);
    program.model.load(at, 1);
    program.recorder.end_device(0);
    assert_eq!(program.counts()[0], (4, 0, 15));
}

#[test]
fn the_same_again_needs_contents_that_a_copy_made() {
    let mut program = Program::new(16, true);
    let at = program.allocate(0, 8);
    program.model.change(at, 8, |cell| cell.value = 0);
    program.to(0, at, 8);
    assert_eq!(program.counts()[0].1, 0, "new memory happens to hold zeros, too");
    program.to(0, at, 8);
    program.to(2, (0, at.1 + 2), 4);
    assert_eq!(program.counts()[0], (3, 2, 0));
    program.model.load(at, 8);
    program.model.store(at, 1, 7);
    program.to(0, at, 8);
    program.model.load(at, 8);
    assert_eq!(program.counts()[0], (4, 2, 0), "a kernel had changed it");
    program.recorder.free(at);
    assert_eq!(program.counts()[0], (4, 2, 0));
}

#[test]
fn of_two_copies_of_which_one_is_needed_one_counts() {
    let mut program = Program::new(8, true);
    for reads in [false, true, true] {
        let at = program.allocate(0, 8);
        program.to(0, at, 8);
        if reads {
            program.model.load(at, 8);
        }
        program.recorder.free(at);
    }
    assert_eq!(program.counts()[0], (3, 1, 8), "never read, needed, the same again");
}

/// The first region computes what the second one reads: both copies to the device are in vain.
#[test]
fn what_a_kernel_wrote_was_there() {
    let mut program = Program::new(8, true);
    let at = program.allocate(0, 8);
    program.to(0, at, 8);
    program.model.store(at, 8, 5);
    program.from(0, at, 8);
    program.recorder.free(at);
    let at = program.allocate(0, 8);
    program.to(0, at, 8);
    program.model.load(at, 8);
    program.recorder.free(at);
    assert_eq!(program.counts(), [(2, 1, 8), (1, 0, 0)]);
}

#[test]
fn what_no_kernel_wrote_is_never_written() {
    let mut program = Program::new(16, true);
    let at = program.allocate(0, 8);
    program.to(0, at, 8);
    program.set(1, 5);
    program.from(0, at, 8);
    assert_eq!(program.counts()[1], (1, 0, 8), "the host changed its own");
    program.model.store(at, 2, 3);
    program.from(0, at, 8);
    program.model.store(at, 2, 3);
    program.from(0, at, 8);
    assert_eq!(program.counts()[1], (3, 1, 14), "the same, although it was stored again");
}

/// What a kernel may have done to new memory, and what became of other allocations of these bytes.
#[test]
fn what_a_device_held_counts_only_where_nothing_changed_it() {
    let mut program = Program::new(16, false);
    let again = |program: &mut Program, between: fn(&mut Program, At)| {
        let at = program.allocate(0, 8);
        between(program, at);
        let before = program.counts()[0].1;
        program.to(0, at, 8);
        program.recorder.free(at);
        program.counts()[0].1 > before
    };
    assert!(!again(&mut program, |_, _| {}), "it comes for the first time");
    assert!(again(&mut program, |_, _| {}));
    assert!(!again(&mut program, |program, _| program.construct += 1), "a kernel may have run");
    assert!(!again(&mut program, |program, at| program.to(8, (0, at.1 + 1), 2)));
    assert!(again(&mut program, |_, _| {}));
    let at = program.allocate(4, 8);
    program.recorder.free(at);
    assert!(!again(&mut program, |_, _| {}), "a kernel may have changed some bytes");
    // Memory of a function has no bytes of the host.
    for _ in 0..2 {
        let (at, place) = ((0, 50), Key::Code(9));
        program.recorder.allocate(&New { place, host: 0, at, bytes: 8, construct: 0 });
        program.recorder.copy_to_device(&Copy { place, host: HOST, at, bytes: 8, construct: 0 });
        program.recorder.free(at);
    }
    assert_eq!(program.recorder.row(Key::Code(9)).to_device.again.number, 0);
}

#[test]
fn memory_of_the_recorder_is_bounded() {
    let mut program = Program::new(1 << 10, true);
    let at = program.allocate(0, 1 << 20);
    for step in 0..300_000 {
        let (place, host) = (Key::Code(step), HOST + step % 1000);
        let at = (0, at.1 + 2 * (step % 400_000));
        program.recorder.copy_to_device(&Copy { place, host, at, bytes: 1, construct: 1 });
    }
    for step in 0..1000 {
        let own = program.allocate(step, 1);
        program.to(step, own, 1);
        program.recorder.free(own);
    }
    let Recorder { allocations, waiting, gone, .. } = &program.recorder;
    assert!(waiting.len() <= MOST_WAITING && gone.len() <= 1000);
    assert!(allocations.len() == 1);
    assert!(allocations.values().all(|own| own.copied.len() <= MOST_COPIED));
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Map(u64, u64),
    Unmap,
    To(u64, u64),
    From(u64, u64),
    Set(u64, u8),
    Load(u64, u64),
    Store(u64, u64, u8),
}

const BYTES: u64 = 4;

fn step() -> impl Strategy<Value = Step> {
    let range = || (0..BYTES).prop_flat_map(|from| (Just(from), 1..=BYTES - from));
    prop_oneof![
        range().prop_map(|(from, bytes)| Step::Map(from, bytes)),
        Just(Step::Map(0, BYTES)),
        Just(Step::Unmap),
        range().prop_map(|(from, bytes)| Step::To(from, bytes)),
        Just(Step::To(0, BYTES)),
        range().prop_map(|(from, bytes)| Step::From(from, bytes)),
        (0..BYTES, 0..2_u8).prop_map(|(at, value)| Step::Set(at, value)),
        range().prop_map(|(from, bytes)| Step::Load(from, bytes)),
        (range(), 0..2_u8).prop_map(|((from, bytes), value)| Step::Store(from, bytes, value)),
    ]
}

/// What a program does on its device, by the host's bytes.
#[derive(Clone, Debug)]
enum Event {
    /// A copy with its place, and what it brings.
    To(u64, u64, Vec<u8>),
    Store(u64, u64, u8),
    /// What a kernel reads: nothing where the program has put no value.
    Load(u64, Vec<Option<u8>>),
}

/// A run of a program.
struct Run {
    program: Program,
    events: Vec<Event>,
    /// The copies to the device: their places, and their bytes.
    copies: Vec<(Key, u64)>,
    /// The mapping: where it is on the device, and the host's bytes.
    mapped: Option<(At, u64, u64)>,
    /// Bytes of the device that have a value: new memory has none, and what is copied from there
    /// has none either.
    has_value: BTreeSet<u64>,
    /// Whether the host's bytes have one.
    is_good: [bool; BYTES as usize],
}

impl Run {
    fn new(is_watched: bool) -> Run {
        Run {
            program: Program::new(BYTES as usize, is_watched),
            events: Vec::new(),
            copies: Vec::new(),
            mapped: None,
            has_value: BTreeSet::new(),
            is_good: [true; BYTES as usize],
        }
    }

    /// Where bytes of the host are mapped.
    fn inside(&self, from: u64, bytes: u64) -> Option<At> {
        let (at, first, length) = self.mapped?;
        let fits = first <= from && from + bytes <= first + length;
        fits.then(|| (at.0, at.1 + (from - first)))
    }

    /// Takes a step, if it is possible now.
    fn step(&mut self, step: Step) -> Option<()> {
        match step {
            Step::Set(at, value) => {
                self.program.set(at, value);
                self.is_good[at as usize] = true;
            }
            Step::Map(from, bytes) => {
                if self.mapped.is_none() {
                    self.mapped = Some((self.program.allocate(from, bytes), from, bytes));
                }
            }
            Step::Unmap => {
                let (at, ..) = self.mapped.take()?;
                self.program.recorder.free(at);
            }
            Step::To(from, bytes) => self.to(from, self.inside(from, bytes)?, bytes),
            Step::From(from, bytes) => {
                let at = self.inside(from, bytes)?;
                self.program.from(from, at, bytes);
                for (place, is_good) in (at.1..at.1 + bytes).zip(&mut self.is_good[from as usize..])
                {
                    *is_good = self.has_value.contains(&place);
                }
            }
            Step::Load(from, bytes) => {
                let at = self.inside(from, bytes)?;
                self.program.construct += 1;
                self.program.model.load(at, bytes);
                let values = self.program.model.cells(at, bytes).into_iter().zip(at.1..);
                let values =
                    values.map(|(cell, at)| self.has_value.contains(&at).then_some(cell.value));
                self.events.push(Event::Load(from, values.collect()));
            }
            Step::Store(from, bytes, value) => {
                let at = self.inside(from, bytes)?;
                self.program.construct += 1;
                self.program.model.store(at, bytes, value);
                self.has_value.extend(at.1..at.1 + bytes);
                self.events.push(Event::Store(from, bytes, value));
            }
        }
        Some(())
    }

    fn to(&mut self, from: u64, at: At, bytes: u64) {
        let number = self.copies.len() as u64;
        self.program.place = Key::Code(100 + number);
        self.program.to(from, at, bytes);
        for (place, is_good) in (at.1..at.1 + bytes).zip(&self.is_good[from as usize..]) {
            if *is_good {
                self.has_value.insert(place)
            } else {
                self.has_value.remove(&place)
            };
        }
        let values = self.program.model.host_bytes(from, bytes);
        self.events.push(Event::To(number, from, values));
        self.copies.push((self.program.place, bytes));
    }
}

/// Runs a program, and tells what it does on the device, and the copies to it that are in vain, by
/// their places.
fn run(steps: &[Step], is_watched: bool) -> (Vec<Event>, Vec<Key>) {
    let mut run = Run::new(is_watched);
    for step in steps {
        let _ = run.step(*step);
    }
    let mut recorder = run.program.recorder;
    recorder.end_device(0);
    let mut copies = run.copies;
    copies.retain(|(place, bytes)| recorder.row(*place).to_device.unneeded() == *bytes);
    (run.events, copies.into_iter().map(|(place, _)| place).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    /// A device that keeps its memory computes the same without all of the copies that are in vain:
    /// each byte that a kernel reads has the value that it has with them.
    #[test]
    fn all_copies_in_vain_can_be_left_out(
        is_watched in any::<bool>(),
        steps in proptest::collection::vec(step(), 1..40),
    ) {
        let (events, in_vain) = run(&steps, is_watched);
        let mut kept = [None; BYTES as usize];
        for event in &events {
            match event {
                Event::To(number, ..) if in_vain.contains(&Key::Code(100 + number)) => {}
                Event::To(_, from, values) => {
                    for (own, value) in kept[*from as usize..].iter_mut().zip(values) {
                        *own = Some(*value);
                    }
                }
                Event::Store(from, bytes, value) => {
                    kept[*from as usize..(from + bytes) as usize].fill(Some(*value));
                }
                Event::Load(from, values) => {
                    for (own, value) in kept[*from as usize..].iter().zip(values) {
                        prop_assert!(value.is_none() || own == value, "{:?} {:?}", events, in_vain);
                    }
                }
            }
        }
    }
}
