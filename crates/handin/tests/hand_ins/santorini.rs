//! Santorini: a `Game` of each team's own, copies of the given file, other encodings.

use std::fs;
use std::time::Duration;

use agon_handin::{
    CallError, ConnectOptions, Connection, Found, Limits, Purpose, Reason, Source, find_assignment,
};
use agon_testing::interpreters::HASKELL;

use super::{connect, folder, follows_a_game};

fn plays(name: &str, entry: &str) {
    if !HASKELL.is_here() {
        return;
    }
    let mut connection = connect("santorini", &format!("santorini/{name}"));
    assert_eq!(connection.source.entry.as_deref(), Some(entry));
    assert!(connection.roles.iter().all(|role| role.found == Found::Named), "{name}");
    follows_a_game("5x5 start", name, &mut connection);
}

#[test]
fn a_game_with_a_past_and_a_future() {
    plays("zipper", "StudentCode.hs");
}

#[test]
fn a_game_of_tuples_with_the_given_file_beside_it() {
    plays("team 7", "src/StudentCode.hs");
}

#[test]
fn a_game_of_arrays_with_windows_lines_in_greek() {
    plays("arrays", "StudentCode.hs");
}

#[test]
fn a_program_in_plain_text_is_loaded_as_one_of_its_language() {
    if !HASKELL.is_here() {
        return;
    }
    let written = tempfile::tempdir().unwrap();
    let file = written.path().join("hw 3 (final).txt");
    fs::copy(folder("santorini/zipper/StudentCode.hs"), &file).unwrap();
    let santorini = find_assignment("santorini").unwrap();
    let source = Source::read(&file, santorini).unwrap();
    let options = ConnectOptions::default();
    let connection = Connection::open(source, santorini, &options, Purpose::Check).unwrap();
    assert!(connection.roles.iter().all(|role| role.found == Found::Named));
}

#[test]
fn a_function_that_is_missing_is_named() {
    if !HASKELL.is_here() {
        return;
    }
    let connection = connect("santorini", "santorini/no-heuristic");
    let missing = connection.cannot_play(&folder("santorini/no-heuristic")).unwrap();
    assert!(matches!(&*missing.reason, Reason::Lacks { role, .. } if role == "evaluateState"));
    assert!(missing.remedy.is_some());
    let others = connection.roles.iter().filter(|role| role.is_there());
    assert_eq!(others.count(), 6);
}

/// What the value of a position does depends on the column of blue's first pawn.
const VALUES: &str = "\
evaluateState _ g = case snd (fst (mple (tora g))) of
  0 -> perform (pause 100000 `onException` return ()) `seq` 7
  _ -> perform stubborn `seq` 8
  where
    perform = System.IO.Unsafe.unsafePerformIO
    pause = Control.Concurrent.threadDelay
    onException = Control.Exception.onException
    stubborn = pause 1000000000 `Control.Exception.catch` again
    again :: Control.Exception.SomeException -> IO ()
    again _ = stubborn
    tora (Game _ k _) = k
";

#[test]
fn a_call_is_interrupted_only_when_its_time_is_over() {
    if !HASKELL.is_here() {
        return;
    }
    let text = fs::read_to_string(folder("santorini/zipper/StudentCode.hs")).unwrap();
    let (before, _) = text.split_once("evaluateState t ").unwrap();
    let imports = "import qualified Control.Concurrent\nimport qualified Control.Exception\n\
                   import qualified System.IO.Unsafe\nimport Data.List";
    let written = tempfile::tempdir().unwrap();
    let file = written.path().join("StudentCode.hs");
    fs::write(&file, before.replacen("import Data.List", imports, 1) + VALUES).unwrap();
    let santorini = find_assignment("santorini").unwrap();
    let limits = Limits { call: Duration::from_millis(300), ..Limits::default() };
    let options = ConnectOptions { limits, ..ConnectOptions::default() };
    let source = Source::read(&file, santorini).unwrap();
    let mut connection = Connection::open(source, santorini, &options, Purpose::Check).unwrap();
    // A game begins, and has a value.
    let mut value = |column: u8| {
        let answer = connection.ask(&format!("[(0,[0,{column},1,1,2,2,3,3]),(5,[0])]"));
        assert!(!answer.parts.is_empty(), "{answer:?}");
        answer.error.map_or_else(|| Ok(answer.parts[1].text.clone()), Err)
    };
    // A handler that has seen an interruption makes it the answer.
    assert_eq!(value(0), Ok("7".into()));
    // It catches the end of its time, too, and is started again.
    assert_eq!(value(1), Err(CallError::Timeout));
    assert_eq!(value(0), Ok("7".into()));
}
