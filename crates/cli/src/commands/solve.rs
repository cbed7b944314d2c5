//! `agon solve`: proves the value of a position.

use std::io::Write;
use std::time::Instant;

use agon_arena::{AnyKnowledgeBase, GameEntry, Refused, Solving, games};
use agon_core::{Game as _, Notation as _, Proven, Side, Stop, counted};
use agon_games::theseus::{Theseus, root_effort, solve_root};
use agon_host::interrupt::{self, Interrupt};
use agon_host::{Failure, Progress, notice};
use agon_search::SolveLimits;
use serde_json::json;

use super::solve_board::solve_board;
use crate::cli::{Method, SolveArgs};

/// Prints the value and how it was proven.
pub fn solve(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entry = args.position.game();
    let started = Instant::now();
    if entry.solving == Solving::Boards {
        return solve_board(args, started, out);
    }
    if args.board.report || args.board.table.is_some() {
        let others = games().iter().filter(|other| other.solving == Solving::Boards);
        let others: Vec<&str> = others.map(|other| other.name).collect();
        return Err(Failure::Usage(format!(
            "--report and --table apply to {}, not to {}",
            others.join(", "),
            entry.name
        )));
    }
    if entry.solving == Solving::Mazes && args.by != Some(Method::Theory) {
        return solve_maze(args, started, out);
    }
    let (answer, how, known) = match (entry.theory, args.by) {
        (None, Some(Method::Theory)) => {
            return Err(Failure::Usage(format!("no closed form is known for {}", entry.name)));
        }
        (Some(theory), None | Some(Method::Theory)) => {
            let verdict = theory(&args.position.solved_text()?)?;
            (Ok(Proven { verdict, plies: None }), "theory", None)
        }
        (_, None | Some(Method::Search)) if !entry.has_knowledge_base() => {
            return decide(args, entry, started, out);
        }
        (_, None | Some(Method::Search)) => {
            let mut base = empty_base(entry)?;
            let text = args.position.solved_text()?;
            base.canonical(&text)?;
            let answer = solve_into(&mut *base, &text, &args.limits.limits());
            (answer, "search", Some((base.len(), base.bytes())))
        }
    };
    if let Err(refused) = &answer {
        notice(refused);
    }
    let word = answer.as_ref().map_or("unknown".into(), Proven::to_string);
    if args.json {
        let mut value = json!({ "by": how, "seconds": started.elapsed().as_secs_f64() });
        value["verdict"] =
            answer.as_ref().map_or("unknown".into(), |proven| proven.verdict.to_string()).into();
        value["plies"] = answer.as_ref().ok().and_then(|proven| proven.plies).into();
        value["positions"] = known.map(|(positions, _)| positions).into();
        value["bytes"] = known.map(|(_, bytes)| bytes).into();
        writeln!(out, "{value}")?;
    } else {
        writeln!(out, "{word}")?;
        match known {
            Some((positions, _)) => {
                writeln!(out, "by search: {}", counted(positions, "position"))?;
            }
            None => writeln!(out, "by theory")?,
        }
    }
    answer.map(|_| ()).map_err(|_| Failure::Unknown)
}

/// Prints the winner of a maze, the loot that Theseus is sure of, and the best moves.
fn solve_maze(args: &SolveArgs, started: Instant, out: &mut impl Write) -> Result<(), Failure> {
    let (game, position) =
        Theseus::read(&args.position.open()?.position()).map_err(Refused::from)?;
    let (positions, bytes) = root_effort(&game, &position);
    let limits = args.limits.limits();
    let value = if positions > limits.positions || bytes > limits.memory {
        notice(format_args!(
            "solving the maze takes {positions} positions and up to {} MB, more than the limit: \
             raise --nodes or --memory",
            bytes.div_ceil(1 << 20)
        ));
        None
    } else {
        let solved = interrupt::during(|| solve_root(&game, &position, &Interrupt));
        solved.inspect_err(|refusal| notice(refusal)).ok()
    };
    let Some(value) = value else {
        match args.json {
            true => writeln!(out, "{}", json!({ "by": "search", "verdict": "unknown" }))?,
            false => writeln!(out, "unknown")?,
        }
        return Err(Failure::Unknown);
    };
    let name = |winner: Option<Side>| match winner {
        Some(Side::First) => "theseus",
        Some(Side::Second) => "minotaur",
        None => "draw",
    };
    let best: Vec<String> =
        value.moves.iter().filter(|mv| mv.best).map(|mv| mv.die.to_string()).collect();
    let verdict = name(value.outcome.winner());
    if args.json {
        let without_ply_limit = value
            .without_ply_limit
            .map(|(winner, plies)| json!({ "verdict": name(Some(winner)), "plies": plies }));
        let line = json!({
            "by": "search", "verdict": verdict, "plies": value.plies, "loot": value.loot,
            "best": best, "without_dawn": without_ply_limit, "seconds": started.elapsed().as_secs_f64(),
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    match value.plies {
        Some(plies) => writeln!(out, "{verdict} in {plies}")?,
        None => writeln!(out, "{verdict}")?,
    }
    writeln!(out, "by search: every position of the maze")?;
    if let Some(loot) = value.loot {
        writeln!(out, "loot that Theseus is sure of: {loot} of {}", game.loot().len())?;
    }
    if !best.is_empty() {
        writeln!(out, "best: {}", best.join(" "))?;
    }
    match value.without_ply_limit {
        _ if game.outcome(&position).is_some() => (),
        Some((winner, plies)) => {
            writeln!(out, "without a dawn: {} in {plies}", name(Some(winner)))?;
        }
        None => writeln!(out, "without a dawn: draw")?,
    }
    Ok(())
}

/// Prints the winner of a game that can only be solved near its end.
fn decide(
    args: &SolveArgs,
    entry: &GameEntry,
    started: Instant,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Some(decide) = entry.decide else { return Err(too_large(entry)) };
    let text = args.position.open()?.position();
    let limit = node_limit(args);
    let progress = Progress::default();
    let decided = interrupt::during(|| {
        let show = |done: u64, most: u64| {
            progress.show(format_args!("{done} of at most {most} positions"));
        };
        decide(&text, limit, &UntilInterrupt(show))
    });
    progress.clear();
    let (verdict, nodes) = decided?;
    let word = verdict.map_or("unknown".into(), |verdict| verdict.to_string());
    if args.json {
        let seconds = started.elapsed().as_secs_f64();
        let value =
            json!({ "by": "search", "verdict": word, "positions": nodes, "seconds": seconds });
        writeln!(out, "{value}")?;
    } else {
        writeln!(out, "{word}\nby search: {}", counted(nodes, "position"))?;
    }
    match verdict {
        Some(_) => (),
        None if nodes <= limit => notice(format_args!("stopped after {nodes} positions")),
        None => {
            let limit = counted(limit, "position");
            notice(format_args!("not solved within {limit}: raise the limit with --nodes"));
        }
    }
    verdict.map(|_| ()).ok_or(Failure::Unknown)
}

/// The node limit: `--nodes`, or a default that takes seconds.
fn node_limit(args: &SolveArgs) -> u64 {
    args.limits.nodes.unwrap_or(20_000_000)
}

/// An empty knowledge base. Refused if the game has none.
pub fn empty_base(entry: &GameEntry) -> Result<Box<dyn AnyKnowledgeBase>, Failure> {
    match entry.knowledge_base() {
        Some(base) => Ok(base),
        None if entry.solving == Solving::Mazes => Err(Failure::Refused(format!(
            "{} has no knowledge base: agon solve solves each maze from scratch",
            entry.name
        ))),
        None => Err(too_large(entry)),
    }
}

fn too_large(entry: &GameEntry) -> Failure {
    let (name, size) = (entry.name, entry.state_space());
    Failure::Refused(format!("{name} is too large to solve: up to about {size:.1e} positions"))
}

/// Solves a position until Ctrl-C, and shows progress on a terminal.
pub fn solve_into(
    base: &mut dyn AnyKnowledgeBase,
    text: &str,
    limits: &SolveLimits,
) -> Result<Proven, Refused> {
    let progress = Progress::default();
    let answer = interrupt::during(|| {
        let show = |known: u64, most: u64| {
            let percent = 100 * known / most.max(1);
            progress.show(format_args!("{percent} %: {known} of at most {most} positions"));
        };
        base.solve(text, limits, &UntilInterrupt(show))
    });
    progress.clear();
    answer
}

/// Shows progress, and lets Ctrl-C stop the work.
pub struct UntilInterrupt<F>(pub F);

impl<F: Sync> Stop for UntilInterrupt<F> {
    fn is_stopped(&self) -> bool {
        interrupt::interrupted()
    }
}

impl<F: Fn(u64, u64) + Sync> agon_core::Progress for UntilInterrupt<F> {
    fn report_progress(&self, done: u64, at_most: u64) {
        (self.0)(done, at_most);
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Command};

    #[test]
    fn the_node_limit_is_the_option_or_the_default() {
        let limit = |more: &[&str]| {
            let words = [&["agon", "solve", "byte"], more].concat();
            let Some(Command::Solve(args)) = Cli::parse_from(words).command else { panic!() };
            node_limit(&args)
        };
        assert_eq!(limit(&[]), 20_000_000);
        assert_eq!(limit(&["--nodes", "3000"]), 3000);
        assert_eq!(limit(&["--nodes", "30000000000"]), 30_000_000_000);
    }
}
