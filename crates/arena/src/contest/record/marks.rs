//! Arrows and circles on the board, as they are kept with the comment on a move.

use std::fmt;
use std::str::FromStr;

/// The two commands for marks: as in PGN, `csl` has the coloured elements and `cal` the arrows.
pub(super) const COMMANDS: [&str; 2] = ["csl", "cal"];

/// The longest name of an element, in bytes.
const MAX_ELEMENT: usize = 40;

/// A colour in which people draw on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkColour {
    /// The usual one.
    Green,
    /// Often for what is bad.
    Red,
    /// A third one.
    Blue,
    /// A fourth one.
    Yellow,
}

impl MarkColour {
    const ALL: [(char, MarkColour); 4] = [
        ('G', MarkColour::Green),
        ('R', MarkColour::Red),
        ('B', MarkColour::Blue),
        ('Y', MarkColour::Yellow),
    ];
}

/// A circle around an element of the board, or an arrow from one to another. As text it is `G11`
/// or `R11>22`: the first letter of the colour, and the elements.
///
/// ```
/// use agon_arena::contest::{BoardMark, MarkColour};
/// let arrow: BoardMark = "RC3>D4".parse().unwrap();
/// assert_eq!((arrow.colour, &*arrow.from, arrow.to.as_deref()), (MarkColour::Red, "C3", Some("D4")));
/// assert_eq!(arrow.to_string(), "RC3>D4");
/// assert!("C3".parse::<BoardMark>().is_err() && "G".parse::<BoardMark>().is_err());
/// ```
// The order is that of the text: circles come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardMark {
    /// The element that an arrow points to; `None` for a circle.
    pub to: Option<String>,
    /// The element that is circled, or from which the arrow leads.
    pub from: String,
    /// The colour.
    pub colour: MarkColour,
}

agon_core::refusals! {
    /// Why a text is not a mark.
    pub enum MarkRefusal {
        Mark { found: String } => "a mark is a colour (G, R, B or Y) and an element, or two for an arrow, as in G11 and R11>22, not {found}",
    }
}

impl FromStr for BoardMark {
    type Err = MarkRefusal;

    fn from_str(text: &str) -> Result<BoardMark, MarkRefusal> {
        read(text).ok_or_else(|| MarkRefusal::Mark { found: agon_core::quote(text) })
    }
}

fn read(text: &str) -> Option<BoardMark> {
    let colour = text.chars().next()?;
    let (_, colour) = MarkColour::ALL.into_iter().find(|(letter, _)| *letter == colour)?;
    let (from, to) = match text[1..].split_once('>') {
        Some((from, to)) => (from, Some(to)),
        None => (&text[1..], None),
    };
    let is_element = |id: &str| {
        let ends = |letter: char| letter.is_whitespace() || letter.is_control();
        let is_free = |letter: char| !ends(letter) && !",[]{}>".contains(letter);
        (1..=MAX_ELEMENT).contains(&id.len()) && id.chars().all(is_free)
    };
    let is_mark = is_element(from) && to.is_none_or(|to| is_element(to) && to != from);
    is_mark.then(|| BoardMark { to: to.map(String::from), from: from.into(), colour })
}

impl fmt::Display for BoardMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = MarkColour::ALL[self.colour as usize].0;
        write!(f, "{letter}{}", self.from)?;
        self.to.as_ref().map_or(Ok(()), |to| write!(f, ">{to}"))
    }
}

/// The marks of a command.
pub(super) fn read_list(list: &str) -> Option<Vec<BoardMark>> {
    list.split(',').map(|mark| read(mark.trim())).collect()
}

/// The commands with some marks, in words.
pub(super) fn written(marks: &[BoardMark]) -> Vec<String> {
    let arrows = marks.partition_point(|mark| mark.to.is_none());
    let (circles, arrows) = marks.split_at(arrows);
    let lists = [circles, arrows].into_iter().zip(COMMANDS);
    let command = |(marks, command): (&[BoardMark], &str)| {
        let list: Vec<String> = marks.iter().map(BoardMark::to_string).collect();
        format!("[%{command} {}]", list.join(","))
    };
    lists.filter(|(marks, _)| !marks.is_empty()).map(command).collect()
}
