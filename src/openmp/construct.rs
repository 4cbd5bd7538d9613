//! The names of directives. The words of a combined construct are a set of [leaves](Leaf): `target teams distribute` has three.

use std::ops::BitOr;

/// A construct that combines with others in one directive's name; in the order of OpenMP's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaf {
    /// `target`: the statement runs on a device.
    Target,
    /// `teams`: a league of teams runs it.
    Teams,
    /// `distribute`: the teams share the iterations.
    Distribute,
    /// `parallel`: the threads of a team run it.
    Parallel,
    /// `masked`: one thread of a team runs it.
    Masked,
    /// `master`: the older name of `masked`.
    Master,
    /// `for`: the threads of a team share the iterations.
    For,
    /// Fortran's `do`.
    Do,
    /// `sections`: the threads share blocks.
    Sections,
    /// Fortran's `workshare`.
    Workshare,
    /// Fortran's `workdistribute`.
    Workdistribute,
    /// `loop`: the iterations run in no order; the implementation chooses who runs them.
    Loop,
    /// `taskloop`: tasks share the iterations.
    Taskloop,
    /// `simd`: the lanes of a thread share the iterations.
    Simd,
}

impl Leaf {
    const ALL: [Leaf; 14] = [
        Leaf::Target,
        Leaf::Teams,
        Leaf::Distribute,
        Leaf::Parallel,
        Leaf::Masked,
        Leaf::Master,
        Leaf::For,
        Leaf::Do,
        Leaf::Sections,
        Leaf::Workshare,
        Leaf::Workdistribute,
        Leaf::Loop,
        Leaf::Taskloop,
        Leaf::Simd,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Leaf::Target => "target",
            Leaf::Teams => "teams",
            Leaf::Distribute => "distribute",
            Leaf::Parallel => "parallel",
            Leaf::Masked => "masked",
            Leaf::Master => "master",
            Leaf::For => "for",
            Leaf::Do => "do",
            Leaf::Sections => "sections",
            Leaf::Workshare => "workshare",
            Leaf::Workdistribute => "workdistribute",
            Leaf::Loop => "loop",
            Leaf::Taskloop => "taskloop",
            Leaf::Simd => "simd",
        }
    }

    fn of_word(word: &str) -> Option<Leaf> {
        Self::ALL.into_iter().find(|leaf| leaf.word() == word)
    }
}

/// A set of leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves(u16);

impl Leaves {
    /// The set of these.
    pub const fn of(leaves: &[Leaf]) -> Leaves {
        let (mut bits, mut k) = (0, 0);
        while k < leaves.len() {
            bits |= 1 << leaves[k] as u16;
            k += 1;
        }
        Leaves(bits)
    }

    /// The words of a name; `None` where another word, or one twice, is among them.
    fn of_name(name: &str) -> Option<Leaves> {
        name.split(' ').try_fold(Leaves::default(), |found, word| {
            let leaf = Leaf::of_word(word).filter(|leaf| !found.contains(*leaf))?;
            Some(found | Leaves::of(&[leaf]))
        })
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the leaf is one of them.
    pub const fn contains(self, leaf: Leaf) -> bool {
        self.0 & 1 << leaf as u16 != 0
    }

    /// Whether the word is one of them.
    pub fn has_word(self, word: &str) -> bool {
        Leaf::of_word(word).is_some_and(|leaf| self.contains(leaf))
    }

    /// Whether some leaf is in both.
    pub const fn meets(self, other: Leaves) -> bool {
        self.0 & other.0 != 0
    }

    /// The leaves that are in both.
    pub const fn among(self, others: Leaves) -> Leaves {
        Leaves(self.0 & others.0)
    }

    /// Their words in the order in which OpenMP has them.
    pub fn words(self) -> String {
        let own = Leaf::ALL.into_iter().filter(|leaf| self.contains(*leaf));
        own.map(Leaf::word).collect::<Vec<_>>().join(" ")
    }

    /// Whether there is a leaf, and each one is among `others`.
    pub const fn are_of(self, others: Leaves) -> bool {
        !self.is_empty() && self.0 & !others.0 == 0
    }
}

impl BitOr for Leaves {
    type Output = Leaves;

    fn bitor(self, other: Leaves) -> Leaves {
        Leaves(self.0 | other.0)
    }
}

/// `target teams distribute`.
pub const TEAMS: Leaves = Leaves::of(&[Leaf::Target, Leaf::Teams, Leaf::Distribute]);
/// `parallel for`.
pub const THREADS: Leaves = Leaves::of(&[Leaf::Parallel, Leaf::For]);
/// `target teams loop`.
pub const TEAMS_LOOP: Leaves = Leaves::of(&[Leaf::Target, Leaf::Teams, Leaf::Loop]);
/// Leaves by which teams, threads or both share iterations.
pub const WORK: Leaves = Leaves::of(&[Leaf::For, Leaf::Distribute, Leaf::Loop]);
/// Leaves that are about the iterations of the loops that follow.
pub const LOOPS: Leaves =
    Leaves::of(&[Leaf::For, Leaf::Distribute, Leaf::Loop, Leaf::Simd, Leaf::Taskloop]);
/// Leaves by which one thread of a team runs a block.
pub const MASKED: Leaves = Leaves::of(&[Leaf::Masked, Leaf::Master]);

/// What a directive is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    /// Constructs that combine, one of them or several.
    Combined(Leaves),
    /// `assume`.
    Assume,
    /// `atomic`.
    Atomic,
    /// `barrier`.
    Barrier,
    /// `critical`.
    Critical,
    /// `declare target`, with `begin` before it or not.
    DeclareTarget,
    /// `flush`.
    Flush,
    /// `single`.
    Single,
    /// `target data`.
    TargetData,
    /// `target enter data`.
    EnterData,
    /// `target exit data`.
    ExitData,
    /// `target update`.
    Update,
    /// `tile` and `unroll`, which make other loops of a loop.
    Reshaping,
    /// Any other.
    Other,
}

/// A directive that is not only made of leaves.
struct Row {
    /// Its words; an underscore may stand between them.
    name: &'static str,
    construct: Construct,
    /// Whether it governs no statement.
    alone: bool,
}

const fn alone(name: &'static str, construct: Construct) -> Row {
    Row { name, construct, alone: true }
}

const fn governing(name: &'static str, construct: Construct) -> Row {
    Row { name, construct, alone: false }
}

/// Every directive that stands alone, has several words, or is asked about.
const ROWS: [Row; 41] = [
    alone("allocate", Construct::Other),
    governing("assume", Construct::Assume),
    alone("assumes", Construct::Other),
    governing("atomic", Construct::Atomic),
    alone("barrier", Construct::Barrier),
    alone("begin assumes", Construct::Other),
    alone("begin declare target", Construct::DeclareTarget),
    alone("begin declare variant", Construct::Other),
    governing("begin metadirective", Construct::Other),
    alone("cancel", Construct::Other),
    alone("cancellation point", Construct::Other),
    governing("critical", Construct::Critical),
    alone("declare induction", Construct::Other),
    alone("declare mapper", Construct::Other),
    alone("declare reduction", Construct::Other),
    alone("declare simd", Construct::Other),
    alone("declare target", Construct::DeclareTarget),
    alone("declare variant", Construct::Other),
    alone("depobj", Construct::Other),
    alone("end assumes", Construct::Other),
    alone("end declare target", Construct::Other),
    alone("end declare variant", Construct::Other),
    governing("end metadirective", Construct::Other),
    alone("error", Construct::Other),
    alone("flush", Construct::Flush),
    alone("groupprivate", Construct::Other),
    alone("interop", Construct::Other),
    alone("nothing", Construct::Other),
    alone("requires", Construct::Other),
    alone("scan", Construct::Other),
    governing("single", Construct::Single),
    governing("target data", Construct::TargetData),
    alone("target enter data", Construct::EnterData),
    alone("target exit data", Construct::ExitData),
    alone("target update", Construct::Update),
    alone("task iteration", Construct::Other),
    alone("taskwait", Construct::Other),
    alone("taskyield", Construct::Other),
    alone("threadprivate", Construct::Other),
    governing("tile", Construct::Reshaping),
    governing("unroll", Construct::Reshaping),
];

/// Whether the text begins with a row's name, of which a blank or the end is next.
fn begins(text: &str, row: &Row) -> bool {
    let mut bytes = text.bytes();
    let spaced = |byte: u8| if byte == b'_' { b' ' } else { byte };
    row.name.bytes().all(|own| bytes.next().map(spaced) == Some(own))
        && matches!(bytes.next(), None | Some(b' '))
}

fn row(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name.len() == name.len() && begins(name, row))
}

impl Construct {
    /// What a directive of that name is; its words have one space between them.
    pub fn of_name(name: &str) -> Construct {
        match Leaves::of_name(name) {
            Some(leaves) => Construct::Combined(leaves),
            None => row(name).map_or(Construct::Other, |row| row.construct),
        }
    }

    /// The leaves of its name; none where it does not combine.
    pub fn leaves(self) -> Leaves {
        match self {
            Construct::Combined(leaves) => leaves,
            _ => Leaves::default(),
        }
    }

    /// Whether it runs the statement that follows on a device.
    pub fn is_target(self) -> bool {
        self.leaves().contains(Leaf::Target)
    }

    /// Whether it moves data where it stands.
    pub fn moves_data(self) -> bool {
        matches!(self, Construct::EnterData | Construct::ExitData | Construct::Update)
    }

    /// Whether it brings data to the device that stays there behind it, or while other statements run.
    pub fn keeps_data(self) -> bool {
        matches!(self, Construct::EnterData | Construct::TargetData)
    }
}

/// Whether the word is one of a combined construct's.
pub(crate) fn is_leaf(word: &str) -> bool {
    Leaf::of_word(word).is_some()
}

/// Whether a directive of that name stands for itself and governs no statement.
pub(crate) fn stands_alone(name: &str) -> bool {
    row(name).is_some_and(|row| row.alone)
}

/// How many of `words`, which follow `omp`, are the directive's name; at least one where there is one.
pub(crate) fn name_length(words: &[&str]) -> usize {
    let text = words.join(" ");
    let longest = ROWS.iter().filter(|row| begins(&text, row)).map(|row| row.name.len()).max();
    let several = longest.map_or(0, |length| text[..length].split(' ').count());
    let combined = words.iter().take_while(|word| is_leaf(word)).count();
    if several > 1 { several } else { combined.max(words.len().min(1)) }
}

/// Whether clang takes a construct of these leaves in one pragma. Of `target loop`, which is OpenMP 6.0's, clang 19 reads
/// `target` alone, without the clauses, and warns.
pub(crate) fn is_one_pragma(leaves: Leaves) -> bool {
    leaves != Leaves::of(&[Leaf::Target, Leaf::Loop])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_without_repetition() {
        assert!(ROWS.windows(2).all(|two| two[0].name < two[1].name));
        assert!(Leaf::ALL.iter().enumerate().all(|(k, leaf)| *leaf as usize == k));
    }

    #[test]
    fn names_take_as_many_words_as_belong_to_them() {
        assert_eq!(name_length(&["target", "teams", "distribute", "private"]), 3);
        assert_eq!(name_length(&["target", "enter", "data", "map"]), 3);
        assert_eq!(name_length(&["begin", "declare_target", "device_type"]), 2);
        assert_eq!(name_length(&["ordered", "simd"]), 1);
        assert_eq!(name_length(&["cancel", "for"]), 1);
        assert_eq!(name_length(&["bogus", "for"]), 1);
        assert_eq!(name_length(&[]), 0);
    }

    #[test]
    fn words_stand_in_the_order_of_the_names() {
        for name in ["target teams distribute parallel for simd", "parallel masked taskloop simd"] {
            assert_eq!(Construct::of_name(name).leaves().words(), name);
        }
    }

    #[test]
    fn only_target_constructs_are_regions() {
        let is_target = |name| Construct::of_name(name).is_target();
        assert!(is_target("target parallel for simd"));
        for name in ["target data", "declare target", "target update", "target target"] {
            assert!(!is_target(name), "{name}");
        }
    }

    #[test]
    fn underscores_are_blanks() {
        assert_eq!(Construct::of_name("target_data"), Construct::TargetData);
        assert!(stands_alone("target_enter_data") && stands_alone("cancellation_point"));
        assert!(!stands_alone("target data") && !stands_alone("task"));
    }
}
