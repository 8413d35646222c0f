//! Engines as the command line names them: `COMMAND[,KEY=VALUE…]`. Not here: how they are started
//! (`entrant.rs`).

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, bail};
use tabiya_server::engine_process::EngineCommand;

/// The word for the engine of this very program.
const OWN: &str = "self";

/// An engine as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineSpec {
    /// The words of the command as they were given, for the record.
    pub(super) words: String,
    pub(super) command: EngineCommand,
    /// What it is to be called; `None`: what it calls itself.
    pub(super) name: Option<String>,
    /// Options to set, which it has to offer.
    pub(super) options: Vec<(String, String)>,
}

impl FromStr for EngineSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let mut parts = text.split(',');
        let first = parts.next().unwrap_or_default().trim();
        let words = first.strip_prefix("cmd=").unwrap_or(first).trim();
        let mut spec = Self {
            words: words.to_owned(),
            command: command(words)?,
            name: None,
            options: Vec::new(),
        };
        for part in parts {
            let (key, value) = setting(part)?;
            match (key, key.strip_prefix("option.")) {
                ("name", _) if !value.is_empty() => spec.name = Some(value.to_owned()),
                ("dir", _) => spec.command.folder = Some(PathBuf::from(value)),
                (_, Some(option)) => spec.options.push((option.to_owned(), value.to_owned())),
                _ => bail!(
                    "“{part}” says nothing about an engine; there are name=, dir= and option.NAME="
                ),
            }
        }
        Ok(spec)
    }
}

/// Options for all engines that offer them: `Hash=16,Threads=1`, or with `option.` before each.
pub(super) fn common_options(text: &str) -> anyhow::Result<Vec<(String, String)>> {
    let parts = text.split(',');
    parts
        .map(|part| {
            let (key, value) = setting(part)?;
            let name = key.strip_prefix("option.").unwrap_or(key);
            Ok((name.to_owned(), value.to_owned()))
        })
        .collect()
}

/// `KEY=VALUE`.
pub(super) fn setting(part: &str) -> anyhow::Result<(&str, &str)> {
    let (key, value) = part
        .split_once('=')
        .with_context(|| format!("“{part}” is no KEY=VALUE"))?;
    Ok((key.trim(), value.trim()))
}

/// A program and its arguments, divided at blanks; a path with blanks in it is one word if there is
/// such a file.
fn command(words: &str) -> anyhow::Result<EngineCommand> {
    if words == OWN {
        let own = std::env::current_exe().context("this program does not know where it is")?;
        return Ok(EngineCommand::new(own).arg("uci"));
    }
    if words.is_empty() {
        bail!("an engine begins with the program to start");
    }
    if Path::new(words).is_file() {
        return Ok(EngineCommand::new(words));
    }
    let mut words = words.split_whitespace();
    let program = words.next().unwrap_or_default();
    Ok(words.fold(EngineCommand::new(program), EngineCommand::arg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_a_command_and_what_is_said_about_it() {
        let spec: EngineSpec = "gnuchess -u,name=GNU,option.Null Move=a=b,dir=/tmp"
            .parse()
            .unwrap();
        let mut expected = EngineCommand::new("gnuchess").arg("-u");
        expected.folder = Some(PathBuf::from("/tmp"));
        assert_eq!(spec.command, expected);
        assert_eq!(spec.name.as_deref(), Some("GNU"));
        assert_eq!(spec.options, [("Null Move".to_owned(), "a=b".to_owned())]);
        assert_eq!(
            "cmd=toga2".parse::<EngineSpec>().unwrap().command,
            EngineCommand::new("toga2")
        );
        let own: EngineSpec = "self".parse().unwrap();
        assert_eq!(own.command.arguments, ["uci"]);
    }

    #[test]
    fn what_is_no_engine_is_told() {
        for text in ["", ",name=x", "toga2,name", "toga2,hash=1", "toga2,name="] {
            assert!(text.parse::<EngineSpec>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn common_options_may_say_option() {
        let expected = [("Hash", "16"), ("Threads", "1")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(
            common_options("Hash=16,option.Threads=1").unwrap(),
            expected
        );
        assert!(common_options("Hash").is_err());
    }
}
