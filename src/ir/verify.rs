//! The IR's invariants.
