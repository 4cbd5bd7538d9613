//! Loops under `simd` inside a region: clang 19 runs their iterations one behind the other on NVIDIA's devices, whatever the
//! directive says, and the host may run them so. Such a loop is a plain one that has a pragma.

use crate::id::{StmtId, SymbolId};
use crate::ir::{
    BinaryOp, Clause, Directive, Expr, ExprKind, Loop, Origin, Relation, Stmt, StmtKind, Symbol,
    SymbolKind, named, walk_block, walk_statements,
};
use crate::openmp::argument::{split, split_modifiers};
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves};
use crate::source::Span;

/// Clauses that change no value: they only say what the lanes of a processor may do.
const HINTS: [&str; 5] = ["safelen", "simdlen", "aligned", "nontemporal", "order"];

/// Whether a directive before a loop is a `simd` without which the loop computes the same: its clauses are hints, or reductions
/// of variables that the loop only accumulates in that way. Without the directive, a reduction adds to the variable itself
/// what it would add to a copy, which OpenMP leaves open (5.2 §5.5.5).
pub(super) fn is_plain(directive: &Directive, l: &Loop, symbols: &[Symbol]) -> bool {
    let mut others = false;
    walk_statements(&l.body, &mut |stmt| {
        others |= match &stmt.kind {
            StmtKind::Directive(own, _) => own.construct() != Construct::Atomic,
            StmtKind::Opaque { .. } => true,
            _ => false,
        };
    });
    let is_open = |clause: &Clause| {
        HINTS.contains(&clause.name.as_str()) || reduces_plainly(clause, l, symbols)
    };
    directive.leaves() == Leaves::of(&[Leaf::Simd])
        && directive.origin != Origin::Macro
        && l.pragma.is_none()
        && !others
        && directive.clauses.iter().all(is_open)
}

/// The text of a `simd` directive behind the word `pragma`.
pub(super) fn pragma(directive: &Directive) -> String {
    let text = |clause: &Clause| match &clause.argument {
        Some(argument) => format!(" {}({argument})", clause.name),
        None => format!(" {}", clause.name),
    };
    let clauses: String = directive.clauses.iter().map(text).collect();
    format!("omp {}{clauses}", directive.name)
}

/// Whether a clause is a reduction of scalars that the loop accumulates by its operator alone.
fn reduces_plainly(clause: &Clause, l: &Loop, symbols: &[Symbol]) -> bool {
    let Some(argument) = &clause.argument else { return false };
    let (operator, list) = split_modifiers(&clause.name, argument);
    let Some(operator) = Operator::of(operator.trim()) else { return false };
    let known = |name: &str| {
        let own = (0..symbols.len()).filter(|at| symbols[*at].name == name);
        match own.collect::<Vec<_>>()[..] {
            [at] => {
                let symbol = SymbolId::from_index(at);
                let header = l.header_expressions().iter().any(|own| own.names(symbol));
                symbols[at].kind == SymbolKind::Scalar
                    && !header
                    && l.iv != symbol
                    && !is_addressed(&l.body, symbol)
                    && l.body.iter().all(|stmt| operator.accumulates(stmt, symbol))
            }
            _ => false,
        }
    };
    clause.kind() == ClauseKind::Reduction && split(list, b',').iter().all(|own| known(own.trim()))
}

fn is_addressed(body: &[Stmt], symbol: SymbolId) -> bool {
    let mut found = false;
    walk_block(body, &mut |expr| {
        found |= matches!(&expr.kind, ExprKind::AddressOf(place) if place.root() == Some(symbol));
    });
    found
}

/// What a reduction combines values with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    /// A sum, where differences count too, or one of the operators of bits and conditions.
    Binary(BinaryOp),
    Min,
    Max,
}

impl Operator {
    fn of(word: &str) -> Option<Operator> {
        Some(match word {
            "+" | "-" => Operator::Binary(BinaryOp::Add),
            "*" => Operator::Binary(BinaryOp::Mul),
            "&" => Operator::Binary(BinaryOp::BitAnd),
            "|" => Operator::Binary(BinaryOp::BitOr),
            "^" => Operator::Binary(BinaryOp::BitXor),
            "min" => Operator::Min,
            "max" => Operator::Max,
            _ => return None,
        })
    }

    /// Whether a statement leaves a variable alone but for combining it with other values.
    fn accumulates(self, stmt: &Stmt, symbol: SymbolId) -> bool {
        let all = |body: &[Stmt]| body.iter().all(|own| self.accumulates(own, symbol));
        match &stmt.kind {
            StmtKind::Assign { target, op, value } if target.as_symbol() == Some(symbol) => {
                self.combines(*op, value, symbol)
            }
            StmtKind::If { condition, then, otherwise } if condition.names(symbol) => {
                otherwise.is_empty() && self.keeps(condition, then, symbol)
            }
            StmtKind::If { then, otherwise, .. } => all(then) && all(otherwise),
            StmtKind::Loop(l) => !l.header_names(symbol) && l.iv != symbol && all(&l.body),
            StmtKind::While { condition, body, .. } => {
                !condition.as_ref().is_some_and(|own| own.names(symbol)) && all(body)
            }
            _ => !named(std::slice::from_ref(stmt)).contains(&symbol),
        }
    }

    /// Whether an assignment of `value` to the variable combines it with a value that does not depend on it.
    fn combines(self, op: Option<BinaryOp>, value: &Expr, symbol: SymbolId) -> bool {
        let is = |expr: &Expr| expr.variable() == Some(symbol);
        let fits = |own: BinaryOp| {
            let adds = self == Operator::Binary(BinaryOp::Add);
            Operator::Binary(own) == self || adds && own == BinaryOp::Sub
        };
        match (op, &value.kind) {
            (Some(op), _) => fits(op) && !value.names(symbol),
            (None, ExprKind::Binary(op, a, b)) => {
                fits(*op)
                    && (is(a) && !b.names(symbol)
                        || is(b) && !a.names(symbol) && *op != BinaryOp::Sub)
            }
            (None, ExprKind::Select(condition, a, b)) => match (is(a), is(b)) {
                (true, false) => self.picks(condition, a, b) && !b.names(symbol),
                (false, true) => self.picks(condition, a, b) && !a.names(symbol),
                _ => false,
            },
            (None, ExprKind::Call { name, arguments, .. }) => match &arguments[..] {
                [a, b] => {
                    self.is_called(name) && (is(a) && !b.names(symbol) || is(b) && !a.names(symbol))
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn is_called(self, name: &str) -> bool {
        match self {
            Operator::Min => matches!(name, "fmin" | "fminf"),
            Operator::Max => matches!(name, "fmax" | "fmaxf"),
            Operator::Binary(_) => false,
        }
    }

    /// Whether a condition lets the variable be assigned a value that is better than its own.
    fn keeps(self, condition: &Expr, then: &[Stmt], symbol: SymbolId) -> bool {
        let [Stmt { kind: StmtKind::Assign { target, op: None, value }, .. }] = then else {
            return false;
        };
        let ExprKind::Compare(_, a, b) = &condition.kind else { return false };
        let own = [a, b].into_iter().find(|side| side.variable() == Some(symbol));
        target.as_symbol() == Some(symbol)
            && !value.names(symbol)
            && own.is_some_and(|own| self.picks(condition, value, own))
    }

    /// Whether the first of two values is the better one where the condition holds.
    fn picks(self, condition: &Expr, first: &Expr, second: &Expr) -> bool {
        let ExprKind::Compare(relation, a, b) = &condition.kind else { return false };
        let sides = [a, b].map(|side| without_spans(side));
        let wanted = [first, second].map(without_spans);
        let relation = if sides == wanted {
            *relation
        } else if sides[0] == wanted[1] && sides[1] == wanted[0] {
            relation.swapped()
        } else {
            return false;
        };
        match self {
            Operator::Min => matches!(relation, Relation::Lt | Relation::Le),
            Operator::Max => matches!(relation, Relation::Gt | Relation::Ge),
            Operator::Binary(_) => false,
        }
    }
}

/// An expression without the places of its text.
fn without_spans(expr: &Expr) -> Expr {
    let (id, span, in_macro) = (StmtId(0), Span::default(), false);
    let mut stmt = Stmt { id, span, in_macro, kind: StmtKind::Evaluate(expr.clone()) };
    stmt.walk_mut(&mut |own| {
        if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &mut own.kind {
            (place.span, place.debug) = (Span::default(), None);
        }
    });
    match stmt.kind {
        StmtKind::Evaluate(expr) => expr,
        _ => expr.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::StmtKind;
    use crate::ir::text::parse;

    /// Whether the loop of a text computes the same without a `simd` that has these clauses.
    fn plain(clauses: &str, body: &str) -> bool {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target\")
               (symbols (symbol j i32 scalar region) (symbol s i32 scalar function)
                 (symbol t i32 scalar function) (symbol p ptr pointer parameter))
               (body (omp (directive \"simd\" {clauses}) (for j 0 < 8 1 declares {body}))))"
        );
        let region = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let StmtKind::Directive(directive, own) = &region.body[0].kind else { panic!("{text}") };
        let StmtKind::Loop(l) = &own[0].kind else { panic!("{text}") };
        is_plain(directive, l, &region.symbols)
    }

    #[test]
    fn what_a_loop_accumulates_in_one_way_needs_no_copy() {
        let sum = "(clause reduction \"+: s\")";
        for body in ["(+= [s]:i32 j)", "(-= [s]:i32 j)", "(= [s]:i32 (+ s j))", "(= [t]:i32 j)"] {
            assert!(plain(sum, body), "{body}");
        }
        for body in [
            "(= [s]:i32 j)",
            "(*= [s]:i32 j)",
            "(+= [s]:i32 s)",
            "(= [s]:i32 (- j s))",
            "(+= [s]:i32 j) (= [t]:i32 s)",
            "(if (> s 3) (then (+= [s]:i32 j)))",
        ] {
            assert!(!plain(sum, body), "{body}");
        }
    }

    #[test]
    fn the_better_value_is_kept() {
        let most = "(clause reduction \"max: s\")";
        assert!(plain(most, "(if (> j s) (then (= [s]:i32 j)))"));
        assert!(plain(most, "(if (<= s j) (then (= [s]:i32 j)))"));
        assert!(!plain(most, "(if (< j s) (then (= [s]:i32 j)))"));
        assert!(!plain(most, "(if (> j s) (then (= [s]:i32 t)))"));
        assert!(!plain(most, "(= [s]:i32 j)"));
        assert!(plain("(clause reduction \"min: s\")", "(if (< j s) (then (= [s]:i32 j)))"));
    }

    #[test]
    fn hints_are_no_matter_and_copies_are() {
        for clauses in ["", "(clause safelen \"8\")", "(clause aligned \"p: 64\")"] {
            assert!(plain(clauses, "(= [t]:i32 j)"), "{clauses}");
        }
        for clauses in ["private \"t\"", "linear \"t: 2\"", "collapse \"2\"", "lastprivate \"t\""] {
            assert!(!plain(&format!("(clause {clauses})"), "(= [t]:i32 j)"), "{clauses}");
        }
    }
}
