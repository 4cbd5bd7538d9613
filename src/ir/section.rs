//! Lengths of array sections, as written.

/// Words of types, in conversions; those that end in another one before it.
const TYPES: [&str; 8] =
    ["unsigned", "signed", "ssize_t", "size_t", "char", "int", "long", "short"];

/// Whether the length is a constant that is not known to be positive: 0, or more than literals, `+`, `*` and
/// parentheses. One with names is none.
pub(crate) fn is_empty_constant(length: &str) -> bool {
    names(length).is_empty() && !is_positive(length)
}

/// The variables and constants that the length is computed from; members of them are left out.
pub(crate) fn names(length: &str) -> Vec<&str> {
    let words = words(length).into_iter().filter(|(_, step)| step.is_empty());
    words.map(|(word, _)| word).filter(|word| !TYPES.contains(word)).collect()
}

/// The names in a section's bounds that stand for arrays of which an element is read.
pub(crate) fn indexed(text: &str) -> Vec<&str> {
    let own = names(text);
    own.into_iter().filter(|name| is_indexed(text, name)).collect()
}

/// Whether a name stands in a text before a parenthesis.
pub(crate) fn is_called(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_word) && text[at + name.len()..].trim_start().starts_with('(')
    })
}

/// Whether a name stands in a text only as an array of which an element is read, and nothing leads on from the element.
pub(crate) fn is_indexed(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut count = 0;
    for (at, _) in text.match_indices(name) {
        let (before, behind) = (text[..at].trim_end(), text[at + name.len()..].trim_start());
        if text[..at].ends_with(is_word) || text[at + name.len()..].starts_with(is_word) {
            continue;
        }
        count += 1;
        let factor = before.strip_suffix('*').map(str::trim_end);
        let is_led_to = before.ends_with(['&', '.', '>', '!', '~'])
            || factor.is_some_and(|own| !own.ends_with(|c: char| is_word(c) || ")]".contains(c)));
        let mut depth = 0_u32;
        let closes = |c: char| {
            depth = match c {
                '[' => depth + 1,
                ']' => depth.saturating_sub(1),
                _ => depth,
            };
            depth == 0
        };
        let end = behind.find(closes).filter(|_| behind.starts_with('['));
        let rest = end.map(|end| behind[end + 1..].trim_start());
        let is_last =
            rest.is_some_and(|own| !own.starts_with(['[', '.', '(']) && !own.starts_with("->"));
        if is_led_to || !is_last {
            return false;
        }
    }
    count > 0
}

/// The text with `value` where the name stands alone.
pub(crate) fn with_name(text: &str, name: &str, value: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut result, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_word) {
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |next| start + next);
        let word = &rest[start..end];
        result += &rest[..start];
        result += if word == name { value } else { word };
        rest = &rest[end..];
    }
    result + rest
}

/// The same, each with the operators that lead to the member which is meant: `->` and `.` of `g->in.n`, nothing of `n`.
pub(crate) fn paths(length: &str) -> Vec<(&str, Vec<&'static str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for (word, step) in words(length) {
        match found.last_mut() {
            Some((_, steps)) if !step.is_empty() => steps.push(step),
            _ if !TYPES.contains(&word) => found.push((word, Vec::new())),
            _ => {}
        }
    }
    found
}

/// The names of the members that the length is computed from.
pub(crate) fn members(length: &str) -> Vec<&str> {
    words(length).into_iter().filter(|(_, step)| !step.is_empty()).map(|(word, _)| word).collect()
}

/// The words of a length, numbers left out, and for names of members the operator before them.
fn words(length: &str) -> Vec<(&str, &'static str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = length[at..].find(is_word).map(|next| at + next) {
        let end = length[start..].find(|c| !is_word(c)).map_or(length.len(), |next| start + next);
        let before = length[..start].trim_end();
        let mut steps = ["->", "."].into_iter();
        let step = steps.find(|step| before.ends_with(step)).unwrap_or_default();
        let number = length[start..].starts_with(|c: char| c.is_ascii_digit());
        if !number {
            found.push((&length[start..end], step));
        }
        at = end;
    }
    found
}

/// Whether text without names is a sum or product of positive literals.
fn is_positive(text: &str) -> bool {
    let text = TYPES.iter().fold(text.to_owned(), |text, word| text.replace(word, ""));
    let text = text.replace(|c: char| c.is_whitespace(), "").replace("()", "");
    let mut operands = text.split(['+', '*']).map(|operand| operand.trim_matches(['(', ')']));
    operands.all(|operand| literal(operand).is_some_and(|value| value > 0))
}

/// The value of an integer literal.
pub(crate) fn literal(text: &str) -> Option<u64> {
    let text = text.replace('\'', "").to_ascii_lowercase();
    let digits = text.trim_end_matches(['u', 'l', 'z']);
    match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
        (_, Some(digits)) => u64::from_str_radix(digits, 2).ok(),
        _ if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(digits, 8).ok(),
        _ => digits.parse().ok(),
    }
}

/// The value of sums, products and shifts to the left of integer literals.
pub(crate) fn constant(text: &str) -> Option<u64> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (value, rest) = shift(&text)?;
    rest.is_empty().then_some(value)
}

/// A number that is shifted to the left; `None` where the value is no `int`.
pub(crate) fn shifted(number: u64, bits: u64) -> Option<u64> {
    let factor = 1_u64.checked_shl(u32::try_from(bits).ok()?)?;
    let value = number.checked_mul(factor)?;
    i32::try_from(value).ok().map(|_| value)
}

fn shift(text: &str) -> Option<(u64, &str)> {
    let (mut value, mut rest) = sum(text)?;
    while let Some(behind) = rest.strip_prefix("<<") {
        let (bits, behind) = sum(behind)?;
        (value, rest) = (shifted(value, bits)?, behind);
    }
    Some((value, rest))
}

/// The value of the sum that a text begins with, and what stands behind it.
fn sum(text: &str) -> Option<(u64, &str)> {
    let (mut value, mut rest) = product(text)?;
    while let Some(sign) = rest.chars().next().filter(|c| "+-".contains(*c)) {
        let (next, behind) = product(&rest[1..])?;
        value = if sign == '+' { value.checked_add(next)? } else { value.checked_sub(next)? };
        rest = behind;
    }
    Some((value, rest))
}

fn product(text: &str) -> Option<(u64, &str)> {
    let (mut value, mut rest) = operand(text)?;
    while let Some(behind) = rest.strip_prefix('*') {
        let (next, behind) = operand(behind)?;
        value = value.checked_mul(next)?;
        rest = behind;
    }
    Some((value, rest))
}

fn operand(text: &str) -> Option<(u64, &str)> {
    if let Some(inner) = text.strip_prefix('(') {
        let (value, rest) = shift(inner)?;
        return Some((value, rest.strip_prefix(')')?));
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    Some((literal(&text[..end])?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_values() {
        let known = ["64+1", "(64) + (2 * 3ul)-1", "((7))", "0x10*2", "2 * (1 << 3 + 1) + 1"];
        assert_eq!(known.map(constant), [65, 69, 7, 32, 33].map(Some));
        let others = ["3-4", "", "(2", "2)", "n+1", "4/2", "1 << 31", "1 << 64", "1 < 2", "8 >> 1"];
        assert_eq!(others.map(constant), [None; 10]);
    }

    #[test]
    fn elements_are_told_from_what_they_lead_to() {
        for text in ["row[n]", "2 * row[n] - row[0]", "n*row[n+1]", "row[ix[n]]"] {
            assert!(is_indexed(text, "row"), "{text}");
        }
        for text in ["row", "row + n", "*row[n]", "row[n][2]", "row[n]->k", "s.row[n]", "rows[n]"] {
            assert!(!is_indexed(text, "row"), "{text}");
        }
        assert_eq!(indexed("row[n] - m"), ["row"]);
    }

    #[test]
    fn names_are_replaced_as_a_whole() {
        assert_eq!(with_name("N*NN + aN-N", "N", "(3)"), "(3)*NN + aN-(3)");
        assert_eq!(with_name("", "N", "3"), "");
    }

    #[test]
    fn constants_that_may_be_zero() {
        let empty = [
            "0",
            "(0)",
            " 0u ",
            "0L",
            "0x0",
            "00",
            "2*0",
            "(int)0",
            "4 - 4",
            "",
            "0'0",
            "1 ? 0 : 2",
        ];
        for length in empty {
            assert!(is_empty_constant(length), "{length}");
        }
        for length in [
            "1",
            "0x10",
            "(size_t) 4 * 8",
            "(unsigned long)4",
            "(2 + 3) * 4ul",
            "010",
            "n",
            "n*m",
            "N*0",
        ] {
            assert!(!is_empty_constant(length), "{length}");
        }
    }

    #[test]
    fn names_without_members() {
        assert_eq!(names("g->n * s.m + (long)k*0x1f"), ["g", "s", "k"]);
        assert_eq!(members("g->n * s . in.m + (long)k*0x1f"), ["n", "in", "m"]);
        let paths = paths("g->n * s . in.m + (long)k*0x1f");
        assert_eq!(paths, [("g", vec!["->"]), ("s", vec![".", "."]), ("k", vec![])]);
    }
}
