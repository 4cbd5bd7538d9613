//! What C++'s library does in functions of the host: it measures time (`std::chrono`), prints, and allocates.
//!
//! A time is no pointer and holds none, so that no statement needs its value. What is printed is a call that reads what its arguments
//! point to. `new` of plain data is the call of `operator new` that it is.

use clang_sys as cs;

use super::Lowerer;
use super::nodes::{opaque, whole};
use super::syntax::{below, has_member, stripped};
use super::types::{class_of, innermost, is_local};
use crate::frontend::libclang::{Cursor, Type as CursorType, is_function};
use crate::ir::calls::FRESH_OBJECTS;
use crate::ir::{Expr, ExprKind, Type};

/// What the types of times and durations are made of; others may have operators of the program's own.
const TIMES: [&str; 17] = [
    "_V2",
    "__1",
    "chrono",
    "const",
    "double",
    "duration",
    "float",
    "high_resolution_clock",
    "int",
    "long",
    "ratio",
    "std",
    "steady_clock",
    "system_clock",
    "time_point",
    "unsigned",
    "volatile",
];

/// The name of the calls that print on such a stream, whatever their operands are.
const PRINT: &str = "std::ostream::operator<<";

/// The streams that the library has for every program.
const STREAMS: [&str; 3] = ["cerr", "clog", "cout"];

impl<'tu> Lowerer<'_, 'tu> {
    /// A call in a function of the host that measures time, or that prints; `None` for any other.
    pub(super) fn library_call(
        &mut self,
        cursor: Cursor<'tu>,
        callee: Cursor<'tu>,
    ) -> Option<Expr> {
        if only_measures_time(cursor) {
            let ty = Some(self.ty(cursor.ty())).filter(|ty| is_number(*ty));
            return Some(opaque(ty.unwrap_or(Type::Void), "a time", false));
        }
        self.printed(cursor, callee)
    }

    /// `stream << value`, where the stream is one of the library's own or a file, and nothing of the user's is called.
    fn printed(&mut self, cursor: Cursor<'tu>, callee: Cursor<'tu>) -> Option<Expr> {
        let is_operator = callee.spelling() == "operator<<" && is_of_std(callee);
        let [stream, value] = cursor.arguments()[..] else { return None };
        if !is_operator || !is_stream(cursor.ty()) {
            return None;
        }
        let stream = stripped(stream);
        let mut arguments = Vec::new();
        if stream.kind() == cs::CXCursor_CallExpr {
            arguments.push(self.printed(stream, stream.referenced().filter(is_callable)?)?);
        } else if !is_own_stream(stream.referenced()?) {
            return None;
        }
        arguments.extend(self.printed_value(value)?);
        let kind = ExprKind::Call { name: PRINT.to_owned(), pure_fn: false, arguments };
        Some(Expr { ty: Type::Void, kind })
    }

    /// What is printed: a number or a text, nothing of what only changes the stream; `None` for anything else.
    fn printed_value(&mut self, value: Cursor<'tu>) -> Option<Vec<Expr>> {
        let bare = stripped(value);
        if bare.referenced().is_some_and(|own| is_callable(&own) && is_of_std(own)) {
            if bare.kind() != cs::CXCursor_CallExpr {
                return Some(Vec::new());
            }
            if value.ty().canonical().name().starts_with("std::_Set") {
                let [number] = bare.arguments()[..] else { return None };
                return self.printed_value(number);
            }
        }
        let ty = self.ty(value.ty());
        (is_number(ty) || ty == Type::Pointer).then(|| vec![self.expr(value)])
    }

    /// The pointer to one of two texts that a condition chooses, where C++ chooses between the arrays.
    pub(super) fn chosen_text(&mut self, array: Cursor<'tu>) -> Option<Expr> {
        let array = stripped(array);
        if self.host.is_none() || array.kind() != cs::CXCursor_ConditionalOperator {
            return None;
        }
        let [condition, then, otherwise] = array.children()[..] else { return None };
        let condition = self.expr(condition);
        let condition = Box::new(self.adapted(condition, Type::BOOL));
        let [then, otherwise] = [then, otherwise].map(|own| self.text(own));
        let (then, otherwise) = (then?, otherwise?);
        let kind = ExprKind::Select(condition, Box::new(then), Box::new(otherwise));
        Some(Expr { ty: Type::Pointer, kind })
    }

    fn text(&mut self, array: Cursor<'tu>) -> Option<Expr> {
        let literal = stripped(array);
        if literal.kind() != cs::CXCursor_StringLiteral {
            return self.chosen_text(literal);
        }
        let (symbol, ty) = (self.string(literal), self.ty(literal.ty()));
        let kind = ExprKind::AddressOf(whole(symbol, ty, self.span(literal)));
        Some(Expr { ty: Type::Pointer, kind })
    }

    /// `new T[n]` or `new T` of numbers or pointers that get no value, as the call of the library's function that it is.
    pub(super) fn allocated(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let Some(length) = self.plain_allocation(cursor) else {
            let is_fresh = self.written(cursor).is_some_and(|text| {
                let behind = text.trim_start_matches("::").strip_prefix("new");
                let has_place = |rest: &str| rest.trim_start().starts_with('(');
                let ty = cursor.ty().canonical().pointee().canonical();
                behind.is_some_and(|rest| !has_place(rest)) && !allocates_itself(ty)
            });
            return Err(if is_fresh { FRESH_OBJECTS } else { "an allocation" }.to_owned());
        };
        let arguments = length.into_iter().map(|length| self.expr(length)).collect();
        let kind = ExprKind::Call { name: "operator new".to_owned(), pure_fn: false, arguments };
        Ok(Expr { ty: Type::Pointer, kind })
    }

    /// The length of `new T[n]`, or none of `new T`, of numbers or pointers that get no value, in memory that is fresh: a class may have
    /// an operator of its own.
    pub(super) fn plain_allocation(&self, cursor: Cursor<'tu>) -> Option<Vec<Cursor<'tu>>> {
        let text = self.written(cursor)?;
        let behind = text.strip_prefix("new")?;
        let is_fresh = behind.trim_start().starts_with(|c: char| c.is_alphabetic() || c == ':')
            && behind.starts_with(char::is_whitespace);
        let mut parts = cursor.children();
        parts.retain(|part| part.is_expression());
        if !is_fresh || text.contains('{') || !points_to_scalars(cursor) {
            return None;
        }
        let lengths = usize::from(text.contains('['));
        (parts.len() == lengths).then_some(parts)
    }

    /// `delete[] p` or `delete p` of numbers or pointers.
    pub(super) fn released(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let value = super::syntax::only_child(cursor)?;
        if !points_to_scalars(value) {
            return Err("an allocation".to_owned());
        }
        let value = self.expr(value);
        let kind =
            ExprKind::Call { name: "free".to_owned(), pure_fn: false, arguments: vec![value] };
        Ok(Expr { ty: Type::Void, kind })
    }
}

/// Whether a class, or one that it is made of, has an `operator new` of its own: that may hand out any storage.
fn allocates_itself(ty: CursorType) -> bool {
    let is_new = |member: Cursor| member.spelling().starts_with("operator new");
    class_of(innermost(ty)).is_some_and(|class| has_member(class, &is_new, 0))
}

fn points_to_scalars(pointer: Cursor) -> bool {
    let element = pointer.ty().canonical().pointee().canonical();
    element.is_plain_data() && element.kind() != cs::CXType_Record
}

fn is_number(ty: Type) -> bool {
    matches!(ty, Type::Int { .. } | Type::Float { .. })
}

fn is_callable(cursor: &Cursor) -> bool {
    is_function(cursor.kind())
}

/// Whether an expression calls functions of `std::chrono` with times and numbers that are written there, and nothing else.
pub(super) fn only_measures_time(cursor: Cursor) -> bool {
    let root = stripped(cursor);
    let is_time_alone = |part: Cursor| match part.kind() {
        cs::CXCursor_CallExpr => {
            let is_object = part.ty().canonical().kind() == cs::CXType_Record;
            part.referenced().is_some_and(is_of_clocks) && (!is_object || is_time(part.ty()))
        }
        cs::CXCursor_DeclRefExpr => part.referenced().is_some_and(|own| {
            is_callable(&own) && is_of_clocks(own) || is_local(own) && is_time(own.ty())
        }),
        cs::CXCursor_MemberRefExpr => part.referenced().is_some_and(is_of_clocks),
        cs::CXCursor_UnexposedExpr => {
            part.children().iter().filter(|child| child.is_expression()).count() <= 1
        }
        cs::CXCursor_ParenExpr
        | cs::CXCursor_IntegerLiteral
        | cs::CXCursor_FloatingLiteral
        | cs::CXCursor_TypeRef
        | cs::CXCursor_TemplateRef
        | cs::CXCursor_NamespaceRef => true,
        _ => false,
    };
    root.kind() == cs::CXCursor_CallExpr && below(root).all(is_time_alone)
}

/// Whether a variable holds a time, and its declaration measures it or does nothing.
pub(super) fn only_tells_time(variable: Cursor) -> bool {
    is_time(variable.ty()) && variable.initializer().is_none_or(only_measures_time)
}

/// Whether objects of a type are times, durations or clocks of the library, counted in numbers.
fn is_time(ty: CursorType) -> bool {
    let ty = ty.canonical();
    let name = ty.name();
    let mut words = name.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_known =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || TIMES.contains(&word);
    ty.kind() == cs::CXType_Record
        && ty.declaration().is_some_and(is_of_clocks)
        && words.all(|word| word.is_empty() || is_known(word))
}

/// Whether something is declared in `std::chrono`, by the library.
fn is_of_clocks(declaration: Cursor) -> bool {
    is_of_std(declaration) && around(declaration).any(|own| own.spelling() == "chrono")
}

/// Whether something is declared in `std`, by the library.
fn is_of_std(declaration: Cursor) -> bool {
    declaration.in_system_header() && around(declaration).any(|own| own.spelling() == "std")
}

/// The classes and namespaces around a declaration.
fn around(declaration: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    std::iter::successors(declaration.semantic_parent(), |own| own.semantic_parent())
}

/// Whether a variable is one of the library's streams, or a file.
fn is_own_stream(declaration: Cursor) -> bool {
    let is_file = || declaration.ty().canonical().name() == "std::basic_ofstream<char>";
    let is_one = || STREAMS.contains(&declaration.spelling().as_str()) && is_of_std(declaration);
    declaration.kind() == cs::CXCursor_VarDecl && (is_one() || is_file())
}

/// Whether a type is that of output streams of characters.
fn is_stream(ty: CursorType) -> bool {
    ty.canonical().name().starts_with("std::basic_ostream<char>")
}
