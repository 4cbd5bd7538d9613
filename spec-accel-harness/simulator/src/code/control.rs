//! Instructions that do more than compute: accesses to memory, branches, calls, barriers, and what lanes tell each other.

use super::decode::Pending;
use super::operands::{Frame, LOCAL_BASE, Place, UNUSED, is_wide};
use super::words::Words;
use super::{
    Access, Action, AtomicOperation, Barrier, BarrierKind, BuiltIn, Call, Callee, Element, Match,
    Part, Shuffle, ShuffleMode, Slot, Vote,
};
use crate::code::access::Base;
use crate::exec::registers::{compare, unary};
use crate::link::Target;
use crate::memory::{LOCAL, SHARED, WINDOW};
use crate::ptx::{Instruction, Operand, Space, Type};

/// Decodes an instruction that is one of these; `None` for all others, and for forms that are not known.
pub(super) fn instruct(
    frame: &mut Frame,
    words: &Words,
    source: &Instruction,
    branches: &mut Vec<Pending>,
) -> Option<()> {
    let operands = source.operands.as_slice();
    let action = match words.opcode() {
        "ld" | "ldu" => return load(frame, words, operands),
        "st" => return store(frame, words, operands),
        "atom" | "red" => return atomic(frame, words, operands),
        "cp" => return copy(frame, words, operands),
        "bra" => {
            let [Operand::Symbol(label, 0)] = operands else { return None };
            let labels = vec![label.clone()];
            branches.push(Pending { at: frame.code.len(), labels, line: source.line });
            Action::Branch { target: 0, meet: None }
        }
        "brx" => {
            let [index, Operand::Symbol(list, 0)] = operands else { return None };
            let labels = frame.labels(list)?;
            let index = frame.source(index, Type::Unsigned(32))?;
            branches.push(Pending { at: frame.code.len(), labels, line: source.line });
            Action::Switch { index, targets: Vec::new(), meet: None }
        }
        "call" => call(frame, operands)?,
        "ret" => Action::Return,
        "exit" => Action::Exit,
        "trap" | "brkpt" => Action::Trap,
        "bar" | "barrier" => return barrier(frame, words, operands),
        "shfl" => shuffle(frame, words, operands)?,
        "vote" => vote(frame, words, operands)?,
        "match" => matching(frame, words, operands)?,
        "redux" => redux(frame, words, operands)?,
        "activemask" => {
            let (d, _) = frame.result(operands.first()?, Type::Bits(32))?;
            Action::ActiveMask { d }
        }
        "mov" => clock(frame, operands)?,
        "membar" | "fence" | "nanosleep" | "prefetch" | "prefetchu" | "pmevent" | "discard"
        | "applypriority" => Action::Nothing,
        "cvta" => return convert_address(frame, words, operands),
        "isspacep" => return is_in_space(frame, words, operands),
        _ => return None,
    };
    frame.emit(action);
    Some(())
}

/// The address of an access, in its space or in the generic one.
fn address(frame: &mut Frame, operand: &Operand, space: Space) -> Option<(Option<Base>, i64)> {
    let Operand::Memory(base, offset) = operand else { return None };
    match base.as_ref() {
        Operand::Register(id) => {
            let (slot, ty) = frame.register(*id);
            (ty != Type::Predicate).then_some((Some(Base { slot, wide: is_wide(ty) }), *offset))
        }
        Operand::Immediate(bits) => Some((None, (*bits as i64).wrapping_add(*offset))),
        Operand::Variable(id, addend) => {
            let offset = offset.wrapping_add(*addend);
            match *frame.places.get(id.0 as usize)? {
                Place::Parameter(part) => Some((None, i64::from(part.at).wrapping_add(offset))),
                Place::Fixed(_, address) => Some((None, (address as i64).wrapping_add(offset))),
                Place::Local(at) => {
                    let base = Base { slot: Slot::frame(LOCAL_BASE), wide: true };
                    Some((Some(base), (at as i64).wrapping_add(offset)))
                }
            }
        }
        Operand::Symbol(name, addend) => {
            let target = frame.target(name)?;
            let start = if space == Space::Generic { target.generic() } else { target.address() };
            Some((None, (start as i64).wrapping_add(*addend).wrapping_add(*offset)))
        }
        _ => None,
    }
}

/// The list of registers of an access.
fn elements(operand: &Operand) -> &[Operand] {
    match operand {
        Operand::Vector(list) => list,
        one => std::slice::from_ref(one),
    }
}

fn access(
    frame: &mut Frame,
    words: &Words,
    at: &Operand,
    registers: Vec<Option<Slot>>,
    wide: bool,
) -> Option<Access> {
    let ty = words.last_type()?;
    let space = words.space();
    let (base, offset) = address(frame, at, space)?;
    let element = Element { bytes: ty.bytes(), signed: matches!(ty, Type::Signed(_)), wide };
    let atomic = matches!(words.opcode(), "atom" | "red")
        || words.one_of(&["volatile", "relaxed", "acquire", "release", "mmio"]).is_some();
    Some(Access { space, base, offset, element, registers, atomic, old: None })
}

fn load(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    let [to, at, ..] = operands else { return None };
    let mut registers = Vec::new();
    let mut wide = None;
    for operand in elements(to) {
        registers.push(match operand {
            Operand::Register(id) => {
                let (slot, ty) = frame.register(*id);
                let own = is_wide(ty);
                if ty == Type::Predicate || wide.is_some_and(|wide| wide != own) {
                    return None;
                }
                wide = Some(own);
                Some(slot)
            }
            Operand::Sink => None,
            _ => return None,
        });
    }
    let is_large = words.last_type()?.bytes() > 4;
    let wide = wide.unwrap_or(is_large);
    if registers.len() != words.vector() || is_large && !wide {
        return None;
    }
    let access = access(frame, words, at, registers, wide)?;
    frame.emit(Action::Load(Box::new(access)));
    Some(())
}

fn store(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    let [at, from] = operands else { return None };
    let ty = words.last_type()?;
    let list = elements(from);
    let mut registers = Vec::new();
    for operand in list {
        registers.push(Some(frame.source(operand, stored(ty))?));
    }
    if registers.len() != words.vector() {
        return None;
    }
    let access = access(frame, words, at, registers, is_wide(ty))?;
    frame.emit(Action::Store(Box::new(access)));
    Some(())
}

/// `cp.async`: reads to registers, which are written once the thread waits; and what closes groups of such copies and waits for them. Lanes
/// whose number of bytes to read is 0 write zeros. Any other number stands for all bytes.
fn copy(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    if words.get(1) != Some("async") {
        return None;
    }
    match (words.get(2)?, operands) {
        ("commit_group", []) => frame.emit(Action::CloseGroup),
        ("wait_all", []) => frame.emit(Action::AwaitGroups { but: None }),
        ("wait_group", [Operand::Immediate(but)]) => {
            frame.emit(Action::AwaitGroups { but: Some(u32::try_from(*but).ok()?) });
        }
        ("ca" | "cg", [to, from, Operand::Immediate(bytes), rest @ ..]) => {
            let (element, number) = match bytes {
                4 => (4, 1),
                8 => (8, 1),
                16 => (8, 2),
                _ => return None,
            };
            let element = Element { bytes: element, signed: false, wide: element == 8 };
            let mut registers = Vec::new();
            for _ in 0..number {
                registers.push(Some(frame.temporary(element.wide)));
            }
            let mut access = |operand, space| {
                let (base, offset) = address(frame, operand, space)?;
                let registers = registers.clone();
                Some(Access { space, base, offset, element, registers, atomic: false, old: None })
            };
            let (to, from) = (access(to, Space::Shared)?, access(from, Space::Global)?);
            let given = match rest {
                [] => None,
                [given, ..] => Some(frame.source(given, Type::Unsigned(32))?),
            };
            frame.load_where_positive(given, from);
            frame.emit(Action::WriteLater(Box::new(to)));
        }
        _ => return None,
    }
    Some(())
}

/// The type as which a register is read that is stored as a value of `ty`.
fn stored(ty: Type) -> Type {
    if is_wide(ty) { Type::Bits(64) } else { Type::Bits(32) }
}

fn atomic(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    let ty = words.last_type()?;
    let returns = words.opcode() == "atom";
    let (d, rest) = if returns {
        let (d, rest) = operands.split_first()?;
        (Some(d), rest)
    } else {
        (None, operands)
    };
    let (at, values) = rest.split_first()?;
    let operation = operation(words, ty)?;
    let needed = if operation == AtomicOperation::CompareAndSwap { 2 } else { 1 };
    if values.len() < needed || !matches!(ty.bits(), 16 | 32 | 64) {
        return None;
    }
    let mut registers = Vec::new();
    for value in &values[..needed] {
        registers.push(Some(frame.source(value, stored(ty))?));
    }
    let mut access = access(frame, words, at, registers, is_wide(ty))?;
    access.old = match d {
        Some(Operand::Sink) | None => None,
        Some(d) => Some(frame.result(d, ty)?.0),
    };
    frame.emit(Action::Atomic(Box::new(access), operation));
    Some(())
}

fn operation(words: &Words, ty: Type) -> Option<AtomicOperation> {
    let signed = matches!(ty, Type::Signed(_));
    let float = matches!(ty, Type::Float(32 | 64));
    let names = ["add", "and", "or", "xor", "min", "max", "inc", "dec", "exch", "cas"];
    Some(match words.one_of(&names)? {
        "add" if float => AtomicOperation::AddFloat,
        "add" => AtomicOperation::Add,
        "and" => AtomicOperation::And,
        "or" => AtomicOperation::Or,
        "xor" => AtomicOperation::Xor,
        "min" if float => AtomicOperation::MinFloat,
        "max" if float => AtomicOperation::MaxFloat,
        "min" if signed => AtomicOperation::MinSigned,
        "min" => AtomicOperation::MinUnsigned,
        "max" if signed => AtomicOperation::MaxSigned,
        "max" => AtomicOperation::MaxUnsigned,
        "inc" => AtomicOperation::Increment,
        "dec" => AtomicOperation::Decrement,
        "exch" => AtomicOperation::Exchange,
        _ => AtomicOperation::CompareAndSwap,
    })
}

fn call(frame: &mut Frame, operands: &[Operand]) -> Option<Action> {
    let (results, rest) = match operands {
        [Operand::List(results), rest @ ..] => (results.as_slice(), rest),
        rest => (&[][..], rest),
    };
    let (callee, rest) = rest.split_first()?;
    let arguments = match rest.first() {
        Some(Operand::List(arguments)) => arguments.as_slice(),
        _ => &[],
    };
    let parts = |list: &[Operand], frame: &Frame| {
        let part = |operand: &Operand| match operand {
            Operand::Variable(id, 0) => match frame.places.get(id.0 as usize) {
                Some(Place::Parameter(part)) => Some(*part),
                _ => None,
            },
            _ => None,
        };
        list.iter().map(part).collect::<Option<Vec<Part>>>()
    };
    let (results, arguments) = (parts(results, frame)?, parts(arguments, frame)?);
    let callee = match callee {
        Operand::Register(_) => Callee::Indirect(frame.source(callee, Type::Bits(64))?),
        Operand::Symbol(name, 0) => match frame.target(name)? {
            Target::Function(id) => Callee::Function(id),
            Target::BuiltIn("vprintf") => Callee::BuiltIn(BuiltIn::Printf),
            Target::BuiltIn("malloc") => Callee::BuiltIn(BuiltIn::Malloc),
            Target::BuiltIn("free") => Callee::BuiltIn(BuiltIn::Free),
            Target::BuiltIn(_) => Callee::BuiltIn(BuiltIn::AssertFail),
            Target::Nothing => Callee::Nobody,
            Target::Variable { .. } => return None,
        },
        _ => return None,
    };
    Some(Action::Call(Box::new(Call { callee, arguments, results })))
}

/// `bar.sync 1, 64`, `barrier.sync.aligned`, `bar.red.popc.u32 %r1, 0, %p1`, `bar.warp.sync %r1` and their like.
fn barrier(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    if words.has("warp") {
        let members = frame.source(operands.first()?, Type::Bits(32))?;
        frame.emit(Action::WarpBarrier { members });
        return Some(());
    }
    if words.has("cluster") {
        frame.emit(Action::Nothing);
        return Some(());
    }
    let mut rest = operands;
    let mut kind = if words.has("arrive") { BarrierKind::Arrive } else { BarrierKind::Sync };
    if words.has("red") {
        let (d, others) = rest.split_first()?;
        let (a, others) = others.split_last()?;
        rest = others;
        let vote = match words.one_of(&["popc", "and", "or"])? {
            "popc" => Vote::Count,
            "and" => Vote::All,
            _ => Vote::Any,
        };
        let ty = if vote == Vote::Count { Type::Unsigned(32) } else { Type::Predicate };
        let (d, _) = frame.result(d, ty)?;
        let (a, negated) = predicate(frame, a)?;
        kind = BarrierKind::Reduce { kind: vote, d, a, negated };
    }
    let (id, rest) = rest.split_first()?;
    let id = frame.source(id, Type::Unsigned(32))?;
    let threads = match rest.first() {
        Some(threads) => Some(frame.source(threads, Type::Unsigned(32))?),
        None => None,
    };
    let aligned = words.opcode() == "bar" || words.has("aligned");
    frame.emit(Action::Barrier(Barrier { id, threads, aligned, kind }));
    Some(())
}

/// A predicate, and whether its complement is meant.
fn predicate(frame: &mut Frame, operand: &Operand) -> Option<(Slot, bool)> {
    match operand {
        Operand::Negated(id) => Some((frame.register(*id).0, true)),
        _ => Some((frame.source(operand, Type::Predicate)?, false)),
    }
}

fn shuffle(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<Action> {
    let [d, a, b, c, rest @ ..] = operands else { return None };
    let mode = match words.one_of(&["up", "down", "bfly", "idx"])? {
        "up" => ShuffleMode::Up,
        "down" => ShuffleMode::Down,
        "bfly" => ShuffleMode::Butterfly,
        _ => ShuffleMode::Index,
    };
    let (d, holds) = two(frame, d, Type::Bits(32))?;
    let mut source = |operand| frame.source(operand, Type::Bits(32));
    let (a, b, c) = (source(a)?, source(b)?, source(c)?);
    let members = match rest.first() {
        Some(members) => Some(source(members)?),
        None => None,
    };
    Some(Action::Shuffle(Box::new(Shuffle { mode, d, holds, a, b, c, members })))
}

/// `%r1|%p1`, or the first of these alone.
fn two(frame: &mut Frame, operand: &Operand, ty: Type) -> Option<(Slot, Option<Slot>)> {
    match operand {
        Operand::Two(d, holds) => {
            let (d, _) = frame.result(d, ty)?;
            Some((d, Some(frame.result(holds, Type::Predicate)?.0)))
        }
        d => Some((frame.result(d, ty)?.0, None)),
    }
}

fn vote(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<Action> {
    let [d, a, rest @ ..] = operands else { return None };
    let kind = match words.one_of(&["all", "any", "uni", "ballot"])? {
        "all" => Vote::All,
        "any" => Vote::Any,
        "uni" => Vote::Uniform,
        _ => Vote::Ballot,
    };
    let ty = if kind == Vote::Ballot { Type::Bits(32) } else { Type::Predicate };
    let (a, negated) = predicate(frame, a)?;
    let (d, _) = frame.result(d, ty)?;
    let members = match rest.first() {
        Some(members) => Some(frame.source(members, Type::Bits(32))?),
        None => None,
    };
    Some(Action::Vote { kind, d, a, negated, members })
}

fn matching(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<Action> {
    let [d, a, members] = operands else { return None };
    let ty = words.last_type()?;
    let (d, holds) = two(frame, d, Type::Bits(32))?;
    let a = frame.source(a, ty)?;
    let members = frame.source(members, Type::Bits(32))?;
    let (all, wide) = (words.has("all"), is_wide(ty));
    Some(Action::Match(Match { all, wide, d, holds, a, members }))
}

fn redux(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<Action> {
    let [d, a, members] = operands else { return None };
    let operation = operation(words, words.last_type()?)?;
    let (d, _) = frame.result(d, Type::Bits(32))?;
    let a = frame.source(a, Type::Bits(32))?;
    let members = frame.source(members, Type::Bits(32))?;
    Some(Action::Redux { operation, d, a, members })
}

/// `mov.u64 %rd1, %clock64` and its like; every other `mov` computes.
fn clock(frame: &mut Frame, operands: &[Operand]) -> Option<Action> {
    let [d, Operand::Special(name)] = operands else { return None };
    let wide = match name.as_str() {
        "clock" | "clock_hi" | "globaltimer_lo" | "globaltimer_hi" => false,
        "clock64" | "globaltimer" => true,
        _ => return None,
    };
    let (d, _) = frame.result(d, if wide { Type::Unsigned(64) } else { Type::Unsigned(32) })?;
    Some(Action::Clock { d, wide })
}

/// The first generic address of a space whose own addresses begin at 0.
fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED,
        Space::Local => LOCAL,
        _ => 0,
    }
}

/// `cvta`: from the addresses of a space to generic ones; `cvta.to`: back.
fn convert_address(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    let [d, a] = operands else { return None };
    let start = window(words.space());
    let ty = Type::Unsigned(64);
    let a = match a {
        Operand::Symbol(name, addend) => {
            let address = frame.target(name)?.address().wrapping_add_signed(*addend);
            frame.constant(address, true)
        }
        _ => frame.source(a, ty)?,
    };
    let (d, finish) = frame.result(d, ty)?;
    let handler = match (words.has("to"), start) {
        (_, 0) => unary(|a: u64| a),
        (true, _) => unary(move |a: u64| a.wrapping_sub(start)),
        (false, _) => unary(move |a: u64| a.wrapping_add(start)),
    };
    frame.compute(handler, d, &[a]);
    frame.finish(finish);
    Some(())
}

fn is_in_space(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    let [d, a] = operands else { return None };
    let space = words.space();
    let a = frame.source(a, Type::Unsigned(64))?;
    let (d, _) = frame.result(d, Type::Predicate)?;
    let is_inside = |start: u64| move |a: u64| (start..start + WINDOW).contains(&a);
    let (shared, local) = (is_inside(SHARED), is_inside(LOCAL));
    let handler = match space {
        Space::Shared => compare(None, move |a: u64, _| shared(a)),
        Space::Local => compare(None, move |a: u64, _| local(a)),
        Space::Global => compare(None, move |a: u64, _| !shared(a) && !local(a)),
        _ => compare(None, |_: u64, _| false),
    };
    let unused = Slot::frame(UNUSED);
    frame.compute(handler, d, &[a, a, unused, unused]);
    Some(())
}
