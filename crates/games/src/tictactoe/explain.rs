//! What is true of a move of tic-tac-toe: threats, forks, blocks, open lines.

use agon_core::{Claim, Game as _, Side};

use super::position::{Cell, FULL, LINES, Position, bit};
use super::rules::TicTacToe;

/// The claims that tell who wins.
pub(super) const DECISIVE: &[&str] = &[
    "tictactoe.row",
    "tictactoe.fork",
    "tictactoe.leaves",
    "tictactoe.allows_fork",
    "tictactoe.allows_forced_fork",
];

pub(super) const CLAIMS: &[(&str, &str)] = &[
    ("tictactoe.row", "completes a row"),
    ("tictactoe.fork", "threatens {cells} at once, and only one can be blocked"),
    ("tictactoe.threat", "threatens to complete a row at {cell}"),
    ("tictactoe.blocks", "blocks the row of {side} at {cell}"),
    ("tictactoe.stops_fork", "takes {cell}, from where {side} would threaten two rows at once"),
    ("tictactoe.leaves", "leaves {cells} open, where {side} completes a row"),
    ("tictactoe.allows_fork", "lets {side} take {cell} and threaten {cells} at once"),
    (
        "tictactoe.allows_forced_fork",
        "lets {side} take {first}, which must be answered at {answer}, and then threaten two rows from {cell}",
    ),
    (
        "tictactoe.misses_forced_fork",
        "does not take {first}, which must be answered at {answer}, and then threatens two rows from {cell}",
    ),
    ("tictactoe.lines", "keeps {count} open rows; the better move keeps {other}"),
    ("tictactoe.lines.one", "keeps 1 open row; the better move keeps {other}"),
];

/// The free cells at which a side would complete a row.
fn completing(position: &Position, side: Side) -> u16 {
    let [mine, theirs] = [side, side.opponent()].map(|side| position.marks[side.index()]);
    let open = LINES.into_iter().filter(|line| theirs & line == 0);
    let twos = open.filter(|line| (mine & line).count_ones() == 2);
    twos.fold(0, |cells, line| cells | line & !mine)
}

/// The position with one more mark, whoever's turn it is.
fn marked(position: &Position, side: Side, cell: Cell) -> Position {
    let mut after = *position;
    after.marks[side.index()] |= bit(cell);
    after
}

/// The cells that a side would threaten after a mark, if the mark forks: two cells at least, while
/// the other side cannot complete a row.
fn fork(position: &Position, side: Side, cell: Cell) -> Option<u16> {
    let after = marked(position, side, cell);
    let cells = completing(&after, side);
    (cells.count_ones() > 1 && completing(&after, side.opponent()) == 0).then_some(cells)
}

fn free(position: &Position) -> impl Iterator<Item = Cell> + use<> {
    cells_of(FULL & !(position.marks[0] | position.marks[1]))
}

fn cells_of(cells: u16) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |&cell| cells & bit(cell) != 0)
}

fn open_lines(position: &Position, side: Side) -> u32 {
    let theirs = position.marks[side.opponent().index()];
    LINES.into_iter().filter(|line| theirs & line == 0).count() as u32
}

pub(super) fn claims(
    game: &TicTacToe,
    position: &Position,
    mv: Cell,
    other: Option<Cell>,
) -> Vec<Claim> {
    let side = position.to_move();
    let opponent = side.opponent();
    let after = game.after(position, mv);
    let names = |cells: u16| cells_of(cells).map(|cell| cell.to_string());
    let mut claims = Vec::new();
    if after.lines_of(side).next().is_some() {
        return vec![Claim::favouring("tictactoe.row").cell("cell", mv.to_string())];
    }
    let leaves = completing(&after, opponent);
    let threats = completing(&after, side);
    if leaves != 0 {
        let claim = Claim::against("tictactoe.leaves").side("side", opponent);
        claims.push(claim.cells("cells", names(leaves)));
    } else if threats.count_ones() > 1 {
        claims.push(Claim::favouring("tictactoe.fork").cells("cells", names(threats)));
    }
    if completing(position, opponent) & bit(mv) != 0 {
        let claim = Claim::favouring("tictactoe.blocks").side("side", opponent);
        claims.push(claim.cell("cell", mv.to_string()));
    }
    if leaves == 0 && threats.count_ones() == 1 {
        let cell = names(threats).next().unwrap_or_default();
        claims.push(Claim::favouring("tictactoe.threat").cell("cell", cell));
    }
    if fork(position, opponent, mv).is_some() {
        let claim = Claim::favouring("tictactoe.stops_fork").side("side", opponent);
        claims.push(claim.cell("cell", mv.to_string()));
    }
    if leaves == 0 && threats.count_ones() < 2 {
        claims.extend(allowed_fork(&after, opponent));
    }
    if let Some(other) = other {
        let is_refuted = claims.iter().any(|claim| DECISIVE.contains(&&*claim.kind));
        claims.extend(missed_fork(position, other).filter(|_| !is_refuted));
        let [kept, best] = [mv, other].map(|cell| open_lines(&marked(position, side, cell), side));
        if kept < best {
            let claim = Claim::against("tictactoe.lines").number("count", kept);
            claims.push(claim.number("other", best));
        }
    }
    claims
}

/// The fork that a better move would have prepared, by a threat that must be answered.
fn missed_fork(position: &Position, better: Cell) -> Option<Claim> {
    let side = position.to_move();
    // What must be blocked leaves no time.
    if completing(position, side.opponent()) & !bit(better) != 0 {
        return None;
    }
    let (answer, cell) = forced_fork(position, side, better)?;
    let claim = Claim::against("tictactoe.misses_forced_fork").cell("first", better.to_string());
    Some(claim.cell("answer", answer.to_string()).cell("cell", cell.to_string()))
}

/// The fork that a side can play next, at once or after a mark that must be answered.
fn allowed_fork(position: &Position, side: Side) -> Option<Claim> {
    let names = |cells: u16| cells_of(cells).map(|cell| cell.to_string());
    let at_once =
        free(position).find_map(|cell| fork(position, side, cell).map(|cells| (cell, cells)));
    if let Some((cell, cells)) = at_once {
        let claim = Claim::against("tictactoe.allows_fork").side("side", side);
        return Some(claim.cell("cell", cell.to_string()).cells("cells", names(cells)));
    }
    free(position).find_map(|first| {
        let (answer, cell) = forced_fork(position, side, first)?;
        let claim = Claim::against("tictactoe.allows_forced_fork").side("side", side);
        let claim = claim.cell("first", first.to_string()).cell("answer", answer.to_string());
        Some(claim.cell("cell", cell.to_string()))
    })
}

/// The answer that a mark forces, and the fork after it.
fn forced_fork(position: &Position, side: Side, first: Cell) -> Option<(Cell, Cell)> {
    let threatens = marked(position, side, first);
    let answers = completing(&threatens, side);
    if answers.count_ones() != 1 || completing(&threatens, side.opponent()) != 0 {
        return None;
    }
    let answer = cells_of(answers).next()?;
    let answered = marked(&threatens, side.opponent(), answer);
    let cell = free(&answered).find(|&cell| fork(&answered, side, cell).is_some())?;
    Some((answer, cell))
}
