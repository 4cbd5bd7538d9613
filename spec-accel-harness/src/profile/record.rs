//! The file that holds recorded counts: comments that say where they come from, then CSV.

use clap::ValueEnum as _;

use super::ncu::Traffic;
use crate::compile::{Compiler, Job};
use crate::csv;
use crate::failure::Failure;
use crate::kernels::Version;
use crate::table::{self, Cell, Format};

const FIRST_LINE: &str = "# warpcc-profile/1";

const HEADINGS: [&str; 9] = [
    "kernel", "version", "compiler", "function", "line", "access", "launches", "requests",
    "sectors",
];

/// What a file must tell about itself.
const FACTS: [&str; 5] = ["date", "commit", "command", "machine", "gpu"];

/// Loads or stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Direction {
    Load,
    Store,
}

impl Direction {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Direction::Load => "load",
            Direction::Store => "store",
        }
    }

    fn parse(name: &str) -> Option<Direction> {
        [Direction::Load, Direction::Store].into_iter().find(|direction| direction.name() == name)
    }
}

/// The counts of one region's loads or stores, over all its launches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) kernel: String,
    pub(crate) version: Version,
    pub(crate) compiler: Compiler,
    /// Mangled, as in the kernel's name.
    pub(crate) function: String,
    /// Of the directive.
    pub(crate) line: u32,
    pub(crate) access: Direction,
    pub(crate) launches: u64,
    pub(crate) requests: u64,
    pub(crate) sectors: u64,
}

impl Row {
    pub(crate) fn empty(job: &Job, function: &str, line: u32, access: Direction) -> Row {
        let Job { version, compiler, .. } = *job;
        let (kernel, function) = (job.kernel.name.to_string(), function.to_string());
        let (launches, requests, sectors) = (0, 0, 0);
        Row { kernel, version, compiler, function, line, access, launches, requests, sectors }
    }

    pub(crate) fn add(&mut self, traffic: Traffic) {
        self.launches += 1;
        self.requests += traffic.requests;
        self.sectors += traffic.sectors;
    }

    fn cells(&self) -> Vec<Cell> {
        let names = [self.version.name(), self.compiler.name()];
        let words = [self.kernel.as_str(), names[0], names[1], &self.function];
        let line = [Cell::Count(self.line as usize), self.access.name().into()];
        let counts = [self.launches, self.requests, self.sectors];
        let counts = counts.map(|count| Cell::Count(count as usize));
        words.map(Cell::from).into_iter().chain(line).chain(counts).collect()
    }

    fn parse(cells: &[String]) -> Option<Row> {
        let [kernel, version, compiler, function, line, access, launches, requests, sectors] =
            cells
        else {
            return None;
        };
        Some(Row {
            kernel: kernel.clone(),
            version: Version::from_str(version, false).ok()?,
            compiler: Compiler::from_str(compiler, false).ok()?,
            function: function.clone(),
            line: line.parse().ok()?,
            access: Direction::parse(access)?,
            launches: launches.parse().ok()?,
            requests: requests.parse().ok()?,
            sectors: sectors.parse().ok()?,
        })
    }
}

/// Recorded counts and where they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    /// Names and values, in the order of the file.
    pub(crate) about: Vec<(String, String)>,
    pub(crate) rows: Vec<Row>,
}

impl Profile {
    /// The file's text.
    pub(crate) fn text(&self) -> String {
        let facts = self.about.iter().map(|(key, value)| format!("# {key}: {value}\n"));
        let rows: Vec<_> = self.rows.iter().map(Row::cells).collect();
        let facts: String = facts.collect();
        format!("{FIRST_LINE}\n{facts}{}", table::write(Format::Csv, &HEADINGS, &rows))
    }

    /// What the file says about itself under `key`.
    pub(crate) fn fact(&self, key: &str) -> Option<&str> {
        self.about.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

/// Reads a file's text; one that does not say where it comes from is refused.
pub(crate) fn read(text: &str) -> Result<Profile, Failure> {
    let comments = text.lines().take_while(|line| line.starts_with('#'));
    if text.lines().next() != Some(FIRST_LINE) {
        return Err(bad(&format!("the first line is not {FIRST_LINE:?}")));
    }
    let fact = |line: &str| {
        let (key, value) = line.trim_start_matches('#').split_once(':')?;
        Some((key.trim().to_string(), value.trim().to_string()))
    };
    let about: Vec<(String, String)> = comments.filter_map(fact).collect();
    let mut rows = csv::rows(text).into_iter().filter(|(_, cells)| !cells[0].starts_with('#'));
    if rows.next().is_none_or(|(_, headings)| headings != HEADINGS) {
        return Err(bad(&format!("the headings are not {}", HEADINGS.join(","))));
    }
    let row = |(line, cells): (usize, Vec<String>)| {
        Row::parse(&cells).ok_or_else(|| bad(&format!("line {line} is no row of a profile")))
    };
    let profile = Profile { about, rows: rows.map(row).collect::<Result<_, _>>()? };
    match FACTS.iter().find(|key| profile.fact(key).is_none_or(str::is_empty)) {
        Some(key) => Err(bad(&format!("it does not tell its {key}"))),
        None => Ok(profile),
    }
}

fn bad(detail: &str) -> Failure {
    Failure::new("bad profile", detail)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Synthetic: no device has measured these counts.
    pub(crate) const SYNTHETIC: &str = "\
# warpcc-profile/1
# date: 2020-02-29
# commit: 0123
# command: spec-accel-harness profile gemm, a test
# machine: none, the counts are a test's
# gpu: none
kernel,version,compiler,function,line,access,launches,requests,sectors
gemm,plain,clang,gemm,12,load,1,1000,16500
gemm,plain,warpcc,gemm,12,store,1,100,450
";

    #[test]
    fn what_is_written_is_read_again() {
        let profile = read(SYNTHETIC).unwrap();
        assert_eq!(profile.text(), SYNTHETIC);
        assert_eq!(profile.rows[0].access, Direction::Load);
        assert_eq!((profile.rows[1].compiler, profile.rows[1].sectors), (Compiler::Warpcc, 450));
    }

    #[test]
    fn a_file_of_unknown_origin_or_form_is_refused() {
        let detail = |text: String| read(&text).unwrap_err().detail;
        assert_eq!(detail(SYNTHETIC.replace("# gpu: none\n", "")), "it does not tell its gpu");
        assert_eq!(detail(SYNTHETIC.replace("gpu: none", "gpu:")), "it does not tell its gpu");
        assert!(detail(SYNTHETIC.replace("profile/1", "profile/2")).contains("first line"));
        assert!(
            detail(SYNTHETIC.replace("line,access", "access,line")).starts_with("the headings")
        );
        assert_eq!(
            detail(SYNTHETIC.replace("plain,warpcc", "plain,icc")),
            "line 9 is no row of a profile"
        );
        assert_eq!(detail(SYNTHETIC.replace(",16500", "")), "line 8 is no row of a profile");
    }
}
