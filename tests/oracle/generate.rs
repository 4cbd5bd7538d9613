//! Random regions as text of the IR.

#[path = "atomics.rs"]
mod atomics;
#[path = "control.rs"]
mod control;
#[path = "flat.rs"]
mod flat;
#[path = "program.rs"]
mod program;
#[path = "records.rs"]
mod records;
#[path = "rows.rs"]
mod rows;
#[path = "stencils.rs"]
mod stencils;
#[path = "tables.rs"]
mod tables;
#[path = "unsigned.rs"]
mod unsigned;

pub(crate) use program::{DIRECTIONS, DIRECTIONS_AT, Node, Program};

use crate::rng::{Rng, mix};

/// What the regions of one family are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Affine subscripts, arrays of declared shape, every form of loop.
    Affine,
    /// `i*n + j` with symbolic sizes.
    Linear,
    /// Products, quotients, remainders, shifts, subscripts from memory.
    NonAffine,
    /// Conditions, conditional definitions, `continue`.
    Guarded,
    /// Narrow and unsigned arithmetic, conversions, accesses of several sizes.
    Typed,
    /// `while`, `break`, pointers, local arrays, scalars that pass values on.
    Control,
    /// Constant sizes of several warps.
    Warps,
    /// Nearly perfect nests over matrices that are walked along rows or columns: what rewriting is for.
    Nest,
    /// Unsigned counters and sizes of one width, and limits of sizes.
    Unsigned,
    /// Records of an iteration's own that begin as copies.
    Records,
    /// Loops over rows, with one loop along the row.
    Rows,
    /// Perfect nests over matrices that read neighbours.
    Stencils,
    /// Nests whose subscripts and values come from a table that is defined `const`.
    Tables,
    /// Nests with updates under `omp atomic`: sums of rows, of columns and of all, histograms.
    Atomics,
    /// Flat loops over matrices and boxes, whose counter is split into their numbers.
    Flat,
}

/// A random program of one class. No loop that a directive collapses is left early: OpenMP forbids it.
pub(crate) fn program(rng: &mut Rng, class: Class) -> Program {
    match class {
        Class::Unsigned => return unsigned::program(rng),
        Class::Records => return records::program(rng),
        Class::Rows => return rows::program(rng),
        Class::Stencils => return stencils::program(rng),
        Class::Tables => return tables::program(rng),
        Class::Atomics => return atomics::program(rng),
        Class::Flat => return flat::program(rng),
        _ => {}
    }
    let depth = match class {
        Class::Warps => 1 + rng.below(3),
        Class::Nest => *rng.pick(&[2, 2, 2, 2, 3, 3, 3, 3, 4]),
        _ => *rng.pick(&[1, 2, 2, 2, 3, 3, 4]),
    };
    let types = std::array::from_fn(|_| counter_type(rng, class));
    let map_idx = rng.chance(70);
    let mut generator = Generator {
        rng,
        class,
        types,
        depth,
        places: 0,
        local: false,
        defined: vec![],
        between: vec![],
        declared: vec![],
    };
    let mut kids = generator.nest(0);
    let collapsed = depth > 1 && generator.rng.chance(20);
    let body = kids.pop().expect("a nest is one loop");
    let mut text = String::new();
    body.render(0, &mut text);
    let collapse = if collapsed && !text.contains("(break)") { 2 } else { 1 };
    let facts = facts(rng);
    Program { collapse, types, sizes: "i32", map_idx, facts, body }
}

/// What the host may have found out of sizes before it came to the region.
fn facts(rng: &mut Rng) -> Vec<String> {
    let count = if rng.chance(30) { 1 + rng.below(2) } else { 0 };
    let mut fact = || {
        let relation = rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let left = rng.pick(&["n", "m", "c", "(+ n m)", "(- n 1)", "(* 2 m)", "(- m c)"]);
        let right = rng.pick(&["n", "m", "c", "0", "1", "3", "(+ c 2)"]);
        format!("({relation} {left} {right}):i32")
    };
    (0..count).map(|_| fact()).collect()
}

fn counter_type(rng: &mut Rng, class: Class) -> &'static str {
    match class {
        Class::Typed => rng.pick::<&str>(&["i32", "u32", "u8", "i64", "u64"]),
        Class::Nest => rng.pick::<&str>(&["i32", "i32", "i32", "i32", "i32", "i64"]),
        _ => "i32",
    }
}

struct Generator<'a> {
    rng: &'a mut Rng,
    class: Class,
    types: [&'static str; 4],
    depth: usize,
    places: usize,
    /// Whether the local array is declared; a symbol has one declaration.
    local: bool,
    /// Scalars that have a value here.
    defined: Vec<&'static str>,
    /// Variables declared between loops: those visible here, and all, for a symbol has one declaration.
    between: Vec<&'static str>,
    declared: Vec<&'static str>,
}

impl Generator<'_> {
    fn is(&self, classes: &[Class]) -> bool {
        classes.contains(&self.class)
    }

    fn nest(&mut self, level: usize) -> Vec<Node> {
        if level == self.depth {
            return self.leaves(level);
        }
        let header = self.header(level);
        let (outer_defined, outer_between) = (self.defined.clone(), self.between.len());
        if level == 0 || self.is(&[Class::Control]) {
            self.defined.clear();
        }
        let mut kids = Vec::new();
        let [define, before, after, sibling] =
            if self.is(&[Class::Nest]) { [20, 4, 6, 12] } else { [35, 15, 12, 10] };
        if level + 1 < self.depth && self.is(&[Class::Nest]) {
            kids.extend(self.declarations(level + 1));
        }
        if level + 1 < self.depth && self.rng.chance(define) {
            kids.push(self.definition(level + 1));
        }
        if level + 1 < self.depth && self.rng.chance(before) {
            kids.push(self.statement(level + 1));
        }
        let inner = self.nest(level + 1);
        if self.is(&[Class::Nest]) && level + 1 < self.depth && self.rng.chance(12) {
            let condition = self.guard(level + 1);
            kids.push(Node::when(&condition, inner));
        } else {
            kids.extend(inner);
        }
        if level + 1 < self.depth && self.rng.chance(after) {
            kids.push(self.statement(level + 1));
        }
        let siblings = level > 0 || self.is(&[Class::Nest]);
        if level + 1 < self.depth && siblings && self.rng.chance(sibling) {
            kids.extend(self.nest(level + 1));
        }
        self.defined = outer_defined;
        self.between.truncate(outer_between);
        vec![Node::around(header, kids)]
    }

    fn leaves(&mut self, level: usize) -> Vec<Node> {
        let mut leaves = self.fill(level);
        let count = 1 + self.rng.below(3);
        leaves.extend((0..count).map(|_| self.statement(level)));
        leaves
    }

    /// Declarations between the loops, once each: of a scalar with or without a value, of one that keeps its
    /// value, of a pointer, of an array, and of the counter of the loop inside, whose header does without.
    fn declarations(&mut self, level: usize) -> Vec<Node> {
        let mut found = Vec::new();
        let counter = ["i0", "i1", "i2", "i3"][level];
        for (name, percent) in [("t", 8), ("z1", 16), ("p", 12), ("L", 6), (counter, 6)] {
            if self.declared.contains(&name) || !self.rng.chance(percent) {
                continue;
            }
            self.between.push(name);
            self.declared.push(name);
            let has_value = name == "z1" || name == "t" && self.rng.chance(50);
            let value = match name {
                "z1" if self.rng.chance(20) => "(cast (- u 2:u32)):i32".into(),
                "p" => format!("(addr {})", self.matrix(level, "u32")),
                _ if has_value => self.value(level, 1),
                _ => String::new(),
            };
            self.defined.extend(has_value.then_some(name));
            found.push(Node::leaf(format!("(declare {name} {value})")));
        }
        found
    }

    /// Assignments to what was declared between the loops: in every iteration, or only in some.
    fn fill(&mut self, level: usize) -> Vec<Node> {
        let mut found = Vec::new();
        if self.between.contains(&"t") {
            let set = Node::leaf(format!("(= [t] {})", self.value(level, 1)));
            found.push(if self.rng.chance(25) {
                let condition = self.condition(level, 0);
                Node::when(&condition, vec![set])
            } else {
                set
            });
            self.defined.push("t");
        }
        if self.between.contains(&"p") {
            let index = if self.rng.chance(30) { "0".into() } else { self.outer(level) };
            let target = format!("[p (index {index} 4:i64)]:u32{}", self.place());
            found.push(Node::leaf(format!("(= {target} {})", self.stored(level))));
            if self.rng.chance(20) {
                found.push(Node::leaf("(= [p] (addr [p (index 1 4:i64)]:u32))".into()));
            }
        }
        if self.between.contains(&"L") {
            let mut element = |name: &str| {
                let at = self.place();
                format!("[L (index {name} 4:i64)]:i32{at}")
            };
            let [first, second, read] = [element("0"), element("1"), element("1")];
            let kept = self.rng.chance(25);
            found.extend(
                (!kept).then(|| Node::leaf(format!("(= {second} {})", self.value(level, 1)))),
            );
            found.push(Node::leaf(format!("(= {first} {})", self.value(level, 1))));
            let target = self.reference(level, "i32");
            found.push(Node::leaf(format!("(+= {target} {read})")));
            found
                .extend(kept.then(|| Node::leaf(format!("(= {second} {})", self.value(level, 1)))));
        }
        found
    }

    /// A loop's header, the parenthesis left open.
    fn header(&mut self, level: usize) -> String {
        if self.class == Class::Warps {
            let trips = *self.rng.pick(match level {
                0 => &[5, 33, 64, 70, 96],
                _ => &[1, 2, 3, 4, 8],
            });
            if level == 0 && self.rng.chance(25) {
                return "(for i0 0 < (+ n 60) 1 declares".into();
            }
            let low = self.rng.range(0, 2);
            return format!("(for i{level} {low} < {} 1 declares", low + trips);
        }
        if level > 0 && self.is(&[Class::Nest]) {
            let mut aside = Rng::new(mix(self.rng.clone().next() ^ 0x57e9));
            let outer = self.counter(aside.below(level));
            let moved = moved(&mut aside, 14, &outer, "(- n 1)", "n");
            if let (Some([first, end, step]), "i32") = (moved, self.types[level]) {
                let own = self.between.iter().any(|name| *name == format!("i{level}"));
                let declares = if own { "" } else { "declares" };
                return format!("(for i{level} {first} {end} {step} {declares}");
            }
        }
        let ty = self.types[level];
        let forms: &[(&str, i64)] = if self.is(&[Class::Linear, Class::Nest]) {
            &[("<", 1), ("<", 1), ("<", 1), ("<=", 1), ("<", 2), (">=", -1)]
        } else {
            &[
                ("<", 1),
                ("<", 1),
                ("<=", 1),
                ("<", 2),
                ("<=", 3),
                (">=", -1),
                (">", -1),
                (">", -2),
                ("!=", 1),
                ("!=", -1),
            ]
        };
        let (relation, step) = *self.rng.pick(forms);
        let (low, high) = (self.low(level), self.high(level));
        let (first, bound) = if step > 0 { (low, high) } else { (high, low) };
        let [first, bound] = [first, bound].map(|e| cast(&e, "i32", ty));
        let own = self.between.iter().any(|name| *name == format!("i{level}"));
        let declares = if own { "" } else { "declares" };
        format!("(for i{level} {first} {relation} {bound} {step} {declares}")
    }

    fn low(&mut self, level: usize) -> String {
        if self.is(&[Class::Nest]) && self.rng.chance(70) {
            return "0".into();
        }
        match self.rng.below(10) {
            0..=4 => "0".into(),
            5 | 6 => self.rng.range(-1, 2).to_string(),
            _ if level > 0 && self.class != Class::Linear => {
                let outer = self.outer(level);
                if self.is(&[Class::Nest]) && self.rng.chance(25) {
                    return format!("(- (- n 1) {outer})");
                }
                format!("(+ {outer} {})", self.rng.range(-1, 1))
            }
            _ => "1".into(),
        }
    }

    fn high(&mut self, level: usize) -> String {
        if self.is(&[Class::Nest]) && !self.defined.is_empty() && self.rng.chance(50) {
            return (*self.rng.pick(&self.defined.clone())).into();
        }
        let size = *self.rng.pick(&["n", "m"]);
        if self.is(&[Class::Nest]) && self.rng.chance(65) {
            return (*self.rng.pick(&["n", "n", "m", "6", "33"])).into();
        }
        match self.rng.below(12) {
            0..=2 => self.rng.range(1, 5).to_string(),
            3..=5 => size.into(),
            6 => format!("(- {size} 1)"),
            7 if level > 0 && self.class != Class::Linear => self.outer(level),
            8 if level > 0 && self.class != Class::Linear => {
                let outer = self.outer(level);
                let falls = self.is(&[Class::Nest]) && self.rng.chance(60);
                match (falls, falls && self.rng.chance(40)) {
                    (false, _) => format!("(+ {outer} 2)"),
                    (true, false) => format!("(- {size} {outer})"),
                    (true, true) => format!("(+ (* 2 {outer}) {size})"),
                }
            }
            9 if self.is(&[Class::NonAffine]) => format!("(/ {size} 2)"),
            10 if self.is(&[Class::Guarded]) => "(select (< n m) n m)".into(),
            11 if self.is(&[Class::Typed]) => {
                (*self.rng.pick(&["(cast w):i32", "(cast u):i32"])).into()
            }
            _ => size.into(),
        }
    }

    /// A variable further out than `level`, as `i32`.
    fn outer(&mut self, level: usize) -> String {
        let k = self.rng.below(level);
        self.counter(k)
    }

    /// The variable of that level, as `i32`.
    fn counter(&self, level: usize) -> String {
        cast(&format!("i{level}"), self.types[level], "i32")
    }

    fn definition(&mut self, level: usize) -> Node {
        let name = *self.rng.pick(&["x", "y"]);
        let reads = self.is(&[Class::Nest]) && self.rng.chance(40);
        let value = if reads { self.matrix(level, "i32") } else { self.value(level, 2) };
        self.defined.push(name);
        Node::leaf(format!("(= [{name}] {value})"))
    }

    fn statement(&mut self, level: usize) -> Node {
        let roll = self.rng.below(100);
        match self.class {
            Class::Guarded | Class::Control if roll >= 96 => self.fact(level),
            Class::Guarded if roll < 55 => self.guarded(level),
            Class::Control if roll < 60 => self.control(level),
            Class::Warps if roll < 15 => self.guarded(level),
            Class::Warps => self.store(level),
            Class::Nest if roll >= 14 => self.store(level),
            _ if roll < 12 => self.definition(level),
            _ if roll < 17 => self.guarded(level),
            _ if roll < 20 => {
                Node::leaf(format!("(+= [s] {})", cast(&self.value(level, 1), "i32", "u32")))
            }
            _ => self.store(level),
        }
    }

    /// Something that the program states.
    fn fact(&mut self, level: usize) -> Node {
        let end = "(evaluate (call __builtin_unreachable):void)";
        let size = *self.rng.pick(&["n", "m"]);
        let fact = if self.rng.chance(50) {
            self.condition(level, 0)
        } else {
            format!("(>= {size} {})", self.value(level, 0))
        };
        match self.rng.below(3) {
            0 => Node::leaf(format!("(evaluate (call __builtin_assume {fact}):void)")),
            1 => Node::leaf(format!(
                "(evaluate (select {fact} (cast 0):void (call __builtin_unreachable):void):void)"
            )),
            _ => Node::when(&format!("(! {fact})"), vec![Node::leaf(end.into())]),
        }
    }

    fn guarded(&mut self, level: usize) -> Node {
        let condition = self.condition(level, 2);
        match self.rng.below(5) {
            0 => {
                let name = *self.rng.pick(&["x", "y"]);
                let (a, b) = (self.value(level, 1), self.value(level, 1));
                self.defined.push(name);
                let branch = |word: &str, value| {
                    let set = Node::leaf(format!("(= [{name}] {value})"));
                    Node::around(format!("({word}"), vec![set])
                };
                let branches = vec![branch("then", a), branch("else", b)];
                Node::around(format!("(if {condition}"), branches)
            }
            1 if level > 0 && self.class != Class::Warps => {
                let mut inside = vec![Node::leaf("(continue)".into())];
                if self.rng.chance(40) {
                    inside.insert(0, self.store(level));
                }
                Node::when(&condition, inside)
            }
            2 => {
                let then = Node::around("(then".into(), vec![self.store(level)]);
                let other = Node::around("(else".into(), vec![self.store(level)]);
                Node::around(format!("(if {condition}"), vec![then, other])
            }
            3 if self.defined.contains(&"x") => {
                let set = Node::leaf(format!("(= [x] {})", self.value(level, 1)));
                Node::when(&condition, vec![set])
            }
            _ => Node::when(&condition, vec![self.store(level)]),
        }
    }

    fn store(&mut self, level: usize) -> Node {
        if self.class == Class::Typed && self.rng.chance(70) {
            let ty = *self.rng.pick(&["u8", "i8", "i16", "u32", "i32", "u64", "f64"]);
            let target = self.reference(level, ty);
            let value = cast(&self.value(level, 1), "i32", ty);
            return Node::leaf(format!("(= {target} {value})"));
        }
        let target = self.reference(level, "u32");
        let op = *self.rng.pick(&["=", "=", "=", "=", "+=", "*="]);
        let value = self.stored(level);
        Node::leaf(format!("({op} {target} {value})"))
    }

    /// A value to store: an order of two updates of one place shows in it.
    fn stored(&mut self, level: usize) -> String {
        let counter = cast(&self.value(level, 0), "i32", "u32");
        if self.rng.chance(60) {
            let read = self.reference(level, "u32");
            format!("(+ (* {read} 3:u32) {counter})")
        } else {
            format!("(+ {counter} {}:u32)", self.rng.range(1, 99))
        }
    }

    /// A span of its own for each place, around the spans of the places made before it.
    fn place(&mut self) -> String {
        self.places += 1;
        format!("@{}:20000", 10000 - self.places)
    }

    fn load(&mut self, level: usize, ty: &str) -> String {
        let index = self.value(level, 0);
        let array = *self.rng.pick(&["A", "idx", "B"]);
        format!("[{array} (index {index} 4:i64)]:{ty}{}", self.place())
    }

    fn reference(&mut self, level: usize, ty: &str) -> String {
        if self.is(&[Class::Nest]) {
            return self.matrix(level, ty);
        }
        let bytes = match ty {
            "u8" | "i8" => 1,
            "i16" => 2,
            "u64" | "f64" => 8,
            _ => 4,
        };
        if self.is(&[Class::Warps]) && bytes == 4 && self.rng.chance(30) {
            return self.field(level, ty);
        }
        let roll = self.rng.below(100);
        let shaped = match self.class {
            Class::Affine | Class::Guarded => roll < 35,
            Class::Linear => roll < 10,
            Class::Typed | Class::Control => roll < 8,
            _ => roll < 15,
        };
        let steps = if shaped && bytes == 4 {
            self.shaped(level)
        } else {
            let scale = if self.class == Class::Typed && self.rng.chance(30) {
                *self.rng.pick(&[1, 2, 4, 8])
            } else {
                bytes
            };
            let index = self.subscript(level);
            let field = if self.rng.chance(6) { " (field f 4)" } else { "" };
            format!("T_ (index {index} {scale}:i64){field}")
        };
        let array = if shaped && bytes == 4 && steps.starts_with("T ") {
            "T"
        } else {
            *self.rng.pick(&["A", "A", "A", "A", "B", "B", "T", "q"])
        };
        let steps = steps.split_once(' ').expect("an array and its steps").1;
        format!("[{array} {steps}]:{ty}{}", self.place())
    }

    /// A field of a record of four or six words, so that several accesses are of one record.
    fn field(&mut self, level: usize, ty: &str) -> String {
        let array = *self.rng.pick(&["A", "B"]);
        let record = *self.rng.pick(&[16, 16, 24]);
        let index = if self.rng.chance(70) { "i0".into() } else { format!("i{}", level - 1) };
        let field = 4 * self.rng.below(record / 4);
        format!("[{array} (index {index} {record}:i64) (field f {field})]:{ty}{}", self.place())
    }

    /// An element of a matrix, its subscripts counters of loops in any order; most often with the outermost, which can be parallel then.
    fn matrix(&mut self, level: usize, ty: &str) -> String {
        let mut variables: Vec<usize> = (1..level).filter(|_| self.rng.chance(75)).collect();
        if variables.is_empty() || self.rng.chance(85) {
            variables.push(0);
        }
        self.rng.shuffle(&mut variables);
        let terms: Vec<String> = variables
            .iter()
            .map(|k| {
                let variable = cast(&format!("i{k}"), self.types[*k], "i32");
                let shift = if self.rng.chance(12) { self.rng.range(-1, 1) } else { 0 };
                if shift == 0 { variable } else { format!("(+ {variable} {shift})") }
            })
            .collect();
        let at = self.place();
        if let ([row, column], true) = (terms.as_slice(), self.rng.chance(40)) {
            if self.rng.chance(60) {
                return format!("[T (index {row} 160:i64) (index {column} 4:i64 40)]:{ty}{at}");
            }
            let array = *self.rng.pick(&["A", "B"]);
            let row_bytes = "(* 4:i64 (cast n):i64)";
            return format!(
                "[{array} (index {row} {row_bytes}) (index {column} 4:i64 n)]:{ty}{at}"
            );
        }
        let size = *self.rng.pick(&["n", "n", "m", "33", "6"]);
        let join = |sum: String, term: String| format!("(+ (* {sum} {size}) {term})");
        let subscript = terms.into_iter().reduce(join).expect("a variable");
        let array = *self.rng.pick(&["A", "A", "A", "B", "B", "q"]);
        format!("[{array} (index {subscript} 4:i64)]:{ty}{at}")
    }

    /// Subscripts of an array of declared shape: `T` of constant shape, others of shape `[][n]`.
    fn shaped(&mut self, level: usize) -> String {
        let dimensions = 2 + self.rng.below(2);
        if self.rng.chance(70) {
            let mut steps = String::from("T");
            for k in (0..dimensions).rev() {
                let index = self.affine(level, 1);
                let extent = if k + 1 < dimensions || self.rng.chance(50) { " 8" } else { "" };
                let scale = 4 * 8_i64.pow(k as u32);
                steps = format!("{steps} (index {index} {scale}:i64{extent})");
            }
            return steps;
        }
        let (i, j) = (self.affine(level, 1), self.affine(level, 1));
        format!("V (index {i} (* 4:i64 (cast n):i64)) (index {j} 4:i64 n)")
    }

    fn subscript(&mut self, level: usize) -> String {
        match self.class {
            Class::Affine | Class::Warps => self.affine(level, 3),
            Class::Linear => self.linear(level),
            _ if self.rng.chance(40) => self.affine(level, 2),
            _ => self.value(level, 2),
        }
    }

    fn variable(&mut self, level: usize) -> String {
        if level == 0 { "1".into() } else { self.outer(level) }
    }

    fn affine(&mut self, level: usize, most: i64) -> String {
        let mut terms = vec![self.variable(level)];
        if self.rng.chance(60) {
            let variable = self.variable(level);
            let factor =
                if self.rng.chance(40) { self.rng.range(-2, 4) } else { self.rng.range(1, most) };
            terms.push(format!("(* {variable} {factor})"));
        }
        if self.rng.chance(40) {
            terms.push(self.rng.range(-2, 3).to_string());
        }
        if most > 1 && self.class != Class::Warps && self.rng.chance(15) {
            terms.push((*self.rng.pick(&["n", "m", "(* 2 n)", "(neg m)", "c"])).into());
        }
        if self.class == Class::Warps && self.rng.chance(30) {
            let variable = self.variable(level);
            terms.push(format!("(* {variable} 8)"));
        }
        sum(terms)
    }

    /// `i*n + j`, `i*n*m + j*n + k` and neighbours.
    fn linear(&mut self, level: usize) -> String {
        let size = *self.rng.pick(&["n", "n", "n", "m", "(+ n 1)", "(* n m)"]);
        let (i, j) = (self.variable(level), self.variable(level));
        let mut terms = vec![format!("(* {i} {size})")];
        if self.rng.chance(30) {
            let k = self.variable(level);
            terms.push(format!("(* {k} (* n m))"));
        }
        terms.push(j);
        if self.rng.chance(40) {
            terms.push((*self.rng.pick(&["1", "-1", "n", "2", "(neg n)"])).into());
        }
        sum(terms)
    }

    fn condition(&mut self, level: usize, depth: usize) -> String {
        if depth > 0 && self.rng.chance(25) {
            let op = *self.rng.pick(&["&&", "||"]);
            let (a, b) = (self.condition(level, depth - 1), self.condition(level, depth - 1));
            return format!("({op} {a} {b})");
        }
        if self.rng.chance(8) {
            return format!("(! {})", self.condition(level, 0));
        }
        let relation = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (a, b) = (self.value(level, 1), self.value(level, 1));
        match self.rng.below(12) {
            0 => format!("({relation} {} 4)", self.load(level, "i32")),
            1 => format!("({relation} (% {a} 2) 0)"),
            2 => a,
            _ => format!("({relation} {a} {b})"),
        }
    }

    /// The condition around a loop of a nest: of memory, of a definition before it, or of variables.
    fn guard(&mut self, level: usize) -> String {
        let relation = *self.rng.pick(&[">", "<=", "!="]);
        match self.rng.below(3) {
            0 => format!("({relation} {} 1)", self.load(level, "i32")),
            1 if !self.defined.is_empty() => {
                let name = *self.rng.pick(&self.defined.clone());
                format!("({relation} {name} 1)")
            }
            _ => self.condition(level, 1),
        }
    }

    /// An `i32` expression.
    fn value(&mut self, level: usize, depth: usize) -> String {
        if depth == 0 || self.rng.chance(25) {
            return self.atom(level);
        }
        let (a, b) = (self.value(level, depth - 1), self.value(level, depth - 1));
        let k = self.rng.range(1, 3);
        match (self.class, self.rng.below(10)) {
            (Class::NonAffine, 0) => format!("(* {a} {b})"),
            (Class::NonAffine | Class::Guarded, 1) => format!("(/ {a} {k})"),
            (Class::NonAffine, 2) => format!("(% {a} {})", k + 1),
            (Class::NonAffine, 3) => format!("({} {a} {})", self.rng.pick(&["<<", ">>"]), k),
            (Class::NonAffine, 4) => format!("({} {a} {k})", self.rng.pick(&["&", "|", "^"])),
            (Class::NonAffine, 5) => format!("[idx (index {a} 4:i64)]:i32{}", self.place()),
            (Class::Guarded | Class::Control, 2) => {
                format!("(select {} {a} {b})", self.condition(level, 0))
            }
            (Class::Typed, 0..=5) => self.narrow(&a, &b),
            (_, 6) => format!("(* {a} {k})"),
            (_, 7) => format!("(- {a} {b})"),
            (_, 8) => format!("(+ {a} {k})"),
            _ => format!("(+ {a} {b})"),
        }
    }

    /// Arithmetic or a conversion in a narrow or unsigned type, converted back.
    fn narrow(&mut self, a: &str, b: &str) -> String {
        let ty = *self.rng.pick(&["u8", "u8", "u32", "u16", "u64"]);
        let op = *self.rng.pick(&["+", "-", "*", "/", "%", "-", ">>", "<<"]);
        match self.rng.below(6) {
            0 => format!("(cast (cast {a}):{}):i32", self.rng.pick(&["i8", "u8", "u32", "i16"])),
            1 => format!(
                "(cast [idx (index {a} 4:i64)]:{}{}):i32",
                self.rng.pick(&["u8", "i8"]),
                self.place()
            ),
            2 => format!("(cast ({} (cast {a}):{ty})):i32", self.rng.pick(&["neg", "~"])),
            _ => format!("(cast ({op} (cast {a}):{ty} (cast {b}):{ty})):i32"),
        }
    }

    fn atom(&mut self, level: usize) -> String {
        match self.rng.below(12) {
            0 | 1 => self.rng.range(-2, 4).to_string(),
            2 => (*self.rng.pick(&["n", "m", "c"])).into(),
            3 if self.class == Class::Typed => {
                (*self.rng.pick(&["(cast u):i32", "(cast w):i32", "(cast v):i32"])).into()
            }
            4..=6 if !self.defined.is_empty() => (*self.rng.pick(&self.defined.clone())).into(),
            _ => self.variable(level),
        }
    }
}

/// The first iteration, the end and the step of a loop by steps of two or more whose first iteration moves with a counter further
/// out, as the squares of one colour do: in `percent` of a hundred cases. It ends before `end`, or goes down from `last`.
fn moved(rng: &mut Rng, percent: usize, outer: &str, last: &str, end: &str) -> Option<[String; 3]> {
    if !rng.chance(percent) {
        return None;
    }
    let step = *rng.pick(&[2, 2, 2, 3, 4]);
    let moved = match rng.below(6) {
        0 | 1 => format!("(% {outer} {step})"),
        2 => format!("(& {outer} 1)"),
        3 => format!("(+ 1 (% {outer} 2))"),
        4 => format!("(- 2 (% {outer} 3))"),
        _ => format!("(% (+ {outer} c) 2)"),
    };
    Some(if rng.chance(15) {
        [format!("(- {last} {moved})"), ">= 0".into(), format!("-{step}")]
    } else {
        [moved, format!("< {end}"), step.to_string()]
    })
}

fn cast(expr: &str, from: &str, to: &str) -> String {
    if from == to { expr.into() } else { format!("(cast {expr}):{to}") }
}

fn sum(terms: Vec<String>) -> String {
    let add = |sum: String, term: String| format!("(+ {sum} {term})");
    terms.into_iter().reduce(add).unwrap_or_else(|| "0".into())
}
