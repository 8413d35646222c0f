//! What an engine tells of its search, as values. Not here: what the moves mean on a board beyond
//! that they are played from one.

use std::time::Duration;

use tabiya_rules::{Move, Position, Uci};

/// What a position is worth to the side to move, as the engine says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves of the side that mates: negative or 0 if the side to move is mated.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// At least so much.
    Lower,
    /// At most so much.
    Upper,
}

/// News of a search that goes on. What the engine did not say, or said so that it cannot be read,
/// is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Half-moves looked ahead.
    pub depth: Option<u32>,
    /// The longest line looked at, in half-moves.
    pub deepest: Option<u32>,
    /// Which of the best lines this is, from 1.
    pub rank: usize,
    /// What the line is worth.
    pub score: Option<Score>,
    /// Whether that is exact.
    pub bound: Bound,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions visited in a second.
    pub nodes_per_second: Option<u64>,
    /// Since the search began.
    pub time: Option<Duration>,
    /// How full the memory of positions is, in thousandths.
    pub hash_full: Option<u32>,
    /// Positions found in endgame tables.
    pub table_hits: Option<u64>,
    /// The line as it is written.
    pub moves: Vec<Uci>,
    /// What it says in words of its own, behind `string`.
    pub words: Option<String>,
}

/// Longer lines are cut: no board needs more.
const MOST_MOVES: usize = 256;

impl Info {
    /// Reads what stands behind the word `info`.
    pub(super) fn read(text: &str) -> Self {
        let mut info = Self {
            depth: None,
            deepest: None,
            rank: 1,
            score: None,
            bound: Bound::Exact,
            nodes: None,
            nodes_per_second: None,
            time: None,
            hash_full: None,
            table_hits: None,
            moves: Vec::new(),
            words: None,
        };
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words.next()),
                "seldepth" => info.deepest = number(words.next()),
                "multipv" => info.rank = number(words.next()).unwrap_or(1),
                "nodes" => info.nodes = number(words.next()),
                "nps" => info.nodes_per_second = number(words.next()),
                "time" => info.time = number(words.next()).map(Duration::from_millis),
                "hashfull" => info.hash_full = number(words.next()),
                "tbhits" => info.table_hits = number(words.next()),
                "cp" => info.score = number(words.next()).map(Score::Centipawns),
                "mate" => info.score = number(words.next()).map(Score::Mate),
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "pv" => {
                    while let Some(Ok(uci)) = words.peek().map(|word| word.parse::<Uci>()) {
                        words.next();
                        if info.moves.len() < MOST_MOVES {
                            info.moves.push(uci);
                        }
                    }
                }
                // Words for people to the end of the line.
                "string" => {
                    info.words = Some(words.collect::<Vec<_>>().join(" "));
                    break;
                }
                _ => {}
            }
        }
        info
    }

    /// How long a person would take from the question to the move. Engines that play like people
    /// say it in words of their own: `info string pause 2300`, in milliseconds.
    #[must_use]
    pub fn pause(&self) -> Option<Duration> {
        let ms = self.words.as_ref()?.strip_prefix("pause ")?;
        ms.parse().ok().map(Duration::from_millis)
    }

    /// The line as legal moves from a position: as far as it is legal.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut here = position.clone();
        let mut line = Vec::with_capacity(self.moves.len());
        for uci in &self.moves {
            let Ok(mv) = uci.resolve(&here) else {
                break;
            };
            here = here.after_unchecked(mv);
            line.push(mv);
        }
        line
    }
}

fn number<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
    word?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_line_is_read() {
        let info = Info::read(
            "depth 12 seldepth 20 multipv 2 score cp -31 lowerbound nodes 5000 nps 100000 \
             hashfull 12 tbhits 3 time 50 pv e2e4 e7e5 g1f3",
        );
        assert_eq!(
            (info.depth, info.deepest, info.rank),
            (Some(12), Some(20), 2)
        );
        assert_eq!(info.score, Some(Score::Centipawns(-31)));
        assert_eq!(info.bound, Bound::Lower);
        assert_eq!(
            (info.nodes, info.nodes_per_second),
            (Some(5000), Some(100_000))
        );
        assert_eq!(info.time, Some(Duration::from_millis(50)));
        assert_eq!((info.hash_full, info.table_hits), (Some(12), Some(3)));
        assert_eq!(info.line(&Position::standard()).len(), 3);
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        let info = Info::read("depth deep score mate -3 nodes -1 pv e2e4 e2e4 (none) time 7");
        assert_eq!((info.depth, info.nodes), (None, None));
        assert_eq!(info.score, Some(Score::Mate(-3)));
        assert_eq!(info.time, Some(Duration::from_millis(7)));
        // The second move is written well and illegal.
        assert_eq!(info.moves.len(), 2);
        assert_eq!(info.line(&Position::standard()).len(), 1);
    }

    #[test]
    fn words_for_people_are_no_news() {
        let info = Info::read("string score cp 900 depth 99");
        assert_eq!((info.score, info.depth), (None, None));
        assert_eq!(info.words.as_deref(), Some("score cp 900 depth 99"));
    }

    #[test]
    fn a_pause_is_told_in_words() {
        let pause = |text| Info::read(text).pause();
        assert_eq!(
            pause("string pause 2300"),
            Some(Duration::from_millis(2300))
        );
        assert_eq!(pause("string pause for thought"), None);
        assert_eq!(pause("depth 3"), None);
    }
}
