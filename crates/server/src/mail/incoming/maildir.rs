//! Mails in a maildir folder, where a mail server of the same machine puts them: what lies in `new`
//! is read and goes to `cur` as seen.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Handled, MailReading};
use crate::limits;

/// Reads everything that is new.
pub(super) async fn fetch(folder: &Path, reading: &MailReading) -> Result<(), String> {
    let (new, seen) = (folder.join("new"), folder.join("cur"));
    let fault = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&seen).map_err(fault)?;
    for path in files(&new).map_err(fault)? {
        let Some(mail) = read(&path).map_err(fault)? else {
            continue;
        };
        if reading.handle(&mail).await == Handled::Later {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        fs::rename(&path, seen.join(format!("{name}:2,S"))).map_err(fault)?;
    }
    Ok(())
}

/// The oldest first, as their names are.
fn files(new: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(new) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry?;
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_file() && !is_hidden {
            files.push(entry.path());
        }
    }
    files.sort();
    files.truncate(limits::MAILS_READ);
    Ok(files)
}

/// The bytes of a mail, as many as are looked at; none if somebody has taken it away.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut mail = Vec::new();
    let most = u64::try_from(limits::MAIL_BYTES).unwrap_or(u64::MAX);
    file.take(most).read_to_end(&mut mail)?;
    Ok(Some(mail))
}
