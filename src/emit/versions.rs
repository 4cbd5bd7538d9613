//! Two versions of a region, of which a test chooses one: at run time, or when a template is instantiated.
//!
//! ```text
//! #pragma omp target … for         {
//! for (…)                            int warpcc_holds = …;
//!   …                                if (warpcc_holds) {
//!                           →      #pragma omp target … for collapse(2)
//!                                  for (…)
//!                                    …
//!                                    } else {
//!                                  #pragma omp target … for
//!                                  for (…)
//!                                    …
//!                                    }
//!                                  }
//! ```
//!
//! In a template `if constexpr (…)` chooses, by its parameters, with the test inside where there is one.
//!
//! The second version is the original, with the best change that needs no test. Both have the lines' numbers of the original.
//! Diagnostics that the test or the second copy would add are off there.

use super::lines::{Lines, deeper};
use super::{Edit, EditSet, flat};
use crate::diag::Code;
use crate::ir::{Origin, TargetRegion};
use crate::plan::test::HostTest;
use crate::source::{SourceFile, Span, directive};

/// Words of whose meaning there must be one copy, or one place.
const SINGULAR: [&str; 8] = [
    "static",
    "thread_local",
    "_Thread_local",
    "__thread",
    "__COUNTER__",
    "asm",
    "__asm",
    "__asm__",
];

/// What becomes `mandatory`, or begins like it, where there is a device or `OMP_TARGET_OFFLOAD` says so. The labels name the C
/// functions in each language, and leave the names of the unit alone.
const DEVICES: [&str; 3] = [
    "int warpcc_devices(void) __asm__(\"omp_get_num_devices\");",
    "char *warpcc_setting(const char *) __asm__(\"getenv\");",
    "const char *warpcc_offload = warpcc_devices() > 0 ? \"m\" : warpcc_setting(\"OMP_TARGET_OFFLOAD\");",
];

/// What stands before and behind a changed version.
#[derive(Default)]
pub(super) struct Around {
    before: Lines,
    behind: Lines,
}

impl Around {
    /// A test, which chooses between the changed version and the [`second`] one.
    pub(super) fn test(test: &HostTest, second: Lines, indent: &str) -> Around {
        let inside = deeper(indent);
        let mut before = Lines::default();
        before.add(indent, "{");
        quiet(&mut before, &inside, "-Weverything");
        test.values.iter().for_each(|value| before.add(&inside, value));
        before.add(&inside, &format!("int warpcc_holds = {};", test.expression));
        let device = test.device.as_ref().map(|device| format!(" device({device})"));
        let device = device.unwrap_or_default();
        if !test.translated.is_empty() {
            let pointers = test.translated.join(", ");
            before.add(&inside, "if (warpcc_holds) {");
            before.add(
                &inside,
                &format!("#pragma omp target data use_device_ptr({pointers}){device}"),
            );
            before.add(&deeper(&inside), &format!("{{ warpcc_holds = {}; }}", test.on_device));
            before.add(&inside, "}");
        }
        if !test.reads.is_empty() {
            let clauses = &test.clauses;
            before.add(&inside, "if (warpcc_holds) {");
            before.add(
                &inside,
                &format!("#pragma omp target map(tofrom: warpcc_holds){clauses}{device}"),
            );
            before.add(&deeper(&inside), "{");
            test.reads.iter().for_each(|read| before.add(&deeper(&deeper(&inside)), read));
            if !test.on_device.is_empty() {
                let holds = format!("warpcc_holds = {};", test.on_device);
                before.add(&deeper(&deeper(&inside)), &holds);
            }
            before.add(&deeper(&inside), "}");
            before.add(&inside, "}");
        }
        before.add(&inside, LOUD);
        before.add(&inside, "if (warpcc_holds) {");
        Around { before, behind: otherwise(second, indent) }
    }

    /// The test whether a device may run the region; a program that must not run it without one does not get the `second` version
    /// either.
    pub(super) fn device(second: Lines, indent: &str) -> Around {
        let inside = deeper(indent);
        let mut before = Lines::default();
        before.add(indent, "{");
        quiet(&mut before, &inside, "-Weverything");
        DEVICES.iter().for_each(|line| before.add(&inside, line));
        before.add(&inside, LOUD);
        before.add(&inside, "if (warpcc_offload && (*warpcc_offload | 32) == 'm') {");
        Around { before, behind: otherwise(second, indent) }
    }

    /// The condition on a template's parameters for which the changed version is right.
    pub(super) fn instances(condition: &str, second: Lines, indent: &str) -> Around {
        let mut before = Lines::default();
        before.add(indent, "{");
        before.add(&deeper(indent), &format!("if constexpr ({condition}) {{"));
        Around { before, behind: otherwise(second, indent) }
    }

    /// Whether that is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// This inside of `outer`.
    pub(super) fn inside(mut self, mut outer: Around) -> Around {
        outer.before.append(self.before);
        self.behind.append(outer.behind);
        Around { before: outer.before, behind: self.behind }
    }
}

/// The end of the changed version, and the second one.
fn otherwise(second: Lines, indent: &str) -> Lines {
    let mut behind = Lines::default();
    let inside = deeper(indent);
    behind.add(&inside, "} else {");
    quiet(&mut behind, &inside, "-Weverything");
    behind.append(second);
    behind.add(&inside, LOUD);
    behind.add(&inside, "}");
    behind.add(indent, "}");
    behind
}

/// Whether a template's condition names its parameters alone, and no macro of the file.
pub(super) fn is_plain_condition(file: &SourceFile, condition: &str) -> bool {
    let is_macro = |name: &[u8]| {
        let text = file.bytes();
        words(text).zip(words(text).skip(1)).any(|(a, b)| a == b"define" && b == name)
    };
    !words(condition.as_bytes()).any(is_macro)
}

/// The edits with what stands `around` the version that they make; the region's text must have the names.
pub(super) fn wrap(
    region: &TargetRegion,
    file: &SourceFile,
    (around, needed): (Around, &[String]),
    changed: EditSet,
) -> Result<EditSet, Code> {
    let [statement] = region.body.as_slice() else { return Err(Code::NotEditable) };
    let directive = region.directive.span;
    let between = file.slice(Span::new(directive.end, statement.span.start));
    let written = file.slice(Span::new(directive.start, statement.span.end));
    let all_named = needed.iter().all(|name| words(written).any(|w| w == name.as_bytes()));
    let is_own = is_pragma(file.slice(directive)) || region.directive.origin == Origin::MacroUse;
    if !is_blank_or_skipped(between) || !all_named || !is_own {
        return Err(Code::NotEditable);
    }
    let mut edits = changed.edits;
    // What the change itself puts there stands inside the test.
    edits.insert(0, around.before.before(file, directive.start));
    edits.push(around.behind.behind(file, statement.span.end));
    EditSet::new(edits).map_err(|_| Code::NotEditable)
}

/// The directive and the statement of the second version, which has the `edits`.
pub(super) fn second(
    region: &TargetRegion,
    file: &SourceFile,
    edits: EditSet,
) -> Result<Lines, Code> {
    let [statement] = region.body.as_slice() else { return Err(Code::NotEditable) };
    let directive = region.directive.span;
    let (on_top, inside): (Vec<Edit>, Vec<Edit>) =
        edits.edits.into_iter().partition(|edit| directive.contains(edit.span));
    let is_own = inside.iter().all(|edit| statement.span.contains(edit.span));
    let mut lines = Lines::default();
    repeat(&mut lines, file, directive, &on_top)?;
    repeat(&mut lines, file, statement.span, &inside)?;
    let is_singular = is_singular(file.slice(statement.span));
    if is_own && !is_singular { Ok(lines) } else { Err(Code::NotEditable) }
}

/// Adds the text of `span` once more, as the edits leave it.
pub(super) fn repeat(
    lines: &mut Lines,
    file: &SourceFile,
    span: Span,
    edits: &[Edit],
) -> Result<(), Code> {
    if !has_repeatable_directives(file.slice(span)) {
        return Err(Code::NotEditable);
    }
    lines.repeat(file, span, edits);
    Ok(())
}

/// Pragmas that mean the same in each copy of a text.
const REPEATABLE: [&[u8]; 3] = [b"omp", b"unroll", b"nounroll"];

/// Whether a text may stand twice as far as its preprocessing directives go: each conditional begins and ends in it, and nothing
/// else is there but pragmas of loops.
fn has_repeatable_directives(text: &[u8]) -> bool {
    let mut open = 0_i32;
    for line in text.split(|byte| *byte == b'\n') {
        let Some(directive) = directive(line) else { continue };
        let mut words = words(directive);
        match words.next() {
            Some(b"if" | b"ifdef" | b"ifndef") => open += 1,
            Some(b"endif") if open > 0 => open -= 1,
            Some(b"else" | b"elif" | b"elifdef" | b"elifndef") if open > 0 => {}
            Some(b"pragma") if words.next().is_some_and(|word| REPEATABLE.contains(&word)) => {}
            _ => return false,
        }
    }
    open == 0
}

/// Whether the text is a pragma that stands on lines of its own.
fn is_pragma(text: &[u8]) -> bool {
    directive(text.split(|byte| *byte == b'\n').next().unwrap_or_default())
        .is_some_and(|words| words.starts_with(b"pragma"))
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

/// Whether a text has a word of whose meaning there must be one copy, or one place.
pub(super) fn is_singular(text: &[u8]) -> bool {
    words(text).any(|word| SINGULAR.iter().any(|singular| word == singular.as_bytes()))
}

/// The names and numbers of a text.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.split(move |byte| !inside(byte)).filter(|word| !word.is_empty())
}

/// Turns a group of warnings off; [`LOUD`] ends that.
pub(super) fn quiet(lines: &mut Lines, indent: &str, group: &str) {
    lines.add(indent, "#pragma clang diagnostic push");
    lines.add(indent, &format!("#pragma clang diagnostic ignored \"{group}\""));
}

/// Ends [`quiet`].
pub(super) const LOUD: &str = "#pragma clang diagnostic pop";

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
