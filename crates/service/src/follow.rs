//! A program whose rules are called beside those of a game: asked step by step, and compared.

use std::collections::BTreeSet;

use agon_arena::{AnySession, Followed, GameStep, NoAnswer, edit, line_after};
use agon_core::{Mark, Scene};
use serde::{Deserialize, Serialize};

use crate::game_entry::game_entry;
use crate::job_context::{JobContext, Report};
use crate::protocol::{
    Content, Difference, FollowedStep, Piece, RequestError, StepWord, ToldState,
};
use crate::refusal::ServiceRefusal;
use crate::snapshot::Snapshot;

/// The memory of the work, in bytes.
pub(crate) const BYTES: u64 = 1 << 20;

/// The most moves that are listed.
const MAX_MOVES: usize = 5;

/// A program is asked for no more moves of a position than this.
const ALL_MOVES: usize = 1000;

/// The most differences of one step, and the longest error, in characters: all steps are sent
/// together.
const MAX_DIFFERENCES: usize = 8;
const MAX_ERROR: usize = 600;

/// The most of an answer that is kept, in characters.
const MAX_TEXT: usize = 4000;

/// Asks a program about a game after each of its steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Follow {
    pub program: String,
    pub steps: Vec<GameStep>,
    /// The number of steps of the first question.
    pub from: usize,
}

/// What a program has said after some steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FollowAnswer {
    pub step: FollowedStep,
    pub position: String,
    pub call: String,
    pub printed: String,
    pub micros: u64,
    /// Whether the program is better not asked again.
    pub is_stuck: bool,
}

impl Follow {
    /// Reports the answer after each step, until the program does not answer.
    pub(crate) fn run(
        &self,
        snapshot: &Snapshot,
        context: &dyn JobContext,
    ) -> Result<(), RequestError> {
        let program = snapshot.resources.follower(&self.program, snapshot.entry.name)?;
        let mut session = snapshot.entry.open(&snapshot.start)?;
        for count in self.from..=self.steps.len() {
            if context.is_stopped() {
                break;
            }
            let steps = &self.steps[..count];
            session.catch_up(&line_after(&snapshot.start, steps).moves)?;
            match program.follow(&snapshot.start, steps) {
                Ok(followed) => {
                    let answer = FollowAnswer::new(&*session, steps, followed, snapshot);
                    let is_stuck = answer.is_stuck;
                    context.report(Report::Followed(Box::new(answer)));
                    if is_stuck {
                        break;
                    }
                }
                Err(NoAnswer::Stopped) => break,
                Err(NoAnswer::Failed(why)) => {
                    let name = self.program.clone();
                    return Err(ServiceRefusal::Program { name, why }.into());
                }
            }
        }
        Ok(())
    }
}

impl FollowAnswer {
    fn new(
        session: &dyn AnySession,
        steps: &[GameStep],
        followed: Followed,
        snapshot: &Snapshot,
    ) -> FollowAnswer {
        let (what, mv) = match steps.last() {
            None => (StepWord::Start, None),
            Some(GameStep::Move(mv)) => (StepWord::Move, Some(mv)),
            Some(GameStep::Undo(mv)) => (StepWord::Undo, Some(mv)),
            Some(GameStep::Redo(mv)) => (StepWord::Redo, Some(mv)),
            Some(GameStep::Try(mv)) => (StepWord::Try, Some(mv)),
        };
        let differences = match (&followed.error, steps.last()) {
            (Some(_), _) => Vec::new(),
            (None, Some(GameStep::Try(mv))) => {
                let problem = session.read(mv).err().map(RequestError::from);
                let accepts = Difference::Accepts { mv: mv.clone(), problem };
                Some(accepts).into_iter().filter(|_| followed.accepts).collect()
            }
            (None, _) => differences(session, &followed, snapshot),
        };
        let short = |text: String, most: usize| text.chars().take(most).collect::<String>();
        FollowAnswer {
            step: FollowedStep {
                ply: session.ply(),
                what,
                mv: mv.cloned(),
                differences,
                error: followed.error.map(|error| short(error, MAX_ERROR)),
            },
            position: short(followed.position, MAX_TEXT),
            // A call that is cut off would be of no use.
            call: followed.call,
            printed: short(followed.printed, MAX_TEXT),
            micros: followed.micros,
            is_stuck: followed.is_stuck,
        }
    }

    /// What is sent of it, with the board of the program's position.
    pub(crate) fn told(&self, game: &str) -> ToldState {
        let draft = game_entry(game).ok().and_then(|entry| edit(entry, &self.position, None).ok());
        let mut scene = draft.map(|draft| draft.scene);
        let cells = self.step.differences.iter().filter_map(|difference| match difference {
            Difference::Cell { cell, .. } => Some(cell),
            _ => None,
        });
        if let Some(scene) = &mut scene {
            let mark = |cell: &String| Mark { element: cell.clone(), label: "differs" };
            scene.marks.extend(cells.map(mark));
        }
        ToldState {
            text: self.position.clone(),
            scene,
            call: self.call.clone(),
            printed: self.printed.clone(),
            micros: self.micros,
        }
    }
}

/// Where a program's state differs from the position of a session.
fn differences(
    session: &dyn AnySession,
    followed: &Followed,
    snapshot: &Snapshot,
) -> Vec<Difference> {
    let mut found = Vec::new();
    let outcome = session.outcome();
    // What cannot be drawn, in a form of the program's own, is shown as text.
    if let Ok(draft) = edit(snapshot.entry, &followed.position, None) {
        let own = session.scene(None);
        for cell in &own.cells {
            let (program, rules) = (content(&draft.scene, &cell.id), content(&own, &cell.id));
            if program != rules {
                found.push(Difference::Cell { cell: cell.id.clone(), program, rules });
            }
        }
        match draft.state {
            Ok((side, _)) if outcome.is_none() && side != session.to_move() => {
                found.push(Difference::Turn { program: side, rules: session.to_move() });
            }
            Ok(_) => (),
            Err(problem) => found.push(Difference::Impossible { problem: problem.into() }),
        }
    }
    if let Some(program) = followed.over.filter(|over| *over != outcome.is_some()) {
        found.push(Difference::Over { program });
    }
    // What a program allows after the end is its own affair.
    if let Some(moves) = followed.moves.as_ref().filter(|_| outcome.is_none()) {
        let read = |mv: &String| session.read(mv).map_err(|_| mv.clone());
        let (legal, extra): (Vec<_>, Vec<_>) = moves.iter().map(read).partition(Result::is_ok);
        let known: BTreeSet<String> = legal.into_iter().flatten().collect();
        let all = session.moves().into_iter().map(|listed| listed.text);
        let missing: Vec<String> =
            all.filter(|mv| moves.len() < ALL_MOVES && !known.contains(mv)).collect();
        let extra: Vec<String> = extra.into_iter().filter_map(Result::err).collect();
        let first = |moves: &[String]| moves.iter().take(MAX_MOVES).cloned().collect();
        if !missing.is_empty() {
            found.push(Difference::Missing { moves: first(&missing), count: missing.len() });
        }
        if !extra.is_empty() {
            found.push(Difference::Extra { moves: first(&extra), count: extra.len() });
        }
    }
    found.truncate(MAX_DIFFERENCES);
    found
}

/// What is on a cell of a scene; nothing if it has no such cell.
fn content(scene: &Scene, id: &str) -> Content {
    let mut tokens: Vec<_> = scene.tokens.iter().filter(|token| token.cell == id).collect();
    tokens.sort_by_key(|token| token.order);
    let piece = |token: &&agon_core::Token| Piece {
        label: token.label.into(),
        owner: token.owner,
        symbol: token.symbol,
    };
    Content {
        height: scene.cells.iter().find(|cell| cell.id == id).and_then(|cell| cell.height),
        pieces: tokens.iter().map(piece).collect(),
    }
}
