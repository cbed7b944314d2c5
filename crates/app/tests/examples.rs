//! Runs the examples of the documentation and compares their output.

#[test]
fn the_examples_of_the_documentation_are_true() {
    // The examples name files relative to the root of the repository.
    std::env::set_current_dir("../..").unwrap();
    let cases = trycmd::TestCases::new();
    cases
        .case("README.md")
        .case("docs/ugi.md")
        .case("docs/players.md")
        .case("docs/prompts.md")
        .case("crates/games/src/*/README.md")
        .case("crates/app/tests/cmd/*.md");
    // The evaluators of this guide are written in Python.
    match std::process::Command::new("python3").arg("--version").output() {
        Ok(_) => _ = cases.case("docs/evaluators.md"),
        Err(_) => println!("skipped docs/evaluators.md: there is no python3"),
    }
}
