//! The list items of data clauses: the variables that they name, and where the pointers lie that they name as members.

use std::collections::BTreeSet;

use clang_sys as cs;

use super::Lowerer;
use super::around::Listed;
use super::syntax::below;
use super::types::{THIS, class_of, is_local, is_reference};
use crate::frontend::libclang::{Cursor, File, Type as ClangType};
use crate::id::SymbolId;
use crate::ir::{
    DataItem, DataKind, Directive, Member, Scope, Symbol, SymbolKind, clauses, section,
};
use crate::openmp::ClauseKind;

impl<'tu> Lowerer<'_, 'tu> {
    /// What the region's directive and those around it say of its symbols, and where. A directive around it can
    /// name a variable only if that is declared before it. Every section that is mapped may be empty until the function around says more.
    pub(super) fn data(
        &self,
        own: &Directive,
        enclosing: &[(File, Directive)],
    ) -> (Vec<DataItem>, Vec<Listed>) {
        let home = self.function.extent().0.file;
        let declared = |symbol: SymbolId| {
            let (identity, _) = self.by_identity.iter().find(|(_, id)| **id == symbol)?;
            let (_, declaration) = self.elements.get(identity)?;
            let is_automatic = is_local(*declaration) && !declaration.is_static();
            is_automatic.then(|| declaration.extent().0.offset)
        };
        let (mut data, mut listed) = (Vec::new(), Vec::new());
        let around = enclosing.iter().map(|(file, directive)| (*file, directive, true));
        for (file, directive, enclosing) in std::iter::once((self.file, own, false)).chain(around) {
            let is_at_home = Some(file) == home;
            for mut item in directive.clauses.iter().flat_map(clauses::items) {
                let at = directive.span.start;
                let Some(symbol) = self.resolved(&mut item) else { continue };
                let later = declared(symbol).is_some_and(|at| at > directive.span.start);
                if !(enclosing && later) {
                    let (kind, section) = (item.kind, item.section);
                    let length =
                        section.as_ref().filter(|_| kind.is_map()).map(|(_, length)| length);
                    let member = item.member.map(|path| self.member_of(symbol, path, at));
                    let may_be_empty = length.is_some();
                    let place = is_at_home.then_some(at);
                    let length = length.and_then(|length| self.length_in_variables(length, place));
                    listed.push(Listed { directive: directive.span, place, length });
                    data.push(DataItem { symbol, member, kind, section, enclosing, may_be_empty });
                }
            }
        }
        if self.files.declares_target {
            data.extend(self.of_device(&data));
            listed.resize(data.len(), Listed { directive: own.span, place: None, length: None });
        }
        (data, listed)
    }

    /// The length of a section in variables and members, and the names of other constants in it; `None` where one of them may be 0.
    /// The section stands at an offset of the function's file, or in another one.
    fn length_in_variables(
        &self,
        length: &str,
        at: Option<u32>,
    ) -> Option<(String, BTreeSet<String>)> {
        let is_variable = |name: &str| match at {
            Some(at) => self.scans.visible(self.function, name, at).is_some(),
            None => self.globals.named(name).is_empty() && !self.files.given.contains_key(name),
        };
        let (mut result, mut constants) = (length.to_owned(), BTreeSet::new());
        for name in section::names(length) {
            if name == "this" || is_variable(name) {
                continue;
            }
            if self.is_own_member(name) {
                result = section::with_name(&result, name, &format!("this->{name}"));
                continue;
            }
            let globals = self.globals.named(name);
            let may_be_zero = |global: &Cursor| match global.kind() {
                cs::CXCursor_EnumConstantDecl => global.enumerator_value() <= 0,
                cs::CXCursor_MacroDefinition => {
                    let text = self.written(*global).unwrap_or_default();
                    section::is_empty_constant(text.strip_prefix(name).unwrap_or(&text))
                }
                _ => false,
            };
            if globals.iter().any(may_be_zero) {
                return None;
            }
            if globals.iter().all(|global| global.kind() != cs::CXCursor_VarDecl) {
                constants.insert(name.to_owned());
            }
        }
        Some((result, constants))
    }

    /// The variable that a list item names. A name of the class around, that no variable has, is that of a member of `this`.
    fn resolved(&self, item: &mut clauses::Item) -> Option<SymbolId> {
        let found = resolve(&item.name, &self.symbols);
        if found.is_some() || !self.is_own_member(&item.name) {
            return found;
        }
        let path = format!("->{}{}", item.name, item.member.take().unwrap_or_default());
        item.member = Some(path);
        self.by_identity.get(&THIS).copied()
    }

    /// Whether a name in the function can only be that of a data member of its class.
    pub(super) fn is_own_member(&self, name: &str) -> bool {
        let fields = self.class.map_or_else(Vec::new, |class| class.ty().canonical().fields());
        let hides = |part: Cursor| match part.kind() {
            cs::CXCursor_LambdaExpr => true,
            cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => part.spelling() == name,
            _ => false,
        };
        fields.iter().any(|field| field.spelling() == name) && !below(self.function).any(hides)
    }

    /// The member of `symbol` that a clause at an offset of the function's file names.
    pub(super) fn member_of(&self, symbol: SymbolId, path: String, at: u32) -> Member {
        let own = self.symbols.get(symbol.index()).map(|own| own.name.as_str());
        let ty = match own {
            Some("this") => self.class.map(|class| (class.ty().canonical(), true)),
            Some(name) => self.declared(symbol, name, at).map(|own| (own.ty().canonical(), false)),
            None => None,
        };
        let pointer_at = ty.and_then(|(ty, object)| match path.strip_prefix("->") {
            Some(rest) if object => pointer_at(ty, &format!(".{rest}")),
            _ if object => None,
            _ => pointer_at(ty, &path),
        });
        Member { path, pointer_at }
    }

    /// Gives the variables that the number of threads is computed from symbols: no other text of the region may name them.
    pub(super) fn know_threads(&mut self, directive: &Directive) {
        let arguments: Vec<&str> = directive
            .clauses_of(ClauseKind::NumThreads)
            .filter_map(|clause| clause.argument.as_deref())
            .collect();
        for name in arguments.into_iter().flat_map(section::names) {
            let declaration = self.scans.visible(self.function, name, directive.span.start);
            let plain = |own: &Cursor| {
                let ty = own.ty().canonical();
                !(is_reference(ty) || ty.is_const() && own.initializer().is_some())
            };
            if let Some(declaration) = declaration.filter(plain) {
                self.symbol(declaration);
            }
        }
    }

    /// The declaration of a variable that is visible at an offset of the function's file.
    fn declared(&self, symbol: SymbolId, name: &str, at: u32) -> Option<Cursor<'tu>> {
        let local = self.scans.visible(self.function, name, at).into_iter();
        let mut all = local.chain(self.globals.named(name).iter().copied());
        all.find(|own| self.by_identity.get(&own.identity()) == Some(&symbol))
    }

    /// The global scalars that no directive lists: where they are declared for the device, it has them in its
    /// memory, and no construct makes copies (OpenMP 5.2 §5.1.1).
    fn of_device(&self, data: &[DataItem]) -> Vec<DataItem> {
        let is_own = |(id, symbol): &(SymbolId, &Symbol)| {
            symbol.scope == Scope::Global
                && symbol.kind == SymbolKind::Scalar
                && data.iter().all(|item| item.symbol != *id)
        };
        let all = self.symbols.iter().enumerate().map(|(k, own)| (SymbolId::from_index(k), own));
        let shared = |(symbol, _)| DataItem {
            symbol,
            member: None,
            kind: DataKind::Shared,
            section: None,
            enclosing: false,
            may_be_empty: false,
        };
        all.filter(is_own).map(shared).collect()
    }
}

/// The variable called `name` outside the region; the innermost where several are known.
fn resolve(name: &str, symbols: &[Symbol]) -> Option<SymbolId> {
    let outside = |symbol: &Symbol| symbol.name == name && symbol.scope != Scope::Region;
    let candidates = symbols.iter().enumerate().filter(|(_, symbol)| outside(symbol));
    let rank = |symbol: &Symbol| match symbol.scope {
        Scope::Function | Scope::Team | Scope::Region => 0,
        Scope::Parameter => 1,
        Scope::Global => 2,
    };
    candidates.min_by_key(|(_, symbol)| rank(symbol)).map(|(index, _)| SymbolId::from_index(index))
}

/// How many bytes the pointer that a path such as `.x` or `->y.z` names lies behind the start of an object of that type, or
/// of the object that it points to; `None` where the path leads over another pointer, an element or a union, or to no
/// pointer.
fn pointer_at(ty: ClangType, path: &str) -> Option<u64> {
    let mut ty = if is_reference(ty) { ty.pointee().canonical() } else { ty };
    let mut parts = path.trim();
    if let Some(rest) = parts.strip_prefix("->") {
        ty = match ty.kind() {
            cs::CXType_Pointer => ty.pointee().canonical(),
            _ => return None,
        };
        parts = rest;
    } else {
        parts = parts.strip_prefix('.')?;
    }
    let mut at = 0;
    for name in parts.split('.').map(str::trim) {
        let class = class_of(ty).filter(|class| class.kind() != cs::CXCursor_UnionDecl)?;
        let field = ty.fields().into_iter().find(|field| field.spelling() == name)?;
        let own = field.semantic_parent()?.identity() == class.identity();
        at += ty.offset_of(name).filter(|bits| own && bits % 8 == 0)? / 8;
        ty = field.ty().canonical();
    }
    (ty.kind() == cs::CXType_Pointer && !ty.is_volatile()).then_some(at)
}
