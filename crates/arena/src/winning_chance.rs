//! The winning chance: the result that a side can expect, from a score. One definition for the
//! page, reviews and contests.

use agon_core::{Score, Verdict};

/// The largest chance that an estimate can mean; only a proven win is a chance of 1.
const MAX_ESTIMATED: f64 = 0.99;

/// How the scores of an evaluation of a game become winning chances: a logistic curve whose
/// slope was fitted to the results of games.
///
/// A chance is the expected result, from 0 for a loss to 1 for a win; a draw counts a half. The
/// chances of the two sides add up to 1. Proven scores are exact.
///
/// ```
/// use agon_arena::WinningChance;
/// use agon_core::Score;
///
/// let chance = WinningChance::of("santorini", "", "hand");
/// assert_eq!(chance.expected(Score::win_in(5)), 1.0);
/// assert_eq!(chance.expected(Score::DRAW), 0.5);
/// assert!(chance.expected(Score::estimate(60)) > 0.7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinningChance {
    scale: f64,
}

/// The evaluation that networks are listed under, whatever their file is called.
const NETWORK: &str = "network";

/// The scale of games that have none fitted.
const UNKNOWN_SCALE: f64 = 100.0;

impl WinningChance {
    /// The winning chance by an evaluation of a game. `position` is any position in the game's
    /// notation, whose beginning names the game's parameters.
    ///
    /// The scales are those of the game ([`Scale`](agon_core::Scale)); docs/winning-chance.md has
    /// the commands that made them, and how well they fit. Networks share one, as they are trained
    /// to one scale. Rule files and programs may use
    /// any scale; they get that of the game's own evaluation.
    pub fn of(game: &str, position: &str, evaluation: &str) -> WinningChance {
        let scales = crate::find(game).map_or(&[][..], |entry| entry.scales);
        let fitting = || scales.iter().filter(|scale| position.starts_with(scale.positions));
        let name = if crate::is_network_file(evaluation) { NETWORK } else { evaluation };
        let named = fitting().find(|scale| scale.evaluation == name);
        let found = named.or_else(|| fitting().next()).or(scales.first());
        let scale = found.map_or(UNKNOWN_SCALE, |scale| scale.points);
        WinningChance { scale }
    }

    /// The winning chance with this many points at odds of e to 1, at least a hundredth.
    pub fn with_scale(scale: f64) -> WinningChance {
        WinningChance { scale: scale.max(0.01) }
    }

    /// How many points make odds of e to 1.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The result that a side can expect, given its score.
    pub fn expected(&self, score: Score) -> f64 {
        if let Some(proven) = score.proven() {
            return WinningChance::exact(proven.verdict);
        }
        logistic(f64::from(score.points()) / self.scale).clamp(1.0 - MAX_ESTIMATED, MAX_ESTIMATED)
    }

    /// The result that a proven verdict means.
    pub fn exact(verdict: Verdict) -> f64 {
        match verdict {
            Verdict::Win => 1.0,
            Verdict::Draw => 0.5,
            Verdict::Lose => 0.0,
        }
    }
}

/// The logistic function.
pub fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Scale;

    use crate::games;

    #[test]
    fn proven_scores_are_exact_and_estimates_never_are() {
        for game in games() {
            let chance = game.start().winning_chance(None);
            assert_eq!(chance.expected(Score::win_in(9)), 1.0);
            assert_eq!(chance.expected(Score::lose_in(9)), 0.0);
            assert_eq!(chance.expected(Score::DRAW), 0.5);
            let sure = chance.expected(Score::estimate(i32::MAX));
            assert!((0.9..1.0).contains(&sure), "{}: {sure}", game.name);
        }
    }

    #[test]
    fn the_chances_of_the_two_sides_add_up_to_one() {
        let chance = WinningChance::of("byte", "8 start", "hand");
        for points in [0, 1, 40, 300, 900_000] {
            let score = Score::estimate(points);
            assert!((chance.expected(score) + chance.expected(-score) - 1.0).abs() < 1e-12);
            assert!(chance.expected(score) >= 0.5);
        }
        let [less, more] = [30, 31].map(|points| chance.expected(Score::estimate(points)));
        assert!(less < more);
    }

    #[test]
    fn every_game_of_the_registry_has_a_scale_for_its_own_evaluation() {
        for game in games() {
            let session = game.start();
            let own = session.evaluations().into_iter().next().unwrap_or_default();
            let position = session.position();
            let is_own = |it: &Scale| it.evaluation == own && position.starts_with(it.positions);
            let found = game.scales.iter().any(is_own);
            assert!(found, "{}: {own} at {position}", game.name);
        }
    }

    #[test]
    fn parameters_and_networks_have_scales_of_their_own_and_others_that_of_the_game() {
        let scale = |position, evaluation| {
            let game = if evaluation == "mine.net" { "santorini" } else { "byte" };
            WinningChance::of(game, position, evaluation).scale()
        };
        assert_ne!(scale("8 start", "hand"), scale("10 start", "hand"));
        assert_eq!(scale("10 start", "mine.rules"), scale("10 start", "hand"));
        assert_eq!(scale("", "mine.net"), WinningChance::of("santorini", "", NETWORK).scale());
        assert_eq!(WinningChance::of("chess", "", "hand").scale(), UNKNOWN_SCALE);
    }
}
