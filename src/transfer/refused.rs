//! Why data does not stay on the device in a loop.

use std::collections::BTreeSet;

use super::calls::Device;
use super::flow::{Effects, Followed, Mapping};
use super::names;
use super::resident::{Left, Search};
use super::statements::{host_statements, is_loop, leaves};
use super::storage::Storage;
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{Stmt, StmtKind, SymbolKind, walk_statements};
use crate::source::Span;

/// A reason, with its place.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    pub(super) code: Code,
    pub(super) at: Span,
    pub(super) why: String,
}

impl Reason {
    pub(super) fn new(code: Code, stmt: &Stmt, why: impl Into<String>) -> Self {
        Self { code, at: stmt.span, why: why.into() }
    }
}

/// Data that crosses the bus in each iteration of a loop.
#[derive(Clone, Debug)]
pub(super) struct Refused<'a> {
    pub(super) stmt: &'a Stmt,
    /// Its names.
    pub(super) items: Vec<String>,
    pub(super) reason: Reason,
}

/// Why what is left does not stay, beside what is not known at all.
pub(super) fn all<'a>(followed: &Followed<'a>, left: &[Left<'a>]) -> Vec<Refused<'a>> {
    let own = left.iter().map(|own| Search::of(followed, &own.group).refused(own.stmt));
    unnamed(followed).into_iter().chain(own).map(Refused::told).collect()
}

impl Refused<'_> {
    /// The same with words for storage that the function has no name for.
    fn told(mut self) -> Self {
        self.items.retain(|name| !name.is_empty());
        if self.items.is_empty() {
            self.items.push("storage without a name here".to_owned());
        }
        self
    }
}

/// The outermost loops of a function in which data crosses the bus that has no range at all, because the function is not followed.
pub(super) fn unfollowed<'a>(followed: &Followed<'a>) -> Vec<Refused<'a>> {
    let function = followed.variables.function;
    let mut reason = None;
    function.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Opaque { why } if reason.is_none() => {
            reason = Some(Reason::new(Code::TransferUnknown, stmt, why.clone()));
        }
        _ => {}
    });
    let mut effects =
        followed.effects.iter().filter_map(|(at, own)| Some((at, own.opaque.as_ref()?)));
    let first = effects.next().map(|(at, why)| (*at, why.clone()));
    if let (None, Some((at, why))) = (&reason, first) {
        function.walk(&mut |stmt| {
            if stmt.id == at {
                reason = Some(Reason::new(Code::TransferUnknown, stmt, why.clone()));
            }
        });
    }
    let mut found = Vec::new();
    loops(&function.body, &mut |stmt| {
        let items = names_in(followed, stmt, &|_| true, &|_, _| true);
        let words = if followed.variables.has_labels {
            "the order of its statements is not known"
        } else {
            "what some part, or a stream that keeps storage, does is not known"
        };
        let reason =
            reason.clone().unwrap_or_else(|| Reason::new(Code::TransferUnknown, stmt, words));
        if !items.is_empty() {
            found.push(Refused { stmt, items, reason });
        }
    });
    found
}

/// The outermost loops of a function in which something crosses the bus of which nobody knows what it is.
fn unnamed<'a>(followed: &Followed<'a>) -> Vec<Refused<'a>> {
    let mut found = Vec::new();
    loops(&followed.variables.function.body, &mut |stmt| {
        let is_other = |own: &Mapping| own.base.targets.contains(&Storage::Other);
        let items = names_in(followed, stmt, &is_other, &|_, _| true);
        if !items.is_empty() {
            let words = "what a name points to is not known";
            found.push(Refused {
                stmt,
                items,
                reason: Reason::new(Code::TransferAlias, stmt, words),
            });
        }
    });
    found
}

/// Calls `visit` on the outermost loops.
fn loops<'a>(block: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in block {
        if is_loop(stmt) {
            visit(stmt);
        } else {
            host_statements(stmt).for_each(|own| loops(std::slice::from_ref(own), visit));
        }
    }
}

/// The names of what constructs in a loop map.
fn names_in(
    followed: &Followed,
    stmt: &Stmt,
    is_meant: &dyn Fn(&Mapping) -> bool,
    is_one: &dyn Fn(&Stmt, SymbolId) -> bool,
) -> Vec<String> {
    let mut names = BTreeSet::new();
    let function = followed.variables.function;
    walk_statements(std::slice::from_ref(stmt), &mut |own| {
        let mappings = followed.effects.get(&own.id).into_iter().flat_map(|own| &own.mappings);
        let is_there = mappings.filter(|own| own.flow.to || own.flow.from).any(is_meant);
        let data = function.data_of(own.id).into_iter().flat_map(|data| &data.items);
        let is_array = |symbol: SymbolId| function.symbol(symbol).kind != SymbolKind::Scalar;
        let data = data
            .filter(|item| item.kind.is_map() && is_array(item.symbol) && is_one(own, item.symbol));
        names.extend(
            data.filter(|_| is_there).map(|item| function.symbol(item.symbol).name.clone()),
        );
    });
    names.into_iter().collect()
}

impl<'a> Search<'_, 'a> {
    /// What is refused in a loop.
    fn refused(&self, stmt: &'a Stmt) -> Refused<'a> {
        let in_group = |own: &Mapping| !own.base.targets.is_disjoint(self.group);
        let mut items =
            names_in(self.followed, stmt, &in_group, &|at, symbol| self.is_one(at, symbol));
        if items.is_empty() {
            let all = self.group.iter().filter_map(|own| self.name(stmt, *own));
            items = all.collect::<BTreeSet<_>>().into_iter().collect();
        }
        Refused { stmt, items, reason: self.reason(stmt) }
    }

    /// Whether a name means some of the group where a statement begins.
    fn is_one(&self, stmt: &Stmt, symbol: SymbolId) -> bool {
        let state = self.followed.states.get(&stmt.id);
        let targets = state.and_then(|own| own.get(symbol)).map(|own| &own.targets);
        self.group.contains(&Storage::Variable(symbol))
            || targets.is_some_and(|own| !own.is_disjoint(self.group))
    }

    /// A name for storage where a statement begins.
    fn name(&self, stmt: &Stmt, storage: Storage) -> Option<String> {
        let function = self.followed.variables.function;
        let name = |symbol: SymbolId| function.symbol(symbol).name.clone();
        let state = self.followed.states.get(&stmt.id)?;
        let mut all = (0..function.symbols.len()).map(SymbolId::from_index);
        match storage {
            Storage::Variable(own) | Storage::Pointee(own) => Some(name(own)),
            Storage::Member(of, at) => {
                let mut members = function.members.iter();
                let own = members.find(|own| own.of == of && own.at == at && own.element > 0);
                own.map(|own| own.text.clone())
            }
            _ => {
                let leads = |own: &SymbolId| {
                    let is_pointer = function.symbol(*own).kind == SymbolKind::Pointer;
                    is_pointer && state.get(*own).is_some_and(|own| own.targets.contains(&storage))
                };
                all.find(leads).map(name).or_else(|| self.followed.member_to(storage, state))
            }
        }
    }

    /// The first thing that keeps the group from staying on the device over a loop.
    fn reason(&self, stmt: &'a Stmt) -> Reason {
        if let Some(reason) = self.obstacle(stmt) {
            return reason;
        }
        let stmts = std::slice::from_ref(stmt);
        let used = self.used(stmts);
        let touched = self
            .followed
            .first_in(stmt, &|effects| effects.touches.iter().any(|(own, _)| self.meets(*own)));
        if leaves(stmt, 0) {
            Reason::new(Code::TransferLeft, stmt, "a return or goto leaves the loop")
        } else if !self.is_on_one_device(stmts) {
            Reason::new(Code::TransferHeld, stmt, "constructs map it on different devices")
        } else if self.shared(stmts).is_none() {
            Reason::new(Code::TransferSections, stmt, "constructs map different sections of it")
        } else if self.are_mixed(&used) {
            Reason::new(Code::TransferAlias, stmt, "two names may mean one storage")
        } else if names::guard_of(self.followed, stmts, used.len() as u32).is_err() {
            let words = "its number of iterations is not known before it";
            Reason::new(Code::TransferUnpaid, stmt, words)
        } else if let Some(at) = touched.filter(|_| !used.iter().all(|own| self.is_absent(*own))) {
            let words = "the host uses it there, and a caller may have it on the device";
            Reason::new(Code::TransferShared, at, words)
        } else if let Some(at) = touched {
            let words = "the host uses it there, so that as much has to be copied";
            Reason::new(Code::TransferUnpaid, at, words)
        } else {
            let words = "constructs may copy it less often than the loop's ends would, or no name means it at both";
            Reason::new(Code::TransferUnpaid, stmt, words)
        }
    }

    /// Whether all of what constructs in a loop map of the group is on one device.
    fn is_on_one_device(&self, stmts: &'a [Stmt]) -> bool {
        let mappings = self.mappings(stmts);
        mappings.windows(2).all(|pair| pair[0].flow.device == pair[1].flow.device)
    }

    /// The first statement whose effects the group does not survive.
    fn obstacle(&self, stmt: &'a Stmt) -> Option<Reason> {
        let at = self.followed.first_in(stmt, &|effects| !self.keeps(effects))?;
        let effects = self.followed.effects.get(&at.id)?;
        let held = effects.holds().any(|own| self.meets(own));
        Some(if let Some(why) = &effects.opaque {
            Reason::new(Code::TransferUnknown, at, why.clone())
        } else if held && effects.is_wild {
            let words = "the region may reach it by a pointer, or a call, that is not followed";
            Reason::new(Code::TransferUnknown, at, words)
        } else if held {
            let words = "a data construct names it, or a region that may run elsewhere or later, or finds it without a map";
            Reason::new(Code::TransferHeld, at, words)
        } else {
            self.misfit(at, effects)
        })
    }

    fn misfit(&self, at: &Stmt, effects: &Effects) -> Reason {
        let concerns = |own: &&Mapping| own.base.targets.iter().any(|own| self.meets(*own));
        let is_known = |own: &Mapping| own.base.targets.is_subset(self.group);
        let mappings: Vec<_> = effects.mappings.iter().filter(concerns).collect();
        if mappings.iter().any(|own| !is_known(own)) {
            Reason::new(Code::TransferAlias, at, "another name may mean the same storage")
        } else if mappings.iter().any(|own| own.section.is_none() || own.base.is_inside) {
            let words = "which section of the storage is mapped is not known";
            Reason::new(Code::TransferSections, at, words)
        } else if mappings.iter().any(|own| own.flow.device == Device::Unknown) {
            let words = "on which device the storage is mapped is not known";
            Reason::new(Code::TransferHeld, at, words)
        } else {
            let words = "the device may write it, and it is not copied back";
            Reason::new(Code::TransferHeld, at, words)
        }
    }
}
