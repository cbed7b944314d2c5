//! The transcripts of the assignments, piped through the program and compared.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use agon_testing::{Run as _, agon};

/// Each transcript, its game, and the result of the check.
const TRANSCRIPTS: [(&str, &str, &str); 3] = [
    (
        "santorini-el.txt",
        "santorini",
        "6 answers, all as expected; 1 heuristic value not compared\n",
    ),
    (
        "santorini-en.txt",
        "santorini",
        "6 answers, all as expected; 1 heuristic value not compared\n",
    ),
    ("nim.txt", "nim", "3 answers, all as expected\n"),
];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/transcripts").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// Runs a REPL with these bytes as its standard input.
fn repl(arguments: &[&str], input: &[u8]) -> Output {
    agon(["repl"]).args(arguments).output_on(input)
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The output of a REPL for an input without errors.
fn said(arguments: &[&str], input: &str) -> String {
    let output = repl(arguments, input.as_bytes());
    let errors = words(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    words(&output.stdout)
}

#[test]
fn the_transcripts_of_the_assignments_are_answered_as_they_say() {
    for (name, game, summary) in TRANSCRIPTS {
        assert_eq!(said(&[game, "--check"], &text(name)), summary, "{name}");
        let path = path(name);
        assert_eq!(said(&[game, path.to_str().unwrap(), "--check"], ""), summary, "{name}");
        // As copied from a document: in a code block, with other line ends.
        let inside = format!("An example:\n\n```\n{}```\n\nMore words.\n", text(name));
        assert_eq!(said(&[game, "--check"], &inside.replace('\n', "\r\n")), summary, "{name}");
    }
}

#[test]
fn a_different_answer_is_shown_with_its_line() {
    let transcript = "*StudentCode> x = [1,2]\n\
        *StudentCode> length x\n3\n\
        *StudentCode> x\n\
        *StudentCode> y = 3\nall is well\n\
        *StudentCode> head []\n1\n\
        *StudentCode> evaluateState 'B' (initializeGame ((0,0),(1,1)) ((2,2),(3,3)))\nnot a number\n\
        *StudentCode> tail x\n[2]\n";
    let output = repl(&["santorini", "--check"], transcript.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let value =
        said(&["santorini"], "evaluateState 'B' (initializeGame ((0,0),(1,1)) ((2,2),(3,3)))\n");
    let expected = format!(
        "line 2: length x\n  expected: 3\n  found:    2\n\
         line 4: x\n  expected: nothing\n  found:    [1,2]\n\
         line 5: y = 3\n  expected: all is well\n  found:    nothing\n\
         line 7: head []\n  expected: 1\n  found:    error: head of an empty list\n\
         line 9: evaluateState 'B' (initializeGame ((0,0),(1,1)) ((2,2),(3,3)))\n  \
         expected: not a number\n  found:    {value}\
         6 answers, 5 not as expected\n"
    );
    assert_eq!(words(&output.stdout), expected);
    assert_eq!(words(&output.stderr), "");
}

#[test]
fn answers_in_a_piped_transcript_are_not_read_as_inputs() {
    for (name, game, _) in TRANSCRIPTS {
        let transcript = text(name);
        let is_typed = |line: &&str| line.starts_with('*') || line.starts_with("?-");
        let inputs: Vec<&str> = transcript.lines().filter(is_typed).collect();
        let answers = said(&[game], &(inputs.join("\n") + "\n"));
        assert!(answers.lines().count() >= 6, "{answers}");
        assert_eq!(said(&[game], &transcript), answers, "{name}");
        assert_eq!(said(&[game, path(name).to_str().unwrap()], ""), answers, "{name}");
    }
    assert_eq!(said(&["santorini"], "x = 1\nx\n(x,x)\n"), "1\n(1,1)\n", "without a prompt");
}

#[test]
fn a_line_is_answered_before_the_next_one_comes() {
    for [first, second] in [["1", "2"], ["*StudentCode> 1", "*StudentCode> 2"]] {
        let mut command = agon(["repl", "santorini"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        for (line, answer) in [(first, "1"), (second, "2")] {
            writeln!(stdin, "{line}").unwrap();
            assert_eq!(answers.next().unwrap().unwrap(), answer);
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn help_is_answered_in_the_form_of_every_language() {
    for (game, example) in [
        ("santorini", "possibleMoves"),
        ("nim", "perfect_game"),
        ("tictactoe", "utility"),
        ("byte", "(initial"),
        ("theseus", "getNextMove"),
    ] {
        for form in ["help", ":help", ":?", "help.", "(help)", "help()", "?- help."] {
            if form.starts_with("?-") && game != "nim" {
                continue;
            }
            let list = said(&[game], &format!("{form}\n"));
            assert!(list.contains(example) && list.contains("this list"), "{game} {form}: {list}");
        }
    }
}

#[test]
fn what_cannot_be_checked_is_refused_with_the_reason() {
    let large = "*StudentCode> 1\n".repeat(300_000);
    for (arguments, input, reason) in [
        (&["nim", "--check"][..], &b"utility([1],X).\n"[..], "no line begins with a prompt"),
        (&["nim", "--check"], b"", "no line begins with a prompt"),
        (&["santorini", "--check"], large.as_bytes(), "at most 4194304 bytes in a transcript"),
        (&["santorini", "--check"], b"*StudentCode> \xff\n", "not text (UTF-8)"),
        (&["santorini", "no/such/file", "--check"], b"", "there is no such file"),
        (&["santorini", "no/such/file"], b"", "there is no such file"),
    ] {
        let output = repl(arguments, input);
        let message = words(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains(reason), "{message}");
    }
    let output = repl(&["nim", "--eval", "hand"], b"");
    assert_eq!(output.status.code(), Some(2), "--eval is for santorini");
}
