//! Mails that players send.

// The service is not built here: its reader of mails needs nothing of it.
#[path = "../../crates/server/src/mail/incoming/reader.rs"]
mod reader;

/// A mail: whatever the bytes are, few and short lines without signs that nobody sees come out, the
/// same ones each time.
///
/// # Panics
/// When that does not hold.
pub fn mail(data: &[u8]) {
    let letter = reader::read(data);
    assert_eq!(letter, reader::read(data));
    let Some(letter) = letter else { return };
    assert!(letter.lines.len() <= 60 && letter.to.len() <= 50);
    for line in &letter.lines {
        assert!(line.chars().count() <= 200, "{line:?}");
        assert!(!line.is_empty() && !line.starts_with('>'), "{line:?}");
        assert!(!line.contains(['\n', '\u{feff}']), "{line:?}");
    }
}
