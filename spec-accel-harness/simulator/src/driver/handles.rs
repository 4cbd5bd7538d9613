//! Handles: the numbers that programs hold in place of our objects.

use std::collections::BTreeMap;

use super::errors::Error;

/// What a handle names. It stands in the top byte of the handle, so that no handle is null, and none of one kind passes for
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A `CUcontext`.
    Context = 1,
    /// A `CUstream`.
    Stream = 2,
    /// A `CUevent`.
    Event = 3,
    /// A `CUmodule`.
    Module = 4,
    /// A `CUfunction`.
    Function = 5,
}

/// The handle of a number, counted from 1.
pub(crate) fn handle(kind: Kind, number: u64) -> u64 {
    u64::from(kind as u8) << 56 | number
}

/// The objects of one kind by their handles. A handle is never used twice.
#[derive(Debug)]
pub(crate) struct Table<T> {
    kind: Kind,
    made: u64,
    objects: BTreeMap<u64, T>,
}

impl<T> Table<T> {
    /// A table without objects.
    pub(crate) fn new(kind: Kind) -> Table<T> {
        Table { kind, made: 0, objects: BTreeMap::new() }
    }

    /// Takes an object in and gives its handle.
    pub(crate) fn add(&mut self, object: T) -> u64 {
        self.made += 1;
        let handle = handle(self.kind, self.made);
        self.objects.insert(handle, object);
        handle
    }

    /// The object of a handle.
    pub(crate) fn get(&self, handle: u64) -> Result<&T, Error> {
        self.objects.get(&handle).ok_or(Error::InvalidHandle)
    }

    /// Takes an object out.
    pub(crate) fn remove(&mut self, handle: u64) -> Result<T, Error> {
        self.objects.remove(&handle).ok_or(Error::InvalidHandle)
    }

    /// The handle of the first object that is as wished.
    pub(crate) fn find(&self, wished: impl Fn(&T) -> bool) -> Option<u64> {
        self.objects.iter().find(|(_, object)| wished(object)).map(|(handle, _)| *handle)
    }

    /// Takes out all objects that are not as wished.
    pub(crate) fn retain(&mut self, wished: impl Fn(&T) -> bool) {
        self.objects.retain(|_, object| wished(object));
    }

    /// Takes out all objects, in the order in which they came.
    pub(crate) fn clear(&mut self) -> Vec<T> {
        std::mem::take(&mut self.objects).into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_not_null_not_used_twice_and_of_one_kind() {
        let mut streams = Table::new(Kind::Stream);
        let mut events = Table::new(Kind::Event);
        let (first, other) = (streams.add('a'), events.add('a'));
        assert_ne!(first, 0);
        assert_ne!(first, other);
        assert_eq!(events.get(first), Err(Error::InvalidHandle));
        assert_eq!(streams.remove(first), Ok('a'));
        assert_ne!(streams.add('b'), first);
        assert_eq!(streams.remove(first), Err(Error::InvalidHandle));
        assert_eq!(streams.clear(), ['b']);
    }
}
