//! Runs kernels: team by team, warp by warp, all lanes of a warp that are at one place at once.
//!
//! A warp is a list of splits: lanes that are at one instruction of one call. A branch that sends lanes apart makes two splits of
//! one, which wait for each other at the branch's meeting place ([`crate::code`]). What a kernel may rely on is what the PTX ISA
//! promises for `sm_70` and later (section 9.7.13): each thread makes progress, and lanes that are apart meet where they must.

pub(crate) mod access;
pub(crate) mod built_in;
pub(crate) mod copies;
pub(crate) mod handler;
pub(crate) mod lanes;
pub(crate) mod launch;
pub(crate) mod own;
pub(crate) mod registers;
pub(crate) mod request;
pub(crate) mod special;
pub(crate) mod split;
pub(crate) mod team;
pub(crate) mod transfer;
pub(crate) mod turn;
