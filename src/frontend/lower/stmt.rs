//! Statements: one function for each kind.

use clang_sys as cs;

use super::Lowerer;
use super::bindings::binds;
use super::expr::{may_write, uses_memory};
use super::host::is_sized_by_memory;
use super::library::only_tells_time;
use super::nodes::{decided, opaque};
use super::object::{is_destroyed, makes_nothing};
use super::simd;
use super::syntax::without_attributes;
use crate::frontend::lex::Lexer;
use crate::frontend::libclang::Cursor;
use crate::frontend::unit::Governing;
use crate::ir::{Directive, Expr, ExprKind, Jump, Stmt, StmtKind, Type, Written};
use crate::source::Span;

/// The deepest nesting that is lowered.
pub(super) const DEEPEST: u32 = 256;

/// The body of a loop or branch.
pub(super) struct Body {
    pub(super) stmts: Vec<Stmt>,
    pub(super) span: Span,
    pub(super) braced: bool,
    pub(super) braces_in_macro: bool,
    pub(super) end_in_macro: bool,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// A statement with the directives that stand before it.
    pub(super) fn governed(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        if cursor.kind() == cs::CXCursor_UnexposedStmt {
            self.attributes(cursor, out);
        }
        let cursor = without_attributes(cursor);
        let governing = self.take(cursor);
        self.under(cursor, &governing, 0, out);
    }

    /// A statement under the directives of `governing` from `first` on.
    pub(super) fn under(
        &mut self,
        cursor: Cursor<'tu>,
        governing: &Governing,
        first: usize,
        out: &mut Vec<Stmt>,
    ) {
        let Some(directive) = governing.directives.get(first) else {
            self.statement(cursor, governing.other.clone(), out);
            return;
        };
        if governing.is_standalone(first) {
            self.standalone(directive, out);
            self.under(cursor, governing, first + 1, out);
            return;
        }
        if self.nesting >= DEEPEST {
            self.opaque_statement(cursor, too_deep(), out);
            return;
        }
        let id = self.next_stmt();
        let is_region = directive.construct().is_target();
        let is_own = is_region && !self.outside(cursor);
        let kept = is_own.then(|| self.kept_body(directive.span.start)).flatten();
        let mut body = kept.unwrap_or_else(|| {
            let mut body = Vec::new();
            self.nesting += 1;
            self.under(cursor, governing, first + 1, &mut body);
            self.nesting -= 1;
            body
        });
        if let [Stmt { kind: StmtKind::Loop(l), span, .. }] = body.as_mut_slice()
            && simd::is_plain(directive, l, &self.symbols)
        {
            l.pragma = Some(simd::pragma(directive));
            if l.written == Written::InFile {
                span.start = directive.span.start.min(span.start);
            }
            out.append(&mut body);
            return;
        }
        let end = self.span(cursor).end.max(body.last().map_or(0, |last| last.span.end));
        let span = Span::new(directive.span.start, end.max(directive.span.end));
        let in_macro = directive.origin.is_macro() || body.iter().any(|stmt| stmt.in_macro);
        let kind = StmtKind::Directive(directive.clone(), body);
        out.push(Stmt { id, span, in_macro, kind });
    }

    pub(super) fn standalone(&mut self, directive: &Directive, out: &mut Vec<Stmt>) {
        let id = self.next_stmt();
        let in_macro = directive.origin.is_macro();
        let kind = StmtKind::Directive(directive.clone(), Vec::new());
        out.push(Stmt { id, span: directive.span, in_macro, kind });
    }

    /// A statement without the directives before it; `pragma` is another pragma before it.
    pub(super) fn statement(
        &mut self,
        cursor: Cursor<'tu>,
        pragma: Option<String>,
        out: &mut Vec<Stmt>,
    ) {
        if self.nesting >= DEEPEST {
            self.opaque_statement(cursor, too_deep(), out);
            return;
        }
        self.nesting += 1;
        self.budget = super::INLINE_BUDGET;
        self.statement_kind(cursor, pragma, out);
        self.leave_outer_loop(cursor, out);
        self.nesting -= 1;
    }

    fn statement_kind(&mut self, cursor: Cursor<'tu>, pragma: Option<String>, out: &mut Vec<Stmt>) {
        match cursor.kind() {
            cs::CXCursor_CompoundStmt => self.block(cursor, out),
            cs::CXCursor_ForStmt => self.for_statement(cursor, pragma, out),
            cs::CXCursor_WhileStmt | cs::CXCursor_DoStmt => self.while_statement(cursor, out),
            cs::CXCursor_IfStmt => self.if_statement(cursor, out),
            cs::CXCursor_DeclStmt => self.declaration(cursor, out),
            cs::CXCursor_NullStmt => {}
            cs::CXCursor_BreakStmt => self.jump(cursor, Jump::Break, out),
            cs::CXCursor_ContinueStmt => self.continue_statement(cursor, out),
            cs::CXCursor_SwitchStmt => self.switch_statement(cursor, out),
            cs::CXCursor_CXXForRangeStmt => self.range_for(cursor, pragma, out),
            cs::CXCursor_ReturnStmt if self.return_from_loop(cursor, out) => {}
            cs::CXCursor_ReturnStmt => self.return_statement(cursor, out),
            cs::CXCursor_GotoStmt | cs::CXCursor_IndirectGotoStmt => {
                self.jump(cursor, Jump::Goto, out);
            }
            cs::CXCursor_LabelStmt => self.label(cursor, pragma, out),
            _ if cursor.is_expression() => self.expression_statement(cursor, out),
            kind => self.opaque_statement(cursor, unknown_statement(kind), out),
        }
    }

    /// The statements of a compound statement.
    fn block(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        for child in cursor.children() {
            self.governed(child, out);
        }
        let (_, end) = cursor.extent();
        let last = end.offset.saturating_sub(1);
        let rest = match end.file {
            Some(file) if !self.frames.is_empty() => Some(self.of_callee(file, last)),
            file => (file == Some(self.file)).then(|| self.take_at(last)),
        };
        if let Some(rest) = rest {
            for directive in &rest.directives {
                self.standalone(directive, out);
            }
        }
    }

    /// The statement governed by a loop or branch.
    pub(super) fn body(&mut self, cursor: Cursor<'tu>) -> Body {
        let cursor = without_attributes(cursor);
        let mut stmts = Vec::new();
        let governing = self.take(cursor);
        self.under(cursor, &governing, 0, &mut stmts);
        let braced = cursor.kind() == cs::CXCursor_CompoundStmt && governing.directives.is_empty();
        let own = self.span(cursor);
        if self.call_span.is_some() {
            let (braces_in_macro, end_in_macro) = (true, true);
            return Body { stmts, span: own, braced: false, braces_in_macro, end_in_macro };
        }
        let inner_end = stmts.last().map_or(0, |last| last.span.end);
        let end = self.terminated(cursor).unwrap_or(own.end).max(inner_end);
        let start = governing.start.unwrap_or(own.start);
        let outside = self.outside(cursor);
        let braces_in_macro = outside
            || braced && (self.expansion(own.start) || self.expansion(end.saturating_sub(1)));
        let called = cursor.kind() == cs::CXCursor_CallExpr && governing.directives.is_empty();
        let last_in_macro = if called {
            self.in_macro(cursor, self.statement_span(cursor))
        } else {
            !braced && stmts.last().is_some_and(|last| last.in_macro)
        };
        let end_in_macro = outside || last_in_macro || self.expansion(end.saturating_sub(1));
        let span = Span::new(start.min(own.start), end);
        Body { stmts, span, braced, braces_in_macro, end_in_macro }
    }

    /// An `if`. One around a loop that has an `else` without a statement is not to be moved: nothing else tells of the `else`.
    fn if_statement(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let children = cursor.children();
        let first = self.head_of_if(cursor, &children, out);
        let (condition, then, otherwise) = match children[first..] {
            [condition, then] if condition.is_expression() => (condition, then, None),
            [condition, then, otherwise] if condition.is_expression() => {
                (condition, then, Some(otherwise))
            }
            _ => return self.opaque_statement(cursor, IF_WITHOUT_CONDITION, out),
        };
        let condition = self.hoisting(condition, out, |lowerer| lowerer.whole_expr(condition));
        let condition = self.adapted(condition, Type::BOOL);
        let id = self.next_stmt();
        let then = self.body(then);
        let otherwise = otherwise.map(|branch| self.body(branch));
        let last = otherwise.as_ref().unwrap_or(&then);
        let start = self.span(cursor).start;
        let span = Span::new(start, last.span.end.max(start));
        let has_loop = then.stmts.iter().any(|stmt| matches!(stmt.kind, StmtKind::Loop(_)));
        let bare_else =
            has_loop && otherwise.as_ref().is_some_and(|branch| branch.stmts.is_empty());
        let in_macro = self.in_macro(cursor, span) || last.end_in_macro || bare_else;
        let otherwise = otherwise.map(|branch| branch.stmts).unwrap_or_default();
        if let Some(holds) = decided(&condition).filter(|_| self.call_span.is_some()) {
            return out.extend(if holds { then.stmts } else { otherwise });
        }
        let kind = StmtKind::If { condition, then: then.stmts, otherwise };
        out.push(Stmt { id, span, in_macro, kind });
    }

    /// What stands before the condition of an `if`, as statements before it: first the one that ends
    /// with a semicolon, then the condition's variable, which libclang shows first. How many parts
    /// of the `if` that are.
    fn head_of_if(
        &mut self,
        cursor: Cursor<'tu>,
        parts: &[Cursor<'tu>],
        out: &mut Vec<Stmt>,
    ) -> usize {
        let variable = parts.first().copied().filter(|c| c.kind() == cs::CXCursor_VarDecl);
        let count = usize::from(variable.is_some());
        let start = parts.get(count).copied().filter(|_| self.has_start(cursor));
        if let Some(start) = start {
            let span = self.span(start);
            self.with_span(span, |lowerer| lowerer.statement(start, None, out));
        }
        if let Some(variable) = variable {
            let span = self.span(variable);
            self.with_span(span, |lowerer| lowerer.variable_statement(variable, variable, out));
        }
        count + usize::from(start.is_some())
    }

    /// Whether a semicolon stands between the parentheses of an `if`.
    fn has_start(&self, cursor: Cursor<'tu>) -> bool {
        self.semicolon_behind(b"if", cursor) == Some(true)
    }

    /// Fails where something may stand before the condition or range of a `switch` or `for`, which
    /// libclang does not show.
    pub(super) fn check_start(&self, word: &[u8], cursor: Cursor<'tu>) -> Result<(), String> {
        match self.semicolon_behind(word, cursor) {
            Some(false) => Ok(()),
            _ => Err("a statement between parentheses that libclang does not show".to_owned()),
        }
    }

    /// Whether a semicolon stands between the parentheses behind the word that a statement begins with;
    /// `None` where that word is a macro's.
    fn semicolon_behind(&self, word: &[u8], cursor: Cursor<'tu>) -> Option<bool> {
        let start = cursor.extent().0;
        let (file, at) = (start.file?, start.offset);
        let bytes = self.unit.contents(file);
        if self.files.in_expansion(file, at) || !bytes.get(at as usize..)?.starts_with(word) {
            return None;
        }
        let mut depth = 0_u32;
        for token in Lexer::within(bytes, at) {
            match bytes.get(token.span.start as usize) {
                Some(b'(' | b'{' | b'[') => depth += 1,
                Some(b')' | b'}' | b']') if depth <= 1 => return Some(false),
                Some(b')' | b'}' | b']') => depth -= 1,
                Some(b';') if depth <= 1 => return Some(true),
                _ => {}
            }
        }
        None
    }

    fn declaration(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        for variable in cursor.children() {
            let is_plain = variable.kind() == cs::CXCursor_VarDecl && is_shown(variable);
            if !is_plain && self.call_span.is_none() && self.frames.is_empty() {
                self.bare.push(self.span(variable));
            }
            if variable.kind() == cs::CXCursor_VarDecl {
                self.variable_statement(cursor, variable, out);
            } else if binds(variable) {
                self.bound_object(cursor, variable, out);
            } else if variable.kind() != cs::CXCursor_FunctionDecl && evaluates(variable) {
                self.opaque_statement(cursor, "a declaration that evaluates something", out);
            }
        }
    }

    /// The declaration of one variable by the statement at `cursor`.
    pub(super) fn variable_statement(
        &mut self,
        cursor: Cursor<'tu>,
        variable: Cursor<'tu>,
        out: &mut Vec<Stmt>,
    ) {
        if variable.is_static() {
            return self.static_variable(cursor, variable, out);
        }
        if !super::types::is_local(variable) {
            return;
        }
        if !self.is_cleaned_up(variable) && self.vectors_variable(cursor, variable, out) {
            return;
        }
        if is_destroyed(variable.ty().canonical(), 0) || self.is_cleaned_up(variable) {
            return self.opaque_statement(cursor, "an object whose end may act", out);
        }
        if sized_by_effect(variable) || self.host.is_some() && is_sized_by_memory(variable) {
            let why = "an array whose size is computed with an effect";
            return self.opaque_statement(cursor, why, out);
        }
        if self.host.is_some() && only_tells_time(variable) {
            let symbol = self.declared_symbol(variable);
            return self.push(cursor, StmtKind::Declare { symbol, value: None }, out);
        }
        if self.listed_variable(cursor, variable, out)
            || self.constructed_variable(cursor, variable, out)
        {
            return;
        }
        let silent = |value: &Cursor<'tu>| makes_nothing(*value) || self.is_plain_lambda(*value);
        let initializer = variable.initializer().filter(|value| !silent(value));
        let value = initializer.map(|value| {
            self.hoisting(value, out, |lowerer| lowerer.initial_value(variable, value))
        });
        let symbol = self.declared_symbol(variable);
        let ty = self.symbols[symbol.index()].ty;
        let value = value.map(|value| self.adapted(value, ty));
        self.push(cursor, StmtKind::Declare { symbol, value }, out);
    }

    /// Whether something is done at the end of a variable's life by an attribute (`cleanup`), or by one that is not known.
    pub(super) fn is_cleaned_up(&self, variable: Cursor<'tu>) -> bool {
        const HARMLESS: [&str; 8] = [
            "align_value",
            "aligned",
            "annotate",
            "maybe_unused",
            "nodebug",
            "uninitialized",
            "unused",
            "used",
        ];
        let is_known = |attribute: Cursor<'tu>| {
            let text = self.written(attribute).unwrap_or_default();
            let word = text.split('(').next().and_then(|word| word.rsplit(':').next());
            word.is_some_and(|word| HARMLESS.contains(&word.trim().trim_matches('_')))
        };
        let is_attribute = |child: &Cursor<'tu>| child.kind() == cs::CXCursor_UnexposedAttr;
        !variable.children().into_iter().filter(is_attribute).all(is_known)
    }

    /// A static variable is initialised before the region, unless that needs the program to run.
    fn static_variable(&mut self, cursor: Cursor<'tu>, variable: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let is_array = super::types::is_array(variable.ty().canonical());
        let is_constant = |value: Cursor| {
            is_array || value.evaluate_integer().is_some() || value.evaluate_float().is_some()
        };
        let runs =
            variable.initializer().is_some_and(|value| may_write(value) || !is_constant(value));
        if runs {
            let why = "a static variable that is initialised when it is reached";
            self.opaque_statement(cursor, why, out);
        }
    }

    fn initial_value(&mut self, variable: Cursor<'tu>, value: Cursor<'tu>) -> Expr {
        if super::types::is_reference(variable.ty().canonical()) {
            let span = self.span(value);
            return match self.place(value) {
                Ok(place) => {
                    let kind = ExprKind::AddressOf(crate::ir::Place { span, ..place });
                    Expr { ty: Type::Pointer, kind }
                }
                Err(why) => opaque(Type::Pointer, why, uses_memory(value)),
            };
        }
        self.whole_expr(value)
    }

    fn label(&mut self, cursor: Cursor<'tu>, pragma: Option<String>, out: &mut Vec<Stmt>) {
        self.jump(cursor, Jump::Goto, out);
        if let Some(child) = cursor.children().into_iter().next_back()
            && (child.is_statement() || child.is_expression())
        {
            match pragma {
                Some(_) => self.statement(child, pragma, out),
                None => self.governed(child, out),
            }
        }
    }

    /// A `return` that leaves the function, behind its value where that counts.
    fn return_statement(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let value = cursor.children().into_iter().next().filter(|_| self.host.is_some());
        if let Some(value) = value {
            self.expression_statement(value, out);
        }
        self.jump(cursor, Jump::Return, out);
    }

    fn jump(&mut self, cursor: Cursor<'tu>, jump: Jump, out: &mut Vec<Stmt>) {
        self.push(cursor, StmtKind::Jump(jump), out);
    }

    /// `continue` runs the increment of a loop that has it at the end of its body.
    fn continue_statement(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let span = self.span(cursor);
        if self.host.is_some() {
            self.repeated.insert(span);
        }
        self.with_span(span, |lowerer| {
            for increment in lowerer.increments.last().cloned().unwrap_or_default() {
                lowerer.statement(increment, None, out);
            }
        });
        self.jump(cursor, Jump::Continue, out);
    }

    /// A statement that is not understood.
    pub(super) fn opaque_statement(
        &mut self,
        cursor: Cursor<'tu>,
        why: impl Into<String>,
        out: &mut Vec<Stmt>,
    ) {
        self.push(cursor, StmtKind::Opaque { why: why.into() }, out);
    }

    /// Appends a statement with its text.
    pub(super) fn push(&mut self, cursor: Cursor<'tu>, kind: StmtKind, out: &mut Vec<Stmt>) {
        let span = self.statement_span(cursor);
        let in_macro = self.in_macro(cursor, span);
        let stmt = Stmt { id: self.next_stmt(), span, in_macro, kind };
        self.note_unseen(&stmt, cursor);
        out.push(stmt);
    }

    /// The text of a statement with its semicolon, where that is written in the file.
    pub(super) fn statement_span(&self, cursor: Cursor<'tu>) -> Span {
        let span = self.span(cursor);
        if self.call_span.is_some() {
            return span;
        }
        let mut last = cursor;
        while governs(last.kind()) {
            match last.children().pop() {
                Some(child) if child.is_statement() || child.is_expression() => last = child,
                _ => break,
            }
        }
        Span::new(span.start, self.terminated(last).unwrap_or(self.span(last).end).max(span.end))
    }

    /// The end of the semicolon that ends a statement; `None` where it is not in the file. In an instance of a template an empty
    /// block stands for the branch of an `if constexpr` that is not taken, from that branch's start to its end.
    fn terminated(&self, cursor: Cursor<'tu>) -> Option<u32> {
        let Span { start, end, .. } = self.span(cursor);
        let bytes = self.bytes();
        let discarded = cursor.kind() == cs::CXCursor_CompoundStmt
            && bytes.get(start as usize).is_some_and(|first| *first != b'{')
            && !self.expansion(start);
        let is_optional = !needs_semicolon(cursor);
        if is_optional && !discarded {
            return Some(end);
        }
        let next = Lexer::within(bytes, end).next();
        let semicolon = next.filter(|t| bytes.get(t.span.start as usize) == Some(&b';'));
        semicolon.map(|t| t.span.end).or(is_optional.then_some(end))
    }

    /// Whether a declaration begins with a macro that stands for the words of a type, and has other words behind it.
    fn has_named_type(&self, cursor: Cursor<'tu>, span: Span) -> bool {
        let used = self.files.expansion_at(self.file, span.start);
        let whole = used.filter(|used| used.start == span.start && used.end < span.end);
        let name = whole.and_then(|used| self.bytes().get(used.range()));
        cursor.kind() == cs::CXCursor_DeclStmt
            && name.is_some_and(|n| self.files.macros.is_worded(n))
    }

    /// Whether the first or last token of a statement comes from a macro other than a type's name, or `__extension__` stands before it.
    pub(super) fn in_macro(&self, cursor: Cursor<'tu>, span: Span) -> bool {
        if self.call_span.is_some() {
            return true;
        }
        let ends = [span.start, span.end.saturating_sub(1)];
        let unterminated = !governs(cursor.kind()) && self.terminated(cursor).is_none();
        let before = self.bytes().get(..span.start as usize).unwrap_or_default();
        let extends = before.trim_ascii_end().ends_with(b"__extension__");
        let own = usize::from(self.has_named_type(cursor, span));
        let from_macro = ends[own..].iter().any(|at| self.expansion(*at));
        self.outside(cursor) || unterminated || extends || from_macro
    }
}

const IF_WITHOUT_CONDITION: &str = "an if whose condition libclang does not show";

fn governs(kind: cs::CXCursorKind) -> bool {
    matches!(
        kind,
        cs::CXCursor_ForStmt
            | cs::CXCursor_WhileStmt
            | cs::CXCursor_IfStmt
            | cs::CXCursor_LabelStmt
            | cs::CXCursor_CaseStmt
            | cs::CXCursor_DefaultStmt
            | cs::CXCursor_SwitchStmt
            | cs::CXCursor_CXXForRangeStmt
    )
}

/// Whether the declaration of a variable is a statement of the IR.
fn is_shown(variable: Cursor) -> bool {
    !variable.is_static() && super::types::is_local(variable)
}

/// Whether computing the size of a variable's type does anything else.
fn sized_by_effect(variable: Cursor) -> bool {
    let value = variable.initializer();
    let is_size = |c: &Cursor| c.is_expression() && !value.is_some_and(|value| value.is(*c));
    variable.ty().canonical().size().is_none()
        && variable.children().into_iter().filter(is_size).any(may_write)
}

/// Whether a declaration that is no variable's runs an expression that acts, such as an array's size.
fn evaluates(declaration: Cursor) -> bool {
    let types = [cs::CXCursor_TypedefDecl, cs::CXCursor_TypeAliasDecl, cs::CXCursor_UnexposedDecl];
    let mut parts = declaration.children().into_iter().filter(|part| part.is_expression());
    types.contains(&declaration.kind()) && parts.any(may_write)
}

fn needs_semicolon(cursor: Cursor) -> bool {
    cursor.is_expression()
        || matches!(
            cursor.kind(),
            cs::CXCursor_ReturnStmt
                | cs::CXCursor_BreakStmt
                | cs::CXCursor_ContinueStmt
                | cs::CXCursor_GotoStmt
                | cs::CXCursor_IndirectGotoStmt
                | cs::CXCursor_DoStmt
        )
}

fn too_deep() -> String {
    format!("statements nested more than {DEEPEST} levels deep")
}

fn unknown_statement(kind: cs::CXCursorKind) -> String {
    let what = match kind {
        cs::CXCursor_SwitchStmt | cs::CXCursor_CaseStmt | cs::CXCursor_DefaultStmt => "a switch",
        cs::CXCursor_CXXForRangeStmt => "a range-based for",
        cs::CXCursor_CXXTryStmt | cs::CXCursor_CXXCatchStmt => "a try block",
        cs::CXCursor_AsmStmt | cs::CXCursor_MSAsmStmt => "inline assembly",
        _ => "a statement of unknown kind",
    };
    what.to_owned()
}
