//! An evaluation whose weights are made at run time is searched with incrementally, through
//! `dyn Evaluate`; and who uses the network that is built in.

use std::sync::Arc;

use agon_arena::{SearchKind, SearchRequest, find};
use agon_core::conformance::{Battery, RandomNetwork};
use agon_core::{DefaultEval, Evaluate, Game as _, Notation, Stateless};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_games::tictactoe::TicTacToe;
use agon_search::{Engine, Info, Limits, SearchControl, plain_minimax};

/// Both searches to a depth, from engines that know nothing yet.
fn search<G: DefaultEval + Notation>(
    game: &G,
    evaluation: &dyn Evaluate<G>,
    depth: u32,
) -> [Info<G::Move>; 2] {
    let limits = Limits { depth, ..Limits::default() };
    let start = game.start();
    let engine = || Engine::new(1 << 20);
    let best = engine().best(game, &start, evaluation, &limits, &SearchControl::default(), &());
    let minimax = engine().minimax(game, &start, evaluation, &limits, &SearchControl::default());
    [best, minimax].map(|found| found.expect("a game that has moves"))
}

/// Compares a network with its stateless twin; gives the updates and refreshes of the network.
fn compare<G: DefaultEval + Notation>(game: &G, depth: u32) -> [u64; 2] {
    let network = Arc::new(RandomNetwork::seeded(game, 7));
    let incremental: Arc<dyn Evaluate<G>> = network.clone();
    let stateless: Arc<dyn Evaluate<G>> = Arc::new(Stateless(RandomNetwork::seeded(game, 7)));
    let found = search(game, &*incremental, depth);
    let counts = [network.updates(), network.refreshes()];
    let expected = search(game, &*stateless, depth);
    assert_eq!(found, expected, "{}", G::NAME);
    counts
}

#[test]
fn a_network_finds_what_its_stateless_twin_finds() {
    for [updates, refreshes] in
        [compare(&Byte::default(), 5), compare(&Santorini::default(), 3), compare(&TicTacToe, 6)]
    {
        // One refresh a search, at the root: there are two.
        assert_eq!(refreshes, 2);
        assert!(updates > 500, "{updates}");
    }
}

#[test]
fn minimax_with_a_network_is_plain_minimax() {
    let game = Byte::default();
    let network: Arc<dyn Evaluate<Byte>> = Arc::new(RandomNetwork::seeded(&game, 3));
    let [_, found] = search(&game, &*network, 3);
    let expected = plain_minimax(&game, &game.start(), 3, &*network);
    assert_eq!((found.score, found.moves.first().copied()), expected);
}

#[test]
fn networks_conform_in_every_game() {
    let byte = Byte::default();
    let network = RandomNetwork::seeded(&byte, 1);
    Battery::new(byte).incremental(network).games(3).run();
    Battery::new(Santorini::default())
        .incremental(RandomNetwork::seeded(&Santorini::default(), 1))
        .games(3)
        .run();
    Battery::new(TicTacToe).incremental(RandomNetwork::seeded(&TicTacToe, 1)).games(3).run();
}

/// What a request finds in a session of Santorini.
fn ask(search: SearchKind, eval: Option<&str>) -> Info<String> {
    let limits = Limits { depth: 3, ..Limits::default() };
    let request =
        SearchRequest { search, limits, eval: eval.map(String::from), hash_bytes: 1 << 20 };
    let session = find("santorini").expect("a game").start();
    session
        .best(&request, &SearchControl::default(), &())
        .expect("nothing fails")
        .expect("a game that has moves")
}

#[test]
fn the_engine_uses_the_network_that_is_built_in_and_minimax_does_not() {
    let engine = [None, Some("network"), Some("hand")].map(|eval| ask(SearchKind::Engine, eval));
    assert_eq!(engine[0], engine[1]);
    assert_ne!(engine[0].score, engine[2].score);
    let minimax = [None, Some("hand"), Some("network")].map(|eval| ask(SearchKind::Minimax, eval));
    assert_eq!(minimax[0], minimax[1]);
    assert_ne!(minimax[0].score, minimax[2].score);
}
