//! The words that stand for chess in JSON (feature `serde`).

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_rules::{Color, Outcome, Role, Square};

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).expect("JSON"), json);
    assert_eq!(serde_json::from_str::<T>(json).expect("the value"), value);
}

#[test]
fn words() {
    check(Color::White, "\"white\"");
    check(Role::Queen, "\"queen\"");
    check(Square::E4, "\"e4\"");
    check(
        Outcome::Win(Color::Black),
        r#"{"type":"win","color":"black"}"#,
    );
    check(Outcome::Draw, r#"{"type":"draw"}"#);
    assert!(serde_json::from_str::<Square>("\"i9\"").is_err());
}
