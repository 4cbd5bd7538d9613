//! The directives `target update` of a range, in sections and by buffers.

use super::Crossing;
use super::buffers::{self, Buffer, Gathered};
use super::flow::Followed;
use super::names::{Kept, device_at, named_beside, named_by_use, parts_beside};
use super::section::Section;
use super::updates::{Course, Update, Updates};
use crate::ir::Stmt;
use crate::source::Span;

/// One directive `target update` in a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refresh {
    /// The statement beside it.
    pub span: Span,
    /// Whether it stands before the statement, and not behind.
    pub is_before: bool,
    /// Whether it goes to the device, and not to the host.
    pub to_device: bool,
    /// The condition, in C, under which it is needed.
    pub guard: Option<String>,
    /// The number of the device, in C, where the constructs name one.
    pub device: Option<String>,
    /// The list item.
    pub item: String,
    /// Whether a buffer has a part in it.
    pub way: Way,
}

/// How an update moves what it moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// As its list item.
    Plain,
    /// The same, where there is no buffer of that name.
    Without(String),
    /// The same, where there is one.
    With(String),
    /// In a buffer, where there is one.
    Packed(Gathered),
}

impl Way {
    /// The buffer that it depends on.
    pub(crate) fn buffer(&self) -> Option<&str> {
        match self {
            Way::Plain => None,
            Way::Without(name) | Way::With(name) => Some(name),
            Way::Packed(own) => Some(&own.buffer),
        }
    }
}

impl Refresh {
    /// The updates of a loop without a buffer and with one, as one of these is taken where the loop begins.
    fn by_buffer(without: Vec<Refresh>, with: Vec<Refresh>, buffer: &str) -> Vec<Refresh> {
        let mut all: Vec<Refresh> = Vec::new();
        let name = buffer.to_owned();
        for own in &without {
            let way = if with.contains(own) { Way::Plain } else { Way::Without(name.clone()) };
            all.push(Refresh { way, ..own.clone() });
        }
        for own in with {
            let is_plain = own.way == Way::Plain;
            if !(is_plain && without.contains(&own)) {
                let way = if is_plain { Way::With(name.clone()) } else { own.way.clone() };
                all.push(Refresh { way, ..own });
            }
        }
        all
    }

    /// Whether both stand at one place and go one way.
    pub(crate) fn is_at(&self, other: &Refresh) -> bool {
        let place = |own: &Refresh| (own.span, own.is_before, own.to_device);
        place(self) == place(other)
    }

    /// Whether one directive serves for both: clang takes one section of a variable in each.
    pub(crate) fn is_beside(&self, other: &Refresh) -> bool {
        let name = |own: &Refresh| own.item.split('[').next().map(str::to_owned);
        self.is_at(other)
            && (&self.guard, &self.device, &self.way) == (&other.guard, &other.device, &other.way)
            && name(self) != name(other)
    }
}

/// The updates of a loop, and what its ends copy where it has no buffer, or must have one.
pub(super) struct Courses {
    pub(super) ends: [bool; 2],
    pub(super) turns: u32,
    pub(super) updates: Vec<Refresh>,
    pub(super) buffers: Vec<Buffer>,
}

/// The updates of a loop in one way or two; `item` says how storage that stays on the device is named at the loop.
pub(super) fn courses<'a>(
    followed: &Followed<'a>,
    (stmt, kept): (&'a Stmt, &[Kept]),
    solved: Updates<'a>,
    item: &dyn Fn(&Kept) -> Option<String>,
) -> Option<Courses> {
    let Updates { range, flat, packed } = solved;
    let told = |course: &Course<'a>, gathered: Vec<Option<Gathered>>| {
        let both = course.list.iter().zip(gathered);
        let all = both.map(|(own, gathered)| {
            let mut own = refreshes(followed, own, (kept, range.as_ref()))?;
            if let (Some(gathered), Some(first)) = (gathered, own.first().cloned()) {
                let (item, way) = (gathered.item.clone(), Way::Packed(gathered));
                own = vec![Refresh { item, way, ..first }];
            }
            Some(own)
        });
        Some(all.collect::<Option<Vec<_>>>()?.concat())
    };
    let plain = match &flat {
        Some(course) => told(course, vec![None; course.list.len()])?,
        None => Vec::new(),
    };
    let in_buffer = || {
        let ((course, packing), [only]) = (packed.as_ref()?, kept) else { return None };
        let (mut buffer, gathered) = buffers::of(followed, (stmt, only), course, packing)?;
        buffer.item = item(only)?;
        buffer.flat = flat.as_ref().map(|own| Crossing::of(own.ends[0], own.ends[1]));
        Some((told(course, gathered)?, buffer, course))
    };
    let in_buffer = in_buffer();
    let course = flat.as_ref().or(in_buffer.as_ref().map(|own| own.2))?;
    let (ends, turns) = (course.ends, course.turns);
    let (updates, buffers) = match in_buffer {
        Some((packed, buffer, _)) => {
            (Refresh::by_buffer(plain, packed, &buffer.name), vec![buffer])
        }
        None => (plain, Vec::new()),
    };
    Some(Courses { ends, turns, updates, buffers })
}

/// The directives of one update in sections.
fn refreshes(
    followed: &Followed,
    update: &Update,
    (kept, range): (&[Kept], Option<&Section>),
) -> Option<Vec<Refresh>> {
    let Update { stmt, is_before, to_device, guard, parts, pieces } = update;
    let device = &kept.first()?.device;
    let device = device_at(followed, std::slice::from_ref(stmt), device).ok()?;
    let one = |(item, own): (String, Option<String>)| {
        let guard = match (guard, own) {
            (Some(guard), Some(own)) => Some(format!("({guard}) && {own}")),
            (guard, own) => own.or_else(|| guard.clone()),
        };
        let (is_before, to_device, device) = (*is_before, *to_device, device.clone());
        let way = Way::Plain;
        Refresh { span: stmt.span, is_before, to_device, guard, device, item, way }
    };
    let Some(sections) = parts.sections().filter(|_| pieces.is_none()) else {
        let item = match kept {
            [only] => named_beside(followed, stmt, only),
            all => named_by_use(followed, stmt, all),
        };
        return Some(vec![one((item?, None))]);
    };
    let parts = parts_beside(followed, stmt, kept, (sections, range?))?;
    Some(parts.into_iter().map(one).collect())
}
