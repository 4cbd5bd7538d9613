//! What each statement of a function does with storage.
//!
//! Pointers are followed by the order of the statements: an assignment outside of loops gives a pointer a new value, and one in a loop
//! may. A function with `goto` is not followed.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Flow, Summaries};
use super::memory::{Change, State, Store};
use super::section::{Section, Values};
use super::statements::{host_statements, leaves};
use super::storage::{Cell, Globals, Pointer, Storage, Variables};
use super::used::Used;
use crate::id::{StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::{
    Base, BinaryOp, DataItem, DataKind, Directive, Expr, ExprKind, Jump, Place, Scope, Step, Stmt,
    StmtKind, SymbolKind, Type, declared, walk_statements,
};
use crate::openmp::{ClauseKind, Construct};

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
}

/// What one statement does, without the statements in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// What the host reads (`false`) and writes (`true`).
    pub(super) touches: BTreeSet<(Storage, bool)>,
    pub(super) mappings: Vec<Mapping>,
    /// What data constructs name, and regions find without mapping it.
    pub(super) held: BTreeSet<Storage>,
    /// The storage whose first construct in it copies nothing to the device and all of a section back.
    pub(super) renewed: BTreeSet<Storage>,
    /// Whether it may end the program.
    pub(super) ends: bool,
    /// Whether it is a call of `free` alone.
    pub(super) is_release: bool,
    /// Why nothing is known of it.
    pub(super) opaque: Option<String>,
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
pub(super) struct Followed<'a> {
    pub(super) variables: &'a Variables<'a>,
    pub(super) values: Values<'a>,
    pub(super) summaries: &'a Summaries,
    pub(super) globals: &'a Globals<'a>,
    /// By statement; those that do nothing are left out.
    pub(super) effects: BTreeMap<StmtId, Effects>,
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
    draft: Option<Effects>,
    /// Whether the front end did not understand some part: it may do anything to any variable, behind it, too.
    pub(super) hides: bool,
    /// Whether a stream of the C library gets storage, which it reads and writes whenever it is used.
    pub(super) lends: bool,
    /// Whether what is being followed may run several times.
    pub(super) in_loop: bool,
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
        for stmt in block {
            let own = self.effects.get(&stmt.id).map_or(&[][..], |own| &own.mappings);
            let below = match &stmt.kind {
                StmtKind::If { then, otherwise, .. } => {
                    self.always_maps(then, wanted) && self.always_maps(otherwise, wanted)
                }
                _ => false,
            };
            if below || own.iter().any(|own| own.is_sure && wanted(own)) {
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

    fn block(&mut self, stmts: &'a [Stmt], state: &mut State) {
        for stmt in stmts {
            if self.draft.is_none() {
                self.states.insert(stmt.id, state.clone());
            }
            self.statement(stmt, state);
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
    fn is_register(&self, symbol: SymbolId) -> bool {
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
            ExprKind::Opaque { why, effects } => {
                let is_number = matches!(expr.ty, Type::Int { .. } | Type::Float { .. });
                if *effects || !is_number && expr.ty != Type::Void {
                    self.hides = true;
                    self.opaque(at, why);
                }
            }
        }
    }

    fn directive(
        &mut self,
        stmt: &'a Stmt,
        directive: &Directive,
        body: &'a [Stmt],
        state: &mut State,
    ) {
        let construct = directive.construct();
        if construct.is_target() {
            return self.region(stmt, directive, body, state);
        }
        if construct == Construct::TargetData || construct.moves_data() {
            let data = self.function().data_of(stmt.id);
            let items = data.map_or(&[][..], |data| &data.items[..]);
            let named: BTreeSet<Storage> =
                items.iter().flat_map(|item| self.item(item, state, stmt.id).targets).collect();
            let is_known = data.is_some_and(|data| data.is_whole) && construct != Construct::Update;
            self.effects(stmt.id).held.extend(named.iter().copied());
            self.forget(&named, state);
            if !is_known {
                self.opaque(stmt.id, "a data construct whose list is not followed");
            }
        } else if !is_of_loops(directive) || has_target(body) {
            self.opaque(stmt.id, "a construct of several threads");
        }
        if self.function().data_of(stmt.id).is_some_and(|data| data.reads_memory) {
            self.opaque(stmt.id, "a clause that reads memory");
        }
        if construct != Construct::TargetData {
            self.copied_items(stmt.id, state);
        }
        self.block(body, state);
    }

    /// The host's copies of arrays that clauses name.
    fn copied_items(&mut self, at: StmtId, state: &mut State) {
        let data = self.function().data_of(at);
        let items = data.map_or(&[][..], |data| &data.items[..]);
        let named: BTreeSet<Storage> = items
            .iter()
            .filter(|item| !item.kind.is_map())
            .filter(|item| !self.is_register(item.symbol))
            .flat_map(|item| self.item(item, state, at).targets)
            .collect();
        let touches = named.iter().flat_map(|own| [(*own, false), (*own, true)]);
        self.effects(at).touches.extend(touches);
        self.forget(&named, state);
    }

    /// What a list item is a section of.
    fn item(&self, item: &DataItem, state: &State, at: StmtId) -> Pointer {
        if item.member.is_some() {
            let mut all = Pointer::other();
            let reached = self.reached(item.symbol, state);
            all.targets.extend(self.reach(&reached, state));
            return all;
        }
        match self.function().symbol(item.symbol).kind {
            SymbolKind::Pointer => self.value(&symbol_value(item.symbol), state, at),
            SymbolKind::Reference => {
                let mut all = self.bound(item.symbol, state).moved(true);
                all.join(&Pointer::other());
                all
            }
            _ => Pointer {
                targets: BTreeSet::from([Storage::Variable(item.symbol)]),
                is_inside: false,
            },
        }
    }

    /// A target region: what it maps, finds, and may run on the host.
    fn region(
        &mut self,
        stmt: &'a Stmt,
        directive: &Directive,
        body: &'a [Stmt],
        state: &mut State,
    ) {
        let at = stmt.id;
        let here = Here { state, at, is_certain: true };
        let own = declared(body);
        let used = self.variables.used(at, body);
        let data = self.function().data_of(at);
        let items = data.map_or(&[][..], |data| &data.items[..]);
        let mut effects = Effects::default();
        if used.is_wild {
            effects.held.insert(Storage::Other);
        }
        let outside =
            used.read.iter().chain(&used.written).filter(|own_symbol| !own.contains(own_symbol));
        let outside_symbols: BTreeSet<SymbolId> = outside.copied().collect();
        for symbol in outside_symbols.iter().copied() {
            let mut said = items.iter().filter(|item| item.symbol == symbol).peekable();
            let is_said = said.peek().is_some();
            for item in said {
                self.map_item(item, &used, here, &mut effects);
            }
            if !is_said {
                self.find(symbol, &used, here, &mut effects);
            }
        }
        let unused = items.iter().filter(|item| {
            !used.read.contains(&item.symbol) && !used.written.contains(&item.symbol)
        });
        for item in unused {
            self.map_item(item, &used, here, &mut effects);
        }
        let reads = data.is_some_and(|data| data.reads_memory);
        effects.opaque = reads.then(|| "a clause that reads memory".to_owned());
        let is_plain = data.is_none_or(|data| data.is_whole) && !may_differ(directive);
        if !is_plain {
            let all: BTreeSet<Storage> =
                effects.mappings.iter().flat_map(|own| own.base.targets.iter().copied()).collect();
            effects.held.extend(all);
        }
        if items.iter().any(|item| item.kind.is_map() && item.member.is_some()) {
            effects.held.insert(Storage::Other);
        }
        let renewed = effects.mappings.iter().filter(|own| !own.flow.to && own.flow.from);
        let renewed: BTreeSet<Storage> = renewed.filter_map(|own| own.base.only()).collect();
        let copied = |storage: &Storage| {
            effects.mappings.iter().any(|own| own.flow.to && own.base.targets.contains(storage))
        };
        effects.renewed = renewed.into_iter().filter(|own| !copied(own)).collect();
        let named = outside_symbols.iter().flat_map(|own| self.reached(*own, state));
        let named: BTreeSet<Storage> = named.collect();
        let has_members = items.iter().any(|item| item.kind.is_map() && item.member.is_some());
        let mut reached = BTreeSet::new();
        if used.is_wild || has_members {
            reached = self.reach(&named, state);
        }
        let written = effects.mappings.iter().filter(|own| own.flow.from || own.flow.writes);
        let mut written: BTreeSet<Storage> =
            written.flat_map(|own| own.base.targets.iter().copied()).collect();
        written.extend(effects.held.iter().copied().chain(reached.iter().copied()));
        effects.held.extend(reached);
        self.forget(&written, state);
        if self.draft.is_none() {
            self.effects.insert(at, effects);
        }
    }

    /// A variable, and what it points to or is bound to.
    fn reached(&self, symbol: SymbolId, state: &State) -> BTreeSet<Storage> {
        let own = Storage::Variable(symbol);
        let mut all = BTreeSet::from([own]);
        if self.variables.is_followed(symbol) || self.variables.is_bound(symbol) {
            all.extend(state.at((own, 0)).targets);
        }
        all
    }

    fn map_item(&self, item: &DataItem, used: &Used, here: Here, effects: &mut Effects) {
        let Here { state, at, .. } = here;
        let base = self.item(item, state, at);
        let (to, from) = match item.kind {
            DataKind::MapTo => (true, false),
            DataKind::MapFrom => (false, true),
            DataKind::MapTofrom => (true, true),
            DataKind::MapAlloc => (false, false),
            DataKind::Private => return,
            DataKind::Firstprivate | DataKind::Reduction if !is_pointed(self.function(), item) => {
                return;
            }
            _ => return effects.held.extend(base.targets),
        };
        let is_pointer = self.function().symbol(item.symbol).kind == SymbolKind::Pointer;
        let section = match &item.section {
            Some((lower, length)) => {
                let lower = if lower.is_empty() { "0" } else { lower };
                let (lower, length) = (self.values.of_text(lower), self.values.of_text(length));
                lower.zip(length).map(|(lower, length)| Section { lower, length })
            }
            None if is_pointer => return effects.held.extend(base.targets),
            None => Some(Section::default()),
        };
        let writes = used.is_wild || used.written.contains(&item.symbol);
        let shape = self.values.shape(item.symbol);
        let flow = Flow { to, from, writes, shape };
        effects.mappings.push(Mapping { base, section, flow, is_sure: true });
    }

    /// A variable that a region names and no clause of it.
    fn find(&self, symbol: SymbolId, used: &Used, here: Here, effects: &mut Effects) {
        let Here { state, at, .. } = here;
        let own = self.function().symbol(symbol);
        match own.kind {
            SymbolKind::Scalar => {}
            SymbolKind::Array | SymbolKind::Record => {
                let targets = BTreeSet::from([Storage::Variable(symbol)]);
                let may_be_there = own.scope == Scope::Global && self.function().declares_target;
                if may_be_there || own.kind == SymbolKind::Record {
                    return effects.held.extend(targets);
                }
                let writes = used.is_wild || used.written.contains(&symbol);
                let shape = self.values.shape(symbol);
                let flow = Flow { to: true, from: true, writes, shape };
                let section = Some(Section::default());
                let base = Pointer { targets, is_inside: false };
                effects.mappings.push(Mapping { base, section, flow, is_sure: true });
            }
            SymbolKind::Pointer => {
                let found = self.value(&symbol_value(symbol), state, at);
                effects.held.extend(found.targets);
            }
            SymbolKind::Reference => {
                effects.held.insert(Storage::Other);
                effects.held.extend(self.bound(symbol, state).targets);
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

/// Whether a region may run on another device or on the host, or later.
fn may_differ(directive: &Directive) -> bool {
    let kinds = [ClauseKind::If, ClauseKind::Device, ClauseKind::Nowait, ClauseKind::Defaultmap];
    let is_odd = |name: &str| matches!(name, "depend" | "in_reduction" | "uses_allocators");
    directive.clauses.iter().any(|own| kinds.contains(&own.kind()) || is_odd(&own.name))
}

/// Whether a list item stands for more than a copy of a scalar.
fn is_pointed(function: &HostFunction, item: &DataItem) -> bool {
    function.symbol(item.symbol).kind != SymbolKind::Scalar
}

/// Whether a construct of the host shares the iterations of loops, and nothing else.
fn is_of_loops(directive: &Directive) -> bool {
    let words = ["parallel", "for", "simd"];
    directive.name.contains("for")
        && directive.name.split(' ').all(|word| words.contains(&word))
        && directive.name != "for"
        || directive.name == "simd"
}
