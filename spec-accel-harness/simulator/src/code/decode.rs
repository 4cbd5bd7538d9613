//! From linked modules to a program.

use std::collections::BTreeMap;
use std::fmt;

use super::compute::form;
use super::graph::{Flow, meeting_places};
use super::operands::{CARRY, Frame, Place, UNUSED};
use super::words::Words;
use super::{Action, Function, FunctionId, Part, Program, Slot, control};
use crate::exec::registers::{binary, quaternary, unary};
use crate::link::Image;
use crate::ptx::{self, Body, Instruction, Location, Operand, Statement, Type};

/// Why a function cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The function.
    pub function: String,
    /// The line of the PTX, from 1.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {} of its PTX: {}", self.function, self.line, self.message)
    }
}

impl std::error::Error for DecodeError {}

/// Decodes all functions of an image. An instruction that is not known ends a launch only where a thread gets to it.
pub fn decode(image: &Image) -> Result<Program, DecodeError> {
    let mut program = Program { shared_bytes: image.shared_bytes as u32, ..Program::default() };
    let files: Vec<BTreeMap<u32, u32>> = image
        .modules
        .iter()
        .map(|module| {
            let add = |(number, path): (&u32, &String)| {
                program.files.push(path.clone());
                (*number, program.files.len() as u32 - 1)
            };
            module.files.iter().map(add).collect()
        })
        .collect();
    for index in 0..image.functions.len() {
        let id = FunctionId(index as u32);
        let (module, source) = image.function(id);
        let function = decode_function(image, id, source, &files[module])?;
        if function.is_kernel {
            program.kernels.insert(function.name.clone(), id);
        }
        program.functions.push(function);
    }
    Ok(program)
}

fn decode_function(
    image: &Image,
    id: FunctionId,
    source: &ptx::Function,
    files: &BTreeMap<u32, u32>,
) -> Result<Function, DecodeError> {
    let error =
        |line, message: String| DecodeError { function: source.name.clone(), line, message };
    let empty = Body::default();
    let body = source.body.as_ref().unwrap_or(&empty);
    let mut frame = Frame::new(image, id, body)
        .ok_or_else(|| error(source.line, "a register has more than 64 bits".into()))?;
    let mut labels = BTreeMap::new();
    let mut branches = Vec::new();
    for statement in &body.statements {
        match statement {
            Statement::Label(name) => drop(labels.insert(name.as_str(), frame.code.len() as u32)),
            Statement::Instruction(instruction) => {
                let at = instruction.location;
                let file = files.get(&at.file).copied().unwrap_or_default();
                frame.begin(instruction, Location { file, ..at });
                instruct(&mut frame, instruction, &mut branches);
            }
        }
    }
    frame.end();
    for branch in branches {
        let target = |name: &String| {
            let known = labels.get(name.as_str()).copied();
            known.ok_or_else(|| error(branch.line, format!("there is no label `{name}`")))
        };
        let targets = branch.labels.iter().map(target).collect::<Result<Vec<_>, _>>()?;
        set_targets(&mut frame.code[branch.at].action, &targets);
    }
    let flows: Vec<Flow> = frame.code.iter().map(flow).collect();
    for (instruction, place) in frame.code.iter_mut().zip(meeting_places(&flows, source.is_kernel))
    {
        if let Action::Branch { meet, .. } | Action::Switch { meet, .. } = &mut instruction.action {
            *meet = place;
        }
    }
    Ok(function(frame, source))
}

fn function(frame: Frame, source: &ptx::Function) -> Function {
    let part = |place: &Place| match place {
        Place::Parameter(part) => *part,
        _ => Part { at: 0, bytes: 0 },
    };
    let parts: Vec<Part> = frame.places.iter().map(part).collect();
    let results = source.results.len().min(parts.len());
    let end = (results + source.parameters.len()).min(parts.len());
    Function {
        name: source.name.clone(),
        is_kernel: source.is_kernel,
        max_threads: source.max_threads,
        words: frame.words,
        predicates: frame.predicates,
        constants: frame.constants,
        local_bytes: frame.local_bytes,
        parameter_bytes: frame.parameter_bytes,
        results: parts[..results].to_vec(),
        parameters: parts[results..end].to_vec(),
        code: frame.code,
        locations: frame.locations,
    }
}

/// A branch whose labels are not known yet.
pub(super) struct Pending {
    pub(super) at: usize,
    pub(super) labels: Vec<String>,
    pub(super) line: u32,
}

fn set_targets(action: &mut Action, all: &[u32]) {
    match action {
        Action::Branch { target, .. } => *target = all[0],
        Action::Switch { targets, .. } => *targets = all.to_vec(),
        _ => {}
    }
}

fn flow(instruction: &super::Instruction) -> Flow {
    let falls = instruction.guard.is_some();
    match &instruction.action {
        Action::Branch { target, .. } => Flow::Targets { targets: vec![*target], falls },
        Action::Switch { targets, .. } => Flow::Targets { targets: targets.clone(), falls },
        Action::Return => Flow::Return { falls },
        Action::Exit | Action::Trap | Action::Unknown(_) => Flow::Stop { falls },
        _ => Flow::Next,
    }
}

fn instruct(frame: &mut Frame, instruction: &Instruction, branches: &mut Vec<Pending>) {
    let (code, places) = (frame.code.len(), frame.locations.len());
    let words = Words::new(instruction.words.iter().map(String::as_str));
    let done = control::instruct(frame, &words, instruction, branches)
        .or_else(|| compute(frame, &words, &instruction.operands));
    if done.is_none() {
        frame.code.truncate(code);
        frame.locations.truncate(places);
        branches.retain(|branch| branch.at < code);
        let text =
            format!("{} (line {} of the PTX)", instruction.words.join("."), instruction.line);
        frame.emit(Action::Unknown(text));
    }
}

/// An instruction that computes in registers.
fn compute(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    if words.opcode() == "mov" && operands.iter().any(|o| matches!(o, Operand::Vector(_))) {
        return pack(frame, words, operands);
    }
    let form = form(words)?;
    let (first, sources) = operands.split_first()?;
    if sources.len() != form.sources.len() {
        return None;
    }
    let mut slots = Vec::new();
    for (operand, ty) in sources.iter().zip(&form.sources) {
        let slot = match operand {
            Operand::Negated(id) if *ty == Type::Predicate => negated(frame, *id)?,
            _ => frame.source(operand, *ty)?,
        };
        slots.push(slot);
    }
    let unused = Slot::frame(UNUSED);
    slots.resize(4, unused);
    if form.carries {
        slots[3] = Slot::frame(CARRY);
    }
    if let Operand::Two(main, other) = first {
        slots[3] = frame.result(other, Type::Predicate)?.0;
        let (d, _) = frame.result(main, form.result)?;
        frame.compute(form.handler, d, &slots);
        return Some(());
    }
    let (d, finish) = frame.result(first, form.result)?;
    frame.compute(form.handler, d, &slots);
    frame.finish(finish);
    Some(())
}

/// The complement of a predicate, in a register that the instruction alone uses.
fn negated(frame: &mut Frame, id: ptx::RegisterId) -> Option<Slot> {
    let (slot, ty) = frame.register(id);
    let d = frame.temporary_predicate();
    let not = crate::exec::registers::logical(|a, _| !a);
    frame.compute(not, d, &[slot]);
    (ty == Type::Predicate).then_some(d)
}

/// `mov.b64 %rd1, {%r1, %r2}`, or the other way round.
fn pack(frame: &mut Frame, words: &Words, operands: &[Operand]) -> Option<()> {
    let ty = words.last_type()?;
    let whole = Type::Bits(u8::try_from(ty.bits()).ok()?);
    let part = |number: usize| Some(Type::Bits(u8::try_from(ty.bits() as usize / number).ok()?));
    match operands {
        [d, Operand::Vector(parts)] => {
            let part = part(parts.len())?;
            let sources =
                parts.iter().map(|own| frame.source(own, part)).collect::<Option<Vec<_>>>()?;
            let (d, finish) = frame.result(d, whole)?;
            let handler = match (parts.len(), ty.bits()) {
                (2, 64) => binary(|a: u32, b: u32| u64::from(a) | u64::from(b) << 32),
                (2, 32) => binary(|a: u16, b: u16| u32::from(a) | u32::from(b) << 16),
                (2, 16) => binary(|a: u8, b: u8| u16::from(a) | u16::from(b) << 8),
                (4, 64) => quaternary(|a: u16, b: u16, c: u16, e: u16| {
                    [a, b, c, e].into_iter().rev().fold(0, |all, x| all << 16 | u64::from(x))
                }),
                (4, 32) => {
                    quaternary(|a: u8, b: u8, c: u8, e: u8| u32::from_le_bytes([a, b, c, e]))
                }
                _ => return None,
            };
            frame.compute(handler, d, &sources);
            frame.finish(finish);
        }
        [Operand::Vector(parts), a] => {
            let own = part(parts.len())?;
            let a = frame.source(a, whole)?;
            let kept = frame.temporary(ty.bits() > 32);
            let copy = if ty.bits() > 32 { unary(|a: u64| a) } else { unary(|a: u32| a) };
            frame.compute(copy, kept, &[a]);
            for (index, part) in parts.iter().enumerate() {
                let shift = own.bits() * index as u32;
                let handler = match (own.bits(), ty.bits()) {
                    (32, 64) => unary(move |a: u64| (a >> shift) as u32),
                    (16, 64) => unary(move |a: u64| (a >> shift) as u16),
                    (16, 32) => unary(move |a: u32| (a >> shift) as u16),
                    (8, _) => unary(move |a: u32| (a >> shift) as u8),
                    _ => return None,
                };
                let (d, finish) = frame.result(part, own)?;
                frame.compute(handler, d, &[kept]);
                frame.finish(finish);
            }
        }
        _ => return None,
    }
    Some(())
}
