//! Runs executables that clang linked for NVIDIA GPUs, on machines without one.
//!
//! Clang's offload executables hold an image for the device and ask the library `libcuda.so` to run it. Here the image holds PTX
//! ([`stand_in`] takes the place of NVIDIA's `ptxas` and `nvlink`), and [`driver`] is a library of that name: it reads the PTX
//! ([`ptx`]), links it ([`link`]) and interprets it warp by warp ([`exec`]), with every access checked and counted.
//!
//! The line of data: text → [`ptx::Module`] → [`link::Image`] → [`code::Program`] → [`device::Device`] → reports.
//!
//! PTX is not machine code: the assembler may merge, hoist or split accesses. Every number that comes from here is *simulated*.

mod cache;
pub mod code;
pub mod count;
pub mod device;
pub mod driver;
pub mod elf;
mod exec;
pub mod link;
pub mod memory;
pub mod number;
pub mod occupancy;
pub mod progress;
pub mod ptx;
pub mod report;
mod shadow;
pub mod signals;
pub mod stand_in;
pub mod tool;
