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

use game::Flawed;

/// Lists the flaws, each with the law that it breaks.
macro_rules! flaws {
    ($($flaw:ident => $law:literal,)*) => {
        /// What is wrong with the game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Flaw {
            Nothing,
            $($flaw,)*
        }

        /// The flaws and the laws they break.
        const CAUGHT: &[(Flaw, &str)] = &[$((Flaw::$flaw, $law),)*];
    };
}

flaws! {
    // Rules.
    LegalThoughRefused => "a move is legal if and only if it is not refused",
    ListsTwice => "listed moves are unique",
    ListsTooFew => "a move that is not listed is refused",
    ListsTooMany => "a listed move is accepted",
    OtherOrder => "listed moves come in the stated order",
    EndsTooLate => "a game is over if and only if there is no move",
    CountsWrong => "the number of moves is that of the moves listed",
    CountsRepliesWrong => "the number of replies is that of the moves listed after each move",
    MissesWin => "can_win_now is true if and only if a move wins at once",
    RulesOutItsEnd => "a game does not end with a result that was ruled out",
    ForgetsFeature => "features updated incrementally equal features from scratch",
    KeyOfItsOwn => "a key updated incrementally equals a key from scratch",
    FeatureTooLarge => "features are below the stated number",
    ChecksOtherwise => "a checked move has the effect of an unchecked one",
    NoIdentity => "the first symmetry is the identity",
    SymmetryOfOtherMoves => "symmetries map moves to moves and results to results",
    SymmetryOfOtherPlay => "symmetries map play to play",
    KeyOfTheMoment => "equal positions have equal keys",
    TooManyPlies => "games end within the stated bound",
    // Codes and ordering.
    SharedCode => "different moves have different codes",
    DecodesNext => "the code of a listed move is decoded as the move",
    CodeOfAnother => "the code of a move is not decoded as another move",
    LargestCode => "the largest code stands for no move",
    TwoCodes => "a code that is decoded is the code of its move",
    LegalOutOfRange => "a decoded move is legal if and only if it is listed",
    IndexTooLarge => "history indices are below the size of the table",
    OrderScoreTooLow => "order scores are within their bound",
    PartTooLarge => "history parts are below the size of the table",
    EvadesTwice => "evasions are legal moves, each listed once",
    MissesEvasion => "a move that is no evasion lets the opponent win at once",
    NoThreat => "where there is a threat, a move lets the opponent win at once",
    // Notation.
    WritesTwoLines => "a position is written in one line",
    LosesTheWay => "position text reads back as the position",
    OtherParameters => "position text carries the parameters",
    RefusesItsOwnText => "position text is accepted",
    WritesSpaces => "a move is written without spaces",
    WritesMovesWrong => "move text reads back as the move",
    MovesThoughRefused => "a refused move changes nothing",
    RefusesInTwoLines => "a refusal is a message of one line",
    // Scenes.
    SameCellTwice => "names of cells are unique",
    NoRows => "cells lie within the labelled rows and columns",
    SameTokenTwice => "names of tokens are unique",
    TokenNowhere => "tokens and edges are on cells",
    MarkNowhere => "marks are on elements",
    NoWayToEnter => "every move can be entered on the board",
    EnteredNowhere => "moves are entered by elements of the scene",
    SameWayToEnter => "no way to enter a move begins with another",
    PhaseMissing => "every element of a way to enter a move has its phase",
    ReasonAgainstLegal => "no reason is given against what begins a way to enter a move",
    DecidedTooEarly => "a move that is decided before its last element ends the game",
    NullMoveOfNobody => "a null move leaves the other side to move in a position that can be written",
    EndsBeforeItsEnd => "only a game that is over has an ending",
    // Words of moves, and scenes of lines.
    NoWords => "every move has words",
    SameWords => "different moves have different words",
    WordsOfThePosition => "moves of the same notation have the same words",
    LineOfNothing => "the scene of a line has the cells and pieces of its last position",
    TakenNowhere => "the scene of a line lies within its labelled rows and columns",
    // Facts.
    NamedTwice => "names of domains, members, relations and columns are unique",
    NamedInCapitals => "names are words in lower case",
    MemberInCapitals => "names are words in lower case",
    NotDescribed => "domains and relations are described in sentences",
    NoSuchType => "column types exist and are not empty",
    NoColumns => "functions have at least one column",
    TooFewColumns => "facts have the columns of their relation",
    NumberTooLarge => "facts have the types of their columns",
    MemberTooMany => "facts have the types of their columns",
    ListedTwice => "facts are listed once",
    TwoValues => "functions have one value",
    FixedChanges => "fixed facts are the same in every position",
    SetsOfSides => "changing facts are told in sets of at most 64 members",
    SetTooLarge => "the sets of a relation have its facts",
    CodeNotReported => "the members with a code other than 0 are reported",
    CodesOfOthers => "codes are written for the members that are asked for",
    ChangesUnsaid => "codes that change are those of changed members",
    CodedSide => "a coded column has members of a domain",
    LongCodes => "changing facts have short codes",
    CodeTooLarge => "codes have no more bits than they claim",
    CodeOfNothing => "the code 0 says that there are no facts",
    FactsOfAnother => "the facts about a member are those with it",
}

fn run(flaw: Flaw) {
    Battery::new(Flawed::with(flaw)).facts().games(40).run_all();
}

/// The law that the battery says is broken, without what stands in parentheses.
fn broken_law(flaw: Flaw) -> String {
    let caught = std::panic::catch_unwind(|| run(flaw)).expect_err("the flaw was not caught");
    let message = caught.downcast_ref::<String>().expect("a law with its position");
    let law = message.strip_prefix("broken law: ").expect("a law");
    let law = law.split(", in ").next().unwrap_or(law);
    law.split(" (").next().unwrap_or(law).to_string()
}

#[test]
fn a_sound_game_passes() {
    run(Flaw::Nothing);
}

#[test]
fn every_flaw_is_caught_by_the_law_it_breaks() {
    for &(flaw, law) in CAUGHT {
        assert_eq!(broken_law(flaw), law, "{flaw:?}");
    }
}

/// The laws in a source file: the last text in each call of `law`, up to what is put in.
fn laws_in(source: &str) -> Vec<String> {
    let calls = source.split("law(").skip(1).filter_map(|rest| rest.split(");").next());
    let names = calls.filter_map(|call| call.rsplit('"').nth(1));
    let names = names.filter_map(|name| name.split(['{', '(']).next());
    names.map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect()
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
    // Laws of evaluations have flawed evaluations, in a test of their own.
    let of_evaluations = ["evaluation.rs", "opinion.rs"];
    let files = sources("src/conformance");
    let files = files.iter().filter(|(name, _)| !of_evaluations.contains(&name.as_str()));
    let laws: BTreeSet<String> = files.flat_map(|(_, source)| laws_in(source)).collect();
    let broken: BTreeSet<String> = CAUGHT.iter().map(|(_, law)| law.to_string()).collect();
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
