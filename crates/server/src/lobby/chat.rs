//! What players say to each other at their table: what may be said, how often, and where it goes.

use std::sync::Arc;

use serde::Deserialize;
use tabiya_arbiter::Seat;

use super::Lobby;
use crate::ids::TableId;
use crate::limits;
use crate::live::Letter;
use crate::socket::protocol::STORE_AWAY;
use crate::store::{ChatLine, StoreError};

/// What can be said where nothing may be written: the reader's page puts it into words.
const PHRASES: [&str; 12] = [
    "hello",
    "good_luck",
    "have_fun",
    "thanks",
    "nice_move",
    "oops",
    "one_moment",
    "i_am_back",
    "good_game",
    "well_played",
    "again",
    "goodbye",
];

/// Something that a player says: a text, or a phrase.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Said {
    Text(String),
    Phrase(String),
}

/// Why it is not passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsaid {
    NotSeated,
    Empty,
    TooLong,
    NoSuchPhrase,
    Quiet,
    TooFast,
    Away,
}

impl Unsaid {
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::NotSeated => "not_seated",
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::NoSuchPhrase => "no_such_phrase",
            Self::Quiet => "quiet",
            Self::TooFast => "too_fast",
            Self::Away => "store_away",
        }
    }

    pub(crate) const fn message(self) -> &'static str {
        match self {
            Self::NotSeated => "Only the players talk at a table.",
            Self::Empty => "There is nothing to read in that.",
            Self::TooLong => "A message has at most 140 characters.",
            Self::NoSuchPhrase => "There is no such phrase.",
            Self::Quiet => "In this house players choose from the phrases; nothing is written.",
            Self::TooFast => "Too many messages; wait a little.",
            Self::Away => STORE_AWAY,
        }
    }
}

impl From<StoreError> for Unsaid {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Away
    }
}

impl Lobby {
    /// Whether only phrases can be said in this house.
    pub(crate) async fn is_quiet(&self) -> Result<bool, StoreError> {
        Ok(self.store.rules().await?.quiet)
    }

    /// Passes on what a player says, once it is kept.
    pub(crate) async fn say(
        &self,
        table: &TableId,
        seat: Option<Seat>,
        said: Said,
    ) -> Result<(), Unsaid> {
        let seat = seat.ok_or(Unsaid::NotSeated)?;
        if self.talks.take_for((table.clone(), seat)).is_err() {
            return Err(Unsaid::TooFast);
        }
        let (text, phrase) = match said {
            Said::Text(_) if self.is_quiet().await? => return Err(Unsaid::Quiet),
            Said::Text(text) => (Some(clean(&text)?), None),
            Said::Phrase(phrase) if PHRASES.contains(&phrase.as_str()) => (None, Some(phrase)),
            Said::Phrase(_) => return Err(Unsaid::NoSuchPhrase),
        };
        let mut line = ChatLine {
            number: 0,
            seat,
            text,
            phrase,
            at: self.clock.now(),
        };
        line.number = self.store.say(table.clone(), line.clone()).await?;
        // A table that does not answer loses nothing: the line is read again with the others.
        let _ = self.hall.post(table, Letter::Said(Arc::new(line))).await;
        Ok(())
    }
}

/// The text as it is passed on: in one line, without what controls the text around it.
fn clean(text: &str) -> Result<String, Unsaid> {
    let words: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !controls_text(*c))
        .collect();
    let words = words.trim();
    if words.chars().count() > limits::CHAT_CHARS {
        return Err(Unsaid::TooLong);
    }
    if !words.chars().any(leaves_a_mark) {
        return Err(Unsaid::Empty);
    }
    Ok(words.to_owned())
}

/// Whether there is something to see of a character.
fn leaves_a_mark(c: char) -> bool {
    let vanishes = matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}'
        | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}');
    !c.is_whitespace() && !vanishes
}

/// Control characters, line separators, and what turns the direction of the text that follows.
fn controls_text(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}'
            | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_and_controls_nothing_around_it() {
        assert_eq!(clean("  Hello\n there\t! ").unwrap(), "Hello  there !");
        assert_eq!(clean("\u{202E}drawkcab\u{202C}").unwrap(), "drawkcab");
        assert_eq!(clean("a\u{0}b\u{1B}[31m").unwrap(), "ab[31m");
        // Needed within words and pictures.
        assert_eq!(clean("👨\u{200D}👩").unwrap(), "👨\u{200D}👩");
        for nothing in ["", " \n", "\u{200B}\u{FEFF}", "\u{202E}"] {
            assert_eq!(clean(nothing), Err(Unsaid::Empty), "{nothing:?}");
        }
        assert!(clean(&"ä".repeat(140)).is_ok());
        assert_eq!(clean(&"ä".repeat(141)), Err(Unsaid::TooLong));
    }
}
