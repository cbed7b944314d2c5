//! `agon kb`: the knowledge base as a thing that can be kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_arena::AnyKnowledgeBase;
use agon_core::{Proven, counted};
use serde_json::json;

use super::solve::{empty_base, solve_into};
use crate::cli::{KbAction, KbArgs};
use crate::failure::Failure;
use crate::store::{self, Place};
use crate::terminal::notice;

/// The largest file of a base that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Does what was asked with a base: the one in the file that was named, or the one
/// in the data folder.
pub fn kb(args: &KbArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut base = empty_base(args.position.game())?;
    let base = &mut *base;
    let (own, file) = (|| own_place(args), args.file.as_deref());
    match (args.action, file) {
        (KbAction::Save | KbAction::Load, None) => {
            let action = format!("{:?}", args.action).to_lowercase();
            Err(Failure::Usage(format!("{action} needs a FILE")))
        }
        (KbAction::Save, Some(file)) => {
            must_load(base, &own()?)?;
            Place::hold(file)?.write(&base.save())?;
            tell(args, base, out)
        }
        (KbAction::Load, Some(file)) => {
            must_load(base, file)?;
            Place::hold(&own()?)?.write(&base.save())?;
            tell(args, base, out)
        }
        (KbAction::Build, file) => build(args, base, &file.map_or_else(own, here)?, out),
        (KbAction::Clear, file) => clear(args, base, file, out),
        (KbAction::List | KbAction::Get, file) => {
            match file {
                Some(file) => must_load(base, file)?,
                None => drop(load(base, &own()?)?),
            }
            if args.action == KbAction::Get { get(args, base, out) } else { list(args, base, out) }
        }
    }
}

fn here(file: &Path) -> Result<PathBuf, Failure> {
    Ok(file.to_path_buf())
}

/// The file in the data folder.
fn own_place(args: &KbArgs) -> Result<PathBuf, Failure> {
    let folder = store::data_folder(args.data.as_deref())?;
    Ok(folder.join(format!("{}.kb", args.position.game().name)))
}

/// Takes what is in a file; `false` where there is no file.
fn load(base: &mut dyn AnyKnowledgeBase, place: &Path) -> Result<bool, Failure> {
    match store::read(place, LARGEST)? {
        None => Ok(false),
        Some(bytes) => {
            base.load(&bytes).map_err(|refused| store::about_file(place, &refused.to_string()))?;
            Ok(true)
        }
    }
}

/// Takes what is in a file that must be there.
fn must_load(base: &mut dyn AnyKnowledgeBase, place: &Path) -> Result<(), Failure> {
    if load(base, place)? {
        return Ok(());
    }
    Err(store::about_file(place, "there is no such file"))
}

/// Says how many positions are known.
fn tell(args: &KbArgs, base: &dyn AnyKnowledgeBase, out: &mut impl Write) -> Result<(), Failure> {
    match args.json {
        true => writeln!(out, "{}", json!({ "positions": base.len() }))?,
        false => writeln!(out, "{}", counted(base.len(), "position"))?,
    }
    Ok(())
}

/// Solves a position into the base, and keeps what is known even if that was not
/// the end of it.
fn build(
    args: &KbArgs,
    base: &mut dyn AnyKnowledgeBase,
    place: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = args.position.solved_text()?;
    base.canonical(&text)?;
    let held = Place::hold(place)?;
    load(base, place)?;
    let before = base.len();
    let answer = solve_into(base, &text, &args.limits.limits());
    if answer.is_ok() || base.len() > before {
        held.write(&base.save())?;
        tell(args, base, out)?;
    }
    answer.map(|_| ()).map_err(|refused| {
        notice(refused);
        Failure::Unknown
    })
}

/// Forgets all. A damaged base is cleared too, but nothing that is not a base.
fn clear(
    args: &KbArgs,
    base: &mut dyn AnyKnowledgeBase,
    file: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let place = file.map_or_else(|| own_place(args), here)?;
    match store::read(&place, LARGEST)? {
        None if file.is_some() => {
            return Err(store::about_file(&place, "there is no such file"));
        }
        None => (),
        Some(bytes) => match base.load(&bytes) {
            Err(refused) if refused.kind() != "Damaged" => {
                return Err(store::about_file(&place, &refused.to_string()));
            }
            _ => (),
        },
    }
    base.clear();
    Place::hold(&place)?.write(&base.save())?;
    tell(args, base, out)
}

fn get(args: &KbArgs, base: &dyn AnyKnowledgeBase, out: &mut impl Write) -> Result<(), Failure> {
    let text = args.position.solved_text()?;
    let known = base.get(&text)?;
    if args.json {
        writeln!(out, "{}", as_json(&base.canonical(&text)?, known))?;
    } else {
        writeln!(out, "{}", known.map_or("unknown".into(), |proven| proven.to_string()))?;
    }
    known.map(|_| ()).ok_or(Failure::Unknown)
}

fn list(args: &KbArgs, base: &dyn AnyKnowledgeBase, out: &mut impl Write) -> Result<(), Failure> {
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
