//! A game at a line-based terminal.

use std::io::Write;

use agon_arena::{AnySession, ChosenMove, PlayerSpec};
use agon_core::{Outcome, Proven, Side};

use super::board::draw;
use super::input::{Input, Line};
use crate::cli::Sight;
use crate::failure::Failure;
use crate::threads::ScopedThreads;
use crate::timer::Timer;

const HELP: &str = "\
Type a move, or one of these:
  moves [START]   list the legal moves, or those that begin so
  z, undo         take back your last move, and the computer's answer
  y, redo         redo what was taken back
  a               let the computer play the other side, or a person again
  +, -            make the computer look deeper or less deep, by a ply or a level
  board           draw the board again
  position        write the position in one line
  history         list the moves made so far
  help, ?         this list
  q, quit         leave the game";

/// Plays a game until the player leaves or the input ends; a game without persons ends with
/// its last move. The computer is the one that `a` calls in for a person.
pub fn play(
    session: Box<dyn AnySession>,
    computer: PlayerSpec,
    sight: Sight,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let computers = Side::BOTH.map(|side| match session.player(side) {
        PlayerSpec::Person => computer.clone(),
        player => player.clone(),
    });
    TerminalGame { session, computers, sight }.run(input, out)
}

/// A game that is played at the terminal.
struct TerminalGame {
    session: Box<dyn AnySession>,
    /// The computer player of each side, for when it is turned on.
    computers: [PlayerSpec; 2],
    /// What a person who plays alone can see.
    sight: Sight,
}

/// What to do after a line.
enum Next {
    Prompt,
    Draw,
    PlayedGame,
    Leave,
}

impl TerminalGame {
    fn run(mut self, input: &mut Input, out: &mut impl Write) -> Result<(), Failure> {
        if !self.persons().is_empty() && self.session.outcome().is_none() {
            // Moves of the other side are no example, and might reveal hidden information. A
            // forced pass is made without being typed.
            let is_person = self.session.player(self.session.to_move()).is_person();
            let has_choice = is_person && !self.session.must_pass();
            let moves = if has_choice { self.session.moves() } else { Vec::new() };
            let example = moves.get(moves.len() / 2);
            let example =
                example.map_or("a move".into(), |mv| format!("a move such as {}", mv.text));
            writeln!(out, "Type {example}, or help.")?;
        }
        let by_rounds = self.session.is_told_by_rounds();
        self.show(out)?;
        // In a game that is reported by rounds, the board is drawn for persons only.
        let mut is_drawn = true;
        let mut is_counted = false;
        loop {
            let looks = self.session.outcome().is_some()
                || self.session.player(self.session.to_move()).is_person();
            if looks && !is_drawn {
                self.show(out)?;
                is_drawn = true;
            }
            let side = self.session.to_move();
            let name = self.session.sides()[side.index()];
            let must_pass = self.session.must_pass();
            let prompt = match self.session.outcome() {
                Some(outcome) => {
                    writeln!(out, "{}", self.announce(outcome))?;
                    if !std::mem::replace(&mut is_counted, true) {
                        self.write_statistics(out)?;
                    }
                    if self.persons().is_empty() {
                        return Ok(());
                    }
                    "undo or quit> ".into()
                }
                None => match self.think(out)? {
                    Some(chosen) if by_rounds => {
                        let note = chosen.note.filter(|_| self.viewer().is_none());
                        if let Some(note) = note {
                            writeln!(out, "  {name}: {note}")?;
                        }
                        self.print_round(out)?;
                        is_drawn = false;
                        continue;
                    }
                    Some(_) if must_pass => {
                        writeln!(out, "{name} has no move and passes")?;
                        continue;
                    }
                    Some(chosen) => {
                        writeln!(out, "{name} plays {}", describe(&chosen))?;
                        self.show(out)?;
                        continue;
                    }
                    None if must_pass => {
                        self.session.play("pass")?;
                        writeln!(out, "{name} has no move and passes")?;
                        continue;
                    }
                    None => format!("{name}> "),
                },
            };
            match input.ask(&prompt, out)? {
                Line::End => return Ok(()),
                Line::Unusable(why) => writeln!(out, "{why}")?,
                Line::Text(text) => match self.execute(&text, out)? {
                    Next::Prompt => (),
                    Next::Draw => {
                        self.show(out)?;
                        is_counted = false;
                    }
                    Next::PlayedGame if by_rounds => {
                        self.print_round(out)?;
                        is_drawn = false;
                    }
                    Next::PlayedGame => self.show(out)?,
                    Next::Leave => return Ok(()),
                },
            }
        }
    }

    /// The sides that are played by persons.
    fn persons(&self) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|&side| self.session.player(side).is_person()).collect()
    }

    /// Lets the computer make its move. If it fails, a person gets its side.
    fn think(&mut self, out: &mut impl Write) -> Result<Option<ChosenMove>, Failure> {
        let player = self.session.player(self.session.to_move());
        let (timer, threads) = (Timer::for_move(player), ScopedThreads(player.threads()));
        match self.session.think(&timer, &threads) {
            Ok(chosen) => Ok(chosen),
            Err(refused) => {
                let side = self.session.to_move();
                self.session.set_player(side, PlayerSpec::Person)?;
                let name = self.session.sides()[side.index()];
                writeln!(out, "{refused}\n{name} is now played by: person")?;
                Ok(None)
            }
        }
    }

    /// The side whose view is shown: that of a person who plays alone, or of the person to
    /// move; `None` shows everything.
    fn viewer(&self) -> Option<Side> {
        if self.sight == Sight::Full || self.session.outcome().is_some() {
            return None;
        }
        match self.persons().as_slice() {
            [] => None,
            &[person] => Some(person),
            _ => Some(self.session.to_move()),
        }
    }

    /// Whether something is hidden from the present view.
    fn hides(&self) -> bool {
        self.session.hides() && self.viewer().is_some()
    }

    /// Prints the round that has just ended, if one has.
    fn print_round(&self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(round) = self.session.round(self.viewer()) {
            writeln!(out, "{round}")?;
        }
        Ok(())
    }

    /// Prints the statistics of both sides, in games that have them.
    fn write_statistics(&self, out: &mut impl Write) -> Result<(), Failure> {
        for side in Side::BOTH {
            if let Some(statistics) = self.session.statistics(side) {
                writeln!(out, "{}: {statistics}", self.session.sides()[side.index()])?;
            }
        }
        Ok(())
    }

    /// Draws the board for the present view.
    fn show(&self, out: &mut impl Write) -> Result<(), Failure> {
        let viewer = self.viewer();
        let own = self.session.text_board(viewer);
        write!(out, "\n{}", own.unwrap_or_else(|| draw(&self.session.scene(viewer))))?;
        Ok(())
    }

    fn execute(&mut self, text: &str, out: &mut impl Write) -> Result<Next, Failure> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let said = match (word, rest.trim()) {
            ("", _) => return Ok(Next::Prompt),
            ("q" | "quit" | "exit", "") => return Ok(Next::Leave),
            ("board", "") => return Ok(Next::Draw),
            ("z" | "undo", "") => {
                if self.session.undo() {
                    return Ok(Next::Draw);
                }
                "there is nothing of yours to take back".into()
            }
            ("y" | "redo", "") => {
                if self.session.redo() {
                    return Ok(Next::Draw);
                }
                "nothing was taken back".into()
            }
            ("help" | "?", _) => HELP.into(),
            ("moves", _) if self.session.outcome().is_some() => "the game is over".into(),
            ("moves", start) => {
                let moves = self.session.moves().into_iter().map(|mv| mv.text);
                let moves: Vec<String> = moves.filter(|mv| mv.starts_with(start)).collect();
                if moves.is_empty() { "no legal move begins so".into() } else { columns(&moves) }
            }
            ("position" | "history", "") if self.hides() => {
                "that would tell what you do not see; --view full shows everything".into()
            }
            ("position", "") => self.session.position(),
            ("history", "") => self.session.history().join(" "),
            ("a", "") => self.toggle_computer()?,
            ("+", "") => self.change_strength(1)?,
            ("-", "") => self.change_strength(-1)?,
            _ => match self.session.play(text) {
                Ok(_) => return Ok(Next::PlayedGame),
                Err(refused) => refused.to_string(),
            },
        };
        writeln!(out, "{said}")?;
        Ok(Next::Prompt)
    }

    /// Turns the computer off (a person gets its side), or on for the side that is not to
    /// move.
    fn toggle_computer(&mut self) -> Result<String, Failure> {
        let is_computer = |side: &Side| !self.session.player(*side).is_person();
        let other = self.session.to_move().opponent();
        let side = Side::BOTH.into_iter().find(is_computer).unwrap_or(other);
        let is_person = self.session.player(side).is_person();
        let player =
            if is_person { self.computers[side.index()].clone() } else { PlayerSpec::Person };
        self.session.set_player(side, player.clone())?;
        Ok(format!("{} is now played by: {player}", self.session.sides()[side.index()]))
    }

    /// Changes the strength of the computer, now or for when it is turned on.
    fn change_strength(&mut self, change: i32) -> Result<String, Failure> {
        let mut said = Vec::new();
        let is_computer = |side: Side| !self.session.player(side).is_person();
        // If a computer plays, its own strength is meant.
        let any = Side::BOTH.into_iter().any(is_computer);
        let meant: Vec<Side> =
            Side::BOTH.into_iter().filter(|&side| !any || is_computer(side)).collect();
        for side in meant {
            let player = &mut self.computers[side.index()];
            let Some(how) = player.change(change) else { continue };
            let plays = !self.session.player(side).is_person();
            let when = if plays { "" } else { " when the computer plays it" };
            said.push(format!("{} {how}{when}", self.session.sides()[side.index()]));
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

    fn announce(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(winner) => format!("{} wins.", self.session.sides()[winner.index()]),
            Outcome::Draw => "The game is drawn.".into(),
        }
    }
}

/// The move, and the value that its player expects.
fn describe(chosen: &ChosenMove) -> String {
    let mv = &chosen.mv;
    match chosen.score.map(|score| (score, score.proven())) {
        None => mv.clone(),
        Some((_, Some(proven))) if proven == Proven::win_in(1) => format!("{mv} and wins"),
        Some((_, Some(proven))) => format!("{mv} ({proven})"),
        Some((score, None)) => format!("{mv} ({:+})", score.points()),
    }
}

/// Words in rows of at most 80 characters.
fn columns(words: &[String]) -> String {
    let wide = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let rows = words.chunks((80 / (wide + 2)).max(1));
    let row = |row: &[String]| {
        let padded: Vec<String> = row.iter().map(|word| format!("{word:wide$}")).collect();
        padded.join("  ").trim_end().to_string()
    };
    rows.map(row).collect::<Vec<String>>().join("\n")
}
