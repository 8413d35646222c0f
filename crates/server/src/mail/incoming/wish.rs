//! What a player wants who has answered a mail: his lines become a move, an offer, an answer or a
//! resignation, or a sentence that says why they do not. Nothing is guessed: where two lines want
//! different things, nothing is done.

use tabiya_rules::{Game, Move, MoveTextError, Position, San, read_move};

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Play this move, and perhaps offer a draw with it.
    Move { uci: String, and_draw: bool },
    /// Offer a draw, or accept the opponent's.
    Draw,
    /// Accept the opponent's draw offer.
    Accept,
    /// Decline the opponent's draw offer.
    Decline,
    /// Give the game up.
    Resign,
}

/// One line that wants something.
enum Line {
    Move(Move),
    NoMove(String),
    Draw,
    Accept,
    Decline,
    Resign,
    SureResign,
    Nothing,
}

/// What resigning needs: it cannot be taken back, so one word is not enough.
const SURE: &str = "To resign, answer with the two words: yes, resign. Nothing has been done.";

/// What these lines want in this game, after so many half-moves.
pub(super) fn understand(lines: &[String], game: &Game, ply: u32) -> Result<Wanted, String> {
    let position = usize::try_from(ply).ok();
    let position = position.and_then(|ply| game.position_at(ply));
    let position = position.ok_or_else(|| words::STALE.to_owned())?;
    let mut moves: Vec<Move> = Vec::new();
    let mut fault = None;
    let (mut draw, mut accept, mut decline, mut resign) = (false, false, false, None);
    for line in lines {
        match read_line(line, &position) {
            Line::Move(mv) if !moves.contains(&mv) => moves.push(mv),
            Line::Move(_) | Line::Nothing => {}
            Line::NoMove(why) => fault = fault.or(Some(why)),
            Line::Draw => draw = true,
            Line::Accept => accept = true,
            Line::Decline => decline = true,
            Line::Resign => resign = resign.or(Some(false)),
            Line::SureResign => resign = Some(true),
        }
    }
    if let Some(why) = fault {
        return Err(why);
    }
    let words = u32::from(accept) + u32::from(decline) + u32::from(resign.is_some());
    match (&moves[..], draw, words) {
        ([], false, 0) => Err(words::NOTHING.to_owned()),
        ([mv], and_draw, 0) => Ok(Wanted::Move {
            uci: mv.uci(&position).to_string(),
            and_draw,
        }),
        ([], true, 0) => Ok(Wanted::Draw),
        ([], false, 1) => match resign {
            Some(true) => Ok(Wanted::Resign),
            Some(false) => Err(SURE.to_owned()),
            None if accept => Ok(Wanted::Accept),
            None => Ok(Wanted::Decline),
        },
        ([_, _, ..], ..) => {
            let texts: Vec<String> = moves.iter().map(|mv| San::write(&position, *mv)).collect();
            Err(format!("{} ({}).", words::SEVERAL, texts.join(", ")))
        }
        _ => Err(words::MIXED.to_owned()),
    }
}

fn read_line(line: &str, position: &Position) -> Line {
    let line = line.trim().trim_end_matches(['.', ',', ';', ' ']);
    let plain: String = line
        .chars()
        .map(|sign| if sign.is_alphanumeric() { sign } else { ' ' })
        .collect();
    let words: Vec<String> = plain.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match &words[..] {
        ["draw"] | ["draw", "offer"] | ["offer", "draw"] | ["i", "offer", "a", "draw"] => {
            return Line::Draw;
        }
        ["accept"] | ["accepted"] | ["i", "accept"] | ["accept", "draw"] => return Line::Accept,
        ["decline"] | ["declined"] | ["i", "decline"] | ["decline", "draw"] | ["no", "draw"] => {
            return Line::Decline;
        }
        ["yes", "resign"] | ["yes", "i", "resign"] => return Line::SureResign,
        ["resign"] | ["i", "resign"] => return Line::Resign,
        _ => {}
    }
    let text = without_introduction(line);
    if text.is_empty() || text.len() > tabiya_rules::MOVE_TEXT_LIMIT {
        return Line::Nothing;
    }
    match read_move(position, text) {
        Ok(reading) => Line::Move(reading.mv),
        // Prose is no move, and no fault either.
        Err(MoveTextError::Syntax(_)) => Line::Nothing,
        Err(error) => Line::NoMove(format!("{text}: {error}")),
    }
}

/// `My move: Nf3` is `Nf3`.
fn without_introduction(line: &str) -> &str {
    const STARTS: [&str; 5] = ["my move is ", "my move: ", "move: ", "i play ", "i move "];
    let start = STARTS.iter().find(|start| {
        let head = line.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start))
    });
    let rest = start.and_then(|start| line.get(start.len()..));
    rest.unwrap_or(line).trim()
}

/// Why a reply is not followed.
pub(super) mod words {
    pub(in crate::mail::incoming) const NOTHING: &str = "It holds no move that could be read. \
        Write the move on a line of its own, as Nf3, e2e4, O-O or e8=Q.";
    pub(in crate::mail::incoming) const SEVERAL: &str = "It holds more than one move";
    pub(in crate::mail::incoming) const MIXED: &str = "It asks for several things that do not go \
        together. Write one move, or one of the words draw, accept, decline, resign.";
    pub(in crate::mail::incoming) const STALE: &str = "It answers a mail about an earlier \
        position: the game has moved on since. Answer the newest mail of this game.";
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Uci;

    use super::*;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Position::standard());
        for text in moves {
            let mv = text.parse::<Uci>().unwrap().resolve(game.position());
            game.play(mv.unwrap()).unwrap();
        }
        game
    }

    fn wanted(lines: &[&str]) -> Result<Wanted, String> {
        let game = game(&["e2e4", "e7e5"]);
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        understand(&lines, &game, 2)
    }

    fn plays(uci: &str, and_draw: bool) -> Result<Wanted, String> {
        let uci = uci.to_owned();
        Ok(Wanted::Move { uci, and_draw })
    }

    #[test]
    fn a_move_is_found_among_what_people_write() {
        for lines in [
            &["Nf3"][..],
            &["g1f3"],
            &["2. Nf3"],
            &["Hello Bo,", "Nf3", "Have a nice day!", "Ana"],
            &["My move: Nf3."],
            &["I play Ng1-f3!"],
            &["Nf3", "Nf3"],
        ] {
            assert_eq!(wanted(lines), plays("g1f3", false), "{lines:?}");
        }
        assert_eq!(wanted(&["Nf3", "draw?"]), plays("g1f3", true));
        assert_eq!(wanted(&["Draw?"]), Ok(Wanted::Draw));
        assert_eq!(wanted(&["I accept."]), Ok(Wanted::Accept));
        assert_eq!(wanted(&["no draw"]), Ok(Wanted::Decline));
        assert_eq!(wanted(&["Yes, I resign."]), Ok(Wanted::Resign));
    }

    #[test]
    fn what_is_not_clear_is_refused_with_its_reason() {
        for (lines, why) in [
            (&["Hello"][..], "no move that could be read"),
            (&[], "no move that could be read"),
            (&["Nf3", "d4"], "more than one move (Nf3, d4)"),
            (&["Nf3", "resign"], "several things"),
            (&["accept", "decline"], "several things"),
            (&["resign"], "yes, resign"),
            (&["Ne4"], "knight"),
            (&["e5"], "e5"),
        ] {
            let refused = wanted(lines).unwrap_err();
            assert!(refused.contains(why), "{lines:?}: {refused}");
        }
        let game = game(&[]);
        assert_eq!(understand(&[], &game, 7).unwrap_err(), words::STALE);
    }

    #[test]
    fn an_answer_is_read_in_the_position_that_its_writer_saw() {
        // After 1. e4 e5 2. Nf3 the old mail still means the move it said.
        let game = game(&["e2e4", "e7e5", "g1f3"]);
        let lines = vec!["Nf3".to_owned()];
        assert_eq!(understand(&lines, &game, 2), plays("g1f3", false));
    }
}
