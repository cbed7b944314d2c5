//! Candidates of games that are solved: all positions of tic-tac-toe, and heaps of NIM.

use agon_core::{Game as _, Indexed, Notation, Proven, Silent, Stop, Verdict};
use agon_games::nim::{self, Nim};
use agon_search::{KnowledgeBase, SolveLimits};

use super::{Candidate, PuzzleGoal};
use crate::refused::Refused;

/// The most moves of a win that is asked for.
const MOST_WINS: u32 = 3;

/// The most matches and heaps of a puzzle.
const MATCHES: usize = 23;
const HEAPS: usize = 5;

/// All positions of a game from its start whose knowledge base says that one move is the best, as one batch.
pub(crate) fn from_solved<G: Indexed + Notation>(
    _: u64,
    number: u32,
    stop: &dyn Stop,
) -> Result<Option<Vec<Candidate>>, Refused> {
    if number > 0 {
        return Ok(None);
    }
    let game = G::default();
    let mut base = KnowledgeBase::new(game.clone());
    base.solve(&game.start(), &SolveLimits::default(), &Silent(stop))?;
    let mut found = Vec::new();
    let mut positions: Vec<(G::Position, Proven)> = base.iter().collect();
    positions.sort_by_key(|(position, _)| game.index_of(position));
    for (position, proven) in positions {
        let goal = match (proven.verdict, proven.plies.map(|plies| plies.div_ceil(2))) {
            (Verdict::Win, Some(moves @ 1..=MOST_WINS)) => PuzzleGoal::Win { moves },
            (Verdict::Draw, _) => PuzzleGoal::Only,
            _ => continue,
        };
        if game.outcome(&position).is_none() {
            found.push(Candidate { position: game.write(&position), goal });
        }
    }
    Ok(Some(found))
}

/// Heaps in which theory says that exactly one move wins, as one batch.
pub(crate) fn from_heaps(
    _: u64,
    number: u32,
    _: &dyn Stop,
) -> Result<Option<Vec<Candidate>>, Refused> {
    if number > 0 {
        return Ok(None);
    }
    let mut found = Vec::new();
    let mut heaps = Vec::new();
    grow(&mut heaps, MATCHES, &mut |heaps| {
        let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let text = format!("[{}]", text.join(","));
        let Ok((game, position)) = Nim::read(&text) else { return };
        let wins = game.moves(&position).into_iter().filter(|&mv| {
            let next = game.after(&position, mv);
            // After the last match the other side has won; it is what theory calls a win for it.
            nim::theory(&game.write(&next)).is_ok_and(|verdict| verdict == Verdict::Lose)
        });
        if heaps.len() > 1 && wins.count() == 1 {
            found.push(Candidate { position: text, goal: PuzzleGoal::Only });
        }
    });
    Ok(Some(found))
}

/// Calls `visit` with all sorted lists of heaps that begin with `heaps` and add at most so many
/// matches.
fn grow(heaps: &mut Vec<u64>, left: usize, visit: &mut impl FnMut(&[u64])) {
    if !heaps.is_empty() {
        visit(heaps);
    }
    if heaps.len() == HEAPS {
        return;
    }
    for size in heaps.last().map_or(1, |&last| last)..=left as u64 {
        heaps.push(size);
        grow(heaps, left - size as usize, visit);
        heaps.pop();
    }
}
