//! How much room there is on the disk of the data folder.

use std::path::Path;

/// Bytes that the service can still write; none where the system does not say.
#[cfg(unix)]
pub(crate) fn disk_free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// Bytes that the service can still write; none where the system does not say.
#[cfg(not(unix))]
pub(crate) fn disk_free(_folder: &Path) -> Option<u64> {
    None
}
