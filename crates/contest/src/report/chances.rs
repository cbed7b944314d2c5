//! The winning chances that the scores of entrants mean.

use std::collections::HashMap;

use agon_arena::contest::{MoveNote, Record};
use agon_arena::data::{ChanceFit, FitSample};
use agon_arena::{PlayerSpec, WinningChance, is_network_file};
use agon_core::{Outcome, Side};

use crate::StoredContest;

/// The minimum number of games to fit a scale.
const MIN_GAMES: usize = 20;

/// Scores this many times larger than the median mean a win in sight, such as the 10000 points of a
/// decisive line. They say nothing about the scale.
const DECISIVE: u32 = 20;

pub struct Chances<'a> {
    entrants: HashMap<&'a str, WinningChance>,
    /// The sides that made the moves of each game, by its key.
    sides: HashMap<&'a str, Vec<Side>>,
}

impl<'a> Chances<'a> {
    /// Rule files and programs have scales of their own, which are fitted to the results of their
    /// games if there are enough.
    pub fn of(contest: &'a StoredContest) -> Chances<'a> {
        let games = contest.games.iter();
        let sides = games.map(|(key, record)| (key.as_str(), sides(record).unwrap_or_default()));
        let sides: HashMap<&str, Vec<Side>> = sides.collect();
        let all = contest.entrants.iter().map(|(name, player)| {
            let chance = of_player(contest, player);
            let fitted = has_own_scale(player).then(|| fitted(contest, name, &sides)).flatten();
            (name.as_str(), fitted.unwrap_or(chance))
        });
        let entrants = all.collect();
        Chances { entrants, sides }
    }

    /// The chances that the players of a game gave the side that moved, by move; `None` where they
    /// gave no score.
    pub fn of_moves(&self, key: &str, record: &Record) -> Vec<Option<f64>> {
        let Some(sides) = self.sides.get(key) else { return Vec::new() };
        let chance = |(note, side): (&MoveNote, &Side)| {
            let chance = self.entrants.get(record.players[side.index()].as_str())?;
            Some((chance.expected(note.score?) * 1000.0).round() / 1000.0)
        };
        record.notes.iter().zip(sides).map(chance).collect()
    }
}

/// The sides that made the moves of a game.
fn sides(record: &Record) -> Option<Vec<Side>> {
    let mut session = record.session().ok()?;
    let moves = record.moves.iter();
    moves
        .map(|mv| {
            let side = session.to_move();
            session.play(mv).ok().map(|_| side)
        })
        .collect()
}

/// The winning chance by the evaluation that a player names.
fn of_player(contest: &StoredContest, player: &str) -> WinningChance {
    let record = contest.games.first().map(|(_, record)| record);
    let game = record.map_or("", |record| record.game.as_str());
    let position = record.and_then(|record| Some(record.session().ok()?.position()));
    let spec: Option<PlayerSpec> = player.parse().ok();
    let eval = spec.as_ref().and_then(PlayerSpec::eval).unwrap_or_default();
    WinningChance::of(game, &position.unwrap_or_default(), eval)
}

/// Whether the scores of a player are those of a rule file or a program.
fn has_own_scale(player: &str) -> bool {
    let Ok(spec) = player.parse::<PlayerSpec>() else { return false };
    let is_file = |eval: &str| {
        PlayerSpec::program_of(eval).is_some() || eval.contains('.') && !is_network_file(eval)
    };
    matches!(spec, PlayerSpec::Ugi { .. }) || spec.eval().is_some_and(is_file)
}

/// The scale at which the scores of an entrant predict the results of its games best.
fn fitted(
    contest: &StoredContest,
    name: &str,
    sides: &HashMap<&str, Vec<Side>>,
) -> Option<WinningChance> {
    let mut samples = Vec::new();
    let mut games = 0;
    for (number, (key, record)) in contest.games.iter().enumerate() {
        let is_own = |side: &Side| record.players[side.index()] == name;
        let Some((side, result)) = Side::BOTH.into_iter().find(is_own).zip(record.result) else {
            continue;
        };
        games += 1;
        let result = match result {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == side)),
        };
        let moves = record.notes.iter().zip(sides.get(key.as_str())?).enumerate();
        let scores = moves.filter(|(_, (_, mover))| **mover == side);
        samples.extend(scores.filter_map(|(ply, (note, _))| {
            let points = note.score.filter(|score| score.proven().is_none())?.points();
            Some(FitSample { game: number as u64, ply: ply as u32, points, result })
        }));
    }
    let mut sizes: Vec<u32> =
        samples.iter().map(|sample| sample.points.unsigned_abs()).filter(|&it| it > 0).collect();
    sizes.sort_unstable();
    let most = sizes.get(sizes.len() / 2)?.saturating_mul(DECISIVE);
    samples.retain(|sample| sample.points.unsigned_abs() <= most);
    let curve = (games >= MIN_GAMES).then(|| ChanceFit::of(&samples)).flatten()?.plain.curve;
    (curve.slope > 0.0).then(|| WinningChance::with_scale(curve.scale(0)))
}

#[cfg(test)]
mod tests {
    use crate::{Format, Tournament};
    use agon_arena::find;
    use agon_core::{Rng, Score};

    use super::*;

    /// A contest of one rule file; `scale` is the number of points that mean odds of e to 1.
    fn contest(games: u64, scale: f64) -> StoredContest {
        let names = ["ann".to_string(), "bob".to_string()];
        let game = find("tictactoe").unwrap();
        let mut rng = Rng::seeded(5);
        let game = |number: u64| {
            let mut record = Record::new(game, "startpos", names.clone());
            // Some scores are those of a decisive line.
            let is_sure = number.is_multiple_of(5);
            let points = if is_sure { 100_000 } else { rng.below(4000) as i32 - 2000 };
            let chance = WinningChance::with_scale(scale).expected(Score::estimate(points));
            let won = (rng.below(1000) as f64) < 1000.0 * chance;
            record.moves = vec!["11".into()];
            record.result = Some(Outcome::Win(if won { Side::First } else { Side::Second }));
            let score = Some(Score::estimate(points));
            record.set_notes([MoveNote { score, ..MoveNote::default() }]);
            (format!("1.1.{}", number + 1), record)
        };
        StoredContest {
            name: "test".into(),
            tournament: Tournament { entrants: 2, format: Format::RoundRobin, pairs: 1, seed: 0 },
            entrants: vec![
                ("ann".into(), "minimax:eval=ann.rules".into()),
                ("bob".into(), "minimax:eval=lines".into()),
            ],
            games: (0..games).map(game).collect(),
            restrictions: Vec::new(),
            workers: Vec::new(),
            bonus: Vec::new(),
        }
    }

    #[test]
    fn the_scale_of_a_rule_file_is_fitted_to_its_games_if_there_are_enough() {
        let many = contest(600, 500.0);
        let scale = |contest: &StoredContest, name| Chances::of(contest).entrants[name].scale();
        assert!((350.0..700.0).contains(&scale(&many, "ann")), "{}", scale(&many, "ann"));
        let own = WinningChance::of("tictactoe", "", "lines").scale();
        assert_eq!(scale(&many, "bob"), own);
        let few = contest(10, 500.0);
        assert_eq!(scale(&few, "ann"), own);
        let chances = Chances::of(&many);
        let (key, record) = &many.games[0];
        assert_eq!(chances.of_moves(key, record).len(), 1);
    }
}
