//! From a row to scripts: what its words ask of a table, and what they expect. A row that no step
//! understands fails. Rows about clocks, tables and conduct stand in `conduct.rs`.

use serde_json::{Value, json};
use tabiya_arbiter::{Completion, IllegalRule, RuleSet};

use crate::conduct;
use crate::rows::Row;
use crate::script::Script;

/// The time on every clock that a row says nothing about.
pub const BANK_MS: u64 = 600_000;

/// The scripts of a row under these rules.
pub fn scripts(row: &Row, rules: &RuleSet) -> Vec<Script> {
    let (verb, rest) = row.action.split_once(' ').unwrap_or((&row.action, ""));
    let script = || Script::new(&row.start, &row.moves);
    match verb {
        "state" if row.id == "D12" => check_beforehand(row),
        // With a lone knight on the board the game is over before the king can take it.
        "state" if row.id == "E01" => vec![state(row, Script::new(&row.start, ""))],
        "state" => vec![state(row, script())],
        "try" => rest
            .split(" / ")
            .enumerate()
            .map(|(index, attempt)| attempted(row, rules, index, attempt))
            .collect(),
        "claim" => vec![claimed(row, rules, script(), rest)],
        "flag" => vec![flagged(row, script())],
        "type" => typed(row, rules, rest),
        "san" => {
            let san = first_word(&row.expected);
            let event = json!({"type": made(rules), "uci": rest, "san": san});
            vec![script().now(turn(row), moved(rest), json!({"events": [event]}))]
        }
        "set" => vec![set_up(row, script())],
        "colour" => vec![script().expect(json!({"state": {"game": {
            "start_fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        }}}))],
        "legal" | "moves" => {
            vec![script().expect(json!({"state": {"legal": legal(row)}}))]
        }
        "clock" | "(open" if row.action.contains(" arrives") => vec![arriving(row, script())],
        "resign" => {
            let expect = if row.has("refused") {
                json!({"refused": {"code": "game_over"}})
            } else {
                ended(&row.expected)
            };
            let by = if rest == "white" { "white" } else { "black" };
            vec![script().now(by, json!({"type": "resign"}), expect)]
        }
        _ => conduct::scripts(row, rules),
    }
}

pub fn moved(uci: &str) -> Value {
    json!({"type": "move", "uci": uci})
}

pub fn by_type(kind: &str) -> Value {
    json!({"type": kind})
}

/// The event of a move: completed, or made and waiting for the press.
pub fn made(rules: &RuleSet) -> &'static str {
    match rules.completion {
        Completion::OnPress => "move_made",
        Completion::OnRelease | Completion::OnSubmit => "move_played",
    }
}

pub fn has_press(rules: &RuleSet) -> bool {
    rules.completion == Completion::OnPress
}

pub fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Who is to move when the row's moves have been played.
pub fn turn(row: &Row) -> &'static str {
    let black_begins = row.start.split(' ').nth(1) == Some("b");
    let is_odd = row.moves.split_whitespace().count() % 2 == 1;
    if black_begins == is_odd {
        "white"
    } else {
        "black"
    }
}

/// `1-0 checkmate (…)`, `1/2 dead position …`, `live …` as the state of a table; `None` if the
/// text speaks of no result.
pub fn result(expected: &str) -> Option<Value> {
    const TERMINATIONS: [(&str, &str); 12] = [
        ("checkmate", "checkmate"),
        ("stalemate", "stalemate"),
        ("dead position", "dead_position"),
        ("repetition", "threefold"),
        ("fivefold repetition", "fivefold"),
        ("fifty-move", "fifty_moves"),
        ("seventy-five moves", "seventy_five_moves"),
        ("time", "time_forfeit"),
        ("agreement", "agreement"),
        ("resignation", "resignation"),
        ("illegal move", "illegal_moves"),
        ("draw offer unanswered", "unanswered_offer"),
    ];
    if expected.starts_with("live") {
        return Some(json!({"phase": "playing", "result": "*"}));
    }
    let (outcome, how) = expected.split_once([' ', ':', ';'])?;
    let outcome = match outcome {
        "1-0" | "0-1" => outcome,
        "1/2" => "1/2-1/2",
        _ => return None,
    };
    let how = how.trim_start();
    let known = TERMINATIONS
        .iter()
        .find(|(words, _)| how.starts_with(words));
    // I04 names its cause, a second illegal move, in other words.
    let termination = match known {
        Some((_, termination)) => *termination,
        None if how.starts_with("second illegal move") => "illegal_moves",
        None => return None,
    };
    Some(json!({
        "phase": "over",
        "result": outcome,
        "game": {"ending": {"termination": termination}},
    }))
}

/// The game has ended as the text says.
pub fn ended(expected: &str) -> Value {
    let state = result(expected).unwrap_or_else(|| panic!("no result in \"{expected}\""));
    json!({"events": [], "state": state})
}

fn state(row: &Row, script: Script) -> Script {
    let mut state = result(&row.expected).unwrap_or(json!({}));
    let mut is_understood = state != json!({});
    let mut put = |words: &str, path: &[&str], value: Value| {
        if !row.has(words) {
            return;
        }
        is_understood = true;
        let mut place = &mut state;
        for name in path {
            place = &mut place[*name];
        }
        *place = value;
    };
    let fen = |fen: &str| json!(fen);
    put("White to move", &["game", "turn"], json!("white"));
    put("20 legal moves", &["legal"], json!(twenty()));
    put("only answer e2e4", &["legal"], json!(["e2e4"]));
    put(
        "halfmove clock 100",
        &["game", "fen"],
        fen("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 100 60"),
    );
    put(
        "halfmove clock 0 (capture)",
        &["game", "fen"],
        fen("4k3/8/8/8/8/8/4K3/R7 b - - 0 60"),
    );
    put(
        "halfmove clock 0 (promotion",
        &["game", "fen"],
        fen("Q3k3/8/8/8/8/8/8/4K3 b - - 0 60"),
    );
    put(
        "placement 2kr3r/8/8/8/8/8/8/R4RK1",
        &["game", "fen"],
        fen("2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"),
    );
    put(
        "no right to castle remains",
        &["game", "fen"],
        fen("r3k3/8/8/8/8/8/7R/4K1r1 w - - 3 3"),
    );
    put(
        "Kg1 Rf1",
        &["game", "fen"],
        fen("4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
    );
    assert!(is_understood, "no step understands \"{}\"", row.expected);
    let script = script.expect(json!({"events": [], "state": state}));
    if row.has("claim possible") {
        let claim = json!({"type": "claim", "what": "fifty"});
        return script.now(turn(row), claim, granted("fifty"));
    }
    if row.expected.contains("until repetition") {
        let wait = by_type("wait");
        return script.line(
            1000,
            "arbiter",
            wait,
            json!({"state": {"phase": "playing"}}),
        );
    }
    script
}

/// D12 begins with a check that cannot be (3.10.3, as S01). What the row is about is seen with the
/// queen a square further.
fn check_beforehand(row: &Row) -> Vec<Script> {
    let impossible = json!({"refused": {"article": "3.10.3"}});
    let further = Script::new("7k/8/6K1/8/8/8/Q7/8 w - - 99 90", "a2a7");
    vec![
        Script::new(&row.start, "").suffix("1").expect(impossible),
        state(row, further).suffix("2"),
    ]
}

fn twenty() -> Vec<String> {
    let pawns = ('a'..='h').flat_map(|file| [3, 4].map(|rank| format!("{file}2{file}{rank}")));
    let knights = ["b1a3", "b1c3", "g1f3", "g1h3"].map(str::to_owned);
    let mut moves: Vec<String> = pawns.chain(knights).collect();
    moves.sort();
    moves
}

/// The list of legal moves that the row's answer amounts to.
fn legal(row: &Row) -> Vec<String> {
    match row.id.as_str() {
        "A19" => {
            let moves = twenty();
            let of_b1: Vec<&str> = moves
                .iter()
                .filter_map(|uci| uci.strip_prefix("b1"))
                .collect();
            assert_eq!(of_b1.join(" "), row.expected);
            moves
        }
        "A23" => vec!["e8e7".to_owned(), "e8f7".to_owned()],
        "B12" => {
            let king = ["d1", "d2", "e2", "f1", "f2"].map(|to| format!("e1{to}"));
            let rook = [
                "a8", "b8", "c8", "d8", "e2", "e3", "e4", "e5", "e6", "e7", "f8", "g8", "h8",
            ];
            let rook = rook.map(|to| format!("e8{to}"));
            king.into_iter().chain(rook).collect()
        }
        _ => panic!("no step understands \"{}\"", row.action),
    }
}

/// An attempt at a move, by who is to move. Rules that penalise let an illegal one stand until the
/// press.
fn attempted(row: &Row, rules: &RuleSet, index: usize, attempt: &str) -> Script {
    let uci = first_word(attempt);
    let mut script = Script::new(&row.start, &row.moves);
    if index > 0 || row.action.contains(" / ") {
        script = script.suffix((index + 1).to_string());
    }
    let mut by = turn(row);
    if row.id == "B08" {
        // The row leaves Black to move; whether White can castle is seen one move later.
        script.moves.push_str(" e8e7");
        by = "white";
    }
    if row.has("game over") {
        return script.now(by, moved(uci), json!({"refused": {"code": "game_over"}}));
    }
    if row.has("accepted") {
        let mut expect = json!({"events": [{"type": made(rules)}]});
        let then = row.expected.rsplit("; ").next().unwrap_or_default();
        if let Some(state) = result(then.trim_start_matches("then ")) {
            expect["state"] = state;
        }
        if row.ruleset == "chess960" {
            expect["state"]["game"]["fen"] = json!("4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
        }
        return script.now(by, moved(uci), expect);
    }
    assert!(
        row.has("rejected"),
        "no step understands \"{}\"",
        row.expected
    );
    let stays = json!({"game": {"turn": by, "ply": script.moves.split_whitespace().count()}});
    if rules.illegal == IllegalRule::Reject {
        let refused = json!({"refused": {"article": article(row, uci)}, "state": stays});
        return script.now(by, moved(uci), refused);
    }
    let stands = json!({
        "events": [{"type": "illegal_made", "by": by, "uci": uci}],
        "state": {"game": {"standing": {"uci": uci}}},
    });
    let script = script.now(by, moved(uci), stands);
    if row.has("promotion piece required") {
        // 7.5.2 would make it a queen; in time the player still says which.
        let named = json!({"type": "promote", "role": "knight"});
        let expect = json!({"events": [{"type": "move_made", "uci": format!("{uci}n")}]});
        return script.now(by, named, expect);
    }
    let irregular = json!({
        "events": [{"type": "irregularity", "by": by, "kind": "illegal_move", "count": 1}],
        "state": stays,
    });
    script.now(by, by_type("press"), irregular)
}

/// The article that the refusal names: the row often names more, or the section above.
fn article(row: &Row, uci: &str) -> Value {
    let exact = match (row.id.as_str(), uci) {
        ("A07" | "A05", _) => "3.9.2",
        ("A09", _) => "3.7.3.2",
        ("A11", _) => "3.7.3.3",
        ("B20", _) => "3.8.2.2",
        // Its sources say only that the move is not taken.
        ("I01", _) => "3.7",
        _ => first_word(&row.articles),
    };
    json!(exact)
}

/// A claim that is right: the draw follows.
pub fn granted(what: &str) -> Value {
    let termination = if what == "fifty" {
        "fifty_moves"
    } else {
        "threefold"
    };
    json!({
        "events": [
            {"type": "draw_claimed", "what": what, "right": true, "penalty_ms": 0},
            {"type": "game_ended", "termination": termination},
        ],
        "state": {"result": "1/2-1/2"},
    })
}

/// `claim repetition|fifty [with <uci>] [by <color>] [; accept white]`
fn claimed(row: &Row, rules: &RuleSet, script: Script, rest: &str) -> Script {
    let (claim, then) = rest.split_once("; ").unwrap_or((rest, ""));
    let words: Vec<&str> = claim.split(' ').collect();
    let what = words[0];
    let behind = |word: &str| {
        let place = words.iter().position(|one| *one == word)?;
        words.get(place + 1).copied()
    };
    let (uci, to_move) = (behind("with"), turn(row));
    let by = match behind("by") {
        Some("white") => "white",
        Some("black") => "black",
        _ => to_move,
    };
    let mut act = json!({"type": "claim", "what": what});
    if let Some(uci) = uci {
        act["uci"] = json!(uci);
    }
    if row.expected.starts_with("refused") {
        let clock = json!({"white_ms": BANK_MS, "black_ms": BANK_MS});
        let stays = json!({"game": {"turn": to_move, "draw_offer": null, "clock": clock}});
        return script.now(by, act, json!({"refused": true, "state": stays}));
    }
    if row.expected.starts_with("1/2") && then.is_empty() {
        return script.now(by, act, granted(what));
    }
    // C07 is about the acceptance that follows.
    assert!(row.expected.starts_with("incorrect") || !then.is_empty());
    let other = if by == "white" { "black" } else { "white" };
    let penalty_ms = rules.wrong_claim_ms;
    for (words, ms) in [("+120 s", 120_000), ("+60 s", 60_000)] {
        assert!(!row.has(words) || penalty_ms == ms, "{words}");
    }
    let mut clock = json!({"white_ms": BANK_MS, "black_ms": BANK_MS});
    clock[format!("{other}_ms")] = json!(BANK_MS + penalty_ms);
    let mut game = json!({"turn": to_move, "draw_offer": by, "clock": clock});
    if let Some(uci) = uci {
        game["due"] = json!({"moves": [uci], "article": "9.5.3"});
    }
    let claimed = json!({
        "type": "draw_claimed", "by": by, "what": what, "right": false, "penalty_ms": penalty_ms,
    });
    let state = json!({"phase": "playing", "game": game});
    let mut script = script.now(by, act, json!({"events": [claimed], "state": state}));
    if uci.is_some() && then.is_empty() {
        // Any other move is refused; the announced one is played.
        let other_move = if what == "fifty" { "e1d1" } else { "a7a6" };
        let refused = json!({"refused": {"article": "9.5.3"}});
        script = script.now(by, moved(other_move), refused);
        let uci = uci.unwrap_or_default();
        script = script.now(by, moved(uci), json!({"events": [{"type": made(rules)}]}));
    }
    if !then.is_empty() {
        assert_eq!(then, "accept white");
        script = script.now("white", by_type("accept_draw"), ended(&row.expected));
    }
    script
}

/// The flag falls at its millisecond, and not one before.
fn flagged(row: &Row, script: Script) -> Script {
    let color = row.action.split(' ').nth(1).unwrap_or_default();
    assert_eq!(color, turn(row), "only a running clock runs out");
    let wait = || by_type("wait");
    let before = if row.has("before the flag") || row.has("ended before") {
        json!({"state": {"phase": "over"}})
    } else {
        json!({"state": {"phase": "playing"}})
    };
    script.line(BANK_MS - 1, "arbiter", wait(), before).line(
        BANK_MS,
        "arbiter",
        wait(),
        ended(&row.expected),
    )
}

/// A command that arrives with `0.000` or `0.001` on the clock.
fn arriving(row: &Row, mut script: Script) -> Script {
    if row.action.contains("open offer by White") {
        let offered = json!({"events": [{"type": "draw_offered"}]});
        script = script.now("white", by_type("offer_draw"), offered);
    }
    let left_ms = if row.action.contains("black=0.000") {
        0
    } else {
        1
    };
    let act = if row.action.contains("accept black") {
        by_type("accept_draw")
    } else {
        moved("d8h4")
    };
    let mut expect = ended(&row.expected);
    if left_ms == 0 {
        expect = json!({"refused": {"code": "game_over"}, "state": expect["state"]});
    }
    script.line(BANK_MS - left_ms, "black", act, expect)
}

/// Each text is a script of its own, in the position of the row.
fn typed(row: &Row, rules: &RuleSet, rest: &str) -> Vec<Script> {
    let texts: Vec<&str> = rest
        .split(" / ")
        .map(|text| text.trim_matches('"'))
        .collect();
    let expected: Vec<Option<&str>> = match row.id.as_str() {
        "L12" => ["e1g1", "e1g1", "e1c1", "e1c1"].map(Some).to_vec(),
        "L16" => vec![Some("e2e4"); 4],
        "L17" => vec![Some("b5c6"), None],
        _ if row.expected.starts_with("rejected") => vec![None; texts.len()],
        "A12" => vec![Some("b7b8q")],
        _ => vec![Some(first_word(row.expected.trim_start_matches("all "))); texts.len()],
    };
    assert_eq!(expected.len(), texts.len());
    let each = texts.iter().zip(&expected).enumerate();
    each.map(|(index, (text, uci))| {
        let expect = match uci {
            Some(uci) => json!({"events": [{"type": made(rules), "uci": uci}]}),
            None => json!({"refused": true, "state": {"phase": "playing"}}),
        };
        let script = Script::new(&row.start, &row.moves);
        let script = if texts.len() > 1 {
            script.suffix((index + 1).to_string())
        } else {
            script
        };
        script.now(turn(row), json!({"type": "typed", "text": text}), expect)
    })
    .collect()
}

fn set_up(row: &Row, script: Script) -> Script {
    let start_fen = |fen: &str| json!({"events": [], "state": {"game": {"start_fen": fen}}});
    script.expect(match row.id.as_str() {
        "S04" => {
            let mut state = result("1/2 dead position").unwrap_or_default();
            state["game"]["start_fen"] = json!("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
            json!({"events": [], "state": state})
        }
        "S05" => start_fen("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"),
        "S09" => json!({"events": [], "state": {"game": {
            "fen": "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        }}}),
        "S10" => json!({"events": [], "state": {"game": {
            "fen": "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        }}}),
        _ if row.expected.starts_with("refused") => {
            json!({"refused": {"article": row.articles}})
        }
        _ => ended(&row.expected),
    })
}
