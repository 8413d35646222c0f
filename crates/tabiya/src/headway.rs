//! How far a command of many minutes has come: a bar on a terminal, else a line now and then; and
//! how it is ended in good order. Not here: the bar of commands that are soon over (`progress`).

use std::io::{IsTerminal as _, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::output::remark;

/// Between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

/// A bar or lines on standard error.
pub(crate) struct Headway {
    bar: Option<ProgressBar>,
    name: &'static str,
    total: u64,
    first: u64,
    start: Instant,
    last: Instant,
}

impl Headway {
    /// Of `total` things, `first` are there already.
    pub(crate) fn new(total: u64, first: u64, name: &'static str) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            let template =
                format!("{{bar:30.cyan}} {{human_pos}} of {{human_len}} {name}, {{msg}}");
            // A template that does not parse would only lose its form.
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            bar
        });
        let start = Instant::now();
        Self {
            bar,
            name,
            total,
            first,
            start,
            last: start,
        }
    }

    /// Now so many are done; `news` is what else is worth knowing.
    pub(crate) fn show(&mut self, done: u64, news: &str) {
        let left = self.left(done);
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(format!("{news}, {} to go", HumanDuration(left)));
        } else if self.last.elapsed() >= PAUSE {
            self.last = Instant::now();
            let Self { name, total, .. } = self;
            let left = HumanDuration(left);
            remark(&format!("{done} of {total} {name}, {news}, {left} to go"));
        }
    }

    fn left(&self, done: u64) -> Duration {
        let made = done.saturating_sub(self.first).max(1);
        let open = self.total.saturating_sub(done);
        #[expect(clippy::cast_precision_loss, reason = "rounded for people")]
        let seconds = self.start.elapsed().as_secs_f64() * open as f64 / made as f64;
        Duration::from_secs_f64(seconds.min(1e9))
    }
}

impl Drop for Headway {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// True once somebody has pressed Ctrl-C. A second time ends the program at once.
pub(crate) fn interrupted() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&pressed);
    thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
        else {
            return;
        };
        while runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            if shared.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        }
    });
    pressed
}
