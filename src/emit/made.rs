//! Bodies that a change makes anew. Statements without a text of their own are printed; the user's are copied, but for the places in
//! them that the change puts elsewhere. What stands between statements is lost; where that would be more than
//! comments, no change comes here ([`crate::transform::legality::check_copies`]).

use std::collections::BTreeMap;

use super::lines::{Lines, deeper, indent, removal};
use super::{Edit, directive, headers, newlines, one_line, scopes};
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::print::{Printer, type_name};
use crate::ir::{
    Base, Directive, Expr, ExprKind, Loop, Place, Step as PlaceStep, Stmt, StmtKind, SymbolKind,
    TargetRegion, Type, walk_statements,
};
use crate::openmp::Construct;
use crate::source::{SourceFile, Span};
use crate::transform::applied_to_one;
use crate::transform::nest::has_own_texts;
use crate::transform::scalar::{self, Replaced};
use crate::transform::step::{Along, Step, StepKind, Subject};

/// The edits that put the body of `new` in the place of the one that is `written`, which is one statement.
pub(super) fn edits(
    (written, steps): (&TargetRegion, &[Step]),
    new: &TargetRegion,
    file: &SourceFile,
) -> Result<Vec<Edit>, Code> {
    let [Stmt { span, .. }] = written.body.as_slice() else { return Err(Code::NotEditable) };
    if !scopes::resolves(new) {
        return Err(Code::NotEditable);
    }
    let mut edits = directive::edits(&written.directive, &new.directive, file)?;
    let mut made = Made::of((written, steps), new, file)?;
    made.block(&new.body, &indent(file, span.start))?;
    edits.push(made.lines.before(file, span.start));
    edits.push(removal(file, *span));
    Ok(edits)
}

/// The text of a region that differs from the region as written.
pub(super) struct Made<'a> {
    new: &'a TargetRegion,
    /// How many variables the region had as written: those behind them are new.
    known: usize,
    /// Elements of the text that become scalars, with the names of these.
    scalars: Vec<(Place, String)>,
    /// The lines of definitions that come anew, by their variables, in the order of the text.
    defined: Vec<(SymbolId, u32)>,
    /// Whether these are constants; `None` where their declaration says more than that.
    constants: BTreeMap<SymbolId, Option<bool>>,
    file: &'a SourceFile,
    printer: Printer<'a>,
    lines: Lines,
}

impl<'a> Made<'a> {
    /// The text of `new`, which has the variables of the region that is `written`, and others behind them.
    pub(super) fn of(
        (written, steps): (&'a TargetRegion, &[Step]),
        new: &'a TargetRegion,
        file: &'a SourceFile,
    ) -> Result<Made<'a>, Code> {
        let scalars = scalars(written, steps)?;
        let redefines = steps.iter().any(|step| step.kind == StepKind::TRANSPOSE);
        let defined = if redefines { definitions(written, file) } else { Vec::new() };
        let constants = if redefines { constants(written, file) } else { BTreeMap::new() };
        let printer = Printer { symbols: &new.symbols, spelled: headers::spelled(written, file) };
        let (known, lines) = (written.symbols.len(), Lines::default());
        Ok(Made { new, known, scalars, defined, constants, file, printer, lines })
    }
}

/// The variables that statements define, with the lines of these.
fn definitions(written: &TargetRegion, file: &SourceFile) -> Vec<(SymbolId, u32)> {
    let mut found = Vec::new();
    walk_statements(&written.body, &mut |stmt| {
        let symbol = match &stmt.kind {
            StmtKind::Declare { symbol, .. } => Some(*symbol),
            StmtKind::Assign { target, .. } => target.as_symbol(),
            _ => None,
        };
        found.extend(symbol.map(|symbol| (symbol, file.position(stmt.span.start).line)));
    });
    found
}

/// Whether variables are declared as constants, by what stands before the first `=` of their declaration; `None` where that is more than a
/// type and names.
fn constants(written: &TargetRegion, file: &SourceFile) -> BTreeMap<SymbolId, Option<bool>> {
    const MORE: [&str; 9] = [
        "_Alignas",
        "_Atomic",
        "__attribute__",
        "alignas",
        "constexpr",
        "register",
        "static",
        "thread_local",
        "volatile",
    ];
    let mut found = BTreeMap::new();
    walk_statements(&written.body, &mut |stmt| {
        let StmtKind::Declare { symbol, .. } = &stmt.kind else { return };
        let text = String::from_utf8_lossy(file.slice(stmt.span));
        let head = text.split('=').next().unwrap_or_default();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: Vec<&str> = head.split(|c| !is_part(c)).collect();
        let is_plain = head.chars().all(|c| is_part(c) || c.is_whitespace() || ":,".contains(c))
            && !MORE.iter().any(|word| words.contains(word));
        found.insert(*symbol, is_plain.then(|| words.contains(&"const")));
    });
    found
}

/// The elements of the text that steps make scalars, with the names of these. The loops of a step are those that the steps before leave.
fn scalars(written: &TargetRegion, steps: &[Step]) -> Result<Vec<(Place, String)>, Code> {
    let mut found = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        if let Subject::Scalars(Along { loops, .. }) = &step.subject {
            let before = applied_to_one(written, &steps[..at]).ok_or(Code::NotEditable)?;
            let replaced = scalar::replaced(&before, loops).ok_or(Code::NotEditable)?;
            found.extend(replaced.iter().flat_map(Replaced::texts));
        }
    }
    Ok(found)
}

impl Made<'_> {
    fn block(&mut self, body: &[Stmt], indent: &str) -> Result<(), Code> {
        let mut end = 0;
        for group in body.chunk_by(|a, b| a.span == b.span && !a.span.is_empty()) {
            let span = group[0].span;
            if !span.is_empty() && span.start < end {
                return Err(Code::NotEditable);
            }
            end = end.max(span.end);
            if group[0].span.is_empty() {
                self.statement(&group[0], indent)?;
            } else {
                self.copy(group, indent)?;
            }
        }
        Ok(())
    }

    /// Statements with one text.
    fn copy(&mut self, group: &[Stmt], indent: &str) -> Result<(), Code> {
        let text = self.file.slice(group[0].span);
        if !text.ends_with(b";") && !text.ends_with(b"}") || !has_own_texts(group) {
            return Err(Code::NotEditable);
        }
        let edits = self.moved(group)?;
        let set = super::EditSet::new(edits).map_err(|_| Code::NotEditable)?;
        let span = group[0].span;
        if newlines(self.file.slice(span)) > 0 {
            self.lines.repeat(self.file, span, set.edits());
            return Ok(());
        }
        self.lines.repeat_behind(indent, self.file, (span, set.edits()));
        Ok(())
    }

    /// The edits of the text of statements that put other places, or scalars, where the program has elements.
    pub(super) fn moved(&self, group: &[Stmt]) -> Result<Vec<Edit>, Code> {
        let span = group.first().map_or_else(Span::default, |first| first.span);
        let is_inside = |own: Span| span.start <= own.start && own.end <= span.end;
        let mut moved: Vec<Place> = Vec::new();
        walk_statements(group, &mut |stmt| {
            stmt.walk_own(&mut |expr| match &expr.kind {
                ExprKind::Load(place) if self.is_new(place) => moved.push(place.clone()),
                _ => {}
            });
        });
        let edit = |place: &Place| {
            if !is_inside(place.span) || !self.is_plain(place) {
                return Err(Code::NotEditable);
            }
            Ok(Edit::replacement(place.span, self.place(place)?))
        };
        let scalars = self.scalars.iter().filter(|(place, _)| is_inside(place.span));
        let scalars = scalars.map(|(place, name)| {
            let is_plain = self.is_plain(place);
            is_plain.then(|| Edit::replacement(place.span, name.as_str())).ok_or(Code::NotEditable)
        });
        scalars.chain(moved.iter().map(edit)).collect()
    }

    /// Whether the text of a place is that of an element alone, on one line: a name with subscripts.
    fn is_plain(&self, place: &Place) -> bool {
        let text = self.file.slice(place.span);
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name = text.iter().take_while(|byte| is_word(byte)).count();
        let subscript = text[name..].trim_ascii_start();
        name > 0 && subscript.starts_with(b"[") && text.ends_with(b"]") && newlines(text) == 0
    }

    fn is_new(&self, place: &Place) -> bool {
        matches!(place.base, Base::Symbol(symbol) if symbol.index() >= self.known)
    }

    fn statement(&mut self, stmt: &Stmt, indent: &str) -> Result<(), Code> {
        match &stmt.kind {
            StmtKind::Declare { .. } | StmtKind::Assign { .. } => {
                let text = self.simple(stmt)?;
                match self.line_of(stmt) {
                    Some(number) => self.lines.place(number, indent, text.as_bytes()),
                    None => self.lines.add(indent, &text),
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.lines.add(indent, &format!("if ({}) {{", self.value(condition)?));
                self.block(then, &deeper(indent))?;
                if !otherwise.is_empty() {
                    self.lines.add(indent, "} else {");
                    self.block(otherwise, &deeper(indent))?;
                }
                self.lines.add(indent, "}");
            }
            StmtKind::Loop(l) => self.counted(l, indent)?,
            StmtKind::Directive(directive, body) => self.directive(directive, body, indent)?,
            _ => return Err(Code::NotEditable),
        }
        Ok(())
    }

    /// The line of the definition in whose place the statement comes.
    fn line_of(&mut self, stmt: &Stmt) -> Option<u32> {
        let symbol = match &stmt.kind {
            StmtKind::Declare { symbol, .. } => *symbol,
            StmtKind::Assign { target, .. } => target.as_symbol()?,
            _ => return None,
        };
        let at = self.defined.iter().position(|(own, _)| *own == symbol)?;
        Some(self.defined.remove(at).1)
    }

    /// A declaration or an assignment.
    pub(super) fn simple(&self, stmt: &Stmt) -> Result<String, Code> {
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => self.declaration(*symbol, value.as_ref()),
            StmtKind::Assign { target, op: None, value } => {
                let is_own = !self.is_new(target) && self.is_plain(target);
                let target = if is_own { self.text(target.span)? } else { self.place(target)? };
                Ok(format!("{target} = {};", self.value(value)?))
            }
            _ => Err(Code::NotEditable),
        }
    }

    fn enclosed(&mut self, opening: &str, body: &[Stmt], indent: &str) -> Result<(), Code> {
        self.lines.add(indent, opening);
        self.block(body, &deeper(indent))?;
        self.lines.add(indent, "}");
        Ok(())
    }

    fn directive(&mut self, own: &Directive, body: &[Stmt], indent: &str) -> Result<(), Code> {
        self.lines.add(indent, &directive::pragma(own));
        match body {
            [Stmt { kind: StmtKind::Loop(l), .. }] => self.counted(l, indent),
            [stmt] if own.construct() == Construct::Atomic => self.statement(stmt, indent),
            _ => self.enclosed("{", body, indent),
        }
    }

    fn counted(&mut self, l: &Loop, indent: &str) -> Result<(), Code> {
        if let Some(pragma) = &l.pragma {
            self.lines.add(indent, &format!("#pragma {pragma}"));
        }
        let symbol = &self.new.symbols[l.iv.index()];
        let (name, ty) = (&symbol.name, type_name(symbol.ty).ok_or(Code::NotEditable)?);
        let [lower, bound, step] = [&l.lower, &l.bound, &l.step].map(|own| self.value(own));
        let increments = l.step.ty != symbol.ty && l.step.integer().is_some_and(|step| *step == 1);
        let step = match step?.as_str() {
            "1" => format!("{name}++"),
            _ if increments => format!("{name}++"),
            step => format!("{name} += {step}"),
        };
        let relation = l.relation.symbol();
        let (lower, mut bound) = (lower?, bound?);
        if matches!(l.bound.kind, ExprKind::Select(..)) {
            bound = format!("({bound})");
        }
        let header = format!("for ({ty} {name} = {lower}; {name} {relation} {bound}; {step}) {{");
        self.enclosed(&header, &l.body, indent)
    }

    /// A declaration: of an array with the type and the extents that places in it have, or of a number.
    fn declaration(&self, symbol: SymbolId, value: Option<&Expr>) -> Result<String, Code> {
        let variable = &self.new.symbols[symbol.index()];
        let named = |ty: Type| type_name(ty).ok_or(Code::NotEditable);
        if let Some(value) = value {
            let value = self.value(value)?;
            let constant = self.constants.get(&symbol).copied().unwrap_or(Some(false));
            let qualifier = if constant.ok_or(Code::NotEditable)? { "const " } else { "" };
            return Ok(format!("{qualifier}{} {} = {value};", named(variable.ty)?, variable.name));
        }
        if variable.kind == SymbolKind::Scalar {
            return Ok(format!("{} {};", named(variable.ty)?, variable.name));
        }
        let mut found = None;
        let mut look = |place: &Place| {
            if place.base == Base::Symbol(symbol) {
                found.get_or_insert_with(|| place.clone());
            }
        };
        walk_statements(&self.new.body, &mut |stmt| {
            if let StmtKind::Assign { target, .. } = &stmt.kind {
                look(target);
            }
        });
        let place = found.ok_or(Code::NotEditable)?;
        let extents = place.steps.iter().map(|step| match step {
            PlaceStep::Index { extent: Some(extent), .. } => match &extent.kind {
                ExprKind::Int(number) => Ok(format!("[{number}]")),
                _ => Err(Code::NotEditable),
            },
            _ => Err(Code::NotEditable),
        });
        let extents: String = extents.collect::<Result<_, _>>()?;
        Ok(format!("{} {}{extents};", named(place.ty)?, variable.name))
    }

    /// The text of a value: of one that is loaded where the program has it, as there.
    pub(super) fn value(&self, expr: &Expr) -> Result<String, Code> {
        match &expr.kind {
            ExprKind::Load(place) if self.is_new(place) => self.place(place),
            ExprKind::Load(place) if place.span.is_empty() && !place.steps.is_empty() => {
                self.place(place)
            }
            ExprKind::Load(place) if self.is_plain(place) => self.text(place.span),
            _ => self.printer.text(expr).ok_or(Code::NotEditable),
        }
    }

    fn text(&self, span: Span) -> Result<String, Code> {
        String::from_utf8(one_line(self.file, span)?).map_err(|_| Code::NotEditable)
    }

    /// The text of a place in an array that has none of its own.
    fn place(&self, place: &Place) -> Result<String, Code> {
        let Base::Symbol(symbol) = place.base else { return Err(Code::NotEditable) };
        let indices = place.steps.iter().map(|step| match step {
            PlaceStep::Index { index, .. } => Ok(format!("[{}]", self.value(index)?)),
            PlaceStep::Field { .. } => Err(Code::NotEditable),
        });
        let indices: String = indices.collect::<Result<_, _>>()?;
        Ok(format!("{}{indices}", self.new.symbols[symbol.index()].name))
    }
}
