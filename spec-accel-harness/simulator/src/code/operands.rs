//! The places of a function's registers, constants and variables, and the instructions that its code becomes.

use std::collections::BTreeMap;

use super::{Access, Action, Instruction, Part, Slot};
use crate::exec::registers::{Handler, binary, compare, logical, unary};
use crate::link::{Image, Target};
use crate::ptx::{self, Body, Instruction as Source, Location, Operand, RegisterId, Space};
use crate::ptx::{Type, VariableId};

/// Where a variable of a function lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Among the parameters of the call.
    Parameter(Part),
    /// In the thread's memory, behind the start of the call's part.
    Local(u64),
    /// At an address of its space.
    Fixed(Space, u64),
}

/// A function whose code is decoded.
pub(super) struct Frame<'i> {
    pub(super) image: &'i Image,
    module: usize,
    slots: Vec<(Slot, Type)>,
    pub(super) places: Vec<Place>,
    pub(super) words: usize,
    pub(super) predicates: usize,
    pub(super) constants: Vec<u64>,
    known: BTreeMap<(u64, bool), Slot>,
    pub(super) local_bytes: u64,
    pub(super) parameter_bytes: u32,
    pub(super) code: Vec<Instruction>,
    pub(super) locations: Vec<Location>,
    /// The registers for values between the parts of one instruction, of 32 and of 64 bits, and how many are taken.
    temporary: [(Vec<Slot>, usize); 2],
    guard: Option<(Slot, bool)>,
    location: Location,
    /// The lists of labels that branches name.
    targets: &'i BTreeMap<String, Vec<String>>,
}

/// The words of a register.
pub(super) fn words_of(wide: bool) -> usize {
    if wide { super::LANES } else { super::LANES / 2 }
}

pub(super) fn is_wide(ty: Type) -> bool {
    ty.bits() > 32
}

/// The hidden register that holds where the call's part of the thread's memory begins.
pub(super) const LOCAL_BASE: usize = 0;
/// The hidden predicates: the carry, and one that nobody reads.
pub(super) const CARRY: usize = 0;
pub(super) const UNUSED: usize = 1;

impl<'i> Frame<'i> {
    /// `None` where a register is wider than 64 bits.
    pub(super) fn new(
        image: &'i Image,
        id: super::FunctionId,
        body: &'i Body,
    ) -> Option<Frame<'i>> {
        let (module, function) = image.function(id);
        let own = function.results.len() + function.parameters.len();
        let mut frame = Frame {
            image,
            module,
            slots: Vec::new(),
            places: Vec::new(),
            words: words_of(true),
            predicates: 2,
            constants: Vec::new(),
            known: BTreeMap::new(),
            local_bytes: 0,
            parameter_bytes: 0,
            code: Vec::new(),
            locations: Vec::new(),
            temporary: [(Vec::new(), 0), (Vec::new(), 0)],
            guard: None,
            location: Location::default(),
            targets: &body.targets,
        };
        for ty in &body.registers {
            let slot = frame.new_register(*ty)?;
            frame.slots.push((slot, *ty));
        }
        frame.place_variables(id, body, own);
        Some(frame)
    }

    fn new_register(&mut self, ty: Type) -> Option<Slot> {
        if ty == Type::Predicate {
            self.predicates += 1;
            return Some(Slot::frame(self.predicates - 1));
        }
        let place = self.words;
        self.words += words_of(is_wide(ty));
        (ty.bits() <= 64).then(|| Slot::frame(place))
    }

    /// Gives variables their places. The function's `own` parameters come first, one behind the other, as a launch packs them.
    /// Parameters of calls share what lies behind: those of one call are gone before the next one begins.
    fn place_variables(&mut self, id: super::FunctionId, body: &Body, own: usize) {
        let lives = lives(body);
        let (mut top, mut behind_own, mut last_end) = (0, 0, 0);
        for (number, variable) in body.variables.iter().enumerate() {
            let id = (id, VariableId(number as u32));
            let align = u64::from(variable.align.max(1));
            let place = match variable.space {
                Space::Param => {
                    let (first, end) = lives[number];
                    if number >= own && first.is_none_or(|first| first > last_end) {
                        top = behind_own;
                    }
                    if number >= own {
                        last_end = last_end.max(end);
                    }
                    let at = u64::from(top).next_multiple_of(align) as u32;
                    let bytes = variable.bytes as u32;
                    top = at.saturating_add(bytes);
                    behind_own = if number < own { top } else { behind_own };
                    self.parameter_bytes = self.parameter_bytes.max(top);
                    Place::Parameter(Part { at, bytes })
                }
                Space::Local | Space::Generic => {
                    let at = self.local_bytes.next_multiple_of(align);
                    self.local_bytes = at.saturating_add(variable.bytes);
                    Place::Local(at)
                }
                space => Place::Fixed(space, self.image.inner.get(&id).map_or(0, |t| t.address())),
            };
            self.places.push(place);
        }
        self.local_bytes = self.local_bytes.next_multiple_of(16);
        self.parameter_bytes = self.parameter_bytes.next_multiple_of(16);
    }

    /// Begins an instruction of the text.
    pub(super) fn begin(&mut self, source: &Source, location: Location) {
        self.location = location;
        self.guard = source.guard.map(|(id, negated)| (self.slots[id.0 as usize].0, negated));
        self.temporary.iter_mut().for_each(|(_, taken)| *taken = 0);
    }

    pub(super) fn emit(&mut self, action: Action) {
        self.code.push(Instruction { guard: self.guard, action });
        self.locations.push(self.location);
    }

    /// Emits a load for the lanes for which a number is above 0, if there is a number; for the others the registers become 0.
    pub(super) fn load_where_positive(&mut self, number: Option<Slot>, load: Access) {
        let wide = load.element.wide;
        let results = load.registers.clone();
        let action = Action::Load(Box::new(load));
        let Some(number) = number else { return self.emit(action) };
        let zero = self.constant(0, wide);
        for result in results.into_iter().flatten() {
            let clear = if wide { unary(|zero: u64| zero) } else { unary(|zero: u32| zero) };
            self.compute(clear, result, &[zero]);
        }
        let (holds, unused) = (self.temporary_predicate(), Slot::frame(UNUSED));
        let guard = self.guard.take();
        self.compute(logical(|_, _| 0), holds, &[unused]);
        self.guard = guard;
        let none = self.constant(0, false);
        self.compute(compare(None, |a: u32, b| a > b), holds, &[number, none, unused, unused]);
        self.guard = Some((holds, false));
        self.emit(action);
        self.guard = guard;
    }

    /// The register and its type.
    pub(super) fn register(&self, id: RegisterId) -> (Slot, Type) {
        self.slots[id.0 as usize]
    }

    /// A constant of all lanes.
    pub(super) fn constant(&mut self, bits: u64, wide: bool) -> Slot {
        let bits = if wide { bits } else { bits & u64::from(u32::MAX) };
        if let Some(slot) = self.known.get(&(bits, wide)) {
            return *slot;
        }
        let slot = Slot::constant(self.constants.len());
        let word = if wide { bits } else { bits << 32 | bits };
        self.constants.extend(std::iter::repeat_n(word, words_of(wide)));
        self.known.insert((bits, wide), slot);
        slot
    }

    /// A register for a value between two parts of an instruction.
    pub(super) fn temporary(&mut self, wide: bool) -> Slot {
        let (list, taken) = &mut self.temporary[usize::from(wide)];
        *taken += 1;
        if let Some(slot) = list.get(*taken - 1) {
            return *slot;
        }
        let slot = Slot::frame(self.words);
        list.push(slot);
        self.words += words_of(wide);
        slot
    }

    /// A predicate for a value between two parts of an instruction.
    pub(super) fn temporary_predicate(&mut self) -> Slot {
        self.predicates += 1;
        Slot::frame(self.predicates - 1)
    }

    /// Ends the code. Nobody gets there: blocks that run off the end of a function are never executed.
    pub(super) fn end(&mut self) {
        self.guard = None;
        self.emit(Action::Trap);
    }

    pub(super) fn compute(&mut self, handler: Handler, d: Slot, sources: &[Slot]) {
        let unused = Slot::frame(UNUSED);
        let mut operands = [d, unused, unused, unused, unused];
        operands[1..=sources.len()].copy_from_slice(sources);
        self.emit(Action::Compute(handler, operands));
    }

    /// The slot of an operand that is read as a value of a type; `None` where it has none.
    pub(super) fn source(&mut self, operand: &Operand, ty: Type) -> Option<Slot> {
        let wide = is_wide(ty);
        match operand {
            Operand::Register(id) => {
                let (slot, own) = self.register(*id);
                match (own == Type::Predicate, ty == Type::Predicate) {
                    (true, true) => return Some(slot),
                    (false, false) => {}
                    _ => return None,
                }
                match (is_wide(own), wide) {
                    (true, false) => {
                        let d = self.temporary(false);
                        self.compute(unary(|a: u64| a as u32), d, &[slot]);
                        Some(d)
                    }
                    (false, true) => None,
                    _ => Some(slot),
                }
            }
            Operand::Immediate(bits) if ty == Type::Predicate => {
                Some(Slot::constant(usize::from(*bits != 0)))
            }
            Operand::Immediate(bits) => {
                let bits = if ty == Type::Float(16) { *bits & 0xffff } else { *bits };
                Some(self.constant(bits, wide))
            }
            Operand::Decimal(value) => {
                let bits = if wide { value.to_bits() } else { (*value as f32).to_bits().into() };
                Some(self.constant(bits, wide))
            }
            Operand::Special(name) => {
                let (slot, own) = crate::exec::special::slot(name)?;
                match (own, wide) {
                    (false, true) => {
                        let d = self.temporary(true);
                        self.compute(unary(|a: u32| u64::from(a)), d, &[slot]);
                        Some(d)
                    }
                    (true, false) => None,
                    _ => Some(slot),
                }
            }
            Operand::Variable(id, addend) => self.variable_address(*id, *addend, wide),
            Operand::Symbol(name, addend) => {
                let target = self.target(name)?;
                Some(self.constant(target.address().wrapping_add_signed(*addend), wide))
            }
            _ => None,
        }
    }

    /// The address of a variable of the function, in its space.
    fn variable_address(&mut self, id: VariableId, addend: i64, wide: bool) -> Option<Slot> {
        match *self.places.get(id.0 as usize)? {
            Place::Parameter(part) => {
                Some(self.constant(u64::from(part.at).wrapping_add_signed(addend), wide))
            }
            Place::Fixed(_, address) => {
                Some(self.constant(address.wrapping_add_signed(addend), wide))
            }
            Place::Local(at) => {
                let offset = self.constant(at.wrapping_add_signed(addend), true);
                let d = self.temporary(true);
                let sources = [Slot::frame(LOCAL_BASE), offset];
                self.compute(binary(u64::wrapping_add), d, &sources);
                if wide {
                    return Some(d);
                }
                let narrow = self.temporary(false);
                self.compute(unary(|a: u64| a as u32), narrow, &[d]);
                Some(narrow)
            }
        }
    }

    /// The labels of a list.
    pub(super) fn labels(&self, list: &str) -> Option<Vec<String>> {
        self.targets.get(list).cloned()
    }

    /// What a name of the module means.
    pub(super) fn target(&self, name: &str) -> Option<Target> {
        self.image.names[self.module].get(name).copied()
    }

    /// The register of a result that is computed as a value of a type, and what must be done behind the computation.
    pub(super) fn result(&mut self, operand: &Operand, ty: Type) -> Option<(Slot, Finish)> {
        let Operand::Register(id) = operand else {
            let unused = match (operand, ty) {
                (Operand::Sink, Type::Predicate) => Slot::frame(UNUSED),
                (Operand::Sink, _) => self.temporary(is_wide(ty)),
                _ => return None,
            };
            return Some((unused, None));
        };
        let (slot, own) = self.register(*id);
        if (own == Type::Predicate) != (ty == Type::Predicate) {
            return None;
        }
        if own.bits() < ty.bits() && is_wide(own) != is_wide(ty) {
            return None;
        }
        let extension = match (ty, is_wide(own)) {
            _ if own.bits() <= ty.bits() => return Some((slot, None)),
            (Type::Signed(8), true) => unary(|a: i8| i64::from(a)),
            (Type::Signed(16), true) => unary(|a: i16| i64::from(a)),
            (Type::Signed(32), true) => unary(|a: i32| i64::from(a)),
            (Type::Signed(8), false) => unary(|a: i8| i32::from(a)),
            (Type::Signed(16), false) => unary(|a: i16| i32::from(a)),
            (_, true) => unary(|a: u32| u64::from(a)),
            (_, false) => return Some((slot, None)),
        };
        let temporary = self.temporary(is_wide(ty));
        Some((temporary, Some((extension, slot, temporary))))
    }

    /// Ends a computation whose result goes to a wider register.
    pub(super) fn finish(&mut self, finish: Finish) {
        if let Some((extension, d, a)) = finish {
            self.compute(extension, d, &[a]);
        }
    }
}

/// The extension of a result to a wider register: a handler, the register, and where the result is.
pub(super) type Finish = Option<(Handler, Slot, Slot)>;

/// The statements in which a variable is first and last used.
fn lives(body: &Body) -> Vec<(Option<usize>, usize)> {
    let mut lives = vec![(None, 0); body.variables.len()];
    for (index, statement) in body.statements.iter().enumerate() {
        if let ptx::Statement::Instruction(instruction) = statement {
            instruction.operands.iter().for_each(|operand| see(operand, index + 1, &mut lives));
        }
    }
    lives
}

fn see(operand: &Operand, index: usize, lives: &mut [(Option<usize>, usize)]) {
    match operand {
        Operand::Variable(id, _) => {
            if let Some((first, last)) = lives.get_mut(id.0 as usize) {
                first.get_or_insert(index);
                *last = index;
            }
        }
        Operand::Memory(inner, _) => see(inner, index, lives),
        Operand::Vector(list) | Operand::List(list) => {
            list.iter().for_each(|operand| see(operand, index, lives));
        }
        Operand::Two(a, b) => {
            see(a, index, lives);
            see(b, index, lives);
        }
        _ => {}
    }
}
