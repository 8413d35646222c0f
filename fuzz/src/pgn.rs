//! PGN: the reader takes anything; what it has read, the writer can write and the reader read
//! again; and a text that comes in pieces says the same as one in memory.

use std::io::{self, Read};

use tabiya_rules::pgn::{self, Played, Stream, Text, Visitor, Wanted, Word};
use tabiya_rules::{Diagnostic, Marker, Pgn, PgnError, PgnTree, Position};

/// Reads the bytes in every way there is.
///
/// # Panics
/// When two of these ways differ.
pub fn pgn(data: &[u8]) {
    let Some((&first, text)) = data.split_first() else {
        return;
    };
    same_in_pieces(text, usize::from(first % 37) + 1);
    for game in Pgn::read(text) {
        main_line_comes_back(&game);
    }
    for tree in PgnTree::read(text) {
        tree_comes_back(&tree);
    }
}

fn main_line_comes_back(game: &Pgn) {
    let text = game.to_string();
    let again: Vec<Pgn> = Pgn::read(text.as_bytes()).collect();
    let [again] = &again[..] else {
        panic!("{} games instead of one: {text}", again.len());
    };
    assert!(again.error.is_none(), "{:?}: {text}", again.error);
    let moves = |game: &Pgn| game.moves.iter().map(|mv| mv.mv).collect::<Vec<_>>();
    assert_eq!(moves(again), moves(game), "{text}");
    assert!(again.start == game.start, "{text}");
    // What the first reading had to leave out stays out.
    let text_again = again.to_string();
    let mut third: Vec<Pgn> = Pgn::read(text_again.as_bytes()).collect();
    let mut again = again.clone();
    without_start_tags(&mut again.tags);
    third
        .iter_mut()
        .for_each(|game| without_start_tags(&mut game.tags));
    assert_eq!(third, [again], "{text}\n{text_again}");
}

/// The writer makes the tags of the start itself, where the start needs them.
fn without_start_tags(tags: &mut Vec<(String, String)>) {
    tags.retain(|(name, _)| !["FEN", "SetUp", "Variant"].contains(&name.as_str()));
}

fn tree_comes_back(tree: &PgnTree) {
    let text = tree.to_string();
    let again: Vec<PgnTree> = PgnTree::read(text.as_bytes()).collect();
    let [again] = &again[..] else {
        panic!("{} trees instead of one: {text}", again.len());
    };
    assert!(again.cuts.is_empty(), "{:?}: {text}", again.cuts);
    assert!(again.same_moves(tree), "{text}");
    let text_again = again.to_string();
    let mut third: Vec<PgnTree> = PgnTree::read(text_again.as_bytes()).collect();
    let mut again = again.clone();
    without_start_tags(&mut again.tags);
    third
        .iter_mut()
        .for_each(|tree| without_start_tags(&mut tree.tags));
    assert_eq!(third, [again], "{text}\n{text_again}");
}

/// Writes down everything that comes.
#[derive(Default, PartialEq, Debug)]
struct Record(Vec<String>);

impl Visitor for Record {
    fn begin_game(&mut self) -> Wanted {
        self.0.push("game".to_owned());
        Wanted::Read
    }

    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.0.push(format!("{} = {}", name.read(), value.read()));
    }

    fn start(&mut self, position: &Position) {
        self.0.push(position.fen());
    }

    fn begin_moves(&mut self) -> Wanted {
        self.0.push("moves".to_owned());
        Wanted::Read
    }

    fn word(&mut self, word: Word<'_>) {
        self.0.push(format!("{} {:?}", word.text(), word.place()));
    }

    fn mv(&mut self, played: Played<'_>) {
        self.0
            .push(format!("{:?} {}", played.mv, played.after.fen()));
    }

    fn fault(&mut self, error: PgnError) {
        self.0.push(error.to_string());
    }

    fn nag(&mut self, nag: u8) {
        self.0.push(format!("${nag}"));
    }

    fn comment(&mut self, text: Text<'_>) {
        self.0.push(format!("{} {:?}", text.read(), text.place()));
    }

    fn begin_variation(&mut self) -> Wanted {
        self.0.push("(".to_owned());
        // Every third is skipped.
        if self.0.len().is_multiple_of(3) {
            Wanted::Skip
        } else {
            Wanted::Read
        }
    }

    fn end_variation(&mut self) {
        self.0.push(")".to_owned());
    }

    fn skipped_variations(&mut self, count: u32) {
        self.0.push(format!("{count} skipped"));
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic.to_string());
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        self.0.push(format!("{marker:?}"));
    }
}

/// A reader that gives a few bytes at a time.
struct Pieces<'a> {
    rest: &'a [u8],
    most: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.rest.read(&mut buffer[..most])
    }
}

fn same_in_pieces(text: &[u8], most: usize) {
    let mut whole = Record::default();
    pgn::visit(text, &mut whole);
    let mut pieces = Record::default();
    let read = pgn::visit_reader(Pieces { rest: text, most }, &mut pieces);
    assert!(read.is_ok(), "{read:?}");
    assert_eq!(whole, pieces);

    let mut whole = Record::default();
    let mut stream = Stream::new(text);
    while let Ok(true) = stream.play_game(&mut whole) {}
    let mut pieces = Record::default();
    let mut stream = Stream::from_reader(Pieces { rest: text, most });
    while stream.play_game(&mut pieces).is_ok_and(|more| more) {}
    assert_eq!(whole, pieces);
}
