//! `agon kb`: the knowledge base as a thing that can be kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_arena::Base;
use agon_core::Proven;
use serde_json::json;

use super::solve::{empty_base, solve_into};
use crate::cli::{KbAction, KbArgs};
use crate::failure::Failure;
use crate::store;
use crate::terminal::notice;

/// Does what was asked with a base: the one in the file that was named, or the one
/// in the data folder.
pub fn kb(args: &KbArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut base = empty_base(args.position.game())?;
    let copies = matches!(args.action, KbAction::Save | KbAction::Load);
    let file = args.file.as_deref();
    let place = match (file, copies) {
        (Some(file), false) => file.to_path_buf(),
        (Some(_), true) => own_place(args)?,
        (None, true) => {
            let action = format!("{:?}", args.action).to_lowercase();
            return Err(Failure::Usage(format!("{action} needs a FILE")));
        }
        (None, false) => own_place(args)?,
    };
    match (args.action, file) {
        (KbAction::Load, Some(file)) => {
            let found = load(&mut *base, file)?;
            if !found {
                return Err(store::about_file(file, "there is no such file"));
            }
            store::write(&place, &base.save())?;
            writeln!(out, "{} positions", base.len())?;
            return Ok(());
        }
        (KbAction::Clear, _) => return store::write(&place, &base.save()),
        _ => load(&mut *base, &place)?,
    };
    match args.action {
        KbAction::Build => build(args, &mut *base, &place, out),
        KbAction::Get => get(args, &*base, out),
        KbAction::List => list(args, &*base, out),
        KbAction::Save | KbAction::Load | KbAction::Clear => {
            if let Some(file) = file {
                store::write(file, &base.save())?;
                writeln!(out, "{} positions", base.len())?;
            }
            Ok(())
        }
    }
}

/// The file in the data folder.
fn own_place(args: &KbArgs) -> Result<PathBuf, Failure> {
    let folder = store::data_folder(args.data.as_deref())?;
    Ok(folder.join(format!("{}.kb", args.position.game().name)))
}

/// Takes what is in a file; `false` where there is no file.
fn load(base: &mut dyn Base, place: &Path) -> Result<bool, Failure> {
    match store::read(place)? {
        None => Ok(false),
        Some(bytes) => {
            base.load(&bytes).map_err(|refused| store::about_file(place, &refused.to_string()))?;
            Ok(true)
        }
    }
}

/// Solves a position into the base, and keeps what is known even if that was not
/// the end of it.
fn build(
    args: &KbArgs,
    base: &mut dyn Base,
    place: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = args.position.solved_text()?;
    base.canonical(&text)?;
    let answer = solve_into(base, &text, &args.limits.limits());
    store::write(place, &base.save())?;
    writeln!(out, "{} positions", base.len())?;
    answer.map(|_| ()).map_err(|refused| {
        notice(refused);
        Failure::Unknown
    })
}

fn get(args: &KbArgs, base: &dyn Base, out: &mut impl Write) -> Result<(), Failure> {
    let text = args.position.solved_text()?;
    let known = base.get(&text)?;
    if args.json {
        writeln!(out, "{}", as_json(&base.canonical(&text)?, known))?;
    } else {
        writeln!(out, "{}", known.map_or("unknown".into(), |proven| proven.to_string()))?;
    }
    known.map(|_| ()).ok_or(Failure::Unknown)
}

fn list(args: &KbArgs, base: &dyn Base, out: &mut impl Write) -> Result<(), Failure> {
    for (position, proven) in base.list() {
        if args.json {
            writeln!(out, "{}", as_json(&position, Some(proven)))?;
        } else {
            writeln!(out, "inKB({position},{}).", proven.verdict)?;
        }
    }
    Ok(())
}

fn as_json(position: &str, known: Option<Proven>) -> serde_json::Value {
    json!({
        "position": position,
        "verdict": known.map_or("unknown".into(), |proven| proven.verdict.to_string()),
        "plies": known.and_then(|proven| proven.plies),
    })
}
