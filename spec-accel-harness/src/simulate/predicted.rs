//! What warpcc predicts for each load and each store.

use std::collections::BTreeSet;

use crate::compile::Compiler;
use crate::profile::Direction;
use crate::report::{Access, DebugPlace, Region, Report};

/// Where an access is by debug information. An update has two places: it loads and stores.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The line of the target region's directive, and the region's function as it is written.
    pub(super) region: u32,
    pub(super) function: String,
    /// The name of the file that it is in, without folders: that of the region, unless the region calls its function.
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) direction: Direction,
}

/// The prediction for one load or store.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Predicted {
    pub(super) place: Place,
    /// The line in the region: that of the call where the access is in a function.
    pub(super) line: u32,
    pub(super) text: String,
    pub(super) bytes: u32,
    pub(super) update: bool,
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) mean: f64,
    /// Whether every bound and every distance that it depends on is a number: then the prediction is about
    /// all warps, else about a warp inside of a long row.
    pub(super) known: bool,
}

impl Predicted {
    /// Whether it says of a place what another says of it.
    fn repeats(&self, other: &Predicted) -> bool {
        let text = other.text.clone();
        *other == Predicted { text, line: other.line, ..self.clone() }
    }

    /// Whether so many sectors are more than twice those that 32 lanes need: the rule of warpcc's reports.
    pub(super) fn wastes(&self, sectors: f64) -> bool {
        sectors > f64::from(2 * self.bytes.max(1))
    }
}

/// The predictions of a report for what `compiler` makes of the regions; accesses without one are left out, and
/// calls of a function count once if they are predicted to do the same.
pub(super) fn of_report(report: &Report, compiler: Compiler) -> Vec<Predicted> {
    let mut all: Vec<Predicted> = Vec::new();
    for region in &report.regions {
        for access in &region.accesses {
            let sectors = match compiler {
                Compiler::Warpcc => &access.sectors_after,
                _ => &access.sectors_before,
            };
            if let Some([min, max, mean]) = sectors.expected() {
                let directions: &[Direction] = match access.kind.as_str() {
                    "read" => &[Direction::Load],
                    "write" => &[Direction::Store],
                    _ => &[Direction::Load, Direction::Store],
                };
                let known = is_known(region, access);
                let predicted = directions.iter().map(|direction| Predicted {
                    place: place(region, access, *direction),
                    line: access.line,
                    text: access.text.clone(),
                    bytes: access.bytes,
                    update: directions.len() > 1,
                    min,
                    max,
                    mean,
                    known,
                });
                for one in predicted {
                    if access.debug.is_none() || !all.iter().any(|other| one.repeats(other)) {
                        all.push(one);
                    }
                }
            }
        }
    }
    all
}

fn place(region: &Region, access: &Access, direction: Direction) -> Place {
    let (file, line, column) = match &access.debug {
        Some(DebugPlace { file, line, column }) => (file, *line, *column),
        None => (&region.file, access.line, access.column),
    };
    Place {
        region: region.inside.unwrap_or(region.line),
        function: region.function.clone(),
        file: name_of(file).into(),
        line,
        column,
        direction,
    }
}

/// The name of a file without its folders.
pub(super) fn name_of(file: &str) -> &str {
    file.rsplit_once('/').map_or(file, |(_, name)| name)
}

/// Whether the bounds of the region's loops and the address of the access are made of numbers and of the
/// loops' own counters.
fn is_known(region: &Region, access: &Access) -> bool {
    let counters: BTreeSet<&str> = region.loops.iter().map(|own| own.name.as_str()).collect();
    let numbers =
        |text: &str| !text.contains('?') && names(text).all(|name| counters.contains(name));
    let bounds = region.loops.iter().flat_map(|own| [&own.lower, &own.upper, &own.trip_count]);
    let address = access.address.as_deref().unwrap_or("&? + ?");
    let offset = address.split_once(' ').map_or("", |(_, offset)| offset);
    bounds.into_iter().all(|bound| numbers(bound)) && numbers(offset)
}

/// The names in an expression.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::report::{Loop, Sectors, tests::sample};

    /// A load of `text` in the region of line 2, with its least, greatest and mean sectors.
    pub(in super::super) fn load(line: u32, column: u32, sectors: [f64; 3]) -> Predicted {
        let function = "f".to_string();
        let direction = Direction::Load;
        Predicted {
            place: Place { region: 2, function, file: "a.c".into(), line, column, direction },
            line,
            text: "A[i]".into(),
            bytes: 4,
            update: false,
            min: sectors[0],
            max: sectors[1],
            mean: sectors[2],
            known: true,
        }
    }

    #[test]
    fn an_update_loads_and_stores_and_what_is_unknown_is_left_out() {
        let report = sample();
        let before = of_report(&report, Compiler::Clang);
        let places: Vec<_> = before
            .iter()
            .map(|one| (one.place.line, one.place.column, one.place.direction, one.mean))
            .collect();
        let expected = [
            (15, 7, Direction::Load, 32.0),
            (15, 7, Direction::Store, 32.0),
            (17, 9, Direction::Load, 32.0),
            (17, 9, Direction::Store, 32.0),
            (17, 31, Direction::Load, 32.0),
            (17, 45, Direction::Load, 1.0),
        ];
        assert_eq!(places, expected);
        let after = of_report(&report, Compiler::Warpcc);
        assert_eq!(after.last().map(|one| one.mean), Some(4.5));
    }

    #[test]
    fn calls_that_do_the_same_count_once_in_the_function() {
        let mut report = sample();
        report.regions.truncate(1);
        let region = &mut report.regions[0];
        let mut first = region.accesses.remove(0);
        first.kind = "read".into();
        first.debug = Some(DebugPlace { file: "/p/b.h".into(), line: 3, column: 8 });
        let mut other = first.clone();
        other.line += 1;
        let mut different = other.clone();
        different.sectors_before = Sectors::Known { min: 1.0, max: 1.0, mean: 1.0, likely: None };
        region.accesses = vec![first, other, different];
        let all = of_report(&report, Compiler::Clang);
        let places: Vec<_> = all
            .iter()
            .map(|one| {
                (one.place.file.as_str(), one.place.line, one.place.column, one.line, one.mean)
            })
            .collect();
        assert_eq!(places, [("b.h", 3, 8, 15, 32.0), ("b.h", 3, 8, 16, 1.0)]);
    }

    #[test]
    fn a_size_that_is_no_number_makes_a_prediction_one_for_long_rows() {
        let mut region = sample().regions.remove(0);
        let bound = |upper: &str| Loop {
            name: "i".into(),
            lower: "0".into(),
            upper: upper.into(),
            trip_count: upper.into(),
        };
        let mut access = region.accesses[0].clone();
        for (upper, address, known) in [
            ("512", "&C + 2048*i", true),
            ("n", "&C + 2048*i", false),
            ("512", "&C + 4*n*i", false),
            ("512", "&C + ?3.1(i)", false),
            ("512", "&C", true),
        ] {
            region.loops = vec![bound(upper)];
            access.address = Some(address.into());
            assert_eq!(is_known(&region, &access), known, "{upper} {address}");
        }
    }

    #[test]
    fn waste_is_more_than_twice_the_sectors_that_the_lanes_need() {
        let access = load(3, 1, [4.0, 32.0, 32.0]);
        assert_eq!([8.0, 8.1].map(|sectors| access.wastes(sectors)), [false, true]);
    }
}
