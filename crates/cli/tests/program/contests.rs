//! Matches and contests from outside: what they print and store, and that nothing is lost.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use agon_core::Rng;
use agon_testing::{Run as _, ends_within, text};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = agon_testing::agon(arguments);
    command.current_dir(folder);
    command
}

fn agon(arguments: &[&str], folder: &Path) -> Output {
    command(arguments, folder).output().unwrap()
}

/// Standard output of a command that must succeed.
fn done(arguments: &[&str], folder: &Path) -> String {
    command(arguments, folder).done()
}

/// Records without what differs from run to run: the date, and the comments on moves.
fn timeless(records: &str) -> String {
    let mut left = String::new();
    let mut rest = records;
    while let Some((before, behind)) = rest.split_once('{') {
        left += before;
        rest = behind.split_once('}').map_or("", |(_, behind)| behind);
    }
    left += rest;
    let lines = left.lines().filter(|line| !line.starts_with("[Date "));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// A folder with a contest file.
fn contest(file: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("c.toml"), file).unwrap();
    folder
}

/// Three players of tic-tac-toe, a few games each.
const SMALL: &str = "\
game = \"tictactoe\"
format = \"round-robin\"
openings = \"random\"
opening_plies = 2
pairs = 2
[[entry]]
name = \"ann\"
player = \"perfect\"
[[entry]]
name = \"bob <b>\"
player = \"random\"
[[entry]]
name = \"cleo\"
eval = \"lines\"
";

#[test]
fn a_contest_is_played_reported_and_gone_on_with() {
    let folder = contest(SMALL);
    let folder = folder.path();
    let output = agon(&["contest", "c.toml"], folder);
    let (out, told) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{told}");
    assert!(out.starts_with("c\nplace  name"), "{out}");
    assert!(!told.contains("going on"));
    let again = agon(&["contest", "c.toml", "--concurrency", "1"], folder);
    assert_eq!(text(&again.stdout), out);
    assert!(text(&again.stderr).contains("resuming: 12 games were played before"));
    let fresh = done(&["contest", "c.toml", "--archive", "other", "--concurrency", "1"], folder);
    assert_eq!(fresh, out, "how many games are played at once makes no difference");
    let json = done(&["contest", "c.toml", "--json"], folder);
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().filter(|line| line["plies"].is_u64()).count(), 12);
    assert_eq!(lines.iter().filter(|line| line["rating"].is_f64()).count(), 3);
    let listed = done(&["replay", "c.games"], folder);
    assert_eq!(listed.lines().count(), 12);
}

/// The data of a report.
fn data(page: &str) -> serde_json::Value {
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn a_report_needs_nothing_else_and_holds_every_game() {
    let folder = contest(SMALL);
    done(&["contest", "c.toml", "--records", "games.jsonl"], folder.path());
    let page = fs::read_to_string(folder.path().join("c.html")).unwrap();
    // The SVG namespace is no address. The types of modules name files.
    let linked = page.replace("http://www.w3.org/2000/svg", "").replace("/** @import", "");
    for outside in ["http:", "https:", "src=", "<link", "@import", "url("] {
        assert!(!linked.contains(outside), "{outside}");
    }
    assert!(!page.contains("<b>bob") && !page.contains("bob <b>"), "names are text");
    let data = data(&page);
    let games = data["games"].as_array().unwrap();
    let records = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    assert_eq!(games.len(), records.lines().count());
    for (game, record) in games.iter().zip(records.lines()) {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        assert_eq!(game["moves"], record["moves"], "both are in the order of the plan");
        assert_eq!(game["key"], record["tags"]["Round"]);
        let moves = game["moves"].as_array().unwrap().len();
        assert_eq!(game["board"]["steps"].as_array().unwrap().len(), moves);
        let name = |side: &str| &data["entrants"][game[side].as_u64().unwrap() as usize]["name"];
        assert_eq!((name("p1"), name("p2")), (&record["p1"], &record["p2"]));
    }
    assert!(page.contains("<title>c</title>"));
    // The move that lost a game belongs to the loser, and a player with scores has a winning
    // chance.
    let turns = || games.iter().filter_map(|game| Some((game, game["turn"]["ply"].as_u64()?)));
    assert!(turns().count() > 0);
    assert!(turns().all(|(game, ply)| game["result"] == ["1-0", "0-1"][ply as usize % 2]));
    let chances = games.iter().flat_map(|game| game["chances"].as_array().into_iter().flatten());
    let chances: Vec<f64> = chances.filter_map(|chance| chance.as_f64()).collect();
    assert!(!chances.is_empty() && chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
}

#[test]
fn a_report_can_be_a_folder_with_a_page_for_each_entrant() {
    let folder = contest(&format!("bonus = [5, 3]\n{SMALL}"));
    let folder = folder.path();
    let out = done(&["contest", "c.toml", "--report", "out/", "--csv", "csv"], folder);
    assert!(out.lines().next().is_some_and(|line| line == "c"), "{out}");
    assert!(out.contains("bonus"), "{out}");
    let names = ["001-ann.html", "002-bob--b-.html", "003-cleo.html"];
    for (number, name) in names.into_iter().enumerate() {
        let page = fs::read_to_string(folder.join("out/entrants").join(name)).unwrap();
        assert!(!page.contains("<title>c</title>") && page.contains(": c</title>"), "{name}");
        let data = data(&page);
        let games = data["games"].as_array().unwrap();
        assert_eq!(games.len(), 8);
        assert!(games.iter().all(|game| game["p1"] == number || game["p2"] == number));
    }
    let index = fs::read_to_string(folder.join("out/index.html")).unwrap();
    assert_eq!(data(&index)["games"].as_array().unwrap().len(), 12);
    let csv = |name: &str| fs::read_to_string(folder.join("csv").join(name)).unwrap();
    let standings = csv("standings.csv");
    assert!(standings.starts_with("place,name,points,won,drawn,lost,forfeited,rating"));
    assert_eq!(standings.lines().count(), 4);
    assert!(standings.lines().nth(1).unwrap().contains(",5,"), "{standings}");
    assert_eq!(csv("games.csv").lines().count(), 13);
    let cross: Vec<String> = csv("crosstable.csv").lines().map(String::from).collect();
    assert_eq!((cross.len(), cross[0].matches(',').count()), (4, 3), "{cross:?}");
    // The points of one against another and of the other against it add up to their games.
    let cell = |row: usize, column: usize| -> f64 {
        cross[row].split(',').nth(column).unwrap().parse().unwrap()
    };
    assert_eq!(cell(1, 2) + cell(2, 1), 4.0);
}

#[test]
fn a_second_program_on_the_same_games_is_refused() {
    let folder = contest(SMALL);
    let lock = File::create(folder.path().join(".c.games.lock")).unwrap();
    lock.lock().unwrap();
    let output = agon(&["contest", "c.toml"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("another agon is at work on it"));
    drop(lock);
    done(&["contest", "c.toml"], folder.path());
}

#[test]
fn games_of_another_contest_are_not_gone_on_with() {
    let folder = contest(SMALL);
    let path = |name: &str| folder.path().join(name);
    done(&["contest", "c.toml"], folder.path());
    let refused = |what: &str| {
        let output = agon(&["contest", "c.toml"], folder.path());
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
    };
    fs::write(path("c.toml"), SMALL.replace("plies = 2", "plies = 3")).unwrap();
    refused("c.games: holds games with other settings; move it away");
    fs::write(path("c.toml"), SMALL.replace("round-robin", "gauntlet")).unwrap();
    refused("holds games with other settings");
    let draw = "game = \"tictactoe\"\nformat = \"single-elimination\"\n";
    let entry = |name: &str| format!("[[entry]]\nname = \"{name}\"\neval = \"lines\"\n");
    fs::write(path("d.toml"), [draw, &entry("a"), &entry("b")].concat()).unwrap();
    done(&["contest", "d.toml"], folder.path());
    fs::write(path("d.toml"), [draw, &entry("a"), &entry("b"), &entry("c")].concat()).unwrap();
    let output = agon(&["contest", "d.toml"], folder.path());
    assert!(text(&output.stderr).contains("the draw of a single elimination is made once"));
    fs::write(path("c.games"), "not a database at all, but long enough to be looked at").unwrap();
    refused("c.games: is damaged, or no archive of games");
}

#[test]
fn a_wrong_contest_file_is_shown_with_line_and_hint_before_the_first_game() {
    let entry = "[[entry]]\nname = \"a\"\nplayer = \"random\"\n";
    let two = format!("{entry}{}", entry.replace("\"a\"", "\"b\""));
    let head = "game = \"santorini\"\nformat = \"round-robin\"\n";
    let elimination = "game = \"santorini\"\nformat = \"single-elimination\"\n";
    let cases = [
        (format!("{head}pears = 3\n{two}"), "c.toml:3:", "a similar key exists: pairs"),
        (format!("{head}{two}colour = 3\n"), "c.toml:9:", "the keys are name, eval"),
        (format!("{head}{entry}{entry}"), "c.toml:7:", "the name a is given twice"),
        (format!("{head}{entry}"), "c.toml:3:", "a contest needs two who take part"),
        (head.to_string(), "c.toml:1:", "there are no entries"),
        (format!("format = \"swiss\"\n{two}"), "c.toml:1:", "which game is played"),
        (format!("game = \"santorin\"\n{two}"), "c.toml:1:", "a similar name exists: santorini"),
        (format!("game = \"nim\"\nformat = \"knockout\"\n{two}"), "c.toml:2:", "the formats are"),
        (format!("{head}rounds = 3\n{two}"), "c.toml:3:", "rounds means nothing in the format"),
        (format!("{head}pairs = 0\n{two}"), "c.toml:3:", "a whole number from 1"),
        (format!("{head}pairs = 60000\n{two}"), "c.toml:3:", "this makes 120000 games"),
        (format!("{head}pairs = \n{two}"), "c.toml:3:", "error: "),
        (format!("{head}clock = \"soon\"\n{two}"), "c.toml:3:", "as 10+0.1"),
        (format!("{head}position = \"x\"\n{two}"), "c.toml:3:", "the position is refused"),
        (format!("{head}resign = \"600\"\n{two}"), "c.toml:3:", "such as 600,3"),
        (format!("{head}resign = [600, 3]\n{two}"), "c.toml:3:", "as resign = \"600,3\""),
        (format!("{head}draw = \"10,0\"\n{two}"), "c.toml:3:", "such as 10,8,40"),
        (format!("{head}margin = -1\n{two}"), "c.toml:3:", "a whole number from 0 to 60000"),
        (format!("{head}{two}eval = \"hand\"\n"), "c.toml:8:", "an eval or a player, not both"),
        (format!("{head}{two}[[entry]]\nname = \"c\"\n"), "c.toml:9:", "how c plays"),
        (format!("{head}{two}[[entry]]\nplayer = \"random\"\n"), "c.toml:9:", "has no name"),
        (format!("{head}{}", two.replace("random", "nobody")), "c.toml:5:", "is not a player"),
        (format!("{head}{}", two.replace("random", "person")), "c.toml:5:", "a person cannot"),
        (
            format!("{head}{}", two.replace("random", "minimax:eval=gone.rules")),
            "c.toml:5:",
            "gone.rules: there is no such file",
        ),
        (
            format!("{head}{}", two.replace("player = \"random\"", "eval = \"gone.rules\"")),
            "c.toml:5:",
            "gone.rules: there is no such file",
        ),
        (
            format!("{head}{}", two.replace("random", "ugi:./gone")),
            "c.toml:5:",
            "a program needs a limit",
        ),
        (
            format!("{head}depth = 2\n{}", two.replace("random", "ugi:./gone")),
            "c.toml:6:",
            "could not be started",
        ),
        (
            format!("{elimination}{}", two.replace("random", "minimax:depth=4")),
            "c.toml:5:",
            "the contest says how far players look",
        ),
        (format!("{elimination}pairs = 2\n{two}"), "c.toml:3:", "it is for round-robin"),
        (format!("{elimination}extra_depth = 5\n{two}"), "c.toml:3:", "from 3 to 4"),
        (
            format!(
                "{elimination}{}placements = [\"@99,11\"]\n",
                two.replace("player = \"random\"", "eval = \"hand\"")
            ),
            "c.toml:9:",
            "cannot be a first move",
        ),
    ];
    for (file, place, what) in cases {
        let folder = contest(&file);
        let output = agon(&["contest", "c.toml"], folder.path());
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{file}\n{told}");
        assert!(told.contains(place) && told.contains(what), "{file}\n{told}");
        assert!(told.starts_with("error: ") && output.stdout.is_empty(), "{told}");
        assert!(!folder.path().join("c.games").exists(), "{file}");
    }
}

#[test]
fn games_of_a_contest_end_by_score_and_who_resigns_has_not_forfeited() {
    let head = "game = \"byte\"\nformat = \"round-robin\"\nseed = 3\n";
    let entries = "[[entry]]\nname = \"ann\"\nplayer = \"engine:nodes=300\"\n\
                   [[entry]]\nname = \"bob\"\nplayer = \"engine:nodes=20\"\n";
    let folder = contest(&format!("{head}resign = \"100,1\"\n{entries}"));
    let said = done(&["contest", "c.toml"], folder.path());
    let games = done(&["replay", "c.games"], folder.path());
    assert!(games.contains("resigned by its score"), "{games}");
    assert!(!said.contains("forfeited"), "{said}");
    // Other rules make another contest.
    let other = format!("{head}draw = \"1000000,1\"\nmargin = 80\n{entries}");
    fs::write(folder.path().join("c.toml"), other).unwrap();
    assert_eq!(agon(&["contest", "c.toml"], folder.path()).status.code(), Some(1));
    done(&["contest", "c.toml", "--archive", "d.games"], folder.path());
    let games = done(&["replay", "d.games"], folder.path());
    assert!(games.contains("drawn by the scores of both"), "{games}");
}

#[test]
fn a_match_is_the_same_however_many_games_are_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let play = |concurrency: &str, records: &str| {
        let players = ["engine:nodes=300", "level:2"];
        let arguments =
            ["match", "santorini", players[0], players[1], "--pairs", "4", "--seed", "5"];
        let more = ["--concurrency", concurrency, "--records", records];
        let printed = done(&[&arguments[..], &more].concat(), folder.path());
        (printed, timeless(&fs::read_to_string(folder.path().join(records)).unwrap()))
    };
    let alone = play("1", "alone.txt");
    assert_eq!(play("3", "three.txt"), alone);
    assert_eq!(alone.1.matches("[Result").count(), 8);
}

#[test]
fn records_go_from_text_to_json_and_back_and_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let play = |records: &str| {
        let arguments = ["match", "byte", "random", "minimax:depth=1", "--pairs", "2"];
        done(&[&arguments[..], &["--records", records]].concat(), folder);
        fs::read_to_string(folder.join(records)).unwrap()
    };
    let file = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let records = play("games.txt");
    for tag in ["[Event \"match\"]", "[Round \"1.1.2\"]", "[P2Player \"random\"]", "[Date \"20"] {
        assert!(records.contains(tag), "{tag}: {records}");
    }
    let json = done(&["replay", "games.txt", "--format", "json"], folder);
    fs::write(folder.join("copy.jsonl"), &json).unwrap();
    assert_eq!(done(&["replay", "copy.jsonl", "--format", "records"], folder), records);
    let told = play("games.jsonl");
    fs::write(
        folder.join("copy.txt"),
        done(&["replay", "games.jsonl", "--format", "records"], folder),
    )
    .unwrap();
    assert_eq!(done(&["replay", "copy.txt", "--format", "json"], folder), told);
    assert_eq!(timeless(&file("copy.txt")), timeless(&records));
    assert!(done(&["replay", "games.txt", "--game", "2"], folder).contains("Round: 1.1.2"));
    let second = done(&["replay", "games.txt", "--game", "2", "--format", "json"], folder);
    assert_eq!(second.lines().collect::<Vec<_>>(), [json.lines().nth(1).unwrap()]);
    // A changed result is detected.
    let told = if file("games.txt").contains("1-0") { ["1-0", "0-1"] } else { ["0-1", "1-0"] };
    fs::write(folder.join("false.txt"), file("games.txt").replace(told[0], told[1])).unwrap();
    let output = agon(&["replay", "false.txt"], folder);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("by the rules it is"), "{}", text(&output.stderr));
    for (name, bytes) in
        [("bad.txt", &b"\xff\xfe"[..]), ("bad.json", b"{\"game\": 3}"), ("x", b"11 12")]
    {
        fs::write(folder.join(name), bytes).unwrap();
        assert_eq!(agon(&["replay", name], folder).status.code(), Some(1), "{name}");
    }
}

#[test]
fn starts_are_read_from_a_file_and_each_is_played_by_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("starts.txt");
    fs::write(&path, "# two starts\nmoves 11 00\n([0,0,0,0,1,0,0,0,-1],1)  # as text\n").unwrap();
    let arguments =
        ["match", "tictactoe", "random", "random", "--pairs", "2", "--openings", "starts.txt"];
    done(&[&arguments[..], &["--records", "games.txt"]].concat(), folder.path());
    let games = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    let starts: Vec<&str> = games.lines().filter(|line| line.starts_with("[Position")).collect();
    assert_eq!(starts[0], starts[1]);
    assert_ne!(starts[1], starts[2]);
    assert_eq!(starts[2], "[Position \"([0,0,0,0,1,0,0,0,-1],1)\"]");
    fs::write(&path, "moves 11 00\nmoves 11 11\n").unwrap();
    let output = agon(&arguments, folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("starts.txt: line 2: "), "{}", text(&output.stderr));
}

/// Ten games of each pairing, long enough to be interrupted.
const LONG: &str = "\
game = \"santorini\"
format = \"round-robin\"
openings = \"random\"
pairs = 4
depth = 2
[[entry]]
name = \"a\"
player = \"minimax\"
[[entry]]
name = \"b\"
player = \"random\"
[[entry]]
name = \"c\"
player = \"minimax:depth=1\"
";

/// The games in the archive, by key.
fn kept(folder: &Path) -> BTreeMap<String, String> {
    let path = folder.join("c.games");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let Ok(connection) = Connection::open_with_flags(path, flags) else { return BTreeMap::new() };
    // If the program has not come this far, there is no table yet.
    let Ok(mut statement) = connection.prepare("SELECT key, record FROM game") else {
        return BTreeMap::new();
    };
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.filter_map(Result::ok).collect()
}

fn begin(folder: &Path) -> Child {
    let mut command = command(&["contest", "c.toml", "--concurrency", "2"], folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Runs a contest to its end, and compares it with an uninterrupted one.
fn finish(folder: &Path, before: &BTreeMap<String, String>) {
    let output = agon(&["contest", "c.toml"], folder);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = format!("resuming: {} game", before.len());
    assert_eq!(before.is_empty(), !text(&output.stderr).contains(&told));
    let all = kept(folder);
    assert!(before.iter().all(|(key, record)| all.get(key) == Some(record)), "nothing is lost");
    let calm = contest(LONG);
    let calm_output = done(&["contest", "c.toml"], calm.path());
    assert_eq!(text(&output.stdout), calm_output);
    let timeless = |games: BTreeMap<String, String>| -> BTreeMap<String, String> {
        games.into_iter().map(|(key, record)| (key, timeless(&record))).collect()
    };
    assert_eq!(timeless(all), timeless(kept(calm.path())), "each game is counted once");
}

#[test]
fn a_contest_that_is_killed_goes_on_where_it_was() {
    let folder = contest(LONG);
    let folder = folder.path();
    let mut before = BTreeMap::new();
    for games in [1, 3, 7, 12] {
        let mut child = begin(folder);
        while kept(folder).len() < games && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let now = kept(folder);
        assert!(now.len() >= games);
        assert!(before.iter().all(|(key, record)| now.get(key) == Some(record)));
        before = now;
    }
    finish(folder, &before);
}

#[test]
fn a_contest_that_is_killed_at_any_moment_goes_on_where_it_was() {
    kill_contests(10);
}

#[test]
#[ignore = "the full run: killed at 50 random moments"]
fn a_contest_that_is_killed_at_50_moments_goes_on_where_it_was() {
    kill_contests(50);
}

fn kill_contests(wanted: usize) {
    let mut rng = Rng::seeded(9);
    let mut kills = 0;
    while kills < wanted {
        let folder = contest(LONG);
        let folder = folder.path();
        let mut before = BTreeMap::new();
        loop {
            let mut child = begin(folder);
            let wait = std::time::Duration::from_micros(rng.below(400_000) as u64);
            let is_over = ends_within(&mut child, wait);
            child.kill().unwrap();
            child.wait().unwrap();
            let now = kept(folder);
            assert!(before.iter().all(|(key, record)| now.get(key) == Some(record)));
            println!("kill {kills} after {wait:?}: {} games are kept", now.len());
            before = now;
            if is_over {
                break;
            }
            kills += 1;
            if kills == wanted {
                break;
            }
        }
        finish(folder, &before);
    }
}
