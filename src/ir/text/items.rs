//! Reading the nodes of a list one after another.

use serde::de::DeserializeOwned;

use super::sexpr::{Fault, Node, NodeKind, number};
use super::{is_plain, of_word};
use crate::ir::Relation;
use crate::source::Span;

/// What reading gives.
pub(super) type Parsed<T> = Result<T, Fault>;

/// The nodes of one list that are still to be read.
pub(super) struct Items<'n, 't> {
    /// Those nodes.
    pub(super) nodes: &'n [Node<'t>],
    /// Where the list begins.
    pub(super) offset: usize,
}

impl<'n, 't> Items<'n, 't> {
    /// The nodes of a list in parentheses.
    pub(super) fn of_list(node: &'n Node<'t>) -> Parsed<Self> {
        match &node.kind {
            NodeKind::List(nodes) => Ok(Self { nodes, offset: node.offset }),
            _ => Err(Fault::new(node.offset, "expected a list in parentheses")),
        }
    }

    /// The next node, which stays.
    pub(super) fn peek(&self) -> Option<&'n Node<'t>> {
        self.nodes.first()
    }

    /// The next node; `what` names it where it is missing.
    pub(super) fn next(&mut self, what: &str) -> Parsed<&'n Node<'t>> {
        let Some((node, rest)) = self.nodes.split_first() else {
            return Err(Fault::new(self.offset, format!("{what} is missing in this list")));
        };
        self.nodes = rest;
        Ok(node)
    }

    /// An error where nodes are left.
    pub(super) fn finish(&self) -> Parsed<()> {
        match self.peek() {
            None => Ok(()),
            Some(node) => Err(Fault::new(node.offset, "nothing more is expected in this list")),
        }
    }

    /// Reads the atom `word`.
    pub(super) fn keyword(&mut self, word: &str) -> Parsed<()> {
        let node = self.next(&format!("`{word}`"))?;
        if atom(node)? == word { Ok(()) } else { Err(unexpected(node, word)) }
    }

    /// Reads an atom; `what` names it where it is missing.
    pub(super) fn word(&mut self, what: &str) -> Parsed<&'t str> {
        atom(self.next(what)?)
    }

    /// Reads a comparison.
    pub(super) fn relation(&mut self) -> Parsed<Relation> {
        let node = self.next("a word")?;
        Relation::of_symbol(atom(node)?)
            .ok_or_else(|| unexpected(node, &Relation::ALL.map(Relation::symbol).join("`, `")))
    }

    /// Reads an atom that is the name of a variant.
    pub(super) fn variant<T: DeserializeOwned>(&mut self) -> Parsed<T> {
        let node = self.next("a word")?;
        of_word(atom(node)?).map_err(|error| Fault::new(node.offset, error.to_string()))
    }

    /// Whether the next node is the atom `word`, which is then read.
    pub(super) fn flag(&mut self, word: &str) -> Parsed<bool> {
        match self.peek() {
            Some(node) if matches!(node.kind, NodeKind::Atom(atom) if atom == word) => {
                self.word(word).map(|_| true)
            }
            _ => Ok(false),
        }
    }

    /// Reads a string.
    pub(super) fn text(&mut self) -> Parsed<String> {
        let node = self.next("a string")?;
        bare(node)?;
        match &node.kind {
            NodeKind::Text(text) => Ok(text.clone()),
            _ => Err(Fault::new(node.offset, "expected a string")),
        }
    }

    /// Reads a plain name or a string.
    pub(super) fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Some(node) if matches!(node.kind, NodeKind::Atom(atom) if is_plain(atom)) => {
                Ok(self.word("a name")?.to_owned())
            }
            _ => self.text(),
        }
    }

    /// Reads a decimal number that fits `T`.
    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let node = self.next("a number")?;
        number(atom(node)?)
            .ok_or_else(|| Fault::new(node.offset, "expected a number that fits its field"))
    }

    /// What `read` makes of every node left.
    pub(super) fn rest<T>(
        &mut self,
        mut read: impl FnMut(&'n Node<'t>) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let nodes = std::mem::take(&mut self.nodes);
        let mut values = Vec::with_capacity(nodes.len());
        for node in nodes {
            values.push(read(node)?);
        }
        Ok(values)
    }

    /// What `read` makes of the next list, if it begins with `head`; nothing may be left of it.
    pub(super) fn section<T>(
        &mut self,
        head: &str,
        read: impl FnOnce(&mut Items<'n, 't>) -> Parsed<T>,
    ) -> Parsed<Option<T>> {
        let Some(node) = self.peek().filter(|node| list_head(node) == Some(head)) else {
            return Ok(None);
        };
        bare(node)?;
        self.section_node(read).map(|(value, _)| Some(value))
    }

    fn section_node<T>(
        &mut self,
        read: impl FnOnce(&mut Items<'n, 't>) -> Parsed<T>,
    ) -> Parsed<(T, &'n Node<'t>)> {
        let node = self.next("a list")?;
        let mut items = Items::of_list(node)?;
        items.next("a word")?;
        let value = read(&mut items)?;
        items.finish()?;
        Ok((value, node))
    }

    /// The span behind the next list, if that is `(head)`.
    pub(super) fn marked_span(&mut self, head: &str) -> Parsed<Span> {
        match self.peek() {
            Some(node) if list_head(node) == Some(head) => {
                untyped(node)?;
                let ((), node) = self.section_node(|_| Ok(()))?;
                Ok(node.span.unwrap_or_default())
            }
            _ => Ok(Span::default()),
        }
    }
}

/// The fault that `node` is not `expected`.
pub(super) fn unexpected(node: &Node<'_>, expected: &str) -> Fault {
    Fault::new(node.offset, format!("expected `{expected}`"))
}

/// The word of an atom without type and span.
pub(super) fn atom<'t>(node: &Node<'t>) -> Parsed<&'t str> {
    bare(node)?;
    match node.kind {
        NodeKind::Atom(atom) => Ok(atom),
        _ => Err(Fault::new(node.offset, "expected a word")),
    }
}

/// The atom that a list begins with.
pub(super) fn list_head<'t>(node: &Node<'t>) -> Option<&'t str> {
    let NodeKind::List(nodes) = &node.kind else { return None };
    match nodes.first()?.kind {
        NodeKind::Atom(head) => Some(head),
        _ => None,
    }
}

/// An error where a type follows `node`.
pub(super) fn untyped(node: &Node<'_>) -> Parsed<()> {
    match node.ty {
        None => Ok(()),
        Some((offset, _)) => Err(Fault::new(offset, "no type is expected here")),
    }
}

/// An error where a span follows `node`.
pub(super) fn spanless(node: &Node<'_>) -> Parsed<()> {
    match node.span {
        None => Ok(()),
        Some(_) => Err(Fault::new(node.offset, "no span is expected behind this")),
    }
}

/// An error where a type or span follows `node`.
pub(super) fn bare(node: &Node<'_>) -> Parsed<()> {
    untyped(node).and_then(|()| spanless(node))
}
