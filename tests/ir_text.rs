//! The IR's text form: what is printed parses back, and what is not a region is an error.

use proptest::prelude::*;
use rug::Integer;
use warpcc::id::{FileId, LoopId, StmtId, SymbolId};
use warpcc::ir::text::{MAX_DEPTH, parse, print};
use warpcc::ir::verify::verify;
use warpcc::ir::{
    Base, BinaryOp, Clause, DataItem, DataKind, DebugLocation, Directive, Element, Expr, ExprKind,
    Hazard, HazardKind, Jump, Loop, Lost, Member, Origin, OriginKind, Place, PointerOrigin,
    Relation, Role, Scope, Size, Step, Stmt, StmtKind, Symbol, SymbolKind, TargetRegion, Type,
    UnaryOp, Written,
};
use warpcc::source::{LineColumn, Span};

const GEMM: &str = include_str!("ir_text/gemm.ir");

fn small_or_any() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0_u32..6, 1 => any::<u32>()]
}

fn span() -> impl Strategy<Value = Span> {
    prop_oneof![
        Just(Span::default()),
        (any::<u32>(), any::<u32>()).prop_map(|(start, end)| Span::new(start, end))
    ]
}

fn string() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("t".to_owned()),
        Just("\"\\\n\u{7f}\u{85}\u{202e}".to_owned()),
        "[a-z_$][a-z0-9]{0,2}",
        "[ -~]{0,8}",
        any::<String>(),
    ]
}

fn ty() -> impl Strategy<Value = Type> {
    prop_oneof![
        Just(Type::INT),
        Just(Type::BOOL),
        Just(Type::Float { bits: 64 }),
        (any::<u16>(), any::<bool>()).prop_map(|(bits, signed)| Type::Int { bits, signed }),
        any::<u16>().prop_map(|bits| Type::Float { bits }),
        Just(Type::Pointer),
        any::<u32>().prop_map(|bytes| Type::Aggregate { bytes }),
        Just(Type::Void),
    ]
}

fn symbol_id() -> impl Strategy<Value = SymbolId> {
    small_or_any().prop_map(SymbolId)
}

fn integer() -> impl Strategy<Value = Integer> {
    (any::<i128>(), any::<i64>()).prop_map(|(value, factor)| Integer::from(value) * factor)
}

fn unary_op() -> impl Strategy<Value = UnaryOp> {
    prop::sample::select(vec![UnaryOp::Neg, UnaryOp::Not, UnaryOp::BitNot])
}

fn binary_op() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Div, Mul, Or, Rem, Shl, Shr, Sub};
    let all = vec![Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor, And, Or];
    prop::sample::select(all)
}

fn relation() -> impl Strategy<Value = Relation> {
    use Relation::{Eq, Ge, Gt, Le, Lt, Ne};
    prop::sample::select(vec![Lt, Le, Gt, Ge, Eq, Ne])
}

fn leaf() -> BoxedStrategy<Expr> {
    let kind = prop_oneof![
        integer().prop_map(ExprKind::Int),
        string().prop_map(ExprKind::Float),
        symbol_id().prop_map(ExprKind::Symbol),
        (string(), any::<bool>()).prop_map(|(why, effects)| ExprKind::Opaque { why, effects }),
    ];
    (ty(), kind).prop_map(|(ty, kind)| Expr { ty, kind }).boxed()
}

fn step(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Step> {
    prop_oneof![
        (expr.clone(), expr.clone(), prop::option::of(expr))
            .prop_map(|(index, scale, extent)| Step::Index { index, scale, extent }),
        (string(), any::<u64>(), any::<bool>())
            .prop_map(|(name, offset, overlapping)| Step::Field { name, offset, overlapping }),
    ]
    .boxed()
}

fn debug() -> impl Strategy<Value = Box<DebugLocation>> {
    (string(), any::<u32>(), any::<u32>()).prop_map(|(file, line, column)| {
        Box::new(DebugLocation { file: file.into(), position: LineColumn { line, column } })
    })
}

fn place(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Place> {
    let steps = prop::collection::vec(step(expr.clone()), 0..3).boxed();
    let innermost = prop_oneof![
        2 => symbol_id().prop_map(Base::Symbol),
        1 => expr.prop_map(|value| Base::Value(Box::new(value)))
    ]
    .boxed();
    let whole = move |base: BoxedStrategy<Base>| {
        let place = |(base, steps, ty, span, debug)| Place { base, steps, ty, span, debug };
        (base, steps.clone(), ty(), span(), prop::option::of(debug())).prop_map(place)
    };
    let loaded = whole(innermost.clone()).prop_map(|place| Base::Loaded(Box::new(place)));
    whole(prop_oneof![innermost, loaded].boxed()).boxed()
}

fn operation(inner: &BoxedStrategy<Expr>) -> BoxedStrategy<ExprKind> {
    let one = || inner.clone().prop_map(Box::new);
    let place = place(inner.clone()).boxed();
    let arguments = prop::collection::vec(inner.clone(), 0..3);
    prop_oneof![
        place.clone().prop_map(ExprKind::Load),
        place.prop_map(ExprKind::AddressOf),
        (unary_op(), one()).prop_map(|(op, a)| ExprKind::Unary(op, a)),
        (binary_op(), one(), one()).prop_map(|(op, a, b)| ExprKind::Binary(op, a, b)),
        (relation(), one(), one()).prop_map(|(op, a, b)| ExprKind::Compare(op, a, b)),
        one().prop_map(ExprKind::Cast),
        (one(), one(), one()).prop_map(|(c, a, b)| ExprKind::Select(c, a, b)),
        (string(), any::<bool>(), arguments)
            .prop_map(|(name, pure_fn, arguments)| ExprKind::Call { name, pure_fn, arguments }),
    ]
    .boxed()
}

fn expr() -> BoxedStrategy<Expr> {
    let tree = leaf().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (ty(), operation(&inner)).prop_map(|(ty, kind)| Expr { ty, kind }),
            place(inner).prop_map(|place| Expr { ty: place.ty, kind: ExprKind::Load(place) }),
        ]
    });
    tree.boxed()
}

fn clause() -> impl Strategy<Value = Clause> {
    let text = || prop::option::of(string());
    (string(), text(), span(), any::<bool>(), text()).prop_map(
        |(name, argument, span, known, from_macro)| Clause {
            name,
            argument,
            span,
            known,
            from_macro,
        },
    )
}

fn directive() -> BoxedStrategy<Directive> {
    let origin = prop::sample::select(vec![Origin::MainFile, Origin::Header, Origin::Macro]);
    let clauses = prop::collection::vec(clause(), 0..3);
    (string(), clauses, span(), small_or_any(), origin)
        .prop_map(|parts| {
            let (name, clauses, span, name_end, origin) = parts;
            Directive { name, clauses, span, name_end, origin }
        })
        .boxed()
}

fn simple_stmt() -> BoxedStrategy<StmtKind> {
    let jump = prop::sample::select(vec![Jump::Break, Jump::Continue, Jump::Return, Jump::Goto]);
    prop_oneof![
        (symbol_id(), prop::option::of(expr()))
            .prop_map(|(symbol, value)| StmtKind::Declare { symbol, value }),
        (place(expr()), prop::option::of(binary_op()), expr())
            .prop_map(|(target, op, value)| StmtKind::Assign { target, op, value }),
        expr().prop_map(StmtKind::Evaluate),
        jump.prop_map(StmtKind::Jump),
        string().prop_map(|why| StmtKind::Opaque { why }),
    ]
    .boxed()
}

fn written() -> impl Strategy<Value = Written> {
    let words =
        [Written::InFile, Written::Comma, Written::Range, Written::Elsewhere, Written::Apart];
    prop_oneof![prop::sample::select(words.to_vec()), string().prop_map(Written::Macro)]
}

fn role() -> impl Strategy<Value = Role> {
    let size =
        prop_oneof![any::<u32>().prop_map(Size::Number), symbol_id().prop_map(Size::Symbol),];
    prop_oneof![
        4 => Just(Role::Written),
        1 => (small_or_any(), size).prop_map(|(of, size)| Role::Block { of: LoopId(of), size }),
        1 => small_or_any().prop_map(|of| Role::Point { of: LoopId(of) }),
        1 => Just(Role::Copy),
    ]
}

fn for_loop(body: BoxedStrategy<Vec<Stmt>>) -> BoxedStrategy<Loop> {
    let head = ((small_or_any(), role()), symbol_id(), expr(), relation(), expr(), expr());
    let rest =
        ((any::<(bool, bool)>(), written()), span(), span(), prop::option::of(string()), body);
    (head, rest)
        .prop_map(|(head, rest)| {
            let ((id, role), iv, lower, relation, bound, step) = head;
            let (((declares_iv, braced), written), header, body_span, pragma, body) = rest;
            let id = LoopId(id);
            Loop {
                id,
                role,
                iv,
                lower,
                relation,
                bound,
                step,
                declares_iv,
                header,
                body_span,
                braced,
                written,
                pragma,
                body,
            }
        })
        .boxed()
}

fn stmt_of(kind: BoxedStrategy<StmtKind>) -> BoxedStrategy<Stmt> {
    (small_or_any(), span(), any::<bool>(), kind)
        .prop_map(|(id, span, in_macro, kind)| Stmt { id: StmtId(id), span, in_macro, kind })
        .boxed()
}

fn stmt() -> BoxedStrategy<Stmt> {
    stmt_of(simple_stmt())
        .prop_recursive(3, 8, 3, |inner| {
            let body = || prop::collection::vec(inner.clone(), 0..3).boxed();
            let kind = prop_oneof![
                (expr(), body(), body()).prop_map(|(condition, then, otherwise)| {
                    StmtKind::If { condition, then, otherwise }
                }),
                for_loop(body()).prop_map(|inner| StmtKind::Loop(Box::new(inner))),
                (string(), prop::option::of(expr()), body())
                    .prop_map(|(why, condition, body)| StmtKind::While { why, condition, body }),
                (directive(), body()).prop_map(|(inner, body)| StmtKind::Directive(inner, body)),
            ];
            stmt_of(kind.boxed())
        })
        .boxed()
}

fn symbol() -> BoxedStrategy<Symbol> {
    use Scope::{Function, Global, Parameter, Region, Team};
    use SymbolKind::{Array, Pointer, Record, Reference, Scalar};
    let kind = prop::sample::select(vec![Scalar, Pointer, Array, Record, Reference]);
    let scope = prop::sample::select(vec![Global, Parameter, Function, Team, Region]);
    (string(), ty(), kind, scope, any::<[bool; 2]>(), prop::option::of(integer()))
        .prop_map(|parts| {
            let (name, ty, kind, scope, [restrict, readonly], constant) = parts;
            let value = constant.clone().filter(|_| readonly);
            let elements = value.into_iter().map(|value| Element { offset: 4, ty, value });
            let elements = elements.collect();
            Symbol { name, ty, kind, scope, restrict, constant, readonly, elements }
        })
        .boxed()
}

fn data_item() -> impl Strategy<Value = DataItem> {
    use DataKind::{
        DevicePointer, Firstprivate, Lastprivate, Linear, MapAlloc, MapFrom, MapTo, MapTofrom,
        Private, Reduction, Shared,
    };
    let maps = [MapTo, MapFrom, MapTofrom, MapAlloc, DevicePointer];
    let shares = [Private, Firstprivate, Lastprivate, Shared, Reduction, Linear];
    let kind = prop::sample::select([maps.as_slice(), &shares].concat());
    let member = (string(), prop::option::of(any::<u64>()));
    let member = member.prop_map(|(path, pointer_at)| Member { path, pointer_at });
    let member = prop::option::of(member);
    let section = prop::option::of((string(), string()));
    (symbol_id(), member, kind, section, any::<bool>(), any::<bool>()).prop_map(
        |(symbol, member, kind, section, enclosing, may_be_empty)| DataItem {
            symbol,
            member,
            kind,
            section,
            enclosing,
            may_be_empty,
        },
    )
}

fn hazard() -> impl Strategy<Value = Hazard> {
    let kind = prop::sample::select(HazardKind::ALL);
    (span(), kind).prop_map(|(span, kind)| Hazard { span, kind })
}

fn origin() -> impl Strategy<Value = PointerOrigin> {
    let kind = prop_oneof![
        Just(OriginKind::Entry),
        Just(OriginKind::Allocated),
        small_or_any().prop_map(OriginKind::Mapped),
        expr().prop_map(OriginKind::Derived),
    ];
    (symbol_id(), kind).prop_map(|(symbol, kind)| PointerOrigin { symbol, kind })
}

fn lost() -> impl Strategy<Value = Lost> {
    let parts = (symbol_id(), span(), small_or_any());
    parts.prop_map(|(symbol, write, read)| Lost {
        symbol,
        write,
        read: (read % 4 > 0).then_some(read),
    })
}

fn region() -> impl Strategy<Value = TargetRegion> {
    let function = (string(), prop::option::of(string()));
    let around = prop::collection::vec(directive(), 0..3);
    let head = (small_or_any(), string(), any::<u32>(), function, (around, directive()));
    let data = prop::collection::vec(data_item(), 0..3);
    let hazards = prop::collection::vec(hazard(), 0..3);
    let notes =
        (hazards, prop::collection::vec(origin(), 0..3), prop::collection::vec(lost(), 0..3));
    let symbols = prop::collection::vec(symbol(), 0..6);
    let body = (prop::collection::vec(expr(), 0..3), prop::collection::vec(stmt(), 0..3));
    (head, data, notes, symbols, body, small_or_any(), small_or_any()).prop_map(|parts| {
        let (head, data, (hazards, origins, lost), symbols, (facts, body), loop_count, stmt_count) =
            parts;
        let (file, file_name, line, (function, instance), (around, directive)) = head;
        let file = FileId(file);
        TargetRegion {
            file,
            file_name,
            line,
            function,
            instance,
            around,
            directive,
            data,
            hazards,
            origins,
            facts,
            lost,
            symbols,
            body,
            loop_count,
            stmt_count,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_printed_parses_back(region in region()) {
        let text = print(&region);
        let parsed = parse(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&parsed, &region, "{}", text);
        prop_assert_eq!(print(&parsed), text);
    }

    #[test]
    fn any_text_is_an_error(text in any::<String>()) {
        prop_assert!(parse(&text).is_err());
    }

    #[test]
    fn damage_is_an_error_or_another_region(
        at in 0..GEMM.len(),
        cut in 0_usize..40,
        put in "[\\[\\]()\"#:@;0-9a-z ]{0,6}",
    ) {
        let end = (at + cut).min(GEMM.len());
        match parse(&format!("{}{put}{}", &GEMM[..at], &GEMM[end..])) {
            Ok(region) => prop_assert_eq!(parse(&print(&region)), Ok(region)),
            Err(error) => prop_assert!(error.line >= 1 && error.column >= 1),
        }
    }
}

#[test]
fn gemm_is_canonical() {
    let region = parse(GEMM).expect("the golden parses");
    assert_eq!(print(&region), GEMM);
}

#[test]
fn gemm_means_what_it_says() {
    let region = parse(GEMM).expect("the golden parses");
    assert_eq!(region.name(), "gemm.c:7:gemm");
    assert_eq!((region.loop_count, region.stmt_count), (3, 6));
    let nest = region.nest();
    let ivs: Vec<_> = nest.iter().map(|inner| region.symbol(inner.iv).name.as_str()).collect();
    assert_eq!(ivs, ["i", "j", "k"]);
    assert_eq!(nest[0].bound, Expr { ty: Type::INT, kind: ExprKind::Int(512.into()) });
    assert_eq!(nest[1].body[1].id, StmtId(3));
    let StmtKind::Assign { target, op: None, .. } = &nest[1].body[2].kind else {
        panic!("the last statement of the second loop is an assignment");
    };
    assert_eq!((target.ty, target.span), (Type::Float { bits: 32 }, Span::new(410, 421)));
    assert_eq!(target.base, Base::Symbol(SymbolId(2)));
}

#[test]
fn the_documentation_shows_canonical_text() {
    let page = include_str!("../docs/ir.md");
    let example = page.split("## Example").nth(1).and_then(|rest| rest.split("```\n").nth(1));
    let example = example.and_then(|rest| rest.split("```").next()).expect("an example");
    let region = parse(example).expect("the example parses");
    assert_eq!(print(&region), example);
    assert_eq!(verify(&region), Ok(()));
}

#[test]
fn comments_and_layout_do_not_matter() {
    let text = "; a region\n(region \"a.c\" 1 f(directive \"target\")\t; nothing\r\n(body))";
    let region = parse(text).expect("it parses");
    assert_eq!(print(&region), "(region \"a.c\" 1 f\n  (directive \"target\")\n  (body))\n");
}

/// A region whose body is `body`, with symbols `i`, `x` and twice `t`; the body is line 5.
fn with_body(body: &str) -> String {
    format!(
        "(region \"a.c\" 1 f\n(directive \"target\")\n(symbols (symbol i i32 scalar region)\n\
         (symbol x f64 scalar function) (symbol t i32 scalar region) \
         (symbol t i64 scalar region)) (body\n{body}))"
    )
}

fn error_of(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn errors_say_what_and_where() {
    for (body, error) in [
        ("(declare y)", "5:10: no symbol is called `y`"),
        ("(declare t)", "5:10: several symbols are called `t`"),
        ("(declare x#0)", "5:10: symbol 0 is not called `x`"),
        ("(declare #99999999999)", "5:10: `#99999999999` does not end in a symbol's number"),
        ("(declare i 1:i99999)", "5:14: `i99999` is not a type"),
        ("(declare i (cast x))", "5:12: a type must follow this expression"),
        ("(declare i (+ i))", "5:12: an expression is missing in this list"),
        ("(declare i (+ i i i))", "5:19: nothing more is expected in this list"),
        ("(declare i (@ i))", "5:13: expected a word, a string or a list"),
        ("(declare i (? i))", "5:12: `?` is not an operator"),
        ("(declare i)@5", "5:14: expected `:` and the end of the span"),
        ("(declare i)@5:99999999999", "5:15: `99999999999` is not a 32-bit number"),
        ("(declare i):i32", "5:13: no type is expected here"),
        ("(= [i (index 0 4)] 1)", "5:4: a type must follow this place"),
        ("(= i 1)", "5:4: expected a place in brackets"),
        ("(?= [i] 1)", "5:1: `?=` is not a statement"),
        ("(for i 0 3 4 1)", "5:10: expected `<`, `<=`, `>`, `>=`, `==`, `!=`"),
        ("(if i)", "5:1: expected `(then …)`"),
        ("(opaque \"open\n\")", "5:9: the string does not end on its line"),
        ("(opaque \"\\q\")", "5:10: escapes are \\\" \\\\ \\n \\t \\r \\u{hex}"),
        ("(opaque \"\\u{d800}\")", "5:10: escapes are \\\" \\\\ \\n \\t \\r \\u{hex}"),
        ("(", "1:1: no `)` closes this"),
        (")) )", "5:4: text after the region"),
    ] {
        assert_eq!(error_of(&with_body(body)), error, "{body}");
    }
    assert_eq!(error_of(""), "1:1: the text ends here");
    assert_eq!(error_of("(module)"), "1:2: expected `region`");
}

#[test]
fn every_prefix_is_an_error() {
    let text = GEMM.trim_end();
    for end in 0..text.len() {
        assert!(parse(&text[..end]).is_err(), "{end}");
    }
}

/// `open`, `close` each `n` times around `core`, in a body.
fn nested(open: &str, core: &str, close: &str, n: usize) -> String {
    with_body(&format!("{}{core}{}", open.repeat(n), close.repeat(n)))
}

#[test]
fn nesting_is_bounded() {
    for (open, core, close, brackets) in [
        ("(for i 0 < 9 1 ", "", ")", 1),
        ("(omp (directive \"simd\") ", "", ")", 1),
        ("(if i (then ", "", "))", 2),
        ("(numbered 7 (macro ", "(break)", "))", 2),
    ] {
        let fits = (MAX_DEPTH - 3) / brackets;
        let deepest = parse(&nested(open, core, close, fits)).expect(open);
        assert_eq!(parse(&print(&deepest)), Ok(deepest));
        let error = error_of(&nested(open, core, close, MAX_DEPTH));
        assert!(error.ends_with("nested deeper than 500"), "{open}: {error}");
    }
}

#[test]
fn deep_expressions_do_not_overflow() {
    for (open, close, brackets) in [
        ("(neg ", ")", 1),
        ("(+ i ", ")", 1),
        ("(select i i ", ")", 1),
        ("(call f ", "):i32", 1),
        ("(cast ", "):i32", 1),
        ("[x (index ", " 4)]:i32", 2),
        ("[x (index 1 4 ", ")]:i32", 2),
        ("[(value ", ")]:i32", 2),
        ("(addr [x (index ", " 4)]:i32)", 3),
    ] {
        let n = (MAX_DEPTH - 3) / brackets;
        let deepest = nested(open, "i", close, n).replace("(body\n", "(body\n(evaluate ") + ")";
        let deepest = parse(&deepest).expect(open);
        assert_eq!(parse(&print(&deepest)), Ok(deepest));
    }
}

#[test]
fn hostile_brackets_are_errors() {
    for open in ["(", "[", "(if (", "(value [", "((declare i [["] {
        assert!(parse(&with_body(&open.repeat(100_000))).is_err());
    }
}
