//! Instances of templates, and the arguments that they were made with.

use std::ffi::c_uint;

use clang_sys as cs;

use super::{Cursor, Type};
use crate::source::numbers_lines;

/// What a template parameter is in an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::frontend) enum Argument {
    /// A type, by the name that it has behind all aliases.
    Type(String),
    /// The type of a lambda that no template has in it, by where it stands: `file.cpp:7:17`, without folders.
    Lambda(String),
    /// A number, as if its type were signed and as if it were not, modulo 2^64: the parameter's type has only one of
    /// these values.
    Number([u64; 2]),
    /// A template, a pack, an object.
    Other,
}

impl Argument {
    /// A type.
    fn of_type(ty: Type) -> Argument {
        let ty = ty.canonical();
        let lambda = ty.declaration().and_then(Cursor::lambda);
        lambda.map_or_else(|| Argument::Type(ty.name()), Argument::Lambda)
    }
}

impl<'tu> Type<'tu> {
    /// What the template parameter `name` is, where this type of a function's parameter is `made` in an instance. Behind a `const` the parameter
    /// may have one of its own, which matters to no lambda.
    fn shows(self, name: &str, made: Type<'tu>) -> Option<Type<'tu>> {
        const THROUGH: [cs::CXTypeKind; 3] =
            [cs::CXType_Pointer, cs::CXType_LValueReference, cs::CXType_RValueReference];
        let made = made.canonical();
        if THROUGH.contains(&self.kind()) && self.kind() == made.kind() {
            return self.pointee().shows(name, made.pointee());
        }
        let is_lambda = || made.declaration().is_some_and(|class| class.lambda().is_some());
        let own = self.name();
        let behind_const = || own.strip_prefix("const ") == Some(name) && is_lambda();
        let shown = self.kind() == cs::CXType_Unexposed && (own == name || behind_const());
        shown.then_some(made)
    }
}

impl<'tu> Cursor<'tu> {
    /// The template, or member of one, that a function or class was instantiated from or specialises.
    pub(in crate::frontend) fn specialized(self) -> Option<Cursor<'tu>> {
        self.some(ask!(self.clang_getSpecializedCursorTemplate(self.raw)))
    }

    /// The arguments of an instance of a function or class template.
    pub(in crate::frontend) fn template_arguments(self) -> Vec<Argument> {
        let count = ask!(self.clang_Cursor_getNumTemplateArguments(self.raw));
        match c_uint::try_from(count) {
            Ok(count) => (0..count).map(|index| self.argument(index)).collect(),
            Err(_) => self
                .deduced()
                .into_iter()
                .map(|ty| ty.map_or(Argument::Other, Argument::of_type))
                .collect(),
        }
    }

    /// The types that the parameters of a member template are in an instance of it, of which libclang tells nothing: each is what the type of
    /// one of the function's own parameters shows (`F f`, `const F &f`, `T *x`), or not known.
    fn deduced(self) -> Vec<Option<Type<'tu>>> {
        let template = self.specialized().filter(|t| t.kind() == cs::CXCursor_FunctionTemplate);
        let Some(template) = template else { return Vec::new() };
        let written = template.children().into_iter();
        let written = written.filter(|child| child.kind() == cs::CXCursor_ParmDecl);
        let pairs: Vec<(Type, Type)> =
            written.zip(self.arguments()).map(|(own, made)| (own.ty(), made.ty())).collect();
        let shown = |name: &String| pairs.iter().find_map(|(own, made)| own.shows(name, *made));
        template.template_parameters().iter().map(shown).collect()
    }

    fn argument(self, index: c_uint) -> Argument {
        let kind = ask!(self.clang_Cursor_getTemplateArgumentKind(self.raw, index));
        if kind == cs::CXTemplateArgumentKind_Type {
            let ty = ask!(self.clang_Cursor_getTemplateArgumentType(self.raw, index));
            Argument::of_type(self.typed(ty))
        } else if kind == cs::CXTemplateArgumentKind_Integral {
            let signed = ask!(self.clang_Cursor_getTemplateArgumentValue(self.raw, index));
            let unsigned =
                ask!(self.clang_Cursor_getTemplateArgumentUnsignedValue(self.raw, index));
            Argument::Number([signed as u64, unsigned])
        } else {
            Argument::Other
        }
    }

    /// Where the lambda stands whose class this is: there is one such lambda, for its text is no macro's, it is in no
    /// template and in no other lambda, and it is the only one on its line, whose number no directive chooses.
    fn lambda(self) -> Option<String> {
        let name = self.spelling();
        let place = name.strip_prefix("(lambda at ")?.strip_suffix(')')?;
        let at = self.position();
        let text = self.unit.contents(at.file?);
        let before = text.get(..at.offset as usize)?;
        let line = before.split(|byte| *byte == b'\n').count();
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let written = format!(":{line}:{}", before.len() - start + 1);
        let file = place.strip_suffix(&written)?.rsplit('/').next()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "_.+-".contains(c);
        let rest = text[start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        let is_one = text.get(before.len()) == Some(&b'[')
            && file.chars().all(plain)
            && lambdas(rest) == 1
            && !numbers_lines(text);
        (is_one && !file.is_empty() && self.is_in_no_template()).then(|| [file, &written].concat())
    }

    fn is_in_no_template(self) -> bool {
        let mut around = self.semantic_parent();
        while let Some(outer) = around {
            let known = match outer.kind() {
                cs::CXCursor_TranslationUnit => return true,
                cs::CXCursor_Namespace => true,
                cs::CXCursor_FunctionDecl
                | cs::CXCursor_CXXMethod
                | cs::CXCursor_Constructor
                | cs::CXCursor_StructDecl
                | cs::CXCursor_ClassDecl => {
                    outer.specialized().is_none() && !outer.spelling().starts_with("(lambda")
                }
                _ => false,
            };
            if !known {
                return false;
            }
            around = outer.semantic_parent();
        }
        false
    }

    /// The names of a template's own parameters, in their order; one without a name, with a type of its argument's
    /// (`auto`), or with more bits than an [`Argument::Number`], has an empty one.
    pub(in crate::frontend) fn template_parameters(self) -> Vec<String> {
        let is_parameter = |child: &Cursor| {
            matches!(
                child.kind(),
                cs::CXCursor_TemplateTypeParameter
                    | cs::CXCursor_NonTypeTemplateParameter
                    | cs::CXCursor_TemplateTemplateParameter
            )
        };
        let name = |child: Cursor| {
            let own = child.ty().kind() == cs::CXType_Auto;
            let wide = child.ty().size().is_some_and(|bytes| bytes > 8);
            if own || wide { String::new() } else { child.spelling() }
        };
        self.children().into_iter().filter(is_parameter).map(name).collect()
    }

    /// The name of an instance with its template arguments, and with those of the class that it is
    /// a member of: `f<double, 3>`, `K<int>::run`.
    pub(in crate::frontend) fn instance_name(self) -> String {
        let count = ask!(self.clang_Cursor_getNumTemplateArguments(self.raw));
        let argument = |index| {
            let ty = ask!(self.clang_Cursor_getTemplateArgumentType(self.raw, index));
            if ty.kind == cs::CXType_Invalid {
                ask!(self.clang_Cursor_getTemplateArgumentValue(self.raw, index)).to_string()
            } else {
                self.typed(ty).name()
            }
        };
        let name = |ty: Option<Type>| ty.map_or_else(|| "?".to_owned(), Type::name);
        let arguments: Vec<String> = match c_uint::try_from(count) {
            Ok(count) => (0..count).map(argument).collect(),
            Err(_) => self.deduced().into_iter().map(name).collect(),
        };
        let own = self.spelling();
        let own =
            if arguments.is_empty() { own } else { format!("{own}<{}>", arguments.join(", ")) };
        let class = self.semantic_parent().filter(|parent| parent.specialized().is_some());
        let class = class.map(|class| {
            self.unit.library.string(ask!(self.clang_getCursorDisplayName(class.raw)))
        });
        without_folders(&class.map_or(own.clone(), |class| format!("{class}::{own}")))
    }
}

/// How many lambdas a line may have: where a `]` stands before a parenthesis or a brace.
fn lambdas(line: &[u8]) -> usize {
    let code: Vec<u8> = line.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let starts = |pair: &&[u8]| pair[0] == b']' && matches!(pair[1], b'(' | b'{');
    code.windows(2).filter(starts).count()
}

/// A name in which lambdas are called by their files, whatever folders these are in.
fn without_folders(name: &str) -> String {
    const START: &str = "(lambda at ";
    let mut parts = name.split(START);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(')').unwrap_or(part.len());
        let file = part[..end].rsplit('/').next().unwrap_or_default();
        result.extend([START, file, &part[end..]]);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lambdas_of_a_line() {
        for (line, number) in [
            ("f(n, [=](int i) { a[i] = 0; });", 1),
            ("f([=] (int i) {}); g([] {});", 2),
            ("[&]{ x[0](1); }", 2),
            ("[=]", 0),
        ] {
            assert_eq!(lambdas(line.as_bytes()), number, "{line}");
        }
    }

    #[test]
    fn lambdas_without_folders() {
        let names = [
            ("f<double>", "f<double>"),
            ("f<(lambda at a.cpp:7:17)>", "f<(lambda at a.cpp:7:17)>"),
            ("f<(lambda at /x/y/a.cpp:7:17), int>", "f<(lambda at a.cpp:7:17), int>"),
            (
                "K<(lambda at ../a.h:1:2)>::f<(lambda at b/c.h:3:4)>",
                "K<(lambda at a.h:1:2)>::f<(lambda at c.h:3:4)>",
            ),
        ];
        for (name, expected) in names {
            assert_eq!(without_folders(name), expected);
        }
    }
}
