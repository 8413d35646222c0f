//! What an operator can set about mail.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
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
    /// Where replies to mails about games go, if they are read.
    pub reply: Option<ReplyPattern>,
    /// Where mails that come in are read.
    pub incoming: Option<Incoming>,
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
            reply: None,
            incoming: None,
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

/// Where mails that come in are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A folder of this machine, in which a mail server puts them.
    Maildir(PathBuf),
    /// A mailbox on a server.
    Imap(ImapUrl),
}

impl Incoming {
    /// Reads `maildir:/path`, `imaps://user:password@host/INBOX?move=Folder` or `imap://…`.
    pub fn parse(text: &str) -> Result<Self, BadMailSetting> {
        match text.trim().strip_prefix("maildir:") {
            Some("") => Err(BadMailSetting::new("maildir: is followed by a folder")),
            Some(folder) => Ok(Self::Maildir(PathBuf::from(folder))),
            None => ImapUrl::parse(text).map(Self::Imap),
        }
    }

    /// With this password in the place of the one in the address.
    #[must_use]
    pub fn with_password(self, password: &str) -> Self {
        match self {
            Self::Maildir(folder) => Self::Maildir(folder),
            Self::Imap(url) => Self::Imap(ImapUrl {
                password: password.to_owned(),
                ..url
            }),
        }
    }

    /// A folder is looked into at once, a server now and then.
    pub(super) fn look_every(&self) -> Duration {
        match self {
            Self::Maildir(_) => Duration::ZERO,
            Self::Imap(url) => url.look_every,
        }
    }
}

/// A mailbox on an IMAP server. It shows no password.
#[derive(Clone, PartialEq, Eq)]
pub struct ImapUrl {
    pub(super) is_secure: bool,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) user: String,
    pub(super) password: String,
    pub(super) mailbox: String,
    /// Where mails go that were read; they stay if it is none.
    pub(super) done: Option<String>,
    pub(super) look_every: Duration,
}

impl ImapUrl {
    fn parse(text: &str) -> Result<Self, BadMailSetting> {
        let bad = |what: &str| {
            // The text may hold a password, so it is not repeated.
            BadMailSetting::new(format!(
                "incoming mail looks like maildir:/path or imaps://user:password@host; {what}"
            ))
        };
        let uri: Uri = text
            .trim()
            .parse()
            .map_err(|_| bad("signs such as @ : / % in a password are written %40 %3A %2F %25"))?;
        let is_secure = match uri.scheme_str() {
            Some("imaps") => true,
            Some("imap") => false,
            _ => return Err(bad("it begins with maildir:, imaps:// or imap://")),
        };
        let authority = uri.authority().ok_or_else(|| bad("the host is missing"))?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        if !is_secure && !is_this_machine(&host) {
            return Err(bad("imap:// is not encrypted, and only for this machine"));
        }
        let userinfo = authority.as_str().rsplit_once('@');
        let (userinfo, _) = userinfo.ok_or_else(|| bad("the user is missing"))?;
        let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
        let (mut done, mut look_every) = (None, Duration::from_secs(30));
        for setting in uri.query().unwrap_or_default().split('&') {
            match setting.split_once('=') {
                Some(("move", folder)) => done = Some(unescaped(folder)),
                Some(("every", seconds)) => {
                    let seconds = seconds.parse::<u32>().ok().filter(|seconds| *seconds > 0);
                    let seconds = seconds.ok_or_else(|| bad("every= is a number of seconds"))?;
                    look_every = Duration::from_secs(seconds.into());
                }
                None if setting.is_empty() => {}
                _ => return Err(bad("behind ? may stand move=FOLDER and every=SECONDS")),
            }
        }
        let mailbox = unescaped(uri.path().trim_matches('/'));
        Ok(Self {
            is_secure,
            port: authority
                .port_u16()
                .unwrap_or(if is_secure { 993 } else { 143 }),
            host,
            user: unescaped(user),
            password: unescaped(password),
            mailbox: if mailbox.is_empty() {
                "INBOX".to_owned()
            } else {
                mailbox
            },
            done,
            look_every,
        })
    }
}

impl fmt::Debug for ImapUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "imaps" } else { "imap" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

/// Text in which some bytes are written as `%XX`.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, behind) = rest.split_at(at);
        bytes.extend_from_slice(before.as_bytes());
        let code = behind.get(1..3);
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = behind.get(3..).unwrap_or_default();
            }
            None => {
                bytes.push(b'%');
                rest = behind.get(1..).unwrap_or_default();
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The addresses that replies go to: `chess+*@example.org`, or `*@chess.example.org` where one
/// mailbox gets everything. A secret stands in the place of the `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyPattern {
    before: String,
    behind: String,
}

impl ReplyPattern {
    /// Reads an address with one `*` before the `@`.
    pub fn parse(text: &str) -> Result<Self, BadMailSetting> {
        let bad = || {
            BadMailSetting::new(format!(
                "an address for replies looks like chess+*@example.org or *@chess.example.org; \
                 got {text:?}"
            ))
        };
        let text = text.trim().to_ascii_lowercase();
        let (before, behind) = text.split_once('*').ok_or_else(bad)?;
        let pattern = Self {
            before: before.to_owned(),
            behind: behind.to_owned(),
        };
        let sample = pattern.address(&"2".repeat(crate::secrets::SMALL_SIGNS));
        let is_sound = !before.contains('@')
            && behind.contains('@')
            && !behind.contains('*')
            && sample.parse::<lettre::Address>().is_ok()
            && sample.find('@').is_some_and(|local| local <= 64);
        if is_sound { Ok(pattern) } else { Err(bad()) }
    }

    /// The address with this secret.
    pub(super) fn address(&self, secret: &str) -> String {
        format!("{}{secret}{}", self.before, self.behind)
    }

    /// The secret in an address, whatever its letters' case has become on the way.
    pub(super) fn secret_in(&self, address: &str) -> Option<String> {
        let address = address.trim().to_ascii_lowercase();
        let secret = address.strip_prefix(&self.before)?;
        crate::secrets::small_secret(secret.strip_suffix(&self.behind)?)
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
    fn incoming_mail_is_a_folder_or_a_mailbox() {
        let folder = Incoming::Maildir(PathBuf::from("/var/mail/chess"));
        assert_eq!(Incoming::parse("maildir:/var/mail/chess"), Ok(folder));
        let text = "imaps://ana%40b:p%3A%20@mail.example/Chess%20in?move=Done&every=5";
        let Ok(Incoming::Imap(url)) = Incoming::parse(text) else {
            panic!("no mailbox")
        };
        let expected = ImapUrl {
            is_secure: true,
            host: "mail.example".to_owned(),
            port: 993,
            user: "ana@b".to_owned(),
            password: "p: ".to_owned(),
            mailbox: "Chess in".to_owned(),
            done: Some("Done".to_owned()),
            look_every: Duration::from_secs(5),
        };
        assert_eq!(url, expected);
        assert_eq!(format!("{url:?}"), "imaps://mail.example:993");
        for wrong in [
            "maildir:",
            "imap://a:b@mail.example",
            "imaps://mail.example",
            "imaps://a@h?every=0",
            "imaps://a@h?x=1",
            "pop3://a@h",
        ] {
            assert!(Incoming::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_secret_of_a_reply_is_found_in_any_case_and_nowhere_else() {
        let secret = "abcdefghijkmnpqrstuvwxyz23";
        for (text, address) in [
            (
                "Chess+*@Example.org",
                "chess+abcdefghijkmnpqrstuvwxyz23@example.org",
            ),
            (
                "*@c.example.org",
                "abcdefghijkmnpqrstuvwxyz23@c.example.org",
            ),
        ] {
            let pattern = ReplyPattern::parse(text).unwrap();
            assert_eq!(pattern.address(secret), address);
            for known in [address.to_owned(), address.to_uppercase()] {
                assert_eq!(pattern.secret_in(&known).as_deref(), Some(secret));
            }
            for other in ["", "x", "chess@example.org", "chess+short@example.org"] {
                assert_eq!(pattern.secret_in(other), None);
            }
        }
        let long = format!("{}*@example.org", "a".repeat(40));
        for wrong in [
            "",
            "chess@example.org",
            "chess@*.org",
            "a*b*@c.org",
            "*",
            &long,
        ] {
            assert!(ReplyPattern::parse(wrong).is_err(), "{wrong}");
        }
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
