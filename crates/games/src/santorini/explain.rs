//! What is true of a move of Santorini: threats, forks, domes that had to be built, levels gained,
//! and room to move.

use agon_core::{Claim, Game as _, Outcome, Side};

use super::cell::{Cell, Cells};
use super::position::Position;
use super::rules::{Move, Santorini};

/// The claims that tell who wins.
pub(super) const DECISIVE: &[&str] =
    &["santorini.climbed", "santorini.stuck", "santorini.fork", "santorini.leaves"];

pub(super) const CLAIMS: &[(&str, &str)] = &[
    ("santorini.climbed", "steps up to the third level on {cell}"),
    ("santorini.stuck", "leaves {side} without a step"),
    ("santorini.fork", "threatens to step up to {cells}, and {side} cannot stop that"),
    ("santorini.threat", "threatens to step up to {cells} and win"),
    ("santorini.domes", "domes {cell}, where {side} would have won"),
    ("santorini.leaves", "lets {side} step up to {cells} and win"),
    ("santorini.must_dome", "does not dome {cell}, the only way to stop {side}"),
    ("santorini.climbs", "steps up to level {level} on {cell}"),
    ("santorini.descends", "steps down from level {from} to level {level}"),
    ("santorini.opens", "lets {side} step up to level {level} on {cells}"),
    (
        "santorini.allows",
        "leaves {side} the step up to level {level} on {cells}, which the better move takes away",
    ),
    ("santorini.closes", "keeps {side} from stepping up to level {level} on {cells}"),
    ("santorini.prepares", "can step up to level {level} on {cells} next"),
    ("santorini.locks", "leaves the pawn of {side} on {cells} without a step"),
    ("santorini.locked", "leaves its own pawn on {cells} without a step"),
    ("santorini.room", "leaves its own pawns {count} steps; the better move leaves them {other}"),
    ("santorini.room.one", "leaves its own pawns 1 step; the better move leaves them {other}"),
    ("santorini.freedom", "leaves {side} {count} steps; the better move leaves {other}"),
];

/// By how many steps two moves differ before it is worth saying.
const WORTH_SAYING: u32 = 2;

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
        } else if threats.count() > 1 && cannot_be_stopped(game, &after, side) {
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
    let better = other.map(|other| game.after(position, other));
    if let Some(better) = better.filter(|better| game.outcome(better).is_none()) {
        for level in [2, 1] {
            let [now, then] = [&after, position].map(|at| steps_up(at, opponent, level));
            let kept = now & then & !steps_up(&better, opponent, level);
            if !kept.is_empty() {
                let claim = against("santorini.allows").number("level", level.into());
                claims.push(claim.cells("cells", names(kept)));
                break;
            }
        }
        let [own, best] = [&after, &better].map(|at| room(at, side));
        if own + WORTH_SAYING <= best {
            let claim = Claim::against("santorini.room").number("count", own);
            claims.push(claim.number("other", best));
        }
        let [theirs, least] = [&after, &better].map(|at| room(at, opponent));
        if theirs >= least + WORTH_SAYING {
            let claim = against("santorini.freedom").number("count", theirs);
            claims.push(claim.number("other", least));
        }
    }
    claims
}
