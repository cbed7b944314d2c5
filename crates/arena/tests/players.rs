//! Players choose as they should.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_arena::players::{Choice, EnginePlayer, MinimaxPlayer, Player, RandomPlayer, ViewOnly};
use agon_arena::{Level, PlayerSpec, games};
use agon_core::dummy::{Points, TreeGame};
use agon_core::{Evaluate, Exact as _, Game as _, Notation as _, Proven, Score, Side};
use agon_games::santorini::{Handcrafted, Santorini};
use agon_games::tictactoe::{Lines, TicTacToe};
use agon_search::{Info, SearchControl, Threads, plain_minimax};

/// The value of a dummy tree at a depth.
fn value(tree: &str, depth: u32) -> (Score, Option<usize>) {
    let (game, position) = TreeGame::read(tree).unwrap();
    plain_minimax(&game, &position, depth, &Points)
}

#[test]
fn minimax_takes_the_largest_of_the_smallest() {
    // The four leaves are judged 5, 3, -1 and 1 for the first player.
    let tree = "a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))";
    assert_eq!(value(tree, 2), (Score::estimate(3), Some(0)));
}

#[test]
fn the_sign_changes_only_when_the_turn_does() {
    assert_eq!(value("a(a:7(1)b:9(1))", 1), (Score::estimate(9), Some(1)));
    assert_eq!(value("b(b:7(1)a:9(1))", 1), (Score::estimate(-7), Some(0)));
}

#[test]
fn ties_go_to_the_first_move() {
    assert_eq!(value("a(b:4(1)b:4(1)b:2(1))", 1).1, Some(0));
}

#[test]
fn a_win_is_taken_soon_and_a_loss_late() {
    assert_eq!(value("a(a(1)1)", 3), (Score::win_in(1), Some(1)));
    assert_eq!(value("a(2b(a(2)))", 4), (Score::lose_in(3), Some(1)));
    assert_eq!(value("1", 3), (Score::win_in(0), None));
    assert_eq!(value("a:6(1)", 0), (Score::estimate(6), None));
}

#[test]
fn deep_enough_minimax_is_exact() {
    for seed in 0..200 {
        let game = TreeGame::grown(seed, 6);
        let start = game.start();
        let (score, _) = plain_minimax(&game, &start, 6, &Points);
        let verdict = score.proven().unwrap_or(Proven::DRAW);
        assert_eq!(Some(verdict), game.exact(&game, &start), "seed {seed}");
    }
}

#[test]
fn tictactoe_is_a_draw() {
    let (score, mv) = plain_minimax(&TicTacToe, &TicTacToe.start(), 9, &Lines);
    assert_eq!(score, Score::DRAW);
    assert_eq!(mv, TicTacToe.moves(&TicTacToe.start()).first().copied());
}

#[test]
fn a_santorini_win_is_found() {
    let (_, position) = Santorini::read("00000/02200/00000/00000/00000 B 11,33 44,40").unwrap();
    // Building 12 up to height 3 makes a threat that red is too far away to answer.
    let (score, _) = plain_minimax(&Santorini::default(), &position, 3, &Handcrafted::default());
    assert_eq!(score, Score::win_in(3));
}

#[test]
fn a_seeded_random_player_repeats_itself_and_picks_every_move() {
    let picks = |seed| -> Vec<String> {
        let mut player = ViewOnly { side: Side::First, player: RandomPlayer::seeded(seed) };
        let start = TicTacToe.start();
        let moves = TicTacToe.moves(&start);
        (0..200)
            .map(|_| {
                let choice = player
                    .choose(&TicTacToe, &start, &moves, &SearchControl::default(), &())
                    .ok()
                    .flatten();
                let Choice { mv, score, .. } = choice.expect("a choice");
                assert_eq!(score, None);
                mv.to_string()
            })
            .collect()
    };
    assert_eq!(picks(1), picks(1));
    assert_ne!(picks(1), picks(2));
    let mut seen = picks(1);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 9);
}

/// Plays a game between two players.
fn play_out(players: [&mut dyn Player<Santorini>; 2]) -> Option<Side> {
    let mut position = Santorini::default().start();
    loop {
        if let Some(outcome) = Santorini::default().outcome(&position) {
            return outcome.winner();
        }
        let moves = Santorini::default().moves(&position);
        let side = position.to_move();
        let choice = players[side.index()].choose(
            &Santorini::default(),
            &position,
            &moves,
            &SearchControl::default(),
            &(),
        );
        let choice = choice.ok().flatten().expect("a move");
        Santorini::default().play(&mut position, choice.mv).expect("a legal move");
    }
}

#[test]
fn looking_ahead_beats_dice() {
    let evaluator: Arc<dyn Evaluate<Santorini>> = Arc::new(Handcrafted::default());
    for seed in 0..10 {
        let mut random = ViewOnly { side: Side::First, player: RandomPlayer::seeded(seed) };
        let mut plain = MinimaxPlayer::new(2, evaluator.clone());
        assert_eq!(play_out([&mut random, &mut plain]), Some(Side::Second), "seed {seed}");
    }
}

#[test]
fn bytes_evaluation_beats_dice_with_either_colour() {
    let mut won = 0;
    for seed in 0..20 {
        let side = Side::BOTH[seed % 2];
        let mut session = agon_arena::find("byte").unwrap().start();
        session.set_player(side, "minimax:depth=2".parse().unwrap()).unwrap();
        session
            .set_player(side.opponent(), PlayerSpec::Random { seed: Some(seed as u64) })
            .unwrap();
        while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
        won += u32::from(session.outcome().and_then(|outcome| outcome.winner()) == Some(side));
    }
    assert!(won >= 18, "{won} of 20");
}

#[test]
fn every_registered_game_can_be_played_to_its_end_by_the_computer() {
    for entry in games() {
        let mut session = entry.start();
        session.set_player(Side::First, "minimax:depth=1".parse().unwrap()).unwrap();
        session.set_player(Side::Second, "random:seed=4".parse().unwrap()).unwrap();
        while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
        assert!(session.outcome().is_some(), "{}", entry.name);
    }
}

#[test]
fn an_inaccurate_player_takes_one_of_the_next_best_of_the_last_depth() {
    // What looks best at first sight, the first three, is worst at the second.
    let ways = [(9, -9), (8, -8), (7, -7), (1, 1), (2, 2), (3, 3)];
    let ways = ways.map(|(first, then)| format!("b:{first}(a:{then}(==)a:{then}(==))"));
    let (game, start) = TreeGame::read(&format!("a({})", ways.concat())).unwrap();
    let level = Level {
        name: "inaccurate",
        depth: 2,
        nodes: 10_000,
        blunder_percent: 0,
        inaccuracy_percent: 100,
        is_careful: false,
    };
    let moves = game.moves(&start);
    let mut taken = [0; 6];
    for seed in 0..100 {
        let mut player = EnginePlayer::<TreeGame>::level(&level, seed, None);
        let choice =
            player.choose(&game, &start, &moves, &SearchControl::default(), &()).unwrap().unwrap();
        taken[choice.mv] += 1;
    }
    // The best is 5; 4 and 3 come next.
    assert!(taken[3] > 20 && taken[4] > 20 && taken[3] + taken[4] == 100, "{taken:?}");
}

/// Counts how often its threads were put to work, and with how many.
struct CountedThreads {
    size: usize,
    used: AtomicUsize,
}

impl Threads for CountedThreads {
    fn size(&self) -> usize {
        self.size
    }

    fn work(&self, job: &(dyn Fn(usize) + Sync)) {
        self.used.fetch_add(1, Ordering::Relaxed);
        std::thread::scope(|scope| {
            (1..self.size).for_each(|number| {
                scope.spawn(move || job(number));
            });
            job(0);
        });
    }
}

#[test]
fn an_engine_searches_on_the_threads_that_it_is_given() {
    let threads = CountedThreads { size: 3, used: AtomicUsize::new(0) };
    let mut session = agon_arena::find("santorini").unwrap().start();
    session.play_all("@11,33 @13,31").unwrap();
    session.set_player(Side::First, "engine:depth=3,threads=3".parse().unwrap()).unwrap();
    assert_eq!(session.player(Side::First).threads(), threads.size());
    session.think(&SearchControl::default(), &threads).unwrap().expect("a move");
    assert!(threads.used.load(Ordering::Relaxed) > 0);
}

#[test]
fn an_engine_has_as_much_memory_as_it_is_given() {
    let fill = |hash: u32| {
        let mut session = agon_arena::find("santorini").unwrap().start();
        session.play_all("@11,33 @13,31").unwrap();
        let player = format!("engine:nodes=1000000,hash={hash}").parse().unwrap();
        session.set_player(Side::First, player).unwrap();
        // How full the table was in the end, in thousandths.
        let fill = AtomicUsize::new(0);
        let report = |info: &Info<String>| fill.store(info.fill as usize, Ordering::Relaxed);
        let control = SearchControl::default().reporting(&report);
        session.think(&control, &()).unwrap().expect("a move");
        fill.into_inner()
    };
    let [small, large] = [fill(1), fill(64)];
    assert!(small > 8 * large.max(1), "{small} and {large} thousandths");
}
