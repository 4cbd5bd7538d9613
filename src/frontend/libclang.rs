//! The boundary to libclang: owned handles, cursors and types that borrow from their unit, one
//! method for each question.
//!
//! The library is opened once for each path and never closed, so that its function table can be
//! shared between threads. `clang_sys` gives the types and constants; its own loader keeps one
//! library for each thread and cannot open a given path, so the functions are looked up here.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, CString, c_char, c_int, c_longlong, c_uint, c_ulong, c_ulonglong, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

use clang_sys::{
    CX_StorageClass, CXBinaryOperatorKind, CXChildVisitResult, CXClientData, CXCursor,
    CXCursorKind, CXCursorVisitor, CXDiagnostic, CXDiagnosticSeverity, CXErrorCode, CXEval_Float,
    CXEval_Int, CXEvalResult, CXEvalResultKind, CXFieldVisitor, CXFile, CXInclusionVisitor,
    CXIndex, CXSourceLocation, CXSourceRange, CXSourceRangeList, CXString, CXTemplateArgumentKind,
    CXTranslationUnit, CXType, CXTypeKind, CXUnaryOperatorKind, CXUnsavedFile, CXVisit_Continue,
    CXVisitorResult,
};
use rug::Integer;

pub(super) use super::located::{Diagnostic, Inclusion, Position, is_function};
use super::tree::{Tree, Visit};
use crate::source::Span;

macro_rules! functions {
    ($(fn $name:ident($($argument:ty),*) $(-> $result:ty)?;)+) => {
        /// The functions of one libclang.
        #[allow(non_snake_case)]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)+
        }

        impl Functions {
            fn load(library: &libloading::Library) -> Result<Self, String> {
                Ok(Self {
                    $($name: {
                        // SAFETY: the signature is the one that libclang's headers declare for
                        // this name, and the library is never closed.
                        let symbol = unsafe { library.get(stringify!($name).as_bytes()) };
                        *symbol.map_err(|_| format!(
                            "it has no {}; libclang 17 or later is needed", stringify!($name)
                        ))?
                    },)+
                })
            }
        }
    };
}

functions! {
    fn clang_createIndex(c_int, c_int) -> CXIndex;
    fn clang_disposeIndex(CXIndex);
    fn clang_parseTranslationUnit2(
        CXIndex, *const c_char, *const *const c_char, c_int, *mut CXUnsavedFile, c_uint, c_uint,
        *mut CXTranslationUnit
    ) -> CXErrorCode;
    fn clang_disposeTranslationUnit(CXTranslationUnit);
    fn clang_getTranslationUnitCursor(CXTranslationUnit) -> CXCursor;
    fn clang_getNumDiagnostics(CXTranslationUnit) -> c_uint;
    fn clang_getDiagnostic(CXTranslationUnit, c_uint) -> CXDiagnostic;
    fn clang_disposeDiagnostic(CXDiagnostic);
    fn clang_getDiagnosticSeverity(CXDiagnostic) -> CXDiagnosticSeverity;
    fn clang_getDiagnosticSpelling(CXDiagnostic) -> CXString;
    fn clang_getDiagnosticLocation(CXDiagnostic) -> CXSourceLocation;
    fn clang_getCString(CXString) -> *const c_char;
    fn clang_disposeString(CXString);
    fn clang_getFileName(CXFile) -> CXString;
    fn clang_getFileContents(CXTranslationUnit, CXFile, *mut usize) -> *const c_char;
    fn clang_getInclusions(CXTranslationUnit, CXInclusionVisitor, CXClientData);
    fn clang_getAllSkippedRanges(CXTranslationUnit) -> *mut CXSourceRangeList;
    fn clang_disposeSourceRangeList(*mut CXSourceRangeList);
    fn clang_getRangeStart(CXSourceRange) -> CXSourceLocation;
    fn clang_getRangeEnd(CXSourceRange) -> CXSourceLocation;
    fn clang_getFileLocation(
        CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint
    );
    fn clang_getLocationForOffset(CXTranslationUnit, CXFile, c_uint) -> CXSourceLocation;
    fn clang_Location_isInSystemHeader(CXSourceLocation) -> c_int;
    fn clang_getCursorLocation(CXCursor) -> CXSourceLocation;
    fn clang_getCursorExtent(CXCursor) -> CXSourceRange;
    fn clang_getCursorSpelling(CXCursor) -> CXString;
    fn clang_getCursorDisplayName(CXCursor) -> CXString;
    fn clang_getSpecializedCursorTemplate(CXCursor) -> CXCursor;
    fn clang_Cursor_getNumTemplateArguments(CXCursor) -> c_int;
    fn clang_Cursor_getTemplateArgumentType(CXCursor, c_uint) -> CXType;
    fn clang_Cursor_getTemplateArgumentKind(CXCursor, c_uint) -> CXTemplateArgumentKind;
    fn clang_Cursor_getTemplateArgumentUnsignedValue(CXCursor, c_uint) -> c_ulonglong;
    fn clang_Cursor_getTemplateArgumentValue(CXCursor, c_uint) -> c_longlong;
    fn clang_getTypeSpelling(CXType) -> CXString;
    fn clang_getCursorReferenced(CXCursor) -> CXCursor;
    fn clang_getCanonicalCursor(CXCursor) -> CXCursor;
    fn clang_getCursorDefinition(CXCursor) -> CXCursor;
    fn clang_getCursorSemanticParent(CXCursor) -> CXCursor;
    fn clang_getCursorType(CXCursor) -> CXType;
    fn clang_getCursorBinaryOperatorKind(CXCursor) -> CXBinaryOperatorKind;
    fn clang_getCursorUnaryOperatorKind(CXCursor) -> CXUnaryOperatorKind;
    fn clang_Cursor_Evaluate(CXCursor) -> CXEvalResult;
    fn clang_EvalResult_getKind(CXEvalResult) -> CXEvalResultKind;
    fn clang_EvalResult_getAsLongLong(CXEvalResult) -> c_longlong;
    fn clang_EvalResult_isUnsignedInt(CXEvalResult) -> c_uint;
    fn clang_EvalResult_getAsUnsigned(CXEvalResult) -> c_ulonglong;
    fn clang_EvalResult_getAsDouble(CXEvalResult) -> f64;
    fn clang_EvalResult_dispose(CXEvalResult);
    fn clang_getEnumConstantDeclValue(CXCursor) -> c_longlong;
    fn clang_getEnumConstantDeclUnsignedValue(CXCursor) -> c_ulonglong;
    fn clang_getEnumDeclIntegerType(CXCursor) -> CXType;
    fn clang_Cursor_getVarDeclInitializer(CXCursor) -> CXCursor;
    fn clang_Cursor_getStorageClass(CXCursor) -> CX_StorageClass;
    fn clang_Cursor_getNumArguments(CXCursor) -> c_int;
    fn clang_Cursor_getArgument(CXCursor, c_uint) -> CXCursor;
    fn clang_Type_getOffsetOf(CXType, *const c_char) -> c_longlong;
    fn clang_Cursor_isBitField(CXCursor) -> c_uint;
    fn clang_getCXXAccessSpecifier(CXCursor) -> c_int;
    fn clang_CXXField_isMutable(CXCursor) -> c_uint;
    fn clang_Cursor_getMangling(CXCursor) -> CXString;
    fn clang_equalCursors(CXCursor, CXCursor) -> c_uint;
    fn clang_CXXMethod_isVirtual(CXCursor) -> c_uint;
    fn clang_isVirtualBase(CXCursor) -> c_uint;
    fn clang_CXXMethod_isDefaulted(CXCursor) -> c_uint;
    fn clang_CXXConstructor_isCopyConstructor(CXCursor) -> c_uint;
    fn clang_CXXConstructor_isMoveConstructor(CXCursor) -> c_uint;
    fn clang_Type_visitFields(CXType, CXFieldVisitor, CXClientData) -> c_uint;
    fn clang_getCursorResultType(CXCursor) -> CXType;
    fn clang_isPODType(CXType) -> c_uint;
    fn clang_Cursor_isFunctionInlined(CXCursor) -> c_uint;
    fn clang_getCursorLinkage(CXCursor) -> clang_sys::CXLinkageKind;
    fn clang_getIncludedFile(CXCursor) -> CXFile;
    fn clang_visitChildren(CXCursor, CXCursorVisitor, CXClientData) -> c_uint;
    fn clang_isExpression(CXCursorKind) -> c_uint;
    fn clang_isStatement(CXCursorKind) -> c_uint;
    fn clang_getCanonicalType(CXType) -> CXType;
    fn clang_getPointeeType(CXType) -> CXType;
    fn clang_Type_getTemplateArgumentAsType(CXType, c_uint) -> CXType;
    fn clang_getArrayElementType(CXType) -> CXType;
    fn clang_getArraySize(CXType) -> c_longlong;
    fn clang_getTypeDeclaration(CXType) -> CXCursor;
    fn clang_Type_getSizeOf(CXType) -> c_longlong;
    fn clang_isConstQualifiedType(CXType) -> c_uint;
    fn clang_isVolatileQualifiedType(CXType) -> c_uint;
    fn clang_isRestrictQualifiedType(CXType) -> c_uint;
}

/// A loaded libclang.
#[derive(Clone, Copy)]
pub(super) struct Library {
    functions: &'static Functions,
}

static LIBRARIES: Mutex<BTreeMap<PathBuf, &'static Functions>> = Mutex::new(BTreeMap::new());

/// The libclang that the system has: the search starts processes, so it is done once.
static SYSTEM: OnceLock<Result<PathBuf, String>> = OnceLock::new();

/// Keeps libclang from parsing on a thread of its own, whose 8 MiB of stack overflow on nesting that clang accepts; ours has more.
const OWN_THREADS: &str = "LIBCLANG_NOTHREADS";

fn search() -> Result<PathBuf, String> {
    clang_sys::load_manually().map(|library| library.path().to_owned())
}

impl Library {
    /// Opens the libclang at `path`, or the one that the system has.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, String> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => SYSTEM.get_or_init(search).clone()?,
        };
        let mut libraries = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(functions) = libraries.get(&path) {
            return Ok(Self { functions });
        }
        if libraries.is_empty() && std::env::var_os(OWN_THREADS).is_none() {
            // SAFETY: libclang, the only code here that reads the environment behind Rust's back, is
            // not loaded yet.
            unsafe { std::env::set_var(OWN_THREADS, "1") };
        }
        // SAFETY: libclang's initialisers only register static data.
        let library = unsafe { libloading::Library::new(&path) }.map_err(|e| e.to_string())?;
        let functions = Functions::load(&library)
            .map_err(|why| format!("cannot use {}: {why}", path.display()))?;
        std::mem::forget(library);
        let functions: &'static Functions = Box::leak(Box::new(functions));
        libraries.insert(path, functions);
        Ok(Self { functions })
    }

    fn string(self, raw: CXString) -> String {
        let f = self.functions;
        // SAFETY: `raw` was just returned by libclang and is disposed of once, after its text was
        // copied.
        unsafe {
            let text = (f.clang_getCString)(raw);
            let owned = if text.is_null() {
                String::new()
            } else {
                CStr::from_ptr(text).to_string_lossy().into_owned()
            };
            (f.clang_disposeString)(raw);
            owned
        }
    }
}

/// A parsed translation unit.
pub(super) struct TranslationUnit {
    library: Library,
    index: CXIndex,
    raw: CXTranslationUnit,
    tree: RefCell<Tree>,
    /// The bytes of files: libclang searches for them each time.
    buffers: RefCell<BTreeMap<File, (*const c_char, usize)>>,
    /// The offsets of fields in bits, by the identity of their class and their name: libclang goes through all fields for each.
    offsets: RefCell<BTreeMap<(usize, CString), Option<u64>>>,
    /// Whether predefined macros are among the unit's children.
    shows_predefined: bool,
}

impl Drop for TranslationUnit {
    fn drop(&mut self) {
        // SAFETY: both were created by `parse` and are owned by this value; the unit goes first.
        unsafe {
            (self.library.functions.clang_disposeTranslationUnit)(self.raw);
            (self.library.functions.clang_disposeIndex)(self.index);
        }
    }
}

/// A file of the unit; equal handles denote the same file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct File(usize);

impl TranslationUnit {
    /// Parses `input` with clang arguments `arguments`, with these `contents` of files. Diagnostics do not fail the parse.
    pub(super) fn parse(
        library: Library,
        input: &str,
        arguments: &[String],
        contents: &[(CString, Vec<u8>)],
    ) -> Result<Self, String> {
        let nul = |_| "an argument holds a NUL byte".to_owned();
        let input = CString::new(input).map_err(nul)?;
        let owned: Vec<CString> = arguments
            .iter()
            .map(|a| CString::new(a.as_str()))
            .collect::<Result<_, _>>()
            .map_err(nul)?;
        let pointers: Vec<*const c_char> = owned.iter().map(|a| a.as_ptr()).collect();
        let count = c_int::try_from(pointers.len()).map_err(|_| "too many arguments".to_owned())?;
        let flags = clang_sys::CXTranslationUnit_DetailedPreprocessingRecord
            | clang_sys::CXTranslationUnit_KeepGoing;
        let flags = c_uint::try_from(flags).map_err(|_| "bad flags".to_owned())?;
        let mut instead: Vec<CXUnsavedFile> = contents
            .iter()
            .map(|(name, text)| CXUnsavedFile {
                Filename: name.as_ptr(),
                Contents: text.as_ptr().cast(),
                Length: text.len() as c_ulong,
            })
            .collect();
        let files = c_uint::try_from(contents.len()).map_err(|_| "too many files".to_owned())?;
        let mut raw = ptr::null_mut();
        // SAFETY: every pointer outlives the call; `raw` is written on success only.
        let (index, code) = unsafe {
            let index = (library.functions.clang_createIndex)(0, 0);
            let code = (library.functions.clang_parseTranslationUnit2)(
                index,
                input.as_ptr(),
                pointers.as_ptr(),
                count,
                instead.as_mut_ptr(),
                files,
                flags,
                &raw mut raw,
            );
            (index, code)
        };
        if raw.is_null() {
            // SAFETY: no unit refers to the index.
            unsafe { (library.functions.clang_disposeIndex)(index) };
            return Err(format!("libclang could not parse the file (code {code})"));
        }
        let (tree, buffers, offsets) = (RefCell::default(), RefCell::default(), RefCell::default());
        let shows_predefined = false;
        Ok(Self { library, index, raw, tree, buffers, offsets, shows_predefined })
    }

    /// Every error, in order.
    pub(super) fn errors(&self) -> Vec<Diagnostic> {
        let f = self.library.functions;
        // SAFETY: the unit lives; each diagnostic is disposed of once, at the end of its turn.
        unsafe {
            let count = (f.clang_getNumDiagnostics)(self.raw);
            let mut errors = Vec::new();
            for index in 0..count {
                let raw = (f.clang_getDiagnostic)(self.raw, index);
                if (f.clang_getDiagnosticSeverity)(raw) >= clang_sys::CXDiagnostic_Error {
                    let message = self.library.string((f.clang_getDiagnosticSpelling)(raw));
                    let location = (f.clang_getDiagnosticLocation)(raw);
                    let at = self.position(location);
                    let name = at.file.map(|file| self.file_name(file)).unwrap_or_default();
                    let mut line = 0;
                    let (none, line_at) = (ptr::null_mut(), &raw mut line);
                    (f.clang_getFileLocation)(location, ptr::null_mut(), line_at, none, none);
                    let position = format!("{name}:{line}");
                    errors.push(Diagnostic { message, position, at });
                }
                (f.clang_disposeDiagnostic)(raw);
            }
            errors
        }
    }

    /// The cursor of the whole unit.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        // SAFETY: the unit lives.
        self.wrap(unsafe { (self.library.functions.clang_getTranslationUnitCursor)(self.raw) })
    }

    /// The name by which libclang found the file.
    pub(super) fn file_name(&self, file: File) -> String {
        // SAFETY: a `File` is only made from handles of a live unit.
        let raw = unsafe { (self.library.functions.clang_getFileName)(file.0 as CXFile) };
        self.library.string(raw)
    }

    /// The bytes that were parsed.
    pub(super) fn contents(&self, file: File) -> &[u8] {
        let (start, size) = *self.buffers.borrow_mut().entry(file).or_insert_with(|| {
            let mut size = 0;
            let f = self.library.functions;
            // SAFETY: a `File` is only made from handles of a live unit.
            let start =
                unsafe { (f.clang_getFileContents)(self.raw, file.0 as CXFile, &raw mut size) };
            (start, size)
        });
        if start.is_null() {
            return &[];
        }
        // SAFETY: the buffer belongs to the unit, which the result borrows from; it has `size`
        // bytes, and stays where it is.
        unsafe { std::slice::from_raw_parts(start.cast(), size) }
    }

    /// Whether the file is a header of the system.
    pub(super) fn is_system(&self, file: File) -> bool {
        self.is_system_at(file, 0)
    }

    /// Whether what stands at `offset` of the file belongs to the system.
    pub(super) fn is_system_at(&self, file: File, offset: u32) -> bool {
        let f = self.library.functions;
        // SAFETY: a `File` is only made from handles of a live unit, and so is the location.
        unsafe {
            let at = (f.clang_getLocationForOffset)(self.raw, file.0 as CXFile, offset);
            (f.clang_Location_isInSystemHeader)(at) != 0
        }
    }

    /// Every time that a file was entered, the main file first.
    pub(super) fn inclusions(&self) -> Vec<Inclusion> {
        let mut state = Files { unit: self, list: Vec::new() };
        // SAFETY: `visit_file` has the expected signature and does not unwind: it only compares and
        // pushes.
        unsafe {
            (self.library.functions.clang_getInclusions)(
                self.raw,
                visit_file,
                (&raw mut state).cast::<c_void>(),
            );
        }
        state.list
    }

    /// Every range of the wanted files that the preprocessor skipped, from the `#if` to the `#endif`.
    pub(super) fn skipped(&self, wanted: &BTreeSet<File>) -> Vec<(File, Span)> {
        let f = self.library.functions;
        // SAFETY: the list is libclang's, holds `count` ranges, and is disposed of once, at the end.
        let ranges = unsafe {
            let list = (f.clang_getAllSkippedRanges)(self.raw);
            if list.is_null() {
                return Vec::new();
            }
            let count = Some((*list).count as usize).filter(|count| *count > 0);
            let ranges = count.map(|n| std::slice::from_raw_parts((*list).ranges, n).to_vec());
            (f.clang_disposeSourceRangeList)(list);
            ranges.unwrap_or_default()
        };
        let spans = ranges.into_iter().filter_map(|range| {
            // SAFETY: the range belongs to this unit.
            let start = self.position(unsafe { (f.clang_getRangeStart)(range) });
            let file = start.file.filter(|file| wanted.contains(file))?;
            Some((file, Span::new(start.offset, self.ends(range).1.offset.max(start.offset))))
        });
        spans.collect()
    }

    fn wrap(&self, raw: CXCursor) -> Cursor<'_> {
        Cursor { raw, unit: self, node: None }
    }

    fn position(&self, location: CXSourceLocation) -> Position {
        let (mut file, mut offset) = (ptr::null_mut(), 0);
        // SAFETY: the location belongs to this unit; the out-pointers are valid, and the line, which
        // takes a search, and the column are not asked for.
        unsafe {
            (self.library.functions.clang_getFileLocation)(
                location,
                &raw mut file,
                ptr::null_mut(),
                ptr::null_mut(),
                &raw mut offset,
            );
        }
        Position { file: (!file.is_null()).then_some(File(file as usize)), offset }
    }

    fn ends(&self, range: CXSourceRange) -> (Position, Position) {
        // SAFETY: the range belongs to this unit.
        let (start, end) = unsafe {
            let f = self.library.functions;
            ((f.clang_getRangeStart)(range), (f.clang_getRangeEnd)(range))
        };
        (self.position(start), self.position(end))
    }
}

struct Files<'a> {
    unit: &'a TranslationUnit,
    list: Vec<Inclusion>,
}

extern "C" fn visit_file(
    file: CXFile,
    stack: *mut CXSourceLocation,
    depth: c_uint,
    data: CXClientData,
) {
    // SAFETY: `data` is the `Files` below, which nothing else uses during the call; `stack`
    // holds `depth` locations.
    let (files, include) = unsafe { (&mut *data.cast::<Files>(), (depth > 0).then(|| *stack)) };
    let from = include.map(|at| files.unit.position(at));
    let includer_is_system = include.is_some_and(|at| {
        // SAFETY: the location belongs to the live unit.
        let system = unsafe { (files.unit.library.functions.clang_Location_isInSystemHeader)(at) };
        system != 0
    });
    let file = File(file as usize);
    files.list.push(Inclusion { file, system: includer_is_system, from });
}

/// A node of the syntax tree.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'tu> {
    raw: CXCursor,
    unit: &'tu TranslationUnit,
    /// Its number in the unit's tree, where it is known.
    node: Option<u32>,
}

/// A type of the unit.
#[derive(Clone, Copy)]
pub(super) struct Type<'tu> {
    raw: CXType,
    unit: &'tu TranslationUnit,
}

macro_rules! ask {
    ($self:ident.$function:ident($($argument:expr),*)) => {
        // SAFETY: the cursor or type belongs to the unit it borrows, which lives.
        unsafe { ($self.unit.library.functions.$function)($($argument),*) }
    };
}

mod children;
mod declared;
mod instance;
mod predefined;

pub(super) use instance::Argument;

impl<'tu> Cursor<'tu> {
    fn some(self, raw: CXCursor) -> Option<Cursor<'tu>> {
        let invalid = clang_sys::CXCursor_InvalidFile..=clang_sys::CXCursor_InvalidCode;
        (!invalid.contains(&raw.kind)).then_some(Cursor { raw, unit: self.unit, node: None })
    }

    fn typed(self, raw: CXType) -> Type<'tu> {
        Type { raw, unit: self.unit }
    }

    /// One of `clang_sys::CXCursor_*`.
    pub(super) fn kind(self) -> CXCursorKind {
        self.raw.kind
    }

    /// The name of what is declared or referred to.
    pub(super) fn spelling(self) -> String {
        self.unit.library.string(ask!(self.clang_getCursorSpelling(self.raw)))
    }

    /// The nodes that libclang shows inside.
    fn visited(self) -> Vec<Cursor<'tu>> {
        let mut tree = self.unit.tree.borrow_mut();
        let node = self.node.unwrap_or_else(|| tree.root(self.raw));
        if tree.children(node).is_none() {
            self.visit(&mut tree, node);
        }
        let known = tree.children(node).into_iter().flatten();
        known.map(|(node, raw)| Cursor { raw, unit: self.unit, node: Some(node) }).collect()
    }

    fn visit(self, tree: &mut Tree, node: u32) {
        extern "C" fn add(c: CXCursor, p: CXCursor, data: CXClientData) -> CXChildVisitResult {
            // SAFETY: `data` is the pair below, which nothing else uses during the call.
            let (visit, unit) =
                unsafe { &mut *data.cast::<(&mut Visit, Option<&TranslationUnit>)>() };
            let kept = unit.is_none_or(|unit| unit.wrap(c).is_written());
            if kept { visit.add(c, &p) } else { clang_sys::CXChildVisit_Continue }
        }
        let outer = self.kind() == clang_sys::CXCursor_TranslationUnit;
        let whole = is_function(self.kind()) || self.is_statement() || self.is_expression();
        tree.open(node, whole, &|visit| {
            let mut pair = (visit, outer.then_some(self.unit));
            let data = (&raw mut pair).cast::<c_void>();
            ask!(self.clang_visitChildren(self.raw, add, data));
        });
    }

    /// Whether a user's file holds the node. No file holds predefined macros.
    fn is_written(self) -> bool {
        let macros = self.kind() == clang_sys::CXCursor_MacroDefinition;
        if macros && self.position().file.is_none() {
            return self.unit.shows_predefined;
        }
        !self.in_system_header()
    }

    /// Where the node begins and ends.
    pub(super) fn extent(self) -> (Position, Position) {
        if let Some(known) = self.node.and_then(|node| self.unit.tree.borrow().extent(node)) {
            return known;
        }
        let extent = self.unit.ends(ask!(self.clang_getCursorExtent(self.raw)));
        if let Some(node) = self.node {
            self.unit.tree.borrow_mut().keep_extent(node, extent);
        }
        extent
    }

    /// Where the node's name stands.
    pub(super) fn position(self) -> Position {
        self.unit.position(ask!(self.clang_getCursorLocation(self.raw)))
    }

    pub(super) fn in_system_header(self) -> bool {
        let at = ask!(self.clang_getCursorLocation(self.raw));
        ask!(self.clang_Location_isInSystemHeader(at)) != 0
    }

    pub(super) fn is_expression(self) -> bool {
        ask!(self.clang_isExpression(self.kind())) != 0
    }

    /// Whether it is a statement that is not an expression.
    pub(super) fn is_statement(self) -> bool {
        ask!(self.clang_isStatement(self.kind())) != 0
    }

    /// The declaration that a reference or call names.
    pub(super) fn referenced(self) -> Option<Cursor<'tu>> {
        self.some(ask!(self.clang_getCursorReferenced(self.raw)))
    }

    /// The definition of what is declared or referred to.
    pub(super) fn definition(self) -> Option<Cursor<'tu>> {
        self.some(ask!(self.clang_getCursorDefinition(self.raw)))
    }

    /// The scope that a declaration belongs to.
    pub(super) fn semantic_parent(self) -> Option<Cursor<'tu>> {
        self.some(ask!(self.clang_getCursorSemanticParent(self.raw)))
    }

    /// A number that is the same for all declarations of one entity, and only for them. It says nothing about their order.
    pub(super) fn identity(self) -> usize {
        ask!(self.clang_getCanonicalCursor(self.raw)).data[0] as usize
    }

    /// A number that only this statement or expression of the unit has. It says nothing about order.
    pub(super) fn address(self) -> usize {
        self.raw.data[1] as usize
    }

    /// Whether both are the same node.
    pub(super) fn is(self, other: Cursor<'tu>) -> bool {
        ask!(self.clang_equalCursors(self.raw, other.raw)) != 0
    }

    /// The type of an expression or declaration.
    pub(super) fn ty(self) -> Type<'tu> {
        self.typed(ask!(self.clang_getCursorType(self.raw)))
    }

    /// One of `clang_sys::CXBinaryOperator_*`.
    pub(super) fn binary_operator(self) -> CXBinaryOperatorKind {
        ask!(self.clang_getCursorBinaryOperatorKind(self.raw))
    }

    /// One of `clang_sys::CXUnaryOperator_*`.
    pub(super) fn unary_operator(self) -> CXUnaryOperatorKind {
        ask!(self.clang_getCursorUnaryOperatorKind(self.raw))
    }

    /// The integer that the expression or the variable's initialiser evaluates to.
    pub(super) fn evaluate_integer(self) -> Option<Integer> {
        // SAFETY: the result lives and holds an integer.
        self.evaluated(CXEval_Int, |f, raw| unsafe {
            if (f.clang_EvalResult_isUnsignedInt)(raw) != 0 {
                Integer::from((f.clang_EvalResult_getAsUnsigned)(raw))
            } else {
                Integer::from((f.clang_EvalResult_getAsLongLong)(raw))
            }
        })
    }

    /// The floating value that the expression evaluates to.
    pub(super) fn evaluate_float(self) -> Option<f64> {
        // SAFETY: the result lives and holds a floating value.
        self.evaluated(CXEval_Float, |f, raw| unsafe { (f.clang_EvalResult_getAsDouble)(raw) })
    }

    /// What `value` makes of the result of that kind, which lives as long.
    fn evaluated<T>(
        self,
        kind: CXEvalResultKind,
        value: fn(&Functions, CXEvalResult) -> T,
    ) -> Option<T> {
        let raw = ask!(self.clang_Cursor_Evaluate(self.raw));
        if raw.is_null() {
            return None;
        }
        let wanted = ask!(self.clang_EvalResult_getKind(raw)) == kind;
        let value = wanted.then(|| value(self.unit.library.functions, raw));
        ask!(self.clang_EvalResult_dispose(raw));
        value
    }

    /// The value of an enumerator.
    pub(super) fn enumerator_value(self) -> Integer {
        let parent = self.semantic_parent();
        let unsigned = parent.is_some_and(|p| {
            p.typed(ask!(p.clang_getEnumDeclIntegerType(p.raw))).canonical().is_unsigned()
        });
        if unsigned {
            Integer::from(ask!(self.clang_getEnumConstantDeclUnsignedValue(self.raw)))
        } else {
            Integer::from(ask!(self.clang_getEnumConstantDeclValue(self.raw)))
        }
    }

    /// The initialiser of a variable.
    pub(super) fn initializer(self) -> Option<Cursor<'tu>> {
        self.child(ask!(self.clang_Cursor_getVarDeclInitializer(self.raw)))
    }

    /// The arguments of a call, or the parameters of a function.
    pub(super) fn arguments(self) -> Vec<Cursor<'tu>> {
        let count = ask!(self.clang_Cursor_getNumArguments(self.raw));
        let indices = 0..c_uint::try_from(count).unwrap_or(0);
        indices
            .filter_map(|index| self.child(ask!(self.clang_Cursor_getArgument(self.raw, index))))
            .collect()
    }

    /// The type that a function returns.
    pub(super) fn result(self) -> Type<'tu> {
        self.typed(ask!(self.clang_getCursorResultType(self.raw)))
    }

    pub(super) fn is_virtual(self) -> bool {
        ask!(self.clang_CXXMethod_isVirtual(self.raw)) != 0
    }
}

impl<'tu> Type<'tu> {
    fn with(self, raw: CXType) -> Type<'tu> {
        Type { raw, unit: self.unit }
    }

    /// One of `clang_sys::CXType_*`.
    pub(super) fn kind(self) -> CXTypeKind {
        self.raw.kind
    }

    /// The type as C++ writes it.
    pub(super) fn name(self) -> String {
        self.unit.library.string(ask!(self.clang_getTypeSpelling(self.raw)))
    }

    /// The type behind all aliases, with its own qualifiers.
    pub(super) fn canonical(self) -> Type<'tu> {
        self.with(ask!(self.clang_getCanonicalType(self.raw)))
    }

    /// What a pointer or reference refers to.
    pub(super) fn pointee(self) -> Type<'tu> {
        self.with(ask!(self.clang_getPointeeType(self.raw)))
    }

    /// The first argument of a class template's instance, where it is a type.
    pub(super) fn first_argument(self) -> Type<'tu> {
        self.with(ask!(self.clang_Type_getTemplateArgumentAsType(self.raw, 0)))
    }

    /// The type of an array's elements.
    pub(super) fn element(self) -> Type<'tu> {
        self.with(ask!(self.clang_getArrayElementType(self.raw)))
    }

    /// The number of elements of an array of constant size.
    pub(super) fn array_size(self) -> Option<u64> {
        u64::try_from(ask!(self.clang_getArraySize(self.raw))).ok()
    }

    /// The declaration of a record or enumeration.
    pub(super) fn declaration(self) -> Option<Cursor<'tu>> {
        self.unit.cursor().some(ask!(self.clang_getTypeDeclaration(self.raw)))
    }

    /// The integer type behind an enumeration.
    pub(super) fn enumeration_integer(self) -> Option<Type<'tu>> {
        let declaration = self.declaration()?;
        Some(self.with(ask!(self.clang_getEnumDeclIntegerType(declaration.raw))).canonical())
    }

    /// `sizeof`, where the type is complete and of constant size.
    pub(super) fn size(self) -> Option<u64> {
        u64::try_from(ask!(self.clang_Type_getSizeOf(self.raw))).ok()
    }

    /// A field's offset in bits from the start of the record type; members of anonymous members count as fields.
    pub(super) fn offset_of(self, field: &str) -> Option<u64> {
        let name = CString::new(field).ok()?;
        let ask = |name: &CString| {
            u64::try_from(ask!(self.clang_Type_getOffsetOf(self.raw, name.as_ptr()))).ok()
        };
        let Some(class) = self.declaration() else { return ask(&name) };
        let mut known = self.unit.offsets.borrow_mut();
        *known.entry((class.identity(), name)).or_insert_with_key(|(_, name)| ask(name))
    }

    /// The data members of a class, of an instance of a template too, in their order.
    pub(super) fn fields(self) -> Vec<Cursor<'tu>> {
        extern "C" fn visit(field: CXCursor, data: CXClientData) -> CXVisitorResult {
            // SAFETY: `data` is the vector below, which nothing else uses during the call.
            unsafe { (*data.cast::<Vec<CXCursor>>()).push(field) };
            CXVisit_Continue
        }
        let mut raw: Vec<CXCursor> = Vec::new();
        ask!(self.clang_Type_visitFields(self.raw, visit, (&raw mut raw).cast::<c_void>()));
        raw.into_iter().map(|raw| self.unit.wrap(raw)).collect()
    }

    /// Whether objects of the type are made, copied and destroyed as their bytes.
    pub(super) fn is_plain_data(self) -> bool {
        ask!(self.clang_isPODType(self.raw)) != 0
    }

    pub(super) fn is_const(self) -> bool {
        ask!(self.clang_isConstQualifiedType(self.raw)) != 0
    }

    pub(super) fn is_volatile(self) -> bool {
        ask!(self.clang_isVolatileQualifiedType(self.raw)) != 0
    }

    pub(super) fn is_restrict(self) -> bool {
        ask!(self.clang_isRestrictQualifiedType(self.raw)) != 0
    }
}
