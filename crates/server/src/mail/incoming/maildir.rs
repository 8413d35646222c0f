//! Mails in a maildir folder, where a mail server of the same machine puts them: what lies in `new`
//! is read and goes to `cur` as seen. One that cannot be read goes there unseen, for the operator to
//! look at, and keeps no other waiting.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Handled, MailReading};
use crate::limits;

/// Reads what is new, as much of it as is read at a time.
pub(super) async fn fetch(folder: &Path, reading: &MailReading) -> Result<(), String> {
    let (new, seen) = (folder.join("new"), folder.join("cur"));
    let fault = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&seen).map_err(fault)?;
    let mut done = 0;
    for path in files(&new).map_err(fault)? {
        let flags = match read(&path) {
            Ok(None) => continue,
            Ok(Some(mail)) => match reading.handle(&mail).await {
                Handled::Later => continue,
                Handled::Done | Handled::Foreign => "S",
            },
            Err(error) => {
                tracing::error!(%error, "a mail in the maildir cannot be read; it is put aside");
                ""
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Err(error) = fs::rename(&path, seen.join(format!("{name}:2,{flags}"))) {
            // It is known again by its name, so that it is not followed twice.
            tracing::error!(%error, "a mail in the maildir could not be put away");
        }
        done += 1;
        if done >= limits::MAILS_READ {
            break;
        }
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
        // A file that is gone meanwhile has no kind.
        let kind = entry.file_type();
        let is_mail = kind.is_ok_and(|kind| kind.is_file() || kind.is_symlink());
        if is_mail && !is_hidden {
            files.push(entry.path());
        }
    }
    files.sort();
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
