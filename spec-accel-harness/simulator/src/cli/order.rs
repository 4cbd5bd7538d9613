//! The option `--order`: how warps and teams take turns.

use std::str::FromStr;

/// One wish; several may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The accesses, barriers and the like that a warp executes before the next one has its turn, from 1: `turns=N`.
    Turns(u32),
    /// A random order from this seed: `random=SEED`.
    Random(u64),
    /// The last team and the last warp first: `reversed`.
    Reversed,
    /// Teams at once, in turns: `interleaved`.
    Interleaved,
}

impl Order {
    /// The variable of the environment that tells the driver, and its value.
    pub(super) fn variable(self) -> (&'static str, String) {
        match self {
            Order::Turns(count) => (TURN, count.to_string()),
            Order::Random(seed) => (ORDER, seed.to_string()),
            Order::Reversed => (ORDER, "backward".to_owned()),
            Order::Interleaved => (TEAMS, "interleaved".to_owned()),
        }
    }
}

/// The driver's variables of the environment that say in which order warps run.
pub(super) const TURN: &str = "WARPSIM_TURN";
pub(super) const ORDER: &str = "WARPSIM_ORDER";
pub(super) const TEAMS: &str = "WARPSIM_TEAMS";

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        let order = match text.split_once('=') {
            None if text == "reversed" => Some(Order::Reversed),
            None if text == "interleaved" => Some(Order::Interleaved),
            Some(("turns", count)) => {
                count.parse().ok().filter(|count| *count > 0).map(Order::Turns)
            }
            Some(("random", seed)) => seed.parse().ok().map(Order::Random),
            _ => None,
        };
        order
            .ok_or_else(|| "turns=N with N from 1, random=SEED, reversed or interleaved".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_become_variables_of_the_driver() {
        for (text, name, value) in [
            ("turns=1", "WARPSIM_TURN", "1"),
            ("turns=20000", "WARPSIM_TURN", "20000"),
            ("random=0", "WARPSIM_ORDER", "0"),
            ("random=18446744073709551615", "WARPSIM_ORDER", "18446744073709551615"),
            ("reversed", "WARPSIM_ORDER", "backward"),
            ("interleaved", "WARPSIM_TEAMS", "interleaved"),
        ] {
            let order: Order = text.parse().expect("it is an order");
            assert_eq!(order.variable(), (name, value.to_owned()));
        }
    }

    #[test]
    fn other_orders_are_refused() {
        for text in
            ["", "turns", "turns=0", "turns=-1", "turns=4294967296", "random=", "reversed=1"]
        {
            assert!(text.parse::<Order>().is_err(), "{text}");
        }
    }
}
