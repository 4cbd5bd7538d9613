//! Matrices whose rows have a variable length become arrays: clang does not compile such types for a GPU.

use std::fmt::Write;

/// What stands between the element's type and the array's name.
const ROWS: &str = " (*)[n])";

/// The text with `((T *)A)[(long)n * (i) + (j)]` where it has `((T (*)[n])A)[i][j]`.
pub(crate) fn flattened(text: &str) -> String {
    let mut flat = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(ROWS) {
        let behind = &rest[at + ROWS.len()..];
        let name = behind.find(')').map_or("", |end| &behind[..end]);
        let subscripts = behind.get(name.len() + 1..).unwrap_or_default();
        let element = subscript(subscripts).and_then(|(row, behind)| {
            let (column, behind) = subscript(behind)?;
            Some((flattened(row), flattened(column), behind))
        });
        let Some((row, column, behind)) = element else {
            flat += &rest[..at + ROWS.len()];
            rest = &rest[at + ROWS.len()..];
            continue;
        };
        let _ = write!(flat, "{} *){name})[(long)n * ({row}) + ({column})]", &rest[..at]);
        rest = behind;
    }
    flat + rest
}

/// What stands between the brackets that `text` begins with, and what stands behind them.
fn subscript(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        if depth == 0 {
            return text.starts_with('[').then(|| (&text[1..at], &text[at + 1..]));
        }
    }
    None
}

#[test]
fn elements_of_matrices_are_flattened() {
    let text =
        "((unsigned (*)[n])A)[i][idx[j]] = ((int (*)[n])B)[((int (*)[n])A)[1][2]][0]; (*)[n]";
    let flat = "((unsigned *)A)[(long)n * (i) + (idx[j])] = \
                ((int *)B)[(long)n * (((int *)A)[(long)n * (1) + (2)]) + (0)]; (*)[n]";
    assert_eq!(flattened(text), flat);
}
