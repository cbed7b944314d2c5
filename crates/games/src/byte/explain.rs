//! What is true of a move of Byte: stacks that are won or about to be, who is on top, passes, and
//! moves that the nearest stack forces.

use agon_core::{Claim, Game as _, Notation as _, Side};

use super::board::{Square, squares};
use super::eval::alone;
use super::position::{Position, Stack};
use super::rules::{Byte, Move};

pub(super) const CLAIMS: &[(&str, &str)] = &[
    ("byte.completes", "completes the stack of eight on {cell} and wins it"),
    ("byte.gives", "completes the stack of eight on {cell} for {side}, whose checker is on top"),
    ("byte.leaves", "lets {side} complete a stack of eight on {cells} and win it"),
    ("byte.threat", "threatens to complete a stack of eight on {cells} and win it"),
    ("byte.stops", "keeps {side} from completing a stack of eight on {cells}"),
    ("byte.passes", "leaves {side} without a move, so that {side} must pass"),
    ("byte.only_reply", "leaves {side} one move only, {move}"),
    ("byte.on_top", "goes on top of the stack on {cell}, now {height} high"),
    ("byte.under", "puts the checker of {side} on top of the stack on {cell}, now {height} high"),
    ("byte.uncovers", "leaves the checker of {side} on top of the {height} on {cell}"),
    (
        "byte.held",
        "goes on top of the stack on {cell}, now {height} high, where {side} cannot follow",
    ),
    ("byte.retaken", "lets {side} go on top of the stack on {cell} next"),
    ("byte.covers", "covers the checker of {side} on {cell}"),
    ("byte.covers_own", "covers its own checker on {cell}"),
    (
        "byte.nearest",
        "goes where the nearest stack draws it: {from} has no other step than to {cell}",
    ),
    (
        "byte.lets_top",
        "lets {side} answer {move} and go on top of the stack on {cell}, then {height} high; the better move lets {side} on top of none so high",
    ),
    (
        "byte.lets_threat",
        "lets {side} answer {move} and threaten to complete a stack of eight on {cells}; the better move does not",
    ),
    (
        "byte.lets_pass",
        "lets {side} answer {move}, and then has no move and must pass; the better move prevents that",
    ),
    (
        "byte.bottoms",
        "holds the bottom of {count} stacks, and only who holds it can move a lone stack; the better move holds {other}",
    ),
    (
        "byte.their_bottoms",
        "leaves {side} the bottom of {count} stacks, and only who holds it can move a lone stack; the better move leaves {other}",
    ),
    ("byte.lone", "has {count} lone stacks that it can move; the better move has {other}"),
    ("byte.lone.one", "has 1 lone stack that it can move; the better move has {other}"),
    (
        "byte.their_lone",
        "leaves {side} {count} lone stacks to move; the better move leaves {other}",
    ),
    ("byte.their_lone.one", "leaves {side} 1 lone stack to move; the better move leaves {other}"),
    ("byte.their_tops", "leaves {side} on top of {count} stacks; the better move leaves {other}"),
    (
        "byte.exposed",
        "leaves its checkers on {cells} open, and {side} can cover them; the better move leaves fewer open",
    ),
    (
        "byte.targets",
        "can cover {count} checkers of {side} next; after the better move it can cover {other}",
    ),
    (
        "byte.targets.one",
        "can cover 1 checker of {side} next; after the better move it can cover {other}",
    ),
    ("byte.tops", "has {count} stacks with its checker on top; the better move has {other}"),
    ("byte.tops.one", "has 1 stack with its checker on top; the better move has {other}"),
    ("byte.choices", "leaves {side} {count} moves; the better move leaves {other}"),
    ("byte.room", "leaves itself {count} moves for its next turn; the better move leaves {other}"),
    ("byte.room.one", "leaves itself 1 move for its next turn; the better move leaves {other}"),
];

/// By how many moves two moves differ before it is worth saying.
const WORTH_SAYING: u32 = 2;

/// From this height a stack is worth naming.
const HIGH: u32 = 3;

/// The squares on which a side can complete a stack with its checker on top, were it to move.
fn completing(game: &Byte, position: &Position, side: Side) -> u64 {
    let mut found = 0;
    game.for_each_target(position, side, |from, to, levels| {
        let (stack, target) = (position.stack(from), position.stack(to));
        let level = (stack.height() + target.height()).checked_sub(8);
        let fits = level.is_some_and(|level| levels >> level & 1 == 1);
        if target != Stack::EMPTY && fits && top(stack) == Some(side) {
            found |= 1 << to.0;
        }
    });
    found
}

fn top(stack: Stack) -> Option<Side> {
    stack.owner(stack.height().checked_sub(1)?)
}

/// Whether a side can go on top of a stack, were it to move.
fn can_top(game: &Byte, position: &Position, side: Side, square: Square) -> bool {
    let mut can = false;
    game.for_each_target(position, side, |from, to, levels| {
        can |= to == square && levels != 0 && top(position.stack(from)) == Some(side);
    });
    can
}

fn tops(position: &Position, side: Side) -> u32 {
    position.occupied().filter(|&square| top(position.stack(square)) == Some(side)).count() as u32
}

/// The stacks whose lowest checker is a side's.
fn bottoms(position: &Position, side: Side) -> u32 {
    position.occupied().filter(|&square| position.stack(square).owner(0) == Some(side)).count()
        as u32
}

/// The tallest stack on top of which a reply goes, from a height on that is worth naming: the reply,
/// the square and the height. Stacks that are full leave the board.
fn topping_reply(game: &Byte, position: &Position) -> Option<(Move, Square, u32)> {
    let side = position.to_move;
    let replies = game.moves(position).into_iter().filter_map(|reply| {
        let Move::Step { to, .. } = reply else { return None };
        let is_merge = position.stack(to) != Stack::EMPTY;
        let stack = game.after(position, reply).stack(to);
        let counts = is_merge && stack.height() >= HIGH && top(stack) == Some(side);
        counts.then_some((reply, to, stack.height()))
    });
    replies.max_by_key(|&(_, to, height)| (height, std::cmp::Reverse(to.0)))
}

/// The stacks on which a side can cover a checker of the other side, were it to move.
fn coverable(game: &Byte, position: &Position, side: Side) -> u64 {
    let mut found = 0;
    game.for_each_target(position, side, |from, to, levels| {
        let is_theirs = top(position.stack(to)) == Some(side.opponent());
        if is_theirs && levels != 0 && top(position.stack(from)) == Some(side) {
            found |= 1 << to.0;
        }
    });
    found
}

/// The first reply after which something holds, while the game goes on.
fn reply_with(
    game: &Byte,
    position: &Position,
    holds: impl Fn(&Position) -> bool,
) -> Option<(Move, Position)> {
    let replies = game.moves(position).into_iter();
    let mut replies = replies.map(|reply| (reply, game.after(position, reply)));
    replies.find(|(_, after)| game.outcome(after).is_none() && holds(after))
}

pub(super) fn claims(
    game: &Byte,
    position: &Position,
    mv: Move,
    other: Option<Move>,
) -> Vec<Claim> {
    let side = position.to_move;
    let opponent = side.opponent();
    let after = game.after(position, mv);
    let name = |square: Square| game.board.name(square);
    let names = |bits: u64| squares(bits).map(name).collect::<Vec<String>>();
    let Move::Step { from, to, .. } = mv else { return Vec::new() };
    let against = |kind| Claim::against(kind).side("side", opponent);
    let favouring = |kind| Claim::favouring(kind).side("side", opponent);
    let mut claims = Vec::new();
    if after.score(side) > position.score(side) {
        claims.push(Claim::favouring("byte.completes").cell("cell", name(to)));
    } else if after.score(opponent) > position.score(opponent) {
        claims.push(against("byte.gives").cell("cell", name(to)));
    }
    if game.outcome(&after).is_some() {
        return claims;
    }
    let [now, then] = [&after, position].map(|at| completing(game, at, opponent));
    if now != 0 {
        claims.push(against("byte.leaves").cells("cells", names(now)));
    }
    if then & !now != 0 {
        claims.push(favouring("byte.stops").cells("cells", names(then & !now)));
    }
    let threats = completing(game, &after, side);
    if threats != 0 {
        claims.push(Claim::favouring("byte.threat").cells("cells", names(threats)));
    }
    let replies = game.mobility(&after, opponent);
    if replies == 0 {
        claims.push(favouring("byte.passes"));
    } else if replies == 1 {
        let reply = game.moves(&after).into_iter().next();
        let reply = reply.map(|reply| game.write_move(&after, reply));
        claims.extend(reply.map(|reply| favouring("byte.only_reply").mv("move", reply)));
    }
    let merged = after.stack(to);
    let is_merge = position.stack(to) != Stack::EMPTY;
    let is_own = top(merged) == Some(side);
    let is_retaken = is_own && can_top(game, &after, opponent, to);
    if is_merge && merged.height() >= HIGH {
        let claim = match (is_own, is_retaken) {
            (true, false) => favouring("byte.held"),
            (true, true) => Claim::favouring("byte.on_top"),
            _ => against("byte.under"),
        };
        claims.push(claim.cell("cell", name(to)).number("height", merged.height()));
    }
    if is_retaken {
        claims.push(against("byte.retaken").cell("cell", name(to)));
    }
    match top(position.stack(to)) {
        Some(owner) if owner == side && merged != Stack::EMPTY => {
            claims.push(Claim::against("byte.covers_own").cell("cell", name(to)));
        }
        Some(_) if is_own => claims.push(favouring("byte.covers").cell("cell", name(to))),
        _ => {}
    }
    let rest = after.stack(from);
    if rest.height() >= HIGH && top(rest) == Some(opponent) {
        let claim = against("byte.uncovers").number("height", rest.height());
        claims.push(claim.cell("cell", name(from)));
    }
    let mut steps = 0;
    game.for_each_target_of(position, side, from, |_, _| steps += 1);
    if !is_merge && steps == 1 {
        let claim = Claim::favouring("byte.nearest").cell("from", name(from));
        claims.push(claim.cell("cell", name(to)));
    }
    let better = other.map(|other| game.after(position, other));
    if let Some(better) = better.filter(|better| game.outcome(better).is_none()) {
        claims.extend(compared(game, [&after, &better], side, &claims));
    }
    claims
}

/// What is worse after a move than after a better one, the most important first. `known` is claimed
/// already.
fn compared(
    game: &Byte,
    [after, better]: [&Position; 2],
    side: Side,
    known: &[Claim],
) -> Vec<Claim> {
    let opponent = side.opponent();
    let against = |kind| Claim::against(kind).side("side", opponent);
    let number =
        |claim: Claim, count: u32, other: u32| claim.number("count", count).number("other", other);
    let is_known = |kind: &str| known.iter().any(|claim| claim.kind == kind);
    let mut claims = Vec::new();
    let write = |claim: Claim, reply| claim.mv("move", game.write_move(after, reply));
    if after.to_move == opponent && better.to_move == opponent {
        let threatens = |at: &Position| completing(game, at, opponent) != 0;
        if !is_known("byte.leaves")
            && !threatens(better)
            && reply_with(game, better, threatens).is_none()
            && let Some((reply, at)) = reply_with(game, after, threatens)
        {
            let cells = squares(completing(game, &at, opponent)).map(|it| game.board.name(it));
            claims.push(write(against("byte.lets_threat").cells("cells", cells), reply));
        }
        let is_stuck = |at: &Position| at.to_move == side && game.mobility(at, side) == 0;
        if reply_with(game, better, is_stuck).is_none()
            && let Some((reply, _)) = reply_with(game, after, is_stuck)
        {
            claims.push(write(against("byte.lets_pass"), reply));
        }
        if let Some((reply, to, height)) = topping_reply(game, after)
            && topping_reply(game, better).is_none_or(|(.., least)| least < height)
            && !is_known("byte.retaken")
        {
            let claim = against("byte.lets_top").cell("cell", game.board.name(to));
            claims.push(write(claim.number("height", height), reply));
        }
    }
    let [open, fewest] = [after, better].map(|at| coverable(game, at, opponent));
    if open.count_ones() > fewest.count_ones() && open & !fewest != 0 && !is_known("byte.retaken") {
        let cells = squares(open & !fewest).map(|square| game.board.name(square));
        claims.push(against("byte.exposed").cells("cells", cells));
    }
    let [own, best] = [after, better].map(|at| coverable(game, at, side).count_ones());
    if own < best {
        claims.push(number(against("byte.targets"), own, best));
    }
    let lone = |at: &Position, side| {
        let alone = squares(alone(game, at)).map(|square| at.stack(square));
        alone.filter(|stack| stack.owner(0) == Some(side)).count() as u32
    };
    let [own, best] = [after, better].map(|at| lone(at, side));
    if own < best {
        claims.push(number(Claim::against("byte.lone"), own, best));
    }
    let [theirs, least] = [after, better].map(|at| lone(at, opponent));
    if theirs > least {
        claims.push(number(against("byte.their_lone"), theirs, least));
    }
    let [own, best] = [after, better].map(|at| bottoms(at, side));
    if own < best {
        claims.push(number(Claim::against("byte.bottoms"), own, best));
    }
    let [theirs, least] = [after, better].map(|at| bottoms(at, opponent));
    if theirs > least && own >= best {
        claims.push(number(against("byte.their_bottoms"), theirs, least));
    }
    let [own, best] = [after, better].map(|at| tops(at, side));
    if own < best && !is_known("byte.covers_own") {
        claims.push(number(Claim::against("byte.tops"), own, best));
    }
    let [theirs, least] = [after, better].map(|at| tops(at, opponent));
    if theirs > least && own >= best {
        claims.push(number(against("byte.their_tops"), theirs, least));
    }
    let [theirs, least] = [after, better].map(|at| game.mobility(at, opponent));
    if theirs >= least + WORTH_SAYING {
        claims.push(number(against("byte.choices"), theirs, least));
    }
    let [room, most] = [after, better].map(|at| game.mobility(at, side));
    if room + WORTH_SAYING <= most {
        claims.push(number(Claim::against("byte.room"), room, most));
    }
    claims
}
