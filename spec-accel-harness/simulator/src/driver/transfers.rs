//! The copies that a program made, for the report.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::report::{Place, count};

/// Copies that are kept one by one; of those beyond only the sums are known.
const KEPT: usize = 100_000;

/// From where to where a copy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the device.
    HostToDevice,
    /// From the device.
    DeviceToHost,
    /// From one place of the device to another.
    DeviceToDevice,
}

/// One copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transfer {
    /// How many copies came before it.
    pub order: u64,
    /// How many launches came before it.
    pub launches: u64,
    /// From where to where.
    pub direction: Direction,
    /// The size in bytes.
    pub bytes: u64,
    /// The device address: that of the target if both are on the device.
    pub address: u64,
    /// The directive that asked for it, if that is known.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// The place that clang tells the runtime of: `;FILE;FUNCTION;LINE;COLUMN;;`, with line 0 where the program has no lines.
pub(super) fn place_of(text: &str) -> Option<Place> {
    let mut parts = text.strip_prefix(';')?.strip_suffix(";;")?.rsplitn(4, ';');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok().filter(|line| *line > 0)?;
    let file = parts.nth(1)?.to_owned();
    Some(Place { file, line, column })
}

/// The sums of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sum {
    /// The number of copies.
    pub copies: u64,
    /// Their bytes in all.
    pub bytes: u64,
}

/// All copies of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Transfers {
    sums: BTreeMap<Direction, Sum>,
    first: Vec<Transfer>,
    launches: u64,
    copies: u64,
}

impl Transfers {
    /// Takes note of a copy, and of the directive that asked for it.
    pub fn record(&mut self, direction: Direction, bytes: u64, address: u64, place: Option<Place>) {
        let sum = self.sums.entry(direction).or_default();
        sum.copies += 1;
        sum.bytes = sum.bytes.saturating_add(bytes);
        if self.first.len() < KEPT {
            let (order, launches) = (self.copies, self.launches);
            self.first.push(Transfer { order, launches, direction, bytes, address, place });
        }
        self.copies += 1;
    }

    /// Takes note of a launch.
    pub fn launched(&mut self) {
        self.launches += 1;
    }

    /// The sums of a direction.
    pub fn sum(&self, direction: Direction) -> Sum {
        self.sums.get(&direction).copied().unwrap_or_default()
    }

    /// The sums in a line, if anything was copied.
    pub fn summary(&self) -> Option<String> {
        let words = |(direction, sum): (&Direction, &Sum)| {
            let way = match direction {
                Direction::HostToDevice => "to the device",
                Direction::DeviceToHost => "from the device",
                Direction::DeviceToDevice => "on the device",
            };
            format!("{} {way} ({})", count(sum.copies, "copy"), count(sum.bytes, "byte"))
        };
        let all: Vec<_> = self.sums.iter().map(words).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// The number of launches up to now.
    pub fn launches(&self) -> u64 {
        self.launches
    }

    /// The copies that are kept one by one: the first ones.
    pub fn first(&self) -> &[Transfer] {
        &self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_copies_are_kept_and_all_are_summed() {
        let mut transfers = Transfers::default();
        transfers.launched();
        for bytes in 0..KEPT as u64 + 5 {
            transfers.record(Direction::HostToDevice, bytes, 256, None);
        }
        transfers.record(Direction::DeviceToHost, u64::MAX, 1, None);
        transfers.record(Direction::DeviceToHost, 1, 1, None);
        assert_eq!(transfers.first().len(), KEPT);
        let (order, direction) = (7, Direction::HostToDevice);
        let seventh =
            Transfer { order, launches: 1, direction, bytes: 7, address: 256, place: None };
        assert_eq!(transfers.first()[7], seventh);
        let copies = KEPT as u64 + 5;
        let bytes = copies * (copies - 1) / 2;
        assert_eq!(transfers.sum(Direction::HostToDevice), Sum { copies, bytes });
        assert_eq!(transfers.sum(Direction::DeviceToHost), Sum { copies: 2, bytes: u64::MAX });
        assert_eq!(transfers.sum(Direction::DeviceToDevice), Sum::default());
        let words = format!(
            "{copies} copies to the device ({bytes} bytes), 2 copies from the device ({} bytes)",
            u64::MAX
        );
        assert_eq!(transfers.summary(), Some(words));
        assert_eq!((transfers.launches(), Transfers::default().summary()), (1, None));
    }

    #[test]
    fn the_text_names_sums_and_copies() {
        let mut transfers = Transfers::default();
        transfers.record(Direction::DeviceToDevice, 8, 512, None);
        transfers.record(Direction::HostToDevice, 4, 768, place_of(";a.c;main;7;1;;"));
        let text = serde_json::to_string(&transfers).expect("numbers and words are JSON");
        let wanted = concat!(
            r#"{"sums":{"host_to_device":{"copies":1,"bytes":4},"device_to_device":{"copies":1,"bytes":8}},"#,
            r#""first":[{"order":0,"launches":0,"direction":"device_to_device","bytes":8,"address":512},"#,
            r#"{"order":1,"launches":0,"direction":"host_to_device","bytes":4,"address":768,"#,
            r#""file":"a.c","line":7,"column":1}],"launches":0,"copies":2}"#
        );
        assert_eq!(text, wanted);
    }

    #[test]
    fn places_are_read_from_the_last_to_the_first() {
        let place = place_of(";a;b/c.c;f;12;3;;");
        assert_eq!(place, Some(Place { file: "a;b/c.c".into(), line: 12, column: 3 }));
        for text in ["", ";;", ";unknown;unknown;0;0;;", ";12;3;;", ";a.c;f;x;3;;", ";a.c;f;1;1"] {
            assert_eq!(place_of(text), None, "{text}");
        }
    }
}
