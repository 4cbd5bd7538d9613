//! What the pages say of the tree: links, paths, and quoted code.

use std::fs;
use std::path::{Path, PathBuf};

use warpcc::transform::step::StepKind;

use crate::root;

/// Every page of the tree, but for the results, which the harness writes.
fn pages() -> Vec<PathBuf> {
    let mut folders = vec![root().join("docs")];
    let mut pages: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md"].map(|p| root().join(p)).into();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("it").path()) {
            if path.is_dir() && !path.ends_with("docs/results") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text without its fenced blocks.
fn prose(page: &str) -> String {
    let mut inside = false;
    let mut text = String::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// The targets of a page's links that lead to files.
fn links(prose: &str) -> Vec<&str> {
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    targets.map(|target| target.split('#').next().unwrap_or(target)).collect()
}

/// Words between single backquotes that name a file of the tree in full.
fn paths(prose: &str) -> Vec<&str> {
    let words = prose.split('`').skip(1).step_by(2);
    let roots =
        ["src/", "spec-accel-harness/", "tests/", "wrapper/", "docs/", "examples/", "scripts/"];
    let plain = |word: &&str| !word.contains(['*', ' ', '<', '{', '…']) && !word.contains("NAME");
    words.filter(|word| roots.iter().any(|root| word.starts_with(root))).filter(plain).collect()
}

/// Results are measured, so that a tree may lack some.
#[test]
fn links_and_paths_lead_somewhere() {
    let mut problems = Vec::new();
    let mut found = 0;
    for page in pages() {
        let folder = page.parent().expect("a folder");
        let text = prose(&read(&page));
        let linked = links(&text).into_iter().map(|target| (folder.join(target), target));
        let harness = root().join("spec-accel-harness");
        let named = paths(&text).into_iter().map(|path| match root().join(path) {
            own if own.exists() => (own, path),
            _ => (harness.join(path), path),
        });
        for (path, name) in linked.chain(named) {
            found += 1;
            if !path.exists() && !name.contains("results/") {
                problems.push(format!("{}: {name}", page.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(found > 100, "{found} links and paths");
}

/// Each line of code that `CONTRIBUTING.md` quotes stands in the file that is named last before it.
#[test]
fn quoted_code_is_in_the_named_files() {
    let page = read(&root().join("CONTRIBUTING.md"));
    let (mut named, mut quoting, mut quoted) = (String::new(), false, 0);
    for line in page.lines() {
        let bare = line.trim_start();
        if bare.starts_with("```") {
            quoting = matches!(bare, "```rust" | "```c");
            continue;
        }
        if quoting {
            quoted += 1;
            let there = read(&root().join(&named)).lines().any(|own| own.trim() == bare);
            assert!(there, "{named} has no line {bare:?}");
        } else if let Some(path) = paths(line).last().filter(|path| path.contains('.')) {
            named = (*path).to_owned();
        }
    }
    assert!(quoted > 15, "{quoted} lines");
}

/// A page's first sentence.
fn first_sentence(page: &str) -> String {
    let text = page.lines().skip(1).skip_while(|line| line.is_empty());
    let paragraph: Vec<&str> = text.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |end| end + 1);
    paragraph[..end].to_owned()
}

/// The page of a kind of steps, and its row in the list.
fn transformation(kind: StepKind) -> (String, String) {
    let page = format!("{}.md", kind.name());
    let sentence = first_sentence(&read(&root().join("docs/transformations").join(&page)));
    assert!(sentence.ends_with('.') && !sentence.contains('|'), "{page}: {sentence}");
    let row = format!("| [{}]({page}) | {sentence} |\n", kind.name());
    (page, row)
}

/// The list of the transformations has a row for each kind of steps, and each page is in it. `WARPCC_BLESS=1` writes the list.
#[test]
fn transformations_are_listed() {
    let folder = root().join("docs/transformations");
    let (mut pages, rows): (Vec<_>, Vec<_>) = StepKind::all().map(transformation).unzip();
    let list = folder.join("README.md");
    let text = read(&list);
    let (head, _) = text.split_once("|---|---|\n").expect("a list");
    let wanted = format!("{head}|---|---|\n{}", rows.concat());
    if std::env::var_os("WARPCC_BLESS").is_some() && std::env::var_os("CI").is_none() {
        fs::write(&list, &wanted).expect("the list can be written");
    }
    assert_eq!(read(&list), wanted, "WARPCC_BLESS=1 writes the list");
    pages.push("README.md".into());
    pages.sort();
    let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file"));
    let mut found: Vec<_> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    found.sort();
    assert_eq!(found, pages);
}

/// Each page of a transformation has these parts, and names a folder of the corpus.
#[test]
fn transformations_have_all_parts() {
    let parts =
        ["Before and after", "When it is legal", "When it pays", "What refuses it", "Cases"];
    for kind in StepKind::all() {
        let (name, _) = transformation(kind);
        let page = read(&root().join("docs/transformations").join(&name));
        let titles = page.lines().filter_map(|line| line.strip_prefix("## "));
        assert_eq!(titles.collect::<Vec<_>>(), parts, "{name}");
        let (_, cases) = page.rsplit_once("## Cases").expect("the last part");
        let theme = paths(cases).into_iter().find(|path| path.starts_with("tests/corpus/"));
        assert!(theme.is_some_and(|theme| root().join(theme).is_dir()), "{name}: {theme:?}");
    }
}
