//! A whole game written out, to be compared with later versions of the program.

use std::fmt::Write as _;

use agon_core::Rng;

use crate::GameEntry;

/// A random game from the start, move by move, with all that the program knows of each
/// position. It depends on `seed` only.
pub fn playthrough(entry: &GameEntry, seed: u64) -> String {
    let mut session = entry.start();
    let mut rng = Rng::seeded(seed);
    let mut text = format!("{}: a random game, seed {seed}\n", entry.title);
    // Writing to a string cannot fail.
    loop {
        let moves = session.moves();
        let _ = writeln!(text, "\nposition {}", session.position());
        let scene = session.scene(None);
        let tokens: Vec<String> = scene
            .tokens
            .iter()
            .map(|token| format!("{} {} on {}", token.label, token.symbol, token.cell))
            .collect();
        let _ = writeln!(text, "shown    {}", tokens.join(", "));
        if let Some(outcome) = session.outcome() {
            let result = outcome
                .winner()
                .map_or("draw".into(), |winner| format!("{} wins", entry.sides[winner.index()]));
            let _ = writeln!(text, "over     {result} after {} plies", session.history().len());
            return text;
        }
        let side = session.to_move();
        if let Ok(evaluation) = session.evaluate(None, side) {
            let _ = write!(text, "worth    {}", evaluation.score.points());
            if let Some(terms) = evaluation.terms {
                let terms: Vec<String> = terms
                    .iter()
                    .map(|term| format!("{} {}:{}", term.name, term.mine, term.theirs))
                    .collect();
                let _ = write!(text, " ({})", terms.join(", "));
            }
            text.push('\n');
        }
        let names: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
        let _ = writeln!(text, "moves    {} {}", names.len(), names.join(" "));
        let chosen = names[rng.below(names.len())];
        let _ = writeln!(text, "played   {} {chosen}", entry.sides[side.index()]);
        if let Err(refused) = session.play(chosen) {
            let _ = writeln!(text, "refused  {refused}");
            return text;
        }
    }
}
