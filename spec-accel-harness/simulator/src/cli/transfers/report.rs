//! What is told of a run.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use serde::Serialize;
use signal_hook::low_level::signal_name;
use warpsim::tool::table::{Row, Rows, Site, Sum, Way};

use super::places::{self, Place};

/// What is told of one way.
#[derive(Debug, Serialize)]
struct OneWay {
    copies: u64,
    bytes: u64,
    /// Copies that brought the same again.
    again: Bytes,
    /// Bytes of other copies that no kernel read, or wrote; nothing where that is not known.
    unused_bytes: Option<u64>,
    /// The bytes of both.
    unneeded_bytes: u64,
}

/// Copies, or allocations.
#[derive(Debug, Serialize)]
struct Bytes {
    number: u64,
    bytes: u64,
}

/// What is told of a place, or of the whole program.
#[derive(Debug, Serialize)]
struct Counts {
    to_device: OneWay,
    to_host: OneWay,
    on_devices: Bytes,
    allocations: Bytes,
}

#[derive(Debug, Serialize)]
struct At {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    counts: Counts,
}

/// What is told of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The signal that ended the program.
    ended_by: Option<&'static str>,
    /// Whether the program started an OpenMP runtime that tells transfers.
    has_runtime: bool,
    /// The places, those with the most bytes in vain first.
    places: Vec<At>,
    all: Counts,
}

impl From<Sum> for Bytes {
    fn from(sum: Sum) -> Bytes {
        Bytes { number: sum.number, bytes: sum.bytes }
    }
}

impl From<&Way> for OneWay {
    fn from(way: &Way) -> OneWay {
        OneWay {
            copies: way.all.number,
            bytes: way.all.bytes,
            again: way.again.into(),
            unused_bytes: way.known_unused(),
            unneeded_bytes: way.unneeded(),
        }
    }
}

impl From<&Row> for Counts {
    fn from(row: &Row) -> Counts {
        Counts {
            to_device: (&row.to_device).into(),
            to_host: (&row.to_host).into(),
            on_devices: row.on_devices.into(),
            allocations: row.allocations.into(),
        }
    }
}

/// A row of a table.
struct Line<'a> {
    direction: &'static str,
    copies: u64,
    bytes: u64,
    /// What is known of copies between host and devices, with the word for bytes that kernels did
    /// not use.
    way: Option<(&'static str, &'a OneWay)>,
    allocations: Option<&'a Bytes>,
}

impl<'a> Line<'a> {
    fn of(direction: &'static str, unused: &'static str, own: &'a OneWay) -> Line<'a> {
        let (copies, bytes) = (own.copies, own.bytes);
        Line { direction, copies, bytes, way: Some((unused, own)), allocations: None }
    }
}

impl Counts {
    /// The rows for copies, and for allocations, if there are any.
    fn lines(&self) -> Vec<Line<'_>> {
        let down = Line::of("to_device", "never read", &self.to_device);
        let up = Line::of("to_host", "never written", &self.to_host);
        let down = Line { allocations: Some(&self.allocations), ..down };
        let Bytes { number, bytes } = self.on_devices;
        let on =
            Line { direction: "on_devices", copies: number, bytes, way: None, allocations: None };
        let given = |line: &Line| line.allocations.is_some_and(|given| given.number > 0);
        let all = [down, up, on].into_iter();
        all.filter(|line| line.copies > 0 || given(line)).collect()
    }
}

impl Report {
    /// Of what processes wrote, and how the program ended.
    pub(super) fn new(rows: Option<Rows>, status: ExitStatus) -> Report {
        let has_runtime = rows.is_some();
        let rows = rows.unwrap_or_default();
        let sites: Vec<Site> = rows.iter().filter_map(|(site, _)| site.clone()).collect();
        let known = places::of(&sites);
        let (mut lines, mut all): (BTreeMap<Place, Row>, _) = (BTreeMap::new(), Row::default());
        for (site, row) in &rows {
            let place = site.as_ref().and_then(|site| known.get(site)).cloned().unwrap_or_default();
            lines.entry(place).or_default().join(row);
            all.join(row);
        }
        let unneeded = |row: &Row| row.to_device.unneeded() + row.to_host.unneeded();
        let moved = |row: &Row| row.to_device.all.bytes + row.to_host.all.bytes;
        let mut lines: Vec<_> = lines.into_iter().collect();
        lines.sort_by_key(|(_, row)| std::cmp::Reverse((unneeded(row), moved(row))));
        let at = |(place, row): (Place, Row)| At { place, counts: (&row).into() };
        Report {
            ended_by: status.signal().map(|signal| signal_name(signal).unwrap_or("a signal")),
            has_runtime,
            places: lines.into_iter().map(at).collect(),
            all: (&all).into(),
        }
    }

    /// All of it as JSON.
    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The places as a table of comma-separated values.
    pub(super) fn csv(&self) -> String {
        let mut text = concat!(
            "file,line,function,offset,direction,copies,bytes,again_copies,again_bytes,unused_bytes,unneeded_bytes,",
            "allocations,allocated_bytes\n"
        )
        .to_owned();
        for at in &self.places {
            let Place { file, line, function, offset, object } = &at.place;
            let file =
                file.as_ref().or(object.as_ref()).map_or_else(String::new, |file| quoted(file));
            let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
            let (line, offset) = (number(line.map(u64::from)), number(*offset));
            let function = function.as_ref().map_or_else(String::new, |name| quoted(name));
            for line_of in at.counts.lines() {
                let Line { direction, copies, bytes, way, allocations } = line_of;
                let again = way.map(|(_, own)| &own.again);
                let _ = writeln!(
                    text,
                    "{file},{line},{function},{offset},{direction},{copies},{bytes},{},{},{},{},{},{}",
                    number(again.map(|again| again.number)),
                    number(again.map(|again| again.bytes)),
                    number(way.and_then(|(_, own)| own.unused_bytes)),
                    number(way.map(|(_, own)| own.unneeded_bytes)),
                    number(allocations.map(|given| given.number)),
                    number(allocations.map(|given| given.bytes)),
                );
            }
        }
        text
    }

    /// All of it for people.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if let Some(signal) = self.ended_by {
            let _ = writeln!(text, "ended by {signal}: the transfers are those up to then");
        }
        if self.places.is_empty() {
            let why = if self.has_runtime {
                ""
            } else {
                ": the program started no OpenMP runtime that tells transfers"
            };
            let _ = writeln!(text, "no transfer{why}");
            return text;
        }
        text += &aligned(&self.rows());
        for line in self.all.lines() {
            let Line { direction, copies, bytes, way, .. } = line;
            let needed = way.map(|(_, own)| format!(", {} needed", bytes - own.unneeded_bytes));
            let (bytes, copies) = (count(bytes, "byte"), count(copies, "copy"));
            let needed = needed.unwrap_or_default();
            let _ = writeln!(text, "{}: {bytes} in {copies}{needed}", in_words(direction));
        }
        let Counts { to_device, to_host, .. } = &self.all;
        let (moved, unneeded) =
            (to_device.bytes + to_host.bytes, to_device.unneeded_bytes + to_host.unneeded_bytes);
        if moved > 0 {
            let needed = moved - unneeded;
            let share = needed as f64 / moved as f64 * 100.0;
            let _ = writeln!(text, "in all: {moved} bytes, {needed} needed ({share:.1} %)");
        }
        if [to_device, to_host].iter().any(|own| own.unused_bytes.is_none()) {
            text += "what kernels read and write is known on the simulator only\n";
        }
        text
    }

    /// The cells of the table.
    fn rows(&self) -> Vec<[String; 7]> {
        let heads = ["place", "direction", "copies", "bytes", "allocations", "unneeded", "why"];
        let mut rows = vec![heads.map(str::to_owned)];
        for at in &self.places {
            for line in at.counts.lines() {
                let mut why = Vec::new();
                if let Some((unused, own)) = line.way {
                    if own.again.number > 0 {
                        let Bytes { number, bytes } = own.again;
                        let copies = count(number, "copy");
                        why.push(format!("same content again ({bytes} in {copies})"));
                    }
                    let unused_bytes = own.unused_bytes.filter(|bytes| *bytes > 0);
                    why.extend(unused_bytes.map(|bytes| format!("{unused} ({bytes})")));
                }
                rows.push([
                    name(&at.place),
                    in_words(line.direction).to_owned(),
                    line.copies.to_string(),
                    line.bytes.to_string(),
                    line.allocations.map_or_else(String::new, |given| given.number.to_string()),
                    line.way.map_or(0, |(_, own)| own.unneeded_bytes).to_string(),
                    why.join(", "),
                ]);
            }
        }
        rows
    }
}

/// A direction for people.
fn in_words(direction: &str) -> &'static str {
    match direction {
        "to_device" => "to the device",
        "to_host" => "to the host",
        _ => "on devices",
    }
}

/// A number of things.
fn count(number: u64, thing: &str) -> String {
    match (number, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {thing}s"),
    }
}

/// A place in a few words.
fn name(place: &Place) -> String {
    let Place { file, line, function, offset, object } = place;
    match (file, line, offset) {
        (Some(file), Some(line), _) => format!("{file}:{line}"),
        (.., Some(offset)) => {
            let name = function.as_ref().or(object.as_ref());
            format!("{}+{offset:#x}", name.map_or("unknown", String::as_str))
        }
        _ => "unknown".to_owned(),
    }
}

/// A table whose columns are aligned: numbers to the right.
fn aligned(rows: &[[String; 7]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..7).map(|column| width(column).unwrap_or_default()).collect();
    let mut text = String::new();
    for row in rows {
        let cell = |(column, cell): (usize, &String)| {
            let width = widths[column];
            if (2..6).contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:width$}")
            }
        };
        let line: Vec<String> = row.iter().enumerate().map(cell).collect();
        text += line.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// A field of a table (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
