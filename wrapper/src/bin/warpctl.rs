//! The command for people.

fn main() {
    std::process::exit(warpcc_wrapper::ctl::run());
}
