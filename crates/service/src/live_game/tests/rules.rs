//! The rule editor: short matches between two versions of a rule file.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_arena::AnySession;
use agon_core::Stop;
use agon_search::SearchControl;

use super::*;
use crate::job::Job;
use crate::job_context::JobContext;
use crate::protocol::TrialScore;

/// Rules that only count lines.
const GOOD: &str = "game tictactoe.\nplayer(me). player(you).\n\
    blocked(L, C) :- player(C), on(L, X), mark(X, D), D \\= C.\n\
    value(C, 5 * N * N) :- player(C), on(L, _), not blocked(L, C), N = count { on(L, X), mark(X, C) }.\n";

/// The context of a job: keeps the scores, and stops the job after some of them, or when its time
/// is up.
struct Context {
    scores: Mutex<Vec<TrialScore>>,
    stop_after: usize,
    asked: AtomicUsize,
    elapsed: u64,
}

impl Context {
    fn new(stop_after: usize, elapsed: u64) -> Context {
        Context { scores: Mutex::default(), stop_after, asked: AtomicUsize::new(0), elapsed }
    }
}

impl Stop for Context {
    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.scores.lock().unwrap().len() >= self.stop_after
    }
}

impl JobContext for Context {
    fn elapsed(&self) -> u64 {
        self.elapsed
    }

    fn report(&self, report: Report) {
        let Report::Trial(score) = report else { panic!("{report:?}") };
        self.scores.lock().unwrap().push(score);
    }

    fn take_session(&self) -> Option<Box<dyn AnySession>> {
        None
    }

    fn keep_session(&self, _: Box<dyn AnySession>, _: u64) {}
}

fn trial(versions: [&str; 2], pairs: usize) -> String {
    let versions =
        versions.map(|source| serde_json::json!({ "name": "x.rules", "source": source }));
    format!("\"do\": \"trial\", \"versions\": {}, \"pairs\": {pairs}", serde_json::json!(versions))
}

/// The job that a request starts.
fn job(effects: &[Effect]) -> (u64, Job) {
    let job = |effect: &Effect| match effect {
        Effect::Start(number, _, job, _) => Some((*number, (**job).clone())),
        _ => None,
    };
    effects.iter().find_map(job).expect("a job")
}

/// The result of a trial in a new game, and the scores that it reported.
fn result(
    name: &str,
    versions: [&str; 2],
    pairs: usize,
    context: Context,
) -> (Result<TrialScore, RequestError>, Vec<TrialScore>) {
    let anna = client(1, LOCAL);
    let mut game = game(name, ["person", "person"], &anna);
    let (_, job) = job(&request(&mut game, &anna, &trial(versions, pairs)));
    let score = match job.run(&context, &()) {
        JobResult::Reply(Ok(Reply::Trial(score))) => Ok(score),
        JobResult::Reply(Err(error)) => Err(error),
        other => panic!("{other:?}"),
    };
    (score, context.scores.into_inner().unwrap())
}

#[test]
fn a_trial_reports_each_pair_and_comes_out_alike_every_time() {
    let blind = "game tictactoe.\nvalue(me, 0).\n";
    let run = || result("tictactoe", [GOOD, blind], 4, Context::new(9, 0));
    let (score, reported) = run();
    let score = score.unwrap();
    assert_eq!(score.wins + score.draws + score.losses, 8);
    assert_eq!((score.games, reported.len()), (8, 4));
    assert_eq!(reported.last(), Some(&score));
    let points = score.wins as f64 + score.draws as f64 / 2.0;
    assert!((score.score - points / 8.0).abs() < 0.001, "{score:?}");
    assert!(score.interval[0] <= score.score && score.score <= score.interval[1], "{score:?}");
    assert_eq!(run().0, Ok(score));
    // With swapped versions, the result is mirrored.
    let swapped = result("tictactoe", [blind, GOOD], 4, Context::new(9, 0)).0.unwrap();
    assert_eq!((swapped.wins, swapped.losses), (score.losses, score.wins));
    // Rules that want the opposite play badly.
    let bad = GOOD.replace("5 * N * N", "-5 * N * N");
    let santorini = |sign: &str| {
        format!("game santorini.\nvalue(C, {sign}30 * H) :- pawn(F, C), height(F, H).\n")
    };
    let (good, bad_climber) = (santorini(""), santorini("-"));
    let score = result("santorini", [&good, &bad_climber], 3, Context::new(9, 0)).0.unwrap();
    assert!(score.score > 0.6, "{score:?}");
    let score = result("tictactoe", [&bad, GOOD], 4, Context::new(9, 0)).0.unwrap();
    assert!(score.score <= 0.5, "{score:?}");
}

#[test]
fn every_game_has_trials_of_its_example() {
    for entry in agon_arena::games() {
        let (score, _) = result(entry.name, [entry.example; 2], 1, Context::new(9, 0));
        let score = score.unwrap();
        // With the same rules on both sides, the points of a pair are shared.
        assert_eq!((score.games, score.score), (2, 0.5), "{}", entry.name);
    }
}

#[test]
fn a_small_game_has_fewer_pairs_than_asked_for() {
    let anna = client(1, LOCAL);
    let mut game = game_at("nim", "[1,1]", ["person", "person"], &anna);
    let nim = "game nim.\nvalue(me, 0).\n";
    let (_, job) = job(&request(&mut game, &anna, &trial([nim; 2], 20)));
    let JobResult::Reply(Ok(Reply::Trial(score))) = job.run(&Context::new(99, 0), &()) else {
        panic!("no score")
    };
    assert!(score.games < 40 && score.games == score.wins + score.draws + score.losses);
}

#[test]
fn a_trial_ends_when_it_is_stopped_or_its_time_is_up() {
    let versions = ["game tictactoe.\nvalue(me, 0).\n"; 2];
    let (score, reported) = result("tictactoe", versions, 9, Context::new(2, 0));
    assert_eq!((reported.len(), score.unwrap().games), (2, 18));
    let (score, reported) = result("tictactoe", versions, 9, Context::new(99, 60_000));
    assert_eq!((reported.len(), score.unwrap().score), (0, 0.5));
}

#[test]
fn rules_with_errors_are_refused_at_their_line_and_long_files_as_a_whole() {
    let good = "game tictactoe.\nvalue(me, 0).\n";
    let wrong = "game tictactoe.\n\nvalue(C, 1) :- marc(X, C).\n";
    let kind = |versions| {
        let error = result("tictactoe", versions, 1, Context::new(9, 0)).0.unwrap_err();
        let sent = serde_json::to_value(&error).unwrap();
        (
            sent["kind"].clone(),
            sent["troubles"][0]["kind"].clone(),
            sent["troubles"][0]["line"].clone(),
        )
    };
    assert_eq!(kind([wrong, good]), ("Rules".into(), "UnknownRelation".into(), 3.into()));
    assert_eq!(kind([good, wrong]).2, 3);
    let long = format!("{good}% {}", "x".repeat(1 << 16));
    assert_eq!(kind([&long, good]).1, "TooLong");
}

#[test]
fn a_client_has_one_trial_and_only_it_gets_its_progress() {
    let [anna, ben] = [client(1, LOCAL), client(2, LOCAL)];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    request(&mut game, &ben, "\"do\": \"open\"");
    let asked = trial(["game tictactoe.\nvalue(me, 0).\n"; 2], 3);
    let first = job(&request(&mut game, &anna, &asked));
    assert_eq!(first.1.kind(), JobKind::Review);
    let effects =
        game.handle(GameInput::Reported(first.0, Report::Trial(TrialScore::default())), 1);
    let informed = |effect: &Effect| match effect {
        Effect::Send(client, Message::Event(Event::Trial { .. })) => Some(*client),
        _ => None,
    };
    assert_eq!(effects.iter().filter_map(informed).collect::<Vec<_>>(), [1]);
    // The trial of another client continues; a second one of the same client replaces its first.
    let other = job(&request(&mut game, &ben, &asked));
    let effects = request(&mut game, &anna, &asked);
    assert_eq!((stopped(&effects), replies(&effects)), (vec![first.0], vec![(1, "Failed".into())]));
    let second = job(&effects);
    let effects = request(&mut game, &anna, "\"do\": \"trial\"");
    assert_eq!(stopped(&effects), [second.0]);
    assert_eq!(replies(&effects), [(1, "Failed".into()), (1, "ok".into())]);
    let score = JobResult::Reply(Ok(Reply::Trial(TrialScore::default())));
    assert_eq!(replies(&game.handle(GameInput::Finished(second.0, score.clone()), 2)), []);
    assert_eq!(replies(&game.handle(GameInput::Finished(other.0, score), 2)), [(2, "ok".into())]);
    for pairs in [0, 21] {
        let effects = request(&mut game, &anna, &trial(["", ""], pairs));
        assert_eq!(replies(&effects), [(1, "Bound".into())]);
    }
}

#[test]
fn a_player_takes_the_new_version_of_its_rules() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let set = |game: &mut LiveGame, points: i32| {
        let source = format!("game tictactoe.\nvalue(C, {points}) :- mark(11, C).\n");
        let rules = serde_json::json!({ "name": "x.rules", "source": source });
        let seat = "\"do\": \"seat\", \"side\": \"p1\", \"seat\": \"minimax:depth=1,eval=x.rules\"";
        request(game, &anna, &format!("{seat}, \"rules\": {rules}"));
        game.state.snapshot()
    };
    let chosen = |session: &mut Box<dyn AnySession>| {
        session.choose(&SearchControl::default(), &()).unwrap().unwrap().mv
    };
    let mut session = set(&mut game, 50).synchronize(None).unwrap();
    assert_eq!(chosen(&mut session), "11");
    let mut session = set(&mut game, -50).synchronize(Some(session)).unwrap();
    assert_ne!(chosen(&mut session), "11");
}
