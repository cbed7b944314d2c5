//! The engine's side: is handed lines, and says what to answer and what to search for.

use agon_core::quote;
use agon_search::{Info, SearchControl, Threads};

use super::arbiter::GAME;
use super::command::STARTPOS;
use super::reply::NO_MOVE;
use super::{Allowance, Command, Go, Kind, Offer, Reply, UgiRefusal};
use crate::{AnySession, Ask, GAMES, GameEntry, Refused, Search, find};

/// Makes the rule file that the name of an evaluation stands for, if it does, an evaluation
/// of a session.
pub type Lend = fn(&'static GameEntry, &mut dyn AnySession, &str) -> Result<(), String>;

/// What is to be done about a line.
pub enum Act {
    /// Write this line.
    Say(String),
    /// Search, and write the best move in the end.
    Search(Box<Job>),
    /// End the search that is going on.
    Stop,
    /// Leave.
    Quit,
}

/// A search to be run by whoever has threads and a clock.
pub struct Job {
    session: Box<dyn AnySession>,
    ask: Ask,
    /// How many threads search together.
    pub threads: usize,
    /// How long it may take; `None` where time does not matter.
    pub allowance: Option<Allowance>,
    /// Whether the best move is said only when told to stop.
    pub is_endless: bool,
}

impl Job {
    /// Searches, and gives the lines to say in the end, the last of them the best move.
    /// Where nothing was found in time, any legal move is better than none.
    pub fn run(&self, control: &dyn SearchControl<String>, threads: &dyn Threads) -> Vec<String> {
        let (found, refused) = match self.session.best(&self.ask, control, threads) {
            Ok(found) => (found, None),
            Err(refused) => (None, Some(complaint(&refused).to_string())),
        };
        let best = found.and_then(|info: Info<String>| info.moves.into_iter().next());
        let any = || self.session.moves().into_iter().next().map(|listed| listed.text);
        let best = best.or_else(any).unwrap_or_else(|| NO_MOVE.into());
        refused.into_iter().chain([Reply::BestMove(best).to_string()]).collect()
    }
}

/// What is wrong, where there is no other answer, in one line.
fn complaint(refused: &Refused) -> Reply {
    let words = refused.to_string();
    let words: Vec<&str> = words.split_whitespace().collect();
    Reply::Info(format!("string error: {}", words.join(" ")))
}

const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const EVAL: &str = "Eval";

/// An engine that speaks UGI, of which the search is run elsewhere.
///
/// ```
/// use agon_arena::ugi::{Act, Ugi};
/// let mut engine = Ugi::new(|_, _, _| Ok(()));
/// engine.hear("setoption name Game value tictactoe", false);
/// engine.hear("position startpos moves 11 00", false);
/// let acts = engine.hear("query legal", false);
/// assert!(matches!(&acts[..], [Act::Say(line)] if line == "response 01 02 10 12 20 21 22"));
/// ```
pub struct Ugi {
    game: &'static GameEntry,
    session: Box<dyn AnySession>,
    /// What was set, by name; the others are as offered.
    set: Vec<(String, String)>,
    offers: Vec<Offer>,
    load_rules: Lend,
}

impl Ugi {
    /// An engine at the start of the first game.
    pub fn new(load_rules: Lend) -> Ugi {
        let game = &GAMES[0];
        Ugi { game, session: game.start(), set: Vec::new(), offers: offers(), load_rules }
    }

    /// Hears a line, and says what to do about it. What is refused changes nothing.
    pub fn hear(&mut self, line: &str, is_searching: bool) -> Vec<Act> {
        let done = match Command::read(line) {
            Ok(None) => return Vec::new(),
            Ok(Some(command)) => self.obey(command, is_searching),
            Err(refusal) => Err(refusal.into()),
        };
        done.unwrap_or_else(|refused| vec![say(complaint(&refused))])
    }

    fn obey(&mut self, command: Command, is_searching: bool) -> Result<Vec<Act>, Refused> {
        match command {
            Command::Ugi => return Ok(self.introduce()),
            Command::IsReady => return Ok(vec![say(Reply::ReadyOk)]),
            Command::Query(question) => {
                return Ok(vec![say(Reply::Response(question.answer(&*self.session)))]);
            }
            Command::Stop if is_searching => return Ok(vec![Act::Stop]),
            Command::Stop => return Err(UgiRefusal::Idle.into()),
            Command::Quit => return Ok(vec![Act::Quit]),
            _ if is_searching => return Err(UgiRefusal::Busy.into()),
            Command::NewGame => self.session = self.open(STARTPOS)?,
            Command::SetOption { name, value } => self.set(&name, value)?,
            Command::Position { start, moves } => {
                let mut session = self.open(&start)?;
                session.play_all(&moves.join(" "))?;
                self.session = session;
            }
            Command::Go(go) => return self.search(&go),
        }
        Ok(Vec::new())
    }

    fn introduce(&self) -> Vec<Act> {
        let name = Reply::Name(concat!("Agon ", env!("CARGO_PKG_VERSION")).into());
        let author = Reply::Author("the authors of Agon".into());
        let offers = self.offers.iter().cloned().map(Reply::Option);
        [name, author].into_iter().chain(offers).chain([Reply::UgiOk]).map(say).collect()
    }

    /// The value of an option.
    fn value(&self, name: &str) -> &str {
        let set = self.set.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let offered = || self.offers.iter().find(|offer| offer.name == name);
        set.or_else(|| offered().map(|offer| &offer.default)).map_or("", String::as_str)
    }

    fn number(&self, name: &str) -> usize {
        self.value(name).parse().unwrap_or(1)
    }

    fn set(&mut self, name: &str, value: String) -> Result<(), Refused> {
        let offer = self.offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name));
        let offer = offer.ok_or_else(|| UgiRefusal::UnknownOption { found: quote(name) })?;
        offer.check(&value)?;
        let name = offer.name.clone();
        let owner = GAMES
            .iter()
            .find(|entry| entry.parameter.is_some_and(|parameter| parameter.name == name));
        if let Some(owner) = owner {
            owner.with(&value)?;
        }
        if name == GAME {
            self.game = find(&value).unwrap_or(self.game);
        }
        let begins_anew = name == GAME || owner.is_some_and(|owner| owner.name == self.game.name);
        self.set.retain(|(known, _)| *known != name);
        self.set.push((name, value));
        if begins_anew {
            self.session = self.open(STARTPOS)?;
        }
        Ok(())
    }

    /// A session of the present game.
    fn open(&self, start: &str) -> Result<Box<dyn AnySession>, Refused> {
        match self.game.parameter {
            Some(parameter) if start == STARTPOS => self.game.with(self.value(parameter.name)),
            _ => self.game.open(start),
        }
    }

    /// The search that is asked for in the present position. Where the evaluation cannot be
    /// used, that is said, and the game's own judges: who is asked for a move must have one.
    fn search(&self, go: &Go) -> Result<Vec<Act>, Refused> {
        let mut session = self.game.open(&self.session.position())?;
        let named = self.evaluation(&mut *session);
        let (eval, refused) = match named {
            Ok(eval) => (eval, None),
            Err(refused) => (None, Some(say(complaint(&refused)))),
        };
        let ask = Ask {
            search: Search::Engine,
            limits: go.limits(),
            eval,
            hash_bytes: self.number(HASH) << 20,
        };
        let job = Job {
            allowance: go.allowance(session.to_move()),
            is_endless: go.is_endless(),
            threads: self.number(THREADS),
            session,
            ask,
        };
        Ok(refused.into_iter().chain([Act::Search(Box::new(job))]).collect())
    }

    /// The evaluation that was set, which the session then knows; `None` for the game's own.
    fn evaluation(&self, session: &mut dyn AnySession) -> Result<Option<String>, Refused> {
        let name = self.value(EVAL);
        if name.is_empty() {
            return Ok(None);
        }
        (self.load_rules)(self.game, session, name)
            .map_err(|reason| UgiRefusal::Rules { reason })?;
        session.judge(Some(name), session.to_move())?;
        Ok(Some(name.into()))
    }
}

/// What the engine offers.
fn offers() -> Vec<Offer> {
    let offer = |name: &str, kind, default: &str| Offer {
        name: name.into(),
        kind,
        default: default.into(),
    };
    let names = GAMES.iter().map(|entry| entry.name.into()).collect();
    let game = offer(GAME, Kind::Combo(names), GAMES[0].name);
    let parameters = GAMES.iter().filter_map(|entry| entry.parameter.as_ref()).map(|parameter| {
        let kind = match parameter.known {
            [] => Kind::Text,
            known => Kind::Combo(known.iter().map(|&value| value.into()).collect()),
        };
        offer(parameter.name, kind, parameter.default)
    });
    let own = [
        offer(HASH, Kind::Spin { min: 1, max: 65536 }, "16"),
        offer(THREADS, Kind::Spin { min: 1, max: 256 }, "1"),
        offer(EVAL, Kind::Text, ""),
    ];
    [game].into_iter().chain(parameters).chain(own).collect()
}

fn say(reply: Reply) -> Act {
    Act::Say(reply.to_string())
}
