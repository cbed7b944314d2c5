//! Rule files as evaluations: the laws, and many callers at once.

use agon_core::conformance::Battery;
use agon_core::{Evaluate, Game as _, Rng, Side};
use agon_games::byte::Byte;
use agon_games::tictactoe::TicTacToe;
use agon_infer::RuleSet;

const BYTE: &[u8] = include_bytes!("../../games/src/byte/example.rules");
const TICTACTOE: &[u8] = include_bytes!("../../games/src/tictactoe/example.rules");

#[test]
fn rules_keep_the_laws_of_evaluations() {
    let rules = RuleSet::read(&Byte::default(), "example.rules", BYTE).unwrap();
    Battery::new(Byte::default()).incremental(rules).games(5).run();
    let rules = RuleSet::read(&TicTacToe, "example.rules", TICTACTOE).unwrap();
    Battery::new(TicTacToe).incremental(rules).games(20).run();
}

#[test]
fn rules_are_not_explained_in_terms() {
    let rules = RuleSet::read(&TicTacToe, "example.rules", TICTACTOE).unwrap();
    let evaluation: &dyn Evaluate<TicTacToe> = &rules;
    assert!(evaluation.explainer().is_none());
}

#[test]
fn callers_at_once_get_the_same_values() {
    let game = Byte::default();
    let rules = RuleSet::read(&game, "example.rules", BYTE).unwrap();
    let mut rng = Rng::seeded(3);
    let mut positions = vec![game.start()];
    while let Some(&mv) = rng.pick(&game.moves(&positions[positions.len() - 1])) {
        positions.push(game.after(&positions[positions.len() - 1], mv));
    }
    let judge = || -> Vec<[i64; 2]> {
        positions.iter().map(|position| rules.points(&game, position, Side::First)).collect()
    };
    let alone = judge();
    std::thread::scope(|scope| {
        let callers: Vec<_> = (0..4).map(|_| scope.spawn(judge)).collect();
        for caller in callers {
            assert_eq!(caller.join().unwrap(), alone);
        }
    });
}
