//! The comparison as text, Markdown, CSV, JSON and pictures.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::{Comparison, Times, predicted};
use crate::failure::Failure;
use crate::table::{self, Cell, Format};

/// The page's name in the folder of results; pictures have it in front of theirs.
const PAGE: &str = "kernels";

const VALUE_HEADINGS: [&str; 4] = ["kernel", "region", "quantity", "value"];

const INTRODUCTION: &str = "\
Predictions and times of the kernels in `spec-accel-harness/kernels`. This file and its pictures are
written by the command below; nothing in them is typed by hand.
";

const PREDICTED: &str = "\
For an NVIDIA GPU, by warpcc's analysis; no kernel is run for them. *Sectors per warp*: what one warp
asks for in the whole region, as clang compiles the plain version → as warpcc does (`*`: sizes are known
at run time only, one request of each access added up). *Gain*: the factor by which the region's sectors
fall; what parallelism adds to it and the recovery of indices takes is in the reports
(docs/theory/cost.md). *Per request*: mean 32-byte sectors of one memory
instruction of one warp, over the region's accesses, each counted once; `(2 of 3)`: accesses whose
sectors are known. `- (WCnnn)`: not changed, `warpctl explain WCnnn` says why.
";

const ON_PROCESSOR: &str = "\
Times of regions on a processor show that the programs work and what the change costs there. They say
nothing about a GPU: a processor has no warps, and loops that are good for a GPU may be worse for it.
";

impl Comparison {
    /// Text and Markdown hold tables and summaries; CSV one value a line; JSON everything.
    pub(crate) fn write(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Markdown => self.markdown(),
            Format::Csv => table::write(format, &VALUE_HEADINGS, &self.values()),
            Format::Json => self.json(),
        }
    }

    /// Writes `kernels.md` and its pictures into `folder`.
    pub(crate) fn write_page(&self, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(Failure::io(folder))?;
        let put = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).map_err(Failure::io(&path))
        };
        put(&sectors_picture(), &self.predicted.chart().svg())?;
        for times in &self.times {
            if let Some(chart) = times.chart() {
                put(&times_picture(times), &chart.svg())?;
            }
        }
        put(&format!("{PAGE}.md"), &self.markdown())
    }

    fn values(&self) -> Vec<Vec<Cell>> {
        let times = self.times.iter().flat_map(Times::values);
        self.predicted.values().into_iter().chain(times).collect()
    }

    fn text(&self) -> String {
        let predicted = table::write(Format::Text, &predicted::HEADINGS, &self.predicted.rows());
        let mut sections = vec![predicted, self.predicted.summary()];
        for times in &self.times {
            sections.push(format!("Times on {}\n", times.label));
            sections.extend(table_of(times, Format::Text));
            sections.extend(absent(times));
            sections.push(times.summary());
        }
        sections.join("\n")
    }

    fn markdown(&self) -> String {
        let table = table::write(Format::Markdown, &predicted::HEADINGS, &self.predicted.rows());
        let mut sections = vec![
            "# Kernels: predicted sectors, gains, times\n".to_string(),
            INTRODUCTION.into(),
            self.provenance.markdown(),
            "## Predicted\n".into(),
            PREDICTED.into(),
            self.predicted.summary(),
            format!("![Predicted sectors per request]({})\n", sectors_picture()),
            table,
        ];
        for times in &self.times {
            sections.push(format!("## Times on {}\n", times.label));
            sections.extend((times.device() != "gpu").then(|| ON_PROCESSOR.to_string()));
            sections.push(times.summary());
            if times.chart().is_some() {
                sections.push(format!("![Speed against clang]({})\n", times_picture(times)));
            }
            sections.extend(table_of(times, Format::Markdown));
            sections.extend(absent(times));
        }
        sections.join("\n")
    }

    fn json(&self) -> String {
        let device = |times: &Times| {
            let headings = times.headings();
            let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
            json!({
                "device": times.device(),
                "label": times.label,
                "absent": times.absent,
                "summary": times.summary().trim_end(),
                "kernels": table::objects(&headings, &times.rows()),
            })
        };
        let value = json!({
            "provenance": self.provenance.json(),
            "summary": self.predicted.summary().trim_end(),
            "regions": table::objects(&predicted::HEADINGS, &self.predicted.rows()),
            "times": self.times.iter().map(device).collect::<Vec<_>>(),
        });
        format!("{value:#}\n")
    }
}

fn sectors_picture() -> String {
    format!("{PAGE}-sectors.svg")
}

fn times_picture(times: &Times) -> String {
    format!("{PAGE}-{}.svg", times.device())
}

/// Milliseconds are sums over a kernel's regions, each a median.
fn table_of(times: &Times, format: Format) -> Option<String> {
    let headings = times.headings();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    (headings.len() > 2).then(|| table::write(format, &headings, &times.rows()))
}

fn absent(times: &Times) -> Option<String> {
    (!times.absent.is_empty()).then(|| format!("Not in this run: {}.\n", times.absent.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::super::{predicted::tests::predicted, times::tests::times};
    use super::*;
    use crate::provenance::Provenance;

    fn comparison() -> Comparison {
        let provenance = Provenance {
            date: "2020-02-29".into(),
            commit: "0123".into(),
            command: "spec-accel-harness compare".into(),
            machine: "a machine".into(),
        };
        Comparison { provenance, predicted: predicted(), times: vec![times()] }
    }

    #[test]
    fn every_format_holds_the_prediction_and_the_time() {
        for format in [Format::Text, Format::Markdown, Format::Csv, Format::Json] {
            let text = comparison().write(format);
            assert!(text.contains("7.25") && text.contains('8'), "{format:?}: {text}");
        }
        let json: serde_json::Value =
            serde_json::from_str(&comparison().write(Format::Json)).unwrap();
        assert_eq!(json["regions"][0]["gain"], 7.25);
        assert_eq!(json["times"][0]["kernels"][0]["warpcc ms"], 2.0);
        assert_eq!(json["provenance"]["commit"], "0123");
        let csv = comparison().write(Format::Csv);
        assert!(csv.contains("\ngemm,all,\"ms on gpu, warpcc\",2.000\n"), "{csv}");
    }

    #[test]
    fn the_page_says_where_it_comes_from_and_shows_its_pictures() {
        let folder = tempfile::tempdir().unwrap();
        comparison().write_page(folder.path()).unwrap();
        let page = fs::read_to_string(folder.path().join("kernels.md")).unwrap();
        assert!(
            page.contains("Made on 2020-02-29 from commit 0123\nby `spec-accel-harness compare`")
        );
        assert!(page.contains("Not in this run: gcc: is not installed.\n"));
        for picture in ["kernels-sectors.svg", "kernels-gpu.svg"] {
            assert!(page.contains(&format!("]({picture})")), "{page}");
            let svg = fs::read_to_string(folder.path().join(picture)).unwrap();
            assert!(svg.starts_with("<svg "), "{svg}");
        }
        assert!(!page.contains(ON_PROCESSOR), "a GPU is no processor");
    }
}
