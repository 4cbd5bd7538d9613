//! Coalescing.
pub mod machine;
