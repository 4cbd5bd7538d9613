//! Templates without an instance: their sizes are symbols, and operators on values of unknown type
//! are calls of unknown functions.

use clang_sys as cs;

use super::Lowerer;
use super::nodes::{opaque, variable};
use super::types::{array_levels, innermost};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::ir::{Expr, ExprKind, SymbolKind, Type};

/// Whether a type is known only when the template is instantiated.
pub(super) fn is_dependent(ty: ClangType) -> bool {
    matches!(ty.canonical().kind(), cs::CXType_Dependent | cs::CXType_Unexposed)
}

impl<'tu> Lowerer<'_, 'tu> {
    /// Whether what is lowered is the text of a template itself.
    pub(super) fn in_pattern(&self) -> bool {
        self.in_template && self.frames.is_empty()
    }

    /// The size of what arrays of `ty` hold, where that depends on template parameters.
    pub(super) fn unknown_size(&mut self, ty: ClangType<'tu>) -> Option<Expr> {
        let element = innermost(ty);
        let void = matches!(element.kind(), cs::CXType_Void | cs::CXType_FunctionProto);
        if !self.in_pattern() || void || element.size().is_some() {
            return None;
        }
        let name = format!("sizeof({})", self.parameter_name(element));
        Some(variable(self.global(name, Type::LONG, SymbolKind::Scalar), Type::LONG))
    }

    /// The levels of arrays of `ty` whose elements have an unknown size.
    pub(super) fn lacks_size(&self, ty: ClangType<'tu>, sizes: usize) -> bool {
        self.in_pattern() && sizes == array_levels(ty)
    }

    /// The name that a template gives to one of its parameters; another type's own.
    fn parameter_name(&self, ty: ClangType<'tu>) -> String {
        let name = ty.name();
        let name = name.strip_prefix("const ").unwrap_or(&name).to_owned();
        let mut template = Some(self.function);
        while let Some(scope) = template {
            let parameters = scope.children().into_iter();
            let mut types = parameters.filter(|c| c.kind() == cs::CXCursor_TemplateTypeParameter);
            if let Some(own) = types.find(|c| c.ty().canonical().name() == name) {
                return own.spelling();
            }
            template = scope.semantic_parent();
        }
        name
    }

    /// An operator on operands of unknown type: a function that nobody knows.
    pub(super) fn unresolved(&mut self, cursor: Cursor<'tu>) -> Expr {
        let operands = cursor.children().into_iter().filter(|child| child.is_expression());
        let arguments = operands.map(|operand| self.expr(operand)).collect();
        let ty = self.ty(cursor.ty());
        let name = format!("operator{}", cursor.spelling());
        Expr { ty, kind: ExprKind::Call { name, pure_fn: false, arguments } }
    }

    /// A value as a value of type `ty`, by a conversion that nobody knows where its own is unknown.
    pub(super) fn adapted(&self, value: Expr, ty: Type) -> Expr {
        let unknown = Type::Aggregate { bytes: 0 };
        if !self.in_pattern() || value.ty == ty || value.ty != unknown && ty != unknown {
            return value;
        }
        if let ExprKind::Opaque { why, effects } = value.kind {
            return opaque(ty, why, effects);
        }
        let name = "a conversion".to_owned();
        Expr { ty, kind: ExprKind::Call { name, pure_fn: false, arguments: vec![value] } }
    }
}
