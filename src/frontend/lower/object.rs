//! Values of class type: what braced lists and constructors make, in variables without a name.

use clang_sys as cs;

use super::Lowerer;
use super::containers::is_vector;
use super::frame::{Implicit, Returned};
use super::nodes::{cast, whole};
use super::place::{as_base, field_steps};
use super::syntax::members_of;
use super::types::{class_of, innermost, is_array};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::ir::{Expr, ExprKind, Place, Stmt, StmtKind, Type};

/// How deep classes are looked into.
const DEEPEST: u32 = 16;

impl<'tu> Lowerer<'_, 'tu> {
    /// The object that a braced list or a constructor makes.
    pub(super) fn made_object(&mut self, value: Cursor<'tu>) -> Option<Expr> {
        self.hoisted.as_ref()?;
        let ty = value.ty().canonical();
        let mark = self.mark();
        let own = self.ty(ty);
        let symbol = self.temporary("value", own);
        let span = self.span(value);
        self.hoist(StmtKind::Declare { symbol, value: None }, span);
        let place = whole(symbol, own, span);
        let list = value.kind() == cs::CXCursor_InitListExpr;
        let made = if list {
            self.listed_parts(&place, ty, value)
        } else {
            self.constructed(&place, value).filter(|()| self.may_stand_before(&mark, false))
        };
        if made.is_none() {
            self.take_back(&mark);
        }
        made.map(|()| Expr { ty: own, kind: ExprKind::Load(place) })
    }

    /// A variable that a constructor makes: its declaration, and what the constructor does to it. Whether that was
    /// understood.
    pub(super) fn constructed_variable(
        &mut self,
        cursor: Cursor<'tu>,
        variable: Cursor<'tu>,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let ty = variable.ty().canonical();
        let of = |ty: ClangType<'tu>| ty.canonical().declaration().map(Cursor::identity);
        let makes = |value: &Cursor<'tu>| {
            let constructor = |c: &Cursor<'tu>| c.kind() == cs::CXCursor_Constructor && !c.copies();
            let called = value.referenced().is_some_and(|c| constructor(&c));
            value.kind() == cs::CXCursor_CallExpr && called && of(value.ty()) == of(ty)
        };
        let value = variable.initializer().filter(|value| makes(value) && !makes_nothing(*value));
        let is_first = self.hoisted.is_none() && ty.kind() == cs::CXType_Record;
        let Some(value) = value.filter(|_| is_first) else { return false };
        let (mark, length) = (self.mark(), out.len());
        let symbol = self.declared_symbol(variable);
        self.push(cursor, StmtKind::Declare { symbol, value: None }, out);
        let place = whole(symbol, self.ty(ty), self.span(variable));
        let made = self.hoisting(value, out, |lowerer| {
            let made = lowerer.constructed(&place, value);
            made.is_some() && lowerer.may_stand_before(&mark, false)
        });
        if !made {
            out.truncate(length);
            self.take_back(&mark);
        }
        made
    }

    /// The object that an expression computes, as a place.
    pub(super) fn computed_object(&mut self, value: Cursor<'tu>) -> Option<Place> {
        let class = value.ty().canonical().kind() == cs::CXType_Record;
        match self.value(value).ok().filter(|_| class)?.kind {
            ExprKind::Load(place) => Some(place),
            _ => None,
        }
    }

    /// Puts before the statement what a constructor does to `object`.
    fn constructed(&mut self, object: &Place, call: Cursor<'tu>) -> Option<()> {
        let ty = call.ty().canonical();
        let definition = call.referenced()?.definition()?;
        let class = definition.semantic_parent()?;
        if definition.kind() != cs::CXCursor_Constructor || !is_plain_object(ty, 0) {
            return None;
        }
        let body = self.expandable(definition)?;
        let mut frame = self.frame(call, definition)?;
        self.bind_to_variables(call, definition, &mut frame)?;
        frame.object = Implicit::Place(object.clone());
        let span = self.span(call);
        let (stmts, clean) = self.inside(frame, span, Some(class), |lowerer| {
            let mut out = Vec::new();
            lowerer.initialisers(definition, object, ty, &mut out)?;
            let returned = Returned { symbol: None, ty: Type::Void, span };
            lowerer.function_body(&body.children(), returned, &mut out)?;
            Some(out)
        });
        self.hoisted.as_mut()?.extend(stmts.filter(|_| clean)?);
        Some(())
    }

    /// What a constructor does before its body, in the order of the members.
    pub(super) fn initialisers(
        &mut self,
        constructor: Cursor<'tu>,
        object: &Place,
        ty: ClangType<'tu>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let class = ty.declaration()?;
        let parts = constructor.children();
        let (mut members, mut bases) = (Vec::new(), Vec::new());
        for pair in parts.windows(2) {
            match pair[0].kind() {
                cs::CXCursor_MemberRef => members.push((pair[0].referenced()?, pair[1])),
                cs::CXCursor_TypeRef if pair[1].is_expression() => bases.push(pair[1]),
                _ => {}
            }
        }
        for base in &bases {
            let made = base.ty().canonical().declaration()?;
            let part = as_base(object.clone(), class, made)?;
            self.hoisting(*base, out, |lowerer| lowerer.initialised(&part, base.ty(), *base))?;
            if made.identity() == class.identity() {
                return Some(());
            }
        }
        let silent = |c: &&Cursor<'tu>| c.kind() == cs::CXCursor_CXXBaseSpecifier;
        if members_of(class).iter().filter(silent).count() != bases.len() {
            return None;
        }
        for field in ty.fields() {
            let given =
                members.iter().find(|(member, _)| member.is(field)).map(|(_, value)| *value);
            let array = is_array(field.ty().canonical());
            let own = || field.children().into_iter().rfind(|c| c.is_expression());
            let list = |c: &Cursor<'tu>| !array || c.kind() == cs::CXCursor_InitListExpr;
            let Some(value) = given.or_else(|| own().filter(list)) else {
                let is_empty = self.host.is_some() && is_vector(field.ty());
                if !is_empty && !starts_as_nothing(field.ty().canonical()) {
                    return None;
                }
                continue;
            };
            let mut place = object.clone();
            place.steps.extend(field_steps(field, class).ok()?);
            place.ty = self.ty(field.ty());
            self.hoisting(value, out, |l| l.initialised(&place, field.ty(), value))?;
        }
        Some(())
    }

    /// Puts before the statement the initialisation of a part of an object.
    fn initialised(&mut self, part: &Place, ty: ClangType<'tu>, value: Cursor<'tu>) -> Option<()> {
        let ty = ty.canonical();
        if self.host.is_some() && is_vector(ty) {
            return self.made_vector(part, value);
        }
        let aggregate = is_array(ty) || ty.kind() == cs::CXType_Record;
        if aggregate && value.kind() == cs::CXCursor_InitListExpr {
            return self.listed_parts(part, ty, value);
        }
        if makes_nothing(value) {
            return Some(());
        }
        super::place::check_ordinary(ty).ok()?;
        let value = match ty.kind() {
            _ if !aggregate && !super::types::is_reference(ty) => {
                let value = self.expr(value);
                cast(value, part.ty)
            }
            cs::CXType_Record => self.class_value(value)?,
            _ => return None,
        };
        let kind = StmtKind::Assign { target: part.clone(), op: None, value };
        self.hoist(kind, part.span);
        Some(())
    }
}

/// Whether objects of a class are copied as their bytes, and need nothing done at their end.
pub(super) fn is_plain_object(ty: ClangType, depth: u32) -> bool {
    let ty = innermost(ty);
    if ty.is_plain_data() {
        return true;
    }
    let Some(class) = class_of(ty) else { return false };
    let ordinary = |member: &Cursor| match member.kind() {
        cs::CXCursor_Destructor => !member.is_virtual() && member.is_defaulted(),
        cs::CXCursor_Constructor => !member.copies() || member.is_defaulted(),
        cs::CXCursor_CXXMethod if member.spelling() == "operator=" => member.is_defaulted(),
        cs::CXCursor_CXXMethod => !member.is_virtual(),
        cs::CXCursor_CXXBaseSpecifier => {
            !member.is_virtual_base() && is_plain_object(member.ty().canonical(), depth + 1)
        }
        _ => true,
    };
    depth < DEEPEST
        && class.kind() != cs::CXCursor_UnionDecl
        && members_of(class).iter().all(ordinary)
        && ty.fields().iter().all(|field| is_plain_object(field.ty().canonical(), depth + 1))
}

/// Whether more happens at the end of an object's life than that its memory is free again.
pub(super) fn is_destroyed(ty: ClangType, depth: u32) -> bool {
    let ty = innermost(ty);
    let Some(class) = class_of(ty) else { return false };
    let acts = |member: &Cursor| match member.kind() {
        cs::CXCursor_Destructor => !member.is_defaulted(),
        cs::CXCursor_CXXBaseSpecifier => is_destroyed(member.ty().canonical(), depth + 1),
        _ => false,
    };
    !ty.is_plain_data()
        && (depth >= DEEPEST
            || members_of(class).iter().any(acts)
            || ty.fields().iter().any(|field| is_destroyed(field.ty().canonical(), depth + 1)))
}

/// Whether an object of the type that no initialiser names is left as it is.
fn starts_as_nothing(ty: ClangType) -> bool {
    let ty = innermost(ty);
    ty.kind() != cs::CXType_Record || ty.is_plain_data()
}

/// Whether an initialiser is the constructor of a plain class without arguments.
pub(super) fn makes_nothing(value: Cursor) -> bool {
    let constructor = value.kind() == cs::CXCursor_CallExpr
        && value.referenced().is_some_and(|callee| callee.kind() == cs::CXCursor_Constructor);
    let plain = innermost(value.ty().canonical()).is_plain_data();
    constructor && value.arguments().is_empty() && plain
}
