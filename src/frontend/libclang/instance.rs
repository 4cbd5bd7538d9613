//! Instances of templates, and the arguments that they were made with.

use std::ffi::c_uint;

use clang_sys as cs;

use super::Cursor;

/// What a template parameter is in an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::frontend) enum Argument {
    /// A type, by the name that it has behind all aliases.
    Type(String),
    /// A number, as if its type were signed and as if it were not, modulo 2^64: the parameter's type has only one of
    /// these values.
    Number([u64; 2]),
    /// A template, a pack, an object.
    Other,
}

impl<'tu> Cursor<'tu> {
    /// The template, or member of one, that a function or class was instantiated from or specialises.
    pub(in crate::frontend) fn specialized(self) -> Option<Cursor<'tu>> {
        self.some(ask!(self.clang_getSpecializedCursorTemplate(self.raw)))
    }

    /// The arguments of an instance of a function or class template.
    pub(in crate::frontend) fn template_arguments(self) -> Vec<Argument> {
        let count = ask!(self.clang_Cursor_getNumTemplateArguments(self.raw));
        (0..c_uint::try_from(count).unwrap_or(0)).map(|index| self.argument(index)).collect()
    }

    fn argument(self, index: c_uint) -> Argument {
        let kind = ask!(self.clang_Cursor_getTemplateArgumentKind(self.raw, index));
        if kind == cs::CXTemplateArgumentKind_Type {
            let ty = ask!(self.clang_Cursor_getTemplateArgumentType(self.raw, index));
            Argument::Type(self.typed(ty).canonical().name())
        } else if kind == cs::CXTemplateArgumentKind_Integral {
            let signed = ask!(self.clang_Cursor_getTemplateArgumentValue(self.raw, index));
            let unsigned =
                ask!(self.clang_Cursor_getTemplateArgumentUnsignedValue(self.raw, index));
            Argument::Number([signed as u64, unsigned])
        } else {
            Argument::Other
        }
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
        let arguments = (0..c_uint::try_from(count).unwrap_or(0)).map(|index| {
            let ty = ask!(self.clang_Cursor_getTemplateArgumentType(self.raw, index));
            if ty.kind == cs::CXType_Invalid {
                ask!(self.clang_Cursor_getTemplateArgumentValue(self.raw, index)).to_string()
            } else {
                self.typed(ty).name()
            }
        });
        let arguments: Vec<_> = arguments.collect();
        let own = self.spelling();
        let own = if count > 0 { format!("{own}<{}>", arguments.join(", ")) } else { own };
        let class = self.semantic_parent().filter(|parent| parent.specialized().is_some());
        let class = class.map(|class| {
            self.unit.library.string(ask!(self.clang_getCursorDisplayName(class.raw)))
        });
        class.map_or(own.clone(), |class| format!("{class}::{own}"))
    }
}
