//! `agon solve santorini --board`: the values of positions on small boards.

use std::io::Write;
use std::time::Instant;

use agon_arena::{Refused, small_boards};
use agon_core::{Game as _, Notation as _, Proven, StateSpace as _, Verdict, counted};
use agon_games::santorini::{Move, Position, Santorini};
use agon_host::{Failure, Progress, interrupt, notice};
use agon_tablebase::{
    Board, Estimate, LayerRecord, Longest, MAX_CELLS, MoveValue, Solution, Starts, Table,
    TableRefusal, Transposed, Values,
};
use serde_json::{Value, json};

use super::solve::UntilInterrupt;
use super::table::{default_folder, effort};
use crate::cli::{Method, SolveArgs};
use crate::workplace::threads;

/// The most positions of a board that is solved at once, in seconds.
const ON_THE_SPOT: u64 = 1 << 29;

/// The most positions of a board that is solved in a second or two, so that no table is looked for.
const QUICK: u64 = 1 << 25;

/// Prints the value of a position on a small board, and the report if asked for.
pub fn solve_board(
    args: &SolveArgs,
    started: Instant,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = args.position.text()?;
    let game = match &*text {
        "startpos" => Santorini::default(),
        text => Santorini::read(text).map_err(Refused::from)?.0,
    };
    if args.by == Some(Method::Theory) {
        return Err(Failure::Usage("no closed form is known for santorini".into()));
    }
    if args.limits.nodes.is_some() {
        let told = "--nodes does not apply to santorini, which is solved whole or not at all";
        return Err(Failure::Usage(told.into()));
    }
    let mut position = match &*text {
        "startpos" => game.start(),
        text => Santorini::read(text).map_err(Refused::from)?.1,
    };
    for mv in args.position.moves().split_whitespace() {
        let mv = game.read_move(&position, mv).map_err(Failure::refused)?;
        game.play(&mut position, mv).map_err(Failure::refused)?;
    }
    let start = SolvedStart::of(&game, &position);
    let found = match small_boards::board_of(&game) {
        Some(board) => values(args, board, start.is_some())?,
        None if Starts::of(game.board()).is_none() || args.board.table.is_some() => {
            return Err(too_large(&game));
        }
        None => None,
    };
    let Some((values, by)) = found else {
        if let Some(start) = start {
            return start.write(args, started, out);
        }
        say_what_is_known(&game);
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

/// The refusal of a board of which nothing is known.
fn too_large(game: &Santorini) -> Failure {
    let positions = game.state_space();
    Failure::Refused(format!(
        "santorini on {} is too large to solve: up to about {positions:.1e} positions; boards \
         of at most {MAX_CELLS} cells are solved, as with --board 3x4",
        game.board()
    ))
}

/// Says which positions of a board are known that is too large for a table.
fn say_what_is_known(game: &Santorini) {
    let is_large = small_boards::board_of(game).is_none();
    let Some(starts) = Starts::of(game.board()).filter(|_| is_large) else { return };
    let (won, lost) = starts.won_and_lost();
    notice(format_args!(
        "of {} the starts alone are known: the side to move wins {won} of them and loses {lost}; \
         with nothing built, and before placement, agon solve tells who wins, and agon best \
         searches other positions",
        game.board()
    ));
}

/// The values of a board, and their source.
type Found = (Box<dyn Values>, &'static str);

/// The values of a board: from the named table, computed if the board is small, or from the table
/// in the data folder. `None` if there is no table, with a message unless the position is known
/// without one.
fn values(args: &SolveArgs, board: Board, is_known: bool) -> Result<Option<Found>, Failure> {
    if let Some(folder) = &args.board.table {
        let table = Table::open(folder).map_err(Failure::refused)?;
        let found = table.board();
        return of_board(table, board).map(Some).ok_or_else(|| {
            Failure::refused(TableRefusal::OtherBoard {
                path: folder.display().to_string(),
                found: found.to_string(),
                wanted: board.to_string(),
            })
        });
    }
    let is_quick = Estimate::new(board).positions <= QUICK;
    for board_of_table in [board, board.transposed()].into_iter().filter(|_| !is_quick) {
        let folder = default_folder(board_of_table)?;
        if Table::is_built(&folder, board_of_table) {
            let table = Table::open(&folder).map_err(Failure::refused)?;
            return Ok(of_board(table, board));
        }
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
    if is_known {
        return Ok(None);
    }
    let (width, height, pawns) = (board.width(), board.height(), board.pawns());
    let pawns = if pawns == 2 { String::new() } else { format!(" --pawns {pawns}") };
    notice(format_args!(
        "{board} is solved by a table, which is not built yet. This builds it:\n  \
         agon table santorini --board {width}x{height}{pawns}\n{}",
        effort(&estimate, threads)
    ));
    Ok(None)
}

/// The values of a table for a board, which may be the transposed one; `None` if it is another.
fn of_board(table: Table, board: Board) -> Option<Found> {
    match table.board() {
        found if found == board => Some((Box::new(table), "table")),
        found if found == board.transposed() => Some((Box::new(Transposed(table)), "table")),
        _ => None,
    }
}

/// A start, or a position before placement, of a board of which only these are known.
struct SolvedStart<'a> {
    game: &'a Santorini,
    position: &'a Position,
    starts: &'static Starts,
    value: Proven,
}

impl<'a> SolvedStart<'a> {
    fn of(game: &'a Santorini, position: &'a Position) -> Option<SolvedStart<'a>> {
        let starts = Starts::of(game.board())?;
        let value = starts.value(game.board(), position)?;
        Some(SolvedStart { game, position, starts, value })
    }

    /// The placements that win, or those that the fewest replies beat.
    fn best(&self) -> Vec<String> {
        let rank = |mv: &Move| {
            let then = self.game.after(self.position, *mv);
            let is_won = self.starts.value(self.game.board(), &then)?.verdict == Verdict::Lose;
            Some((!is_won, self.starts.refutations(self.game.board(), &then)))
        };
        let moves = self.game.moves(self.position);
        let least = moves.iter().filter_map(rank).min();
        let best = moves.iter().filter(|mv| least.is_some() && rank(mv) == least);
        best.map(|&mv| self.game.write_move(self.position, mv)).collect()
    }

    /// The first placements: how many replies beat each, and how many there are.
    fn placements(&self) -> impl Iterator<Item = (String, usize, usize)> {
        let start = self.game.start();
        self.game.moves(&start).into_iter().map(move |mv| {
            let then = self.game.after(&start, mv);
            let beaten = self.starts.refutations(self.game.board(), &then).unwrap_or_default();
            (self.game.write_move(&start, mv), beaten, self.game.moves(&then).len())
        })
    }

    fn write(
        &self,
        args: &SolveArgs,
        started: Instant,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let board = self.game.board();
        let (won, lost) = self.starts.won_and_lost();
        let best = self.best();
        if args.json {
            let mut line = json!({
                "by": "starts", "board": format!("{}x{}", board.width(), board.height()),
                "pawns": board.pawns(), "position": self.game.write(self.position),
                "verdict": self.value.verdict.to_string(), "plies": null, "best": best,
                "positions": won + lost,
            });
            if !args.board.report {
                line["seconds"] = started.elapsed().as_secs_f64().into();
            }
            writeln!(out, "{line}")?;
            for (placement, beaten, replies) in self.placements().filter(|_| args.board.report) {
                let verdict = if beaten > 0 { Verdict::Lose } else { Verdict::Win };
                let line = json!({
                    "placement": placement, "symmetric": 1, "verdict": verdict.to_string(),
                    "plies": null, "winning_replies": beaten, "replies": replies,
                });
                writeln!(out, "{line}")?;
            }
            return Ok(());
        }
        writeln!(
            out,
            "{}\nby starts: {}, all known",
            self.value,
            counted((won + lost) as u64, "start")
        )?;
        if !best.is_empty() {
            writeln!(out, "best: {}", best.join(" "))?;
        }
        if args.board.report {
            writeln!(out, "\nfirst placements")?;
            for (placement, beaten, replies) in self.placements() {
                writeln!(out, "{placement}  {beaten} of {replies} replies win")?;
            }
        }
        Ok(())
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
