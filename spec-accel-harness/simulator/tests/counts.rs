//! What is counted beside requests and sectors: hits in caches, the counts of each launch, and the lines of copies.

mod bench;

use std::fs;
use std::path::Path;

use bench::{Bench, succeed};
use serde_json::Value;

/// A folder in which a program of `tests/programs` ran with some options.
fn ran(name: &str, options: &[&str]) -> Bench {
    let bench = Bench::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    bench.write(name, &fs::read_to_string(source).expect("the program is there"));
    succeed(&bench.clang(&["-gline-tables-only", name, "-o", "program"]));
    succeed(&bench.warpsim(&[&["run"], options, &["--", "./program"]].concat()));
    bench
}

fn text(bench: &Bench, name: &str) -> String {
    fs::read_to_string(bench.path(name)).expect("the file is written")
}

fn json(bench: &Bench) -> Value {
    serde_json::from_str(&text(bench, "a.json")).expect("it is JSON")
}

/// The sum of a number of caches over the accesses of a kind on a line.
fn found(report: &Value, (line, kind): (u64, &str), key: &str) -> u64 {
    let accesses = report["device"]["kernels"][0]["accesses"].as_array().expect("there are some");
    let own = accesses.iter().filter(|access| access["line"] == line && access["kind"] == kind);
    own.map(|access| access["caches"][key].as_u64().unwrap_or_default()).sum()
}

const WARPS: u64 = 128;

/// Neighbours are found in L1; the second pass finds all in L2 that it does not find in L1.
#[test]
fn a_stencil_finds_its_neighbours_in_caches() {
    for (options, machine) in [("--caches", "sm_90"), ("--caches=sm_80", "sm_80")] {
        let bench = ran("stencil.c", &[options, "--json", "a.json", "--csv", "a.csv"]);
        let report = json(&bench);
        let loads = |key: &str| found(&report, (10, "load"), key);
        let different = 4 * WARPS + 1;
        assert_eq!(loads("l1_sectors"), 2 * 14 * WARPS);
        assert_eq!(loads("l1_hits"), 2 * (14 * WARPS - different));
        assert_eq!((loads("l2_sectors"), loads("l2_hits")), (2 * different, different));
        assert_eq!((loads("dram_read_bytes"), loads("dram_written_bytes")), (32 * different, 0));
        let stores = |key: &str| found(&report, (10, "store"), key);
        assert_eq!((stores("l1_sectors"), stores("dram_read_bytes")), (0, 0));
        assert_eq!((stores("l2_sectors"), stores("l2_hits")), (8 * WARPS, 4 * WARPS));
        let caches = &report["device"]["caches"];
        assert_eq!(caches["machine"], machine);
        assert!(caches["dirty_bytes"].as_u64() >= Some(4 * WARPS * 32), "{caches}");
        let table = text(&bench, "a.csv");
        let rows: Vec<&str> = table.lines().collect();
        assert!(rows[0].ends_with(",full_sectors,l1_sectors,l1_hits,l1_hit_rate,l2_sectors,l2_hits,l2_hit_rate,dram_read_bytes,dram_written_bytes"));
        assert!(rows.iter().all(|row| row.split(',').count() == 23), "{table}");
    }
}

/// NVIDIA's assembler knows the registers of the kernel, and its warps are a share of the 64 of a multiprocessor.
#[test]
fn the_assembler_tells_how_full_a_multiprocessor_is() {
    let report = json(&ran("stencil.c", &["--occupancy", "--json", "a.json"]));
    let occupancy = &report["device"]["kernels"][0]["occupancy"];
    let number = |key: &str| occupancy[key].as_u64().unwrap_or_default();
    assert!(number("registers") >= 8, "{occupancy}");
    assert_eq!(number("warps"), number("teams") * number("threads") / 32, "{occupancy}");
    assert_eq!(occupancy["share"].as_f64(), Some(number("warps") as f64 / 64.0), "{occupancy}");
}

/// The sum of a column of the table of launches.
fn column(table: &str, name: &str) -> (usize, f64) {
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|line| line.trim_matches('"').split("\",\"").collect())
        .filter(|row: &Vec<&str>| row[1].starts_with("__omp") || row[1] == "Kernel Name")
        .collect();
    let at = rows[0].iter().position(|heading| *heading == name).expect("the counter is there");
    let values = rows[1..].iter().map(|row| row[at].parse::<f64>().expect("a number"));
    (rows.len() - 1, values.sum())
}

#[test]
fn each_launch_has_the_counters_of_nsight_compute() {
    let bench = ran("stencil.c", &["--caches", "--json", "a.json", "--ncu", "n.csv"]);
    let (report, table) = (json(&bench), text(&bench, "n.csv"));
    let kernel = &report["device"]["kernels"][0];
    let accesses = kernel["accesses"].as_array().expect("there are some");
    let sum = |kind: &str, key: &str| {
        let own = accesses.iter().filter(|access| access["kind"] == kind);
        own.filter(|access| access["space"] == "global").filter_map(|a| a[key].as_f64()).sum()
    };
    for (of, kind) in [("ld", "load"), ("st", "store")] {
        for what in ["requests", "sectors"] {
            let name = format!("l1tex__t_{what}_pipe_lsu_mem_global_op_{of}.sum");
            assert_eq!(column(&table, &name), (2, sum(kind, what)), "{name}");
        }
    }
    let counters = [
        ("smsp__inst_executed.sum", &kernel["warp_instructions"]),
        ("smsp__thread_inst_executed.sum", &kernel["lane_instructions"]),
        ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", &kernel["caches"]["l1_hits"]),
        ("dram__bytes_read.sum", &kernel["caches"]["dram_read_bytes"]),
        ("dram__bytes_write.sum", &kernel["caches"]["dram_written_bytes"]),
    ];
    for (name, value) in counters {
        assert_eq!(Some(column(&table, name).1), value.as_f64(), "{name}");
    }
}

#[test]
fn nothing_is_told_of_caches_unless_it_is_asked() {
    let bench = ran("stencil.c", &["--json", "a.json", "--csv", "a.csv", "--ncu", "n.csv"]);
    let report = json(&bench);
    assert_eq!(report["device"].get("caches"), None);
    assert_eq!(report["device"]["kernels"][0].get("caches"), None);
    assert!(text(&bench, "a.csv").lines().all(|row| row.split(',').count() == 15));
    assert!(!text(&bench, "n.csv").contains("lts__t_sectors"));
}

/// Copies of whole arrays are told with the lines of their directives.
#[test]
fn copies_have_the_lines_of_their_directives() {
    let bench = ran("copies.c", &["--json", "a.json"]);
    let report = json(&bench);
    let copies = report["transfers"]["first"].as_array().expect("there are some");
    let whole = copies.iter().filter(|copy| copy["bytes"] == 4096);
    let told: Vec<_> = whole
        .map(|copy| {
            assert_eq!(copy["file"], "copies.c", "{copy}");
            let direction = copy["direction"].as_str().expect("it has one");
            (direction, copy["line"].as_u64().expect("it has one"))
        })
        .collect();
    let (to, from) = ("host_to_device", "device_to_host");
    let wanted =
        [(to, 11), (from, 13), (to, 14), (from, 14), (to, 16), (to, 5), (from, 5), (from, 19)];
    assert_eq!(told, wanted);
}
