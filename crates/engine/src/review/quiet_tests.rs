//! Reasons of quiet moves, of kings and pawns of endgames, on concrete boards: `tests` has those of the rest.

use super::tests::{has, lacks, why};

#[test]
fn quiet_moves_have_their_reasons() {
    let shut_in = "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 25";
    let with_queens = "3r1qk1/5ppp/8/8/8/8/5PPP/3R1QK1 w - - 0 25";
    has(
        &why(with_queens, "h2h3 h7h6", 0),
        "It gives the king air: it could go to h2 now.",
    );
    lacks(&why(shut_in, "g1f1 h7h6", 0), "air");
    // A king that has not castled yet asks for no air.
    let indian = "rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 2 2";
    lacks(&why(indian, "e7e6 c2c4", 0), "air");
    let pinning = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4";
    has(
        &why(pinning, "a2a3 a7a6", 0),
        "It takes b4 from the knight on c6.",
    );
    has(
        &why(pinning, "d2d3 d7d6", 0),
        "It guards the pawn on e4 once more: the knight on f6 attacks it.",
    );
    let slav = "rnbqkbnr/pp2pppp/2p5/8/P1pP4/2N2N2/1P2PPPP/R1BQKB1R b KQkq - 0 4";
    has(
        &why(slav, "a7a6 e2e3 b7b5", 0),
        "It prepares the step of a pawn to b5, which it guards.",
    );
    lacks(&why(slav, "a7a6 e2e3 g8f6", 0), "prepares");
    let rerouting = "r1bq1rk1/ppp2ppp/2np1n2/4p3/4P3/2PP1N1P/PP3PP1/RNBQ1RK1 w - - 0 20";
    has(
        &why(rerouting, "b1a3 a7a6 a3c4", 0),
        "It brings the knight on its way to c4.",
    );
    lacks(&why(rerouting, "b1a3 a7a6 a3b1", 0), "heads");
    has(
        &why("4k3/p6p/8/8/7P/8/P7/4K3 w - - 0 40", "h4h5 e8e7", 0),
        "It takes room on the kingside.",
    );
    lacks(
        &why("4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 40", "h2h3 e8e7", 0),
        "room",
    );
}

#[test]
fn pawns_break_through() {
    let three = "8/ppp5/8/PPP5/8/8/8/k5K1 w - - 0 1";
    // The well-known break: the pawn on c5 becomes free when both others have been taken.
    let broken = why(three, "b5b6 a7b6 c5c6 b7c6 a5a6", 700);
    has(
        &broken,
        "It breaks through: the pawn on a5 becomes a passed pawn.",
    );
    lacks(&why(three, "g1h1 a1b2 h1h2", 0), "frees");
    has(
        &why("4k3/8/2p5/1p1P4/8/8/8/4K3 w - - 0 1", "d5c6 e8d8", 300),
        "It makes the pawn on c6 a passed pawn: no pawn can stop it any more.",
    );
}

#[test]
fn a_king_of_an_endgame_has_plans() {
    let ahead = "8/8/3kp3/8/8/5K2/8/8 b - - 6 26";
    has(
        &why(ahead, "d6d5 f3e3 d5e5", 300),
        "The king goes ahead of the pawn on e6 and clears its way.",
    );
    let from_behind = "8/8/6k1/6p1/4K3/8/8/8 b - - 10 52";
    has(
        &why(from_behind, "g6h5 e4f3 h5h4", 300),
        "The king comes to help the pawn on g5 on its way.",
    );
    // Around its own pawn and past what the other pawns attack, not as the crow flies.
    let around = "K7/8/3k1p1p/3p1p1P/3P1P2/6P1/8/8 b - - 28 29";
    has(
        &why(around, "d6c6 a8b8 c6b5 b8c7 b5c4", 400),
        "The king goes for the pawn on d4, which nobody guards.",
    );
    lacks(&why(around, "d6c6 a8b8 c6d6", 400), "hunts");
}

#[test]
fn an_exchange_is_offered() {
    let check = "Q7/6p1/6k1/2R5/8/7K/8/5q2 w - - 1 13";
    has(
        &why(check, "a8g2 f1g2 h3g2", 500),
        "It offers to trade queens: whoever has more men likes to trade.",
    );
    lacks(&why(check, "a8g2 g6f6 g2f1", 500), "offers");
}

#[test]
fn a_trapped_piece_is_named_although_its_line_was_opened() {
    let opened = "Qn3rk1/5pp1/pq6/7p/8/2P1PRP1/P4P2/1N2R2K b - - 1 1";
    let told = why(opened, "b8c6 a8f8 g8f8", 500);
    has(
        &told[1..2],
        "It attacks the queen on a8, which has nowhere safe to go.",
    );
}
