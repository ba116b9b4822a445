//! Two deliberately naive rules engines, the second opinion in the tests.
//!
//! They share no code with the program under test, and of each other's only
//! the notation, below. They are written to be compared with the rule texts
//! line by line (the rule ids stand in the comments), not to be fast.

pub(crate) mod qawale;
pub(crate) mod querni;

/// A square: file and rank, both from 0. The order of the pairs is the order
/// of the squares' names by bytes.
type Square = (usize, usize);

/// All squares in byte order: a1, a2, .. b1, b2, ..
fn all_squares(files: usize, ranks: usize) -> impl Iterator<Item = Square> {
    (0..files).flat_map(move |file| (0..ranks).map(move |rank| (file, rank)))
}

/// The square of a name; panics if it is not on a board of that size.
fn parse_square(text: &str, files: usize, ranks: usize) -> Square {
    let bytes = text.as_bytes();
    assert_eq!(bytes.len(), 2, "square {text}");
    assert!(bytes[0] >= b'a' && bytes[1] >= b'1', "square {text}");
    let square = ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize);
    assert!(square.0 < files && square.1 < ranks, "square {text}");
    square
}

fn square_text((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn path_text(path: &[Square]) -> String {
    let squares: Vec<String> = path.iter().map(|&square| square_text(square)).collect();
    squares.join("-")
}

/// A turn as written: the squares of its path (none if there is no movement)
/// and the two ends of the chain, the lower number first.
struct Turn {
    path: Vec<Square>,
    chain: Option<(usize, usize)>,
}

/// The turn of a text; panics on what is no turn.
fn parse_turn(text: &str, files: usize, ranks: usize) -> Turn {
    if text == "pass" {
        return Turn { path: Vec::new(), chain: None };
    }
    let (path, chain) = match text.split_once('x') {
        Some((path, chain)) => (path, Some(parse_chain(chain))),
        None => (text, None),
    };
    let path: Vec<Square> = match path {
        "" => Vec::new(),
        squares => squares.split('-').map(|square| parse_square(square, files, ranks)).collect(),
    };
    assert!(path.len() != 1 && (!path.is_empty() || chain.is_some()), "turn {text}");
    Turn { path, chain }
}

/// The ends of a chain come in either order (Q10).
fn parse_chain(text: &str) -> (usize, usize) {
    let (one, two) = text.split_once('-').expect("the two ends of a chain");
    let end = |number: &str| number.parse::<usize>().expect("a number");
    let (first, last) = (end(one).min(end(two)), end(one).max(end(two)));
    assert!(first >= 1 && last <= 16, "chain {text}");
    (first, last)
}

/// A row of letters in which a decimal number is a run of empty squares.
fn parse_row(text: &str) -> Vec<Option<char>> {
    let mut cells = Vec::new();
    let mut run = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run * 10 + digit as usize;
            continue;
        }
        cells.resize(cells.len() + run, None);
        run = 0;
        cells.push(Some(letter));
    }
    cells.resize(cells.len() + run, None);
    cells
}

/// The text of a row, the other way round; runs are never split.
fn row_text(cells: impl Iterator<Item = Option<char>>) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in cells {
        let Some(letter) = cell else {
            run += 1;
            continue;
        };
        if run > 0 {
            text += &run.to_string();
            run = 0;
        }
        text.push(letter);
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}
