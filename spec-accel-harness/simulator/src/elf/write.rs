//! Writes the ELF files of the device.
//!
//! The host's runtime library (libomptarget 19) takes an image only if its flags have the bit for 64-bit addresses and the
//! architecture in their low byte. It needs no program headers.

use object::Endianness;
use object::elf;
use object::write::StringId;
use object::write::elf::{FileHeader, SectionHeader, SinglePhaseWriter, Sym, Writer};

use super::{Binding, CONTENT_SECTION, Contents, ElfError, PTX_SECTION, Symbol};

/// The flags that NVIDIA's files have beside the architecture: ABI 7's bits for 64-bit addresses.
const FLAGS: u32 = 0x500;

/// The number of the section of contents, which follows from the order in [`Layout::write_sections`].
const CONTENT_INDEX: u32 = 2;

/// How the bytes of a symbol are aligned in the file: as a struct with addresses.
const CONTENT_ALIGNMENT: u64 = 8;

/// The bytes of a relocatable file, as `ptxas -c` leaves it.
pub fn write_object(contents: &Contents) -> Result<Vec<u8>, ElfError> {
    write(contents, elf::ET_REL)
}

/// The bytes of a linked image, as nvlink leaves it.
pub fn write_image(contents: &Contents) -> Result<Vec<u8>, ElfError> {
    write(contents, elf::ET_EXEC)
}

fn write(contents: &Contents, kind: elf::FileType) -> Result<Vec<u8>, ElfError> {
    contents.symbols.iter().try_for_each(check)?;
    let failed = |error: object::write::Error| ElfError::Malformed(error.to_string());
    let mut bytes = Vec::new();
    let mut header = Vec::new();
    let mut writer = Writer::new_single_phase(Endianness::Little, true, &mut bytes);
    writer.write_file_header(&file_header(contents, kind)).map_err(failed)?;
    let layout = Layout::write_data(&mut writer, contents).map_err(failed)?;
    layout.write_sections(&mut writer);
    writer.write_file_header_to(&mut header).map_err(failed)?;
    bytes[..header.len()].copy_from_slice(&header);
    Ok(bytes)
}

/// Refuses what the tables of an ELF file cannot say.
fn check(symbol: &Symbol) -> Result<(), ElfError> {
    let refused = |why: &str| Err(ElfError::Malformed(format!("symbol {:?}: {why}", symbol.name)));
    if symbol.name.contains('\0') {
        return refused("its name has a zero byte");
    }
    if symbol.common && !symbol.defined {
        return refused("it is common and not defined");
    }
    let may_have_content = symbol.defined && !symbol.common;
    let right_size = may_have_content && symbol.content.len() as u64 == symbol.size;
    if !symbol.content.is_empty() && !right_size {
        return refused("its bytes are not those of a variable of this size");
    }
    Ok(())
}

fn file_header(contents: &Contents, kind: elf::FileType) -> FileHeader {
    FileHeader {
        os_abi: elf::ELFOSABI_NONE,
        abi_version: 0,
        e_type: kind,
        e_machine: elf::EM_CUDA,
        e_entry: 0,
        e_flags: elf::FileFlags(FLAGS | u32::from(contents.architecture)),
    }
}

/// Where the data of the sections lie, before their headers are written.
struct Layout {
    texts: SectionHeader,
    content: SectionHeader,
    texts_name: StringId,
    content_name: StringId,
    locals: u32,
}

impl Layout {
    fn write_data<'a>(
        writer: &mut SinglePhaseWriter<'a>,
        contents: &'a Contents,
    ) -> Result<Layout, object::write::Error> {
        let texts = write_texts(writer, &contents.texts);
        let mut symbols: Vec<&Symbol> = contents.symbols.iter().collect();
        symbols.sort_by_key(|symbol| symbol.binding != Binding::Local);
        let content = write_content(writer, &symbols);
        let names: Vec<StringId> =
            symbols.iter().map(|symbol| writer.add_string(symbol.name.as_bytes())).collect();
        if !symbols.is_empty() {
            writer.write_strtab()?;
            write_symbols(writer, &symbols, &names);
        }
        let locals = symbols.iter().filter(|symbol| symbol.binding == Binding::Local).count();
        let texts_name = writer.add_section_name(PTX_SECTION.as_bytes());
        let content_name = writer.add_section_name(CONTENT_SECTION.as_bytes());
        writer.write_shstrtab()?;
        // The symbol of number 0, which every table has, is local.
        Ok(Layout { texts, content, texts_name, content_name, locals: locals as u32 + 1 })
    }

    fn write_sections(self, writer: &mut SinglePhaseWriter<'_>) {
        writer.write_null_section_header();
        let name = writer.section_name_offset(Some(self.texts_name));
        writer.write_section_header(&SectionHeader { sh_name: name, ..self.texts });
        let name = writer.section_name_offset(Some(self.content_name));
        let index = writer.write_section_header(&SectionHeader { sh_name: name, ..self.content });
        debug_assert_eq!(index.0, CONTENT_INDEX);
        writer.write_strtab_section_header();
        writer.write_symtab_section_header(self.locals);
        writer.write_shstrtab_section_header();
    }
}

fn write_texts(writer: &mut SinglePhaseWriter<'_>, texts: &[Vec<u8>]) -> SectionHeader {
    let start = writer.offset();
    for text in texts {
        writer.write(&(text.len() as u64).to_le_bytes());
        writer.write(text);
    }
    data_section(start, writer.offset(), 1)
}

fn write_content(writer: &mut SinglePhaseWriter<'_>, symbols: &[&Symbol]) -> SectionHeader {
    let start = writer.write_align(CONTENT_ALIGNMENT);
    for symbol in symbols {
        writer.write_align(CONTENT_ALIGNMENT);
        writer.write(&symbol.content);
    }
    let end = writer.offset();
    SectionHeader { sh_flags: elf::SHF_ALLOC, ..data_section(start, end, CONTENT_ALIGNMENT) }
}

fn data_section(start: u64, end: u64, alignment: u64) -> SectionHeader {
    SectionHeader {
        sh_name: 0,
        sh_type: elf::SHT_PROGBITS,
        sh_flags: elf::SectionFlags(0),
        sh_addr: 0,
        sh_offset: start,
        sh_size: end - start,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: alignment,
        sh_entsize: 0,
    }
}

fn write_symbols(writer: &mut SinglePhaseWriter<'_>, symbols: &[&Symbol], names: &[StringId]) {
    writer.write_null_symbol();
    let mut value = 0_u64;
    for (symbol, name) in symbols.iter().zip(names) {
        let entry = entry(symbol, writer.string_offset(Some(*name)), value);
        writer.write_symbol(&entry);
        value += (symbol.content.len() as u64).next_multiple_of(CONTENT_ALIGNMENT);
    }
}

/// The entry of a symbol. A definition without bytes of its own is absolute: the file holds no code and no data for it.
fn entry(symbol: &Symbol, name: u32, value: u64) -> Sym {
    let binding = match symbol.binding {
        Binding::Local => elf::STB_LOCAL,
        Binding::Weak => elf::STB_WEAK,
        Binding::Global => elf::STB_GLOBAL,
    };
    let kind = if symbol.is_function { elf::STT_FUNC } else { elf::STT_OBJECT };
    let has_content = !symbol.content.is_empty();
    let place = match (symbol.defined, symbol.common) {
        (false, _) => elf::SHN_UNDEF,
        (true, true) => elf::SHN_COMMON,
        (true, false) => elf::SHN_ABS,
    };
    Sym {
        section: has_content.then_some(CONTENT_INDEX),
        st_name: name,
        st_info: elf::SymbolInfo::new(binding, kind),
        st_other: elf::SymbolOther(0),
        st_shndx: place,
        st_value: if has_content { value } else { 0 },
        st_size: symbol.size,
    }
}
