//! Which positions of a game teach something, and what the evaluation tells of them, kept in as
//! little memory as possible. Not here: what is done with it (`model`, `fit`).

use tabiya_rules::Position;

use super::numbers::fingerprint;
use super::record::GameRecord;
use crate::eval::Evaluator;
use crate::eval::layout::{COMPLEXITY_COUNT, DANGER_COUNT, TERM_COUNT};
use crate::eval::trace::{Frame, Trace};

/// Beyond this nobody needs to be taught.
const SANE: i16 = 1500;

/// A position in which nothing is going on.
#[derive(Clone, Debug)]
pub struct Quiet {
    /// The position.
    pub position: Position,
    /// What the search gave White for it.
    pub score: i16,
}

/// The positions of a game in which the side to move was not in check, did not take and did not
/// promote, and the score was not beyond all doubt.
#[must_use]
pub fn quiet_positions(game: &GameRecord) -> Vec<Quiet> {
    let mut position = game.start.clone();
    let mut found = Vec::new();
    for ply in &game.plies {
        if let Some(score) = ply.score
            && score.abs() <= SANE
            && ply.mv.promotion().is_none()
            && !ply.mv.is_capture(&position)
            && !position.is_check()
        {
            found.push(Quiet {
                position: position.clone(),
                score,
            });
        }
        position.play_unchecked(ply.mv);
    }
    found
}

/// A weight and how often it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) index: u16,
    pub(super) count: i16,
}

/// What stands beside the entries of a position.
#[derive(Clone, Copy, Debug)]
struct Head {
    first: usize,
    /// Entries for terms, for the dangers to White and to Black, and for complexity.
    lengths: [u8; 4],
    frame: [u8; 3],
    /// Of the game, for White: 0, 1 or 2.
    half_points: u8,
    score: i16,
    game: u32,
}

/// Many positions as counts of weights.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    heads: Vec<Head>,
    entries: Vec<Entry>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'samples> {
    pub(super) terms: &'samples [Entry],
    pub(super) dangers: [&'samples [Entry]; 2],
    pub(super) complexity: &'samples [Entry],
    pub(super) frame: Frame,
    pub(super) half_points: u8,
    pub(super) score: i16,
}

impl Samples {
    /// Without any position.
    #[must_use]
    pub fn new() -> Samples {
        Samples::default()
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Stands for all of them in their order.
    pub(super) fn fingerprint(&self) -> u64 {
        let heads = self.heads.iter().map(|head| {
            let result = u64::from(head.half_points) << 16 | u64::from(head.score as u16);
            u64::from(head.game) << 32 | result
        });
        let entries = self.entries.iter();
        let entries =
            entries.map(|entry| u64::from(entry.index) << 16 | u64::from(entry.count as u16));
        fingerprint(heads.chain(entries))
    }

    /// Adds the quiet positions of a game; `set` tells the seeds of several files apart.
    pub fn add_game(&mut self, evaluator: &mut Evaluator, game: &GameRecord, set: u32) {
        for quiet in quiet_positions(game) {
            let number = game.number ^ set.rotate_left(24);
            self.add(evaluator, &quiet, game.half_points(), number);
        }
    }

    /// Adds a position unless its ending is known without counting.
    pub(super) fn add(
        &mut self,
        evaluator: &mut Evaluator,
        quiet: &Quiet,
        half_points: u8,
        game: u32,
    ) {
        let mut heard = Heard::new();
        if evaluator.traced(&quiet.position, &mut heard).is_none() {
            return;
        }
        let first = self.entries.len();
        let [white, black] = &heard.dangers;
        let lengths = [&heard.terms[..], white, black, &heard.complexity]
            .map(|counts| keep(counts, &mut self.entries));
        let Frame {
            phase,
            scale: [white, black],
        } = heard.frame;
        self.heads.push(Head {
            first,
            lengths,
            frame: [phase as u8, white as u8, black as u8],
            half_points,
            score: quiet.score,
            game,
        });
    }

    /// The numbers of the positions for learning and of those for looking whether it was learning:
    /// the positions of a game are never parted.
    pub(super) fn parted(&self) -> (Vec<u32>, Vec<u32>) {
        let is_kept = |game: u32| game.wrapping_mul(0x9e37_79b9) >> 16 & 15 != 0;
        (0..self.len() as u32).partition(|&at| is_kept(self.heads[at as usize].game))
    }

    pub(super) fn get(&self, at: u32) -> Sample<'_> {
        let head = &self.heads[at as usize];
        let mut rest = &self.entries[head.first..];
        let [terms, white, black, complexity] = head.lengths.map(|length| {
            let (taken, left) = rest.split_at(usize::from(length));
            rest = left;
            taken
        });
        let [phase, for_white, for_black] = head.frame.map(i32::from);
        Sample {
            terms,
            dangers: [white, black],
            complexity,
            frame: Frame {
                phase,
                scale: [for_white, for_black],
            },
            half_points: head.half_points,
            score: head.score,
        }
    }
}

/// Appends what is not zero and says how many that is.
fn keep(counts: &[i16], entries: &mut Vec<Entry>) -> u8 {
    let before = entries.len();
    let all = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
    entries.extend(all.map(|(index, &count)| Entry {
        index: index as u16,
        count,
    }));
    // A board has at most 32 men with a handful of terms each; what is beyond is not learned from.
    entries.truncate(before + 255);
    (entries.len() - before) as u8
}

/// Counts by index.
struct Heard {
    terms: [i16; TERM_COUNT],
    dangers: [[i16; DANGER_COUNT]; 2],
    complexity: [i16; COMPLEXITY_COUNT],
    frame: Frame,
}

impl Heard {
    fn new() -> Heard {
        Heard {
            terms: [0; TERM_COUNT],
            dangers: [[0; DANGER_COUNT]; 2],
            complexity: [0; COMPLEXITY_COUNT],
            frame: Frame::default(),
        }
    }
}

impl Trace for Heard {
    const ON: bool = true;

    fn term(&mut self, index: usize, count: i32) {
        self.terms[index] += count as i16;
    }

    fn danger(&mut self, black: bool, index: usize, count: i32) {
        self.dangers[usize::from(black)][index] += count as i16;
    }

    fn complexity(&mut self, index: usize, count: i32) {
        self.complexity[index] += count as i16;
    }

    fn frame(&mut self, frame: Frame) {
        self.frame = frame;
    }
}
