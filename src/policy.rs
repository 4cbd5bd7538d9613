//! What the user allows the analysis to assume.

use serde::{Deserialize, Serialize};

/// The assumptions that a proof may use. Each that a decision used is named in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, one per assumption")]
pub struct Policy {
    /// List items of one construct's map clauses do not share storage, as OpenMP requires (WC301).
    pub maps: bool,
    /// Subscripts stay inside the extents that the array's type declares, as C requires (WC302).
    pub in_bounds: bool,
    /// Signed arithmetic does not overflow, as C requires (WC303).
    pub no_overflow: bool,
    /// Mapped arrays begin at an allocation boundary of the device (WC304); decides counts only.
    pub aligned: bool,
    /// `restrict` keeps its promise (WC307).
    pub restrict: bool,
}

impl Policy {
    /// What the language standards and the offload runtime promise: every assumption.
    pub const STANDARD: Policy =
        Policy { maps: true, in_bounds: true, no_overflow: true, aligned: true, restrict: true };

    /// No assumption at all.
    pub const NONE: Policy = Policy {
        maps: false,
        in_bounds: false,
        no_overflow: false,
        aligned: false,
        restrict: false,
    };

    /// Reads the comma-separated list that `--warp-assume` takes: `standard`, `none`, and the names
    /// `maps`, `in-bounds`, `nsw` (no signed wrap), `aligned`, `restrict`, each with `no-` before it to take it
    /// away. Words apply from left to right, starting from `standard`. The error is the bad word.
    pub fn parse(list: &str) -> Result<Policy, String> {
        let mut policy = Policy::STANDARD;
        for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "standard" => policy = Policy::STANDARD,
                "none" => policy = Policy::NONE,
                _ => {
                    let (name, value) = match word.strip_prefix("no-") {
                        Some(name) => (name, false),
                        None => (word, true),
                    };
                    *policy.switch(name).ok_or_else(|| word.to_string())? = value;
                }
            }
        }
        Ok(policy)
    }

    fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "maps" => &mut self.maps,
            "in-bounds" => &mut self.in_bounds,
            "nsw" => &mut self.no_overflow,
            "aligned" => &mut self.aligned,
            "restrict" => &mut self.restrict,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_apply_from_left_to_right() {
        assert_eq!(Policy::parse(""), Ok(Policy::STANDARD));
        assert_eq!(Policy::parse("none"), Ok(Policy::NONE));
        assert_eq!(Policy::parse("none, maps"), Ok(Policy { maps: true, ..Policy::NONE }));
        let no_restrict = Policy { restrict: false, ..Policy::STANDARD };
        assert_eq!(Policy::parse("no-restrict"), Ok(no_restrict));
        assert_eq!(Policy::parse("standard,fast"), Err("fast".into()));
    }
}
