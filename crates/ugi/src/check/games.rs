//! Lets an engine play whole games under the referee, as in a match.

use agon_arena::contest::{
    AnyPlayer, Clock, Fault, GameSetup, GameStart, MoveLimits, PlayerMove, Reason, Turn,
};
use agon_arena::{GameEntry, PlayerSpec, Refused, TimeControl, UgiOptions};
use agon_core::{Rng, Side};
use agon_sandbox::EngineLimits;

use super::report::CheckResult;
use super::stall_meter::StallMeter;
use crate::{SystemClock, UgiPlayer};

/// How often a game that was lost on time is repeated.
const RETRIES: usize = 2;

/// The longest of these games, in plies.
const MAX_PLIES: usize = 120;

/// An opponent that plays random legal moves.
struct RandomOpponent(Rng);

impl AnyPlayer for RandomOpponent {
    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &dyn Clock) -> Result<PlayerMove, Fault> {
        let moves = turn.session.moves();
        let no_move = || Fault::Failed { reason: "has no move to make".into() };
        self.0.pick(&moves).map(|mv| mv.text.clone().into()).ok_or_else(no_move)
    }
}

/// Plays a game with each side and each kind of limit.
pub fn games(
    command: &str,
    limits: &EngineLimits,
    entry: &'static GameEntry,
) -> Result<CheckResult, Refused> {
    let spec =
        PlayerSpec::Ugi { command: command.into(), name: None, options: UgiOptions::default() };
    let Some(mut engine) = UgiPlayer::new(&spec, limits.clone()) else {
        return Ok(CheckResult::Fine);
    };
    let clock = Some(TimeControl::fischer([2_000_000, 20_000]));
    let none = MoveLimits::default();
    for (seed, limits) in [
        MoveLimits { clock, ..none },
        MoveLimits { clock, ..none },
        MoveLimits { movetime: Some(20_000), ..none },
        MoveLimits { depth: Some(2), ..none },
    ]
    .into_iter()
    .enumerate()
    {
        let setup = GameSetup {
            limits,
            max_plies: Some(MAX_PLIES),
            seed: seed as u64,
            ..GameSetup::new(entry, "startpos")
        };
        let side = Side::BOTH[seed % 2];
        let mut play = || {
            let mut opponent = RandomOpponent(Rng::seeded(seed as u64));
            let players: [&mut dyn AnyPlayer; 2] = match side {
                Side::First => [&mut engine, &mut opponent],
                Side::Second => [&mut opponent, &mut engine],
            };
            setup.play(players, &SystemClock::start())
        };
        let meter = StallMeter::start();
        let Some(mut played) = play()? else { break };
        for _ in 0..RETRIES {
            // The machine may have been busy.
            if matches!(played.reason, Reason::Fault(_, Fault::Time { .. })) {
                match play()? {
                    Some(again) => played = again,
                    None => return Ok(CheckResult::Fine),
                }
            }
        }
        if let Reason::Fault(loser, fault) = &played.reason
            && *loser == side
        {
            let place = match played.moves.is_empty() {
                true => "at the start".into(),
                false => format!("after the moves {}", played.moves.join(" ")),
            };
            let found = format!("as player {} it {fault}; {place}", side.index() + 1);
            if let (Fault::Time { .. }, Some(stall)) = (fault, meter.stall()) {
                return Ok(CheckResult::Note(format!(
                    "{found}; the machine was busy (up to {stall} ms): check again when it is not"
                )));
            }
            let fix = "play this game again with agon match --log FILE, and read what was said";
            return Ok(CheckResult::Wrong { found, fix });
        }
    }
    Ok(CheckResult::Fine)
}
