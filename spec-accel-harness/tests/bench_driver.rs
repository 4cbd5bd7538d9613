//! `bench-driver` with scripts in the place of both compilers: what it runs, prints and writes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

fn script(folder: &Path, name: &str, body: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn every_case_is_timed_and_its_phases_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let calls = at("calls");
    for name in ["clang", "clang++"] {
        let body = format!(
            "if [ \"$1\" = -print-resource-dir ]; then echo /x/lib/clang/19; exit; fi\n\
             echo {name} \"$@\" >>'{}'",
            calls.display()
        );
        script(folder.path(), name, &body);
    }
    for name in ["warpcc", "warpcc++"] {
        let body = format!(
            "echo {name} \"$@\" >>'{}'\n[ -z \"$WARPCC_TIMINGS\" ] ||\n\
             printf '{{\"phase\":\"%s\",\"us\":1500}}\\n' parse analysis >>\"$WARPCC_TIMINGS\"",
            calls.display()
        );
        script(folder.path(), name, &body);
    }
    fs::create_dir_all(at("cuda/bin")).unwrap();
    fs::write(at("cuda/bin/ptxas"), "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_spec-accel-harness"))
        .args(["bench-driver", "--runs", "1", "--write"])
        .arg(at("page.md"))
        .arg("--clang")
        .arg(at("clang"))
        .arg("--warpcc")
        .arg(at("warpcc"))
        .arg("--cuda")
        .arg(at("cuda"))
        .arg("--work")
        .arg(at("work"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.matches("Where the time goes").count(), 8, "{text}");
    assert!(text.contains("  parse            1.500 ms\n"), "{text}");
    assert!(text.contains("Geometric mean: 1.000×"), "{text}");
    assert!(text.contains("conjugate_gradient.c "), "{text}");
    let page = fs::read_to_string(at("page.md")).unwrap();
    assert!(page.contains(&text) && page.contains("make bench-driver RUNS=1"), "{page}");
    let calls = fs::read_to_string(calls).unwrap();
    let of = |who: &str| calls.lines().filter(|line| line.starts_with(who)).count();
    assert!(of("clang ") >= 8 && of("clang++ ") == 2, "{calls}");
    assert!(of("warpcc++ ") > of("clang++ "), "{calls}");
    assert!(calls.contains("-fopenmp-targets=nvptx64"), "{calls}");
}
