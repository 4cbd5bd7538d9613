//! Links the modules of an image: which name means which function or variable, and where variables lie.

use std::collections::BTreeMap;
use std::fmt;

use crate::code::FunctionId;
use crate::memory::{GLOBAL, Memory, MemoryError, SHARED};
use crate::ptx::{self, Body, Linkage, Module, Space, Variable, VariableId};

/// The most bytes of team memory that variables may take.
pub(crate) const MAX_SHARED: u64 = 227 * 1024;

/// The functions that the device's system defines: a program may leave them undefined.
pub const BUILT_IN: [&str; 4] = ["__assertfail", "free", "malloc", "vprintf"];

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A function with a body.
    Function(FunctionId),
    /// A variable: the address in its own space.
    Variable {
        /// Where it lies.
        space: Space,
        /// Its first byte.
        address: u64,
        /// Its size.
        bytes: u64,
    },
    /// A function of the system, by its place among the built-in ones.
    BuiltIn(&'static str),
    /// A weak name without a definition: address 0.
    Nothing,
}

impl Target {
    /// The address that a thread sees in the generic space, if the name is known there.
    pub fn generic(self) -> u64 {
        match self {
            Target::Function(id) => crate::code::FUNCTIONS + u64::from(id.0),
            Target::Variable { space: Space::Shared, address, .. } => SHARED + address,
            Target::Variable { address, .. } => address,
            Target::BuiltIn(_) | Target::Nothing => 0,
        }
    }

    /// The address in the name's own space.
    pub fn address(self) -> u64 {
        match self {
            Target::Variable { address, .. } => address,
            other => other.generic(),
        }
    }
}

/// Why modules cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Two modules define a name that may have one definition.
    Twice(String),
    /// Nothing defines a name.
    Undefined(String),
    /// The variables of a kernel take more team memory than there is.
    TooMuchShared(u64),
    /// The device's memory is full.
    Memory(MemoryError),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Twice(name) => write!(f, "multiple definition of `{name}`"),
            LinkError::Undefined(name) => write!(f, "undefined reference to `{name}`"),
            LinkError::TooMuchShared(bytes) => {
                write!(f, "variables take {bytes} bytes of team memory, at most {MAX_SHARED}")
            }
            LinkError::Memory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<MemoryError> for LinkError {
    fn from(error: MemoryError) -> Self {
        LinkError::Memory(error)
    }
}

/// Modules whose names are resolved and whose variables have their first values.
#[derive(Debug, Default)]
pub struct Image {
    /// The modules, in the order in which the linker was given them.
    pub modules: Vec<Module>,
    /// The functions with a body: a module, and a place among its functions.
    pub functions: Vec<(usize, usize)>,
    /// What each module calls by a name.
    pub names: Vec<BTreeMap<String, Target>>,
    /// The variables in team memory and device memory that functions declare.
    pub inner: BTreeMap<(FunctionId, VariableId), Target>,
    /// The bytes of team memory that variables take, at most in one kernel.
    pub shared_bytes: u64,
    /// The addresses of the variables in device memory.
    pub allocations: Vec<u64>,
}

/// Who wins where several modules define a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Weak,
    Common,
    Strong,
}

impl Strength {
    fn of(linkage: Linkage) -> Option<Strength> {
        match linkage {
            Linkage::Visible => Some(Strength::Strong),
            Linkage::Weak => Some(Strength::Weak),
            Linkage::Common => Some(Strength::Common),
            Linkage::Local | Linkage::Extern => None,
        }
    }
}

/// Links modules; their variables get places in the memory of the device, and their first values.
pub fn link(modules: Vec<Module>, memory: &mut Memory) -> Result<Image, LinkError> {
    let mut image = Image { modules, ..Image::default() };
    match fill(&mut image, memory) {
        Ok(()) => Ok(image),
        Err(error) => {
            for address in &image.allocations {
                memory.free(*address)?;
            }
            Err(error)
        }
    }
}

fn fill(image: &mut Image, memory: &mut Memory) -> Result<(), LinkError> {
    let modules = std::mem::take(&mut image.modules);
    let mut linker = Linker { image, memory, global: BTreeMap::new(), own: BTreeMap::new() };
    linker.image.names = vec![BTreeMap::new(); modules.len()];
    for (index, module) in modules.iter().enumerate() {
        linker.define(index, module)?;
    }
    linker.place_in_kernels(&modules)?;
    for (index, module) in modules.iter().enumerate() {
        linker.resolve(index, module)?;
    }
    for (index, module) in modules.iter().enumerate() {
        linker.initialise(index, module)?;
    }
    image.modules = modules;
    Ok(())
}

struct Linker<'a> {
    image: &'a mut Image,
    memory: &'a mut Memory,
    /// The names that all modules know.
    global: BTreeMap<String, (Strength, Target)>,
    /// The places that a module's own definitions have.
    own: BTreeMap<(usize, String), Target>,
}

impl Linker<'_> {
    /// Gives what a module defines a place and a name.
    fn define(&mut self, index: usize, module: &Module) -> Result<(), LinkError> {
        for (place, function) in module.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let id = FunctionId(self.image.functions.len() as u32);
            self.image.functions.push((index, place));
            self.name(index, &function.name, function.linkage, Target::Function(id))?;
            self.place_inner(id, body, |space| match space {
                Space::Shared => !function.is_kernel,
                space => matches!(space, Space::Global | Space::Const),
            })?;
        }
        for variable in module.variables.iter().filter(|v| v.linkage != Linkage::Extern) {
            let target = self.place(variable)?;
            self.own.insert((index, variable.name.clone()), target);
            self.name(index, &variable.name, variable.linkage, target)?;
        }
        Ok(())
    }

    /// Places the variables of a function that are in these spaces.
    fn place_inner(
        &mut self,
        id: FunctionId,
        body: &Body,
        is_wanted: impl Fn(Space) -> bool,
    ) -> Result<(), LinkError> {
        for (number, variable) in body.variables.iter().enumerate() {
            if is_wanted(variable.space) {
                let target = self.place(variable)?;
                self.image.inner.insert((id, VariableId(number as u32)), target);
            }
        }
        Ok(())
    }

    /// Places what kernels have in team memory alone: each behind what all can have, for no two run in one team.
    fn place_in_kernels(&mut self, modules: &[Module]) -> Result<(), LinkError> {
        let common = self.image.shared_bytes;
        let mut most = common;
        for (id, (index, place)) in self.image.functions.clone().into_iter().enumerate() {
            let function = &modules[index].functions[place];
            self.image.shared_bytes = common;
            if let Some(body) = function.body.as_ref().filter(|_| function.is_kernel) {
                let id = FunctionId(id as u32);
                self.place_inner(id, body, |space| space == Space::Shared)?;
            }
            most = most.max(self.image.shared_bytes);
        }
        self.image.shared_bytes = most;
        Ok(())
    }

    fn name(
        &mut self,
        module: usize,
        name: &str,
        linkage: Linkage,
        target: Target,
    ) -> Result<(), LinkError> {
        let Some(strength) = Strength::of(linkage) else {
            self.image.names[module].insert(name.to_owned(), target);
            return Ok(());
        };
        match self.global.get_mut(name) {
            Some((Strength::Strong, _)) if strength == Strength::Strong => {
                return Err(LinkError::Twice(name.to_owned()));
            }
            Some(known) if known.0 < strength => *known = (strength, target),
            Some(_) => {}
            None => drop(self.global.insert(name.to_owned(), (strength, target))),
        }
        Ok(())
    }

    /// A place for a variable.
    fn place(&mut self, variable: &Variable) -> Result<Target, LinkError> {
        let (space, bytes) = (variable.space, variable.bytes);
        if space == Space::Shared {
            let align = u64::from(variable.align.max(1));
            let address = self.image.shared_bytes.next_multiple_of(align);
            self.image.shared_bytes = address.saturating_add(bytes);
            if self.image.shared_bytes > MAX_SHARED {
                return Err(LinkError::TooMuchShared(self.image.shared_bytes));
            }
            return Ok(Target::Variable { space, address, bytes });
        }
        let address = self.memory.allocate(bytes)?;
        self.memory.write(address, bytes)?.fill(0);
        self.image.allocations.push(address);
        Ok(Target::Variable { space, address, bytes })
    }

    /// Finds what a module's names mean that it does not define.
    fn resolve(&mut self, index: usize, module: &Module) -> Result<(), LinkError> {
        let functions =
            module.functions.iter().map(|f| (f.name.as_str(), f.linkage, f.body.is_some()));
        let variables = module.variables.iter().map(|v| {
            let dynamic = v.linkage == Linkage::Extern && v.space == Space::Shared;
            (v.name.as_str(), v.linkage, v.linkage != Linkage::Extern || dynamic)
        });
        let declared: Vec<_> = functions.chain(variables).collect();
        for (name, linkage, defined) in declared {
            if self.image.names[index].contains_key(name) {
                continue;
            }
            let built_in = BUILT_IN.iter().find(|own| **own == name);
            let target = match (self.global.get(name), built_in) {
                (Some((_, target)), _) => *target,
                (None, Some(name)) => Target::BuiltIn(name),
                (None, None) if defined => self.dynamic(),
                (None, None) if linkage == Linkage::Weak => Target::Nothing,
                (None, None) => return Err(LinkError::Undefined(name.to_owned())),
            };
            self.image.names[index].insert(name.to_owned(), target);
        }
        Ok(())
    }

    /// The team memory of a launch that stands behind that of all variables.
    fn dynamic(&self) -> Target {
        let address = self.image.shared_bytes.next_multiple_of(16);
        Target::Variable { space: Space::Shared, address, bytes: 0 }
    }

    /// Writes the first values of the variables that count.
    fn initialise(&mut self, index: usize, module: &Module) -> Result<(), LinkError> {
        for variable in module.variables.iter().filter(|v| v.linkage != Linkage::Extern) {
            let known = self.image.names[index].get(&variable.name).copied();
            let own = self.own.get(&(index, variable.name.clone())).copied();
            if let Some(target) = known.filter(|known| Some(*known) == own) {
                self.write(index, variable, target)?;
            }
        }
        let inner: Vec<_> = self.image.inner.iter().map(|(key, target)| (*key, *target)).collect();
        for ((function, number), target) in inner {
            let (own, place) = self.image.functions[function.0 as usize];
            let body = module.functions.get(place).and_then(|f| f.body.as_ref());
            if let Some(body) = body.filter(|_| own == index) {
                self.write(index, &body.variables[number.0 as usize], target)?;
            }
        }
        Ok(())
    }

    fn write(
        &mut self,
        module: usize,
        variable: &Variable,
        target: Target,
    ) -> Result<(), LinkError> {
        let Target::Variable { space: Space::Global | Space::Const, address, bytes } = target
        else {
            return Ok(());
        };
        let own = variable.initial.len().min(bytes as usize);
        self.memory.write(address, own as u64)?.copy_from_slice(&variable.initial[..own]);
        for relocation in &variable.addresses {
            let name = &relocation.symbol;
            let known = self.image.names[module].get(name).copied();
            let target = known.ok_or_else(|| LinkError::Undefined(name.clone()))?;
            let base = if relocation.generic { target.generic() } else { target.address() };
            let value = base.wrapping_add_signed(relocation.addend).to_le_bytes();
            let length = u64::from(relocation.bytes.min(8));
            let place = self.memory.write(address + relocation.at, length)?;
            place.copy_from_slice(&value[..length as usize]);
        }
        Ok(())
    }
}

impl Image {
    /// The function that a number means, and the number of its module.
    pub fn function(&self, id: FunctionId) -> (usize, &ptx::Function) {
        let (module, place) = self.functions[id.0 as usize];
        (module, &self.modules[module].functions[place])
    }

    /// A variable in device memory that all modules know: its address and its size.
    pub fn variable(&self, name: &str) -> Option<(u64, u64)> {
        self.names.iter().find_map(|names| match names.get(name) {
            Some(Target::Variable { space: Space::Global | Space::Const, address, bytes }) => {
                debug_assert!(*address >= GLOBAL, "it is in device memory");
                Some((*address, *bytes))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, linkage: Linkage, value: u8) -> Variable {
        Variable {
            name: name.into(),
            linkage,
            space: Space::Global,
            align: 1,
            bytes: 1,
            initial: vec![value],
            addresses: Vec::new(),
            line: 1,
        }
    }

    fn module(variables: Vec<Variable>) -> Module {
        Module { variables, ..Module::default() }
    }

    fn value(modules: Vec<Module>, name: &str) -> Result<u8, LinkError> {
        let mut memory = Memory::new(1 << 20).expect("a megabyte");
        let image = link(modules, &mut memory)?;
        let (address, _) = image.variable(name).expect("it has the name");
        Ok(memory.read(address, 1).expect("it is there")[0])
    }

    #[test]
    fn the_strong_definition_counts() {
        let (weak, strong) = (variable("x", Linkage::Weak, 1), variable("x", Linkage::Visible, 2));
        let modules = [weak.clone(), strong.clone()].map(|v| module(vec![v]));
        assert_eq!(value(modules.to_vec(), "x"), Ok(2));
        let twice = [strong.clone(), strong].map(|v| module(vec![v]));
        assert_eq!(value(twice.to_vec(), "x"), Err(LinkError::Twice("x".into())));
        let weak = [weak.clone(), weak].map(|v| module(vec![v]));
        assert_eq!(value(weak.to_vec(), "x"), Ok(1));
    }

    #[test]
    fn what_nobody_defines_is_an_error() {
        let modules = vec![module(vec![variable("x", Linkage::Extern, 0)])];
        assert_eq!(value(modules, "x"), Err(LinkError::Undefined("x".into())));
    }

    #[test]
    fn local_names_stay_apart() {
        let modules = vec![
            module(vec![variable("x", Linkage::Local, 1), variable("y", Linkage::Visible, 3)]),
            module(vec![variable("x", Linkage::Local, 2)]),
        ];
        let mut memory = Memory::new(1 << 20).expect("a megabyte");
        let image = link(modules, &mut memory).expect("nothing is wrong");
        let addresses: Vec<_> = image.names.iter().map(|names| names["x"].address()).collect();
        assert_ne!(addresses[0], addresses[1]);
    }
}
