//! A game in progress without its type: what every front end works with, text in and text out.

use std::collections::BTreeSet;
use std::sync::Arc;

use agon_core::{
    ElementId, MoveWords, Outcome, Proven, Removal, Scene, Score, Side, Stop, Term, Tree,
    Vocabulary, quote,
};
use agon_games::theseus::AssignmentNode;
use agon_infer::{Diagnostics, FactTable};
use agon_network::NetworkRefusal;
use agon_search::{Info, RecordedTree, SearchControl, Threads, TreeOptions};

use crate::data::SelfPlay;
use crate::evaluation_file::{EvaluationFile, EvaluationFileError};
use crate::explain::{ExplainLimits, MoveExplanation};
use crate::players::PlayerNote;
use crate::refused::Refused;
use crate::rules::AnyRuleSet;
use crate::search_request::SearchRequest;
use crate::{AnyEngine, EvaluationProgram, GameLine, PlayerSpec, WinningChance};

/// A legal move, and the ways to point it out on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListedMove {
    /// The move in the game's notation.
    pub text: String,
    /// The ways to point it out.
    pub paths: Vec<Vec<ElementId>>,
    /// After how many elements of a way the move has ended the game.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub decided_after: Option<usize>,
}

/// A move that a computer player chose, and what it says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ChosenMove {
    /// The move in the game's notation.
    pub mv: String,
    /// The value it expects, for its own side.
    pub score: Option<Score>,
    /// A comment on the move.
    pub note: Option<PlayerNote>,
}

/// A legal move and its proven value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MoveVerdict"))]
pub struct ProvenMove {
    /// The move in the game's notation.
    pub text: String,
    /// The proven value for the side that makes it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub proven: Proven,
}

/// The value of a position by an evaluation function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The value for the side that was asked about; a finished game is a win, a loss or a
    /// draw.
    pub score: Score,
    /// The terms of the value, for that side: empty in a finished game, and `None` where the
    /// evaluation cannot explain itself in terms.
    pub terms: Option<Vec<Term>>,
}

agon_core::refusals! {
    /// Why one of several moves in a row is refused.
    pub enum SetRefusal {
        InLine { number: usize, found: String, reason: String } => "move {number} ({found}) is refused: {reason}",
    }
}

/// Read-only questions about a game in progress and its present position.
pub trait PositionView: Send {
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
    /// The same as people select them on a board. Of several moves that end the game after the
    /// same elements, only the first is selected by these.
    fn selectable_moves(&self) -> Vec<ListedMove> {
        let mut decided: BTreeSet<Vec<ElementId>> = BTreeSet::new();
        let mut moves = self.moves();
        for ListedMove { paths, decided_after, .. } in &mut moves {
            if let Some(count) = *decided_after {
                paths.iter_mut().for_each(|path| path.truncate(count));
                paths.retain(|path| decided.insert(path.clone()));
            }
        }
        moves
    }
    /// What each element of a way selects, such as `pawn`, `step`, `build`.
    fn phases(&self) -> &'static [&'static str];
    /// Why no legal move begins with these elements, or, without elements, why the game is over;
    /// if the game says why.
    fn why_not(&self, path: &[ElementId]) -> Option<Refused>;
    /// Why a legal move is legal, if the game says why. The error says why it is not legal.
    fn why(&self, text: &str) -> Result<Option<String>, Refused>;
    /// How the game ended, such as `climbed`; `None` while it goes on.
    fn ending(&self) -> Option<&'static str>;
    /// The present position with the other side to move, in the game's notation; `None` where this
    /// has no meaning.
    fn after_null_move(&self) -> Option<String>;
    /// Whether passing is the only legal move.
    fn must_pass(&self) -> bool;
    /// Checks that a move is legal; returns it in the game's notation.
    fn read(&self, text: &str) -> Result<String, Refused>;

    /// The number of moves made so far.
    fn ply(&self) -> usize;
    /// The moves made so far.
    fn history(&self) -> Vec<String>;
    /// The moves made so far, and the undone ones that can be redone.
    fn line(&self) -> Vec<String>;
    /// What each move of the line does, as a kind with arguments.
    fn line_words(&self) -> Vec<MoveWords>;
    /// The same for moves that are made from here, one after the other, up to one that cannot be
    /// made.
    fn words_from_here(&self, moves: &[String]) -> Vec<MoveWords>;
    /// The side that made each move of the line.
    fn movers(&self) -> Vec<Side>;
    /// The first way to point out the last move on the board; `None` at the start.
    fn last_move_path(&self) -> Option<Vec<ElementId>>;
    /// What each element of that way selects; empty at the start.
    fn last_move_phases(&self) -> &'static [&'static str];
    /// Whether [`undo`](Play::undo) would change the position.
    fn can_undo(&self) -> bool;
    /// Whether [`redo`](Play::redo) would change the position.
    fn can_redo(&self) -> bool;
    /// The player of a side.
    fn player(&self, side: Side) -> &PlayerSpec;

    /// The board as a side sees it, or all of it for `None`.
    fn scene(&self, viewer: Option<Side>) -> Scene;
    /// The board after the moves made so far, in games whose pieces lie where these left them;
    /// `entered` has the path by which each was entered, as far as that is known.
    fn scene_of_line(&self, viewer: Option<Side>, entered: &[Option<Vec<ElementId>>]) -> Scene;
    /// The board as text, in games with a text form of their own.
    fn text_board(&self, viewer: Option<Side>) -> Option<String>;
    /// Whether the game can end in a draw.
    fn can_be_drawn(&self) -> bool;
    /// Whether the game hides information from the sides.
    fn hides(&self) -> bool;
    /// Whether the game is reported by rounds, a line each, rather than board by board.
    fn is_told_by_rounds(&self) -> bool;
    /// The round that has just ended, as a side (or a spectator) came to know of it.
    fn round(&self, viewer: Option<Side>) -> Option<String>;
    /// Statistics of a side's play, in games that keep them.
    fn statistics(&self, side: Side) -> Option<String>;
    /// The same as numbers, each with its translation key.
    fn tallies(&self, side: Side) -> Vec<(&'static str, u32)>;
}

/// Changes a game in progress: moves, undo and redo, players.
pub trait Play: PositionView {
    /// Makes a move for the side to move; returns it in the game's notation.
    /// A refused move changes nothing.
    fn play(&mut self, text: &str) -> Result<String, Refused>;
    /// Takes moves back to the last position in which a person was to move; if no person
    /// plays, one move. `false` if there is no such position.
    fn undo(&mut self) -> bool;
    /// Redoes what was last undone. `false` if nothing was.
    fn redo(&mut self) -> bool;
    /// Goes to the position after `ply` moves of the line. `false` if the line is shorter.
    fn jump(&mut self, ply: usize) -> bool;

    /// Sets the player of a side.
    fn set_player(&mut self, side: Side, player: PlayerSpec) -> Result<(), Refused>;
    /// The move that the computer player to move would make, not yet made. `None` if the
    /// game is over, a person is to move, or the search was stopped before it had a move. An
    /// illegal choice is refused.
    ///
    /// The caller enforces a time limit ([`PlayerSpec::movetime`]) by `control`, and provides
    /// as many threads as the player wants ([`PlayerSpec::threads`]).
    fn choose(
        &mut self,
        control: &SearchControl<'_, String>,
        threads: &dyn Threads,
    ) -> Result<Option<ChosenMove>, Refused>;

    /// About how many bytes the player of a side holds from its first move on.
    fn player_bytes(&self, side: Side) -> u64;

    /// Lets the computer player to move make its move, if it has one.
    fn think(
        &mut self,
        control: &SearchControl<'_, String>,
        threads: &dyn Threads,
    ) -> Result<Option<ChosenMove>, Refused> {
        let chosen = self.choose(control, threads)?;
        if let Some(chosen) = &chosen {
            self.play(&chosen.mv)?;
        }
        Ok(chosen)
    }

    /// Makes the moves of an earlier game, in which a random player may have made moves that
    /// only such players can: its rules hold until the line is done.
    fn follow(&mut self, line: &str) -> Result<(), Refused> {
        let players = Side::BOTH.map(|side| self.player(side).clone());
        for side in Side::BOTH {
            self.set_player(side, PlayerSpec::Random { seed: None })?;
        }
        let played = self.play_all(line);
        for (side, player) in Side::BOTH.into_iter().zip(players) {
            self.set_player(side, player)?;
        }
        played
    }

    /// Goes to the end of a line of the same game: the moves that it shares with this one stay,
    /// and players keep what they know.
    fn catch_up(&mut self, line: &[String]) -> Result<(), Refused> {
        let same = self.line().iter().zip(line).take_while(|(one, two)| one == two).count();
        self.jump(same);
        self.play_all(&line[same..].join(" "))
    }

    /// Makes several moves, separated by blanks.
    fn play_all(&mut self, line: &str) -> Result<(), Refused> {
        for (index, text) in line.split_whitespace().enumerate() {
            self.play(text).map_err(|refused| SetRefusal::InLine {
                number: index + 1,
                found: quote(text),
                reason: refused.to_string(),
            })?;
        }
        Ok(())
    }
}

/// Searches, proofs, evaluations and rule files in the present position.
pub trait Analysis: PositionView {
    /// The best line by a search with a new engine; `None` in a finished game, or if the search
    /// was stopped before it had found one.
    fn best(
        &self,
        request: &SearchRequest,
        control: &SearchControl<'_, String>,
        threads: &dyn Threads,
    ) -> Result<Option<Info<String>>, Refused> {
        self.best_with(&mut AnyEngine::default(), request, control, threads)
    }
    /// The same with an engine that is kept from search to search.
    fn best_with(
        &self,
        engine: &mut AnyEngine,
        request: &SearchRequest,
        control: &SearchControl<'_, String>,
        threads: &dyn Threads,
    ) -> Result<Option<Info<String>>, Refused>;
    /// The next search with an engine, of this position, considers only these of its moves.
    fn consider_only(
        &self,
        engine: &mut AnyEngine,
        request: &SearchRequest,
        moves: &[String],
    ) -> Result<(), Refused>;
    /// Makes an engine ready for this game with a table of this many bytes, so that a search
    /// need not. If there is not enough memory, the engine is as before.
    fn prepare(&self, engine: &mut AnyEngine, bytes: usize) -> Result<(), Refused>;
    /// The minimax tree; `None` if it is larger than allowed, or stopped.
    fn tree(
        &self,
        options: &TreeOptions,
        eval: Option<&str>,
        stop: &dyn Stop,
    ) -> Result<Option<RecordedTree<String, String>>, Refused>;
    /// The tree that a player of the game builds here, as its assignment describes it.
    fn player_tree(&self, player: &PlayerSpec) -> Result<Tree<AssignmentNode>, Refused>;
    /// The players of the game that have such a tree.
    fn player_trees(&self) -> &'static [&'static str];
    /// Whether the game is solved, so that there is a perfect player.
    fn is_solved(&self) -> bool;
    /// Whether results of the opening are proven, though the game is not solved.
    fn is_opening_solved(&self) -> bool;
    /// The proven values of the legal moves for the side to move, in the game's order. Empty
    /// where nothing is known, or the game is over.
    fn verdicts(&self, stop: &dyn Stop) -> Result<Vec<ProvenMove>, Refused>;
    /// The proven value of the present position, for the side to move.
    fn proven(&self, stop: &dyn Stop) -> Result<Option<Proven>, Refused>;
    /// About how many bytes the proven values take, once somebody has asked for them.
    fn proven_bytes(&self) -> u64;
    /// Why a legal move of the present position is good or bad. Only what is proven is claimed.
    fn explain(
        &self,
        mv: &str,
        limits: &ExplainLimits<'_>,
        stop: &dyn Stop,
    ) -> Result<MoveExplanation, Refused>;
    /// An explanation in English; `None` if it claims nothing.
    fn explanation_words(&self, explanation: &MoveExplanation) -> Option<String>;
    /// Counts the lines of exactly `depth` plies from here (perft), and reports to `each` the
    /// number below every first move as soon as it is known. If it is stopped, the last
    /// numbers are too small.
    fn divide(&self, depth: u32, stop: &dyn Stop, each: &mut dyn FnMut(&str, u64)) -> u64;

    /// The value of the position for a side, by an evaluation (the game's first if none is
    /// named).
    fn evaluate(&self, eval: Option<&str>, side: Side) -> Result<Evaluation, Refused>;
    /// How the scores of searches with an evaluation become winning chances (the engine's own
    /// evaluation if none is named).
    fn winning_chance(&self, eval: Option<&str>) -> WinningChance;
    /// What each thing in the position adds to its value for a side, by an evaluation that
    /// explains itself in this way; `None` for others, and in a finished game.
    fn removals(&self, eval: Option<&str>, side: Side) -> Result<Option<Vec<Removal>>, Refused>;
    /// The names of the evaluations: the game's own, then networks, rule files and evaluation
    /// programs.
    fn evaluations(&self) -> Vec<String>;
    /// Loads a rule file or a network that was read already, under its name. What its rules are
    /// compiled to is shared with all sessions that load it.
    fn load_file(&mut self, file: &EvaluationFile) -> Result<(), EvaluationFileError>;
    /// Loads a rule file, which is then an evaluation of this name; the game's own names come
    /// first. Players that are set already keep the file that they began with.
    fn load_rules(&mut self, name: &str, source: &[u8]) -> Result<(), Diagnostics>;
    /// Loads a network file, which is then an evaluation of this name, in place of one of the
    /// same name; the game's own names come first.
    fn load_network(&mut self, name: &str, bytes: &[u8]) -> Result<(), NetworkRefusal>;
    /// Says by which moves the start was reached, for programs that are told games move by move.
    fn set_opening(&mut self, line: GameLine);
    /// Adds an evaluation program; the game's own evaluations and rule files of the same name
    /// come first.
    fn add_program(&mut self, program: Arc<dyn EvaluationProgram>);
    /// The rule file of this name, applied to the present position.
    fn rules(&self, name: &str) -> Option<Box<dyn AnyRuleSet + '_>>;
    /// The predicates and types that rules can use.
    fn vocabulary(&self) -> Vocabulary;
    /// The facts of the present position, in which `me` is this side.
    fn facts(&self, side: Side) -> Vec<FactTable>;
}

/// A game in progress with a player on either side, without its type.
pub trait AnySession: Play + Analysis + SelfPlay {}

impl<S: Play + Analysis + SelfPlay> AnySession for S {}
