//! Hand-ins as students write them, which are connected and play.

mod byte;
mod prolog;
mod santorini;
mod theseus;

use std::path::{Path, PathBuf};

use agon_arena::find;
use agon_core::Rng;
use agon_handin::{ConnectOptions, Connection, GameLine, Purpose, Source, find_assignment};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Connects the hand-in of a folder of the tests.
fn connect(assignment: &str, name: &str) -> Connection {
    let assignment = find_assignment(assignment).unwrap();
    let source = Source::read(&folder(name), assignment).unwrap();
    let connected =
        Connection::open(source, assignment, &ConnectOptions::default(), Purpose::Check);
    connected.unwrap_or_else(|why| panic!("{name} {why}"))
}

/// Plays a game of random moves. In every position the hand-in has the position of the game, as far
/// as it can be compared, and allows its moves, chooses a legal move, and evaluates what comes next.
fn follows_a_game(start: &str, name: &str, connection: &mut Connection) {
    let game = connection.assignment.name;
    let mut session = find(game).unwrap().open(start).unwrap();
    let mut line = GameLine { start: session.position(), moves: Vec::new() };
    let adapter = connection.assignment.adapter;
    let mut ask = |text: &str| connection.ask(text);
    let mut rng = Rng::seeded(7);
    let mut values = Vec::new();
    while session.outcome().is_none() {
        let moves: Vec<String> = session.moves().into_iter().map(|mv| mv.text).collect();
        let told = adapter.position(&line, &mut ask).unwrap_or_else(|why| panic!("{name}: {why}"));
        if find(game).unwrap().open(&told.text).is_ok() {
            let (own, position) = (sorted(&told.text), sorted(&session.position()));
            assert!(
                position.starts_with(&own),
                "{name}: {} is {own:?}, not {position:?}",
                told.calls
            );
        }
        if let Some(mut own) = adapter.moves(&line, &mut ask).unwrap() {
            own.sort();
            own.dedup();
            let mut moves = moves.clone();
            moves.sort();
            assert_eq!(own, moves, "{name} at {}", session.position());
        }
        if let Some(chosen) = adapter.choose(&line, &mut ask) {
            let chosen = chosen.unwrap_or_else(|why| panic!("{name}: {why}"));
            assert!(moves.contains(&chosen), "{name} plays {chosen} at {}", session.position());
        }
        let mut open = Vec::new();
        for mv in &moves {
            session.play(mv).unwrap();
            if session.outcome().is_none() {
                open.push(vec![mv.clone()]);
            }
            session.undo();
        }
        let given = adapter.values(&line, &open, &mut ask);
        let given = given.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(given.len(), open.len(), "{name}");
        values.extend(given);
        let mv = rng.pick(&moves).unwrap();
        line.moves.push(session.play(mv).unwrap());
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 1, "{name} gives the same value to all positions");
}

/// The words of a position. Which pawn of a side is written first does not matter.
fn sorted(position: &str) -> Vec<String> {
    let sorted = |part: &str| {
        let mut cells: Vec<&str> = part.split(',').collect();
        if !part.contains('[') {
            cells.sort_unstable();
        }
        cells.join(",")
    };
    position.split(' ').map(sorted).collect()
}
