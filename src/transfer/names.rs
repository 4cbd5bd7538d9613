//! Names and conditions in the text of a function.

use std::collections::BTreeSet;

use rug::Integer;

use super::calls::Device;
use super::flow::Followed;
use super::memory::State;
use super::parts::{Beside, beside, is_inside, lies_in};
use super::section::{Polynomial, Section, Shape, assigned};
use super::statements::is_one_loop;
use super::storage::{Pointer, Storage};
use crate::id::SymbolId;
use crate::ir::host::HostFunction;
use crate::ir::print::Printer;
use crate::ir::{
    DO_LOOP, Expr, ExprKind, Loop, Relation, Stmt, StmtKind, SymbolKind, Type, putting,
};
use crate::source::Span;

/// One piece of storage that stays.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) storage: Storage,
    pub(super) section: Section,
    /// The shape of what the section is counted in.
    pub(super) shape: Shape,
    pub(super) device: Device,
    /// Whether it is copied to the device at the beginning.
    pub(super) to: bool,
    /// Whether it is copied back at the end.
    pub(super) from: bool,
}

/// When statements have as many iterations as something needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Always, or they are no loop.
    Always,
    /// Where this condition, in C, holds, which is the same before, in and behind the loop.
    While(String),
    /// Where this condition, in C, holds before the loop.
    First(String),
}

impl Guard {
    /// Where another condition holds, too.
    pub(super) fn and(self, other: Guard) -> Guard {
        let is_loose = |own: &str| ["||", "?", ","].into_iter().any(|weak| own.contains(weak));
        let closed = |own: String| if is_loose(&own) { format!("({own})") } else { own };
        let both = |one, other| format!("{} && {}", closed(one), closed(other));
        match (self, other) {
            (Guard::Always, own) | (own, Guard::Always) => own,
            (Guard::While(one), Guard::While(other)) => Guard::While(both(one, other)),
            (Guard::While(one) | Guard::First(one), Guard::While(other) | Guard::First(other)) => {
                Guard::First(both(one, other))
            }
        }
    }
}

/// Whether a variable's name means it, and nothing else, at the ends of a range.
fn is_usable(function: &HostFunction, stmts: &[Stmt], symbol: SymbolId) -> bool {
    let (Some(first), Some(last)) = (stmts.first(), stmts.last()) else { return false };
    is_usable_in(function, Span::new(first.span.start, last.span.end), symbol)
}

/// Whether a variable's name means it beside a statement.
pub(super) fn is_usable_at(function: &HostFunction, stmt: &Stmt, symbol: SymbolId) -> bool {
    is_usable_in(function, stmt.span, symbol)
}

/// The same at the ends of a span.
fn is_usable_in(function: &HostFunction, span: Span, symbol: SymbolId) -> bool {
    if symbol.index() >= function.symbols.len() {
        return false;
    }
    let name = &function.symbol(symbol).name;
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word && function.only_named(name) == Some(symbol) && function.scope_of(symbol).contains(span)
}

/// When statements have `turns` iterations or more, where they are one loop; nothing in them changes what a condition names.
pub(super) fn guard_of(followed: &Followed, stmts: &[Stmt], turns: u32) -> Result<Guard, ()> {
    match stmts {
        [Stmt { kind: StmtKind::Loop(l), .. }] => guard_of_counted(followed, (stmts, l), turns),
        [own @ Stmt { kind: StmtKind::While { why, condition, .. }, .. }] => {
            let condition = condition.as_ref().ok_or(())?;
            let is_met = condition.integer().is_some_and(|own| *own != 0);
            if why == DO_LOOP || is_met {
                Ok(Guard::Always)
            } else {
                guard_of_other(followed, own, condition).ok_or(())
            }
        }
        _ => Ok(Guard::Always),
    }
}

fn guard_of_counted(
    followed: &Followed,
    (stmts, l): (&[Stmt], &Loop),
    turns: u32,
) -> Result<Guard, ()> {
    let function = followed.variables.function;
    let (lower, bound) = (&l.lower, &l.bound);
    let before = turns.saturating_sub(1);
    if let (Some(lower), Some(bound), Some(step)) =
        (lower.integer(), bound.integer(), l.step.integer())
    {
        let last = lower + Integer::from(step * before);
        return if l.relation.holds(&last, bound) { Ok(Guard::Always) } else { Err(()) };
    }
    let names = [lower, bound, &l.step].into_iter().flat_map(Expr::symbols);
    let changed = assigned(stmts);
    let is_known = |symbol| {
        is_usable(function, stmts, symbol)
            && followed.variables.is_own(symbol)
            && !changed.contains(&symbol)
    };
    let mut names = names.collect::<Vec<_>>().into_iter();
    if !names.all(is_known) || matches!(l.relation, Relation::Ne | Relation::Eq) {
        return Err(());
    }
    let printer = Printer { symbols: &function.symbols, spelled: Vec::new() };
    let text = |expr| printer.text(expr).ok_or(());
    let first = match (before, lower.integer(), l.step.integer()) {
        (_, Some(lower), Some(step)) => (lower + Integer::from(step * before)).to_string(),
        (0, ..) => text(lower)?,
        (1, ..) => format!("{} + {}", text(lower)?, text(&l.step)?),
        _ => format!("{} + {before} * ({})", text(lower)?, text(&l.step)?),
    };
    Ok(Guard::While(format!("{first} {} {}", l.relation.symbol(), text(bound)?)))
}

/// The condition of a loop that is not counted, as it is before the first iteration: with what the loop's text itself gives its variables.
fn guard_of_other(followed: &Followed, own: &Stmt, condition: &Expr) -> Option<Guard> {
    let function = followed.variables.function;
    let mut first = condition.clone();
    let mut given: Vec<(SymbolId, &Expr)> = Vec::new();
    function.walk(&mut |stmt| match &stmt.kind {
        _ if stmt.id >= own.id || !own.span.contains(stmt.span) => {}
        StmtKind::Declare { symbol, value: Some(value) } => given.push((*symbol, value)),
        StmtKind::Assign { target, op: None, value } => {
            given.extend(target.as_symbol().map(|symbol| (symbol, value)));
        }
        _ => {}
    });
    for (symbol, value) in given.iter().rev() {
        first.walk_mut(&mut putting(*symbol, value));
    }
    let is_before = Span::new(own.span.start, own.span.start);
    let is_known = |symbol: SymbolId| is_usable_in(function, is_before, symbol);
    if !first.symbols().into_iter().all(is_known) {
        return None;
    }
    let mut calls = Vec::new();
    first.walk(&mut |expr| {
        if let ExprKind::Call { name, pure_fn: true, arguments } = &expr.kind {
            calls.push((expr.clone(), name.clone(), arguments.clone()));
        }
    });
    let mut printer = Printer { symbols: &function.symbols, spelled: Vec::new() };
    for (call, name, arguments) in calls.iter().rev() {
        let arguments: Option<Vec<String>> =
            arguments.iter().map(|own| printer.text(own)).collect();
        let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase());
        let text = format!("{name}({})", arguments.filter(|_| is_plain)?.join(", "));
        printer.spelled.push((call, text));
    }
    printer.text(&first).map(Guard::First)
}

/// A name for storage where a range begins, and its text in clauses. Where the range is one loop a construct governs it, and the name
/// may mean other storage behind it.
pub(super) fn named(followed: &Followed, stmts: &[Stmt], kept: &Kept) -> Option<String> {
    let may_change = is_one_loop(stmts);
    let own = item(followed, (stmts, may_change), kept);
    own.or_else(|| member(followed, (stmts, may_change), kept))
}

/// The same before and behind one statement.
pub(super) fn named_beside(followed: &Followed, stmt: &Stmt, kept: &Kept) -> Option<String> {
    item(followed, (std::slice::from_ref(stmt), false), kept)
}

/// Parts of storage beside a statement, of which all that is mapped is known, two at most: each list item, and the condition under which
/// it has an element, if it may have none. They are no more than all, for nothing is in both.
pub(super) fn parts_beside(
    followed: &Followed,
    stmt: &Stmt,
    kept: &[Kept],
    (parts, all): (&[Section], &Section),
) -> Option<Vec<(String, Option<String>)>> {
    let stmts = std::slice::from_ref(stmt);
    let own = match kept {
        [only] => name_of(followed, (stmts, false), only)?.to_owned(),
        group => pointer_by_use(followed, stmt, group)?,
    };
    let function = followed.variables.function;
    let name = |symbol: SymbolId| {
        is_usable_at(function, stmt, symbol).then(|| function.symbol(symbol).name.clone())
    };
    let said = Said { function, name: &name, own: &own, all };
    let items = match parts {
        [one, other] => match (beside(one, other, all), beside(other, one, all)) {
            (Some(how), _) => vec![said.part(one, None)?, said.part(other, Some((one, &how)))?],
            (None, Some(how)) => {
                vec![said.part(one, Some((other, &how)))?, said.part(other, None)?]
            }
            (None, None) => return None,
        },
        parts => parts.iter().map(|own| said.part(own, None)).collect::<Option<_>>()?,
    };
    Some(items.into_iter().flatten().collect())
}

/// A list item, and the condition under which it has an element; `None` where it never has.
type Part = Option<(String, Option<String>)>;

/// What says parts of all that is mapped of storage which has a name.
struct Said<'s> {
    function: &'s HostFunction,
    name: &'s dyn Fn(SymbolId) -> Option<String>,
    own: &'s str,
    all: &'s Section,
}

impl Said<'_> {
    /// A part, with what is moved beside it; `None` where it cannot be said.
    fn part(&self, part: &Section, beside: Option<(&Section, &Beside)>) -> Option<Part> {
        let all = self.all;
        let (mut least, mut greatest) = (vec![all.lower.clone()], vec![all.end()]);
        let mut unless = None;
        match beside {
            Some((other, Beside::UnlessSame)) => {
                let between = part.lower.clone().add(&other.lower, -1);
                unless = Some(format!("{} != 0", self.text(&between, true)?));
            }
            Some((other, Beside::Behind)) => least.push(other.end()),
            Some((other, Beside::Before)) => greatest.push(other.lower.clone()),
            Some((_, Beside::Apart)) | None => {}
        }
        let is_cut = least.len() + greatest.len() > 2;
        let [begins, ends] = if is_cut { lies_in(part, all) } else { is_inside(part, all) };
        let (begins, ends) = (begins && least.len() == 1, ends && greatest.len() == 1);
        let is_whole = begins && ends;
        let least =
            if begins { vec![part.lower.clone()] } else { clipped(&part.lower, least, false) };
        let greatest = if ends { vec![part.end()] } else { clipped(&part.end(), greatest, true) };
        if let ([least], [greatest]) = (&least[..], &greatest[..])
            && let Some(length) = greatest.clone().add(least, -1).number_value()
            && length <= 0
        {
            return Some(None);
        }
        let lower = self.choice(&least, (false, !is_whole))?;
        let end = || self.choice(&greatest, (true, true));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match (is_whole, lower.as_str()) {
            (true, _) => self.text(&part.length, false)?,
            (false, "0") => end()?,
            (false, word) if word.chars().all(is_word) => format!("{} - {word}", end()?),
            (false, _) => format!("{} - ({lower})", end()?),
        };
        let is_there = is_whole && part.length.number_value().is_some_and(|own| own > 0);
        let mut guard = (!is_there).then(|| format!("{length} > 0"));
        if let Some(unless) = unless {
            guard = Some(guard.map_or_else(|| unless.clone(), |own| format!("{own} && {unless}")));
        }
        Some(Some((format!("{}[{lower}:{length}]", self.own), guard)))
    }

    /// The least or the greatest of values; where it `is_part` of more.
    fn choice(&self, all: &[Polynomial], (takes_less, is_part): (bool, bool)) -> Option<String> {
        let mut texts = all.iter().map(|own| self.text(own, is_part));
        let first = texts.next()??;
        let sign = if takes_less { '<' } else { '>' };
        texts.try_fold(first, |text, limit| {
            let limit = limit?;
            Some(format!("({text} {sign} {limit} ? {text} : {limit})"))
        })
    }

    fn text(&self, value: &Polynomial, is_part: bool) -> Option<String> {
        in_long(self.function, (value, is_part), self.name)
    }
}

/// The pointer of its own that a range has for storage which a member leads to where it begins.
fn member(
    followed: &Followed,
    (stmts, may_change): (&[Stmt], bool),
    kept: &Kept,
) -> Option<String> {
    let function = followed.variables.function;
    let state = followed.states.get(&stmts.first()?.id)?;
    let is_usable = |symbol| is_usable(function, stmts, symbol);
    let own = followed.member_at((kept.storage, &kept.shape), state, &is_usable)?;
    text(followed, (stmts, may_change), (&own, kept))
}

fn item(followed: &Followed, at: (&[Stmt], bool), kept: &Kept) -> Option<String> {
    text(followed, at, (name_of(followed, at, kept)?, kept))
}

/// The text of a value in C, computed in `long` where a type of less could not hold a sum, or wraps; where it `is_part` of more, so
/// that what it is compared with does not wrap, either.
pub(super) fn in_long(
    function: &HostFunction,
    (value, is_part): (&Polynomial, bool),
    name: &dyn Fn(SymbolId) -> Option<String>,
) -> Option<String> {
    let is_signed = |own: SymbolId| {
        let symbol = function.symbols.get(own.index());
        symbol.is_some_and(|own| matches!(own.ty, Type::Int { signed: true, .. }))
    };
    let is_variable = |own: SymbolId| *value == Polynomial::variable(own);
    let name = |own: SymbolId| {
        let name = name(own)?;
        let is_bare = is_signed(own) || !is_part && is_variable(own);
        Some(if is_bare { name } else { format!("(long){name}") })
    };
    let text = value.text(&name)?;
    let terms = value.products().filter(|(product, _)| !product.is_empty()).count();
    let may_fail = terms > 1 && !text.starts_with("(long)");
    Some(if may_fail { format!("(long){text}") } else { text })
}

/// That a value is greater than 0, in C: what is taken away stands on the other side.
pub(super) fn positive(
    own: &Polynomial,
    text: &dyn Fn(&Polynomial) -> Option<String>,
) -> Option<String> {
    let [more, less] = own.sides();
    let is_sum = more.products().any(|(product, _)| product.is_empty());
    let (more, sign) =
        if is_sum { (more.add(&Polynomial::number(1), -1), ">=") } else { (more, ">") };
    Some(format!("{} {sign} {}", text(&more)?, text(&less)?))
}

/// That a value is not negative where a loop begins.
pub(super) fn never_negative(
    followed: &Followed,
    stmt: &Stmt,
    value: &Polynomial,
) -> Option<Guard> {
    let function = followed.function();
    let begin = followed.states.get(&stmt.id);
    let is_usable = |symbol| is_usable_at(function, stmt, symbol);
    let name = |symbol| name_in(followed, begin, symbol, &is_usable);
    let more = value.clone().add(&Polynomial::number(1), 1);
    let text = positive(&more, &|own| in_long(function, (own, true), &name))?;
    let is_memory = |symbol: SymbolId| symbol.index() >= function.symbols.len();
    let may_change = value.variables().into_iter().any(is_memory);
    Some(if may_change { Guard::First(text) } else { Guard::While(text) })
}

/// The name of a variable of polynomials, or the text of the integer in memory that it is where there is a state.
fn name_in(
    followed: &Followed,
    state: Option<&State>,
    symbol: SymbolId,
    is_usable: &dyn Fn(SymbolId) -> bool,
) -> Option<String> {
    let function = followed.function();
    if symbol.index() >= function.symbols.len() {
        return followed.number_text(symbol, state, is_usable);
    }
    is_usable(symbol).then(|| function.symbol(symbol).name.clone())
}

/// The values of which the least, or the greatest, is a value that is no more, or no less, than some limits: of numbers one.
fn clipped(value: &Polynomial, limits: Vec<Polynomial>, takes_less: bool) -> Vec<Polynomial> {
    let mut all: Vec<Polynomial> = Vec::new();
    for own in std::iter::once(value.clone()).chain(limits) {
        let number = own.number_value();
        let is_number =
            |other: &&mut Polynomial| number.is_some() && other.number_value().is_some();
        match all.iter_mut().find(is_number) {
            Some(other) if (number < other.number_value()) == takes_less => *other = own,
            Some(_) => {}
            None => all.push(own),
        }
    }
    all
}

/// The name of a variable that is storage, or points to it.
pub(super) fn name_of<'a>(
    followed: &Followed<'a>,
    (stmts, may_change): (&[Stmt], bool),
    kept: &Kept,
) -> Option<&'a str> {
    let function = followed.variables.function;
    let is_whole = kept.section.is_whole();
    Some(match kept.storage {
        Storage::Variable(symbol)
            if is_usable(function, stmts, symbol)
                && matches!(
                    function.symbol(symbol).kind,
                    SymbolKind::Array | SymbolKind::Record
                )
                && followed.values.shape(symbol).as_ref() == Some(&kept.shape) =>
        {
            function.symbol(symbol).name.as_str()
        }
        Storage::Variable(_) => return None,
        Storage::Global(number) => {
            followed.globals.visible(number, function, kept.shape.element)?
        }
        _ if is_whole => return None,
        _ => &function.symbol(pointer_to(followed, (stmts, may_change), kept)?).name,
    })
}

/// A section of what a name means. Where statements may change what its bounds are read from, these are read before them alone.
fn text(
    followed: &Followed,
    (stmts, may_change): (&[Stmt], bool),
    (own, kept): (&str, &Kept),
) -> Option<String> {
    if kept.section.is_whole() {
        return Some(own.to_owned());
    }
    let function = followed.variables.function;
    let is_usable = |symbol| is_usable(function, stmts, symbol);
    let begin = followed.states.get(&stmts.first()?.id).filter(|_| may_change);
    let name = |symbol| name_in(followed, begin, symbol, &is_usable);
    let Section { lower, length } = &kept.section;
    let [lower, length] = [lower, length].map(|part| part.text(&name));
    Some(format!("{own}[{}:{}]", lower?, length?))
}

/// The text of a `device` clause at the ends of statements, if there is to be one; an error where no text has the number.
pub(super) fn device_at(
    followed: &Followed,
    stmts: &[Stmt],
    device: &Device,
) -> Result<Option<String>, ()> {
    let function = followed.variables.function;
    let name =
        |symbol| is_usable(function, stmts, symbol).then(|| function.symbol(symbol).name.clone());
    match device {
        Device::Default => Ok(None),
        Device::Number(number) => number.text(&name).map(Some).ok_or(()),
        Device::Unknown => Err(()),
    }
}

/// The bytes of a section, in words.
pub(super) fn bytes(followed: &Followed, kept: &Kept) -> Option<String> {
    if kept.section.is_whole() {
        return None;
    }
    kept.section.bytes(&kept.shape)?.words(&|symbol| followed.plain_name(symbol))
}

/// The only name by which a statement uses storage of a group, with the section that all of its pieces have.
pub(super) fn named_by_use(followed: &Followed, stmt: &Stmt, group: &[Kept]) -> Option<String> {
    let own = pointer_by_use(followed, stmt, group)?;
    text(followed, (std::slice::from_ref(stmt), false), (&own, group.first()?))
}

fn pointer_by_use(followed: &Followed, stmt: &Stmt, group: &[Kept]) -> Option<String> {
    let function = followed.variables.function;
    let stmts = std::slice::from_ref(stmt);
    let state = followed.states.get(&stmt.id)?;
    let first = group.first()?;
    let names = crate::ir::named(stmts);
    let is_named = |own: &Kept| match own.storage {
        Storage::Variable(symbol) => names.contains(&symbol),
        Storage::Global(_) => true,
        _ => false,
    };
    if group.iter().any(is_named) {
        return None;
    }
    let leads_in = |from: Storage| {
        let is_in = |own: &Storage| group.iter().any(|kept| kept.storage == *own);
        followed.reach(&BTreeSet::from([from]), state).iter().any(is_in)
    };
    let concerns = |symbol: &SymbolId| leads_in(Storage::Variable(*symbol));
    let mut names = names.into_iter().filter(concerns);
    let (pointer, None) = (names.next()?, names.next()) else { return None };
    let is_known = followed.variables.is_followed(pointer)
        && followed.values.shape(pointer).as_ref() == Some(&first.shape)
        && state.get(pointer).is_some_and(|own| !own.is_inside)
        && !state.get(pointer)?.targets.iter().any(|own| leads_in(*own))
        && !assigned(stmts).contains(&pointer)
        && is_usable(function, stmts, pointer);
    is_known.then(|| function.symbol(pointer).name.clone())
}

/// A pointer that points to the start of storage where statements begin, and, unless `may_change`, behind them.
fn pointer_to(
    followed: &Followed,
    (stmts, may_change): (&[Stmt], bool),
    kept: &Kept,
) -> Option<SymbolId> {
    let function = followed.variables.function;
    let state = followed.states.get(&stmts.first()?.id)?;
    let assigned = assigned(stmts);
    let points = |symbol: &SymbolId| {
        let own = function.symbol(*symbol);
        own.kind == SymbolKind::Pointer
            && followed.values.shape(*symbol).as_ref() == Some(&kept.shape)
            && followed.variables.is_followed(*symbol)
            && (may_change || !assigned.contains(symbol))
            && state.get(*symbol).and_then(Pointer::only) == Some(kept.storage)
            && is_usable(function, stmts, *symbol)
    };
    let mut all = (0..function.symbols.len()).map(SymbolId::from_index);
    all.find(points)
}
