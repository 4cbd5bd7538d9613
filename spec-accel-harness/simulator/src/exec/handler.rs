//! Functions that compute with all lanes at once, compiled for two kinds of hosts.

use super::registers::Registers;
use crate::code::Operands;

/// Something to do that is compiled for two kinds of hosts.
pub(super) trait Job {
    type Result;
    /// Does it. To be inlined always, with whatever it calls often.
    fn run(self) -> Self::Result;
}

/// Does something, compiled for vectors of 256 bits on a host that has them.
#[inline]
pub(super) fn on_host<J: Job>(job: J) -> J::Result {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        #[target_feature(enable = "avx2,fma")]
        fn wide<J: Job>(job: J) -> J::Result {
            job.run()
        }
        // SAFETY: the host has the features.
        return unsafe { wide(job) };
    }
    plain(job)
}

/// Apart, so that calls on other hosts cost these nothing.
#[inline(never)]
fn plain<J: Job>(job: J) -> J::Result {
    job.run()
}

/// Computes for the lanes of a mask.
pub(crate) type Handler = Box<dyn Fn(&mut Registers, &Operands, u32) + Send + Sync>;

/// How a function of single values computes in registers. It is told by the function's type.
pub(super) trait Compute<F> {
    /// Computes for the lanes of a mask. To be inlined always.
    fn compute(f: &F, registers: &mut Registers, operands: &Operands, mask: u32);
}

/// A handler that computes so. On a host that has them it is compiled for vectors of 256 bits and fused products: without these an
/// `fma` is a call for each lane.
pub(super) fn handler<C: Compute<F>, F: Send + Sync + 'static>(f: F) -> Handler {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        #[target_feature(enable = "avx2,fma")]
        fn wide<C: Compute<F>, F>(f: &F, registers: &mut Registers, of: &Operands, mask: u32) {
            C::compute(f, registers, of, mask);
        }
        return Box::new(move |registers, operands, mask| {
            // SAFETY: the host has the features, which was asked before.
            unsafe { wide::<C, F>(&f, registers, operands, mask) }
        });
    }
    Box::new(move |registers, operands, mask| C::compute(&f, registers, operands, mask))
}
