//! Scores as JSON, with numbers that need no parsing.

use agon_core::{Score, Verdict};
use serde_json::{Value, json};

/// A score for the side to move: `{"points": 34}`, or `{"win": 5}` and `{"lose": 4}` in plies if it
/// is proven. The messages of the server have the same form.
pub fn score_json(score: Score) -> Value {
    match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
        Some((Verdict::Win, plies)) => json!({ "win": plies }),
        Some((Verdict::Lose, plies)) => json!({ "lose": plies }),
        _ => json!({ "points": score.points() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_points_or_the_plies_of_a_proven_result() {
        assert_eq!(score_json(Score::estimate(-34)), json!({ "points": -34 }));
        assert_eq!(score_json(Score::win_in(5)), json!({ "win": 5 }));
        assert_eq!(score_json(Score::lose_in(4)), json!({ "lose": 4 }));
    }
}
