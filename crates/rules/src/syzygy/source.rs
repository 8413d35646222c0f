//! The bytes of a table. A small file is kept whole, of a large one only what is asked for is
//! read. Not here: what the bytes mean.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::string::ToString as _;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use super::Fault;

/// Files up to this size are kept in memory.
const KEPT_BYTES: u64 = 16 * 1024 * 1024;

pub(super) enum Source {
    Memory(Vec<u8>),
    File { file: Mutex<File>, length: u64 },
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Source, Fault> {
        let file = File::open(path).map_err(read_fault)?;
        let length = file.metadata().map_err(read_fault)?.len();
        if length > KEPT_BYTES {
            let file = Mutex::new(file);
            return Ok(Source::File { file, length });
        }
        let mut bytes = Vec::new();
        // What reports no length may have no end.
        let mut kept = file.take(KEPT_BYTES);
        kept.read_to_end(&mut bytes).map_err(read_fault)?;
        Ok(Source::Memory(bytes))
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            // A file in memory is small.
            Source::Memory(bytes) => u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            Source::File { length, .. } => *length,
        }
    }

    /// Fills a buffer from a place in the file.
    pub(super) fn read(&self, at: u64, buffer: &mut [u8]) -> Result<(), Fault> {
        match self {
            Source::Memory(bytes) => {
                let start = usize::try_from(at).map_err(|_| Fault::Short)?;
                let found = bytes.get(start..).and_then(|rest| rest.get(..buffer.len()));
                buffer.copy_from_slice(found.ok_or(Fault::Short)?);
                Ok(())
            }
            Source::File { file, length } => {
                let wanted = u64::try_from(buffer.len()).map_err(|_| Fault::Short)?;
                if at.checked_add(wanted).is_none_or(|end| end > *length) {
                    return Err(Fault::Short);
                }
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(at)).map_err(read_fault)?;
                file.read_exact(buffer).map_err(read_fault)
            }
        }
    }

    fn array<const N: usize>(&self, at: u64) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        self.read(at, &mut bytes)?;
        Ok(bytes)
    }

    pub(super) fn u8(&self, at: u64) -> Result<u8, Fault> {
        self.array::<1>(at).map(u8::from_le_bytes)
    }

    pub(super) fn u16(&self, at: u64) -> Result<u16, Fault> {
        self.array(at).map(u16::from_le_bytes)
    }

    pub(super) fn u32(&self, at: u64) -> Result<u32, Fault> {
        self.array(at).map(u32::from_le_bytes)
    }
}

fn read_fault(error: std::io::Error) -> Fault {
    Fault::Unreadable(error.to_string())
}
