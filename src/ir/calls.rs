//! Calls by which a program states a fact, and expressions like calls of which that much is known.

/// Functions whose argument holds. The front end writes the first of them for what other constructs
/// state.
pub(crate) const ASSUMES: [&str; 2] = ["__builtin_assume", "__assume"];

/// Functions that are never reached, or end the program because something that must hold does not.
pub(crate) const NEVER_RETURNS: [&str; 5] =
    ["__builtin_unreachable", "__builtin_trap", "__assert_fail", "__assert_rtn", "__assert"];

/// Why a `throw` is an [`super::ExprKind::Opaque`]: nothing behind it is evaluated.
pub(crate) const THROW: &str = "a throw expression";

/// Why a `new` is an [`super::ExprKind::Opaque`] whose objects a constructor makes, in storage that nothing older points into.
pub(crate) const FRESH_OBJECTS: &str = "an allocation of objects";
