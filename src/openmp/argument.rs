//! The parts of a clause's argument. Pure text.

/// The text before the first top-level colon, and that behind it (exchanged for `linear`).
pub(crate) fn split_modifiers<'a>(clause: &str, argument: &'a str) -> (&'a str, &'a str) {
    let Some(colon) = top_level(argument, b':').into_iter().next() else {
        return ("", argument);
    };
    let (before, after) = (&argument[..colon], &argument[colon + 1..]);
    if clause == "linear" { (after, before) } else { (before, after) }
}

/// The parts of `text` between the top-level `separator`s.
pub(crate) fn split(text: &str, separator: u8) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in top_level(text, separator) {
        parts.push(&text[start..at]);
        start = at + 1;
    }
    parts.push(&text[start..]);
    parts
}

/// The positions of `separator` outside brackets; a colon of `::` is none, nor is one of `?:`.
fn top_level(text: &str, separator: u8) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut questions) = (0_u32, 0_u32);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if bytes.get(at + 1) == Some(&b':') => at += 1,
            b'?' if depth == 0 => questions += 1,
            b':' if depth == 0 && questions > 0 => questions -= 1,
            byte if byte == separator && depth == 0 => found.push(at),
            _ => {}
        }
        at += 1;
    }
    found
}
