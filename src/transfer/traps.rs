//! Directives about data that do something else than they say, with clang 19 or by the rules of OpenMP.

use std::collections::BTreeSet;

use super::clauses::Kernel;
use super::section::Values;
use super::statements::leaves;
use super::storage::{Variables, is_allocator};
use super::{HostFunction, Refusal};
use crate::diag::Code;
use crate::ir::{
    DataItem, Directive, ExprKind, Scope, Stmt, StmtKind, SymbolKind, named, walk_statements,
};
use crate::openmp::argument::{split, split_modifiers};
use crate::openmp::{ClauseKind, Construct};
use crate::source::Span;

/// All of a unit. `kernels` has its regions.
pub(super) fn all(functions: &[HostFunction], kernels: &[Kernel]) -> Vec<Refusal> {
    let mut found = Vec::new();
    for function in functions.iter().filter(|own| !own.is_instance) {
        let none = BTreeSet::new();
        let variables = Variables::of(function, &none);
        let traps = Traps { function, values: Values::of(&variables) };
        function.walk(&mut |stmt| {
            let StmtKind::Directive(directive, body) = &stmt.kind else { return };
            match directive.construct() {
                Construct::Update => traps.update(directive, &mut found),
                Construct::TargetData => traps.larger(stmt, body, &mut found),
                _ => {}
            }
        });
        traps.ways_out(&function.body, &mut found);
    }
    let keeps = functions.iter().any(keeps_data);
    for kernel in kernels {
        found.extend(read_only(kernel));
        found.extend(without_pointer(kernel));
        let around = functions.iter().find(|own| {
            own.file == kernel.region.file && own.span.contains(kernel.region.directive.span)
        });
        found.extend(around.filter(|_| !keeps).into_iter().flat_map(|own| looked_up(kernel, own)));
    }
    found
}

/// What a region does that every run of it does.
fn of_region(kernel: &Kernel, code: Code, item: String, why: String) -> Refusal {
    let (file, span) = (kernel.region.file, kernel.region.directive.span);
    let function = kernel.region.function.clone();
    Refusal { file, function, span, items: vec![item], code, at: span, why }
}

/// Arrays that are defined `const`, live in read-only memory, and are mapped both ways since no clause names them.
fn read_only(kernel: &Kernel) -> Vec<Refusal> {
    let region = kernel.region;
    let is_constant = |own: &crate::id::SymbolId| {
        let symbol = region.symbol(*own);
        let is_array = symbol.kind == SymbolKind::Array;
        is_array && symbol.readonly && symbol.scope == Scope::Global && symbol.constant.is_none()
    };
    let one = |own| {
        let name = region.symbol(own).name.clone();
        let why = format!(
            "no clause names it, so that clang 19 copies it back into read-only memory, and the program ends; map(to: {name}) does not"
        );
        of_region(kernel, Code::ReadOnlyMapped, name, why)
    };
    region.implicitly_mapped().into_iter().filter(is_constant).map(one).collect()
}

/// Sections of what a member of a structure points to, where nothing maps the member.
fn without_pointer(kernel: &Kernel) -> Vec<Refusal> {
    let region = kernel.region;
    let maps = |item: &&DataItem| item.kind.is_map();
    let is_pointed = |item: &&DataItem| {
        let behind = item.member.as_ref().is_some_and(|own| own.pointer_at.is_some());
        behind && item.section.is_some() && !item.enclosing && item.kind.is_map()
    };
    let is_whole = |item: &DataItem| {
        let all = || region.data.iter().filter(maps);
        all().any(|own| own.symbol == item.symbol && own.member.is_none())
            || all().any(|own| {
                own.symbol == item.symbol && own.section.is_none() && own.member == item.member
            })
    };
    let one = |item: &DataItem| {
        let path = item.member.as_ref().map_or("", |own| own.path.as_str());
        let name = format!("{}{path}", region.symbol(item.symbol).name);
        let why = format!(
            "only what it points to is mapped, and from clang 22 on the region maps the whole structure, too; map(alloc: {name}) keeps that away"
        );
        of_region(kernel, Code::MemberUnmapped, name, why)
    };
    let all = region.data.iter().filter(is_pointed).filter(|own| !is_whole(own));
    all.map(one).collect()
}

/// Pointers to allocations of the function that neither the region nor anything of the unit maps.
fn looked_up(kernel: &Kernel, function: &HostFunction) -> Vec<Refusal> {
    let region = kernel.region;
    let names = named(&region.body);
    let is_unmapped = |own: &crate::id::SymbolId| {
        let symbol = region.symbol(*own);
        symbol.kind == SymbolKind::Pointer
            && symbol.scope == Scope::Function
            && !region.data.iter().any(|item| item.symbol == *own)
            && is_allocated(function, &symbol.name)
    };
    let one = |own| {
        let name = region.symbol(own).name.clone();
        let why = "no map clause names it: it is looked up, nothing of it is copied, and the device gets the host's address".to_owned();
        of_region(kernel, Code::PointerUnmapped, name, why)
    };
    names.into_iter().filter(is_unmapped).map(one).collect()
}

/// Whether the only value that a pointer of the function gets is an allocation.
fn is_allocated(function: &HostFunction, name: &str) -> bool {
    let Some(own) = function.only_named(name) else { return false };
    let (mut fresh, mut others) = (false, false);
    function.walk(&mut |stmt| {
        let value = match &stmt.kind {
            StmtKind::Declare { symbol, value: Some(value) } if *symbol == own => value,
            StmtKind::Assign { target, value, .. } if target.as_symbol() == Some(own) => value,
            _ => return,
        };
        let mut value = value;
        while let ExprKind::Cast(inner) = &value.kind {
            value = inner;
        }
        match &value.kind {
            ExprKind::Call { name, .. } if is_allocator(name) && name != "omp_alloc" => {
                fresh = true;
            }
            _ => others = true,
        }
    });
    fresh && !others
}

/// Whether a function may bring data to the device otherwise than by the clauses of regions.
fn keeps_data(function: &HostFunction) -> bool {
    let mut found = function.declares_target;
    function.walk(&mut |stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            found |= directive.construct().keeps_data();
        }
        stmt.walk_own(&mut |expr| {
            if let ExprKind::Call { name, .. } = &expr.kind {
                found |= name.starts_with("omp_target_") || name.starts_with("cuda");
            }
        });
    });
    found
}

/// One function.
struct Traps<'a> {
    function: &'a HostFunction,
    values: Values<'a>,
}

impl Traps<'_> {
    fn found(&self, (code, item): (Code, &str), (span, at): (Span, Span), why: String) -> Refusal {
        let (file, function) = (self.function.file, self.function.name.clone());
        Refusal { file, function, span, items: vec![item.to_owned()], code, at, why }
    }

    /// A `target update` of elements that do not lie one behind the other.
    fn update(&self, directive: &Directive, found: &mut Vec<Refusal>) {
        let lists =
            directive.clauses.iter().filter(|own| matches!(own.name.as_str(), "to" | "from"));
        for clause in lists {
            let argument = clause.argument.as_deref().unwrap_or_default();
            let (_, list) = split_modifiers(&clause.name, argument);
            for item in split(list, b',') {
                let Some(why) = self.moves_others(item) else { continue };
                let place = (directive.span, directive.span);
                found.push(self.found((Code::UpdateMoves, item.trim()), place, why));
            }
        }
    }

    /// What clang 19 moves in the place of a list item's elements, where that is known.
    fn moves_others(&self, item: &str) -> Option<String> {
        let (name, dimensions) = dimensions(item)?;
        let steps = |own: &&Vec<&str>| own.len() == 3 && !matches!(own[2], "" | "1");
        if dimensions.iter().any(|own| steps(&own)) {
            return Some(
                "clang 19 moves elements that lie one behind the other, whatever the stride".into(),
            );
        }
        let variable = self.function.variable(self.function.only_named(name)?)?;
        let is_range = |own: &Vec<&str>| own.len() > 1 && own[1] != "1";
        let first = dimensions.iter().position(is_range)?;
        let rows = variable.rows.iter().skip(first);
        let is_part = |(own, extent): (&Vec<&str>, &String)| {
            let number = |text: &str| text.parse::<u64>().ok();
            let begins_later = number(own[0]).is_some_and(|lower| lower > 0);
            let is_short = own.len() > 1
                && number(own[1]).zip(number(extent)).is_some_and(|(length, all)| length < all);
            is_range(own) && (begins_later || is_short)
        };
        let is_parted = dimensions[first + 1..].iter().zip(rows).any(is_part);
        is_parted
            .then(|| "clang 19 moves the beginning of each row in the place of this part".into())
    }

    /// A construct in `target data` that maps more of a variable than the construct around it.
    fn larger(&self, data: &Stmt, body: &[Stmt], found: &mut Vec<Refusal>) {
        let Some(outer) = self.function.data_of(data.id) else { return };
        walk_statements(body, &mut |stmt| {
            let Some(inner) = self.function.data_of(stmt.id) else { return };
            for item in inner.items.iter().filter(|own| own.kind.is_map()) {
                let is_same = |own: &&DataItem| {
                    own.symbol == item.symbol && own.member == item.member && own.kind.is_map()
                };
                let mut around = outer.items.iter().filter(is_same);
                let (Some(own), None) = (around.next(), around.next()) else { continue };
                if self.is_larger(item, own) {
                    let name = &self.function.symbol(item.symbol).name;
                    let why =
                        "it maps more than the data construct around it, which ends the program"
                            .into();
                    found.push(self.found((Code::LargerMap, name), (stmt.span, stmt.span), why));
                }
            }
        });
    }

    fn is_larger(&self, item: &DataItem, around: &DataItem) -> bool {
        let ends = |own: &DataItem| {
            let (lower, length) = own.section.as_ref()?;
            let lower = self.values.of_text(if lower.is_empty() { "0" } else { lower })?;
            let length = self.values.of_text(length)?;
            Some((length.add(&lower, 1), lower))
        };
        let Some(((end, begin), (other_end, other_begin))) = ends(item).zip(ends(around)) else {
            return false;
        };
        let behind = end.add(&other_end, -1).number_value();
        let before = other_begin.add(&begin, -1).number_value();
        behind
            .zip(before)
            .is_some_and(|(behind, before)| behind > 0 && before >= 0 || before > 0 && behind >= 0)
    }

    /// Jumps past an `exit data` of what an `enter data` before them in the same block brings to the device.
    fn ways_out(&self, block: &[Stmt], found: &mut Vec<Refusal>) {
        for (at, enter) in block.iter().enumerate() {
            for inner in enter.blocks() {
                self.ways_out(inner, found);
            }
            for name in mapped(enter, Construct::EnterData) {
                let exits = |stmt: &Stmt| mapped(stmt, Construct::ExitData).contains(name);
                let rest = &block[at + 1..];
                let Some(length) = rest.iter().position(exits) else { continue };
                for stmt in rest[..length].iter().filter(|own| leaves(own, 0)) {
                    let mut has_exit = false;
                    walk_statements(std::slice::from_ref(stmt), &mut |own| {
                        has_exit |= !mapped(own, Construct::ExitData).is_empty();
                    });
                    let Some(jump) = jump(stmt).filter(|_| !has_exit) else { continue };
                    let why = "control leaves before the exit data, so that it stays on the device, and later maps of it copy nothing";
                    let place = (enter.span, jump);
                    found.push(self.found((Code::StaysMapped, name), place, why.into()));
                }
            }
        }
    }
}

/// The list items of a construct's maps, where a statement is one.
fn mapped(stmt: &Stmt, construct: Construct) -> BTreeSet<&str> {
    let StmtKind::Directive(directive, _) = &stmt.kind else { return BTreeSet::new() };
    if directive.construct() != construct {
        return BTreeSet::new();
    }
    let lists = directive.clauses_of(ClauseKind::Map).filter_map(|own| own.argument.as_deref());
    let items = lists.flat_map(|own| split(split_modifiers("map", own).1, b','));
    items.filter_map(|item| Some(item.split('[').next()?.trim())).collect()
}

/// The first jump in a statement that leaves it.
fn jump(stmt: &Stmt) -> Option<Span> {
    if matches!(stmt.kind, StmtKind::Jump(_)) {
        return Some(stmt.span);
    }
    let mut inner = stmt.blocks().into_iter().flatten();
    inner.find(|own| leaves(own, 0)).and_then(jump)
}

/// The variable of a list item, and what stands between the colons of each of its dimensions; `None` for more than numbers and names
/// there that a section may have.
fn dimensions(item: &str) -> Option<(&str, Vec<Vec<&str>>)> {
    if item.contains("::") || item.contains('?') {
        return None;
    }
    let (name, mut rest) = item.split_once('[')?;
    let mut found = Vec::new();
    loop {
        let mut depth = 1_u32;
        let end = rest.bytes().position(|byte| {
            match byte {
                b'[' | b'(' => depth += 1,
                b']' | b')' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        found.push(split(&rest[..end], b':').into_iter().map(str::trim).collect());
        match rest[end + 1..].trim_start().strip_prefix('[') {
            Some(next) => rest = next,
            None => return Some((name.trim(), found)),
        }
    }
}
