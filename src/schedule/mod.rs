//! Who runs which iterations of a region: what its directives say, as data.

pub mod map;
mod of_directive;

pub use of_directive::mapping;
