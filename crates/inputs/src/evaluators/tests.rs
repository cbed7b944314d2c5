//! Programs that answer, and programs that do all kinds of things wrong.

use agon_sandbox::Timeouts;

use super::*;

/// A program that runs a shell script.
fn script(text: &str) -> Program {
    Program::new("program:test", &format!("/bin/sh -c '{text}'"), EngineLimits::default())
}

/// A program with short timeouts.
fn hasty(command: &str, timeouts: Timeouts) -> Program {
    let limits = EngineLimits { timeouts, ..EngineLimits::default() };
    Program::new("program:test", command, limits)
}

fn ask(program: &Program, positions: &str) -> Result<Vec<i64>, String> {
    let mut values = Vec::new();
    match program.evaluate(positions, &mut values) {
        Ok(()) => Ok(values),
        Err(NoAnswer::Failed(reason)) => Err(reason),
        Err(NoAnswer::Stopped) => panic!("it was not stopped"),
    }
}

/// The reason why a script fails when it gets two positions.
fn fault(text: &str) -> String {
    ask(&script(text), "one\ntwo\n").expect_err(text)
}

#[test]
fn answers_come_in_the_order_of_the_questions() {
    let program = script("while read -r line; do echo ${#line}; done");
    assert_eq!(ask(&program, "a\nbcd\nef\n"), Ok(vec![1, 3, 2]));
    assert_eq!(ask(&program, "abcdef\n"), Ok(vec![6]));
    assert_eq!(
        ask(&script("read -r x; printf \" +7 \\r\\n-8\\n\"; read -r x; read -r x"), "a\nb\n"),
        Ok(vec![7, -8])
    );
}

#[test]
fn a_batch_may_be_larger_than_the_buffers_of_both_pipes() {
    let program = Program::new("program:cat", "cat", EngineLimits::default());
    let values: Vec<i64> = (-150_000..150_000).collect();
    let positions: String = values.iter().map(|value| format!("{value}\n")).collect();
    assert!(positions.len() > 16 * (64 << 10));
    for _ in 0..2 {
        assert!(ask(&program, &positions).unwrap() == values);
    }
    // A program that reads everything before it answers never sees the end of its input.
    let late = "/bin/sh -c 'sort -n'";
    let timeouts = Timeouts { startup: 300, ready: 300, ..Timeouts::default() };
    let reason = ask(&hasty(late, timeouts), &positions).unwrap_err();
    assert!(reason.starts_with("did not answer a position within 300 ms"), "{reason}");
}

#[test]
fn one_that_ends_says_how_and_what_it_wrote_on_standard_error() {
    let reason = fault("read -r x; echo 5; echo no such thing >&2; read -r x; exit 3");
    let expected = "ended in the middle of it: exit code 3, with \"no such thing\" on standard \
                    error; it was asked about two";
    assert_eq!(reason, expected);
    assert!(fault("exec >&-; sleep 1000").contains("it closed its output"));
}

#[test]
fn an_answer_is_a_whole_number() {
    for (answer, shown) in [("abc", "abc"), ("1.5", "1.5"), ("", ""), ("1 2", "1 2")] {
        let reason = fault(&format!("read -r x; echo 5; read -r x; echo \"{answer}\"; sleep 1000"));
        let expected =
            format!("wrote {shown:?}, where a whole number would be right; it was asked about two");
        assert_eq!(reason, expected);
    }
    let large = fault("read -r x; echo 99999999999999999999; sleep 1000");
    assert!(
        large.contains("where a whole number would be right; it was asked about one"),
        "{large}"
    );
    assert!(
        fault("read -r x; printf \"\\377\\n\"; sleep 1000")
            .starts_with("wrote bytes that are not text")
    );
}

#[test]
fn an_answer_is_short() {
    let long = "wrote a line of more than 64 bytes; it was asked about one";
    assert_eq!(fault("read -r x; head -c 1000000 /dev/zero | tr \"\\0\" 7; sleep 1000"), long);
    assert_eq!(fault("read -r x; cat /dev/zero"), long);
}

#[test]
fn answers_without_a_position_are_noticed() {
    let twice = script("while read -r line; do echo 1; echo 2; done");
    let reason = (0..1000).find_map(|_| ask(&twice, "a\nb\nc\n").err()).unwrap();
    assert!(reason.contains("without having been asked"), "{reason}");
    let forever = Program::new("program:yes", "yes 1", EngineLimits::default());
    let reason = (0..1000).find_map(|_| ask(&forever, "a\n").err()).unwrap();
    assert_eq!(reason, "wrote \"1\" without having been asked");
}

#[test]
fn one_that_does_not_answer_or_does_not_read_is_ended() {
    let short = Timeouts { startup: 100, ready: 100, ..Timeouts::default() };
    let reason = ask(&hasty("sleep 1000", short), "one\n").unwrap_err();
    let expected = "did not answer a position within 100 ms (it must flush its output after \
                    every line); it was asked about one";
    assert_eq!(reason, expected);
    let many = "a position\n".repeat(100_000);
    let reason = ask(&hasty("sleep 1000", short), &many).unwrap_err();
    assert_eq!(reason, "does not read its input; it was asked about a position");
    // Each answer is in time, but not all of them together.
    let slow = "/bin/sh -c 'while read -r line; do echo 1; sleep 0.05; done'";
    let timeouts = Timeouts { thinking: 300, ..Timeouts::default() };
    let reason = ask(&hasty(slow, timeouts), &"a\n".repeat(1000)).unwrap_err();
    assert!(
        reason.starts_with("did not answer all positions of a batch within 300 ms"),
        "{reason}"
    );
}

#[test]
fn one_that_has_failed_is_started_again() {
    let program = script("read -r x; echo 5; read -r x; exit 3");
    for _ in 0..2 {
        assert_eq!(ask(&program, "one\n"), Ok(vec![5]));
        let reason = ask(&program, "two\n").unwrap_err();
        assert_eq!(reason, "ended in the middle of it: exit code 3; it was asked about two");
    }
}

#[test]
fn a_program_of_the_page_has_a_name_of_its_own() {
    let read = |text: &str| text.parse::<NamedEvaluator>();
    let named = read("ann=python3 a.py --x=1").unwrap();
    assert_eq!((named.name.as_str(), named.command.as_str()), ("ann", "python3 a.py --x=1"));
    for wrong in ["ann", "=./ann", "a b=./ann", "a:b=./ann", "ann=", "ann= ", "lines=./ann"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn one_that_cannot_be_started_says_why() {
    let missing = Program::new("program:x", "./no-such-program", EngineLimits::default());
    let reason = missing.start().unwrap_err().to_string();
    assert!(reason.starts_with("could not be started: \"./no-such-program\""), "{reason}");
    assert!(ask(&missing, "a\n").unwrap_err().starts_with("could not be started"));
    let nim = agon_arena::find("nim").unwrap();
    let quotes = open(nim, Some("program:sh 'a")).err();
    assert!(matches!(quotes, Some(Failure::Refused(reason)) if reason.contains("do not match")));
    assert!(matches!(open(nim, Some("program: ")), Err(Failure::Usage(_))));
    assert!(matches!(open(nim, Some("my.rules")), Ok(None)));
}
