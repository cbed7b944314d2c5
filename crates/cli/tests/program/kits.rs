//! Starter kits, bridges, and prompts with a student's own program.

use std::fs;
use std::path::{Path, PathBuf};

use agon_testing::{Run as _, agon, text};

use crate::course::tools::{HASKELL, JAVA, LISP, Language, PROLOG, kit};

const ASSIGNMENTS: [(&str, Language); 5] = [
    ("santorini", HASKELL),
    ("nim", PROLOG),
    ("tictactoe", PROLOG),
    ("byte", LISP),
    ("theseus", JAVA),
];

/// Writes the starter kit of an assignment, and gives its folder.
fn new_kit(assignment: &str, within: &Path) -> PathBuf {
    let folder = within.join(format!("my {assignment}"));
    let told = agon(["hand-in", "new", assignment, folder.to_str().unwrap()]).done();
    assert!(told.contains("README.md\n  agon hand-in check '"), "{told}");
    folder
}

/// Plays a short match against a program that plays at random.
fn plays(game: &str, hand_in: &Path) {
    let player = format!("hand-in:{},depth=1", hand_in.display());
    let told = agon(["match", game, &player, "random", "--pairs", "1", "--seed", "1"]).done();
    assert!(!told.contains("forfeit"), "{told}");
}

#[test]
fn every_kit_connects_and_plays_as_it_stands() {
    let within = tempfile::tempdir().unwrap();
    for (assignment, language) in ASSIGNMENTS {
        if !language.is_here() {
            continue;
        }
        let folder = new_kit(assignment, within.path());
        let path = folder.to_str().unwrap();
        let told = agon(["hand-in", "check", path, "--assignment", assignment]).done();
        assert!(told.trim_end().ends_with("connects"), "{told}");
        assert!(!told.contains("missing") && !told.contains("messages"), "{told}");
        if ["santorini", "nim", "tictactoe"].contains(&assignment) {
            plays(assignment, &folder);
        }
    }
}

#[test]
fn a_kit_overwrites_nothing_and_its_readme_is_in_the_language_asked_for() {
    let within = tempfile::tempdir().unwrap();
    let folder = within.path().join("mine");
    fs::create_dir(&folder).unwrap();
    let path = folder.to_str().unwrap();
    agon(["hand-in", "new", "nim", path, "--lang", "sr"]).done();
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.starts_with("# NIM in Prolog: vaš program"), "{readme}");
    fs::write(folder.join("nim.pl"), "mine.").unwrap();
    let errors = agon(["hand-in", "new", "nim", path]).refused(1);
    assert!(errors.contains("is not empty, and nothing is overwritten"), "{errors}");
    assert_eq!(fs::read_to_string(folder.join("nim.pl")).unwrap(), "mine.");
}

#[test]
fn hand_ins_with_other_names_and_states_play_by_a_bridge() {
    let within = tempfile::tempdir().unwrap();
    for (game, program, bridge, name, language) in [
        ("nim", "nim.pl", "nim-bridge.pl", "agon-bridge.pl", PROLOG),
        ("tictactoe", "tictactoe.pl", "tictactoe-bridge.pl", "agon-bridge.pl", PROLOG),
        ("santorini", "Santorini.hs", "Santorini-bridge.hs", "AgonBridge.hs", HASKELL),
    ] {
        if !language.is_here() {
            continue;
        }
        let folder = within.path().join(game);
        fs::create_dir(&folder).unwrap();
        let own = folder.join(program);
        fs::copy(kit("bridges").join(program), &own).unwrap();
        let path = own.to_str().unwrap();
        let told = agon(["hand-in", "check", path, "--assignment", game]).output_with(1);
        assert!(told.contains("agon hand-in bridge"), "{told}");

        let told = agon(["hand-in", "bridge", path, "--assignment", game]).done();
        let skeleton = fs::read_to_string(folder.join(name)).unwrap();
        assert!(skeleton.lines().count() <= 30, "{skeleton}");
        assert!(told.contains("there is no") || told.contains("not in scope"), "{told}");
        assert_eq!(skeleton.contains("start(_State)"), game == "tictactoe", "{skeleton}");
        let errors = agon(["hand-in", "bridge", path, "--assignment", game]).refused(1);
        assert!(errors.contains("exists") || errors.contains("needs no bridge"), "{errors}");

        fs::copy(kit("bridges").join(bridge), folder.join(name)).unwrap();
        let told = agon(["hand-in", "check", path, "--assignment", game]).done();
        assert!(told.contains("given") && told.trim_end().ends_with("connects"), "{told}");
        // Beside a file it is found as in a folder.
        plays(game, if game == "nim" { &own } else { &folder });
    }
}

#[test]
fn a_hand_in_that_lacks_nothing_needs_no_bridge() {
    if PROLOG.is_here() {
        let path = kit("nim/reference/nim.pl");
        let path = path.to_str().unwrap();
        let errors = agon(["hand-in", "bridge", path, "--assignment", "nim"]).refused(1);
        assert!(errors.contains("lacks nothing, so it needs no bridge"), "{errors}");
        assert!(!kit("nim/reference/agon-bridge.pl").exists());
    }
}

#[test]
fn the_interpreter_of_the_language_answers_with_the_hand_in() {
    let within = tempfile::tempdir().unwrap();
    // Clauses, loops and strings of the student's own.
    for (assignment, language, input, answer, question) in [
        (
            "santorini",
            HASKELL,
            "sum [evaluateState 'B' g | g <- replicate 3 (initializeGame ((0,0),(1,1)) ((2,2),(3,3)))] + 41\n",
            "41",
            "screenshotGame game5\n",
        ),
        (
            "nim",
            PROLOG,
            "forall(successor([2],S), format(\"to ~w~n\", [S])).\n",
            "to []\nto [1]",
            "perfect_game([3,5,7]).\n",
        ),
        (
            "byte",
            LISP,
            "(loop for i below 3 sum (* i (length (initial 8))))\n",
            "12",
            "(goal (initial 8))\n",
        ),
        (
            "theseus",
            JAVA,
            "for (int i = 0; i < 3; i++) System.out.print(\"die \" + i);\n",
            "die 0die 1die 2",
            "Node root = new Node(",
        ),
    ] {
        if !language.is_here() {
            continue;
        }
        let folder = new_kit(assignment, within.path());
        let mut command = agon(["repl", assignment, "--with", folder.to_str().unwrap()]);
        let output = command.env("HOME", within.path()).output_on(input);
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{out}{errors}");
        assert!(out.contains(question), "{out}{errors}");
        assert!(out.contains(answer), "{out}{errors}");
    }
}

#[test]
fn a_zip_is_loaded_from_a_copy_and_nonsense_is_refused_with_a_sentence() {
    let within = tempfile::tempdir().unwrap();
    let file = within.path().join("nim.txt");
    if PROLOG.is_here() {
        // A Greek comment in the encoding of old editors.
        fs::write(&file, b"% \xdc\xf1\xf7\xde\nown(1).\r\n").unwrap();
        let output = agon(["repl", "nim", "--with", file.to_str().unwrap()]).output_on("own(X).\n");
        assert!(text(&output.stdout).contains("X = 1"), "{output:?}");
        assert!(text(&output.stderr).contains("from a copy"), "{output:?}");
    }
    fs::write(&file, "%PDF-1.7").unwrap();
    let errors = agon(["repl", "nim", "--with", file.to_str().unwrap()]).refused(1);
    assert!(errors.contains("is a PDF file, not a program"), "{errors}");
    agon(["repl", "nim", "--with", "x.pl", "--check"]).refused(2);
}
