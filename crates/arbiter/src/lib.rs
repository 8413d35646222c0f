//! One table of chess as a pure state machine: two seats, a series of games, the clock, offers and
//! endings, all by the Laws.
//!
//! Nothing here reads a clock, draws a random number or talks to anybody. The shell stamps every
//! command with a time, lets the table [decide](Table::decide), stores the events, and only then
//! lets them [happen](Table::apply). The log of events is the table: [replayed](Table::replay), it
//! gives the same table again.
//!
//! ```
//! use tabiya_arbiter::{
//!     Actor, Command, Recorded, Refusal, Seat, Settings, Table, Timestamp,
//! };
//!
//! // Ana opens a table at noon. What happens is recorded, and the record is the table.
//! let noon = Timestamp(1_790_000_000_000);
//! let opened = Table::open(Settings::default(), Some("Ana"), 0x5EED)?;
//! let mut log = vec![Recorded { seq: 1, at: noon, event: opened }];
//! let mut table = Table::replay(&log).expect("a log of one event");
//!
//! // Decide, record, apply: whatever is refused changes nothing.
//! let mut act = |at, actor, command| -> Result<(), Refusal> {
//!     for event in table.decide(at, actor, &command)? {
//!         let at = table.stamp(at);
//!         table.apply(at, &event);
//!         log.push(Recorded { seq: table.sequence(), at, event });
//!     }
//!     Ok(())
//! };
//! let (ana, bo) = (Actor::Seat(Seat::Owner), Actor::Seat(Seat::Guest));
//! act(noon, Actor::Spectator, Command::TakeSeat { name: Some("Bo".to_string()) })?;
//! assert_eq!(act(noon, ana, Command::Start), Err(Refusal::GuestNotReady));
//! act(noon, bo, Command::Ready { ready: true })?;
//! act(noon, ana, Command::Start)?;
//!
//! // White plays e4 after four seconds; an illegal answer is refused with the law behind it.
//! let white = Actor::Seat(table.view(ana).game.expect("started").white);
//! let black = if white == ana { bo } else { ana };
//! let soon = noon.plus_ms(4_000);
//! for event in table.decide(soon, white, &Command::play("e2e4"))? {
//!     table.apply(soon, &event);
//! }
//! let refusal = table.decide(soon, black, &Command::play("e8e6")).expect_err("kings walk one square");
//! assert_eq!(refusal.article(), Some("3.8.1"));
//!
//! // Black thinks for too long: the flag falls to the millisecond. That is told two seconds later,
//! // since a move that was made before may still be on the wire.
//! let deadline = table.deadline().expect("a timed game");
//! assert_eq!(deadline, soon.plus_ms(600_000 + 2_000));
//! for event in table.decide(deadline, Actor::System, &Command::Tick)? {
//!     table.apply(deadline, &event);
//! }
//! let ending = table.view(ana).game.and_then(|game| game.ending).expect("over");
//! assert_eq!(ending.message, "White won: Black ran out of time.");
//! # Ok::<(), Refusal>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod apply;
mod between;
mod chance;
mod claim;
mod clock;
mod command;
mod conduct;
mod duty;
mod ending;
mod event;
mod handle;
mod irregular;
mod offer;
mod play;
mod powers;
mod press;
mod prospect;
mod record;
mod refusal;
mod ruleset;
mod seat;
mod settings;
mod table;
mod timing;
mod told;
mod touch;
mod view;

pub use apply::{ReplayError, ReplayFault};
pub use claim::{Announced, ClaimKind, ClaimsView};
pub use clock::{
    Account, Added, Clock, Extra, Face, Hold, Reading, Speed, Stage, TimeControl, TimeLeft,
    Timestamp,
};
pub use command::{Command, CommandKind};
pub use duty::Obligation;
pub use ending::{Ending, Termination};
pub use event::{Event, PublicEvent, PublicRecorded, Recorded};
pub use irregular::IrregularityKind;
pub use powers::{MAX_REASON_CHARS, Penalty};
pub use prospect::{NoMateReason, Prospect, nobody_can_mate};
pub use record::{GameRecord, Note, PlayedMove};
pub use refusal::Refusal;
pub use ruleset::{
    AwayResult, ClaimBy, Completion, DeadRule, FlagException, IllegalRule, InputRule, MovesClaim,
    MovesLimit, NotifyRule, Preset, PromotionRule, RatingRule, RepetitionClaim, RepetitionLimit,
    ResignConfirm, ResignException, ResignWhen, RuleSet, RuleSetError, StartRule, SwitchValue,
    TakebackRule,
};
pub use seat::{Actor, BySeat, Seat};
pub use settings::{ColorChoice, MAX_NAME_CHARS, Settings, SettingsFault, StartPosition};
pub use table::Table;
pub use view::{
    Away, ClockView, DueView, EndingView, GameView, Phase, Score, SeatView, StandingView, View,
    Viewer,
};
