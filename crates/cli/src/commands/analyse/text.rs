//! Annotated games as text.

use std::fmt::Write as _;

use agon_arena::MoveQuality;
use agon_arena::contest::result_text;
use agon_core::{Side, score_words};

use super::{AnalysedGame, loss_words, percent};

/// The most moves of a line that are shown.
const MAX_LINE: usize = 12;

/// All games, separated by blank lines.
pub fn write(games: &[AnalysedGame]) -> String {
    games.iter().map(game).collect::<Vec<String>>().join("\n")
}

fn game(game: &AnalysedGame) -> String {
    let mut text = String::new();
    let record = &game.record;
    let [one, two] = Side::BOTH.map(|side| game.name(side));
    let reason = record.reason.as_deref().unwrap_or("no reason");
    let result = result_text(record.result);
    // Writing to a text cannot fail.
    let _ =
        writeln!(text, "game {}: {}, {one} - {two}, {result} ({reason})", game.number, record.game);
    for side in Side::BOTH {
        let _ = writeln!(text, "{}", summary(game, side));
    }
    let _ = writeln!(text);
    let wide = record.moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0) + 2;
    let wide_side = game.sides.iter().map(|side| side.len()).max().unwrap_or(0);
    for (position, made) in game.moves() {
        let mover = position.assessment.mover;
        let is_commented = game.is_commented[mover.index()];
        let sign = if is_commented { made.quality.sign() } else { "" };
        let mv = format!("{}{sign}", made.mv);
        let side = game.sides[mover.index()];
        let _ = write!(
            text,
            "{:>4}. {side:wide_side$}  {mv:wide$}  {:>5} before, {:>5} after",
            position.ply + 1,
            percent(position.assessment.chance),
            percent(made.chance),
        );
        if !game.comments_on(position, made) {
            let only = made.quality == MoveQuality::Only && is_commented;
            let _ = writeln!(text, "{}", if only { "  the only move" } else { "" });
            continue;
        }
        let _ = writeln!(text, "  {}", loss_words(made));
        let line = &position.assessment.line;
        if !line.is_empty() {
            let more = if line.len() > MAX_LINE { " ..." } else { "" };
            let shown = line[..line.len().min(MAX_LINE)].join(" ");
            let worth = score_words(position.assessment.score);
            let _ = writeln!(text, "      better: {shown}{more} ({worth})");
        }
        let why = game.explanations.get(&position.ply).and_then(|it| it.words.as_ref());
        if let Some(why) = why {
            let _ = writeln!(text, "      why: {why}");
        }
        let judged = game.turning_point(position.ply).and_then(|point| point.judged.as_ref());
        if let Some((_, words)) = judged {
            let _ = writeln!(text, "      evaluation: {words}");
        }
        let terms = game.turning_point(position.ply).and_then(|point| point.terms.as_ref());
        let Some(terms) = terms else { continue };
        if terms.is_empty() {
            let _ = writeln!(text, "      the evaluation sees no difference between the two moves");
        }
        for term in terms {
            let _ = writeln!(
                text,
                "      {:+} after {}, {:+} after the better move: {}",
                term.made, made.mv, term.better, term.name
            );
        }
    }
    text
}

/// The accuracy of a side and the numbers of its bad moves.
fn summary(game: &AnalysedGame, side: Side) -> String {
    let accuracy = game.accuracy[side.index()].percent();
    let accuracy = accuracy.map_or("-".into(), |percent| format!("{percent:.1}"));
    let count = |quality| game.count(side, quality);
    format!(
        "{} ({}): accuracy {accuracy}, inaccuracies {}, mistakes {}, blunders {}",
        game.name(side),
        game.sides[side.index()],
        count(MoveQuality::Inaccuracy),
        count(MoveQuality::Mistake),
        count(MoveQuality::Blunder),
    )
}
