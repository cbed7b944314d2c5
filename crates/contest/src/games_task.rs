//! The games of an event as a task for workers: JSON, with files named by their hashes.

use std::path::PathBuf;

use agon_arena::{EvaluationFile, PlayerSpec};
use agon_host::{Failure, hash_bytes};
use agon_runner::{FetchObject, Objects, SentItem};
use serde::{Deserialize, Serialize};

use crate::bundle::{Bundle, NAMED};
use crate::{Entrant, Event, GameSettings, Openings, RefereeRules, ScheduledGame};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GamesTask {
    name: String,
    is_match: bool,
    settings: GameSettings,
    rules: RefereeRules,
    entrants: Vec<EntrantText>,
}

/// An entrant, with files named by their hashes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntrantText {
    name: String,
    player: String,
    written: String,
    rules: Option<(String, String)>,
    first_moves: Vec<String>,
    program: Option<Bundle>,
    is_broken: bool,
}

impl EntrantText {
    /// Its files are added to `objects`.
    pub fn of(entrant: &Entrant, objects: &mut Objects) -> Result<EntrantText, Failure> {
        let rules = entrant.rules().map(|file| {
            let hash = hash_bytes(&file.bytes);
            objects.insert(hash.clone(), file.bytes.to_vec());
            (file.name.clone(), hash)
        });
        if entrant.hand_in().is_some() {
            let what = format!("{} is a hand-in, which plays on this machine only", entrant.name);
            return Err(Failure::Refused(format!("{what}: leave --workers out")));
        }
        let program = match entrant.has_program() && entrant.broken.is_none() {
            true => Some(Bundle::of(entrant, objects)?),
            false => None,
        };
        Ok(EntrantText {
            name: entrant.name.clone(),
            player: entrant.player.to_string(),
            written: entrant.written().to_string(),
            rules,
            first_moves: entrant.first_moves.clone(),
            program,
            is_broken: entrant.broken.is_some(),
        })
    }

    pub fn has_program(&self) -> bool {
        self.program.is_some()
    }

    /// The entrant, with its files on this machine.
    pub fn read(&self, fetch: FetchObject<'_>) -> Result<Entrant, String> {
        if self.is_broken {
            return Ok(Entrant::broken(&self.name, "cannot play"));
        }
        let spec = |text: &str| text.parse::<PlayerSpec>().map_err(|refused| refused.to_string());
        let rules = match &self.rules {
            None => None,
            Some((name, hash)) => Some(EvaluationFile::new(name, fetch(hash)?)),
        };
        let (mut player, written) = (spec(&self.player)?, spec(&self.written)?);
        let mut folder = None;
        if let Some(bundle) = &self.program {
            let (command, place) = bundle.unpack(fetch)?;
            player = match player {
                PlayerSpec::Ugi { name, options, .. } => PlayerSpec::Ugi { command, name, options },
                other => other.with_eval(format!("{}{command}", PlayerSpec::PROGRAM)),
            };
            folder = Some(place);
        }
        let mut entrant = Entrant::received(&self.name, player, written, rules);
        entrant.first_moves.clone_from(&self.first_moves);
        entrant.limits.folder = folder.as_ref().map_or(PathBuf::new(), |place| place.join(NAMED));
        entrant.folder = folder;
        Ok(entrant)
    }
}

impl GamesTask {
    /// The task of an event. Its files are added to `objects`.
    pub fn of(event: &Event, objects: &mut Objects) -> Result<GamesTask, Failure> {
        let entrants = event.entrants.iter().map(|entrant| EntrantText::of(entrant, objects));
        let entrants = entrants.collect::<Result<_, _>>()?;
        let Event { name, is_match, settings, rules, .. } = event;
        Ok(GamesTask {
            name: name.clone(),
            is_match: *is_match,
            settings: settings.clone(),
            rules: *rules,
            entrants,
        })
    }

    pub fn has_program(&self) -> bool {
        self.entrants.iter().any(EntrantText::has_program)
    }

    /// The event, with its files on this machine.
    pub fn read(&self, fetch: FetchObject<'_>) -> Result<Event, String> {
        let GamesTask { name, is_match, mut settings, mut rules, .. } = self.clone();
        match &mut settings.openings {
            Openings::Usual => (),
            Openings::Random { plies } | Openings::Distinct { plies, .. } => {
                *plies = (*plies).min(100);
            }
            Openings::Listed(starts) if starts.is_empty() => {
                return Err("the task has no openings".into());
            }
            Openings::Listed(_) => (),
        }
        rules.margin = rules.margin.min(PlayerSpec::MAX_MARGIN);
        let entrants = self.entrants.iter().map(|entrant| entrant.read(fetch));
        let mut entrants = entrants.collect::<Result<Vec<_>, _>>()?;
        let folders: Vec<_> = entrants.iter().filter_map(|one| one.folder.clone()).collect();
        for entrant in &mut entrants {
            // A program must not read the files of others.
            let others = folders.iter().filter(|folder| entrant.folder.as_ref() != Some(folder));
            entrant.limits.private = others.cloned().collect();
        }
        Ok(Event { name, is_match, settings, rules, entrants })
    }
}

pub fn game_item(game: &ScheduledGame) -> SentItem {
    SentItem { key: game.key(), body: serde_json::to_value(game).unwrap_or_default() }
}

/// The game of an item, if it is between two of the entrants.
pub fn read_game_item(item: &SentItem, entrants: usize) -> Result<ScheduledGame, String> {
    let game = ScheduledGame::deserialize(&item.body).map_err(|error| error.to_string())?;
    let players = game.players;
    if players.iter().any(|&player| player >= entrants) || players[0] == players[1] {
        return Err(format!("game {} has no two players", item.key));
    }
    Ok(game)
}
