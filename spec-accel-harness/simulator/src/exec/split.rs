//! Splits of a warp, the calls that they are in, and the places at which they wait for each other.

use super::own::Own;
use super::registers::Registers;
use crate::code::{Function, FunctionId, LANES};

/// Lanes that are at one instruction of one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    pub(crate) mask: u32,
    pub(crate) place: u32,
    /// The call, by its number in the warp.
    pub(crate) frame: usize,
    /// Where it waits for others next.
    pub(crate) meet: Option<usize>,
    pub(crate) state: State,
}

/// What a split waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Ready,
    /// A barrier of the team.
    Barrier(u32),
    /// Other lanes of the warp, at the same instruction.
    Lanes(u32),
}

/// A place at which lanes that went apart wait for each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meet {
    pub(crate) place: u32,
    pub(crate) frame: usize,
    /// Who will come.
    pub(crate) expected: u32,
    pub(crate) arrived: u32,
    /// Where they all wait next.
    pub(crate) parent: Option<usize>,
    /// The call that ends here.
    pub(crate) callee: Option<usize>,
}

/// A call of a function by some lanes.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    pub(crate) words: Vec<u64>,
    pub(crate) predicates: Vec<u32>,
    /// The parameters of each lane.
    pub(crate) parameters: Own,
    /// Where the call's part of a thread's memory begins.
    pub(crate) local: u64,
    /// The caller's frame, and the place of the call.
    pub(crate) caller: Option<(usize, u32)>,
}

impl Frame {
    /// What a split of this call computes with.
    pub(crate) fn registers<'a>(
        &'a mut self,
        function: &'a Function,
        special: &'a [u64],
    ) -> Registers<'a> {
        self.parts(function, special).0
    }

    /// The same, and the parameters of the call.
    pub(crate) fn parts<'a>(
        &'a mut self,
        function: &'a Function,
        special: &'a [u64],
    ) -> (Registers<'a>, &'a mut Own) {
        let Frame { words, predicates, parameters, .. } = self;
        let registers =
            Registers { frame: words, constants: &function.constants, special, predicates };
        (registers, parameters)
    }

    /// Begins a call.
    fn enter(&mut self, id: FunctionId, function: &Function, local: u64) {
        self.function = id;
        self.local = local;
        // Values of earlier calls stay: no program may read what it has not written.
        self.words.resize(function.words, 0);
        self.words[..LANES].fill(local);
        self.predicates.resize(function.predicates, 0);
        self.parameters.resize(function.parameter_bytes.into());
    }
}

/// The splits of a warp, their calls and meeting places. Numbers of calls and of places are used again.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    pub(crate) list: Vec<Split>,
    pub(crate) frames: Vec<Frame>,
    free_frames: Vec<usize>,
    pub(crate) meets: Vec<Meet>,
    free_meets: Vec<usize>,
    /// The lanes that have not ended.
    pub(crate) live: u32,
}

impl Splits {
    /// Lanes that begin a kernel.
    pub(crate) fn begin(&mut self, kernel: FunctionId, function: &Function, mask: u32) {
        self.list.clear();
        self.meets.clear();
        self.free_meets.clear();
        self.free_frames = (0..self.frames.len()).collect();
        self.live = mask;
        let frame = self.call(kernel, function, 0, None);
        self.list.push(Split { mask, place: 0, frame, meet: None, state: State::Ready });
    }

    /// A new call.
    pub(crate) fn call(
        &mut self,
        id: FunctionId,
        function: &Function,
        local: u64,
        caller: Option<(usize, u32)>,
    ) -> usize {
        let number = self.free_frames.pop().unwrap_or_else(|| {
            self.frames.push(Frame::default());
            self.frames.len() - 1
        });
        let frame = &mut self.frames[number];
        frame.enter(id, function, local);
        frame.caller = caller;
        number
    }

    /// A new place at which lanes of a split will meet.
    pub(crate) fn meet(&mut self, meet: Meet) -> usize {
        if let Some(number) = self.free_meets.pop() {
            self.meets[number] = meet;
            return number;
        }
        self.meets.push(meet);
        self.meets.len() - 1
    }

    /// Sends the lanes of `taken` to `target`, and the others of the split to the next instruction.
    pub(crate) fn diverge(&mut self, index: usize, taken: u32, target: u32, place: Option<u32>) {
        let split = self.list[index];
        let meet = match place {
            Some(place) => {
                let known = split.meet.filter(|number| {
                    let own = &self.meets[*number];
                    own.place == place && own.frame == split.frame
                });
                Some(known.unwrap_or_else(|| {
                    self.meet(Meet {
                        place,
                        frame: split.frame,
                        expected: split.mask,
                        arrived: 0,
                        parent: split.meet,
                        callee: None,
                    })
                }))
            }
            None => split.meet,
        };
        self.list[index] =
            Split { mask: split.mask & !taken, place: split.place + 1, meet, ..split };
        self.list.push(Split { mask: taken, place: target, meet, ..split });
    }

    /// A split is where it waits for others: it ends, and goes on with all of them once they are there.
    pub(crate) fn arrive(&mut self, index: usize) {
        let split = self.list.swap_remove(index);
        if let Some(number) = split.meet {
            self.meets[number].arrived |= split.mask;
            self.complete(number);
        }
    }

    /// Lets lanes go on if all that are expected are there.
    fn complete(&mut self, number: usize) {
        let meet = self.meets[number];
        if meet.arrived != meet.expected {
            return;
        }
        self.free_meets.push(number);
        self.free_frames.extend(meet.callee);
        if meet.expected != 0 {
            self.list.push(Split {
                mask: meet.expected,
                place: meet.place,
                frame: meet.frame,
                meet: meet.parent,
                state: State::Ready,
            });
        }
    }

    /// Ends lanes of a split; nobody waits for them any more.
    pub(crate) fn end(&mut self, index: usize, mask: u32) {
        self.live &= !mask;
        let split = &mut self.list[index];
        split.mask &= !mask;
        let (left, mut next) = (split.mask, split.meet);
        if left == 0 {
            self.list.swap_remove(index);
        }
        while let Some(number) = next {
            let meet = &mut self.meets[number];
            next = meet.parent;
            meet.expected &= !mask;
            self.complete(number);
        }
    }

    /// Lets lanes that wait for others go on alone; `false` where none wait. Those that they waited for hold what they need.
    pub(crate) fn yield_waiting(&mut self) -> bool {
        let waits = |meet: &Meet| meet.arrived != 0 && meet.arrived != meet.expected;
        let free = |number: usize| self.free_meets.contains(&number);
        let found = (0..self.meets.len()).find(|k| !free(*k) && waits(&self.meets[*k]));
        let Some(number) = found else { return false };
        let meet = &mut self.meets[number];
        let mask = std::mem::take(&mut meet.arrived);
        meet.expected &= !mask;
        let split = Split {
            mask,
            place: meet.place,
            frame: meet.frame,
            meet: meet.parent,
            state: State::Ready,
        };
        self.list.push(split);
        true
    }
}
