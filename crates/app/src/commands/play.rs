//! `agon play`: a game in the terminal.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::PlayerSpec;
use agon_core::Side;

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
    let mut session = position.open()?;
    for (side, seat) in Side::BOTH.into_iter().zip([&args.p1, &args.p2]) {
        let mut seat = seat.clone();
        if let PlayerSpec::Random { seed: seed @ None } = &mut seat {
            *seed = Some(chosen_by_the_clock(side));
            notice(format_args!("{} is {seat}", session.sides()[side.index()]));
        }
        rules::load_rules(position.game(), &mut *session, seat.eval())?;
        let seated = session.set_seat(side, seat);
        seated.map_err(|refused| Failure::Usage(refused.to_string()))?;
    }
    terminal::play(session, args.view, &mut terminal::Input::new(), out)
}

/// A seed for dice that nobody chose, another for each side.
pub fn chosen_by_the_clock(side: Side) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) * 2 + side.index() as u64
}
