//! The picture of a position: what is in it, where it stands, and that it needs nothing else.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use roxmltree::{Document, Node};
use tabiya_rules::svg::{Brush, Coordinates, Picture, Rgb, Theme};
use tabiya_rules::{Board, Color, Mode, Move, Position, Setup, Square, Uci};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Mode::Standard).unwrap()
}

fn legal(uci: &str, position: &Position) -> Move {
    uci.parse::<Uci>().unwrap().resolve(position).unwrap()
}

/// Where the men are drawn: the upper left corner of the square, in squares.
fn men(document: &Document<'_>) -> Vec<(i32, i32)> {
    let place = |node: Node<'_, '_>| {
        let transform = node.attribute("transform")?;
        let (x, y) = transform
            .strip_prefix("translate(")?
            .split_once(')')?
            .0
            .split_once(' ')?;
        let square = |text: &str| (text.parse::<i32>().unwrap() + 50).div_euclid(100);
        Some((square(x), square(y)))
    };
    let groups = document
        .descendants()
        .filter(|node| node.has_tag_name("g") && node.has_attribute("transform"));
    groups.filter_map(place).collect()
}

fn filled(document: &Document<'_>, color: Rgb) -> usize {
    let color = color.to_string();
    let is_of_color = |node: &Node<'_, '_>| {
        node.attribute("fill") == Some(&color) || node.attribute("stroke") == Some(&color)
    };
    document.descendants().filter(is_of_color).count()
}

fn text<'a>(document: &'a Document<'_>, tag: &str) -> &'a str {
    let node = document.descendants().find(|node| node.has_tag_name(tag));
    node.and_then(|node| node.text()).unwrap()
}

#[test]
fn every_man_stands_on_its_square_from_both_sides() {
    let position = position("4k3/8/8/8/8/8/7P/K7 w - - 0 1");
    for (below, expected) in [
        (Color::White, [(0, 7), (7, 6), (4, 0)]),
        (Color::Black, [(7, 0), (0, 1), (3, 7)]),
    ] {
        let svg = Picture::of(&position).orientation(below).to_string();
        assert_eq!(men(&Document::parse(&svg).unwrap()), expected, "{below}");
    }
}

#[test]
fn the_position_is_told_in_words() {
    let mut position = position("4k3/8/8/8/8/8/5PP1/R3K2R w KQ - 0 1");
    let mv = legal("e1h1", &position);
    position.play(mv).unwrap();
    let svg = Picture::of(&position).last_move(mv).to_string();
    let document = Document::parse(&svg).unwrap();
    assert_eq!(text(&document, "title"), "Chess position, Black to move");
    assert_eq!(
        text(&document, "desc"),
        "White: king g1, rooks a1 f1, pawns f2 g2. Black: king e8. Last move: e1 to g1."
    );
    assert_eq!(document.root_element().attribute("role"), Some("img"));
}

#[test]
fn a_check_is_marked_and_told() {
    let checked = position("4k3/8/8/8/8/8/8/K3R3 b - - 0 1");
    let svg = Picture::of(&checked).to_string();
    let document = Document::parse(&svg).unwrap();
    assert_eq!(
        text(&document, "title"),
        "Chess position, Black to move, in check"
    );
    assert_eq!(filled(&document, Theme::LIGHT.check), 1);
    let quiet = position("4k3/8/8/8/8/8/8/K2R4 b - - 0 1");
    let svg = Picture::of(&quiet).to_string();
    assert_eq!(
        filled(&Document::parse(&svg).unwrap(), Theme::LIGHT.check),
        0
    );
}

#[test]
fn the_last_move_is_told_by_form_and_not_by_color_alone() {
    let mut position = Position::standard();
    let mv = legal("g1f3", &position);
    position.play(mv).unwrap();
    let svg = Picture::of(&position).last_move(mv).to_string();
    // Corners at the origin, a frame and a tint at the goal.
    assert_eq!(
        filled(&Document::parse(&svg).unwrap(), Theme::LIGHT.last_move),
        3
    );
    assert!(svg.contains(r#"d="M503 503h94v94h-94z""#), "a frame on f3");
    assert!(
        svg.contains(r#"d="M600 700h28v5h-23v23h-5z"#),
        "a corner of g1"
    );
}

#[test]
fn shapes_have_the_color_of_their_brush() {
    for (brush, color) in [
        (Brush::Green, Theme::DARK.green),
        (Brush::Red, Theme::DARK.red),
        (Brush::Yellow, Theme::DARK.yellow),
        (Brush::Blue, Theme::DARK.blue),
    ] {
        let svg = Picture::of(&Position::standard())
            .theme(Theme::DARK)
            .mark(Square::E4, brush)
            .circle(Square::D4, brush)
            .arrow(Square::A1, Square::H8, brush)
            .arrow(Square::C4, Square::C4, brush)
            .to_string();
        assert_eq!(
            filled(&Document::parse(&svg).unwrap(), color),
            4,
            "{brush:?}"
        );
        assert_eq!(Brush::from_letter(brush.letter()), Some(brush));
    }
    assert_eq!(Brush::from_letter('g'), None);
}

#[test]
fn an_arrow_ends_in_the_middle_of_its_goal() {
    let empty = Setup {
        board: Board::empty(),
        ..Setup::standard()
    };
    for to in Square::ALL {
        let svg = Picture::of_setup(&empty)
            .arrow(Square::D4, to, Brush::Blue)
            .to_string();
        let (x, y) = (
            to.file() as i32 * 100 + 50,
            (7 - to.rank() as i32) * 100 + 50,
        );
        if to != Square::D4 {
            assert!(svg.contains(&format!("L{x} {y}L")), "{to}: {svg}");
        }
    }
}

#[test]
fn coordinates_are_drawn_where_they_were_asked_for() {
    let drawn = |coordinates| {
        let svg = Picture::of(&Position::standard())
            .coordinates(coordinates)
            .to_string();
        let document = Document::parse(&svg).unwrap();
        let theme = Theme::LIGHT;
        [theme.on_light, theme.on_dark, theme.on_frame].map(|color| filled(&document, color))
    };
    assert_eq!(drawn(Coordinates::None), [0, 0, 0]);
    assert_eq!(drawn(Coordinates::Inside), [8, 8, 0]);
    assert_eq!(drawn(Coordinates::Outside), [0, 0, 16]);
}

#[test]
fn the_size_is_written_only_if_it_was_asked_for() {
    let picture = Picture::of(&Position::standard());
    for (picture, width) in [(picture.clone(), None), (picture.size_px(320), Some("320"))] {
        let svg = picture.to_string();
        let document = Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().attribute("width"), width);
        assert_eq!(document.root_element().attribute("height"), width);
        assert_eq!(
            document.root_element().attribute("viewBox"),
            Some("0 0 800 800")
        );
    }
}

#[test]
fn a_picture_needs_nothing_from_elsewhere() {
    let svg = Picture::of(&Position::standard())
        .coordinates(Coordinates::Outside)
        .arrow(Square::A1, Square::B3, Brush::Green)
        .to_string();
    let document = Document::parse(&svg).unwrap();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(
            ["svg", "title", "desc", "g", "path", "circle"].contains(&name),
            "{name}"
        );
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(!["id", "class", "style", "href"].contains(&name), "{name}");
            assert!(!attribute.value().contains("url("), "{}", attribute.value());
        }
    }
}

#[test]
fn a_board_without_men_is_a_picture_too() {
    let empty = Setup {
        board: Board::empty(),
        ..Setup::standard()
    };
    let svg = Picture::of_setup(&empty).to_string();
    let document = Document::parse(&svg).unwrap();
    assert!(men(&document).is_empty());
    assert_eq!(text(&document, "desc"), "White: no men. Black: no men.");
}
