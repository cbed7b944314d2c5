//! Checks the claims of each game by what is on its board and by its legal moves.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use agon_core::{Game, Notation, Outcome, Present, Scene, Side, Verdict};

use super::checker::{Args, Case, Checked, Search, ensure, refuted};

type Cells = BTreeSet<String>;

fn set<T: Into<String>>(cells: impl IntoIterator<Item = T>) -> Cells {
    cells.into_iter().map(T::into).collect()
}

/// The owners of the pieces on each cell, the lowest first.
fn pieces(scene: &Scene) -> BTreeMap<String, Vec<Side>> {
    let mut tokens: Vec<_> = scene.tokens.iter().filter(|token| token.owner.is_some()).collect();
    tokens.sort_by_key(|token| token.order);
    let mut pieces: BTreeMap<String, Vec<Side>> = BTreeMap::new();
    for token in tokens {
        pieces.entry(token.cell.clone()).or_default().extend(token.owner);
    }
    pieces
}

fn is_opponent<G: Game>(case: &Case<'_, G>, args: &Args<'_>) -> Checked<()> {
    ensure(args.side()? == case.mover.opponent(), "the wrong side")
}

/// The free cells where a side has two in a row.
fn completing(board: &BTreeMap<String, Vec<Side>>, side: Side) -> Cells {
    let mut lines: Vec<[(u32, u32); 3]> = Vec::new();
    for at in 0..3 {
        lines.push([(at, 0), (at, 1), (at, 2)]);
        lines.push([(0, at), (1, at), (2, at)]);
    }
    lines.extend([[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]);
    let name = |(row, column): (u32, u32)| format!("{row}{column}");
    let mut found = Cells::new();
    for line in lines {
        let cells = line.map(name);
        let mine = cells.iter().filter(|cell| board.get(*cell) == Some(&vec![side])).count();
        let free: Vec<&String> = cells.iter().filter(|cell| !board.contains_key(*cell)).collect();
        if let ([cell], 2) = (&free[..], mine) {
            found.insert((*cell).clone());
        }
    }
    found
}

fn open_rows(board: &BTreeMap<String, Vec<Side>>, side: Side) -> u32 {
    let is_open = |line: &&[&str; 3]| {
        line.iter().all(|cell| board.get(*cell) != Some(&vec![side.opponent()]))
    };
    let rows = [
        ["00", "01", "02"],
        ["10", "11", "12"],
        ["20", "21", "22"],
        ["00", "10", "20"],
        ["01", "11", "21"],
        ["02", "12", "22"],
        ["00", "11", "22"],
        ["02", "11", "20"],
    ];
    rows.iter().filter(is_open).count() as u32
}

pub fn tictactoe<G: Notation + Present>(
    case: &Case<'_, G>,
    kind: &str,
    args: &Args<'_>,
    search: &mut Search<'_, G>,
) -> Checked<()> {
    let (mover, opponent) = (case.mover, case.mover.opponent());
    let [before, after] = [case.before, &case.after].map(|at| pieces(&case.scene(at)));
    let mark = |board: &BTreeMap<String, Vec<Side>>, cell: &String, side| {
        let mut board = board.clone();
        match board.insert(cell.clone(), vec![side]) {
            None => Ok(board),
            Some(_) => refuted("the cell is taken"),
        }
    };
    let played = || case.path[0].clone();
    match kind {
        "row" => {
            ensure(args.cell("cell")? == played(), "another cell")?;
            ensure(case.game.outcome(&case.after) == Some(Outcome::Win(mover)), "it is no row")
        }
        "leaves" => {
            is_opponent(case, args)?;
            ensure(completing(&after, opponent) == args.cells()?, "other cells")?;
            ensure(search.forces(&case.after, opponent, 1)?, "it does not win")
        }
        "fork" => {
            ensure(completing(&after, mover) == args.cells()?, "other cells")?;
            ensure(args.cells()?.len() > 1, "one threat is no fork")?;
            ensure(search.forces(&case.after, mover, 2)?, "it can be stopped")
        }
        "threat" => {
            ensure(completing(&after, mover) == set([args.cell("cell")?]), "another threat")?;
            ensure(completing(&after, opponent).is_empty(), "there is no time for it")
        }
        "blocks" => {
            is_opponent(case, args)?;
            let cell = args.cell("cell")?;
            ensure(cell == played(), "another cell")?;
            ensure(completing(&before, opponent).contains(&cell), "there was nothing to block")
        }
        "stops_fork" => {
            is_opponent(case, args)?;
            let cell = args.cell("cell")?;
            ensure(cell == played(), "another cell")?;
            let board = mark(&before, &cell, opponent)?;
            let two = completing(&board, opponent).len() > 1;
            ensure(two && completing(&board, mover).is_empty(), "it was no fork")
        }
        "allows_fork" => {
            is_opponent(case, args)?;
            let board = mark(&after, &args.cell("cell")?, opponent)?;
            ensure(completing(&board, opponent) == args.cells()?, "other threats")?;
            ensure(args.cells()?.len() > 1, "one threat is no fork")?;
            ensure(completing(&board, mover).is_empty(), "there is no time for it")?;
            ensure(search.forces(&case.after, opponent, 3)?, "it does not win")
        }
        "allows_forced_fork" => {
            is_opponent(case, args)?;
            let [first, answer] = [args.cell("first")?, args.cell("answer")?];
            let board = mark(&after, &first, opponent)?;
            ensure(completing(&board, opponent) == set([answer.clone()]), "another answer")?;
            ensure(completing(&board, mover).is_empty(), "there is no time for it")?;
            let board = mark(&board, &answer, mover)?;
            let board = mark(&board, &args.cell("cell")?, opponent)?;
            ensure(completing(&board, opponent).len() > 1, "it is no fork")?;
            ensure(completing(&board, mover).is_empty(), "there is no time for the fork")?;
            ensure(search.forces(&case.after, opponent, 5)?, "it does not win")
        }
        "misses_forced_fork" => {
            let better = case.better_path.as_ref();
            let Some([first]) = better.map(Vec::as_slice) else { return refuted("no other move") };
            ensure(args.cell("first")? == *first, "another cell")?;
            let board = mark(&before, first, mover)?;
            let answer = args.cell("answer")?;
            ensure(completing(&board, mover) == set([answer.clone()]), "another answer")?;
            ensure(completing(&board, opponent).is_empty(), "there is no time for it")?;
            let board = mark(&mark(&board, &answer, opponent)?, &args.cell("cell")?, mover)?;
            ensure(completing(&board, mover).len() > 1, "it is no fork")?;
            ensure(search.forces(case.better()?, mover, 4)?, "it does not win")
        }
        "lines" => {
            let better = pieces(&case.scene(case.better()?));
            let counts = [args.number("count")?, args.number("other")?];
            ensure(counts[0] < counts[1], "it is not worse")?;
            ensure([&after, &better].map(|board| open_rows(board, mover)) == counts, "other counts")
        }
        _ => refuted("an unknown kind"),
    }
}

pub fn nim<G: Notation + Present>(
    case: &Case<'_, G>,
    kind: &str,
    args: &Args<'_>,
    search: &mut Search<'_, G>,
) -> Checked<()> {
    let heaps = |position: &G::Position| {
        let scene = case.scene(position);
        let size = |row| scene.cells.iter().filter(|cell| cell.row == row).count() as u32;
        (0..scene.rows.len()).map(size).collect::<Vec<u32>>()
    };
    let [before, after] = [case.before, &case.after].map(heaps);
    let sum = |heaps: &[u32]| heaps.iter().fold(0, |sum, size| sum ^ size);
    let large = |heaps: &[u32]| heaps.iter().filter(|&&size| size > 1).count();
    let ones = after.iter().filter(|&&size| size == 1).count() as u32;
    let value = search.value_for(&case.after, case.mover)?;
    let has_value = |wanted| ensure(value == wanted, "another side wins");
    let mut replied = || {
        let reply = args.mv("move")?;
        let found = case.moves(&case.after).into_iter().find(|(text, ..)| *text == reply);
        let Some((.., replied)) = found else { return refuted("the reply is not legal") };
        let wins = search.value_for(&replied, case.mover.opponent())? == Verdict::Win;
        ensure(wins, "the reply does not win")?;
        Ok(heaps(&replied))
    };
    match kind {
        "last_match" => {
            ensure(after.is_empty(), "matches are left")?;
            has_value(Verdict::Lose)
        }
        "odd_ones" | "even_ones" => {
            is_opponent(case, args)?;
            let is_odd = kind == "odd_ones";
            ensure(large(&after) == 0 && ones == args.number("count")?, "other heaps")?;
            ensure(ones > 0 && (ones % 2 == 1) == is_odd, "it is not so many")?;
            has_value(if is_odd { Verdict::Win } else { Verdict::Lose })
        }
        "balanced" => {
            is_opponent(case, args)?;
            ensure(after == args.numbers("heaps")? && large(&after) > 0, "other heaps")?;
            ensure(sum(&after) == 0, "another sum")?;
            has_value(Verdict::Win)
        }
        "unbalanced" => {
            is_opponent(case, args)?;
            ensure(after == args.numbers("heaps")? && large(&after) > 1, "other heaps")?;
            ensure(sum(&after) == args.number("sum")? && sum(&after) != 0, "another sum")?;
            ensure(sum(&replied()?) == 0, "the reply does not make it 0")?;
            has_value(Verdict::Lose)
        }
        "single" => {
            is_opponent(case, args)?;
            ensure(after == [args.number("count")?] && large(&after) == 1, "other heaps")?;
            ensure(replied()? == [1], "the reply leaves other heaps")?;
            has_value(Verdict::Lose)
        }
        "one_large" => {
            is_opponent(case, args)?;
            ensure(after == args.numbers("heaps")? && large(&after) == 1, "other heaps")?;
            let left = replied()?;
            ensure(large(&left) == 0 && left.len() % 2 == 1, "the reply leaves other heaps")?;
            has_value(Verdict::Lose)
        }
        "exception" => {
            ensure(large(&before) == 1, "it does not hold here")?;
            has_value(Verdict::Lose)?;
            for (.., next) in case.moves(case.before) {
                let left = heaps(&next);
                let as_told = large(&left) == 0 && left.len() % 2 == 1;
                let wins = search.value_for(&next, case.mover)? == Verdict::Win;
                ensure(wins == as_told, "the rule is another")?;
            }
            Ok(())
        }
        _ => refuted("an unknown kind"),
    }
}

fn height(scene: &Scene, id: &str) -> u8 {
    let cell = scene.cells.iter().find(|cell| cell.id == id);
    cell.and_then(|cell| cell.height).unwrap_or(0)
}

/// The steps of a side as the board shows them: from and to.
fn steps(scene: &Scene, side: Side) -> BTreeSet<(String, String)> {
    let pieces = pieces(scene);
    let mine = scene.cells.iter().filter(|cell| pieces.get(&cell.id) == Some(&vec![side]));
    let near = |a: usize, b: usize| a.abs_diff(b) < 2;
    let from = |from: &agon_core::Cell| {
        let own = from.height.unwrap_or(0);
        let to = scene.cells.iter().filter(move |to| {
            let level = to.height.unwrap_or(0);
            near(from.row, to.row) && near(from.column, to.column) && level < 4 && level <= own + 1
        });
        let free = to.filter(|to| !pieces.contains_key(&to.id));
        free.map(|to| (from.id.clone(), to.id.clone())).collect::<Vec<_>>()
    };
    mine.flat_map(from).collect()
}

pub fn santorini<G: Notation + Present>(
    case: &Case<'_, G>,
    kind: &str,
    args: &Args<'_>,
    search: &mut Search<'_, G>,
) -> Checked<()> {
    let (mover, opponent) = (case.mover, case.mover.opponent());
    // The cells onto which a side can step and have won.
    let winning = |position: &G::Position, side| -> Checked<Cells> {
        let position = case.turned(position, side)?;
        let scene = case.scene(&position);
        let moves = case.moves(&position).into_iter();
        let moves = moves.filter(|(_, path, after)| {
            height(&scene, &path[1]) == 3 && case.game.outcome(after) == Some(Outcome::Win(side))
        });
        Ok(moves.map(|(_, path, _)| path[1].clone()).collect())
    };
    // The cells of a level onto which a side can step from below.
    let upward = |position: &G::Position, side, level| -> Checked<Cells> {
        let position = case.turned(position, side)?;
        let scene = case.scene(&position);
        let moves = case.moves(&position).into_iter();
        let moves = moves.filter(|(_, path, _)| {
            let to = height(&scene, &path[1]);
            u32::from(to) == level && height(&scene, &path[0]) < to
        });
        Ok(moves.map(|(_, path, _)| path[1].clone()).collect())
    };
    let locked = |position: &G::Position, side| -> Cells {
        let scene = case.scene(position);
        let free = steps(&scene, side);
        let own = pieces(&scene).into_iter().filter(|(_, owners)| *owners == vec![side]);
        let own = own.map(|(cell, _)| cell);
        own.filter(|cell| free.iter().all(|(from, _)| from != cell)).collect()
    };
    let [before, after] = [case.before, &case.after].map(|at| case.scene(at));
    let level_before = |index: usize| u32::from(height(&before, &case.path[index]));
    match kind {
        "climbed" => {
            ensure(case.game.outcome(&case.after) == Some(Outcome::Win(mover)), "it is not won")?;
            ensure(level_before(1) == 3 && args.cell("cell")? == case.path[1], "another cell")
        }
        "stuck" => {
            is_opponent(case, args)?;
            ensure(case.game.moves(&case.after).is_empty(), "there is a move")?;
            ensure(case.game.outcome(&case.after) == Some(Outcome::Win(mover)), "it is not won")?;
            ensure(steps(&after, opponent).is_empty(), "there is a step")
        }
        "leaves" => {
            is_opponent(case, args)?;
            ensure(winning(&case.after, opponent)? == args.cells()?, "other cells")
        }
        "fork" => {
            is_opponent(case, args)?;
            ensure(winning(&case.after, mover)? == args.cells()?, "other cells")?;
            ensure(args.cells()?.len() > 1, "one threat is no fork")?;
            ensure(search.forces(&case.after, mover, 2)?, "it can be stopped")
        }
        "threat" => {
            ensure(winning(&case.after, mover)? == args.cells()?, "other cells")?;
            ensure(winning(&case.after, opponent)?.is_empty(), "there is no time for it")
        }
        "lets_fork" => {
            is_opponent(case, args)?;
            let replied = case.replied(args)?;
            ensure(winning(&replied, opponent)? == args.cells()?, "other cells")?;
            ensure(search.forces(&replied, opponent, 2)?, "it can be stopped")
        }
        "lets_threat" => {
            is_opponent(case, args)?;
            let threatens = |at: &G::Position| -> Checked<bool> {
                let is_open = case.game.outcome(at).is_none();
                Ok(is_open && winning(at, mover)?.is_empty() && !winning(at, opponent)?.is_empty())
            };
            let replied = case.replied(args)?;
            ensure(threatens(&replied)?, "it is no threat")?;
            ensure(winning(&replied, opponent)? == args.cells()?, "other cells")?;
            for (.., at) in case.moves(case.better()?) {
                ensure(!threatens(&at)?, "the better move allows one, too")?;
            }
            ensure(winning(case.better()?, opponent)?.is_empty(), "the better move loses")
        }
        "lets_prepare" => {
            is_opponent(case, args)?;
            let replied = case.replied(args)?;
            ensure(upward(&replied, opponent, 2)? == args.cells()?, "other cells")?;
            ensure(upward(&case.after, opponent, 2)?.is_empty(), "there is one already")?;
            ensure(upward(case.better()?, opponent, 2)?.is_empty(), "there is one anyway")?;
            for (.., at) in case.moves(case.better()?) {
                let is_open = case.game.outcome(&at).is_none();
                let prepares = is_open && !upward(&at, opponent, 2)?.is_empty();
                ensure(!prepares, "the better move allows one, too")?;
            }
            Ok(())
        }
        "unguarded" => {
            is_opponent(case, args)?;
            let open = |scene: &Scene| -> Cells {
                let pieces = pieces(scene);
                let near = |a: usize, b: usize| a.abs_diff(b) < 2;
                let beside = |cell: &agon_core::Cell, side| {
                    scene.cells.iter().any(|it| {
                        let is_near = near(it.row, cell.row) && near(it.column, cell.column);
                        is_near && pieces.get(&it.id) == Some(&vec![side])
                    })
                };
                let towers = scene.cells.iter().filter(|it| {
                    (1..4).contains(&it.height.unwrap_or(0)) && !pieces.contains_key(&it.id)
                });
                let open = towers.filter(|it| beside(it, opponent) && !beside(it, mover));
                open.map(|it| it.id.clone()).collect()
            };
            let [now, best] = [open(&after), open(&case.scene(case.better()?))];
            let new: Cells = now.difference(&best).cloned().collect();
            ensure(new == args.cells()? && now.len() > best.len(), "other cells")
        }
        "away" => {
            let tower = args.cell("cell")?;
            let usable =
                before.cells.iter().filter(|cell| (1..4).contains(&cell.height.unwrap_or(0)));
            let highest = usable.map(|cell| cell.height.unwrap_or(0)).max();
            ensure(highest == Some(height(&before, &tower)), "it is not the highest")?;
            let better = case.better_path.as_ref();
            let better = better.map_or_else(|| refuted("it is compared with nothing"), Ok)?;
            ensure(better[0] == case.path[0], "another pawn goes")?;
            let find = |id: &String| before.cells.iter().find(|cell| cell.id == *id);
            let far = |from: &String| match (find(from), find(&tower)) {
                (Some(a), Some(b)) => a.row.abs_diff(b.row).max(a.column.abs_diff(b.column)) as u32,
                _ => 0,
            };
            let counts = [args.number("count")?, args.number("other")?];
            ensure([far(&case.path[1]), far(&better[1])] == counts, "other distances")?;
            ensure(counts[0] > counts[1], "it is not worse")
        }
        "helps" => {
            is_opponent(case, args)?;
            let cell = args.cell("cell")?;
            ensure(cell == case.path[2], "another cell")?;
            let level = height(&after, &cell);
            ensure((1..4).contains(&level), "it is a dome")?;
            ensure(u32::from(level) == args.number("level")?, "another level")?;
            let is_beside = |scene: &Scene, cell: &String| {
                let (pieces, find) =
                    (pieces(scene), |id| scene.cells.iter().find(|it| it.id == id));
                let near = |a: usize, b: usize| a.abs_diff(b) < 2;
                let Some(built) = find(cell.as_str()) else { return false };
                let mut theirs = pieces.iter().filter(|(_, owners)| **owners == vec![opponent]);
                theirs.any(|(pawn, _)| {
                    let pawn = find(pawn.as_str());
                    pawn.is_some_and(|it| near(it.row, built.row) && near(it.column, built.column))
                })
            };
            ensure(is_beside(&after, &cell), "no pawn is beside it")?;
            let better = case.better_path.as_ref().and_then(|path| path.get(2));
            let Some(other) = better else { return refuted("the better move builds nothing") };
            ensure(!is_beside(&case.scene(case.better()?), other), "so does the better move")
        }
        "own_up" | "their_up" => {
            let side = if kind == "own_up" { mover } else { opponent };
            if kind == "their_up" {
                is_opponent(case, args)?;
            }
            let level = args.number("level")?;
            let found = [&case.after, case.better()?].map(|at| upward(at, side, level));
            let [own, best] = found;
            let counts = [own?.len() as u32, best?.len() as u32];
            ensure(counts == [args.number("count")?, args.number("other")?], "other counts")?;
            ensure(counts[0] > 0 && counts[1] > 0, "there is none")?;
            ensure(counts[0] != counts[1], "there is no difference")?;
            ensure((counts[0] < counts[1]) == (side == mover), "it is not worse")
        }
        "no_up" => {
            let level = args.number("level")?;
            ensure(upward(&case.after, mover, level)?.is_empty(), "it can step up")?;
            ensure(upward(case.better()?, mover, level)? == args.cells()?, "other cells")
        }
        "stays_low" => {
            let level = args.number("level")?;
            let better = case.better_path.as_ref();
            let Some(better) = better else { return refuted("it is compared with nothing") };
            let levels = [0, 1].map(|index| u32::from(height(&before, &better[index])));
            ensure(args.cell("cell")? == better[1] && levels[1] == level, "another step")?;
            ensure(levels[0] < level && level_before(1) < level, "it is not higher")
        }
        "edge" => {
            let better = case.scene(case.better()?);
            let space = |scene: &Scene| {
                let pieces = pieces(scene);
                let near = |a: usize, b: usize| a.abs_diff(b) < 2;
                let mine = scene.cells.iter().filter(|it| pieces.get(&it.id) == Some(&vec![mover]));
                let around = mine.map(|own| {
                    let next = scene.cells.iter().filter(|it| {
                        it.id != own.id && near(it.row, own.row) && near(it.column, own.column)
                    });
                    next.count() as u32
                });
                around.sum::<u32>()
            };
            let counts = [args.number("count")?, args.number("other")?];
            ensure([&after, &better].map(space) == counts, "other counts")?;
            ensure(counts[0] < counts[1], "it is not worse")
        }
        "domes" => {
            is_opponent(case, args)?;
            let cell = args.cell("cell")?;
            ensure(winning(case.before, opponent)?.contains(&cell), "there was no threat")?;
            ensure(height(&after, &cell) == 4, "it is no dome")
        }
        "must_dome" => {
            is_opponent(case, args)?;
            let cell = args.cell("cell")?;
            ensure(winning(case.before, opponent)? == set([cell.clone()]), "another threat")?;
            ensure(height(&after, &cell) < 4, "it was domed")?;
            for (.., next) in case.moves(case.before) {
                let wins = case.game.outcome(&next) == Some(Outcome::Win(mover));
                let domed = height(&case.scene(&next), &cell) == 4;
                let loses = !wins && !winning(&next, opponent)?.is_empty();
                ensure(!wins && loses != domed, "there is another way")?;
            }
            Ok(())
        }
        "climbs" => {
            ensure(args.cell("cell")? == case.path[1], "another cell")?;
            ensure(args.number("level")? == level_before(1), "another level")?;
            ensure(level_before(1) > level_before(0), "it is not higher")
        }
        "descends" => {
            let levels = [args.number("from")?, args.number("level")?];
            ensure(levels == [level_before(0), level_before(1)], "other levels")?;
            ensure(levels[1] < levels[0], "it is not lower")
        }
        "opens" | "closes" => {
            is_opponent(case, args)?;
            let level = args.number("level")?;
            let now = upward(&case.after, opponent, level)?;
            let then = upward(case.before, opponent, level)?;
            let found: Cells = match kind {
                "opens" => now.difference(&then).cloned().collect(),
                _ => then.difference(&now).cloned().collect(),
            };
            ensure(found == args.cells()?, "other cells")
        }
        "allows" => {
            is_opponent(case, args)?;
            let level = args.number("level")?;
            let [now, then] = [&case.after, case.before].map(|at| upward(at, opponent, level));
            let taken = upward(case.better()?, opponent, level)?;
            let kept: Cells = now?.intersection(&then?).cloned().collect();
            ensure(
                kept.difference(&taken).cloned().collect::<Cells>() == args.cells()?,
                "other cells",
            )
        }
        "prepares" => {
            let found = upward(&case.after, mover, args.number("level")?)?;
            ensure(found == args.cells()?, "other cells")
        }
        "locks" => {
            is_opponent(case, args)?;
            ensure(locked(&case.after, opponent) == args.cells()?, "other pawns")
        }
        "locked" => ensure(locked(&case.after, mover) == args.cells()?, "other pawns"),
        "room" | "freedom" => {
            let side = if kind == "room" { mover } else { opponent };
            if kind == "freedom" {
                is_opponent(case, args)?;
            }
            let better = case.scene(case.better()?);
            let counts = [args.number("count")?, args.number("other")?];
            let found = [&after, &better].map(|scene| steps(scene, side).len() as u32);
            ensure(found == counts, "other counts")?;
            ensure(counts[0] != counts[1], "there is no difference")?;
            ensure((counts[0] < counts[1]) == (side == mover), "it is not worse")
        }
        _ => refuted("an unknown kind"),
    }
}

pub fn byte<G: Notation + Present>(case: &Case<'_, G>, kind: &str, args: &Args<'_>) -> Checked<()> {
    let (mover, opponent) = (case.mover, case.mover.opponent());
    let won = |position: &G::Position, side| {
        let scene = case.scene(position);
        let count = scene.counts.iter().find(|count| count.owner == Some(side));
        count.map_or(0, |count| count.count)
    };
    // The squares on which a side can complete a stack and win it.
    let completing = |position: &G::Position, side| -> Checked<Cells> {
        let position = case.turned(position, side)?;
        let moves = case.moves(&position).into_iter();
        let moves = moves.filter(|(.., after)| won(after, side) > won(&position, side));
        Ok(moves.map(|(_, path, _)| path[2].clone()).collect())
    };
    let choices = |position: &G::Position, side| -> Checked<u32> {
        let position = case.turned(position, side)?;
        let moves = case.moves(&position);
        Ok(moves.iter().filter(|(text, ..)| text != "pass").count() as u32)
    };
    let [before, after] = [case.before, &case.after].map(|at| pieces(&case.scene(at)));
    let place = |index: usize| case.path.get(index).cloned().unwrap_or_default();
    let stack = |cell: &String, owner: Side| {
        let stack = after.get(cell).cloned().unwrap_or_default();
        ensure(stack.len() as u32 == args.number("height")?, "another height")?;
        ensure(stack.last() == Some(&owner), "another owner")
    };
    let counts = || Ok([args.number("count")?, args.number("other")?]);
    match kind {
        "completes" => {
            ensure(args.cell("cell")? == place(2), "another square")?;
            ensure(won(&case.after, mover) == won(case.before, mover) + 1, "it is not won")
        }
        "gives" => {
            is_opponent(case, args)?;
            ensure(args.cell("cell")? == place(2), "another square")?;
            ensure(won(&case.after, opponent) == won(case.before, opponent) + 1, "it is not given")
        }
        "leaves" => {
            is_opponent(case, args)?;
            ensure(completing(&case.after, opponent)? == args.cells()?, "other squares")
        }
        "threat" => ensure(completing(&case.after, mover)? == args.cells()?, "other squares"),
        "stops" => {
            is_opponent(case, args)?;
            let then = completing(case.before, opponent)?;
            let now = completing(&case.after, opponent)?;
            let found: Cells = then.difference(&now).cloned().collect();
            ensure(found == args.cells()?, "other squares")
        }
        "passes" => {
            is_opponent(case, args)?;
            let moves = case.moves(&case.after);
            ensure(moves.len() == 1 && moves[0].0 == "pass", "there is a move")
        }
        "only_reply" => {
            is_opponent(case, args)?;
            let moves = case.moves(&case.after);
            ensure(moves.len() == 1 && moves[0].0 == args.mv("move")?, "there is another move")
        }
        "on_top" => {
            ensure(args.cell("cell")? == place(2), "another square")?;
            stack(&place(2), mover)
        }
        "under" => {
            is_opponent(case, args)?;
            ensure(args.cell("cell")? == place(2), "another square")?;
            stack(&place(2), opponent)
        }
        "held" | "retaken" => {
            is_opponent(case, args)?;
            ensure(args.cell("cell")? == place(2), "another square")?;
            if kind == "held" {
                stack(&place(2), mover)?;
            }
            let follows = case.moves(&case.after).into_iter().any(|(_, path, next)| {
                let stack = pieces(&case.scene(&next)).get(&place(2)).cloned().unwrap_or_default();
                let lands = path.get(2) == Some(&place(2));
                let wins = won(&next, opponent) > won(&case.after, opponent);
                lands && (wins || stack.last() == Some(&opponent))
            });
            ensure(follows == (kind == "retaken"), "the reply is another")
        }
        "covers" | "covers_own" => {
            let cell = args.cell("cell")?;
            ensure(cell == place(2), "another square")?;
            let owner = |board: &BTreeMap<String, Vec<Side>>| {
                board.get(&cell).and_then(|stack| stack.last().copied())
            };
            if kind == "covers_own" {
                return ensure(owner(&before) == Some(mover), "it was not its own");
            }
            is_opponent(case, args)?;
            ensure(owner(&before) == Some(opponent), "it was not the other's")?;
            let is_own = owner(&after).is_none_or(|owner| owner == mover);
            ensure(is_own, "it is not covered")
        }
        "uncovers" => {
            is_opponent(case, args)?;
            ensure(args.cell("cell")? == place(0), "another square")?;
            stack(&place(0), opponent)
        }
        "nearest" => {
            let [from, to] = [args.cell("from")?, args.cell("cell")?];
            ensure(from == place(0) && to == place(2), "another move")?;
            let moves = case.moves(case.before);
            let mut own = moves.iter().filter(|(_, path, _)| path.first() == Some(&from));
            ensure(own.all(|(_, path, _)| path[2] == to), "there is another step")
        }
        "exposed" | "targets" => {
            is_opponent(case, args)?;
            let side = if kind == "exposed" { opponent } else { mover };
            // The squares where a move covers a checker of the other side.
            let covered = |position: &G::Position| -> Checked<Cells> {
                let position = case.turned(position, side)?;
                let board = pieces(&case.scene(&position));
                let moves = case.moves(&position).into_iter().filter(|(_, path, at)| {
                    let Some(to) = path.get(2) else { return false };
                    let stack = pieces(&case.scene(at)).get(to).cloned().unwrap_or_default();
                    let is_own =
                        stack.last() == Some(&side) || won(at, side) > won(&position, side);
                    let was = board.get(to).and_then(|stack| stack.last());
                    was == Some(&side.opponent()) && is_own
                });
                Ok(moves.map(|(_, path, _)| path[2].clone()).collect())
            };
            let [now, best] = [covered(&case.after)?, covered(case.better()?)?];
            if kind == "targets" {
                let counts: [u32; 2] = counts()?;
                ensure([now.len() as u32, best.len() as u32] == counts, "other counts")?;
                return ensure(counts[0] < counts[1], "it is not worse");
            }
            let new: Cells = now.difference(&best).cloned().collect();
            ensure(new == args.cells()? && now.len() > best.len(), "other squares")
        }
        "lone" | "their_lone" => {
            let is_theirs = kind == "their_lone";
            let side = if is_theirs { opponent } else { mover };
            if is_theirs {
                is_opponent(case, args)?;
            }
            let counted = |position: &G::Position| {
                let scene = case.scene(position);
                let pieces = pieces(&scene);
                let full = scene.cells.iter().filter(|cell| pieces.contains_key(&cell.id));
                let full: Vec<&agon_core::Cell> = full.collect();
                let near = |a: usize, b: usize| a.abs_diff(b) == 1;
                let lone = full.iter().filter(|it| {
                    let mut others = full.iter();
                    pieces[&it.id].first() == Some(&side)
                        && !others
                            .any(|other| near(it.row, other.row) && near(it.column, other.column))
                });
                lone.count() as u32
            };
            let counts: [u32; 2] = counts()?;
            ensure([counted(&case.after), counted(case.better()?)] == counts, "other counts")?;
            ensure((counts[0] > counts[1]) == is_theirs, "it is not worse")
        }
        "tops" | "their_tops" | "bottoms" | "their_bottoms" => {
            let counts: [u32; 2] = counts()?;
            let better = pieces(&case.scene(case.better()?));
            let is_theirs = kind.starts_with("their_");
            let side = if is_theirs { opponent } else { mover };
            if is_theirs {
                is_opponent(case, args)?;
            }
            let counted = |board: &BTreeMap<String, Vec<Side>>| {
                let held = board.values().filter(|stack| match kind.ends_with("tops") {
                    true => stack.last() == Some(&side),
                    false => stack.first() == Some(&side),
                });
                held.count() as u32
            };
            ensure([counted(&after), counted(&better)] == counts, "other counts")?;
            ensure((counts[0] > counts[1]) == is_theirs, "it is not worse")
        }
        "lets_threat" => {
            is_opponent(case, args)?;
            let squares = completing(&case.replied(args)?, opponent)?;
            ensure(squares == args.cells()?, "other squares")?;
            ensure(completing(case.better()?, opponent)?.is_empty(), "it is threatened anyway")?;
            for (.., at) in case.moves(case.better()?) {
                let is_open = case.game.outcome(&at).is_none();
                let threatens = is_open && !completing(&at, opponent)?.is_empty();
                ensure(!threatens, "the better move allows one, too")?;
            }
            Ok(())
        }
        "lets_pass" => {
            is_opponent(case, args)?;
            let passes = |at: &G::Position| {
                let moves = case.moves(at);
                case.game.to_move(at) == mover && moves.len() == 1 && moves[0].0 == "pass"
            };
            ensure(passes(&case.replied(args)?), "there is a move")?;
            let mut others = case.moves(case.better()?).into_iter();
            ensure(!others.any(|(.., at)| passes(&at)), "it must pass after the better move, too")
        }
        "lets_top" => {
            is_opponent(case, args)?;
            // The heights of the stacks on top of which the replies go.
            let reached = |(_, path, at): (String, Vec<String>, G::Position)| {
                let (to, board) = (path.get(2)?.clone(), pieces(&case.scene(&at)));
                let stack = board.get(&to)?;
                (stack.last() == Some(&opponent)).then(|| (to, stack.len() as u32))
            };
            let (cell, height) = (args.cell("cell")?, args.number("height")?);
            let reply = args.mv("move")?;
            let found = case.moves(&case.after).into_iter().find(|(text, ..)| *text == reply);
            ensure(found.and_then(reached) == Some((cell, height)), "another stack")?;
            // A stack that moves to an empty square goes on top of none.
            let merges = |path: &[String], board: &BTreeMap<String, Vec<Side>>| {
                path.get(2).is_some_and(|to| board.contains_key(to))
            };
            let better = pieces(&case.scene(case.better()?));
            let others = case.moves(case.better()?).into_iter();
            let mut others = others.filter(|(_, path, _)| merges(path, &better));
            let as_high =
                others.any(|other| reached(other).is_some_and(|(_, high)| high >= height));
            ensure(!as_high, "the better move lets it, too")
        }
        "choices" | "room" => {
            let counts: [u32; 2] = counts()?;
            let side = if kind == "room" { mover } else { opponent };
            if kind == "choices" {
                is_opponent(case, args)?;
            }
            let found = [choices(&case.after, side)?, choices(case.better()?, side)?];
            ensure(found == counts, "other counts")?;
            ensure((counts[0] < counts[1]) == (side == mover), "it is not worse")
        }
        _ => refuted("an unknown kind"),
    }
}

/// The maze as it is drawn.
struct Drawn {
    near: HashMap<String, Vec<String>>,
    places: HashMap<String, (usize, usize)>,
    loot: Vec<String>,
    tiles: [String; 2],
}

impl Drawn {
    fn new(scene: &Scene) -> Drawn {
        let walls: BTreeSet<[&String; 2]> = scene
            .edges
            .iter()
            .flat_map(|edge| {
                [[&edge.between[0], &edge.between[1]], [&edge.between[1], &edge.between[0]]]
            })
            .collect();
        let beside = |a: &agon_core::Cell, b: &agon_core::Cell| {
            a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
                && !walls.contains(&[&a.id, &b.id])
        };
        let near = scene.cells.iter().map(|cell| {
            let near = scene.cells.iter().filter(|other| beside(cell, other));
            (cell.id.clone(), near.map(|other| other.id.clone()).collect())
        });
        let tile = |label: &str| {
            let token = scene.tokens.iter().find(|token| token.label == label);
            token.map(|token| token.cell.clone()).unwrap_or_default()
        };
        let loot = scene.tokens.iter().filter(|token| token.label == "loot");
        Drawn {
            near: near.collect(),
            places: scene.cells.iter().map(|it| (it.id.clone(), (it.row, it.column))).collect(),
            loot: loot.map(|token| token.cell.clone()).collect(),
            tiles: [tile("theseus"), tile("minotaur")],
        }
    }

    fn distances(&self, from: &str) -> HashMap<String, u32> {
        let mut known = HashMap::from([(from.to_string(), 0)]);
        let mut open = VecDeque::from([from.to_string()]);
        while let Some(tile) = open.pop_front() {
            let steps = known[&tile];
            for next in &self.near[&tile] {
                if !known.contains_key(next) {
                    known.insert(next.clone(), steps + 1);
                    open.push_back(next.clone());
                }
            }
        }
        known
    }

    fn apart(&self) -> u32 {
        self.distances(&self.tiles[0])[&self.tiles[1]]
    }

    fn to_loot(&self) -> u32 {
        let known = self.distances(&self.tiles[0]);
        self.loot.iter().map(|tile| known[tile]).min().unwrap_or(0)
    }

    /// Whether one side sees the other: up to three tiles in a straight line without walls, which is
    /// then the shortest way.
    fn is_seen(&self) -> bool {
        let [(r1, c1), (r2, c2)] = [&self.tiles[0], &self.tiles[1]].map(|tile| self.places[tile]);
        let straight = r1.abs_diff(r2) + c1.abs_diff(c2);
        (r1 == r2 || c1 == c2) && straight <= 3 && straight as u32 == self.apart()
    }

    /// Whether Theseus can get to a tile by so many steps of his, however the Minotaur goes. He need
    /// not survive there if that ends the game.
    fn reaches(
        &self,
        [theseus, minotaur]: [&String; 2],
        goal: &String,
        steps: u32,
        is_last: bool,
        turn: Side,
        known: &mut HashMap<(String, String, u32, Side), bool>,
    ) -> bool {
        if turn == Side::First && steps == 0 {
            return theseus == goal && theseus != minotaur;
        }
        let key = (theseus.clone(), minotaur.clone(), steps, turn);
        if let Some(known) = known.get(&key) {
            return *known;
        }
        let reached = match turn {
            Side::First => self.near[theseus].iter().any(|next| {
                let ends = next == goal && is_last && steps == 1;
                next != minotaur
                    && (ends
                        || self.reaches(
                            [next, minotaur],
                            goal,
                            steps - 1,
                            is_last,
                            Side::Second,
                            known,
                        ))
            }),
            Side::Second => self.near[minotaur].iter().all(|next| {
                next != theseus
                    && self.reaches([theseus, next], goal, steps, is_last, Side::First, known)
            }),
        };
        known.insert(key, reached);
        reached
    }
}

pub fn theseus<G: Notation + Present>(
    case: &Case<'_, G>,
    kind: &str,
    args: &Args<'_>,
) -> Checked<()> {
    let drawn = |position: &G::Position| Drawn::new(&case.scene(position));
    let [before, after] = [case.before, &case.after].map(drawn);
    let outcome = case.game.outcome(&case.after);
    let tile = || args.cell("cell");
    let loot = |position: &G::Position| {
        let scene = case.scene(position);
        let count = scene.counts.iter().find(|count| count.label == "loot");
        count.map_or((0, 0), |count| (count.count, count.of.unwrap_or(0)))
    };
    let is_theirs = |side| ensure(case.mover == side, "it is the other's move");
    let pair = || Ok([args.number("count")?, args.number("other")?]);
    let reached = |turn| -> Checked<()> {
        let (goal, count) = (tile()?, args.number("count")?);
        ensure(after.loot.contains(&goal), "there is no loot")?;
        let (taken, need) = loot(&case.after);
        let [theseus, minotaur] = &after.tiles;
        let mut known = HashMap::new();
        let is_last = taken + 1 >= need;
        let far = after.distances(theseus)[&goal];
        ensure(far == count, "another distance")?;
        let tiles = [theseus, minotaur];
        ensure(after.reaches(tiles, &goal, count, is_last, turn, &mut known), "he can be cut off")
    };
    let nearer = |minotaur: u32, theseus: u32| -> Checked<()> {
        let known = [0, 1].map(|index| after.distances(&after.tiles[index]));
        let all = after.loot.iter().all(|tile| known[1][tile] < known[0][tile]);
        ensure(all && !after.loot.is_empty(), "Theseus is as near to some loot")?;
        let tile = tile()?;
        ensure(after.loot.contains(&tile), "there is no loot")?;
        ensure([known[1][&tile], known[0][&tile]] == [minotaur, theseus], "other distances")
    };
    let compared = |of: fn(&Drawn) -> u32| -> Checked<()> {
        let [count, other] = pair()?;
        let better = drawn(case.better()?);
        ensure([of(&after), of(&better)] == [count, other], "other distances")?;
        ensure(count != other, "there is no difference")
    };
    match kind {
        "takes" | "takes_last" => {
            is_theirs(Side::First)?;
            let cell = tile()?;
            let gone = before.loot.contains(&cell) && !after.loot.contains(&cell);
            ensure(gone && after.tiles[0] == cell, "it takes none there")?;
            let (taken, need) = loot(&case.after);
            if kind == "takes_last" {
                return ensure(outcome == Some(Outcome::Win(Side::First)), "more is needed");
            }
            ensure(args.number("count")? == need.saturating_sub(taken), "another number is left")
        }
        "catches" | "walks_in" => {
            is_theirs(if kind == "catches" { Side::Second } else { Side::First })?;
            ensure(outcome == Some(Outcome::Win(Side::Second)), "he is not caught")?;
            ensure(after.tiles[0] == tile()? && after.tiles[1] == tile()?, "another tile")
        }
        "caught" => {
            is_theirs(Side::First)?;
            ensure(after.tiles[0] == tile()?, "another tile")?;
            let caught = Some(Outcome::Win(Side::Second));
            let mut replies = case.moves(&case.after).into_iter();
            ensure(replies.any(|(.., next)| case.game.outcome(&next) == caught), "he gets away")
        }
        "beside" => {
            is_theirs(Side::Second)?;
            ensure(after.tiles[0] == tile()? && after.apart() == 1, "he is elsewhere")
        }
        "safe" => {
            is_theirs(Side::First)?;
            reached(Side::Second)
        }
        "lets" => {
            is_theirs(Side::Second)?;
            reached(Side::First)
        }
        "guarded" => {
            is_theirs(Side::First)?;
            nearer(args.number("other")?, args.number("count")?)
        }
        "guards" => {
            is_theirs(Side::Second)?;
            nearer(args.number("count")?, args.number("other")?)
        }
        "loot" => {
            is_theirs(Side::First)?;
            compared(Drawn::to_loot)
        }
        "near" => {
            is_theirs(Side::First)?;
            compared(Drawn::apart)
        }
        "far" => {
            is_theirs(Side::Second)?;
            compared(Drawn::apart)
        }
        "cornered" => {
            is_theirs(Side::First)?;
            compared(|drawn| {
                let [theseus, minotaur] = [0, 1].map(|side| drawn.distances(&drawn.tiles[side]));
                theseus.iter().filter(|(tile, steps)| *steps < &minotaur[*tile]).count() as u32
            })?;
            let [count, other] = pair()?;
            ensure(count < other, "it is not worse")
        }
        "dead_end" => {
            is_theirs(Side::First)?;
            ensure(after.tiles[0] == tile()?, "another tile")?;
            ensure(after.near[&after.tiles[0]].len() == 1, "there is a way on")
        }
        "seen" | "sees" => {
            is_theirs(if kind == "seen" { Side::First } else { Side::Second })?;
            ensure(after.is_seen(), "he does not see him")?;
            ensure(after.apart() == args.number("count")?, "another distance")
        }
        _ => refuted("an unknown kind"),
    }
}
