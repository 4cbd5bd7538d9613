//! The corpus' cases: what they are, what warpcc makes of them, and the tools they are tried with.

pub(crate) mod cases;
pub(crate) mod claims;
pub(crate) mod golden;
pub(crate) mod lowered;
pub(crate) mod numbers;
pub(crate) mod numbers_kept;
pub(crate) mod page;
pub(crate) mod poison;
pub(crate) mod programs;
pub(crate) mod reports;
pub(crate) mod toolchain;

pub(crate) use cases::{Case, Outcome, files, in_parallel, is_whole, outcomes, root};

/// Fails with all `problems`, if there are any.
pub(crate) fn expect_none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problem(s):\n{}", problems.len(), problems.join("\n"));
}
