//! A table in the browser, from its opening to the next game, and what makes no sense.

use serde_json::{Value, json};

use super::*;

const NOON: u64 = 1_790_000_000_000;
const BLITZ: &str = r#"{"rules": {"preset": "fide-online"}, "clock": {"type": "fischer", "bank_ms": 180000,
    "increment_ms": 2000}, "owner_color": "white", "start": {"type": "standard"}}"#;

const fn at(seconds: u64) -> Timestamp {
    Timestamp(NOON + seconds * 1000)
}

fn opened(settings: &str) -> KeptTable {
    KeptTable::open(settings, Some("Ana"), Some("Bo"), 7, at(0))
        .unwrap()
        .unwrap()
}

fn started(settings: &str) -> KeptTable {
    let mut table = opened(settings);
    granted(table.act("guest", r#"{"type": "ready", "ready": true}"#, at(0)));
    granted(table.act("owner", r#"{"type": "start"}"#, at(0)));
    table
}

fn read(answer: Result<Answer, TableError>) -> Value {
    serde_json::from_str(&answer.unwrap().json()).unwrap()
}

fn granted(answer: Result<Answer, TableError>) -> Value {
    let value = read(answer);
    assert!(value.get("refusal").is_none(), "{value}");
    value
}

fn view(table: &KeptTable, actor: &str) -> Value {
    serde_json::from_str(&table.view(actor).unwrap()).unwrap()
}

fn play(table: &mut KeptTable, moves: &str, seconds: u64) -> Value {
    let mut last = Value::Null;
    for uci in moves.split_whitespace() {
        let turn = view(table, "spectator")["game"]["turn"].clone();
        let white = view(table, "spectator")["game"]["white"].clone();
        let actor = if (turn == "white") == (white == "owner") {
            "owner"
        } else {
            "guest"
        };
        let command = json!({"type": "move", "uci": uci}).to_string();
        last = granted(table.act(actor, &command, at(seconds)));
    }
    last
}

#[test]
fn a_game_is_played_to_mate_and_the_next_one_swaps_the_colors() {
    let mut table = started(BLITZ);
    let mated = play(&mut table, "f2f3 e7e5 g2g4 d8h4", 3);
    assert_eq!(mated["events"][1]["event"]["termination"], "checkmate");
    assert_eq!(mated["view"]["phase"], "over");
    assert_eq!(mated["view"]["score"]["guest"], 1.0);
    granted(table.act("owner", r#"{"type": "offer_rematch"}"#, at(9)));
    let next = granted(table.act("guest", r#"{"type": "offer_rematch"}"#, at(9)));
    assert_eq!(next["view"]["game"]["white"], "guest");
    let pgn = table.pgn(1, "this device").unwrap();
    assert!(
        pgn.contains("[White \"Ana\"]") && pgn.contains("0-1"),
        "{pgn}"
    );
    assert_eq!(table.pgn(3, "this device"), None);
}

#[test]
fn what_is_refused_changes_nothing_and_says_why() {
    let mut table = started(BLITZ);
    let before = table.log(0).unwrap();
    for (actor, command, code) in [
        (
            "guest",
            r#"{"type": "move", "uci": "e7e5"}"#,
            "not_your_turn",
        ),
        ("owner", r#"{"type": "move", "uci": "e2e5"}"#, "pawn_move"),
        ("guest", r#"{"type": "accept_draw"}"#, "no_open_offer"),
        ("spectator", r#"{"type": "resign"}"#, "not_seated"),
    ] {
        let refusal = read(table.act(actor, command, at(1)))["refusal"].clone();
        assert!(refusal["message"].as_str().unwrap().ends_with('.'));
        if code != "pawn_move" {
            assert_eq!(refusal["code"], code);
        }
    }
    assert_eq!(table.log(0).unwrap(), before);
}

#[test]
fn what_makes_no_sense_is_told_in_words_and_changes_nothing() {
    let mut table = started(BLITZ);
    let before = table.log(0).unwrap();
    for (actor, command) in [
        ("nobody", r#"{"type": "resign"}"#),
        ("system", r#"{"type": "resign"}"#),
        ("owner", ""),
        ("owner", "null"),
        ("owner", r#"{"type": "tick"}"#),
        ("owner", r#"{"type": "move"}"#),
        (
            "owner",
            r#"{"type": "move", "uci": "e2e4", "lag_ms": 5000}"#,
        ),
    ] {
        assert!(table.act(actor, command, at(1)).is_err(), "{command}");
    }
    assert!(table.view("").is_err());
    assert_eq!(table.log(0).unwrap(), before);
    for log in [
        "",
        "{}",
        "[]",
        r#"[{"seq": 1, "at": 0, "event": {"type": "resumed"}}]"#,
    ] {
        assert!(KeptTable::replay(log).is_err(), "{log}");
    }
    assert!(KeptTable::open("{", None, None, 0, at(0)).is_err());
    let refusal = KeptTable::open(BLITZ, Some("\n"), None, 0, at(0)).unwrap();
    assert!(refusal.unwrap_err().contains("bad_name"));
}

#[test]
fn the_log_gives_the_same_table_again() {
    let mut table = started(BLITZ);
    play(&mut table, "e2e4 e7e5", 2);
    granted(table.act("owner", r#"{"type": "offer_draw"}"#, at(3)));
    let stored = table.log(0).unwrap();
    let again = KeptTable::replay(&stored).unwrap();
    assert_eq!(again.table, table.table);
    assert_eq!(again.log(0).unwrap(), stored);
    let (all, rest): (Vec<Value>, Vec<Value>) = (
        serde_json::from_str(&stored).unwrap(),
        serde_json::from_str(&table.log(4).unwrap()).unwrap(),
    );
    assert_eq!(all[4..], rest[..]);
    assert_eq!(table.log(1_000).unwrap(), "[]");
}

#[test]
fn a_pause_charges_nobody_until_somebody_wakes_the_clock() {
    let mut table = started(BLITZ);
    play(&mut table, "e2e4", 10);
    // Black thinks for five seconds; then the page is gone for an hour.
    granted(table.pause(at(15), at(3_600)));
    let game = view(&table, "guest")["game"].clone();
    assert_eq!(game["clock"]["paused"], true);
    assert_eq!(game["clock"]["black_ms"], 175_000);
    assert_eq!(granted(table.tick(at(7_200)))["events"], json!([]));
    granted(table.wake(at(7_200)));
    let game = view(&table, "guest")["game"].clone();
    assert_eq!(game["clock"]["paused"], false);
    assert_eq!(table.deadline(), Some(at(7_200 + 175)));
    let seats = view(&table, "owner")["seats"].clone();
    assert_eq!(
        (&seats["owner"]["present"], &seats["guest"]["present"]),
        (&json!(true), &json!(true))
    );
}

#[test]
fn whoever_looks_away_has_time_where_the_rules_say_so() {
    let rules = r#""fide-online", "switches": {"pause_when_hidden": true}"#;
    let mut table = started(&BLITZ.replace(r#""fide-online""#, rules));
    play(&mut table, "e2e4 e7e5", 10);
    granted(table.note_presence("owner", false, at(12)));
    assert_eq!(view(&table, "owner")["game"]["clock"]["held"], "hidden");
    assert_eq!(table.deadline(), None);
    granted(table.note_presence("owner", true, at(500)));
    let clock = view(&table, "owner")["game"]["clock"].clone();
    assert_eq!(clock["running"], "white");
    assert!(table.note_presence("spectator", true, at(501)).is_err());
}

#[test]
fn a_flag_that_fell_before_the_pause_stays_fallen() {
    let mut table = started(BLITZ);
    play(&mut table, "e2e4 e7e5", 10);
    let told = granted(table.pause(at(1_000), at(3_600)));
    assert_eq!(told["events"][0]["event"]["termination"], "time_forfeit");
}

#[test]
fn a_dead_position_is_looked_into_and_ends_the_game() {
    let settings = BLITZ.replace(
        r#"{"type": "standard"}"#,
        r#"{"type": "position", "fen": "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1"}"#,
    );
    let mut table = opened(&settings);
    granted(table.act("guest", r#"{"type": "ready", "ready": true}"#, at(0)));
    let told = granted(table.act("owner", r#"{"type": "start"}"#, at(0)));
    // Either the glance sees it or the examination does.
    if told["view"]["phase"] == "playing" {
        let examined = table.to_examine().unwrap();
        assert_eq!((examined.ply, examined.chess960), (0, false));
        granted(table.declare_dead(examined.ply, at(1)));
    }
    let ending = view(&table, "owner")["game"]["ending"].clone();
    assert_eq!(ending["termination"], "dead_position");
    // Nothing is left to be looked into, and asking does no harm.
    assert_eq!(table.to_examine(), None);
    assert_eq!(granted(table.declare_dead(0, at(2)))["events"], json!([]));
    let mut alive = started(BLITZ);
    assert_eq!(granted(alive.declare_dead(0, at(2)))["events"], json!([]));
}
