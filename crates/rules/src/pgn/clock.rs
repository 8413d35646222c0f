//! The command `[%clk h:mm:ss]` in comments. Other commands stay part of the text.

use alloc::format;
use alloc::string::String;

use super::ClockDigits;

/// Takes the clock out of a comment: the milliseconds, and the text without the command. A command
/// that shows no time stays in the text.
pub(super) fn take(text: &str) -> (Option<u64>, String) {
    let mut clock_ms = None;
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("[%clk") {
        let (before, command) = rest.split_at(start);
        let Some((inside, after)) = command.split_once(']') else {
            break;
        };
        let value = inside.strip_prefix("[%clk").unwrap_or_default();
        kept.push_str(before);
        match parse(value.trim()) {
            Some(value) => clock_ms = Some(value),
            None => {
                kept.push_str(inside);
                kept.push(']');
            }
        }
        rest = after;
    }
    kept.push_str(rest);
    (clock_ms, String::from(kept.trim()))
}

/// `h:mm:ss`, with a fraction of seconds or without; `h:mm`; seconds alone.
fn parse(text: &str) -> Option<u64> {
    let mut fields = text.split(':');
    let (first, second, third) = (fields.next()?, fields.next(), fields.next());
    if fields.next().is_some() {
        return None;
    }
    let whole = |field: &str| field.parse::<u32>().ok().map(u64::from);
    Some(match (second, third) {
        (None, _) => seconds_ms(first)?,
        (Some(minutes), None) => whole(first)? * 3_600_000 + whole(minutes)? * 60_000,
        (Some(minutes), Some(seconds)) => {
            whole(first)? * 3_600_000 + whole(minutes)? * 60_000 + seconds_ms(seconds)?
        }
    })
}

fn seconds_ms(text: &str) -> Option<u64> {
    let (seconds, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let whole = u64::from(seconds.parse::<u32>().ok()?) * 1000;
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(whole + digits.parse::<u64>().ok()?)
}

/// `[%clk 0:09:58]`. What is smaller than the last digit is cut, as clocks do.
pub(super) fn write(clock_ms: u64, digits: ClockDigits) -> String {
    let seconds = clock_ms / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let tenths = match digits {
        ClockDigits::Seconds => String::new(),
        ClockDigits::Tenths => format!(".{}", clock_ms % 1000 / 100),
    };
    format!("[%clk {hours}:{minutes:02}:{:02}{tenths}]", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_in_their_forms() {
        let check = |text: &str, clock_ms, kept: &str| {
            assert_eq!(take(text), (clock_ms, String::from(kept)), "{text}");
        };
        check("[%clk 0:01:01]", Some(61_000), "");
        check(" [%clk 0:00:59.85] good", Some(59_850), "good");
        check(
            "a [%eval 0.3] [%clk 01:59:53] b",
            Some(7_193_000),
            "a [%eval 0.3]  b",
        );
        check("[%clk 1:58]", Some(7_080_000), "");
        check("[%clk 58.6]", Some(58_600), "");
        check("[%clk soon]", None, "[%clk soon]");
        check("[%clk 1:2:3:4] [%clk", None, "[%clk 1:2:3:4] [%clk");
        check("[%clk -1:00:00]", None, "[%clk -1:00:00]");
    }

    #[test]
    fn clocks_are_written_by_the_second_or_tenth() {
        assert_eq!(write(7_193_480, ClockDigits::Seconds), "[%clk 1:59:53]");
        assert_eq!(write(7_193_480, ClockDigits::Tenths), "[%clk 1:59:53.4]");
    }
}
