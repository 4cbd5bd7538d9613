//! The drop-in compiler driver.

fn main() {
    let argv: Vec<_> = std::env::args_os().collect();
    std::process::exit(warpcc_wrapper::driver::run(&argv));
}
