//! Packed positions: what each byte says, and that they unpack to the same position.

use agon_core::{Game, Notation as _, Packing, Rng};
use agon_games::byte::Byte;
use agon_games::santorini::{Board, Santorini};

fn packed<G: Packing>(game: &G, position: &G::Position) -> Vec<u8> {
    let mut bytes = vec![0xee; game.packed_bytes()];
    game.pack(position, &mut bytes);
    bytes
}

/// Every position of random games, from start to end.
fn in_random_games<G: Game>(game: &G, games: u64, mut check: impl FnMut(&G::Position)) {
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        loop {
            check(&position);
            let moves = game.moves(&position);
            let Some(&mv) = rng.pick(&moves) else { break };
            game.play_unchecked(&mut position, mv);
        }
    }
}

#[test]
fn positions_unpack_to_the_same_position() {
    for board in Board::all() {
        let game = Santorini::on(board);
        in_random_games(&game, if board == Board::STANDARD { 50 } else { 5 }, |position| {
            assert_eq!(game.unpack(&packed(&game, position)).as_ref(), Some(position));
        });
    }
    for side in [8, 10] {
        let game = Byte::new(side).unwrap();
        in_random_games(&game, 20, |position| {
            assert_eq!(game.unpack(&packed(&game, position)).as_ref(), Some(position));
        });
    }
}

/// The bytes of a position of Santorini, worked out from its text.
fn bytes_of_text(text: &str) -> Vec<u8> {
    let parts: Vec<&str> = text.split(' ').collect();
    let heights = parts[0].bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0');
    let sum: u64 =
        (0..).zip(heights).map(|(cell, height)| u64::from(height) * 5_u64.pow(cell)).sum();
    let mut bytes = sum.to_le_bytes().to_vec();
    for pawns in &parts[2..] {
        match *pawns {
            "-" => bytes.extend([255, 255]),
            cells => bytes.extend(cells.split(',').map(|cell| {
                let cell = cell.as_bytes();
                (cell[0] - b'0') * 5 + cell[1] - b'0'
            })),
        }
    }
    bytes.push(u8::from(parts[1] == "R"));
    bytes
}

#[test]
fn the_bytes_of_santorini_are_those_of_the_documentation() {
    let game = Santorini::default();
    in_random_games(&game, 20, |position| {
        let text = game.write(position);
        assert_eq!(packed(&game, position), bytes_of_text(&text), "{text}");
    });
}

#[test]
fn a_sixth_column_has_the_numbers_of_a_fifth_row() {
    let (game, wide) = Santorini::read("000001/000000/000000/000000 B 05,35 10,11").unwrap();
    let bytes = packed(&game, &wide);
    // Cell 24 is beyond the edge, where domes are.
    assert_eq!(bytes[..8], (5_u64.pow(20) + 4 * 5_u64.pow(24)).to_le_bytes());
    assert_eq!(bytes[8..], [20, 23, 5, 6, 0]);
    let (game, tall) = Santorini::read("0000/0000/0000/0000/0000/1000 B 50,53 01,11").unwrap();
    assert_eq!(packed(&game, &tall), bytes, "rows and columns are swapped");
}

#[test]
fn the_bytes_of_byte_are_those_of_the_documentation() {
    let (game, position) = Byte::read("8 O 1-0 A1:X,B2:OXX,H8:XO").unwrap();
    let mut expected = vec![1; 35];
    // A one above the checkers, which are read from the bottom, that is from the right.
    (expected[0], expected[4], expected[31]) = (0b10, 0b1001, 0b110);
    expected[32..].copy_from_slice(&[1, 0, 1]);
    assert_eq!(packed(&game, &position), expected);
    assert_eq!(Byte::new(10).unwrap().packed_bytes(), 53);
}

#[test]
fn bytes_that_are_no_position_are_refused() {
    let (game, position) = Santorini::read("00000/01000/00000/00000/00000 B 11,33 13,31").unwrap();
    let good = packed(&game, &position);
    assert!(game.unpack(&good).is_some());
    // On a smaller board there are domes beyond the edge.
    assert!(Santorini::on("5x4".parse().unwrap()).unpack(&good).is_none());
    for (byte, wrong) in [(7, 255), (8, 25), (8, 255), (9, 6), (12, 2)] {
        let mut bytes = good.clone();
        bytes[byte] = wrong;
        assert!(game.unpack(&bytes).is_none(), "byte {byte} is {wrong}");
    }
    assert!(game.unpack(&good[1..]).is_none());
    let game = Byte::default();
    let good = packed(&game, &game.start());
    for (byte, wrong) in [(0, 0), (0, 255), (32, 4), (34, 2)] {
        let mut bytes = good.clone();
        bytes[byte] = wrong;
        assert!(game.unpack(&bytes).is_none(), "byte {byte} is {wrong}");
    }
    assert!(game.unpack(&good[1..]).is_none() && game.unpack(&[]).is_none());
}
