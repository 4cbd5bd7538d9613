//! Heads of kernels and functions (PTX ISA, sections 11.2 and 11.4).

use super::super::lex::Token;
use super::super::{Function, Linkage};
use super::cursor::Cursor;
use super::{ParseError, body, declaration, skip_pragma, unknown_directive};

/// Reads a kernel or function behind `.entry` or `.func`.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    linkage: Linkage,
    is_kernel: bool,
) -> Result<Function, ParseError> {
    let results = if is_kernel { Vec::new() } else { declaration::read_parameters(cursor)? };
    let line = cursor.line();
    let name = cursor.word("the name of a function")?.to_owned();
    let parameters = declaration::read_parameters(cursor)?;
    let max_threads = read_attributes(cursor)?;
    let mut function =
        Function { name, linkage, is_kernel, results, parameters, max_threads, body: None, line };
    if !cursor.accept(';')? {
        function.body = Some(body::read(cursor, &function)?);
    }
    Ok(function)
}

/// Reads the directives between parameters and body, and returns the number of threads that they allow.
fn read_attributes(cursor: &mut Cursor<'_>) -> Result<Option<u32>, ParseError> {
    let mut max_threads = None;
    while let Token::Dotted(directive) = cursor.peek() {
        let line = cursor.line();
        cursor.advance()?;
        match directive {
            "maxntid" | "reqntid" => {
                let threads = read_size(cursor, line)?;
                max_threads = Some(max_threads.map_or(threads, |other: u32| other.min(threads)));
            }
            "minnctapersm" | "maxnctapersm" | "maxclusterrank" | "maxnreg" => {
                cursor.small()?;
            }
            "reqnctapercluster" => {
                read_size(cursor, line)?;
            }
            "noreturn" | "explicitcluster" | "blocksareclusters" => {}
            "pragma" => skip_pragma(cursor)?,
            _ => return Err(unknown_directive(directive, line)),
        }
    }
    Ok(max_threads)
}

/// Reads up to three numbers and returns their product.
fn read_size(cursor: &mut Cursor<'_>, line: u32) -> Result<u32, ParseError> {
    let mut size = cursor.small()?;
    for _ in 1..3 {
        if cursor.accept(',')? {
            let too_large = || ParseError::new(line, "the product of these numbers is too large");
            size = size.checked_mul(cursor.small()?).ok_or_else(too_large)?;
        }
    }
    Ok(size)
}
