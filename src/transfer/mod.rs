//! What crosses the bus: data that is copied to the device and back again and again, and need not be.
//!
//! Stages: each function of the host is followed in the order of its calls ([`flow`]), so that every statement has what it does with
//! storage; then ranges of statements are found over which data can stay on the device ([`resident`]). The theory is in
//! `docs/theory/transfers.md`.

mod called;
mod calls;
mod flow;
mod memory;
mod names;
mod points;
mod polynomial;
mod resident;
mod section;
mod storage;
mod summary;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::id::FileId;
use crate::ir::host::HostFunction;
use crate::ir::{ExprKind, Stmt, StmtKind};
use crate::source::Span;

use calls::{Summaries, Summary};
use flow::Followed;
use storage::{Globals, Variables};

/// Data that stays on the device while a range of statements runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residence {
    /// The file of the statements.
    pub file: FileId,
    /// The statements.
    pub span: Span,
    /// Whether they are one loop, which `target data` can govern.
    pub is_loop: bool,
    /// The condition, in C, under which they copy less so, if that is not always.
    pub guard: Option<String>,
    /// Pointers that the items name and the program does not have: their names, and their values at the beginning.
    pub locals: Vec<(String, String)>,
    /// List items, each with how it crosses the bus.
    pub items: Vec<(Crossing, String)>,
}

/// How data crosses the bus at the ends of a residence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Crossing {
    /// To the device and back.
    Both,
    /// To the device.
    To,
    /// Back.
    From,
    /// Not at all.
    Neither,
}

impl Crossing {
    fn of(to: bool, from: bool) -> Self {
        match (to, from) {
            (true, true) => Self::Both,
            (true, false) => Self::To,
            (false, true) => Self::From,
            (false, false) => Self::Neither,
        }
    }

    /// The map type that has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Both => "tofrom",
            Self::To => "to",
            Self::From => "from",
            Self::Neither => "alloc",
        }
    }
}

/// The residences of a unit's functions: of those that begin at one place the longest first.
pub fn residences(functions: &[HostFunction]) -> Vec<Residence> {
    let mut by_name: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    for (number, function) in functions.iter().enumerate() {
        by_name.entry(&function.name).and_modify(|own| *own = None).or_insert(Some(number));
    }
    let mut summaries = Summaries::new();
    for (name, number) in &by_name {
        if number.is_none() {
            let opaque = Some("several functions have its name".to_owned());
            summaries.insert((*name).to_owned(), Summary { opaque, ..Summary::default() });
        }
    }
    let globals = Globals::of(functions);
    let defined: BTreeSet<&str> = by_name.keys().copied().collect();
    let mut found = Vec::new();
    for number in by_calls(functions, &by_name) {
        let function = &functions[number];
        let variables = Variables::of(function, &defined);
        let followed = Followed::of(&variables, &summaries, &globals);
        if !function.is_instance {
            found.extend(of_function(&followed));
        }
        let summary = followed.summary();
        summaries.entry(function.name.clone()).or_insert(summary);
    }
    found.sort_by_key(|own| (own.file, own.span.start, Reverse(own.span.end)));
    found
}

/// The numbers of the functions, those that are called before those that call them; one that calls itself, by others or not, is called
/// by a name that no summary has yet.
fn by_calls(functions: &[HostFunction], by_name: &BTreeMap<&str, Option<usize>>) -> Vec<usize> {
    let called = |number: usize| {
        let mut names = BTreeSet::new();
        functions[number].walk(&mut |stmt| {
            stmt.walk_own(&mut |expr| {
                if let ExprKind::Call { name, .. } = &expr.kind {
                    names.extend(by_name.get(name.as_str()).copied().flatten());
                }
            });
        });
        names
    };
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    for root in 0..functions.len() {
        let mut open = vec![(root, false)];
        while let Some((number, is_done)) = open.pop() {
            if is_done {
                order.push(number);
            } else if seen.insert(number) {
                open.push((number, true));
                open.extend(called(number).into_iter().map(|next| (next, false)));
            }
        }
    }
    order
}

fn of_function(followed: &Followed) -> Vec<Residence> {
    let function = followed.variables.function;
    let one = |range: resident::Range| {
        let guard = resident::guard(followed, &range).ok()?;
        let (first, last) = (range.stmts.first()?, range.stmts.last()?);
        let is_macro = range.stmts.iter().any(|stmt| stmt.in_macro);
        let locals = names::locals(function, range.items.iter().map(|(_, item)| item.as_str()));
        let declares = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Declare { .. });
        if !locals.is_empty() && range.stmts.iter().any(declares) {
            return None;
        }
        let residence = Residence {
            file: function.file,
            span: Span::new(first.span.start, last.span.end),
            is_loop: resident::is_one_loop(range.stmts),
            guard,
            locals,
            items: range.items,
        };
        (!is_macro).then_some(residence)
    };
    resident::ranges(followed).into_iter().filter_map(one).collect()
}
