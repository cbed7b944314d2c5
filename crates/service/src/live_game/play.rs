//! Changes of a live game: moves of persons, players, rule files.

use std::collections::BTreeMap;

use agon_arena::contest::{MoveNote, Record, date_text};
use agon_arena::{PlayerSpec, Refused};
use agon_core::Side;

use super::{LiveGame, MAX_HASH, MAX_RULES};
use crate::ServiceRefusal;
use crate::player_name::read_name;
use crate::protocol::{RequestError, RuleFile};
use crate::seats::{Caller, LOCAL};

/// The milliseconds of a day.
const DAY: u64 = 86_400_000;

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
        // Even a refusal would tell what the other side does not show.
        let is_hidden = self.viewer_of(caller)?.is_some_and(|viewer| viewer != mover);
        if !self.seats.may_move(caller, mover) || is_hidden {
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
        let mut record = Record::new(self.entry, &snapshot.start, self.player_texts());
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
        let agreed = self.agreed.filter(|_| session.outcome().is_none());
        record.result = session.outcome().or(agreed.map(|(outcome, _)| outcome));
        record.reason = agreed.map(|(_, ending)| ending.word().into());
        if let Some(begun) = self.begun {
            record.set_tag("Date", date_text(u64::try_from(begun).unwrap_or(0) / DAY));
        }
        if let Some(clock) = &self.clock {
            record.set_tag("TimeControl", clock.control_text());
        }
        Ok(record.to_string())
    }

    /// The players as records name them: people by their names.
    fn player_texts(&self) -> [String; 2] {
        Side::BOTH.map(|side| {
            let player = self.session.player(side);
            let name = self.seats.names[side.index()].clone().filter(|_| player.is_person());
            name.unwrap_or_else(|| player.to_string())
        })
    }

    /// Names the person who plays a side, which whoever moves it may do.
    pub(super) fn set_name(
        &mut self,
        caller: &Caller,
        side: Side,
        name: &str,
    ) -> Result<(), ServiceRefusal> {
        if !self.persons()[side.index()] || !self.seats.may_move(caller, side) {
            return Err(ServiceRefusal::OtherSide);
        }
        self.seats.names[side.index()] = read_name(name, self.entry)?;
        Ok(())
    }

    /// Gives a side to a player, as the owner wants it.
    pub(super) fn replace_player(
        &mut self,
        caller: &Caller,
        side: Side,
        spec: &str,
    ) -> Result<(), RequestError> {
        self.set_player(side, spec)?;
        let was_person = self.seats.claims[side.index()].is_some();
        if !self.session.player(side).is_person() {
            self.seats.claims[side.index()] = None;
            self.seats.names[side.index()] = None;
        } else if self.session.hides() && !was_person && &*caller.session != LOCAL {
            // Who could see everything until now plays the side: nobody else may take it.
            self.seats.claims[side.index()] = Some(caller.session.to_string());
        }
        Ok(())
    }

    /// Frees a side.
    pub(super) fn release(&mut self, caller: &Caller, side: Side) -> Result<(), ServiceRefusal> {
        let is_hidden = self.session.hides() && self.outcome().is_none();
        if is_hidden && self.seats.plays_both(caller) {
            return Err(ServiceRefusal::Spoiled);
        }
        self.seats.release(caller, side)
    }
}
