//! The engine by itself on standard input and output, for graphical interfaces and matches:
//! `cargo build --release -p tabiya-engine --example uci`. The product has the same as `tabiya uci`.

use std::io::{self, BufRead, Write};

use tabiya_engine::uci::{Flow, Session};

fn main() {
    let mut session = Session::new(|line| {
        let mut out = io::stdout().lock();
        // Whoever has closed the pipe does not want to know.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if session.line(&line) == Flow::Quit {
            break;
        }
    }
}
