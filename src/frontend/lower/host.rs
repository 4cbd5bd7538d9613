//! Functions as the host runs them.
//!
//! Every function of the user's files is lowered as a whole, by the rules of regions: a call of a function that has no directive may
//! be replaced by its statements, and every other call stays. Of a template its instances are lowered; functions with directives in lambdas are left out.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use clang_sys as cs;

use super::around::LAMBDA;
use super::bodies::{Bodies, Host};
use super::call::{is_pure_name, is_replaceable};
use super::expr::{only_computes, uses_memory};
use super::globals::{Whole, declarations};
use super::nodes::made;
use super::scans::Scans;
use super::syntax::{below, has_member, is_record};
use super::types::{THIS, is_array, is_reference};
use super::uses::{Questions, Uses};
use super::{Lowerer, Part, templates};
use crate::command::Language;
use crate::frontend::libclang::{Cursor, File, Type as ClangType, is_function};
use crate::frontend::unit::Files;
use crate::id::{FileId, SymbolId};
use crate::ir::host::{HostData, HostFunction, HostVariable};
use crate::ir::section;
use crate::ir::{
    Clause, DataItem, Directive, ExprKind, Jump, Scope, Stmt, StmtKind, SymbolKind, clauses,
    walk_statements,
};
use crate::openmp::argument::split_modifiers;
use crate::openmp::{ClauseKind, Construct};
use crate::source::Span;

/// Macros are followed through no more macros than these.
const DEEPEST_MACRO: u32 = 4;

/// A function, and the file that it lies in.
pub(in crate::frontend) struct Lowered {
    /// The file; `function.file` is not set yet.
    pub(in crate::frontend) file: File,
    /// The function.
    pub(in crate::frontend) function: HostFunction,
    /// The identity of its declaration.
    pub(super) identity: usize,
    /// Its variables, by the identities of their declarations.
    pub(super) variables: BTreeMap<usize, SymbolId>,
    /// The spans of the directives of its regions, and how many have each.
    pub(super) regions: BTreeMap<Span, usize>,
    /// Whether its statements are all that it does; another one is asked only what stands around its regions.
    pub(super) is_followed: bool,
}

/// The functions of a unit.
pub(super) struct Lowering {
    pub(super) functions: Vec<Lowered>,
    /// Those that the unit defines, by the names that the linker has for them.
    pub(super) defined: BTreeSet<String>,
}

/// The functions of a unit: all where it `keeps` them, or else those with regions. Of a template its instances, and where it has regions itself.
pub(super) fn functions<'tu>(
    whole: Whole<'_, 'tu>,
    written: &[Cursor<'tu>],
    (bodies, keeps): (&Bodies<'tu>, bool),
) -> Lowering {
    let files = whole.files;
    let declarations = declarations(written);
    let (generic, plain): (Vec<_>, Vec<_>) =
        declarations.iter().copied().partition(|(_, template)| *template);
    let plain: Vec<Cursor> = plain.into_iter().map(|(own, _)| own).collect();
    let wanted = generic.iter().filter_map(|(own, _)| templates::place(*own)).collect();
    let instances = templates::instances(&plain, &wanted);
    let has_body = |own: &&Cursor| is_function(own.kind()) && own.definition().is_some();
    let defined = plain.iter().chain(&instances).filter(has_body);
    let defined = defined.map(|own| own.linker_name()).collect();
    let (stuck, numbers) = (RefCell::default(), RefCell::default());
    let Named { addressed, defaults_act } = Named::of(&declarations);
    let host = Host { bodies, stuck, addressed, defaults_act, numbers };
    let (mut found, mut lambdas): (Vec<(Cursor, Lowered)>, Vec<Cursor>) = Default::default();
    let plain = plain.into_iter().map(|own| (own, Origin::Written));
    let instances = instances.into_iter().map(|own| (own, Origin::Instance));
    let generic = generic.into_iter().map(|(own, _)| (own, Origin::Template));
    for (own, origin) in plain.chain(instances).chain(generic) {
        let is_wanted = keeps && origin != Origin::Template || has_region(own, files);
        let lowered = is_wanted.then(|| lowered(whole, (own, origin), &host)).flatten();
        let Some((lowered, inside)) = lowered else { continue };
        lambdas.extend(inside.into_iter().filter(|_| lowered.is_followed));
        found.push((own, lowered));
    }
    if keeps {
        mark_named_elsewhere(&mut found, (declarations, lambdas), files);
    }
    Lowering { functions: found.into_iter().map(|(_, lowered)| lowered).collect(), defined }
}

/// How a function comes to be in the unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Written,
    Instance,
    Template,
}

/// Whether a region stands in a function.
fn has_region(function: Cursor, files: &Files) -> bool {
    let (start, end) = function.extent();
    let file = start.file.filter(|file| end.file == Some(*file));
    file.is_some_and(|file| files.has_region_in(file, Span::new(start.offset, end.offset)))
}

/// Whether a function's statements have every region that its text has, but for parts that are not understood.
fn shows(function: &HostFunction, regions: &BTreeMap<Span, usize>) -> bool {
    let (mut shown, mut opaque) = (BTreeSet::new(), Vec::new());
    function.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Directive(directive, _) => drop(shown.insert(directive.span)),
        StmtKind::Opaque { .. } => opaque.push(stmt.span),
        _ => {}
    });
    let is_in_opaque = |span: &Span| opaque.iter().any(|own| own.contains(*span));
    regions.keys().all(|span| shown.contains(span) || is_in_opaque(span))
}

/// Takes note of what is named where no function that is followed shows what becomes of it.
fn mark_named_elsewhere<'tu>(
    found: &mut [(Cursor<'tu>, Lowered)],
    (declarations, lambdas): (Vec<(Cursor<'tu>, bool)>, Vec<Cursor<'tu>>),
    files: &Files,
) {
    let followed = || found.iter().filter(|(_, own)| own.is_followed);
    let seen: BTreeSet<usize> = followed().map(|(own, _)| own.identity()).collect();
    let is_unseen = |own: &Cursor| !seen.contains(&own.identity());
    let others = declarations.into_iter().map(|(own, _)| own).filter(is_unseen);
    let unseen = followed().flat_map(|(_, own)| own.function.unseen_functions.iter().cloned());
    let elsewhere: BTreeSet<String> =
        others.chain(lambdas).flat_map(below).filter_map(named).chain(unseen).collect();
    let spans: Vec<_> = followed().map(|(_, own)| (own.file, own.function.span)).collect();
    let enters_data = files.enters_data_outside(&|file, span| {
        spans.iter().any(|(own, function)| *own == file && function.contains(span))
    });
    for (own, lowered) in found {
        lowered.function.declares_target |= enters_data;
        let HostFunction { is_local, variables, symbols, .. } = &mut lowered.function;
        *is_local &= !elsewhere.contains(&own.spelling());
        for (variable, symbol) in variables.iter_mut().zip(symbols) {
            variable.is_internal &= !elsewhere.contains(&symbol.name);
        }
    }
}

/// The name of the function, or of one of several, that a part of a declaration names.
fn named(part: Cursor) -> Option<String> {
    let is_name = matches!(part.kind(), cs::CXCursor_DeclRefExpr | cs::CXCursor_OverloadedDeclRef);
    is_name.then(|| part.spelling())
}

/// What the declarations of a unit name beside what they call.
#[derive(Default)]
struct Named {
    /// The functions, by their identity.
    addressed: BTreeSet<usize>,
    /// Whether the value of a parameter or member that nobody gives one uses memory.
    defaults_act: bool,
}

impl Named {
    fn of(declarations: &[(Cursor, bool)]) -> Self {
        let mut found = Self::default();
        let mut pending: Vec<(Cursor, bool)> =
            declarations.iter().map(|(declaration, _)| (*declaration, false)).collect();
        while let Some((cursor, is_callee)) = pending.pop() {
            let kind = cursor.kind();
            let children = cursor.children();
            if kind == cs::CXCursor_DeclRefExpr && !is_callee {
                let named = cursor.referenced();
                let function = named.filter(|own| own.kind() == cs::CXCursor_FunctionDecl);
                found.addressed.extend(function.map(Cursor::identity));
            }
            if matches!(kind, cs::CXCursor_ParmDecl | cs::CXCursor_FieldDecl) {
                let mut values = children.iter().filter(|child| child.is_expression());
                found.defaults_act |= values.any(|value| uses_memory(*value));
            }
            let is_call = kind == cs::CXCursor_CallExpr;
            let is_conversion = matches!(kind, cs::CXCursor_UnexposedExpr | cs::CXCursor_ParenExpr);
            pending.extend(children.into_iter().enumerate().map(|(at, child)| {
                (child, if is_call { at == 0 } else { is_callee && is_conversion })
            }));
        }
        found
    }
}

/// Whether a function of the host has an object.
fn is_method(function: Cursor) -> bool {
    let kinds = [cs::CXCursor_CXXMethod, cs::CXCursor_Constructor, cs::CXCursor_ConversionFunction];
    kinds.contains(&function.kind())
}

/// Whether a directive stands in a lambda, as far as the file shows.
fn has_directive(lambda: Cursor, (file, files): (File, &Files)) -> bool {
    let (start, end) = lambda.extent();
    let span = Span::new(start.offset, end.offset);
    start.file != Some(file) || files.pragmas_in(file, span).next().is_some()
}

/// Whether a function is of a kind whose statements are all that it does, and runs where it is called.
fn is_understood(function: Cursor, origin: Origin) -> bool {
    let is_plain = is_method(function) || function.kind() == cs::CXCursor_FunctionDecl;
    is_plain && !is_replaceable(function) && origin != Origin::Template
}

/// A function, and the lambdas in it; `None` where it is left out.
fn lowered<'tu>(
    whole: Whole<'_, 'tu>,
    (function, origin): (Cursor<'tu>, Origin),
    host: &Host<'_, 'tu>,
) -> Option<(Lowered, Vec<Cursor<'tu>>)> {
    let (files, children) = (whole.files, function.children());
    let body = *children.iter().find(|child| child.kind() == cs::CXCursor_CompoundStmt)?;
    let (start, end) = function.extent();
    let file = start.file.filter(|file| end.file == Some(*file))?;
    let span = Span::new(start.offset, end.offset);
    let Inside { lambdas, jumps } = Inside::of(function);
    let is_elsewhere = |own: &Cursor| has_directive(*own, (file, files));
    let mut is_followed = is_understood(function, origin) && !lambdas.iter().any(is_elsewhere);
    is_followed &= !files.includes_directive_in(file, span);
    if !is_followed && !has_region(function, files) {
        return None;
    }
    let (scans, mut taken) = (Scans::default(), BTreeSet::new());
    let region = Span::new(body.extent().0.offset, end.offset);
    let lowerer = Lowerer::new(whole, Part { function, file, region }, &scans, &mut taken);
    let is_method = is_method(function);
    let class = function.semantic_parent().filter(|own| is_method || is_record(*own));
    let in_template = origin == Origin::Template;
    let mut lowerer = Lowerer { host: Some(host), class, in_template, ..lowerer };
    let (parameters, mut stmts) = (lowerer.parameters(&children), Vec::new());
    if function.kind() == cs::CXCursor_Constructor {
        is_followed &= lowerer.host_initialisers(function, &mut stmts).is_some();
    }
    if !is_followed && !has_region(function, files) {
        return None;
    }
    lowerer.governed(body, &mut stmts);
    let asked = lambdas.iter().filter(|_| !is_followed);
    stmts.extend(asked.filter_map(|own| lowerer.lambda(*own)));
    stmts.extend(hidden_jump(jumps, &stmts));
    let unseen = lowerer.unseen_variables(&stmts);
    let unseen_functions = lowerer.unseen_functions(&stmts);
    let (loop_count, stmt_count) = super::number::number(&mut stmts);
    let data = lowerer.host_data(&stmts);
    lowerer.tell_callees_apart();
    let names_more = unseen.is_none();
    let numbers = &mut host.numbers.borrow_mut();
    let variables = lowerer.host_variables(&stmts, numbers, &unseen.unwrap_or_default());
    let members = lowerer.host_members();
    let Lowerer { symbols, by_identity, .. } = lowerer;
    let (name, identity) = (function.linker_name(), function.identity());
    let is_local = !is_method && function.is_static() && !host.addressed.contains(&identity);
    let function = HostFunction {
        file: FileId(0),
        file_name: String::new(),
        name,
        is_local,
        is_instance: origin == Origin::Instance,
        names_more,
        unseen_functions,
        span,
        parameters,
        symbols,
        variables,
        members,
        declares_target: files.declares_target,
        data,
        body: stmts,
        loop_count,
        stmt_count,
    };
    let (variables, regions) = (by_identity, host.bodies.regions_of(identity));
    is_followed &= shows(&function, &regions);
    Some((Lowered { file, function, identity, variables, regions, is_followed }, lambdas))
}

/// What stands in a function, wherever it stands.
#[derive(Default)]
struct Inside<'tu> {
    lambdas: Vec<Cursor<'tu>>,
    /// Whether a `goto` or a label does.
    jumps: bool,
}

impl<'tu> Inside<'tu> {
    fn of(function: Cursor<'tu>) -> Self {
        let mut found = Self::default();
        for own in below(function) {
            match own.kind() {
                cs::CXCursor_LambdaExpr => found.lambdas.push(own),
                cs::CXCursor_GotoStmt | cs::CXCursor_IndirectGotoStmt | cs::CXCursor_LabelStmt => {
                    found.jumps = true;
                }
                _ => {}
            }
        }
        found
    }
}

/// Whether the innermost elements of an array, or of what a pointer points to, may not be written.
fn has_constant_elements(ty: ClangType) -> bool {
    let own = ty.canonical();
    let is_pointer = own.kind() == cs::CXType_Pointer;
    let mut element = if is_pointer { own.pointee().canonical() } else { own };
    let mut is_constant = element.is_const();
    for _ in 0..super::types::array_levels(element) {
        element = element.element().canonical();
        is_constant |= element.is_const();
    }
    is_constant
}

/// Where statements assign to variables as a whole, but for those that are repeated; a loop sets its counter and steps it.
fn assignments(body: &[Stmt], repeated: &BTreeSet<Span>) -> BTreeMap<SymbolId, BTreeSet<Span>> {
    let mut found: BTreeMap<SymbolId, BTreeSet<Span>> = BTreeMap::new();
    walk_statements(body, &mut |stmt| {
        if repeated.contains(&stmt.span) {
            return;
        }
        let (symbol, spans) = match &stmt.kind {
            StmtKind::Assign { target, .. } => (target.as_symbol(), [Some(stmt.span), None]),
            StmtKind::Loop(own) => {
                let set = (!own.declares_iv).then_some(own.header);
                (Some(own.iv), [Some(own.body_span), set])
            }
            _ => return,
        };
        if let Some(symbol) = symbol {
            found.entry(symbol).or_default().extend(spans.into_iter().flatten());
        }
    });
    found
}

/// A jump for those of a function that has some, where its statements show none: they stand in parts that are not understood.
fn hidden_jump(jumps: bool, shown: &[Stmt]) -> Option<Stmt> {
    let mut is_shown = false;
    walk_statements(shown, &mut |stmt| is_shown |= stmt.kind == StmtKind::Jump(Jump::Goto));
    (jumps && !is_shown).then(|| made(StmtKind::Jump(Jump::Goto), Span::default()))
}

/// Whether what a clause has before a parenthesis touches nothing of the program's.
fn is_harmless(name: &str) -> bool {
    let words = ["_Alignof", "alignof", "bool", "decltype", "double", "float", "sizeof"];
    words.contains(&name) || name.starts_with("omp_") || is_pure_name(name)
}

/// What a macro stands for, with numbers in the place of its parameters; `body` is what stands behind its name.
fn without_parameters(body: &str) -> String {
    let Some((parameters, value)) = body.strip_prefix('(').and_then(|own| own.split_once(')'))
    else {
        return body.to_owned();
    };
    let named = parameters.split(',').map(str::trim).filter(|name| !name.is_empty());
    named.fold(value.to_owned(), |value, name| section::with_name(&value, name, "0"))
}

/// Whether the size of a variable's type reads an element, a member, or what a pointer points to.
pub(super) fn is_sized_by_memory(variable: Cursor) -> bool {
    let value = variable.initializer();
    let is_size = |own: &Cursor| own.is_expression() && !value.is_some_and(|v| v.is(*own));
    let reads = |part: Cursor| match part.kind() {
        cs::CXCursor_ArraySubscriptExpr | cs::CXCursor_MemberRefExpr => true,
        cs::CXCursor_UnaryOperator => part.unary_operator() == cs::CXUnaryOperator_Deref,
        _ => false,
    };
    variable.ty().canonical().size().is_none()
        && variable.children().into_iter().filter(is_size).flat_map(below).any(reads)
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The parameters of the function with these parts, first the object of a method.
    fn parameters(&mut self, parts: &[Cursor<'tu>]) -> Vec<SymbolId> {
        let has_object = self.class.is_some() && !self.function.is_static();
        let this = has_object.then(|| self.this());
        let own = parts.iter().filter(|own| own.kind() == cs::CXCursor_ParmDecl);
        let own: Vec<SymbolId> = own.map(|own| self.symbol(*own)).collect();
        this.into_iter().chain(own).collect()
    }

    /// The body of a lambda in a function that is only asked what stands around its regions.
    fn lambda(&mut self, lambda: Cursor<'tu>) -> Option<Stmt> {
        let mut children = lambda.children().into_iter();
        let block = children.find(|own| own.kind() == cs::CXCursor_CompoundStmt)?;
        let mut body = Vec::new();
        self.governed(block, &mut body);
        let why = LAMBDA.to_owned();
        Some(made(StmtKind::While { why, condition: None, body }, self.span(lambda)))
    }
}

impl Lowerer<'_, '_> {
    /// What the directives of a function say of data.
    fn host_data(&mut self, body: &[Stmt]) -> Vec<HostData> {
        let mut directives = Vec::new();
        walk_statements(body, &mut |stmt| {
            if let StmtKind::Directive(directive, _) = &stmt.kind {
                directives.push((stmt.id, directive));
            }
        });
        let one = |(stmt, directive): (_, &Directive)| {
            let (mut is_whole, mut reads_memory) = (true, false);
            let mut items = Vec::new();
            let is_update = directive.construct() == Construct::Update;
            let said = |clause: &Clause| {
                let motion = Some(clause).filter(|_| is_update).and_then(clauses::motion);
                motion.unwrap_or_else(|| clause.clone())
            };
            let all: Vec<Clause> = directive.clauses.iter().map(said).collect();
            for clause in &all {
                let before = items.len();
                is_whole &= clause.known && clauses::is_plain_map(clause);
                let mut inner = clauses::inner_sections(clause);
                for (_, length) in inner.iter_mut().flatten() {
                    let value = self.in_variables(length, directive.span.start, DEEPEST_MACRO);
                    let number = value.as_deref().and_then(section::constant);
                    *length = number.map_or_else(|| length.clone(), |own| own.to_string());
                }
                for (at, item) in clauses::items(clause).into_iter().enumerate() {
                    let item = self.host_item(item, directive.span.start);
                    let rows = inner.get(at).filter(|rows| !rows.is_empty());
                    let is_full = |own: &DataItem| {
                        rows.is_none_or(|rows| self.has_full_rows(own.symbol, rows))
                    };
                    is_whole &= item.as_ref().is_some_and(is_full);
                    items.extend(item);
                }
                let is_known = !items[before..].is_empty()
                    && items.len() - before == clauses::items(clause).len()
                    && inner.iter().all(Vec::is_empty)
                    && items[before..].iter().all(|item| item.kind.is_map());
                reads_memory |= !is_known && self.reads_memory(clause, directive.span.start);
            }
            let device =
                directive.clause(ClauseKind::Device).map(|own| self.device(own, directive));
            is_whole &= device.as_ref().is_none_or(Option::is_some);
            HostData { stmt, device: device.flatten(), items, is_whole, reads_memory }
        };
        directives.into_iter().map(one).collect()
    }

    /// The number of a device in variables.
    fn device(&mut self, clause: &Clause, directive: &Directive) -> Option<String> {
        let (modifier, number) = split_modifiers(&clause.name, clause.argument.as_deref()?);
        let is_plain = matches!(modifier.trim(), "" | "device_num");
        self.in_variables(number.trim(), directive.span.start, DEEPEST_MACRO).filter(|_| is_plain)
    }

    /// A part of a section with the numbers of constants in the place of their names; `None` where a name is no variable nor such a
    /// constant.
    fn in_variables(&mut self, text: &str, at: u32, depth: u32) -> Option<String> {
        let mut result = text.to_owned();
        let names: BTreeSet<&str> = section::names(text).into_iter().collect();
        for name in names {
            if let Some(variable) = self.scans.visible(self.function, name, at) {
                let symbol = self.symbol(variable);
                match self.symbols[symbol.index()].kind {
                    SymbolKind::Scalar => continue,
                    SymbolKind::Pointer if section::is_indexed(text, name) => continue,
                    _ => return None,
                }
            }
            let only = match self.globals.named(name) {
                [only] => *only,
                [] => {
                    let body = self.files.given.get(name).filter(|_| depth > 0)?;
                    let value = self.in_variables(body.trim(), at, depth - 1)?;
                    result = section::with_name(&result, name, &format!("({value})"));
                    continue;
                }
                _ => return None,
            };
            let value = match only.kind() {
                cs::CXCursor_VarDecl => {
                    self.symbol(only);
                    continue;
                }
                cs::CXCursor_EnumConstantDecl => only.enumerator_value().to_string(),
                cs::CXCursor_MacroDefinition if depth > 0 => {
                    let written = self.written(only)?;
                    let body = written.strip_prefix(name).filter(|body| !body.starts_with('('))?;
                    self.in_variables(body.trim(), at, depth - 1)?
                }
                _ => return None,
            };
            result = section::with_name(&result, name, &format!("({value})"));
        }
        Some(result)
    }

    /// Whether an expression is a size in a function of the host that is known at run time, and that nothing is done for.
    pub(super) fn is_plain_size(&self, cursor: Cursor) -> bool {
        self.host.is_some()
            && cursor.evaluate_integer().is_none()
            && self.written(cursor).is_some_and(|text| {
                only_computes(&text)
                    && !self.names_memory(&text, cursor.extent().0.offset, DEEPEST_MACRO)
            })
    }

    /// Whether a clause reads memory or calls a function where it computes something: outside of a list, or in the bounds of a section.
    fn reads_memory(&self, clause: &Clause, at: u32) -> bool {
        let Some(argument) = &clause.argument else { return false };
        let (_, list) = split_modifiers(&clause.name, argument);
        let is_list = !clauses::items(clause).is_empty() || clauses::is_plain_depend(clause);
        let computed: String = if is_list {
            let mut depth = 0_u32;
            let inside = |c: char| {
                depth = match c {
                    '[' | '(' => depth + 1,
                    ']' | ')' => depth.saturating_sub(1),
                    _ => depth,
                };
                if depth > 0 { c } else { ' ' }
            };
            list.chars().map(inside).collect()
        } else {
            argument.clone()
        };
        self.names_memory(&computed, at, DEEPEST_MACRO)
    }

    /// Whether a text names a variable that is no scalar, or calls a function of the program's, itself or by a macro.
    fn names_memory(&self, text: &str, at: u32, depth: u32) -> bool {
        let is_memory = |declaration: Cursor| {
            let kinds = [cs::CXCursor_VarDecl, cs::CXCursor_ParmDecl];
            let ty = declaration.ty().canonical();
            let is_number = !is_array(ty)
                && !is_reference(ty)
                && !matches!(ty.kind(), cs::CXType_Pointer | cs::CXType_Record);
            kinds.contains(&declaration.kind()) && !is_number
        };
        section::names(text).into_iter().any(|name| {
            let is_field = |member: Cursor| {
                member.kind() == cs::CXCursor_FieldDecl && member.spelling() == name
            };
            match self.scans.visible(self.function, name, at) {
                Some(local) => return is_memory(local),
                None if self.class.is_some_and(|class| has_member(class, &is_field, 0)) => {
                    return true;
                }
                None => {}
            }
            let globals = self.globals.named(name);
            let written = globals.iter().filter(|own| own.kind() == cs::CXCursor_MacroDefinition);
            let body = |own: &Cursor| Some(self.written(*own)?.strip_prefix(name)?.to_owned());
            let written = written.map(body);
            let given = self.files.given.get(name).map(|body| Some(body.clone()));
            let bodies: Vec<Option<String>> = written.chain(given).collect();
            let is_macro = !bodies.is_empty();
            let in_macro = bodies.into_iter().any(|body| {
                let names = |body: String| {
                    depth == 0 || self.names_memory(&without_parameters(&body), at, depth - 1)
                };
                body.is_none_or(names)
            });
            let calls = !is_macro && section::is_called(text, name) && !is_harmless(name);
            in_macro || calls || globals.iter().copied().any(is_memory)
        })
    }

    /// Whether sections of all dimensions but the first are all of the rows of a variable.
    fn has_full_rows(&self, symbol: SymbolId, rows: &[(String, String)]) -> bool {
        let declaration = self.by_identity.iter().find(|(_, own)| **own == symbol);
        let declaration = declaration.and_then(|(identity, _)| self.elements.get(identity));
        let Some((_, declaration)) = declaration else { return false };
        let extents = self.row_extents(*declaration);
        rows.len() <= extents.len()
            && rows.iter().zip(&extents).all(|((lower, length), extent)| {
                let is_all = length.is_empty() || Some(length) == extent.as_ref();
                matches!(lower.as_str(), "" | "0") && is_all
            })
    }

    /// The numbers of elements of a variable's rows, from the outermost inwards, as they are written; `None` for those that are more
    /// than a name or a number.
    fn row_extents(&self, declaration: Cursor) -> Vec<Option<String>> {
        let ty = declaration.ty().canonical();
        let mut rows = if ty.kind() == cs::CXType_Pointer {
            ty.pointee().canonical()
        } else {
            ty.element().canonical()
        };
        let known = self.sizes.get(&declaration.identity());
        let known = known.and_then(|own| own.as_ref().ok());
        let mut extents = Vec::new();
        let levels = super::types::array_levels(rows);
        for level in 0..levels {
            let written = || {
                let mut extent = known?.get(levels - 1 - level)?;
                while let ExprKind::Cast(inner) = &extent.kind {
                    extent = inner;
                }
                let name = || Some(self.symbols.get(extent.variable()?.index())?.name.clone());
                extent.integer().map(ToString::to_string).or_else(name)
            };
            extents.push(rows.array_size().map(|number| number.to_string()).or_else(written));
            rows = rows.element().canonical();
        }
        extents
    }

    /// What C says of the variables.
    fn host_variables(
        &self,
        body: &[Stmt],
        numbers: &mut BTreeMap<usize, u32>,
        unseen: &BTreeSet<usize>,
    ) -> Vec<HostVariable> {
        let shown = assignments(body, &self.repeated);
        let mut variables = vec![HostVariable::default(); self.symbols.len()];
        let changed = self.scans.changed_in(self.function);
        let questions = Questions {
            plain_allocation: &|own| self.plain_allocation(own).is_some(),
            partly_shown: &|own| self.leaves_out(own),
            cxx: self.files.language == Language::Cxx,
        };
        let Uses { mut hidden, shared, assigned, is_partial } =
            Uses::of(self.function, &self.listed, &questions);
        hidden.extend(unseen);
        let (start, end) = self.function.extent();
        let function = Span::new(start.offset, end.offset);
        for (identity, (element, declaration)) in &self.elements {
            let Some(symbol) = self.by_identity.get(identity) else { continue };
            let is_outside = self.symbols[symbol.index()].scope == Scope::Global
                && declaration.semantic_parent().is_some_and(|own| !is_function(own.kind()));
            let next = numbers.len() as u32;
            let global = is_outside.then(|| *numbers.entry(*identity).or_insert(next));
            let is_plain = || {
                let around = declaration.semantic_parent().map(Cursor::kind);
                around == Some(cs::CXCursor_TranslationUnit)
            };
            let scope = match global {
                Some(_) => is_plain().then_some(Span::new(0, u32::MAX)),
                None => self.scans.scope_of(self.function, *declaration),
            };
            let is_taken = self.globals.is_macro(&declaration.spelling());
            let scope = scope.filter(|_| !is_taken).unwrap_or_default();
            let rows = self.row_extents(*declaration).into_iter().map(Option::unwrap_or_default);
            let (element, rows) = (*element, rows.collect());
            let is_changed = changed.contains(identity);
            let is_hidden = is_partial || hidden.contains(identity);
            let written = assigned.get(identity).copied().unwrap_or_default();
            let shown = shown.get(symbol).map_or(0, BTreeSet::len);
            let is_shared = is_partial || shared.contains(identity) || shown < written;
            let is_listed = self.files.changes_in(self.file, function, &declaration.spelling());
            let is_internal = global.is_some() && declaration.is_static() && is_plain();
            let is_constant = has_constant_elements(declaration.ty());
            variables[symbol.index()] = HostVariable {
                element,
                rows,
                is_changed,
                is_shared,
                is_listed,
                is_hidden,
                is_internal,
                is_constant,
                global,
                scope,
            };
        }
        if let Some(this) = self.by_identity.get(&THIS) {
            variables[this.index()].scope = function;
        }
        variables
    }

    /// A list item, with the variable that its name means where the directive stands.
    fn host_item(&mut self, item: clauses::Item, at: u32) -> Option<DataItem> {
        let clauses::Item { name, member, kind, section } = item;
        let local = self.scans.visible(self.function, &name, at);
        let named = || match self.globals.named(&name)[..] {
            [only] if only.kind() == cs::CXCursor_VarDecl => Some(only),
            _ => None,
        };
        let symbol = self.symbol(local.or_else(named)?);
        let section = match section {
            Some((lower, length)) => Some((
                self.in_variables(&lower, at, DEEPEST_MACRO)?,
                self.in_variables(&length, at, DEEPEST_MACRO)?,
            )),
            None => None,
        };
        let member = member.map(|path| self.member_of(symbol, path, at));
        Some(DataItem { symbol, member, kind, section, enclosing: false, may_be_empty: false })
    }
}
