//! The bodies of target regions are lowered once: the functions that they stand in get copies.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::Lowerer;
use super::types::{THIS, is_local};
use crate::frontend::libclang::{Cursor, File};
use crate::id::SymbolId;
use crate::ir::{Scope, Stmt, Symbol, has_calls};
use crate::source::Span;

/// The bodies of a unit's regions, by the function's identity, the file, and where the directive begins.
#[derive(Default)]
pub(super) struct Bodies<'tu> {
    known: BTreeMap<(usize, File, u32), Body<'tu>>,
    /// How often directives of regions have a span, by the function's identity: several do where they stand in several files.
    regions: BTreeMap<usize, BTreeMap<Span, usize>>,
}

/// What all functions of the host share.
pub(super) struct Host<'a, 'tu> {
    pub(super) bodies: &'a Bodies<'tu>,
    /// The functions, by identity, whose statements do not stand for a call: something in them is not understood, or calls what is not.
    pub(super) stuck: RefCell<BTreeSet<usize>>,
    /// The functions, by identity, that something names otherwise than to call them.
    pub(super) addressed: BTreeSet<usize>,
    /// Whether the value of a parameter or member that nobody gives one uses memory: libclang does not show it at the call.
    pub(super) defaults_act: bool,
    /// The numbers of variables outside of functions, by their identity.
    pub(super) numbers: RefCell<BTreeMap<usize, u32>>,
}

/// What was lowered of one region.
pub(super) struct Body<'tu> {
    stmts: Vec<Stmt>,
    symbols: Vec<Symbol>,
    /// The variables that have a declaration.
    declared: BTreeMap<SymbolId, Cursor<'tu>>,
    this: Option<SymbolId>,
    /// The variables of functions that are called.
    callees: BTreeMap<SymbolId, String>,
    listed: Vec<Span>,
}

impl<'tu> Bodies<'tu> {
    /// Takes note of a region by its function, file, and directive, and keeps its body; how many before it in the function have the
    /// same span.
    pub(super) fn keep(&mut self, at: (Cursor<'tu>, File, Span), body: Option<Body<'tu>>) -> usize {
        let (function, file, directive) = at;
        let identity = function.identity();
        self.known.extend(body.map(|body| ((identity, file, directive.start), body)));
        let count = self.regions.entry(identity).or_default().entry(directive).or_default();
        *count += 1;
        *count - 1
    }

    /// The spans of the directives of a function's regions, and how many have each; the function by its identity.
    pub(super) fn regions_of(&self, function: usize) -> BTreeMap<Span, usize> {
        self.regions.get(&function).cloned().unwrap_or_default()
    }
}

impl<'tu> Body<'tu> {
    /// What was lowered of a region. The names of functions that are called are others on the host, so that nothing is kept of a
    /// region with calls.
    pub(super) fn of(lowerer: &Lowerer<'_, 'tu>, stmts: &[Stmt]) -> Option<Self> {
        if has_calls(stmts) || lowerer.dependent {
            return None;
        }
        let of_symbol = |(identity, symbol): (&usize, &SymbolId)| {
            Some((*symbol, lowerer.elements.get(identity)?.1))
        };
        Some(Self {
            stmts: stmts.to_vec(),
            symbols: lowerer.symbols.clone(),
            declared: lowerer.by_identity.iter().filter_map(of_symbol).collect(),
            this: lowerer.by_identity.get(&THIS).copied(),
            callees: lowerer.callees.clone(),
            listed: lowerer.listed.clone(),
        })
    }
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The statements of the region whose directive begins at `start`, where they were kept, with this function's variables.
    pub(super) fn kept_body(&mut self, start: u32) -> Option<Vec<Stmt>> {
        let bodies = self.host?.bodies;
        if !self.frames.is_empty() {
            return None;
        }
        let body = bodies.known.get(&(self.function.identity(), self.file, start))?;
        let mut own = Vec::with_capacity(body.symbols.len());
        for (index, symbol) in body.symbols.iter().enumerate() {
            let id = SymbolId::from_index(index);
            own.push(match body.declared.get(&id) {
                Some(declaration) => self.known(*declaration, symbol.scope),
                None if body.this == Some(id) => self.this(),
                None if symbol.scope == Scope::Global => {
                    self.global(symbol.name.clone(), symbol.ty, symbol.kind)
                }
                None => self.add_symbol(symbol.clone()),
            });
            let callee = body.callees.get(&id).cloned();
            self.callees.extend(own.last().copied().zip(callee));
        }
        self.listed.extend(&body.listed);
        let mut stmts = body.stmts.clone();
        for stmt in &mut stmts {
            stmt.walk_symbols_mut(&mut |symbol| *symbol = own[symbol.index()]);
        }
        Some(stmts)
    }

    /// The symbol of a variable that a region names, and the sizes in its declaration.
    fn known(&mut self, declaration: Cursor<'tu>, scope: Scope) -> SymbolId {
        let is_own = scope == Scope::Region && is_local(declaration);
        let symbol =
            if is_own { self.declared_symbol(declaration) } else { self.symbol(declaration) };
        let _unknown = self.sizes(declaration);
        symbol
    }
}
