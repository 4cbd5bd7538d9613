//! The parser on real texts, and on texts that are wrong.
//!
//! The folder `tests/ptx` holds small programs and what clang 19.1.7 made of them with
//! `-fopenmp --offload-arch=sm_90 --offload-device-only -save-temps -c` and `-ffile-prefix-map` of the folder:
//!
//! | program | further options |
//! |---|---|
//! | `reduction.c` | `-O2 -gline-tables-only` |
//! | `generic.c` | `-O1 -gline-tables-only` |
//! | `stencil.c` | `-O0 -nogpulib` |
//! | `debug.c` | `-O0 -g -nogpulib -nogpuinc` |
//! | `variables.cpp` | `-O1 -gline-tables-only -nogpuinc` |

use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use warpsim::ptx::{
    Body, Function, Instruction, Location, Module, Operand, Statement, Type, parse,
};

const REDUCTION: &str = include_str!("ptx/reduction.ptx");
const GENERIC: &str = include_str!("ptx/generic.ptx");
const STENCIL: &str = include_str!("ptx/stencil.ptx");
const DEBUG: &str = include_str!("ptx/debug.ptx");
const VARIABLES: &str = include_str!("ptx/variables.ptx");
const TEXTS: [&str; 5] = [REDUCTION, GENERIC, STENCIL, DEBUG, VARIABLES];

fn module(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn bodies(module: &Module) -> impl Iterator<Item = &Body> {
    module.functions.iter().filter_map(|function| function.body.as_ref())
}

fn instructions(body: &Body) -> impl Iterator<Item = &Instruction> {
    body.statements.iter().filter_map(|statement| match statement {
        Statement::Instruction(instruction) => Some(instruction),
        Statement::Label(_) => None,
    })
}

/// The function whose name ends with these letters.
fn function<'m>(module: &'m Module, end: &str) -> &'m Function {
    let defined = |function: &&Function| function.name.ends_with(end) && function.body.is_some();
    module.functions.iter().find(defined).unwrap_or_else(|| panic!("no function {end}"))
}

#[test]
fn numbers_of_parts() {
    // Counted in the texts without this parser: kernels, functions, declarations, variables, labels, instructions.
    let table = [
        (REDUCTION, [1, 0, 0, 13, 77, 457]),
        (GENERIC, [1, 0, 2, 18, 24, 141]),
        (STENCIL, [1, 3, 12, 6, 27, 338]),
        (DEBUG, [0, 1, 0, 0, 13, 33]),
        (VARIABLES, [0, 7, 1, 20, 34, 50]),
    ];
    for (text, expected) in table {
        let module = module(text);
        assert_eq!((module.version, module.target.as_str()), ((8, 5), "sm_90"));
        let kernels = module.functions.iter().filter(|function| function.is_kernel).count();
        let defined = bodies(&module).count();
        let statements: usize = bodies(&module).map(|body| body.statements.len()).sum();
        let instructions: usize = bodies(&module).map(|body| instructions(body).count()).sum();
        let declared = module.functions.len() - defined;
        let variables = module.variables.len();
        let numbers = [
            kernels,
            defined - kernels,
            declared,
            variables,
            statements - instructions,
            instructions,
        ];
        assert_eq!(numbers, expected, "{:?}", module.files);
    }
}

/// Every branch has its label, every indirect call its prototype, every register its type, and every place its file.
#[test]
fn names_are_resolved() {
    for text in TEXTS {
        let module = module(text);
        for body in bodies(&module) {
            let labels: BTreeSet<&str> = body
                .statements
                .iter()
                .filter_map(|statement| match statement {
                    Statement::Label(name) => Some(name.as_str()),
                    Statement::Instruction(_) => None,
                })
                .collect();
            for instruction in instructions(body) {
                check_instruction(&module, body, &labels, instruction);
            }
        }
    }
}

fn check_instruction(
    module: &Module,
    body: &Body,
    labels: &BTreeSet<&str>,
    instruction: &Instruction,
) {
    let location = instruction.location;
    assert!(location == Location::default() || module.files.contains_key(&location.file));
    let operands = &instruction.operands;
    match (instruction.words[0].as_str(), operands.as_slice()) {
        ("bra", [Operand::Symbol(label, 0)]) => assert!(labels.contains(label.as_str()), "{label}"),
        ("bra", _) => panic!("{instruction:?}"),
        ("call", [.., Operand::Symbol(prototype, 0)]) if prototype.starts_with("prototype") => {
            assert!(body.prototypes.contains_key(prototype), "{prototype}");
        }
        ("call", [.., Operand::List(arguments)]) => {
            assert!(arguments.iter().all(|operand| matches!(operand, Operand::Variable(..))));
        }
        ("call", [Operand::Symbol(..)]) => {}
        ("call", _) => panic!("{instruction:?}"),
        ("ld", [Operand::Register(register), Operand::Memory(..)]) => {
            let word = instruction.words.last().expect("an instruction has a word");
            let loaded = Type::from_word(word).expect("a load ends with its type");
            assert!(body.registers[register.0 as usize].bits() >= loaded.bits(), "{instruction:?}");
        }
        ("ld", _) => assert!(matches!(operands.first(), Some(Operand::Vector(_)))),
        _ => {}
    }
}

#[test]
fn places_of_loads() {
    let module = module(REDUCTION);
    let kernel = &module.functions[0];
    assert_eq!((kernel.is_kernel, kernel.max_threads), (true, Some(128)));
    assert!(kernel.name.ends_with("_reduce_l4"), "{}", kernel.name);
    let body = kernel.body.as_ref().expect("a kernel has a body");
    let place = Location { file: 1, line: 6, column: 12 };
    let load = instructions(body)
        .find(|a| a.location == place && a.words == ["ld", "global", "f64"])
        .expect("the loop loads a value");
    let [Operand::Register(value), Operand::Memory(base, 0)] = load.operands.as_slice() else {
        panic!("{load:?}")
    };
    let Operand::Register(base) = **base else { panic!("{load:?}") };
    let types = [*value, base].map(|register| body.registers[register.0 as usize]);
    assert_eq!(types, [Type::Float(64), Type::Bits(64)]);
    assert_eq!(module.files[&1], "./reduction.c");
}

#[test]
fn variables_and_their_addresses() {
    let module = module(VARIABLES);
    let variable = |name: &str| {
        let found = module.variables.iter().find(|variable| variable.name == name);
        found.unwrap_or_else(|| panic!("no variable {name}"))
    };
    let packed = variable("packed");
    assert_eq!(
        (packed.bytes, packed.initial.as_slice()),
        (9, [1, 0, 0, 0, 0, 0, 0, 0, 0].as_slice())
    );
    let parts: Vec<_> =
        packed.addresses.iter().map(|a| (a.at, a.bytes, a.shift, a.addend, a.generic)).collect();
    let expected: Vec<_> = (0..8).map(|byte| (1 + u64::from(byte), 1, 8 * byte, 8, true)).collect();
    assert_eq!(parts, expected);

    let mixed = variable("mixed");
    let whole: Vec<_> =
        mixed.addresses.iter().map(|a| (a.at, a.bytes, a.shift, a.addend)).collect();
    assert_eq!(whole, [(8, 8, 0, 4)]);
    assert_eq!(mixed.initial[..8], 0xffff_ffff_u64.to_le_bytes());
    assert_eq!(mixed.initial[16..24], 3.5_f64.to_le_bytes());
    assert_eq!(mixed.initial[24..28], 1.0_f32.to_le_bytes());

    assert_eq!(variable("wide").initial, 2.5_f64.to_le_bytes());
    assert_eq!(variable("narrow").initial, (-1.5_f32).to_le_bytes());
    assert_eq!(variable("negative").initial, (-3_i64).to_le_bytes());
    assert_eq!((variable("grid").bytes, variable("grid").initial[20]), (48, 3));
    assert_eq!(variable("function").addresses[0].symbol, "_Z5twicei");
    assert!(!variable("function").addresses[0].generic);
    let text = variable(&variable("text").addresses[0].symbol);
    assert!(text.initial.starts_with(b"\"two\" words"));
}

#[test]
fn scopes_of_inline_assembler() {
    let module = module(VARIABLES);
    let body = function(&module, "positivesii").body.as_ref().expect("it is defined");
    let is_of_assembler = |statement: &&Statement| match statement {
        Statement::Label(name) => name.starts_with("ELSE") || name.starts_with("DONE"),
        Statement::Instruction(_) => false,
    };
    let labels: BTreeSet<_> = body
        .statements
        .iter()
        .filter(is_of_assembler)
        .map(|statement| format!("{statement:?}"))
        .collect();
    assert_eq!(labels.len(), 4, "each of two copies has two labels of its own: {labels:?}");
    let predicates = body.registers.iter().filter(|&&kind| kind == Type::Predicate).count();
    assert_eq!(predicates, 2, "each copy has its own register");
}

#[test]
fn prototypes() {
    let module = module(VARIABLES);
    let body = function(&module, "call_pointeri").body.as_ref().expect("it is defined");
    let prototypes: Vec<_> = body.prototypes.values().collect();
    let [prototype] = prototypes.as_slice() else { panic!("{prototypes:?}") };
    assert_eq!((prototype.results[0].bytes, prototype.parameters[0].bytes), (4, 4));
}

/// Whatever is missing at the end, the answer is a module or an error in a line that the text has.
#[test]
fn cut_texts() {
    for text in TEXTS {
        for end in (0..text.len()).step_by(97) {
            let part = text.get(..end).expect("the texts are ASCII");
            check(part);
        }
    }
    let middle_of_a_kernel = &REDUCTION[..REDUCTION.len() / 2];
    assert!(parse(middle_of_a_kernel).is_err());
}

/// Parses a text, right or wrong.
fn check(text: &str) {
    if let Err(error) = parse(text) {
        let lines = text.bytes().filter(|&byte| byte == b'\n').count() + 1;
        assert!((1..=lines).contains(&(error.line as usize)), "{error}");
        assert!(!error.message.is_empty() && error.message.len() < 500, "{error}");
    }
}

/// Long texts take time in proportion to their length: the limit is far above what is needed, and far below what an algorithm of
/// the second degree would take.
#[test]
fn time_for_long_texts() {
    let head = ".version 8.5 .target sm_90 .address_size 64\n";
    let kernel = &REDUCTION[REDUCTION.find(".weak .entry").expect("there is a kernel")..];
    let kernel = &kernel[..=kernel.find("\n}").expect("the kernel ends") + 1];
    let repeat = |text: &str| text.repeat(2_000_000 / text.len());
    let body = |text: &str| format!("{head}.func f {{ {} }}", repeat(text));
    let numbers = format!("{head}.global .u64 a[] = {{{}0}};", repeat("12345678, "));
    let mut families = String::new();
    for number in 0..100_000 {
        write!(families, ".reg .b32 a{number}b<9>; x a{number}b1;")
            .expect("a string takes all text");
    }
    let texts = [
        format!("{head}{}", repeat(kernel)),
        body("{}"),
        body("{L:x L;}"),
        body("mov.b32 a, b;"),
        body("{.reg .b64 t; .param .b32 p; ld.param.b64 t, [p+8];}"),
        format!("{head}.func f {{ {families} }}"),
        numbers,
        format!("{head}.func f {{ x {}", repeat("{")),
        format!("{head}.section .a {}", repeat("{")),
        format!("{head}.global .b8 a{}", repeat("[1]")),
        repeat("/* */"),
        "/*".repeat(1_000_000),
        "\"\\".repeat(1_000_000),
    ];
    for text in texts {
        let start = Instant::now();
        check(&text);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(20), "{time:?} for {}", &text[..80]);
    }
}

/// What takes the place of a slice of a text.
#[derive(Clone, Debug)]
enum Change {
    Delete,
    Duplicate,
    Replace(String),
    /// Another slice, which begins at this place.
    Copy(Index),
}

fn change() -> impl Strategy<Value = (Index, usize, Change)> {
    let change = prop_oneof![
        Just(Change::Delete),
        Just(Change::Duplicate),
        tokens(4).prop_map(Change::Replace),
        "\\PC{0,4}".prop_map(Change::Replace),
        any::<Index>().prop_map(Change::Copy),
    ];
    (any::<Index>(), prop_oneof![1_usize..8, 1_usize..400], change)
}

/// The last boundary between characters up to a place.
fn boundary(text: &str, place: usize) -> usize {
    (0..=place).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}

/// Makes a change at the next boundaries between characters.
fn apply(text: &mut String, (start, length, change): (Index, usize, Change)) {
    let start = boundary(text, start.index(text.len() + 1));
    let end = boundary(text, (start + length).min(text.len()));
    let slice = text[start..end].to_owned();
    match change {
        Change::Delete => text.replace_range(start..end, ""),
        Change::Duplicate => text.insert_str(start, &slice),
        Change::Replace(new) => text.replace_range(start..end, &new),
        Change::Copy(place) => {
            let place = boundary(text, place.index(text.len() + 1));
            text.insert_str(place, &slice);
        }
    }
}

/// Words of the grammar, with blanks between them.
const WORDS: &str = ".version .target .address_size .file .loc .section .pragma .weak .visible .extern .common .global .const \
    .shared .local .param .align .entry .func .reg .maxntid .noreturn .ptr .callprototype .branchtargets .b8 .u32 .u64 .f32 \
    .f64 .pred .v4 .x sm_90 generic %r1 %r %p1 %tid _ WARP_SZ a b mov ret bra ( ) [ ] { } < > ; , : = + - ! | @ \"a\" 8.5 64 \
    0 1 18446744073709551615 0f3F800000 0xFF // /* */";

/// Fewer than so many words of the grammar, in any order, and ends of lines between them.
fn tokens(most: usize) -> impl Strategy<Value = String> {
    let words: Vec<&str> = WORDS.split_whitespace().chain(["\n"]).collect();
    prop::collection::vec(prop::sample::select(words), 0..most).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn changed_texts(
        mut text in prop::sample::select(TEXTS.as_slice()).prop_map(str::to_owned),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        changes.into_iter().for_each(|change| apply(&mut text, change));
        check(&text);
    }

    #[test]
    fn words_in_any_order(in_module in tokens(60), in_body in tokens(60)) {
        check(&in_module);
        check(&format!(".version 8.5 .target sm_90 {in_module} .func f {{ {in_body}"));
        check(&format!(".version 8.5 .target sm_90 .func f {{ .reg .b32 %r<9>; {in_body} }}"));
    }

    #[test]
    fn any_characters(text in "\\PC{0,200}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&text);
        check(&format!(".version 8.5 .target sm_90 {text}"));
        check(&String::from_utf8_lossy(&bytes));
    }
}
