//! Players as people write them: one grammar for commands, contest files, rules and the page.

mod form;
mod read;

use std::fmt;

use agon_search::Limits;

use crate::game_clock::TimeControl;
use crate::levels::{LEVELS, Level};
use crate::move_limits::MoveLimits;

pub(crate) use form::FORMS;
pub use form::{OptionForm, OptionValue, PlayerForm};
pub(crate) use read::read_options;

/// A player by its text, as `level:3`, `engine:nodes=100000` or `ugi:./engine`; a player that
/// only one game has, as `heuristic:seed=7`, is known to that game. [`players_help`](crate::players_help) describes
/// the whole grammar.
///
/// ```
/// use agon_arena::PlayerSpec;
/// let player: PlayerSpec = "minimax:depth=2".parse().unwrap();
/// assert_eq!(player, PlayerSpec::Minimax { depth: Some(2), eval: None });
/// assert_eq!(player.to_string(), "minimax:depth=2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// A person, whose moves come from outside.
    Person,
    /// Any legal move.
    Random {
        /// The random seed; sessions use 0 if none is given.
        seed: Option<u64>,
    },
    /// Minimax of a fixed depth.
    Minimax {
        /// The depth in plies; the match's or [`DEPTH`](PlayerSpec::DEPTH) if not given.
        depth: Option<u32>,
        /// The evaluation by name; the game's first one if not given.
        eval: Option<String>,
    },
    /// The engine at a level for people.
    Level {
        /// The level, counted from 1.
        level: u32,
        /// The random seed of its mistakes; sessions use 0 if none is given.
        seed: Option<u64>,
        /// Whether it sees what is hidden from its side, in games that hide something.
        all_knowing: bool,
    },
    /// The engine within limits.
    Engine(EngineOptions),
    /// Plays the proven values, in games that are solved.
    Perfect,
    /// A program that speaks UGI; takes part in matches and contests only.
    Ugi {
        /// Its command line.
        command: String,
        /// The name to show instead of the command.
        name: Option<String>,
        /// Its limits and options.
        options: UgiOptions,
    },
    /// A student's program: by its own moves if it chooses them, otherwise by its evaluation under
    /// minimax.
    HandIn {
        /// The name of its evaluation: `hand-in:` and its file, folder or zip; on a server, its
        /// name.
        eval: String,
        /// The depth of minimax in plies; [`HAND_IN_DEPTH`](PlayerSpec::HAND_IN_DEPTH) if not
        /// given.
        depth: Option<u32>,
    },
    /// A player that only some game has; the session knows whether its game does.
    Own {
        /// Its name, in small letters.
        name: String,
        /// The text behind the colon.
        options: String,
    },
}

/// The limits and options of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UgiOptions {
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The time a move in milliseconds.
    pub movetime: Option<u64>,
    /// The time for a game.
    pub clock: Option<TimeControl>,
    /// How late a move may come, in milliseconds.
    pub margin: Option<u64>,
    /// Options of the program by name, which are set when it is started.
    pub set: Vec<(String, String)>,
}

/// The options of an engine player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineOptions {
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The time a move in milliseconds, which the owner of the clock enforces.
    pub movetime: Option<u64>,
    /// The evaluation by name; the game's own if not given.
    pub eval: Option<String>,
    /// The size of the transposition table in MB.
    pub hash: Option<u32>,
    /// The number of threads, which the caller of the search provides.
    pub threads: Option<u32>,
    /// The time for a game, in matches and contests.
    pub clock: Option<TimeControl>,
    /// How late a move may come, in milliseconds, in matches and contests.
    pub margin: Option<u64>,
}

impl EngineOptions {
    /// Where its search ends; `None` if no limit is given.
    pub fn limits(&self) -> Option<Limits> {
        let EngineOptions { depth, nodes, movetime, .. } = self;
        (depth.is_some() || nodes.is_some() || movetime.is_some()).then(|| Limits {
            depth: depth.unwrap_or(PlayerSpec::MAX_ENGINE_DEPTH),
            nodes: nodes.unwrap_or(u64::MAX),
            lines: 1,
        })
    }

    /// Refuses a transposition table that the machine has no memory for, without filling it.
    pub fn check_memory(&self) -> Result<(), PlayerRefusal> {
        let bytes = self.hash_bytes();
        let reserved = Vec::<u8>::new().try_reserve_exact(bytes);
        reserved.map_err(|_| PlayerRefusal::Memory { megabytes: bytes >> 20 })
    }

    /// The size of its transposition table in bytes.
    pub fn hash_bytes(&self) -> usize {
        (self.hash.unwrap_or(PlayerSpec::HASH) as usize) << 20
    }
}

agon_core::refusals! {
    /// Why the text of a player is refused.
    pub enum PlayerRefusal {
        UnknownPlayer { found: String, known: String } => "{found} is not a player: there are {known}, and some games have more; 'agon help players' describes them",
        File { found: String } => "{found} is a file and not a player: write minimax:eval={found}",
        ProgramFile { found: String } => "{found} is a file and not a player: write hand-in:{found} for a student's program, ugi:{found} for one that speaks UGI, minimax:eval={found} for a rule file or network",
        NotHere { found: String, known: String } => "{found} is not a player of this game: there are {known}",
        NotSolved { game: &'static str } => "there is no perfect player of {game}: it is not solved",
        UnknownOption { player: String, found: String, known: String } => "{player} has no option {found}: it takes {known}",
        NothingHidden { game: &'static str } => "all-knowing is for games that hide something, and {game} hides nothing",
        NoOptions { player: String, found: String } => "{player} takes no options, but {found} is given",
        Repeated { option: String } => "the option {option} is given twice",
        Number { player: String, option: String, least: u64, most: u64, found: String } => "{option} of {player} is a whole number from {least} to {most}, not {found}",
        Level { found: String, most: usize } => "a level is a whole number from 1 to {most}, as in level:3, not {found}",
        NoValue { player: String, option: String } => "{option} of {player} needs a value, as in {option}=VALUE",
        NotAFlag { player: String, option: String, found: String } => "{option} of {player} takes no value, but {found} is given",
        Quotes { found: String } => "a value in quotes ends with a quote, before a comma or the end: {found}",
        NoNodeLimit => "minimax searches to a fixed depth and has no node limit: name its depth, as in minimax:depth=3, or play engine",
        Clock { player: String, found: String } => "clock of {player} is seconds for the game and what a move adds, as 10+0.1, not {found}",
        NoOptionName => "an option of a program needs its name, as in option.Hash=64",
        NoLimit => "the engine needs a limit, as in engine:nodes=100000, engine:movetime=500 or engine:depth=8",
        NoCommand => "the command of a program is missing: write it as ugi:./engine",
        Program => "a program (ugi:) can take part in agon match and agon contest only; here, name another player, as in level:5",
        Memory { megabytes: usize } => "not enough memory for a transposition table of {megabytes} MB: choose a smaller hash",
        TooMuchHere { option: &'static str, most: u64, found: u64 } => "here, {option} of engine is at most {most}, not {found}",
        EvaluationFailed { name: String, reason: String } => "the evaluation {name} {reason}",
        HandInFailed { name: String, reason: String } => "{name} {reason}",
        NoHandIn => "the hand-in is missing: write it as hand-in:PATH",
        NoEvaluationCommand => "the command of an evaluation program is missing: write it as eval=program:./mine",
        NoProgramsHere { found: String } => "{found} would start a program, which is not possible here: name an evaluation of the game, a rule file, or a network",
        NoTree { found: String, known: String } => "the player {found} has no tree to show; those with a tree: {known}",
        FairTree => "minmax:fair has no single tree: it adds up one for every tile where the opponent may be; minmax has one",
        UnknownEvaluation { found: String, known: String } => "this game has no evaluation {found}: it has {known}; a rule file or network is named by its path",
    }
}

impl PlayerSpec {
    /// What the name of an evaluation begins with that is a program.
    pub const PROGRAM: &'static str = "program:";

    /// What the name of an evaluation begins with that is a student's program.
    pub const HAND_IN: &'static str = "hand-in:";

    /// The depth of minimax if none is given.
    pub const DEPTH: u32 = 3;

    /// The depth of minimax with the evaluation of a student's program, if none is given.
    pub const HAND_IN_DEPTH: u32 = 2;

    /// The largest depth of minimax.
    pub const MAX_DEPTH: u32 = 9;

    /// The default computer player.
    pub const COMPUTER: PlayerSpec = PlayerSpec::Level { level: 5, seed: None, all_knowing: false };

    /// The longest time a move of the engine, in milliseconds.
    pub const MAX_MOVETIME: u64 = 3_600_000;

    /// The latest that a move may come, in milliseconds.
    pub const MAX_MARGIN: u64 = 60_000;

    /// The largest depth of the engine.
    pub const MAX_ENGINE_DEPTH: u32 = 100;

    /// The size of the engine's transposition table if none is given, in MB.
    pub const HASH: u32 = 8;

    /// The largest transposition table of the engine, in MB.
    pub const MAX_HASH: u32 = 65_536;

    /// The most threads of the engine.
    pub const MAX_THREADS: u32 = 256;

    /// Makes a computer player stronger or weaker by so many levels or plies, and says
    /// what it is now; `None` if it has neither.
    pub fn change(&mut self, by: i32) -> Option<String> {
        match self {
            PlayerSpec::Level { level, .. } => {
                *level = level.saturating_add_signed(by).clamp(1, LEVELS.len() as u32);
                Some(format!("plays at level {level}, {}", Level::numbered(*level).name))
            }
            PlayerSpec::HandIn { depth, .. } => {
                let changed = depth.unwrap_or(PlayerSpec::HAND_IN_DEPTH).saturating_add_signed(by);
                let plies = depth.insert(changed.clamp(1, PlayerSpec::MAX_DEPTH));
                Some(format!("looks {plies} plies ahead, unless it chooses by itself"))
            }
            PlayerSpec::Minimax { depth, .. } => {
                let changed = depth.unwrap_or(PlayerSpec::DEPTH).saturating_add_signed(by);
                let plies = depth.insert(changed.clamp(1, PlayerSpec::MAX_DEPTH));
                Some(format!("looks {plies} plies ahead"))
            }
            _ => None,
        }
    }

    /// The same with the defaults written out that a session fills in.
    pub fn with_defaults(mut self) -> PlayerSpec {
        if let PlayerSpec::Minimax { depth, .. } = &mut self {
            depth.get_or_insert(PlayerSpec::DEPTH);
        }
        self
    }

    /// The same with this random seed, if it uses one and none was given.
    pub fn with_seed(mut self, seed: u64) -> PlayerSpec {
        match &mut self {
            PlayerSpec::Random { seed: unset @ None }
            | PlayerSpec::Level { seed: unset @ None, .. } => *unset = Some(seed),
            PlayerSpec::Own { options, .. } if !options.contains("seed=") => {
                let joint = if options.is_empty() { "" } else { "," };
                *options = format!("{options}{joint}seed={seed}");
            }
            _ => (),
        }
        self
    }

    /// The same with this depth, if it is a player of one game alone. A depth that it has already
    /// is refused when its options are read.
    pub fn with_depth(mut self, depth: u32) -> PlayerSpec {
        if let PlayerSpec::Own { options, .. } = &mut self {
            let joint = if options.is_empty() { "" } else { "," };
            *options = format!("{options}{joint}depth={depth}");
        }
        self
    }

    /// Whether its text says how far it searches, or it does not search.
    pub fn is_limited(&self) -> bool {
        match self {
            PlayerSpec::Minimax { depth, .. } | PlayerSpec::HandIn { depth, .. } => depth.is_some(),
            PlayerSpec::Engine(options) => options.limits().is_some() || options.clock.is_some(),
            _ => true,
        }
    }

    /// Whether it plays other moves from the same start by chance, as far as its text shows.
    pub fn varies(&self) -> bool {
        matches!(self, PlayerSpec::Random { .. } | PlayerSpec::Level { .. })
    }

    /// The limits that hold for it in a match instead of those of the match, if the referee must
    /// know them: those of a program, and the clock of an engine.
    pub fn own_limits(&self) -> Option<MoveLimits> {
        let limits = match self {
            PlayerSpec::Ugi { options, .. } => {
                let &UgiOptions { depth, nodes, movetime, clock, .. } = options;
                let movetime = movetime.map(|milliseconds| milliseconds * 1000);
                MoveLimits { depth, nodes, movetime, clock }
            }
            PlayerSpec::Engine(options) => {
                MoveLimits { clock: Some(options.clock?), ..MoveLimits::default() }
            }
            _ => return None,
        };
        (limits != MoveLimits::default()).then_some(limits)
    }

    /// How late its moves may come, in milliseconds, if it says so.
    pub fn margin(&self) -> Option<u64> {
        match self {
            PlayerSpec::Ugi { options, .. } => options.margin,
            PlayerSpec::Engine(options) => options.margin,
            _ => None,
        }
    }

    /// The name of its evaluation, if one is given.
    pub fn eval(&self) -> Option<&str> {
        match self {
            PlayerSpec::Minimax { eval, .. } => eval.as_deref(),
            PlayerSpec::Engine(options) => options.eval.as_deref(),
            PlayerSpec::HandIn { eval, .. } => Some(eval),
            _ => None,
        }
    }

    /// The student's program that the name of an evaluation stands for, if it is `hand-in:PATH`.
    pub fn hand_in_of(eval: &str) -> Option<&str> {
        eval.strip_prefix(PlayerSpec::HAND_IN).map(str::trim)
    }

    /// The command of the evaluation program that the name of an evaluation stands for, if it
    /// is `program:COMMAND`.
    pub fn program_of(eval: &str) -> Option<&str> {
        eval.strip_prefix(PlayerSpec::PROGRAM).map(str::trim)
    }

    /// The same with another name of its evaluation, if it has one.
    pub fn with_eval(mut self, name: String) -> PlayerSpec {
        match &mut self {
            PlayerSpec::Minimax { eval, .. } => *eval = Some(name),
            PlayerSpec::Engine(options) => options.eval = Some(name),
            PlayerSpec::HandIn { eval, .. } => *eval = name,
            _ => (),
        }
        self
    }

    /// Its time limit a move in milliseconds, if it has one.
    pub fn movetime(&self) -> Option<u64> {
        match self {
            PlayerSpec::Engine(options) => options.movetime,
            _ => None,
        }
    }

    /// How many threads it searches with.
    pub fn threads(&self) -> usize {
        match self {
            PlayerSpec::Engine(options) => options.threads.unwrap_or(1) as usize,
            _ => 1,
        }
    }

    /// Refuses an engine with a larger table (in MB) or more threads than can be given here.
    pub fn check_resources(&self, hash: u32, threads: u32) -> Result<(), PlayerRefusal> {
        let PlayerSpec::Engine(options) = self else { return Ok(()) };
        for (option, given, most) in
            [("hash", options.hash, hash), ("threads", options.threads, threads)]
        {
            if let Some(found) = given.filter(|&given| given > most) {
                let (most, found) = (most.into(), found.into());
                return Err(PlayerRefusal::TooMuchHere { option, most, found });
            }
        }
        Ok(())
    }

    /// Whether this is a person.
    pub fn is_person(&self) -> bool {
        *self == PlayerSpec::Person
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Person => f.write_str("person"),
            PlayerSpec::Random { seed } => with_options(f, "random", &[number("seed", seed)]),
            PlayerSpec::Minimax { depth, eval } => {
                with_options(f, "minimax", &[number("depth", depth), text("eval", eval)])
            }
            PlayerSpec::Level { level, seed, all_knowing } => {
                let all_knowing = all_knowing.then(|| "all-knowing".to_string());
                with_options(
                    f,
                    "level",
                    &[Some(level.to_string()), all_knowing, number("seed", seed)],
                )
            }
            PlayerSpec::Engine(engine) => {
                let EngineOptions { depth, nodes, movetime, eval, hash, threads, .. } = engine;
                let options = [
                    number("depth", depth),
                    number("nodes", nodes),
                    number("movetime", movetime),
                    text("eval", eval),
                    number("hash", hash),
                    number("threads", threads),
                    number("clock", &engine.clock),
                    number("margin", &engine.margin),
                ];
                with_options(f, "engine", &options)
            }
            PlayerSpec::Perfect => f.write_str("perfect"),
            PlayerSpec::Ugi { command, name, options } => {
                let written = options.written(name);
                match written.iter().all(Option::is_none) {
                    true if read::is_plain_command(command) => write!(f, "ugi:{command}"),
                    // The comma tells that the quotes are not the command's.
                    true => write!(f, "ugi:{},", quoted(command)),
                    false => {
                        let command = [Some(quoted(command))];
                        with_options(f, "ugi", &[&command[..], &written[..]].concat())
                    }
                }
            }
            PlayerSpec::HandIn { eval, depth } => {
                let path = PlayerSpec::hand_in_of(eval).unwrap_or(eval);
                let is_plain = !path.starts_with('"') && !path.contains(",depth=");
                let path = if is_plain { path.to_string() } else { quoted(path) };
                write!(f, "{}{path}", PlayerSpec::HAND_IN)?;
                depth.map_or(Ok(()), |depth| write!(f, ",depth={depth}"))
            }
            PlayerSpec::Own { name, options } => {
                let options = Some(options.clone()).filter(|options| !options.is_empty());
                with_options(f, name, &[options])
            }
        }
    }
}

impl UgiOptions {
    /// The texts of the name and the options that are given.
    fn written(&self, name: &Option<String>) -> Vec<Option<String>> {
        let mut written = vec![
            text("name", name),
            number("depth", &self.depth),
            number("nodes", &self.nodes),
            number("movetime", &self.movetime),
            number("clock", &self.clock),
            number("margin", &self.margin),
        ];
        let set = self.set.iter();
        written
            .extend(set.map(|(key, value)| text(&format!("option.{key}"), &Some(value.clone()))));
        written
    }
}

fn with_options(
    f: &mut fmt::Formatter<'_>,
    player: &str,
    options: &[Option<String>],
) -> fmt::Result {
    f.write_str(player)?;
    let joints = [":"].into_iter().chain(std::iter::repeat(","));
    for (option, joint) in options.iter().flatten().zip(joints) {
        write!(f, "{joint}{option}")?;
    }
    Ok(())
}

fn number<N: fmt::Display>(key: &str, value: &Option<N>) -> Option<String> {
    value.as_ref().map(|value| format!("{key}={value}"))
}

/// Quotes are written only where they are needed.
fn text(key: &str, value: &Option<String>) -> Option<String> {
    let value = value.as_ref()?;
    let is_plain = !value.contains(',') && !value.starts_with('"') && !value.is_empty();
    Some(if is_plain { format!("{key}={value}") } else { format!("{key}={}", quoted(value)) })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
