//! The source files of this repository, without what is downloaded or generated.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Folders that hold no source of ours.
const SKIPPED: [&str; 7] = [
    "target",
    "node_modules",
    "build",
    ".svelte-kit",
    "artifacts",
    ".git",
    ".make",
];

/// A text file in the repository.
#[derive(Debug)]
pub struct SourceFile {
    /// Where it is, from the root of the repository, with `/` between the parts.
    pub path: String,
    /// What it says.
    pub text: String,
}

impl SourceFile {
    /// Whether the name ends in one of `endings`.
    #[must_use]
    pub fn ends_with_any(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }
}

/// Folders of files that scripts write.
const GENERATED: [&str; 6] = [
    "web/src/lib/wasm",
    "web/src/lib/wasm-prospects",
    "web/src/lib/wasm-table",
    "web/src/lib/wasm-engine",
    "web/src/lib/wasm-analysis",
    "crates/wasm/pkg",
];

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All text files under `folders` (from the root) whose names end in one of `endings`.
///
/// # Errors
/// When a folder or file cannot be read.
pub fn source_files(folders: &[&str], endings: &[&str]) -> Result<Vec<SourceFile>> {
    let root = root();
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut files = Vec::new();
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                let generated = GENERATED.iter().any(|made| path.ends_with(made));
                if !generated && !SKIPPED.contains(&name.as_ref()) {
                    waiting.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path)
                    .with_context(|| format!("reading {}", path.display()))?;
                let relative = path
                    .strip_prefix(&root)?
                    .to_string_lossy()
                    .replace('\\', "/");
                files.push(SourceFile {
                    path: relative,
                    text,
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}
