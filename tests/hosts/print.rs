//! Random host programs as C.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::held;
use crate::model::{
    Columns, Condition, Element, External, Form, Kind, Leave, Node, Program, Region, Routine,
    Style, Touch, Variable, variables, walk,
};
use crate::rng::{Rng, mix};

/// What stands before all programs of a file.
pub(crate) const HEAD: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int outside_on, outside_off;
static const int rising[4] = {0, 2, 3, 4}, mixed[4] = {4, 1, 1, 3};
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
#define DEVICE(T) \\
  static T at_##T(const T *own, int i) { \\
    T value = 0; \\
    for (int k = 0; k < 2; k++) \\
      value = own[i]; \\
    return value; \\
  } \\
  static void put_##T(T *own, int i, T value) { \\
    for (int k = 0; k < 2; k++) \\
      own[i] = value; \\
  }
DEVICE(double)
DEVICE(float)
DEVICE(int)
DEVICE(long)
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

/// A length less a number.
pub(crate) fn minus(length: &str, less: u32) -> String {
    if less == 0 { length.to_owned() } else { format!("{length} - {less}") }
}

pub(crate) struct Printer<'a> {
    pub(crate) program: &'a Program,
    pub(crate) number: usize,
    text: String,
    /// Functions that statements of `main` call.
    pub(crate) helpers: String,
    indent: usize,
    /// Counters of the loops around.
    counters: Vec<String>,
    next: usize,
    /// Whether functions read and write the elements of the region that is being printed.
    pub(crate) calls: bool,
    /// What an element is, the pointer's declarator around a name, and lengths.
    main_used: BTreeSet<usize>,
}

/// Which routine a statement is in.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    routine: &'a Routine,
    is_main: bool,
}

impl<'a> Printer<'a> {
    fn of(program: &'a Program, number: usize) -> Self {
        let mut main_used: BTreeSet<usize> = variables(&program.main.body).into_iter().collect();
        walk(&program.main.body, &mut |node| {
            if let Node::Call { function, .. } = node {
                main_used.extend(
                    program.functions[*function].slots.iter().filter_map(|slot| slot.outside()),
                );
            }
            if matches!(node, Node::Middle { .. }) {
                let names = program.middle.iter().flat_map(|own| &own.variables);
                let names: Vec<&str> = names.map(|own| own.name.as_str()).collect();
                let all = program.main.variables.iter().enumerate();
                main_used
                    .extend(all.filter(|(_, v)| names.contains(&v.name.as_str())).map(|(k, _)| k));
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
        let (text, helpers, calls) = (String::new(), String::new(), false);
        Printer { program, number, text, helpers, indent: 0, counters, next: 0, calls, main_used }
    }

    pub(crate) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
    }

    pub(crate) fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    pub(crate) fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    pub(crate) fn pragma(&mut self, text: &str) {
        self.line(&format!("#pragma omp {text}"));
    }

    fn counter(&mut self) -> String {
        self.unique("t")
    }

    /// A name that nothing else has.
    pub(crate) fn unique(&mut self, name: &str) -> String {
        self.next += 1;
        format!("{name}{}", self.next - 1)
    }

    /// A random source that belongs to a statement.
    pub(crate) fn rng(&self, of: &impl std::fmt::Debug) -> Rng {
        let text = format!("{of:?}");
        let hash = text.bytes().fold(0_u64, |hash, byte| mix(hash ^ u64::from(byte)));
        Rng::new(mix(self.program.seed) ^ hash)
    }

    pub(crate) fn ty(&self) -> &'static str {
        self.program.element.name()
    }

    pub(crate) fn element(&self) -> Element {
        self.program.element
    }

    /// What stands for the number of columns.
    pub(crate) fn columns(&self) -> String {
        match self.program.columns {
            Columns::None => String::new(),
            Columns::Constant => format!("C_{}", self.number),
            Columns::Variable => "c".into(),
        }
    }

    pub(crate) fn has_columns(&self) -> bool {
        self.program.columns != Columns::None
    }

    /// A pointer of this name to an element, or to a row.
    pub(crate) fn pointer(&self, name: &str) -> String {
        if self.has_columns() {
            format!("{} (*{name})[{}]", self.ty(), self.columns())
        } else {
            format!("{} *{name}", self.ty())
        }
    }

    pub(crate) fn name(&self, variable: &Variable) -> String {
        if variable.form == Form::Held {
            format!("{}.{}", held::NAME, variable.name)
        } else if variable.form.is_outside() {
            format!("{}_{}", variable.name, self.number)
        } else {
            variable.name.clone()
        }
    }

    pub(crate) fn named(&self, place: Place, variable: usize) -> String {
        self.name(&place.routine.variables[variable])
    }

    /// The length of arrays in a routine, less so much.
    fn length(&self, place: Place, less: u32, rng: &mut Rng) -> String {
        let (number, length) = (self.number, self.program.length);
        let mut own = Rng::new(mix(self.program.seed ^ 0x1e4));
        let rng = if own.chance(70) { &mut own } else { rng };
        let whole = match rng.below(12) {
            0 if place.is_main => format!("N_{number}"),
            1 if place.is_main => format!("K_{number}"),
            2 if place.is_main => length.to_string(),
            3 if place.is_main => format!("size_{number}"),
            _ => "n".into(),
        };
        minus(&whole, less)
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
        let swaps = |own: &Routine| {
            let mut found = false;
            walk(&own.body, &mut |node| {
                found |= matches!(node, Node::Swap(list) if self.calls_swap(list));
            });
            found
        };
        let routines = self.program.middle.iter().chain([&self.program.main]);
        if routines.into_iter().any(swaps) {
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
        self.declare_structure();
        let before = std::mem::take(&mut self.text);
        self.main();
        before + &self.helpers + &self.text
    }

    /// The parameters that say sizes.
    pub(crate) fn sizes(&self) -> &'static str {
        if self.program.columns == Columns::Variable { "int n, int c" } else { "int n" }
    }

    pub(crate) fn inner(&mut self) {
        if self.has_columns() {
            let columns = self.columns();
            self.open(&format!("for (int j = 0; j < {columns}; j++)"));
        }
    }

    pub(crate) fn leave_inner(&mut self) {
        self.indent -= 1 + usize::from(self.has_columns());
    }

    /// The length that a call or a region says: it may be less than that of arrays, or a variable
    /// of its own.
    fn said_length(&mut self, place: Place, less: u32, mut rng: Rng) -> String {
        let length = self.length(place, less, &mut rng);
        match rng.below(40) {
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
        self.declare_holder();
        for k in self.main_used.clone() {
            self.declare(place, k);
        }
        self.nodes(&program.main.body, place);
        let mut keeps = false;
        let mut look =
            |node: &Node| keeps |= matches!(node, Node::External { what: External::Keep, .. });
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
        let columns =
            if self.has_columns() { format!("[{}]", self.columns()) } else { String::new() };
        let pointer = self.pointer(&name);
        match own.form {
            Form::Malloc => self.line(&format!("{pointer} = malloc({length} * sizeof *{name});")),
            Form::Held => self.line(&format!("{name} = malloc({length} * sizeof *{name});")),
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

    pub(crate) fn fill(&mut self, name: &str, length: &str, salt: u32) {
        self.open(&format!("for (int i = 0; i < {length}; i++)"));
        self.inner();
        let (j, j_value) = if self.has_columns() { ("[j]", " + j") } else { ("", "") };
        if self.element().is_float() {
            self.line(&format!("{name}[i]{j} = i * 0.5 + {salt}{j_value};"));
        } else {
            self.line(&format!("{name}[i]{j} = (i * 7 + {salt}{j_value}) % 23;"));
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
                0 => self.line(&format!(
                    "printf(\"{} %lx\\n\", hash({name}, n * sizeof *{name}));",
                    own.name
                )),
                1 => {
                    self.open("for (int i = 0; i < n; i++)");
                    self.inner();
                    let j = if self.has_columns() { "[j]" } else { "" };
                    self.line(&format!("printf(\"%.17g\\n\", (double){name}[i]{j});"));
                    self.leave_inner();
                }
                _ => self
                    .line(&format!("outside_show(\"{}\", {name}, n * sizeof *{name});", own.name)),
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
            Node::Own { region, slots, less } => self.own(region, slots, *less, place),
            Node::Middle { arguments, less, steps } => {
                let length = self.length(place, *less, &mut self.rng(node));
                let names = arguments
                    .iter()
                    .map(|k| format!("{}, ", self.named(place, *k)))
                    .collect::<Vec<_>>()
                    .concat();
                let c = if self.program.columns == Columns::Variable { " c," } else { "" };
                let number = self.number;
                self.line(&format!("result += middle_{number}({length},{c} {names}{steps});"));
            }
            Node::Steps { .. } => self.steps(node, place),
            Node::Branch { condition: Condition::Switch, then, otherwise } => {
                self.switch(then, otherwise, place);
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
                let section = self.sections(&[*variable], &length, place).concat();
                self.pragma(&format!("target update {way}({section})"));
            }
            Node::External { what, variable } => self.external(*what, *variable, place),
            Node::Fresh(variable) => self.fresh(*variable, place),
            Node::Leave(leave) => self.line(match leave {
                Leave::Break => "break;",
                Leave::Continue => "continue;",
                Leave::Return => "return result;",
                Leave::Exit => "exit(3);",
                Leave::Goto => "goto done;",
            }),
        }
    }

    /// A region of the routine's own.
    fn own(&mut self, region: &Region, slots: &[usize], less: u32, place: Place) {
        let names: Vec<String> = slots.iter().map(|k| self.named(place, *k)).collect();
        let names = self.for_clauses(&names);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut rng = self.rng(&(less, slots));
        let writes_all = region.sweeps.iter().any(|sweep| sweep.reads.is_empty());
        let length = if writes_all {
            self.length(place, 0, &mut rng)
        } else {
            self.said_length(place, 0, rng)
        };
        if region.sums.is_some() {
            self.open("{");
            self.line("long sum = 0;");
        }
        self.region(region, &names, (&length, less));
        if region.sums.is_some() {
            self.line("result += sum;");
            self.close("}");
        }
    }

    fn fresh(&mut self, variable: usize, place: Place) {
        let name = self.named(place, variable);
        let length = self.length(place, 0, &mut self.rng(&("fresh", variable)));
        self.line("outside_release();");
        self.line(&format!("free({name});"));
        self.line(&format!("{name} = malloc({length} * sizeof *{name});"));
        self.fill(&name, &length, 11);
    }

    fn switch(&mut self, then: &[Node], otherwise: &[Node], place: Place) {
        let condition = self.condition(&Condition::Switch, place);
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

    /// Whole arrays in clauses.
    fn sections(&mut self, list: &[usize], length: &str, place: Place) -> Vec<String> {
        let names: Vec<String> = list.iter().map(|k| self.named(place, *k)).collect();
        let names = self.for_clauses(&names);
        let all = list.iter().zip(names);
        all.map(|(k, name)| self.section(*k, (name, length), place)).collect()
    }

    fn section(&self, variable: usize, (name, length): (String, &str), place: Place) -> String {
        let own = &place.routine.variables[variable];
        let is_short =
            own.form.is_array() && mix(self.program.seed ^ variable as u64).is_multiple_of(2);
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
        let list: Vec<String> = arguments.iter().map(|k| self.named(place, *k)).collect();
        let names = list.iter().map(|name| [name.as_str(), ", "].concat()).collect::<String>();
        let column = if self.has_columns() { "[1]" } else { "" };
        let scalar = match self.counters.last() {
            _ if scalar.is_some() => {
                format!("{}[2]{column}", self.named(place, scalar.unwrap_or(0)))
            }
            Some(counter) if style.is_multiple_of(2) => counter.clone(),
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
        let is_plain = !own.has_sum() && !own.says_macro && scalar.len() < 4 && *style != 7;
        let by_holder =
            is_plain.then(|| self.call_by_holder(&name, (&length, &list, &scalar))).flatten();
        if let Some(call) = by_holder {
            self.line(&format!("{call};"));
        } else if own.has_sum() {
            self.line(&format!("result += {call};"));
        } else {
            self.line(&format!("{call};"));
        }
    }

    fn steps(&mut self, node: &Node, place: Place) {
        let Node::Steps { style, count, literal, also, body } = node else { return };
        let t = self.counter();
        let steps = if *literal {
            count.to_string()
        } else if *count == 0 {
            "outside_off".into()
        } else {
            "steps".into()
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

    /// Where elements are touched: the loops are open then.
    fn element_at(&mut self, touch: Touch, place: Place, variable: usize) -> String {
        let less = place.routine.variables[variable].form.offset();
        let length = self.length(place, less, &mut self.rng(&(variable, less)));
        let column = if self.has_columns() { "[2]" } else { "" };
        let from = match touch {
            Touch::Last => return format!("[{length} - 1]{column}"),
            Touch::Counted => {
                let counter = self.counters.last().map_or("1", String::as_str);
                return format!("[{counter}]{column}");
            }
            Touch::Perhaps => return format!("[1]{column}"),
            Touch::Head => format!("int i = 0; i < {}; i++", 1 + variable % 4),
            Touch::Tail => format!("int i = {length} - 1; i > 2; i -= 2"),
            Touch::Loop | Touch::Column => format!("int i = 0; i < {length}; i++"),
            Touch::Rising | Touch::Mixed => format!("int i = 0; i < {}; i++", 2 + variable % 3),
            Touch::Element | Touch::Library => return format!("[3]{column}"),
        };
        self.open(&format!("for ({from})"));
        if touch == Touch::Column && self.has_columns() {
            return format!("[i][{}]", (variable + self.counters.len()) % 3);
        }
        if let Some(list) = touch.list() {
            return format!("[{list}[i]]{column}");
        }
        self.inner();
        if self.has_columns() { "[i][j]".into() } else { "[i]".into() }
    }

    fn is_loop(touch: Touch) -> bool {
        matches!(touch, Touch::Head | Touch::Tail | Touch::Loop | Touch::Column)
            || touch.list().is_some()
    }

    /// Closes the loops that a touch has opened.
    fn leave_loops(&mut self, touch: Touch) {
        if touch == Touch::Column || touch.list().is_some() {
            self.indent -= 1;
        } else if Self::is_loop(touch) {
            self.leave_inner();
        }
    }

    fn write(&mut self, variable: usize, touch: Touch, place: Place) {
        let name = self.named(place, variable);
        if touch == Touch::Library {
            let less = place.routine.variables[variable].form.offset();
            let length = self.length(place, less, &mut self.rng(&variable));
            return self.line(&format!("memset({name}, 0, ({length}) * sizeof *{name});"));
        }
        let mut rng = self.rng(&("held", variable, touch, self.counters.len()));
        if self.write_by_holder(&name, touch, &mut rng) {
            return;
        }
        let at = self.element_at(touch, place, variable);
        if touch == Touch::Perhaps {
            let column = if self.has_columns() { "[2]" } else { "" };
            self.line(&format!("if ({name}[2]{column} <= 0)"));
        }
        let salt = self.counters.last().cloned().unwrap_or_else(|| "4".into());
        if self.rng(&(variable, at.len())).chance(40) {
            self.line(&format!("{name}{at} = {salt};"));
        } else if self.element().is_float() {
            self.line(&format!("{name}{at} = {name}{at} * 0.5 + {salt};"));
        } else {
            self.line(&format!("{name}{at} = ({name}{at} + {salt}) % 89;"));
        }
        self.leave_loops(touch);
    }

    fn read(&mut self, variable: usize, touch: Touch, place: Place) {
        let name = self.named(place, variable);
        if touch == Touch::Library {
            let less = place.routine.variables[variable].form.offset();
            let length = self.length(place, less, &mut self.rng(&variable));
            let own = format!("hash({name}, ({length}) * sizeof *{name})");
            return self.line(&format!("result += (long)({own} & 15);"));
        }
        let is_loop = Self::is_loop(touch);
        let at = self.element_at(touch, place, variable);
        if is_loop {
            self.line(&format!("result += (long)({name}{at} * 2);"));
        } else {
            self.line(&format!("printf(\"%.9g\\n\", (double){name}{at});"));
        }
        self.leave_loops(touch);
    }

    fn data(&mut self, node: &Node, place: Place) {
        let Node::Data { is_block, maps, body } = node else { return };
        let length = self.length(place, 0, &mut self.rng(maps));
        let list: Vec<usize> = maps.iter().map(|(k, _)| *k).collect();
        let clauses = |sections: &[String], word: &dyn Fn(Kind) -> &'static str| {
            let all = maps.iter().zip(sections);
            let all = all.map(|((_, kind), own)| format!(" map({}{own})", word(*kind)));
            all.collect::<String>()
        };
        let sections = self.sections(&list, &length, place);
        if *is_block {
            let clauses = clauses(&sections, &Kind::words);
            self.pragma(&format!("target data{clauses}"));
            self.open("{");
            self.nodes(body, place);
            self.close("}");
            return;
        }
        let enter = clauses(&sections, &|_| "to: ");
        self.pragma(&format!("target enter data{enter}"));
        self.nodes(body, place);
        let sections = self.sections(&list, &length, place);
        let exit =
            clauses(&sections, &|kind| if kind == Kind::To { "release: " } else { "from: " });
        self.pragma(&format!("target exit data{exit}"));
    }

    fn external(&mut self, what: External, variable: usize, place: Place) {
        let less = place.routine.variables[variable].form.offset();
        let length = self.length(place, less, &mut self.rng(&(what, variable)));
        let (name, ty) = (self.named(place, variable), self.ty());
        let arguments = if self.has_columns() {
            format!("({ty} *){name}, ({length}) * {}", self.columns())
        } else {
            format!("{name}, {length}")
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
