//! What an operator can set about mail.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use axum::http::Uri;
use lettre::message::Mailbox;

/// How mail leaves the house.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// By which way.
    pub transport: Transport,
    /// Whose mails they are.
    pub from: Mailbox,
    /// How often the outbox is looked at.
    pub look_every: Duration,
    /// How long the first wait is when a mail could not be sent; each next one is twice as long.
    pub retry_after: Duration,
}

/// The way by which mails leave.
#[derive(Clone, Debug)]
pub enum Transport {
    /// Each is a file in the folder `mail` of the data folder, and goes nowhere.
    Files,
    /// To a server that takes mail.
    Smtp(SmtpUrl),
}

/// A setting that cannot be, in one sentence for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadMailSetting(String);

impl BadMailSetting {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl Default for MailConfig {
    fn default() -> Self {
        let address = lettre::Address::new("tabiya", "localhost");
        // The text is a mail address.
        let address = address.unwrap_or_else(|_| unreachable!());
        Self {
            transport: Transport::Files,
            from: Mailbox::new(Some("Tabiya".to_owned()), address),
            look_every: crate::limits::MAIL_LOOK_TIME,
            retry_after: Duration::from_secs(60),
        }
    }
}

impl MailConfig {
    /// Reads `Tabiya <chess@example.org>` or the address alone.
    pub fn read_from(text: &str) -> Result<Mailbox, BadMailSetting> {
        let bad = || {
            BadMailSetting::new(format!(
                "a sender looks like \"Tabiya <chess@example.org>\"; got {text:?}"
            ))
        };
        let from: Mailbox = text.trim().parse().map_err(|_| bad())?;
        Ok(match from.name {
            Some(_) => from,
            None => Mailbox::new(Some("Tabiya".to_owned()), from.email),
        })
    }
}

/// The address of a server that takes mail, and how to speak to it. It shows no password.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl {
    scheme: &'static str,
    userinfo: Option<String>,
    host: String,
    tls: Option<&'static str>,
}

impl SmtpUrl {
    /// Reads `smtps://user:password@host:port` (encrypted from the start), or `smtp://…`, which is
    /// encrypted by STARTTLS unless the server is this machine. `?tls=none` and
    /// `?tls=opportunistic` ask for less.
    pub fn parse(text: &str) -> Result<Self, BadMailSetting> {
        let bad = |what: &str| {
            // The text may hold a password, so it is not repeated.
            BadMailSetting::new(format!(
                "a mail server looks like smtp://user:password@mail.example.org:587; {what}"
            ))
        };
        let uri: Uri = text
            .trim()
            .parse()
            .map_err(|_| bad("signs such as @ : / % in a password are written %40 %3A %2F %25"))?;
        let scheme = match uri.scheme_str() {
            Some("smtp") => "smtp",
            Some("smtps") => "smtps",
            _ => return Err(bad("it begins with smtp:// or smtps://")),
        };
        let authority = uri.authority().ok_or_else(|| bad("the host is missing"))?;
        if authority.host().is_empty() {
            return Err(bad("the host is missing"));
        }
        let tls = match (scheme, uri.query()) {
            ("smtps", None) => None,
            ("smtps", Some(_)) => return Err(bad("smtps:// is always encrypted")),
            (_, Some("tls=required")) => Some("required"),
            (_, Some("tls=opportunistic")) => Some("opportunistic"),
            (_, Some("tls=none")) => None,
            (_, Some(_)) => return Err(bad("?tls= is required, opportunistic or none")),
            (_, None) => (!is_this_machine(authority.host())).then_some("required"),
        };
        let (userinfo, host) = match authority.as_str().rsplit_once('@') {
            Some((userinfo, host)) => (Some(userinfo.to_owned()), host.to_owned()),
            None => (None, authority.as_str().to_owned()),
        };
        Ok(Self {
            scheme,
            userinfo,
            host,
            tls,
        })
    }

    /// With this password in the place of the one in the address.
    #[must_use]
    pub fn with_password(mut self, password: &str) -> Self {
        use fmt::Write as _;
        let user = self.userinfo.unwrap_or_default();
        let user = user.split(':').next().unwrap_or_default().to_owned();
        let mut userinfo = user + ":";
        for byte in password.bytes() {
            // Writing into a string does not fail.
            let _ = match byte {
                byte if byte.is_ascii_alphanumeric() => write!(userinfo, "{}", char::from(byte)),
                byte => write!(userinfo, "%{byte:02X}"),
            };
        }
        self.userinfo = Some(userinfo);
        self
    }

    /// The address with its password, for the library that speaks to the server.
    pub(super) fn secret_text(&self) -> String {
        let userinfo = self.userinfo.as_ref();
        let userinfo = userinfo.map_or_else(String::new, |userinfo| format!("{userinfo}@"));
        let tls = self
            .tls
            .map_or_else(String::new, |tls| format!("?tls={tls}"));
        format!("{}://{userinfo}{}{tls}", self.scheme, self.host)
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_server_is_encrypted_unless_it_is_here_or_the_operator_says_so() {
        for (text, full) in [
            ("smtps://a:b@mail.example", "smtps://a:b@mail.example"),
            (
                "smtp://a:b@mail.example:587",
                "smtp://a:b@mail.example:587?tls=required",
            ),
            ("smtp://localhost:2525", "smtp://localhost:2525"),
            ("smtp://127.0.0.1", "smtp://127.0.0.1"),
            ("smtp://relay.lan?tls=none", "smtp://relay.lan"),
            (
                "smtp://r.lan?tls=opportunistic",
                "smtp://r.lan?tls=opportunistic",
            ),
        ] {
            assert_eq!(SmtpUrl::parse(text).unwrap().secret_text(), full);
        }
        for wrong in [
            "",
            "mail.example",
            "http://a",
            "smtp://",
            "smtps://a?tls=none",
            "smtp://a?x",
        ] {
            assert!(SmtpUrl::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_password_is_written_so_that_it_is_read_back_and_never_shown() {
        let url = SmtpUrl::parse("smtp://ana%40b:old@mail.example").unwrap();
        let url = url.with_password("p@ss:/ é");
        let text = "smtp://ana%40b:p%40ss%3A%2F%20%C3%A9@mail.example?tls=required";
        assert_eq!(url.secret_text(), text);
        assert_eq!(format!("{url:?}"), "smtp://mail.example");
        let said = SmtpUrl::parse("smtp://u:se cret@h")
            .unwrap_err()
            .to_string();
        assert!(!said.contains("cret"), "{said}");
    }

    #[test]
    fn a_sender_has_a_name() {
        for (text, from) in [
            ("chess@example.org", "Tabiya <chess@example.org>"),
            ("The club <c@example.org>", "The club <c@example.org>"),
        ] {
            let read = MailConfig::read_from(text).unwrap();
            assert_eq!(read.to_string().replace('"', ""), from);
        }
        assert!(MailConfig::read_from("nobody").is_err());
    }
}
