//! Every shipped file keeps the laws of games, and what is compiled agrees with the interpreter.

use agon_core::conformance::Battery;
use agon_core::{Game as _, Rng};
use agon_game_file::{DatalogGame, RuleEval, shipped};

fn game(name: &str) -> DatalogGame {
    DatalogGame::shipped(name).expect(name)
}

#[test]
fn every_shipped_file_keeps_the_laws() {
    for name in shipped() {
        let games = if name.starts_with("tictactoe") { 4 } else { 1 };
        Battery::new(game(name)).games(games).evaluator(RuleEval::BOTH).run_all();
    }
}

#[test]
fn what_is_compiled_follows_from_the_rules_as_the_interpreter_reads_them() {
    for name in shipped() {
        let game = game(name);
        let mut rng = Rng::seeded(1);
        let mut position = game.start();
        for ply in 0..60 {
            let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
            // The interpreter is slow where there are hundreds of moves.
            if ply % 7 == 0 && game.count_moves(&position) < 100 {
                let difference = game.rules().difference_from_twin(&position);
                assert_eq!(difference, None, "{name}, ply {ply}");
            }
            position = game.after(&position, mv);
        }
    }
}
