//! The blocks of a page: which of them are commands, and what is shown of their outputs.
//!
//! | block | what it is |
//! |---|---|
//! | `console` | commands behind `$ `, each with its output below it |
//! | `sh` | commands |
//! | any other | no command |
//!
//! In an output, a line `…` stands for any lines, and `…` in a line for any text: times, paths, versions, and numbers that the file
//! system gives. Comments before a block say what readers need not know:
//!
//! | mark | meaning |
//! |---|---|
//! | `<!-- not run: REASON -->` | its commands do not run in a test |
//! | `<!-- status: N -->` | its commands end with this status, not with 0 |
//! | `<!-- in: FOLDER -->` | its commands run there |
//! | `<!-- first: COMMAND -->` | this runs before its commands |
//! | `<!-- file: NAME -->` | its lines are this file |

/// A command of a page and the lines shown below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) command: String,
    pub(crate) output: Vec<String>,
}

/// What the comments before a block say of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) not_run: Option<String>,
    pub(crate) status: i32,
    pub(crate) folder: Option<String>,
    pub(crate) first: Vec<String>,
    pub(crate) file: Option<String>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A line outside of blocks.
    Text(String),
    /// A block with commands and outputs.
    Console(Marks, Vec<Shown>),
    /// A block with commands only.
    Script(Marks, Vec<String>),
    /// A block without commands; its language stands behind the fence.
    Other(Marks, String, Vec<String>),
}

const FENCE: &str = "```";

/// The programs whose commands must not stand in a block that is not run.
const PROGRAMS: [&str; 6] = ["make", "cmake", "warpcc", "warpcc++", "warpctl", "warpsim"];

/// The parts of a page, or what is wrong with it.
pub(crate) fn parts(page: &str) -> Result<Vec<Part>, String> {
    let (mut all, mut marks) = (Vec::new(), Marks::default());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix(FENCE) else {
            read_mark(line, &mut marks)?;
            all.push(Part::Text(line.into()));
            continue;
        };
        let inside: Vec<String> =
            lines.by_ref().take_while(|line| *line != FENCE).map(Into::into).collect();
        all.push(block(language, inside, std::mem::take(&mut marks))?);
    }
    if marks == Marks::default() { Ok(all) } else { Err(format!("no block follows {marks:?}")) }
}

fn read_mark(line: &str, marks: &mut Marks) -> Result<(), String> {
    let comment = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
    let Some((name, value)) = comment.and_then(|comment| comment.split_once(": ")) else {
        return if line.starts_with("<!--") { Err(format!("{line}: no mark")) } else { Ok(()) };
    };
    let value = value.to_owned();
    match name {
        "not run" => marks.not_run = Some(value),
        "status" => marks.status = value.parse().map_err(|_| format!("{line}: no number"))?,
        "in" => marks.folder = Some(value),
        "first" => marks.first.push(value),
        "file" => marks.file = Some(value),
        _ => return Err(format!("{line}: no mark")),
    }
    Ok(())
}

fn block(language: &str, inside: Vec<String>, marks: Marks) -> Result<Part, String> {
    match language {
        "console" => console(inside, marks),
        "sh" => Ok(Part::Script(marks, inside)),
        _ => {
            let is_command = |line: &&String| {
                let word = line.trim_start_matches("$ ").split(' ').next().unwrap_or_default();
                let name = word.rsplit('/').next().unwrap_or_default();
                line.starts_with("$ ") || PROGRAMS.contains(&name)
            };
            match inside.iter().find(is_command) {
                Some(line) => Err(format!("{line}: a command in a block that is not run")),
                None => Ok(Part::Other(marks, language.into(), inside)),
            }
        }
    }
}

fn console(inside: Vec<String>, marks: Marks) -> Result<Part, String> {
    let mut all: Vec<Shown> = Vec::new();
    for line in inside {
        if let Some(command) = line.strip_prefix("$ ") {
            all.push(Shown { command: command.into(), output: Vec::new() });
        } else {
            let last = all.last_mut().ok_or(format!("{line}: an output without a command"))?;
            last.output.push(line);
        }
    }
    Ok(Part::Console(marks, all))
}

/// The text of a page with these parts.
pub(crate) fn text(parts: &[Part]) -> String {
    let fenced = |language: &str, lines: &[String]| {
        let mut text = format!("{FENCE}{language}\n");
        lines.iter().for_each(|line| text.extend([line, "\n"]));
        text + FENCE + "\n"
    };
    let of = |part: &Part| match part {
        Part::Text(line) => format!("{line}\n"),
        Part::Script(_, lines) => fenced("sh", lines),
        Part::Other(_, language, lines) => fenced(language, lines),
        Part::Console(_, all) => {
            let lines =
                |one: &Shown| [vec![format!("$ {}", one.command)], one.output.clone()].concat();
            fenced("console", &all.iter().flat_map(lines).collect::<Vec<_>>())
        }
    };
    parts.iter().map(of).collect()
}

const LEFT_OUT: &str = "…";

/// Whether a line is what the page shows.
fn is_like(shown: &str, found: &str) -> bool {
    let mut pieces = shown.split(LEFT_OUT);
    let Some(mut rest) = pieces.next().and_then(|first| found.strip_prefix(first)) else {
        return false;
    };
    let mut last = None;
    for piece in pieces {
        if let Some(piece) = last.replace(piece) {
            let Some((_, behind)) = rest.split_once(piece) else { return false };
            rest = behind;
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

/// The lines that a page would show of `found`: those that it shows where they say the same, and leaving out as many as before.
pub(crate) fn updated(shown: &[String], found: &[&str]) -> Vec<String> {
    let one = |shown: Option<&String>, found: &str| match shown {
        Some(shown) if is_like(shown, found) => shown.clone(),
        _ => found.to_owned(),
    };
    let head = shown.iter().position(|line| line == LEFT_OUT).unwrap_or(shown.len());
    let tail = shown.len().saturating_sub(head + 1);
    if head == shown.len() || head + tail > found.len() {
        return found.iter().enumerate().map(|(at, line)| one(shown.get(at), line)).collect();
    }
    let behind = found.len() - tail;
    let first = found[..head].iter().enumerate().map(|(at, line)| one(shown.get(at), line));
    let last = found[behind..].iter().zip(&shown[head + 1..]);
    let last = last.map(|(line, shown)| one(Some(shown), line));
    first.chain([LEFT_OUT.to_owned()]).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split('|').map(String::from).collect()
    }

    fn shown(page: &str, found: &str) -> String {
        updated(&lines(page), &found.split('|').collect::<Vec<_>>()).join("|")
    }

    #[test]
    fn lines_are_left_out_where_they_were() {
        assert_eq!(shown("a|…|c", "a|b|b|c"), "a|…|c");
        assert_eq!(shown("a|…|c", "a|c"), "a|…|c");
        assert_eq!(shown("a|…|c", "a|b|d"), "a|…|d");
        assert_eq!(shown("a|…|c", "a"), "a");
        assert_eq!(shown("a", "b|c"), "b|c");
        assert_eq!(shown("…|z", "b|c|z"), "…|z");
    }

    #[test]
    fn text_is_left_out_where_it_was() {
        assert_eq!(shown("clang …/bin (…)|b", "clang /usr/bin (19.1)|b"), "clang …/bin (…)|b");
        assert_eq!(shown("clang …/bin (…)|b", "clang /usr/bin 19.1|b"), "clang /usr/bin 19.1|b");
        assert_eq!(shown("…|took … s", "x|y|took 3 s"), "…|took … s");
        for (page, found) in [("a…b", "ab"), ("a…b…c", "a1b2c"), ("…c", "abc"), ("…", "x")]
        {
            assert!(is_like(page, found), "{page} {found}");
        }
        for (page, found) in [("a…b", "b"), ("a…b…c", "a1c"), ("a", "ab"), ("a…", "ba")] {
            assert!(!is_like(page, found), "{page} {found}");
        }
    }

    #[test]
    fn a_page_is_the_text_of_its_parts() {
        let page =
            "a\n<!-- in: b -->\n```console\n$ c\nd\n$ e\n```\n\n```sh\nf\n```\n```c\ng\n```\n";
        let all = parts(page).expect("parts");
        assert_eq!(text(&all), page);
        let Part::Console(marks, commands) = &all[2] else { panic!("{all:?}") };
        assert_eq!((marks.folder.as_deref(), commands.len()), (Some("b"), 2));
        assert_eq!(commands[0].output, ["d"]);
    }

    #[test]
    fn a_page_hides_no_command() {
        let error = |page: &str| parts(page).expect_err("an error");
        for hidden in ["```\nmake demo\n```\n", "```text\nbin/warpctl x\n```\n", "```c\n$ a\n```\n"]
        {
            assert!(error(hidden).ends_with("in a block that is not run"), "{hidden}");
        }
        assert_eq!(error("<!-- notrun: a -->\n"), "<!-- notrun: a -->: no mark");
        assert_eq!(error("<!-- a -->\n"), "<!-- a -->: no mark");
        assert!(error("<!-- in: a -->\n").starts_with("no block follows"));
        assert_eq!(error("```console\na\n```\n"), "a: an output without a command");
    }
}
