//! Those who take part in matches and contests.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use agon_arena::contest::{AnyPlayer, Builtin, Clock, Entrant, Limits, Opening, RuleFile};
use agon_arena::{GameEntry, PlayerSpec};
use agon_core::{Side, Stop};

use super::program::Program;
use crate::failure::Failure;
use crate::interrupt;
use crate::rules::Source;

/// One who takes part: a name, who that is, and how it would like to begin.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What it is called.
    pub name: String,
    /// Who it is.
    pub entrant: Entrant,
    /// The rule file that it judges by, if it does.
    rules: Option<RuleFile>,
    /// The first moves that it would like to make, the best first.
    pub wishes: Vec<String>,
}

impl Contestant {
    /// Reads who takes part in a game, and the rule file that it judges by, which is looked
    /// for in `folder`.
    pub fn read(
        game: &GameEntry,
        name: &str,
        text: &str,
        folder: &Path,
    ) -> Result<Contestant, Failure> {
        let usage = |refused: agon_arena::Refused| Failure::Usage(refused.to_string());
        let mut entrant: Entrant = text.parse().map_err(usage)?;
        let mut rules = None;
        if let Entrant::Own { seat, .. } = &mut entrant
            && let PlayerSpec::Minimax { eval: Some(eval), .. }
            | PlayerSpec::Engine { eval: Some(eval), .. } = seat
        {
            let is_own = game.start().evaluations().iter().any(|own| own == eval);
            let path =
                if is_own { eval.clone() } else { folder.join(&*eval).display().to_string() };
            if let Some(source) = Source::named(game, Some(&path))? {
                rules = Some((source.name.clone(), Arc::from(source.bytes)));
                *eval = path;
            }
        }
        Ok(Contestant { name: name.into(), entrant, rules, wishes: Vec::new() })
    }

    /// What it judges by, where that is a file: its name and what it holds.
    pub fn source(&self) -> Option<&RuleFile> {
        self.rules.as_ref()
    }

    /// One who plays as this says.
    pub fn competitor(&self) -> Box<dyn AnyPlayer> {
        match &self.entrant {
            Entrant::Own { seat, is_limited } => {
                Box::new(Builtin::new(seat.clone(), *is_limited, self.rules.clone()))
            }
            Entrant::Program(command) => Box::new(Program::new(command)),
        }
    }

    /// Refuses one who could not play, before the first game.
    pub fn check(
        &self,
        game: &'static GameEntry,
        start: &str,
        limits: Limits,
    ) -> Result<(), Failure> {
        if let Some((name, bytes)) = &self.rules {
            game.open(start)?.load_rules(name, bytes).map_err(Failure::Rules)?;
        }
        let mut competitor = self.competitor();
        for side in Side::BOTH {
            let opening = Opening { game, start, side, limits, seed: 0 };
            competitor
                .begin(&opening)
                .map_err(|fault| Failure::Refused(format!("{} cannot play: {fault}", self.name)))?;
        }
        Ok(())
    }
}

/// The competitors that one worker has at hand, so that a program that plays game after
/// game is started once.
#[derive(Default)]
pub struct Bench(Vec<(usize, Box<dyn AnyPlayer>)>);

impl Bench {
    /// How many are kept.
    const MOST: usize = 4;

    /// Two who are to play each other.
    pub fn two(&mut self, all: &[Contestant], who: [usize; 2]) -> [&mut dyn AnyPlayer; 2] {
        for number in who {
            let known = self.0.iter().position(|(other, _)| *other == number);
            let one = match known {
                Some(place) => self.0.remove(place),
                None => (number, all[number].competitor()),
            };
            self.0.push(one);
        }
        let surplus = self.0.len().saturating_sub(Bench::MOST);
        self.0.drain(..surplus);
        // The two were put behind all others, in their order.
        let place = self.0.len() - 2;
        let (front, back) = self.0.split_at_mut(place + 1);
        [&mut *front[place].1, &mut *back[0].1]
    }
}

/// The clock of the machine, which stops for Ctrl-C.
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that begins now.
    pub fn start() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl Stop for SystemClock {
    fn is_stopped(&self) -> bool {
        interrupt::interrupted()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        self.0.elapsed().as_micros().try_into().unwrap_or(u64::MAX)
    }
}
