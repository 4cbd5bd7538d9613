//! Expressions as C text.

use rug::Integer;

use super::{BinaryOp, Expr, ExprKind, Relation, Symbol, Type, UnaryOp};
use crate::id::SymbolId;

/// How tightly an operator binds; a text of one word binds most.
type Precedence = u8;

const CONDITIONAL: Precedence = 1;
const BITS: Precedence = 7;
const UNARY: Precedence = 12;
const WORD: Precedence = 13;

/// What prints the expressions of a region.
pub(crate) struct Printer<'a> {
    /// The region's variables.
    pub(crate) symbols: &'a [Symbol],
    /// Expressions that a program has, and its text of each.
    pub(crate) spelled: Vec<(&'a Expr, String)>,
}

impl Printer<'_> {
    /// The text of an expression, with parentheses where its operators need them. `None` where it reads memory, or is not understood.
    pub(crate) fn text(&self, expr: &Expr) -> Option<String> {
        self.at_least(expr, CONDITIONAL)
    }

    /// The same as an operand of what binds just less than that.
    fn at_least(&self, expr: &Expr, least: Precedence) -> Option<String> {
        let (text, own) = self.spelled(expr).or_else(|| self.printed(expr))?;
        Some(if own < least { format!("({text})") } else { text })
    }

    /// The program's own text. A conversion has none: what stands there without one may be another at another place.
    fn spelled(&self, expr: &Expr) -> Option<(String, Precedence)> {
        let (_, text) = self.spelled.iter().find(|(known, _)| *known == expr)?;
        let is_word = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let precedence = match &expr.kind {
            ExprKind::Cast(_) => return None,
            _ if is_word => WORD,
            ExprKind::Binary(op, ..) => of_binary(*op),
            _ => 0,
        };
        Some((text.clone(), precedence))
    }

    fn printed(&self, expr: &Expr) -> Option<(String, Precedence)> {
        Some(match &expr.kind {
            ExprKind::Int(value) if *value < 0 => {
                (format!("-{}{}", value.clone().abs(), suffix(expr.ty)?), UNARY)
            }
            ExprKind::Int(value) => (format!("{value}{}", suffix(expr.ty)?), WORD),
            ExprKind::Float(text) => (text.clone(), WORD),
            ExprKind::Symbol(symbol) => (self.name(*symbol)?, WORD),
            ExprKind::Load(place) => (self.name(place.as_symbol()?)?, WORD),
            ExprKind::Unary(op, operand) => {
                let sign = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::Not => "!",
                    UnaryOp::BitNot => "~",
                };
                (format!("{sign}{}", self.at_least(operand, WORD)?), UNARY)
            }
            ExprKind::Binary(op, a, b) => self.operands(a, op.symbol(), b, of_binary(*op))?,
            ExprKind::Compare(relation, a, b) => {
                self.operands(a, relation.symbol(), b, of_relation(*relation))?
            }
            ExprKind::Cast(operand) => {
                (format!("({}){}", type_name(expr.ty)?, self.at_least(operand, UNARY)?), UNARY)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.at_least(condition, CONDITIONAL + 1)?;
                let [then, otherwise] = [then, otherwise].map(|own| self.text(own));
                (format!("{condition} ? {} : {}", then?, otherwise?), CONDITIONAL)
            }
            ExprKind::AddressOf(_) | ExprKind::Call { .. } | ExprKind::Opaque { .. } => {
                return None;
            }
        })
    }

    /// `a op b`, whose left operand may be of the same precedence. clang warns of one operation on bits in another without parentheses.
    fn operands(
        &self,
        a: &Expr,
        op: &str,
        b: &Expr,
        own: Precedence,
    ) -> Option<(String, Precedence)> {
        let text = |operand: &Expr, other: &Expr, least| {
            let number = converted(operand, other).map(ToString::to_string);
            number.or_else(|| self.at_least(operand, least))
        };
        let of_bits = matches!(op, "^" | "|").then_some(BITS);
        let [left, right] =
            [own, own + 1].map(|least| of_bits.map_or(least, |bits| bits.max(least)));
        Some((format!("{} {op} {}", text(a, b, left)?, text(b, a, right)?), own))
    }

    /// The variable's name, where it is one word.
    fn name(&self, symbol: SymbolId) -> Option<String> {
        let name = &self.symbols.get(symbol.index())?.name;
        let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
        (is_word && name != "this").then(|| name.clone())
    }
}

/// The number that an operand is, where an `int` of that value is converted to its type beside the other operand.
fn converted<'e>(operand: &'e Expr, other: &Expr) -> Option<&'e Integer> {
    let ExprKind::Int(number) = &operand.kind else { return None };
    let is_plain = *number >= 0 && Type::INT.holds(number);
    let is_wide = matches!(other.ty, Type::Int { bits: 32.., .. }) && other.ty == operand.ty;
    (is_plain && is_wide && !matches!(other.kind, ExprKind::Int(_))).then_some(number)
}

fn of_binary(op: BinaryOp) -> Precedence {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 11,
        BinaryOp::Add | BinaryOp::Sub => 10,
        BinaryOp::Shl | BinaryOp::Shr => 9,
        BinaryOp::BitAnd => 6,
        BinaryOp::BitXor => 5,
        BinaryOp::BitOr => 4,
        BinaryOp::And => 3,
        BinaryOp::Or => 2,
    }
}

fn of_relation(relation: Relation) -> Precedence {
    match relation {
        Relation::Lt | Relation::Le | Relation::Gt | Relation::Ge => 8,
        Relation::Eq | Relation::Ne => 7,
    }
}

/// What ends an integer literal of the type; `None` where no literal has it.
fn suffix(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Int { bits: 32, signed: true } => Some(""),
        Type::Int { bits: 32, signed: false } => Some("u"),
        Type::Int { bits: 64, signed: true } => Some("l"),
        Type::Int { bits: 64, signed: false } => Some("ul"),
        _ => None,
    }
}

/// A name of the type in C on 64-bit Linux, where clang has no other for it.
pub(crate) fn type_name(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Int { bits: 8, signed: true } => Some("signed char"),
        Type::Int { bits: 8, signed: false } => Some("unsigned char"),
        Type::Int { bits: 16, signed: true } => Some("short"),
        Type::Int { bits: 16, signed: false } => Some("unsigned short"),
        Type::Int { bits: 32, signed: true } => Some("int"),
        Type::Int { bits: 32, signed: false } => Some("unsigned"),
        Type::Int { bits: 64, signed: true } => Some("long"),
        Type::Int { bits: 64, signed: false } => Some("unsigned long"),
        Type::Float { bits: 32 } => Some("float"),
        Type::Float { bits: 64 } => Some("double"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::StmtKind;

    use super::*;

    /// The text of an expression over the variables `a`, `b`, and `c`, which the program calls `C - 1`.
    fn text(expr: &str) -> Option<String> {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
               (symbols (symbol a i32 scalar parameter) (symbol b i32 scalar parameter)
                 (symbol c i32 scalar parameter) (symbol l i64 scalar parameter)
                 (symbol i i32 scalar region))
               (body (for i 0 < (- c 1) 1 declares (evaluate {expr}))))"
        );
        let region = crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let l = region.nest()[0];
        let StmtKind::Evaluate(expr) = &l.body[0].kind else { panic!("{text}") };
        let spelled = vec![(&l.bound, "C - 1".to_owned())];
        Printer { symbols: &region.symbols, spelled }.text(expr)
    }

    #[test]
    fn operators_keep_their_operands() {
        let cases = [
            ("(- (- a b) 1)", "a - b - 1"),
            ("(- a (- b 1))", "a - (b - 1)"),
            ("(* (+ a 1) (- b 2))", "(a + 1) * (b - 2)"),
            ("(+ (* a 2) b)", "a * 2 + b"),
            ("(/ a (* b 2))", "a / (b * 2)"),
            ("(- a -5)", "a - -5"),
            ("(<< a (+ b 1))", "a << b + 1"),
            ("(& (+ a 1) b)", "a + 1 & b"),
            ("(^ a (& b 1))", "a ^ (b & 1)"),
            ("(| (^ a b) (+ b 1))", "(a ^ b) | b + 1"),
            ("(<= a (* 2 b))", "a <= 2 * b"),
            ("(cast (+ a b)):i64", "(long)(a + b)"),
            ("(+ l 1:i64)", "l + 1"),
            ("(+ 1:i64 (+ 2:i64 l))", "1 + (2 + l)"),
            ("(select (< a b) a (- b 1))", "a < b ? a : b - 1"),
            ("(* 2 (- c 1))", "2 * (C - 1)"),
            ("(- (- c 1) a)", "C - 1 - a"),
            ("(- a (- c 1))", "a - (C - 1)"),
        ];
        for (expr, expected) in cases {
            assert_eq!(text(expr).as_deref(), Some(expected), "{expr}");
        }
        assert_eq!(text("(opaque \"why\"):i32"), None);
    }
}
