//! What a word between the moves is: a move, a sign of judgment, or nothing. Positions play no part
//! in it: whether the move exists is found out in `player`.

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A move, or something that could be meant as one. Skipping a real move would splice the
    /// line, so doubt means a move.
    Move,
    /// A sign of judgment in letters.
    Nag(u8),
    /// A note or prose, to be skipped.
    Nothing,
}

pub(super) fn meaning(word: &[u8]) -> Meaning {
    if let Some(nag) = sign_of_judgment(word) {
        return Meaning::Nag(nag);
    }
    if is_null_move(word) || (could_be_move(word) && !is_note(word)) {
        return Meaning::Move;
    }
    Meaning::Nothing
}

pub(super) fn is_null_move(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"null" | b"@@@@" | b"0000")
}

/// Moves have a digit or are castling. A short form such as `exd` or `Qh` has only letters that
/// moves are made of.
fn could_be_move(word: &[u8]) -> bool {
    let letters = b"abcdefghKQRBNOox-+#=";
    if word.starts_with(b"$") || !word.iter().any(u8::is_ascii_alphanumeric) {
        return false;
    }
    word.iter().any(u8::is_ascii_digit)
        || matches!(word, [b'O' | b'o', ..])
        || word.iter().all(|byte| letters.contains(byte))
}

/// Signs of judgment in letters, with the numbers of the standard.
fn sign_of_judgment(word: &[u8]) -> Option<u8> {
    const SIGNS: [(&[u8], u8); 17] = [
        (b"+=", 14),
        (b"=+", 15),
        (b"+/=", 14),
        (b"=/+", 15),
        (b"+/-", 16),
        (b"-/+", 17),
        (b"+-", 18),
        (b"-+", 19),
        (b"+--", 18),
        (b"--+", 19),
        (b"=", 10),
        (b"==", 10),
        (b"~", 13),
        (b"N", 146),
        (b"TN", 146),
        (b"D", 220),
        (b"#D", 220),
    ];
    SIGNS
        .iter()
        .find(|(sign, _)| *sign == word)
        .map(|(_, nag)| *nag)
}

/// A sign of judgment that touches its move, as in `Qxd5+-`.
pub(super) fn split_judgment(word: &str) -> Option<(&str, u8)> {
    let at = word.rfind(|c: char| c.is_ascii_alphanumeric())? + 1;
    let (mv, sign) = word.split_at_checked(at)?;
    sign_of_judgment(sign.as_bytes()).map(|nag| (mv, nag))
}

/// Notes that old scores put behind a move as words of their own.
fn is_note(word: &[u8]) -> bool {
    const NOTES: [&[u8]; 11] = [
        b"ep", b"(ep)", b"e.p", b"e.p.", b"(e.p.)", b"ch", b"ch.", b"dbl", b"dis", b"mate", b"ff",
    ];
    // What the standard reserves is no move either.
    NOTES.contains(&word) || word.starts_with(b"<")
}
