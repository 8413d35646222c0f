//! Proof: the line of a puzzle, in which at every step of the solver one move alone keeps what there
//! is to have. Not here: where in a game to look (`find`).

use tabiya_rules::{Color, Game, Move, Position};

use super::material::balance;
use super::mates::{mates_in_two, mating_moves};
use super::puzzle::Puzzle;
use crate::{Engine, Limits, Line, Score, Stop};

/// What a puzzle is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To mate in so many moves.
    Mate(u32),
    /// To win: men, or whatever decides.
    Win,
    /// Not to lose.
    Draw,
}

/// How hard to look, in positions of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For each position of a game.
    pub glance: u64,
    /// For each position that may be a puzzle.
    pub look: u64,
    /// For each step of the proof.
    pub proof: u64,
}

impl Effort {
    /// The usual proportions.
    #[must_use]
    pub const fn of(proof: u64) -> Effort {
        Effort {
            glance: proof / 60,
            look: proof / 10,
            proof,
        }
    }
}

/// A puzzle that has been proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Proved {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What it is for.
    pub goal: Goal,
    /// What the best of all other moves would have given, the largest over all steps: points to
    /// expect, 0 to 1. At a last step with several mates this is 1.
    pub second: f64,
    /// What the solver has gained in men by the end of the line, in hundredths of a pawn.
    pub gain: i32,
}

/// The longest mate that is a puzzle, in moves.
const LONGEST_MATE: u32 = 5;
/// The most moves of the solver in a line that does not mate.
const LONGEST_LINE: usize = 6;
/// Whoever can expect so much wins.
pub(super) const WON: f64 = 0.80;
/// Whoever can expect no more than this does not win yet.
pub(super) const NOT_WON: f64 = 0.62;
/// Who holds a draw can expect this at least …
pub(super) const HELD: f64 = 0.38;
/// … and this at most.
const NO_MORE_THAN_HELD: f64 = 0.66;
/// Who can expect no more than this loses.
pub(super) const LOST: f64 = 0.12;
/// So many hundredths of a pawn are a gain that may end a line.
const BANKED: i32 = 180;

/// What a side to move can have: its best lines.
struct Choice {
    best: Line,
    second: Option<Score>,
}

impl Choice {
    fn second(&self) -> f64 {
        self.second.map_or(0.0, Score::expectation)
    }

    fn mv(&self) -> Option<Move> {
        self.best.moves.first().copied()
    }
}

/// Looks for the line of a puzzle that begins with `first` in `start`. `None` if at its first step
/// more than one move, or none, keeps what there is.
pub fn prove(
    engine: &mut Engine,
    start: &Position,
    first: Move,
    effort: Effort,
    stop: &Stop,
) -> Option<Proved> {
    let mut game = Game::new(start.clone());
    game.play(first).ok()?;
    let solver = game.position().turn();
    let before = balance(start, solver);
    let choice = choice(engine, &game, effort.look, stop)?;
    let goal = goal(&choice.best)?;
    is_only(&game, goal, &choice).then_some(())?;
    let mut line = Growing {
        moves: vec![first],
        second: 0.0,
        goal,
    };
    loop {
        // A mate in one needs no deep look: it is counted out.
        let nodes = match mate_left(&line, goal) {
            1 => effort.look,
            _ => effort.proof,
        };
        let choice = self::choice(engine, &game, nodes, stop)?;
        if stop.is_stopped() {
            return None;
        }
        let is_first = line.moves.len() == 1;
        let is_forced = game.position().count_legal_moves() == 1;
        if !is_forced && !is_only(&game, line.goal, &choice) {
            if is_first || matches!(line.goal, Goal::Mate(_)) {
                return None;
            }
            // The reply to the last move that had to be found is not of the puzzle.
            line.moves.pop();
            break;
        }
        if is_first {
            line.goal = self::goal(&choice.best)?;
            if std::mem::discriminant(&line.goal) != std::mem::discriminant(&goal) || is_forced {
                return None;
            }
        }
        let mv = choice.mv()?;
        if is_first && is_recapture(start, first, mv) && !matches!(line.goal, Goal::Mate(_)) {
            return None;
        }
        if !is_forced {
            line.second = line.second.max(choice.second());
        }
        game.play(mv).ok()?;
        line.moves.push(mv);
        if game.outcome().is_some() || !game.position().has_legal_move() {
            break;
        }
        let most = match line.goal {
            Goal::Mate(moves) => usize::try_from(moves).unwrap_or(0),
            Goal::Win | Goal::Draw => LONGEST_LINE,
        };
        if line.moves.len() >= 2 * most {
            if matches!(line.goal, Goal::Mate(_)) {
                // The search has promised a mate that does not come.
                return None;
            }
            break;
        }
        let reply = engine.search_alone(&game, &Limits::nodes(effort.proof / 3), stop);
        let reply = reply.best_move()?;
        let takes = reply.is_capture(game.position());
        game.play(reply).ok()?;
        line.moves.push(reply);
        if line.goal == Goal::Win && is_banked(game.position(), solver, before, takes) {
            line.moves.pop();
            break;
        }
        if game.outcome().is_some() {
            // The other side has no better than to end the game.
            line.moves.pop();
            break;
        }
    }
    let puzzle = Puzzle::new(start, &line.moves)?;
    let gain = super::material::settled(puzzle.end(), solver) - before;
    let goal = match line.goal {
        Goal::Mate(_) if !puzzle.end().is_checkmate() => return None,
        Goal::Mate(_) => Goal::Mate(u32::try_from(puzzle.length()).ok()?),
        other => other,
    };
    Some(Proved {
        puzzle,
        goal,
        second: line.second,
        gain,
    })
}

/// Whether a line may end before the reply that led to the position: enough is won since the balance
/// was `before`, and the reply, which may be a capture, threatens nothing.
pub(super) fn is_banked(position: &Position, solver: Color, before: i32, takes: bool) -> bool {
    balance(position, solver) - before >= BANKED && !takes && !position.is_check()
}

/// How many moves a mate still takes at most; 0 where none is the goal.
fn mate_left(line: &Growing, goal: Goal) -> u32 {
    match goal {
        Goal::Mate(moves) => {
            let made = u32::try_from(line.moves.len() / 2).unwrap_or(0);
            moves.saturating_sub(made)
        }
        Goal::Win | Goal::Draw => 0,
    }
}

/// A line that is being proved.
struct Growing {
    moves: Vec<Move>,
    second: f64,
    goal: Goal,
}

fn choice(engine: &mut Engine, game: &Game, nodes: u64, stop: &Stop) -> Option<Choice> {
    let limits = Limits {
        lines: 2,
        ..Limits::nodes(nodes)
    };
    let report = engine.search_alone(game, &limits, stop);
    let mut lines = report.lines.into_iter();
    let best = lines.next()?;
    let second = lines.next().map(|line| line.score);
    Some(Choice { best, second })
}

/// What the best line is good for.
fn goal(best: &Line) -> Option<Goal> {
    match best.score {
        Score::Mate(moves) if moves > 0 => {
            let moves = moves.unsigned_abs();
            (moves <= LONGEST_MATE).then_some(Goal::Mate(moves))
        }
        score if score.expectation() >= WON => Some(Goal::Win),
        score if (HELD..=NO_MORE_THAN_HELD).contains(&score.expectation()) => Some(Goal::Draw),
        _ => None,
    }
}

/// Whether the best move alone reaches the goal.
fn is_only(game: &Game, goal: Goal, choice: &Choice) -> bool {
    let (best, second) = (choice.best.score.expectation(), choice.second());
    match goal {
        Goal::Mate(_) => {
            let Score::Mate(moves @ 1..) = choice.best.score else {
                return false;
            };
            let others_mate = matches!(choice.second, Some(Score::Mate(1..)));
            let position = game.position();
            match moves {
                1 => mating_moves(position).len() == 1,
                2 => !others_mate && mates_in_two(position).len() == 1,
                _ => !others_mate,
            }
        }
        Goal::Win => best >= WON - 0.02 && second <= NOT_WON,
        Goal::Draw => best >= HELD - 0.03 && second <= LOST,
    }
}

/// Whether a move takes back what has just taken.
fn is_recapture(before: &Position, last: Move, mv: Move) -> bool {
    last.is_capture(before) && mv.to() == last.to()
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Mode, Uci};

    use super::*;
    use crate::Options;

    fn proved(fen: &str, first: &str) -> Option<(Goal, Vec<String>)> {
        let start = Position::from_fen(fen, Mode::Standard).unwrap();
        let first = first.parse::<Uci>().unwrap().resolve(&start).unwrap();
        let mut engine = Engine::new(Options {
            hash_mib: 4,
            ..Options::default()
        });
        let proved = prove(&mut engine, &start, first, Effort::of(60_000), &Stop::new())?;
        Some((proved.goal, proved.puzzle.uci()))
    }

    fn line(goal: Goal, moves: &[&str]) -> Option<(Goal, Vec<String>)> {
        Some((goal, moves.iter().map(|&mv| mv.to_owned()).collect()))
    }

    #[test]
    fn one_mate_is_a_puzzle_and_two_are_none() {
        let one = "6k1/5ppp/8/8/8/7r/5PPP/1R4K1 b - - 0 1";
        assert_eq!(proved(one, "h3h6"), line(Goal::Mate(1), &["h3h6", "b1b8"]));
        let two = "6k1/5ppp/8/8/8/7r/5PPP/RR4K1 b - - 0 1";
        assert_eq!(proved(two, "h3h6"), None);
        // The king may choose the corner; there are two ways to mate him in two.
        let ladder = "8/8/8/8/6k1/R7/1R6/4K3 b - - 0 1";
        assert_eq!(proved(ladder, "g4h4"), None);
    }

    #[test]
    fn a_fork_wins_and_the_line_ends_when_the_man_is_won() {
        let fork = "6k1/5ppp/8/3r4/8/2N5/5PPP/6K1 b - - 0 1";
        assert_eq!(proved(fork, "d5a5"), None, "nothing is left to be taken");
        // The rook goes where a knight on e7 looks at king and rook at once.
        let fork = "5rk1/5ppp/8/3N4/8/8/5PPP/6K1 b - - 0 1";
        assert_eq!(
            proved(fork, "f8c8"),
            line(Goal::Win, &["f8c8", "d5e7", "g8f8", "e7c8"])
        );
    }

    #[test]
    fn taking_back_is_no_puzzle() {
        let trade = "3rk3/5ppp/8/8/8/8/3R1PPP/3R2K1 b - - 0 1";
        assert_eq!(proved(trade, "d8d2"), None);
    }
}
