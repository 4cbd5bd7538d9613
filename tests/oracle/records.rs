//! Nests with a record of an iteration's own that begins as a copy of one in memory: its members are what that iteration read.

use super::{Node, Program};
use crate::rng::Rng;

/// A random nest over a matrix, with a member of the record in some subscripts.
pub(super) fn program(rng: &mut Rng) -> Program {
    let depth = *rng.pick(&[2, 2, 3]);
    let mut nest = Nest { rng, depth, places: 0 };
    let level = *nest.rng.pick(&[depth - 1, depth - 1, 1]);
    let mut kids: Vec<Node> = Vec::new();
    for own in (0..depth).rev() {
        let mut inside = Vec::new();
        if own == level {
            inside.push(nest.declaration(level));
        }
        if own + 1 == depth {
            let count = 1 + nest.rng.below(3);
            inside.extend((0..count).map(|_| nest.statement()));
        }
        inside.extend(kids);
        kids = vec![Node::around(nest.header(own), inside)];
    }
    let map_idx = nest.rng.chance(70);
    let collapse = if level + 1 == depth && nest.rng.chance(20) { 2 } else { 1 };
    let body = kids.pop().expect("a nest is one loop");
    Program { collapse, types: ["i32"; 4], sizes: "i32", map_idx, facts: Vec::new(), body }
}

struct Nest<'a> {
    rng: &'a mut Rng,
    depth: usize,
    places: usize,
}

impl Nest<'_> {
    fn header(&mut self, level: usize) -> String {
        let size = *self.rng.pick(&["n", "m", "m", "3"]);
        format!("(for i{level} 0 < {size} 1 declares")
    }

    fn place(&mut self) -> String {
        self.places += 1;
        format!("@{}:20000", 10000 - self.places)
    }

    /// The record's declaration in the body of a loop: a copy of an element that follows some of the counters, or none.
    fn declaration(&mut self, level: usize) -> Node {
        let counter = format!("i{}", self.rng.below(level + 1));
        let index = match self.rng.below(4) {
            0 => "1".into(),
            1 => format!("(+ {counter} c)"),
            _ => counter,
        };
        let array = *self.rng.pick(&["idx", "idx", "q", "A"]);
        let [read, at] = [self.place(), self.place()];
        Node::leaf(format!("(declare R [{array} (index {index} 8:i64)]:agg8{read}){at}"))
    }

    fn statement(&mut self) -> Node {
        let member = format!("(field f {})", 4 * self.rng.below(2));
        if self.rng.chance(12) {
            let [to, value] = [self.place(), self.rng.range(0, 3).to_string()];
            return Node::leaf(format!("(= [R {member}]:i32{to} {value})"));
        }
        let target = self.element(&member);
        let value = if self.rng.chance(60) { self.element(&member) } else { "1:u32".into() };
        let op = self.rng.pick(&["=", "=", "+="]);
        Node::leaf(format!("({op} {target} {value})"))
    }

    fn element(&mut self, member: &str) -> String {
        let array = *self.rng.pick(&["A", "A", "B", "q"]);
        let mut sum = String::from("i0");
        for level in 1..self.depth {
            let pitch = *self.rng.pick(&["n", "m", "m", "5"]);
            sum = format!("(+ (* {sum} {pitch}) i{level})");
        }
        let [read, at] = [self.place(), self.place()];
        let subscript = match self.rng.below(4) {
            0 => sum,
            1 => format!("(+ {sum} (* [R {member}]:i32{read} m))"),
            _ => format!("(+ {sum} [R {member}]:i32{read})"),
        };
        format!("[{array} (index {subscript} 4:i64)]:u32{at}")
    }
}
