//! What the front end makes of source files: one JSON object a file, with each region's place and
//! whatever of it was not understood. `scripts/coverage.sh` reads it.
//!
//! `lowered LIBCLANG RESOURCE_DIR FOLDER FILE [FLAG…]`

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use warpcc::command::{CompileCommand, Compiler, Language};
use warpcc::emit::WORDS;
use warpcc::frontend;
use warpcc::ir::{ExprKind, Stmt, StmtKind, TargetRegion};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = || words.next().unwrap_or_default();
    let (libclang, resources, folder, input) = (word(), word(), word(), word());
    let command = CompileCommand {
        language: if input.strip_suffix(".c").is_some() { Language::C } else { Language::Cxx },
        input: input.clone(),
        directory: PathBuf::from(folder),
        arguments: words.collect(),
        compiler: Compiler {
            libclang: Some(PathBuf::from(libclang)),
            resource_dir: Some(PathBuf::from(resources)),
            ..Compiler::default()
        },
    };
    let start = Instant::now();
    let unit = frontend::parse(&command, WORDS);
    let milliseconds = start.elapsed().as_millis();
    let (regions, failure) = match &unit {
        Ok(unit) => (unit.regions.iter().map(row).collect::<Vec<_>>(), None),
        Err(why) => (Vec::new(), Some(why.to_string())),
    };
    let object = serde_json::json!({
        "unit": input, "milliseconds": milliseconds, "regions": regions, "failure": failure,
    });
    if let Err(error) = writeln!(std::io::stdout(), "{object}") {
        eprintln!("lowered: {error}");
        std::process::exit(1);
    }
}

fn row(region: &TargetRegion) -> serde_json::Value {
    let mut reasons = BTreeSet::new();
    opaque_statements(&region.body, &mut reasons);
    region.walk_expressions(&mut |part| match &part.kind {
        ExprKind::Opaque { why, .. } => {
            reasons.insert(why.clone());
        }
        ExprKind::Call { name, pure_fn: false, .. } if !is_understood(name) => {
            reasons.insert(format!("call of {name}"));
        }
        _ => {}
    });
    let line = region.line;
    serde_json::json!({ "file": region.file_name, "line": line, "reasons": reasons })
}

/// Queries of the OpenMP runtime, and what a failing `assert` calls.
fn is_understood(name: &str) -> bool {
    name.starts_with("omp_get_")
        || ["__assert_fail", "__builtin_trap", "__builtin_unreachable"].contains(&name)
}

fn opaque_statements(body: &[Stmt], reasons: &mut BTreeSet<String>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Opaque { why } => {
                reasons.insert(why.clone());
            }
            StmtKind::If { then, otherwise, .. } => {
                opaque_statements(then, reasons);
                opaque_statements(otherwise, reasons);
            }
            StmtKind::Loop(l) => opaque_statements(&l.body, reasons),
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => {
                opaque_statements(body, reasons);
            }
            _ => {}
        }
    }
}
