//! A small board is a board of five by five cells on which the other cells are domed: moves and
//! outcomes are the same. Where a side has one pawn, its other one is walled in. A board with six
//! cells to a side does not fit into it.

use agon_core::{Game as _, Notation as _, Rng};
use agon_games::santorini::{Position, Santorini};
use agon_tablebase::Board;

/// Two cells that no pawn of the small board can reach or build on.
fn walled_in(board: &Board) -> [String; 2] {
    if board.height() <= 3 { ["40".into(), "42".into()] } else { ["04".into(), "24".into()] }
}

/// The text of the same position on five by five cells.
fn embedded(board: &Board, position: &Position) -> String {
    let text = board.game().write(position);
    let words: Vec<&str> = text.split(' ').collect();
    let mut rows: Vec<String> = words[0].split('/').map(|row| format!("{row:4<5}")).collect();
    rows.resize(5, "44444".into());
    let mut pawns: Vec<String> = words[2..].iter().map(|&word| word.to_string()).collect();
    if board.pawns() == 1 {
        for (pawns, cell) in pawns.iter_mut().zip(walled_in(board)) {
            let digits: Vec<usize> = cell.bytes().map(|byte| usize::from(byte - b'0')).collect();
            rows[digits[0]].replace_range(digits[1]..=digits[1], "0");
            *pawns += &format!(",{cell}");
        }
    }
    format!("{} {} {}", rows.join("/"), words[1], pawns.join(" "))
}

/// A random position: heights of the first halves of games as well as of late ones.
fn random(board: &Board, rng: &mut Rng) -> Position {
    let highest = 1 + rng.below(4);
    loop {
        let mut rows = Vec::new();
        for _ in 0..board.height() {
            let row = (0..board.width()).map(|_| rng.below(highest + 1).to_string());
            rows.push(row.collect::<String>());
        }
        let mut cells: Vec<String> = (0..board.height())
            .flat_map(|row| (0..board.width()).map(move |column| format!("{row}{column}")))
            .collect();
        let mut pawns = || {
            let own = (0..board.pawns()).map(|_| cells.swap_remove(rng.below(cells.len())));
            own.collect::<Vec<_>>().join(",")
        };
        let (blue, red) = (pawns(), pawns());
        let side = ["B", "R"][rng.below(2)];
        let text = format!("{} {side} {blue} {red}", rows.join("/"));
        if let Ok(position) = board.read(&text) {
            return position;
        }
    }
}

#[test]
fn the_rules_are_those_of_santorini_with_domes_around_the_board() {
    let mut rng = Rng::seeded(1);
    let mut finished = 0;
    for size in ["2x2", "2x3", "3x3", "3x4", "4x3", "2x5", "5x2"] {
        for pawns in [1, 2] {
            let board = size.parse::<Board>().unwrap().with_pawns(pawns).unwrap();
            let small = board.game();
            for _ in 0..300 {
                let position = random(&board, &mut rng);
                let text = embedded(&board, &position);
                let (game, embedded) = Santorini::read(&text).unwrap();
                let mut expected = Vec::new();
                game.for_each_move(&embedded, |mv| expected.push(game.write_move(&embedded, mv)));
                let moves = small.moves(&position);
                let mut found: Vec<String> =
                    moves.iter().map(|&mv| small.write_move(&position, mv)).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{text}");
                assert_eq!(game.outcome(&embedded).is_some(), found.is_empty(), "{text}");
                finished += usize::from(found.is_empty());
                for mv in moves {
                    let next = small.after(&position, mv);
                    let mv = small.write_move(&position, mv);
                    let mv = game.read_move(&embedded, &mv).unwrap();
                    let after = game.after(&embedded, mv);
                    let (_, expected) = Santorini::read(&self::embedded(&board, &next)).unwrap();
                    // The order of a side's pawns is of no importance here.
                    let plain = |position| {
                        let text = game.write(position);
                        let sorted = |word: &str| {
                            let mut cells: Vec<String> = word.split(',').map(Into::into).collect();
                            cells.sort();
                            cells
                        };
                        text.split(' ').map(sorted).collect::<Vec<_>>()
                    };
                    assert_eq!(
                        plain(&after),
                        plain(&expected),
                        "{text} {}",
                        game.write_move(&embedded, mv)
                    );
                }
                assert_eq!(game.to_move(&embedded), position.to_move());
            }
        }
    }
    assert!(finished > 100, "positions of finished games are among them: {finished}");
}
