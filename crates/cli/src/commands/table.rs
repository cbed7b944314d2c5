//! `agon table` and `agon verify`: build and check tables of solved positions.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use agon_arena::small_boards;
use agon_host::{Failure, Progress, interrupt, notice};
use agon_tablebase::{
    Board, Build, BuildOptions, Check, Estimate, Grid, StreamedBuild, StreamedEstimate,
    StreamedOptions, Table, TableRefusal, Values as _, verify as check,
};
use serde_json::json;

use super::solve::UntilInterrupt;
use crate::cli::{TableArgs, VerifyArgs};
use crate::workplace::threads;

/// Builds a table, or continues one.
pub fn table(args: &TableArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.streaming {
        return stream(args, out);
    }
    let (width, height) = args.board;
    let board = Board::new(width, height).and_then(|board| board.with_pawns(args.pawns.into()));
    let board = board.map_err(Failure::refused)?;
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => default_folder(board)?,
    };
    let threads = threads(args.threads);
    let options = BuildOptions {
        threads,
        memory: args.memory << 20,
        disk: args.disk << 20,
        checkpoint: args.checkpoint,
    };
    let started = Instant::now();
    let estimate = Estimate::new(board);
    let build = Build::open(board, &folder, options).map_err(Failure::refused)?;
    notice(format_args!("{board}: {}", effort(&estimate, threads)));
    if let Some(damage) = build.damage() {
        notice(damage);
    }
    let begun = build.done();
    if begun > 0 {
        notice(format_args!("{begun} positions are already solved"));
    }
    let manifest = shown("positions", |progress| build.run(progress, |_| ()))?;
    let seconds = started.elapsed().as_secs_f64();
    let checksum = format!("{:08x}", manifest.checksum());
    let table = folder.display().to_string();
    if args.json {
        let line = json!({
            "board": format!("{}x{}", board.width(), board.height()), "pawns": board.pawns(),
            "positions": estimate.positions, "solved": estimate.positions - begun,
            "checksum": checksum, "table": table, "seconds": seconds,
        });
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{board}: {} positions, checksum {checksum}\n{table}", estimate.positions)?;
    }
    Ok(())
}

/// Solves a board of which only counts and starts are kept, or goes on with it.
fn stream(args: &TableArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (width, height) = args.board;
    let grid = Grid::new(width, height, args.pawns.into()).map_err(Failure::refused)?;
    let folder = args.out.as_ref().ok_or(Failure::Usage("--streaming needs --out".into()))?;
    let threads = threads(args.threads);
    let (memory, disk) = (args.memory << 20, args.disk << 20);
    let started = Instant::now();
    let estimate = StreamedEstimate::new(grid);
    let options = StreamedOptions { threads, memory, disk };
    let build = StreamedBuild::open(grid, folder, options).map_err(Failure::refused)?;
    notice(format_args!(
        "{grid}: {} positions, about {} on {}, {} MiB of memory, {} MiB of disk",
        estimate.positions,
        duration(estimate.seconds(threads)),
        agon_core::counted(threads as u64, "thread"),
        estimate.memory.div_ceil(1 << 20),
        estimate.disk.div_ceil(1 << 20),
    ));
    if let Some(damage) = build.damage() {
        notice(damage);
    }
    let begun = build.layers().len();
    if begun > 0 {
        notice(format_args!("{begun} of {} layers are already solved", grid.last_layer() + 1));
    }
    let (manifest, placements) = shown("bytes", |progress| build.run(progress, |_| ()))?;
    let beaten = placements.iter().filter(|placement| !placement.beating.is_empty()).count();
    let lost: usize = placements.iter().map(|placement| placement.beating.len()).sum();
    let won = placements.iter().map(|placement| placement.replies).sum::<usize>() - lost;
    let positions: u64 = manifest.layers.iter().map(|layer| layer.won + layer.lost).sum();
    let checksum = format!("{:08x}", manifest.checksum());
    if args.json {
        let line = json!({
            "board": format!("{width}x{height}"), "pawns": args.pawns, "positions": positions,
            "won": manifest.layers.iter().map(|layer| layer.won).sum::<u64>(),
            "starts_won": won, "starts_lost": lost, "checksum": checksum,
            "folder": folder.display().to_string(), "seconds": started.elapsed().as_secs_f64(),
        });
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "{grid}: {positions} positions, checksum {checksum}\nstarts: the side to move wins \
             {won} and loses {lost}\nfirst placements: {beaten} of {} are beaten by a reply\n{}",
            placements.len(),
            folder.display()
        )?;
    }
    Ok(())
}

/// Does long work that can be interrupted, and shows how much is done.
fn shown<T>(
    unit: &str,
    work: impl FnOnce(&dyn agon_core::Progress) -> Result<T, TableRefusal> + Send,
) -> Result<T, Failure> {
    let progress = Progress::of(1000);
    let done = interrupt::during(|| {
        let show = |done: u64, most: u64| {
            progress.advance_to((1000 * u128::from(done) / u128::from(most.max(1))) as u64);
            let (done, most) = (done / 1_000_000, most / 1_000_000);
            progress.show(format_args!("{done} of {most} million {unit}"));
        };
        work(&UntilInterrupt(show))
    });
    progress.clear();
    match done {
        Err(TableRefusal::Stopped) => {
            notice("stopped; the same command goes on from what is saved");
            Err(Failure::Unknown)
        }
        done => done.map_err(Failure::refused),
    }
}

/// Checks a table. A fault is a result, which JSON has too.
pub fn verify(args: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    let told = check_table(args, out)?;
    if let (Err(fault), true) = (&told, args.json) {
        writeln!(out, "{}", json!({ "verdict": "damaged", "fault": fault.to_string() }))?;
    }
    told.map_err(Failure::refused)
}

/// Checks a table. The inner error is a fault of it.
fn check_table(
    args: &VerifyArgs,
    out: &mut impl Write,
) -> Result<Result<(), TableRefusal>, Failure> {
    let table = match Table::open(&args.file) {
        Err(fault @ TableRefusal::Damaged { .. }) => return Ok(Err(fault)),
        table => table.map_err(Failure::refused)?,
    };
    let how = match args.all {
        true => Check::All,
        false => Check::Sample { positions: args.sample, seed: args.seed },
    };
    let progress = Progress::default();
    let report = interrupt::during(|| {
        let show = |done: u64, most: u64| {
            progress.show(format_args!("layers with {done} of {most} positions checked"));
        };
        check(&table, how, threads(args.threads), &UntilInterrupt(show))
    });
    progress.clear();
    let report = match report {
        Err(fault @ (TableRefusal::Damaged { .. } | TableRefusal::Wrong { .. })) => {
            return Ok(Err(fault));
        }
        report => report.map_err(Failure::refused)?,
    };
    let board = table.board();
    let positions = Estimate::new(board).positions;
    let checksum = format!("{:08x}", table.manifest().checksum());
    if args.json {
        let line = json!({
            "board": format!("{}x{}", board.width(), board.height()), "pawns": board.pawns(),
            "verdict": "intact", "layers": report.layers, "checked": report.positions,
            "positions": positions, "checksum": checksum,
        });
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "intact: {board}, checksum {checksum}\n{} of {positions} positions in {} layers follow from their moves",
            report.positions, report.layers
        )?;
    }
    Ok(Ok(()))
}

/// The default folder of a board's table.
pub fn default_folder(board: Board) -> Result<PathBuf, Failure> {
    let missing =
        || Failure::Refused("the user has no data folder: name one with AGON_DATA".into());
    small_boards::table_folder(board).ok_or_else(missing)
}

/// Describes the cost of building a table.
pub fn effort(estimate: &Estimate, threads: usize) -> String {
    let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
    format!(
        "{} positions, about {} on {}, {} MiB of memory, {} MiB of disk of which {} MiB stay",
        estimate.positions,
        duration(estimate.seconds(threads)),
        agon_core::counted(threads as u64, "thread"),
        mebibytes(estimate.memory),
        mebibytes(estimate.disk),
        mebibytes(estimate.table),
    )
}

fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => agon_core::counted(seconds.max(1), "second"),
        _ => agon_core::counted(seconds.div_ceil(60), "minute"),
    }
}
