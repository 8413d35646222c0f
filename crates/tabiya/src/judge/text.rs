//! Answers of `tabiya judge` for people. Events are told by their names and fields, so that no
//! event is ever left out.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::script::{Act, Line};
use super::sitting::Answer;
use crate::output::{BAD, DIM, NAME, Output};

/// Who wants what, and when.
pub(super) fn tell_line(out: &mut Output, line: &Line) -> io::Result<()> {
    let wish = match &line.act {
        Act::Wait => "waits".to_owned(),
        Act::Presence { color, present } => {
            let (color, what) = (
                color.to_string(),
                if *present { "is here" } else { "is away" },
            );
            format!("says: {color} {what}")
        }
        Act::Typed { text } => format!("types {text}"),
        Act::Command(command) => {
            let wish = serde_json::to_value(command).unwrap_or_default();
            told(&wish)
        }
    };
    let (at, by) = (time(line.at), line.by);
    writeln!(out, "{NAME}{at}{NAME:#}  {by}: {wish}")
}

/// What came of it.
pub(super) fn tell_answer(
    out: &mut Output,
    by: &str,
    rules: Option<&str>,
    answer: &Answer,
) -> io::Result<()> {
    if let Some(rules) = rules {
        writeln!(out, "{NAME}{}{NAME:#}  {rules}", time(answer.at))?;
    } else if by == super::TABLE {
        writeln!(out, "{NAME}{}{NAME:#}  the table", time(answer.at))?;
    }
    if let Some(refused) = &answer.refused {
        let field = |name: &str| refused.get(name).and_then(Value::as_str);
        let message = field("message").unwrap_or_default();
        let law = field("article").map_or_else(String::new, |law| format!(" (Laws, {law})"));
        writeln!(out, "    {BAD}refused{BAD:#}: {message}{law}")?;
    }
    for event in answer.shown() {
        writeln!(out, "    {}", told(&event))?;
    }
    if let Some(hint) = &answer.hint {
        writeln!(out, "    {DIM}{hint}{DIM:#}")?;
    }
    Ok(())
}

/// `move played: ply 1, uci e2e4, san e4, spent 0:05.000, clock 9:55.000`
fn told(value: &Value) -> String {
    let Some(fields) = value.as_object() else {
        return value.to_string();
    };
    let kind = fields.get("type").and_then(Value::as_str);
    let kind = kind.unwrap_or_default().replace('_', " ");
    let fields = told_fields(fields);
    if fields.is_empty() {
        kind
    } else {
        format!("{kind}: {fields}")
    }
}

fn told_fields(fields: &Map<String, Value>) -> String {
    let told = fields.iter().filter_map(|(name, value)| {
        // Lines that could have mated are for programs: they are long, and in the JSON.
        let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        if name == "type" || name == "prospects" || is_empty {
            return None;
        }
        if let (Some(name), Some(ms)) = (name.strip_suffix("_ms"), value.as_u64()) {
            return Some(format!("{name} {}", time(ms)));
        }
        Some(format!("{} {}", name.replace('_', " "), plain(value)))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// A value without the marks of JSON: of objects and lists what is in them.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(each) => each.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => fields.values().map(plain).collect::<Vec<_>>().join(" "),
        value => value.to_string(),
    }
}

/// `1:02:03.004`, without hours where there are none.
fn time(ms: u64) -> String {
    let (hours, minutes) = (ms / 3_600_000, ms / 60_000 % 60);
    let (seconds, ms) = (ms / 1000 % 60, ms % 1000);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}.{ms:03}")
    } else {
        format!("{minutes}:{seconds:02}.{ms:03}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_is_told_with_all_its_fields() {
        let event = json!({"type": "move_played", "uci": "e2e4", "spent_ms": 5_000, "by": null});
        assert_eq!(told(&event), "move played: spent 0:05.000, uci e2e4");
        assert_eq!(told(&json!({"type": "resumed"})), "resumed");
        let ended = json!({"type": "game_ended", "outcome": {"color": "white", "type": "win"}});
        assert_eq!(told(&ended), "game ended: outcome white win");
    }

    #[test]
    fn long_times_have_hours() {
        assert_eq!(time(0), "0:00.000");
        assert_eq!(time(754_321), "12:34.321");
        assert_eq!(time(3_661_001), "1:01:01.001");
    }
}
