//! Work on many items at a time.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::progress::Progress;

/// Does `work` to every item, as many at a time as there are processors, with a progress bar called
/// `title`; results in the order of `items`.
pub(crate) fn each<T: Sync, R: Send>(
    title: &str,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let next = AtomicUsize::new(0);
    let progress = Progress::new(title, items.len());
    let take = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(item)));
            progress.step();
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(take)).collect();
        let join = |handle: thread::ScopedJoinHandle<'_, _>| {
            handle.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        running.into_iter().flat_map(join).collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        assert_eq!(each("test", &items, |item| item * 2), (0..200).step_by(2).collect::<Vec<_>>());
        assert!(each("test", &[], |item: &u32| *item).is_empty());
    }
}
