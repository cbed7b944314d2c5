//! NIM and tic-tac-toe: other names, other states, several files, programs that read input.

use agon_handin::detect;
use agon_testing::interpreters::PROLOG;

use super::{connect, folder, follows_a_game};

fn plays(assignment: &str, start: &str, name: &str) {
    if !PROLOG.is_here() {
        return;
    }
    let name = format!("{assignment}/{name}");
    let mut connection = connect(assignment, &name);
    assert_eq!(connection.missing(), None, "{name}");
    follows_a_game(start, &name, &mut connection);
    assert_eq!(detect(&folder(&name)).map(|found| found.name), Ok(assignment), "{name}");
}

#[test]
fn a_program_whose_main_reads_positions() {
    plays("nim", "[2,3,4]", "with-main");
}

#[test]
fn a_file_that_loads_the_others() {
    plays("nim", "[2,3,4]", "two-files");
}

#[test]
fn predicates_of_other_names_that_an_adapter_names() {
    plays("nim", "[2,3,4]", "renamed");
}

#[test]
fn tic_tac_toe_as_the_assignment_suggests() {
    plays("tictactoe", "startpos", "seed-form");
}

#[test]
fn tic_tac_toe_in_rows_with_a_start() {
    plays("tictactoe", "startpos", "rows");
}

#[test]
fn tic_tac_toe_with_numbers_for_empty_cells() {
    plays("tictactoe", "startpos", "letters");
}
