//! Manual pages and completions.

use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::{inputs, put};
use crate::settings;

/// Prints the completions of `command` for `shell`.
pub(super) fn completions(shell: Shell, mut command: Command) -> Result<i32, String> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "warpctl", &mut text);
    put(&text).map(|()| 0)
}

/// Writes one page for each command of warpctl, and those of the drivers, into `folder`.
pub(super) fn write(folder: &Path, command: Command) -> Result<i32, String> {
    let failed = |error: std::io::Error| format!("cannot write '{}': {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    for (name, clang) in [("warpcc", "clang"), ("warpcc++", "clang++")] {
        let page = driver_page(name, clang);
        inputs::create(Some(&folder.join(format!("{name}.1"))), &mut |out| {
            out.write_all(page.as_bytes()).map_err(|error| error.to_string())
        })?;
    }
    Ok(0)
}

/// The page of a driver, made from its `--warp-help`.
fn driver_page(name: &str, clang: &str) -> String {
    let version = format!("{name} {}", env!("CARGO_PKG_VERSION"));
    let mut page = Roff::default();
    page.control("TH", [name, "1", "", &version]);
    page.control("SH", ["NAME"]);
    page.text([roman(format!("{name} - run {clang}, and make OpenMP GPU offload coalesced"))]);
    page.control("SH", ["SYNOPSIS"]);
    let words = [bold(name), roman(format!(" [--warp-OPTION]... [{clang}'s options and files]"))];
    page.text(words);
    page.control("SH", ["DESCRIPTION"]);
    for line in
        settings::help().replace("warpcc runs clang", &format!("{name} runs {clang}")).lines()
    {
        describe(&mut page, line);
    }
    page.control("SH", ["SEE ALSO"]);
    page.text([bold("warpctl"), roman("(1), "), bold(clang), roman("(1)")]);
    page.to_roff()
}

/// One line of the help: an option stands two blanks in, what it does further in.
fn describe(page: &mut Roff, line: &str) {
    let text: Vec<Inline> = vec![roman(line.trim())];
    if line.starts_with("  --") {
        page.control("TP", []);
        page.text([bold(line.trim())]);
    } else if line.is_empty() {
        page.control("PP", []);
    } else {
        page.text(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drivers_page_has_all_its_options() {
        let page = driver_page("warpcc++", "clang++");
        assert!(page.contains("runs clang++"), "{page}");
        let options = settings::help();
        let options: Vec<_> = options.lines().filter_map(|l| l.strip_prefix("  --")).collect();
        assert!(options.len() > 5);
        assert_eq!(page.matches(".TP").count(), options.len());
        for option in options {
            let name = option.split('=').next().unwrap_or(option).replace('-', "\\-");
            assert!(page.contains(&format!("\\fB\\-\\-{name}")), "{option}: {page}");
        }
    }
}
