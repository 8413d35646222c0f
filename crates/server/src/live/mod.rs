//! Live tables: one task for each hot table, reached through the hall. No HTTP here, no SQL.

mod audience;
mod computer;
mod examiner;
mod hall;
mod keeper;
mod letter;

pub(crate) use hall::{Following, Hall, NotOpened};
pub(crate) use letter::{
    Answer, Frame, Happening, Hello, Letter, Refused, Reply, Unavailable, Wish,
};
