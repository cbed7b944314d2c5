//! Games of an event as a task for workers elsewhere: JSON, with files named by their hashes.

use agon_arena::contest::{DrawRule, MoveLimits, ResignRule, ScoreRules};
use agon_arena::{EvaluationFile, PlayerSpec, TimeControl, find};
use agon_host::{Failure, hash_bytes};
use agon_runner::{FetchObject, Objects, SentItem};
use serde::{Deserialize, Serialize};

use crate::bundle::Bundle;
use crate::{Entrant, Event, GameSettings, Openings, RefereeRules, ScheduledGame};

/// The games of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GamesTask {
    event: String,
    is_match: bool,
    settings: SettingsText,
    margin: u64,
    resign: Option<[u32; 2]>,
    draw: Option<[u32; 3]>,
    entrants: Vec<EntrantText>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SettingsText {
    game: String,
    from: String,
    openings: OpeningsText,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    clock: Option<[u64; 2]>,
    max_plies: Option<usize>,
    adjudicate: bool,
    seed: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OpeningsText {
    Usual,
    Random(u32),
    Listed(Vec<String>),
}

/// An entrant, whose files are named by their hashes.
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
    /// The text of an entrant; its files are added to the objects.
    pub fn of(entrant: &Entrant, objects: &mut Objects) -> Result<EntrantText, Failure> {
        let rules = entrant.rules().map(|file| {
            let hash = hash_bytes(&file.bytes);
            objects.insert(hash.clone(), file.bytes.to_vec());
            (file.name.clone(), hash)
        });
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

    /// Whether it runs a program of others.
    pub fn has_program(&self) -> bool {
        self.program.is_some()
    }

    /// The entrant, with its files here.
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
        entrant.folder = folder;
        Ok(entrant)
    }
}

impl GamesTask {
    /// The task of an event; its files are added to the objects.
    pub fn of(event: &Event, objects: &mut Objects) -> Result<GamesTask, Failure> {
        let entrants = event.entrants.iter().map(|entrant| EntrantText::of(entrant, objects));
        let entrants = entrants.collect::<Result<_, _>>()?;
        let GameSettings { game, from, openings, limits, max_plies, adjudicate, seed } =
            &event.settings;
        let MoveLimits { depth, nodes, movetime, clock } = *limits;
        let openings = match openings {
            Openings::Usual => OpeningsText::Usual,
            Openings::Random { plies } => OpeningsText::Random(*plies),
            Openings::Listed(starts) => OpeningsText::Listed(starts.clone()),
        };
        let RefereeRules { margin, scores: ScoreRules { resign, draw } } = event.rules;
        Ok(GamesTask {
            event: event.name.clone(),
            is_match: event.is_match,
            settings: SettingsText {
                game: game.name.into(),
                from: from.clone(),
                openings,
                depth,
                nodes,
                movetime,
                clock: clock.and_then(TimeControl::as_fischer),
                max_plies: *max_plies,
                adjudicate: *adjudicate,
                seed: *seed,
            },
            margin,
            resign: resign.map(|ResignRule { score, moves }| [score, moves]),
            draw: draw.map(|DrawRule { score, moves, after }| [score, moves, after]),
            entrants,
        })
    }

    /// Whether programs of others play.
    pub fn has_program(&self) -> bool {
        self.entrants.iter().any(EntrantText::has_program)
    }

    /// The event, with its files here.
    pub fn read(&self, fetch: FetchObject<'_>) -> Result<Event, String> {
        let SettingsText { game, from, openings, max_plies, adjudicate, seed, .. } =
            self.settings.clone();
        let SettingsText { depth, nodes, movetime, clock, .. } = self.settings;
        let game = find(&game).ok_or_else(|| format!("there is no game {game} here"))?;
        let openings = match openings {
            OpeningsText::Usual => Openings::Usual,
            OpeningsText::Random(plies) => Openings::Random { plies: plies.min(100) },
            OpeningsText::Listed(starts) if starts.is_empty() => {
                return Err("the task has no openings".into());
            }
            OpeningsText::Listed(starts) => Openings::Listed(starts),
        };
        let clock = clock.map(TimeControl::fischer);
        let limits = MoveLimits { depth, nodes, movetime, clock };
        let settings = GameSettings { game, from, openings, limits, max_plies, adjudicate, seed };
        let scores = ScoreRules {
            resign: self.resign.map(|[score, moves]| ResignRule { score, moves }),
            draw: self.draw.map(|[score, moves, after]| DrawRule { score, moves, after }),
        };
        let rules = RefereeRules { margin: self.margin.min(PlayerSpec::MAX_MARGIN), scores };
        let entrants = self.entrants.iter().map(|entrant| entrant.read(fetch));
        let mut entrants = entrants.collect::<Result<Vec<_>, _>>()?;
        let folders: Vec<_> = entrants.iter().filter_map(|one| one.folder.clone()).collect();
        for entrant in &mut entrants {
            // The files of others are none of a program's business.
            let others = folders.iter().filter(|folder| entrant.folder.as_ref() != Some(folder));
            entrant.private = others.cloned().collect();
        }
        let name = self.event.clone();
        Ok(Event { name, is_match: self.is_match, settings, rules, entrants })
    }
}

/// A game as an item.
#[derive(Serialize, Deserialize)]
struct GameBody {
    number: [u32; 3],
    players: [usize; 2],
    depth: Option<u32>,
    opening: u32,
}

/// The item of a game.
pub fn game_item(game: &ScheduledGame) -> SentItem {
    let &ScheduledGame { number, players, depth, opening } = game;
    let body = GameBody { number, players, depth, opening };
    SentItem { key: game.key(), body: serde_json::to_value(body).unwrap_or_default() }
}

/// The game of an item, if it is one between so many entrants.
pub fn read_game_item(item: &SentItem, entrants: usize) -> Result<ScheduledGame, String> {
    let body = GameBody::deserialize(&item.body).map_err(|error| error.to_string())?;
    let GameBody { number, players, depth, opening } = body;
    if players.iter().any(|&player| player >= entrants) || players[0] == players[1] {
        return Err(format!("game {} has no two players", item.key));
    }
    Ok(ScheduledGame { number, players, depth, opening })
}
