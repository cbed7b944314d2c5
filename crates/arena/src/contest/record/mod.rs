//! Game records: text that people can read and programs can check.
//!
//! ```text
//! [Game "tictactoe"]
//! [Event "Class of May"]
//! [Round "1"]
//! [P1 "ann"]
//! [P2 "bob"]
//! [Result "1-0"]
//! [Reason "rules"]
//!
//! 1. 11 01 2. 00 22 3. 20 02 4. 10 1-0
//! ```
//!
//! The format is that of chess's PGN: tags, then the moves in the game's notation, then the
//! result. `Position` is the starting position, if it is not the usual one. Moves are numbered
//! in pairs, whichever side makes them; a forced pass is written as `pass`. `{...}` behind a move
//! is what is known about it ([`MoveNote`]), and before the first move about the start; everything
//! behind `;` is a comment. `(...)` behind a move is a [variation](VariationMove) in its place, and
//! `(... ...)`, with three dots first, one that goes on behind it.

mod annotations;
mod command;
mod date;
mod marks;
mod note;
mod reader;
mod review;
mod variations;

use std::fmt;

use agon_core::{Cause, Outcome, Side, quote};

use self::reader::{Reader, escape, is_word};
use self::variations::{Step, steps};
use crate::{AnySession, GameEntry, Play, PlayerSpec, find, games};

pub use self::annotations::Annotations;
pub use self::date::{date_text, read_date};
pub use self::marks::{BoardMark, MarkColour, MarkRefusal};
pub use self::note::MoveNote;
pub use self::review::{MoveReview, PositionReview, Thousandths};
pub use self::variations::{MAX_VARIATION_MOVES, VariationMove};

/// The record of a game, finished or not.
///
/// ```
/// use agon_arena::contest::Record;
/// let text = "[Game \"tictactoe\"]\n[P1 \"ann\"]\n[P2 \"bob\"]\n\n1. 11 01 *\n";
/// let record = &Record::read(text).unwrap()[0];
/// assert_eq!(record.moves, ["11", "01"]);
/// assert_eq!(record.replay().unwrap().moves().len(), 7);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The players of the first and the second side.
    pub players: [String; 2],
    /// The starting position, if it is not the usual one.
    pub start: Option<String>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// The result; `None` if unknown.
    pub result: Option<Outcome>,
    /// The reason of the result: `rules`, or another.
    pub reason: Option<String>,
    /// Further tags (`Event`, `Round`, `Seed`, ...), in order.
    pub tags: Vec<(String, String)>,
    /// What is known about the moves, in their order; of moves at the end it may be missing.
    pub notes: Vec<MoveNote>,
    /// What is known about the start.
    pub opening: MoveNote,
    /// The moves that were not made, in the order of the text.
    pub variations: Vec<VariationMove>,
}

agon_core::refusals! {
    /// Why a record is refused.
    pub enum RecordRefusal {
        NoGame { line: usize } => "line {line}: a record begins with the name of its game, as in [Game \"santorini\"]",
        UnknownGame { line: usize, found: String, known: String } => "line {line}: there is no game {found}, only {known}",
        Tag { line: usize, found: String } => "line {line}: a tag is a name and a text in quotes, as in [P1 \"ann\"], not {found}",
        Twice { line: usize, name: String } => "line {line}: the tag {name} is given twice",
        Result { line: usize, found: String } => "line {line}: a result is 1-0, 0-1, 1/2-1/2 or *, not {found}",
        Results { line: usize, tag: String, end: String } => "line {line}: the moves end with {end}, but the tag says {tag}",
        AfterEnd { line: usize, found: String } => "line {line}: {found} stands behind the result",
        Comment { line: usize } => "line {line}: the comment that begins here does not end: write a closing brace",
        Variation { line: usize } => "line {line}: the variation that begins here does not end: write a closing parenthesis",
        NoVariation { line: usize } => "line {line}: there is no variation that this closing parenthesis ends",
        Variations { line: usize, most: usize } => "line {line}: the variations of a game have at most {most} moves",
        Start { reason: Cause } => "the position that the game starts from is refused: {reason}",
        Move { number: usize, found: String, reason: Cause } => "move {number} ({found}) is refused: {reason}",
        VariationMove { number: usize, found: String, reason: Cause } => "in a variation, move {number} ({found}) is refused: {reason}",
        Outcome { told: String, found: String } => "the result is given as {told}, but by the rules it is {found}",
        NoReason { told: String } => "the result is given as {told}, but the game goes on and no reason is given",
    }
}

/// The width of lines of moves.
const WIDTH: usize = 80;

impl Record {
    /// A record without moves, with a starting position.
    pub fn new(entry: &GameEntry, start: &str, players: [String; 2]) -> Record {
        let is_usual = start == "startpos" || start == entry.start().position();
        let start = (!is_usual).then(|| start.to_string());
        Record { game: entry.name.into(), players, start, ..Record::default() }
    }

    /// The text of a tag that is no field of its own.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// Whether this can be the name of a further tag: a word that is no field of its own.
    pub fn is_tag(name: &str) -> bool {
        is_word(name) && !["Game", "P1", "P2", "Position", "Result", "Reason"].contains(&name)
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, text: impl fmt::Display) {
        let text = text.to_string();
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = text,
            None => self.tags.push((name.to_string(), text)),
        }
    }

    /// What is known about a move, by its place from 0.
    pub fn note(&self, place: usize) -> Option<&MoveNote> {
        self.notes.get(place).filter(|note| !note.is_empty())
    }

    /// Sets what is known about the moves, in their order.
    pub fn set_notes(&mut self, notes: impl IntoIterator<Item = MoveNote>) {
        self.notes = notes.into_iter().take(self.moves.len()).collect();
        let known = self.notes.iter().rposition(|note| !note.is_empty());
        self.notes.truncate(known.map_or(0, |last| last + 1));
    }

    /// Sets the moves that were not made, in any order in which each stands behind the one before it.
    pub fn set_variations(&mut self, moves: &[VariationMove]) {
        self.variations = variations::in_order(moves, self.moves.len());
    }

    /// Reads all records of a text. Their moves are checked by [`replay`](Record::replay).
    pub fn read(text: &str) -> Result<Vec<Record>, RecordRefusal> {
        let mut reader = Reader::default();
        for (place, line) in text.lines().enumerate() {
            reader.line(place + 1, line)?;
        }
        reader.finish()
    }

    /// The game's entry in the registry.
    fn entry(&self) -> Result<&'static GameEntry, RecordRefusal> {
        find(&self.game).ok_or_else(|| unknown_game(1, &self.game))
    }

    /// A session at the starting position.
    pub fn session(&self) -> Result<Box<dyn AnySession>, RecordRefusal> {
        let opened = self.entry()?.open(self.start.as_deref().unwrap_or("startpos"));
        opened.map_err(|refused| RecordRefusal::Start { reason: Cause::from(&*refused) })
    }

    /// Replays the game. Refused if a move is illegal, if the result contradicts the rules, or
    /// if an unfinished game has a result without a reason.
    pub fn replay(&self) -> Result<Box<dyn AnySession>, RecordRefusal> {
        let set_players = |session: &mut dyn Play, player: &PlayerSpec| {
            // Every game has random players and persons.
            Side::BOTH.into_iter().try_for_each(|side| session.set_player(side, player.clone()))
        };
        let open = || -> Result<Box<dyn AnySession>, RecordRefusal> {
            let mut session = self.session()?;
            // A random player may have run into walls.
            let _ = set_players(&mut *session, &PlayerSpec::Random { seed: None });
            Ok(session)
        };
        let mut session = open()?;
        for (place, mv) in self.moves.iter().enumerate() {
            session.play(mv).map_err(|refused| RecordRefusal::Move {
                number: place + 1,
                found: quote(mv),
                reason: Cause::from(&*refused),
            })?;
        }
        if !self.variations.is_empty() {
            variations::check(self, &mut *open()?)?;
        }
        let _ = set_players(&mut *session, &PlayerSpec::Person);
        let told = || result_text(self.result).to_string();
        match (session.outcome(), self.result) {
            (Some(found), told_as) if told_as.is_some_and(|result| result != found) => {
                let found = result_text(Some(found)).to_string();
                Err(RecordRefusal::Outcome { told: told(), found })
            }
            (None, Some(_)) if self.reason.is_none() => {
                Err(RecordRefusal::NoReason { told: told() })
            }
            _ => Ok(session),
        }
    }
}

fn unknown_game(line: usize, found: &str) -> RecordRefusal {
    let known: Vec<&str> = games().iter().map(|entry| entry.name).collect();
    RecordRefusal::UnknownGame { line, found: quote(found), known: known.join(", ") }
}

/// The text of a result: `1-0`, `0-1`, `1/2-1/2`, or `*` if unknown.
pub fn result_text(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(Side::First)) => "1-0",
        Some(Outcome::Win(Side::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// The result of a text.
pub fn read_result(text: &str) -> Option<Option<Outcome>> {
    let [first, second] = Side::BOTH.map(|side| Some(Outcome::Win(side)));
    [first, second, Some(Outcome::Draw), None]
        .into_iter()
        .find(|&result| result_text(result) == text)
}

impl RecordRefusal {
    /// Why the rules refuse a position or a move of the record, if they do.
    pub fn cause(&self) -> Option<&Cause> {
        match self {
            RecordRefusal::Start { reason }
            | RecordRefusal::Move { reason, .. }
            | RecordRefusal::VariationMove { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        let result = result_text(self.result);
        let tag = |f: &mut fmt::Formatter<'_>, name: &str, text: &str| {
            writeln!(f, "[{name} \"{}\"]", escape(text))
        };
        tag(f, "Game", &self.game)?;
        for (name, text) in &self.tags {
            tag(f, name, text)?;
        }
        tag(f, "P1", first)?;
        tag(f, "P2", second)?;
        if let Some(start) = &self.start {
            tag(f, "Position", start)?;
        }
        tag(f, "Result", result)?;
        if let Some(reason) = &self.reason {
            tag(f, "Reason", reason)?;
        }
        writeln!(f)?;
        let braces = |note: &MoveNote| (!note.is_empty()).then(|| format!("{{{note}}}"));
        let mut words: Vec<String> = braces(&self.opening).into_iter().collect();
        // What stands before and behind the next word.
        let (mut before, mut is_first) = (String::new(), false);
        for step in steps(&self.variations, self.moves.len()) {
            let (ply, mv, note) = match step {
                Step::Made(ply) => (ply, &self.moves[ply], self.note(ply)),
                Step::Tried(place, ply) => {
                    (ply, &self.variations[place].mv, Some(&self.variations[place].note))
                }
                Step::Begin { goes_on } => {
                    before.push_str(if goes_on { "(... " } else { "(" });
                    is_first = true;
                    continue;
                }
                Step::End => {
                    if let Some(last) = words.last_mut() {
                        last.push(')');
                    }
                    continue;
                }
            };
            let number = match ply % 2 {
                0 => format!("{}. ", ply / 2 + 1),
                _ if is_first => format!("{}... ", ply / 2 + 1),
                _ => String::new(),
            };
            words.push(format!("{}{number}{mv}", std::mem::take(&mut before)));
            is_first = false;
            words.extend(note.and_then(braces));
        }
        let mut width = 0;
        for word in words.into_iter().chain([result.to_string()]) {
            let length = word.chars().count() + 1;
            match width {
                0 => (),
                _ if width + length > WIDTH => {
                    writeln!(f)?;
                    width = 0;
                }
                _ => write!(f, " ")?,
            }
            write!(f, "{word}")?;
            width += length;
        }
        writeln!(f)
    }
}
