//! The game and the position that most commands take.

use std::io::{self, Read as _};
use std::path::Path;

use agon_arena::{AnySession, GameEntry, games};
use agon_core::{Parameter, ParameterKind, SettingRefusal, Settings, Side};
use agon_host::Failure;
use agon_inputs::{about_input, text_file};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::game_parser;
use crate::commands::seed_by_clock;

/// The longest position read from standard input, in bytes.
const MAX_POSITION_BYTES: u64 = 64 << 20;

/// A game, and a position of it.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Game
    #[arg(value_parser = game_parser(), required = true)]
    game: Option<&'static GameEntry>,
    /// Position in the game's notation, or startpos; - reads standard input
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    position: String,
    #[command(flatten)]
    parameters: ParameterArgs,
    /// Moves to play from the position, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The game. `agon play --record` takes none, and opens no position.
    pub fn game(&self) -> &'static GameEntry {
        self.game.expect("a required argument")
    }

    /// Whether a position or moves are given.
    pub fn is_given(&self) -> bool {
        self.position != "startpos" || !self.moves.trim().is_empty()
    }

    /// Whether the position is read from standard input.
    pub fn reads_stdin(&self) -> bool {
        self.position == "-" || self.parameters.reads_stdin()
    }

    /// A session at the position.
    pub fn open(&self) -> Result<Box<dyn AnySession>, Failure> {
        let mut session = self.game().open(&self.text()?)?;
        session.play_all(&self.moves)?;
        Ok(session)
    }

    /// The moves to play from the position.
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// The position as text. Without moves it is not opened, so that it may be larger than a
    /// session allows.
    pub fn solved_text(&self) -> Result<String, Failure> {
        if self.moves.trim().is_empty() {
            let text = self.text()?;
            if text != "startpos" {
                return Ok(text);
            }
        }
        Ok(self.open()?.position())
    }

    /// The position before the moves, as text.
    pub fn text(&self) -> Result<String, Failure> {
        let (mut settings, file) = self.parameters.settings(self.game())?;
        let checked = match self.position == "startpos" {
            true => settings.check(self.game().parameters),
            false => settings.check_for_position(self.game().parameters),
        };
        checked.map_err(|refusal| match refusal {
            SettingRefusal::Needs { name, other, value } => {
                Failure::Usage(format!("--{name} applies only with --{other} {value}"))
            }
            refusal => Failure::Usage(format!("--{refusal}")),
        })?;
        let text = match self.position == "startpos" {
            true => {
                settings.draw_seeds(self.game().parameters, || seed_by_clock(Side::First));
                self.game().start_text(&settings)
            }
            false => self.game().position_text(&self.given_position()?, &settings),
        };
        text.map_err(|refused| match file {
            Some(file) => about_input(Path::new(file), &refused.to_string()),
            None => refused.into(),
        })
    }

    fn given_position(&self) -> Result<String, Failure> {
        if self.position != "-" {
            return Ok(self.position.trim().to_string());
        }
        let mut text = String::new();
        io::stdin().lock().take(MAX_POSITION_BYTES).read_to_string(&mut text)?;
        Ok(text.trim().to_string())
    }
}

/// The values of parameters: an option for each parameter of the games.
#[derive(Clone, Debug)]
pub struct ParameterArgs(Vec<(&'static str, String)>);

impl ParameterArgs {
    /// What is given for a game, and the file that was read for it, if one was.
    fn settings(&self, entry: &GameEntry) -> Result<(Settings, Option<&str>), Failure> {
        let (mut settings, mut file) = (Settings::default(), None);
        for (name, value) in &self.0 {
            let Some(parameter) = entry.parameter(name) else {
                let here = entry.name;
                let owners: Vec<&str> =
                    owners(name).into_iter().map(|(entry, _)| entry.name).collect();
                let owners = owners.join(" and ");
                return Err(Failure::Usage(format!("--{name} applies to {owners}, not to {here}")));
            };
            match is_file(parameter, value) {
                true => {
                    settings.set(name, text_file(Path::new(value))?);
                    file = Some(value.as_str());
                }
                false => settings.set(name, value.trim()),
            }
        }
        Ok((settings, file))
    }

    fn reads_stdin(&self) -> bool {
        self.0.iter().any(|(name, value)| {
            value == "-" && owners(name).iter().any(|(_, owned)| is_file(owned, value))
        })
    }
}

/// Whether a value is the name of a file.
fn is_file(parameter: &Parameter, value: &str) -> bool {
    matches!(parameter.kind, ParameterKind::File(values) if !values.contains(&value))
}

/// The games that have a parameter of this name.
fn owners(name: &str) -> Vec<(&'static GameEntry, &'static Parameter)> {
    games().iter().filter_map(|entry| Some((entry, entry.parameter(name)?))).collect()
}

/// The names of all parameters, each once.
fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for parameter in games().iter().flat_map(|entry| entry.parameters) {
        if !names.contains(&parameter.name) {
            names.push(parameter.name);
        }
    }
    names
}

/// What a parameter is in a game, in a line of the help.
fn help(entry: &GameEntry, parameter: &Parameter) -> String {
    let name = entry.name[..1].to_uppercase() + &entry.name[1..];
    let values = match parameter.kind {
        ParameterKind::Number { least, most, .. } if most - least == 1 => {
            format!(", {least} or {most}")
        }
        ParameterKind::Number { least, most, .. } => format!(", {least} to {most}"),
        ParameterKind::Choice(values) => format!(", {}", values.join(" or ")),
        _ => String::new(),
    };
    let default = match (parameter.default, parameter.kind) {
        ("", ParameterKind::Seed) => " [default: drawn]".into(),
        ("", _) => String::new(),
        (default, _) => format!(" [default: {default}]"),
    };
    format!("{name}: {}{values}{default}", parameter.about)
}

fn option(name: &'static str) -> Arg {
    let owners = owners(name);
    let lines: Vec<String> =
        owners.iter().map(|(entry, parameter)| help(entry, parameter)).collect();
    let value_name = match owners.first().map(|(_, parameter)| parameter.kind) {
        Some(ParameterKind::Text { form, .. }) => form,
        Some(ParameterKind::File(_)) => "FILE",
        Some(ParameterKind::Choice(values)) if values[0].parse::<u32>().is_err() => "NAME",
        _ => "N",
    };
    Arg::new(name)
        .long(name)
        .value_name(value_name)
        .allow_hyphen_values(true)
        .help(lines.join("; "))
}

impl Args for ParameterArgs {
    fn augment_args(command: Command) -> Command {
        names().into_iter().fold(command, |command, name| command.arg(option(name)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ParameterArgs::augment_args(command)
    }
}

impl FromArgMatches for ParameterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ParameterArgs, clap::Error> {
        let given = |name| Some((name, matches.get_one::<String>(name)?.clone()));
        Ok(ParameterArgs(names().into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ParameterArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
