//! What mails say, in English. All words of mails stand here.

use super::super::kinds::LinkPurpose;

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
