//! Byte: programs with other names, other states and other moves than Agon's own.

use std::path::{Path, PathBuf};

use agon_core::{Game as _, Notation as _, Rng, Side};
use agon_games::byte::Byte;
use agon_handin::{
    Adapter, ConnectOptions, Connection, Found, GameLine, Purpose, Reason, Source, find_assignment,
};
use agon_testing::interpreters::LISP;

/// The bridge that the hand-in of Ivan needs: its states are numbers.
const BRIDGE: &str = "(defun agon-initial (n) (nova-tabla n))
(defun agon-play (state move) (apply #'skok state move))
(defun agon-heuristic (state player) (bodovi state player))
(defun state->list (state)
  (loop for i below 10
        append (loop for j below 10
                     when (stek-na state i j) collect (list i j (stek-na state i j)))))
";

fn hand_in(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/byte").join(name)
}

fn connect(name: &str, bridge: Option<&str>) -> Connection {
    let byte = find_assignment("byte").unwrap();
    let source = Source::read(&hand_in(name), byte).unwrap();
    let options = ConnectOptions { bridge: bridge.map(String::from), ..ConnectOptions::default() };
    Connection::open(source, byte, &options, Purpose::Play).unwrap()
}

fn adapter() -> &'static dyn Adapter {
    find_assignment("byte").unwrap().adapter
}

/// Plays a game of the hand-in, which takes the move that it rates best, against random moves. In
/// every position the hand-in has the same state as the game.
fn plays_a_game(name: &str, connection: &mut Connection) {
    let game = Byte::new(8).unwrap();
    let mut position = game.start();
    let mut line = GameLine { start: game.write(&position), moves: Vec::new() };
    let mut rng = Rng::seeded(5);
    let mut ask = |text: &str| connection.ask(text);
    while game.outcome(&position).is_none() {
        let told = adapter().position(&line, &mut ask).unwrap();
        assert_eq!(told.text, game.write(&position), "{name}: {}", told.calls);
        let moves = game.moves(&position);
        let written = |mv: &_| game.write_move(&position, *mv);
        let is_over = |mv: &&_| game.outcome(&game.after(&position, **mv)).is_some();
        let own = position.to_move() == Side::First;
        let mv = if let Some(mv) = moves.iter().find(is_over).filter(|_| own) {
            *mv
        } else if own {
            let leaves: Vec<Vec<String>> = moves.iter().map(|mv| vec![written(mv)]).collect();
            let leaves: Vec<_> = leaves.into_iter().zip(&moves).collect();
            let texts: Vec<Vec<String>> = leaves.iter().map(|(leaf, _)| leaf.clone()).collect();
            let values = adapter().values(&line, &texts, &mut ask);
            let values = values.unwrap_or_else(|why| panic!("{name}: {why}"));
            let best = values.iter().zip(&moves).min_by_key(|(value, _)| **value);
            *best.unwrap().1
        } else {
            *rng.pick(&moves).unwrap()
        };
        line.moves.push(written(&mv));
        position = game.after(&position, mv);
    }
    assert!(line.moves.len() > 20, "{name}");
}

/// Whether the roles are found under the student's own names.
fn finds(connection: &Connection, expected: &[(&str, &str)]) {
    for (name, text) in expected {
        let role = connection.roles.iter().find(|role| role.name == *name).unwrap();
        assert_eq!((role.is_there(), role.text.as_str()), (true, *text), "{name}");
    }
    assert_eq!(connection.missing(), None);
}

fn connects_and_plays(name: &str, expected: &[(&str, &str)]) {
    if !LISP.is_here() {
        return;
    }
    let mut connection = connect(name, None);
    finds(&connection, expected);
    let guessed = connection.roles.iter().find(|role| role.name == expected[0].0).unwrap();
    assert_eq!(guessed.found, Found::Guessed);
    plays_a_game(name, &mut connection);
}

#[test]
fn rows_of_lists_with_a_game_that_starts_in_the_last_line() {
    connects_and_plays(
        "ana",
        &[
            ("initial", "pocetno-stanje (n)"),
            ("play", "odigraj-potez (stanje potez)"),
            ("moves", "svi-potezi (stanje igrac)"),
            ("valid", "validan-potez (stanje potez igrac)"),
            ("goal", "kraj-igre (stanje)"),
            ("show", "prikazi-tablu (stanje)"),
            ("successors", "sledbenici (stanje igrac)"),
            ("minimax", "minimax (stanje dubina alfa beta igrac moj)"),
            ("heuristic", "heuristika (stanje igrac)"),
        ],
    );
}

#[test]
fn an_association_list_of_squares_with_stacks_from_the_top() {
    connects_and_plays(
        "bojan",
        &[
            ("initial", "inicijalnostanje (velicina)"),
            ("play", "odigrajpotez (potez stanje)"),
            ("moves", "mogucipotezi (igrac stanje)"),
            ("goal", "proverikraj ()"),
            ("heuristic", "procenistanje (stanje igrac)"),
        ],
    );
}

#[test]
fn objects_of_classes_in_a_package() {
    connects_and_plays(
        "ceca",
        &[
            ("initial", "make-start (size)"),
            ("play", "make-a-move ((s game-state) move)"),
            ("minimax", "alpha-beta (s depth alpha beta)"),
            ("heuristic", "evaluate-state (s player)"),
        ],
    );
}

#[test]
fn global_variables_that_hold_the_state() {
    connects_and_plays(
        "dragan",
        &[
            ("initial", "postavi-tablu (n)"),
            ("play", "odigraj (odakle dokle &optional (visina 0))"),
            ("moves", "moguci-potezi ()"),
            ("goal", "pobednik ()"),
            ("heuristic", "procena (igrac)"),
        ],
    );
}

#[test]
fn an_array_of_numbers_with_rows_columns_and_levels_from_1() {
    connects_and_plays(
        "elena",
        &[
            ("initial", "init-game (n)"),
            ("play", "izvrsi-potez (g red1 kol1 red2 kol2 nivo)"),
            ("moves", "lista-mogucih-poteza (igrac g)"),
            ("valid", "potez-ispravan (igrac g red1 kol1 red2 kol2 nivo)"),
            ("heuristic", "oceni (g), taken as good for X"),
        ],
    );
}

#[test]
fn folders_of_tasks_with_a_start_file_that_loads_them_by_paths_of_another_machine() {
    connects_and_plays(
        "filip",
        &[
            ("initial", "initialstate (n)"),
            ("play", "playmove (board move)"),
            ("successors", "all-possible-states (board player)"),
            ("minimax", "alphabeta (board depth player alpha beta maximizing)"),
        ],
    );
}

#[test]
fn an_inference_engine_beside_it_and_stacks_as_texts() {
    connects_and_plays(
        "goran",
        &[
            ("initial", "pocetno (n)"),
            ("play", "promeni-stanje (stanje potez)"),
            ("heuristic", "proceni-stanje (stanje igrac)"),
        ],
    );
}

#[test]
fn next_states_without_moves() {
    connects_and_plays(
        "hana",
        &[
            ("initial", "matrixfactorybyte (&optional (dimenzija 8))"),
            ("play", "generateallstates (stanje napotezu), by the states it gives"),
            ("heuristic", "heuristic-value (stanje igrac)"),
        ],
    );
}

#[test]
fn what_cannot_be_found_is_asked_for_and_a_bridge_gives_it() {
    if !LISP.is_here() {
        return;
    }
    let connection = connect("ivan", None);
    let why = connection.cannot_play(&hand_in("ivan")).unwrap();
    let Reason::Lacks { role, text } = &*why.reason else { panic!("{why}") };
    assert_eq!(role, "initial");
    assert!(text.contains("nova-tabla gave"), "{text}");
    assert!(why.to_string().contains("agon-bridge.lisp"), "{why}");
    let mut connection = connect("ivan", Some(BRIDGE));
    assert!(BRIDGE.lines().count() <= 20);
    let play = connection.roles.iter().find(|role| role.name == "play").unwrap();
    assert_eq!(play.found, Found::Given);
    plays_a_game("ivan", &mut connection);
}

#[test]
fn a_bridge_that_is_not_filled_in_changes_nothing() {
    let skeleton = find_assignment("byte").unwrap().language.skeleton();
    assert!(skeleton.contains("agon-play"));
    let connection = connect("ana", Some(skeleton));
    assert!(connection.roles.iter().all(|role| role.is_there() && role.found != Found::Given));
}

#[test]
fn two_heuristics_are_asked_about() {
    if !LISP.is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let ana = std::fs::read_to_string(hand_in("ana").join("byte-projekat.lisp")).unwrap();
    let without_search = ana.split("(defun minimax").next().unwrap();
    let two = format!("{without_search}(defun heuristika2 (stanje igrac) (length stanje))\n");
    std::fs::write(folder.path().join("byte.lisp"), two).unwrap();
    let byte = find_assignment("byte").unwrap();
    let open = |options: &ConnectOptions| {
        let source = Source::read(folder.path(), byte).unwrap();
        Connection::open(source, byte, options, Purpose::Play).unwrap()
    };
    let asked = open(&ConnectOptions::default());
    let why = asked.cannot_play(folder.path()).unwrap();
    let Reason::Unclear { role, text } = &*why.reason else { panic!("{why}") };
    assert_eq!(role, "heuristic");
    assert_eq!(text, "heuristika (stanje igrac); heuristika2 (stanje igrac)");
    let adapter = Some("[names]\nheuristic = \"heuristika2\"\n".to_string());
    let given = open(&ConnectOptions { adapter, ..ConnectOptions::default() });
    assert_eq!(given.missing(), None);
}
