//! Where the pointers of a region come from, as far as the function around it shows it.

use super::sections::Listed;
use super::{Asked, Host};
use crate::id::SymbolId;
use crate::ir::calls::FRESH_OBJECTS;
use crate::ir::{
    Base, DataItem, DataKind, Expr, ExprKind, OriginKind, Place, PointerOrigin, Scope, Step,
    StmtKind, Symbol, SymbolKind,
};
use crate::openmp::{ClauseKind, Construct};

/// Functions whose result points to storage that nothing older points into.
const ALLOCATORS: &[&str] = &[
    "_mm_malloc",
    "aligned_alloc",
    "calloc",
    "llvm_omp_target_alloc_device",
    "llvm_omp_target_alloc_host",
    "llvm_omp_target_alloc_shared",
    "malloc",
    "memalign",
    "omp_aligned_alloc",
    "omp_alloc",
    "omp_calloc",
    "omp_target_alloc",
    "operator new",
    "valloc",
];

impl Host<'_> {
    /// Whether a value points to storage that nothing older points into.
    fn allocates(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Call { name, .. } => {
                ALLOCATORS.contains(&name.as_str()) && self.is_library(name)
            }
            ExprKind::Opaque { why, .. } => why == FRESH_OBJECTS,
            ExprKind::Cast(inner) => self.allocates(inner),
            _ => false,
        }
    }

    /// The pointer expression that a variable stands for as long as it lives: the address of something behind a pointer variable or in
    /// an array, computed without reading memory, of variables that live longer and never change.
    fn derived(&self, variable: SymbolId) -> Option<&Expr> {
        let (_, value) = self.only_value(variable).filter(|_| self.is_constant(variable))?;
        let is_address = matches!(
            value.kind,
            ExprKind::Symbol(_) | ExprKind::AddressOf(Place { base: Base::Symbol(_), .. })
        );
        let mut is_known = is_address;
        value.walk(&mut |part| {
            is_known &= match &part.kind {
                ExprKind::Load(place) => place.as_symbol().is_some_and(|own| self.is_constant(own)),
                ExprKind::Symbol(own) => self.is_constant(*own),
                ExprKind::AddressOf(Place { base: Base::Symbol(root), steps, .. }) => {
                    let is_array = self.function.symbol(*root).kind == SymbolKind::Array;
                    let is_element = |step: &Step| matches!(step, Step::Index { .. });
                    (is_array || self.is_constant(*root)) && steps.iter().all(is_element)
                }
                ExprKind::Int(_) | ExprKind::Cast(_) | ExprKind::Binary(..) => true,
                _ => false,
            };
        });
        Some(value).filter(|_| is_known)
    }
}

impl Asked<'_> {
    /// The origins of the region's pointers; `listed` says more of its data items, in their order. Data constructs for another device do not
    /// say what the region reaches.
    pub(in crate::frontend::lower) fn origins(&mut self, listed: &[Listed]) -> Vec<PointerOrigin> {
        let host = self.host;
        let mut origins = Vec::new();
        for (own, other) in self.own.clone() {
            let symbol = self.region.symbol(own);
            if symbol.kind != SymbolKind::Pointer || symbol.scope == Scope::Region {
                continue;
            }
            let mut kinds = Vec::new();
            if host.function.parameters.contains(&other) && host.is_constant(other) {
                kinds.push(OriginKind::Entry);
            }
            if host.only_value(other).is_some_and(|(_, value)| host.allocates(value)) {
                kinds.push(OriginKind::Allocated);
            }
            kinds.extend(self.maps_of(own, other, listed).into_iter().map(OriginKind::Mapped));
            if !self.region.data.iter().any(|item| item.symbol == own && says_where(item)) {
                let pointer = host.derived(other).map(|pointer| self.in_own(pointer));
                kinds.extend(pointer.map(OriginKind::Derived));
            }
            origins.extend(kinds.into_iter().map(|kind| PointerOrigin { symbol: own, kind }));
        }
        origins
    }

    /// The data constructs around the region, by their numbers from the outermost inwards, that map the storage behind a pointer which keeps its
    /// value from there on.
    fn maps_of(&self, own: SymbolId, other: SymbolId, listed: &[Listed]) -> Vec<u32> {
        let host = self.host;
        let device = self.region.directive.argument(ClauseKind::Device);
        let around = host.way_to(self.at).into_iter().filter_map(|((around, _), _)| around);
        let constructs = around.filter_map(|number| match &host.statements[number].kind {
            StmtKind::Directive(directive, _) if directive.construct() == Construct::TargetData => {
                Some((number, directive))
            }
            _ => None,
        });
        let name = &host.function.symbol(other).name;
        let is_like = |symbol: &&Symbol| symbol.scope != Scope::Global && symbol.name == *name;
        if host.function.symbols.iter().filter(is_like).count() > 1 {
            return Vec::new();
        }
        let items = || self.region.data.iter().zip(listed);
        let maps = |at: u32| {
            items().any(|(item, listed)| {
                item.symbol == own
                    && item.member.is_none()
                    && item.kind.is_map()
                    && item.section.is_some()
                    && !item.may_be_empty
                    && listed.directive.start == at
            })
        };
        let numbered = (0_u32..).zip(constructs);
        let meant = numbered.filter(|(_, (number, directive))| {
            directive.argument(ClauseKind::Device) == device
                && host.is_fixed_from(other, *number)
                && maps(directive.span.start)
        });
        meant.map(|(number, _)| number).collect()
    }

    /// An expression in the region's variables; it gets those that it lacks.
    fn in_own(&mut self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        expr.walk_symbols_mut(&mut |symbol| *symbol = self.own_of(*symbol));
        expr
    }

    /// The region's variable of this one, which the region may not name.
    fn own_of(&mut self, other: SymbolId) -> SymbolId {
        if let Some(own) = self.names.get(&other) {
            return *own;
        }
        let symbol = self.host.function.symbol(other).clone();
        let scope = if symbol.scope == Scope::Region { Scope::Function } else { symbol.scope };
        let own = SymbolId::from_index(self.region.symbols.len());
        self.region.symbols.push(Symbol { scope, ..symbol });
        self.names.insert(other, own);
        self.own.insert(own, other);
        own
    }
}

/// Whether a data clause says where the device's copy of the pointer points to.
fn says_where(item: &DataItem) -> bool {
    item.kind == DataKind::DevicePointer || item.kind.is_map() && item.section.is_some()
}
