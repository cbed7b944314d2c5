//! Proves who wins a game without draws: boolean alpha-beta with a table.

use agon_core::{Game, Key, Notation, Outcome, Progress, Verdict};

use crate::salt::Salt;

/// A search that only asks who wins: boolean alpha-beta with a table of proven positions,
/// which later proofs of the same game use again. Keys are salted by the game's parameters,
/// so proofs of other games find no foreign entries.
///
/// The table holds whole keys; new entries replace older ones. The game must not have draws
/// (a draw counts as not won), and no line of play may return to a position.
///
/// ```
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Notation, Verdict};
/// use agon_search::AlphaBetaProver;
///
/// let (game, start) = TreeGame::read("a(b(12)b(11))").unwrap();
/// let mut prover = AlphaBetaProver::new(1 << 10);
/// assert_eq!(prover.prove(&game, &start, 1_000, &()), Some(Verdict::Win));
/// ```
pub struct AlphaBetaProver {
    /// The key of a proven position, with its lowest bit replaced by whether it is won.
    table: Vec<u64>,
    nodes: u64,
}

/// When to stop.
struct Budget<'a> {
    limit: u64,
    progress: &'a dyn Progress,
}

/// How many nodes are searched between two checks whether to stop.
const CHECK_INTERVAL: u64 = 1 << 13;

impl AlphaBetaProver {
    /// A search with a table of at least this many entries of eight bytes.
    pub fn new(entries: usize) -> AlphaBetaProver {
        AlphaBetaProver { table: vec![0; entries.max(1).next_power_of_two()], nodes: 0 }
    }

    /// The verdict for the side to move, or `None` if that takes more than `limit` nodes.
    /// `progress` receives the number of nodes so far; if it stops the proof, there is no
    /// verdict.
    pub fn prove<G: Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        limit: u64,
        progress: &dyn Progress,
    ) -> Option<Verdict> {
        self.nodes = 0;
        let budget = Budget { limit, progress };
        let mover = game.to_move(position);
        let wins = match game.outcome(position) {
            Some(outcome) => outcome == Outcome::Win(mover),
            None => {
                let key = Salt::of(game).apply(game.key(position));
                self.wins(game, position, key, &budget)?
            }
        };
        Some(if wins { Verdict::Win } else { Verdict::Lose })
    }

    /// How many nodes the last proof has searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins a game that is not over.
    fn wins<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        budget: &Budget,
    ) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > budget.limit {
            return None;
        }
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            budget.progress.report_progress(self.nodes, budget.limit);
            if budget.progress.is_stopped() {
                return None;
            }
        }
        let index = (key.bits() >> 1) as usize & (self.table.len() - 1);
        let entry = self.table[index];
        if entry | 1 == key.bits() | 1 {
            return Some(entry & 1 == 1);
        }
        let found = self.find_win(game, position, key, budget)?;
        self.table[index] = key.bits() & !1 | u64::from(found);
        Some(found)
    }

    /// Looks for a winning move: first one that wins at once, then by the number of replies,
    /// the fewest first.
    fn find_win<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        budget: &Budget,
    ) -> Option<bool> {
        let mover = game.to_move(position);
        let mut children = Vec::new();
        let wins_at_once = game.any_move(position, |mv| {
            let (mut child, mut child_key) = (position.clone(), key);
            game.play_observed(&mut child, mv, &mut child_key);
            let outcome = game.outcome(&child);
            if outcome.is_none() {
                children.push((game.count_moves(&child), child, child_key));
            }
            outcome == Some(Outcome::Win(mover))
        });
        if wins_at_once {
            return Some(true);
        }
        children.sort_by_key(|(moves, ..)| *moves);
        for (_, child, child_key) in children {
            let theirs = self.wins(game, &child, child_key, budget)?;
            if theirs == (game.to_move(&child) == mover) {
                return Some(true);
            }
        }
        Some(false)
    }
}
