//! Nests over matrices whose subscripts and values come from the table `K`, which is defined `const`: neighbours by direction, on a plane or on
//! a torus, and weights.

use super::{Node, Program};
use crate::rng::Rng;

/// A random nest of two loops over a matrix, with a loop over the table inside of them or none.
pub(super) fn program(rng: &mut Rng) -> Program {
    let torus = rng.chance(45);
    let mut nest = Tables { rng, torus, places: 0, direction: None };
    let mut kids = if nest.rng.chance(60) { nest.over_directions() } else { Vec::new() };
    if kids.is_empty() || nest.rng.chance(30) {
        kids.push(nest.scattered());
    }
    for level in (0..2).rev() {
        kids = vec![Node::around(nest.header(level), kids)];
    }
    let collapse = if nest.rng.chance(15) { 2 } else { 1 };
    let map_idx = nest.rng.chance(50);
    let body = kids.pop().expect("a nest is one loop");
    Program { collapse, types: ["i32"; 4], sizes: "i32", map_idx, facts: Vec::new(), body }
}

struct Tables<'a> {
    rng: &'a mut Rng,
    /// Whether subscripts wrap around at the borders.
    torus: bool,
    places: usize,
    /// The counter of the loop over the table, where the statement is inside of it.
    direction: Option<&'static str>,
}

impl Tables<'_> {
    fn header(&mut self, level: usize) -> String {
        let size = ["n", "m"][level];
        let ends = if self.torus { [size; 3] } else { [size, size, ["(- n 1)", "33"][level]] };
        let end = *self.rng.pick(&ends);
        let first = if self.torus { "0" } else { *self.rng.pick(&["0", "0", "1"]) };
        format!("(for i{level} {first} < {end} 1 declares")
    }

    fn place(&mut self) -> String {
        self.places += 1;
        format!("@{}:20000", 10000 - self.places)
    }

    /// An element of the table: of the direction, of its opposite, of a constant number or of a counter's last bits.
    fn entry(&mut self) -> String {
        let known = self.rng.below(8).to_string();
        let subscript = match (self.direction, self.rng.below(4)) {
            (Some(direction), 0 | 1) => direction.into(),
            (Some(direction), 2) => format!("(- 7 {direction})"),
            _ => known,
        };
        let at = self.place();
        format!("[K (index {subscript} 4:i64 8)]:i32{at}")
    }

    /// A counter with the distance that the table gives.
    fn moved(&mut self, level: usize) -> String {
        let (counter, size, entry) = (format!("i{level}"), ["n", "m"][level], self.entry());
        if !self.torus {
            return format!("(+ {counter} {entry})");
        }
        match self.rng.below(3) {
            0 => format!("(% (+ (+ {counter} {size}) {entry}) {size})"),
            1 => format!("(% (+ (+ {counter} {entry}) {size}) {size})"),
            _ => format!("(% (- (+ {counter} (* 2 {size})) {entry}) {size})"),
        }
    }

    /// An element of a matrix, moved in one direction, in both or in none.
    fn element(&mut self, array: &str, moves: bool) -> String {
        let counter = |level: usize, nest: &mut Self| {
            if moves && nest.rng.chance(60) { nest.moved(level) } else { format!("i{level}") }
        };
        let (row, column) = (counter(0, self), counter(1, self));
        let at = self.place();
        format!("[{array} (index (+ (* {row} m) {column}) 4:i64)]:u32{at}")
    }

    fn read(&mut self) -> String {
        let array = *self.rng.pick(&["A", "A", "A", "T", "B"]);
        let element = self.element(array, true);
        if self.rng.chance(50) {
            return element;
        }
        let weight = if self.rng.chance(30) {
            let at = self.place();
            format!("[K (index (& (+ i0 i1) 7) 4:i64 8)]:i32{at}")
        } else {
            self.entry()
        };
        format!("(* {element} (cast {weight}):u32)")
    }

    /// A sum over the directions, in a scalar or in the element itself.
    fn over_directions(&mut self) -> Vec<Node> {
        self.direction = Some("i2");
        let read = self.read();
        let header = format!("(for i2 0 < {} 1 declares", *self.rng.pick(&["8", "8", "4"]));
        let in_place = self.rng.chance(30);
        let update = if in_place {
            format!("(+= {} {read})", self.element("B", false))
        } else {
            format!("(= [t] (^ (/ t 2) (cast {read}):i32))")
        };
        let along = Node::around(header, vec![Node::leaf(update)]);
        self.direction = None;
        if in_place {
            return vec![along];
        }
        let target = self.element("B", false);
        let at = self.place();
        let store = Node::leaf(format!("(= {target} (cast t):u32)"));
        vec![Node::leaf(format!("(declare t 1){at}")), along, store]
    }

    /// A store to the element of a neighbour, which no other iteration stores to where the distance is one for all.
    fn scattered(&mut self) -> Node {
        let array = *self.rng.pick(&["B", "B", "q", "r"]);
        let (target, value) = (self.element(array, true), self.read());
        Node::leaf(format!("(= {target} (+ {value} 1:u32))"))
    }
}
