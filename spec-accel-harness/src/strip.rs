//! Removes `collapse` clauses from OpenMP directives, as the authors of the IPDA paper did for its
//! Table 1.

/// A text without its `collapse` clauses, and these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stripped {
    /// As many lines as before.
    pub(crate) text: String,
    pub(crate) clauses: Vec<Clause>,
}

/// One removed clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// Where its directive begins, from 1.
    pub(crate) line: u32,
    /// Its argument, as written.
    pub(crate) depth: String,
}

/// Removes each `collapse(…)` from the `#pragma omp` lines of C or C++, with the blanks or the comma
/// before it. A directive may go on behind backslashes; comments on it are left alone.
pub(crate) fn collapse_clauses(text: &str) -> Stripped {
    let mut stripped = Stripped { text: String::with_capacity(text.len()), clauses: Vec::new() };
    let mut line = 1;
    let mut rest = text;
    while !rest.is_empty() {
        let (logical, after) = rest.split_at(logical_line(rest));
        if is_directive(logical) {
            let (kept, depths) = without_clauses(logical);
            stripped.text += &kept;
            stripped.clauses.extend(depths.into_iter().map(|depth| Clause { line, depth }));
        } else {
            stripped.text += logical;
        }
        line += logical.matches('\n').count() as u32;
        rest = after;
    }
    stripped
}

/// The length of the first line of `text` and of those that it continues on.
fn logical_line(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    length
}

fn is_directive(line: &str) -> bool {
    let words = line.trim_start().strip_prefix('#').map(str::trim_start);
    let directive = words.and_then(|rest| rest.strip_prefix("pragma")).map(str::trim_start);
    directive
        .and_then(|rest| rest.strip_prefix("omp"))
        .is_some_and(|rest| rest.starts_with([' ', '\t', '\\']))
}

/// The directive without its clauses, and their arguments.
fn without_clauses(directive: &str) -> (String, Vec<String>) {
    let comment = ["//", "/*"].iter().filter_map(|mark| directive.find(mark)).min();
    let (mut code, comment) = directive.split_at(comment.unwrap_or(directive.len()));
    let mut kept = String::new();
    let mut depths = Vec::new();
    while let Some((before, depth, after)) = next_clause(code) {
        kept += before.trim_end_matches([' ', '\t']).trim_end_matches(',');
        depths.push(depth.trim().to_string());
        code = after;
    }
    (kept + code + comment, depths)
}

/// The text before the first clause, its argument, the text after it.
fn next_clause(code: &str) -> Option<(&str, &str, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = code.match_indices("collapse").map(|(at, _)| at);
    let mut clauses = starts.filter_map(|at| {
        let (before, rest) = code.split_at(at);
        let open = rest["collapse".len()..].trim_start().strip_prefix('(')?;
        let end = closing(open)?;
        (!before.ends_with(is_word)).then_some((before, &open[..end], &open[end + 1..]))
    });
    clauses.next()
}

/// The position of the parenthesis that closes one before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    text.char_indices().find_map(|(at, c)| {
        open += i32::from(c == '(') - i32::from(c == ')');
        (open == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str) -> String {
        collapse_clauses(text).text
    }

    #[test]
    fn a_clause_goes_with_the_blank_before_it() {
        let text =
            "#pragma omp target teams distribute parallel for collapse(2) map(a)\nfor (;;)\n";
        let expected = "#pragma omp target teams distribute parallel for map(a)\nfor (;;)\n";
        assert_eq!(strip(text), expected);
        assert_eq!(strip("# pragma omp for collapse( N+(1) )\n"), "# pragma omp for\n");
        assert_eq!(strip("#pragma omp for private(i), collapse (2)"), "#pragma omp for private(i)");
    }

    #[test]
    fn lines_and_depths_are_those_of_the_directives() {
        let text = "int a;\n#pragma omp for \\\n  collapse(2) \\\n  private(i)\n\n#pragma omp for collapse(3)\n";
        let stripped = collapse_clauses(text);
        assert_eq!(
            stripped.text,
            "int a;\n#pragma omp for \\\n \\\n  private(i)\n\n#pragma omp for\n"
        );
        let clauses: Vec<_> =
            stripped.clauses.iter().map(|clause| (clause.line, clause.depth.as_str())).collect();
        assert_eq!(clauses, [(2, "2"), (6, "3")]);
    }

    #[test]
    fn other_text_is_left_alone() {
        for text in [
            "collapse(2);\n",
            "#pragma unroll collapse(2)\n",
            "#pragma ompx collapse(2)\n",
            "#pragma omp for uncollapse(2)\n",
            "#pragma omp for // collapse(2)\n",
            "#pragma omp for /* collapse(2) */ nowait\n",
            "#pragma omp for collapse(2\n",
        ] {
            assert_eq!(collapse_clauses(text), Stripped { text: text.into(), clauses: vec![] });
        }
    }

    #[test]
    fn stripping_twice_changes_nothing() {
        let once = strip("#pragma omp for collapse(2) collapse(2) schedule(static)\r\nx\r\n");
        assert_eq!(once, "#pragma omp for schedule(static)\r\nx\r\n");
        assert_eq!(strip(&once), once);
    }
}
