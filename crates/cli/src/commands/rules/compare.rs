//! `agon rules compare`: finds similar rule files in a folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agon_arena::{built_in_rule_names, built_in_rules, games};
use agon_core::counted;
use agon_host::{Failure, store, write_error};
use agon_infer::{Outline, Similarity};
use agon_inputs::rules;
use serde_json::json;

use crate::cli::CompareArgs;

/// The depth to which folders are searched.
const MAX_DEPTH: usize = 4;

const MAX_FILES: usize = 2000;

/// A file, or an example that comes with the program.
struct Compared {
    name: String,
    outline: Outline,
    is_example: bool,
}

/// Compares all rule files of a folder with each other and with the examples.
pub fn compare(args: &CompareArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut paths = Vec::new();
    collect(&args.folder, MAX_DEPTH, &mut paths)?;
    paths.sort();
    if paths.len() > MAX_FILES {
        let what = format!("has {} rule files, and at most {MAX_FILES} are compared", paths.len());
        let hint = "compare the folders in it one by one";
        return Err(store::about_file(&args.folder, &format!("{what}: {hint}")));
    }
    if paths.is_empty() {
        return Err(store::about_file(&args.folder, "has no files that end with .rules"));
    }
    let mut files = Vec::new();
    let mut refused = 0;
    for path in &paths {
        let name = path.strip_prefix(&args.folder).unwrap_or(path).display().to_string();
        let source = rules::read(&path.display().to_string())?;
        match Outline::read(&name, &source.bytes) {
            Ok(outline) => files.push(Compared { name, outline, is_example: false }),
            Err(diagnostics) => {
                refused += 1;
                write_error(diagnostics);
            }
        }
    }
    let count = files.len();
    files.extend(examples());
    let mut pairs = Vec::new();
    for (place, one) in files.iter().enumerate() {
        for other in &files[place + 1..] {
            let similarity = one.outline.compare(&other.outline);
            if !one.is_example && share(similarity) * 100.0 >= f64::from(args.least) {
                pairs.push((one, other, similarity));
            }
        }
    }
    // The most similar first. Equal ones are sorted by name.
    let rank = |similarity| share(similarity) + f64::from(similarity == Similarity::Same);
    pairs.sort_by(|one, other| rank(other.2).total_cmp(&rank(one.2)));
    for (one, other, similarity) in &pairs {
        let (one, other) = (&one.name, &other.name);
        match args.json {
            true => {
                let kind = match similarity {
                    Similarity::Same => "same",
                    Similarity::OtherWeights => "other weights",
                    Similarity::Partly(_) => "partly",
                };
                let share = share(*similarity);
                writeln!(
                    out,
                    "{}",
                    json!({ "files": [one, other], "likeness": kind, "share": share })
                )?;
            }
            false => writeln!(out, "{one} and {other}: {}", in_words(*similarity))?,
        }
    }
    if !args.json {
        let alike = counted(pairs.len() as u64, "pair");
        writeln!(out, "{} compared, {alike} alike", counted(count as u64, "file"))?;
    }
    if refused == 0 { Ok(()) } else { Err(Failure::Unknown) }
}

/// The rule files in a folder and its subfolders.
fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let wrong = |error: io::Error| store::unreadable(folder, &error);
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let is_rules = path.extension().is_some_and(|end| end == "rules");
        if path.is_dir() && depth > 0 && !path.is_symlink() {
            collect(&path, depth - 1, paths)?;
        } else if path.is_file() && is_rules {
            paths.push(path);
        }
    }
    Ok(())
}

/// The examples that come with the program. Similarity to one of them means little.
fn examples() -> Vec<Compared> {
    let mut examples = Vec::new();
    for game in games() {
        let built_in = built_in_rule_names(game.name).filter_map(|name| {
            Some((format!("built-in {}", name), built_in_rules(game.name, name)?))
        });
        let starter = (!game.example.is_empty()).then(|| ("starter".to_string(), game.example));
        for (name, source) in built_in.chain(starter) {
            if let Ok(outline) = Outline::read(&name, source.as_bytes()) {
                let name = format!("the {name} file of {}", game.name);
                examples.push(Compared { name, outline, is_example: true });
            }
        }
    }
    examples
}

fn share(similarity: Similarity) -> f64 {
    match similarity {
        Similarity::Same | Similarity::OtherWeights => 1.0,
        Similarity::Partly(share) => share,
    }
}

fn in_words(similarity: Similarity) -> String {
    match similarity {
        Similarity::Same => "the same up to names and order".into(),
        Similarity::OtherWeights => "the same up to names, order and weights".into(),
        Similarity::Partly(share) => {
            format!(
                "{:.0} % of their lines are the same up to names, order and weights",
                100.0 * share
            )
        }
    }
}
