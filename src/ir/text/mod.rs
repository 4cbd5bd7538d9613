//! The IR's text form: [`print`](fn@print) and [`parse`].
//!
//! The form is for goldens and for tests written by hand; `docs/ir.md` has its grammar. Three rules
//! keep it short, and each is undone exactly by the reader:
//!
//! - a type is written only where it is not the natural type of its expression;
//! - a span is written only where it is not `0:0`;
//! - the number of a statement or loop is written only where it is not its number in pre-order, and
//!   counts only where they are not those of the body.
//!
//! So `parse(&print(region)) == Ok(region)` holds for every region nested no deeper than
//! [`MAX_DEPTH`] brackets, whether or not it satisfies the IR's invariants, and
//! `print(&parse(text)?) == text` holds for every text that `print` wrote.

mod host;
mod items;
mod parse;
mod print;
mod sexpr;

use std::fmt;

use serde::Serialize;
use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer};

use super::{BinaryOp, Expr, ExprKind, Place, Symbol, Type, UnaryOp, Written};

pub use host::{parse_host, print_host};
pub use parse::parse;
pub use print::print;
pub use sexpr::MAX_DEPTH;

/// Why a text is not a region, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// The type that an expression has where none is written; `None` where one must be written.
fn natural_type(kind: &ExprKind, symbols: &[Symbol]) -> Option<Type> {
    match kind {
        ExprKind::Int(_) => Some(Type::INT),
        ExprKind::Float(_) => Some(Type::Float { bits: 64 }),
        ExprKind::Symbol(symbol) => Some(symbols.get(symbol.index())?.ty),
        ExprKind::Load(place) => Some(place.ty),
        ExprKind::AddressOf(_) => Some(Type::Pointer),
        ExprKind::Unary(UnaryOp::Not, _)
        | ExprKind::Compare(..)
        | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => Some(Type::BOOL),
        ExprKind::Unary(_, operand) | ExprKind::Binary(_, operand, _) => Some(operand.ty),
        ExprKind::Select(_, then, _) => Some(then.ty),
        ExprKind::Cast(_) | ExprKind::Call { .. } | ExprKind::Opaque { .. } => None,
    }
}

/// The type that a place has where none is written: a whole variable's own.
fn natural_place_type(place: &Place, symbols: &[Symbol]) -> Option<Type> {
    Some(symbols.get(place.as_symbol()?.index())?.ty)
}

/// A type as the text form spells it.
pub(super) fn type_word(ty: Type) -> String {
    match ty {
        Type::Int { bits, signed: true } => format!("i{bits}"),
        Type::Int { bits, signed: false } => format!("u{bits}"),
        Type::Float { bits } => format!("f{bits}"),
        Type::Pointer => "ptr".into(),
        Type::Aggregate { bytes } => format!("agg{bytes}"),
        Type::Void => "void".into(),
    }
}

/// Whether `name` can stand without quotes.
fn is_plain(name: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// The name of a variant without contents.
fn word_of(value: impl Serialize) -> String {
    let word = serde_json::to_value(value).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

/// The variant of that name; the error tells all names.
fn of_word<T: DeserializeOwned>(word: &str) -> Result<T, Error> {
    T::deserialize(word.into_deserializer())
}

/// How a loop is written, where a word alone says it.
fn written_word(written: &Written) -> Option<&'static str> {
    match written {
        Written::InFile | Written::Macro(_) => None,
        Written::Comma => Some("comma"),
        Written::Range => Some("range"),
        Written::Elsewhere => Some("elsewhere"),
        Written::Apart => Some("apart"),
    }
}

const UNARY_OPS: &[UnaryOp] = &[UnaryOp::Neg, UnaryOp::Not, UnaryOp::BitNot];

fn unary_word(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "neg",
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
    }
}

const BINARY_OPS: &[BinaryOp] = &[
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::And,
    BinaryOp::Or,
];

/// The member of `all` that `word` spells.
fn find_word<T: Copy>(all: &[T], spell: fn(T) -> &'static str, word: &str) -> Option<T> {
    all.iter().copied().find(|value| spell(*value) == word)
}

fn has_natural_type(expr: &Expr, symbols: &[Symbol]) -> bool {
    natural_type(&expr.kind, symbols) == Some(expr.ty)
}
