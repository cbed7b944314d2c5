//! `agon grade --students`: a run that was killed, remarks, dates, pages, languages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use agon_testing::{Run as _, wait_until};

use super::{course, has, students};

/// Points that do not change with the assignment's default.
const POINTS: &str = "[points]\nsuccessor = 10\nutility = 10\nplay = 40\nperfect_game = 40\n";

/// A command that grades the class in a folder.
fn grade(class: &Path, more: &[&str]) -> Command {
    let mut command = super::command();
    command.args(["nim", "--questions", "40", "--students"]).arg(class).args(more);
    command
}

/// A class with names that need care.
fn class() -> (tempfile::TempDir, [&'static str; 5]) {
    let reference = fs::read_to_string(course().join("nim/reference/nim.pl")).unwrap();
    let faulty = fs::read_to_string(course().join("nim/faulty/nim.pl")).unwrap();
    let names = ["=ann", "Bob, \"B\" <i>", "Đorđe", "empty", "Άννα Π_47_assignsubmission_file_"];
    let folder = students(&[
        // Equal hand-ins would have one grade in the journal.
        ("=ann/nim.pl", format!("{reference}% ann\n").as_bytes()),
        ("Bob, \"B\" <i>/nim.pl", faulty.as_bytes()),
        ("Đorđe/nim.pl", format!("{reference}% djordje\n").as_bytes()),
        ("empty/readme.md", b"nothing"),
        ("Άννα Π_47_assignsubmission_file_/nim.pl", reference.as_bytes()),
    ]);
    (folder, names)
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

/// How many hand-ins a run has taken from the journal.
fn known(command: &mut Command) -> usize {
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let line = told.lines().find_map(|line| line.strip_prefix("going on: "));
    line.map_or(0, |line| line.split(' ').next().unwrap().parse().unwrap())
}

#[test]
fn a_run_that_was_killed_goes_on_and_grades_only_what_has_changed() {
    if !has("swipl") {
        return;
    }
    let (class, _) = class();
    let out = tempfile::tempdir().unwrap();
    let csv = out.path().join("grades.csv");
    let journal = out.path().join("grades.csv.journal");
    let more = ["--csv", csv.to_str().unwrap()];
    let mut killed = grade(class.path(), &[&more[..], &["--jobs", "1"]].concat());
    let mut killed = killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let lines = || fs::read_to_string(&journal).unwrap_or_default().matches('\n').count();
    wait_until("a grade is kept", || lines() > 0);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let kept = lines();
    assert!(!csv.exists() || kept == 4);
    // A line that was being written.
    let torn = read(&journal) + "{\"hash\":\"12";
    fs::write(&journal, torn).unwrap();
    let run = || grade(class.path(), &more);
    assert_eq!(known(&mut run()), kept);
    // The empty one is looked at each time.
    assert_eq!(known(&mut run()), 4);
    let first = read(&csv);
    fs::write(class.path().join("Đorđe/nim.pl"), "successor(_, _) :- fail.\n").unwrap();
    assert_eq!(known(&mut run()), 3);
    assert_ne!(read(&csv), first);
    // Points are made anew of the same results, other questions are asked anew.
    let scheme = out.path().join("scheme.toml");
    fs::write(&scheme, POINTS.replace("play = 40", "play = 80")).unwrap();
    assert_eq!(known(run().arg("--scheme").arg(&scheme)), 4);
    assert!(read(&csv).contains("=ann,graded,140,140,140,"), "{}", read(&csv));
    fs::write(&scheme, "call-seconds = 1\n").unwrap();
    assert_eq!(known(run().arg("--scheme").arg(&scheme)), 0);
    assert_eq!(known(run().args(["--seed", "1"])), 0);
}

#[test]
fn what_the_teacher_says_is_in_every_output_and_is_kept() {
    if !has("swipl") {
        return;
    }
    let (class, _) = class();
    let out = tempfile::tempdir().unwrap();
    let [scheme, remarks, pages] =
        ["scheme.toml", "remarks.toml", "pages"].map(|name| out.path().join(name));
    let late = "[late]\ndeadline = 2026-01-31T23:59:00\nper-day = 10\n";
    fs::write(&scheme, format!("{POINTS}{late}")).unwrap();
    let text = "[empty]\nremark = \"On <paper>.\"\npoints.play = 12.5\n\
                [\"Đorđe\"]\nhanded-in = 2026-02-02T10:00:00\nremarks.play = \"Well done.\"\n";
    fs::write(&remarks, text).unwrap();
    let run = || {
        let mut command = grade(class.path(), &["--scheme"]);
        command.arg(&scheme).arg("--remarks").arg(&remarks).arg("--pages").arg(&pages);
        command.done()
    };
    let table = run();
    assert_eq!(run(), table);
    let line = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_string();
    assert!(line("empty").contains("12.5 of 100, 60 not judged"), "{table}");
    assert!(line("Đorđe").contains("100 of 100, days late: 2, so less 20 %: 80"), "{table}");
    assert!(table.contains("median 80, from 12.5 to 100 points\n"), "{table}");
    let csv = read(pages.join("grades.csv"));
    assert!(csv.contains("empty,empty,points open,12.5,12.5,100,0,0,60,,,,12.5,,On <paper>.,"));
    assert!(csv.contains("Đorđe,Đorđe,graded,80,100,100,0,0,0,2,10,10,40,40,,,"), "{csv}");
    let teacher = read(pages.join("teacher.html"));
    assert!(teacher.contains("On &lt;paper&gt;.") && teacher.contains("Well done."));
    let json = read(pages.join("grades.json"));
    assert!(json.contains("On <paper>.") && json.contains("Well done."), "{json}");
    fs::write(&remarks, "[nobody]\nremark = \"x\"\n").unwrap();
    let told = grade(class.path(), &["--remarks"]).arg(&remarks).refused(1);
    assert!(told.contains("remarks.toml: line 1: there is no hand-in \"nobody\""), "{told}");
}

#[test]
fn a_students_page_has_nothing_of_others_and_keeps_its_name() {
    if !has("swipl") {
        return;
    }
    let (class, names) = class();
    let out = tempfile::tempdir().unwrap();
    let students = out.path().join("students");
    let mut run = grade(class.path(), &["--pages"]);
    run.arg(out.path()).done();
    let listed = || -> Vec<PathBuf> {
        let entries = fs::read_dir(&students).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let before = listed();
    assert_eq!(before.len(), names.len() + 1);
    let escaped =
        |name: &str| name.replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
    for page in &before {
        let (text, file) = (read(page), page.file_name().unwrap().to_str().unwrap());
        let named = names.iter().filter(|name| text.contains(&escaped(name))).count();
        let is_index = file == "index.html";
        assert_eq!(named, usize::from(!is_index), "{file}");
        assert!(is_index || file.len() == 24 + 5, "{file}");
        assert!(text.contains("noindex") && !text.contains("http"), "{file}");
        assert!(!names.iter().any(|name| file.contains(name)), "{file}");
    }
    // Each page is found by the list of grades, which begins with the mark of UTF-8.
    let csv = read(out.path().join("grades.csv"));
    assert!(csv.starts_with("\u{feff}name,identifier,") && csv.contains("\n'=ann,'=ann,graded,"));
    assert!(csv.contains("\n\"Bob, \"\"B\"\" <i>\",") && csv.contains(",Participant 47,"), "{csv}");
    assert_eq!(csv.matches("students/").count(), names.len(), "{csv}");
    // Another folder has other names, a page of a student who has left is removed.
    fs::remove_dir_all(class.path().join("Đorđe")).unwrap();
    run.done();
    let after = listed();
    assert_eq!(after.len(), names.len());
    assert!(after.iter().all(|page| before.contains(page)));
    let other = tempfile::tempdir().unwrap();
    grade(class.path(), &["--pages"]).arg(other.path()).done();
    let others = fs::read_dir(other.path().join("students")).unwrap();
    let same = others.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        after.iter().any(|page| page.file_name() == Some(&name))
    });
    assert_eq!(same.count(), 1, "only index.html");
}

#[test]
fn a_report_is_in_the_language_of_its_reader() {
    if !has("swipl") {
        return;
    }
    let (class, _) = class();
    let out = tempfile::tempdir().unwrap();
    for (lang, words) in [
        ("en", ["wrong: successor", "has no file of Prolog", "4 of 5 graded"]),
        ("el", ["λάθος: successor", "δεν έχει αρχείο Prolog", "βαθμολογήθηκαν 4 από 5"]),
        ("sr", ["pogrešno: successor", "nema nijednu datoteku", "ocenjeno 4 od 5"]),
    ] {
        let table = grade(class.path(), &["--lang", lang, "--pages"]).arg(out.path()).done();
        assert!(words.iter().all(|word| table.contains(word)), "{lang}: {table}");
        let teacher = read(out.path().join("teacher.html"));
        assert!(teacher.contains(&format!("<html lang=\"{lang}\">")), "{lang}");
    }
    // Where nothing is said, that of the user.
    let file = course().join("nim/reference/nim.pl");
    let mut command = super::command();
    command.args(["nim", "--questions", "40"]).arg(file).env("LC_ALL", "el_GR.UTF-8");
    assert!(command.done().contains("σύνολο"));
}

#[test]
fn the_exit_code_says_whether_a_hand_in_is_below_the_bound() {
    if !has("swipl") {
        return;
    }
    let (class, _) = class();
    let told = grade(class.path(), &["--fail-under", "50"]).refused(1);
    assert!(
        told.contains("2 of 5 hand-ins have less than 50 points, or were not graded"),
        "{told}"
    );
    fs::remove_dir_all(class.path().join("empty")).unwrap();
    grade(class.path(), &["--fail-under", "5"]).done();
}
