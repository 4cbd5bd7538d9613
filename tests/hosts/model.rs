//! What a random host program is made of.

/// The type of all elements of a program's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Double,
    Float,
    Int,
    Long,
}

impl Element {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Element::Double => "double",
            Element::Float => "float",
            Element::Int => "int",
            Element::Long => "long",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Element::Double | Element::Float)
    }
}

/// How the columns of a program's arrays are said, where they have any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Columns {
    /// Arrays have one dimension.
    None,
    /// By a macro.
    Constant,
    /// By a variable.
    Variable,
}

/// How an array comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Malloc,
    Calloc,
    /// A pointer in a structure of `main`, to allocated storage.
    Held,
    /// A pointer outside of functions, to allocated storage.
    GlobalPointer,
    Global,
    Static,
    Local,
    /// A local array whose length is a variable.
    Vla,
    /// A second pointer to an array, by its number, so many elements behind its start.
    Alias(usize, u32),
    /// What a function is given.
    Parameter,
}

impl Form {
    /// Whether an assignment can make it another array.
    pub(crate) fn is_pointer(self) -> bool {
        use Form::{Calloc, GlobalPointer, Held, Malloc, Parameter};
        matches!(self, Malloc | Calloc | Held | GlobalPointer | Parameter)
    }

    pub(crate) fn is_array(self) -> bool {
        matches!(self, Form::Global | Form::Static | Form::Local | Form::Vla)
    }

    pub(crate) fn is_outside(self) -> bool {
        matches!(self, Form::Global | Form::Static | Form::GlobalPointer)
    }

    pub(crate) fn offset(self) -> u32 {
        if let Form::Alias(_, offset) = self { offset } else { 0 }
    }
}

/// A variable of a routine that is an array, or a pointer to one.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) form: Form,
    /// Variables of two groups never overlap.
    pub(crate) group: usize,
}

/// How a section crosses the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    To,
    From,
    Tofrom,
    /// `tofrom`, which is not said.
    Plain,
    Alloc,
    /// `always, tofrom`.
    Always,
}

impl Kind {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Kind::To => "to: ",
            Kind::From => "from: ",
            Kind::Tofrom => "tofrom: ",
            Kind::Plain => "",
            Kind::Alloc => "alloc: ",
            Kind::Always => "always, tofrom: ",
        }
    }
}

/// A map of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map {
    /// `None`: no clause names it.
    pub(crate) kind: Option<Kind>,
    /// How the section is written.
    pub(crate) style: u32,
}

/// One parallel loop of a region: `w[i] = …` of what it reads.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    /// The slot that is written.
    pub(crate) write: usize,
    /// What is read: slot, and where: 0 at `i`, -1 and 1 beside it, 2 from the other end.
    pub(crate) reads: Vec<(usize, i32)>,
    /// Whether the first and the last element stay as they are.
    pub(crate) is_inner: bool,
}

/// How a region begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// `target teams distribute parallel for`.
    Combined,
    /// `target parallel for`.
    Parallel,
    /// `target` with `parallel for` in it.
    Nested,
    /// `target` with sequential loops.
    Serial,
}

/// A target region over slots.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) start: Start,
    pub(crate) maps: Vec<Map>,
    pub(crate) sweeps: Vec<Sweep>,
    /// The slot that is summed up, beside the sweeps or instead of them.
    pub(crate) sums: Option<usize>,
    /// Elements at the start and at the end that are left out.
    pub(crate) margin: u32,
    /// An additional clause.
    pub(crate) clause: &'static str,
    /// Whether functions read and write the elements.
    pub(crate) calls: bool,
}

/// What an array of a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Parameter,
    /// An array outside of functions, by its number in `main`.
    Outside(usize),
    /// An array of its own.
    Local,
}

impl Slot {
    pub(crate) fn outside(self) -> Option<usize> {
        if let Slot::Outside(variable) = self { Some(variable) } else { None }
    }
}

/// A function with regions.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) slots: Vec<Slot>,
    pub(crate) regions: Vec<(Region, Vec<usize>)>,
    /// What the host writes or reads of a slot behind the region of that number.
    pub(crate) touches: Vec<(usize, usize, bool)>,
    pub(crate) is_static: bool,
    /// Whether its regions say the macro instead of the parameter.
    pub(crate) says_macro: bool,
}

impl Function {
    pub(crate) fn has_sum(&self) -> bool {
        self.regions.iter().any(|(region, _)| region.sums.is_some())
    }
}

/// A condition of the host.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// Of the counter of the innermost loop.
    Counter(u32, u32),
    /// A variable whose value nobody knows.
    Flag(bool),
    /// Of an element.
    Element(usize, u32),
    /// Of what was computed.
    Result,
    /// Of the counter of the innermost loop, as a `switch`.
    Switch,
}

/// How a time loop is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    For,
    Down,
    While,
    Do,
}

/// How the host touches an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Element,
    /// The last element.
    Last,
    /// The element that the innermost loop counts.
    Counted,
    /// Some elements at the start.
    Head,
    /// Every second element from the third on, downwards.
    Tail,
    /// The second element, where the third is not positive.
    Perhaps,
    Loop,
    /// One column, where there are some.
    Column,
    /// What a list says, in rising order or not.
    Rising,
    Mixed,
    Library,
}

impl Touch {
    /// The name of the list that says which elements are touched.
    pub(crate) fn list(self) -> Option<&'static str> {
        match self {
            Touch::Rising => Some("rising"),
            Touch::Mixed => Some("mixed"),
            _ => None,
        }
    }
}

/// What the second file does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum External {
    Sum,
    Add,
    Keep,
    KeptSum,
    KeptAdd,
    Region,
    Nothing,
}

/// How a jump leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    Break,
    Continue,
    Return,
    Exit,
    Goto,
}

/// A statement of the host; variables by their numbers in the routine.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A function with regions, its arguments, elements less than all.
    Call {
        function: usize,
        arguments: Vec<usize>,
        less: u32,
        style: u32,
        /// The array of which an element is an argument, too.
        scalar: Option<usize>,
    },
    /// A region of its own.
    Own {
        region: Region,
        slots: Vec<usize>,
        less: u32,
    },
    /// A middle function, and its number of steps.
    Middle {
        arguments: Vec<usize>,
        less: u32,
        steps: u32,
    },
    Steps {
        style: Style,
        count: u32,
        literal: bool,
        /// What has to hold, too.
        also: Option<Condition>,
        body: Vec<Node>,
    },
    Branch {
        condition: Condition,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Write {
        variable: usize,
        touch: Touch,
    },
    Read {
        variable: usize,
        touch: Touch,
    },
    Copy {
        from: usize,
        to: usize,
        less: u32,
    },
    Swap(Vec<usize>),
    /// A variable that says a length becomes less.
    Shorter,
    Data {
        is_block: bool,
        maps: Vec<(usize, Kind)>,
        body: Vec<Node>,
    },
    Update {
        variable: usize,
        to: bool,
    },
    External {
        what: External,
        variable: usize,
    },
    /// Another array in the place of one.
    Fresh(usize),
    Leave(Leave),
}

impl Node {
    /// The lists of statements in it.
    pub(crate) fn bodies(&self) -> Vec<&Vec<Node>> {
        match self {
            Node::Steps { body, .. } | Node::Data { body, .. } => vec![body],
            Node::Branch { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    pub(crate) fn bodies_mut(&mut self) -> Vec<&mut Vec<Node>> {
        match self {
            Node::Steps { body, .. } | Node::Data { body, .. } => vec![body],
            Node::Branch { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// The variables that it names itself.
    fn own_variables(&self) -> Vec<usize> {
        match self {
            Node::Call { arguments, scalar, .. } => {
                arguments.iter().chain(scalar).copied().collect()
            }
            Node::Own { slots: list, .. }
            | Node::Middle { arguments: list, .. }
            | Node::Swap(list) => list.clone(),
            Node::Branch { condition: Condition::Element(variable, _), .. }
            | Node::Steps { also: Some(Condition::Element(variable, _)), .. }
            | Node::Write { variable, .. }
            | Node::Read { variable, .. }
            | Node::Update { variable, .. }
            | Node::External { variable, .. }
            | Node::Fresh(variable) => vec![*variable],
            Node::Copy { from, to, .. } => vec![*from, *to],
            Node::Data { maps, .. } => maps.iter().map(|(variable, _)| *variable).collect(),
            Node::Steps { .. } | Node::Branch { .. } | Node::Leave(_) | Node::Shorter => Vec::new(),
        }
    }
}

/// Calls `look` with each statement, those inside of others too.
pub(crate) fn walk(nodes: &[Node], look: &mut dyn FnMut(&Node)) {
    for node in nodes {
        look(node);
        node.bodies().into_iter().for_each(|body| walk(body, look));
    }
}

/// The variables that statements name.
pub(crate) fn variables(nodes: &[Node]) -> Vec<usize> {
    let mut found = Vec::new();
    walk(nodes, &mut |node| found.extend(node.own_variables()));
    found
}

/// The main function, or one between it and those with regions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routine {
    pub(crate) variables: Vec<Variable>,
    pub(crate) body: Vec<Node>,
    /// Whether its parameters may be the same array.
    pub(crate) may_equal: bool,
}

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) seed: u64,
    pub(crate) element: Element,
    pub(crate) columns: Columns,
    /// The length of arrays.
    pub(crate) length: u32,
    pub(crate) functions: Vec<Function>,
    pub(crate) middle: Option<Routine>,
    pub(crate) main: Routine,
    /// How the arrays are shown at the end: 0 by a function of the unit, 1 by loops, 2 by the
    /// second file.
    pub(crate) shown: u32,
}

impl Program {
    /// Whether the number of iterations of each time loop is known where it begins.
    pub(crate) fn counts_its_steps(&self) -> bool {
        fn counted(nodes: &[Node]) -> bool {
            nodes.iter().all(|node| {
                let is_counted = match node {
                    Node::Steps { style, also, .. } => {
                        also.is_none() && matches!(style, Style::For | Style::Down)
                    }
                    _ => true,
                };
                is_counted && node.bodies().into_iter().all(|body| counted(body))
            })
        }
        let routines = self.middle.iter().chain([&self.main]);
        routines.into_iter().all(|routine| counted(&routine.body))
    }

    /// Programs like it with less in them, those with much less first.
    pub(crate) fn smaller(&self) -> Vec<Program> {
        let mut found = Vec::new();
        if let Some(middle) = &self.middle {
            let is_called = |node: &Node| matches!(node, Node::Middle { .. });
            let mut is_used = false;
            walk(&self.main.body, &mut |node| is_used |= is_called(node));
            if is_used {
                for body in smaller(&middle.body) {
                    let middle = Some(Routine { body, ..middle.clone() });
                    found.push(Program { middle, ..self.clone() });
                }
            }
        }
        for body in smaller(&self.main.body) {
            let main = Routine { body, ..self.main.clone() };
            found.push(Program { main, ..self.clone() });
        }
        for (number, function) in self.functions.iter().enumerate() {
            let mut less = |function: Function| {
                let mut program = self.clone();
                program.functions[number] = function;
                found.push(program);
            };
            if function.regions.len() > 1 {
                for k in 0..function.regions.len() {
                    let mut own = function.clone();
                    own.regions.remove(k);
                    less(own);
                }
            }
            for k in 0..function.touches.len() {
                let mut own = function.clone();
                own.touches.remove(k);
                less(own);
            }
        }
        found.retain(|own| {
            let middle = own.middle.as_ref().is_none_or(|middle| is_sound(&middle.body, 0));
            middle && is_sound(&own.main.body, 0)
        });
        found
    }
}

/// Whether every `break` and `continue` is inside of a loop.
fn is_sound(nodes: &[Node], loops: u32) -> bool {
    nodes.iter().all(|node| {
        let inner = loops + u32::from(matches!(node, Node::Steps { .. }));
        let leaves = matches!(node, Node::Leave(Leave::Break | Leave::Continue));
        !(leaves && loops == 0) && node.bodies().into_iter().all(|body| is_sound(body, inner))
    })
}

/// Statements with less in them.
fn smaller(nodes: &[Node]) -> Vec<Vec<Node>> {
    let mut found = Vec::new();
    let with = |at: usize, new: Vec<Node>| [&nodes[..at], &new[..], &nodes[at + 1..]].concat();
    for at in 0..nodes.len() {
        found.push(with(at, Vec::new()));
    }
    for (at, node) in nodes.iter().enumerate() {
        for body in node.bodies() {
            found.push(with(at, body.clone()));
        }
        for k in 0..node.bodies().len() {
            for body in smaller(node.bodies()[k]) {
                let mut new = node.clone();
                *new.bodies_mut()[k] = body;
                found.push(with(at, vec![new]));
            }
        }
    }
    found
}
