//! The words that edits write, which no macro of a unit may mean otherwise.

use crate::source::Words;

/// All of them, but for the names and types of the unit's own that edits repeat.
pub const WORDS: Words = Words {
    called: &[
        "__attribute__",
        "__is_same",
        "_Pragma",
        "collapse",
        "device",
        "firstprivate",
        "for",
        "if",
        "launch_bounds",
        "map",
        "num_threads",
        "ompx_attribute",
        "private",
        "proc_bind",
        "unroll",
        "unroll_count",
        "use_device_ptr",
    ],
    plain: &[
        "__UINTPTR_TYPE__",
        "__int128",
        "constexpr",
        "data",
        "distribute",
        "double",
        "else",
        "float",
        "full",
        "int",
        "long",
        "omp",
        "parallel",
        "short",
        "static_cast",
        "target",
        "teams",
        "to",
        "tofrom",
        "unsigned",
    ],
    prefix: "warpcc_",
};
