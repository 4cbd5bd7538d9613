//! Target regions: where they are in the syntax tree, and their data environment.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::bodies::{Bodies, Body};
use super::globals::{Whole, declarations};
use super::host::Lowering;
use super::pending::{Found, Hosts, Pending, Place};
use super::scans::Scans;
use super::syntax::without_attributes;
use super::{Lowerer, Part, explicit, templates};
use crate::frontend::libclang::{Cursor, File};
use crate::frontend::unit::Governing;
use crate::id::{FileId, StmtId};
use crate::ir::{DEPENDENT, Directive, Hazard, HazardKind, Stmt, StmtKind, TargetRegion};
use crate::openmp::{Construct, Leaf};
use crate::source::Span;

/// The regions of a unit as its text has them: what the functions around them say of them is not known yet.
pub(in crate::frontend) struct Search<'tu> {
    /// Those of functions that are no templates, and of templates whose regions do not depend on the parameters.
    plain: Vec<Pending<'tu>>,
    /// The other templates.
    generic: Vec<Generic<'tu>>,
    /// The names of the instances that the unit has but does not show; behind the main file's end the text makes them visible.
    pub(in crate::frontend) hidden: String,
    /// What the functions that they stand in need not lower again.
    pub(super) bodies: Bodies<'tu>,
}

/// A template, its regions, and those of its instances.
struct Generic<'tu> {
    pattern: Cursor<'tu>,
    own: Vec<Pending<'tu>>,
    instances: Vec<(Cursor<'tu>, Vec<Pending<'tu>>)>,
}

/// Finds the target regions of a unit. `written` is what stands outside of functions in the user's files.
pub(in crate::frontend) fn search<'tu>(
    whole: Whole<'_, 'tu>,
    written: &[Cursor<'tu>],
) -> Search<'tu> {
    let (mut plain, mut generic) = (Vec::new(), Vec::new());
    let mut bodies = Bodies::default();
    let mut roots = Vec::new();
    for (declaration, template) in declarations(written) {
        let own = in_function(whole, (declaration, template), &mut bodies);
        if template && own.iter().any(|own| own.region.is_dependent()) {
            generic.push(Generic { pattern: declaration, own, instances: Vec::new() });
            continue;
        }
        plain.extend(own);
        if !template {
            roots.push(declaration);
        }
    }
    let mut hidden = String::new();
    if !generic.is_empty() {
        let place = |own: &Generic<'tu>| templates::place(own.pattern);
        let places = generic.iter().filter_map(place).collect();
        let instances = templates::instances(&roots, &places);
        hidden = explicit::references(whole.unit, whole.files.main, &instances);
        for own in &mut generic {
            let at = place(own);
            let of_pattern = instances.iter().filter(|instance| templates::place(**instance) == at);
            own.instances = of_pattern
                .map(|instance| (*instance, in_function(whole, (*instance, false), &mut bodies)))
                .collect();
        }
    }
    Search { plain, generic, hidden, bodies }
}

impl<'tu> Search<'tu> {
    /// Every region of the unit's functions, with what these say of it: of a template whose regions depend on its parameters those of
    /// each instance, where the unit has one.
    pub(super) fn complete(self, whole: Whole<'_, 'tu>, lowering: &Lowering) -> Vec<Found> {
        let hosts = Hosts::of(lowering);
        let complete = |all: Vec<Pending<'tu>>| -> Vec<Found> {
            all.into_iter().flat_map(|own| own.complete(whole, &hosts)).collect()
        };
        let mut found = complete(self.plain);
        for Generic { pattern, own, instances } in self.generic {
            let instances = instances.into_iter().map(|(own, all)| (own, complete(all)));
            found.extend(instantiated((pattern, complete(own)), instances.collect()));
        }
        found
    }
}

/// The regions of a template: its own where they do not depend on its parameters or no instance is
/// known, otherwise those of its instances, equal ones once.
fn instantiated<'tu>(
    (pattern, own): (Cursor<'tu>, Vec<Found>),
    instances: Vec<(Cursor<'tu>, Vec<Found>)>,
) -> Vec<Found> {
    let mut others: Vec<Found> = Vec::new();
    let named = |(instance, _): &(Cursor<'tu>, Vec<Found>)| {
        (instance.instance_name(), templates::condition(pattern, *instance))
    };
    let all: Vec<(String, Option<String>)> = instances.iter().map(named).collect();
    for ((_, regions), (name, condition)) in instances.into_iter().zip(&all) {
        let condition = condition.clone().filter(|condition| is_told(name, condition, &all));
        for mut one in regions {
            let span = one.region.directive.span;
            one.region.function.clone_from(name);
            one.region.instance = condition.clone().filter(|_| !one.region.is_inner());
            one.region.hazards.insert(0, Hazard { span, kind: HazardKind::Instance });
            one.region.hazards.sort_unstable();
            match others.iter_mut().find(|other| other.same(&one)) {
                Some(other) => other.also_under(one.region.instance),
                None => others.push(one),
            }
        }
    }
    let mut found = Vec::new();
    for own in own {
        let at = own.region.directive.span;
        let is_instance = |other: &Found| {
            let is_inside = other.region.is_inside(&own.region);
            other.file == own.file && (other.region.directive.span == at || is_inside)
        };
        if own.region.is_dependent() && others.iter().any(is_instance) {
            let (mine, rest) = others.into_iter().partition(is_instance);
            found.extend::<Vec<_>>(mine);
            others = rest;
        } else {
            found.push(own);
        }
    }
    found
}

/// Whether the condition of an instance holds of no other one: two lambdas have one name where one file is included twice, where
/// two files have one name, and where directives say where lines come from.
fn is_told(name: &str, condition: &str, all: &[(String, Option<String>)]) -> bool {
    let is_of_lambda = name.contains("(lambda at ");
    let is_like = |(other, own): &&(String, Option<String>)| {
        own.as_deref() == Some(condition) || is_of_lambda && other == name
    };
    all.iter().filter(is_like).count() == 1
}

fn in_function<'tu>(
    whole: Whole<'_, 'tu>,
    (function, template): (Cursor<'tu>, bool),
    bodies: &mut Bodies<'tu>,
) -> Vec<Pending<'tu>> {
    let mut walk = Walk {
        whole,
        function,
        template,
        lambdas: u32::from(is_of_lambda(function)),
        taken: BTreeSet::new(),
        enclosing: Vec::new(),
        scans: Rc::default(),
        found: Vec::new(),
        bodies,
    };
    if walk.worth_entering(function) {
        walk.enter(function);
    }
    walk.found
}

/// The search for regions in one function.
struct Walk<'a, 'tu> {
    whole: Whole<'a, 'tu>,
    function: Cursor<'tu>,
    template: bool,
    /// How many lambdas are around the current statement.
    lambdas: u32,
    taken: BTreeSet<(File, u32)>,
    /// The `target data` constructs around the current statement, and their files.
    enclosing: Vec<(File, Directive)>,
    scans: Rc<Scans<'tu>>,
    found: Vec<Pending<'tu>>,
    bodies: &'a mut Bodies<'tu>,
}

impl<'tu> Walk<'_, 'tu> {
    fn worth_entering(&self, cursor: Cursor) -> bool {
        let (start, end) = cursor.extent();
        match (start.file, end.file) {
            (Some(file), Some(last)) if file == last => {
                let start = start.offset;
                start == end.offset
                    || self.whole.files.has_region_in(file, Span::new(start, end.offset))
            }
            _ => true,
        }
    }

    fn enter(&mut self, cursor: Cursor<'tu>) {
        let lambda = u32::from(cursor.kind() == cs::CXCursor_LambdaExpr);
        self.lambdas += lambda;
        for child in cursor.children().into_iter().map(without_attributes) {
            let statement = child.is_statement() || child.is_expression();
            let (start, _) = child.extent();
            let at = start.file.map(|file| (file, start.offset)).filter(|_| statement);
            let fresh = at.filter(|at| self.taken.insert(*at));
            let governing =
                fresh.map(|(file, at)| self.whole.files.governing(file, at)).unwrap_or_default();
            self.statement(child, at, &governing);
        }
        self.lambdas -= lambda;
    }

    fn statement(&mut self, cursor: Cursor<'tu>, at: Option<(File, u32)>, governing: &Governing) {
        let target = |directive: &Directive| directive.construct().is_target();
        let region = governing.directives.iter().position(target);
        let outer = governing.directives[..region.unwrap_or(governing.directives.len())].iter();
        let before = self.enclosing.len();
        let constructs = outer.filter(|own| own.construct() == Construct::TargetData);
        let home = governing.home.or(at.map(|(file, _)| file));
        let constructs = constructs.filter_map(|own| Some((home?, own.clone())));
        self.enclosing.extend(constructs);
        match (region, at) {
            (Some(index), Some((file, _))) => {
                let file = governing.home.unwrap_or(file);
                let region = self.region(cursor, file, governing, index);
                self.found.push(region);
            }
            _ if self.worth_entering(cursor) => self.enter(cursor),
            _ => {}
        }
        self.enclosing.truncate(before);
    }

    fn region(
        &mut self,
        cursor: Cursor<'tu>,
        file: File,
        governing: &Governing,
        index: usize,
    ) -> Pending<'tu> {
        let directive = governing.directives[index].clone();
        let span = with_statement(directive.span, cursor, file);
        let (function, enclosing, scans) =
            (self.function, self.enclosing.clone(), self.scans.clone());
        let mut lowerer = self.lowerer(file, span, &scans);
        lowerer.is_serial = !directive.has(Leaf::Parallel) && !directive.has(Leaf::Loop);
        let mut body = Vec::new();
        lowerer.under(cursor, governing, index + 1, &mut body);
        let kept = Body::of(&lowerer, &body);
        lowerer.know_threads(&directive);
        let (data, listed) = lowerer.data(&directive, &enclosing);
        let copies = lowerer.copies(&directive, &data, &body);
        lowerer.tell_callees_apart();
        let Lowerer { symbols, by_identity, dependent, typed, bare, .. } = lowerer;
        let ordinal = self.bodies.keep((function, file, directive.span), kept);
        let mut region = TargetRegion {
            file: FileId(0),
            file_name: String::new(),
            line: 0,
            function: function.spelling(),
            instance: None,
            around: Vec::new(),
            directive,
            data,
            hazards: Vec::new(),
            origins: Vec::new(),
            facts: Vec::new(),
            lost: Vec::new(),
            symbols,
            body,
            loop_count: 0,
            stmt_count: 0,
        };
        if dependent {
            region.body.push(opaque_body(Span::new(span.end, span.end), DEPENDENT));
        }
        let mut is_known = !self.whole.files.has_attributes;
        if !is_known {
            region.body = vec![opaque_body(span, "a directive is written as an attribute")];
            (region.symbols, region.data) = Default::default();
        }
        (region.loop_count, region.stmt_count) = super::number::number(&mut region.body);
        if dependent && crate::ir::verify::verify(&region).is_err() {
            is_known = false;
            region.body = vec![opaque_body(span, DEPENDENT)];
            (region.loop_count, region.stmt_count) = (0, 1);
            (region.symbols, region.data) = Default::default();
        }
        let variables = if is_known { by_identity } else { BTreeMap::new() };
        let (template, is_in_lambda) = (self.template, self.lambdas > 0);
        let place =
            Place { file, function, ordinal, statement: cursor, template, is_in_lambda, scans };
        Pending { region, place, variables, listed, copies, bare, typed }
    }

    fn lowerer<'s>(
        &'s mut self,
        file: File,
        region: Span,
        scans: &'s Scans<'tu>,
    ) -> Lowerer<'s, 'tu> {
        let class = self.function.semantic_parent();
        let in_template = self.template;
        let part = Part { function: self.function, file, region };
        let lowerer = Lowerer::new(self.whole, part, scans, &mut self.taken);
        Lowerer { class, in_template, ..lowerer }
    }
}

/// From a directive to the end of the statement that it governs, as far as it lies in the file.
fn with_statement(directive: Span, statement: Cursor, file: File) -> Span {
    let end = statement.extent().1;
    let end = if end.file == Some(file) { end.offset } else { 0 };
    Span::new(directive.start, end.max(directive.end))
}

fn opaque_body(span: Span, why: &str) -> Stmt {
    let kind = StmtKind::Opaque { why: why.to_owned() };
    Stmt { id: StmtId(0), span, in_macro: false, kind }
}

/// Whether a function is a lambda's.
fn is_of_lambda(function: Cursor) -> bool {
    let class = function.semantic_parent();
    function.spelling().starts_with("operator()")
        && class.is_some_and(|class| {
            let name = class.spelling();
            name.is_empty() || name.starts_with('(')
        })
}
