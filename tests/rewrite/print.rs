//! Prints a region as a C function, in one of the many ways in which people write loops.

use std::collections::BTreeSet;
use std::fmt::Write;

use warpcc::id::SymbolId;
use warpcc::ir::{
    Base, BinaryOp, Expr, ExprKind, Jump, Loop, Place, Relation, Scope, Step, Stmt, StmtKind,
    Symbol, SymbolKind, TargetRegion, Type, UnaryOp,
};

use crate::dress::Dress;
use crate::guise::{Frame, Guise};
use crate::hide::{Hide, mentioned};
use crate::rng::Rng;

/// The parameters of every function, in the order of [`crate::programs::call`].
pub(crate) const PARAMETERS: &str = "unsigned *A, unsigned *B, int *idx, unsigned *q, unsigned *r, int n, int m, \
                          int c, unsigned u, unsigned char w, signed char v, unsigned *sum";

/// A C function with the region in it; an empty one where the region uses a variable outside the block
/// that declares it, which the IR allows and C does not. Also whether a name in it hides another one.
pub(crate) fn function(
    region: &TargetRegion,
    name: &str,
    dress: &Dress,
    rng: &mut Rng,
) -> (String, bool) {
    let hide = Hide::new(rng);
    let guise = Guise::new(region, dress, rng);
    let mut printer = Printer {
        region,
        hide,
        rng,
        dress,
        guise: &guise,
        text: String::new(),
        declared: Vec::new(),
        counters: Vec::new(),
        scoped: true,
    };
    let mut outside = String::new();
    for l in region.loops() {
        let symbol = region.symbol(l.iv);
        let declaration = format!("  {} {};\n", type_name(symbol.ty), symbol.name);
        if printer.dress.outside(&symbol.name) && !outside.contains(&declaration) {
            outside.push_str(&declaration);
        }
    }
    let mut facts: Vec<String> = region.facts.iter().map(|fact| printer.expr(fact)).collect();
    let last = if guise.frame == Frame::Fact { facts.pop() } else { None };
    for fact in facts {
        let _ = writeln!(printer.text, "  if (!{fact}) return;");
    }
    printer.text.push_str(&guise.frame.open(&last.unwrap_or_default()));
    for line in &dress.lines {
        printer.text.push_str(line);
        printer.text.push('\n');
    }
    printer.block(&region.body, 1);
    printer.text.push_str(dress.end);
    printer.text.push_str(guise.frame.close());
    let body = if printer.scoped { printer.text } else { String::new() };
    let hidden = guise.declarations();
    let text = format!(
        "void {name}({PARAMETERS}) {{\n  int x, y;\n  unsigned s = 0;\n{outside}{hidden}{body}  *sum = s;\n}}\n"
    );
    (text, printer.hide.hides)
}

struct Printer<'a> {
    region: &'a TargetRegion,
    rng: &'a mut Rng,
    dress: &'a Dress,
    guise: &'a Guise,
    hide: Hide,
    text: String,
    /// Variables that the block, and each block around it, has declared.
    declared: Vec<Vec<SymbolId>>,
    /// Other names that mean the region's own here: counters, and a variable in its own declaration.
    counters: Vec<String>,
    /// Whether every use of a variable is in the block that declares it.
    scoped: bool,
}

/// A type's name in C.
fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Int { bits: 1, .. } => "bool",
        Type::Int { bits: 8, signed: true } => "signed char",
        Type::Int { bits: 8, signed: false } => "unsigned char",
        Type::Int { bits: 16, signed: true } => "short",
        Type::Int { bits: 16, signed: false } => "unsigned short",
        Type::Int { bits: 32, signed: true } => "int",
        Type::Int { bits: 32, signed: false } => "unsigned",
        Type::Int { signed: true, .. } => "long",
        Type::Int { signed: false, .. } => "unsigned long",
        Type::Float { .. } => "double",
        Type::Pointer => "unsigned *",
        Type::Aggregate { .. } | Type::Void => "void",
    }
}

impl Printer<'_> {
    fn line(&mut self, level: usize, text: &str) {
        let comment = if self.rng.chance(4) { " /* for (;;) { */" } else { "" };
        let _ = writeln!(self.text, "{}{text}{comment}", "  ".repeat(level));
    }

    fn block(&mut self, body: &[Stmt], level: usize) {
        self.declared.push(Vec::new());
        let renamed = self.hide.names.len();
        for (k, stmt) in body.iter().enumerate() {
            if let StmtKind::Declare { symbol, .. } = &stmt.kind {
                let names = self.hidden(&mentioned(&body[k..]), self.counters.last());
                self.rename(*symbol, &names);
            }
            let branch = matches!(stmt.kind, StmtKind::Assign { .. }) && self.rng.chance(1);
            if branch {
                self.line(0, "#if ONE");
            }
            self.hiding(stmt, level);
            if branch {
                self.line(0, "#else\n    } for (;;) {\n#endif");
            }
        }
        self.hide.names.truncate(renamed);
        self.declared.pop();
    }

    /// The statement; some in a block with a number of its own, by a name that means something else outside.
    fn hiding(&mut self, stmt: &Stmt, level: usize) {
        let depth = self.region.directive.associated_loops().unwrap_or(1) as usize;
        let is_plain = match &stmt.kind {
            StmtKind::Loop(_) => self.is_plain(level),
            StmtKind::Declare { .. } | StmtKind::Directive(..) => false,
            _ => level > depth,
        };
        let inside = mentioned(std::slice::from_ref(stmt));
        let names = if is_plain { self.hidden(&inside, self.counters.last()) } else { Vec::new() };
        let Some((name, value)) = self.hide.number(stmt, &names) else {
            self.statement(stmt, level);
            return;
        };
        self.line(level, "{");
        self.counters.push(name.clone());
        self.line(level + 1, &format!("int {name} = {value};"));
        let outer = self.hide.own.replace((value, name));
        self.statement(stmt, level + 1);
        self.hide.own = outer;
        self.counters.pop();
        self.line(level, "}");
    }

    /// Gives a variable another name where its own is not known yet; `names` are those that it may get.
    fn rename(&mut self, symbol: SymbolId, names: &[String]) {
        let own = &self.region.symbol(symbol).name;
        let is_known = self.declared.iter().flatten().any(|other| *other == symbol);
        if is_known || self.dress.outside(own) || self.dress.is_about(own) {
            return;
        }
        if let Some(name) = self.hide.name(names) {
            self.hide.names.push((symbol, name));
        }
    }

    /// The names that are visible here, and may mean something else where only the variables `inside` are named; without that of
    /// the header whose block this is, where C++ does not allow it.
    fn hidden(&self, inside: &BTreeSet<SymbolId>, header: Option<&String>) -> Vec<String> {
        let block = self.declared.last().into_iter().flatten().filter(|_| header.is_some());
        let mut taken: BTreeSet<String> =
            inside.iter().chain(block).map(|symbol| self.name(*symbol)).collect();
        taken.extend(self.hide.own.iter().map(|(_, name)| name.clone()));
        let is_free = |name: &String| {
            !taken.contains(name) && Some(name) != header && !self.dress.is_about(name)
        };
        self.visible().into_iter().filter(is_free).collect()
    }

    /// What a variable is called here.
    fn name(&self, symbol: SymbolId) -> String {
        let own = self.hide.names.iter().rfind(|(renamed, _)| *renamed == symbol);
        own.map_or_else(|| self.region.symbol(symbol).name.clone(), |(_, name)| name.clone())
    }

    /// The names of the variables that are visible here, as often as the region has them.
    fn visible(&self) -> Vec<String> {
        let scope = |symbol: &SymbolId| self.region.symbol(*symbol).scope;
        let outer = mentioned(&self.region.body).into_iter();
        let outer = outer.filter(|symbol| scope(symbol) != Scope::Region);
        let declared = self.declared.iter().flatten().copied();
        let own = outer.chain(declared).map(|symbol| self.name(symbol));
        own.chain(self.counters.iter().cloned()).chain(["n".into(), "m".into()]).collect()
    }

    fn statement(&mut self, stmt: &Stmt, level: usize) {
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                self.counters.push(self.name(*symbol));
                let value = value.as_ref().map(|value| self.expr(value));
                self.counters.pop();
                let text = self.declaration(*symbol, value);
                self.line(level, &text);
            }
            StmtKind::Assign { target, op, value } => {
                let (target, value) = (self.place(target), self.expr(value));
                let op = op.map_or("", BinaryOp::symbol);
                self.line(level, &format!("{target} {op}= {value};"));
            }
            StmtKind::Evaluate(expr) => {
                let text = self.expr(expr);
                self.line(level, &format!("{text};"));
            }
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.expr(condition);
                self.line(level, &format!("if ({condition}) {{"));
                self.block(then, level + 1);
                if !otherwise.is_empty() {
                    self.line(level, "} else {");
                    self.block(otherwise, level + 1);
                }
                self.line(level, "}");
            }
            StmtKind::Loop(inner) => self.counted(inner, level),
            StmtKind::While { condition, body, .. } => {
                let condition = condition.as_ref().map_or("1".into(), |c| self.expr(c));
                self.line(level, &format!("while ({condition}) {{"));
                self.block(body, level + 1);
                self.line(level, "}");
            }
            StmtKind::Jump(Jump::Break) => self.line(level, "break;"),
            StmtKind::Jump(Jump::Continue) => self.line(level, "continue;"),
            StmtKind::Directive(directive, body) => {
                self.line(level, &format!("#pragma omp {}", directive.name));
                self.block(body, level);
            }
            StmtKind::Jump(_) | StmtKind::Opaque { .. } => {
                self.line(level, ";");
            }
        }
    }

    fn declaration(&mut self, symbol: SymbolId, value: Option<String>) -> String {
        let name = self.name(symbol);
        let Symbol { kind, ty, .. } = *self.region.symbol(symbol);
        let known = self.declared.iter().flatten().any(|other| *other == symbol);
        let value = value.map_or(String::new(), |value| format!(" = {value}"));
        if known && kind != SymbolKind::Array {
            return format!("{name}{value};");
        }
        if let Some(block) = self.declared.last_mut() {
            block.push(symbol);
        }
        match kind {
            SymbolKind::Pointer => format!("unsigned *{name}{value};"),
            SymbolKind::Array => format!("unsigned {name}[16];"),
            _ => format!("{} {name}{value};", type_name(ty)),
        }
    }

    fn counted(&mut self, inner: &Loop, level: usize) {
        for line in self.dress.before(&self.region.symbol(inner.iv).name) {
            self.line(level, &line);
        }
        let renamed = self.hide.names.len();
        let mut inside = mentioned(&inner.body);
        inside.extend(inner.header_expressions().into_iter().flat_map(Expr::symbols));
        let names = self.hidden(&inside, None);
        self.rename(inner.iv, &names);
        self.counted_as(inner, level);
        self.hide.names.truncate(renamed);
    }

    /// The loop; its counter has its name.
    fn counted_as(&mut self, inner: &Loop, level: usize) {
        let name = self.name(inner.iv);
        self.counters.push(name.clone());
        let header = self.header(inner, &name, level);
        let single = inner.body.len() == 1
            && !matches!(inner.body[0].kind, StmtKind::Declare { .. })
            && (level > 1 || self.guise.frame != Frame::Else)
            && self.rng.chance(40);
        if single {
            self.line(level, &header);
            self.block(&inner.body, level + 1);
            self.counters.pop();
            return;
        }
        if self.rng.chance(10) {
            self.line(level, &header);
            self.line(level, "{");
        } else {
            self.line(level, &format!("{header} {{"));
        }
        self.block(&inner.body, level + 1);
        self.line(level, "}");
        self.counters.pop();
    }

    /// Whether no directive is about a loop at this depth.
    fn is_plain(&self, level: usize) -> bool {
        let depth = self.region.directive.associated_loops().unwrap_or(1) as usize;
        level > depth && !self.dress.has_inner()
    }

    fn header(&mut self, inner: &Loop, name: &str, level: usize) -> String {
        let (lower, mut bound) = (self.expr(&inner.lower), self.expr(&inner.bound));
        let symbol = self.region.symbol(inner.iv);
        let ty = type_name(symbol.ty);
        let known = self.declared.iter().flatten().any(|other| *other == inner.iv);
        let ty = if known || self.dress.outside(&symbol.name) {
            String::new()
        } else {
            format!("{ty} ")
        };
        let by_one = matches!(&inner.step.kind, ExprKind::Int(step) if *step == 1);
        let upwards = by_one && inner.relation == Relation::Lt;
        if ty == "int " && upwards && self.is_plain(level) && self.rng.chance(3) {
            return format!("UP({name}, {lower}, {bound})");
        }
        if self.is_plain(level) && upwards && self.rng.chance(3) {
            bound = format!("(unsigned)({bound})");
        }
        let relation = inner.relation.symbol();
        let condition = if self.rng.chance(15) && inner.relation != Relation::Ne {
            format!("{bound} {} {name}", inner.relation.swapped().symbol())
        } else {
            format!("{name} {relation} {bound}")
        };
        let step = match &inner.step.kind {
            ExprKind::Int(step) => step.to_i64().unwrap_or(1),
            _ => 1,
        };
        let update = match (step, self.rng.below(4)) {
            (1, 0) => format!("++{name}"),
            (1, 1) => format!("{name} += 1"),
            (1, _) => format!("{name}++"),
            (-1, 0) => format!("--{name}"),
            (-1, 1) => format!("{name} -= 1"),
            (-1, _) => format!("{name}--"),
            (step, 0) => format!("{name} = {name} + ({step})"),
            (step, _) if step < 0 => format!("{name} -= {}", -step),
            (step, _) => format!("{name} += {step}"),
        };
        let gap = if self.rng.chance(6) { "\n      " } else { " " };
        format!("for ({ty}{name} = {lower};{gap}{condition}; {update})")
    }

    fn expr(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Int(value) => self.number(value.to_i64().unwrap_or(0), expr.ty),
            ExprKind::Float(text) => text.clone(),
            ExprKind::Symbol(symbol) => {
                self.check_scope(*symbol);
                self.name(*symbol)
            }
            ExprKind::Load(place) => self.place(place),
            ExprKind::AddressOf(place) => {
                let place = self.place(place);
                format!("(unsigned *)&{place}")
            }
            ExprKind::Unary(UnaryOp::Not, operand) => format!("(!{})", self.expr(operand)),
            ExprKind::Unary(op, operand) => {
                let sign = if *op == UnaryOp::Neg { "-" } else { "~" };
                format!("(({})({sign} {}))", type_name(expr.ty), self.expr(operand))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr.ty),
            ExprKind::Compare(relation, a, b) => {
                format!("({} {} {})", self.expr(a), relation.symbol(), self.expr(b))
            }
            ExprKind::Cast(operand) => format!("(({}){})", type_name(expr.ty), self.expr(operand)),
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.expr(condition);
                format!("({condition} ? {} : {})", self.expr(then), self.expr(otherwise))
            }
            ExprKind::Call { name, arguments, .. } => {
                let arguments: Vec<_> = arguments.iter().map(|own| self.expr(own)).collect();
                format!("{name}({})", arguments.join(", "))
            }
            ExprKind::Opaque { .. } => "0".into(),
        }
    }

    /// Narrow operands are promoted to `int` in C; a product of two must not overflow there.
    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, ty: Type) -> String {
        let (a, b) = (self.expr(a), self.expr(b));
        let symbol = op.symbol();
        match (op, ty) {
            (BinaryOp::And | BinaryOp::Or, _) => format!("({a} {symbol} {b})"),
            (BinaryOp::Add, Type::Int { bits: 32 | 64, .. }) if self.rng.chance(2) => {
                format!("SUM({a}, {b})")
            }
            (BinaryOp::Mul, Type::Int { bits: 8 | 16, .. }) => {
                format!("(({})((unsigned){a} * (unsigned){b}))", type_name(ty))
            }
            (_, Type::Int { bits: 8 | 16, .. }) => {
                format!("(({})({a} {symbol} {b}))", type_name(ty))
            }
            _ => format!("({a} {symbol} {b})"),
        }
    }

    fn check_scope(&mut self, symbol: SymbolId) {
        let counter = self.region.loops().iter().any(|l| l.iv == symbol);
        let variable = self.region.symbol(symbol);
        let known = self.declared.iter().flatten().any(|other| *other == symbol);
        self.scoped &= variable.scope != Scope::Region || counter || known;
    }

    fn place(&mut self, place: &Place) -> String {
        let Base::Symbol(symbol) = &place.base else { return "*A".into() };
        self.check_scope(*symbol);
        let kind = self.region.symbol(*symbol).kind;
        let name = self.name(*symbol);
        if place.steps.is_empty() {
            return name;
        }
        let own = if matches!(self.region.symbol(*symbol).name.as_str(), "idx" | "K") {
            Type::INT
        } else {
            Type::Int { bits: 32, signed: false }
        };
        let constant = |expr: &Expr| match &expr.kind {
            ExprKind::Int(value) => value.to_i64(),
            _ => None,
        };
        match place.steps.as_slice() {
            [Step::Index { index, scale, .. }]
                if constant(scale) == Some(place.ty.bytes().into()) =>
            {
                let index = self.expr(index);
                if place.ty == own {
                    return self.element(&name, &index);
                }
                format!("(({} *){name})[{index}]", type_name(place.ty))
            }
            [Step::Index { index, scale, .. }, rest @ ..]
                if constant(scale).is_some()
                    && rest.iter().all(|s| matches!(s, Step::Field { .. })) =>
            {
                let (index, scale) = (self.expr(index), constant(scale).unwrap_or(1));
                let field = if rest.is_empty() { "" } else { " + 4" };
                let ty = type_name(place.ty);
                format!("(*({ty} *)((char *){name} + (long){index} * {scale}{field}))")
            }
            [] => name,
            steps => self.shaped(&name, kind, place.ty, steps),
        }
    }

    /// `A[i]`, in one of the ways to write it.
    fn element(&mut self, name: &str, index: &str) -> String {
        match self.rng.below(40) {
            0 => format!("(*({name} + {index}))"),
            1 => format!("AT({name}, {index})"),
            2 => format!("({index})[{name}]"),
            3 => format!("(&{name}[{index}])[0]"),
            _ => format!("{name}[{index}]"),
        }
    }

    fn number(&mut self, value: i64, ty: Type) -> String {
        let own = self.hide.own.as_ref().filter(|own| own.0 == value && ty == Type::INT);
        if let Some((_, name)) = own {
            return name.clone();
        }
        let declared = self.declared.iter().flatten().map(|symbol| self.name(*symbol));
        let own: Vec<String> = declared.chain(self.counters.iter().cloned()).collect();
        let is_visible = |name: &str| own.iter().any(|own| own == name);
        let written = self.guise.number(value, is_visible, self.rng).filter(|_| ty == Type::INT);
        written.unwrap_or_else(|| literal(value, ty))
    }

    /// `((unsigned (*)[n])A)[i][j]`, or `T[i][j]` of the array that is declared so.
    fn shaped(&mut self, name: &str, kind: SymbolKind, ty: Type, steps: &[Step]) -> String {
        let own = self.hide.own.take();
        let mut extents = String::new();
        for step in steps.iter().skip(1) {
            if let Step::Index { extent: Some(extent), .. } = step {
                let _ = write!(extents, "[{}]", self.expr(extent));
            }
        }
        self.hide.own = own;
        let mut subscripts = String::new();
        for step in steps {
            let Step::Index { index, .. } = step else { continue };
            let _ = write!(subscripts, "[{}]", self.expr(index));
        }
        let is_table = extents == "[40]" && kind == SymbolKind::Array;
        if is_table && ty == (Type::Int { bits: 32, signed: false }) {
            return format!("T40{subscripts}");
        }
        format!("(({} (*){extents}){name}){subscripts}", type_name(ty))
    }
}

fn literal(value: i64, ty: Type) -> String {
    let suffix = match ty {
        Type::Int { bits: 64, signed: true } => "L",
        Type::Int { bits: 64, signed: false } => "UL",
        Type::Int { bits: 32, signed: false } => "U",
        _ => "",
    };
    if value < 0 { format!("({value}{suffix})") } else { format!("{value}{suffix}") }
}
