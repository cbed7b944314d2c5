//! Rule files, mazes and positions.

use std::fs;

use super::Files;

#[test]
fn rule_files_of_both_dialects_judge_as_they_did() {
    let files = Files::copy();
    let values = files.lines("rules/values.txt");
    assert_eq!(values.len(), fs::read_dir(files.path("rules")).unwrap().count() - 1);
    for line in values {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().unwrap();
        let (file, value, game, position) = (word(), word(), word(), word());
        let arguments = ["eval", game, "--eval", file, "--position", position];
        assert_eq!(files.done("rules", &arguments), format!("{value}\n"), "{line}");
    }
    for file in ["every.rules", "every-course.rules"] {
        let checked = files.done("rules", &["rules", "check", file, "--games", "1"]);
        assert!(checked.contains("byte"), "{file}: {checked}");
    }
}

#[test]
fn mazes_are_read_as_drawings_and_in_one_line() {
    let files = Files::copy();
    for (drawing, line) in [("drawing.txt", "line.txt"), ("labyrinth.txt", "labyrinth-line.txt")] {
        let (drawn, written) =
            (files.text(&format!("mazes/{drawing}")), files.text(&format!("mazes/{line}")));
        for file in [drawing, line] {
            assert_eq!(files.done("mazes", &["maze", "show", file]), drawn, "{file}");
            assert_eq!(files.done("mazes", &["maze", "show", file, "--line"]), written, "{file}");
        }
        let position = ["maze", "show", line, "--line"];
        assert_eq!(files.done("mazes", &position).split(' ').count(), 7, "{line}");
    }
    let solved = files.done("mazes", &["solve", "theseus", "--maze", "labyrinth-line.txt"]);
    assert!(solved.starts_with("minotaur in 30\n"), "{solved}");
    let made = ["maze", "new", "--size", "7", "--loot", "3", "--style", "labyrinth", "--seed", "5"];
    assert_eq!(files.done("mazes", &made), files.text("mazes/labyrinth.txt"), "the same seed");
}

#[test]
fn positions_have_the_same_moves() {
    let files = Files::copy();
    for line in files.lines("positions.txt") {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [game, position, moves] = parts[..] else { panic!("{line}") };
        let listed = files.done("", &["moves", game, "--position", position]);
        assert_eq!(listed.lines().collect::<Vec<_>>().join(" "), moves, "{game} {position}");
    }
}
