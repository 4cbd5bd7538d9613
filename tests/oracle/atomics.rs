//! Nests with updates under `omp atomic`. The values are unsigned and each array has one operator, so that the order of the updates does not
//! show.

use super::{Node, Program};
use crate::rng::Rng;

/// A random nest of two or three loops.
pub(super) fn program(rng: &mut Rng) -> Program {
    let depth = *rng.pick(&[2, 2, 2, 3]);
    let operators = std::array::from_fn(|_| *rng.pick(&["+=", "+=", "^=", "|="]));
    let mut nest = Atomics { rng, depth, operators, places: 0 };
    let count = 1 + nest.rng.below(2);
    let mut kids: Vec<Node> = (0..count).map(|_| nest.update(depth)).collect();
    if nest.rng.chance(30) {
        kids.push(nest.store());
    }
    if nest.rng.chance(25) {
        let condition = *nest.rng.pick(&["(!= i0 i1)", "(> i1 c)", "(< i0 m)"]);
        kids = vec![Node::when(condition, kids)];
    }
    for level in (0..depth).rev() {
        kids = vec![Node::around(nest.header(level), kids)];
        if level > 0 && nest.rng.chance(12) {
            kids.push(nest.update(level));
        }
    }
    let collapse = if nest.rng.chance(15) { 2 } else { 1 };
    let map_idx = nest.rng.chance(50);
    let body = kids.pop().expect("a nest is one loop");
    Program { collapse, types: ["i32"; 4], sizes: "i32", map_idx, facts: Vec::new(), body }
}

struct Atomics<'a> {
    rng: &'a mut Rng,
    depth: usize,
    /// How `q` is updated, and how `r` is.
    operators: [&'static str; 2],
    places: usize,
}

impl Atomics<'_> {
    fn header(&mut self, level: usize) -> String {
        let ends = [["n", "n", "33", "70"], ["m", "m", "(- m 1)", "33"], ["4"; 4]][level];
        let end = *self.rng.pick(&ends);
        let first = *self.rng.pick(&["0", "0", "1"]);
        format!("(for i{level} {first} < {end} 1 declares")
    }

    fn element(&mut self, array: &str, subscript: &str) -> String {
        self.places += 1;
        format!("[{array} (index {subscript} 4:i64)]:u32@{}:20000", 10000 - self.places)
    }

    /// A value of the matrix, along its rows or along its columns, or of counters alone.
    fn value(&mut self, depth: usize) -> String {
        let row = *self.rng.pick(&["(+ (* i0 m) i1)", "(+ (* i1 n) i0)", "(+ (* i1 33) i0)"]);
        let row = match (depth, self.depth) {
            (1, _) => "i0".to_owned(),
            (_, 3) if depth == 3 => format!("(+ (* {row} 4) i2)"),
            _ => row.to_owned(),
        };
        let read = self.element("A", &row);
        match self.rng.below(4) {
            0 => "(+ (* (cast i0):u32 3:u32) 1:u32)".into(),
            1 => format!("(* {read} 3:u32)"),
            _ => read,
        }
    }

    /// An atomic update of a sum of all, of a row or of a column, or of a bin.
    fn update(&mut self, depth: usize) -> Node {
        let which = self.rng.below(2);
        let (array, operator) = (["q", "r"][which], self.operators[which]);
        let last = if depth > 1 { "i1" } else { "i0" };
        let target = match self.rng.below(5) {
            0 => "0".into(),
            1 => "i0".into(),
            2 => format!("(& (cast {}):i32 31)", self.value(depth)),
            _ => last.into(),
        };
        let (target, value) = (self.element(array, &target), self.value(depth));
        Node::around(
            "(omp (directive \"atomic\")".into(),
            vec![Node::leaf(format!("({operator} {target} {value})"))],
        )
    }

    /// A store that no other iteration makes.
    fn store(&mut self) -> Node {
        let value = self.value(self.depth);
        let sum = if self.depth == 3 { "(+ (* (+ (* i0 m) i1) 4) i2)" } else { "(+ (* i0 m) i1)" };
        let target = self.element("B", sum);
        Node::leaf(format!("(= {target} {value})"))
    }
}
