//! Launches: the block of parameters, and the limits of grids and teams.

use super::attributes::{
    BLOCK_LIMITS, GRID_LIMITS, PARAMETER_BYTES, SHARED_PER_BLOCK, THREADS_PER_BLOCK,
};
use super::errors::Error;

/// The words of the array `extra` of `cuLaunchKernel`, as `cuda.h` names them.
const END: usize = 0;
const BUFFER_POINTER: usize = 1;
const BUFFER_SIZE: usize = 2;

/// Where the packed parameters of a launch are in the host's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// The host address of the first byte; 0 only if there are no bytes.
    pub(crate) address: usize,
    /// The number of bytes, at most [`PARAMETER_BYTES`].
    pub(crate) bytes: usize,
}

/// Reads the array `extra`: pairs of a key and a value, the last key is the end. `word` gives the word at a place of the array
/// and `size` the number that a pointer names. At most five words are read: a key that comes again is an error.
pub(crate) fn read_block(
    word: impl Fn(usize) -> usize,
    size: impl Fn(usize) -> usize,
) -> Result<Block, Error> {
    let (mut address, mut bytes) = (None, None);
    let mut at = 0;
    loop {
        let slot = match word(at) {
            END => break,
            BUFFER_POINTER => &mut address,
            BUFFER_SIZE => &mut bytes,
            _ => return Err(Error::InvalidValue),
        };
        if slot.replace(word(at + 1)).is_some() {
            return Err(Error::InvalidValue);
        }
        at += 2;
    }
    let bytes = match bytes {
        Some(0) => return Err(Error::InvalidValue),
        Some(pointer) => size(pointer),
        None => 0,
    };
    let block = Block { address: address.unwrap_or(0), bytes };
    let valid = bytes <= PARAMETER_BYTES && (bytes == 0 || block.address != 0);
    if valid { Ok(block) } else { Err(Error::InvalidValue) }
}

/// Checks the extents of a launch against the device's limits and the number of threads that the kernel allows.
pub(crate) fn check_extents(
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared: u32,
    most_threads: u32,
) -> Result<(), Error> {
    let within = |extents: [u32; 3], limits: [u32; 3]| {
        extents.iter().zip(limits).all(|(extent, limit)| (1..=limit).contains(extent))
    };
    let limit = u64::from(THREADS_PER_BLOCK.min(most_threads));
    let fits = within(grid, GRID_LIMITS)
        && within(block, BLOCK_LIMITS)
        && block.iter().map(|extent| u64::from(*extent)).product::<u64>() <= limit
        && dynamic_shared <= SHARED_PER_BLOCK;
    if fits { Ok(()) } else { Err(Error::InvalidValue) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a block from an array, and sizes from a function; a read behind the array ends the test.
    fn read(words: &[usize], size: usize) -> Result<Block, Error> {
        read_block(
            |at| words[at],
            |pointer| {
                assert_ne!(pointer, 0, "a null pointer is not followed");
                size
            },
        )
    }

    #[test]
    fn the_block_of_the_runtime_is_read() {
        let block = Block { address: 4096, bytes: 24 };
        assert_eq!(read(&[BUFFER_POINTER, 4096, BUFFER_SIZE, 16, END], 24), Ok(block));
        assert_eq!(read(&[BUFFER_SIZE, 16, BUFFER_POINTER, 4096, END], 24), Ok(block));
        assert_eq!(read(&[END], 24), Ok(Block::default()));
        assert_eq!(read(&[BUFFER_POINTER, 4096, END], 24), Ok(Block { address: 4096, bytes: 0 }));
        assert_eq!(read(&[BUFFER_SIZE, 16, BUFFER_POINTER, 0, END], 0), Ok(Block::default()));
    }

    #[test]
    fn hostile_blocks_are_refused() {
        let refused = [
            (vec![BUFFER_POINTER, 0, BUFFER_SIZE, 16, END], 24), // bytes at null
            (vec![BUFFER_SIZE, 16, END], 24),                    // bytes nowhere
            (vec![BUFFER_POINTER, 4096, BUFFER_SIZE, 0, END], 24), // no size
            (vec![BUFFER_SIZE, 16, BUFFER_SIZE, 16, END], 0),    // a size twice
            (vec![BUFFER_POINTER, 1, BUFFER_POINTER, 1, END], 0), // a pointer twice
            (vec![3], 0),                                        // an unknown key
            (vec![usize::MAX], 0),
        ];
        for (words, size) in refused {
            assert_eq!(read(&words, size), Err(Error::InvalidValue), "{words:?}");
        }
        let words = [BUFFER_POINTER, 4096, BUFFER_SIZE, 16, END];
        assert!(read(&words, PARAMETER_BYTES).is_ok());
        for size in [PARAMETER_BYTES + 1, isize::MAX as usize, usize::MAX] {
            assert_eq!(read(&words, size), Err(Error::InvalidValue));
        }
    }

    #[test]
    fn extents_have_limits() {
        assert_eq!(check_extents([1, 1, 1], [1024, 1, 1], 0, 1024), Ok(()));
        assert_eq!(
            check_extents([i32::MAX as u32, 65_535, 65_535], [4, 4, 64], 49_152, 1024),
            Ok(())
        );
        let refused = [
            ([0, 1, 1], [1, 1, 1], 0, 1024),
            ([1, 1, 1], [1, 0, 1], 0, 1024),
            ([1 << 31, 1, 1], [1, 1, 1], 0, 1024),
            ([1, 65_536, 1], [1, 1, 1], 0, 1024),
            ([1, 1, 1], [1025, 1, 1], 0, 2048),
            ([1, 1, 1], [1024, 2, 1], 0, 2048),
            ([1, 1, 1], [1, 1, 65], 0, 1024),
            ([1, 1, 1], [129, 1, 1], 0, 128),
            ([1, 1, 1], [1, 1, 1], 0, 0),
            ([1, 1, 1], [1, 1, 1], 49_153, 1024),
            ([u32::MAX; 3], [u32::MAX; 3], u32::MAX, u32::MAX),
        ];
        for (grid, block, shared, most) in refused {
            assert_eq!(check_extents(grid, block, shared, most), Err(Error::InvalidValue));
        }
    }

    proptest! {
        #[test]
        fn at_most_five_words_are_read(words in proptest::collection::vec(0_usize..4, 6)) {
            let most = std::cell::Cell::new(0);
            let word = |at: usize| {
                most.set(most.get().max(at));
                words[at]
            };
            let block = read_block(word, |_| 8);
            prop_assert!(most.get() < 6);
            prop_assert!(block.is_err() || block.is_ok_and(|block| block.bytes <= 8));
        }
    }
}
