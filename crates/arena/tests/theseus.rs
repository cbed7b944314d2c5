//! Theseus and the Minotaur at the session: its own players, and what they may know.

use agon_arena::players::theseus::{DieRoller, FairMinMax, Heuristic, MinMax};
use agon_arena::players::{Choice, Player as _, ViewOnly, ViewPlayer};
use agon_arena::{LadderGame, LoadedRules, PlayerSpec, find, games, play_ladder_game};
use agon_core::{Game as _, Notation as _, Outcome, Present as _, Side};
use agon_games::theseus::{Die, MazeGenerator, Rules, Style, Theseus};
use agon_search::SearchControl;

fn player(name: &str) -> PlayerSpec {
    name.parse().unwrap()
}

fn classic(seed: u64) -> Theseus {
    MazeGenerator::new(15, 4, Style::Classic { walls: 139 }).unwrap().generate(seed)
}

#[test]
fn games_have_their_own_players_and_say_who_is_missing() {
    let kind = |game: &str, name: &str| {
        let set = find(game).unwrap().start().set_player(Side::First, player(name));
        set.map_or_else(|refused| refused.kind(), |()| "set")
    };
    for name in [
        "random",
        "heuristic",
        "heuristic:seed=3",
        "minmax",
        "minmax:depth=6,fair,seed=1",
        "perfect",
    ] {
        assert_eq!(kind("theseus", name), "set", "{name}");
    }
    assert_eq!(kind("theseus", "minmax:depth=1"), "Number");
    assert_eq!(kind("theseus", "minmax:depth=7"), "Number");
    assert_eq!(kind("theseus", "minmax:fair=1"), "NotAFlag");
    assert_eq!(kind("theseus", "heuristic:depth=2"), "UnknownOption");
    assert_eq!(kind("theseus", "heuristic:seed=x"), "Number");
    assert_eq!(kind("theseus", "mixmax"), "NotHere");
    assert_eq!(kind("santorini", "heuristic"), "NotHere");
    assert_eq!(kind("santorini", "perfect"), "NotSolved");
    assert_eq!(kind("byte", "perfect"), "NotSolved");
    for name in ["nim", "tictactoe"] {
        assert_eq!(kind(name, "perfect"), "set");
    }
}

#[test]
fn the_rules_are_adapted_to_the_players() {
    let mut session = find("theseus").unwrap().start();
    let usual = session.position();
    assert!(usual.contains(" 200/4/T/- "));
    session.set_player(Side::Second, player("random")).unwrap();
    assert!(session.position().contains(" 200/4/T/M "));
    session.set_player(Side::First, player("random:seed=2")).unwrap();
    assert!(session.position().contains(" 200/4/T/TM "));
    for side in Side::BOTH {
        session.set_player(side, PlayerSpec::Person).unwrap();
    }
    assert_eq!(session.position(), usual);
    // What a text allows stays allowed for all players.
    let stays = usual.replace("/T/-", "/T/T");
    let mut session = find("theseus").unwrap().open(&stays).unwrap();
    session.set_player(Side::First, player("minmax")).unwrap();
    assert_eq!(session.position(), stays);
}

#[test]
fn a_thrown_die_goes_every_way_and_a_wall_costs_the_turn() {
    let game = Theseus::default().with_stumble(Side::First, true);
    let start = game.start();
    let view = game.view(&start, Some(Side::First));
    let moves = game.moves(&start);
    let mut thrower = DieRoller::seeded(5);
    let mut counts = [0; 5];
    for _ in 0..4000 {
        let Choice { mv, note, .. } = thrower.choose(&view, &moves);
        assert_eq!(note.is_some(), mv == Die::Stay);
        counts[mv as usize] += 1;
    }
    // In the corner two of the four faces lead into walls.
    let [up, right, down, left, stay] = counts;
    assert_eq!((down, left), (0, 0));
    for (found, expected) in [(up, 1000), (right, 1000), (stay, 2000_i32)] {
        assert!((found - expected).abs() < 150, "{counts:?}");
    }
}

#[test]
fn the_heuristic_player_goes_where_its_senses_tell() {
    let game = Theseus::default();
    let tile = |row, column| game.maze().tile(row, column).unwrap();
    let position = game.moved_to(&game.start(), [tile(13, 7), tile(13, 4)], Side::First);
    let moves = game.moves(&position);
    for seed in 0..20 {
        let view = game.view(&position, Some(Side::First));
        let Choice { mv, note, .. } = Heuristic::seeded(seed).choose(&view, &moves);
        assert_eq!(mv, Die::Down);
        let note = note.unwrap();
        assert_eq!(note.kind, "step");
        let told = ["down", "+0.23", "2", ""];
        assert!(note.args.iter().map(|(_, value)| value.as_str()).eq(told), "{:?}", note.args);
        assert_eq!(
            note.text,
            "die 5, worth +0.23; in that direction: loot at 2, opponent not sensed"
        );
        let mut minmax = MinMax::new(Side::First, 2, seed);
        let choice = minmax
            .choose(&game, &position, &moves, &SearchControl::default(), &())
            .unwrap()
            .unwrap();
        assert_eq!(choice.mv, Die::Down);
        assert!(choice.note.unwrap().text.ends_with("tree +0.23"));
    }
    // Among equals the seed decides, and every equal is chosen by some seed.
    let start = game.moved_to(&position, [tile(13, 7), tile(0, 14)], Side::Second);
    let view = game.view(&start, Some(Side::Second));
    let mut chosen: Vec<u8> = (0..40)
        .map(|seed| Heuristic::seeded(seed).choose(&view, &game.moves(&start)).mv.number())
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    let open: Vec<u8> = game.moves(&start).iter().map(|die| die.number()).collect();
    assert_eq!(chosen, open);
}

#[test]
fn players_that_sense_choose_the_same_whatever_they_cannot_sense() {
    // Loot and opponent differ where they are not sensed.
    let walls = "0000000/0000000/0000000/0000000/0000000/0000000/0000000";
    let one = format!("{walls} 0,0-3,3 0,2-6,6 99/2/T/- 10 0,0-5,5 11");
    let two = format!("{walls} 0,0-3,3 0,2-4,3 99/2/T/- 10 0,0-6,2 11");
    let choices = |limited: fn(u64) -> Box<dyn ViewPlayer<Theseus>>| {
        [&one, &two].map(|text| {
            let (game, position) = Theseus::read(text).unwrap();
            let view = game.view(&position, Some(Side::First));
            (0..10)
                .map(|seed| limited(seed).choose(&view, &game.moves(&position)).mv)
                .collect::<Vec<_>>()
        })
    };
    let heuristic = choices(|seed| Box::new(Heuristic::seeded(seed)));
    assert_eq!(heuristic[0], heuristic[1]);
    let fair = choices(|seed| Box::new(FairMinMax::new(2, seed)));
    assert_eq!(fair[0], fair[1]);
    for level in [1, 2, 4, 6] {
        let levels = [&one, &two].map(|text| {
            let choose = |seed| {
                let mut session = find("theseus").unwrap().open(text).unwrap();
                let spec = player(&format!("level:{level},seed={seed}"));
                session.set_player(Side::First, spec).unwrap();
                session.think(&SearchControl::default(), &()).unwrap().unwrap().mv
            };
            (0..10).map(choose).collect::<Vec<String>>()
        });
        assert_eq!(levels[0], levels[1], "level {level}");
    }
}

#[test]
fn a_level_sees_what_is_hidden_only_if_it_is_all_knowing() {
    // The loot lies around a corner, where it is not sensed.
    let walls = "0000000/0000000/0000000/0000000/0000000/0000000/0000000";
    let finds = |spec: &str| {
        let found = (0..8).filter(|seed| {
            let text = format!("{walls} 3,3-0,0 4,4 99/1/T/- 0 3,3-0,0 1");
            let mut session = find("theseus").unwrap().open(&text).unwrap();
            session.set_player(Side::First, player(&format!("{spec},seed={seed}"))).unwrap();
            let mv = session.think(&SearchControl::default(), &()).unwrap().unwrap().mv;
            mv == "1" || mv == "3"
        });
        found.count()
    };
    assert_eq!(finds("level:6,all-knowing"), 8);
    assert!(finds("level:6") < 8);
    let refused = find("nim")
        .unwrap()
        .open("startpos")
        .unwrap()
        .set_player(Side::First, player("level:6,all-knowing"));
    assert_eq!(refused.unwrap_err().kind(), "NothingHidden");
    assert_eq!(player("level:6,seed=3,all-knowing").to_string(), "level:6,all-knowing,seed=3");
}

#[test]
fn minmax_looks_as_deep_as_it_is_told() {
    let mut differ = 0;
    for seed in 0..200 {
        let game = MazeGenerator::new(7, 4, Style::Classic { walls: 10 }).unwrap().generate(seed);
        let mut rng = agon_core::Rng::seeded(seed);
        let mut position = game.start();
        for _ in 0..6 {
            if let Some(&die) = rng.pick(&game.moves(&position)) {
                game.play_unchecked(&mut position, die);
            }
        }
        let moves = game.moves(&position);
        if moves.is_empty() {
            continue;
        }
        let side = game.to_move(&position);
        let value = |depth| {
            let choice = MinMax::new(side, depth, 0).choose(
                &game,
                &position,
                &moves,
                &SearchControl::default(),
                &(),
            );
            choice.unwrap().unwrap().note.unwrap().text.rsplit(' ').next().unwrap().to_string()
        };
        differ += u32::from(value(2) != value(5));
    }
    assert!(differ > 20, "{differ}");
}

#[test]
fn a_fair_player_keeps_its_belief_from_turn_to_turn() {
    // Theseus saw loot on the right, went up and does not see it any more; only memory
    // can tell that there is something to fetch. The Minotaur is far away.
    let walls = ["000000000"; 9].join("/");
    let text = format!("{walls} 0,0-8,8 0,2-8,0 99/2/T/-");
    let (game, start) = Theseus::read(&text).unwrap();
    let mut fair = FairMinMax::new(4, 1);
    let view = game.view(&start, Some(Side::First));
    assert_eq!(fair.choose(&view, &game.moves(&start)).mv, Die::Right);
    let tile = |row, column| game.maze().tile(row, column).unwrap();
    let above = game.moved_to(&start, [tile(1, 0), tile(8, 7)], Side::Second);
    let above = game.moved_to(&above, [tile(1, 0), tile(8, 7)], Side::First);
    let view = game.view(&above, Some(Side::First));
    assert!(view.loot().is_empty());
    for seed in 0..10 {
        let mut remembers = FairMinMax::new(4, seed);
        remembers.choose(&game.view(&start, Some(Side::First)), &game.moves(&start));
        let die = remembers.choose(&view, &game.moves(&above)).mv;
        assert!([Die::Down, Die::Right].contains(&die), "{die:?}");
    }
}

#[test]
fn a_perfect_player_learns_of_other_rules() {
    // Against one who may stay the values are others; the player works them out again.
    let game = Theseus::from_drawing(include_str!("../../games/tests/theseus-m6.txt")).unwrap();
    let mut session = find("theseus").unwrap().open(&game.write(&game.start())).unwrap();
    session.set_player(Side::Second, player("perfect")).unwrap();
    session.play("1").unwrap();
    let first = session.think(&SearchControl::default(), &()).unwrap().unwrap();
    assert!(first.score.unwrap().proven().is_some());
    session.set_player(Side::First, player("random:seed=5")).unwrap();
    session.think(&SearchControl::default(), &()).unwrap();
    let second = session.think(&SearchControl::default(), &()).unwrap().unwrap();
    assert_eq!(second.score.unwrap().proven(), None, "one who may stay cannot be forced");
}

#[test]
fn perfect_play_reaches_the_exact_value() {
    for (text, winner, plies) in [
        (include_str!("../../games/tests/theseus-m2.txt"), Side::First, 7),
        (include_str!("../../games/tests/theseus-m4.txt"), Side::First, 23),
        (include_str!("../../games/tests/theseus-m6.txt"), Side::Second, 32),
    ] {
        let game = Theseus::from_drawing(text).unwrap();
        let entry = find("theseus").unwrap();
        let mut session = entry.open(&game.write(&game.start())).unwrap();
        for side in Side::BOTH {
            session.set_player(side, player("perfect")).unwrap();
        }
        while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
        assert_eq!(session.outcome(), Some(Outcome::Win(winner)));
        assert_eq!(session.history().len(), plies);
        // Nobody else holds the perfect side longer or beats it.
        for other in ["random", "heuristic", "minmax", "minmax:fair", "minimax:depth=2"] {
            let mut session = entry.open(&game.write(&game.start())).unwrap();
            session.set_player(winner, player("perfect")).unwrap();
            session.set_player(winner.opponent(), player(other)).unwrap();
            while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
            if other != "random" {
                assert_eq!(session.outcome(), Some(Outcome::Win(winner)), "{other}");
                assert!(session.history().len() <= plies, "{other}");
            }
        }
    }
}

#[test]
fn perfect_players_of_other_games_do_not_lose() {
    for entry in games().iter().filter(|entry| ["nim", "tictactoe"].contains(&entry.name)) {
        for seed in 0..30 {
            for side in Side::BOTH {
                let mut session = entry.start();
                session.set_player(side, player("perfect")).unwrap();
                session
                    .set_player(side.opponent(), PlayerSpec::Random { seed: Some(seed) })
                    .unwrap();
                let mut was_won = false;
                while let Some(thought) = session.think(&SearchControl::default(), &()).unwrap() {
                    was_won |= thought.score.is_some_and(|score| score.proven().is_some());
                }
                let lost = session.outcome() == Some(Outcome::Win(side.opponent()));
                // The first player of NIM wins; the second may have to hope.
                let may_lose = entry.name == "nim" && side == Side::Second;
                assert!(!lost || may_lose, "{} {side:?} {seed}", entry.name);
                assert!(!(lost && was_won && entry.name == "tictactoe"));
            }
        }
    }
}

/// How many games in mazes Theseus wins, draws and loses.
fn tally_of(theseus: &str, minotaur: &str, boards: u64) -> [u64; 3] {
    let mut ends = [0; 3];
    for board in 0..boards {
        let dice = |name: &str, side: u64| {
            let mark = if name.contains(':') { ',' } else { ':' };
            player(&format!("{name}{mark}seed={}", 2 * board + side))
        };
        let players = [dice(theseus, 0), dice(minotaur, 1)];
        let game = play_ladder_game(&classic(board), players, &LoadedRules::default());
        ends[match game.unwrap().unwrap().outcome {
            Outcome::Win(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 2,
        }] += 1;
    }
    ends
}

#[test]
#[ignore = "takes minutes: how strong levels are that sense, beside all-knowing ones"]
#[expect(clippy::disallowed_macros, reason = "the numbers are written down")]
fn levels_that_sense_beside_all_knowing_ones() {
    const GAMES: u64 = 24;
    for level in [1, 2, 3, 5] {
        let names = [format!("level:{level}"), format!("level:{level},all-knowing")];
        let theseus = names.each_ref().map(|name| tally_of(name, "level:3", GAMES));
        let minotaur = names.each_ref().map(|name| tally_of("level:3", name, GAMES));
        println!("level {level}, sensing and all-knowing; won, drawn, lost by Theseus:");
        println!("    as Theseus {theseus:?}, as the Minotaur {minotaur:?}");
        // A Minotaur that knows more catches about as often, or more often.
        assert!(minotaur[1][2] + 4 >= minotaur[0][2], "{level}: {minotaur:?}");
    }
    for other in ["random", "heuristic", "minmax:depth=4,fair"] {
        let ends = [tally_of("level:3", other, GAMES), tally_of(other, "level:3", GAMES)];
        println!("level 3 that senses and {other}, as Theseus and as the Minotaur: {ends:?}");
    }
}

#[test]
fn the_ladder_is_as_it_is_known_to_be() {
    let tally = |theseus: &str, minotaur: &str, boards: u64| {
        let mut ends = [0; 3];
        for board in 0..boards {
            let dice = |name: &str, side: u64| match name {
                "perfect" => player(name),
                _ => player(&format!("{name}:seed={}", 2 * board + side)),
            };
            let players = [dice(theseus, 0), dice(minotaur, 1)];
            let LadderGame { outcome, loot } =
                play_ladder_game(&classic(board), players, &LoadedRules::default())
                    .unwrap()
                    .unwrap();
            assert_eq!(outcome == Outcome::Win(Side::First), loot == 4);
            ends[match outcome {
                Outcome::Win(Side::First) => 0,
                Outcome::Draw => 1,
                Outcome::Win(Side::Second) => 2,
            }] += 1;
        }
        ends
    };
    // Of a hundred: 99/0/0, 0/0/100, 0/99/1 and about 1/95/4 were known before.
    assert!(tally("perfect", "random", 40)[0] >= 36);
    assert_eq!(tally("random", "perfect", 40)[2], 40);
    assert!(tally("perfect", "perfect", 40)[1] >= 37);
    assert!(tally("heuristic", "random", 40)[1] >= 34);
    assert!(tally("minmax", "random", 40)[1] >= 34);
}

#[test]
fn a_person_cannot_play_a_duel_and_a_large_maze_is_refused() {
    let game = classic(1);
    assert_eq!(
        play_ladder_game(&game, [PlayerSpec::Person, player("random")], &LoadedRules::default())
            .ok(),
        Some(None)
    );
    let large = MazeGenerator::new(31, 16, Style::Labyrinth { open: 5 }).unwrap().generate(1);
    let refused =
        play_ladder_game(&large, [player("perfect"), player("random")], &LoadedRules::default())
            .err()
            .unwrap();
    assert_eq!(refused.kind(), "Memory");
    // The player itself is refused, before a game begins.
    let mut session = find("theseus").unwrap().open(&large.write(&large.start())).unwrap();
    assert_eq!(session.set_player(Side::Second, player("perfect")).unwrap_err().kind(), "Memory");
}

#[test]
fn rounds_and_statistics_are_told_to_those_who_may_know() {
    let text = "00000/00000/00000/00000/00000 0,0-4,4 0,1-4,0 20/2/T/TM";
    let mut session = find("theseus").unwrap().open(text).unwrap();
    assert!(session.is_told_by_rounds());
    session.play("3").unwrap();
    assert_eq!(session.round(None), None);
    session.play("0").unwrap();
    let told = |viewer| session.round(viewer).unwrap();
    assert_eq!(
        told(None),
        "round 1: Theseus 3 to 0,1 picks up s1; Minotaur runs into a wall at 4,4; sabre white"
    );
    assert_eq!(
        told(Some(Side::First)),
        "round 1: Theseus 3 to 0,1 picks up s1; Minotaur out of sight; sabre white"
    );
    assert_eq!(
        told(Some(Side::Second)),
        "round 1: Theseus out of sight picks up loot; Minotaur runs into a wall at 4,4"
    );
    // Of an opponent that is sensed one sees the tile, and not the die.
    let near = "00000/00000/00000/00000/00000 0,0-0,3 4,0-4,1 20/2/T/-";
    let mut beside = find("theseus").unwrap().open(near).unwrap();
    beside.play("1").unwrap();
    beside.play("1").unwrap();
    let seen = beside.round(Some(Side::First)).unwrap();
    assert_eq!(seen, "round 1: Theseus 1 to 1,0; Minotaur at 1,3; sabre red");
    assert_eq!(session.statistics(Side::First).unwrap(), "up 0, right 1, down 0, left 0; loot 1");
    assert_eq!(
        session.statistics(Side::Second).unwrap(),
        "up 0, right 0, down 0, left 0, into walls 1"
    );
    // A game that ends in the middle of a round tells it cut short.
    let rules = Rules { need: 1, ..Rules::usual(1) };
    let small = Theseus::read("000/000/000 0,0-2,2 0,1 9/1/T/-").unwrap().0;
    let small = small.with_rules(rules).unwrap();
    let mut session = find("theseus").unwrap().open(&small.write(&small.start())).unwrap();
    session.play("3").unwrap();
    let told = session.round(Some(Side::First)).unwrap();
    assert_eq!(told, "round 1: Theseus 3 to 0,1 picks up s1; sabre white");
}

#[test]
fn a_view_is_all_that_a_sensing_player_is_handed() {
    struct Spy(Vec<usize>);
    impl ViewPlayer<Theseus> for Spy {
        fn choose(&mut self, view: &agon_games::theseus::View, moves: &[Die]) -> Choice<Die> {
            self.0.push(view.loot().len());
            assert!(view.tile(Side::Second).is_none());
            moves[0].into()
        }
    }
    let game = Theseus::default();
    let mut spy = ViewOnly { side: Side::First, player: Spy(Vec::new()) };
    let start = game.start();
    spy.choose(&game, &start, &game.moves(&start), &SearchControl::default(), &()).unwrap();
    // Of four pieces of loot the one above is sensed.
    assert_eq!(spy.player.0, [1]);
}
