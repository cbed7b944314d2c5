//! `agon contest`: plays the contest of a file.

use std::io::Write;

use agon_arena::contest::Record;
use agon_contest::{
    Archive, ArchiveContest, Broken, ContestFile, ContestWork, Entrant, Event, print_contest,
    print_contest_json, write_adjudicated, write_csv, write_records, write_report,
};
use agon_core::counted;
use agon_host::{Failure, notice};
use agon_sandbox::{EngineLog, Level};

use crate::cli::ContestArgs;
use crate::workplace::Workplace;

pub fn contest(args: &ContestArgs, out: &mut impl Write) -> Result<(), Failure> {
    let path = args.archive.clone().unwrap_or_else(|| args.file.with_extension("games"));
    let broken = args.skip_broken.then_some(Broken::Skip);
    let mut contest = ContestFile::read(&args.file, std::slice::from_ref(&path), broken)?;
    contest.go_on_as(&path);
    warn_broken(&contest);
    contest.openings_note.iter().for_each(notice);
    let log = args.run.log.as_deref().map(|path| EngineLog::create(Some(path))).transpose()?;
    contest.event.entrants.iter_mut().for_each(|entrant| entrant.log = log.clone());
    let ContestFile { event, tournament, identity, bonus, .. } = &contest;
    let Event { name, entrants, .. } = event;
    let described =
        ArchiveContest { name, tournament, settings: identity, entrants, bonus, may_change: true };
    let (archive, changes) = Archive::open(&path, &described)?;
    if let Some(changes) = changes {
        notice(changes);
    }
    if entrants.iter().any(Entrant::has_program) {
        let line = agon_sandbox::ready(Level::Unprotected)?.to_string();
        notice(&line);
        archive.store_restrictions(&line)?;
    }
    let workplace = Workplace::of(&args.run.cluster, args.run.concurrency)?;
    let stored = archive.load()?;
    if !stored.games.is_empty() {
        let games = counted(stored.games.len() as u64, "game");
        notice(format_args!(
            "resuming: {games} were played before, and are kept in {}",
            path.display()
        ));
    }
    let mut work = ContestWork::new(&contest, &stored, archive.writer()?);
    let lines = workplace.play(event, Some(&path), 1, &mut work)?;
    archive.store_workers(&lines)?;
    let stored = archive.load()?;
    let page = args.report.clone().unwrap_or_else(|| args.file.with_extension("html"));
    let page = write_report(&page, &stored)?;
    let records = || -> Vec<Record> {
        stored.games_in_order().into_iter().map(|(_, record)| record.clone()).collect()
    };
    if let Some(path) = &args.run.records {
        write_records(path, &records())?;
    }
    if let Some(path) = &args.run.adjudicated {
        write_adjudicated(path, &records())?;
    }
    let state = tournament.state(&stored.results());
    if let Some(folder) = &args.csv {
        write_csv(folder, &stored, &state)?;
    }
    match args.run.json {
        true => print_contest_json(&stored, &state, out)?,
        false => print_contest(&stored, &state, out)?,
    }
    notice(format_args!("the report is in {}", page.display()));
    if !state.is_over {
        notice("stopped before all games were played; the same command goes on");
        return Err(Failure::Unknown);
    }
    Ok(())
}

/// Warns about entrants that cannot play.
fn warn_broken(contest: &ContestFile) {
    for (name, message) in &contest.left_out {
        notice(format_args!("{message}\n{name} is left out"));
    }
    for entrant in &contest.event.entrants {
        if let Some(message) = &entrant.broken {
            notice(format_args!("{message}\n{} loses its games without play", entrant.name));
        }
    }
}
