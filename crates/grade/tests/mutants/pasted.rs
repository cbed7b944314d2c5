//! Pastes the example of a report into the hand-in's own interpreter.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Whether an example repeats when it is pasted into an interpreter that has just loaded the
/// hand-in. If not, the error is what was printed.
pub fn repeats(assignment: &str, hand_in: &Path, case: &Value) -> Result<(), String> {
    let word = |key: &str| case[key].as_str().unwrap();
    let before: Vec<&str> =
        case["after"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let answered = word("answered");
    let (printed, is_shown) = match assignment {
        "santorini" => {
            let printed = ghci(hand_in, &before, word("asked"));
            let is_shown = shows_value(&printed, answered);
            (printed, is_shown)
        }
        "nim" | "tictactoe" => {
            let printed = swipl(hand_in, &before, word("asked"));
            let is_shown = shows_answers(&printed, answered);
            (printed, is_shown)
        }
        "byte" => {
            let printed = sbcl(hand_in, word("asked"));
            let is_shown = shows_forms(&printed, answered);
            (printed, is_shown)
        }
        _ => {
            let printed = java(hand_in, word("program"));
            let is_shown = shows_numbers(&printed, answered);
            (printed, is_shown)
        }
    };
    if is_shown { Ok(()) } else { Err(printed) }
}

/// Runs a program with an input, and returns all that it prints.
fn run(command: &mut Command, input: &str) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    text(output.stdout) + &text(output.stderr)
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn ghci(hand_in: &Path, before: &[&str], asked: &str) -> String {
    let input = [before, &[asked, ""]].concat().join("\n");
    let folder = hand_in.parent().unwrap();
    run(
        Command::new("ghci").args(["-v0", "-ignore-dot-ghci"]).arg(hand_in).current_dir(folder),
        &input,
    )
}

/// Whether the last value that was printed is the answer. Of a list of moves the answer has the
/// number, and examples of what is wrong.
fn shows_value(printed: &str, answered: &str) -> bool {
    let last = without_blanks(printed.trim().lines().last().unwrap_or_default());
    if let Some(message) = answered.strip_prefix("error: ") {
        // The file has another folder.
        let first = message.lines().next().unwrap_or_default();
        return printed.contains(first.rsplit('/').next().unwrap_or_default());
    }
    if answered.contains(" move") {
        let count = last.matches("((").count();
        let wrong = answered.split("not legal, such as ").nth(1);
        let missing = answered.split("missing, such as ").nth(1);
        let shown = |part: Option<&str>| {
            part.map(|part| last.contains(&without_blanks(part.split(';').next().unwrap())))
        };
        return answered.starts_with(&format!("{count} move"))
            && shown(wrong) != Some(false)
            && shown(missing) != Some(true);
    }
    let values: Vec<String> = printed.lines().map(without_blanks).collect();
    answered.lines().all(|line| values.contains(&without_blanks(line)))
}

/// Asks for all answers of a goal.
fn swipl(hand_in: &Path, before: &[&str], asked: &str) -> String {
    let goal = |text: &str| text.trim().trim_end_matches('.').to_string();
    let mut script: String =
        before.iter().map(|text| format!("ignore(once(({}))).\n", goal(text))).collect();
    let asked = goal(asked);
    script += &format!("forall(limit(20,({asked})), (write('answer: '), print(X), nl)).\n");
    run(Command::new("swipl").args(["-q", "--stack-limit=256m"]).arg(hand_in), &script)
}

/// Whether each line of the answer was printed, but for those that say what is wrong with it.
fn shows_answers(printed: &str, answered: &str) -> bool {
    let comments = ["missing: ", "wrong: "];
    match answered {
        _ if answered.starts_with("false") => !printed.contains("answer: "),
        "nothing" => !printed.contains("-->"),
        _ => {
            // A state is printed with or without its outer brackets.
            let printed = without_blanks(printed).replace(['(', ')'], "");
            let shown = |line: &str| {
                let line = line.trim_start_matches("X = ").trim_start_matches("error: ");
                let line = line.trim_end_matches(" ;").trim_end_matches(", and prints:");
                printed.contains(&without_blanks(line).replace(['(', ')'], ""))
            };
            let is_comment = |line: &str| comments.iter().any(|words| line.starts_with(words));
            answered.lines().filter(|line| !is_comment(line)).all(shown)
        }
    }
}

/// Reads a form after the hand-in was loaded, and prints its value.
fn sbcl(hand_in: &Path, asked: &str) -> String {
    let options = ["--noinform", "--disable-debugger", "--no-userinit", "--load"];
    let input = format!("(format t \"~&answer: ~s~%\" {asked})\n");
    run(Command::new("sbcl").args(options).arg(hand_in), &input)
}

/// Whether the value has each atom and each list of the answer, whatever their order.
fn shows_forms(printed: &str, answered: &str) -> bool {
    let comments = ["missing: ", "wrong: "];
    let mut answered =
        answered.lines().filter(|line| !comments.iter().any(|it| line.starts_with(it)));
    let plain = |text: &str| without_blanks(text).to_uppercase();
    if answered.clone().any(|line| line.starts_with("error: ")) {
        return !printed.contains("answer: ");
    }
    let printed = plain(printed);
    answered.all(|line| {
        let line =
            line.trim_start_matches("the state is now ").trim_end_matches(" states are rated");
        let line = line.trim_end_matches(", with rules and without");
        let says = ["the first state looks the same", "it calls nothing that infers"];
        let line = if says.contains(&line) { "answer:" } else { line };
        // The level 0 may be left out, and the stacks of a state have no order.
        let parts = line.split(", and in the first state ").flat_map(|part| part.split(") ("));
        parts.map(|part| plain(part).replace(['(', ')'], "")).all(|part| {
            let bare = printed.replace(['(', ')'], "");
            bare.contains(&part) || part.strip_suffix('0').is_some_and(|part| bare.contains(part))
        })
    })
}

/// Compiles the program beside the hand-in, and runs it.
fn java(hand_in: &Path, program: &str) -> String {
    let folder = hand_in.parent().unwrap();
    std::fs::write(folder.join("Case.java"), program).unwrap();
    let compiled =
        run(Command::new("javac").args(["-nowarn", "Case.java"]).current_dir(folder), "");
    let printed = run(Command::new("java").arg("Case").current_dir(folder), "");
    std::fs::remove_file(folder.join("Case.java")).unwrap();
    format!("{printed}{}", if printed.contains("ClassNotFound") { &compiled } else { "" })
}

/// Whether each line of the answer was printed, or the error.
fn shows_numbers(printed: &str, answered: &str) -> bool {
    let answered = answered.split("\nin its tree").next().unwrap_or_default();
    let comments = ["nodes ", "no nodes", "(below"];
    let lines = answered.lines().filter(|line| !comments.iter().any(|it| line.starts_with(it)));
    // An error names its line, also where the program prints it.
    let shown = |part: &str| printed.contains(part.split(" at ").next().unwrap_or_default());
    lines.flat_map(|line| line.split(" and ")).all(|part| {
        let value = match part.strip_prefix("for the die ") {
            Some(part) => part.split_once(": ").map_or(part, |(_, value)| value),
            None => part,
        };
        shown(value.trim_start_matches("error "))
    })
}
