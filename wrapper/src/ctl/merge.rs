//! Joins reports into one set, whose form [`warpcc::report::merge`] describes.
//!
//! One report at a time is in memory; compact texts wait in a nameless file beside the output until
//! all units are known and can be written in order. With an index beside the output (`FILE.index`)
//! a later run reads only the files that changed, and copies the rest from the old set.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use warpcc::report::Report;
use warpcc::report::merge::{self, Head};

use super::inputs;

/// What tells whether a file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    size: u64,
    inode: u64,
    seconds: i64,
    nanoseconds: i64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let (seconds, nanoseconds) = (data.mtime(), data.mtime_nsec());
        Some(Self { size: data.len(), inode: data.ino(), seconds, nanoseconds })
    }
}

/// One report in a set.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Member {
    head: Head,
    offset: u64,
    length: u64,
}

/// The index of a set.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Index {
    /// The set that it belongs to.
    set: Stamp,
    /// What each file gave.
    files: BTreeMap<PathBuf, (Stamp, Vec<Member>)>,
}

/// A file that holds compact texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Store {
    Old,
    Spool,
}

/// Where a report of this run is.
#[derive(Clone, Debug)]
struct Found {
    head: Head,
    store: Store,
    offset: u64,
    length: u64,
}

/// Joins the reports in `inputs` (files, sets, or folders whose `.json` files are read) into
/// `output`, or prints them; with `incremental` by means of an index beside the output.
pub(super) fn print(
    inputs: &[PathBuf],
    output: Option<&Path>,
    incremental: bool,
) -> Result<i32, String> {
    let index = output.filter(|_| incremental).map(Old::open).unwrap_or_default();
    let spool = tempfile::tempfile_in(output.map_or(std::env::temp_dir().as_path(), |output| {
        let folder = inputs::folder(output);
        if fs::create_dir_all(folder).is_ok() { folder } else { Path::new(".") }
    }));
    let spool = spool.map_err(|error| format!("cannot write a temporary file: {error}"))?;
    let mut join = Join { old: index, spool: BufWriter::new(spool), end: 0, files: Vec::new() };
    for input in inputs {
        for path in inputs::files(input, output)? {
            join.read(&path)?;
        }
    }
    let files = join.write(output)?;
    if let (Some(output), true) = (output, incremental) {
        let set = Stamp::of(output).unwrap_or_default();
        let text = serde_json::to_string(&Index { set, files }).map_err(|e| e.to_string())?;
        let path = index_path(output);
        inputs::create(Some(&path), &mut |out| {
            out.write_all(text.as_bytes()).map_err(|error| error.to_string())
        })?;
    }
    Ok(0)
}

/// The text of a set of these reports.
pub(crate) fn join<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Result<String, String> {
    let texts = reports.into_iter().map(|report| merge::compact(&report.to_json()));
    let mut texts: Vec<(Head, String)> =
        texts.map(|text| Ok((merge::head(&text)?, text))).collect::<Result<_, String>>()?;
    texts.sort();
    texts.dedup();
    let heads: Vec<&Head> = texts.iter().map(|(head, _)| head).collect();
    let mut out = Vec::new();
    merge::write(&mut out, &heads, &mut |n| Ok(texts[n].1.clone().into_bytes()))
        .map_err(|error| error.to_string())?;
    String::from_utf8(out).map_err(|error| error.to_string())
}

fn index_path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".index");
    name.into()
}

/// The set of an earlier run and its index; empty where they do not belong together.
#[derive(Debug, Default)]
struct Old {
    set: Option<File>,
    index: Index,
}

impl Old {
    fn open(output: &Path) -> Self {
        let text = fs::read(index_path(output)).unwrap_or_default();
        let index: Index = serde_json::from_slice(&text).unwrap_or_default();
        let set = File::open(output).ok().filter(|_| Stamp::of(output) == Some(index.set));
        if set.is_some() { Self { set, index } } else { Self::default() }
    }
}

/// A merge under way.
struct Join {
    old: Old,
    spool: BufWriter<File>,
    end: u64,
    files: Vec<(PathBuf, Option<Stamp>, Vec<Found>)>,
}

impl Join {
    fn read(&mut self, path: &Path) -> Result<(), String> {
        let stamp = Stamp::of(path);
        let known = self.old.index.files.get(path).filter(|(old, _)| Some(*old) == stamp);
        if let Some((_, members)) = known {
            let found = members.iter().cloned().map(|member| {
                let Member { head, offset, length } = member;
                Found { head, store: Store::Old, offset, length }
            });
            self.files.push((path.to_owned(), stamp, found.collect()));
            return Ok(());
        }
        let (spool, end, mut found) = (&mut self.spool, &mut self.end, Vec::new());
        inputs::texts(path, &mut |text| {
            let text = merge::compact(text);
            let head = merge::head(&text)?;
            spool.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
            let length = text.len() as u64;
            found.push(Found { head, store: Store::Spool, offset: *end, length });
            *end += length;
            Ok(())
        })?;
        self.files.push((path.to_owned(), stamp, found));
        Ok(())
    }

    /// Writes the set and returns what an index says of it.
    fn write(
        mut self,
        output: Option<&Path>,
    ) -> Result<BTreeMap<PathBuf, (Stamp, Vec<Member>)>, String> {
        let unwritten = |error: io::Error| format!("cannot write a temporary file: {error}");
        self.spool.flush().map_err(unwritten)?;
        let mut spool = self.spool.into_inner().map_err(|error| unwritten(error.into_error()))?;
        let mut set = self.old.set;
        let mut texts: BTreeMap<&Head, &Found> = BTreeMap::new();
        for found in self.files.iter().flat_map(|(_, _, found)| found) {
            texts.entry(&found.head).or_insert(found);
        }
        let heads: Vec<&Head> = texts.keys().copied().collect();
        let places: Vec<&Found> = texts.values().copied().collect();
        let mut offsets = Vec::new();
        inputs::create(output, &mut |out| {
            let mut text = |n: usize| {
                let Found { store, offset, length, .. } = places[n];
                let file = if *store == Store::Spool { Some(&mut spool) } else { set.as_mut() };
                slice(file.ok_or(io::ErrorKind::NotFound)?, *offset, *length)
            };
            offsets = merge::write(out, &heads, &mut text).map_err(|error| error.to_string())?;
            Ok(())
        })?;
        let offsets: BTreeMap<&Head, u64> = heads.iter().copied().zip(offsets).collect();
        let member = |found: &Found| Member {
            head: found.head.clone(),
            offset: offsets[&found.head],
            length: found.length,
        };
        let stamped = |(path, stamp, found): &(PathBuf, Option<Stamp>, Vec<Found>)| {
            Some((path.clone(), ((*stamp)?, found.iter().map(member).collect())))
        };
        Ok(self.files.iter().filter_map(stamped).collect())
    }
}

fn slice(file: &mut File, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpcc::report::SCHEMA;

    fn report(unit: &str) -> String {
        format!("{{ \"schema\": \"{SCHEMA}\", \"unit\": \"{unit}\" }}\n")
    }

    fn set(units: &[&str]) -> String {
        let texts: Vec<String> = units.iter().map(|unit| merge::compact(&report(unit))).collect();
        let totals = format!(
            "{{\"units\":{},\"failures\":0,\"regions\":0,\"rewritten\":0,\"accesses\":0,\
             \"uncoalesced_before\":0,\"uncoalesced_after\":0}}",
            units.len()
        );
        let units = texts.join(",\n");
        format!("{{\"schema\":\"{}\",\"units\":[\n{units}\n],\"summary\":{totals}}}\n", merge::SET)
    }

    #[test]
    fn files_folders_and_sets_join_sorted_and_once() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::create_dir(at("dir")).unwrap();
        fs::write(at("dir/z.json"), report("b.c")).unwrap();
        fs::write(at("dir/notes.txt"), "no report").unwrap();
        fs::write(at("set.json"), set(&["c.c", "b.c"])).unwrap();
        fs::write(at("a.json"), report("a.c")).unwrap();
        let inputs = ["set.json", "dir", "a.json"].map(at);
        assert_eq!(print(&inputs, Some(&at("out.json")), false), Ok(0));
        assert_eq!(fs::read_to_string(at("out.json")).unwrap(), set(&["a.c", "b.c", "c.c"]));
        assert!(!at("out.json.index").exists());
        fs::write(at("dir/other.json"), "{}").unwrap();
        assert!(print(&inputs, None, false).unwrap_err().contains("other.json' is no report"));
        assert!(print(&[at("absent")], None, false).unwrap_err().contains("cannot be read"));
    }

    #[test]
    fn a_second_merge_reads_what_changed_and_forgets_what_went() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        let (inputs, output) = ([root.path().to_owned()], at("all.json"));
        let merged = || {
            assert_eq!(print(&inputs, Some(&output), true), Ok(0));
            fs::read_to_string(&output).unwrap()
        };
        for unit in ["a", "b", "c"] {
            fs::write(at(&format!("{unit}.json")), report(&format!("{unit}.c"))).unwrap();
        }
        assert_eq!(merged(), set(&["a.c", "b.c", "c.c"]));
        let modified = fs::metadata(at("a.json")).unwrap().modified().unwrap();
        let unread = report("a.c").replace("unit", "tinu");
        fs::write(at("a.json"), unread).unwrap();
        File::options().write(true).open(at("a.json")).unwrap().set_modified(modified).unwrap();
        fs::remove_file(at("b.json")).unwrap();
        fs::write(at("c.json"), report("changed.c")).unwrap();
        fs::write(at("d.json"), report("d.c")).unwrap();
        assert_eq!(merged(), set(&["a.c", "changed.c", "d.c"]), "a.json was not read again");
        assert_eq!(merged(), set(&["a.c", "changed.c", "d.c"]));
        fs::write(&output, set(&["foreign.c"])).unwrap();
        assert!(print(&inputs, Some(&output), true).unwrap_err().contains("a.json' is no report"));
    }
}
