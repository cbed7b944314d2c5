//! The contract of an adapter: how hand-ins of an assignment are asked about a game in progress.

pub use agon_arena::GameLine;
use agon_arena::{Followed, GameStep, line_after};

use crate::interpreter::Answer;

/// Asks a connected hand-in one question of its driver.
pub type Ask<'a> = dyn FnMut(&str) -> Answer + 'a;

/// Questions about games for the hand-ins of one assignment. An error is a sentence that quotes the
/// hand-in's own words.
pub trait Adapter: Sync {
    /// The hand-in's evaluation, for the side to move, of each position that is reached from the
    /// end of `line` by the moves of a leaf. None of these positions is finished.
    fn values(
        &self,
        line: &GameLine,
        leaves: &[Vec<String>],
        ask: &mut Ask,
    ) -> Result<Vec<i64>, String>;

    /// The move that the hand-in itself chooses at the end of `line`. `None` if the assignment has
    /// no function that chooses moves.
    fn choose(&self, _line: &GameLine, _ask: &mut Ask) -> Option<Result<String, String>> {
        None
    }

    /// The position after `line` as the hand-in has it, in the game's notation as far as it can be
    /// told; and the calls to repeat this in an interpreter.
    fn position(&self, line: &GameLine, ask: &mut Ask) -> Result<Told, String>;

    /// The moves that the hand-in allows at the end of `line`, in the game's notation; `None` if it
    /// has no function for that.
    fn moves(&self, _line: &GameLine, _ask: &mut Ask) -> Result<Option<Vec<String>>, String> {
        Ok(None)
    }

    /// The game after the last of the `steps`, as the hand-in has it. A hand-in that takes no moves
    /// back is asked about the position that is reached, and accepts a move if it lists it.
    fn follow(&self, start: &str, steps: &[GameStep], ask: &mut Ask) -> Result<Followed, String> {
        let line = line_after(start, steps);
        let Told { text, calls } = self.position(&line, ask)?;
        let moves = self.moves(&line, ask)?;
        let accepts = match steps.last() {
            Some(GameStep::Try(mv)) => moves.iter().flatten().any(|allowed| allowed == mv),
            _ => false,
        };
        Ok(Followed { position: text, call: calls, moves, accepts, ..Followed::default() })
    }

    /// The move that somebody has tried by selecting these elements of the board, of which the last
    /// makes it illegal.
    fn tried(&self, _path: &[String]) -> Option<String> {
        None
    }
}

/// What a hand-in said, and how to ask it the same in its own interpreter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub text: String,
    pub calls: String,
}
