//! Programs as the interpreter runs them: instructions with handlers, places of registers, targets of branches as indices, and the
//! places at which lanes meet again.

mod access;
mod compute;
mod control;
mod decode;
mod floats;
mod graph;
mod operands;
mod words;

use std::collections::BTreeMap;

use crate::exec::registers::Handler;
use crate::ptx::{Location, Space};

pub(crate) use access::{Access, AtomicOperation, Element};
pub use decode::{DecodeError, decode};

/// The lanes of a warp.
pub const LANES: usize = 32;

/// A file of registers, and a place in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot(u32);

impl Slot {
    const FILE: u32 = 30;

    /// A word of the call's registers, or the number of a predicate register.
    pub(crate) fn frame(place: usize) -> Slot {
        Slot(place as u32)
    }

    /// A word of the function's constants; of predicates the value.
    pub(crate) fn constant(place: usize) -> Slot {
        Slot(1 << Self::FILE | place as u32)
    }

    /// A word of the special registers.
    pub(crate) fn special(place: usize) -> Slot {
        Slot(2 << Self::FILE | place as u32)
    }

    /// The file (0 for the call's registers, 1 for constants, 2 for special registers), and the place in it.
    #[inline]
    pub(crate) fn file_and_place(self) -> (u32, usize) {
        (self.0 >> Self::FILE, (self.0 & ((1 << Self::FILE) - 1)) as usize)
    }
}

/// The operands of a handler: the result first.
pub(crate) type Operands = [Slot; 5];

/// The number of a function in its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// All functions of an image.
#[derive(Default)]
pub struct Program {
    /// The functions that have a body.
    pub functions: Vec<Function>,
    /// The numbers of kernels by their names.
    pub kernels: BTreeMap<String, FunctionId>,
    /// The bytes of team memory that variables of the image take.
    pub shared_bytes: u32,
    /// The paths of source files, by the numbers that [`Function::locations`] use.
    pub files: Vec<String>,
}

/// A function or kernel.
pub struct Function {
    /// Its name in PTX.
    pub name: String,
    /// Whether it is a kernel.
    pub is_kernel: bool,
    /// The number of threads in a team that it allows.
    pub max_threads: Option<u32>,
    pub(crate) code: Vec<Instruction>,
    /// Where each instruction comes from. Files are places in [`Program::files`].
    pub locations: Vec<Location>,
    /// The words of its registers.
    pub(crate) words: usize,
    pub(crate) predicates: usize,
    pub(crate) constants: Vec<u64>,
    /// The bytes of memory of one thread that its variables take.
    pub(crate) local_bytes: u64,
    /// The bytes of its results and parameters, and of those of the functions that it calls.
    pub(crate) parameter_bytes: u32,
    pub(crate) results: Vec<Part>,
    pub(crate) parameters: Vec<Part>,
}

/// Bytes among the parameters of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) at: u32,
    pub(crate) bytes: u32,
}

/// An instruction.
pub(crate) struct Instruction {
    /// The predicate that decides which lanes execute it, and whether it is negated.
    pub(crate) guard: Option<(Slot, bool)>,
    pub(crate) action: Action,
}

/// What an instruction does.
pub(crate) enum Action {
    /// Computes in registers.
    Compute(Handler, Operands),
    /// Reads memory.
    Load(Box<Access>),
    /// Writes memory.
    Store(Box<Access>),
    /// Reads and writes memory at once.
    Atomic(Box<Access>, AtomicOperation),
    /// Writes registers to a team's memory, once the thread waits for that.
    WriteLater(Box<Access>),
    /// Closes a group of such writes.
    CloseGroup,
    /// Waits for all groups but the last few; without a number for everything.
    AwaitGroups {
        but: Option<u32>,
    },
    /// Goes to `target`. Lanes that go and lanes that do not meet again at `meet`.
    Branch {
        target: u32,
        meet: Option<u32>,
    },
    /// Goes to the target whose number `index` is.
    Switch {
        index: Slot,
        targets: Vec<u32>,
        meet: Option<u32>,
    },
    Call(Box<Call>),
    Return,
    /// Ends the thread.
    Exit,
    /// Ends the launch with an error.
    Trap,
    Barrier(Barrier),
    /// Waits for the lanes of a mask.
    WarpBarrier {
        members: Slot,
    },
    Shuffle(Box<Shuffle>),
    Vote {
        kind: Vote,
        d: Slot,
        a: Slot,
        negated: bool,
        members: Option<Slot>,
    },
    /// Which lanes have the same value.
    Match(Match),
    /// A value of all lanes together.
    Redux {
        operation: AtomicOperation,
        d: Slot,
        a: Slot,
        members: Slot,
    },
    /// Which lanes execute this.
    ActiveMask {
        d: Slot,
    },
    /// A clock, `wide` of 64 bits.
    Clock {
        d: Slot,
        wide: bool,
    },
    /// Orders accesses, or lets time pass.
    Nothing,
    /// Ends the launch: the interpreter does not know the instruction.
    Unknown(String),
}

/// Who is called, with what.
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// The arguments, in the caller's parameters.
    pub(crate) arguments: Vec<Part>,
    pub(crate) results: Vec<Part>,
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Function(FunctionId),
    /// By a value: a function's address.
    Indirect(Slot),
    BuiltIn(BuiltIn),
    /// A weak name that nothing defines.
    Nobody,
}

/// A function of the device's system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltIn {
    Printf,
    Malloc,
    Free,
    AssertFail,
}

/// `bar` and `barrier`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barrier {
    pub(crate) id: Slot,
    /// The number of threads; `None` for all of the team.
    pub(crate) threads: Option<Slot>,
    /// Whether all lanes of a warp must come to it together.
    pub(crate) aligned: bool,
    pub(crate) kind: BarrierKind,
}

/// What a barrier is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarrierKind {
    /// All wait.
    Sync,
    /// Announces the thread, which goes on.
    Arrive,
    /// All wait, and learn for how many of them `a` holds, for all or for any.
    Reduce { kind: Vote, d: Slot, a: Slot, negated: bool },
}

/// What all lanes learn of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vote {
    All,
    Any,
    /// Whether it is the same for all.
    Uniform,
    /// For which lanes it holds.
    Ballot,
    /// For how many threads it holds.
    Count,
}

/// `match`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    /// Whether all members must have one value.
    pub(crate) all: bool,
    /// Whether the values have 64 bits.
    pub(crate) wide: bool,
    pub(crate) d: Slot,
    /// Whether they have one value.
    pub(crate) holds: Option<Slot>,
    pub(crate) a: Slot,
    pub(crate) members: Slot,
}

/// `shfl`
pub(crate) struct Shuffle {
    pub(crate) mode: ShuffleMode,
    pub(crate) d: Slot,
    /// Whether the lane that was asked is one of its segment.
    pub(crate) holds: Option<Slot>,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
    pub(crate) members: Option<Slot>,
}

/// Whom a lane asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

impl Program {
    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }
}

/// The first address of functions, whose addresses are this and their numbers.
pub(crate) const FUNCTIONS: u64 = 1 << 50;

/// What the accesses of an instruction are called in reports.
pub(crate) fn space_name(space: Space) -> &'static str {
    match space {
        Space::Generic => "generic",
        Space::Global => "global",
        Space::Const => "const",
        Space::Shared => "shared",
        Space::Local => "local",
        Space::Param => "param",
    }
}
