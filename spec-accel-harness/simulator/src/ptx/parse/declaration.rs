//! Declarations of variables with their first values, and of parameters (PTX ISA, sections 5.1 and 5.4).

use super::super::lex::Token;
use super::super::{Linkage, Parameter, Relocation, Space, Type, Variable};
use super::ParseError;
use super::cursor::{Cursor, shorten};
use super::number::Constant;

/// At most so many lengths stand behind the name of an array.
const MAX_DIMENSIONS: usize = 64;

/// What a declaration says before its first name.
struct Element {
    scalar: Type,
    /// 2, 4 or 8 for a vector, else 1.
    lanes: u64,
    align: u32,
}

/// How many values an array has, and how many bytes they take.
struct Shape {
    /// The bytes of a value of the array, of a value of such a value, and so on; the last is a scalar's. Empty for a scalar.
    rows: Vec<u64>,
    /// The size in bytes; `None` for an array without a length.
    bytes: Option<u64>,
}

/// The values of a variable, as far as they are read.
#[derive(Default)]
struct Values {
    bytes: Vec<u8>,
    addresses: Vec<Relocation>,
}

/// Reads `.align 4 .u32 a, b[2] = {1, 2};` behind the directive that names the space.
pub(super) fn read_variables(
    cursor: &mut Cursor<'_>,
    (space, linkage): (Space, Linkage),
    variables: &mut Vec<Variable>,
) -> Result<(), ParseError> {
    let element = read_element(cursor)?;
    loop {
        let line = cursor.line();
        let name = cursor.word("the name of a variable")?.to_owned();
        let shape = read_shape(cursor, &element)?;
        let mut bytes = shape.bytes.unwrap_or(0);
        let mut values = Values::default();
        if cursor.is_at('=') {
            if !matches!(space, Space::Global | Space::Const) {
                return Err(cursor.error("only global and constant variables have first values"));
            }
            cursor.advance()?;
            bytes = read_values(cursor, element.scalar, (&shape, &mut values))?;
        }
        variables.push(Variable {
            name,
            linkage,
            space,
            align: element.align,
            bytes,
            initial: values.bytes,
            addresses: values.addresses,
            line,
        });
        if !cursor.accept(',')? {
            return cursor.expect(';');
        }
    }
}

/// Reads `(.param .b64 a, .param .align 8 .b8 b[16])`, or nothing if no `(` comes next.
pub(super) fn read_parameters(cursor: &mut Cursor<'_>) -> Result<Vec<Parameter>, ParseError> {
    let mut parameters = Vec::new();
    if !cursor.accept('(')? || cursor.accept(')')? {
        return Ok(parameters);
    }
    loop {
        parameters.push(read_parameter(cursor)?);
        if !cursor.accept(',')? {
            cursor.expect(')')?;
            return Ok(parameters);
        }
    }
}

fn read_parameter(cursor: &mut Cursor<'_>) -> Result<Parameter, ParseError> {
    if !cursor.accept_dotted("param")? {
        return Err(cursor.expected("`.param`"));
    }
    let element = read_element(cursor)?;
    skip_pointee(cursor)?;
    let name = cursor.word("the name of a parameter")?.to_owned();
    let line = cursor.line();
    let bytes = read_shape(cursor, &element)?.bytes.unwrap_or(0);
    let bytes =
        u32::try_from(bytes).map_err(|_| ParseError::new(line, "this parameter is too large"))?;
    Ok(Parameter { name, align: element.align, bytes })
}

/// `.ptr .global .align 4`: what a parameter points at.
fn skip_pointee(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    if !cursor.accept_dotted("ptr")? {
        return Ok(());
    }
    if let Token::Dotted("global" | "const" | "shared" | "local") = cursor.peek() {
        cursor.advance()?;
    }
    if cursor.accept_dotted("align")? {
        read_alignment(cursor)?;
    }
    Ok(())
}

/// The type of a variable or register: `.u32`.
pub(super) fn read_type(cursor: &mut Cursor<'_>) -> Result<Type, ParseError> {
    let Token::Dotted(word) = cursor.peek() else { return Err(cursor.expected("a type")) };
    let scalar = Type::from_word(word).ok_or_else(|| cursor.expected("a type"))?;
    cursor.advance()?;
    Ok(scalar)
}

fn read_element(cursor: &mut Cursor<'_>) -> Result<Element, ParseError> {
    let align = if cursor.accept_dotted("align")? { Some(read_alignment(cursor)?) } else { None };
    let lanes = match cursor.peek() {
        Token::Dotted("v2") => 2,
        Token::Dotted("v4") => 4,
        Token::Dotted("v8") => 8,
        _ => 1,
    };
    if lanes > 1 {
        cursor.advance()?;
    }
    let line = cursor.line();
    let scalar = read_type(cursor)?;
    if scalar == Type::Predicate {
        return Err(ParseError::new(line, "a variable holds no predicate"));
    }
    let align = align.unwrap_or(scalar.bytes() * lanes as u32);
    Ok(Element { scalar, lanes, align })
}

fn read_alignment(cursor: &mut Cursor<'_>) -> Result<u32, ParseError> {
    let line = cursor.line();
    let align = cursor.small()?;
    let is_right = align.is_power_of_two();
    if is_right { Ok(align) } else { Err(ParseError::new(line, "an alignment is a power of 2")) }
}

/// Reads `[2][3]`, `[][3]` or nothing.
fn read_shape(cursor: &mut Cursor<'_>, element: &Element) -> Result<Shape, ParseError> {
    let line = cursor.line();
    let mut lengths = Vec::new();
    while cursor.accept('[')? {
        if lengths.len() == MAX_DIMENSIONS {
            return Err(cursor.error("this array has too many dimensions"));
        }
        let is_open = lengths.is_empty() && cursor.is_at(']');
        lengths.push(if is_open { None } else { Some(cursor.unsigned()?) });
        cursor.expect(']')?;
    }
    if element.lanes > 1 {
        lengths.push(Some(element.lanes));
    }
    let mut bytes = Some(u64::from(element.scalar.bytes()));
    let mut rows = Vec::with_capacity(lengths.len());
    for length in lengths.into_iter().rev() {
        // Only the first length, which comes last here, can be missing.
        let row = bytes.ok_or_else(|| too_large(line))?;
        rows.push(row);
        bytes = length
            .map(|length| row.checked_mul(length).ok_or_else(|| too_large(line)))
            .transpose()?;
    }
    rows.reverse();
    Ok(Shape { rows, bytes })
}

fn too_large(line: u32) -> ParseError {
    ParseError::new(line, "this variable is larger than all addresses")
}

/// Reads what stands behind `=` and returns the size of the variable.
fn read_values(
    cursor: &mut Cursor<'_>,
    scalar: Type,
    (shape, values): (&Shape, &mut Values),
) -> Result<u64, ParseError> {
    let Some(&row) = shape.rows.first() else {
        read_value(cursor, scalar, values)?;
        return Ok(values.bytes.len() as u64);
    };
    let line = cursor.line();
    let open_end = if row == 0 { 0 } else { u64::MAX };
    let list = List { scalar, rows: &shape.rows, end: shape.bytes.unwrap_or(open_end) };
    list.read(cursor, values)?;
    let read = values.bytes.len() as u64;
    match shape.bytes {
        Some(bytes) => Ok(bytes),
        None if read == 0 => Ok(0),
        None => read.checked_next_multiple_of(row).ok_or_else(|| too_large(line)),
    }
}

/// What the values between two braces fill.
struct List<'s> {
    scalar: Type,
    /// The bytes of one value in the list, and of the values in it; at least one.
    rows: &'s [u64],
    /// Where the space for the list ends, in bytes from the variable's start.
    end: u64,
}

impl List<'_> {
    /// Reads `{1, {2, 3}, a+4}`. The depth is limited by the number of dimensions.
    fn read(&self, cursor: &mut Cursor<'_>, values: &mut Values) -> Result<(), ParseError> {
        cursor.expect('{')?;
        if cursor.accept('}')? {
            return Ok(());
        }
        loop {
            if cursor.is_at('{') {
                self.read_row(cursor, values)?;
            } else {
                let room = self.end.saturating_sub(values.bytes.len() as u64);
                if room < u64::from(self.scalar.bytes()) {
                    return Err(cursor.error("here are more values than the array has"));
                }
                read_value(cursor, self.scalar, values)?;
            }
            if !cursor.accept(',')? {
                return cursor.expect('}');
            }
        }
    }

    /// Reads one of the lists in the list.
    fn read_row(&self, cursor: &mut Cursor<'_>, values: &mut Values) -> Result<(), ParseError> {
        let [row, rows @ ..] = self.rows else { return Err(cursor.expected("a value")) };
        if rows.is_empty() {
            return Err(cursor.expected("a value, for the array has no more dimensions"));
        }
        let start = values.bytes.len() as u64;
        let end = start.saturating_add(*row);
        if *row == 0 || end > self.end {
            return Err(cursor.error("here are more values than the array has"));
        }
        // A row begins at a multiple of its size: all rows before it are full, for zeros in between would be bytes that the
        // text does not hold.
        if !start.is_multiple_of(*row) {
            return Err(cursor.error("the values before this list do not fill their rows"));
        }
        List { scalar: self.scalar, rows, end }.read(cursor, values)?;
        let is_full = values.bytes.len() as u64 == end;
        if cursor.is_at(',') && !is_full {
            return Err(cursor.error("only the last list may have fewer values than its row"));
        }
        Ok(())
    }
}

/// Reads one value: `-1`, `0f3F800000`, `name+4`, `generic(name)+4` or `0xFF00(name)`.
fn read_value(
    cursor: &mut Cursor<'_>,
    scalar: Type,
    values: &mut Values,
) -> Result<(), ParseError> {
    let line = cursor.line();
    if let Token::Word(_) = cursor.peek() {
        if !matches!(scalar.bytes(), 4 | 8) {
            return Err(cursor.error("an address takes 4 or 8 bytes"));
        }
        return read_address(cursor, (scalar.bytes(), 0), values);
    }
    let constant = cursor.constant()?;
    if cursor.is_at('(') {
        let shift = shift_of_mask(constant).filter(|_| scalar.bytes() == 1).ok_or_else(|| {
            ParseError::new(line, "a mask picks one byte for a value of one byte")
        })?;
        cursor.advance()?;
        read_address(cursor, (1, shift), values)?;
        return cursor.expect(')');
    }
    let bits = encode(constant, scalar)
        .ok_or_else(|| ParseError::new(line, format!("this value does not fit into {scalar:?}")))?;
    values.bytes.extend_from_slice(&bits.to_le_bytes()[..scalar.bytes() as usize]);
    Ok(())
}

/// By how many bits an address is shifted before a byte is taken: `0xFF` by 0, `0xFF00` by 8.
fn shift_of_mask(mask: Constant) -> Option<u32> {
    let Constant::Integer(mask) = mask else { return None };
    (0..64).step_by(8).find(|shift| mask == 0xff_i128 << shift)
}

/// Reads `name`, `name+4` or `generic(name)+4`.
fn read_address(
    cursor: &mut Cursor<'_>,
    (bytes, shift): (u32, u32),
    values: &mut Values,
) -> Result<(), ParseError> {
    let mut symbol = cursor.word("the name of a symbol")?;
    let generic = symbol == "generic" && cursor.accept('(')?;
    let mut addend = 0;
    if generic {
        symbol = cursor.word("the name of a symbol")?;
        addend = cursor.offset()?;
        cursor.expect(')')?;
    }
    if symbol.starts_with('%') {
        let message = format!("`{}` is no symbol", shorten(symbol));
        return Err(cursor.error(message));
    }
    addend = cursor.offset()?.wrapping_add(addend);
    let at = values.bytes.len() as u64;
    let symbol = symbol.to_owned();
    values.addresses.push(Relocation { at, bytes, shift, symbol, addend, generic });
    values.bytes.resize(values.bytes.len() + bytes as usize, 0);
    Ok(())
}

/// The bits of a constant in memory; `None` if it does not fit.
fn encode(constant: Constant, scalar: Type) -> Option<u128> {
    match (constant, scalar) {
        (
            Constant::Integer(value),
            Type::Bits(bits) | Type::Unsigned(bits) | Type::Signed(bits),
        ) => {
            let fits = bits > 64 || (-1_i128 << (bits - 1)..1_i128 << bits).contains(&value);
            fits.then_some(value as u128)
        }
        (Constant::Integer(value), Type::Float(_)) => encode_float(value as f64, scalar),
        (Constant::Single(bits), Type::Bits(32) | Type::Float(32)) => Some(bits.into()),
        (Constant::Single(bits), _) => encode_float(f32::from_bits(bits).into(), scalar),
        (Constant::Double(bits), Type::Bits(64)) => Some(bits.into()),
        (Constant::Double(bits), _) => encode_float(f64::from_bits(bits), scalar),
        (Constant::Decimal(value), _) => encode_float(value, scalar),
        (Constant::Integer(_), _) => None,
    }
}

fn encode_float(value: f64, scalar: Type) -> Option<u128> {
    match scalar {
        Type::Float(32) => Some((value as f32).to_bits().into()),
        Type::Float(64) => Some(value.to_bits().into()),
        _ => None,
    }
}
