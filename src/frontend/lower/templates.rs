//! The instances of templates. They are no children of the unit's cursor, but an expression that
//! uses one refers to its declaration, whose children are the instantiated body.

use std::collections::{BTreeSet, VecDeque};

use clang_sys as cs;

use super::syntax::is_container;
use crate::frontend::libclang::{Argument, Cursor, File, is_function};

/// Where a function's name stands, which all instances of a template share.
pub(super) type Place = (File, u32);

/// The place of a function or template.
pub(super) fn place(function: Cursor) -> Option<Place> {
    let name = function.position();
    Some((name.file?, name.offset))
}

/// The instances of the templates at `wanted` which the declarations `roots` lead to,
/// each once, in the order of their first use.
pub(super) fn instances<'tu>(roots: &[Cursor<'tu>], wanted: &BTreeSet<Place>) -> Vec<Cursor<'tu>> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut pending: VecDeque<Cursor<'tu>> = roots.iter().copied().collect();
    while let Some(declaration) = pending.pop_front() {
        for instance in used(declaration) {
            if instance.in_system_header() || !seen.insert(instance.identity()) {
                continue;
            }
            pending.push_back(instance);
            if place(instance).is_some_and(|place| wanted.contains(&place)) {
                found.push(instance);
            }
        }
    }
    found
}

/// The instantiated functions that the text of `declaration` names, in its order.
fn used(declaration: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut used = Vec::new();
    let mut pending = vec![declaration];
    while let Some(cursor) = pending.pop() {
        let names = matches!(
            cursor.kind(),
            cs::CXCursor_CallExpr | cs::CXCursor_DeclRefExpr | cs::CXCursor_MemberRefExpr
        );
        let function = cursor.referenced().filter(|f| names && is_function(f.kind()));
        let function = function.map(|function| function.definition().unwrap_or(function));
        let generic = |function: &Cursor| function.kind() == cs::CXCursor_FunctionTemplate;
        used.extend(function.filter(|f| !generic(f) && f.specialized().is_some()));
        pending.extend(cursor.children().into_iter().rev());
    }
    used
}

/// A condition on the parameters of `pattern`, in C++ that holds where its text stands, which `instance` fulfils and
/// no other instance; `None` where a parameter has no name there that can mean nothing else, or an argument none.
pub(super) fn condition(pattern: Cursor, instance: Cursor) -> Option<String> {
    let mut all = Vec::new();
    if in_class_template(pattern) {
        let class = pattern.semantic_parent()?;
        let class = class.definition().unwrap_or(class);
        let derived = class.children().iter().any(|c| c.kind() == cs::CXCursor_CXXBaseSpecifier);
        let primary = class.kind() == cs::CXCursor_ClassTemplate && !in_class_template(class);
        let names_own = contains(class, pattern) || names_its_own(class, pattern);
        if derived || !primary || !names_own {
            return None;
        }
        let named = if contains(class, pattern) { class } else { pattern };
        all.extend(conditions(named, instance.semantic_parent()?)?);
    }
    if pattern.kind() == cs::CXCursor_FunctionTemplate {
        all.extend(conditions(pattern, instance)?);
    }
    (!all.is_empty()).then(|| format!("({})", all.join(" && ")))
}

/// Whether a function outside of its class template, which is no template itself, has names for the parameters of the class that mean
/// these: members of the class go before them there.
fn names_its_own(class: Cursor, function: Cursor) -> bool {
    let parameters = function.template_parameters();
    let known = |member: &Cursor| parameters.contains(&member.spelling());
    let is_plain = |member: &Cursor| !is_parameter(member.kind());
    function.kind() != cs::CXCursor_FunctionTemplate
        && parameters.len() == class.template_parameters().len()
        && !parameters.contains(&class.spelling())
        && !class.children().iter().filter(|member| is_plain(member)).any(known)
        && !class.children().iter().any(may_bring_names)
}

fn is_parameter(kind: cs::CXCursorKind) -> bool {
    matches!(
        kind,
        cs::CXCursor_TemplateTypeParameter
            | cs::CXCursor_NonTypeTemplateParameter
            | cs::CXCursor_TemplateTemplateParameter
    )
}

/// Whether a member may give names to its class that are not its own: enumerators, unnamed records, what it takes from elsewhere.
fn may_bring_names(member: &Cursor) -> bool {
    let kind = member.kind();
    let takes = matches!(kind, cs::CXCursor_UsingDeclaration | cs::CXCursor_EnumDecl);
    let is_named = !member.spelling().is_empty() && !member.spelling().starts_with('(');
    takes || !is_named && kind != cs::CXCursor_CXXAccessSpecifier && !is_parameter(kind)
}

fn contains(outer: Cursor, inner: Cursor) -> bool {
    let ((start, end), (first, _)) = (outer.extent(), inner.extent());
    start.file == first.file && (start.offset..end.offset).contains(&first.offset)
}

/// What holds of each parameter of a template.
fn conditions(template: Cursor, instance: Cursor) -> Option<Vec<String>> {
    let (parameters, arguments) = (template.template_parameters(), instance.template_arguments());
    let named = parameters.len() == arguments.len() && !parameters.contains(&String::new());
    let is_function = template.kind() == cs::CXCursor_FunctionTemplate;
    let last = parameters.last().filter(|_| is_function);
    let condition = |(name, argument): (&String, &Argument)| match argument {
        Argument::Lambda(place) => (last == Some(name)).then(|| lambda_condition(place)),
        Argument::Type(ty) => is_builtin(ty).then(|| format!("__is_same({name}, {ty})")),
        Argument::Number([signed, unsigned]) => {
            let is = |n: &u64| format!("static_cast<unsigned long long>({name}) == {n}ULL");
            let other = || format!("({} || {})", is(signed), is(unsigned));
            Some(if signed == unsigned { is(signed) } else { other() })
        }
        Argument::Other => None,
    };
    named.then(|| parameters.iter().zip(&arguments).map(condition).collect())?
}

/// That the last parameter of a function template is the type of the lambda at `place`. Such a type has no name, but the
/// function's own ends in `[F = (lambda at folder/file.cpp:7:17)]`.
fn lambda_condition(place: &str) -> String {
    let end = format!("{place})]");
    let length = end.len();
    let name = "__PRETTY_FUNCTION__";
    let from = |back: usize| format!("{name}[sizeof({name}) - {}]", back + 1);
    let long = format!("sizeof({name}) > {}", length + 2);
    let starts = format!("({0} == '/' || {0} == ' ')", from(length + 1));
    let equal = format!("__builtin_memcmp(&{}, \"{end}\", {length}) == 0", from(length));
    format!("({long} && {starts} && {equal})")
}

/// Whether a type has its name everywhere.
fn is_builtin(name: &str) -> bool {
    const WORDS: [&str; 11] = [
        "const", "signed", "unsigned", "bool", "char", "short", "int", "long", "float", "double",
        "_Float16",
    ];
    name.split([' ', '*']).all(|word| word.is_empty() || WORDS.contains(&word))
}

/// Whether a declaration, which may stand outside of its class, belongs to a class template.
pub(super) fn in_class_template(declaration: Cursor) -> bool {
    let mut parent = declaration.semantic_parent();
    while let Some(class) = parent.filter(|p| is_container(p.kind()) || is_class_template(p.kind()))
    {
        if is_class_template(class.kind()) {
            return true;
        }
        parent = class.semantic_parent();
    }
    false
}

pub(super) fn is_class_template(kind: cs::CXCursorKind) -> bool {
    matches!(kind, cs::CXCursor_ClassTemplate | cs::CXCursor_ClassTemplatePartialSpecialization)
}
