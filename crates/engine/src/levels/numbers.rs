//! What each opponent sees and how it chooses: fitted, not guessed (`tabiya levels calibrate --fit`). Not
//! here: what the numbers do (`sight`, `look`, `choice`).

/// The make of one opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// How surely it notices a plain quiet move: a logit, around -1 for a beginner to 6.
    pub vision: f64,
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
    /// How much the style counts in the choice.
    pub taste: f64,
    /// How much of the full engine's evaluation it understands, 0 to 1; the rest it judges at a
    /// glance.
    pub insight: f64,
    /// Positions that it searches with the full engine instead of looking by itself; 0: never.
    pub nodes: u64,
}

const fn row(
    vision: f64,
    depth: f64,
    reach: u32,
    misjudges: f64,
    heat: f64,
    habit: f64,
) -> Numbers {
    Numbers {
        vision,
        fade: 0.5,
        guard: 0.0,
        depth,
        reach,
        misjudges,
        heat,
        habit,
        taste: 1.5,
        insight: 0.0,
        nodes: 0,
    }
}

const fn with_guard(guard: f64, numbers: Numbers) -> Numbers {
    Numbers { guard, ..numbers }
}

const fn with_insight(insight: f64, numbers: Numbers) -> Numbers {
    Numbers { insight, ..numbers }
}

const fn with_engine(numbers: Numbers, nodes: u64) -> Numbers {
    Numbers { nodes, ..numbers }
}

/// From the first level to the last.
pub(super) const NUMBERS: [Numbers; 12] = [
    row(-6.0, 1.0, 1, 60.0, 0.9, 0.9),
    with_guard(4.0, row(-6.0, 1.0, 2, 60.0, 0.15, 1.0)),
    with_guard(5.0, row(-5.5, 1.65, 3, 32.0, 0.06, 0.95)),
    with_guard(4.0, row(-4.6, 2.3, 4, 24.0, 0.04, 0.9)),
    with_guard(3.5, row(-1.3, 3.1, 5, 12.0, 0.012, 0.65)),
    with_guard(1.0, row(-0.4, 3.1, 6, 14.0, 0.014, 0.6)),
    with_guard(0.6, row(0.6, 3.45, 7, 14.0, 0.014, 0.6)),
    with_insight(0.7, row(1.6, 3.8, 8, 15.0, 0.016, 0.5)),
    with_insight(0.8, row(2.3, 4.0, 10, 15.0, 0.016, 0.45)),
    with_insight(0.9, row(3.2, 4.5, 12, 10.0, 0.013, 0.4)),
    with_engine(row(6.5, 6.0, 16, 5.0, 0.01, 0.3), 20_000),
    row(9.0, 8.0, 20, 0.0, 0.001, 0.0),
];
