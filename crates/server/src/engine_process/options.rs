//! The options that an engine offers: how it announces them, and which values each can have. Not
//! here: which of them are set.

use std::fmt;

use thiserror::Error;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name; large and small letters are the same.
    pub name: String,
    /// Which values it can have.
    pub kind: OptionKind,
}

/// Which values an option can have, and which it has before it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Before it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Before it is set.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Before it is set.
        default: String,
        /// All of them.
        values: Vec<String>,
    },
    /// Nothing to set, but to press.
    Button,
    /// Any text.
    Text {
        /// Before it is set.
        default: String,
    },
}

/// An option cannot have this value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the option “{option}” cannot be “{value}”; it can be {allowed}")]
pub struct BadValue {
    /// The option.
    pub option: String,
    /// The value.
    pub value: String,
    /// What is allowed, in words.
    pub allowed: String,
}

impl EngineOption {
    /// Reads what stands behind the word `option`. `None` where it announces nothing that could be
    /// set: engines write what they will.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim().strip_prefix("name ")?;
        let (name, rest) = text.split_once(" type ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (kind, words) = words.split_first()?;
        // What stands behind a keyword, up to the next one.
        let value_of = |keyword: &str| {
            let begins = words.iter().position(|word| *word == keyword)?;
            let behind = words.iter().skip(begins + 1);
            let value: Vec<&str> = behind
                .take_while(|word| !["default", "min", "max", "var"].contains(word))
                .copied()
                .collect();
            Some(value.join(" "))
        };
        let number = |keyword| value_of(keyword)?.parse::<i64>().ok();
        let kind = match *kind {
            "check" => OptionKind::Check {
                default: value_of("default").as_deref() == Some("true"),
            },
            "spin" => {
                let min = number("min").unwrap_or(i64::MIN);
                let max = number("max").unwrap_or(i64::MAX);
                OptionKind::Spin {
                    default: number("default").unwrap_or(min),
                    min,
                    max,
                }
            }
            "combo" => {
                let behind = rest.split(" var ").skip(1);
                let values: Vec<String> = behind
                    .map(|value| value.split(" default ").next().unwrap_or(value))
                    .map(|value| value.trim().to_owned())
                    .collect();
                OptionKind::Combo {
                    default: value_of("default").unwrap_or_default(),
                    values,
                }
            }
            "button" => OptionKind::Button,
            "string" => {
                let default = rest.split_once("default").map_or("", |(_, text)| text);
                let default = default.trim();
                OptionKind::Text {
                    default: if default == "<empty>" { "" } else { default }.to_owned(),
                }
            }
            _ => return None,
        };
        Some(Self {
            name: name.trim().to_owned(),
            kind,
        })
    }

    /// The value as the engine is told it.
    ///
    /// # Errors
    ///
    /// The option cannot have this value.
    pub fn check(&self, value: &str) -> Result<String, BadValue> {
        let value = value.trim();
        let fitting = match &self.kind {
            OptionKind::Check { .. } => {
                let words = ["true", "false"];
                let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
                found.map(|word| (*word).to_owned())
            }
            OptionKind::Spin { min, max, .. } => {
                let number = value.parse::<i64>().ok();
                let number = number.filter(|number| (min..=max).contains(&number));
                number.map(|number| number.to_string())
            }
            OptionKind::Combo { values, .. } => {
                let mut values = values.iter();
                values.find(|one| one.eq_ignore_ascii_case(value)).cloned()
            }
            OptionKind::Button => value.is_empty().then(String::new),
            // A line break would be a command of its own.
            OptionKind::Text { .. } => {
                (!value.contains(char::is_control)).then(|| value.to_owned())
            }
        };
        fitting.ok_or_else(|| BadValue {
            option: self.name.clone(),
            value: value.to_owned(),
            allowed: self.kind.to_string(),
        })
    }
}

impl fmt::Display for OptionKind {
    /// Which values are possible, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { .. } => f.write_str("true or false"),
            Self::Spin { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
            Self::Combo { values, .. } => write!(f, "one of: {}", values.join(", ")),
            Self::Button => f.write_str("pressed, without a value"),
            Self::Text { .. } => f.write_str("text on one line"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineOption {
        EngineOption::read(text).unwrap()
    }

    #[test]
    fn each_kind_is_read() {
        let hash = read("name Hash type spin default 16 min 1 max 1024");
        let expected = OptionKind::Spin {
            default: 16,
            min: 1,
            max: 1024,
        };
        assert_eq!((hash.name.as_str(), &hash.kind), ("Hash", &expected));
        let pruning = read(
            "name NullMove Pruning type combo default Fail High var Always var Fail High var Never",
        );
        let expected = OptionKind::Combo {
            default: "Fail High".to_owned(),
            values: ["Always", "Fail High", "Never"].map(str::to_owned).to_vec(),
        };
        assert_eq!(
            (pruning.name.as_str(), &pruning.kind),
            ("NullMove Pruning", &expected)
        );
        assert_eq!(
            read("name OwnBook type check default true").kind,
            OptionKind::Check { default: true }
        );
        assert_eq!(read("name Clear Hash type button").kind, OptionKind::Button);
        let path = read("name Path type string default /a b/c");
        let expected = OptionKind::Text {
            default: "/a b/c".to_owned(),
        };
        assert_eq!(path.kind, expected);
        let empty = read("name Path type string default <empty>");
        let expected = OptionKind::Text {
            default: String::new(),
        };
        assert_eq!(empty.kind, expected);
    }

    #[test]
    fn what_announces_nothing_is_passed_over() {
        for text in [
            "",
            "name",
            "name Hash",
            "name Hash type",
            "name Hash type wheel",
        ] {
            assert_eq!(EngineOption::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn values_are_checked_and_spelled_as_the_engine_spells_them() {
        let hash = read("name Hash type spin default 16 min 1 max 1024");
        assert_eq!(hash.check(" 32 ").unwrap(), "32");
        assert_eq!(
            hash.check("0").unwrap_err().to_string(),
            "the option “Hash” cannot be “0”; it can be a whole number from 1 to 1024"
        );
        let level = read("name Level type combo default Full var Full var pip");
        assert_eq!(level.check("full").unwrap(), "Full");
        assert!(level.check("half").is_err());
        let own_book = read("name OwnBook type check default true");
        assert_eq!(own_book.check("False").unwrap(), "false");
        assert!(own_book.check("no").is_err());
        let path = read("name Path type string default <empty>");
        assert_eq!(path.check("/a b").unwrap(), "/a b");
        assert!(path.check("x\nquit").is_err());
        let clear = read("name Clear Hash type button");
        assert_eq!(clear.check("").unwrap(), "");
        assert!(clear.check("now").is_err());
    }
}
