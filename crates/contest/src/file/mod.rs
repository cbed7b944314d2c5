//! Contest files, with errors that show the place.

mod entries;
mod section;

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::{Format, Tournament};
use agon_arena::contest::{MoveLimits, ScoreRules, TIME_MARGIN};
use agon_arena::{GameEntry, PlayerSpec, find, games, is_game_file};
use agon_host::{Failure, store};
use agon_infer::nearest;
use agon_inputs::game_files;
use agon_sandbox::EngineLimits;
use toml::Spanned;
use toml::de::DeTable;

use self::entries::{Candidate, all_broken, candidates};
use self::section::{FileError, ReadError, Section};
use super::{
    Archive, Entrant, Event, GameSettings, Identity, Openings, RefereeRules, read_clock, read_draw,
    read_resign,
};

pub use self::entries::Broken;

/// The largest contest file, in bytes.
const MAX_FILE: u64 = 1 << 20;

const MAX_ENTRANTS: usize = 1000;

const MAX_GAMES: u64 = 100_000;

const KEYS: [&str; 27] = [
    "name",
    "game",
    "position",
    "format",
    "seed",
    "rounds",
    "challenger",
    "pairs",
    "extra_depth",
    "openings",
    "opening_plies",
    "depth",
    "nodes",
    "movetime",
    "clock",
    "margin",
    "max_plies",
    "adjudicate",
    "prove",
    "resign",
    "draw",
    "bonus",
    "broken",
    "entries",
    "grant",
    "player",
    "entry",
];

const ENTRY_KEYS: [&str; 4] = ["name", "eval", "player", "placements"];

const FORMATS: [&str; 4] = ["round-robin", "gauntlet", "swiss", "single-elimination"];

pub struct ContestFile {
    /// Its name, its entrants, and how games are played.
    pub event: Event,
    pub tournament: Tournament,
    /// Entries that are left out because they cannot play, with the reasons.
    pub left_out: Vec<(String, String)>,
    pub bonus: Vec<u64>,
    /// Identifies the settings in the archive.
    pub identity: Identity,
    /// What games start from, if the file does not say it and they have openings.
    pub openings_note: Option<String>,
    /// The openings that an archive may have been begun with instead.
    other_openings: Vec<Openings>,
}

impl ContestFile {
    /// An archive that was begun with other openings than the file means now goes on with its own.
    pub fn go_on_as(&mut self, archive: &Path) {
        let Some(stored) = Archive::settings(archive) else { return };
        if self.identity.is(&stored) {
            return;
        }
        let Event { settings, rules, entrants, .. } = &self.event;
        let moves: Vec<&[String]> = entrants.iter().map(|one| one.first_moves.as_slice()).collect();
        let identity = |settings: &GameSettings| rules.add_to(settings.identity(Some(&moves)));
        if let Some(found) = settings.begun_as(&stored, &self.other_openings, &identity) {
            (self.event.settings, self.identity) = found;
            let note = "the contest goes on with the openings that it was begun with".into();
            self.openings_note = Some(note);
        }
    }

    /// Reads a contest file and the files that it names. Programs cannot read `private`, the
    /// contest file, or each other's files. `broken` overrides what the file says about entries
    /// that cannot play.
    pub fn read(
        path: &Path,
        private: &[PathBuf],
        broken: Option<Broken>,
    ) -> Result<ContestFile, Failure> {
        let missing = || store::about_file(path, "there is no such file");
        let bytes = store::read(path, MAX_FILE)?.ok_or_else(missing)?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| store::about_file(path, "is not UTF-8 text"))?;
        let source = Source { path, text: &text, folder: path.parent().unwrap_or(Path::new("")) };
        let read = || -> Result<ContestFile, ReadError> {
            let document = DeTable::parse(&text).map_err(|error| {
                FileError::new(error.span().unwrap_or_default(), error.message())
            })?;
            let top = Section { span: document.span(), table: document.get_ref() };
            top.check_keys(&KEYS)?;
            contest(&top, &source, private, broken)
        };
        read().map_err(|error| match error {
            ReadError::Elsewhere(failure) => failure,
            ReadError::InFile(error) => Failure::Shown(source.show(&error)),
        })
    }
}

/// The text of a contest file.
struct Source<'a> {
    path: &'a Path,
    text: &'a str,
    /// All its paths are relative to this folder.
    folder: &'a Path,
}

impl Source<'_> {
    fn show(&self, error: &FileError) -> String {
        error.show(self.path, self.text)
    }

    fn message(&self, error: &ReadError) -> String {
        match error {
            ReadError::InFile(error) => self.show(error),
            ReadError::Elsewhere(failure) => failure.to_string(),
        }
    }
}

fn contest(
    top: &Section<'_>,
    source: &Source<'_>,
    private: &[PathBuf],
    broken: Option<Broken>,
) -> Result<ContestFile, ReadError> {
    let Source { path, folder, .. } = *source;
    let game = game(top)?;
    let name = top.text("name")?.map(|(name, _)| name.to_string());
    let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.unwrap_or_else(stem);
    let mut settings = settings(top, game, folder)?;
    let rules = referee_rules(top)?;
    let in_file = Broken::read(top)?;
    let bonus = top.numbers("bonus", 1..1_000_001, MAX_ENTRANTS)?;
    let candidates = candidates(top, folder, settings.game.name).map_err(|errors| {
        let shown: Vec<String> = errors.iter().map(|error| source.show(error)).collect();
        ReadError::Elsewhere(Failure::Shown(shown.join("\n\n")))
    })?;
    let names: Vec<&str> = candidates.iter().map(|one| one.name.as_str()).collect();
    // Entries that are left out do not change how the others play.
    let listed_format = format(top, &names)?;
    let mut private = private.to_vec();
    private.push(path.to_path_buf());
    private.extend(candidates.iter().flat_map(|one| one.files(folder)));
    let grants = grants(top, folder)?;
    let programs = EngineLimits { folder: folder.into(), grants, private, ..Default::default() };
    let start = settings.start(0).map_err(|refused| ReadError::Elsewhere(refused.into()))?;
    let read =
        |one: &Candidate<'_>| one.entrant(&settings, listed_format, folder, &programs, &start);
    let (mut entrants, mut failed) = (Vec::new(), Vec::new());
    let chosen = broken.or(in_file);
    let mut broken = chosen.unwrap_or_default();
    let mut has_other_failures = false;
    for candidate in &candidates {
        match read(candidate) {
            Ok(entrant) => entrants.push(entrant),
            Err(error) => {
                let message = source.message(&error);
                if broken == Broken::Walkover {
                    entrants.push(candidate.broken(&message, folder));
                }
                has_other_failures |= !candidate.is_hand_in();
                failed.push((candidate.name.clone(), message));
            }
        }
    }
    // The hand-ins of a class that connect play without the others, unless somebody says otherwise.
    if chosen.is_none() && !has_other_failures {
        broken = Broken::Skip;
    }
    let too_few = entrants.iter().filter(|entrant| entrant.broken.is_none()).count() < 2;
    if !failed.is_empty() && (broken == Broken::Refuse || too_few) {
        return Err(ReadError::Elsewhere(all_broken(&failed, candidates.len())));
    }
    let left_out = if broken == Broken::Skip { failed } else { Vec::new() };
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let format = format(top, &names)?;
    let pairs = top.number("pairs", 1..100_001)?.unwrap_or(1) as u32;
    let tournament = Tournament { entrants: entrants.len(), format, pairs, seed: settings.seed };
    if tournament.games() > MAX_GAMES {
        let span = top.get("pairs").map_or(0..0, Spanned::span);
        let what = format!("this makes {} games, more than {MAX_GAMES}", tournament.games());
        return Err(FileError::new(span, what).into());
    }
    let mut openings_note = None;
    let mut other_openings: Vec<Openings> = settings.openings.earlier().into_iter().collect();
    if top.get("openings").is_none() {
        let plies = opening_plies(top)?;
        other_openings = vec![Openings::Usual, Openings::distinct(plies)];
        if would_repeat(&tournament, &entrants) {
            settings.openings = Openings::distinct(plies);
            openings_note = Some(format!(
                "games start from random openings of {plies} plies, since players like these would \
                 repeat their games; openings = \"none\" in the contest file starts all from one \
                 position"
            ));
        }
    }
    let first_moves: Vec<&[String]> =
        entrants.iter().map(|entry| entry.first_moves.as_slice()).collect();
    let identity = rules.add_to(settings.identity(Some(&first_moves)));
    let event = Event { name, is_match: false, settings, rules, entrants };
    Ok(ContestFile { event, tournament, left_out, bonus, identity, openings_note, other_openings })
}

/// Whether two who meet would repeat their games without openings: both play the same moves again
/// from the same start. Who lists placements wants the usual start.
fn would_repeat(tournament: &Tournament, entrants: &[Entrant]) -> bool {
    let repeats = |entrant: &&Entrant| entrant.broken.is_none() && !entrant.player.varies();
    !matches!(tournament.format, Format::Elimination { .. })
        && tournament.pairs > 1
        && entrants.iter().filter(repeats).count() > 1
        && entrants.iter().all(|entrant| entrant.first_moves.is_empty())
}

/// The number of random moves of a random opening.
fn opening_plies(top: &Section<'_>) -> Result<u32, FileError> {
    let plies = top.number("opening_plies", 0..101)?;
    Ok(plies.map_or(Openings::PLIES, |plies| plies as u32))
}

/// What programs may read besides what their commands name.
fn grants(top: &Section<'_>, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let grant = |(name, span): (&str, Range<usize>)| {
        let path = folder.join(name);
        let missing = || FileError::new(span, format!("there is no {name} to grant"));
        path.exists().then_some(path).ok_or_else(missing)
    };
    top.text_or_texts("grant")?.into_iter().map(grant).collect()
}

fn game(top: &Section<'_>) -> Result<&'static GameEntry, FileError> {
    let names = games().iter().map(|entry| entry.name);
    let all = names.clone().collect::<Vec<_>>().join(", ");
    let Some((name, span)) = top.text("game")? else {
        let missing = FileError::new(0..0, "the file does not say which game is played");
        return Err(missing.hint(format!("write game = \"NAME\"; the names are {all}")));
    };
    if is_game_file(name) {
        return game_files::open(name).map_err(|why| FileError::new(span, why));
    }
    find(name).ok_or_else(|| {
        let hint = nearest(name, names).map(|near| format!("a similar name exists: {near}"));
        FileError::new(span, format!("there is no game {name}"))
            .hint(hint.unwrap_or(format!("the games are {all}")))
    })
}

fn settings(
    top: &Section<'_>,
    game: &'static GameEntry,
    folder: &Path,
) -> Result<GameSettings, ReadError> {
    let from = match top.text("position")? {
        None => "startpos".to_string(),
        Some((text, span)) => {
            let session = game.open(text).map_err(|refused| {
                FileError::new(span.clone(), format!("the position is refused: {refused}"))
            })?;
            if session.outcome().is_some() {
                return Err(FileError::new(span, "the game is over in this position").into());
            }
            text.to_string()
        }
    };
    let plies = opening_plies(top)?;
    let openings = match top.text("openings")? {
        None => Openings::Usual,
        Some((text, _)) => {
            Openings::read(game, &from, text, plies, folder).map_err(ReadError::Elsewhere)?
        }
    };
    let clock = match top.text("clock")? {
        None => None,
        Some((text, span)) => Some(read_clock(text).map_err(|what| FileError::new(span, what))?),
    };
    let limits = MoveLimits {
        depth: top
            .number("depth", 1..u64::from(PlayerSpec::MAX_ENGINE_DEPTH) + 1)?
            .map(|n| n as u32),
        nodes: top.number("nodes", 1..u64::MAX)?,
        movetime: top.number("movetime", 1..86_400_001)?.map(|time| time * 1000),
        clock,
    };
    let by_proof = top.value("adjudicate", "true or false", |value| value.as_bool())?;
    Ok(GameSettings {
        game,
        from,
        openings,
        limits,
        max_plies: top.number("max_plies", 1..1_000_001)?.map(|most| most as usize),
        adjudicate: by_proof.is_some_and(|(flag, _)| flag),
        seed: top.number("seed", 0..i64::MAX as u64)?.unwrap_or(0),
    })
}

/// How late moves may be, and when games end by score.
fn referee_rules(top: &Section<'_>) -> Result<RefereeRules, FileError> {
    let margin = top.number("margin", 0..PlayerSpec::MAX_MARGIN + 1)?.unwrap_or(TIME_MARGIN);
    let resign = score_rule(top, "resign", "\"600,3\"", read_resign)?;
    let draw = score_rule(top, "draw", "\"10,8,40\"", read_draw)?;
    let prove = top.number("prove", 1..u64::MAX)?;
    Ok(RefereeRules { margin, scores: ScoreRules { resign, draw }, prove })
}

fn score_rule<T>(
    top: &Section<'_>,
    key: &str,
    example: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, FileError> {
    let wanted = format!("a text in quotes, as {key} = {example}");
    let Some((text, span)) = top.value(key, &wanted, |value| value.as_str())? else {
        return Ok(None);
    };
    read(text).map(Some).map_err(|what| FileError::new(span, what))
}

fn format(top: &Section<'_>, entrants: &[&str]) -> Result<Format, FileError> {
    let all = FORMATS.join(", ");
    let Some((name, span)) = top.text("format")? else {
        let missing = FileError::new(0..0, "the file does not say how it is played out");
        return Err(missing.hint(format!("write format = \"NAME\"; the names are {all}")));
    };
    let only = |key: &str, formats: &[&str]| match top.get(key) {
        Some(value) if !formats.contains(&name) => {
            let what = format!("{key} means nothing in the format {name}");
            Err(FileError::new(value.span(), what)
                .hint(format!("it is for {}", formats.join(" and "))))
        }
        _ => Ok(()),
    };
    only("rounds", &["swiss"])?;
    only("challenger", &["gauntlet"])?;
    only("extra_depth", &["single-elimination"])?;
    let others = &FORMATS[..3];
    for key in ["pairs", "depth", "nodes", "movetime", "clock", "openings", "opening_plies"] {
        only(key, others)?;
    }
    match name {
        "round-robin" => Ok(Format::RoundRobin),
        "swiss" => {
            // Enough rounds that at most one entrant can win all its games.
            let usual = u64::from(entrants.len().next_power_of_two().trailing_zeros());
            let rounds = top.number("rounds", 1..1001)?.unwrap_or(usual) as u32;
            Ok(Format::Swiss { rounds })
        }
        "single-elimination" => {
            let extra_depth = top.number("extra_depth", 3..5)?.unwrap_or(3) as u32;
            Ok(Format::Elimination { extra_depth })
        }
        "gauntlet" => {
            let Some((wanted, span)) = top.text("challenger")? else {
                return Ok(Format::Gauntlet { challenger: 0 });
            };
            let challenger = entrants.iter().position(|&name| name == wanted);
            let challenger = challenger
                .ok_or_else(|| FileError::new(span, format!("there is no entry {wanted}")))?;
            Ok(Format::Gauntlet { challenger })
        }
        _ => {
            let near = nearest(name, FORMATS).map(|near| format!("a similar name exists: {near}"));
            Err(FileError::new(span, format!("there is no format {name}"))
                .hint(near.unwrap_or(format!("the formats are {all}"))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_lists_every_key_and_format() {
        let page = include_str!("../../../../docs/reference/contest-file.md");
        for key in KEYS.iter().chain(&ENTRY_KEYS).chain(&FORMATS).filter(|key| **key != "entry") {
            assert!(page.contains(&format!("`{key}`")), "docs/reference/contest-file.md: {key}");
        }
    }
}
