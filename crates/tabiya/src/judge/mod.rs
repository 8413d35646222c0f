//! `tabiya judge`: a game at a table as a script, judged line by line. Here: the command, and what
//! it prints as JSON. What a script may say stands in `script.rs`, the table and the shell around it
//! in `sitting.rs`, the words for people in `text.rs`.

mod expect;
mod script;
mod sitting;
mod text;

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use tabiya_arbiter::{Event, PublicEvent, RuleSet};

use crate::input::open;
use crate::output::{Ending, Format, Output, complain};
use expect::{Answered, Expected};
use script::{Fault, Head, Line, Script};
use sitting::{Answer, Sitting};

/// A script is a file of JSON lines: first rules, clock and start, then who wants what, and when.
/// Time passes as the script says; flags fall and offers lapse by themselves. Each answer is
/// printed: events, or the refusal with its article; at the end how the table stands, as JSON.
///
/// A line may say what it expects. Where an answer is something else, that is told, and the command
/// ends with 1. docs/cli.md describes the format.
///
/// Examples:
///   tabiya judge game.jsonl
///   tabiya judge --json - < game.jsonl
///   tabiya judge --check testdata/laws/scripts/*.jsonl
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Scripts; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print only answers that are not as expected, and how many scripts were judged
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    format: Format,
}

/// Who acts when something happens by itself.
const TABLE: &str = "table";

/// What was found so far.
#[derive(Default)]
struct Tally {
    /// Scripts, counted once under each rule set.
    scripts: usize,
    expectations: usize,
    unexpected: usize,
    unreadable: usize,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let mut tally = Tally::default();
    for file in &options.files {
        let (mut input, _) = open(file)?;
        let mut bytes = Vec::new();
        input
            .read_to_end(&mut bytes)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        match Script::read(&bytes) {
            Ok(script) => {
                for rules in &script.head.rules {
                    let mut judged = Judged {
                        options,
                        file,
                        out: &mut out,
                        tally: &mut tally,
                    };
                    judged.script(&script, *rules)?;
                }
            }
            Err(fault) => {
                tally.unreadable += 1;
                tell_fault(&mut out, options, file, &fault)?;
            }
        }
    }
    if options.check {
        tally.tell(&mut out, options)?;
    }
    let is_in_order = tally.unexpected == 0 && tally.unreadable == 0;
    out.end(Ending::accepted_if(is_in_order))
}

/// A script that cannot be read: nothing of it is judged.
fn tell_fault(out: &mut Output, options: &Options, file: &Path, fault: &Fault) -> io::Result<()> {
    #[derive(Serialize)]
    struct Refused<'a> {
        ok: bool,
        file: String,
        line: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<usize>,
        reason: &'a str,
    }
    if options.format.json {
        return out.json(&Refused {
            ok: false,
            file: file.display().to_string(),
            line: fault.line,
            column: fault.column,
            reason: &fault.reason,
        });
    }
    complain(&format!("{}: {fault}.", file.display()));
    Ok(())
}

impl Tally {
    fn tell(&self, out: &mut Output, options: &Options) -> io::Result<()> {
        #[derive(Serialize)]
        struct Counts {
            scripts: usize,
            expectations: usize,
            unexpected: usize,
            unreadable: usize,
        }
        let Self {
            scripts,
            expectations,
            unexpected,
            unreadable,
        } = *self;
        if options.format.json {
            return out.json(&Counts {
                scripts,
                expectations,
                unexpected,
                unreadable,
            });
        }
        writeln!(
            out,
            "scripts {scripts}, expectations {expectations}, not as expected {unexpected}, \
             not readable {unreadable}"
        )
    }
}

/// One answer as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    at: u64,
    by: &'a str,
    /// Only in the answer to the head.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<PublicEvent<'a>>>,
    /// Where this is not what the script expects.
    #[serde(skip_serializing_if = "Option::is_none")]
    unexpected: Option<&'a str>,
}

/// A script on its way through a table.
struct Judged<'a> {
    options: &'a Options,
    file: &'a Path,
    out: &'a mut Output,
    tally: &'a mut Tally,
}

impl Judged<'_> {
    fn script(&mut self, script: &Script, rules: RuleSet) -> io::Result<()> {
        self.tally.scripts += 1;
        let (sitting, answer) = Sitting::open(&script.head, rules);
        self.head(&script.head, rules, &answer, sitting.as_ref())?;
        let Some(mut sitting) = sitting else {
            // Without a table nothing else can be asked. That is a fault of the script unless it
            // is what the script is about.
            if script.head.expected.is_none() || !script.lines.is_empty() {
                self.tally.unexpected += 1;
            }
            return Ok(());
        };
        for line in &script.lines {
            while let Some(answer) = sitting.come_due(line.at) {
                self.print(None, TABLE, None, &answer, None)?;
            }
            let answer = sitting.act(line);
            self.line(line, &answer, &sitting)?;
        }
        if self.options.check {
            return Ok(());
        }
        let at = script.lines.last().map_or(0, |line| line.at);
        self.state(&sitting.state(at))
    }

    /// The head was judged as if the players had done all that.
    fn head(
        &mut self,
        head: &Head,
        rules: RuleSet,
        answer: &Answer,
        sitting: Option<&Sitting>,
    ) -> io::Result<()> {
        let state = || sitting.map_or(Value::Null, |sitting| sitting.state(0));
        let unexpected = self.compare(head.expected.as_ref(), answer, state);
        let unexpected = unexpected.or_else(|| {
            // Moves before the script that cannot be played leave nothing to be judged.
            let is_asked = head.expected.is_some();
            (answer.refused.is_some() && !is_asked).then(|| "the script cannot begin".to_owned())
        });
        self.print(
            Some(head.number),
            "script",
            Some(rules.to_string()),
            answer,
            unexpected.as_deref(),
        )
    }

    fn line(&mut self, line: &Line, answer: &Answer, sitting: &Sitting) -> io::Result<()> {
        let state = || sitting.state(line.at);
        let unexpected = self.compare(line.expected.as_ref(), answer, state);
        if !self.options.format.json && !self.options.check {
            text::tell_line(self.out, line)?;
        }
        self.print(
            Some(line.number),
            line.by.word(),
            None,
            answer,
            unexpected.as_deref(),
        )
    }

    fn compare(
        &mut self,
        expected: Option<&Expected>,
        answer: &Answer,
        state: impl FnOnce() -> Value,
    ) -> Option<String> {
        let expected = expected?;
        self.tally.expectations += 1;
        let answered = Answered {
            refused: answer.refused.as_ref(),
            events: &answer.shown(),
            hint: answer.hint.as_deref(),
        };
        expected.difference(&answered, state)
    }

    fn print(
        &mut self,
        line: Option<usize>,
        by: &str,
        rules: Option<String>,
        answer: &Answer,
        unexpected: Option<&str>,
    ) -> io::Result<()> {
        if let Some(why) = unexpected {
            self.tally.unexpected += 1;
            if !self.options.format.json {
                let (file, number) = (self.file.display(), line.unwrap_or(1));
                complain(&format!("{file}: line {number}: {why}."));
            }
        }
        if self.options.check && (unexpected.is_none() || !self.options.format.json) {
            return Ok(());
        }
        if !self.options.format.json {
            return text::tell_answer(self.out, by, rules.as_deref(), answer);
        }
        self.out.json(&Printed {
            line,
            at: answer.at,
            by,
            rules,
            hint: answer.hint.as_deref(),
            refused: answer.refused.as_ref(),
            events: answer
                .refused
                .is_none()
                .then(|| answer.events.iter().map(Event::public).collect()),
            unexpected,
        })
    }

    fn state(&mut self, state: &Value) -> io::Result<()> {
        #[derive(Serialize)]
        struct Stands<'a> {
            state: &'a Value,
        }
        self.out.json(&Stands { state })
    }
}
