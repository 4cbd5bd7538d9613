//! From the IR to its text form.

use std::collections::BTreeMap;
use std::fmt;

use super::sexpr::quote;
use super::{
    has_natural_type, is_plain, natural_place_type, type_word, unary_word, word_of, written_word,
};
use crate::id::SymbolId;
use crate::ir::{
    Base, BinaryOp, Clause, DataItem, DebugLocation, Directive, Element, Expr, ExprKind, Hazard,
    Loop, Lost, Member, Origin, OriginKind, Place, PointerOrigin, Role, Size, Step, Stmt, StmtKind,
    Symbol, TargetRegion, Written,
};
use crate::source::{LineColumn, Span};

/// The canonical text of `region`, ending in a newline: one statement, symbol, clause or data item
/// a line, two blanks for each level.
pub fn print(region: &TargetRegion) -> String {
    let body = print_body(region);
    let mut out =
        format!("(region {} {} {}", quote(&region.file_name), region.line, name(&region.function));
    if region.file.0 != 0 {
        line(&mut out, 1, &format!("(file {})", region.file.0));
    }
    if (region.loop_count, region.stmt_count) != (body.loops, body.stmts) {
        line(&mut out, 1, &format!("(counts {} {})", region.loop_count, region.stmt_count));
    }
    if let Some(condition) = &region.instance {
        line(&mut out, 1, &format!("(instance {})", quote(condition)));
    }
    section(&mut out, "around", region.around.iter().map(|around| directive(around, 2)));
    line(&mut out, 1, &directive(&region.directive, 1));
    section(&mut out, "symbols", region.symbols.iter().map(symbol));
    section(&mut out, "data", region.data.iter().map(|item| data_item(item, &body.names)));
    section(&mut out, "hazards", region.hazards.iter().map(hazard));
    let origins = region.origins.iter().map(|item| origin(item, &region.symbols, &body.names));
    section(&mut out, "pointers", origins);
    let facts = region.facts.iter().map(|fact| expression(fact, &region.symbols, &body.names));
    section(&mut out, "facts", facts);
    section(&mut out, "lost", region.lost.iter().map(|own| lost(own, &body.names)));
    line(&mut out, 1, &format!("(body{}))\n", body.out));
    out
}

fn print_body(region: &TargetRegion) -> Printer<'_> {
    let names = reference_names(&region.symbols);
    let mut printer = Printer::new(&region.symbols, names);
    printer.block(&region.body, 2);
    printer
}

fn put(out: &mut String, text: fmt::Arguments<'_>) {
    out.push_str(&text.to_string());
}

pub(super) fn line(out: &mut String, level: usize, text: &str) {
    out.push('\n');
    out.push_str(&"  ".repeat(level));
    out.push_str(text);
}

pub(super) fn section(out: &mut String, head: &str, items: impl Iterator<Item = String>) {
    let mut items = items.peekable();
    if items.peek().is_none() {
        return;
    }
    line(out, 1, &format!("({head}"));
    for item in items {
        line(out, 2, &item);
    }
    out.push(')');
}

pub(super) fn name(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quote(text) }
}

fn span_suffix(span: Span) -> String {
    if span == Span::default() { String::new() } else { format!("@{}:{}", span.start, span.end) }
}

/// How each symbol is referred to: by name, where the name is plain and nobody else's, otherwise by
/// name and number, or by number alone.
pub(super) fn reference_names(symbols: &[Symbol]) -> Vec<String> {
    let mut owners = BTreeMap::new();
    for symbol in symbols {
        *owners.entry(symbol.name.as_str()).or_insert(0_usize) += 1;
    }
    let reference = |(id, symbol): (usize, &Symbol)| {
        if !is_plain(&symbol.name) {
            format!("#{id}")
        } else if owners[symbol.name.as_str()] > 1 {
            format!("{}#{id}", symbol.name)
        } else {
            symbol.name.clone()
        }
    };
    symbols.iter().enumerate().map(reference).collect()
}

pub(super) fn symbol_ref(names: &[String], id: SymbolId) -> String {
    names.get(id.index()).cloned().unwrap_or_else(|| format!("#{}", id.0))
}

pub(super) fn symbol(symbol: &Symbol) -> String {
    let mut out = format!(
        "(symbol {} {} {} {}",
        name(&symbol.name),
        type_word(symbol.ty),
        word_of(symbol.kind),
        word_of(symbol.scope)
    );
    if symbol.restrict {
        out.push_str(" restrict");
    }
    if let Some(value) = &symbol.constant {
        put(&mut out, format_args!(" (constant {value})"));
    }
    if symbol.readonly {
        out.push_str(" readonly");
    }
    if !symbol.elements.is_empty() {
        out.push_str(" (elements");
        for Element { offset, ty, value } in symbol.elements.iter() {
            put(&mut out, format_args!(" ({offset} {} {value})", type_word(*ty)));
        }
        out.push(')');
    }
    out + ")"
}

fn hazard(hazard: &Hazard) -> String {
    format!("({}){}", word_of(hazard.kind), span_suffix(hazard.span))
}

pub(super) fn data_item(item: &DataItem, names: &[String]) -> String {
    let mut out = format!("({} {}", word_of(item.kind), symbol_ref(names, item.symbol));
    if let Some(Member { path, pointer_at }) = &item.member {
        let at = pointer_at.map_or_else(String::new, |at| format!(" {at}"));
        put(&mut out, format_args!(" (member {}{at})", quote(path)));
    }
    if let Some((lower, length)) = &item.section {
        put(&mut out, format_args!(" (section {} {})", quote(lower), quote(length)));
    }
    if item.enclosing {
        out.push_str(" enclosing");
    }
    if item.may_be_empty {
        out.push_str(" may-be-empty");
    }
    out + ")"
}

fn lost(lost: &Lost, names: &[String]) -> String {
    let read = lost.read.map(|read| format!(" {read}")).unwrap_or_default();
    format!("({}{read}){}", symbol_ref(names, lost.symbol), span_suffix(lost.write))
}

fn origin(origin: &PointerOrigin, symbols: &[Symbol], names: &[String]) -> String {
    let symbol = symbol_ref(names, origin.symbol);
    match &origin.kind {
        OriginKind::Entry => format!("(entry {symbol})"),
        OriginKind::Allocated => format!("(allocated {symbol})"),
        OriginKind::Mapped(construct) => format!("(mapped {symbol} {construct})"),
        OriginKind::Derived(pointer) => {
            format!("(derived {symbol} {})", expression(pointer, symbols, names))
        }
    }
}

fn expression(expr: &Expr, symbols: &[Symbol], names: &[String]) -> String {
    let mut printer = Printer::new(symbols, names.to_vec());
    printer.expr(expr);
    printer.out
}

fn directive(directive: &Directive, level: usize) -> String {
    let mut out = format!("(directive {}", quote(&directive.name));
    if directive.origin != Origin::MainFile {
        put(&mut out, format_args!(" {}", word_of(directive.origin)));
    }
    if directive.name_end != 0 {
        put(&mut out, format_args!(" (name-end {})", directive.name_end));
    }
    for item in &directive.clauses {
        line(&mut out, level + 1, &clause(item));
    }
    out + ")" + &span_suffix(directive.span)
}

fn clause(clause: &Clause) -> String {
    let head = if clause.known { "clause" } else { "unknown-clause" };
    let argument =
        clause.argument.as_ref().map_or(String::new(), |text| format!(" {}", quote(text)));
    let from = clause.from_macro.as_ref();
    let from = from.map_or(String::new(), |name| format!(" (from-macro {})", quote(name)));
    format!("({head} {}{argument}{from}){}", name(&clause.name), span_suffix(clause.span))
}

pub(super) struct Printer<'a> {
    symbols: &'a [Symbol],
    names: Vec<String>,
    out: String,
    stmts: u32,
    loops: u32,
}

impl<'a> Printer<'a> {
    /// A printer of what names `symbols`, each by its name in `names`.
    pub(super) fn new(symbols: &'a [Symbol], names: Vec<String>) -> Self {
        Printer { symbols, names, out: String::new(), stmts: 0, loops: 0 }
    }

    /// How many loops and statements it has printed.
    pub(super) fn counts(&self) -> (u32, u32) {
        (self.loops, self.stmts)
    }

    /// What it has printed.
    pub(super) fn text(&self) -> &str {
        &self.out
    }

    pub(super) fn block(&mut self, stmts: &[Stmt], level: usize) {
        for stmt in stmts {
            line(&mut self.out, level, "");
            self.stmt(stmt, level);
        }
    }

    fn named_block(&mut self, head: &str, stmts: &[Stmt], level: usize) {
        line(&mut self.out, level, &format!("({head}"));
        self.block(stmts, level + 1);
        self.out.push(')');
    }

    fn stmt(&mut self, stmt: &Stmt, level: usize) {
        let numbered = stmt.id.0 != self.stmts;
        self.stmts += 1;
        if numbered {
            put(&mut self.out, format_args!("(numbered {} ", stmt.id.0));
        }
        if stmt.in_macro {
            self.out.push_str("(macro ");
        }
        self.stmt_kind(&stmt.kind, level);
        self.out.push_str(&span_suffix(stmt.span));
        self.out.push_str(&")".repeat(usize::from(numbered) + usize::from(stmt.in_macro)));
    }

    fn stmt_kind(&mut self, kind: &StmtKind, level: usize) {
        match kind {
            StmtKind::Declare { symbol, value } => {
                put(&mut self.out, format_args!("(declare {}", symbol_ref(&self.names, *symbol)));
                self.operands(value);
            }
            StmtKind::Assign { target, op, value } => {
                put(&mut self.out, format_args!("({}= ", op.map_or("", BinaryOp::symbol)));
                self.place(target);
                self.operand(value);
            }
            StmtKind::Evaluate(value) => {
                self.out.push_str("(evaluate");
                self.operand(value);
            }
            StmtKind::If { condition, then, otherwise } => {
                self.out.push_str("(if");
                self.operand(condition);
                self.named_block("then", then, level + 1);
                if !otherwise.is_empty() {
                    self.named_block("else", otherwise, level + 1);
                }
            }
            StmtKind::Loop(inner) => self.for_loop(inner, level),
            StmtKind::While { why, condition, body } => {
                put(&mut self.out, format_args!("(while {}", quote(why)));
                self.operands(condition);
                self.named_block("do", body, level + 1);
            }
            StmtKind::Jump(jump) => put(&mut self.out, format_args!("({}", word_of(jump))),
            StmtKind::Directive(inner, body) => {
                put(&mut self.out, format_args!("(omp {}", directive(inner, level + 1)));
                self.block(body, level + 1);
            }
            StmtKind::Opaque { why } => put(&mut self.out, format_args!("(opaque {}", quote(why))),
        }
        self.out.push(')');
    }

    fn for_loop(&mut self, inner: &Loop, level: usize) {
        let numbered = inner.id.0 != self.loops;
        self.loops += 1;
        put(&mut self.out, format_args!("(for {}", symbol_ref(&self.names, inner.iv)));
        self.operand(&inner.lower);
        put(&mut self.out, format_args!(" {}", inner.relation.symbol()));
        self.operand(&inner.bound);
        self.operand(&inner.step);
        if numbered {
            put(&mut self.out, format_args!(" (loop {})", inner.id.0));
        }
        match inner.role {
            Role::Written => {}
            Role::Block { of, size } => {
                let size = match size {
                    Size::Number(number) => number.to_string(),
                    Size::Symbol(symbol) => symbol_ref(&self.names, symbol),
                };
                put(&mut self.out, format_args!(" (block-of {} {size})", of.0));
            }
            Role::Point { of } => put(&mut self.out, format_args!(" (point-of {})", of.0)),
            Role::Copy => self.out.push_str(" (copy)"),
        }
        for (flag, word) in [(inner.declares_iv, "declares"), (inner.braced, "braced")] {
            if flag {
                put(&mut self.out, format_args!(" {word}"));
            }
        }
        match &inner.written {
            Written::Macro(name) => {
                put(&mut self.out, format_args!(" (from-macro {})", quote(name)));
            }
            other => {
                let word = written_word(other).map_or(String::new(), |word| format!(" {word}"));
                self.out.push_str(&word);
            }
        }
        for (word, span) in [("header", inner.header), ("block", inner.body_span)] {
            if span != Span::default() {
                put(&mut self.out, format_args!(" ({word}){}", span_suffix(span)));
            }
        }
        if let Some(text) = &inner.pragma {
            put(&mut self.out, format_args!(" (pragma {})", quote(text)));
        }
        self.block(&inner.body, level + 1);
    }

    fn operand(&mut self, expr: &Expr) {
        self.out.push(' ');
        self.expr(expr);
    }

    fn operands<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) {
        for operand in operands {
            self.operand(operand);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(value) => put(&mut self.out, format_args!("{value}")),
            ExprKind::Float(text) => self.out.push_str(&quote(text)),
            ExprKind::Symbol(symbol) => self.out.push_str(&symbol_ref(&self.names, *symbol)),
            ExprKind::Load(place) if place.ty == expr.ty => return self.place(place),
            ExprKind::Load(place) => {
                self.out.push_str("(load ");
                self.place(place);
                self.out.push(')');
            }
            ExprKind::AddressOf(place) => {
                self.out.push_str("(addr ");
                self.place(place);
                self.out.push(')');
            }
            ExprKind::Unary(op, operand) => self.list(unary_word(*op), &[operand]),
            ExprKind::Binary(op, left, right) => self.list(op.symbol(), &[left, right]),
            ExprKind::Compare(relation, left, right) => {
                self.list(relation.symbol(), &[left, right]);
            }
            ExprKind::Cast(operand) => self.list("cast", &[operand]),
            ExprKind::Select(condition, then, otherwise) => {
                self.list("select", &[condition, then, otherwise]);
            }
            ExprKind::Call { name: callee, pure_fn, arguments } => {
                let head = if *pure_fn { "call-pure" } else { "call" };
                let arguments: Vec<&Expr> = arguments.iter().collect();
                self.list(&format!("{head} {}", name(callee)), &arguments);
            }
            ExprKind::Opaque { why, effects } => {
                let head = if *effects { "opaque-effects" } else { "opaque" };
                put(&mut self.out, format_args!("({head} {})", quote(why)));
            }
        }
        if !has_natural_type(expr, self.symbols) {
            put(&mut self.out, format_args!(":{}", type_word(expr.ty)));
        }
    }

    fn list(&mut self, head: &str, operands: &[&Expr]) {
        put(&mut self.out, format_args!("({head}"));
        self.operands(operands.iter().copied());
        self.out.push(')');
    }

    fn place(&mut self, place: &Place) {
        self.out.push('[');
        match &place.base {
            Base::Symbol(symbol) => self.out.push_str(&symbol_ref(&self.names, *symbol)),
            Base::Loaded(pointer) => self.place(pointer),
            Base::Value(pointer) => {
                self.out.push_str("(value");
                self.operand(pointer);
                self.out.push(')');
            }
        }
        if let Some(DebugLocation { file, position }) = place.debug.as_deref() {
            let LineColumn { line, column } = position;
            put(&mut self.out, format_args!(" (debug {} {line} {column})", name(file)));
        }
        for step in &place.steps {
            self.step(step);
        }
        self.out.push(']');
        if natural_place_type(place, self.symbols) != Some(place.ty) {
            put(&mut self.out, format_args!(":{}", type_word(place.ty)));
        }
        self.out.push_str(&span_suffix(place.span));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Index { index, scale, extent } => {
                self.out.push_str(" (index");
                self.operand(index);
                self.operand(scale);
                self.operands(extent);
            }
            Step::Field { name: member, offset, overlapping } => {
                put(&mut self.out, format_args!(" (field {} {offset}", name(member)));
                if *overlapping {
                    self.out.push_str(" overlapping");
                }
            }
        }
        self.out.push(')');
    }
}
