//! Networks from outside: they work wherever an evaluation can be named, and bad files are refused.

use std::fs;
use std::process::Output;

use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_network::NetworkFile;
use agon_testing::Run as _;
use tempfile::TempDir;

/// A folder with networks.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).unwrap();
    let network = NetworkFile::random(&Santorini::default(), 32, 1).write();
    write("bad.net", network[..network.len() - 3].to_vec());
    write("large.net", vec![b'a'; 3 << 20]);
    write("s.net", network);
    write("byte.net", NetworkFile::random(&Byte::default(), 32, 1).write());
    folder
}

fn agon(folder: &TempDir, arguments: &str, input: &str) -> Output {
    let words = arguments.split_whitespace();
    agon_testing::agon(words).current_dir(folder.path()).output_on(input)
}

/// Standard output of a command that must succeed.
fn done(folder: &TempDir, arguments: &str, input: &str) -> String {
    let output = agon(folder, arguments, input);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a command that must be refused.
fn refused(folder: &TempDir, arguments: &str) -> String {
    let output = agon(folder, arguments, "");
    assert!(!output.status.success(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_network_can_be_named_wherever_an_evaluation_can() {
    let folder = folder();
    let here = &folder;
    let best = |eval: &str| done(here, &format!("best santorini --depth 2 {eval}"), "");
    assert!(best("--eval s.net").contains("bestmove @"));
    assert_ne!(best("--eval s.net"), best(""), "another evaluation has other values");
    done(here, "best byte --depth 2 --eval ./byte.net", "");
    done(here, "tree tictactoe --depth 1", "");
    done(here, "tree santorini --depth 1 --eval s.net", "");
    let players =
        "match santorini engine:nodes=200,eval=s.net minimax:depth=1,eval=s.net --pairs 1";
    done(here, players, "");
    let input = "setoption name Eval value s.net\nposition startpos\ngo nodes 300\n";
    let said = done(here, "ugi", input);
    assert!(said.contains("bestmove @") && !said.contains("error"), "{said}");
    fs::create_dir(here.path().join("sub")).unwrap();
    fs::rename(here.path().join("s.net"), here.path().join("sub/s.net")).unwrap();
    let contest = "game = \"santorini\"\nformat = \"round-robin\"\ndepth = 1\n\n\
        [[entry]]\nname = \"a\"\nplayer = \"engine:eval=s.net\"\n\n[[entry]]\nname = \"b\"\neval = \"s.net\"\n";
    fs::write(here.path().join("sub/c.toml"), contest).unwrap();
    let said = done(here, "contest sub/c.toml", "");
    assert!(said.contains("a") && said.contains("b"), "{said}");
}

#[test]
fn a_network_is_explained_by_what_its_value_loses() {
    let folder = folder();
    let said = done(&folder, "eval santorini --explain --eval s.net", "");
    assert!(said.contains("do not add up"), "{said}");
    let json = done(&folder, "eval byte --json --explain --eval byte.net", "");
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["terms"], serde_json::Value::Null);
    let removals = value["removals"].as_array().unwrap();
    assert_eq!(removals.len(), 24, "one for each checker at the start");
    assert!(removals.iter().all(|removal| removal["points"].is_i64()), "{json}");
}

#[test]
fn bad_networks_are_refused_with_the_reason() {
    let folder = folder();
    let eval = |game: &str, file: &str| refused(&folder, &format!("eval {game} --eval {file}"));
    assert!(eval("santorini", "bad.net").contains("bad.net: the weights have the checksum"));
    assert!(eval("santorini", "byte.net").contains("for the game \"byte\", not for santorini"));
    assert!(eval("byte --size 10", "byte.net").contains("it is played with \"10\""));
    assert!(eval("nim", "s.net").contains("no networks for the game nim"));
    assert!(eval("santorini", "none.net").contains("there is no such file"));
    assert!(eval("santorini", "large.net").contains("large.net"));
    assert!(eval("santorini --proofs", "s.net").contains("--proofs needs a rule file"));
    let player = refused(&folder, "match santorini engine:eval=bad.net,nodes=9 random --pairs 1");
    assert!(player.contains("damaged"), "{player}");
    let query = refused(&folder, "rules query santorini --rules s.net x(1)");
    assert!(query.contains("is a network"), "{query}");
    let input = "setoption name Eval value bad.net\nposition startpos\ngo nodes 100\n";
    let said = done(&folder, "ugi", input);
    assert!(said.contains("damaged") && said.contains("bestmove @"), "the default stays: {said}");
}
