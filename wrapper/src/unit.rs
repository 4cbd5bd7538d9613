//! One unit.
use crate::args::Compilation;
use crate::driver::become_clang;
use crate::exec::Invocation;
use crate::settings::Settings;

pub(crate) fn compile(
    _settings: &Settings,
    invocation: &Invocation,
    _compilation: Compilation,
) -> Result<i32, String> {
    become_clang(invocation)
}
