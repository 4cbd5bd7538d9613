//! The program that calls a function with seeded data and writes down what it leaves behind.

use std::fmt::Write;
use std::path::Path;

use super::signature::{Parameter, Signature, element, is_arithmetic, is_indirect, plain};

/// The arguments of one call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// The value of every integer parameter.
    pub(super) size: u32,
    pub(super) seed: u32,
}

/// Bytes behind a pointer parameter, and as many before it: what a function of the largest size
/// reaches in three dimensions.
const BYTES: usize = 1 << 19;

const HEAD: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long warpctl_state;
static unsigned warpctl_next(void) {
  warpctl_state = warpctl_state * 6364136223846793005UL + 1442695040888963407UL;
  return (unsigned)(warpctl_state >> 33);
}
static void warpctl_put(FILE *out, const char *name, char kind, const void *data, size_t size, size_t bytes) {
  fprintf(out, \"%s %c %zu %zu\\n\", name, kind, size, bytes);
  fwrite(data, 1, bytes, out);
}
#define WARPCTL_FILL(type, place, bytes, most) \\
  for (size_t k_ = 0; k_ < (bytes) / sizeof(type); k_++) \\
  ((type *)(place))[k_] = (type)(warpctl_next() % (most))
#define WARPCTL_PERMUTE(type, place, bytes, most) \\
  for (size_t k_ = 0, n_ = (bytes) / sizeof(type); k_ < n_; k_++) { \\
    type *block_ = (type *)(place) + k_ / (most) * (most); \\
    size_t last_ = k_ % (most), other_ = warpctl_next() % (last_ + 1); \\
    block_[last_] = block_[other_]; \\
    block_[other_] = (type)last_; \\
  }
#define WARPCTL_NUMBERS(type, place, bytes, most) \\
  if (permuted) \\
    WARPCTL_PERMUTE(type, place, bytes, most) \\
  else \\
    WARPCTL_FILL(type, place, bytes, most)
";

/// How an array of elements is filled: floating ones with small whole numbers; others with numbers below the size, for they may be subscripts, and for
/// every other seed with permutations of these: a loop that stores through subscripts is parallel if they differ.
fn filling(element: &str, place: &str, bytes: &str) -> String {
    let (macro_name, most) =
        if kind(element) == 'f' { ("WARPCTL_FILL", "11") } else { ("WARPCTL_NUMBERS", "most") };
    format!("  {macro_name}({element}, {place}, {bytes}, {most});\n")
}

/// Fills what is behind a pointer and what is before it, each from its beginning.
fn halves(element: &str, place: &str) -> String {
    let half = BYTES.to_string();
    filling(element, place, &half) + &filling(element, &format!("{place} + {BYTES}"), &half)
}

/// The driver of a function in the file at `path`; the error names what cannot be filled.
pub(super) fn text(path: &Path, signature: &Signature) -> Result<String, String> {
    let mut fill = String::new();
    let mut save = String::new();
    let mut arguments = Vec::new();
    for parameter in &signature.parameters {
        arguments.push(argument(parameter, &mut fill, &mut save)?);
    }
    for (name, ty) in &signature.globals {
        global(name, ty, &mut fill, &mut save);
    }
    let call = format!("{}({})", signature.name, arguments.join(", "));
    let call = if signature.void {
        format!("  {call};\n")
    } else {
        format!(
            "  __typeof__({call}) result_ = {call};\n  warpctl_put(out, \"result\", 'b', &result_, 1, sizeof result_);\n"
        )
    };
    let name = path.display();
    Ok(format!(
        "#include \"{name}\"\n{HEAD}int main(int argc, char **argv) {{\n  if (argc < 4) return 2;\n  \
         int size = atoi(argv[1]);\n  unsigned most = size > 0 ? size : 1;\n  warpctl_state = strtoul(argv[2], 0, 10);\n  int permuted = warpctl_state % 2 == 0;\n  \
         FILE *out = fopen(argv[3], \"wb\");\n  if (!out) return 3;\n{fill}{call}{save}  return fclose(out) ? 4 : 0;\n}}\n"
    ))
}

fn argument(parameter: &Parameter, fill: &mut String, save: &mut String) -> Result<String, String> {
    let (name, ty) = (&parameter.name, &parameter.ty);
    if parameter.is_size() {
        return Ok("size".into());
    }
    if is_arithmetic(ty) {
        return Ok("1.5".into());
    }
    let unfit = || format!("no data for the parameter {name} of type {ty}");
    let element = element(ty).filter(|_| is_indirect(ty)).ok_or_else(unfit)?;
    let kind = kind(&element);
    let _ = writeln!(fill, "  char *arg_{name} = (char *)malloc(2 * {BYTES});");
    *fill += &halves(&element, &format!("arg_{name}"));
    let _ = writeln!(
        save,
        "  warpctl_put(out, \"{name}\", '{kind}', arg_{name}, sizeof({element}), 2 * {BYTES});"
    );
    let cast = if ty.contains("(*)") { "void *".to_owned() } else { format!("{element} *") };
    Ok(format!("({cast})(arg_{name} + {BYTES})"))
}

/// Arrays are filled; scalars keep their values; pointers get data of their own.
fn global(name: &str, ty: &str, fill: &mut String, save: &mut String) {
    let Some(element) = element(ty) else { return };
    let kind = kind(&element);
    let constant = ty.split(['[', '*']).next().is_some_and(|base| base.contains("const"));
    if ty.contains('*') && !ty.contains('[') && !constant {
        let _ = writeln!(fill, "  char *glb_{name} = (char *)malloc(2 * {BYTES});");
        *fill += &halves(&element, &format!("glb_{name}"));
        let _ = writeln!(fill, "  {name} = ({element} *)(glb_{name} + {BYTES});");
        let _ = writeln!(
            save,
            "  warpctl_put(out, \"{name}\", '{kind}', glb_{name}, sizeof({element}), 2 * {BYTES});"
        );
        return;
    }
    if ty.contains('[') && !constant {
        *fill += &filling(&element, name, &format!("sizeof {name}"));
    }
    let _ = writeln!(
        save,
        "  warpctl_put(out, \"{name}\", '{kind}', &{name}, sizeof({element}), sizeof {name});"
    );
}

/// How the bytes of a scalar type read: floating, signed, or unsigned.
fn kind(element: &str) -> char {
    let element = plain(element);
    match element.as_str() {
        "float" | "double" => 'f',
        name if name.starts_with("unsigned") => 'u',
        _ => 'i',
    }
}

/// A named piece of memory after a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Buffer {
    name: String,
    kind: char,
    /// Bytes of an element.
    size: usize,
    bytes: Vec<u8>,
}

/// Reads what a driver wrote.
pub(super) fn read(mut data: &[u8]) -> Result<Vec<Buffer>, String> {
    let unfit = || "the driver's output cannot be read".to_owned();
    let mut buffers = Vec::new();
    while !data.is_empty() {
        let end = data.iter().position(|byte| *byte == b'\n').ok_or_else(unfit)?;
        let head = String::from_utf8_lossy(&data[..end]).into_owned();
        let words: Vec<&str> = head.split(' ').collect();
        let [name, kind, size, bytes] = words.as_slice() else { return Err(unfit()) };
        let number = |text: &str| text.parse::<usize>().map_err(|_| unfit());
        let (size, length) = (number(size)?, number(bytes)?);
        let rest = &data[end + 1..];
        let bytes = rest.get(..length).ok_or_else(unfit)?.to_vec();
        let kind = kind.chars().next().unwrap_or('b');
        buffers.push(Buffer { name: (*name).to_owned(), kind, size: size.max(1), bytes });
        data = &rest[length..];
    }
    Ok(buffers)
}

/// The names of the buffers whose elements a device did not write, in two runs of a program that leave `both`: in each they are the
/// pattern that memory began as. `None` where another element is not as `expected`, or none is unwritten.
pub(super) fn unwritten(
    expected: &[Buffer],
    both: [&[Buffer]; 2],
    patterns: [u8; 2],
) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for (at, wanted) in expected.iter().enumerate() {
        let [one, other] = both.map(|buffers| buffers.get(at));
        let (one, other) = (one?, other?);
        let lengths = [wanted.bytes.len(), one.bytes.len(), other.bytes.len()];
        if lengths.iter().any(|length| *length != lengths[0]) {
            return None;
        }
        let elements = [wanted, one, other].map(|buffer| buffer.bytes.chunks(wanted.size));
        let [wanted, one, other] = elements;
        for ((wanted, one), other) in wanted.zip(one).zip(other) {
            if one == wanted && other == wanted {
                continue;
            }
            let is_pattern = |element: &[u8], pattern| element.iter().all(|byte| *byte == pattern);
            if !is_pattern(one, patterns[0]) || !is_pattern(other, patterns[1]) {
                return None;
            }
            if names.last() != Some(&expected[at].name) {
                names.push(expected[at].name.clone());
            }
        }
    }
    (!names.is_empty()).then_some(names)
}

/// The first element that differs: `C[5] is 3 instead of 4, and 7 more elements differ`.
pub(super) fn difference(expected: &[Buffer], found: &[Buffer]) -> Option<String> {
    let (expected, found) = expected.iter().zip(found).find(|(a, b)| a != b)?;
    let size = expected.size;
    let elements = expected.bytes.chunks(size).zip(found.bytes.chunks(size)).enumerate();
    let differing: Vec<_> = elements.filter(|(_, (a, b))| a != b).collect();
    let (index, (old, new)) = differing.first()?;
    let start = if expected.bytes.len() == 2 * BYTES { BYTES / size } else { 0 };
    let index = *index as i64 - start as i64;
    let show = |bytes: &[u8]| number(expected.kind, bytes);
    let mut text = format!("{}[{index}] is {} instead of {}", expected.name, show(new), show(old));
    if differing.len() > 1 {
        let _ = write!(text, ", and {} more elements differ", differing.len() - 1);
    }
    Some(text)
}

fn number(kind: char, bytes: &[u8]) -> String {
    let mut wide = [0; 8];
    wide[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    let bits = u64::from_le_bytes(wide);
    match (kind, bytes.len()) {
        ('f', 4) => f32::from_bits(bits as u32).to_string(),
        ('f', 8) => f64::from_bits(bits).to_string(),
        ('i', length @ 1..=8) => {
            let shift = 64 - 8 * length as u32;
            ((bits << shift) as i64 >> shift).to_string()
        }
        _ => bits.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    fn buffer(name: &str, kind: char, size: usize, bytes: &[u8]) -> Buffer {
        Buffer { name: name.into(), kind, size, bytes: bytes.to_vec() }
    }

    #[test]
    fn a_difference_names_the_first_element() {
        let old = buffer("C", 'i', 2, &[0, 0, 1, 0, 255, 255, 3, 0]);
        let new = buffer("C", 'i', 2, &[0, 0, 1, 0, 2, 0, 4, 0]);
        let text = difference(slice::from_ref(&old), &[new]).expect("they differ");
        assert_eq!(text, "C[2] is 2 instead of -1, and 1 more elements differ");
        let same = slice::from_ref(&old);
        assert_eq!(difference(same, same), None);
    }

    #[test]
    fn what_is_left_unwritten_is_told_by_two_patterns() {
        let of = |bytes: &[u8]| vec![buffer("b", 'u', 1, bytes)];
        let found = |one: &[u8], other: &[u8]| {
            unwritten(&of(&[1, 2, 3]), [&of(one), &of(other)], [0xa5, 0x5a])
        };
        assert_eq!(found(&[0xa5, 2, 0xa5], &[0x5a, 2, 0x5a]), Some(vec!["b".to_owned()]));
        assert_eq!(found(&[0xa5, 2, 4], &[0x5a, 2, 4]), None, "another value");
        assert_eq!(found(&[0xa5, 2, 3], &[0xa5, 2, 3]), None, "a value like the pattern");
        assert_eq!(found(&[1, 2, 3], &[1, 2, 3]), None, "all is written");
        assert_eq!(found(&[1, 2], &[1, 2]), None);
    }

    #[test]
    fn a_driver_is_read_back() {
        let mut data = b"a f 4 4\n".to_vec();
        data.extend(1.5_f32.to_le_bytes());
        data.extend(b"b u 1 2\n\n\x07");
        let buffers = read(&data).expect("readable");
        assert_eq!(number('f', &buffers[0].bytes), "1.5");
        assert_eq!(buffers[1], buffer("b", 'u', 1, b"\n\x07"));
        assert!(read(b"a f 4 40\n").is_err());
    }
}
