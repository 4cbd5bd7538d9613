//! The names that a function knows at a place.

use super::super::{RegisterId, Type, VariableId};
use super::ParseError;
use super::cursor::shorten;
use std::collections::{BTreeMap, BTreeSet};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Register(RegisterId),
    Variable(VariableId),
}

/// The registers `%r0` to `%r40` of `.reg .b32 %r<41>`.
struct Family {
    kind: Type,
    count: u32,
    /// Those of them that the text uses.
    members: BTreeMap<u32, RegisterId>,
}

/// What stands between two braces.
#[derive(Default)]
pub(super) struct Scope {
    names: BTreeMap<String, Meaning>,
    families: BTreeMap<String, Family>,
    /// The labels of statements.
    pub(super) labels: BTreeSet<String>,
    /// The labels of lists of targets.
    pub(super) target_lists: Vec<String>,
    /// How many statements the function had before.
    pub(super) first_statement: usize,
}

impl Scope {
    /// A scope without names, behind so many statements of the function.
    pub(super) fn new(first_statement: usize) -> Scope {
        Scope { first_statement, ..Scope::default() }
    }

    /// Declares one name.
    pub(super) fn declare(
        &mut self,
        name: &str,
        meaning: Meaning,
        line: u32,
    ) -> Result<(), ParseError> {
        match self.names.insert(name.to_owned(), meaning) {
            None => Ok(()),
            Some(_) => Err(declared_twice(name, line)),
        }
    }

    /// Declares `prefix0` to `prefix(count - 1)`.
    pub(super) fn declare_family(
        &mut self,
        prefix: &str,
        (kind, count): (Type, u32),
        line: u32,
    ) -> Result<(), ParseError> {
        let family = Family { kind, count, members: BTreeMap::new() };
        match self.families.insert(prefix.to_owned(), family) {
            None => Ok(()),
            Some(_) => Err(declared_twice(prefix, line)),
        }
    }

    /// The meaning of a name in this scope. Registers get their numbers when the text first uses them: a declaration of
    /// millions of registers costs nothing.
    pub(super) fn find(&mut self, name: &str, registers: &mut Vec<Type>) -> Option<Meaning> {
        if let Some(&meaning) = self.names.get(name) {
            return Some(meaning);
        }
        let (family, number) = self.find_family(name)?;
        let id = family.members.entry(number).or_insert_with(|| {
            registers.push(family.kind);
            RegisterId(registers.len() as u32 - 1)
        });
        Some(Meaning::Register(*id))
    }

    /// The family to which a register belongs, and its number there. The prefix of a family may end with a digit, too.
    fn find_family(&mut self, name: &str) -> Option<(&mut Family, u32)> {
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
        // No number of 32 bits has more than 10 digits.
        for length in (1..=digits.min(10)).rev() {
            let (prefix, number) = name.split_at(name.len() - length);
            let is_canonical = length == 1 || !number.starts_with('0');
            let number = number.parse().ok().filter(|_| is_canonical);
            let Some(number) = number else { continue };
            if self.families.get(prefix).is_some_and(|family| number < family.count) {
                return Some((self.families.get_mut(prefix)?, number));
            }
        }
        None
    }
}

pub(super) fn declared_twice(name: &str, line: u32) -> ParseError {
    ParseError::new(line, format!("`{}` is declared twice in this scope", shorten(name)))
}
