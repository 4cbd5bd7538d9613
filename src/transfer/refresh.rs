//! Directives that bring storage up to date.

use super::buffers::Gathered;
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
    pub(super) fn by_buffer(without: &[Refresh], with: Vec<Refresh>, buffer: &str) -> Vec<Refresh> {
        let mut all: Vec<Refresh> = Vec::new();
        let name = buffer.to_owned();
        for own in without {
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
