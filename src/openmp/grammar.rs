//! What may stand between the parentheses of a clause (OpenMP 5.2 and 6.0, §5 to §7 and §15). A
//! clause whose argument does not fit its row is not understood, and so is one without a row whose
//! name is not OpenMP's.

use super::argument::{split, split_modifiers};

/// The form of a clause's argument.
enum Form {
    /// No argument.
    Bare,
    /// An expression, or none.
    Optional,
    /// One expression.
    Expression,
    /// A list of variables or sections.
    List,
    /// One of these words, then whatever may follow behind a comma or colon.
    Word(&'static str),
    /// A list or an expression, before which modifiers (each one of these words, with arguments of its own or not)
    /// and a colon may stand.
    Modified(&'static str),
    /// As `Modified`, but an operator or identifier stands last before the colon.
    Operator(&'static str),
}

const DIRECTIVES: &str = "parallel simd target task taskloop teams distribute for loop";

const ROWS: &[(&str, Form)] = &[
    ("bind", Form::Word("parallel teams thread")),
    ("collapse", Form::Expression),
    ("default", Form::Word("firstprivate none private shared")),
    (
        "defaultmap",
        Form::Word("alloc default firstprivate from none present private self storage to tofrom"),
    ),
    ("depend", Form::Modified("depobj in inout inoutset iterator mutexinoutset out")),
    ("device", Form::Modified("ancestor device_num")),
    ("dist_schedule", Form::Word("static")),
    ("firstprivate", Form::Modified("saved")),
    ("has_device_addr", Form::List),
    ("if", Form::Modified(DIRECTIVES)),
    ("in_reduction", Form::Operator("")),
    ("is_device_ptr", Form::List),
    ("lastprivate", Form::Modified("conditional")),
    ("linear", Form::List),
    (
        "map",
        Form::Modified(
            "alloc always close delete from iterator mapper ompx_hold present \
             ref_ptee ref_ptr ref_ptr_ptee release self storage to tofrom",
        ),
    ),
    ("nogroup", Form::Bare),
    ("nowait", Form::Optional),
    ("num_teams", Form::Expression),
    ("num_threads", Form::Modified("strict")),
    ("ompx_attribute", Form::Expression),
    ("ompx_bare", Form::Bare),
    ("ompx_dyn_cgroup_mem", Form::Expression),
    ("order", Form::Word("concurrent reproducible unconstrained")),
    ("private", Form::List),
    ("reduction", Form::Operator("default inscan task")),
    ("schedule", Form::Word("auto dynamic guided monotonic nonmonotonic runtime simd static")),
    ("shared", Form::List),
    ("thread_limit", Form::Expression),
    ("use_device_addr", Form::List),
    ("use_device_ptr", Form::List),
    ("uses_allocators", Form::Expression),
];

/// Whether a clause called `name` may have that argument.
pub(crate) fn accepts(name: &str, argument: Option<&str>) -> bool {
    let Ok(row) = ROWS.binary_search_by(|(clause, _)| (*clause).cmp(name)) else { return true };
    let form = &ROWS[row].1;
    let Some(argument) = argument else { return matches!(form, Form::Bare | Form::Optional) };
    match form {
        Form::Bare => false,
        Form::Optional | Form::Expression | Form::List => full(argument),
        Form::Word(words) => is_one(first_word(argument), words),
        Form::Modified(words) => {
            let (before, after) = split_modifiers(name, argument);
            full(after) && (before.is_empty() || all_words(before, words))
        }
        Form::Operator(words) => {
            let (before, after) = split_modifiers(name, argument);
            let mut modifiers = split(before, b',');
            let operator = modifiers.pop().is_some_and(|operator| !operator.trim().is_empty());
            operator && full(after) && modifiers.iter().all(|text| all_words(text, words))
        }
    }
}

/// Whether every part of `list` between commas holds something.
fn full(list: &str) -> bool {
    split(list, b',').iter().all(|part| !part.trim().is_empty())
}

/// Whether the word is one of these, which have a blank between them.
fn is_one(word: &str, words: &str) -> bool {
    words.split_ascii_whitespace().any(|other| other == word)
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

/// Whether `text` is some of `words`, separated by commas or blanks, each with an argument or not.
fn all_words(text: &str, words: &str) -> bool {
    split(text, b',').into_iter().all(|part| {
        let word = first_word(part);
        let rest = part.trim_start()[word.len()..].trim_start();
        let argument = rest.starts_with('(');
        is_one(word, words) && (rest.is_empty() || argument || all_words(rest, words))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_sorted() {
        assert!(ROWS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn arguments_that_fit() {
        for (name, argument) in [
            ("bind", "parallel"),
            ("collapse", "N + 1"),
            ("default", "none"),
            ("defaultmap", "tofrom: scalar"),
            ("depend", "iterator(i=0:n), in: a[i]"),
            ("device", "ancestor: 1"),
            ("device", "n ? 0 : 1"),
            ("dist_schedule", "static, 128"),
            ("if", "target: n > 3"),
            ("if", "n > 3"),
            ("lastprivate", "conditional: x"),
            ("linear", "x : 2"),
            ("linear", "val(x)"),
            ("map", "always, close to: a[0:n]"),
            ("map", "mapper(m), present, tofrom: s.x[0:n]"),
            ("map", "a"),
            ("num_teams", "4:8"),
            ("order", "reproducible: concurrent"),
            ("reduction", "task, +: s"),
            ("reduction", "ns::add : s, t"),
            ("schedule", "monotonic, simd: static, 4"),
            ("uses_allocators", "omp_default_mem_alloc, a(t)"),
        ] {
            assert!(accepts(name, Some(argument)), "{name}({argument})");
        }
        assert!(accepts("nowait", None) && accepts("ompx_bare", None));
    }

    #[test]
    fn arguments_that_do_not_fit() {
        for (name, argument) in [
            ("bind", "league"),
            ("collapse", ""),
            ("default", "all"),
            ("dist_schedule", "dynamic"),
            ("if", "loops: n"),
            ("map", "sideways: a"),
            ("map", "to: a,"),
            ("map", "to sideways: a"),
            ("ompx_bare", "1"),
            ("reduction", "s"),
            ("reduction", "wide, +: s"),
            ("schedule", "fair"),
        ] {
            assert!(!accepts(name, Some(argument)), "{name}({argument})");
        }
        assert!(!accepts("map", None) && !accepts("collapse", None));
    }
}
