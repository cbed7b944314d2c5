//! Contest files, with errors that show the place.

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use agon_arena::contest::{Format, MoveLimits, Tournament};
use agon_arena::{GAMES, GameEntry, PlayerSpec, find};
use agon_infer::nearest;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::entrant::files_of_player;
use super::{Entrant, GameSettings, Identity, Openings, read_clock};
use crate::failure::Failure;
use crate::store;

/// The largest contest file, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The most entrants.
const MAX_ENTRANTS: usize = 1000;

/// The most games of a contest.
const MAX_GAMES: u64 = 100_000;

/// The keys of a contest file.
const KEYS: [&str; 18] = [
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
    "max_plies",
    "adjudicate",
    "entry",
];

/// The keys of an entrant.
const ENTRY_KEYS: [&str; 4] = ["name", "eval", "player", "placements"];

const FORMATS: [&str; 4] = ["round-robin", "gauntlet", "swiss", "single-elimination"];

/// A contest file that was read.
pub struct ContestFile {
    /// The name of the contest.
    pub name: String,
    /// The tournament.
    pub tournament: Tournament,
    /// How games are played.
    pub settings: GameSettings,
    /// The entrants.
    pub entrants: Vec<Entrant>,
    /// By which the archive recognises the settings.
    pub identity: Identity,
}

/// An error in the file: the place, a message, and a hint.
struct FileError {
    span: Range<usize>,
    message: String,
    hint: Option<String>,
}

impl FileError {
    fn new(span: Range<usize>, message: impl Into<String>) -> FileError {
        FileError { span, message: message.into(), hint: None }
    }

    fn hint(self, hint: impl Into<String>) -> FileError {
        FileError { hint: Some(hint.into()), ..self }
    }
}

/// Why the file cannot be used: an error in it, or in something that it names.
enum ReadError {
    InFile(FileError),
    Elsewhere(Failure),
}

impl From<FileError> for ReadError {
    fn from(error: FileError) -> ReadError {
        ReadError::InFile(error)
    }
}

impl ContestFile {
    /// Reads a contest file, and everything that it names. Programs are kept from what is
    /// private, from the contest file and from each other's files.
    pub fn read(path: &Path, private: &[PathBuf]) -> Result<ContestFile, Failure> {
        let missing = || store::about_file(path, "there is no such file");
        let bytes = store::read(path, MAX_FILE)?.ok_or_else(missing)?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| store::about_file(path, "is not UTF-8 text"))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let read = || {
            let document = DeTable::parse(&text).map_err(|error| {
                FileError::new(error.span().unwrap_or_default(), error.message())
            })?;
            let top = Section { span: 0..0, table: document.get_ref() };
            top.check_keys(&KEYS)?;
            contest(&top, path, folder, private)
        };
        read().map_err(|wrong| match wrong {
            ReadError::Elsewhere(failure) => failure,
            ReadError::InFile(error) => show(path, &text, &error),
        })
    }
}

/// An error with the line where it is.
fn show(path: &Path, text: &str, error: &FileError) -> Failure {
    let path = path.display().to_string();
    let snippet = Snippet::source(text)
        .path(path.as_str())
        .annotation(AnnotationKind::Primary.span(error.span.clone()));
    let mut report = vec![Level::ERROR.primary_title(error.message.as_str()).element(snippet)];
    if let Some(hint) = &error.hint {
        report.push(Group::with_title(Level::HELP.secondary_title(hint.as_str())));
    }
    Failure::Shown(Renderer::plain().render(&report).to_string())
}

/// A table of the file.
struct Section<'a> {
    /// Where it is.
    span: Range<usize>,
    table: &'a DeTable<'a>,
}

impl<'a> Section<'a> {
    /// Refuses unknown keys.
    fn check_keys(&self, known: &[&str]) -> Result<(), FileError> {
        let unknown = self.table.keys().find(|key| !known.contains(&&**key.get_ref()));
        let Some(key) = unknown else { return Ok(()) };
        let name = key.get_ref();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => format!("a similar key exists: {near}"),
            None => format!("the keys are {}", known.join(", ")),
        };
        Err(FileError::new(key.span(), format!("there is no key {name}")).hint(hint))
    }

    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// A value of one kind.
    fn value<T>(
        &self,
        key: &str,
        wanted: &str,
        read: impl Fn(&'a DeValue<'a>) -> Option<T>,
    ) -> Result<Option<(T, Range<usize>)>, FileError> {
        let Some(found) = self.get(key) else { return Ok(None) };
        let span = found.span();
        let wrong = || FileError::new(span.clone(), format!("{key} is {wanted}"));
        let value = read(found.get_ref()).ok_or_else(wrong)?;
        Ok(Some((value, span)))
    }

    fn text(&self, key: &str) -> Result<Option<(&'a str, Range<usize>)>, FileError> {
        self.value(key, "a text in quotes", |value| value.as_str())
    }

    fn number(&self, key: &str, range: Range<u64>) -> Result<Option<u64>, FileError> {
        let last = range.end - 1;
        let wanted = format!("a whole number from {} to {last}", range.start);
        let read = |value: &DeValue<'_>| {
            let number = value.as_integer()?;
            let number = u64::from_str_radix(number.as_str(), number.radix()).ok()?;
            range.contains(&number).then_some(number)
        };
        Ok(self.value(key, &wanted, read)?.map(|(number, _)| number))
    }

    fn texts(&self, key: &str) -> Result<Vec<(&'a str, Range<usize>)>, FileError> {
        let read = |value: &'a DeValue<'a>| -> Option<Vec<(&'a str, Range<usize>)>> {
            let texts = value.as_array()?.iter();
            texts.map(|text| Some((text.get_ref().as_str()?, text.span()))).collect()
        };
        let found = self.value(key, "a list of texts in quotes", read)?;
        Ok(found.map_or(Vec::new(), |(texts, _)| texts))
    }
}

/// The whole contest.
fn contest(
    top: &Section<'_>,
    path: &Path,
    folder: &Path,
    private: &[PathBuf],
) -> Result<ContestFile, ReadError> {
    let game = game(top)?;
    let name = top.text("name")?.map(|(name, _)| name.to_string());
    let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.unwrap_or_else(stem);
    let settings = settings(top, game, folder)?;
    let sections = entry_sections(top)?;
    let format = format(top, &sections)?;
    let mut entrants = Vec::new();
    let start = settings.start(0).map_err(|refused| ReadError::Elsewhere(refused.into()))?;
    let mut private = private.to_vec();
    private.push(path.to_path_buf());
    private.extend(sections.iter().flat_map(|section| files_of(section, folder)));
    for section in &sections {
        let mut entrant = entry(section, &settings, format, folder)?;
        entrant.private.clone_from(&private);
        check(&entrant, section, &settings, &start, format)?;
        entrants.push(entrant);
    }
    let pairs = top.number("pairs", 1..100_001)?.unwrap_or(1) as u32;
    let tournament = Tournament { entrants: entrants.len(), format, pairs, seed: settings.seed };
    if tournament.games() > MAX_GAMES {
        let span = top.get("pairs").map_or(0..0, Spanned::span);
        let what = format!("this makes {} games, more than {MAX_GAMES}", tournament.games());
        return Err(FileError::new(span, what).into());
    }
    let first_moves: Vec<&[String]> =
        entrants.iter().map(|entry| entry.first_moves.as_slice()).collect();
    let identity = settings.identity(Some(&first_moves));
    Ok(ContestFile { name, tournament, settings, entrants, identity })
}

fn game(top: &Section<'_>) -> Result<&'static GameEntry, FileError> {
    let names = GAMES.iter().map(|entry| entry.name);
    let all = names.clone().collect::<Vec<_>>().join(", ");
    let Some((name, span)) = top.text("game")? else {
        let missing = FileError::new(0..0, "the file does not say which game is played");
        return Err(missing.hint(format!("write game = \"NAME\"; the names are {all}")));
    };
    find(name).ok_or_else(|| {
        let hint = nearest(name, names).map(|near| format!("a similar name exists: {near}"));
        FileError::new(span, format!("there is no game {name}"))
            .hint(hint.unwrap_or(format!("the games are {all}")))
    })
}

/// How games are played.
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
    let plies = top.number("opening_plies", 0..101)?.unwrap_or(Openings::PLIES.into()) as u32;
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

/// The `[[entry]]` sections, each with a name of its own.
fn entry_sections<'a>(top: &Section<'a>) -> Result<Vec<Section<'a>>, FileError> {
    let hint = "write for each who takes part: [[entry]], name = \"...\", eval = \"FILE\"";
    let Some(list) = top.get("entry") else {
        return Err(FileError::new(0..0, "nobody takes part").hint(hint));
    };
    let wrong = || FileError::new(list.span(), "entry is a list of sections").hint(hint);
    let list_of = list.get_ref().as_array().ok_or_else(wrong)?;
    let mut sections = Vec::new();
    let mut names: HashSet<&str> = HashSet::new();
    for entry in list_of.iter() {
        let table = entry.get_ref().as_table().ok_or_else(wrong)?;
        let section = Section { span: entry.span(), table };
        section.check_keys(&ENTRY_KEYS)?;
        let Some((name, span)) = section.text("name")? else {
            return Err(FileError::new(section.span, "this entry has no name")
                .hint("write name = \"...\" below [[entry]]"));
        };
        if name.trim().is_empty() || name.chars().count() > 60 || name.contains(char::is_control) {
            return Err(FileError::new(span, "a name has 1 to 60 letters"));
        }
        if !names.insert(name) {
            return Err(FileError::new(span, format!("the name {name} is given twice"))
                .hint("every entry has a name of its own"));
        }
        sections.push(section);
    }
    match sections.len() {
        0 | 1 => Err(FileError::new(list.span(), "a contest needs two who take part").hint(hint)),
        count if count > MAX_ENTRANTS => {
            Err(FileError::new(list.span(), format!("at most {MAX_ENTRANTS} can take part")))
        }
        _ => Ok(sections),
    }
}

fn format(top: &Section<'_>, entrants: &[Section<'_>]) -> Result<Format, FileError> {
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
            // As many rounds as it takes until only one can have won all.
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
            let named = |section: &Section<'_>| {
                section.text("name").ok().flatten().is_some_and(|(name, _)| name == wanted)
            };
            let challenger = entrants.iter().position(named);
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

/// An entrant.
fn entry(
    section: &Section<'_>,
    settings: &GameSettings,
    format: Format,
    folder: &Path,
) -> Result<Entrant, ReadError> {
    let name = section.text("name")?.map_or("", |(name, _)| name);
    let (text, span) = player(section)?;
    let here = |failure: Failure| at(&span, failure);
    let mut entrant = Entrant::read(settings.game, name, &text, folder).map_err(here)?;
    let is_limited = entrant.player.is_limited() && !entrant.is_engine();
    if matches!(format, Format::Elimination { .. }) && is_limited {
        let what = "in a single elimination the contest says how far players look";
        return Err(FileError::new(span, what).hint("write eval = \"FILE or NAME\"").into());
    }
    for (mv, span) in section.texts("placements")? {
        settings.game.open(&settings.from).and_then(|mut session| session.play(mv)).map_err(
            |refused| FileError::new(span, format!("{mv} cannot be a first move: {refused}")),
        )?;
        entrant.first_moves.push(mv.to_string());
    }
    Ok(entrant)
}

/// Refuses an entrant that could not play.
fn check(
    entrant: &Entrant,
    section: &Section<'_>,
    settings: &GameSettings,
    start: &str,
    format: Format,
) -> Result<(), ReadError> {
    let limits = match format {
        Format::Elimination { extra_depth } => {
            MoveLimits { depth: Some(extra_depth), ..MoveLimits::default() }
        }
        _ => settings.limits,
    };
    let (_, span) = player(section)?;
    entrant.check(settings.game, start, limits).map_err(|failure| at(&span, failure))
}

/// The player of an entrant, and its place.
fn player(section: &Section<'_>) -> Result<(String, Range<usize>), FileError> {
    match (section.text("eval")?, section.text("player")?) {
        (Some((eval, span)), None) if PlayerSpec::program_of(eval).is_some() => {
            // Its command may have commas.
            let player = PlayerSpec::Minimax { depth: None, eval: Some(eval.into()) };
            Ok((player.to_string(), span))
        }
        (Some((eval, span)), None) => Ok((format!("minimax:eval={eval}"), span)),
        (None, Some((player, span))) => Ok((player.to_string(), span)),
        (None, None) => {
            let name = section.text("name")?.map_or("", |(name, _)| name);
            let what = format!("it is not said how {name} plays");
            let hint = "write eval = \"FILE or NAME\", or player = \"...\"";
            Err(FileError::new(section.span.clone(), what).hint(hint))
        }
        (Some(_), Some((_, span))) => {
            Err(FileError::new(span, "an entry has an eval or a player, not both"))
        }
    }
}

/// The files of an entrant, as far as its section can be read.
fn files_of(section: &Section<'_>, folder: &Path) -> Vec<PathBuf> {
    player(section).map_or_else(|_| Vec::new(), |(text, _)| files_of_player(&text, folder))
}

/// A failure at a place of the file.
fn at(span: &Range<usize>, failure: Failure) -> ReadError {
    match failure {
        Failure::Usage(what) | Failure::Refused(what) => FileError::new(span.clone(), what).into(),
        failure => ReadError::Elsewhere(failure),
    }
}
