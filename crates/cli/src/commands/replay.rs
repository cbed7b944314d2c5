//! `agon replay`: checks and shows game records.

use std::io::{self, Read as _, Write};
use std::path::Path;

use agon_arena::contest::Record;
use agon_contest::{Archive, end_text, is_archive, read_record, record_json};
use agon_core::counted;
use agon_host::{Failure, store, write_error};
use agon_terminal::line_mode::draw;

use crate::cli::{ReplayArgs, ReplayFormat};

/// The size limit of a file of games, in bytes.
const MAX_FILE: u64 = 256 << 20;

/// Checks the games of a file, or one of them, and lists, converts or shows them.
pub fn replay(args: &ReplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let records = read(&args.file)?;
    if records.is_empty() {
        return Err(store::about_file(&args.file, "has no games"));
    }
    let Some(number) = args.game else {
        return list((1..).zip(&records), args.format, out);
    };
    let chosen = numbered(&records, number)?;
    match args.format {
        ReplayFormat::Table => show(chosen, out),
        format => list([(number, chosen)].into_iter(), format, out),
    }
}

/// The game of this number; the first is 1.
fn numbered(records: &[Record], number: u64) -> Result<&Record, Failure> {
    let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    place.and_then(|place| records.get(place)).ok_or_else(|| {
        let found = counted(records.len() as u64, "game");
        Failure::Refused(format!("there is no game {number}: the file has {found}"))
    })
}

/// Reads a game of a file by its number.
pub fn read_one(path: &Path, number: u64) -> Result<Record, Failure> {
    numbered(&read(path)?, number).cloned()
}

/// Writes games in a format, and their faults to standard error.
fn list<'a>(
    games: impl Iterator<Item = (u64, &'a Record)>,
    format: ReplayFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut is_wrong = false;
    for (number, record) in games {
        match format {
            ReplayFormat::Table => {
                let [p1, p2] = &record.players;
                let (result, reason) = (end_text(record), record.reason.as_deref());
                writeln!(
                    out,
                    "{number:>4}  {}  {p1} - {p2}  {result}  {}  ({})",
                    record.game,
                    counted(record.moves.len() as u64, "move"),
                    reason.unwrap_or("no reason"),
                )?;
            }
            ReplayFormat::Records => writeln!(out, "{record}")?,
            ReplayFormat::Json => writeln!(out, "{}", record_json(record))?,
        }
        if let Err(refused) = record.replay() {
            is_wrong = true;
            write_error(format_args!("error: game {number}: {refused}"));
        }
    }
    if is_wrong { Err(Failure::Unknown) } else { Ok(()) }
}

/// Reads all records of a file: text records, JSON lines, or an archive.
pub fn read(path: &Path) -> Result<Vec<Record>, Failure> {
    let wrong = |what: &str| store::about_file(path, what);
    if is_archive(path) {
        let contest = Archive::read(path)?;
        return Ok(contest
            .games_in_order()
            .into_iter()
            .map(|(_, record)| record.clone())
            .collect());
    }
    let bytes = match path == Path::new("-") {
        true => {
            let mut bytes = Vec::new();
            io::stdin().lock().take(MAX_FILE).read_to_end(&mut bytes)?;
            bytes
        }
        false => store::read(path, MAX_FILE)?.ok_or_else(|| wrong("there is no such file"))?,
    };
    let text = String::from_utf8(bytes).map_err(|_| wrong("is not UTF-8 text"))?;
    if !text.trim_start().starts_with('{') {
        return Record::read(&text).map_err(|refused| wrong(&refused.to_string()));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let record = |(place, line): (usize, &str)| {
        read_record(line).map_err(|what| wrong(&format!("line {}: {what}", place + 1)))
    };
    lines.map(record).collect()
}

fn show(record: &Record, out: &mut impl Write) -> Result<(), Failure> {
    let refused =
        |refused: agon_arena::contest::RecordRefusal| Failure::Refused(refused.to_string());
    record.replay().map_err(refused)?;
    let mut session = record.session().map_err(refused)?;
    let sides = session.sides();
    writeln!(out, "{}: {} - {}", record.game, record.players[0], record.players[1])?;
    for (name, text) in &record.tags {
        writeln!(out, "{name}: {text}")?;
    }
    let board = |session: &dyn agon_arena::AnySession| {
        session.text_board(None).unwrap_or_else(|| draw(&session.scene(None)))
    };
    writeln!(out, "\n{}", board(&*session))?;
    for (place, mv) in record.moves.iter().enumerate() {
        let side = sides[session.to_move().index()];
        let made = session.play(mv)?;
        let comment = record.note(place).and_then(|note| note.comment.as_deref());
        let comment = comment.map_or(String::new(), |comment| format!("  {{{comment}}}"));
        writeln!(out, "{}. {side} {made}{comment}\n\n{}", place + 1, board(&*session))?;
    }
    let reason = record.reason.as_deref().unwrap_or("no reason");
    Ok(writeln!(out, "{} ({reason})", end_text(record))?)
}
