//! What a messenger shows of a link to a table, or to a position for analysis: a picture and two
//! lines, told by tags in the head of the page. Of a table they say what a spectator sees; drawing
//! is done in `pictures.rs`.

use std::fmt::Write as _;

use tabiya_arbiter::{Added, Extra, Stage, TimeControl, View};
use tabiya_rules::{Color, Fen, FenStyle};

use super::caller::table_link;
use super::pictures::{HEIGHT, WIDTH};
use crate::ids::TableId;

/// What is told of a page.
struct Told<'a> {
    title: &'a str,
    description: &'a str,
    link: &'a str,
    picture: &'a str,
}

/// The page with the tags of this table in its head. `view` is a spectator's.
pub(super) fn of_table(page: &str, base: &str, table: &TableId, view: &View) -> String {
    let (title, description) = words(view);
    let told = Told {
        title: &title,
        description: &description,
        link: &table_link(base, table),
        // The number makes the picture of a later position another one for whoever keeps pictures.
        picture: &format!("{base}/api/tables/{table}/board.png?seq={}", view.seq),
    };
    with_tags(page, &told)
}

/// The page for analysis with the tags of the position that its address names: `query` is that of
/// the address, `fen` what it says of the position. None where that is no position.
pub(super) fn of_position(page: &str, base: &str, query: &str, fen: &str) -> Option<String> {
    let setup = Fen::parse_lenient(fen).ok()?;
    let turn = name_of(setup.turn);
    let written = Fen::write(&setup, FenStyle::default()).replace(' ', "_");
    let told = Told {
        title: "A chess position to look at",
        description: &format!("{turn} to move. Open the link to try moves and see the analysis."),
        link: &format!("{base}/analysis?{query}"),
        picture: &format!("{base}/api/board.png?fen={written}"),
    };
    Some(with_tags(page, &told))
}

fn with_tags(page: &str, told: &Told<'_>) -> String {
    match page.split_once("</head>") {
        Some((head, rest)) => format!("{head}{}</head>{rest}", tags(told)),
        None => page.to_owned(),
    }
}

fn tags(told: &Told<'_>) -> String {
    let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
    let mut tags = String::new();
    for (kind, name, content) in [
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Tabiya"),
        ("property", "og:title", told.title),
        ("property", "og:description", told.description),
        ("property", "og:url", told.link),
        ("property", "og:image", told.picture),
        ("property", "og:image:type", "image/png"),
        ("property", "og:image:width", &width),
        ("property", "og:image:height", &height),
        ("property", "og:image:alt", "The position on the board"),
        ("name", "twitter:card", "summary_large_image"),
        ("name", "description", told.description),
    ] {
        let content = escaped(content);
        // Writing into a string does not fail.
        let _ = write!(tags, "<meta {kind}=\"{name}\" content=\"{content}\">");
    }
    tags
}

const fn name_of(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The two lines: who plays, and how things stand.
fn words(view: &View) -> (String, String) {
    let clock = clock(&view.settings.clock);
    let seats = &view.seats;
    let name = |name: &Option<String>, unnamed: &str| -> String {
        name.clone().unwrap_or_else(|| unnamed.to_owned())
    };
    let Some(game) = &view.game else {
        let owner = name(&seats.owner.name, "A friend");
        if seats.guest.taken {
            let guest = name(&seats.guest.name, "a friend");
            let title = format!("{owner} and {guest} at the chess board");
            return (title, format!("The game begins soon. {clock}."));
        }
        let title = format!("{owner} invites you to a game of chess");
        return (title, format!("{clock}. Open the link to play."));
    };
    let of_color = |color: Color, unnamed: &str| {
        let is_owner = seats.owner.color == Some(color);
        let seat = if is_owner { &seats.owner } else { &seats.guest };
        name(&seat.name, unnamed)
    };
    let (white, black) = (
        of_color(Color::White, "White"),
        of_color(Color::Black, "Black"),
    );
    let description = match &game.ending {
        Some(ending) => ending.message.clone(),
        None => {
            let turn = name_of(game.turn);
            format!("{turn} to move after {}. {clock}.", half_moves(game.ply))
        }
    };
    (format!("{white} – {black}"), description)
}

fn half_moves(ply: u32) -> String {
    match ply {
        1 => "1 half-move".to_owned(),
        _ => format!("{ply} half-moves"),
    }
}

fn clock(control: &TimeControl) -> String {
    match control {
        TimeControl::Untimed => "No clock".to_owned(),
        TimeControl::SuddenDeath { bank_ms } => format!("{} each", duration(*bank_ms)),
        TimeControl::Fischer {
            bank_ms,
            increment_ms,
            added,
        } => {
            let when = match added {
                Added::AfterMove => "a move",
                Added::BeforeMove => "before each move",
            };
            format!(
                "{} and {} {when}",
                duration(*bank_ms),
                duration(*increment_ms)
            )
        }
        TimeControl::Delay { bank_ms, delay_ms } => with_extra(*bank_ms, *delay_ms, Extra::Delay),
        TimeControl::Bronstein { bank_ms, delay_ms } => {
            with_extra(*bank_ms, *delay_ms, Extra::Bronstein)
        }
        TimeControl::Stages { stages } => {
            let stages: Vec<String> = stages.iter().map(stage).collect();
            stages.join(", then ")
        }
        TimeControl::Hourglass { bank_ms } => {
            format!("{} each, in an hourglass", duration(*bank_ms))
        }
        TimeControl::Days { days: 1 } => "1 day a move".to_owned(),
        TimeControl::Days { days } => format!("{days} days a move"),
    }
}

fn stage(stage: &Stage) -> String {
    let time = with_extra(stage.bank_ms, stage.extra_ms, stage.extra);
    match stage.moves {
        None => time,
        Some(1) => format!("1 move in {time}"),
        Some(moves) => format!("{moves} moves in {time}"),
    }
}

fn with_extra(bank_ms: u64, extra_ms: u64, extra: Extra) -> String {
    let (bank, time) = (duration(bank_ms), duration(extra_ms));
    match extra {
        _ if extra_ms == 0 => bank,
        Extra::Increment => format!("{bank} and {time} a move"),
        Extra::Delay => format!("{bank}, {time} free in each move"),
        Extra::Bronstein => format!("{bank}, up to {time} given back after each move"),
    }
}

fn duration(ms: u64) -> String {
    let (number, unit) = if ms >= 60_000 && ms.is_multiple_of(60_000) {
        ((ms / 60_000).to_string(), "minute")
    } else if ms.is_multiple_of(1000) {
        ((ms / 1000).to_string(), "second")
    } else {
        (format!("{}.{:03}", ms / 1000, ms % 1000), "second")
    };
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

/// Text as it may stand between the quotes of an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_told_in_words() {
        for (control, words) in [
            (TimeControl::Untimed, "No clock"),
            (
                TimeControl::SuddenDeath { bank_ms: 60_000 },
                "1 minute each",
            ),
            (
                TimeControl::fischer(600_000, 5_000),
                "10 minutes and 5 seconds a move",
            ),
            (
                TimeControl::Delay {
                    bank_ms: 90_000,
                    delay_ms: 1_500,
                },
                "90 seconds, 1.500 seconds free in each move",
            ),
            (
                TimeControl::Bronstein {
                    bank_ms: 180_000,
                    delay_ms: 2_000,
                },
                "3 minutes, up to 2 seconds given back after each move",
            ),
            (
                TimeControl::Stages {
                    stages: vec![
                        Stage {
                            moves: Some(40),
                            bank_ms: 5_400_000,
                            extra_ms: 30_000,
                            extra: Extra::Increment,
                        },
                        Stage {
                            moves: None,
                            bank_ms: 1_800_000,
                            extra_ms: 0,
                            extra: Extra::Increment,
                        },
                    ],
                },
                "40 moves in 90 minutes and 30 seconds a move, then 30 minutes",
            ),
            (
                TimeControl::Hourglass { bank_ms: 180_000 },
                "3 minutes each, in an hourglass",
            ),
            (TimeControl::Days { days: 3 }, "3 days a move"),
        ] {
            assert_eq!(clock(&control), words);
        }
    }

    #[test]
    fn nothing_that_people_write_leaves_the_quotes() {
        assert_eq!(
            escaped("<b>\"Ana\" & 'Bo'</b>"),
            "&lt;b&gt;&quot;Ana&quot; &amp; &#39;Bo&#39;&lt;/b&gt;"
        );
    }
}
