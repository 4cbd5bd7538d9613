//! Many reports as one set, in memory that does not grow with the reports' sizes.
//!
//! `{"schema":"warpcc-report-set/1","units":[…],"summary":{…}}`, each report on one line without
//! blanks, sorted by unit, equal reports once (`docs/report-set.schema.json`).

use std::fmt;
use std::io::{self, Write};

use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{SCHEMA, Summary};

/// The version of a set's shape.
pub const SET: &str = "warpcc-report-set/1";

/// What a JSON text turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One report: the whole text.
    Report,
    /// A set, whose reports went to the caller one by one.
    Set,
}

/// What a merge remembers of one report.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Head {
    /// The unit's main file.
    pub unit: String,
    /// FNV-1a of the report's compact text, 32 hexadecimal digits.
    pub digest: String,
    /// Whether the unit was not analysed or not rewritten as a whole.
    pub failed: bool,
    /// The unit's totals.
    pub summary: Summary,
}

/// Totals of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Reports.
    pub units: u64,
    /// Reports of a failure.
    pub failures: u64,
    /// The sums of their totals.
    #[serde(flatten)]
    pub summary: Summary,
}

impl Totals {
    /// Counts one report in.
    pub fn add(&mut self, head: &Head) {
        let (sums, own) = (&mut self.summary, head.summary);
        self.units += 1;
        self.failures += u64::from(head.failed);
        sums.regions += own.regions;
        sums.rewritten += own.rewritten;
        sums.accesses += own.accesses;
        sums.uncoalesced_before += own.uncoalesced_before;
        sums.uncoalesced_after += own.uncoalesced_after;
    }
}

/// Reads a report or a set from a deserializer of `serde_json`; each report of a set goes to
/// `member` as soon as it is read, and only it is in memory.
pub fn read<'de, D: Deserializer<'de>>(
    text: D,
    member: &mut dyn FnMut(&str) -> Result<(), String>,
) -> Result<Kind, String> {
    text.deserialize_map(Document { member }).map_err(|error| error.to_string())
}

struct Document<'m> {
    member: &'m mut dyn FnMut(&str) -> Result<(), String>,
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = Kind;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a report or a set of reports")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kind, A::Error> {
        let mut schema: Option<String> = None;
        let mut has_units = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "schema" => schema = Some(map.next_value()?),
                "units" => {
                    has_units = true;
                    map.next_value_seed(Members { member: &mut *self.member })?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        match schema.as_deref() {
            Some(SCHEMA) => Ok(Kind::Report),
            Some(SET) if has_units => Ok(Kind::Set),
            Some(SET) => Err(de::Error::custom("a set without units")),
            _ => Err(de::Error::custom(format!("its schema is not {SCHEMA}"))),
        }
    }
}

struct Members<'m> {
    member: &'m mut dyn FnMut(&str) -> Result<(), String>,
}

impl<'de> de::DeserializeSeed<'de> for Members<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<(), D::Error> {
        list.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of reports")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(report) = list.next_element::<Box<RawValue>>()? {
            (self.member)(report.get()).map_err(de::Error::custom)?;
        }
        Ok(())
    }
}

/// The head of a report in compact form; an error where it is none.
pub fn head(compact: &str) -> Result<Head, String> {
    #[derive(Deserialize)]
    struct Part {
        schema: String,
        unit: String,
        #[serde(default)]
        summary: Summary,
        failure: Option<IgnoredAny>,
    }
    let part: Part = serde_json::from_str(compact).map_err(|error| error.to_string())?;
    if part.schema != SCHEMA {
        return Err(format!("its schema is not {SCHEMA}"));
    }
    let Part { unit, summary, failure, .. } = part;
    let digest = format!("{:032x}", fnv(compact.as_bytes()));
    Ok(Head { unit, digest, failed: failure.is_some(), summary })
}

/// A JSON text without the blanks between its tokens.
pub fn compact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut escaped, mut from) = (false, false, 0);
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            in_string = byte != b'"' || escaped;
            escaped = byte == b'\\' && !escaped;
        } else if byte.is_ascii_whitespace() {
            out.push_str(&text[from..at]);
            from = at + 1;
        } else {
            in_string = byte == b'"';
        }
    }
    out.push_str(&text[from..]);
    out
}

/// Writes a set of the reports with these heads, sorted and without repetition; `text` gives the
/// compact text of the n-th. Returns where each text begins in what was written.
pub fn write(
    out: &mut dyn Write,
    heads: &[&Head],
    text: &mut dyn FnMut(usize) -> io::Result<Vec<u8>>,
) -> io::Result<Vec<u64>> {
    let mut totals = Totals::default();
    let mut offsets = Vec::with_capacity(heads.len());
    let opening = format!("{{\"schema\":\"{SET}\",\"units\":[\n");
    out.write_all(opening.as_bytes())?;
    let mut position = opening.len() as u64;
    for (n, head) in heads.iter().enumerate() {
        let report = text(n)?;
        offsets.push(position);
        totals.add(head);
        let end: &[u8] = if n + 1 < heads.len() { b",\n" } else { b"\n" };
        out.write_all(&report)?;
        out.write_all(end)?;
        position += (report.len() + end.len()) as u64;
    }
    let totals = serde_json::to_string(&totals)?;
    writeln!(out, "],\"summary\":{totals}}}")?;
    Ok(offsets)
}

/// Fowler–Noll–Vo hash 1a of 128 bits.
pub(super) fn fnv(bytes: &[u8]) -> u128 {
    const PRIME: u128 = (1 << 88) + 0x13b;
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    bytes.iter().fold(BASIS, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str) -> Result<(Kind, Vec<String>), String> {
        let mut found = Vec::new();
        let kind = read(&mut serde_json::Deserializer::from_str(text), &mut |report| {
            found.push(compact(report));
            Ok(())
        })?;
        Ok((kind, found))
    }

    #[test]
    fn blanks_go_except_in_strings() {
        let text = "{ \"a b\\\" \" : [ 1 ,\n\t2 ], \"\\\\\" : \" \" }\r\n";
        assert_eq!(compact(text), "{\"a b\\\" \":[1,2],\"\\\\\":\" \"}");
    }

    #[test]
    fn a_set_reads_back_what_was_written() {
        let report = |unit: &str| format!("{{\"schema\":\"{SCHEMA}\",\"unit\":\"{unit}\"}}");
        let texts = ["a.c", "b \\\" c.c"].map(report);
        let heads = texts.each_ref().map(|text| head(text).unwrap());
        let mut out = Vec::new();
        let offsets =
            write(&mut out, &heads.each_ref(), &mut |n| Ok(texts[n].clone().into())).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.ends_with(
            "],\"summary\":{\"units\":2,\"failures\":0,\"regions\":0,\"rewritten\":0,\
             \"accesses\":0,\"uncoalesced_before\":0,\"uncoalesced_after\":0}}\n"
        ));
        for (offset, report) in offsets.iter().zip(&texts) {
            assert!(text[*offset as usize..].starts_with(report));
        }
        assert_eq!(members(&text), Ok((Kind::Set, texts.to_vec())));
        assert_eq!(members(&texts[0]), Ok((Kind::Report, Vec::new())));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "[]", "{}", "{\"schema\":\"x\"}", &format!("{{\"schema\":\"{SET}\"}}")] {
            assert!(members(text).is_err(), "{text}");
        }
        assert!(head("{\"schema\":\"warpcc-report/2\",\"unit\":\"a.c\"}").is_err());
        let failed = format!(
            "{{\"schema\":\"{SCHEMA}\",\"unit\":\"a.c\",\"failure\":{{\"code\":\"WC902\"}}}}"
        );
        assert!(head(&failed).unwrap().failed);
    }

    #[test]
    fn the_digest_is_the_published_function() {
        assert_eq!(fnv(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(fnv(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }
}
