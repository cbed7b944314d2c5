//! Proves that a position has exactly one solution, by searches that know only the rules.

use std::collections::HashMap;

use agon_core::{DefaultEval, Notation, Outcome, Present, Side, Stop, Verdict};
use agon_search::{EndingProver, plain_minimax};

use super::{Puzzle, PuzzleGoal, PuzzleRefusal, PuzzleTheme};
use crate::refused::Refused;

/// The node limit of one question of a proof.
const NODES: u64 = 400_000;

/// The entries of the prover's tables.
const ENTRIES: usize = 1 << 15;

/// How many replies are tried for a line on which every move of the solver is the only one.
const REPLIES: usize = 8;

/// The depth of the search that tempting moves are measured by, in plies.
const SHALLOW: u32 = 2;

/// Proofs in one game.
pub(super) struct Proof<'a, G> {
    pub(super) game: &'a G,
    ends_on_own_move: bool,
    prover: EndingProver,
    /// How many positions all questions together have looked at.
    nodes: u64,
    stop: &'a dyn Stop,
}

/// Proves a puzzle that is given as text.
pub(crate) fn prove_text<G: Notation + Present + DefaultEval>(
    position: &str,
    goal: PuzzleGoal,
    line: Option<&[String]>,
    ends_on_own_move: bool,
    stop: &dyn Stop,
) -> Result<Puzzle, Refused> {
    let (game, position) = G::read(position)?;
    Proof::new(&game, ends_on_own_move, stop).puzzle(&position, goal, line)
}

impl<'a, G: Notation + Present + DefaultEval> Proof<'a, G> {
    pub(super) fn new(game: &'a G, ends_on_own_move: bool, stop: &'a dyn Stop) -> Proof<'a, G> {
        let prover = EndingProver::new(ENTRIES);
        Proof { game, ends_on_own_move, prover, nodes: 0, stop }
    }

    /// The puzzle of a position.
    fn puzzle(
        &mut self,
        position: &G::Position,
        goal: PuzzleGoal,
        line: Option<&[String]>,
    ) -> Result<Puzzle, Refused> {
        let game = self.game;
        if game.outcome(position).is_some() {
            return Err(PuzzleRefusal::Over.into());
        }
        let actions = self.actions(position);
        if actions.len() < 2 {
            return Err(PuzzleRefusal::FewMoves.into());
        }
        let solution = match line {
            None => self.solution(position, goal)?,
            Some(line) => self.check_line(position, goal, line)?,
        };
        let theme = self.theme(position, goal, solution[0])?;
        let effort = Proof::new(game, self.ends_on_own_move, self.stop).effort(position, goal)?;
        let rating = doublings(effort) + self.temptation(position, solution[0], &actions);
        let mut at = position.clone();
        let mut text = Vec::new();
        for mv in solution {
            text.push(game.write_move(&at, mv));
            game.play_unchecked(&mut at, mv);
        }
        Ok(Puzzle {
            position: game.write(position),
            side: game.to_move(position),
            goal,
            line: text,
            theme,
            rating,
            canonical: canonical(game, position),
        })
    }

    /// The solution of a puzzle; refused if it is none.
    fn solution(
        &mut self,
        position: &G::Position,
        goal: PuzzleGoal,
    ) -> Result<Vec<G::Move>, PuzzleRefusal> {
        self.check_value(position, goal)?;
        let found = self.solutions(position, goal)?;
        let [first] = found[..] else { return Err(self.not_one(position, goal, &found, 1)) };
        match goal {
            PuzzleGoal::Win { moves } => {
                let rest = self.winning_line(position, moves)?;
                rest.ok_or(PuzzleRefusal::Loose)
            }
            _ => Ok(vec![first]),
        }
    }

    /// Checks the value that a goal needs, besides that one move reaches it.
    fn check_value(
        &mut self,
        position: &G::Position,
        goal: PuzzleGoal,
    ) -> Result<(), PuzzleRefusal> {
        let mover = self.game.to_move(position);
        let said = || goal.to_string();
        match goal {
            PuzzleGoal::Win { moves } if moves > 1 => {
                let sooner = self.wins(position, mover, self.plies(moves - 1))?;
                if sooner { Err(PuzzleRefusal::Sooner { goal: said() }) } else { Ok(()) }
            }
            PuzzleGoal::Hold { moves } => {
                let wins = self.wins(position, mover, self.plies(moves))?;
                if wins { Err(PuzzleRefusal::Wins { goal: said() }) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// The solution with a given line, every move of which must be the only one.
    fn check_line(
        &mut self,
        position: &G::Position,
        goal: PuzzleGoal,
        line: &[String],
    ) -> Result<Vec<G::Move>, Refused> {
        self.check_value(position, goal)?;
        let (game, solver) = (self.game, self.game.to_move(position));
        let (mut at, mut left, mut made) = (position.clone(), goal, Vec::new());
        for (place, text) in line.iter().enumerate() {
            let mv = game.read_move(&at, text)?;
            game.check(&at, mv)?;
            if game.to_move(&at) == solver {
                let found = self.solutions(&at, left)?;
                let [right] = found[..] else {
                    return Err(self.not_one(&at, left, &found, place + 1).into());
                };
                if action(game, &at, right) != action(game, &at, mv) {
                    let right = game.write_move(&at, right);
                    let found = agon_core::quote(text);
                    return Err(PuzzleRefusal::Line { ply: place + 1, found, right }.into());
                }
                if let PuzzleGoal::Win { moves } = left {
                    left = PuzzleGoal::Win { moves: moves.saturating_sub(1) };
                }
            }
            game.play_unchecked(&mut at, mv);
            made.push(mv);
        }
        let is_whole = match goal {
            PuzzleGoal::Win { .. } => game.outcome(&at) == Some(Outcome::Win(solver)),
            _ => made.len() == 1,
        };
        match is_whole && !made.is_empty() {
            true => Ok(made),
            false => Err(PuzzleRefusal::LineLength { found: made.len() }.into()),
        }
    }

    /// The moves that reach a goal, one of each action. The search ends at the second.
    pub(super) fn solutions(
        &mut self,
        position: &G::Position,
        goal: PuzzleGoal,
    ) -> Result<Vec<G::Move>, PuzzleRefusal> {
        let mut found = Vec::new();
        for (_, mv) in self.actions(position) {
            if self.reaches(position, goal, mv)? {
                found.push(mv);
            }
            if found.len() > 1 {
                break;
            }
        }
        Ok(found)
    }

    /// Whether a move reaches a goal.
    pub(super) fn reaches(
        &mut self,
        position: &G::Position,
        goal: PuzzleGoal,
        mv: G::Move,
    ) -> Result<bool, PuzzleRefusal> {
        let mover = self.game.to_move(position);
        let next = self.game.after(position, mv);
        match goal {
            PuzzleGoal::Win { moves } => {
                self.wins(&next, mover, self.plies(moves).saturating_sub(1))
            }
            PuzzleGoal::Hold { moves } => {
                Ok(!self.wins(&next, mover.opponent(), self.plies(moves))?)
            }
            PuzzleGoal::Only => {
                let verdict = self.verdict(&next)?;
                let losing = match self.game.to_move(&next) == mover {
                    true => Verdict::Lose,
                    false => Verdict::Win,
                };
                Ok(verdict != losing)
            }
        }
    }

    /// The line of a win with so many moves, on which every move of the winner is the only
    /// one; `None` if none was found.
    fn winning_line(
        &mut self,
        position: &G::Position,
        moves: u32,
    ) -> Result<Option<Vec<G::Move>>, PuzzleRefusal> {
        let (game, winner) = (self.game, self.game.to_move(position));
        let found = self.solutions(position, PuzzleGoal::Win { moves })?;
        let [mv] = found[..] else { return Ok(None) };
        let next = game.after(position, mv);
        if game.outcome(&next).is_some() {
            return Ok(Some(vec![mv]));
        }
        // The other side resists as long as it can.
        let mut tried = 0;
        for reply in game.moves(&next) {
            let after = game.after(&next, reply);
            let is_over = game.outcome(&after).is_some();
            if moves < 2 {
                if is_over {
                    return Ok(Some(vec![mv, reply]));
                }
                continue;
            }
            let left = self.plies(moves - 1);
            let is_soon = is_over || self.wins(&after, winner, left.saturating_sub(2))?;
            if is_soon || game.to_move(&after) != winner {
                continue;
            }
            if let Some(rest) = self.winning_line(&after, moves - 1)? {
                return Ok(Some([vec![mv, reply], rest].concat()));
            }
            tried += 1;
            if tried == REPLIES {
                break;
            }
        }
        Ok(None)
    }

    /// Whether a side can force its win within so many plies.
    pub(super) fn wins(
        &mut self,
        position: &G::Position,
        side: Side,
        plies: u32,
    ) -> Result<bool, PuzzleRefusal> {
        let answer = self.prover.can_win_within(self.game, position, side, plies, NODES, self.stop);
        self.nodes += self.prover.nodes();
        answer.ok_or_else(|| self.gave_up())
    }

    /// The exact value of a position for the side to move.
    fn verdict(&mut self, position: &G::Position) -> Result<Verdict, PuzzleRefusal> {
        let verdict = self.prover.verdict(self.game, position, NODES, self.stop);
        self.nodes += self.prover.nodes();
        verdict.ok_or_else(|| self.gave_up())
    }

    /// The proven win of a side, as a line of at most so many plies.
    pub(super) fn win(&mut self, position: &G::Position, side: Side, most: u32) -> Vec<G::Move> {
        for plies in 0..=most {
            match self.wins(position, side, plies) {
                Ok(true) => {
                    return self.prover.line(self.game, position, side, plies, NODES, self.stop);
                }
                Ok(false) => (),
                Err(_) => break,
            }
        }
        Vec::new()
    }

    /// The plies of a win with so many moves, if the winner is to move.
    pub(super) fn plies(&self, moves: u32) -> u32 {
        (2 * moves).saturating_sub(u32::from(self.ends_on_own_move))
    }

    fn gave_up(&self) -> PuzzleRefusal {
        if self.stop.is_stopped() { PuzzleRefusal::Stopped } else { PuzzleRefusal::TooLarge }
    }

    fn not_one(
        &self,
        position: &G::Position,
        goal: PuzzleGoal,
        found: &[G::Move],
        ply: usize,
    ) -> PuzzleRefusal {
        match found {
            [] => PuzzleRefusal::NoSolution { goal: goal.to_string() },
            several => {
                let text = |&mv: &G::Move| self.game.write_move(position, mv);
                let moves: Vec<String> = several.iter().map(text).collect();
                PuzzleRefusal::Several { ply, moves: moves.join(", ") }
            }
        }
    }

    /// The legal moves, one of each action.
    fn actions(&self, position: &G::Position) -> Vec<(String, G::Move)> {
        let mut actions: Vec<(String, G::Move)> = Vec::new();
        for mv in self.game.moves(position) {
            let action = action(self.game, position, mv);
            if actions.iter().all(|(known, _)| *known != action) {
                actions.push((action, mv));
            }
        }
        actions
    }

    /// How many positions a new proof looks at until it has found the solution, and that it is the only one.
    fn effort(&mut self, position: &G::Position, goal: PuzzleGoal) -> Result<u64, PuzzleRefusal> {
        self.check_value(position, goal)?;
        self.solutions(position, goal)?;
        Ok(self.nodes)
    }

    /// What a puzzle with this solution is about.
    fn theme(
        &mut self,
        position: &G::Position,
        goal: PuzzleGoal,
        solution: G::Move,
    ) -> Result<PuzzleTheme, PuzzleRefusal> {
        let (game, solver) = (self.game, self.game.to_move(position));
        let next = game.after(position, solution);
        let at_once = self.plies(1) - 1;
        Ok(match goal {
            PuzzleGoal::Hold { .. } => PuzzleTheme::StopWin,
            PuzzleGoal::Win { .. } | PuzzleGoal::Only if self.wins(&next, solver, at_once)? => {
                PuzzleTheme::WinNow
            }
            PuzzleGoal::Win { .. } => PuzzleTheme::of_threats(self.threats(&next, solver)?),
            PuzzleGoal::Only => {
                let winning = match game.to_move(&next) == solver {
                    true => Verdict::Win,
                    false => Verdict::Lose,
                };
                let is_won = game.outcome(&next).is_none() && self.verdict(&next)? == winning;
                if is_won { PuzzleTheme::Endgame } else { PuzzleTheme::StopWin }
            }
        })
    }

    /// How many actions win at once after more than half of the replies in a position.
    fn threats(&mut self, position: &G::Position, solver: Side) -> Result<usize, PuzzleRefusal> {
        let game = self.game;
        let replies = game.moves(position);
        let mut counts: HashMap<String, usize> = HashMap::new();
        for &reply in &replies {
            let next = game.after(position, reply);
            if game.outcome(&next).is_some() || game.to_move(&next) != solver {
                continue;
            }
            for (action, mv) in self.actions(&next) {
                if self.reaches(&next, PuzzleGoal::Win { moves: 1 }, mv)? {
                    *counts.entry(action).or_default() += 1;
                }
            }
        }
        Ok(counts.into_values().filter(|count| 2 * count > replies.len()).count())
    }

    /// How many wrong moves a shallow search prefers or likes as much, from 0 to 90 for all.
    fn temptation(
        &self,
        position: &G::Position,
        solution: G::Move,
        actions: &[(String, G::Move)],
    ) -> u32 {
        let (game, mover) = (self.game, self.game.to_move(position));
        let Some(evaluator) = game.evaluators().into_iter().next() else { return 0 };
        let score = |mv| {
            let next = game.after(position, mv);
            let (score, _) = plain_minimax(game, &next, SHALLOW - 1, &*evaluator);
            score.absolute(game.to_move(&next)).seen_by(mover)
        };
        let right = score(solution);
        let wrong = actions.iter().filter(|&&(_, mv)| mv != solution);
        let tempting = wrong.filter(|&&(_, mv)| score(mv) >= right).count() as u32;
        let others = (actions.len() as u32).saturating_sub(1).max(1);
        90 * tempting / others
    }
}

/// 100 for each doubling of a number, and its share of the next one.
fn doublings(number: u64) -> u32 {
    let whole = number.max(1).ilog2();
    let above = number.max(1) - (1 << whole);
    100 * whole + (100 * above / (1 << whole)) as u32
}

/// What people select for a move: moves that end the game by the same elements are the same.
pub(super) fn action<G: Notation + Present>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
) -> String {
    match game.decided_after(position, mv) {
        None => game.write_move(position, mv),
        Some(count) => {
            let path = game.paths(position, mv).into_iter().next().unwrap_or_default();
            path[..count.min(path.len())].join(" ")
        }
    }
}

/// The same text for all images of a position under the symmetries of its game.
fn canonical<G: Notation>(game: &G, position: &G::Position) -> String {
    let images = (0..game.symmetry_count()).map(|symmetry| game.transform(symmetry, position));
    match game.symmetry_count() {
        1 => game.write(position),
        // The key, because texts may list the same pieces in several orders.
        _ => {
            let key = images.map(|image| game.key(&image).bits()).min().unwrap_or(0);
            format!("{key:016x}")
        }
    }
}
