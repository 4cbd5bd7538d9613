//! PTX: the assembly that clang hands to the device's assembler (NVIDIA: "Parallel Thread Execution ISA", version 8.5).
//!
//! [`parse()`] reads a text into a [`Module`]. Names inside of functions are resolved: registers and variables of nested scopes have
//! numbers of their own. What an instruction means is left to the decoder: here it is its words and operands.

mod lex;
mod parse;

pub use parse::{ParseError, parse};

use std::collections::BTreeMap;

/// One text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// Of the directive `.version`, as 8.5.
    pub version: (u32, u32),
    /// Of the directive `.target`, as `sm_90`.
    pub target: String,
    /// The paths of the directives `.file`, by their numbers.
    pub files: BTreeMap<u32, String>,
    /// The variables outside of functions, in their order.
    pub variables: Vec<Variable>,
    /// The functions, declarations among them, in their order.
    pub functions: Vec<Function>,
}

/// How the linker sees a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linkage {
    /// Known in its module alone.
    #[default]
    Local,
    /// `.visible`
    Visible,
    /// `.weak`: one of several definitions counts, and there may be none.
    Weak,
    /// `.common`: one of several definitions counts.
    Common,
    /// `.extern`: another module defines it.
    Extern,
}

/// A space of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// All windows.
    Generic,
    /// Memory of the device.
    Global,
    /// Memory of the device that kernels do not change.
    Const,
    /// Memory of one team.
    Shared,
    /// Memory of one thread.
    Local,
    /// Parameters of a kernel or function.
    Param,
}

impl Space {
    /// The space that a word without its dot names, as `global`.
    pub fn from_word(word: &str) -> Option<Space> {
        Some(match word {
            "global" => Space::Global,
            "const" => Space::Const,
            "shared" => Space::Shared,
            "local" => Space::Local,
            "param" => Space::Param,
            _ => return None,
        })
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// Untyped bits, `.b8` to `.b128`.
    Bits(u8),
    /// `.u8` to `.u64`
    Unsigned(u8),
    /// `.s8` to `.s64`
    Signed(u8),
    /// `.f16`, `.f32`, `.f64`
    Float(u8),
    /// `.bf16`
    Brain,
    /// `.f16x2`, `.bf16x2` and other pairs.
    Pair,
    /// `.pred`
    Predicate,
}

impl Type {
    /// The size in bits; that of a predicate is 1.
    pub fn bits(self) -> u32 {
        match self {
            Type::Bits(bits) | Type::Unsigned(bits) | Type::Signed(bits) | Type::Float(bits) => {
                bits.into()
            }
            Type::Brain => 16,
            Type::Pair => 32,
            Type::Predicate => 1,
        }
    }

    /// The size in memory, in bytes.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// The type that a word without its dot names, as `u32`.
    pub fn from_word(word: &str) -> Option<Type> {
        Some(match word {
            "pred" => Type::Predicate,
            "bf16" => Type::Brain,
            "f16x2" | "bf16x2" => Type::Pair,
            _ => {
                let bits = word.get(1..)?.parse().ok()?;
                match (word.get(..1)?, bits) {
                    ("b", 8 | 16 | 32 | 64 | 128) => Type::Bits(bits),
                    ("u", 8 | 16 | 32 | 64) => Type::Unsigned(bits),
                    ("s", 8 | 16 | 32 | 64) => Type::Signed(bits),
                    ("f", 16 | 32 | 64) => Type::Float(bits),
                    _ => return None,
                }
            }
        })
    }
}

/// A variable of a module or a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name in the text.
    pub name: String,
    /// How the linker sees it.
    pub linkage: Linkage,
    /// Where it lies.
    pub space: Space,
    /// The alignment in bytes: what `.align` says, else the size of an element.
    pub align: u32,
    /// The size in bytes; 0 for an array without a length.
    pub bytes: u64,
    /// The first bytes; the rest is 0.
    pub initial: Vec<u8>,
    /// Addresses that are part of the first bytes.
    pub addresses: Vec<Relocation>,
    /// The line of the text, from 1.
    pub line: u32,
}

/// An address that the linker puts into the bytes of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Where, in bytes from the variable's start.
    pub at: u64,
    /// How many bytes it takes.
    pub bytes: u32,
    /// By how many bits the address is shifted to the right before its low bytes are taken: 8 for the mask of
    /// `0xFF00(symbol)`, and 0 without a mask.
    pub shift: u32,
    /// The variable or function whose address it is.
    pub symbol: String,
    /// How many bytes are added to that address.
    pub addend: i64,
    /// Whether it is a generic address, `generic(symbol)`, rather than one of the symbol's space.
    pub generic: bool,
}

/// A parameter or a result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the text; `_` in a prototype.
    pub name: String,
    /// The alignment in bytes.
    pub align: u32,
    /// The size in bytes; 0 for an array without a length.
    pub bytes: u32,
}

/// A kernel, a function, or the declaration of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name in the text.
    pub name: String,
    /// How the linker sees it.
    pub linkage: Linkage,
    /// Whether it is an `.entry`.
    pub is_kernel: bool,
    /// What it returns; a kernel returns nothing.
    pub results: Vec<Parameter>,
    /// What it is called with.
    pub parameters: Vec<Parameter>,
    /// The number of threads in a team that `.maxntid` or `.reqntid` allows.
    pub max_threads: Option<u32>,
    /// `None` for a declaration.
    pub body: Option<Body>,
    /// The line of the text, from 1.
    pub line: u32,
}

/// The number of a register in its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterId(pub u32);

/// The number of a variable in its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(pub u32);

/// What stands between the braces of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The types of the registers. A nested scope may have a register of the same name, which has another number. Of
    /// `.reg .b32 %r<41>` only those registers are here that the text uses.
    pub registers: Vec<Type>,
    /// The variables: results and parameters of the function first, in this order, then what the body and its scopes declare.
    pub variables: Vec<Variable>,
    /// Labels and instructions, in the order of the text.
    pub statements: Vec<Statement>,
    /// The results and parameters that `.callprototype` gives to indirect calls, by the label that a call names.
    pub prototypes: BTreeMap<String, Prototype>,
    /// The lists of `.branchtargets` and `.calltargets`, by the label that a branch or call names.
    pub targets: BTreeMap<String, Vec<String>>,
}

/// What an indirect call expects from the function that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prototype {
    /// What the function returns.
    pub results: Vec<Parameter>,
    /// What the function is called with.
    pub parameters: Vec<Parameter>,
}

/// A place or an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// A place to which branches go. The label of a nested scope has an `@` and a number behind its name, also where it is
    /// used, so that it is the only one of its name in the function.
    Label(String),
    /// Something to do.
    Instruction(Instruction),
}

/// Where an instruction comes from: a `.loc` directive. Its file is a key of [`Module::files`]; line 0 means that no line of the
/// program says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The number of the file.
    pub file: u32,
    /// The line of the program, from 1.
    pub line: u32,
    /// The column of the program, from 1; 0 if it is not known.
    pub column: u32,
}

/// One instruction, as `@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8];`
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The predicate register that decides who executes it, and whether the value is negated.
    pub guard: Option<(RegisterId, bool)>,
    /// The words between the dots: `["ld", "global", "v2", "f32"]`. A `::` stays inside its word.
    pub words: Vec<String>,
    /// What stands behind the words, in the order of the text.
    pub operands: Vec<Operand>,
    /// The line of the program that it is for. Of an inlined function it is a line of that function.
    pub location: Location,
    /// The line of the text, from 1.
    pub line: u32,
}

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// `%r1`
    Register(RegisterId),
    /// `!%p1`
    Negated(RegisterId),
    /// An integer, as its 64 bits; a `0d…` or `0f…` as the bits that it writes. `WARP_SZ` is 32.
    Immediate(u64),
    /// A floating-point number in decimal.
    Decimal(f64),
    /// `%tid.x`: the name without `%`, with the dot.
    Special(String),
    /// The address of a variable of the function, or its name in a call.
    Variable(VariableId, i64),
    /// A name outside of the function, or a label.
    Symbol(String, i64),
    /// `[%rd1+8]`: the number is added to the address. The first part is a register, variable, symbol or immediate, whose own
    /// addend is 0.
    Memory(Box<Operand>, i64),
    /// `{%f1, %f2}`
    Vector(Vec<Operand>),
    /// `(param0, param1)`
    List(Vec<Operand>),
    /// `%p1|%p2`: two results.
    Two(Box<Operand>, Box<Operand>),
    /// `_`: a result that nobody wants.
    Sink,
}
