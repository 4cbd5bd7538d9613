//! C types and variables.

use clang_sys as cs;
use rug::Integer;

use super::Lowerer;
use crate::command::Language;
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::id::SymbolId;
use crate::ir::{HazardKind, Scope, Symbol, SymbolKind, Type};

/// The classes of the common standard libraries whose only member is a pointer that moves over an
/// array.
const ITERATORS: [&str; 2] = ["__normal_iterator", "__wrap_iter"];

/// What stands for the identity of `this`, which has no declaration.
pub(super) const THIS: usize = 0;

/// The pointer that an iterator of a standard container of contiguous elements is.
pub(super) fn iterated(ty: ClangType<'_>) -> Option<ClangType<'_>> {
    let class = class_of(ty)?;
    if !class.in_system_header() || !ITERATORS.contains(&class.spelling().as_str()) {
        return None;
    }
    match ty.fields()[..] {
        [only] => Some(only.ty().canonical()).filter(|ty| ty.kind() == cs::CXType_Pointer),
        _ => None,
    }
}

/// The class that a canonical type is.
pub(super) fn class_of(ty: ClangType<'_>) -> Option<Cursor<'_>> {
    ty.declaration().filter(|_| ty.kind() == cs::CXType_Record)
}

/// What a canonical type is an array of, however deep; another type itself.
pub(super) fn innermost(mut ty: ClangType<'_>) -> ClangType<'_> {
    while is_array(ty) {
        ty = ty.element().canonical();
    }
    ty
}

/// The number of array levels of a canonical type, outermost first.
pub(super) fn array_levels(ty: ClangType) -> usize {
    let mut levels = 0;
    let mut ty = ty;
    while is_array(ty) {
        levels += 1;
        ty = ty.element().canonical();
    }
    levels
}

pub(super) fn is_array(ty: ClangType) -> bool {
    matches!(
        ty.kind(),
        cs::CXType_ConstantArray
            | cs::CXType_IncompleteArray
            | cs::CXType_VariableArray
            | cs::CXType_DependentSizedArray
    )
}

/// Whether a canonical type, or what it is a pointer to or an array of, is an integer type that the IR's types do not tell from another one.
fn is_renamed(mut ty: ClangType) -> bool {
    loop {
        ty = innermost(ty);
        match ty.kind() {
            cs::CXType_Pointer | cs::CXType_LValueReference | cs::CXType_RValueReference => {
                ty = ty.pointee().canonical();
            }
            kind => {
                let names = [
                    cs::CXType_Enum,
                    cs::CXType_Char_S,
                    cs::CXType_Char_U,
                    cs::CXType_Char16,
                    cs::CXType_Char32,
                    cs::CXType_WChar,
                    cs::CXType_LongLong,
                    cs::CXType_ULongLong,
                ];
                return names.contains(&kind);
            }
        }
    }
}

/// Whether a canonical type, or what it is a pointer to, is an array with a length that is known at run time.
pub(super) fn has_variable_size(ty: ClangType) -> bool {
    let mut ty = if ty.kind() == cs::CXType_Pointer { ty.pointee().canonical() } else { ty };
    while is_array(ty) {
        if ty.kind() == cs::CXType_VariableArray {
            return true;
        }
        ty = ty.element().canonical();
    }
    false
}

/// The same for pointers to pointers and arrays of pointers, at any depth.
fn has_variable_length(ty: ClangType) -> bool {
    let inner = innermost(ty);
    let is_pointer = inner.kind() == cs::CXType_Pointer;
    has_variable_size(ty) || is_pointer && has_variable_length(inner.pointee().canonical())
}

pub(super) fn is_reference(ty: ClangType) -> bool {
    matches!(ty.kind(), cs::CXType_LValueReference | cs::CXType_RValueReference)
}

/// Whether a pointer to `from` can be used as a pointer to `to` without changing its value: not
/// so between different classes.
pub(super) fn same_address(from: ClangType, to: ClangType) -> bool {
    let record = |ty: ClangType| ty.kind() == cs::CXType_Record;
    let identity = |ty: ClangType| ty.declaration().map(Cursor::identity);
    !(record(from) && record(to)) || identity(from) == identity(to)
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The type as far as the analysis needs it; a reference counts as what it refers to.
    pub(super) fn ty(&mut self, ty: ClangType<'tu>) -> Type {
        let ty = ty.canonical();
        let bits = || u16::try_from(ty.size().unwrap_or(0) * 8).unwrap_or(0);
        match ty.kind() {
            cs::CXType_Bool => Type::BOOL,
            cs::CXType_Enum => match ty.enumeration_integer() {
                Some(integer) if integer.kind() != cs::CXType_Enum => self.ty(integer),
                _ => Type::INT,
            },
            cs::CXType_Float
            | cs::CXType_Double
            | cs::CXType_LongDouble
            | cs::CXType_Float128
            | cs::CXType_Half
            | cs::CXType_Float16 => Type::Float { bits: bits() },
            kind if is_integer_kind(kind) => Type::Int { bits: bits(), signed: !ty.is_unsigned() },
            cs::CXType_Pointer | cs::CXType_NullPtr => Type::Pointer,
            cs::CXType_LValueReference | cs::CXType_RValueReference => self.ty(ty.pointee()),
            cs::CXType_Dependent | cs::CXType_Unexposed => {
                self.dependent |= self.in_template;
                Type::Aggregate { bytes: 0 }
            }
            cs::CXType_Record if iterated(ty).is_some() => Type::Pointer,
            cs::CXType_Record | cs::CXType_Complex | cs::CXType_Vector | cs::CXType_ExtVector => {
                self.dependent |= self.in_template && ty.size().is_none();
                aggregate(ty)
            }
            _ if is_array(ty) => {
                self.dependent |= ty.kind() == cs::CXType_DependentSizedArray;
                self.ty(ty.element());
                aggregate(ty)
            }
            _ => Type::Void,
        }
    }

    /// The symbol of a variable or parameter.
    pub(super) fn symbol(&mut self, declaration: Cursor<'tu>) -> SymbolId {
        let identity = declaration.identity();
        if let Some(id) = self.local(declaration) {
            return id;
        }
        if let Some(id) = self.by_identity.get(&identity) {
            return *id;
        }
        let id = self.new_symbol(declaration);
        self.by_identity.insert(identity, id);
        if self.is_foreign(declaration) {
            let symbol = &mut self.symbols[id.index()];
            let owner = declaration.semantic_parent().map_or(String::new(), Cursor::spelling);
            symbol.name = format!("{owner}.{}", symbol.name);
            self.typed.extend(symbol.constant.is_none().then_some(HazardKind::FixedText));
        }
        id
    }

    /// The symbol of a variable that the region declares, also where another file has the text.
    pub(super) fn declared_symbol(&mut self, declaration: Cursor<'tu>) -> SymbolId {
        let id = self.symbol(declaration);
        if is_local(declaration) && !declaration.is_static() {
            self.symbols[id.index()].scope = Scope::Region;
        }
        id
    }

    /// A new symbol for a variable or parameter.
    pub(super) fn new_symbol(&mut self, declaration: Cursor<'tu>) -> SymbolId {
        let ty = declaration.ty().canonical();
        let own = self.ty(ty);
        let element = match ty.kind() {
            cs::CXType_Pointer => innermost(ty.pointee().canonical()).size(),
            _ if is_array(ty) => innermost(ty).size(),
            _ => None,
        };
        self.elements.insert(declaration.identity(), (element.unwrap_or(0), declaration));
        let is_renamed = self.files.language == Language::Cxx && is_renamed(ty);
        let decays = declaration.kind() == cs::CXCursor_ParmDecl && is_array(ty);
        let own = if decays { Type::Pointer } else { own };
        let is_variable = own == Type::Pointer && has_variable_length(ty);
        self.typed.extend(is_renamed.then_some(HazardKind::OtherType));
        self.typed.extend(is_variable.then_some(HazardKind::VariableLength));
        let kind = if is_reference(ty) {
            SymbolKind::Reference
        } else if is_array(ty) && !decays {
            SymbolKind::Array
        } else {
            match own {
                Type::Pointer => SymbolKind::Pointer,
                Type::Aggregate { .. } => SymbolKind::Record,
                _ => SymbolKind::Scalar,
            }
        };
        let copies = kind == SymbolKind::Record
            && self.files.language == Language::Cxx
            && !ty.is_plain_data();
        self.typed.extend(copies.then_some(HazardKind::OwnCopy));
        let readonly = matches!(kind, SymbolKind::Array | SymbolKind::Record)
            && is_defined_const(declaration, ty);
        let is_known = readonly && self.is_own_definition(declaration);
        let symbol = Symbol {
            name: declaration.spelling(),
            ty: own,
            kind,
            scope: self.scope(declaration),
            restrict: ty.is_restrict() || decays && self.says_restrict(declaration),
            constant: constant(declaration, ty, own),
            readonly,
            elements: if is_known { self.table(declaration, ty) } else { Vec::new() }.into(),
        };
        self.add_symbol(symbol)
    }

    /// Whether no other definition takes the place of an object's: it belongs to a function, to this unit, or to a class, and has no
    /// attributes but its alignment.
    fn is_own_definition(&self, declaration: Cursor) -> bool {
        let parent = declaration.semantic_parent().map_or(0, Cursor::kind);
        let in_class = matches!(parent, cs::CXCursor_StructDecl | cs::CXCursor_ClassDecl);
        let text = self.written(declaration).unwrap_or_default();
        let is_internal = self.files.language == Language::Cxx
            && matches!(parent, cs::CXCursor_TranslationUnit | cs::CXCursor_Namespace)
            && !text.is_empty()
            && !text.contains("extern");
        let own = is_local(declaration) || declaration.is_static();
        (own || in_class || is_internal) && !has_attribute(declaration)
    }

    /// Adds a variable.
    pub(super) fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId::from_index(self.symbols.len() - 1)
    }

    /// The variable outside of functions that is called `name`, which is added where it is not known.
    pub(super) fn global(&mut self, name: String, ty: Type, kind: SymbolKind) -> SymbolId {
        let scope = Scope::Global;
        let known = self.symbols.iter().position(|s| s.scope == scope && s.name == name);
        if let Some(known) = known {
            return SymbolId::from_index(known);
        }
        self.add_symbol(Symbol {
            name,
            ty,
            kind,
            scope,
            restrict: false,
            constant: None,
            readonly: false,
            elements: Vec::new().into(),
        })
    }

    /// Whether `restrict` stands in an array parameter's declaration, as in `a[restrict n]`.
    fn says_restrict(&self, declaration: Cursor) -> bool {
        let text = self.written(declaration).unwrap_or_default();
        let word = |c: char| c.is_alphanumeric() || c == '_';
        text.split(|c| !word(c)).any(|w| matches!(w, "restrict" | "__restrict" | "__restrict__"))
    }

    /// The symbol of the implicit object.
    pub(super) fn this(&mut self) -> SymbolId {
        if let Some(id) = self.by_identity.get(&THIS) {
            return *id;
        }
        let symbol = Symbol {
            name: "this".to_owned(),
            ty: Type::Pointer,
            kind: SymbolKind::Pointer,
            scope: Scope::Parameter,
            restrict: false,
            constant: None,
            readonly: false,
            elements: Vec::new().into(),
        };
        let id = self.add_symbol(symbol);
        self.by_identity.insert(THIS, id);
        id
    }

    pub(super) fn scope(&self, declaration: Cursor) -> Scope {
        if declaration.is_static() || !is_local(declaration) {
            return Scope::Global;
        }
        let at = declaration.position();
        let inside =
            at.file == Some(self.file) && (self.region.start..self.region.end).contains(&at.offset);
        if inside {
            Scope::Region
        } else if declaration.kind() == cs::CXCursor_ParmDecl {
            Scope::Parameter
        } else {
            Scope::Function
        }
    }
}

/// Whether a variable belongs to a function.
pub(super) fn is_local(declaration: Cursor) -> bool {
    let parent = declaration.semantic_parent().map_or(0, Cursor::kind);
    !matches!(
        parent,
        cs::CXCursor_TranslationUnit
            | cs::CXCursor_Namespace
            | cs::CXCursor_LinkageSpec
            | cs::CXCursor_StructDecl
            | cs::CXCursor_ClassDecl
            | cs::CXCursor_UnionDecl
            | cs::CXCursor_ClassTemplate
            | cs::CXCursor_ClassTemplatePartialSpecialization
    )
}

/// Whether a declaration has an attribute but its alignment: `weak`, for one, also by a pragma.
fn has_attribute(declaration: Cursor) -> bool {
    let is_attribute = |child: &Cursor| {
        (cs::CXCursor_UnexposedAttr..cs::CXCursor_AlignedAttr).contains(&child.kind())
    };
    declaration.children().iter().any(is_attribute)
}

fn constant(declaration: Cursor, ty: ClangType, own: Type) -> Option<Integer> {
    let eligible = declaration.kind() == cs::CXCursor_VarDecl
        && own.is_int()
        && ty.is_const()
        && !ty.is_volatile()
        && !has_attribute(declaration);
    let initializer = eligible.then(|| declaration.initializer())??;
    initializer.evaluate_integer()
}

/// Whether a variable is an object that is defined const. Nothing stores to it as long as it lives: what a pointer to it stores is
/// undefined (C11 6.7.3p6, C++ [dcl.type.cv]), and so is a new object in its place (C++ [basic.life]).
fn is_defined_const(declaration: Cursor, ty: ClangType) -> bool {
    let element = innermost(ty);
    declaration.kind() == cs::CXCursor_VarDecl
        && (ty.is_const() || element.is_const())
        && never_changes(ty, MOST_CLASSES)
}

/// How deep the classes of members may be nested.
const MOST_CLASSES: u32 = 8;

/// Whether an object of a type is left as it is where it is const: plain data without a constructor, and no member that is `mutable`
/// or `volatile`, nor a reference.
fn never_changes(ty: ClangType, depth: u32) -> bool {
    let outer = ty.canonical();
    let ty = innermost(outer);
    if outer.is_volatile() || ty.is_volatile() || is_reference(ty) || depth == 0 {
        return false;
    }
    if ty.kind() != cs::CXType_Record {
        return is_integer_kind(ty.kind())
            || matches!(ty.kind(), cs::CXType_Pointer | cs::CXType_Enum)
            || (cs::CXType_Float..=cs::CXType_LongDouble).contains(&ty.kind());
    }
    let class = ty.declaration().and_then(Cursor::definition);
    let plain = class.is_some_and(|class| {
        let special = [cs::CXCursor_Constructor, cs::CXCursor_CXXBaseSpecifier];
        class.children().iter().all(|child| !special.contains(&child.kind()))
    });
    let steady =
        |field: &Cursor| !field.is_mutable() && never_changes(field.ty().canonical(), depth - 1);
    plain && ty.is_plain_data() && ty.fields().iter().all(steady)
}

fn aggregate(ty: ClangType) -> Type {
    Type::Aggregate { bytes: u32::try_from(ty.size().unwrap_or(0)).unwrap_or(0) }
}

fn is_integer_kind(kind: cs::CXTypeKind) -> bool {
    (cs::CXType_Bool..=cs::CXType_Int128).contains(&kind)
}
