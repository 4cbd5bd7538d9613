//! Explicit instantiations. libclang shows no body of them, nor those of functions at all, but an
//! expression that names an instance leads to it: such expressions behind the end of the main file
//! make them visible, and move nothing that stands before.

use std::collections::BTreeSet;
use std::fmt::Write;

use clang_sys as cs;

use super::syntax::is_container;
use crate::frontend::lex::{Lexer, Token, TokenKind};
use crate::frontend::libclang::{Cursor, File, TranslationUnit};

/// What the references stand in.
const FUNCTION: &str = "warpcc_references";

/// Text that names the functions of each explicit instantiation, but for classes with an instance in
/// `known`; empty where the unit has none. Single lines of it can be wrong.
pub(super) fn references(unit: &TranslationUnit, main: File, known: &[Cursor]) -> String {
    let known: BTreeSet<usize> =
        known.iter().filter_map(|i| i.semantic_parent()).map(Cursor::identity).collect();
    let classes: Vec<_> =
        instantiated_classes(unit).into_iter().filter(|c| !known.contains(&c.identity())).collect();
    let mut text = String::new();
    for class in classes {
        let name = class.ty().canonical().name().replace("(anonymous namespace)::", "");
        let members = class.specialized().map_or_else(Vec::new, Cursor::children);
        for method in members.into_iter().filter(|c| c.kind() == cs::CXCursor_CXXMethod) {
            function(&mut text, &[], &format!("(void)&{name}::{};", method.spelling()));
        }
    }
    for declared in declarations(unit.contents(main)) {
        function(&mut text, &namespaces(unit, main, declared.at), &declared.reference());
    }
    text
}

fn function(text: &mut String, namespaces: &[String], body: &str) {
    let number = text.lines().count();
    let open =
        namespaces.iter().fold(String::new(), |open, name| open + "namespace " + name + " { ");
    let close = " }".repeat(namespaces.len());
    _ = writeln!(text, "{open}static void {FUNCTION}_{number}() {{ {body} }}{close}");
}

/// Every class that the unit instantiates explicitly. A specialisation has members.
fn instantiated_classes(unit: &TranslationUnit) -> Vec<Cursor<'_>> {
    let mut classes = Vec::new();
    let mut pending = vec![unit.cursor()];
    while let Some(container) = pending.pop() {
        for child in container.children().into_iter().filter(|c| !c.in_system_header()) {
            let class = matches!(child.kind(), cs::CXCursor_StructDecl | cs::CXCursor_ClassDecl);
            if class && child.specialized().is_some() {
                let parts = child.children();
                let member = |c: &Cursor| c.kind() < cs::CXCursor_ObjCSuperClassRef;
                classes.extend(Some(child).filter(|_| !parts.iter().any(member)));
            } else if is_container(child.kind()) {
                pending.push(child);
            }
        }
    }
    classes
}

/// The names of the namespaces around a byte of the main file, outermost first.
fn namespaces(unit: &TranslationUnit, main: File, offset: u32) -> Vec<String> {
    let mut names = Vec::new();
    let mut container = unit.cursor();
    let around = |cursor: &Cursor| {
        let (start, end) = cursor.extent();
        let named = cursor.kind() == cs::CXCursor_Namespace;
        (named || cursor.kind() == cs::CXCursor_LinkageSpec)
            && start.file == Some(main)
            && (start.offset..end.offset).contains(&offset)
    };
    while let Some(inner) = container.children().into_iter().find(around) {
        if inner.kind() == cs::CXCursor_Namespace {
            names.push(inner.spelling());
        }
        container = inner;
    }
    names
}

/// The explicit instantiation of a function, as written: `template RESULT NAME PARAMETERS;`.
struct Declared<'a> {
    at: u32,
    result: &'a str,
    /// The name as qualified.
    name: &'a str,
    parameters: &'a str,
}

impl Declared<'_> {
    /// As a function, whose type tells overloads apart, and as a member.
    fn reference(&self) -> String {
        let Self { result, name, parameters, .. } = self;
        format!("{result} (*function){parameters} = &{name}; (void)&{name};")
    }
}

/// Every explicit instantiation of a function in a buffer.
fn declarations(bytes: &[u8]) -> Vec<Declared<'_>> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Vec::new() };
    let mut found = Vec::new();
    let mut tokens = Lexer::new(bytes).filter(|t| t.kind != TokenKind::Directive).peekable();
    let mut before = b';';
    while let Some(token) = tokens.next() {
        let begins = matches!(before, b';' | b'}' | b'{' | b'n');
        before = match word(text, token) {
            "extern" => b'n',
            _ => bytes[token.span.end as usize - 1],
        };
        let opens = tokens.peek().is_some_and(|next| word(text, *next) == "<");
        if !begins || opens || word(text, token) != "template" {
            continue;
        }
        let mut declaration = Vec::new();
        for token in tokens.by_ref() {
            before = bytes[token.span.end as usize - 1];
            if matches!(before, b';' | b'{') {
                break;
            }
            declaration.push(token);
        }
        found.extend(declared(text, &declaration));
    }
    found
}

fn word(text: &str, token: Token) -> &str {
    text.get(token.span.range()).unwrap_or_default()
}

/// The parts of `RESULT NAME PARAMETERS`.
fn declared<'a>(text: &'a str, tokens: &[Token]) -> Option<Declared<'a>> {
    let is = |index: usize, what: &str| tokens.get(index).is_some_and(|t| word(text, *t) == what);
    let mut depth = 0_i32;
    let open = (0..tokens.len()).find(|index| {
        depth += i32::from(is(*index, "<")) - i32::from(is(*index, ">"));
        depth == 0 && is(*index, "(")
    })?;
    let mut start = before_arguments(open.checked_sub(1)?, &is)?;
    while start >= 3 && is(start - 1, ":") && is(start - 2, ":") {
        start = before_arguments(start - 3, &is)?;
    }
    let part = |from: u32, to: u32| text.get(from as usize..to as usize);
    let at = |index: usize| tokens[index].span;
    Some(Declared {
        at: at(0).start,
        result: part(at(0).start, at(start).start)?,
        name: part(at(start).start, at(open).start)?.trim_end(),
        parameters: part(at(open).start, at(tokens.len() - 1).end)?,
    })
}

/// The word whose template arguments, if any, end at a token.
fn before_arguments(end: usize, is: &dyn Fn(usize, &str) -> bool) -> Option<usize> {
    if !is(end, ">") {
        return Some(end);
    }
    let mut depth = 0_i32;
    let mut at = end;
    loop {
        depth += i32::from(is(at, ">")) - i32::from(is(at, "<"));
        at = at.checked_sub(1)?;
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, &str, &str)> {
        let all = declarations(text.as_bytes());
        all.into_iter().map(|d| (d.result.trim(), d.name, d.parameters)).collect()
    }

    #[test]
    fn explicit_instantiations_of_functions_are_found_in_the_text() {
        let text = "template <class T> void f(T);\ntemplate void f<int>(int);\n\
                    extern template std::pair<int, int> n::K<a<3>>::g(int *, K<1>);\n\
                    template class C<int>; void h() { x.template f<int>(1); }\n\
                    template double f(double);";
        let expected = [
            ("void", "f<int>", "(int)"),
            ("std::pair<int, int>", "n::K<a<3>>::g", "(int *, K<1>)"),
            ("double", "f", "(double)"),
        ];
        assert_eq!(shown(text), expected);
        assert_eq!(shown("template"), []);
        assert_eq!(shown("template (;template >(;template f>("), []);
    }
}
