//! Any bytes are read as an ELF file of the simulated device; what reads is written as a file that reads to the same, with the local
//! symbols before the others, as ELF wants them.
#![no_main]

use warpsim::elf;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(header) = bytes.first_chunk() {
        let _ = elf::file_size(header);
    }
    let Ok(mut contents) = elf::read(bytes) else { return };
    contents.symbols.sort_by_key(|symbol| symbol.binding != elf::Binding::Local);
    for write in [elf::write_object, elf::write_image] {
        let Ok(file) = write(&contents) else { continue };
        assert_eq!(elf::read(&file).as_ref(), Ok(&contents));
    }
});
