//! What each statement of a function does with storage.
//!
//! Pointers are followed by the order of the statements: an assignment outside of loops gives a pointer a new value, and one in a loop
//! may. A function with `goto` is not followed.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Device, Flow, Summaries};
use super::memory::{Change, State, Store};
use super::packing::Costs;
use super::section::{Section, Values};
use super::statements::{host_statements, is_data_construct, leaves};
use super::storage::{Cell, Globals, Pointer, Storage, Variables};

use crate::id::{StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::{
    Base, BinaryOp, Expr, ExprKind, Jump, Place, Step, Stmt, StmtKind, SymbolKind, Type,
    walk_statements,
};

/// A section that a statement maps.
#[derive(Clone, Debug)]
pub(super) struct Mapping {
    /// What it is a section of.
    pub(super) base: Pointer,
    /// The section, where it is known.
    pub(super) section: Option<Section>,
    pub(super) flow: Flow,
    /// Whether the statement maps it each time.
    pub(super) is_sure: bool,
    /// The number of the construct among those of the statement.
    pub(super) construct: u32,
}

/// Storage that a region finds on the device.
#[derive(Clone, Debug)]
pub(super) struct Find {
    pub(super) storage: Storage,
    /// Whether the region may write it.
    pub(super) writes: bool,
    pub(super) device: Device,
}

/// What one statement does, without the statements in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// What the host reads (`false`) and writes (`true`).
    pub(super) touches: BTreeSet<(Storage, bool)>,
    pub(super) mappings: Vec<Mapping>,
    /// What data constructs name in ways that are not followed.
    pub(super) held: BTreeSet<Storage>,
    /// What regions find without mapping it, and no data construct around them has.
    pub(super) found: Vec<Find>,
    /// Whether a region may write any storage that is on the device.
    pub(super) is_wild: bool,
    /// The storage whose first construct in it copies nothing to the device and all of a section back.
    pub(super) renewed: BTreeSet<Storage>,
    /// Whether it may end the program.
    pub(super) ends: bool,
    /// Whether it is a call of `free` alone.
    pub(super) is_release: bool,
    /// Why nothing is known of it.
    pub(super) opaque: Option<String>,
}

impl Effects {
    /// The storage that is on the device by other constructs than those that map it here.
    pub(super) fn holds(&self) -> impl Iterator<Item = Storage> {
        self.held.iter().copied().chain(self.found.iter().map(|own| own.storage))
    }
}

/// When a region is waited for that has `nowait` or `depend`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wait {
    /// The `taskwait`, or the region itself.
    pub(super) until: StmtId,
    /// The regions in front of it that may still run when it begins.
    pub(super) before: BTreeSet<StmtId>,
}

/// Where something is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Here<'s> {
    /// What pointers point to there.
    pub(super) state: &'s State,
    /// The statement.
    pub(super) at: StmtId,
    /// Whether it is evaluated each time that the statement runs.
    pub(super) is_certain: bool,
}

/// A function whose statements were followed.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, one per question")]
pub(super) struct Followed<'a> {
    pub(super) variables: &'a Variables<'a>,
    pub(super) values: Values<'a>,
    pub(super) summaries: &'a Summaries,
    pub(super) globals: &'a Globals<'a>,
    /// By statement; those that do nothing are left out.
    pub(super) effects: BTreeMap<StmtId, Effects>,
    /// By data construct: what the statements in it do, as if it mapped nothing.
    pub(super) inside: BTreeMap<StmtId, BTreeMap<StmtId, Effects>>,
    /// The regions that run later than where they stand, or wait for others, and do what they would do there.
    pub(super) waited: BTreeMap<StmtId, Wait>,
    /// The first statement of a block in front of which the thread that runs it has no tasks.
    pub(super) begins: Option<StmtId>,
    /// What pointers point to before the statement.
    pub(super) states: BTreeMap<StmtId, State>,
    /// What others know, at any time.
    pub(super) escaped: BTreeSet<Storage>,
    /// What of it they may know otherwise than by pointers in memory that are followed.
    pub(super) lost: BTreeSet<Storage>,
    /// The storage that is written in ways that are not followed.
    pub(super) overwritten: BTreeSet<Storage>,
    /// The pointers in memory that get values.
    pub(super) assigned: BTreeSet<Cell>,
    /// The bytes that get other values, from some byte of storage on.
    pub(super) patched: BTreeSet<(Storage, u64, u64)>,
    /// What pointers point to where the function returns; `None` before a place where it does.
    pub(super) end: Option<State>,
    /// What evaluating the statement does to pointers in memory.
    pub(super) changes: Vec<Change>,
    /// Effects that nobody asks for: what pointers point to in a loop is not known yet.
    pub(super) draft: Option<Effects>,
    /// Whether the front end did not understand some part: it may do anything to any variable, behind it, too.
    pub(super) hides: bool,
    /// Whether a stream of the C library gets storage, which it reads and writes whenever it is used.
    pub(super) lends: bool,
    /// Whether what is being followed may run several times.
    pub(super) in_loop: bool,
    /// Whether list items of one construct are taken to share no storage.
    pub(super) tells_items_apart: bool,
    /// What a buffer for updates costs.
    pub(super) costs: Costs,
}

impl<'a> Followed<'a> {
    /// Follows a function whose callees have these summaries, until what others know of it is known.
    pub(super) fn of(
        variables: &'a Variables<'a>,
        summaries: &'a Summaries,
        globals: &'a Globals<'a>,
    ) -> Self {
        let mut known = (BTreeSet::new(), BTreeSet::new());
        loop {
            let followed = Self::knowing((variables, summaries, globals), known.clone());
            let found = (followed.escaped.clone(), followed.lost.clone());
            if found == known {
                return followed;
            }
            known = found;
        }
    }

    fn knowing(
        (variables, summaries, globals): (&'a Variables<'a>, &'a Summaries, &'a Globals<'a>),
        (escaped, lost): (BTreeSet<Storage>, BTreeSet<Storage>),
    ) -> Self {
        let mut followed = Self {
            variables,
            values: Values::of(variables),
            summaries,
            globals,
            effects: BTreeMap::new(),
            inside: BTreeMap::new(),
            waited: BTreeMap::new(),
            begins: None,
            states: BTreeMap::new(),
            escaped,
            lost,
            overwritten: BTreeSet::new(),
            assigned: BTreeSet::new(),
            patched: BTreeSet::new(),
            end: None,
            changes: Vec::new(),
            draft: None,
            hides: false,
            lends: false,
            in_loop: false,
            tells_items_apart: false,
            costs: Costs::default(),
        };
        let function = variables.function;
        let ids = (0..function.symbols.len()).map(SymbolId::from_index);
        let is_hidden = |id: &SymbolId| function.variable(*id).is_some_and(|own| own.is_hidden);
        let hidden: BTreeSet<Storage> = ids.filter(is_hidden).map(Storage::Variable).collect();
        let may_be_any = |own: &SymbolId| {
            let kind = function.symbol(*own).kind;
            matches!(kind, SymbolKind::Pointer | SymbolKind::Reference)
                && !variables.is_followed(*own)
                && !variables.is_bound(*own)
        };
        let unfollowed = function.parameters.iter().copied().filter(may_be_any);
        let unfollowed = unfollowed.map(Storage::Pointee);
        let mut state = State::default();
        followed.publish(unfollowed.chain(hidden).collect(), &state, true);
        let is_followed =
            |own: &&SymbolId| variables.is_followed(**own) || variables.is_bound(**own);
        for own in function.parameters.iter().filter(is_followed) {
            let value = Pointer::to(Storage::Pointee(*own));
            state.set((Storage::Variable(*own), 0), value, false);
        }
        let is_object = |own: &&SymbolId| function.symbol(**own).kind == SymbolKind::Record;
        for own in function.parameters.iter().filter(is_object) {
            state.forget(Storage::Variable(*own));
        }
        followed.block(&variables.function.body, &mut state);
        followed.returns(&state);
        followed.forget_literals();
        followed
    }

    /// No device writes the texts that a program is written with, so that nobody needs to know who reads them.
    fn forget_literals(&mut self) {
        let all: BTreeSet<Storage> = (0..self.function().symbols.len())
            .map(SymbolId::from_index)
            .filter(|own| self.is_literal(*own))
            .map(Storage::Variable)
            .collect();
        for effects in self.effects.values_mut() {
            effects.touches.retain(|(own, writes)| *writes || !all.contains(own));
        }
    }

    /// The first statement in a statement, itself among them, that the host runs and that does such things.
    pub(super) fn first_in<'s>(
        &self,
        stmt: &'s Stmt,
        is_such: &dyn Fn(&Effects) -> bool,
    ) -> Option<&'s Stmt> {
        if self.effects.get(&stmt.id).is_some_and(is_such) {
            return Some(stmt);
        }
        host_statements(stmt).find_map(|own| self.first_in(own, is_such))
    }

    /// Whether a block maps what is `wanted` each time that it runs.
    pub(super) fn always_maps(&self, block: &[Stmt], wanted: &dyn Fn(&Mapping) -> bool) -> bool {
        self.always(block, &|own| own.mappings.iter().any(|own| own.is_sure && wanted(own)))
    }

    /// Whether a block has a statement with such effects each time that it runs.
    pub(super) fn always(&self, block: &[Stmt], is_such: &dyn Fn(&Effects) -> bool) -> bool {
        for stmt in block {
            let own = self.effects.get(&stmt.id);
            let below = match &stmt.kind {
                StmtKind::If { then, otherwise, .. } => {
                    self.always(then, is_such) && self.always(otherwise, is_such)
                }
                StmtKind::Directive(_, body) if is_data_construct(stmt) => {
                    self.always(body, is_such)
                }
                _ => false,
            };
            if below || own.is_some_and(is_such) {
                return true;
            }
            if leaves(stmt, 0) || self.first_in(stmt, &|effects| effects.ends).is_some() {
                return false;
            }
        }
        false
    }

    /// Whether a variable is a text that the program is written with.
    pub(super) fn is_literal(&self, symbol: SymbolId) -> bool {
        self.function().symbol(symbol).name.contains('"')
    }

    /// The number of storage among the variables outside of functions.
    pub(super) fn global_number(&self, storage: Storage) -> Option<u32> {
        match self.variables.whole(storage).0 {
            Storage::Variable(symbol) => self.function().global(symbol),
            Storage::Global(number) => Some(number),
            _ => None,
        }
    }

    /// Whether only constructs that stand in `main`'s statements, or are called there, read storage.
    pub(super) fn is_unread(&self, storage: Storage) -> bool {
        let number = self.global_number(storage);
        self.function().name == "main"
            && number.is_some_and(|own| self.globals.unread.contains(&own))
    }

    pub(super) fn function(&self) -> &'a HostFunction {
        self.variables.function
    }

    pub(super) fn effects(&mut self, at: StmtId) -> &mut Effects {
        match &mut self.draft {
            Some(draft) => draft,
            None => self.effects.entry(at).or_default(),
        }
    }

    pub(super) fn block(&mut self, stmts: &'a [Stmt], state: &mut State) {
        self.find_waits(stmts);
        for stmt in stmts {
            if !self.in_loop {
                state.name_versions(stmt.id);
            }
            if self.draft.is_none() {
                self.states.insert(stmt.id, state.clone());
            }
            self.statement(stmt, state);
        }
        if self.draft.is_none() {
            self.settle(stmts, state);
        }
    }

    /// A loop: what `turn` follows runs any number of times. In a loop pointers keep the values that they have beside new ones, so
    /// that what they may have there is known when an iteration adds none.
    fn repeated(&mut self, at: StmtId, turn: &dyn Fn(&mut Self, &mut State), state: &mut State) {
        if self.in_loop {
            return turn(self, state);
        }
        self.in_loop = true;
        self.draft = Some(Effects::default());
        loop {
            let before = state.clone();
            turn(self, state);
            state.join(&before);
            if *state == before {
                break;
            }
        }
        self.draft = None;
        turn(self, state);
        self.in_loop = false;
        state.name_numbers(&|cell, bytes| {
            let is_followed = self.variables.has_cells(cell.0);
            is_followed.then(|| self.values.content((cell, bytes, Some(at))))
        });
    }

    fn statement(&mut self, stmt: &'a Stmt, state: &mut State) {
        let at = stmt.id;
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                let Some(value) = value else { return };
                self.expression(value, state, at);
                self.commit(state, (at, self.is_lone(value)));
                self.assign(*symbol, at);
                if value.ty == self.function().symbol(*symbol).ty
                    && self.draft.is_none()
                    && reads_memory(value)
                    && let Some(number) = self.number(value, state, at)
                {
                    self.values.reads(*symbol, number);
                }
                self.store(*symbol, value, state, at);
            }
            StmtKind::Assign { target, op, value } => {
                let is_update = op.is_some();
                self.assignment(Store { place: target, is_update, value }, state, at);
            }
            StmtKind::Evaluate(value) => self.evaluate(value, state, at),
            StmtKind::If { condition, then, otherwise } => {
                self.expression(condition, state, at);
                self.commit(state, (at, self.is_lone(condition)));
                let mut other = state.clone();
                self.block(then, state);
                self.block(otherwise, &mut other);
                state.join(&other);
            }
            StmtKind::Loop(l) => {
                self.expression(&l.lower, state, at);
                self.commit(state, (at, self.is_lone(&l.lower)));
                self.assign(l.iv, at);
                let turn = |own: &mut Self, state: &mut State| {
                    for part in [&l.bound, &l.step] {
                        own.expression(part, state, at);
                        own.commit(state, (at, own.is_lone(part)));
                    }
                    own.block(&l.body, state);
                };
                self.repeated(at, &turn, state);
            }
            StmtKind::While { condition, body, .. } => {
                let turn = |own: &mut Self, state: &mut State| {
                    match condition {
                        Some(condition) => {
                            own.expression(condition, state, at);
                            own.commit(state, (at, own.is_lone(condition)));
                        }
                        None => own.opaque(at, "a loop whose condition is not understood"),
                    }
                    own.block(body, state);
                };
                self.repeated(at, &turn, state);
            }
            StmtKind::Directive(directive, body) => {
                self.directive(stmt, directive, body, state);
            }
            StmtKind::Jump(Jump::Return) => self.returns(state),
            StmtKind::Jump(_) => {}
            StmtKind::Opaque { why } => {
                self.hides = true;
                self.opaque(at, why);
                self.forget(&BTreeSet::from([Storage::Other]), state);
            }
        }
    }

    /// A value is stored.
    fn assignment(&mut self, store: Store, state: &mut State, at: StmtId) {
        let Store { place: target, is_update, value } = store;
        self.expression(value, state, at);
        self.place(target, state, at);
        let is_plain = matches!(target.base, Base::Symbol(_));
        self.commit(state, (at, self.is_lone(value) && is_plain));
        match target.as_symbol().filter(|own| self.variables.is_followed(*own)) {
            Some(own) if !is_update => self.store(own, value, state, at),
            Some(own) => {
                let moved = self.value(&symbol_value(own), state, at).moved(true);
                state.set((Storage::Variable(own), 0), moved, self.in_loop);
            }
            None => {
                self.touch(target, state, (at, true));
                if is_update {
                    self.touch(target, state, (at, false));
                }
                self.write(store, state, at);
            }
        }
    }

    fn returns(&mut self, state: &State) {
        match &mut self.end {
            Some(end) => end.join(state),
            None => self.end = Some(state.clone()),
        }
    }

    /// A statement that is an expression.
    fn evaluate(&mut self, value: &Expr, state: &mut State, at: StmtId) {
        self.expression(value, state, at);
        self.commit(state, (at, self.is_lone(value)));
        match &value.kind {
            ExprKind::Call { name, .. } if name == "free" => self.effects(at).is_release = true,
            ExprKind::Call { .. } => {}
            _ => self.lets_out(value, state, at),
        }
    }

    fn store(&mut self, symbol: SymbolId, value: &Expr, state: &mut State, at: StmtId) {
        let storage = Storage::Variable(symbol);
        if self.variables.is_followed(symbol) || self.variables.is_bound(symbol) {
            let value = self.value(value, state, at);
            state.set((storage, 0), value, self.in_loop);
        } else if let (Type::Aggregate { .. }, true) = (value.ty, self.variables.has_cells(storage))
        {
            self.copy((storage, 0), value, state, at);
        } else {
            self.lets_out(value, state, at);
        }
    }

    pub(super) fn opaque(&mut self, at: StmtId, why: &str) {
        self.effects(at).opaque.get_or_insert_with(|| why.to_owned());
    }

    fn touch(&mut self, place: &Place, state: &State, (at, writes): (StmtId, bool)) {
        if place.as_symbol().is_some_and(|symbol| self.is_register(symbol)) {
            return;
        }
        let targets = self.base(place, state, at).targets;
        let is_number = matches!(place.ty, Type::Int { .. } | Type::Float { .. });
        if is_number && !writes {
            self.reads_bytes(place, state, at);
        }
        self.effects(at).touches.extend(targets.into_iter().map(|own| (own, writes)));
    }

    /// The bytes of pointers may be read as a number's.
    fn reads_bytes(&mut self, place: &Place, state: &State, at: StmtId) {
        let bytes = u64::from(place.ty.bytes());
        let may_be_of_pointers = matches!(place.ty, Type::Int { bits: 8 | 64, .. });
        let read = match self.cell(place, state, at) {
            _ if !may_be_of_pointers => return,
            Some((storage, from)) => {
                let overlaps = |own: u64| own < from + bytes && from < own + 8;
                let cells = state.cells_of(storage).filter(|((_, own), _)| overlaps(*own));
                cells.flat_map(|(_, pointer)| pointer.targets.iter().copied()).collect()
            }
            None => self.contents(&self.base(place, state, at).targets, state),
        };
        self.publish(read, state, true);
    }

    /// Whether a variable is a scalar that no pointer reaches.
    pub(super) fn is_register(&self, symbol: SymbolId) -> bool {
        let kind = self.function().symbol(symbol).kind;
        matches!(kind, SymbolKind::Scalar | SymbolKind::Pointer) && self.variables.is_own(symbol)
    }

    /// The host writes a variable by its name.
    fn assign(&mut self, symbol: SymbolId, at: StmtId) {
        if !self.is_register(symbol) {
            self.effects(at).touches.insert((Storage::Variable(symbol), true));
        }
    }

    /// What the address of a place is computed from.
    fn place(&mut self, place: &Place, state: &State, at: StmtId) {
        self.parts_of(place, Here { state, at, is_certain: true });
    }

    fn parts_of(&mut self, place: &Place, here: Here) {
        match &place.base {
            Base::Symbol(_) => {}
            Base::Loaded(pointer) => {
                self.touch(pointer, here.state, (here.at, false));
                self.parts_of(pointer, here);
            }
            Base::Value(pointer) => self.node(pointer, here),
        }
        for step in &place.steps {
            if let Step::Index { index, scale, .. } = step {
                self.node(index, here);
                self.node(scale, here);
            }
        }
    }

    fn expression(&mut self, expr: &Expr, state: &State, at: StmtId) {
        self.node(expr, Here { state, at, is_certain: true });
    }

    /// An expression and its operands; whether it is certain to be evaluated where its statement runs.
    fn node(&mut self, expr: &Expr, here: Here) {
        let Here { state, at, .. } = here;
        let perhaps = Here { is_certain: false, ..here };
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::Symbol(symbol) => {
                if !self.is_register(*symbol) {
                    self.effects(at).touches.insert((Storage::Variable(*symbol), false));
                }
            }
            ExprKind::Load(place) => {
                self.touch(place, state, (at, false));
                self.parts_of(place, here);
            }
            ExprKind::AddressOf(place) => self.parts_of(place, here),
            ExprKind::Unary(_, operand) => self.node(operand, here),
            ExprKind::Cast(operand) => {
                let is_number = expr.ty != Type::Pointer && expr.ty != Type::BOOL;
                if operand.ty == Type::Pointer && is_number {
                    self.lets_out(operand, state, at);
                }
                self.node(operand, here);
            }
            ExprKind::Binary(BinaryOp::Sub, left, right) if self.is_within(left, right, here) => {
                let inner = |own: &Expr| match &own.kind {
                    ExprKind::Cast(inner) => (**inner).clone(),
                    _ => own.clone(),
                };
                self.node(&inner(left), here);
                self.node(&inner(right), here);
            }
            ExprKind::Binary(op, left, right) => {
                let is_short = matches!(op, BinaryOp::And | BinaryOp::Or);
                self.node(left, here);
                self.node(right, if is_short { perhaps } else { here });
            }
            ExprKind::Compare(_, left, right) => {
                self.node(left, here);
                self.node(right, here);
            }
            ExprKind::Select(condition, then, otherwise) => {
                self.node(condition, here);
                self.node(then, perhaps);
                self.node(otherwise, perhaps);
            }
            ExprKind::Call { name, pure_fn, arguments } => {
                arguments.iter().for_each(|own| self.node(own, here));
                if !pure_fn {
                    self.call(name, arguments, here);
                }
            }
            ExprKind::Opaque { why, .. } => {
                if expr.is_unseen() {
                    self.hides = true;
                    self.opaque(at, why);
                }
            }
        }
    }
}

/// Whether an expression reads more than variables.
fn reads_memory(value: &Expr) -> bool {
    let mut reads = false;
    value.walk(&mut |part| {
        reads |= matches!(&part.kind, ExprKind::Load(place) if place.as_symbol().is_none());
    });
    reads
}

pub(super) fn symbol_value(symbol: SymbolId) -> Expr {
    Expr { ty: Type::Pointer, kind: ExprKind::Symbol(symbol) }
}

/// Whether statements have a target region or a data construct.
pub(super) fn has_target(body: &[Stmt]) -> bool {
    let mut found = false;
    walk_statements(body, &mut |stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            found |= directive.construct().is_target() || directive.construct().keeps_data();
        }
    });
    found
}
