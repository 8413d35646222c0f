//! The nine named rule sets: what each switch is set to. Where the page behind a preset leaves a
//! switch open, the choice is ours.
//!
//! These values are frozen: games are stored as a preset and what differs from it, so another value
//! here would change the rules of games that were played or are being played. `tests/rulesets.rs`
//! pins them; other rules are another preset.

use alloc::borrow::ToOwned;
use alloc::vec;
use core::fmt;

use super::choice::{
    AwayResult, ClaimBy, Completion, DeadRule, FlagException, IllegalRule, InputRule, MovesClaim,
    MovesLimit, NotifyRule, PromotionRule, RatingRule, RepetitionClaim, RepetitionLimit,
    ResignConfirm, ResignException, ResignWhen, StartRule, TakebackRule,
};
use super::{RuleSet, RuleSetError};
use crate::clock::{Extra, Stage, TimeControl};

/// A named, complete rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The FIDE Laws over the board at a standard time control: touch-move, the clock is pressed,
    /// illegal moves cost two minutes and then the game, draws by repetition and by moves are
    /// claimed.
    FideStandard,
    /// The same for rapid games: one minute (Appendix A.3).
    FideRapid,
    /// The same for blitz games: one minute (Appendix B.3).
    FideBlitz,
    /// The FIDE Online Chess Regulations: only legal moves are taken, automatic draws at the
    /// third repetition and at 50 moves, a fallen flag draws where the opponent could not mate by
    /// any legal sequence.
    FideOnline,
    /// Draws by repetition and by moves are claimed, by either player; the automatic limits of
    /// FIDE 9.6 stand behind that.
    Claims,
    /// The friend's table: draws by material only, a fallen flag draws only against a lone king.
    Table,
    /// Plain rules for beginners, without a clock.
    Basic,
    /// Games by letter: no clock or days for a move, typed moves, a draw offer that stays
    /// unanswered for seven days is a draw.
    Letter,
    /// A teaching board: the clock, if there is one, starts with the first move.
    Studio,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 9] = [
        Self::FideStandard,
        Self::FideRapid,
        Self::FideBlitz,
        Self::FideOnline,
        Self::Claims,
        Self::Table,
        Self::Basic,
        Self::Letter,
        Self::Studio,
    ];

    /// The name in JSON, in PGN and in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FideStandard => "fide-standard",
            Self::FideRapid => "fide-rapid",
            Self::FideBlitz => "fide-blitz",
            Self::FideOnline => "fide-online",
            Self::Claims => "claims",
            Self::Table => "table",
            Self::Basic => "basic",
            Self::Letter => "letter",
            Self::Studio => "studio",
        }
    }

    /// The time control that games under this preset usually have; any other will do too.
    ///
    /// ```
    /// use tabiya_arbiter::{Preset, TimeControl};
    ///
    /// assert_eq!(Preset::FideBlitz.usual_clock(), TimeControl::fischer(180_000, 2_000));
    /// assert_eq!(Preset::Letter.usual_clock(), TimeControl::Days { days: 3 });
    /// ```
    #[must_use]
    pub fn usual_clock(self) -> TimeControl {
        const MINUTE_MS: u64 = 60_000;
        match self {
            Self::FideStandard => {
                let stage = |moves, minutes| Stage {
                    moves,
                    bank_ms: minutes * MINUTE_MS,
                    extra_ms: 30_000,
                    extra: Extra::Increment,
                };
                TimeControl::Stages {
                    stages: vec![stage(Some(40), 90), stage(None, 30)],
                }
            }
            Self::FideRapid => TimeControl::fischer(15 * MINUTE_MS, 10_000),
            Self::FideBlitz => TimeControl::fischer(3 * MINUTE_MS, 2_000),
            Self::FideOnline => TimeControl::fischer(10 * MINUTE_MS, 5_000),
            Self::Table => TimeControl::Delay {
                bank_ms: 10 * MINUTE_MS,
                delay_ms: 10_000,
            },
            Self::Letter => TimeControl::Days { days: 3 },
            Self::Claims | Self::Basic | Self::Studio => TimeControl::Untimed,
        }
    }

    /// The preset of this name.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn named(name: &str) -> Result<Self, RuleSetError> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| RuleSetError::UnknownPreset(name.to_owned()))
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The Laws over the board.
const OVER_THE_BOARD: RuleSet = RuleSet {
    preset: Preset::FideStandard,
    repetition_claim: RepetitionClaim::Three,
    repetition_auto: RepetitionLimit::Five,
    moves_claim: MovesClaim::Fifty,
    moves_auto: MovesLimit::SeventyFive,
    claim_by: ClaimBy::Mover,
    intended_claims: true,
    wrong_claim_ms: 120_000,
    dead: DeadRule::Full,
    flag_exception: FlagException::Unwinnable,
    resign_when: ResignWhen::Any,
    resign_confirm: ResignConfirm::None,
    resign_exception: ResignException::Unwinnable,
    offers: true,
    offer_min_plies: 2,
    offers_per_move: None,
    offer_declined_by_move: true,
    offer_timeout_ms: None,
    touch_move: true,
    illegal: IllegalRule::Penalise,
    illegal_penalty_ms: 120_000,
    completion: Completion::OnPress,
    promotion: PromotionRule::Ask,
    start: StartRule::Scheduled,
    first_move_limit_ms: None,
    lag_compensation: false,
    give_time: false,
    pause_when_hidden: false,
    away_claim_after_ms: None,
    away_result: AwayResult::AsFlag,
    takeback: TakebackRule::Off,
    premove: false,
    claim_hints: false,
    rating: RatingRule::Event,
    score: true,
    notify: NotifyRule::None,
    input: InputRule::BoardAndTyped,
};

/// The Laws over the board where games are quicker (Appendix A.3, B.3).
const QUICK_OVER_THE_BOARD: RuleSet = RuleSet {
    wrong_claim_ms: 60_000,
    illegal_penalty_ms: 60_000,
    ..OVER_THE_BOARD
};

/// What all boards on a screen have in common: only legal moves are taken, and making a move
/// completes it.
const ON_SCREEN: RuleSet = RuleSet {
    resign_confirm: ResignConfirm::Dialog,
    resign_exception: ResignException::None,
    offer_min_plies: 0,
    touch_move: false,
    illegal: IllegalRule::Reject,
    illegal_penalty_ms: 60_000,
    completion: Completion::OnRelease,
    wrong_claim_ms: 0,
    start: StartRule::OnStartCommand,
    claim_hints: true,
    rating: RatingRule::None,
    score: false,
    input: InputRule::Board,
    ..OVER_THE_BOARD
};

/// Draws by repetition and by moves at once, without claims. Were claims switched on, they would be
/// those of the Laws.
const AUTOMATIC_DRAWS: RuleSet = RuleSet {
    repetition_claim: RepetitionClaim::None,
    repetition_auto: RepetitionLimit::Three,
    moves_claim: MovesClaim::None,
    moves_auto: MovesLimit::Fifty,
    ..ON_SCREEN
};

/// The same, and only the material makes a position dead.
const BY_MATERIAL: RuleSet = RuleSet {
    dead: DeadRule::Material,
    ..AUTOMATIC_DRAWS
};

impl RuleSet {
    /// The preset with no switch changed.
    #[must_use]
    pub const fn preset(preset: Preset) -> Self {
        let rules = match preset {
            Preset::FideStandard => OVER_THE_BOARD,
            Preset::FideRapid | Preset::FideBlitz => QUICK_OVER_THE_BOARD,
            Preset::FideOnline => Self {
                offer_min_plies: 2,
                offers_per_move: Some(1),
                start: StartRule::Scheduled,
                away_claim_after_ms: Some(60_000),
                premove: true,
                rating: RatingRule::Event,
                score: true,
                input: InputRule::BoardAndTyped,
                ..AUTOMATIC_DRAWS
            },
            Preset::Claims => Self {
                claim_by: ClaimBy::Either,
                intended_claims: false,
                start: StartRule::OnFirstMove,
                ..ON_SCREEN
            },
            Preset::Table => Self {
                flag_exception: FlagException::LoneKing,
                resign_confirm: ResignConfirm::TwoPress,
                offers_per_move: Some(1),
                away_claim_after_ms: Some(60_000),
                score: true,
                ..BY_MATERIAL
            },
            Preset::Basic => BY_MATERIAL,
            Preset::Letter => Self {
                resign_when: ResignWhen::OwnTurn,
                offer_timeout_ms: Some(7 * 86_400_000),
                completion: Completion::OnSubmit,
                promotion: PromotionRule::QueenIfUnnamed,
                rating: RatingRule::Elo,
                notify: NotifyRule::Email,
                input: InputRule::BoardAndTyped,
                ..BY_MATERIAL
            },
            Preset::Studio => Self {
                offers_per_move: Some(1),
                start: StartRule::OnFirstMove,
                ..BY_MATERIAL
            },
        };
        Self { preset, ..rules }
    }
}
