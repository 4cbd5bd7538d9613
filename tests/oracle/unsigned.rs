//! Nests whose counters and sizes are unsigned, most of them narrow, so that products wrap around in short runs; with limits
//! of sizes that keep them from it, or do not.

use super::{Node, Program};
use crate::rng::Rng;

/// A random nest over a matrix or a box.
pub(super) fn program(rng: &mut Rng) -> Program {
    let ty = *rng.pick(&["u8", "u8", "u8", "u32", "u64"]);
    let depth = *rng.pick(&[2, 2, 3]);
    let mut nest = Nest { rng, ty, depth, places: 0 };
    let count = 1 + nest.rng.below(3);
    let mut kids: Vec<Node> = (0..count).map(|_| nest.statement()).collect();
    for level in (0..depth).rev() {
        kids = vec![Node::around(nest.header(level), kids)];
    }
    let facts = nest.limits();
    let map_idx = nest.rng.chance(70);
    let collapse = if nest.rng.chance(20) { 2 } else { 1 };
    let body = kids.pop().expect("a nest is one loop");
    Program { collapse, types: [ty; 4], sizes: ty, map_idx, facts, body }
}

struct Nest<'a> {
    rng: &'a mut Rng,
    ty: &'static str,
    depth: usize,
    places: usize,
}

impl Nest<'_> {
    fn header(&mut self, level: usize) -> String {
        let ty = self.ty;
        let bound = match self.rng.below(8) {
            0 => format!("{}:{ty}", self.rng.range(1, 4)),
            1 => format!("(+ n 1:{ty}):{ty}"),
            2 => format!("(* n m):{ty}"),
            3 | 4 => "m".into(),
            _ => if level == 0 { "n" } else { "m" }.into(),
        };
        let low = self.rng.pick(&["0", "0", "0", "0", "1"]);
        let step = self.rng.pick(&["1", "1", "1", "2"]);
        format!("(for i{level} {low}:{ty} < {bound} {step} declares")
    }

    /// Limits that a test could find out, in a type that holds every product.
    fn limits(&mut self) -> Vec<String> {
        let powers: &[u32] = match self.ty {
            "u8" => &[5, 6, 7, 7, 8, 9],
            "u32" => &[15, 31, 31, 32, 33],
            _ => &[16, 60, 60, 63, 64],
        };
        let products = ["(* (cast n):i128 (cast m):i128):i128", "(cast n):i128", "(cast m):i128"];
        let count = *self.rng.pick(&[0, 1, 1, 2]);
        let mut limit = || {
            let power = *self.rng.pick(powers);
            let product = *self.rng.pick(&[products[0], products[0], products[1], products[2]]);
            format!("(<= {product} {}:i128):i32", 1_i128 << power)
        };
        (0..count).map(|_| limit()).collect()
    }

    fn statement(&mut self) -> Node {
        let target = self.element();
        let value = if self.rng.chance(60) { self.element() } else { "1:u32".into() };
        let op = self.rng.pick(&["=", "=", "+="]);
        let assignment = Node::leaf(format!("({op} {target} {value})"));
        if !self.rng.chance(20) {
            return assignment;
        }
        let (counter, ty) = (self.depth - 1, self.ty);
        let condition = format!("(if (> i{counter} 0:{ty}):i32");
        Node::around(condition, vec![Node::around("(then".into(), vec![assignment])])
    }

    fn element(&mut self) -> String {
        let array = *self.rng.pick(&["A", "A", "B", "q", "r"]);
        let subscript = self.subscript();
        self.places += 1;
        format!("[{array} (index {subscript} 4:i64)]:u32@{}:20000", 10000 - self.places)
    }

    /// A row's begin and a place in it, in the counters' type or in one that holds it.
    fn subscript(&mut self) -> String {
        let own = self.ty;
        let wide = self.rng.chance(20);
        let ty = if wide { "i64" } else { own };
        let variable = |name: &str| {
            if wide && own != ty { format!("(cast {name}):{ty}") } else { name.to_owned() }
        };
        let size = |rng: &mut Rng| variable(rng.pick::<&str>(&["n", "m", "m", "m"]));
        let mut sum = variable("i0");
        for level in 1..self.depth {
            let pitch = size(self.rng);
            sum = format!("(+ (* {sum} {pitch}):{ty} {}):{ty}", variable(&format!("i{level}")));
        }
        match self.rng.below(8) {
            0 => format!("(- {sum} 1:{ty}):{ty}"),
            1 => format!("(+ {sum} {}:{ty}):{ty}", self.rng.range(1, 3)),
            2 => format!("(* {sum} 2:{ty}):{ty}"),
            3 => format!("(+ {sum} {}):{ty}", size(self.rng)),
            _ => sum,
        }
    }
}
