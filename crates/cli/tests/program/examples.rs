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
        .case("docs/positions.md")
        .case("docs/prompts.md")
        .case("docs/rules.md")
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

/// The lines of commands of a page: those of its blocks of shell, and code within sentences.
fn command_lines(page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, part) in page.split("```").enumerate() {
        match (number % 2, part.strip_prefix("sh\n")) {
            (0, _) => lines.extend(part.split('`').skip(1).step_by(2).map(str::to_string)),
            (_, Some(block)) => lines.extend(block.lines().map(str::to_string)),
            (_, None) => (),
        }
    }
    lines
}

/// What is wrong with a command of cargo, in this tree or in an older one.
fn cargo_fault(words: &[&str], is_old: bool) -> Option<String> {
    let after = |option| words.iter().skip_while(|word| **word != option).nth(1);
    let has = |path: &str, text: String| {
        let file = fs::read_to_string(root().join(path)).unwrap_or_default();
        (!file.contains(&text)).then(|| format!("{path} has no {text}"))
    };
    if let Some(example) = after("--example") {
        let package = after("-p").copied().unwrap_or_default();
        let folder = match package.trim_start_matches("agon-") {
            "tools" => root().join("tools/examples"),
            name => root().join("crates").join(name).join("examples"),
        };
        let file = ["rs", ""].map(|end| folder.join(example).with_extension(end));
        return match (is_old, file.iter().any(|file| file.exists())) {
            // The list of programs that are gone.
            (true, false) => has("tools/README.md", format!("`{example}`")),
            (_, true) => None,
            _ => Some(format!("there is no such example of -p {package}")),
        };
    }
    if let (Some(test), Some(package)) = (after("--test"), after("-p")) {
        let folder = package.trim_start_matches("agon-");
        return has(&format!("crates/{folder}/Cargo.toml"), format!("name = \"{test}\""));
    }
    let task = after("xtask").filter(|_| !is_old)?;
    has("xtask/src/main.rs", format!("cargo xtask {task} "))
}

#[test]
fn the_commands_of_the_experiments_can_be_typed() {
    let mut count = 0;
    for line in command_lines(&fs::read_to_string(root().join("EXPERIMENTS.md")).unwrap()) {
        let is_old = line.starts_with("(cd ../");
        for command in line.split("&&").map(|text| text.trim_matches(['(', ')', ' '])) {
            let words = shlex::split(command).unwrap_or_default();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let fault = match words.as_slice() {
                ["cargo", rest @ ..] => cargo_fault(rest, is_old),
                [variable, "cargo", rest @ ..] if variable.contains('=') => {
                    cargo_fault(rest, is_old)
                }
                ["agon", rest @ ..] => {
                    let rest: Vec<String> = rest.iter().map(|word| word.to_string()).collect();
                    // A command that is only spoken of may lack its arguments.
                    let is_whole = rest.iter().any(|word| word.starts_with('-'));
                    let error = agon::parsers::command_line(&rest).err();
                    error.filter(|kind| is_whole || !kind.contains("not provided"))
                }
                _ => continue,
            };
            assert_eq!(fault, None, "{command}");
            count += 1;
        }
    }
    assert!(count > 40, "only {count} commands were found");
}

/// The blocks of code of a page in a language.
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
