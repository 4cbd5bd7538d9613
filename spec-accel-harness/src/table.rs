//! Plain-text tables.

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
}
