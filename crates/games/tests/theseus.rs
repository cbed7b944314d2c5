//! Theseus and the Minotaur: the battery, drawings, made mazes, senses and players.

use agon_core::conformance::Battery;
use agon_core::{Game as _, Notation as _, Outcome, Refusal as _, Side};
use agon_games::theseus::{
    Die, Handcrafted, MazeGenerator, Position, Rules, Solved, Style, Theseus, most_walls,
    solve_root, winner_without_ply_limit,
};
use proptest::prelude::*;

const SMALL: &str = "\
+---+---+---+
|     s1|   |
+   +   +   +
|     M     |
+   +   +   +
| T         |
+---+---+---+
";

fn small() -> Theseus {
    Theseus::from_drawing(SMALL).unwrap()
}

fn read(text: &str) -> (Theseus, Position) {
    Theseus::read(text).unwrap()
}

fn made(side: usize, loot: usize, style: Style, seed: u64) -> Theseus {
    MazeGenerator::new(side, loot, style).unwrap().generate(seed)
}

#[test]
fn theseus_conforms() {
    let figure = Theseus::default().with_plies(60);
    Battery::new(figure).evaluator(Handcrafted).facts().games(12).run_all();
    let m4 = Theseus::from_drawing(include_str!("theseus-m4.txt")).unwrap();
    let rules = Rules { plies: 41, need: 2, first: Side::Second, stumble: [true, false] };
    Battery::new(m4.with_rules(rules).unwrap()).evaluator(Handcrafted).facts().games(60).run_all();
    let (game, late) = read("020/000/000 0,0-1,1 2,1 30/1/T/M 5 2,2-0,1 1");
    Battery::new(game).from(late).evaluator(Handcrafted).facts().games(60).run_all();
    Battery::new(made(31, 16, Style::Labyrinth { open: 20 }, 1).with_plies(40))
        .facts()
        .games(2)
        .run_all();
}

#[test]
fn capture_beats_a_pick_up_and_dawn_comes_last() {
    // The Minotaur stands on the loot that Theseus steps to.
    let (game, position) = read("000/000/000 0,0-1,1 0,1 9/1/T/- 2 0,0-0,1 1");
    let caught = game.after(&position, Die::Right);
    assert_eq!(game.outcome(&caught), Some(Outcome::Win(Side::Second)));
    assert_eq!(caught.left(), 1);
    // The last ply picks up the last loot: a win, not a draw.
    let (game, position) = read("000/000/000 0,0-1,1 0,1-2,2 3/1/T/- 2 0,0-2,2 11");
    assert_eq!(game.outcome(&game.after(&position, Die::Right)), Some(Outcome::Win(Side::First)));
    assert_eq!(game.outcome(&game.after(&position, Die::Up)), Some(Outcome::Draw));
    // The Minotaur stands on loot and leaves it.
    let (game, position) = read("000/000/000 0,0-1,1 0,1-2,2 9/2/T/- 3 0,0-1,2 11");
    let on_loot = game.after(&position, Die::Up);
    assert_eq!((game.outcome(&on_loot), on_loot.left()), (None, 2));
}

#[test]
fn only_one_who_stumbles_may_stay() {
    let game = small();
    let start = game.start();
    assert_eq!(game.check(&start, Die::Stay).unwrap_err().kind(), "MustMove");
    assert_eq!(game.check(&start, Die::Down).unwrap_err().kind(), "Wall");
    let game = game.with_stumble(Side::First, true);
    assert_eq!(game.moves(&start), [Die::Up, Die::Right, Die::Stay]);
    let stayed = game.after(&start, Die::Stay);
    assert_eq!(stayed.tile(Side::First), start.tile(Side::First));
    assert_eq!(game.check(&stayed, Die::Stay).unwrap_err().kind(), "MustMove");
}

#[test]
fn drawings_read_back() {
    for (seed, side) in [3, 5, 9, 15, 31].into_iter().enumerate() {
        let game = made(side, 4, Style::Classic { walls: most_walls(side) }, seed as u64);
        let rules = Rules { plies: 77, need: 3, first: Side::Second, stumble: [false; 2] };
        for game in [game.clone(), game.with_rules(rules).unwrap()] {
            assert_eq!(Theseus::from_drawing(&game.drawing()).as_ref(), Ok(&game));
        }
    }
    assert_eq!(small().drawing(), SMALL);
    let spaced =
        format!("\nplies:  9\r\nneed: 1\nfirst: M\n\n{}\n\n", SMALL.replace('\n', "  \r\n"));
    let game = Theseus::from_drawing(&spaced).unwrap();
    assert_eq!(game.drawing(), format!("plies: 9\nfirst: minotaur\n{SMALL}"));
    assert_eq!(Theseus::from_drawing(&format!("\u{feff}Need: 1\n{SMALL}")), Ok(small()));
}

#[test]
fn a_wrong_drawing_is_refused_with_line_and_column() {
    let refused = |text: &str| {
        let refusal = Theseus::from_drawing(text).unwrap_err();
        let place = |name| {
            let mut arguments = refusal.arguments().into_iter();
            arguments.find(|(key, _)| *key == name).unwrap().1.parse::<usize>().unwrap()
        };
        (refusal.kind(), place("line"), place("column"))
    };
    let with = |line: usize, text: &str| {
        let mut lines: Vec<&str> = SMALL.lines().collect();
        lines[line - 1] = text;
        refused(&lines.join("\n"))
    };
    assert_eq!(refused(""), ("Empty", 1, 1));
    assert_eq!(refused("plies: 9\n"), ("Empty", 2, 1));
    assert_eq!(refused("hello\n"), ("Header", 1, 1));
    assert_eq!(refused("  +---+---+---+\n"), ("Indented", 1, 3));
    assert_eq!(refused(&SMALL.replacen("\n|", "\n\n|", 1)), ("Length", 2, 1));
    assert_eq!(refused(&format!("need:\u{3000}\u{3000}9\n{SMALL}")), ("Need", 1, 8));
    assert_eq!(refused(&format!("speed: 3\n{SMALL}")), ("Header", 1, 1));
    assert_eq!(refused(&format!("plies: 3\nplies: 4\n{SMALL}")), ("HeaderTwice", 2, 1));
    assert_eq!(refused(&format!("plies: x\n{SMALL}")), ("Plies", 1, 8));
    assert_eq!(refused(&format!("plies: 10001\n{SMALL}")), ("Plies", 1, 8));
    assert_eq!(refused(&format!("need: 2\n{SMALL}")), ("Need", 1, 7));
    assert_eq!(refused(&format!("\nfirst: me\n{SMALL}")), ("First", 2, 8));
    assert_eq!(with(1, "+---+---+"), ("Side", 1, 1));
    assert_eq!(with(1, "+---+---+--"), ("Side", 1, 1));
    assert_eq!(with(1, "+---+   +---+"), ("OpenBorder", 1, 6));
    assert_eq!(with(7, "+---+---+   +"), ("OpenBorder", 7, 10));
    assert_eq!(with(2, "      s1|   |"), ("OpenBorder", 2, 1));
    assert_eq!(with(2, "|     s1|    "), ("Length", 2, 10));
    assert_eq!(with(4, "|     M    |"), ("Length", 4, 13));
    assert_eq!(with(4, "|     M      |"), ("Length", 4, 14));
    assert_eq!(with(3, "+   x   +   +"), ("Corner", 3, 5));
    assert_eq!(with(3, "+ - +   +   +"), ("Wall", 3, 2));
    assert_eq!(with(4, "|   .  M    |"), ("SideWall", 4, 5));
    assert_eq!(with(4, "|     Q     |"), ("Tile", 4, 6));
    assert_eq!(with(4, "|    s17  M |"), ("Tile", 4, 6));
    assert_eq!(with(4, "|     M   M |"), ("Twice", 4, 10));
    assert_eq!(with(4, "|     M   s1|"), ("Twice", 4, 10));
    assert_eq!(with(4, "|     M   s3|"), ("MissingLoot", 4, 10));
    assert_eq!(with(4, "|           |"), ("Missing", 1, 1));
    assert_eq!(with(6, "|           |"), ("Missing", 1, 1));
    assert_eq!(with(2, "|       |   |"), ("Missing", 1, 1));
    assert_eq!(with(3, "+   +   +---+"), ("OutOfReach", 2, 10));
    assert_eq!(refused(&format!("{SMALL}more")), ("Below", 8, 1));
    let cut: Vec<&str> = SMALL.lines().take(5).collect();
    assert_eq!(refused(&cut.join("\n")), ("Height", 6, 1));
}

#[test]
fn texts_that_cannot_be_are_refused_by_kind() {
    let kind = |text: &str| Theseus::read(text).unwrap_err().kind();
    let walls = "020/000/000";
    assert_eq!(kind(""), "Parts");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/T/- 1")), "Parts");
    assert_eq!(kind("00/00 0,0-1,1 2,1 9/1/T/-"), "Side");
    assert_eq!(kind("020/00/000 0,0-1,1 2,1 9/1/T/-"), "RowLength");
    assert_eq!(kind("024/000/000 0,0-1,1 2,1 9/1/T/-"), "Walls");
    assert_eq!(kind("120/000/000 0,0-1,1 2,1 9/1/T/-"), "Border");
    assert_eq!(kind("022/000/000 0,0-1,1 2,1 9/1/T/-"), "Border");
    assert_eq!(kind("020/001/000 0,0-1,1 2,1 9/1/T/-"), "OutOfReach");
    assert_eq!(kind(&format!("{walls} 0,0 2,1 9/1/T/-")), "TwoTiles");
    assert_eq!(kind(&format!("{walls} 0,0-1 2,1 9/1/T/-")), "TileText");
    assert_eq!(kind(&format!("{walls} 0,0-1,3 2,1 9/1/T/-")), "NoTile");
    assert_eq!(kind(&format!("{walls} 1,1-1,1 2,1 9/1/T/-")), "SameStart");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 {} 9/1/T/-", ["2,1"; 17].join("-"))), "LootCount");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1-2,1 9/1/T/-")), "LootTwice");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 1,1 9/1/T/-")), "LootOnStart");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/T")), "RulesText");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 10001/1/T/-")), "Plies");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/2/T/-")), "Need");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/0/T/-")), "Need");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/X/-")), "First");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/T/MT")), "Stumble");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/T/- 10 0,0-1,1 1")), "Ply");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/T/- 1 0,0-1,1 11")), "Left");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/T/- 1 0,0-1,1 2")), "Left");
    assert_eq!(kind(&format!("{walls} 0,0-1,1 2,1 9/1/T/- 1 2,1-1,1 1")), "OnLoot");
    assert_eq!(small().read_move(&small().start(), "2").unwrap_err().kind(), "MoveText");
}

#[test]
fn made_mazes_are_as_planned() {
    for seed in 0..40 {
        let side = [3, 5, 7, 11, 15][seed as usize % 5];
        let walls = most_walls(side) * (seed as usize % 4) / 3;
        let classic = made(side, 3, Style::Classic { walls }, seed);
        let maze = classic.maze();
        assert!(maze.walls() <= walls);
        for tile in maze.tiles() {
            assert!(maze.steps(tile).count() >= 2, "at most two walls around a tile");
        }
        // A new game refuses what is not connected.
        assert!(Theseus::read(&classic.write(&classic.start())).is_ok());
        let labyrinth = made(side, 3, Style::Labyrinth { open: 0 }, seed);
        let (edges, tree) = (2 * side * (side - 1), side * side - 1);
        assert_eq!(labyrinth.maze().walls(), edges - tree, "one way between any two tiles");
        assert!(Theseus::read(&labyrinth.write(&labyrinth.start())).is_ok());
        let opened = made(side, 3, Style::Labyrinth { open: 50 }, seed);
        assert_eq!(opened.maze().walls(), (edges - tree).div_ceil(2));
        for game in [classic, labyrinth, opened] {
            let starts = Side::BOTH.map(|side| game.maze().start(side));
            assert!(game.loot().iter().all(|tile| !starts.contains(tile)));
        }
    }
    let kind = |side, loot, style| MazeGenerator::new(side, loot, style).unwrap_err().kind();
    assert_eq!(kind(4, 1, Style::Labyrinth { open: 0 }), "Side");
    assert_eq!(kind(33, 1, Style::Labyrinth { open: 0 }), "Side");
    assert_eq!(kind(3, 8, Style::Labyrinth { open: 0 }), "Loot");
    assert_eq!(kind(15, 0, Style::Labyrinth { open: 0 }), "Loot");
    assert_eq!(kind(15, 17, Style::Labyrinth { open: 0 }), "Loot");
    assert_eq!(kind(15, 4, Style::Classic { walls: 140 }), "Walls");
    assert_eq!(kind(15, 4, Style::Labyrinth { open: 101 }), "Open");
}

#[test]
fn a_full_classic_maze_comes_near_its_bound() {
    let walls = (0..20).map(|seed| made(15, 4, Style::Classic { walls: 139 }, seed).maze().walls());
    let walls: Vec<usize> = walls.collect();
    assert!(walls.iter().all(|&walls| walls > 130), "{walls:?}");
    assert!(walls.iter().max() >= Some(&136), "{walls:?}");
}

/// The mazes of a seed never change; these were made by the first version.
#[test]
fn golden_mazes_still_hold() {
    let classic = made(7, 3, Style::Classic { walls: 20 }, 7);
    let labyrinth = made(7, 3, Style::Labyrinth { open: 10 }, 7);
    let text = format!("{}{}", classic.drawing(), labyrinth.drawing());
    assert_eq!(text, include_str!("theseus-golden.txt"));
}

#[test]
fn being_put_on_loot_picks_it_up() {
    let game = Theseus::default();
    let start = game.start();
    let loot = game.loot()[2];
    let moved = game.moved_to(&start, [loot, start.tile(Side::Second)], Side::Second);
    assert_eq!((moved.left(), moved.has_loot(2), moved.ply()), (3, false, 1));
    assert!(Theseus::read(&game.write(&moved)).is_ok());
}

#[test]
fn mazes_are_solved_in_little_memory() {
    let peak = |work: &mut dyn FnMut()| allocation_counter::measure(work).bytes_max;
    let game = made(15, 4, Style::Classic { walls: 139 }, 1);
    let verdict = peak(&mut || {
        winner_without_ply_limit(&game, &game.start(), &()).unwrap();
    });
    assert!(verdict < 1 << 20, "{verdict}");
    let steps = peak(&mut || assert!(Solved::new(&game, 1 << 30, &()).is_ok()));
    assert!(steps < 8 << 20, "{steps}");
    let large = made(31, 8, Style::Classic { walls: most_walls(31) }, 1);
    let verdict = peak(&mut || {
        winner_without_ply_limit(&large, &large.start(), &()).unwrap();
    });
    assert!(verdict < 80 << 20, "{verdict}");
}

#[test]
fn the_steps_from_one_tile_are_found_without_those_from_others() {
    let game = made(31, 3, Style::Classic { walls: most_walls(31) }, 1);
    let maze = game.maze();
    let [one, two] = Side::BOTH.map(|side| maze.start(side));
    let allocated =
        |from, to| allocation_counter::measure(|| assert!(maze.distance(from, to) > 0)).bytes_total;
    let bytes = allocated(one, two);
    assert!(bytes < 64 << 10, "{bytes}");
    assert_eq!(allocated(one, two), 0, "they are known");
    assert!(allocated(two, one) > 0);
    assert_eq!(maze.distance(one, two), maze.distance(two, one));
}

#[test]
fn perfect_values_and_their_moves_agree_along_a_game() {
    // A win stays a win along the best moves, one ply nearer each time.
    let game = Theseus::from_drawing(include_str!("theseus-m4.txt")).unwrap().with_plies(30);
    let mut position = game.start();
    let mut expected = Some(23);
    while game.outcome(&position).is_none() {
        let value = solve_root(&game, &position, &()).unwrap();
        assert_eq!((value.outcome, value.plies), (Outcome::Win(Side::First), expected));
        let best = value.moves.iter().find(|mv| mv.best).unwrap();
        game.play_unchecked(&mut position, best.die);
        expected = expected.map(|plies| plies - 1);
    }
    assert_eq!(expected, Some(0));
}

proptest! {
    #[test]
    fn no_drawing_makes_it_panic(text in r"((plies|need|first): ?[0-9TM]{0,5}\n)?([+|\-TMs1-9 ]{0,14}\n){0,9}|\PC{0,60}") {
        if let Ok(game) = Theseus::from_drawing(&text) {
            prop_assert_eq!(Theseus::from_drawing(&game.drawing()), Ok(game));
        }
    }

    #[test]
    fn a_damaged_drawing_is_refused_or_read(place in 0_usize..98, letter in r"[+|\- TMs12é]") {
        let mut text: Vec<char> = SMALL.chars().collect();
        text[place.min(SMALL.len() - 1)] = letter.chars().next().unwrap();
        let text: String = text.into_iter().collect();
        match Theseus::from_drawing(&text) {
            Ok(game) => prop_assert_eq!(Theseus::from_drawing(&game.drawing()), Ok(game)),
            Err(refusal) => prop_assert!(refusal.to_string().starts_with("line ")),
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in r"[0-3/]{9,20} [0-9]{1,2},[0-9]-[0-9],[0-9] [0-9,\-]{1,12} [0-9]{1,5}/[0-9]/[TMX]/[TM-]{1,2}|\PC{0,60}") {
        if let Ok((game, position)) = Theseus::read(&text) {
            prop_assert_eq!(Theseus::read(&game.write(&position)).unwrap().1, position);
        }
    }
}
