//! The report of a contest: one page that needs nothing else, with every game in it.

mod frames;

use std::fmt::Write as _;

use agon_arena::contest::{Format, Pairing, Record, Standings, TournamentState, result_text};
use serde_json::{Value, json};

use self::frames::frames;
use super::StoredContest;
use crate::failure::Failure;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The page that shows a contest.
pub fn report(contest: &StoredContest) -> Result<String, Failure> {
    let state = contest.tournament.state(&contest.results());
    let standings = Standings::of(&contest.tournament, &state);
    let mut games = Vec::new();
    for (key, record) in &contest.games {
        games.push(game(key, record)?);
    }
    // Inside a script element only this could end it.
    let data = json!({ "games": games }).to_string().replace('<', "\\u003c");
    let body = [table(contest, &standings), draw(contest, &state)].concat();
    let state = match state.is_over {
        true => String::new(),
        false => "<p>This contest is not finished.</p>".to_string(),
    };
    let restrictions = contest.restrictions.iter().map(|line| format!("<p>{}.</p>", escape(line)));
    let body = body + &restrictions.collect::<String>();
    let title = escape(&contest.name);
    let filled = [
        ("{style}", STYLE),
        ("{heading}", &title),
        ("{title}", &title),
        ("{state}", &state),
        ("{summary}", &body),
        ("{script}", SCRIPT),
        // What stands in the data is not looked at again.
        ("{data}", &data),
    ];
    let mut page = PAGE.to_string();
    for (hole, text) in filled {
        page = page.replacen(hole, text, 1);
    }
    Ok(page)
}

/// A text as it may stand in a page.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // A hole that a name would open stays closed.
            '{' => escaped.push_str("&#123;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Twice the points, as points.
pub fn points(half: u64) -> String {
    match half % 2 {
        0 => (half / 2).to_string(),
        _ => format!("{}.5", half / 2),
    }
}

/// A game with all its positions.
fn game(key: &str, record: &Record) -> Result<Value, Failure> {
    let frames = frames(record)?;
    Ok(json!({
        "key": key, "p1": record.players[0], "p2": record.players[1],
        "result": result_text(record.result), "reason": record.reason,
        "depth": record.tag("Depth"), "moves": record.moves, "board": frames,
    }))
}

/// The table of standings.
fn table(contest: &StoredContest, standings: &Standings) -> String {
    let mut html = String::from(
        "<h2>Standings</h2><table><thead><tr><th>Place<th>Name<th>Points<th>Won<th>Drawn<th>Lost\
         <th>Rating<th>95 %</tr></thead><tbody>",
    );
    for row in &standings.0 {
        let (name, player) = &contest.entrants[row.entrant];
        let (low, high) = row.interval;
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<tr><td>{}<td title=\"{}\">{}<td>{}<td>{}<td>{}<td>{}<td>{:.0}<td>{low:.0} to {high:.0}</tr>",
            row.place,
            escape(player),
            escape(name),
            points(row.half_points),
            row.tally.wins,
            row.tally.draws,
            row.tally.losses,
            row.rating,
        );
    }
    html + "</tbody></table>"
}

/// The bracket, or who scored what against whom.
fn draw(contest: &StoredContest, state: &TournamentState) -> String {
    match contest.tournament.format {
        Format::Elimination { .. } => bracket(contest, state),
        _ => crosstable(contest, state) + &rounds(contest, state),
    }
}

fn bracket(contest: &StoredContest, state: &TournamentState) -> String {
    let mut html = String::from("<h2>Bracket</h2><div class=\"bracket\">");
    let last = state.pairings.iter().map(|pairing| pairing.number[0]).max().unwrap_or(0);
    for round in 1..=last {
        let _ = write!(html, "<section><h3>Round {round}</h3>");
        for pairing in state.pairings.iter().filter(|pairing| pairing.number[0] == round) {
            html += &shown(contest, pairing);
        }
        html += "</section>";
    }
    html + "</div>"
}

fn rounds(contest: &StoredContest, state: &TournamentState) -> String {
    let mut html = String::from("<h2>Pairings</h2>");
    for pairing in &state.pairings {
        html += &shown(contest, pairing);
    }
    html
}

/// One pairing, with links to its games.
fn shown(contest: &StoredContest, pairing: &Pairing) -> String {
    let name = |entry: usize| escape(&contest.entrants[entry].0);
    let Some(second) = pairing.second else {
        return format!("<div class=\"meeting\">{} has a bye</div>", name(pairing.first));
    };
    let [mine, theirs] = pairing.half_points().map(points);
    let mark = |entry: usize| match pairing.winner() == Some(entry) {
        true => format!("<strong>{}</strong>", name(entry)),
        false => name(entry),
    };
    let third = if pairing.for_third { "<em>for the third place</em> " } else { "" };
    let (first, other) = (mark(pairing.first), mark(second));
    let mut html = format!("<div class=\"meeting\">{third}{first} {mine} : {theirs} {other}<br>");
    for (game, result) in pairing.games.iter().filter(|(_, result)| result.is_some()) {
        let key = game.key();
        let depth = game.depth.map_or(String::new(), |depth| format!(" at depth {depth}"));
        let begins = name(game.players[0]);
        let result = result_text(*result);
        let _ = write!(
            html,
            "<a href=\"#game-{key}\" title=\"{begins} begins{depth}\">{key}&nbsp;{result}</a> "
        );
    }
    if let Some(begins) = pairing.lots.begins {
        let _ = write!(html, "<p>A tie: by lot {} begins one more game.</p>", name(begins));
    }
    if let Some(advances) = pairing.lots.advances {
        let _ = write!(html, "<p>That was drawn: by lot {} goes on.</p>", name(advances));
    }
    html + "</div>"
}

/// Above this number of entrants a crosstable is too wide to be read.
const MAX_CROSSTABLE: usize = 40;

fn crosstable(contest: &StoredContest, state: &TournamentState) -> String {
    let count = contest.entrants.len();
    if count > MAX_CROSSTABLE {
        return String::new();
    }
    let mut scored = vec![vec![None; count]; count];
    for pairing in &state.pairings {
        let Some(second) = pairing.second else { continue };
        let pairs = [(pairing.first, second), (second, pairing.first)];
        for ((one, other), half) in pairs.into_iter().zip(pairing.half_points()) {
            *scored[one][other].get_or_insert(0) += half;
        }
    }
    let mut html = String::from("<h2>Crosstable</h2><table><thead><tr><th>");
    for number in 1..=count {
        let _ = write!(html, "<th>{number}");
    }
    html += "</tr></thead><tbody>";
    for (number, (row, (name, _))) in scored.iter().zip(&contest.entrants).enumerate() {
        let _ = write!(html, "<tr><th>{} {}", number + 1, escape(name));
        for half in row {
            let _ = write!(html, "<td>{}", half.map_or(String::new(), points));
        }
        html += "</tr>";
    }
    html + "</tbody></table>"
}
