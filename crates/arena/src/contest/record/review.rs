//! What a review found, as records keep it: the value of a position, and how good a move was.

use std::fmt;
use std::str::FromStr;

use agon_core::{Score, Side, Verdict};

use super::Record;
use super::command::BEGIN;
use super::note::{read_score, score_text};
use crate::MoveQuality;
use crate::review::{Assessment, ReviewedMove, ReviewedPosition};

/// The most moves of a line that a record keeps.
const MAX_LINE: usize = 12;

/// A share from 0 to 1, to a thousandth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thousandths(u16);

impl Thousandths {
    /// The share that is the nearest to a number; `None` if that is not from 0 to 1.
    pub fn of(share: f64) -> Option<Thousandths> {
        (0.0..=1.0).contains(&share).then(|| Thousandths((1000.0 * share).round() as u16))
    }

    /// The share from 0 to 1.
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

/// The value that a review found of a position. As text it is `+35 0.61 11 01`: the score and the
/// winning chance, both of the first side, and the best line.
///
/// ```
/// use agon_arena::contest::PositionReview;
/// let value: PositionReview = "#3 1 11 01 22".parse().unwrap();
/// assert_eq!((value.chance.get(), value.line().len()), (1.0, 3));
/// assert_eq!(value.to_string(), "#3 1 11 01 22");
/// assert!("#3 1.5".parse::<PositionReview>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionReview {
    /// The value for the first side.
    pub score: Score,
    /// The winning chance of the first side.
    pub chance: Thousandths,
    line: Vec<String>,
}

impl PositionReview {
    /// The value with the first moves of the best line.
    pub fn new(
        score: Score,
        chance: Thousandths,
        line: impl IntoIterator<Item = String>,
    ) -> PositionReview {
        let line = line.into_iter().take(MAX_LINE).take_while(|mv| is_word(mv)).collect();
        PositionReview { score, chance, line }
    }

    /// The best line, as far as it is kept.
    pub fn line(&self) -> &[String] {
        &self.line
    }
}

/// Whether a move can stand in a command.
fn is_word(mv: &str) -> bool {
    let mut open = 0_i32;
    let is_plain = |letter: char| !letter.is_whitespace() && !"{}".contains(letter);
    let is_balanced = mv.chars().all(|letter| {
        open += i32::from(letter == '[') - i32::from(letter == ']');
        open >= 0 && is_plain(letter)
    });
    !mv.is_empty() && is_balanced && open == 0 && !mv.contains(BEGIN)
}

impl From<&Assessment> for PositionReview {
    fn from(found: &Assessment) -> PositionReview {
        let chance = Thousandths::of(found.chance_for(Side::First)).unwrap_or_default();
        let score = found.score.absolute(found.mover).seen_by(Side::First);
        PositionReview::new(score, chance, found.line.iter().cloned())
    }
}

impl FromStr for PositionReview {
    type Err = ();

    fn from_str(text: &str) -> Result<PositionReview, ()> {
        let mut words = text.split(' ');
        let score = words.next().and_then(read_score).ok_or(())?;
        let chance = words.next().and_then(read_share).ok_or(())?;
        let line: Vec<String> = words.map(String::from).collect();
        let given = line.len();
        let value = PositionReview::new(score, chance, line);
        if value.line.len() == given { Ok(value) } else { Err(()) }
    }
}

fn read_share(text: &str) -> Option<Thousandths> {
    text.parse().ok().and_then(Thousandths::of)
}

impl fmt::Display for PositionReview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", score_text(self.score), self.chance)?;
        self.line.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// How good a review found a move. As text it is `blunder 0.41 win`: the quality, how much of the
/// winning chance of its side it lost, and the proven result that it gave away.
///
/// ```
/// use agon_arena::contest::MoveReview;
/// let made: MoveReview = "blunder 0.5 win".parse().unwrap();
/// assert_eq!((made.quality.sign(), made.loss.get()), ("??", 0.5));
/// assert_eq!(made.to_string(), "blunder 0.5 win");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveReview {
    /// How good the move is.
    pub quality: MoveQuality,
    /// How much of the winning chance of its side it lost.
    pub loss: Thousandths,
    /// A proven win or draw that it gave away.
    pub gave_away: Option<Verdict>,
}

impl From<&ReviewedMove> for MoveReview {
    fn from(made: &ReviewedMove) -> MoveReview {
        let loss = Thousandths::of(made.loss).unwrap_or_default();
        MoveReview { quality: made.quality, loss, gave_away: made.gave_away }
    }
}

impl FromStr for MoveReview {
    type Err = ();

    fn from_str(text: &str) -> Result<MoveReview, ()> {
        let mut words = text.split(' ');
        let quality = words.next().and_then(MoveQuality::named).ok_or(())?;
        let loss = words.next().and_then(read_share).ok_or(())?;
        let gave_away = match (words.next(), words.next()) {
            (None, _) => None,
            (Some("win"), None) => Some(Verdict::Win),
            (Some("draw"), None) => Some(Verdict::Draw),
            _ => return Err(()),
        };
        Ok(MoveReview { quality, loss, gave_away })
    }
}

impl fmt::Display for MoveReview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.quality.name(), self.loss)?;
        self.gave_away.map_or(Ok(()), |verdict| write!(f, " {verdict}"))
    }
}

impl Record {
    /// Adds a review of its moves, whole or begun, in place of another one.
    pub fn set_review(&mut self, found: &[ReviewedPosition]) {
        let positions = found.iter().map(|it| {
            let made = it.made.as_ref().map(MoveReview::from);
            (PositionReview::from(&it.assessment), made)
        });
        self.set_position_reviews(positions);
    }

    /// The same with what records keep of each position and of the move that was made in it.
    pub fn set_position_reviews(
        &mut self,
        found: impl IntoIterator<Item = (PositionReview, Option<MoveReview>)>,
    ) {
        let mut notes = std::mem::take(&mut self.notes);
        notes.resize(self.moves.len(), Default::default());
        for note in std::iter::once(&mut self.opening).chain(&mut notes) {
            (note.eval, note.quality) = (None, None);
        }
        for (ply, (value, made)) in found.into_iter().take(notes.len() + 1).enumerate() {
            let before = ply.checked_sub(1).map_or(&mut self.opening, |before| &mut notes[before]);
            before.eval = Some(value);
            if let Some(note) = notes.get_mut(ply) {
                note.quality = made;
            }
        }
        self.set_notes(notes);
    }

    /// The review of all positions of its line and of all its moves; `None` if one is missing.
    pub fn position_reviews(&self) -> Option<Vec<(&PositionReview, Option<MoveReview>)>> {
        let last = self.moves.len();
        let before = |ply: usize| match ply {
            0 => Some(&self.opening),
            _ => self.notes.get(ply - 1),
        };
        let reviewed = |ply: usize| {
            let made = if ply == last { None } else { Some(self.notes.get(ply)?.quality?) };
            Some((before(ply)?.eval.as_ref()?, made))
        };
        (0..=last).map(reviewed).collect()
    }
}
