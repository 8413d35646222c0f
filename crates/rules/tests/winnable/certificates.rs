//! Certificates that were tampered with. What the checker accepts must be true, whatever the
//! certificate is; what was damaged where it matters must be refused.

use std::collections::BTreeMap;

use tabiya_rules::{
    Bitboard, Budget, CertificateError, ClosedSet, Color, Invariant, ManRange, MaterialClass, Mode,
    PackedPosition, Phase, Piece, Position, Proof, Role, Settlement, Square, Verdict, verify,
    winnable,
};

use crate::generate::{Dice, GENERATORS, generate};
use crate::truth::{Truth, truth};
use crate::{is_long, position};

/// A start, the side that cannot mate from it, why not, and all positions that can follow.
struct Sample {
    start: Position,
    color: Color,
    proof: Proof,
    truth: Truth,
}

impl Sample {
    fn fen(&self) -> String {
        self.start.fen()
    }
}

fn samples(seed: u64, count: usize) -> Vec<Sample> {
    let mut dice = Dice(seed);
    let mut samples = Vec::new();
    while samples.len() < count {
        let (_, generator) = GENERATORS[dice.below(GENERATORS.len())];
        let start = generate(&mut dice, generator);
        for color in Color::ALL {
            let Some(truth) = truth(&start, color, 2_000) else {
                continue;
            };
            if let Verdict::No { proof } = winnable(&start, color, Budget::default()) {
                let start = start.clone();
                samples.push(Sample {
                    start,
                    color,
                    proof,
                    truth,
                });
            }
        }
    }
    samples
}

fn count(short: usize) -> usize {
    if is_long() { 20 * short } else { short }
}

fn accepts(start: &Position, color: Color, proof: &Proof) -> bool {
    let proof = proof.clone();
    verify(start, color, &Verdict::No { proof })
}

/// The certificate that simply names all that can follow.
fn whole_set(truth: &Truth) -> ClosedSet {
    let packed = truth.positions.iter().filter_map(PackedPosition::of);
    let mut set = ClosedSet {
        positions: packed.collect(),
        ..ClosedSet::default()
    };
    set.sort();
    set
}

#[test]
fn a_dropped_position_is_missed() {
    let mut dice = Dice(0xCE87_0010);
    let mut dropped = 0;
    for sample in samples(0xCE87_0001, count(40)) {
        let set = whole_set(&sample.truth);
        assert!(accepts(
            &sample.start,
            sample.color,
            &Proof::ClosedSet(set.clone())
        ));
        for _ in 0..20 {
            let mut damaged = set.clone();
            let gone = damaged.positions.remove(dice.below(set.positions.len()));
            let gone = gone.unpack(Mode::Standard).unwrap();
            // Where men never suffice, the set need not name the position.
            let is_needed =
                gone == sample.start || MaterialClass::of(gone.board(), sample.color).is_none();
            let is_accepted = accepts(&sample.start, sample.color, &Proof::ClosedSet(damaged));
            assert_eq!(
                is_accepted,
                !is_needed,
                "{} without {}",
                sample.fen(),
                gone.fen()
            );
            dropped += u32::from(is_needed);
        }
    }
    assert!(dropped > 300, "only {dropped} dropped");
}

#[test]
fn what_settles_a_set_must_be_there() {
    let mut settled = 0;
    for sample in samples(0xCE87_0011, count(60)) {
        let Proof::Invariant(invariant) = &sample.proof else {
            continue;
        };
        // The set of the start alone, which an invariant settles.
        let by = |phase| Settlement {
            invariant: 0,
            phase,
        };
        let set = |phase, invariants| {
            Proof::ClosedSet(ClosedSet {
                positions: Vec::new(),
                settled: vec![(PackedPosition::of(&sample.start).unwrap(), by(phase))],
                invariants,
            })
        };
        let is_right = |proof: &Proof| accepts(&sample.start, sample.color, proof);
        let phases = u32::try_from(invariant.phases.len()).unwrap();
        assert!((0..phases).any(|phase| is_right(&set(phase, vec![invariant.clone()]))));
        assert!(!is_right(&set(phases, vec![invariant.clone()])));
        assert!(!is_right(&set(0, Vec::new())));
        settled += 1;
    }
    assert!(settled > 10, "only {settled} settled");
}

/// All that follows from an accepted invariant: it fits every position that can arise, of which
/// `at_most` so many are tried.
fn assert_preserved(sample: &Sample, proof: &Proof, at_most: usize) {
    // With a capture en passant a position fits no phase without a turn, whatever follows.
    let positions = sample.truth.positions.iter();
    let without: Vec<_> = positions
        .filter(|later| later.ep_square().is_none())
        .collect();
    for later in without.iter().step_by(without.len() / at_most + 1) {
        assert!(
            accepts(later, sample.color, proof),
            "{later:?} follows from {} and does not fit: {proof:?}",
            sample.fen()
        );
    }
}

#[test]
fn an_accepted_invariant_holds_for_ever() {
    let mut seen = 0;
    for sample in samples(0xCE87_0002, count(60)) {
        if matches!(sample.proof, Proof::Invariant(_)) {
            assert_preserved(&sample, &sample.proof, 60);
            seen += 1;
        }
    }
    assert!(seen > 10, "only {seen} invariants");
}

/// Tells the phases apart by whose turn it is. That alone does no harm, where no double step is
/// left, and lets more of the checker's rules have their say.
fn split_by_turn(invariant: &mut Invariant) {
    let split = |phase: &Phase| {
        Color::ALL.map(|turn| Phase {
            turn: phase.turn.or(Some(turn)),
            ..phase.clone()
        })
    };
    invariant.phases = invariant.phases.iter().flat_map(split).collect();
}

/// One small change anywhere in an invariant.
fn tamper(invariant: &mut Invariant, dice: &mut Dice) {
    let men = invariant.men.len();
    let place = dice.below(invariant.phases.len());
    let phase: &mut Phase = &mut invariant.phases[place];
    let man = dice.below(men);
    let range = &mut phase.ranges[man];
    let square = Bitboard::of(Square::from_index(u8::try_from(dice.below(64)).unwrap()).unwrap());
    let inside = range
        .squares
        .into_iter()
        .nth(dice.below(range.squares.count().max(1) as usize));
    match dice.below(8) {
        0 | 1 => range.squares -= inside.map_or(square, Bitboard::of),
        2 => range.squares ^= square,
        3 => range.promoted ^= square,
        4 => range.may_be_gone ^= true,
        5 => phase.turn = [None, Some(Color::White), Some(Color::Black)][dice.below(3)],
        6 => {
            let pair = [dice.below(men), dice.below(men)].map(|man| u8::try_from(man).unwrap());
            invariant.behind.push(pair.into());
        }
        _ => {
            invariant.behind.pop();
        }
    }
}

#[test]
fn an_invariant_tampered_with_is_refused_or_still_true() {
    let mut dice = Dice(0xCE87_0003);
    let (mut refused, mut accepted) = (0, 0);
    for sample in samples(0xCE87_0004, count(60)) {
        let Proof::Invariant(invariant) = &sample.proof else {
            continue;
        };
        for _ in 0..40 {
            let mut damaged = invariant.clone();
            if dice.one_in(2) {
                split_by_turn(&mut damaged);
            }
            for _ in 0..=dice.below(2) {
                tamper(&mut damaged, &mut dice);
            }
            let proof = Proof::Invariant(damaged);
            if accepts(&sample.start, sample.color, &proof) {
                assert_preserved(&sample, &proof, 60);
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    eprintln!("tampered invariants: {refused} refused, {accepted} still true");
    assert!(
        refused > 300 && accepted > 5,
        "{refused} refused, {accepted} accepted"
    );
}

/// What tells the phases of [`grouped`] apart: whose turn it is, a square passed, and where the
/// kings and pawns are.
type Exact = (Color, Option<Square>, Vec<Option<Square>>);

/// The invariant with a phase for each arrangement of kings and pawns that can follow, and all
/// squares on which the other men are met then. Nothing where there are two of a piece, or a pawn
/// promotes, or somebody may castle.
fn grouped(sample: &Sample) -> Option<Invariant> {
    let board = sample.start.board();
    let mut men = Vec::new();
    for square in board.occupied() {
        men.extend(board.piece_at(square));
    }
    men.sort_unstable_by_key(|man| (man.role, man.color));
    let is_exact = |man: &Piece| matches!(man.role, Role::King | Role::Pawn);
    let mut phases: BTreeMap<Exact, Phase> = BTreeMap::new();
    for position in &sample.truth.positions {
        let mut left = position.board().occupied();
        let mut stands = Vec::new();
        for man in &men {
            let here = position.board().by_piece(man.color, man.role) & left;
            left -= here.first().map_or(Bitboard::EMPTY, Bitboard::of);
            stands.push(here.first());
        }
        let pairs = || men.windows(2).map(|pair| (pair[0], pair[1]));
        let is_clear = pairs().all(|(one, other)| one != other || is_exact(&one));
        if left.any() || !is_clear || !position.castling_rights().is_empty() {
            return None;
        }
        let exact = men.iter().zip(&stands).filter(|(man, _)| is_exact(man));
        let exact = exact.map(|(_, stand)| *stand).collect();
        let phase = Phase {
            turn: Some(position.turn()),
            passed: position.ep_square(),
            ranges: vec![ManRange::default(); men.len()],
        };
        let key = (position.turn(), position.ep_square(), exact);
        let phase = phases.entry(key).or_insert(phase);
        for (range, stand) in phase.ranges.iter_mut().zip(stands) {
            range.squares |= stand.map_or(Bitboard::EMPTY, Bitboard::of);
            range.may_be_gone |= stand.is_none();
        }
    }
    Some(Invariant {
        men,
        phases: phases.into_values().collect(),
        behind: Vec::new(),
    })
}

#[test]
fn phases_tampered_with_are_refused_or_still_true() {
    let mut dice = Dice(0xCE87_0012);
    let (mut sound, mut refused, mut accepted) = (0, 0, 0);
    for sample in samples(0xCE87_0013, count(16)) {
        let Some(invariant) = grouped(&sample) else {
            continue;
        };
        let proof = Proof::Invariant(invariant.clone());
        // Men that are told by their squares only may do more together than each position allows.
        if !accepts(&sample.start, sample.color, &proof) {
            continue;
        }
        assert_preserved(&sample, &proof, 8);
        sound += 1;
        for _ in 0..12 {
            let mut damaged = invariant.clone();
            if dice.one_in(8) && damaged.phases.len() > 1 {
                damaged
                    .phases
                    .swap_remove(dice.below(invariant.phases.len()));
            } else {
                tamper(&mut damaged, &mut dice);
            }
            let proof = Proof::Invariant(damaged);
            if accepts(&sample.start, sample.color, &proof) {
                assert_preserved(&sample, &proof, 8);
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    eprintln!("{sound} sound by phases; tampered: {refused} refused, {accepted} still true");
    assert!(
        sound > 5 && refused > 50,
        "{sound} sound, {refused} refused"
    );
}

#[test]
fn a_range_too_narrow_is_refused() {
    let mut narrowed = 0;
    for sample in samples(0xCE87_0005, count(60)) {
        let Proof::Invariant(invariant) = &sample.proof else {
            continue;
        };
        // The kings are told apart on sight: a square that one comes to cannot be spared.
        for (man, piece) in invariant.men.iter().enumerate() {
            if piece.role != Role::King || invariant.phases.len() > 1 {
                continue;
            }
            for later in &sample.truth.positions {
                let square = later.king(piece.color);
                let mut damaged = invariant.clone();
                damaged.phases[0].ranges[man].squares -= Bitboard::of(square);
                let proof = Proof::Invariant(damaged);
                assert!(
                    !accepts(&sample.start, sample.color, &proof),
                    "{} without {square}",
                    sample.fen()
                );
                narrowed += 1;
            }
        }
    }
    assert!(narrowed > 300, "only {narrowed} narrowed");
}

#[test]
fn no_certificate_serves_another_position_that_can_be_won() {
    let proofs = samples(0xCE87_0006, count(40));
    let mut dice = Dice(0xCE87_0007);
    let mut tried = 0;
    for _ in 0..count(200) {
        let (_, generator) = GENERATORS[dice.below(GENERATORS.len())];
        let start = generate(&mut dice, generator);
        for color in Color::ALL {
            if !truth(&start, color, 2_000).is_some_and(|truth| truth.is_winnable) {
                continue;
            }
            for sample in &proofs {
                assert!(
                    !accepts(&start, color, &sample.proof),
                    "{} by the proof for {}",
                    start.fen(),
                    sample.fen()
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "only {tried} tried");
}

#[test]
fn bytes_are_read_back_and_damaged_bytes_do_no_harm() {
    let mut dice = Dice(0xCE87_0008);
    let mut readable = 0;
    for sample in samples(0xCE87_0009, count(30)) {
        let bytes = sample.proof.to_bytes();
        assert_eq!(Proof::from_bytes(&bytes).as_ref(), Ok(&sample.proof));
        let cut = Proof::from_bytes(&bytes[..bytes.len() - 1]);
        assert_eq!(cut, Err(CertificateError::Length));
        for _ in 0..40 {
            let mut damaged = bytes.clone();
            for _ in 0..=dice.below(3) {
                let place = dice.below(damaged.len());
                damaged[place] ^= 1 << dice.below(8);
            }
            if let Ok(proof) = Proof::from_bytes(&damaged) {
                readable += 1;
                // Whatever it says, what is accepted is true; and it is never true for a side
                // that has everything.
                assert!(!accepts(&Position::standard(), sample.color, &proof));
                if matches!(proof, Proof::Invariant(_))
                    && accepts(&sample.start, sample.color, &proof)
                {
                    assert_preserved(&sample, &proof, 60);
                }
            }
        }
    }
    assert!(readable > 50, "only {readable} were readable");
}

#[test]
fn what_is_no_certificate_is_refused_with_a_sentence() {
    let read = |bytes: &[u8]| Proof::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(read(&[2, 0, 0]), "This is not a certificate of version 1.");
    assert_eq!(
        read(&[]),
        "The certificate has not the length that it says."
    );
    assert_eq!(
        read(&[1, 0, 0, 0]),
        "The certificate has not the length that it says."
    );
    assert_eq!(
        read(&[1, 0, 9]),
        "Byte 2 of the certificate says nothing that it could say."
    );
    // A count of billions needs no memory before the things come.
    assert_eq!(
        read(&[1, 2, 255, 255, 255, 255, 15]),
        "The certificate has not the length that it says."
    );
}

#[cfg(feature = "serde")]
#[test]
fn a_certificate_is_a_string_in_json() {
    let proof = Proof::Material(MaterialClass::KnightAgainstQueens);
    let text = serde_json::to_string(&proof).unwrap();
    assert_eq!(text, "\"010001\"");
    let read = serde_json::from_str::<Proof>(&text);
    assert_eq!(read.unwrap(), proof);
    for (wrong, why) in [
        (
            "\"0100\"",
            "The certificate has not the length that it says.",
        ),
        ("\"01000\"", "The certificate is not hexadecimal."),
        ("\"01000g\"", "The certificate is not hexadecimal."),
    ] {
        let error = serde_json::from_str::<Proof>(wrong).unwrap_err();
        assert!(error.to_string().starts_with(why), "{error}");
    }
}

#[test]
fn packed_positions_are_exact() {
    let mut dice = Dice(0xCE87_000A);
    let mut starts = vec![
        Position::standard(),
        position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
        position("r3k2r/8/8/8/1pP5/8/8/R3K2R b Kq c3 0 1"),
    ];
    starts.extend(GENERATORS.map(|(_, generator)| generate(&mut dice, generator)));
    for start in starts {
        let mut position = start.clone();
        let mut last = None;
        for _ in 0..200 {
            let packed = PackedPosition::of(&position).unwrap();
            assert_eq!(packed.unpack(position.mode()).as_ref(), Some(&position));
            assert_ne!(last.replace(packed), Some(packed), "{position:?}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[dice.below(moves.len())]);
        }
    }
}

#[test]
fn false_claims_are_rejected() {
    let wall = position("7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - -");
    let mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -");
    let empty_line = Verdict::Yes { line: Vec::new() };
    assert!(!verify(&wall, Color::White, &empty_line));
    assert!(verify(&mate, Color::Black, &empty_line));
    assert!(!verify(&mate, Color::White, &empty_line));
    let empty = [
        Proof::Material(MaterialClass::BareKing),
        Proof::Invariant(Invariant::default()),
        Proof::ClosedSet(ClosedSet::default()),
    ];
    for proof in &empty {
        assert!(!accepts(&wall, Color::White, proof), "{proof:?}");
        assert!(
            !accepts(&Position::standard(), Color::White, proof),
            "{proof:?}"
        );
    }
    // A set of the mate alone has no move that leaves it, and the mate is there.
    let alone = Proof::ClosedSet(ClosedSet {
        positions: vec![PackedPosition::of(&mate).unwrap()],
        ..ClosedSet::default()
    });
    assert!(!accepts(&mate, Color::Black, &alone));
    assert!(accepts(&mate, Color::White, &alone));
}
