//! Rows: a loop with one loop in its body, along a row of some matrices. What a row begins with, updates along the row and stores at its
//! end are what sums, searches and recurrences are made of.

use super::{Node, Program};
use crate::rng::Rng;

/// A random loop over rows.
pub(super) fn program(rng: &mut Rng) -> Program {
    let mut rows = Rows { rng, places: 0, kept: Vec::new(), pure: false };
    let mut before = Vec::new();
    if rows.rng.chance(35) {
        let value = *rows.rng.pick(&["(* i0 m)", "(+ i0 1)", "(- n i0)", "(* 2 c)"]);
        before.push(rows.declaration("z0", value));
        rows.pure = true;
    }
    for (name, percent) in [("t", 70), ("z1", 30)] {
        if rows.rng.chance(percent) {
            let value = match rows.rng.below(3) {
                0 => "0".into(),
                1 => "(- i0 3)".into(),
                _ => rows.element("q", "i0", "i32"),
            };
            before.push(rows.declaration(name, &value));
            rows.kept.push(name);
        }
    }
    let header = rows.header("i0", &["n", "n", "(- n 1)", "70", "130", "200"]);
    let own = rows.header("i1", &["m", "m", "m", "(- m 1)", "n", "40", "66", "z0"]);
    let count = 1 + rows.rng.below(3);
    let inside = (0..count).map(|_| rows.update()).collect();
    let mut body = before;
    body.push(Node::around(own, inside));
    for name in rows.kept.clone() {
        if rows.rng.chance(85) {
            let at = rows.element("q", "i0", "u32");
            body.push(Node::leaf(format!("(= {at} (cast {name}):u32)")));
        }
    }
    if rows.rng.chance(8) {
        body.push(rows.update_of("i0"));
    }
    let map_idx = rows.rng.chance(50);
    let body = Node::around(header, body);
    Program { collapse: 1, types: ["i32"; 4], sizes: "i32", map_idx, facts: Vec::new(), body }
}

struct Rows<'a> {
    rng: &'a mut Rng,
    places: usize,
    /// Scalars of a row that updates may use.
    kept: Vec<&'static str>,
    /// Whether a row has a definition of its own.
    pure: bool,
}

impl Rows<'_> {
    fn header(&mut self, counter: &str, ends: &[&str]) -> String {
        let mut end = *self.rng.pick(ends);
        if end == "z0" && !(self.pure && self.rng.chance(20)) {
            end = "m";
        }
        let relation = *self.rng.pick(&["<", "<", "<", "<="]);
        let first = *self.rng.pick(&["0", "0", "0", "1", "2"]);
        format!("(for {counter} {first} {relation} {end} 1 declares")
    }

    fn declaration(&mut self, name: &str, value: &str) -> Node {
        let at = self.place();
        Node::leaf(format!("(declare {name} {value}){at}"))
    }

    fn place(&mut self) -> String {
        self.places += 1;
        format!("@{}:20000", 10000 - self.places)
    }

    fn element(&mut self, array: &str, subscript: &str, ty: &str) -> String {
        let at = self.place();
        format!("[{array} (index {subscript} 4:i64)]:{ty}{at}")
    }

    /// A value that a row has at a column, as `u32`: most often of a matrix, along the row.
    fn read(&mut self) -> String {
        let pitch = *self.rng.pick(&["m", "m", "m", "n", "40"]);
        let row = format!("(+ (* i0 {pitch}) i1)");
        match self.rng.below(12) {
            0..=3 => self.element("A", &row, "u32"),
            10 | 11 => self.element("T", "(+ (* i0 70) i1)", "u32"),
            5 => self.element("B", &row, "u32"),
            6 if self.pure => self.element("A", "(+ z0 i1)", "u32"),
            7 => {
                let at = self.place();
                format!("[T (index i0 160:i64) (index i1 4:i64 40)]:u32{at}")
            }
            8 => format!("(cast {}):u32", self.element("idx", "i1", "i32")),
            _ => self.element("r", "(+ (* i1 n) i0)", "u32"),
        }
    }

    /// The same, or what is computed of such, as `i32`.
    fn sum(&mut self) -> String {
        let read = self.read();
        let sum = match self.rng.below(4) {
            0 => format!("(+ (* {read} 3:u32) (cast i1):u32)"),
            1 => format!("(- {read} {})", self.read()),
            _ => read,
        };
        format!("(cast {sum}):i32")
    }

    fn update(&mut self) -> Node {
        if self.kept.is_empty() {
            return self.update_of("i1");
        }
        let name = *self.rng.pick(&self.kept.clone());
        let value = self.sum();
        match self.rng.below(10) {
            0..=4 => {
                let op = *self.rng.pick(&["^", "^", "^", "|", "&"]);
                Node::leaf(format!("(= [{name}] ({op} {name} {value}))"))
            }
            5 | 6 => Node::leaf(format!("(= [{name}] (- (/ {name} 2) (/ {value} 4)))")),
            7 | 8 => {
                let other = self.sum();
                let set = Node::leaf(format!("(= [{name}] (& {other} 65535))"));
                Node::when(&format!("(< {name} {value})"), vec![set])
            }
            _ => self.update_of("i1"),
        }
    }

    /// A store to an element that follows the row, the column or both.
    fn update_of(&mut self, counter: &str) -> Node {
        let subscript = match self.rng.below(4) {
            0 if counter == "i1" => "(+ (* i1 n) i0)",
            1 if counter == "i1" => "(+ (* i0 m) i1)",
            _ => "i0",
        };
        let array = *self.rng.pick(&["r", "B", "q", "A"]);
        let target = self.element(array, subscript, "u32");
        let value = if counter == "i1" { self.sum() } else { "(* i0 5)".into() };
        let op = *self.rng.pick(&["=", "+="]);
        Node::leaf(format!("({op} {target} (cast {value}):u32)"))
    }
}
