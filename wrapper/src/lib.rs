//! The parts of the drivers `warpcc` and `warpcc++` and of `warpctl`.
//!
//! A command line is sorted into clang's options and warpcc's ([`driver`]); where there is nothing
//! for warpcc to do, clang takes the process over. Otherwise the unit is analysed, and clang reads
//! the rewritten text through a virtual file that has the user's name. Whatever fails on the way,
//! clang runs with the user's own arguments.

mod ahead;
mod analysis;
mod args;
mod attempt;
pub mod ctl;
pub mod driver;
mod exec;
mod flags;
mod fortran;
#[doc(hidden)]
pub mod fuzzing;
mod hash;
mod image;
mod isolated;
mod link;
mod nvidia;
mod output;
mod overlay;
mod prescan;
mod response;
mod settings;
mod shares;
mod simulator;
mod timings;
mod toolchain;
mod unit;
