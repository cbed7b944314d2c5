//! What is known about a move of a record: score, depth, time, nodes, a comment, what was drawn on
//! the board, and what a review found.

use std::fmt;

use agon_core::{Score, Verdict};

use super::command::{self, BEGIN, Command};
use super::marks::{self, BoardMark};
use super::review::{MoveReview, PositionReview};
use crate::SearchStats;
use crate::contest::MoveStats;

/// Ends the numbers of a note whose comment begins like one of them.
const NO_NUMBERS: &str = ":";

/// What is known about a move. As text it is `+35/8 0.12s 1200n`: the score for the side that
/// moved, the depth, the time in seconds, the nodes, and then a comment. `#5` is a win in 5
/// plies, `#-4` a loss in 4. A colon before the comment says that it is not a number, and
/// [marks](BoardMark) and what a review found of the [position](PositionReview) behind the move and of
/// the [move](MoveReview) stand in brackets, as in PGN: `[%csl G11] [%cal R11>22] [%eval +35 0.61]
/// [%quality mistake 0.14]`.
///
/// ```
/// use agon_arena::contest::MoveNote;
/// use agon_core::Score;
/// let note = MoveNote::read("#5/8 0.12s a clear win");
/// assert_eq!((note.score, note.depth), (Some(Score::win_in(5)), Some(8)));
/// assert_eq!((note.micros, note.nodes), (Some(120_000), None));
/// assert_eq!(note.comment.as_deref(), Some("a clear win"));
/// assert_eq!(note.to_string(), "#5/8 0.12s a clear win");
/// let drawn = MoveNote::read(": +1 for this [%cal G00>22]");
/// assert_eq!((drawn.score, drawn.comment.as_deref()), (None, Some("+1 for this")));
/// assert_eq!(drawn.marks[0].to_string(), "G00>22");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// The score that its player gave, for the side that moved.
    pub score: Option<Score>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The time that the move took, in microseconds.
    pub micros: Option<u64>,
    /// The number of nodes of the search.
    pub nodes: Option<u64>,
    /// What somebody wrote about it.
    pub comment: Option<String>,
    /// What somebody drew on the board after it, in order.
    pub marks: Vec<BoardMark>,
    /// What a review found of the position after it.
    pub eval: Option<PositionReview>,
    /// How good a review found it.
    pub quality: Option<MoveReview>,
}

impl MoveNote {
    /// Reads a note. What is no number is the comment.
    pub fn read(text: &str) -> MoveNote {
        let (text, mut note) = MoveNote::take_commands(text);
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next_if(|word| note.take(word).is_some()) {
            let _ = word;
        }
        words.next_if_eq(&NO_NUMBERS);
        let rest: Vec<&str> = words.collect();
        note.comment = (!rest.is_empty()).then(|| rest.join(" "));
        note
    }

    /// The words of a text, and a note with what its commands say.
    fn take_commands(text: &str) -> (String, MoveNote) {
        let (text, commands) = command::take_out(text);
        let (mut note, mut marks) = (MoveNote::default(), Vec::new());
        for command in commands {
            match command {
                Command::Marks(found) => marks.extend(found),
                Command::Position(found) => note.eval = note.eval.or(Some(found)),
                Command::Move(found) => note.quality = note.quality.or(Some(found)),
            }
        }
        note.set_marks(marks);
        (text, note)
    }

    /// A comment as notes have it: one line of at most so many characters, without closing braces,
    /// which would end it, and without marks. `None` if nothing is left.
    pub fn comment_of(text: &str, most: usize) -> Option<String> {
        let kept = text.chars().map(|letter| match letter {
            '}' => ')',
            _ if letter.is_control() => ' ',
            _ => letter,
        });
        let mut kept: String = kept.collect();
        while kept.contains(BEGIN) {
            kept = kept.replace(BEGIN, "[");
        }
        let words: Vec<&str> = kept.split_whitespace().collect();
        let comment: String = words.join(" ").chars().take(most).collect();
        Some(comment.trim_end().to_string()).filter(|comment| !comment.is_empty())
    }

    /// Sets what was drawn on the board.
    pub fn set_marks(&mut self, marks: impl IntoIterator<Item = BoardMark>) {
        self.marks = marks.into_iter().collect();
        self.marks.sort();
        self.marks.dedup();
    }

    /// Takes a word that is a number of its own kind, unless there is one.
    fn take(&mut self, word: &str) -> Option<()> {
        if let Some(seconds) = word.strip_suffix('s') {
            return fill(&mut self.micros, read_seconds(seconds)?);
        }
        if let Some(nodes) = word.strip_suffix('n') {
            return fill(&mut self.nodes, nodes.parse().ok()?);
        }
        // The score comes first.
        if self.micros.is_some() || self.nodes.is_some() {
            return None;
        }
        let (score, depth) = match word.split_once('/') {
            Some((score, depth)) => (score, Some(depth.parse().ok()?)),
            None => (word, None),
        };
        let score = if score.is_empty() { None } else { Some(read_score(score)?) };
        if (score.is_none() && depth.is_none()) || self.score.is_some() || self.depth.is_some() {
            return None;
        }
        (self.score, self.depth) = (score, depth);
        Some(())
    }

    /// Adds what a further comment says.
    pub(super) fn add(&mut self, text: &str) {
        if self.is_empty() {
            *self = MoveNote::read(text);
            return;
        }
        let (text, note) = MoveNote::take_commands(text);
        let comment = Some(text).filter(|text| !text.is_empty());
        self.merge(&MoveNote { comment, ..note });
    }

    /// Adds what another note says.
    pub(super) fn merge(&mut self, other: &MoveNote) {
        self.score = self.score.or(other.score);
        self.depth = self.depth.or(other.depth);
        self.micros = self.micros.or(other.micros);
        self.nodes = self.nodes.or(other.nodes);
        self.eval = self.eval.take().or_else(|| other.eval.clone());
        self.quality = self.quality.or(other.quality);
        let words: Vec<&str> =
            [&self.comment, &other.comment].into_iter().flatten().map(String::as_str).collect();
        self.comment = (!words.is_empty()).then(|| words.join(" "));
        self.set_marks([&self.marks[..], &other.marks[..]].concat());
    }

    /// The same without what a review found.
    #[must_use]
    pub fn without_review(&self) -> MoveNote {
        MoveNote { eval: None, quality: None, ..self.clone() }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == MoveNote::default()
    }
}

/// What the referee knows about a move; of one that was made for its player, nothing.
impl From<&MoveStats> for MoveNote {
    fn from(stats: &MoveStats) -> MoveNote {
        if *stats == MoveStats::default() {
            return MoveNote::default();
        }
        let &MoveStats { stats: SearchStats { score, depth, nodes }, time } = stats;
        MoveNote { score, depth, micros: Some(time), nodes, ..MoveNote::default() }
    }
}

fn fill<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.is_none().then(|| *place = Some(value))
}

/// A score as text: points with their sign, or the plies to a win (`#5`) or a loss (`#-4`).
pub(super) fn score_text(score: Score) -> String {
    match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
        Some((Verdict::Win, plies)) => format!("#{plies}"),
        Some((Verdict::Lose, plies)) => format!("#-{plies}"),
        _ => format!("{:+}", score.points()),
    }
}

pub(super) fn read_score(text: &str) -> Option<Score> {
    let plies = |text: &str| text.parse().ok().filter(|&plies| plies <= Score::MAX_PLIES);
    match text.strip_prefix('#').map(|plies| (plies, plies.strip_prefix('-'))) {
        Some((_, Some(lose))) => plies(lose).map(Score::lose_in),
        Some((win, None)) => plies(win).map(Score::win_in),
        // Without its sign a number is a word of a comment.
        None if text.starts_with(['+', '-']) => text.parse().ok().map(Score::estimate),
        None => None,
    }
}

/// Seconds with at most six decimals, in microseconds.
fn read_seconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 6 {
        return None;
    }
    let micros: u64 = format!("{decimals:0<6}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1_000_000)?.checked_add(micros)
}

impl fmt::Display for MoveNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let score = self.score.map_or(String::new(), score_text);
        match self.depth {
            Some(depth) => parts.push(format!("{score}/{depth}")),
            None if self.score.is_some() => parts.push(score),
            None => (),
        }
        if let Some(micros) = self.micros {
            let decimals = format!("{:06}", micros % 1_000_000);
            let decimals = decimals.trim_end_matches('0');
            let point = if decimals.is_empty() { "" } else { "." };
            parts.push(format!("{}{point}{decimals}s", micros / 1_000_000));
        }
        parts.extend(self.nodes.map(|nodes| format!("{nodes}n")));
        if let Some(comment) = &self.comment {
            // A closing brace would end the comment.
            let comment = comment.replace('}', ")");
            let mut words = comment.split_whitespace().map(String::from).peekable();
            let mut numbers = MoveNote { comment: None, ..self.clone() };
            let is_number = |word: &String| word == NO_NUMBERS || numbers.take(word).is_some();
            if words.peek().is_some_and(is_number) {
                parts.push(NO_NUMBERS.into());
            }
            parts.extend(words);
        }
        parts.extend(marks::written(&self.marks));
        parts.extend(self.eval.as_ref().map(|found| format!("[%eval {found}]")));
        parts.extend(self.quality.map(|found| format!("[%quality {found}]")));
        f.write_str(&parts.join(" "))
    }
}
