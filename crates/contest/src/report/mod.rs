//! The report of a contest: one self-contained page with all games, or a folder with such a page
//! and one for each entrant.

mod boards;
mod chances;
mod tables;
mod turning_points;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use agon_arena::contest::Record;
use agon_host::store::{self, LockedFile};
use agon_host::{Failure, interrupt};
use agon_web::report::{document, import_map};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use self::boards::Boards;
use self::chances::Chances;
use self::turning_points::{TurningPoints, turning_points};
use super::{StoredContest, end_text, note_json};
use crate::Standings;

/// The module that shows a report.
const SCRIPT: &str = "report/main.js";

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

struct Findings<'a> {
    chances: Chances<'a>,
    turning_points: TurningPoints,
}

impl<'a> Findings<'a> {
    fn of(contest: &'a StoredContest) -> Result<Findings<'a>, Failure> {
        // After an interruption, the analysis is skipped.
        let turning_points = match interrupt::interrupted() {
            true => TurningPoints::new(),
            false => interrupt::during(|| turning_points(contest))?,
        };
        Ok(Findings { chances: Chances::of(contest), turning_points })
    }
}

/// The page of a contest, or that of one entrant with only its games.
fn report(
    contest: &StoredContest,
    findings: &Findings<'_>,
    only: Option<usize>,
) -> Result<String, Failure> {
    let state = contest.tournament.state(&contest.results());
    let standings = contest.standings(&state);
    let data = data(contest, findings, &standings, only)?;
    let title = match only.and_then(|number| contest.entrants.get(number)) {
        Some((name, _)) => format!("{name}: {}", contest.name),
        None => contest.name.clone(),
    };
    let no_game = super::forfeit_lines(contest).into_iter().next();
    let no_game = no_game.filter(|line| line.starts_with("no game"));
    let body = html! {
        header {
            h1 { a href="#overview" { (contest.name) } }
            nav aria-label="Report" {
                a href="#standings" { "Standings" } " " a href="#draw" { "Results" } " "
                a href="#games" { "Games" } " "
                button #theme type="button" title="Light or dark" { "\u{25d0}" }
            }
        }
        main #overview {
            @if !state.is_over { p.warning { "This contest is not finished." } }
            @if let Some(line) = no_game { p.warning { (line) "." } }
            @if let Some(line) = contest.distinct().warning() { p.warning { (line) "." } }
            section {
                h2 { "Standings" }
                p.tools {
                    label { "Search " input #search type="search" placeholder="a name" autocomplete="off"; }
                }
                (tables::standings(contest, &standings))
            }
            div #draw { (tables::draw(contest, &state, &standings)) }
            (games_section())
            footer {
                @for line in &contest.restrictions { p { (line) "." } }
                @for line in &contest.workers { p { "workers: " (line) } }
            }
        }
        main #view tabindex="-1" hidden {}
        noscript { p { "The games and the pages of entrants need JavaScript." } }
        (import_map(SCRIPT))
        script type="application/json" id="data" { (PreEscaped(data)) }
        script type="module" { "import '" (SCRIPT) "';" }
    };
    Ok(document(&title, &["boards/boards.css", "report/contest.css"], &body))
}

/// The filters of the list of games, by their values.
const KINDS: [(&str, &str); 6] = [
    ("", "all games"),
    ("1-0", "first wins"),
    ("0-1", "second wins"),
    ("1/2-1/2", "draws"),
    ("fault", "forfeits"),
    ("long", "the longest"),
];

fn games_section() -> Markup {
    html! {
        section #games {
            h2 { "Games" }
            p.tools {
                label { "Player " select #one {} }
                " "
                label { "against " select #other {} }
                " "
                label {
                    "Show "
                    select #kind { @for (value, label) in KINDS { option value=(value) { (label) } } }
                }
            }
            p #count.muted aria-live="polite" {}
            ul #list.games {}
            button #more type="button" { "Show more" }
        }
    }
}

/// Formats half points as points.
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

/// The player of an entrant as its games name it. Archives write out a depth that holds only where
/// the contest sets none.
pub fn shown_player(contest: &StoredContest, name: &str, stored: &str) -> String {
    let in_games = contest.games.iter().find_map(|(_, record)| {
        let tags = record.players.iter().zip(["P1Player", "P2Player"]);
        let mut own = tags.filter(|(player, _)| *player == name);
        own.find_map(|(_, tag)| record.tag(tag))
    });
    in_games.unwrap_or(stored).to_string()
}

/// The entrants and games as JSON that is safe in a script element.
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
    // Only this character could end the script element.
    Ok(all.to_string().replace('<', "\\u003c"))
}

/// Whether the last number of a key is odd: then the first entrant of a match begins.
fn is_odd(key: &str) -> bool {
    let last = key.rsplit('.').next().and_then(|number| number.parse::<u64>().ok());
    last.is_some_and(|number| number % 2 == 1)
}

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
