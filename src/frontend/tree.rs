//! The parts of the syntax tree that were looked at, so that libclang visits each node once.
//!
//! A function is visited as a whole: its nodes stand in the order of their text, each with the place
//! behind its last descendant. Other nodes are opened when their children are asked for.

use std::collections::BTreeMap;

use clang_sys::{
    CXChildVisit_Break, CXChildVisit_Continue, CXChildVisit_Recurse, CXChildVisitResult, CXCursor,
    CXCursorKind,
};

use super::located::Position;

/// What tells nodes apart.
type Key = (CXCursorKind, [usize; 2]);

/// The nodes that were visited.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Nodes that libclang gave otherwise than as a child.
    roots: BTreeMap<Key, u32>,
}

struct Node {
    raw: CXCursor,
    /// Where the next node of the same parent stands.
    next: u32,
    /// Where its children begin, and where the last of them ends; `None` as long as nobody asked.
    children: Option<(u32, u32)>,
    extent: Option<(Position, Position)>,
}

/// A visit of the nodes below one.
pub(super) struct Visit<'a> {
    nodes: &'a mut Vec<Node>,
    /// The nodes that can still have children, outermost first.
    open: Vec<u32>,
    whole: bool,
    /// Whether a node came whose parent is not open.
    lost: bool,
}

fn key(raw: &CXCursor) -> Key {
    (raw.kind, [raw.data[0] as usize, raw.data[1] as usize])
}

fn index(nodes: &[Node]) -> u32 {
    u32::try_from(nodes.len()).unwrap_or(u32::MAX)
}

impl Tree {
    /// The number of a node that is not known as a child.
    pub(super) fn root(&mut self, raw: CXCursor) -> u32 {
        let next = index(&self.nodes);
        let node = *self.roots.entry(key(&raw)).or_insert(next);
        if node == next {
            self.nodes.push(Node { raw, next: next + 1, children: None, extent: None });
        }
        node
    }

    /// The children of a node with their numbers, where they have been visited.
    pub(super) fn children(&self, node: u32) -> Option<impl Iterator<Item = (u32, CXCursor)>> {
        let (first, end) = self.nodes.get(node as usize)?.children?;
        let at = move |node: u32| (node < end).then_some(node);
        let next = move |node: &u32| at(self.nodes[*node as usize].next);
        let nodes = std::iter::successors(at(first), next);
        Some(nodes.map(|node| (node, self.nodes[node as usize].raw)))
    }

    /// Lets `visit` visit the children of a node, and with `whole` all that is below it.
    pub(super) fn open(&mut self, node: u32, whole: bool, visit: &dyn Fn(&mut Visit)) {
        let first = index(&self.nodes);
        for whole in [whole, false] {
            let open = vec![node];
            let mut state = Visit { nodes: &mut self.nodes, open, whole, lost: false };
            visit(&mut state);
            while state.open.len() > 1 {
                state.close();
            }
            if !state.lost {
                break;
            }
            self.nodes.truncate(first as usize);
        }
        self.nodes[node as usize].children = Some((first, index(&self.nodes)));
    }

    /// Where a node begins and ends, where that is known.
    pub(super) fn extent(&self, node: u32) -> Option<(Position, Position)> {
        self.nodes.get(node as usize)?.extent
    }

    /// Keeps where a node begins and ends.
    pub(super) fn keep_extent(&mut self, node: u32, extent: (Position, Position)) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.extent = Some(extent);
        }
    }
}

impl Visit<'_> {
    /// Takes a node that libclang visits, and says where the visit goes on.
    pub(super) fn add(&mut self, raw: CXCursor, parent: &CXCursor) -> CXChildVisitResult {
        let node = index(self.nodes);
        if !self.whole {
            self.nodes.push(Node { raw, next: node + 1, children: None, extent: None });
            return CXChildVisit_Continue;
        }
        let parent = key(parent);
        while self.open.last().is_some_and(|last| key(&self.nodes[*last as usize].raw) != parent) {
            if self.open.len() == 1 {
                self.lost = true;
                return CXChildVisit_Break;
            }
            self.close();
        }
        let children = Some((node + 1, node + 1));
        self.nodes.push(Node { raw, next: node + 1, children, extent: None });
        self.open.push(node);
        CXChildVisit_Recurse
    }

    fn close(&mut self) {
        let end = index(self.nodes);
        if let Some(last) = self.open.pop() {
            let node = &mut self.nodes[last as usize];
            node.next = end;
            node.children = Some((last + 1, end));
        }
    }
}
