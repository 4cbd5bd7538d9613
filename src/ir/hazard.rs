//! What makes a region's text delicate to rewrite, kept as facts of the region.

use serde::{Deserialize, Serialize};

use crate::source::Span;

/// Something about a region's text that a rewriter must know, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hazard {
    /// The text that it is about.
    pub span: Span,
    /// What it is.
    pub kind: HazardKind,
}

/// The kinds of hazards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HazardKind {
    /// The construct is written as several pragmas.
    Chained,
    /// A preprocessor conditional begins or ends between the pragma and its statement: the text has
    /// alternatives of which this compilation sees one.
    Alternatives,
    /// A preprocessor conditional begins or ends inside the statement: what is proved of the text that this compilation
    /// sees need not hold of what another one does.
    Conditional,
    /// Another pragma (`unroll`, `simd`, `ivdep`) stands before a loop inside the region.
    InnerPragma,
    /// Launch bounds are given (`num_teams`, `thread_limit`, `num_threads`, `ompx_bare`), which may
    /// be computed from the old trip count.
    LaunchBounds,
    /// A call observes which thread or team runs an iteration.
    ObservesMapping,
    /// The region is one instance of a template; instances that this unit does not show may differ.
    Instance,
    /// A word that is something else on another line: `__LINE__`, a macro that a line of the region defines, or one that
    /// comes to these.
    TellsPlace,
    /// The device's compilation reads another text than the host's, which is this one, or may do so.
    DeviceText,
    /// The text of the region, or around it, makes edits mean something else than they say: lines end otherwise than they seem to,
    /// calls tell where they stand, a macro is called like a word that an edit writes, or clang does not read the directive.
    FixedText,
    /// The unit has names like those that edits declare.
    TakenName,
    /// What stands behind the statement is an `else`, which an `if` at its beginning would take.
    Else,
    /// A word that names something which the IR does not show and that a variable of the region is called too, or such a
    /// variable where no value of it is needed.
    HiddenName,
    /// A declaration of something that is no variable of the region: a type, a constant, a function, a static variable.
    BareDeclaration,
    /// A macro that comes to the name of a variable, or makes a text or a name of its arguments.
    MacroName,
    /// A pragma that sets the mode of floating-point arithmetic for the rest of a block.
    FloatingMode,
    /// Somewhere in the file a pragma says how floating values may be computed, whatever the options say.
    FileMode,
    /// The region stands in a lambda: clang 19 loses the variables that the lambda captures where a `target data` construct
    /// in it names them.
    Lambda,
    /// A part of an array or record that no clause names may be on the device already, where the whole cannot be mapped.
    PartMapped,
    /// In C++: a variable is of an enumeration, `char`, `long long` or of a like type, for which the IR has the type of equal values.
    /// Overloads and templates tell them apart.
    OtherType,
    /// In C++: an object is of a class that may say how it is copied, so that the copy that a clause makes may hold other values.
    OwnCopy,
    /// The type of a pointer, or of an array that is a parameter, has a length that is known at run time (`double a[n][m]`): clang 19 loses such
    /// variables on NVIDIA's devices where a construct for threads stands inside one for teams.
    VariableLength,
    /// Of a `target teams loop` clang 19 has one lane of each team run the iterations: a call stands in its loops, or the word
    /// `loop` has a pragma of its own.
    OneLane,
    /// The words `teams loop` have a pragma below that of `target`: clang 19 loses iterations on NVIDIA's devices.
    LostIterations,
    /// The loops of a `target teams loop` call a function that is declared to compute from its arguments alone, whose text nobody
    /// looked into: a construct in it might be meant for the threads around it.
    DeclaredCall,
    /// The region starts no threads, and a function that it calls does: its text has a construct of threads.
    CalledThreads,
    /// The region starts no threads, and calls a function whose text is not shown: it may have a construct of threads.
    UnseenCall,
    /// The region stands in a header that stays as it is: a header of the system, one that an option or a header of the system
    /// includes, one that is read several times in forms that have not all been analysed, or one that has a part of the function alone.
    FixedFile,
    /// The region stands in a header, and other units of the program may have its function, too: the kernel that is made of another
    /// text must have another name.
    SharedFunction,
}

impl HazardKind {
    /// Every kind.
    pub const ALL: &[HazardKind] = &[
        HazardKind::Chained,
        HazardKind::Alternatives,
        HazardKind::Conditional,
        HazardKind::InnerPragma,
        HazardKind::LaunchBounds,
        HazardKind::ObservesMapping,
        HazardKind::Instance,
        HazardKind::TellsPlace,
        HazardKind::DeviceText,
        HazardKind::FixedText,
        HazardKind::TakenName,
        HazardKind::Else,
        HazardKind::HiddenName,
        HazardKind::BareDeclaration,
        HazardKind::MacroName,
        HazardKind::FloatingMode,
        HazardKind::FileMode,
        HazardKind::Lambda,
        HazardKind::PartMapped,
        HazardKind::OtherType,
        HazardKind::OwnCopy,
        HazardKind::VariableLength,
        HazardKind::OneLane,
        HazardKind::LostIterations,
        HazardKind::DeclaredCall,
        HazardKind::CalledThreads,
        HazardKind::UnseenCall,
        HazardKind::FixedFile,
        HazardKind::SharedFunction,
    ];

    /// Whether it is a line of a preprocessor conditional.
    pub fn is_conditional(self) -> bool {
        matches!(self, HazardKind::Alternatives | HazardKind::Conditional)
    }
}
