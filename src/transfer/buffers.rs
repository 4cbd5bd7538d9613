//! The text of buffers in which sets of elements cross the bus.

use std::collections::BTreeSet;

use super::Crossing;
use super::flow::Followed;
use super::lattice::{LISTED, Lattice};
use super::names::{Guard, Kept, guard_of, in_long, is_usable_at, name_of, named_beside, positive};
use super::packing::{Numbers, Packing};
use super::section::Polynomial;
use super::updates::{Course, Update};
use crate::id::SymbolId;
use crate::ir::Stmt;

/// A buffer of the host while a loop runs, in which sets of elements of a list item cross the bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// The name of the variable whose elements it has, or that points to them.
    pub of: String,
    /// One of them, in C.
    pub element: String,
    /// The list item that stays on the device.
    pub item: String,
    /// How that crosses the bus at the ends of the loop where there is a buffer.
    pub crossing: Crossing,
    /// The same where there is none; then it may not stay at all.
    pub flat: Option<Crossing>,
    /// The member of the elements that is meant, with the points that lead to it; empty where it is the elements.
    pub paths: Vec<String>,
    /// How many it has, in C.
    pub length: String,
    /// The lists that say sets, as copies which nothing else has on the device.
    pub lists: Vec<Listed>,
    /// The condition, in C, under which the loop has as many iterations as pay for the ends.
    pub guard: Option<String>,
    /// That under which all of the sets have elements, lie in what is mapped, and cross the bus faster so.
    pub condition: String,
    /// The bytes of all updates, each once, without the buffer and with it, in words.
    pub bytes: [String; 2],
}

/// A copy of a list of numbers, which is there as long as the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What the copy's element [`NUMBER`] is of the list, in C.
    pub element: String,
    /// How many it has, in C.
    pub length: String,
    /// The condition, in C, that holds for each [`NUMBER`] where there is a buffer.
    pub condition: String,
    /// The elements of the list, as a section.
    pub section: String,
    /// Whether each of its numbers is greater than the one before.
    pub rises: bool,
}

/// What an update moves in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    /// The buffer's name.
    pub buffer: String,
    /// The list item that is on the device.
    pub item: String,
    /// How many elements of the buffer it moves, in C; the buffer's first ones.
    pub length: String,
    /// The sets, in their order.
    pub pieces: Vec<Piece>,
    /// The copies of lists that say them, as sections.
    pub lists: Vec<String>,
}

/// One set of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its element for the buffer's element [`NUMBER`], in C.
    pub element: String,
    /// The number behind its last one, in C.
    pub end: String,
}

/// The variable that numbers a buffer's elements.
pub const NUMBER: &str = "warpcc_k";

/// What copies of lists are called, before their number and the name of the variable.
const LIST_PREFIX: &str = "warpcc_list";

/// What buffers are called, before the name of the variable.
pub const PREFIX: &str = "warpcc_packed_";

/// What says values where one loop begins, and all over it.
struct Texts<'t, 'a> {
    followed: &'t Followed<'a>,
    stmt: &'t Stmt,
    /// The lists, and their copies.
    lists: Vec<(&'t Numbers, Listed)>,
}

/// The buffer of a loop and what each of its updates moves in it; `None` where the text cannot say it.
pub(super) fn of<'a>(
    followed: &Followed<'a>,
    (stmt, kept): (&Stmt, &Kept),
    course: &Course<'a>,
    packing: &Packing,
) -> Option<(Buffer, Vec<Option<Gathered>>)> {
    let mut texts = Texts { followed, stmt, lists: Vec::new() };
    let of = name_of(followed, (std::slice::from_ref(stmt), false), kept)?;
    let function = followed.function();
    let variable = function.only_named(of).and_then(|own| function.variable(own))?;
    if variable.is_constant {
        return None;
    }
    for own in &packing.lists {
        let name = match texts.lists.len() {
            0 => [LIST_PREFIX, "_", of].concat(),
            number => format!("{LIST_PREFIX}{number}_{of}"),
        };
        let copy = texts.copy(own, name)?;
        texts.lists.push((own, copy));
    }
    let first = packing.pieces.first()?;
    let zeros = "[0]".repeat(first.subscripts.len());
    let mut paths: Vec<String> = packing.pieces.iter().map(|own| own.path.clone()).collect();
    paths.sort();
    paths.dedup();
    let stmts = std::slice::from_ref(stmt);
    let guard = match guard_of(followed, stmts, course.turns).ok()? {
        Guard::Always => None,
        Guard::While(text) | Guard::First(text) => Some(text),
    };
    let conditions = packing.positive.iter().map(|own| texts.is_positive(own, None));
    let [to, from] = course.ends;
    let buffer = Buffer {
        name: [PREFIX, of].concat(),
        of: of.to_owned(),
        element: [of, &zeros, &first.path].concat(),
        paths,
        length: texts.value(&packing.length()?)?,
        lists: texts.lists.iter().map(|own| own.1.clone()).collect(),
        item: String::new(),
        crossing: Crossing::of(to, from),
        flat: None,
        guard,
        condition: conditions.collect::<Option<Vec<_>>>()?.join(" && "),
        bytes: packing.bytes.each_ref().map(|own| {
            own.words(&|symbol| followed.plain_name(symbol)).unwrap_or_else(|| "0".to_owned())
        }),
    };
    let gathered = |update: &Update<'a>| {
        let Some(pieces) = &update.pieces else { return Some(None) };
        let site = (std::slice::from_ref(update.stmt), false);
        name_of(followed, site, kept).filter(|own| *own == of)?;
        texts.gathered(&buffer, &named_beside(followed, update.stmt, kept)?, pieces).map(Some)
    };
    let all = course.list.iter().map(gathered).collect::<Option<_>>()?;
    Some((buffer, all))
}

impl Listed {
    /// What is asked of the list, in words.
    pub(crate) fn words(&self, item: &str) -> String {
        let rising = if self.rises { " in rising order" } else { "" };
        format!("{} in {item}{rising}", self.section)
    }
}

impl Buffer {
    /// The condition under which it is there, in a loop that stays on the device where `runs` holds.
    pub(crate) fn is_there(&self, runs: Option<&str>) -> String {
        let runs = runs.filter(|_| !self.is_apart());
        let guards: BTreeSet<&str> = self.guard.as_deref().into_iter().chain(runs).collect();
        let guards = guards.into_iter().map(|own| format!("({own})"));
        let rest = Some(self.condition.clone()).filter(|own| !own.is_empty());
        let all: Vec<String> = guards.chain(rest).collect();
        if all.is_empty() { "1".to_owned() } else { all.join(" && ") }
    }

    /// Whether its list item has constructs of its own.
    pub(crate) fn is_apart(&self) -> bool {
        self.flat != Some(self.crossing)
    }
}

impl Texts<'_, '_> {
    /// A value, computed in `long`.
    fn value(&self, own: &Polynomial) -> Option<String> {
        self.value_of(own, None)
    }

    /// The same, with a text for a number of a list.
    fn value_of(&self, own: &Polynomial, listed: Option<&str>) -> Option<String> {
        let function = self.followed.function();
        let name = |symbol: SymbolId| {
            if symbol == LISTED {
                return listed.map(str::to_owned);
            }
            let is_usable = is_usable_at(function, self.stmt, symbol);
            is_usable.then(|| function.symbol(symbol).name.clone())
        };
        in_long(function, (own, true), &name)
    }

    /// That a value is greater than 0.
    fn is_positive(&self, own: &Polynomial, listed: Option<&str>) -> Option<String> {
        positive(own, &|own| self.value_of(own, listed))
    }

    /// The copy of a list.
    fn copy(&self, own: &Numbers, name: String) -> Option<Listed> {
        let Numbers { list, count, positive, rises } = own;
        let of = &self.followed.function().symbol(list.of).name;
        let [first, length] = [&list.first, count].map(|own| self.value(own));
        let (first, length) = (first?, length?);
        let element = match first.as_str() {
            "0" => format!("{of}[{NUMBER}]"),
            first => format!("{of}[{NUMBER} + {}]", closed(first)),
        };
        let one = format!("{name}[{NUMBER}]");
        let conditions = positive.iter().map(|own| self.is_positive(own, Some(&one)));
        let mut conditions: Vec<String> = conditions.collect::<Option<_>>()?;
        if *rises {
            conditions.push(format!("({NUMBER} == 0 || {one} > {name}[{NUMBER} - 1])"));
        }
        let (condition, section) = (conditions.join(" && "), format!("{of}[{first}:{length}]"));
        Some(Listed { name, element, length, condition, section, rises: *rises })
    }

    /// What one update moves in a buffer.
    fn gathered(&self, buffer: &Buffer, item: &str, pieces: &[Lattice]) -> Option<Gathered> {
        let mut end = Polynomial::default();
        let (mut all, mut lists) = (Vec::new(), Vec::new());
        for own in pieces {
            let element = self.element(own, &buffer.of, &end)?;
            end = end.add(&own.count()?, 1);
            all.push(Piece { element, end: self.value(&end)? });
            let list = self.list_of(own).map(|own| format!("{}[0:{}]", own.name, own.length));
            lists.extend(list.filter(|own| !lists.contains(own)));
        }
        let (buffer, item) = (buffer.name.clone(), item.to_owned());
        Some(Gathered { buffer, item, length: self.value(&end)?, pieces: all, lists })
    }

    /// The copy of the list that says a set.
    fn list_of(&self, set: &Lattice) -> Option<&Listed> {
        self.lists.iter().find(|own| own.0.says(set)).map(|own| &own.1)
    }

    /// The element of a set for the buffer's element [`NUMBER`], where so many others come first.
    fn element(&self, own: &Lattice, of: &str, before: &Polynomial) -> Option<String> {
        let number = match self.value(before)? {
            none if none == "0" => NUMBER.to_owned(),
            some => format!("({NUMBER} - {})", closed(&some)),
        };
        let counts: Vec<String> =
            own.counts.iter().map(|own| self.value(own)).collect::<Option<_>>()?;
        let mut multiples = match &counts[..] {
            [_] => vec![number],
            [_, last] => {
                let last = closed(last);
                vec![format!("{number} / {last}"), format!("{number} % {last}")]
            }
            _ => return None,
        };
        if let (Some(list), Some(copy)) = (&own.list, self.list_of(own)) {
            let multiple = &mut multiples[list.level];
            *multiple = format!("(long){}[{multiple}]", copy.name);
        }
        let mut text = of.to_owned();
        for subscript in &own.subscripts {
            let mut terms = Vec::new();
            for (stride, multiple) in subscript.strides.iter().zip(&multiples) {
                match (stride.number_value(), self.value(stride)?) {
                    (Some(number), _) if number == 0 => {}
                    (Some(number), _) if number == 1 => terms.push(multiple.clone()),
                    (_, stride) => terms.push(format!("{multiple} * {}", closed(&stride))),
                }
            }
            match self.value(&subscript.first)? {
                none if none == "0" && !terms.is_empty() => {}
                first => terms.push(closed(&first)),
            }
            text += &["[", &terms.join(" + "), "]"].concat();
        }
        Some(text + &own.path)
    }
}

/// A text that stands beside any operator.
fn closed(text: &str) -> String {
    let is_word = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_word { text.to_owned() } else { format!("({text})") }
}
