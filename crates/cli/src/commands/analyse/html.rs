//! Annotated games as an HTML page: a graph, the moves and the turning points of each game.

use agon_arena::contest::result_text;
use agon_arena::{MoveQuality, ReviewedMove};
use agon_core::{Side, score_words};
use agon_web::report::document;
use maud::{Markup, html};

use super::{AnalysedGame, TermChange, TurningPoint, loss_words, percent};

/// The size of the graph in SVG units.
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 160.0;

pub fn write(games: &[AnalysedGame], player: Option<&str>) -> String {
    let title = match player {
        Some(player) => format!("Games of {player}"),
        None => "Analysed games".into(),
    };
    let body = html! {
        main {
            h1 { (title) }
            (overview(games))
            @for game in games { (section(game)) }
        }
    };
    document(&title, &["report/analysis.css"], &body)
}

fn overview(games: &[AnalysedGame]) -> Markup {
    let heads = ["Game", "Players", "Result", "Accuracy", "Mistakes", "Blunders"];
    let both = |words: &dyn Fn(Side) -> String| Side::BOTH.map(words).join(" - ");
    let count =
        |game: &AnalysedGame, quality| both(&move |side| game.count(side, quality).to_string());
    html! {
        div.scroll {
            table {
                thead { tr { @for head in heads { th { (head) } } } }
                tbody {
                    @for game in games {
                        tr {
                            td { a href={ "#game" (game.number) } { (game.number) } }
                            td { (both(&|side| game.name(side).to_string())) }
                            td { (result_text(game.record.result)) }
                            td { (both(&|side| accuracy(game, side))) }
                            td { (count(game, MoveQuality::Mistake)) }
                            td { (count(game, MoveQuality::Blunder)) }
                        }
                    }
                }
            }
        }
    }
}

fn accuracy(game: &AnalysedGame, side: Side) -> String {
    let percent = game.accuracy[side.index()].percent();
    percent.map_or("-".into(), |percent| format!("{percent:.1}"))
}

fn section(game: &AnalysedGame) -> Markup {
    let [one, two] = Side::BOTH.map(|side| game.name(side));
    let [mine, theirs] = Side::BOTH.map(|side| accuracy(game, side));
    let reason = game.record.reason.as_deref().unwrap_or("no reason");
    let quality = |mover: Side, made: &ReviewedMove| match game.is_commented[mover.index()] {
        true => made.quality,
        false => MoveQuality::Fine,
    };
    html! {
        section id={ "game" (game.number) } {
            h2 { "Game " (game.number) ": " (one) " - " (two) }
            p {
                (game.record.game) ", " (result_text(game.record.result)) " (" (reason) "). Accuracy: "
                (one) " " (mine) ", " (two) " " (theirs) "."
            }
            (graph(game))
            ol.moves {
                @for (position, made) in game.moves() {
                    @let mover = position.assessment.mover;
                    @let quality = quality(mover, made);
                    li {
                        (game.sides[mover.index()]) " "
                        span class=(quality.name()) { (made.mv) (quality.sign()) } " "
                        span.muted { (percent(made.chance)) }
                    }
                }
            }
            @for point in &game.turning_points { (turning_point(game, point)) }
        }
    }
}

/// A graph of the first side's winning chance.
fn graph(game: &AnalysedGame) -> Markup {
    let last = game.positions.len().saturating_sub(1).max(1) as f64;
    let place = |ply: usize, chance: f64| (WIDTH * ply as f64 / last, HEIGHT * (1.0 - chance));
    let chance = |ply: usize| game.positions[ply].assessment.chance_for(Side::First);
    let points: Vec<String> = (0..game.positions.len())
        .map(|ply| place(ply, chance(ply)))
        .map(|(x, y)| format!("{x:.1} {y:.1}"))
        .collect();
    let curve = points.join("L");
    let label = format!("Winning chance of {} after every move", game.name(Side::First));
    let turns = game.turning_points.iter().filter_map(|point| {
        let made = game.positions[point.ply].made.as_ref()?;
        let after = (point.ply + 1).min(game.positions.len() - 1);
        let (x, y) = place(after, chance(after));
        Some(html! {
            circle class=(made.quality.name()) cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="5" {
                title { (point.ply + 1) ". " (made.mv) }
            }
        })
    });
    html! {
        svg viewBox=(format!("0 -12 {WIDTH} {}", HEIGHT + 24.0)) role="img" aria-label=(label) {
            path.area d=(format!("M0 {HEIGHT}L{curve}L{WIDTH} {HEIGHT}Z")) {}
            path.middle d=(format!("M0 {}H{WIDTH}", HEIGHT / 2.0)) {}
            path.curve d={ "M" (curve) } {}
            @for turn in turns { (turn) }
        }
    }
}

fn turning_point(game: &AnalysedGame, point: &TurningPoint) -> Markup {
    let position = &game.positions[point.ply];
    let Some(made) = &position.made else { return Markup::default() };
    let assessment = &position.assessment;
    let mover = assessment.mover;
    html! {
        div.point {
            pre { (point.board.trim_end()) }
            div {
                h3 {
                    (point.ply + 1) ". " (game.sides[mover.index()]) " "
                    span class=(made.quality.name()) { (made.mv) (made.quality.sign()) }
                }
                p {
                    (game.name(mover)) ": " (percent(assessment.chance)) " before, " (percent(made.chance))
                    " after; " (loss_words(made)) "."
                }
                @if !assessment.line.is_empty() {
                    p { "Better: " strong { (assessment.line.join(" ")) } " (" (score_words(assessment.score)) ")" }
                }
                @if let Some(why) = game.explanations.get(&point.ply).and_then(|it| it.words.as_ref()) {
                    p { "Why: " (why) "." }
                }
                @if let Some(terms) = &point.terms { (terms_table(terms)) }
            }
        }
    }
}

/// The evaluation's terms after the move and after the better move.
fn terms_table(terms: &[TermChange]) -> Markup {
    let sum =
        |points: fn(&TermChange) -> i64| terms.iter().map(points).fold(0i64, i64::saturating_add);
    let row = |head: Markup, made: i64, better: i64| {
        html! {
            tr {
                (head)
                td.number { (format!("{made:+}")) }
                td.number { (format!("{better:+}")) }
            }
        }
    };
    html! {
        p { "What the evaluation saw:" }
        div.scroll {
            table {
                tr { th { "Term" } th { "after the move" } th { "after the better one" } }
                @for term in terms { (row(html! { td { (term.name) } }, term.made, term.better)) }
                (row(html! { th { "all that differ" } }, sum(|term| term.made), sum(|term| term.better)))
            }
        }
    }
}
