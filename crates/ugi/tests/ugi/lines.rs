//! UGI from both sides, without a process or a clock.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use agon_arena::{AnyEngine, EvaluationFile, find, games, info_line, read_score, score_words};
use agon_core::{Refusal as _, Score, Settings};
use agon_sandbox::{EngineIo, Forfeit, Timeouts};
use agon_search::{Info, SearchControl};
use agon_ugi::{Action, Arbiter, Command, Go, OptionType, Query, Reply, UgiEngine, UgiOption};
use proptest::prelude::*;

fn engine() -> UgiEngine {
    UgiEngine::new(|_, name| match name {
        "broken.rules" => Err("line 1 is wrong\nand so is line 2".into()),
        _ => Ok(None),
    })
}

/// How often the file of an evaluation was read.
static READ: AtomicUsize = AtomicUsize::new(0);

#[test]
fn the_file_of_an_evaluation_is_read_once_until_it_is_set_again() {
    let mut engine = UgiEngine::new(|_, name| {
        READ.fetch_add(1, Ordering::Relaxed);
        Ok(Some(EvaluationFile::new(name, "game nim. value(me, 1).".as_bytes())))
    });
    said(&mut engine, "setoption name Game value nim");
    for times in 1..=2 {
        said(&mut engine, "setoption name Eval value mine.rules");
        for _ in 0..3 {
            assert!(said(&mut engine, "go depth 1")[0].starts_with("bestmove "));
            said(&mut engine, "position fen [2,3]");
        }
        assert_eq!(READ.load(Ordering::Relaxed), times);
    }
}

/// The lines that the engine writes; searches run at once.
fn said(engine: &mut UgiEngine, line: &str) -> Vec<String> {
    let mut said = Vec::new();
    for act in engine.handle(line, false) {
        match act {
            Action::Write(line) => said.push(line),
            Action::Prepare(preparation) => said.extend(preparation.run(&())),
            Action::Search(mut job) => said.extend(job.run(&SearchControl::default(), &())),
            Action::PonderHit => said.push("(ponderhit)".into()),
            Action::Stop => said.push("(stop)".into()),
            Action::Quit => said.push("(quit)".into()),
        }
    }
    said
}

/// The answer to a query.
fn asked(engine: &mut UgiEngine, question: &str) -> String {
    said(engine, &format!("query {question}")).concat()
}

#[test]
fn an_engine_offers_every_game_with_its_parameter() {
    let mut engine = engine();
    let lines = said(&mut engine, "ugi");
    assert!(lines[0].starts_with("id name Agon "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "ugiok");
    let names: Vec<String> = games().iter().map(|game| game.name.to_string()).collect();
    let options: Vec<UgiOption> = lines
        .iter()
        .filter_map(|line| match Reply::read(line) {
            Ok(Some(Reply::Option(option))) => Some(option),
            _ => None,
        })
        .collect();
    assert_eq!(options[0].kind, OptionType::Combo(names));
    for (name, default) in
        [("Heaps", "3,5,7"), ("Size", "8"), ("Hash", "16"), ("Threads", "1"), ("Ponder", "false")]
    {
        let option = options.iter().find(|option| option.name == name).unwrap();
        assert_eq!(option.default, default);
    }
}

#[test]
fn the_default_of_a_parameter_is_the_usual_start() {
    for game in games() {
        let defaults = game.parameters.iter().filter(|it| it.needs.is_none());
        let defaults = defaults.filter(|parameter| !parameter.default.is_empty());
        let defaults = defaults.fold(Settings::default(), |settings, parameter| {
            settings.with(parameter.name, parameter.default)
        });
        let usual = game.with(&defaults).unwrap();
        assert_eq!(usual.position(), game.start().position(), "{}", game.name);
    }
}

#[test]
fn questions_are_answered_by_the_rules() {
    let mut engine = engine();
    said(&mut engine, "setoption name Game value tictactoe");
    said(&mut engine, "position startpos moves 00 11 01 12");
    assert_eq!(asked(&mut engine, "legal"), "response 02 10 20 21 22");
    assert_eq!(asked(&mut engine, "p1turn"), "response true");
    assert_eq!(asked(&mut engine, "gameover"), "response false");
    assert_eq!(asked(&mut engine, "result"), "response none");
    assert_eq!(asked(&mut engine, "fen"), "response ([1,1,0,0,-1,-1,0,0,0],1)");
    assert_eq!(said(&mut engine, "go depth 3"), ["bestmove 02"]);
    said(&mut engine, "position startpos moves 00 11 01 12 02");
    assert_eq!(asked(&mut engine, "gameover"), "response true");
    assert_eq!(asked(&mut engine, "result"), "response p1win");
    assert_eq!(asked(&mut engine, "legal"), "response ");
    assert_eq!(said(&mut engine, "go depth 3"), ["bestmove none"]);
    said(&mut engine, "position fen ([1,1,0,-1,-1,0,0,0,1],-1) moves 12");
    assert_eq!(asked(&mut engine, "result"), "response p2win");
    said(&mut engine, "position fen ([1,-1,1,1,-1,-1,-1,1,0],1) moves 22");
    assert_eq!(asked(&mut engine, "result"), "response draw");
}

#[test]
fn a_parameter_changes_the_start_of_its_game_only() {
    let mut engine = engine();
    assert!(said(&mut engine, "setoption name heaps value 1,2").is_empty());
    let santorini = find("santorini").unwrap().start().position();
    assert_eq!(asked(&mut engine, "fen"), format!("response {santorini}"));
    said(&mut engine, "setoption name Game value nim");
    assert_eq!(asked(&mut engine, "fen"), "response [1,2]");
    said(&mut engine, "position startpos moves [1]");
    said(&mut engine, "setoption name Hash value 1");
    assert_eq!(asked(&mut engine, "fen"), "response [1] second");
    said(&mut engine, "uginewgame");
    assert_eq!(asked(&mut engine, "fen"), "response [1,2]");
    said(&mut engine, "setoption name Game value byte");
    said(&mut engine, "setoption name Size value 10");
    assert!(asked(&mut engine, "fen").starts_with("response 10 X 0-0 "));
}

#[test]
fn a_board_of_byte_with_few_checkers_is_set_up_and_drawn() {
    let mut engine = engine();
    said(&mut engine, "setoption name Game value byte");
    said(&mut engine, "position fen 8 X 0-0 D4:X,E5:O");
    assert_eq!(asked(&mut engine, "legal"), "response D4-E5/0");
    assert_eq!(asked(&mut engine, "result"), "response none");
    said(&mut engine, "position fen 8 X 0-0 D4:X,E5:O moves D4-E5/0");
    assert_eq!(asked(&mut engine, "result"), "response draw");
    assert_eq!(asked(&mut engine, "gameover"), "response true");
    said(&mut engine, "position fen 8 X 0-0 D4:XXXXXXX,E5:XXXXXX");
    assert_eq!(asked(&mut engine, "fen"), "response 8 O 0-0 E5:OX", "refused, nothing changed");
}

#[test]
fn what_is_refused_is_said_and_changes_nothing() {
    let mut engine = engine();
    said(&mut engine, "setoption name Game value tictactoe");
    said(&mut engine, "position startpos moves 11");
    let fen = asked(&mut engine, "fen");
    for line in [
        "xyzzy",
        "position",
        "position start",
        "position startpos 11",
        "position fen",
        "position fen nonsense",
        "position startpos moves 11 11",
        "setoption",
        "setoption name",
        "setoption name Colour value red",
        "setoption name Game value chess",
        "setoption name Game",
        "setoption name Hash value 0",
        "setoption name Hash value lots",
        "setoption name Size value 9",
        "setoption name Heaps value -1",
        "query",
        "query weather",
        "go depth",
        "go depth deep",
        "stop",
    ] {
        let answer = said(&mut engine, line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(answer[0].starts_with("info string error: "), "{line}: {answer:?}");
        assert_eq!(asked(&mut engine, "fen"), fen, "{line}");
    }
    assert!(said(&mut engine, "  ").is_empty());
}

#[test]
fn during_a_search_questions_are_answered_and_changes_are_refused() {
    let mut engine = engine();
    let mut handle = |line: &str| match &engine.handle(line, true)[..] {
        [Action::Write(line)] => line.clone(),
        [Action::Stop] => "(stop)".into(),
        [Action::Quit] => "(quit)".into(),
        _ => "(something else)".into(),
    };
    assert_eq!(handle("isready"), "readyok");
    assert_eq!(handle("query p1turn"), "response true");
    assert_eq!(handle("stop"), "(stop)");
    assert_eq!(handle("quit"), "(quit)");
    for line in ["go depth 1", "position startpos", "uginewgame", "setoption name Hash value 1"] {
        assert_eq!(handle(line), "info string error: a search is running: send stop first");
    }
}

#[test]
fn the_table_is_there_when_the_engine_says_that_it_is_ready() {
    let mut engine = engine();
    let first = engine.handle("isready", false);
    let [Action::Prepare(preparation), Action::Write(line)] = &first[..] else {
        panic!("it is not prepared first")
    };
    assert_eq!((preparation.bytes, line.as_str()), (16 << 20, "readyok"));
    assert!(preparation.run(&()).is_empty());
    let again = engine.handle("isready", false);
    assert!(matches!(&again[..], [Action::Write(_)]), "once is enough");
}

#[test]
fn an_evaluation_that_no_game_can_use_is_refused_by_name() {
    let mut engine = engine();
    said(&mut engine, "setoption name Game value tictactoe");
    for (name, reason) in
        [("broken.rules", "line 1 is wrong and so is line 2"), ("none", "no evaluation \"none\"")]
    {
        let answer = said(&mut engine, &format!("setoption name Eval value {name}")).concat();
        let begin = format!("info string error: the option Eval cannot be \"{name}\": ");
        assert!(answer.starts_with(&begin) && answer.contains(reason), "{answer:?}");
        let answer = said(&mut engine, "go depth 1");
        assert!(matches!(&answer[..], [best] if best.starts_with("bestmove ")), "{answer:?}");
    }
}

#[test]
fn an_evaluation_of_another_game_is_refused_when_a_game_begins_that_cannot_use_it() {
    const HIGH: &str = "game santorini. value(me, 1).";
    let mut engine = UgiEngine::new(|_, name| Ok(Some(EvaluationFile::new(name, HIGH.as_bytes()))));
    assert!(said(&mut engine, "setoption name Eval value high.rules").is_empty());
    assert!(said(&mut engine, "setoption name Game value tictactoe").is_empty());
    let refused = said(&mut engine, "uginewgame");
    assert!(refused.concat().contains("Eval cannot be \"high.rules\""), "{refused:?}");
    let answer = said(&mut engine, "go depth 1");
    assert!(answer[0].starts_with("info string error: ") && answer[1].starts_with("bestmove "));
    said(&mut engine, "setoption name Game value santorini");
    assert!(said(&mut engine, "uginewgame").is_empty());
}

/// Whether the evaluation file is there, and how often it was looked for.
static IS_THERE: AtomicBool = AtomicBool::new(false);

#[test]
fn an_engine_does_not_change_in_mid_game_with_its_evaluation_file() {
    let mut engine = UgiEngine::new(|_, name| match IS_THERE.load(Ordering::Relaxed) {
        true => Ok(Some(EvaluationFile::new(name, "game nim. value(me, 7).".as_bytes()))),
        false => Ok(Some(EvaluationFile::new(name, "game nim. value(me, 1).".as_bytes()))),
    });
    // The score of a position that is far from decided.
    let score = |engine: &mut UgiEngine| -> String {
        said(engine, "position fen [9,9,9]");
        let Some(Action::Search(mut job)) = engine.handle("go depth 1", false).pop() else {
            panic!("no search")
        };
        let scores = Mutex::new(String::new());
        let report = |info: &Info<String>| *scores.lock().unwrap() = score_words(info.score);
        job.run(&SearchControl::default().reporting(&report), &());
        scores.into_inner().unwrap()
    };
    said(&mut engine, "setoption name Game value nim");
    said(&mut engine, "setoption name Eval value mine.rules");
    let before = score(&mut engine);
    IS_THERE.store(true, Ordering::Relaxed);
    assert_eq!(score(&mut engine), before);
    said(&mut engine, "uginewgame");
    assert_ne!(score(&mut engine), before);
}

#[test]
fn several_lines_are_those_of_the_command_best() {
    let mut engine = engine();
    said(&mut engine, "setoption name Game value tictactoe");
    said(&mut engine, "position startpos moves 00 11");
    said(&mut engine, "setoption name MultiPV value 3");
    let Some(Action::Search(mut job)) = engine.handle("go depth 4", false).pop() else {
        panic!("no search")
    };
    let lines = Mutex::new(Vec::new());
    let report = |info: &Info<String>| {
        if info.depth == 4 {
            lines.lock().unwrap().push((info.line, info.score, info.moves[0].clone()));
        }
    };
    job.run(&SearchControl::default().reporting(&report), &());
    let lines = lines.into_inner().unwrap();
    assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(lines.is_sorted_by(|one, two| one.1 >= two.1 && one.2 != two.2), "{lines:?}");
    let refused = said(&mut engine, "setoption name MultiPV value 0");
    assert_eq!(
        refused,
        [
            "info string error: the option MultiPV cannot be \"0\": it is a whole number from 1 to 500"
        ]
    );
}

#[test]
fn only_the_named_moves_are_searched() {
    let mut engine = engine();
    said(&mut engine, "setoption name Game value tictactoe");
    // 02 wins at once.
    said(&mut engine, "position startpos moves 00 11 01 12");
    assert_eq!(said(&mut engine, "go depth 3"), ["bestmove 02"]);
    assert_eq!(said(&mut engine, "go searchmoves 21 depth 3"), ["bestmove 21"]);
    let among = said(&mut engine, "go depth 3 searchmoves 20 10");
    assert_eq!(among, ["bestmove 10"], "it blocks");
    assert_eq!(said(&mut engine, "go depth 3"), ["bestmove 02"], "the next search is a whole one");
    let refused = said(&mut engine, "go depth 3 searchmoves 20 11");
    let right = "info string error: searchmoves has \"11\", which is refused: 11 is taken";
    assert_eq!(refused, [right]);
}

#[test]
fn a_reply_is_expected_wherever_there_is_one() {
    for game in games() {
        let mut engine = engine();
        said(&mut engine, &format!("setoption name Game value {}", game.name));
        said(&mut engine, "setoption name Ponder value true");
        let mut session = game.start();
        for ply in 0..60 {
            let line = session.history().join(" ");
            let moves = if line.is_empty() { line } else { format!(" moves {line}") };
            said(&mut engine, &format!("position startpos{moves}"));
            if session.outcome().is_some() {
                break;
            }
            let answer = said(&mut engine, &format!("go depth {}", 1 + ply % 3)).concat();
            let words: Vec<&str> = answer.split_whitespace().collect();
            session.play(words[1]).unwrap();
            match session.outcome() {
                None => assert!(session.read(words[3]).is_ok(), "{} {answer}", game.name),
                Some(_) => assert_eq!(words.len(), 2, "{} {answer}", game.name),
            }
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_by_the_legal_moves_that_the_engine_tells() {
    for game in games() {
        let mut engine = engine();
        said(&mut engine, &format!("setoption name Game value {}", game.name));
        let mut session = game.start();
        for ply in 0..40 {
            let legal = asked(&mut engine, "legal");
            let mut moves = legal.split_whitespace().skip(1);
            let Some(mv) = moves.nth(ply % 2).or_else(|| legal.split_whitespace().nth(1)) else {
                break;
            };
            session.play(mv).unwrap();
            let line = Command::Position { start: "startpos".into(), moves: session.history() };
            assert!(said(&mut engine, &line.to_string()).is_empty(), "{line}");
            assert_eq!(asked(&mut engine, "fen"), format!("response {}", session.position()));
        }
        let over = session.outcome().is_some();
        assert_eq!(asked(&mut engine, "gameover"), format!("response {over}"));
    }
}

#[test]
fn numbers_of_any_size_are_limits() {
    let Ok(Some(Command::Go(go))) =
        Command::read("go p1time -5 p2time 99999999999999999999999 depth 4294967296 nodes 0")
    else {
        panic!("not a go");
    };
    assert_eq!(go.time, [Some(0), Some(u64::MAX)]);
    assert_eq!((go.limits(1).depth, go.limits(1).nodes), (100, 1));
}

#[test]
fn info_tells_values_and_proven_wins_which_can_be_read_again() {
    let mut info = Info {
        depth: 3,
        selective_depth: 5,
        line: 1,
        score: Score::DRAW,
        moves: vec!["11".to_string(), "00".to_string()],
        nodes: 1000,
        hits: 2,
        fill: 7,
    };
    assert_eq!(
        info_line(&info, 0.5),
        "info depth 3 seldepth 5 multipv 1 score value 0 nodes 1000 nps 2000 hits 2 hashfull 7 \
         time 500 pv 11 00"
    );
    for score in [Score::win_in(5), Score::lose_in(4), Score::estimate(-12), Score::DRAW] {
        info.score = score;
        assert_eq!(read_score(&info_line(&info, 1.0)), Some(score));
    }
    assert_eq!(score_words(Score::lose_in(4)), "lose 4");
}

/// An engine that writes the given lines, and then nothing.
#[derive(Default)]
struct Script {
    lines: VecDeque<&'static str>,
    received: Vec<String>,
    allowed: Vec<u64>,
}

impl EngineIo for Script {
    fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        self.received.push(line.into());
        Ok(())
    }

    fn start_clock(&mut self, milliseconds: u64) {
        self.allowed.push(milliseconds);
    }

    fn receive(&mut self) -> Result<Option<String>, Forfeit> {
        Ok(self.lines.pop_front().map(String::from))
    }

    fn elapsed(&self) -> u64 {
        7
    }
}

const HELLO: [&str; 5] = [
    "id name Script",
    "strange words",
    "option name Colour of eyes type button",
    "option name Game type combo default nim var nim var tictactoe",
    "ugiok",
];

fn arbiter(lines: &[&'static str]) -> Arbiter<Script> {
    let lines = HELLO.iter().chain(lines).copied().collect();
    Arbiter::handshake(Script { lines, ..Script::default() }, Timeouts::default()).unwrap()
}

#[test]
fn an_arbiter_tells_the_position_and_takes_the_move() {
    let mut arbiter = arbiter(&[
        "readyok",
        "info depth 1 score value 3",
        "readyok",
        "info depth 1 score value 4 pv 22",
        "query legal",
        "query nonsense",
        "info string no score here",
        "bestmove 22",
    ]);
    assert_eq!(
        (arbiter.name(), arbiter.games()),
        ("Script", &["nim".into(), "tictactoe".into()][..])
    );
    let game = find("tictactoe").unwrap();
    arbiter.new_game(game).unwrap();
    let mut session = game.start();
    session.play_all("11 00").unwrap();
    let go = Go::clock([900, 800], [10, 10]);
    let chosen = arbiter.choose(&*session, "startpos", &session.history(), &go).unwrap();
    assert_eq!((chosen.mv.as_str(), chosen.time), ("22", 7));
    assert_eq!((chosen.stats.score, chosen.stats.depth), (Some(Score::estimate(4)), Some(1)));
    let timeouts = Timeouts::default();
    assert_eq!(*arbiter.io().allowed.last().unwrap(), 900 + timeouts.margin + timeouts.patience);
    assert_eq!(
        arbiter.io().received,
        [
            "ugi",
            "setoption name Game value tictactoe",
            "uginewgame",
            "isready",
            "position startpos moves 11 00",
            "isready",
            "go p1time 900 p2time 800 p1inc 10 p2inc 10",
            "response 01 02 10 12 20 21 22",
        ]
    );
}

#[test]
fn an_engine_that_does_not_keep_to_the_rules_forfeits() {
    let session = find("tictactoe").unwrap().start();
    let forfeit = |lines: &[&'static str]| {
        arbiter(lines).choose(&*session, "startpos", &[], &Go::depth(1)).unwrap_err()
    };
    let thinking = Timeouts::default().thinking;
    let ready = Timeouts::default().ready;
    assert_eq!(
        forfeit(&["readyok", "info depth 1"]),
        Forfeit::Silent { word: "go", milliseconds: thinking }
    );
    assert_eq!(forfeit(&[]), Forfeit::Silent { word: "isready", milliseconds: ready });
    assert_eq!(forfeit(&["readyok", "bestmove 33"]).kind(), "Illegal");
    assert_eq!(forfeit(&["readyok", "bestmove none"]).kind(), "Illegal");
    assert_eq!(forfeit(&["readyok", "bestmove"]).kind(), "Garbage");
    assert_eq!(forfeit(&["readyok", "bestmove 11 ponder"]).kind(), "Garbage");
    assert_eq!(forfeit(&["readyok", "bestmove 11 ponder 22 33"]).kind(), "Garbage");
    assert_eq!(forfeit(&["readyok", "bestmove 33 ponder 22"]).kind(), "Illegal");
    assert_eq!(forfeit(&["bestmove 11", "readyok"]).kind(), "Unasked");
    let error = Forfeit::Refused { reason: "no such file".into() };
    for said in ["info string error: no such file", "info string ERROR: no such file"] {
        assert_eq!(forfeit(&[said, "readyok", "bestmove 11"]), error);
        assert_eq!(forfeit(&["readyok", said, "bestmove 11"]), error);
    }
    let moved =
        arbiter(&["info string errors 3", "info string terror: 0", "readyok", "bestmove 11"])
            .choose(&*session, "startpos", &[], &Go::depth(1));
    assert!(moved.is_ok(), "{moved:?}");
    let refused = arbiter(&[]).new_game(find("byte").unwrap()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "does not play byte: its option Game offers \"nim, tictactoe\""
    );
    let silent = Arbiter::handshake(Script::default(), Timeouts::default());
    assert_eq!(silent.err().unwrap().kind(), "Silent");
}

#[test]
fn the_reply_that_an_engine_expects_is_read() {
    let session = find("tictactoe").unwrap().start();
    let line = "bestmove 11 ponder 22";
    let chosen = arbiter(&["readyok", line]).choose(&*session, "startpos", &[], &Go::depth(1));
    assert_eq!(chosen.unwrap().mv, "11");
    let read = Reply::read(line).unwrap().unwrap();
    assert_eq!(read, Reply::BestMove { mv: "11".into(), ponder: Some("22".into()) });
    assert_eq!(read.to_string(), line);
}

#[test]
fn a_question_that_is_not_answered_is_told_from_one_that_is() {
    let mut arbiter = arbiter(&["response true", "readyok", "readyok"]);
    assert_eq!(arbiter.query(Query::P1Turn), Ok(Some("true".into())));
    assert_eq!(arbiter.query(Query::P1Turn), Ok(None));
}

/// Any limits.
fn limits() -> impl Strategy<Value = Go> {
    let maybe = || proptest::option::of(any::<u64>());
    let depth = proptest::option::of(any::<u32>());
    let moves = proptest::collection::vec("[a-h0-9@-]{1,4}", 0..3);
    (maybe(), maybe(), any::<[u64; 2]>(), maybe(), depth, maybe(), any::<bool>(), moves)
        .prop_map(|(p1, p2, increment, movetime, depth, nodes, ponder, searchmoves)| Go {
            time: [p1, p2],
            increment,
            movetime,
            depth,
            nodes,
            infinite: false,
            ponder,
            searchmoves,
        })
        .prop_map(|go| Go { infinite: go.is_infinite(), ..go })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_one_side_writes_the_other_reads(
        go in limits(),
        name in "[A-Za-z]{1,8}( [a-z]{1,5})?",
        value in "([a-z0-9,]{1,8}( [a-z]{1,5})?)?",
        start in "[0-9/]{1,9} [A-Z] [0-9,]{1,5}",
        moves in proptest::collection::vec("[a-h0-9@-]{1,6}", 0..5),
    ) {
        prop_assume!(!["value", "name"].iter().any(|word| name.contains(word) || value.contains(word)));
        let commands = [
            Command::Go(go),
            Command::SetOption { name, value },
            Command::Position { start, moves: moves.clone() },
            Command::Position { start: "startpos".into(), moves },
            Command::NewGame,
            Command::PonderHit,
        ];
        for command in commands {
            prop_assert_eq!(Command::read(&command.to_string()), Ok(Some(command)));
        }
    }

    #[test]
    fn no_line_of_any_words_breaks_either_side(
        words in proptest::collection::vec(
            "(ugi|position|startpos|fen|moves|go|depth|[0-9-]{1,20}|setoption|name|value|Game|nim|query|legal|bestmove|option|type|combo|spin|min|max|id|\\PC{0,5})",
            0..8,
        ),
    ) {
        let line = words.join(" ");
        // A search may take long, and is not run here.
        for act in engine().handle(&line, false) {
            if let Action::Write(said) = act {
                prop_assert!(!said.contains('\n'));
            }
        }
        let _ = Reply::read(&line);
    }
}

#[test]
fn the_word_value_ends_the_name_of_an_option_whatever_blanks_are_around_it() {
    let read = |line: &str| Command::read(line).unwrap().unwrap().to_string();
    for line in
        ["setoption name e value x", "setoption name e\tvalue\tx", "setoption name e  value  x "]
    {
        assert_eq!(read(line), "setoption name e value x", "{line:?}");
    }
    let twice = read("setoption name e value\t value");
    assert_eq!(twice, "setoption name e value value");
    assert_eq!(read(&twice), twice);
}

#[test]
fn an_engine_is_as_before_when_there_is_no_memory_for_another_table() {
    let session = find("nim").unwrap().start();
    let mut engine = AnyEngine::default();
    assert_eq!(engine.bytes(), 0);
    session.prepare(&mut engine, usize::MAX / 2).unwrap_err();
    assert_eq!(engine.bytes(), 0);
    session.prepare(&mut engine, 1 << 20).unwrap();
    let refused = session.prepare(&mut engine, usize::MAX / 2).unwrap_err();
    assert_eq!((refused.kind(), engine.bytes()), ("TooLarge", 1 << 20));
}
