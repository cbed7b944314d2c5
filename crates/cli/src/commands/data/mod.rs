//! `agon data`: self-play positions for training evaluations.

mod fit;
mod generate;
mod inspect;

use std::io::Write;

use agon_host::Failure;

use crate::cli::{DataAction, DataArgs};

pub fn data(args: &DataArgs, out: &mut impl Write) -> Result<(), Failure> {
    match (&args.action, &args.generate) {
        (Some(DataAction::Check(subject)), _) => inspect::check(subject, out),
        (Some(DataAction::Count(subject)), _) => inspect::count(subject, out),
        (Some(DataAction::Sample { subject, number, seed }), _) => {
            inspect::sample(subject, *number, *seed, out)
        }
        (Some(DataAction::Fit(args)), _) => fit::fit(args, out),
        (None, Some(args)) => generate::generate(args, out),
        (None, None) => Err(Failure::Usage("name a game, or an action on a file".into())),
    }
}
