//! The words of an instruction: its opcode, then what is said of it, then types.

use crate::ptx::{Space, Type};

/// The words of one instruction.
pub(super) struct Words<'a>(Vec<&'a str>);

impl<'a> Words<'a> {
    pub(super) fn new(words: impl IntoIterator<Item = &'a str>) -> Words<'a> {
        Words(words.into_iter().collect())
    }

    pub(super) fn opcode(&self) -> &'a str {
        self.0.first().copied().unwrap_or_default()
    }

    pub(super) fn get(&self, index: usize) -> Option<&'a str> {
        self.0.get(index).copied()
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.0.iter().skip(1).any(|own| *own == word)
    }

    /// The first of `choices` among the words behind the opcode.
    pub(super) fn one_of(&self, choices: &[&str]) -> Option<&'a str> {
        self.0.iter().skip(1).find(|word| choices.contains(word)).copied()
    }

    /// The types, in their order.
    pub(super) fn types(&self) -> Vec<Type> {
        self.0.iter().skip(1).filter_map(|word| Type::from_word(word)).collect()
    }

    pub(super) fn last_type(&self) -> Option<Type> {
        self.types().last().copied()
    }

    /// The space of addresses; generic where none is named.
    pub(super) fn space(&self) -> Space {
        let named = |word: &&str| word.split("::").next().and_then(Space::from_word);
        self.0.iter().skip(1).find_map(named).unwrap_or(Space::Generic)
    }

    /// The number of values in a vector.
    pub(super) fn vector(&self) -> usize {
        match self.one_of(&["v2", "v4", "v8"]) {
            Some("v2") => 2,
            Some("v4") => 4,
            Some(_) => 8,
            None => 1,
        }
    }
}
