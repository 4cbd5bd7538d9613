//! What the calls of a function say of its parameters: whether two of them, or one and a variable
//! of the program, may lead to one piece of storage.
//!
//! Every call of a local function stands in the unit. Functions are taken from the calling to the
//! called, so that what is known of a caller's own parameters is known where it hands them on.

use std::collections::BTreeSet;

use super::flow::Followed;
use super::program::Program;
use super::storage::{Parameters, Pointer, Storage};
use crate::id::{StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::{Expr, ExprKind, Scope, Stmt, StmtKind, SymbolKind, Type};

/// What is known of the storage that two pointers lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// It is never the same.
    Never,
    /// It is the same.
    Always,
    /// Nothing.
    Unknown,
}

impl Meeting {
    /// Of what two pointers of a function point to.
    pub(super) fn of(followed: &Followed, known: &Parameters, a: &Pointer, b: &Pointer) -> Self {
        let Followed { variables, escaped, .. } = followed;
        let mut pairs = a.targets.iter().flat_map(|a| b.targets.iter().map(move |b| (*a, *b)));
        if a.targets.is_empty() || b.targets.is_empty() {
            return Self::Unknown;
        }
        if pairs.clone().all(|(a, b)| !variables.may_meet(a, b, escaped)) {
            return Self::Never;
        }
        let is_one = a.targets.len() == 1 && b.targets.len() == 1;
        let is_same = |(a, b): (Storage, Storage)| {
            let [a, b] = [a, b].map(|own| variables.whole(own).0);
            a == b && !matches!(a, Storage::Other | Storage::Reach(_))
                || known.same.contains(&(a, b))
                || known.same.contains(&(b, a))
        };
        if is_one && pairs.any(is_same) { Self::Always } else { Self::Unknown }
    }
}

/// What is known of one function's parameters while its calls are looked at.
#[derive(Clone, Default)]
struct Gathered {
    calls: u32,
    /// Whether some call is not followed, or comes too late to be told.
    is_open: bool,
    known: Parameters,
}

/// The functions of a unit, with what their calls say of their parameters.
pub(super) fn program(functions: &[HostFunction]) -> Program<'_> {
    let program = Program::of(functions);
    let parameters = of_calls(&program);
    program.with(parameters)
}

/// What the calls say of the parameters of each function.
fn of_calls(program: &Program) -> Vec<Parameters> {
    let count = program.functions.len();
    let mut all = vec![Gathered::default(); count];
    let mut is_done = vec![false; count];
    for number in program.order.iter().rev() {
        is_done[*number] = true;
        for late in program.called(*number).into_iter().filter(|callee| is_done[*callee]) {
            all[late].is_open = true;
        }
    }
    let mut found = vec![Parameters::default(); count];
    for number in program.order.iter().rev() {
        let own = std::mem::take(&mut all[*number]);
        let is_whole = program.functions[*number].is_local && !own.is_open && own.calls > 0;
        found[*number] = own.known;
        if !is_whole {
            found[*number].apart.clear();
        }
        if program.called(*number).is_empty() {
            continue;
        }
        let mut variables = program.variables(*number);
        variables.known.apart.clone_from(&found[*number].apart);
        let followed = Followed::of(&variables, &program.summaries, &program.globals);
        let caller = Caller { program, followed: &followed, known: &found[*number] };
        caller.block(&program.functions[*number].body, &mut all);
    }
    found
}

struct Caller<'c, 'a> {
    program: &'c Program<'a>,
    followed: &'c Followed<'c>,
    known: &'c Parameters,
}

impl Caller<'_, '_> {
    fn block(&self, block: &[Stmt], all: &mut [Gathered]) {
        for stmt in block {
            let is_header = matches!(stmt.kind, StmtKind::Loop(_) | StmtKind::While { .. });
            stmt.walk_own(&mut |expr| self.expression(expr, (stmt.id, is_header), all));
            stmt.blocks().into_iter().for_each(|inner| self.block(inner, all));
        }
    }

    fn expression(&self, expr: &Expr, (at, is_header): (StmtId, bool), all: &mut [Gathered]) {
        let ExprKind::Call { name, arguments, .. } = &expr.kind else { return };
        let number = self.program.by_name.get(name.as_str()).copied().flatten();
        let Some(number) = number else { return };
        let function = &self.program.functions[number];
        let is_followed = !is_header
            && !self.followed.hides
            && !self.followed.variables.has_labels
            && self.followed.states.contains_key(&at);
        let own = &mut all[number];
        if !is_followed {
            own.is_open = true;
            return;
        }
        let pairs = self.pairs(function, arguments, at);
        let of = |wanted: Meeting| {
            let own = pairs.iter().filter(move |(_, meeting)| *meeting == wanted);
            own.map(|(pair, _)| *pair).collect::<BTreeSet<_>>()
        };
        let apart = of(Meeting::Never);
        if own.calls == 0 {
            own.known.apart = apart;
        } else {
            own.known.apart.retain(|pair| apart.contains(pair));
        }
        own.known.same.extend(of(Meeting::Always));
        own.calls += 1;
    }

    /// What one call says of each two of the callee's parameters, and of each and the program's
    /// variables.
    fn pairs(
        &self,
        callee: &HostFunction,
        arguments: &[Expr],
        at: StmtId,
    ) -> Vec<((Storage, Storage), Meeting)> {
        let Some(state) = self.followed.states.get(&at) else { return Vec::new() };
        let value = |own: &Expr| self.followed.value(own, state, at);
        let pointed = callee.parameters.iter().zip(arguments);
        let pointed = pointed.filter(|(_, argument)| argument.ty == Type::Pointer);
        let mut ends: Vec<(Storage, Pointer)> =
            pointed.map(|(own, argument)| (Storage::Pointee(*own), value(argument))).collect();
        let parameters = ends.len();
        let symbols = (0..callee.symbols.len()).map(SymbolId::from_index);
        let outside = symbols.filter(|id| {
            let own = callee.symbol(*id);
            own.scope == Scope::Global && own.kind == SymbolKind::Array
        });
        for symbol in outside {
            if let Some(number) = callee.global(symbol) {
                let pointer = self.followed.global(number);
                ends.push((Storage::Variable(symbol), pointer));
            }
        }
        let mut found = Vec::new();
        for (k, (a, own)) in ends[..parameters].iter().enumerate() {
            for (b, other) in &ends[k + 1..] {
                let meeting = Meeting::of(self.followed, self.known, own, other);
                found.push(((*a, *b), meeting));
            }
        }
        found
    }
}
