//! A chess engine as a child process that speaks the Universal Chess Interface: started, asked,
//! stopped and ended, with a limit on everything that it may do to us. Here: what the module
//! offers. The process stands in `process.rs`, what is read of it in `lines.rs`, what its lines
//! mean in `info.rs` and `options.rs`, what it is asked in `limits.rs`. Not here: who plays whom,
//! and how a game is judged.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # if cfg!(not(unix)) { return Ok(()); }
//! use std::time::Duration;
//!
//! use tabiya_rules::{Game, Position};
//! use tabiya_server::engine_process::{EngineCommand, EngineProcess, GoLimits};
//!
//! // Any program that speaks UCI; here a shell that knows one move.
//! let talk = r#"while read -r line; do case $line in
//!     uci) echo 'id name One Move'; echo uciok;;
//!     isready) echo readyok;;
//!     go*) echo 'info depth 1 score cp 30 pv e2e4'; echo 'bestmove e2e4';;
//!     quit) exit;;
//! esac; done"#;
//! let command = EngineCommand::new("sh").arg("-c").arg(talk);
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! let mut engine = EngineProcess::start(&command).await?;
//! assert_eq!(engine.name(), "One Move");
//!
//! let game = Game::new(Position::standard());
//! engine.new_game().await?;
//! engine.position(&game).await?;
//! engine.go(&GoLimits::move_time(Duration::from_millis(50))).await?;
//! let answer = engine.best_move(Duration::from_secs(5), |info| {
//!     println!("depth {:?}", info.depth);
//! });
//! assert_eq!(answer.await?.mv.uci(game.position()).to_string(), "e2e4");
//! engine.quit().await;
//! # Ok::<(), tabiya_server::engine_process::EngineError>(())
//! # })?;
//! # Ok(())
//! # }
//! ```

mod command;
mod cpu;
mod error;
mod info;
mod limits;
mod lines;
mod options;
mod process;

pub use command::{EngineCommand, Patience};
pub use error::{Doing, EngineError};
pub use info::{Bound, Info, Score};
pub use limits::{ClockTimes, GoLimits};
pub use options::{BadValue, EngineOption, OptionKind};
pub use process::{Chosen, EngineProcess, News};
