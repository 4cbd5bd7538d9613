//! Tests of the functions with C linkage: bad pointers, bad handles, copies, panics.

use super::*;
use crate::driver::fake::Fake;

const INVALID_VALUE: u32 = 1;
const INVALID_IMAGE: u32 = 200;
const INVALID_HANDLE: u32 = 400;

/// Makes the context the current one of this thread. The driver is one for all tests: none releases its last user.
fn start() {
    let mut context = 0;
    assert_eq!(cuInit(0), SUCCESS);
    // SAFETY: the place is a local one.
    assert_eq!(unsafe { cuDevicePrimaryCtxRetain(&raw mut context, 0) }, SUCCESS);
    assert_eq!(cuCtxSetCurrent(context), SUCCESS);
}

#[test]
fn null_places_are_refused() {
    start();
    let text = c"name".as_ptr();
    // SAFETY: null is what is tried; no other pointer is wrong.
    let answers = unsafe {
        [
            cuDriverGetVersion(ptr::null_mut()),
            cuGetErrorString(0, ptr::null_mut()),
            cuDeviceGetCount(ptr::null_mut()),
            cuDeviceGet(ptr::null_mut(), 0),
            cuDeviceGetAttribute(ptr::null_mut(), 10, 0),
            cuDeviceGetName(ptr::null_mut(), 10, 0),
            cuDeviceTotalMem_v2(ptr::null_mut(), 0),
            cuDeviceCanAccessPeer(ptr::null_mut(), 0, 0),
            cuDevicePrimaryCtxGetState(0, ptr::null_mut(), ptr::null_mut()),
            cuDevicePrimaryCtxRetain(ptr::null_mut(), 0),
            cuCtxGetDevice(ptr::null_mut()),
            cuCtxGetLimit(ptr::null_mut(), 0),
            cuStreamCreate(ptr::null_mut(), 0),
            cuEventCreate(ptr::null_mut(), 0),
            cuMemAlloc_v2(ptr::null_mut(), 8),
            cuMemAllocAsync(ptr::null_mut(), 8, 0),
            cuMemAllocHost_v2(ptr::null_mut(), 8),
            cuMemAllocManaged(ptr::null_mut(), 8, 1),
            cuMemcpyHtoD_v2(1 << 40, ptr::null(), 8),
            cuMemcpyHtoDAsync_v2(1 << 40, ptr::null(), 8, 0),
            cuMemcpyDtoH_v2(ptr::null_mut(), 1 << 40, 8),
            cuMemcpyDtoHAsync_v2(ptr::null_mut(), 1 << 40, 8, 0),
            cuModuleLoadDataEx(ptr::null_mut(), text.cast(), 0, ptr::null_mut(), ptr::null_mut()),
            cuModuleGetFunction(ptr::null_mut(), 0, text),
            cuModuleGetGlobal_v2(ptr::null_mut(), ptr::null_mut(), 0, text),
            cuFuncGetAttribute(ptr::null_mut(), 0, 0),
        ]
    };
    assert_eq!(answers, [INVALID_VALUE; 26]);
}

#[test]
fn bad_handles_are_refused() {
    start();
    let (text, mut handle, mut number) = (c"name".as_ptr(), 0, 0);
    for bad in [3, u64::MAX, 1 << 56 | 0x63] {
        // SAFETY: all places are local ones.
        let answers = unsafe {
            [
                cuStreamDestroy_v2(bad),
                cuStreamQuery(bad),
                cuStreamSynchronize(bad),
                cuStreamWaitEvent(0, bad, 0),
                cuEventDestroy(bad),
                cuEventRecord(bad, 0),
                cuEventSynchronize(bad),
                cuMemAllocAsync(&raw mut handle, 8, bad),
                cuMemFreeAsync(0, bad),
                cuMemcpyHtoDAsync_v2(1 << 40, text.cast(), 4, bad),
                cuMemcpyDtoDAsync_v2(1 << 40, 1 << 40, 4, bad),
                cuModuleUnload(bad),
                cuModuleGetFunction(&raw mut handle, bad, text),
                cuModuleGetGlobal_v2(&raw mut handle, ptr::null_mut(), bad, text),
                cuFuncGetAttribute(&raw mut number, 0, bad),
                launch(bad, &[]),
            ]
        };
        assert_eq!(answers, [INVALID_HANDLE; 16]);
        let no_context = Error::InvalidContext.code();
        assert_eq!(cuCtxSetCurrent(bad), no_context);
        assert_eq!(cuMemcpyPeerAsync(1 << 40, bad, 1 << 40, bad, 4, 0), no_context);
    }
}

/// Launches with an array `extra`.
fn launch(function: Handle, extra: &[usize]) -> Answer {
    let mut words = extra.iter().map(|word| ptr::without_provenance_mut(*word));
    let mut words: Vec<*mut c_void> = words.by_ref().chain([ptr::null_mut()]).collect();
    // SAFETY: the array ends, and no test gives a pointer that is neither null nor valid.
    unsafe {
        cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, ptr::null_mut(), words.as_mut_ptr())
    }
}

#[test]
fn parameters_are_packed_or_refused() {
    start();
    let (bytes, small, large) = ([0_u8; 24], 24_usize, usize::MAX);
    let (data, small) =
        (bytes.as_ptr().expose_provenance(), (&raw const small).expose_provenance());
    let large = (&raw const large).expose_provenance();
    assert_eq!(launch(0, &[1, data, 2, small]), INVALID_HANDLE);
    assert_eq!(launch(0, &[1, data, 2, large]), INVALID_VALUE);
    assert_eq!(launch(0, &[1, 0, 2, small]), INVALID_VALUE);
    assert_eq!(launch(0, &[1, data, 2, 0]), INVALID_VALUE);
    assert_eq!(launch(0, &[9, data]), INVALID_VALUE);
    let mut pointer = ptr::null_mut();
    let single = &raw mut pointer;
    let none = ptr::null_mut();
    // SAFETY: the arrays are not read.
    let answers = unsafe {
        [
            cuLaunchKernel(0, 1, 1, 1, 1, 1, 1, 0, 0, single, none),
            cuLaunchKernel(0, 1, 1, 1, 1, 1, 1, 0, 0, single, single),
        ]
    };
    assert_eq!(answers, [Error::NotSupported.code(), INVALID_VALUE]);
}

#[test]
fn bytes_are_copied_in_all_directions() {
    start();
    let (mut device, mut managed, mut host) = (0, 0, 0);
    let (source, mut target) = (*b"sixteen bytes ..", [0_u8; 16]);
    // SAFETY: all places are local ones or such that the driver gave.
    unsafe {
        assert_eq!(cuMemAlloc_v2(&raw mut device, 16), SUCCESS);
        assert_eq!(cuMemAllocManaged(&raw mut managed, 16, 1), SUCCESS);
        assert_eq!(cuMemAllocHost_v2(&raw mut host, 16), SUCCESS);
        assert_eq!(cuMemcpyHtoD_v2(device, source.as_ptr().cast(), 16), SUCCESS);
        assert_eq!(cuMemcpyDtoDAsync_v2(managed, device, 16, 0), SUCCESS);
        assert_eq!(cuMemcpyDtoDAsync_v2(managed + 1, managed, 15, 0), SUCCESS);
        let pointer: *mut c_void = ptr::with_exposed_provenance_mut(host as usize);
        assert_eq!(cuMemcpyDtoH_v2(pointer, managed, 16), SUCCESS);
        assert_eq!(cuMemcpyHtoDAsync_v2(device, pointer, 16, 0), SUCCESS);
        assert_eq!(cuMemcpyDtoHAsync_v2(target.as_mut_ptr().cast(), device, 16, 0), SUCCESS);
        assert_eq!(&target, b"ssixteen bytes .");
        assert_eq!(cuMemcpyHtoD_v2(managed, source.as_ptr().cast(), 0), SUCCESS);
        assert_eq!(cuMemcpyHtoD_v2(managed + 8, source.as_ptr().cast(), 16), INVALID_VALUE);
        assert_eq!(cuMemcpyHtoD_v2(0, source.as_ptr().cast(), 16), INVALID_VALUE);
        assert_eq!(cuMemcpyDtoH_v2(pointer, device, u64::MAX), INVALID_VALUE);
    }
    assert_eq!((cuMemFree_v2(device), cuMemFree_v2(managed)), (SUCCESS, SUCCESS));
    assert_eq!((cuMemFreeHost(host), cuMemFreeHost(host)), (SUCCESS, INVALID_VALUE));
}

#[test]
fn what_is_no_image_is_refused() {
    start();
    let mut header = [0_u8; elf::HEADER_BYTES];
    header[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    let cuda = |at: usize, byte: u8| {
        let mut header = header;
        header[18..20].copy_from_slice(&190_u16.to_le_bytes());
        header[at] = byte;
        header
    };
    let images = [[0; elf::HEADER_BYTES], header, cuda(32, 1), cuda(47, 0x7f), cuda(43, 1)];
    for image in &images {
        let (mut module, none) = (0, ptr::null_mut());
        let image = image.as_ptr().cast();
        // SAFETY: the place is a local one, and the header is all that is read of these images.
        let answer = unsafe { cuModuleLoadDataEx(&raw mut module, image, 0, none, none.cast()) };
        assert_eq!((answer, module), (INVALID_IMAGE, 0));
    }
}

#[test]
fn names_are_cut_to_the_room_that_there_is() {
    start();
    let mut text = [1_u8; 12];
    let place = text.as_mut_ptr().cast();
    // SAFETY: the place has more room than is said.
    unsafe {
        assert_eq!(cuDeviceGetName(place, 0, 0), INVALID_VALUE);
        assert_eq!(cuDeviceGetName(place, -1, 0), INVALID_VALUE);
        assert_eq!(cuDeviceGetName(place, 7, 0), SUCCESS);
    }
    assert_eq!(&text, b"NVIDIA\0\x01\x01\x01\x01\x01");
}

#[test]
fn a_panic_stays_inside_and_later_calls_fail() {
    let driver = Mutex::new(Driver::new(Fake::default(), Output::default()));
    let call = |work: fn(&mut Driver<Fake>) -> Result<(), Error>| run_on(|| Some(&driver), work);
    assert_eq!(call(|driver| driver.initialise(0)), SUCCESS);
    assert_eq!(call(|_| panic!("on purpose")), Error::Unknown.code());
    assert_eq!(call(|driver| driver.initialise(0)), Error::Unknown.code());
    let none = run_on(|| None::<&Mutex<Driver<Fake>>>, |driver| driver.initialise(0));
    assert_eq!(none, Error::NotInitialized.code());
}
