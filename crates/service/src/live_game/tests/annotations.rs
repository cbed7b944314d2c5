//! Comments, marks, variations and reviews of a game.

use std::sync::Mutex;

use agon_arena::AnySession;
use agon_core::Stop;
use serde_json::{Value, json};

use super::*;
use crate::job_context::JobContext;
use crate::lobby::{self, Fresh};
use crate::protocol::ReviewPoint;
use crate::stored_game::StoredGame;

/// The last annotations that were sent to a client: comments and marks, by the moves up to them.
fn sent(effects: &[Effect], to: u64) -> Option<Vec<(String, Value, Value)>> {
    let view = |effect: &Effect| match effect {
        Effect::Send(client, Message::Event(Event::Annotations { annotations, .. }))
            if *client == to =>
        {
            serde_json::to_value(annotations).ok()
        }
        Effect::Send(client, Message::Reply(_, Ok(Reply::Game(reply)))) if *client == to => {
            serde_json::to_value(&reply.annotations).ok()
        }
        _ => None,
    };
    let view = effects.iter().rev().find_map(view)?;
    let mut paths: Vec<String> = Vec::new();
    let mut told = Vec::new();
    for (number, mv) in view["moves"].as_array()?.iter().enumerate() {
        let after = mv["after"].as_u64()? as usize;
        let before = if number == 0 { "" } else { &paths[after] };
        let path = format!("{before} {}", mv["mv"].as_str()?).trim().to_string();
        told.push((path.clone(), mv["comment"].clone(), mv["marks"].clone()));
        paths.push(path);
        assert!(number == 0 || view["words"][mv["mv"].as_str()?]["kind"].is_string(), "{view}");
    }
    Some(told)
}

fn annotate(game: &mut LiveGame, caller: &Caller, moves: &[&str], more: &str) -> Vec<Effect> {
    let text = format!("\"do\": \"annotate\", \"moves\": {}{more}", json!(moves));
    request(game, caller, &text)
}

fn stored(effects: &[Effect]) -> StoredGame {
    let game = |effect: &Effect| match effect {
        Effect::Save(_, stored) => Some((**stored).clone()),
        _ => None,
    };
    effects.iter().find_map(game).expect("a save")
}

/// A game of Anna on this machine with two moves and something written to it.
fn annotated(anna: &Caller) -> (LiveGame, StoredGame) {
    let mut game = game("tictactoe", ["person", "person"], anna);
    game.state.follow("11 00").unwrap();
    annotate(&mut game, anna, &[], ", \"marks\": [\"G11\"]");
    annotate(&mut game, anna, &["11", "01", "02"], ", \"comment\": \"{+1} for [%csl G11] p1\"");
    annotate(&mut game, anna, &["11", "01", "22"], "");
    let more = ", \"comment\": \"good\", \"marks\": [\"R11>22\", \"G00\"]";
    let effects = annotate(&mut game, anna, &["11"], more);
    let stored = stored(&effects);
    (game, stored)
}

fn told() -> Vec<(String, Value, Value)> {
    let note = |path: &str, comment: Value, marks: Value| (path.to_string(), comment, marks);
    vec![
        note("", json!(null), json!(["G11"])),
        note("11", json!("good"), json!(["G00", "R11>22"])),
        note("11 01", json!(null), json!([])),
        note("11 01 02", json!("{+1) for [csl G11] p1"), json!([])),
        note("11 01 22", json!(null), json!([])),
    ]
}

#[test]
fn what_is_written_is_stored_with_the_game_and_sent_to_everybody() {
    let [anna, ben] = [client(1, LOCAL), client(2, LOCAL)];
    let (mut game, stored) = annotated(&anna);
    assert_eq!(sent(&request(&mut game, &ben, "\"do\": \"open\""), 2), Some(told()));
    let effects = annotate(&mut game, &ben, &["11", "00"], ", \"comment\": \"so\"");
    let after = [&told()[..], &[("11 00".into(), json!("so"), json!([]))]].concat();
    assert_eq!((sent(&effects, 1), sent(&effects, 2)), (Some(after.clone()), Some(after)));
    assert_eq!(replies(&effects), [], "it is acknowledged when it is stored");
    let mut again = LiveGame::restored(&stored, Resources::threads(1)).unwrap();
    assert_eq!(sent(&request(&mut again, &anna, "\"do\": \"open\""), 1), Some(told()));
    assert_eq!(again.to_stored(), game_of(&stored));
}

/// A stored game as it is stored again by a session that has just opened it.
fn game_of(stored: &StoredGame) -> StoredGame {
    StoredGame { changed: 0, ..stored.clone() }
}

#[test]
fn a_record_has_what_was_written_and_an_imported_one_too() {
    let anna = client(1, LOCAL);
    let (mut game, before) = annotated(&anna);
    let record = reply(&mut game, &anna, "\"do\": \"record\"")["text"].clone();
    let moves = "{[%csl G11]} 1. 11 {good [%csl G00] [%cal R11>22]} 00 (1... 01 2. 02 {{+1) for [csl G11] p1} (2. 22)) *";
    assert_eq!(
        record.as_str().unwrap().split("\n\n").nth(1).unwrap().replace('\n', " ").trim(),
        moves
    );
    let fresh = Fresh {
        id: "id".into(),
        owner_key: "key".into(),
        seed: 1,
        resources: Resources::threads(1),
    };
    let mut again = lobby::import(record.as_str().unwrap(), None, &anna, fresh).unwrap();
    assert_eq!(sent(&request(&mut again, &anna, "\"do\": \"open\""), 1), Some(told()));
    assert_eq!(again.to_stored().annotations, before.annotations);
}

#[test]
fn branches_are_promoted_and_pruned() {
    let anna = client(1, LOCAL);
    let (mut game, _) = annotated(&anna);
    let paths = |effects: &[Effect]| -> Vec<String> {
        sent(effects, 1).unwrap().into_iter().map(|(path, ..)| path).collect()
    };
    let promoted = request(&mut game, &anna, r#""do": "promote", "moves": ["11", "01", "22"]"#);
    assert_eq!(paths(&promoted), ["", "11", "11 01", "11 01 22", "11 01 02"]);
    let pruned = request(&mut game, &anna, r#""do": "prune", "moves": ["11", "01"]"#);
    assert_eq!(paths(&pruned), ["", "11"]);
    // A move of the game about which nothing is written is no part of it.
    let bare = annotate(&mut game, &anna, &["11"], ", \"comment\": \"\", \"marks\": []");
    assert_eq!(paths(&bare), [""]);
    let bare = annotate(&mut game, &anna, &[], ", \"marks\": []");
    assert_eq!((sent(&bare, 1), stored(&bare).annotations), (Some(Vec::new()), None));
}

#[test]
fn what_cannot_be_is_refused() {
    let anna = client(1, LOCAL);
    let (mut game, _) = annotated(&anna);
    let many: Vec<String> = (0..65).map(|number| format!("G{number}")).collect();
    let long = vec!["11"; 500];
    for (moves, more, kind) in [
        (&["11", "11"][..], String::new(), "InLine"),
        (&["nonsense"], String::new(), "InLine"),
        (&long, String::new(), "Bound"),
        (&["11"], format!(", \"marks\": {}", json!(many)), "Bound"),
        (&["11"], ", \"marks\": [\"11\"]".into(), "Mark"),
        (&["11"], ", \"marks\": [\"G1 1\"]".into(), "Mark"),
        (&["11"], format!(", \"marks\": [\"G{}\"]", "1".repeat(41)), "Mark"),
    ] {
        let effects = annotate(&mut game, &anna, moves, &more);
        assert_eq!(replies(&effects), [(1, kind.into())], "{moves:.9?} {more:.99}");
        assert!(save_of(&effects).is_none());
    }
    let long = format!(", \"comment\": {}", json!("x ".repeat(1000)));
    let cut = annotate(&mut game, &anna, &["11"], &long);
    assert_eq!(sent(&cut, 1).unwrap()[1].1.as_str().unwrap().len(), 299);
    // The text of all comments has a limit, too.
    let mut game = super::game("santorini", ["person", "person"], &anna);
    let comment = format!(", \"comment\": {}", json!("\u{3b1}".repeat(300)));
    let moves = game.state.session().moves();
    let refused =
        moves.iter().map(|mv| replies(&annotate(&mut game, &anna, &[&mv.text], &comment)));
    let refused: Vec<_> = refused.collect();
    let kept = refused.iter().take_while(|replies| replies.is_empty()).count();
    assert!((90..120).contains(&kept), "{kept} of {}", moves.len());
    assert_eq!(refused[kept], [(1, "Annotations".into())]);
}

#[test]
fn while_people_play_in_different_browsers_nothing_is_written_and_watchers_never_write() {
    let [anna, ben, carl] = [client(1, "anna"), client(2, "ben"), client(3, "carl")];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let kinds = |game: &mut LiveGame, caller: &Caller| {
        let effects = annotate(game, caller, &["11"], ", \"comment\": \"so\"");
        replies(&effects).pop().map(|(_, kind)| kind)
    };
    assert_eq!(kinds(&mut game, &anna), None, "nobody else is there");
    request(&mut game, &ben, "\"do\": \"claim\", \"side\": \"p2\"");
    for (caller, kind) in [(&anna, "Playing"), (&ben, "Playing"), (&carl, "NotPlayer")] {
        assert_eq!(kinds(&mut game, caller).as_deref(), Some(kind));
        let opened = shown(&request(&mut game, caller, "\"do\": \"open\""), caller.client);
        assert_eq!(opened.unwrap()["annotates"], false);
    }
    request(&mut game, &ben, "\"do\": \"resign\"");
    for (caller, kind) in [(&anna, None), (&ben, None), (&carl, Some("NotPlayer"))] {
        assert_eq!(kinds(&mut game, caller).as_deref(), kind);
        let opened = shown(&request(&mut game, caller, "\"do\": \"open\""), caller.client);
        assert_eq!(opened.unwrap()["annotates"], kind.is_none());
    }
}

#[test]
fn a_side_that_does_not_see_everything_neither_reads_nor_writes() {
    let anna = client(1, LOCAL);
    let mut game = game("theseus", ["person", "person"], &anna);
    annotate(&mut game, &anna, &[], ", \"comment\": \"so\"");
    let effects = request(&mut game, &anna, "\"do\": \"view\", \"viewer\": \"p1\"");
    assert_eq!(sent(&effects, 1), Some(Vec::new()));
    let effects = annotate(&mut game, &anna, &[], ", \"comment\": \"so\"");
    assert_eq!(replies(&effects), [(1, "Hidden".into())]);
    let effects = request(&mut game, &anna, "\"do\": \"view\", \"viewer\": null");
    assert_eq!(sent(&effects, 1).unwrap().len(), 1);
}

#[test]
fn a_review_is_kept_with_the_game_until_its_moves_change() {
    let anna = client(1, LOCAL);
    let (mut game, _) = annotated(&anna);
    let started = started(&request(&mut game, &anna, "\"do\": \"review\""));
    let mut last = Vec::new();
    for ply in 0..=2 {
        let point = ReviewPoint {
            ply,
            position: "found".into(),
            score: Score::DRAW,
            chance: 0.5,
            best: Some("22".into()),
            line: vec!["22".into()],
            words: MoveDictionary::default(),
            slip: None,
            loss: None,
            quality: None,
            explanation: None,
            accuracy: [None, Some(50.0)],
        };
        last = game.handle(GameInput::Reported(started[0].0, Report::Point(point)), 200);
    }
    let stored = stored(&last);
    game.handle(GameInput::Finished(started[0].0, JobResult::Ended), 200);
    let points = |game: &mut LiveGame| -> Vec<(String, bool)> {
        let effects = request(game, &anna, "\"do\": \"review\"");
        assert!(super::started(&effects).is_empty(), "it is not searched again");
        let event = effects.iter().find_map(|effect| match effect {
            Effect::Send(1, Message::Event(Event::Review { points, done: true, .. })) => {
                Some(points)
            }
            _ => None,
        });
        let told = |it: &ReviewPoint| (it.position.clone(), it.words.has("22"));
        event.unwrap().iter().map(told).collect()
    };
    assert_eq!(points(&mut game).len(), 3);
    let mut again = LiveGame::restored(&stored, Resources::threads(1)).unwrap();
    let seen = shown(&request(&mut again, &anna, "\"do\": \"open\""), 1).unwrap();
    assert_eq!(seen["reviewed"], true);
    let kept = points(&mut again);
    assert_eq!(kept[2], ("([-1,0,0,0,1,0,0,0,0],1)".into(), true));
    request(&mut again, &anna, "\"do\": \"move\", \"mv\": \"22\", \"ply\": 2");
    let effects = request(&mut again, &anna, "\"do\": \"review\"");
    assert_eq!(super::started(&effects).len(), 1, "another line is another review");
}

/// Keeps what a job reports.
#[derive(Default)]
struct Context(Mutex<Vec<Report>>);

impl Stop for Context {
    fn is_stopped(&self) -> bool {
        false
    }
}

impl JobContext for Context {
    fn elapsed(&self) -> u64 {
        0
    }

    fn report(&self, report: Report) {
        self.0.lock().unwrap().push(report);
    }

    fn take_session(&self) -> Option<Box<dyn AnySession>> {
        None
    }

    fn keep_session(&self, _: Box<dyn AnySession>, _: u64) {}
}

/// What a review that was started reports; all of it is reported to the game, too.
fn reviewed(game: &mut LiveGame, effects: &[Effect]) -> Vec<ReviewPoint> {
    let job = |effect: &Effect| match effect {
        Effect::Start(number, _, job, _) => Some((*number, job.clone())),
        _ => None,
    };
    let (number, job) = effects.iter().find_map(job).expect("a job");
    let context = Context::default();
    job.run(&context, &());
    let mut points = Vec::new();
    for report in context.0.into_inner().unwrap() {
        if let Report::Point(point) = &report {
            points.push(point.clone());
        }
        game.handle(GameInput::Reported(number, report), 200);
    }
    points
}

#[test]
fn a_review_comes_back_with_the_record_and_its_reasons_are_proven_anew() {
    let anna = client(1, LOCAL);
    let review = "\"do\": \"review\"";
    let mut first = game("tictactoe", ["person", "person"], &anna);
    first.state.follow("11 01 00 22 20 10 02").unwrap();
    let effects = request(&mut first, &anna, review);
    let found = reviewed(&mut first, &effects);
    assert!(found.iter().any(|point| point.explanation.is_some()), "some move is bad");
    let record = reply(&mut first, &anna, "\"do\": \"record\"")["text"].clone();
    let record = record.as_str().unwrap();
    assert!(record.contains("[%quality blunder 0.5 draw]"), "{record}");
    let fresh = || Fresh {
        id: "id".into(),
        owner_key: "key".into(),
        seed: 1,
        resources: Resources::threads(1),
    };
    let mut again = lobby::import(record, None, &anna, fresh()).unwrap();
    let kept = again.state.annotated().review_of(&first.state.session().line()).unwrap().to_vec();
    let bare = |point: &ReviewPoint| ReviewPoint { explanation: None, ..point.clone() };
    assert_eq!(kept, found.iter().map(bare).collect::<Vec<_>>());
    let effects = request(&mut again, &anna, review);
    assert_eq!(reviewed(&mut again, &effects), found, "claims are not read but proven");
    assert_eq!(reply(&mut again, &anna, "\"do\": \"record\"")["text"], record);
    assert!(super::started(&request(&mut again, &anna, review)).is_empty(), "now it is whole");
    // A better line with a move that is not legal makes no review.
    let wrong = record.replacen("[%eval +0 0.5 ", "[%eval +0 0.5 99 ", 1);
    assert_ne!(wrong, record);
    let wrong = lobby::import(&wrong, None, &anna, fresh()).unwrap();
    assert!(wrong.state.annotated().review_of(&first.state.session().line()).is_none());
}

#[test]
fn while_two_people_play_a_record_has_no_review() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    game.state.follow("11 01").unwrap();
    let effects = request(&mut game, &anna, "\"do\": \"review\"");
    reviewed(&mut game, &effects);
    let has_review = |game: &mut LiveGame, caller: &Caller| {
        let text = reply(game, caller, "\"do\": \"record\"")["text"].to_string();
        text.contains("%eval") || text.contains("%quality")
    };
    assert!(has_review(&mut game, &anna));
    request(&mut game, &ben, "\"do\": \"open\"");
    request(&mut game, &ben, r#""do": "claim", "side": "p2""#);
    assert!(game.is_between_people());
    assert!(!has_review(&mut game, &anna) && !has_review(&mut game, &ben));
    assert!(!has_review(&mut game, &client(3, "carl")), "nor for a watcher");
    assert!(!game.record().unwrap().contains("%eval"));
    request(&mut game, &ben, "\"do\": \"resign\"");
    assert!(has_review(&mut game, &ben), "afterwards everything opens");
}
