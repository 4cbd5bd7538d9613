//! The program `warpsim`. Called by the name `ptxas` or `nvlink`, it is their stand-in.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(std::env::args_os().collect())
}
