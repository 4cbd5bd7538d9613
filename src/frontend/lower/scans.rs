//! What is known of a function's variables from its whole text, which is gone through once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::syntax::{below, is_assignment, mentions, names, stripped};
use super::types::{is_array, is_reference};
use crate::frontend::libclang::Cursor;
use crate::source::Span;

/// Variables, by the identity of their declarations.
type Variables = Rc<BTreeSet<usize>>;

/// The functions that were gone through, by their identity.
#[derive(Default)]
pub(super) struct Scans<'tu> {
    changed: RefCell<BTreeMap<usize, Variables>>,
    shared: RefCell<BTreeMap<usize, Variables>>,
    scopes: RefCell<BTreeMap<usize, Scopes<'tu>>>,
}

impl<'tu> Scans<'tu> {
    /// The variables that `function` assigns to, takes the address of, or passes by reference.
    pub(super) fn changed_in(&self, function: Cursor) -> Variables {
        let mut known = self.changed.borrow_mut();
        known
            .entry(function.identity())
            .or_insert_with(|| changed_variables(function).into())
            .clone()
    }

    /// Whether a function takes a variable's address, or binds a reference to it.
    pub(super) fn shares(&self, function: Cursor, variable: Cursor) -> bool {
        let mut known = self.shared.borrow_mut();
        let shared = known.entry(function.identity());
        let shared = shared.or_insert_with(|| shared_variables(function).into());
        shared.contains(&variable.identity())
    }

    /// Where the name of a variable of `function` is known.
    pub(super) fn scope_of(&self, function: Cursor<'tu>, variable: Cursor<'tu>) -> Option<Span> {
        let mut known = self.scopes.borrow_mut();
        let scopes = known.entry(function.identity()).or_insert_with(|| Scopes::of(function));
        let own = scopes.declared.get(&variable.spelling())?.iter();
        own.into_iter().find(|(_, own)| own.is(variable)).map(|(scope, _)| *scope)
    }

    /// The parameter or variable of `function` that `name` means at an offset of its file; `None` where
    /// it means anything else, or may.
    pub(super) fn visible(
        &self,
        function: Cursor<'tu>,
        name: &str,
        at: u32,
    ) -> Option<Cursor<'tu>> {
        let mut known = self.scopes.borrow_mut();
        known.entry(function.identity()).or_insert_with(|| Scopes::of(function)).visible(name, at)
    }
}

/// Where the names of a function's variables are known.
#[derive(Default)]
struct Scopes<'tu> {
    /// The declarations by their names, inner ones behind those around them.
    declared: BTreeMap<String, Vec<(Span, Cursor<'tu>)>>,
    /// Where a name means a type, an enumerator, a member, or a function.
    taken: BTreeMap<String, Vec<Span>>,
    /// Where something else is declared, which may be of any name.
    others: Vec<Span>,
}

impl<'tu> Scopes<'tu> {
    fn of(function: Cursor<'tu>) -> Self {
        let mut found = Self::default();
        let mut pending = vec![(function, Span::new(0, u32::MAX))];
        while let Some((cursor, around)) = pending.pop() {
            let (start, end) = cursor.extent();
            let start = around.start.max(start.offset);
            let inside = Span { start, end: around.end.min(end.offset) };
            let declares = cursor.kind() == cs::CXCursor_DeclStmt;
            let scope = if declares { Span { start, ..around } } else { inside };
            for child in cursor.children().into_iter().rev() {
                let own = Span { start: scope.start.max(child.extent().0.offset), ..scope };
                match child.kind() {
                    cs::CXCursor_LambdaExpr if !declares => found.others.push(inside),
                    _ if child.is_statement() || child.is_expression() => {
                        pending.push((child, scope));
                    }
                    cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => {
                        found.declared.entry(child.spelling()).or_default().push((own, child));
                    }
                    cs::CXCursor_ObjCSuperClassRef..=cs::CXCursor_VariableRef
                    | cs::CXCursor_UnexposedAttr..=cs::CXCursor_AlignedAttr => {}
                    _ => match names_taken(child) {
                        Some(names) => names.into_iter().for_each(|name| {
                            found.taken.entry(name).or_default().push(own);
                        }),
                        None => found.others.push(own),
                    },
                }
            }
        }
        found
    }

    fn visible(&self, name: &str, at: u32) -> Option<Cursor<'tu>> {
        let holds = |scope: &Span| scope.start < at && at < scope.end;
        let mut own = self.declared.get(name)?.iter().rev();
        let (_, variable) = own.find(|(scope, _)| holds(scope))?;
        let mut taken = self.taken.get(name).into_iter().flatten().chain(&self.others);
        (!taken.any(holds)).then_some(*variable)
    }
}

/// The names that a declaration in a function takes from variables; `None` where it may take any.
fn names_taken(declaration: Cursor) -> Option<Vec<String>> {
    let own = declaration.spelling();
    let is_union = declaration.kind() == cs::CXCursor_UnionDecl;
    let is_unnamed = own.is_empty() || own.contains('(');
    let is_taken = |kind| match kind {
        cs::CXCursor_EnumConstantDecl => true,
        cs::CXCursor_FieldDecl => is_union && is_unnamed,
        _ => false,
    };
    match declaration.kind() {
        cs::CXCursor_StaticAssert | cs::CXCursor_UsingDirective => Some(Vec::new()),
        cs::CXCursor_TypedefDecl
        | cs::CXCursor_TypeAliasDecl
        | cs::CXCursor_FunctionDecl
        | cs::CXCursor_UsingDeclaration => Some(vec![own]),
        cs::CXCursor_StructDecl
        | cs::CXCursor_UnionDecl
        | cs::CXCursor_ClassDecl
        | cs::CXCursor_EnumDecl => {
            let parts = below(declaration).filter(|part| is_taken(part.kind()));
            Some(parts.map(Cursor::spelling).chain([own]).collect())
        }
        _ => None,
    }
}

/// What is done with a variable where it is named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Its value is read.
    Read,
    /// It is set, or its address is taken.
    Set,
    /// Anything else, such as the binding of a reference.
    Named,
}

/// The variables that `function` may change: named where it is not only their value that is read. Names of
/// references to numbers are among them, for what they refer to changes under another name.
fn changed_variables(function: Cursor) -> BTreeSet<usize> {
    let mut changed = BTreeSet::new();
    let mut captured = BTreeSet::new();
    let mut pending = vec![(function, Use::Read)];
    while let Some((cursor, way)) = pending.pop() {
        match cursor.kind() {
            cs::CXCursor_DeclRefExpr if way != Use::Read => {
                let variable = cursor.referenced().filter(|variable| may_change(*variable));
                changed.extend(variable.map(Cursor::identity));
            }
            cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl if follows_another(cursor) => {
                changed.insert(cursor.identity());
            }
            cs::CXCursor_VariableRef => {
                let own = cursor.referenced().filter(|own| captured.insert(own.identity()));
                let own = own.filter(|own| is_reference(own.ty().canonical()));
                pending.extend(own.and_then(Cursor::initializer).map(|value| (value, Use::Named)));
            }
            _ => {}
        }
        let children = cursor.children().into_iter().enumerate();
        pending.extend(children.map(|(at, child)| (child, use_of_part(cursor, way, (at, child)))));
    }
    changed
}

fn may_change(declaration: Cursor) -> bool {
    match declaration.kind() {
        cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => !declaration.ty().canonical().is_const(),
        kind => kind == cs::CXCursor_UnexposedDecl,
    }
}

/// Whether a variable is another name of a number: a parameter that refers to a constant is none.
fn follows_another(declaration: Cursor) -> bool {
    let ty = declaration.ty().canonical();
    let target = ty.pointee().canonical();
    let parameter = declaration.kind() == cs::CXCursor_ParmDecl;
    is_reference(ty)
        && target.kind() != cs::CXType_Record
        && !is_array(target)
        && !(parameter && target.is_const())
}

/// What is done with the variable that stands in a `part` of a node with which `way` is done. A conversion
/// reads a value, but for `__builtin_choose_expr`, which is what is assigned to, and for a base class.
fn use_of_part(node: Cursor, way: Use, (position, part): (usize, Cursor)) -> Use {
    let only = |own: usize, way: Use| if position == own { way } else { Use::Read };
    let named_if = |named: bool| if named { Use::Named } else { Use::Read };
    let ty = || node.ty().canonical();
    match node.kind() {
        cs::CXCursor_ParenExpr | cs::CXCursor_ConditionalOperator => way,
        cs::CXCursor_UnexposedExpr => match way {
            Use::Named if ty().kind() != cs::CXType_Record || ty().is_const() => Use::Read,
            way => way,
        },
        cs::CXCursor_MemberRefExpr => {
            let field = node.referenced().is_some_and(|f| f.kind() == cs::CXCursor_FieldDecl);
            if field { way } else { Use::Read }
        }
        cs::CXCursor_BinaryOperator if node.binary_operator() == cs::CXBinaryOperator_Comma => {
            only(1, way)
        }
        cs::CXCursor_BinaryOperator if !is_assignment(node) => {
            named_if(node.binary_operator() == cs::CXBinaryOperator_Shr)
        }
        cs::CXCursor_UnaryOperator if node.unary_operator() == cs::CXUnaryOperator_AddrOf => {
            Use::Set
        }
        _ if is_assignment(node) => only(0, Use::Set),
        cs::CXCursor_VarDecl => named_if(is_reference(ty())),
        cs::CXCursor_InitListExpr if ty().is_plain_data() => {
            named_if(is_array(part.ty().canonical()))
        }
        cs::CXCursor_CStyleCastExpr if ty().kind() == cs::CXType_Void => Use::Read,
        cs::CXCursor_CStyleCastExpr => only(node.children().len() - 1, Use::Named),
        cs::CXCursor_LambdaExpr
        | cs::CXCursor_UnaryExpr
        | cs::CXCursor_UnaryOperator
        | cs::CXCursor_ArraySubscriptExpr
        | cs::CXCursor_ReturnStmt
        | cs::CXCursor_CompoundStmt
        | cs::CXCursor_ParmDecl
        | cs::CXCursor_TypedefDecl
        | cs::CXCursor_TypeAliasDecl => Use::Read,
        _ => Use::Named,
    }
}

fn shared_variables(function: Cursor) -> BTreeSet<usize> {
    let named = |name: Cursor| {
        let name = stripped(name);
        let variable = name.referenced().filter(|_| name.kind() == cs::CXCursor_DeclRefExpr);
        variable.map(Cursor::identity)
    };
    let mut shared = BTreeSet::new();
    let mut pending = vec![(function, false)];
    while let Some((cursor, lambda)) = pending.pop() {
        let lambda = lambda || cursor.kind() == cs::CXCursor_LambdaExpr;
        let children = cursor.children();
        shared.extend(shared_by(cursor, &children).into_iter().filter_map(named));
        shared.extend(Some(cursor).filter(|_| lambda).and_then(named));
        pending.extend(children.into_iter().map(|child| (child, lambda)));
    }
    shared
}

/// The names whose variables a node takes the address of or binds a reference to.
pub(super) fn shared_by<'tu>(cursor: Cursor<'tu>, children: &[Cursor<'tu>]) -> Vec<Cursor<'tu>> {
    match cursor.kind() {
        cs::CXCursor_UnaryOperator if cursor.unary_operator() == cs::CXUnaryOperator_AddrOf => {
            children.first().copied().into_iter().collect()
        }
        cs::CXCursor_CallExpr | cs::CXCursor_VarDecl | cs::CXCursor_UnexposedDecl => {
            let direct = |c: &&Cursor<'tu>| c.kind() == cs::CXCursor_DeclRefExpr;
            children.iter().filter(direct).copied().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a body may change a variable: assigns to it, takes its address, or binds a reference to it.
pub(super) fn changes(body: Cursor, variable: Cursor) -> bool {
    below(body).any(|cursor| {
        let children = cursor.children();
        let assigns =
            is_assignment(cursor) && children.first().is_some_and(|c| names(*c, variable));
        let lambda = cursor.kind() == cs::CXCursor_LambdaExpr && mentions(cursor, variable);
        let mut shared = shared_by(cursor, &children).into_iter();
        assigns || lambda || shared.any(|name| names(name, variable))
    })
}
