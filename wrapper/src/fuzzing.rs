//! Entry points for the fuzzer (`fuzz/`); no interface.

use std::ffi::{OsStr, OsString};

use warpcc::command::Language;

use crate::args::{self, Offload};
use crate::response::{self, Quoting};
use crate::settings;

/// Reads `words` as the arguments of `warpcc`. Of clang's arguments none is lost, changed or moved.
/// Response files are left out: what is read would depend on the machine.
pub fn command_line(words: &[OsString]) {
    let Ok((_, clang)) = settings::read(words, |_| None) else { return };
    let mut rest = words.iter();
    assert!(clang.iter().all(|word| rest.any(|other| other == word)));
    if clang.iter().any(|word| word.as_encoded_bytes().starts_with(b"@")) {
        return;
    }
    for language in [Language::C, Language::Cxx] {
        for offload in [Offload::Required, Offload::Assumed] {
            drop(args::classify(&clang, language, offload));
        }
    }
}

/// Splits `text` as a response file and as a shell does; words that are quoted come back.
pub fn response_file(text: &str) {
    let _ = response::split(text, Quoting::Shell);
    let words = response::split(text, Quoting::Response);
    let plain: Vec<&OsStr> = words.iter().map(OsStr::new).collect();
    let quoted = String::from_utf8(response::quote(&plain)).expect("quoting keeps UTF-8");
    assert_eq!(response::split(&quoted, Quoting::Response), words);
}
