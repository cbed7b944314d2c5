//! Minimax and the engine against the plain minimax that leaves nothing out, in every
//! game.

use std::collections::HashSet;

use agon_arena::{SearchKind, SearchRequest, find};
use agon_core::{DefaultEval, Game as _, Notation, Rng, Score, Side};
use agon_games::byte::{self, Byte};
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::{MazeGenerator, Style, Theseus};
use agon_games::tictactoe::TicTacToe;
use agon_search::{Engine, Limits, SearchControl, plain_minimax};

/// Positions of random games, not finished, none twice; `fits` chooses among them.
fn positions<G: Notation>(
    game: &G,
    count: usize,
    seed: u64,
    fits: impl Fn(&G::Position) -> bool,
) -> Vec<G::Position> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for number in 0.. {
        let mut rng = Rng::seeded(seed + number);
        let mut position = game.start();
        let mut line = Vec::new();
        while game.outcome(&position).is_none() {
            line.push(position.clone());
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        line.retain(|position| fits(position) && !seen.contains(position));
        if let Some(position) = rng.pick(&line) {
            seen.insert(position.clone());
            found.push(position.clone());
        }
        if found.len() == count || number > 50 * count as u64 {
            break;
        }
    }
    found
}

/// Checks value and move of minimax on positions, at a depth.
fn check<G: Notation + DefaultEval>(game: &G, positions: &[G::Position], depth: u32) {
    let mut engine = Engine::new(1 << 20);
    let own = game.default_eval();
    for position in positions {
        let expected = plain_minimax(game, position, depth, &*own);
        let limits = Limits { depth, ..Limits::default() };
        let found =
            engine.minimax(game, position, &*own, &limits, &SearchControl::default()).unwrap();
        let found = (found.score, found.moves.first().copied());
        assert_eq!(found, expected, "depth {depth}: {}", game.write(position));
    }
}

#[test]
fn minimax_of_santorini_is_that_of_the_plain_minimax() {
    let game = Santorini::default();
    check(&game, &positions(&game, 2000, 1, |_| true), 1);
    let placed = |position: &_| game.count_moves(position) < 140;
    check(&game, &positions(&game, 2000, 2, placed), 2);
    check(&game, &positions(&game, 200, 3, placed), 3);
    let late = |position: &_| game.count_moves(position) < 12;
    check(&game, &positions(&game, 60, 4, late), 4);
    check(&game, &positions(&game, 60, 5, late), 5);
}

#[test]
fn minimax_of_byte_is_that_of_the_plain_minimax() {
    for game in [Byte::default(), Byte::new(10).unwrap()] {
        check(&game, &positions(&game, 2000, 1, |_| true), 1);
        check(&game, &positions(&game, 2000, 2, |_| true), 2);
        check(&game, &positions(&game, 200, 3, |_| true), 3);
        let late = |position: &_| game.count_moves(position) < 5;
        check(&game, &positions(&game, 100, 4, late), 5);
    }
}

/// Positions of random games of which only a few stacks are left on the board, so that draws
/// are near.
fn partial_boards(game: &Byte, count: usize, seed: u64) -> Vec<byte::Position> {
    let mut rng = Rng::seeded(seed);
    let thinned = positions(game, count, seed, |_| true).into_iter().filter_map(|position| {
        let text = game.write(&position);
        let (head, stacks) = text.rsplit_once(' ').unwrap();
        let mut stacks: Vec<&str> = stacks.split(',').collect();
        let left = 2 + rng.below(4);
        while stacks.len() > left {
            stacks.remove(rng.below(stacks.len()));
        }
        let (_, position) = Byte::read(&format!("{head} {}", stacks.join(","))).unwrap();
        game.outcome(&position).is_none().then_some(position)
    });
    thinned.collect()
}

#[test]
fn minimax_of_partial_boards_of_byte_is_that_of_the_plain_minimax() {
    for game in [Byte::default(), Byte::new(10).unwrap()] {
        let boards = partial_boards(&game, 400, 1);
        let is_drawn = |position: &_| {
            plain_minimax(&game, position, 5, &*game.default_eval()).0 == Score::DRAW
        };
        let drawn = boards.iter().filter(|position| is_drawn(position)).count();
        assert!(drawn > 20 && drawn + 20 < boards.len(), "{drawn} of {}", boards.len());
        for depth in 1..=5 {
            check(&game, &boards, depth);
        }
    }
}

#[test]
fn minimax_of_nim_is_that_of_the_plain_minimax() {
    let (game, _) = Nim::read("[6,7,8]").unwrap();
    for depth in 1..=3 {
        check(&game, &positions(&game, 1500, 1, |_| true), depth);
    }
    let late = |position: &_| game.count_moves(position) < 8;
    check(&game, &positions(&game, 300, 2, late), 6);
}

#[test]
fn minimax_of_tictactoe_is_that_of_the_plain_minimax() {
    for depth in 1..=6 {
        check(&TicTacToe, &positions(&TicTacToe, 500, 1, |_| true), depth);
    }
    check(&TicTacToe, &[TicTacToe.start()], 9);
}

#[test]
fn minimax_of_theseus_is_that_of_the_plain_minimax() {
    let figure = Theseus::default();
    for depth in 1..=3 {
        check(&figure, &positions(&figure, 2000 / depth as usize, 1, |_| true), depth);
    }
    for seed in 0..20 {
        let generator = MazeGenerator::new(5, 3, Style::Labyrinth { open: 30 }).unwrap();
        let game =
            generator.generate(seed).with_plies(30).with_stumble(Side::Second, seed % 2 == 0);
        check(&game, &positions(&game, 20, seed, |_| true), 7);
    }
}

#[test]
fn the_engine_uses_the_evaluation_that_is_stronger_on_the_board() {
    for (start, name) in
        [("startpos", "network"), ("3x4 start", "network"), ("3x4/1 start", "hand")]
    {
        let session = find("santorini").unwrap().open(start).unwrap();
        let limits = Limits { nodes: 3000, ..Limits::default() };
        let best = |eval: Option<&str>| {
            let eval = eval.map(String::from);
            let request =
                SearchRequest { search: SearchKind::Engine, limits, eval, hash_bytes: 1 << 20 };
            let info = session.best(&request, &SearchControl::default(), &()).unwrap().unwrap();
            (info.moves, info.score, info.depth)
        };
        let [found, network, hand] = [None, Some("network"), Some("hand")].map(best);
        let same = if name == "hand" { &hand } else { &network };
        assert_ne!(network, hand, "{start}");
        assert_eq!(&found, same, "{start}");
        assert_eq!(session.winning_chance(None), session.winning_chance(Some(name)));
    }
}

/// The nodes of a search of a position, and of the same search by the same engine.
fn nodes_twice<G: Notation + DefaultEval>(
    game: &G,
    position: &G::Position,
    depth: u32,
) -> [u64; 2] {
    let (mut engine, eval) = (Engine::new(1 << 24), game.engine_eval());
    let limits = Limits { depth, ..Limits::default() };
    let control = SearchControl::default();
    let mut best = || engine.best(game, position, &*eval, &limits, &control, &()).unwrap();
    [best().nodes, best().nodes]
}

#[test]
fn a_search_that_is_repeated_takes_less_than_a_third_of_the_nodes() {
    let mut all = [[0; 2]; 2];
    let santorini = Santorini::default();
    for position in positions(&santorini, 6, 3, |_| true) {
        let nodes = nodes_twice(&santorini, &position, 9);
        all[0] = [0, 1].map(|time| all[0][time] + nodes[time]);
    }
    let byte = Byte::default();
    for position in positions(&byte, 4, 3, |_| true) {
        let nodes = nodes_twice(&byte, &position, 7);
        all[1] = [0, 1].map(|time| all[1][time] + nodes[time]);
    }
    for [first, second] in all {
        assert!(first > 10_000 && 10 * second <= 3 * first, "{all:?}");
    }
}
