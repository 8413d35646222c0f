//! Mail addresses as people type them. Whether somebody reads them is only known once a link that was
//! mailed there has been opened.

use crate::limits;

/// Text that may be a mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address(String);

impl Address {
    /// Reads an address; none when no mail could be sent there.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@')?;
        let fits = text.len() <= limits::ADDRESS_LETTERS && !local.is_empty() && local.len() <= 64;
        let is_local =
            |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&byte);
        let has_dots_between = |part: &str| !part.split('.').any(str::is_empty);
        let is_label = |label: &str| {
            let signs = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            label.bytes().all(signs) && !label.starts_with('-') && !label.ends_with('-')
        };
        let is_address = fits
            && local.bytes().all(is_local)
            && has_dots_between(local)
            && has_dots_between(domain)
            && domain.split('.').all(is_label);
        is_address.then(|| Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn key(&self) -> String {
        address_key(&self.0)
    }
}

/// How addresses are compared: no mail house of today tells capitals apart.
pub(crate) fn address_key(address: &str) -> String {
    address.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_other_text() {
        for good in [
            "ana@example.org",
            " Ana.B+chess@mail.example.org ",
            "a@localhost",
            "o'x@x-y.de",
        ] {
            assert_eq!(Address::parse(good).unwrap().as_str(), good.trim());
        }
        assert_eq!(
            Address::parse("ANA@Example.org").unwrap().key(),
            "ana@example.org"
        );
        let long = format!("{}@example.org", "a".repeat(65));
        for bad in [
            "",
            "ana",
            "@example.org",
            "ana@",
            "a b@example.org",
            "ana@exa mple.org",
            "ana@-x.org",
            "a..b@example.org",
            "ana@example..org",
            "ana@b@example.org",
            "ana@example.org\nBcc: eve@example.org",
            "Ana <ana@example.org>",
            &long,
        ] {
            assert_eq!(Address::parse(bad), None, "{bad}");
        }
    }
}
