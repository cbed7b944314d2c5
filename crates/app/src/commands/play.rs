//! `agon play`: a game in the terminal.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::Seat;
use agon_core::Player;

use crate::cli::PlayArgs;
use crate::failure::Failure;
use crate::rules;
use crate::terminal::{self, notice};

/// Plays a game between the players that were named.
pub fn play(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let position = &args.position;
    if position.reads_stdin() {
        return Err(Failure::Usage("standard input is where the moves come from".into()));
    }
    let mut table = position.open()?;
    for (side, seat) in Player::BOTH.into_iter().zip([&args.p1, &args.p2]) {
        let mut seat = seat.clone();
        if let Seat::Random { seed: seed @ None } = &mut seat {
            *seed = Some(chosen_by_the_clock(side));
            notice(format_args!("{} is {seat}", table.sides()[side.index()]));
        }
        rules::lend(position.game(), &mut *table, seat.eval())?;
        let seated = table.set_seat(side, seat);
        seated.map_err(|refused| Failure::Usage(refused.to_string()))?;
    }
    terminal::play(table, args.view, &mut terminal::Input::new(), out)
}

/// A seed for dice that nobody chose, another for each side.
pub fn chosen_by_the_clock(side: Player) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) * 2 + side.index() as u64
}
