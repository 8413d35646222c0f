//! Reading a mail: to which addresses it came, whether a machine wrote it, and what its writer has
//! put down himself, line by line, without what he quotes. A pure function over any bytes: nothing
//! here knows chess, the store or the network, and a fuzzer drives it.

use mail_parser::decoders::html::html_to_text;
use mail_parser::{Address, Message, MessageParser, PartType};

/// Lines that are looked at; whoever writes more has not written a move.
const MOST_LINES: usize = 60;
/// The longest line that is looked at.
const LONGEST_LINE: usize = 200;
/// The longest `Message-ID` that is kept and repeated in an answer.
const LONGEST_ID: usize = 250;
/// Addresses that are looked at.
const MOST_ADDRESSES: usize = 50;

/// A mail as it was understood.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Letter {
    /// The addresses that it came to, by all the headers that tell.
    pub(crate) to: Vec<String>,
    /// Its `Message-ID`, without the brackets.
    pub(crate) id: Option<String>,
    /// Whether a machine has written it: such mails are neither followed nor answered.
    pub(crate) is_automatic: bool,
    /// What the writer has put down himself.
    pub(crate) lines: Vec<String>,
}

impl Letter {
    /// Its `Message-ID`, if that is one that a header can repeat: neither too long nor broken.
    pub(crate) fn repeatable_id(&self) -> Option<&str> {
        let is_sign = |sign: u8| sign.is_ascii_graphic() && !b"<>".contains(&sign);
        let id = self.id.as_deref()?;
        (id.len() <= LONGEST_ID && id.bytes().all(is_sign)).then_some(id)
    }
}

/// Reads a mail; none where these bytes are none.
pub(crate) fn read(mail: &[u8]) -> Option<Letter> {
    let message = MessageParser::default().parse(mail)?;
    let mut lines: Vec<String> = own_lines(&body(&message));
    lines.truncate(MOST_LINES);
    Some(Letter {
        to: recipients(&message),
        id: message.message_id().map(str::to_owned),
        is_automatic: is_automatic(&message),
        lines,
    })
}

fn recipients(message: &Message<'_>) -> Vec<String> {
    const OTHERS: [&str; 5] = [
        "delivered-to",
        "x-original-to",
        "envelope-to",
        "x-envelope-to",
        "x-delivered-to",
    ];
    let listed = [message.to(), message.cc()].into_iter().flatten();
    let mut to: Vec<String> = listed
        .flat_map(Address::iter)
        .filter_map(|address| address.address.as_deref())
        .map(str::to_owned)
        .collect();
    for (name, value) in message.headers_raw() {
        if OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other)) {
            let value = value.trim().trim_start_matches('<').trim_end_matches('>');
            to.push(value.to_owned());
        }
    }
    to.truncate(MOST_ADDRESSES);
    to
}

/// Whether the headers say that nobody sits there (RFC 3834, and what came before it).
fn is_automatic(message: &Message<'_>) -> bool {
    let by_header = message.headers_raw().any(|(name, value)| {
        let value = value.trim().to_ascii_lowercase();
        match name.to_ascii_lowercase().as_str() {
            "auto-submitted" => value != "no",
            "precedence" => ["bulk", "junk", "list", "auto_reply"].contains(&value.as_str()),
            "x-autoreply" | "x-autorespond" | "x-autoresponder" | "list-id" => true,
            "x-auto-response-suppress" => value.contains("all") || value.contains("autoreply"),
            "return-path" => value == "<>",
            "content-type" => value.starts_with("multipart/report"),
            _ => false,
        }
    });
    let from = message.from().and_then(Address::first);
    let from = from.and_then(|from| from.address.as_deref());
    let local = from.and_then(|from| from.split('@').next());
    let local = local.unwrap_or_default().to_ascii_lowercase();
    by_header || ["mailer-daemon", "postmaster", "noreply", "no-reply"].contains(&local.as_str())
}

/// The text of a mail: the plain one where there is one.
fn body(message: &Message<'_>) -> String {
    let mut texts = message.text_bodies().map(|part| &part.body);
    match texts.next() {
        Some(PartType::Text(text)) if !text.trim().is_empty() => text.to_string(),
        Some(PartType::Html(html)) => html_to_text(&without_quotes(html)),
        _ => {
            let mut pages = message.html_bodies().map(|part| &part.body);
            match pages.next() {
                Some(PartType::Html(html)) => html_to_text(&without_quotes(html)),
                _ => String::new(),
            }
        }
    }
}

/// A page without what is quoted in it: quotations are taken out, and the page ends where a program
/// says that the other's mail begins.
fn without_quotes(html: &str) -> String {
    const ENDS: [&str; 7] = [
        "class=\"gmail_quote",
        "class=\"gmail_extra",
        "id=\"divrplyfwdmsg\"",
        "id=\"appendonsend\"",
        "class=\"yahoo_quoted",
        "id=\"mail-editor-reference-message-container\"",
        "border-top:solid #e1e1e1",
    ];
    let lower = html.to_ascii_lowercase();
    let end = ENDS.iter().filter_map(|mark| lower.find(mark)).min();
    // The mark stands within an element, which goes too.
    let end = end.and_then(|mark| lower.get(..mark)?.rfind('<'));
    let (html, lower) = match end {
        Some(end) => (html.get(..end), lower.get(..end)),
        None => (Some(html), Some(lower.as_str())),
    };
    let (Some(html), Some(lower)) = (html, lower) else {
        return String::new();
    };
    let (mut kept, mut depth, mut at) = (String::with_capacity(html.len()), 0_usize, 0);
    while let Some(rest) = lower.get(at..) {
        let opens = rest.find("<blockquote");
        let closes = rest.find("</blockquote");
        let (next, deeper) = match (opens, closes) {
            (Some(open), Some(close)) if open < close => (open, true),
            (Some(open), None) => (open, true),
            (_, Some(close)) => (close, false),
            (None, None) => break,
        };
        if depth == 0 {
            kept.push_str(html.get(at..at + next).unwrap_or_default());
            kept.push_str("<br>");
        }
        depth = if deeper {
            depth + 1
        } else {
            depth.saturating_sub(1)
        };
        let tag = rest.get(next..).unwrap_or_default();
        let length = tag.find('>').map_or(tag.len(), |end| end + 1);
        at += next + length;
    }
    if depth == 0 {
        kept.push_str(html.get(at..).unwrap_or_default());
    }
    kept
}

/// The lines that the writer has put down himself.
fn own_lines(text: &str) -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    let mut lines = text.lines().map(cleaned).peekable();
    while let Some(line) = lines.next() {
        if ends_own_text(&line, lines.peek().map_or("", String::as_str)) {
            if is_attribution(&line.to_lowercase()) {
                drop_beginning(&mut own);
            }
            break;
        }
        if line.starts_with('>') || line.starts_with('|') {
            drop_attribution(&mut own);
            continue;
        }
        own.push(line);
    }
    own.retain(|line| !line.is_empty() && !is_advertisement(line));
    own
}

/// A line without what nobody sees, and not longer than a move can be.
fn cleaned(line: &str) -> String {
    const UNSEEN: [char; 5] = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}', '\u{ad}'];
    let blank = |sign: char| match sign {
        '\u{a0}' | '\u{202f}' | '\t' => ' ',
        other => other,
    };
    let seen = line.chars().filter(|sign| !UNSEEN.contains(sign));
    let line: String = seen.map(blank).take(LONGEST_LINE).collect();
    // "-- " is the mark of a signature, with its blank.
    if line.trim_end() == "--" {
        return "-- ".to_owned();
    }
    line.trim().to_owned()
}

/// Whether the writer's own text is over: his signature, or another mail, begins.
fn ends_own_text(line: &str, next: &str) -> bool {
    let lower = line.to_lowercase();
    let is_rule = line.len() >= 10 && line.bytes().all(|sign| b"_-=".contains(&sign));
    let is_banner = line.starts_with("--") && line.ends_with("--") && line.len() > 8;
    let is_head = |line: &str| {
        let head = line.trim_start_matches('*').to_lowercase();
        ["from:", "von:", "de :", "de:", "da:", "van:", "от:"]
            .iter()
            .any(|word| head.starts_with(word))
    };
    line == "-- "
        || is_banner
        || (is_rule && (next.is_empty() || is_head(next)))
        || (is_head(line) && (line.contains('@') || next.contains(':')))
        || lower.starts_with("begin forwarded message")
        || (is_attribution(&lower) && next.is_empty())
}

/// `On Thu, 3 Dec 2026 at 14:05, Tabiya <chess@example.org> wrote:`
fn is_attribution(lower: &str) -> bool {
    const VERBS: [&str; 8] = [
        "wrote:",
        "schrieb:",
        "écrit :",
        "écrit:",
        "escribió:",
        "scritto:",
        "schreef:",
        "skrev:",
    ];
    lower.len() > 20 && VERBS.iter().any(|verb| lower.ends_with(verb))
}

/// Before a quotation stands who wrote it, on up to three lines.
fn drop_attribution(own: &mut Vec<String>) {
    while own.last().is_some_and(String::is_empty) {
        own.pop();
    }
    if !own.last().is_some_and(|line| line.ends_with(':')) {
        return;
    }
    own.pop();
    drop_beginning(own);
}

/// Who wrote it may have begun one or two lines before.
fn drop_beginning(own: &mut Vec<String>) {
    for _ in 0..2 {
        let is_more = own
            .last()
            .is_some_and(|line| line.len() > 20 || line.contains('@'));
        if !is_more {
            return;
        }
        own.pop();
    }
}

/// What programs put under everything.
fn is_advertisement(line: &str) -> bool {
    const STARTS: [&str; 6] = [
        "sent from my ",
        "sent from outlook",
        "get outlook for ",
        "von meinem ",
        "envoyé de mon ",
        "sent with ",
    ];
    let lower = line.to_lowercase();
    STARTS.iter().any(|start| lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(name: &str) -> Letter {
        // This file is part of the fuzzer's crate, too, which is at another place.
        let package = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders = package
            .ancestors()
            .map(|folder| folder.join("fuzz/seeds/mail"));
        let folder = folders.find(|folder| folder.is_dir()).unwrap();
        let mail = std::fs::read(folder.join(format!("{name}.eml"))).unwrap();
        read(&mail).unwrap()
    }

    #[test]
    fn what_programs_put_around_an_answer_is_left_out() {
        for (name, lines) in [
            ("gmail", &["Nf6"][..]),
            ("outlook_html", &["e7-e5", "Kind regards,", "Bo"]),
            ("outlook_mobile", &["c5"]),
            ("apple_mail", &["O-O"]),
            ("iphone", &["D5"]),
            ("thunderbird_bottom", &["e6"]),
            ("thunderbird_german", &["Sc6 wäre schön, aber:", "Nc6"]),
            ("k9", &["b5"]),
            ("yahoo_html", &["g6"]),
            ("html_below_quote", &["a6"]),
            ("base64_capitals", &["0-0-0"]),
            ("forwarded", &["What would you play here?"]),
            ("catch_all", &["f5"]),
        ] {
            let letter = letter(name);
            assert_eq!(letter.lines, lines, "{name}");
            assert!(!letter.is_automatic && letter.id.is_some(), "{name}");
            let is_secret = |to: &String| to.to_lowercase().contains("abcdefghijkmnpqrstuvwxyz23");
            assert!(letter.to.iter().any(is_secret), "{name}: {:?}", letter.to);
        }
    }

    #[test]
    fn machines_are_known_by_what_they_say_of_themselves() {
        for name in ["vacation", "bounce"] {
            assert!(letter(name).is_automatic, "{name}");
        }
    }

    #[test]
    fn only_a_sound_name_of_a_mail_is_repeated() {
        let named = |id: &str| read(format!("Message-ID: <{id}>\r\nTo: a@b\r\n\r\ne4").as_bytes());
        let repeatable = |id: &str| named(id).unwrap().repeatable_id().map(str::to_owned);
        assert_eq!(
            repeatable("one@example.org").as_deref(),
            Some("one@example.org")
        );
        let long = format!("{}@example.org", "a".repeat(100_000));
        let letter = named(&long).unwrap();
        assert_eq!(letter.repeatable_id(), None);
        assert_eq!(letter.id, Some(long), "it is known again by all of it");
        assert_eq!(repeatable("\u{e9}@example.org"), None);
    }

    #[test]
    fn nothing_is_read_out_of_nothing() {
        assert_eq!(read(b"").map(|letter| letter.lines), None);
        let endless = format!("To: a@b\r\n\r\n{}", "x\r\n".repeat(10_000));
        assert_eq!(read(endless.as_bytes()).unwrap().lines.len(), MOST_LINES);
    }
}
