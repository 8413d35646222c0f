//! What each opponent sees and how it chooses: fitted, not guessed (`tabiya levels calibrate --fit`). Not
//! here: what the numbers do (`sight`, `look`, `choice`).

/// The make of one opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// How surely it notices a plain quiet move: a logit, -9 for who sees nothing but
    /// what is obvious or familiar, to 9.
    pub vision: f64,
    /// By how much more surely it notices its own quiet moves at hand, neither captures nor checks: it
    /// knows where men belong.
    pub calm: f64,
    /// By how much that falls with each half-move ahead.
    pub fade: f64,
    /// By how much more it notices moves of the opponent: it is careful.
    pub guard: f64,
    /// Half-moves that it looks ahead. A fraction is the share of positions in which it looks one
    /// half-move further.
    pub depth: f64,
    /// Further half-moves in which it follows captures.
    pub reach: u32,
    /// By how much it misjudges where a move leads: a deviation in centipawns.
    pub misjudges: f64,
    /// How freely it chooses between moves: the loss in points expected at which a move becomes
    /// less likely by the factor e.
    pub heat: f64,
    /// How much habit counts in the choice, 0 to 1.
    pub habit: f64,
    /// How carefully it looks at what it is about to play: moves that habit gives a smaller share, 0
    /// to 1, are looked at again, and not played if they lose.
    pub care: f64,
    /// How much the style counts in the choice.
    pub taste: f64,
    /// How much of the full engine's evaluation it understands, 0 to 1; the rest it judges at a
    /// glance.
    pub insight: f64,
    /// Positions that it searches with the full engine instead of looking by itself; 0: never.
    pub nodes: u64,
}

/// What most of them have.
const USUAL: Numbers = Numbers {
    vision: 0.0,
    calm: 0.0,
    fade: 0.5,
    guard: 3.0,
    depth: 4.0,
    reach: 8,
    misjudges: 6.0,
    heat: 0.008,
    habit: 0.5,
    care: 0.5,
    taste: 1.5,
    insight: 0.8,
    nodes: 0,
};

/// From the first level to the last.
pub(super) const NUMBERS: [Numbers; 12] = [
    Numbers {
        vision: -9.0,
        guard: -8.0,
        depth: 1.0,
        reach: 1,
        misjudges: 60.0,
        heat: 8.0,
        habit: 0.12,
        care: 0.02,
        taste: 0.0,
        insight: 0.0,
        ..USUAL
    },
    Numbers {
        vision: -9.0,
        guard: -3.0,
        depth: 1.0,
        reach: 2,
        misjudges: 180.0,
        heat: 1.5,
        habit: 0.4,
        care: 0.05,
        insight: 0.0,
        ..USUAL
    },
    Numbers {
        vision: -9.0,
        fade: 2.0,
        guard: 5.0,
        depth: 1.0,
        reach: 3,
        misjudges: 16.0,
        heat: 0.05,
        habit: 0.8,
        care: 0.08,
        taste: 1.0,
        insight: 0.5,
        ..USUAL
    },
    Numbers {
        vision: -8.0,
        calm: 6.0,
        fade: 1.5,
        guard: 8.5,
        depth: 2.0,
        reach: 4,
        misjudges: 12.0,
        heat: 0.014,
        habit: 0.75,
        care: 0.14,
        taste: 0.4,
        insight: 0.6,
        ..USUAL
    },
    Numbers {
        vision: -7.0,
        calm: 6.5,
        fade: 1.5,
        guard: 7.5,
        depth: 3.4,
        misjudges: 4.0,
        heat: 0.006,
        habit: 0.35,
        care: 0.25,
        taste: 0.3,
        insight: 0.95,
        ..USUAL
    },
    Numbers {
        vision: -2.8,
        calm: 6.2,
        guard: 5.0,
        depth: 3.9,
        reach: 6,
        misjudges: 5.0,
        heat: 0.007,
        habit: 0.35,
        care: 0.6,
        taste: 0.3,
        insight: 0.95,
        ..USUAL
    },
    Numbers {
        vision: -0.6,
        calm: 3.0,
        guard: 4.5,
        depth: 3.8,
        reach: 7,
        misjudges: 6.0,
        heat: 0.008,
        habit: 0.6,
        care: 0.6,
        insight: 0.9,
        ..USUAL
    },
    Numbers {
        vision: 0.2,
        calm: 4.0,
        guard: 2.0,
        depth: 3.8,
        misjudges: 10.0,
        heat: 0.012,
        insight: 0.7,
        ..USUAL
    },
    Numbers {
        vision: 1.1,
        calm: 2.0,
        guard: 2.5,
        reach: 10,
        habit: 0.45,
        care: 0.55,
        ..USUAL
    },
    Numbers {
        vision: 4.0,
        depth: 4.5,
        reach: 12,
        misjudges: 5.0,
        heat: 0.006,
        habit: 0.4,
        care: 0.6,
        insight: 0.95,
        ..USUAL
    },
    Numbers {
        vision: 6.5,
        guard: 0.0,
        misjudges: 5.0,
        heat: 0.01,
        habit: 0.3,
        care: 0.6,
        nodes: 20_000,
        ..USUAL
    },
    Numbers {
        vision: 9.0,
        misjudges: 0.0,
        heat: 0.001,
        habit: 0.0,
        care: 0.0,
        ..USUAL
    },
];
