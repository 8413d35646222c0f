//! What each opponent sees and how it chooses: fitted, not guessed (`tabiya levels calibrate --fit`). Not
//! here: what the numbers do (`sight`, `look`, `choice`).

/// The make of one opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// How surely it notices a plain quiet move: a logit, around -1 for a beginner to 6.
    pub vision: f64,
    /// By how much that falls with each half-move ahead.
    pub fade: f64,
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
        depth,
        reach,
        misjudges,
        heat,
        habit,
        taste: 0.5,
        insight: 0.0,
        nodes: 0,
    }
}

const fn with_insight(insight: f64, numbers: Numbers) -> Numbers {
    Numbers { insight, ..numbers }
}

const fn with_engine(numbers: Numbers, nodes: u64) -> Numbers {
    Numbers { nodes, ..numbers }
}

/// From the first level to the last.
pub(super) const NUMBERS: [Numbers; 12] = [
    row(-4.5, 1.0, 1, 200.0, 0.8, 0.9),
    row(-3.4, 1.0, 2, 90.0, 0.25, 0.8),
    row(-2.7, 1.6, 2, 50.0, 0.16, 0.8),
    row(-1.2, 2.0, 3, 40.0, 0.12, 0.7),
    row(-0.25, 2.3, 4, 30.0, 0.078, 0.6),
    row(0.3, 2.7, 5, 28.0, 0.06, 0.55),
    row(0.4, 3.2, 6, 25.0, 0.044, 0.5),
    with_insight(0.5, row(1.1, 3.6, 8, 20.0, 0.033, 0.4)),
    with_insight(0.8, row(3.3, 4.2, 10, 15.0, 0.02, 0.3)),
    with_insight(1.0, row(4.5, 4.6, 12, 10.0, 0.014, 0.2)),
    with_engine(row(6.5, 6.0, 16, 5.0, 0.01, 0.1), 20_000),
    row(9.0, 8.0, 20, 0.0, 0.001, 0.0),
];
