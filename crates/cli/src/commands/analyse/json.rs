//! Annotated games as JSON lines.

use agon_arena::MoveExplanation;
use agon_contest::record_json;
use agon_core::{Claim, Verdict};
use serde_json::{Value, json};

use super::{AnalysedGame, Explained, ReviewedMove, ReviewedPosition};

/// One object per line for each game.
pub fn write(games: &[AnalysedGame]) -> String {
    games.iter().map(|game| format!("{}\n", self::game(game))).collect()
}

fn game(game: &AnalysedGame) -> Value {
    let mut value = record_json(&game.record);
    value["number"] = game.number.into();
    value["accuracy"] = json!(game.accuracy.map(|accuracy| accuracy.percent().map(tenths)));
    value["positions"] =
        game.positions.iter().map(|position| self::position(game, position)).collect();
    value
}

fn position(game: &AnalysedGame, position: &ReviewedPosition) -> Value {
    let assessment = &position.assessment;
    let side = ["p1", "p2"][assessment.mover.index()];
    let verdict = assessment.verdict.map(|verdict| verdict.to_string());
    json!({
        "ply": position.ply,
        "side": side,
        // From the side to move.
        "score": assessment.score.points(),
        "chance": thousandths(assessment.chance),
        "proven": verdict,
        "best": assessment.line,
        "made": position.made.as_ref().map(|made| self::made(game, position, made)),
    })
}

fn made(game: &AnalysedGame, position: &ReviewedPosition, made: &ReviewedMove) -> Value {
    let point = game.turning_point(position.ply);
    let terms = point.and_then(|point| point.terms.as_ref()).map(|terms| {
        let terms = terms.iter();
        terms
            .map(|term| json!({ "name": term.name, "made": term.made, "better": term.better }))
            .collect::<Value>()
    });
    json!({
        "move": made.mv,
        "chance": thousandths(made.chance),
        "loss": thousandths(made.loss),
        "quality": made.quality.name(),
        "gave_away": made.gave_away.map(|verdict: Verdict| verdict.to_string()),
        "counts": made.counts,
        "terms": terms,
        "explanation": game.explanations.get(&position.ply).map(|explained| {
            let judged = point.and_then(|point| point.judged.as_ref()).map(|(claims, _)| claims);
            explanation(explained, judged)
        }),
    })
}

fn explanation(explained: &Explained, judged: Option<&Vec<Claim>>) -> Value {
    let Explained { explanation: MoveExplanation { claims, better }, words } = explained;
    json!({ "words": words, "claims": claims, "better": better, "evaluation": judged })
}

fn thousandths(value: f64) -> f64 {
    (1000.0 * value).round() / 1000.0
}

fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}
