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
    // The long form is a trial: AGON_TRIAL_POSITIONS=10000.
    let wanted = std::env::var("AGON_TRIAL_POSITIONS").ok().and_then(|text| text.parse().ok());
    let positions = wanted.unwrap_or(positions);
    assert_eq!(difference(&file, twin, positions, 7, text), None, "{name}");
    for depth in 1..=depth {
        let counts = [perft(&file, &file.start(), depth), perft(twin, &twin.start(), depth)];
        assert_eq!(counts[0], counts[1], "{name}, depth {depth}");
    }
}

#[test]
fn tictactoe_plays_as_its_twin() {
    compare("tictactoe", &TicTacToe, 400, 9, SAME_TEXT);
}

#[test]
fn nim_plays_as_its_twin() {
    let (twin, _) = Nim::read("[3,5,7]").expect("a position");
    compare("nim", &twin, 400, 4, HEAPS);
}

#[test]
fn santorini_plays_as_its_twin() {
    compare("santorini", &Santorini::default(), 400, 2, SAME_TEXT);
}

#[test]
fn byte_plays_as_its_twin() {
    compare("byte", &Byte::default(), 400, 3, CAPITALS);
}

#[test]
fn theseus_plays_as_its_twin() {
    compare("theseus_figure1", &Theseus::default(), 400, 8, SAME_TEXT);
    let (small, _) =
        Theseus::read("020/000/000 0,0-1,1 2,1 200/1/T/- 0 0,0-1,1 1").expect("a position");
    compare("theseus", &small, 400, 8, SAME_TEXT);
}
