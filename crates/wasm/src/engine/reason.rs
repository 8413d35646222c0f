//! A reason as the page puts it into words: its name, and the men, squares and numbers in it.

use serde::Serialize;
use serde_json::{Value, json};
use tabiya_engine::review::{CheckAnswer, Drawn, Standing, Why};
use tabiya_rules::{PieceAt, Role, Side};

/// A reason: its name, and what it speaks of.
#[derive(Debug, Serialize)]
pub(super) struct Reason {
    code: &'static str,
    params: Value,
}

/// The reasons in their order.
pub(super) fn reasons(why: &[Why]) -> Vec<Reason> {
    let reason = |why: &Why| Reason {
        code: why.code(),
        params: params(why),
    };
    why.iter().map(reason).collect()
}

fn man(man: PieceAt) -> Value {
    json!({ "role": man.piece.role.name(), "square": man.square.to_string() })
}

fn men(all: &[PieceAt]) -> Value {
    all.iter().copied().map(man).collect()
}

fn roles(all: &[Role]) -> Value {
    all.iter().map(|role| role.name()).collect()
}

/// What a reason speaks of; `how` tells apart what is said differently.
fn params(why: &Why) -> Value {
    match why {
        Why::Mates { moves } => json!({ "moves": moves }),
        Why::Draws(how) => json!({ "how": drawn(*how) }),
        Why::StopsMate { by, to } | Why::ThreatensMate { by, to } => {
            json!({ "by": man(*by), "to": to.to_string() })
        }
        Why::AnswersCheck(CheckAnswer::King) => json!({ "how": "king" }),
        Why::AnswersCheck(CheckAnswer::Takes(by)) => json!({ "how": "takes", "man": man(*by) }),
        Why::AnswersCheck(CheckAnswer::Blocks(by)) => json!({ "how": "blocks", "man": man(*by) }),
        Why::Promotes { role } => json!({ "role": role.name() }),
        Why::TakesBack { man: it }
        | Why::TakesFree { man: it }
        | Why::TakesMore { man: it }
        | Why::Develops { man: it }
        | Why::Opens { man: it } => json!({ "man": man(*it) }),
        Why::TakesBigger { man: it, with } => json!({ "man": man(*it), "with": with.name() }),
        Why::Trades {
            man: it,
            with,
            ahead,
        } => json!({ "man": man(*it), "with": with.name(), "ahead": ahead }),
        Why::Forks { by, men: all } => json!({ "by": man(*by), "men": men(all) }),
        Why::Skewers { by, front, behind } => {
            json!({ "by": man(*by), "man": man(*front), "behind": man(*behind) })
        }
        Why::Pins {
            by,
            man: it,
            behind,
        } => json!({ "by": man(*by), "man": man(*it), "behind": man(*behind) }),
        Why::Discovers { by, man: it } => json!({ "by": man(*by), "man": man(*it) }),
        Why::Wins {
            taken,
            given,
            moves,
        } => json!({ "taken": roles(taken), "given": roles(given), "moves": moves }),
        Why::LetsPromote { pawn, moves } => json!({ "man": man(*pawn), "moves": moves }),
        Why::TakesAttacker { man: it, of } => json!({ "man": man(*it), "of": man(*of) }),
        Why::Escapes { man: it, from }
        | Why::Guards { man: it, from }
        | Why::Shields { man: it, from } => json!({ "man": man(*it), "from": man(*from) }),
        Why::Threatens {
            man: it,
            unguarded,
            trapped,
        } => json!({ "man": man(*it), "how": threat(*unguarded, *trapped) }),
        Why::Offers { role, ahead } => json!({ "with": role.name(), "ahead": ahead }),
        Why::Frees { pawn, moves } => json!({ "man": man(*pawn), "moves": moves }),
        Why::Pushes { pawn, steps } => json!({ "man": man(*pawn), "steps": steps }),
        Why::Stops { pawn: it }
        | Why::Seventh { rook: it }
        | Why::Opposition { king: it }
        | Why::Escorts { pawn: it }
        | Why::Leads { pawn: it }
        | Why::Hunts { pawn: it } => json!({ "man": man(*it) }),
        Why::Castles { side } => json!({ "how": side_name(*side) }),
        Why::Supports { man: it, from } => json!({ "man": man(*it), "from": man(*from) }),
        Why::Bars { man: it, square }
        | Why::Heads {
            man: it,
            to: square,
        } => {
            json!({ "man": man(*it), "square": square.to_string() })
        }
        Why::Centers { man: it } => json!({ "man": man(*it) }),
        Why::Room { wing } => json!({ "how": side_name(*wing) }),
        Why::Air { square } | Why::Prepares { square } => json!({ "square": square.to_string() }),
        Why::TakesCenter { square } => json!({ "square": square.to_string() }),
        Why::OpensFile { file, open } => {
            json!({ "file": file.to_string(), "how": if *open { "open" } else { "half_open" } })
        }
        Why::Improves {
            man: it,
            before,
            after,
        } => json!({ "man": man(*it), "before": before, "after": after }),
        Why::Keeps(standing) => json!({ "how": stands(*standing) }),
        Why::OnlyMove | Why::DoubleCheck | Why::CentersKing | Why::Checks => json!({}),
    }
}

const fn drawn(how: Drawn) -> &'static str {
    match how {
        Drawn::Stalemate => "stalemate",
        Drawn::Repetition => "repetition",
        Drawn::Material => "material",
    }
}

const fn threat(unguarded: bool, trapped: bool) -> &'static str {
    match (trapped, unguarded) {
        (true, _) => "trapped",
        (false, true) => "unguarded",
        (false, false) => "attacked",
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::King => "king",
        Side::Queen => "queen",
    }
}

const fn stands(standing: Standing) -> &'static str {
    match standing {
        Standing::Winning => "winning",
        Standing::Better => "better",
        Standing::Level => "level",
        Standing::Worse => "worse",
    }
}
