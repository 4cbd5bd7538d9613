//! Flat loops: one loop over the elements of a matrix or a box, whose counter is split into their
//! numbers.

use super::{Node, Program};
use crate::rng::Rng;

/// A random flat loop.
pub(super) fn program(rng: &mut Rng) -> Program {
    let ty = *rng.pick(&["i32", "i32", "i32", "i64"]);
    let sides: [&str; 3] = *rng.pick(&[
        ["n", "m", "1"],
        ["n", "m", "1"],
        ["m", "n", "1"],
        ["n", "40", "1"],
        ["33", "m", "1"],
        ["33", "40", "1"],
        ["n", "m", "5"],
        ["n", "4", "m"],
        ["3", "n", "m"],
    ]);
    let mut flat = Flat { rng, ty, sides, places: 0 };
    let bound = match sides {
        ["33", "40", _] => "1320".to_owned(),
        [a, b, "1"] => format!("(* {a} {b})"),
        [a, b, c] => format!("(* (* {a} {b}) {c})"),
    };
    let bound = if flat.rng.chance(6) { format!("(- {bound} 1)") } else { bound };
    let mut body = flat.digits();
    for _ in 0..=flat.rng.below(2) {
        let store = flat.store();
        let guarded = flat.rng.chance(12);
        body.push(if guarded { Node::when("(> z0 c)", vec![store]) } else { store });
    }
    let bound = super::cast(&bound, "i32", ty);
    let zero = super::cast("0", "i32", ty);
    let body = Node::around(format!("(for i0 {zero} < {bound} 1 declares"), body);
    let map_idx = rng.chance(50);
    let types = [ty, "i32", "i32", "i32"];
    Program { collapse: 1, types, sizes: "i32", map_idx, facts: Vec::new(), body }
}

struct Flat<'a> {
    rng: &'a mut Rng,
    /// The counter's type.
    ty: &'static str,
    /// The sides, the first one of which the counter goes along.
    sides: [&'static str; 3],
    places: usize,
}

impl Flat<'_> {
    fn place(&mut self) -> String {
        self.places += 1;
        format!("@{}:20000", 10000 - self.places)
    }

    fn own(&self, text: &str) -> String {
        super::cast(text, "i32", self.ty)
    }

    /// The counter's digits: `z0` along the first side, `z1` along the second one, `t` along a
    /// third one.
    fn digits(&mut self) -> Vec<Node> {
        let [a, b, c] = self.sides;
        let (first, second) = (self.own(a), self.own(b));
        let both = self.own(&format!("(* {a} {b})"));
        let along = match self.rng.below(5) {
            0 if c == "1" => format!("(- i0 (* {} {first}))", self.own("z1")),
            _ => format!("(% i0 {first})"),
        };
        let next = match (c, self.rng.below(3)) {
            ("1", _) => format!("(/ i0 {first})"),
            (_, 0) => format!("(/ (% i0 {both}) {first})"),
            _ => format!("(% (/ i0 {first}) {second})"),
        };
        let last = match self.rng.below(2) {
            0 => format!("(/ i0 {both})"),
            _ => format!("(/ (/ i0 {first}) {second})"),
        };
        let mut define = |name: &str, value: &str| {
            let value = super::cast(value, self.ty, "i32");
            let at = self.place();
            Node::leaf(format!("(declare {name} {value}){at}"))
        };
        let mut found = vec![define("z1", &next), define("z0", &along)];
        if !along.contains("z1") && c != "1" {
            found.reverse();
        }
        if c != "1" {
            found.push(define("t", &last));
        }
        found
    }

    /// An element of a matrix, most often one that the last side has side by side.
    fn element(&mut self) -> String {
        let [a, b, c] = self.sides;
        let at = self.place();
        let subscript = match (c, self.rng.below(8)) {
            ("1", 0) => format!("(+ (* z1 {a}) z0)"),
            ("1", _) => format!("(+ (* z0 {b}) z1)"),
            (_, 0) => format!("(+ (* (+ (* t {b}) z1) {a}) z0)"),
            (_, 1 | 2) => format!("(+ (* (+ (* z0 {c}) t) {b}) z1)"),
            _ => format!("(+ (* (+ (* z0 {b}) z1) {c}) t)"),
        };
        let array = *self.rng.pick(&["A", "A", "B", "B", "q"]);
        format!("[{array} (index {subscript} 4:i64)]:u32{at}")
    }

    fn store(&mut self) -> Node {
        let (target, read) = (self.element(), self.element());
        let counter = super::cast("i0", self.ty, "u32");
        let value = match self.rng.below(4) {
            0 => format!("(+ (* {read} 3:u32) {counter})"),
            1 => format!("(+ {read} (* (cast z0):u32 5:u32))"),
            2 => format!("(- {read} (cast (- z0 z1)):u32)"),
            _ => format!("(+ {read} {})", self.element()),
        };
        let op = *self.rng.pick(&["=", "=", "+="]);
        Node::leaf(format!("({op} {target} {value})"))
    }
}
