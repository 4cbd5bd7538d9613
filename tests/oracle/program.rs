//! A region as text of the IR, in pieces that can be left out.

/// A piece of a region's text that can be left out as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) open: String,
    pub(crate) kids: Vec<Node>,
    pub(crate) close: &'static str,
}

impl Node {
    pub(super) fn leaf(text: String) -> Node {
        Node { open: text, kids: Vec::new(), close: "" }
    }

    pub(super) fn around(open: String, kids: Vec<Node>) -> Node {
        Node { open, kids, close: ")" }
    }

    /// Statements that run where the condition holds.
    pub(super) fn when(condition: &str, then: Vec<Node>) -> Node {
        Node::around(format!("(if {condition}"), vec![Node::around("(then".into(), then)])
    }

    pub(super) fn render(&self, depth: usize, text: &mut String) {
        text.push('\n');
        text.push_str(&"  ".repeat(depth));
        text.push_str(&self.open);
        for kid in &self.kids {
            kid.render(depth + 1, text);
        }
        text.push_str(self.close);
    }
}

const SYMBOLS: &str = "(symbols
    (symbol A ptr pointer parameter) (symbol B ptr pointer parameter)
    (symbol idx ptr pointer parameter) (symbol T agg65536 array global)
    (symbol q ptr pointer parameter) (symbol r ptr pointer parameter)
    (symbol n SIZE scalar parameter) (symbol m SIZE scalar parameter)
    (symbol c i32 scalar parameter) (symbol u u32 scalar parameter)
    (symbol w u8 scalar parameter) (symbol v i8 scalar parameter)
    (symbol i0 TY0 scalar region) (symbol i1 TY1 scalar region)
    (symbol i2 TY2 scalar region) (symbol i3 TY3 scalar region)
    (symbol x i32 scalar function) (symbol y i32 scalar function)
    (symbol z0 i32 scalar region) (symbol z1 i32 scalar region)
    (symbol p ptr pointer region) (symbol t i32 scalar region)
    (symbol s u32 scalar function) (symbol L agg64 array region)
    (symbol R agg8 record region)
    (symbol K agg32 array global readonly (elements ELEMENTS)))";

/// What the table `K` holds: the distances of neighbours, as tables of directions have them.
pub(crate) const DIRECTIONS: [i32; 8] = [0, 1, 0, -1, 1, -1, 2, -2];

/// The number of the object `K`.
pub(crate) const DIRECTIONS_AT: u64 = 8;

const DATA: &str = "(data (map-tofrom A (section \"0\" \"n\")) (map-tofrom B (section \"0\" \"n\"))
    MAPIDX (private x) (private y) (reduction s))";

/// A region's parts.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(super) collapse: usize,
    pub(super) types: [&'static str; 4],
    /// The type of `n` and `m`.
    pub(super) sizes: &'static str,
    pub(super) map_idx: bool,
    /// Conditions that hold when the region begins.
    pub(super) facts: Vec<String>,
    pub(crate) body: Node,
}

impl Program {
    pub(crate) fn text(&self) -> String {
        let element = |(k, value): (usize, &i32)| format!("({} i32 {value})", 4 * k);
        let elements: Vec<_> = DIRECTIONS.iter().enumerate().map(element).collect();
        let mut symbols =
            SYMBOLS.replace("SIZE", self.sizes).replace("ELEMENTS", &elements.join(" "));
        for (k, ty) in self.types.iter().enumerate() {
            symbols = symbols.replace(&format!("TY{k}"), ty);
        }
        let data = DATA.replace("MAPIDX", if self.map_idx { "(map-to idx)" } else { "" });
        let collapse = match self.collapse {
            1 => String::new(),
            depth => format!(" (clause collapse \"{depth}\")"),
        };
        let mut text = format!(
            "(region \"random.c\" 1 f\n  (directive \"target teams distribute parallel for\"{collapse})\n  {symbols}\n  {data}\n  (facts {})\n  (body",
            self.facts.join(" ")
        );
        self.body.render(2, &mut text);
        text + "))\n"
    }

    /// Every program with one piece less.
    pub(crate) fn smaller(&self) -> Vec<Program> {
        let mut paths = Vec::new();
        collect_paths(&self.body, &mut Vec::new(), &mut paths);
        let remove = |path: &Vec<usize>, keep: bool| {
            let mut program = self.clone();
            let (last, above) = path.split_last().expect("a path is not empty");
            let parent = above.iter().fold(&mut program.body, |node, k| &mut node.kids[*k]);
            let removed = parent.kids.remove(*last);
            if keep {
                parent.kids.splice(*last..*last, removed.kids);
            }
            program
        };
        let without = |k: usize| {
            let mut program = self.clone();
            program.facts.remove(k);
            program
        };
        let shorter = paths.iter().flat_map(|path| [remove(path, false), remove(path, true)]);
        shorter.chain((0..self.facts.len()).map(without)).collect()
    }
}

fn collect_paths(node: &Node, path: &mut Vec<usize>, paths: &mut Vec<Vec<usize>>) {
    for (k, kid) in node.kids.iter().enumerate() {
        path.push(k);
        paths.push(path.clone());
        collect_paths(kid, path, paths);
        path.pop();
    }
}
