//! Command lines of NVIDIA's tools: an option has a long and a short name, and either one or two dashes.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// An option that a tool knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) long: &'static str,
    /// The short name; empty where there is none.
    pub(super) short: &'static str,
    pub(super) value: Value,
}

/// Whether an option has a value, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    None,
    /// `--name value` or `--name=value`
    Apart,
    /// As above, or `-Nvalue` behind the short name.
    Joined,
}

/// One part of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// An option by its long name, and its value; it is empty for an option without one.
    Option(&'static str, OsString),
    /// A file.
    Input(OsString),
}

impl Known {
    pub(super) const fn flag(long: &'static str, short: &'static str) -> Known {
        Known { long, short, value: Value::None }
    }

    pub(super) const fn with_value(long: &'static str, short: &'static str) -> Known {
        Known { long, short, value: Value::Apart }
    }

    pub(super) const fn joined(long: &'static str, short: &'static str) -> Known {
        Known { long, short, value: Value::Joined }
    }

    /// What stands behind this option's name in `word`, whose dashes are gone; `None` where it is another option.
    fn rest<'word>(&self, word: &'word [u8]) -> Option<Rest<'word>> {
        if word == self.long.as_bytes() || (word == self.short.as_bytes() && !word.is_empty()) {
            return Some(Rest::Nothing);
        }
        if self.value == Value::None {
            return None;
        }
        let assigned = |name: &str| word.strip_prefix(name.as_bytes())?.strip_prefix(b"=");
        let value = assigned(self.long)
            .or_else(|| if self.short.is_empty() { None } else { assigned(self.short) });
        if let Some(value) = value {
            return Some(Rest::Value(value));
        }
        let joined = self.value == Value::Joined;
        word.strip_prefix(self.short.as_bytes()).filter(|_| joined).map(Rest::Value)
    }
}

/// What stands behind an option's name in the same word.
enum Rest<'word> {
    Nothing,
    Value(&'word [u8]),
}

/// Reads a command line. The error is a message, for the tool's `fatal` line.
pub(super) fn read(words: &[OsString], known: &[Known]) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(name) = word.as_bytes().strip_prefix(b"-") else {
            parts.push(Part::Input(word.clone()));
            continue;
        };
        let name = name.strip_prefix(b"-").unwrap_or(name);
        // A full name counts before a short name with a value behind it: `-output-file` is not `-o utput-file`.
        let (option, rest) = exact(name, known)
            .or_else(|| known.iter().find_map(|option| Some((option, option.rest(name)?))))
            .ok_or_else(|| format!("Unknown option '-{}'", String::from_utf8_lossy(name)))?;
        let value = match (option.value, rest) {
            (Value::None, _) => OsString::new(),
            (_, Rest::Value(value)) => OsStr::from_bytes(value).to_owned(),
            (_, Rest::Nothing) => words
                .next()
                .cloned()
                .ok_or_else(|| format!("Missing argument for option '{}'", option.long))?,
        };
        parts.push(Part::Option(option.long, value));
    }
    Ok(parts)
}

fn exact<'known>(name: &[u8], known: &'known [Known]) -> Option<(&'known Known, Rest<'static>)> {
    known
        .iter()
        .find(|option| matches!(option.rest(name), Some(Rest::Nothing)))
        .map(|option| (option, Rest::Nothing))
}
