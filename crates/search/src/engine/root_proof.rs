//! A proof of the root's result, which takes a share of a search's nodes near the end of a game.

use std::sync::atomic::Ordering;

use agon_core::{DefaultEval, IncrementalEval, Notation, Score, Side, Verdict};

use super::deepening::is_decided;
use super::move_ordering::ScoredMove;
use super::worker::Worker;
use crate::Info;
use crate::ending::EndingProver;

/// A proof that is tried again and again beside iterative deepening, with more nodes each time.
/// As soon as it knows the winner and the distance, it takes over from the search; as long as
/// it knows only that the side to move wins, it keeps the search to winning moves.
pub(super) struct RootProof<'a> {
    prover: &'a mut EndingProver,
    /// The proven winner.
    winner: Option<Side>,
    /// The number of nodes from which on the next attempt is made.
    next_attempt: u64,
}

/// The share of the nodes so far that an attempt to find the winner may take.
const VERDICT_SHARE: u64 = 32;

/// The share of the nodes so far that an attempt to find the distance may take.
const DISTANCE_SHARE: u64 = 4;

/// The least nodes of an attempt.
const MIN_NODES: u64 = 32;

/// A node of a proof takes about as long as this many nodes of a search.
const NODE_COST: u64 = 2;

/// The least and the most nodes for checking the distance before a search ends with it.
const CHECK_NODES: [u64; 2] = [1 << 14, 1 << 19];

impl<'a> RootProof<'a> {
    /// A proof of a new root.
    pub(super) fn new(prover: &'a mut EndingProver) -> RootProof<'a> {
        RootProof { prover, winner: None, next_attempt: 0 }
    }

    /// Makes an attempt after a depth is done, if it is time for one. Returns the exact line if
    /// it is found, and reports it.
    pub(super) fn search<G, E, const SOUND: bool>(
        &mut self,
        worker: &Worker<G, E, SOUND>,
        position: &G::Position,
        best: &mut Option<Info<G::Move>>,
        candidates: &mut Vec<ScoredMove<G::Move>>,
    ) -> Option<Info<G::Move>>
    where
        G: DefaultEval + Notation,
        E: IncrementalEval<G> + Sync + ?Sized,
    {
        let shared = worker.shared;
        let (game, stop) = (shared.game, shared.control);
        let best = best.as_mut()?;
        let mover = game.to_move(position);
        // The claim of the search is true, but a distance may be too long.
        match best.score {
            score if score.is_win() => self.winner = Some(mover),
            score if score.is_loss() => self.winner = Some(mover.opponent()),
            _ => {}
        }
        let is_decided = is_decided(best.score, best.depth);
        let nodes = || shared.nodes.load(Ordering::Relaxed);
        let spent = nodes();
        if spent < self.next_attempt && !is_decided {
            return None;
        }
        let left = || shared.max_nodes.saturating_sub(nodes()) / NODE_COST;
        let charge = |proof: u64| shared.nodes.fetch_add(NODE_COST * proof, Ordering::Relaxed);
        if self.winner.is_none() {
            let limit = (spent / VERDICT_SHARE).min(left());
            if limit < MIN_NODES {
                return None;
            }
            self.next_attempt = 2 * spent;
            let verdict = self.prover.verdict(game, position, limit, &stop);
            charge(self.prover.nodes());
            self.winner = match verdict? {
                Verdict::Win => Some(mover),
                Verdict::Lose => Some(mover.opponent()),
                Verdict::Draw => None,
            };
        }
        let winner = self.winner?;
        let limit = match is_decided {
            true => (4 * spent).clamp(CHECK_NODES[0], CHECK_NODES[1]),
            false => spent / DISTANCE_SHARE,
        };
        let limit = limit.min(left());
        self.next_attempt = 2 * spent;
        let plies = self.prover.distance(game, position, winner, limit, &stop);
        charge(self.prover.nodes());
        let line = plies.map(|plies| {
            let line = self.prover.line(game, position, winner, plies, limit.min(left()), &stop);
            charge(self.prover.nodes());
            (plies, line)
        });
        let Some((plies, moves)) = line.filter(|(_, moves)| !moves.is_empty()) else {
            if winner == mover {
                let wins = self.prover.known_wins(game, position);
                if let Some(&first) = wins.first() {
                    candidates.retain(|candidate| wins.contains(&candidate.mv));
                    if !best.moves.first().is_some_and(|mv| wins.contains(mv)) {
                        best.moves = vec![first];
                    }
                }
            }
            return None;
        };
        let score = if winner == mover { Score::win_in(plies) } else { Score::lose_in(plies) };
        let selective_depth = best.selective_depth.max(plies);
        let depth = best.depth.max(plies);
        let info = Info { depth, selective_depth, score, moves, nodes: nodes(), ..*best };
        shared.control.report(&info);
        Some(info)
    }
}
