//! What a script expects of an answer, and where an answer is something else. Only what is named
//! is compared.

use serde::Deserialize;
use serde_json::Value;

/// The field `expect` of a line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expected {
    /// The answer is a refusal, with these fields; `true`: any.
    #[serde(default)]
    refused: Option<Value>,
    /// The answer is not a refusal, and these events are in it in this order. Others may stand
    /// before, between and after them.
    #[serde(default)]
    events: Option<Vec<Value>>,
    /// What a typed move was understood as.
    #[serde(default)]
    hint: Option<String>,
    /// How the table stands then.
    #[serde(default)]
    state: Option<Value>,
}

/// What came of a line.
pub(super) struct Answered<'a> {
    /// The refusal, if it was one.
    pub(super) refused: Option<&'a Value>,
    /// The events, none if it was refused.
    pub(super) events: &'a [Value],
    pub(super) hint: Option<&'a str>,
}

impl Expected {
    /// Where the answer is not as expected, in a sentence without its stop.
    pub(super) fn difference(
        &self,
        answered: &Answered<'_>,
        state: impl FnOnce() -> Value,
    ) -> Option<String> {
        self.of_refusal(answered)
            .or_else(|| self.of_events(answered))
            .or_else(|| {
                let expected = self.hint.as_deref()?;
                let found = answered.hint.unwrap_or("no hint");
                (expected != found).then(|| format!("hint: expected {expected:?}, found {found:?}"))
            })
            .or_else(|| {
                let expected = self.state.as_ref()?;
                compare("state", expected, &state())
            })
    }

    fn of_refusal(&self, answered: &Answered<'_>) -> Option<String> {
        match (&self.refused, answered.refused) {
            (Some(_), None) => Some("expected a refusal, and it was granted".to_owned()),
            (Some(Value::Bool(true)), Some(_)) | (None, None) => None,
            (Some(expected), Some(found)) => compare("refused", expected, found),
            (None, Some(found)) => Some(format!(
                "expected no refusal, and found {}",
                found.get("code").unwrap_or(found)
            )),
        }
    }

    fn of_events(&self, answered: &Answered<'_>) -> Option<String> {
        let mut rest = answered.events.iter();
        for expected in self.events.iter().flatten() {
            let is_it = |found: &&Value| compare("", expected, found).is_none();
            if rest.by_ref().find(is_it).is_none() {
                let same_type = |found: &&Value| found.get("type") == expected.get("type");
                let nearest = answered.events.iter().find(same_type);
                return nearest
                    .and_then(|found| compare("event", expected, found))
                    .or_else(|| Some(format!("expected the event {expected}")));
            }
        }
        None
    }
}

/// Compares what is named in `expected`: objects by the fields they name, lists one by one, all
/// else exactly. A field that is expected to be null may be missing.
fn compare(place: &str, expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Object(fields), Value::Object(there)) => fields.iter().find_map(|(name, value)| {
            let found = there.get(name).unwrap_or(&Value::Null);
            compare(&format!("{place}.{name}"), value, found)
        }),
        (Value::Array(each), Value::Array(there)) if each.len() == there.len() => {
            let pairs = each.iter().zip(there).enumerate();
            pairs.into_iter().find_map(|(index, (expected, found))| {
                compare(&format!("{place}[{index}]"), expected, found)
            })
        }
        (expected, found) if expected == found => None,
        _ => Some(format!(
            "{}: expected {expected}, found {found}",
            place.trim_start_matches('.')
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn difference(expected: Value, refused: Option<Value>, events: &[Value]) -> Option<String> {
        let expected: Expected = serde_json::from_value(expected).unwrap();
        let answered = Answered {
            refused: refused.as_ref(),
            events,
            hint: None,
        };
        expected.difference(&answered, || json!({"phase": "over", "list": [1, 2]}))
    }

    #[test]
    fn only_what_is_named_is_compared() {
        let events = [
            json!({"type": "move_played", "uci": "e2e4", "san": "e4"}),
            json!({"type": "game_ended"}),
        ];
        let none = |expected| assert_eq!(difference(expected, None, &events), None);
        none(json!({}));
        none(json!({"events": []}));
        none(json!({"events": [{"type": "move_played", "san": "e4"}]}));
        none(json!({"events": [{"type": "game_ended", "by": null}]}));
        none(json!({"state": {"phase": "over", "list": [1, 2]}}));
    }

    #[test]
    fn what_differs_is_named_with_its_place() {
        let events = [
            json!({"type": "move_played", "uci": "e2e4"}),
            json!({"type": "game_ended"}),
        ];
        let told = |expected, refused| difference(expected, refused, &events).unwrap();
        assert_eq!(
            told(
                json!({"events": [{"type": "move_played", "uci": "d2d4"}]}),
                None
            ),
            r#"event.uci: expected "d2d4", found "e2e4""#
        );
        let backward = json!({"events": [{"type": "game_ended"}, {"type": "move_played"}]});
        assert_eq!(
            told(backward, None),
            r#"expected the event {"type":"move_played"}"#
        );
        assert_eq!(
            told(json!({"state": {"list": [1]}}), None),
            "state.list: expected [1], found [1,2]"
        );
        assert_eq!(
            told(json!({"refused": true}), None),
            "expected a refusal, and it was granted"
        );
        let refused = Some(json!({"code": "game_over"}));
        assert_eq!(
            told(json!({"events": []}), refused.clone()),
            r#"expected no refusal, and found "game_over""#
        );
        assert_eq!(
            told(json!({"refused": {"code": "no_game"}}), refused),
            r#"refused.code: expected "no_game", found "game_over""#
        );
    }
}
