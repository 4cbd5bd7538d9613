//! Random host programs without undefined behaviour, by seed.
//!
//! Arrays are written before anything reads them; what one region maps never overlaps; what stays
//! on the device is mapped as a whole, so that no section reaches beyond what is there; jumps do
//! not leave data constructs.

use crate::model::{
    Columns, Condition, Element, External, Form, Function, Kind, Leave, Map, Node, Program, Region,
    Routine, Slot, Start, Style, Sweep, Touch, Variable,
};
use crate::rng::{Rng, mix};

/// What holds where a statement is put.
#[derive(Clone, Default)]
struct Site {
    loops: u32,
    /// Loops inside of the nearest data construct.
    breakable: u32,
    /// Variables that a data construct around holds.
    present: Vec<usize>,
    is_middle: bool,
    /// Whether the host leaves arrays alone.
    is_quiet: bool,
    depth: u32,
}

struct Maker {
    rng: Rng,
    functions: Vec<Function>,
    routine: Routine,
    middle: Option<Routine>,
    /// Whether regions say the device that they are for.
    says_device: bool,
}

/// The program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut rng = Rng::new(mix(seed ^ 0x4057));
    let element =
        *rng.pick(&[Element::Double, Element::Double, Element::Float, Element::Int, Element::Long]);
    let columns = match rng.below(10) {
        0 => Columns::Variable,
        1 | 2 => Columns::Constant,
        _ => Columns::None,
    };
    let variables = arrays(&mut rng);
    let mut maker = Maker {
        functions: Vec::new(),
        routine: Routine { variables, body: Vec::new(), may_equal: false },
        middle: None,
        says_device: rng.chance(10),
        rng,
    };
    for _ in 0..maker.rng.range(1, 4) {
        let function = maker.function();
        maker.functions.push(function);
    }
    if maker.rng.chance(45) {
        let middle = maker.middle();
        maker.middle = Some(middle);
    }
    maker.main();
    let length = maker.rng.range(8, 40) as u32;
    let shown = *maker.rng.pick(&[0, 0, 0, 1, 1, 2]);
    let is_held = columns != Columns::Variable && maker.rng.chance(30);
    let Maker { functions, routine: mut main, middle, mut rng, .. } = maker;
    if is_held {
        crate::held::hold(&mut main, &mut rng);
    }
    Program { seed, element, columns, length, functions, middle, main, shown }
}

fn arrays(rng: &mut Rng) -> Vec<Variable> {
    let forms = [
        Form::Malloc,
        Form::Malloc,
        Form::Malloc,
        Form::Malloc,
        Form::Calloc,
        Form::GlobalPointer,
        Form::Global,
        Form::Static,
        Form::Static,
        Form::Local,
        Form::Local,
        Form::Vla,
    ];
    let count = rng.range(2, 4) as usize;
    let mut all = Vec::new();
    let are_pointers = rng.chance(50);
    for k in 0..count {
        let form = if are_pointers && k < 2 { Form::Malloc } else { *rng.pick(&forms) };
        let group = if form.is_pointer() { 0 } else { k + 1 };
        let name = if form.is_outside() { format!("g{k}") } else { format!("a{k}") };
        all.push(Variable { name, form, group });
    }
    if rng.chance(20) {
        let of = rng.below(count);
        let offset = if rng.chance(50) { 0 } else { rng.range(1, 3) as u32 };
        let group = all[of].group;
        all.push(Variable { name: "c0".into(), form: Form::Alias(of, offset), group });
    }
    all
}

impl Maker {
    fn is_alias(&self, variable: usize) -> bool {
        matches!(self.routine.variables[variable].form, Form::Alias(..))
    }

    /// Whether two variables of the routine are never the same array.
    fn are_apart(&self, a: usize, b: usize) -> bool {
        let groups = [a, b].map(|k| self.routine.variables[k].group);
        let are_primary = !self.is_alias(a) && !self.is_alias(b) && !self.routine.may_equal;
        a != b && (groups[0] != groups[1] || are_primary)
    }

    /// So many variables that are never the same array, nor one of `beside`.
    fn apart(&mut self, count: usize, beside: &[usize]) -> Option<Vec<usize>> {
        for _ in 0..12 {
            let mut order: Vec<usize> = (0..self.routine.variables.len()).collect();
            self.rng.shuffle(&mut order);
            let mut taken: Vec<usize> = Vec::new();
            for k in order {
                let is_apart = taken.iter().chain(beside).all(|own| self.are_apart(*own, k));
                if is_apart && taken.len() < count {
                    taken.push(k);
                }
            }
            if taken.len() == count {
                return Some(taken);
            }
        }
        None
    }

    fn offset(&self, variables: &[usize]) -> u32 {
        let offsets = variables.iter().map(|k| self.routine.variables[*k].form.offset());
        offsets.max().unwrap_or(0)
    }

    fn function(&mut self) -> Function {
        let count = *self.rng.pick(&[1, 2, 2, 2, 3]);
        let outside: Vec<usize> = (0..self.routine.variables.len())
            .filter(|k| matches!(self.routine.variables[*k].form, Form::Global | Form::Static))
            .collect();
        let mut slots = vec![Slot::Parameter; count];
        if !outside.is_empty() && self.rng.chance(25) {
            let slot = self.rng.below(count);
            slots[slot] = Slot::Outside(*self.rng.pick(&outside));
        }
        if count > 1 && self.rng.chance(12) {
            let slot = self.rng.below(count);
            slots[slot] = Slot::Local;
        }
        let mut regions = Vec::new();
        for _ in 0..*self.rng.pick(&[1, 1, 2]) {
            let mut order: Vec<usize> = (0..count).collect();
            self.rng.shuffle(&mut order);
            let used =
                if self.rng.chance(75) { count } else { self.rng.range(1, count as i64) as usize };
            order.truncate(used);
            let is_array: Vec<bool> =
                order.iter().map(|slot| slots[*slot] != Slot::Parameter).collect();
            let has_sum = regions.iter().any(|(own, _): &(Region, _)| own.sums.is_some());
            regions.push((self.region(&is_array, !has_sum), order));
        }
        let mut touches = Vec::new();
        if self.rng.chance(8) {
            let (behind, slot) = (self.rng.below(regions.len()), self.rng.below(count));
            touches.push((behind, slot, self.rng.chance(50)));
        }
        let is_static = self.rng.chance(70);
        Function { slots, regions, touches, is_static, says_macro: self.rng.chance(4) }
    }

    /// A region over slots of which some are arrays with a length.
    fn region(&mut self, is_array: &[bool], may_sum: bool) -> Region {
        let count = is_array.len();
        let mut kinds = vec![Kind::To; count];
        let mut sweeps = Vec::new();
        let mut sums = None;
        let others: Vec<usize> = (1..count).collect();
        match (count, self.rng.below(12)) {
            (1, 0..2) if may_sum => sums = Some(0),
            (1, 2..4) => {
                kinds[0] = Kind::From;
                sweeps.push(Sweep { write: 0, reads: Vec::new(), is_inner: false });
            }
            (1, _) => {
                kinds[0] = Kind::Tofrom;
                sweeps.push(Sweep { write: 0, reads: vec![(0, 0)], is_inner: self.rng.chance(30) });
            }
            (_, 0) if may_sum => sums = Some(0),
            (_, 1) => {
                kinds[0] = Kind::Alloc;
                kinds[1] = Kind::Tofrom;
                sweeps.push(Sweep { write: 0, reads: vec![(1, 0)], is_inner: false });
                sweeps.push(self.sweep(1, &[0], true));
            }
            (_, 2) => {
                kinds[1] = Kind::From;
                sweeps.push(Sweep { write: 0, reads: vec![(0, 0)], is_inner: false });
                sweeps.push(self.sweep(1, &[0], false));
            }
            (_, 3) => {
                kinds[0] = Kind::Tofrom;
                kinds[1] = Kind::Tofrom;
                sweeps.push(self.sweep(0, &[1], true));
                sweeps.push(self.sweep(1, &[0], true));
            }
            (_, 4..8) => {
                kinds[0] = Kind::From;
                sweeps.push(self.sweep(0, &others, false));
            }
            _ => {
                kinds[0] = Kind::Tofrom;
                sweeps.push(self.sweep(0, &others, true));
            }
        }
        let loops = sweeps.len() + usize::from(sums.is_some());
        let start = match self.rng.below(10) {
            0 => Start::Serial,
            1 => Start::Nested,
            2 if loops == 1 => Start::Parallel,
            _ if loops == 1 => Start::Combined,
            _ => Start::Nested,
        };
        let maps = kinds.iter().zip(is_array).map(|(kind, array)| self.map(*kind, *array));
        let maps = maps.collect();
        let margin = if self.rng.chance(8) { self.rng.range(1, 2) as u32 } else { 0 };
        let clauses = ["if(target: on)", "if(target: off)", "device(0)", "nowait"];
        let own = if self.says_device { "device(0)" } else { "" };
        let clause = if self.rng.chance(4) { *self.rng.pick(&clauses) } else { own };
        let calls = self.rng.chance(15);
        Region { start, maps, sweeps, sums, margin, clause, calls }
    }

    fn map(&mut self, kind: Kind, is_array: bool) -> Map {
        let kind = match (kind, self.rng.below(100)) {
            (Kind::To | Kind::Tofrom | Kind::From, 0..2) => Kind::Always,
            (Kind::To, 2..15) => Kind::Tofrom,
            (Kind::From, 2..35) => Kind::Tofrom,
            (Kind::Tofrom, 2..30) => Kind::Plain,
            (kind, _) => kind,
        };
        let is_said = !is_array || self.rng.chance(70);
        Map { kind: is_said.then_some(kind), style: self.rng.below(100) as u32 }
    }

    /// A loop that writes one slot; one that keeps elements needs what the host has of them.
    fn sweep(&mut self, write: usize, from: &[usize], has_values: bool) -> Sweep {
        let is_inner = has_values && self.rng.chance(40);
        let mut reads = Vec::new();
        for slot in from {
            let places = if is_inner { &[0, -1, 1, 2][..] } else { &[0, 0, 0, 2][..] };
            reads.push((*slot, *self.rng.pick(places)));
            if is_inner && self.rng.chance(50) {
                reads.push((*slot, *self.rng.pick(&[-1, 1])));
            }
        }
        if has_values && self.rng.chance(50) {
            reads.push((write, 0));
        }
        Sweep { write, reads, is_inner }
    }

    /// A function between `main` and those with regions.
    fn middle(&mut self) -> Routine {
        let may_equal = self.rng.chance(20);
        let parameter =
            |name: &str| Variable { name: name.into(), form: Form::Parameter, group: 0 };
        let mut variables = vec![parameter("x"), parameter("y")];
        let outside = self
            .routine
            .variables
            .iter()
            .find(|own| matches!(own.form, Form::Global | Form::Static));
        if let Some(outside) = outside.cloned().filter(|_| self.rng.chance(40)) {
            variables.push(outside);
        }
        let routine = Routine { variables, body: Vec::new(), may_equal };
        let main = std::mem::replace(&mut self.routine, routine);
        let mut site = Site { is_middle: true, ..Site::default() };
        let body = self.around_steps(&mut site);
        let middle = std::mem::replace(&mut self.routine, main);
        Routine { body, ..middle }
    }

    fn main(&mut self) {
        let mut site = Site::default();
        let mut body = self.around_steps(&mut site);
        if self.rng.chance(60) {
            body.extend(self.around_steps(&mut site));
        }
        self.routine.body = body;
    }

    /// A time loop, and something before and behind it.
    fn around_steps(&mut self, site: &mut Site) -> Vec<Node> {
        let mut body = Vec::new();
        for _ in 0..self.rng.below(3) {
            body.extend(self.node(site));
        }
        body.extend(if self.rng.chance(85) { self.steps(site) } else { self.data(site) });
        for _ in 0..self.rng.below(3) {
            body.extend(self.node(site));
        }
        body
    }

    fn body(&mut self, site: &Site, most: i64) -> Vec<Node> {
        let mut inner = Site { depth: site.depth + 1, ..site.clone() };
        let count = self.rng.range(1, most);
        (0..count).flat_map(|_| self.node(&mut inner)).collect()
    }

    fn steps(&mut self, site: &Site) -> Vec<Node> {
        let inner = Site {
            loops: site.loops + 1,
            breakable: site.breakable + 1,
            is_quiet: site.is_quiet || self.rng.chance(85),
            ..site.clone()
        };
        let style = *self.rng.pick(&[
            Style::For,
            Style::For,
            Style::For,
            Style::For,
            Style::For,
            Style::Down,
            Style::While,
            Style::Do,
        ]);
        let count = *self.rng.pick(&[0, 1, 2, 2, 3, 3, 3, 4, 4, 4]);
        let body = self.body(&inner, 3);
        let also = match self.rng.below(100) {
            0..2 => Some(Condition::Element(self.rng.below(self.routine.variables.len()), 1)),
            2..5 => Some(Condition::Result),
            5..8 => Some(Condition::Flag(true)),
            _ => None,
        };
        vec![Node::Steps { style, count, literal: self.rng.chance(60), also, body }]
    }

    fn node(&mut self, site: &mut Site) -> Vec<Node> {
        let loud = self.rng.below(100);
        let is_loud = if site.is_quiet { loud < 3 } else { loud < 45 };
        if is_loud { self.loud(site) } else { self.quiet(site) }
    }

    fn quiet(&mut self, site: &mut Site) -> Vec<Node> {
        match self.rng.below(100) {
            0..52 => self.call(site),
            52..64 => self.own(site),
            64..71 if !site.is_middle => self.call_middle(),
            64..77 => self.swap(),
            77..82 if site.depth < 3 => self.steps(site),
            82..86 if site.depth < 3 => self.branch(site),
            86..88 if site.depth < 3 => self.data(site),
            88 => vec![Node::Shorter],
            _ => self.call(site),
        }
    }

    fn loud(&mut self, site: &mut Site) -> Vec<Node> {
        let variable = self.rng.below(self.routine.variables.len());
        let touch = *self.rng.pick(&[
            Touch::Element,
            Touch::Element,
            Touch::Last,
            Touch::Counted,
            Touch::Head,
            Touch::Tail,
            Touch::Perhaps,
            Touch::Loop,
            Touch::Loop,
            Touch::Loop,
            Touch::Column,
            Touch::Column,
            Touch::Column,
            Touch::Rising,
            Touch::Rising,
            Touch::Mixed,
            Touch::Library,
            Touch::Library,
        ]);
        match self.rng.below(100) {
            0..25 => vec![Node::Write { variable, touch }],
            25..55 => vec![Node::Read { variable, touch }],
            55..62 => self.copy(),
            62..70 => self.external(variable),
            70..76 => self.update(variable, site),
            76..80 => self.fresh(variable, site),
            80..90 => self.leave(site),
            90..95 if site.depth < 3 => self.data(site),
            _ if site.depth < 3 => self.branch(site),
            _ => vec![Node::Read { variable, touch }],
        }
    }

    /// The variables of the routine that a function's slots outside of functions are; `None` where
    /// the routine does not know one.
    fn outside(&self, function: &Function, main: &[Variable]) -> Option<Vec<usize>> {
        let known = |slot: &usize| {
            let name = &main[*slot].name;
            self.routine.variables.iter().position(|own| own.name == *name)
        };
        let slots = function.slots.iter().filter_map(|slot| slot.outside());
        slots.collect::<Vec<_>>().iter().map(known).collect()
    }

    fn call(&mut self, site: &Site) -> Vec<Node> {
        let function = self.rng.below(self.functions.len());
        let own = self.functions[function].clone();
        if site.is_middle
            && (own.says_macro || own.slots.iter().any(|slot| slot.outside().is_some()))
        {
            return self.own(site);
        }
        let variables = self.routine.variables.clone();
        let Some(outside) = self.outside(&own, &variables) else { return Vec::new() };
        let count = own.slots.iter().filter(|slot| **slot == Slot::Parameter).count();
        let Some(arguments) = self.apart(count, &outside) else { return Vec::new() };
        let mut less = self.offset(&arguments);
        if own.says_macro && less > 0 {
            return Vec::new();
        }
        if !own.says_macro && self.rng.chance(4) {
            less += 1;
        }
        let is_read = self.rng.chance(if site.is_quiet { 2 } else { 12 });
        let scalar = is_read.then(|| self.rng.below(self.routine.variables.len()));
        let style = self.rng.below(100) as u32;
        vec![Node::Call { function, arguments, less, style, scalar }]
    }

    fn own(&mut self, site: &Site) -> Vec<Node> {
        let count = *self.rng.pick(&[1, 2, 2, 3]);
        let Some(slots) = self.apart(count, &[]) else { return Vec::new() };
        let variables = &self.routine.variables;
        let is_array: Vec<bool> = slots
            .iter()
            .map(|k| variables[*k].form.is_array() || site.present.contains(k))
            .collect();
        let region = self.region(&is_array, true);
        let less = self.offset(&slots);
        vec![Node::Own { region, slots, less }]
    }

    fn call_middle(&mut self) -> Vec<Node> {
        let Some(middle) = &self.middle else { return self.swap() };
        let (may_equal, names) = (middle.may_equal, middle.variables.clone());
        let variables = &self.routine.variables;
        let outside: Vec<usize> = (0..variables.len())
            .filter(|k| names.iter().any(|own| own.name == variables[*k].name))
            .collect();
        let arguments = if may_equal && self.rng.chance(60) {
            self.apart(1, &outside).map(|own| vec![own[0], own[0]])
        } else {
            self.apart(2, &outside)
        };
        let Some(arguments) = arguments else { return Vec::new() };
        let less = self.offset(&arguments);
        vec![Node::Middle { arguments, less, steps: self.rng.below(4) as u32 }]
    }

    fn swap(&mut self) -> Vec<Node> {
        let variables = &self.routine.variables;
        let mut pointers: Vec<usize> =
            (0..variables.len()).filter(|k| variables[*k].form.is_pointer()).collect();
        if pointers.len() < 2 {
            return Vec::new();
        }
        self.rng.shuffle(&mut pointers);
        pointers.truncate(if self.rng.chance(30) { 3 } else { 2 });
        vec![Node::Swap(pointers)]
    }

    fn branch(&mut self, site: &Site) -> Vec<Node> {
        let condition = self.condition();
        let then = self.body(site, 2);
        let otherwise = if self.rng.chance(30) { self.body(site, 2) } else { Vec::new() };
        vec![Node::Branch { condition, then, otherwise }]
    }

    fn condition(&mut self) -> Condition {
        match self.rng.below(10) {
            0 => Condition::Switch,
            1..5 => Condition::Counter(self.rng.range(2, 3) as u32, self.rng.below(2) as u32),
            5..8 => Condition::Flag(self.rng.chance(50)),
            8 => {
                let variable = self.rng.below(self.routine.variables.len());
                Condition::Element(variable, self.rng.below(5) as u32)
            }
            _ => Condition::Result,
        }
    }

    fn leave(&mut self, site: &Site) -> Vec<Node> {
        let leave = match self.rng.below(10) {
            0..4 if site.breakable > 0 => Leave::Break,
            4..7 if site.breakable > 0 => Leave::Continue,
            0..9 if site.is_middle && site.present.is_empty() => Leave::Return,
            9 => Leave::Exit,
            8 if !site.is_middle && site.present.is_empty() => Leave::Goto,
            _ => return Vec::new(),
        };
        let condition = self.condition();
        vec![Node::Branch { condition, then: vec![Node::Leave(leave)], otherwise: Vec::new() }]
    }

    fn copy(&mut self) -> Vec<Node> {
        let Some(both) = self.apart(2, &[]) else { return Vec::new() };
        vec![Node::Copy { from: both[0], to: both[1], less: self.offset(&both) }]
    }

    fn external(&mut self, variable: usize) -> Vec<Node> {
        let all = [
            External::Sum,
            External::Sum,
            External::Add,
            External::Add,
            External::Keep,
            External::Keep,
            External::KeptSum,
            External::KeptAdd,
            External::Region,
            External::Nothing,
            External::Nothing,
        ];
        vec![Node::External { what: *self.rng.pick(&all), variable }]
    }

    fn update(&mut self, variable: usize, site: &Site) -> Vec<Node> {
        let variable = match site.present.as_slice() {
            [] if self.rng.chance(70) => return Vec::new(),
            [] => variable,
            present => *self.rng.pick(present),
        };
        if self.is_alias(variable) {
            return Vec::new();
        }
        vec![Node::Update { variable, to: self.rng.chance(50) }]
    }

    fn fresh(&mut self, variable: usize, site: &Site) -> Vec<Node> {
        let variables = &self.routine.variables;
        let own = &variables[variable];
        let is_plain = matches!(own.form, Form::Malloc | Form::Calloc);
        let has_alias =
            (0..variables.len()).any(|k| self.is_alias(k) && variables[k].group == own.group);
        if !is_plain || has_alias || site.is_middle || !site.present.is_empty() {
            return Vec::new();
        }
        vec![Node::Fresh(variable)]
    }

    /// A region that finds an array on the device, and says no map.
    fn found(&mut self, variable: usize) -> Node {
        let region = Region {
            start: Start::Combined,
            maps: vec![Map { kind: None, style: 50 }],
            sweeps: vec![Sweep { write: 0, reads: vec![(0, 0)], is_inner: false }],
            sums: None,
            margin: 0,
            clause: "",
            calls: self.rng.chance(30),
        };
        Node::Own { region, slots: vec![variable], less: 0 }
    }

    fn data(&mut self, site: &Site) -> Vec<Node> {
        if self.routine.may_equal {
            return self.steps(site);
        }
        let variables = self.routine.variables.clone();
        let mut taken: Vec<usize> =
            (0..variables.len()).filter(|k| !self.is_alias(*k) && self.rng.chance(60)).collect();
        if taken.iter().any(|k| variables[*k].form.is_pointer()) {
            taken.extend((0..variables.len()).filter(|k| variables[*k].form.is_pointer()));
            taken.sort_unstable();
            taken.dedup();
        }
        if taken.is_empty() {
            return self.steps(site);
        }
        let is_block = self.rng.chance(60);
        let of_pointers = *self.rng.pick(&[Kind::To, Kind::Tofrom, Kind::Tofrom, Kind::Plain]);
        let mut maps: Vec<(usize, Kind)> = Vec::new();
        for k in taken {
            let kind = *self.rng.pick(&[Kind::To, Kind::Tofrom, Kind::Tofrom, Kind::Plain]);
            let is_pointer = variables[k].form.is_pointer();
            maps.push((k, if is_pointer { of_pointers } else { kind }));
        }
        let mut inner = Site { breakable: 0, ..site.clone() };
        inner.present.extend(maps.iter().map(|(k, _)| *k));
        let mut body = Vec::new();
        let own = self.rng.below(maps.len());
        let is_new = !site.present.contains(&maps[own].0);
        if is_block && is_new && self.rng.chance(25) {
            maps[own].1 = *self.rng.pick(&[Kind::From, Kind::Alloc]);
            let sweep = Sweep { write: 0, reads: Vec::new(), is_inner: false };
            let region = Region {
                start: Start::Combined,
                maps: vec![Map { kind: Some(Kind::From), style: 50 }],
                sweeps: vec![sweep],
                sums: None,
                margin: 0,
                clause: "",
                calls: false,
            };
            body.push(Node::Own { region, slots: vec![maps[own].0], less: 0 });
        }
        let there = *self.rng.pick(&maps);
        if matches!(there.1, Kind::Tofrom | Kind::Plain) && self.rng.chance(40) {
            body.push(self.found(there.0));
        }
        if self.rng.chance(40) {
            body.extend(self.steps(&inner));
        }
        body.extend(self.body(&inner, 3));
        vec![Node::Data { is_block, maps, body }]
    }
}
