//! Who takes part in a contest: as people write it, and as the referee meets it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use agon_core::{Side, Stop};
use agon_search::SearchControl;

use super::referee::{AnyPlayer, Clock, Fault, Limits, Opening, Turn};
use crate::{AnySession, PlayerSpec, Refused};

/// One who takes part, as it is named: a player of a session, as `minimax:depth=3` or
/// `engine:level=5`, or a program that speaks the engine protocol, as `ugi:./engine -x`.
///
/// ```
/// use agon_arena::contest::Entrant;
/// let entrant: Entrant = "engine:level=5".parse().unwrap();
/// assert_eq!(entrant.to_string(), "level:5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// A player that the program has.
    Own {
        /// Who.
        seat: PlayerSpec,
        /// Whether it was said how far it looks.
        is_limited: bool,
    },
    /// A program outside, by its command line.
    Program(String),
}

agon_core::refusals! {
    /// Why one who would take part is refused.
    pub enum EntrantRefusal {
        Person => "a person cannot take part: name a computer player",
        NoCommand => "the command of a program is missing: write it as ugi:./engine",
    }
}

impl FromStr for Entrant {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Entrant, Refused> {
        if let Some(command) = text.strip_prefix("ugi:") {
            let command = command.trim();
            return match command.is_empty() {
                true => Err(EntrantRefusal::NoCommand.into()),
                false => Ok(Entrant::Program(command.into())),
            };
        }
        let level = text.strip_prefix("engine:level=").map(|level| format!("level:{level}"));
        let text = level.as_deref().unwrap_or(text);
        let seat: PlayerSpec = text.parse()?;
        if seat.is_person() {
            return Err(EntrantRefusal::Person.into());
        }
        let options = text.split_once(':').map_or("", |(_, options)| options);
        let is_limit = |option: &str| {
            ["depth=", "nodes=", "movetime="].iter().any(|limit| option.starts_with(limit))
        };
        let searches = matches!(seat, PlayerSpec::Minimax { .. } | PlayerSpec::Engine { .. });
        let is_limited = !searches || options.split(',').any(is_limit);
        Ok(Entrant::Own { seat, is_limited })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Own { seat, .. } => write!(f, "{seat}"),
            Entrant::Program(command) => write!(f, "ugi:{command}"),
        }
    }
}

/// What share of the time that is left for a game is spent on a move.
const SHARE: u64 = 20;

/// Ends a search when its time is up, or when everything ends.
struct Watch<'a> {
    clock: &'a dyn Clock,
    began: u64,
    time: Option<u64>,
}

impl<'a> Watch<'a> {
    fn new(clock: &'a dyn Clock, time: Option<u64>) -> Watch<'a> {
        // A clock that nobody is bound by is not looked at.
        Watch { clock, began: time.map_or(0, |_| clock.now()), time }
    }

    fn has_passed(&self, share: u64) -> bool {
        self.time.is_some_and(|time| self.clock.now().saturating_sub(self.began) * share >= time)
    }
}

impl Stop for Watch<'_> {
    fn is_stopped(&self) -> bool {
        self.clock.is_stopped() || self.has_passed(1)
    }
}

impl<M> SearchControl<M> for Watch<'_> {
    /// A depth takes about as long as all before it together, and more.
    fn is_enough(&self) -> bool {
        self.has_passed(2)
    }
}

/// A rule file: its name, and what it holds.
pub type RuleFile = (String, Arc<[u8]>);

/// A player of a session as one who takes part.
pub struct Builtin {
    seat: PlayerSpec,
    is_limited: bool,
    rules: Option<RuleFile>,
    session: Option<Box<dyn AnySession>>,
    /// How many moves of the game its session has seen.
    seen: usize,
}

impl Builtin {
    /// One who plays like a seat, and judges by a rule file if its evaluation is one. Who
    /// is not limited takes the limits of the game.
    pub fn new(seat: PlayerSpec, is_limited: bool, rules: Option<RuleFile>) -> Builtin {
        Builtin { seat, is_limited, rules, session: None, seen: 0 }
    }

    /// The seat with the limits of a game, and with dice where it throws some.
    fn seat_for(&self, limits: &Limits, seed: u64) -> PlayerSpec {
        let mut seat = self.seat.clone();
        match &mut seat {
            PlayerSpec::Minimax { depth, .. } if !self.is_limited => {
                *depth = limits.depth.unwrap_or(*depth);
            }
            PlayerSpec::Engine { depth, nodes, .. } if !self.is_limited => {
                (*depth, *nodes) = (limits.depth, limits.nodes);
                if limits.movetime.is_some() || limits.clock.is_some() {
                    depth.get_or_insert(PlayerSpec::MAX_ENGINE_DEPTH);
                }
            }
            PlayerSpec::Random { seed: unset @ None }
            | PlayerSpec::Level { seed: unset @ None, .. } => {
                *unset = Some(seed);
            }
            PlayerSpec::Own { options, .. } if !options.contains("seed=") => {
                let joint = if options.is_empty() { "" } else { "," };
                *options = format!("{options}{joint}seed={seed}");
            }
            _ => (),
        }
        seat
    }

    /// How long it thinks about a move, in microseconds.
    fn time(&self, turn: &Turn<'_>) -> Option<u64> {
        let own = self.seat.movetime().map(|time| time * 1000);
        let game = turn.allowed().filter(|_| !self.is_limited);
        let share = turn.limits.clock.filter(|_| !self.is_limited).map(|clock| {
            // So that the time lasts, however long the game.
            turn.left[turn.side.index()] / SHARE + clock.increment * 3 / 4
        });
        [own, game, share].into_iter().flatten().min()
    }

    /// A session at the start of a game, where it has its side.
    fn sit_down(&self, opening: &Opening<'_>) -> Result<Box<dyn AnySession>, Fault> {
        let failed = |refused: Refused| Fault::Failed { reason: refused.to_string() };
        let mut session = opening.game.open(opening.start).map_err(failed)?;
        if let Some((name, source)) = &self.rules {
            let lent = session.load_rules(name, source);
            lent.map_err(|troubles| Fault::Failed { reason: troubles.to_string() })?;
        }
        let seat = self.seat_for(&opening.limits, opening.seed);
        session.set_seat(opening.side, seat).map_err(failed)?;
        Ok(session)
    }
}

impl AnyPlayer for Builtin {
    /// In some games one who throws dice plays by rules of its own.
    fn adapt(&self, session: &mut dyn AnySession, side: Side) -> Result<(), Refused> {
        match &self.seat {
            seat @ PlayerSpec::Random { .. } => session.set_seat(side, seat.clone()),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.session = Some(self.sit_down(opening)?);
        self.seen = 0;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, clock: &dyn Clock) -> Result<String, Fault> {
        let failed = |reason: String| Fault::Failed { reason };
        let silent = || failed("has no move to make".into());
        let watch = Watch::new(clock, self.time(turn));
        let session = self.session.as_mut().ok_or_else(silent)?;
        for mv in &turn.moves[self.seen..] {
            session.play(mv).map_err(|refused| failed(refused.to_string()))?;
        }
        let thought = session.think(&watch).map_err(|refused| failed(refused.to_string()))?;
        self.seen = turn.moves.len() + 1;
        Ok(thought.ok_or_else(silent)?.mv)
    }
}
