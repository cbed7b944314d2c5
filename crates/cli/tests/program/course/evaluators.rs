//! The evaluators: they read positions and print integers.

use std::path::Path;
use std::process::Command;

use agon_core::{Game as _, Notation, Rng, Side};
use agon_games::byte::Byte;
use agon_games::nim::{Nim, theory};
use agon_games::santorini::Santorini;
use agon_games::theseus::{MazeGenerator, Style};

use super::hand_in::random_game;
use super::tools::{HASKELL, JAVA, LISP, PROLOG, PYTHON, compile_java, kit, run};

/// The positions of some random games, one per line.
fn positions<G: Notation>(game: &G, games: usize) -> Vec<String> {
    let mut rng = Rng::seeded(1);
    let games = (0..games).flat_map(|_| random_game(game, &mut rng).0);
    games.map(|position| game.write(&position)).collect()
}

/// An evaluator's answers to positions: a number each.
fn evaluations(command: &mut Command, positions: &[String]) -> Vec<i64> {
    let input: String = positions.iter().map(|text| format!("{text}\n")).collect();
    let output = run(command, &input);
    let numbers: Vec<i64> = output.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers.len(), positions.len(), "{command:?}");
    numbers
}

/// The program in its sandbox, started in a folder as the README of the kit says, answers the same.
fn is_the_same_in_its_sandbox(
    folder: &Path,
    game: &str,
    command: &str,
    positions: &[String],
    numbers: &[i64],
) {
    for (position, number) in positions.iter().zip(numbers).take(4).step_by(3) {
        let eval = format!("program:{command}");
        let mut agon = agon_testing::agon(["eval", game, "--position", position, "--eval", &eval]);
        let found = run(agon.current_dir(folder), "");
        assert_eq!(found.trim(), number.to_string(), "{command}: {position}");
    }
}

#[test]
fn the_evaluators_for_santorini_agree_with_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("evaluator");
    let mut cc = Command::new("cc");
    run(cc.arg("-O").arg("-o").arg(&program).arg(kit("evaluators/santorini.c")), "");
    let positions = positions(&Santorini::default(), 10);
    let numbers = evaluations(&mut Command::new(&program), &positions);
    // A side wins in the end, and the side that would move next has lost.
    assert_eq!(numbers.iter().filter(|&&number| number == -1_000_000).count(), 10);
    for (text, &number) in positions.iter().zip(&numbers) {
        let (game, position) = Santorini::read(text).unwrap();
        let is_placed = !text.contains('-');
        let steps_up = is_placed
            && game.moves(&position).iter().any(|&mv| {
                let to = game.write_move(&position, mv)[3..5].to_string();
                text.as_bytes()
                    [6 * (to.as_bytes()[0] - b'0') as usize + (to.as_bytes()[1] - b'0') as usize]
                    == b'3'
            });
        assert_eq!(number == 100_000, steps_up, "{text}");
    }
    is_the_same_in_its_sandbox(folder.path(), "santorini", "./evaluator", &positions, &numbers);
    if PYTHON.is_here() {
        let mut python = Command::new("python3");
        python.arg(kit("evaluators/santorini.py"));
        assert_eq!(evaluations(&mut python, &positions), numbers);
        let command = "python3 santorini.py";
        is_the_same_in_its_sandbox(&kit("evaluators"), "santorini", command, &positions, &numbers);
    }
    if HASKELL.is_here() {
        let program = folder.path().join("haskell");
        let include = format!("-i{}", kit("santorini/reference").display());
        let mut ghc = Command::new("ghc");
        ghc.args(["-v0", &include, "-outputdir"]).arg(folder.path());
        run(ghc.arg("-o").arg(&program).arg(kit("evaluators/santorini.hs")), "");
        assert_eq!(evaluations(&mut Command::new(&program), &positions), numbers);
    }
}

#[test]
fn the_evaluator_for_nim_knows_small_positions() {
    if !PROLOG.is_here() {
        return;
    }
    let positions = positions(&Nim::default(), 5);
    let mut swipl = Command::new("swipl");
    swipl.args([kit("nim/reference/nim.pl"), kit("evaluators/nim.pl")]);
    let numbers = evaluations(&mut swipl, &positions);
    let command = "swipl ../nim/reference/nim.pl nim.pl";
    is_the_same_in_its_sandbox(&kit("evaluators"), "nim", command, &positions, &numbers);
    assert!(positions.iter().any(|text| text.ends_with("second")));
    for (text, number) in positions.iter().zip(numbers) {
        let right = if theory(text).unwrap() == agon_core::Verdict::Win { 100 } else { -100 };
        assert_eq!(number, right, "{text}");
    }
}

#[test]
fn the_evaluator_for_byte_counts_stacks_and_checkers() {
    if !LISP.is_here() {
        return;
    }
    let positions = positions(&Byte::default(), 4);
    let mut sbcl = Command::new("sbcl");
    sbcl.arg("--script").args([kit("evaluators/byte.lisp"), kit("byte/reference/byte.lisp")]);
    let numbers = evaluations(&mut sbcl, &positions);
    let command = "sbcl --script byte.lisp ../byte/reference/byte.lisp";
    is_the_same_in_its_sandbox(&kit("evaluators"), "byte", command, &positions, &numbers);
    for (text, number) in positions.iter().zip(numbers) {
        let parts: Vec<&str> = text.split(' ').collect();
        let (x, o) = parts[2].split_once('-').unwrap();
        let mut value = 100 * (x.parse::<i64>().unwrap() - o.parse::<i64>().unwrap());
        for (_, checkers) in parts[3].split(',').filter_map(|stack| stack.split_once(':')) {
            let height = checkers.len() as i64;
            value += if checkers.ends_with('X') { height } else { -height };
        }
        assert_eq!(number, if parts[1] == "X" { value } else { -value }, "{text}");
    }
}

#[test]
fn the_evaluator_for_theseus_gives_the_best_die() {
    if !JAVA.is_here() {
        return;
    }
    let game = MazeGenerator::new(7, 4, Style::Labyrinth { open: 20 }).unwrap().generate(5);
    let (walk, _) = random_game(&game, &mut Rng::seeded(1));
    let walk = &walk[..walk.len() - 1];
    let positions: Vec<String> = walk.iter().map(|position| game.write(position)).collect();
    let folder = tempfile::tempdir().unwrap();
    let sources = [kit("evaluators"), kit("theseus/reference")];
    let build = folder.path().join("build");
    compile_java(&build, &sources);
    let mut java = Command::new("java");
    java.arg("-cp").arg(&build).arg("TheseusEvaluator");
    let numbers = evaluations(&mut java, &positions);
    let command = "java -cp build TheseusEvaluator";
    is_the_same_in_its_sandbox(folder.path(), "theseus", command, &positions, &numbers);
    for (position, number) in walk.iter().zip(numbers) {
        let side: Side = game.to_move(position);
        let moves = game.moves(position);
        let best = moves.iter().map(|&die| game.evaluate_die(position, side, die).0).max();
        assert_eq!(Some(number), best.map(i64::from), "{}", game.write(position));
    }
}
