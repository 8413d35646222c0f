//! The workspace as its own tests see it: packages with their dependencies, and source files.
//! What is allowed is not decided here but in `tests/`.

mod files;
mod packages;

pub use files::{SourceFile, root, source_files};
pub use packages::{Package, Workspace};
