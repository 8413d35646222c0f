//! Every form of every reason, as the page gets it and as it is said in a terminal: testdata/engine/reasons.json. A test
//! of the page says each in its own words and compares.

use serde_json::{Value, json};
use tabiya_engine::review::{CheckAnswer, Drawn, Standing, Why};
use tabiya_rules::{Color, File, Piece, PieceAt, Role, Side, Square};

use super::reason::reasons;

const FORMS: &str = include_str!("../../../../testdata/engine/reasons.json");
const NAMES: &str = include_str!("../../../engine/src/review/why.rs");

const fn man(role: Role, square: Square) -> PieceAt {
    PieceAt {
        piece: Piece {
            role,
            color: Color::Black,
        },
        square,
    }
}

/// Reasons that speak of checks, captures and several men.
fn blows() -> Vec<Why> {
    let [king, queen, rook] = [
        man(Role::King, Square::G8),
        man(Role::Queen, Square::D8),
        man(Role::Rook, Square::A8),
    ];
    let [knight, pawn] = [man(Role::Knight, Square::F3), man(Role::Pawn, Square::A7)];
    vec![
        Why::Mates { moves: 1 },
        Why::Mates { moves: 3 },
        Why::Draws(Drawn::Stalemate),
        Why::Draws(Drawn::Repetition),
        Why::Draws(Drawn::Material),
        Why::OnlyMove,
        Why::StopsMate {
            by: queen,
            to: Square::H7,
        },
        Why::AnswersCheck(CheckAnswer::King),
        Why::AnswersCheck(CheckAnswer::Takes(rook)),
        Why::AnswersCheck(CheckAnswer::Blocks(rook)),
        Why::Promotes { role: Role::Queen },
        Why::TakesBack { man: knight },
        Why::TakesFree { man: queen },
        Why::TakesBigger {
            man: queen,
            with: Role::Knight,
        },
        Why::TakesMore { man: knight },
        Why::Forks {
            by: knight,
            men: vec![king, queen],
        },
        Why::Forks {
            by: knight,
            men: vec![king, queen, rook],
        },
        Why::Skewers {
            by: rook,
            front: king,
            behind: queen,
        },
        Why::Pins {
            by: rook,
            man: knight,
            behind: king,
        },
        Why::Pins {
            by: rook,
            man: knight,
            behind: queen,
        },
        Why::DoubleCheck,
        Why::Discovers {
            by: rook,
            man: king,
        },
        Why::Discovers {
            by: rook,
            man: queen,
        },
        Why::Wins {
            taken: vec![Role::Queen],
            given: Vec::new(),
            moves: 1,
        },
        Why::Wins {
            taken: vec![Role::Rook, Role::Pawn, Role::Pawn],
            given: vec![Role::Knight],
            moves: 2,
        },
        Why::Wins {
            taken: vec![Role::Pawn; 3],
            given: vec![Role::Pawn; 4],
            moves: 3,
        },
        Why::LetsPromote { pawn, moves: 2 },
        Why::LetsPromote { pawn, moves: 3 },
        Why::TakesAttacker {
            man: knight,
            of: rook,
        },
        Why::ThreatensMate {
            by: queen,
            to: Square::H7,
        },
        Why::Escapes {
            man: queen,
            from: knight,
        },
        Why::Guards {
            man: queen,
            from: knight,
        },
        Why::Shields {
            man: queen,
            from: rook,
        },
        Why::Threatens {
            man: rook,
            unguarded: true,
            trapped: true,
        },
        Why::Threatens {
            man: rook,
            unguarded: true,
            trapped: false,
        },
        Why::Threatens {
            man: rook,
            unguarded: false,
            trapped: false,
        },
        Why::Trades {
            man: knight,
            with: Role::Knight,
            ahead: false,
        },
        Why::Trades {
            man: knight,
            with: Role::Knight,
            ahead: true,
        },
        Why::Trades {
            man: knight,
            with: Role::Bishop,
            ahead: false,
        },
        Why::Trades {
            man: knight,
            with: Role::Bishop,
            ahead: true,
        },
        Why::Offers {
            role: Role::Queen,
            ahead: false,
        },
        Why::Offers {
            role: Role::Queen,
            ahead: true,
        },
    ]
}

/// Reasons for the long run.
fn plans() -> Vec<Why> {
    let [pawn, bishop] = [man(Role::Pawn, Square::A7), man(Role::Bishop, Square::C8)];
    let [rook, knight] = [man(Role::Rook, Square::D7), man(Role::Knight, Square::F3)];
    vec![
        Why::Frees { pawn, moves: 1 },
        Why::Frees { pawn, moves: 3 },
        Why::Pushes { pawn, steps: 1 },
        Why::Pushes { pawn, steps: 3 },
        Why::Stops { pawn },
        Why::Castles { side: Side::King },
        Why::Castles { side: Side::Queen },
        Why::Develops { man: knight },
        Why::TakesCenter { square: Square::E4 },
        Why::Seventh { rook },
        Why::OpensFile {
            file: File::D,
            open: true,
        },
        Why::OpensFile {
            file: File::D,
            open: false,
        },
        Why::Opens { man: bishop },
        Why::Air { square: Square::H2 },
        Why::Supports {
            man: pawn,
            from: knight,
        },
        Why::Prepares { square: Square::B5 },
        Why::Bars {
            man: bishop,
            square: Square::G4,
        },
        Why::Centers { man: knight },
        Why::Heads {
            man: knight,
            to: Square::D5,
        },
        Why::Room { wing: Side::King },
        Why::Room { wing: Side::Queen },
        Why::Improves {
            man: knight,
            before: 2,
            after: 7,
        },
        Why::Opposition {
            king: man(Role::King, Square::E6),
        },
        Why::Escorts { pawn },
        Why::Leads { pawn },
        Why::Hunts { pawn },
        Why::CentersKing,
        Why::Checks,
        Why::Keeps(Standing::Winning),
        Why::Keeps(Standing::Better),
        Why::Keeps(Standing::Level),
        Why::Keeps(Standing::Worse),
    ]
}

#[test]
fn the_page_gets_every_form_of_a_reason() {
    let all = [blows(), plans()].concat();
    let told = serde_json::to_value(reasons(&all)).unwrap();
    let told = told.as_array().unwrap().iter().zip(&all);
    let rows: Vec<Value> = told
        .map(|(reason, why)| {
            json!({
                "code": reason["code"],
                "params": reason["params"],
                "sentence": why.to_string(),
            })
        })
        .collect();
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    assert_eq!(
        text, FORMS,
        "testdata/engine/reasons.json should be:\n{text}"
    );
}

/// Whoever adds a reason adds its form above.
#[test]
fn no_reason_is_left_out() {
    let names = NAMES.lines().filter_map(|line| {
        let (_, name) = line.split_once("=> \"")?;
        name.strip_suffix("\",")
    });
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let has = FORMS.contains(&format!("{{\"code\":\"{name}\",\"params\""));
        assert!(has, "no form of {name}");
    }
}
