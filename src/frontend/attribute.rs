//! Directives that are written as attributes, `[[omp::directive(parallel for)]]` (OpenMP 5.2 §3.1). Such are not read: that there
//! are some is what must be known.

use super::lex::{Lexer, TokenKind};

/// Whether a file's text has any, or defines a macro that does.
pub(super) fn is_in(bytes: &[u8]) -> bool {
    find(bytes, |directive| find(&directive[1..], |_| false))
}

/// Looks through a text, and through preprocessing directives by `inside`.
fn find(bytes: &[u8], inside: impl Fn(&[u8]) -> bool) -> bool {
    let mut before: [&[u8]; 3] = [b""; 3];
    for token in Lexer::new(bytes) {
        let text = &bytes[token.span.range()];
        if token.kind == TokenKind::Directive {
            if inside(text) {
                return true;
            }
            continue;
        }
        let names =
            before == [&b"omp"[..], b":", b":"] && [&b"directive"[..], b"sequence"].contains(&text);
        let opens = before[1..] == [&b"using"[..], b"omp"] && text == b":";
        if names || opens && !is_twice(bytes, token.span.end) {
            return true;
        }
        before = [before[1], before[2], text];
    }
    false
}

/// Whether the colon that ends at `at` is the first of two: that of a declaration `using omp::name`.
fn is_twice(bytes: &[u8], at: u32) -> bool {
    bytes.get(at as usize) == Some(&b':')
}

#[cfg(test)]
mod tests {
    use super::is_in;

    #[test]
    fn directives_are_told_from_other_attributes() {
        for text in [
            "[[omp::directive(barrier)]];",
            "[ [ omp :: directive(atomic) ] ] x++;",
            "[[maybe_unused, omp::sequence(directive(simd))]] for (;;);",
            "[[using omp: directive(parallel for)]] for (;;);",
            "#define ATOMIC [[omp::directive(atomic)]]\n",
            "#define LONG \\\n  [[omp::directive(atomic)]]\n",
            "#define A\n#\n[[omp::directive(atomic)]] x++;",
        ] {
            assert!(is_in(text.as_bytes()), "{text}");
        }
        for text in [
            "[[likely]] x++;",
            "[[omp::assume(\"omp_no_openmp\")]] void f();",
            "using omp::total; // [[omp::directive(barrier)]]",
            "\"[[omp::directive(barrier)]]\"",
            "#pragma omp barrier\n",
            "#define DO(x) _Pragma(#x)\nDO(omp parallel for)",
        ] {
            assert!(!is_in(text.as_bytes()), "{text}");
        }
        assert!(!is_in(&b"#".repeat(1 << 20)));
    }
}
