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
//! in pairs, whichever side makes them; a forced pass is written as `pass`. `{...}` and
//! everything behind `;` are comments.

use std::collections::HashSet;
use std::fmt;

use agon_core::{Outcome, Side, quote};

use crate::{AnySession, GAMES, GameEntry, Play, PlayerSpec, find};

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
        Start { reason: String } => "the position that the game starts from is refused: {reason}",
        Move { number: usize, found: String, reason: String } => "move {number} ({found}) is refused: {reason}",
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
        opened.map_err(|refused| RecordRefusal::Start { reason: refused.to_string() })
    }

    /// Replays the game. Refused if a move is illegal, if the result contradicts the rules, or
    /// if an unfinished game has a result without a reason.
    pub fn replay(&self) -> Result<Box<dyn AnySession>, RecordRefusal> {
        let mut session = self.session()?;
        let set_players = |session: &mut dyn Play, player: &PlayerSpec| {
            // Every game has random players and persons.
            Side::BOTH.into_iter().try_for_each(|side| session.set_player(side, player.clone()))
        };
        // A random player may have run into walls.
        let _ = set_players(&mut *session, &PlayerSpec::Random { seed: None });
        for (place, mv) in self.moves.iter().enumerate() {
            session.play(mv).map_err(|refused| RecordRefusal::Move {
                number: place + 1,
                found: quote(mv),
                reason: refused.to_string(),
            })?;
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
    let known: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
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
        let numbered = self.moves.iter().enumerate().map(|(place, mv)| match place % 2 {
            0 => format!("{}. {mv}", place / 2 + 1),
            _ => mv.clone(),
        });
        let mut width = 0;
        for word in numbered.chain([result.to_string()]) {
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

/// Escapes a text for quotes on one line.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '"' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The name and the text of a tag.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inside.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(quoted.len());
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                other => other,
            },
            '"' => return None,
            other => other,
        });
    }
    is_word(name).then(|| (name.to_string(), text))
}

/// Whether this can be the name of a tag.
fn is_word(name: &str) -> bool {
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    begins && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Reads records line by line.
#[derive(Default)]
struct Reader {
    done: Vec<Record>,
    /// The current record, and the line where it begins.
    open: Option<(Record, usize)>,
    /// The names of its tags.
    seen: HashSet<String>,
    /// The result of the tag.
    tagged: Option<Option<Outcome>>,
    /// Whether moves or a result have been read.
    in_moves: bool,
    is_ended: bool,
    /// The line where an open comment began.
    comment: Option<usize>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), RecordRefusal> {
        let trimmed = line.trim();
        let begins = |rest: &str| {
            rest.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        };
        let is_tag = trimmed.strip_prefix('[').is_some_and(begins);
        if self.comment.is_none() && is_tag {
            if self.in_moves {
                self.close()?;
            }
            return self.tag(number, trimmed);
        }
        self.words(number, line)
    }

    fn tag(&mut self, number: usize, line: &str) -> Result<(), RecordRefusal> {
        let wrong = || RecordRefusal::Tag { line: number, found: quote(line) };
        let (name, text) = read_tag(line).ok_or_else(wrong)?;
        if !self.seen.insert(name.clone()) {
            return Err(RecordRefusal::Twice { line: number, name });
        }
        let (record, _) = self.open.get_or_insert_with(|| (Record::default(), number));
        match name.as_str() {
            "Game" if find(&text).is_none() => return Err(unknown_game(number, &text)),
            "Game" => record.game = text,
            "P1" => record.players[0] = text,
            "P2" => record.players[1] = text,
            "Position" => record.start = Some(text).filter(|text| text != "startpos"),
            "Reason" => record.reason = Some(text),
            "Result" => {
                let found = read_result(&text);
                let wrong = || RecordRefusal::Result { line: number, found: quote(&text) };
                self.tagged = Some(found.ok_or_else(wrong)?);
            }
            _ => record.tags.push((name, text)),
        }
        Ok(())
    }

    /// A line of moves, comments, and the result.
    fn words(&mut self, number: usize, line: &str) -> Result<(), RecordRefusal> {
        let mut rest = line;
        loop {
            if self.comment.is_some() {
                let Some((_, behind)) = rest.split_once('}') else { return Ok(()) };
                self.comment = None;
                rest = behind;
            }
            rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with(';') {
                return Ok(());
            }
            if let Some(behind) = rest.strip_prefix('{') {
                self.comment = Some(number);
                rest = behind;
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            self.word(number, word)?;
            rest = behind;
        }
    }

    fn word(&mut self, number: usize, word: &str) -> Result<(), RecordRefusal> {
        if self.is_ended {
            return Err(RecordRefusal::AfterEnd { line: number, found: quote(word) });
        }
        let no_game = RecordRefusal::NoGame { line: number };
        let Some((record, _)) = self.open.as_mut() else { return Err(no_game) };
        self.in_moves = true;
        if let Some(result) = read_result(word) {
            if let Some(tagged) = self.tagged.filter(|tagged| *tagged != result) {
                let (tag, end) = (result_text(tagged).into(), word.into());
                return Err(RecordRefusal::Results { line: number, tag, end });
            }
            record.result = result;
            self.is_ended = true;
        } else if !is_number(word) {
            record.moves.push(word.to_string());
        }
        Ok(())
    }

    /// Finishes the current record.
    fn close(&mut self) -> Result<(), RecordRefusal> {
        let read = std::mem::take(self);
        self.done = read.done;
        let Some((mut record, line)) = read.open else { return Ok(()) };
        if record.game.is_empty() {
            return Err(RecordRefusal::NoGame { line });
        }
        record.result = record.result.or(read.tagged.flatten());
        self.done.push(record);
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<Record>, RecordRefusal> {
        if let Some(line) = self.comment {
            return Err(RecordRefusal::Comment { line });
        }
        self.close()?;
        Ok(self.done)
    }
}

/// Whether this is a move number, as `12.` or `12...`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
