//! What people are told: what to do next, how a game ended, who is ahead.

use agon_core::{Outcome, Score, Side};

/// What to select next, by the game and the phase of the move.
pub fn instruction(game: &str, phase: &str) -> &'static str {
    match (game, phase) {
        ("santorini", "place") => "place your first pawn",
        ("santorini", "place_one") => "place your pawn",
        ("santorini", "place_second") => "place your second pawn",
        ("santorini", "pawn") => "choose a pawn",
        ("santorini", "step") => "step to a marked cell",
        ("santorini", "build") => "build next to your pawn",
        ("nim", "take") => "choose the first match to take",
        ("nim", "take_to") => "choose the last match to take (Enter again for one alone)",
        ("byte", "stack") => "choose a stack",
        ("byte", "level") => "choose with the arrow keys how much of the stack moves",
        ("byte", "target") => "choose the square to move to",
        ("theseus", "go") => "go with an arrow key",
        ("tictactoe", "mark") => "mark an empty cell",
        _ => "make your move",
    }
}

/// How a game ended; empty if it is not known.
pub fn ending(game: &str, ending: &str, outcome: Outcome, sides: [&str; 2]) -> String {
    let [winner, loser] = match outcome {
        Outcome::Win(side) => [sides[side.index()], sides[side.opponent().index()]],
        Outcome::Draw => ["", ""],
    };
    match (game, ending) {
        ("santorini", "climbed") => format!("{winner} stands on the third level"),
        ("santorini", "stuck") => format!("{loser} cannot move"),
        ("nim", "last_match") => format!("{loser} took the last match"),
        ("byte", "majority") => format!("{winner} has won most of the stacks"),
        ("byte", "stuck") => "neither side can move, and nobody has the majority".into(),
        ("theseus", "dawn") => "it is dawn: the ply limit is reached".into(),
        ("theseus", "loot") => "Theseus has collected the loot".into(),
        ("theseus", "caught") => "the Minotaur has caught Theseus".into(),
        ("tictactoe", "row") => format!("{winner} has three in a row"),
        ("tictactoe", "full") => "the board is full".into(),
        _ => String::new(),
    }
}

/// Who is ahead, from a score of `side`: `blue +35`, `red wins in 3`, `even`.
pub fn ahead(score: Score, side: Side, sides: [&str; 2]) -> String {
    let [own, other] = [side, side.opponent()].map(|side| sides[side.index()]);
    let (name, score) = if score < Score::DRAW { (other, -score) } else { (own, score) };
    match score.proven().map(|proven| proven.plies) {
        Some(Some(plies)) => format!("{name} wins in {plies}"),
        Some(None) => format!("{name} wins"),
        None if score == Score::DRAW => "even".into(),
        None => format!("{name} {:+}", score.points()),
    }
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
    use agon_arena::GAMES;
    use agon_core::Rng;

    use super::*;

    /// Random games of every game, so that each phase and each ending that comes up has words.
    #[test]
    fn every_game_has_words_for_its_phases_and_endings() {
        for entry in GAMES {
            let mut rng = Rng::seeded(7);
            for _ in 0..4 {
                let mut session = entry.start();
                while session.outcome().is_none() {
                    for phase in session.phases() {
                        assert_ne!(instruction(entry.name, phase), "make your move", "{phase}");
                    }
                    let moves = session.moves();
                    let mv = &moves[rng.below(moves.len())].text;
                    session.play(mv).unwrap();
                }
                let (how, outcome) = (session.ending().unwrap(), session.outcome().unwrap());
                let words = ending(entry.name, how, outcome, entry.sides);
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
        assert_eq!(ahead(Score::lose_in(4), Side::Second, sides), "blue wins in 4");
        assert_eq!(ahead(Score::DRAW, Side::Second, sides), "even");
    }

    #[test]
    fn a_count_of_nodes_is_short() {
        let counts = [0, 9_999, 12_345, 999_999, 3_456_789, 12_000_000];
        assert_eq!(counts.map(nodes), ["0", "9999", "12k", "999k", "3.4M", "12M"]);
    }
}
