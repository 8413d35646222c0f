//! Weights written down as the file that the evaluation is built with.

use std::fmt::Write as _;

use super::model::{COMPLEXITY, DANGER, END, Weights};
use crate::eval::layout::{COMPLEXITIES, DANGERS, TERMS, Term};

const HEAD: &str = "\
//! The numbers of the evaluation, in the order of `layout`. Written by `tabiya tune`; not to be
//! changed by hand.

use super::layout::{COMPLEXITY_COUNT, DANGER_COUNT, TERM_COUNT};
use super::pair::Pair;

const fn w(middle: i32, end: i32) -> Pair {
    Pair::new(middle, end)
}
";

impl Weights {
    /// The text of `eval/weights.rs` with these weights, rounded.
    #[must_use]
    pub fn to_source(&self) -> String {
        let whole: Vec<i32> = self.0.iter().map(|weight| weight.round() as i32).collect();
        let mut text = String::from(HEAD);
        let pair = |at: usize| format!("w({}, {})", whole[at], whole[END + at]);
        list(&mut text, "WEIGHTS: [Pair; TERM_COUNT]", TERMS, pair);
        let danger = |at: usize| whole[DANGER + at].to_string();
        list(
            &mut text,
            "DANGER_WEIGHTS: [i32; DANGER_COUNT]",
            DANGERS,
            danger,
        );
        let complexity = |at: usize| whole[COMPLEXITY + at].to_string();
        let name = "COMPLEXITY_WEIGHTS: [i32; COMPLEXITY_COUNT]";
        list(&mut text, name, COMPLEXITIES, complexity);
        text
    }
}

fn list(text: &mut String, name: &str, terms: &[Term], item: impl Fn(usize) -> String) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\n#[rustfmt::skip]\npub(crate) static {name} = [\n");
    for term in terms {
        let _ = writeln!(text, "    // {}", term.name);
        let items: Vec<String> = (term.start..term.start + term.len)
            .map(|at| item(at) + ",")
            .collect();
        let row = match term.len {
            32 => 4,
            28 if !term.name.ends_with("MOBILITY") => 7,
            _ => 8,
        };
        for items in items.chunks(row) {
            let _ = writeln!(text, "    {}", items.join(" "));
        }
    }
    text.push_str("];\n");
}
