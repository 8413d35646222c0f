//! A row under some rule sets as a script: what `tabiya judge` reads, and what the table of this
//! crate is asked in `play.rs`.

use serde_json::{Map, Value, json};
use tabiya_arbiter::RuleSet;

/// One line of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub at: u64,
    pub by: &'static str,
    pub act: Value,
    pub expect: Value,
}

/// A script but for its rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// What tells scripts of one row apart.
    pub suffix: String,
    pub clock: Value,
    pub start: String,
    pub moves: String,
    pub started: bool,
    /// Of the head.
    pub expect: Value,
    pub lines: Vec<Line>,
}

impl Script {
    /// A game with ten minutes for each side, nothing asked yet.
    pub fn new(start: &str, moves: &str) -> Self {
        Self {
            suffix: String::new(),
            clock: json!({"type": "sudden_death", "bank_ms": 600_000}),
            start: start.to_owned(),
            moves: moves.to_owned(),
            started: true,
            expect: Value::Null,
            lines: Vec::new(),
        }
    }

    pub fn line(mut self, at: u64, by: &'static str, act: Value, expect: Value) -> Self {
        self.lines.push(Line {
            at,
            by,
            act,
            expect,
        });
        self
    }

    /// At once.
    pub fn now(self, by: &'static str, act: Value, expect: Value) -> Self {
        let at = self.lines.last().map_or(0, |line| line.at);
        self.line(at, by, act, expect)
    }

    pub fn clock(self, clock: Value) -> Self {
        Self { clock, ..self }
    }

    pub fn expect(self, expect: Value) -> Self {
        Self { expect, ..self }
    }

    pub fn suffix(self, suffix: impl Into<String>) -> Self {
        Self {
            suffix: suffix.into(),
            ..self
        }
    }

    /// The text that `tabiya judge` reads.
    pub fn text(&self, about: &str, rules: &[RuleSet]) -> String {
        let rules: Vec<Value> = rules.iter().map(|rules| json!(rules.to_string())).collect();
        let mut head = Map::new();
        let mut put = |name: &str, value: Value| head.insert(name.to_owned(), value);
        put("about", json!(about));
        put(
            "rules",
            match &rules[..] {
                [one] => one.clone(),
                _ => json!(rules),
            },
        );
        put("clock", self.clock.clone());
        put("start", json!(self.start));
        if !self.moves.is_empty() {
            put("moves", json!(self.moves));
        }
        if !self.started {
            put("started", json!(false));
        }
        if !self.expect.is_null() {
            put("expect", self.expect.clone());
        }
        let mut text = format!("{}\n", Value::Object(head));
        for line in &self.lines {
            let mut shown = json!({"at": line.at, "by": line.by, "do": line.act});
            if !line.expect.is_null() {
                shown["expect"] = line.expect.clone();
            }
            text.push_str(&format!("{shown}\n"));
        }
        text
    }
}
