//! Finds the system's isl; its few functions that the exact dependence test uses are declared in
//! `src/isl/ffi.rs`.

fn main() {
    if let Err(error) = pkg_config::Config::new().atleast_version("0.20").probe("isl") {
        panic!("isl is missing ({error}); run `make toolchain`, or install libisl-dev");
    }
}
