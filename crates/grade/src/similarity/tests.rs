//! Copies are found, and programs that were written apart are not.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use agon_core::Rng;
use agon_handin::{
    ASSIGNMENTS, Answer, Assignment, CallError, HandIn, Names, Part, Source, find_assignment,
    find_hand_ins,
};

use super::fingerprints::{K, WINDOW};
use super::tokens::Syntax;
use super::*;
use crate::question::{Check, Difference, Question};

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/course")
}

fn assignment(name: &str) -> &'static Assignment {
    find_assignment(name).unwrap()
}

fn extension(assignment: &Assignment) -> &'static str {
    assignment.language.extensions()[0]
}

/// A hand-in of one file.
fn hand_in(assignment: &Assignment, name: &str, text: &str) -> HandIn {
    let files = vec![(assignment.file.to_string(), text.as_bytes().to_vec())];
    let mut source = Source::of_files(files).unwrap();
    source.start_with(assignment.file).unwrap();
    HandIn { name: name.into(), source: Ok(source) }
}

/// Programs for an assignment that were written apart: the look-alikes of the tests of
/// `agon-handin`, the correct one of the course, its bridge and its evaluator.
fn apart(assignment: &Assignment) -> Vec<HandIn> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../handin/tests");
    let mut found = find_hand_ins(&tests.join(assignment.name), assignment).unwrap();
    let more: &[&str] = match assignment.name {
        "santorini" => &["bridges/Santorini.hs", "evaluators/santorini.hs"],
        "nim" => &["bridges/nim.pl", "evaluators/nim.pl"],
        "tictactoe" => &["bridges/tictactoe.pl"],
        "byte" => &["evaluators/byte.lisp"],
        _ => &["evaluators/TheseusEvaluator.java"],
    };
    let reference = format!("{}/reference", assignment.name);
    for path in more.iter().copied().chain([reference.as_str()]) {
        let read = HandIn::at(&course().join(path), assignment);
        // A file alone: others of the folder belong to other assignments.
        let source = read.source.map(|mut source| {
            source.files.retain(|file| path.contains('.') == path.ends_with(&file.path));
            source
        });
        found.push(HandIn { name: path.into(), source });
    }
    found
}

fn similar(assignment: &Assignment, hand_ins: &[HandIn]) -> Similarity {
    let wrong = vec![[].as_slice(); hand_ins.len()];
    Similarity::of(assignment, hand_ins, &wrong, &[])
}

fn names(found: &Similarity) -> Vec<[&str; 2]> {
    found.pairs.iter().map(|pair| pair.names.each_ref().map(String::as_str)).collect()
}

fn copy_of(assignment: &Assignment, hand_in: &HandIn) -> HandIn {
    let mut copy = HandIn { name: "copy".into(), source: hand_in.source.clone() };
    for file in &mut copy.source.as_mut().unwrap().files {
        file.text = disguise(extension(assignment), &file.text);
    }
    copy
}

/// A copy as a student disguises it: other names, comments and layout, the parts in another order,
/// and small exchanges.
fn disguise(extension: &str, text: &str) -> String {
    let (comment, exchanges): (_, &[(&str, &str)]) = match extension {
        "hs" => (
            "--",
            &[
                ("if ", "case "),
                (" then ", " of True -> "),
                (" else ", "; False -> "),
                ("otherwise", "True"),
                (" && ", " && True && "),
                ("concatMap f", "concat $ map f"),
            ],
        ),
        "pl" => (
            "%",
            &[(" !,", " !, true,"), ("\\+ ", "not "), (" =< ", " < "), ("format(", "nl, format(")],
        ),
        "lisp" => (
            ";",
            &[("(first ", "(car "), ("(null ", "(not "), ("(rest ", "(cdr "), ("(when ", "(if ")],
        ),
        _ => (
            "//",
            &[
                ("i++", "i += 1"),
                ("return", "System.out.print(\"\"); return"),
                ("== null", "== (null)"),
            ],
        ),
    };
    let lines = text.lines().map(|line| line.split(comment).next().unwrap().trim_end());
    // The first and the last part stay where they are: they begin and end a class of Java.
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for line in lines {
        let begins = line.is_empty() || extension == "lisp" && line.starts_with('(');
        if begins && !parts[parts.len() - 1].is_empty() {
            parts.push(Vec::new());
        }
        if !line.is_empty() {
            parts.last_mut().unwrap().push(line);
        }
    }
    let last = parts.len() - 1;
    parts[1.min(last)..last].reverse();
    let mut copy = String::new();
    for part in &parts {
        copy += &format!("\n{comment} {} lines\n", part.len());
        for line in part {
            let exchanged =
                exchanges.iter().fold(line.to_string(), |line, (from, to)| line.replace(from, to));
            let code = exchanged.trim_start();
            let blanks = 2 * (exchanged.len() - code.len());
            copy += &format!("{:blanks$}{}", "", renamed(extension, code));
            copy += if extension == "hs" { "\n" } else { "\n\n  " };
        }
    }
    copy
}

/// Gives all names that are not of the language another name.
fn renamed(extension: &str, line: &str) -> String {
    let (kept, in_names) = match extension {
        "hs" => (kept_words::HASKELL, "'"),
        "pl" => (kept_words::PROLOG, ""),
        "lisp" => (kept_words::LISP, "-"),
        _ => (kept_words::JAVA, ""),
    };
    let kept: BTreeSet<&str> = kept.split_whitespace().collect();
    let in_word =
        |letter: char| letter.is_alphanumeric() || letter == '_' || in_names.contains(letter);
    let (mut copy, mut rest) = (String::new(), line);
    while let Some(first) = rest.chars().next() {
        let end = match in_word(first) {
            true => rest.find(|letter| !in_word(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        match () {
            () if !first.is_alphabetic() || kept.contains(word) => copy += word,
            () if first.is_uppercase() => copy += &format!("Z{}q", word.to_uppercase()),
            () => copy += &format!("z{}q", word.to_lowercase()),
        }
    }
    copy
}

/// Each token of a text with how far back the same name stood.
fn read(extension: &str, text: &str) -> Vec<(u64, u32)> {
    let all = tokens::tokens(Syntax::of(extension).unwrap(), [text]);
    all.iter().map(|token| (token.kind, token.back)).collect()
}

#[test]
fn what_is_easily_changed_makes_no_other_tokens() {
    for (extension, one, other) in [
        ("hs", "f x' = {- a {- b -} c -} x' --> 'q' : \"no\" -- d", "g y=y-->'\\n':\"-- \\\" {-\""),
        ("pl", "f(X, _) :- g(X), X > 3.5. % a", "/* b */ zet(Ab,_):-h(Ab),Ab>0'a.%"),
        (
            "lisp",
            "(defun f (x) #| a #| b |# c |# (car x) #\\a 1) ; d",
            "(DEFUN g (y) (Car y) #\\Space -17)",
        ),
        (
            "java",
            "public int f(int a) { return this.a + 1; } // a",
            "/* b */int g(int c){return .c+0x2F;}",
        ),
        ("java", "import java.util.List; @Override String s = \"a\\\"\";", "String text = \"//\";"),
    ] {
        assert_eq!(read(extension, one), read(extension, other), "{one} and {other}");
        assert!(read(extension, one).len() > 3);
    }
    for (extension, one, other) in [
        ("hs", "f x y = map x y", "f x y = filter x y"),
        ("hs", "f x y = g x y", "f x y = g y x"),
        ("hs", "f x = x --| 1", "f x = x -- 1"),
        ("pl", "f(X,Y) :- g(X,Y).", "f(X,Y) :- g(Y,X)."),
        ("pl", "f(X) :- \\+ g(X).", "f(X) :- g(X)."),
        ("lisp", "(f (first x))", "(f (rest x))"),
        ("java", "while (a < b) a++;", "while (a > b) a++;"),
    ] {
        assert_ne!(read(extension, one), read(extension, other), "{one} and {other}");
    }
}

#[test]
fn fingerprints_are_the_least_runs_of_each_window() {
    let mut rng = Rng::seeded(4);
    let words = ["f", "g", "X", "Y", "(", ")", ",", ":-", "member", "is", "1", "."];
    for _ in 0..200 {
        let text: Vec<&str> =
            (0..rng.below(120)).filter_map(|_| rng.pick(&words).copied()).collect();
        let tokens = tokens::tokens(Syntax::of("pl").unwrap(), [text.join(" ").as_str()]);
        let runs = fingerprints::runs(&tokens);
        let given: HashSet<u64> =
            runs.iter().flatten().copied().filter(|hash| hash % 5 == 0).collect();
        let mut slow = BTreeSet::new();
        for start in 0..runs.len() {
            // The last window begins where it still fits, or at the start.
            if start + WINDOW <= runs.len() || start == 0 {
                let window = start..(start + WINDOW).min(runs.len());
                let own = window.filter_map(|place| Some((runs[place]?, place)));
                let own = own.filter(|(hash, _)| !given.contains(hash));
                slow.extend(own.min_by_key(|&(hash, place)| (hash, usize::MAX - place)));
            }
        }
        let chosen = fingerprints::chosen(&runs, &given);
        assert_eq!(chosen.iter().copied().collect::<BTreeSet<_>>(), slow);
        assert_eq!(chosen.len(), slow.len());
    }
    // A name is the same elsewhere only if it stands there within the run.
    let runs = |text: &str| fingerprints::runs(&tokens::tokens(Syntax::of("pl").unwrap(), [text]));
    let clause = "best(S,T) :- member(S,T).";
    let last = |text: &str| runs(text).last().copied();
    assert_eq!(runs(clause).len(), 14 - K + 1);
    assert_eq!(last(&format!("S. {clause}")), last(&format!("member(T) ! {clause}")));
    assert_eq!(runs(clause), runs("f(A,B) :- member(A,B)."));
    assert!(runs(clause).iter().all(|run| !runs("best(S,T) :- member(T,S).").contains(run)));
    let numbers = "[1,2,3],[4,5,6],".repeat(10);
    let numbers = tokens::tokens(Syntax::of("pl").unwrap(), [numbers.as_str()]);
    assert!(fingerprints::runs(&numbers).iter().all(Option::is_none));
}

#[test]
fn a_disguised_copy_is_found_and_nothing_else() {
    let mut programs = 0;
    for assignment in &ASSIGNMENTS {
        let class = apart(assignment);
        programs += class.len();
        let found = similar(assignment, &class);
        assert!(!found.stands_out(), "{}", found.text(&assignment.names()));
        for hand_in in &class {
            let more = [class.as_slice(), &[copy_of(assignment, hand_in)]].concat();
            let found = similar(assignment, &more);
            let text = found.text(&assignment.names());
            assert_eq!(names(&found), [[hand_in.name.as_str(), "copy"]], "{text}");
            assert!(found.pairs[0].fragment.as_ref().unwrap().tokens >= 20, "{text}");
        }
    }
    assert_eq!(programs, 39);
}

#[test]
fn two_copies_among_forty_are_found() {
    // Each with an original of its own, and both of one.
    for assignment in &ASSIGNMENTS {
        let class = apart(assignment);
        let [first, second] = [0, 1].map(|place| copy_of(assignment, &class[place]));
        let second = HandIn { name: "second".into(), ..second };
        let more = [class.as_slice(), &[first, second]].concat();
        let found = similar(assignment, &more);
        let mut pairs = names(&found);
        pairs.sort_unstable();
        let mut right = [[class[0].name.as_str(), "copy"], [class[1].name.as_str(), "second"]];
        right.sort_unstable();
        assert_eq!(pairs, right, "{}", found.text(&assignment.names()));
    }
}

#[test]
fn a_program_with_planted_faults_is_similar_to_the_one_it_was_made_from() {
    for assignment in &ASSIGNMENTS {
        let folder = course().join(assignment.name);
        let class = ["reference", "faulty"].map(|name| HandIn::at(&folder.join(name), assignment));
        let found = similar(assignment, &class);
        assert_eq!(names(&found), [["reference", "faulty"]], "{}", assignment.name);
    }
}

#[test]
fn code_that_the_class_was_given_is_left_out() {
    let nim = assignment("nim");
    let kit = agon_handin::Kit::of(nim).unwrap().files(nim, agon_handin::Lang::English);
    let (_, kit) = kit.into_iter().find(|(name, _)| *name == nim.file).unwrap();
    let own = [
        "play(S,T) :- utility(S,win), !, successor(S,T), utility(T,lose), say(S,T).\n\
         say(A,B) :- writeln(A), write(B), nl, length(A,N), length(B,M), K is N-M, print(K).",
        "perfect_game(S) :- findall(T-U, (successor(S,T), utility(T,U)), All), keysort(All,[T-U|_]),\n\
         format(\"~w ~w~n\", [T,U]), perfect_game(T).\n perfect_game([]) :- !. perfect_game(_) :- nl.",
    ];
    let class = [
        hand_in(nim, "ann", &(kit.clone() + own[0])),
        hand_in(nim, "bob", &(kit.clone() + own[1])),
        hand_in(nim, "kit", &kit),
        hand_in(
            nim,
            "renamed kit",
            &disguise("pl", &kit).replace(", true", "").replace("nl, ", ""),
        ),
        HandIn { name: "none".into(), source: Err("is empty".to_string().into()) },
        hand_in(nim, "nothing", ""),
    ];
    let found = similar(nim, &class);
    assert!(!found.stands_out(), "{}", found.text(&nim.names()));
    assert_eq!(found.too_short, ["kit", "renamed kit", "nothing"]);
    assert_eq!(found.compared, 1);

    // What the teacher gave is left out, too.
    let class =
        ["ann", "bob"].map(|name| hand_in(nim, name, &(own[0].to_string() + own[1] + name)));
    let extra = hand_in(nim, "extra", &own.concat()).source.unwrap().files;
    assert!(similar(nim, &class).stands_out());
    let found = Similarity::of(nim, &class, &[&[], &[]], &extra);
    assert!(!found.stands_out(), "{}", found.text(&nim.names()));
}

#[test]
fn equal_hand_ins_are_remarked_and_compared_once() {
    let byte = assignment("byte");
    let class = apart(byte);
    let mut more = class.clone();
    for number in 0..8 {
        more.push(HandIn { name: format!("same {number}"), source: class[0].source.clone() });
    }
    let found = similar(byte, &more);
    assert_eq!(found.same.len(), 1);
    assert_eq!(found.same[0].names.len(), 9);
    assert!(found.same[0].has_same_files && found.pairs.is_empty());
    assert_eq!(found.compared, similar(byte, &class).compared);

    let short = ["ann", "bob"].map(|name| hand_in(byte, name, "(defun moves (state) nil)"));
    assert!(similar(byte, &short).same[0].has_same_files);

    // Another layout, other comments and names.
    let text =
        "; a\n(defun add (x y)\n (let ((both (+ x y))) (if (> both 9) (list both x) (list y both))))
        (defun all (l) (mapcar #'add l (rest l)))";
    let other =
        text.replace("; a", "").replace("\n", " ").replace("both", "zbir").replace("all", "SVI");
    let found = similar(byte, &[hand_in(byte, "ann", text), hand_in(byte, "bob", &other)]);
    assert_eq!(
        found.same,
        [SamePrograms { names: vec!["ann".into(), "bob".into()], has_same_files: false }]
    );
    let mixed = other.replace("(list y zbir)", "(list zbir y)");
    assert!(
        similar(byte, &[hand_in(byte, "ann", text), hand_in(byte, "bob", &mixed)]).same.is_empty()
    );
}

#[test]
fn what_most_of_the_class_has_is_left_out() {
    let theseus = assignment("theseus");
    let class = apart(theseus);
    let common = class.last().unwrap().source.as_ref().unwrap().files.clone();
    // All but two have a class of the course beside their own.
    let with_common = |hand_in: &HandIn| {
        let mut more = hand_in.clone();
        let files = &mut more.source.as_mut().unwrap().files;
        files.extend(
            common
                .iter()
                .map(|file| SourceFile { path: format!("course/{}", file.path), ..file.clone() }),
        );
        more
    };
    let mut more: Vec<HandIn> = class[..class.len() - 1].iter().map(with_common).collect();
    let found = similar(theseus, &more);
    assert!(!found.stands_out(), "{}", found.text(&theseus.names()));
    more.push(copy_of(theseus, &more[0]));
    assert_eq!(names(&similar(theseus, &more)), [[more[0].name.as_str(), "copy"]]);
    // Four copies among six are not what the class has in common.
    let mut ring = class[..3].to_vec();
    for number in 0..3 {
        let copy = copy_of(theseus, &ring[ring.len() - 1]);
        ring.push(HandIn { name: format!("copy {number}"), ..copy });
    }
    let found = similar(theseus, &ring);
    assert!(found.pairs.len() >= 3, "{}", found.text(&theseus.names()));
    let is_copied = |name: &String| name.starts_with("copy") || *name == class[2].name;
    assert!(found.pairs.iter().all(|pair| pair.names.iter().all(is_copied)));
    // Of two hand-ins nobody knows what is common.
    assert_eq!(similar(theseus, &more[..2]).pairs.len(), 1);
}

/// A random text of so many words, most of them of Lisp.
fn random_text(rng: &mut Rng, words: usize) -> String {
    const WORDS: [&str; 11] = ["car", "cdr", "(", ")", "+", "x", "y", "list", "cond", "1", "let"];
    (0..words).filter_map(|_| rng.pick(&WORDS).copied()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_long_common_part_is_shown_with_its_lines_and_a_short_one_is_not() {
    let byte = assignment("byte");
    let mut rng = Rng::seeded(8);
    let mut class = |words: usize, common: usize| {
        let part = random_text(&mut rng, common);
        let renamed = part.replace('x', "z").replace(' ', "\n");
        let mut program = || random_text(&mut rng, words);
        let one = format!("{}\n; here\n{part}\n{}", program(), program());
        let other = format!("{}\n{renamed}\n{}", program(), program());
        let found = similar(byte, &[hand_in(byte, "ann", &one), hand_in(byte, "bob", &other)]);
        found.pairs.into_iter().next()
    };
    let pair = class(2000, 130).unwrap();
    assert!(pair.shares[0] < 0.1, "{:?}", pair.shares);
    let Fragment { tokens, places: [one, other] } = pair.fragment.unwrap();
    assert!((120..140).contains(&tokens), "{tokens}");
    assert_eq!([one.from, one.to], [3, 3]);
    assert!(other.from < 8 && (115..140).contains(&other.to), "{other:?}");
    assert_eq!((one.file.as_str(), one.text.len()), (byte.file, 160));
    assert!(other.text.lines().count() == 30);
    // The half of two programs, but a short one.
    assert!(class(30, 60).is_none());
    assert!(class(40, 85).is_some());
    // The same words, but names mixed up.
    let mixed = |names: [&str; 2]| {
        let line = format!("(list {} (car {}) (cdr {}))\n", names[0], names[1], names[0]);
        let text = format!("{line}(+ 1 (let x) y)\n").repeat(20);
        hand_in(byte, names[0], &text)
    };
    let found = similar(byte, &[mixed(["x", "y"]), mixed(["y", "x"])]);
    assert!(found.pairs.iter().all(|pair| pair.fragment.as_ref().unwrap().tokens < 30));
}

#[test]
fn in_a_class_where_all_have_much_in_common_more_is_needed() {
    let byte = assignment("byte");
    let mut rng = Rng::seeded(12);
    let parts: Vec<String> = (0..8).map(|_| random_text(&mut rng, 86)).collect();
    // Each has three of eight parts, so two have one in common, and the last has the same as the first.
    let program = |number: usize| {
        let taken = [number, number + 1, number + 3].map(|place| parts[place % 8].as_str());
        hand_in(byte, &number.to_string(), &taken.join(&format!(" (f{number} \"a\" 'b #'c) ")))
    };
    let mut class: Vec<HandIn> = (0..8).map(program).collect();
    let found = similar(byte, &class);
    assert!(found.usual > 0.2 && found.pairs.is_empty(), "{}", found.text(&byte.names()));
    class.push(HandIn {
        name: "copy".into(),
        ..hand_in(
            byte,
            "",
            &disguise("lisp", &format!("(g)\n{}", class[0].source.as_ref().unwrap().files[0].text)),
        )
    });
    assert_eq!(names(&similar(byte, &class)), [["0", "copy"]]);
}

#[test]
fn what_fewer_have_counts_more() {
    let rarities = [0, 2, 3, 10, 20, 21, 40].map(|having| rarity(having, 40));
    assert_eq!([rarities[0], rarities[1], rarities[5], rarities[6]], [1.0, 1.0, 0.0, 0.0]);
    assert!(rarities.is_sorted_by(|one, other| one >= other) && rarities[4] > 0.2);
    assert!(rarity(5, 6) > 0.0 && rarity(6, 6) == 0.0);
}

#[test]
fn any_text_is_compared_in_bounded_time() {
    for assignment in &ASSIGNMENTS {
        let marks =
            ["{-", "/*", "#|", "(", "\"", "'", "0'", "#\\", "--", "é", "f(X,Y):-", "a b c d e "];
        let mut class = Vec::new();
        for mark in marks {
            let text = mark.repeat((1 << 18) / mark.len());
            class.push(hand_in(assignment, mark, &text));
            class.push(hand_in(assignment, "begun", &format!("x{text}")));
        }
        let mut rng = Rng::seeded(3);
        for number in 0..4 {
            let pieces = (0..100_000).filter_map(|_| rng.pick(&marks).copied()).collect::<Vec<_>>();
            class.push(hand_in(assignment, &number.to_string(), &pieces.join(" ")));
        }
        let found = similar(assignment, &class);
        assert!(!found.cut.is_empty());
        let _ = (found.text(&assignment.names()), found.html(&assignment.names()));
        assert!(found.json(&assignment.names())["pairs"].is_array());
    }
}

/// A question whose right answer is its number.
struct Numbered(usize);

impl Question for Numbered {
    fn function(&self) -> usize {
        0
    }

    fn text(&self, _: &Names) -> String {
        self.0.to_string()
    }

    fn size(&self) -> usize {
        1
    }

    fn judge(&self, answer: &Answer, _: &Names) -> Vec<Check> {
        let answered = answer.parts.iter().map(|part| part.text.clone()).collect::<String>();
        let (asked, expected) = ("f".repeat(1000), self.0.to_string());
        let is_wrong = answered != expected;
        let difference = Difference { asked, expected, answered, is_costly: false };
        let difference = is_wrong.then_some(difference);
        vec![Check { function: 0, kind: "number", step: 0, micros: None, difference }]
    }

    fn null_answers(&self, _: &Names) -> Vec<(usize, Answer)> {
        vec![(0, answer("0"))]
    }
}

fn answer(text: &str) -> Answer {
    Answer { parts: vec![Part { text: text.into(), micros: 0 }], ..Answer::default() }
}

#[test]
fn answers_of_a_program_that_does_nothing_are_not_kept_nor_errors_nor_too_many() {
    let names = Names(vec!["f".into()]);
    let mut kept = Vec::new();
    let mut ask = |number: usize, answer: &Answer| {
        let question = Numbered(number);
        for check in question.judge(answer, &names) {
            keep(&mut kept, (number, &question), (&check, answer), &names);
        }
        kept.len()
    };
    assert_eq!(ask(1, &answer("1")), 0);
    assert_eq!(ask(1, &answer("0")), 0);
    assert_eq!(
        ask(1, &Answer { error: Some(CallError::Exception("no".into())), ..answer("7") }),
        0
    );
    assert_eq!(ask(1, &answer("7")), 1);
    for number in 2..1000 {
        ask(number, &answer(&format!("{number} {}", "x".repeat(1000))));
    }
    assert!((50..200).contains(&kept.len()));
    let wrong = |wrong: &WrongAnswer| (wrong.asked.len() + wrong.answered.len()) < 400;
    assert!(kept.iter().all(wrong));
}

/// Wrong answers of a function to these questions.
fn mistakes(
    function: usize,
    questions: impl Iterator<Item = usize>,
    answer: impl Fn(usize) -> u64,
) -> Vec<WrongAnswer> {
    let wrong = |question: usize| WrongAnswer {
        function,
        question,
        hash: answer(question),
        asked: format!("f{function}({question})"),
        answered: answer(question).to_string(),
    };
    questions.map(wrong).collect()
}

/// The strength of each pair by behaviour alone: the hand-ins have nothing else in common.
fn flagged_by_behaviour(wrong: &[Vec<WrongAnswer>]) -> Vec<[String; 2]> {
    let byte = assignment("byte");
    let mut rng = Rng::seeded(1);
    let mut class = Vec::new();
    for number in 0..wrong.len() {
        class.push(hand_in(byte, &number.to_string(), &random_text(&mut rng, 200)));
    }
    let wrong: Vec<&[WrongAnswer]> = wrong.iter().map(Vec::as_slice).collect();
    let found = Similarity::of(byte, &class, &wrong, &[]);
    found.pairs.into_iter().map(|pair| pair.names).collect()
}

#[test]
fn the_same_rare_wrong_answers_in_many_functions_stand_out() {
    let mut class: Vec<Vec<WrongAnswer>> = vec![Vec::new(); 40];
    let odd = |answers: u64| {
        (0..5).flat_map(move |function| {
            mistakes(function, (0..60).step_by(2 + function), move |question| {
                question as u64 % 11 + answers
            })
        })
    };
    class[3] = odd(7).collect();
    class[8] = odd(7).collect();
    class[11] = odd(100).collect();
    assert_eq!(flagged_by_behaviour(&class), [["3", "8"]]);
    // The same in a third of the class is a common misreading.
    class[20..33].iter_mut().for_each(|wrong| *wrong = odd(7).collect());
    assert!(flagged_by_behaviour(&class).is_empty());
    // One function alone says little, and so do answers of which there are few.
    let mut class: Vec<Vec<WrongAnswer>> = vec![Vec::new(); 40];
    for place in [3, 8] {
        class[place] = odd(7).filter(|wrong| wrong.function == 0).collect();
        class[place].extend(
            (1..9).flat_map(|function| mistakes(function, 0..60, |question| question as u64 % 2)),
        );
    }
    assert!(flagged_by_behaviour(&class).is_empty());
}

#[test]
fn hand_ins_with_different_faults_do_not_stand_out_by_their_answers() {
    let mut rng = Rng::seeded(5);
    // Each fails some questions of one to five of nine functions. An answer is one of few.
    let mut class = Vec::new();
    for _ in 0..46 {
        let mut wrong = Vec::new();
        for _ in 0..1 + rng.below(5) {
            let (function, answers, every) =
                (rng.below(9), 2 + rng.below(12) as u64, 1 + rng.below(4));
            if wrong.iter().all(|known: &WrongAnswer| known.function != function) {
                let salt = rng.below(1000) as u64;
                wrong.extend(mistakes(function, (0..33).step_by(every), |question| {
                    tokens::hash(&format!("{question} {salt}")) % answers
                }));
            }
        }
        class.push(wrong);
    }
    assert!(class.len() * (class.len() - 1) / 2 > 1000);
    assert_eq!(flagged_by_behaviour(&class), Vec::<[String; 2]>::new());
}

/// What is exchanged in a program in Lisp to make it faulty.
const FAULTS: [(&str, &str); 16] = [
    (" 1", " 2"),
    (" 0", " 1"),
    ("(and ", "(or "),
    ("(or ", "(and "),
    ("(first ", "(second "),
    ("(rest ", "(cddr "),
    ("(when ", "(unless "),
    ("(+ ", "(- "),
    ("(- ", "(+ "),
    ("(= ", "(/= "),
    ("(< ", "(> "),
    ("(> ", "(< "),
    ("max", "min"),
    ("(cons ", "(list "),
    ("(if ", "(unless "),
    (":x", ":o"),
];

/// A program with another of [`FAULTS`] at a random place.
fn mutant(text: &str, rng: &mut Rng) -> String {
    let is_code = |at: &usize| {
        let line = text[..*at].rfind('\n').map_or(0, |end| end + 1);
        !text[line..*at].contains([';', '"'])
    };
    let places = |(from, to): &(&'static str, &'static str)| {
        let places = text.match_indices(*from).map(|(at, _)| at).filter(is_code);
        places.map(|at| (at, from.len(), *to)).collect::<Vec<_>>()
    };
    let all: Vec<_> = FAULTS.iter().flat_map(places).collect();
    let (at, length, to) = *rng.pick(&all).unwrap();
    format!("{}{to}{}", &text[..at], &text[at + length..])
}

#[test]
#[ignore = "grades 92 programs in Lisp"]
fn mutants_with_different_faults_do_not_stand_out_by_their_answers() {
    let byte = assignment("byte");
    let questionnaire = crate::find_questionnaire("byte").unwrap();
    let mut scheme = crate::GradingScheme::of(questionnaire);
    scheme.limits.total = std::time::Duration::from_secs(20);
    let interpreter = agon_handin::interpreter_of(byte).unwrap();
    let reference = course().join("byte/reference/byte.lisp");
    let reference = std::fs::read_to_string(reference).unwrap();
    let questions = questionnaire.questions(0, 300);
    let free = crate::free_checks::FreeChecks::of(&questions.all, &scheme.names);
    let mut rng = Rng::seeded(2);
    for faults in [1, 3] {
        let mut wrong = Vec::new();
        let mut graded = HashSet::new();
        while wrong.len() < 46 {
            let text = (0..faults).fold(reference.clone(), |text, _| mutant(&text, &mut rng));
            if graded.insert(text.clone()) {
                let program = hand_in(byte, "mutant", &text);
                let run = crate::grading::grade;
                wrong.push(
                    run(questionnaire, &scheme, &interpreter, &questions, &free, &program).wrong,
                );
            }
        }
        let is_faulty = |wrong: &&Vec<WrongAnswer>| !wrong.is_empty();
        assert!(wrong.iter().filter(is_faulty).count() > 20);
        let behaviour = Behaviour::of(&wrong.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let pairs = (0..46).flat_map(|one| (0..one).map(move |other| (one, other)));
        let strength = |(one, other)| -> f64 {
            behaviour.shared(one, other).iter().map(|mistakes| mistakes.weight).sum()
        };
        let largest = pairs.map(strength).fold(0.0, f64::max);
        assert!(largest < FUNCTIONS / 2.0, "{largest} with {faults} faults");
        assert_eq!(flagged_by_behaviour(&wrong), Vec::<[String; 2]>::new());
    }
}
