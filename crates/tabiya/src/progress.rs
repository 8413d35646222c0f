//! The bar that shows how far a long command has come: on a terminal only, and only once it has
//! taken a while.

use std::io::{IsTerminal as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    waits: bool,
}

impl Progress {
    /// Counts things up to a total, if it is known.
    pub(crate) fn of_things(total: Option<u64>, name: &'static str) -> Self {
        let counted = format!("{{human_pos}} of {{human_len}} {name}");
        let open = format!("{{human_pos}} {name}");
        Self::new(total, &counted, &open)
    }

    /// Counts bytes of input up to its size, if it is known.
    pub(crate) fn of_bytes(size: Option<u64>) -> Self {
        Self::new(size, "{bytes} of {total_bytes}", "{bytes}")
    }

    fn new(total: Option<u64>, counted: &str, open: &str) -> Self {
        let template = match total {
            Some(_) => format!("{{bar:30.cyan}} {counted}, {{eta}} to go"),
            None => format!("{{spinner:.cyan}} {open}, {{elapsed}}"),
        };
        let bar = match total {
            Some(total) => ProgressBar::new(total),
            None => ProgressBar::no_length(),
        };
        bar.set_draw_target(ProgressDrawTarget::hidden());
        // A template that does not parse would only lose its form.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        Self {
            bar,
            start: Instant::now(),
            waits: stderr().is_terminal(),
        }
    }

    /// So much more is done.
    pub(crate) fn add(&mut self, count: u64) {
        self.bar.inc(count);
        if self.waits && self.start.elapsed() > PATIENCE {
            self.waits = false;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
