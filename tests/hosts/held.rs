//! Arrays of `main` whose pointers are members of one structure.
//!
//! Statements name them by the structure, by a pointer of their own that they read from it, or leave it to functions that get the
//! structure's address. Clauses name pointers of their own: a map of a member would map the structure, too.

use crate::model::{Form, Node, Program, Routine, Touch, walk};
use crate::print::{Place, Printer};
use crate::rng::Rng;

/// The structure's name in `main`.
pub(crate) const NAME: &str = "s";

impl Program {
    /// The members of the structure.
    pub(crate) fn held(&self) -> Vec<&str> {
        let all = self.main.variables.iter().filter(|own| own.form == Form::Held);
        all.map(|own| own.name.as_str()).collect()
    }
}

impl Printer<'_> {
    /// The structure's type.
    fn structure(&self) -> String {
        format!("struct held_{}", self.number)
    }

    /// Declares the type.
    pub(crate) fn declare_structure(&mut self) {
        let members = self.program.held();
        if members.is_empty() {
            return;
        }
        let name = self.structure();
        let rows = if self.has_columns() { "[5]" } else { "" };
        self.open(&format!("{name} {{"));
        for member in members {
            let ty = self.ty();
            let text = if rows.is_empty() {
                format!("{ty} *{member};")
            } else {
                format!("{ty} (*{member}){rows};")
            };
            self.line(&text);
        }
        self.line("int n;");
        self.close("};");
    }

    /// Declares the variable.
    pub(crate) fn declare_holder(&mut self) {
        if !self.program.held().is_empty() {
            let name = self.structure();
            self.line(&format!("{name} {NAME};"));
            self.line(&format!("{NAME}.n = n;"));
        }
    }

    /// The member that a name of `main` is.
    fn member(name: &str) -> Option<&str> {
        name.strip_prefix(NAME)?.strip_prefix('.')
    }

    /// Names for clauses: pointers of their own in the place of members.
    pub(crate) fn for_clauses(&mut self, names: &[String]) -> Vec<String> {
        let mut found = Vec::new();
        for name in names {
            if Self::member(name).is_none() {
                found.push(name.clone());
                continue;
            }
            let own = self.unique("h");
            let pointer = self.pointer(&own);
            self.line(&format!("{pointer} = {name};"));
            found.push(own);
        }
        found
    }

    /// A function that gets the structure and does what statements do; its name.
    pub(crate) fn holder_function(&mut self, parameters: &str, body: &[String]) -> String {
        let name = format!("{}_{}", self.unique("held"), self.number);
        let mut text = format!("static void {name}({} *{NAME}{parameters}) {{\n", self.structure());
        body.iter().for_each(|line| text += &["  ", line, "\n"].concat());
        self.helpers += &(text + "}\n");
        name
    }

    /// A call of a function with regions by one that gets the structure; `None` where that is not what the program does.
    pub(crate) fn call_by_holder(
        &mut self,
        function: &str,
        (length, names, scalar): (&str, &[String], &str),
    ) -> Option<String> {
        let mut rng = self.rng(&("held", function, length, scalar));
        let members: Option<Vec<&str>> = names.iter().map(|own| Self::member(own)).collect();
        let members = members.filter(|own| !own.is_empty() && rng.chance(60))?;
        let is_own = rng.chance(50) && length == "n";
        let mut body = Vec::new();
        let mut arguments = Vec::new();
        for (k, member) in members.iter().enumerate() {
            if rng.chance(50) {
                let pointer = self.pointer(&format!("p{k}"));
                body.push(format!("{pointer} = {NAME}->{member};"));
                arguments.push(format!("p{k}, "));
            } else {
                arguments.push(format!("{NAME}->{member}, "));
            }
        }
        let own = if is_own { format!("{NAME}->n") } else { "n".to_owned() };
        body.push(format!("{function}({own}, {}scalar);", arguments.concat()));
        let name = self.holder_function(", int n, int scalar", &body);
        Some(format!("{name}(&{NAME}, {length}, {scalar})"))
    }

    /// Whether pointers are exchanged by a function.
    pub(crate) fn calls_swap(&self, list: &[usize]) -> bool {
        list.len() == 2 && !self.has_columns() && self.rng(&list).chance(10)
    }

    pub(crate) fn swap(&mut self, list: &[usize], place: Place) {
        let names: Vec<String> = list.iter().map(|k| self.named(place, *k)).collect();
        let pointer = self.pointer("swapped");
        let mut rng = self.rng(&("held", list));
        if self.swap_by_holder(&names, &mut rng) {
            return;
        }
        if self.calls_swap(list) {
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

    /// Exchanges members otherwise than by name; whether it does.
    fn swap_by_holder(&mut self, names: &[String], rng: &mut Rng) -> bool {
        let members: Option<Vec<&str>> = names.iter().map(|own| Self::member(own)).collect();
        let Some(members) = members else { return false };
        let structure = self.structure();
        let pairs = || members.iter().zip(members.iter().cycle().skip(1));
        match rng.below(3) {
            0 => return false,
            1 => {
                self.open("{");
                self.line(&format!("{structure} old = {NAME};"));
                for (to, from) in pairs() {
                    self.line(&format!("{NAME}.{to} = old.{from};"));
                }
                self.close("}");
            }
            _ => {
                let mut body = vec![format!("{structure} old = *{NAME};")];
                body.extend(pairs().map(|(to, from)| format!("{NAME}->{to} = old.{from};")));
                let name = self.holder_function("", &body);
                self.line(&format!("{name}(&{NAME});"));
            }
        }
        true
    }

    /// Writes an element of a member by a function; whether it does.
    pub(crate) fn write_by_holder(&mut self, name: &str, touch: Touch, rng: &mut Rng) -> bool {
        let Some(member) = Self::member(name).filter(|_| touch == Touch::Element) else {
            return false;
        };
        if !rng.chance(40) {
            return false;
        }
        let at = if self.has_columns() { "[1][2]" } else { "[1]" };
        let copy = rng.chance(30);
        let body = if copy {
            vec![format!("{} old = *{NAME};", self.structure()), format!("old.{member}{at} += 1;")]
        } else {
            vec![format!("{NAME}->{member}{at} += 1;")]
        };
        let name = self.holder_function("", &body);
        self.line(&format!("{name}(&{NAME});"));
        true
    }
}

/// Lets some arrays of `main` be members: those that are allocated, and that no other pointer leads to.
pub(crate) fn hold(main: &mut Routine, rng: &mut Rng) {
    let mut named = Vec::new();
    walk(&main.body, &mut |node| {
        if let Node::Fresh(variable) = node {
            named.push(*variable);
        }
    });
    let is_led_to: Vec<usize> = main
        .variables
        .iter()
        .filter_map(|own| if let Form::Alias(of, _) = own.form { Some(of) } else { None })
        .collect();
    for (k, own) in main.variables.iter_mut().enumerate() {
        let is_plain = own.form == Form::Malloc && !named.contains(&k) && !is_led_to.contains(&k);
        if is_plain && rng.chance(85) {
            own.form = Form::Held;
        }
    }
}
