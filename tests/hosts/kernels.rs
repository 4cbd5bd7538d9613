//! The functions with target regions of a random host program, as C.

use std::fmt::Write;

use crate::model::{Function, Map, Program, Region, Slot, Start, Sweep};
use crate::print::{Printer, minus};

impl<'a> Printer<'a> {
    pub(crate) fn function(&mut self, function: usize) {
        let program: &'a Program = self.program;
        let own: &'a Function = &program.functions[function];
        let name = |(k, slot): (usize, &Slot)| match slot {
            Slot::Outside(main) => self.name(&program.main.variables[*main]),
            Slot::Parameter => format!("p{k}"),
            Slot::Local => format!("w{k}"),
        };
        let names: Vec<String> = own.slots.iter().enumerate().map(name).collect();
        let given = own.slots.iter().zip(&names).filter(|(slot, _)| **slot == Slot::Parameter);
        let parameters =
            given.map(|(_, name)| format!(", {}", self.pointer(name))).collect::<Vec<_>>().concat();
        let result = if own.has_sum() { "long" } else { "void" };
        let is_static = if own.is_static { "static " } else { "" };
        let ty = self.ty();
        let number = self.number;
        let sizes = self.sizes();
        self.open(&format!(
            "{is_static}{result} f{function}_{number}({sizes}{parameters}, {ty} s) {{"
        ));
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
                if *writes {
                    self.line(&format!("{name}{at} = s + {k};"));
                } else if own.has_sum() {
                    self.line(&format!("sum += (long){name}{at};"));
                } else {
                    self.line(&format!("printf(\"%.9g\\n\", (double){name}{at});"));
                }
            }
        }
        if own.has_sum() {
            self.line("return sum;");
        }
        self.close("}");
    }

    /// A region over arrays of these names, and their length.
    pub(crate) fn region(&mut self, own: &Region, names: &[&str], (length, less): (&str, u32)) {
        let lower = own.margin;
        let shorter = less + 2 * lower;
        let extent = minus(length, shorter);
        let columns =
            if self.has_columns() { format!("[0:{}]", self.columns()) } else { String::new() };
        let mut clauses = String::new();
        for (map, name) in own.maps.iter().zip(names) {
            let Map { kind: Some(kind), style } = map else { continue };
            let section = match style {
                0..20 if lower == 0 => format!("[:{extent}]"),
                _ => format!("[{lower}:{extent}]"),
            };
            let columns = if style.is_multiple_of(3) && self.has_columns() { "" } else { &columns };
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
        let end = minus(length, lower + less);
        for sweep in &own.sweeps {
            if own.start == Start::Nested {
                self.pragma("parallel for");
            }
            self.calls = own.calls;
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

    fn sweep(&mut self, own: &Sweep, names: &[&str], (lower, end): (u32, &str)) {
        let calls = self.calls && !self.has_columns();
        let ty = self.ty();
        let inset = u32::from(own.is_inner);
        let end_of = minus(end, inset);
        self.open(&format!("for (int i = {}; i < {end_of}; i++)", lower + inset));
        self.inner();
        let j = if self.has_columns() { "[j]" } else { "" };
        let one = |(slot, place): &(usize, i32)| {
            let name = names[*slot];
            match place {
                -1 => format!("{name}[i - 1]{j}"),
                1 => format!("{name}[i + 1]{j}"),
                2 if lower == 0 => format!("{name}[{end} - 1 - i]{j}"),
                2 => format!("{name}[{end} + {} - i]{j}", lower - 1),
                _ if calls => format!("at_{ty}({name}, i)"),
                _ => format!("{name}[i]{j}"),
            }
        };
        let reads: Vec<String> = own.reads.iter().map(one).collect();
        let sum = if reads.is_empty() { "i".to_owned() } else { reads.join(" + ") };
        let value = if self.element().is_float() {
            format!("0.25 * ({sum}) + 1")
        } else {
            format!("(({sum}) * 3 + i) % 97")
        };
        let name = names[own.write];
        self.line(&if calls {
            format!("put_{ty}({name}, i, {value});")
        } else {
            format!("{name}[i]{j} = {value};")
        });
        self.leave_inner();
    }
}
