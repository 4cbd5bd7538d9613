//! Memory of the device, memory of the host that the driver gives, and copies.

use super::backend::Backend;
use super::errors::Error;
use super::transfers::Direction;
use super::{Driver, answer};
use crate::report;

/// Where a device address lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the memory of the device, or nowhere: the device checks it.
    Device,
    /// In host memory that the driver gave: the address is one of this process as well.
    Host,
}

impl<B: Backend> Driver<B> {
    /// Memory of the device.
    pub fn allocate(&mut self, bytes: u64) -> Result<u64, Error> {
        self.check_context()?;
        if bytes == 0 {
            return Err(Error::InvalidValue);
        }
        let address = self.backend.allocate(bytes).map_err(|fault| answer(&fault))?;
        self.device_memory.insert(address);
        Ok(address)
    }

    /// Memory that host and kernels reach at the same address. It is zero.
    pub fn allocate_host(&mut self, bytes: u64) -> Result<u64, Error> {
        self.check_context()?;
        if bytes == 0 {
            return Err(Error::InvalidValue);
        }
        let address = self.backend.allocate_host(bytes).map_err(|fault| answer(&fault))?;
        self.host_memory.insert(address, bytes);
        Ok(address)
    }

    /// Gives memory of the device or managed memory back; 0 is no memory.
    pub fn free(&mut self, address: u64) -> Result<(), Error> {
        self.check_context()?;
        if address == 0 {
            return Ok(());
        }
        if self.host_memory.contains_key(&address) {
            return self.free_host(address);
        }
        if !self.device_memory.remove(&address) {
            return Err(Error::InvalidValue);
        }
        self.backend.free(address).map_err(|fault| answer(&fault))
    }

    /// Gives host memory back.
    pub fn free_host(&mut self, address: u64) -> Result<(), Error> {
        self.check_context()?;
        self.host_memory.remove(&address).ok_or(Error::InvalidValue)?;
        self.backend.free_host(address).map_err(|fault| answer(&fault))
    }

    /// Where the bytes of a device address lie. Bytes that are partly in host memory of ours lie nowhere.
    pub fn place(&self, address: u64, bytes: u64) -> Result<Place, Error> {
        self.check_context()?;
        let end = address.checked_add(bytes).ok_or(Error::InvalidValue)?;
        match self.host_memory.range(..end).next_back() {
            None => Ok(Place::Device),
            Some((start, length)) => match start + length {
                limit if limit <= address => Ok(Place::Device),
                limit if *start <= address && end <= limit => Ok(Place::Host),
                _ => Err(Error::InvalidValue),
            },
        }
    }

    /// Copies bytes of the host to the device.
    pub fn write(&mut self, to: u64, from: &[u8]) -> Result<(), Error> {
        self.check_context()?;
        self.backend.write(to, from).map_err(|fault| answer(&fault))
    }

    /// Copies bytes of the device to the host.
    pub fn read(&self, from: u64, to: &mut [u8]) -> Result<(), Error> {
        self.check_context()?;
        self.backend.read(from, to).map_err(|fault| answer(&fault))
    }

    /// Copies bytes on the device.
    pub fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Error> {
        self.check_context()?;
        self.backend.copy(from, to, bytes).map_err(|fault| answer(&fault))
    }

    /// Takes note of a copy that was made, and of the directive that asked for it.
    pub fn record(
        &mut self,
        direction: Direction,
        bytes: u64,
        address: u64,
        place: Option<report::Place>,
    ) {
        self.transfers.record(direction, bytes, address, place);
    }
}
