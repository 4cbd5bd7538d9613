//! What is said beside clang's own messages: that a program was made whose images libomptarget never loads, what a command lacks that
//! clang rejects, and that objects with code for a device are linked without it.
//!
//! A program whose images are not loaded runs its target regions on the host and says nothing of it. The truth is in the file that was
//! written, so it is looked at after the link. All of this is for users who want remarks; for others clang
//! takes the process over as ever.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use warpcc::report::Remarks;

use crate::args;
use crate::driver::{become_clang, say};
use crate::exec::{self, Captured, Invocation};
use crate::image::{self, Image};
use crate::nvidia::{self, Help};
use crate::settings::{Mode, Settings};
use crate::toolchain;

/// How far a file system may round the time of a file down.
const COARSEST: Duration = Duration::from_secs(1);

/// A program that a command may link, to be looked at when it is there.
#[derive(Debug)]
struct Link {
    program: PathBuf,
    clang: PathBuf,
    began: SystemTime,
}

/// What is to be done when clang has ended.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    link: Option<Link>,
    help: Option<Help>,
    lack: Option<Lack>,
}

/// What a command does not say of offload.
#[derive(Debug)]
enum Lack {
    /// It names devices, and not OpenMP: clang rejects it.
    Openmp,
    /// It links this object, which has code for a device, as if it had none: names are missing, or the code is never used.
    Device(String),
}

/// Where offload is asked for.
const EVERYWHERE: &str =
    "when compiling and when linking (with CMake: target_compile_options and target_link_options)";

/// What is to be done after a command, where the user wants remarks.
pub(crate) fn watch(settings: &Settings, invocation: &Invocation) -> Watch {
    if settings.remarks == Remarks::None || settings.mode == Mode::Off {
        return Watch::default();
    }
    let began = SystemTime::now().checked_sub(COARSEST).unwrap_or(SystemTime::UNIX_EPOCH);
    let (clang, args) = (invocation.program.clone(), &invocation.args);
    let link = args::linked(args).map(|name| Link { program: name.into(), clang, began });
    Watch { link, help: nvidia::help(settings, invocation), lack: lack(args) }
}

fn lack(args: &[OsString]) -> Option<Lack> {
    if args::devices_without_openmp(args) {
        return Some(Lack::Openmp);
    }
    let mut inputs = args::linked_without_offload(args).into_iter();
    inputs.find(|name| image::is_object_with_images(Path::new(name))).map(Lack::Device)
}

/// Lets clang take the process over, unless something is to be done after it; the exit code is clang's.
pub(crate) fn hand_over(watch: &Watch, invocation: &Invocation) -> Result<i32, String> {
    if matches!(watch, Watch { link: None, help: None, lack: None }) {
        return become_clang(invocation);
    }
    let captured = exec::wait(invocation).map_err(|error| invocation.failure(&error))?;
    Ok(watch.ended(&captured))
}

impl Watch {
    /// The exit code after a clang that may have linked.
    pub(crate) fn ended(&self, captured: &Captured) -> i32 {
        if captured.output.status.success() {
            self.succeeded();
        } else if captured.interrupted.is_none() {
            self.help.iter().for_each(Help::remark);
            self.lack.iter().for_each(Lack::remark);
        }
        captured.end()
    }

    /// Looks at the program that was linked.
    pub(crate) fn succeeded(&self) {
        self.link.iter().for_each(Link::remark);
        self.lack.iter().filter(|lack| matches!(lack, Lack::Device(_))).for_each(Lack::remark);
    }
}

impl Lack {
    /// Names what is missing, in one line.
    fn remark(&self) {
        match self {
            Self::Openmp => say(&format!(
                "warpcc: remark: -fopenmp-targets= needs -fopenmp beside it, {EVERYWHERE}\n"
            )),
            Self::Device(object) => say(&format!(
                "warpcc: remark: {object} has code for a device, and this link does not ask for it: add -fopenmp with \
                 -fopenmp-targets= or --offload-arch=, {EVERYWHERE}\n"
            )),
        }
    }
}

impl Link {
    /// Says that the program never offloads, where it was written by this command and that is so.
    fn remark(&self) {
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
