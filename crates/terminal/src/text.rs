//! What people are told: what to do next, how a game ended, who is ahead.

use agon_arena::GameEntry;
use agon_core::{Outcome, Proven, Score, Side, Verdict};

/// What to select next, by the phase of the move.
pub fn instruction(game: &GameEntry, phase: &str) -> &'static str {
    game.text(&format!("instruct.{phase}")).unwrap_or("make your move")
}

/// How a game ended; empty if the game has no words for it.
pub fn ending(game: &GameEntry, ending: &str, outcome: Outcome) -> String {
    let [winner, loser] = match outcome {
        Outcome::Win(side) => [side, side.opponent()].map(|side| game.sides[side.index()]),
        Outcome::Draw => ["", ""],
    };
    let words = game.text(&format!("ending.{ending}")).unwrap_or_default();
    words.replace("{winner}", winner).replace("{loser}", loser)
}

/// Who is ahead, from a score of `side`, which is to move: `blue +35`, `red wins in 3`, `even`.
pub fn ahead(score: Score, side: Side, sides: [&str; 2]) -> String {
    let [own, other] = [side, side.opponent()].map(|side| sides[side.index()]);
    let moves = score.proven().map(winning_moves);
    let (name, score) = if score < Score::DRAW { (other, -score) } else { (own, score) };
    match moves {
        Some(0) => format!("{name} wins"),
        Some(moves) => format!("{name} wins in {moves}"),
        None if score == Score::DRAW => "even".into(),
        None => format!("{name} {:+}", score.points()),
    }
}

/// A proven result of the side to move: `win in 2`, `lose in 1`, `draw`.
pub fn result(proven: Proven) -> String {
    match winning_moves(proven) {
        0 => proven.verdict.to_string(),
        moves => format!("{} in {moves}", proven.verdict),
    }
}

/// How many moves the side that wins has to make, as people count; 0 if that is not known, or if
/// nothing is left for it to do.
fn winning_moves(proven: Proven) -> u32 {
    let plies = proven.plies.unwrap_or(0);
    if proven.verdict == Verdict::Win { plies.div_ceil(2) } else { plies / 2 }
}

/// A count of nodes in at most four figures: `870`, `12k`, `3.4M`.
pub fn nodes(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{}k", count / 1000),
        1_000_000..10_000_000 => {
            format!("{}.{}M", count / 1_000_000, count / 100_000 % 10)
        }
        _ => format!("{}M", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use agon_arena::games;
    use agon_core::Rng;

    use super::*;

    /// Random games of every game, so that each phase and each ending that comes up has words.
    #[test]
    fn every_game_has_words_for_its_phases_and_endings() {
        for entry in games() {
            let mut rng = Rng::seeded(7);
            for _ in 0..4 {
                let mut session = entry.start();
                while session.outcome().is_none() {
                    for phase in session.phases() {
                        assert_ne!(instruction(entry, phase), "make your move", "{phase}");
                    }
                    let moves = session.moves();
                    let mv = &moves[rng.below(moves.len())].text;
                    session.play(mv).unwrap();
                }
                let (how, outcome) = (session.ending().unwrap(), session.outcome().unwrap());
                let words = ending(entry, how, outcome);
                assert!(!words.is_empty(), "{}: {how}", entry.name);
            }
        }
    }

    #[test]
    fn a_score_names_the_side_that_is_ahead() {
        let sides = ["blue", "red"];
        assert_eq!(ahead(Score::estimate(35), Side::First, sides), "blue +35");
        assert_eq!(ahead(Score::estimate(-35), Side::First, sides), "red +35");
        assert_eq!(ahead(Score::estimate(35), Side::Second, sides), "red +35");
        assert_eq!(ahead(Score::lose_in(4), Side::Second, sides), "blue wins in 2");
        assert_eq!(ahead(Score::win_in(3), Side::Second, sides), "red wins in 2");
        assert_eq!(ahead(Score::lose_in(1), Side::Second, sides), "blue wins");
        assert_eq!(ahead(Score::DRAW, Side::Second, sides), "even");
    }

    #[test]
    fn a_proven_result_is_counted_in_moves_of_the_side_that_wins() {
        let proven = [Proven::win_in(1), Proven::win_in(4), Proven::lose_in(4), Proven::lose_in(1)];
        assert_eq!(proven.map(result), ["win in 1", "win in 2", "lose in 2", "lose"]);
        assert_eq!(result(Proven::DRAW), "draw");
    }

    #[test]
    fn a_count_of_nodes_is_short() {
        let counts = [0, 9_999, 12_345, 999_999, 3_456_789, 12_000_000];
        assert_eq!(counts.map(nodes), ["0", "9999", "12k", "999k", "3.4M", "12M"]);
    }
}
