//! The built library exports what the offload runtime looks up, and nothing else of that kind.

use std::collections::BTreeSet;

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSymbol};

/// The functions that libomptarget 19 looks up; it takes no library that lacks one.
const WANTED: &str = "
    cuCtxEnablePeerAccess cuCtxGetDevice cuCtxGetLimit cuCtxSetCurrent cuCtxSetLimit cuDeviceCanAccessPeer cuDeviceGet
    cuDeviceGetAttribute cuDeviceGetCount cuDeviceGetName cuDevicePrimaryCtxGetState cuDevicePrimaryCtxRelease_v2
    cuDevicePrimaryCtxRetain cuDevicePrimaryCtxSetFlags_v2 cuDeviceTotalMem_v2 cuDriverGetVersion cuEventCreate
    cuEventDestroy cuEventRecord cuEventSynchronize cuFuncGetAttribute cuGetErrorString cuInit cuLaunchKernel
    cuMemAllocAsync cuMemAllocHost_v2 cuMemAllocManaged cuMemAlloc_v2 cuMemFreeAsync cuMemFreeHost cuMemFree_v2
    cuMemcpyDtoDAsync_v2 cuMemcpyDtoHAsync_v2 cuMemcpyDtoH_v2 cuMemcpyHtoDAsync_v2 cuMemcpyHtoD_v2 cuMemcpyPeerAsync
    cuModuleGetFunction cuModuleGetGlobal_v2 cuModuleLoadDataEx cuModuleUnload cuStreamCreate cuStreamDestroy_v2
    cuStreamQuery cuStreamSynchronize cuStreamWaitEvent";

/// That by which libomp finds a tool.
const TOOL: &str = "ompt_start_tool";

/// Those that programs call in libomptarget 19 and that tell a place.
const CALLED: &str = "
    __tgt_target_data_begin_mapper __tgt_target_data_begin_nowait_mapper __tgt_target_data_end_mapper
    __tgt_target_data_end_nowait_mapper __tgt_target_data_update_mapper __tgt_target_data_update_nowait_mapper
    __tgt_target_kernel __tgt_target_kernel_nowait";

#[test]
fn the_library_exports_what_the_runtime_looks_up() {
    let program = std::env::current_exe().expect("a test is a program");
    let library = program.with_file_name("libwarpsim.so");
    let bytes = std::fs::read(&library).expect("the library is built with its tests");
    let file = ElfFile64::<Endianness>::parse(&bytes[..]).expect("the library is ELF");
    let symbols = file.dynamic_symbols().filter(ObjectSymbol::is_definition);
    let names = symbols.map(|symbol| symbol.name().expect("names are UTF-8").to_owned());
    let is_ours =
        |name: &String| name.starts_with("cu") || name.starts_with("__tgt_") || name == TOOL;
    let found: BTreeSet<_> = names.filter(is_ours).collect();
    let wanted = WANTED.split_whitespace();
    assert_eq!(wanted.clone().count(), 46);
    let wanted = wanted.chain(CALLED.split_whitespace()).chain([TOOL]);
    let wanted: BTreeSet<_> = wanted.map(str::to_owned).collect();
    assert_eq!(found, wanted);
}
