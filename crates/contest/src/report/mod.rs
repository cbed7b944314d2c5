//! The report of a contest: a page that needs nothing else, with every game in it, or a folder
//! with such a page and one for each entrant.

mod boards;
mod chances;
mod modules;
mod tables;
mod turning_points;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::Standings;
use agon_arena::contest::Record;
use agon_host::store::{self, LockedFile};
use agon_host::{Failure, interrupt};
use serde_json::{Value, json};

use self::boards::Boards;
use self::chances::Chances;
use self::turning_points::{TurningPoints, turning_points};
use super::{StoredContest, end_text, note_json};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPTS: [&str; 4] = [
    include_str!("scenes.js"),
    include_str!("graph.js"),
    include_str!("views.js"),
    include_str!("script.js"),
];

/// Writes the report: into one file, or into a folder if the path is one or ends with a slash.
/// Returns the page to open.
pub fn write_report(path: &Path, contest: &StoredContest) -> Result<std::path::PathBuf, Failure> {
    let findings = Findings::of(contest)?;
    let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
    if !is_folder {
        LockedFile::lock(path)?.write(report(contest, &findings, None)?.as_bytes())?;
        return Ok(path.to_path_buf());
    }
    let wrong = |error: std::io::Error| store::about_file(path, &error.to_string());
    fs::create_dir_all(path.join("entrants")).map_err(wrong)?;
    let index = path.join("index.html");
    LockedFile::lock(&index)?.write(report(contest, &findings, None)?.as_bytes())?;
    for (number, (name, _)) in contest.entrants.iter().enumerate() {
        let page = path.join("entrants").join(page_name(number, name));
        LockedFile::lock(&page)?.write(report(contest, &findings, Some(number))?.as_bytes())?;
    }
    Ok(index)
}

/// The name of an entrant's page: its number and the letters of its name that are safe in file
/// names.
fn page_name(number: usize, name: &str) -> String {
    let safe = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let name: String = name.chars().map(|c| if safe(c) { c } else { '-' }).collect();
    format!("{:03}-{name}.html", number + 1)
}

/// What is found about the games of a contest.
struct Findings<'a> {
    chances: Chances<'a>,
    turning_points: TurningPoints,
}

impl<'a> Findings<'a> {
    fn of(contest: &'a StoredContest) -> Result<Findings<'a>, Failure> {
        // Who interrupts a contest does not want to wait for its analysis.
        let turning_points = match interrupt::interrupted() {
            true => TurningPoints::new(),
            false => interrupt::during(|| turning_points(contest))?,
        };
        Ok(Findings { chances: Chances::of(contest), turning_points })
    }
}

/// The page that shows a contest; with the number of an entrant, its page with only its games.
fn report(
    contest: &StoredContest,
    findings: &Findings<'_>,
    only: Option<usize>,
) -> Result<String, Failure> {
    let state = contest.tournament.state(&contest.results());
    let standings = Standings::of(&contest.tournament, &state);
    let table = tables::standings(contest, &standings);
    let draw = tables::draw(contest, &state, &standings);
    let data = data(contest, findings, &standings, only)?;
    let told = match state.is_over {
        true => String::new(),
        false => "<p class=\"warning\">This contest is not finished.</p>".to_string(),
    };
    let forfeits: String = super::forfeit_lines(contest)
        .into_iter()
        .take(1)
        .filter(|line| line.starts_with("no game"))
        .map(|line| format!("<p class=\"warning\">{}.</p>", escape(&line)))
        .collect();
    let restrictions: String =
        contest.restrictions.iter().map(|line| format!("<p>{}.</p>", escape(line))).collect();
    let title = escape(&contest.name);
    let entrant = only.and_then(|number| contest.entrants.get(number));
    let heading = match entrant {
        Some((name, _)) => format!("{}: {title}", escape(name)),
        None => title.clone(),
    };
    let style = [modules::colours(), modules::board_style(), STYLE.into()].concat();
    let drawings = modules::script(&["boards/drawers.js", "boards/markers.js", "elements.js"]);
    let script = [drawings, SCRIPTS.concat()].concat();
    let filled = [
        ("{heading}", heading.as_str()),
        ("{style}", &style),
        ("{title}", &title),
        ("{state}", &[told, forfeits].concat()),
        ("{standings}", &table),
        ("{draw}", &draw),
        ("{restrictions}", &restrictions),
        // What stands in the script and in the data is not looked at again.
        ("{script}", &script),
        ("{data}", &data),
    ];
    let mut page = String::with_capacity(PAGE.len() + style.len() + script.len() + data.len());
    let mut rest = PAGE;
    for (hole, text) in filled {
        let Some((before, behind)) = rest.split_once(hole) else { continue };
        page += before;
        page += text;
        rest = behind;
    }
    Ok(page + rest)
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

/// The bonus points of a place.
pub fn bonus(bonus: &[u64], place: usize) -> u64 {
    place.checked_sub(1).and_then(|place| bonus.get(place)).copied().unwrap_or(0)
}

/// The player of an entrant as its games name it; archives write out a depth that holds only
/// where the contest sets none.
pub fn shown_player(contest: &StoredContest, name: &str, stored: &str) -> String {
    let told = contest.games.iter().find_map(|(_, record)| {
        let tags = record.players.iter().zip(["P1Player", "P2Player"]);
        let mut own = tags.filter(|(player, _)| *player == name);
        own.find_map(|(_, tag)| record.tag(tag))
    });
    told.unwrap_or(stored).to_string()
}

/// The entrants and games as JSON that may stand inside a script element.
fn data(
    contest: &StoredContest,
    findings: &Findings<'_>,
    standings: &Standings,
    only: Option<usize>,
) -> Result<String, Failure> {
    let mut entrants: Vec<Value> = contest
        .entrants
        .iter()
        .map(
            |(name, player)| json!({ "name": name, "player": shown_player(contest, name, player) }),
        )
        .collect();
    for row in &standings.0 {
        let entrant = &mut entrants[row.entrant];
        entrant["place"] = row.place.into();
        entrant["points"] = points(row.half_points).into();
        entrant["rating"] = row.rating.round().into();
        entrant["interval"] = json!([row.interval.0.round(), row.interval.1.round()]);
        entrant["bonus"] = bonus(&contest.bonus, row.place).into();
    }
    let numbers: HashMap<&str, usize> =
        contest.entrants.iter().enumerate().map(|(n, (name, _))| (name.as_str(), n)).collect();
    let mut boards = Boards::default();
    let mut games = Vec::new();
    for (key, record) in contest.games_in_order() {
        let players = [0, 1].map(|side: usize| numbers.get(record.players[side].as_str()).copied());
        // The players of a match have no names.
        let players = match players {
            [Some(first), Some(second)] => [first, second],
            _ if is_odd(key) => [0, 1],
            _ => [1, 0],
        };
        if only.is_none_or(|only| players.contains(&only)) {
            let mut game = game(key, players, record, &mut boards)?;
            let chances = findings.chances.of_moves(key, record);
            if chances.iter().any(Option::is_some) {
                game["chances"] = chances.into();
            }
            if let Some(point) = findings.turning_points.get(key) {
                game["turn"] = point.clone();
            }
            games.push(game);
        }
    }
    let game = contest.games.first().map(|(_, record)| record.game.as_str());
    let all = json!({
        "game": game, "entrants": entrants, "games": games, "scenes": boards.scenes, "only": only,
        "turn_nodes": turning_points::NODES,
    });
    // Inside a script element only this could end it.
    Ok(all.to_string().replace('<', "\\u003c"))
}

/// Whether the last number of a key is odd: then the first entrant of a match begins.
fn is_odd(key: &str) -> bool {
    let last = key.rsplit('.').next().and_then(|number| number.parse::<u64>().ok());
    last.is_some_and(|number| number % 2 == 1)
}

/// A game with all its positions.
fn game(
    key: &str,
    players: [usize; 2],
    record: &Record,
    boards: &mut Boards,
) -> Result<Value, Failure> {
    let mut game = json!({
        "key": key, "p1": players[0], "p2": players[1], "result": end_text(record),
        "moves": record.moves, "board": boards.of(record)?,
    });
    if let Some(reason) = record.reason.as_deref().filter(|&reason| reason != "rules") {
        game["reason"] = reason.into();
    }
    for (name, tag) in [("depth", "Depth"), ("limits", "Limits"), ("date", "Date")] {
        if let Some(text) = record.tag(tag) {
            game[name] = text.into();
        }
    }
    if let Some(start) = &record.start {
        game["start"] = start.as_str().into();
    }
    if !record.notes.is_empty() {
        game["notes"] = record.notes.iter().map(note_json).collect();
    }
    Ok(game)
}
