//! `agon repl`: a prompt in the language of an assignment.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use agon_arena::{GameEntry, LoadedRules, find};
use agon_core::{DefaultEval as _, Evaluate, Game as _, quote};
use agon_games::santorini::Santorini;
use agon_host::Failure;
use agon_infer::RuleSet;
use agon_inputs::evaluators::OpenedEvaluation;
use agon_inputs::{mazes, rules};
use agon_network::Network;
use agon_prompts::{HaskellRepl, JavaRepl, LispRepl, PrologRepl, Repl};

use super::repl_with;
use super::solve::{empty_base, solve_into};
use crate::cli::{Dialect, ReplArgs};

/// Answers inputs until the end, or compares the answers of a transcript.
pub fn repl(args: &ReplArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(path) = &args.with {
        return repl_with::run(args.dialect, path, out);
    }
    let (repl, transcript) = (open(args)?, args.transcript.as_deref());
    match args.check {
        true => agon_prompts::check(repl, transcript, out),
        false => agon_prompts::run(repl, transcript, out),
    }
}

/// Opens a REPL in the dialect of the arguments.
pub fn open(args: &ReplArgs) -> Result<Box<dyn Repl>, Failure> {
    if args.maze.is_some() && !matches!(args.dialect, Dialect::Theseus) {
        return Err(Failure::Usage("--maze applies to theseus only".into()));
    }
    if args.maze.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage(
            "--maze - cannot be used here: calls are read from standard input".into(),
        ));
    }
    if args.eval.is_some() && !matches!(args.dialect, Dialect::Santorini) {
        return Err(Failure::Usage("--eval applies to santorini only".into()));
    }
    if (args.rules.is_some() || args.steps.is_some()) && !matches!(args.dialect, Dialect::Byte) {
        return Err(Failure::Usage("--rules and --steps apply to byte only".into()));
    }
    Ok(match args.dialect {
        Dialect::Theseus => {
            let game = args.maze.as_deref().map(mazes::read).transpose()?;
            Box::new(JavaRepl::new(game.unwrap_or_default()))
        }
        Dialect::Santorini => Box::new(match args.eval.as_deref() {
            Some(name) => HaskellRepl::new(santorini_evaluation(name)?),
            None => HaskellRepl::default(),
        }),
        Dialect::Byte => {
            let rules = args.rules.as_deref().map(byte_rules).transpose()?;
            Box::new(LispRepl::new(rules, args.steps)?)
        }
        Dialect::Nim => Box::new(PrologRepl::new(empty_base(game("nim")?)?, solve_into)),
        Dialect::Tictactoe => {
            Box::new(PrologRepl::new(empty_base(game("tictactoe")?)?, solve_into))
        }
    })
}

fn game(name: &str) -> Result<&'static GameEntry, Failure> {
    find(name).ok_or_else(|| Failure::Usage(format!("{name} is not a game")))
}

/// Reads the rules of `heuristic` from a file.
fn byte_rules(name: &str) -> Result<String, Failure> {
    let source = match rules::named(game("byte")?, Some(name))? {
        Some(source) => source,
        None => rules::read(name)?,
    };
    String::from_utf8(source.bytes.to_vec())
        .map_err(|_| Failure::Refused("the rule file is not text (UTF-8)".into()))
}

/// The evaluation, rule file or network that `evaluateState` uses.
fn santorini_evaluation(name: &str) -> Result<Arc<dyn Evaluate<Santorini>>, Failure> {
    let santorini = Santorini::default();
    match OpenedEvaluation::open(game(Santorini::NAME)?, Some(name))? {
        Some(OpenedEvaluation::Program(program)) => {
            let mut loaded = LoadedRules::default();
            loaded.add_program(program);
            let missing = || Failure::Usage(format!("santorini has no evaluation {}", quote(name)));
            loaded.evaluator(&santorini, name).ok_or_else(missing)
        }
        Some(OpenedEvaluation::File(source)) if source.is_network() => {
            let network = Network::read(&santorini, name, &source.bytes);
            let wrong = |refusal| Failure::Refused(format!("{name}: {refusal}"));
            Ok(Arc::new(network.map_err(wrong)?))
        }
        Some(OpenedEvaluation::File(file)) => Ok(Arc::new(
            RuleSet::read(&santorini, &file.name, &file.bytes).map_err(Failure::Rules)?,
        )),
        None => {
            let own = santorini.evaluators();
            let known: Vec<String> = own.iter().map(|own| own.name().to_string()).collect();
            let found = own.into_iter().find(|own| own.name() == name);
            found.ok_or_else(|| {
                let (found, known) = (quote(name), known.join(", "));
                Failure::Usage(format!(
                    "santorini has no evaluation {found}: it has {known}; a rule file or network is named by its path"
                ))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluate_state_answers_by_the_evaluation_that_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("seven.rules");
        std::fs::write(&file, "game santorini.\nvalue(me, 7) :- 1 = 1.\n").unwrap();
        let with_eval = |eval: &str| {
            open(&ReplArgs { eval: Some(eval.into()), ..ReplArgs::new(Dialect::Santorini) })
        };
        let mut session = with_eval(file.to_str().unwrap()).unwrap();
        let answer =
            session.answer("evaluateState 'B' (initializeGame ((0,0),(1,1)) ((2,2),(3,3)))");
        assert_eq!(answer.unwrap().as_deref(), Some("7"));
        assert!(with_eval("hand").is_ok());
        assert!(matches!(with_eval("nothing"), Err(Failure::Usage(_))));
        assert!(matches!(with_eval("no/such.rules"), Err(Failure::Refused(_))));
    }
}
