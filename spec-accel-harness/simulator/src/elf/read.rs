//! Reads the ELF files of the device. The bytes may be anything.

use object::LittleEndian;
use object::elf::{self, FileHeader64, Sym64};
use object::read::elf::{FileHeader, SectionHeader, SectionTable, Sym};

use super::{Binding, CONTENT_SECTION, Contents, ElfError, PTX_SECTION, Symbol};

type Header = FileHeader64<LittleEndian>;
type Sections<'data> = SectionTable<'data, Header>;

/// The size of an ELF file's header, in bytes.
pub const HEADER_BYTES: usize = size_of::<Header>();

/// The size in bytes of a file that starts with this header: tables of headers are its last parts.
///
/// The driver is given an address only. What it says holds for files of [`write_image`](super::write_image) and of nvlink.
pub fn file_size(header: &[u8; HEADER_BYTES]) -> Result<u64, ElfError> {
    let header = parse_header(header)?;
    let end = |start: u64, count: u16, bytes: u16| {
        start
            .checked_add(u64::from(count) * u64::from(bytes))
            .ok_or_else(|| malformed("a table of headers ends outside of the address space"))
    };
    let sections = end(
        header.e_shoff(LittleEndian),
        header.e_shnum(LittleEndian),
        header.e_shentsize(LittleEndian),
    )?;
    let segments = end(
        header.e_phoff(LittleEndian),
        header.e_phnum(LittleEndian),
        header.e_phentsize(LittleEndian),
    )?;
    Ok(sections.max(segments).max(HEADER_BYTES as u64))
}

/// Reads a file that [`write_object`](super::write_object) or [`write_image`](super::write_image) wrote.
///
/// The result is at most a small multiple of the file's size, whatever the bytes are.
pub fn read(bytes: &[u8]) -> Result<Contents, ElfError> {
    let header = parse_header(bytes)?;
    let sections = header.sections(LittleEndian, bytes).map_err(damage)?;
    let (_, texts) =
        sections.section_by_name(LittleEndian, PTX_SECTION.as_bytes()).ok_or(ElfError::NoPtx)?;
    let texts = texts.data(LittleEndian, bytes).map_err(damage)?;
    Ok(Contents {
        architecture: header.e_flags(LittleEndian).0.to_le_bytes()[0],
        texts: split_texts(texts)?,
        symbols: read_symbols(bytes, &sections)?,
    })
}

fn parse_header(bytes: &[u8]) -> Result<&Header, ElfError> {
    let header = Header::parse(bytes).map_err(|_| ElfError::NotElf)?;
    if !header.is_little_endian() || !header.is_class_64() {
        return Err(ElfError::NotElf);
    }
    match header.e_machine(LittleEndian) {
        elf::EM_CUDA => Ok(header),
        other => Err(ElfError::OtherMachine(other.0)),
    }
}

fn malformed(detail: &str) -> ElfError {
    ElfError::Malformed(detail.to_owned())
}

/// What the crate `object` says about a damaged file.
fn damage(error: object::read::Error) -> ElfError {
    ElfError::Malformed(error.to_string())
}

fn split_texts(mut section: &[u8]) -> Result<Vec<Vec<u8>>, ElfError> {
    let mut texts = Vec::new();
    while !section.is_empty() {
        let (length, rest) =
            section.split_first_chunk::<8>().ok_or_else(|| malformed("half a length of a text"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let (text, rest) = rest
            .split_at_checked(length)
            .ok_or_else(|| malformed("a text ends behind its section"))?;
        texts.push(text.to_vec());
        section = rest;
    }
    Ok(texts)
}

/// Copies names and bytes of symbols. Many symbols of a hostile file may share one long name: all that is copied must be no
/// longer than the file. Ours always are shorter, because each name stands in a text as well.
struct Copier {
    left: usize,
}

impl Copier {
    fn copy(&mut self, bytes: &[u8]) -> Result<Vec<u8>, ElfError> {
        self.left = self
            .left
            .checked_sub(bytes.len())
            .ok_or_else(|| malformed("its symbols are longer than the file"))?;
        Ok(bytes.to_vec())
    }
}

fn read_symbols(bytes: &[u8], sections: &Sections<'_>) -> Result<Vec<Symbol>, ElfError> {
    let table = sections.symbols(LittleEndian, bytes, elf::SHT_SYMTAB).map_err(damage)?;
    let content = match sections.section_by_name(LittleEndian, CONTENT_SECTION.as_bytes()) {
        Some((index, section)) => Some((index, section.data(LittleEndian, bytes).map_err(damage)?)),
        None => None,
    };
    let mut copier = Copier { left: bytes.len() };
    let mut symbols = Vec::new();
    // The first entry stands for no symbol.
    for (index, entry) in table.enumerate().skip(1) {
        let name = table.symbol_name(LittleEndian, entry).map_err(damage)?;
        let name = String::from_utf8(copier.copy(name)?)
            .map_err(|_| malformed("the name of a symbol is not UTF-8"))?;
        let section = table.symbol_section(LittleEndian, entry, index).map_err(damage)?;
        let content = match content {
            Some((index, data)) if section == Some(index) => {
                copier.copy(content_of(entry, data)?)?
            }
            _ => Vec::new(),
        };
        symbols.push(symbol(entry, name, content)?);
    }
    Ok(symbols)
}

/// The bytes of a symbol that lies in the section of contents.
fn content_of<'data>(
    entry: &Sym64<LittleEndian>,
    section: &'data [u8],
) -> Result<&'data [u8], ElfError> {
    let start = usize::try_from(entry.st_value(LittleEndian)).unwrap_or(usize::MAX);
    let bytes = usize::try_from(entry.st_size(LittleEndian)).unwrap_or(usize::MAX);
    section
        .get(start..)
        .and_then(|rest| rest.get(..bytes))
        .ok_or_else(|| malformed("a symbol ends behind its section"))
}

fn symbol(entry: &Sym64<LittleEndian>, name: String, content: Vec<u8>) -> Result<Symbol, ElfError> {
    let binding = match entry.st_bind() {
        elf::STB_LOCAL => Binding::Local,
        elf::STB_WEAK => Binding::Weak,
        elf::STB_GLOBAL => Binding::Global,
        other => return Err(malformed(&format!("a symbol has the unknown binding {}", other.0))),
    };
    Ok(Symbol {
        name,
        binding,
        defined: !entry.is_undefined(LittleEndian),
        common: entry.is_common(LittleEndian),
        is_function: entry.st_type() == elf::STT_FUNC,
        size: entry.st_size(LittleEndian),
        content,
    })
}
