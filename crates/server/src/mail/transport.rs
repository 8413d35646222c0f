//! The ways by which mails leave: files in a folder, or a server that takes them.

use std::io;
use std::path::{Path, PathBuf};

use lettre::address::Envelope;
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use tabiya_arbiter::Timestamp;

use super::config::{BadMailSetting, Transport};
use crate::limits;
use crate::store::MailId;

/// The folder of the data folder where mails are put that go nowhere.
const FOLDER: &str = "mail";

/// Why a mail has not left.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Another time it may.
    Passing(String),
    /// It never will.
    Lasting(String),
}

/// Takes mails out of the house.
pub(super) enum Carrier {
    Files(PathBuf),
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
}

impl Carrier {
    pub(super) fn new(transport: &Transport, data: &Path) -> Result<Self, BadMailSetting> {
        match transport {
            Transport::Files => Ok(Self::Files(data.join(FOLDER))),
            Transport::Smtp(url) => {
                let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url.secret_text())
                    .map_err(|_| {
                        BadMailSetting::new(format!("the mail server {url:?} cannot be used"))
                    })?;
                let smtp = smtp.timeout(Some(limits::MAIL_SEND_TIME)).build();
                Ok(Self::Smtp(Box::new(smtp)))
            }
        }
    }

    /// Hands a mail over. When this returns `Ok` somebody else answers for it.
    pub(super) async fn carry(
        &self,
        id: &MailId,
        at: Timestamp,
        envelope: &Envelope,
        mail: &[u8],
    ) -> Result<(), Trouble> {
        match self {
            Self::Files(folder) => {
                let name = format!("{:015}-{id}.eml", at.0);
                put(folder, &name, mail).map_err(|error| Trouble::Passing(error.to_string()))
            }
            Self::Smtp(smtp) => match smtp.send_raw(envelope, mail).await {
                Ok(_) => Ok(()),
                Err(error) => Err(trouble(&error)),
            },
        }
    }
}

/// Writes a file that is there whole or not at all, for the owner's eyes.
fn put(folder: &Path, name: &str, mail: &[u8]) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let (part, whole) = (folder.join(format!("{name}.part")), folder.join(name));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&part)?;
    io::Write::write_all(&mut file, mail)?;
    file.sync_all()?;
    std::fs::rename(part, whole)
}

/// A server that does not want this mail will not want it tomorrow; one that does not want *us*
/// waits for the operator.
fn trouble(error: &SmtpError) -> Trouble {
    const ABOUT_US: [&str; 5] = ["530", "534", "535", "538", "421"];
    let code = error.status().map(|code| code.to_string());
    let is_about_us = code.is_some_and(|code| ABOUT_US.contains(&code.as_str()));
    let mut why = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        why = format!("{why}: {cause}");
        source = cause.source();
    }
    why.truncate(why.floor_char_boundary(300));
    if error.is_permanent() && !is_about_us {
        Trouble::Lasting(why)
    } else {
        Trouble::Passing(why)
    }
}
