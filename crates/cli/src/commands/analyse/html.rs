//! Annotated games as one page: the course of each game, its moves and its turning points.

use std::fmt::Write as _;

use agon_arena::MoveQuality;
use agon_arena::contest::result_text;
use agon_core::{Side, score_words};

use super::{AnalysedGame, TurningPoint, loss_words, percent};

const STYLE: &str = include_str!("style.css");

/// The size of the graph of a game, in its own units.
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 160.0;

/// A page with all games.
pub fn write(games: &[AnalysedGame], player: Option<&str>) -> String {
    let title = match player {
        Some(player) => format!("Games of {player}"),
        None => "Analysed games".into(),
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escape(&title)
    );
    page += &overview(games);
    for game in games {
        page += &section(game);
    }
    page + "</body>\n</html>\n"
}

/// A table of all games.
fn overview(games: &[AnalysedGame]) -> String {
    let mut html = String::from(
        "<div class=\"wide\"><table>\n<thead><tr><th>Game<th>Players<th>Result<th>Accuracy<th>Mistakes<th>Blunders\
         </tr></thead>\n<tbody>\n",
    );
    for game in games {
        let both = |words: &dyn Fn(Side) -> String| Side::BOTH.map(words).join(" - ");
        let accuracy = |side: Side| accuracy(game, side);
        let count = |quality| both(&move |side| game.count(side, quality).to_string());
        // Writing to a text cannot fail.
        let _ = writeln!(
            html,
            "<tr><td><a href=\"#game{0}\">{0}</a><td>{1}<td>{2}<td>{3}<td>{4}<td>{5}</tr>",
            game.number,
            escape(&both(&|side| game.name(side).to_string())),
            result_text(game.record.result),
            both(&accuracy),
            count(MoveQuality::Mistake),
            count(MoveQuality::Blunder),
        );
    }
    html + "</tbody></table></div>\n"
}

fn accuracy(game: &AnalysedGame, side: Side) -> String {
    let percent = game.accuracy[side.index()].percent();
    percent.map_or("-".into(), |percent| format!("{percent:.1}"))
}

fn section(game: &AnalysedGame) -> String {
    let [one, two] = Side::BOTH.map(|side| escape(game.name(side)));
    let reason = game.record.reason.as_deref().unwrap_or("no reason");
    let mut html = format!(
        "<section id=\"game{number}\">\n<h2>Game {number}: {one} - {two}</h2>\n\
         <p>{}, {} ({}). Accuracy: {one} {}, {two} {}.</p>\n",
        escape(&game.record.game),
        result_text(game.record.result),
        escape(reason),
        accuracy(game, Side::First),
        accuracy(game, Side::Second),
        number = game.number,
    );
    html += &graph(game);
    html += "<ol class=\"moves\">\n";
    for (position, made) in game.moves() {
        let is_commented = game.is_commented[position.assessment.mover.index()];
        let quality = if is_commented { made.quality } else { MoveQuality::Fine };
        let _ = writeln!(
            html,
            "<li>{} <span class=\"{}\">{}{}</span> <span class=\"muted\">{}</span>",
            game.sides[position.assessment.mover.index()],
            quality.name(),
            escape(&made.mv),
            quality.sign(),
            percent(made.chance),
        );
    }
    html += "</ol>\n";
    for point in &game.turning_points {
        html += &turning_point(game, point);
    }
    html + "</section>\n"
}

/// The winning chance of the first side over the game, as a drawing.
fn graph(game: &AnalysedGame) -> String {
    let last = game.positions.len().saturating_sub(1).max(1) as f64;
    let place = |ply: usize, chance: f64| (WIDTH * ply as f64 / last, HEIGHT * (1.0 - chance));
    let chance = |ply: usize| game.positions[ply].assessment.chance_for(Side::First);
    let points: Vec<String> = (0..game.positions.len())
        .map(|ply| place(ply, chance(ply)))
        .map(|(x, y)| format!("{x:.1} {y:.1}"))
        .collect();
    let curve = points.join("L");
    let mut html = format!(
        "<svg viewBox=\"0 -12 {WIDTH} {0}\" role=\"img\" aria-label=\"Winning chance of {1} after every move\">\n\
         <path class=\"area\" d=\"M0 {HEIGHT}L{curve}L{WIDTH} {HEIGHT}Z\"/>\n\
         <path class=\"middle\" d=\"M0 {2}H{WIDTH}\"/>\n<path class=\"curve\" d=\"M{curve}\"/>\n",
        HEIGHT + 24.0,
        escape(game.name(Side::First)),
        HEIGHT / 2.0,
    );
    for point in &game.turning_points {
        let Some(made) = &game.positions[point.ply].made else { continue };
        let after = (point.ply + 1).min(game.positions.len() - 1);
        let (x, y) = place(after, chance(after));
        let _ = writeln!(
            html,
            "<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{}. {}</title></circle>",
            made.quality.name(),
            point.ply + 1,
            escape(&made.mv),
        );
    }
    html + "</svg>\n"
}

fn turning_point(game: &AnalysedGame, point: &TurningPoint) -> String {
    let position = &game.positions[point.ply];
    let Some(made) = &position.made else { return String::new() };
    let mover = position.assessment.mover;
    let mut html = format!(
        "<div class=\"point\">\n<pre>{}</pre>\n<div>\n\
         <h3>{}. {} <span class=\"{}\">{}{}</span></h3>\n<p>{}: {} before, {} after; {}.</p>\n",
        escape(point.board.trim_end()),
        point.ply + 1,
        game.sides[mover.index()],
        made.quality.name(),
        escape(&made.mv),
        made.quality.sign(),
        escape(game.name(mover)),
        percent(position.assessment.chance),
        percent(made.chance),
        loss_words(made),
    );
    if !position.assessment.line.is_empty() {
        let worth = score_words(position.assessment.score);
        let line = escape(&position.assessment.line.join(" "));
        let _ = writeln!(html, "<p>Better: <strong>{line}</strong> ({worth})</p>");
    }
    if let Some(terms) = &point.terms {
        html += "<p>What the evaluation saw:</p>\n<div class=\"wide\"><table>\n\
                 <tr><th>Term<th>after the move<th>after the better one</tr>\n";
        for term in terms {
            let _ = writeln!(
                html,
                "<tr><td>{}<td class=\"number\">{:+}<td class=\"number\">{:+}</tr>",
                escape(&term.name),
                term.made,
                term.better
            );
        }
        let [made, better] =
            [|term: &super::TermChange| term.made, |term: &super::TermChange| term.better]
                .map(|points| terms.iter().map(points).fold(0i64, i64::saturating_add));
        let _ = writeln!(
            html,
            "<tr><th>all that differ<td class=\"number\">{made:+}<td class=\"number\">{better:+}</tr>\n</table></div>"
        );
    }
    html + "</div>\n</div>\n"
}

/// A text as it may stand in a page.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
