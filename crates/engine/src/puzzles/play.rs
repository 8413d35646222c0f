//! Games to mine: the opponents against each other, by seed and number. Not here: what is found in
//! them (`find`).

use tabiya_rules::{Color, Game, Position};

use crate::levels::{Level, Opponent};
use crate::{Engine, Limits, Options, Stop};

/// How games are made: the same plan makes the same games.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Of all chance in the games.
    pub seed: u64,
    /// Positions that the strongest level searches for each move: by time its games would differ
    /// from machine to machine.
    pub nodes: u64,
    /// The lowest and the highest rating of a level that plays.
    pub ratings: (u32, u32),
    /// Half-moves after which a game is left unfinished.
    pub longest: usize,
    /// Positions from which the games begin; from the usual array if there are none.
    pub starts: Vec<Position>,
}

/// A game and who played it.
#[derive(Debug)]
pub struct Played {
    /// The moves.
    pub game: Game,
    /// Who had the white men.
    pub white: &'static Level,
    /// Who had the black men.
    pub black: &'static Level,
}

/// How often each level sits down: the upper ones think long, and beginners shuffle.
const SEATS: [u64; 12] = [3, 5, 8, 10, 16, 18, 18, 5, 2, 1, 1, 3];

/// Levels so far apart meet.
const REACH: u64 = 2;

/// Every so-manieth game from the usual array begins with moves drawn by chance.
const DRAWN_EVERY: u64 = 4;

/// Well mixed bits of a number.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A number below `count`, which is not 0.
fn below(bits: u64, count: usize) -> usize {
    let count = u64::try_from(count).unwrap_or(1).max(1);
    usize::try_from(bits % count).unwrap_or(0)
}

/// A place among the levels in that range, by how often each sits down.
fn seat(bits: u64, from: usize, to: usize) -> usize {
    let seats = SEATS.get(from..to).unwrap_or_default();
    let mut left = bits % seats.iter().sum::<u64>().max(1);
    for (place, &weight) in (from..).zip(seats) {
        if left < weight {
            return place;
        }
        left -= weight;
    }
    from
}

/// Where a game begins.
fn start(plan: &Plan, bits: u64, is_settled: bool) -> Position {
    let place = below(mix(bits ^ 5), plan.starts.len());
    if let Some(start) = plan.starts.get(place) {
        return start.clone();
    }
    let mut position = Position::standard();
    if is_settled || bits.is_multiple_of(DRAWN_EVERY) {
        for ply in 0..4 {
            let moves = position.legal_moves();
            if let Some(&mv) = moves.get(below(mix(bits ^ (16 + ply)), moves.len())) {
                position.play_unchecked(mv);
            }
        }
    }
    position
}

/// Plays the game of that number. `engines` belong to White and Black; they are cleared first.
pub fn play_game(
    engines: &mut [Engine; 2],
    plan: &Plan,
    number: u64,
    stop: &Stop,
) -> Option<Played> {
    let bits = mix(plan.seed ^ mix(number));
    let levels = Level::all();
    let (lowest, highest) = plan.ratings;
    let from = levels.iter().filter(|level| level.rating < lowest).count();
    let to = levels
        .iter()
        .filter(|level| level.rating <= highest)
        .count();
    let first = seat(mix(bits ^ 1), from, to);
    let shift = below(mix(bits ^ 2), usize::try_from(2 * REACH + 1).unwrap_or(1));
    let second = (first + shift)
        .saturating_sub(usize::try_from(REACH).unwrap_or(0))
        .min(to.saturating_sub(1))
        .max(from);
    let (white, black) = (levels.get(first)?, levels.get(second)?);
    // The two that choose least by chance would play the same game again.
    let is_settled = first.min(second) >= levels.len() - 2;
    let game = Game::new(start(plan, mix(bits ^ 3), is_settled));
    play_on(engines, plan, game, [white, black], bits, stop)
}

/// Lets White and Black go on with a game until it is over or as long as the plan allows. `bits` are
/// their chance.
pub fn play_on(
    engines: &mut [Engine; 2],
    plan: &Plan,
    mut game: Game,
    [white, black]: [&'static Level; 2],
    bits: u64,
    stop: &Stop,
) -> Option<Played> {
    let mut opponents = [
        Opponent::new(white, mix(bits ^ 8)),
        Opponent::new(black, mix(bits ^ 9)),
    ];
    for engine in engines.iter_mut() {
        engine.new_game();
    }
    while game.outcome().is_none() && game.ply() < plan.longest && game.claims().next().is_none() {
        let [for_white, for_black] = &mut *engines;
        let [as_white, as_black] = &mut opponents;
        let mv = match game.position().turn() {
            Color::White => choose(as_white, for_white, &game, plan, stop),
            Color::Black => choose(as_black, for_black, &game, plan, stop),
        };
        if stop.is_stopped() {
            return None;
        }
        game.play(mv?).ok()?;
    }
    Some(Played { game, white, black })
}

fn choose(
    opponent: &mut Opponent,
    engine: &mut Engine,
    game: &Game,
    plan: &Plan,
    stop: &Stop,
) -> Option<tabiya_rules::Move> {
    if opponent.level().id == "tabiya" {
        let report = engine.search_alone(game, &Limits::nodes(plan.nodes), stop);
        return report.best_move();
    }
    opponent
        .choose(engine, game, None, stop)
        .map(|choice| choice.mv)
}

/// Engines for [`play_game`].
#[must_use]
pub fn engines() -> [Engine; 2] {
    let engine = || {
        Engine::new(Options {
            hash_mib: 4,
            ..Options::default()
        })
    };
    [engine(), engine()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(starts: Vec<Position>) -> Plan {
        Plan {
            seed: 3,
            nodes: 500,
            ratings: (0, 9999),
            longest: 24,
            starts,
        }
    }

    #[test]
    fn seed_and_number_make_the_game() {
        let play = |number| {
            let played = play_game(&mut engines(), &plan(Vec::new()), number, &Stop::new());
            played.map(|played| {
                (
                    played.game.moves().to_vec(),
                    played.white.id,
                    played.black.id,
                )
            })
        };
        assert_eq!(play(7), play(7));
        assert_ne!(play(7), play(8));
    }

    #[test]
    fn everybody_plays_who_may() {
        let seen = |from, to| {
            let mut seen = [false; 12];
            for number in 0..400 {
                seen[seat(mix(number), from, to)] = true;
            }
            seen.iter().filter(|seen| **seen).count()
        };
        assert_eq!((seen(0, 12), seen(0, 7), seen(11, 12)), (12, 7, 1));
    }

    #[test]
    fn games_begin_where_they_are_told_to() {
        let fen = "8/5k2/8/8/8/8/3PK3/8 w - - 0 1";
        let start = Position::from_fen(fen, tabiya_rules::Mode::Standard).unwrap();
        let played = play_game(&mut engines(), &plan(vec![start]), 1, &Stop::new()).unwrap();
        assert_eq!(played.game.start().fen(), fen);
        assert!(played.game.ply() > 0);
    }
}
