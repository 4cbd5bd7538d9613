//! Target regions: where they are in the syntax tree, and their data environment.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use clang_sys as cs;

use super::bodies::{Bodies, Body};
use super::calls::Calls;
use super::definitions::Definitions;
use super::facts::{Around, Parts, Surroundings};
use super::folded::{self, Names};
use super::globals::Globals;
use super::scans::Scans;
use super::sections::Sizes;
use super::syntax::{is_container, is_record, without_attributes};
use super::templates::{in_class_template, is_class_template};
use super::{Lowerer, Part, called, explicit, inner, templates};
use crate::frontend::hazards;
use crate::frontend::libclang::{Cursor, File, TranslationUnit, is_function};
use crate::frontend::unit::{Files, Governing, contains};
use crate::id::{FileId, StmtId, SymbolId};
use crate::ir::{
    DEPENDENT, Directive, Hazard, HazardKind, Stmt, StmtKind, TargetRegion, has_calls, launch,
};
use crate::openmp::{Construct, Leaf, construct};
use crate::source::Span;

/// A region, and the file that it lies in.
pub(in crate::frontend) struct Found {
    /// The file; `region.file` is not set yet.
    pub(in crate::frontend) file: File,
    /// The region.
    pub(in crate::frontend) region: TargetRegion,
}

/// The target regions of a unit.
pub(in crate::frontend) struct Regions<'tu> {
    /// Every region of the unit's functions: of a template whose regions depend on its parameters those of each instance, where the
    /// unit has one.
    pub(in crate::frontend) found: Vec<Found>,
    /// The names of the instances that the unit has but does not show; behind the main file's end the text makes them visible.
    pub(in crate::frontend) hidden: String,
    /// What the functions that they stand in need not lower again.
    pub(in crate::frontend) bodies: Bodies<'tu>,
}

/// Finds the target regions of a unit. `written` is what stands outside of functions in the user's files; `keeps` says whether the
/// functions of the host are lowered, too.
pub(in crate::frontend) fn find<'tu>(
    unit: &'tu TranslationUnit,
    files: &Files,
    written: &[Cursor<'tu>],
    keeps: bool,
) -> Regions<'tu> {
    let globals = Globals::of(written);
    let whole = Whole { unit, files, globals: &globals };
    let (mut found, mut bodies) = (Vec::new(), Bodies::new(keeps));
    let (mut roots, mut dependent) = (Vec::new(), Vec::new());
    for (declaration, template) in declarations(written) {
        let before = found.len();
        in_function(whole, (declaration, template), (&mut found, &mut bodies));
        if !template {
            roots.push(declaration);
        } else if found[before..].iter().any(|found| found.region.is_dependent()) {
            let own: Vec<Found> = found.drain(before..).collect();
            dependent.push((declaration, own));
        }
    }
    let places = dependent.iter().filter_map(|(pattern, _)| templates::place(*pattern)).collect();
    let (mut instances, mut hidden) = (Vec::new(), String::new());
    if !dependent.is_empty() {
        instances = templates::instances(&roots, &places);
        hidden = explicit::references(unit, files.main, &instances);
    }
    for (pattern, own) in dependent {
        let place = templates::place(pattern);
        let of_pattern = instances.iter().filter(|i| templates::place(**i) == place);
        found.extend(instantiated(whole, (pattern, own), (of_pattern, &mut bodies)));
    }
    Regions { found, hidden, bodies }
}

/// Every declaration outside of functions, with whether it is or belongs to a template.
pub(super) fn declarations<'tu>(written: &[Cursor<'tu>]) -> Vec<(Cursor<'tu>, bool)> {
    let mut declarations = Vec::new();
    let mut pending = VecDeque::from([(written.to_vec(), false)]);
    while let Some((members, template)) = pending.pop_front() {
        for child in members {
            match child.kind() {
                cs::CXCursor_MacroDefinition
                | cs::CXCursor_MacroExpansion
                | cs::CXCursor_InclusionDirective => {}
                kind if is_class_template(kind) => pending.push_back((child.written(), true)),
                kind if is_container(kind) => pending.push_back((child.written(), template)),
                kind => {
                    let generic = kind == cs::CXCursor_FunctionTemplate || in_class_template(child);
                    declarations.push((child, template || generic));
                }
            }
        }
    }
    declarations
}

/// The regions of a template: its own where they do not depend on its parameters or no instance is
/// known, otherwise those of its instances, equal ones once.
fn instantiated<'a, 'tu: 'a>(
    whole: Whole<'_, 'tu>,
    (pattern, own): (Cursor<'tu>, Vec<Found>),
    (instances, bodies): (impl Iterator<Item = &'a Cursor<'tu>>, &mut Bodies<'tu>),
) -> Vec<Found> {
    let mut others: Vec<Found> = Vec::new();
    let named = |instance: &'a Cursor<'tu>| {
        (*instance, instance.instance_name(), templates::condition(pattern, *instance))
    };
    let all: Vec<(Cursor, String, Option<String>)> = instances.map(named).collect();
    for (instance, name, condition) in &all {
        let mut regions = Vec::new();
        in_function(whole, (*instance, false), (&mut regions, bodies));
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
fn is_told(name: &str, condition: &str, all: &[(Cursor, String, Option<String>)]) -> bool {
    let is_of_lambda = name.contains("(lambda at ");
    let is_like = |(_, other, own): &&(Cursor, String, Option<String>)| {
        own.as_deref() == Some(condition) || is_of_lambda && other == name
    };
    all.iter().filter(is_like).count() == 1
}

impl Found {
    /// Whether both are one region but for the instance's name and condition.
    fn same(&self, other: &Found) -> bool {
        let (function, instance) = (self.region.function.clone(), self.region.instance.clone());
        let named = TargetRegion { function, instance, ..other.region.clone() };
        self.file == other.file && self.region == named
    }

    /// Stands for another instance, too.
    fn also_under(&mut self, condition: Option<String>) {
        let own = self.region.instance.take();
        self.region.instance = own.into_iter().chain(condition).reduce(|a, b| a + " || " + &b);
    }
}

/// A unit, and what is known of all of it.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a, 'tu> {
    pub(super) unit: &'tu TranslationUnit,
    pub(super) files: &'a Files,
    pub(super) globals: &'a Globals<'a, 'tu>,
}

fn in_function<'tu>(
    Whole { unit, files, globals }: Whole<'_, 'tu>,
    (function, template): (Cursor<'tu>, bool),
    (found, bodies): (&mut Vec<Found>, &mut Bodies<'tu>),
) {
    let mut search = Search {
        unit,
        files,
        globals,
        function,
        template,
        lambdas: u32::from(is_of_lambda(function)),
        taken: BTreeSet::new(),
        enclosing: Vec::new(),
        around: Surroundings::default(),
        definitions: None,
        scans: Scans::default(),
        found,
        bodies,
    };
    if search.worth_entering(function) {
        search.enter(function);
    }
}

/// The search for regions in one function.
struct Search<'a, 'tu> {
    unit: &'tu TranslationUnit,
    files: &'a Files,
    globals: &'a Globals<'a, 'tu>,
    function: Cursor<'tu>,
    template: bool,
    /// How many lambdas are around the current statement.
    lambdas: u32,
    taken: BTreeSet<(File, u32)>,
    /// The `target data` constructs around the current statement.
    enclosing: Vec<Directive>,
    /// What stands around the current statement.
    around: Surroundings<'tu>,
    /// How the function defines its variables; read with its first region.
    definitions: Option<Rc<Definitions<'tu>>>,
    scans: Scans<'tu>,
    found: &'a mut Vec<Found>,
    bodies: &'a mut Bodies<'tu>,
}

impl<'tu> Search<'_, 'tu> {
    fn worth_entering(&self, cursor: Cursor) -> bool {
        let (start, end) = cursor.extent();
        match (start.file, end.file) {
            (Some(file), Some(last)) if file == last => {
                let start = start.offset;
                start == end.offset || self.files.has_region_in(file, Span::new(start, end.offset))
            }
            _ => true,
        }
    }

    fn enter(&mut self, cursor: Cursor<'tu>) {
        let lambda = u32::from(cursor.kind() == cs::CXCursor_LambdaExpr);
        self.lambdas += lambda;
        let parts = Rc::new(Parts::of(cursor));
        for (part, child) in parts.all.iter().copied().map(without_attributes).enumerate() {
            let statement = child.is_statement() || child.is_expression();
            let (start, _) = child.extent();
            let at = start.file.map(|file| (file, start.offset)).filter(|_| statement);
            let fresh = at.filter(|at| self.taken.insert(*at));
            let governing =
                fresh.map(|(file, at)| self.files.governing(file, at)).unwrap_or_default();
            self.around.statements.push(Around { statement: cursor, parts: parts.clone(), part });
            self.statement(child, at, &governing);
            self.around.statements.pop();
        }
        self.lambdas -= lambda;
    }

    fn statement(&mut self, cursor: Cursor<'tu>, at: Option<(File, u32)>, governing: &Governing) {
        let target = |directive: &Directive| directive.construct().is_target();
        let region = governing.directives.iter().position(target);
        let outer = governing.directives[..region.unwrap_or(governing.directives.len())].iter();
        let before = self.enclosing.len();
        let other = |directive: &Directive| {
            let construct = directive.construct();
            !matches!(construct, Construct::Assume | Construct::TargetData)
                && !construct::stands_alone(&directive.name)
        };
        let hidden = outer.clone().any(other).then(|| std::mem::take(&mut self.around));
        let assumed = self.around.assumptions.len();
        for directive in outer {
            match directive.construct() {
                Construct::Assume => self.around.assumptions.push((cursor, directive.clone())),
                Construct::TargetData => self.enclosing.push(directive.clone()),
                _ => {}
            }
        }
        match (region, at) {
            (Some(index), Some((file, _))) => {
                let file = governing.home.unwrap_or(file);
                let region = self.region(cursor, file, governing, index);
                let inner = self.inner(&region, file);
                let all = std::iter::once(region).chain(inner);
                self.found.extend(all.map(|region| Found { file, region }));
            }
            _ if self.worth_entering(cursor) => self.enter(cursor),
            _ => {}
        }
        self.enclosing.truncate(before);
        self.around.assumptions.truncate(assumed);
        if let Some(hidden) = hidden {
            self.around = hidden;
        }
    }

    fn region(
        &mut self,
        cursor: Cursor<'tu>,
        file: File,
        governing: &Governing,
        index: usize,
    ) -> TargetRegion {
        let directive = governing.directives[index].clone();
        let span = with_statement(directive.span, cursor, file);
        let (function, keeps) = (self.function, self.bodies.are_wanted);
        let definitions =
            self.definitions.get_or_insert_with(|| Rc::new(Definitions::of(function))).clone();
        let (enclosing, around) = (self.enclosing.clone(), self.around.clone());
        let mut lowerer = self.lowerer(file, span);
        lowerer.is_serial = !directive.has(Leaf::Parallel) && !directive.has(Leaf::Loop);
        let mut body = Vec::new();
        lowerer.under(cursor, governing, index + 1, &mut body);
        let kept = keeps.then(|| Body::of(&lowerer, &body)).flatten();
        lowerer.know_threads(&directive);
        let sizes = Sizes::of(&body, &definitions);
        let data = lowerer.data(&directive, &enclosing, &sizes);
        let origins = lowerer.origins(&sizes, (&directive, &enclosing), &data);
        lowerer.settle_constants(&definitions, (&directive, &data));
        let facts = lowerer.facts(&definitions, &around, (&directive, &data));
        let lost = lowerer.lost(&definitions, &around, &lowerer.copies(&directive, &data, &body));
        lowerer.tell_callees_apart();
        let Lowerer { symbols, dependent, typed, bare, .. } = lowerer;
        self.bodies.keep((function, file, directive.span.start), kept);
        let mut region = TargetRegion {
            file: FileId(0),
            file_name: String::new(),
            line: 0,
            function: self.function.spelling(),
            instance: None,
            around: Vec::new(),
            directive,
            data,
            hazards: Vec::new(),
            origins,
            facts,
            lost,
            symbols,
            body,
            loop_count: 0,
            stmt_count: 0,
        };
        if dependent {
            region.body.push(opaque_body(Span::new(span.end, span.end), DEPENDENT));
        }
        if self.files.has_attributes {
            region.body = vec![opaque_body(span, "a directive is written as an attribute")];
            (region.symbols, region.data, region.origins) = Default::default();
            (region.facts, region.lost) = Default::default();
        }
        (region.loop_count, region.stmt_count) = super::number::number(&mut region.body);
        if dependent && crate::ir::verify::verify(&region).is_err() {
            region.body = vec![opaque_body(span, DEPENDENT)];
            (region.loop_count, region.stmt_count) = (0, 1);
            (region.symbols, region.data, region.origins) = Default::default();
            (region.facts, region.lost) = Default::default();
        }
        let text = (file, self.unit.contents(file));
        let own = self.hazards_of((&region, file), bare, typed);
        let calls = self.hazards_of_calls(&region, cursor);
        let found = hazards::find(&region, text, self.files).into_iter();
        region.hazards = found.chain(own).chain(calls).collect();
        region.hazards.sort_unstable();
        let Search { globals, files, function, scans, .. } = &*self;
        folded::fold(region, &Names { globals, files, scans, function: *function })
    }

    /// The hazards that the lowering finds: of declarations that are `bare`, and of the whole region.
    fn hazards_of(
        &self,
        (region, file): (&TargetRegion, File),
        bare: Vec<Span>,
        typed: BTreeSet<HazardKind>,
    ) -> Vec<Hazard> {
        let span = region.directive.span;
        let whole = [
            (self.lambdas > 0, HazardKind::Lambda),
            (self.maps_parts_of(region), HazardKind::PartMapped),
            (self.lies_apart(file), HazardKind::FixedFile),
            (self.is_shared(file), HazardKind::SharedFunction),
        ];
        let whole = whole.into_iter().filter(|(is_so, _)| *is_so).map(|(_, kind)| kind);
        let whole = whole.chain(typed).map(|kind| Hazard { span, kind });
        let declaration = |span| Hazard { span, kind: HazardKind::BareDeclaration };
        bare.into_iter().map(declaration).chain(whole).collect()
    }

    /// Whether the file is a header that has a part of the function alone.
    fn lies_apart(&self, file: File) -> bool {
        let (start, end) = self.function.extent();
        file != self.files.main && (start.file, end.file) != (Some(file), Some(file))
    }

    /// Whether other units of the program may have the function, too: in a header stand one that is inline, a template, known to its
    /// unit alone, or of a linkage that an attribute or a pragma gives. Of any other one a program has one definition.
    fn is_shared(&self, file: File) -> bool {
        let function = self.function;
        let attributes = cs::CXCursor_UnexposedAttr..cs::CXCursor_PreprocessingDirective;
        let is_single = || {
            is_function(function.kind())
                && function.is_external()
                && !function.is_inline()
                && !self.template
                && function.specialized().is_none()
                && !in_class_template(function)
                && !function.children().iter().any(|child| attributes.contains(&child.kind()))
                && !contains(self.unit.contents(file), b"weak")
        };
        file != self.files.main && !is_single()
    }

    /// What the functions that it calls mean for the region.
    fn hazards_of_calls(&self, region: &TargetRegion, statement: Cursor) -> Vec<Hazard> {
        let of_loop = self.hazards_of_loop(region, statement).into_iter();
        of_loop.chain(self.hazard_of_threads(region, statement)).collect()
    }

    /// What calls in a `target teams loop` have clang make of it.
    fn hazards_of_loop(&self, region: &TargetRegion, statement: Cursor) -> Vec<Hazard> {
        if region.directive.leaves() != construct::TEAMS_LOOP {
            return Vec::new();
        }
        let calls = Calls::of(statement);
        let opaque = calls.opaque.filter(|_| !self.files.no_nested_parallelism);
        let kinds = [(opaque, HazardKind::OneLane), (calls.declared, HazardKind::DeclaredCall)];
        let span = region.directive.span;
        let found = kinds.into_iter().filter(|(call, _)| call.is_some());
        found.map(|(_, kind)| Hazard { span, kind }).collect()
    }

    /// What functions have that a region without threads of its own calls: constructs of threads, or none that is seen.
    fn hazard_of_threads(&self, region: &TargetRegion, statement: Cursor) -> Option<Hazard> {
        if launch::has_threads(region) || !has_calls(&region.body) {
            return None;
        }
        let kind = called::threads(self.files, statement)?;
        Some(Hazard { span: region.directive.span, kind })
    }

    /// Whether a part of something that the region maps as a whole may be on the device already: this unit maps parts, or another
    /// one may do so that knows the variable.
    fn maps_parts_of(&self, region: &TargetRegion) -> bool {
        let is_known = |symbol: &SymbolId| {
            let named = self.globals.named(&region.symbol(*symbol).name).iter();
            let mut variables = named.filter(|own| own.kind() == cs::CXCursor_VarDecl);
            variables.any(|own| !own.is_static() || own.semantic_parent().is_some_and(is_record))
        };
        let whole = region.implicitly_mapped();
        !whole.is_empty() && (self.files.maps_parts || whole.iter().any(is_known))
    }

    /// The constructs inside of a region. The conditionals before them choose what is around them.
    fn inner(&self, region: &TargetRegion, file: File) -> Vec<TargetRegion> {
        let text = (file, self.unit.contents(file));
        let mut found = inner::constructs(region);
        for inner in &mut found {
            let start = inner.directive.span.start;
            let before =
                region.hazards.iter().filter(|h| h.kind.is_conditional() && h.span.start < start);
            let span = inner.span();
            let is_bare =
                |h: &&Hazard| h.kind == HazardKind::BareDeclaration && span.contains(h.span);
            let of_file =
                |h: &&Hazard| matches!(h.kind, HazardKind::FixedFile | HazardKind::SharedFunction);
            let of_file = region.hazards.iter().filter(of_file);
            let at = inner.directive.span;
            let of_file = of_file.map(|h| Hazard { span: at, kind: h.kind });
            let known = before.chain(region.hazards.iter().filter(is_bare)).copied();
            let known = known.chain(of_file);
            inner.hazards = known.chain(hazards::find(inner, text, self.files)).collect();
            inner.hazards.sort_unstable();
        }
        found
    }

    fn lowerer(&mut self, file: File, region: Span) -> Lowerer<'_, 'tu> {
        let whole = Whole { unit: self.unit, files: self.files, globals: self.globals };
        let class = self.function.semantic_parent();
        let in_template = self.template;
        let part = Part { function: self.function, file, region };
        let lowerer = Lowerer::new(whole, part, &self.scans, &mut self.taken);
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
