//! What a person chooses on the command line: a clock, a color, an opponent. Not here: what follows
//! from it.

use tabiya_arbiter::{ColorChoice, TimeControl};
use tabiya_engine::levels::Level;

/// The forms of a clock, for sentences about it.
const FORMS: &str = "a clock is written as minutes (10), with seconds added after each move (3+5) or free in each \
     move (10d5), or as none";

/// Reads a clock: `none`, `10`, `3+5`, `10d5`. Minutes may have a fraction.
pub(super) fn clock(text: &str) -> Result<TimeControl, String> {
    let wrong = || FORMS.to_owned();
    if text.eq_ignore_ascii_case("none") {
        return Ok(TimeControl::Untimed);
    }
    let (bank, extra) = match text.split_once(['+', 'd']) {
        Some((bank, extra)) => (bank, Some(extra)),
        None => (text, None),
    };
    let bank_ms = milliseconds(bank, 60_000).ok_or_else(wrong)?;
    let control = match extra {
        None => TimeControl::SuddenDeath { bank_ms },
        Some(extra) => {
            let extra_ms = milliseconds(extra, 1_000).ok_or_else(wrong)?;
            if text.contains('d') {
                TimeControl::Delay {
                    bank_ms,
                    delay_ms: extra_ms,
                }
            } else {
                TimeControl::fischer(bank_ms, extra_ms)
            }
        }
    };
    Ok(control)
}

/// A number with at most three decimals, in units of so many milliseconds.
fn milliseconds(text: &str, unit_ms: u64) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(part) || part.len() > 3 {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let thousandths: u64 = format!("{part:0<3}").parse().ok()?;
    let ms = whole.checked_mul(unit_ms)?;
    ms.checked_add(thousandths.checked_mul(unit_ms)? / 1_000)
}

/// Which color the person plays.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(multiple = false)]
pub(super) struct Colors {
    /// Play White
    #[arg(long)]
    white: bool,
    /// Play Black
    #[arg(long)]
    black: bool,
    /// Play either, by lot (this is what happens without a choice, too)
    #[arg(long)]
    random: bool,
}

impl Colors {
    pub(super) const fn choice(self) -> ColorChoice {
        match self {
            Self { white: true, .. } => ColorChoice::White,
            Self { black: true, .. } => ColorChoice::Black,
            _ => ColorChoice::Toss,
        }
    }
}

/// The opponent of that name, or the one nearest to that rating.
pub(super) fn opponent(text: &str) -> Result<&'static Level, String> {
    if let Ok(rating) = text.parse::<u32>() {
        return Ok(Level::nearest(rating));
    }
    let text = text.to_lowercase();
    let named = Level::all()
        .iter()
        .find(|level| level.id == text || level.name.to_lowercase() == text);
    named.ok_or_else(|| {
        let names: Vec<&str> = Level::all().iter().map(|level| level.id).collect();
        format!(
            "there is no opponent of that name; there are {}, or give a rating",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_players_write_them() {
        assert_eq!(clock("none"), Ok(TimeControl::Untimed));
        assert_eq!(clock("3+5"), Ok(TimeControl::fischer(180_000, 5_000)));
        assert_eq!(clock("0.5+0"), Ok(TimeControl::fischer(30_000, 0)));
        let bank_ms = 600_000;
        assert_eq!(clock("10"), Ok(TimeControl::SuddenDeath { bank_ms }));
        let delay_ms = 2_500;
        assert_eq!(
            clock("10d2.5"),
            Ok(TimeControl::Delay { bank_ms, delay_ms })
        );
        for wrong in [
            "",
            "+",
            "3+",
            "+3",
            "3++5",
            "3+5+1",
            "x",
            "-3",
            "3:00",
            "1e3",
            "0.0001",
            "99999999999999999999",
        ] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn opponents_have_names_and_ratings() {
        let found = |text| opponent(text).map(|level| level.id);
        assert_eq!(found("Ines"), Ok("ines"));
        assert_eq!(found("400"), Ok("pip"));
        assert_eq!(found("9999"), Ok("tabiya"));
        assert!(found("nobody").unwrap_err().contains("ines"));
    }
}
