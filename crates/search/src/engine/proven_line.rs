//! Lines of proven value, which go on to the winning move.

use agon_core::{DefaultEval, Game, IncrementalEval, Score, Side};

use super::worker::{Shared, Worker, winning_move};

/// The most nodes that are searched to complete a line.
const MAX_NODES: u32 = 4_000;

/// Completes a line of proven value. Its search was cut short where the table knew the value,
/// or where a threat could not be answered, and what a bound was proven by need not be on the
/// line. If the rest of the line is not found with a few nodes, the line stays as it is.
pub(super) fn complete<G, E, const SOUND: bool>(
    worker: &Worker<G, E, SOUND>,
    root: &G::Position,
    value: Score,
    moves: &mut Vec<G::Move>,
) where
    G: DefaultEval,
    E: IncrementalEval<G> + Sync + ?Sized,
{
    let Some(plies) = value.proven().and_then(|proven| proven.plies) else { return };
    let plies = plies as usize;
    let mover = worker.shared.game.to_move(root);
    let winner = if value.is_win() { mover } else { mover.opponent() };
    let mut line = moves.clone();
    follow_table(worker.shared, root, plies, &mut line);
    let mut search = ForcedLine { game: worker.shared.game, winner, nodes: 0 };
    for kept in (1..=line.len().min(plies)).rev() {
        let position = position_after(search.game, root, &line[..kept]);
        if let Some(rest) = search.find(&position, plies - kept) {
            line.truncate(kept);
            line.extend(rest.into_iter().rev());
            *moves = line;
            return;
        }
    }
}

fn position_after<G: Game>(game: &G, root: &G::Position, moves: &[G::Move]) -> G::Position {
    let mut position = root.clone();
    moves.iter().for_each(|&mv| game.play_unchecked(&mut position, mv));
    position
}

/// Appends the moves in the transposition table, up to `plies` plies.
fn follow_table<G, E>(
    shared: &Shared<G, E>,
    root: &G::Position,
    plies: usize,
    line: &mut Vec<G::Move>,
) where
    G: DefaultEval,
    E: ?Sized,
{
    let Shared { game, table, salt, .. } = shared;
    let mut position = position_after(*game, root, line);
    while line.len() < plies && game.outcome(&position).is_none() {
        let entry = table.get(salt.apply(game.key(&position)));
        let next = entry.and_then(|entry| game.decode(entry.code));
        let Some(next) = next.filter(|&mv| game.is_legal(&position, mv)) else { return };
        game.play_unchecked(&mut position, next);
        line.push(next);
    }
}

/// A full search for a line that a side wins, whatever the other side does.
struct ForcedLine<'g, G> {
    game: &'g G,
    winner: Side,
    nodes: u32,
}

impl<G: Game> ForcedLine<'_, G> {
    /// The line in which the winner wins within so many plies and the loser resists longest,
    /// its last move first; `None` if there is none, or after too many nodes.
    fn find(&mut self, position: &G::Position, plies: usize) -> Option<Vec<G::Move>> {
        self.nodes += 1;
        if let Some(outcome) = self.game.outcome(position) {
            return (outcome.winner() == Some(self.winner)).then(Vec::new);
        }
        if plies == 0 || self.nodes > MAX_NODES {
            return None;
        }
        let is_winner = self.game.to_move(position) == self.winner;
        if is_winner && let Some(mv) = winning_move(self.game, position) {
            return Some(vec![mv]);
        }
        let mut longest: Option<Vec<G::Move>> = None;
        for mv in self.game.moves(position) {
            let found = self.find(&self.game.after(position, mv), plies - 1);
            let line = found.map(|mut line| {
                line.push(mv);
                line
            });
            match line {
                Some(line) if is_winner => return Some(line),
                None if !is_winner => return None,
                Some(line) if longest.as_ref().is_none_or(|known| known.len() < line.len()) => {
                    longest = Some(line);
                }
                _ => (),
            }
        }
        longest
    }
}
