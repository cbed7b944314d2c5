//! The UGI engine keeps its transposition table: no large memory is allocated during a move.

use std::sync::Mutex;

use agon_search::{Info, SearchControl};
use agon_ugi::{Action, UgiEngine};

/// Handles a line. Returns the nodes of its search, and the bytes that the search allocated.
fn run(engine: &mut UgiEngine, line: &str) -> (u64, u64) {
    let (nodes, mut bytes) = (Mutex::new(0), 0);
    let report = |info: &Info<String>| *nodes.lock().unwrap() = info.nodes;
    let control = SearchControl::default().reporting(&report);
    for action in engine.handle(line, false) {
        match action {
            Action::Prepare(preparation) => assert!(preparation.run(&()).is_empty()),
            Action::Search(mut job) => {
                let counted = allocation_counter::measure(|| {
                    let lines = job.run(&control, &());
                    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
                });
                bytes = counted.bytes_total;
            }
            _ => panic!("{line} is refused"),
        }
    }
    (nodes.into_inner().unwrap(), bytes)
}

#[test]
fn no_table_is_allocated_in_a_moves_time() {
    for game in ["santorini", "byte"] {
        let mut engine = UgiEngine::new(|_, _| Ok(None));
        run(&mut engine, &format!("setoption name Game value {game}"));
        run(&mut engine, "setoption name Hash value 64");
        run(&mut engine, "uginewgame");
        for number in 1..=3 {
            let (_, bytes) = run(&mut engine, "go nodes 5000");
            assert!(bytes < 1 << 20, "{game}, search {number}: {bytes} bytes");
        }
    }
}

#[test]
fn the_table_is_kept_from_move_to_move_and_cleared_for_a_new_game() {
    let mut engine = UgiEngine::new(|_, _| Ok(None));
    run(&mut engine, "setoption name Game value byte");
    let mut nodes = |line: &str| run(&mut engine, line).0;
    let first = nodes("go depth 6");
    let second = nodes("go depth 6");
    // Without a kept table it would search as many.
    assert!(second < first, "{second} nodes after {first}");
    nodes("uginewgame");
    assert_eq!(nodes("go depth 6"), first);
    nodes("setoption name Hash value 8");
    assert!(nodes("go depth 6") > second);
    nodes("setoption name Game value nim");
    nodes("go depth 3");
    nodes("setoption name Game value byte");
    assert!(nodes("go depth 6") > second);
}
