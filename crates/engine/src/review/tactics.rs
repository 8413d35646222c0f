//! What the move wins or threatens to win: captures, double attacks, pins and skewers, opened lines.

use tabiya_rules::attacks::between;
use tabiya_rules::{Move, PieceAt, Role};

use super::explain::Scene;
use super::line::promotion;
use super::sight::{behind, exchange, is_prey, is_unguarded, lead, mating_move, men, reach, value};
use super::{CheckAnswer, Why};

/// From here on a gain is one: less than a pawn is none.
const GAIN: i32 = 100;

pub(super) fn find(scene: &Scene<'_>, why: &mut Vec<Why>) {
    if let Some(role) = scene.mv.promotion() {
        why.push(Why::Promotes { role });
    }
    let capture = capture(scene);
    // Of the man that gives check it is said already.
    if !why
        .iter()
        .any(|one| matches!(one, Why::AnswersCheck(CheckAnswer::Takes(_))))
    {
        why.extend(capture.clone());
    }
    let before = why.len();
    why.extend(fork(scene));
    why.extend(skewer(scene));
    why.extend(pin(scene));
    if scene.after.checkers().more_than_one() {
        why.push(Why::DoubleCheck);
    }
    why.extend(discovery(scene));
    let has_motif = why.len() > before;
    let threat = threat(scene);
    let caught = threat.clone().filter(|threat| is_caught(scene, threat));
    why.extend(caught.clone());
    why.extend(win(scene, capture.as_ref()));
    why.extend(offer(scene));
    why.extend(later_promotion(scene));
    if let Some(mate) = threatened_mate(scene) {
        why.push(mate);
    } else if !has_motif && caught.is_none() {
        why.extend(threat);
    }
}

// ---- captures -------------------------------------------------------------------------------------

fn capture(scene: &Scene<'_>) -> Option<Why> {
    let man = scene.taken?;
    let with = scene.mover.piece.role;
    if retakes(scene) {
        return Some(Why::TakesBack { man });
    }
    let net = scene.brings.net;
    let worth = value(man.piece.role);
    let is_even = (worth - value(with)).abs() < GAIN && net.abs() < GAIN;
    if is_even && (is_retaken(scene) || !is_unguarded(scene.after.board(), as_if_there(scene, man)))
    {
        let ahead = lead(scene.before.board(), scene.us) >= 2 * GAIN;
        return Some(Why::Trades { man, with, ahead });
    }
    if is_unguarded(scene.after.board(), as_if_there(scene, man)) && net >= worth {
        return Some(Why::TakesFree { man });
    }
    if worth > value(with) && net >= worth - value(with) {
        return Some(Why::TakesBigger { man, with });
    }
    let pays = worth - exchange(&scene.after, scene.placed.square) >= GAIN;
    (pays && net >= GAIN).then_some(Why::TakesMore { man })
}

/// Whoever would take back on the square of arrival guards the man that was taken; en passant it stood elsewhere.
const fn as_if_there(scene: &Scene<'_>, man: PieceAt) -> PieceAt {
    PieceAt {
        piece: man.piece,
        square: scene.placed.square,
    }
}

/// The other side has just taken on this square.
fn retakes(scene: &Scene<'_>) -> bool {
    let ply = scene.game.ply();
    let last = scene.game.moves().last();
    let earlier = ply
        .checked_sub(1)
        .and_then(|ply| scene.game.position_at(ply));
    matches!((last, earlier), (Some(last), Some(earlier))
        if last.is_capture(&earlier) && last.destination() == scene.mv.to())
}

/// The line goes on with a capture on the same square.
fn is_retaken(scene: &Scene<'_>) -> bool {
    scene
        .line
        .moves
        .get(1)
        .is_some_and(|reply| reply.to() == scene.placed.square && reply.is_capture(&scene.after))
}

/// The line goes on with an exchange of the man that has moved for its like.
fn offer(scene: &Scene<'_>) -> Option<Why> {
    let role = scene.placed.piece.role;
    let square = scene.placed.square;
    let [_, reply, back, ..] = scene.line.moves.as_slice() else {
        return None;
    };
    let is_one = scene.taken.is_none()
        && value(role) >= 3 * GAIN
        && reply.role() == role
        && is_retaken(scene)
        && back.to() == square
        && reply.to() == square;
    is_one.then(|| Why::Offers {
        role,
        ahead: lead(scene.before.board(), scene.us) >= 2 * GAIN,
    })
}

/// What the line wins, unless the capture with which it begins says it already.
fn win(scene: &Scene<'_>, capture: Option<&Why>) -> Option<Why> {
    let brings = &scene.brings;
    let sum = |roles: &[Role]| roles.iter().copied().map(value).sum::<i32>();
    // A promotion on the way makes the sums unequal: then there is more to say than this.
    if brings.net < GAIN
        || brings.taken.is_empty()
        || sum(&brings.taken) - sum(&brings.given) != brings.net
    {
        return None;
    }
    let said = match capture {
        Some(Why::TakesFree { .. } | Why::TakesMore { .. } | Why::TakesBigger { .. }) => {
            brings.moves == 1
        }
        _ => false,
    };
    (!said).then(|| Why::Wins {
        taken: brings.taken.clone(),
        given: brings.given.clone(),
        moves: brings.moves,
    })
}

/// The line makes a queen, or what else pays.
fn later_promotion(scene: &Scene<'_>) -> Option<Why> {
    if scene.brings.net < 3 * GAIN {
        return None;
    }
    let (square, moves) = promotion(&scene.line.moves)?;
    let pawn = scene.after.board().man_at(square)?;
    let is_one = pawn.piece.role == Role::Pawn && pawn.piece.color == scene.us;
    is_one.then_some(Why::LetsPromote { pawn, moves })
}

// ---- several men at once --------------------------------------------------------------------------

fn fork(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let by = scene.placed;
    if !scene.is_safe_after(by) || scene.is_castling() {
        return None;
    }
    let attacked = reach(board, by);
    let mut prey: Vec<PieceAt> = men(board, !scene.us)
        .filter(|man| attacked.contains(man.square) && man.piece.role != Role::Pawn)
        .filter(|man| is_prey(board, by, *man))
        .collect();
    prey.sort_by_key(|man| -value(man.piece.role));
    let comes_true = prey.len() >= 2 && takes_next(scene, &prey);
    comes_true.then_some(Why::Forks { by, men: prey })
}

/// The line takes one of these men with its next move, and is ahead by it.
fn takes_next(scene: &Scene<'_>, men: &[PieceAt]) -> bool {
    let next = scene.line.moves.get(2);
    scene.brings.net >= GAIN && next.is_some_and(|mv| men.iter().any(|man| man.square == mv.to()))
}

fn skewer(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let by = scene.placed;
    if !is_slider(by) || !scene.is_safe_after(by) {
        return None;
    }
    let attacked = reach(board, by);
    men(board, !scene.us)
        .filter(|front| attacked.contains(front.square))
        .find_map(|front| {
            let behind = behind(board, by.square, front.square)?;
            let is_one = behind.piece.color != scene.us
                && behind.piece.role != Role::Pawn
                && value(front.piece.role) > value(behind.piece.role)
                && is_prey(board, by, front)
                && takes_next(scene, &[behind]);
            is_one.then_some(Why::Skewers { by, front, behind })
        })
}

const fn is_slider(man: PieceAt) -> bool {
    matches!(man.piece.role, Role::Bishop | Role::Rook | Role::Queen)
}

fn pin(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let by = scene.placed;
    if !is_slider(by) || !scene.is_safe_after(by) || scene.after.is_check() {
        return None;
    }
    let attacked = reach(board, by);
    men(board, !scene.us)
        .filter(|man| attacked.contains(man.square) && man.piece.role != Role::Pawn)
        .filter(|man| !reach(board, *man).contains(by.square))
        .find_map(|man| {
            let behind = behind(board, by.square, man.square)?;
            let is_one = behind.piece.color != scene.us
                && value(behind.piece.role) > value(man.piece.role)
                && is_prey(board, by, behind);
            is_one.then_some(Why::Pins { by, man, behind })
        })
}

/// Another man of ours attacks along the line that the mover has left.
fn discovery(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let left = scene.mover.square;
    if scene.is_castling() {
        return None;
    }
    let opened =
        men(board, scene.us).filter(|by| is_slider(*by) && by.square != scene.placed.square);
    opened
        .flat_map(|by| men(board, !scene.us).map(move |man| (by, man)))
        .filter(|(by, man)| between(by.square, man.square).contains(left))
        .filter(|(by, man)| reach(board, *by).contains(man.square) && is_prey(board, *by, *man))
        .filter(|(_, man)| man.piece.role != Role::Pawn)
        .max_by_key(|(_, man)| value(man.piece.role))
        .map(|(by, man)| Why::Discovers { by, man })
}

// ---- threats --------------------------------------------------------------------------------------

fn threatened_mate(scene: &Scene<'_>) -> Option<Why> {
    let idle = scene.idle.as_ref()?;
    let mv = mating_move(idle)?;
    Some(Why::ThreatensMate {
        by: idle.board().man_at(mv.from())?,
        to: mv.destination(),
    })
}

/// A piece that could not be taken with profit before, and could be now if nothing were done.
fn threat(scene: &Scene<'_>) -> Option<Why> {
    threat_of(scene, |gain| gain > GAIN)
}

/// The same of a pawn: worth saying where there is nothing else to say.
pub(super) fn small_threat(scene: &Scene<'_>) -> Option<Why> {
    threat_of(scene, |gain| gain == GAIN)
}

fn threat_of(scene: &Scene<'_>, counts: impl Fn(i32) -> bool) -> Option<Why> {
    let idle = scene.idle.as_ref()?;
    if scene.taken.is_some() || !scene.is_safe_after(scene.placed) {
        return None;
    }
    men(idle.board(), !scene.us)
        .map(|man| (exchange(idle, man.square), man))
        .filter(|(gain, man)| counts(*gain) && exchange(scene.before, man.square) == 0)
        .max_by_key(|(gain, _)| *gain)
        .map(|(_, man)| Why::Threatens {
            man,
            unguarded: is_unguarded(idle.board(), man),
            trapped: is_trapped(scene, man),
        })
}

/// A man that has nowhere to go is attacked, and the line takes it next, there or where it has gone.
fn is_caught(scene: &Scene<'_>, threat: &Why) -> bool {
    let Why::Threatens {
        man, trapped: true, ..
    } = threat
    else {
        return false;
    };
    let [_, reply, next, ..] = scene.line.moves.as_slice() else {
        return false;
    };
    let square = if reply.from() == man.square {
        reply.to()
    } else {
        man.square
    };
    scene.brings.net >= GAIN && next.to() == square
}

/// A piece of the other side that would be lost wherever it went, whatever it took there.
fn is_trapped(scene: &Scene<'_>, man: PieceAt) -> bool {
    let after = &scene.after;
    let is_lost = |mv: &Move| {
        let taken = mv
            .capture_square(after)
            .and_then(|square| after.board().role_at(square))
            .map_or(0, value);
        exchange(&after.after_unchecked(*mv), mv.to()) - taken >= GAIN
    };
    value(man.piece.role) >= 3 * GAIN
        && after
            .legal_moves()
            .iter()
            .filter(|mv| mv.from() == man.square)
            .all(is_lost)
}
