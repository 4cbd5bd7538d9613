//! A short form of the IR for expectations.

use warpcc::id::SymbolId;
use warpcc::ir::{Base, BinaryOp, Expr, ExprKind, Place, Step, Stmt, StmtKind, TargetRegion, Type};

/// Prints the IR in a short form: places as `base[index*scale]`, casts as `type(value)`.
pub(crate) struct Show<'a>(pub(crate) &'a TargetRegion);

impl Show<'_> {
    pub(crate) fn body(&self, body: &[Stmt]) -> String {
        body.iter().map(|stmt| self.stmt(stmt)).collect::<Vec<_>>().join(" ")
    }

    fn name(&self, symbol: SymbolId) -> &str {
        &self.0.symbol(symbol).name
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                let value = value.as_ref().map(|v| format!(" = {}", self.expr(v)));
                format!("let {}{};", self.name(*symbol), value.unwrap_or_default())
            }
            StmtKind::Assign { target, op, value } => {
                let op = op.map(BinaryOp::symbol).unwrap_or_default();
                format!("{} {op}= {};", self.place(target), self.expr(value))
            }
            StmtKind::Evaluate(value) => format!("{};", self.expr(value)),
            StmtKind::If { condition, then, otherwise } => format!(
                "if {} {{ {} }} else {{ {} }}",
                self.expr(condition),
                self.body(then),
                self.body(otherwise)
            ),
            StmtKind::Loop(l) => format!(
                "for {} = {}; {} {}; {} {{ {} }}",
                self.name(l.iv),
                self.expr(&l.lower),
                l.relation.symbol(),
                self.expr(&l.bound),
                self.expr(&l.step),
                self.body(&l.body)
            ),
            StmtKind::While { why, condition, body } => {
                let condition = condition.as_ref().map(|c| self.expr(c)).unwrap_or_default();
                format!("while<{why}> {condition} {{ {} }}", self.body(body))
            }
            StmtKind::Jump(jump) => format!("{jump:?};"),
            StmtKind::Directive(directive, body) => {
                format!("#{} {{ {} }}", directive.name, self.body(body))
            }
            StmtKind::Opaque { why } => format!("<{why}>;"),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Float(text) => text.clone(),
            ExprKind::Symbol(symbol) => self.name(*symbol).to_owned(),
            ExprKind::Load(place) => self.place(place),
            ExprKind::AddressOf(place) => format!("&{}", self.place(place)),
            ExprKind::Unary(op, value) => format!("{op:?}({})", self.expr(value)),
            ExprKind::Binary(op, left, right) => {
                format!("({} {} {})", self.expr(left), op.symbol(), self.expr(right))
            }
            ExprKind::Compare(relation, left, right) => {
                format!("({} {} {})", self.expr(left), relation.symbol(), self.expr(right))
            }
            ExprKind::Cast(value) => format!("{}({})", type_name(expr.ty), self.expr(value)),
            ExprKind::Select(c, a, b) => {
                format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b))
            }
            ExprKind::Call { name, pure_fn, arguments } => {
                let arguments: Vec<_> = arguments.iter().map(|a| self.expr(a)).collect();
                let mark = if *pure_fn { "" } else { "!" };
                format!("{name}{mark}({})", arguments.join(", "))
            }
            ExprKind::Opaque { why, effects } => format!("<{why}, {effects}>"),
        }
    }

    pub(crate) fn place(&self, place: &Place) -> String {
        let base = match &place.base {
            Base::Symbol(symbol) => self.name(*symbol).to_owned(),
            Base::Loaded(place) => format!("*({})", self.place(place)),
            Base::Value(value) => format!("*<{}>", self.expr(value)),
        };
        let steps: Vec<_> = place.steps.iter().map(|step| self.step(step)).collect();
        base + &steps.concat()
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Index { index, scale, extent } => {
                let extent = extent.as_ref().map(|e| format!(" < {}", self.expr(e)));
                let (index, scale) = (self.expr(index), self.expr(scale));
                format!("[{index} @{scale}{}]", extent.unwrap_or_default())
            }
            Step::Field { name, offset, overlapping } => {
                format!(".{name}+{offset}{}", if *overlapping { "~" } else { "" })
            }
        }
    }
}

fn type_name(ty: Type) -> String {
    match ty {
        Type::Int { bits, signed } => format!("{}{bits}", if signed { "i" } else { "u" }),
        Type::Float { bits } => format!("f{bits}"),
        Type::Pointer => "ptr".to_owned(),
        Type::Aggregate { bytes } => format!("agg{bytes}"),
        Type::Void => "void".to_owned(),
    }
}

/// The body of a region.
pub(crate) fn show(region: &TargetRegion) -> String {
    Show(region).body(&region.body)
}
