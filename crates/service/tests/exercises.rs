//! The puzzles and lessons of the program.

use std::collections::HashSet;

use agon_arena::puzzle::PuzzleTheme;
use agon_arena::{find, games};
use agon_core::Verdict;
use agon_search::SearchControl;

use agon_service::exercises::{ExerciseFile, Exercises};
use agon_service::lessons::{
    self, LessonFault, LessonFiles, board_of, explain_rules, facts_of, faults, lesson_names, read,
    reason_of,
};
use agon_service::protocol::{
    ExerciseRequest, Lesson, LessonAttempt, LessonTask, LessonTry, PuzzleVerdict, Reply,
    RequestError, RuleFile,
};
use agon_service::puzzles::{MAX_BYTES, PuzzleFile, PuzzleFiles, StoredPuzzle, built_in};

fn lesson(name: &str, language: &str) -> Result<Lesson, RequestError> {
    LessonFiles::built_in().lesson(name, language)
}

fn built_in_files() -> PuzzleFiles {
    PuzzleFiles::new(|_| None)
}

fn file(game: &str) -> PuzzleFile {
    PuzzleFile::read(built_in(game).unwrap().as_bytes())
        .unwrap_or_else(|refusal| panic!("{game}: {refusal}"))
}

#[test]
fn every_game_has_proven_puzzles_that_differ() {
    let bytes = games().iter().map(|entry| built_in(entry.name).unwrap().len()).sum::<usize>();
    assert!(bytes < 100 << 10, "{bytes}");
    for entry in games() {
        let file = file(entry.name);
        let count = file.puzzles.len();
        // Tic-tac-toe is soon exhausted.
        let is_small = entry.name == "tictactoe";
        assert!(if is_small { count <= 20 } else { count >= 100 }, "{}: {count}", entry.name);
        let is_long = |puzzle: &&StoredPuzzle| {
            puzzle.theme != Some(PuzzleTheme::WinNow) && puzzle.goal.moves() != Some(1)
        };
        let long = file.puzzles.iter().filter(is_long).count();
        assert!(5 * long >= 2 * count, "{}: {long} of {count} take longer than a move", entry.name);
        let maker = entry.puzzles.unwrap();
        let mut known = HashSet::new();
        for puzzle in &file.puzzles {
            let proven = maker.check(&puzzle.position, puzzle.goal, &puzzle.line, &());
            let proven = proven.unwrap_or_else(|refused| panic!("{}: {refused}", puzzle.position));
            assert_eq!(puzzle.theme, Some(proven.theme), "{}", puzzle.position);
            assert!(known.insert(proven.canonical), "{}: twice", puzzle.position);
        }
    }
}

#[test]
fn the_solution_solves_a_puzzle_and_every_other_first_move_is_refuted() {
    let files = built_in_files();
    for entry in games() {
        let file = file(entry.name);
        for puzzle in file.puzzles.iter().step_by(40) {
            let attempt =
                |moves: &[String], hint| files.attempt(entry.name, &puzzle.id, moves, hint);
            let start = attempt(&[], true).unwrap();
            assert!(start.verdict == PuzzleVerdict::Open && start.hint.is_some());
            for made in (1..=puzzle.line.len()).step_by(2) {
                let reply = attempt(&puzzle.line[..made], false).unwrap();
                let is_last = made + 1 >= puzzle.line.len();
                let verdict = if is_last { PuzzleVerdict::Solved } else { PuzzleVerdict::Right };
                assert_eq!(reply.verdict, verdict, "{} {made}", puzzle.position);
            }
            let mut right = Vec::new();
            // Of moves that end the game by the same elements, only one has a path.
            for mv in start.board.moves.iter().filter(|mv| !mv.paths.is_empty()) {
                let tried = attempt(std::slice::from_ref(&mv.text), false).unwrap();
                let is_told = tried.loses == Some(true) || !tried.line.is_empty();
                match tried.verdict == PuzzleVerdict::Wrong {
                    true => assert!(is_told, "{} {}", puzzle.position, mv.text),
                    false => right.push(&mv.text),
                }
            }
            assert_eq!(right.len(), 1, "{}: {right:?}", puzzle.position);
        }
    }
}

#[test]
fn moves_that_are_not_of_the_puzzle_are_refused() {
    let files = built_in_files();
    let id = &file("tictactoe").puzzles[0].id;
    let attempt = |id: &str, moves: &[&str], hint| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        files.attempt("tictactoe", id, &moves, hint).unwrap_err().kind
    };
    assert_eq!(attempt("none", &[], false), "NoPuzzle");
    assert_eq!(attempt(id, &["99"], false), "MoveText");
    assert_eq!(attempt(id, &["00", "99"], true), "InLine");
    assert_eq!(attempt(id, &["00"; 200], false), "Bound");
    assert_eq!(files.list("chess").unwrap_err().kind, "NoGame");
    let long = file("byte").puzzles.into_iter().find(|puzzle| puzzle.line.len() > 2).unwrap();
    let session = find("byte").unwrap().open(&long.position).unwrap();
    let wrong = session.moves().into_iter().find(|mv| mv.text != long.line[0]).unwrap();
    let off = files.attempt("byte", &long.id, &[wrong.text], true);
    assert_eq!(off.unwrap_err().kind, "OffLine");
}

#[test]
fn a_damaged_or_newer_file_is_refused_with_a_reason_and_the_others_stay() {
    let good = built_in("nim").unwrap();
    let cases = [
        (good[..good.len() / 2].to_string(), "Puzzles", "damaged"),
        (good.replace("\"version\":2", "\"version\":9"), "PuzzlesNewer", "newer agon"),
        (good.replace("\"version\":2", "\"version\":0"), "Puzzles", "no version 0"),
        (good.replace("agon puzzles", "other"), "Puzzles", "no file of puzzles"),
        (good.replace("\"side\":\"p1\"", "\"side\":\"p2\""), "Puzzles", "other side"),
        (good.replacen("only", "lose", 1), "Puzzles", "its goal"),
        (good.replacen("endgame", "chase", 1), "Puzzles", "its theme"),
        (good.replace("\"seed\"", "\"sead\""), "Puzzles", "unknown field"),
        (built_in("tictactoe").unwrap().to_string(), "Puzzles", "puzzles of tictactoe, not of nim"),
        (" ".repeat(MAX_BYTES + 1), "Puzzles", "at most"),
    ];
    for (text, kind, why) in cases {
        let files = PuzzleFiles::new(|game| (game == "nim").then(|| text.clone().into_bytes()));
        let error = files.list("nim").unwrap_err();
        assert_eq!(error.kind, kind, "{}", error.text);
        assert!(error.text.contains(why), "{}", error.text);
        assert_eq!(files.faults().count(), 1);
        assert!(files.list("byte").is_ok());
    }
}

#[test]
fn a_written_file_is_read_back() {
    let maker = find("tictactoe").unwrap().puzzles.unwrap();
    let candidates = (maker.find)(1, 0, &()).unwrap().unwrap();
    let puzzles: Vec<_> = candidates.iter().filter_map(|it| maker.prove(it, &()).ok()).collect();
    let mut puzzles = puzzles[..5].to_vec();
    puzzles.sort_by_key(|puzzle| puzzle.rating);
    let read = PuzzleFile::read(PuzzleFile::write("tictactoe", 7, &puzzles).as_bytes()).unwrap();
    assert_eq!((read.entry.name, read.seed), ("tictactoe", 7));
    for (stored, puzzle) in read.puzzles.iter().zip(&puzzles) {
        assert_eq!((&stored.position, &stored.line), (&puzzle.position, &puzzle.line));
        assert_eq!((stored.theme, stored.rating), (Some(puzzle.theme), puzzle.rating));
    }
}

#[test]
fn every_lesson_has_steps_in_three_languages_and_no_faults() {
    assert!(games().iter().all(|entry| lesson(entry.name, "en").is_ok()));
    for name in lesson_names() {
        assert_eq!(faults(lessons::built_in(name).unwrap()), [], "{name}");
        let [english, others @ ..] =
            ["en", "el", "sr"].map(|language| lesson(name, language).unwrap());
        assert!(english.goal.is_some() && (5..=12).contains(&english.steps.len()), "{name}");
        for (place, step) in english.steps.iter().enumerate() {
            let texts = others.iter().map(|other| &other.steps[place].text);
            assert!(texts.clone().all(|text| text.len() > 20 && *text != step.text));
        }
        let last = &english.steps[english.steps.len() - 1].task;
        let is_play = matches!(last, LessonTask::Play { .. } | LessonTask::Open {});
        assert!(is_play, "{name} ends with a small game");
    }
}

fn attempt(name: &str, step: usize, tried: LessonTry) -> LessonAttempt {
    let attempt = LessonFiles::built_in().attempt(name, step, "en", &tried);
    attempt.unwrap_or_else(|error| panic!("{name} {step}: {}", error.text))
}

fn moves(list: &[&str]) -> LessonTry {
    LessonTry { moves: list.iter().map(ToString::to_string).collect(), ..LessonTry::default() }
}

#[test]
fn every_wrong_try_of_a_step_is_explained_and_some_try_is_right() {
    for name in lesson_names() {
        for (place, step) in lesson(name, "en").unwrap().steps.iter().enumerate() {
            let tries: Vec<LessonTry> = match &step.task {
                LessonTask::Move { .. } | LessonTask::End {} => {
                    let board = board_of(
                        &lesson(name, "en").unwrap().game,
                        step.position.as_ref().unwrap(),
                        &[],
                        None,
                    );
                    board.unwrap().moves.iter().map(|mv| moves(&[&mv.text])).collect()
                }
                LessonTask::Answer { options, .. } => (0..options.len() as u32)
                    .map(|answer| LessonTry { answer: Some(answer), ..LessonTry::default() })
                    .collect(),
                _ => continue,
            };
            let judged: Vec<LessonAttempt> =
                tries.into_iter().map(|tried| attempt(name, place, tried)).collect();
            let is_right = |it: &&LessonAttempt| it.verdict == PuzzleVerdict::Solved;
            assert!(judged.iter().any(|it| is_right(&it)), "{name} {place}");
            for wrong in judged.iter().filter(|it| it.verdict == PuzzleVerdict::Wrong) {
                assert!(
                    wrong.text.is_some(),
                    "{name} {place}: {:?}",
                    wrong.board.as_ref().map(|it| &it.after)
                );
            }
        }
    }
}

#[test]
fn what_the_lesson_of_nim_calls_right_wins_and_all_else_loses() {
    let steps = lesson("nim", "en").unwrap().steps;
    let asks_for_a_win = [2, 5, 6, 7, 8];
    for place in asks_for_a_win {
        let position = steps[place].position.as_ref().unwrap();
        let session = find("nim").unwrap().open(position).unwrap();
        for proven in session.verdicts(&()).unwrap() {
            let judged = attempt("nim", place, moves(&[&proven.text])).verdict;
            let wins = proven.proven.verdict == Verdict::Win;
            assert_eq!(judged == PuzzleVerdict::Solved, wins, "{position} {}", proven.text);
        }
    }
    // The exception of the misere play: by the sizes alone it would be [1,1].
    let wrong = attempt("nim", 6, moves(&["[1,1]"]));
    assert!(wrong.text.unwrap().contains("last one is yours"));
    // What speaks against it is proven, too, and named by the game's own kinds.
    let reasons = wrong.explanation.unwrap().claims;
    assert!(reasons.iter().any(|claim| claim.kind == "nim.exception"), "{reasons:?}");
    assert!(reasons.iter().all(|claim| !claim.good));
    assert!(attempt("nim", 6, moves(&["[1]"])).explanation.is_none(), "that is right");
}

#[test]
fn what_a_step_hides_is_not_told_by_reasons() {
    let steps = lesson("theseus", "en").unwrap().steps;
    let is_dark = |step: &usize| steps[*step].view.is_some();
    for place in (0..steps.len()).filter(is_dark) {
        let LessonTask::Move { .. } = steps[place].task else { continue };
        for die in ["1", "3", "5", "7"] {
            let tried =
                lessons::LessonFiles::built_in().attempt("theseus", place, "en", &moves(&[die]));
            assert!(tried.is_err() || tried.unwrap().explanation.is_none(), "{place} {die}");
        }
    }
}

#[test]
fn rules_are_right_if_they_give_the_points_that_were_asked_for() {
    let rules = |source: &str| LessonTry {
        rules: Some(RuleFile { name: "x.rules".into(), source: source.into() }),
        ..LessonTry::default()
    };
    let top = "game byte.\nvalue(C, 10) :- top(S, C).\n";
    let nothing = attempt("rules", 1, rules(&format!("{top}value(C, 0) :- at(S, 0, C).\n")));
    assert_eq!(nothing.verdict, PuzzleVerdict::Wrong);
    let difference = nothing.difference.unwrap();
    assert_ne!(difference.found, difference.wanted);
    let right = attempt("rules", 1, rules(&format!("{top}value(D, 5) :- at(X, 0, D).\n")));
    assert!(right.verdict == PuzzleVerdict::Solved && right.explained.is_some());
    // The points are right, but not by the name that was asked for.
    let unnamed = format!("{top}value(C, 20) :- stack(S, H), H >= 3, top(S, C). % tall\n");
    let unnamed = attempt("rules", 3, rules(&unnamed));
    assert_eq!((unnamed.verdict, unnamed.unused.as_deref()), (PuzzleVerdict::Wrong, Some("tall")));
    let named = "game byte.\nvalue(C, 100 * N) :- score(C, N).\nnear(S, C) :- top(S, C).\n";
    assert!(attempt("heuristic", 2, rules(named)).difference.is_some(), "only the name is there");
    let broken = LessonFiles::built_in().attempt("rules", 1, "en", &rules("game byte.\nvalue("));
    assert!(!broken.unwrap_err().rule_errors.is_empty());
}

#[test]
fn a_knowledge_base_grows_by_right_values_and_says_why_others_are_wrong() {
    let next = |known: usize, value: Option<u32>| {
        attempt("solving", 1, LessonTry { known, answer: value, ..LessonTry::default() })
    };
    let [win, lose] = [Some(0), Some(2)];
    assert_eq!(next(0, None).board.unwrap().position.as_deref(), Some("[]"));
    assert_eq!(next(0, win).verdict, PuzzleVerdict::Right);
    let wrong = next(2, lose);
    assert_eq!((wrong.verdict, wrong.base.len()), (PuzzleVerdict::Wrong, 2));
    assert!(wrong.reached.iter().any(|it| it.position == "[1]" && it.value == Verdict::Lose));
    let last = next(4, win);
    assert_eq!((last.verdict, last.base.len()), (PuzzleVerdict::Solved, 5));
    let beyond = LessonTry { known: 5, ..LessonTry::default() };
    assert!(LessonFiles::built_in().attempt("solving", 1, "en", &beyond).is_err());
}

#[test]
fn positions_of_the_search_are_counted_by_the_search() {
    let count = |step: usize, answer: u32| {
        attempt("search", step, LessonTry { answer: Some(answer), ..LessonTry::default() })
    };
    assert_eq!(count(1, 26).count, Some(26));
    assert_eq!(count(1, 20).verdict, PuzzleVerdict::Wrong);
    assert!(count(1, 20).text.unwrap().contains("leaves") && count(1, 20).count.is_none());
    assert_eq!(count(5, 3).verdict, PuzzleVerdict::Solved);
}

#[test]
fn a_small_game_is_played_to_its_end_by_the_rules() {
    for name in lesson_names() {
        let lesson = lesson(name, "en").unwrap();
        let (place, step) = (lesson.steps.len() - 1, lesson.steps.last().unwrap());
        let LessonTask::Play { .. } = step.task else { continue };
        // An engine can do what is asked of the learner.
        let mut line: Vec<String> = Vec::new();
        let last = loop {
            let mut session =
                find(&lesson.game).unwrap().open(step.position.as_ref().unwrap()).unwrap();
            session.play_all(&line.join(" ")).unwrap();
            let me = session.to_move();
            let player = if session.is_solved() { "perfect" } else { "engine:nodes=20000" };
            session.set_player(me, player.parse().unwrap()).unwrap();
            let mv = session.choose(&SearchControl::default(), &()).unwrap().unwrap().mv;
            line.push(mv);
            let tried = LessonTry { moves: line.clone(), ..LessonTry::default() };
            let reply = attempt(name, place, tried);
            if reply.verdict != PuzzleVerdict::Open {
                break reply.verdict;
            }
            line.clone_from(&reply.line.last().unwrap().after);
        };
        assert_eq!(last, PuzzleVerdict::Solved, "{name}");
    }
}

#[test]
fn faults_of_a_lesson_are_told_at_their_line() {
    let good = lessons::built_in("nim").unwrap();
    let cases = [
        (
            good.replacen("\"[2,2]\"]},\"rep", "\"[2,9]\"]},\"rep", 1),
            3,
            "steps[1].task.right",
            "[2,9] is no legal move",
        ),
        (good.replacen("\"[5]\"", "\"[5\"", 1), 3, "steps[1].position", ""),
        (
            good.replacen("\"kind\":\"answer\"", "\"kind\":\"ask\"", 1),
            5,
            "steps[3]",
            "unknown variant",
        ),
        (good.replacen("\"el\":\"Ναι\",", "", 1), 5, "steps[3].task.options[0]", "el is missing"),
        (good.replace("\"right\":1", "\"right\":2"), 5, "steps[3].task.right", "0 to 1"),
        (
            good.replace("\"perfect\"", "\"engine:nodes=1\""),
            11,
            "steps[9].task.opponent",
            "level:6",
        ),
        (good.replace("\"game\":\"nim\"", "\"game\":\"chess\""), 1, "game", "chess"),
        (good.replace("\"version\":1", "\"version\":7"), 1, "version", "version 7"),
        (good[..good.len() - 8].to_string(), 11, "", "EOF"),
    ];
    for (text, line, place, why) in cases {
        let found = faults(&text);
        let fits = |it: &LessonFault| it.line == line && it.place == place && it.why.contains(why);
        assert!(found.len() == 1 && fits(&found[0]), "{why}: {found:?}");
    }
    let rules = lessons::built_in("rules").unwrap();
    let done = rules.replacen("value(C, 5) :- top(S, C).", "value(C, 10) :- top(S, C).", 1);
    assert!(faults(&done)[0].why.contains("already"), "{:?}", faults(&done));
    assert!(faults(&" ".repeat(lessons::MAX_BYTES + 1))[0].why.contains("at most"));
}

#[test]
fn unknown_damaged_and_newer_lessons_are_refused() {
    let kind = |error: Result<Lesson, RequestError>| error.unwrap_err().kind;
    assert_eq!(kind(lesson("chess", "en")), "NoLesson");
    let good = lessons::built_in(lesson_names()[0]).unwrap();
    assert_eq!(kind(read(&good[..100], "en")), "LessonFile");
    assert_eq!(kind(read(&good.replace("\"kind\"", "\"kin\""), "en")), "LessonFile");
    assert_eq!(kind(read(&good.replace("\"version\":1", "\"version\":2"), "en")), "LessonNewer");
    assert_eq!(
        lesson("nim", "fr").unwrap().steps[0].text,
        lesson("nim", "en").unwrap().steps[0].text
    );
}

#[test]
fn boards_and_reasons_follow_the_rules_and_refuse_what_is_not_allowed() {
    let moves = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(board_of("tictactoe", "startpos", &moves(&["11"]), None).unwrap().moves.len(), 8);
    assert!(board_of("tictactoe", "startpos", &moves(&["11", "11"]), None).is_err());
    assert!(board_of("tictactoe", "nonsense", &[], None).is_err());
    assert!(board_of("tictactoe", "startpos", &moves(&["11"; 101]), None).is_err());
    let far = "00000/00000/00000/00000/00000 B 11,33 13,31";
    let why = reason_of("santorini", far, &[], &moves(&["11", "44"])).unwrap();
    assert_eq!(why.reason.unwrap().kind, "StepTooFar");
}

#[test]
fn the_facts_of_a_position_are_those_that_queries_find() {
    for entry in games() {
        let mut session = entry.start();
        let some = session.moves()[0].text.clone();
        session.play(&some).unwrap();
        let facts = facts_of(entry.name, &session.position()).unwrap();
        let source = format!("game {}.\nvalue(me, 0).\n", entry.name);
        session.load_rules("facts", source.as_bytes()).unwrap();
        let rules = session.rules("facts").unwrap();
        for (relation, listed) in session.vocabulary().relations.iter().zip(&facts.relations) {
            let columns: Vec<String> =
                (0..relation.columns.len()).map(|at| format!("C{at}")).collect();
            let query = format!("{}({})", relation.name, columns.join(", "));
            let found = rules.query(session.to_move(), &query).unwrap().rows;
            assert_eq!(listed.count, found.len(), "{} {query}", entry.name);
            assert_eq!(listed.rows.len(), found.len().min(200));
            let found: HashSet<String> =
                found.iter().map(|row| format!("{}({})", relation.name, row.join(", "))).collect();
            let unquoted = |fact: &String| fact.replace('\'', "");
            assert!(listed.rows.iter().map(unquoted).all(|fact| found.contains(&fact)), "{query}");
        }
    }
    assert_eq!(facts_of("chess", "startpos").unwrap_err().kind, "NoGame");
    assert!(facts_of("byte", "nonsense").is_err());
}

#[test]
fn the_points_of_the_lines_add_up_to_the_value_of_the_rules() {
    for entry in games() {
        let mut session = entry.start();
        for _ in 0..4 {
            let moves = session.moves();
            let Some(mv) = moves.get(moves.len() / 2) else { break };
            session.play(&mv.text).unwrap();
            let rules = RuleFile { name: "x.rules".into(), source: entry.example.into() };
            let explained = explain_rules(entry.name, &session.position(), &rules).unwrap();
            let sum: i64 = explained.lines.iter().map(|line| line.points[0] - line.points[1]).sum();
            assert_eq!(sum, i64::from(explained.score), "{}", session.position());
            session.load_rules("x.rules", entry.example.as_bytes()).unwrap();
            let fast = session.evaluate(Some("x.rules"), session.to_move()).unwrap();
            if session.outcome().is_none() {
                assert_eq!(fast.score.points(), explained.score, "{}", session.position());
            }
            let text: Vec<&str> = entry.example.lines().collect();
            for line in &explained.lines {
                assert!(text[line.line - 1].contains("value"), "{}", line.text);
            }
        }
    }
    let rules = |source: &str| RuleFile { name: "x".into(), source: source.into() };
    let error =
        explain_rules("byte", "startpos", &rules("game byte.\nvalue(C, 1) :- topp(S, C).\n"));
    let sent = serde_json::to_value(error.unwrap_err()).unwrap();
    let error = &sent["troubles"][0];
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &16.into()));
    assert_eq!(error["meant"], "top");
    let long = explain_rules("byte", "startpos", &rules(&"%".repeat((1 << 16) + 1)));
    assert_eq!(long.unwrap_err().rule_errors.len(), 1);
}

#[test]
fn files_that_are_fetched_are_missing_until_they_are_added() {
    let list = || ExerciseRequest::Puzzles { game: "nim".into() };
    let learn = || ExerciseRequest::Lesson { name: "minimax".into(), language: "en".into() };
    let mut fetched = Exercises::default();
    let built_in = Exercises::new(built_in_files(), LessonFiles::built_in());
    for (request, file) in
        [(list(), ExerciseFile::Puzzles("nim")), (learn(), ExerciseFile::Lesson("minimax"))]
    {
        assert_eq!(built_in.missing(&request), None);
        assert_eq!(fetched.missing(&request), Some(file));
        assert!(fetched.answer(request.clone()).is_err());
        assert_eq!(ExerciseFile::at(&file.path()), Some(file));
        let text = match file {
            ExerciseFile::Puzzles(game) => agon_service::puzzles::built_in(game).unwrap(),
            ExerciseFile::Lesson(name) => lessons::built_in(name).unwrap(),
        };
        fetched.add(file, text.into());
        assert_eq!(fetched.missing(&request), None);
        let written = |reply: &Reply| serde_json::to_string(reply).unwrap();
        let replies = [&fetched, &built_in].map(|from| from.answer(request.clone()).unwrap());
        assert_eq!(written(&replies[0]), written(&replies[1]));
    }
    // Unknown names are refused at once, and a fetched file is checked.
    let unknown = ExerciseRequest::Puzzles { game: "chess".into() };
    assert_eq!(fetched.missing(&unknown), None);
    assert_eq!(ExerciseFile::at("lessons/../secret"), None);
    fetched.add(ExerciseFile::Puzzles("nim"), "{".into());
    assert_eq!(fetched.answer(list()).unwrap_err().kind, "Puzzles");
}
