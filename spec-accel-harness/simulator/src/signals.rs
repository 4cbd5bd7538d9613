//! Signals that would end a process.

use std::fs;

/// The masks of the signals that a process ignores, and of those that it answers: the lowest bit is signal 1.
const MASKS: [&str; 2] = ["SigIgn:", "SigCgt:"];

/// Those of some signals that this process neither ignores nor answers: whoever started it (`nohup`), or the program in it, may have
/// decided otherwise, and is not overruled.
pub fn with_default_action(signals: &[i32]) -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    default_in(&status, signals)
}

fn default_in(status: &str, signals: &[i32]) -> Vec<i32> {
    let mask = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    };
    let taken = MASKS.into_iter().map(mask).fold(0, |all, mask| all | mask);
    signals.iter().copied().filter(|signal| taken >> (signal - 1) & 1 == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_and_answered_signals_are_left_out() {
        let status =
            "Name:\tx\nSigBlk:\tffff\nSigIgn:\t0000000000000001\nSigCgt:\t0000000000004000\n";
        assert_eq!(default_in(status, &[1, 2, 15]), [2]);
        assert_eq!(default_in("", &[1, 2, 15]), [1, 2, 15]);
    }
}
