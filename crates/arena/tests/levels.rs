//! The engine as a player: levels, known endings, and that it does not spoil a win.

use agon_arena::players::{EnginePlayer, Player as _};
use agon_arena::{AnySession, LEVELS, Level, PlayerSpec, bench, find, games};
use agon_core::{DefaultEval, Game as _, Notation, Outcome, Rng, Side, Stateless, Verdict};
use agon_games::byte::Byte;
use agon_games::santorini::{Handcrafted, Santorini};
use agon_search::{AlphaBetaProver, Engine, Limits, SearchControl};

fn player(name: &str) -> PlayerSpec {
    name.parse().unwrap()
}

/// Plays a game from a random start between two players; the winner.
fn play(game: &str, players: [PlayerSpec; 2], seed: u64) -> Option<Side> {
    let mut session = find(game).unwrap().start();
    let mut rng = Rng::seeded(seed);
    for _ in 0..2 {
        let moves = session.moves();
        session.play(&rng.pick(&moves).unwrap().text).unwrap();
    }
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        session.set_player(side, player).unwrap();
    }
    while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
    session.outcome().and_then(Outcome::winner)
}

#[test]
fn the_first_level_loses_to_a_beginner_who_sees_one_move_ahead() {
    for game in ["santorini", "byte"] {
        let mut lost = 0;
        for seed in 0..100 {
            let side = Side::BOTH[seed as usize % 2];
            let mut players = [player("minimax:depth=1"), player("minimax:depth=1")];
            players[side.index()] =
                PlayerSpec::Level { level: 1, seed: Some(seed), all_knowing: false };
            lost += u32::from(play(game, players, seed) == Some(side.opponent()));
        }
        assert!(lost >= 40, "{game}: {lost} of 100");
    }
}

#[test]
fn the_first_level_beats_random_moves() {
    for game in ["santorini", "byte"] {
        let mut won = 0;
        for seed in 0..100 {
            let side = Side::BOTH[seed as usize % 2];
            let mut players = [player("random"), player("random")];
            players[side.opponent().index()] = PlayerSpec::Random { seed: Some(seed) };
            players[side.index()] =
                PlayerSpec::Level { level: 1, seed: Some(seed), all_knowing: false };
            won += u32::from(play(game, players, seed) == Some(side));
        }
        // Nine of ten, as EXPERIMENTS.md says; the rest is chance.
        assert!(won >= 82, "{game}: {won} of 100");
    }
}

/// Plays games of a player against random moves; checks that it allows the other side to win
/// at once, or loses, only where all moves do, and that it takes a win itself.
fn check_care<G: DefaultEval + Notation>(game: &G, games: u64) {
    let mistakes = Level { blunder_percent: 50, inaccuracy_percent: 50, ..*Level::numbered(4) };
    let (mut prevented, mut taken) = (0, 0);
    for seed in 0..games {
        let mut player = EnginePlayer::level(&mistakes, seed, None);
        let (mut rng, mut position) = (Rng::seeded(seed), game.start());
        while game.outcome(&position).is_none() {
            let moves = game.moves(&position);
            let mover = game.to_move(&position);
            let after = |mv| game.after(&position, mv);
            if mover == Side::First {
                let chosen = player.choose(game, &position, &moves, &SearchControl::default(), &());
                let mv = chosen.expect("nothing fails").expect("a move").mv;
                let next = after(mv);
                if game.can_win_now(&position) {
                    assert_eq!(game.outcome(&next), Some(Outcome::Win(mover)));
                    taken += 1;
                } else {
                    let is_bad = |next: &G::Position| match game.outcome(next) {
                        Some(outcome) => outcome == Outcome::Win(mover.opponent()),
                        None => game.to_move(next) != mover && game.can_win_now(next),
                    };
                    let bad = moves.iter().filter(|&&mv| is_bad(&after(mv))).count();
                    assert!(!is_bad(&next) || bad == moves.len(), "{}", game.write(&position));
                    prevented += u32::from(0 < bad && bad < moves.len());
                }
                position = next;
            } else {
                position = after(*rng.pick(&moves).expect("a move"));
            }
        }
    }
    assert!(prevented > 20 && taken > 10, "{prevented} prevented, {taken} taken");
}

#[test]
fn from_level_four_on_no_move_allows_a_win_that_another_prevents() {
    check_care(&Santorini::default(), 120);
    check_care(&Byte::default(), 60);
    assert!(LEVELS[3..].iter().all(|level| level.is_careful));
}

#[test]
fn a_level_far_above_another_beats_it() {
    for (game, high, low) in [("santorini", 4, 2), ("byte", 5, 2), ("santorini", 6, 3)] {
        let mut won = 0;
        for seed in 0..12 {
            let side = Side::BOTH[seed as usize % 2];
            let mut players = [(); 2].map(|()| PlayerSpec::Level {
                level: low,
                seed: Some(seed),
                all_knowing: false,
            });
            players[side.index()] =
                PlayerSpec::Level { level: high, seed: Some(seed), all_knowing: false };
            won += u32::from(play(game, players, seed) == Some(side));
        }
        assert!(won >= 9, "{game}, level {high} against {low}: {won} of 12");
    }
}

#[test]
fn every_game_can_be_played_at_every_level() {
    for entry in games() {
        for level in 1..=LEVELS.len() as u32 {
            let mut session = entry.start();
            session
                .set_player(
                    Side::First,
                    PlayerSpec::Level { level, seed: Some(1), all_knowing: false },
                )
                .unwrap();
            session.set_player(Side::Second, player("random:seed=1")).unwrap();
            for _ in 0..4 {
                session.think(&SearchControl::default(), &()).unwrap();
            }
            assert!(!session.history().is_empty(), "{} level {level}", entry.name);
        }
    }
}

#[test]
fn a_level_repeats_itself_with_its_seed() {
    let line = |seed: u64| {
        let mut session = find("byte").unwrap().start();
        for side in Side::BOTH {
            session
                .set_player(
                    side,
                    PlayerSpec::Level { level: 2, seed: Some(seed), all_knowing: false },
                )
                .unwrap();
        }
        for _ in 0..40 {
            session.think(&SearchControl::default(), &()).unwrap();
        }
        session.history()
    };
    assert_eq!(line(1), line(1));
    assert_ne!(line(1), line(2));
}

#[test]
fn a_won_late_position_stays_won() {
    let mut decider = AlphaBetaProver::new(1 << 22);
    let mut engine = Engine::new(1 << 22);
    let own = Stateless(Handcrafted::default());
    let (mut won, mut seen) = (0, 0);
    for seed in 0.. {
        if seen == 500 {
            break;
        }
        let mut rng = Rng::seeded(seed);
        let mut position = Santorini::default().start();
        let mut late = Vec::new();
        while Santorini::default().outcome(&position).is_none() {
            if Santorini::default().count_moves(&position) < 14 {
                late.push(position);
            }
            let moves = Santorini::default().moves(&position);
            Santorini::default().play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        let Some(&position) = rng.pick(&late) else { continue };
        // Every move is decided by brute force.
        let moves = Santorini::default().moves(&position);
        let replies: Option<Vec<Verdict>> = moves
            .iter()
            .map(|&mv| {
                let after = Santorini::default().after(&position, mv);
                decider.prove(&Santorini::default(), &after, 30_000, &())
            })
            .collect();
        let Some(replies) = replies else { continue };
        seen += 1;
        let limits = Limits { nodes: 800_000, ..Limits::default() };
        let found = engine
            .best(&Santorini::default(), &position, &own, &limits, &SearchControl::default(), &())
            .unwrap();
        let said = found.score.proven().map(|proven| proven.verdict);
        if replies.contains(&Verdict::Lose) {
            won += 1;
            let chosen = moves.iter().position(|&mv| mv == found.moves[0]).unwrap();
            assert_eq!(replies[chosen], Verdict::Lose, "seed {seed}: {position:?}");
            assert_ne!(said, Some(Verdict::Lose));
        } else {
            assert_ne!(said, Some(Verdict::Win));
        }
    }
    assert!(won > 150, "{won}");
}

#[test]
fn full_strength_knows_the_end_of_byte_and_all_of_the_small_games() {
    // Decided positions of Byte: the winner of the theory wins against a good player.
    let mut session = find("byte").unwrap().open("8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X").unwrap();
    session.set_player(Side::First, player("level:8")).unwrap();
    session.set_player(Side::Second, player("minimax:depth=3")).unwrap();
    while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::First)));
    for seed in 0..10 {
        let mut session = find("nim").unwrap().start();
        session.set_player(Side::First, player("level:8")).unwrap();
        session.set_player(Side::Second, PlayerSpec::Random { seed: Some(seed) }).unwrap();
        while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
        assert_eq!(session.outcome(), Some(Outcome::Win(Side::First)));
    }
}

/// The node counts of `agon bench`: they change just when the search or an evaluation
/// does, and a commit that changes them says so.
#[test]
fn the_fingerprint_of_the_search_is_known() {
    let found: Vec<String> =
        games().iter().map(|entry| format!("{} {}", entry.name, bench(entry).unwrap())).collect();
    assert_eq!(found.join("\n"), include_str!("fingerprint.txt").trim_end());
}

#[test]
fn one_alone_with_a_limit_of_nodes_finds_the_same_every_time() {
    let session =
        |position: &str| -> Box<dyn AnySession> { find("byte").unwrap().open(position).unwrap() };
    let ask = agon_arena::SearchRequest {
        search: agon_arena::SearchKind::Engine,
        limits: Limits { nodes: 50_000, ..Limits::default() },
        eval: None,
        hash_bytes: 1 << 20,
    };
    let run = || session("8 start").best(&ask, &SearchControl::default(), &()).unwrap().unwrap();
    let first = run();
    assert_eq!(run(), first);
    assert!(first.nodes < 51_000, "{}", first.nodes);
}
