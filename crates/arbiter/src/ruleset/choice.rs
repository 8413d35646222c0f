//! The switches that are a choice between words, each with its values as they are written. What a
//! value does stands where its subject is judged.

use super::value::SwitchValue;

/// A switch with a few values, each of which has a name.
pub(super) trait Choice: Copy + PartialEq + 'static {
    /// Every value with its text.
    const ALL: &'static [(Self, &'static str)];

    /// The value as it is written.
    fn written(self) -> SwitchValue {
        let text = Self::ALL.iter().find(|(value, _)| *value == self);
        SwitchValue::from_text(text.map_or("", |(_, text)| text))
    }

    /// The value that is written like this.
    fn read(written: &SwitchValue) -> Option<Self> {
        let is_it = |(_, text): &&(Self, &str)| SwitchValue::from_text(text) == *written;
        Self::ALL.iter().find(is_it).map(|(value, _)| *value)
    }
}

impl Choice for bool {
    const ALL: &'static [(Self, &'static str)] = &[(true, "true"), (false, "false")];
}

macro_rules! choices {
    ($(
        $(#[$about:meta])*
        $name:ident { $($(#[$what:meta])* $variant:ident = $text:literal,)+ }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$what])* $variant,)+ }

        impl Choice for $name {
            const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, $text),)+];
        }
    )+};
}

choices! {
    /// At which occurrence of a position a draw may be claimed.
    RepetitionClaim {
        /// No claims.
        None = "none",
        /// From the third on (FIDE 9.2).
        Three = "3",
    }

    /// At which occurrence of a position the game is drawn without a claim.
    RepetitionLimit {
        /// The third (FIDE Online 5.4.1).
        Three = "3",
        /// The fifth (FIDE 9.6.1).
        Five = "5",
    }

    /// After how many moves by each side without pawn move or capture a draw may be claimed.
    MovesClaim {
        /// No claims.
        None = "none",
        /// 50 (FIDE 9.3).
        Fifty = "50",
    }

    /// After how many moves by each side without pawn move or capture the game is drawn without a
    /// claim.
    MovesLimit {
        /// 50 (FIDE Online 5.4.4).
        Fifty = "50",
        /// 75 (FIDE 9.6.2).
        SeventyFive = "75",
    }

    /// Who may claim a draw.
    ClaimBy {
        /// The player who has the move (FIDE 9.2, 9.3).
        Mover = "mover",
        /// Either player.
        Either = "either",
    }

    /// Which dead positions (FIDE 5.2.2) end the game at once.
    DeadRule {
        /// Those that the material alone decides.
        Material = "material",
        /// Those that are proven at a glance after the move.
        Fast = "fast",
        /// All that can be proven, closed pawn walls and forced lines among them: the shell looks
        /// further in the background.
        Full = "full",
    }

    /// When a fallen flag is a draw and not a loss, by what the opponent has left.
    FlagException {
        /// Nothing but the king.
        LoneKing = "lone_king",
        /// US Chess 14E: a king; a bishop or a knight, or two knights against no pawns, without a
        /// forced win.
        UsChess = "us_chess",
        /// A king, a bishop, a knight, or two knights against a lone king.
        SimpleMinor = "simple_minor",
        /// Men that could mate in no arrangement with those of the player who ran out of time.
        MaterialPair = "material_pair",
        /// A position in which no sequence of legal moves mates (FIDE 6.9).
        Unwinnable = "unwinnable",
    }

    /// When a player may resign.
    ResignWhen {
        /// Any time (FIDE 5.1.2).
        Any = "any",
        /// Only while he has the move.
        OwnTurn = "own_turn",
    }

    /// How a page makes sure that resigning is meant. The arbiter itself asks nothing.
    ResignConfirm {
        /// Not at all.
        None = "none",
        /// A second press of the same button.
        TwoPress = "two_press",
        /// A question.
        Dialog = "dialog",
    }

    /// When resigning is a draw and not a loss.
    ResignException {
        /// Never: who resigns loses (FIDE Online Regulations 5.2).
        None = "none",
        /// When the opponent could not mate by any sequence of legal moves (FIDE 5.1.2).
        Unwinnable = "unwinnable",
    }

    /// What becomes of an illegal move.
    IllegalRule {
        /// It is not taken; nothing has happened.
        Reject = "reject",
        /// It stands until it is put right, claimed or completed, and the second one that was
        /// completed loses (FIDE 7.5).
        Penalise = "penalise",
    }

    /// What completes a move (FIDE 6.2.1).
    Completion {
        /// Making it.
        OnRelease = "on_release",
        /// Sending it off, once it stands on the player's own board. For the arbiter that is the
        /// same as [`Completion::OnRelease`].
        OnSubmit = "on_submit",
        /// Pressing the clock.
        OnPress = "on_press",
    }

    /// What becomes of a pawn that reaches the last rank without a piece being named.
    PromotionRule {
        /// The move is no move: the piece has to be named.
        Ask = "ask",
        /// It becomes a queen.
        QueenIfUnnamed = "queen_if_unnamed",
    }

    /// What starts a game and its clock.
    StartRule {
        /// The time agreed: an arbiter may start the game too, whoever is ready (FIDE 6.6).
        Scheduled = "scheduled",
        /// The owner, once the guest is ready.
        OnStartCommand = "on_start_command",
        /// The owner, but the clock stands until the first move has been made.
        OnFirstMove = "on_first_move",
    }

    /// How a claim against a player who stayed away is judged.
    AwayResult {
        /// Like a fallen flag.
        AsFlag = "as_flag",
        /// Whoever is there wins.
        Win = "win",
    }

    /// Whether moves can be taken back.
    TakebackRule {
        /// Never.
        Off = "off",
        /// When the opponent agrees.
        ByAgreement = "by_agreement",
    }

    /// What the shell does with the result for the players' ratings.
    RatingRule {
        /// Nothing.
        None = "none",
        /// The event decides.
        Event = "event",
        /// It changes their Elo ratings.
        Elo = "elo",
    }

    /// How the shell tells a player who is not there.
    NotifyRule {
        /// Not at all.
        None = "none",
        /// By mail.
        Email = "email",
    }

    /// How moves are put in.
    InputRule {
        /// On the board; the page may offer more.
        Board = "board",
        /// On the board and as text: the field for it is open from the start.
        BoardAndTyped = "board_and_typed",
    }
}

impl RepetitionLimit {
    /// The number of occurrences, 3 or 5.
    #[must_use]
    pub const fn occurrences(self) -> u32 {
        match self {
            Self::Three => 3,
            Self::Five => 5,
        }
    }
}

impl MovesLimit {
    /// The number of moves by each side, 50 or 75.
    #[must_use]
    pub const fn moves(self) -> u32 {
        match self {
            Self::Fifty => 50,
            Self::SeventyFive => 75,
        }
    }

    /// The same in half-moves.
    #[must_use]
    pub const fn plies(self) -> u32 {
        self.moves() * 2
    }
}
