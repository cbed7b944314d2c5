//! `agon kb`: knowledge bases in files.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_arena::AnyKnowledgeBase;
use agon_core::{Proven, counted};
use agon_host::store::{self, LockedFile};
use agon_host::{Failure, notice};
use serde_json::json;

use super::solve::{empty_base, solve_into};
use crate::cli::{KbAction, KbArgs};

/// The size limit of a knowledge base, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Runs an action on a knowledge base: that of the named file, or that of the data folder.
pub fn kb(args: &KbArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut base = empty_base(args.position.game())?;
    let base = &mut *base;
    let (default, file) = (|| default_path(args), args.file.as_deref());
    match (args.action, file) {
        (KbAction::Save | KbAction::Load, None) => {
            let action = format!("{:?}", args.action).to_lowercase();
            Err(Failure::Usage(format!("{action} needs a FILE")))
        }
        (KbAction::Save, Some(file)) => {
            must_load(base, &default()?)?;
            LockedFile::lock(file)?.write(&base.save())?;
            print_count(args, base, out)
        }
        (KbAction::Load, Some(file)) => {
            must_load(base, file)?;
            LockedFile::lock(&default()?)?.write(&base.save())?;
            print_count(args, base, out)
        }
        (KbAction::Build, file) => build(args, base, &file.map_or_else(default, owned)?, out),
        (KbAction::Clear, file) => clear(args, base, file, out),
        (KbAction::List | KbAction::Get, file) => {
            match file {
                Some(file) => must_load(base, file)?,
                None => drop(load(base, &default()?)?),
            }
            if args.action == KbAction::Get { get(args, base, out) } else { list(args, base, out) }
        }
    }
}

fn owned(file: &Path) -> Result<PathBuf, Failure> {
    Ok(file.to_path_buf())
}

/// The path of the knowledge base in the data folder.
fn default_path(args: &KbArgs) -> Result<PathBuf, Failure> {
    let folder = store::data_folder(args.data.as_deref())?;
    Ok(folder.join(format!("{}.kb", args.position.game().file_stem())))
}

/// Loads a file. `false` if it does not exist.
fn load(base: &mut dyn AnyKnowledgeBase, path: &Path) -> Result<bool, Failure> {
    match store::read(path, MAX_BYTES)? {
        None => Ok(false),
        Some(bytes) => {
            base.load(&bytes).map_err(|refused| store::about_file(path, &refused.to_string()))?;
            Ok(true)
        }
    }
}

/// Loads a file that must exist.
fn must_load(base: &mut dyn AnyKnowledgeBase, path: &Path) -> Result<(), Failure> {
    if load(base, path)? {
        return Ok(());
    }
    Err(store::about_file(path, "there is no such file"))
}

/// Prints the number of known positions.
fn print_count(
    args: &KbArgs,
    base: &dyn AnyKnowledgeBase,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match args.json {
        true => writeln!(out, "{}", json!({ "positions": base.len() }))?,
        false => writeln!(out, "{}", counted(base.len(), "position"))?,
    }
    Ok(())
}

/// Solves a position into the base. Saves the results even if a limit or Ctrl-C ended the search.
fn build(
    args: &KbArgs,
    base: &mut dyn AnyKnowledgeBase,
    path: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = args.position.solved_text()?;
    base.canonical(&text)?;
    let locked = LockedFile::lock(path)?;
    load(base, path)?;
    let before = base.len();
    let answer = solve_into(base, &text, &args.limits.limits());
    if answer.is_ok() || base.len() > before {
        locked.write(&base.save())?;
        print_count(args, base, out)?;
    }
    answer.map(|_| ()).map_err(|refused| {
        notice(refused);
        Failure::Unknown
    })
}

/// Empties a base, even a damaged one. Refuses other kinds of files.
fn clear(
    args: &KbArgs,
    base: &mut dyn AnyKnowledgeBase,
    file: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let path = file.map_or_else(|| default_path(args), owned)?;
    match store::read(&path, MAX_BYTES)? {
        None if file.is_some() => {
            return Err(store::about_file(&path, "there is no such file"));
        }
        None => (),
        Some(bytes) => match base.load(&bytes) {
            Err(refused) if refused.kind() != "Damaged" => {
                return Err(store::about_file(&path, &refused.to_string()));
            }
            _ => (),
        },
    }
    base.clear();
    LockedFile::lock(&path)?.write(&base.save())?;
    print_count(args, base, out)
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
