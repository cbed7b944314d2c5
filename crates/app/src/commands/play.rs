//! `agon play`: a game in the terminal.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::PlayerSpec;
use agon_core::Side;

use crate::cli::PlayArgs;
use crate::evaluators;
use crate::failure::Failure;
use crate::terminal::{self, notice};

/// Plays a game between the players that were named.
pub fn play(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let position = &args.position;
    if position.reads_stdin() {
        return Err(Failure::Usage("standard input is where the moves come from".into()));
    }
    let mut session = position.open()?;
    let computer = terminal::computer_of(position.game());
    let players = [args.p1.clone(), args.p2.clone().unwrap_or_else(|| computer.clone())];
    for (side, mut player) in Side::BOTH.into_iter().zip(players) {
        if player == (PlayerSpec::Random { seed: None }) {
            player = player.with_seed(seed_by_clock(side));
            notice(format_args!("{} is {player}", session.sides()[side.index()]));
        }
        evaluators::load(position.game(), &mut *session, player.eval())?;
        let set = session.set_player(side, player);
        set.map_err(|refused| Failure::Usage(refused.to_string()))?;
    }
    terminal::play(session, computer, args.view, &mut terminal::Input::new(), out)
}

/// A random seed from the clock, another for each side.
pub fn seed_by_clock(side: Side) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) * 2 + side.index() as u64
}
