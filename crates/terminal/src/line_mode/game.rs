//! Plays a game in line mode.

use std::io::Write;
use std::time::{Duration, Instant};

use agon_arena::{AnySession, ChosenMove, PlayerSpec};
use agon_core::Side;
use agon_host::Failure;
use agon_host::input::{Input, Line};
use agon_search::{SearchControl, TimeManager};
use agon_threads::ScopedThreads;

use super::board::draw;
use crate::{PlayedGame, describe};

const HELP: &str = "\
Type a move, or one of these:
  moves [START]   list the legal moves, or those that begin so
  why MOVE        say why a move is legal or not, in games whose rules are a file
  z, undo         take back your last move, and the computer's answer
  y, redo         redo what was taken back
  a               let the computer play the other side, or a person again
  +, -            make the computer look deeper or less deep, by a ply or a level
  board           draw the board again
  position        write the position in one line
  history         list the moves made so far
  help, ?         this list
  q, quit         leave the game";

/// Plays a game until the player leaves or the input ends. A game without people ends with its last
/// move. The `a` key replaces a person by `computer`. With `shows_all`, hidden information is
/// shown.
pub fn play(
    session: Box<dyn AnySession>,
    computer: PlayerSpec,
    shows_all: bool,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = PlayedGame::new(session, &computer, shows_all);
    LineGame { game }.run(input, out)
}

/// A game in line mode.
struct LineGame {
    game: PlayedGame,
}

enum Next {
    Prompt,
    Draw,
    PlayedGame,
    Leave,
}

impl LineGame {
    fn run(mut self, input: &mut Input, out: &mut impl Write) -> Result<(), Failure> {
        if !self.game.persons().is_empty() && self.game.session().outcome().is_none() {
            // Examples show moves of the person's own side only: others might reveal hidden
            // information. A forced pass is not typed.
            let is_person = self.game.session().player(self.game.session().to_move()).is_person();
            let has_choice = is_person && !self.game.session().must_pass();
            let moves = if has_choice { self.game.session().moves() } else { Vec::new() };
            let example = moves.get(moves.len() / 2);
            let example =
                example.map_or("a move".into(), |mv| format!("a move such as {}", mv.text));
            writeln!(out, "Type {example}, or help.")?;
        }
        let by_rounds = self.game.session().is_told_by_rounds();
        self.show(out)?;
        // In games that are reported by rounds, the board is drawn for people only.
        let mut is_drawn = true;
        let mut is_counted = false;
        loop {
            let looks = self.game.session().outcome().is_some()
                || self.game.session().player(self.game.session().to_move()).is_person();
            if looks && !is_drawn {
                self.show(out)?;
                is_drawn = true;
            }
            let side = self.game.session().to_move();
            let name = self.game.session().sides()[side.index()];
            let must_pass = self.game.session().must_pass();
            let prompt = match self.game.session().outcome() {
                Some(outcome) => {
                    writeln!(out, "{}", self.game.announce(outcome))?;
                    if let Some(why) = self.game.session().why_not(&[]) {
                        writeln!(out, "{why}")?;
                    }
                    if !std::mem::replace(&mut is_counted, true) {
                        self.write_statistics(out)?;
                    }
                    if self.game.persons().is_empty() {
                        return Ok(());
                    }
                    "undo or quit> ".into()
                }
                None => match self.think(out)? {
                    Some(chosen) if by_rounds => {
                        let note = chosen.note.filter(|_| self.game.viewer().is_none());
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
                        self.game.session_mut().play("pass")?;
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

    /// Makes the computer's move. If the computer fails, a person takes its side.
    fn think(&mut self, out: &mut impl Write) -> Result<Option<ChosenMove>, Failure> {
        let player = self.game.session().player(self.game.session().to_move());
        let time = player.movetime().map(Duration::from_millis).map(TimeManager::fixed);
        let (threads, started) = (ScopedThreads(player.threads()), Instant::now());
        let elapsed = || started.elapsed();
        let control = SearchControl::default().timed(time, &elapsed);
        match self.game.session_mut().think(&control, &threads) {
            Ok(chosen) => Ok(chosen),
            Err(refused) => {
                let said = self.game.hand_over()?;
                writeln!(out, "{refused}\n{said}")?;
                Ok(None)
            }
        }
    }

    /// Prints the round, if one has just ended.
    fn print_round(&self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(round) = self.game.session().round(self.game.viewer()) {
            writeln!(out, "{round}")?;
        }
        Ok(())
    }

    /// Prints the statistics of both sides, if the game has them.
    fn write_statistics(&self, out: &mut impl Write) -> Result<(), Failure> {
        for side in Side::BOTH {
            if let Some(statistics) = self.game.session().statistics(side) {
                writeln!(out, "{}: {statistics}", self.game.session().sides()[side.index()])?;
            }
        }
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> Result<(), Failure> {
        let viewer = self.game.viewer();
        let own = self.game.session().text_board(viewer);
        write!(out, "\n{}", own.unwrap_or_else(|| draw(&self.game.session().scene(viewer))))?;
        Ok(())
    }

    fn execute(&mut self, text: &str, out: &mut impl Write) -> Result<Next, Failure> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let said = match (word, rest.trim()) {
            ("", _) => return Ok(Next::Prompt),
            ("q" | "quit" | "exit", "") => return Ok(Next::Leave),
            ("board", "") => return Ok(Next::Draw),
            ("z" | "undo", "") => {
                if self.game.session_mut().undo() {
                    return Ok(Next::Draw);
                }
                "there is nothing of yours to take back".into()
            }
            ("y" | "redo", "") => {
                if self.game.session_mut().redo() {
                    return Ok(Next::Draw);
                }
                "nothing was taken back".into()
            }
            ("help" | "?", _) => HELP.into(),
            ("moves", _) if self.game.session().outcome().is_some() => "the game is over".into(),
            ("moves", start) => {
                let moves = self.game.session().moves().into_iter().map(|mv| mv.text);
                let moves: Vec<String> = moves.filter(|mv| mv.starts_with(start)).collect();
                if moves.is_empty() {
                    "no legal move begins like this".into()
                } else {
                    columns(&moves)
                }
            }
            ("why", "") => "write a move behind it: why MOVE".into(),
            ("why", mv) => match self.game.session().why(mv) {
                Ok(Some(why)) => why,
                Ok(None) => "that is legal; this game does not say more".into(),
                Err(refused) => refused.to_string(),
            },
            ("position" | "history", "") if self.game.hides() => {
                "that would tell what you do not see; --view full shows everything".into()
            }
            ("position", "") => self.game.session().position(),
            ("history", "") => self.game.session().history().join(" "),
            ("a", "") => self.game.toggle_computer()?,
            ("+", "") => self.game.change_strength(1)?,
            ("-", "") => self.game.change_strength(-1)?,
            _ => match self.game.session_mut().play(text) {
                Ok(_) => return Ok(Next::PlayedGame),
                Err(refused) => refused.to_string(),
            },
        };
        writeln!(out, "{said}")?;
        Ok(Next::Prompt)
    }
}

/// Arranges words in rows of at most 80 characters.
fn columns(words: &[String]) -> String {
    let wide = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let rows = words.chunks((80 / (wide + 2)).max(1));
    let row = |row: &[String]| {
        let padded: Vec<String> = row.iter().map(|word| format!("{word:wide$}")).collect();
        padded.join("  ").trim_end().to_string()
    };
    rows.map(row).collect::<Vec<String>>().join("\n")
}
