//! What a hint says of moves that are known to be best: the shipped puzzles, each with what it is about. Where a puzzle
//! is a fork, the reasons speak of a fork, and so on; where something is won, they say what.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use serde_json::Value;
use tabiya_engine::review::{Why, explain};
use tabiya_engine::{Engine, Limits, Line, Options, Score, Stop};
use tabiya_rules::{Game, Mode, Position, Role, Uci};

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

    /// The piece that the solver's second move takes stood where nobody attacked it before the first.
    fn catches_what_was_free(&self) -> bool {
        let [first, reply, next, ..] = self.line.moves.as_slice() else {
            return false;
        };
        let before = self.game.position();
        let mut later = before.after_unchecked(*first);
        later.play_unchecked(*reply);
        let Some(taken) = next.capture_square(&later) else {
            return false;
        };
        let stood = if reply.to() == taken {
            reply.from()
        } else {
            taken
        };
        let is_piece = before
            .board()
            .man_at(stood)
            .is_some_and(|man| man.piece.color != before.turn() && man.piece.role != Role::Pawn);
        is_piece && before.attackers(stood, before.turn()).is_empty()
    }

    /// The line goes on as the engine sees it: a puzzle ends where the rest is easy, a hint looks further.
    fn prolong(&mut self) {
        let mut engine = Engine::new(Options {
            hash_mib: 1,
            ..Options::default()
        });
        let mut game = self.game.clone();
        for mv in &self.line.moves {
            game.play(*mv).unwrap();
        }
        while self.line.moves.len() < 7 && game.outcome().is_none() {
            let limits = Limits::nodes(10_000);
            let report = engine.search(&game, &limits, &Stop::new(), &mut |_info| {});
            let mv = report.best_move().unwrap();
            game.play(mv).unwrap();
            self.line.moves.push(mv);
        }
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
const THEMES: [(&str, &[&str], usize); 6] = [
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

/// Where a piece that nobody attacked is taken next, wherever it goes, and the puzzle is about that, the hint says that
/// it is trapped. Elsewhere it was attacked before, or is caught later in the line: then it is said what is won.
#[test]
fn a_piece_that_the_move_traps_is_said_to_be_trapped() {
    let all = puzzles();
    let trapping: Vec<&Puzzle> = all
        .iter()
        .filter(|one| one.is("trappedPiece") && one.catches_what_was_free())
        .collect();
    assert!(trapping.len() >= 12, "{}", trapping.len());
    for puzzle in trapping {
        let said = puzzle.said();
        let named = said
            .iter()
            .any(|why| matches!(why, Why::Threatens { trapped: true, .. }));
        assert!(named, "{}: {said:?}", puzzle.id);
    }
}

/// Who wins something is told what, not that he stands well: the solution, and what follows it, as far as a hint looks.
#[test]
fn no_winning_move_is_said_to_keep_the_position() {
    let mut seen = 0;
    let mut empty = Vec::new();
    for mut puzzle in puzzles() {
        let wins = ["advantage", "crushing", "trappedPiece"]
            .iter()
            .any(|theme| puzzle.is(theme));
        if !wins || puzzle.is("mate") || puzzle.line.moves.len() == 1 {
            continue;
        }
        puzzle.prolong();
        seen += 1;
        let said = puzzle.said();
        if said
            .iter()
            .all(|why| matches!(why, Why::Keeps(_) | Why::Checks))
        {
            empty.push(puzzle.id);
        }
    }
    assert!(seen > 200, "{seen}");
    assert!(empty.is_empty(), "{empty:?}");
}
