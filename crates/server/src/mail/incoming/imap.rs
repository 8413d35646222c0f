//! Mails in a mailbox on an IMAP server: what is unseen is read; what was for us is marked as seen
//! and, if the operator wants that, moved to another folder. Other mails are left as they are.

use std::fmt::Debug;
use std::sync::Arc;

use async_imap::error::Error;
use async_imap::{Client, Session};
use futures_util::{StreamExt as _, TryStreamExt as _};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::{Handled, MailReading};
use crate::limits;
use crate::mail::config::ImapUrl;

/// Reads everything that is unseen and was not looked at before.
pub(super) async fn fetch(url: &ImapUrl, reading: &MailReading) -> Result<(), String> {
    let stream = TcpStream::connect((url.host.as_str(), url.port)).await;
    let stream = stream.map_err(|error| text(&error))?;
    if url.is_secure {
        let name = ServerName::try_from(url.host.clone()).map_err(|error| text(&error))?;
        let connector = TlsConnector::from(Arc::new(tls()?));
        let stream = connector.connect(name, stream).await;
        over(stream.map_err(|error| text(&error))?, url, reading).await
    } else {
        over(stream, url, reading).await
    }
}

/// The certificates that the system trusts.
fn tls() -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    let _ = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| text(&error))?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

async fn over<S>(stream: S, url: &ImapUrl, reading: &MailReading) -> Result<(), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Debug + Send,
{
    let mut client = Client::new(stream);
    let greeting = client.read_response().await;
    let greeting = greeting.map_err(|error| text(&error))?;
    greeting.ok_or("the server said nothing")?;
    let login = client.login(&url.user, &url.password).await;
    // What the server says here may repeat the name.
    let mut session = login.map_err(|_| "the server did not let us in".to_owned())?;
    let read = read_all(&mut session, url, reading).await;
    // Whatever came before, a goodbye that is not heard harms nobody.
    let _ = session.logout().await;
    read
}

async fn read_all<S>(
    session: &mut Session<S>,
    url: &ImapUrl,
    reading: &MailReading,
) -> Result<(), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Debug + Send,
{
    let selected = session.select(&url.mailbox).await;
    let validity = selected.map_err(|error| text(&error))?.uid_validity;
    let unseen = session.uid_search("UNSEEN").await;
    let unseen = unseen.map_err(|error| text(&error))?;
    let mut unseen: Vec<u32> = unseen.into_iter().collect();
    unseen.sort_unstable();
    unseen.retain(|uid| !reading.is_foreign(validity, *uid));
    let mut done = 0;
    for uid in unseen {
        // One that is gone, or that the server does not hand out, keeps no other waiting.
        let Some(mail) = mail(session, uid).await? else {
            continue;
        };
        match reading.handle(&mail).await {
            Handled::Done => put_away(session, uid, url.done.as_deref()).await?,
            // Somebody else's mail stays unseen for him.
            Handled::Foreign => reading.note_foreign(validity, uid),
            Handled::Later => continue,
        }
        done += 1;
        if done >= limits::MAILS_READ {
            break;
        }
    }
    Ok(())
}

/// The bytes of a mail, unless it is too large.
async fn mail<S>(session: &mut Session<S>, uid: u32) -> Result<Option<Vec<u8>>, String>
where
    S: AsyncRead + AsyncWrite + Unpin + Debug + Send,
{
    let query = format!("(BODY.PEEK[]<0.{}>)", limits::MAIL_BYTES);
    let fetched = session.uid_fetch(uid.to_string(), query).await;
    let mut fetched = fetched.map_err(|error| text(&error))?;
    let mut mail = None;
    while let Some(part) = fetched.next().await {
        let part = part.map_err(|error| text(&error))?;
        mail = part.body().map(<[u8]>::to_vec).or(mail);
    }
    Ok(mail)
}

/// Marks a mail as seen, and moves it.
async fn put_away<S>(session: &mut Session<S>, uid: u32, to: Option<&str>) -> Result<(), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Debug + Send,
{
    flag(session, uid, "+FLAGS (\\Seen)").await?;
    let Some(folder) = to else {
        return Ok(());
    };
    let uid_text = uid.to_string();
    if session.uid_mv(&uid_text, folder).await.is_ok() {
        return Ok(());
    }
    // A server that cannot move can copy.
    match session.uid_copy(&uid_text, folder).await {
        Ok(()) => flag(session, uid, "+FLAGS (\\Deleted)").await,
        // It stays where it is, seen: perhaps there is no such folder.
        Err(Error::No(why) | Error::Bad(why)) => {
            tracing::warn!(%why, "a mail that was read could not be moved");
            Ok(())
        }
        Err(error) => Err(text(&error)),
    }
}

async fn flag<S>(session: &mut Session<S>, uid: u32, what: &str) -> Result<(), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Debug + Send,
{
    let stored = session.uid_store(uid.to_string(), what).await;
    let stored = stored.map_err(|error| text(&error))?;
    let answers: Result<Vec<_>, _> = stored.try_collect().await;
    answers.map(drop).map_err(|error| text(&error))
}

fn text(error: &dyn std::fmt::Display) -> String {
    error.to_string()
}
