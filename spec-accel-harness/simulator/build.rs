//! The driver's library has a thread and signal handlers: it stays in its process, also when LLVM's runtime closes it at the end.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-cdylib=-Wl,-z,nodelete");
}
