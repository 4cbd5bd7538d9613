//! The harness's program with real kernels and a real clang. In most tests a script stands for
//! warpcc, so that what it reports and how it fails is the test's choice.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// Writes the sample report where it is wanted, notes the call, and calls clang with the rest.
const HONEST: &str = r#"
for argument; do
  shift
  case $argument in
    --warp-clang=*) clang=${argument#*=} ;;
    --warp-report=*) cp "$here/report.json" "${argument#*=}" ;;
    --warp-*) ;;
    *) set -- "$@" "$argument" ;;
  esac
done
echo call >>"$here/calls"
"#;

/// A patch, as `warpctl diff` prints it.
const DIFF: &str = "echo '--- pcsp_sweep.c'; echo '+++ pcsp_sweep.c'; exit 1";

struct Bench {
    folder: TempDir,
}

impl Bench {
    /// A folder with a `warpcc` that ends in `last` and a `warpctl` that takes every image and prints two lines
    /// else.
    fn new(last: &str) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gemm.report.json");
        fs::copy(report, folder.path().join("report.json")).unwrap();
        let bench = Bench { folder };
        bench.script("warpcc", &format!("{HONEST}{last}"));
        bench.script("warpctl", &format!("[ \"$1\" != doctor ] || exit 0\n{DIFF}"));
        bench
    }

    fn script(&self, name: &str, body: &str) {
        let path = self.folder.path().join(name);
        let here = self.folder.path().display();
        fs::write(&path, format!("#!/bin/bash\nhere='{here}'\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn harness(&self, arguments: &[&str]) -> Output {
        self.harness_of(&self.folder.path().join("warpcc"), arguments)
    }

    /// As [`Bench::harness`], with this warpcc.
    fn harness_of(&self, warpcc: &Path, arguments: &[&str]) -> Output {
        self.command(warpcc, arguments).output().unwrap()
    }

    fn command(&self, warpcc: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spec-accel-harness"));
        command.args(arguments).arg("--warpcc").arg(warpcc);
        command.arg("--work").arg(self.folder.path().join("work"));
        command
    }

    fn calls(&self) -> usize {
        fs::read_to_string(self.folder.path().join("calls"))
            .map_or(0, |calls| calls.lines().count())
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The workspace's warpcc, which `cargo test --workspace` builds beside the harness.
fn real_warpcc() -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_spec-accel-harness")).with_file_name("warpcc");
    assert!(path.exists(), "no warpcc beside the harness: run `cargo build --workspace` first");
    path
}

#[test]
fn every_version_of_every_kernel_agrees_with_its_serial_version() {
    let bench = Bench::new("exit 1");
    let output = bench.harness_of(&real_warpcc(), &["check"]);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    let kernels = text.lines().skip(2).count();
    assert!(kernels > 40, "{text}");
    let right = text.matches("  equal").count() + text.matches("  within ").count();
    assert_eq!(right, 6 * kernels, "{text}");
}

#[test]
fn a_wrong_result_fails_the_check() {
    let bench = Bench::new(
        r#"own=$(mktemp -d "$here/XXXXXX"); sed 's/\* y1\[j\]/* y1[0]/' mvt.c >"$own/mvt.c"; cp bench.h "$own"
           exec "$clang" "${@/mvt.c/$own/mvt.c}""#,
    );
    let output = bench.harness(&["check", "mvt", "gemm", "--version", "plain", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "kernel,\"plain, clang\",\"plain, warpcc\"\n\
                    mvt,equal,wrong result\ngemm,equal,equal\n";
    assert_eq!(stdout(&output), expected);
    assert!(stderr(&output).starts_with("FAILED mvt (plain, warpcc): wrong result: "));
}

#[test]
fn a_program_that_hangs_is_ended() {
    let bench = Bench::new(
        r#"while [ "$1" != -o ]; do shift; done
           printf '#!/bin/sh\nexec sleep 100000\n' >"$2"; chmod +x "$2""#,
    );
    let output = bench.harness(&["run", "gemm", "--limit", "1", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.ends_with("\ngemm,plain,warpcc,x86_64,timeout,-,-,-\n"), "{text}");
    let expected = "FAILED gemm (plain, warpcc): timeout: the program was ended after 1 s\n";
    assert_eq!(stderr(&output), expected);
}

#[test]
fn a_run_tells_the_times_of_each_region_on_each_device() {
    let bench = Bench::new("exit 1");
    let clang = ["--compiler", "clang", "--version", "plain,expert", "--format", "json"];
    for device in ["host", "x86_64"] {
        let arguments = ["run", "mvt", "--reps", "2", "--warmup", "0", "--reference"];
        let arguments = [&arguments[..], &clang, &["--device", device]].concat();
        let output = bench.harness(&arguments);
        let rows: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        let rows = rows.as_array().unwrap();
        let regions: Vec<_> = rows.iter().map(|row| row["region"].as_str().unwrap()).collect();
        assert_eq!(regions, ["mvt_rows", "mvt_columns", "mvt_rows", "mvt_columns"]);
        assert!(rows.iter().all(|row| row["reference"] == "equal" && row["device"] == device));
        assert!(rows.iter().all(|row| row["median ms"].as_f64().unwrap() > 0.0));
    }
}

#[test]
fn stripped_clauses_are_looked_for_with_the_real_analysis() {
    let bench = Bench::new("exit 1");
    let path = bench.folder.path().join("stripped.md");
    let written = ["--format", "markdown", "--output", path.to_str().unwrap()];
    let arguments = [&["compare", "--stripped", "syrk", "mvt"], &written[..]].concat();
    let output = bench.harness_of(&real_warpcc(), &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(path).unwrap();
    for line in [
        "Of 2 collapse clauses, 2 are found again as they were; 0 regions get another change, 0 of them one that needs no more sectors per request; 0 clauses are not found.",
        "| SYRK | 2 | 2 | 2 | syrk | 2 | 2 | 2 | 0 |",
        "| syrk | TACO'19 | 2 | 2 | 2 | 0 | 0 | - |",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(!text.contains("| mvt |"), "{text}");
}

/// Stands for Nsight Compute: writes a log in its form, with counts that no device has measured.
const SYNTHETIC_NCU: &str = r#"
if [ "$1" = --version ]; then echo 'Synthetic profiler'; echo 'Version 1.2.3'; exit; fi
while [ "$1" != --log-file ]; do shift; done
name=__omp_offloading_10_a1_gemm_l15
{ echo '==PROF== Connected'
  echo '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"'
  for metric in ld:requests:10 ld:sectors:320 st:requests:5 st:sectors:160; do
    IFS=: read -r access unit value <<<"$metric"
    echo "\"0\",\"$name\",\"l1tex__t_${unit}_pipe_lsu_mem_global_op_$access.sum\",\"${unit%s}\",\"$value\""
  done; } >"$2"
printf 'devices 1\nchecksum 1\n'
"#;

#[test]
fn a_profile_is_recorded_and_scored() {
    let bench = Bench::new(r#"exec "$clang" "$@""#);
    bench.script("ncu", SYNTHETIC_NCU);
    bench.script("nvidia-smi", "echo 'Synthetic GPU, 1.2.3'");
    let paths = format!("{}:{}", bench.folder.path().display(), env!("PATH"));
    let file = bench.folder.path().join("profile.csv");
    let run = |arguments: &[&str], warpcc: &Path| {
        let mut command = bench.command(warpcc, arguments);
        command.env("PATH", &paths).output().unwrap()
    };
    let record = ["profile", "gemm", "--compiler", "clang", "--output", file.to_str().unwrap()];
    let output = run(&record, &bench.folder.path().join("warpcc"));
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("# gpu: Synthetic GPU, driver 1.2.3\n"), "{text}");
    assert!(text.contains("# profiler: Version 1.2.3\n"), "{text}");
    assert!(
        text.ends_with(
            "gemm,plain,clang,gemm,15,load,1,10,320\ngemm,plain,clang,gemm,15,store,1,5,160\n"
        ),
        "{text}"
    );

    let score = ["compare", "--format", "csv", "--profiles", file.to_str().unwrap()];
    let output = run(&score, &real_warpcc());
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert!(text.ends_with("gemm,plain,clang,gemm,15,store,5,32.00,32.00,equal\n"), "{text}");
}

/// A warp of the plain version reads 32 rows and writes one: 64 rows are two warps, which go through 96 columns.
#[test]
fn a_profile_is_recorded_without_a_gpu() {
    let bench = Bench::new("exit 1");
    let record = ["profile", "transpose", "--simulator", "--compiler", "clang"];
    let mut command = bench.command(&real_warpcc(), &record);
    let output = command.args(["--", "n=64", "m=96"]).output().unwrap();
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert!(text.contains("# gpu: simulated H100\n"), "{text}");
    let profiler = text.lines().find(|line| line.starts_with("# profiler: warpsim "));
    assert!(profiler.is_some_and(|line| line.ends_with(", simulated")), "{text}");
    let expected = "transpose,plain,clang,transpose,9,load,1,192,6144\n\
                    transpose,plain,clang,transpose,9,store,1,192,768\n";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn without_a_profiler_or_a_gpu_profiling_says_so() {
    let bench = Bench::new("exit 1");
    let of_path = |bench: &Bench| {
        let mut command = bench.command(&bench.folder.path().join("warpcc"), &["profile", "gemm"]);
        stderr(&command.env("PATH", bench.folder.path()).output().unwrap())
    };
    let text = of_path(&bench);
    assert!(
        text.starts_with("error: no profiler: Nsight Compute's `ncu` is not in PATH;"),
        "{text}"
    );
    bench.script("ncu", "echo Version 1");
    let text = of_path(&bench);
    assert!(text.starts_with("error: no GPU: nvidia-smi: "), "{text}");
}

/// The program is there once `cargo test --workspace` has built it, as warpcc is.
#[test]
fn simulated_requests_are_those_that_are_predicted() {
    let bench = Bench::new("exit 1");
    let simulator = real_warpcc().with_file_name("warpsim");
    assert!(simulator.exists(), "no warpsim beside the harness: run `cargo build --workspace`");
    let kernels = ["mvt", "transpose", "pcsp_sweep"];
    let fixed = ["--version", "plain", "--format", "json"];
    let output = bench.harness_of(&real_warpcc(), &[&["simulate"], &kernels[..], &fixed].concat());
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    let found: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let rows = found["levels"].as_array().unwrap();
    let versions: Vec<_> = rows.iter().map(|row| row["version"].as_str().unwrap()).collect();
    assert_eq!(versions, ["plain", "rewritten"], "{found}");
    for row in rows {
        let count = |key: &str| row[key].as_u64().unwrap();
        assert_eq!((count("runs"), count("failed"), count("outside")), (11, 0, 0), "{found:#}");
        assert!(count("compared") > 20, "{found:#}");
    }
}

#[test]
fn a_simulator_that_is_not_there_is_named() {
    let bench = Bench::new("exit 1");
    let output = bench.harness(&["simulate", "mvt", "--warpsim", "/nonexistent/warpsim"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.starts_with("error: file error: /nonexistent/warpsim: "), "{text}");
}

/// Every profile in `tests/profiles` agrees with the predictions of this warpcc.
#[test]
fn recorded_profiles_agree_with_the_predictions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/profiles");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
    assert!(!files.is_empty(), "no profile in {}", folder.display());
    let bench = Bench::new("exit 1");
    for file in files {
        let output =
            bench.harness_of(&real_warpcc(), &["compare", "--profiles", file.to_str().unwrap()]);
        assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    }
}

/// What the simulator counts is what the GPU counted: requests and sectors of each region, exactly.
#[test]
fn the_simulator_counts_what_a_gpu_counted() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/profiles/h200-clang19.csv");
    let recorded = fs::read_to_string(file).unwrap();
    let kernels = ["gesummv", "jacobi1d", "jacobi2d_alt", "pcsp_sweep", "transpose", "sp_xsolve3"];
    let rows = |text: &str| -> Vec<String> {
        let is_row = |line: &&str| kernels.iter().any(|name| line.starts_with(&format!("{name},")));
        text.lines().filter(is_row).map(str::to_owned).collect()
    };
    let bench = Bench::new("exit 1");
    let fixed = ["--simulator", "--compiler", "clang"];
    let output = bench.harness_of(&real_warpcc(), &[&["profile"], &kernels[..], &fixed].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let [mut simulated, mut recorded] = [rows(&stdout(&output)), rows(&recorded)];
    simulated.sort();
    recorded.sort();
    assert_eq!(simulated, recorded);
    assert!(recorded.len() >= 12, "{recorded:?}");
}

#[test]
fn spec_accel_is_configured_and_its_results_are_compared() {
    let bench = Bench::new("exit 1");
    let file = |name: &str| bench.folder.path().join(name).to_str().unwrap().to_string();
    let config = file("warpcc.cfg");
    let output = bench.harness(&["spec", "config", "--output", &config]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(config).unwrap();
    let cc = format!("CC                     = {} --warp-clang=", file("warpcc"));
    assert!(text.lines().any(|line| line.starts_with(&cc)), "{text}");
    let synthetic = |ext: &str, seconds: u32| {
        let run = "spec.accel.results.557_pcsp.base.000";
        let text =
            format!("spec.accel.ext: {ext}\n{run}.reported_time: {seconds}\n{run}.valid: S\n");
        let path = file(&format!("{ext}.rsf"));
        fs::write(&path, text).unwrap();
        path
    };
    let files = [synthetic("clang", 30), synthetic("warpcc", 12)];
    let output = bench.harness(&["spec", "results", &files[0], &files[1], "--format", "csv"]);
    let expected = "benchmark,tune,clang s,clang ratio,warpcc s,warpcc ratio,warpcc gain\n\
                    557.pcsp,base,30.00,-,12.00,-,2.50×\ngeometric mean,,,,,,2.50×\n";
    assert_eq!(stdout(&output), expected);
}

/// The kernels that have a CUDA version.
const IN_CUDA: [&str; 4] = ["gemm", "2dconv", "mvt", "jacobi2d"];

#[test]
fn cuda_versions_compute_the_bytes_of_the_openmp_versions() {
    let bench = Bench::new("exit 1");
    let fixed = ["--device", "host", "--reps", "1", "--warmup", "0", "--format", "json"];
    let arguments = [&["run"], &IN_CUDA[..], &["--compiler", "clang,cuda"], &fixed].concat();
    let output = bench.harness(&arguments);
    let rows: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let of = |compiler: &str| -> Vec<_> {
        let rows = rows.as_array().unwrap().iter().filter(|row| row["compiler"] == compiler);
        rows.map(|row| ["kernel", "region", "checksum"].map(|key| row[key].clone())).collect()
    };
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(of("clang"), of("cuda"));
    assert_eq!(of("cuda").len(), 6);
}

#[test]
fn cuda_versions_compile_with_nvcc() {
    let bench = Bench::new("exit 1");
    let arguments = [&["build"], &IN_CUDA[..], &["--compiler", "cuda", "--device", "gpu"]].concat();
    let output = bench.harness(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    for kernel in IN_CUDA {
        let program = format!("work/{kernel}/plain-cuda-gpu/program");
        assert!(bench.folder.path().join(program).exists(), "{kernel}");
    }
    let output = bench.harness(&["build", "lu", "--compiler", "cuda", "--device", "gpu"]);
    assert!(
        stderr(&output).starts_with("FAILED lu (plain, cuda): no CUDA version: "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn gcc_compiles_for_the_host_and_tells_what_it_lacks() {
    let bench = Bench::new("exit 1");
    let fixed =
        ["--compiler", "gcc", "--reps", "1", "--warmup", "0", "--reference", "--format", "csv"];
    let run = |device| bench.harness(&[&["run", "mvt", "--device", device], &fixed[..]].concat());
    let output = run("host");
    assert!(output.status.success(), "{}", stderr(&output));
    let rows: Vec<_> = stdout(&output).lines().skip(1).map(|row| row.ends_with(",equal")).collect();
    assert_eq!(rows, [true, true]);
    let output = run("x86_64");
    assert_eq!(stderr(&output), "FAILED mvt (plain, gcc): no gcc: gcc has no such device\n");
}

#[test]
fn the_comparison_holds_predictions_times_and_pictures() {
    let bench = Bench::new("exit 1");
    let page = bench.folder.path().join("page");
    let times = ["--times", "host,gpu", "--sizes", "small", "--reps", "1", "--warmup", "0"];
    let written = ["--write", page.to_str().unwrap(), "--format", "json"];
    let mut command =
        bench.command(&real_warpcc(), &[&["compare", "2dconv"], &times[..], &written].concat());
    let output = command
        .env("PATH", format!("{}:/usr/bin:/bin", bench.folder.path().display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let found: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let region = &found["regions"][0];
    assert_eq!(region["warpcc's change"], "collapse(2)+tile(i)+carry+launch_bounds");
    assert_eq!(region["per request, clang"], 32.0);
    assert_eq!(region["per request, warpcc"], region["per request, expert"]);
    let host = &found["times"][0];
    assert_eq!(
        (&host["device"], &host["kernels"][0]["results"]),
        (&"host".into(), &"equal".into())
    );
    assert!(host["kernels"][0]["warpcc gain"].as_f64().unwrap() > 0.0);
    let text = fs::read_to_string(page.join("kernels.md")).unwrap();
    for line in [
        "## Predicted",
        "## Times on the processor, by host fallback",
        "![Speed against clang](kernels-host.svg)",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    for picture in ["kernels-sectors.svg", "kernels-host.svg"] {
        assert!(page.join(picture).exists(), "{picture}");
    }
}

/// Whether a page of results tells its date, its commit, its command, and its machine.
fn says_its_origin(page: &str) -> bool {
    let date = |word: &str| {
        let digits =
            word.split('-').map(|part| part.trim_matches(|c: char| !c.is_ascii_digit()).len());
        digits.eq([4, 2, 2])
    };
    let facts = [
        ["from commit ", "- Commit: "],
        ["\nby `", "- Command: "],
        ["\non a machine ", "- Machine: "],
    ];
    page.split_whitespace().any(date)
        && facts.iter().all(|forms| forms.iter().any(|form| page.contains(form)))
}

#[test]
fn every_result_says_where_it_comes_from() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/results");
    let mut pages = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let page = fs::read_to_string(&path).unwrap();
        assert!(says_its_origin(&page), "{name}");
        pages += 1;
    }
    assert!(pages > 4, "{pages} pages");
    assert!(!says_its_origin("- Date: today\n- Commit: 1\n- Command: c\n- Machine: m\n"));
}

#[test]
fn a_size_out_of_range_is_refused() {
    let bench = Bench::new("exit 1");
    let arguments = ["run", "mvt", "--compiler", "clang", "--format", "csv", "--", "n=0"];
    let output = Command::new(env!("CARGO_BIN_EXE_spec-accel-harness"))
        .arg("--warpcc")
        .arg(bench.folder.path().join("warpcc"))
        .arg("--work")
        .arg(bench.folder.path().join("work"))
        .args(arguments)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("error: n=0: want a number from 1 to 32768\n"));
}

#[test]
fn the_demonstration_compares_links_and_builds_nothing_twice() {
    let bench = Bench::new(r#"exec "$clang" "$@""#);
    let warpctl = real_warpcc().with_file_name("warpctl");
    bench.script("warpctl", &format!("[ \"$1\" = doctor ] && exec '{}' \"$@\"", warpctl.display()));
    let first = bench.harness(&["demo", "gemm"]);
    let text = stdout(&first);
    assert!(first.status.success(), "{text}{}", stderr(&first));
    let row = text.lines().find(|line| line.starts_with("gemm ")).unwrap();
    for cell in ["collapse(2)", "1450 → 200", "7.25×", "equal", "ok"] {
        assert!(row.contains(cell), "{row}");
    }
    assert!(text.contains("C 32 → 4 ×2, A 32 → 1, B 1 → 4..5"), "{text}");
    assert_eq!(bench.calls(), 2);
    assert_eq!(stdout(&bench.harness(&["demo", "gemm"])), text);
    assert_eq!(bench.calls(), 2);
    bench.script("warpcc", &format!("{HONEST}exec \"$clang\" \"$@\" # newer"));
    bench.harness(&["demo", "gemm"]);
    assert_eq!(bench.calls(), 4);
}

#[test]
fn a_program_that_computes_something_else_fails_the_demonstration() {
    let bench = Bench::new(r#"exec "$clang" "${@/gemm.c/mvt.c}""#);
    let output = bench.harness(&["demo", "gemm"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("FAILED gemm: DIFFER: clang's program: "), "{text}");
}

#[test]
fn a_compiler_that_fails_shows_in_the_table_and_in_the_status() {
    let bench = Bench::new("echo 'error: no such thing' >&2; exit 1");
    let output = bench.harness(&["demo", "gemm", "pcsp_sweep"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("FAILED gemm: build failed: error: no such thing").count(), 1);
    assert!(text.contains("--- pcsp_sweep.c\n+++ pcsp_sweep.c\n"), "{text}");
}

/// What links is of no use where libomptarget does not load it.
#[test]
fn an_image_that_is_rejected_fails_the_demonstration() {
    let bench = Bench::new(r#"exec "$clang" "$@""#);
    bench.script(
        "warpctl",
        &format!("[ \"$1\" != doctor ] || {{ echo 'sm_90, ELF ABI 8'; exit 1; }}\n{DIFF}"),
    );
    let output = bench.harness(&["demo", "gemm"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let row = text.lines().find(|line| line.starts_with("gemm ")).unwrap();
    assert!(row.contains("clang: image rejected"), "{row}");
    assert!(text.contains("FAILED gemm: clang: image rejected: sm_90, ELF ABI 8\n"), "{text}");
}

#[test]
fn a_diff_that_cannot_be_made_fails_the_demonstration() {
    let bench = Bench::new(r#"exec "$clang" "$@""#);
    bench.script("warpctl", "echo 'no idea' >&2; exit 2");
    let output = bench.harness(&["demo", "pcsp_sweep"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("FAILED pcsp_sweep: warpctl diff failed: "));
}

#[test]
fn missing_tools_are_named_in_one_line() {
    let bench = Bench::new("exit 1");
    let output = bench.harness(&["demo", "--cuda", "/nonexistent"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "error: no CUDA tools: no bin/ptxas in /nonexistent; run `make toolchain`\n";
    assert_eq!(stderr(&output), expected);
}

#[test]
fn the_list_names_every_kernel() {
    let bench = Bench::new("exit 1");
    let text = stdout(&bench.harness(&["list"]));
    for kernel in ["gemm", "2dconv", "3dconv", "mvt", "pcsp_sweep"] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{kernel} "))), "{text}");
    }
    let table = stdout(&bench.harness(&["list", "--format", "csv"]));
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/benchmarks.md");
    let guide = fs::read_to_string(guide).unwrap();
    let block = guide.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    assert!(
        block.is_some_and(|block| block.lines().count() == 3 && table.starts_with(block)),
        "{block:?}"
    );
}
