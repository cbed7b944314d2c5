//! The examples of the documentation, run and compared with what they show.

#[test]
fn the_examples_of_the_documentation_are_true() {
    trycmd::TestCases::new()
        .case("../../README.md")
        .case("../games/src/*/README.md")
        .case("tests/cmd/*.md");
}
