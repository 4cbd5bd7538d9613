//! The drop-in compiler driver.

fn main() {
    std::process::exit(warpcc_wrapper::driver::run(std::env::args_os().collect()));
}
