//! Who wins a game without draws, by alpha-beta with a table.

use agon_core::{Game, Key, Outcome, Verdict};

/// A search that only asks who wins. What it has found out stays in its table and
/// helps with later positions of the same game.
///
/// The table holds whole keys and forgets older entries where it is full. Games
/// with draws must not be asked about: a draw counts as not won. So must not games
/// whose play comes back to a position.
///
/// ```
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Notation, Verdict};
/// use agon_search::AlphaBetaProver;
///
/// let (game, start) = TreeGame::read("a(b(12)b(11))").unwrap();
/// let mut decider = AlphaBetaProver::new(1 << 10);
/// assert_eq!(decider.decide(&game, &start, 1_000, &mut |_| true), Some(Verdict::Win));
/// ```
pub struct AlphaBetaProver {
    /// The key of a decided position with its lowest bit replaced by the verdict.
    table: Vec<u64>,
    nodes: u64,
}

/// How long to go on, and who is asked.
struct Patience<'a> {
    limit: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// After how many positions it is asked whether to go on.
const OFTEN: u64 = 1 << 13;

impl AlphaBetaProver {
    /// A search with a table of at least this many entries of eight bytes.
    pub fn new(entries: usize) -> AlphaBetaProver {
        AlphaBetaProver { table: vec![0; entries.max(1).next_power_of_two()], nodes: 0 }
    }

    /// Who wins, for the side to move, or `None` where more than `limit` positions
    /// would have to be looked at. `go_on` is asked from time to time, with the number of
    /// positions looked at so far; where it says no, there is no answer.
    pub fn decide<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        limit: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Verdict> {
        self.nodes = 0;
        let mut patience = Patience { limit, go_on };
        let mover = game.to_move(position);
        let wins = match game.outcome(position) {
            Some(outcome) => outcome == Outcome::Win(mover),
            None => self.wins(game, position, game.key(position), &mut patience)?,
        };
        Some(if wins { Verdict::Win } else { Verdict::Lose })
    }

    /// How many positions the last question looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins a game that goes on.
    fn wins<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        patience: &mut Patience,
    ) -> Option<bool> {
        self.nodes += 1;
        let is_asked = self.nodes.is_multiple_of(OFTEN);
        if self.nodes > patience.limit || is_asked && !(patience.go_on)(self.nodes) {
            return None;
        }
        let place = (key.bits() >> 1) as usize & (self.table.len() - 1);
        let kept = self.table[place];
        if kept | 1 == key.bits() | 1 {
            return Some(kept & 1 == 1);
        }
        let found = self.find_win(game, position, key, patience)?;
        self.table[place] = key.bits() & !1 | u64::from(found);
        Some(found)
    }

    /// Looks for a winning move: one that wins at once, or else the replies that
    /// leave the opponent the fewest moves first.
    fn find_win<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        patience: &mut Patience,
    ) -> Option<bool> {
        let mover = game.to_move(position);
        let mut children = Vec::new();
        let mut won = false;
        game.for_each_move(position, |mv| {
            if won {
                return;
            }
            let (mut child, mut child_key) = (position.clone(), key);
            game.play_observed(&mut child, mv, &mut child_key);
            match game.outcome(&child) {
                Some(outcome) => won = outcome == Outcome::Win(mover),
                None => children.push((game.count_moves(&child), child, child_key)),
            }
        });
        if won {
            return Some(true);
        }
        children.sort_by_key(|(moves, ..)| *moves);
        for (_, child, child_key) in children {
            let theirs = self.wins(game, &child, child_key, patience)?;
            if theirs == (game.to_move(&child) == mover) {
                return Some(true);
            }
        }
        Some(false)
    }
}
