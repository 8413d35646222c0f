//! A line of play, asked and answered in text. No JavaScript here, so plain tests reach all of it.

use std::collections::BTreeMap;

use tabiya_rules::{
    Attempt, Game, Mode, Move, MoveTextError, Position, Reason, Role, San, Square, Uci, read_move,
};

/// What cannot be done, in one sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LineError(String);

impl LineError {
    pub(crate) fn new(why: impl ToString) -> Self {
        Self(why.to_string())
    }
}

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// A stable name, in snake case.
    pub code: &'static str,
    /// The article of the Laws that forbids it.
    pub article: &'static str,
    /// The squares that a board should mark.
    pub squares: Vec<Square>,
    /// The values that a translated sentence needs, by name.
    pub params: Vec<(&'static str, String)>,
    /// The English sentence.
    pub sentence: String,
}

impl From<Reason> for WhyNot {
    fn from(reason: Reason) -> Self {
        Self {
            code: reason.code(),
            article: reason.article(),
            squares: reason.squares(),
            params: params(&reason),
            sentence: reason.to_string(),
        }
    }
}

impl From<MoveTextError> for WhyNot {
    fn from(error: MoveTextError) -> Self {
        Self {
            code: error.code(),
            article: error.article(),
            squares: error.reason().map(Reason::squares).unwrap_or_default(),
            params: error.reason().map(params).unwrap_or_default(),
            sentence: error.to_string(),
        }
    }
}

fn params(reason: &Reason) -> Vec<(&'static str, String)> {
    reason
        .params()
        .into_iter()
        .map(|(name, value)| (name, value.to_string()))
        .collect()
}

/// A move that a person has typed, as it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The move for the server.
    pub uci: String,
    /// The move for people.
    pub san: String,
    /// What the person should know about the text.
    pub hint: Option<String>,
}

/// A start position and the moves played from it.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    game: Game,
}

impl PlayedLine {
    /// A line without moves yet.
    ///
    /// # Errors
    /// When `fen` is no playable position, with every fault.
    pub fn new(fen: &str, chess960: bool) -> Result<Self, LineError> {
        let mode = if chess960 {
            Mode::Chess960
        } else {
            Mode::Standard
        };
        let start = Position::from_fen(fen, mode).map_err(LineError::new)?;
        Ok(Self {
            game: Game::new(start),
        })
    }

    /// The usual start position.
    #[cfg(feature = "engine")]
    pub(crate) fn standard() -> Self {
        Self {
            game: Game::new(Position::standard()),
        }
    }

    #[cfg(feature = "engine")]
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a move at the end of the line.
    ///
    /// # Errors
    /// When `uci` is no move, or not a legal one.
    pub fn play(&mut self, uci: &str) -> Result<(), LineError> {
        let mv = self.resolve(uci)?;
        self.game.play(mv).map_err(LineError::new)
    }

    /// Takes moves back until only the first `ply` half-moves are left.
    pub fn truncate(&mut self, ply: usize) {
        while self.game.ply() > ply && self.game.undo().is_some() {}
    }

    /// How many half-moves were played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.game.ply()
    }

    /// The position after the first `ply` half-moves as FEN.
    ///
    /// # Errors
    /// When the line is not that long.
    pub fn fen(&self, ply: usize) -> Result<String, LineError> {
        Ok(self.position_at(ply)?.fen())
    }

    /// The square of the king that is in check after the first `ply` half-moves.
    ///
    /// # Errors
    /// When the line is not that long.
    pub fn check(&self, ply: usize) -> Result<Option<Square>, LineError> {
        let position = self.position_at(ply)?;
        Ok(position.is_check().then(|| position.king(position.turn())))
    }

    /// Where each man of the side to move may go. Castling is the king's way: two squares in
    /// standard chess, onto his rook in Chess960.
    #[must_use]
    pub fn dests(&self) -> BTreeMap<Square, Vec<Square>> {
        let position = self.game.position();
        let mut dests: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
        for mv in position.legal_moves().iter() {
            let uci = mv.uci(position);
            let targets = dests.entry(uci.from).or_default();
            // A pawn has four ways to promote on one square.
            if !targets.contains(&uci.to) {
                targets.push(uci.to);
            }
        }
        dests
    }

    /// How a move is written for people, with `+` or `#` where it belongs.
    ///
    /// # Errors
    /// When `uci` is no move, or not a legal one.
    pub fn san(&self, uci: &str) -> Result<String, LineError> {
        let mv = self.resolve(uci)?;
        Ok(San::write(self.game.position(), mv))
    }

    /// Why a man may not go from one square to another, or `None` when it may.
    ///
    /// # Errors
    /// When a square or the kind of man to become is not one.
    pub fn why(
        &self,
        from: &str,
        to: &str,
        promotion: Option<&str>,
    ) -> Result<Option<WhyNot>, LineError> {
        let attempt = Attempt {
            from: square(from)?,
            to: square(to)?,
            promotion: promotion.map(role).transpose()?,
        };
        Ok(self.game.position().why_illegal(attempt).map(WhyNot::from))
    }

    /// Reads a move as people type them.
    ///
    /// # Errors
    /// When the text is no move, or not a legal one.
    pub fn read(&self, text: &str) -> Result<Reading, WhyNot> {
        let position = self.game.position();
        let reading = read_move(position, text)?;
        Ok(Reading {
            uci: reading.mv.uci(position).to_string(),
            san: San::write(position, reading.mv),
            hint: reading.hint.map(|hint| hint.to_string()),
        })
    }

    /// Whether going from one square to the other is a legal move by which a pawn becomes another
    /// man.
    ///
    /// # Errors
    /// When a square is not one.
    pub fn promotes(&self, from: &str, to: &str) -> Result<bool, LineError> {
        let (from, to) = (square(from)?, square(to)?);
        let moves = self.game.position().legal_moves();
        Ok(moves
            .iter()
            .any(|mv| mv.promotion().is_some() && mv.from() == from && mv.to() == to))
    }

    fn position_at(&self, ply: usize) -> Result<Position, LineError> {
        self.game.position_at(ply).ok_or_else(|| {
            LineError(format!(
                "The line has {} half-moves, not {ply}.",
                self.game.ply()
            ))
        })
    }

    fn resolve(&self, uci: &str) -> Result<Move, LineError> {
        let uci: Uci = uci.parse().map_err(LineError::new)?;
        uci.resolve(self.game.position()).map_err(LineError::new)
    }
}

fn square(text: &str) -> Result<Square, LineError> {
    text.parse().map_err(LineError::new)
}

/// Reads the kind of man to become by its name (`queen`) or its letter in a move (`q`).
fn role(text: &str) -> Result<Role, LineError> {
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .into_iter()
        .find(|role| text == role.name() || text.eq_ignore_ascii_case(&role.letter().to_string()))
        .ok_or_else(|| LineError(format!("A pawn cannot become a \"{text}\".")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    fn played(moves: &str) -> PlayedLine {
        let mut line = PlayedLine::new(START, false).unwrap();
        for uci in moves.split_whitespace() {
            line.play(uci).unwrap();
        }
        line
    }

    #[test]
    fn positions_along_the_line_stay_known() {
        let mut line = played("f2f3 e7e5 g2g4 d8h4");
        assert_eq!(line.ply(), 4);
        assert_eq!(line.fen(0).unwrap(), START);
        assert_eq!(line.check(3).unwrap(), None);
        assert_eq!(line.check(4).unwrap(), Some(Square::E1));
        assert!(line.dests().is_empty());
        line.truncate(2);
        assert_eq!(line.ply(), 2);
        line.truncate(9);
        assert_eq!(line.ply(), 2);
        assert_eq!(
            line.fen(3).unwrap_err().to_string(),
            "The line has 2 half-moves, not 3."
        );
    }

    #[test]
    fn castling_goes_as_the_king_goes_in_each_mode() {
        let standard = PlayedLine::new(CASTLING, false).unwrap().dests();
        let king = standard.get(&Square::E1).unwrap();
        assert!(king.contains(&Square::G1) && king.contains(&Square::C1));
        assert!(!king.contains(&Square::H1) && !king.contains(&Square::A1));
        let chess960 = PlayedLine::new(CASTLING, true).unwrap().dests();
        let king = chess960.get(&Square::E1).unwrap();
        assert!(king.contains(&Square::H1) && king.contains(&Square::A1));
    }

    #[test]
    fn every_destination_is_legal_and_promotions_are_listed_once() {
        let line = PlayedLine::new("6k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1", false).unwrap();
        assert_eq!(line.dests().get(&Square::A7), Some(&vec![Square::A8]));
        for (from, targets) in line.dests() {
            for to in targets {
                let (from, to) = (from.to_string(), to.to_string());
                let becomes = line.promotes(&from, &to).unwrap().then_some("queen");
                assert_eq!(line.why(&from, &to, becomes).unwrap(), None, "{from}{to}");
            }
        }
    }

    #[test]
    fn the_reason_names_the_article_and_the_squares() {
        let line = PlayedLine::new("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", false).unwrap();
        let why = line.why("e2", "c3", None).unwrap().unwrap();
        assert_eq!(why.article, "3.9.2");
        assert!(why.squares.contains(&Square::E8) && why.squares.contains(&Square::E1));
        assert_eq!(line.read("Nc3").unwrap_err(), why);
    }

    #[test]
    fn typed_moves_are_read_and_explained() {
        let line = PlayedLine::new("6k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1", false).unwrap();
        let reading = line.read("a8").unwrap();
        assert_eq!(
            (reading.uci.as_str(), reading.san.as_str()),
            ("a7a8q", "a8=Q#")
        );
        assert!(reading.hint.is_some());
        assert!(line.read("castle, please").unwrap_err().squares.is_empty());
    }

    #[test]
    fn what_makes_no_sense_is_one_sentence() {
        let mut line = played("");
        for fault in [
            line.play("e2e5").unwrap_err(),
            line.play("hello").unwrap_err(),
            line.san("e7e5").unwrap_err(),
            line.why("z1", "e4", None).unwrap_err(),
            line.why("e2", "e4", Some("pawn")).unwrap_err(),
            line.promotes("e2", "").unwrap_err(),
            PlayedLine::new("no position", true).unwrap_err(),
        ] {
            assert!(!fault.to_string().is_empty());
        }
        assert_eq!(line.ply(), 0);
    }
}
