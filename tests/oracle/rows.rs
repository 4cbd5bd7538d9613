//! Rows: a loop with up to three loops in its body, along a row of some matrices. What a row begins with, updates along the row and stores at
//! its end are what sums, searches and recurrences are made of; a loop that uses what the loop before found is a part of what normalises rows.

use super::{Node, Program};
use crate::rng::{Rng, mix};

/// A random loop over rows.
pub(super) fn program(rng: &mut Rng) -> Program {
    let mut rows = Rows {
        aside: Rng::new(mix(rng.clone().next())),
        rng,
        places: 0,
        along: "i1",
        kept: Vec::new(),
        pure: false,
        pointed: false,
    };
    let mut before = Vec::new();
    if rows.rng.chance(35) {
        let value = *rows.rng.pick(&["(* i0 m)", "(+ i0 1)", "(- n i0)", "(* 2 c)"]);
        before.push(rows.declaration("z0", value));
        rows.pure = true;
    }
    if rows.rng.chance(30) {
        let array = *rows.rng.pick(&["A", "A", "B"]);
        let first = *rows.rng.pick(&["(* i0 m)", "(* i0 m)", "(+ (* m i0) 2)", "(* 70 i0)"]);
        let value = format!("(addr {})", rows.element(array, first, "u32"));
        before.push(rows.declaration("p", &value));
        rows.pointed = true;
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
    let mut body = before;
    body.push(rows.loop_along());
    for counter in ["i2", "i3"] {
        if !rows.rng.chance(35) {
            break;
        }
        let between = rows.between();
        body.extend(between);
        rows.along = counter;
        body.push(rows.loop_along());
    }
    for name in rows.kept.clone() {
        if rows.rng.chance(85) {
            let at = rows.element("q", "i0", "u32");
            body.push(Node::leaf(format!("(= {at} (cast {name}):u32)")));
        }
    }
    if rows.rng.chance(8) {
        body.push(rows.update_of("i0"));
    }
    if let Some(name) = rows.kept.first().filter(|_| rows.aside.chance(20)) {
        body.push(Node::leaf(format!("(+= [s] (cast {name}):u32)")));
    }
    let map_idx = rows.rng.chance(50);
    let body = Node::around(header, body);
    Program { collapse: 1, types: ["i32"; 4], sizes: "i32", map_idx, facts: Vec::new(), body }
}

struct Rows<'a> {
    rng: &'a mut Rng,
    /// A generator beside it, which leaves the rest of a seed's rows what they are.
    aside: Rng,
    places: usize,
    /// The counter of the loop along a row.
    along: &'static str,
    /// Scalars of a row that updates may use.
    kept: Vec<&'static str>,
    /// Whether a row has a definition of its own.
    pure: bool,
    /// Whether a row has a pointer to its first element.
    pointed: bool,
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

    fn loop_along(&mut self) -> Node {
        let own = self.header(self.along, &["m", "m", "m", "(- m 1)", "n", "40", "66", "z0"]);
        let own = match super::moved(&mut self.aside, 8, "i0", "(- m 1)", "m") {
            Some([first, end, step]) => {
                format!("(for {} {first} {end} {step} declares", self.along)
            }
            None => own,
        };
        if self.rng.chance(30) {
            let along = self.along;
            let array = *self.rng.pick(&["B", "B", "A"]);
            let target = self.element(array, &format!("(+ (* i0 m) {along})"), "u32");
            let value = self.sum();
            let with = self.kept.first().map_or("3", |name| name);
            let store = format!("(= {target} (cast (- {value} {with})):u32)");
            return Node::around(own, vec![Node::leaf(store)]);
        }
        let count = 1 + self.rng.below(3);
        let updates = (0..count).map(|_| self.update()).collect();
        let but_one = self.aside.chance(12);
        let condition = format!("(!= i0 {})", self.along);
        let body = if but_one { vec![Node::when(&condition, updates)] } else { updates };
        Node::around(own, body)
    }

    /// What a row does between two loops along it.
    fn between(&mut self) -> Option<Node> {
        match self.rng.below(4) {
            0 if self.kept.contains(&"t") && !self.kept.contains(&"z1") => {
                self.kept.push("z1");
                Some(self.declaration("z1", "(- t 7)"))
            }
            1 => self.kept.first().map(|name| Node::leaf(format!("(= [{name}] (^ {name} i0))"))),
            2 if self.rng.chance(30) => Some(self.update_of("i0")),
            _ => None,
        }
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
        let along = self.along;
        let row = format!("(+ (* i0 {pitch}) {along})");
        match self.rng.below(12) {
            10 | 11 => self.element("T", &format!("(+ (* i0 70) {along})"), "u32"),
            5 => self.element("B", &row, "u32"),
            3 | 4 if self.pointed => self.element("p", along, "u32"),
            0..=3 => self.element("A", &row, "u32"),
            6 if self.pure => self.element("A", &format!("(+ z0 {along})"), "u32"),
            7 => {
                let at = self.place();
                format!("[T (index i0 160:i64) (index {along} 4:i64 40)]:u32{at}")
            }
            8 => format!("(cast {}):u32", self.element("idx", along, "i32")),
            _ => self.element("r", &format!("(+ (* {along} n) i0)"), "u32"),
        }
    }

    /// The same, or what is computed of such, as `i32`.
    fn sum(&mut self) -> String {
        let (along, read) = (self.along, self.read());
        let sum = match self.rng.below(4) {
            0 => format!("(+ (* {read} 3:u32) (cast {along}):u32)"),
            1 => format!("(- {read} {})", self.read()),
            _ => read,
        };
        format!("(cast {sum}):i32")
    }

    fn update(&mut self) -> Node {
        if self.kept.is_empty() {
            return self.update_of(self.along);
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
            _ => self.update_of(self.along),
        }
    }

    /// A store to an element that follows the row, the column or both.
    fn update_of(&mut self, counter: &str) -> Node {
        let subscript = match self.rng.below(4) {
            0 if counter != "i0" => format!("(+ (* {counter} n) i0)"),
            1 if counter != "i0" => format!("(+ (* i0 m) {counter})"),
            _ => "i0".into(),
        };
        let array = *self.rng.pick(&["r", "B", "q", "A"]);
        let target = self.element(array, &subscript, "u32");
        let value = if counter == "i0" { "(* i0 5)".into() } else { self.sum() };
        let op = *self.rng.pick(&["=", "+="]);
        Node::leaf(format!("({op} {target} (cast {value}):u32)"))
    }
}
