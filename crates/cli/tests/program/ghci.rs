//! Compares the prompt of santorini with ghci: generated expressions over lists and tuples print
//! the same. If ghci is not installed, the test says so and ends.

use std::io::Write as _;
use std::process::{Command, Stdio};

use agon_core::Rng;
use agon_testing::agon;

/// How many expressions are compared.
const EXPRESSIONS: usize = 2_000;

/// A type of expressions.
#[derive(Clone)]
enum Kind {
    Number,
    Letter,
    Truth,
    Pair(Box<Kind>, Box<Kind>),
    List(Box<Kind>),
}

fn below(rng: &mut Rng, bound: usize) -> usize {
    rng.below(bound)
}

fn any_kind(rng: &mut Rng, depth: u32) -> Kind {
    let inner = |rng: &mut Rng| Box::new(any_kind(rng, depth - 1));
    match below(rng, if depth == 0 { 4 } else { 8 }) {
        0 | 1 => Kind::Number,
        2 => Kind::Letter,
        3 => Kind::Truth,
        4 | 5 => Kind::Pair(inner(rng), inner(rng)),
        _ => Kind::List(inner(rng)),
    }
}

/// An expression of a type, in parentheses where it is not a single word.
fn expression(rng: &mut Rng, kind: &Kind, depth: u32) -> String {
    if depth > 0 && below(rng, 3) > 0 {
        let list = |rng: &mut Rng| Kind::List(Box::new(any_kind(rng, 1)));
        let of = |rng: &mut Rng, kind: &Kind| expression(rng, kind, depth - 1);
        let own_list = Kind::List(Box::new(kind.clone()));
        return match (kind, below(rng, 6)) {
            (Kind::Truth, 0) => {
                let kind = any_kind(rng, 1);
                let operator = ["==", "/="][below(rng, 2)];
                format!("({} {operator} {})", of(rng, &kind), of(rng, &kind))
            }
            (Kind::Truth, 1) => {
                let kind = any_kind(rng, 1);
                let list = Kind::List(Box::new(kind.clone()));
                match below(rng, 2) {
                    0 => format!("(elem {} {})", of(rng, &kind), of(rng, &list)),
                    _ => format!("({} `elem` {})", of(rng, &kind), of(rng, &list)),
                }
            }
            (Kind::Truth, 2) => {
                let list = list(rng);
                format!("(null {})", of(rng, &list))
            }
            (Kind::List(_), 0) => format!("(tail {})", of(rng, kind)),
            (Kind::List(_), 1) => {
                format!("(take {} {})", expression(rng, &Kind::Number, 0), of(rng, kind))
            }
            (_, 2) => format!("(head {})", of(rng, &own_list)),
            (_, 3) => format!("(last $ {})", of(rng, &own_list)),
            (_, 4) => {
                let place = below(rng, 4);
                format!("({} !! {place})", of(rng, &own_list))
            }
            _ => {
                let other = Box::new(any_kind(rng, 1));
                let own = Box::new(kind.clone());
                match below(rng, 2) {
                    0 => format!("(fst {})", of(rng, &Kind::Pair(own, other))),
                    _ => format!("(snd {})", of(rng, &Kind::Pair(other, own))),
                }
            }
        };
    }
    match kind {
        Kind::Number => match below(rng, 3) {
            0 => format!("(-{})", 1 + below(rng, 9)),
            _ => below(rng, 4).to_string(),
        },
        Kind::Letter => ["'a'", "'B'", "' '", "'\"'", "'\\''", "'λ'"][below(rng, 6)].into(),
        Kind::Truth => ["True", "False"][below(rng, 2)].into(),
        Kind::Pair(one, two) => {
            let depth = depth.saturating_sub(1);
            format!("({}, {})", expression(rng, one, depth), expression(rng, two, depth))
        }
        Kind::List(element) => {
            let number = below(rng, 4);
            let depth = depth.saturating_sub(1);
            let parts = (0..number).map(|_| expression(rng, element, depth));
            format!("[{}]", parts.collect::<Vec<_>>().join(","))
        }
    }
}

/// The output for lines in which each expression is followed by its number.
fn answers(mut command: Command, input: &str) -> Vec<Option<String>> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let mut answers = Vec::new();
    let mut last = None;
    for line in said.lines() {
        let number = (1_000_000 + answers.len()).to_string();
        if line == number {
            answers.push(last.take());
        } else if line.ends_with(&number) {
            // ghci has printed a value up to a part that has none.
            answers.push(None);
        } else {
            last = Some(line.to_string());
        }
    }
    answers
}

#[test]
fn expressions_print_as_ghci_prints_them() {
    if Command::new("ghci").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped, because there is no ghci");
        return;
    }
    let mut rng = Rng::seeded(18);
    let mut expressions = Vec::new();
    while expressions.len() < EXPRESSIONS {
        let kind = any_kind(&mut rng, 2);
        expressions.push(expression(&mut rng, &kind, 4));
    }
    let lines = expressions.iter().enumerate();
    let input: String =
        lines.map(|(number, text)| format!("{text}\n{}\n", 1_000_000 + number)).collect();
    let mut ghci = Command::new("ghci");
    ghci.args(["-v0", "-ignore-dot-ghci"]).env("LC_ALL", "C.UTF-8");
    let agon = agon(["repl", "santorini"]);
    let [ghci, agon] = [ghci, agon].map(|command| answers(command, &input));
    assert_eq!(ghci.len(), EXPRESSIONS);
    assert_eq!(agon.len(), EXPRESSIONS);
    for ((text, ghci), agon) in expressions.iter().zip(&ghci).zip(&agon) {
        assert_eq!(agon, ghci, "{text}");
    }
    let values = ghci.iter().flatten().count();
    assert!(values > EXPRESSIONS / 3, "most expressions have no value: {values}");
}
