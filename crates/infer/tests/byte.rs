//! Rules for Byte: the compiled plan against the reference interpreter.

use agon_core::{Game as _, Notation as _, Rng, Side};
use agon_games::byte::Byte;
use agon_infer::RuleSet;

/// Eight rules and nine value lines.
const RULES: &str = include_str!("byte.rules");

fn rules(game: &Byte) -> RuleSet {
    RuleSet::read(game, "byte.rules", RULES.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn the_plan_agrees_with_the_reference() {
    let game = Byte::default();
    let rules = rules(&game);
    let mut rng = Rng::seeded(1);
    for _ in 0..20 {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            for side in Side::BOTH {
                let compiled = rules.evaluate_for(&game, &position, side);
                let reference = rules.explain(&game, &position, side, false);
                assert_eq!(
                    compiled,
                    reference.score,
                    "{} {:#?}",
                    game.write(&position),
                    reference.lines
                );
            }
            let mv = *rng.pick(&game.moves(&position)).expect("a move");
            game.play_unchecked(&mut position, mv);
        }
    }
}

#[test]
fn judging_allocates_nothing() {
    let game = Byte::default();
    let rules = rules(&game);
    let start = game.start();
    // The memory is allocated when it is first needed.
    rules.evaluate_for(&game, &start, Side::First);
    let allocated = allocation_counter::measure(|| {
        rules.evaluate_for(&game, &start, Side::Second);
    });
    assert_eq!(allocated.count_total, 0);
}
