//! Can each side still mate? Asked and answered in text, for a worker of the browser. No JavaScript
//! here; the door to it is in `exports`.

use tabiya_rules::{Budget, Color, Fen, Mode, Move, Position, Proof, San, Verdict, winnable};

use crate::line::LineError;

/// What is known about one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// It can mate like this.
    Mate(Vec<Step>),
    /// It can never mate; the sentence says why.
    NoMate(String),
    /// No proof was found within the budget, which counts as being able to mate.
    Undecided,
}

/// One half-move of a line that ends in mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move in UCI notation.
    pub uci: String,
    /// The move for people.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// The square of the king in check after it.
    pub check: Option<String>,
}

/// A position, and how both sides stand in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospects {
    /// The position as it was understood.
    pub fen: String,
    /// Whether White can still mate.
    pub white: Prospect,
    /// Whether Black can still mate.
    pub black: Prospect,
}

impl Prospects {
    /// Reads a position as people paste it, counters and all else that may be missing left out, and
    /// asks for both sides.
    ///
    /// # Errors
    /// When the text is no position that can be played, with every fault.
    pub fn of(fen: &str, chess960: bool) -> Result<Self, LineError> {
        let mode = if chess960 {
            Mode::Chess960
        } else {
            Mode::Standard
        };
        let setup = Fen::parse_lenient(fen).map_err(LineError::new)?;
        let position = setup.cleared(mode).playable(mode).map_err(LineError::new)?;
        Ok(Self {
            fen: position.fen(),
            white: prospect(&position, Color::White),
            black: prospect(&position, Color::Black),
        })
    }
}

fn prospect(position: &Position, color: Color) -> Prospect {
    match winnable(position, color, Budget::default()) {
        Verdict::Yes { line } => Prospect::Mate(steps(position.clone(), &line)),
        Verdict::No { proof } => Prospect::NoMate(Proof::sentence(&proof, color)),
        Verdict::Undecided => Prospect::Undecided,
    }
}

fn steps(mut position: Position, line: &[Move]) -> Vec<Step> {
    line.iter()
        .map(|mv| {
            let (uci, san) = (mv.uci(&position).to_string(), San::write(&position, *mv));
            position.play_unchecked(*mv);
            let in_check = position.is_check();
            Step {
                uci,
                san,
                fen: position.fen(),
                check: in_check.then(|| position.king(position.turn()).to_string()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_in_mate_on_the_board() {
        // Four fields, as people paste them.
        let found = Prospects::of("7k/8/6K1/8/8/8/8/R7 b - -", false).unwrap();
        assert_eq!(found.fen, "7k/8/6K1/8/8/8/8/R7 b - - 0 1");
        let Prospect::Mate(line) = found.white else {
            panic!("{:?}", found.white)
        };
        let sans: Vec<&str> = line.iter().map(|step| step.san.as_str()).collect();
        assert_eq!(sans, ["Kg8", "Ra8#"]);
        assert_eq!(line[1].check.as_deref(), Some("g8"));
        assert!(line[1].fen.starts_with("R5k1/"));
        assert!(matches!(found.black, Prospect::NoMate(_)));
    }

    #[test]
    fn a_wall_is_dead_and_the_sentence_says_why() {
        let found = Prospects::of("7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - -", false).unwrap();
        for (side, name) in [(found.white, "White"), (found.black, "Black")] {
            let Prospect::NoMate(sentence) = side else {
                panic!("{side:?}")
            };
            assert!(
                sentence.starts_with(name) && sentence.ends_with('.'),
                "{sentence}"
            );
        }
    }

    #[test]
    fn what_is_no_position_is_told_with_its_faults() {
        for fen in [
            "",
            "hello",
            "8/8/8/8/8/8/8/8 w - -",
            "4k3/8/8/8/8/8/8/4R1K1 w - -",
        ] {
            assert!(
                !Prospects::of(fen, false)
                    .unwrap_err()
                    .to_string()
                    .is_empty()
            );
        }
    }
}
