//! From a row to scripts: offers, irregularities, touching, clocks, and what happens at the table.

use serde_json::{Value, json};
use tabiya_arbiter::RuleSet;

use crate::plan::{BANK_MS, by_type, ended, has_press, made, moved};
use crate::rows::Row;
use crate::script::Script;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const DAY_MS: u64 = 86_400_000;

/// A row is one script unless it compares several things.
pub fn scripts(row: &Row, rules: &RuleSet) -> Vec<Script> {
    let script = Script::new(&row.start, &row.moves);
    let one = match row.id.as_bytes().first() {
        Some(b'H') => offered(row, rules, script),
        Some(b'I') => irregular(row, rules, script),
        Some(b'J') => touched(row, rules, script),
        Some(b'K') if row.id == "K06" => return classified(row),
        Some(b'K') => at_table(row, rules, script),
        _ => panic!("no step understands \"{}\"", row.action),
    };
    vec![one]
}

fn granted(kind: &str) -> Value {
    json!({"events": [{"type": kind}]})
}

fn refused(article: &str) -> Value {
    json!({"refused": {"article": article}})
}

fn offered(row: &Row, rules: &RuleSet, script: Script) -> Script {
    let offer = || by_type("offer_draw");
    let open = json!({
        "events": [{"type": "draw_offered", "by": "white"}],
        "state": {"game": {"draw_offer": "white"}},
    });
    match row.id.as_str() {
        "H04" => script.now("white", offer(), refused("5.2.3")).now(
            "black",
            by_type("accept_draw"),
            json!({
                "refused": true, "state": {"phase": "playing"},
            }),
        ),
        "H07" => {
            let declined = json!({
                "events": [{"type": made(rules)}], "state": {"game": {"draw_offer": null}},
            });
            let script = script
                .now("white", offer(), open)
                .now("black", moved("b8c6"), declined);
            // Black has the move no more, whether he has pressed or not.
            script.now("black", by_type("accept_draw"), refused("9.1.2.1"))
        }
        "H08" => script
            .now("white", offer(), open)
            .now("black", by_type("decline_draw"), granted("draw_declined"))
            .now(
                "white",
                offer(),
                json!({"refused": {"code": "offer_repeated"}}),
            ),
        "H10" => script
            .clock(by_type("untimed"))
            .now("white", offer(), open)
            .line(
                7 * DAY_MS - 1,
                "arbiter",
                by_type("wait"),
                json!({
                    "state": {"phase": "playing"},
                }),
            )
            .line(7 * DAY_MS, "arbiter", by_type("wait"), ended(&row.expected)),
        "H11" => script
            .clock(by_type("untimed"))
            .now("white", offer(), open)
            .line(
                7 * DAY_MS - 60_000,
                "black",
                by_type("decline_draw"),
                json!({
                    "events": [{"type": "draw_declined"}], "state": {"phase": "playing"},
                }),
            )
            .line(
                7 * DAY_MS,
                "arbiter",
                by_type("wait"),
                json!({
                    "state": {"phase": "playing"},
                }),
            ),
        "H14" => script
            .now("white", offer(), open)
            .now("black", moved("d8h4"), ended("0-1 checkmate"))
            .now(
                "white",
                by_type("accept_draw"),
                json!({"refused": {"code": "game_over"}}),
            ),
        "H15" => script.now(
            "white",
            offer(),
            json!({
                "refused": {"code": "draw_too_early"}, "state": {"game": {"draw_offer": null}},
            }),
        ),
        "H16" => script.now(
            "white",
            offer(),
            json!({
                "refused": {"code": "offers_off"}, "state": {"game": {"draw_offer": null}},
            }),
        ),
        _ => panic!("no step understands \"{}\"", row.action),
    }
}

/// An irregularity of `by`, and what it costs the first time.
fn irregularity(by: &str, kind: &str, count: u32, penalty_ms: u64) -> Value {
    json!({
        "type": "irregularity", "by": by, "kind": kind, "count": count, "penalty_ms": penalty_ms,
    })
}

fn irregular(row: &Row, rules: &RuleSet, script: Script) -> Script {
    let penalty_ms = rules.illegal_penalty_ms;
    let press = || by_type("press");
    let illegal = || granted("illegal_made");
    // A first illegal move of White's, with its press.
    let first = |script: Script, uci: &str| {
        let event = irregularity("white", "illegal_move", 1, penalty_ms);
        script
            .now("white", moved(uci), illegal())
            .now("white", press(), json!({"events": [event]}))
    };
    let clocks = json!({"white_ms": BANK_MS, "black_ms": BANK_MS + penalty_ms, "running": "white"});
    match row.id.as_str() {
        "I01" => {
            let state = json!({"game": {
                "fen": START, "clock": {"running": "white", "black_ms": BANK_MS},
            }});
            let refused = json!({"refused": {"article": "3.7"}, "state": state});
            script
                .line(5_000, "white", moved("e2e5"), refused)
                .line(8_000, "white", moved("e2e4"), json!({
                    "events": [{"type": made(rules), "spent_ms": 8_000}],
                }))
        }
        "I02" => script
            .now("white", moved("e2e5"), illegal())
            .now("white", press(), json!({
                "events": [irregularity("white", "illegal_move", 1, 120_000)],
                "state": {"phase": "playing", "game": {
                    "fen": START,
                    "clock": clocks,
                    "due": {"article": "4.3.1"},
                    "faults": {"white": 1, "black": 0},
                }},
            }))
            .now("white", moved("d2d4"), refused("4.3.1"))
            .now("white", moved("e2e4"), granted(made(rules))),
        "I03" => first(script, "a1a5")
            .now("white", moved("g1g3"), illegal())
            .now("white", press(), ended(&row.expected)),
        "I04" => first(script, "a1b2")
            .now("white", moved("a1b2"), illegal())
            .now("white", press(), ended(&row.expected)),
        "I06" => script.now("white", press(), json!({
            "events": [irregularity("white", "press_without_move", 1, 120_000)],
            "state": {"phase": "playing", "game": {"fen": START, "clock": clocks}},
        })),
        "I09" => first(script, "a1a5")
            .now("white", moved("g1f3"), granted(made(rules)))
            .now("white", press(), granted("clock_pressed"))
            .now("black", moved("a8a4"), illegal())
            .now("black", press(), json!({
                "events": [irregularity("black", "illegal_move", 1, penalty_ms)],
                "state": {"phase": "playing", "game": {"faults": {"white": 1, "black": 1}}},
            })),
        "I10" => script
            .now("white", moved("e1c1"), illegal())
            .now("arbiter", by_type("note_two_hands"), granted("two_hands_noted"))
            .now("white", press(), json!({
                "events": [irregularity("white", "illegal_move", 1, 120_000)],
                "state": {"phase": "playing", "game": {
                    "clock": {"black_ms": BANK_MS + 120_000}, "faults": {"white": 1, "black": 0},
                }},
            })),
        _ => panic!("no step understands \"{}\"", row.action),
    }
}

fn touched(row: &Row, rules: &RuleSet, script: Script) -> Script {
    let touch = |square: &str| json!({"type": "touch", "square": square});
    let is_touched = || granted("touched");
    let is_made = || granted(made(rules));
    let nothing = || json!({"events": []});
    match row.id.as_str() {
        "J02" => {
            script
                .now("white", touch("a1"), is_touched())
                .now("white", moved("e2e4"), is_made())
        }
        "J04" => {
            script
                .now("white", touch("d8"), is_touched())
                .now("white", moved("g1f3"), is_made())
        }
        "J05" => script
            .now("white", touch("e1"), is_touched())
            .now(
                "white",
                touch("h1"),
                json!({
                    "events": [{"type": "touched"}],
                    "state": {"game": {"due": {"moves": ["e1g1"], "article": "4.4.1"}}},
                }),
            )
            .now("white", moved("e1f1"), refused("4.4.1"))
            .now("white", moved("e1g1"), is_made()),
        "J06" => script
            .now("white", touch("h1"), is_touched())
            .now("white", touch("e1"), is_touched())
            .now("white", moved("e1g1"), refused("4.4.2"))
            .now("white", moved("h1g1"), is_made()),
        "J07" => script
            .now("white", touch("e1"), is_touched())
            .now("white", touch("h1"), is_touched())
            .now("white", moved("a1b1"), refused("4.4.3"))
            .now("white", moved("e1c1"), is_made()),
        "J08" => script
            .now("white", by_type("adjust"), granted("adjusting"))
            .now(
                "white",
                touch("g1"),
                json!({
                    "events": [], "state": {"game": {"due": null, "touched": []}},
                }),
            )
            .now("white", moved("e2e4"), is_made()),
        "J09" => script.now("black", by_type("adjust"), refused("4.2.1")),
        "J10" => script
            .now("white", touch("e4"), is_touched())
            .now("white", touch("d5"), is_touched())
            .now("white", moved("g1f3"), refused("4.3.3"))
            .now("white", moved("e4d5"), is_made()),
        "J13" => script
            .now("white", touch("g1"), nothing())
            .now("white", touch("e2"), nothing())
            .now("white", moved("e2e4"), is_made()),
        "J14" => script.now("white", moved("a7a8r"), is_made()).now(
            "white",
            json!({"type": "promote", "role": "queen"}),
            json!({
                "refused": {"article": "4.4.4"},
                "state": {"game": {"fen": "R3k3/8/8/8/8/8/8/4K3 b - - 0 1"}},
            }),
        ),
        "J16" => script.now("black", touch("b8"), is_touched()).now(
            "black",
            by_type("claim_fault"),
            refused("4.8"),
        ),
        _ => panic!("no step understands \"{}\"", row.action),
    }
}

/// K06: one script for each time control, and the class it belongs to.
fn classified(row: &Row) -> Vec<Script> {
    let (_, list) = row.action.split_once(' ').unwrap_or_default();
    let (classes, _) = row.expected.split_once(" (").unwrap_or_default();
    let each = list.split(", ").zip(classes.split(", ")).enumerate();
    each.map(|(index, (control, class))| {
        let (minutes, seconds) = control.split_once('+').expect("base + increment");
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let clock = json!({
            "type": "fischer",
            "bank_ms": number(minutes) * 60_000,
            "increment_ms": number(seconds) * 1000,
        });
        Script::new(&row.start, &row.moves)
            .suffix((index + 1).to_string())
            .clock(clock)
            .expect(json!({"state": {"speed": class}}))
    })
    .collect()
}

fn delay(bank_ms: u64, delay_ms: u64) -> Value {
    json!({"type": "delay", "bank_ms": bank_ms, "delay_ms": delay_ms})
}

fn presence(color: &str, present: bool) -> Value {
    json!({"type": "presence", "color": color, "present": present})
}

fn at_table(row: &Row, rules: &RuleSet, script: Script) -> Script {
    let wait = || by_type("wait");
    let live = || json!({"state": {"phase": "playing"}});
    let next_turn = |white_ms: u64| {
        json!({"events": [], "state": {"game": {"clock": {
            "white_ms": white_ms, "delay_left_ms": 10_000, "running": "white",
        }}}})
    };
    match row.id.as_str() {
        "K01" => script
            .clock(delay(60_000, 10_000))
            .line(
                8_000,
                "white",
                moved("e2e4"),
                json!({"events": [{"clock_ms": 60_000}]}),
            )
            .now("black", moved("e7e5"), next_turn(60_000)),
        "K02" => script
            .clock(delay(60_000, 10_000))
            .line(
                12_000,
                "white",
                moved("e2e4"),
                json!({"events": [{"clock_ms": 58_000}]}),
            )
            .now("black", moved("e7e5"), next_turn(58_000)),
        "K03" => script
            .clock(delay(2_000, 10_000))
            .line(11_999, "arbiter", wait(), live())
            .line(12_000, "arbiter", wait(), ended("0-1 time")),
        "K04" => added_before(rules, script),
        "K05" => next_stage(script),
        "K08" => script
            .now(
                "arbiter",
                presence("white", false),
                granted("presence_noted"),
            )
            .line(
                30_000,
                "arbiter",
                presence("white", true),
                granted("presence_noted"),
            )
            .now(
                "white",
                moved("g1f3"),
                json!({"events": [
                    {"type": "move_played", "spent_ms": 30_000, "clock_ms": BANK_MS - 30_000},
                ]}),
            ),
        "K09" => script
            .now(
                "arbiter",
                presence("black", false),
                granted("presence_noted"),
            )
            .line(
                59_000,
                "white",
                by_type("claim_away"),
                json!({
                    "refused": {"code": "away_too_short"}, "state": {"phase": "playing"},
                }),
            ),
        "K11" => Script {
            started: false,
            ..script
        }
        .line(
            5_000,
            "owner",
            by_type("start"),
            json!({
                "refused": {"code": "guest_not_ready"}, "state": {"phase": "waiting"},
            }),
        ),
        "K12" => Script {
            started: false,
            ..script
        }
        .line(
            5_000,
            "guest",
            json!({"type": "ready", "ready": true}),
            granted("ready_set"),
        )
        .line(
            10_000,
            "owner",
            by_type("start"),
            json!({
                "events": [{"type": "game_started"}],
                "state": {"game": {"clock": {"running": "white", "white_ms": BANK_MS}}},
            }),
        )
        .line(
            12_000,
            "white",
            moved("e2e4"),
            json!({"events": [{"spent_ms": 2_000}]}),
        ),
        "K13" => script
            .now(
                "guest",
                by_type("offer_rematch"),
                granted("rematch_offered"),
            )
            .now(
                "owner",
                by_type("offer_rematch"),
                json!({
                    "events": [{"type": "game_started", "number": 2, "white": "guest"}],
                    "state": {
                        "score": {"owner": 0.0, "guest": 1.0, "games": 1},
                        "settings": {"clock": {"type": "sudden_death", "bank_ms": BANK_MS}},
                    },
                }),
            ),
        "K14" => {
            let settings = json!({"rules": {"preset": "table"}});
            let act = json!({"type": "configure", "settings": settings});
            script.now("guest", act, json!({"refused": {"code": "owner_only"}}))
        }
        "K16" => script.now(
            "arbiter",
            json!({"type": "rule", "white": "0", "black": "0"}),
            json!({
                "events": [{"type": "game_ended", "termination": "ruling"}],
                "state": {"phase": "over", "result": "0-0"},
            }),
        ),
        "K17" => script.now(
            "arbiter",
            json!({
                "type": "rule", "white": "3/4", "black": "1/4",
            }),
            json!({"refused": {"article": "10.2"}, "state": {"phase": "playing"}}),
        ),
        // The rest of the row, ratings and mail, is the server's.
        "K18" => script.now("white", by_type("resign"), ended("0-1 resignation")),
        _ => panic!("no step understands \"{}\"", row.action),
    }
}

/// K04: 3:02 at the start, 2:57 after five seconds, 2:59 at the next turn.
fn added_before(rules: &RuleSet, script: Script) -> Script {
    let clock = json!({
        "type": "fischer", "bank_ms": 180_000, "increment_ms": 2_000, "added": "before_move",
    });
    let shows = |ms: u64| json!({"events": [], "state": {"game": {"clock": {"white_ms": ms}}}});
    let has_left = json!({"events": [{"clock_ms": 177_000}]});
    let script = script.clock(clock).expect(shows(182_000)).line(
        5_000,
        "white",
        moved("e2e4"),
        has_left.clone(),
    );
    if !has_press(rules) {
        return script.now("black", moved("e7e5"), shows(179_000));
    }
    script
        .now("white", by_type("press"), has_left)
        .now("black", moved("e7e5"), shows(177_000))
        .now("black", by_type("press"), shows(179_000))
}

/// K05: White has made 39 moves, and completes the fortieth with one second left.
fn next_stage(script: Script) -> Script {
    let clock = json!({"type": "stages", "stages": [
        {"moves": 40, "bank_ms": 5_400_000, "extra_ms": 0, "extra": "increment"},
        {"bank_ms": 1_800_000, "extra_ms": 0, "extra": "increment"},
    ]});
    // Knights go out and home; pawns in between keep positions from occurring a fifth time.
    let mut moves: Vec<String> = Vec::new();
    for file in 'a'..='f' {
        moves.extend([format!("{file}2{file}3"), format!("{file}7{file}6")]);
        for _ in 0..3 {
            moves.extend(["g1h3", "g8h6", "h3g1", "h6g8"].map(str::to_owned));
        }
    }
    moves.truncate(78);
    let script = Script {
        moves: moves.join(" "),
        ..script
    };
    let at = 5_399_000;
    let left = |ms: u64| json!({"events": [{"clock_ms": ms}]});
    script
        .clock(clock)
        .line(at, "white", moved("g2g4"), left(1_000))
        .now("white", by_type("press"), left(1_801_000))
}
