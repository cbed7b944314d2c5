//! Proves who wins a game, or that it is a draw: boolean alpha-beta with a table.

use agon_core::{Game, Key, Notation, Outcome, Progress, Side, Verdict};

use crate::salt::Salt;

/// A search that only finds the winner: boolean alpha-beta with a table of proven positions, which
/// later proofs of the same game reuse. Keys are salted by the game's parameters, so proofs of
/// other games find no foreign entries.
///
/// If the game can end in a draw, it searches twice: whether the side to move wins when draws count
/// for the other side, and if not, whether it wins when they count for itself.
///
/// The table holds whole keys; new entries replace older ones. No line of play may return to
/// a position.
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

/// What is to be proven, and when to stop.
struct Goal<'a> {
    /// The side that draws count for, in games that can be drawn.
    draws_for: Option<Side>,
    limit: u64,
    progress: &'a dyn Progress,
}

impl Goal<'_> {
    /// The side that a finished game counts for.
    fn winner(&self, outcome: Outcome) -> Option<Side> {
        outcome.winner().or(self.draws_for)
    }

    /// Whether an unfinished game can still count for a side. Without draws nothing is excluded.
    fn can_win<G: Game>(&self, game: &G, position: &G::Position, side: Side) -> bool {
        self.draws_for.is_none_or(|draws_for| {
            game.can_end_as(position, Outcome::Win(side))
                || draws_for == side && game.can_end_as(position, Outcome::Draw)
        })
    }
}

/// The key of a position for one of the two goals, so that each finds only its own entries.
pub(crate) fn root_key<G: Notation>(
    game: &G,
    position: &G::Position,
    draws_for: Option<Side>,
) -> Key {
    let salt = Salt::of(game);
    let salt = match draws_for {
        Some(Side::First) => salt.with("draws count for the first side"),
        _ => salt,
    };
    salt.apply(game.key(position))
}

/// How many nodes are searched between two checks whether to stop: about a millisecond.
const CHECK_INTERVAL: u64 = 1 << 10;

/// How many nodes are searched between two reports of progress.
const REPORT_INTERVAL: u64 = 1 << 13;

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
        let mover = game.to_move(position);
        if let Some(outcome) = game.outcome(position) {
            return Some(match outcome.winner() {
                None => Verdict::Draw,
                Some(winner) if winner == mover => Verdict::Win,
                Some(_) => Verdict::Lose,
            });
        }
        let can_draw = game.can_end_as(position, Outcome::Draw);
        let mut ask = |draws_for| {
            let key = root_key(game, position, draws_for);
            let goal = Goal { draws_for, limit, progress };
            let winner = match self.known_winner(game, position, key, &goal) {
                Some(winner) => {
                    self.count_node(&goal)?;
                    winner
                }
                None => self.find_winner(game, position, key, &goal)?,
            };
            Some(winner == mover)
        };
        if ask(can_draw.then_some(mover.opponent()))? {
            return Some(Verdict::Win);
        }
        let is_drawn = can_draw && ask(Some(mover))?;
        Some(if is_drawn { Verdict::Draw } else { Verdict::Lose })
    }

    /// How many nodes the last proof has searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The side that a position counts for, if that is known without a search: the game is over,
    /// a move wins at once, one side cannot win any more, or the position is in the table.
    fn known_winner<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        key: Key,
        goal: &Goal,
    ) -> Option<Side> {
        if let Some(outcome) = game.outcome(position) {
            return goal.winner(outcome);
        }
        let mover = game.to_move(position);
        if game.can_win_now(position) {
            return Some(mover);
        }
        if let Some(loser) =
            Side::BOTH.into_iter().find(|&side| !goal.can_win(game, position, side))
        {
            return Some(loser.opponent());
        }
        self.stored_winner(key, mover)
    }

    /// The winner of a position that is in the table.
    pub(crate) fn stored_winner(&self, key: Key, mover: Side) -> Option<Side> {
        let entry = self.table[self.index(key)];
        (entry | 1 == key.bits() | 1).then(|| if entry & 1 == 1 { mover } else { mover.opponent() })
    }

    /// Searches a position whose winner is not known, and puts it into the table.
    fn find_winner<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        goal: &Goal,
    ) -> Option<Side> {
        self.count_node(goal)?;
        let mover = game.to_move(position);
        let winner = self.search_moves(game, position, key, goal)?;
        let index = self.index(key);
        self.table[index] = key.bits() & !1 | u64::from(winner == mover);
        Some(winner)
    }

    /// Looks for a winning move: first one whose result is known, then by the number of replies,
    /// the fewest first.
    fn search_moves<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        goal: &Goal,
    ) -> Option<Side> {
        let mover = game.to_move(position);
        let mut children = Vec::new();
        let mut is_stopped = false;
        let wins_at_once = game.any_move(position, |mv| {
            let (mut child, mut child_key) = (position.clone(), key);
            game.play_observed(&mut child, mv, &mut child_key);
            let Some(winner) = self.known_winner(game, &child, child_key, goal) else {
                children.push((game.count_moves(&child), child, child_key));
                return false;
            };
            is_stopped = self.count_node(goal).is_none();
            is_stopped || winner == mover
        });
        if is_stopped {
            return None;
        }
        if wins_at_once {
            return Some(mover);
        }
        for place in fewest_first(children.iter().map(|&(moves, ..)| moves)) {
            let (_, ref child, child_key) = children[place];
            // It may have been reached by another order of moves meanwhile.
            let known = self.stored_winner(child_key, game.to_move(child));
            if known.or_else(|| self.find_winner(game, child, child_key, goal))? == mover {
                return Some(mover);
            }
        }
        Some(mover.opponent())
    }

    /// Counts a node; `None` if the proof has to end.
    fn count_node(&mut self, goal: &Goal) -> Option<()> {
        self.nodes += 1;
        if self.nodes > goal.limit {
            return None;
        }
        if self.nodes.is_multiple_of(REPORT_INTERVAL) {
            goal.progress.report_progress(self.nodes, goal.limit);
        }
        let is_checked = self.nodes.is_multiple_of(CHECK_INTERVAL);
        (!is_checked || !goal.progress.is_stopped()).then_some(())
    }

    /// The place of a key in the table.
    fn index(&self, key: Key) -> usize {
        (key.bits() >> 1) as usize & (self.table.len() - 1)
    }
}

/// The places of children by their numbers of moves, the fewest first, otherwise in their order.
pub(crate) fn fewest_first(moves: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    let mut order: Vec<(u64, usize)> = moves.zip(0..).collect();
    // One sort for all games, whatever their positions are.
    order.sort_unstable();
    order.into_iter().map(|(_, place)| place)
}
