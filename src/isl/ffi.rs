//! The functions of isl that are in use, and owners for the objects they return.
//!
//! isl's `__isl_take`, `__isl_keep`, `__isl_give` are a value, a reference and an owned result.
//! Every object belongs to a context, and a context to one thread: the raw pointers keep all of
//! these types from being `Send`, and the lifetimes keep a context alive as long as its objects.

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_ulong, c_void};
use std::marker::PhantomData;
use std::ptr::NonNull;

use rug::Integer;

#[repr(C)]
struct IslCtx(c_void);
#[repr(C)]
struct IslSet(c_void);
#[repr(C)]
struct IslBasicSet(c_void);
#[repr(C)]
struct IslSpace(c_void);
#[repr(C)]
struct IslMat(c_void);
#[repr(C)]
struct IslPoint(c_void);
#[repr(C)]
struct IslVal(c_void);

const ISL_ON_ERROR_CONTINUE: c_int = 1;
const ISL_DIM_CST: c_int = 0;
const ISL_DIM_PARAM: c_int = 1;
const ISL_DIM_SET: c_int = 3;
const ISL_DIM_DIV: c_int = 4;
const ISL_BOOL_FALSE: c_int = 0;
const ISL_BOOL_TRUE: c_int = 1;

unsafe extern "C" {
    fn isl_ctx_alloc() -> *mut IslCtx;
    fn isl_ctx_free(ctx: *mut IslCtx);
    fn isl_options_set_on_error(ctx: *mut IslCtx, value: c_int) -> c_int;
    fn isl_ctx_set_max_operations(ctx: *mut IslCtx, max_operations: c_ulong);
    fn isl_set_read_from_str(ctx: *mut IslCtx, text: *const c_char) -> *mut IslSet;
    fn isl_space_set_alloc(ctx: *mut IslCtx, parameters: u32, coordinates: u32) -> *mut IslSpace;
    fn isl_mat_alloc(ctx: *mut IslCtx, rows: u32, columns: u32) -> *mut IslMat;
    fn isl_mat_set_element_val(
        matrix: *mut IslMat,
        row: c_int,
        column: c_int,
        value: *mut IslVal,
    ) -> *mut IslMat;
    fn isl_val_read_from_str(ctx: *mut IslCtx, text: *const c_char) -> *mut IslVal;
    fn isl_val_int_from_si(ctx: *mut IslCtx, value: c_long) -> *mut IslVal;
    fn isl_basic_set_from_constraint_matrices(
        space: *mut IslSpace,
        equalities: *mut IslMat,
        inequalities: *mut IslMat,
        c1: c_int,
        c2: c_int,
        c3: c_int,
        c4: c_int,
    ) -> *mut IslBasicSet;
    fn isl_set_from_basic_set(set: *mut IslBasicSet) -> *mut IslSet;
    fn isl_set_copy(set: *mut IslSet) -> *mut IslSet;
    fn isl_set_coalesce(set: *mut IslSet) -> *mut IslSet;
    fn isl_set_detect_equalities(set: *mut IslSet) -> *mut IslSet;
    fn isl_set_subtract(set: *mut IslSet, other: *mut IslSet) -> *mut IslSet;
    #[cfg(test)]
    fn isl_set_intersect(set: *mut IslSet, other: *mut IslSet) -> *mut IslSet;
    fn isl_set_to_str(set: *mut IslSet) -> *mut c_char;
    fn isl_set_free(set: *mut IslSet) -> *mut IslSet;
    fn isl_set_is_empty(set: *mut IslSet) -> c_int;
    #[cfg(test)]
    fn isl_set_dim(set: *mut IslSet, kind: c_int) -> c_int;
    #[cfg(test)]
    fn isl_set_get_dim_name(set: *mut IslSet, kind: c_int, position: u32) -> *const c_char;
    fn isl_set_sample_point(set: *mut IslSet) -> *mut IslPoint;
    fn isl_point_free(point: *mut IslPoint) -> *mut IslPoint;
    fn isl_point_get_coordinate_val(
        point: *mut IslPoint,
        kind: c_int,
        position: c_int,
    ) -> *mut IslVal;
    fn isl_val_to_str(value: *mut IslVal) -> *mut c_char;
    fn isl_val_free(value: *mut IslVal) -> *mut IslVal;
    fn free(memory: *mut c_void);
}

/// Coefficients by position, and a constant.
pub(super) type Line<'r> = (&'r [(u32, Integer)], &'r Integer);

/// The two kinds of dimensions of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimension {
    /// A parameter.
    Parameter,
    /// A coordinate of the set's tuple.
    Coordinate,
}

impl Dimension {
    fn code(self) -> c_int {
        match self {
            Self::Parameter => ISL_DIM_PARAM,
            Self::Coordinate => ISL_DIM_SET,
        }
    }
}

/// An isl context; silent: errors are results, never text on standard error.
pub(super) struct Context(NonNull<IslCtx>);

impl Context {
    /// A context in which at most `max_operations` operations run before every call fails; 0 sets
    /// no bound. `None` where isl cannot allocate.
    pub(super) fn new(max_operations: u64) -> Option<Self> {
        // SAFETY: the function has no precondition.
        let context = Self(NonNull::new(unsafe { isl_ctx_alloc() })?);
        let bound = c_ulong::try_from(max_operations).unwrap_or(c_ulong::MAX);
        // SAFETY: the context is alive, and no other thread knows it.
        unsafe {
            isl_options_set_on_error(context.0.as_ptr(), ISL_ON_ERROR_CONTINUE);
            isl_ctx_set_max_operations(context.0.as_ptr(), bound);
        }
        Some(context)
    }

    /// The set that `text` denotes in isl's notation; `None` on any error.
    pub(super) fn read_set(&self, text: &CStr) -> Option<Set<'_>> {
        // SAFETY: the context is alive, and `text` ends in a zero byte.
        let set = unsafe { isl_set_read_from_str(self.0.as_ptr(), text.as_ptr()) };
        Set::own(set)
    }

    /// The tuples with `Σ coefficients[k] · x_k + constant` 0 for every line of the first list and not
    /// negative for every line of the second, where the positions count parameters first; `None` on
    /// any error.
    pub(super) fn polyhedron(
        &self,
        (parameters, coordinates): (u32, u32),
        [equal, not_negative]: [&[Line]; 2],
    ) -> Option<Set<'_>> {
        let columns = parameters + coordinates + 1;
        let equalities = self.matrix(equal, columns)?;
        let inequalities = self.matrix(not_negative, columns)?;
        // SAFETY: the context is alive; every object is handed on, and a null one stands for an error
        // in all of these functions.
        let set = unsafe {
            isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
                isl_space_set_alloc(self.0.as_ptr(), parameters, coordinates),
                equalities,
                inequalities,
                ISL_DIM_PARAM,
                ISL_DIM_SET,
                ISL_DIM_DIV,
                ISL_DIM_CST,
            ))
        };
        Set::own(set)
    }

    /// A matrix with one row for each line, the constants last; null on an error of isl's.
    fn matrix(&self, lines: &[Line], columns: u32) -> Option<*mut IslMat> {
        let height = u32::try_from(lines.len()).ok()?;
        // SAFETY: the context is alive.
        let mut matrix = unsafe { isl_mat_alloc(self.0.as_ptr(), height, columns) };
        for (row, (coefficients, constant)) in (0_i32..).zip(lines) {
            for column in 0..columns {
                let given = coefficients.iter().find(|(k, _)| *k == column).map(|(_, c)| c);
                let value = if column + 1 == columns { Some(*constant) } else { given };
                let column = c_int::try_from(column).ok()?;
                // SAFETY: matrix and value are handed on, null ones stand for an error, and isl
                // checks the position.
                matrix = unsafe { isl_mat_set_element_val(matrix, row, column, self.value(value)) };
            }
        }
        Some(matrix)
    }

    /// An integer, 0 for none; null on any error.
    fn value(&self, value: Option<&Integer>) -> *mut IslVal {
        let Some(value) = value else {
            // SAFETY: the context is alive.
            return unsafe { isl_val_int_from_si(self.0.as_ptr(), 0) };
        };
        if let Some(small) = value.to_i64().and_then(|value| c_long::try_from(value).ok()) {
            // SAFETY: the context is alive.
            return unsafe { isl_val_int_from_si(self.0.as_ptr(), small) };
        }
        let Ok(text) = CString::new(value.to_string()) else { return std::ptr::null_mut() };
        // SAFETY: the context is alive, and `text` ends in a zero byte.
        unsafe { isl_val_read_from_str(self.0.as_ptr(), text.as_ptr()) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context is owned, and every object in it borrowed it and is gone.
        unsafe { isl_ctx_free(self.0.as_ptr()) }
    }
}

/// A set of integer tuples.
pub(super) struct Set<'ctx>(NonNull<IslSet>, PhantomData<&'ctx Context>);

impl<'ctx> Set<'ctx> {
    fn own(set: *mut IslSet) -> Option<Self> {
        Some(Self(NonNull::new(set)?, PhantomData))
    }

    /// The same set in fewer pieces; `None` on any error.
    pub(super) fn coalesced(&self) -> Option<Self> {
        // SAFETY: the set is alive; the copy is handed over, and a null one stands for an error.
        let set = unsafe {
            let copy = isl_set_detect_equalities(isl_set_copy(self.0.as_ptr()));
            isl_set_coalesce(copy)
        };
        Self::own(set)
    }

    /// The points that another set has not; `None` on any error.
    pub(super) fn without(&self, other: &Self) -> Option<Self> {
        // SAFETY: both sets are alive; copies are handed over, and a null one stands for an error.
        let set = unsafe {
            isl_set_subtract(isl_set_copy(self.0.as_ptr()), isl_set_copy(other.0.as_ptr()))
        };
        Self::own(set)
    }

    /// The points that another set has, too; `None` on any error.
    #[cfg(test)]
    pub(super) fn within(&self, other: &Self) -> Option<Self> {
        // SAFETY: both sets are alive; copies are handed over, and a null one stands for an error.
        let set = unsafe {
            isl_set_intersect(isl_set_copy(self.0.as_ptr()), isl_set_copy(other.0.as_ptr()))
        };
        Self::own(set)
    }

    /// The set in isl's notation; `None` on any error.
    pub(super) fn text(&self) -> Option<String> {
        // SAFETY: the set is alive; the function keeps it.
        let text = NonNull::new(unsafe { isl_set_to_str(self.0.as_ptr()) })?;
        // SAFETY: isl returned a C string from `malloc`; it is copied before it is freed, once.
        let own = unsafe {
            let own = CStr::from_ptr(text.as_ptr()).to_owned();
            free(text.as_ptr().cast());
            own
        };
        CString::into_string(own).ok()
    }

    /// Whether the set has no integer point for any values of the parameters; `None` on any error.
    pub(super) fn is_empty(&self) -> Option<bool> {
        // SAFETY: the set is alive; the function keeps it.
        match unsafe { isl_set_is_empty(self.0.as_ptr()) } {
            ISL_BOOL_FALSE => Some(false),
            ISL_BOOL_TRUE => Some(true),
            _ => None,
        }
    }

    /// The number of dimensions of one kind; `None` on any error.
    #[cfg(test)]
    pub(super) fn dimensions(&self, kind: Dimension) -> Option<u32> {
        // SAFETY: the set is alive; the function keeps it.
        u32::try_from(unsafe { isl_set_dim(self.0.as_ptr(), kind.code()) }).ok()
    }

    /// The name of a dimension, without primes; `None` where it has none or `position` is too large.
    #[cfg(test)]
    pub(super) fn name(&self, kind: Dimension, position: u32) -> Option<String> {
        // SAFETY: the set is alive; the function keeps it and checks the position.
        let name = unsafe { isl_set_get_dim_name(self.0.as_ptr(), kind.code(), position) };
        // SAFETY: a name that is not null ends in a zero byte and lives as long as the set.
        (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
    }

    /// One point of a set that is not empty; `None` on any error.
    pub(super) fn sample(&self) -> Option<Point<'ctx>> {
        // SAFETY: the set is alive; the copy is handed over.
        let point = unsafe { isl_set_sample_point(isl_set_copy(self.0.as_ptr())) };
        Some(Point(NonNull::new(point)?, PhantomData))
    }
}

impl Drop for Set<'_> {
    fn drop(&mut self) {
        // SAFETY: the set is owned, and its context still lives.
        unsafe { isl_set_free(self.0.as_ptr()) };
    }
}

/// One point, with values for the parameters.
pub(super) struct Point<'ctx>(NonNull<IslPoint>, PhantomData<&'ctx Context>);

impl Point<'_> {
    /// The decimal digits of one coordinate; `None` on any error.
    pub(super) fn coordinate(&self, kind: Dimension, position: u32) -> Option<String> {
        let position = c_int::try_from(position).ok()?;
        // SAFETY: the point is alive; the function keeps it and checks the position.
        let value = unsafe { isl_point_get_coordinate_val(self.0.as_ptr(), kind.code(), position) };
        // SAFETY: a null value prints as null; the value is ours and is freed once.
        let text = unsafe {
            let text = isl_val_to_str(value);
            isl_val_free(value);
            text
        };
        let text = NonNull::new(text)?;
        // SAFETY: isl returned a C string from `malloc`; it is copied before it is freed, once.
        let digits = unsafe {
            let digits = CStr::from_ptr(text.as_ptr()).to_owned();
            free(text.as_ptr().cast());
            digits
        };
        CString::into_string(digits).ok()
    }
}

impl Drop for Point<'_> {
    fn drop(&mut self) {
        // SAFETY: the point is owned, and its context still lives.
        unsafe { isl_point_free(self.0.as_ptr()) };
    }
}
