//! Calls by which a program states a fact.

/// Functions whose argument holds. The front end writes the first of them for what other constructs
/// state.
pub(crate) const ASSUMES: [&str; 2] = ["__builtin_assume", "__assume"];

/// Functions that are never reached, or end the program because something that must hold does not.
pub(crate) const NEVER_RETURNS: [&str; 5] =
    ["__builtin_unreachable", "__builtin_trap", "__assert_fail", "__assert_rtn", "__assert"];
