//! What a call answers: the numbers of `CUresult`, with the names of `cuda.h` and texts of our own.

use std::ffi::CStr;

/// The errors that calls answer with; success is no error. The numbers are those of `CUresult` in `cuda.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum Error {
    /// An argument cannot be meant: null, too large, or outside of what it names.
    InvalidValue = 1,
    /// The device has no such amount of memory left.
    OutOfMemory = 2,
    /// `cuInit` was not called, or it failed.
    NotInitialized = 3,
    /// There is one device, and this is not its number.
    InvalidDevice = 101,
    /// The image holds no module that can be run.
    InvalidImage = 200,
    /// The thread has no current context, or the context is none of ours.
    InvalidContext = 201,
    /// The limit is none that can be asked or set.
    UnsupportedLimit = 215,
    /// There is no second device.
    PeerAccessUnsupported = 217,
    /// The handle names nothing that exists.
    InvalidHandle = 400,
    /// The module has no such symbol.
    NotFound = 500,
    /// A kernel used an address that is not its own.
    IllegalAddress = 700,
    /// A kernel did something else that stops it.
    LaunchFailed = 719,
    /// The simulator does not do this.
    NotSupported = 801,
    /// The simulator itself failed.
    Unknown = 999,
}

/// The number that stands for success.
pub const SUCCESS: u32 = 0;

/// One row: the error, its name, its text.
type Row = (Error, &'static CStr, &'static CStr);

const TABLE: &[Row] = &[
    (Error::InvalidValue, c"CUDA_ERROR_INVALID_VALUE", c"an argument is not valid"),
    (Error::OutOfMemory, c"CUDA_ERROR_OUT_OF_MEMORY", c"the memory is used up"),
    (Error::NotInitialized, c"CUDA_ERROR_NOT_INITIALIZED", c"the driver was not initialised"),
    (Error::InvalidDevice, c"CUDA_ERROR_INVALID_DEVICE", c"there is no such device"),
    (Error::InvalidImage, c"CUDA_ERROR_INVALID_IMAGE", c"the image cannot be run"),
    (Error::InvalidContext, c"CUDA_ERROR_INVALID_CONTEXT", c"no context, or not a valid one"),
    (Error::UnsupportedLimit, c"CUDA_ERROR_UNSUPPORTED_LIMIT", c"there is no such limit"),
    (
        Error::PeerAccessUnsupported,
        c"CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
        c"there is no second device",
    ),
    (Error::InvalidHandle, c"CUDA_ERROR_INVALID_HANDLE", c"the handle names nothing"),
    (Error::NotFound, c"CUDA_ERROR_NOT_FOUND", c"there is no such symbol"),
    (
        Error::IllegalAddress,
        c"CUDA_ERROR_ILLEGAL_ADDRESS",
        c"a kernel used an address that is not its own",
    ),
    (Error::LaunchFailed, c"CUDA_ERROR_LAUNCH_FAILED", c"a kernel was stopped"),
    (Error::NotSupported, c"CUDA_ERROR_NOT_SUPPORTED", c"the simulator does not do this"),
    (Error::Unknown, c"CUDA_ERROR_UNKNOWN", c"the simulator failed"),
];

impl Error {
    /// The number of `CUresult`.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// The name of `cuda.h`, as `CUDA_ERROR_INVALID_VALUE`.
    pub fn name(self) -> &'static CStr {
        self.row().1
    }

    /// What it means, in a few words.
    pub fn text(self) -> &'static CStr {
        self.row().2
    }

    fn row(self) -> &'static Row {
        let row = TABLE.iter().find(|row| row.0 == self);
        row.expect("the table has a row for each error: a test counts them")
    }
}

/// The text for a number: of success, of an error of ours, or nothing.
pub fn text_of(code: u32) -> Option<&'static CStr> {
    if code == SUCCESS {
        return Some(c"no error");
    }
    TABLE.iter().find(|row| row.0.code() == code).map(|row| row.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_a_row_a_name_and_a_text() {
        let codes = [1, 2, 3, 101, 200, 201, 215, 217, 400, 500, 700, 719, 801, 999];
        assert_eq!(TABLE.iter().map(|row| row.0.code()).collect::<Vec<_>>(), codes);
        for (error, name, text) in TABLE {
            assert_eq!((error.name(), error.text()), (*name, *text));
            assert_eq!(text_of(error.code()), Some(*text));
        }
        assert_eq!(text_of(SUCCESS), Some(c"no error"));
        assert_eq!(text_of(4), None);
    }
}
