//! Recipes of guides that work on a folder: each runs in a copy of its folder, and its output is
//! compared.

use std::fs;
use std::path::Path;

use agon_testing::agon;

/// A command of a recipe, and its expected output.
struct Step<'a> {
    command: &'a str,
    expected: Vec<&'a str>,
}

/// The recipes of a guide: the folder of each, and its steps. A recipe begins with a comment and
/// ends at the next heading.
fn recipes(guide: &str) -> Vec<(&str, Vec<Step<'_>>)> {
    let mut recipes: Vec<(&str, Vec<Step<'_>>)> = Vec::new();
    let (mut is_open, mut in_block) = (false, false);
    for line in guide.lines() {
        let begin = line.strip_prefix("<!-- run in: ").and_then(|line| line.strip_suffix(" -->"));
        if let Some(folder) = begin {
            recipes.push((folder, Vec::new()));
            is_open = true;
        } else if line.starts_with('#') && !in_block {
            is_open = false;
        } else if line.starts_with("```") {
            in_block = is_open && line == "```shell";
        } else if in_block {
            let steps = &mut recipes.last_mut().expect("a block belongs to a recipe").1;
            match line.strip_prefix("$ ") {
                Some(command) => steps.push(Step { command, expected: Vec::new() }),
                None => steps.last_mut().expect("output follows a command").expected.push(line),
            }
        }
    }
    recipes
}

/// The output of a command: its standard output, or standard error if that is all. With `> FILE` at
/// the end, the output is written to that file.
fn run(command: &str, folder: &Path) -> String {
    let words = shlex::split(command).expect("the command has matching quotes");
    if let [before @ .., arrow, file] = &words[..]
        && arrow == ">"
    {
        let words: Vec<&str> = before.iter().map(String::as_str).collect();
        let command = shlex::try_join(words).expect("the words can be quoted");
        fs::write(folder.join(file), run(&command, folder)).expect("a file is written");
        return String::new();
    }
    if words[0] == "cp" {
        fs::copy(folder.join(&words[1]), folder.join(&words[2])).expect("a file is copied");
        return String::new();
    }
    assert_eq!(words[0], "agon", "a recipe runs agon and cp only: {command}");
    let output = agon(&words[1..]).current_dir(folder).output().expect("agon runs");
    let printed = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    String::from_utf8(printed).expect("the output is text")
}

/// Whether lines are as expected: `[..]` stands for any text in a line, `...` for any lines.
fn fits(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        Some((line, rest)) => found.split_first().is_some_and(|(first, others)| {
            line_fits(line.trim_end(), first.trim_end()) && fits(rest, others)
        }),
    }
}

fn line_fits(expected: &str, found: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == found,
        Some((before, behind)) => found.strip_prefix(before).is_some_and(|rest| {
            let places = rest.char_indices().map(|(place, _)| place).chain([rest.len()]);
            places.into_iter().any(|place| line_fits(behind, &rest[place..]))
        }),
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder is made");
    for file in fs::read_dir(from).expect("the folder is there").flatten() {
        let (from, to) = (file.path(), to.join(file.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => _ = fs::copy(from, to).expect("a file is copied"),
        }
    }
}

/// Runs the recipes of a guide, which must have at least this many steps.
fn check(guide: &str, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = fs::read_to_string(root.join("docs").join(guide)).expect("the guide is there");
    let recipes = recipes(&guide);
    let steps = recipes.iter().map(|(_, steps)| steps.len()).sum::<usize>();
    assert!(steps >= least, "there are only {steps} steps");
    for (folder, steps) in recipes {
        let copied = tempfile::tempdir().expect("there is a temporary folder");
        copy(&root.join(folder), copied.path());
        for Step { command, expected } in steps {
            let found = run(command, copied.path());
            let found: Vec<&str> = found.trim_end().lines().collect();
            let shown = found.join("\n");
            assert!(
                fits(&expected, &found),
                "{command} printed\n{shown}\nbut the guide has\n{}",
                expected.join("\n")
            );
        }
    }
}

#[test]
fn the_recipes_of_the_guide_to_contests_are_true() {
    check("contests.md", 4);
}

#[test]
fn the_recipes_of_the_tutorials_are_true() {
    check("tutorials/student.md", 4);
    check("tutorials/teacher.md", 5);
}

#[test]
fn expected_lines_may_leave_out_words_and_lines() {
    assert!(fits(&["a [..] c", "...", "z"], &["a b c", "x", "y", "z"]));
    assert!(!fits(&["a [..] c"], &["a b d"]) && !fits(&["a"], &["a", "b"]));
    assert!(fits(&["..."], &[]) && fits(&["a", "..."], &["a"]));
}
