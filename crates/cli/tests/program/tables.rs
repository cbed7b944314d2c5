//! The commands for tables of small boards of Santorini: built, killed, queried and checked.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use agon_core::Rng;
use agon_testing::ends_within;
use tempfile::TempDir;

fn agon(data: &Path) -> Command {
    let mut command = agon_testing::agon::<&str>([]);
    command.env("AGON_DATA", data).current_dir(data);
    command
}

fn run(data: &Path, words: &[&str]) -> Output {
    agon(data).args(words).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Kills the build of a table at random moments, and compares it with an undisturbed one. No layer that
/// is done is lost.
fn kill_builds(kills: usize, more: &[&str]) {
    let folder = TempDir::new().unwrap();
    let build = |name: &str| {
        let mut command = agon(folder.path());
        command.args(["table", "santorini", "--board", "3x3"]).args(more).args(["--out", name]);
        command
    };
    let layers = || {
        let manifest = folder.path().join("killed/layers.txt");
        let text = fs::read_to_string(manifest).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("layer")).count()
    };
    assert!(build("whole").output().unwrap().status.success());
    let mut rng = Rng::seeded(kills as u64);
    let mut running = 0;
    for _ in 0..kills {
        let known = layers();
        let mut child =
            build("killed").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let moment = Duration::from_millis(10 + rng.below(150) as u64);
        running += usize::from(!ends_within(&mut child, moment));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(layers() >= known);
    }
    assert!(running > 0, "a build was killed while it ran");
    let output = build("killed").output().unwrap();
    assert!(output.status.success(), "{}", err(&output));
    let names = |folder: &Path| {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        // A file that a killed build was writing is not part of the table.
        names.retain(|name| !name.to_string_lossy().ends_with(".new"));
        names.sort();
        names
    };
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    assert_eq!(names(&whole), names(&killed));
    for name in names(&whole) {
        let [one, two] = [&whole, &killed].map(|folder| fs::read(folder.join(&name)).unwrap());
        assert!(one == two, "{name:?}");
    }
}

#[test]
fn a_table_is_the_same_after_kills() {
    kill_builds(4, &["--checkpoint", "100000"]);
    kill_builds(4, &["--streaming"]);
}

/// `AGON_TRIALS` has the number of kills, 20 if it is not set.
#[test]
#[ignore = "takes a minute: run it as a trial"]
fn a_table_is_the_same_after_20_kills() {
    let kills = std::env::var("AGON_TRIALS").ok().and_then(|count| count.parse().ok());
    let kills = kills.unwrap_or(20);
    kill_builds(kills, &["--checkpoint", "100000"]);
    kill_builds(kills, &["--streaming"]);
    kill_builds(kills, &["--streaming", "--pawns", "1"]);
}

#[test]
fn a_board_without_its_table_is_answered_with_the_command_that_builds_it() {
    let folder = TempDir::new().unwrap();
    // Who wins the start is known without it, but not what comes later.
    let solve = ["solve", "santorini", "--board", "3x4"];
    let start = out(&run(folder.path(), &solve));
    assert!(start.starts_with("lose\nby starts: 2970 starts, all known\nbest: @"), "{start}");
    let later = ["--moves", "@00,01 @10,11 01-02-12"];
    let output = run(folder.path(), &[&solve[..], &later].concat());
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), "unknown\n"));
    let message = err(&output);
    assert!(message.contains("\n  agon table santorini --board 3x4\n"), "{message}");
    assert!(message.contains("23544209250 positions, about "), "{message}");
    let refused = ["table", "santorini", "--board", "3x4", "--memory", "1000"];
    let output = run(folder.path(), &refused);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("takes 4533 MiB of memory, and the limit is 1000 MiB"),
        "{}",
        err(&output)
    );
}

#[test]
fn the_starts_of_a_board_too_large_for_a_table_are_known() {
    let folder = TempDir::new().unwrap();
    let solve = |words: &[&str]| {
        run(
            folder.path(),
            &[&["solve", "santorini", "--board", "4x4", "--pawns", "1"], words].concat(),
        )
    };
    let start = out(&solve(&[]));
    assert!(start.starts_with("lose\nby starts: 240 starts, all known\nbest: @"), "{start}");
    let placed = out(&solve(&["--moves", "@00"]));
    assert!(placed.starts_with("win\n"), "{placed}");
    let best = placed.lines().last().unwrap().strip_prefix("best: ").unwrap();
    let reply = best.split(' ').next().unwrap();
    let both = out(&solve(&["--moves", &format!("@00 {reply}")]));
    assert_eq!(both, "lose\nby starts: 240 starts, all known\n");
    let later = solve(&["--moves", &format!("@00 {reply} 00-10-00")]);
    assert_eq!((later.status.code(), out(&later).as_str()), (Some(1), "unknown\n"));
    assert!(err(&later).contains("of 4x4/1 the starts alone are known"), "{}", err(&later));
    let report = out(&solve(&["--report"]));
    assert_eq!(report.lines().filter(|line| line.ends_with(" of 15 replies win")).count(), 16);
    let other = solve(&["--table", "t"]);
    assert!(err(&other).contains("too large to solve"), "{}", err(&other));
}

#[test]
fn a_table_answers_for_the_transposed_board() {
    let folder = TempDir::new().unwrap();
    let data = folder.path();
    assert!(run(data, &["table", "santorini", "--board", "2x4", "--out", "t"]).status.success());
    let position = ["solve", "santorini", "--position", "0012/1200 B 00,01 12,13"];
    let solved = out(&run(data, &position));
    let looked_up = out(&run(data, &[&position[..], &["--table", "t"]].concat()));
    let verdict = |text: &str| text.split_whitespace().next().unwrap().to_string();
    assert_eq!(verdict(&solved), verdict(&looked_up));
    assert!(looked_up.contains("by table: 5356692 positions"), "{looked_up}");
    let best = |text: &str| text.lines().last().unwrap().split(' ').count();
    assert!(best(&solved) <= best(&looked_up), "{solved}{looked_up}");
}

#[test]
fn a_table_that_is_there_is_used() {
    let folder = TempDir::new().unwrap();
    let data = folder.path();
    assert!(run(data, &["table", "santorini", "--board", "2x5", "--pawns", "1"]).status.success());
    for board in ["2x5", "5x2"] {
        let answer = out(&run(data, &["solve", "santorini", "--board", board, "--pawns", "1"]));
        assert!(answer.starts_with("lose\nby table: 79290000 positions\n"), "{answer}");
    }
}

#[test]
fn a_table_gives_the_verdicts_of_a_solution_and_damage_is_told() {
    let folder = TempDir::new().unwrap();
    let data = folder.path();
    assert!(run(data, &["table", "santorini", "--board", "2x4", "--out", "t"]).status.success());
    let solve = ["solve", "santorini", "--board", "2x4", "--report", "--json"];
    let solved = out(&run(data, &solve));
    let looked_up = out(&run(data, &[&solve[..], &["--table", "t"]].concat()));
    // A table has no distances, but the same layers.
    let layers = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("\"layer\"")).map(str::to_string).collect()
    };
    assert_eq!(layers(&solved), layers(&looked_up));
    assert_eq!(layers(&solved).len(), 25);
    for text in [&solved, &looked_up] {
        assert!(text.starts_with(r#"{"best":["#) && text.contains(r#""verdict":"lose""#), "{text}");
    }
    let intact = run(data, &["verify", "t/manifest.txt", "--sample", "50"]);
    assert!(
        out(&intact).starts_with("intact: 2x4 with 2 pawns a side, checksum "),
        "{}",
        err(&intact)
    );
    let other = run(data, &["solve", "santorini", "--board", "2x3", "--table", "t"]);
    assert!(
        err(&other).contains("has the table of 2x4 with 2 pawns a side, not of 2x3"),
        "{}",
        err(&other)
    );
    let path = data.join("t/layer-12.bits");
    let mut bytes = fs::read(&path).unwrap();
    // A bit of every chunk, after the header.
    bytes[100..].iter_mut().step_by(4096).for_each(|byte| *byte ^= 16);
    fs::write(&path, bytes).unwrap();
    let ask = ["solve", "santorini", "--table", "t", "--position", "33/32/10/00 B 20,21 30,31"];
    for words in [&ask[..], &["verify", "t"]] {
        let damaged = run(data, words);
        assert_eq!((damaged.status.code(), out(&damaged).as_str()), (Some(1), ""));
        assert!(err(&damaged).contains("layer-12.bits: damaged: "), "{}", err(&damaged));
        assert!(err(&damaged).contains("the command that built the table"), "{}", err(&damaged));
    }
    // That command makes it anew.
    let table = run(data, &["table", "santorini", "--board", "2x4", "--out", "t"]);
    assert!(err(&table).contains("layer-12.bits: damaged: "), "{}", err(&table));
    let answer = out(&run(data, &ask));
    let solved = out(&run(data, &[&ask[..2], &ask[4..]].concat()));
    assert!(answer.contains("by table: ") && solved.starts_with(answer.lines().next().unwrap()));
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let folder = TempDir::new().unwrap();
    for (words, told) in [
        ("solve santorini --board 2x2 --nodes 5", "--nodes does not apply to santorini"),
        ("solve santorini --board 2x2 --by theory", "no closed form is known"),
        ("solve santorini --board 9x9", "9x9"),
        ("solve nim --report", "--report and --table apply to santorini"),
        ("moves nim --board 3x3", "--board applies to santorini"),
        ("moves theseus --maze-size 5", "--maze-size applies only with --maze new"),
        ("moves theseus --maze new --maze-size 4", "an odd number of tiles"),
        ("moves santorini --board 6x5", "at most 25 cells"),
        ("moves santorini --pawns 1 --position 3x3", "a position tells it itself"),
    ] {
        let output = run(folder.path(), &words.split(' ').collect::<Vec<_>>());
        assert!(!output.status.success() && output.stdout.is_empty(), "{words}");
        assert!(err(&output).contains(told), "{words}: {}", err(&output));
    }
}

/// A contest on a board of six cells, which is solved.
const CONTEST: &str = "\
game = \"santorini\"
format = \"round-robin\"
position = \"3x2/1 start\"
openings = \"none\"
pairs = 1
[[entry]]
name = \"ann\"
player = \"perfect\"
[[entry]]
name = \"bob\"
player = \"random\"
";

#[test]
fn contests_and_matches_are_played_on_small_boards() {
    let folder = TempDir::new().unwrap();
    let records = |name: &str, contest: &str| {
        let file = format!("{name}.toml");
        fs::write(folder.path().join(&file), contest).unwrap();
        let output = run(folder.path(), &["contest", &file, "--records", "games.txt"]);
        assert!(output.status.success(), "{}", err(&output));
        fs::read_to_string(folder.path().join("games.txt")).unwrap()
    };
    let played = records("played", CONTEST);
    assert_eq!(played.matches("[Position \"000/000 B 1 1\"]").count(), 2, "{played}");
    // Blue has lost before it places its pawn, so the perfect player wins with red.
    let (_, second) = played.split_once("[P2Player \"perfect\"]").unwrap();
    assert!(second.contains("[Result \"0-1\"]"), "{played}");
    let adjudicated = records("adjudicated", &format!("adjudicate = true\n{CONTEST}"));
    assert_eq!(adjudicated.matches("[Result \"0-1\"]").count(), 2, "{adjudicated}");
    let words = "match santorini perfect random --board 3x2 --pawns 1 --pairs 1 --adjudicate";
    let output = run(folder.path(), &words.split(' ').collect::<Vec<_>>());
    assert!(out(&output).contains("2 games: proven value"), "{}", out(&output));
}
