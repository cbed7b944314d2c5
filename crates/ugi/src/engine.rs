//! The engine's side: handles lines, and decides what to answer and what to search.

use std::sync::{Arc, Mutex, PoisonError};

use agon_arena::{
    AnyEngine, AnySession, EvaluationFile, EvaluationFileError, GameEntry, PlayerSpec, Refused,
    SearchKind, SearchRequest, find, games, is_game_file,
};
use agon_core::{Parameter, ParameterKind, Refusal as _, Settings, quote};
use agon_search::{Info, Limits, MemoryRefusal, SearchControl, Threads, TimeManager};

use super::arbiter::GAME;
use super::command::STARTPOS;
use super::reply::NO_MOVE;
use super::{Command, Go, OptionType, Reply, UgiOption, UgiRefusal};

/// Reads the rule file or network of an evaluation, if it names one.
pub type ReadEvaluation = fn(&'static GameEntry, &str) -> Result<Option<EvaluationFile>, String>;

/// How to respond to a line.
pub enum Action {
    /// Write this line.
    Write(String),
    /// Prepare the engine's memory before anything else.
    Prepare(Box<Preparation>),
    /// Search, and then write the best move.
    Search(Box<SearchJob>),
    /// Start the time of the current search.
    PonderHit,
    /// Stop the current search.
    Stop,
    /// Exit.
    Quit,
}

/// The engine of all searches, which is locked during a search.
type SharedEngine = Arc<Mutex<AnyEngine>>;

/// Allocates or clears the engine's table, so that no search has to do it during a move.
pub struct Preparation {
    engine: SharedEngine,
    /// A session of the next game.
    session: Box<dyn AnySession>,
    /// The size of the table in bytes.
    pub bytes: usize,
    /// The number of threads.
    pub threads: usize,
}

impl Preparation {
    /// Prepares the memory. Returns the lines to write. If there is not enough memory, the table
    /// keeps its size.
    pub fn run(&self, threads: &dyn Threads) -> Vec<String> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        match self.session.prepare(&mut engine, self.bytes) {
            Ok(()) => engine.clear(threads),
            Err(refused) => return vec![error_reply(&refused).to_string()],
        }
        Vec::new()
    }

    /// The line to write instead, if the caller knows that there is not enough memory.
    pub fn refuse(&self) -> String {
        let refused = MemoryRefusal::TooLarge { megabytes: self.bytes >> 20 };
        error_reply(&refused.into()).to_string()
    }
}

/// A search; the caller has the threads and the clock.
pub struct SearchJob {
    engine: SharedEngine,
    session: Box<dyn AnySession>,
    request: SearchRequest,
    /// The number of threads.
    pub threads: usize,
    /// The time management; `None` without a time limit.
    pub time: Option<TimeManager>,
    /// Whether the best move is written only after `stop`.
    pub is_infinite: bool,
    /// Whether the time counts, and the best move is written, only after `ponderhit` or `stop`.
    pub is_pondering: bool,
    /// The only moves that are considered; all if there are none.
    only: Vec<String>,
    /// Whether the expected reply is written with the best move.
    writes_reply: bool,
}

impl SearchJob {
    /// Searches. Returns the lines to write, the last of them the best move. If nothing was found
    /// in time, that is any legal move.
    pub fn run(
        &mut self,
        control: &SearchControl<'_, String>,
        threads: &dyn Threads,
    ) -> Vec<String> {
        let shared = Arc::clone(&self.engine);
        let mut engine = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let SearchJob { session, request, only, .. } = self;
        let considered = match only.is_empty() {
            true => Ok(()),
            false => session.consider_only(&mut engine, request, only),
        };
        let searched =
            considered.and_then(|()| session.best_with(&mut engine, request, control, threads));
        let (found, refused) = match searched {
            Ok(found) => (found, None),
            Err(refused) => (None, Some(error_reply(&refused).to_string())),
        };
        let mut line = found.map_or(Vec::new(), |info: Info<String>| info.moves).into_iter();
        let any = || only.first().cloned().or_else(|| first_move(&**session));
        let mv = line.next().or_else(any).unwrap_or_else(|| NO_MOVE.into());
        let ponder = match self.writes_reply {
            true => line.next().or_else(|| self.expected_reply(&mut engine, &mv)),
            false => None,
        };
        refused.into_iter().chain([Reply::BestMove { mv, ponder }.to_string()]).collect()
    }

    /// The reply to a move behind which the search knows none, by a search of one ply.
    fn expected_reply(&mut self, engine: &mut AnyEngine, mv: &str) -> Option<String> {
        self.session.play(mv).ok()?;
        let limits = Limits { depth: 1, ..Limits::default() };
        let request = SearchRequest { limits, ..self.request.clone() };
        let found = self.session.best_with(engine, &request, &SearchControl::default(), &());
        let reply = found.ok().flatten().and_then(|info| info.moves.into_iter().next());
        reply.or_else(|| first_move(&*self.session))
    }
}

fn first_move(session: &dyn AnySession) -> Option<String> {
    session.moves().into_iter().next().map(|listed| listed.text)
}

/// An error as an info line.
fn error_reply(refused: &Refused) -> Reply {
    let words = refused.to_string();
    let words: Vec<&str> = words.split_whitespace().collect();
    Reply::Info(format!("string error: {}", words.join(" ")))
}

const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const EVAL: &str = "Eval";
const MULTI_PV: &str = "MultiPV";
const PONDER: &str = "Ponder";

/// The most lines that `MultiPV` asks for.
const MAX_LINES: i64 = 500;

/// A UGI engine; its caller runs the searches.
///
/// ```
/// use agon_ugi::{Action, UgiEngine};
/// let mut engine = UgiEngine::new(|_, _| Ok(None));
/// engine.handle("setoption name Game value tictactoe", false);
/// engine.handle("position startpos moves 11 00", false);
/// let actions = engine.handle("query legal", false);
/// assert!(matches!(&actions[..], [Action::Write(line)] if line == "response 01 02 10 12 20 21 22"));
/// ```
pub struct UgiEngine {
    game: &'static GameEntry,
    session: Box<dyn AnySession>,
    /// The options that were set; the others have their defaults.
    set: Vec<(String, String)>,
    options: Vec<UgiOption>,
    read_evaluation: ReadEvaluation,
    /// The file of the evaluation, if it has one, or why it cannot be used in this game. It is
    /// read when `Eval` or `Game` is set and when a game begins, never between two moves.
    evaluation: Result<Option<EvaluationFile>, UgiRefusal>,
    /// The last start of a position in which the evaluation could be used.
    fitting_start: Option<String>,
    engine: SharedEngine,
    /// Whether the last search began with `go ponder`, and there was no `ponderhit` yet.
    is_pondering: bool,
}

impl UgiEngine {
    /// An engine at the start of its first game.
    pub fn new(read_evaluation: ReadEvaluation) -> UgiEngine {
        let game = &games()[0];
        UgiEngine {
            game,
            session: game.start(),
            set: Vec::new(),
            options: options(),
            read_evaluation,
            evaluation: Ok(None),
            fitting_start: None,
            engine: SharedEngine::default(),
            is_pondering: false,
        }
    }

    /// The same engine, which offers games besides those of the program: their files.
    #[must_use]
    pub fn offering(mut self, files: &[&'static GameEntry]) -> UgiEngine {
        let offered = self.options.iter_mut().find(|option| option.name == GAME);
        if let Some(OptionType::Combo(names)) = offered.map(|option| &mut option.kind) {
            names.extend(files.iter().map(|file| file.name.to_string()));
        }
        self
    }

    /// Handles a line, and returns the actions. A refused line changes nothing.
    pub fn handle(&mut self, line: &str, is_searching: bool) -> Vec<Action> {
        let done = match Command::read(line) {
            Ok(None) => return Vec::new(),
            Ok(Some(command)) => self.execute(command, is_searching),
            Err(refusal) => Err(refusal.into()),
        };
        done.unwrap_or_else(|refused| vec![write(error_reply(&refused))])
    }

    fn execute(&mut self, command: Command, is_searching: bool) -> Result<Vec<Action>, Refused> {
        match command {
            Command::Ugi => return Ok(self.identify()),
            Command::IsReady => {
                let mut actions = Vec::new();
                // The memory is there before it is said to be.
                if !is_searching && self.engine_bytes() == 0 {
                    actions = self.prepare(self.hash_bytes())?;
                }
                actions.push(write(Reply::ReadyOk));
                return Ok(actions);
            }
            Command::Query(query) => {
                return Ok(vec![write(Reply::Response(query.answer(&*self.session)))]);
            }
            Command::PonderHit if is_searching && std::mem::take(&mut self.is_pondering) => {
                return Ok(vec![Action::PonderHit]);
            }
            Command::PonderHit => return Err(UgiRefusal::NotPondering.into()),
            Command::Stop if is_searching => {
                self.is_pondering = false;
                return Ok(vec![Action::Stop]);
            }
            Command::Stop => return Err(UgiRefusal::Idle.into()),
            Command::Quit => return Ok(vec![Action::Quit]),
            _ if is_searching => return Err(UgiRefusal::Busy.into()),
            Command::NewGame => {
                let evaluation = self.read_evaluation(self.game, self.value(EVAL))?;
                self.session = self.open(STARTPOS)?;
                self.set_evaluation(Ok(evaluation));
                return self.prepare(self.hash_bytes());
            }
            Command::SetOption { name, value } => return self.set(&name, value),
            Command::Position { start, moves } => {
                let mut session = self.open(&start)?;
                // Another board may be one that the evaluation is not for.
                if self.evaluation.is_ok() && self.fitting_start.as_ref() != Some(&start) {
                    self.load_evaluation(&mut *session)?;
                    self.fitting_start = Some(start);
                }
                session.play_all(&moves.join(" "))?;
                self.session = session;
            }
            Command::Go(go) => {
                self.is_pondering = go.ponder;
                return self.search(&go);
            }
        }
        Ok(Vec::new())
    }

    fn identify(&self) -> Vec<Action> {
        let name = Reply::Name(concat!("Agon ", env!("CARGO_PKG_VERSION")).into());
        let author = Reply::Author("the authors of Agon".into());
        let options = self.options.iter().cloned().map(Reply::Option);
        [name, author].into_iter().chain(options).chain([Reply::UgiOk]).map(write).collect()
    }

    /// The values of a game's parameters that are set, with one more if it is given. Those that
    /// do not matter with the others are left out.
    fn settings(&self, entry: &GameEntry, more: Option<(&str, &str)>) -> Settings {
        let set = self.set.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let mut settings = Settings::default();
        for (name, value) in set.chain(more).filter(|(_, value)| !value.trim().is_empty()) {
            if let Some(parameter) = parameter_of(entry, name) {
                settings.set(parameter.name, value);
            }
        }
        settings.retain_needed(entry.parameters);
        settings
    }

    /// The value of an option.
    fn value(&self, name: &str) -> &str {
        let set = self.set.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let offered = || self.options.iter().find(|option| option.name == name);
        set.or_else(|| offered().map(|option| &option.default)).map_or("", String::as_str)
    }

    fn number(&self, name: &str) -> usize {
        self.value(name).parse().unwrap_or(1)
    }

    /// The size of the engine's table: the last one that there was memory for.
    fn hash_bytes(&self) -> usize {
        let kept = self.engine_bytes();
        if kept > 0 { kept } else { self.number(HASH) << 20 }
    }

    /// The size of the table that there is; 0 if there is none yet.
    fn engine_bytes(&self) -> usize {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).bytes()
    }

    fn prepare(&self, bytes: usize) -> Result<Vec<Action>, Refused> {
        let (engine, session) = (Arc::clone(&self.engine), self.open(STARTPOS)?);
        let threads = self.number(THREADS);
        Ok(vec![Action::Prepare(Box::new(Preparation { engine, session, bytes, threads }))])
    }

    fn set(&mut self, name: &str, value: String) -> Result<Vec<Action>, Refused> {
        let option = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| UgiRefusal::UnknownOption { found: quote(name) })?;
        // A game file is not listed, but can be chosen if the program knows it.
        let is_file = option.name == GAME && is_game_file(&value) && find(&value).is_some();
        if !is_file {
            option.check(&value)?;
        }
        let name = option.name.clone();
        let owners = games().iter().filter(|entry| parameter_of(entry, &name).is_some());
        let opened = owners.map(|owner| owner.with(&self.settings(owner, Some((&name, &value)))));
        let (opened, refused): (Vec<_>, Vec<_>) = opened.partition(Result::is_ok);
        if let (true, Some(Err(refused))) = (opened.is_empty(), refused.into_iter().next()) {
            return Err(refused);
        }
        if name == EVAL {
            let evaluation = self.read_for_some_game(&value)?;
            self.set_evaluation(evaluation);
        }
        if name == GAME {
            self.game = find(&value).unwrap_or(self.game);
            self.set_evaluation(self.read_evaluation(self.game, self.value(EVAL)));
        }
        let restarts = name == GAME || parameter_of(self.game, &name).is_some();
        let is_hash = name == HASH;
        self.set.retain(|(known, _)| *known != name);
        self.set.push((name, value));
        if restarts {
            self.session = self.open(STARTPOS)?;
        }
        if is_hash {
            self.prepare(self.number(HASH) << 20)
        } else if restarts {
            self.prepare(self.hash_bytes())
        } else {
            Ok(Vec::new())
        }
    }

    /// A session of the current game.
    fn open(&self, start: &str) -> Result<Box<dyn AnySession>, Refused> {
        match start {
            STARTPOS => self.game.with(&self.settings(self.game, None)),
            position => self.game.open(position),
        }
    }

    /// The search of the current position. If the evaluation cannot be used, that is reported and
    /// the default one is used, because `go` must be answered by a move.
    fn search(&mut self, go: &Go) -> Result<Vec<Action>, Refused> {
        let mut session = self.game.open(&self.session.position())?;
        let read = |mv: &String| {
            session.read(mv).map_err(|refused| {
                let (found, reason) = (quote(mv), refused.to_string());
                UgiRefusal::SearchMove { found, reason }.into()
            })
        };
        let only = go.searchmoves.iter().map(read).collect::<Result<Vec<String>, Refused>>()?;
        let named = self.load_evaluation(&mut *session);
        let (eval, refused) = match named {
            Ok(eval) => (eval, None),
            Err(refused) => (None, Some(write(error_reply(&refused)))),
        };
        let time = go.time_manager(session.to_move());
        let mut limits = go.limits(self.number(MULTI_PV));
        // With a single move no time is needed; depth 1 gives a score.
        let choice = if only.is_empty() { session.moves().len() } else { only.len() };
        if time.is_some() && choice == 1 {
            limits.depth = 1;
        }
        let request = SearchRequest {
            search: SearchKind::Engine,
            limits,
            eval,
            hash_bytes: self.hash_bytes(),
        };
        let job = SearchJob {
            engine: Arc::clone(&self.engine),
            time,
            is_infinite: go.is_infinite(),
            is_pondering: go.ponder,
            only,
            writes_reply: self.value(PONDER) == "true",
            threads: self.number(THREADS),
            session,
            request,
        };
        Ok(refused.into_iter().chain([Action::Search(Box::new(job))]).collect())
    }

    fn set_evaluation(&mut self, evaluation: Result<Option<EvaluationFile>, UgiRefusal>) {
        (self.evaluation, self.fitting_start) = (evaluation, None);
    }

    /// Reads an evaluation for a game, which it must be usable in; its file, if it has one.
    fn read_evaluation(
        &self,
        game: &'static GameEntry,
        name: &str,
    ) -> Result<Option<EvaluationFile>, UgiRefusal> {
        if name.is_empty() {
            return Ok(None);
        }
        let wrong = |reason| UgiRefusal::Eval { found: quote(name), reason };
        let file = (self.read_evaluation)(game, name).map_err(wrong)?;
        let mut session = game.with(&self.settings(game, None)).unwrap_or_else(|_| game.start());
        let is_of_another_board = file.as_ref().is_some_and(|file| {
            matches!(session.load_file(file), Err(EvaluationFileError::Network(refusal))
                if refusal.kind() == "OtherParameters")
        });
        // The board may be set later. It is checked again at each start.
        if !is_of_another_board {
            load(&mut *session, name, file.as_ref())
                .map_err(|refused| wrong(refused.to_string()))?;
        }
        Ok(file)
    }

    /// Reads an evaluation that may be of another game, since options are set in any order. What is
    /// an evaluation of no game is refused.
    fn read_for_some_game(
        &self,
        name: &str,
    ) -> Result<Result<Option<EvaluationFile>, UgiRefusal>, UgiRefusal> {
        let here = self.read_evaluation(self.game, name);
        let Err(refusal) = &here else { return Ok(here) };
        let mut others = games().iter().filter(|entry| entry.name != self.game.name);
        match others.any(|entry| self.read_evaluation(entry, name).is_ok()) {
            true => Ok(here),
            false => Err(refusal.clone()),
        }
    }

    /// Loads the evaluation that was set into the session; `None` for the default one.
    fn load_evaluation(&self, session: &mut dyn AnySession) -> Result<Option<String>, Refused> {
        let name = self.value(EVAL);
        if name.is_empty() {
            return Ok(None);
        }
        load(session, name, self.evaluation.as_ref().map_err(Clone::clone)?.as_ref())?;
        Ok(Some(name.into()))
    }
}

/// Loads an evaluation into a session, which must be able to use it.
fn load(
    session: &mut dyn AnySession,
    name: &str,
    file: Option<&EvaluationFile>,
) -> Result<(), Refused> {
    if let Some(file) = file {
        let refused = |error| UgiRefusal::Rules { reason: reason(file, &error) };
        session.load_file(file).map_err(refused)?;
    }
    session.evaluate(Some(name), session.to_move())?;
    Ok(())
}

/// Why a file is not an evaluation, in one line.
fn reason(file: &EvaluationFile, error: &EvaluationFileError) -> String {
    match error {
        EvaluationFileError::Rules(found) => found.to_string().lines().next().unwrap_or("").into(),
        EvaluationFileError::Network(refusal) => format!("{}: {refusal}", file.name),
    }
}

/// The option of a parameter: `MazeSeed` of `maze-seed`.
fn option_name(parameter: &Parameter) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    parameter.name.split('-').map(word).collect()
}

/// The parameter of a game that an option sets.
fn parameter_of(entry: &GameEntry, option: &str) -> Option<&'static Parameter> {
    entry.parameters.iter().find(|parameter| option_name(parameter) == option)
}

/// The options of the engine.
fn options() -> Vec<UgiOption> {
    let option = |name: &str, kind, default: &str| UgiOption {
        name: name.into(),
        kind,
        default: default.into(),
    };
    let names = games().iter().map(|entry| entry.name.into()).collect();
    let game = option(GAME, OptionType::Combo(names), games()[0].name);
    let parameters = games().iter().flat_map(|entry| entry.parameters).map(|parameter| {
        let kind = match parameter.kind {
            ParameterKind::Number { least, most, .. } if !parameter.default.is_empty() => {
                OptionType::Spin { min: least.into(), max: most.into() }
            }
            ParameterKind::Choice(values) => {
                OptionType::Combo(values.iter().map(|&value| value.into()).collect())
            }
            _ => OptionType::Text,
        };
        option(&option_name(parameter), kind, parameter.default)
    });
    let mut distinct: Vec<UgiOption> = Vec::new();
    for parameter in parameters {
        // Games that share the name of a parameter share an option, which takes any text.
        match distinct.iter_mut().find(|known| known.name == parameter.name) {
            Some(known) => *known = option(&parameter.name, OptionType::Text, ""),
            None => distinct.push(parameter),
        }
    }
    let own = [
        option(HASH, OptionType::Spin { min: 1, max: PlayerSpec::MAX_HASH.into() }, "16"),
        option(THREADS, OptionType::Spin { min: 1, max: PlayerSpec::MAX_THREADS.into() }, "1"),
        option(EVAL, OptionType::Text, ""),
        option(MULTI_PV, OptionType::Spin { min: 1, max: MAX_LINES }, "1"),
        option(PONDER, OptionType::Check, "false"),
    ];
    [game].into_iter().chain(distinct).chain(own).collect()
}

fn write(reply: Reply) -> Action {
    Action::Write(reply.to_string())
}
