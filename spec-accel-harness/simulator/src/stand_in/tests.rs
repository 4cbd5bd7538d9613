use std::ffi::OsString;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::options::{self, Known, Part};
use super::resolve::{Input, Problem, resolve};
use super::symbols::{SymbolError, of_module};
use super::*;
use crate::elf::{self, Binding, Contents, Symbol};
use crate::ptx::{
    Body, Function, Instruction, Linkage, Location, Module, Operand, Relocation, Space, Statement,
    Variable,
};

fn variable(name: &str, linkage: Linkage) -> Variable {
    Variable {
        name: name.to_owned(),
        linkage,
        space: Space::Global,
        align: 4,
        bytes: 4,
        initial: Vec::new(),
        addresses: Vec::new(),
        line: 1,
    }
}

/// A function with these operands in its body, or a declaration.
fn function(name: &str, linkage: Linkage, body: Option<Vec<Operand>>) -> Function {
    let body = body.map(|operands| Body {
        statements: vec![Statement::Instruction(Instruction {
            guard: None,
            words: vec!["call".to_owned()],
            operands,
            location: Location::default(),
            line: 2,
        })],
        ..Body::default()
    });
    Function {
        name: name.to_owned(),
        linkage,
        is_kernel: false,
        results: Vec::new(),
        parameters: Vec::new(),
        max_threads: None,
        body,
        line: 1,
    }
}

fn uses(name: &str) -> Operand {
    Operand::Symbol(name.to_owned(), 0)
}

fn defined(name: &str, binding: Binding) -> Symbol {
    Symbol { name: name.to_owned(), binding, defined: true, ..Symbol::default() }
}

fn needed(name: &str) -> Symbol {
    Symbol { name: name.to_owned(), ..Symbol::default() }
}

fn input(name: &str, symbols: Vec<Symbol>) -> Input {
    let texts = vec![name.as_bytes().to_vec()];
    Input { name: name.to_owned(), contents: Contents { architecture: 90, texts, symbols } }
}

fn names(symbols: &[Symbol]) -> Vec<&str> {
    symbols.iter().map(|symbol| symbol.name.as_str()).collect()
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

#[test]
fn visible_names_become_symbols() {
    let kernel =
        Function { is_kernel: true, ..function("kernel", Linkage::Local, Some(Vec::new())) };
    let module = Module {
        variables: vec![
            variable("seen", Linkage::Visible),
            variable("hidden", Linkage::Local),
            variable("weak", Linkage::Weak),
            variable("common", Linkage::Common),
            variable("elsewhere", Linkage::Extern),
        ],
        functions: vec![
            function("helper", Linkage::Local, Some(Vec::new())),
            function("visible", Linkage::Visible, Some(Vec::new())),
            kernel,
        ],
        ..Module::default()
    };
    let symbols = of_module(&module).expect("the module is right");
    let rows: Vec<_> =
        symbols.iter().map(|s| (&*s.name, s.binding, s.defined, s.common, s.is_function)).collect();
    assert_eq!(
        rows,
        [
            ("common", Binding::Global, true, true, false),
            ("elsewhere", Binding::Global, false, false, false),
            ("kernel", Binding::Global, true, false, true),
            ("seen", Binding::Global, true, false, false),
            ("visible", Binding::Global, true, false, true),
            ("weak", Binding::Weak, true, false, false),
        ]
    );
    assert_eq!(symbols[0].size, 4);
}

#[test]
fn a_declared_function_is_needed_where_something_uses_it() {
    let deep = Operand::Two(
        Box::new(Operand::List(vec![Operand::Vector(vec![uses("in_vector")])])),
        Box::new(Operand::Memory(Box::new(uses("in_memory")), 8)),
    );
    let address = |symbol: &str| Relocation {
        at: 0,
        bytes: 8,
        shift: 0,
        symbol: symbol.to_owned(),
        addend: 0,
        generic: false,
    };
    let mut table = variable("table", Linkage::Local);
    table.addresses = vec![address("in_table")];
    let names_of_externs = ["in_vector", "in_memory", "in_table", "called", "never"];
    let mut functions: Vec<Function> =
        names_of_externs.iter().map(|name| function(name, Linkage::Extern, None)).collect();
    functions.push(function("f", Linkage::Visible, Some(vec![deep, uses("called")])));
    let module = Module { variables: vec![table], functions, ..Module::default() };
    let symbols = of_module(&module).expect("the module is right");
    let undefined: Vec<Symbol> = symbols.into_iter().filter(|symbol| !symbol.defined).collect();
    assert_eq!(names(&undefined), ["called", "in_memory", "in_table", "in_vector"]);
    assert!(undefined.iter().all(|s| s.is_function && s.binding == Binding::Global));
}

#[test]
fn a_declaration_in_front_of_a_definition_is_no_second_one() {
    let module = Module {
        functions: vec![
            function("f", Linkage::Weak, None),
            function("f", Linkage::Weak, Some(vec![uses("f")])),
            function("local", Linkage::Local, None),
            function("local", Linkage::Local, Some(Vec::new())),
        ],
        variables: vec![variable("v", Linkage::Extern), variable("v", Linkage::Visible)],
        ..Module::default()
    };
    let symbols = of_module(&module).expect("the module is right");
    assert_eq!(names(&symbols), ["f", "v"]);
    assert!(symbols.iter().all(|symbol| symbol.defined));
}

#[test]
fn two_definitions_in_one_module_are_refused() {
    let module = Module {
        functions: vec![
            function("f", Linkage::Visible, Some(Vec::new())),
            Function { line: 9, ..function("f", Linkage::Weak, Some(Vec::new())) },
        ],
        ..Module::default()
    };
    let error = of_module(&module).expect_err("there are two");
    assert_eq!(error, SymbolError::Duplicate { name: "f".to_owned(), line: 9 });
}

/// As ptxas: `.extern` alone lets another file define a function.
#[test]
fn a_declaration_without_extern_must_be_defined_or_built_in() {
    for linkage in [Linkage::Local, Linkage::Weak, Linkage::Visible] {
        let module = Module { functions: vec![function("f", linkage, None)], ..Module::default() };
        let error = of_module(&module).expect_err("nothing defines it");
        assert_eq!(error, SymbolError::Unresolved("f".to_owned()));
    }
    let module = Module {
        functions: vec![
            function("malloc", Linkage::Weak, None),
            function("free", Linkage::Weak, None),
            function("f", Linkage::Visible, Some(vec![uses("malloc")])),
        ],
        ..Module::default()
    };
    let symbols = of_module(&module).expect("they are built in");
    assert_eq!(names(&symbols), ["f", "malloc"]);
    assert_eq!((symbols[1].binding, symbols[1].defined), (Binding::Weak, false));
}

/// Assembles a text in a folder, as clang calls ptxas.
fn assemble(folder: &TempDir, text: &[u8], options: &[&str]) -> (Outcome, String) {
    let [input, output] =
        ["in.s", "out.o"].map(|name| folder.path().join(name).display().to_string());
    fs::write(&input, text).expect("the folder can be written");
    let usual = ["-m64", "-O2", "--gpu-name", "sm_90", "--output-file", &output, &input];
    (ptxas::run(&words(&[&usual[..], options].concat())), output)
}

const HEAD: &str = ".version 8.5\n.target sm_90\n.address_size 64\n";

#[test]
fn ptxas_keeps_the_text_and_names_the_symbols() {
    let text = format!(
        "{HEAD}.extern .func f(.param .b32 f_param_0);\n\
         .extern .func g(.param .b32 g_param_0);\n\
         .visible .global .align 8 .u64 table[1] = {{g}};\n\
         .visible .entry k()\n{{\n ret;\n}}\n"
    );
    let folder = folder();
    let (outcome, output) = assemble(&folder, text.as_bytes(), &["-c"]);
    assert_eq!(outcome, Outcome::default());
    let contents = elf::read(&fs::read(&output).expect("there is a file")).expect("it is ours");
    assert_eq!(contents.texts, [text.as_bytes()]);
    assert_eq!(names(&contents.symbols), ["g", "k", "table"]);
    // Without `-c` nothing else could define `g`.
    let (outcome, _) = assemble(&folder, text.as_bytes(), &[]);
    assert_eq!(outcome.status, 255);
    assert!(outcome.messages.starts_with("ptxas fatal   : Undefined reference to 'g' in '"));
}

#[test]
fn ptxas_says_which_line_is_wrong() {
    let folder = folder();
    let text = |rest: &str| [HEAD.as_bytes(), rest.as_bytes()].concat();
    let two = ".visible .func f()\n{\n ret;\n}\n.visible .func f()\n{\n ret;\n}\n";
    let long = ".weak .global .align 8 .b8 k_kernel_environment[4097];\n";
    for (text, message) in [
        (text("nonsense;\n"), "in.s, line 4; error   : "),
        (
            [HEAD.as_bytes(), b"// \xff\n"].concat(),
            "in.s, line 4; error   : a byte that is not UTF-8",
        ),
        (text(two), "in.s, line 8; error   : Duplicate definition of 'f'"),
        (text(long), "in.s, line 4; error   : 'k_kernel_environment' is too long"),
        (text(".weak .func f();\n"), "ptxas fatal   : Unresolved extern function 'f'"),
        (b".version 8.5\n.target sm_100\n".to_vec(), "SM version specified by .target is higher"),
    ] {
        let (outcome, output) = assemble(&folder, &text, &["-c", "-v"]);
        assert_eq!((outcome.status, &*outcome.output), (255, ""));
        assert!(outcome.messages.contains(message), "{message}: {}", outcome.messages);
        assert!(!Path::new(&output).exists());
    }
}

#[test]
fn shared_memory_of_the_launch_is_no_symbol() {
    let dynamic = Variable { space: Space::Shared, bytes: 0, ..variable("s", Linkage::Extern) };
    let module = Module { variables: vec![dynamic], ..Module::default() };
    assert_eq!(of_module(&module), Ok(Vec::new()));
}

#[test]
fn the_environment_of_a_kernel_brings_its_bytes() {
    let environment = Variable {
        bytes: 48,
        initial: vec![0, 1, 2],
        ..variable("k_kernel_environment", Linkage::Weak)
    };
    let other = Variable { initial: vec![5], ..variable("v", Linkage::Visible) };
    let huge = Variable { bytes: 1 << 60, line: 3, ..environment.clone() };
    let module = Module { variables: vec![environment, other], ..Module::default() };
    let symbols = of_module(&module).expect("the module is right");
    assert_eq!(symbols[0].content, [&[0, 1, 2][..], &[0; 45]].concat());
    assert!(symbols[1].content.is_empty());
    let module = Module { variables: vec![huge], ..Module::default() };
    let error = of_module(&module).expect_err("it is too long");
    let name = "k_kernel_environment".to_owned();
    assert_eq!(error, SymbolError::LongEnvironment { name, line: 3 });
}

#[test]
fn strong_beats_common_beats_weak() {
    let common = |size| Symbol { common: true, size, ..defined("x", Binding::Global) };
    let weak = |size| Symbol { size, ..defined("x", Binding::Weak) };
    let strong = Symbol { size: 4, ..defined("x", Binding::Global) };
    let wished = Symbol { binding: Binding::Weak, ..needed("x") };
    let chosen = |symbols: &[&Symbol]| {
        let inputs: Vec<Input> =
            symbols.iter().map(|symbol| input("file", vec![(*symbol).clone()])).collect();
        let symbols = resolve(&inputs).expect("nothing is wrong");
        assert_eq!(symbols.len(), 1);
        symbols.into_iter().next()
    };
    assert_eq!(chosen(&[&weak(8), &strong, &weak(9)]), Some(strong.clone()));
    assert_eq!(chosen(&[&common(8), &strong, &common(9)]), Some(strong.clone()));
    assert_eq!(chosen(&[&weak(8), &common(2), &common(3), &common(1)]), Some(common(3)));
    assert_eq!(chosen(&[&weak(8), &weak(9)]), Some(weak(8)));
    assert_eq!(chosen(&[&needed("x"), &weak(9), &needed("x")]), Some(weak(9)));
    assert_eq!(chosen(&[&wished]), Some(wished));
}

#[test]
fn two_strong_definitions_and_missing_ones_are_problems() {
    let inputs = [
        input("a.o", vec![defined("twice", Binding::Global), needed("gone"), needed("vprintf")]),
        input("b.o", vec![needed("gone"), needed("twice"), needed("__assertfail")]),
        input("c.o", vec![defined("twice", Binding::Global), defined("l", Binding::Local)]),
        input("d.o", vec![needed("l")]),
    ];
    let problems = resolve(&inputs).expect_err("several things are wrong");
    let owned = str::to_owned;
    let undefined = |symbol: &str, file: &str| Problem::Undefined {
        symbol: symbol.to_owned(),
        file: file.to_owned(),
    };
    assert_eq!(
        problems,
        [
            Problem::Duplicate { symbol: owned("twice"), file: owned("c.o"), first: owned("a.o") },
            undefined("gone", "a.o"),
            undefined("gone", "b.o"),
            undefined("l", "d.o"),
        ]
    );
}

#[test]
fn built_in_functions_stay_undefined() {
    let inputs = [input("a.o", BUILT_IN.iter().map(|name| needed(name)).collect())];
    assert_eq!(resolve(&inputs).map(|symbols| names(&symbols) == BUILT_IN), Ok(true));
}

#[test]
fn options_are_read_in_all_their_forms() {
    let known = [
        Known::with_value("output-file", "o"),
        Known::joined("opt-level", "O"),
        Known::flag("verbose", "v"),
        Known::with_value("fmad", ""),
    ];
    let value = |name, value: &str| Part::Option(name, value.into());
    for (line, parts) in [
        ("-o a.o -v", vec![value("output-file", "a.o"), value("verbose", "")]),
        ("--output-file a.o x.s", vec![value("output-file", "a.o"), Part::Input("x.s".into())]),
        ("-output-file=a.o", vec![value("output-file", "a.o")]),
        ("-O3 --verbose", vec![value("opt-level", "3"), value("verbose", "")]),
        ("-O 2 -o=x", vec![value("opt-level", "2"), value("output-file", "x")]),
        ("--fmad=false -fmad true", vec![value("fmad", "false"), value("fmad", "true")]),
        ("-o -v", vec![value("output-file", "-v")]),
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        assert_eq!(options::read(&words(&line), &known), Ok(parts), "{line:?}");
    }
    for line in ["--frob", "-vv", "-of", "-", "--", "-=x"] {
        let message = options::read(&words(&[line]), &known).expect_err("it is unknown");
        assert!(message.starts_with("Unknown option"), "{line}: {message}");
    }
    let message = options::read(&words(&["-v", "-o"]), &known).expect_err("a value is missing");
    assert_eq!(message, "Missing argument for option 'output-file'");
}

/// Writes the file of an [`Input`] to the folder.
fn write_input(folder: &TempDir, input: &Input) -> String {
    let path = folder.path().join(&input.name);
    let bytes = elf::write_object(&input.contents).expect("these contents can be written");
    fs::write(&path, bytes).expect("the folder can be written");
    path.display().to_string()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

/// Calls nvlink as clang-nvlink-wrapper does.
fn link(folder: &TempDir, files: &[String]) -> (Outcome, String) {
    let output = folder.path().join("x.img").display().to_string();
    let mut line = vec!["-o", &output, "-arch", "sm_90", "-L", "/lib", "-L/lib", "-lm"];
    line.extend(files.iter().map(String::as_str));
    (nvlink::run(&words(&line)), output)
}

#[test]
fn nvlink_bundles_texts_and_symbols() {
    let folder = folder();
    let environment = Symbol {
        size: 3,
        content: vec![1, 2, 3],
        ..defined("k_kernel_environment", Binding::Weak)
    };
    let files = [
        write_input(&folder, &input("a.o", vec![needed("f"), environment.clone()])),
        write_input(&folder, &input("b.o", vec![defined("f", Binding::Global)])),
    ];
    let (outcome, output) = link(&folder, &files);
    assert_eq!(outcome, Outcome::default());
    let image = elf::read(&fs::read(output).expect("there is an image")).expect("it is ours");
    assert_eq!(image.architecture, 90);
    assert_eq!(image.texts, [b"a.o".to_vec(), b"b.o".to_vec()]);
    assert_eq!(image.symbols, [defined("f", Binding::Global), environment]);
}

#[test]
fn nvlink_says_what_is_wrong() {
    let folder = folder();
    let missing = write_input(&folder, &input("a.o", vec![needed("f")]));
    let (outcome, output) = link(&folder, std::slice::from_ref(&missing));
    let message = format!("nvlink error   : Undefined reference to 'f' in '{missing}'\n");
    assert_eq!((outcome.status, outcome.messages), (255, message));
    assert!(!Path::new(&output).exists());

    let strong = || vec![defined("f", Binding::Global)];
    let files = ["b.o", "c.o"].map(|name| write_input(&folder, &input(name, strong())));
    let (outcome, _) = link(&folder, &files);
    assert_eq!(outcome.status, 1);
    assert!(outcome.messages.starts_with("nvlink error   : Multiple definition of 'f' in '"));

    let newer = Contents { architecture: 100, ..Contents::default() };
    let newer = write_input(&folder, &Input { name: "n.o".to_owned(), contents: newer });
    for (file, message) in [
        (newer, "arch does not match target 'sm_90'"),
        (folder.path().display().to_string(), "Could not open input file"),
        (folder.path().join("none.o").display().to_string(), "Could not open input file"),
    ] {
        let (outcome, _) = link(&folder, &[file]);
        assert_eq!(outcome.status, 1);
        assert!(outcome.messages.contains(message), "{}", outcome.messages);
        assert_eq!(outcome.messages.lines().count(), 1);
    }
}

#[test]
fn command_lines_that_cannot_work_are_refused() {
    for (line, message) in [
        (&["-arch", "sm_90", "a.o"][..], "Must specify output file with -o option"),
        (&["-o", "x", "a.o"], "Must specify -arch option"),
        (&["-o", "x", "-arch", "gfx90a", "a.o"], "Value 'gfx90a' is not defined for option 'arch'"),
        (&["-o", "x", "-arch", "sm_90"], "No input files specified"),
        (&["--frob"], "Unknown option '-frob'"),
    ] {
        let outcome = nvlink::run(&words(line));
        assert_eq!(outcome.status, 1);
        assert!(outcome.messages.starts_with(&format!("nvlink fatal   : {message}")), "{message}");
    }
    for (line, message) in [
        (&["a.s", "b.s"][..], "One input file expected, not 2"),
        (&[], "One input file expected, not 0"),
        (&["a.s", "--gpu-name", "x"], "Value 'x' is not defined for option 'gpu-name'"),
        (&["a.s", "-frob"], "Unknown option '-frob'"),
        (&["/none.s", "-arch=sm_90"], "Input file '/none.s' could not be opened"),
    ] {
        let outcome = ptxas::run(&words(line));
        assert_eq!(outcome.status, 255);
        assert!(outcome.messages.starts_with(&format!("ptxas fatal   : {message}")), "{message}");
    }
}

#[test]
fn versions_are_those_of_cuda_12_9() {
    for run in [ptxas::run, nvlink::run] {
        for option in ["--version", "-V"] {
            let outcome = run(&words(&[option]));
            assert_eq!((outcome.status, &*outcome.messages), (0, ""));
            assert!(outcome.output.contains("stand-in of warpsim"));
            assert!(outcome.output.contains("release 12.9, V12.9.86"));
        }
    }
}

#[test]
fn programs_are_known_by_their_file_names() {
    let version = |path: &str| by_name(path.as_ref()).map(|run| run(&words(&["-V"])).output);
    assert_eq!(version("/a/bin/ptxas"), Some(ptxas::run(&words(&["-V"])).output));
    assert_eq!(version("nvlink"), Some(nvlink::run(&words(&["-V"])).output));
    assert_eq!(version("/a/ptxas/warpsim"), None);
    assert_eq!(version(".."), None);
}

/// A folder with the parts of a CUDA toolkit that clang needs.
fn fake_toolkit() -> TempDir {
    let real = folder();
    for part in ["include/cuda.h", "nvvm/libdevice/libdevice.10.bc", "program"] {
        let path = real.path().join(part);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(path, part).expect("it can be written");
    }
    real
}

#[test]
fn a_toolkit_links_to_the_real_one_and_to_the_program() {
    let real = fake_toolkit();
    let made = folder();
    let path = made.path().join("new/kit");
    for _ in 0..2 {
        toolkit::create(&path, real.path(), &real.path().join("program")).expect("it can be made");
    }
    for (link, content) in [
        ("bin/ptxas", "program"),
        ("bin/nvlink", "program"),
        ("include/cuda.h", "include/cuda.h"),
        ("nvvm/libdevice/libdevice.10.bc", "nvvm/libdevice/libdevice.10.bc"),
    ] {
        assert_eq!(fs::read_to_string(path.join(link)).expect("the link leads there"), content);
    }
}

#[test]
fn a_toolkit_is_not_made_over_other_files() {
    let real = fake_toolkit();
    let program = real.path().join("program");
    let error =
        toolkit::create(real.path(), real.path(), &program).expect_err("it is the real one");
    assert!(error.to_string().ends_with("include is there and no link: it is left as it is"));
    let empty = folder();
    let error = toolkit::create(&empty.path().join("kit"), empty.path(), &program);
    let message = error.expect_err("nothing is there").to_string();
    assert!(message.contains("include/cuda.h is not there"), "{message}");
    assert!(!empty.path().join("kit").exists());
}
