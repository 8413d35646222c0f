//! One table of chess as a pure state machine: two seats, a series of games, the clock, offers
//! and endings, all by the Laws.
//!
//! Nothing here reads a clock, draws a random number or talks to anybody. The shell stamps every
//! command with a time, lets the table [decide](Table::decide), stores the events, and only then
//! lets them [happen](Table::apply). The log of events is the table:
//! [replayed](Table::replay), it gives the same table again.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod apply;
mod between;
mod chance;
mod clock;
mod command;
mod ending;
mod event;
mod offer;
mod play;
mod record;
mod refusal;
mod ruleset;
mod seat;
mod settings;
mod table;
mod view;

pub use apply::{ReplayError, ReplayFault};
pub use clock::{Account, Clock, Face, Reading, Timestamp};
pub use command::{Command, CommandKind};
pub use ending::{Ending, Termination};
pub use event::{Event, PublicEvent, PublicRecorded, Recorded};
pub use record::{GameRecord, PlayedMove};
pub use refusal::Refusal;
pub use ruleset::{
    DeadRule, FlagException, MovesLimit, OFFERS_PER_MOVE, Preset, RepetitionLimit, RuleSet,
    RuleSetError, SwitchValue, TakebackRule,
};
pub use seat::{Actor, BySeat, Seat};
pub use settings::{
    ColorChoice, MAX_NAME_CHARS, Settings, SettingsFault, StartPosition, TimeControl,
};
pub use table::Table;
pub use view::{Away, ClockView, EndingView, GameView, Phase, Score, SeatView, View, Viewer};
