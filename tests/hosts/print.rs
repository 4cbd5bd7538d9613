//! Random host programs as C.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::model::{
    Columns, Condition, Element, External, Form, Function, Kind, Leave, Map, Node, Program, Region,
    Routine, Slot, Start, Style, Sweep, Touch, Variable, variables, walk,
};
use crate::rng::{Rng, mix};

/// What stands before all programs of a file.
pub(crate) const HEAD: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int outside_on, outside_off;
int outside_value(int value);
void outside_nothing(int value);
#define OUTSIDE(T) \\
  long outside_sum_##T(const T *own, long length); \\
  void outside_add_##T(T *own, long length); \\
  void outside_region_##T(T *own, long length); \\
  void outside_keep_##T(T *own, long length);
OUTSIDE(double)
OUTSIDE(float)
OUTSIDE(int)
OUTSIDE(long)
long outside_kept_sum(void);
void outside_kept_add(void);
void outside_release(void);
void outside_show(const char *name, const void *own, unsigned long size);
int outside_run(int number);
static unsigned long hash(const void *own, unsigned long size) {
  unsigned long hash = 14695981039346656037UL;
  for (unsigned long k = 0; k < size; k++)
    hash = (hash ^ ((const unsigned char *)own)[k]) * 1099511628211UL;
  return hash;
}
";

/// The line before the program of a number.
pub(crate) fn mark(number: usize) -> String {
    format!("/* program {number} */\n")
}

/// A file of programs, the first of which is `main`.
pub(crate) fn file(programs: &[Program]) -> String {
    let mut text = HEAD.to_owned();
    for (number, program) in programs.iter().enumerate() {
        text += &mark(number);
        text += &Printer::of(program, number).program();
    }
    text
}

struct Printer<'a> {
    program: &'a Program,
    number: usize,
    text: String,
    indent: usize,
    /// Counters of the loops around.
    counters: Vec<String>,
    next: usize,
    /// What an element is, the pointer's declarator around a name, and lengths.
    main_used: BTreeSet<usize>,
}

/// Which routine a statement is in.
#[derive(Clone, Copy)]
struct Place<'a> {
    routine: &'a Routine,
    is_main: bool,
}

impl<'a> Printer<'a> {
    fn of(program: &'a Program, number: usize) -> Self {
        let mut main_used: BTreeSet<usize> = variables(&program.main.body).into_iter().collect();
        walk(&program.main.body, &mut |node| {
            if let Node::Call { function, .. } = node {
                main_used.extend(program.functions[*function].slots.iter().filter_map(|slot| slot.outside()));
            }
            if matches!(node, Node::Middle { .. }) {
                let names = program.middle.iter().flat_map(|own| &own.variables);
                let names: Vec<&str> = names.map(|own| own.name.as_str()).collect();
                let all = program.main.variables.iter().enumerate();
                main_used.extend(all.filter(|(_, v)| names.contains(&v.name.as_str())).map(|(k, _)| k));
            }
        });
        let aliased: Vec<usize> = main_used
            .iter()
            .filter_map(|k| match program.main.variables[*k].form {
                Form::Alias(of, _) => Some(of),
                _ => None,
            })
            .collect();
        main_used.extend(aliased);
        let counters = Vec::new();
        Printer { program, number, text: String::new(), indent: 0, counters, next: 0, main_used }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    fn pragma(&mut self, text: &str) {
        self.line(&format!("#pragma omp {text}"));
    }

    fn counter(&mut self) -> String {
        self.next += 1;
        format!("t{}", self.next - 1)
    }

    /// A random source that belongs to a statement.
    fn rng(&self, of: &impl std::fmt::Debug) -> Rng {
        let text = format!("{of:?}");
        let hash = text.bytes().fold(0_u64, |hash, byte| mix(hash ^ u64::from(byte)));
        Rng::new(mix(self.program.seed) ^ hash)
    }

    fn ty(&self) -> &'static str {
        self.program.element.name()
    }

    fn element(&self) -> Element {
        self.program.element
    }

    /// What stands for the number of columns.
    fn columns(&self) -> String {
        match self.program.columns {
            Columns::None => String::new(),
            Columns::Constant => format!("C_{}", self.number),
            Columns::Variable => "c".into(),
        }
    }

    fn has_columns(&self) -> bool {
        self.program.columns != Columns::None
    }

    /// A pointer of this name to an element, or to a row.
    fn pointer(&self, name: &str) -> String {
        match self.has_columns() {
            true => format!("{} (*{name})[{}]", self.ty(), self.columns()),
            false => format!("{} *{name}", self.ty()),
        }
    }

    fn name(&self, variable: &Variable) -> String {
        match variable.form.is_outside() {
            true => format!("{}_{}", variable.name, self.number),
            false => variable.name.clone(),
        }
    }

    fn named(&self, place: Place, variable: usize) -> String {
        self.name(&place.routine.variables[variable])
    }

    /// The length of arrays in a routine, less so much.
    fn length(&self, place: Place, less: u32, rng: &mut Rng) -> String {
        let (number, length) = (self.number, self.program.length);
        let whole = match rng.below(12) {
            0 if place.is_main => format!("N_{number}"),
            1 if place.is_main => format!("K_{number}"),
            2 if place.is_main => length.to_string(),
            3 if place.is_main => format!("size_{number}"),
            _ => "n".into(),
        };
        if less == 0 { whole } else { format!("{whole} - {less}") }
    }

    fn program(mut self) -> String {
        let (number, length) = (self.number, self.program.length);
        self.line(&format!("#define N_{number} {length}"));
        self.line(&format!("#define C_{number} 5"));
        self.line(&format!("enum {{ K_{number} = {length} }};"));
        self.line(&format!("static int size_{number} = {length};"));
        for k in self.main_used.clone() {
            let own = &self.program.main.variables[k];
            let name = self.name(own);
            let columns = if self.has_columns() { "[5]" } else { "" };
            let ty = self.ty();
            match own.form {
                Form::Global => self.line(&format!("{ty} {name}[{length}]{columns};")),
                Form::Static => self.line(&format!("static {ty} {name}[N_{number}]{columns};")),
                Form::GlobalPointer if self.has_columns() => {
                    self.line(&format!("static {ty} (*{name})[5];"));
                }
                Form::GlobalPointer => self.line(&format!("static {ty} *{name};")),
                _ => {}
            }
        }
        if !self.has_columns() {
            let ty = self.ty();
            self.line(&format!("static void swap_{number}({ty} **a, {ty} **b) {{"));
            self.line(&format!("  {ty} *swapped = *a;\n  *a = *b;\n  *b = swapped;\n}}"));
        }
        let program = self.program;
        let mut called = BTreeSet::new();
        let mut has_middle = false;
        walk(&program.main.body, &mut |node| has_middle |= matches!(node, Node::Middle { .. }));
        let middle = program.middle.as_ref().filter(|_| has_middle);
        let bodies = middle.into_iter().map(|own| &own.body).chain([&program.main.body]);
        for body in bodies {
            walk(body, &mut |node| {
                if let Node::Call { function, .. } = node {
                    called.insert(*function);
                }
            });
        }
        for function in called {
            self.function(function);
        }
        if let Some(middle) = middle {
            self.middle(middle);
        }
        self.main();
        self.text
    }

    /// The parameters that say sizes.
    fn sizes(&self) -> &'static str {
        if self.program.columns == Columns::Variable { "int n, int c" } else { "int n" }
    }

    fn function(&mut self, function: usize) {
        let program: &'a Program = self.program;
        let own: &'a Function = &program.functions[function];
        let name = |(k, slot): (usize, &Slot)| match slot {
            Slot::Outside(main) => self.name(&program.main.variables[*main]),
            Slot::Parameter => format!("p{k}"),
            Slot::Local => format!("w{k}"),
        };
        let names: Vec<String> = own.slots.iter().enumerate().map(name).collect();
        let given = own.slots.iter().zip(&names).filter(|(slot, _)| **slot == Slot::Parameter);
        let parameters: String =
            given.map(|(_, name)| format!(", {}", self.pointer(name))).collect();
        let result = if own.has_sum() { "long" } else { "void" };
        let is_static = if own.is_static { "static " } else { "" };
        let ty = self.ty();
        let number = self.number;
        let sizes = self.sizes();
        self.open(&format!("{is_static}{result} f{function}_{number}({sizes}{parameters}, {ty} s) {{"));
        if own.has_sum() {
            self.line("long sum = 0;");
        }
        let length = if own.says_macro { format!("N_{number}") } else { "n".into() };
        for (slot, name) in own.slots.iter().zip(&names) {
            if *slot == Slot::Local {
                let columns = if self.has_columns() { "[5]" } else { "" };
                self.line(&format!("{ty} {name}[N_{number}]{columns};"));
                self.fill(name, &format!("N_{number}"), 2);
            }
        }
        for (k, (region, slots)) in own.regions.iter().enumerate() {
            let used: Vec<&str> = slots.iter().map(|slot| names[*slot].as_str()).collect();
            self.region(region, &used, (&length, 0));
            for (_, slot, writes) in own.touches.iter().filter(|touch| touch.0 == k) {
                let at = if self.has_columns() { "[2][1]" } else { "[2]" };
                let name = &names[*slot];
                match writes {
                    true => self.line(&format!("{name}{at} = s + {k};")),
                    false if own.has_sum() => self.line(&format!("sum += (long){name}{at};")),
                    false => self.line(&format!("printf(\"%.9g\\n\", (double){name}{at});")),
                }
            }
        }
        if own.has_sum() {
            self.line("return sum;");
        }
        self.close("}");
    }

    /// A region over arrays of these names, and their length.
    fn region(&mut self, own: &Region, names: &[&str], (length, less): (&str, u32)) {
        let lower = own.margin;
        let shorter = less + 2 * lower;
        let extent =
            if shorter == 0 { length.to_owned() } else { format!("{length} - {shorter}") };
        let columns = match self.has_columns() {
            true => format!("[0:{}]", self.columns()),
            false => String::new(),
        };
        let mut clauses = String::new();
        for (map, name) in own.maps.iter().zip(names) {
            let Map { kind: Some(kind), style } = map else { continue };
            let section = match style {
                0..20 if lower == 0 => format!("[:{extent}]"),
                _ => format!("[{lower}:{extent}]"),
            };
            let columns = if style % 3 == 0 && self.has_columns() { "" } else { &columns };
            let _ = write!(clauses, " map({}{name}{section}{columns})", kind.words());
        }
        if !own.clause.is_empty() {
            let clause = own.clause.replace("on)", "outside_on)").replace("off)", "outside_off)");
            let _ = write!(clauses, " {clause}");
        }
        let reduction = " reduction(+: sum)";
        let sum = if own.sums.is_some() { " map(tofrom: sum)" } else { "" };
        match own.start {
            Start::Combined | Start::Parallel => {
                let name = match own.start {
                    Start::Combined => "target teams distribute parallel for",
                    _ => "target parallel for",
                };
                let sum = if own.sums.is_some() { reduction } else { "" };
                self.pragma(&format!("{name}{clauses}{sum}"));
            }
            Start::Nested | Start::Serial => {
                self.pragma(&format!("target{clauses}{sum}"));
                self.open("{");
            }
        }
        let end = format!("{length} - {}", lower + less);
        for sweep in &own.sweeps {
            if own.start == Start::Nested {
                self.pragma("parallel for");
            }
            self.sweep(sweep, names, (lower, &end));
        }
        if let Some(slot) = own.sums {
            if own.start == Start::Nested {
                self.pragma(&format!("parallel for{reduction}"));
            }
            self.open(&format!("for (int i = {lower}; i < {end}; i++)"));
            self.inner();
            let at = if self.has_columns() { "[i][j]" } else { "[i]" };
            self.line(&format!("sum += (long)({}{at} * 2);", names[slot]));
            self.leave_inner();
        }
        if matches!(own.start, Start::Nested | Start::Serial) {
            self.close("}");
        }
        if own.clause == "nowait" {
            self.pragma("taskwait");
        }
    }

    fn inner(&mut self) {
        if self.has_columns() {
            let columns = self.columns();
            self.open(&format!("for (int j = 0; j < {columns}; j++)"));
        }
    }

    fn leave_inner(&mut self) {
        self.indent -= 1 + usize::from(self.has_columns());
    }

    fn sweep(&mut self, own: &Sweep, names: &[&str], (lower, end): (u32, &str)) {
        let inset = u32::from(own.is_inner);
        let end_of = if own.is_inner { format!("{end} - 1") } else { end.to_owned() };
        self.open(&format!("for (int i = {}; i < {end_of}; i++)", lower + inset));
        self.inner();
        let j = if self.has_columns() { "[j]" } else { "" };
        let one = |(slot, place): &(usize, i32)| {
            let name = names[*slot];
            match place {
                -1 => format!("{name}[i - 1]{j}"),
                1 => format!("{name}[i + 1]{j}"),
                2 => format!("{name}[{end} - 1 + {lower} - i]{j}"),
                _ => format!("{name}[i]{j}"),
            }
        };
        let reads: Vec<String> = own.reads.iter().map(one).collect();
        let sum = if reads.is_empty() { "i".to_owned() } else { reads.join(" + ") };
        let value = match self.element().is_float() {
            true => format!("0.25 * ({sum}) + 1"),
            false => format!("(({sum}) * 3 + i) % 97"),
        };
        self.line(&format!("{}[i]{j} = {value};", names[own.write]));
        self.leave_inner();
    }

    /// The length that a call or a region says: it may be less than that of arrays, or a variable of its own.
    fn said_length(&mut self, place: Place, less: u32, mut rng: Rng) -> String {
        let length = self.length(place, less, &mut rng);
        match rng.below(25) {
            0 if less == 0 => "m".into(),
            1 => {
                self.next += 1;
                let name = format!("l{}", self.next);
                self.line(&format!("int {name} = {length};"));
                name
            }
            _ => length,
        }
    }

    fn middle(&mut self, own: &'a Routine) {
        let (x, y) = (self.pointer("x"), self.pointer("y"));
        let (sizes, number) = (self.sizes(), self.number);
        self.open(&format!("static long middle_{number}({sizes}, {x}, {y}, int steps) {{"));
        self.line("long result = 0;");
        self.line("int m = n - 1;");
        self.nodes(&own.body, Place { routine: own, is_main: false });
        self.line("return result;");
        self.close("}");
    }

    fn main(&mut self) {
        let number = self.number;
        let program: &'a Program = self.program;
        let place = Place { routine: &program.main, is_main: true };
        match number {
            0 => {
                self.open("int main(int argc, char **argv) {");
                self.line("if (argc > 1 && atoi(argv[1]) > 0) return outside_run(atoi(argv[1]));");
            }
            _ => self.open(&format!("int program_{number}(void) {{")),
        }
        let length = program.length;
        self.line(&format!("int n = outside_value({length}), steps = outside_value(3);"));
        self.line("int m = n - 1;");
        if program.columns == Columns::Variable {
            self.line("int c = outside_value(5);");
        }
        self.line("long result = 0;");
        for k in self.main_used.clone() {
            self.declare(place, k);
        }
        self.nodes(&program.main.body, place);
        let mut keeps = false;
        let mut look = |node: &Node| keeps |= matches!(node, Node::External { what: External::Keep, .. });
        walk(&program.main.body, &mut look);
        program.middle.iter().for_each(|own| walk(&own.body, &mut look));
        let mut jumps = false;
        let mut look = |node: &Node| jumps |= matches!(node, Node::Leave(Leave::Goto));
        walk(&program.main.body, &mut look);
        if jumps {
            self.line("done:;");
        }
        if keeps {
            self.line("outside_release();");
        }
        self.show(place);
        self.line("return (int)(result & 63);");
        self.close("}");
    }

    fn declare(&mut self, place: Place, k: usize) {
        let own = &place.routine.variables[k];
        let (name, ty) = (self.name(own), self.ty());
        let mut rng = self.rng(&(k, own));
        let length = self.length(place, 0, &mut rng);
        let columns = match self.has_columns() {
            true => format!("[{}]", self.columns()),
            false => String::new(),
        };
        let pointer = self.pointer(&name);
        match own.form {
            Form::Malloc => self.line(&format!("{pointer} = malloc({length} * sizeof *{name});")),
            Form::Calloc => self.line(&format!("{pointer} = calloc({length}, sizeof *{name});")),
            Form::GlobalPointer => {
                self.line(&format!("{name} = malloc({length} * sizeof *{name});"));
            }
            Form::Local => self.line(&format!("{ty} {name}[{}]{columns};", self.program.length)),
            Form::Vla => self.line(&format!("{ty} {name}[n]{columns};")),
            Form::Alias(of, offset) => {
                let of = self.named(place, of);
                let value = match (offset, rng.below(2)) {
                    (0, _) => of,
                    (_, 0) => format!("&{of}[{offset}]"),
                    _ => format!("{of} + {offset}"),
                };
                return self.line(&format!("{pointer} = {value};"));
            }
            Form::Global | Form::Static | Form::Parameter => {}
        }
        let may_be_zero = matches!(own.form, Form::Calloc | Form::Global | Form::Static);
        if !(may_be_zero && rng.chance(30)) {
            self.fill(&name, &length, k as u32);
        }
    }

    fn fill(&mut self, name: &str, length: &str, salt: u32) {
        self.open(&format!("for (int i = 0; i < {length}; i++)"));
        self.inner();
        let (j, j_value) = if self.has_columns() { ("[j]", " + j") } else { ("", "") };
        match self.element().is_float() {
            true => self.line(&format!("{name}[i]{j} = i * 0.5 + {salt}{j_value};")),
            false => self.line(&format!("{name}[i]{j} = (i * 7 + {salt}{j_value}) % 23;")),
        }
        self.leave_inner();
    }

    /// Prints what all arrays hold.
    fn show(&mut self, place: Place) {
        let mut pointers = Vec::new();
        for k in self.main_used.clone() {
            let own = &place.routine.variables[k];
            let name = self.name(own);
            if let Form::Alias(..) = own.form {
                continue;
            }
            if own.form.is_pointer() {
                pointers.push(name.clone());
            }
            match self.program.shown {
                0 => self.line(&format!("printf(\"{} %lx\\n\", hash({name}, n * sizeof *{name}));", own.name)),
                1 => {
                    self.open("for (int i = 0; i < n; i++)");
                    self.inner();
                    let j = if self.has_columns() { "[j]" } else { "" };
                    self.line(&format!("printf(\"%.17g\\n\", (double){name}[i]{j});"));
                    self.leave_inner();
                }
                _ => self.line(&format!("outside_show(\"{}\", {name}, n * sizeof *{name});", own.name)),
            }
        }
        self.line("printf(\"%ld\\n\", result);");
        for name in pointers {
            self.line(&format!("free({name});"));
        }
    }

    fn nodes(&mut self, nodes: &[Node], place: Place) {
        nodes.iter().for_each(|node| self.node(node, place));
    }

    fn node(&mut self, node: &Node, place: Place) {
        match node {
            Node::Call { .. } => self.call(node, place),
            Node::Own { region, slots, less } => {
                let names: Vec<String> = slots.iter().map(|k| self.named(place, *k)).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let length = self.said_length(place, 0, self.rng(&(less, slots)));
                if region.sums.is_some() {
                    self.open("{");
                    self.line("long sum = 0;");
                }
                self.region(region, &names, (&length, *less));
                if region.sums.is_some() {
                    self.line("result += sum;");
                    self.close("}");
                }
            }
            Node::Middle { arguments, less, steps } => {
                let length = self.length(place, *less, &mut self.rng(node));
                let names: String =
                    arguments.iter().map(|k| format!("{}, ", self.named(place, *k))).collect();
                let c = if self.program.columns == Columns::Variable { " c," } else { "" };
                let number = self.number;
                self.line(&format!("result += middle_{number}({length},{c} {names}{steps});"));
            }
            Node::Steps { .. } => self.steps(node, place),
            Node::Branch { condition: own @ Condition::Switch, then, otherwise } => {
                let condition = self.condition(own, place);
                self.open(&format!("switch ({condition}) {{"));
                self.open("case 1: {");
                self.nodes(then, place);
                self.close("}");
                self.line("break;");
                self.open("default: {");
                self.nodes(otherwise, place);
                self.close("}");
                self.close("}");
            }
            Node::Branch { condition, then, otherwise } => {
                let condition = self.condition(condition, place);
                self.open(&format!("if ({condition}) {{"));
                self.nodes(then, place);
                if !otherwise.is_empty() {
                    self.close("} else {");
                    self.indent += 1;
                    self.nodes(otherwise, place);
                }
                self.close("}");
            }
            Node::Write { variable, touch } => self.write(*variable, *touch, place),
            Node::Read { variable, touch } => self.read(*variable, *touch, place),
            Node::Copy { from, to, less } => {
                let length = self.length(place, *less, &mut self.rng(node));
                let [from, to] = [from, to].map(|k| self.named(place, *k));
                self.line(&format!("memcpy({to}, {from}, ({length}) * sizeof *{to});"));
            }
            Node::Swap(list) => self.swap(list, place),
            Node::Shorter => self.line("m = m > 6 ? m - 1 : m;"),
            Node::Data { .. } => self.data(node, place),
            Node::Update { variable, to } => {
                let way = if *to { "to" } else { "from" };
                let length = self.length(place, 0, &mut self.rng(node));
                let section = self.section(*variable, &length, place);
                self.pragma(&format!("target update {way}({section})"));
            }
            Node::External { what, variable } => self.external(*what, *variable, place),
            Node::Fresh(variable) => {
                let name = self.named(place, *variable);
                let length = self.length(place, 0, &mut self.rng(node));
                self.line("outside_release();");
                self.line(&format!("free({name});"));
                self.line(&format!("{name} = malloc({length} * sizeof *{name});"));
                self.fill(&name, &length, 11);
            }
            Node::Leave(leave) => self.line(match leave {
                Leave::Break => "break;",
                Leave::Continue => "continue;",
                Leave::Return => "return result;",
                Leave::Exit => "exit(3);",
                Leave::Goto => "goto done;",
            }),
        }
    }

    /// A whole array in a clause.
    fn section(&self, variable: usize, length: &str, place: Place) -> String {
        let own = &place.routine.variables[variable];
        let name = self.name(own);
        let is_short = own.form.is_array() && mix(self.program.seed ^ variable as u64) % 2 == 0;
        match (is_short, self.has_columns()) {
            (true, _) => name,
            (_, true) => format!("{name}[0:{length}][0:{}]", self.columns()),
            _ => format!("{name}[0:{length}]"),
        }
    }

    fn call(&mut self, node: &Node, place: Place) {
        let Node::Call { function, arguments, less, style, scalar } = node else { return };
        let own = &self.program.functions[*function];
        let length = self.said_length(place, *less, self.rng(&(less, style)));
        let names: String =
            arguments.iter().map(|k| format!("{}, ", self.named(place, *k))).collect();
        let column = if self.has_columns() { "[1]" } else { "" };
        let scalar = match self.counters.last() {
            _ if scalar.is_some() => {
                format!("{}[2]{column}", self.named(place, scalar.unwrap_or(0)))
            }
            Some(counter) if style % 2 == 0 => counter.clone(),
            _ => (style % 5).to_string(),
        };
        let c = if self.program.columns == Columns::Variable { " c," } else { "" };
        let mut name = format!("f{function}_{}", self.number);
        if *style == 7 {
            self.next += 1;
            self.line(&format!("__typeof__({name}) *called{} = {name};", self.next));
            name = format!("called{}", self.next);
        }
        let call = format!("{name}({length},{c} {names}{scalar})");
        match own.has_sum() {
            true => self.line(&format!("result += {call};")),
            false => self.line(&format!("{call};")),
        }
    }

    fn steps(&mut self, node: &Node, place: Place) {
        let Node::Steps { style, count, literal, also, body } = node else { return };
        let t = self.counter();
        let steps = match literal {
            true => count.to_string(),
            false if *count == 0 => "outside_off".into(),
            false => "steps".into(),
        };
        let also = also.as_ref().map(|own| format!(" && {}", self.condition(own, place)));
        let steps = steps + &also.unwrap_or_default();
        match style {
            Style::For => self.open(&format!("for (int {t} = 0; {t} < {steps}; {t}++) {{")),
            Style::Down => {
                let (from, also) = steps.split_once(' ').unwrap_or((&steps, ""));
                self.open(&format!("for (int {t} = {from}; {t} > 0 {also}; {t}--) {{"));
            }
            Style::While => {
                self.line(&format!("int {t} = 0;"));
                self.open(&format!("while ({t} < {steps}) {{"));
                self.line(&format!("{t}++;"));
            }
            Style::Do => {
                self.line(&format!("int {t} = 0;"));
                self.open("do {");
            }
        }
        self.counters.push(t.clone());
        self.nodes(body, place);
        self.counters.pop();
        match style {
            Style::Do => self.close(&format!("}} while (++{t} < {steps});")),
            _ => self.close("}"),
        }
    }

    fn condition(&self, condition: &Condition, place: Place) -> String {
        match (condition, self.counters.last()) {
            (Condition::Counter(modulus, value), Some(t)) => format!("{t} % {modulus} == {value}"),
            (Condition::Counter(..), None) => "n > 12".into(),
            (Condition::Flag(true), _) => "outside_on".into(),
            (Condition::Flag(false), _) => "outside_off".into(),
            (Condition::Element(variable, at), _) => {
                let column = if self.has_columns() { "[1]" } else { "" };
                format!("{}[{at}]{column} > 5", self.named(place, *variable))
            }
            (Condition::Result, _) => "result % 2 == 0".into(),
            (Condition::Switch, t) => format!("{} % 3", t.map_or("n", String::as_str)),
        }
    }

    /// Where an element or all of them are touched: the loops are open then.
    fn element_at(&mut self, is_loop: bool, place: Place, variable: usize) -> String {
        if !is_loop {
            return if self.has_columns() { "[3][2]".into() } else { "[3]".into() };
        }
        let less = place.routine.variables[variable].form.offset();
        let length = self.length(place, less, &mut self.rng(&(variable, less)));
        self.open(&format!("for (int i = 0; i < {length}; i++)"));
        self.inner();
        if self.has_columns() { "[i][j]".into() } else { "[i]".into() }
    }

    fn write(&mut self, variable: usize, touch: Touch, place: Place) {
        let name = self.named(place, variable);
        if touch == Touch::Library {
            let less = place.routine.variables[variable].form.offset();
            let length = self.length(place, less, &mut self.rng(&variable));
            return self.line(&format!("memset({name}, 0, ({length}) * sizeof *{name});"));
        }
        let is_loop = touch == Touch::Loop;
        let at = self.element_at(is_loop, place, variable);
        let salt = self.counters.last().cloned().unwrap_or_else(|| "4".into());
        match self.element().is_float() {
            true => self.line(&format!("{name}{at} = {name}{at} * 0.5 + {salt};")),
            false => self.line(&format!("{name}{at} = ({name}{at} + {salt}) % 89;")),
        }
        if is_loop {
            self.leave_inner();
        }
    }

    fn read(&mut self, variable: usize, touch: Touch, place: Place) {
        let name = self.named(place, variable);
        if touch == Touch::Library {
            let less = place.routine.variables[variable].form.offset();
            let length = self.length(place, less, &mut self.rng(&variable));
            let own = format!("hash({name}, ({length}) * sizeof *{name})");
            return self.line(&format!("result += (long)({own} & 15);"));
        }
        let is_loop = touch == Touch::Loop;
        let at = self.element_at(is_loop, place, variable);
        match is_loop {
            true => self.line(&format!("result += (long)({name}{at} * 2);")),
            false => self.line(&format!("printf(\"%.9g\\n\", (double){name}{at});")),
        }
        if is_loop {
            self.leave_inner();
        }
    }

    fn swap(&mut self, list: &[usize], place: Place) {
        let names: Vec<String> = list.iter().map(|k| self.named(place, *k)).collect();
        let pointer = self.pointer("swapped");
        if names.len() == 2 && !self.has_columns() && self.rng(&list).chance(10) {
            let [a, b] = [&names[0], &names[1]];
            return self.line(&format!("swap_{}(&{a}, &{b});", self.number));
        }
        self.open("{");
        self.line(&format!("{pointer} = {};", names[0]));
        for pair in names.windows(2) {
            self.line(&format!("{} = {};", pair[0], pair[1]));
        }
        self.line(&format!("{} = swapped;", names[names.len() - 1]));
        self.close("}");
    }

    fn data(&mut self, node: &Node, place: Place) {
        let Node::Data { is_block, maps, body } = node else { return };
        let length = self.length(place, 0, &mut self.rng(maps));
        let clause = |own: &Self, word: &str, k: usize| {
            format!(" map({word}{})", own.section(k, &length, place))
        };
        if *is_block {
            let clauses: String =
                maps.iter().map(|(k, kind)| clause(self, kind.words(), *k)).collect();
            self.pragma(&format!("target data{clauses}"));
            self.open("{");
            self.nodes(body, place);
            self.close("}");
            return;
        }
        let enter: String = maps.iter().map(|(k, _)| clause(self, "to: ", *k)).collect();
        let word = |kind: &Kind| if *kind == Kind::To { "release: " } else { "from: " };
        let exit: String = maps.iter().map(|(k, kind)| clause(self, word(kind), *k)).collect();
        self.pragma(&format!("target enter data{enter}"));
        self.nodes(body, place);
        self.pragma(&format!("target exit data{exit}"));
    }

    fn external(&mut self, what: External, variable: usize, place: Place) {
        let less = place.routine.variables[variable].form.offset();
        let length = self.length(place, less, &mut self.rng(&(what, variable)));
        let (name, ty) = (self.named(place, variable), self.ty());
        let arguments = match self.has_columns() {
            true => format!("({ty} *){name}, ({length}) * {}", self.columns()),
            false => format!("{name}, {length}"),
        };
        let call = match what {
            External::Sum => format!("result += outside_sum_{ty}({arguments})"),
            External::Add => format!("outside_add_{ty}({arguments})"),
            External::Keep => format!("outside_keep_{ty}({arguments})"),
            External::Region => format!("outside_region_{ty}({arguments})"),
            External::KeptSum => "result += outside_kept_sum()".into(),
            External::KeptAdd => "outside_kept_add()".into(),
            External::Nothing => "outside_nothing(3)".into(),
        };
        self.line(&format!("{call};"));
    }
}
