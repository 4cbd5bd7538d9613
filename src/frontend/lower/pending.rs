//! Regions as their own text gives them, and what makes them whole: what the function around says, what calls in them mean, and the
//! constructs inside.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::around::{Asked, Copied, Host, Listed};
use super::calls::Calls;
use super::folded::{self, Names};
use super::globals::Whole;
use super::host::{Lowered, Lowering};
use super::scans::Scans;
use super::syntax::is_record;
use super::templates::in_class_template;
use super::{called, inner};
use crate::frontend::hazards;
use crate::frontend::lex::Lexer;
use crate::frontend::libclang::{Cursor, File, is_function};
use crate::frontend::unit::contains;
use crate::id::SymbolId;
use crate::ir::{Hazard, HazardKind, TargetRegion, has_calls, launch};
use crate::openmp::construct;
use crate::source::Span;

/// A region, and the file that it lies in.
pub(in crate::frontend) struct Found {
    /// The file; `region.file` is not set yet.
    pub(in crate::frontend) file: File,
    /// The region.
    pub(in crate::frontend) region: TargetRegion,
}

/// A region of which nothing is known that its own text does not say.
pub(super) struct Pending<'tu> {
    pub(super) region: TargetRegion,
    pub(super) place: Place<'tu>,
    /// Its variables, by the identities of their declarations; none where nothing is to be asked.
    pub(super) variables: BTreeMap<usize, SymbolId>,
    /// Where its data items stand, in their order.
    pub(super) listed: Vec<Listed>,
    /// The scalars that it changes in copies of its own.
    pub(super) copies: Vec<Copied>,
    /// Declarations in its text that are no statements of the IR.
    pub(super) bare: Vec<Span>,
    /// What the types of its variables are a hazard for.
    pub(super) typed: BTreeSet<HazardKind>,
}

/// Where a region stands.
pub(super) struct Place<'tu> {
    pub(super) file: File,
    pub(super) function: Cursor<'tu>,
    /// How many regions before it in the function have directives of the same span, in other files.
    pub(super) ordinal: usize,
    /// The statement that its directive governs.
    pub(super) statement: Cursor<'tu>,
    /// Whether the function is a template, or belongs to one.
    pub(super) template: bool,
    pub(super) is_in_lambda: bool,
    pub(super) scans: Rc<Scans<'tu>>,
}

/// The functions around regions, each ready for questions once the first is asked.
pub(super) struct Hosts<'a> {
    by_identity: BTreeMap<usize, (&'a Lowered, OnceCell<Host<'a>>)>,
    /// The functions that the unit defines, as calls name them.
    defined: &'a BTreeSet<String>,
}

impl<'a> Hosts<'a> {
    pub(super) fn of(lowering: &'a Lowering) -> Self {
        let functions = lowering.functions.iter();
        let by_identity = functions.map(|own| (own.identity, (own, OnceCell::new()))).collect();
        Self { by_identity, defined: &lowering.defined }
    }

    fn get(&self, function: Cursor) -> Option<(&Lowered, &Host<'a>)> {
        let (lowered, host) = self.by_identity.get(&function.identity())?;
        Some((lowered, host.get_or_init(|| Host::of(&lowered.function, self.defined))))
    }
}

impl Found {
    /// Whether both are one region but for the instance's name and condition.
    pub(super) fn same(&self, other: &Found) -> bool {
        let (function, instance) = (self.region.function.clone(), self.region.instance.clone());
        let named = TargetRegion { function, instance, ..other.region.clone() };
        self.file == other.file && self.region == named
    }

    /// Stands for another instance, too.
    pub(super) fn also_under(&mut self, condition: Option<String>) {
        let own = self.region.instance.take();
        self.region.instance = own.into_iter().chain(condition).reduce(|a, b| a + " || " + &b);
    }
}

impl<'tu> Pending<'tu> {
    /// The region and the constructs inside of it, with what the function around says.
    pub(super) fn complete(mut self, whole: Whole<'_, 'tu>, hosts: &Hosts) -> Vec<Found> {
        self.ask(whole, hosts);
        let Whole { unit, files, globals } = whole;
        let Pending { mut region, place, bare, typed, .. } = self;
        let text = (place.file, unit.contents(place.file));
        let own = place.hazards_of(&region, whole, (bare, typed));
        let calls = place.hazards_of_calls(&region, whole);
        let found = hazards::find(&region, text, files).into_iter();
        region.hazards = found.chain(own).chain(calls).collect();
        region.hazards.sort_unstable();
        let Place { file, function, scans, .. } = place;
        let region = folded::fold(region, &Names { globals, files, scans: &scans, function });
        let inner = inner_constructs(&region, file, whole);
        let all = std::iter::once(region).chain(inner);
        all.map(|region| Found { file, region }).collect()
    }

    /// Asks the function around. Of a template nothing is known that its instances might have otherwise.
    fn ask(&mut self, whole: Whole<'_, 'tu>, hosts: &Hosts) {
        let Self { region, place, variables, listed, copies, .. } = self;
        let Some((lowered, host)) = hosts.get(place.function) else { return };
        let variables = (&*variables, &lowered.variables);
        let span = region.directive.span;
        let count = lowered.regions.get(&span).copied().unwrap_or_default();
        let Some(at) = host.directive(span, (place.ordinal, count)) else { return };
        let mut asked = Asked::of(host, at, region, variables);
        asked.settle_sections(listed);
        let origins = asked.origins(listed);
        asked.region.origins = origins;
        if place.template {
            return;
        }
        let facts = asked.facts();
        asked.region.facts = facts;
        let text = whole.unit.contents(place.file);
        let lost = asked.lost(copies, &|span, name| named_in(text, span, name));
        asked.region.lost = lost;
    }
}

/// Where a name stands first in a part of a text; the part's start where a macro gives it.
fn named_in(text: &[u8], span: Span, name: &str) -> u32 {
    let tokens = Lexer::within(text, span.start).take_while(|own| own.span.end <= span.end);
    let mut named = tokens.filter(|own| text.get(own.span.range()) == Some(name.as_bytes()));
    named.next().map_or(span.start, |own| own.span.start)
}

impl<'tu> Place<'tu> {
    /// The hazards that the lowering finds: of declarations that are `bare`, and of the whole region.
    fn hazards_of(
        &self,
        region: &TargetRegion,
        whole: Whole<'_, 'tu>,
        (bare, typed): (Vec<Span>, BTreeSet<HazardKind>),
    ) -> Vec<Hazard> {
        let span = region.directive.span;
        let kinds = [
            (self.is_in_lambda, HazardKind::Lambda),
            (maps_parts_of(region, whole), HazardKind::PartMapped),
            (self.lies_apart(whole), HazardKind::FixedFile),
            (self.is_shared(whole), HazardKind::SharedFunction),
        ];
        let whole = kinds.into_iter().filter(|(is_so, _)| *is_so).map(|(_, kind)| kind);
        let whole = whole.chain(typed).map(|kind| Hazard { span, kind });
        let declaration = |span| Hazard { span, kind: HazardKind::BareDeclaration };
        bare.into_iter().map(declaration).chain(whole).collect()
    }

    /// Whether the file is a header that has a part of the function alone.
    fn lies_apart(&self, whole: Whole) -> bool {
        let (start, end) = self.function.extent();
        let own = Some(self.file);
        self.file != whole.files.main && (start.file, end.file) != (own, own)
    }

    /// Whether other units of the program may have the function, too: in a header stand one that is inline, a template, known to its
    /// unit alone, or of a linkage that an attribute or a pragma gives. Of any other one a program has one definition.
    fn is_shared(&self, whole: Whole) -> bool {
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
                && !contains(whole.unit.contents(self.file), b"weak")
        };
        self.file != whole.files.main && !is_single()
    }

    /// What the functions that it calls mean for the region.
    fn hazards_of_calls(&self, region: &TargetRegion, whole: Whole) -> Vec<Hazard> {
        let of_loop = self.hazards_of_loop(region, whole).into_iter();
        of_loop.chain(self.hazard_of_threads(region, whole)).collect()
    }

    /// What calls in a `target teams loop` have clang make of it.
    fn hazards_of_loop(&self, region: &TargetRegion, whole: Whole) -> Vec<Hazard> {
        if region.directive.leaves() != construct::TEAMS_LOOP {
            return Vec::new();
        }
        let calls = Calls::of(self.statement);
        let opaque = calls.opaque.filter(|_| !whole.files.no_nested_parallelism);
        let kinds = [(opaque, HazardKind::OneLane), (calls.declared, HazardKind::DeclaredCall)];
        let span = region.directive.span;
        let found = kinds.into_iter().filter(|(call, _)| call.is_some());
        found.map(|(_, kind)| Hazard { span, kind }).collect()
    }

    /// What functions have that a region without threads of its own calls: constructs of threads, or none that is seen.
    fn hazard_of_threads(&self, region: &TargetRegion, whole: Whole) -> Option<Hazard> {
        if launch::has_threads(region) || !has_calls(&region.body) {
            return None;
        }
        let kind = called::threads(whole.files, self.statement)?;
        Some(Hazard { span: region.directive.span, kind })
    }
}

/// Whether a part of something that the region maps as a whole may be on the device already: this unit maps parts, or another
/// one may do so that knows the variable.
fn maps_parts_of(region: &TargetRegion, Whole { files, globals, .. }: Whole) -> bool {
    let is_known = |symbol: &SymbolId| {
        let named = globals.named(&region.symbol(*symbol).name).iter();
        let mut variables = named.filter(|own| own.kind() == cs::CXCursor_VarDecl);
        variables.any(|own| !own.is_static() || own.semantic_parent().is_some_and(is_record))
    };
    let whole = region.implicitly_mapped();
    !whole.is_empty() && (files.maps_parts || whole.iter().any(is_known))
}

/// The constructs inside of a region. The conditionals before them choose what is around them.
fn inner_constructs(
    region: &TargetRegion,
    file: File,
    Whole { unit, files, .. }: Whole,
) -> Vec<TargetRegion> {
    let text = (file, unit.contents(file));
    let mut found = inner::constructs(region);
    for inner in &mut found {
        let start = inner.directive.span.start;
        let before =
            region.hazards.iter().filter(|h| h.kind.is_conditional() && h.span.start < start);
        let span = inner.span();
        let is_bare = |h: &&Hazard| h.kind == HazardKind::BareDeclaration && span.contains(h.span);
        let of_file =
            |h: &&Hazard| matches!(h.kind, HazardKind::FixedFile | HazardKind::SharedFunction);
        let of_file = region.hazards.iter().filter(of_file);
        let at = inner.directive.span;
        let of_file = of_file.map(|h| Hazard { span: at, kind: h.kind });
        let known = before.chain(region.hazards.iter().filter(is_bare)).copied();
        let known = known.chain(of_file);
        inner.hazards = known.chain(hazards::find(inner, text, files)).collect();
        inner.hazards.sort_unstable();
    }
    found
}
