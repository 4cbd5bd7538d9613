//! Steps as reports have them: their kind, and what they are about in names and lines.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::transform::step::StepKind;

/// One step of a transformation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What is done.
    #[serde(serialize_with = "write_kind", deserialize_with = "read_kind")]
    pub kind: StepKind,
    /// What it is about.
    #[serde(flatten)]
    pub subject: Subject,
}

/// What a step is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Associated loops.
    Depth(u32),
    /// Loops, the outermost first.
    Loops(Vec<String>),
    /// Lines of statements.
    Lines(Vec<u32>),
    /// Names of clauses.
    Clauses(Vec<String>),
    /// The new directive.
    Directive(String),
    /// Names of arrays.
    Arrays(Vec<String>),
    /// Threads of a team.
    Threads(u32),
    /// The regions that a region becomes, in their order.
    Parts(Vec<Part>),
}

/// One of the regions that a region becomes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The lines of its statements.
    pub lines: Vec<u32>,
    /// What is done with it.
    pub steps: Vec<Step>,
}

fn write_kind<S: Serializer>(kind: &StepKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

fn read_kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StepKind, D::Error> {
    let name = String::deserialize(deserializer)?;
    StepKind::of_name(&name).ok_or_else(|| de::Error::custom(format!("unknown step '{name}'")))
}

impl Step {
    /// In words.
    pub fn words(&self) -> String {
        self.kind.words(&self.subject.words())
    }

    /// As in a claim: `collapse(2)`.
    pub fn claim(&self) -> String {
        match &self.subject {
            Subject::Directive(_) => self.kind.name().to_owned(),
            subject => format!("{}({})", self.kind.name(), subject.claim()),
        }
    }
}

impl Subject {
    fn words(&self) -> String {
        match self {
            Subject::Depth(number) | Subject::Threads(number) => number.to_string(),
            Subject::Loops(names) | Subject::Clauses(names) | Subject::Arrays(names) => {
                names.join(", ")
            }
            Subject::Lines(lines) => joined(lines, ", "),
            Subject::Directive(name) => name.clone(),
            Subject::Parts(parts) => {
                let all: Vec<_> = parts.iter().map(Part::words).collect();
                format!("{} regions ({})", parts.len(), all.join("; "))
            }
        }
    }

    fn claim(&self) -> String {
        match self {
            Subject::Loops(names) | Subject::Clauses(names) | Subject::Arrays(names) => {
                names.join(",")
            }
            Subject::Lines(lines) => joined(lines, ","),
            Subject::Parts(parts) => parts.iter().map(Part::claim).collect::<Vec<_>>().join("|"),
            Subject::Depth(_) | Subject::Threads(_) | Subject::Directive(_) => self.words(),
        }
    }
}

impl Part {
    fn words(&self) -> String {
        let done = if self.steps.is_empty() { "as it is".into() } else { words(&self.steps) };
        format!("line {}: {done}", joined(&self.lines, ", "))
    }

    fn claim(&self) -> String {
        format!("{}:{}", joined(&self.lines, ","), claims(&self.steps))
    }
}

fn joined(lines: &[u32], separator: &str) -> String {
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

/// `interchange (k, i, j), collapse(2)`.
pub fn words(steps: &[Step]) -> String {
    steps.iter().map(Step::words).collect::<Vec<_>>().join(", ")
}

/// `interchange(k,i,j)+collapse(2)`; `none` where there is no step.
pub fn claims(steps: &[Step]) -> String {
    let all: Vec<_> = steps.iter().map(Step::claim).collect();
    if all.is_empty() { "none".into() } else { all.join("+") }
}
