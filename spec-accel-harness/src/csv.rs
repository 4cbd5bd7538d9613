//! Comma-separated values (RFC 4180).

/// The rows of `text`, with the line each begins on, counted from 1; empty lines are left out. A line
/// feed inside quotes belongs to its cell.
pub(crate) fn rows(text: &str) -> Vec<(usize, Vec<String>)> {
    let mut rows = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while !rest.is_empty() {
        let length = row_length(rest);
        let (row, after) = rest.split_at(length);
        let content = row.trim_end_matches(['\n', '\r']);
        if !content.trim().is_empty() {
            rows.push((line, cells(content)));
        }
        line += row.matches('\n').count();
        rest = after;
    }
    rows
}

fn row_length(text: &str) -> usize {
    let mut quoted = false;
    let end = text.find(|c| {
        quoted ^= c == '"';
        c == '\n' && !quoted
    });
    end.map_or(text.len(), |end| end + 1)
}

/// The cells of one row. A doubled quote inside quotes is a quote.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = cells.len() - 1;
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => cells[last].push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells[last].push(letter),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas_quotes_and_line_feeds() {
        let text = "a,b\r\n\n\"x,\"\"y\"\"\",\"1\n2\"\n,\n";
        let expected = [(1, vec!["a", "b"]), (3, vec!["x,\"y\"", "1\n2"]), (5, vec!["", ""])];
        let expected = expected
            .map(|(line, cells)| (line, cells.into_iter().map(String::from).collect::<Vec<_>>()));
        assert_eq!(rows(text), expected);
        assert!(rows("").is_empty());
    }

    #[test]
    fn a_quote_that_does_not_end_takes_the_rest() {
        assert_eq!(rows("a,\"b\nc"), [(1, vec!["a".to_string(), "b\nc".into()])]);
    }
}
