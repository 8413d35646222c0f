//! What mails say, in English. All words of mails stand here.

use std::time::{Duration, UNIX_EPOCH};

use tabiya_arbiter::{Ending, Timestamp};
use tabiya_rules::Color;

use super::super::kinds::LinkPurpose;
use super::scene::Scene;

/// A mail with one button.
pub(super) struct LinkWords {
    pub(super) subject: String,
    pub(super) sentence: String,
    pub(super) button: &'static str,
    pub(super) reassurance: &'static str,
}

const NOT_YOU: &str = "If you have not asked for this, you need not do anything: without the link \
                       nothing happens.";

pub(super) fn link(purpose: &LinkPurpose) -> LinkWords {
    let words = |subject: &str, sentence: &str, button, reassurance| LinkWords {
        subject: subject.to_owned(),
        sentence: sentence.to_owned(),
        button,
        reassurance,
    };
    match purpose {
        LinkPurpose::SignIn => words(
            "Sign in to Tabiya",
            "This link signs you in. It works once, and only for a short time.",
            "Sign in",
            NOT_YOU,
        ),
        LinkPurpose::ConfirmAddress => words(
            "Confirm your mail address",
            "Somebody, probably you, wants to use this address at Tabiya.",
            "Confirm this address",
            NOT_YOU,
        ),
        LinkPurpose::ConfirmLetter { from } => words(
            &format!("{from} wants to play chess by mail with you"),
            &format!(
                "{from} has set up a game of chess by mail for the two of you. It begins when you \
                 have confirmed your address."
            ),
            "See the game and confirm",
            NOT_YOU,
        ),
        LinkPurpose::InviteByLetter { with } => words(
            &format!("Confirm your address to play chess by mail with {with}"),
            &format!(
                "Somebody, probably you, wants to play chess by mail with {with} from this address. \
                 The invitation is sent when you have confirmed."
            ),
            "Confirm this address",
            NOT_YOU,
        ),
        LinkPurpose::LetterBegins { with } => words(
            &format!("Your game with {with} has begun"),
            &format!("Both of you have confirmed, and the board is set up for you and {with}."),
            "Open your board",
            "This link opens your own seat, on every device. Keep it to yourself.",
        ),
        LinkPurpose::LetterDeclined { by } => words(
            &format!("{by} does not want to play"),
            &format!("{by} has declined your invitation to a game of chess by mail."),
            "Invite somebody else",
            "Nothing more comes of this invitation.",
        ),
        LinkPurpose::LetterExpired { with } => words(
            &format!("{with} has not answered"),
            &format!(
                "Your invitation to {with} has not been answered for two weeks, and has ended."
            ),
            "Invite again",
            "Nothing more comes of this invitation.",
        ),
        LinkPurpose::OwnGames => words(
            "Your games at Tabiya",
            "This link shows the games that you play by mail.",
            "Open your games",
            NOT_YOU,
        ),
        LinkPurpose::Test => words(
            "A test of Tabiya's mail",
            "This mail has arrived: Tabiya can send mail.",
            "Open Tabiya",
            "It was sent because an administrator asked for it.",
        ),
    }
}

pub(super) const OPEN_BOARD: &str = "Open the board";
pub(super) const NOT_FOLLOWED: &str = "Your mail could not be followed, and nothing was played.";
pub(super) const HOW_TO_REPLY: &str = "You can also answer this mail. Write your move on a line of \
    its own, as Nf3, e2e4, O-O or e8=Q; or one of the words draw (offers one, or accepts your \
    opponent's offer), accept, decline, resign. A move and draw may stand in the same mail.";
pub(super) const FOOT_LINK: &str = "Fewer mails, or none";
pub(super) const DIGEST_OWN: &str = "It is your move";
pub(super) const DIGEST_OTHERS: &str = "Your opponent is to move";
pub(super) const DIGEST_OVER: &str = "Over";

/// Why the reader gets this mail.
pub(super) fn foot(is_about_game: bool) -> &'static str {
    if is_about_game {
        "You get this mail because you play this game at Tabiya."
    } else {
        "This mail comes from Tabiya, a chess server."
    }
}

pub(super) fn digest_subject(own: usize) -> String {
    match own {
        0 => "Your games today".to_owned(),
        1 => "Your games today: one waits for you".to_owned(),
        _ => format!("Your games today: {own} wait for you"),
    }
}

/// What is said of a game at a certain moment, to one of its players.
pub(super) struct Told<'a> {
    scene: &'a Scene,
    now: Timestamp,
}

impl<'a> Told<'a> {
    pub(super) fn of(scene: &'a Scene, now: Timestamp) -> Self {
        Self { scene, now }
    }

    /// The same for all mails of a game, so that they stand together.
    pub(super) fn subject(&self) -> String {
        let (white, black) = (self.scene.name(Color::White), self.scene.name(Color::Black));
        match self.scene.record.number {
            1 => format!("Chess: {white} – {black}"),
            number => format!("Chess: {white} – {black}, game {number}"),
        }
    }

    pub(super) fn your_move(&self) -> String {
        let color = color(self.scene.color());
        let opponent = self.scene.opponent();
        match self.scene.last_move() {
            Some(played) => {
                let check = if self.scene.position().is_check() {
                    " You are in check."
                } else {
                    ""
                };
                format!("{opponent} played {played}. It is your move; you are {color}.{check}")
            }
            None => {
                format!("Your game with {opponent} begins. You are {color}, and it is your move.")
            }
        }
    }

    pub(super) fn whose_move(&self) -> String {
        let game = self.scene.running();
        if game.is_some_and(|game| game.turn == self.scene.color()) {
            "It is your move. This is the board now:".to_owned()
        } else {
            let opponent = self.scene.opponent();
            format!("{opponent} is to move. This is the board now:")
        }
    }

    pub(super) fn reminder(&self) -> String {
        let opponent = self.scene.opponent();
        format!("{opponent} is waiting for your move.")
    }

    pub(super) fn time(&self) -> String {
        match self.scene.deadline() {
            Some(until) => format!(
                "You have until {} ({} left); after that the game is lost on time.",
                date(until),
                span(until.since_ms(self.now))
            ),
            None => "There is no time limit for this move.".to_owned(),
        }
    }

    pub(super) fn offered(&self, lapses: Option<Timestamp>) -> String {
        let opponent = self.scene.opponent();
        match lapses {
            Some(at) => format!(
                "{opponent} offers a draw. You can accept or decline it; a move declines it too. \
                 Without an answer the game is drawn on {}.",
                date(at)
            ),
            None => format!(
                "{opponent} offers a draw. You can accept or decline it; a move declines it too."
            ),
        }
    }

    pub(super) fn offer_waits(&self) -> String {
        "A draw offer still waits for your answer.".to_owned()
    }

    pub(super) fn ended(&self, ending: &Ending) -> String {
        let result = match ending.outcome.map(tabiya_rules::Outcome::winner) {
            Some(Some(winner)) if winner == self.scene.color() => "You won",
            Some(Some(_)) => "You lost",
            Some(None) => "The game is drawn",
            None => "The game has ended without a result",
        };
        let opponent = self.scene.opponent();
        format!("{result}, against {opponent}. {}", ending.message)
    }

    pub(super) fn rating(&self, of: Color, before: i64, after: i64) -> String {
        let whose = if of == self.scene.color() {
            "Your rating".to_owned()
        } else {
            format!("The rating of {}", self.scene.name(of))
        };
        format!("{whose}: {after} ({:+}, it was {before}).", after - before)
    }

    /// What the picture shows.
    pub(super) fn board(&self) -> String {
        let side = color(self.scene.position().turn());
        match self.scene.last_move() {
            Some(played) => format!("The board after {played}; {side} to move"),
            None => format!("The board; {side} to move"),
        }
    }

    pub(super) fn moves(&self, moves: &str) -> String {
        format!("The moves so far: {moves}")
    }

    /// A game in one line.
    pub(super) fn in_short(&self) -> String {
        let with = format!("With {}", self.scene.opponent());
        if let Some(ending) = &self.scene.record.ending {
            return format!("{with}: {}", ending.message);
        }
        let last = self.scene.last_move();
        let last = last.map_or_else(
            || "no move yet".to_owned(),
            |last| format!("last move {last}"),
        );
        match self.scene.deadline() {
            Some(until) => format!("{with}: {last}; {} left", span(until.since_ms(self.now))),
            None => format!("{with}: {last}"),
        }
    }
}

fn color(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `Thu, 03 Dec 2026 14:05 UTC`.
fn date(at: Timestamp) -> String {
    let text = httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(at.0));
    let minutes = text.get(..22).unwrap_or(&text);
    format!("{minutes} UTC")
}

/// `2 days 23 hours`.
fn span(ms: u64) -> String {
    let minutes = ms / 60_000;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let some = |count: u64, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    match (days, hours) {
        (0, 0) => some(minutes, "minute"),
        (0, _) => format!("{} {}", some(hours, "hour"), some(minutes, "minute")),
        (_, 0) => some(days, "day"),
        _ => format!("{} {}", some(days, "day"), some(hours, "hour")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_as_people_say_them() {
        for (ms, text) in [
            (0, "0 minutes"),
            (60_000, "1 minute"),
            (3_660_000, "1 hour 1 minute"),
            (86_400_000, "1 day"),
            (259_140_000, "2 days 23 hours"),
        ] {
            assert_eq!(span(ms), text);
        }
        assert_eq!(
            date(Timestamp(1_790_000_000_000)),
            "Mon, 21 Sep 2026 14:13 UTC"
        );
    }
}
