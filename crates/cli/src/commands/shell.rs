//! `agon completions` and `agon man`: completions and manual pages, made from the command line.

use std::io::Write;

use agon_arena::games;
use agon_core::ParameterKind;
use agon_host::Failure;
use agon_host::store::LockedFile;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::env::{CompleteEnv, Shells};
use clap_mangen::Man;

use crate::cli::{CompletionsArgs, ManArgs, command};

/// Answers a shell's request for completions, made with the variable `COMPLETE`, and then ends the
/// program.
pub fn complete_for_shell() {
    CompleteEnv::with_factory(|| with_values(command())).complete();
}

/// Prints the completion script of a shell.
pub fn completions(args: &CompletionsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut script = Vec::new();
    let shell = args.shell.to_string();
    if let Some(completer) = Shells::builtins().completer(&shell) {
        completer.write_registration("COMPLETE", "agon", "agon", "agon", &mut script)?;
    }
    Ok(out.write_all(&script)?)
}

/// The values of the parameters of this name that can be listed. A file is completed as such.
fn parameter_values(name: &str) -> Vec<&'static str> {
    let parameters = games().iter().filter_map(|entry| entry.parameter(name));
    let listed = parameters.filter(|it| !matches!(it.kind, ParameterKind::File(_)));
    listed.flat_map(|parameter| parameter.values()).copied().collect()
}

/// The command line with completions for arguments that accept any text: names of players, and
/// files.
fn with_values(command: Command) -> Command {
    let mut players: Vec<&str> = games().iter().flat_map(|entry| (entry.players)()).collect();
    players.sort_unstable();
    players.dedup();
    let is_any = |arg: &Arg, names: &[&str]| {
        let mut own = arg.get_value_names().into_iter().flatten();
        own.any(|name| names.contains(&name.as_str()))
    };
    let with_value = |arg: Arg| match arg.get_long() {
        _ if is_any(&arg, &["PLAYER", "A", "B"]) => {
            arg.value_parser(PossibleValuesParser::new(players.clone()))
        }
        Some(name) if !parameter_values(name).is_empty() => {
            let values = parameter_values(name);
            arg.value_parser(PossibleValuesParser::new(values))
        }
        Some("eval") => arg.value_hint(ValueHint::AnyPath),
        _ if is_any(&arg, &["FILE"]) => arg.value_hint(ValueHint::AnyPath),
        _ => arg,
    };
    command.mut_subcommands(|below| with_values(below.mut_args(with_value)))
}

/// Prints the manual page of the program, or writes those of all commands into a folder.
pub fn man(args: &ManArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut whole = command();
    whole.build();
    let Some(folder) = &args.out else {
        return Ok(out.write_all(&page(&whole)?)?);
    };
    let mut commands = vec![&whole];
    while let Some(command) = commands.pop() {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        let path = folder.join(format!("{name}.1"));
        LockedFile::lock(&path)?.write(&page(command)?)?;
        commands.extend(command.get_subcommands().filter(|below| below.get_name() != "help"));
    }
    Ok(())
}

/// The manual page of a command.
fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::path::Path;

    use clap::ValueEnum as _;
    use clap_complete::{Shell, engine};

    use super::*;

    #[test]
    fn every_shell_gets_a_script() {
        for &shell in Shell::value_variants() {
            let mut script = Vec::new();
            completions(&CompletionsArgs { shell }, &mut script).expect("a script");
            let script = String::from_utf8(script).expect("text");
            assert!(script.contains("COMPLETE"), "{shell}: {script}");
        }
    }

    /// The completions of the last word, in the folder of this crate.
    fn completed(words: &[&str]) -> Vec<String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let last = words.len() - 1;
        let mut command = with_values(command());
        let folder = Some(Path::new(env!("CARGO_MANIFEST_DIR")));
        let candidates = engine::complete(&mut command, words, last, folder).expect("candidates");
        let texts = candidates.iter().map(|candidate| candidate.get_value().to_string_lossy());
        texts.map(String::from).collect()
    }

    #[test]
    fn commands_options_games_players_and_shells_are_completed() {
        assert_eq!(completed(&["agon", "maze", "lad"]), ["ladder"]);
        assert_eq!(completed(&["agon", "play", "san"]), ["santorini"]);
        assert_eq!(completed(&["agon", "match", "nim", "perf"]), ["perfect"]);
        assert_eq!(completed(&["agon", "match", "nim", "perfect", "rand"]), ["random"]);
        assert_eq!(completed(&["agon", "play", "nim", "--p2", "perf"]), ["perfect"]);
        assert_eq!(completed(&["agon", "moves", "byte", "--size", "1"]), ["10"]);
        assert_eq!(completed(&["agon", "play", "santorini", "--board", "6x"]).len(), 3);
        assert_eq!(completed(&["agon", "serve", "--no-o"]), ["--no-open"]);
        assert_eq!(completed(&["agon", "completions", "fi"]), ["fish"]);
    }

    #[test]
    fn files_are_completed_also_where_other_texts_are_accepted() {
        for before in [
            &["replay"][..],
            &["rules", "check"],
            &["rules", "query", "byte", "--rules"],
            &["eval", "byte", "--eval"],
            &["best", "byte", "--eval"],
            &["play", "theseus", "--maze"],
        ] {
            let words = [&["agon"], before, &["src/mai"]].concat();
            assert_eq!(completed(&words), ["src/main.rs"], "{before:?}");
        }
    }

    #[test]
    fn every_command_has_a_manual_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("man1");
        man(&ManArgs { out: Some(out.clone()) }, &mut Vec::new()).expect("pages");
        for name in ["agon", "agon-play", "agon-maze-ladder"] {
            let page = fs::read_to_string(out.join(format!("{name}.1"))).expect(name);
            assert!(page.contains(".SH SYNOPSIS") && page.contains("Examples"), "{page}");
        }
    }
}
