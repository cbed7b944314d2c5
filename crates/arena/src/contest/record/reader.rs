//! Reads the text of records.

use std::collections::HashSet;

use agon_core::{Outcome, quote};

use super::files::FileReader;
use super::variations::MAX_VARIATION_MOVES;
use super::{
    MoveNote, Record, RecordRefusal, VariationMove, read_result, result_text, unknown_game,
};
use crate::{find, is_game_file};

/// Escapes a text for quotes on one line.
pub(super) fn escape(text: &str) -> String {
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
pub(super) fn is_word(name: &str) -> bool {
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    begins && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Reads records line by line.
#[derive(Default)]
pub(super) struct Reader {
    done: Vec<Record>,
    /// The current record, and the line where it begins.
    open: Option<(Record, usize)>,
    /// The files of its game.
    files: FileReader,
    /// The names of its tags.
    seen: HashSet<String>,
    /// The result of the tag.
    tagged: Option<Option<Outcome>>,
    /// Whether moves or a result have been read.
    in_moves: bool,
    is_ended: bool,
    /// An open comment, and the line where it began.
    comment: Option<(usize, String)>,
    /// The open variations, the innermost last.
    open_variations: Vec<OpenVariation>,
    /// The moves of variations; their places are told by [`Before`].
    tried: Vec<(Before, String, MoveNote)>,
}

/// What stands before a move of a variation: so many moves of the game, or another one by its place.
#[derive(Clone, Copy)]
enum Before {
    Line(usize),
    Tried(usize),
}

struct OpenVariation {
    /// The line where it begins.
    line: usize,
    /// What stands before its next move.
    last: Before,
    /// Whether it has moves.
    has_moves: bool,
    /// What was told of its first move before that.
    note: MoveNote,
}

impl Reader {
    pub(super) fn line(&mut self, number: usize, line: &str) -> Result<(), RecordRefusal> {
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
        if self.comment.is_none() && !self.in_moves && line.starts_with('|') {
            return self.files.line(number, line);
        }
        self.words(number, line)
    }

    fn tag(&mut self, number: usize, line: &str) -> Result<(), RecordRefusal> {
        let wrong = || RecordRefusal::Tag { line: number, found: quote(line) };
        let (name, text) = read_tag(line).ok_or_else(wrong)?;
        if name != "File" && !self.seen.insert(name.clone()) {
            return Err(RecordRefusal::Twice { line: number, name });
        }
        let (record, _) = self.open.get_or_insert_with(|| (Record::default(), number));
        match name.as_str() {
            // A file may be carried along.
            "Game" if find(&text).is_none() && !is_game_file(&text) => {
                return Err(unknown_game(number, &text));
            }
            "Game" => record.game = text,
            "Hash" => self.files.hash(number, text),
            "File" => self.files.begin(text)?,
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
            if let Some((_, comment)) = &mut self.comment {
                let (inside, behind) = match rest.split_once('}') {
                    Some((inside, behind)) => (inside, Some(behind)),
                    None => (rest, None),
                };
                comment.push_str(inside);
                comment.push(' ');
                let Some(behind) = behind else { return Ok(()) };
                self.end_comment();
                rest = behind;
            }
            rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with(';') {
                return Ok(());
            }
            if let Some(behind) = rest.strip_prefix('{') {
                self.comment = Some((number, String::new()));
                rest = behind;
                continue;
            }
            if let Some(behind) = rest.strip_prefix('(') {
                rest = self.begin_variation(number, behind)?;
                continue;
            }
            if let Some(behind) = rest.strip_prefix(')') {
                let ended = self.open_variations.pop();
                ended.ok_or(RecordRefusal::NoVariation { line: number })?;
                rest = behind;
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let end = if self.open_variations.is_empty() { end } else { word_end(&rest[..end]) };
            let (word, behind) = rest.split_at(end);
            self.word(number, word)?;
            rest = behind;
        }
    }

    /// Begins a variation in place of the last move, or with three dots behind it.
    fn begin_variation<'t>(
        &mut self,
        number: usize,
        behind: &'t str,
    ) -> Result<&'t str, RecordRefusal> {
        if self.is_ended {
            return Err(RecordRefusal::AfterEnd { line: number, found: quote("(") });
        }
        let Some((record, _)) = self.open.as_ref() else {
            return Err(RecordRefusal::NoGame { line: number });
        };
        self.in_moves = true;
        let last = match self.open_variations.last() {
            Some(open) => open.last,
            None => Before::Line(record.moves.len()),
        };
        let goes_on = behind.trim_start().strip_prefix("...");
        let goes_on =
            goes_on.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
        let last = match (goes_on, last) {
            (None, Before::Line(made)) => Before::Line(made.saturating_sub(1)),
            (None, Before::Tried(place)) => self.tried[place].0,
            (Some(_), last) => last,
        };
        let note = MoveNote::default();
        self.open_variations.push(OpenVariation { line: number, last, has_moves: false, note });
        Ok(goes_on.unwrap_or(behind))
    }

    /// Adds a comment to the move before it, or to the start.
    fn end_comment(&mut self) {
        let Some((_, comment)) = self.comment.take() else { return };
        let Some((record, _)) = self.open.as_mut() else { return };
        let note = match self.open_variations.last_mut() {
            Some(OpenVariation { last: Before::Tried(place), has_moves: true, .. }) => {
                &mut self.tried[*place].2
            }
            Some(open) => &mut open.note,
            None if record.moves.is_empty() => &mut record.opening,
            None => {
                record.notes.resize(record.moves.len(), MoveNote::default());
                let Some(note) = record.notes.last_mut() else { return };
                note
            }
        };
        note.add(&comment);
    }

    fn word(&mut self, number: usize, word: &str) -> Result<(), RecordRefusal> {
        if self.is_ended {
            return Err(RecordRefusal::AfterEnd { line: number, found: quote(word) });
        }
        let no_game = RecordRefusal::NoGame { line: number };
        let Some((record, _)) = self.open.as_mut() else { return Err(no_game) };
        self.in_moves = true;
        if let Some(open) = self.open_variations.last_mut() {
            // A result in a variation is that of the game it was taken from.
            if is_number(word) || read_result(word).is_some() {
                return Ok(());
            }
            if self.tried.len() >= MAX_VARIATION_MOVES {
                let most = MAX_VARIATION_MOVES;
                return Err(RecordRefusal::Variations { line: number, most });
            }
            self.tried.push((open.last, word.to_string(), std::mem::take(&mut open.note)));
            (open.last, open.has_moves) = (Before::Tried(self.tried.len() - 1), true);
        } else if let Some(result) = read_result(word) {
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
        if let Some(open) = self.open_variations.first() {
            return Err(RecordRefusal::Variation { line: open.line });
        }
        let mut read = std::mem::take(self);
        self.done = read.done;
        let Some((mut record, line)) = read.open else { return Ok(()) };
        record.files = read.files.finish()?;
        if record.game.is_empty() {
            return Err(RecordRefusal::NoGame { line });
        }
        record.result = record.result.or(read.tagged.flatten());
        let notes = std::mem::take(&mut record.notes);
        record.set_notes(notes);
        let length = record.moves.len();
        let variations = read.tried.into_iter().map(|(before, mv, note)| {
            let after = match before {
                Before::Line(made) => made,
                Before::Tried(place) => length + 1 + place,
            };
            VariationMove { after, mv, note }
        });
        record.set_variations(&variations.collect::<Vec<_>>());
        self.done.push(record);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Vec<Record>, RecordRefusal> {
        if let Some((line, _)) = self.comment {
            return Err(RecordRefusal::Comment { line });
        }
        self.close()?;
        Ok(self.done)
    }
}

/// Where a word of a variation ends: before the closing parentheses that belong to no opening one.
fn word_end(word: &str) -> usize {
    let mut open = 0_usize;
    for (place, letter) in word.char_indices() {
        match letter {
            '(' => open += 1,
            ')' if open == 0 => return place,
            ')' => open -= 1,
            _ => (),
        }
    }
    word.len()
}

/// Whether this is a move number, as `12.` or `12...`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
