//! The drivers' parts.
