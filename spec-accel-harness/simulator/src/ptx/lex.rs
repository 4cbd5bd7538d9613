//! Words of a text.
