//! Records of games: what is written is read back, and no record is believed unchecked.

use agon_arena::contest::{
    Annotations, BoardMark, MAX_VARIATION_MOVES, MoveNote, Record, VariationMove,
};
use agon_arena::{PlayerSpec, find, games};
use agon_core::{Outcome, Refusal as _, Score, Side};
use agon_search::SearchControl;
use proptest::prelude::*;

/// A random game that was played to its end.
fn played(game: &str, seed: u64) -> Record {
    let entry = find(game).unwrap();
    let mut session = entry.start();
    for side in Side::BOTH {
        session.set_player(side, PlayerSpec::Random { seed: Some(seed) }).unwrap();
    }
    let players = ["ann".to_string(), "bob \"the\\builder\"\n".to_string()];
    let mut record = Record::new(entry, &session.position(), players);
    while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
    record.moves = session.history();
    record.result = session.outcome();
    record.reason = Some("rules".into());
    record.set_tag("Event", "test");
    record.set_tag("Seed", seed);
    record
}

#[test]
fn the_games_of_every_game_are_written_read_and_played_again() {
    let mut all = String::new();
    let mut records = Vec::new();
    for (seed, entry) in games().iter().enumerate() {
        let record = played(entry.name, seed as u64);
        assert!(record.to_string().lines().all(|line| line.len() < 2000));
        all += &format!("{record}\n");
        records.push(record);
    }
    let read = Record::read(&all).unwrap();
    assert_eq!(read, records);
    for record in &read {
        assert_eq!(record.replay().unwrap().outcome(), record.result, "{}", record.game);
    }
}

#[test]
fn a_usual_start_is_left_out_and_another_is_told() {
    let entry = find("nim").unwrap();
    let players = || ["a".to_string(), "b".to_string()];
    assert_eq!(Record::new(entry, "[3,5,7]", players()).start, None);
    assert_eq!(Record::new(entry, "startpos", players()).start, None);
    let other = Record::new(entry, "[2,2] second", players());
    assert_eq!(other.start.as_deref(), Some("[2,2] second"));
    assert_eq!(other.replay().unwrap().position(), "[2,2] second");
}

#[test]
fn comments_numbers_and_broken_lines_are_no_moves() {
    let text = "[Game \"tictactoe\"]\n\n{a game\nof ours} 1. 11 ; the middle\n1... 01 2.\n00 {!} * ; done\n";
    let records = Record::read(text).unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].moves, ["11", "01", "00"]);
    assert_eq!(records[0].opening.comment.as_deref(), Some("a game of ours"));
    assert_eq!(records[0].result, None);
}

/// Why a text is refused, when it is read or played again.
fn refused(text: &str) -> (&'static str, String) {
    let refusal = match Record::read(text) {
        Err(refusal) => refusal,
        Ok(records) => records.iter().find_map(|record| record.replay().err()).unwrap(),
    };
    (refusal.kind(), refusal.to_string())
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let game = "[Game \"tictactoe\"]\n";
    let cases = [
        ("11 01".to_string(), "NoGame"),
        ("[P1 \"ann\"]\n".into(), "NoGame"),
        ("[Game \"chess\"]".into(), "UnknownGame"),
        (format!("{game}[P1 ann]"), "Tag"),
        (format!("{game}[P1 \"a\"b\"]"), "Tag"),
        (format!("{game}[P1 \"ann\""), "Tag"),
        (format!("{game}[P1 \"\"]\n[P1 \"\"]"), "Twice"),
        (format!("{game}[Result \"2-0\"]"), "Result"),
        (format!("{game}[Result \"1-0\"]\n\n11 0-1"), "Results"),
        (format!("{game}\n11 * 01"), "AfterEnd"),
        (format!("{game}\n11 {{ never"), "Comment"),
        (format!("{game}\n11 (00"), "Variation"),
        (format!("{game}\n11 00)"), "Move"),
        (format!("{game}\n11 ) 00"), "NoVariation"),
        (format!("{game}\n11 (00 00) *"), "VariationMove"),
        (format!("{game}\n11 00 (... 00) *"), "VariationMove"),
        (format!("{game}\n11 * (00)"), "AfterEnd"),
        (format!("{game}\n11 ({}", "00 ".repeat(MAX_VARIATION_MOVES + 1)), "Variations"),
        (format!("{game}[Position \"nonsense\"]"), "Start"),
        (format!("{game}\n1. 11 11"), "Move"),
        (format!("{game}\n1. 11 01 2. 00 22 3. 20 02 4. 10 0-1"), "Outcome"),
        (format!("{game}\n1. 11 1-0"), "NoReason"),
    ];
    for (text, kind) in cases {
        let (found, words) = refused(&text);
        assert_eq!(found, kind, "{text:.99}: {words}");
    }
    assert!(refused(&format!("{game}\n1. 11\n11 * 01")).1.starts_with("line 4: "));
    assert!(refused(&format!("{game}\n1. 11 11")).1.starts_with("move 2 (\"11\") is refused: "));
}

#[test]
fn a_result_that_the_rules_do_not_give_needs_a_reason() {
    let text = "[Game \"tictactoe\"]\n[Reason \"time\"]\n\n1. 11 0-1";
    let record = &Record::read(text).unwrap()[0];
    assert_eq!(record.result, Some(Outcome::Win(Side::Second)));
    assert_eq!(record.replay().unwrap().outcome(), None);
}

proptest! {
    #[test]
    fn any_words_in_a_record_come_back(name in ".*", reason in ".*", tag in ".*", start in ".*") {
        let mut record = played("tictactoe", 1);
        record.players[0] = name;
        record.reason = Some(reason);
        record.start = Some(start).filter(|start| start != "startpos");
        record.set_tag("Event", tag);
        prop_assert_eq!(Record::read(&record.to_string()), Ok(vec![record]));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(\\[?[A-Za-z]{0,4} ?\"?|[0-9]{1,2}\\.?|\\{|\\}|;|\\]|\\n|1-0|\\*| ){0,40}") {
        if let Ok(records) = Record::read(&text) {
            records.iter().for_each(|record| drop(record.replay()));
        }
    }
}

/// What is known about a move, by chance.
fn any_note() -> impl Strategy<Value = MoveNote> {
    let score = prop_oneof![
        (-500_000..500_000).prop_map(Score::estimate),
        (0..200u32).prop_map(Score::win_in),
        (0..200u32).prop_map(Score::lose_in),
    ];
    let comment = "([a-z0-9:+#/][a-z0-9,.;!?()]{0,9}( [a-z0-9/+#]{1,9}){0,3})?";
    let marks = proptest::collection::vec("[GRBY][a-z0-9./]{1,5}(>[A-Z]{1,3})?", 0..3);
    let numbers = (proptest::option::of(0..99u32), proptest::option::of(0..u64::MAX / 2));
    let eval = proptest::option::of(
        "[+-][0-9]{1,4} 0(\\.[0-9]{0,2}[1-9])?( [0-9A-Z@,/-]{1,5}| \\[[0-9,]{0,5}\\]){0,4}",
    );
    let quality = "(only|fine|inaccuracy|mistake|blunder) (0|1|0\\.[0-9]{0,2}[1-9])( win| draw)?";
    let words = (comment, marks, eval, proptest::option::of(quality));
    (proptest::option::of(score), numbers, proptest::option::of(0..u64::MAX), words).prop_map(
        |(score, (depth, micros), nodes, (comment, marks, eval, quality))| {
            let comment = Some(comment).filter(|comment| !comment.is_empty());
            let eval = eval.map(|text| text.parse().unwrap());
            let quality = quality.map(|text| text.parse().unwrap());
            let mut note =
                MoveNote { score, depth, micros, nodes, comment, eval, quality, marks: Vec::new() };
            note.set_marks(marks.iter().map(|mark| mark.parse().unwrap()));
            note
        },
    )
}

/// The moves of variations by chance: which of the known moves each stands behind, and which legal
/// one it is.
fn any_variations() -> impl Strategy<Value = Vec<(usize, usize, MoveNote)>> {
    proptest::collection::vec((0..1000usize, 0..1000usize, any_note()), 0..12)
}

/// The game with such variations; a move is left out where the game is over, or if it is known.
fn with_variations(mut record: Record, chosen: &[(usize, usize, MoveNote)]) -> Record {
    let mut paths: Vec<Vec<String>> =
        (0..=record.moves.len()).map(|made| record.moves[..made].to_vec()).collect();
    let mut variations = Vec::new();
    for (after, mv, note) in chosen {
        let after = after % paths.len();
        let mut session = record.session().unwrap();
        session.follow(&paths[after].join(" ")).unwrap();
        let moves = session.moves();
        let Some(mv) = moves.get(mv % moves.len().max(1)).map(|mv| mv.text.clone()) else {
            continue;
        };
        let path = [&paths[after][..], std::slice::from_ref(&mv)].concat();
        if !paths.contains(&path) {
            paths.push(path);
            variations.push(VariationMove { after, mv, note: note.clone() });
        }
    }
    record.set_variations(&variations);
    record
}

proptest! {
    #[test]
    fn annotated_games_come_back_and_are_played_again(
        game in 0..5usize, seed in 0..9u64, opening in any_note(),
        notes in proptest::collection::vec(any_note(), 0..4), variations in any_variations(),
    ) {
        let mut record = played(games()[game].name, seed);
        record.set_notes(notes);
        record.opening = opening;
        let record = with_variations(record, &variations);
        prop_assert!(record.replay().is_ok(), "{record}");
        prop_assert_eq!(Record::read(&record.to_string()), Ok(vec![record.clone()]), "{}", record);
        // The same as a tree, also when the game goes another way. It has what people have written,
        // and no review.
        let mut record = record;
        record.opening = record.opening.without_review();
        record.variations.iter_mut().for_each(|it| it.note = it.note.without_review());
        let notes: Vec<MoveNote> = record.notes.iter().map(MoveNote::without_review).collect();
        record.set_notes(notes);
        let annotations = Annotations::of(&record);
        let empty = Record {
            notes: Vec::new(), variations: Vec::new(), opening: MoveNote::default(), ..record.clone()
        };
        let mut again = empty.clone();
        annotations.write_to(&mut again);
        prop_assert_eq!(&again, &record);
        let mut other = Record { moves: Vec::new(), result: None, ..empty };
        annotations.write_to(&mut other);
        let read = Record::read(&other.to_string());
        prop_assert_eq!(&read, &Ok(vec![other]));
        let mut again = Record { moves: record.moves.clone(), result: record.result, ..read.unwrap().remove(0) };
        Annotations::of(&Record { moves: Vec::new(), ..again.clone() }).write_to(&mut again);
        // What leaves the game last may stand first now, because its own moves are not in the tree.
        prop_assert_eq!((again.notes, again.variations.len()), (record.notes, record.variations.len()));
    }
}

proptest! {
    #[test]
    fn notes_of_moves_come_back(notes in proptest::collection::vec(any_note(), 0..9)) {
        let mut record = played("tictactoe", 1);
        record.set_notes(notes);
        prop_assert_eq!(Record::read(&record.to_string()), Ok(vec![record]));
    }

    #[test]
    fn any_comment_is_read_and_comes_back(text in ".{0,40}") {
        let note = MoveNote::read(&text);
        prop_assert_eq!(MoveNote::read(&note.to_string()).to_string(), note.to_string());
    }
}

#[test]
fn notes_belong_to_the_move_before_them_and_may_be_broken_over_lines() {
    let text = "[Game \"tictactoe\"]\n\n{at first} 1. 11 {+35/8 0.12s\n1200n good} {indeed} 01 2. 00 {!} *\n";
    let record = &Record::read(text).unwrap()[0];
    let note = record.note(0).unwrap();
    assert_eq!((note.score, note.depth), (Some(Score::estimate(35)), Some(8)));
    assert_eq!((note.micros, note.nodes), (Some(120_000), Some(1200)));
    assert_eq!(note.comment.as_deref(), Some("good indeed"));
    assert_eq!(record.opening.comment.as_deref(), Some("at first"));
    assert_eq!(record.note(1), None);
    assert_eq!(record.note(2).unwrap().comment.as_deref(), Some("!"));
    // A time that nobody can have taken is a word.
    assert_eq!(MoveNote::read("99999999999999999999s").micros, None);
    assert_eq!(MoveNote::read("#-10001").score, None);
}

/// The moves of a text in tic-tac-toe that were not made, with the numbers before them.
fn variations(text: &str) -> Vec<(usize, String)> {
    let record = Record::read(&format!("[Game \"tictactoe\"]\n\n{text}")).unwrap().remove(0);
    record.variations.into_iter().map(|it| (it.after, it.mv)).collect()
}

#[test]
fn a_variation_stands_in_place_of_the_move_before_it_or_goes_on_behind_it() {
    let numbered = |moves: &[(usize, &str)]| -> Vec<(usize, String)> {
        moves.iter().map(|(after, mv)| (*after, mv.to_string())).collect()
    };
    assert_eq!(variations("11 (00) 01 *"), numbered(&[(0, "00")]));
    assert_eq!(variations("11 (... 00) 01 *"), numbered(&[(1, "00")]));
    assert_eq!(variations("(1. 11 01) *"), numbered(&[(0, "11"), (1, "01")]));
    // Where a closing parenthesis belongs to no move it ends the variation, blanks or not.
    let nested = numbered(&[(0, "00"), (4, "11"), (4, "22"), (1, "02")]);
    assert_eq!(variations("1. 11 (1. 00 11 (1... 22)) 01 (1... 02) 2. 20"), nested);
    assert_eq!(variations("11 ( 00 11 ( 22 ) ) 01 ( 02 ) 20"), nested);
    assert_eq!(variations("11 () (00 ($1x)) *")[0], (0, "00".into()));
}

#[test]
fn what_is_told_of_a_variation_belongs_to_its_moves() {
    let text =
        "[Game \"tictactoe\"]\n\n1. 11 ({why} 1. 00 {[%csl Gx] so} 1-0 11) {both [%cal R00>11]} *";
    let record = &Record::read(text).unwrap()[0];
    let note = &record.variations[0].note;
    assert_eq!(note.comment.as_deref(), Some("why so"));
    assert_eq!(note.marks, ["Gx".parse::<BoardMark>().unwrap()]);
    assert_eq!(record.notes[0].to_string(), "both [%cal R00>11]");
    assert_eq!(
        record.to_string().lines().last(),
        Some("1. 11 {both [%cal R00>11]} (1. 00 {why so [%csl Gx]} 11) *")
    );
}

#[test]
fn a_review_belongs_to_the_positions_of_the_line_and_what_is_no_review_stays_a_comment() {
    let text = "[Game \"nim\"]\n\n{[%eval +5 0.51 [1,7]]} 1. [1,7] {so [%eval #2 1] [%quality mistake 0.1 win]} *";
    let mut record = Record::read(text).unwrap().remove(0);
    let found = record.position_reviews().unwrap();
    assert_eq!((found[0].0.line(), found[1].1), (&["[1,7]".to_string()][..], None));
    assert_eq!(found[0].1.unwrap().to_string(), "mistake 0.1 win");
    assert_eq!(record.notes[0].comment.as_deref(), Some("so"));
    let [start, end] = [found[0], found[1]].map(|(value, made)| (value.clone(), made));
    record.set_position_reviews([start]);
    assert_eq!(record.position_reviews(), None, "it is not whole");
    assert_eq!(record.notes[0].to_string(), "so [%quality mistake 0.1 win]");
    record.set_position_reviews([end]);
    assert_eq!(record.opening.to_string(), "[%eval #2 1]", "in place of the other one");
    for wrong in [
        "eval 5 0.5",
        "eval +5 1.5",
        "eval +5",
        "eval +5 0.5 [",
        "quality good 0",
        "quality fine 2",
        "quality fine 0 loss",
        "quality fine 0 win win",
    ] {
        let text = format!("[%{wrong}]");
        assert_eq!(MoveNote::read(&text).comment, Some(text), "{wrong}");
    }
    let long = format!("[%eval +5 0.5{}]", " 11".repeat(13));
    assert!(MoveNote::read(&long).eval.is_none(), "a line has at most twelve moves");
}

#[test]
fn branches_are_added_preferred_and_removed_by_the_moves_that_lead_there() {
    let mut tree = Annotations::default();
    let path = |text: &str| -> Vec<String> { text.split(' ').map(String::from).collect() };
    for (moves, comment) in [("a b", "one"), ("a c d", "two"), ("x", "three")] {
        *tree.note_mut(&path(moves)) = MoveNote::read(comment);
    }
    let text = |tree: &Annotations| {
        let mut record = Record { game: "nim".into(), ..Record::default() };
        tree.write_to(&mut record);
        record.to_string().lines().last().unwrap().to_string()
    };
    assert_eq!(text(&tree), "(... 1. a b {one} (1... c 2. d {two})) (... 1. x {three}) *");
    assert!(tree.promote(&path("a c")) && tree.promote(&path("x")));
    assert_eq!(text(&tree), "(... 1. x {three}) (... 1. a c (1... b {one}) 2. d {two}) *");
    assert!(tree.remove(&path("a c")) && !tree.remove(&path("a c d")) && !tree.promote(&path("y")));
    assert_eq!(text(&tree), "(... 1. x {three}) (... 1. a b {one}) *");
    // A line without notes is not kept for itself.
    *tree.note_mut(&path("a b")) = MoveNote::default();
    tree.trim(&path("a b e"));
    assert_eq!(text(&tree), "(... 1. x {three}) *");
    assert!(tree.remove(&path("x")) && tree.is_empty());
}
