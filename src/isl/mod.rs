//! Integer sets, by isl.
