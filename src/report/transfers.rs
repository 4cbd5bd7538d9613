//! What crosses the bus, as a report tells it.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::remark::{Kind, Remark};
use crate::UnitAnalysis;
use crate::diag::Code;
use crate::source::Span;
use crate::transfer::{
    self, Crossing, Guard, Refresh, Refusal, Repeated, Residence, Tightened, Way,
};

/// Data that stays on the device while statements run, or that does not, and why; or a list item of a region that copies less.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Transfer {
    /// `WC501`, `WC502`, or the code of the reason.
    pub code: String,
    /// The file.
    pub file: String,
    /// The line of the first statement.
    pub line: u32,
    /// The line of the last one's end.
    pub last_line: u32,
    /// The function, as the linker names it.
    pub function: String,
    /// Whether the text was changed so.
    pub applied: bool,
    /// Whether the statements are one loop.
    #[serde(rename = "loop")]
    pub is_loop: bool,
    /// The data.
    pub items: Vec<Item>,
    /// The condition before the loop under which it stays, if it does not always; that under which an update is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// What is brought up to date in between.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<Update>,
    /// In which some of that crosses the bus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    /// Why a list item copies less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saving: Option<String>,
    /// Why it does not stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// One list item.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Its text, or the data's name.
    pub text: String,
    /// How many bytes it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// How it crosses the bus at the ends: `tofrom`, `to`, `from`, `alloc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// How it crosses the bus as written, where the list item of a region copies less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// How many statements copy it to the device as written, in one iteration of a loop.
    pub to_device: u32,
    /// The same to the host.
    pub to_host: u32,
}

/// A `target update`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Update {
    /// The line of the statement beside it.
    pub line: u32,
    /// `before` or `behind`.
    pub place: String,
    /// `to` or `from`, as in the clause.
    pub direction: String,
    /// Its list item.
    pub item: String,
    /// Whether it moves elements of that in a buffer, where there is one, in the place of the other updates there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub packed: bool,
}

/// A buffer in which sets of elements cross the bus.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Buffer {
    /// The list item whose elements these are.
    pub item: String,
    /// How that crosses the bus at the ends where there is one.
    pub map: String,
    /// The condition under which there is one.
    pub condition: String,
    /// Whether the list item stays on the device there alone.
    #[serde(rename = "needed")]
    pub is_needed: bool,
    /// The bytes of the updates, each once.
    pub bytes: String,
    /// What they are without it.
    pub before: String,
}

/// Why data does not stay.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The line that it stands in.
    pub line: u32,
    /// In words.
    pub text: String,
}

/// What a unit's functions do with the bus, in the order of their lines.
pub(super) fn of_unit(unit: &UnitAnalysis, applied: bool) -> Vec<Transfer> {
    let kept = unit.transfers.residences.iter().map(|own| kept(unit, own, applied));
    let refused = unit.transfers.refusals.iter().map(|own| refused(unit, own));
    let repeated = unit.transfers.repeated.iter().map(|own| repeated(unit, own));
    let tight = unit.tightened.iter().map(|own| tight(unit, own));
    let traps = unit
        .transfers
        .traps
        .iter()
        .map(|own| Transfer { is_loop: false, ..self::refused(unit, own) });
    let mut all: Vec<Transfer> =
        kept.chain(refused).chain(tight).chain(repeated).chain(traps).collect();
    all.sort_by(|a, b| (&a.file, a.line, &a.code).cmp(&(&b.file, b.line, &b.code)));
    all
}

fn kept(unit: &UnitAnalysis, own: &Residence, applied: bool) -> Transfer {
    let file = unit.unit.sources.file(own.file);
    let line = |offset| file.position(offset).line;
    let items = own.items.iter().map(|item| Item {
        text: item.text.clone(),
        bytes: item.bytes.clone(),
        map: Some(item.crossing.word().to_owned()),
        before: None,
        to_device: item.copies[0],
        to_host: item.copies[1],
    });
    let update = |own: &Refresh| Update {
        line: line(own.span.start),
        place: if own.is_before { "before" } else { "behind" }.to_owned(),
        direction: if own.to_device { "to" } else { "from" }.to_owned(),
        item: own.item.clone(),
        packed: matches!(own.way, Way::Packed(_) | Way::With(_)),
    };
    let runs = match &own.guard {
        Guard::Always => None,
        Guard::While(text) | Guard::First(text) => Some(text.clone()),
    };
    let buffer = |own: &transfer::Buffer| {
        let ([before, bytes], map) = (own.bytes.clone(), own.crossing.word().to_owned());
        let mut condition = own.is_there(runs.as_deref());
        for list in &own.lists {
            let _ = write!(condition, ", {}", list.words(&own.item));
        }
        let (item, is_needed) = (own.item.clone(), own.flat.is_none());
        Buffer { item, map, condition, is_needed, bytes, before }
    };
    Transfer {
        code: Code::Resident.to_string(),
        applied,
        is_loop: own.is_loop,
        items: items.collect(),
        guard: runs.clone(),
        updates: own.updates.iter().map(update).collect(),
        buffers: own.buffers.iter().map(buffer).collect(),
        ..empty(file.name(), (line(own.span.start), line(last(own.span))), &own.function)
    }
}

/// A list item of which the name alone is told.
fn named(text: &str) -> Item {
    let (bytes, map, before) = (None, None, None);
    Item { text: text.to_owned(), bytes, map, before, to_device: 0, to_host: 0 }
}

fn refused(unit: &UnitAnalysis, own: &Refusal) -> Transfer {
    let file = unit.unit.sources.file(own.file);
    let line = |offset| file.position(offset).line;
    Transfer {
        code: own.code.to_string(),
        is_loop: true,
        items: own.items.iter().map(|own| named(own)).collect(),
        reason: Some(Reason { line: line(own.at.start), text: own.why.clone() }),
        ..empty(file.name(), (line(own.span.start), line(last(own.span))), &own.function)
    }
}

fn tight(unit: &UnitAnalysis, own: &Tightened) -> Transfer {
    let function = unit.unit.directive(own.file, own.directive).map(|(_, function)| function);
    let copies = |words: [Crossing; 2]| u32::from(words.contains(&own.before));
    let item = Item {
        text: own.item.clone(),
        bytes: None,
        map: Some(own.word().to_owned()),
        before: Some(own.before.word().to_owned()),
        to_device: copies([Crossing::To, Crossing::Both]),
        to_host: copies([Crossing::From, Crossing::Both]),
    };
    let file = unit.unit.sources.file(own.file);
    let line = file.position(own.directive.start).line;
    Transfer {
        code: Code::TightMap.to_string(),
        applied: own.is_written,
        items: vec![item],
        saving: Some(own.saving.words().to_owned()),
        ..empty(file.name(), (line, line), function.unwrap_or_default())
    }
}

fn repeated(unit: &UnitAnalysis, own: &Repeated) -> Transfer {
    let file = unit.unit.sources.file(own.file);
    let line = file.position(own.directive.start).line;
    Transfer {
        code: Code::UpdateRepeats.to_string(),
        applied: own.is_written,
        items: own.items.iter().map(|own| named(own)).collect(),
        guard: Some(own.condition.clone()),
        saving: Some("nothing in the loop changes it on either side".to_owned()),
        ..empty(file.name(), (line, line), &own.function)
    }
}

fn last(span: Span) -> u32 {
    span.end.saturating_sub(1).max(span.start)
}

fn empty(file: &str, (line, last_line): (u32, u32), function: &str) -> Transfer {
    Transfer {
        code: String::new(),
        file: file.to_owned(),
        line,
        last_line,
        function: function.to_owned(),
        applied: false,
        is_loop: false,
        items: Vec::new(),
        guard: None,
        updates: Vec::new(),
        buffers: Vec::new(),
        saving: None,
        reason: None,
    }
}

impl Transfer {
    /// Whether a line of a file is among its statements.
    pub fn concerns(&self, file: &str, line: u64) -> bool {
        self.file == file && (u64::from(self.line)..=u64::from(self.last_line)).contains(&line)
    }

    /// What is told of it, in one line.
    pub fn words(&self) -> String {
        let names: Vec<&str> = self.items.iter().map(|item| item.text.as_str()).collect();
        let names = names.join(", ");
        if let Some(Reason { line, text }) = &self.reason {
            let place = if *line == self.line { String::new() } else { format!("line {line}: ") };
            let what = if self.is_loop { " copied in each iteration" } else { "" };
            return format!("{names}{what}: {place}{text}");
        }
        if let (Some(saving), None, [item]) = (&self.saving, &self.guard, &self.items[..]) {
            let [map, before] =
                [&item.map, &item.before].map(|own| own.as_deref().unwrap_or_default());
            let now = match map {
                "firstprivate" => format!("firstprivate({names})"),
                _ => format!("map({map}: {names})"),
            };
            return format!("{now} in the place of map({before}): {saving}");
        }
        if let (Some(saving), Some(guard)) = (&self.saving, &self.guard) {
            return format!("{names} updated where {guard} alone: {saving}");
        }
        let what = if self.is_loop { "while the loop runs" } else { "over these statements" };
        let mut words = format!("{names} stay on the device {what}: ");
        for (at, item) in self.items.iter().enumerate() {
            let _ = write!(words, "{}{}", if at > 0 { "; " } else { "" }, self.item_words(item));
        }
        let _ = match &self.guard {
            Some(guard) => write!(words, "; where {guard}"),
            None => Ok(()),
        };
        for Buffer { item, map, condition, is_needed, bytes, before } in &self.buffers {
            let only = if *is_needed { "only " } else { "" };
            let _ = write!(
                words,
                "; {only}where {condition}, {item} ({map}) packed: {bytes} bytes in the place of {before}"
            );
        }
        words
    }

    /// Whether a directive does something else than it says.
    fn is_trap(&self) -> bool {
        self.reason.is_some() && !self.is_loop
    }

    fn item_words(&self, item: &Item) -> String {
        let each = if self.is_loop { " an iteration" } else { "" };
        let updates = |way: &str| {
            let is_it =
                |own: &&Update| own.direction == way && own.item == item.text && !own.packed;
            self.updates.iter().filter(is_it).count()
        };
        let map = item.map.as_deref().unwrap_or_default();
        let ends = [
            u32::from(matches!(map, "to" | "tofrom")),
            u32::from(matches!(map, "from" | "tofrom")),
        ];
        let left = |ends: u32, updates: usize| match (ends, updates) {
            (ends, 0) => ends.to_string(),
            (0, updates) => format!("{updates}{each}"),
            (ends, updates) => format!("{ends} and {updates}{each}"),
        };
        let bytes = item.bytes.as_ref().map_or(String::new(), |own| format!(" of {own} bytes"));
        format!(
            "{}, copies{bytes} to the device {}{each} → {}, back {}{each} → {}",
            item.text,
            item.to_device,
            left(ends[0], updates("to")),
            item.to_host,
            left(ends[1], updates("from")),
        )
    }

    /// The remark about it.
    pub(super) fn remark(&self) -> Remark<'_> {
        let kind = match (self.applied, self.is_trap()) {
            (true, _) => Kind::Applied,
            (_, true) => Kind::Finding,
            _ => Kind::Missed,
        };
        let could = if self.applied || self.reason.is_some() { "" } else { "could be: " };
        Remark {
            kind,
            code: self.code.clone(),
            file: &self.file,
            line: self.line,
            column: 1,
            text: format!("{could}{}", self.words()),
        }
    }
}
