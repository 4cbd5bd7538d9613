//! The functions of a unit as the host runs them: what decides which data must be where.
//!
//! A function's statements are those of the IR. A target region or a data construct is a [`StmtKind::Directive`] among them, with
//! the statements that it governs; a call is an expression, and is not looked into. What a directive says of the
//! function's variables stands beside the statements, since names in clauses are text.

use super::{DataItem, Directive, ExprKind, Stmt, StmtKind, Symbol, walk_statements};
use crate::id::{FileId, StmtId, SymbolId};
use crate::source::Span;

/// Functions of the C library that may return more than once from one call.
const RETURNS_TWICE: [&str; 7] =
    ["__builtin_setjmp", "__sigsetjmp", "_setjmp", "getcontext", "setjmp", "sigsetjmp", "vfork"];

/// A function that is defined in the unit, outside of system headers; of a template each instance.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, one per question")]
pub struct HostFunction {
    /// The file whose offsets the spans are.
    pub file: FileId,
    /// The file's name as the user wrote it.
    pub file_name: String,
    /// Its name as the linker has it, by which calls name it.
    pub name: String,
    /// Whether every call of it stands in the unit: it is `static`, and nothing takes its address.
    pub is_local: bool,
    /// Whether it is an instance of a template, whose text others may share.
    pub is_instance: bool,
    /// Whether parts that are not understood may name more than its hidden variables.
    pub names_more: bool,
    /// The functions that parts name which are not understood, as they are written.
    pub unseen_functions: Vec<String>,
    /// From its declaration to its closing brace.
    pub span: Span,
    /// Its parameters, in their order.
    pub parameters: Vec<SymbolId>,
    /// The variables that it names; indexed by [`SymbolId`].
    pub symbols: Vec<Symbol>,
    /// What C says of them beside that, in the same order.
    pub variables: Vec<HostVariable>,
    /// The members of variables, and of what variables point to, that the function can name.
    pub members: Vec<HostMember>,
    /// Whether variables of the program may be on the device without what the functions do: some directive of the unit declares what it
    /// has, or brings data there in a function that is not lowered.
    pub declares_target: bool,
    /// What its directives say of data, in the order of their statements.
    pub data: Vec<HostData>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// The number of loops in `body`.
    pub loop_count: u32,
    /// The number of statements in `body`.
    pub stmt_count: u32,
}

/// What C says of a variable.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, one per question")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostVariable {
    /// The bytes of the innermost elements of what a pointer points to, or of an array; 0 where they are not known.
    pub element: u64,
    /// The lengths of the rows that a pointer points to, or that an array has beside its first dimension, from the outermost inwards,
    /// as they are written; empty for one that is more than a name or a number.
    pub rows: Vec<String>,
    /// Whether the function assigns to it, takes its address, or binds a reference to it.
    pub is_changed: bool,
    /// Whether it is a reference, or its name does more in the function than to give its value and to be assigned to by statements.
    pub is_shared: bool,
    /// Whether a clause in the function may change it.
    pub is_listed: bool,
    /// Whether the function names it where statements do not show what becomes of it.
    pub is_hidden: bool,
    /// Whether every use of it stands in the unit's functions: it is `static` at file scope, and nothing else names it.
    pub is_internal: bool,
    /// Whether the elements of what a pointer points to, or of an array, may not be written by its name.
    pub is_constant: bool,
    /// Its number among the variables that the unit has outside of functions; `None` for others, which are known to one function.
    pub global: Option<u32>,
    /// Where its name means it; empty where that is nowhere in the function's text.
    pub scope: Span,
}

/// A member that is an integer, or a pointer, that of a container too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostMember {
    /// The variable.
    pub of: SymbolId,
    /// The bytes in front of the member in the variable, or in what it points to.
    pub at: u64,
    /// The member's value in C.
    pub text: String,
    /// The bytes of what a pointer points to; 0 for an integer.
    pub element: u64,
    /// Whether what the pointer points to belongs to a container, which keeps it apart from all else.
    pub is_owned: bool,
}

/// What one directive says of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostData {
    /// The directive's statement.
    pub stmt: StmtId,
    /// The device's number in its `device` clause, with numbers in the place of constants.
    pub device: Option<String>,
    /// Its list items.
    pub items: Vec<DataItem>,
    /// Whether they are all that its `map` clauses say: none has a modifier, a list item that is not understood, or one with parts of
    /// rows; the device's number is understood; and no device has another text of what the directive governs.
    pub is_whole: bool,
    /// Whether a clause computes something from an element or from what a pointer points to.
    pub reads_memory: bool,
}

impl HostFunction {
    /// The symbol behind `id`.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The only symbol of that name.
    pub fn only_named(&self, name: &str) -> Option<SymbolId> {
        let mut named = self.symbols.iter().enumerate().filter(|(_, own)| own.name == name);
        match (named.next(), named.next()) {
            (Some((id, _)), None) => Some(SymbolId::from_index(id)),
            _ => None,
        }
    }

    /// The statements of the directive that stands there.
    pub(crate) fn directives_at(&self, span: Span) -> Vec<StmtId> {
        let mut found = Vec::new();
        self.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Directive(own, _) if own.span == span => found.push(stmt.id),
            _ => {}
        });
        found
    }

    /// The directive that stands there.
    pub(crate) fn directive_at(&self, span: Span) -> Option<&Directive> {
        let mut found = None;
        self.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Directive(own, _) if own.span == span => found = Some(own),
            _ => {}
        });
        found
    }

    /// What C says of a variable.
    pub fn variable(&self, id: SymbolId) -> Option<&HostVariable> {
        self.variables.get(id.index())
    }

    /// A variable's number among those outside of functions.
    pub fn global(&self, id: SymbolId) -> Option<u32> {
        self.variable(id)?.global
    }

    /// Where a variable's name means it.
    pub fn scope_of(&self, id: SymbolId) -> Span {
        self.variable(id).map_or(Span::default(), |own| own.scope)
    }

    /// What the directive of this statement says of data.
    pub fn data_of(&self, stmt: StmtId) -> Option<&HostData> {
        self.data.iter().find(|data| data.stmt == stmt)
    }

    /// Calls `visit` on every statement, in textual order.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Stmt)) {
        walk_statements(&self.body, visit);
    }

    /// Whether a `goto`, a label, or a call that may return twice stands in it: its statements do not show the order in which they run.
    pub fn has_labels(&self) -> bool {
        let returns_twice = |name: &str| RETURNS_TWICE.contains(&name);
        let mut found = self.unseen_functions.iter().any(|name| returns_twice(name));
        self.walk(&mut |stmt| {
            found |= matches!(stmt.kind, StmtKind::Jump(super::Jump::Goto));
            stmt.walk_own(&mut |expr| {
                found |= matches!(&expr.kind, ExprKind::Call { name, .. } if returns_twice(name));
            });
        });
        found
    }
}
