//! The rows of `testdata/laws/cases.csv`, and which presets each names.

use tabiya_arbiter::{Preset, RuleSet, StartRule};

pub struct Row {
    pub id: String,
    /// `startpos` or a FEN.
    pub start: String,
    pub moves: String,
    pub action: String,
    pub expected: String,
    pub articles: String,
    pub ruleset: String,
}

pub fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/laws/cases.csv");
    let mut reader = csv::Reader::from_path(path).expect("the cases are in the repository");
    let rows = reader.records().map(|record| {
        let record = record.expect("well-formed CSV");
        let field = |index: usize| record[index].to_owned();
        Row {
            id: field(0),
            start: field(1),
            moves: field(2),
            action: field(3),
            expected: field(4),
            articles: field(5),
            ruleset: field(6),
        }
    });
    rows.collect()
}

impl Row {
    /// The rule sets that the row names, each with the switches that it asks for.
    pub fn rule_sets(&self) -> Vec<RuleSet> {
        let presets = || Preset::ALL.into_iter();
        let texts: Vec<String> = match self.ruleset.as_str() {
            // Any rules can be played with a Fischer clock of that kind.
            "any" | "any timed" | "chess960" | "increment=before" => {
                presets().map(|preset| self.plain(preset)).collect()
            }
            "any but letter" => presets()
                .filter(|preset| *preset != Preset::Letter)
                .map(|preset| self.plain(preset))
                .collect(),
            // Source 000 has touch-move in tournaments.
            "touch-move on" => otb()
                .map(|preset| self.plain(preset))
                .chain(["claims touch_move=true".to_owned()])
                .collect(),
            "touch-move off" => presets()
                .filter(|preset| !RuleSet::preset(*preset).touch_move)
                .map(|preset| self.plain(preset))
                .collect(),
            "table (vs computer)" => vec!["table offers=false".to_owned()],
            "fide-otb + min_moves=30" => otb()
                .map(|preset| format!("{preset} offer_min_plies=60"))
                .collect(),
            words => presets()
                .filter(|preset| words.split(' ').any(|word| names(word, *preset)))
                .map(|preset| self.plain(preset))
                .collect(),
        };
        texts
            .iter()
            .map(|text| text.parse().expect("a rule set"))
            .collect()
    }

    /// The preset as text. A row about time is about a clock that runs, whatever the preset would
    /// wait for.
    fn plain(&self, preset: Preset) -> String {
        let is_about_time = self.id.starts_with(['F', 'K']);
        let waits = RuleSet::preset(preset).start == StartRule::OnFirstMove;
        if is_about_time && waits {
            format!("{preset} start=on_start_command")
        } else {
            preset.to_string()
        }
    }

    pub fn has(&self, words: &str) -> bool {
        self.expected.contains(words)
    }
}

/// The presets of play over the board.
fn otb() -> impl Iterator<Item = Preset> {
    [Preset::FideStandard, Preset::FideRapid, Preset::FideBlitz].into_iter()
}

fn names(word: &str, preset: Preset) -> bool {
    word == preset.name() || (word == "fide-otb" && otb().any(|one| one == preset))
}
