//! What mails there are. The outbox keeps them in this form; the text is written when they are
//! sent, from what is then true.

use serde::{Deserialize, Serialize};

/// What a mail is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Mail {
    /// One sentence and one button.
    Link {
        /// What the button is for.
        purpose: LinkPurpose,
        /// Where it leads on this server: `/account/enter#token=…`. What is secret stands behind
        /// the `#`, which no server sees.
        path: String,
    },
    /// The opponent has moved, or the game begins: it is the reader's turn.
    Turn {
        /// 1 for the first game at the table.
        game: u32,
        /// Half-moves played.
        ply: u32,
    },
    /// The opponent offers a draw.
    DrawOffered {
        /// 1 for the first game at the table.
        game: u32,
        /// Half-moves played.
        ply: u32,
    },
    /// Most of the time for a move has passed.
    Reminder {
        /// 1 for the first game at the table.
        game: u32,
        /// Half-moves played.
        ply: u32,
    },
    /// A draw offer soon becomes a draw if it is not answered.
    OfferReminder {
        /// 1 for the first game at the table.
        game: u32,
        /// Half-moves played.
        ply: u32,
    },
    /// A game has ended.
    Ended {
        /// 1 for the first game at the table.
        game: u32,
    },
    /// All games of a person, once a day.
    Digest,
    /// A reply could not be followed.
    Refused {
        /// 1 for the first game at the table.
        game: u32,
        /// Why, in whole sentences.
        why: String,
        /// The `Message-ID` of the reply.
        answers: Option<String>,
    },
}

/// How much a mail matters to somebody who wants few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// The reader has asked for it.
    Answer,
    /// It is too late tomorrow.
    Urgent,
    /// It can wait for the daily mail.
    News,
}

impl Mail {
    /// Whether an account cannot be entered without it. Whoever wants no mails gets it still, if the
    /// address is confirmed: somebody has asked for it to be sent just now.
    pub(crate) fn is_key(&self) -> bool {
        let Self::Link { purpose, .. } = self else {
            return false;
        };
        matches!(purpose, LinkPurpose::SignIn | LinkPurpose::ConfirmAddress)
    }

    pub(super) fn weight(&self) -> Weight {
        match self {
            Self::Link { .. } | Self::Refused { .. } => Weight::Answer,
            Self::Reminder { .. } | Self::OfferReminder { .. } | Self::Digest => Weight::Urgent,
            Self::Turn { .. } | Self::DrawOffered { .. } | Self::Ended { .. } => Weight::News,
        }
    }
}

/// What a mailed link is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LinkPurpose {
    /// Signing in without a password.
    SignIn,
    /// Showing that the address is one's own.
    ConfirmAddress,
    /// Agreeing to a game by letter.
    ConfirmLetter {
        /// Who wants to play.
        from: String,
    },
    /// Showing that the address is one's own, before another is invited to a game by letter.
    InviteByLetter {
        /// Who is to be invited.
        with: String,
    },
    /// A game by letter has begun; the link opens the reader's own seat.
    LetterBegins {
        /// The opponent.
        with: String,
    },
    /// An invitation to a game by letter was declined.
    LetterDeclined {
        /// Who did not want to.
        by: String,
    },
    /// An invitation to a game by letter was not answered in time.
    LetterExpired {
        /// Who was invited.
        with: String,
    },
    /// Coming back to one's own letters.
    OwnGames,
    /// A host tries whether mail works.
    Test,
}
