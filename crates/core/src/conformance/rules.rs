//! The laws of rules: legality, counting, keys and symmetries.

use std::collections::{BTreeSet, HashSet};

use super::{Case, TrialMoves};
use crate::{Feature, Game, Key, Notation, Observer, Outcome};

/// Checks the moves, the result and the counts of a position.
pub(super) fn check_position<G: Notation + TrialMoves>(case: &Case<G>) {
    let (game, position) = (case.game, case.position);
    let listed = game.moves(position);
    let trials = game.trial_moves(position);
    let refusal = |mv| match game.check(position, mv) {
        Ok(()) => "check accepts it".into(),
        Err(refusal) => format!("check refuses it: {refusal}"),
    };
    case.move_law(
        "a move is legal if and only if it is not refused",
        &trials,
        |mv| {
            // A move that is not legal may have any effect but a panic.
            game.play_unchecked(&mut position.clone(), mv);
            game.is_legal(position, mv) == game.check(position, mv).is_ok()
        },
        |mv| format!("is_legal says {}, but {}", game.is_legal(position, mv), refusal(mv)),
    );
    let accepted: Vec<G::Move> =
        trials.into_iter().filter(|&mv| game.check(position, mv).is_ok()).collect();
    let mut unique = HashSet::new();
    case.move_law(
        "listed moves are unique",
        &listed,
        |mv| unique.insert(mv),
        |_| "it is listed twice".into(),
    );
    case.move_law(
        "a move that is not listed is refused",
        &accepted,
        |mv| unique.contains(&mv),
        |_| "check accepts it, but try_for_each_move does not list it".into(),
    );
    case.move_law(
        "a listed move is accepted",
        &listed,
        |mv| game.check(position, mv).is_ok(),
        refusal,
    );
    case.law("listed moves come in the stated order", listed == accepted, || {
        let place = (0..).find(|&place| listed.get(place) != accepted.get(place)).unwrap_or(0);
        let [one, other] = [&listed, &accepted]
            .map(|moves| moves.get(place).map_or("nothing".into(), |&mv| case.move_text(mv)));
        format!("number {place} of the moves is {one}, but {other} among those of trial_moves")
    });

    let outcome = game.outcome(position);
    case.law(
        "a game is over if and only if there is no move",
        outcome.is_some() == listed.is_empty(),
        || format!("the outcome is {outcome:?}, and the number of moves is {}", listed.len()),
    );
    case.equal_law(
        "the number of moves is that of the moves listed",
        "count_moves",
        game.count_moves(position),
        listed.len() as u64,
    );
    let replies = |&mv: &G::Move| game.moves(&game.after(position, mv)).len() as u64;
    case.equal_law(
        "the number of replies is that of the moves listed after each move",
        "count_replies",
        game.count_replies(position),
        listed.iter().map(replies).sum::<u64>(),
    );
    let win = Outcome::Win(game.to_move(position));
    let winning =
        listed.iter().copied().find(|&mv| game.outcome(&game.after(position, mv)) == Some(win));
    case.law(
        "can_win_now is true if and only if a move wins at once",
        game.can_win_now(position) == winning.is_some(),
        || match winning {
            Some(mv) => format!("it is false, but {} is a {win:?}", case.move_text(mv)),
            None => format!("it is true, but no move is a {win:?}; does outcome name the winner?"),
        },
    );
}

/// Checks that no position of a finished game has ruled out its result.
pub(super) fn check_end<G: Notation>(game: &G, line: &[G::Position], moves: &[G::Move]) {
    let Some(outcome) = line.last().and_then(|last| game.outcome(last)) else { return };
    for ply in 0..line.len() {
        Case::new(game, &line[..=ply], &moves[..ply]).guard(|case| {
            case.law(
                "a game does not end with a result that was ruled out",
                game.can_end_as(case.position, outcome),
                || {
                    let later: Vec<String> = (ply..moves.len())
                        .map(|ply| game.write_move(&line[ply], moves[ply]))
                        .collect();
                    let later = later.join(" ");
                    format!("can_end_as denies {outcome:?}, which it is after the moves {later}")
                },
            );
        });
    }
}

/// Checks that a move reports all changes to observers, and that checked and unchecked
/// moves have the same effect.
pub(super) fn check_play<G: Notation>(case: &Case<G>, mv: G::Move) {
    let (game, position) = (case.game, case.position);
    case.try_move(Some(mv));
    let mut seen = FeatureSet::of(game, position);
    let mut key = game.key(position);
    let mut after = position.clone();
    game.play_observed(&mut after, mv, &mut seen);
    game.play_observed(&mut position.clone(), mv, &mut key);
    let fresh = FeatureSet::of(game, &after);
    case.law(
        "features updated incrementally equal features from scratch",
        seen.present == fresh.present && seen.faults.is_empty() && fresh.faults.is_empty(),
        || {
            let only = |one: &FeatureSet, other: &FeatureSet| -> Vec<Feature> {
                one.present.difference(&other.present).copied().collect()
            };
            format!(
                "only play_observed leaves {:?}, only features gives {:?}; play_observed: {:?}, \
                 features: {:?}",
                only(&seen, &fresh),
                only(&fresh, &seen),
                seen.faults,
                fresh.faults
            )
        },
    );
    case.equal_law(
        "a key updated incrementally equals a key from scratch",
        "a Key as observer of the move",
        key,
        game.key(&after),
    );
    let most = fresh.present.last().copied().unwrap_or(0);
    let count = game.feature_count();
    case.law(
        "features are below the stated number",
        most < count || fresh.present.is_empty(),
        || format!("features gives {most} after the move, feature_count is {count}"),
    );

    let mut checked = position.clone();
    let played = game.play(&mut checked, mv);
    case.law(
        "a checked move has the effect of an unchecked one",
        played.is_ok() && checked == after,
        || {
            let [checked, after] = [&checked, &after].map(|position| game.write(position));
            format!("play gives {played:?} and leads to {checked}, play_unchecked leads to {after}")
        },
    );
}

/// Checks that every symmetry maps moves to moves and play to play.
pub(super) fn check_symmetries<G: Notation>(case: &Case<G>) {
    let (game, position) = (case.game, case.position);
    let moves = game.moves(position);
    for symmetry in 0..game.symmetry_count() {
        case.about(format!("symmetry {symmetry}"));
        let image = game.transform(symmetry, position);
        let is_there = symmetry > 0 || image == *position;
        case.law("the first symmetry is the identity", is_there, || {
            format!("it maps the position to {}", game.write(&image))
        });
        let map = |mv: &G::Move| game.transform_move(symmetry, *mv);
        let mapped: HashSet<G::Move> = moves.iter().map(map).collect();
        let there: HashSet<G::Move> = game.moves(&image).into_iter().collect();
        let lost = moves.iter().find(|mv| !there.contains(&map(mv)));
        let ends = [position, &image].map(|position| game.outcome(position));
        let movers = [position, &image].map(|position| game.to_move(position));
        case.try_move(lost.copied());
        case.law(
            "symmetries map moves to moves and results to results",
            mapped == there && ends[0] == ends[1] && movers[0] == movers[1],
            || {
                let [lost, extra] = [lost.map(map), there.difference(&mapped).next().copied()]
                    .map(|mv| mv.map_or("no move".into(), |mv| format!("{mv:?}")));
                format!(
                    "outcomes here and in the image: {ends:?}, to move: {movers:?}; listed in the \
                     image though no image of a move: {extra}; an image of a move, but not \
                     listed: {lost}; the image: {}",
                    game.write(&image)
                )
            },
        );
        for &mv in moves.iter().take(4) {
            case.try_move(Some(mv));
            let ways = [
                game.transform(symmetry, &game.after(position, mv)),
                game.after(&image, game.transform_move(symmetry, mv)),
            ];
            let keys: [Key; 2] = [game.key(&ways[0]), game.key(&ways[1])];
            case.law("symmetries map play to play", keys[0] == keys[1], || {
                let [one, other] = ways.map(|position| game.write(&position));
                format!("played and then mapped: {one}; mapped and then played: {other}")
            });
        }
        case.try_move(None);
    }
}

/// The features of a position, and what was added or removed twice.
struct FeatureSet {
    present: BTreeSet<Feature>,
    faults: Vec<String>,
}

impl FeatureSet {
    fn of<G: Game>(game: &G, position: &G::Position) -> FeatureSet {
        let mut set = FeatureSet { present: BTreeSet::new(), faults: Vec::new() };
        game.features(position, &mut set);
        set
    }
}

impl Observer for FeatureSet {
    fn add(&mut self, feature: Feature) {
        if !self.present.insert(feature) {
            self.faults.push(format!("adds {feature}, which is there"));
        }
    }

    fn remove(&mut self, feature: Feature) {
        if !self.present.remove(&feature) {
            self.faults.push(format!("removes {feature}, which is not there"));
        }
    }
}
