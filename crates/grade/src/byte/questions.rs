//! Chooses the states that hand-ins are asked about.

use std::collections::BTreeMap;

use agon_core::{Game as _, Notation as _, Outcome, Rng, Side};
use agon_games::byte::{Byte, Move, Position};

use super::blame::can_end;
use super::form::Form;
use super::moves::{all, kind_of};
use super::question::{Asked, ByteQuestion, is_judged};
use crate::question::Question;

/// The number of random games that are searched for states of every kind.
const GAMES: usize = 60;

/// Boards with few checkers. The first is the assignment's own. On two of them a player has won
/// before all stacks are taken, and on the last one nine checkers stand side by side.
const NAMED: [&str; 6] = [
    "8 X 0-0 E3:OOX,G5:OXXX",
    "8 O 0-0 E3:OOX,G5:OXXX",
    "8 X 0-0 E3:OOX",
    "8 O 2-0 E3:OOX,F4:XO",
    "10 X 0-3 E3:OOX",
    "8 X 0-0 E3:XXXXX,F4:XOXO",
];

type State = (Byte, Position);

#[derive(Default)]
struct Pools {
    open: Vec<State>,
    forced: Vec<State>,
    winning: Vec<State>,
    full: Vec<State>,
    over: Vec<State>,
    few: Vec<State>,
}

impl Pools {
    fn new(rng: &mut Rng) -> Pools {
        let mut pools = Pools::default();
        for number in 0..GAMES {
            let Ok(game) = Byte::new(if number % 3 == 2 { 10 } else { 8 }) else { continue };
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                pools.add(game, position);
                if let Some(fewer) = with_fewer(&game, &position, rng) {
                    pools.few.push((game, fewer));
                }
                let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
                position = game.after(&position, mv);
            }
            if game.outcome(&position) != Some(Outcome::Draw) {
                pools.over.push((game, position));
            }
        }
        for (game, position) in NAMED.iter().filter_map(|text| Byte::read(text).ok()) {
            match game.outcome(&position) {
                None => pools.few.push((game, position)),
                Some(Outcome::Win(_)) => pools.over.push((game, position)),
                // The assignment does not say what it is when nobody can move.
                Some(Outcome::Draw) => (),
            }
        }
        pools
    }

    fn add(&mut self, game: Byte, position: Position) {
        let moves = game.moves(&position);
        let after = moves.iter().map(|&mv| game.after(&position, mv));
        let points = |position: &Position| Side::BOTH.map(|side| position.score(side));
        let (mut is_won, mut is_full) = (false, false);
        for after in after {
            is_won |= game.outcome(&after) == Some(Outcome::Win(position.to_move()));
            is_full |= points(&after) != points(&position);
        }
        let pool = match () {
            () if moves == [Move::Pass] => &mut self.forced,
            () if is_won => &mut self.winning,
            () if is_full => &mut self.full,
            () => &mut self.open,
        };
        pool.push((game, position));
    }

    /// Picks a state. Rare kinds are picked as often as common ones.
    fn pick(&self, number: usize, rng: &mut Rng) -> Option<State> {
        let pools =
            [&self.few, &self.open, &self.full, &self.forced, &self.winning, &self.few, &self.open];
        rng.pick(pools[number % pools.len()]).or_else(|| rng.pick(&self.open)).copied()
    }
}

/// A position with some of the stacks removed, unless that ends the game.
fn with_fewer(game: &Byte, position: &Position, rng: &mut Rng) -> Option<Position> {
    let text = game.write(position);
    let (head, stacks) = text.rsplit_once(' ')?;
    let mut stacks: Vec<&str> = stacks.split(',').collect();
    let left = 2 + rng.below(5);
    while stacks.len() > left {
        stacks.remove(rng.below(stacks.len()));
    }
    let (_, position) = Byte::read(&format!("{head} {}", stacks.join(","))).ok()?;
    game.outcome(&position).is_none().then_some(position)
}

/// The questions, smallest states first.
pub fn questions(seed: u64, count: usize) -> Vec<Box<dyn Question>> {
    let mut rng = Rng::seeded(seed);
    let pools = Pools::new(&mut rng);
    let mut tried = [BTreeMap::new(), BTreeMap::new()];
    let mut found: Vec<ByteQuestion> = Vec::new();
    for side in [8, 10] {
        if let Ok(game) = Byte::new(side) {
            found.push(ByteQuestion { game, position: game.start(), asked: Asked::Initial });
        }
    }
    let nine = NAMED.last().and_then(|text| Byte::read(text).ok());
    if let Some((game, position)) = nine {
        let question = |asked| ByteQuestion { game, position, asked };
        let moves = all(&game, &position).into_iter();
        let moves = moves.filter(|mv| kind_of(&game, &position, mv).contains("9 checkers"));
        let high = moves.take(2).map(Asked::Valid);
        found.extend(high.chain([Asked::Moves, Asked::Successors]).map(question));
    }
    let mut number = 0;
    while found.len() < count && number < count {
        // Half of the finished games have few checkers. Those come last.
        let named = pools.over.len().saturating_sub(4);
        let over = match number % 2 {
            0 => rng.pick(&pools.over[named..]),
            _ => rng.pick(&pools.over),
        };
        if let Some(&(game, position)) = over {
            let question = |asked| ByteQuestion { game, position, asked };
            found.push(question(Asked::Goal));
            if let Some(Outcome::Win(side)) = game.outcome(&position) {
                found.extend([Asked::WonAndLost(side), Asked::Inference(side)].map(question));
            }
        }
        if let Some((game, position)) = pools.pick(number, &mut rng) {
            let question = |asked| ByteQuestion { game, position, asked };
            let side = Side::BOTH[number % 2];
            let depth = if game.side() == 8 && number % 3 > 0 { 2 } else { 1 };
            let is_winning = !super::blame::winning_moves(&question(Asked::Goal)).is_empty();
            let depth = if is_winning { 1 } else { depth };
            found.extend([Asked::Goal, Asked::Moves].map(question));
            // The assignment does not say what a pass is.
            if game.moves(&position) != [Move::Pass] {
                found.extend([Asked::Successors, Asked::Minimax(depth)].map(question));
            }
            if number % 2 == 0 && position != game.start() {
                found.extend([Asked::Show, Asked::Heuristic(side)].map(question));
            }
            // Deeper searches are judged on boards with few checkers.
            let depth = 2 + number as u32 % 2;
            let few = (0..50).find_map(|_| {
                let (game, position) = rng.pick(&pools.few).copied()?;
                let has_choice = game.moves(&position).len() > 2;
                (has_choice && is_judged(&game, &position, depth)).then_some((game, position))
            });
            let deep = Asked::Minimax(depth);
            found.extend(few.map(|(game, position)| ByteQuestion { game, position, asked: deep }));
            let wide = (0..if number % 2 == 0 { 50 } else { 0 }).find_map(|_| {
                let pool = if rng.below(2) == 0 { &pools.few } else { &pools.open };
                let (game, position) = rng.pick(pool).copied()?;
                let has_choice = (7..=14).contains(&game.moves(&position).len());
                (has_choice && !can_end(&game, &position, 3)).then_some((game, position))
            });
            let asked = Asked::Cutoffs(3);
            found.extend(wide.map(|(game, position)| ByteQuestion { game, position, asked }));
            let moves = all(&game, &position);
            let is_legal = |mv: &&Form| !kind_of(&game, &position, mv).starts_with("illegal");
            let legal: Vec<Form> = moves.iter().filter(is_legal).cloned().collect();
            for _ in 0..3 {
                let [valid, play] = &mut tried;
                let mv = rarest(&game, &position, &moves, valid, &mut rng);
                found.extend(mv.map(|mv| question(Asked::Valid(mv))));
                let mv = rarest(&game, &position, &legal, play, &mut rng);
                found.extend(mv.map(|mv| question(Asked::Play(mv))));
            }
        }
        number += 1;
    }
    found.truncate(count);
    found.sort_by_key(Question::size);
    found.into_iter().map(|question| Box::new(question) as Box<dyn Question>).collect()
}

/// A move of the kind that was asked about least.
fn rarest(
    game: &Byte,
    position: &Position,
    moves: &[Form],
    tried: &mut BTreeMap<&'static str, usize>,
    rng: &mut Rng,
) -> Option<Form> {
    let mut kinds: BTreeMap<&'static str, Vec<&Form>> = BTreeMap::new();
    for mv in moves {
        kinds.entry(kind_of(game, position, mv)).or_default().push(mv);
    }
    let times = |kind: &str| tried.get(kind).copied().unwrap_or(0);
    // A legal move counts as much as two illegal ones.
    let weight =
        |kind: &str| if kind.starts_with("illegal") { 2 * times(kind) } else { times(kind) };
    let kind = kinds.keys().copied().min_by_key(|kind| weight(kind))?;
    *tried.entry(kind).or_default() += 1;
    rng.pick(&kinds[kind]).map(|&mv| mv.clone())
}
