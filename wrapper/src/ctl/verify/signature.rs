//! A function's parameters and the global variables that it names, from clang's syntax tree.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;
use warpcc::command::{CompileCommand, Language};

use super::driver::Case;

/// A function definition.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    /// Whether it returns nothing.
    pub(super) void: bool,
    /// Global variables and arrays, by name.
    pub(super) globals: BTreeMap<String, String>,
}

/// A parameter's name and its type as clang writes it, without aliases.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) ty: String,
}

/// The integer types, by their names in clang's tree.
const INTEGERS: [&str; 11] = [
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "short",
    "unsigned short",
    "char",
    "signed char",
    "unsigned char",
];
const FLOATING: [&str; 2] = ["float", "double"];

impl Parameter {
    /// Whether it may be a number of iterations.
    pub(super) fn is_size(&self) -> bool {
        INTEGERS.contains(&plain(&self.ty).as_str())
    }
}

impl Signature {
    /// The call of a case, for people.
    pub(super) fn call(&self, case: Case) -> String {
        let value = |p: &Parameter| {
            if p.is_size() { format!("{} = {}", p.name, case.size) } else { p.name.clone() }
        };
        let list: Vec<_> = self.parameters.iter().map(value).collect();
        format!("{}({}), seed {}", self.name, list.join(", "), case.seed)
    }
}

/// A type without qualifiers.
pub(super) fn plain(ty: &str) -> String {
    let words = ty.split_whitespace().filter(|word| !["const", "volatile"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The scalar type at the end of a pointer or array type: `double` of `const double (*)[8]`. `None`
/// where that is not an arithmetic type, or pointers point to pointers.
pub(super) fn element(ty: &str) -> Option<String> {
    let base = ty.split(['*', '[', '(']).next().unwrap_or_default();
    let base = plain(base);
    let known = INTEGERS.contains(&base.as_str()) || FLOATING.contains(&base.as_str());
    (known && ty.matches('*').count() <= 1).then_some(base)
}

/// Whether a type is a pointer, an array, or a pointer to an array.
pub(super) fn is_indirect(ty: &str) -> bool {
    ty.contains(['*', '['])
}

/// Whether values of the type are arithmetic.
pub(super) fn is_arithmetic(ty: &str) -> bool {
    let ty = plain(ty);
    INTEGERS.contains(&ty.as_str()) || FLOATING.contains(&ty.as_str())
}

/// The definition of the function called `name`; `None` where there is none.
pub(super) fn find(command: &CompileCommand, name: &str) -> Result<Option<Signature>, String> {
    let trees = trees(command, name)?;
    let is_definition = |tree: &&Value| {
        tree["kind"] == "FunctionDecl"
            && tree["name"] == name
            && children(tree).iter().any(|child| child["kind"] == "CompoundStmt")
    };
    Ok(trees.iter().find(is_definition).map(|tree| signature(tree, name)))
}

/// clang's trees of the declarations whose name contains `name`.
fn trees(command: &CompileCommand, name: &str) -> Result<Vec<Value>, String> {
    let mut clang = Command::new(&command.compiler.path);
    if command.language == Language::Cxx {
        clang.arg("--driver-mode=g++");
    }
    let output = clang
        .current_dir(&command.directory)
        .args(&command.arguments)
        .args(["-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", "-Xclang"])
        .arg(format!("-ast-dump-filter={name}"))
        .arg(&command.input)
        .output()
        .map_err(|error| format!("clang: {error}"))?;
    if !output.status.success() {
        return Err("clang does not accept the file".into());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let start = text.find('{').unwrap_or(text.len());
    let mut stream = serde_json::Deserializer::from_str(&text[start..]);
    stream.disable_recursion_limit();
    let mut trees = Vec::new();
    for tree in stream.into_iter::<Value>() {
        trees.push(tree.map_err(|error| format!("clang's syntax tree: {error}"))?);
    }
    Ok(trees)
}

fn children(tree: &Value) -> &[Value] {
    tree["inner"].as_array().map_or(&[], Vec::as_slice)
}

fn type_of(tree: &Value) -> String {
    let ty = &tree["type"];
    let text = ty["desugaredQualType"].as_str().or_else(|| ty["qualType"].as_str());
    text.unwrap_or_default().replace(" restrict", "").replace("restrict", "")
}

fn signature(tree: &Value, name: &str) -> Signature {
    let parameters = children(tree).iter().filter(|child| child["kind"] == "ParmVarDecl");
    let parameter = |(k, child): (usize, &Value)| Parameter {
        name: child["name"].as_str().map_or_else(|| format!("p{k}"), str::to_owned),
        ty: type_of(child),
    };
    let parameters = parameters.enumerate().map(parameter).collect();
    let mut own = BTreeSet::new();
    let mut named = BTreeMap::new();
    walk(tree, &mut own, &mut named);
    let globals = named.into_iter().filter(|(id, _)| !own.contains(id)).map(|(_, both)| both);
    let void = tree["type"]["qualType"].as_str().is_some_and(|ty| ty.starts_with("void ("));
    Signature { name: name.into(), parameters, void, globals: globals.collect() }
}

/// Collects the variables that a tree declares, and those that it names.
fn walk(tree: &Value, own: &mut BTreeSet<String>, named: &mut BTreeMap<String, (String, String)>) {
    let id = |tree: &Value| tree["id"].as_str().unwrap_or_default().to_owned();
    match tree["kind"].as_str() {
        Some("VarDecl" | "ParmVarDecl") => {
            own.insert(id(tree));
        }
        Some("DeclRefExpr") => {
            let variable = &tree["referencedDecl"];
            if variable["kind"] == "VarDecl" {
                let name = variable["name"].as_str().unwrap_or_default().to_owned();
                named.insert(id(variable), (name, type_of(variable)));
            }
        }
        _ => {}
    }
    children(tree).iter().for_each(|child| walk(child, own, named));
}
