//! What is true of a move in the maze: distances, who is nearer to the loot, what cannot be cut off,
//! what is sensed.

use agon_core::{Claim, Game as _, Side};

use super::die::Die;
use super::maze::Tile;
use super::position::Position;
use super::rules::Theseus;

/// The claims that tell who wins.
pub(super) const DECISIVE: &[&str] =
    &["theseus.caught", "theseus.takes_last", "theseus.catches", "theseus.walks_in"];

pub(super) const CLAIMS: &[(&str, &str)] = &[
    ("theseus.takes", "picks up the loot on {cell}; {count} pieces are left"),
    ("theseus.takes.one", "picks up the loot on {cell}; 1 piece is left"),
    ("theseus.takes_last", "picks up the last loot that is needed, on {cell}"),
    ("theseus.catches", "catches Theseus on {cell}"),
    ("theseus.walks_in", "goes to the Minotaur's own tile, {cell}"),
    ("theseus.caught", "stops next to the Minotaur, who catches Theseus on {cell}"),
    ("theseus.beside", "stops next to Theseus, and catches him on {cell} unless he goes"),
    ("theseus.safe", "cannot be cut off from the loot on {cell}, {count} steps away"),
    ("theseus.safe.one", "cannot be kept from the loot on {cell}, 1 step away"),
    (
        "theseus.lets",
        "lets Theseus reach the loot on {cell} in {count} steps, and cannot cut him off",
    ),
    ("theseus.lets.one", "lets Theseus pick up the loot on {cell} next"),
    (
        "theseus.guarded",
        "leaves the Minotaur nearer to all loot: {other} against {count} steps to {cell}",
    ),
    (
        "theseus.guards",
        "stays nearer than Theseus to all loot: {count} against {other} steps to {cell}",
    ),
    ("theseus.loot", "is {count} steps from the nearest loot; the better move is {other} from it"),
    ("theseus.near", "is {count} steps from the Minotaur; the better move is {other} from him"),
    ("theseus.near.one", "is 1 step from the Minotaur; the better move is {other} from him"),
    ("theseus.far", "is {count} steps from Theseus; the better move is {other} from him"),
    (
        "theseus.cornered",
        "gets to {count} tiles before the Minotaur can; after the better move to {other}",
    ),
    (
        "theseus.cornered.one",
        "gets to 1 tile only before the Minotaur can; after the better move to {other}",
    ),
    ("theseus.dead_end", "goes into a dead end on {cell}"),
    ("theseus.seen", "stands where the Minotaur senses him, {count} steps away"),
    ("theseus.seen.one", "stands where the Minotaur senses him, 1 step away"),
    ("theseus.sees", "senses Theseus, {count} steps away"),
    ("theseus.sees.one", "senses Theseus, 1 step away"),
];

/// By how many tiles two moves differ before it is worth saying.
const WORTH_SAYING: u32 = 2;

/// The loot that lies, with its number.
fn lying<'g>(game: &'g Theseus, position: &Position) -> impl Iterator<Item = Tile> + use<'g> {
    let position = *position;
    let loot = game.loot().iter().enumerate();
    loot.filter(move |&(number, _)| position.has_loot(number)).map(|(_, &tile)| tile)
}

/// The loot that Theseus reaches however the Minotaur goes, and in how many steps: there is a
/// shortest way on which he is at every tile before the Minotaur can be there. `to_move` is the side
/// that goes first.
fn safe_loot(game: &Theseus, position: &Position, to_move: Side) -> Option<(Tile, u32)> {
    let [theseus, minotaur] = position.tiles;
    let maze = game.maze();
    // When Theseus arrives after some steps, the Minotaur has made as many, or one less; he must not
    // be able to arrive by his next step either, unless the loot ends the game.
    let head_start = u32::from(to_move == Side::Second);
    let is_last = game.taken(position) + 1 >= game.rules().need.into();
    let is_safe = |tile: Tile, steps: u32, end: Tile| {
        let spare = u32::from(tile != end || !is_last);
        maze.distance(minotaur, tile) > steps - 1 + head_start + spare
    };
    let left = game.plies_left(position);
    lying(game, position)
        .filter_map(|end| {
            let steps = maze.distance(theseus, end);
            let mut reached = vec![theseus];
            for step in 1..=steps {
                let mut next: Vec<Tile> = Vec::new();
                for tile in reached {
                    for (_, beyond) in maze.steps(tile) {
                        let is_nearer = maze.distance(beyond, end) == steps - step;
                        if is_nearer && is_safe(beyond, step, end) && !next.contains(&beyond) {
                            next.push(beyond);
                        }
                    }
                }
                reached = next;
            }
            let is_in_time = 2 * steps - 1 + head_start <= left;
            (steps > 0 && is_in_time && !reached.is_empty()).then_some((end, steps))
        })
        .min_by_key(|&(tile, steps)| (steps, tile))
}

/// The loot nearest to the Minotaur, if he is at most as far as Theseus from every piece.
fn guarded(game: &Theseus, position: &Position) -> Option<(Tile, u32, u32)> {
    let [theseus, minotaur] = position.tiles;
    let steps = |from, tile| game.maze().distance(from, tile);
    let is_nearer = |tile: Tile| steps(minotaur, tile) < steps(theseus, tile);
    let all = lying(game, position).all(is_nearer);
    let nearest = lying(game, position).min_by_key(|&tile| (steps(theseus, tile), tile));
    let nearest = nearest.filter(|_| all)?;
    Some((nearest, steps(minotaur, nearest), steps(theseus, nearest)))
}

/// The tiles that are nearer to Theseus than to the Minotaur.
fn own_tiles(game: &Theseus, position: &Position) -> u32 {
    let [theseus, minotaur] = position.tiles;
    let steps = |from, tile| game.maze().distance(from, tile);
    let is_nearer = |&tile: &Tile| steps(theseus, tile) < steps(minotaur, tile);
    game.maze().tiles().filter(is_nearer).count() as u32
}

/// Whether the Minotaur senses Theseus.
fn is_sensed(game: &Theseus, position: &Position) -> bool {
    game.maze().sensed(position.tile(Side::Second)).contains(&position.tile(Side::First))
}

pub(super) fn claims(
    game: &Theseus,
    position: &Position,
    mv: Die,
    other: Option<Die>,
) -> Vec<Claim> {
    let side = game.to_move(position);
    let after = game.after(position, mv);
    let tile = after.tile(side);
    let id = |tile: Tile| game.maze().name(tile).to_string();
    let apart = game.steps_apart(&after);
    let mut claims = Vec::new();
    if after.is_caught() {
        return vec![match side {
            Side::First => Claim::against("theseus.walks_in").cell("cell", id(tile)),
            Side::Second => Claim::favouring("theseus.catches").cell("cell", id(tile)),
        }];
    }
    if after.left() < position.left() {
        if game.outcome(&after).is_some() {
            return vec![Claim::favouring("theseus.takes_last").cell("cell", id(tile))];
        }
        let left = u32::from(game.rules().need).saturating_sub(game.taken(&after));
        let claim = Claim::favouring("theseus.takes").number("count", left);
        claims.push(claim.cell("cell", id(tile)));
    }
    if game.outcome(&after).is_some() {
        return claims;
    }
    let better = other.map(|other| game.after(position, other));
    let better = better.filter(|better| game.outcome(better).is_none());
    let number =
        |claim: Claim, count: u32, other: u32| claim.number("count", count).number("other", other);
    match side {
        Side::First => {
            if apart == 1 {
                return vec![Claim::against("theseus.caught").cell("cell", id(tile))];
            }
            if let Some((loot, steps)) = safe_loot(game, &after, Side::Second) {
                let claim = Claim::favouring("theseus.safe").cell("cell", id(loot));
                claims.push(claim.number("count", steps));
            }
            if let Some((loot, minotaur, theseus)) = guarded(game, &after) {
                let claim = number(Claim::against("theseus.guarded"), theseus, minotaur);
                claims.push(claim.cell("cell", id(loot)));
            }
            if let Some(better) = &better {
                let [now, best] = [&after, better].map(|at| own_tiles(game, at));
                if now + WORTH_SAYING <= best {
                    claims.push(number(Claim::against("theseus.cornered"), now, best));
                }
                let [now, best] = [&after, better].map(|at| game.steps_to_loot(at));
                if now > best && after.left() == better.left() {
                    claims.push(number(Claim::against("theseus.loot"), now, best));
                }
                let far = game.steps_apart(better);
                if apart < far {
                    claims.push(number(Claim::against("theseus.near"), apart, far));
                }
            }
            if game.maze().walls_around(tile) == 3 && after.left() == position.left() {
                claims.push(Claim::against("theseus.dead_end").cell("cell", id(tile)));
            }
            if is_sensed(game, &after) {
                claims.push(Claim::against("theseus.seen").number("count", apart));
            }
        }
        Side::Second => {
            let safe = safe_loot(game, &after, Side::First);
            if let Some((loot, steps)) = safe {
                let claim = Claim::against("theseus.lets").cell("cell", id(loot));
                claims.push(claim.number("count", steps));
            }
            if apart == 1 {
                let here = after.tile(Side::First);
                claims.push(Claim::favouring("theseus.beside").cell("cell", id(here)));
            }
            if let Some((loot, minotaur, theseus)) = guarded(game, &after) {
                let claim = number(Claim::favouring("theseus.guards"), minotaur, theseus);
                claims.push(claim.cell("cell", id(loot)));
            }
            if let Some(better) = &better {
                let near = game.steps_apart(better);
                if apart > near {
                    claims.push(number(Claim::against("theseus.far"), apart, near));
                }
            }
            if is_sensed(game, &after) {
                claims.push(Claim::favouring("theseus.sees").number("count", apart));
            }
        }
    }
    claims
}
