//! How a mail looks: its parts are written side by side as plain text and as simple HTML, so that
//! both say the same. Styles stand at the elements, since many programs drop style sheets; there is
//! hardly a colour, so that dark programs can choose theirs; and nothing is fetched from anywhere.

use std::fmt::Write as _;

/// The name of the picture within the mail.
pub(super) const PICTURE_ID: &str = "board";

const BODY: &str = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;\
                    font-size:16px;line-height:1.5;max-width:34em;margin:0 auto;padding:16px";
const BUTTON: &str = "display:inline-block;padding:10px 18px;border-radius:6px;\
                      background:#2f6b3a;color:#ffffff;text-decoration:none;font-weight:600";

/// The parts of a mail, in two forms.
#[derive(Default)]
pub(super) struct Sheet {
    text: String,
    html: String,
}

impl Sheet {
    /// A paragraph.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.gap();
        self.text.push_str(&wrapped(text));
        self.element("p", "", text);
    }

    /// A link that looks like a button.
    pub(super) fn button(&mut self, label: &str, url: &str) {
        self.gap();
        // Writing into a string does not fail.
        let _ = writeln!(self.text, "{label}:\n{url}");
        let (label, url) = (escaped(label), escaped(url));
        let _ = write!(
            self.html,
            "<p style=\"margin:20px 0\"><a href=\"{url}\" style=\"{BUTTON}\">{label}</a></p>"
        );
    }

    /// The board: a picture in the one form, letters in the other.
    pub(super) fn picture(&mut self, alt: &str, diagram: &str) {
        self.gap();
        let _ = writeln!(self.text, "{alt}:\n\n{diagram}");
        let alt = escaped(alt);
        let _ = write!(
            self.html,
            "<p><img src=\"cid:{PICTURE_ID}\" width=\"400\" height=\"400\" alt=\"{alt}\" \
             style=\"max-width:100%;height:auto;border:0\"></p>"
        );
    }

    /// What the next items have in common.
    pub(super) fn heading(&mut self, text: &str) {
        self.gap();
        let _ = writeln!(self.text, "{text}");
        self.element("h2", "font-size:17px;margin:20px 0 4px", text);
    }

    /// A line with a link behind it.
    pub(super) fn item(&mut self, text: &str, label: &str, url: &str) {
        self.gap();
        let _ = writeln!(self.text, "{}{url}", wrapped(text));
        let (text, label, url) = (escaped(text), escaped(label), escaped(url));
        let _ = write!(
            self.html,
            "<p style=\"margin:8px 0\">{text}<br><a href=\"{url}\">{label}</a></p>"
        );
    }

    /// The last lines: why the mail was sent, and how to end that.
    pub(super) fn foot(&mut self, text: &str, label: &str, url: &str) {
        self.gap();
        // What programs take for a signature, and leave out of replies.
        let _ = writeln!(self.text, "-- \n{}{label}:\n{url}", wrapped(text));
        let (text, label, url) = (escaped(text), escaped(label), escaped(url));
        let _ = write!(
            self.html,
            "<hr style=\"border:0;border-top:1px solid #888888;margin:24px 0 8px\">\
             <p style=\"font-size:13px;opacity:0.75\">{text} \
             <a href=\"{url}\" style=\"color:inherit\">{label}</a>.</p>"
        );
    }

    /// A remark.
    pub(super) fn small(&mut self, text: &str) {
        self.gap();
        self.text.push_str(&wrapped(text));
        self.element("p", "font-size:13px;opacity:0.75", text);
    }

    fn element(&mut self, name: &str, style: &str, text: &str) {
        let text = escaped(text);
        let style = match style {
            "" => String::new(),
            style => format!(" style=\"{style}\""),
        };
        let _ = write!(self.html, "<{name}{style}>{text}</{name}>");
    }

    fn gap(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// The plain text, and the page.
    pub(super) fn finish(self, title: &str) -> (String, String) {
        let title = escaped(title);
        let html = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"color-scheme\" content=\"light dark\">\
             <title>{title}</title></head><body style=\"{BODY}\">{}</body></html>",
            self.html
        );
        (self.text, html)
    }
}

/// Text for HTML, in elements and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ => html.push(sign),
        }
    }
    html
}

/// Lines of 72 signs at most where blanks permit, with a break at the end.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 72;
    let mut lines = String::with_capacity(text.len() + 8);
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            width = 0;
        }
        if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_say_the_same_and_nothing_gets_out_of_its_place() {
        let mut sheet = Sheet::default();
        sheet.paragraph("<b>Ana</b> & \"Bo\" play.");
        sheet.button("Open", "https://c.example/?a=1&b=\"x\"");
        let (text, html) = sheet.finish("A <title>");
        assert_eq!(
            text,
            "<b>Ana</b> & \"Bo\" play.\n\nOpen:\nhttps://c.example/?a=1&b=\"x\"\n"
        );
        assert!(html.contains("<p>&lt;b&gt;Ana&lt;/b&gt; &amp; &quot;Bo&quot; play.</p>"));
        assert!(html.contains("href=\"https://c.example/?a=1&amp;b=&quot;x&quot;\""));
        assert!(html.contains("<title>A &lt;title&gt;</title>"));
    }

    #[test]
    fn long_lines_are_broken_at_blanks() {
        let text = wrapped(&"word ".repeat(40));
        assert!(text.lines().all(|line| line.len() <= 72) && text.lines().count() == 3);
    }
}
