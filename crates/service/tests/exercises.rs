//! The puzzles and lessons of the program.

use std::collections::HashSet;

use agon_arena::{find, games};
use agon_core::Outcome;

use agon_service::exercises::{ExerciseFile, Exercises};
use agon_service::lessons::{
    self, LessonFiles, board_of, explain_rules, facts_of, lesson_names, read, reason_of,
};
use agon_service::protocol::{
    ExerciseRequest, Lesson, LessonStep, LessonTask, PuzzleVerdict, Reply, RequestError, RuleFile,
};
use agon_service::puzzles::{MAX_BYTES, PuzzleFile, PuzzleFiles, built_in};

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
fn every_game_has_a_hundred_proven_puzzles_that_differ() {
    let bytes = games().iter().map(|entry| built_in(entry.name).unwrap().len()).sum::<usize>();
    assert!(bytes < 100 << 10, "{bytes}");
    for entry in games() {
        let file = file(entry.name);
        assert!(file.puzzles.len() >= 100, "{}: {}", entry.name, file.puzzles.len());
        let maker = entry.puzzles.unwrap();
        let mut known = HashSet::new();
        for puzzle in &file.puzzles {
            let proven = maker.check(&puzzle.position, puzzle.goal, &puzzle.line, &());
            let proven = proven.unwrap_or_else(|refused| panic!("{}: {refused}", puzzle.position));
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
        (good.replace("\"version\":1", "\"version\":9"), "PuzzlesNewer", "newer agon"),
        (good.replace("\"version\":1", "\"version\":0"), "Puzzles", "no version 0"),
        (good.replace("agon puzzles", "other"), "Puzzles", "no file of puzzles"),
        (good.replace("\"side\":\"p1\"", "\"side\":\"p2\""), "Puzzles", "other side"),
        (good.replacen("only", "lose", 1), "Puzzles", "its goal"),
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
    puzzles.sort_by_key(|puzzle| puzzle.difficulty);
    let read = PuzzleFile::read(PuzzleFile::write("tictactoe", 7, &puzzles).as_bytes()).unwrap();
    assert_eq!((read.entry.name, read.seed), ("tictactoe", 7));
    for (stored, puzzle) in read.puzzles.iter().zip(&puzzles) {
        assert_eq!((&stored.position, &stored.line), (&puzzle.position, &puzzle.line));
    }
}

#[test]
fn every_lesson_has_steps_in_three_languages_that_the_rules_allow() {
    assert!(games().iter().all(|entry| lesson(entry.name, "en").is_ok()));
    for name in lesson_names() {
        let [english, others @ ..] =
            ["en", "el", "sr"].map(|language| lesson(name, language).unwrap());
        assert!((5..=10).contains(&english.steps.len()), "{name}");
        for (place, step) in english.steps.iter().enumerate() {
            let texts = others.iter().map(|other| &other.steps[place].text);
            assert!(texts.clone().all(|text| text.len() > 20 && *text != step.text));
            check(name, &english.game, step);
        }
    }
}

/// Checks that the task of a step can be done.
fn check(name: &str, game: &str, step: &LessonStep) {
    let Some(position) = &step.position else {
        assert!(step.tree.is_some(), "{name}: {}", step.text);
        return;
    };
    let board = board_of(game, position, &[]).unwrap();
    let wins = |mv: &String| {
        let after = board_of(game, position, std::slice::from_ref(mv)).unwrap();
        after.outcome == board.to_move.map(Outcome::Win)
    };
    let moves: Vec<String> = board.moves.iter().map(|mv| mv.text.clone()).collect();
    match &step.task {
        LessonTask::Move { right, .. } => {
            assert!(!moves.is_empty(), "{name}: {position}");
            let mut right = right.iter().flatten();
            assert!(right.all(|mv| moves.contains(mv)), "{name}: {moves:?}");
        }
        LessonTask::End {} => assert!(moves.iter().any(wins), "{name}: {position}"),
        LessonTask::Answer { options, right } => assert!(*right < options.len()),
        LessonTask::Rules { source, .. } => {
            let rules = RuleFile { name: "lesson".into(), source: source.clone() };
            let explained = explain_rules(game, position, &rules).unwrap();
            let first = &explained.lines[0];
            assert!(first.counts[0] > 0 && !first.proofs.is_empty(), "{name}");
        }
        LessonTask::Read {} | LessonTask::Open {} => (),
    }
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
    assert_eq!(board_of("tictactoe", "startpos", &moves(&["11"])).unwrap().moves.len(), 8);
    assert!(board_of("tictactoe", "startpos", &moves(&["11", "11"])).is_err());
    assert!(board_of("tictactoe", "nonsense", &[]).is_err());
    assert!(board_of("tictactoe", "startpos", &moves(&["11"; 101])).is_err());
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
    let built_in = Exercises::with_puzzles(built_in_files());
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
