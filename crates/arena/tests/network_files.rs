//! Network files in sessions: loaded by name, searched with, explained, and refused.

use agon_arena::{EvaluationFile, find, games};
use agon_core::{Evaluate as _, Notation as _, Score, Side};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_network::{Network, NetworkFile};
use agon_search::{Engine, Limits, SearchControl};

const NAME: &str = "nets/a.net";
const POSITION: &str = "10000/02000/00100/00000/00004 B 11,22 33,40";

fn bytes() -> Vec<u8> {
    NetworkFile::random(&Santorini::default(), 64, 1).write()
}

fn session(game: &str, position: &str) -> Box<dyn agon_arena::AnySession> {
    find(game).unwrap().open(position).unwrap()
}

#[test]
fn a_network_is_an_evaluation_by_its_name() {
    let mut session = session("santorini", POSITION);
    session.load_file(&EvaluationFile::new(NAME, bytes())).unwrap();
    assert!(session.evaluations().contains(&NAME.to_string()));
    let network = Network::read(&Santorini::default(), NAME, &bytes()).unwrap();
    let (game, position) = Santorini::read(POSITION).unwrap();
    let value = network.evaluate(&game, &position);
    assert_eq!(session.evaluate(Some(NAME), Side::First).unwrap().score, value);
    assert_eq!(session.evaluate(Some(NAME), Side::Second).unwrap().score, -value);
    assert_ne!(session.evaluate(None, Side::First).unwrap().score, value, "hand is the default");
}

#[test]
fn a_player_searches_with_the_network_that_it_names() {
    let mut session = session("santorini", POSITION);
    session.load_network(NAME, &bytes()).unwrap();
    let player = format!("engine:nodes=3000,eval={NAME}").parse().unwrap();
    session.set_player(Side::First, player).unwrap();
    let chosen = session.choose(&SearchControl::default(), &()).unwrap().unwrap();
    let network = Network::read(&Santorini::default(), NAME, &bytes()).unwrap();
    let (game, position) = Santorini::read(POSITION).unwrap();
    let limits = Limits { nodes: 3000, ..Limits::default() };
    // As a known type, not as dyn Evaluate.
    let found = Engine::new(1 << 20)
        .best(&game, &position, &network, &limits, &SearchControl::default(), &())
        .unwrap();
    assert_eq!(chosen.mv, game.write_move(&position, found.moves[0]));
    assert_eq!(chosen.score, Some(found.score));
}

#[test]
fn a_network_loaded_again_replaces_the_one_of_its_name() {
    let mut session = session("santorini", POSITION);
    let value = |session: &dyn agon_arena::AnySession| {
        session.evaluate(Some(NAME), Side::First).unwrap().score
    };
    session.load_network(NAME, &bytes()).unwrap();
    let first = value(&*session);
    session.load_network(NAME, &NetworkFile::random(&Santorini::default(), 64, 2).write()).unwrap();
    assert_ne!(value(&*session), first);
    assert_eq!(session.evaluations().iter().filter(|name| *name == NAME).count(), 1);
}

#[test]
fn a_refused_network_changes_nothing() {
    let byte = NetworkFile::random(&Byte::default(), 32, 1).write();
    for entry in games() {
        let mut session = entry.start();
        let before = (session.evaluations(), session.evaluate(None, Side::First).unwrap());
        let wrong = if entry.name == "byte" { bytes() } else { byte.clone() };
        let refusal = session.load_network(NAME, &wrong).unwrap_err().to_string();
        assert!(refusal.contains(entry.name), "{refusal}");
        assert!(session.evaluate(Some(NAME), Side::First).is_err());
        assert_eq!((session.evaluations(), session.evaluate(None, Side::First).unwrap()), before);
    }
    let large = session("byte", "10 start").load_network(NAME, &byte).unwrap_err().to_string();
    assert!(large.contains("\"8\""), "{large}");
}

#[test]
fn a_network_says_what_its_value_loses_without_each_thing() {
    let mut session = session("santorini", POSITION);
    session.load_network(NAME, &bytes()).unwrap();
    let removals = session.removals(Some(NAME), Side::First).unwrap().unwrap();
    let names: Vec<&str> = removals.iter().map(|removal| removal.name.as_str()).collect();
    let pawns = ["blue pawn on 11", "blue pawn on 22", "red pawn on 33", "red pawn on 40"];
    let heights = ["height 1 of 00", "height 2 of 11", "height 1 of 22", "height 4 of 44"];
    assert_eq!(names, [pawns, heights].concat());
    let network = Network::read(&Santorini::default(), NAME, &bytes()).unwrap();
    let value = |text: &str| -> Score {
        let (game, position) = Santorini::read(text).unwrap();
        network.evaluate(&game, &position)
    };
    let without = value("00000/02000/00100/00000/00004 B 11,22 33,40");
    assert_eq!(removals[4].points, value(POSITION) - without);
    let other = session.removals(Some(NAME), Side::Second).unwrap().unwrap();
    assert_eq!(other[4].points, -removals[4].points);
    assert_eq!(session.removals(None, Side::First).unwrap(), None, "hand has terms");
}
