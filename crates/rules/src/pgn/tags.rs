//! The tags of a game in memory: names and values in the order of the text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The value of a tag.
pub(super) fn get<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.as_str())
}

/// Sets a tag, in its place where it is there already, else as the last one.
pub(super) fn set(tags: &mut Vec<(String, String)>, name: &str, value: &str) {
    match tags.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => *old = value.to_string(),
        None => tags.push((name.to_string(), value.to_string())),
    }
}
