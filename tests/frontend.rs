//! From C and C++ source to the IR, through libclang.

use std::fs;

use tempfile::TempDir;
use warpcc::command::{CompileCommand, Compiler, Language};
use warpcc::frontend::{self, FrontendError, Unit};
use warpcc::ir::{
    Base, BinaryOp, DataKind, Directive, Expr, ExprKind, Loop, Origin, Place, Relation, Scope,
    Step, Stmt, StmtKind, SymbolKind, TargetRegion, Type,
};
use warpcc::source::Span;

fn command(directory: &TempDir, input: &str, arguments: &[&str]) -> CompileCommand {
    let language = if input.ends_with(".c") { Language::C } else { Language::Cxx };
    CompileCommand {
        language,
        input: input.to_owned(),
        directory: directory.path().to_owned(),
        arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
        compiler: Compiler::default(),
    }
}

fn parse_named(name: &str, source: impl AsRef<[u8]>) -> Result<Unit, FrontendError> {
    let directory = tempfile::tempdir().expect("a temporary folder");
    fs::write(directory.path().join(name), source).expect("the source is written");
    frontend::parse(&command(&directory, name, &[]))
}

fn unit(source: &str) -> Unit {
    parse_named("a.c", source).expect("the source parses")
}

fn region(source: &str) -> TargetRegion {
    let mut unit = unit(source);
    assert_eq!(unit.regions.len(), 1);
    unit.regions.remove(0)
}

/// Prints the IR in a short form: places as `base[index*scale]`, casts as `type(value)`.
struct Show<'a>(&'a TargetRegion);

impl Show<'_> {
    fn body(&self, body: &[Stmt]) -> String {
        body.iter().map(|stmt| self.stmt(stmt)).collect::<Vec<_>>().join(" ")
    }

    fn name(&self, symbol: warpcc::id::SymbolId) -> &str {
        &self.0.symbol(symbol).name
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                let value = value.as_ref().map(|v| format!(" = {}", self.expr(v)));
                format!("let {}{};", self.name(*symbol), value.unwrap_or_default())
            }
            StmtKind::Assign { target, op, value } => {
                let op = op.map(operator).unwrap_or_default();
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
                format!("({} {} {})", self.expr(left), operator(*op), self.expr(right))
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

    fn place(&self, place: &Place) -> String {
        let mut text = match &place.base {
            Base::Symbol(symbol) => self.name(*symbol).to_owned(),
            Base::Loaded(place) => format!("*({})", self.place(place)),
            Base::Value(value) => format!("*<{}>", self.expr(value)),
        };
        for step in &place.steps {
            text += &match step {
                Step::Index { index, scale, extent } => {
                    let extent = extent.as_ref().map(|e| format!(" < {}", self.expr(e)));
                    let (index, scale) = (self.expr(index), self.expr(scale));
                    format!("[{index} @{scale}{}]", extent.unwrap_or_default())
                }
                Step::Field { name, offset, overlapping } => {
                    format!(".{name}+{offset}{}", if *overlapping { "~" } else { "" })
                }
            };
        }
        text
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
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

fn show(region: &TargetRegion) -> String {
    Show(region).body(&region.body)
}

#[test]
fn gemm() {
    let region = region(
        "void gemm(int n, float alpha, float *restrict A, float *B, float *C) {\n\
         #pragma omp target teams distribute parallel for map(to: A[0:n*n])\n\
         for (int i = 0; i < n; i++)\n\
         for (int j = 0; j < n; j++)\n\
         for (int k = 0; k < n; ++k)\n\
         C[i * n + j] += alpha * A[i * n + k] * B[k * n + j];\n}\n",
    );
    assert_eq!(
        show(&region),
        "for i = 0; < n; 1 { for j = 0; < n; 1 { for k = 0; < n; 1 { \
         C[((i * n) + j) @4] += ((alpha * A[((i * n) + k) @4]) * B[((k * n) + j) @4]); } } }"
    );
    assert_eq!((region.loop_count, region.stmt_count), (3, 4));
    assert_eq!(region.name(), "a.c:2:gemm");
}

#[test]
fn dump() {
    let Ok(path) = std::env::var("DUMP") else { return };
    let source = fs::read(&path).expect("readable");
    let name = path.rsplit('/').next().expect("a name");
    match parse_named(name, source) {
        Ok(unit) => {
            for region in &unit.regions {
                println!("{} {:?}", region.name(), region.directive.name);
                println!("{}", show(region).replace("; ", ";\n").replace("{ ", "{\n"));
                for s in &region.symbols {
                    println!("  {s:?}");
                }
                for d in &region.data {
                    println!("  {d:?}");
                }
            }
        }
        Err(e) => println!("{e}"),
    }
}
