//! Live tables: one task for each hot table, reached through the hall. No HTTP here, no SQL.

mod audience;
mod bounds;
mod card;
mod computer;
mod examiner;
mod hall;
mod keeper;
mod letter;
mod opening;
mod plans;
mod post;
mod presence;
mod rest;
mod showcase;
mod waker;

pub(crate) use card::Card;
pub(crate) use hall::{Following, Hall, NotOpened};
pub(crate) use letter::{
    Answer, Frame, Happening, Hello, Letter, NewPlan, PlanRefused, Refused, Reply, Unavailable,
    Wish,
};
pub(crate) use opening::Agreed;
pub(crate) use post::first_reminder;
pub(crate) use showcase::{Awaited, News, Shown};
