//! The functions of a unit together: what each does for those that call it.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Summaries, Summary};
use super::flow::Followed;
use super::storage::{Globals, Parameters, Storage, Variables};
use crate::ir::host::HostFunction;
use crate::ir::{ExprKind, Stmt, SymbolKind, walk_statements};

/// The functions of a unit.
pub(super) struct Program<'a> {
    pub(super) functions: &'a [HostFunction],
    /// By names: the only function that has it, by its number.
    pub(super) by_name: BTreeMap<&'a str, Option<usize>>,
    pub(super) globals: Globals<'a>,
    pub(super) summaries: Summaries,
    /// Whether streams of the C library have storage of the program.
    pub(super) lends: bool,
    /// What calls say of each function's parameters.
    pub(super) parameters: Vec<Parameters>,
    /// The numbers of the functions, those that are called before those that call them.
    pub(super) order: Vec<usize>,
    defined: BTreeSet<&'a str>,
}

impl<'a> Program<'a> {
    pub(super) fn of(functions: &'a [HostFunction]) -> Self {
        let mut by_name: BTreeMap<&str, Option<usize>> = BTreeMap::new();
        for (number, function) in functions.iter().enumerate() {
            by_name.entry(&function.name).and_modify(|own| *own = None).or_insert(Some(number));
        }
        let mut program = Self {
            functions,
            globals: Globals::of(functions),
            summaries: Summaries::new(),
            lends: false,
            parameters: vec![Parameters::default(); functions.len()],
            order: Vec::new(),
            defined: by_name.keys().copied().collect(),
            by_name,
        };
        program.order = program.by_calls();
        program.summarise();
        program
    }

    /// The same with what calls say of parameters.
    pub(super) fn with(mut self, parameters: Vec<Parameters>) -> Self {
        self.parameters = parameters;
        if self.parameters.iter().any(|own| !own.apart.is_empty()) {
            self.summarise();
        }
        self.globals.unread = self.unread();
        self
    }

    pub(super) fn variables(&self, number: usize) -> Variables<'_> {
        let mut variables = Variables::of(&self.functions[number], &self.defined);
        variables.known.clone_from(&self.parameters[number]);
        variables
    }

    /// Calls `then` for each function that is written once and wanted, with what its statements do; it hides that where a part that is not
    /// understood may name more than the front end says, or a stream has storage.
    pub(super) fn each_followed(
        &self,
        is_wanted: impl Fn(&HostFunction) -> bool,
        then: &mut dyn FnMut(&mut Followed),
    ) {
        let written = self.functions.iter().enumerate().filter(|(_, own)| !own.is_instance);
        for (number, function) in written.filter(|(_, own)| is_wanted(own)) {
            let variables = self.variables(number);
            let mut followed = Followed::of(&variables, &self.summaries, &self.globals);
            followed.hides = followed.hides && function.names_more || self.lends;
            then(&mut followed);
        }
    }

    fn summarise(&mut self) {
        let (mut summaries, mut lends) = (Summaries::new(), false);
        for (name, _) in self.by_name.iter().filter(|(_, number)| number.is_none()) {
            let opaque = Some("several functions have its name".to_owned());
            summaries.insert((*name).to_owned(), Summary { opaque, ..Summary::default() });
        }
        for number in &self.order {
            let variables = self.variables(*number);
            let followed = Followed::of(&variables, &summaries, &self.globals);
            let summary = followed.summary();
            lends |= followed.lends;
            let name = self.functions[*number].name.clone();
            summaries.entry(name).or_insert(summary);
        }
        self.summaries = summaries;
        self.lends = lends;
    }

    /// The arrays that no statement of the host reads, that nothing leads to but their names, and
    /// that regions map in functions which
    /// `main` calls, and nobody outside of the unit.
    fn unread(&self) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        for function in self.functions {
            for (symbol, variable) in function.symbols.iter().zip(&function.variables) {
                let is_array = symbol.kind == SymbolKind::Array && variable.is_internal;
                all.extend(variable.global.filter(|_| is_array));
            }
        }
        let main = self.by_name.get("main").copied().flatten();
        for number in 0..self.functions.len() {
            if all.is_empty() {
                break;
            }
            let function = &self.functions[number];
            let variables = self.variables(number);
            let followed = Followed::of(&variables, &self.summaries, &self.globals);
            let is_lost = followed.hides || variables.has_labels || function.declares_target;
            if is_lost || self.called(number).iter().any(|callee| Some(*callee) == main) {
                return BTreeSet::new();
            }
            let is_closed = function.is_local || Some(number) == main;
            let mut read: BTreeSet<Storage> = followed.escaped.clone();
            for effects in followed.effects.values() {
                let reads = effects.touches.iter().filter(|(_, writes)| !writes);
                read.extend(reads.map(|(storage, _)| *storage));
                read.extend(effects.holds());
                for mapping in &effects.mappings {
                    let is_kept = is_closed && mapping.base.only().is_some();
                    read.extend(mapping.base.targets.iter().filter(|_| !is_kept));
                }
            }
            for number in read.into_iter().filter_map(|storage| followed.global_number(storage)) {
                all.remove(&number);
            }
        }
        all
    }

    /// The functions that one calls.
    pub(super) fn called(&self, number: usize) -> BTreeSet<usize> {
        self.called_in(&self.functions[number].body)
    }

    /// The functions that statements call.
    pub(super) fn called_in(&self, body: &[Stmt]) -> BTreeSet<usize> {
        let mut numbers = BTreeSet::new();
        walk_statements(body, &mut |stmt| {
            stmt.walk_own(&mut |expr| {
                if let ExprKind::Call { name, .. } = &expr.kind {
                    numbers.extend(self.by_name.get(name.as_str()).copied().flatten());
                }
            });
        });
        numbers
    }

    /// The numbers of the functions, those that are called before those that call them; one that
    /// calls itself, by others or not, is called by a name that no summary has yet.
    fn by_calls(&self) -> Vec<usize> {
        let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
        for root in 0..self.functions.len() {
            let mut open = vec![(root, false)];
            while let Some((number, is_done)) = open.pop() {
                if is_done {
                    order.push(number);
                } else if seen.insert(number) {
                    open.push((number, true));
                    open.extend(self.called(number).into_iter().map(|next| (next, false)));
                }
            }
        }
        order
    }
}
