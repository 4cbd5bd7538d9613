//! Calls: functions known to be pure, and those simple enough to be replaced by what they return.

use std::collections::BTreeMap;

use clang_sys as cs;

use super::Lowerer;
use super::frame::{Frame, Implicit, Object, Replacement};
use super::init::is_object;
use super::nodes::{has_effects, opaque, size};
use super::syntax::{below, is_pointer, mentions_often, stripped};
use super::types::{is_reference, iterated};
use crate::frontend::libclang::{Cursor, is_function};
use crate::ir::{Expr, ExprKind, Place, StmtKind, Type};

/// How deep calls in inlined functions are inlined.
pub(super) const DEEPEST_INLINING: usize = 8;

/// How a lambda captures variables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Captures {
    /// By reference, or none.
    References,
    /// Some by value, as they are called.
    Values,
    /// With an initialiser, or in a way that is not understood.
    Other,
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

/// Compiler's functions of the bits of a number; suffixes `l` and `ll` are left out.
const BITS: [&str; 6] = ["clrsb", "clz", "ctz", "ffs", "parity", "popcount"];

/// Queries of the OpenMP runtime that answer every thread of a target region alike.
const UNIFORM: &[&str] = &[
    "omp_get_default_device",
    "omp_get_device_num",
    "omp_get_initial_device",
    "omp_get_num_devices",
    "omp_is_initial_device",
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
        if self.host.is_some()
            && let Some(value) = self.library_call(cursor, callee)
        {
            return Ok(value);
        }
        if let ([pointer], Some(_)) = (&arguments[..], iterated(cursor.ty().canonical()))
            && callee.kind() == cs::CXCursor_Constructor
        {
            return Ok(self.expr(*pointer));
        }
        if callee.kind() == cs::CXCursor_Constructor
            && let Some(value) = self.copied_object(cursor).or_else(|| self.made_object(cursor))
        {
            return Ok(value);
        }
        let value = self.inlined(cursor, callee, Replacement::Value, Self::returned_value);
        if let Some(value) = value {
            return Ok(value);
        }
        if let Some(value) = self.inlined_body(cursor, false).and_then(|inlined| inlined.value) {
            return Ok(value);
        }
        let ty = self.ty(cursor.ty());
        let pure_fn = is_pure(callee, &name, &arguments);
        if self.host.is_some() && !pure_fn {
            let (name, arguments) = self.host_call(cursor, callee);
            return Ok(Expr { ty, kind: ExprKind::Call { name, pure_fn, arguments } });
        }
        let arguments = arguments.into_iter().map(|argument| self.expr(argument)).collect();
        Ok(Expr { ty, kind: ExprKind::Call { name, pure_fn, arguments } })
    }

    /// The arguments of a call on the host: what a reference is bound to is given by its address.
    pub(super) fn host_arguments(
        &mut self,
        callee: Cursor<'tu>,
        values: Vec<Cursor<'tu>>,
    ) -> Vec<Expr> {
        let parameters = callee.arguments();
        let one = |(at, value): (usize, Cursor<'tu>)| {
            let value = super::containers::unmoved(value);
            let parameter = parameters.get(at);
            let value = parameter.map_or(value, |own| written_argument(*own, value));
            let Some(parameter) = parameter.filter(|own| is_reference(own.ty().canonical())) else {
                return self.expr(value);
            };
            match self.object_or_value(value) {
                Ok(place) => Expr { ty: Type::Pointer, kind: ExprKind::AddressOf(place) },
                Err(number) if super::containers::is_copied_number(*parameter, value) => number,
                Err(_) => opaque(Type::Pointer, "what a reference is bound to", true),
            }
        };
        values.into_iter().enumerate().map(one).collect()
    }

    /// `sincos(x, &s, &c)`, as two assignments before the statement.
    pub(super) fn sine_and_cosine(&mut self, call: Cursor<'tu>) -> Option<()> {
        let name = callee(call)?.spelling();
        let suffix = name.trim_start_matches("__builtin_").strip_prefix("sincos")?;
        let [angle, sine, cosine] = call.arguments()[..] else { return None };
        if !matches!(suffix, "" | "f" | "l") || self.hoisted.is_none() {
            return None;
        }
        let targets = [self.target(sine).ok()?, self.target(cosine).ok()?];
        let span = self.span(call);
        let angle = self.expr(angle);
        let angle = self.copied(angle, span);
        for (target, name) in targets.into_iter().zip(["sin", "cos"]) {
            let (name, arguments) = (format!("{name}{suffix}"), vec![angle.clone()]);
            let kind = ExprKind::Call { name, pure_fn: true, arguments };
            let value = Expr { ty: target.ty, kind };
            self.hoist(StmtKind::Assign { target, op: None, value }, span);
        }
        Some(())
    }

    /// The place that a call of a function returning a reference denotes.
    pub(super) fn inlined_place(&mut self, cursor: Cursor<'tu>) -> Result<Place, String> {
        let callee = callee(cursor).ok_or("a call through a pointer")?;
        let place = self.inlined(cursor, callee, Replacement::Place, Self::returned_place);
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
        replacement: Replacement,
        lower: fn(&mut Self, Cursor<'tu>) -> Option<T>,
    ) -> Option<T> {
        self.once(call, replacement, |own| own.replaced(call, callee, lower))
    }

    fn replaced<T>(
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
        if self.hoisted.is_some() && Self::repeats_a_load(call, definition, value) {
            return None;
        }
        let mut frame = self.frame(call, definition)?;
        let mark = self.mark();
        if self.hoisted.is_some() {
            let span = self.span(call);
            self.bind_object(&mut frame, span);
        }
        let (span, class) = (self.span(call), class_in(self, definition));
        let (result, clean) = self.inside(frame, span, class, |lowerer| lower(lowerer, value));
        let result = result.filter(|_| clean && self.budget > 0);
        if result.is_none() {
            self.take_back(&mark);
        }
        result
    }

    /// Whether an argument that is read from memory is used more than once.
    fn repeats_a_load(call: Cursor<'tu>, definition: Cursor<'tu>, value: Cursor<'tu>) -> bool {
        let reads = |(parameter, value): &(Cursor<'tu>, Cursor<'tu>)| {
            if is_reference(parameter.ty().canonical()) {
                return stripped(*value).children().into_iter().any(reads_memory);
            }
            reads_memory(*value)
        };
        let parameters = definition.arguments();
        let skipped = call.arguments().len().saturating_sub(parameters.len());
        let values = call.arguments().into_iter().skip(skipped);
        parameters
            .into_iter()
            .zip(values)
            .filter(reads)
            .any(|(parameter, _)| mentions_often(value, parameter) > 1)
    }

    /// What stands for the parameters and the object of a function in one call of it.
    pub(super) fn frame(&mut self, call: Cursor<'tu>, definition: Cursor<'tu>) -> Option<Frame> {
        let mut values = call.arguments();
        let method = definition.kind() == cs::CXCursor_CXXMethod;
        let mut closure = None;
        let object = if !method || definition.is_static() {
            Implicit::None
        } else if let Some(captures) = self.captures(definition) {
            closure = self.closure(values.remove(0), definition);
            (captures != Captures::Other).then_some(Implicit::Outer)?
        } else if definition.spelling().starts_with("operator")
            && values.len() == definition.arguments().len() + 1
        {
            let object = values.remove(0);
            Implicit::Place(self.object_of(object, definition)?)
        } else {
            Implicit::Place(self.called_object(call, definition)?)
        };
        let parameters = definition.arguments();
        if parameters.len() != values.len() {
            return None;
        }
        let mut arguments = BTreeMap::new();
        for (parameter, value) in parameters.into_iter().zip(values) {
            let value = self.bound(parameter, written_argument(parameter, value))?;
            arguments.insert(parameter.identity(), value);
        }
        let function = definition.identity();
        let by_value = self.captures(definition) == Some(Captures::Values);
        Some(Frame { function, arguments, locals: BTreeMap::new(), object, by_value, closure })
    }

    fn bound(&mut self, parameter: Cursor<'tu>, value: Cursor<'tu>) -> Option<Expr> {
        let value = if is_reference(parameter.ty().canonical()) {
            match self.object_or_value(value) {
                Ok(place) => return Some(Expr { ty: place.ty, kind: ExprKind::Load(place) }),
                Err(value) => value,
            }
        } else {
            self.expr(value)
        };
        (!has_effects(&value)).then_some(value)
    }

    /// The object of a method call, where it is an object in memory.
    pub(super) fn called_object(
        &mut self,
        call: Cursor<'tu>,
        definition: Cursor<'tu>,
    ) -> Option<Place> {
        let member = call.children().into_iter().next()?;
        if member.kind() != cs::CXCursor_MemberRefExpr {
            return None;
        }
        match member.children().into_iter().find(|child| child.is_expression()) {
            None => {
                let class = self.class?;
                let place = self.this_object().ok()?;
                super::place::as_base(place, class, definition.semantic_parent()?)
            }
            Some(object) => self.object_of(object, definition),
        }
    }

    /// The object that a method of one of its base classes, or of its own, is called for.
    fn object_of(&mut self, object: Cursor<'tu>, method: Cursor<'tu>) -> Option<Place> {
        let (place, class) = self.object(object).ok()?;
        super::place::as_base(place, class, method.semantic_parent()?)
    }

    /// How a lambda, whose function is given, captures variables; `None` for other functions.
    pub(super) fn captures(&self, definition: Cursor<'tu>) -> Option<Captures> {
        let class = definition.semantic_parent()?;
        if definition.spelling() != "operator()" || !class.spelling().starts_with("(lambda") {
            return None;
        }
        let start = definition.position();
        Some(captured(self.unit.contents(start.file?).get(start.offset as usize..)?))
    }

    /// Whether an expression makes a lambda without evaluating anything.
    pub(super) fn is_plain_lambda(&self, value: Cursor<'tu>) -> bool {
        let value = stripped(value);
        if value.kind() != cs::CXCursor_LambdaExpr {
            return false;
        }
        let start = value.extent().0;
        let text = start
            .file
            .and_then(|file| self.unit.contents(file).get(start.offset as usize..).map(captured));
        text.is_some_and(|how| how != Captures::Other)
    }

    /// Whether a variable that the innermost function does not own is what it was when a lambda
    /// captured it.
    pub(super) fn check_captured(&mut self, name: Cursor<'tu>) -> Result<(), String> {
        let declaration = name.referenced().ok_or("a name without a declaration")?;
        let owner = declaration.semantic_parent().map(Cursor::identity);
        let own = |frame: &Frame| Some(frame.function) == owner;
        if self.frames.last().is_none_or(own) || !super::types::is_local(declaration) {
            return Ok(());
        }
        let values = self.frames.iter().rev().take_while(|f| !own(f)).any(|f| f.by_value);
        let array = super::types::is_array(declaration.ty().canonical());
        if values && (array || self.mentions_changing_variable(name)) {
            return Err("a variable that a lambda captures".to_owned());
        }
        Ok(())
    }

    /// The argument that stands for a parameter of the function that is being inlined.
    pub(super) fn argument(&mut self, declaration: Cursor<'tu>) -> Option<Expr> {
        let identity = declaration.identity();
        let owner = declaration.semantic_parent()?.identity();
        let frame = self.frames.iter().rev().find(|frame| frame.function == owner)?;
        let argument = frame.arguments.get(&identity)?;
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
        let mut inner = self.frames.iter().rev().map(|frame| &frame.object);
        match inner.find(|object| !matches!(object, Implicit::Outer)) {
            None | Some(Implicit::Outer) => Object::Own,
            Some(Implicit::None) => Object::None,
            Some(Implicit::Place(place)) => Object::Place(place.clone()),
        }
    }
}

/// How the lambda whose text begins here captures variables.
fn captured(text: &[u8]) -> Captures {
    let end = text.iter().position(|byte| *byte == b']').unwrap_or(0);
    let list = String::from_utf8_lossy(text.get(1..end).unwrap_or_default()).into_owned();
    let items = list.split(',').map(str::trim);
    let by_reference = |item: &str| item.is_empty() || item.starts_with('&') || item == "this";
    let plain = |item: &str| item == "=" || !item.contains(['=', '(', '{', '.', '*']);
    if text.first() != Some(&b'[') || end == 0 {
        Captures::Other
    } else if items.clone().all(by_reference) && !list[1.min(list.len())..].contains('=') {
        Captures::References
    } else if items.clone().all(plain) {
        Captures::Values
    } else {
        Captures::Other
    }
}

/// The expression that an argument stands for: the parameter's own, where the call does not give one.
pub(super) fn written_argument<'tu>(parameter: Cursor<'tu>, value: Cursor<'tu>) -> Cursor<'tu> {
    let own = || parameter.children().into_iter().rfind(|child| child.is_expression());
    if is_silent(value) { own().unwrap_or(value) } else { value }
}

/// Whether libclang shows no part of a value that is more than a number: that of a parameter or member where nobody gives one.
pub(super) fn is_silent(value: Cursor) -> bool {
    value.kind() == cs::CXCursor_UnexposedExpr && value.children().is_empty()
}

fn callee(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let callee = call.referenced()?;
    is_function(callee.kind()).then_some(callee)
}

/// The expression that a function of the form `{ return expression; }` returns.
fn returned(definition: Cursor<'_>) -> Option<Cursor<'_>> {
    let function = matches!(definition.kind(), cs::CXCursor_FunctionDecl | cs::CXCursor_CXXMethod);
    if !function || definition.is_virtual() || is_replaceable(definition) {
        return None;
    }
    let mut children = definition.children().into_iter();
    let body = children.find(|child| child.kind() == cs::CXCursor_CompoundStmt)?;
    let stmts = body.children().into_iter().filter(|stmt| stmt.kind() != cs::CXCursor_NullStmt);
    match stmts.collect::<Vec<_>>()[..] {
        [.., only] if is_checked_access(definition) => only.children().first().copied(),
        [only] if only.kind() == cs::CXCursor_ReturnStmt => match only.children()[..] {
            [value] => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a function is the library's `at` of an array: what stands before its last statement reads
/// no memory, and stops the program or does nothing.
fn is_checked_access(definition: Cursor) -> bool {
    definition.in_system_header()
        && definition.spelling() == "at"
        && definition.semantic_parent().is_some_and(|class| class.spelling() == "array")
}

/// The class whose members a function names without an object; a lambda's are those around it.
pub(super) fn class_in<'tu>(
    lowerer: &Lowerer<'_, 'tu>,
    definition: Cursor<'tu>,
) -> Option<Cursor<'tu>> {
    match lowerer.captures(definition) {
        Some(_) => lowerer.class,
        None => definition.semantic_parent(),
    }
}

/// Whether another definition may take a function's place: one that is linked, or a variant for the
/// device, of which `omp.h` has some.
pub(super) fn is_replaceable(definition: Cursor) -> bool {
    if definition.in_system_header() && definition.spelling().starts_with("omp_") {
        return true;
    }
    let attribute = |c: &Cursor| c.kind() == cs::CXCursor_UnexposedAttr;
    let inline = definition.is_static() || definition.is_inline();
    !inline && definition.children().iter().any(attribute)
}

/// Whether evaluating an expression reads an element, a member or what a pointer points to.
fn reads_memory(value: Cursor) -> bool {
    below(value).any(|cursor| match cursor.kind() {
        cs::CXCursor_UnaryOperator => cursor.unary_operator() == cs::CXUnaryOperator_Deref,
        cs::CXCursor_ArraySubscriptExpr | cs::CXCursor_MemberRefExpr | cs::CXCursor_CallExpr => {
            true
        }
        _ => false,
    })
}

/// Names of the table that C does not reserve, which a user's function can have.
const UNRESERVED: [&str; 5] = ["exp10", "isnormal", "max", "min", "rsqrt"];

fn is_pure(callee: Cursor, name: &str, arguments: &[Cursor]) -> bool {
    let declared = callee.children().iter().any(|c| c.kind() == cs::CXCursor_ConstAttr);
    if callee.kind() == cs::CXCursor_Constructor || callee.kind() == cs::CXCursor_Destructor {
        return false;
    }
    let scalars = arguments.iter().all(|a| !is_pointer(*a));
    let users = callee.definition().is_some_and(|d| !d.in_system_header());
    let users = users || UNRESERVED.contains(&name) && !callee.in_system_header();
    let known = match name {
        "max" | "min" => arguments.iter().all(|value| are_numbers(*value)),
        _ => is_pure_name(name) || UNIFORM.contains(&name),
    };
    declared || scalars && !users && known && is_library(callee)
}

/// Whether an argument is a number or a list of numbers: what compares objects is the program's.
fn are_numbers(value: Cursor) -> bool {
    let ty = value.ty().canonical();
    let is_list = || ty.declaration().is_some_and(|own| own.spelling() == "initializer_list");
    let mut listed = below(value).filter(|part| part.kind() == cs::CXCursor_InitListExpr);
    !is_object(value) || is_list() && listed.all(|list| !list.children().into_iter().any(is_object))
}

/// Whether a function that is known by its name alone may be the library's: a builtin, one that a system header or
/// namespace `std` declares, or one that is linked under its own name; no member, nor an overload of C++.
pub(super) fn is_library(callee: Cursor) -> bool {
    let name = callee.spelling();
    if callee.in_system_header() || name.starts_with("__builtin_") {
        return true;
    }
    let namespace = |scope: &Cursor| scope.kind() == cs::CXCursor_Namespace;
    let mut outermost = callee.semantic_parent().filter(namespace);
    while let Some(around) = outermost.and_then(Cursor::semantic_parent).filter(namespace) {
        outermost = Some(around);
    }
    let std = outermost.is_some_and(|scope| scope.spelling() == "std");
    std || callee.kind() == cs::CXCursor_FunctionDecl && callee.linker_name() == name
}

/// Whether a function of that name computes from its arguments only, where it is the library's.
pub(super) fn is_pure_name(name: &str) -> bool {
    let builtin = name.strip_prefix("__builtin_");
    let known = |name: &str| PURE.binary_search(&name).is_ok();
    let constant = |name: &str| builtin.is_some() && matches!(name, "huge_val" | "inf");
    let bits = |name: &str| BITS.contains(&name.trim_end_matches('l'));
    if builtin.is_some_and(|name| bits(name) || name.starts_with("bswap")) {
        return true;
    }
    let name = builtin.unwrap_or(name);
    [Some(name), name.strip_suffix(['f', 'l'])]
        .into_iter()
        .flatten()
        .any(|n| known(n) || constant(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_knows_the_suffixes() {
        assert!(PURE.windows(2).all(|w| w[0] < w[1]));
        for name in ["sqrt", "sqrtf", "fabsl", "__builtin_sqrtf", "abs", "max", "__builtin_inff"] {
            assert!(is_pure_name(name), "{name}");
        }
        for name in ["modf", "frexp", "rand", "omp_get_thread_num", "f", "", "lgamma", "inf"] {
            assert!(!is_pure_name(name), "{name}");
        }
    }
}
