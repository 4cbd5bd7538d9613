//! Resolves the symbols of files that are linked together.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::is_built_in;
use crate::elf::{Binding, Contents, Symbol};

/// A file that is linked.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// The name, for messages.
    pub(super) name: String,
    pub(super) contents: Contents,
}

/// Why files cannot be linked. The messages are those of NVIDIA's nvlink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// Two files define a symbol that is not weak.
    Duplicate { symbol: String, file: String, first: String },
    /// No file defines a symbol.
    Undefined { symbol: String, file: String },
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Duplicate { symbol, file, first } => {
                write!(
                    formatter,
                    "Multiple definition of '{symbol}' in '{file}', first defined in '{first}'"
                )
            }
            Problem::Undefined { symbol, file } => {
                write!(formatter, "Undefined reference to '{symbol}' in '{file}'")
            }
        }
    }
}

/// How much a symbol of a file says about its name: more comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Wished,
    Needed,
    Weak,
    Common,
    Strong,
}

fn rank(symbol: &Symbol) -> Rank {
    match (symbol.defined, symbol.binding) {
        (false, Binding::Weak) => Rank::Wished,
        (false, _) => Rank::Needed,
        (true, Binding::Weak) => Rank::Weak,
        (true, _) if symbol.common => Rank::Common,
        (true, _) => Rank::Strong,
    }
}

/// The symbols of the linked image, by their names: of several definitions the strong one, else the first, and of common
/// variables the largest. Built-in functions may stay undefined.
pub(super) fn resolve(inputs: &[Input]) -> Result<Vec<Symbol>, Vec<Problem>> {
    let mut chosen: BTreeMap<&str, (&Symbol, &str)> = BTreeMap::new();
    let mut problems = Vec::new();
    for (symbol, file) in visible(inputs) {
        match chosen.get(symbol.name.as_str()) {
            Some((before, first))
                if rank(before) == Rank::Strong && rank(symbol) == Rank::Strong =>
            {
                problems.push(Problem::Duplicate {
                    symbol: symbol.name.clone(),
                    file: file.to_owned(),
                    first: (*first).to_owned(),
                });
            }
            Some((before, _)) if !beats(symbol, before) => {}
            _ => {
                chosen.insert(&symbol.name, (symbol, file));
            }
        }
    }
    problems.extend(undefined(inputs, &chosen));
    if problems.is_empty() {
        return Ok(chosen.into_values().map(|(symbol, _)| symbol.clone()).collect());
    }
    Err(problems)
}

fn visible(inputs: &[Input]) -> impl Iterator<Item = (&Symbol, &str)> {
    inputs.iter().flat_map(|input| {
        let symbols = input.contents.symbols.iter();
        symbols
            .filter(|symbol| symbol.binding != Binding::Local)
            .map(|symbol| (symbol, input.name.as_str()))
    })
}

fn beats(symbol: &Symbol, before: &Symbol) -> bool {
    let order = rank(symbol).cmp(&rank(before));
    let larger = rank(symbol) == Rank::Common && symbol.size > before.size;
    order.is_gt() || (order.is_eq() && larger)
}

/// A problem for each file and each symbol that it needs and no file defines.
fn undefined(inputs: &[Input], chosen: &BTreeMap<&str, (&Symbol, &str)>) -> Vec<Problem> {
    let missing: BTreeSet<&str> = chosen
        .iter()
        .filter(|(name, (symbol, _))| rank(symbol) == Rank::Needed && !is_built_in(name))
        .map(|(name, _)| *name)
        .collect();
    visible(inputs)
        .filter(|(symbol, _)| {
            rank(symbol) == Rank::Needed && missing.contains(symbol.name.as_str())
        })
        .map(|(symbol, file)| Problem::Undefined {
            symbol: symbol.name.clone(),
            file: file.to_owned(),
        })
        .collect()
}
