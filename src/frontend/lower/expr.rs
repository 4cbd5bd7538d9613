//! Values: one function for each kind of expression.

use clang_sys as cs;

use super::Lowerer;
use super::call::is_silent;
use super::library::only_measures_time;
use super::nodes::{binary, cast, compared, int, negated, opaque, pointer_difference, variable};
use super::pattern::is_dependent;
use super::place::check_ordinary;
use super::syntax::{is_assignment, is_pointer, only_child, relation, two_children, walk};
use super::types::is_array;
use crate::frontend::libclang::Cursor;
use crate::ir::calls::THROW;
use crate::ir::{BinaryOp, Expr, ExprKind, SymbolKind, Type, UnaryOp};

/// The deepest nesting that is lowered.
const DEEPEST: u32 = 256;

impl<'tu> Lowerer<'_, 'tu> {
    /// The value of an expression; what is not understood is opaque.
    pub(super) fn expr(&mut self, cursor: Cursor<'tu>) -> Expr {
        match self.guarded(cursor, Self::expr_kind) {
            Ok(expr) => expr,
            Err(why) => {
                let ty = self.ty(cursor.ty());
                opaque(ty, why, uses_memory(cursor))
            }
        }
    }

    /// `lower(cursor)`, or an error where the nesting is too deep.
    pub(super) fn guarded<T>(
        &mut self,
        cursor: Cursor<'tu>,
        lower: fn(&mut Self, Cursor<'tu>) -> Result<T, String>,
    ) -> Result<T, String> {
        if self.in_template {
            self.ty(cursor.ty());
        }
        if matches!(cursor.kind(), cs::CXCursor_ParenExpr | cs::CXCursor_UnexposedExpr) {
            return lower(self, cursor);
        }
        if self.depth >= DEEPEST {
            return Err(format!("an expression nested more than {DEEPEST} levels deep"));
        }
        self.depth += 1;
        let result = lower(self, cursor);
        self.depth -= 1;
        result
    }

    fn expr_kind(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let null = matches!(cursor.kind(), cs::CXCursor_GNUNullExpr)
            || cursor.kind() == cs::CXCursor_UnexposedExpr
                && is_pointer(cursor)
                && is_integer_cast(cursor);
        if is_pointer(cursor) && !null {
            return self.pointer_expr(cursor);
        }
        self.value(cursor)
    }

    /// The value of an expression that is not an address computation.
    pub(super) fn value(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        if self.in_pattern() && is_dependent(cursor.ty()) && is_operator(cursor) {
            return Ok(self.unresolved(cursor));
        }
        match cursor.kind() {
            cs::CXCursor_ParenExpr => Ok(self.expr(only_child(cursor)?)),
            cs::CXCursor_UnexposedExpr => self.implicit(cursor),
            cs::CXCursor_DeclRefExpr => self.named(cursor),
            cs::CXCursor_MemberRefExpr | cs::CXCursor_ArraySubscriptExpr => self.loaded(cursor),
            cs::CXCursor_IntegerLiteral
            | cs::CXCursor_CharacterLiteral
            | cs::CXCursor_CXXBoolLiteralExpr => self.literal(cursor),
            cs::CXCursor_UnaryExpr if self.is_plain_size(cursor) => {
                let ty = self.ty(cursor.ty());
                Ok(opaque(ty, "a size that is known at run time", false))
            }
            cs::CXCursor_UnaryExpr => self.literal(cursor),
            cs::CXCursor_FloatingLiteral => Ok(self.float(cursor)),
            cs::CXCursor_GNUNullExpr | cs::CXCursor_CXXNullPtrLiteralExpr => {
                Ok(int(0, Type::Pointer))
            }
            cs::CXCursor_UnaryOperator => self.unary(cursor),
            cs::CXCursor_BinaryOperator => self.binary(cursor),
            cs::CXCursor_CompoundAssignOperator => self.assigned_value(cursor),
            cs::CXCursor_ConditionalOperator => self.conditional(cursor),
            cs::CXCursor_CStyleCastExpr
            | cs::CXCursor_CXXStaticCastExpr
            | cs::CXCursor_CXXFunctionalCastExpr
            | cs::CXCursor_CXXConstCastExpr
            | cs::CXCursor_CXXReinterpretCastExpr => self.explicit_cast(cursor),
            cs::CXCursor_InitListExpr => self.braced(cursor),
            cs::CXCursor_CompoundLiteralExpr => match cursor.children().pop() {
                Some(list) if list.kind() == cs::CXCursor_InitListExpr => self.braced(list),
                _ => Err(unknown_expression(cursor.kind())),
            },
            cs::CXCursor_CallExpr => self.call(cursor),
            cs::CXCursor_CXXNewExpr if self.host.is_some() => self.allocated(cursor),
            cs::CXCursor_CXXDeleteExpr if self.host.is_some() => self.released(cursor),
            cs::CXCursor_StmtExpr => self.statement_expression(cursor),
            cs::CXCursor_CXXThisExpr => Ok(variable(self.this(), Type::Pointer)),
            kind => Err(unknown_expression(kind)),
        }
    }

    fn implicit(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let Ok(child) = only_child(cursor) else {
            let value = cursor.evaluate_integer();
            let ty = self.ty(cursor.ty());
            let value = value.filter(|_| ty.is_int() && cursor.children().is_empty());
            if value.is_none() && is_silent(cursor) && self.host.is_some_and(|own| own.defaults_act)
            {
                return Ok(opaque(ty, "a value that nobody gives", true));
            }
            return value.map(|v| int(v, ty)).ok_or_else(|| unknown_expression(cursor.kind()));
        };
        if cursor.children().iter().any(|part| part.kind() == cs::CXCursor_MemberRef) {
            return Err("the offset of an element".to_owned());
        }
        if self.host.is_some() && only_measures_time(cursor) {
            return Ok(self.expr(child));
        }
        let from = child.ty().canonical().kind();
        if matches!(from, cs::CXType_FunctionProto | cs::CXType_FunctionNoProto) {
            return Err("the address of a function".to_owned());
        }
        self.converted(child, cursor)
    }

    fn explicit_cast(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let last = cursor.children().into_iter().rfind(|child| child.is_expression());
        self.converted(last.ok_or("a conversion of nothing")?, cursor)
    }

    fn converted(&mut self, value: Cursor<'tu>, to: Cursor<'tu>) -> Result<Expr, String> {
        let ty = self.ty(to.ty());
        let from = value.ty().canonical();
        if is_array(from) && ty == Type::Pointer {
            return self.pointer_expr(to);
        }
        let expr = self.expr(value);
        match (expr.ty, ty) {
            (_, Type::Void) => Ok(expr),
            (from, to) if from == to => Ok(expr),
            (Type::Aggregate { .. } | Type::Void, _) | (_, Type::Aggregate { .. }) => {
                Err("a conversion of a value that is not a number".to_owned())
            }
            _ => Ok(cast(expr, ty)),
        }
    }

    /// `{ value }` of a scalar, or the members of an object.
    fn braced(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let ty = self.ty(cursor.ty());
        match cursor.children()[..] {
            [value] if !matches!(ty, Type::Aggregate { .. } | Type::Void) => {
                Ok(cast(self.number(value)?, ty))
            }
            _ => self.made_object(cursor).ok_or_else(|| "an initialiser list".to_owned()),
        }
    }

    /// A name; that of a template parameter in an instance has no declaration but its value.
    fn named(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let Some(declaration) = cursor.referenced() else {
            let [value] = cursor.children()[..] else {
                return Err("a name without a declaration".to_owned());
            };
            let ty = self.ty(cursor.ty());
            return Ok(cast(self.expr(value), ty));
        };
        if declaration.kind() == cs::CXCursor_EnumConstantDecl {
            let ty = self.ty(cursor.ty());
            return Ok(int(declaration.enumerator_value(), ty));
        }
        match self.argument_of(cursor) {
            Some(mut argument) => {
                if let ExprKind::Load(place) = &mut argument.kind
                    && self.is_loaded_at(cursor)
                {
                    place.debug = self.debug_location(cursor);
                }
                Ok(argument)
            }
            None => self.loaded(cursor),
        }
    }

    /// The value of a place.
    pub(super) fn read(&self, place: crate::ir::Place) -> Expr {
        let ty = place.ty;
        let scalar = |s: crate::id::SymbolId| {
            matches!(self.symbols[s.index()].kind, SymbolKind::Scalar | SymbolKind::Pointer)
        };
        let kind = match place.as_symbol() {
            Some(symbol) if scalar(symbol) => ExprKind::Symbol(symbol),
            _ => ExprKind::Load(place),
        };
        Expr { ty, kind }
    }

    fn loaded(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let place = self.place(cursor)?;
        Ok(self.read(place))
    }

    fn literal(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let ty = self.ty(cursor.ty());
        let value = cursor.evaluate_integer().filter(|_| ty.is_int());
        value.map(|value| int(value, ty)).ok_or_else(|| "a value known only at run time".to_owned())
    }

    fn float(&mut self, cursor: Cursor<'tu>) -> Expr {
        let ty = self.ty(cursor.ty());
        let written = self
            .written(cursor)
            .filter(|text| text.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
        let value = || cursor.evaluate_float().map(|value| format!("{value:?}"));
        match written.or_else(value) {
            Some(text) => Expr { ty, kind: ExprKind::Float(text) },
            None => opaque(ty, "a floating constant that has no text", false),
        }
    }

    fn unary(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let ty = self.ty(cursor.ty());
        let operand = only_child(cursor)?;
        let op = match cursor.unary_operator() {
            cs::CXUnaryOperator_Plus | cs::CXUnaryOperator_Extension => {
                return Ok(self.expr(operand));
            }
            cs::CXUnaryOperator_Deref | cs::CXUnaryOperator_Real | cs::CXUnaryOperator_Imag => {
                return self.loaded(cursor);
            }
            cs::CXUnaryOperator_Minus => return Ok(negated(self.number(operand)?)),
            cs::CXUnaryOperator_Not => UnaryOp::BitNot,
            cs::CXUnaryOperator_LNot => UnaryOp::Not,
            cs::CXUnaryOperator_PostInc
            | cs::CXUnaryOperator_PostDec
            | cs::CXUnaryOperator_PreInc
            | cs::CXUnaryOperator_PreDec => return self.assigned_value(cursor),
            _ => return Err("an unusual unary operator".to_owned()),
        };
        Ok(Expr { ty, kind: ExprKind::Unary(op, Box::new(self.number(operand)?)) })
    }

    fn binary(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let ty = self.ty(cursor.ty());
        let operator = cursor.binary_operator();
        if operator == cs::CXBinaryOperator_Assign {
            return self.assigned_value(cursor);
        }
        let (left, right) = two_children(cursor)?;
        if let Some(relation) = relation(operator) {
            return Ok(compared(self.number(left)?, relation, self.number(right)?, ty));
        }
        let op = operation(operator).ok_or("an unusual binary operator")?;
        let logical = matches!(op, BinaryOp::And | BinaryOp::Or);
        if is_pointer(left) && !logical {
            return self.pointers_apart(left, right);
        }
        let first = self.number(left)?;
        if !logical {
            return Ok(binary(first, op, self.number(right)?, ty));
        }
        let (second, stmts) = self.apart(|lowerer| lowerer.expr(right));
        if stmts.is_empty() {
            return Ok(binary(first, op, second, ty));
        }
        let span = self.span(cursor);
        let second = (cast(cast(second, Type::BOOL), ty), stmts);
        let known = (int(i32::from(op == BinaryOp::Or), ty), Vec::new());
        let branches = if op == BinaryOp::Or { [known, second] } else { [second, known] };
        Ok(self.chosen(first, branches, span))
    }

    /// An operand of arithmetic; complex numbers and vectors are objects here.
    fn number(&mut self, operand: Cursor<'tu>) -> Result<Expr, String> {
        let value = self.expr(operand);
        match value.ty {
            Type::Aggregate { bytes: 1.. } => Err("arithmetic with objects".to_owned()),
            _ => Ok(value),
        }
    }

    /// `left - right` of pointers, in elements.
    fn pointers_apart(&mut self, left: Cursor<'tu>, right: Cursor<'tu>) -> Result<Expr, String> {
        let ty = left.ty().canonical();
        let element = if super::types::is_array(ty) { ty.element() } else { ty.pointee() };
        let bytes = element.canonical().size().filter(|bytes| *bytes > 0 && is_pointer(right));
        let bytes = bytes.ok_or("a difference of pointers to elements of unknown size")?;
        let (left, right) = (self.expr(left), self.expr(right));
        if (left.ty, right.ty) != (Type::Pointer, Type::Pointer) {
            return Err("a difference of pointers".to_owned());
        }
        Ok(pointer_difference(left, right, bytes))
    }

    fn conditional(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let ty = self.ty(cursor.ty());
        let [condition, then, otherwise] = cursor.children()[..] else {
            return Err("a conditional without three operands".to_owned());
        };
        let condition = self.expr(condition);
        let condition = Box::new(self.adapted(condition, Type::BOOL));
        let (then, first) = self.apart(|lowerer| lowerer.expr(then));
        let (otherwise, second) = self.apart(|lowerer| lowerer.expr(otherwise));
        let converted = |value: Expr| match ty {
            Type::Void if value.ty != ty => Expr { ty, kind: ExprKind::Cast(Box::new(value)) },
            _ => cast(value, ty),
        };
        let (then, otherwise) = (converted(then), converted(otherwise));
        let scalar = matches!(ty, Type::Int { .. } | Type::Float { .. } | Type::Pointer);
        if scalar && !(first.is_empty() && second.is_empty()) {
            let span = self.span(cursor);
            return Ok(self.chosen(*condition, [(then, first), (otherwise, second)], span));
        }
        if !(first.is_empty() && second.is_empty()) {
            return Err("a choice between objects that are computed".to_owned());
        }
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        Ok(Expr { ty, kind: ExprKind::Select(condition, then, otherwise) })
    }
}

pub(super) const ASSIGNMENT: &str = "an assignment inside an expression";

fn unknown_expression(kind: cs::CXCursorKind) -> String {
    let what = match kind {
        cs::CXCursor_StringLiteral => "a string literal",
        cs::CXCursor_CompoundLiteralExpr => "a compound literal",
        cs::CXCursor_StmtExpr => "a statement expression",
        cs::CXCursor_LambdaExpr => "a lambda",
        cs::CXCursor_CXXNewExpr | cs::CXCursor_CXXDeleteExpr => "an allocation",
        cs::CXCursor_CXXThrowExpr => THROW,
        cs::CXCursor_CXXDynamicCastExpr => "a dynamic cast",
        _ => "an expression of unknown kind",
    };
    what.to_owned()
}

/// Whether a node computes by an operator of its own, other than an assignment or `*`.
fn is_operator(cursor: Cursor) -> bool {
    match cursor.kind() {
        cs::CXCursor_BinaryOperator | cs::CXCursor_ConditionalOperator => !is_assignment(cursor),
        cs::CXCursor_UnaryOperator => {
            !is_assignment(cursor) && cursor.unary_operator() != cs::CXUnaryOperator_Deref
        }
        _ => false,
    }
}

fn is_integer_cast(cursor: Cursor) -> bool {
    only_child(cursor).is_ok_and(|child| {
        let kind = child.ty().canonical().kind();
        (cs::CXType_Bool..=cs::CXType_Int128).contains(&kind) || kind == cs::CXType_NullPtr
    })
}

/// The operation that an operator is, or that a compound assignment does.
pub(super) fn operation(operator: cs::CXBinaryOperatorKind) -> Option<BinaryOp> {
    Some(match operator {
        cs::CXBinaryOperator_Add | cs::CXBinaryOperator_AddAssign => BinaryOp::Add,
        cs::CXBinaryOperator_Sub | cs::CXBinaryOperator_SubAssign => BinaryOp::Sub,
        cs::CXBinaryOperator_Mul | cs::CXBinaryOperator_MulAssign => BinaryOp::Mul,
        cs::CXBinaryOperator_Div | cs::CXBinaryOperator_DivAssign => BinaryOp::Div,
        cs::CXBinaryOperator_Rem | cs::CXBinaryOperator_RemAssign => BinaryOp::Rem,
        cs::CXBinaryOperator_Shl | cs::CXBinaryOperator_ShlAssign => BinaryOp::Shl,
        cs::CXBinaryOperator_Shr | cs::CXBinaryOperator_ShrAssign => BinaryOp::Shr,
        cs::CXBinaryOperator_And | cs::CXBinaryOperator_AndAssign => BinaryOp::BitAnd,
        cs::CXBinaryOperator_Or | cs::CXBinaryOperator_OrAssign => BinaryOp::BitOr,
        cs::CXBinaryOperator_Xor | cs::CXBinaryOperator_XorAssign => BinaryOp::BitXor,
        cs::CXBinaryOperator_LAnd => BinaryOp::And,
        cs::CXBinaryOperator_LOr => BinaryOp::Or,
        _ => return None,
    })
}

/// Whether evaluating an expression may write memory or do anything else but compute.
pub(super) fn may_write(cursor: Cursor) -> bool {
    any_part(cursor, &acts)
}

/// Whether evaluating an expression may read or write any object.
pub(super) fn uses_memory(cursor: Cursor) -> bool {
    any_part(cursor, &|part| acts(part) || names_object(part))
}

fn names_object(cursor: Cursor) -> bool {
    match cursor.kind() {
        cs::CXCursor_DeclRefExpr => {
            let constant = [cs::CXCursor_EnumConstantDecl, cs::CXCursor_FunctionDecl];
            cursor.referenced().is_some_and(|named| !constant.contains(&named.kind()))
        }
        cs::CXCursor_MemberRefExpr | cs::CXCursor_CXXThisExpr | cs::CXCursor_VariableRef => true,
        _ => false,
    }
}

/// Whether a node itself does more than compute. The size of a variable-length array type counts: what it is
/// computed from is not shown.
fn acts(cursor: Cursor) -> bool {
    let acts = matches!(
        cursor.kind(),
        cs::CXCursor_CallExpr
            | cs::CXCursor_StmtExpr
            | cs::CXCursor_CXXNewExpr
            | cs::CXCursor_CXXDeleteExpr
            | cs::CXCursor_CXXThrowExpr
            | cs::CXCursor_AsmStmt
    );
    let sized = cursor.kind() == cs::CXCursor_UnaryExpr && cursor.evaluate_integer().is_none();
    let special = cursor.is_expression() && check_ordinary(cursor.ty().canonical()).is_err();
    acts || sized || special || is_assignment(cursor) || is_hidden_operation(cursor)
}

/// Whether the text of a `sizeof` only names, adds, and multiplies: libclang does not show what it evaluates.
pub(super) fn only_computes(text: &str) -> bool {
    let rest = text.strip_prefix("sizeof").unwrap_or(text);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " _[]()*+".contains(c);
    let mut words = rest.split('(').rev().skip(1);
    let calls = words.any(|before| before.trim_end().ends_with(|c: char| c.is_alphanumeric()));
    rest.chars().all(is_plain) && !rest.contains("++") && !calls
}

/// Whether a node that libclang does not name has several operands: an atomic operation, for one.
fn is_hidden_operation(cursor: Cursor) -> bool {
    cursor.kind() == cs::CXCursor_UnexposedExpr
        && cursor.children().iter().filter(|child| child.is_expression()).count() > 1
}

/// Whether any part of an expression that is evaluated with it is of some kind.
fn any_part(cursor: Cursor, is: &dyn Fn(Cursor) -> bool) -> bool {
    let mut parts = walk(vec![cursor], |cursor| match cursor.kind() {
        cs::CXCursor_UnaryExpr => Vec::new(),
        cs::CXCursor_LambdaExpr => {
            cursor.children().into_iter().filter(|c| !c.is_statement()).collect()
        }
        _ => cursor.children(),
    });
    parts.any(is)
}
