//! The drop-in compiler driver.

/// The analysis makes and drops many small polynomials: docs/decisions/0014-allocator.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let argv: Vec<_> = std::env::args_os().collect();
    std::process::exit(warpcc_wrapper::driver::run(&argv));
}
