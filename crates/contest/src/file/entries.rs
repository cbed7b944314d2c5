//! The entries of a contest file: its sections, and the hand-ins that its patterns find.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::Format;
use agon_arena::PlayerSpec;
use agon_arena::contest::MoveLimits;
use agon_handin::find_assignment;
use agon_host::Failure;
use agon_sandbox::{EngineLimits, Level};

use super::section::{FileError, ReadError, Section, Text};
use super::{ENTRY_KEYS, MAX_ENTRANTS};
use crate::entrant::files_of_player;
use crate::{Entrant, GameSettings, hand_ins};

/// What happens to entries that cannot play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Broken {
    /// The contest is refused.
    #[default]
    Refuse,
    /// They are left out.
    Skip,
    /// They take part, and lose their games without play.
    Walkover,
}

impl Broken {
    const NAMES: [(&'static str, Broken); 3] =
        [("refuse", Broken::Refuse), ("skip", Broken::Skip), ("walkover", Broken::Walkover)];

    /// What the file says.
    pub(super) fn read(top: &Section<'_>) -> Result<Option<Broken>, FileError> {
        let names = Broken::NAMES.map(|(name, _)| format!("\"{name}\"")).join(", ");
        let read = |value: &toml::de::DeValue<'_>| {
            let text = value.as_str()?;
            Broken::NAMES.iter().find(|(name, _)| *name == text).map(|&(_, broken)| broken)
        };
        let found = top.value("broken", &format!("one of {names}"), read)?;
        Ok(found.map(|(broken, _)| broken))
    }
}

/// A possible entrant.
pub(super) struct Candidate<'a> {
    pub(super) name: String,
    /// The text of its player, or why it has none.
    player: Result<String, String>,
    span: Range<usize>,
    placements: Vec<Text<'a>>,
    /// The path of a hand-in. Messages name it instead of the place in the file.
    path: Option<PathBuf>,
    folder: Option<PathBuf>,
}

const HINT: &str = "write entries = \"FOLDER/*.rules\", or for each who takes part: [[entry]], \
                    name = \"...\", eval = \"FILE\"";

/// All candidates, each with a unique name. Errors of all sections are collected.
pub(super) fn candidates<'a>(
    top: &Section<'a>,
    folder: &Path,
    game: &str,
) -> Result<Vec<Candidate<'a>>, Vec<FileError>> {
    let mut found = handed_in(top, folder, game).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut places: HashMap<String, usize> =
        found.iter().enumerate().map(|(place, one)| (one.name.clone(), place)).collect();
    let sections = sections(top).map_err(|error| vec![error])?;
    let has_none = sections.is_empty() && top.get("entries").is_none();
    for section in sections {
        let read = || -> Result<Candidate<'a>, FileError> {
            section.check_keys(&ENTRY_KEYS)?;
            let Some((name, span)) = section.text("name")? else {
                return Err(FileError::new(section.span.clone(), "this entry has no name")
                    .hint("write name = \"...\" below [[entry]]"));
            };
            let name = check_name(name, span)?;
            let placements = section.texts("placements")?;
            let known = places.get(&name);
            let has_player = section.get("eval").is_some() || section.get("player").is_some();
            if known.is_some() && !has_player && !placements.is_empty() {
                let (player, span) = (Ok(String::new()), section.span.clone());
                return Ok(Candidate { name, player, span, placements, path: None, folder: None });
            }
            if known.is_some() {
                let (_, span) = section.text("name")?.unwrap_or_default();
                return Err(FileError::new(span, format!("the name {name} is given twice"))
                    .hint("every entry has a name of its own"));
            }
            let (player, span) = player(&section, &name)?;
            Ok(Candidate { name, player: Ok(player), span, placements, path: None, folder: None })
        };
        match read() {
            Err(error) => errors.push(error),
            Ok(candidate) => match places.get(&candidate.name) {
                // The section only gives the placements of a hand-in.
                Some(&place) => found[place].placements = candidate.placements,
                None => {
                    places.insert(candidate.name.clone(), found.len());
                    found.push(candidate);
                }
            },
        }
    }
    if has_none {
        errors.push(FileError::new(0..0, "there are no entries").hint(HINT));
    } else if errors.is_empty() && found.len() < 2 {
        let span = ["entries", "entry"].into_iter().find_map(|key| top.get(key));
        let span = span.map_or(0..0, |value| value.span());
        errors.push(FileError::new(span, "a contest needs two who take part").hint(HINT));
    } else if found.len() > MAX_ENTRANTS {
        let span = top.get("entry").or(top.get("entries")).map_or(0..0, |value| value.span());
        errors.push(FileError::new(span, format!("at most {MAX_ENTRANTS} can take part")));
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// The `[[entry]]` sections.
fn sections<'a>(top: &Section<'a>) -> Result<Vec<Section<'a>>, FileError> {
    let Some(list) = top.get("entry") else { return Ok(Vec::new()) };
    let wrong = || FileError::new(list.span(), "entry is a list of sections").hint(HINT);
    let entries = list.get_ref().as_array().ok_or_else(wrong)?.iter();
    let section = |entry: &'a toml::Spanned<toml::de::DeValue<'a>>| {
        let table = entry.get_ref().as_table().ok_or_else(wrong)?;
        Ok(Section { span: entry.span(), table })
    };
    entries.map(section).collect()
}

/// The hand-ins that the patterns of `entries` match.
fn handed_in<'a>(
    top: &Section<'a>,
    folder: &Path,
    game: &str,
) -> Result<Vec<Candidate<'a>>, FileError> {
    let patterns = top.text_or_texts("entries")?;
    let template = top.text("player")?;
    if let Some((template, span)) = &template {
        let hint = "it is the player of all entries, as in player = \"ugi:python3 {}/bot.py\"";
        if patterns.is_empty() {
            let what = "player means nothing here without entries";
            return Err(FileError::new(span.clone(), what).hint(hint));
        }
        if !template.contains("{}") {
            let what = "player has no {}, the path of an entry";
            return Err(FileError::new(span.clone(), what).hint(hint));
        }
    }
    let assignment = find_assignment(game);
    let mut found: Vec<Candidate<'a>> = Vec::new();
    for (pattern, span) in patterns {
        let template = template.as_ref().map(|(template, _)| *template);
        let hand_ins = hand_ins::find(folder, pattern, template, assignment, MAX_ENTRANTS)
            .map_err(|what| FileError::new(span.clone(), what))?;
        if hand_ins.is_empty() {
            let what = format!("{pattern} finds no files");
            return Err(FileError::new(span, what)
                .hint("paths are relative to the folder of the contest file"));
        }
        for hand_in in hand_ins {
            let name = check_name(&hand_in.name, span.clone())?;
            if let Some(other) = found.iter().find(|other| other.name == name) {
                let [one, two] = [other.path.as_deref(), Some(&hand_in.path)]
                    .map(|path| path.unwrap_or(Path::new("")).display().to_string());
                let what = format!("{one} and {two} would both be named {name}");
                return Err(FileError::new(span, what).hint("rename one of them"));
            }
            found.push(Candidate {
                name,
                player: hand_in.player,
                span: span.clone(),
                placements: Vec::new(),
                path: Some(hand_in.path),
                folder: hand_in.folder,
            });
        }
    }
    Ok(found)
}

fn check_name(name: &str, span: Range<usize>) -> Result<String, FileError> {
    if name.trim().is_empty() || name.chars().count() > 60 || name.contains(char::is_control) {
        return Err(FileError::new(span, "a name has 1 to 60 letters"));
    }
    Ok(name.to_string())
}

/// The player of a section, and its place.
fn player(section: &Section<'_>, name: &str) -> Result<(String, Range<usize>), FileError> {
    match (section.text("eval")?, section.text("player")?) {
        (Some((eval, span)), None) if PlayerSpec::program_of(eval).is_some() => {
            // The command of a program may contain commas.
            let player = PlayerSpec::Minimax { depth: None, eval: Some(eval.into()) };
            Ok((player.to_string(), span))
        }
        (Some((eval, span)), None) => Ok((format!("minimax:eval={eval}"), span)),
        (None, Some((player, span))) => Ok((player.to_string(), span)),
        (None, None) => {
            let what = format!("the file does not say how {name} plays");
            let hint = "write eval = \"FILE or NAME\", or player = \"...\"";
            Err(FileError::new(section.span.clone(), what).hint(hint))
        }
        (Some(_), Some((_, span))) => {
            Err(FileError::new(span, "an entry has an eval or a player, not both"))
        }
    }
}

impl Candidate<'_> {
    /// Whether it is a student's program for the game's assignment, or what should be one: such
    /// entries are left out where they do not connect.
    pub(super) fn is_hand_in(&self) -> bool {
        let names_one = |player: &String| player.starts_with(PlayerSpec::HAND_IN);
        self.path.is_some() && self.player.as_ref().map_or(true, names_one)
    }

    pub(super) fn files(&self, folder: &Path) -> Vec<PathBuf> {
        self.player.as_ref().map_or(Vec::new(), |player| files_of_player(player, folder))
    }

    /// Its entrant, if it can play.
    pub(super) fn entrant(
        &self,
        settings: &GameSettings,
        format: Format,
        folder: &Path,
        programs: &EngineLimits,
        start: &str,
    ) -> Result<Entrant, ReadError> {
        let here = |failure: Failure| self.place(failure);
        let text = self.player.as_ref().map_err(|what| here(Failure::Refused(what.clone())))?;
        let mut entrant = Entrant::read(settings.game, &self.name, text, folder).map_err(here)?;
        entrant.folder.clone_from(&self.folder);
        let is_limited = entrant.player.is_limited() && !entrant.is_engine();
        if matches!(format, Format::Elimination { .. }) && is_limited {
            let what = "in a single elimination the contest says how far players look";
            let error = FileError::new(self.span.clone(), what);
            return Err(error.hint("write eval = \"FILE or NAME\"").into());
        }
        for (mv, span) in &self.placements {
            settings.game.open(&settings.from).and_then(|mut session| session.play(mv)).map_err(
                |refused| {
                    let what = format!("{mv} cannot be a first move: {refused}");
                    FileError::new(span.clone(), what)
                },
            )?;
            entrant.first_moves.push(mv.to_string());
        }
        entrant.limits = programs.clone();
        if self.path.is_some() && entrant.has_program() {
            agon_sandbox::ready(Level::Estimated).map_err(here)?;
        }
        let limits = match format {
            Format::Elimination { extra_depth } => {
                MoveLimits { depth: Some(extra_depth), ..MoveLimits::default() }
            }
            _ => settings.limits,
        };
        entrant.check(settings.game, start, limits).map_err(here)?;
        Ok(entrant)
    }

    /// Adds the place to a failure: in the contest file, or in the entry's own file.
    fn place(&self, failure: Failure) -> ReadError {
        match (failure, &self.path) {
            (Failure::Usage(what) | Failure::Refused(what), None) => {
                FileError::new(self.span.clone(), what).into()
            }
            (Failure::Usage(what) | Failure::Refused(what), Some(path)) => {
                let path = path.display().to_string();
                let what = if what.contains(&path) { what } else { format!("{path}: {what}") };
                ReadError::Elsewhere(Failure::Refused(what))
            }
            (failure, _) => ReadError::Elsewhere(failure),
        }
    }

    /// The entrant of a candidate that cannot play: it loses its games without play.
    pub(super) fn broken(&self, message: &str, folder: &Path) -> Entrant {
        let mut entrant = Entrant::broken(&self.name, message);
        entrant.folder.clone_from(&self.folder);
        entrant.broken_files = self.files(folder);
        entrant
    }
}

/// The error for all entries that cannot play.
pub(super) fn all_broken(broken: &[(String, String)], count: usize) -> Failure {
    let mut shown: Vec<String> = broken.iter().map(|(_, message)| message.clone()).collect();
    let names: Vec<&str> = broken.iter().map(|(name, _)| name.as_str()).collect();
    shown.push(format!(
        "{} of {count} entries cannot play: {}; --skip-broken plays without, and broken = \"walkover\" in \
         the contest file lets them lose their games",
        names.len(),
        names.join(", ")
    ));
    Failure::Shown(shown.join("\n\n"))
}
