//! Reasons on concrete boards: the right ones are found, the wrong ones are not.

use tabiya_rules::{Game, Mode, Position, Role, Uci};

use super::{Why, explain};
use crate::{Line, Score};

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(fen, Mode::Standard).unwrap());
    for uci in moves.split_whitespace() {
        let mv = uci
            .parse::<Uci>()
            .unwrap()
            .resolve(game.position())
            .unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// Why the first move of the line is good, at a score in centipawns.
pub(super) fn why(fen: &str, line: &str, cp: i32) -> Vec<Why> {
    why_after(fen, "", line, Score::Centipawns(cp))
}

fn why_after(fen: &str, played: &str, line: &str, score: Score) -> Vec<Why> {
    let game = game(fen, played);
    let mut position = game.position().clone();
    let mut moves = Vec::new();
    for uci in line.split_whitespace() {
        let mv = uci.parse::<Uci>().unwrap().resolve(&position).unwrap();
        position.play_unchecked(mv);
        moves.push(mv);
    }
    explain(&game, &Line { score, moves })
}

fn said(why: &[Why]) -> Vec<String> {
    why.iter().map(Why::to_string).collect()
}

pub(super) fn has(why: &[Why], sentence: &str) {
    let said = said(why);
    assert!(
        said.iter().any(|one| one == sentence),
        "{sentence}\nnot in {said:#?}"
    );
}

pub(super) fn lacks(why: &[Why], code: &str) {
    assert!(
        why.iter().all(|one| one.code() != code),
        "{code} in {:#?}",
        said(why)
    );
}

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

#[test]
fn mate_at_once_is_all_there_is_to_say() {
    let mate = why_after(
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "",
        "d1d8",
        Score::Mate(1),
    );
    assert_eq!(mate, [Why::Mates { moves: 1 }]);
    let later = why_after(
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "",
        "g1g3 h8h7 g3g7",
        Score::Mate(2),
    );
    assert_eq!(later, [Why::Mates { moves: 2 }]);
    lacks(
        &why("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d7", 300),
        "mates",
    );
}

#[test]
fn a_man_that_nobody_guards_is_taken() {
    let free = why("4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1", "f3e5 e8e7", 300);
    has(&free, "It takes the knight on e5, which nobody guards.");
    lacks(&free, "wins");
    // Guarded by a pawn: it is a trade, not a gift.
    let trade = why("4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1", "f3e5 d6e5", -100);
    has(&trade, "It trades knights.");
    lacks(&trade, "takes_free");
    // Nobody guards it, but the line loses the queen elsewhere.
    let dear = why(
        "4k3/8/8/4n3/8/5N2/6PK/1q1Q4 w - - 0 1",
        "f3e5 b1d1 e5f3",
        -600,
    );
    lacks(&dear, "takes_free");
    lacks(&dear, "wins");
}

#[test]
fn a_bigger_man_is_taken_by_a_smaller_one() {
    let bigger = why("4k3/8/3p4/4q3/8/5N2/8/3K4 w - - 0 1", "f3e5 d6e5", 300);
    has(
        &bigger,
        "It takes the queen on e5, which is worth more than a knight.",
    );
    lacks(&bigger, "takes_free");
}

#[test]
fn attacked_more_often_than_guarded() {
    let more = why(
        "4k3/8/4p3/3p4/8/2N5/3R4/3RK3 w - - 0 1",
        "c3d5 e6d5 d2d5 e8e7",
        300,
    );
    lacks(&more, "takes_more");
    let more = why("3rk3/8/8/3p4/8/2N5/3R4/3RK3 w - - 0 1", "c3d5 e8f8", 300);
    has(
        &more,
        "It takes the pawn on d5, which is attacked more often than it is guarded.",
    );
}

#[test]
fn what_was_just_taken_is_taken_back() {
    let back = why_after(
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 2",
        "d5e4",
        "c3e4 g8f6",
        Score::Centipawns(60),
    );
    has(&back, "It takes back the pawn on e4.");
    lacks(&back, "takes_free");
}

#[test]
fn who_is_ahead_likes_to_trade() {
    let ahead = why("3rk3/8/8/8/8/2N5/8/3RK3 w - - 0 1", "d1d8 e8d8", 300);
    has(
        &ahead,
        "It trades rooks: whoever has more men likes to trade.",
    );
    let level = why("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8 e8d8", 0);
    has(&level, "It trades rooks.");
}

#[test]
fn a_fork_counts_if_the_line_bears_it_out() {
    let fen = "r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1";
    let fork = why(fen, "d5c7 e8d7 c7a8", 600);
    has(
        &fork,
        "It attacks the king on e8 and the rook on a8 at the same time: a fork.",
    );
    has(&fork, "It wins a rook with the next move.");
    lacks(&fork, "checks");
    // The knight would be taken.
    let guarded = "r3k3/8/1b6/3N4/8/8/8/4K3 w q - 0 1";
    lacks(&why(guarded, "d5c7 b6c7", -500), "forks");
    // The line does not come to it.
    lacks(&why(fen, "d5c7 e8d7 e1e2", 0), "forks");
}

#[test]
fn a_pin_holds_what_cannot_strike_back() {
    let pin = why("4k3/8/2n5/8/8/8/4B3/4K3 w - - 0 1", "e2b5 e8d7", 50);
    has(&pin, "It pins the knight on c6: behind it stands the king.");
    // A bishop strikes back along the line.
    lacks(
        &why("4k3/8/2b5/8/8/8/4B3/4K3 w - - 0 1", "e2b5 c6b5", -300),
        "pins",
    );
    // Two men stand between.
    lacks(
        &why("4k3/3p4/2n5/8/8/8/4B3/4K3 w - - 0 1", "e2b5 e8e7", 0),
        "pins",
    );
}

#[test]
fn a_skewer_takes_what_stands_behind() {
    // The queen goes away with check, and nothing is taken.
    let fen = "8/1q6/8/8/4k3/8/8/K4B2 w - - 0 1";
    lacks(&why(fen, "f1g2 e4e5", 0), "skewers");
    let skewer = why(fen, "f1g2 e4e3 g2b7", 300);
    has(
        &skewer,
        "It attacks the king on e4, and when that goes away, the queen on b7 behind it: a skewer.",
    );
}

#[test]
fn an_opened_line_is_a_discovery() {
    let check = why("4k3/8/8/q7/4N3/8/8/4R1K1 w - - 0 1", "e4c3 e8d7", 0);
    has(
        &check,
        "It opens the line of the rook on e1: a discovered check.",
    );
    lacks(&check, "checks");
    let attack = why("3qk3/8/8/8/8/3B4/8/3RK3 w - - 0 1", "d3b5 e8e7 d1d8", 600);
    has(
        &attack,
        "It opens the line of the rook on d1 to the queen on d8: a discovered attack.",
    );
    // The line was open before.
    lacks(
        &why("3qk3/8/8/8/8/4B3/8/3RK3 w - - 0 1", "e3b6 d8d1 e1d1", 0),
        "discovers",
    );
}

#[test]
fn two_checks_at_once() {
    let double = why("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6 e8f7", 200);
    has(&double, "It gives check twice at once: the king must move.");
}

#[test]
fn a_threat_is_one_that_was_not_there_before() {
    let threat = why("4k3/8/8/r7/8/8/3B4/4K3 w - - 0 1", "e1e2 a5a2", -200);
    lacks(&threat, "threatens");
    let threat = why("4k3/8/8/4n3/8/8/8/R3K3 w - - 0 1", "a1a5 e5c6", 0);
    has(&threat, "It attacks the knight on e5, which nobody guards.");
    let mate = why("6k1/5ppp/8/8/8/8/3R1PPP/6K1 w - - 0 1", "d2d1 g8f8", 300);
    has(&mate, "It threatens checkmate on d8.");
}

#[test]
fn mate_is_stopped_only_if_it_was_there() {
    let back_rank = "3r2k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    let stopped = why(back_rank, "h2h3 d8d1 g1h2", -500);
    has(&stopped, "It stops the rook on d8 from mating on d1.");
    lacks(&why(back_rank, "h2h4 d8d1", -500), "threatens_mate");
    lacks(
        &why(
            "3r2k1/5ppp/8/8/8/7P/5PP1/6K1 w - - 0 1",
            "g2g3 d8d1 g1g2",
            -500,
        ),
        "stops_mate",
    );
}

#[test]
fn check_is_answered_in_three_ways() {
    let fen = "4k3/8/8/8/4r3/8/3B1N2/4K3 w - - 0 1";
    has(
        &why(fen, "f2e4", 500),
        "It takes the rook on e4, which gives check.",
    );
    has(
        &why(fen, "d2e3 e4e3", -100),
        "It blocks the check of the rook on e4.",
    );
    has(
        &why(fen, "e1d1 e4e1", 300),
        "It takes the king out of check.",
    );
}

#[test]
fn men_in_danger_are_saved() {
    let fen = "4k3/8/8/8/8/2p5/3N4/5K2 w - - 0 1";
    has(
        &why(fen, "d2e4 c3c2", 0),
        "It brings the knight on d2 to safety: the pawn on c3 attacked it.",
    );
    let guard = why("4k3/8/8/r3B3/8/8/8/2N2K2 w - - 0 1", "c1d3 e8e7", 300);
    has(
        &guard,
        "It guards the bishop on e5, which the rook on a5 attacks.",
    );
    let shield = why("4k3/8/8/r5B1/8/5N2/4P3/5K2 w - - 0 1", "f3e5 e8f8", 300);
    lacks(&shield, "guards");
    let shield = why("4k3/8/8/r3p1B1/7P/2P5/4P3/5K2 w - - 0 1", "c3c4 e8d7", 0);
    lacks(&shield, "shields");
    let shield = why("4k3/8/8/r5B1/2P5/8/4P3/5K2 w - - 0 1", "c4c5 e8d7", 0);
    has(
        &shield,
        "It stands between the bishop on g5 and the rook on a5, which attacks it.",
    );
    let taken = why("3qk3/8/8/6B1/8/8/8/3RK1R1 b - - 0 1", "d8g5 g1g5", -500);
    lacks(&taken, "takes_attacker");
    let attacker = why("4k3/7p/8/4n1b1/8/7N/4R3/3QK3 w - - 0 1", "h3g5 e8f8", 300);
    lacks(&attacker, "escapes");
    let attacker = why("4k3/8/8/6b1/8/5N2/3Q4/4K3 w - - 0 1", "f3g5 e8e7", 900);
    has(
        &attacker,
        "It takes the bishop on g5, which attacks the queen on d2.",
    );
}

#[test]
fn pawns_go_their_way() {
    let queen = why("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q e7e6", 900);
    has(&queen, "The pawn becomes a queen.");
    let passed = why("8/4k3/P7/8/8/8/8/4K3 w - - 0 1", "a6a7", 900);
    has(&passed, "The passed pawn is one step away from promotion.");
    lacks(
        &why("8/1p2k3/8/P7/8/8/8/4K3 w - - 0 1", "a5a6 b7a6", 0),
        "pushes",
    );
    let stop = why("4k3/8/8/8/8/p7/8/2B1K3 w - - 0 1", "c1b2", 300);
    lacks(&stop, "stops");
    let stop = why("4k3/8/8/8/8/p7/1K6/5B2 w - - 0 1", "b2a2 e8e7", 300);
    has(&stop, "It stands in the way of the passed pawn on a3.");
}

#[test]
fn plans_of_the_opening() {
    let castle = why(
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        "e1g1 g8f6",
        30,
    );
    has(
        &castle,
        "Castling brings the king to safety and a rook into play.",
    );
    let develops = why(ITALIAN, "f8c5 e1g1", 0);
    has(&develops, "It brings the bishop into the game.");
    lacks(&why(ITALIAN, "d8e7 e1g1", 0), "develops");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    has(&why(start, "e2e4 e7e5", 30), "It takes room in the center.");
    lacks(&why(start, "h2h4 e7e5", 0), "takes_center");
}

#[test]
fn rooks_kings_and_the_rest() {
    let open = why(
        "r4rk1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R4RK1 w - - 0 15",
        "a1d1 a8d8",
        20,
    );
    has(
        &open,
        "It puts the rook on the open d-file, where it sees far.",
    );
    let seventh = why(
        "6k1/ppp2ppp/8/8/8/8/PPP2PPP/3R2K1 w - - 0 30",
        "d1d7 g8f8",
        400,
    );
    has(
        &seventh,
        "It puts the rook on the seventh rank, where it troubles the other side most.",
    );
    let king = why("4k3/p4ppp/8/8/8/5P2/P5PP/6K1 w - - 0 40", "g1f2 e8e7", 0);
    has(
        &king,
        "In the endgame the king helps: it goes towards the middle.",
    );
    let knight = why("4k3/p6p/8/8/8/8/P6P/N3K3 w - - 0 40", "a1c2 e8e7", 0);
    has(
        &knight,
        "It gives the knight more to do: it reaches 5 squares now, not 2.",
    );
    assert_eq!(
        why("4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 40", "h2h3 e8e7", 0),
        [Why::Keeps(super::Standing::Level)]
    );
    let pawn = why(
        "2r3k1/5ppp/p7/1p6/8/1P2B3/P4PPP/3R2K1 w - - 0 28",
        "d1d6 c8a8",
        300,
    );
    has(&pawn, "It attacks the pawn on a6, which nobody guards.");
    let way = why("4k3/pp6/8/8/8/8/PP6/2B1K3 w - - 0 30", "b2b3 e8e7", 200);
    has(&way, "It opens the way for the bishop on c1.");
}

#[test]
fn a_draw_is_a_reason_for_whoever_cannot_win() {
    let draw = why("5k2/5P2/4K3/8/8/8/8/8 w - - 0 1", "e6f6", 0);
    has(&draw, "It is a draw: the other side has no legal move.");
    let material = why("4k3/8/8/8/8/3n4/4K3/8 w - - 0 1", "e2d3", 0);
    has(
        &material,
        "It is a draw: nobody has enough men left to mate.",
    );
    let shuffled = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let again = why_after(start, shuffled, "f6g8", Score::Centipawns(0));
    has(
        &again,
        "It is a draw: the same position stands for the third time.",
    );
    let better = why_after(start, shuffled, "f6g8", Score::Centipawns(200));
    lacks(&better, "draws");
}

#[test]
fn the_only_legal_move_is_said_to_be_it() {
    let only = why("k7/7p/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", 0);
    has(&only, "It is the only legal move.");
}

#[test]
fn a_line_wins_what_it_says() {
    let line = "d5c7 e8d7 c7a8 d7c8 e1d2 c8b7 a8b6";
    // Seven half-moves on, the knight that took the rook has come away.
    let won = why("r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1", line, 600);
    let wins = won.iter().find(|one| one.code() == "wins");
    assert_eq!(
        wins,
        Some(&Why::Wins {
            taken: vec![Role::Rook],
            given: vec![],
            moves: 2
        })
    );
    let exchange = why("4k3/8/8/3b4/8/1P6/8/R2RK3 w - - 0 1", "d1d5 e8e7", 500);
    has(&exchange, "It takes the bishop on d5, which nobody guards.");
}

#[test]
fn a_piece_that_has_nowhere_to_go_is_trapped() {
    let trapped = why_after(
        "7k/p6p/4p1p1/1pp5/4B3/2P4P/qPK5/4R3 b - - 0 27",
        "a2c4",
        "b2b3 c4d5 e4d5",
        Score::Centipawns(600),
    );
    has(
        &trapped,
        "It attacks the queen on c4, which has nowhere safe to go.",
    );
    let free = why("4k3/8/8/8/4q3/8/2P5/1N4KR w - - 0 1", "b1c3 e4e7", 0);
    assert!(
        !said(&free).iter().any(|one| one.contains("nowhere")),
        "{:?}",
        said(&free)
    );
}

#[test]
fn a_pawn_that_promotes_later_is_said_to() {
    let promotes = why_after(
        "6k1/4Bp2/2B4p/6p1/2K3P1/2R5/1r3p2/8 w - - 0 32",
        "c3c1",
        "b2c2 c1c2 f2f1q",
        Score::Centipawns(500),
    );
    has(&promotes, "The pawn on f2 promotes with the next move.");
    // The queen is taken at once: that promises nothing.
    let lost = why(
        "r7/1P2k3/8/8/8/8/8/4K2R w - - 0 1",
        "h1h7 e7d6 b7b8q a8b8",
        -500,
    );
    lacks(&lost, "lets_promote");
}

#[test]
fn kings_of_endgames_have_plans() {
    let facing = why("3k4/8/8/3K4/4P3/8/8/8 w - - 0 1", "d5d6 d8e8", 100);
    has(
        &facing,
        "It takes the opposition: the kings face each other, and the other one must give way.",
    );
    let escort = why("8/8/8/4k3/P7/8/1K6/8 w - - 0 1", "b2b3 e5d5", 100);
    has(&escort, "The king comes to help the pawn on a4 on its way.");
    let hunt = why("8/8/8/1p2k3/8/2K5/8/8 w - - 0 1", "c3b4 e5d5 b4b5", 100);
    has(
        &hunt,
        "The king goes for the pawn on b5, which nobody guards.",
    );
    // The line does not take it.
    lacks(
        &why("8/8/8/1p2k3/8/2K5/8/8 w - - 0 1", "c3b4 e5d5", 0),
        "hunts",
    );
}

#[test]
fn a_pawn_is_guarded_where_there_is_nothing_else_to_say() {
    let fen = "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    has(
        &why(fen, "d2d3 d7d5", 20),
        "It guards the pawn on e4, which the knight on f6 attacks.",
    );
}
