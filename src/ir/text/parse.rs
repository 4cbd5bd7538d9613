//! From the text form to the IR.

use std::collections::BTreeMap;

use rug::Integer;

use super::items::{Items, Parsed, atom, bare, list_head, spanless, unexpected, untyped};
use super::sexpr::{self, Fault, Node, NodeKind, number};
use super::{
    BINARY_OPS, TextError, UNARY_OPS, find_word, natural_place_type, natural_type, of_word,
    unary_word, written_word,
};
use crate::id::{FileId, LoopId, StmtId, SymbolId};
use crate::ir::{
    Base, BinaryOp, Clause, DataItem, DebugLocation, Directive, Element, Expr, ExprKind, Hazard,
    Loop, Lost, Member, Origin, OriginKind, Place, PointerOrigin, Relation, Role, Size, Step, Stmt,
    StmtKind, Symbol, TargetRegion, Type, Written,
};
use crate::source::LineColumn;

/// Reads one region; the error is the first one, with its place.
///
/// Names must refer to symbols of the region; otherwise the result may violate the IR's invariants.
pub fn parse(text: &str) -> Result<TargetRegion, TextError> {
    sexpr::read(text).and_then(|node| region(&node)).map_err(|fault| fault.locate(text))
}

fn region(node: &Node<'_>) -> Parsed<TargetRegion> {
    let mut items = Items::of_list(node)?;
    items.keyword("region")?;
    bare(node)?;
    let file_name = items.text()?;
    let line = items.number()?;
    let function = items.name()?;
    let file = items.section("file", Items::number)?.unwrap_or(0);
    let counts = items.section("counts", |items| Ok((items.number()?, items.number()?)))?;
    let instance = items.section("instance", Items::text)?;
    let around = items.section("around", |items| items.rest(self::directive))?;
    let directive = directive(items.next("a directive")?)?;
    let symbols = items.section("symbols", |items| items.rest(symbol))?.unwrap_or_default();
    let mut scope = Resolver::new(&symbols);
    let data = items.section("data", |items| items.rest(|node| scope.data_item(node)))?;
    let hazards = items.section("hazards", |items| items.rest(hazard))?.unwrap_or_default();
    let origins = items.section("pointers", |items| items.rest(|node| scope.origin(node)))?;
    let facts = items.section("facts", |items| items.rest(|node| scope.expr(node)))?;
    let lost = items.section("lost", |items| items.rest(|node| scope.lost(node)))?;
    let body = items.section("body", |items| scope.block(items))?.unwrap_or_default();
    let (loop_count, stmt_count) = counts.unwrap_or((scope.loops, scope.stmts));
    items.finish()?;
    Ok(TargetRegion {
        file: FileId(file),
        file_name,
        line,
        function,
        instance,
        around: around.unwrap_or_default(),
        directive,
        data: data.unwrap_or_default(),
        hazards,
        origins: origins.unwrap_or_default(),
        facts: facts.unwrap_or_default(),
        lost: lost.unwrap_or_default(),
        symbols,
        body,
        loop_count,
        stmt_count,
    })
}

fn hazard(node: &Node<'_>) -> Parsed<Hazard> {
    untyped(node)?;
    let mut items = Items::of_list(node)?;
    let kind = items.variant()?;
    items.finish()?;
    Ok(Hazard { span: node.span.unwrap_or_default(), kind })
}

fn type_of_word(offset: usize, word: &str) -> Parsed<Type> {
    let sized = |prefix: &str| number(word.strip_prefix(prefix)?);
    let ty = match word {
        "ptr" => Some(Type::Pointer),
        "void" => Some(Type::Void),
        _ => None,
    };
    ty.or_else(|| Some(Type::Int { bits: sized("i")?, signed: true }))
        .or_else(|| Some(Type::Int { bits: sized("u")?, signed: false }))
        .or_else(|| Some(Type::Float { bits: sized("f")? }))
        .or_else(|| Some(Type::Aggregate { bytes: number(word.strip_prefix("agg")?)? }))
        .ok_or_else(|| Fault::new(offset, format!("`{word}` is not a type")))
}

fn written_type(node: &Node<'_>) -> Parsed<Option<Type>> {
    node.ty.map(|(offset, word)| type_of_word(offset, word)).transpose()
}

pub(super) fn symbol(node: &Node<'_>) -> Parsed<Symbol> {
    bare(node)?;
    let mut items = Items::of_list(node)?;
    items.keyword("symbol")?;
    let name = items.name()?;
    let ty = items.next("a type")?;
    let symbol = Symbol {
        name,
        ty: type_of_word(ty.offset, atom(ty)?)?,
        kind: items.variant()?,
        scope: items.variant()?,
        restrict: items.flag("restrict")?,
        constant: items.section("constant", |items| {
            let node = items.next("a number")?;
            integer(atom(node)?).ok_or_else(|| Fault::new(node.offset, "expected a number"))
        })?,
        readonly: items.flag("readonly")?,
        elements: items.section("elements", |own| own.rest(element))?.unwrap_or_default().into(),
    };
    items.finish()?;
    Ok(symbol)
}

fn element(node: &Node<'_>) -> Parsed<Element> {
    bare(node)?;
    let mut items = Items::of_list(node)?;
    let offset = items.number()?;
    let ty = items.next("a type")?;
    let ty = type_of_word(ty.offset, atom(ty)?)?;
    let value = items.next("a number")?;
    let value =
        integer(atom(value)?).ok_or_else(|| Fault::new(value.offset, "expected a number"))?;
    items.finish()?;
    Ok(Element { offset, ty, value })
}

fn directive(node: &Node<'_>) -> Parsed<Directive> {
    untyped(node)?;
    let mut items = Items::of_list(node)?;
    items.keyword("directive")?;
    let name = items.text()?;
    let is_origin = matches!(items.peek().map(|node| &node.kind), Some(NodeKind::Atom(_)));
    let origin = if is_origin { items.variant()? } else { Origin::MainFile };
    let name_end = items.section("name-end", Items::number)?.unwrap_or(0);
    let clauses = items.rest(clause)?;
    Ok(Directive { name, clauses, span: node.span.unwrap_or_default(), name_end, origin })
}

fn clause(node: &Node<'_>) -> Parsed<Clause> {
    untyped(node)?;
    let mut items = Items::of_list(node)?;
    let known = match items.word("`clause`")? {
        "clause" => true,
        "unknown-clause" => false,
        _ => return Err(unexpected(node, "(clause` or `(unknown-clause")),
    };
    let name = items.name()?;
    let is_text = matches!(items.peek().map(|node| &node.kind), Some(NodeKind::Text(_)));
    let argument = if is_text { Some(items.text()?) } else { None };
    let from_macro = items.section("from-macro", Items::text)?;
    items.finish()?;
    Ok(Clause { name, argument, span: node.span.unwrap_or_default(), known, from_macro })
}

fn written(items: &mut Items<'_, '_>) -> Parsed<Written> {
    if let Some(name) = items.section("from-macro", Items::text)? {
        return Ok(Written::Macro(name));
    }
    for written in [Written::Comma, Written::Range, Written::Elsewhere, Written::Apart] {
        if items.flag(written_word(&written).unwrap_or_default())? {
            return Ok(written);
        }
    }
    Ok(Written::InFile)
}

fn integer(digits: &str) -> Option<Integer> {
    let magnitude = digits.strip_prefix('-').unwrap_or(digits);
    let decimal = !magnitude.is_empty() && magnitude.bytes().all(|b| b.is_ascii_digit());
    decimal.then(|| Integer::parse(digits).ok().map(Integer::from))?
}

/// What the name of a symbol may mean.
enum Owner {
    One(SymbolId),
    Several,
}

/// The region's symbols by name, and how many statements and loops were read.
pub(super) struct Resolver<'s> {
    symbols: &'s [Symbol],
    owners: BTreeMap<&'s str, Owner>,
    stmts: u32,
    loops: u32,
}

impl<'s> Resolver<'s> {
    pub(super) fn new(symbols: &'s [Symbol]) -> Self {
        let mut owners = BTreeMap::new();
        for (id, symbol) in symbols.iter().enumerate() {
            owners
                .entry(symbol.name.as_str())
                .and_modify(|owner| *owner = Owner::Several)
                .or_insert(Owner::One(SymbolId::from_index(id)));
        }
        Self { symbols, owners, stmts: 0, loops: 0 }
    }

    /// How many loops and statements were read.
    pub(super) fn counts(&self) -> (u32, u32) {
        (self.loops, self.stmts)
    }

    /// The symbol that `word` at `offset` refers to: `name`, `name#id` or `#id`.
    pub(super) fn symbol(&self, offset: usize, word: &str) -> Parsed<SymbolId> {
        let fault = |message: String| Err(Fault::new(offset, message));
        if let Some((name, id)) = word.split_once('#') {
            let Some(id) = number(id).map(SymbolId) else {
                return fault(format!("`{word}` does not end in a symbol's number"));
            };
            let owner = self.symbols.get(id.index());
            if name.is_empty() || owner.is_some_and(|symbol| symbol.name == name) {
                return Ok(id);
            }
            return fault(format!("symbol {} is not called `{name}`", id.0));
        }
        match self.owners.get(word) {
            Some(Owner::One(id)) => Ok(*id),
            Some(Owner::Several) => fault(format!("several symbols are called `{word}`")),
            None => fault(format!("no symbol is called `{word}`")),
        }
    }

    fn symbol_item(&self, items: &mut Items<'_, '_>) -> Parsed<SymbolId> {
        let node = items.next("a symbol")?;
        self.symbol(node.offset, atom(node)?)
    }

    pub(super) fn data_item(&self, node: &Node<'_>) -> Parsed<DataItem> {
        bare(node)?;
        let mut items = Items::of_list(node)?;
        let kind = items.variant()?;
        let symbol = self.symbol_item(&mut items)?;
        let member = items.section("member", |items| {
            let path = items.text()?;
            let pointer_at = items.peek().map(|_| items.number()).transpose()?;
            Ok(Member { path, pointer_at })
        })?;
        let section = items.section("section", |items| Ok((items.text()?, items.text()?)))?;
        let enclosing = items.flag("enclosing")?;
        let may_be_empty = items.flag("may-be-empty")?;
        items.finish()?;
        Ok(DataItem { symbol, member, kind, section, enclosing, may_be_empty })
    }

    fn origin(&self, node: &Node<'_>) -> Parsed<PointerOrigin> {
        bare(node)?;
        let mut items = Items::of_list(node)?;
        let word = items.word("an origin")?;
        let symbol = self.symbol_item(&mut items)?;
        let kind = match word {
            "entry" => OriginKind::Entry,
            "allocated" => OriginKind::Allocated,
            "mapped" => OriginKind::Mapped(items.number()?),
            "derived" => OriginKind::Derived(self.expr(items.next("a pointer")?)?),
            _ => return Err(unexpected(node, "(entry`, `(allocated`, `(mapped` or `(derived")),
        };
        items.finish()?;
        Ok(PointerOrigin { symbol, kind })
    }

    fn lost(&self, node: &Node<'_>) -> Parsed<Lost> {
        untyped(node)?;
        let mut items = Items::of_list(node)?;
        let symbol = self.symbol_item(&mut items)?;
        let read = items.peek().is_some().then(|| items.number()).transpose()?;
        items.finish()?;
        Ok(Lost { symbol, write: node.span.unwrap_or_default(), read })
    }

    pub(super) fn block(&mut self, items: &mut Items<'_, '_>) -> Parsed<Vec<Stmt>> {
        items.rest(|node| self.stmt(node))
    }

    fn named_block(&mut self, head: &str, items: &mut Items<'_, '_>) -> Parsed<Vec<Stmt>> {
        let offset = items.peek().map_or(items.offset, |node| node.offset);
        items
            .section(head, |items| self.block(items))?
            .ok_or_else(|| Fault::new(offset, format!("expected `({head} …)`")))
    }

    fn stmt(&mut self, node: &Node<'_>) -> Parsed<Stmt> {
        match list_head(node) {
            Some("numbered") => self.numbered(node),
            Some("macro") => self.in_macro(node),
            _ => {
                untyped(node)?;
                let id = StmtId(self.stmts);
                self.stmts += 1;
                let span = node.span.unwrap_or_default();
                self.stmt_kind(node).map(|kind| Stmt { id, span, in_macro: false, kind })
            }
        }
    }

    fn numbered(&mut self, node: &Node<'_>) -> Parsed<Stmt> {
        bare(node)?;
        let mut items = Items::of_list(node)?;
        items.keyword("numbered")?;
        let id = StmtId(items.number()?);
        let stmt = self.stmt(items.next("a statement")?)?;
        items.finish().map(|()| Stmt { id, ..stmt })
    }

    fn in_macro(&mut self, node: &Node<'_>) -> Parsed<Stmt> {
        bare(node)?;
        let mut items = Items::of_list(node)?;
        items.keyword("macro")?;
        let stmt = self.stmt(items.next("a statement")?)?;
        items.finish().map(|()| Stmt { in_macro: true, ..stmt })
    }

    fn stmt_kind(&mut self, node: &Node<'_>) -> Parsed<StmtKind> {
        let mut items = Items::of_list(node)?;
        let head = items.word("a statement's name")?;
        let kind = match head {
            "if" => self.if_stmt(&mut items),
            "for" => self.for_loop(&mut items),
            "while" => self.while_loop(&mut items),
            "omp" => self.governed(&mut items),
            _ => self.simple_stmt(node, head, &mut items),
        };
        kind.and_then(|kind| items.finish().map(|()| kind))
    }

    fn governed(&mut self, items: &mut Items<'_, '_>) -> Parsed<StmtKind> {
        let directive = directive(items.next("a directive")?)?;
        Ok(StmtKind::Directive(directive, self.block(items)?))
    }

    fn simple_stmt(
        &self,
        node: &Node<'_>,
        head: &str,
        items: &mut Items<'_, '_>,
    ) -> Parsed<StmtKind> {
        Ok(match head {
            "declare" => {
                let symbol = self.symbol_item(items)?;
                StmtKind::Declare { symbol, value: self.optional_expr(items)? }
            }
            "evaluate" => StmtKind::Evaluate(self.next_expr(items)?),
            "opaque" => StmtKind::Opaque { why: items.text()? },
            _ => self.jump_or_assignment(node, head, items)?,
        })
    }

    fn jump_or_assignment(
        &self,
        node: &Node<'_>,
        head: &str,
        items: &mut Items<'_, '_>,
    ) -> Parsed<StmtKind> {
        if let Ok(jump) = of_word(head) {
            return Ok(StmtKind::Jump(jump));
        }
        let op = head.strip_suffix('=').and_then(|op| match op {
            "" => Some(None),
            _ => find_word(BINARY_OPS, BinaryOp::symbol, op).map(Some),
        });
        let Some(op) = op else {
            return Err(Fault::new(node.offset, format!("`{head}` is not a statement")));
        };
        let target = self.place_item(items)?;
        Ok(StmtKind::Assign { target, op, value: self.next_expr(items)? })
    }

    fn if_stmt(&mut self, items: &mut Items<'_, '_>) -> Parsed<StmtKind> {
        let condition = self.next_expr(items)?;
        let then = self.named_block("then", items)?;
        let otherwise =
            if items.peek().is_some() { self.named_block("else", items)? } else { Vec::new() };
        Ok(StmtKind::If { condition, then, otherwise })
    }

    fn while_loop(&mut self, items: &mut Items<'_, '_>) -> Parsed<StmtKind> {
        let why = items.text()?;
        let unconditional = items.peek().and_then(list_head) == Some("do");
        let condition = if unconditional { None } else { Some(self.next_expr(items)?) };
        Ok(StmtKind::While { why, condition, body: self.named_block("do", items)? })
    }

    fn for_loop(&mut self, items: &mut Items<'_, '_>) -> Parsed<StmtKind> {
        let mut header = self.loop_header(items)?;
        header.body = self.block(items)?;
        Ok(StmtKind::Loop(header))
    }

    fn loop_header(&mut self, items: &mut Items<'_, '_>) -> Parsed<Box<Loop>> {
        let expected = self.loops;
        self.loops += 1;
        Ok(Box::new(Loop {
            iv: self.symbol_item(items)?,
            lower: self.next_expr(items)?,
            relation: items.relation()?,
            bound: self.next_expr(items)?,
            step: self.next_expr(items)?,
            id: LoopId(items.section("loop", Items::number)?.unwrap_or(expected)),
            role: self.role(items)?,
            declares_iv: items.flag("declares")?,
            braced: items.flag("braced")?,
            written: written(items)?,
            header: items.marked_span("header")?,
            body_span: items.marked_span("block")?,
            pragma: items.section("pragma", Items::text)?,
            body: Vec::new(),
        }))
    }

    fn role(&self, items: &mut Items<'_, '_>) -> Parsed<Role> {
        let block = items.section("block-of", |items| {
            let of = LoopId(items.number()?);
            Ok(Role::Block { of, size: self.size(items)? })
        })?;
        let point =
            items.section("point-of", |items| Ok(Role::Point { of: LoopId(items.number()?) }))?;
        let copy = items.section("copy", |_| Ok(Role::Copy))?;
        Ok(block.or(point).or(copy).unwrap_or_default())
    }

    fn size(&self, items: &mut Items<'_, '_>) -> Parsed<Size> {
        let node = items.next("a number or a symbol")?;
        let word = atom(node)?;
        match word.parse() {
            Ok(number) => Ok(Size::Number(number)),
            Err(_) => Ok(Size::Symbol(self.symbol(node.offset, word)?)),
        }
    }

    fn next_expr(&self, items: &mut Items<'_, '_>) -> Parsed<Expr> {
        self.expr(items.next("an expression")?)
    }

    fn optional_expr(&self, items: &mut Items<'_, '_>) -> Parsed<Option<Expr>> {
        items.peek().is_some().then(|| self.next_expr(items)).transpose()
    }

    fn boxed(&self, items: &mut Items<'_, '_>) -> Parsed<Box<Expr>> {
        self.next_expr(items).map(Box::new)
    }

    fn expr(&self, node: &Node<'_>) -> Parsed<Expr> {
        match &node.kind {
            NodeKind::Bracket(_) => self.load(node),
            NodeKind::List(_) => self.operation(node).and_then(|kind| self.typed(node, kind)),
            NodeKind::Text(text) => self.typed(node, ExprKind::Float(text.clone())),
            NodeKind::Atom(word) => self.word(node, word),
        }
    }

    fn load(&self, node: &Node<'_>) -> Parsed<Expr> {
        let place = self.place(node)?;
        Ok(Expr { ty: place.ty, kind: ExprKind::Load(place) })
    }

    fn word(&self, node: &Node<'_>, word: &str) -> Parsed<Expr> {
        let kind = match integer(word) {
            Some(value) => ExprKind::Int(value),
            None => ExprKind::Symbol(self.symbol(node.offset, word)?),
        };
        self.typed(node, kind)
    }

    /// The expression of `kind` with the type written behind `node`, or else its natural type.
    fn typed(&self, node: &Node<'_>, kind: ExprKind) -> Parsed<Expr> {
        spanless(node)?;
        let ty = written_type(node)?.or_else(|| natural_type(&kind, self.symbols));
        let ty = ty.ok_or_else(|| Fault::new(node.offset, "a type must follow this expression"))?;
        Ok(Expr { ty, kind })
    }

    fn operation(&self, node: &Node<'_>) -> Parsed<ExprKind> {
        let mut items = Items::of_list(node)?;
        let head = items.word("an operator")?;
        let kind = match head {
            "load" => self.place_item(&mut items).map(ExprKind::Load),
            "addr" => self.place_item(&mut items).map(ExprKind::AddressOf),
            "cast" => self.boxed(&mut items).map(ExprKind::Cast),
            "select" => self.select(&mut items),
            "call" => self.call(&mut items, false),
            "call-pure" => self.call(&mut items, true),
            "opaque" => opaque(&mut items, false),
            "opaque-effects" => opaque(&mut items, true),
            _ => self.arithmetic(node, head, &mut items),
        };
        kind.and_then(|kind| items.finish().map(|()| kind))
    }

    fn select(&self, items: &mut Items<'_, '_>) -> Parsed<ExprKind> {
        Ok(ExprKind::Select(self.boxed(items)?, self.boxed(items)?, self.boxed(items)?))
    }

    fn call(&self, items: &mut Items<'_, '_>, pure_fn: bool) -> Parsed<ExprKind> {
        let name = items.name()?;
        Ok(ExprKind::Call { name, pure_fn, arguments: items.rest(|node| self.expr(node))? })
    }

    fn arithmetic(
        &self,
        node: &Node<'_>,
        head: &str,
        items: &mut Items<'_, '_>,
    ) -> Parsed<ExprKind> {
        if let Some(op) = find_word(UNARY_OPS, unary_word, head) {
            return self.boxed(items).map(|operand| ExprKind::Unary(op, operand));
        }
        if let Some(op) = find_word(BINARY_OPS, BinaryOp::symbol, head) {
            return self.pair(items).map(|(left, right)| ExprKind::Binary(op, left, right));
        }
        if let Some(relation) = Relation::of_symbol(head) {
            return self.pair(items).map(|(left, right)| ExprKind::Compare(relation, left, right));
        }
        Err(Fault::new(node.offset, format!("`{head}` is not an operator")))
    }

    fn pair(&self, items: &mut Items<'_, '_>) -> Parsed<(Box<Expr>, Box<Expr>)> {
        Ok((self.boxed(items)?, self.boxed(items)?))
    }

    fn place_item(&self, items: &mut Items<'_, '_>) -> Parsed<Place> {
        self.place(items.next("a place")?)
    }

    fn place(&self, node: &Node<'_>) -> Parsed<Place> {
        let NodeKind::Bracket(nodes) = &node.kind else {
            return Err(Fault::new(node.offset, "expected a place in brackets"));
        };
        let mut items = Items { nodes, offset: node.offset };
        let base = self.base(items.next("a base")?)?;
        let debug = items.section("debug", debug_location)?;
        let steps = items.rest(|node| self.step(node))?;
        let span = node.span.unwrap_or_default();
        let place = Place { base, steps, ty: Type::Void, span, debug };
        let ty = written_type(node)?.or_else(|| natural_place_type(&place, self.symbols));
        let ty = ty.ok_or_else(|| Fault::new(node.offset, "a type must follow this place"))?;
        Ok(Place { ty, ..place })
    }

    fn base(&self, node: &Node<'_>) -> Parsed<Base> {
        match &node.kind {
            NodeKind::Bracket(_) => Ok(Base::Loaded(Box::new(self.place(node)?))),
            NodeKind::List(_) => {
                bare(node)?;
                let mut items = Items::of_list(node)?;
                items.keyword("value")?;
                let value = self.boxed(&mut items)?;
                items.finish()?;
                Ok(Base::Value(value))
            }
            _ => Ok(Base::Symbol(self.symbol(node.offset, atom(node)?)?)),
        }
    }

    fn step(&self, node: &Node<'_>) -> Parsed<Step> {
        bare(node)?;
        let mut items = Items::of_list(node)?;
        let step = match items.word("`index` or `field`")? {
            "index" => self.index(&mut items),
            "field" => field(&mut items),
            _ => Err(unexpected(node, "(index …)` or `(field …)")),
        };
        step.and_then(|step| items.finish().map(|()| step))
    }

    fn index(&self, items: &mut Items<'_, '_>) -> Parsed<Step> {
        Ok(Step::Index {
            index: self.next_expr(items)?,
            scale: self.next_expr(items)?,
            extent: self.optional_expr(items)?,
        })
    }
}

fn debug_location(items: &mut Items<'_, '_>) -> Parsed<Box<DebugLocation>> {
    let file = items.name()?.into();
    let position = LineColumn { line: items.number()?, column: items.number()? };
    Ok(Box::new(DebugLocation { file, position }))
}

fn field(items: &mut Items<'_, '_>) -> Parsed<Step> {
    Ok(Step::Field {
        name: items.name()?,
        offset: items.number()?,
        overlapping: items.flag("overlapping")?,
    })
}

fn opaque(items: &mut Items<'_, '_>, effects: bool) -> Parsed<ExprKind> {
    Ok(ExprKind::Opaque { why: items.text()?, effects })
}
