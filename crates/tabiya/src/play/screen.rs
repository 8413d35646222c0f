//! What the person sees: the board with both names, what is said, and the prompt with the clocks.
//! On a terminal everything is drawn again in its place; elsewhere it is told line by line. Not
//! here: what there is to say.

use std::io::{self, IsTerminal as _, Write};
use std::time::Duration;

use anstyle::Style;
use tabiya_rules::{Color, Position, Role, Square};

use crate::board::{self, Look, Men};
use crate::output::{DIM, Output};

/// Sentences are broken into lines of so many characters.
const WIDTH: usize = 76;
/// The values of men, as beginners learn them.
const VALUES: [(Role, u32); 5] = [
    (Role::Pawn, 1),
    (Role::Knight, 3),
    (Role::Bishop, 3),
    (Role::Rook, 5),
    (Role::Queen, 9),
];

/// A board with all that stands around it.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) marked: Vec<Square>,
    /// By color: who plays it.
    pub(super) names: tabiya_rules::ByColor<String>,
    /// The last moves.
    pub(super) moves: String,
}

pub(super) struct Screen {
    out: Output,
    men: Men,
    below: Color,
    /// Whether the board is drawn again in its place.
    is_live: bool,
    /// Whether somebody types.
    asks: bool,
    /// Line feeds since the board was begun.
    lines: usize,
    said: Vec<String>,
}

impl Screen {
    pub(super) fn new(men: Option<Men>) -> Self {
        let out = Output::new();
        let asks = io::stdin().is_terminal();
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let men = men.unwrap_or_else(|| Men::auto(out.has_colors()));
        Self {
            out,
            men,
            below: Color::White,
            is_live: asks && io::stdout().is_terminal() && !is_dumb,
            asks,
            lines: 0,
            said: Vec::new(),
        }
    }

    /// Whether somebody sits at a terminal.
    pub(super) const fn asks(&self) -> bool {
        self.asks
    }

    pub(super) const fn is_live(&self) -> bool {
        self.is_live
    }

    pub(super) const fn sit(&mut self, below: Color) {
        self.below = below;
    }

    pub(super) fn flip(&mut self) {
        self.below = self.below.other();
    }

    /// Says a sentence or two.
    pub(super) fn say(&mut self, style: Style, text: &str) -> io::Result<()> {
        for line in wrapped(text) {
            self.line(format!("  {style}{line}{style:#}"))?;
        }
        Ok(())
    }

    /// Shows a text as it is, line by line.
    pub(super) fn show(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| self.line(line.to_owned()))
    }

    fn line(&mut self, line: String) -> io::Result<()> {
        if self.is_live {
            self.said.push(line);
            return Ok(());
        }
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// On a terminal: draws everything again in its place, and forgets what was said.
    pub(super) fn redraw(&mut self, scene: &Scene<'_>) -> io::Result<()> {
        if !self.is_live {
            return Ok(());
        }
        let up = std::mem::take(&mut self.lines);
        if up > 0 {
            self.control(&format!("\x1b[{up}A"))?;
        }
        self.control("\r\x1b[J")?;
        self.draw(scene)?;
        let said = std::mem::take(&mut self.said);
        for line in &said {
            writeln!(self.out, "{line}")?;
        }
        if !said.is_empty() {
            writeln!(self.out)?;
            self.lines += 1;
        }
        self.lines += said.len();
        self.out.flush()
    }

    /// Draws the board with the names.
    pub(super) fn draw(&mut self, scene: &Scene<'_>) -> io::Result<()> {
        let look = Look {
            below: self.below,
            men: self.men,
        };
        writeln!(self.out)?;
        self.name(scene, self.below.other())?;
        board::draw_as(&mut self.out, scene.position, &scene.marked, look)?;
        self.name(scene, self.below)?;
        writeln!(self.out)?;
        self.lines += 13;
        if !scene.moves.is_empty() {
            writeln!(self.out, "  {DIM}{}{DIM:#}\n", scene.moves)?;
            self.lines += 2;
        }
        self.out.flush()
    }

    fn name(&mut self, scene: &Scene<'_>, color: Color) -> io::Result<()> {
        let name = match color {
            Color::White => &scene.names.white,
            Color::Black => &scene.names.black,
        };
        let ahead = material(scene.position, color);
        let behind = material(scene.position, color.other());
        let more = match ahead.checked_sub(behind) {
            Some(more) if more > 0 => format!("  {DIM}+{more}{DIM:#}"),
            _ => String::new(),
        };
        let style = if scene.position.turn() == color {
            Style::new().bold()
        } else {
            Style::new()
        };
        writeln!(self.out, "     {style}{name}{style:#}{more}")
    }

    /// Shows the prompt, where somebody types.
    pub(super) fn prompt(&mut self, prompt: &str) -> io::Result<()> {
        if self.asks {
            write!(self.out, "  {prompt}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Writes the prompt anew, over the old one and before what was typed: it must be as long.
    pub(super) fn refresh_prompt(&mut self, prompt: &str) -> io::Result<()> {
        if self.is_live {
            self.control("\x1b7\r")?;
            write!(self.out, "  {prompt}")?;
            self.out.flush()?;
            self.control("\x1b8")?;
        }
        Ok(())
    }

    /// The person has typed a line, and the terminal has shown it.
    pub(super) const fn was_typed(&mut self) {
        self.lines += 1;
    }

    /// Goes to a new line behind the prompt.
    pub(super) fn leave_prompt(&mut self) -> io::Result<()> {
        if self.asks {
            writeln!(self.out)?;
            self.lines += 1;
        }
        self.out.flush()
    }

    /// What will not be drawn over any more.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        for line in std::mem::take(&mut self.said) {
            writeln!(self.out, "{line}")?;
        }
        self.lines = 0;
        self.out.flush()
    }

    /// Moves the cursor. `NO_COLOR` is about colors: this goes by all that strips them.
    fn control(&mut self, sequence: &str) -> io::Result<()> {
        self.out.flush()?;
        // The lock is this thread's already, and may be taken again.
        let mut stdout = io::stdout().lock();
        stdout.write_all(sequence.as_bytes())?;
        stdout.flush()
    }
}

fn material(position: &Position, color: Color) -> u32 {
    let board = position.board();
    VALUES
        .iter()
        .map(|&(role, value)| value * board.by_piece(color, role).count())
        .sum()
}

/// A text in lines that are not too long. Words stay whole.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A clock as players read it, always of the same length: `2:07`, `1:02:07`, `0:09.4`.
pub(super) fn clock(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    let seconds = tenths / 10;
    let text = if seconds < 20 {
        format!("0:{seconds:02}.{}", tenths % 10)
    } else if seconds < 3_600 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!(
            "{}:{:02}:{:02}",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60
        )
    };
    format!("{text:>7}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_of_one_length_and_show_tenths_when_it_matters() {
        let shown = |ms| clock(Duration::from_millis(ms));
        assert_eq!(shown(9_449), " 0:09.4");
        assert_eq!(shown(20_000), "   0:20");
        assert_eq!(shown(600_999), "  10:00");
        assert_eq!(shown(3_727_000), "1:02:07");
    }

    #[test]
    fn sentences_are_broken_between_words() {
        let lines = wrapped(&"word ".repeat(40));
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.join(" "), "word ".repeat(40).trim_end());
    }
}
