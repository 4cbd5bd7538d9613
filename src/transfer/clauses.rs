//! What the maps of a region copy in vain: to the device what it writes before it reads, back what
//! it never writes.
//!
//! A copy back of what the device never writes brings equal bytes, for the region copied the same
//! storage to the device, and the host waits for it. Where the storage was there already, nothing
//! is copied, before and after. The statements of the region are known by their accesses; that two
//! names are not one storage is known from the region, from what pointers point to, and from the
//! calls of the function. List items of one construct share no storage, as OpenMP demands; a call
//! that is seen to give one storage twice is believed more than that.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Crossing;
use super::covered::{Range, Writes};
use super::flow::{Followed, has_target, symbol_value};
use super::listed::{Listed, listed};
use super::parameters::Meeting;
use super::polynomial::Polynomial;
use super::program::Program;
use super::statements::is_region;
use super::storage::{Parameters, Pointer, Storage};
use crate::access::Access;
use crate::diag::Code;
use crate::id::{FileId, StmtId, SymbolId};
use crate::ir::host::{HostData, HostFunction};
use crate::ir::{
    Clause, DataItem, DataKind, Directive, Expr, ExprKind, HazardKind, Origin, Scope, Stmt,
    StmtKind, SymbolKind, TargetRegion, Type, addressed, named, walk_statements,
};
use crate::openmp::{ClauseKind, Construct};
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::eval::{LoopValues, symbol_facts};
use crate::symbolic::poly::{Atom, Poly};
use crate::symbolic::range::Facts;
use crate::symbolic::root::{self, Root, compare, is_scalar_on_device, own_map};

/// A region, and what its statements access.
#[derive(Clone, Copy, Debug)]
pub struct Kernel<'a> {
    /// The region.
    pub region: &'a TargetRegion,
    /// Its accesses to memory, all of them.
    pub accesses: &'a [Access],
    /// The bounds of its loops.
    pub loops: &'a [Option<LoopValues>],
    /// Whether that is all that its statements do.
    pub is_known: bool,
}

/// Why something need not be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Saving {
    /// The device never writes it.
    NeverWritten,
    /// The device writes all of it before it reads any.
    WrittenFirst,
    /// The device does nothing with it.
    Unused,
    /// The device never writes it, and it is a number, which comes with the call.
    ByValue,
    /// Nobody reads on the host what comes back.
    NeverRead,
    /// The device writes all of it before it reads any, and nobody reads on the host what comes back.
    Passing,
}

impl Saving {
    /// Why, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::NeverWritten => "the device never writes it",
            Self::WrittenFirst => "the device writes all of it before it reads any",
            Self::Unused => "the device does nothing with it",
            Self::ByValue => "the device never writes it, and a number comes with the call",
            Self::NeverRead => "nobody reads on the host what comes back",
            Self::Passing => {
                "the device writes all of it before it reads any, and nobody reads on the host what comes back"
            }
        }
    }
}

/// A list item of a region, or of a data construct, that copies less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tightened {
    /// The file of the construct.
    pub file: FileId,
    /// Its directive.
    pub directive: Span,
    /// The number of the clause, and that of the list item in it; `None` where no clause names the
    /// variable.
    pub place: Option<(usize, usize)>,
    /// The variable.
    pub name: String,
    /// The list item.
    pub item: String,
    /// How it crosses the bus as written.
    pub before: Crossing,
    /// How it does so now.
    pub after: Crossing,
    /// Why.
    pub saving: Saving,
    /// Whether that holds for some values of variables only, so that the list item asks for them.
    pub is_conditional: bool,
    /// Whether the text has it so.
    pub is_written: bool,
}

impl Tightened {
    /// The map type that the list item gets, or the clause that says what becomes of it.
    pub fn word(&self) -> &'static str {
        if self.saving == Saving::ByValue { "firstprivate" } else { self.after.word() }
    }

    /// A list item of the directive there.
    pub(super) fn of(
        (file, directive): (FileId, Span),
        item: Listed,
        (after, saving): (Crossing, Saving),
    ) -> Self {
        let Listed { place, name, text: item, crossing: before } = item;
        let (is_conditional, is_written) = (false, false);
        Self {
            file,
            directive,
            place,
            name,
            item,
            before,
            after,
            saving,
            is_conditional,
            is_written,
        }
    }
}

/// Whether constructs of the unit may be executed beside each other, or while the host goes on.
pub(super) fn may_overlap(program: &Program, kernels: &[Kernel]) -> bool {
    kernels.iter().any(|own| is_late(&own.region.directive)) || is_concurrent(program)
}

/// The regions of a unit by their directives.
pub(super) type Groups<'k> = BTreeMap<(FileId, Span), Vec<&'k Kernel<'k>>>;

pub(super) fn groups<'k>(kernels: &'k [Kernel<'k>]) -> Groups<'k> {
    let mut groups = Groups::new();
    for kernel in kernels {
        groups.entry((kernel.region.file, kernel.region.directive.span)).or_default().push(kernel);
    }
    groups
}

/// The list items of a unit's regions that need not be copied as they are. `kernels` has all of
/// the regions, which run one after the other.
pub(super) fn tightened(program: &Program, kernels: &[Kernel], policy: &Policy) -> Vec<Tightened> {
    let mut groups = groups(kernels);
    groups.retain(|_, group| group.iter().all(|own| own.is_known && is_plain(own.region)));
    let mut found = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let mut own: Vec<(StmtId, Vec<&Kernel>)> = Vec::new();
        if function.is_instance {
            continue;
        }
        function.walk(&mut |stmt| {
            if let StmtKind::Directive(directive, _) = &stmt.kind {
                let group = groups.remove(&(function.file, directive.span));
                own.extend(group.map(|group| (stmt.id, group)));
            }
        });
        if own.is_empty() {
            continue;
        }
        let variables = program.variables(number);
        let followed = Followed::of(&variables, &program.summaries, &program.globals);
        let known = &program.parameters[number];
        let elsewhere = named_elsewhere(function);
        for (at, group) in own {
            let data = function.data_of(at);
            let host = Host { followed: &followed, known, elsewhere: &elsewhere, at, data };
            found.extend(of_group(&group, Some(&host), (data.map(|own| (function, own)), policy)));
        }
    }
    for ((file, span), group) in &groups {
        let mut own = instances(program, *file, *span).into_iter();
        let said = own.next().filter(|_| own.all(|(_, data)| data.is_whole));
        found.extend(of_group(group, None, (said, policy)));
    }
    found
}

/// The variables that directives of a function name which are no regions.
fn named_elsewhere(function: &HostFunction) -> BTreeSet<SymbolId> {
    let mut regions = BTreeSet::new();
    function.walk(&mut |stmt| regions.extend(is_region(stmt).then_some(stmt.id)));
    let others = function.data.iter().filter(|own| !regions.contains(&own.stmt));
    others.flat_map(|own| own.items.iter().map(|item| item.symbol)).collect()
}

/// The instances of a template that have the directive there, with what it says of data.
fn instances<'p>(
    program: &Program<'p>,
    file: FileId,
    span: Span,
) -> Vec<(&'p HostFunction, &'p HostData)> {
    let functions = program.functions.iter().filter(|own| own.is_instance && own.file == file);
    let one = move |own: &'p HostFunction| {
        own.directives_at(span).into_iter().filter_map(move |at| Some((own, own.data_of(at)?)))
    };
    functions.flat_map(one).collect()
}

/// The functions where the list items say what they are made.
pub(super) fn applied<'f>(
    functions: &'f [HostFunction],
    all: &[Tightened],
) -> Cow<'f, [HostFunction]> {
    let mut functions = Cow::Borrowed(functions);
    for own in all.iter().filter(|own| !own.is_conditional) {
        let is_there = |function: &&mut HostFunction| function.file == own.file;
        for function in functions.to_mut().iter_mut().filter(is_there) {
            apply(function, own);
        }
    }
    functions
}

fn apply(function: &mut HostFunction, own: &Tightened) {
    let at = function.directives_at(own.directive).pop();
    let kind = match own.after {
        Crossing::Both => DataKind::MapTofrom,
        Crossing::To => DataKind::MapTo,
        Crossing::From => DataKind::MapFrom,
        Crossing::Neither => DataKind::MapAlloc,
    };
    let (Some(at), Some(symbol)) = (at, function.only_named(&own.name)) else { return };
    let Some(data) = function.data.iter_mut().find(|data| data.stmt == at) else { return };
    if own.place.is_none() {
        let (member, section) = (None, None);
        let (enclosing, may_be_empty) = (false, false);
        data.items.push(DataItem { symbol, member, kind, section, enclosing, may_be_empty });
    }
    if own.saving == Saving::ByValue {
        data.items.retain(|item| item.symbol != symbol);
    }
    for item in data.items.iter_mut().filter(|item| item.symbol == symbol && item.kind.is_map()) {
        item.kind = kind;
    }
}

/// Whether regions may run beside each other, or while the host goes on.
fn is_concurrent(program: &Program) -> bool {
    let mut reaching: BTreeSet<usize> = BTreeSet::new();
    loop {
        let before = reaching.len();
        for (number, function) in program.functions.iter().enumerate() {
            let calls = || program.called(number);
            if has_target(&function.body) || !calls().is_disjoint(&reaching) {
                reaching.insert(number);
            }
        }
        if reaching.len() == before {
            break;
        }
    }
    let threads = ["async", "jthread", "pthread_create", "thread", "thrd_create"];
    let starts = |own: &HostFunction| {
        own.unseen_functions.iter().any(|name| threads.contains(&name.as_str()))
    };
    let mut found = program.functions.iter().any(starts);
    for function in program.functions {
        function.walk(&mut |stmt| {
            stmt.walk_own(&mut |expr| found |= starts_threads(expr));
            let StmtKind::Directive(directive, body) = &stmt.kind else { return };
            let construct = directive.construct();
            let is_data = construct == Construct::TargetData || construct.moves_data();
            if construct.is_target() || is_data {
                found |= is_late(directive);
            } else {
                let calls = program.called_in(body);
                found |= has_target(body) || !calls.is_disjoint(&reaching);
            }
        });
    }
    found
}

/// Whether the host may go on while a region runs.
fn is_late(directive: &Directive) -> bool {
    let waits = ["depend", "detach"];
    directive.clause(ClauseKind::Nowait).is_some()
        || directive.clauses.iter().any(|own| waits.contains(&own.name.as_str()))
}

/// Whether an expression calls a function that starts threads of the system.
fn starts_threads(expr: &Expr) -> bool {
    let ExprKind::Call { name, .. } = &expr.kind else { return false };
    ["pthread_create", "thrd_create", "St6thread", "St5async"].iter().any(|own| name.contains(own))
}

/// Whether a region's clauses may be edited, and say how its data crosses the bus.
pub(super) fn is_plain(region: &TargetRegion) -> bool {
    const ODD: [&str; 5] = ["depend", "detach", "in_reduction", "ompx_bare", "uses_allocators"];
    const HAZARDS: [HazardKind; 5] = [
        HazardKind::Alternatives,
        HazardKind::Conditional,
        HazardKind::DeviceText,
        HazardKind::Lambda,
        HazardKind::LostIterations,
    ];
    let is_odd = |clause: &Clause| {
        let kinds = [ClauseKind::Nowait, ClauseKind::Defaultmap];
        let device = clause.kind() == ClauseKind::Device
            && clause.argument.as_deref().is_some_and(|own| own.contains("ancestor"));
        !clause.known || kinds.contains(&clause.kind()) || device || ODD.contains(&&*clause.name)
    };
    !region.is_inner()
        && region.directive.origin == Origin::MainFile
        && !region.directive.clauses.iter().any(is_odd)
        && !HAZARDS.iter().any(|kind| region.has_hazard(*kind))
}

/// The function of a region, where it is followed.
struct Host<'h> {
    followed: &'h Followed<'h>,
    known: &'h Parameters,
    /// The variables that directives name which are no regions.
    elsewhere: &'h BTreeSet<SymbolId>,
    /// The region's statement.
    at: StmtId,
    data: Option<&'h HostData>,
}

/// What is found of a directive: the instances of a template must agree.
fn of_group(
    group: &[&Kernel],
    host: Option<&Host>,
    (said, policy): (Option<(&HostFunction, &HostData)>, &Policy),
) -> Vec<Tightened> {
    let mut all = group.iter().map(|kernel| Search { kernel, host, said, policy }.all());
    let first = all.next().unwrap_or_default();
    if all.all(|own| own == first) { first } else { Vec::new() }
}

struct Search<'s> {
    kernel: &'s Kernel<'s>,
    host: Option<&'s Host<'s>>,
    /// A function that has the region, and what its directive says of data there, as in all instances.
    said: Option<(&'s HostFunction, &'s HostData)>,
    policy: &'s Policy,
}

impl Search<'_> {
    fn all(&self) -> Vec<Tightened> {
        let region = self.kernel.region;
        let mut found = Vec::new();
        for Listed { place, name, text, crossing } in listed(&region.directive) {
            if crossing != Crossing::From {
                found.extend(self.item(&name, (place, &text, crossing)));
            }
        }
        for symbol in self.implicit() {
            let name = region.symbol(symbol).name.clone();
            found.extend(self.item(&name, (None, &name, Crossing::Both)));
        }
        found
    }

    /// The arrays that no clause names, and whose map can be written.
    fn implicit(&self) -> Vec<SymbolId> {
        let Some((function, data)) = self.said else { return Vec::new() };
        implicit(self.kernel.region, function, Some(data))
    }

    fn item(
        &self,
        name: &str,
        (place, text, before): (Option<(usize, usize)>, &str, Crossing),
    ) -> Option<Tightened> {
        let region = self.kernel.region;
        let at = (region.file, region.directive.span);
        let made = |text: String, what, is_conditional| {
            let item = Listed { place, name: name.to_owned(), text, crossing: before };
            Tightened { is_conditional, ..Tightened::of(at, item, what) }
        };
        let mut own = region.symbols_named(name);
        let Some(symbol) = own.next() else {
            let is_unused = self.is_unused(name) && !self.is_named_inside(name);
            let unused = (Crossing::Neither, Saving::Unused);
            return is_unused.then(|| made(text.to_owned(), unused, false));
        };
        if own.next().is_some() {
            return None;
        }
        let mut own = region.data.iter().filter(|item| item.symbol == symbol);
        let (item, none) = (own.next(), own.next());
        let is_alone = none.is_none() && item.is_none_or(|item| !item.enclosing);
        let variable = region.symbol(symbol);
        let has_section = item.is_some_and(|item| item.section.is_some());
        let is_storage = match variable.kind {
            SymbolKind::Pointer => has_section,
            SymbolKind::Array => true,
            SymbolKind::Scalar | SymbolKind::Record => !has_section,
            SymbolKind::Reference => false,
        };
        let is_outside = !matches!(variable.scope, Scope::Region | Scope::Team);
        if !is_alone || !is_storage || !is_outside || self.is_named_inside(name) {
            return None;
        }
        let (after, saving, positive) = self.decide(symbol)?;
        if after == Crossing::To && place.is_some() && self.is_by_value(symbol) {
            return Some(made(text.to_owned(), (Crossing::Neither, Saving::ByValue), false));
        }
        if before == Crossing::To && after != Crossing::Neither {
            return None;
        }
        let (after, saving) = match (variable.kind, after) {
            (SymbolKind::Record, Crossing::From) => return None,
            (SymbolKind::Record, Crossing::Neither) if before == Crossing::To => return None,
            (SymbolKind::Record, Crossing::Neither) => (Crossing::To, Saving::NeverWritten),
            _ => (after, saving),
        };
        let item =
            if positive.is_empty() { text.to_owned() } else { where_positive(text, &positive)? };
        Some(made(item, (after, saving), !positive.is_empty()))
    }

    /// Whether the region's statements do nothing with the storage of a list item that they do not
    /// name.
    fn is_unused(&self, name: &str) -> bool {
        let region = self.kernel.region;
        let Some(host) = self.host else { return false };
        let Some(own) = host.followed.function().only_named(name) else { return false };
        let kind = host.followed.function().symbol(own).kind;
        let is_storage = matches!(kind, SymbolKind::Pointer | SymbolKind::Array);
        let is_apart = |access: &Access| {
            let Root::Symbol(symbol) = access.reference.address.root else { return false };
            let is_item = self.policy.maps && own_map(region, symbol).is_some();
            access.thread_private
                || match host.meeting(&region.symbol(symbol).name, name) {
                    Meeting::Never => true,
                    Meeting::Unknown => is_item,
                    Meeting::Always => false,
                }
        };
        is_storage && self.kernel.accesses.iter().all(is_apart)
    }

    /// Whether a variable is a number that nobody can have on the device: then it has the host's value
    /// there without a map, too.
    fn is_by_value(&self, symbol: SymbolId) -> bool {
        let own = self.kernel.region.symbol(symbol);
        let Some(host) = self.host else { return false };
        let function = host.followed.function();
        let Some(there) = function.only_named(&own.name) else { return false };
        let is_number = match own.ty {
            Type::Int { bits, .. } => bits <= 64,
            Type::Float { bits } => bits == 32 || bits == 64,
            Type::Pointer | Type::Aggregate { .. } | Type::Void => false,
        };
        let is_open = host.followed.hides
            || host.followed.variables.has_labels
            || host.data.is_none_or(|own| !own.is_whole)
            || self.kernel.region.directive.clauses.iter().any(|own| own.name == "default");
        own.kind == SymbolKind::Scalar
            && is_number
            && !is_open
            && host.followed.variables.is_own(there)
            && !host.elsewhere.contains(&there)
    }

    /// Whether a clause of a directive inside of the region has the name: it may make copies, or
    /// read it.
    fn is_named_inside(&self, name: &str) -> bool {
        let mut found = false;
        walk_statements(&self.kernel.region.body, &mut |stmt| {
            if let StmtKind::Directive(directive, _) = &stmt.kind {
                let texts = directive.clauses.iter().filter_map(|own| own.argument.as_deref());
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                found |= texts
                    .into_iter()
                    .any(|text| text.split(|c| !is_word(c)).any(|word| word == name));
            }
        });
        found
    }

    fn decide(&self, symbol: SymbolId) -> Option<(Crossing, Saving, Vec<String>)> {
        let Kernel { region, accesses, .. } = *self.kernel;
        let own = |access: &&Access| access.reference.address.root == Root::Symbol(symbol);
        let all: Vec<&Access> = accesses.iter().filter(own).collect();
        if all.is_empty() && region.symbol(symbol).kind != SymbolKind::Scalar {
            let is_apart = |access: &Access| self.is_apart(symbol, &access.reference.address.root);
            let is_unused = !named(&region.body).contains(&symbol) && accesses.iter().all(is_apart);
            return is_unused.then_some((Crossing::Neither, Saving::Unused, Vec::new()));
        }
        let is_odd = |access: &&Access| match access.reference.ty {
            Type::Float { bits } => ![16, 32, 64].contains(&bits),
            Type::Int { .. } => false,
            Type::Pointer | Type::Aggregate { .. } | Type::Void => true,
        };
        if all.iter().any(is_odd) {
            return None;
        }
        let others = || accesses.iter().filter(|access| !own(access));
        let is_apart = |access: &Access| self.is_apart(symbol, &access.reference.address.root);
        let writes = |access: &&Access| access.reference.kind.writes();
        let is_kept = !all.iter().any(writes)
            && others().filter(writes).all(is_apart)
            && !is_assigned(region, symbol);
        if is_kept {
            return Some((Crossing::To, Saving::NeverWritten, Vec::new()));
        }
        if !all.iter().any(writes) || !others().all(is_apart) {
            return None;
        }
        let positive = self.covers(symbol, &all)?;
        let names = positive.iter().map(|own| region.symbol(*own).name.clone()).collect();
        Some((Crossing::From, Saving::WrittenFirst, names))
    }

    /// Whether what an access goes through leads to other storage than a variable does.
    fn is_apart(&self, symbol: SymbolId, other: &Root) -> bool {
        let region = self.kernel.region;
        let of_root = match other {
            Root::Symbol(other) => Some(*other),
            Root::Loaded(_) | Root::Unknown(_) => None,
        };
        let meeting = || match (self.host, of_root) {
            (Some(host), Some(other)) => {
                let [a, b] = [symbol, other].map(|own| region.symbol(own).name.as_str());
                host.meeting(a, b)
            }
            _ => Meeting::Unknown,
        };
        match compare(region, self.policy, other, &Root::Symbol(symbol)) {
            root::Storage::Same => false,
            root::Storage::Distinct(None | Some(Code::ConstantObjects | Code::DistinctObjects)) => {
                true
            }
            root::Storage::Distinct(Some(Code::MapsDoNotOverlap)) if self.host.is_none() => {
                let is_given = |own: SymbolId| region.symbol(own).scope == Scope::Parameter;
                !is_given(symbol) && !of_root.is_some_and(is_given)
            }
            root::Storage::Distinct(Some(
                Code::MapsDoNotOverlap | Code::SeparateAllocations | Code::Restrict,
            )) => meeting() != Meeting::Always,
            root::Storage::Distinct(Some(_)) | root::Storage::MayOverlap => {
                meeting() == Meeting::Never
            }
        }
    }

    /// The variables that must be greater than 0, for the region to write all of a variable's
    /// section before it reads any.
    fn covers(&self, symbol: SymbolId, all: &[&Access]) -> Option<Vec<SymbolId>> {
        let host = self.host?;
        let Kernel { region, loops, .. } = *self.kernel;
        let function = host.followed.function();
        let data = host.data.filter(|data| data.is_whole && !data.reads_memory)?;
        if function.declares_target
            || host.followed.variables.has_labels
            || !self.policy.no_overflow
        {
            return None;
        }
        let range = self.range(host, data, symbol)?;
        let replaced = |atom: &Atom| match atom {
            Atom::Symbol(own) => Some(host.value_there(region, *own)),
            _ => None,
        };
        let there = |own: &Poly| own.substitute(&replaced);
        let facts = self.facts(all);
        let writes =
            Writes { body: &region.body, accesses: all, loops, facts: &facts, there: &there };
        writes.cover(&range)
    }

    /// What is known of the region's variables: the rows of the arrays that it writes have
    /// elements.
    fn facts(&self, all: &[&Access]) -> Facts {
        let mut facts = symbol_facts(self.kernel.region);
        for access in all {
            let scales = access.reference.address.subscripts.iter();
            for scale in scales.filter_map(|own| own.scale.as_poly()) {
                let Some(row) = scale.divide_exactly(&access.bytes().into()) else { continue };
                if row.as_atom().is_some() {
                    facts.assume_nonnegative(&(&row - &Poly::one()));
                }
            }
        }
        facts
    }

    /// The bytes that are mapped of a variable.
    fn range(&self, host: &Host, data: &HostData, symbol: SymbolId) -> Option<Range> {
        let region = self.kernel.region;
        let function = host.followed.function();
        let own = function.only_named(&region.symbol(symbol).name)?;
        let variable = function.variable(own).filter(|variable| variable.element > 0)?;
        let item = data.items.iter().find(|item| item.symbol == own);
        let Some((lower, length)) = item.and_then(|item| item.section.as_ref()) else {
            let Type::Aggregate { bytes: bytes @ 1.. } = region.symbol(symbol).ty else {
                return None;
            };
            return Some(Range { first: Poly::zero(), length: Poly::from(bytes) });
        };
        let value = |text: &str| host.followed.values.of_text_there(text).map(|own| poly(&own));
        let mut scale = Poly::from(variable.element);
        for row in &variable.rows {
            scale = &scale * &value(row)?;
        }
        let lower = if lower.is_empty() { Poly::zero() } else { value(lower)? };
        Some(Range { first: &lower * &scale, length: &value(length)? * &scale })
    }
}

impl Host<'_> {
    /// The value of a region's variable when the region begins, in variables of the function.
    fn value_there(&self, region: &TargetRegion, symbol: SymbolId) -> Poly {
        let count = self.followed.values.count();
        let unknown = || Poly::atom(Atom::Symbol(SymbolId::from_index(count + symbol.index())));
        if is_scalar_on_device(region, symbol) {
            return unknown();
        }
        let value = self.followed.values.of_name_there(&region.symbol(symbol).name);
        value.map_or_else(unknown, |own| poly(&own))
    }

    /// Whether the variables of two names lead to one storage.
    fn meeting(&self, a: &str, b: &str) -> Meeting {
        match (self.pointer(a), self.pointer(b)) {
            (Some(a), Some(b)) => Meeting::of(self.followed, self.known, &a, &b),
            _ => Meeting::Unknown,
        }
    }

    fn pointer(&self, name: &str) -> Option<Pointer> {
        let function = self.followed.function();
        let symbol = function.only_named(name)?;
        if self.followed.hides || self.followed.variables.has_labels {
            return None;
        }
        match function.symbol(symbol).kind {
            SymbolKind::Pointer => {
                let state = self.followed.states.get(&self.at)?;
                Some(self.followed.value(&symbol_value(symbol), state, self.at))
            }
            SymbolKind::Reference => None,
            _ => {
                let targets = BTreeSet::from([Storage::Variable(symbol)]);
                Some(Pointer { targets, is_inside: false })
            }
        }
    }
}

/// The arrays and records that no clause of a region names, and whose map can be written.
pub(super) fn implicit(
    region: &TargetRegion,
    function: &HostFunction,
    data: Option<&HostData>,
) -> Vec<SymbolId> {
    let is_open = region.has_hazard(HazardKind::PartMapped)
        || region.has_hazard(HazardKind::Chained)
        || data.is_none_or(|data| !data.is_whole);
    if is_open {
        return Vec::new();
    }
    let fits = |symbol: &SymbolId| {
        let own = region.symbol(*symbol);
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_word = !own.name.is_empty() && own.name.chars().all(is_letter);
        let may_be_there = own.scope == Scope::Global && function.declares_target;
        matches!(own.kind, SymbolKind::Array | SymbolKind::Record)
            && own.scope != Scope::Team
            && matches!(own.ty, Type::Aggregate { .. })
            && is_word
            && !may_be_there
    };
    region.implicitly_mapped().into_iter().filter(fits).collect()
}

/// Whether a statement of a region assigns to a variable, or to what it points to, by its name, or
/// may do so by its address.
fn is_assigned(region: &TargetRegion, symbol: SymbolId) -> bool {
    let is_pointer = region.symbol(symbol).kind == SymbolKind::Pointer;
    let mut found = !is_pointer && addressed(region).contains(&symbol);
    walk_statements(&region.body, &mut |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assign { target, .. } => found |= target.root() == Some(symbol),
        StmtKind::Loop(l) => found |= l.iv == symbol,
        _ => {}
    });
    found
}

/// A section whose length is 0 where a variable is not greater than 0.
fn where_positive(item: &str, names: &[String]) -> Option<String> {
    let open = item.find('[')?;
    let close = open + item[open..].find(']')?;
    let (lower, length) = item[open + 1..close].split_once(':')?;
    let length = length.trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_ *+-()".contains(c);
    if length.is_empty() || !length.chars().all(is_plain) {
        return None;
    }
    let tests: Vec<String> = names.iter().map(|name| format!("{name} > 0")).collect();
    let test = tests.join(" && ");
    Some(format!("{}[{lower}:({test} ? {length} : 0){}", &item[..open], &item[close..]))
}

/// A polynomial over the variables of a function.
fn poly(own: &Polynomial) -> Poly {
    let mut sum = Poly::zero();
    for (product, count) in own.products() {
        let mut value = Poly::from(count.clone());
        for symbol in product {
            value = &value * &Poly::atom(Atom::Symbol(*symbol));
        }
        sum = &sum + &value;
    }
    sum
}
