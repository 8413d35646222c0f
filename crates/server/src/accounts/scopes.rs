//! What an API token may do. The names are those of Lichess, so that programs made for it know them.

use serde::Serialize;

/// One thing that a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) enum Scope {
    #[serde(rename = "board:play")]
    BoardPlay,
    #[serde(rename = "challenge:read")]
    ChallengeRead,
    #[serde(rename = "challenge:write")]
    ChallengeWrite,
    #[serde(rename = "preference:read")]
    PreferenceRead,
    #[serde(rename = "preference:write")]
    PreferenceWrite,
    #[serde(rename = "email:read")]
    EmailRead,
}

impl Scope {
    const ALL: [Self; 6] = [
        Self::BoardPlay,
        Self::ChallengeRead,
        Self::ChallengeWrite,
        Self::PreferenceRead,
        Self::PreferenceWrite,
        Self::EmailRead,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BoardPlay => "board:play",
            Self::ChallengeRead => "challenge:read",
            Self::ChallengeWrite => "challenge:write",
            Self::PreferenceRead => "preference:read",
            Self::PreferenceWrite => "preference:write",
            Self::EmailRead => "email:read",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// All that a token may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Scopes(Vec<Scope>);

impl Scopes {
    /// Reads names; the first that is none is the error.
    pub(crate) fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, &'a str> {
        let scopes = names
            .into_iter()
            .map(|name| Scope::parse(name).ok_or(name))
            .collect::<Result<Vec<_>, _>>();
        let mut scopes = scopes?;
        scopes.sort_unstable();
        scopes.dedup();
        Ok(Self(scopes))
    }

    /// Reads what [`Self::text`] has written; names that are no scopes any more allow nothing.
    pub(crate) fn stored(text: &str) -> Self {
        Self(text.split(' ').filter_map(Scope::parse).collect())
    }

    pub(crate) fn text(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|scope| scope.name()).collect();
        names.join(" ")
    }

    pub(crate) fn allow(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_as_they_are_written() {
        let scopes = Scopes::parse(["email:read", "board:play", "board:play"]).unwrap();
        assert_eq!(scopes.text(), "board:play email:read");
        assert_eq!(Scopes::stored(&scopes.text()), scopes);
        assert!(scopes.allow(Scope::BoardPlay) && !scopes.allow(Scope::PreferenceRead));
        assert_eq!(Scopes::parse(["board:play", "all"]), Err("all"));
        let written = serde_json::to_value(&scopes).unwrap();
        assert_eq!(written, serde_json::json!(["board:play", "email:read"]));
    }
}
