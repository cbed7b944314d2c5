//! Santorini: a `Game` of each team's own, copies of the given file, other encodings.

use agon_handin::{Found, Reason};
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
