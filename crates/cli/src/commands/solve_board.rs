//! `agon solve santorini --board`: the values of positions on small boards.

use std::io::Write;
use std::time::Instant;

use agon_arena::{Refused, small_boards};
use agon_core::{Game as _, Notation as _, Proven, StateSpace as _, counted};
use agon_games::santorini::{Move, Position, Santorini};
use agon_host::{Failure, Progress, interrupt, notice};
use agon_tablebase::{
    Board, Estimate, LayerRecord, Longest, MAX_CELLS, MoveValue, Solution, Table, TableRefusal,
    Values,
};
use serde_json::{Value, json};

use super::solve::UntilInterrupt;
use super::table::{default_folder, effort};
use crate::cli::{Method, SolveArgs};
use crate::workplace::threads;

/// The most positions of a board that is solved at once, in seconds.
const ON_THE_SPOT: u64 = 1 << 29;

/// Prints the value of a position on a small board, and the report if asked for.
pub fn solve_board(
    args: &SolveArgs,
    started: Instant,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = args.position.text()?;
    let board = board(&text)?;
    if args.by == Some(Method::Theory) {
        return Err(Failure::Usage("no closed form is known for santorini".into()));
    }
    if args.limits.nodes.is_some() {
        let told = "--nodes does not apply to santorini, which is solved whole or not at all";
        return Err(Failure::Usage(told.into()));
    }
    let (game, mut position) = (board.game(), board.read(&text).map_err(Failure::refused)?);
    for mv in args.position.moves().split_whitespace() {
        let mv = game.read_move(&position, mv).map_err(Failure::refused)?;
        game.play(&mut position, mv).map_err(Failure::refused)?;
    }
    let Some((values, by)) = values(args, board)? else {
        let unknown = json!({ "by": "table", "verdict": "unknown" });
        writeln!(out, "{}", if args.json { unknown.to_string() } else { "unknown".into() })?;
        return Err(Failure::Unknown);
    };
    let (value, moves) = values.value_and_moves(&position).map_err(Failure::refused)?;
    let seconds = started.elapsed().as_secs_f64();
    let solved = SolvedPosition { values: &*values, by, position, value, moves, seconds };
    match args.json {
        true => solved.write_json(args.board.report, out),
        false => solved.write(args.board.report, out),
    }
}

/// The board of a position.
fn board(text: &str) -> Result<Board, Failure> {
    let game = match text {
        "startpos" => Santorini::default(),
        text => Santorini::read(text).map_err(Refused::from)?.0,
    };
    small_boards::board_of(&game).ok_or_else(|| {
        let positions = game.state_space();
        Failure::Refused(format!(
            "santorini on {} is too large to solve: up to about {positions:.1e} positions; boards \
             of at most {MAX_CELLS} cells are solved, as with --board 3x4",
            game.board()
        ))
    })
}

/// The values of a board, and their source.
type Found = (Box<dyn Values>, &'static str);

/// The values of a board: from the named table, computed if the board is small, or from the table
/// in the data folder. Prints a message and returns `None` if there is no table.
fn values(args: &SolveArgs, board: Board) -> Result<Option<Found>, Failure> {
    if let Some(folder) = &args.board.table {
        let table = Table::open(folder).map_err(Failure::refused)?;
        if table.board() != board {
            return Err(Failure::refused(TableRefusal::OtherBoard {
                path: folder.display().to_string(),
                found: table.board().to_string(),
                wanted: board.to_string(),
            }));
        }
        return Ok(Some((Box::new(table), "table")));
    }
    let threads = threads(None);
    let estimate = Estimate::new(board);
    // All layers stay in memory, in addition to what the solver needs.
    let memory = estimate.memory + estimate.positions;
    if estimate.positions <= ON_THE_SPOT && memory <= args.limits.limits().memory {
        let progress = Progress::default();
        let solved = interrupt::during(|| {
            let show = |done: u64, most: u64| {
                let percent = 100 * done / most.max(1);
                progress.show(format_args!("{percent} %: {done} of {most} positions"));
            };
            Solution::solve(board, threads, &UntilInterrupt(show))
        });
        progress.clear();
        return match solved {
            Err(refusal) => {
                notice(refusal);
                Ok(None)
            }
            Ok(solution) => Ok(Some((Box::new(solution), "search"))),
        };
    }
    let folder = default_folder(board)?;
    match Table::open(&folder) {
        Ok(table) => Ok(Some((Box::new(table), "table"))),
        Err(
            TableRefusal::Missing { .. }
            | TableRefusal::NotATable { .. }
            | TableRefusal::Incomplete { .. },
        ) => {
            let (width, height, pawns) = (board.width(), board.height(), board.pawns());
            let pawns = if pawns == 2 { String::new() } else { format!(" --pawns {pawns}") };
            notice(format_args!(
                "{board} is solved by a table, which is not built yet. This builds it:\n  \
                 agon table santorini --board {width}x{height}{pawns}\n{}",
                effort(&estimate, threads)
            ));
            Ok(None)
        }
        Err(refusal) => Err(Failure::refused(refusal)),
    }
}

/// A position and the values of its board.
struct SolvedPosition<'a> {
    values: &'a dyn Values,
    by: &'static str,
    position: Position,
    value: Proven,
    moves: Vec<MoveValue>,
    seconds: f64,
}

impl SolvedPosition<'_> {
    fn board(&self) -> Board {
        self.values.board()
    }

    fn best(&self) -> Vec<String> {
        let Some(first) = self.moves.first() else { return Vec::new() };
        let best = self.moves.iter().filter(|found| found.value == first.value);
        best.map(|found| self.text(found.mv)).collect()
    }

    fn text(&self, mv: Move) -> String {
        self.board().game().write_move(&self.position, mv)
    }

    fn positions(&self) -> u64 {
        self.values.manifest().layers.iter().map(|record| record.summary.indexed).sum()
    }

    fn checksum(&self) -> String {
        format!("{:08x}", self.values.manifest().checksum())
    }

    /// The first placements with their values. Symmetric placements are counted as one.
    fn placements(&self) -> Result<Vec<(MoveValue, usize)>, Failure> {
        let board = self.board();
        let (game, start) = (board.game(), board.game().start());
        let mut found: Vec<(Position, MoveValue, usize)> = Vec::new();
        for placement in self.values.move_values(&start).map_err(Failure::refused)? {
            let placed = game.after(&start, placement.mv);
            let images = board.images(&placed);
            match found.iter_mut().find(|(known, ..)| images.contains(known)) {
                Some((_, _, count)) => *count += 1,
                None => found.push((board.sorted(&placed), placement, 1)),
            }
        }
        Ok(found.into_iter().map(|(_, placement, count)| (placement, count)).collect())
    }

    /// The position that takes the most plies, as text.
    fn hardest(&self, record: &LayerRecord, longest: Option<Longest>) -> Option<String> {
        let position = self.values.position(record.summary.layer, longest?.first)?;
        Some(self.board().game().write(&position))
    }

    fn write(&self, report: bool, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out, "{}", self.value)?;
        writeln!(out, "by {}: {}", self.by, counted(self.positions(), "position"))?;
        let best = self.best();
        if !best.is_empty() {
            writeln!(out, "best: {}", best.join(" "))?;
        }
        if !report {
            return Ok(());
        }
        writeln!(out, "checksum: {}", self.checksum())?;
        writeln!(
            out,
            "\nlayer        indexed            won           lost  longest win  longest loss"
        )?;
        let plies = |longest: Option<Longest>| {
            longest.map_or("-".to_string(), |longest| longest.plies.to_string())
        };
        for LayerRecord { summary, .. } in self.values.manifest().layers.iter().rev() {
            writeln!(
                out,
                "{:5} {:14} {:14} {:14} {:>12} {:>13}",
                summary.layer,
                summary.indexed,
                summary.won,
                summary.lost,
                plies(summary.longest_win),
                plies(summary.longest_loss)
            )?;
        }
        writeln!(out, "\nlongest wins and losses")?;
        for record in self.values.manifest().layers.iter().rev() {
            let summary = &record.summary;
            for (word, longest) in [("win", summary.longest_win), ("lose", summary.longest_loss)] {
                if let (Some(longest), Some(text)) = (longest, self.hardest(record, longest)) {
                    writeln!(out, "{text}  {word} in {}, one of {}", longest.plies, longest.count)?;
                }
            }
        }
        writeln!(out, "\nfirst placements, symmetric ones once")?;
        for (placement, count) in self.placements()? {
            let (refuting, replies) = placement.refutations;
            writeln!(
                out,
                "{}  {}, {refuting} of {replies} replies win, one of {count}",
                self.text(placement.mv),
                placement.value
            )?;
        }
        Ok(())
    }

    fn write_json(&self, report: bool, out: &mut impl Write) -> Result<(), Failure> {
        let board = self.board();
        let size = format!("{}x{}", board.width(), board.height());
        let mut line = json!({
            "by": self.by, "board": size, "pawns": board.pawns(),
            "position": board.game().write(&board.sorted(&self.position)), "verdict": self.value.verdict.to_string(),
            "plies": self.value.plies, "best": self.best(), "positions": self.positions(),
        });
        if !report {
            line["seconds"] = self.seconds.into();
            writeln!(out, "{line}")?;
            return Ok(());
        }
        line["checksum"] = self.checksum().into();
        writeln!(out, "{line}")?;
        for record in self.values.manifest().layers.iter().rev() {
            let summary = &record.summary;
            let longest = |longest: Option<Longest>| -> Value {
                let (Some(found), Some(text)) = (longest, self.hardest(record, longest)) else {
                    return Value::Null;
                };
                json!({ "plies": found.plies, "count": found.count, "position": text })
            };
            let line = json!({
                "layer": summary.layer, "indexed": summary.indexed,
                "won": summary.won, "lost": summary.lost,
                "longest_win": longest(summary.longest_win),
                "longest_loss": longest(summary.longest_loss),
                "crc32": format!("{:08x}", record.checksum),
            });
            writeln!(out, "{line}")?;
        }
        for (placement, count) in self.placements()? {
            let (refuting, replies) = placement.refutations;
            let line = json!({
                "placement": self.text(placement.mv), "symmetric": count,
                "verdict": placement.value.verdict.to_string(), "plies": placement.value.plies,
                "winning_replies": refuting, "replies": replies,
            });
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}
