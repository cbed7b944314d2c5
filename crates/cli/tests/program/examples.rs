//! Runs the examples of the documentation and compares their output.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use agon_testing::{Run as _, agon};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The variable that is set in the process that runs the examples.
const AT_ROOT: &str = "AGON_TEST_AT_ROOT";

#[test]
fn the_examples_of_the_documentation_are_true() {
    // The examples name files relative to the root of the repository. Only a separate process may
    // change its folder.
    if env::var_os(AT_ROOT).is_none() {
        let name = "examples::the_examples_of_the_documentation_are_true";
        let mut own = Command::new(env::current_exe().unwrap());
        own.args(["--exact", name, "--nocapture"]).env(AT_ROOT, "1").current_dir(root());
        own.done();
        return;
    }
    let cases = trycmd::TestCases::new();
    cases
        .case("README.md")
        .case("docs/ugi.md")
        .case("docs/players.md")
        .case("docs/prompts.md")
        .case("docs/games/index.md")
        .case("docs/reference/*.md")
        .case("docs/explanation/*.md")
        .case("docs/tutorials/player.md")
        .case("docs/tutorials/student.md")
        .case("docs/terminal.md")
        .case("crates/games/src/*/README.md")
        .case("crates/cli/tests/cmd/*.md");
    // The evaluators and engines of these guides are written in Python.
    for guide in ["docs/evaluators.md", "docs/tutorials/engine.md"] {
        match Command::new("python3").arg("--version").output() {
            Ok(_) => _ = cases.case(guide),
            Err(_) => println!("skipped {guide}: there is no python3"),
        }
    }
}

#[test]
fn the_picture_of_a_tree_is_what_its_command_prints() {
    let printed = agon("tree nim --heaps 2,2 --depth 3 --format svg".split(' ')).done();
    let picture = fs::read_to_string(root().join("docs/pictures/tree-nim.svg")).unwrap();
    assert!(printed == picture, "write what it prints to docs/pictures/tree-nim.svg");
}

/// The code blocks of a page in a language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let fence = format!("```{language}\n");
    page.split(&fence)
        .skip(1)
        .filter_map(|rest| rest.split_once("```"))
        .map(|(code, _)| code)
        .collect()
}

#[test]
fn the_code_of_the_tutorials_is_that_of_the_examples() {
    for (page, example) in [("engine", "bots/nim_bot.py"), ("python", "python/replies.py")] {
        let page = fs::read_to_string(root().join(format!("docs/tutorials/{page}.md"))).unwrap();
        let code = fs::read_to_string(root().join("examples").join(example)).unwrap();
        let blocks = blocks(&page, "python");
        assert_eq!(blocks.len(), 2);
        for block in blocks {
            assert!(code.contains(block), "{example} has not\n{block}");
        }
    }
}
