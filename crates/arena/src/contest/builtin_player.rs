//! The players of this program in matches and contests.

use core::time::Duration;
use std::sync::{Arc, Mutex, PoisonError};

use agon_core::Side;
use agon_search::{Info, SearchControl, Threads, TimeManager};

use super::referee::{AnyPlayer, Clock, Fault, GameStart, PlayerMove, Turn};
use crate::SearchStats;
use crate::move_limits::MoveLimits;
use crate::{
    AnySession, EvaluationFile, EvaluationProgram, GameEntry, NoAnswer, OptionValue, Play,
    PlayerRefusal, PlayerSpec, Refused,
};

/// How long a player that asks a program may think where nothing limits it, in microseconds.
const PROGRAM_TIME: u64 = 60_000_000;

/// A player of this program as the referee knows it: a session of its own, on which it plays
/// one side.
pub struct BuiltinPlayer {
    spec: PlayerSpec,
    rules: Option<EvaluationFile>,
    program: Option<Arc<dyn EvaluationProgram>>,
    threads: Box<dyn Threads + Send>,
    session: Option<Box<dyn AnySession>>,
    /// How many moves of the game its session has seen.
    seen: usize,
}

impl BuiltinPlayer {
    /// A player with the rule file or network of its evaluation, if it has one, and with the threads that
    /// it searches on. If its spec names no limit, it takes those of the game.
    pub fn new(
        spec: PlayerSpec,
        rules: Option<EvaluationFile>,
        threads: Box<dyn Threads + Send>,
    ) -> BuiltinPlayer {
        BuiltinPlayer { spec, rules, program: None, threads, session: None, seen: 0 }
    }

    /// The same with the program of its evaluation.
    pub fn with_program(self, program: Arc<dyn EvaluationProgram>) -> BuiltinPlayer {
        BuiltinPlayer { program: Some(program), ..self }
    }

    /// The spec with the limits and the random seed of a game filled in. Refused if it cannot
    /// keep to the limits.
    fn spec_for(
        &self,
        game: &GameEntry,
        limits: &MoveLimits,
        seed: u64,
    ) -> Result<PlayerSpec, PlayerRefusal> {
        let mut spec = self.spec.clone();
        if let (Some(depth), PlayerSpec::Own { name, options }) = (limits.depth, &spec) {
            let form = game.own_players.iter().find(|form| form.name == name);
            let option = form.and_then(|form| form.options.iter().find(|key| key.key == "depth"));
            // It cannot search less than its least depth, which older contest files rely on.
            if let Some(OptionValue::Number { least, .. }) = option.map(|option| option.value)
                && !options.contains("depth=")
            {
                spec = spec.with_depth(depth.max(u32::try_from(least).unwrap_or(depth)));
            }
        }
        let mut spec = spec.with_seed(seed);
        if let PlayerSpec::Engine(options) = &mut spec
            && options.clock.take().is_some()
        {
            options.depth.get_or_insert(PlayerSpec::MAX_ENGINE_DEPTH);
        }
        if self.spec.is_limited() {
            return Ok(spec);
        }
        match &mut spec {
            PlayerSpec::Minimax { .. } if limits.depth.is_none() && limits.nodes.is_some() => {
                return Err(PlayerRefusal::NoNodeLimit);
            }
            PlayerSpec::Minimax { .. } | PlayerSpec::HandIn { .. }
                if limits.depth.is_some_and(|depth| depth > PlayerSpec::MAX_DEPTH) =>
            {
                let (least, most) = (1, PlayerSpec::MAX_DEPTH.into());
                let found = limits.depth.unwrap_or_default().to_string();
                let (player, option) = ("minimax".into(), "depth".into());
                return Err(PlayerRefusal::Number { player, option, least, most, found });
            }
            PlayerSpec::Minimax { depth, .. } | PlayerSpec::HandIn { depth, .. } => {
                *depth = limits.depth;
            }
            PlayerSpec::Engine(options) => {
                (options.depth, options.nodes) = (limits.depth, limits.nodes);
                if limits.movetime.is_some() || limits.clock.is_some() {
                    options.depth.get_or_insert(PlayerSpec::MAX_ENGINE_DEPTH);
                }
            }
            _ => (),
        }
        Ok(spec)
    }

    /// How long it thinks about a move.
    fn time(&self, turn: &Turn<'_>) -> Option<TimeManager> {
        let fixed = |micros| TimeManager::fixed(Duration::from_micros(micros));
        let own = self.spec.movetime().map(|time| fixed(time * 1000));
        let has_clock =
            matches!(&self.spec, PlayerSpec::Engine(options) if options.clock.is_some());
        let is_free = !self.spec.is_limited() || has_clock;
        let game = turn.limits.movetime.filter(|_| is_free).map(fixed);
        let share = turn.clock.control(turn.side).filter(|_| is_free).map(|control| {
            let left = Duration::from_micros(turn.clock.left()[turn.side.index()]);
            TimeManager::clock(left, Duration::from_micros(control.increment()))
        });
        // A slow program would hold up everybody, so it has no more time than an engine.
        let program = self.program.as_ref().map(|_| fixed(PROGRAM_TIME));
        [own, game, share, program].into_iter().flatten().min_by_key(TimeManager::hard)
    }

    /// A session at the start of a game, with this player on its side.
    fn open_session(&self, start: &GameStart<'_>) -> Result<Box<dyn AnySession>, Fault> {
        let failed = |refused: Refused| Fault::Failed { reason: refused.to_string() };
        let mut session = start.game.open(start.start).map_err(failed)?;
        if let Some(file) = &self.rules {
            session.load_file(file).map_err(|error| Fault::Failed { reason: error.to_string() })?;
        }
        if let Some(program) = &self.program {
            session.add_program(Arc::clone(program));
        }
        if let Some(line) = start.opening {
            session.set_opening(line.clone());
        }
        let spec = self.spec_for(start.game, &start.limits, start.seed);
        let spec = spec.map_err(|refusal| failed(Box::new(refusal)))?;
        session.set_player(start.side, spec).map_err(failed)?;
        Ok(session)
    }
}

impl AnyPlayer for BuiltinPlayer {
    /// In some games a random player has rules of its own.
    fn adapt(&self, session: &mut dyn Play, side: Side) -> Result<(), Refused> {
        match &self.spec {
            spec @ PlayerSpec::Random { .. } => session.set_player(side, spec.clone()),
            _ => Ok(()),
        }
    }

    fn own_limits(&self) -> Option<MoveLimits> {
        self.spec.own_limits()
    }

    fn margin(&self) -> Option<u64> {
        self.spec.margin()
    }

    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        self.session = Some(self.open_session(start)?);
        self.seen = 0;
        match self.program.as_ref().map_or(Ok(()), |program| program.prepare()) {
            Err(NoAnswer::Failed(reason)) => Err(Fault::Failed { reason }),
            // The first question is stopped, too.
            Ok(()) | Err(NoAnswer::Stopped) => Ok(()),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>, clock: &dyn Clock) -> Result<PlayerMove, Fault> {
        let failed = |reason: String| Fault::Failed { reason };
        let time = self.time(turn);
        // Without a time limit the clock is not read.
        let began = time.as_ref().map_or(0, |_| clock.now());
        let elapsed = || Duration::from_micros(clock.now().saturating_sub(began));
        let stats = Mutex::new(SearchStats::default());
        let report = |info: &Info<String>| {
            let (depth, nodes) = (Some(info.depth), Some(info.nodes));
            *stats.lock().unwrap_or_else(PoisonError::into_inner) =
                SearchStats { score: Some(info.score), depth, nodes };
        };
        let control = SearchControl::until(&clock).timed(time, &elapsed).reporting(&report);
        let no_move = || match control.passed() {
            Some(time) => failed(format!("had no move after {} ms", time.as_millis())),
            None => failed("has no move to make".into()),
        };
        let session = self.session.as_mut().ok_or_else(no_move)?;
        for mv in &turn.moves[self.seen..] {
            session.play(mv).map_err(|refused| failed(refused.to_string()))?;
        }
        let chosen = session.think(&control, &*self.threads);
        let chosen = chosen.map_err(|refused| failed(refused.to_string()))?;
        self.seen = turn.moves.len() + 1;
        let chosen = chosen.ok_or_else(no_move)?;
        let stats = *stats.lock().unwrap_or_else(PoisonError::into_inner);
        // What the player says of its move counts: a level may play another than the best one.
        let stats = SearchStats { score: chosen.score.or(stats.score), ..stats };
        Ok(PlayerMove { mv: chosen.mv, stats, time: None })
    }
}
