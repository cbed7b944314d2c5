//! The assignment's transcript, variants of its syntax, and lines that are refused.

use agon_core::Refusal as _;
use proptest::prelude::*;

use super::*;
use crate::limits::{self, Limit};

/// What is said where a limit is reached.
fn refused(limit: Limit) -> Result<Option<String>, Refusal> {
    Err(limit.exceeded().into())
}

/// The transcript of the assignment: typed lines, each followed by its output, if any.
const TRANSCRIPT: &str = include_str!("transcript.txt");

/// A session after these lines.
fn session_after(lines: &[&str]) -> HaskellRepl {
    let mut session = HaskellRepl::default();
    for line in lines {
        assert_eq!(session.evaluate(line), Ok(None), "{line}");
    }
    session
}

const GAMES: [&str; 2] = [
    "game1 = initializeGame ((0, 0), (1, 1)) ((2, 2),(3, 3))",
    "game2 = tryMove game1 ((0,0),(1,0),(2,0))",
];

/// Checks a transcript and gives the number of answers in it.
fn check(transcript: &str) -> usize {
    let mut session = HaskellRepl::default();
    let mut answers = 0;
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        let said = session.evaluate(line).expect(line);
        let is_typed = |line: &&str| line.starts_with('*') || line.trim_start().starts_with("--");
        let printed = lines.next_if(|next| !is_typed(next));
        assert_eq!(said.as_deref(), printed, "{line}");
        answers += usize::from(said.is_some());
    }
    answers
}

#[test]
fn the_transcript_is_answered_to_the_character() {
    assert_eq!(check(TRANSCRIPT), 6);
}

#[test]
fn the_session_in_the_readme_is_true() {
    let readme = include_str!("../../../games/src/santorini/README.md");
    let block = readme.split("```").find(|block| block.starts_with("text\n*StudentCode>"));
    assert_eq!(check(block.unwrap().strip_prefix("text\n").unwrap()), 2);
}

#[test]
fn an_evaluation_is_a_whole_number_for_the_side_that_is_asked_about() {
    let mut session = session_after(&GAMES);
    let mut value = |side: char| -> i64 {
        let line = format!("*StudentCode> evaluateState '{side}' game2");
        session.evaluate(&line).unwrap().unwrap().parse().unwrap()
    };
    assert_eq!(value('B'), -value('R'));
}

#[test]
fn a_finished_game_names_the_winner_and_accepts_no_move() {
    let mut session = session_after(&GAMES[..1]);
    // Blue climbs 10, 20 and 30 while red walks and builds elsewhere; red builds too.
    let line = [
        "((0,0),(1,0),(0,0))",
        "((2,2),(2,1),(2,0))",
        "((1,0),(0,0),(1,0))",
        "((2,1),(2,2),(1,2))",
        "((1,1),(0,1),(1,0))",
        "((2,2),(2,3),(1,2))",
        "((0,0),(1,0),(1,1))",
        "((2,3),(2,4),(1,4))",
        "((0,1),(0,0),(1,1))",
        "((2,4),(2,3),(1,4))",
        "((0,0),(0,1),(1,1))",
        "((2,3),(2,4),(1,4))",
        "((1,0),(1,1),(0,0))",
    ];
    let nested = line.iter().fold("game1".to_string(), |game, mv| format!("(tryMove {game} {mv})"));
    assert_eq!(session.evaluate(&format!("over = {nested}")), Ok(None));
    let shown = session.evaluate("screenshotGame over").unwrap().unwrap();
    assert!(shown.starts_with("(True,'B',((1,1),(0,1)),"), "{shown}");
    let again =
        session.evaluate("screenshotGame (tryMove over ((2,4),(3,4),(4,4)))").unwrap().unwrap();
    assert_eq!(again, shown);
    assert_eq!(session.evaluate("possibleMoves over"), Ok(Some("[]".into())));
    assert_eq!(session.evaluate("evaluateState 'R' over"), Ok(Some("-1000000".into())));
}

#[test]
fn spacing_comments_nesting_and_dollars_are_understood() {
    let mut session = session_after(&GAMES);
    let expected = Ok(Some("(False,'B',((0,0),(1,1)),((2,2),(3,3)),[])".to_string()));
    for line in [
        "screenshotGame game1",
        "  screenshotGame\tgame1   -- σχόλιο",
        "*StudentCode> screenshotGame game1",
        "\u{feff}screenshotGame game1",
        "screenshotGame(undoMove game2)",
        "screenshotGame (undoMove (undoMove(game2)))",
        "screenshotGame $ undoMove $ redoMove game2",
        "screenshotGame (initializeGame((0,0),(1,1))((2,2),(3,3)))",
    ] {
        assert_eq!(session.evaluate(line), expected, "{line}");
    }
    assert_eq!(session.evaluate("let game3 = game2"), Ok(None));
    for line in ["", "   ", "-- nothing", "*StudentCode> ", "*StudentCode> --x"] {
        assert_eq!(session.evaluate(line), Ok(None), "{line}");
    }
    assert_eq!(session.evaluate("(1, -2)"), Ok(Some("(1,-2)".into())));
    assert_eq!(session.evaluate("-3"), Ok(Some("-3".into())));
    assert_eq!(session.evaluate("'B'"), Ok(Some("'B'".into())));
}

/// What a session says to lines, one after the other.
fn says(session: &mut HaskellRepl, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(session.evaluate(line), Ok(Some(expected.to_string())), "{line}");
    }
}

#[test]
fn lists_and_tuples_are_computed_and_printed_as_ghci_does_it() {
    let mut session = session_after(&GAMES);
    says(
        &mut session,
        &[
            ("length (possibleMoves game2)", "80"),
            ("head (possibleMoves game2)", "((2,2),(1,2),(0,1))"),
            ("head $ tail $ possibleMoves game2", "((2,2),(1,2),(0,2))"),
            ("possibleMoves game2 !! 2", "((2,2),(1,2),(0,3))"),
            ("last (take 3 (possibleMoves game2)) == possibleMoves game2 !! 2", "True"),
            ("elem ((2,2),(1,2),(0,1)) (possibleMoves game2)", "True"),
            ("((2,2),(2,2),(0,1)) `elem` possibleMoves game2", "False"),
            ("null $ possibleMoves game2", "False"),
            (
                "screenshotGame ((tryMove game1) ((0,0),(1,0),(2,0))) == screenshotGame game2",
                "True",
            ),
        ],
    );
    says(
        &mut session,
        &[
            ("fst (1, -2)", "1"),
            ("snd(1, -2)", "-2"),
            ("[ ]", "[]"),
            ("[[],[1]]", "[[],[1]]"),
            ("(1,[],\"\",'λ',\"λ1\\\"\")", "(1,[],\"\",'\\955',\"\\955\\&1\\\"\")"),
            ("[[],\"a\"]", "[\"\",\"a\"]"),
            ("tail \"a\"", "\"\""),
            ("take 0 \"abc\"", "\"\""),
            ("take (-1) [1]", "[]"),
            ("['a','b']", "\"ab\""),
            ("[True,False] !! 1", "False"),
            ("1 == -1", "False"),
            ("[] == []", "True"),
            ("[1,2] /= [1,2,3]", "True"),
            ("- length [1,2]", "-2"),
            ("[[1,2],[3]] !! 0 !! 1", "2"),
            ("fst (head [(1,2)]) == 1", "True"),
            // What is not used need not have a value.
            ("fst (1, head [])", "1"),
            ("length [head [], 2]", "2"),
            ("[1, head []] == [2, 3]", "False"),
        ],
    );
}

#[test]
fn types_are_shown_as_the_assignment_and_ghci_write_them() {
    let mut session = session_after(&GAMES);
    assert_eq!(session.evaluate("let number = 3"), Ok(None));
    for (text, of) in [
        ("initializeGame", "BluePlayerPositions -> RedPlayerPositions -> Game"),
        ("tryMove", "Game -> (Position, Position, Position) -> Game"),
        (
            "screenshotGame",
            "Game -> (Bool, Turn, BluePlayerPositions, RedPlayerPositions, BuildingsList)",
        ),
        ("undoMove", "Game -> Game"),
        ("redoMove", "Game -> Game"),
        ("possibleMoves", "Game -> [(Position, Position, Position)]"),
        ("evaluateState", "Turn -> Game -> Int"),
        ("possibleMoves game1", "[(Position, Position, Position)]"),
        ("head (possibleMoves   game1)", "(Position, Position, Position)"),
        ("possibleMoves game1 !! 3", "(Position, Position, Position)"),
        ("tryMove game1", "(Position, Position, Position) -> Game"),
        ("tryMove game1 ((0,0),(1,0),(2, 0))", "Game"),
        ("evaluateState 'B' game1", "Int"),
        ("length", "Foldable t => t a -> Int"),
        ("length [1] == 3", "Bool"),
        ("head", "[a] -> a"),
        ("(!!)", "[a] -> Int -> a"),
        ("(==)", "Eq a => a -> a -> Bool"),
        ("snd", "(a, b) -> b"),
        ("(1,2)", "(Num a, Num b) => (a, b)"),
        ("[(1,'a')]", "Num a => [(a, Char)]"),
        ("-3", "Num a => a"),
        ("number", "Num a => a"),
        ("[number, length []]", "[Int]"),
        ("\"ab\"", "String"),
        ("['a']", "[Char]"),
        ("[]", "[a]"),
        ("True", "Bool"),
        ("elem 1", "(Eq a, Num a) => [a] -> Bool"),
        ("game2", "Game"),
    ] {
        for command in [":t", ":type "] {
            let said = session.evaluate(&format!("{command} {text}"));
            assert_eq!(said, Ok(Some(format!("{text} :: {of}"))));
        }
    }
}

#[test]
fn the_types_that_the_functions_state_are_read_as_they_are_written() {
    for name in session_after(&[]).words() {
        if let Some(function) = functions::named(&name) {
            assert_eq!(Type::read(function.signature).to_string(), function.signature);
        }
    }
}

#[test]
fn the_examples_of_the_help_work_one_after_the_other() {
    let mut session = HaskellRepl::default();
    for example in help::examples(session.help()) {
        assert!(session.evaluate(example).is_ok(), "{example}");
    }
}

#[test]
fn names_can_hide_functions_of_the_prelude_but_not_of_the_assignment() {
    let mut session = session_after(&["last = 3", "let help = 4"]);
    says(&mut session, &[("last", "3"), (":t last", "last :: Num a => a"), ("help", "4")]);
    assert!(session.defines("help"));
    assert_eq!(session.evaluate("last [1]").map_err(|why| why.kind()), Err("NotAFunction"));
    assert_eq!(session.evaluate("True = 3").map_err(|why| why.kind()), Err("TakenName"));
}

#[test]
fn types_are_bounded_however_they_are_put_together() {
    let mut session = session_after(&["x = []", "y = []"]);
    // The values stay empty lists, and their types grow.
    let wide = (0..60).map(|_| session.evaluate("x = take 0 [(x,x)]")).find(|said| said.is_err());
    assert_eq!(wide, Some(refused(limits::TYPE_STEPS)));
    let deep = (0..60_000).map(|_| session.evaluate("y = take 0 [y]")).find(|said| said.is_err());
    assert_eq!(deep, Some(refused(limits::DEPTH)));
    let chain = format!("x{}", " !! 0".repeat(1_500));
    assert_eq!(session.evaluate(&chain), refused(limits::NESTING));
}

#[test]
fn redo_is_cleared_by_a_move_that_is_made_and_kept_by_one_that_is_not() {
    let mut session = session_after(&GAMES);
    let mut shown =
        |game: &str| session.evaluate(&format!("screenshotGame ({game})")).unwrap().unwrap();
    let after = shown("game2");
    assert_eq!(shown("redoMove (tryMove (undoMove game2) ((0,0),(1,1),(2,0)))"), after);
    let other = shown("tryMove (undoMove game2) ((0,0),(0,1),(0,2))");
    assert_eq!(shown("redoMove (tryMove (undoMove game2) ((0,0),(0,1),(0,2)))"), other);
}

#[test]
fn a_line_that_cannot_be_answered_says_why_and_loses_nothing() {
    let mut session = session_after(&GAMES);
    for (line, kind) in [
        ("screenshotGame game9", "UnknownName"),
        ("nonsense", "UnknownName"),
        ("game1 game2", "NotAFunction"),
        ("game1", "NotShown"),
        ("screenshotGame", "Arity"),
        ("tryMove game1", "Arity"),
        ("tryMove game1 ((0,0),(1,0),(2,0)) 4", "Arity"),
        ("screenshotGame 3", "Argument"),
        ("screenshotGame ((0,0),(1,1))", "Argument"),
        ("tryMove game1 ((0,0),(1,0))", "Argument"),
        ("tryMove game1 ((0,0),(1,0),2)", "Argument"),
        ("tryMove game1 ((0,0),(1,0),(2,0,0))", "Argument"),
        ("tryMove 'x' ((0,0),(1,0),(2,0))", "Argument"),
        ("evaluateState 'G' game1", "Argument"),
        ("evaluateState B game1", "UnknownName"),
        ("initializeGame (0,0) (1,1)", "Argument"),
        ("initializeGame ((0,0),(5,5)) ((2,2),(3,3))", "OffBoard"),
        ("initializeGame ((0,0),(-1,0)) ((2,2),(3,3))", "OffBoard"),
        ("initializeGame ((0,0),(0,0)) ((2,2),(3,3))", "Overlap"),
        ("initializeGame ((0,0),(1,1)) ((1,1),(3,3))", "Overlap"),
        ("tryMove = game1", "TakenName"),
        ("game3 =", "Expected"),
        ("= game1", "Expected"),
        ("(1,", "Expected"),
        ("(1 2)", "Expected"),
        ("screenshotGame game1)", "Expected"),
        ("()", "Expected"),
        ("- game1", "Argument"),
        ("[1,2", "Expected"),
        ("[1,]", "Expected"),
        ("1 == 2 == 3", "Expected"),
        ("1 $ 2", "Expected"),
        ("\"open", "Character"),
        ("1 `elem [1]", "Character"),
        (":load StudentCode.hs", "Command"),
        (":t", "Expected"),
        (":t nothing", "UnknownName"),
        ("head []", "EmptyList"),
        ("tail []", "EmptyList"),
        ("last \"\"", "EmptyList"),
        ("[1,2] !! 2", "NoElement"),
        ("[1,2] !! (-1)", "NoElement"),
        ("head 3", "Argument"),
        ("(1, head [])", "EmptyList"),
        ("[1, head []] == [1, 3]", "EmptyList"),
        ("tryMove game1 ((0,0),(1,0),head [])", "EmptyList"),
        ("fst (1,2,3)", "Argument"),
        ("take 'a' [1]", "Argument"),
        ("length 1 2", "Arity"),
        ("game1 == game2", "NotCompared"),
        ("elem game1 [game2]", "NotCompared"),
        ("[1,'a']", "Mismatch"),
        ("[(1,2),(1,2,3)]", "Mismatch"),
        ("1 == 'a'", "Mismatch"),
        ("'a' `elem` [1]", "Mismatch"),
        ("[[],1]", "Mismatch"),
        ("[game1]", "NotShown"),
        ("(1,game1)", "NotShown"),
        ("tail [game1]", "NotShown"),
        ("99999999999999999999", "Character"),
        ("'long'", "Character"),
        ("'", "Character"),
        ("game1 % 2", "Character"),
        ("ξ€", "Character"),
    ] {
        assert_eq!(session.evaluate(line).map_err(|refusal| refusal.kind()), Err(kind), "{line}");
    }
    let deep = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
    assert_eq!(session.evaluate(&deep), refused(limits::NESTING));
    assert_eq!(session.evaluate(&"undoMove $ ".repeat(900)), refused(limits::NESTING));
    assert!(session.evaluate("screenshotGame game2").is_ok());
}

#[test]
fn a_move_off_the_board_is_a_move_that_is_not_legal() {
    let mut session = session_after(&GAMES);
    let shown = session.evaluate("screenshotGame game2");
    for mv in ["((1,0),(1,-1),(2,0))", "((5,5),(4,4),(3,4))", "((1,0),(2,1),(99999999999,0))"] {
        let line = format!("screenshotGame (tryMove game2 {mv})");
        assert_eq!(session.evaluate(&line), shown, "{mv}");
    }
}

#[test]
fn values_are_bounded_however_they_are_put_together() {
    let mut session = session_after(&["x = 1", "y = 1"]);
    let wide = (0..60).map(|_| session.evaluate("x = (x,x)")).find(|said| said.is_err());
    assert_eq!(wide, Some(refused(limits::PARTS)));
    let deep = (0..60_000).map(|_| session.evaluate("y = (y,1)")).find(|said| said.is_err());
    assert_eq!(deep, Some(refused(limits::DEPTH)));
    assert!(session.evaluate("(x,y)").is_err());
    assert_eq!(session.evaluate("(1,2)"), Ok(Some("(1,2)".into())), "the session goes on");
}

#[test]
fn names_are_bounded() {
    let mut session = HaskellRepl::default();
    for number in 0..NAMES.most {
        assert_eq!(session.evaluate(&format!("x{number} = 1")), Ok(None));
    }
    assert_eq!(session.evaluate("one_more = 1"), refused(limits::NAMES));
    assert_eq!(session.evaluate("x0 = 2"), Ok(None), "a known name can be assigned again");
}

proptest! {
    #[test]
    fn no_line_makes_it_panic(line in r#"[a-z0-9(),'=$! \[\]"`:-]{0,60}|(tryMove|undoMove|game1|possibleMoves|length|head|fst|!!|==|:t |\(|\)|\[|\]|,|0|4|5|'B'| |=|-){0,30}|\PC{0,60}"#) {
        let mut session = session_after(&GAMES);
        if let Err(refusal) = session.evaluate(&line) {
            let words = refusal.to_string();
            prop_assert!(!words.contains('\n') && words.len() < 400, "{}", words);
        }
    }
}
