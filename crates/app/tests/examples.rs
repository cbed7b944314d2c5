//! The examples of the documentation, run and compared with what they show.

#[test]
fn the_examples_of_the_documentation_are_true() {
    // As one who tries them: files are named as they are seen from the root.
    std::env::set_current_dir("../..").unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/ugi.md")
        .case("docs/players.md")
        .case("crates/games/src/*/README.md")
        .case("crates/app/tests/cmd/*.md");
}
