//! All opponents at the board: legal, sighted where it is obvious, the same by the same seed.

use std::time::Duration;

use tabiya_rules::{Color, Game, Mode, Move, Outcome, Position, Uci};

use super::chance::mix;
use super::judge::{distance, worth};
use super::{Level, Opponent, Style};
use crate::{ClockLeft, Engine, Options, Stop};

fn engine() -> Engine {
    Engine::new(Options {
        hash_mib: 1,
        ..Options::default()
    })
}

fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(Position::from_fen(fen, Mode::Standard).unwrap());
    for text in moves {
        let mv = resolved(text, game.position());
        game.play(mv).unwrap();
    }
    game
}

fn resolved(text: &str, position: &Position) -> Move {
    text.parse::<Uci>().unwrap().resolve(position).unwrap()
}

/// All that do not think by the clock.
fn people() -> &'static [Level] {
    let (_, people) = Level::all().split_last().unwrap();
    people
}

fn chosen(level: &'static Level, seed: u64, game: &Game) -> Move {
    let mut opponent = Opponent::new(level, seed);
    let choice = opponent.choose(&mut engine(), game, None, &Stop::new());
    choice.unwrap().mv
}

#[test]
fn every_level_plays_legal_moves_everywhere() {
    let mut engine = engine();
    let mut asked = 0;
    for walk in 0..60_u64 {
        let start = match walk % 3 {
            0 => Position::chess960(u16::try_from(mix(walk) % 960).unwrap()).unwrap(),
            1 => Position::standard(),
            _ => {
                let fen = "3k4/1P5P/8/2pP4/8/1b6/p2K3p/1N6 w - c6 0 1";
                Position::from_fen(fen, Mode::Standard).unwrap()
            }
        };
        let mut game = Game::new(start);
        for ply in 0..120_u64 {
            let legal = game.position().legal_moves();
            let Some(count) = u64::try_from(legal.len()).ok().filter(|&count| count > 0) else {
                break;
            };
            let place = usize::try_from(mix(walk << 32 | ply) % count).unwrap();
            // The upper ones take their time: they are asked less often.
            let rank = usize::try_from(mix(ply ^ walk)).unwrap_or(0) % 60;
            if let Some(level) = people().get(rank) {
                let choice = Opponent::new(level, walk)
                    .choose(&mut engine, &game, None, &Stop::new())
                    .unwrap();
                assert!(legal.contains(&choice.mv), "{} {choice:?}", level.id);
                asked += 1;
            }
            game.play(legal[place]).unwrap();
        }
    }
    assert!(asked > 800, "{asked}");
}

#[test]
fn nobody_moves_when_the_game_is_over() {
    let mate = game("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", &[]);
    for level in Level::all() {
        let mut opponent = Opponent::new(level, 1);
        let choice = opponent.choose(&mut engine(), &mate, None, &Stop::new());
        assert!(choice.is_none());
    }
}

#[test]
fn the_only_move_is_played() {
    let only = game("k7/8/1K6/8/8/8/8/7R b - - 0 1", &[]);
    assert_eq!(only.position().legal_moves().len(), 1);
    for level in people() {
        assert_eq!(chosen(level, 7, &only), resolved("a8b8", only.position()));
    }
}

#[test]
fn a_queen_is_taken_back() {
    let taken = game(
        "rnb1kbnr/ppp1pppp/8/3q4/3P4/2N5/PPP1PPPP/R1BQKBNR b KQkq - 0 1",
        &["d5d4"],
    );
    for level in people() {
        let back = (0..12)
            .filter(|&seed| chosen(level, seed, &taken) == resolved("d1d4", taken.position()))
            .count();
        assert!(back >= 11, "{} {back}", level.id);
    }
}

#[test]
fn mate_in_one_is_seen_ever_more_surely() {
    let mate = game(
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
        &[],
    );
    let given = |level| {
        (0..40)
            .filter(|&seed| chosen(level, seed, &mate) == resolved("h5f7", mate.position()))
            .count()
    };
    let beginner = given(Level::by_id("pip").unwrap());
    assert!((8..36).contains(&beginner), "{beginner}");
    for id in ["ines", "wen"] {
        let count = given(Level::by_id(id).unwrap());
        assert!(count >= 38, "{id} {count}");
    }
}

#[test]
fn the_seed_decides() {
    let start = Game::new(Position::standard());
    for level in people() {
        let moves: Vec<Move> = (0..6).map(|seed| chosen(level, seed, &start)).collect();
        let again: Vec<Move> = (0..6).map(|seed| chosen(level, seed, &start)).collect();
        assert_eq!(moves, again, "{}", level.id);
        assert!(
            moves.iter().any(|mv| Some(mv) != moves.first()),
            "{}",
            level.id
        );
    }
}

#[test]
fn nobody_thinks_beyond_the_clock() {
    let start = Game::new(Position::standard());
    for level in people() {
        for left in [20, 600_000] {
            let remaining = Duration::from_millis(left);
            let clock = ClockLeft {
                remaining,
                increment: Duration::from_secs(2),
                moves_to_go: None,
            };
            let mut opponent = Opponent::new(level, left);
            let choice = opponent.choose(&mut engine(), &start, Some(clock), &Stop::new());
            assert!(
                choice.unwrap().pause <= remaining / 8,
                "{} {left}",
                level.id
            );
        }
    }
}

/// The positions of a game that one opponent plays against itself.
fn positions(level: &'static Level, seed: u64) -> Vec<Game> {
    let mut game = Game::new(Position::standard());
    let mut opponent = Opponent::new(level, seed);
    let mut engine = engine();
    let mut found = Vec::new();
    while game.outcome().is_none() && game.ply() < 60 {
        found.push(game.clone());
        let choice = opponent.choose(&mut engine, &game, None, &Stop::new());
        game.play(choice.unwrap().mv).unwrap();
    }
    found
}

#[test]
fn styles_differ() {
    let tomas = Level::by_id("tomas").unwrap();
    let games: Vec<Game> = (1..9).flat_map(|seed| positions(tomas, seed)).collect();
    // Of all moves: checks or moves beside the king, captures, men traded for their like, moves to
    // squares that are attacked and not guarded.
    let counts = |style: Style| {
        let mut counts = [0; 4];
        for game in &games {
            let position = game.position();
            let level = Level { style, ..*tomas };
            let choice =
                Opponent::made_of(level, 3).choose(&mut engine(), game, None, &Stop::new());
            let mv = choice.unwrap().mv;
            let us = position.turn();
            let taken = mv.capture_square(position);
            let taken = taken.and_then(|square| position.board().role_at(square));
            let attacked = position.attackers(mv.destination(), !us).any();
            let guards = position.attackers(mv.destination(), us) - mv.from().into();
            let near = distance(mv.destination(), position.king(!us)) <= 2;
            let events = [
                position.after_unchecked(mv).is_check() || near,
                taken.is_some(),
                attacked && taken.is_some_and(|taken| worth(taken).abs_diff(worth(mv.role())) < 30),
                attacked && guards.is_empty() && taken.is_none(),
            ];
            for (count, event) in counts.iter_mut().zip(events) {
                *count += u32::from(event);
            }
        }
        counts
    };
    let attacker = counts(Style::Attacker);
    let grabber = counts(Style::Grabber);
    let endgame = counts(Style::Endgame);
    let careful = counts(Style::Careful);
    let told = format!("{attacker:?} {grabber:?} {endgame:?} {careful:?}");
    assert!(
        attacker[0] > careful[0] && attacker[0] > endgame[0],
        "{told}"
    );
    assert!(
        grabber[1] > attacker[1] && grabber[1] > careful[1],
        "{told}"
    );
    assert!(
        endgame[2] > attacker[2] && endgame[2] > careful[2],
        "{told}"
    );
    assert!(
        careful[3] < attacker[3] && careful[3] < grabber[3],
        "{told}"
    );
}

#[test]
fn who_sees_more_wins() {
    let (pip, ines) = (Level::by_id("pip").unwrap(), Level::by_id("ines").unwrap());
    let mut points = 0.0;
    for seed in 0..6_u64 {
        let mut game = Game::new(Position::standard());
        let ines_begins = seed % 2 == 0;
        let mut players = [Opponent::new(pip, seed), Opponent::new(ines, seed)];
        if ines_begins {
            players.reverse();
        }
        let mut engine = engine();
        while game.outcome().is_none() && game.ply() < 300 {
            let place = game.ply() % 2;
            let choice = players[place].choose(&mut engine, &game, None, &Stop::new());
            game.play(choice.unwrap().mv).unwrap();
        }
        points += match game.outcome() {
            Some(Outcome::Win(winner)) => {
                f64::from(u8::from((winner == Color::White) == ines_begins))
            }
            _ => 0.5,
        };
    }
    assert!(points >= 4.0, "{points}");
}

/// `levels.json` is what the web knows of the opponents. With `TABIYA_WRITE_LEVELS=1` it is written.
#[test]
fn the_web_knows_the_same_opponents() {
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");
    if !std::path::Path::new(web).is_dir() {
        return; // The crate stands alone.
    }
    let rows: Vec<String> = Level::all()
        .iter()
        .map(|level| {
            format!(
                "\t{{\n\t\t\"id\": \"{}\",\n\t\t\"name\": \"{}\",\n\t\t\"rating\": {},\n\t\t\"character\": \"{}\",\n\t\t\"style\": \"{}\"\n\t}}",
                level.id, level.name, level.rating, level.character, level.style.name()
            )
        })
        .collect();
    let text = format!("[\n{}\n]\n", rows.join(",\n"));
    let path = format!("{web}/src/lib/computer/levels.json");
    if std::env::var_os("TABIYA_WRITE_LEVELS").is_some() {
        std::fs::create_dir_all(format!("{web}/src/lib/computer")).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, text, "run the test with TABIYA_WRITE_LEVELS=1");
}
