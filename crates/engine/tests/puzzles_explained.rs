//! What a hint says of moves that are known to be best: the shipped puzzles, each with what it is about. Where a puzzle
//! is a fork, the reasons speak of a fork, and so on; where something is won, they say what.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use serde_json::Value;
use tabiya_engine::review::{Why, explain};
use tabiya_engine::{Line, Score};
use tabiya_rules::{Game, Mode, Position, Uci};

struct Puzzle {
    id: String,
    themes: Vec<String>,
    game: Game,
    line: Line,
}

impl Puzzle {
    fn read(text: &str) -> Puzzle {
        let json: Value = serde_json::from_str(text).unwrap();
        let words = |name: &str| -> Vec<String> {
            let all = json[name].as_array().unwrap();
            all.iter()
                .map(|one| one.as_str().unwrap().to_owned())
                .collect()
        };
        let fen = json["fen"].as_str().unwrap();
        let mut game = Game::new(Position::from_fen(fen, Mode::Standard).unwrap());
        let mut position = game.position().clone();
        let mut moves = Vec::new();
        for (index, uci) in words("moves").iter().enumerate() {
            let mv = uci.parse::<Uci>().unwrap().resolve(&position).unwrap();
            position.play_unchecked(mv);
            // The first move is the mistake that the solution punishes.
            if index == 0 {
                game.play(mv).unwrap();
            } else {
                moves.push(mv);
            }
        }
        let themes = words("themes");
        let is = |theme: &str| themes.iter().any(|one| one == theme);
        let score = if position.is_checkmate() {
            Score::Mate(i32::try_from(moves.len().div_ceil(2)).unwrap())
        } else {
            Score::Centipawns(if is("equality") { 0 } else { 400 })
        };
        Puzzle {
            id: json["id"].as_str().unwrap().to_owned(),
            themes,
            game,
            line: Line { score, moves },
        }
    }

    fn is(&self, theme: &str) -> bool {
        self.themes.iter().any(|one| one == theme)
    }

    /// What is said first: as much as a hint says.
    fn said(&self) -> Vec<Why> {
        explain(&self.game, &self.line)
            .into_iter()
            .take(2)
            .collect()
    }
}

fn puzzles() -> Vec<Puzzle> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/static/puzzles/puzzles.jsonl"
    );
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(Puzzle::read).collect()
}

/// Of the puzzles with a theme that do not end in mate, so many in a hundred must be explained by one of these reasons.
const THEMES: [(&str, &[&str], usize); 7] = [
    ("fork", &["forks"], 80),
    ("skewer", &["skewers"], 90),
    ("discoveredAttack", &["discovers", "double_check"], 90),
    ("promotion", &["promotes", "lets_promote"], 95),
    (
        "hangingPiece",
        &[
            "takes_free",
            "takes_more",
            "takes_bigger",
            "answers_check",
            "draws",
        ],
        95,
    ),
    ("trappedPiece", &["threatens"], 65),
    ("pin", &["pins", "threatens", "takes_more", "forks"], 85),
];

#[test]
fn what_a_puzzle_is_about_is_what_its_hint_says() {
    let puzzles = puzzles();
    let mut faults = Vec::new();
    for (theme, codes, least) in THEMES {
        let about: Vec<&Puzzle> = puzzles
            .iter()
            .filter(|one| one.is(theme) && !one.is("mate"))
            .collect();
        let (told, untold): (Vec<&Puzzle>, Vec<&Puzzle>) = about
            .iter()
            .partition(|one| one.said().iter().any(|why| codes.contains(&why.code())));
        if told.len() * 100 < least * about.len() {
            let ids: Vec<&str> = untold.iter().map(|one| one.id.as_str()).collect();
            faults.push(format!(
                "{theme}: {} of {}, not {ids:?}",
                told.len(),
                about.len()
            ));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_mate_is_said_and_how_far_it_is() {
    for puzzle in puzzles().iter().filter(|one| one.is("mate")) {
        let moves = u32::try_from(puzzle.line.moves.len().div_ceil(2)).unwrap();
        assert_eq!(puzzle.said(), [Why::Mates { moves }], "{}", puzzle.id);
    }
}

/// Who wins something is told what, not that he stands well.
#[test]
fn few_winning_moves_are_said_to_keep_the_position() {
    let all = puzzles();
    let winning: Vec<&Puzzle> = all
        .iter()
        .filter(|one| (one.is("advantage") || one.is("crushing")) && one.line.moves.len() > 1)
        .collect();
    let empty = winning
        .iter()
        .filter(|one| {
            one.said()
                .iter()
                .all(|why| matches!(why, Why::Keeps(_) | Why::Checks))
        })
        .count();
    assert!(empty * 20 < winning.len(), "{empty} of {}", winning.len());
}
