//! The time of UGI's searches, and pondering, without a process or a clock.

use std::sync::Mutex;
use std::time::Duration;

use agon_arena::find;
use agon_core::Side;
use agon_search::{Info, SearchControl};
use agon_ugi::{Action, Go, UgiEngine};

fn engine() -> UgiEngine {
    UgiEngine::new(|_, _| Ok(None))
}

/// The lines that the engine writes; searches run at once.
fn said(engine: &mut UgiEngine, line: &str) -> Vec<String> {
    let said = engine.handle(line, false).into_iter().map(|action| match action {
        Action::Write(line) => vec![line],
        Action::Prepare(preparation) => preparation.run(&()),
        Action::Search(mut job) => job.run(&SearchControl::default(), &()),
        _ => panic!("{line} is not for this test"),
    });
    said.flatten().collect()
}

#[test]
fn the_time_of_a_move_follows_from_the_limits() {
    let hard = |go: &Go, side| go.time_manager(side).unwrap().hard();
    let own = Go::clock([60_000, 600], [0, 0]);
    let [first, second] = Side::BOTH.map(|side| hard(&own, side));
    assert!(second < first / 10, "{second:?} {first:?}");
    assert!(hard(&Go::clock([60_000, 0], [2_000, 0]), Side::First) > first);
    assert_eq!(own.deadline(Side::Second), Some(600));
    for time in [1, 10, 70, 1000, u64::MAX] {
        let (used, time) = (hard(&Go::movetime(time), Side::Second), Duration::from_millis(time));
        assert!(used < time && used >= time - (time / 10).min(Duration::from_millis(2)));
    }
    let both = Go { movetime: Some(70), ..own.clone() };
    assert_eq!(hard(&both, Side::First), hard(&Go::movetime(70), Side::First));
    assert!(hard(&Go { movetime: Some(70_000), ..own.clone() }, Side::First) == first);
    assert_eq!(both.deadline(Side::First), Some(70));
    let endless = Go { infinite: true, ..own };
    assert_eq!((endless.time_manager(Side::First), endless.is_infinite()), (None, true));
    assert!(Go::default().is_infinite());
    assert!(Go { ponder: true, ..Go::default() }.is_infinite());
    assert!(!Go::nodes(5).is_infinite());
}

#[test]
fn a_single_legal_move_is_searched_to_depth_1_when_time_counts() {
    fn depths(engine: &mut UgiEngine, line: &str) -> Vec<u32> {
        let Some(Action::Search(mut job)) = engine.handle(line, false).pop() else {
            panic!("{line}")
        };
        let depths = Mutex::new(Vec::new());
        let report = |info: &Info<String>| depths.lock().unwrap().push(info.depth);
        job.run(&SearchControl::default().reporting(&report), &());
        depths.into_inner().unwrap()
    }
    const TIMED: [&str; 2] = ["go movetime 100000", "go p1time 1000000 p2time 1000000"];
    let mut engine = engine();
    said(&mut engine, "setoption name Game value tictactoe");
    for go in TIMED {
        assert!(depths(&mut engine, go).len() > 1, "{go}: nine moves");
    }
    said(&mut engine, "position fen ([1,-1,1,1,-1,-1,-1,1,0],1)");
    assert_eq!(said(&mut engine, "query legal"), ["response 22"]);
    for go in TIMED {
        assert_eq!(depths(&mut engine, go), [1], "{go}: one move");
    }
    assert_eq!(depths(&mut engine, "go depth 2"), [1, 2]);
}

#[test]
fn the_expected_reply_is_told_where_it_is_wanted() {
    let mut engine = engine();
    said(&mut engine, "setoption name Game value nim");
    said(&mut engine, "position fen [2,3]");
    let alone = said(&mut engine, "go depth 4");
    said(&mut engine, "setoption name Ponder value true");
    let with_reply = said(&mut engine, "go depth 4");
    let words: Vec<&str> = with_reply[0].split_whitespace().collect();
    assert_eq!((words.len(), words[2]), (4, "ponder"));
    assert_eq!(alone, [words[..2].join(" ")]);
    let mut session = find("nim").unwrap().open("[2,3]").unwrap();
    session.play_all(&[words[1], words[3]].join(" ")).unwrap();
    assert_eq!(
        said(&mut engine, "setoption name Ponder value maybe"),
        ["info string error: the option Ponder cannot be \"maybe\": it is true or false"]
    );
}

#[test]
fn ponderhit_needs_a_search_that_ponders() {
    let mut engine = engine();
    let refused = "info string error: ponderhit ends go ponder, and no such search is going on";
    assert_eq!(said(&mut engine, "ponderhit"), [refused]);
    let ponders = |engine: &mut UgiEngine, line: &str| match engine.handle(line, false).pop() {
        Some(Action::Search(job)) => job.is_pondering,
        _ => panic!("{line} starts no search"),
    };
    assert!(ponders(&mut engine, "go ponder p1time 1000 p2time 1000"));
    assert!(matches!(engine.handle("ponderhit", true)[..], [Action::PonderHit]));
    assert!(matches!(engine.handle("ponderhit", true)[..], [Action::Write(_)]));
    assert!(ponders(&mut engine, "go ponder"));
    assert!(matches!(engine.handle("stop", true)[..], [Action::Stop]));
    assert_eq!(said(&mut engine, "ponderhit"), [refused]);
    assert!(!ponders(&mut engine, "go movetime 10"));
    assert!(matches!(engine.handle("ponderhit", true)[..], [Action::Write(_)]));
}
