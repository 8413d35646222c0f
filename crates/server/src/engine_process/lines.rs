//! The output of a child process, line by line, with a limit on the length of a line and on how
//! much is written in a second. Not here: what the lines mean.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::time::Instant;

use super::error::EngineError;

/// The longest line that is read.
pub(super) const LINE_BYTES: usize = 64 * 1024;

/// The most that is read in a second: a thousand times what engines have to say.
pub(super) const BYTES_PER_SECOND: usize = 4 * 1024 * 1024;

/// Reads lines. What was read of a line stays here where a reader is given up in between.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    /// The line so far.
    line: Vec<u8>,
    /// The second that is being counted, and what was read in it.
    second: (Instant, usize),
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            second: (Instant::now(), 0),
        }
    }

    /// The next line without its end; `None` where there is no more. What is no UTF-8 is replaced.
    pub(super) async fn next(&mut self) -> Result<Option<String>, EngineError> {
        loop {
            let bytes = self.input.fill_buf().await?;
            if bytes.is_empty() {
                // Something may stand there without a line end.
                let rest = std::mem::take(&mut self.line);
                return Ok((!rest.is_empty()).then(|| text(&rest)));
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let (part, read) = match end {
                Some(end) => (bytes.get(..end).unwrap_or(bytes), end + 1),
                None => (bytes, bytes.len()),
            };
            if self.line.len() + part.len() > LINE_BYTES {
                return Err(EngineError::LineTooLong);
            }
            self.line.extend_from_slice(part);
            self.input.consume(read);
            self.count(read)?;
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                return Ok(Some(text(&line)));
            }
        }
    }

    fn count(&mut self, read: usize) -> Result<(), EngineError> {
        let (began, before) = self.second;
        let now = Instant::now();
        self.second = if now.duration_since(began) < Duration::from_secs(1) {
            (began, before + read)
        } else {
            (now, read)
        };
        if self.second.1 > BYTES_PER_SECOND {
            return Err(EngineError::Flood);
        }
        Ok(())
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_are_read_whatever_ends_them() {
        let mut lines = Lines::new(&b"uciok\r\n  readyok \n\n\xff\nrest"[..]);
        let mut read = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            read.push(line);
        }
        assert_eq!(read, ["uciok", "readyok", "", "\u{fffd}", "rest"]);
    }

    #[tokio::test]
    async fn a_line_can_be_too_long() {
        let longest = vec![b'x'; LINE_BYTES];
        let mut lines = Lines::new(&longest[..]);
        assert_eq!(lines.next().await.unwrap().unwrap().len(), LINE_BYTES);
        let longer = vec![b'x'; LINE_BYTES + 1];
        let mut lines = Lines::new(&longer[..]);
        assert!(matches!(lines.next().await, Err(EngineError::LineTooLong)));
    }

    #[tokio::test(start_paused = true)]
    async fn too_much_in_a_second_is_a_flood() {
        let line = [&[b'x'; 1023][..], b"\n"].concat();
        let flood = line.repeat(BYTES_PER_SECOND / 1024 + 1);
        let mut lines = Lines::new(&flood[..]);
        for _ in 0..BYTES_PER_SECOND / 1024 {
            lines.next().await.unwrap();
        }
        assert!(matches!(lines.next().await, Err(EngineError::Flood)));
        // The same with time in between.
        let mut lines = Lines::new(&flood[..]);
        for _ in 0..BYTES_PER_SECOND / 1024 {
            lines.next().await.unwrap();
        }
        tokio::time::advance(Duration::from_secs(1)).await;
        lines.next().await.unwrap();
    }
}
