//! Driver.
fn main() {}
