//! Calls: functions known to be pure, and those simple enough to be replaced by what they return.

use std::collections::BTreeMap;

use clang_sys as cs;

use super::Lowerer;
use super::regions::is_function;
use super::types::{is_reference, opaque};
use crate::frontend::libclang::Cursor;
use crate::ir::{Base, Expr, ExprKind, Place, Step};

/// How deep calls in inlined functions are inlined.
const DEEPEST_INLINING: usize = 8;

/// A function that is being inlined.
pub(super) struct Frame {
    arguments: BTreeMap<usize, Expr>,
    object: Option<Place>,
}

/// What `this` points to.
pub(super) enum Object {
    /// The object of the function that the region lies in.
    Own,
    /// The object of the method that is being inlined.
    Place(Place),
    /// Nothing: the function that is being inlined is no method.
    None,
}

/// Functions of `<math.h>`, `<stdlib.h>` and `<algorithm>` that compute from their arguments only.
/// Names with the suffix `f` or `l` and the prefix `__builtin_` are the same.
const PURE: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "ilogb",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "labs",
    "ldexp",
    "llabs",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "max",
    "min",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "rint",
    "round",
    "rsqrt",
    "scalbln",
    "scalbn",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

impl<'tu> Lowerer<'_, 'tu> {
    /// A call of a function.
    pub(super) fn call(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let callee = callee(cursor).ok_or("a call through a pointer")?;
        let name = callee.spelling();
        let arguments = cursor.arguments();
        if let ("__builtin_expect", Some(value)) = (name.as_str(), arguments.first()) {
            return Ok(self.expr(*value));
        }
        if let Some(value) = self.inlined(cursor, callee, Self::returned_value) {
            return Ok(value);
        }
        let ty = self.ty(cursor.ty());
        let pure_fn = is_pure(callee, &name, &arguments);
        let arguments = arguments.into_iter().map(|argument| self.expr(argument)).collect();
        Ok(Expr { ty, kind: ExprKind::Call { name, pure_fn, arguments } })
    }

    /// The place that a call of a function returning a reference denotes.
    pub(super) fn inlined_place(&mut self, cursor: Cursor<'tu>) -> Result<Place, String> {
        let callee = callee(cursor).ok_or("a call through a pointer")?;
        let place = self.inlined(cursor, callee, Self::returned_place);
        place.ok_or_else(|| format!("what {} returns", callee.spelling()))
    }

    fn returned_value(&mut self, value: Cursor<'tu>) -> Option<Expr> {
        let expr = self.expr(value);
        (!has_effects(&expr)).then_some(expr)
    }

    fn returned_place(&mut self, value: Cursor<'tu>) -> Option<Place> {
        self.place(value).ok()
    }

    /// What `lower` makes of the expression that `callee` returns, its parameters replaced by the
    /// arguments of the call; `None` where that is not possible.
    fn inlined<T>(
        &mut self,
        call: Cursor<'tu>,
        callee: Cursor<'tu>,
        lower: fn(&mut Self, Cursor<'tu>) -> Option<T>,
    ) -> Option<T> {
        if self.frames.len() >= DEEPEST_INLINING || self.budget == 0 {
            return None;
        }
        let definition = callee.definition()?;
        let value = returned(definition)?;
        let frame = self.frame(call, definition)?;
        let class = definition.semantic_parent();
        let saved = (self.class, self.call_span, self.in_template, self.dependent);
        self.call_span = Some(self.span(call));
        (self.class, self.in_template, self.dependent) = (class, true, false);
        self.frames.push(frame);
        let result = lower(self, value);
        self.frames.pop();
        let clean = !self.dependent && self.budget > 0;
        (self.class, self.call_span, self.in_template, self.dependent) = saved;
        result.filter(|_| clean)
    }

    fn frame(&mut self, call: Cursor<'tu>, definition: Cursor<'tu>) -> Option<Frame> {
        let mut values = call.arguments();
        let method = definition.kind() == cs::CXCursor_CXXMethod;
        let object = if !method || definition.is_static() {
            None
        } else if definition.spelling().starts_with("operator") {
            let object = (!values.is_empty()).then(|| values.remove(0))?;
            Some(self.place(object).ok()?)
        } else {
            Some(self.called_object(call)?)
        };
        let parameters = definition.arguments();
        if parameters.len() != values.len() {
            return None;
        }
        let mut arguments = BTreeMap::new();
        for (parameter, value) in parameters.into_iter().zip(values) {
            let value = self.bound(parameter, value)?;
            arguments.insert(parameter.identity(), value);
        }
        Some(Frame { arguments, object })
    }

    fn bound(&mut self, parameter: Cursor<'tu>, value: Cursor<'tu>) -> Option<Expr> {
        if is_reference(parameter.ty().canonical())
            && let Ok(place) = self.place(value)
        {
            return Some(Expr { ty: place.ty, kind: ExprKind::Load(place) });
        }
        let value = self.expr(value);
        (!has_effects(&value)).then_some(value)
    }

    /// The object of a method call, where it is an object in memory.
    fn called_object(&mut self, call: Cursor<'tu>) -> Option<Place> {
        let member = call.children().into_iter().next()?;
        if member.kind() != cs::CXCursor_MemberRefExpr {
            return None;
        }
        match member.children().into_iter().find(|child| child.is_expression()) {
            None => self.this_object().ok(),
            Some(object) if super::place::is_pointer(object) => self.target(object).ok(),
            Some(object) => self.place(object).ok(),
        }
    }

    /// The argument that stands for a parameter of the function that is being inlined.
    pub(super) fn argument(&mut self, declaration: Cursor<'tu>) -> Option<Expr> {
        let argument = self.frames.last()?.arguments.get(&declaration.identity())?;
        let size = size(argument);
        let argument = argument.clone();
        self.budget = self.budget.saturating_sub(size);
        if self.budget == 0 {
            return Some(opaque(argument.ty, "an expression that is too large", true));
        }
        Some(argument)
    }

    /// The argument that a name stands for.
    pub(super) fn argument_of(&mut self, cursor: Cursor<'tu>) -> Option<Expr> {
        if self.frames.is_empty() || cursor.kind() != cs::CXCursor_DeclRefExpr {
            return None;
        }
        let declaration = cursor.referenced()?;
        self.argument(declaration)
    }

    /// The object that `this` points to.
    pub(super) fn current_object(&self) -> Object {
        match self.frames.last().map(|frame| &frame.object) {
            None => Object::Own,
            Some(None) => Object::None,
            Some(Some(place)) => Object::Place(place.clone()),
        }
    }
}

fn callee(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let callee = call.referenced()?;
    is_function(callee.kind()).then_some(callee)
}

/// The expression that a function of the form `{ return expression; }` returns.
fn returned(definition: Cursor<'_>) -> Option<Cursor<'_>> {
    let function = matches!(definition.kind(), cs::CXCursor_FunctionDecl | cs::CXCursor_CXXMethod);
    let local = definition.is_static() || definition.is_inline();
    if !function || !local || definition.is_virtual() {
        return None;
    }
    let mut children = definition.children().into_iter();
    let body = children.find(|child| child.kind() == cs::CXCursor_CompoundStmt)?;
    match body.children()[..] {
        [only] if only.kind() == cs::CXCursor_ReturnStmt => match only.children()[..] {
            [value] => Some(value),
            _ => None,
        },
        _ => None,
    }
}

fn is_pure(callee: Cursor, name: &str, arguments: &[Cursor]) -> bool {
    let declared = callee.children().iter().any(|c| c.kind() == cs::CXCursor_ConstAttr);
    let scalars = arguments.iter().all(|a| !super::place::is_pointer(*a));
    let users = callee.definition().is_some_and(|d| !d.in_system_header());
    declared || scalars && !users && is_pure_name(name)
}

fn is_pure_name(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let known = |name: &str| PURE.binary_search(&name).is_ok();
    known(name) || name.strip_suffix(['f', 'l']).is_some_and(known)
}

/// Whether evaluating `expr` may do more than compute.
fn has_effects(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Opaque { effects, .. } => *effects,
        ExprKind::Call { pure_fn, arguments, .. } => !pure_fn || arguments.iter().any(has_effects),
        _ => parts(expr).into_iter().any(has_effects),
    }
}

fn size(expr: &Expr) -> u32 {
    parts(expr).into_iter().fold(1, |sum, part| sum.saturating_add(size(part)))
}

fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Load(place) | ExprKind::AddressOf(place) => place_parts(place),
        ExprKind::Unary(_, value) | ExprKind::Cast(value) => vec![value],
        ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => vec![left, right],
        ExprKind::Select(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        _ => Vec::new(),
    }
}

fn place_parts(place: &Place) -> Vec<&Expr> {
    let mut parts = match &place.base {
        Base::Symbol(_) => Vec::new(),
        Base::Loaded(place) => place_parts(place),
        Base::Value(value) => vec![value.as_ref()],
    };
    for step in &place.steps {
        if let Step::Index { index, scale, .. } = step {
            parts.extend([index, scale]);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_knows_the_suffixes() {
        assert!(PURE.windows(2).all(|w| w[0] < w[1]));
        for name in ["sqrt", "sqrtf", "fabsl", "__builtin_sqrtf", "abs", "max"] {
            assert!(is_pure_name(name), "{name}");
        }
        for name in ["modf", "frexp", "rand", "omp_get_thread_num", "f", "", "lgamma"] {
            assert!(!is_pure_name(name), "{name}");
        }
    }
}
