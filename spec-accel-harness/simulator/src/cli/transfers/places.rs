//! Places of a program, from its debug information or its symbols.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use addr2line::gimli::{self, EndianSlice, LittleEndian};
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSegment, ObjectSymbol};
use serde::Serialize;
use warpsim::tool::table::Site;

/// The bytes of a page: a file's first segment begins at a multiple of it in memory.
const PAGE: u64 = 4096;

/// A place of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Place {
    /// The source file, where the program has lines.
    pub(super) file: Option<String>,
    pub(super) line: Option<u32>,
    /// The function, if its name is known.
    pub(super) function: Option<String>,
    /// Where the program has no lines: the place in the function, or in the program's file.
    pub(super) offset: Option<u64>,
    /// Where the program has no lines: its file.
    pub(super) object: Option<String>,
}

/// The places of sites; files are read once.
pub(super) fn of(sites: &[Site]) -> BTreeMap<Site, Place> {
    let mut all = BTreeMap::new();
    let mut objects: BTreeMap<&Path, Vec<u64>> = BTreeMap::new();
    for site in sites {
        match site {
            Site::Code { object, offset } => objects.entry(object).or_default().push(*offset),
            Site::Source(source) => {
                all.insert(site.clone(), in_words(source).unwrap_or_default());
            }
        }
    }
    for (object, offsets) in objects {
        let bytes = fs::read(object).unwrap_or_default();
        let places = in_file(&bytes, &offsets);
        for (number, offset) in offsets.into_iter().enumerate() {
            let known = places.as_ref().and_then(|places| places.get(number).cloned());
            let place = known.unwrap_or_else(|| offset_only(offset));
            let name = place.line.is_none().then(|| object.display().to_string());
            let site = Site::Code { object: object.to_owned(), offset };
            all.insert(site, Place { object: name, ..place });
        }
    }
    all
}

/// The place in clang's words: `;FILE;FUNCTION;LINE;COLUMN;;`.
fn in_words(source: &str) -> Option<Place> {
    let mut parts = source.strip_prefix(';')?.strip_suffix(";;")?.rsplitn(4, ';').skip(1);
    let line = parts.next()?.parse().ok()?;
    let (function, file) = (parts.next()?, parts.next()?);
    let (line, function) = (Some(line), Some(function.to_owned()));
    Some(Place { file: Some(seen_from_here(file)), line, function, ..Place::default() })
}

/// A file's name, as seen from the folder of this process.
fn seen_from_here(file: &str) -> String {
    let folder = std::env::current_dir().unwrap_or_default();
    let path = Path::new(file);
    path.strip_prefix(&folder).unwrap_or(path).display().to_string()
}

/// The places in a file; nothing if it cannot be read.
fn in_file(bytes: &[u8], offsets: &[u64]) -> Option<Vec<Place>> {
    let file = ElfFile64::<Endianness>::parse(bytes).ok()?;
    let first = file.segments().map(|segment| segment.address()).min()? / PAGE * PAGE;
    let section = |id: gimli::SectionId| -> Result<Cow<'_, [u8]>, gimli::Error> {
        let section = file.section_by_name(id.name());
        let data = section.and_then(|section| section.uncompressed_data().ok());
        Ok(data.unwrap_or_default())
    };
    let sections = gimli::DwarfSections::load(section).ok()?;
    let dwarf = sections.borrow(|section| EndianSlice::new(section, LittleEndian));
    let context = addr2line::Context::from_dwarf(dwarf).ok();
    let place = |offset: u64| {
        // A return address may be that of the next line: the call is before it.
        let address = first.wrapping_add(offset);
        let line = context.as_ref().and_then(|context| by_line(context, address.wrapping_sub(1)));
        line.or_else(|| by_symbol(&file, address))
    };
    Some(offsets.iter().map(|at| place(*at).unwrap_or_else(|| offset_only(*at))).collect())
}

fn offset_only(offset: u64) -> Place {
    Place { offset: Some(offset), ..Place::default() }
}

type Lines<'a> = addr2line::Context<EndianSlice<'a, LittleEndian>>;

/// The innermost function that has a line there.
fn by_line(context: &Lines, address: u64) -> Option<Place> {
    let mut frames = context.find_frames(address).skip_all_loads().ok()?;
    while let Ok(Some(frame)) = frames.next() {
        let location = frame.location.and_then(|at| Some((at.file?.to_owned(), at.line?)));
        let Some((file, line)) = location.filter(|(_, line)| *line > 0) else { continue };
        let function = frame.function.and_then(|name| Some(name.demangle().ok()?.into_owned()));
        let file = seen_from_here(&file);
        return Some(Place { file: Some(file), line: Some(line), function, ..Place::default() });
    }
    None
}

/// The function whose symbol is the last one before an address.
fn by_symbol(file: &ElfFile64<Endianness>, address: u64) -> Option<Place> {
    let all = file.symbols().chain(file.dynamic_symbols());
    let functions = all.filter(|symbol| symbol.kind() == object::SymbolKind::Text);
    let before = functions.filter(|symbol| symbol.is_definition() && symbol.address() < address);
    let own = before.max_by_key(ObjectSymbol::address)?;
    let name = addr2line::demangle_auto(Cow::Borrowed(own.name().ok()?), None).into_owned();
    let offset = Some(address - own.address());
    Some(Place { function: Some(name), offset, ..Place::default() })
}
