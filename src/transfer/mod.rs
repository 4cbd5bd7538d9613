//! What crosses the bus: data that is copied to the device and back again and again, and need not be.
//!
//! Stages: each function of the host is followed in the order of its calls ([`flow`]), so that every statement has what it does with
//! storage; then ranges of statements are found over which data can stay on the device ([`resident`]). The theory is in
//! `docs/theory/transfers.md`.

mod again;
mod buffers;
mod called;
mod calls;
mod clauses;
mod constructs;
mod covered;
mod dead;
mod enclosing;
mod extents;
mod flow;
mod halves;
mod lattice;
mod listed;
mod lists;
mod live;
mod members;
mod memory;
mod names;
mod packed;
mod packing;
mod pairs;
mod parameters;
mod parts;
mod points;
mod polynomial;
mod program;
mod refresh;
mod refused;
mod resident;
mod section;
pub mod sets;
mod shrunk;
mod statements;
mod storage;
mod summary;
mod traps;
mod updates;
mod used;
mod waits;

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::diag::Code;
use crate::id::FileId;
use crate::ir::host::HostFunction;
use crate::ir::{DataItem, Stmt, StmtKind};
use crate::policy::Policy;
use crate::source::Span;

pub use again::Repeated;
pub use buffers::{Buffer, Gathered, Listed, NUMBER, PREFIX, Piece};
pub use clauses::{Kernel, Saving, Tightened};
use flow::Followed;
pub use names::Guard;
pub use packing::Costs;
use program::Program;
pub use refresh::{Refresh, Way};
use refused::{Reason, Refused};

/// Data that stays on the device while a range of statements runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residence {
    /// The file of the statements.
    pub file: FileId,
    /// The function's name.
    pub function: String,
    /// The statements.
    pub span: Span,
    /// Whether they are one loop, which `target data` can govern.
    pub is_loop: bool,
    /// The condition, in C, under which they copy less so, if that is not always.
    pub guard: Guard,
    /// The number of the device, in C, where the constructs name one.
    pub device: Option<String>,
    /// Pointers that the items name and the program does not have: their names, and their values at the beginning.
    pub locals: Vec<(String, String)>,
    /// What stays.
    pub items: Vec<Item>,
    /// What is brought up to date in between, in the order of the text.
    pub updates: Vec<Refresh>,
    /// In which some of that crosses the bus.
    pub buffers: Vec<Buffer>,
}

impl Residence {
    /// Whether a block stands around several statements.
    pub fn is_block(&self) -> bool {
        !self.is_loop && !self.locals.is_empty()
    }

    /// Without buffers; `None` where nothing stays then.
    pub fn unpacked(&self) -> Option<Residence> {
        let mut own = self.clone();
        for buffer in std::mem::take(&mut own.buffers) {
            if buffer.flat.is_none() {
                own.items.retain(|item| item.text != buffer.item);
            }
        }
        own.updates.retain(|own| matches!(own.way, Way::Plain | Way::Without(_)));
        own.updates.iter_mut().for_each(|own| own.way = Way::Plain);
        (!own.items.is_empty()).then_some(own)
    }

    /// That the text cannot hold it.
    pub fn refused(self) -> Refusal {
        let Residence { file, function, span, items, .. } = self;
        let items = items.into_iter().map(|own| own.text).collect();
        let why = Code::TransferText.title().to_owned();
        Refusal { file, function, span, items, code: Code::TransferText, at: span, why }
    }
}

/// One list item of a residence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// How it crosses the bus at the ends.
    pub crossing: Crossing,
    /// Its text.
    pub text: String,
    /// How many bytes it has, in words, where that is known.
    pub bytes: Option<String>,
    /// How many of the statements copy it to the device and back as written, in one iteration where the residence is a loop.
    pub copies: [u32; 2],
}

/// Data that crosses the bus in each iteration of a loop, and why it does not stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file of the loop.
    pub file: FileId,
    /// The function's name.
    pub function: String,
    /// The loop.
    pub span: Span,
    /// The names of the data.
    pub items: Vec<String>,
    /// The reason.
    pub code: Code,
    /// Where it stands.
    pub at: Span,
    /// The reason in words.
    pub why: String,
}

/// What a unit's functions do with the bus.
#[derive(Clone, Debug, Default)]
pub struct Transfers {
    /// Of those that begin at one place the longest first.
    pub residences: Vec<Residence>,
    /// In the order of the text.
    pub refusals: Vec<Refusal>,
    /// Directives that do something else than they say, in that order.
    pub traps: Vec<Refusal>,
    /// Updates that need only stand in the first iteration of a loop.
    pub repeated: Vec<Repeated>,
}

/// How data crosses the bus at the ends of a residence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Crossing {
    /// To the device and back.
    Both,
    /// To the device.
    To,
    /// Back.
    From,
    /// Not at all.
    Neither,
}

impl Crossing {
    fn of(to: bool, from: bool) -> Self {
        match (to, from) {
            (true, true) => Self::Both,
            (true, false) => Self::To,
            (false, true) => Self::From,
            (false, false) => Self::Neither,
        }
    }

    /// The map type that has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Both => "tofrom",
            Self::To => "to",
            Self::From => "from",
            Self::Neither => "alloc",
        }
    }
}

/// The list items of a unit's regions that need not be copied as they are, and then what stays on the device and what does not. `kernels`
/// has all of the regions.
pub fn of_unit(
    functions: &[HostFunction],
    kernels: &[Kernel],
    policy: &Policy,
    costs: Costs,
) -> (Vec<Tightened>, Transfers) {
    let mut traps = traps::all(functions, kernels);
    traps.sort_by_key(|own| (own.file, own.at.start, own.code, own.items.clone()));
    traps.dedup();
    if !copies(functions, kernels) {
        return (Vec::new(), Transfers { traps, ..Transfers::default() });
    }
    let program = parameters::program(functions);
    if clauses::may_overlap(&program, kernels) {
        let found = transfers(&program, (policy, costs), &mut |_, _| {});
        return (Vec::new(), Transfers { traps, ..found });
    }
    let mut tightened = clauses::tightened(&program, kernels, policy);
    tightened.extend(enclosing::tightened(&program, policy));
    let applied = clauses::applied(functions, &tightened);
    let groups = clauses::groups(kernels);
    let mut also = |followed: &Followed, found: &mut Transfers| {
        dead::add(followed, &groups, &mut tightened);
        again::add(followed, &mut found.repeated);
    };
    let transfers = match &applied {
        Cow::Borrowed(_) => transfers(&program, (policy, costs), &mut also),
        Cow::Owned(functions) => {
            transfers(&parameters::program(functions), (policy, costs), &mut also)
        }
    };
    (tightened, Transfers { traps, ..transfers })
}

/// Whether a region maps something itself, or a data construct does.
fn copies(functions: &[HostFunction], kernels: &[Kernel]) -> bool {
    let maps = |kernel: &Kernel| {
        let mut items = kernel.region.data.iter();
        let is_own = |item: &DataItem| item.kind.is_map() && !item.enclosing;
        items.any(is_own) || !kernel.region.implicitly_mapped().is_empty()
    };
    if kernels.iter().any(maps) {
        return true;
    }
    let mut found = false;
    for function in functions {
        function.walk(&mut |stmt| {
            if let StmtKind::Directive(directive, _) = &stmt.kind {
                found |= directive.construct().keeps_data();
            }
        });
    }
    found
}

/// What stays on the device in a unit's functions, and what does not; `also` adds what else is found of each.
fn transfers(
    program: &Program,
    (policy, costs): (&Policy, Costs),
    also: &mut dyn FnMut(&Followed, &mut Transfers),
) -> Transfers {
    let mut found = Transfers::default();
    program.each_followed(|_| true, &mut |followed| {
        followed.tells_items_apart = policy.maps;
        followed.costs = costs;
        of_function(followed, &mut found);
        also(followed, &mut found);
    });
    found.residences.sort_by_key(|own| (own.file, own.span.start, Reverse(own.span.end)));
    found.refusals.sort_by_key(|own| (own.file, own.span.start, own.items.clone()));
    found
}

fn of_function(followed: &Followed, found: &mut Transfers) {
    let function = followed.variables.function;
    let refusal = |refused: Refused| Refusal {
        file: function.file,
        function: function.name.clone(),
        span: refused.stmt.span,
        items: refused.items,
        code: refused.reason.code,
        at: refused.reason.at,
        why: refused.reason.why,
    };
    if followed.variables.has_labels || followed.hides {
        found.refusals.extend(refused::unfollowed(followed).into_iter().map(refusal));
        return;
    }
    let (ranges, left) = resident::ranges(followed);
    found.refusals.extend(refused::all(followed, &left).into_iter().map(refusal));
    for range in ranges {
        let (Some(first), Some(last)) = (range.stmts.first(), range.stmts.last()) else { continue };
        let is_macro = range.stmts.iter().any(|stmt| stmt.in_macro);
        let texts = range.items.iter().map(|own| own.text.as_str());
        let locals = members::locals(function, texts);
        let declares = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Declare { .. });
        let is_cut = !locals.is_empty() && range.stmts.iter().any(declares);
        let guard = names::guard_of(followed, range.stmts, range.turns);
        let (false, false, Ok(guard)) = (is_macro, is_cut, guard) else {
            let reason = if is_macro {
                let words = "it comes from a macro, or is read otherwise than it is written, as a switch is";
                Reason::new(Code::TransferText, first, words)
            } else if is_cut {
                let words = "a block around it would hide what is declared there";
                Reason::new(Code::TransferText, first, words)
            } else {
                let words = "its number of iterations is not known before it";
                Reason::new(Code::TransferUnpaid, first, words)
            };
            let items = range.items.into_iter().map(|own| own.text).collect();
            found.refusals.push(refusal(Refused { stmt: first, items, reason }));
            continue;
        };
        found.residences.push(Residence {
            file: function.file,
            function: function.name.clone(),
            span: Span::new(first.span.start, last.span.end),
            is_loop: statements::is_one_loop(range.stmts),
            guard: range.conditions.into_iter().fold(guard, Guard::and),
            device: range.device,
            locals,
            items: range.items,
            updates: refreshes(range.updates),
            buffers: range.buffers,
        });
    }
}

/// In the order of the text, each once: of what stands at one place, what goes to the host first.
fn refreshes(mut all: Vec<Refresh>) -> Vec<Refresh> {
    let place = |own: &Refresh| if own.is_before { own.span.start } else { own.span.end };
    all.sort_by_key(|own| (place(own), own.is_before, own.to_device, own.item.clone()));
    all.dedup();
    all
}
