//! Tables: plain text, Markdown, CSV, JSON.

use clap::ValueEnum;
use serde_json::{Map, Value, json};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Format {
    /// Columns of text.
    Text,
    Markdown,
    Csv,
    /// An array with one object for each row.
    Json,
}

/// What stands in a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Text(String),
    Count(usize),
    /// Shown with three decimals.
    Milliseconds(f64),
    /// Shown with two decimals.
    Sectors(f64),
    /// Shown with two decimals and a multiplication sign.
    Factor(f64),
    /// Shown with three decimals.
    Share(f64),
    /// A part of 1, shown in percent with one decimal.
    Part(f64),
}

impl Cell {
    pub(crate) fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Milliseconds(value) => format!("{value:.3}"),
            Cell::Sectors(value) => format!("{value:.2}"),
            Cell::Factor(value) => format!("{value:.2}×"),
            Cell::Share(value) => format!("{value:.3}"),
            Cell::Part(value) => format!("{:.1} %", value * 100.0),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(count) => json!(count),
            Cell::Milliseconds(value)
            | Cell::Sectors(value)
            | Cell::Factor(value)
            | Cell::Share(value)
            | Cell::Part(value) => json!(value),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.into())
    }
}

/// The table in `format`, with a line feed at its end. Each row has as many cells as there are
/// headings.
pub(crate) fn write(format: Format, headings: &[&str], rows: &[Vec<Cell>]) -> String {
    let texts = || rows.iter().map(|row| row.iter().map(Cell::text).collect::<Vec<_>>());
    match format {
        Format::Text => render(headings, &texts().collect::<Vec<_>>()),
        Format::Markdown => markdown(headings, texts()),
        Format::Csv => csv(headings, texts()),
        Format::Json => format!("{:#}\n", Value::Array(objects(headings, rows))),
    }
}

/// The rows as JSON objects with the headings as keys.
pub(crate) fn objects(headings: &[&str], rows: &[Vec<Cell>]) -> Vec<Value> {
    let object = |row: &Vec<Cell>| {
        let keys = headings.iter().map(ToString::to_string);
        Value::Object(keys.zip(row.iter().map(Cell::json)).collect::<Map<_, _>>())
    };
    rows.iter().map(object).collect()
}

fn markdown(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let rule: Vec<String> = headings.iter().map(|_| "---".into()).collect();
    let first = headings.iter().map(ToString::to_string).collect();
    let line = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    [first, rule].into_iter().chain(rows).map(line).collect()
}

/// RFC 4180, but with line feeds alone.
fn csv(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let quoted = |cell: &String| {
        if cell.contains([',', '"', '\n']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    };
    let first: Vec<String> = headings.iter().map(ToString::to_string).collect();
    let line = |cells: Vec<String>| cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
    [first].into_iter().chain(rows).map(line).collect()
}

/// Lines of `headings` and `rows`, columns two blanks apart and as wide as their widest cell.
/// Each row has as many cells as there are headings.
pub(crate) fn render(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([headings[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let heading: Vec<String> = headings.iter().map(ToString::to_string).collect();
    let lines = [&heading, &rule].into_iter().chain(rows);
    lines.map(|cells| line(cells, &widths)).collect()
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let padded: Vec<String> =
        cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
    padded.join("  ").trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["gemm".into(), "32 → 4".into(), "x".into()]];
        let expected = "k     sectors  ok\n----  -------  --\ngemm  32 → 4   x\n";
        assert_eq!(render(&["k", "sectors", "ok"], &rows), expected);
    }

    #[test]
    fn each_format_has_its_own_quoting() {
        let rows = [vec![Cell::from("a|b,\"c\""), Cell::Count(2), Cell::Milliseconds(1.5)]];
        let table = |format| write(format, &["k", "n", "ms"], &rows);
        assert_eq!(table(Format::Csv), "k,n,ms\n\"a|b,\"\"c\"\"\",2,1.500\n");
        let markdown = "| k | n | ms |\n| --- | --- | --- |\n| a\\|b,\"c\" | 2 | 1.500 |\n";
        assert_eq!(table(Format::Markdown), markdown);
        let parsed: Value = serde_json::from_str(&table(Format::Json)).unwrap();
        assert_eq!(parsed, json!([{"k": "a|b,\"c\"", "n": 2, "ms": 1.5}]));
    }
}
