//! What is said at link time: that a program was made whose images libomptarget never loads.
//!
//! Such a program runs its target regions on the host and says nothing of it. The truth is in the file that was
//! written, so it is looked at after the link. All of this is for users who want remarks; for others clang
//! takes the process over as ever.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use warpcc::report::Remarks;

use crate::args;
use crate::driver::{become_clang, say};
use crate::exec::{self, Captured, Invocation};
use crate::image::{self, Image};
use crate::settings::{Mode, Settings};
use crate::toolchain;

/// How far a file system may round the time of a file down.
const COARSEST: Duration = Duration::from_secs(1);

/// A program that a command may link, to be looked at when it is there.
#[derive(Debug)]
pub(crate) struct Link {
    program: PathBuf,
    clang: PathBuf,
    began: SystemTime,
}

/// The link of a command that offloads, where the user wants remarks.
pub(crate) fn link(settings: &Settings, invocation: &Invocation) -> Option<Link> {
    if settings.remarks == Remarks::None || settings.mode == Mode::Off {
        return None;
    }
    let program = args::linked(&invocation.args)?.into();
    let began = SystemTime::now().checked_sub(COARSEST).unwrap_or(SystemTime::UNIX_EPOCH);
    Some(Link { program, clang: invocation.program.clone(), began })
}

/// Lets clang take the process over, unless its program is to be looked at; the exit code is clang's.
pub(crate) fn hand_over(link: Option<&Link>, invocation: &Invocation) -> Result<i32, String> {
    if link.is_none() {
        return become_clang(invocation);
    }
    let captured = exec::wait(invocation).map_err(|error| invocation.failure(&error))?;
    Ok(ended(link, &captured))
}

/// The exit code after a clang that may have linked; its program is looked at.
pub(crate) fn ended(link: Option<&Link>, captured: &Captured) -> i32 {
    if let Some(link) = link.filter(|_| captured.output.status.success()) {
        link.remark();
    }
    captured.end()
}

impl Link {
    /// Says that the program never offloads, where it was written by this command and that is so.
    pub(crate) fn remark(&self) {
        let written = fs::metadata(&self.program).and_then(|data| data.modified());
        if written.is_ok_and(|time| time >= self.began)
            && let Ok(images) = image::images(&self.program)
            && let Some(why) = never(&images, &self.clang)
        {
            say(&format!("warpcc: remark: {}: {why}\n", self.program.display()));
        }
    }
}

/// That images are rejected by the libomptarget beside this clang, and what to do: one line. Nothing where
/// one of them is loaded.
pub(crate) fn never(images: &[Image], clang: &Path) -> Option<String> {
    let (_, major) = toolchain::offload_runtime(clang)?;
    let reasons: Option<Vec<String>> =
        images.iter().map(|image| image.rejected_by(major?)).collect();
    let mut reasons = reasons?;
    reasons.dedup();
    let what = (!reasons.is_empty()).then(|| reasons.join("; "))?;
    let major = major?;
    Some(format!(
        "libomptarget {major} rejects its image ({what}), so its target regions run on the host: {REMEDY}"
    ))
}

/// The way out of a toolchain whose images are rejected.
pub(crate) const REMEDY: &str =
    "link with CUDA 12.9, --cuda-path=~/.cache/warpcc/cuda after `make toolchain`";
