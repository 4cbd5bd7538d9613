//! Whether anything behind statements may read what the host has of a piece of storage.

use super::flow::{Effects, Followed};
use super::statements::ids;
use super::storage::Storage;
use crate::id::StmtId;
use crate::ir::Stmt;

/// What comes behind statements, and may mean a piece of storage.
pub(super) struct Later<'s> {
    followed: &'s Followed<'s>,
    storage: Storage,
    /// What the storage is a part of.
    pub(super) whole: Storage,
    /// Whether no statement of the host reads it.
    pub(super) is_unread: bool,
    last: Option<StmtId>,
    /// The outermost loop around the statements: it comes to all that is in it again.
    outermost: Option<StmtId>,
}

impl<'s> Later<'s> {
    /// `None` where others know the storage, and may read it at any time.
    pub(super) fn of(
        followed: &'s Followed<'s>,
        storage: Storage,
        (stmts, outermost): (&[Stmt], Option<StmtId>),
    ) -> Option<Self> {
        let Followed { variables, escaped, .. } = followed;
        let (whole, _) = variables.whole(storage);
        let is_unread = followed.is_unread(storage);
        let is_own = variables.is_local(storage) && !escaped.contains(&whole);
        let last = ids(stmts).last().copied();
        (is_unread || is_own).then_some(Self {
            followed,
            storage,
            whole,
            is_unread,
            last,
            outermost,
        })
    }

    /// What the statements behind do, and those in the loops around.
    pub(super) fn effects(&self) -> impl Iterator<Item = (&'s StmtId, &'s Effects)> {
        let (last, outermost) = (self.last, self.outermost);
        let comes = move |at: StmtId| Some(at) > last || outermost.is_some_and(|own| at >= own);
        self.followed.effects.iter().filter(move |(at, _)| comes(**at))
    }

    /// Whether storage may be the one that is looked at, or a part of what it lies in.
    pub(super) fn meets(&self, own: Storage) -> bool {
        let Followed { variables, escaped, .. } = self.followed;
        variables.whole(own).0 == self.whole
            || !self.is_unread && variables.may_meet(own, self.storage, escaped)
    }

    /// Whether the host reads the storage there, or a construct holds it.
    pub(super) fn reads(&self, effects: &Effects) -> bool {
        let mut touches = effects.touches.iter();
        let is_read = touches.any(|(own, writes)| !writes && self.meets(*own));
        is_read && !effects.is_release || effects.holds().any(|own| self.meets(own))
    }
}
