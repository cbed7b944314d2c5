//! The five games as files play as the same games in Rust do.

use agon_core::{Game, Notation, Rng, perft};
use agon_game_file::{DatalogGame, GameMove};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;
use agon_infer::GamePosition;

/// How the twin writes a move of the file.
pub type MoveText = fn(&DatalogGame, &GamePosition, GameMove) -> String;

pub const SAME_TEXT: MoveText = |file, position, mv| file.write_move(position, mv);

/// Byte writes its squares in capitals.
pub const CAPITALS: MoveText = |file, position, mv| match file.write_move(position, mv).as_str() {
    "pass" => "pass".into(),
    text => text.to_uppercase(),
};

/// NIM writes the heaps after a move.
pub const HEAPS: MoveText = |file, position, mv| {
    let after = file.write(&file.after(position, mv));
    let facts = after.split(' ').filter_map(|fact| fact.strip_prefix("heap(")?.strip_suffix(')'));
    let heaps = facts.flat_map(|fact| {
        let (size, count) = fact.split_once(',').expect("two columns");
        vec![size.to_string(); count.parse().expect("a number")]
    });
    format!("[{}]", heaps.collect::<Vec<_>>().join(","))
};

/// Plays random games in both, from their starts, until so many positions were compared: who moves,
/// the moves as texts, and the result. Returns the first difference.
/// `text` is a move of the file as the twin writes it.
pub fn difference<G: Notation>(
    file: &DatalogGame,
    twin: &G,
    positions: usize,
    seed: u64,
    text: MoveText,
) -> Option<String> {
    let mut rng = Rng::seeded(seed);
    let mut compared = 0;
    while compared < positions {
        let (mut one, mut two) = (file.start(), twin.start());
        loop {
            compared += 1;
            let moves = file.moves(&one).into_iter().map(|mv| (text(file, &one, mv), mv));
            let mut moves: Vec<(String, GameMove)> = moves.collect();
            moves.sort();
            let mine: Vec<&String> = moves.iter().map(|(text, _)| text).collect();
            let theirs = twin.moves(&two).into_iter().map(|mv| twin.write_move(&two, mv));
            let mut theirs: Vec<String> = theirs.collect();
            theirs.sort();
            let ends = [file.outcome(&one), twin.outcome(&two)];
            let goes_on = ends[0].is_none() && ends[1].is_none();
            if !mine.iter().copied().eq(&theirs)
                || ends[0] != ends[1]
                || goes_on && file.to_move(&one) != twin.to_move(&two)
            {
                let (one, two) = (file.write(&one), twin.write(&two));
                return Some(format!("{one} | {two}: {mine:?} | {theirs:?}, {ends:?}"));
            }
            let Some((text, mv)) = rng.pick(&moves) else { break };
            file.play_unchecked(&mut one, *mv);
            let mv = twin.read_move(&two, text).expect("listed");
            twin.play_unchecked(&mut two, mv);
        }
    }
    None
}

fn shipped(name: &str) -> DatalogGame {
    DatalogGame::shipped(name).expect(name)
}

/// Compares both games in random positions, and their leaves at some depths.
fn compare<G: Notation>(name: &str, twin: &G, positions: usize, depth: u32, text: MoveText) {
    let file = shipped(name);
    assert_eq!(difference(&file, twin, positions, 7, text), None, "{name}");
    for depth in 1..=depth {
        let counts = [perft(&file, &file.start(), depth), perft(twin, &twin.start(), depth)];
        assert_eq!(counts[0], counts[1], "{name}, depth {depth}");
    }
}

/// Compares the five games with their twins.
fn compare_all(positions: usize) {
    compare("tictactoe", &TicTacToe, positions, 9, SAME_TEXT);
    let (heaps, _) = Nim::read("[3,5,7]").expect("a position");
    compare("nim", &heaps, positions, 4, HEAPS);
    compare("santorini", &Santorini::default(), positions, 2, SAME_TEXT);
    compare("byte", &Byte::default(), positions, 3, CAPITALS);
    compare("theseus_figure1", &Theseus::default(), positions, 8, SAME_TEXT);
    let (small, _) =
        Theseus::read("020/000/000 0,0-1,1 2,1 200/1/T/- 0 0,0-1,1 1").expect("a position");
    compare("theseus", &small, positions, 8, SAME_TEXT);
}

#[test]
fn the_five_games_play_as_their_twins() {
    compare_all(400);
}

#[test]
#[ignore = "10,000 positions a game take minutes; the test above does the same with 400"]
fn ten_thousand_positions_of_each_game_are_those_of_its_twin() {
    compare_all(10_000);
}

/// A position of Santorini on 5x5 as its file writes it.
fn santorini_text(text: &str) -> Option<String> {
    let [heights, mover, blue, red] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
    // On the other boards of the table the cells have other names.
    if heights.len() != 29 || !heights.split('/').all(|row| row.len() == 5) {
        return None;
    }
    let mut facts = String::from(if mover == "B" { "santorini blue" } else { "santorini red" });
    for (row, heights) in heights.split('/').enumerate() {
        for (column, height) in heights.chars().enumerate() {
            facts += &format!(" height({row}{column},{height})");
        }
    }
    for (cells, side) in [(blue, "blue"), (red, "red")] {
        for cell in cells.split(',').filter(|cell| *cell != "-") {
            facts += &format!(" pawn({cell},{side})");
        }
    }
    Some(facts)
}

/// A position of Byte on 8x8, in which stacks are written from the bottom.
fn byte_text(text: &str) -> Option<String> {
    if text == "8 start" {
        return Some(shipped("byte").write(&shipped("byte").start()));
    }
    let ["8", mover, score, stacks] = text.split(' ').collect::<Vec<_>>()[..] else { return None };
    let mut facts = format!("byte {}", mover.to_lowercase());
    for (side, points) in ["x", "o"].iter().zip(score.split('-')) {
        facts += &format!(" score({side},{points})");
    }
    for stack in stacks.split(',') {
        let (square, checkers) = stack.split_once(':')?;
        for (level, checker) in checkers.chars().enumerate() {
            let (square, checker) = (square.to_lowercase(), checker.to_lowercase());
            facts += &format!(" checker({square},{level},{checker})");
        }
    }
    Some(facts)
}

fn tictactoe_text(text: &str) -> Option<String> {
    let (cells, mover) = text.strip_prefix("([")?.strip_suffix(')')?.split_once("],")?;
    let mut facts = String::from(if mover == "1" { "tictactoe x" } else { "tictactoe o" });
    for (at, mark) in cells.split(',').enumerate() {
        let side = match mark {
            "1" => "x",
            "-1" => "o",
            _ => continue,
        };
        facts += &format!(" mark({}{},{side})", at / 3, at % 3);
    }
    Some(facts)
}

/// Heaps that the file has: of at most 7 matches.
fn nim_text(text: &str) -> Option<String> {
    let heaps = text.strip_prefix('[')?.strip_suffix(']')?;
    let heaps: Vec<u32> = heaps.split(',').filter_map(|heap| heap.parse().ok()).collect();
    let fact = |size: u32| {
        let count = heaps.iter().filter(|&&heap| heap == size).count();
        format!(" heap({size},{count})")
    };
    let facts: String = (1..=7).map(fact).collect();
    heaps.iter().all(|&heap| heap <= 7).then(|| format!("nim first{facts}"))
}

/// Counts the leaves of the positions of a table of the twin, as far as they are so many at most.
/// Returns how many counts were compared.
fn compare_table(table: &str, text: fn(&str) -> Option<String>, most: u64) -> usize {
    let mut compared = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (position, counts) = line.split_once(" ; ").expect(line);
        let Some(text) = text(position) else { continue };
        let (game, start) = DatalogGame::read(&text).expect(&text);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect(line);
            if count <= most {
                assert_eq!(perft(&game, &start, depth), count, "{line}, depth {depth}");
                compared += 1;
            }
        }
    }
    compared
}

fn compare_tables(most: u64) -> [usize; 4] {
    [
        compare_table(include_str!("../../games/src/tictactoe/perft.txt"), tictactoe_text, most),
        compare_table(include_str!("../../games/src/nim/perft.txt"), nim_text, most),
        compare_table(include_str!("../../games/src/santorini/perft.txt"), santorini_text, most),
        compare_table(include_str!("../../games/src/byte/perft.txt"), byte_text, most),
    ]
}

#[test]
fn leaves_are_as_many_as_the_tables_of_the_twins_say() {
    assert!(compare_tables(5_000).iter().all(|&compared| compared >= 6));
}

#[test]
#[ignore = "millions of leaves take minutes; AGON_TRIAL_LEAVES says how many a count may have"]
fn many_leaves_are_as_many_as_the_tables_of_the_twins_say() {
    let most = std::env::var("AGON_TRIAL_LEAVES").ok().and_then(|text| text.parse().ok());
    println!("{:?} counts", compare_tables(most.unwrap_or(600_000)));
}
