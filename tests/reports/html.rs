//! The page's text: well formed, closed, and free of what it must not hold.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{WARPCTL, corpus, kernels, themes, warpctl};

const VOID: &[&str] = &["meta", "input", "br", "wbr"];

/// Where a tag's name ends and its attributes begin.
fn split(tag: &str) -> (&str, &str) {
    tag.split_once(|c: char| c.is_whitespace()).unwrap_or((tag, ""))
}

/// The values of an attribute of all tags.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
    let start = format!(" {attribute}=\"");
    let places = text.match_indices(&start).map(|(at, _)| at + start.len());
    places.map(|at| text[at..].split('"').next().unwrap_or_default()).collect()
}

/// The body of a page, after checks of what is around it.
fn body(page: &str) -> &str {
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">\n"));
    assert!(page.contains("content=\"default-src 'none'; style-src 'sha256-"));
    let (style, rest) = page.split_once("</style>").expect("a style");
    assert!(!style.contains("@import") && !style.contains("url("));
    let (body, script) = rest.split_once("<script>").expect("a script");
    assert_eq!(script.matches("</script>").count(), 1);
    body
}

/// Checks that tags close in the order in which they open, that ids are unique, and that links lead
/// to them.
fn check(page: &str) {
    let body = body(page);
    let mut open: Vec<&str> = Vec::new();
    for part in body.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap_or_else(|| panic!("<{part}"));
        let (name, _) = split(tag);
        if let Some(name) = name.strip_prefix('/') {
            if !["head"].contains(&name) {
                assert_eq!(open.pop(), Some(name), "<{part}");
            }
        } else if !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(open, ["body"], "the body closes after the script");
    let ids = values(body, "id");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "ids are unique");
    for link in values(body, "href") {
        let id = link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leaves the page"));
        assert!(unique.contains(id), "{link} leads nowhere");
    }
    assert_eq!(values(body, "src"), [""; 0]);
    assert_eq!(values(body, "style"), [""; 0]);
}

#[test]
fn every_page_is_well_formed() {
    for theme in themes() {
        let page = warpctl(&theme, &["report", "html", "."]);
        check(&page);
        let again = warpctl(&theme, &["report", "html", "."]);
        assert!(page == again, "equal reports make equal pages");
    }
}

#[test]
fn the_source_shows_sectors_before_and_after() {
    let gemm = corpus::folder().join("gemm");
    let page = warpctl(&gemm, &["report", "html", "gemm.json"]);
    let marked = "<span class=\"text bad\">A[i*N + k]</span><a class=\"chip\" href=\"#r0a1\" \
                  title=\"read of A[i*N + k]: 32 → 1 sectors per request; \
                  address &amp;A + 2048*i + 4*k; lane difference 2048 bytes\">\
                  <span class=\"bad\">32</span><span class=\"to\">→</span>\
                  <span class=\"good\">1</span></a>";
    assert!(page.contains(marked), "{page}");
    assert!(page.contains("collapse(2) map"), "the change is shown");
}

/// Each fact of a report that is no count of sectors: waste of the mapping, directions, conditions,
/// scalars, accumulations.
#[test]
fn facts_beside_the_sectors_are_shown() {
    let corpus = corpus::folder();
    let page = |theme: &str, name: &str| warpctl(&corpus.join(theme), &["report", "html", name]);
    let shown = |page: &str, texts: &[&str]| {
        check(page);
        for text in texts {
            assert!(page.contains(text), "{text:?} is not in {page}");
        }
    };
    let wasted = [
        "What the mapping to threads wastes:",
        ">WC105</a> only 32 of 128 threads",
        ">WC106</a> one thread of each team",
        ">WC108</a> one team of 128 threads",
        ", i over teams only",
        "<dt id=\"WC108\">",
    ];
    shown(&page("codes", "directives.json"), &wasted);
    let range = "<li><code>[a, a + 8*n*m) and [b, b + 8*n*m) do not overlap</code></li>";
    let possible = ["It would be legal if, at run time,", "There is none if, at run time,", range];
    let alias = page("dependence", "alias_parameters.json");
    shown(&alias, &possible);
    shown(&alias, &[", direction <code>(*)</code>"]);
    let accumulated = ["Accumulations into memory", "<td>from memory</td>"];
    shown(&page("dependence", "histogram.json"), &accumulated);
}

/// The table says what a remark says, and an access that shares its sectors with neighbours looks like the good one that it is.
#[test]
fn the_page_tells_the_story_of_the_remarks() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "typedef struct { double x, y, z, m; } body;
void kick(int n, const body *restrict p, double *restrict e) {
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(from: e[0:n])
  for (int i = 0; i < n; i++) e[i] = p[i].x + p[i].y + p[i].z + p[i].m;
}
float *a, *b;
void copy(int n) {
#pragma omp target teams distribute parallel for map(to: a[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) b[i * n + j] = a[i * n + j];
}
";
    fs::write(folder.path().join("k.c"), text).expect("a file");
    let flags = ["--", "-fopenmp", "-fopenmp-targets=nvptx64"];
    let json = ["analyze", "--format", "json", "k.c"];
    let json = warpctl(folder.path(), &[&json[..], &flags].concat());
    fs::write(folder.path().join("k.json"), json).expect("a file");
    let said = warpctl(folder.path(), &[&["analyze", "k.c"][..], &flags].concat());
    let page = warpctl(folder.path(), &["report", "html", "k.json"]);
    check(&page);
    let shares = "accesses already coalesced: neighbours share their sectors, 32 a request; only \
                  another layout asks for fewer";
    assert!(said.contains(shares), "{said}");
    assert!(page.contains(&format!(">WC103</a> {shares}</li>")), "{page}");
    assert!(!page.contains("<span class=\"cell bad\">32</span>, 4"), "{page}");
    assert!(page.contains("<span class=\"cell good\">32</span>, 4 accesses together 32"), "{page}");
    let open = "no map clause of the construct names b";
    assert!(said.contains(open) && page.contains(open), "{said}");
    let [worse, better] = ["k.c:8</a>", "k.c:3</a>"].map(|place| page.find(place).expect("a row"));
    assert!(worse < better, "the worst comes first");
}

#[test]
fn a_source_that_is_absent_or_another_is_not_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let gemm = corpus::folder().join("gemm");
    fs::copy(gemm.join("gemm.json"), folder.path().join("r.json")).expect("a copy");
    let page = warpctl(folder.path(), &["report", "html", "r.json"]);
    check(&page);
    assert!(page.contains("source is not at hand") && !page.contains("class=\"source\""));
    fs::write(folder.path().join("gemm.c"), "int x;\n".repeat(40)).expect("a file");
    let page = warpctl(folder.path(), &["report", "html", "r.json"]);
    assert!(page.contains("source has changed") && !page.contains("class=\"source\""));
}

#[test]
fn hostile_texts_are_only_text() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = kernels::hostile_page(folder.path(), Path::new(WARPCTL));
    let page = fs::read_to_string(path).expect("the page");
    assert!(page.matches("&lt;/script&gt;&lt;/style&gt;&lt;img").count() > 100);
    assert!(!page.contains("<img") && !page.contains('\u{202e}'));
    let body = body(&page);
    assert!(!body.contains("onerror='"), "quotes are escaped");
}
