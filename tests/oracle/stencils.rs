//! Stencils: perfect nests that compute each element of a matrix from neighbours in other matrices, along every loop.

use super::{Node, Program};
use crate::rng::{Rng, mix};

/// A random stencil over two or three loops.
pub(super) fn program(rng: &mut Rng) -> Program {
    let depth = *rng.pick(&[2, 2, 3]);
    let pitch = *rng.pick(&["m", "m", "40", "66"]);
    let mut stencil = Stencil { rng, depth, pitch, places: 0 };
    let count = 1 + stencil.rng.below(2);
    let mut kids: Vec<Node> = (0..count).map(|_| stencil.update()).collect();
    if stencil.rng.chance(12) {
        kids = vec![Node::when("(> (- i0 c) 0)", kids)];
    }
    for level in (0..depth).rev() {
        kids = vec![Node::around(stencil.header(level), kids)];
    }
    let collapse = if stencil.rng.chance(15) { 2 } else { 1 };
    let map_idx = stencil.rng.chance(50);
    let body = kids.pop().expect("a nest is one loop");
    Program { collapse, types: ["i32"; 4], sizes: "i32", map_idx, facts: Vec::new(), body }
}

struct Stencil<'a> {
    rng: &'a mut Rng,
    depth: usize,
    /// Elements of a row.
    pitch: &'static str,
    places: usize,
}

impl Stencil<'_> {
    fn header(&mut self, level: usize) -> String {
        let end = match (level, self.depth) {
            (0, 2) => *self.rng.pick(&["n", "(- n 1)", "33", "47", "60"]),
            (0, _) => *self.rng.pick(&["n", "9", "17"]),
            (1, 3) => *self.rng.pick(&["6", "9"]),
            _ => *self.rng.pick(&["m", "(- m 1)", "33", "39"]),
        };
        let first = *self.rng.pick(&["0", "1", "1", "1", "2"]);
        let relation = *self.rng.pick(&["<", "<", "<", "<="]);
        if level > 0 {
            let mut aside = Rng::new(mix(self.rng.clone().next() ^ 0x57e9));
            let outer = format!("i{}", aside.below(level));
            if let Some([first, end, step]) = super::moved(&mut aside, 10, &outer, end, end) {
                return format!("(for i{level} {first} {end} {step} declares");
            }
        }
        format!("(for i{level} {first} {relation} {end} 1 declares")
    }

    fn element(&mut self, array: &str, distances: &[i64]) -> String {
        self.places += 1;
        let at = 10000 - self.places;
        let counter = |level: usize| match distances[level] {
            0 => format!("i{level}"),
            distance => format!("(+ i{level} {distance})"),
        };
        let mut sum = counter(0);
        for level in 1..self.depth {
            let pitch = if level + 1 == self.depth { self.pitch } else { "10" };
            sum = format!("(+ (* {sum} {pitch}) {})", counter(level));
        }
        format!("[{array} (index {sum} 4:i64)]:u32@{at}:20000")
    }

    /// A read of a neighbour, most often along one loop.
    fn neighbour(&mut self) -> String {
        let mut distances = vec![0; self.depth];
        let along = if self.rng.chance(60) { 0 } else { self.rng.below(self.depth) };
        distances[along] = *self.rng.pick(&[-1, 0, 1, 1, 2]);
        let array = *self.rng.pick(&["A", "A", "A", "A", "T", "B"]);
        self.element(array, &distances)
    }

    fn update(&mut self) -> Node {
        let mut value = self.neighbour();
        for _ in 0..=self.rng.below(3) {
            let next = self.neighbour();
            value = format!("(+ (* {value} {}:u32) {next})", 2 + self.rng.below(3));
        }
        let array = *self.rng.pick(&["B", "B", "B", "B", "q", "r"]);
        let target = self.element(array, &vec![0; self.depth]);
        let op = *self.rng.pick(&["=", "=", "=", "+="]);
        Node::leaf(format!("({op} {target} {value})"))
    }
}
