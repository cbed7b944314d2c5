//! A game in progress with its two players, whichever game it is.

use agon_core::{
    ElementId, Outcome, Proven, Refusal, Scene, Score, Side, Stop, Term, Vocabulary, quote,
};
use agon_infer::Diagnostics;
use agon_search::{Info, RecordedTree, SearchControl, Threads, TreeOptions};

use crate::PlayerSpec;
use crate::ask::Ask;
use crate::rules::Rules;

/// A refusal of whatever kind and game.
pub type Refused = Box<dyn Refusal>;

/// A legal move, and the ways to point it out on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The move in the game's notation.
    pub text: String,
    /// The ways to point it out.
    pub paths: Vec<Vec<ElementId>>,
}

/// What a computer player did, and what it thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move it made.
    pub mv: String,
    /// What it expects, for its own side.
    pub score: Option<Score>,
    /// What else it has to say.
    pub note: Option<String>,
}

/// A legal move, and what is proven of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenMove {
    /// The move in the game's notation.
    pub text: String,
    /// What it leads to for the side that makes it.
    pub proven: Proven,
}

/// What an evaluation says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The value to the side that was asked about; a finished game is a win, a
    /// loss or a draw.
    pub score: Score,
    /// The terms that the value is the sum of, for that side: none in a finished game, and
    /// `None` where the evaluation cannot explain itself in terms.
    pub terms: Option<Vec<Term>>,
}

agon_core::refusals! {
    /// Why one of several moves in a row is refused.
    pub enum SetRefusal {
        InLine { number: usize, found: String, reason: String } => "move {number} ({found}) is refused: {reason}",
    }
}

/// A game in progress with a player on either side, text in and text out.
pub trait AnySession: Send {
    /// The names of the two sides.
    fn sides(&self) -> [&'static str; 2];
    /// The present position in the game's notation.
    fn position(&self) -> String;
    /// The side to move.
    fn to_move(&self) -> Side;
    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves, in the game's order.
    fn moves(&self) -> Vec<ListedMove>;
    /// The moves made so far.
    fn history(&self) -> Vec<String>;
    /// The moves made so far, and those that were undone and can be made again.
    fn line(&self) -> Vec<String>;
    /// Who made each of the moves of the line.
    fn movers(&self) -> Vec<Side>;
    /// The board as a side sees it, or as an onlooker does.
    fn scene(&self, viewer: Option<Side>) -> Scene;

    /// The board as text, in games that have their own way to write it.
    fn text_board(&self, viewer: Option<Side>) -> Option<String>;
    /// Whether a side may not know everything.
    fn hides(&self) -> bool;
    /// Whether the game is told by rounds, a line each, rather than board by board.
    fn is_told_by_rounds(&self) -> bool;
    /// The round that has just been completed, or cut short by the end of the game, as
    /// a side came to know of it, or as an onlooker did.
    fn round(&self, viewer: Option<Side>) -> Option<String>;
    /// How a side has played, in games that count such things.
    fn statistics(&self, side: Side) -> Option<String>;
    /// Whether the side to move can do nothing but pass.
    fn must_pass(&self) -> bool;

    /// A move that is legal here, as the game writes it; refused if it is not.
    fn read(&self, text: &str) -> Result<String, Refused>;
    /// Makes a move for the side to move; gives it back as the game writes it.
    /// A refused move changes nothing.
    fn play(&mut self, text: &str) -> Result<String, Refused>;
    /// Takes back moves to where a person was last to move; without a person at
    /// the session, one move. `false` if there is no such place.
    fn undo(&mut self) -> bool;
    /// Makes again what was last undone. `false` if nothing was.
    fn redo(&mut self) -> bool;
    /// Goes to where so many moves of the line have been made. `false` if it is shorter.
    fn jump(&mut self, ply: usize) -> bool;

    /// Who plays a side.
    fn seat(&self, side: Side) -> &PlayerSpec;
    /// Gives a side to somebody else.
    fn set_seat(&mut self, side: Side, seat: PlayerSpec) -> Result<(), Refused>;
    /// What the computer player whose turn it is would do now; `None` if the game is
    /// over, it is a person's turn, or it was stopped before it had a move. A choice that
    /// is not legal is refused. Whoever seats one whose limit is a time owns the clock.
    fn choose(&mut self, control: &dyn SearchControl<String>) -> Result<Option<Thought>, Refused>;
    /// Lets the computer player whose turn it is make its move, if it has one.
    fn think(&mut self, control: &dyn SearchControl<String>) -> Result<Option<Thought>, Refused> {
        let thought = self.choose(control)?;
        if let Some(thought) = &thought {
            self.play(&thought.mv)?;
        }
        Ok(thought)
    }
    /// What is proven of the legal moves, for the side to move, in the game's order. Empty
    /// where nothing is known, or the game is over.
    fn verdicts(&mut self, stop: &dyn Stop) -> Result<Vec<ProvenMove>, Refused>;
    /// What is proven of the present position, for the side to move.
    fn proven(&mut self, stop: &dyn Stop) -> Result<Option<Proven>, Refused>;

    /// Counts the lines of play of exactly `depth` plies from here, and calls `each` with
    /// the number below every first move as soon as it is known. `stop` is asked before
    /// every first move.
    fn divide(&self, depth: u32, stop: &dyn Stop, each: &mut dyn FnMut(&str, u64)) -> u64;
    /// Looks for the best line, as asked; `None` in a finished game, or where the search
    /// was stopped before it had found one.
    fn best(
        &self,
        ask: &Ask,
        control: &dyn SearchControl<String>,
        threads: &dyn Threads,
    ) -> Result<Option<Info<String>>, Refused>;
    /// The minimax tree; `None` if it is larger than allowed, or stopped.
    fn tree(
        &self,
        options: &TreeOptions,
        eval: Option<&str>,
        stop: &dyn Stop,
    ) -> Result<Option<RecordedTree<String, String>>, Refused>;
    /// The names of the evaluations there are: the game's own, then those lent.
    fn evaluations(&self) -> Vec<String>;
    /// Reads a rule file, which is then an evaluation of this name wherever one can be
    /// named; the game's own names come first. A file that was lent before under this name
    /// is kept by those who have a seat already.
    fn load_rules(&mut self, name: &str, source: &[u8]) -> Result<(), Diagnostics>;
    /// The rules that were lent under this name, in the present position.
    fn rules(&self, name: &str) -> Option<Box<dyn Rules + '_>>;
    /// What rules can ask about.
    fn vocabulary(&self) -> Vocabulary;
    /// What an evaluation (the game's first if none is named) says for a side.
    fn judge(&self, eval: Option<&str>, side: Side) -> Result<Judgement, Refused>;

    /// Makes the moves of a line that was played before, perhaps by one who threw dice: the
    /// rules are those for such players until the line is done.
    fn follow(&mut self, line: &str) -> Result<(), Refused> {
        let seats = Side::BOTH.map(|side| self.seat(side).clone());
        for side in Side::BOTH {
            self.set_seat(side, PlayerSpec::Random { seed: None })?;
        }
        let played = self.play_all(line);
        for (side, seat) in Side::BOTH.into_iter().zip(seats) {
            self.set_seat(side, seat)?;
        }
        played
    }

    /// Makes moves that are written in a row with blanks between.
    fn play_all(&mut self, line: &str) -> Result<(), Refused> {
        for (place, text) in line.split_whitespace().enumerate() {
            self.play(text).map_err(|refused| SetRefusal::InLine {
                number: place + 1,
                found: quote(text),
                reason: refused.to_string(),
            })?;
        }
        Ok(())
    }
}
