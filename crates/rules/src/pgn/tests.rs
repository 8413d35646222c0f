//! Tests of `pgn` that need no files: single games, oddities, limits, the writer.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::{Game, Mode, Position, Uci};

fn one(text: &str) -> Pgn {
    let mut games = Pgn::read(text.as_bytes());
    let game = games.next().expect("a game");
    assert!(games.next().is_none(), "only one game: {text}");
    game
}

fn codes(game: &Pgn) -> Vec<&'static str> {
    game.diagnostics.iter().map(Diagnostic::code).collect()
}

fn line(game: &Pgn) -> String {
    let mut position = game.start.clone();
    let mut sans = Vec::new();
    for mv in &game.moves {
        sans.push(mv.san(&position));
        mv.play_on(&mut position);
    }
    sans.join(" ")
}

#[test]
fn nothing_is_no_game() {
    for text in [
        "",
        " \n\n",
        "\u{feff}",
        "% hidden\n",
        "{only a comment}",
        "; and another\n",
    ] {
        assert!(Pgn::read(text.as_bytes()).next().is_none(), "{text:?}");
    }
}

#[test]
fn the_line_stops_at_an_illegal_move_and_the_next_game_is_read() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 Nf6 (2... d5) {late} 3. Ke2 1-0\n\n1. d4 *\n";
    let games: Vec<Pgn> = Pgn::read(text.as_bytes()).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(line(&games[0]), "e4 e5");
    let error = games[0].error.as_ref().expect("Ke3 is illegal");
    assert_eq!((error.ply, error.token.as_str()), (3, "Ke3"));
    assert_eq!((error.line, error.column), (3, 13));
    assert!(
        error
            .to_string()
            .starts_with("line 3, column 13: “Ke3” (half-move 3): "),
        "{error}"
    );
    assert_eq!(games[0].marker, Marker::from_text("1-0"));
    assert_eq!(line(&games[1]), "d4");
}

#[test]
fn what_could_be_a_move_is_never_skipped() {
    for token in [
        "Nf6", "Sf3", "Nbd9", "e9", "nf3", "xe5", "Nd2f3", "O-O-", "0-0",
    ] {
        let game = one(&alloc::format!("1. e4 e5 2. {token} Nc6 *"));
        assert_eq!(game.error.expect(token).ply, 3, "{token}");
    }
    // The sign of a novelty is no knight.
    assert_eq!(line(&one("1. e4 e5 N 2. Nf3 *")), "e4 e5 Nf3");
}

#[test]
fn oddities_are_told_and_passed_over() {
    let check = |text: &str, expected: &str, told: &[&str]| {
        let game = one(text);
        assert_eq!(game.error, None, "{text}");
        assert_eq!(line(&game), expected, "{text}");
        assert_eq!(codes(&game), told, "{text}");
    };
    check("1. e4 e5 *", "e4 e5", &[]);
    check("1. e4 e5", "e4 e5", &["missing_marker"]);
    check("1. e4 e5 * *", "e4 e5", &["double_marker"]);
    check("1. e4 e5 1-0 ff", "e4 e5", &["stray_token"]);
    check("1: e4 e5 1-0.", "e4 e5", &[]);
    check(
        "1. f3 e5 2. g4 Qh4 X 0-1",
        "f3 e5 g4 Qh4#",
        &["stray_token"],
    );
    check("1. e4 $256 <b>e5</b>, *", "e4 e5", &["stray_token"; 4]);
    check("1. e4 d5 2. exd5ch ch. *", "e4 d5 exd5", &["stray_token"]);
    check("1. e4 ) e5 *", "e4 e5", &["stray_token"]);
    check("1. e4 hm e5 *", "e4 e5", &["stray_token"]);
    check(
        "1. e4 e5 += 2. Nf3+- *",
        "e4 e5 Nf3",
        &["read_as_nag", "read_as_nag"],
    );
    check("1. e4 (1. d4 (1. c4) *", "e4", &["unclosed_variation"]);
    check(
        "1. e4 {never closed",
        "e4",
        &["unclosed_comment", "missing_marker"],
    );
    check("[Result \"1-0\"]\n1. e4 0-1", "e4", &["result_mismatch"]);
    check("[A \"1\"]\n[A \"2\"]\n1. e4 *", "e4", &["double_tag"]);
    check("[A \"1]\n1. e4 *", "e4", &["bad_tag"]);
}

#[test]
fn null_moves_pass() {
    let game = one("1. e4 -- 2. d4 0000 3. Nf3 {a} *");
    assert_eq!(line(&game), "e4 -- d4 -- Nf3");
    assert_eq!(
        (game.error.as_ref(), game.diagnostics.as_slice()),
        (None, &[][..])
    );
    assert!(game.to_string().contains("1. e4 -- 2. d4 -- 3. Nf3 {a} *"));
    assert_eq!(
        game.final_position().fen(),
        "rnbqkbnr/pppppppp/8/8/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 2 3"
    );
    // What could be taken in passing no longer can.
    let passed = one("1. e4 a6 2. e5 d5 3. -- -- 4. exd6 *");
    assert_eq!(line(&passed), "e4 a6 e5 d5 -- --");
    let check = one("1. e4 e5 2. Bc4 d6 3. Bxf7+ -- *");
    let error = check.error.expect("no passing in check");
    assert_eq!((error.ply, error.code()), (6, "null_move"));
}

#[test]
fn games_are_never_spliced_and_tags_never_torn() {
    let games = |text: &str| {
        let games: Vec<Pgn> = Pgn::read(text.as_bytes()).collect();
        let lines = games.iter().map(|game| {
            let names = game.tags.iter().map(|(name, _)| name.as_str());
            alloc::format!("{}: {}", names.collect::<Vec<_>>().join(" "), line(game))
        });
        lines.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(games("1. e4 e5\n\n1. d4 d5\n"), ": e4 e5; : d4 d5");
    assert_eq!(games("1. e4\n1... e5\n1. Nf3 *"), ": e4 e5; : Nf3");
    assert_eq!(games("1.e4\n1.e5\n2.Nf3 *"), ": e4 e5 Nf3");
    // Something stray between tags does not begin a game.
    assert_eq!(games("[A \"1\"]\n#!\n[B \"2\"]\n\n1. e4 *"), "A B: e4");
    assert_eq!(
        games("[A \"1\"]\n#!\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra2 *"),
        "A FEN: Ra2"
    );
    assert_eq!(
        games("[Événement \"1\"]\n[B \"2\"]\n\n1. e4 *"),
        "Événement B: e4"
    );
    assert_eq!(games("[A \"1\n2\"]\n[B \"2\"]\n\n1. e4 *"), "A B: e4");
    // Two sections of tags, the first without moves and marker.
    assert_eq!(games("[A \"1\"]\n\n[A \"2\"]\n\n1. e4 *"), "A: ; A: e4");
    assert_eq!(games("[A \"1\"]\n\n[B \"2\"]\n\n1. e4 *"), "A B: e4");
}

#[test]
fn move_numbers_may_touch_the_move_before() {
    let game = one("1.e4 e52.Nf3 Nc63.Bb5 Nf64.0-0 Be7!5.Re1 O-O6.c3 d6.12.h3 *");
    assert_eq!(
        line(&game),
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Be7 Re1 O-O c3 d6 h3"
    );
    let castled = one("1.e4 e52.Nf3 Nf63.Bc4 Bc54.0-0 0-05.d3 *");
    assert_eq!(line(&castled), "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3");
    // Two moves that touch are not taken apart: they could be one that is wrong.
    assert_eq!(one("1.Nf3e5 *").error.expect("no knight on f3").ply, 1);
}

#[test]
fn utf_16_is_told() {
    let text = "[White \"A\"]\n\n1. e4 *\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [&[0xff, 0xfe][..], &little].concat();
    for bytes in [little, big, marked] {
        let games: Vec<Pgn> = Pgn::read(&bytes).collect();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].error.as_ref().map(PgnError::code), Some("utf_16"));
    }
}

#[test]
fn comments_glyphs_and_clocks_stay_with_their_moves() {
    let game =
        one("{first} 1. e4! {a\nb} $14 {[%clk 0:01:00.5] c [%eval 0.1]} (1. d4 {no}) {d} e5 *");
    assert_eq!(game.comments, ["first"]);
    assert_eq!(game.moves[0].nags, [1, 14]);
    assert_eq!(game.moves[0].comments, ["a b", "c [%eval 0.1]", "d"]);
    assert_eq!(game.moves[0].clock_ms, Some(60_500));
    assert_eq!(
        game.moves[1],
        PgnMove {
            mv: game.moves[1].mv,
            ..PgnMove::null()
        }
    );
    assert_eq!(game.variations, 1);
}

#[test]
fn start_positions_by_tags() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(
        one(&alloc::format!("[FEN \"{fen}\"]\n1. e4 *")).start.fen(),
        fen
    );
    let broken = one("[White \"x\"]\n[FEN \"8/8/8/8 w - - 0 1\"]\n1. e4 *");
    let error = broken.error.as_ref().expect("the position is broken");
    assert_eq!(
        (error.ply, error.line, error.code()),
        (0, 2, "start_position")
    );
    assert!(broken.moves.is_empty());
    let other = one("[Variant \"Crazyhouse\"]\n1. e4 *")
        .error
        .expect("other rules");
    assert_eq!(other.code(), "unknown_variant");
    let mended = one("[FEN \"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\"]\n1. Ke2 *");
    assert_eq!(
        (line(&mended).as_str(), codes(&mended)),
        ("Ke2", vec!["start_mended"])
    );
    let fischer =
        one("[Variant \"Fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/1K3R2 w F - 0 1\"]\n1. O-O *");
    assert_eq!(fischer.start.mode(), Mode::Chess960);
    assert_eq!(line(&fischer), "O-O");
}

#[test]
fn a_line_of_a_thousand_games_takes_no_longer_than_a_thousand_lines() {
    let game = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"] 1. e4 ) 1-0 [a";
    let read = Pgn::read(game.repeat(20_000).as_bytes()).count();
    assert_eq!(read, 20_000);
}

#[test]
fn deep_nesting_and_long_tails_are_only_counted() {
    let mut text = String::from("1. e4 ");
    text.push_str(&"(".repeat(200_000));
    let game = one(&text);
    assert_eq!(game.variations, 200_000);
    let noise = one(&alloc::format!("1. e4 {} *", "] ".repeat(10_000)));
    assert_eq!(noise.diagnostics.len(), limits::DIAGNOSTICS);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(limits::PLIES / 4);
    let long = one(&alloc::format!("{shuffle} e4 *"));
    assert_eq!(long.moves.len(), limits::PLIES);
    assert_eq!(long.error.expect("too long").code(), "too_long");
}

#[test]
fn the_writer_keeps_the_order_and_the_width_of_the_standard() {
    let mut game =
        one("[Annotator \"N\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n1. e4 e5 2. Nf3 1/2-1/2");
    game.moves[1].comments.push("a long comment ".repeat(20));
    game.moves[1].clock_ms = Some(59_900);
    let text = game.to_string();
    assert!(
        text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n")
    );
    assert!(text.contains(
        "[White \"A \\\"B\\\" \\\\ C\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n[Annotator"
    ));
    assert!(text.contains("1. e4 e5 {[%clk 0:00:59]} {a long comment a long"));
    assert!(text.ends_with("2. Nf3 1/2-1/2\n\n") || text.ends_with("2. Nf3\n1/2-1/2\n\n"));
    assert!(
        text.lines().all(|line| line.chars().count() <= 79),
        "{text}"
    );
    let tenths = game.write(PgnStyle {
        clock: ClockDigits::Tenths,
    });
    assert!(tenths.contains("[%clk 0:00:59.9]"));
}

#[test]
fn a_shortened_game_does_not_look_whole() {
    let text = one("1. e4 e5 2. Ke3 1-0").to_string();
    assert!(text.contains("{The rest could not be read: "), "{text}");
    let again = one(&text);
    assert_eq!(line(&again), "e4 e5");
}

#[test]
fn braces_and_percent_signs_in_comments_do_no_harm() {
    let mut game = one("1. e4 *");
    game.moves[0]
        .comments
        .push(alloc::format!("{} %hidden }} x", "w".repeat(64)));
    let again = one(&game.to_string());
    assert_eq!(
        again.moves[0].comments,
        [alloc::format!("{} %hidden ) x", "w".repeat(64))]
    );
}

#[test]
fn blanks_that_stand_together_stay_together() {
    for before in 60..90 {
        let comment = format!("{}  end of it   all", "x".repeat(before));
        let pgn = one(&format!("1. e4 {{{comment}}} *"));
        let again = one(&pgn.to_string());
        assert_eq!(again.moves[0].comments, [comment]);
    }
}

#[test]
fn a_line_breaks_in_comments_but_not_in_their_commands() {
    let mut game = Game::new(Position::standard());
    for _ in 0..3 {
        for (from, to) in [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")] {
            let uci: Uci = format!("{from}{to}").parse().unwrap();
            let mv = uci.resolve(game.position()).unwrap();
            game.play(mv).unwrap();
        }
    }
    let mut pgn = Pgn::from(&game);
    for mv in &mut pgn.moves {
        mv.clock_ms = Some(3_600_000);
        mv.comments.push(
            "a remark that goes on for quite a while and then for a little longer".to_string(),
        );
    }
    let text = pgn.to_string();
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    assert_eq!(text.matches("{[%clk 1:00:00]}").count(), 12, "{text}");
    let is_open = |line: &str| line.matches('{').count() > line.matches('}').count();
    assert!(text.lines().any(is_open), "{text}");
}
