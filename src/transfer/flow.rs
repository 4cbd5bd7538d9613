//! What each statement of a function does with storage.
//!
//! Pointers are followed by the order of the statements: an assignment outside of loops gives a pointer a new value, and one in a loop
//! may. A function with `goto` is not followed.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Flow, Library, Mapped, Root, Summaries, Summary, library, may_throw};
use super::section::{Section, Values};
use super::statements::{host_statements, leaves};
use super::storage::{Globals, Pointer, State, Storage, Variables, assignments, is_allocator};
use crate::id::{StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::{
    Base, BinaryOp, DataItem, DataKind, Directive, Expr, ExprKind, Place, Scope, Step, Stmt,
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
struct Here<'s> {
    /// What pointers point to there.
    state: &'s State,
    /// The statement.
    at: StmtId,
    /// Whether it is evaluated each time that the statement runs.
    is_certain: bool,
}

/// A function whose statements were followed.
pub(super) struct Followed<'a> {
    pub(super) variables: &'a Variables<'a>,
    pub(super) values: Values<'a>,
    summaries: &'a Summaries,
    pub(super) globals: &'a Globals<'a>,
    /// By statement; those that do nothing are left out.
    pub(super) effects: BTreeMap<StmtId, Effects>,
    /// What pointers point to before the statement.
    pub(super) states: BTreeMap<StmtId, State>,
    /// What others know, at any time.
    pub(super) escaped: BTreeSet<Storage>,
    /// Whether the front end did not understand some part: it may do anything to any variable, behind it, too.
    pub(super) hides: bool,
    /// Whether a stream of the C library gets storage, which it reads and writes whenever it is used.
    pub(super) lends: bool,
    /// Whether what is being followed may run several times.
    in_loop: bool,
}

impl<'a> Followed<'a> {
    /// Follows a function whose callees have these summaries.
    pub(super) fn of(
        variables: &'a Variables<'a>,
        summaries: &'a Summaries,
        globals: &'a Globals<'a>,
    ) -> Self {
        let mut followed = Self {
            variables,
            values: Values::of(variables),
            summaries,
            globals,
            effects: BTreeMap::new(),
            states: BTreeMap::new(),
            escaped: BTreeSet::new(),
            hides: false,
            lends: false,
            in_loop: false,
        };
        let function = variables.function;
        let ids = (0..function.symbols.len()).map(SymbolId::from_index);
        let is_hidden = |id: &SymbolId| function.variable(*id).is_some_and(|own| own.is_hidden);
        followed.escaped.extend(ids.filter(is_hidden).map(Storage::Variable));
        let may_be_any = |own: &SymbolId| {
            let kind = function.symbol(*own).kind;
            matches!(kind, SymbolKind::Pointer | SymbolKind::Reference)
                && !variables.is_followed(*own)
        };
        let unfollowed = function.parameters.iter().copied().filter(may_be_any);
        followed.escaped.extend(unfollowed.map(Storage::Pointee));
        let mut state = variables.begin();
        followed.block(&variables.function.body, &mut state);
        followed.forget_literals();
        followed
    }

    /// No device writes the texts that a program is written with, so that nobody needs to know who reads them.
    fn forget_literals(&mut self) {
        let function = self.function();
        let is_literal = |own: Storage| match own {
            Storage::Variable(symbol) => function.symbol(symbol).name.contains('"'),
            _ => false,
        };
        for effects in self.effects.values_mut() {
            effects.touches.retain(|(own, writes)| *writes || !is_literal(*own));
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

    pub(super) fn function(&self) -> &'a HostFunction {
        self.variables.function
    }

    fn effects(&mut self, at: StmtId) -> &mut Effects {
        self.effects.entry(at).or_default()
    }

    fn block(&mut self, stmts: &'a [Stmt], state: &mut State) {
        for stmt in stmts {
            self.states.insert(stmt.id, state.clone());
            self.statement(stmt, state);
        }
    }

    /// The body of a loop.
    fn repeated(&mut self, body: &'a [Stmt], state: &mut State) {
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.block(body, state);
        self.in_loop = outer;
    }

    fn statement(&mut self, stmt: &'a Stmt, state: &mut State) {
        let at = stmt.id;
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                let Some(value) = value else { return };
                self.expression(value, state, at);
                self.assign(*symbol, at);
                self.store(*symbol, value, state, at);
            }
            StmtKind::Assign { target, op, value } => {
                self.expression(value, state, at);
                self.place(target, state, at);
                match target.as_symbol().filter(|own| self.variables.is_followed(*own)) {
                    Some(own) if op.is_none() => self.store(own, value, state, at),
                    Some(own) => {
                        let mut moved = self.variables.value(&symbol_value(own), state, at);
                        moved.is_inside = true;
                        state.set(own, moved, self.in_loop);
                    }
                    None => {
                        self.touch(target, state, (at, true));
                        if op.is_some() {
                            self.touch(target, state, (at, false));
                        }
                        self.lets_out(value, state, at);
                    }
                }
            }
            StmtKind::Evaluate(value) => self.evaluate(value, state, at),
            StmtKind::If { condition, then, otherwise } => {
                self.expression(condition, state, at);
                let mut other = state.clone();
                self.block(then, state);
                self.block(otherwise, &mut other);
                state.join(&other);
            }
            StmtKind::Loop(l) => {
                self.expression(&l.lower, state, at);
                self.assign(l.iv, at);
                self.settle(&l.body, state);
                for part in [&l.bound, &l.step] {
                    self.expression(part, state, at);
                }
                self.repeated(&l.body, state);
            }
            StmtKind::While { condition, body, .. } => {
                self.settle(body, state);
                match condition {
                    Some(condition) => self.expression(condition, state, at),
                    None => self.opaque(at, "a loop whose condition is not understood"),
                }
                self.repeated(body, state);
            }
            StmtKind::Directive(directive, body) => {
                self.directive(stmt, directive, body, state);
            }
            StmtKind::Jump(_) => {}
            StmtKind::Opaque { why } => {
                self.hides = true;
                self.opaque(at, why);
            }
        }
    }

    /// A statement that is an expression.
    fn evaluate(&mut self, value: &Expr, state: &State, at: StmtId) {
        self.expression(value, state, at);
        match &value.kind {
            ExprKind::Call { name, .. } if name == "free" => self.effects(at).is_release = true,
            ExprKind::Call { .. } => {}
            _ => self.lets_out(value, state, at),
        }
    }

    /// Gives the pointers that a loop's body assigns to all the values that they may have in it.
    fn settle(&mut self, body: &'a [Stmt], state: &mut State) {
        let all = assignments(self.variables, body);
        loop {
            let before = state.clone();
            for (symbol, value, at) in &all {
                let value = self.variables.value(value, state, *at);
                state.set(*symbol, value, true);
            }
            if *state == before {
                return;
            }
        }
    }

    fn store(&mut self, symbol: SymbolId, value: &Expr, state: &mut State, at: StmtId) {
        if self.variables.is_followed(symbol) {
            let value = self.variables.value(value, state, at);
            state.set(symbol, value, self.in_loop);
        } else {
            self.lets_out(value, state, at);
        }
    }

    fn opaque(&mut self, at: StmtId, why: &str) {
        self.effects(at).opaque.get_or_insert_with(|| why.to_owned());
    }

    /// A value goes where it is not followed.
    fn lets_out(&mut self, value: &Expr, state: &State, at: StmtId) {
        if value.ty == Type::Pointer || matches!(value.ty, Type::Aggregate { .. }) {
            let targets = self.variables.value(value, state, at).targets;
            self.escaped.extend(targets);
        }
    }

    fn touch(&mut self, place: &Place, state: &State, (at, writes): (StmtId, bool)) {
        if place.as_symbol().is_some_and(|symbol| self.is_register(symbol)) {
            return;
        }
        let targets = self.variables.base(place, state, at).targets;
        self.effects(at).touches.extend(targets.into_iter().map(|own| (own, writes)));
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

    /// A call; whether it is certain to be made where its statement runs.
    fn call(&mut self, name: &str, arguments: &[Expr], here: Here) {
        let Here { state, at, .. } = here;
        if let Some(summary) = self.summaries.get(name) {
            return self.known_call(summary, arguments, here);
        }
        let pointers: BTreeSet<Storage> = arguments
            .iter()
            .filter(|own| own.ty == Type::Pointer)
            .flat_map(|own| self.variables.value(own, state, at).targets)
            .collect();
        let does = match library(name) {
            Some(Library::Reads) if self.may_count(name, arguments) => Some(Library::Writes),
            own => own,
        };
        let lent = lent(name).and_then(|at| arguments.get(at));
        let lent = lent.map(|own| self.variables.value(own, state, at).targets);
        self.lends |= lent.is_some_and(|own| !own.is_empty());
        let effects = self.effects(at);
        match does {
            Some(Library::Nothing) => {}
            Some(Library::Reads) => {
                effects.touches.extend(pointers.into_iter().map(|own| (own, false)));
            }
            Some(Library::Writes) => {
                let both = pointers.into_iter().flat_map(|own| [(own, false), (own, true)]);
                effects.touches.extend(both);
            }
            Some(Library::Ends) => {
                effects.ends = true;
                effects.touches.insert((Storage::Other, false));
            }
            None if is_allocator(name) && may_throw(name) => {
                self.opaque(at, "an allocation that may throw");
            }
            None if is_allocator(name) => {}
            None => {
                self.opaque(at, "a call of a function that is not known");
                self.escaped.extend(pointers);
            }
        }
    }

    /// Whether a call of `printf` may write how many characters it has printed.
    fn may_count(&self, name: &str, arguments: &[Expr]) -> bool {
        let at = match name.strip_prefix("__builtin_").unwrap_or(name) {
            "printf" => 0,
            "fprintf" => 1,
            _ => return false,
        };
        let text = arguments.get(at).and_then(|own| match &own.kind {
            ExprKind::AddressOf(place) => Some(self.function().symbol(place.root()?).name.as_str()),
            _ => None,
        });
        let is_plain = |text: &str| {
            let is_detail = |c: char| "0123456789-+ #.*'hlLjztq".contains(c);
            let mut conversions = text.split('%').skip(1);
            let counts = |own: &str| own.trim_start_matches(is_detail).starts_with('n');
            text.contains('"') && !conversions.any(counts)
        };
        !text.is_some_and(is_plain)
    }

    /// A call of a function that was summarised.
    fn known_call(&mut self, summary: &'a Summary, arguments: &[Expr], here: Here) {
        let Here { state, at, is_certain } = here;
        let pointer = |root: &Root| match root {
            Root::Argument(number) => match arguments.get(*number) {
                Some(argument) => self.variables.value(argument, state, at),
                None => Pointer::other(),
            },
            Root::Global(number) => self.global(*number),
            Root::Other => Pointer::other(),
        };
        let value = |number: SymbolId| self.values.of_expression(arguments.get(number.index())?, 0);
        let mut effects = Effects::default();
        for (root, writes) in &summary.touches {
            effects.touches.extend(pointer(root).targets.into_iter().map(|own| (own, *writes)));
        }
        for Mapped { root, section, flow, is_sure } in &summary.mapped {
            let section = section.as_ref().and_then(|own| own.with(&value));
            let flow = flow.with(&value);
            let (base, is_sure) = (pointer(root), *is_sure && is_certain);
            effects.mappings.push(Mapping { base, section, flow, is_sure });
        }
        effects.held = summary.held.iter().flat_map(|root| pointer(root).targets).collect();
        let renewed = summary.renewed.iter().filter_map(|root| pointer(root).only());
        let renewed = renewed.filter(|_| is_certain);
        effects.renewed = renewed.collect();
        effects.opaque.clone_from(&summary.opaque);
        let more = arguments.iter().skip(summary.parameters);
        let more = more.filter(|own| own.ty == Type::Pointer);
        let more: BTreeSet<Storage> =
            more.flat_map(|own| self.variables.value(own, state, at).targets).collect();
        effects.touches.extend(more.iter().flat_map(|own| [(*own, false), (*own, true)]));
        let escaping: Vec<Storage> =
            summary.escaping.iter().flat_map(|root| pointer(root).targets).collect();
        self.escaped.extend(escaping);
        self.escaped.extend(more);
        let own = self.effects(at);
        own.touches.extend(effects.touches);
        own.mappings.extend(effects.mappings);
        own.held.extend(effects.held);
        own.renewed.extend(effects.renewed);
        own.ends |= summary.ends;
        own.opaque = own.opaque.take().or(effects.opaque);
    }

    /// The number of storage among the variables outside of functions.
    pub(super) fn number(&self, storage: Storage) -> Option<u32> {
        match storage {
            Storage::Variable(symbol) => self.function().global(symbol),
            Storage::Global(number) => Some(number),
            _ => None,
        }
    }

    /// Whether only constructs that stand in `main`'s statements, or are called there, read storage.
    pub(super) fn is_unread(&self, storage: Storage) -> bool {
        let number = self.number(storage);
        self.function().name == "main"
            && number.is_some_and(|own| self.globals.unread.contains(&own))
    }

    /// A variable outside of functions.
    pub(super) fn global(&self, number: u32) -> Pointer {
        let function = self.function();
        let mut own = (0..function.symbols.len()).map(SymbolId::from_index);
        let own = own.find(|id| function.global(*id) == Some(number));
        let storage = own.map_or(Storage::Global(number), Storage::Variable);
        Pointer { targets: BTreeSet::from([storage]), is_inside: false }
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
            self.effects(stmt.id).held.extend(named);
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
    fn copied_items(&mut self, at: StmtId, state: &State) {
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
    }

    /// What a list item is a section of.
    fn item(&self, item: &DataItem, state: &State, at: StmtId) -> Pointer {
        if item.member.is_some() {
            return Pointer::other();
        }
        match self.function().symbol(item.symbol).kind {
            SymbolKind::Pointer => self.variables.value(&symbol_value(item.symbol), state, at),
            SymbolKind::Reference => Pointer::other(),
            _ => Pointer {
                targets: BTreeSet::from([Storage::Variable(item.symbol)]),
                is_inside: false,
            },
        }
    }

    /// A target region: what it maps, finds, and may run on the host.
    fn region(&mut self, stmt: &'a Stmt, directive: &Directive, body: &'a [Stmt], state: &State) {
        let at = stmt.id;
        let here = Here { state, at, is_certain: true };
        let own = declared(body);
        let used = Used::of(body, self.function());
        let data = self.function().data_of(at);
        let items = data.map_or(&[][..], |data| &data.items[..]);
        let mut effects = Effects::default();
        if used.is_wild {
            effects.held.insert(Storage::Other);
        }
        let outside =
            used.read.iter().chain(&used.written).filter(|own_symbol| !own.contains(own_symbol));
        for symbol in outside.copied().collect::<BTreeSet<_>>() {
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
        self.effects.insert(at, effects);
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
                let found = self.variables.value(&symbol_value(symbol), state, at);
                effects.held.extend(found.targets);
            }
            SymbolKind::Reference => drop(effects.held.insert(Storage::Other)),
        }
    }
}

pub(super) fn symbol_value(symbol: SymbolId) -> Expr {
    Expr { ty: Type::Pointer, kind: ExprKind::Symbol(symbol) }
}

/// The argument of a function whose storage a stream gets.
fn lent(name: &str) -> Option<usize> {
    match name {
        "fmemopen" => Some(0),
        "setbuf" | "setbuffer" | "setvbuf" => Some(1),
        _ => None,
    }
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

/// The variables that a region's statements name.
struct Used {
    read: BTreeSet<SymbolId>,
    written: BTreeSet<SymbolId>,
    /// Whether it may reach any storage.
    is_wild: bool,
}

impl Used {
    fn of(body: &[Stmt], function: &HostFunction) -> Self {
        let mut used = Self { read: BTreeSet::new(), written: BTreeSet::new(), is_wild: false };
        let mut is_wild = false;
        let mut read = BTreeSet::new();
        let mut look = |expr: &Expr| {
            read.extend(expr.symbol());
            match &expr.kind {
                ExprKind::Call { pure_fn: false, .. } | ExprKind::Opaque { effects: true, .. } => {
                    is_wild = true;
                }
                ExprKind::Load(place) => is_wild |= place.root().is_none() || leads_on(place),
                _ => {}
            }
        };
        walk_statements(body, &mut |stmt| stmt.walk_own(&mut look));
        walk_statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { target, .. } => {
                used.written.extend(target.root());
                let is_pointer = |own| function.symbol(own).kind == SymbolKind::Pointer;
                is_wild |= target.root().is_none()
                    || leads_on(target)
                    || target.as_symbol().is_some_and(is_pointer);
            }
            StmtKind::Declare { symbol, value: Some(_) } => {
                let kind = function.symbol(*symbol).kind;
                is_wild |= matches!(kind, SymbolKind::Pointer | SymbolKind::Reference);
            }
            StmtKind::Opaque { .. } => is_wild = true,
            _ => {}
        });
        used.read = read;
        used.is_wild = is_wild;
        used
    }
}

/// Whether a place lies behind a pointer that is read from memory.
fn leads_on(place: &Place) -> bool {
    matches!(place.base, crate::ir::Base::Loaded(_))
}
