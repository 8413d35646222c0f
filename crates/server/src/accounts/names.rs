//! Names of accounts: which ones there may be, and when two of them look alike. Whether one is free
//! is the store's business.

use crate::limits;

/// Names that would pass for the house itself, or for nobody.
const RESERVED: [&str; 20] = [
    "admin",
    "administrator",
    "anonymous",
    "black",
    "computer",
    "deleted",
    "everyone",
    "guest",
    "host",
    "moderator",
    "nobody",
    "owner",
    "postmaster",
    "root",
    "spectator",
    "staff",
    "support",
    "system",
    "tabiya",
    "white",
];

/// What a player is called whose account was closed. No account can have this name.
pub(crate) const DELETED: &str = "deleted";

/// A name that an account may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(String);

/// Why a name cannot be that of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadName {
    /// Too short, too long, or with other signs.
    #[error(
        "A name has 2 to 20 signs: letters from a to z, digits, underscores and hyphens, and at \
         least one letter."
    )]
    Shape,
    /// It would pass for somebody else than a player.
    #[error("That name is kept for the house; choose another one.")]
    Reserved,
}

impl Name {
    /// Reads a name as somebody has typed it.
    pub(crate) fn parse(text: &str) -> Result<Self, BadName> {
        let text = text.trim();
        let fits = (limits::NAME_LEAST_LETTERS..=limits::NAME_MOST_LETTERS).contains(&text.len());
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let has_letter = text.bytes().any(|byte| byte.is_ascii_alphabetic());
        if !fits || !has_letter || !text.bytes().all(is_sign) {
            return Err(BadName::Shape);
        }
        let key = name_key(text);
        if RESERVED.iter().any(|reserved| name_key(reserved) == key) {
            return Err(BadName::Reserved);
        }
        Ok(Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// What is left of a name when everything is taken away that the eye may miss: capitals, `0` for `o`,
/// `1` and `i` for `l`, `5` for `s`, `vv` for `w`, `rn` for `m`, and which stroke stands between the
/// words. Two names with the same key look alike.
pub(crate) fn name_key(name: &str) -> String {
    let signs = name.trim().chars().flat_map(char::to_lowercase);
    let plain: String = signs
        .map(|sign| match sign {
            '0' => 'o',
            '1' | 'i' | '|' => 'l',
            '5' => 's',
            '-' => '_',
            other => other,
        })
        .collect();
    plain.replace("vv", "w").replace("rn", "m")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_digits_and_strokes() {
        for good in ["Bo", "Ana-Maria_7", "x1", "abcdefghijklmnopqrst", " Ana "] {
            assert_eq!(Name::parse(good).unwrap().as_str(), good.trim());
        }
        for bad in [
            "",
            "a",
            "abcdefghijklmnopqrstu",
            "12",
            "a b",
            "Jürgen",
            "аna",
            "a@b",
            "a.b",
        ] {
            assert_eq!(Name::parse(bad), Err(BadName::Shape), "{bad}");
        }
        for kept in ["Admin", "TABIYA", "Tab1ya", "an0nymous", "adrnin", "host"] {
            assert_eq!(Name::parse(kept), Err(BadName::Reserved), "{kept}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        for (one, other) in [
            ("Paul", "PAUL"),
            ("Paul", "PauI"),
            ("Paul", "pau1"),
            ("Otto", "0tt0"),
            ("Martin", "rnartin"),
            ("William", "VVilliam"),
            ("a_b", "a-b"),
            ("Hans5", "hanss"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} {other}");
        }
        assert_ne!(name_key("Ana"), name_key("Anna"));
        assert_ne!(name_key("Bo"), name_key("Bob"));
    }
}
