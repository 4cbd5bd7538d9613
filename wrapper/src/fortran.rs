//! Fortran sources with target regions: clang gets them as they are, and the user hears of it.

use std::ffi::OsString;
use std::fs;

use crate::args;

/// The ends of the names of Fortran sources, in any case.
const ENDINGS: [&str; 8] = ["f", "for", "ftn", "f90", "f95", "f03", "f08", "f18"];

/// What a line of Fortran begins with that OpenMP reads: in free form, and in fixed form.
const SENTINELS: [&str; 3] = ["!$omp", "c$omp", "*$omp"];

/// A line for each Fortran source of a command with offload that has a target directive.
pub(crate) fn remarks(args: &[OsString]) -> String {
    let sources = args::inputs_with_offload(args).into_iter().filter(|name| is_fortran(name));
    let remark = |name: String| {
        let line = first_target(&String::from_utf8_lossy(&fs::read(&name).ok()?))?;
        Some(format!(
            "warpcc: remark: {name}:{line}: `!$omp target` in Fortran is left as it is: warpcc rewrites C and C++\n"
        ))
    };
    sources.filter_map(remark).collect()
}

fn is_fortran(name: &str) -> bool {
    let base = name.rsplit('/').next().unwrap_or(name);
    let ending = base.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// The number of the first line with a target directive.
fn first_target(text: &str) -> Option<usize> {
    let is_target = |line: &str| {
        let line = line.trim_start().to_ascii_lowercase();
        let directive = SENTINELS.iter().find_map(|sentinel| line.strip_prefix(sentinel));
        let word = directive.and_then(|rest| rest.split_ascii_whitespace().next());
        word.is_some_and(|word| word.starts_with("target"))
    };
    text.lines().position(is_target).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_directives_are_found_in_both_forms() {
        assert_eq!(first_target("program p\n  !$OMP  Target teams loop\n"), Some(2));
        assert_eq!(first_target("C$omp parallel do\nc$omp target\n"), Some(2));
        assert_eq!(first_target("*$omp targetparallel\n"), Some(1), "blanks mean nothing there");
        assert_eq!(first_target("! omp target\ntarget = 1\n!$omp declare target\n"), None);
    }

    #[test]
    fn sources_are_known_by_their_ends() {
        assert!(["a.f90", "x/b.F", "c.FOR", "d.e.F08"].into_iter().all(is_fortran));
        assert!(["a.c", "f90", ".f/a", "b.f90.o"].into_iter().all(|name| !is_fortran(name)));
    }
}
