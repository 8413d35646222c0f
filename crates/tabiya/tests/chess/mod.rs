//! The commands of chess, asked through the real binary.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a command has answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) text: String,
    pub(crate) complaint: String,
}

impl Answer {
    /// The one JSON object of the answer.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.text.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The JSON objects of the answer, one a line.
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        let read =
            |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.text.lines().map(read).collect()
    }

    /// The answer of a command that has accepted.
    pub(crate) fn accepted(self) -> Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// The answer of a command that has refused.
    pub(crate) fn refused(self) -> Self {
        assert_eq!(self.code, 1, "{self:?}");
        self
    }
}

pub(crate) fn run(arguments: &[&str]) -> Answer {
    run_with_input(arguments, b"")
}

pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A command that reads no input closes the pipe before all is written.
        scope.spawn(move || stdin.write_all(input).err());
        child.wait_with_output().unwrap()
    });
    Answer {
        code: output.status.code().unwrap(),
        text: String::from_utf8(output.stdout).unwrap(),
        complaint: String::from_utf8(output.stderr).unwrap(),
    }
}
