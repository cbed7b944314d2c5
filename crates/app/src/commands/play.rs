//! `agon play`: a game in the terminal.

use std::io::Write;

use agon_core::Player;

use crate::cli::PlayArgs;
use crate::failure::Failure;
use crate::terminal;

/// Plays a game between the players that were named.
pub fn play(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut table = args.position.open()?;
    for (side, seat) in Player::BOTH.into_iter().zip([&args.p1, &args.p2]) {
        let seated = table.set_seat(side, seat.clone());
        seated.map_err(|refused| Failure::Usage(refused.to_string()))?;
    }
    terminal::play(table, &mut terminal::Input::new(), out)
}
