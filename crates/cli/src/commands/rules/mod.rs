//! `agon rules`: writes, checks and queries rule files.

mod check;
mod compare;
mod facts;
mod query;
mod starter;
mod tune;
mod tune_matches;

use std::io::Write;

use agon_host::Failure;

use crate::cli::{RulesAction, RulesArgs};

pub fn rules(args: &RulesArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.action {
        RulesAction::New { game, course: false } => starter::starter(game, out),
        RulesAction::New { game, course: true } => starter::course_starter(game, out),
        RulesAction::Facts(args) => facts::facts(args, out),
        RulesAction::Check(args) => check::check(args, out),
        RulesAction::Query(args) => query::query(args, out),
        RulesAction::Tune(args) => tune::tune(args, out),
        RulesAction::Compare(args) => compare::compare(args, out),
    }
}
