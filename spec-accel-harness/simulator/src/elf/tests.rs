use object::LittleEndian;
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader, SectionHeader, Sym};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn binding() -> impl Strategy<Value = Binding> {
    prop_oneof![Just(Binding::Local), Just(Binding::Weak), Just(Binding::Global)]
}

/// A symbol that a file can say.
fn symbol() -> impl Strategy<Value = Symbol> {
    let parts =
        ("[a-zA-Z_$%][a-zA-Z0-9_$.]{0,30}", binding(), any::<u64>(), vec(any::<u8>(), 1..60));
    (parts, 0..5_u8).prop_map(|((name, binding, size, content), kind)| {
        let symbol = Symbol { name, binding, size, ..Symbol::default() };
        match kind {
            0 => Symbol { is_function: true, ..symbol },
            1 => Symbol { defined: true, is_function: true, ..symbol },
            2 => Symbol { defined: true, common: true, ..symbol },
            3 => Symbol { defined: true, size: content.len() as u64, content, ..symbol },
            _ => Symbol { defined: true, ..symbol },
        }
    })
}

fn contents() -> impl Strategy<Value = Contents> {
    (any::<u8>(), vec(vec(any::<u8>(), 0..200), 0..5), vec(symbol(), 0..12)).prop_map(
        |(architecture, texts, mut symbols)| {
            symbols.sort_by_key(|symbol| symbol.binding != Binding::Local);
            Contents { architecture, texts, symbols }
        },
    )
}

fn sample() -> Contents {
    let environment = |name: &str, content: Vec<u8>| Symbol {
        name: name.to_owned(),
        binding: Binding::Weak,
        defined: true,
        size: content.len() as u64,
        content,
        ..Symbol::default()
    };
    let needed = Symbol { name: "vprintf".to_owned(), is_function: true, ..Symbol::default() };
    Contents {
        architecture: 90,
        texts: vec![b".version 8.5".to_vec(), Vec::new()],
        symbols: vec![
            environment("k_kernel_environment", (1..=48).collect()),
            environment("l_kernel_environment", vec![7, 8, 9]),
            needed,
        ],
    }
}

fn image(contents: &Contents) -> Vec<u8> {
    write_image(contents).expect("these contents can be written")
}

proptest! {
    #[test]
    fn a_file_is_read_as_it_was_written(contents in contents()) {
        for bytes in [write_object(&contents), write_image(&contents)] {
            let bytes = bytes.expect("these contents can be written");
            prop_assert_eq!(read(&bytes), Ok(contents.clone()));
            let header = bytes.first_chunk().expect("a file has a header");
            prop_assert_eq!(file_size(header), Ok(bytes.len() as u64));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
    }

    #[test]
    fn changed_files_are_read_or_refused(
        contents in contents(),
        changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        kept in any::<prop::sample::Index>(),
    ) {
        let mut bytes = image(&contents);
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(read) = read(&bytes) {
            let copied: usize = read.symbols.iter().map(|s| s.name.len() + s.content.len()).sum();
            prop_assert!(copied <= bytes.len());
        }
        let kept = kept.index(bytes.len());
        let _ = super::read(&bytes[..kept]);
    }

    #[test]
    fn any_header_has_a_size_or_is_refused(rest in any::<[u8; 32]>(), more in any::<[u8; 12]>()) {
        let mut header = [0; HEADER_BYTES];
        header[..20].copy_from_slice(&image(&sample())[..20]);
        header[20..52].copy_from_slice(&rest);
        header[52..].copy_from_slice(&more);
        prop_assert!(!matches!(file_size(&header), Err(ElfError::NotElf | ElfError::NoPtx)));
    }
}

#[test]
fn every_shorter_file_is_refused() {
    let bytes = image(&sample());
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
}

/// What libomptarget does: it takes the bytes of a symbol from the file itself.
#[test]
fn the_bytes_of_a_symbol_are_where_the_host_looks() {
    let bytes = image(&sample());
    let header = FileHeader64::<LittleEndian>::parse(&bytes[..]).expect("it is ELF");
    assert_eq!(header.e_type(LittleEndian), elf::ET_EXEC);
    assert_eq!(header.e_machine(LittleEndian), elf::EM_CUDA);
    assert_eq!(header.e_flags(LittleEndian).0, 0x55a);
    let sections = header.sections(LittleEndian, &bytes[..]).expect("it has sections");
    let table =
        sections.symbols(LittleEndian, &bytes[..], elf::SHT_SYMTAB).expect("it has symbols");
    let mut found = Vec::new();
    for entry in table.iter().filter(|entry| entry.st_shndx(LittleEndian).index().is_some()) {
        let index = entry.st_shndx(LittleEndian).index().expect("it has a section");
        let section = sections
            .section(object::SectionIndex(usize::from(index)))
            .expect("the section is there");
        assert_eq!(section.sh_type(LittleEndian), elf::SHT_PROGBITS);
        let start = section.sh_offset(LittleEndian) - section.sh_addr(LittleEndian)
            + entry.st_value(LittleEndian);
        let end = start + entry.st_size(LittleEndian);
        found.push(&bytes[start as usize..end as usize]);
    }
    let symbols = sample().symbols;
    let wanted: Vec<&[u8]> = symbols.iter().filter(|s| s.defined).map(|s| &s.content[..]).collect();
    assert_eq!(found, wanted);
}

#[test]
fn an_object_is_relocatable() {
    let bytes = write_object(&sample()).expect("these contents can be written");
    let header = FileHeader64::<LittleEndian>::parse(&bytes[..]).expect("it is ELF");
    assert_eq!(header.e_type(LittleEndian), elf::ET_REL);
}

#[test]
fn a_file_without_texts_comes_from_another_ptxas() {
    let mut bytes = image(&sample());
    let name = PTX_SECTION.as_bytes();
    let at = bytes.windows(name.len()).rposition(|window| window == name);
    bytes[at.expect("the name is there") + 1] = b'n';
    let error = read(&bytes).expect_err("there are no texts");
    assert_eq!(error, ElfError::NoPtx);
    let message = error.to_string();
    assert!(message.contains("linked with NVIDIA's ptxas and holds no PTX"), "{message}");
    assert!(message.contains("warpsim toolkit") && !message.contains('\n'), "{message}");
}

#[test]
fn files_for_other_machines_are_refused() {
    let mut bytes = image(&sample());
    bytes[18..20].copy_from_slice(&elf::EM_X86_64.0.to_le_bytes());
    assert_eq!(read(&bytes), Err(ElfError::OtherMachine(62)));
    let mut bytes = image(&sample());
    bytes[4] = elf::ELFCLASS32.0;
    assert_eq!(read(&bytes), Err(ElfError::NotElf));
    assert_eq!(read(b"!<arch>\n"), Err(ElfError::NotElf));
}

/// Thousands of symbols that all have the same long name would take much more memory than their file.
#[test]
fn a_small_file_does_not_become_large() {
    let long = "n".repeat(10_000);
    let symbol = |name: &str| Symbol { name: name.to_owned(), ..Symbol::default() };
    let symbols = (0..2_000).map(|_| symbol(&long)).collect();
    let bytes = image(&Contents { symbols, ..sample() });
    assert!(bytes.len() < 100_000, "equal names are stored once");
    let error = read(&bytes).expect_err("20 MB of names");
    assert_eq!(error, malformed("its symbols are longer than the file"));
}

#[test]
fn a_text_longer_than_its_section_is_refused() {
    let contents = Contents { texts: vec![b"0123456789".to_vec()], ..sample() };
    let mut bytes = image(&contents);
    let length = 10_u64.to_le_bytes();
    let at = bytes.windows(18).position(|window| window[..8] == length && window[8] == b'0');
    let at = at.expect("the length is there");
    bytes[at..at + 8].copy_from_slice(&11_u64.to_le_bytes());
    assert_eq!(read(&bytes), Err(malformed("a text ends behind its section")));
    bytes[at..at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert_eq!(read(&bytes), Err(malformed("a text ends behind its section")));
    bytes[at..at + 8].copy_from_slice(&9_u64.to_le_bytes());
    assert_eq!(read(&bytes), Err(malformed("half a length of a text")));
}

#[test]
fn what_no_file_can_say_is_not_written() {
    let good = sample().symbols.remove(0);
    for bad in [
        Symbol { name: "a\0b".to_owned(), ..Symbol::default() },
        Symbol { common: true, ..Symbol::default() },
        Symbol { defined: false, ..good.clone() },
        Symbol { size: 47, ..good },
    ] {
        let contents = Contents { symbols: vec![bad.clone()], ..sample() };
        assert!(write_object(&contents).is_err(), "{bad:?}");
    }
}

fn malformed(detail: &str) -> ElfError {
    ElfError::Malformed(detail.to_owned())
}
