//! A small hash that is the same on every machine and in every version: FNV-1a with 64 bits
//! (Fowler, Noll, Vo; RFC 9923).

/// The hash of `parts`, each ended by a zero byte.
pub(crate) fn fnv<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let bytes = parts.into_iter().flat_map(|part| part.iter().chain(std::iter::once(&0)));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_never_changes() {
        assert_eq!(fnv([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv([b"a".as_slice()]), 0x089b_e207_b544_f1e4);
        assert_ne!(fnv([b"a".as_slice(), b"b"]), fnv([b"ab".as_slice()]));
    }
}
