//! Random positions in three implementations. Ordinarily 20,000 positions; with `TABIYA_LONG=1`
//! 1,200,000. What they hold is counted, and too little of anything is a failure.

use std::collections::BTreeSet;
use std::env;
use std::thread;

use shakmaty::fen::Fen as ShakmatyFen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya_oracle::features::Features;
use tabiya_oracle::{Facts, full_fen, same_moves, to_cozy, to_shakmaty};
use tabiya_rules::{
    Attempt, CastlingStyle, Color, EnPassantStyle, Fen, FenStyle, InsufficientMaterial, Mode, Move,
    MoveKind, Position, Role, San, Square,
};

use crate::aimed::aimed_setup;
use crate::support::{Rng, lively_move, random_start};

/// What must occur, and in how many positions of 20,000 at least.
const LEAST: [(&str, u64); 44] = [
    ("also by cozy-chess", 15_000),
    ("Chess960", 4_000),
    ("check", 1_000),
    ("double check", 30),
    ("mate", 40),
    ("stalemate", 20),
    ("pin east", 120),
    ("pin west", 120),
    ("pin north", 120),
    ("pin south", 120),
    ("pin north-east", 50),
    ("pin north-west", 50),
    ("pin south-east", 50),
    ("pin south-west", 50),
    ("pinned queen", 100),
    ("pinned rook", 200),
    ("pinned bishop", 100),
    ("pinned knight", 100),
    ("pinned pawn", 300),
    ("promotion", 1_000),
    ("16 promotions or more", 300),
    ("promoted men", 3_000),
    ("en passant", 500),
    ("en passant answers a check", 100),
    ("en passant forbidden", 100),
    ("en passant forbidden by a check", 10),
    ("en passant forbidden: both pawns leave the rank", 30),
    ("en passant forbidden: the pawn leaves its file", 30),
    ("en passant forbidden: a pawn leaves a diagonal", 30),
    ("castling", 1_000),
    ("castling: the king stays", 30),
    ("castling: the rook stays", 20),
    ("castling: each to the other's square", 15),
    ("castling: one overtakes the other", 20),
    ("castling: the king goes far", 50),
    ("castling barred", 500),
    ("castling barred: the rook was the shield", 10),
    ("SAN with a file", 1_000),
    ("SAN with a rank", 200),
    ("SAN with a square", 4),
    ("SAN with check", 1_000),
    ("SAN with mate", 50),
    ("attempts refused", 100_000),
    ("insufficient material", 100),
];

fn compare(ours: &Position, theirs: &Chess, rng: &mut Rng, seen: &mut Features) {
    let fen = full_fen(&ours.to_setup());
    let facts = Facts::ours(ours);
    assert_eq!(facts, Facts::of_shakmaty(theirs), "shakmaty: {fen}");
    let key: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
    assert_eq!(ours.key().0, key.0, "key of {fen}");
    seen.add("positions");
    if ours.mode() == Mode::Chess960 {
        seen.add("Chess960");
    }
    if let Some(board) = to_cozy(ours) {
        seen.add("also by cozy-chess");
        assert_eq!(facts, Facts::of_cozy(&board), "cozy-chess: {fen}");
        assert_eq!(format!("{board:#}"), fen, "Shredder-FEN");
    }
    let moves = same_moves(ours, theirs);
    let legal: Vec<shakmaty::Move> = moves.iter().map(|&(_, theirs)| theirs).collect();
    seen.look_at(theirs, &legal);
    compare_fen(ours, theirs);
    compare_material(ours, theirs, seen);
    // All moves of some positions are as good as some moves of all, and much quicker.
    if rng.one_in(8) {
        compare_san(ours, theirs, &moves, seen);
        compare_attempts(ours, theirs, rng, seen);
    }
}

fn compare_fen(ours: &Position, theirs: &Chess) {
    let setup = ours.to_setup();
    for (en_passant, mode) in [
        (EnPassantStyle::Legal, EnPassantMode::Legal),
        (EnPassantStyle::PseudoLegal, EnPassantMode::PseudoLegal),
        (EnPassantStyle::Always, EnPassantMode::Always),
    ] {
        let castling = CastlingStyle::XFen;
        let style = FenStyle {
            en_passant,
            castling,
        };
        let text = Fen::write(&setup, style);
        let expected = ShakmatyFen::from_position(theirs, mode).to_string();
        assert_eq!(text, expected, "{en_passant:?}");
        let read = Position::from_fen(&text, ours.mode()).expect("what we write");
        assert!(
            read == *ours && read.key() == key_without(ours, en_passant),
            "{text}"
        );
    }
    assert_eq!(ours.fen(), Fen::write(&setup, FenStyle::default()));
}

/// The key of the position as a text tells it: where it names no square passed, none counts.
fn key_without(position: &Position, style: EnPassantStyle) -> tabiya_rules::Key {
    let mut setup = position.to_setup();
    if style == EnPassantStyle::Legal {
        setup.ep_square = position.ep_square();
    }
    let same = setup.playable(position.mode()).expect("as before");
    same.key()
}

/// What `MaterialPair` calls insufficient is what shakmaty does.
fn compare_material(ours: &Position, theirs: &Chess, seen: &mut Features) {
    let pairs = [
        (Color::White, shakmaty::Color::White),
        (Color::Black, shakmaty::Color::Black),
    ];
    for (color, same) in pairs {
        let insufficient = InsufficientMaterial::MaterialPair.applies(ours, color);
        let theirs = theirs.has_insufficient_material(same);
        assert_eq!(insufficient, theirs, "{color} in {}", ours.fen());
        if insufficient {
            seen.add("insufficient material");
        }
    }
}

fn compare_san(
    ours: &Position,
    theirs: &Chess,
    moves: &[(Move, shakmaty::Move)],
    seen: &mut Features,
) {
    for &(mv, same) in moves {
        let expected = SanPlus::from_move(theirs.clone(), same).to_string();
        let text = San::write(ours, mv);
        assert_eq!(text, expected, "SAN in {}", ours.fen());
        let read = San::parse(&text).expect("SAN").resolve(ours);
        assert_eq!(read.ok(), Some(mv), "{text} in {}", ours.fen());
        if let shakmaty::san::San::Normal {
            role, file, rank, ..
        } = SanPlus::from_move(theirs.clone(), same).san
        {
            match (file, rank) {
                (Some(_), None) if role != shakmaty::Role::Pawn => seen.add("SAN with a file"),
                (None, Some(_)) => seen.add("SAN with a rank"),
                (Some(_), Some(_)) => seen.add("SAN with a square"),
                _ => {}
            }
        }
        if text.ends_with('+') {
            seen.add("SAN with check");
        } else if text.ends_with('#') {
            seen.add("SAN with mate");
        }
    }
}

/// Whatever somebody may try with a man of the side to move, and a little of what is more foolish:
/// it is legal exactly if shakmaty has it, and else there is a reason.
fn compare_attempts(ours: &Position, theirs: &Chess, rng: &mut Rng, seen: &mut Features) {
    let legal = legal_attempts(theirs, ours.mode());
    let own = ours.board().by_color(ours.turn());
    for from in Square::ALL {
        if !own.contains(from) && !rng.one_in(8) {
            continue;
        }
        let is_pawn = ours.board().role_at(from) == Some(Role::Pawn);
        for to in Square::ALL {
            let promotions: &[Option<Role>] = if is_pawn || rng.one_in(64) {
                &[
                    None,
                    Some(Role::Queen),
                    Some(Role::Knight),
                    Some(Role::Rook),
                    Some(Role::Bishop),
                    Some(Role::King),
                    Some(Role::Pawn),
                ]
            } else {
                &[None]
            };
            for &promotion in promotions {
                let attempt = Attempt {
                    from,
                    to,
                    promotion,
                };
                let text = tabiya_rules::Uci::from(attempt).to_string();
                let reason = ours.why_illegal(attempt);
                let is_legal = legal.contains(&text);
                let fen = ours.fen();
                assert_eq!(reason.is_none(), is_legal, "{text} in {fen}: {reason:?}");
                if let Some(reason) = reason {
                    seen.add("attempts refused");
                    assert!(!reason.to_string().is_empty() && !reason.article().is_empty());
                }
            }
        }
    }
}

/// The legal moves as people may give them: castling also as the king going to its goal, where that
/// can mean nothing else.
fn legal_attempts(theirs: &Chess, mode: Mode) -> BTreeSet<String> {
    let mut legal = BTreeSet::new();
    for mv in theirs.legal_moves() {
        legal.insert(mv.to_uci(CastlingMode::Chess960).to_string());
        if let shakmaty::Move::Castle { king, rook } = mv {
            let side = mv.castling_side().expect("castling");
            let goal = shakmaty::Square::from_coords(side.king_to_file(), king.rank());
            let far = king.file().distance(goal.file()) > 1;
            let other = theirs.castles().rook(theirs.turn(), !side);
            if mode == Mode::Standard || far && Some(goal) != other || goal == rook {
                legal.insert(format!("{king}{goal}"));
            }
        }
    }
    legal
}

/// Plays random games in both implementations side by side.
fn work(seed: u64, positions: u64) -> Features {
    let mut rng = Rng(seed);
    let mut seen = Features::default();
    while seen.count("positions") < positions {
        let (mut ours, plies) = if rng.one_in(20) {
            random_start(&mut rng)
        } else {
            (aimed_setup(&mut rng), rng.below(3))
        };
        let mut theirs =
            to_shakmaty(&ours).unwrap_or_else(|error| panic!("{}: {error}", ours.fen()));
        for _ in 0..=plies {
            compare(&ours, &theirs, &mut rng, &mut seen);
            let moves = ours.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = lively_move(&mut rng, &ours, &moves);
            let pairs = same_moves(&ours, &theirs);
            let (_, same) = pairs.iter().find(|(ours, _)| *ours == mv).expect("both");
            theirs.play_unchecked(*same);
            ours.play_unchecked(mv);
        }
    }
    seen
}

#[test]
fn three_implementations_agree() {
    let wanted: u64 = if env::var_os("TABIYA_LONG").is_some() {
        1_200_000
    } else {
        20_000
    };
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let mut seen = Features::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|n| scope.spawn(move || work(0x7ab1_7a00 + n, wanted.div_ceil(threads))))
            .collect();
        for worker in workers {
            seen.join(&worker.join().expect("agreement"));
        }
    });
    for (name, count) in seen.iter() {
        eprintln!("{count:>9} {name}");
    }
    assert!(seen.count("positions") >= wanted);
    for (name, least) in LEAST {
        let (count, least) = (seen.count(name), least * wanted / 20_000);
        assert!(
            count >= least,
            "only {count} × {name}, not {least}: the random positions are too tame"
        );
    }
}

#[test]
fn the_move_kinds_are_those_of_shakmaty() {
    let mut rng = Rng(7);
    for _ in 0..500 {
        let ours = aimed_setup(&mut rng);
        let theirs = to_shakmaty(&ours).expect("both take it");
        for (mv, same) in same_moves(&ours, &theirs) {
            assert_eq!(mv.kind() == MoveKind::EnPassant, same.is_en_passant());
            assert_eq!(mv.castling_side().is_some(), same.is_castle());
            assert_eq!(mv.is_capture(&ours), same.is_capture());
            let taken = mv.capture_square(&ours).map(|square| square.to_string());
            let expected = match same {
                shakmaty::Move::EnPassant { from, to } => {
                    Some(shakmaty::Square::from_coords(to.file(), from.rank()))
                }
                _ => same.is_capture().then(|| same.to()),
            };
            assert_eq!(taken, expected.map(|square| square.to_string()));
        }
    }
}
