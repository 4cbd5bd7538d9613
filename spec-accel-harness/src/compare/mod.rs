//! The comparison of one run: predicted sectors and gains for every kernel, and times of clang,
//! warpcc, the expert's version and the other compilers on the devices that are there.

mod page;
mod predicted;
mod times;

pub(crate) use predicted::summary_of;
pub(crate) use times::{Options, Sizes};

use crate::compile::{Device, Places};
use crate::kernels::Kernel;
use crate::provenance::Provenance;
use crate::tools::Tools;
use predicted::Predicted;
use times::Times;

/// Everything that was found.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    provenance: Provenance,
    predicted: Predicted,
    times: Vec<Times>,
}

/// Predicts, then measures on each of `devices`.
pub(crate) fn compare(
    tools: &Tools,
    places: &Places,
    kernels: &[&'static Kernel],
    (devices, options): (&[Device], &Options),
) -> Comparison {
    let predicted = predicted::predict(tools, places, kernels);
    let measure = |device: &Device| times::measure(tools, places, kernels, (*device, options));
    let times = devices.iter().map(measure).collect();
    let provenance = Provenance::of_this_run(tools, &places.kernels);
    Comparison { provenance, predicted, times }
}

impl Comparison {
    /// What went wrong, one line each.
    pub(crate) fn failures(&self) -> impl Iterator<Item = &String> {
        let measured = self.times.iter().flat_map(|times| &times.failures);
        self.predicted.failures.iter().chain(measured)
    }
}
