//! `agon data`: self-play positions for training evaluations.

mod generate;

use std::io::Write;

use agon_host::Failure;
use agon_selfplay::{check_data, count_data, fit_chances, sample_data};

use crate::cli::{DataAction, DataArgs};

pub fn data(args: &DataArgs, out: &mut impl Write) -> Result<(), Failure> {
    match (&args.action, &args.generate) {
        (Some(DataAction::Check(subject)), _) => check_data(&subject.file, subject.json, out),
        (Some(DataAction::Count(subject)), _) => count_data(&subject.file, subject.json, out),
        (Some(DataAction::Sample { subject, number, seed }), _) => {
            sample_data(&subject.file, subject.json, *number, *seed, out)
        }
        (Some(DataAction::Fit(args)), _) => {
            fit_chances(&args.files, args.plot.as_deref(), args.json, out)
        }
        (None, Some(args)) => generate::generate(args, out),
        (None, None) => Err(Failure::Usage("name a game, or an action on a file".into())),
    }
}
