//! Two versions of a region, of which a test chooses one: at run time, or when a template is instantiated.
//!
//! ```text
//! #pragma omp target … for       { int warpcc_holds = …; if (warpcc_holds) { _Pragma("omp target … for collapse(2)")
//! for (…)                   →    for (…)
//!   …                              …
//! }                              } } else { _Pragma("omp target … for") for (…) … } }
//! ```
//!
//! In a template `if constexpr (…)` chooses, by its parameters, with the test inside where there is one.
//!
//! The changed version keeps the lines; the other follows on the last one: the original, with the best change
//! that needs no test. Diagnostics that the test or the second copy would add are off there.

use super::{Edit, EditSet, flat, newlines};
use crate::diag::Code;
use crate::ir::TargetRegion;
use crate::plan::guard::HostTest;
use crate::source::{SourceFile, Span};

/// Words of whose meaning there must be one copy, or one place.
const SINGULAR: [&str; 9] = [
    "static",
    "thread_local",
    "_Thread_local",
    "__thread",
    "__LINE__",
    "__COUNTER__",
    "asm",
    "__asm",
    "__asm__",
];

/// The edits that make `changed` under a test, with the text of the [`second`] version behind it; in a template in the
/// `instances` for which that condition holds.
pub(super) fn wrap(
    region: &TargetRegion,
    file: &SourceFile,
    (test, instances): (&HostTest, Option<&str>),
    (changed, behind): (EditSet, &[u8]),
) -> Result<EditSet, Code> {
    let (opening, closing) = (opening(test), closing(behind));
    let (opening, closing) = match instances {
        Some(condition) => {
            let [before, after] = around_instances(region, file, condition)?;
            ([before, opening.into_bytes()].concat(), [closing, after].concat())
        }
        None => (opening.into_bytes(), closing),
    };
    two_versions(region, file, (&opening, &test.names), (changed, closing))
}

/// The edits that make `changed` in the instances of a template for which `condition` holds.
pub(super) fn for_instances(
    region: &TargetRegion,
    file: &SourceFile,
    condition: &str,
    changed: EditSet,
) -> Result<EditSet, Code> {
    let [opening, closing] = around_instances(region, file, condition)?;
    two_versions(region, file, (&opening, &[]), (changed, closing))
}

/// What stands before and behind the text that the instances of a template get for which `condition` holds.
fn around_instances(
    region: &TargetRegion,
    file: &SourceFile,
    condition: &str,
) -> Result<[Vec<u8>; 2], Code> {
    let parameter_is_macro = |name: &[u8]| {
        let text = file.bytes();
        words(text).zip(words(text).skip(1)).any(|(a, b)| a == b"define" && b == name)
    };
    if words(condition.as_bytes()).any(parameter_is_macro) {
        return Err(Code::NotEditable);
    }
    let opening = format!("{{ {} if constexpr ({condition}) {{ {LOUD} ", quiet());
    let behind = second(region, file, EditSet::default())?;
    Ok([opening.into_bytes(), closing(&behind)])
}

/// The edits that put `opening`, which ends in the condition of the changed version, before that version, and
/// `closing`, which has the other one, after it. The region's text must have the names.
fn two_versions(
    region: &TargetRegion,
    file: &SourceFile,
    (opening, needed): (&[u8], &[String]),
    (changed, closing): (EditSet, Vec<u8>),
) -> Result<EditSet, Code> {
    let [statement] = region.body.as_slice() else { return Err(Code::NotEditable) };
    let directive = region.directive.span;
    let between = file.slice(Span::new(directive.end, statement.span.start));
    let written = file.slice(Span::new(directive.start, statement.span.end));
    let all_named = needed.iter().all(|name| words(written).any(|w| w == name.as_bytes()));
    if !is_blank_or_skipped(between) || !all_named {
        return Err(Code::NotEditable);
    }
    let (inside, outside): (Vec<Edit>, Vec<Edit>) =
        changed.edits.into_iter().partition(|edit| directive.contains(edit.span));
    let new = pragma(&changed_text(file, directive, &inside))?;
    let mut head = [opening, &new].concat();
    head.extend(std::iter::repeat_n(b'\n', newlines(file.slice(directive))));
    let end = Span::new(statement.span.end, statement.span.end);
    let mut edits = outside;
    edits.push(Edit { span: directive, text: head });
    edits.push(Edit { span: end, text: closing });
    EditSet::new(edits).map_err(|_| Code::NotEditable)
}

/// The directive and the statement of the second version, on one line, which has the `edits`.
pub(super) fn second(
    region: &TargetRegion,
    file: &SourceFile,
    edits: EditSet,
) -> Result<Vec<u8>, Code> {
    let [statement] = region.body.as_slice() else { return Err(Code::NotEditable) };
    let directive = region.directive.span;
    let (on_top, inside): (Vec<Edit>, Vec<Edit>) =
        edits.edits.into_iter().partition(|edit| directive.contains(edit.span));
    let is_own = inside.iter().all(|edit| statement.span.contains(edit.span));
    let text = flat::code(&changed_text(file, statement.span, &inside))?;
    if !is_own || is_singular(&text) {
        return Err(Code::NotEditable);
    }
    let pragma = pragma(&changed_text(file, directive, &on_top))?;
    Ok([pragma.as_slice(), b" ", &text].concat())
}

/// Whether nothing is in the text behind an active directive but blanks, comments, the end of the group of a preprocessor
/// conditional that the directive is in, and that conditional's other groups.
fn is_blank_or_skipped(text: &[u8]) -> bool {
    let mut skipped = 0_usize;
    let mut kept = Vec::new();
    if flat::is_odd(text) {
        return false;
    }
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let word = directive(line).and_then(|directive| words(directive).next());
        match word {
            Some(b"if" | b"ifdef" | b"ifndef") if skipped > 0 => skipped += 1,
            Some(b"else" | b"elif" | b"elifdef" | b"elifndef") if skipped == 0 => skipped = 1,
            Some(b"endif") => skipped = skipped.saturating_sub(1),
            _ if skipped == 0 => kept.extend(line),
            _ => {}
        }
    }
    flat::code(&kept).is_ok_and(|code| code.is_empty())
}

/// What stands behind the sign of a preprocessing directive.
pub(super) fn directive(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    line.strip_prefix(b"#").or_else(|| line.strip_prefix(b"%:")).map(<[u8]>::trim_ascii)
}

/// Whether a text has a word of whose meaning there must be one copy, or one place.
pub(super) fn is_singular(text: &[u8]) -> bool {
    words(text).any(|word| SINGULAR.iter().any(|singular| word == singular.as_bytes()))
}

/// The names and numbers of a text.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.split(move |byte| !inside(byte)).filter(|word| !word.is_empty())
}

/// The text of `span` after the edits in it.
pub(super) fn changed_text(file: &SourceFile, span: Span, edits: &[Edit]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut position = span.start;
    for edit in edits {
        text.extend(file.slice(Span::new(position, edit.span.start)));
        text.extend(&edit.text);
        position = edit.span.end;
    }
    text.extend(file.slice(Span::new(position, span.end)));
    text
}

/// `_Pragma("…")` for the text of one `#pragma`.
pub(super) fn pragma(text: &[u8]) -> Result<Vec<u8>, Code> {
    let flat = flat::directive(text)?;
    let rest = flat.strip_prefix(b"#").map(<[u8]>::trim_ascii);
    let words = rest.and_then(|rest| rest.strip_prefix(b"pragma")).map(<[u8]>::trim_ascii);
    let words = words.filter(|words| !words.contains(&b'#')).ok_or(Code::NotEditable)?;
    Ok(operator(words))
}

/// `_Pragma("words")`.
pub(super) fn operator(words: &[u8]) -> Vec<u8> {
    let mut text = b"_Pragma(\"".to_vec();
    for byte in words {
        if matches!(byte, b'"' | b'\\') {
            text.push(b'\\');
        }
        text.push(*byte);
    }
    text.extend(b"\")");
    text
}

/// Turns diagnostics off for text that stands twice; [`LOUD`] ends that.
pub(super) fn quiet() -> String {
    without("-Weverything")
}

/// Turns one group of warnings off; [`LOUD`] ends that too.
pub(super) fn without(group: &str) -> String {
    let ignored = format!("_Pragma(\"clang diagnostic ignored \\\"{group}\\\"\")");
    format!("_Pragma(\"clang diagnostic push\") {ignored}")
}

/// Ends [`quiet`].
pub(super) const LOUD: &str = "_Pragma(\"clang diagnostic pop\")";

/// The test, with the host's addresses and then with the device's, and the branch that it opens.
fn opening(test: &HostTest) -> String {
    let HostTest { expression, translated, device, .. } = test;
    let device = device.as_ref().map(|device| format!(" device({device})")).unwrap_or_default();
    let look_up =
        format!("_Pragma(\"omp target data use_device_ptr({}){device}\")", translated.join(", "));
    let on_device = match translated.as_slice() {
        [] => String::new(),
        _ => format!("if (warpcc_holds) {{ {look_up} {{ warpcc_holds = {expression}; }} }} "),
    };
    let quiet = quiet();
    format!("{{ {quiet} int warpcc_holds = {expression}; {on_device}{LOUD} if (warpcc_holds) {{ ")
}

fn closing(second: &[u8]) -> Vec<u8> {
    let start = format!(" }} else {{ {} ", quiet());
    [start.as_bytes(), second, b" ", LOUD.as_bytes(), b" } }"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_groups_of_a_conditional_are_no_text() {
        let nothing: [&str; 6] = [
            "\n  ",
            "\n#endif\n",
            "// why\n# else\n#pragma omp parallel for\n#endif /* GPU */\n",
            "\n#elif B\n#if C\nf();\n#else\n#endif\ng();\n#else\nh();\n#endif\n/* why */",
            "\n#endif\n#endif\n",
            "\n#else\n#endif\n#endif\n",
        ];
        for text in nothing {
            assert!(is_blank_or_skipped(text.as_bytes()), "{text}");
        }
        let something: [&str; 7] = [
            "\n#pragma unroll\n",
            "\n#endif\n#pragma unroll\n",
            "\n#if A\n#endif\n",
            "\n#else\n#endif\n#ifdef A\n#else\n#endif\n",
            "\n#define N 3\n",
            "\n#endif\n{",
            "\n%:else\n%:endif\n#pragma unroll\n",
        ];
        for text in something {
            assert!(!is_blank_or_skipped(text.as_bytes()), "{text}");
        }
    }
}
