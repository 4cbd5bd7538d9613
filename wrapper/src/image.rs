//! Device images in a linked program, and which of them libomptarget loads.
//!
//! clang wraps the images in "offload binaries" and links these into the section `.llvm.offloading`
//! (`llvm/include/llvm/Object/OffloadBinary.h`). An image for NVIDIA GPUs is an ELF file of its own, whose
//! header tells what it was made for. All numbers are little-endian.

use std::fs::File;
use std::ops::RangeInclusive;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The section of a program that holds its images, as its name stands in the table of names.
const SECTION: &[u8; 17] = b".llvm.offloading\0";
/// How an offload binary begins.
const MAGIC: [u8; 4] = [0x10, 0xff, 0x10, 0xad];
/// `e_machine` of NVIDIA's files.
const CUDA: u16 = 190;
/// `e_flags`: addresses have 64 bits. ELF ABI 8, which CUDA 13 writes, has it elsewhere.
const WIDE: u32 = 0x400;
/// Versions of LLVM whose libomptarget looks at the flags as [`Image::rejected_by`] says: `checkMachineImpl`
/// in `Utils/ELF.cpp` of its plugins. Version 21 learned of ABI 8 between two of its releases.
const KNOWN: RangeInclusive<u32> = 18..=20;
/// The architectures that these versions take.
const ARCHITECTURES: RangeInclusive<u32> = 35..=90;

/// An image for NVIDIA GPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    /// The architecture that clang was asked for: `sm_90`.
    pub(crate) arch: String,
    /// `EI_ABIVERSION`: 7 as ptxas 12 writes it for architectures up to `sm_90`, 8 as ptxas 13 does.
    pub(crate) abi: u8,
    /// `e_flags`.
    pub(crate) flags: u32,
}

impl Image {
    /// Why libomptarget of LLVM `major` does not load the image; `None` where it does, and where nothing is
    /// known about that version.
    pub(crate) fn rejected_by(&self, major: u32) -> Option<String> {
        let architecture = self.flags & 0xff;
        if !known(major) {
            return None;
        }
        let Self { arch, abi, flags } = self;
        if flags & WIDE == 0 || !ARCHITECTURES.contains(&architecture) {
            return Some(format!("{arch}, ELF ABI {abi}, flags {flags:#x}"));
        }
        None
    }
}

/// Whether it is known which images libomptarget of LLVM `major` loads.
pub(crate) fn known(major: u32) -> bool {
    KNOWN.contains(&major)
}

/// The images for NVIDIA GPUs in the program or shared library at `path`, or why they cannot be told.
pub(crate) fn images(path: &Path) -> Result<Vec<Image>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let sections = sections(&file).ok_or("no 64-bit ELF program")?;
    let mut all = Vec::new();
    for section in sections {
        all.extend(binaries(&file, section).ok_or("its device images are damaged")?);
    }
    Ok(all)
}

/// Whether a file is an object that a link makes a part of a program, with images for devices in it.
pub(crate) fn is_object_with_images(path: &Path) -> bool {
    const RELOCATABLE: u16 = 1;
    let found = || {
        let file = File::open(path).ok()?;
        let header = bytes::<64>(&file, 0).filter(is_elf)?;
        half(&header, 16).filter(|kind| *kind == RELOCATABLE)?;
        named(&file, &header)
    };
    found().is_some_and(|sections| !sections.is_empty())
}

/// A part of a file: where it begins and ends, in bytes.
type Part = (u64, u64);

/// `N` bytes of the file, or nothing where it is shorter.
fn bytes<const N: usize>(file: &File, at: u64) -> Option<[u8; N]> {
    let mut buffer = [0; N];
    file.read_exact_at(&mut buffer, at).ok()?;
    Some(buffer)
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// Whether a header is that of a 64-bit little-endian ELF file.
fn is_elf(header: &[u8; 64]) -> bool {
    header.starts_with(b"\x7fELF\x02\x01")
}

/// The sections with images; `None` for what is no program and no shared library.
fn sections(file: &File) -> Option<Vec<Part>> {
    let header = bytes::<64>(file, 0).filter(is_elf)?;
    half(&header, 16).filter(|kind| matches!(kind, 2 | 3))?;
    named(file, &header)
}

/// The sections of a file that are called as those with images are.
fn named(file: &File, header: &[u8; 64]) -> Option<Vec<Part>> {
    let (count, names) = (half(header, 60)?, usize::from(half(header, 62)?));
    if count == 0 {
        return Some(Vec::new());
    }
    half(header, 58).filter(|size| *size == 64)?;
    let table = whole(file, long(header, 40)?, u64::from(count) * 64)?;
    let place = |section: &[u8]| Some((long(section, 24)?, long(section, 32)?));
    let (start, size) = table.chunks_exact(64).nth(names).and_then(place)?;
    let names = whole(file, start, size)?;
    let mut found = Vec::new();
    for section in table.chunks_exact(64) {
        let name = names.get(word(section, 0)? as usize..)?;
        if name.starts_with(SECTION) {
            let (start, size) = place(section)?;
            found.push((start, start.checked_add(size)?));
        }
    }
    Some(found)
}

/// So many bytes of the file, or nothing where it is shorter.
fn whole(file: &File, at: u64, size: u64) -> Option<Vec<u8>> {
    let end = at.checked_add(size)?;
    let length = file.metadata().ok()?.len();
    let mut buffer = vec![0; usize::try_from(size).ok().filter(|_| end <= length)?];
    file.read_exact_at(&mut buffer, at).ok()?;
    Some(buffer)
}

/// The images for NVIDIA GPUs in one section, which is a row of offload binaries on multiples of 8 bytes.
fn binaries(file: &File, (mut at, end): Part) -> Option<Vec<Image>> {
    let mut images = Vec::new();
    while at < end {
        let header = bytes::<32>(file, at).filter(|header| header.starts_with(&MAGIC))?;
        let size = long(&header, 8).filter(|size| *size >= 32)?;
        let entry = bytes::<40>(file, at.checked_add(long(&header, 16)?)?)?;
        add_image(file, at, &entry, &mut images)?;
        at = at.checked_add(size)?.checked_next_multiple_of(8)?;
    }
    Some(images)
}

/// Adds the image of one offload binary, unless it is for another device; nothing where the file is damaged.
fn add_image(file: &File, binary: u64, entry: &[u8; 40], images: &mut Vec<Image>) -> Option<()> {
    if long(entry, 32)? >= 64 {
        let header = bytes::<64>(file, binary.checked_add(long(entry, 24)?)?)?;
        if is_elf(&header) && half(&header, 18)? == CUDA {
            let arch = architecture(file, binary, entry)?;
            images.push(Image { arch, abi: header[8], flags: word(&header, 48)? });
        }
    }
    Some(())
}

/// The value of the string `arch` of an offload binary; empty where it has none.
fn architecture(file: &File, binary: u64, entry: &[u8; 40]) -> Option<String> {
    let (strings, count) = (binary.checked_add(long(entry, 8)?)?, long(entry, 16)?);
    for index in 0..count.min(16) {
        let pair = bytes::<16>(file, strings.checked_add(index * 16)?)?;
        if text(file, binary.checked_add(long(&pair, 0)?)?) == "arch" {
            return Some(text(file, binary.checked_add(long(&pair, 8)?)?));
        }
    }
    Some(String::new())
}

/// At most 32 bytes up to a zero byte.
fn text(file: &File, at: u64) -> String {
    let mut buffer = [0; 32];
    let length = file.read_at(&mut buffer, at).unwrap_or(0);
    let text = buffer[..length].split(|byte| *byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A shared library's file with one offload binary for each image header.
    fn program(images: &[[u8; 64]]) -> Vec<u8> {
        let binaries: Vec<u8> = images.iter().flat_map(binary).collect();
        let start = 64;
        let names = start + binaries.len();
        let table = names + 32;
        let mut file = vec![0; 64];
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        put(&mut file, 16, &3_u16.to_le_bytes());
        put(&mut file, 40, &(table as u64).to_le_bytes());
        for (at, value) in [(58, 64_u16), (60, 2), (62, 0)] {
            put(&mut file, at, &value.to_le_bytes());
        }
        file.extend(&binaries);
        file.extend(b"\0.llvm.offloading\0");
        file.resize(table, 0);
        for (name, at, size) in [(0_u32, names, 32), (1, start, binaries.len())] {
            let mut section = [0; 64];
            put(&mut section, 0, &name.to_le_bytes());
            put(&mut section, 24, &(at as u64).to_le_bytes());
            put(&mut section, 32, &(size as u64).to_le_bytes());
            file.extend(section);
        }
        file
    }

    fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
        bytes[at..at + value.len()].copy_from_slice(value);
    }

    /// The offload binary of an image: its header, its entry, one string, the image.
    fn binary(image: &[u8; 64]) -> Vec<u8> {
        let mut bytes = vec![0; 32 + 40 + 16 + 16];
        bytes[..4].copy_from_slice(&MAGIC);
        let whole = (bytes.len() + image.len()) as u64;
        for (at, value) in [(8, whole), (16, 32), (24, 40)] {
            put(&mut bytes, at, &value.to_le_bytes());
        }
        for (at, value) in [(8, 72_u64), (16, 1), (24, 104), (32, 64)] {
            put(&mut bytes, 32 + at, &value.to_le_bytes());
        }
        put(&mut bytes, 72, &88_u64.to_le_bytes());
        put(&mut bytes, 80, &93_u64.to_le_bytes());
        put(&mut bytes, 88, b"arch\0sm_90\0");
        bytes.extend(image);
        bytes
    }

    /// The header of a device's ELF file.
    fn header(machine: u16, abi: u8, flags: u32) -> [u8; 64] {
        let mut header = [0; 64];
        put(&mut header, 0, b"\x7fELF\x02\x01\x01\x33");
        header[8] = abi;
        put(&mut header, 18, &machine.to_le_bytes());
        put(&mut header, 48, &flags.to_le_bytes());
        header
    }

    fn read(bytes: &[u8]) -> Result<Vec<Image>, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        images(file.path())
    }

    #[test]
    fn the_flags_of_ptxas_12_are_taken_and_those_of_ptxas_13_are_not() {
        let both = [header(CUDA, 7, 0x005a_055a), header(CUDA, 8, 0x0600_5a04)];
        let found = read(&program(&both)).unwrap();
        assert_eq!(found.iter().map(|image| image.abi).collect::<Vec<_>>(), [7, 8]);
        assert!(found.iter().all(|image| image.arch == "sm_90"));
        for major in KNOWN {
            assert_eq!(found[0].rejected_by(major), None);
            let why = "sm_90, ELF ABI 8, flags 0x6005a04".to_string();
            assert_eq!(found[1].rejected_by(major), Some(why));
        }
        assert_eq!(found[1].rejected_by(21), None, "some of its releases take it");
    }

    /// In ABI 8 the architecture stands a byte further up, where bits of some look like the one for wide
    /// addresses.
    #[test]
    fn no_architecture_of_abi_8_passes_for_one_of_abi_7() {
        for architecture in 0..=0xff_u32 {
            let image = |flags| Image { arch: String::new(), abi: 8, flags };
            let flags = 0x0600_0004 | (architecture << 8);
            assert!(image(flags).rejected_by(19).is_some(), "{flags:#x}");
        }
        let image = |sm: u32| Image { arch: String::new(), abi: 7, flags: 0x500 | sm };
        let taken: Vec<u32> =
            (0..=0xff).filter(|sm| image(*sm).rejected_by(19).is_none()).collect();
        assert_eq!(taken, (35..=90).collect::<Vec<u32>>());
    }

    #[test]
    fn images_for_other_devices_are_passed_over() {
        let found = read(&program(&[header(62, 0, 0), header(CUDA, 7, 0x005a_055a)])).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(read(&program(&[])), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_program_or_is_cut_off_is_an_error_or_holds_less() {
        let whole = program(&[header(CUDA, 8, 0x0600_5a04)]);
        let found = read(&whole).unwrap();
        for length in 0..whole.len() {
            let cut = read(&whole[..length]);
            assert!(cut.as_ref().is_err() || cut == Ok(found.clone()), "{length}: {cut:?}");
        }
        assert!(read(b"garbage").is_err());
        let mut object = whole;
        object[16] = 1;
        assert!(read(&object).is_err(), "an object is not linked");
        let has_images = |bytes: &[u8]| {
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), bytes).unwrap();
            is_object_with_images(file.path())
        };
        assert!(has_images(&object) && !has_images(&object[..object.len() - 1]));
        object[16] = 2;
        assert!(!has_images(&object) && !has_images(b"") && !has_images(b"int x;"));
        assert!(images(Path::new("/nonexistent")).is_err());
    }

    /// A damaged file is an error or has fewer images; it never takes the process down.
    #[test]
    fn any_byte_may_be_wrong() {
        let whole = program(&[header(CUDA, 8, 0x0600_5a04), header(CUDA, 7, 0x005a_055a)]);
        for at in 0..whole.len() {
            for value in [0, 0x7f, 0xff] {
                let mut other = whole.clone();
                other[at] = value;
                assert!(read(&other).map_or(0, |found| found.len()) <= 2, "{at} {value}");
            }
        }
    }
}
