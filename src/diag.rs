//! The codes that findings, refusals and assumptions carry.
//!
//! Each code has a page `docs/codes/WCnnn.md`. The hundreds say the kind: 1 coalescing findings,
//! 2 refusals, 3 assumptions, 4 not analysed, 5 transfers, 9 internal.

use std::fmt;

macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        /// What was found, refused, assumed or not analysed.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $title] $name = $number,)*
        }

        impl Code {
            /// Every code, in numeric order.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// One phrase that says what the code means.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            /// The text of the code's page.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$name => include_str!(concat!("../docs/codes/WC", $number, ".md")),)*
                }
            }
        }
    };
}

codes! {
    Uncoalesced = 101, "memory access not coalesced";
    Improved = 102, "accesses made coalesced";
    AlreadyCoalesced = 103, "accesses already coalesced";
    SharedInnerVariable = 104, "inner loop variable is shared as written";
    IdleThreads = 105, "threads without work";
    OneThreadTeams = 106, "one thread of each team works";
    SerialRegion = 107, "region runs on one thread";
    OneTeam = 108, "region runs in one team";
    HostTest = 109, "changed under a run-time test";
    DeclaredRace = 110, "loop declared parallel carries a dependence";
    Contended = 111, "lanes of a warp update one address";
    FewIterations = 112, "teams without iterations";
    OneLaneLoop = 113, "one lane of each team works in this teams loop";
    LostIterations = 114, "clang loses iterations of this teams loop";
    Untested = 115, "conditions of a change are not tested before the region";
    LostValue = 116, "value that the host reads is lost";
    SplitIndex = 117, "index split by hand the wrong way round";
    NotPerfect = 201, "statement between the loops";
    VaryingBounds = 202, "loop bounds change inside the nest";
    EarlyExit = 203, "loop can be left early";
    CarriedScalar = 204, "value carried from one iteration to the next";
    CarriedDependence = 205, "array dependence carried by the loop";
    UnprovedDependence = 206, "array dependence could not be disproved";
    MayAlias = 207, "two names may denote one array";
    IndirectSubscript = 208, "subscript comes from memory";
    UnknownEffect = 209, "statement with unknown effects";
    NoGain = 210, "change does not pay";
    NotEditable = 211, "source text cannot be edited cleanly";
    CounterAssigned = 212, "loop counter assigned in the body";
    NoOtherLoop = 214, "no other loop to spread over the lanes";
    IdleDevice = 215, "change would leave the device idle";
    ClangLimit = 216, "clang does not compile the change well";
    MapsDoNotOverlap = 301, "list items of one construct do not share storage";
    InBounds = 302, "subscripts stay inside their declared extents";
    NoSignedOverflow = 303, "signed arithmetic does not overflow";
    AlignedAllocation = 304, "arrays begin at an allocation boundary";
    DeclaredParallel = 305, "loops declared parallel carry no dependence";
    InteriorWarps = 306, "counts hold for warps inside the iteration space";
    Restrict = 307, "restrict-qualified pointers do not overlap";
    DistinctObjects = 308, "separately declared arrays do not share storage";
    TypeBased = 309, "accesses of different types touch different objects";
    SeparateAllocations = 310, "an allocation shares no storage with anything else";
    ConstantObjects = 311, "nothing stores to an object that is defined const";
    NoLoop = 401, "no loop nest follows the directive";
    UnmodelledMapping = 402, "mapping of this directive is not modelled";
    UnmodelledSchedule = 403, "schedule is not modelled";
    OpaqueStatement = 404, "construct not understood";
    NotCanonical = 405, "loop is not in canonical form";
    NotInMainFile = 406, "region is in a header or comes from a macro";
    UnknownClause = 407, "clause not understood";
    DependentTemplate = 408, "template-dependent region";
    MayWrap = 409, "unsigned arithmetic may wrap";
    TooComplex = 410, "expression too large to analyse";
    DeviceText = 411, "device compiles another text";
    NoMemory = 412, "region touches no memory";
    Resident = 501, "data stays on the device";
    TightMap = 502, "map clause copies less";
    UpdateMoves = 503, "clang moves other elements in this update";
    StaysMapped = 504, "control leaves data on the device";
    ReadOnlyMapped = 505, "array in read-only memory is copied back";
    PointerUnmapped = 506, "pointer without a map clause";
    LargerMap = 507, "map is larger than the one around it";
    MemberUnmapped = 508, "member that points to mapped data is not mapped";
    UpdateRepeats = 509, "update brings the same again";
    TransferUnknown = 511, "statement between transfers with unknown effects";
    TransferShared = 512, "host uses data between transfers that others may keep on the device";
    TransferSections = 513, "constructs map different sections";
    TransferAlias = 514, "names may mean one storage";
    TransferHeld = 515, "construct whose transfers may be others";
    TransferLeft = 516, "control leaves between transfers";
    TransferUnpaid = 517, "transfers would not be fewer for sure";
    TransferText = 518, "text cannot hold a data construct";
    RejectedByClang = 901, "clang rejected the rewritten source; the original was compiled";
    OverBudget = 902, "analysis ran over its budget";
    AnalysisFailed = 903, "analysis failed; the original was compiled";
}

impl Code {
    /// Those that say of a region that it is coalesced as it is written: for sure, or if the rows of its loops are long.
    pub const COALESCED: [Code; 2] = [Code::AlreadyCoalesced, Code::InteriorWarps];

    /// The number, as in `WC205`.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// The code called `text`: `WC205`, `wc205` or `205`.
    pub fn parse(text: &str) -> Option<Code> {
        let digits = text.strip_prefix("WC").or_else(|| text.strip_prefix("wc")).unwrap_or(text);
        let number: u16 = digits.parse().ok()?;
        Code::ALL.iter().copied().find(|code| code.number() == number)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WC{}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_parse_as_they_print() {
        for code in Code::ALL {
            assert_eq!(Code::parse(&code.to_string()), Some(*code));
        }
        assert_eq!(Code::parse("WC999"), None);
        assert_eq!(Code::parse("loop"), None);
    }

    #[test]
    fn every_page_names_its_code() {
        for code in Code::ALL {
            let heading = format!("# {code}: {}\n", code.title());
            assert!(code.page().starts_with(&heading), "{code} begins with {heading:?}");
        }
    }
}
