//! Changes of a live game: moves of persons, players, rule files.

use std::collections::BTreeMap;

use agon_arena::contest::{MoveNote, Record};
use agon_arena::{PlayerSpec, Refused};
use agon_core::Side;

use super::{LiveGame, MAX_HASH, MAX_RULES};
use crate::ServiceRefusal;
use crate::protocol::{RequestError, RuleFile};
use crate::seats::Caller;

/// The longest comment on a move, in characters.
const MAX_COMMENT: usize = 300;

impl LiveGame {
    /// Refuses a move that would discard later moves, unless `cut` allows it.
    pub(super) fn check_end(&self, cut: bool) -> Result<(), ServiceRefusal> {
        let (ply, length) = (self.session.ply(), self.session.line().len());
        if ply < length && !cut { Err(ServiceRefusal::Past { ply, length }) } else { Ok(()) }
    }

    /// Plays a move for the person whose turn it is.
    pub(super) fn play(
        &mut self,
        caller: &Caller,
        mv: &str,
        ply: usize,
        cut: bool,
    ) -> Result<(), RequestError> {
        let now = self.session.ply();
        if now != ply {
            return Err(ServiceRefusal::Moved { ply: now }.into());
        }
        if self.outcome().is_some() {
            return Err(ServiceRefusal::Over.into());
        }
        let mover = self.session.to_move();
        if !self.session.player(mover).is_person() {
            return Err(ServiceRefusal::NotYours.into());
        }
        if !self.seats.may_move(caller, mover) {
            return Err(ServiceRefusal::OtherSide.into());
        }
        self.check_end(cut)?;
        self.session.play(mv)?;
        Ok(())
    }

    /// Adds a rule file to the game, or replaces the one of the same name.
    pub(crate) fn load_rules(&mut self, file: RuleFile) -> Result<(), RequestError> {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if file.name.is_empty() || file.name.len() > 40 || !file.name.chars().all(is_letter) {
            return Err(ServiceRefusal::RulesName { found: agon_core::quote(&file.name) }.into());
        }
        let others = self.rules.iter().filter(|loaded| loaded.name != file.name).count();
        if others >= MAX_RULES {
            return Err(ServiceRefusal::TooMany { most: MAX_RULES }.into());
        }
        self.session.load_rules(&file.name, file.source.as_bytes())?;
        self.rules.retain(|loaded| loaded.name != file.name);
        self.rules.push(file);
        Ok(())
    }

    /// Gives a side to a player.
    pub(crate) fn set_player(&mut self, side: Side, spec: &str) -> Result<(), RequestError> {
        let spec: PlayerSpec = spec.parse().map_err(Refused::from)?;
        spec.check_resources(MAX_HASH, self.resources.max_threads).map_err(Refused::from)?;
        self.session.set_player(side, spec)?;
        Ok(())
    }

    /// The record of the game, with comments on moves by their number, counted from 1.
    pub(super) fn record(
        &self,
        comments: BTreeMap<String, String>,
    ) -> Result<String, RequestError> {
        let snapshot = self.snapshot();
        let mut session = snapshot.open()?;
        session.jump(snapshot.line.len());
        let players = snapshot.players.map(|player| player.to_string());
        let mut record = Record::new(self.entry, &snapshot.start, players);
        record.moves = snapshot.line;
        if !comments.is_empty() {
            let comment = |number: usize| {
                let words: Vec<&str> =
                    comments.get(&number.to_string())?.split_whitespace().collect();
                // Braces end comments.
                let is_kept = |letter: &char| !"{}".contains(*letter) && !letter.is_control();
                Some(words.join(" ").chars().filter(is_kept).take(MAX_COMMENT).collect())
            };
            let numbers = 1..=record.moves.len();
            record.set_notes(
                numbers.map(|number| MoveNote { comment: comment(number), ..MoveNote::default() }),
            );
        }
        record.result = session.outcome().or(self.agreed);
        if session.outcome().is_none() && self.agreed.is_some() {
            record.reason = self.ending().map(String::from);
        }
        Ok(record.to_string())
    }
}
