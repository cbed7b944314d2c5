//! What is true of a move of Santorini: threats, forks, domes that had to be built, levels gained,
//! and room to move.

use agon_core::{Claim, Game as _, Notation as _, Outcome, Side};

use super::cell::{Cell, Cells};
use super::position::Position;
use super::rules::{Move, Santorini};

/// The claims that tell who wins.
pub(super) const DECISIVE: &[&str] = &[
    "santorini.climbed",
    "santorini.stuck",
    "santorini.fork",
    "santorini.leaves",
    "santorini.lets_fork",
];

pub(super) const CLAIMS: &[(&str, &str)] = &[
    ("santorini.climbed", "steps up to the third level on {cell}"),
    ("santorini.stuck", "leaves {side} without a step"),
    ("santorini.fork", "threatens to step up to {cells}, and {side} cannot stop that"),
    ("santorini.threat", "threatens to step up to {cells} and win"),
    ("santorini.domes", "domes {cell}, where {side} would have won"),
    ("santorini.leaves", "lets {side} step up to {cells} and win"),
    ("santorini.must_dome", "does not dome {cell}, the only way to stop {side}"),
    (
        "santorini.lets_fork",
        "lets {side} answer {reply} and threaten to step up to {cells}, which cannot be stopped",
    ),
    (
        "santorini.lets_threat",
        "lets {side} answer {move} and threaten to step up to {cells}; the better move allows no threat",
    ),
    ("santorini.climbs", "steps up to level {level} on {cell}"),
    ("santorini.descends", "steps down from level {from} to level {level}"),
    ("santorini.opens", "lets {side} step up to level {level} on {cells}"),
    (
        "santorini.allows",
        "leaves {side} the step up to level {level} on {cells}, which the better move takes away",
    ),
    (
        "santorini.lets_prepare",
        "lets {side} answer {move} and prepare the step up to level 2 on {cells}; the better move does not",
    ),
    ("santorini.helps", "builds {cell} up to level {level}, next to a pawn of {side}"),
    (
        "santorini.their_up",
        "leaves {side} {count} cells of level {level} to step up to; the better move leaves {other}",
    ),
    ("santorini.freedom", "leaves {side} {count} steps; the better move leaves {other}"),
    ("santorini.stays_low", "does not step up to level {level} on {cell}, as the better move does"),
    (
        "santorini.no_up",
        "leaves its own pawns no step up to level {level}; after the better move they can step up to {cells}",
    ),
    (
        "santorini.own_up",
        "can step up to {count} cells of level {level} next; the better move leaves it {other}",
    ),
    (
        "santorini.own_up.one",
        "can step up to 1 cell of level {level} next; the better move leaves it {other}",
    ),
    (
        "santorini.unguarded",
        "leaves {cells}, next to a pawn of {side}, out of reach of its own; the better move guards more",
    ),
    (
        "santorini.away",
        "stops {count} steps from the highest tower, {cell}; the better move stops {other} from it",
    ),
    (
        "santorini.edge",
        "keeps its pawns at the edge, with {count} cells next to them; the better move gives them {other}",
    ),
    ("santorini.closes", "keeps {side} from stepping up to level {level} on {cells}"),
    ("santorini.prepares", "can step up to level {level} on {cells} next"),
    ("santorini.locks", "leaves the pawn of {side} on {cells} without a step"),
    ("santorini.locked", "leaves its own pawn on {cells} without a step"),
    ("santorini.room", "leaves its own pawns {count} steps; the better move leaves them {other}"),
    ("santorini.room.one", "leaves its own pawns 1 step; the better move leaves them {other}"),
];

/// By how many steps two moves differ before it is worth saying.
const WORTH_SAYING: u32 = 2;

/// With at most so many steps a side is short of them.
const FEW_STEPS: u32 = 5;

/// A difference of so many steps is worth saying in any case.
const MANY_STEPS: u32 = 3;

/// The cells onto which a side could step, were it to move, that are higher than its pawn and on
/// this level.
fn steps_up(position: &Position, side: Side, level: u8) -> Cells {
    let free = position.free();
    let up = |pawn: Cell| {
        let steps = position.steps(pawn, free).iter();
        let higher = steps.filter(move |&to| position.height(to) == level);
        higher.filter(move |_| position.height(pawn) < level).fold(Cells::NONE, Cells::with)
    };
    position.pawns(side).map(up).fold(Cells::NONE, |all, cells| all | cells)
}

/// The pawns of a side that could not step, were it to move.
fn locked(position: &Position, side: Side) -> Cells {
    let free = position.free();
    let stuck = position.pawns(side).filter(|&pawn| position.steps(pawn, free).is_empty());
    stuck.fold(Cells::NONE, Cells::with)
}

/// The steps of a side, were it to move.
fn room(position: &Position, side: Side) -> u32 {
    let free = position.free();
    position.pawns(side).map(|pawn| position.steps(pawn, free).count()).sum()
}

/// Whether a side can step up to the third level after every reply of the other side.
fn cannot_be_stopped(game: &Santorini, position: &Position, side: Side) -> bool {
    !game.any_move(position, |reply| {
        let after = game.after(position, reply);
        game.outcome(&after).is_some_and(|outcome| outcome != Outcome::Win(side))
            || game.outcome(&after).is_none() && after.winning_steps(side).is_empty()
    })
}

/// The reply after which a side threatens to step up to the third level, while the other side cannot
/// do so first, and the cells; the one with the most of them. `must_win`: only threats that cannot be
/// stopped.
fn threatening_reply(
    game: &Santorini,
    position: &Position,
    must_win: bool,
) -> Option<(Move, Cells)> {
    let side = position.to_move;
    let replies = game.moves(position).into_iter().filter_map(|reply| {
        let after = game.after(position, reply);
        let cells = after.winning_steps(side);
        let is_open = game.outcome(&after).is_none() && !cells.is_empty();
        let is_first = is_open && after.winning_steps(side.opponent()).is_empty();
        let counts = is_first && (!must_win || cannot_be_stopped(game, &after, side));
        counts.then_some((reply, cells))
    });
    // The first of those with the most.
    replies.fold(None, |best, found| match best {
        Some((_, cells)) if found.1.count() <= Cells::count(cells) => best,
        _ => Some(found),
    })
}

/// The first reply that prepares a step up to level 2, and the cells, where the side had none before.
fn preparing_reply(game: &Santorini, position: &Position) -> Option<(Move, Cells)> {
    let side = position.to_move;
    if !steps_up(position, side, 2).is_empty() {
        return None;
    }
    game.moves(position).into_iter().find_map(|reply| {
        let after = game.after(position, reply);
        let cells = steps_up(&after, side, 2);
        (game.outcome(&after).is_none() && !cells.is_empty()).then_some((reply, cells))
    })
}

/// The towers without a dome next to pawns of the other side, and not next to own ones, which could
/// build on them.
fn unguarded(game: &Santorini, position: &Position, side: Side) -> Cells {
    let around = |side| {
        let pawns = position.pawns(side);
        pawns.fold(Cells::NONE, |all, pawn| all | pawn.neighbours()) & game.board().cells()
    };
    let open = around(side.opponent()) & !around(side) & position.free();
    let towers = open.iter().filter(|&cell| position.height(cell) > 0);
    towers.fold(Cells::NONE, Cells::with)
}

/// The highest tower that is no dome, the nearest to a cell if there are several.
fn highest_tower(game: &Santorini, position: &Position, near: Cell) -> Option<Cell> {
    let towers =
        game.board().cells().iter().filter(|&cell| (1..4).contains(&position.height(cell)));
    let near = |cell| std::cmp::Reverse(steps_between(game, near, cell));
    towers.max_by_key(|&cell| (position.height(cell), near(cell), std::cmp::Reverse(cell.number())))
}

/// The steps between two cells, were all of the board flat and free.
fn steps_between(game: &Santorini, one: Cell, other: Cell) -> u32 {
    let board = game.board();
    let rows = board.row(one).abs_diff(board.row(other));
    rows.max(board.column(one).abs_diff(board.column(other))) as u32
}

/// The cells of the board next to the pawns of a side, counted for each pawn.
fn space(game: &Santorini, position: &Position, side: Side) -> u32 {
    let around = |pawn: Cell| (pawn.neighbours() & game.board().cells()).count();
    position.pawns(side).map(around).sum()
}

/// The cell that had to be domed: the other side can step up to it alone, no move wins, and after
/// every move that does not dome it the other side can.
fn must_dome(game: &Santorini, position: &Position) -> Option<Cell> {
    let opponent = position.to_move.opponent();
    let threatened = position.winning_steps(opponent);
    let cell = threatened.iter().next().filter(|_| threatened.count() == 1)?;
    let is_needless = |mv| {
        let after = game.after(position, mv);
        let domes = matches!(mv, Move::Step { build, .. } if build == cell);
        after.is_climbed() || domes != after.winning_steps(opponent).is_empty()
    };
    (!game.any_move(position, is_needless)).then_some(cell)
}

pub(super) fn claims(
    game: &Santorini,
    position: &Position,
    mv: Move,
    other: Option<Move>,
) -> Vec<Claim> {
    let side = position.to_move;
    let opponent = side.opponent();
    let after = game.after(position, mv);
    let name = |cell| game.board().name(cell);
    let names = |cells: Cells| cells.iter().map(name).collect::<Vec<String>>();
    if after.is_climbed() {
        let Move::Step { to, .. } = mv else { return Vec::new() };
        return vec![Claim::favouring("santorini.climbed").cell("cell", name(to))];
    }
    if game.outcome(&after).is_some() {
        return vec![Claim::favouring("santorini.stuck").side("side", opponent)];
    }
    let mut claims = Vec::new();
    let against = |kind| Claim::against(kind).side("side", opponent);
    let favouring = |kind| Claim::favouring(kind).side("side", opponent);
    if let Move::Step { from, to, build } = mv {
        let lost = after.winning_steps(opponent);
        let threats = after.winning_steps(side);
        if !lost.is_empty() {
            claims.push(against("santorini.leaves").cells("cells", names(lost)));
            if let Some(cell) = must_dome(game, position).filter(|&cell| cell != build) {
                claims.push(against("santorini.must_dome").cell("cell", name(cell)));
            }
            return claims;
        }
        if let Some((reply, cells)) = threatening_reply(game, &after, true) {
            let claim = against("santorini.lets_fork").cells("cells", names(cells));
            return vec![claim.mv("reply", game.write_move(&after, reply))];
        }
        if threats.count() > 1 && cannot_be_stopped(game, &after, side) {
            claims.push(favouring("santorini.fork").cells("cells", names(threats)));
        } else if !threats.is_empty() {
            claims.push(Claim::favouring("santorini.threat").cells("cells", names(threats)));
        }
        if position.winning_steps(opponent).has(build) && position.height(build) == 3 {
            claims.push(favouring("santorini.domes").cell("cell", name(build)));
        }
        for (kind, stuck, whose) in [
            ("santorini.locks", locked(&after, opponent), opponent),
            ("santorini.locked", locked(&after, side), side),
        ] {
            if !stuck.is_empty() && locked(position, whose) != stuck {
                let claim = if whose == side { Claim::against(kind) } else { favouring(kind) };
                claims.push(claim.cells("cells", names(stuck)));
            }
        }
        let (before, level) = (position.height(from), position.height(to));
        if level > before {
            let claim = Claim::favouring("santorini.climbs").number("level", level.into());
            claims.push(claim.cell("cell", name(to)));
        }
        for level in [2, 1] {
            let [now, then] = [&after, position].map(|at| steps_up(at, opponent, level));
            for (claim, cells) in [
                (against("santorini.opens"), now & !then),
                (favouring("santorini.closes"), then & !now),
            ] {
                if !cells.is_empty() {
                    let claim = claim.number("level", level.into());
                    claims.push(claim.cells("cells", names(cells)));
                }
            }
        }
        let next = [2, 1].map(|level| (level, steps_up(&after, side, level)));
        if let Some((level, cells)) = next.into_iter().find(|(_, cells)| !cells.is_empty()) {
            let claim = Claim::favouring("santorini.prepares").number("level", level.into());
            claims.push(claim.cells("cells", names(cells)));
        }
        if level < before {
            let claim = Claim::against("santorini.descends").number("level", level.into());
            claims.push(claim.number("from", before.into()));
        }
    }
    let Some(other) = other else { return claims };
    let better = game.after(position, other);
    if game.outcome(&better).is_some() {
        return claims;
    }
    claims.extend(compared(game, position, mv, other));
    claims
}

/// What is worse after a move than after a better one, the most important first.
fn compared(game: &Santorini, position: &Position, mv: Move, other: Move) -> Vec<Claim> {
    let side = position.to_move;
    let opponent = side.opponent();
    let [after, better] = [mv, other].map(|mv| game.after(position, mv));
    let names = |cells: Cells| cells.iter().map(|cell| game.board().name(cell)).collect::<Vec<_>>();
    let against = |kind| Claim::against(kind).side("side", opponent);
    let number =
        |claim: Claim, count: u32, other: u32| claim.number("count", count).number("other", other);
    let mut claims = Vec::new();
    if threatening_reply(game, &better, false).is_none()
        && better.winning_steps(opponent).is_empty()
        && let Some((reply, cells)) = threatening_reply(game, &after, false)
    {
        let claim = against("santorini.lets_threat").cells("cells", names(cells));
        claims.push(claim.mv("move", game.write_move(&after, reply)));
    }
    for level in [2, 1] {
        let [now, then] = [&after, position].map(|at| steps_up(at, opponent, level));
        let best = steps_up(&better, opponent, level);
        let kept = now & then & !best;
        if !kept.is_empty() {
            let claim = against("santorini.allows").number("level", level.into());
            claims.push(claim.cells("cells", names(kept)));
            break;
        }
        if now.count() > best.count() && !best.is_empty() {
            let claim = against("santorini.their_up").number("level", level.into());
            claims.push(number(claim, now.count(), best.count()));
            break;
        }
    }
    if steps_up(&better, opponent, 2).is_empty()
        && preparing_reply(game, &better).is_none()
        && let Some((reply, cells)) = preparing_reply(game, &after)
    {
        let claim = against("santorini.lets_prepare").cells("cells", names(cells));
        claims.push(claim.mv("move", game.write_move(&after, reply)));
    }
    if let (Move::Step { to, .. }, Move::Step { from, to: best, .. }) = (mv, other) {
        let level = position.height(best);
        if level > position.height(from) && position.height(to) < level {
            let claim = Claim::against("santorini.stays_low").number("level", level.into());
            claims.push(claim.cell("cell", game.board().name(best)));
        }
    }
    for level in [2, 1] {
        let [own, best] = [&after, &better].map(|at| steps_up(at, side, level));
        let claim = |kind| Claim::against(kind).number("level", level.into());
        if own.is_empty() && !best.is_empty() {
            claims.push(claim("santorini.no_up").cells("cells", names(best)));
            break;
        }
        if own.count() < best.count() {
            claims.push(number(claim("santorini.own_up"), own.count(), best.count()));
            break;
        }
    }
    let [own, best] = [&after, &better].map(|at| room(at, side));
    if own + WORTH_SAYING <= best && own <= FEW_STEPS || own + MANY_STEPS <= best {
        claims.push(number(Claim::against("santorini.room"), own, best));
    }
    let [theirs, least] = [&after, &better].map(|at| room(at, opponent));
    if theirs >= least + WORTH_SAYING && least <= FEW_STEPS || theirs >= least + MANY_STEPS {
        claims.push(number(against("santorini.freedom"), theirs, least));
    }
    if let (Move::Step { from, to, .. }, Move::Step { from: same, to: best, .. }) = (mv, other)
        && from == same
        && let Some(tower) = highest_tower(game, position, best)
    {
        let [count, least] = [to, best].map(|at| steps_between(game, at, tower));
        if count > least {
            let claim = Claim::against("santorini.away").cell("cell", game.board().name(tower));
            claims.push(number(claim, count, least));
        }
    }
    let [open, best] = [&after, &better].map(|at| unguarded(game, at, side));
    if open.count() > best.count() {
        claims.push(against("santorini.unguarded").cells("cells", names(open & !best)));
    }
    let is_beside =
        |cell: Cell, at: &Position| at.pawns(opponent).any(|pawn| pawn.neighbours().has(cell));
    if let (Move::Step { build, .. }, Move::Step { build: best, .. }) = (mv, other)
        && (1..4).contains(&after.height(build))
        && is_beside(build, &after)
        && !is_beside(best, &better)
        && !steps_up(&after, opponent, after.height(build)).has(build)
    {
        let claim = against("santorini.helps").cell("cell", game.board().name(build));
        claims.push(claim.number("level", after.height(build).into()));
    }
    let [own, best] = [&after, &better].map(|at| space(game, at, side));
    if own + WORTH_SAYING <= best {
        claims.push(number(Claim::against("santorini.edge"), own, best));
    }
    claims
}
