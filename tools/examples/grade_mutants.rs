//! Mutation test of `agon grade`: changes operators and constants of a correct hand-in, one at a
//! time, and prints which of these mutants the grader finds faulty.
//!
//! `cargo run -p agon-tools --example grade_mutants -- nim examples/course/nim/reference/nim.pl [COUNT [SEED]]`
//! after `cargo build`. Mutants that do not load are dropped. Bodies of evaluations
//! are left alone, because their values are free.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use agon_core::Rng;
use serde_json::Value;

/// Replacements in Lisp, where an operator comes first.
const IN_LISP: [(&str, &str); 12] = [
    ("(<= ", "(< "),
    ("(>= ", "(> "),
    ("(< ", "(<= "),
    ("(> ", "(>= "),
    ("(= ", "(/= "),
    ("(+ ", "(- "),
    ("(- ", "(+ "),
    ("(and ", "(or "),
    ("(or ", "(and "),
    ("(1+ ", "(1- "),
    ("(first ", "(second "),
    ("(max ", "(min "),
];

/// More replacements in Java.
const IN_JAVA: [(&str, &str); 4] = [
    ("Math.min", "Math.max"),
    ("NEGATIVE_INFINITY", "POSITIVE_INFINITY"),
    ("POSITIVE_INFINITY", "NEGATIVE_INFINITY"),
    ("(nextPos, ", "(currentPos, "),
];

/// Definitions whose values are free, or whose text is.
const FREE: [&str; 9] = [
    "evaluateState",
    "(defun heuristic",
    "(defparameter *win*",
    "(defun end-value",
    "(defun show",
    "(defun block-line",
    "(defun print-line",
    "    public double evaluate(",
    "    private double evaluate(",
];

/// Replacements, the longer ones first: the first that matches at a place is used.
const REPLACEMENTS: [(&str, &str); 18] = [
    ("=:=", "=\\="),
    ("=<", "<"),
    (">=", ">"),
    ("<=", "<"),
    ("==", "/="),
    ("/=", "=="),
    ("&&", "||"),
    ("||", "&&"),
    (" < ", " <= "),
    (" > ", " >= "),
    (" + ", " - "),
    (" - ", " + "),
    ("N-1", "N-2"),
    ("N-2", "N-1"),
    ("True", "False"),
    ("False", "True"),
    ("lose", "win"),
    ("draw", "lose"),
];

/// A changed text, with its line before and after.
struct Mutant {
    text: String,
    line: usize,
    before: String,
    after: String,
}

/// All mutants of a text.
fn mutants(text: &str, ending: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let is_haskell = ending == "hs";
    let comment = match ending {
        "hs" => "--",
        "lisp" => ";",
        "java" => "//",
        _ => "%",
    };
    let mut found = Vec::new();
    let mut is_free = false;
    for (number, line) in lines.iter().enumerate() {
        let starts = match ending {
            "lisp" => line.starts_with('('),
            "java" => line.starts_with("    ") && !line[4..].starts_with([' ', '}', '*', '/']),
            _ => line.starts_with(char::is_alphabetic),
        };
        if starts {
            is_free = FREE.iter().any(|name| line.starts_with(name));
        }
        // Comments, and constants of an evaluation.
        let is_aside = line.trim_start().starts_with(['*', '/']) || line.contains("static final");
        if ending == "java" && is_aside {
            continue;
        }
        let code = line.split(comment).next().unwrap_or("");
        if is_free || is_haskell && (code.contains("::") || code.starts_with("type ")) {
            continue;
        }
        for changed in changes(code, ending) {
            let after = format!("{changed}{}", &line[code.len()..]);
            let mut all: Vec<&str> = lines.clone();
            all[number] = &after;
            let text = all.join("\n") + "\n";
            found.push(Mutant {
                text,
                line: number + 1,
                before: line.to_string(),
                after: after.clone(),
            });
        }
    }
    found
}

/// The changes of a line outside of texts in quotes.
fn changes(code: &str, ending: &str) -> Vec<String> {
    let more: &[(&str, &str)] = match ending {
        "lisp" => &IN_LISP,
        "java" => &IN_JAVA,
        _ => &[],
    };
    let usual = if ending == "lisp" { &[][..] } else { &REPLACEMENTS };
    let mut changes = Vec::new();
    let mut place = 0;
    let mut is_quoted = false;
    while place < code.len() {
        let rest = &code[place..];
        if rest.starts_with('"') {
            is_quoted = !is_quoted;
        }
        if is_quoted || !code.is_char_boundary(place) {
            place += 1;
            continue;
        }
        if let Some((old, new)) = more.iter().chain(usual).find(|(old, _)| rest.starts_with(old)) {
            changes.push(format!("{}{new}{}", &code[..place], &rest[old.len()..]));
            place += old.len();
            continue;
        }
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '\'';
        let inside = code[..place].ends_with(is_word);
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        if digits > 0 && !inside && !rest[digits..].starts_with(is_word) {
            let number: u64 = rest[..digits].parse().unwrap_or(0);
            changes.push(format!("{}{}{}", &code[..place], number + 1, &rest[digits..]));
        }
        place += digits.max(1);
    }
    changes
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [assignment, file, rest @ ..] = &arguments[..] else {
        return Err("expected an assignment and the file of a correct hand-in".into());
    };
    let count: usize = rest.first().map_or(Ok(10), |text| text.parse())?;
    let mut rng = Rng::seeded(rest.get(1).map_or(Ok(0), |text| text.parse())?);
    let path = Path::new(file);
    let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let mut all = mutants(&fs::read_to_string(path)?, &ending);
    let mut chosen = Vec::new();
    while chosen.len() < count + count / 2 && !all.is_empty() {
        chosen.push(all.swap_remove(rng.below(all.len())));
    }
    let folder = tempfile::tempdir()?;
    let name = path.file_name().ok_or("the hand-in has no name")?;
    for (number, mutant) in chosen.iter().enumerate() {
        let student = folder.path().join(format!("students/m{number:03}"));
        fs::create_dir_all(&student)?;
        for other in path.parent().ok_or("the hand-in has no folder")?.read_dir()? {
            let other = other?.path();
            if other.extension() == path.extension() {
                fs::copy(&other, student.join(other.file_name().unwrap_or_default()))?;
            }
        }
        fs::write(student.join(name), &mutant.text)?;
    }
    let json = folder.path().join("grades.json");
    let program = env::current_exe()?.with_file_name("../agon");
    let status = Command::new(program)
        .args(["grade", assignment, "--students"])
        .arg(folder.path().join("students"))
        .arg("--json")
        .arg(&json)
        .stdout(std::process::Stdio::null())
        .status()?;
    println!("agon grade: {status}");
    let grades: Value = serde_json::from_str(&fs::read_to_string(json)?)?;
    let (mut found, mut tried) = (0, 0);
    for (mutant, grade) in chosen.iter().zip(grades["hand_ins"].as_array().into_iter().flatten()) {
        if !grade["trouble"].is_null() || tried == count {
            continue;
        }
        tried += 1;
        let wrong = grade["wrong"].as_array().map_or(0, Vec::len);
        found += usize::from(wrong > 0);
        let word = if wrong > 0 { format!("found {}", grade["wrong"]) } else { "NOT FOUND".into() };
        println!("{word}: line {}\n  - {}\n  + {}", mutant.line, mutant.before, mutant.after);
    }
    println!("{found} of {tried} found");
    Ok(())
}
