//! What was counted at each place of a program, in two files: numbers that are up to date however
//! the process ends, and the places.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use std::collections::BTreeMap;

use memmap2::MmapMut;

/// The most places; copies at further ones are counted together, at no place.
pub const MOST_PLACES: usize = 1 << 12;

/// The numbers of a row.
const NUMBERS: usize = 16;

/// The bytes of the file of numbers.
pub const FILE_BYTES: u64 = ((MOST_PLACES + 1) * NUMBERS * size_of::<u64>()) as u64;

/// The ends of the files' names.
const COUNTS: &str = "counts";
const PLACES: &str = "places";

/// Copies, or allocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Their number.
    pub number: u64,
    /// Their bytes in all.
    pub bytes: u64,
}

impl Sum {
    /// Adds one.
    pub(super) fn add(&mut self, bytes: u64) {
        self.number += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }

    fn join(&mut self, other: Sum) {
        self.number += other.number;
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// The copies from the host to devices, or from devices to the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// All of them.
    pub all: Sum,
    /// Those that brought the same again.
    pub again: Sum,
    /// The bytes of others that no kernel read, or wrote.
    pub unused: u64,
    /// The copies of which it is known what kernels read or wrote.
    pub watched: u64,
}

impl Way {
    /// Adds a copy.
    pub(super) fn add(&mut self, bytes: u64, is_same: bool, is_watched: bool) {
        self.all.add(bytes);
        if is_same {
            self.again.add(bytes);
        }
        self.watched += u64::from(is_watched);
    }

    /// The bytes that the program could have done without.
    pub fn unneeded(&self) -> u64 {
        self.again.bytes.saturating_add(self.unused)
    }

    /// The bytes of copies other than repetitions that no kernel read or wrote, if that is known of
    /// all.
    pub fn known_unused(&self) -> Option<u64> {
        (self.watched == self.all.number).then_some(self.unused)
    }

    /// Adds what was counted elsewhere.
    pub fn join(&mut self, other: &Way) {
        self.all.join(other.all);
        self.again.join(other.again);
        self.unused = self.unused.saturating_add(other.unused);
        self.watched += other.watched;
    }
}

/// What was counted at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Copies from the host to devices.
    pub to_device: Way,
    /// Copies from devices to the host.
    pub to_host: Way,
    /// Copies on devices.
    pub on_devices: Sum,
    /// Allocations on devices.
    pub allocations: Sum,
}

impl Row {
    /// Adds what was counted elsewhere.
    pub fn join(&mut self, other: &Row) {
        self.to_device.join(&other.to_device);
        self.to_host.join(&other.to_host);
        self.on_devices.join(other.on_devices);
        self.allocations.join(other.allocations);
    }

    fn numbers(&self) -> [u64; NUMBERS] {
        let way = |way: &Way| {
            [
                way.all.number,
                way.all.bytes,
                way.again.number,
                way.again.bytes,
                way.unused,
                way.watched,
            ]
        };
        let [a, b, c, d, e, f] = way(&self.to_device);
        let [g, h, i, j, k, l] = way(&self.to_host);
        let [on, allocated] = [self.on_devices, self.allocations];
        [a, b, c, d, e, f, g, h, i, j, k, l, on.number, on.bytes, allocated.number, allocated.bytes]
    }

    fn of(numbers: &[u64; NUMBERS]) -> Row {
        let sum = |at: usize| Sum { number: numbers[at], bytes: numbers[at + 1] };
        let way = |at: usize| Way {
            all: sum(at),
            again: sum(at + 2),
            unused: numbers[at + 4],
            watched: numbers[at + 5],
        };
        Row { to_device: way(0), to_host: way(6), on_devices: sum(12), allocations: sum(14) }
    }
}

/// What asked for a copy, in a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// The address behind a call; 0: not known.
    Code(u64),
    /// Where the place is that clang gave to a call: `;FILE;FUNCTION;LINE;COLUMN;;`.
    Source(u64),
}

/// The rows of a process. The first one is of no place.
pub struct Table {
    numbers: MmapMut,
    rows: BTreeMap<Key, usize>,
    describe: Box<dyn FnMut(Key) + Send>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl Table {
    /// A table in zeroed memory of [`FILE_BYTES`], which tells `describe` each place when it gets
    /// the next row.
    pub fn new(numbers: MmapMut, describe: impl FnMut(Key) + Send + 'static) -> Table {
        Table { numbers, rows: BTreeMap::new(), describe: Box::new(describe) }
    }

    /// The row of a place.
    pub(super) fn row(&mut self, place: Key) -> usize {
        if place == Key::Code(0) {
            return 0;
        }
        if let Some(row) = self.rows.get(&place) {
            return *row;
        }
        if self.rows.len() == MOST_PLACES {
            return 0;
        }
        let row = self.rows.len() + 1;
        self.rows.insert(place, row);
        (self.describe)(place);
        row
    }

    /// What was counted in a row.
    pub(super) fn get(&self, row: usize) -> Row {
        rows_of(&self.numbers).nth(row).unwrap_or_default()
    }

    /// Changes what was counted in a row.
    pub(super) fn change(&mut self, row: usize, change: impl FnOnce(&mut Row)) {
        let mut own = self.get(row);
        change(&mut own);
        let size = NUMBERS * size_of::<u64>();
        let bytes = own.numbers().map(u64::to_ne_bytes);
        if let Some(target) = self.numbers.get_mut(row * size..(row + 1) * size) {
            target.copy_from_slice(bytes.as_flattened());
        }
    }
}

fn rows_of(bytes: &[u8]) -> impl Iterator<Item = Row> {
    bytes.chunks_exact(NUMBERS * size_of::<u64>()).map(|bytes| {
        let mut numbers = [0; NUMBERS];
        for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
            *number = u64::from_ne_bytes(*bytes);
        }
        Row::of(&numbers)
    })
}

/// What asked for copies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// A place as clang writes it: `;FILE;FUNCTION;LINE;COLUMN;;`.
    Source(String),
    /// Code of the program or one of its libraries.
    Code {
        /// The file.
        object: PathBuf,
        /// The address behind the call, from where the file begins in memory.
        offset: u64,
    },
}

impl Site {
    /// Its line in a file of places.
    pub fn line(&self) -> String {
        match self {
            Site::Source(source) => format!("{source}\n"),
            Site::Code { object, offset } => format!("{offset:x} {}\n", object.display()),
        }
    }

    fn of(line: &str) -> Option<Site> {
        if line.starts_with(';') {
            return Some(Site::Source(line.to_owned()));
        }
        let (offset, object) = line.split_once(' ')?;
        let offset = u64::from_str_radix(offset, 16).ok()?;
        Some(Site::Code { object: object.into(), offset })
    }
}

/// The names of a new process's two files in a folder.
pub fn new_files(folder: &Path, process: u32) -> io::Result<[fs::File; 2]> {
    let mut options = fs::File::options();
    options.read(true).write(true).create_new(true);
    let mut number = 0;
    loop {
        let path = |end: &str| folder.join(format!("{process}.{number}.{end}"));
        match options.open(path(COUNTS)) {
            Ok(counts) => {
                counts.set_len(FILE_BYTES)?;
                return Ok([counts, options.open(path(PLACES))?]);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Writes the line of a place, at once.
pub fn write_site(file: &mut fs::File, site: Option<&Site>) {
    let line = site.map_or_else(|| "\n".to_owned(), Site::line);
    let _ = file.write_all(line.as_bytes());
}

/// What was counted at each site; without one where that is not known.
pub type Rows = Vec<(Option<Site>, Row)>;

/// What all processes wrote into a folder; nothing if there was none.
pub fn read(folder: &Path) -> io::Result<Option<Rows>> {
    let mut all: BTreeMap<Option<Site>, Row> = BTreeMap::new();
    let mut processes = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|end| end != COUNTS) {
            continue;
        }
        processes += 1;
        let places = fs::read(path.with_extension(PLACES)).unwrap_or_default();
        let places = String::from_utf8_lossy(&places).into_owned();
        let mut sites = places.lines().map(Site::of);
        for (row, number) in rows_of(&fs::read(&path)?).zip(0..) {
            let site = if number == 0 { None } else { sites.next().flatten() };
            if row != Row::default() {
                all.entry(site).or_default().join(&row);
            }
        }
    }
    Ok((processes > 0).then(|| all.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_processes_write_is_read_and_summed() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(read(folder.path()).expect("it is there"), None);
        let code = Site::Code { object: PathBuf::from("a program"), offset: 0x2f };
        let source = Site::Source(";a b.c;main;3;1;;".to_owned());
        for _ in 0..2 {
            let [counts, mut places] = new_files(folder.path(), 7).expect("new ones");
            drop(counts);
            write_site(&mut places, Some(&source));
            write_site(&mut places, Some(&code));
        }
        let mut row = Row::default();
        row.to_device.add(8, true, true);
        row.to_host.add(24, false, false);
        row.to_host.unused = 3;
        row.on_devices.add(5);
        row.allocations.add(9);
        for number in 0..2 {
            let mut table =
                Table::new(MmapMut::map_anon(FILE_BYTES as usize).expect("memory"), |_| {});
            for place in [77, 78] {
                let at = table.row(Key::Code(place));
                table.change(at, |own| *own = row);
            }
            table.change(0, |own| own.on_devices.add(1));
            fs::write(folder.path().join(format!("7.{number}.counts")), &table.numbers[..])
                .expect("written");
        }
        let all = read(folder.path()).expect("it is there").expect("two processes");
        let mut twice = row;
        twice.join(&row);
        assert_eq!(all[1..], [(Some(source), twice), (Some(code), twice)]);
        assert_eq!(all[0].1.on_devices, Sum { number: 2, bytes: 2 });
        assert_eq!((twice.to_host.all.bytes, twice.to_host.unneeded()), (48, 6));
        assert_eq!((twice.to_host.known_unused(), twice.to_device.known_unused()), (None, Some(0)));
    }

    #[test]
    fn further_places_are_counted_together() {
        let memory = MmapMut::map_anon(FILE_BYTES as usize).expect("memory");
        let mut table = Table::new(memory, |_| {});
        let rows: Vec<_> =
            (1..MOST_PLACES as u64 + 10).map(|place| table.row(Key::Code(place))).collect();
        assert_eq!((rows[0], rows[MOST_PLACES - 1], rows[MOST_PLACES]), (1, MOST_PLACES, 0));
        table.change(MOST_PLACES, |row| row.on_devices.add(6));
        assert_eq!(table.get(MOST_PLACES).on_devices.bytes, 6);
    }
}
