//! Questions about the syntax tree, as libclang shows it.

use clang_sys as cs;

use super::types::{class_of, is_array};
use crate::frontend::libclang::Cursor;
use crate::ir::Relation;

/// The only child that is an expression.
pub(super) fn only_child(cursor: Cursor<'_>) -> Result<Cursor<'_>, String> {
    let mut children = cursor.children().into_iter().filter(|child| child.is_expression());
    match (children.next(), children.next()) {
        (Some(child), None) => Ok(child),
        _ => Err("an expression that libclang does not show".to_owned()),
    }
}

pub(super) fn two_children(cursor: Cursor<'_>) -> Result<(Cursor<'_>, Cursor<'_>), String> {
    match cursor.children()[..] {
        [left, right] => Ok((left, right)),
        _ => Err("an operation whose operands libclang does not show".to_owned()),
    }
}

/// The expression inside parentheses and implicit conversions.
pub(super) fn stripped(cursor: Cursor) -> Cursor {
    let mut cursor = cursor;
    while matches!(cursor.kind(), cs::CXCursor_ParenExpr | cs::CXCursor_UnexposedExpr) {
        match only_child(cursor) {
            Ok(child) => cursor = child,
            Err(_) => return cursor,
        }
    }
    cursor
}

/// A node and all that is in it, last children first.
pub(super) fn below(root: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    walk(vec![root], Cursor::children)
}

/// These nodes and what `inside` finds in each, last ones first.
pub(super) fn walk<'tu>(
    roots: Vec<Cursor<'tu>>,
    inside: impl Fn(Cursor<'tu>) -> Vec<Cursor<'tu>>,
) -> impl Iterator<Item = Cursor<'tu>> {
    let mut pending = roots;
    std::iter::from_fn(move || {
        let cursor = pending.pop()?;
        pending.extend(inside(cursor));
        Some(cursor)
    })
}

pub(super) fn names(expression: Cursor, variable: Cursor) -> bool {
    let expression = stripped(expression);
    expression.kind() == cs::CXCursor_DeclRefExpr
        && expression.referenced().is_some_and(|d| d.identity() == variable.identity())
}

pub(super) fn mentions(expression: Cursor, variable: Cursor) -> bool {
    below(expression).any(|cursor| names(cursor, variable))
}

/// How often a variable is named in an expression.
pub(super) fn mentions_often(expression: Cursor, variable: Cursor) -> usize {
    let named = |c: &Cursor| c.kind() == cs::CXCursor_DeclRefExpr && names(*c, variable);
    below(expression).filter(named).count()
}

/// The operands of a comma operator, however deep; the expression itself where it is none.
pub(super) fn comma_operands(expression: Cursor<'_>) -> Vec<Cursor<'_>> {
    let inner = stripped(expression);
    let comma = inner.kind() == cs::CXCursor_BinaryOperator
        && inner.binary_operator() == cs::CXBinaryOperator_Comma;
    match two_children(inner) {
        Ok((left, right)) if comma => {
            let mut all = comma_operands(left);
            all.extend(comma_operands(right));
            all
        }
        _ => vec![expression],
    }
}

/// Whether an expression is a pointer, or an array that decays to one.
pub(super) fn is_pointer(cursor: Cursor) -> bool {
    let ty = cursor.ty().canonical();
    ty.kind() == cs::CXType_Pointer || is_array(ty)
}

/// The parameter that an expression names, where it is declared as an array and so is a pointer.
pub(super) fn array_parameter(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let cursor = stripped(cursor);
    let declaration = cursor.referenced().filter(|_| cursor.kind() == cs::CXCursor_DeclRefExpr)?;
    let parameter = declaration.kind() == cs::CXCursor_ParmDecl;
    (parameter && is_array(declaration.ty().canonical())).then_some(declaration)
}

/// Whether `cursor` assigns to something itself: an assignment, an increment or a decrement.
pub(super) fn is_assignment(cursor: Cursor) -> bool {
    match cursor.kind() {
        cs::CXCursor_CompoundAssignOperator => true,
        cs::CXCursor_BinaryOperator => cursor.binary_operator() == cs::CXBinaryOperator_Assign,
        cs::CXCursor_UnaryOperator => (cs::CXUnaryOperator_PostInc..=cs::CXUnaryOperator_PreDec)
            .contains(&cursor.unary_operator()),
        _ => false,
    }
}

/// Whether an increment or decrement is a decrement.
pub(super) fn is_decrement(step: Cursor) -> bool {
    matches!(step.unary_operator(), cs::CXUnaryOperator_PostDec | cs::CXUnaryOperator_PreDec)
}

/// The relation that an operator of libclang is.
pub(super) fn relation(operator: cs::CXBinaryOperatorKind) -> Option<Relation> {
    Some(match operator {
        cs::CXBinaryOperator_LT => Relation::Lt,
        cs::CXBinaryOperator_LE => Relation::Le,
        cs::CXBinaryOperator_GT => Relation::Gt,
        cs::CXBinaryOperator_GE => Relation::Ge,
        cs::CXBinaryOperator_EQ => Relation::Eq,
        cs::CXBinaryOperator_NE => Relation::Ne,
        _ => return None,
    })
}

/// The statement behind attributes, such as those that clang makes of `#pragma unroll`. Theirs is an
/// extent that begins within the pragma.
pub(super) fn without_attributes(cursor: Cursor<'_>) -> Cursor<'_> {
    let mut cursor = cursor;
    while cursor.kind() == cs::CXCursor_UnexposedStmt {
        let children = cursor.children();
        let mut inner = children.into_iter().filter(|c| c.is_statement() || c.is_expression());
        match (inner.next(), inner.next()) {
            (Some(only), None) => cursor = only,
            _ => return cursor,
        }
    }
    cursor
}

pub(super) fn is_loop(kind: cs::CXCursorKind) -> bool {
    matches!(
        kind,
        cs::CXCursor_ForStmt
            | cs::CXCursor_WhileStmt
            | cs::CXCursor_DoStmt
            | cs::CXCursor_CXXForRangeStmt
    )
}

/// Whether a statement holds a `return` of its function.
pub(super) fn returns_somewhere(stmt: Cursor) -> bool {
    let mut nodes = walk(vec![stmt], |cursor| match cursor.kind() {
        cs::CXCursor_LambdaExpr => Vec::new(),
        _ => cursor.children().into_iter().filter(|c| !c.is_expression()).collect(),
    });
    nodes.any(|cursor| cursor.kind() == cs::CXCursor_ReturnStmt)
}

/// The nodes below a cursor, as far as one more than `most`.
pub(super) fn tree_size(cursor: Cursor, most: u32) -> u32 {
    let nodes = walk(vec![cursor], |c| if c.is_expression() { Vec::new() } else { c.children() });
    nodes.take(most as usize + 1).count() as u32
}

pub(super) fn is_record(cursor: Cursor) -> bool {
    let kind = cursor.kind();
    matches!(kind, cs::CXCursor_StructDecl | cs::CXCursor_UnionDecl | cs::CXCursor_ClassDecl)
}

/// Whether declarations of such a kind have functions among their members.
pub(super) fn is_container(kind: cs::CXCursorKind) -> bool {
    matches!(
        kind,
        cs::CXCursor_Namespace
            | cs::CXCursor_LinkageSpec
            | cs::CXCursor_UnexposedDecl
            | cs::CXCursor_StructDecl
            | cs::CXCursor_ClassDecl
            | cs::CXCursor_UnionDecl
    )
}

/// Base classes further up are not looked at.
const DEEPEST_BASE: u32 = 16;

/// Whether a class, or one that it is made of, has such a member; `depth` is how far up it is. Far up there may be any.
pub(super) fn has_member(class: Cursor, is_such: &dyn Fn(Cursor) -> bool, depth: u32) -> bool {
    members_of(class).into_iter().any(|member| match member.kind() {
        cs::CXCursor_CXXBaseSpecifier => {
            let base = class_of(member.ty().canonical());
            depth >= DEEPEST_BASE || base.is_some_and(|base| has_member(base, is_such, depth + 1))
        }
        _ => is_such(member),
    })
}

/// The members of a class; those of its template, where it is an instance.
pub(super) fn members_of(class: Cursor<'_>) -> Vec<Cursor<'_>> {
    let own = class.definition().map_or_else(Vec::new, Cursor::children);
    let member = |c: &Cursor| c.kind() < cs::CXCursor_ObjCSuperClassRef;
    match class.specialized() {
        Some(template) if !own.iter().any(member) => template.children(),
        _ => own,
    }
}
