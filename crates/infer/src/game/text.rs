//! Positions and moves as text.
//!
//! A position is the name of its game, the side to move, and the facts that are not as the file's
//! defaults have them, in the order of the file: `tictactoe o mark(00,x)`. A game that is not one
//! of those that come with the program has a number behind its name, by which its text is known.

use agon_core::{ColumnType, quote};

use super::{GamePosition, GameRules, TextPart, compile};
use crate::facts::written;
use crate::lex::TokenKind;
use crate::parse::Parser;
use crate::step::MAX_COLUMNS;
use crate::syntax::{Term, TermKind};

/// The longest text of a position.
const MAX_TEXT: usize = 1 << 14;

agon_core::refusals! {
    /// Why a text or a move of a game file is refused.
    pub enum GameRefusal {
        UnknownGame { found: String } => "there is no game file {found} here: a position begins with the name of its game",
        OtherGame { found: String, wanted: String } => "a position of this game begins with {wanted}, not with {found}",
        Side { found: String, sides: String } => "{found} is not a side: after the name of the game stands the side to move, {sides}",
        TooLong { found: usize } => "a position has at most {MAX_TEXT} bytes, not {found}",
        Fact { found: String } => "{found} is not a fact: write facts as name(value,value), with spaces between them",
        UnknownFact { found: String } => "the game has no facts {found}",
        Columns { name: String, wanted: usize } => "a fact {name} has {wanted} values",
        Value { name: String, found: String } => "{found} is not a value of {name} at that place",
        Twice { name: String } => "two facts {name} say different things of the same",
        Ply { found: String, most: u16 } => "{found} is not a number of plies from 0 to {most}",
        TooFar { found: i32, most: i32 } => "the game could go on for {found} plies, but at its start only for {most}",
        MoveText { found: String, example: String } => "{found} is not a move here: one is written as in {example}",
        Needs { found: String, goal: String, condition: String, place: String, facts: String } => "{found} is not legal: {goal} needs `{condition}` ({place}), but {facts}",
        NoRule { found: String, goal: String } => "{found} is not legal: no rule allows {goal}",
        NotLegal => "that is not a legal move here",
        GameOver => "the game is over",
        Over { goal: String, place: String, facts: String } => "the game is over: {goal} ({place}), since {facts}",
        BothWin { goal: String, place: String } => "the game is drawn: {goal} ({place})",
        NoMove => "the game is drawn: there is no legal move",
        ManyMoves { most: usize } => "the game is drawn: there are more than {most} legal moves",
        Plies { most: u16 } => "the game is drawn: it ends after {most} plies",
        Stopped => "the game is drawn: the measure did not fall with the last move",
    }
}

impl GameRules {
    /// A value as rules write it.
    pub fn show_value(&self, ty: ColumnType, value: i32) -> String {
        match ty {
            ColumnType::Member(domain) => {
                let members = &self.compiled.domains[domain].members;
                members.get(value as usize).cloned().unwrap_or_default()
            }
            _ => value.to_string(),
        }
    }

    /// A move as text.
    pub fn move_text(&self, mv: u32) -> String {
        let Some((kind, row)) = self.describe(mv) else { return mv.to_string() };
        let mut text = String::new();
        for part in &kind.parts {
            match part {
                TextPart::Text(part) => text += part,
                TextPart::Column(at) => text += &self.show_value(kind.types[*at], row[*at]),
                TextPart::Letter(at) => text += &compile::letter(row[*at]),
            }
        }
        text
    }

    /// The legal move with this text.
    pub fn read_move(&self, position: &GamePosition, text: &str) -> Result<u32, GameRefusal> {
        let found = self.legal(position).into_iter().find(|&mv| self.move_text(mv) == text.trim());
        found.ok_or_else(|| self.why_text(position, text))
    }

    /// The side to move and the facts of a position, without the name of the game.
    pub fn write_facts(&self, position: &GamePosition) -> String {
        let mut text = self.compiled.sides[usize::from(position.mover)].clone();
        if self.compiled.plies.is_some() && position.ply > 0 {
            text += &format!(" ply={}", position.ply);
        }
        if position.stopped {
            text += " stopped";
        }
        for relation in &self.compiled.state {
            relation.rows(&position.facts, |row, width| {
                let is_default =
                    relation.is_function && row.get(width - 1).copied() == relation.default;
                if is_default {
                    return;
                }
                let values = row[..width].iter().zip(&relation.columns);
                let values: Vec<String> =
                    values.map(|(&value, &ty)| written(&self.show_value(ty, value))).collect();
                text += &match width {
                    0 => format!(" {}", relation.name),
                    _ => format!(" {}({})", relation.name, values.join(",")),
                };
            });
        }
        text
    }

    /// Reads the side to move and the facts of a position.
    pub fn read_facts(&self, text: &str) -> Result<GamePosition, GameRefusal> {
        if text.len() > MAX_TEXT {
            return Err(GameRefusal::TooLong { found: text.len() });
        }
        let text = text.trim();
        let (side, mut rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some(mover) = self.compiled.sides.iter().position(|known| known == side) else {
            let sides = self.compiled.sides.join(" or ");
            return Err(GameRefusal::Side { found: quote(side), sides });
        };
        let mut position =
            GamePosition { mover: mover as u8, ply: 0, stopped: false, ..self.compiled.start };
        position.facts = self.empty();
        rest = rest.trim_start();
        if let (Some(after), Some(most)) = (rest.strip_prefix("ply="), self.compiled.plies) {
            let (number, more) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
            let ply = number.parse().ok().filter(|&ply: &u16| ply <= most && ply > 0);
            position.ply = ply.ok_or_else(|| GameRefusal::Ply { found: quote(number), most })?;
            rest = more.trim_start();
        }
        if let Some(more) = rest.strip_prefix("stopped").filter(|more| {
            self.compiled.has_measure && (more.is_empty() || more.starts_with(char::is_whitespace))
        }) {
            position.stopped = true;
            rest = more;
        }
        let refuse = || GameRefusal::Fact { found: quote(rest) };
        let mut parser = Parser::of_game(rest, 0).map_err(|_| refuse())?;
        let mut given = std::collections::HashMap::new();
        while parser.peek() != &TokenKind::End {
            let atom = parser.atom().map_err(|_| refuse())?;
            let name = atom.name;
            let Some(number) = self.compiled.state.iter().position(|known| known.name == name)
            else {
                return Err(GameRefusal::UnknownFact { found: quote(&name) });
            };
            let relation = &self.compiled.state[number];
            if atom.columns.len() != relation.columns.len() {
                return Err(GameRefusal::Columns { name, wanted: relation.columns.len() });
            }
            let mut row = [0; MAX_COLUMNS];
            for (at, (term, &ty)) in atom.columns.iter().zip(&relation.columns).enumerate() {
                row[at] = self.read_value(term, ty).ok_or_else(|| GameRefusal::Value {
                    found: match &term.kind {
                        TermKind::Name(name) => quote(name),
                        TermKind::Number(number) => number.to_string(),
                        _ => "what stands there".into(),
                    },
                    name: name.clone(),
                })?;
            }
            let width = relation.columns.len();
            let keys = row[..relation.key_columns()].to_vec();
            let old = given.insert((number, keys), row);
            if old.is_some_and(|old| old != row) {
                return Err(GameRefusal::Twice { name });
            }
            relation.add(&mut position.facts, &row[..width]);
        }
        self.with_work(|work| self.judge(work, &mut position));
        if self.compiled.has_measure && position.measure > self.compiled.start.measure {
            let (found, most) = (position.measure, self.compiled.start.measure);
            return Err(GameRefusal::TooFar { found, most });
        }
        Ok(position)
    }

    /// A position of which nothing is said.
    fn empty(&self) -> super::Facts {
        let mut facts = [0; super::WORDS];
        for relation in &self.compiled.state {
            for slot in 0..relation.keys.len() {
                relation.set(&mut facts, slot, relation.empty_code());
            }
        }
        facts
    }

    fn read_value(&self, term: &Term, ty: ColumnType) -> Option<i32> {
        match (ty, &term.kind) {
            (ColumnType::Number { least, most }, TermKind::Number(number)) => {
                (least..=most).contains(number).then_some(*number)
            }
            (ColumnType::Member(domain), TermKind::Name(_) | TermKind::Number(_)) => {
                let name = match &term.kind {
                    TermKind::Name(name) => name.clone(),
                    TermKind::Number(number) => number.to_string(),
                    _ => return None,
                };
                let members = &self.compiled.domains[domain].members;
                members.iter().position(|member| *member == name).map(|at| at as i32)
            }
            _ => None,
        }
    }
}
