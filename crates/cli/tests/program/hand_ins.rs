//! Students' programs as they were handed in: checked, played and put into contests.

use std::fs;
use std::path::{Path, PathBuf};

use agon_testing::{Run as _, agon};

use crate::course::tools::{HASKELL, PROLOG};

/// A hand-in of the tests of the crate that connects them.
fn look_alike(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../handin/tests").join(name)
}

#[test]
fn a_contest_takes_the_folder_of_a_class_and_leaves_out_what_does_not_connect() {
    if !PROLOG.is_here() {
        return;
    }
    let class = tempfile::tempdir().unwrap();
    let hand_ins = class.path().join("hand-ins");
    for (student, files) in [
        ("ann", "with-main/nim.pl"),
        ("bob", "renamed/my_nim.txt"),
        ("bob", "renamed/agon-adapter.toml"),
        ("cleo", "two-files/start.pl"),
    ] {
        let to = hand_ins.join(student);
        fs::create_dir_all(&to).unwrap();
        let from = look_alike("nim").join(files);
        fs::copy(&from, to.join(from.file_name().unwrap())).unwrap();
    }
    fs::create_dir_all(hand_ins.join("dora")).unwrap();
    fs::write(hand_ins.join("dora/report.pdf"), "%PDF-1.4").unwrap();
    let file = class.path().join("class.toml");
    let text = "game = \"nim\"\nformat = \"round-robin\"\nentries = \"hand-ins/*\"\n";
    fs::write(&file, text).unwrap();
    let output = agon(["contest", file.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    // Its start file names files that were not handed in.
    assert!(said.contains("cleo is left out"), "{said}");
    assert!(said.contains("lacks successor") && said.contains("agon hand-in bridge"), "{said}");
    assert!(said.contains("dora is left out") && said.contains("report.pdf"), "{said}");
    let table = String::from_utf8(output.stdout).unwrap();
    let points = |name: &str| {
        let row = table.lines().find(|line| line.contains(name));
        let row = row.unwrap_or_else(|| panic!("{name} is not in {table}"));
        row.split_whitespace().nth(2).unwrap().to_string()
    };
    // Both play perfectly, so that the first or the second side wins twice.
    assert_eq!([points("ann"), points("bob")], ["1", "1"], "{table}");
    assert!(!table.contains("dora"), "{table}");
}

#[test]
fn a_hand_in_is_an_evaluation_wherever_one_is_named() {
    if !HASKELL.is_here() {
        return;
    }
    let eval = format!("hand-in:{}", look_alike("santorini/arrays").display());
    let position = "01000/00001/00000/00000/00000 B 00,11 22,13";
    let options = ["--position", position, "--eval", &eval];
    let value = agon(["eval", "santorini"].into_iter().chain(options)).done();
    let best = ["best", "santorini", "--search", "minimax", "--depth", "1"];
    let best = agon(best.into_iter().chain(options)).done();
    assert!(value.trim().parse::<i64>().is_ok(), "{value}");
    assert!(best.contains("bestmove"), "{best}");
    let tree = agon(["tree", "santorini", "--depth", "1"].into_iter().chain(options)).done();
    assert!(tree.starts_with("root"), "{tree}");
}

#[test]
fn messages_are_in_the_language_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for (lang, word) in
        [("en", "does not connect"), ("el", "δεν συνδέεται"), ("sr", "ne povezuje se")]
    {
        let check = ["hand-in", "check", path, "--assignment", "nim", "--lang", lang];
        let output = agon(check).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{lang}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(word) && said.contains("nim.pl"), "{said}");
    }
}
