//! What a function is written with beyond what it means: names that mean something else further out,
//! macros, what stands around the construct.

use warpcc::ir::{ExprKind, Loop, TargetRegion};

use crate::dress::Dress;
use crate::rng::Rng;

/// Macros that every program has.
pub(crate) const MACROS: &str = "\
#define ZERO 0
#define ONE 1
#define TWO (ONE + ONE)
#define SIX 6
#define ROWS 33
#define SUM(a, b) ((a) + (b))
#define AT(array, index) (array)[index]
#define UP(name, from, to) for (int name = from; name < to; name++)
";

/// The macros that are numbers.
const NUMBERS: [(&str, i64); 5] = [("ZERO", 0), ("ONE", 1), ("TWO", 2), ("SIX", 6), ("ROWS", 33)];

/// A name of a counter or a variable of the region that is a number outside of its block.
#[derive(Debug)]
struct Hidden {
    name: String,
    value: i64,
    /// Whether it names a type of that size, and else an enumerator.
    is_type: bool,
}

/// What stands around the construct, as if it were one statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    Nothing,
    Block,
    /// `if` and `else`, whose branch would show.
    Else,
    /// `if` with the last of the facts.
    Fact,
    Loop,
    Label,
}

/// The guise of a function.
#[derive(Debug)]
pub(crate) struct Guise {
    hidden: Vec<Hidden>,
    pub(crate) frame: Frame,
}

impl Guise {
    pub(crate) fn new(region: &TargetRegion, dress: &Dress, rng: &mut Rng) -> Guise {
        let mut names = vec!["t".to_owned(), "z1".to_owned()];
        for l in region.loops() {
            let name = &region.symbol(l.iv).name;
            if !names.contains(name) && !dress.outside(name) {
                names.push(name.clone());
            }
        }
        names.retain(|_| rng.chance(8));
        let hide = |name| {
            let value = *rng.pick(&[0, 0, 1, 1, 2, 3, 6, 33]);
            Hidden { name, value, is_type: value > 0 && rng.chance(30) }
        };
        let hidden = names.into_iter().map(hide).collect();
        let frames =
            [Frame::Block, Frame::Else, Frame::Else, Frame::Fact, Frame::Loop, Frame::Label];
        let frame = if rng.chance(30) { *rng.pick(&frames) } else { Frame::Nothing };
        let frame =
            if region.facts.is_empty() && frame == Frame::Fact { Frame::Else } else { frame };
        Guise { hidden, frame }
    }

    /// The declarations of the hidden names.
    pub(crate) fn declarations(&self) -> String {
        let declaration = |hidden: &Hidden| {
            let Hidden { name, value, is_type } = hidden;
            if *is_type {
                format!("  typedef char {name}[{value}];\n")
            } else {
                format!("  enum {{ {name} = {value} }};\n")
            }
        };
        self.hidden.iter().map(declaration).collect()
    }

    /// Another way to write an `int`, where the names that `is_visible` says are the region's own.
    pub(crate) fn number(
        &self,
        value: i64,
        is_visible: impl Fn(&str) -> bool,
        rng: &mut Rng,
    ) -> Option<String> {
        let fits = |hidden: &&Hidden| hidden.value == value && !is_visible(&hidden.name);
        if let Some(hidden) = self.hidden.iter().find(fits).filter(|_| rng.chance(70)) {
            let Hidden { name, is_type, .. } = hidden;
            return Some(if *is_type { format!("(int)sizeof({name})") } else { name.clone() });
        }
        let (name, _) = NUMBERS.iter().find(|(_, number)| *number == value)?;
        rng.chance(5).then(|| (*name).to_owned())
    }
}

impl Frame {
    /// What stands before the construct; of [`Frame::Fact`], with the condition.
    pub(crate) fn open(self, fact: &str) -> String {
        match self {
            Frame::Nothing => String::new(),
            Frame::Block => "  {\n".into(),
            Frame::Else => "  if (n > -4096)\n".into(),
            Frame::Fact => format!("  if ({fact})\n"),
            Frame::Loop => "  for (int turn = 0; turn < 1; turn++)\n".into(),
            Frame::Label => "  switch (n) default:\n".into(),
        }
    }

    /// What stands behind it.
    pub(crate) fn close(self) -> &'static str {
        match self {
            Frame::Block => "  }\n",
            Frame::Else => "  else\n    q[0] = 77;\n",
            _ => "",
        }
    }
}

/// Whether a loop goes by steps of two or more from an iteration that follows the counter of another one.
pub(crate) fn moves_by_steps(region: &TargetRegion) -> bool {
    let loops = region.loops();
    let by_one = |l: &Loop| matches!(&l.step.kind, ExprKind::Int(step) if step.to_i64().is_some_and(|step| step.abs() == 1));
    let follows = |l: &Loop| loops.iter().any(|outer| l.lower.names(outer.iv));
    loops.iter().any(|l| !by_one(l) && follows(l))
}

/// What is worth counting in a function's text.
pub(crate) fn marks(text: &str) -> Vec<&'static str> {
    const MARKS: [(&str, &str); 22] = [
        ("[K[", "a subscript from a table of constants"),
        ("K[", "a table of constants"),
        ("#pragma omp atomic", "atomic updates"),
        ("#pragma omp simd", "a construct `simd` inside"),
        ("  enum {", "an enumerator named like a variable"),
        ("  typedef ", "a type named like a variable"),
        ("  else\n    q[0] = 77;", "`else` behind the construct"),
        (" turn = 0;", "a loop around the construct"),
        ("default:", "a label before the construct"),
        ("SUM(", "a macro of an expression"),
        ("AT(", "a macro of an element"),
        (" UP(", "a macro of a loop's header"),
        ("#if ", "branches left out"),
        ("__builtin_", "facts inside"),
        ("< (unsigned)(", "a signed counter below an unsigned bound"),
        ("unsigned *p = ", "a pointer into an array"),
        ("&p[", "a carried pointer"),
        ("(*(A + ", "an element through its address"),
        ("\n  if (!", "facts before the construct"),
        ("(asked(", "clauses that the host evaluates with a call"),
        ("target: asked(", "a condition of the host's"),
        (" & 3) + 2)", "threads inside by the counter outside"),
    ];
    MARKS.iter().filter(|(mark, _)| text.contains(mark)).map(|(_, name)| *name).collect()
}
