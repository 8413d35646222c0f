//! Which names and addresses are this server's own, and which link to give to a friend.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::uri::Authority;

use crate::config::PublicUrl;

/// How long the machine's own addresses are believed: a laptop changes networks.
const BELIEVED: Duration = Duration::from_secs(10);

/// The names under which this server may be asked.
pub(crate) struct Hosts {
    public_url: Option<PublicUrl>,
    names: HashSet<String>,
    listen: SocketAddr,
    own: Mutex<OwnAddresses>,
}

struct OwnAddresses {
    addresses: Vec<IpAddr>,
    looked: Instant,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stranger {
    /// It asks for another host.
    Host,
    /// It comes from another site.
    Origin,
}

impl Hosts {
    pub(crate) fn new(listen: SocketAddr, public_url: Option<PublicUrl>) -> Self {
        let mut names = HashSet::from(["localhost".to_owned()]);
        let name = gethostname::gethostname()
            .to_string_lossy()
            .to_ascii_lowercase();
        if !name.is_empty() {
            let short = name.split('.').next().unwrap_or_default().to_owned();
            names.extend([
                format!("{name}.local"),
                format!("{short}.local"),
                short,
                name,
            ]);
        }
        let own = OwnAddresses {
            addresses: own_addresses(),
            looked: Instant::now(),
        };
        Self {
            public_url,
            names,
            listen,
            own: Mutex::new(own),
        }
    }

    /// Whether `Host` names this server. A page of another site that had its name lead here would
    /// be told apart by nothing else.
    pub(crate) fn check_host(&self, host: &str) -> Result<(), Stranger> {
        let host = host.to_ascii_lowercase();
        if self
            .public_url
            .as_ref()
            .is_some_and(|url| url.authority() == host)
        {
            return Ok(());
        }
        let authority: Authority = host.parse().map_err(|_| Stranger::Host)?;
        // Authorities may hold a user, hosts may not.
        if authority.as_str().contains('@') {
            return Err(Stranger::Host);
        }
        let name = authority.host();
        let is_own = self.names.contains(name)
            || ip_of(name).is_some_and(|ip| ip.is_loopback() || self.is_own_address(ip));
        if is_own { Ok(()) } else { Err(Stranger::Host) }
    }

    /// Whether `Origin` is this server as it was asked under `host`, or its public address.
    pub(crate) fn check_origin(&self, host: &str, origin: &str) -> Result<(), Stranger> {
        let is_public = self
            .public_url
            .as_ref()
            .is_some_and(|url| url.origin() == origin);
        let is_asked = origin
            .strip_prefix("http://")
            .is_some_and(|asked| asked.eq_ignore_ascii_case(host.trim_end_matches(":80")));
        if is_public || is_asked {
            Ok(())
        } else {
            Err(Stranger::Origin)
        }
    }

    /// The beginning of links: the public address, or the one that was asked, or, when that works
    /// only on this machine, the one in the local network.
    pub(crate) fn base(&self, host: &str) -> String {
        if let Some(url) = &self.public_url {
            return url.origin().to_owned();
        }
        if is_loopback(host)
            && let Some(lan) = lan_origin(self.listen)
        {
            return lan;
        }
        format!("http://{}", host.to_ascii_lowercase())
    }

    /// The beginning of links in what nobody has asked for: in mails.
    pub(crate) fn own_base(&self) -> String {
        self.base(&format!("localhost:{}", self.listen.port()))
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_secure)
    }

    fn is_own_address(&self, ip: IpAddr) -> bool {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if !own.addresses.contains(&ip) && own.looked.elapsed() > BELIEVED {
            *own = OwnAddresses {
                addresses: own_addresses(),
                looked: Instant::now(),
            };
        }
        own.addresses.contains(&ip)
    }
}

/// The address of this server in the local network, `http://192.168.1.5:8080` say; none when it
/// listens on this machine only or there is no network.
pub fn lan_origin(listen: SocketAddr) -> Option<String> {
    let ip = if listen.ip().is_unspecified() {
        lan_address()?
    } else {
        listen.ip()
    };
    if ip.is_loopback() {
        return None;
    }
    let port = listen.port();
    let address = SocketAddr::new(ip, port);
    Some(if port == 80 {
        format!("http://{}", bracketed(ip))
    } else {
        format!("http://{address}")
    })
}

fn bracketed(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

/// The address from which this machine would speak to others.
fn lan_address() -> Option<IpAddr> {
    // Connecting a UDP socket sends nothing; it only asks the system which way it would go. The
    // address is one of those that are kept for documents.
    let route = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    let routed = route.ok().map(|address| address.ip());
    let usable = |ip: &IpAddr| ip.is_ipv4() && !ip.is_loopback() && !ip.is_unspecified();
    routed
        .filter(usable)
        .or_else(|| own_addresses().into_iter().find(usable))
}

fn own_addresses() -> Vec<IpAddr> {
    match if_addrs::get_if_addrs() {
        Ok(interfaces) => interfaces.iter().map(if_addrs::Interface::ip).collect(),
        Err(error) => {
            tracing::warn!(%error, "the machine's own addresses cannot be listed");
            Vec::new()
        }
    }
}

fn ip_of(host: &str) -> Option<IpAddr> {
    host.trim_start_matches('[')
        .trim_end_matches(']')
        .parse()
        .ok()
}

fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    name.eq_ignore_ascii_case("localhost") || ip_of(name).is_some_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(public_url: Option<&str>) -> Hosts {
        let public_url = public_url.map(|url| PublicUrl::parse(url).unwrap());
        Hosts::new("0.0.0.0:8080".parse().unwrap(), public_url)
    }

    #[test]
    fn only_own_names_are_hosts() {
        let hosts = hosts(Some("https://chess.example.org"));
        for own in [
            "localhost",
            "localhost:8080",
            "LOCALHOST:1",
            "127.0.0.1:8080",
            "[::1]:8080",
            "chess.example.org",
        ] {
            assert_eq!(hosts.check_host(own), Ok(()), "{own}");
        }
        for other in [
            "",
            "evil.example",
            "localhost.evil.example",
            "evil.example:8080",
            "chess.example.org:8080",
            "203.0.113.7:8080",
            "user@localhost",
            "localhost:8080:1",
        ] {
            assert_eq!(hosts.check_host(other), Err(Stranger::Host), "{other}");
        }
    }

    #[test]
    fn an_origin_is_exactly_the_host_that_was_asked_or_the_public_address() {
        let hosts = hosts(Some("https://chess.example.org"));
        let asked = "localhost:8080";
        for own in ["http://localhost:8080", "https://chess.example.org"] {
            assert_eq!(hosts.check_origin(asked, own), Ok(()), "{own}");
        }
        for other in [
            "null",
            "",
            "http://localhost",
            "http://localhost:3000",
            "https://localhost:8080",
            "http://chess.example.org",
            "https://chess.example.org:8443",
            "https://chess.example.org.evil.example",
            "http://localhost:8080/",
        ] {
            assert_eq!(
                hosts.check_origin(asked, other),
                Err(Stranger::Origin),
                "{other}"
            );
        }
        assert_eq!(
            hosts.check_origin("localhost:80", "http://localhost"),
            Ok(())
        );
    }

    #[test]
    fn links_start_with_what_a_friend_can_reach() {
        assert_eq!(
            hosts(Some("https://c.example")).base("localhost:8080"),
            "https://c.example"
        );
        assert_eq!(
            hosts(None).base("Table.local:8080"),
            "http://table.local:8080"
        );
        assert_eq!(lan_origin("127.0.0.1:8080".parse().unwrap()), None);
        assert_eq!(
            lan_origin("192.0.2.5:80".parse().unwrap()).unwrap(),
            "http://192.0.2.5"
        );
        assert_eq!(
            lan_origin("192.0.2.5:81".parse().unwrap()).unwrap(),
            "http://192.0.2.5:81"
        );
        let only_here = Hosts::new("127.0.0.1:8080".parse().unwrap(), None);
        assert_eq!(only_here.base("localhost:8080"), "http://localhost:8080");
    }
}
