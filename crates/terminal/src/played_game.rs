//! A game at a terminal: its players, the view and the strength of computers.

use agon_arena::{AnySession, ChosenMove, PlayerSpec, Refused};
use agon_core::{Outcome, Proven, Side};

use crate::text;

/// A game at a terminal, in line mode or on the full screen.
pub struct PlayedGame {
    session: Box<dyn AnySession>,
    /// The computer player of each side, used when it is switched on.
    computers: [PlayerSpec; 2],
    /// Whether people see what is hidden from their side.
    shows_all: bool,
}

impl PlayedGame {
    /// A game with its players set. `computer` can replace a person.
    pub fn new(session: Box<dyn AnySession>, computer: &PlayerSpec, shows_all: bool) -> PlayedGame {
        let computers = Side::BOTH.map(|side| match session.player(side) {
            PlayerSpec::Person => computer.clone(),
            player => player.clone(),
        });
        PlayedGame { session, computers, shows_all }
    }

    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    pub fn session_mut(&mut self) -> &mut dyn AnySession {
        &mut *self.session
    }

    pub fn name(&self, side: Side) -> &'static str {
        self.session.sides()[side.index()]
    }

    pub fn persons(&self) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|&side| self.session.player(side).is_person()).collect()
    }

    /// The side whose view is shown: that of the only person, or of the person to move. `None`
    /// shows everything.
    pub fn viewer(&self) -> Option<Side> {
        if self.shows_all || self.session.outcome().is_some() {
            return None;
        }
        match self.persons().as_slice() {
            [] => None,
            &[person] => Some(person),
            _ => Some(self.session.to_move()),
        }
    }

    /// Whether the current view hides something.
    pub fn hides(&self) -> bool {
        self.session.hides() && self.viewer().is_some()
    }

    /// Hands the side to move to a person, because its player has failed. Returns a message.
    pub fn hand_over(&mut self) -> Result<String, Refused> {
        let side = self.session.to_move();
        self.session.set_player(side, PlayerSpec::Person)?;
        Ok(format!("{} is now played by: person", self.name(side)))
    }

    /// Switches the computer off, so that a person plays its side, or on for the side that is not
    /// to move. Returns a message.
    pub fn toggle_computer(&mut self) -> Result<String, Refused> {
        let is_computer = |side: &Side| !self.session.player(*side).is_person();
        let other = self.session.to_move().opponent();
        let side = Side::BOTH.into_iter().find(is_computer).unwrap_or(other);
        let is_person = self.session.player(side).is_person();
        let player =
            if is_person { self.computers[side.index()].clone() } else { PlayerSpec::Person };
        self.session.set_player(side, player.clone())?;
        Ok(format!("{} is now played by: {player}", self.name(side)))
    }

    /// Changes the strength of the computer, even if it is switched off. Returns a message.
    pub fn change_strength(&mut self, change: i32) -> Result<String, Refused> {
        let mut said = Vec::new();
        let is_computer = |side: Side| !self.session.player(side).is_person();
        // If a computer plays, its own strength is changed.
        let any = Side::BOTH.into_iter().any(is_computer);
        let meant: Vec<Side> =
            Side::BOTH.into_iter().filter(|&side| !any || is_computer(side)).collect();
        for side in meant {
            let name = self.name(side);
            let player = &mut self.computers[side.index()];
            let Some(how) = player.change(change) else { continue };
            let plays = !self.session.player(side).is_person();
            let when = if plays { "" } else { " when the computer plays it" };
            said.push(format!("{name} {how}{when}"));
            if plays {
                self.session.set_player(side, player.clone())?;
            }
        }
        Ok(if said.is_empty() {
            "this player cannot be made stronger or weaker".into()
        } else {
            said.join("\n")
        })
    }

    pub fn swap_players(&mut self) -> Result<(), Refused> {
        let [one, two] = Side::BOTH.map(|side| self.session.player(side).clone());
        self.session.set_player(Side::First, two)?;
        self.session.set_player(Side::Second, one)?;
        self.computers.swap(0, 1);
        Ok(())
    }

    /// The result in a sentence.
    pub fn announce(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(winner) => format!("{} wins.", self.name(winner)),
            Outcome::Draw => "The game is drawn.".into(),
        }
    }
}

/// A computer's move with the value that it expects.
pub fn describe(chosen: &ChosenMove) -> String {
    let mv = &chosen.mv;
    match chosen.score.map(|score| (score, score.proven())) {
        None => mv.clone(),
        Some((_, Some(proven))) if proven == Proven::win_in(1) => format!("{mv} and wins"),
        Some((_, Some(proven))) => format!("{mv} ({})", text::result(proven)),
        Some((score, None)) => format!("{mv} ({:+})", score.points()),
    }
}
