//! Byte in Common Lisp and Theseus in Java.

use std::fs;

use serde_json::Value;

use super::{course, grades, has, planted, stderr, wrong};

/// Assignment, file of a hand-in, command before the file, and program with its package.
const KITS: [(&str, &str, &str, &str); 3] = [
    ("byte", "byte.lisp", "", "sbcl"),
    ("byte", "byte.lisp", "clisp ", "clisp"),
    ("theseus", "MinMaxPlayer.java", "", "javac"),
];

#[test]
fn reference_hand_ins_get_all_points() {
    for (assignment, file, command, program) in KITS {
        if !has(program) {
            continue;
        }
        let file = course().join(assignment).join("reference").join(file);
        let (grades, text) = grades(&[assignment, &format!("{command}{}", file.display())]);
        assert_eq!(wrong(&grades[0]), [""; 0], "{text}");
        assert_eq!(grades[0]["points"], 100.0, "{text}");
        for function in grades[0]["functions"].as_array().unwrap() {
            assert_eq!(function["checks"]["follow_on"], 0, "{text}");
            let least = if function["name"] == "initial" { 2 } else { 10 };
            assert!(function["checks"]["passed"].as_u64().unwrap() >= least, "{text}");
        }
    }
}

#[test]
fn exactly_the_planted_faults_are_named_by_small_cases() {
    name_planted_faults(&KITS[..1]);
}

#[test]
#[ignore = "takes half a minute: also by clisp and Java"]
fn exactly_the_planted_faults_are_named_in_all_kits() {
    name_planted_faults(&KITS[1..]);
}

fn name_planted_faults(kits: &[(&str, &str, &str, &str)]) {
    for &(assignment, file, command, program) in kits {
        if !has(program) {
            continue;
        }
        let file = course().join(assignment).join("faulty").join(file);
        let command = format!("{command}{}", file.display());
        let (grades, text) = grades(&[assignment, &command]);
        assert_eq!(wrong(&grades[0]), planted(&file), "{text}");
        for function in grades[0]["functions"].as_array().unwrap() {
            let is_wrong = function["checks"]["failed"] != 0;
            assert_eq!(function["smallest_failure"].is_object(), is_wrong, "{text}");
        }
        let case = |place: usize, part: &str| {
            grades[0]["functions"][place]["smallest_failure"][part].as_str().unwrap().to_string()
        };
        if assignment == "byte" {
            // Two stacks, one of which can move away from the other.
            assert_eq!(case(3, "asked").matches("((").count(), 2, "{text}");
            assert!(case(3, "answered").contains("wrong: (("), "{text}");
            assert_eq!(case(4, "expected"), "NIL", "{text}");
            assert_eq!(case(4, "answered"), "T", "{text}");
            assert!(case(4, "kind").ends_with("as high as the level"), "{text}");
        } else {
            assert!(case(2, "asked").starts_with("+---+---+---+\n"), "{text}");
            // One move is enough, if it has a good and a bad reply.
            assert!(case(3, "asked").lines().count() <= 3, "{text}");
            assert_ne!(case(4, "expected"), case(4, "answered"), "{text}");
        }
    }
}

/// A folder of students with these files.
fn students(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn line<'a>(table: &'a str, name: &str) -> &'a str {
    table.lines().find(|line| line.starts_with(name)).unwrap()
}

#[test]
fn hand_ins_in_lisp_that_are_broken_or_different_get_what_they_deserve() {
    if !has("sbcl") {
        return;
    }
    let good = fs::read_to_string(course().join("byte/reference/byte.lisp")).unwrap();
    let with = |more: &str| format!("{good}\n{more}\n");
    // States with a word before the four parts.
    let other = good
        .replace("(defun board-size (s) (first s))", "(defun board-size (s) (second s))")
        .replace("(defun side (s) (second s))", "(defun side (s) (third s))")
        .replace("(defun score (s) (third s))", "(defun score (s) (fourth s))")
        .replace("(defun stacks (s) (fourth s))", "(defun stacks (s) (fifth s))")
        .replace("(list n 'X", "(list 'board n 'X")
        .replace("(list (board-size s)", "(list 'board (board-size s)");
    let other = format!(
        "{other}\n(defun list-to-state (l) (cons 'board l))\n(defun state-to-list (s) (rest s))\n"
    );
    let folder = students(&[
        ("ann/byte.lisp", &other),
        ("bob/byte.lisp", &with("(defun goal (s) (loop))")),
        ("cid/byte.lisp", &with("(format t \"hello\") (read) (nothing)")),
        ("dan/byte.lisp", &with("(defun show (s) (sb-ext:exit :abort t))")),
        ("eve/byte.lisp", &with("(defun valid (s m) (1+ (valid s m)))")),
        ("fay/byte.lisp", &format!("(defpackage :fay (:use :cl)) (in-package :fay)\n{good}")),
        ("gus/byte.lisp", "(defun initial (n)"),
        ("hal/byte.lisp", "(load \"more.lisp\")"),
        ("hal/more.lisp", &good),
        ("ian/byte.lisp", &with("(defun play (s m) (setf (second s) 'X) nil)")),
    ]);
    let scheme = folder.path().join("scheme.toml");
    fs::write(&scheme, "call-seconds = 1\n").unwrap();
    let all = folder.path().to_str().unwrap();
    let scheme = scheme.to_str().unwrap();
    let (_, table) = grades(&["byte", "--students", all, "--questions", "120", "--scheme", scheme]);
    for name in ["ann", "cid", "fay", "hal"] {
        // So few questions do not tell whether the search cuts off.
        let words = "75 of 100, 25 not judged  all passed";
        assert!(line(&table, name).contains(words), "{name}: {table}");
    }
    for (name, words) in [
        ("bob", "wrong: goal"),
        ("dan", "wrong: show"),
        ("eve", "wrong: valid"),
        ("ian", "wrong: play"),
    ] {
        let found = line(&table, name).split(';').next().unwrap();
        assert!(found.ends_with(words), "{name}: {table}");
    }
    // None of it is there: it is not graded.
    assert!(line(&table, "gus").contains("lacks initial"), "{table}");
}

/// What is wrong with a hand-in in Java, or different.
#[derive(Clone, Copy)]
enum InJava {
    Packaged,
    Uncompilable,
    Exits,
    Hangs,
    Renamed,
}

/// Grades hand-ins in Java, each a student and what is wrong: the grades, and the table.
fn graded_in_java(
    students: &[(&str, InJava)],
    scheme: &str,
    questions: &str,
) -> (Vec<Value>, String) {
    let read =
        |name: &str| fs::read_to_string(course().join("theseus/reference").join(name)).unwrap();
    let files = ["Board.java", "Node.java", "Player.java", "Supply.java", "Tile.java"];
    let good = read("MinMaxPlayer.java");
    let choose = "public int chooseMinMaxMove(Node root) {";
    let folder = tempfile::tempdir().unwrap();
    for (student, wrong) in students {
        let text = match wrong {
            InJava::Packaged => good.clone(),
            InJava::Uncompilable => good.replace("double evaluate(int", "double evaluate(nothing"),
            InJava::Exits => {
                good.replace(choose, &format!("{choose} System.out.println(1); System.exit(0);"))
            }
            InJava::Hangs => good.replace(choose, &format!("{choose} while (root != null) {{ }}")),
            InJava::Renamed => good.replace("chooseMinMaxMove", "choose"),
        };
        let student_folder = folder.path().join(student);
        fs::create_dir(&student_folder).unwrap();
        let package = if matches!(wrong, InJava::Packaged) { "package maze;\n" } else { "" };
        fs::write(student_folder.join("MinMaxPlayer.java"), format!("{package}{text}")).unwrap();
        for file in files {
            fs::write(student_folder.join(file), format!("{package}{}", read(file))).unwrap();
        }
    }
    let file = folder.path().join("scheme.toml");
    fs::write(&file, scheme).unwrap();
    let [all, scheme] = [folder.path(), &file].map(|path| path.to_str().unwrap());
    grades(&["theseus", "--students", all, "--scheme", scheme, "--questions", questions])
}

#[test]
fn hand_ins_in_java_that_do_not_compile_or_hang_get_what_they_deserve() {
    if !has("javac") {
        return;
    }
    let students = [("bob", InJava::Uncompilable), ("dan", InJava::Hangs)];
    let (grades, table) = graded_in_java(&students, "call-seconds = 1\n", "20");
    let words = "not graded                does not load";
    assert!(line(&table, "bob").contains(words), "{table}");
    let messages = grades[0]["messages"].as_str().unwrap();
    assert!(messages.contains("MinMaxPlayer.java:") && messages.contains("error:"), "{messages}");
    assert!(line(&table, "dan").contains("chooseMinMaxMove"), "{table}");
}

#[test]
#[ignore = "takes half a minute: packages, exits and other names, with all questions"]
fn hand_ins_in_java_that_are_broken_or_different_get_what_they_deserve() {
    let students = [("ann", InJava::Packaged), ("cid", InJava::Exits), ("eve", InJava::Renamed)];
    let (_, table) = graded_in_java(&students, "call-seconds = 1\n", "80");
    assert!(line(&table, "ann").contains("100 of 100"), "{table}");
    for name in ["cid", "eve"] {
        assert!(line(&table, name).contains("chooseMinMaxMove"), "{name}: {table}");
    }
    let scheme = "[names]\nchooseMinMaxMove = \"choose\"\n";
    let (_, table) = graded_in_java(&[("eve", InJava::Renamed)], scheme, "80");
    assert!(line(&table, "eve").contains("100 of 100"), "{table}");
}

#[test]
fn what_is_missing_is_named_with_its_package() {
    for (assignment, file, package) in
        [("byte", "byte.lisp", "sbcl"), ("theseus", "MinMaxPlayer.java", "default-jdk-headless")]
    {
        let file = course().join(assignment).join("reference").join(file);
        let output = agon_testing::agon(["grade", assignment, file.to_str().unwrap()])
            .env("PATH", "/nowhere")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let words = format!("apt-get install {package}");
        assert!(stderr(&output).contains(&words), "{}", stderr(&output));
    }
}
