//! The battery must catch every kind of flaw: a sound game that breaks one law at a time,
//! and at least one such game for every law.

mod facts;
mod game;
mod scene;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agon_core::conformance::Battery;
use agon_core::dummy::{Points, TreeGame};
use agon_core::{Game as _, Notation as _};

use game::Flawed;

/// Lists the flaws, each with the law that it breaks and with what the battery tells of it.
macro_rules! flaws {
    ($($flaw:ident => $law:literal: $told:literal,)*) => {
        /// What is wrong with the game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Flaw {
            Nothing,
            $($flaw,)*
        }

        /// The flaws, the laws they break, and what is told of them.
        const CAUGHT: &[(Flaw, &str, &str)] = &[$((Flaw::$flaw, $law, $told),)*];
    };
}

flaws! {
    // Rules.
    LegalThoughRefused => "a move is legal if and only if it is not refused": "is_legal says true, but check refuses it: there is no move 3, only 3\n  move: 3,",
    ListsTwice => "listed moves are unique": "listed twice\n  move: 0 (0)",
    ListsTooFew => "a move that is not listed is refused": "check accepts it, but try_for_each_move does not list it\n  move: 2,",
    ListsTooMany => "a listed move is accepted": "check refuses it: there is no move 3, only 3\n  move: 3 (3)",
    OtherOrder => "listed moves come in the stated order": "number 0 of the moves is 2 (2), but 0 (0) among those of trial_moves",
    EndsTooLate => "a game is over if and only if there is no move": "the outcome is None, and the number of moves is 0",
    CountsWrong => "the number of moves is that of the moves listed": "count_moves gives 4, expected: 3",
    CountsRepliesWrong => "the number of replies is that of the moves listed after each move": "count_replies gives 7, expected: 6",
    MissesWin => "can_win_now is true if and only if a move wins at once": "it is false, but 2 (2) is a Win(First)",
    RulesOutItsEnd => "a game does not end with a result that was ruled out": "can_end_as denies Win(First), which it is after the moves 1 0 3 2 2",
    ForgetsFeature => "features updated incrementally equal features from scratch": "only play_observed leaves [0], only features gives [12]",
    KeyOfItsOwn => "a key updated incrementally equals a key from scratch": "a Key as observer of the move gives Key(",
    FeatureTooLarge => "features are below the stated number": "features gives 12 after the move, feature_count is 1\n  move: 1 (1)",
    ChecksOtherwise => "a checked move has the effect of an unchecked one": "play gives Ok(()) and leads to",
    NoIdentity => "the first symmetry is the identity": "about: symmetry 0",
    SymmetryOfOtherMoves => "symmetries map moves to moves and results to results": "an image of a move, but not listed: 3;",
    SymmetryOfOtherPlay => "symmetries map play to play": "move: 0 (0)\n  about: symmetry 1",
    KeyOfTheMoment => "equal positions have equal keys": "key gives Key(",
    TooManyPlies => "games end within the stated bound": "2 plies, max_plies is 1",
    Panics => "the code of a game does not panic": "it panics with \"only the first move is thought of\"",
    // Results.
    DeclaresNothing => "a game declares finished positions": "TrialMoves::finished is empty: add",
    DeclaresNoText => "a declared finished position is read": "it is refused: found \"finished\"",
    SwapsWinners => "a declared finished position has the declared result": "gives Some(Win(Second)), expected: Some(Win(First))",
    DeclaresNoWin => "every result of a game is declared": "1.0.3.2.2\", Outcome::Win(Side::First))",
    EndsInOtherWays => "every way to end a game is declared": "ends as Win(Second) with the ending \"late\"",
    // Codes and ordering.
    SharedCode => "different moves have different codes": "its code 0 is that of the move 2 (2) too\n  move: 0 (0)",
    DecodesNext => "the code of a listed move is decoded as the move": "its code 0 is decoded as Some(1)\n  move: 0 (0)",
    CodeOfAnother => "the code of a move is not decoded as another move": "its code 0 is decoded as Some(0)\n  move: 4, which is not listed",
    LargestCode => "the largest code stands for no move": "decode(u32::MAX) gives Some(0), expected: None",
    TwoCodes => "a code that is decoded is the code of its move": "encode gives 142, expected: 252142",
    LegalOutOfRange => "a decoded move is legal if and only if it is listed": "is_legal gives true, expected: false",
    IndexTooLarge => "history indices are below the size of the table": "history_index gives 4096, the size is 4096\n  move: 0 (0)",
    OrderScoreTooLow => "order scores are within their bound": "order_score gives -4097, the bound is 4096\n  move: 0 (0)",
    PartTooLarge => "history parts are below the size of the table": "history_part gives 1024, the size is 1024\n  move: 0 (0)",
    EvadesTwice => "evasions are legal moves, each listed once": "for_each_evasion lists it 2 times\n  move: 0 (0)",
    MissesEvasion => "a move that is no evasion lets the opponent win at once": "the opponent cannot win after it, and for_each_evasion does not list it\n  move: 0 (0)",
    NoThreat => "where there is a threat, a move lets the opponent win at once": "is_threatened says yes, but the opponent cannot win at once",
    // Notation.
    WritesTwoLines => "a position is written in one line": "start\\n\"",
    LosesTheWay => "position text reads back as the position": "is read as NodeId(0), expected: NodeId(12)",
    OtherParameters => "position text carries the parameters": "write, after reading, gives \"a:40(112) start\", expected:",
    RefusesItsOwnText => "position text is accepted": "start\": the tree ends before its last parenthesis",
    WritesSpaces => "a move is written without spaces": "found: \"0 \"",
    WritesMovesWrong => "move text reads back as the move": "\"1\" is read as Ok(1), expected: 0",
    MovesThoughRefused => "a refused move changes nothing": "move: 11, which is not listed\n  about: the move text \"11\"",
    RefusesInTwoLines => "a refusal is a message of one line": "this\\nor that",
    // Scenes.
    SameCellTwice => "names of cells are unique": "two cells are named \"0\"\n  about: the scene as an onlooker sees it",
    NoRows => "cells lie within the labelled rows and columns": "row: 0, column: 0, height: None, label: \"move\" }, but only 0 rows",
    SameTokenTwice => "names of tokens are unique": "a cell or another token is named \"token\" too",
    TokenNowhere => "tokens and edges are on cells": "is on \"nowhere\", which is no cell",
    MarkNowhere => "marks are on elements": "element: \"nowhere\", label: \"lost\" } is on no cell and no token",
    NoWayToEnter => "every move can be entered on the board": "paths gives no way to enter it\n  move: 0 (0)\n  about: the scene as Second sees it",
    EnteredNowhere => "moves are entered by elements of the scene": "\"nowhere 0\" of the path [\"0\", \"nowhere 0\"] is no cell and no token\n  move: 0 (0)",
    SameWayToEnter => "no way to enter a move begins with another": "is or begins the path [\"0\"] of the move 1 (1)\n  move: 0 (0)",
    PhaseMissing => "every element of a way to enter a move has its phase": "the path [\"0\", \"0\"] has more elements than the 1 phases\n  move: 0 (0)",
    ReasonAgainstLegal => "no reason is given against what begins a way to enter a move": "why_not of [\"0\"] says: the tree is deeper than 100\n  move: 0 (0)",
    DecidedTooEarly => "a move that is decided before its last element ends the game": "decided after 1 elements, but the game goes on after it\n  move: 0 (0)",
    NullMoveOfNobody => "a null move leaves the other side to move in a position that can be written": "Second moves in",
    EndsBeforeItsEnd => "only a game that is over has an ending": "ending gives \"early\", but the game goes on",
    // Words of moves, and scenes of lines.
    NoWords => "every move has words": "the kind of MoveWords { kind: \"\", args: {\"to\": Number(0)} } is empty\n  move: 0 (0)",
    SameWords => "different moves have different words": "the move 0 (0) has the same words: MoveWords { kind: \"move\", args: {} }\n  move: 1 (1)",
    WordsOfThePosition => "moves of the same notation have the same words": "but earlier, in another position: MoveWords",
    LineOfNothing => "the scene of a line has the cells and pieces of its last position": "scene_of_line, for cells, gives {}, expected: {\"0\", \"1\", \"2\"}",
    TakenNowhere => "the scene of a line lies within its labelled rows and columns": "row and column (1, 0), but only 1 rows",
    // Facts.
    NamedTwice => "names of domains, members, relations and columns are unique": "\"mover\" is there twice",
    NamedInCapitals => "names are words in lower case": "\"Lead\"; letters",
    MemberInCapitals => "names are words in lower case": "\"RIGHT\"; letters",
    NotDescribed => "domains and relations are described in sentences": "(\"beside\", \"\")",
    NoSuchType => "column types exist and are not empty": "the column (\"other\", Member(1)); the number of domains is 1",
    NoColumns => "functions have at least one column": "the relation mover has none",
    TooFewColumns => "facts have the columns of their relation": "the fact [], expected: 1 columns\n  about: the relation mover",
    NumberTooLarge => "facts have the types of their columns": "the fact [1, 2], expected: [(\"side\", Side),",
    MemberTooMany => "facts have the types of their columns": "the fact [0, 2], expected: [(\"one\", Member(0)),",
    ListedTwice => "facts are listed once": "the fact [0, 1] is listed twice\n  about: the relation beside",
    TwoValues => "functions have one value": "the facts [[0], [1]] differ in the last column only",
    FixedChanges => "fixed facts are the same in every position": "facts gives [[0, 1]], expected: [[1, 0]]",
    SetsOfSides => "changing facts are told in sets of at most 64 members": "about: the relation held",
    SetTooLarge => "the sets of a relation have its facts": "fact_sets gives [[0, 1], [1, 1]], expected: [[1, 1]]",
    CodeNotReported => "the members with a code other than 0 are reported": "the member right: codes are [0, 2], reported 0b0",
    CodesOfOthers => "codes are written for the members that are asked for": "gives ([0, 2], 0), expected: ([0, 4294967295], 0)",
    ChangesUnsaid => "codes that change are those of changed members": "the code of left changes, changed_members: 0b0\n  move: 0 (0)",
    CodedSide => "a coded column has members of a domain": "the column 1 has the type Some(Side)",
    LongCodes => "changing facts have short codes": "33 bits, expected: 1 to 32",
    CodeTooLarge => "codes have no more bits than they claim": "the code of right is 0b100, of 2 bits",
    CodeOfNothing => "the code 0 says that there are no facts": "the code of left is 1, its facts: []",
    FactsOfAnother => "the facts about a member are those with it": "facts_about left gives [[1, 1]], expected: []",
}

fn run(flaw: Flaw) {
    Battery::new(Flawed::with(flaw)).facts().games(40).run_all();
}

/// What the battery says of a game with this flaw.
fn message(flaw: Flaw) -> String {
    let caught = std::panic::catch_unwind(|| run(flaw)).expect_err("the flaw was not caught");
    caught.downcast_ref::<String>().expect("a law with its position").clone()
}

#[test]
fn a_sound_game_passes() {
    run(Flaw::Nothing);
}

#[test]
fn every_flaw_is_caught_by_the_law_it_breaks() {
    let mut replayed = 0;
    for &(flaw, law, told) in CAUGHT {
        let message = message(flaw);
        assert_eq!(message.lines().next(), Some(&*format!("broken law: {law}")), "{flaw:?}");
        assert!(message.contains(told), "{flaw:?}: {told} is not in {message}");
        replayed += u32::from(replay(&message));
    }
    assert!(replayed > 5, "only {replayed} messages have moves");
}

/// Replays the moves of a message, if it has some: they lead to its position.
fn replay(message: &str) -> bool {
    let part = |name: &str| message.lines().find_map(|line| line.trim_start().strip_prefix(name));
    let position = part("position: ").expect("a position");
    let (Some(from), Some(moves)) = (part("reached from: "), part("by the moves: ")) else {
        return false;
    };
    let (game, mut there) = TreeGame::read(from).expect(from);
    for mv in moves.split(' ') {
        let mv = game.read_move(&there, mv).expect(mv);
        game.play(&mut there, mv).expect("a legal move");
    }
    assert_eq!(game.write(&there), position);
    true
}

/// The laws in a source file: the first text in each call of `law` and its kin.
fn laws_in(source: &str) -> Vec<String> {
    let calls = source.split("law(").skip(1);
    let names = calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next());
    // Laws that several calls share.
    let shared = source.split("let law = \"").skip(1).filter_map(|rest| rest.split('"').next());
    names.chain(shared).map(String::from).collect()
}

/// The Rust files right in a folder of this crate.
fn sources(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder).expect("a folder of the crate").map(|entry| {
        let path = entry.expect("an entry of the folder").path();
        (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path)
    });
    let files = paths.filter(|(name, _)| name.ends_with(".rs"));
    files.map(|(name, path)| (name, fs::read_to_string(path).expect("text"))).collect()
}

#[test]
fn every_law_has_a_flaw_that_breaks_it() {
    let files = sources("src/conformance");
    let laws: BTreeSet<String> = files.iter().flat_map(|(_, source)| laws_in(source)).collect();
    let broken: BTreeSet<String> = CAUGHT.iter().map(|(_, law, _)| law.to_string()).collect();
    let other_tests: String = sources("tests").into_iter().map(|(_, source)| source).collect();
    let untested: Vec<&String> =
        laws.difference(&broken).filter(|law| !other_tests.contains(law.as_str())).collect();
    assert!(untested.is_empty(), "no flaw breaks these laws: {untested:?}");
    let unknown: Vec<&String> = broken.difference(&laws).collect();
    assert!(unknown.is_empty(), "the battery has no such laws: {unknown:?}");
}

#[test]
fn dummy_games_of_every_shape_conform() {
    for seed in 0..15 {
        Battery::new(TreeGame::grown(seed, 6)).evaluator(Points).games(10).run();
        Battery::new(TreeGame::grown_shared(seed, 5)).evaluator(Points).games(10).run();
    }
}
