//! The entrants of matches and contests.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;

use agon_arena::contest::{AnyPlayer, BuiltinPlayer, GameStart, MoveLimits};
use agon_arena::{
    AnySession, EvaluationFile, EvaluationProgram, GameEntry, PlayerRefusal, PlayerSpec,
    built_in_rules,
};
use agon_core::Side;
use agon_handin::{ConnectOptions, HandInProgram};
use agon_host::{Failure, hash_file, store};
use agon_inputs::evaluators::Program;
use agon_inputs::rules;
use agon_sandbox::{CommandLine, EngineLimits, EngineLog};
use agon_threads::ScopedThreads;
use agon_ugi::UgiPlayer;

use super::fingerprint::{fingerprint, hash_folder, hash_named};
use super::live::ShownGame;

/// An entrant: a player with a name.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name in results.
    pub name: String,
    pub player: PlayerSpec,
    /// The rule file or network of its evaluation, if it has one.
    rules: Option<EvaluationFile>,
    /// The first moves that it prefers, in order.
    pub first_moves: Vec<String>,
    /// The limits of its program: what it must not read, the files of others, among them.
    pub limits: EngineLimits,
    /// Its player as written, with paths relative to the contest file.
    written: PlayerSpec,
    /// The folder that was handed in, which belongs to it as a whole.
    pub folder: Option<PathBuf>,
    /// Why it cannot play: it loses its games without play.
    pub broken: Option<String>,
    /// The files of an entrant that cannot play.
    pub broken_files: Vec<PathBuf>,
    /// Logs all lines to and from its program.
    pub log: Option<EngineLog>,
    /// The name of the game, which a hand-in must know.
    game: &'static str,
}

impl Entrant {
    /// Reads an entrant of a game, and the rule file or network of its evaluation. Paths, also
    /// those in the command line of a program, are relative to `folder`.
    pub fn read(
        game: &GameEntry,
        name: &str,
        text: &str,
        folder: &Path,
    ) -> Result<Entrant, Failure> {
        let usage = |refused: PlayerRefusal| Failure::Usage(refused.to_string());
        let mut player: PlayerSpec = text.parse().map_err(usage)?;
        if player.is_person() {
            let message = "a person cannot take part: name a computer player";
            return Err(Failure::Usage(message.into()));
        }
        let written = player.clone();
        let mut rules = None;
        match &mut player {
            PlayerSpec::Ugi { command, .. } => *command = resolve(command, folder),
            _ => {
                if let Some(path) = player.eval().and_then(PlayerSpec::hand_in_of) {
                    let path = folder.join(path).display().to_string();
                    player = player.with_eval(format!("{}{path}", PlayerSpec::HAND_IN));
                } else if let Some(command) = player.eval().and_then(PlayerSpec::program_of) {
                    let command = resolve(command, folder);
                    player = player.with_eval(format!("{}{command}", PlayerSpec::PROGRAM));
                }
            }
        }
        let is_file = |eval: &&str| {
            PlayerSpec::program_of(eval).is_none() && PlayerSpec::hand_in_of(eval).is_none()
        };
        if let Some(eval) = player.eval().filter(is_file) {
            let is_own = game.start().evaluations().iter().any(|own| own == eval)
                || built_in_rules(game.name, eval).is_some() && !folder.join(eval).is_file();
            let path = if is_own { eval.into() } else { folder.join(eval).display().to_string() };
            if let Some(source) = rules::named(game, Some(&path))? {
                rules = Some(source);
                player = player.with_eval(path);
            }
        }
        let limits = EngineLimits { folder: folder.into(), ..EngineLimits::default() };
        Ok(Entrant { rules, written, limits, game: game.name, ..Entrant::of(name, player) })
    }

    fn of(name: &str, player: PlayerSpec) -> Entrant {
        Entrant {
            name: name.into(),
            written: player.clone(),
            player,
            rules: None,
            first_moves: Vec::new(),
            limits: EngineLimits::default(),
            folder: None,
            broken: None,
            broken_files: Vec::new(),
            log: None,
            game: "",
        }
    }

    /// An entrant that another machine has read: its player here and as written, and the rule file
    /// or network of its evaluation.
    pub fn received(
        name: &str,
        player: PlayerSpec,
        written: PlayerSpec,
        rules: Option<EvaluationFile>,
    ) -> Entrant {
        Entrant { rules, written, ..Entrant::of(name, player) }
    }

    pub fn written(&self) -> &PlayerSpec {
        &self.written
    }

    /// An entrant that cannot play, and the reason: it loses its games without play.
    pub fn broken(name: &str, why: &str) -> Entrant {
        Entrant { broken: Some(why.into()), ..Entrant::of(name, PlayerSpec::Person) }
    }

    /// Identifies the entrant: two with the same fingerprint play the same games. Comments and
    /// paths of rule files do not matter.
    pub fn fingerprint(&self) -> Result<String, Failure> {
        let player = match &self.rules {
            Some(_) => self.written.clone().with_eval("rules".into()),
            None => self.written.clone(),
        };
        let player = player.with_defaults().to_string();
        let rules = self.rules.as_ref().map(|file| &file.bytes[..]);
        let (programs, broken) = (self.program_hashes()?, self.broken.as_ref().map(|_| "broken"));
        Ok(fingerprint(&self.name, &player, rules, &programs, &self.first_moves, broken))
    }

    /// The rule file or network of its evaluation, if it has one.
    pub fn rules(&self) -> Option<&EvaluationFile> {
        self.rules.as_ref()
    }

    /// The SHA-256 hashes of the files that the command line of its program names, by the words as
    /// written, and of all files of the folder that was handed in.
    pub fn program_hashes(&self) -> Result<BTreeMap<String, String>, Failure> {
        let wrong = |path: &Path, error: io::Error| store::about_file(path, &error.to_string());
        let mut hashes = match &self.folder {
            Some(folder) => hash_folder(folder).map_err(|error| wrong(folder, error))?,
            None => BTreeMap::new(),
        };
        for path in self.broken_files.iter().filter(|path| path.is_file()) {
            let hash = hash_file(path).map_err(|error| wrong(path, error))?;
            hashes.insert(path.display().to_string(), hash);
        }
        if let Some(path) = self.hand_in().filter(|_| self.folder.is_none()) {
            let found = if path.is_dir() { hash_folder(path) } else { hash_named("", path) };
            hashes.extend(found.map_err(|error| wrong(path, error))?);
        }
        let Some(Ok(line)) = self.command_line() else { return Ok(hashes) };
        let split = |command: Option<&str>| command.and_then(shlex::split).unwrap_or_default();
        let [written, used] = [command(&self.written), self.command()].map(split);
        for (word, path) in line.files() {
            let place = used.iter().position(|used| used == word);
            let name = place.and_then(|place| written.get(place)).map_or(word, String::as_str);
            hashes.insert(name.into(), hash_file(&path).map_err(|error| wrong(&path, error))?);
        }
        for (name, path) in line.links() {
            hashes.extend(hash_named(name, &path).map_err(|error| wrong(&path, error))?);
        }
        Ok(hashes)
    }

    /// The words of its program, or of the program of its evaluation.
    pub fn command_line(&self) -> Option<Result<CommandLine, String>> {
        self.command().map(|command| CommandLine::read_in(command, &self.limits.folder))
    }

    /// The command line of its program, or of the program of its evaluation.
    pub fn command(&self) -> Option<&str> {
        command(&self.player)
    }

    /// The hand-in that it is, or that its evaluation is.
    pub fn hand_in(&self) -> Option<&Path> {
        self.player.eval().and_then(PlayerSpec::hand_in_of).map(Path::new)
    }

    /// Whether it runs a foreign program: it is one, or its evaluation is one.
    pub fn has_program(&self) -> bool {
        self.command().is_some() || self.hand_in().is_some()
    }

    /// Whether it is a foreign program, which gets its limits from the game.
    pub fn is_engine(&self) -> bool {
        matches!(self.player, PlayerSpec::Ugi { .. })
    }

    fn evaluation_program(&self) -> Option<Arc<dyn EvaluationProgram>> {
        let name = self.player.eval()?;
        if let Some(path) = self.hand_in() {
            let options = ConnectOptions::default();
            return Some(Arc::new(HandInProgram::new(name, path, self.game, options).ok()?));
        }
        Some(Arc::new(Program::new(name, self.command()?, self.limits.clone())))
    }

    /// The text of its player in archives and titles: with defaults, and with paths as in the
    /// contest file.
    pub fn player_text(&self) -> String {
        match &self.broken {
            Some(_) => "cannot play".into(),
            None => self.written.clone().with_defaults().to_string(),
        }
    }

    pub fn written_text(&self) -> String {
        match &self.broken {
            Some(_) => "cannot play".into(),
            None => self.written.to_string(),
        }
    }

    /// The text of its player as earlier versions stored it: paths are relative to the current
    /// folder.
    pub fn earlier_player_text(&self) -> String {
        self.player.clone().with_defaults().to_string()
    }

    /// The name in records of matches, where entrants have no names of their own.
    pub fn record_name(&self) -> String {
        match &self.player {
            PlayerSpec::Ugi { name: Some(name), .. } => name.clone(),
            _ => self.player_text(),
        }
    }

    pub fn build_player(&self) -> Box<dyn AnyPlayer> {
        let log = self.log.clone().map(|log| (log, self.name.clone()));
        let limits = EngineLimits { log, ..self.limits.clone() };
        match UgiPlayer::new(&self.player, limits) {
            Some(player) => Box::new(player),
            None => {
                let player = &self.player;
                let threads = Box::new(ScopedThreads(player.threads()));
                let built = BuiltinPlayer::new(player.clone(), self.rules.clone(), threads);
                Box::new(match self.evaluation_program() {
                    Some(program) => built.with_program(program),
                    None => built,
                })
            }
        }
    }

    /// A session with its evaluation and without players.
    pub fn open_session(
        &self,
        game: &GameEntry,
        start: &str,
    ) -> Result<Box<dyn AnySession>, Failure> {
        let mut session = game.open(start)?;
        if let Some(file) = &self.rules {
            rules::load_into(file, &mut *session)?;
        }
        if let Some(program) = self.evaluation_program() {
            session.add_program(program);
        }
        Ok(session)
    }

    /// The SHA-256 hash of the file of its evaluation, or of those that its program names.
    pub fn evaluation_hash(&self) -> Result<Option<String>, Failure> {
        let mut hashes: Vec<String> = self.program_hashes()?.into_values().collect();
        let eval = self.player.eval().filter(|_| !self.has_program()).map(Path::new);
        if let Some(path) = eval.filter(|path| path.is_file()) {
            let hash = hash_file(path);
            hashes.push(hash.map_err(|error| store::about_file(path, &error.to_string()))?);
        }
        Ok((!hashes.is_empty()).then(|| hashes.join(" ")))
    }

    /// Refuses an entrant that cannot play, before the first game.
    pub fn check(
        &self,
        game: &'static GameEntry,
        start: &str,
        limits: MoveLimits,
    ) -> Result<(), Failure> {
        if let Some(file) = &self.rules {
            rules::load_into(file, &mut *game.open(start)?)?;
        }
        let cannot =
            |reason: &dyn Display| Failure::Refused(format!("{} cannot play: {reason}", self.name));
        if let PlayerSpec::Engine(options) = &self.player {
            options.check_memory().map_err(|refused| cannot(&refused))?;
        }
        if let Some(path) = self.hand_in() {
            let name = self.player.eval().unwrap_or_default();
            HandInProgram::new(name, path, self.game, ConnectOptions::default())
                .and_then(|hand_in| hand_in.start())
                .map_err(|why| Failure::Refused(format!("{} {why}", self.name)))?;
        } else if let Some((name, command)) = self.player.eval().zip(self.command()) {
            let program = Program::new(name, command, self.limits.clone());
            program.start().map_err(|forfeit| cannot(&forfeit))?;
        }
        let mut player = self.build_player();
        let limits = player.own_limits().unwrap_or(limits);
        for side in Side::BOTH {
            let start = GameStart { game, start, opening: None, side, limits, seed: 0 };
            player.begin(&start).map_err(|fault| match self.is_engine() {
                true => cannot(&fault),
                // As in `agon play`, a player that the game does not have is a usage error.
                false => Failure::Usage(format!("{} cannot play: {fault}", self.name)),
            })?;
        }
        Ok(())
    }
}

/// The command line of a player's program, or of the program of its evaluation.
fn command(player: &PlayerSpec) -> Option<&str> {
    match player {
        PlayerSpec::Ugi { command, .. } => Some(command),
        player => player.eval().and_then(PlayerSpec::program_of),
    }
}

/// The files that the spec of a player names; none if it cannot be parsed.
pub fn files_of_player(text: &str, folder: &Path) -> Vec<PathBuf> {
    let Ok(player) = text.parse::<PlayerSpec>() else { return Vec::new() };
    let command = command(&player).map(|command| resolve(command, folder));
    match command.as_deref().map(CommandLine::read) {
        Some(Ok(command)) => command.files().into_iter().map(|(_, path)| path).collect(),
        Some(Err(_)) => Vec::new(),
        None => {
            let path = |eval: &str| folder.join(PlayerSpec::hand_in_of(eval).unwrap_or(eval));
            player.eval().map(path).into_iter().collect()
        }
    }
}

/// Makes the words of a command line that name files or folders in `folder` absolute paths. Other
/// words stay as they are.
fn resolve(command: &str, folder: &Path) -> String {
    if folder.as_os_str().is_empty() {
        return command.into();
    }
    let Some(words) = shlex::split(command) else { return command.into() };
    let absolute = |word: &String| {
        let path = folder.join(word);
        let is_named = path.is_file() || (word.contains('/') && path.is_dir());
        let path = is_named.then(|| path::absolute(path).ok()).flatten();
        path.map_or(word.clone(), |path| path.display().to_string())
    };
    let words: Vec<String> = words.iter().map(absolute).collect();
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| command.into())
}

/// The players that one worker keeps, so that a program that plays several games in a row is
/// started once.
#[derive(Default)]
pub struct PlayerPool {
    players: Vec<(usize, Box<dyn AnyPlayer>)>,
    /// Shows the game that they play.
    shown: Option<Arc<ShownGame>>,
}

impl PlayerPool {
    /// How many players are kept.
    pub const SIZE: usize = 4;

    /// A pool whose games are shown while they are played.
    pub fn shown_in(shown: Option<Arc<ShownGame>>) -> PlayerPool {
        PlayerPool { players: Vec::new(), shown }
    }

    pub fn shown(&self) -> Option<Arc<ShownGame>> {
        self.shown.clone()
    }

    /// The players of two entrants, by number.
    pub fn pair(&mut self, all: &[Entrant], numbers: [usize; 2]) -> [&mut dyn AnyPlayer; 2] {
        for number in numbers {
            let known = self.players.iter().position(|(other, _)| *other == number);
            let player = match known {
                Some(index) => self.players.remove(index),
                None => (number, all[number].build_player()),
            };
            self.players.push(player);
        }
        let surplus = self.players.len().saturating_sub(PlayerPool::SIZE);
        self.players.drain(..surplus);
        // The two are now last, in this order.
        let index = self.players.len() - 2;
        let (front, back) = self.players.split_at_mut(index + 1);
        [&mut *front[index].1, &mut *back[0].1]
    }
}
