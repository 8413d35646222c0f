//! What makes a puzzle hard: numbers that can be read off its line, and how often the opponents of
//! the lower levels solve it. Not here: what these are worth (`rate`).

use tabiya_rules::{Color, Game, Move, Position, Role};

use super::material::{balance, gain};
use super::mates::mating_moves;
use super::puzzle::{Puzzle, Step};
use super::themes::Theme;
use crate::levels::{Level, Opponent};
use crate::see::{value, wins_at_least};
use crate::{Engine, Limits, Stop};

/// Themes that tell of how hard a puzzle is.
const TELLING: [Theme; 24] = [
    Theme::MateIn1,
    Theme::MateIn2,
    Theme::MateIn3,
    Theme::BackRankMate,
    Theme::SmotheredMate,
    Theme::Fork,
    Theme::Pin,
    Theme::Skewer,
    Theme::DiscoveredAttack,
    Theme::DoubleCheck,
    Theme::Deflection,
    Theme::Attraction,
    Theme::Interference,
    Theme::Intermezzo,
    Theme::Promotion,
    Theme::AdvancedPawn,
    Theme::HangingPiece,
    Theme::TrappedPiece,
    Theme::Sacrifice,
    Theme::QuietMove,
    Theme::DefensiveMove,
    Theme::Equality,
    Theme::Opening,
    Theme::Endgame,
];

/// Positions that a short look takes; whether it finds the move tells much.
const LOOKS: [u64; 4] = [60, 300, 1500, 7500];

/// The levels whose opponents try the puzzle, by their places, and how often each does.
const TRIERS: [usize; 7] = [0, 1, 2, 3, 4, 5, 6];
const TRIES: u64 = 4;

/// How many clues there are.
pub const CLUES: usize = 81;

/// All clues of a puzzle, in a fixed order; the first is 1.
pub type Clues = [f64; CLUES];

/// Reads the clues of a puzzle with these themes.
pub fn clues(engine: &mut Engine, puzzle: &Puzzle, themes: &[Theme]) -> Clues {
    let mut found = vec![1.0];
    found.extend(TELLING.iter().map(|theme| truth(themes.contains(theme))));
    found.extend(of_position(puzzle));
    found.extend(of_first(puzzle));
    found.extend(of_line(puzzle));
    found.extend(of_looks(engine, puzzle));
    found.extend(of_levels(engine, puzzle));
    let mut clues = [0.0; CLUES];
    for (clue, value) in clues.iter_mut().zip(found) {
        *clue = value;
    }
    clues
}

fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// How much there is to look at.
fn of_position(puzzle: &Puzzle) -> Vec<f64> {
    let position = puzzle.position();
    let moves = position.legal_moves();
    let count =
        |counts: &dyn Fn(Move) -> bool| number(moves.iter().filter(|&&mv| counts(mv)).count());
    let gives_check = |mv: Move| position.after_unchecked(mv).is_check();
    let mistake = puzzle.steps().first();
    let lead = f64::from(balance(position, puzzle.solver())) / 100.0;
    vec![
        number(moves.len()) / 10.0,
        number(moves.len()).ln(),
        count(&|mv| mv.is_capture(position)).sqrt(),
        count(&gives_check).sqrt(),
        truth(position.is_check()),
        f64::from(position.board().occupied().count()) / 10.0,
        lead.clamp(-10.0, 10.0),
        lead.abs().min(10.0),
        truth(mistake.is_some_and(|step| step.mv.is_capture(&step.before))),
        f64::from(
            moves
                .iter()
                .map(|&mv| gain(position, mv))
                .max()
                .unwrap_or(0),
        ) / 100.0,
    ]
}

/// How the first move looks.
fn of_first(puzzle: &Puzzle) -> Vec<f64> {
    let mut found = Vec::new();
    let (Some(mistake), Some(first)) = (puzzle.steps().first(), puzzle.own().next()) else {
        return found;
    };
    let roles = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::King,
    ];
    found.extend(roles.map(|role| truth(first.mv.role() == role)));
    let position = &first.before;
    let own = gain(position, first.mv);
    let moves = position.legal_moves();
    let greedier = moves.iter().filter(|&&mv| gain(position, mv) > own).count();
    let taken = first.mv.capture_square(position);
    let taken = taken.and_then(|square| position.board().role_at(square));
    found.extend([
        truth(first.mv.is_capture(position)),
        truth(first.after.is_check()),
        f64::from(taken.map_or(0, value)) / 100.0,
        f64::from(own) / 100.0,
        number(greedier.min(5)),
        truth(!wins_at_least(position, first.mv, 0)),
        truth(first.mv.to() == mistake.mv.to()),
        distance(first),
        backwards(first),
        truth(is_still(first)),
        truth(first.mv.promotion().is_some_and(|role| role != Role::Queen)),
    ]);
    found
}

/// How far a move goes, in squares.
fn distance(step: &Step) -> f64 {
    let (from, to) = (step.mv.from(), step.mv.destination());
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = from.rank().index().abs_diff(to.rank().index());
    number(files.max(ranks))
}

/// Ranks that a move goes back, towards its own side.
fn backwards(step: &Step) -> f64 {
    let rank = |square: tabiya_rules::Square| match step.before.turn() {
        Color::White => square.rank().index(),
        Color::Black => 7 - square.rank().index(),
    };
    number(rank(step.mv.from()).saturating_sub(rank(step.mv.destination())))
}

/// Neither check nor capture nor promotion.
fn is_still(step: &Step) -> bool {
    !step.after.is_check() && !step.mv.is_capture(&step.before) && step.mv.promotion().is_none()
}

/// What the whole line asks.
fn of_line(puzzle: &Puzzle) -> Vec<f64> {
    let length = puzzle.length();
    let count =
        |counts: &dyn Fn(&Step) -> bool| number(puzzle.own().filter(|step| counts(step)).count());
    let gives = |step: &Step| !wins_at_least(&step.before, step.mv, 0);
    let is_forced = |step: &Step| step.before.count_legal_moves() == 1;
    let still = count(&is_still);
    let checks = count(&|step| step.after.is_check());
    let replies: Vec<f64> = puzzle
        .own()
        .take(length.saturating_sub(1))
        .map(|step| number(step.after.count_legal_moves()).ln())
        .collect();
    vec![
        number(length.min(6)),
        truth(length == 1),
        truth(length == 2),
        truth(length >= 4),
        still,
        checks,
        truth(number(length) == checks),
        count(&gives),
        count(&is_forced),
        count(&|step| backwards(step) > 0.0),
        replies.iter().sum::<f64>(),
        replies.first().copied().unwrap_or(0.0),
        truth(mating_moves(puzzle.position()).len() == 1),
        truth(puzzle.end().is_checkmate()),
    ]
}

/// At which effort a search finds the moves: the share of own moves found by each look.
fn of_looks(engine: &mut Engine, puzzle: &Puzzle) -> Vec<f64> {
    let own: Vec<&Step> = puzzle.own().collect();
    let mut finds = |nodes: u64, step: &Step| {
        engine.new_game();
        let game = Game::new(step.before.clone());
        let report = engine.search_alone(&game, &Limits::nodes(nodes), &Stop::new());
        truth(report.best_move() == Some(step.mv))
    };
    let mut found = Vec::new();
    for nodes in LOOKS {
        let results: Vec<f64> = own.iter().map(|step| finds(nodes, step)).collect();
        found.push(results.first().copied().unwrap_or(0.0));
        found.push(results.iter().sum::<f64>() / number(results.len().max(1)));
    }
    found
}

/// How often opponents of each lower level find all moves.
fn of_levels(engine: &mut Engine, puzzle: &Puzzle) -> Vec<f64> {
    let levels = Level::all();
    let triers = TRIERS.iter().filter_map(|&place| levels.get(place));
    let mut found: Vec<f64> = triers
        .map(|level| {
            let solved = (0..TRIES).filter(|&seed| solves(level, seed, engine, puzzle));
            number(solved.count()) / f64::from(u32::try_from(TRIES).unwrap_or(1))
        })
        .collect();
    found.push(found.iter().sum());
    found
}

/// Whether an opponent finds every own move. Any mate counts at the end.
fn solves(level: &'static Level, seed: u64, engine: &mut Engine, puzzle: &Puzzle) -> bool {
    let mut opponent = Opponent::new(level, seed);
    let mut game = Game::new(puzzle.start().clone());
    for (place, step) in puzzle.steps().iter().enumerate() {
        if place % 2 == 1 {
            let choice = opponent.choose(engine, &game, None, &Stop::new());
            let Some(choice) = choice else { return false };
            if choice.mv != step.mv {
                return is_mate(game.position(), choice.mv);
            }
        }
        if game.play(step.mv).is_err() {
            return false;
        }
    }
    true
}

fn is_mate(position: &Position, mv: Move) -> bool {
    position.after_unchecked(mv).is_checkmate()
}
