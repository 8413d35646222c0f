//! `tabiya admin backup`: everything in one file.

use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::Args;
use serde_json::json;
use tabiya_server::Office;

use super::show::{Show, size};
use crate::output::Ending;
use crate::progress::Progress;

#[derive(Args)]
pub(crate) struct Options {
    /// The file that is made; restoring is copying it back as tabiya.sqlite3 while no service runs
    file: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

pub(super) async fn run(office: &Office, options: &Options, show: &Show) -> anyhow::Result<Ending> {
    let name = options.file.display().to_string();
    ensure!(
        options.force || !options.file.exists(),
        "{name} is there already; choose another name, or replace it with --force"
    );
    let folder = options.file.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let folder = folder.display();
        bail!("there is no folder {folder}; make it first, or name another file");
    }
    let mut bar = None;
    let mut before = 0;
    let told = Box::new(move |left: u64, all: u64| {
        let done = all.saturating_sub(left);
        let bar = bar.get_or_insert_with(|| Progress::of_things(Some(all), "pages"));
        bar.add(done.saturating_sub(before));
        before = done;
        true
    });
    let copied = office.backup(options.file.clone(), told).await?;
    let (bytes, events) = (copied.bytes, copied.events);
    show.told(
        &json!({"ok": true, "file": name, "bytes": bytes, "events": events}),
        &format!(
            "{name} holds everything: {events} events, {}. It was read from end to end.",
            size(bytes)
        ),
    )
}
