//! The tables of a report as HTML: standings, crosstable, bracket.

use std::fmt::Write as _;

use crate::{Format, GameEnd, Pairing, Standing, Standings, TournamentState};

use super::{bonus, escape, points, shown_player};
use crate::{Crosstable, StoredContest, forfeits};

/// Above this number of entrants a crosstable is too fine to be read.
const MAX_CROSSTABLE: usize = 120;

/// The table of standings, with the intervals of the ratings drawn to one scale.
pub fn standings(contest: &StoredContest, standings: &Standings) -> String {
    let has_bonus = !contest.bonus.is_empty();
    let forfeits = forfeits(contest);
    let bonus_head = if has_bonus { "<th class=\"number\">Bonus" } else { "" };
    let mut html = format!(
        "<table id=\"standings\" class=\"standings\"><thead><tr><th class=\"number\">\
         <abbr title=\"Place\">#</abbr><th>Name<th class=\"number\">Points<th class=\"number\">\
         <abbr title=\"won, drawn, lost\">+\u{2009}=\u{2009}\u{2212}</abbr><th class=\"number wide\">\
         <abbr title=\"Elo from all games at once; the average is 1500\">Rating</abbr>\
         <th class=\"wide\">95\u{202f}% interval{bonus_head}</tr></thead><tbody>"
    );
    let rows = &standings.0;
    let low = rows.iter().map(|row| row.interval.0).fold(f64::INFINITY, f64::min);
    let high = rows.iter().map(|row| row.interval.1).fold(f64::NEG_INFINITY, f64::max);
    let place = |elo: f64| 100.0 * (elo - low) / (high - low).max(1.0);
    for row in rows {
        let Standing { entrant, tally, rating, interval, .. } = row;
        let (name, player) = &contest.entrants[*entrant];
        let [from, to, at] = [interval.0, interval.1, *rating].map(place);
        let forfeited = forfeits.get(name.as_str()).map_or(String::new(), |forfeits| {
            let games = forfeits.games;
            let title =
                escape(&format!("{games} games were forfeited; the first: {}", forfeits.first));
            format!(" <span class=\"fault\" title=\"{title}\">{games}\u{00a0}forfeited</span>")
        });
        let bonus = match bonus(&contest.bonus, row.place) {
            _ if !has_bonus => String::new(),
            0 => "<td class=\"number\">".into(),
            bonus => format!("<td class=\"number\">{bonus}"),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<tr data-name=\"{name}\"><td class=\"number\">{place}<td><a href=\"#player-{entrant}\" \
             title=\"{player}\">{name}</a>{forfeited}<td class=\"number\">{points}<td class=\"number\">\
             +{won} ={drawn} \u{2212}{lost}<td class=\"number wide\">{rating:.0}<td class=\"wide\">\
             <span class=\"interval\" title=\"{low:.0} to {high:.0}\"><i style=\"left:{from:.1}%;width:\
             {width:.1}%\"></i><b style=\"left:{at:.1}%\"></b></span>{bonus}</tr>",
            name = escape(name),
            place = row.place,
            player = escape(&shown_player(contest, name, player)),
            points = points(row.half_points),
            won = tally.wins,
            drawn = tally.draws,
            lost = tally.losses,
            low = interval.0,
            high = interval.1,
            width = to - from,
        );
    }
    html + "</tbody></table>"
}

/// The bracket, or who scored what against whom.
pub fn draw(contest: &StoredContest, state: &TournamentState, standings: &Standings) -> String {
    match contest.tournament.format {
        Format::Elimination { .. } => bracket(contest, state),
        _ => crosstable(contest, state, standings),
    }
}

fn bracket(contest: &StoredContest, state: &TournamentState) -> String {
    let mut html = String::from("<section id=\"bracket\"><h2>Bracket</h2><div class=\"bracket\">");
    let last = state.pairings.iter().map(|pairing| pairing.number[0]).max().unwrap_or(0);
    for round in 1..=last {
        let _ = write!(html, "<section><h3>Round {round}</h3>");
        for pairing in state.pairings.iter().filter(|pairing| pairing.number[0] == round) {
            html += &shown(contest, pairing);
        }
        html += "</section>";
    }
    html + "</div></section>"
}

/// One pairing of a bracket, with links to its games.
fn shown(contest: &StoredContest, pairing: &Pairing) -> String {
    let name = |entry: usize| escape(&contest.entrants[entry].0);
    let Some(second) = pairing.second else {
        return format!("<div class=\"pairing\">{} has a bye</div>", name(pairing.first));
    };
    let row = |entry: usize, points: String| {
        let won = if pairing.winner() == Some(entry) { " class=\"won\"" } else { "" };
        let name = name(entry);
        format!("<div{won}><a href=\"#player-{entry}\">{name}</a><span>{points}</span></div>")
    };
    let [mine, theirs] = pairing.half_points().map(points);
    let third = if pairing.for_third { "<p>for the third place</p>" } else { "" };
    let rows = row(pairing.first, mine) + &row(second, theirs);
    let mut html = format!("<div class=\"pairing\">{third}{rows}<p>");
    for (game, result) in pairing.games.iter().filter(|(_, result)| result.is_some()) {
        let key = game.key();
        let depth = game.depth.map_or(String::new(), |depth| format!(" at depth {depth}"));
        let begins = name(game.players[0]);
        let result = GameEnd::text(*result);
        let _ = write!(
            html,
            "<a href=\"#game-{key}\" title=\"game {key}: {begins} begins{depth}\">{result}</a> "
        );
    }
    html += "</p>";
    if let Some(begins) = pairing.lots.begins {
        let _ = write!(html, "<p>A tie: by lot {} begins one more game.</p>", name(begins));
    }
    if let Some(advances) = pairing.lots.advances {
        let _ = write!(html, "<p>That was drawn: by lot {} goes on.</p>", name(advances));
    }
    html + "</div>"
}

/// Who scored what against whom, in the order of the standings. On a narrow screen only colours
/// and places are left.
fn crosstable(contest: &StoredContest, state: &TournamentState, standings: &Standings) -> String {
    let order: Vec<usize> = standings.0.iter().map(|row| row.entrant).collect();
    if order.len() > MAX_CROSSTABLE {
        return String::new();
    }
    let table = Crosstable::of(state);
    let mut html = String::from(
        "<section id=\"crosstable\"><h2>Crosstable</h2><p class=\"muted\">Points of the row against \
         the column; green is more, red is less. A cell leads to the games.</p>\
         <table class=\"crosstable\"><thead><tr><th><th class=\"name\">",
    );
    for place in 1..=order.len() {
        let _ = write!(html, "<th>{place}");
    }
    html += "</tr></thead><tbody>";
    for (place, &one) in order.iter().enumerate() {
        let name = escape(&contest.entrants[one].0);
        let _ = write!(
            html,
            "<tr><th>{}<th class=\"name\"><a href=\"#player-{one}\">{name}</a>",
            place + 1
        );
        for &other in &order {
            let rival = escape(&contest.entrants[other].0);
            match table.score(one, other) {
                _ if one == other => html += "<td class=\"self\">",
                None => html += "<td>",
                Some((half, games)) => {
                    let share = half as f64 / (2 * games.max(1)) as f64;
                    let points = points(half);
                    let _ = write!(
                        html,
                        "<td style=\"--share:{share:.2}\"><a href=\"#pair-{one}-{other}\" title=\"{name} \
                         {points} of {games} against {rival}\">{points}</a>"
                    );
                }
            }
        }
        html += "</tr>";
    }
    html + "</tbody></table></section>"
}
