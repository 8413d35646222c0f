//! Files that commands read, standard input among them. Not here: what they hold.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context as _;

/// What a command reads from; it has no buffer.
pub(crate) type Input = Box<dyn Read + Send>;

/// Opens a file, or standard input where its name is `-`, and says how large it is, if that is
/// known.
pub(crate) fn open(path: &Path) -> anyhow::Result<(Input, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    let about = file.metadata().ok().filter(std::fs::Metadata::is_file);
    let size = about.map(|about| about.len());
    Ok((Box::new(file), size))
}
