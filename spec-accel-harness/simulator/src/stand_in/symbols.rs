//! The symbols of a PTX module.

use std::collections::{BTreeMap, BTreeSet};

use super::is_built_in;
use crate::elf::{Binding, Symbol};
use crate::ptx::{Function, Linkage, Module, Operand, Space, Statement, Variable};

/// The end of the names of variables that the host reads from the file: they say how a kernel is launched.
const ENVIRONMENT: &str = "_kernel_environment";

/// The largest variable of this kind in bytes: they have 48 (libomptarget 19).
const MOST_ENVIRONMENT_BYTES: u64 = 4096;

/// Why a module can have no symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SymbolError {
    /// A function is declared, without `.extern`, and not defined.
    Unresolved(String),
    /// A name has two definitions.
    Duplicate { name: String, line: u32 },
    /// The variable for the host is longer than any such variable.
    LongEnvironment { name: String, line: u32 },
}

/// The symbols of `module`, by their names.
///
/// As in NVIDIA's files, undefined variables are always there, and undefined functions where something uses them.
pub(super) fn of_module(module: &Module) -> Result<Vec<Symbol>, SymbolError> {
    let mut symbols = BTreeMap::new();
    for variable in &module.variables {
        if let Some(symbol) = of_variable(variable)? {
            add(&mut symbols, symbol, variable.line)?;
        }
    }
    let used = used_names(module);
    let defined: BTreeSet<&str> =
        module.functions.iter().filter(|f| f.body.is_some()).map(|f| f.name.as_str()).collect();
    for function in &module.functions {
        let name = function.name.as_str();
        if function.body.is_none() && (defined.contains(name) || !counts(function, &used)?) {
            continue;
        }
        if let Some(symbol) = of_function(function) {
            add(&mut symbols, symbol, function.line)?;
        }
    }
    Ok(symbols.into_values().collect())
}

/// Whether the declaration of a function that the module does not define leaves a symbol.
fn counts(function: &Function, used: &BTreeSet<&str>) -> Result<bool, SymbolError> {
    if function.linkage != Linkage::Extern && !is_built_in(&function.name) {
        return Err(SymbolError::Unresolved(function.name.clone()));
    }
    Ok(used.contains(function.name.as_str()))
}

/// Adds a symbol. A definition replaces a declaration, and a declaration adds nothing to what is there.
fn add(
    symbols: &mut BTreeMap<String, Symbol>,
    symbol: Symbol,
    line: u32,
) -> Result<(), SymbolError> {
    match symbols.get(&symbol.name) {
        Some(before) if before.defined && symbol.defined => {
            return Err(SymbolError::Duplicate { name: symbol.name, line });
        }
        Some(_) if !symbol.defined => {}
        _ => {
            symbols.insert(symbol.name.clone(), symbol);
        }
    }
    Ok(())
}

fn binding(linkage: Linkage) -> Binding {
    match linkage {
        Linkage::Local => Binding::Local,
        Linkage::Weak => Binding::Weak,
        Linkage::Visible | Linkage::Common | Linkage::Extern => Binding::Global,
    }
}

/// The symbol of a variable that other files can see.
fn of_variable(variable: &Variable) -> Result<Option<Symbol>, SymbolError> {
    let defined = variable.linkage != Linkage::Extern;
    // `.extern .shared x[]` is no other file's variable: the launch says how large it is.
    let dynamic = !defined && variable.space == Space::Shared && variable.bytes == 0;
    if variable.linkage == Linkage::Local || dynamic {
        return Ok(None);
    }
    let for_host = defined && variable.name.ends_with(ENVIRONMENT);
    if for_host && variable.bytes > MOST_ENVIRONMENT_BYTES {
        let (name, line) = (variable.name.clone(), variable.line);
        return Err(SymbolError::LongEnvironment { name, line });
    }
    let common = variable.linkage == Linkage::Common;
    Ok(Some(Symbol {
        name: variable.name.clone(),
        binding: binding(variable.linkage),
        defined,
        common,
        is_function: false,
        size: variable.bytes,
        content: if for_host && !common { first_bytes(variable) } else { Vec::new() },
    }))
}

/// All bytes of a small variable.
fn first_bytes(variable: &Variable) -> Vec<u8> {
    let mut bytes = variable.initial.clone();
    bytes.resize(variable.bytes as usize, 0);
    bytes
}

/// The symbol of a function that other files can see. Kernels always can be seen.
fn of_function(function: &Function) -> Option<Symbol> {
    let binding = match (binding(function.linkage), function.is_kernel) {
        (Binding::Local, true) => Binding::Global,
        (Binding::Local, false) => return None,
        (other, _) => other,
    };
    Some(Symbol {
        name: function.name.clone(),
        binding,
        defined: function.body.is_some(),
        is_function: true,
        ..Symbol::default()
    })
}

/// The names of the module that instructions and initial values use.
fn used_names(module: &Module) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    let inner = bodies.clone().flat_map(|body| &body.variables);
    for variable in module.variables.iter().chain(inner) {
        names.extend(variable.addresses.iter().map(|relocation| relocation.symbol.as_str()));
    }
    let targets = bodies.clone().flat_map(|body| body.targets.values().flatten());
    names.extend(targets.map(String::as_str));
    for statement in bodies.flat_map(|body| &body.statements) {
        if let Statement::Instruction(instruction) = statement {
            add_operands(&instruction.operands, &mut names);
        }
    }
    names
}

/// Adds the names in operands; a list of operands to visit stands for recursion, whose depth the text would choose.
fn add_operands<'module>(operands: &'module [Operand], names: &mut BTreeSet<&'module str>) {
    let mut open: Vec<&Operand> = operands.iter().collect();
    while let Some(operand) = open.pop() {
        match operand {
            Operand::Symbol(name, _) => {
                names.insert(name);
            }
            Operand::Memory(inner, _) => open.push(inner),
            Operand::Vector(inner) | Operand::List(inner) => open.extend(inner),
            Operand::Two(first, second) => open.extend([&**first, &**second]),
            _ => {}
        }
    }
}
