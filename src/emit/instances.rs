//! What the instances of a template that are changed alike have in common: one text, with the test of each.
//!
//! ```text
//! if constexpr (A || B) { int warpcc_holds = (A ? … : B ? … : 0); if (warpcc_holds) { … } else { … } } else { … }
//! ```

use std::collections::BTreeSet;

use super::{EditSet, Written, text, written};
use crate::diag::Code;
use crate::ir::TargetRegion;
use crate::plan::test::HostTest;
use crate::plan::{Decision, Variant};
use crate::policy::Policy;
use crate::source::SourceFile;

/// More tests than these are no text to write.
const MAX_TESTS: usize = 16;

/// The edits of an instance without the expression of its test and what the device reads for it, and the names that this has: what an instance must have in common with
/// another one to share its text.
type Shape = (EditSet, BTreeSet<String>);

/// A variant of an instance that can be written.
struct Writable {
    /// Its number.
    number: usize,
    /// That of the variant where its test fails.
    otherwise: Option<usize>,
    shape: Shape,
    tested: bool,
    on_host: bool,
}

/// What is done with the instances of a template: those that most of them can be changed like are, and the others stay as they are.
pub(super) fn take(
    group: &mut [(&TargetRegion, &mut Decision)],
    (file, policy): (&SourceFile, &Policy),
) -> EditSet {
    let variants = |(region, decision): &mut (&TargetRegion, &mut Decision)| {
        let found = writable(region, &decision.variants, (file, policy));
        found.map_err(|code| decision.refuse(code)).unwrap_or_default()
    };
    let all: Vec<Vec<Writable>> = group.iter_mut().map(variants).collect();
    let Some(shape) = chosen(&all) else { return EditSet::default() };
    let mut agreed = Vec::new();
    let mut on_host = true;
    for ((region, decision), own) in group.iter_mut().zip(&all) {
        if let Some(own) = own.iter().find(|own| own.shape == shape) {
            decision.take(own.number, own.otherwise);
            on_host &= own.on_host;
            agreed.push((*region, &mut **decision));
        } else if let Some(best) = own.first() {
            decision.withhold(best.number, Code::DependentTemplate);
        }
    }
    write(&mut agreed, (file, on_host)).unwrap_or_else(|code| {
        agreed.iter_mut().for_each(|(_, decision)| decision.withhold(0, code));
        EditSet::default()
    })
}

/// The variants of an instance that can be written; where none can, why.
fn writable(
    region: &TargetRegion,
    variants: &[Variant],
    (file, policy): (&SourceFile, &Policy),
) -> Result<Vec<Writable>, Code> {
    let mut why = None;
    let mut found = Vec::new();
    for number in 0..variants.len() {
        let own = &variants[number..];
        let written = written(region, own, (file, policy));
        match written.and_then(|all| Ok((shape(region, own, file, &all)?, all))) {
            Ok((shape, Written { otherwise, on_host, .. })) => {
                let otherwise = otherwise.map(|behind| number + behind);
                let tested = own[0].test.is_some();
                found.push(Writable { number, otherwise, shape, tested, on_host });
            }
            Err(code) => drop(why.get_or_insert(code)),
        }
    }
    match why {
        Some(code) if found.is_empty() => Err(code),
        _ => Ok(found),
    }
}

/// The shape of the first of `variants`, which is `written` so.
fn shape(
    region: &TargetRegion,
    variants: &[Variant],
    file: &SourceFile,
    written: &Written,
) -> Result<Shape, Code> {
    let mut variants = variants.to_vec();
    let Some(test) = variants.first_mut().and_then(|variant| variant.test.as_mut()) else {
        return Ok((written.edits.clone(), BTreeSet::new()));
    };
    test.expression.clear();
    test.on_device.clear();
    test.reads.truncate(1);
    test.reads.iter_mut().for_each(String::clear);
    let names = test.names.iter().cloned().collect();
    Ok((text(region, &variants, (file, written.on_host))?.edits, names))
}

/// The shape of the best variant of most instances; of two of as many the one that needs no test, and then the first one.
fn chosen(all: &[Vec<Writable>]) -> Option<Shape> {
    let best = || all.iter().filter_map(|own| own.first());
    let number = |own: &Writable| best().filter(|other| other.shape == own.shape).count();
    let all: Vec<&Writable> = best().collect();
    let found = all.into_iter().rev().max_by_key(|own| (number(own), !own.tested));
    found.map(|own| own.shape.clone())
}

/// The edits of instances of one shape, whose variants get the condition that tells them from others, and the test of all.
fn write(
    agreed: &mut [(&TargetRegion, &mut Decision)],
    (file, on_host): (&SourceFile, bool),
) -> Result<EditSet, Code> {
    let conditions = agreed.iter().map(|(region, _)| region.instance.clone());
    let conditions: Option<Vec<String>> = conditions.collect();
    let conditions = conditions.ok_or(Code::DependentTemplate)?;
    let joined = |text| joined(agreed, &conditions, text).ok_or(Code::DependentTemplate);
    let test = joined(|test| &test.expression)?;
    let readings = readings(agreed, &conditions)?;
    let on_device = match readings {
        Some(_) => None,
        None => Some(joined(|test| &test.on_device)?),
    };
    let common = |variant: &Variant| {
        let mut variant = variant.clone();
        variant.instances = Some(conditions.join(" || "));
        if let Some(own) = &mut variant.test {
            own.expression.clone_from(&test);
            on_device.iter().for_each(|common| own.on_device.clone_from(common));
        }
        variant
    };
    let (region, decision) = &agreed[0];
    let mut variants = decision.variants.clone();
    variants[0] = common(&variants[0]);
    if let (Some(lines), Some(own)) = (readings, &mut variants[0].test) {
        own.reads = lines;
        own.on_device.clear();
    }
    let edits = text(region, &variants, (file, on_host))?.edits;
    for (_, decision) in agreed {
        decision.variants[0] = common(&decision.variants[0]);
    }
    Ok(edits)
}

/// The lines that read what the device tests, and test it, where the instances read different things: each in a block of its own. `None` where
/// all read the same; the error is that they are too many.
fn readings(
    agreed: &[(&TargetRegion, &mut Decision)],
    conditions: &[String],
) -> Result<Option<Vec<String>>, Code> {
    let mut all: Vec<(&[String], &str, Vec<&str>)> = Vec::new();
    for ((_, decision), condition) in agreed.iter().zip(conditions) {
        let own = decision.test().map_or((&[][..], ""), |test| (&test.reads[..], &*test.on_device));
        match all.iter_mut().find(|(reads, test, _)| (*reads, *test) == own) {
            Some((.., of)) => of.push(condition),
            None => all.push((own.0, own.1, vec![condition])),
        }
    }
    if all.windows(2).all(|pair| pair[0].0 == pair[1].0) {
        return Ok(None);
    }
    if all.len() > MAX_TESTS {
        return Err(Code::DependentTemplate);
    }
    let block = |(reads, test, of): &(&[String], &str, Vec<&str>)| {
        let begin = format!("if constexpr ({}) {{", of.join(" || "));
        let holds = format!("warpcc_holds = {test};");
        [&[begin][..], reads, &[holds, "}".to_owned()]].concat()
    };
    Ok(Some(all.iter().flat_map(block).collect()))
}

/// One `text` of the test of all instances: that of the one whose condition holds, or the only one; `None` where they are too
/// many.
fn joined(
    agreed: &[(&TargetRegion, &mut Decision)],
    conditions: &[String],
    text: fn(&HostTest) -> &String,
) -> Option<String> {
    let mut tests: Vec<(&str, Vec<&str>)> = Vec::new();
    for ((_, decision), condition) in agreed.iter().zip(conditions) {
        let test = decision.test().map_or("", |test| text(test).as_str());
        match tests.iter_mut().find(|(known, _)| *known == test) {
            Some((_, of)) => of.push(condition),
            None => tests.push((test, vec![condition])),
        }
    }
    let each = |(test, of): &(&str, Vec<&str>)| format!("({}) ? ({test}) : ", of.join(" || "));
    match tests.as_slice() {
        [(test, _)] => Some((*test).to_owned()),
        all if all.len() > MAX_TESTS => None,
        all => Some(format!("({}0)", all.iter().map(each).collect::<String>())),
    }
}
