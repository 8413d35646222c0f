//! What an operator can set. Where the values come from (flags, environment) is the binary's
//! business.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::Uri;

use crate::accounts::PasswordCost;
use crate::computer::ComputerConfig;
use crate::limits::Rates;
use crate::mail::MailConfig;

/// All settings of the service.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// The folder of the store.
    pub data: PathBuf,
    /// The address that browsers use, if it is not that of this machine: behind a proxy, say.
    pub public_url: Option<PublicUrl>,
    /// Whether every request comes through a proxy that appends the client's address to
    /// `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How often clients may do what costs something.
    pub rates: Rates,
    /// Which engine plays where an owner seats a computer; none: nobody can.
    pub computer: Option<ComputerConfig>,
    /// How mail leaves the house.
    pub mail: MailConfig,
    /// What hashing a password costs.
    pub passwords: PasswordCost,
}

impl Config {
    /// The usual settings for a service at this address with this data folder.
    #[must_use]
    pub fn new(listen: SocketAddr, data: PathBuf) -> Self {
        Self {
            listen,
            data,
            public_url: None,
            behind_proxy: false,
            rates: Rates::default(),
            computer: None,
            mail: MailConfig::default(),
            passwords: PasswordCost::default(),
        }
    }
}

/// The scheme, host and port under which the service is known, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: String,
    authority: String,
    is_secure: bool,
}

/// Why a public address is not one.
#[derive(Debug, thiserror::Error)]
#[error("a public address looks like https://chess.example.org, with no path behind it; got {0:?}")]
pub struct BadPublicUrl(String);

impl PublicUrl {
    /// Reads `http://host`, `https://host` or either with a port.
    pub fn parse(text: &str) -> Result<Self, BadPublicUrl> {
        let bad = || BadPublicUrl(text.to_owned());
        let uri: Uri = text.trim().parse().map_err(|_| bad())?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| ["http", "https"].contains(scheme));
        let scheme = scheme.ok_or_else(bad)?;
        let authority = uri.authority().ok_or_else(bad)?;
        let has_more = uri.path() != "/" || uri.query().is_some() || text.contains(['#', '@']);
        if has_more || authority.host().is_empty() {
            return Err(bad());
        }
        // Browsers leave the scheme's own port out.
        let default_port = if scheme == "https" { 443 } else { 80 };
        let host = authority.host().to_ascii_lowercase();
        let authority = match authority.port_u16() {
            Some(port) if port != default_port => format!("{host}:{port}"),
            _ => host,
        };
        let origin = format!("{scheme}://{authority}");
        Ok(Self {
            origin,
            authority,
            is_secure: scheme == "https",
        })
    }

    /// The address without a slash at its end, which is also the `Origin` that browsers send.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Host and port, as browsers send them in `Host`.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// Whether browsers come by https.
    pub fn is_secure(&self) -> bool {
        self.is_secure
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_are_read_as_browsers_write_origins() {
        for (text, origin) in [
            ("https://chess.example.org", "https://chess.example.org"),
            ("https://Chess.Example.org/", "https://chess.example.org"),
            ("https://chess.example.org:443", "https://chess.example.org"),
            (
                "http://chess.example.org:8443/",
                "http://chess.example.org:8443",
            ),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(PublicUrl::parse(text).unwrap().origin(), origin);
        }
        for wrong in [
            "",
            "chess.example.org",
            "ftp://x",
            "https://x/chess",
            "https://u@x",
            "https://x/#a",
        ] {
            assert!(PublicUrl::parse(wrong).is_err(), "{wrong}");
        }
    }
}
