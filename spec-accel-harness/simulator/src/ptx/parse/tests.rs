//! Every construct: a text, and the part of the tree that it becomes.

use super::super::Operand::{
    Decimal, Immediate, List, Memory, Negated, Register, Sink, Special, Symbol, Two, Vector,
};
use super::super::{
    Body, Function, Instruction, Linkage, Location, Operand, Parameter, Prototype, RegisterId,
    Relocation, Space, Statement, Type, Variable, VariableId,
};
use super::{Module, ParseError, parse};

/// Parses directives of a module; the first of them stands in line 1.
fn parse_directives(text: &str) -> Result<Module, ParseError> {
    parse(&format!(".version 8.5 .target sm_90 .address_size 64 {text}"))
}

/// Parses statements of a function, which has a result and a parameter; the first of them stands in line 1.
fn parse_body(text: &str) -> Result<Body, ParseError> {
    let head = ".func (.param .b32 result) f(.param .b64 parameter) {";
    let mut module = parse_directives(&format!("{head} {text} }}"))?;
    Ok(module.functions.remove(0).body.expect("the function has a body"))
}

fn variable(text: &str) -> Variable {
    let mut module = parse_directives(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(module.variables.len(), 1, "{text}");
    module.variables.remove(0)
}

fn function(text: &str) -> Function {
    let mut module = parse_directives(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(module.functions.len(), 1, "{text}");
    module.functions.remove(0)
}

fn instructions(text: &str) -> Vec<Instruction> {
    let body = parse_body(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let instructions = body.statements.into_iter().filter_map(|statement| match statement {
        Statement::Instruction(instruction) => Some(instruction),
        Statement::Label(_) => None,
    });
    instructions.collect()
}

fn register(number: u32) -> Operand {
    Register(RegisterId(number))
}

fn symbol(name: &str) -> Operand {
    Symbol(name.into(), 0)
}

fn memory(base: Operand, offset: i64) -> Operand {
    Memory(Box::new(base), offset)
}

fn parameter(name: &str, align: u32, bytes: u32) -> Parameter {
    Parameter { name: name.into(), align, bytes }
}

#[test]
fn heads_of_modules() {
    let text = "// comment\n.version 8.5\n.target sm_90, debug\n.address_size 64\n.pragma \"a\", \"b\";\n\
        .file 1 \"a/b.c\"\n.file 2 \"\\303\\251 \\\"x\\\\\", 1700000000, 42\n.section .debug_str { L: .b8 1 { } .b32 L-2 }";
    let module = parse(text).unwrap();
    assert_eq!((module.version, module.target.as_str()), ((8, 5), "sm_90"));
    let files: Vec<_> = module.files.iter().map(|(&key, path)| (key, path.as_str())).collect();
    assert_eq!(files, [(1, "a/b.c"), (2, "é \"x\\")]);
    assert_eq!((module.variables.len(), module.functions.len()), (0, 0));
}

#[test]
fn escapes() {
    let table = [
        ("", ""),
        ("a\\", "a\\"),
        ("\\\\\\\"", "\\\""),
        ("\\101\\1012", "AA2"),
        ("\\777", "777"),
        ("\\10", "10"),
    ];
    for (text, expected) in table {
        assert_eq!(super::replace_escapes(text), expected, "{text}");
    }
}

#[test]
fn variables() {
    use Linkage::{Common, Extern, Local, Visible, Weak};
    use Space::{Const, Global, Shared};
    let table = [
        (".global .u32 a;", (Local, Global, 4, 4)),
        (".visible .global .align 16 .b8 a[3];", (Visible, Global, 16, 3)),
        (".weak .shared .align 8 .b64 a[2][3];", (Weak, Shared, 8, 48)),
        (".common .global .f64 a;", (Common, Global, 8, 8)),
        (".extern .shared .align 16 .b8 a[];", (Extern, Shared, 16, 0)),
        (".local .s16 a;", (Local, Space::Local, 2, 2)),
        (".const .u16 a[] = {1, 2, 3};", (Local, Const, 2, 6)),
        (".global .b8 a[][4] = {{1, 2, 3, 4}, {5}};", (Local, Global, 1, 8)),
        (".global .v4 .f32 a[2];", (Local, Global, 16, 32)),
        (".global .b8 a[0];", (Local, Global, 1, 0)),
        (".global .b8 a[18446744073709551615];", (Local, Global, 1, u64::MAX)),
        (".global .f16x2 a;", (Local, Global, 4, 4)),
    ];
    for (text, expected) in table {
        let variable = variable(text);
        let Variable { linkage, space, align, bytes, .. } = variable;
        assert_eq!((linkage, space, align, bytes), expected, "{text}");
        assert_eq!((variable.name.as_str(), variable.line), ("a", 1), "{text}");
    }
    let module = parse_directives("\n.global .u32 a,\nb[2] = {1}, c;").unwrap();
    let names: Vec<_> = module.variables.iter().map(|a| (a.name.as_str(), a.line)).collect();
    assert_eq!(names, [("a", 2), ("b", 3), ("c", 3)]);
}

#[test]
fn values_of_variables() {
    let table: &[(&str, &[u8])] = &[
        (".global .u32 a;", &[]),
        (".global .u32 a = 258;", &[2, 1, 0, 0]),
        (".global .u8 a = -2;", &[254]),
        (".global .s16 a = 0xFFFF;", &[255, 255]),
        (".global .u64 a = 18446744073709551615;", &[255; 8]),
        (".global .b128 a = -1;", &[255; 16]),
        (".global .f32 a = 0fBFC00000;", &[0, 0, 0xc0, 0xbf]),
        (".global .f32 a = 0dBFF8000000000000;", &[0, 0, 0xc0, 0xbf]),
        (".global .f32 a = -1.5;", &[0, 0, 0xc0, 0xbf]),
        (".global .b32 a = 0f3F800000;", &[0, 0, 0x80, 0x3f]),
        (".global .f64 a = 0d4004000000000000;", &[0, 0, 0, 0, 0, 0, 4, 0x40]),
        (".global .f64 a = 0f40200000;", &[0, 0, 0, 0, 0, 0, 4, 0x40]),
        (".global .f64 a = 2;", &[0, 0, 0, 0, 0, 0, 0, 0x40]),
        (".global .b64 a = -0d0000000000000000;", &[0, 0, 0, 0, 0, 0, 0, 0x80]),
        (".global .b8 a[9] = {};", &[]),
        (".global .b8 a[9] = {1, 2};", &[1, 2]),
        (".global .b8 a[2][2] = {{1, 2}, {3}};", &[1, 2, 3]),
        (".global .b8 a[2][2] = {1, 2, {3, 4}};", &[1, 2, 3, 4]),
        (".global .b8 a[2][1][2] = {{{1, 2}}, {{3, 4}}};", &[1, 2, 3, 4]),
        (".global .v2 .b8 a = {1, 2};", &[1, 2]),
    ];
    for (text, expected) in table {
        assert_eq!(&variable(text).initial, expected, "{text}");
    }
}

#[test]
fn addresses_in_variables() {
    fn relocation((at, bytes, shift): (u64, u32, u32), addend: i64, generic: bool) -> Relocation {
        Relocation { at, bytes, shift, symbol: "s".into(), addend, generic }
    }
    let table = [
        (".global .u64 a = s;", vec![relocation((0, 8, 0), 0, false)]),
        (".global .u32 a = s+4;", vec![relocation((0, 4, 0), 4, false)]),
        (".global .b64 a = s-4;", vec![relocation((0, 8, 0), -4, false)]),
        (".global .b64 a = generic(s);", vec![relocation((0, 8, 0), 0, true)]),
        (".global .b64 a[2] = {1, generic(s)+8};", vec![relocation((8, 8, 0), 8, true)]),
        (".global .b64 a = generic(s+8)+-1;", vec![relocation((0, 8, 0), 7, true)]),
        (
            ".global .u8 a[3] = {7, 0xFF(generic(s)), 0xFF00000000000000(s+4)};",
            vec![relocation((1, 1, 0), 0, true), relocation((2, 1, 56), 4, false)],
        ),
    ];
    for (text, expected) in table {
        let variable = variable(text);
        assert_eq!(variable.addresses, expected, "{text}");
        let end = expected.last().map_or(0, |last| last.at + u64::from(last.bytes));
        assert_eq!(variable.initial.len() as u64, end, "{text}");
    }
}

#[test]
fn errors_of_variables() {
    let table = [
        (".global .u8 a = 256;", "does not fit"),
        (".global .u8 a = -129;", "does not fit"),
        (".global .u32 a = 0f3F800000;", "does not fit"),
        (".global .f16 a = 1.0;", "does not fit"),
        (".global .u64 a = 18446744073709551616;", "expected a number"),
        (".global .u64 a = -9223372036854775809;", "too small"),
        (".global .b8 a[2] = {1, 2, 3};", "more values"),
        (".global .b8 a[] = 1;", "expected `{`"),
        (".global .b8 a[][0] = {1};", "more values"),
        (".global .b8 a[2][2] = {{1, 2, 3}};", "more values"),
        (".global .b8 a[2][2] = {{1}, {2}};", "only the last list"),
        (".global .b8 a[2][2] = {1, {2}};", "do not fill their rows"),
        (".global .b8 a[2] = {{1}};", "no more dimensions"),
        (".global .b8 a = {1};", "expected a number"),
        (".global .b16 a = s;", "4 or 8 bytes"),
        (".global .u64 a = 0xFF(s);", "a mask"),
        (".global .u8 a = 0xFE(s);", "a mask"),
        (".global .u64 a = %r1;", "is no symbol"),
        (".global .b64 a[2305843009213693952];", "larger than all addresses"),
        (".global .b8 a[4294967296][4294967296];", "larger than all addresses"),
        (".global .align 3 .b8 a;", "power of 2"),
        (".global .align 0 .b8 a;", "power of 2"),
        (".global .pred a;", "no predicate"),
        (".global .b31 a;", "expected a type"),
        (".shared .u32 a = 1;", "first values"),
        (".param .u32 a;", "not supported here"),
        (".texref a;", "not supported here"),
        (".global .u32 a", "end of the text"),
        (".weak .extern .global .u32 a;", "not supported here"),
    ];
    for (text, message) in table {
        let error = parse_directives(text).unwrap_err();
        assert!(error.message.contains(message), "{text}: {error}");
    }
    let dimensions = "[1]".repeat(65);
    assert!(parse_directives(&format!(".global .b8 a{dimensions};")).is_err());
    let dimensions = "[1]".repeat(64);
    assert!(parse_directives(&format!(".global .b8 a{dimensions};")).is_ok());
}

#[test]
fn errors_of_modules() {
    let table = [
        ("", 1, "expected `.version`, which begins every text, found the end of the text"),
        (".target sm_90", 1, "expected `.version`, which begins every text, found `.target`"),
        (".version 8", 1, "expected a version, found `8`"),
        ("\n.version 8.5\n", 3, "the text has no `.target`"),
        (
            ".version 8.5\n.address_size 32",
            2,
            "expected 64, the only supported size of addresses, found `32`",
        ),
        (".version 8.5 .target sm_90 \"x\"", 1, "expected a directive, found `\"x\"`"),
        (
            ".version 8.5 .section .a {",
            1,
            "expected `}`, the end of the section, found the end of the text",
        ),
        (".version 8.5 .file 4294967296 \"\"", 1, "4294967296 does not fit into 32 bits"),
    ];
    for (text, line, message) in table {
        assert_eq!(parse(text), Err(ParseError { line, message: message.into() }), "{text}");
    }
    let error = ParseError { line: 3, message: "wrong".into() };
    assert_eq!(error.to_string(), "PTX, line 3: wrong");
    let long = parse(&"x".repeat(1000)).unwrap_err();
    assert!(long.message.len() < 200, "{long}");
}

#[test]
fn heads_of_functions() {
    let a = || parameter("a", 4, 4);
    let table = [
        (".entry f { }", (Linkage::Local, true, vec![], vec![], None)),
        (".visible .entry f(.param .b32 a) { }", (Linkage::Visible, true, vec![], vec![a()], None)),
        (".func f;", (Linkage::Local, false, vec![], vec![], None)),
        (
            ".extern .func (.param .b32 a) f () .noreturn;",
            (Linkage::Extern, false, vec![a()], vec![], None),
        ),
        (
            ".weak .func f(.param .align 8 .b8 b[16], .param .u64 .ptr .global .align 4 c, .param .b8 d[]);",
            (
                Linkage::Weak,
                false,
                vec![],
                vec![parameter("b", 8, 16), parameter("c", 8, 8), parameter("d", 1, 0)],
                None,
            ),
        ),
        (
            ".entry f .maxntid 128, 2, 1 .minnctapersm 2 .maxclusterrank 1 .pragma \"x\"; { }",
            (Linkage::Local, true, vec![], vec![], Some(256)),
        ),
        (".entry f .reqntid 64 .maxnreg 32 { }", (Linkage::Local, true, vec![], vec![], Some(64))),
        (
            ".entry f .maxntid 64 .reqnctapercluster 1,1,1 { }",
            (Linkage::Local, true, vec![], vec![], Some(64)),
        ),
    ];
    for (text, expected) in table {
        let Function { linkage, is_kernel, results, parameters, max_threads, .. } = function(text);
        assert_eq!((linkage, is_kernel, results, parameters, max_threads), expected, "{text}");
        assert_eq!(function(text).body.is_some(), !text.ends_with(';'), "{text}");
    }
}

#[test]
fn errors_of_functions() {
    let table = [
        (".func f", "expected `{`"),
        (".func (.reg .b32 a) f;", "expected `.param`"),
        (".func f(.param .b8 a[4294967296]);", "too large"),
        (".func f(.param .b8 a .param .b8 b);", "expected `)`"),
        (".func f .maxntid 65536, 65536 { }", "too large"),
        (".func f .other { }", "not supported here"),
        (".func f(.param .b8 a, .param .b8 a) { }", "declared twice"),
        (".func f { ", "expected a statement"),
        (".func { }", "the name of a function"),
    ];
    for (text, message) in table {
        let error = parse_directives(text).unwrap_err();
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn registers_and_variables_of_functions() {
    let text = ".reg .pred %p<3>; .reg .b32 %r<2>, tmp; .shared .align 4 .b8 s[8];
        mov.u32 %r1, result; mov.u64 tmp, s+4; setp.ne.b32 %p2, %r1, parameter;
        { .reg .b64 tmp; .param .b32 param0; mov.b64 tmp, param0; }
        { .param .b32 param0; mov.u32 tmp, param0; }";
    let body = parse_body(text).unwrap();
    let types = [Type::Bits(32), Type::Bits(32), Type::Predicate, Type::Bits(64)];
    assert_eq!(body.registers, types, "tmp, %r1, %p2 and the inner tmp");
    let variables: Vec<_> = body.variables.iter().map(|a| (a.name.as_str(), a.space)).collect();
    let param = |name| (name, Space::Param);
    assert_eq!(
        variables,
        [
            param("result"),
            param("parameter"),
            ("s", Space::Shared),
            param("param0"),
            param("param0")
        ]
    );
    let operands: Vec<_> = instructions(text).into_iter().map(|a| a.operands).collect();
    let variable = |number, offset| Operand::Variable(VariableId(number), offset);
    let expected = [
        vec![register(1), variable(0, 0)],
        vec![register(0), variable(2, 4)],
        vec![register(2), register(1), variable(1, 0)],
        vec![register(3), variable(3, 0)],
        vec![register(0), variable(4, 0)],
    ];
    assert_eq!(operands, expected);
}

#[test]
fn families_of_registers() {
    // `%r<11>` ends with %r10, so %r11 and %r12 belong to `%r1<3>`.
    let body = parse_body(
        ".reg .b32 %r<11>; .reg .b64 %r1<3>; add %r10, %r12, %r0; add %r10, %r12, %r11;",
    );
    assert_eq!(
        body.unwrap().registers,
        [Type::Bits(32), Type::Bits(64), Type::Bits(32), Type::Bits(64)]
    );
    let huge = parse_body(".reg .b32 %r<4294967295>; mov.u32 %r4294967294, %r4294967294;").unwrap();
    assert_eq!(huge.registers, [Type::Bits(32)]);
    for name in ["%r2", "%r01", "%r", "%r4294967296", "%r99999999999999999999"] {
        let error = parse_body(&format!(".reg .b32 %r<2>;\nmov.u32 {name}, 1;")).unwrap_err();
        let message = format!("the register `{name}` is not declared");
        assert_eq!(error, ParseError { line: 2, message });
    }
}

#[test]
fn operands() {
    let variable = |number, offset| Operand::Variable(VariableId(number), offset);
    let special = |name: &str| Special(name.into());
    let table = [
        ("a", register(0)),
        ("!p", Negated(RegisterId(2))),
        ("p|b", Two(Box::new(register(2)), Box::new(register(1)))),
        ("a|_", Two(Box::new(register(0)), Box::new(Sink))),
        ("_", Sink),
        ("1", Immediate(1)),
        ("-1", Immediate(u64::MAX)),
        ("-9223372036854775808", Immediate(1 << 63)),
        ("0xFFU", Immediate(255)),
        ("017", Immediate(15)),
        ("0b11", Immediate(3)),
        ("WARP_SZ", Immediate(32)),
        ("0f3F800000", Immediate(0x3f80_0000)),
        ("-0f3F800000", Immediate(0xbf80_0000)),
        ("0d3FF0000000000000", Immediate(0x3ff0_0000_0000_0000)),
        ("1.5", Decimal(1.5)),
        ("-1e2", Decimal(-100.0)),
        ("%tid.x", special("tid.x")),
        ("%nctaid.z", special("nctaid.z")),
        ("%tid", special("tid")),
        ("%laneid", special("laneid")),
        ("%lanemask_lt", special("lanemask_lt")),
        ("%clock64", special("clock64")),
        ("%envreg31", special("envreg31")),
        ("%pm7_64", special("pm7_64")),
        ("name", symbol("name")),
        ("name+4", Symbol("name".into(), 4)),
        ("llvm.nvvm.tanh.approx.f32", symbol("llvm.nvvm.tanh.approx.f32")),
        ("parameter+4", variable(1, 4)),
        ("[a]", memory(register(0), 0)),
        ("[a+8]", memory(register(0), 8)),
        ("[a+-8]", memory(register(0), -8)),
        ("[a-8]", memory(register(0), -8)),
        ("[a+0xFFFFFFFFFFFFFFFF]", memory(register(0), -1)),
        ("[name+8]", memory(symbol("name"), 8)),
        ("[parameter+0]", memory(variable(1, 0), 0)),
        ("[64]", memory(Immediate(64), 0)),
        ("{a, 1, _}", Vector(vec![register(0), Immediate(1), Sink])),
        ("(parameter, 1)", List(vec![variable(1, 0), Immediate(1)])),
        ("()", List(vec![])),
    ];
    for (text, expected) in table {
        let text = format!(".reg .b32 a, b; .reg .pred p; x {text}, {text};");
        let instructions = instructions(&text);
        assert_eq!(instructions.len(), 1, "{text}");
        assert_eq!(instructions[0].operands, [expected.clone(), expected], "{text}");
    }
}

#[test]
fn words_guards_and_lines() {
    let text =
        ".reg .pred p; ret;\n@p bra.uni\nL;\n@!p ld.relaxed.gpu.global.L1::no_allocate.v2.f32 1;";
    let table: [(_, &[&str], u32); 3] = [
        (None, &["ret"], 1),
        (Some((RegisterId(0), false)), &["bra", "uni"], 2),
        (
            Some((RegisterId(0), true)),
            &["ld", "relaxed", "gpu", "global", "L1::no_allocate", "v2", "f32"],
            4,
        ),
    ];
    let instructions = instructions(text);
    assert_eq!(instructions.len(), table.len());
    for (instruction, (guard, words, line)) in instructions.iter().zip(table) {
        assert_eq!(instruction.guard, guard);
        assert_eq!(instruction.words, words);
        assert_eq!(instruction.line, line);
    }
}

#[test]
fn locations() {
    let text = "a; .loc 1 20 5\nb; .pragma \"nounroll\"; c;
        .loc 2 7 3, function_name $L__info_string0, inlined_at 1 30 9 d;
        .loc 2 8 4, function_name .debug_str+16, inlined_at 1 31 9 e;";
    let place = |file, line, column| Location { file, line, column };
    let expected =
        [place(0, 0, 0), place(1, 20, 5), place(1, 20, 5), place(2, 7, 3), place(2, 8, 4)];
    let locations: Vec<_> = instructions(text).into_iter().map(|a| a.location).collect();
    assert_eq!(locations, expected);
    // The next function begins without a location.
    let module = parse_directives(".func f { .loc 1 2 3 ret; } .func g { ret; }").unwrap();
    let body = module.functions[1].body.as_ref().expect("g has a body");
    let Statement::Instruction(instruction) = &body.statements[0] else { panic!("no instruction") };
    assert_eq!(instruction.location, Location::default());
}

#[test]
fn calls() {
    let text = ".reg .b64 %rd<2>; { .param .b32 r; .param .b64 a;
        call.uni (r), f, (a); call (r), %rd1, (a), p; call.uni g; call h, (a);
        p: .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[16], .param .b64 _);
        q: .callprototype ()_ () .noreturn; s: .callprototype _; }";
    let variable = |number| Operand::Variable(VariableId(number), 0);
    let (result, argument) = (List(vec![variable(2)]), List(vec![variable(3)]));
    let operands: Vec<_> = instructions(text).into_iter().map(|a| a.operands).collect();
    let expected = [
        vec![result.clone(), symbol("f"), argument.clone()],
        vec![result, register(0), argument.clone(), symbol("p")],
        vec![symbol("g")],
        vec![symbol("h"), argument],
    ];
    assert_eq!(operands, expected);
    let prototypes: Vec<_> = parse_body(text).unwrap().prototypes.into_iter().collect();
    let p = Prototype {
        results: vec![parameter("_", 4, 4)],
        parameters: vec![parameter("_", 8, 16), parameter("_", 8, 8)],
    };
    let expected =
        [("p".into(), p), ("q".into(), Prototype::default()), ("s".into(), Prototype::default())];
    assert_eq!(prototypes, expected);
}

#[test]
fn labels() {
    let text = "A: bra A; bra C;
        { bra A; bra B; bra C; B: { B: C: bra B; l: .branchtargets A, B; } bra B; }
        { B: bra B; } C: t: .calltargets f, g;";
    let body = parse_body(text).unwrap();
    let names: Vec<_> = body
        .statements
        .iter()
        .map(|statement| match statement {
            Statement::Label(name) => format!("{name}:"),
            Statement::Instruction(branch) => match &branch.operands[0] {
                Symbol(name, 0) => name.clone(),
                other => panic!("{other:?}"),
            },
        })
        .collect();
    let expected = "A: A C A B@2 C B@2: B@1: C@1: B@1 B@2 B@3: B@3 C:";
    assert_eq!(names.join(" "), expected);
    let targets: Vec<_> = body.targets.into_iter().map(|(l, names)| (l, names.join(" "))).collect();
    assert_eq!(targets, [("l".into(), "A B@1".into()), ("t".into(), "f g".into())]);
}

#[test]
fn errors_of_statements() {
    let table = [
        ("ret", "expected an operand, found `}`"),
        ("\nmov.u32 %r1, 1;", "the register `%r1` is not declared"),
        ("mov.u32 %tidy, 1;", "the register `%tidy` is not declared"),
        ("mov.u32 %envreg32, 1;", "is not declared"),
        ("mov.u32 %laneid.x, 1;", "expected `,`, found `.x`"),
        ("@1 ret;", "expected a name, found `1`"),
        ("@name ret;", "this is no register"),
        ("x !1;", "expected a name"),
        ("x [%tid.x];", "this is no address"),
        ("x [_];", "this is no address"),
        ("x [1.5];", "this is no address"),
        ("x [a+b];", "expected a number"),
        ("x [a+1.5];", "an offset is an integer"),
        ("x [a;", "expected `]`"),
        ("x {a, {b}};", "expected an operand"),
        ("x a|b;", "`|` stands only between"),
        ("x a b;", "expected `,`"),
        ("x 08;", "expected a number"),
        ("x 1, .5;", "expected an operand"),
        (".reg .v2 .b32 a;", "not supported"),
        (".reg .b32 a, a;", "declared twice"),
        (".reg .b32 a<2>, a<3>;", "declared twice"),
        (".reg .b32 a; .local .b32 a;", "declared twice"),
        (".reg .b32 a<4294967296>;", "does not fit"),
        (".local .b32 a = 1;", "first values"),
        (".file 1 \"a\"", "not supported here"),
        (".loc 1 2", "expected an integer"),
        (".loc 1 2 3, other", "no part of `.loc`"),
        ("A: A:", "declared twice"),
        ("p: .callprototype _; p: .callprototype _;", "declared twice"),
        ("p: .branchtargets A; p: .branchtargets A;", "declared twice"),
        ("} }", "expected a directive"),
        ("{", "expected a statement, found the end of the text"),
        ("ret; 1", "expected a statement, found `1`"),
    ];
    for (text, message) in table {
        let error = parse_body(text).unwrap_err();
        assert!(error.message.contains(message), "{text}: {error}");
        assert_eq!(error.line, if text.starts_with('\n') { 2 } else { 1 }, "{text}");
    }
}

#[test]
fn depth_of_scopes() {
    let nested = |depth| parse_body(&format!("{}{}", "{".repeat(depth), "}".repeat(depth)));
    assert!(nested(63).is_ok());
    assert!(nested(64).unwrap_err().message.contains("too many scopes"));
    assert!(nested(100_000).is_err());
}
