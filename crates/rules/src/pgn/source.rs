//! Where the bytes of a text come from: a slice, or with the feature `std` any reader, of which
//! only a window is in memory. What the bytes mean is the lexer's.

/// Bytes that can be looked at through a window which moves forward only.
///
/// It is implemented for `&[u8]` and for [`Refill`], and nowhere else.
pub trait Source: sealed::Sealed {
    /// What can go wrong when more is fetched.
    type Error;

    /// What can be seen now.
    #[doc(hidden)]
    fn window(&self) -> &[u8];

    /// Whether nothing comes behind the window.
    #[doc(hidden)]
    fn is_last(&self) -> bool;

    /// Fetches more until `count` bytes lie in the window from `at` on, or the source ends. Bytes
    /// before `at` may be dropped, except the one just before it; the answer is how many were.
    ///
    /// # Errors
    /// What the reader says.
    #[doc(hidden)]
    fn fetch(&mut self, at: usize, count: usize) -> Result<usize, Self::Error>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for &[u8] {}
    #[cfg(feature = "std")]
    impl<R> Sealed for super::Refill<R> {}
}

impl Source for &[u8] {
    type Error = core::convert::Infallible;

    fn window(&self) -> &[u8] {
        self
    }

    fn is_last(&self) -> bool {
        true
    }

    fn fetch(&mut self, _at: usize, _count: usize) -> Result<usize, Self::Error> {
        Ok(0)
    }
}

#[cfg(feature = "std")]
pub use refill::Refill;

#[cfg(feature = "std")]
mod refill {
    use alloc::vec;
    use alloc::vec::Vec;
    use std::io::{ErrorKind, Read, Result};

    use super::Source;

    /// A reader behind a buffer that is filled again and again: constant memory, whatever the size
    /// of the file.
    #[derive(Debug)]
    pub struct Refill<R> {
        reader: R,
        buffer: Vec<u8>,
        /// How many bytes of the buffer are filled.
        filled: usize,
        ended: bool,
    }

    /// The buffer at the beginning. It grows for a single long comment, and not beyond
    /// [`super::super::limits::COMMENT_BYTES`] and a little.
    const BUFFER_BYTES: usize = 256 * 1024;

    impl<R: Read> Refill<R> {
        pub(in crate::pgn) fn new(reader: R) -> Self {
            Self {
                reader,
                buffer: vec![0; BUFFER_BYTES],
                filled: 0,
                ended: false,
            }
        }
    }

    impl<R: Read> Source for Refill<R> {
        type Error = std::io::Error;

        fn window(&self) -> &[u8] {
            self.buffer.get(..self.filled).unwrap_or_default()
        }

        fn is_last(&self) -> bool {
            self.ended
        }

        fn fetch(&mut self, at: usize, count: usize) -> Result<usize> {
            let dropped = at.saturating_sub(1).min(self.filled);
            self.buffer.copy_within(dropped..self.filled, 0);
            self.filled -= dropped;
            let wanted = at - dropped + count;
            if self.buffer.len() < wanted {
                self.buffer.resize(wanted.next_power_of_two(), 0);
            }
            while self.filled < wanted && !self.ended {
                let room = self.buffer.get_mut(self.filled..).unwrap_or_default();
                match self.reader.read(room) {
                    Ok(0) => self.ended = true,
                    Ok(count) => self.filled += count,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(dropped)
        }
    }
}
