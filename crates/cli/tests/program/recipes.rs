//! The recipes of guides, run from beginning to end.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The blocks of a document that are marked as recipes.
fn recipes(document: &str) -> Vec<&str> {
    let blocks = document.split("```sh recipe\n").skip(1);
    blocks.map(|block| block.split_once("```").unwrap().0).collect()
}

/// Runs a recipe in an empty folder with the examples in it.
fn run(recipe: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let examples = Path::new("../../examples");
    for name in ["bots", "python", "tuning"] {
        let to = folder.path().join("examples").join(name);
        fs::create_dir_all(&to).unwrap();
        for file in fs::read_dir(examples.join(name)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
    }
    Command::new("/bin/sh")
        .args(["-e", "-c", recipe])
        .current_dir(folder.path())
        .env("PATH", agon_testing::path_with_agon())
        .output()
        .unwrap()
}

/// Checks that a recipe succeeds and prints all this.
fn prints(recipe: &str, shown: &[&str]) {
    let output = run(recipe);
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    for line in shown {
        assert!(said.contains(line), "{line}\n{said}{errors}");
    }
}

/// The output that a guide shows below a recipe.
fn shown<'g>(guide: &'g str, recipe: &str) -> Vec<&'g str> {
    let (_, rest) = guide.split_once(recipe).unwrap();
    let (_, rest) = rest.split_once("```text\n").unwrap();
    rest.split_once("```").unwrap().0.lines().collect()
}

const GUIDE: &str = include_str!("../../../../docs/contests.md");

#[test]
fn the_recipe_of_the_engine_builder_works() {
    let recipe = recipes(GUIDE).into_iter().find(|recipe| recipe.contains("ugi --check")).unwrap();
    prints(recipe, &["all is well", "B           perfect", "4. Keep it"]);
}

#[test]
fn the_tuning_loop_keeps_what_is_better() {
    let recipe = recipes(GUIDE).into_iter().find(|recipe| recipe.contains("tuning")).unwrap();
    let shown = shown(GUIDE, recipe);
    assert_eq!(shown.len(), 3);
    prints(recipe, &shown);
}

#[test]
fn the_script_of_the_tutorial_for_python_works() {
    if Command::new("python3").arg("--version").output().is_err() {
        return println!("skipped docs/tutorials/python.md: there is no python3");
    }
    let guide = include_str!("../../../../docs/tutorials/python.md");
    let recipe = recipes(guide)[0];
    let shown = shown(guide, recipe);
    assert_eq!(shown.len(), 8);
    prints(recipe, &shown);
}
