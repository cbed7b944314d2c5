//! The tables of a report as HTML: standings, crosstable, bracket.

use maud::{Markup, html};

use super::{bonus, points, shown_player};
use crate::{
    Crosstable, Format, GameEnd, Pairing, Standing, Standings, StoredContest, TournamentState,
    forfeits,
};

/// Above this number of entrants a crosstable is not readable.
const MAX_CROSSTABLE: usize = 120;

/// The table of standings, with the intervals of the ratings on one scale.
pub fn standings(contest: &StoredContest, standings: &Standings) -> Markup {
    let rows = &standings.0;
    let has_bonus = !contest.bonus.is_empty();
    let forfeits = forfeits(contest);
    let low = rows.iter().map(|row| row.interval.0).fold(f64::INFINITY, f64::min);
    let high = rows.iter().map(|row| row.interval.1).fold(f64::NEG_INFINITY, f64::max);
    let at = |elo: f64| 100.0 * (elo - low) / (high - low).max(1.0);
    let row = |row: &Standing| {
        let Standing { entrant, tally, rating, interval: (from, to), place, .. } = row;
        let (name, player) = &contest.entrants[*entrant];
        let bonus = Some(bonus(&contest.bonus, *place)).filter(|&bonus| bonus > 0);
        html! {
            tr data-name=(name) {
                td.number { (place) }
                td {
                    a href={ "#player-" (entrant) } title=(shown_player(contest, name, player)) { (name) }
                    @if let Some(forfeits) = forfeits.get(name.as_str()) {
                        " "
                        span.fault title={ (forfeits.games) " games were forfeited; the first: " (forfeits.first) } {
                            (forfeits.games) "\u{00a0}forfeited"
                        }
                    }
                }
                td.number { (points(row.half_points)) }
                td.number { "+" (tally.wins) " =" (tally.draws) " \u{2212}" (tally.losses) }
                td.number.wide { (format!("{rating:.0}")) }
                td.wide {
                    span.interval title=(format!("{from:.0} to {to:.0}")) {
                        i style=(format!("left:{:.1}%;width:{:.1}%", at(*from), at(*to) - at(*from))) {}
                        b style=(format!("left:{:.1}%", at(*rating))) {}
                    }
                }
                @if has_bonus { td.number { @if let Some(bonus) = bonus { (bonus) } } }
            }
        }
    };
    html! {
        table #standings.standings {
            thead {
                tr {
                    th.number { abbr title="Place" { "#" } }
                    th { "Name" }
                    th.number { "Points" }
                    th.number { abbr title="won, drawn, lost" { "+\u{2009}=\u{2009}\u{2212}" } }
                    th.number.wide {
                        abbr title="Elo from all games at once; the average is 1500" { "Rating" }
                    }
                    th.wide { "95\u{202f}% interval" }
                    @if has_bonus { th.number { "Bonus" } }
                }
            }
            tbody { @for standing in rows { (row(standing)) } }
        }
    }
}

/// The bracket or the crosstable.
pub fn draw(contest: &StoredContest, state: &TournamentState, standings: &Standings) -> Markup {
    match contest.tournament.format {
        Format::Elimination { .. } => bracket(contest, state),
        _ => crosstable(contest, state, standings),
    }
}

fn bracket(contest: &StoredContest, state: &TournamentState) -> Markup {
    let last = state.pairings.iter().map(|pairing| pairing.number[0]).max().unwrap_or(0);
    let of_round = |round| state.pairings.iter().filter(move |pairing| pairing.number[0] == round);
    html! {
        section #bracket {
            h2 { "Bracket" }
            div.bracket {
                @for round in 1..=last {
                    section {
                        h3 { "Round " (round) }
                        @for pairing in of_round(round) { (shown(contest, pairing)) }
                    }
                }
            }
        }
    }
}

/// One pairing of a bracket, with links to its games.
fn shown(contest: &StoredContest, pairing: &Pairing) -> Markup {
    let name = |entry: usize| &contest.entrants[entry].0;
    let Some(second) = pairing.second else {
        return html! { div.pairing { (name(pairing.first)) " has a bye" } };
    };
    let [mine, theirs] = pairing.half_points().map(points);
    html! {
        div.pairing {
            @if pairing.for_third { p { "for the third place" } }
            @for (entry, points) in [(pairing.first, mine), (second, theirs)] {
                div.won[pairing.winner() == Some(entry)] {
                    a href={ "#player-" (entry) } { (name(entry)) }
                    span { (points) }
                }
            }
            p {
                @for (game, result) in pairing.games.iter().filter(|(_, result)| result.is_some()) {
                    @let key = game.key();
                    @let depth = game.depth.map_or(String::new(), |depth| format!(" at depth {depth}"));
                    a href={ "#game-" (key) } title={ "game " (key) ": " (name(game.players[0])) " begins" (depth) } {
                        (GameEnd::text(*result))
                    }
                    " "
                }
            }
            @if let Some(begins) = pairing.lots.begins {
                p { "A tie: by lot " (name(begins)) " begins one more game." }
            }
            @if let Some(advances) = pairing.lots.advances {
                p { "That was drawn: by lot " (name(advances)) " goes on." }
            }
        }
    }
}

/// The crosstable, in the order of the standings. On a narrow screen only colours and places are
/// left.
fn crosstable(contest: &StoredContest, state: &TournamentState, standings: &Standings) -> Markup {
    let order: Vec<usize> = standings.0.iter().map(|row| row.entrant).collect();
    if order.len() > MAX_CROSSTABLE {
        return Markup::default();
    }
    let table = Crosstable::of(state);
    let name = |entry: usize| &contest.entrants[entry].0;
    let cell = |one: usize, other: usize| match table.score(one, other) {
        _ if one == other => html! { td.self {} },
        None => html! { td {} },
        Some((half, games)) => {
            let share = half as f64 / (2 * games.max(1)) as f64;
            let points = points(half);
            let title = format!("{} {points} of {games} against {}", name(one), name(other));
            html! {
                td style=(format!("--share:{share:.2}")) {
                    a href={ "#pair-" (one) "-" (other) } title=(title) { (points) }
                }
            }
        }
    };
    html! {
        section #crosstable {
            h2 { "Crosstable" }
            p.muted {
                "Points of the row against the column; green is more, red is less. \
                 A cell leads to the games."
            }
            table.crosstable {
                thead {
                    tr {
                        th {}
                        th.name {}
                        @for place in 1..=order.len() { th { (place) } }
                    }
                }
                tbody {
                    @for (place, &one) in order.iter().enumerate() {
                        tr {
                            th { (place + 1) }
                            th.name { a href={ "#player-" (one) } { (name(one)) } }
                            @for &other in &order { (cell(one, other)) }
                        }
                    }
                }
            }
        }
    }
}
