//! The laws of rules: legality, counting, keys and symmetries.

use std::collections::{BTreeSet, HashSet};

use super::{TrialMoves, law};
use crate::{Feature, Game, Key, Notation, Observer, Outcome};

/// Checks the moves, the result and the counts of a position.
pub(super) fn check_position<G: Notation + TrialMoves>(game: &G, position: &G::Position) {
    let listed = game.moves(position);
    let law = |holds, name: &str| law(holds, name, game, position);

    let trials = game.trial_moves(position);
    // A move that is not legal may have any effect but a panic.
    trials.iter().for_each(|&mv| game.play_unchecked(&mut position.clone(), mv));
    law(
        trials.iter().all(|&mv| game.is_legal(position, mv) == game.check(position, mv).is_ok()),
        "a move is legal if and only if it is not refused",
    );
    let accepted: Vec<G::Move> =
        trials.into_iter().filter(|&mv| game.check(position, mv).is_ok()).collect();
    let unique: HashSet<G::Move> = listed.iter().copied().collect();
    law(unique.len() == listed.len(), "listed moves are unique");
    law(accepted.iter().all(|mv| unique.contains(mv)), "a move that is not listed is refused");
    law(listed.iter().all(|&mv| game.check(position, mv).is_ok()), "a listed move is accepted");
    law(listed == accepted, "listed moves come in the stated order");

    law(
        game.outcome(position).is_some() == listed.is_empty(),
        "a game is over if and only if there is no move",
    );
    law(
        game.count_moves(position) == listed.len() as u64,
        "the number of moves is that of the moves listed",
    );
    let replies = |&mv: &G::Move| game.moves(&game.after(position, mv)).len() as u64;
    law(
        game.count_replies(position) == listed.iter().map(replies).sum::<u64>(),
        "the number of replies is that of the moves listed after each move",
    );
    let mover = game.to_move(position);
    let wins = |&mv: &G::Move| game.outcome(&game.after(position, mv)) == Some(Outcome::Win(mover));
    law(
        game.can_win_now(position) == listed.iter().any(wins),
        "can_win_now is true if and only if a move wins at once",
    );
}

/// Checks that no position of a finished game has ruled out its result.
pub(super) fn check_end<G: Notation>(game: &G, line: &[G::Position]) {
    let Some(outcome) = line.last().and_then(|last| game.outcome(last)) else { return };
    for position in line {
        law(
            game.can_end_as(position, outcome),
            "a game does not end with a result that was ruled out",
            game,
            position,
        );
    }
}

/// Checks that a move reports all changes to observers, and that checked and unchecked
/// moves have the same effect.
pub(super) fn check_play<G: Notation>(game: &G, position: &G::Position, mv: G::Move) {
    let law = |holds, name: &str| law(holds, name, game, position);

    let mut seen = FeatureSet::of(game, position);
    let mut key = game.key(position);
    let mut after = position.clone();
    game.play_observed(&mut after, mv, &mut seen);
    game.play_observed(&mut position.clone(), mv, &mut key);
    let fresh = FeatureSet::of(game, &after);
    law(
        seen.present == fresh.present && seen.sound && fresh.sound,
        "features updated incrementally equal features from scratch",
    );
    law(key == game.key(&after), "a key updated incrementally equals a key from scratch");
    law(
        fresh.present.iter().all(|&feature| feature < game.feature_count()),
        "features are below the stated number",
    );

    let mut checked = position.clone();
    law(
        game.play(&mut checked, mv).is_ok() && checked == after,
        "a checked move has the effect of an unchecked one",
    );
}

/// Checks that every symmetry maps moves to moves and play to play.
pub(super) fn check_symmetries<G: Notation>(game: &G, position: &G::Position) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let moves = game.moves(position);
    for symmetry in 0..game.symmetry_count() {
        let image = game.transform(symmetry, position);
        law(symmetry > 0 || image == *position, "the first symmetry is the identity");
        let mapped: HashSet<G::Move> =
            moves.iter().map(|&mv| game.transform_move(symmetry, mv)).collect();
        let there: HashSet<G::Move> = game.moves(&image).into_iter().collect();
        law(
            mapped == there
                && game.outcome(&image) == game.outcome(position)
                && game.to_move(&image) == game.to_move(position),
            "symmetries map moves to moves and results to results",
        );
        for &mv in moves.iter().take(4) {
            let played_then_mapped = game.transform(symmetry, &game.after(position, mv));
            let mapped_then_played = game.after(&image, game.transform_move(symmetry, mv));
            let keys: [Key; 2] = [game.key(&played_then_mapped), game.key(&mapped_then_played)];
            law(keys[0] == keys[1], "symmetries map play to play");
        }
    }
}

/// The features of a position, and whether each was added and removed once.
struct FeatureSet {
    present: BTreeSet<Feature>,
    sound: bool,
}

impl FeatureSet {
    fn of<G: Game>(game: &G, position: &G::Position) -> FeatureSet {
        let mut set = FeatureSet { present: BTreeSet::new(), sound: true };
        game.features(position, &mut set);
        set
    }
}

impl Observer for FeatureSet {
    fn add(&mut self, feature: Feature) {
        self.sound &= self.present.insert(feature);
    }

    fn remove(&mut self, feature: Feature) {
        self.sound &= self.present.remove(&feature);
    }
}
