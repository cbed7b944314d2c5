//! Evaluation programs: a search with a program is the search with the evaluation that the
//! program computes, and a program that fails fails alone.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use agon_arena::contest::{AnyPlayer, BuiltinPlayer, Clock, GameSetup, Reason};
use agon_arena::{
    AnySession, EvaluationProgram, GameEntry, GameLine, NoAnswer, PlayerSpec, SearchKind,
    SearchRequest, find, games,
};
use agon_core::{Outcome, Refusal as _, Rng, Score, Side, Stop, score_words};
use agon_search::{Info, Limits, SearchControl, TreeOptions};

/// What the programs of these tests are called.
const NAME: &str = "program:twin";

/// Computes a game's own evaluation from the text of a position, as a program would.
struct Twin {
    entry: &'static GameEntry,
    /// Whether it is told games move by move, because it cannot read positions.
    follows_games: bool,
    /// How many positions it was asked for at once, each time.
    batches: Mutex<Vec<usize>>,
}

impl Twin {
    fn of(entry: &'static GameEntry) -> Arc<Twin> {
        Arc::new(Twin { entry, follows_games: false, batches: Mutex::default() })
    }

    fn that_follows(entry: &'static GameEntry) -> Arc<Twin> {
        Arc::new(Twin { entry, follows_games: true, batches: Mutex::default() })
    }
}

impl EvaluationProgram for Twin {
    fn name(&self) -> &str {
        NAME
    }

    fn follows_games(&self) -> bool {
        self.follows_games
    }

    fn evaluate_leaves(
        &self,
        line: &GameLine,
        leaves: &[Vec<String>],
        values: &mut Vec<i64>,
    ) -> Result<(), NoAnswer> {
        let positions = leaves.iter().map(|leaf| {
            let mut session = self.entry.open(&line.start).unwrap();
            line.moves.iter().chain(leaf).for_each(|mv| drop(session.play(mv).unwrap()));
            session.position() + "\n"
        });
        self.evaluate(&positions.collect::<String>(), values)
    }

    fn evaluate(&self, positions: &str, values: &mut Vec<i64>) -> Result<(), NoAnswer> {
        self.batches.lock().unwrap().push(positions.lines().count());
        for line in positions.lines() {
            let session = self.entry.open(line).unwrap();
            assert_eq!(session.position(), line);
            assert_eq!(session.outcome(), None, "{line}");
            let evaluation = session.evaluate(None, session.to_move()).unwrap();
            values.push(evaluation.score.points().into());
        }
        Ok(())
    }
}

/// Sessions in positions of random games that are not over.
fn sessions(entry: &'static GameEntry, count: usize) -> Vec<Box<dyn AnySession>> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::seeded(seed);
        let mut session = entry.start();
        for _ in 0..rng.below(24) {
            let moves = session.moves();
            let Some(mv) = rng.pick(&moves) else { break };
            session.play(&mv.text).unwrap();
        }
        if session.outcome().is_none() {
            found.push(session);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

fn request(search: SearchKind, limits: Limits, eval: &str) -> SearchRequest {
    SearchRequest { search, limits, eval: Some(eval.into()), hash_bytes: 4 << 20 }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth, ..Limits::default() }
}

#[test]
fn a_search_with_a_program_is_that_with_the_evaluation_it_computes() {
    for entry in games() {
        for mut session in sessions(entry, 3) {
            let own = session.evaluations()[0].clone();
            session.add_program(Twin::of(entry));
            let searches = [
                (SearchKind::Minimax, to_depth(1)),
                (SearchKind::Minimax, to_depth(2)),
                (SearchKind::Minimax, to_depth(3)),
                (SearchKind::Engine, Limits { nodes: 300, ..to_depth(3) }),
            ];
            for (search, limits) in searches {
                let [expected, found] = [own.as_str(), NAME].map(|eval| {
                    let found = session
                        .best(&request(search, limits, eval), &SearchControl::default(), &())
                        .unwrap();
                    // Where an entry of the table is depends on the name of the evaluation.
                    Info { fill: 0, ..found.unwrap() }
                });
                assert_eq!(found, expected, "{search:?} {limits:?}: {}", session.position());
            }
            let evaluated = [own.as_str(), NAME]
                .map(|eval| session.evaluate(Some(eval), Side::First).unwrap().score);
            assert_eq!(evaluated[0], evaluated[1]);
        }
    }
}

#[test]
fn a_search_goes_on_deep_with_a_program_that_is_told_games_move_by_move() {
    for entry in games() {
        for mut session in sessions(entry, 2) {
            let own = session.evaluations()[0].clone();
            session.add_program(Twin::that_follows(entry));
            let searches = [
                (SearchKind::Minimax, to_depth(2)),
                (SearchKind::Engine, Limits { nodes: 2000, ..to_depth(12) }),
            ];
            for (search, limits) in searches {
                let [expected, found] = [own.as_str(), NAME].map(|eval| {
                    let request = request(search, limits, eval);
                    let found = session.best(&request, &SearchControl::default(), &()).unwrap();
                    Info { fill: 0, ..found.unwrap() }
                });
                assert_eq!(found, expected, "{search:?} {limits:?}: {}", session.position());
            }
            let options =
                TreeOptions { depth: 2, pruning: true, top: 3, nodes: 1 << 20, with_pruned: false };
            let [expected, found] = [own.as_str(), NAME].map(|eval| {
                let recorded = session.tree(&options, Some(eval), &()).unwrap().unwrap();
                recorded.tree.outline(score_words)
            });
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_tree_with_a_program_is_that_with_the_evaluation_it_computes() {
    for entry in games() {
        for mut session in sessions(entry, 2) {
            let own = session.evaluations()[0].clone();
            let twin = Twin::of(entry);
            session.add_program(Arc::clone(&twin) as Arc<dyn EvaluationProgram>);
            for pruning in [true, false] {
                let options = TreeOptions {
                    depth: 2,
                    pruning,
                    top: 1000,
                    nodes: 1_000_000,
                    with_pruned: false,
                };
                let [expected, found] = [own.as_str(), NAME].map(|eval| {
                    let recorded = session.tree(&options, Some(eval), &()).unwrap().unwrap();
                    (recorded.tree.outline(score_words), recorded.nodes)
                });
                assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn the_children_of_a_frontier_node_are_asked_for_at_once() {
    let entry = find("tictactoe").unwrap();
    let mut session = entry.start();
    session.play_all("11 00").unwrap();
    let twin = Twin::of(entry);
    session.add_program(Arc::clone(&twin) as Arc<dyn EvaluationProgram>);
    let ask = |depth| {
        let request = request(SearchKind::Minimax, to_depth(depth), NAME);
        session.best(&request, &SearchControl::default(), &()).unwrap().unwrap();
        std::mem::take(&mut *twin.batches.lock().unwrap())
    };
    assert_eq!(ask(1), [7]);
    // The root first, at depth 1; then its seven children, each with six children of its own.
    let batches = ask(2);
    assert_eq!(batches[0], 7);
    assert!(batches.len() <= 8, "{batches:?}");
    assert!(batches[1..].iter().all(|&count| count == 6), "{batches:?}");
    let options = TreeOptions { depth: 2, pruning: false, top: 9, nodes: 1000, with_pruned: false };
    session.tree(&options, Some(NAME), &()).unwrap().unwrap();
    assert_eq!(*twin.batches.lock().unwrap(), [6; 7]);
}

/// Answers a number of times, then does something else once, and so on.
struct Faulty {
    answers: usize,
    fault: NoAnswer,
    asked: AtomicUsize,
    value: i64,
}

impl Faulty {
    fn new(answers: usize, reason: &str) -> Faulty {
        let fault = NoAnswer::Failed(reason.into());
        Faulty { answers, fault, asked: AtomicUsize::new(0), value: 0 }
    }
}

impl EvaluationProgram for Faulty {
    fn name(&self) -> &str {
        NAME
    }

    fn evaluate(&self, positions: &str, values: &mut Vec<i64>) -> Result<(), NoAnswer> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        if asked % (self.answers + 1) == self.answers {
            return Err(self.fault.clone());
        }
        values.extend(positions.lines().map(|_| self.value));
        Ok(())
    }
}

fn with(program: Faulty) -> (Box<dyn AnySession>, Arc<Faulty>) {
    let mut session = find("santorini").unwrap().start();
    session.play_all("@11,33 @13,31").unwrap();
    let program = Arc::new(program);
    session.add_program(Arc::clone(&program) as Arc<dyn EvaluationProgram>);
    (session, program)
}

#[test]
fn a_program_that_fails_ends_the_search_with_its_reason() {
    let expected = "the evaluation program:twin wrote nonsense";
    for search in [SearchKind::Minimax, SearchKind::Engine] {
        let (session, program) = with(Faulty::new(5, "wrote nonsense"));
        let limits = Limits { nodes: 20_000, ..to_depth(3) };
        let refused = session
            .best(&request(search, limits, NAME), &SearchControl::default(), &())
            .unwrap_err();
        assert_eq!(refused.to_string(), expected, "{search:?}");
        assert_eq!(refused.kind(), "EvaluationFailed");
        // It is not asked again in this search.
        assert_eq!(program.asked.load(Ordering::Relaxed), 6, "{search:?}");
    }
    let (session, program) = with(Faulty::new(5, "wrote nonsense"));
    let options =
        TreeOptions { depth: 2, pruning: true, top: 9, nodes: 100_000, with_pruned: false };
    let refused = session.tree(&options, Some(NAME), &()).unwrap_err();
    assert_eq!(refused.to_string(), expected);
    assert_eq!(program.asked.load(Ordering::Relaxed), 6);
    let (session, _) = with(Faulty::new(0, "wrote nonsense"));
    let refused = session.evaluate(Some(NAME), Side::First).unwrap_err();
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn a_player_whose_program_fails_says_so_and_may_try_again() {
    for player in ["minimax:depth=1", "engine:depth=1"] {
        let answers = if player.starts_with("minimax") { 1 } else { 10_000 };
        let (mut session, _) = with(Faulty::new(answers, "has crashed"));
        let spec: PlayerSpec = format!("{player},eval={NAME}").parse().unwrap();
        session.set_player(Side::First, spec).unwrap();
        session.choose(&SearchControl::default(), &()).unwrap().unwrap();
        if answers == 1 {
            let refused = session.choose(&SearchControl::default(), &()).unwrap_err().to_string();
            assert_eq!(refused, "the evaluation program:twin has crashed");
            session.choose(&SearchControl::default(), &()).unwrap().unwrap();
        }
    }
}

#[test]
fn work_that_is_stopped_is_not_the_programs_fault() {
    let program = Faulty { fault: NoAnswer::Stopped, ..Faulty::new(5, "") };
    let (session, program) = with(program);
    let found = session
        .best(&request(SearchKind::Minimax, to_depth(3), NAME), &SearchControl::default(), &())
        .unwrap();
    assert_eq!(found, None);
    assert_eq!(program.asked.load(Ordering::Relaxed), 6);
}

#[test]
fn values_are_clamped_to_the_range_of_estimates() {
    for (value, expected) in [
        (i64::MAX, Score::MAX_ESTIMATE),
        (i64::MIN, -Score::MAX_ESTIMATE),
        (1 << 32, Score::MAX_ESTIMATE),
        (-7, -7),
    ] {
        let (session, _) = with(Faulty { value, ..Faulty::new(1, "") });
        let evaluation = session.evaluate(Some(NAME), Side::First).unwrap();
        assert_eq!(evaluation.score, Score::from_points(expected));
        assert_eq!(evaluation.terms, None);
    }
}

#[test]
fn a_program_that_nobody_has_opened_is_refused() {
    let mut session = find("nim").unwrap().start();
    let spec: PlayerSpec = "minimax:eval=program:./mine".parse().unwrap();
    let refused = session.set_player(Side::First, spec).unwrap_err();
    assert_eq!(refused.kind(), "NoProgramsHere");
    let refused = session.evaluate(Some("program:./mine"), Side::First).unwrap_err();
    assert_eq!(refused.kind(), "NoProgramsHere");
    let refused = "minimax:eval=program:".parse::<PlayerSpec>().unwrap_err();
    assert_eq!(refused.kind(), "NoEvaluationCommand");
}

/// A clock that goes by a second whenever it is read.
#[derive(Default)]
struct HastyClock(AtomicU64);

impl Stop for HastyClock {
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Clock for HastyClock {
    fn now(&self) -> u64 {
        self.0.fetch_add(1_000_000, Ordering::Relaxed)
    }
}

/// A game of tic-tac-toe between a player with a program and one without.
fn play(program: Faulty, depth: u32) -> (Outcome, String) {
    let spec = |eval: &str| format!("minimax:depth={depth}{eval}").parse().unwrap();
    let mut first = BuiltinPlayer::new(spec(&format!(",eval={NAME}")), None, Box::new(()))
        .with_program(Arc::new(program));
    let mut second = BuiltinPlayer::new(spec(""), None, Box::new(()));
    let start = "([0,0,0,0,0,0,0,0,0],1)";
    let setup = GameSetup { seed: 1, ..GameSetup::new(find("tictactoe").unwrap(), start) };
    let players: [&mut dyn AnyPlayer; 2] = [&mut first, &mut second];
    let played = setup.play(players, &HastyClock::default()).unwrap().unwrap();
    let reason = match &played.reason {
        Reason::Fault(Side::First, fault) => fault.to_string(),
        reason => format!("{reason:?}"),
    };
    (played.result, reason)
}

#[test]
fn a_program_that_fails_or_is_too_slow_loses_its_game() {
    let reason = "the evaluation program:twin ended in the middle of it";
    let lost = Outcome::Win(Side::Second);
    let ended = Faulty::new(1, "ended in the middle of it");
    assert_eq!(play(ended, 1), (lost, reason.into()));
    // Each answer takes a second of this clock.
    let slow = play(Faulty::new(1_000_000, ""), 4);
    assert_eq!(slow, (lost, "had no move after 60000 ms".into()));
    assert_eq!(play(Faulty::new(1_000_000, ""), 1).1, "Rules");
}
