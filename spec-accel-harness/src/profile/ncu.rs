//! Reads what Nsight Compute's command writes with `--csv`: one line for each metric of each kernel
//! launch, or, with `--page raw`, one line for each launch and a column for each metric.

use crate::csv;
use crate::failure::Failure;

/// What is counted: 32-byte sectors, and requests (memory instructions of one warp), of loads from
/// and stores to global memory. The order is that of [`launch`]'s values.
pub(crate) const METRICS: [&str; 4] = [
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
];

/// The units that the counts may have; a scaled one (`Ksector`) has lost digits.
const UNITS: [&str; 3] = ["", "request", "sector"];

const KERNEL_NAME: &str = "Kernel Name";
const METRIC_NAME: &str = "Metric Name";

/// Counts of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traffic {
    pub(crate) requests: u64,
    pub(crate) sectors: u64,
}

impl Traffic {
    /// Sectors of one request; `None` of no request.
    pub(crate) fn mean(self) -> Option<f64> {
        (self.requests > 0).then(|| self.sectors as f64 / self.requests as f64)
    }

    pub(crate) fn add(self, other: Traffic) -> Traffic {
        Traffic { requests: self.requests + other.requests, sectors: self.sectors + other.sectors }
    }
}

/// One launch of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Launch {
    /// Mangled.
    pub(crate) kernel: String,
    pub(crate) loads: Traffic,
    pub(crate) stores: Traffic,
}

/// The table below the heading that names kernels.
struct Table {
    headings: Vec<String>,
    rows: Vec<(usize, Vec<String>)>,
}

impl Table {
    fn column(&self, name: &str) -> Result<usize, Failure> {
        let found = self.headings.iter().position(|heading| heading == name);
        found.ok_or_else(|| bad(&format!("no column {name:?}")))
    }
}

/// The launches of a log, in their order. Lines that begin with `==` are the profiler's messages.
pub(crate) fn parse(log: &str) -> Result<Vec<Launch>, Failure> {
    let table = table(log)?;
    let launches = match table.column(METRIC_NAME) {
        Ok(metric) => by_metric(&table, metric)?,
        Err(_) => by_launch(&table)?,
    };
    if launches.is_empty() { Err(bad("no kernel was profiled")) } else { Ok(launches) }
}

fn table(log: &str) -> Result<Table, Failure> {
    let message = |cells: &[String]| cells[0].starts_with("==");
    let mut rows = csv::rows(log).into_iter().filter(|(_, cells)| !message(cells));
    let headings = rows.by_ref().find(|(_, cells)| cells.iter().any(|cell| cell == KERNEL_NAME));
    let (_, headings) = headings.ok_or_else(|| bad("no table of kernels"))?;
    let rows: Vec<_> = rows.collect();
    match rows.iter().find(|(_, cells)| cells.len() != headings.len()) {
        Some((line, cells)) => {
            let counts = format!("{} cells under {} headings", cells.len(), headings.len());
            Err(bad(&format!("line {line}: {counts}")))
        }
        None => Ok(Table { headings, rows }),
    }
}

/// Lines with one metric each; those of one launch have the same number.
fn by_metric(table: &Table, metric: usize) -> Result<Vec<Launch>, Failure> {
    let [id, kernel, unit, value] =
        columns(table, ["ID", KERNEL_NAME, "Metric Unit", "Metric Value"])?;
    let mut found: Vec<(&str, &str, [Option<u64>; 4])> = Vec::new();
    for (line, cells) in &table.rows {
        let Some(which) = METRICS.iter().position(|name| *name == cells[metric]) else { continue };
        let known = found.iter().position(|(number, ..)| *number == cells[id]);
        let at = known.unwrap_or_else(|| {
            found.push((&cells[id], &cells[kernel], [None; 4]));
            found.len() - 1
        });
        found[at].2[which] = Some(count(&cells[value], &cells[unit], *line)?);
    }
    found.into_iter().map(|(_, kernel, values)| launch(kernel, values)).collect()
}

/// Lines with all metrics; the first of them holds the units and no kernel.
fn by_launch(table: &Table) -> Result<Vec<Launch>, Failure> {
    let [kernel] = columns(table, [KERNEL_NAME])?;
    let metrics = columns(table, METRICS)?;
    let units = table.rows.iter().find(|(_, cells)| cells[kernel].is_empty());
    let unit = |column: usize| units.map_or("", |(_, cells)| cells[column].as_str());
    let mut launches = Vec::new();
    for (line, cells) in table.rows.iter().filter(|(_, cells)| !cells[kernel].is_empty()) {
        let mut values = [None; 4];
        for (value, column) in values.iter_mut().zip(metrics) {
            *value = Some(count(&cells[column], unit(column), *line)?);
        }
        launches.push(launch(&cells[kernel], values)?);
    }
    Ok(launches)
}

fn columns<const N: usize>(table: &Table, names: [&str; N]) -> Result<[usize; N], Failure> {
    let mut columns = [0; N];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = table.column(name)?;
    }
    Ok(columns)
}

/// A count as written: `1024`, `1,024` or `1024.000000`.
fn count(text: &str, unit: &str, line: usize) -> Result<u64, Failure> {
    if !UNITS.contains(&unit) {
        return Err(bad(&format!("line {line}: unit {unit:?}; use --print-units base")));
    }
    let digits = text.replace(',', "");
    let whole = digits.split_once('.').map_or(digits.as_str(), |(whole, fraction)| {
        if fraction.bytes().all(|digit| digit == b'0') { whole } else { "" }
    });
    whole.parse().map_err(|_| bad(&format!("line {line}: {text:?} is no count")))
}

fn launch(kernel: &str, values: [Option<u64>; 4]) -> Result<Launch, Failure> {
    let missing = METRICS.iter().zip(values).find(|(_, value)| value.is_none());
    if let Some((metric, _)) = missing {
        return Err(bad(&format!("{kernel} lacks {metric}")));
    }
    let [load_requests, load_sectors, store_requests, store_sectors] =
        values.map(Option::unwrap_or_default);
    Ok(Launch {
        kernel: kernel.into(),
        loads: Traffic { requests: load_requests, sectors: load_sectors },
        stores: Traffic { requests: store_requests, sectors: store_sectors },
    })
}

/// The function and the line of the directive that clang's name of an offload kernel tells:
/// `__omp_offloading_DEVICE_INODE_FUNCTION_lLINE`, with `_N` behind it for the N-th on that line.
pub(crate) fn region(kernel: &str) -> Option<(&str, u32)> {
    let rest = kernel.strip_prefix("__omp_offloading_")?;
    let rest = rest.split_once('_')?.1.split_once('_')?.1;
    let (function, line) = rest.rsplit_once("_l")?;
    let digits = line.split_once('_').map_or(line, |(digits, _)| digits);
    Some((function, digits.parse().ok()?))
}

fn bad(detail: &str) -> Failure {
    Failure::new("bad profile", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Synthetic: the profiler's format, with counts that were never measured.
    const BY_METRIC: &str = "\
==PROF== Connected to process 1 (/tmp/program)
==PROF== Profiling \"__omp_offloading_10_a1_f_l3\": 0%....100% - 1 pass
\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"
\"0\",\"1\",\"program\",\"h\",\"__omp_offloading_10_a1_f_l3\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum\",\"request\",\"1,024\"
\"0\",\"1\",\"program\",\"h\",\"__omp_offloading_10_a1_f_l3\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum\",\"request\",\"16\"
\"0\",\"1\",\"program\",\"h\",\"__omp_offloading_10_a1_f_l3\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"sector\",\"32,768\"
\"0\",\"1\",\"program\",\"h\",\"__omp_offloading_10_a1_f_l3\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\",\"sector\",\"64.000000\"
==PROF== Disconnected from process 1
";

    /// Synthetic as well.
    const BY_LAUNCH: &str = "\
\"ID\",\"Kernel Name\",\"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum\",\"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\"
\"\",\"\",\"request\",\"request\",\"sector\",\"sector\"
\"0\",\"__omp_offloading_10_a1_f_l3\",\"1024\",\"16\",\"32768\",\"64\"
";

    #[test]
    fn both_shapes_of_the_table_hold_the_same_counts() {
        let expected = [Launch {
            kernel: "__omp_offloading_10_a1_f_l3".into(),
            loads: Traffic { requests: 1024, sectors: 32_768 },
            stores: Traffic { requests: 16, sectors: 64 },
        }];
        assert_eq!(parse(BY_METRIC).unwrap(), expected);
        assert_eq!(parse(BY_LAUNCH).unwrap(), expected);
    }

    #[test]
    fn launches_of_one_kernel_stay_apart() {
        let second = BY_METRIC.lines().filter(|line| line.starts_with("\"0\""));
        let second: String = second.map(|line| line.replacen("\"0\"", "\"1\"", 1) + "\n").collect();
        assert_eq!(parse(&format!("{BY_METRIC}{second}")).unwrap().len(), 2);
    }

    #[test]
    fn what_is_missing_or_scaled_is_refused() {
        let detail = |text: &str| parse(text).unwrap_err().detail;
        assert_eq!(detail("==ERROR== no\n"), "no table of kernels");
        assert_eq!(detail(BY_METRIC.split("\"0\"").next().unwrap()), "no kernel was profiled");
        let scaled = BY_METRIC.replace("\"sector\",\"32,768\"", "\"Ksector\",\"32.77\"");
        assert_eq!(detail(&scaled), "line 6: unit \"Ksector\"; use --print-units base");
        let unavailable = BY_METRIC.replace("32,768", "n/a");
        assert_eq!(detail(&unavailable), "line 6: \"n/a\" is no count");
        let partial = BY_METRIC.replace("op_st.sum\",\"sector\"", "op_atom.sum\",\"sector\"");
        assert!(
            detail(&partial).ends_with("_l3 lacks l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")
        );
        let short = BY_LAUNCH.replace("\"32768\",", "");
        assert_eq!(detail(&short), "line 3: 5 cells under 6 headings");
        let column = BY_LAUNCH.replace("global_op_ld.sum", "x");
        assert!(detail(&column).starts_with("no column \"l1tex__t_requests"));
    }

    #[test]
    fn kernel_names_tell_function_and_line() {
        assert_eq!(region("__omp_offloading_fe00_998907_f_l3"), Some(("f", 3)));
        assert_eq!(region("__omp_offloading_fe00_998907_mvt_rows_l17_1"), Some(("mvt_rows", 17)));
        assert_eq!(region("__omp_offloading_1_2__ZN4heat4stepEv_l9"), Some(("_ZN4heat4stepEv", 9)));
        assert_eq!(region("memset"), None);
        assert_eq!(region("__omp_offloading_fe00_f"), None);
    }

    #[test]
    fn no_request_has_no_mean() {
        assert_eq!(Traffic::default().mean(), None);
        assert_eq!(Traffic { requests: 2, sectors: 5 }.mean(), Some(2.5));
    }
}
