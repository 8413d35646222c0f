//! Moves in standard algebraic notation: reading and playing, writing and playing.

use std::fmt::Write as _;
use std::rc::Rc;

use anyhow::{Context, Result, ensure};
use cozy_chess::util::{display_san_move, parse_san_move};
use shakmaty::san::{San as ShakmatySan, SanPlus, Suffix};
use shakmaty::{Chess, Position as _};
use tabiya_rules::{Move, Position, San};

use crate::contest::{Contest, Entrant, OURS};
use crate::games::{Line, random_games};

/// A game with its moves as the peers have them.
struct Game {
    sans: Vec<String>,
    ours: Vec<Move>,
    shakmaty: Vec<shakmaty::Move>,
    cozy: Vec<cozy_chess::Move>,
}

pub(crate) fn contests() -> Result<Vec<Contest>> {
    let games: Vec<Game> = random_games(1, 120, 160)
        .into_iter()
        .map(with_peers)
        .collect::<Result<_>>()?;
    let work = games.iter().map(|game| game.sans.len() as u64).sum();
    let games = Rc::new(games);
    let contest = |row: &str, entrants| Contest {
        row: row.to_owned(),
        name: "random games".to_owned(),
        unit: "moves",
        work,
        entrants,
    };
    Ok(vec![
        contest(
            "SAN, parse + play",
            vec![
                entrant(OURS, &games, read_by_ours),
                entrant("shakmaty", &games, read_by_shakmaty),
                entrant("cozy-chess", &games, read_by_cozy),
            ],
        ),
        contest(
            "SAN, write + play",
            vec![
                entrant(OURS, &games, written_by_ours),
                entrant("shakmaty", &games, written_by_shakmaty),
                entrant("cozy-chess", &games, written_by_cozy),
            ],
        ),
    ])
}

fn entrant(name: &'static str, games: &Rc<Vec<Game>>, run: fn(&Game) -> u64) -> Entrant {
    let games = Rc::clone(games);
    Entrant::new(name, move || {
        games.iter().map(run).fold(0, u64::wrapping_add)
    })
}

/// Finds the moves of a line in the peers, and sees to it that all write them alike.
fn with_peers(line: Line) -> Result<Game> {
    let (mut chess, mut board) = (Chess::default(), cozy_chess::Board::default());
    let (mut shakmaty, mut cozy) = (Vec::new(), Vec::new());
    for text in &line.sans {
        let mv = ShakmatySan::from_ascii(text.as_bytes())?.to_move(&chess)?;
        shakmaty.push(mv);
        let theirs = SanPlus::from_move_and_play_unchecked(&mut chess, mv).to_string();
        let mv = parse_san_move(&board, text).ok().context("cozy-chess")?;
        cozy.push(mv);
        let cozys = display_san_move(&board, mv).to_string();
        ensure!(theirs == *text && cozys == *text, "{text} {theirs} {cozys}");
        board.play_unchecked(mv);
    }
    Ok(Game {
        sans: line.sans,
        ours: line.moves,
        shakmaty,
        cozy,
    })
}

fn read_by_ours(game: &Game) -> u64 {
    let mut position = Position::standard();
    for text in &game.sans {
        let Ok(mv) = San::parse(text).map(|san| san.resolve(&position)) else {
            return 0;
        };
        let Ok(mv) = mv else { return 0 };
        position.play_unchecked(mv);
    }
    position.board().occupied().0
}

fn read_by_shakmaty(game: &Game) -> u64 {
    let mut position = Chess::default();
    for text in &game.sans {
        let Ok(san) = ShakmatySan::from_ascii(text.as_bytes()) else {
            return 0;
        };
        let Ok(mv) = san.to_move(&position) else {
            return 0;
        };
        position.play_unchecked(mv);
    }
    position.board().occupied().0
}

fn read_by_cozy(game: &Game) -> u64 {
    let mut board = cozy_chess::Board::default();
    for text in &game.sans {
        let Ok(mv) = parse_san_move(&board, text) else {
            return 0;
        };
        board.play_unchecked(mv);
    }
    board.occupied().0
}

/// The texts follow each other in one string; its length is the result.
fn written_by_ours(game: &Game) -> u64 {
    let (mut position, mut text) = (Position::standard(), String::new());
    for &mv in &game.ours {
        text.push_str(San::of_and_play(&mut position, mv).text().as_str());
    }
    text.len() as u64
}

/// Its own `SanPlus::from_move_and_play_unchecked` looks for stalemate too, which nobody asks for
/// here and which makes it several times slower.
fn written_by_shakmaty(game: &Game) -> u64 {
    let (mut position, mut text) = (Chess::default(), String::new());
    for &mv in &game.shakmaty {
        let san = ShakmatySan::from_move(&position, mv);
        position.play_unchecked(mv);
        let suffix = position.is_check().then(|| match position.is_checkmate() {
            true => Suffix::Checkmate,
            false => Suffix::Check,
        });
        SanPlus { san, suffix }.append_to_string(&mut text);
    }
    text.len() as u64
}

fn written_by_cozy(game: &Game) -> u64 {
    let (mut board, mut text) = (cozy_chess::Board::default(), String::new());
    for &mv in &game.cozy {
        let _ = write!(text, "{}", display_san_move(&board, mv));
        board.play_unchecked(mv);
    }
    text.len() as u64
}
