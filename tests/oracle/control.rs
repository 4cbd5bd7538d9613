//! Counters, `while`, `break`, pointers and arrays of an iteration's own.

use super::{Generator, Node};

impl Generator<'_> {
    /// A loop that advances `x`: always, in a branch, or in a loop inside.
    pub(super) fn counted(&mut self, level: usize) -> Node {
        let start = Node::leaf(format!("(= [x] {})", self.value(level, 1)));
        self.defined.push("x");
        let by = match self.rng.below(8) {
            0 => "n".into(),
            1 => "z0".into(),
            2 => "(* 2 z0)".into(),
            3 => self.outer(level),
            _ => self.rng.range(-1, 3).to_string(),
        };
        let form = *self.rng.pick(&["(+= [x] BY)", "(= [x] (+ x BY))", "(= [x] (- BY x))"]);
        let form = if self.rng.chance(70) { "(+= [x] BY)" } else { form };
        let add = Node::leaf(form.replace("BY", &by));
        let inside = match self.rng.below(4) {
            0 => vec![self.at_counter(level), add],
            1 => {
                let then = Node::around("(then".into(), vec![self.at_counter(level), add]);
                let condition = self.condition(level, 0);
                let condition =
                    if self.rng.chance(50) { condition } else { "(> (% z0 3) 0)".into() };
                vec![Node::around(format!("(if {condition}"), vec![then])]
            }
            2 => {
                let bound = *self.rng.pick(&["<= z0", "< 2", "< n", "< (- 3 z0)"]);
                let body = vec![self.at_counter(level), add];
                vec![Node::around(format!("(for z1 0 {bound} 1 declares"), body)]
            }
            _ => vec![self.at_counter(level), add, self.at_counter(level), self.statement(level)],
        };
        let bound =
            *self.rng.pick(&["0 < 3 1", "0 < n 1", "1 <= 4 2", "3 >= 0 -1", "(neg m) < 2 1"]);
        let inner = Node::around(format!("(for z0 {bound} declares"), inside);
        let mut all = vec![start, inner];
        if self.rng.chance(50) {
            all.push(self.at_counter(level));
        }
        Node::around("(if 1 (then".into(), all).closed("))")
    }

    pub(super) fn at_counter(&mut self, level: usize) -> Node {
        let mut index = format!("(+ x {})", self.rng.range(-1, 2));
        if self.rng.chance(40) {
            index = format!("(+ {index} (* {} 8))", self.outer(level));
        }
        let at = self.place();
        let stored = self.stored(level);
        Node::leaf(format!("(= [A (index {index} 4:i64)]:u32{at} {stored})"))
    }

    /// An array of the iteration's own, written and read.
    pub(super) fn local_array(&mut self, level: usize) -> Node {
        self.local = true;
        let (i, j) = (self.value(level, 0), self.value(level, 1));
        let (at, from) = (self.place(), self.place());
        let stored = self.stored(level);
        let statements = vec![
            Node::leaf("(declare L)".into()),
            Node::leaf(format!("(= [L (index {i} 4:i64)]:u32{at} {stored})")),
            Node::leaf(format!(
                "(= [A (index {j} 4:i64)]:u32{} [L (index {i} 4:i64)]:u32{from})",
                self.place()
            )),
        ];
        Node::around("(if 1 (then".into(), statements).closed("))")
    }

    /// Elements of an array of the iteration's own, and a subscript read back from one of them.
    pub(super) fn elements(&mut self, level: usize) -> Node {
        self.local = true;
        let element = |generator: &mut Self, index: &str| {
            format!("[L (index {index} 4:i64)]:i32{}", generator.place())
        };
        let mut statements = vec![Node::leaf("(declare L)".into())];
        for number in ["0", "1"] {
            let target = element(self, number);
            statements.push(Node::leaf(format!("(= {target} {})", self.value(level, 1))));
        }
        let changed = *self.rng.pick(&["0", "1", "i0", "(+ 0 1)"]);
        let (target, value) = (element(self, changed), self.value(level, 1));
        let op = *self.rng.pick(&["=", "+=", "-="]);
        let change = Node::leaf(format!("({op} {target} {value})"));
        statements.push(match self.rng.below(3) {
            0 => {
                let condition = self.condition(level, 0);
                Node::around(
                    format!("(if {condition}"),
                    vec![Node::around("(then".into(), vec![change])],
                )
            }
            1 => Node::around("(for z0 0 < 2 1 declares".into(), vec![change]),
            _ => change,
        });
        for number in ["0", "1"] {
            let (read, at, stored) = (element(self, number), self.place(), self.stored(level));
            let index = format!("(+ {read} {})", self.rng.range(-1, 2));
            statements.push(Node::leaf(format!("(= [A (index {index} 4:i64)]:u32{at} {stored})")));
        }
        Node::around("(if 1 (then".into(), statements).closed("))")
    }

    pub(super) fn control(&mut self, level: usize) -> Node {
        match self.rng.below(11) {
            8.. => self.counted(level),
            0 => {
                self.defined.push("x");
                let start = Node::leaf(format!("(= [x] {})", self.value(level, 1)));
                let inside =
                    vec![self.store(level), self.guarded(level), Node::leaf("(+= [x] 1)".into())];
                let bound = self.rng.range(0, 4);
                let condition = if self.rng.chance(50) {
                    format!("(< x {bound})")
                } else {
                    let load = self.load(level, "i32");
                    format!("(&& (< x {bound}) (< {load} 1000000))")
                };
                let inner = Node::around(format!("(while \"w\" {condition} (do"), inside);
                let inner = Node { close: "))", ..inner };
                Node::around("(if 1 (then".into(), vec![start, inner]).closed("))")
            }
            1 if level > 1 => {
                let condition = self.condition(level, 1);
                let exit = Node::around("(then".into(), vec![Node::leaf("(break)".into())]);
                Node::around(format!("(if {condition}"), vec![exit])
            }
            2 => {
                let (offset, index) = (self.value(level, 1), self.value(level, 1));
                let base = *self.rng.pick(&["A", "B", "T"]);
                let at = self.place();
                let ty = "i32";
                let set =
                    Node::leaf(format!("(declare p (addr [{base} (index {offset} 4:i64)]:i32))"));
                let store = Node::leaf(format!(
                    "(= [p (index {index} 4:i64)]:{ty}{at} {})",
                    self.value(level, 1)
                ));
                Node::around("(if 1 (then".into(), vec![set, store]).closed("))")
            }
            3 if !self.local && self.rng.chance(50) => self.local_array(level),
            3 if !self.local => self.elements(level),
            4 if self.defined.contains(&"x") => Node::leaf("(+= [x] 1)".into()),
            5 => {
                let value = self.value(level, 2);
                self.defined.push("t");
                Node::leaf(format!("(declare t {value})"))
            }
            6 => {
                let array = *self.rng.pick(&["q", "r"]);
                let index = self.value(level, 1);
                let at = self.place();
                let stored = self.stored(level);
                Node::leaf(format!("(= [{array} (index {index} 4:i64)]:u32{at} {stored})"))
            }
            _ => self.guarded(level),
        }
    }
}

impl Node {
    fn closed(self, close: &'static str) -> Node {
        Node { close, ..self }
    }
}
