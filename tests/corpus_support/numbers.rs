//! How the lines of a rewritten text are numbered.

/// The lines of a text with the numbers that a compiler gives them.
pub(crate) fn numbered(text: &str) -> Vec<(u32, &str)> {
    let mut number = 1;
    let mut found = Vec::new();
    for line in text.split('\n') {
        if let Some(next) = line.strip_prefix("#line ").and_then(|next| next.parse().ok()) {
            number = next;
            continue;
        }
        found.push((number, line));
        number += 1;
    }
    found
}
