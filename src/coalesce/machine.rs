//! GPU machines as data.

/// The properties of a GPU that decide what a warp's request costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name that `--warp-machine` takes.
    pub name: &'static str,
}

/// The machines known by name; the first is the default.
pub const MACHINES: &[Machine] = &[Machine { name: "nvptx" }, Machine { name: "ipda2019" }];

impl Machine {
    /// The machine called `name`.
    pub fn by_name(name: &str) -> Option<&'static Machine> {
        MACHINES.iter().find(|machine| machine.name == name)
    }
}
