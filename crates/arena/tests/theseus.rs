//! Theseus and the Minotaur at the table: its own players, and what they may know.

use agon_arena::players::theseus::{FairMinMax, Heuristic, MinMax, Thrower};
use agon_arena::players::{Choice, Contender as _, Limited, Sensing};
use agon_arena::{Duel, GAMES, Lent, Seat, duel, find};
use agon_core::{Game as _, Notation as _, Outcome, Player, Present as _};
use agon_games::theseus::{Die, Plan, Rules, Style, Theseus};

fn seat(name: &str) -> Seat {
    name.parse().unwrap()
}

fn classic(seed: u64) -> Theseus {
    Plan::new(15, 4, Style::Classic { walls: 139 }).unwrap().carry_out(seed)
}

#[test]
fn games_have_their_own_players_and_say_who_is_missing() {
    let kind = |game: &str, name: &str| {
        let seated = find(game).unwrap().start().set_seat(Player::P1, seat(name));
        seated.map_or_else(|refused| refused.kind(), |()| "seated")
    };
    for name in [
        "random",
        "heuristic",
        "heuristic:seed=3",
        "minmax",
        "minmax:depth=6,fair,seed=1",
        "perfect",
    ] {
        assert_eq!(kind("theseus", name), "seated", "{name}");
    }
    assert_eq!(kind("theseus", "minmax:depth=1"), "OwnDepth");
    assert_eq!(kind("theseus", "minmax:depth=7"), "OwnDepth");
    assert_eq!(kind("theseus", "minmax:fair=1"), "UnknownOption");
    assert_eq!(kind("theseus", "heuristic:depth=2"), "UnknownOption");
    assert_eq!(kind("theseus", "heuristic:seed=x"), "Seed");
    assert_eq!(kind("theseus", "mixmax"), "NotHere");
    assert_eq!(kind("santorini", "heuristic"), "NotHere");
    assert_eq!(kind("santorini", "perfect"), "NotSolved");
    assert_eq!(kind("byte", "perfect"), "NotSolved");
    for name in ["nim", "tictactoe"] {
        assert_eq!(kind(name, "perfect"), "seated");
    }
}

#[test]
fn the_rules_fit_those_who_play() {
    let mut table = find("theseus").unwrap().start();
    let usual = table.position();
    assert!(usual.contains(" 200/4/T/- "));
    table.set_seat(Player::P2, seat("random")).unwrap();
    assert!(table.position().contains(" 200/4/T/M "));
    table.set_seat(Player::P1, seat("random:seed=2")).unwrap();
    assert!(table.position().contains(" 200/4/T/TM "));
    for side in Player::BOTH {
        table.set_seat(side, Seat::Person).unwrap();
    }
    assert_eq!(table.position(), usual);
    // What a text allows stays allowed, whoever plays.
    let stays = usual.replace("/T/-", "/T/T");
    let mut table = find("theseus").unwrap().open(&stays).unwrap();
    table.set_seat(Player::P1, seat("minmax")).unwrap();
    assert_eq!(table.position(), stays);
}

#[test]
fn a_thrown_die_goes_every_way_and_a_wall_costs_the_turn() {
    let game = Theseus::default().with_stumble(Player::P1, true);
    let start = game.start();
    let view = game.view(&start, Some(Player::P1));
    let moves = game.moves(&start);
    let mut thrower = Thrower::seeded(5);
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
    let position = game.moved_to(&game.start(), [tile(13, 7), tile(13, 4)], Player::P1);
    let moves = game.moves(&position);
    for seed in 0..20 {
        let view = game.view(&position, Some(Player::P1));
        let Choice { mv, note, .. } = Heuristic::seeded(seed).choose(&view, &moves);
        assert_eq!(mv, Die::Down);
        let note = note.unwrap();
        assert_eq!(note, "die 5, worth +0.23, loot at 2, opponent not sensed");
        let mut minmax = MinMax::new(Player::P1, 2, seed);
        let choice = minmax.choose(&game, &position, &moves, &()).unwrap().unwrap();
        assert_eq!(choice.mv, Die::Down);
        assert!(choice.note.unwrap().ends_with("tree +0.23"));
    }
    // Among equals the seed decides, and every equal is chosen by some seed.
    let start = game.moved_to(&position, [tile(13, 7), tile(0, 14)], Player::P2);
    let view = game.view(&start, Some(Player::P2));
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
    let choices = |limited: fn(u64) -> Box<dyn Limited<Theseus>>| {
        [&one, &two].map(|text| {
            let (game, position) = Theseus::read(text).unwrap();
            let view = game.view(&position, Some(Player::P1));
            (0..10)
                .map(|seed| limited(seed).choose(&view, &game.moves(&position)).mv)
                .collect::<Vec<_>>()
        })
    };
    let heuristic = choices(|seed| Box::new(Heuristic::seeded(seed)));
    assert_eq!(heuristic[0], heuristic[1]);
    let fair = choices(|seed| Box::new(FairMinMax::new(2, seed)));
    assert_eq!(fair[0], fair[1]);
}

#[test]
fn minmax_looks_as_deep_as_it_is_told() {
    let mut differ = 0;
    for seed in 0..200 {
        let game = Plan::new(7, 4, Style::Classic { walls: 10 }).unwrap().carry_out(seed);
        let mut dice = agon_core::Dice::seeded(seed);
        let mut position = game.start();
        for _ in 0..6 {
            if let Some(&die) = dice.pick(&game.moves(&position)) {
                game.play_unchecked(&mut position, die);
            }
        }
        let moves = game.moves(&position);
        if moves.is_empty() {
            continue;
        }
        let side = game.to_move(&position);
        let value = |depth| {
            let choice = MinMax::new(side, depth, 0).choose(&game, &position, &moves, &());
            choice.unwrap().unwrap().note.unwrap().rsplit(' ').next().unwrap().to_string()
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
    let view = game.view(&start, Some(Player::P1));
    assert_eq!(fair.choose(&view, &game.moves(&start)).mv, Die::Right);
    let tile = |row, column| game.maze().tile(row, column).unwrap();
    let above = game.moved_to(&start, [tile(1, 0), tile(8, 7)], Player::P2);
    let above = game.moved_to(&above, [tile(1, 0), tile(8, 7)], Player::P1);
    let view = game.view(&above, Some(Player::P1));
    assert!(view.loot().is_empty());
    for seed in 0..10 {
        let mut remembers = FairMinMax::new(4, seed);
        remembers.choose(&game.view(&start, Some(Player::P1)), &game.moves(&start));
        let die = remembers.choose(&view, &game.moves(&above)).mv;
        assert!([Die::Down, Die::Right].contains(&die), "{die:?}");
    }
}

#[test]
fn a_perfect_player_learns_of_other_rules() {
    // Against one who may stay the values are others; the player works them out again.
    let game = Theseus::from_drawing(include_str!("../../games/tests/theseus-m6.txt")).unwrap();
    let mut table = find("theseus").unwrap().open(&game.write(&game.start())).unwrap();
    table.set_seat(Player::P2, seat("perfect")).unwrap();
    table.play("1").unwrap();
    let first = table.think(&()).unwrap().unwrap();
    assert!(first.score.unwrap().proven().is_some());
    table.set_seat(Player::P1, seat("random:seed=5")).unwrap();
    table.think(&()).unwrap();
    let second = table.think(&()).unwrap().unwrap();
    assert_eq!(second.score.unwrap().proven(), None, "one who may stay cannot be forced");
}

#[test]
fn perfect_play_reaches_the_exact_value() {
    for (text, winner, plies) in [
        (include_str!("../../games/tests/theseus-m2.txt"), Player::P1, 7),
        (include_str!("../../games/tests/theseus-m4.txt"), Player::P1, 23),
        (include_str!("../../games/tests/theseus-m6.txt"), Player::P2, 32),
    ] {
        let game = Theseus::from_drawing(text).unwrap();
        let entry = find("theseus").unwrap();
        let mut table = entry.open(&game.write(&game.start())).unwrap();
        for side in Player::BOTH {
            table.set_seat(side, seat("perfect")).unwrap();
        }
        while table.think(&()).unwrap().is_some() {}
        assert_eq!(table.outcome(), Some(Outcome::Win(winner)));
        assert_eq!(table.history().len(), plies);
        // Nobody else holds the perfect side longer or beats it.
        for other in ["random", "heuristic", "minmax", "minmax:fair", "minimax:depth=2"] {
            let mut table = entry.open(&game.write(&game.start())).unwrap();
            table.set_seat(winner, seat("perfect")).unwrap();
            table.set_seat(winner.opponent(), seat(other)).unwrap();
            while table.think(&()).unwrap().is_some() {}
            if other != "random" {
                assert_eq!(table.outcome(), Some(Outcome::Win(winner)), "{other}");
                assert!(table.history().len() <= plies, "{other}");
            }
        }
    }
}

#[test]
fn perfect_players_of_other_games_do_not_lose() {
    for entry in GAMES.iter().filter(|entry| ["nim", "tictactoe"].contains(&entry.name)) {
        for seed in 0..30 {
            for side in Player::BOTH {
                let mut table = entry.start();
                table.set_seat(side, seat("perfect")).unwrap();
                table.set_seat(side.opponent(), Seat::Random { seed: Some(seed) }).unwrap();
                let mut was_won = false;
                while let Some(thought) = table.think(&()).unwrap() {
                    was_won |= thought.score.is_some_and(|score| score.proven().is_some());
                }
                let lost = table.outcome() == Some(Outcome::Win(side.opponent()));
                // The first player of NIM wins; the second may have to hope.
                let may_lose = entry.name == "nim" && side == Player::P2;
                assert!(!lost || may_lose, "{} {side:?} {seed}", entry.name);
                assert!(!(lost && was_won && entry.name == "tictactoe"));
            }
        }
    }
}

#[test]
fn the_ladder_is_as_it_is_known_to_be() {
    let tally = |theseus: &str, minotaur: &str, boards: u64| {
        let mut ends = [0; 3];
        for board in 0..boards {
            let dice = |name: &str, side: u64| match name {
                "perfect" => seat(name),
                _ => seat(&format!("{name}:seed={}", 2 * board + side)),
            };
            let seats = [dice(theseus, 0), dice(minotaur, 1)];
            let Duel { outcome, loot } =
                duel(&classic(board), seats, &Lent::default()).unwrap().unwrap();
            assert_eq!(outcome == Outcome::Win(Player::P1), loot == 4);
            ends[match outcome {
                Outcome::Win(Player::P1) => 0,
                Outcome::Draw => 1,
                Outcome::Win(Player::P2) => 2,
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
    assert_eq!(duel(&game, [Seat::Person, seat("random")], &Lent::default()).ok(), Some(None));
    let large = Plan::new(31, 16, Style::Labyrinth { open: 5 }).unwrap().carry_out(1);
    let refused = duel(&large, [seat("perfect"), seat("random")], &Lent::default()).err().unwrap();
    assert_eq!(refused.kind(), "Memory");
    // The seat itself is refused, before a game begins.
    let mut table = find("theseus").unwrap().open(&large.write(&large.start())).unwrap();
    assert_eq!(table.set_seat(Player::P2, seat("perfect")).unwrap_err().kind(), "Memory");
}

#[test]
fn rounds_and_statistics_are_told_to_those_who_may_know() {
    let text = "00000/00000/00000/00000/00000 0,0-4,4 0,1-4,0 20/2/T/TM";
    let mut table = find("theseus").unwrap().open(text).unwrap();
    assert!(table.is_told_by_rounds());
    table.play("3").unwrap();
    assert_eq!(table.round(None), None);
    table.play("0").unwrap();
    let told = |viewer| table.round(viewer).unwrap();
    assert_eq!(
        told(None),
        "round 1: Theseus 3 to 0,1 picks up s1; Minotaur runs into a wall at 4,4; sabre white"
    );
    assert_eq!(
        told(Some(Player::P1)),
        "round 1: Theseus 3 to 0,1 picks up s1; Minotaur out of sight; sabre white"
    );
    assert_eq!(
        told(Some(Player::P2)),
        "round 1: Theseus out of sight picks up loot; Minotaur runs into a wall at 4,4"
    );
    // Of an opponent that is sensed one sees the tile, and not the die.
    let near = "00000/00000/00000/00000/00000 0,0-0,3 4,0-4,1 20/2/T/-";
    let mut beside = find("theseus").unwrap().open(near).unwrap();
    beside.play("1").unwrap();
    beside.play("1").unwrap();
    let seen = beside.round(Some(Player::P1)).unwrap();
    assert_eq!(seen, "round 1: Theseus 1 to 1,0; Minotaur at 1,3; sabre red");
    assert_eq!(table.statistics(Player::P1).unwrap(), "up 0, right 1, down 0, left 0; loot 1");
    assert_eq!(
        table.statistics(Player::P2).unwrap(),
        "up 0, right 0, down 0, left 0, into walls 1"
    );
    // A game that ends in the middle of a round tells it cut short.
    let rules = Rules { need: 1, ..Rules::usual(1) };
    let small = Theseus::read("000/000/000 0,0-2,2 0,1 9/1/T/-").unwrap().0;
    let small = small.with_rules(rules).unwrap();
    let mut table = find("theseus").unwrap().open(&small.write(&small.start())).unwrap();
    table.play("3").unwrap();
    let told = table.round(Some(Player::P1)).unwrap();
    assert_eq!(told, "round 1: Theseus 3 to 0,1 picks up s1; sabre white");
}

#[test]
fn a_view_is_all_that_a_sensing_player_is_handed() {
    struct Spy(Vec<usize>);
    impl Limited<Theseus> for Spy {
        fn choose(&mut self, view: &agon_games::theseus::View, moves: &[Die]) -> Choice<Die> {
            self.0.push(view.loot().len());
            assert!(view.tile(Player::P2).is_none());
            moves[0].into()
        }
    }
    let game = Theseus::default();
    let mut spy = Sensing { side: Player::P1, limited: Spy(Vec::new()) };
    let start = game.start();
    spy.choose(&game, &start, &game.moves(&start), &()).unwrap();
    // Of four pieces of loot the one above is sensed.
    assert_eq!(spy.limited.0, [1]);
}
