//! Where data can stay on the device: every file of `tests/transfers` has its residences beside it.

#[allow(dead_code, reason = "the corpus uses the parts that run programs")]
#[path = "corpus_support/toolchain.rs"]
mod toolchain;

use std::fs;
use std::path::Path;

use warpcc::command::{CompileCommand, Language};
use warpcc::emit::WORDS;
use warpcc::{frontend, transfer};

#[test]
fn natural() {
    let folder = std::env::var("WARPCC_LOOK").unwrap_or_default();
    let Ok(entries) = fs::read_dir(Path::new(&folder)) else { return };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if !["c", "cpp"].contains(&extension) {
            continue;
        }
        let command = CompileCommand {
            language: if extension == "cpp" { Language::Cxx } else { Language::C },
            input: path.file_name().unwrap().to_str().unwrap().to_owned(),
            directory: path.parent().unwrap().to_owned(),
            arguments: vec![],
            compiler: toolchain::get().compiler(),
        };
        let unit = match frontend::parse(&command, WORDS) {
            Ok(unit) => unit,
            Err(error) => {
                println!("{}: {error}", command.input);
                continue;
            }
        };
        println!("== {}", command.input);
        for own in transfer::residences(&unit.functions) {
            let line = unit.sources.file(own.file).position(own.span.start).line;
            println!("  {}:{line} loop {} {:?}", own.function, own.is_loop, own.items);
        }
        if std::env::var("WARPCC_IR").is_ok() {
            for f in &unit.functions {
                println!("{}", warpcc::ir::text::print_host(f));
            }
        }
    }
}
