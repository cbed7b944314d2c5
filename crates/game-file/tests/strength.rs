//! What the evaluation is worth: games between searches that differ in nothing else.

use agon_core::{Evaluate, Game as _, Outcome, Rng, Side};
use agon_game_file::{DatalogGame, RuleEval};
use agon_search::plain_minimax;

/// Who moves in a game.
type Player<'a> = Option<(u32, &'a dyn Evaluate<DatalogGame>)>;

/// Plays pairs of games from random positions, each side once with each player. Returns how many
/// the first player won, drew and lost. `None` plays at random.
fn games(name: &str, players: [Player<'_>; 2], pairs: u64) -> [usize; 3] {
    let game = DatalogGame::shipped(name).expect(name);
    let mut results = [0; 3];
    for seed in 0..2 * pairs {
        let mut rng = Rng::seeded(seed / 2);
        let mut position = game.start();
        for ply in 0.. {
            let moves = game.moves(&position);
            let Some(&random) = rng.pick(&moves) else { break };
            let first = (game.to_move(&position) == Side::First) == (seed % 2 == 0);
            let mv = match players[usize::from(!first)] {
                Some((depth, evaluation)) if ply >= 3 => {
                    plain_minimax(&game, &position, depth, evaluation).1.unwrap_or(random)
                }
                _ => random,
            };
            game.play_unchecked(&mut position, mv);
        }
        let result = match game.outcome(&position) {
            Some(Outcome::Win(side)) if (side == Side::First) == (seed % 2 == 0) => 0,
            Some(Outcome::Win(_)) => 2,
            _ => 1,
        };
        results[result] += 1;
    }
    results
}

#[test]
fn goals_win_games_that_mobility_does_not() {
    let (both, mobility) = (RuleEval::BOTH, RuleEval::MOBILITY);
    let [won, _, lost] = games("connect_four", [Some((1, &both)), Some((1, &mobility))], 6);
    assert!(won > lost, "{won} {lost}");
}

#[test]
#[ignore = "hundreds of games take minutes"]
fn what_each_part_of_the_evaluation_is_worth() {
    let (both, mobility, goals) = (RuleEval::BOTH, RuleEval::MOBILITY, RuleEval::GOALS);
    for name in ["connect_four", "breakthrough", "tictactoe_4x4", "nim", "theseus_figure1"] {
        let random = games(name, [Some((2, &both)), None], 50);
        let one_ply = games(name, [Some((2, &both)), Some((1, &both))], 50);
        let parts = [&mobility, &goals];
        let parts = parts.map(|part| games(name, [Some((1, &both)), Some((1, part))], 50));
        println!("{name}: random {random:?}, one ply {one_ply:?}, mobility, goals {parts:?}");
    }
}
