//! The nine rule sets and their switches: what each preset is set to, and how rule sets are written
//! and read, as text and as JSON.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail where it stands"
)]

mod common;
#[path = "common/stream.rs"]
mod stream;

use serde_json::{from_value, json, to_value};
use tabiya_arbiter::{DeadRule, Preset, RuleSet, RuleSetError, Settings, Speed, SwitchValue};

/// Every switch in every preset: one line for each switch, one column for each preset.
const TABLE: &str = "
                         fide-standard fide-rapid  fide-blitz  fide-online claims      table       basic       letter      studio
repetition_claim         3             3           3           none        3           none        none        none        none
repetition_auto          5             5           5           3           5           3           3           3           3
moves_claim              50            50          50          none        50          none        none        none        none
moves_auto               75            75          75          50          75          50          50          50          50
claim_by                 mover         mover       mover       mover       either      mover       mover       mover       mover
intended_claims          true          true        true        true        false       true        true        true        true
wrong_claim_ms           120000        60000       60000       0           0           0           0           0           0
dead                     full          full        full        full        full        material    material    material    material
flag_exception           unwinnable    unwinnable  unwinnable  unwinnable  unwinnable  lone_king   unwinnable  unwinnable  unwinnable
resign_when              any           any         any         any         any         any         any         own_turn    any
resign_confirm           none          none        none        dialog      dialog      two_press   dialog      dialog      dialog
resign_exception         unwinnable    unwinnable  unwinnable  none        none        none        none        none        none
offers                   true          true        true        true        true        true        true        true        true
offer_min_plies          2             2           2           2           0           0           0           0           0
offers_per_move          none          none        none        1           none        1           none        none        1
offer_declined_by_move   true          true        true        true        true        true        true        true        true
offer_timeout_ms         none          none        none        none        none        none        none        604800000   none
touch_move               true          true        true        false       false       false       false       false       false
illegal                  penalise      penalise    penalise    reject      reject      reject      reject      reject      reject
illegal_penalty_ms       120000        60000       60000       60000       60000       60000       60000       60000       60000
completion               on_press      on_press    on_press    on_release  on_release  on_release  on_release  on_submit   on_release
promotion                ask           ask         ask         ask         ask         ask         ask         queen_if_unnamed ask
start                    scheduled     scheduled   scheduled   scheduled   on_first_move on_start_command on_start_command on_start_command on_first_move
first_move_limit_ms      none          none        none        none        none        none        none        none        none
lag_compensation         false         false       false       false       false       false       false       false       false
give_time                false         false       false       false       false       false       false       false       false
pause_when_hidden        false         false       false       false       false       false       false       false       false
away_claim_after_ms      none          none        none        60000       none        60000       none        none        none
away_result              as_flag       as_flag     as_flag     as_flag     as_flag     as_flag     as_flag     as_flag     as_flag
takeback                 off           off         off         off         off         off         off         off         off
premove                  false         false       false       true        false       false       false       false       false
claim_hints              false         false       false       true        true        true        true        true        true
rating                   event         event       event       event       none        none        none        elo         none
score                    true          true        true        true        false       true        false       false       false
notify                   none          none        none        none        none        none        none        email       none
input                    board_and_typed board_and_typed board_and_typed board_and_typed board   board       board       board_and_typed board
";

#[test]
fn every_preset_is_set_as_the_table_says() {
    let mut lines = TABLE.lines().filter(|line| !line.is_empty());
    let presets: Vec<_> = lines.next().expect("names").split_whitespace().collect();
    assert_eq!(presets, Preset::ALL.map(Preset::name));
    let table: Vec<Vec<_>> = lines
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(table.len(), RuleSet::SWITCHES);
    for (column, preset) in Preset::ALL.into_iter().enumerate() {
        let found = RuleSet::preset(preset)
            .switches()
            .map(|(name, value)| (name, value.to_string()));
        for ((name, value), line) in found.iter().zip(&table) {
            assert_eq!(
                (*name, value.as_str()),
                (line[0], line[column + 1]),
                "{preset}"
            );
        }
    }
}

#[test]
fn the_usual_clock_of_every_preset_is_one_that_can_be_played() {
    for preset in Preset::ALL {
        let settings = Settings {
            rules: RuleSet::preset(preset),
            clock: preset.usual_clock(),
            ..Settings::default()
        };
        assert_eq!(settings.check(), Ok(()), "{preset}");
    }
    // A.1, B.1: what the three boards are called follows from their clocks.
    let speeds = [Preset::FideStandard, Preset::FideRapid, Preset::FideBlitz]
        .map(|preset| Speed::of(&preset.usual_clock()));
    let expected = [Speed::Standard, Speed::Rapid, Speed::Blitz].map(Some);
    assert_eq!(speeds, expected);
    assert_eq!(Preset::FideOnline.usual_clock(), Settings::default().clock);
}

#[test]
fn every_value_of_every_switch_is_written_and_read_back() {
    for preset in Preset::ALL {
        assert_eq!(preset.name().parse(), Ok(RuleSet::preset(preset)));
        for (switch, preset_value) in RuleSet::preset(preset).switches() {
            let values = stream::values_of(switch);
            assert!(values.len() > 1, "{switch} can be {values:?}");
            assert!(values.contains(&preset_value));
            for value in values {
                let mut rules = RuleSet::preset(preset);
                rules.set(switch, &value).expect("it can have this value");
                let text = if value == preset_value {
                    preset.name().to_owned()
                } else {
                    format!("{preset} {switch}={value}")
                };
                assert_eq!(rules.to_string(), text);
                assert_eq!(text.parse(), Ok(rules));
                let json = to_value(rules).expect("JSON");
                assert_eq!(from_value::<RuleSet>(json).expect("a rule set"), rules);
                assert_eq!(rules.check(), Ok(()));
            }
        }
    }
}

#[test]
fn in_json_switches_are_words_numbers_flags_and_null() {
    let rules = json!({"preset": "table", "switches": {
        "repetition_claim": 3, "repetition_auto": 5, "moves_auto": 75, "dead": "full",
        "flag_exception": "unwinnable", "resign_exception": "unwinnable", "resign_confirm": null,
        "offer_min_plies": 4, "offers_per_move": null, "offer_timeout_ms": 1000,
        "takeback": "by_agreement", "away_claim_after_ms": null, "touch_move": true
    }});
    let settings: Settings = from_value(json!({"rules": rules})).expect("settings");
    assert_eq!(to_value(settings).expect("JSON")["rules"], rules);
}

#[test]
fn a_value_that_a_switch_cannot_have_is_refused_in_one_sentence() {
    let refused = |text: &str| text.parse::<RuleSet>().expect_err("refused").to_string();
    for (switches, sentence) in [
        (
            "moves_auto=60",
            "The switch \"moves_auto\" cannot be \"60\"; it can be 50 or 75.",
        ),
        (
            "repetition_claim=5",
            "The switch \"repetition_claim\" cannot be \"5\"; it can be none or 3.",
        ),
        (
            "dead=none",
            "The switch \"dead\" cannot be \"none\"; it can be material, fast or full.",
        ),
        (
            "offers=1",
            "The switch \"offers\" cannot be \"1\"; it can be true or false.",
        ),
        (
            "offer_min_plies=201",
            "The switch \"offer_min_plies\" cannot be \"201\"; it can be 0 to 200.",
        ),
        (
            "offers_per_move=0",
            "The switch \"offers_per_move\" cannot be \"0\"; it can be none or 1 to 10.",
        ),
        (
            "illegal_penalty_ms=none",
            "The switch \"illegal_penalty_ms\" cannot be \"none\"; it can be 0 to 600000.",
        ),
        (
            "offer_timeout_ms=2592000001",
            "The switch \"offer_timeout_ms\" cannot be \"2592000001\"; it can be none or 1000 \
             to 2592000000.",
        ),
        (
            "first_move_limit_ms=999",
            "The switch \"first_move_limit_ms\" cannot be \"999\"; it can be none or 1000 to \
             86400000.",
        ),
        (
            "touch_move",
            "\"touch_move\" is not a switch; write name=value.",
        ),
    ] {
        assert_eq!(refused(&format!("studio {switches}")), sentence);
    }
    assert_eq!(refused(""), "A rule set begins with the name of a preset.");
    assert!(refused("studio magic=1").starts_with(
        "There is no switch \"magic\"; there are: repetition_claim, repetition_auto, "
    ));
}

#[test]
fn rule_sets_made_field_by_field_are_checked() {
    let rules = RuleSet {
        wrong_claim_ms: 600_001,
        ..RuleSet::preset(Preset::Claims)
    };
    let Err(RuleSetError::BadValue { switch, .. }) = rules.check() else {
        panic!("the penalty is too long");
    };
    assert_eq!(switch, "wrong_claim_ms");
}

/// Logs that were written when there were fewer switches.
#[test]
fn rule_sets_of_older_logs_are_read() {
    let read = |json| from_value::<RuleSet>(json).expect("a rule set");
    let rules = read(json!({"preset": "fide-online", "switches": {"takeback": "by_agreement"}}));
    assert_eq!(rules.to_string(), "fide-online takeback=by_agreement");
    let rules = read(json!({"preset": "table"}));
    assert_eq!(rules, RuleSet::preset(Preset::Table));
    let mut other = rules;
    other
        .set("dead", &SwitchValue::Word("full".to_owned()))
        .expect("a value of this switch");
    assert_eq!(other.dead, DeadRule::Full);
    assert_ne!(other, rules);
}
