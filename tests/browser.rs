//! The HTML report in a browser: `make test-browser`, which wants Chromium (`CHROMIUM` names it).
//!
//! `WARPCC_SCREENSHOTS=DIR` keeps pictures of what was tested.

#[path = "browser/chromium.rs"]
mod chromium;
#[path = "reports/kernels.rs"]
mod kernels;

use std::path::{Path, PathBuf};
use std::process::Command;

use chromium::Browser;
use serde_json::json;
use tempfile::TempDir;

/// A folder with the page of `units` files of 30 regions each.
fn page(units: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Path::new(env!("CARGO_BIN_EXE_warpctl"));
    kernels::analyze(folder.path(), program, units);
    kernels::warpctl(program, folder.path(), &["report", "html", "all.json", "-o", "page.html"]);
    let page = folder.path().join("page.html");
    (folder, page)
}

/// What the page did that it should not: requests, errors, messages on the console.
fn problems(browser: &Browser) -> Vec<String> {
    let bad = |(method, parameters): &(String, serde_json::Value)| match method.as_str() {
        "Network.requestWillBeSent" if parameters["type"] != "Document" => true,
        "Runtime.exceptionThrown" | "Log.entryAdded" | "Runtime.consoleAPICalled" => true,
        _ => false,
    };
    browser.events.iter().filter(|event| bad(event)).map(|event| format!("{event:?}")).collect()
}

#[test]
fn three_hundred_regions_open_in_two_seconds() {
    let (_folder, path) = page(10);
    let mut browser = Browser::start();
    let mut times = Vec::new();
    for _ in 0..3 {
        browser.open(&path);
        let time = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => \
                    done(performance.now()))))";
        times.push(browser.evaluate(time).as_f64().expect("milliseconds"));
        assert_eq!(problems(&browser), [""; 0]);
    }
    assert_eq!(browser.evaluate("document.querySelectorAll('.regions tbody tr').length"), 300);
    let best = times.iter().copied().fold(f64::INFINITY, f64::min);
    let size = std::fs::metadata(&path).expect("the page").len();
    println!("{size} bytes of 300 regions: painted after {times:.0?} ms");
    assert!(best < 2000.0, "{times:?}");
}

#[test]
fn the_table_sorts_and_filters() {
    let (_folder, path) = page(1);
    let mut browser = Browser::start();
    browser.open(&path);
    let gains = "Array.from(document.querySelectorAll('.regions tbody tr'), \
                 (row) => parseFloat(row.cells[2].textContent) || -1)";
    browser.evaluate("document.querySelectorAll('.regions th button')[2].focus()");
    for (order, ascending) in [("descending", false), ("ascending", true)] {
        browser.press("Enter");
        let sort = "document.querySelectorAll('.regions thead th')[2].ariaSort";
        assert_eq!(browser.evaluate(sort), order);
        let found = browser.evaluate(gains);
        let found: Vec<f64> = serde_json::from_value(found).expect("numbers");
        let sorted = found.is_sorted_by(|a, b| if ascending { a <= b } else { a >= b });
        assert!(sorted && found.iter().any(|gain| *gain > 1.0), "{order}: {found:?}");
    }
    let others = "document.querySelectorAll('.regions thead th[aria-sort]').length";
    assert_eq!(browser.evaluate(others), 1);
    let shown = "const field = document.querySelector('.filter input'); field.value = 'SWEEP'; \
                 field.dispatchEvent(new Event('input', { bubbles: true })); \
                 [document.querySelectorAll('.regions tbody tr:not([hidden])').length, \
                 document.querySelectorAll('article:not([hidden])').length, \
                 document.querySelector('.filter output').textContent]";
    assert_eq!(browser.evaluate(shown), json!([5, 5, "5 of 30 regions"]));
    assert_eq!(problems(&browser), [""; 0]);
    browser.resize(1400, 900);
    browser.screenshot("table.png");
}

/// The worst region comes first, no column is cut, and a link opens its region, also without the script.
#[test]
fn the_worst_region_comes_first_and_opens() {
    let (_folder, path) = page(1);
    let mut browser = Browser::start();
    browser.open(&path);
    let lost = "Array.from(document.querySelectorAll('.regions tbody tr'), \
                (row) => Number(row.cells[5].dataset.sort ?? 0))";
    let lost: Vec<f64> = serde_json::from_value(browser.evaluate(lost)).expect("numbers");
    assert!(lost.is_sorted_by(|a, b| a >= b) && lost[0] > 0.0 && lost[29] == 0.0, "{lost:?}");
    let cut = "document.querySelectorAll('details').forEach((d) => { d.open = true; }); \
               Array.from(document.querySelectorAll('.scroll')).filter((box) => \
               box.scrollWidth > box.clientWidth).map((box) => box.ariaLabel)";
    for width in [1400, 760] {
        browser.resize(width, 900);
        let cut: Vec<String> = serde_json::from_value(browser.evaluate(cut)).expect("names");
        let accesses = |name: &String| width < 1000 && name == "Accesses";
        assert!(cut.iter().all(accesses), "cut at {width} pixels: {cut:?}");
        let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(browser.evaluate(wide), 0, "the page at {width} pixels");
    }
    let first = browser.evaluate("document.querySelector('.regions a').getAttribute('href')");
    let first = first.as_str().expect("a link");
    let mut browser = Browser::start();
    browser.call("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    browser.open(Path::new(&format!("{}{first}", path.display())));
    let open = format!("document.querySelector('{first}').closest('details').open");
    assert_eq!(browser.evaluate(&open), true);
}

#[test]
fn an_access_opens_by_keyboard() {
    let (_folder, path) = page(1);
    let mut browser = Browser::start();
    browser.open(&path);
    browser.resize(1400, 1100);
    browser.evaluate("document.querySelector('.regions a[href=\"#r2\"]').focus()");
    browser.press("Enter");
    browser.evaluate("new Promise((done) => setTimeout(done, 50))");
    assert_eq!(browser.evaluate("document.querySelector('#r2').closest('details').open"), true);
    browser.evaluate("document.querySelector('#r2 .chip').focus()");
    browser.press("Enter");
    let names = "Array.from(document.querySelectorAll('.panel dt'), (term) => term.textContent)";
    let names: Vec<String> = serde_json::from_value(browser.evaluate(names)).expect("names");
    for name in
        ["Line", "Sectors, written", "Lane difference, bytes", "Address, bytes", "Proof", "Refused"]
    {
        assert!(names.iter().any(|found| found == name), "{name}: {names:?}");
    }
    let open = "[document.activeElement.ariaExpanded, document.querySelector('.panel').hidden]";
    assert_eq!(browser.evaluate(open), json!(["true", false]));
    browser.screenshot("access-light.png");
    browser.prefer("dark");
    browser.screenshot("access-dark.png");
    browser.press("Escape");
    assert_eq!(browser.evaluate(open), json!(["false", true]));
    let focus = "document.activeElement === document.querySelector('#r2 .chip')";
    assert_eq!(browser.evaluate(focus), true);
    assert_eq!(problems(&browser), [""; 0]);
}

/// Contrast of text and background by the formula of WCAG 2.1, for every element that has text of
/// its own; a background that is transparent is that of the element around it.
const CONTRAST: &str = r"
(() => {
  document.querySelectorAll('details').forEach((d) => { d.open = true; });
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const linear = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [r, g, b] = parts(colour).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const back = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    const clear = parts(colour).length === 4 && parts(colour)[3] === 0;
    return clear && element.parentElement ? back(element.parentElement) : colour;
  };
  const poor = new Set();
  for (const element of document.body.querySelectorAll('*')) {
    const own = Array.from(element.childNodes).some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || ['SCRIPT', 'STYLE', 'OUTPUT'].includes(element.tagName)) continue;
    const pair = [light(getComputedStyle(element).color), light(back(element))].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < 4.5) poor.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return Array.from(poor);
})()";

#[test]
fn text_is_readable_in_light_and_dark() {
    let (_folder, path) = page(1);
    let mut browser = Browser::start();
    browser.open(&path);
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        assert_eq!(browser.evaluate(CONTRAST), json!([]), "{scheme}");
    }
}

#[test]
fn everything_that_acts_has_a_name() {
    let (_folder, path) = page(1);
    let mut browser = Browser::start();
    browser.open(&path);
    browser.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
    let tree = browser.call("Accessibility.getFullAXTree", &json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    let acting = ["button", "link", "checkbox", "searchbox", "heading", "columnheader", "region"];
    let mut counts = std::collections::BTreeMap::new();
    for node in nodes.iter().filter(|node| node["ignored"] == false) {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        if acting.contains(&role) {
            *counts.entry(role).or_insert(0) += 1;
            let name = node["name"]["value"].as_str().unwrap_or_default();
            assert!(!name.trim().is_empty(), "{role} without a name: {node}");
        }
    }
    assert!(acting.iter().all(|role| counts.contains_key(role)), "{counts:?}");
}

#[test]
fn the_page_reads_without_its_script() {
    let (_folder, path) = page(1);
    let mut browser = Browser::start();
    browser.call("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    browser.open(&path);
    let state = "[document.querySelectorAll('.regions button').length, \
                 document.querySelector('.filter').checkVisibility(), \
                 document.querySelectorAll('.chip').length > 50, \
                 Array.from(document.querySelectorAll('a[href^=\"#\"]')).every((link) => \
                 document.getElementById(link.getAttribute('href').slice(1)))]";
    assert_eq!(browser.evaluate(state), json!([0, false, true, true]));
    browser.resize(1400, 900);
    browser.screenshot("no-script.png");
}

#[test]
fn hostile_reports_stay_text() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = kernels::hostile_page(folder.path(), Path::new(env!("CARGO_BIN_EXE_warpctl")));
    let mut browser = Browser::start();
    browser.open(&path);
    assert_eq!(
        browser.evaluate("[typeof hacked, document.images.length]"),
        json!(["undefined", 0])
    );
    let injected = "const script = document.createElement('script'); \
                    script.textContent = 'window.hacked = 1'; document.body.append(script); \
                    const image = new Image(); image.src = 'https://example.org/x.png'; \
                    document.body.append(image); typeof hacked";
    assert_eq!(problems(&browser), [""; 0]);
    assert_eq!(browser.evaluate(injected), "undefined", "the policy holds");
}

/// The shell is needed for the pipes; it must be there.
#[test]
fn the_browser_is_there() {
    let program = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
    let version = Command::new(program).arg("--version").output().expect("chromium runs");
    println!("{}", String::from_utf8_lossy(&version.stdout).trim());
    assert!(version.status.success());
}
