//! `agon maze ladder`: plays every pair of players against each other.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use agon_arena::{
    EvaluationFile, EvaluationProgram, LadderGame, LoadedRules, PlayerSpec, Refused, find,
    play_ladder_game,
};
use agon_core::{Game as _, Outcome, Side};
use agon_games::theseus::Theseus;
use agon_host::{Failure, notice};
use agon_inputs::evaluators;
use agon_inputs::rules;
use agon_runner::{Stop, Work};
use serde_json::json;

use super::maze::maker;
use crate::cli::LadderArgs;
use crate::workplace::{run_on_threads, threads};

/// The results of a pair of players.
#[derive(Clone, Copy, Default)]
struct LadderTally {
    /// Won by Theseus, drawn, won by the Minotaur.
    ends: [u64; 3],
    loot: u64,
}

impl LadderTally {
    fn add(&mut self, game: LadderGame) {
        let end = match game.outcome {
            Outcome::Win(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 2,
        };
        self.ends[end] += 1;
        self.loot += u64::from(game.loot);
    }

    fn games(&self) -> u64 {
        self.ends.iter().sum()
    }
}

/// The players' evaluations that are not the game's own.
#[derive(Default)]
struct Evaluations {
    files: Vec<EvaluationFile>,
    programs: Vec<Arc<dyn EvaluationProgram>>,
}

impl Evaluations {
    fn load(&self, game: &Theseus) -> Result<LoadedRules, Failure> {
        evaluators::in_maze(game, &self.files, &self.programs)
    }
}

pub fn ladder(args: &LadderArgs, out: &mut impl Write) -> Result<(), Failure> {
    let names = split_players(&args.players);
    let make = maker(&args.plan)?;
    if names.is_empty() {
        return Err(Failure::Usage(
            "name the players, as in --players \"random heuristic\"".into(),
        ));
    }
    let mut evaluations = Evaluations::default();
    for name in &names {
        // Errors are reported before the games begin.
        let usage = |refused: Refused| Failure::Usage(refused.to_string());
        let player = player(name, 0).map_err(usage)?;
        let game = make(args.seed)?.with_plies(0);
        if let Some(entry) = find(Theseus::NAME) {
            evaluations.files.extend(rules::named(entry, player.eval())?);
            evaluations.programs.extend(evaluators::open(entry, player.eval())?);
        }
        let loaded = evaluations.load(&game)?;
        play_ladder_game(&game, [player.clone(), player.clone()], &loaded).map_err(usage)?;
        if player.is_person() {
            return Err(Failure::Usage(
                "a person cannot play a ladder: name a computer player, as in level:5".into(),
            ));
        }
        if player.movetime().is_some() || player.threads() > 1 {
            let message = "games of a ladder are repeatable: limit the engine by nodes or depth, on one thread";
            return Err(Failure::Usage(message.into()));
        }
    }
    let tallies = vec![vec![LadderTally::default(); names.len()]; names.len()];
    let mut work = LadderWork { next: 0..args.boards, boards: args.boards, done: 0, tallies };
    run_on_threads(threads(args.threads), 1, &mut work, || {
        Ok(|board: &u64, _: Stop<'_>| {
            play_board(args.seed.wrapping_add(*board), &names, &evaluations, &make).map(Some)
        })
    })?;
    let tallies = work.tallies;
    if tallies.iter().flatten().any(|tally| tally.games() < args.boards) {
        notice("stopped before all games were played");
    }
    print(args, &names, &tallies, out)
}

/// Splits a list of players at spaces outside of quotes.
fn split_players(text: &str) -> Vec<String> {
    let (mut in_quotes, mut is_escaped) = (false, false);
    let names = text.split(|letter: char| {
        let was_escaped = std::mem::replace(&mut is_escaped, in_quotes && letter == '\\');
        match letter {
            _ if was_escaped => is_escaped = false,
            '"' => in_quotes = !in_quotes,
            _ => (),
        }
        !in_quotes && letter.is_whitespace()
    });
    names.filter(|name| !name.is_empty()).map(str::to_string).collect()
}

/// Reads a player and gives it a random seed. Levels have the same seed in every maze.
fn player(text: &str, seed: u64) -> Result<PlayerSpec, Refused> {
    let player: PlayerSpec = text.parse()?;
    let is_level = matches!(player, PlayerSpec::Level { .. });
    Ok(if is_level { player } else { player.with_seed(seed) })
}

/// The mazes of a ladder as work: every pair plays in every maze.
struct LadderWork {
    next: Range<u64>,
    boards: u64,
    done: u64,
    tallies: Vec<Vec<LadderTally>>,
}

impl Work for LadderWork {
    type Item = u64;
    type Output = Vec<Vec<LadderGame>>;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<u64>, Failure> {
        Ok(self.next.next())
    }

    fn accept(&mut self, _: u64, games: Vec<Vec<LadderGame>>) -> Result<(), Failure> {
        self.done += 1;
        for (row, games) in self.tallies.iter_mut().zip(games) {
            row.iter_mut().zip(games).for_each(|(tally, game)| tally.add(game));
        }
        Ok(())
    }

    fn progress(&self) -> String {
        format!("{} of {} mazes", self.done, self.boards)
    }
}

/// Plays every pair in one maze.
fn play_board(
    seed: u64,
    names: &[String],
    evaluations: &Evaluations,
    make: &impl Fn(u64) -> Result<Theseus, Refused>,
) -> Result<Vec<Vec<LadderGame>>, Failure> {
    let game = make(seed)?;
    let loaded = evaluations.load(&game)?;
    let mut games = Vec::new();
    for theseus in names {
        let mut row = Vec::new();
        for minotaur in names {
            let first = seed.wrapping_mul(2);
            let players = [player(theseus, first)?, player(minotaur, first.wrapping_add(1))?];
            // No player is a person, so every game reaches its end.
            row.extend(play_ladder_game(&game, players, &loaded)?);
        }
        games.push(row);
    }
    Ok(games)
}

fn print(
    args: &LadderArgs,
    names: &[String],
    tallies: &[Vec<LadderTally>],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
    if !args.json {
        writeln!(
            out,
            "{:wide$}  {:wide$}  {:>7} {:>5} {:>8} {:>5}",
            "Theseus", "Minotaur", "Theseus", "draw", "Minotaur", "loot"
        )?;
    }
    for (theseus, row) in names.iter().zip(tallies) {
        for (minotaur, tally) in names.iter().zip(row) {
            let games = tally.games().max(1) as f64;
            let loot = tally.loot as f64 / games;
            let [won, drawn, lost] = tally.ends;
            if args.json {
                let line = json!({
                    "theseus": theseus, "minotaur": minotaur, "games": tally.games(),
                    "won": won, "drawn": drawn, "lost": lost, "loot": loot,
                });
                writeln!(out, "{line}")?;
                continue;
            }
            let [won, drawn, lost] = tally.ends.map(|count| 100.0 * count as f64 / games);
            writeln!(
                out,
                "{theseus:wide$}  {minotaur:wide$}  {won:>6.0}% {drawn:>4.0}% {lost:>7.0}% {loot:>5.2}"
            )?;
        }
    }
    Ok(())
}
