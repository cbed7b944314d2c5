//! Proves endings exactly: who wins, and in how many plies under best play of both sides.

use agon_core::{Game, Key, Notation, Outcome, Side, Silent, Stop, Verdict};

use crate::prover::{AlphaBetaProver, fewest_first, root_key};

/// A prover of endings. First [`AlphaBetaProver`] says who wins; then iterative deepening over
/// boolean alpha-beta ("does this side win within so many plies?") finds the distance, with
/// every position left out that is known to be lost. Both have a table, which later proofs
/// use again.
///
/// No line of play may return to a position.
///
/// ```
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Notation, Side, Verdict};
/// use agon_search::EndingProver;
///
/// // The first side wins at once or after three plies.
/// let (game, start) = TreeGame::read("a(b(a(1))1)").unwrap();
/// let mut prover = EndingProver::new(1 << 10);
/// assert_eq!(prover.verdict(&game, &start, 1_000, &()), Some(Verdict::Win));
/// assert_eq!(prover.distance(&game, &start, Side::First, 1_000, &()), Some(1));
/// ```
pub struct EndingProver {
    prover: AlphaBetaProver,
    table: Vec<Entry>,
    nodes: u64,
}

/// Bounds on the distance of a position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// The attacker does not win within this many plies.
    not_within: u16,
    /// The attacker wins within this many plies; `u16::MAX` if unknown.
    within: u16,
    /// The move that decided the last search, as a code.
    code: u32,
}

impl Entry {
    /// No move has this code.
    const NO_MOVE: u32 = u32::MAX;

    const EMPTY: Entry = Entry { key: 0, not_within: 0, within: u16::MAX, code: Entry::NO_MOVE };
}

/// Which side is to win, and when to stop.
struct Goal<'a> {
    attacker: Side,
    limit: u64,
    stop: &'a dyn Stop,
}

/// The proof was stopped, or its limit was reached.
struct Stopped;

/// How many nodes are searched between two checks whether to stop.
const CHECK_INTERVAL: u64 = 1 << 10;

impl EndingProver {
    /// A prover with two tables of at least this many entries, of 8 and of 16 bytes.
    pub fn new(entries: usize) -> EndingProver {
        let entries = entries.max(1).next_power_of_two();
        let table = vec![Entry::EMPTY; entries];
        EndingProver { prover: AlphaBetaProver::new(entries), table, nodes: 0 }
    }

    /// How many nodes the last proof has searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The verdict for the side to move, or `None` if that takes more than `limit` nodes.
    pub fn verdict<G: Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        limit: u64,
        stop: &dyn Stop,
    ) -> Option<Verdict> {
        let verdict = self.prover.prove(game, position, limit, &Silent(stop));
        self.nodes = self.prover.nodes();
        verdict
    }

    /// The fewest plies in which `winner` can force its win, however the other side resists.
    /// `None` if that takes more than `limit` nodes, or if there is no such win.
    pub fn distance<G: Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        winner: Side,
        limit: u64,
        stop: &dyn Stop,
    ) -> Option<u32> {
        self.nodes = 0;
        let key = attack_key(game, position, winner);
        let goal = Goal { attacker: winner, limit, stop };
        for plies in 0..=game.max_plies().min(u32::from(u16::MAX) - 1) {
            if self.wins_within(game, position, key, plies, &goal).ok()? {
                return Some(plies);
            }
        }
        None
    }

    /// Whether `side` can force its win within `plies` plies. `None` if that takes more than
    /// `limit` nodes.
    pub fn can_win_within<G: Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        side: Side,
        plies: u32,
        limit: u64,
        stop: &dyn Stop,
    ) -> Option<bool> {
        self.nodes = 0;
        let key = attack_key(game, position, side);
        let goal = Goal { attacker: side, limit, stop };
        let plies = plies.min(u32::from(u16::MAX) - 1);
        self.wins_within(game, position, key, plies, &goal).ok()
    }

    /// The first line of best play in which `winner` wins after exactly `plies` plies, the
    /// distance of `position`. It ends early where `limit` nodes do not suffice.
    pub fn line<G: Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        winner: Side,
        plies: u32,
        limit: u64,
        stop: &dyn Stop,
    ) -> Vec<G::Move> {
        self.nodes = 0;
        let goal = Goal { attacker: winner, limit, stop };
        let mut position = position.clone();
        let mut key = attack_key(game, &position, winner);
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let attacks = game.to_move(&position) == winner;
            // The winner keeps to the distance. The other side need only avoid a sooner end.
            let asked = if attacks { Some(left) } else { left.checked_sub(1) };
            let mut found = None;
            game.any_move(&position, |mv| {
                let (child, child_key) = play(game, &position, key, mv);
                let answer = asked.map_or(Ok(attacks), |asked| {
                    self.wins_within(game, &child, child_key, asked, &goal)
                });
                if answer.is_ok_and(|wins| wins == attacks) {
                    found = Some((mv, child, child_key));
                }
                found.is_some() || self.nodes > limit
            });
            let Some((mv, child, child_key)) = found else { break };
            line.push(mv);
            (position, key) = (child, child_key);
        }
        line
    }

    /// The moves that are known to win, without a search.
    pub fn known_wins<G: Notation>(&self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let mover = game.to_move(position);
        let key = attack_key(game, position, mover);
        let mut moves = game.moves(position);
        moves.retain(|&mv| {
            let (child, child_key) = play(game, position, key, mv);
            match game.outcome(&child) {
                Some(outcome) => outcome == Outcome::Win(mover),
                None => self.prover.stored_winner(child_key, game.to_move(&child)) == Some(mover),
            }
        });
        moves
    }

    /// Whether the attacker wins within `plies` plies.
    fn wins_within<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        plies: u32,
        goal: &Goal,
    ) -> Result<bool, Stopped> {
        self.count_node(goal)?;
        let attacker = goal.attacker;
        if let Some(answer) = quick_answer(game, position, plies, attacker) {
            return Ok(answer);
        }
        let mover = game.to_move(position);
        if self.prover.stored_winner(key, mover) == Some(attacker.opponent()) {
            return Ok(false);
        }
        let bits = key.salted(attacker.index() as u64 + 1).bits();
        let index = bits as usize & (self.table.len() - 1);
        let stored = Some(self.table[index]).filter(|entry| entry.key == bits);
        let mut entry = stored.unwrap_or(Entry { key: bits, ..Entry::EMPTY });
        if plies <= u32::from(entry.not_within) {
            return Ok(false);
        }
        if plies >= u32::from(entry.within) {
            return Ok(true);
        }
        let attacks = mover == attacker;
        let decisive = self.decisive_move(game, position, key, plies, entry.code, goal)?;
        let wins = decisive.is_some() == attacks;
        match wins {
            // The case that the entry answers was handled above, so both bounds get tighter.
            false => entry.not_within = plies as u16,
            true => entry.within = plies as u16,
        }
        entry.code = decisive.map_or(entry.code, |mv| game.encode(mv));
        self.table[index] = entry;
        Ok(wins)
    }

    /// The move that achieves the goal of the side to move: it wins in time, or does not lose in
    /// time. The move of the table comes first, then results that are known without a search, then
    /// the others by the number of replies, fewest first.
    fn decisive_move<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        plies: u32,
        first: u32,
        goal: &Goal,
    ) -> Result<Option<G::Move>, Stopped> {
        let attacks = game.to_move(position) == goal.attacker;
        let known = (first != Entry::NO_MOVE).then(|| game.decode(first)).flatten();
        let known = known.filter(|&mv| game.is_legal(position, mv));
        if let Some(mv) = known {
            let (child, child_key) = play(game, position, key, mv);
            if self.wins_within(game, &child, child_key, plies - 1, goal)? == attacks {
                return Ok(known);
            }
        }
        let mut children = Vec::new();
        let mut decisive = None;
        let mut is_stopped = false;
        game.any_move(position, |mv| {
            if Some(mv) == known {
                return false;
            }
            let (child, child_key) = play(game, position, key, mv);
            let Some(wins) = quick_answer(game, &child, plies - 1, goal.attacker) else {
                children.push((game.count_moves(&child), mv, child, child_key));
                return false;
            };
            is_stopped = self.count_node(goal).is_err();
            decisive = (wins == attacks).then_some(mv);
            is_stopped || decisive.is_some()
        });
        if is_stopped {
            return Err(Stopped);
        }
        if decisive.is_some() {
            return Ok(decisive);
        }
        for place in fewest_first(children.iter().map(|&(moves, ..)| moves)) {
            let (_, mv, ref child, child_key) = children[place];
            if self.wins_within(game, child, child_key, plies - 1, goal)? == attacks {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn count_node(&mut self, goal: &Goal) -> Result<(), Stopped> {
        self.nodes += 1;
        let is_checked = self.nodes.is_multiple_of(CHECK_INTERVAL);
        let is_stopped = self.nodes > goal.limit || is_checked && goal.stop.is_stopped();
        if is_stopped { Err(Stopped) } else { Ok(()) }
    }
}

/// Whether the attacker wins within `plies` plies, if that is known without a search.
fn quick_answer<G: Game>(
    game: &G,
    position: &G::Position,
    plies: u32,
    attacker: Side,
) -> Option<bool> {
    if let Some(outcome) = game.outcome(position) {
        return Some(outcome == Outcome::Win(attacker));
    }
    if plies == 0 {
        return Some(false);
    }
    let attacks = game.to_move(position) == attacker;
    if game.can_win_now(position) {
        return Some(attacks);
    }
    (plies == 1 && attacks).then_some(false)
}

/// The key of a position for the goal that a side wins; a draw is no win.
fn attack_key<G: Notation>(game: &G, position: &G::Position, attacker: Side) -> Key {
    let can_draw = game.can_end_as(position, Outcome::Draw);
    root_key(game, position, can_draw.then_some(attacker.opponent()))
}

fn play<G: Game>(game: &G, position: &G::Position, key: Key, mv: G::Move) -> (G::Position, Key) {
    let (mut child, mut child_key) = (position.clone(), key);
    game.play_observed(&mut child, mv, &mut child_key);
    (child, child_key)
}
