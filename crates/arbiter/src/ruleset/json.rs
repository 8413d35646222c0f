//! `{"preset": "table", "switches": {"moves_auto": 75}}`, only changed switches.

use super::{Preset, RuleSet, SwitchValue};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize)]
struct Written {
    preset: &'static str,
    switches: BTreeMap<&'static str, SwitchValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    preset: String,
    #[serde(default)]
    switches: BTreeMap<String, SwitchValue>,
}

impl Serialize for RuleSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let switches = self.changed_switches().into_iter().collect();
        Written {
            preset: self.preset.name(),
            switches,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RuleSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Read::deserialize(deserializer)?;
        let mut rules = Self::preset(Preset::named(&read.preset).map_err(Error::custom)?);
        for (name, value) in &read.switches {
            rules.set(name, value).map_err(Error::custom)?;
        }
        Ok(rules)
    }
}

impl Serialize for SwitchValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Word(word) => serializer.serialize_str(word),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::None => serializer.serialize_unit(),
        }
    }
}

impl<'de> Deserialize<'de> for SwitchValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SwitchVisitor)
    }
}

struct SwitchVisitor;

impl Visitor<'_> for SwitchVisitor {
    type Value = SwitchValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word, a whole number, true, false or null")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<SwitchValue, E> {
        Ok(SwitchValue::Word(word.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<SwitchValue, E> {
        Ok(SwitchValue::Number(number))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<SwitchValue, E> {
        Ok(SwitchValue::Flag(flag))
    }

    fn visit_unit<E: Error>(self) -> Result<SwitchValue, E> {
        Ok(SwitchValue::None)
    }
}
