//! Rule files as evaluations of a table.

use agon_arena::{Ask, Entry, GAMES, Search, Seat, Table, find, game_of};
use agon_core::{Dice, Evaluate, Notation as _, Player, Tree};
use agon_games::byte::Byte;
use agon_infer::RuleSet;
use agon_search::{Engine, Goal, Recording, plain_minimax};

const NAME: &str = "my.rules";

/// What is good for me is not what is bad for you.
const BYTE: &str = "\
game byte.
tall(S, C, H) :- top(S, C), stack(S, H), H > 1.
value(me, 7)     :- top(_, me).
value(C, H * H)  :- tall(_, C, H).
value(you, 5)    :- to_move(you).
";

fn entry(name: &str) -> &'static Entry {
    find(name).expect(name)
}

/// A table of Byte in the middle of a game, with rules.
fn byte_table(seed: u64) -> Box<dyn Table> {
    let mut table = entry("byte").start();
    let mut dice = Dice::seeded(seed);
    for _ in 0..8 {
        let mv = dice.pick(&table.moves()).unwrap().text.clone();
        table.play(&mv).unwrap();
    }
    table.lend(NAME, BYTE.as_bytes()).unwrap();
    table
}

fn ask(search: Search, depth: u32, nodes: u64) -> Ask {
    let goal = Goal { depth, nodes, lines: 1 };
    Ask { search, goal, eval: Some(NAME.into()), table: 1 << 20 }
}

#[test]
fn the_rules_to_begin_with_can_be_lent_and_tell_sides_apart() {
    for entry in GAMES {
        let mut table = entry.start();
        let source = entry.example;
        table.lend(NAME, source.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}"));
        let rules = table.rules(NAME).unwrap();
        assert!(rules.file().lines().iter().filter(|line| line.is_value).count() >= 2);
        assert_eq!(rules.file().unused(), [], "{}", entry.name);
        let sample = rules.sample(20);
        let mut holding = vec![false; rules.file().lines().len()];
        (0..sample.len()).for_each(|number| sample.mark(number, &mut holding));
        assert!(holding.iter().all(|&holds| holds), "{}: {holding:?}", entry.name);
        assert_eq!(game_of(NAME, source.as_bytes()).unwrap().name, entry.name);
    }
}

#[test]
fn lent_rules_judge_as_they_do_alone_and_me_is_the_side_that_is_asked_about() {
    for seed in 0..20 {
        let table = byte_table(seed);
        let (game, position) = Byte::read(&table.position()).unwrap();
        let alone = RuleSet::read(&game, NAME, BYTE.as_bytes()).unwrap();
        let judged = |side| table.judge(Some(NAME), side).unwrap().score;
        for side in Player::BOTH {
            assert_eq!(judged(side), alone.judge(&game, &position, side));
        }
        assert_ne!(judged(Player::P1).points(), -judged(Player::P2).points());
        assert_eq!(table.rules(NAME).unwrap().explain(Player::P2, true).score, judged(Player::P2));
    }
}

#[test]
fn searches_judge_by_lent_rules() {
    for seed in 0..5 {
        let table = byte_table(seed);
        let (game, position) = Byte::read(&table.position()).unwrap();
        let alone = RuleSet::read(&game, NAME, BYTE.as_bytes()).unwrap();
        let alone: &dyn Evaluate<Byte> = &alone;
        let written = |mv: Option<_>| mv.map(|mv| game.write_move(&position, mv));
        let (score, mv) = plain_minimax(&game, &position, 2, alone);
        let found = table.best(&ask(Search::Minimax, 2, u64::MAX), &(), &()).unwrap().unwrap();
        assert_eq!((found.score, found.moves.first().cloned()), (score, written(mv)));

        let goal = Goal { depth: 100, nodes: 2000, lines: 1 };
        let engine = Engine::new(1 << 20).best(&game, &position, alone, &goal, &(), &()).unwrap();
        let found = table.best(&ask(Search::Engine, 100, 2000), &(), &()).unwrap().unwrap();
        assert_eq!((found.score, found.nodes), (engine.score, engine.nodes));
        assert_eq!(found.moves.first().cloned(), written(engine.moves.first().copied()));

        for pruning in [true, false] {
            let recording = Recording { depth: 2, pruning, top: 1, nodes: 1_000_000 };
            let tree = table.tree(&recording, Some(NAME)).unwrap().unwrap().tree;
            assert_eq!(tree.data(Tree::<()>::ROOT).value, score);
        }
    }
}

#[test]
fn players_judge_by_lent_rules() {
    for seed in 0..5 {
        for seat in ["minimax:depth=2", "engine:nodes=2000"] {
            let mut table = byte_table(seed);
            let search = if seat.starts_with('m') { Search::Minimax } else { Search::Engine };
            let (depth, nodes) = if seat.starts_with('m') { (2, u64::MAX) } else { (100, 2000) };
            let expected = table.best(&ask(search, depth, nodes), &(), &()).unwrap().unwrap();
            let side = table.to_move();
            table.set_seat(side, format!("{seat},eval={NAME}").parse().unwrap()).unwrap();
            let thought = table.think(&()).unwrap().unwrap();
            assert_eq!(thought.score, Some(expected.score), "{seat}");
            assert_eq!(Some(&thought.mv), expected.moves.first(), "{seat}");
        }
    }
}

#[test]
fn what_was_found_by_one_evaluation_is_not_taken_for_anothers() {
    let seat = |table: &mut dyn Table, eval: &str| {
        let seat: Seat = format!("minimax:depth=3,eval={eval}").parse().unwrap();
        Player::BOTH.into_iter().for_each(|side| table.set_seat(side, seat.clone()).unwrap());
    };
    let mut table = byte_table(3);
    seat(&mut *table, "hand");
    table.think(&()).unwrap().unwrap();
    table.undo();
    seat(&mut *table, NAME);
    let by_rules = table.think(&()).unwrap().unwrap();
    table.undo();
    table.lend(NAME, b"game byte. value(you, 1) :- top(S, me), stack(S, 1).").unwrap();
    seat(&mut *table, NAME);
    let by_others = table.think(&()).unwrap().unwrap();

    let mut fresh = byte_table(3);
    seat(&mut *fresh, NAME);
    assert_eq!(fresh.think(&()).unwrap().unwrap(), by_rules);
    assert_ne!(by_others.score, by_rules.score);
}

#[test]
fn rules_are_read_for_the_parameters_of_the_game() {
    let corner = b"game byte. value(C, 1) :- top(j10, C). value(C, 1) :- row(_, 10), to_move(C).";
    assert!(entry("byte").start().lend(NAME, corner).is_err(), "j10 is not on a board of 8");
    let mut table = entry("byte").open("10 start").unwrap();
    table.lend(NAME, corner).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(table.judge(Some(NAME), Player::P1).unwrap().score.points(), 5);

    let mut table = entry("theseus").open("020/000/000 0,0-1,1 2,1 200/1/T/-").unwrap();
    let tiles = b"game theseus. value(me, N) :- N = count { row(T, _) }.";
    table.lend(NAME, tiles).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(table.judge(Some(NAME), Player::P1).unwrap().score.points(), 9);
    table.set_seat(Player::P1, Seat::Random { seed: Some(1) }).unwrap();
    assert_eq!(table.judge(Some(NAME), Player::P1).unwrap().score.points(), 9);
}

#[test]
fn bad_names_and_bad_files_are_refused_and_change_nothing() {
    let mut table = byte_table(1);
    let before = table.judge(Some(NAME), Player::P1).unwrap();
    for source in [
        &b""[..],
        b"\xff\xfe",
        b"game chess. value(me, 1).",
        b"value(me, 1).",
        b"game byte. value(me, 1) :- stck(S, 1).",
        b"game byte. value(me, ",
        &vec![b'%'; 70_000],
    ] {
        let troubles = table.lend(NAME, source).unwrap_err();
        assert!(!troubles.troubles.is_empty() && troubles.to_string().starts_with("error: "));
        assert!(table.lend("other", source).is_err());
    }
    assert_eq!(table.judge(Some(NAME), Player::P1).unwrap(), before);
    assert_eq!(table.evaluations().last().map(String::as_str), Some(NAME));
    assert_eq!(table.judge(Some("other"), Player::P1).unwrap_err().kind(), "UnknownEvaluation");
    assert!(table.rules("other").is_none() && table.rules("hand").is_none());
    let seat: Seat = "minimax:eval=other".parse().unwrap();
    let refused = table.set_seat(Player::P1, seat).unwrap_err();
    assert!(refused.to_string().ends_with(&format!(", {NAME}")), "{refused}");

    // The game's own names come first.
    let own = table.judge(Some("hand"), Player::P1).unwrap();
    table.lend("hand", b"game byte. value(me, 12345).").unwrap();
    assert_eq!(table.judge(Some("hand"), Player::P1).unwrap(), own);
}

#[test]
fn a_file_says_which_game_it_is_for() {
    assert_eq!(game_of(NAME, b"game nim. value(me, x).").unwrap().name, "nim");
    let unknown = game_of(NAME, b"game chess. value(me, 1).").unwrap_err();
    assert!(unknown.to_string().contains("one of santorini, nim, byte"), "{unknown}");
    let none = game_of(NAME, b"value(me, 1).").unwrap_err();
    assert!(none.to_string().contains("game NAME"), "{none}");
}

#[test]
fn questions_are_answered_for_a_side() {
    let mut table = entry("tictactoe").start();
    table.play("11").unwrap();
    table.lend(NAME, b"game tictactoe. value(me, 0).").unwrap();
    let rules = table.rules(NAME).unwrap();
    let answers = rules.ask(Player::P2, "mark(C, P)").unwrap();
    assert_eq!(
        (answers.names.join(" "), answers.rows[0].join(" ")),
        ("C P".into(), "11 you".into())
    );
    assert_eq!(rules.ask(Player::P1, "mark(11, P)").unwrap().rows, [["me"]]);
    assert_eq!(rules.ask(Player::P1, "mark(00, _)").unwrap().rows.len(), 0);
    assert_eq!(rules.ask(Player::P1, "empty(00)").unwrap().rows.len(), 1);
    assert!(rules.ask(Player::P1, "mrk(C, P)").unwrap_err().to_string().contains("did you mean"));
}
