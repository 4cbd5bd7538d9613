//! The intermediate representation of one target region.
//!
//! Owned trees without lifetimes: a [`TargetRegion`] holds its directive, its data environment, its
//! symbols and its statements. Statements and loops carry dense ids in pre-order; every node carries
//! the byte span of its source text. Expressions are typed, and every conversion of C is an explicit
//! [`ExprKind::Cast`]. What the front end does not understand is an `Opaque` node with a reason: no
//! stage may read more into it than "anything may happen here".
//!
//! The IR prints to and parses from text ([`text`]), and [`verify`] checks its invariants.

pub(crate) mod atomic;
pub(crate) mod calls;
pub(crate) mod clauses;
mod directive;
pub mod hazard;
pub mod host;
pub mod launch;
mod lost;
mod origin;
pub(crate) mod print;
mod role;
pub(crate) mod section;
pub(crate) mod table;
pub mod text;
pub mod verify;
mod walk;

use std::sync::Arc;

use rug::Integer;
use serde::{Deserialize, Serialize};

pub use directive::{Clause, Directive};
pub use hazard::{Hazard, HazardKind};
pub use lost::Lost;
pub use role::{Role, Size};

use crate::id::{FileId, LoopId, StmtId, SymbolId};
use crate::openmp::construct;
use crate::source::{LineColumn, Span};

pub use origin::{Origin as PointerOrigin, OriginKind};
pub use table::Element;
pub(crate) use walk::{
    addressed, declared, has_calls, named, nest_of, putting, read, replace_statements, walk_block,
    walk_statements,
};

/// A directive (or a chain of them that forms one construct) with `target`, and what it governs; or a construct
/// inside of one that shares the iterations of its own loops.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetRegion {
    /// The file whose offsets the region's spans are.
    pub file: FileId,
    /// The file's name as the user wrote it.
    pub file_name: String,
    /// The line of the (first) directive, from 1.
    pub line: u32,
    /// The enclosing function.
    pub function: String,
    /// In an instance of a template: a condition in C++11 on the template's parameters that holds here, and in no instance
    /// whose region is another; `None` where none can be written.
    pub instance: Option<String>,
    /// The constructs of the target region around it, from the outermost inwards; none for a target region itself.
    pub around: Vec<Directive>,
    /// The directive with its clauses.
    pub directive: Directive,
    /// What the enclosing and own constructs say of the data.
    pub data: Vec<DataItem>,
    /// What makes its text delicate to rewrite, in the order of the spans.
    pub hazards: Vec<Hazard>,
    /// Where the values of its pointers come from, as far as the function shows it.
    pub origins: Vec<PointerOrigin>,
    /// Conditions that hold of the values that its variables have when it begins.
    pub facts: Vec<Expr>,
    /// The scalars that it changes in copies of its own, because no clause names them, and whose values the host reads behind it.
    pub lost: Vec<Lost>,
    /// Every variable that the region names; indexed by [`SymbolId`].
    pub symbols: Vec<Symbol>,
    /// The statements governed by the directive; the associated loop nest is the first of them.
    pub body: Vec<Stmt>,
    /// The number of loops in `body`.
    pub loop_count: u32,
    /// The number of statements in `body`.
    pub stmt_count: u32,
}

/// Where a directive's text comes from, which decides whether it can be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A `#pragma` line of the main file.
    MainFile,
    /// A `#pragma` line of another file.
    Header,
    /// The use of a macro, or a `_Pragma` operator, that gives this directive and nothing else.
    MacroUse,
    /// A macro that gives more than the directive, or other text at other places.
    Macro,
}

impl Origin {
    /// Whether the directive can get another text: a line of a file, or what takes the place of a macro's use there.
    pub(crate) fn is_editable(self) -> bool {
        matches!(self, Origin::MainFile | Origin::Header | Origin::MacroUse)
    }

    /// Whether the text is no `#pragma` line.
    pub(crate) fn is_macro(self) -> bool {
        matches!(self, Origin::MacroUse | Origin::Macro)
    }
}

/// A list item of a data-sharing or mapping clause of this construct or of an enclosing
/// `target data` in the same function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataItem {
    /// The variable.
    pub symbol: SymbolId,
    /// The member that the clause names, where it names one: then the clause says nothing of the
    /// variable's own storage.
    pub member: Option<Member>,
    /// What the clause says.
    pub kind: DataKind,
    /// The array section's lower bound and length as written, where there is a section.
    pub section: Option<(String, String)>,
    /// Whether the clause stands on an enclosing construct.
    pub enclosing: bool,
    /// Whether the section's length may be 0 although the region's loops run.
    pub may_be_empty: bool,
}

/// The member of a variable, or of what a pointer points to, that a clause names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The path from the variable to the member (`.x`, `->y.z`).
    pub path: String,
    /// Where the member is a pointer: how many bytes it lies behind the start of the variable, or of what the
    /// variable points to, if that is known.
    pub pointer_at: Option<u64>,
}

/// What a clause says of a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataKind {
    /// `map(to: …)`.
    MapTo,
    /// `map(from: …)`.
    MapFrom,
    /// `map(tofrom: …)`, or `map` without a type.
    MapTofrom,
    /// `map(alloc: …)`, `map(release: …)`, `map(delete: …)`.
    MapAlloc,
    /// `private`.
    Private,
    /// `firstprivate`.
    Firstprivate,
    /// `lastprivate`.
    Lastprivate,
    /// `shared`.
    Shared,
    /// `reduction`.
    Reduction,
    /// `linear`.
    Linear,
    /// `is_device_ptr`, `has_device_addr`, `use_device_ptr`, `use_device_addr`.
    DevicePointer,
}

impl DataKind {
    /// The word of a `map` clause that says it.
    pub(crate) fn map_type(self) -> Option<&'static str> {
        match self {
            Self::MapTo => Some("to"),
            Self::MapFrom => Some("from"),
            Self::MapTofrom => Some("tofrom"),
            Self::MapAlloc => Some("alloc"),
            _ => None,
        }
    }

    /// Whether the clause maps storage.
    pub fn is_map(self) -> bool {
        matches!(self, Self::MapTo | Self::MapFrom | Self::MapTofrom | Self::MapAlloc)
    }
}

/// A C type, as far as the analysis needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// An integer type of that many bits; `_Bool` is `Int { bits: 1, signed: false }`.
    Int {
        /// Width.
        bits: u16,
        /// Signedness.
        signed: bool,
    },
    /// A floating type of that many bits.
    Float {
        /// Width.
        bits: u16,
    },
    /// A pointer.
    Pointer,
    /// A structure, union or array of that many bytes (0: not known).
    Aggregate {
        /// `sizeof`.
        bytes: u32,
    },
    /// No value, or a type the analysis has no use for.
    Void,
}

impl Type {
    /// C `int`.
    pub const INT: Type = Type::Int { bits: 32, signed: true };
    /// A 64-bit signed integer.
    pub const LONG: Type = Type::Int { bits: 64, signed: true };
    /// The type of conditions.
    pub const BOOL: Type = Type::Int { bits: 1, signed: false };

    /// `sizeof` in bytes; 0 where it is not known.
    pub fn bytes(self) -> u32 {
        match self {
            Type::Int { bits, .. } | Type::Float { bits } => u32::from(bits).div_ceil(8),
            Type::Pointer => 8,
            Type::Aggregate { bytes } => bytes,
            Type::Void => 0,
        }
    }

    /// Whether it is an integer type.
    pub fn is_int(self) -> bool {
        matches!(self, Type::Int { .. })
    }

    /// Whether it is a signed integer type.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Int { signed: true, .. })
    }

    /// Whether it is an integer type that has the number `value`.
    pub fn holds(self, value: &Integer) -> bool {
        let Type::Int { bits, signed } = self else { return false };
        let bits = u32::from(bits) - u32::from(signed);
        let least = if signed { -(Integer::from(1) << bits) } else { Integer::new() };
        *value >= least && *value < Integer::from(1) << bits
    }
}

/// A variable that the region names.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its name in the source; `this` for the implicit object, `[x, y]` for the object behind structured bindings.
    pub name: String,
    /// Its own type; [`Type::Aggregate`] for arrays and structures.
    pub ty: Type,
    /// What it is.
    pub kind: SymbolKind,
    /// Where it is declared.
    pub scope: Scope,
    /// Whether it is `restrict`-qualified.
    pub restrict: bool,
    /// Its value where it is a constant: `const` with a constant initialiser, enumerator, `constexpr`, or a variable outside
    /// the region that nothing changes after such an initialiser.
    pub constant: Option<Integer>,
    /// Whether it is an array or record that is defined `const`, of which no member is `mutable`.
    pub readonly: bool,
    /// The integers that such an object holds, as far as they are known, in the order of their offsets.
    pub elements: Arc<[Element]>,
}

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolKind {
    /// A scalar of arithmetic type.
    Scalar,
    /// A pointer.
    Pointer,
    /// An array with storage of its own (a VLA too).
    Array,
    /// A structure, union or class object.
    Record,
    /// A C++ reference, or anything else whose storage is not its own.
    Reference,
}

/// Where a symbol is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// At file or namespace scope, or `static`.
    Global,
    /// A parameter of the enclosing function.
    Parameter,
    /// In the enclosing function, outside the region.
    Function,
    /// In the target region, outside the construct inside of it that is looked at.
    Team,
    /// Inside the region.
    Region,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Pre-order number.
    pub id: StmtId,
    /// Its text, with the closing semicolon or brace.
    pub span: Span,
    /// Whether any of its text comes from a macro, so that it cannot be moved.
    pub in_macro: bool,
    /// What it does.
    pub kind: StmtKind,
}

/// The kinds of statements. Blocks are flattened: their statements stand in the enclosing list.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// A declaration of one variable, with its initialiser. A declaration of several is several
    /// statements with the same span.
    Declare {
        /// The variable.
        symbol: SymbolId,
        /// Its initial value.
        value: Option<Expr>,
    },
    /// `target op= value`; `op` is `None` for plain assignment. `x++` is `x += 1`.
    Assign {
        /// What is written.
        target: Place,
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The right-hand side, converted to the type in which the operation is done.
        value: Expr,
    },
    /// An expression evaluated for its effects or not at all.
    Evaluate(Expr),
    /// `if`.
    If {
        /// The condition; non-zero is true.
        condition: Expr,
        /// Statements of the first branch.
        then: Vec<Stmt>,
        /// Statements of the second branch.
        otherwise: Vec<Stmt>,
    },
    /// A `for` loop in canonical form.
    Loop(Box<Loop>),
    /// Any other loop: `while`, `do`, and `for` that is not canonical.
    While {
        /// Why it is not a [`StmtKind::Loop`], in words.
        why: String,
        /// The condition, where there is one that could be lowered.
        condition: Option<Expr>,
        /// The body, with the increment of a `for` at its end.
        body: Vec<Stmt>,
    },
    /// `break`, `continue`, `return`, `goto`.
    Jump(Jump),
    /// A nested OpenMP directive that governs the statements `body`.
    Directive(Directive, Vec<Stmt>),
    /// Not understood: anything may happen.
    Opaque {
        /// What was not understood, in words.
        why: String,
    },
}

/// Why a `do` loop is no [`StmtKind::Loop`].
pub(crate) const DO_LOOP: &str = "a do loop";

/// The reason of the one [`StmtKind::Opaque`] that stands for a body which depends on template
/// parameters.
pub const DEPENDENT: &str = "depends on template parameters";

/// A jump statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Jump {
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return,
    /// `goto` or a label.
    Goto,
}

/// A `for` loop in OpenMP's canonical form: `for (iv = lower; iv relation bound; iv += step)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// Pre-order number in the program; behind these for a loop that a transformation makes.
    pub id: LoopId,
    /// What it is to the loops of the program.
    pub role: Role,
    /// The induction variable.
    pub iv: SymbolId,
    /// Its first value.
    pub lower: Expr,
    /// How it is compared, the variable on the left.
    pub relation: Relation,
    /// What it is compared with.
    pub bound: Expr,
    /// What is added each time; negative for a loop that counts down.
    pub step: Expr,
    /// Whether the header declares the variable.
    pub declares_iv: bool,
    /// From `for` to the closing parenthesis of the header.
    pub header: Span,
    /// The body statement with its braces, if it has any.
    pub body_span: Span,
    /// Whether the body is a compound statement.
    pub braced: bool,
    /// How header and braces are written.
    pub written: Written,
    /// Text of a pragma that stands directly before the loop (`#pragma unroll`), if any; that of a `simd` without which
    /// the loop computes the same, too.
    pub pragma: Option<String>,
    /// The statements of the body.
    pub body: Vec<Stmt>,
}

impl Loop {
    /// Whether its pragma is a `simd` without which it computes the same: only its text tells it from a loop without one.
    pub(crate) fn is_simd(&self) -> bool {
        let words = self.pragma.as_deref().unwrap_or_default();
        words.strip_prefix("omp simd").is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }

    /// Whether it has a pragma that says more of it.
    pub(crate) fn has_hint(&self) -> bool {
        self.pragma.is_some() && !self.is_simd()
    }

    /// Drops a `simd`: the loop becomes another one, or gets another directive.
    pub(crate) fn drop_simd(&mut self) {
        if self.is_simd() {
            self.pragma = None;
        }
    }
}

/// How the header and the braces of a loop are written, which decides what can be done with their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// In the file, as they are read.
    InFile,
    /// A macro of that name gives some of them; what it gives is a canonical `for`.
    Macro(String),
    /// The header sets or steps other variables too, between commas.
    Comma,
    /// A `for` over the elements of a range.
    Range,
    /// In a function that the region calls, or in another file.
    Elsewhere,
    /// In the file, with more than blanks between the header and the body.
    Apart,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`symbol` has what each is in C")]
pub enum Relation {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Relation {
    /// Every relation.
    pub(crate) const ALL: [Relation; 6] =
        [Relation::Lt, Relation::Le, Relation::Gt, Relation::Ge, Relation::Eq, Relation::Ne];

    /// The relation that is written so in C.
    pub(crate) fn of_symbol(symbol: &str) -> Option<Relation> {
        Self::ALL.into_iter().find(|relation| relation.symbol() == symbol)
    }

    /// Whether it holds of two values.
    pub fn holds<T: PartialOrd + Copy>(self, a: T, b: T) -> bool {
        match self {
            Relation::Lt => a < b,
            Relation::Le => a <= b,
            Relation::Gt => a > b,
            Relation::Ge => a >= b,
            Relation::Eq => a == b,
            Relation::Ne => a != b,
        }
    }

    /// The operator as written in C.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Lt => "<",
            Relation::Le => "<=",
            Relation::Gt => ">",
            Relation::Ge => ">=",
            Relation::Eq => "==",
            Relation::Ne => "!=",
        }
    }

    /// The relation that holds exactly when this one does not.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Lt => Relation::Ge,
            Relation::Le => Relation::Gt,
            Relation::Gt => Relation::Le,
            Relation::Ge => Relation::Lt,
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
        }
    }

    /// The relation with its operands exchanged.
    pub fn swapped(self) -> Relation {
        match self {
            Relation::Lt => Relation::Gt,
            Relation::Le => Relation::Ge,
            Relation::Gt => Relation::Lt,
            Relation::Ge => Relation::Le,
            Relation::Eq | Relation::Ne => self,
        }
    }
}

/// A typed expression without side effects, except for calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The type of its value.
    pub ty: Type,
    /// What it computes.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer constant (character constants, `sizeof`, enumerators and folded constants too).
    Int(Integer),
    /// A floating constant, as written.
    Float(String),
    /// The value of a scalar or pointer variable.
    Symbol(SymbolId),
    /// A value read from memory.
    Load(Place),
    /// The address of a place; array-to-pointer decay too (with a zero index).
    AddressOf(Place),
    /// A unary operation.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operation on operands already converted.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison; its value is 0 or 1.
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// A conversion to `ty`.
    Cast(Box<Expr>),
    /// `condition ? then : otherwise`.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a named function.
    Call {
        /// The function's name.
        name: String,
        /// Whether it neither reads nor writes memory.
        pure_fn: bool,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// Not understood: any value, and (where `effects`) anything may happen.
    Opaque {
        /// What was not understood, in words.
        why: String,
        /// Whether evaluation may read or write memory; otherwise it only computes from constants.
        effects: bool,
    },
}

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `!x`
    Not,
    /// `~x`
    BitNot,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`symbol` has what each is in C")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
}

impl BinaryOp {
    /// The operator as written in C.
    pub fn symbol(self) -> &'static str {
        match self {
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
}

/// A storage location: a base and the steps from it.
///
/// A symbol without steps is the variable itself. What a pointer `p` points to always has steps:
/// `*p` is `p` with index 0, `p->x` is `p` with index 0 and the member. A reference denotes its
/// referent, with or without steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where the address starts.
    pub base: Base,
    /// Indexing and member selection, outermost first.
    pub steps: Vec<Step>,
    /// The type of the value stored.
    pub ty: Type,
    /// Its text.
    pub span: Span,
    /// Where debug information has its load, if that is not where its text begins.
    pub debug: Option<Box<DebugLocation>>,
}

/// A place in debug information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugLocation {
    /// The file's name, as the parse has it.
    pub file: Arc<str>,
    /// The place in the file.
    pub position: LineColumn,
}

/// Where an address starts.
#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// A variable: the storage of an array, record or scalar; what a pointer or reference points to.
    Symbol(SymbolId),
    /// What a pointer that is read from memory points to.
    Loaded(Box<Place>),
    /// What the pointer value of an expression points to.
    Value(Box<Expr>),
}

/// One step of an address.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "most steps are indices")]
pub enum Step {
    /// Adds `index × scale` bytes.
    Index {
        /// The subscript.
        index: Expr,
        /// Bytes per unit of the subscript: the element's size, symbolic for VLAs.
        scale: Expr,
        /// The declared number of elements, where the type has one.
        extent: Option<Expr>,
    },
    /// Adds a member's offset.
    Field {
        /// The member.
        name: String,
        /// Its offset in bytes.
        offset: u64,
        /// Whether bytes may be shared with other members (unions, bit-fields).
        overlapping: bool,
    },
}

impl Place {
    /// The symbol, where the place is a whole variable.
    pub fn as_symbol(&self) -> Option<SymbolId> {
        match &self.base {
            Base::Symbol(symbol) if self.steps.is_empty() => Some(*symbol),
            _ => None,
        }
    }
}

impl Symbol {
    /// Whether it is the object behind structured bindings.
    pub fn is_bound(&self) -> bool {
        self.name.starts_with('[')
    }
}

impl TargetRegion {
    /// The symbol behind `id`.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The arrays and records of outside that no clause of its directive names, and no `map` clause around it: the region maps them
    /// as a whole, or takes what is on the device already (OpenMP 5.2 §5.8.3).
    pub fn implicitly_mapped(&self) -> Vec<SymbolId> {
        let listed = |symbol: &SymbolId| {
            let mapped = |item: &DataItem| !item.enclosing || item.kind.is_map();
            self.data.iter().any(|item| item.symbol == *symbol && mapped(item))
        };
        let outside = named(&self.body).into_iter().filter(|symbol| {
            let variable = self.symbol(*symbol);
            let object = matches!(variable.kind, SymbolKind::Array | SymbolKind::Record);
            object && variable.scope != Scope::Region && !listed(symbol)
        });
        outside.collect()
    }

    /// Whether its text has a hazard of this kind.
    pub fn has_hazard(&self, kind: HazardKind) -> bool {
        self.hazards.iter().any(|hazard| hazard.kind == kind)
    }

    /// Whether it is a construct inside of a target region.
    pub fn is_inner(&self) -> bool {
        !self.around.is_empty()
    }

    /// Whether it is a construct inside of that target region.
    pub fn is_inside(&self, target: &TargetRegion) -> bool {
        self.file == target.file
            && self.around.first().is_some_and(|first| first.span == target.directive.span)
    }

    /// From the directive to the end of the last statement.
    pub fn span(&self) -> Span {
        let end = self.body.iter().map(|stmt| stmt.span.end).max().unwrap_or(0);
        Span::new(self.directive.span.start, end.max(self.directive.span.end))
    }

    /// Whether it is one of a template, of which no instance is meant.
    pub fn is_dependent(&self) -> bool {
        let dependent =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Opaque { why } if why == DEPENDENT);
        self.body.iter().any(dependent)
    }

    /// Whether it is one instance of a template, whose text others share.
    pub fn is_instance(&self) -> bool {
        self.has_hazard(HazardKind::Instance)
    }

    /// `file:line:function`, which names the region in reports.
    pub fn name(&self) -> String {
        format!("{}:{}:{}", self.file_name, self.line, self.function)
    }

    /// The loops from the directive's loop inwards as far as each is the only loop of its parent's
    /// body at top level; statements may stand beside it. Empty where no loop follows.
    pub fn nest(&self) -> Vec<&Loop> {
        nest_of(&self.body)
    }

    /// The loops that the directive is about, from the outermost inwards: all of the nest where its number of loops is not known.
    pub(crate) fn associated_loops(&self) -> Vec<&Loop> {
        if !self.directive.leaves().meets(construct::LOOPS) {
            return Vec::new();
        }
        let mut nest = self.nest();
        let count = self.directive.associated_loops().map_or(nest.len(), |count| count as usize);
        nest.truncate(count);
        nest
    }

    /// All loops in pre-order.
    pub fn loops(&self) -> Vec<&Loop> {
        let mut loops = Vec::new();
        walk_statements(&self.body, &mut |stmt| {
            if let StmtKind::Loop(inner) = &stmt.kind {
                loops.push(inner.as_ref());
            }
        });
        loops
    }
}
