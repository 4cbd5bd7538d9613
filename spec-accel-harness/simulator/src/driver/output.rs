//! Where reports go: to the files that the user named, once for each process.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::backend::Summary;
use super::options::Options;
use super::transfers::Transfers;
use crate::device::Watch;

/// The files for the report of this process.
#[derive(Debug, Default)]
pub struct Output {
    csv: Option<PathBuf>,
    json: Option<PathBuf>,
    ncu: Option<PathBuf>,
    findings: Option<PathBuf>,
    /// Whether findings are looked for: they are told in any case.
    watches: bool,
    /// Whether a summary is told.
    summary: bool,
    /// Why the run ends, if its program does not end it.
    ended_by: Option<String>,
    /// The number of the process: its children have a copy of its counts, and are not to write them.
    process: u32,
    written: bool,
}

/// The whole report, as it stands in the JSON file.
#[derive(Serialize)]
struct Document<'a, R> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_by: Option<&'a str>,
    transfers: &'a Transfers,
    device: &'a R,
}

impl Output {
    /// The files that the user named, seen from the folder where the process is now: it may go to another.
    pub fn new(options: &Options) -> Output {
        let fixed = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let paths = [&options.csv, &options.json, &options.ncu, &options.findings];
        let [csv, json, ncu, findings] = paths.map(|path| path.as_ref().map(fixed));
        let watches = options.watch != Watch::default();
        let (summary, process) = (options.summary, std::process::id());
        Output { csv, json, ncu, findings, watches, summary, process, ..Output::default() }
    }

    /// Whether a report is wanted still.
    pub fn wanted(&self) -> bool {
        let files = [&self.csv, &self.json, &self.ncu];
        let wanted = self.watches || self.summary || files.into_iter().any(Option::is_some);
        wanted && !self.written && self.process == std::process::id()
    }

    /// The report is to say that the run did not end by itself.
    pub fn end_by(&mut self, why: String) {
        self.ended_by = Some(why);
    }

    /// Writes the report if none was written, and tells what is wrong. The errors name the files.
    pub fn write<R: Summary>(&mut self, report: &R, transfers: &Transfers) -> Vec<String> {
        if std::mem::replace(&mut self.written, true) {
            return Vec::new();
        }
        let csv = self.csv.iter().map(|path| (path, create(path, |file| report.write_csv(file))));
        let ncu = self.ncu.iter().map(|path| (path, create(path, |file| report.write_ncu(file))));
        let ended_by = self.ended_by.as_deref();
        let document = Document { ended_by, transfers, device: report };
        let json = self.json.iter().map(|path| {
            let text = |file: &mut dyn Write| {
                serde_json::to_writer(&mut *file, &document)?;
                writeln!(file)
            };
            (path, create(path, text))
        });
        let lines = report.findings();
        lines.iter().for_each(|line| tell(line));
        if self.summary {
            let folder = std::env::current_dir().unwrap_or_default();
            let told = report.summary(&folder).into_iter().chain(transfers.summary());
            told.for_each(|line| tell(&line));
        }
        let findings = self.findings.iter().map(|path| {
            let text = |file: &mut dyn Write| lines.iter().try_for_each(|l| writeln!(file, "{l}"));
            (path, create(path, text))
        });
        let results = csv.chain(json).chain(ncu).chain(findings);
        let failed = results.filter_map(|(path, result)| result.err().map(|error| (path, error)));
        failed.map(|(path, error)| format!("{}: {error}", path.display())).collect()
    }
}

/// Writes a file.
fn create(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write(&mut file)?;
    file.flush()
}

/// Tells the user something, in one line on standard error.
pub fn tell(message: &str) {
    let line = format!("warpsim: {}\n", message.trim_end().replace('\n', "; "));
    if cfg!(test) {
        // Only this macro's output is kept with the test that made it.
        eprint!("{line}");
    } else {
        // The macro would panic if nobody reads standard error any more.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::transfers::Direction;

    #[derive(Serialize)]
    struct Numbers {
        loads: u32,
    }

    impl Summary for Numbers {
        fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
            writeln!(to, "loads\n{}", self.loads)
        }

        fn write_ncu(&self, to: &mut dyn Write) -> io::Result<()> {
            writeln!(to, "loads of each launch\n{}", self.loads)
        }

        fn findings(&self) -> Vec<String> {
            vec!["too many loads".to_owned()]
        }

        fn summary(&self, _: &Path) -> Vec<String> {
            vec!["loads".to_owned()]
        }
    }

    #[test]
    fn a_report_is_written_once() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let [csv, json, ncu] = ["a.csv", "a.json", "b.csv"].map(|name| folder.path().join(name));
        let options = Options {
            csv: Some(csv.clone()),
            json: Some(json.clone()),
            ncu: Some(ncu.clone()),
            ..Options::default()
        };
        let mut output = Output::new(&options);
        let mut transfers = Transfers::default();
        transfers.record(Direction::HostToDevice, 4, 256, None);
        assert!(output.wanted());
        assert_eq!(output.write(&Numbers { loads: 3 }, &transfers), Vec::<String>::new());
        assert!(!output.wanted());
        assert_eq!(output.write(&Numbers { loads: 4 }, &transfers), Vec::<String>::new());
        let text = std::fs::read_to_string(&csv).expect("the table was written");
        assert_eq!(text, "loads\n3\n");
        let text = std::fs::read_to_string(&ncu).expect("the second table was written");
        assert_eq!(text, "loads of each launch\n3\n");
        let text = std::fs::read_to_string(&json).expect("the document was written");
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(value["device"]["loads"], 3);
        assert!(value["ended_by"].is_null());
        assert_eq!(value["transfers"]["sums"]["host_to_device"]["bytes"], 4);
    }

    #[test]
    fn a_child_writes_no_report() {
        let options = Options { csv: Some(PathBuf::from("a.csv")), ..Options::default() };
        let mut output = Output::new(&options);
        assert!(output.wanted() && output.csv.as_ref().is_some_and(|path| path.is_absolute()));
        output.process += 1;
        assert!(!output.wanted());
    }

    #[test]
    fn files_that_cannot_be_written_are_named() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let missing = folder.path().join("none").join("a.csv");
        let options = Options { csv: Some(missing.clone()), ..Options::default() };
        let errors = Output::new(&options).write(&Numbers { loads: 3 }, &Transfers::default());
        assert_eq!(errors.len(), 1);
        assert!(errors[0].starts_with(&format!("{}: ", missing.display())), "{errors:?}");
        assert!(!Output::default().wanted());
        assert!(Output::new(&Options { summary: true, ..Options::default() }).wanted());
    }
}
