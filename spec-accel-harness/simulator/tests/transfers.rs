//! `warpsim transfers`: what programs copy, by lines, on the simulator and on the host's processor
//! as the device.

mod bench;

use std::fs;
use std::path::{Path, PathBuf};

use bench::{Bench, QUICK_LINK, succeed};
use serde_json::Value;

/// The simulated GPU, for which [`Bench::clang`] links.
const GPU: &[&str] = &[];

/// The host's processor as a device.
const PROCESSOR: &[&str] = &["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-O2", QUICK_LINK];

/// The devices, and whether it is known what kernels read and write there.
const DEVICES: [(&[&str], bool); 2] = [(GPU, true), (PROCESSOR, false)];

/// A folder with a program of `tests/transfers`, linked for a device.
fn built(name: &str, device: &[&str], options: &[&str]) -> Bench {
    let bench = Bench::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transfers").join(name);
    bench.write(name, &fs::read_to_string(source).expect("the program is there"));
    let all = [device, options, &[name, "-o", "program"]].concat();
    succeed(&if device.is_empty() { bench.clang(&all) } else { bench.command(&bench.clang, &all) });
    bench
}

/// The status, what was printed on both streams, and the JSON.
fn run(bench: &Bench, options: &[&str]) -> (Option<i32>, String, String, Value) {
    let all = [&["transfers", "--json", "t.json"], options, &["--", "./program"]].concat();
    let output = bench.warpsim(&all);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let json = fs::read_to_string(bench.path("t.json")).expect("the JSON is written");
    let json = serde_json::from_str(&json).expect("it is JSON");
    (output.status.code(), text(&output.stdout), text(&output.stderr), json)
}

/// Copies, their bytes, copies with the same again, bytes that no kernel used, and bytes in vain.
fn way(counts: &Value) -> (u64, u64, u64, Option<u64>, u64) {
    let number = |value: &Value| value.as_u64().expect("a number");
    (
        number(&counts["copies"]),
        number(&counts["bytes"]),
        number(&counts["again"]["number"]),
        counts["unused_bytes"].as_u64(),
        number(&counts["unneeded_bytes"]),
    )
}

/// The library with the tool.
fn library() -> PathBuf {
    let program = std::env::current_exe().expect("a test is a program");
    program.with_file_name("libwarpsim.so")
}

/// What is told of a line.
fn line(json: &Value, line: u64) -> &Value {
    let places = json["places"].as_array().expect("places");
    let mut found = places.iter().filter(|place| place["line"] == line);
    let place = found.next().unwrap_or_else(|| panic!("line {line}: {json:#}"));
    assert!(found.next().is_none(), "{json:#}");
    place
}

/// The number of places.
fn places(json: &Value) -> usize {
    json["places"].as_array().expect("places").len()
}

#[test]
fn a_loop_that_maps_in_each_step_copies_the_same_again() {
    for (device, is_watched) in DEVICES {
        let bench = built("steps.c", device, &["-gline-tables-only"]);
        let (status, printed, said, json) = run(&bench, &["--csv", "t.csv"]);
        assert_eq!((status, printed.as_str(), places(&json)), (Some(0), "", 1), "{said}");
        let place = line(&json, 8);
        assert_eq!((&place["file"], &place["function"]), (&"steps.c".into(), &"main".into()));
        let known = is_watched.then_some(0);
        assert_eq!(way(&place["to_device"]), (20, 160_000, 18, known, 144_000));
        assert_eq!(way(&place["to_host"]), (20, 160_000, 10, known, 80_000));
        assert_eq!(place["allocations"], serde_json::json!({"number": 20, "bytes": 160_000}));
        assert_eq!(json["all"]["to_device"], place["to_device"]);
        assert!(json["ended_by"].is_null() && json["has_runtime"] == true);
        let mut told = vec![
            "place      direction      copies   bytes  allocations  unneeded  why",
            "steps.c:8  to the device      20  160000           20    144000  same content again (144000 in 18 copies)",
            "steps.c:8  to the host        20  160000                  80000  same content again (80000 in 10 copies)",
            "to the device: 160000 bytes in 20 copies, 16000 needed",
            "to the host: 160000 bytes in 20 copies, 80000 needed",
            "in all: 320000 bytes, 96000 needed (30.0 %)",
        ];
        told.extend(
            (!is_watched).then_some("what kernels read and write is known on the simulator only"),
        );
        assert_eq!(said.lines().collect::<Vec<_>>(), told);
        let table = fs::read_to_string(bench.path("t.csv")).expect("the table is written");
        let unused = if is_watched { "0" } else { "" };
        let row =
            format!("steps.c,8,main,,to_device,20,160000,18,144000,{unused},144000,20,160000");
        assert_eq!(table.lines().nth(1), Some(row.as_str()));
    }
}

#[test]
fn a_program_that_needs_its_copies_has_none_in_vain() {
    for (device, is_watched) in DEVICES {
        let bench = built("tight.c", device, &["-gline-tables-only"]);
        let (status, _, said, json) = run(&bench, &["--quiet"]);
        assert_eq!((status, said.as_str(), places(&json)), (Some(0), "", 2));
        let known = is_watched.then_some(0);
        assert_eq!(way(&line(&json, 7)["to_device"]), (1, 8000, 0, known, 0));
        assert_eq!(way(&line(&json, 7)["to_host"]), (1, 8000, 0, known, 0));
        assert_eq!(way(&line(&json, 14)["to_device"]), (10, 80, 0, known, 0));
        assert_eq!(line(&json, 7)["allocations"]["number"], 2);
    }
}

/// What is copied and not read, not written, in the runtime's own threads, or by a function.
#[test]
fn bytes_that_no_kernel_uses_are_known_on_the_simulator() {
    for (device, is_watched) in DEVICES {
        let bench = built("unread.c", device, &["-gline-tables-only"]);
        let (status, _, said, json) = run(&bench, &[]);
        assert_eq!(status, Some(0), "{said}");
        let known = |bytes: u64| (is_watched.then_some(bytes), if is_watched { bytes } else { 0 });
        let (unused, unneeded) = known(2000);
        assert_eq!(way(&line(&json, 13)["to_device"]), (1, 4000, 0, unused, unneeded), "half");
        let (unused, unneeded) = known(2000 + 4000 + 4000);
        assert_eq!(way(&line(&json, 14)["to_device"]), (3, 12_000, 0, unused, unneeded));
        let (unused, _) = known(2000);
        let to_host = way(&line(&json, 14)["to_host"]);
        assert_eq!(
            to_host,
            (2, 8000, 1, unused, 4000 + unused.unwrap_or(0)),
            "b came back as it was"
        );
        // The device had all of `c`, but where half of that is counted already, the next copy is judged anew.
        let (again, unused) = if is_watched { (0, Some(4000)) } else { (1, None) };
        assert_eq!(way(&line(&json, 17)["to_device"]), (1, 4000, again, unused, 4000));
        assert_eq!(line(&json, 19)["allocations"]["number"], 1);
        let copied = way(&line(&json, 21)["to_device"]);
        assert_eq!((copied.0, copied.4), (1, 0), "a copy on the device reads it");
        if is_watched {
            let counts = &line(&json, 22)["on_devices"];
            assert_eq!(*counts, serde_json::json!({"number": 1, "bytes": 4000}));
            assert!(said.contains("unread.c:22  on devices"), "{said}");
        }
        assert_eq!(way(&line(&json, 23)["to_host"]), (1, 4000, 0, is_watched.then_some(0), 0));
    }
}

#[test]
fn without_lines_functions_are_told() {
    for (device, _) in DEVICES {
        let bench = built("tight.c", device, &["-g0"]);
        let (status, _, said, json) = run(&bench, &[]);
        assert_eq!(status, Some(0), "{said}");
        let all = json["places"].as_array().expect("places");
        assert_eq!(all.len(), 3, "the two ends of the data, and the update: {json:#}");
        for place in all {
            assert!(place["line"].is_null() && place["function"] == "main", "{place:#}");
            assert!(place["offset"].as_u64().is_some_and(|offset| offset > 0), "{place:#}");
        }
        assert!(said.contains("\nmain+0x"), "{said}");
    }
}

#[test]
fn programs_without_offload_transfer_nothing() {
    let bench = built("host.c", GPU, &[]);
    let (status, _, said, json) = run(&bench, &[]);
    assert_eq!((status, said.as_str()), (Some(0), "no transfer\n"));
    assert_eq!((places(&json), &json["has_runtime"]), (0, &true.into()));
    let output = bench.warpsim(&["transfers", "sh", "-c", "exit 7"]);
    assert_eq!(output.status.code(), Some(7));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "no transfer: the program started no OpenMP runtime that tells transfers\n");
}

#[test]
fn a_program_that_a_signal_ends_has_its_transfers_up_to_then() {
    for (device, is_watched) in DEVICES {
        let bench = built("ends.c", device, &["-gline-tables-only"]);
        let (status, _, said, json) = run(&bench, &[]);
        assert_eq!((status, &json["ended_by"]), (Some(134), &"SIGABRT".into()));
        let known = is_watched.then_some(0);
        assert_eq!(way(&line(&json, 6)["to_device"]), (1, 400, 0, known, 0));
        assert_eq!(way(&line(&json, 6)["to_host"]), (1, 400, 0, known, 0));
        assert!(
            said.starts_with("ended by SIGABRT: the transfers are those up to then\n"),
            "{said}"
        );
        let mut entries = fs::read_dir(bench.folder.path()).expect("a folder").flatten();
        let is_left =
            entries.any(|file| file.file_name().to_string_lossy().starts_with("warpsim."));
        assert!(!is_left, "the folder is removed");
    }
}

#[test]
fn threads_are_counted_together() {
    for (device, is_watched) in DEVICES {
        let bench = built("threads.c", device, &["-gline-tables-only"]);
        let (status, _, said, json) = run(&bench, &[]);
        assert_eq!(status, Some(0), "{said}");
        let (known, place) = (is_watched.then_some(0), line(&json, 12));
        assert_eq!(way(&place["to_device"]), (100, 40_000, 96, known, 38_400));
        assert_eq!(way(&place["to_host"]), (100, 40_000, 0, known, 0));
    }
}

/// Several processes of one command, of which one has another's folder and name.
#[test]
fn processes_are_counted_together() {
    for (device, _) in DEVICES {
        let bench = built("steps.c", device, &["-gline-tables-only"]);
        let line = "./program && mkdir -p sub && cd sub && ../program";
        let all = ["transfers", "--quiet", "--json", "t.json", "sh", "-c", line];
        succeed(&bench.warpsim(&all));
        let text = fs::read_to_string(bench.path("t.json")).expect("the JSON is written");
        let json: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(way(&json["all"]["to_device"]).0, 40);
        assert_eq!(way(&self::line(&json, 8)["to_device"]).4, 288_000);
    }
}

/// Memory that is poisoned shows what a `map(alloc:)` lacks, and changes nothing else.
#[test]
fn poison_shows_a_map_that_copies_too_little() {
    for (device, _) in DEVICES {
        for optimize in ["-O0", "-O2"] {
            let right = built("poison.c", device, &[optimize]);
            for options in [&[][..], &["--poison"]] {
                let (status, printed, said, _) = run(&right, options);
                assert_eq!((status, printed.as_str()), (Some(0), "9900 100\n"), "{said}");
            }
            let wrong = built("poison.c", device, &[optimize, "-DWRONG"]);
            let (_, printed, said, _) = run(&wrong, &["--poison"]);
            assert!(printed.ends_with("nan 0\n"), "{printed}{said}");
            if device == PROCESSOR {
                let program = wrong.path("program");
                let mut alone = wrong.prepared(&program, &[]);
                alone.env("WARPSIM_POISON", "1").env("OMP_TOOL_LIBRARIES", library());
                alone.env("LD_LIBRARY_PATH", "/usr/lib/llvm-19/lib");
                let output = alone.output().expect("it runs");
                assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "without warpsim");
            }
        }
    }
}
