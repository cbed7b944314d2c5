//! Checks, counts and samples data files.

use std::io::Write;
use std::path::Path;

use agon_arena::data::{DataRecord, GameResult, ReadPosition};
use agon_core::{Rng, Side, counted, score_words};
use agon_host::store::about_file;
use agon_host::{Failure, interrupt, notice};
use serde_json::json;

use crate::{DataReader, KnownKeys};

/// Calls `each` with every record until the end or an interruption.
pub fn for_each(
    mut reader: DataReader,
    mut each: impl FnMut(&DataReader, DataRecord, ReadPosition) -> Result<(), Failure>,
) -> Result<DataReader, Failure> {
    interrupt::during(|| {
        while let Some((record, position)) = reader.next_record()? {
            each(&reader, record, position)?;
            if interrupt::interrupted() {
                notice("stopped before the end of the file");
                return Err(Failure::Unknown);
            }
        }
        Ok(())
    })?;
    Ok(reader)
}

#[derive(Default)]
struct Census {
    games: u64,
    records: u64,
    results: [u64; 4],
    asides: u64,
    wins_now: u64,
    proven: u64,
    unscored: u64,
    duplicates: u64,
    plies: u64,
    last_game: Option<u32>,
    is_whole: bool,
}

impl Census {
    fn add(&mut self, record: &DataRecord) {
        self.games += u64::from(self.last_game != Some(record.game));
        self.last_game = Some(record.game);
        self.is_whole = record.is_last;
        self.records += 1;
        self.results[record.result as usize] += 1;
        self.asides += u64::from(record.is_aside);
        self.wins_now += u64::from(record.wins_now);
        self.unscored += u64::from(record.score.is_none());
        let is_proven = record.score.is_some_and(|score| score.proven().is_some());
        self.proven += u64::from(is_proven);
        self.plies += u64::from(record.ply);
    }
}

/// Prints the numbers of games, positions and results.
pub fn count_data(file: &Path, is_json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let mut census = Census { is_whole: true, ..Census::default() };
    let mut known = KnownKeys::new(KnownKeys::SLOTS);
    for_each(DataReader::open(file)?, |_, record, position| {
        census.add(&record);
        census.duplicates += u64::from(!known.insert(position.key));
        Ok(())
    })?;
    let Census { games, records, results, asides, wins_now, proven, unscored, duplicates, .. } =
        census;
    let mean_ply = census.plies as f64 / records.max(1) as f64;
    if is_json {
        let result = |result: GameResult| results[result as usize];
        let line = json!({
            "games": games, "positions": records, "duplicates": duplicates,
            "wins": result(GameResult::Win), "draws": result(GameResult::Draw),
            "losses": result(GameResult::Loss), "unknown": result(GameResult::Unknown),
            "asides": asides, "wins_now": wins_now, "proven": proven, "unscored": unscored,
            "mean_ply": mean_ply,
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let [losses, draws, wins, unknown] = results;
    writeln!(out, "games       {games} with positions")?;
    writeln!(out, "positions   {records}, of which {duplicates} are repeated")?;
    writeln!(out, "results     {wins} wins, {draws} draws, {losses} losses of the side to move")?;
    writeln!(out, "            {unknown} unknown, of which {asides} are beside the line")?;
    writeln!(out, "decided     {proven} with a proven score, {wins_now} with an immediate win")?;
    writeln!(out, "no score    {unscored}")?;
    writeln!(out, "mean ply    {mean_ply:.1}")?;
    Ok(())
}

/// Checks every record, and that the records of a game fit together.
pub fn check_data(file: &Path, is_json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let mut census = Census { is_whole: true, ..Census::default() };
    let mut before: Option<DataRecord> = None;
    let mut winner: Option<Side> = None;
    let reader = for_each(DataReader::open(file)?, |reader, record, position| {
        let wrong = |what: &str| Err(reader.wrong_record(what));
        let previous = before.as_ref().filter(|previous| previous.game == record.game);
        match (&before, previous) {
            (Some(last), None) if last.game > record.game => {
                return wrong("is of an earlier game than the one before");
            }
            (Some(last), None) if !last.is_last => {
                return wrong("begins a game before the last record of the one before");
            }
            (_, Some(last)) if last.is_last => {
                return wrong("follows the last record of its game");
            }
            (_, Some(last)) if last.ply > record.ply => {
                return wrong("has an earlier ply than the one before");
            }
            _ => (),
        }
        if previous.is_none() {
            winner = None;
        }
        if record.wins_now != position.wins_now {
            return wrong("is wrong about an immediate win");
        }
        if let Err(refused) = record.check_result() {
            return wrong(&refused.to_string());
        }
        // A result on the line of play tells who won the game. A result of a side position tells
        // nothing.
        let mover = position.to_move;
        let won = match record.result {
            GameResult::Win => Some(mover),
            GameResult::Loss => Some(mover.opponent()),
            GameResult::Draw | GameResult::Unknown => None,
        };
        let is_proven = record.score.is_some_and(|score| score.proven().is_some());
        if let Some(side) = won.filter(|_| !record.is_aside && !is_proven)
            && *winner.get_or_insert(side) != side
        {
            return wrong("has another winner than the records of its game before");
        }
        census.add(&record);
        before = Some(record);
        Ok(())
    })?;
    if reader.is_cut() || !census.is_whole {
        let what = "ends in the middle of a game, which the command that made it would repair";
        return Err(about_file(file, what));
    }
    match is_json {
        true => {
            let line = json!({ "games": census.games, "positions": census.records, "sound": true });
            writeln!(out, "{line}")?;
        }
        false => {
            let positions = counted(census.records, "position");
            let games = counted(census.games, "game");
            writeln!(out, "{positions} of {games}: no faults")?;
        }
    }
    Ok(())
}

/// Prints some random records in the order of the file.
pub fn sample_data(
    file: &Path,
    is_json: bool,
    number: usize,
    seed: u64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut rng = Rng::seeded(seed);
    let mut drawn: Vec<(u64, DataRecord, ReadPosition)> = Vec::new();
    for_each(DataReader::open(file)?, |reader, record, position| {
        // Reservoir sampling: all records so far have the same chance.
        let place = reader.records();
        if drawn.len() < number {
            drawn.push((place, record, position));
        } else {
            let other = rng.below(place as usize);
            if let Some(slot) = drawn.get_mut(other) {
                *slot = (place, record, position);
            }
        }
        Ok(())
    })?;
    drawn.sort_by_key(|&(place, ..)| place);
    for (place, record, ReadPosition { position, mv, .. }) in drawn {
        let DataRecord { game, ply, score, result, is_aside, .. } = record;
        let result = result.name();
        if is_json {
            let line = json!({
                "record": place, "game": game, "ply": ply, "position": position, "move": mv,
                "score": score.map(|score| score.points()), "result": result, "aside": is_aside,
            });
            writeln!(out, "{line}")?;
            continue;
        }
        let score = score.map_or("none".into(), score_words);
        let aside = if is_aside { ", beside the line" } else { "" };
        writeln!(out, "{position}")?;
        writeln!(out, "  game {game}, ply {ply}: {mv}, score {score}, result {result}{aside}")?;
    }
    Ok(())
}
