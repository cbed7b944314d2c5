//! Games that end by the scores of their players: resignation and agreed draws.

use agon_core::{Score, Side};

/// A player resigns when its own score has been very low for some moves in a row, and, if both must
/// agree, that of its opponent very high for as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ResignRule {
    /// The score is at most the negative of this, in points of the player's evaluation.
    pub score: u32,
    /// For so many of its moves in a row.
    pub moves: u32,
    /// Whether the opponent must see itself as far ahead for as many of its moves.
    #[cfg_attr(feature = "serde", serde(default))]
    pub both: bool,
}

/// A game is drawn when the scores of both players have been near zero for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DrawRule {
    /// The scores are at most this far from zero.
    pub score: u32,
    /// For so many moves in a row of each player.
    pub moves: u32,
    /// Not before this many plies of the game.
    pub after: u32,
}

/// When a game ends by the scores that its players report. Who reports none never resigns and
/// never agrees to a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScoreRules {
    /// When a player resigns.
    pub resign: Option<ResignRule>,
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
}

/// What follows from the scores of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreVerdict {
    /// This side resigns.
    Resigns(Side),
    /// The game is drawn.
    Drawn,
}

/// Counts the moves in a row whose scores are low or near zero.
#[derive(Clone, Debug, Default)]
pub struct ScoreCounts {
    low: [u32; 2],
    high: [u32; 2],
    even: [u32; 2],
}

impl ScoreCounts {
    /// Takes the score that a side reported with its move, after which the game has `plies`; says
    /// whether the game ends by it.
    pub fn add(
        &mut self,
        rules: &ScoreRules,
        side: Side,
        score: Option<Score>,
        plies: usize,
    ) -> Option<ScoreVerdict> {
        let points = score.map(|score| i64::from(score.points()));
        let index = side.index();
        let count = |counts: &mut [u32; 2], counts_on: bool| {
            counts[index] = if counts_on { counts[index] + 1 } else { 0 };
        };
        if let Some(ResignRule { score, moves, both }) = rules.resign {
            count(&mut self.low, points.is_some_and(|points| points <= -i64::from(score)));
            count(&mut self.high, points.is_some_and(|points| points >= i64::from(score)));
            let resigns = |loser: &Side| {
                let winner = loser.opponent().index();
                self.low[loser.index()] >= moves.max(1)
                    && (!both || self.high[winner] >= moves.max(1))
            };
            if let Some(loser) = Side::BOTH.into_iter().find(resigns) {
                return Some(ScoreVerdict::Resigns(loser));
            }
        }
        if let Some(DrawRule { score, moves, after }) = rules.draw {
            count(&mut self.even, points.is_some_and(|points| points.abs() <= i64::from(score)));
            let agreed = self.even.iter().all(|&count| count >= moves.max(1));
            if agreed && plies >= after as usize {
                return Some(ScoreVerdict::Drawn);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: ScoreRules = ScoreRules {
        resign: Some(ResignRule { score: 300, moves: 2, both: false }),
        draw: Some(DrawRule { score: 10, moves: 2, after: 6 }),
    };

    /// The verdict on a game in which the sides report these scores in turn, and after how many
    /// plies it comes.
    fn verdict(scores: &[Option<i32>]) -> Option<(usize, ScoreVerdict)> {
        verdict_by(&RULES, scores)
    }

    fn verdict_by(rules: &ScoreRules, scores: &[Option<i32>]) -> Option<(usize, ScoreVerdict)> {
        let mut counts = ScoreCounts::default();
        (1..).zip(scores).find_map(|(plies, score)| {
            let side = if plies % 2 == 1 { Side::First } else { Side::Second };
            let score = score.map(Score::from_points);
            Some((plies, counts.add(rules, side, score, plies)?))
        })
    }

    #[test]
    fn a_side_resigns_after_so_many_low_scores_in_a_row() {
        let game = [-300, 0, -301, 0].map(Some);
        assert_eq!(verdict(&game), Some((3, ScoreVerdict::Resigns(Side::First))));
        assert_eq!(verdict(&[-299, 50, -301, 50, -299, 50].map(Some)), None);
        let lost = Score::lose_in(4).points();
        let game = [Some(20), Some(lost), None, Some(lost)];
        assert_eq!(verdict(&game), Some((4, ScoreVerdict::Resigns(Side::Second))));
        assert_eq!(verdict(&[None, Some(-400), None, None, None, Some(-400)]), None);
    }

    #[test]
    fn a_side_resigns_only_when_its_opponent_agrees_if_both_must() {
        let resign = Some(ResignRule { score: 300, moves: 2, both: true });
        let rules = ScoreRules { resign, ..ScoreRules::default() };
        let agreed = [-300, 300, -400, 290, -400, 310, -500, 300].map(Some);
        assert_eq!(verdict_by(&rules, &agreed), Some((8, ScoreVerdict::Resigns(Side::First))));
        let other = [500, -300, 500, -300].map(Some);
        assert_eq!(verdict_by(&rules, &other), Some((4, ScoreVerdict::Resigns(Side::Second))));
        // Scores of one of them are inverted: they never agree.
        assert_eq!(verdict_by(&rules, &[-500; 20].map(Some)), None);
        assert_eq!(verdict_by(&rules, &[500; 20].map(Some)), None);
        let silent: Vec<_> = (0..20).map(|ply| (ply % 2 == 0).then_some(-500)).collect();
        assert_eq!(verdict_by(&rules, &silent), None);
    }

    #[test]
    fn a_draw_takes_both_sides_and_a_number_of_plies() {
        assert_eq!(verdict(&[0; 8].map(Some)), Some((6, ScoreVerdict::Drawn)));
        assert_eq!(verdict(&[0, 0, 0, 0, 11, 0, 10].map(Some)), None);
        let game = [Some(0), None, Some(0), None, Some(0), None, Some(0), None];
        assert_eq!(verdict(&game), None);
    }
}
