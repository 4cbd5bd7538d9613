//! What calls do with storage: functions of the unit by their summaries, those of the C library by a table.

use std::collections::{BTreeMap, BTreeSet};

use super::section::{Polynomial, Section, Shape};
use crate::id::SymbolId;

/// What a function's storage is to those who call it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// What an argument points to, by its number.
    Argument(usize),
    /// What a pointer in there points to when the function begins, by the bytes in front of the pointer.
    Member(usize, u64),
    /// What other pointers lead to from what an argument points to.
    Reach(usize),
    /// What the function allocates, by a number.
    Fresh(u32),
    /// A variable outside of functions, by its number in the unit.
    Global(u32),
    /// Any other that the caller may know.
    Other,
}

/// A section that a function maps.
#[derive(Clone, Debug)]
pub(super) struct Mapped {
    pub(super) root: Root,
    /// The section, where it is known; its variables are the numbers of arguments.
    pub(super) section: Option<Section>,
    pub(super) flow: Flow,
    /// Whether each call maps it.
    pub(super) is_sure: bool,
    /// The number of the construct among those of the function.
    pub(super) construct: u32,
}

/// What a construct does with a section that it maps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    /// It copies it to the device.
    pub(super) to: bool,
    /// It copies it back.
    pub(super) from: bool,
    /// The device may write it.
    pub(super) writes: bool,
    /// The shape of what the section is counted in, where it is known.
    pub(super) shape: Option<Shape>,
    pub(super) device: Device,
}

/// The device that a construct is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Device {
    /// No clause names one.
    #[default]
    Default,
    /// The one of this number.
    Number(Polynomial),
    /// A clause names one whose number is not known.
    Unknown,
}

impl Device {
    /// With another polynomial in the place of each variable.
    pub(super) fn with(&self, value: &dyn Fn(SymbolId) -> Option<Polynomial>) -> Self {
        match self {
            Self::Number(number) => number.with(value).map_or(Self::Unknown, Self::Number),
            own => own.clone(),
        }
    }
}

impl Flow {
    /// With another polynomial in the place of each variable.
    pub(super) fn with(&self, value: &dyn Fn(SymbolId) -> Option<Polynomial>) -> Self {
        let shape = self.shape.as_ref().and_then(|shape| shape.with(value));
        Self { shape, device: self.device.with(value), ..self.clone() }
    }
}

/// An integer in memory when a function begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    pub(super) root: Root,
    /// The bytes in front of it; its variables are the numbers of arguments.
    pub(super) offset: Polynomial,
    pub(super) bytes: u64,
    /// Whether it is one of an array.
    pub(super) is_element: bool,
}

/// A pointer in memory that has a value when a function returns.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// The storage that it lies in.
    pub(super) object: Root,
    /// The bytes in front of it.
    pub(super) at: u64,
    /// What it may point into.
    pub(super) roots: BTreeSet<Root>,
    /// Whether it may point elsewhere than to the start of them.
    pub(super) is_inside: bool,
}

/// What one call of a function does, as far as a caller can tell.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// What the host reads (`false`) and writes (`true`).
    pub(super) touches: BTreeSet<(Root, bool)>,
    pub(super) mapped: Vec<Mapped>,
    /// What data constructs name in ways that are not followed.
    pub(super) held: BTreeSet<Root>,
    /// What regions find without mapping it, whether they may write it, and on which device.
    pub(super) found: Vec<(Root, bool, Device)>,
    /// Whether a region may write any storage that is on the device.
    pub(super) is_wild: bool,
    /// What others know behind the call.
    pub(super) escaping: BTreeSet<Root>,
    /// The storage whose first construct copies nothing to the device and all of a section back.
    pub(super) renewed: BTreeSet<Root>,
    /// The integers in memory that its sections name, as they are when it begins. They are variables of polynomials behind the arguments.
    pub(super) contents: Vec<Integer>,
    /// The storage that it writes in ways that are not followed.
    pub(super) overwritten: BTreeSet<Root>,
    /// The bytes that it gives other values: the storage, the bytes in front of them, and how many they are.
    pub(super) patched: BTreeSet<(Root, u64, u64)>,
    /// The pointers that it gives values.
    pub(super) stored: Vec<Stored>,
    /// Whether the front end did not understand some part: it may do anything to what it knows.
    pub(super) hides: bool,
    /// Whether it may end the program.
    pub(super) ends: bool,
    /// How many arguments it has.
    pub(super) parameters: usize,
    /// Why nothing is known of it.
    pub(super) opaque: Option<String>,
}

/// The functions of a unit, by names that one function alone has.
pub(super) type Summaries = BTreeMap<String, Summary>;

/// What a function of the C library does with what its arguments point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// Nothing.
    Nothing,
    /// It reads it.
    Reads,
    /// It reads and writes it, and keeps no pointer to it.
    Writes,
    /// Nothing, but it ends the program, whose last functions may read what others know.
    Ends,
    /// It is one of C++'s containers.
    Container(Container),
}

/// What a function of C++'s containers does with those whose addresses it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    /// It reads what they keep.
    Copied,
    /// It changes what they keep, and where.
    Changed,
    /// They exchange what they keep.
    Exchanged,
}

// No function that returns or keeps a pointer to what an argument points to (`strchr`, `strtol`), and none whose name programs take for
// functions of their own (`read`, `write`).
const NOTHING: [&str; 44] = [
    "clock",
    "drand48",
    "fclose",
    "fflush",
    "getpid",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isprint",
    "isspace",
    "isupper",
    "lrand48",
    "mrand48",
    "omp_get_cancellation",
    "omp_get_default_device",
    "omp_get_device_num",
    "omp_get_dynamic",
    "omp_get_initial_device",
    "omp_get_level",
    "omp_get_max_teams",
    "omp_get_max_threads",
    "omp_get_num_devices",
    "omp_get_num_procs",
    "omp_get_num_teams",
    "omp_get_num_threads",
    "omp_get_team_num",
    "omp_get_thread_limit",
    "omp_get_thread_num",
    "omp_get_wtick",
    "omp_get_wtime",
    "omp_in_parallel",
    "omp_is_initial_device",
    "omp_set_num_threads",
    "putchar",
    "rand",
    "sched_getcpu",
    "sched_yield",
    "srand",
    "srand48",
    "sysconf",
    "tolower",
    "toupper",
    "usleep",
];

const READS: [&str; 31] = [
    "__assert_fail",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fseek",
    "ftell",
    "fwrite",
    "getenv",
    "memcmp",
    "perror",
    "printf",
    "putc",
    "puts",
    "remove",
    "rewind",
    "std::accumulate",
    "std::ostream::operator<<",
    "strcasecmp",
    "strcmp",
    "strcspn",
    "strlen",
    "strncasecmp",
    "strncmp",
    "strspn",
    "system",
];

const WRITES: [&str; 22] = [
    "clock_gettime",
    "fread",
    "free",
    "frexp",
    "fscanf",
    "getrusage",
    "gettimeofday",
    "memcpy",
    "memmove",
    "memset",
    "modf",
    "nanosleep",
    "rand_r",
    "scanf",
    "snprintf",
    "sprintf",
    "sscanf",
    "std::fill",
    "std::iota",
    "std::reverse",
    "std::sort",
    "time",
];

/// What the function of that name does, if the table has it.
pub(super) fn library(name: &str) -> Option<Library> {
    if let Some(function) = name.strip_prefix("std::vector::") {
        return container(function).map(Library::Container);
    }
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    if matches!(name, "abort" | "exit") {
        Some(Library::Ends)
    } else if NOTHING.contains(&name) {
        Some(Library::Nothing)
    } else if READS.contains(&name) {
        Some(Library::Reads)
    } else {
        WRITES.contains(&name).then_some(Library::Writes)
    }
}

/// What a function of `std::vector` does that is not seen as statements.
fn container(function: &str) -> Option<Container> {
    Some(match function {
        "vector" => Container::Copied,
        "swap" => Container::Exchanged,
        "assign" | "clear" | "emplace_back" | "operator=" | "pop_back" | "push_back"
        | "reserve" | "resize" | "shrink_to_fit" => Container::Changed,
        _ => return None,
    })
}

/// Whether an allocator leaves the statement by an exception where there is no memory.
pub(super) fn may_throw(name: &str) -> bool {
    name == "operator new"
}
