//! The solver compared with plain backward induction.

use std::sync::atomic::AtomicBool;

use agon_core::{Exact as _, Game as _, Outcome, Proven, Rng, Side};

use super::{SolveRefusal, Solved, solve_root};
use crate::theseus::{MOST_LOOT, MazeGenerator, Position, Rules, Style, Theseus, Tile, most_walls};

/// The value of being caught, below every amount of loot, and of a win, above.
const CAUGHT: i32 = -1;
const WON: i32 = 1 + MOST_LOOT as i32;

/// The values of all positions with 0, 1, ... plies left: caught, won, or the loot
/// that Theseus is sure of at the ply limit.
struct Slow {
    tiles: usize,
    values: Vec<[Vec<i32>; 2]>,
}

impl Slow {
    fn new(game: &Theseus, plies: usize) -> Slow {
        let tiles = game.maze().len();
        let sets = 1 << game.loot().len();
        let mut slow = Slow { tiles, values: Vec::new() };
        for left in 0..=plies {
            let of = |mover| {
                let mut values = Vec::new();
                for loot in 0..sets as u16 {
                    for theseus in game.maze().tiles() {
                        for minotaur in game.maze().tiles() {
                            let position = Position { tiles: [theseus, minotaur], loot, ply: 0 };
                            values.push(slow.value(game, &position, mover, left));
                        }
                    }
                }
                values
            };
            let values = Side::BOTH.map(of);
            slow.values.push(values);
        }
        slow
    }

    fn value(&self, game: &Theseus, position: &Position, mover: Side, left: usize) -> i32 {
        if position.is_caught() {
            return CAUGHT;
        }
        if game.taken(position) >= game.rules().need.into() {
            return WON;
        }
        if left == 0 {
            return game.taken(position) as i32;
        }
        let tile = position.tile(mover);
        let mut targets: Vec<Tile> = game.maze().steps(tile).map(|(_, next)| next).collect();
        if game.rules().stumble[mover.index()] {
            targets.push(tile);
        }
        let after = targets.into_iter().map(|target| {
            let mut next = *position;
            next.tiles[mover.index()] = target;
            if mover == Side::First && !next.is_caught() {
                for (piece, &tile) in game.loot().iter().enumerate() {
                    if tile == target {
                        next.loot &= !(1 << piece);
                    }
                }
            }
            self.look_up(&next, mover.opponent(), left - 1)
        });
        let best = if mover == Side::First { after.max() } else { after.min() };
        best.unwrap()
    }

    fn look_up(&self, position: &Position, mover: Side, left: usize) -> i32 {
        let [theseus, minotaur] = position.tiles.map(Tile::index);
        let place = (usize::from(position.loot) * self.tiles + theseus) * self.tiles + minotaur;
        self.values[left][mover.index()][place]
    }

    /// With how many plies left the value is first `WON` or `CAUGHT`.
    fn plies(&self, position: &Position, mover: Side, value: i32) -> Option<u32> {
        let reached = |left: &usize| self.look_up(position, mover, *left) == value;
        (0..self.values.len()).find(reached).map(|left| left as u32)
    }
}

fn board(number: u64) -> Theseus {
    let mut rng = Rng::seeded(1000 + number);
    let side = if number.is_multiple_of(4) { 5 } else { 3 };
    let style = match rng.below(2) {
        0 => Style::Classic { walls: rng.below(most_walls(side) + 1) },
        _ => Style::Labyrinth { open: 10 * rng.below(8) as u32 },
    };
    let loot = 1 + rng.below(3);
    let game = MazeGenerator::new(side, loot, style).unwrap().generate(number);
    let rules = Rules {
        plies: rng.below(25) as u16,
        need: 1 + rng.below(loot) as u8,
        first: Side::BOTH[rng.below(2)],
        stumble: match rng.below(6) {
            0 => [true, false],
            1 => [false, true],
            2 => [true, true],
            _ => [false, false],
        },
    };
    game.with_rules(rules).unwrap()
}

/// The value as the slow induction writes it.
fn number(outcome: Outcome, loot: Option<u32>) -> i32 {
    match outcome {
        Outcome::Win(Side::First) => WON,
        Outcome::Win(Side::Second) => CAUGHT,
        Outcome::Draw => loot.unwrap() as i32,
    }
}

#[test]
fn every_value_is_that_of_plain_backward_induction() {
    let mut ends = [0; 3];
    for seed in 0..500 {
        let game = board(seed);
        let plies = game.rules().plies;
        let slow = Slow::new(&game, plies.into());
        let start = game.start();

        let first = game.to_move(&start);
        for left in 0..=plies {
            let shorter = game.clone().with_plies(left);
            let root = solve_root(&shorter, &start, &()).unwrap();
            let value = slow.look_up(&start, first, left.into());
            assert_eq!(number(root.outcome, root.loot), value, "{left} plies: {game:?}");
            ends[(value.signum() + 1).min(1) as usize + usize::from(value == WON)] += 1;
            if root.outcome != Outcome::Draw {
                assert_eq!(root.plies, slow.plies(&start, first, value));
            }
            for mv in root.moves {
                let next = shorter.after(&start, mv.die);
                let below = slow.look_up(&next, first.opponent(), usize::from(left) - 1);
                assert_eq!(number(mv.outcome, mv.loot), below, "{left} plies: {game:?}");
                assert!(!mv.best || below == value);
            }
        }

        let solved = Solved::new(&game, 1 << 30, &()).unwrap();
        for loot in 0..1 << game.loot().len() {
            for theseus in game.maze().tiles() {
                for minotaur in game.maze().tiles() {
                    let ply = (theseus.0 + minotaur.0) % (plies + 1);
                    let position = Position { tiles: [theseus, minotaur], loot, ply };
                    let on_loot = game.loot_on(&position, theseus).is_some();
                    if on_loot || game.outcome(&position).is_some() {
                        continue;
                    }
                    check_position(&game, &solved, &slow, &position);
                }
            }
        }
    }
    assert!(ends.iter().all(|&count| count > 300), "all kinds of ends are among them: {ends:?}");
}

fn check_position(game: &Theseus, solved: &Solved, slow: &Slow, position: &Position) {
    let left = game.plies_left(position) as usize;
    let mover = game.to_move(position);
    let value = slow.look_up(position, mover, left);
    let plies = || slow.plies(position, mover, value).unwrap();
    let (winner, loot) = match value {
        WON => (Some((Side::First, plies())), Some(game.rules().need.into())),
        CAUGHT => (Some((Side::Second, plies())), None),
        loot => (None, Some(loot as u32)),
    };
    assert_eq!(solved.winner(position), winner, "{position:?} {game:?}");
    assert_eq!(solved.loot(position), loot, "{position:?} {game:?}");
    let proven = match winner {
        None => Proven::DRAW,
        Some((winner, plies)) if winner == mover => Proven::win_in(plies),
        Some((_, plies)) => Proven::lose_in(plies),
    };
    assert_eq!(solved.exact(game, position), Some(proven));
}

/// The smallest ply limit with which a side wins, and the side.
fn turning_point(drawing: &str) -> Option<(Side, u32)> {
    let game = Theseus::from_drawing(drawing).unwrap();
    let start = game.start();
    let mut first = None;
    for plies in 0..=60 {
        let value = solve_root(&game.clone().with_plies(plies), &start, &()).unwrap();
        match (value.outcome, first) {
            (Outcome::Draw, None) => (),
            (Outcome::Draw, Some(_)) => panic!("a win was lost again"),
            (Outcome::Win(winner), None) => first = Some((winner, plies.into())),
            (Outcome::Win(winner), Some((before, at))) => {
                assert_eq!((winner, value.plies), (before, Some(at)));
            }
        }
        assert_eq!(value.without_ply_limit.filter(|&(_, from)| from <= plies.into()), first);
    }
    first
}

#[test]
fn known_mazes_have_their_known_values() {
    let small = "\
+---+---+---+
|     s1|   |
+   +   +   +
|     M     |
+   +   +   +
| T         |
+---+---+---+";
    assert_eq!(turning_point(small), Some((Side::Second, 2)));
    let mazes = [
        (include_str!("../../../tests/theseus-m2.txt"), Some((Side::First, 7))),
        (include_str!("../../../tests/theseus-m4.txt"), Some((Side::First, 23))),
        (include_str!("../../../tests/theseus-m6.txt"), Some((Side::Second, 32))),
        (include_str!("../figure1.txt"), None),
    ];
    for (drawing, expected) in mazes {
        assert_eq!(turning_point(drawing), expected);
    }
}

#[test]
fn a_game_whose_loot_takes_too_much_memory_is_refused_too() {
    let game = MazeGenerator::new(9, 4, Style::Labyrinth { open: 20 }).unwrap().generate(1);
    let enough = Solved::new(&game, 1 << 30, &()).unwrap().bytes() as u64;
    assert!(enough > Solved::least_bytes(&game) + 10_000);
    assert!(Solved::new(&game, enough + 100, &()).is_ok());
    assert!(Solved::new(&game, enough - 5_000, &()).is_err());
}

#[test]
fn in_a_draw_more_sure_loot_is_finer_than_all_else() {
    let mut compared = 0;
    for seed in 0..40 {
        let game = MazeGenerator::new(7, 3, Style::Labyrinth { open: 30 }).unwrap().generate(seed);
        let game = game.with_plies(40);
        let solved = Solved::new(&game, 1 << 30, &()).unwrap();
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let moves = game.moves(&position);
            let next: Vec<Position> = moves.iter().map(|&die| game.after(&position, die)).collect();
            for pair in next.windows(2).filter(|pair| {
                pair.iter().all(|next| solved.exact(&game, next) == Some(Proven::DRAW))
            }) {
                let [one, two] = [&pair[0], &pair[1]].map(|next| {
                    (solved.loot(next), solved.tie_break(&game, next).seen_by(Side::First))
                });
                if one.0 != two.0 {
                    assert_eq!(one.0 > two.0, one.1 > two.1);
                    compared += 1;
                }
            }
            position = next[rng.below(next.len())];
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn solving_stops_when_told_to() {
    let game = board(1);
    let refusal = solve_root(&game, &game.start(), &AtomicBool::new(true)).unwrap_err();
    assert_eq!(refusal, SolveRefusal::Stopped);
}

#[test]
fn a_maze_that_would_take_too_much_memory_is_refused_before_it_is_solved() {
    let game = MazeGenerator::new(31, 16, Style::Labyrinth { open: 5 }).unwrap().generate(1);
    let refusal = Solved::new(&game, 1 << 30, &()).err().unwrap();
    assert!(refusal.to_string().contains("115441 MB"), "{refusal}");
}
