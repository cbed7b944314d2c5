//! Rule files as evaluations of a session.

use agon_arena::{
    AnySession, GameEntry, PlayerSpec, SearchKind, SearchRequest, find, game_of, games,
};
use agon_core::{Evaluate, Notation as _, Rng, Side, Tree};
use agon_games::byte::Byte;
use agon_infer::RuleSet;
use agon_search::{Engine, Limits, SearchControl, TreeOptions, plain_minimax};

const NAME: &str = "my.rules";

/// What is good for me is not what is bad for you.
const BYTE: &str = "\
game byte.
tall(S, C, H) :- top(S, C), stack(S, H), H > 1.
value(me, 7)     :- top(_, me).
value(C, H * H)  :- tall(_, C, H).
value(you, 5)    :- to_move(you).
";

fn entry(name: &str) -> &'static GameEntry {
    find(name).expect(name)
}

/// A session of Byte in the middle of a game, with rules.
fn byte_table(seed: u64) -> Box<dyn AnySession> {
    let mut session = entry("byte").start();
    let mut rng = Rng::seeded(seed);
    for _ in 0..8 {
        let mv = rng.pick(&session.moves()).unwrap().text.clone();
        session.play(&mv).unwrap();
    }
    session.load_rules(NAME, BYTE.as_bytes()).unwrap();
    session
}

fn ask(search: SearchKind, depth: u32, nodes: u64) -> SearchRequest {
    let limits = Limits { depth, nodes, lines: 1 };
    SearchRequest { search, limits, eval: Some(NAME.into()), hash_bytes: 1 << 20 }
}

#[test]
fn the_rules_to_begin_with_can_be_lent_and_tell_sides_apart() {
    for entry in games() {
        let mut session = entry.start();
        let source = entry.example;
        session.load_rules(NAME, source.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}"));
        let rules = session.rules(NAME).unwrap();
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
fn loaded_rules_judge_as_they_do_alone_and_me_is_the_side_that_is_asked_about() {
    for seed in 0..20 {
        let session = byte_table(seed);
        let (game, position) = Byte::read(&session.position()).unwrap();
        let alone = RuleSet::read(&game, NAME, BYTE.as_bytes()).unwrap();
        let judged = |side| session.evaluate(Some(NAME), side).unwrap().score;
        for side in Side::BOTH {
            assert_eq!(judged(side), alone.evaluate_for(&game, &position, side));
        }
        assert_ne!(judged(Side::First).points(), -judged(Side::Second).points());
        assert_eq!(
            session.rules(NAME).unwrap().explain(Side::Second, true).score,
            judged(Side::Second)
        );
    }
}

#[test]
fn searches_judge_by_lent_rules() {
    for seed in 0..5 {
        let session = byte_table(seed);
        let (game, position) = Byte::read(&session.position()).unwrap();
        let alone = RuleSet::read(&game, NAME, BYTE.as_bytes()).unwrap();
        let alone: &dyn Evaluate<Byte> = &alone;
        let written = |mv: Option<_>| mv.map(|mv| game.write_move(&position, mv));
        let (score, mv) = plain_minimax(&game, &position, 2, alone);
        let found = session
            .best(&ask(SearchKind::Minimax, 2, u64::MAX), &SearchControl::default(), &())
            .unwrap()
            .unwrap();
        assert_eq!((found.score, found.moves.first().cloned()), (score, written(mv)));

        let limits = Limits { depth: 100, nodes: 2000, lines: 1 };
        let engine = Engine::new(1 << 20)
            .best(&game, &position, alone, &limits, &SearchControl::default(), &())
            .unwrap();
        let found = session
            .best(&ask(SearchKind::Engine, 100, 2000), &SearchControl::default(), &())
            .unwrap()
            .unwrap();
        assert_eq!((found.score, found.nodes), (engine.score, engine.nodes));
        assert_eq!(found.moves.first().cloned(), written(engine.moves.first().copied()));

        for pruning in [true, false] {
            let options =
                TreeOptions { depth: 2, pruning, top: 1, nodes: 1_000_000, with_pruned: false };
            let tree = session.tree(&options, Some(NAME), &()).unwrap().unwrap().tree;
            assert_eq!(tree.data(Tree::<()>::ROOT).value, score);
        }
    }
}

#[test]
fn players_judge_by_lent_rules() {
    for seed in 0..5 {
        for player in ["minimax:depth=2", "engine:nodes=2000"] {
            let mut session = byte_table(seed);
            let search =
                if player.starts_with('m') { SearchKind::Minimax } else { SearchKind::Engine };
            let (depth, nodes) = if player.starts_with('m') { (2, u64::MAX) } else { (100, 2000) };
            let expected = session
                .best(&ask(search, depth, nodes), &SearchControl::default(), &())
                .unwrap()
                .unwrap();
            let side = session.to_move();
            session.set_player(side, format!("{player},eval={NAME}").parse().unwrap()).unwrap();
            let thought = session.think(&SearchControl::default(), &()).unwrap().unwrap();
            assert_eq!(thought.score, Some(expected.score), "{player}");
            assert_eq!(Some(&thought.mv), expected.moves.first(), "{player}");
        }
    }
}

#[test]
fn what_was_found_by_one_evaluation_is_not_taken_for_anothers() {
    let player = |session: &mut dyn AnySession, eval: &str| {
        let player: PlayerSpec = format!("minimax:depth=3,eval={eval}").parse().unwrap();
        Side::BOTH.into_iter().for_each(|side| session.set_player(side, player.clone()).unwrap());
    };
    let mut session = byte_table(3);
    player(&mut *session, "hand");
    session.think(&SearchControl::default(), &()).unwrap().unwrap();
    session.undo();
    player(&mut *session, NAME);
    let by_rules = session.think(&SearchControl::default(), &()).unwrap().unwrap();
    session.undo();
    session.load_rules(NAME, b"game byte. value(you, 1) :- top(S, me), stack(S, 1).").unwrap();
    player(&mut *session, NAME);
    let by_others = session.think(&SearchControl::default(), &()).unwrap().unwrap();

    let mut fresh = byte_table(3);
    player(&mut *fresh, NAME);
    assert_eq!(fresh.think(&SearchControl::default(), &()).unwrap().unwrap(), by_rules);
    assert_ne!(by_others.score, by_rules.score);
}

#[test]
fn rules_are_read_for_the_parameters_of_the_game() {
    let corner = b"game byte. value(C, 1) :- top(j10, C). value(C, 1) :- row(_, 10), to_move(C).";
    assert!(entry("byte").start().load_rules(NAME, corner).is_err(), "j10 is not on a board of 8");
    let mut session = entry("byte").open("10 start").unwrap();
    session.load_rules(NAME, corner).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(session.evaluate(Some(NAME), Side::First).unwrap().score.points(), 5);

    let mut session = entry("theseus").open("020/000/000 0,0-1,1 2,1 200/1/T/-").unwrap();
    let tiles = b"game theseus. value(me, N) :- N = count { row(T, _) }.";
    session.load_rules(NAME, tiles).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(session.evaluate(Some(NAME), Side::First).unwrap().score.points(), 9);
    session.set_player(Side::First, PlayerSpec::Random { seed: Some(1) }).unwrap();
    assert_eq!(session.evaluate(Some(NAME), Side::First).unwrap().score.points(), 9);
}

#[test]
fn bad_names_and_bad_files_are_refused_and_change_nothing() {
    let mut session = byte_table(1);
    let before = session.evaluate(Some(NAME), Side::First).unwrap();
    for source in [
        &b""[..],
        b"\xff\xfe",
        b"game chess. value(me, 1).",
        b"value(me, 1).",
        b"game byte. value(me, 1) :- stck(S, 1).",
        b"game byte. value(me, ",
        &vec![b'%'; 70_000],
    ] {
        let diagnostics = session.load_rules(NAME, source).unwrap_err();
        assert!(!diagnostics.list.is_empty() && diagnostics.to_string().starts_with("error: "));
        assert!(session.load_rules("other", source).is_err());
    }
    assert_eq!(session.evaluate(Some(NAME), Side::First).unwrap(), before);
    assert_eq!(session.evaluations().last().map(String::as_str), Some(NAME));
    assert_eq!(
        session.evaluate(Some("other"), Side::First).unwrap_err().kind(),
        "UnknownEvaluation"
    );
    assert!(session.rules("other").is_none() && session.rules("hand").is_none());
    let player: PlayerSpec = "minimax:eval=other".parse().unwrap();
    let refused = session.set_player(Side::First, player).unwrap_err();
    assert!(
        refused.to_string().contains(&format!("it has hand, {NAME}, rules, course;")),
        "{refused}"
    );

    // The game's own names come first.
    let own = session.evaluate(Some("hand"), Side::First).unwrap();
    session.load_rules("hand", b"game byte. value(me, 12345).").unwrap();
    assert_eq!(session.evaluate(Some("hand"), Side::First).unwrap(), own);
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
    let mut session = entry("tictactoe").start();
    session.play("11").unwrap();
    session.load_rules(NAME, b"game tictactoe. value(me, 0).").unwrap();
    let rules = session.rules(NAME).unwrap();
    let answers = rules.query(Side::Second, "mark(C, P)").unwrap();
    assert_eq!(
        (answers.names.join(" "), answers.rows[0].join(" ")),
        ("C P".into(), "11 you".into())
    );
    assert_eq!(rules.query(Side::First, "mark(11, P)").unwrap().rows, [["me"]]);
    assert_eq!(rules.query(Side::First, "mark(00, _)").unwrap().rows.len(), 0);
    assert_eq!(rules.query(Side::First, "empty(00)").unwrap().rows.len(), 1);
    assert!(
        rules.query(Side::First, "mrk(C, P)").unwrap_err().to_string().contains("did you mean")
    );
}
