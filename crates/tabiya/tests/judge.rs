//! `tabiya judge` through the real binary: the scripts of all rows of the table of cases, what is
//! printed, and what is said of scripts that cannot be read.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod chess;

use std::path::{Path, PathBuf};

use chess::{Answer, run, run_with_input};
use serde_json::{Value, json};

fn judge(script: &str) -> Answer {
    run_with_input(&["judge", "--json", "-"], script.as_bytes())
}

/// The answers to the lines, and the state at the end.
fn answers(script: &str) -> (Vec<Value>, Value) {
    let mut answers = judge(script).accepted().json_lines();
    let end = answers.pop().unwrap();
    (answers, end["state"].clone())
}

#[test]
fn every_row_of_the_table_of_cases_is_judged_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/laws/scripts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() > 180, "{} scripts", files.len());
    let mut arguments = vec!["judge", "--check", "--json"];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    let answers = run(&arguments).accepted().json_lines();
    let [counts] = &answers[..] else {
        panic!("{answers:?}");
    };
    assert_eq!(
        (&counts["unexpected"], &counts["unreadable"]),
        (&json!(0), &json!(0))
    );
    // Each is judged once under every rule set that it names.
    assert!(counts["scripts"].as_u64().unwrap() > 700, "{counts}");
    assert!(counts["expectations"].as_u64() > counts["scripts"].as_u64());
}

#[test]
fn each_line_is_answered_and_the_state_comes_last() {
    let (answers, state) = answers(
        r#"{"rules":"fide-online","clock":{"type":"sudden_death","bank_ms":60000},"moves":"f2f3 e7e5"}

{"at":1500,"by":"white","do":{"type":"move","uci":"g2g5"}}
{"at":2000,"by":"white","do":{"type":"move","uci":"g2g4"}}
{"at":2500,"by":"black","do":{"type":"typed","text":"Qh4"},"lag_ms":20}
"#,
    );
    assert_eq!(answers.len(), 4);
    assert_eq!(
        (&answers[0]["line"], &answers[0]["rules"]),
        (&json!(1), &json!("fide-online"))
    );
    let types = |answer: &Value| -> Vec<String> {
        let events = answer["events"].as_array().unwrap().iter();
        events
            .map(|event| event["type"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(types(&answers[0]).ends_with(&["move_played".to_owned(), "move_played".to_owned()]));
    let refused = &answers[1];
    assert_eq!(
        (&refused["line"], &refused["at"], &refused["by"]),
        (&json!(3), &json!(1500), &json!("white"))
    );
    assert_eq!(refused["refused"]["article"], "3.7");
    assert_eq!(types(&answers[2]), ["move_played"]);
    assert_eq!(types(&answers[3]), ["move_played", "game_ended"]);
    assert_eq!(
        (&state["result"], &state["at"]),
        (&json!("0-1"), &json!(2500))
    );
    assert_eq!(state["legal"], json!([]));
    assert_eq!(state["moves"].as_array().unwrap().len(), 4);
}

#[test]
fn flags_fall_between_the_lines_at_their_millisecond() {
    let (answers, state) = answers(
        r#"{"rules":"fide-online","clock":{"type":"delay","bank_ms":2000,"delay_ms":10000}}
{"at":20000,"by":"white","do":{"type":"move","uci":"e2e4"}}"#,
    );
    let fallen = &answers[1];
    assert_eq!(
        (&fallen["at"], &fallen["by"]),
        (&json!(12_000), &json!("table"))
    );
    assert_eq!(fallen["events"][0]["termination"], "time_forfeit");
    assert_eq!(answers[2]["refused"]["code"], "game_over");
    assert_eq!(state["result"], "0-1");
}

#[test]
fn a_dead_position_that_no_glance_sees_ends_the_game() {
    let wall = r#"{"rules":"fide-online","start":"7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1"}"#;
    let (_, state) = answers(wall);
    assert_eq!(state["game"]["ending"]["termination"], "dead_position");
}

#[test]
fn a_script_is_judged_under_each_of_its_rule_sets() {
    let lines = judge(r#"{"rules":["table",{"preset":"basic","switches":{"moves_auto":75}}]}"#);
    let lines = lines.accepted().json_lines();
    let rules: Vec<&Value> = lines.iter().filter_map(|line| line.get("rules")).collect();
    assert_eq!(rules, ["table", "basic moves_auto=75"]);
}

#[test]
fn a_table_before_the_start_can_be_scripted() {
    let (answers, state) = answers(
        r#"{"rules":"fide-online","started":false}
{"at":0,"by":"owner","do":{"type":"start"}}
{"at":0,"by":"guest","do":{"type":"ready","ready":true}}
{"at":3000,"do":{"type":"presence","color":"black","present":false}}
{"at":5000,"by":"owner","do":{"type":"start"}}
{"at":6000,"do":{"type":"wait"}}"#,
    );
    assert_eq!(answers[1]["refused"]["code"], "guest_not_ready");
    assert_eq!(answers[4]["events"][0]["type"], "game_started");
    assert_eq!(state["seats"]["guest"]["present"], false);
    assert_eq!(state["game"]["clock"]["at"], 5000);
}

#[test]
fn what_is_not_as_expected_is_named_and_ends_with_one() {
    let script = r#"{"rules":"fide-online"}
{"at":0,"by":"white","do":{"type":"move","uci":"e2e4"},"expect":{"events":[{"san":"e3"}]}}
{"at":0,"by":"black","do":{"type":"move","uci":"e2e4"},"expect":{"events":[]}}
{"at":0,"by":"black","do":{"type":"resign"},"expect":{"state":{"result":"1-0"}}}"#;
    let answer = judge(script).refused();
    let lines = answer.json_lines();
    let told: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["unexpected"].as_str())
        .collect();
    assert_eq!(
        told,
        [
            r#"expected the event {"san":"e3"}"#,
            r#"expected no refusal, and found "empty_square""#,
        ]
    );
    let text = run_with_input(&["judge", "--check", "-"], script.as_bytes()).refused();
    assert!(
        text.complaint.contains("-: line 2: expected the event"),
        "{text:?}"
    );
    assert_eq!(
        text.text,
        "scripts 1, expectations 3, not as expected 2, not readable 0\n"
    );
}

#[test]
fn a_table_that_cannot_be_set_up_is_refused() {
    let check = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
    let answer = judge(&format!(r#"{{"rules":"basic","start":"{check}"}}"#)).refused();
    assert_eq!(answer.json()["refused"]["article"], "3.10.3");
    let expected = r#""expect":{"refused":{"article":"3.10.3"}}"#;
    judge(&format!(
        r#"{{"rules":"basic","start":"{check}",{expected}}}"#
    ))
    .accepted();
    let answer = judge(r#"{"rules":"basic","moves":"e2e4 e2e4"}"#).refused();
    assert!(answer.json_lines()[0]["unexpected"].is_string());
}

#[test]
fn a_bad_line_is_told_with_its_place_and_nothing_is_judged() {
    const HEAD: &str = r#"{"rules":"basic"}"#;
    let bad: [(&str, &str); 16] = [
        (
            "",
            "line 1: there is no script; expected a first line such as",
        ),
        ("\n\n", "line 1: there is no script"),
        ("rules", "line 1, column 1: expected value"),
        ("[]", "line 1: expected a first line such as"),
        (
            r#"{"rule":"basic"}"#,
            "line 1, column 7: unknown field `rule`",
        ),
        (
            r#"{"rules":"chess"}"#,
            r#"line 1: "rules": There is no rule set "chess"; there are: "#,
        ),
        (
            r#"{"rules":"basic touch=1"}"#,
            r#"line 1: "rules": There is no switch "touch""#,
        ),
        (
            r#"{"rules":7}"#,
            r#"line 1: "rules": expected a text such as"#,
        ),
        (
            r#"{"rules":"basic","start":4}"#,
            r#"line 1: "start": expected "startpos", a FEN"#,
        ),
        (
            "HEAD\n{\"at\":0",
            "line 2, column 7: EOF while parsing an object",
        ),
        (
            "HEAD\n\n{\"at\":-1,\"do\":{\"type\":\"wait\"}}",
            "line 3, column 8: invalid value: integer `-1`, expected u64",
        ),
        (
            "HEAD\n{\"at\":0,\"by\":\"red\",\"do\":{\"type\":\"wait\"}}",
            "line 2, column 18: unknown variant `red`",
        ),
        (
            "HEAD\n{\"at\":0,\"do\":{\"type\":\"resign\"}}",
            "line 2: \"by\" is missing: white, black, arbiter",
        ),
        (
            "HEAD\n{\"at\":0,\"by\":\"white\",\"do\":{\"type\":\"fly\"}}",
            "line 2: \"do\": unknown variant `fly`",
        ),
        (
            "HEAD\n{\"at\":0,\"by\":\"white\",\"do\":\"resign\"}",
            "line 2: \"do\": expected a command such as",
        ),
        (
            "HEAD\n{\"at\":5,\"do\":{\"type\":\"wait\"}}\n{\"at\":4,\"do\":{\"type\":\"wait\"}}",
            "line 3: time does not go backward: \"at\" is 4, and was 5 in line 2",
        ),
    ];
    for (script, complaint) in bad {
        let script = script.replace("HEAD", HEAD);
        let answer = run_with_input(&["judge", "-"], script.as_bytes()).refused();
        assert_eq!(answer.text, "", "{script}");
        let expected = format!("tabiya: -: {complaint}");
        assert!(
            answer.complaint.starts_with(&expected),
            "{answer:?}\n{expected}"
        );
        assert_eq!(answer.complaint.lines().count(), 1);
        let answer = judge(&script).refused().json();
        assert_eq!(answer["ok"], false);
        assert!(answer["line"].as_u64().unwrap() >= 1);
    }
    let not_text = run_with_input(&["judge", "-"], b"{\"rules\":\"basic\"}\n\xff").refused();
    assert!(
        not_text
            .complaint
            .contains("line 2, column 1: the text is not in UTF-8")
    );
    assert_eq!(run(&["judge"]).code, 2);
    assert_eq!(run(&["judge", "/there/is/no/such/file"]).code, 2);
}

#[test]
fn a_typed_move_meets_the_table_before_its_reader() {
    let (told, _) = answers(
        r#"{"rules":"fide-online","moves":"f2f3"}

{"at":1000,"by":"white","do":{"type":"typed","text":"e4"}}
{"at":2000,"by":"black","do":{"type":"typed","text":"e5"}}
{"at":3000,"by":"white","do":{"type":"typed","text":"g4"}}
{"at":4000,"by":"black","do":{"type":"typed","text":"Qh4"}}
{"at":5000,"by":"white","do":{"type":"typed","text":"e4"}}
"#,
    );
    assert_eq!(told[1]["refused"]["code"], "not_your_turn", "{}", told[1]);
    assert_eq!(told[5]["refused"]["code"], "game_over", "{}", told[5]);
}

#[test]
fn a_pawn_that_stands_without_a_piece_is_not_called_a_queen() {
    let (told, _) = answers(
        r#"{"rules":"fide-standard","start":"8/1P2k3/8/8/8/8/8/4K3 w - - 0 1"}

{"at":1000,"by":"white","do":{"type":"typed","text":"b8"}}
"#,
    );
    assert_eq!(told[1]["events"][0]["type"], "illegal_made", "{}", told[1]);
    assert_eq!(told[1]["hint"], json!(null));
}

#[test]
fn people_read_it_too() {
    let script = r#"{"rules":"fide-blitz","moves":"e2e4 e7e5"}
{"at":61000,"by":"white","do":{"type":"press"}}
{"at":62000,"by":"spectator","do":{"type":"resign"}}"#;
    let text = run_with_input(&["judge", "-"], script.as_bytes())
        .accepted()
        .text;
    for part in [
        "0:00.000  fide-blitz\n",
        "1:01.000  White: press\n    irregularity: ",
        "penalty 1:00.000",
        "1:02.000  a spectator: resign\n    refused: You are watching; only the two players can do that.\n",
        "\n{\"state\":{",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
