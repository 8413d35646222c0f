//! Mails that players send.

// The service is not built here: its reader of mails needs nothing of it.
#[path = "../../crates/server/src/mail/incoming/reader.rs"]
mod reader;

/// A mail: whatever the bytes are, few and short lines without signs that nobody sees come out, the
/// same ones each time, and no header of an answer can be broken by its name.
///
/// # Panics
/// When that does not hold.
pub fn mail(data: &[u8]) {
    let letter = reader::read(data);
    assert_eq!(letter, reader::read(data));
    let Some(letter) = letter else { return };
    assert!(letter.lines.len() <= 60 && letter.to.len() <= 50);
    if let Some(id) = letter.repeatable_id() {
        assert!(
            id.len() <= 250 && !id.contains(['\r', '\n', '<', '>']),
            "{id:?}"
        );
    }
    for line in &letter.lines {
        assert!(line.chars().count() <= 200, "{line:?}");
        assert!(!line.is_empty() && !line.starts_with('>'), "{line:?}");
        assert!(!line.contains(['\n', '\u{feff}']), "{line:?}");
    }
}
