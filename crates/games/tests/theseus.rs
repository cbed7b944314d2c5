//! Theseus and the Minotaur: the battery, drawings, made mazes, senses and players.

use agon_core::conformance::Battery;
use agon_core::{
    Dice, Game as _, Notation as _, Outcome, Player, Present as _, Refusal as _, Tree,
};
use agon_games::theseus::{
    Belief, Die, Hand, Plan, Position, Rules, Sabre, Solved, Style, Theseus, Worth, child_values,
    choose_min_max_move, fair_values, most_walls, path_step, solve_root, tree, values,
    winner_without_dawn,
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
    Plan::new(side, loot, style).unwrap().carry_out(seed)
}

#[test]
fn theseus_conforms() {
    let figure = Theseus::default().with_plies(60);
    Battery::new(figure).evaluator(Hand).games(12).run_all();
    let m4 = Theseus::from_drawing(include_str!("theseus-m4.txt")).unwrap();
    let rules = Rules { plies: 41, need: 2, first: Player::P2, stumble: [true, false] };
    Battery::new(m4.with_rules(rules).unwrap()).evaluator(Hand).games(60).run_all();
    let (game, late) = read("020/000/000 0,0-1,1 2,1 30/1/T/M 5 2,2-0,1 1");
    Battery::new(game).from(late).evaluator(Hand).games(60).run_all();
    Battery::new(made(31, 16, Style::Labyrinth { open: 20 }, 1).with_plies(40)).games(2).run_all();
}

#[test]
fn capture_beats_a_pick_up_and_dawn_comes_last() {
    // The Minotaur stands on the loot that Theseus steps to.
    let (game, position) = read("000/000/000 0,0-1,1 0,1 9/1/T/- 2 0,0-0,1 1");
    let caught = game.after(&position, Die::Right);
    assert_eq!(game.outcome(&caught), Some(Outcome::Win(Player::P2)));
    assert_eq!(caught.left(), 1);
    // The last ply picks up the last loot: a win, not a draw.
    let (game, position) = read("000/000/000 0,0-1,1 0,1-2,2 3/1/T/- 2 0,0-2,2 11");
    assert_eq!(game.outcome(&game.after(&position, Die::Right)), Some(Outcome::Win(Player::P1)));
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
    let game = game.with_stumble(Player::P1, true);
    assert_eq!(game.moves(&start), [Die::Up, Die::Right, Die::Stay]);
    let stayed = game.after(&start, Die::Stay);
    assert_eq!(stayed.tile(Player::P1), start.tile(Player::P1));
    assert_eq!(game.check(&stayed, Die::Stay).unwrap_err().kind(), "MustMove");
}

#[test]
fn drawings_read_back() {
    for (seed, side) in [3, 5, 9, 15, 31].into_iter().enumerate() {
        let game = made(side, 4, Style::Classic { walls: most_walls(side) }, seed as u64);
        let rules = Rules { plies: 77, need: 3, first: Player::P2, stumble: [false; 2] };
        for game in [game.clone(), game.with_rules(rules).unwrap()] {
            assert_eq!(Theseus::from_drawing(&game.drawing()).as_ref(), Ok(&game));
        }
    }
    assert_eq!(small().drawing(), SMALL);
    let spaced =
        format!("\nplies:  9\r\nneed: 1\nfirst: M\n\n{}\n\n", SMALL.replace('\n', "  \r\n"));
    let game = Theseus::from_drawing(&spaced).unwrap();
    assert_eq!(game.drawing(), format!("plies: 9\nfirst: minotaur\n{SMALL}"));
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
            let starts = Player::BOTH.map(|side| game.maze().start(side));
            assert!(game.loot().iter().all(|tile| !starts.contains(tile)));
        }
    }
    let kind = |side, loot, style| Plan::new(side, loot, style).unwrap_err().kind();
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
    assert!(walls.min().unwrap() > 120);
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
fn senses_reach_three_tiles_and_not_through_walls() {
    let (game, position) =
        read("00000/00000/00200/00000/00000 0,0-4,4 2,0-2,4-4,2-2,3-0,4 99/5/T/- 0 2,2-4,4 11111");
    let view = game.view(&position, Some(Player::P1));
    // s1 is two to the left, s3 two above; s2 and s4 are behind the wall on the right.
    assert_eq!(view.loot().iter().map(|&(number, _)| number + 1).collect::<Vec<_>>(), [1, 3]);
    assert_eq!((view.tile(Player::P1).is_some(), view.tile(Player::P2)), (true, None));
    assert_eq!((view.left(), view.total()), (5, 5));
    assert_eq!(view.sabre(), Some(Sabre { loot: true, minotaur: false }));
    let minotaur = game.view(&position, Some(Player::P2));
    assert_eq!(minotaur.loot().iter().map(|&(number, _)| number + 1).collect::<Vec<_>>(), [2, 3]);
    assert_eq!((minotaur.tile(Player::P1), minotaur.sabre()), (None, None));
    let onlooker = game.view(&position, None);
    assert_eq!((onlooker.loot().len(), onlooker.tile(Player::P2).is_some()), (5, true));
    // Three tiles are sensed, four are not.
    let far = |text: &str| {
        let (game, position) = read(text);
        game.sabre(&position)
    };
    let walls = "00000/00000/00000/00000/00000";
    let red = far(&format!("{walls} 0,0-2,2 4,4 9/1/T/- 0 0,0-0,3 1"));
    assert_eq!(red, Sabre { loot: false, minotaur: true });
    assert_eq!(red.to_string(), "red");
    let white = far(&format!("{walls} 0,0-2,2 4,4 9/1/T/- 0 0,0-0,4 1"));
    assert_eq!((white, white.to_string().as_str()), (Sabre::default(), "white"));
    let green = far(&format!("{walls} 0,0-2,2 3,0 9/1/T/- 0 0,0-1,4 1"));
    assert_eq!(green.to_string(), "green");
    let both = far(&format!("{walls} 0,0-2,2 3,0 9/1/T/- 0 0,0-0,1 1"));
    assert_eq!((both, both.to_string().as_str()), (Sabre { loot: true, minotaur: true }, "red"));
}

#[test]
fn the_heuristic_has_the_figures_of_the_assignment() {
    let game = Theseus::default();
    let start = game.start();
    let tile = |row, column| game.maze().tile(row, column).unwrap();
    let position = game.moved_to(&start, [tile(13, 7), tile(13, 4)], Player::P1);
    let worth = |die| game.evaluate_die(&position, Player::P1, die);
    assert_eq!(Die::DIRECTIONS.map(worth), [0, 0, 230, -162].map(Worth));
    assert_eq!(Die::DIRECTIONS.map(|die| worth(die).to_string()), ["0", "0", "+0.23", "-0.162"]);
    let view = game.view(&position, Some(Player::P1));
    assert_eq!(Die::DIRECTIONS.map(|die| view.judge(die).worth), Die::DIRECTIONS.map(worth));
    // The Minotaur goes to Theseus.
    assert_eq!(game.evaluate_die(&position, Player::P2, Die::Right), Worth(162));
    let step = path_step(&view, Die::Down);
    assert_eq!(step.to_string(), "die 5, worth +0.23, loot at 2, opponent not sensed");
}

#[test]
fn all_loot_in_sight_is_summed() {
    let (game, position) =
        read("00000/00000/00000/00000/00000 0,0-4,4 0,1-0,2-0,3 9/3/T/- 0 0,0-4,4 111");
    assert_eq!(game.evaluate_die(&position, Player::P1, Die::Right), Worth(460 + 230 + 138));
    let step = path_step(&game.view(&position, Some(Player::P1)), Die::Right);
    assert!(step.picked);
}

#[test]
fn the_tree_is_that_of_the_assignment() {
    // Figure 2: leaves 5 and 3 below the first move, -1 and 1 below the second.
    let mut figure = Tree::new(0);
    for leaves in [[5, 3], [-1, 1]] {
        let child = figure.add(Tree::<i32>::ROOT, 0);
        for leaf in leaves {
            figure.add(child, leaf);
        }
    }
    let found = child_values(&figure, |&leaf| Worth(leaf));
    assert_eq!(found, [Worth(3), Worth(-1)]);

    let game = Theseus::default();
    let tile = |row, column| game.maze().tile(row, column).unwrap();
    let position = game.moved_to(&game.start(), [tile(13, 7), tile(13, 4)], Player::P1);
    for depth in [2, 3, 6] {
        let tree = tree(&game, &position, depth);
        for node in tree.nodes() {
            let data = tree.data(node);
            let Some(parent) = tree.parent(node) else {
                assert_eq!((data.mv, data.board, data.evaluation), (None, position, Worth(0)));
                continue;
            };
            let above = tree.data(parent);
            let (from, die) = data.mv.unwrap();
            let mover = game.to_move(&above.board);
            assert_eq!(from, above.board.tile(mover));
            assert_eq!(data.board, game.after(&above.board, die));
            let Worth(own) = game.evaluate_die(&above.board, mover, die);
            let change = if mover == Player::P1 { own } else { -own };
            assert_eq!(data.evaluation, Worth(above.evaluation.0 + change));
            let below = tree.children(node).len();
            let expected =
                if tree.depth(node) == depth { 0 } else { game.moves(&data.board).len() };
            assert_eq!(below, expected);
        }
        assert_eq!(values(&tree).len(), 4);
    }
    let two = tree(&game, &position, 2);
    assert_eq!(choose_min_max_move(&two), Some(2));
    let seven = values(&two)[3];
    // To the left of Theseus the Minotaur would come to within reach: -0.162 - 0.27.
    assert_eq!(seven, (Die::Left, Worth(-432)));
}

#[test]
fn a_belief_always_holds_the_truth_and_is_cut_by_the_senses() {
    let mut cut = 0;
    for seed in 0..60 {
        let style = Style::Labyrinth { open: 30 };
        let game = made(9, 3, style, seed).with_plies(80);
        let stumbles = seed % 2 == 0;
        let game = game.with_stumble(Player::P1, stumbles).with_stumble(Player::P2, stumbles);
        let mut dice = Dice::seeded(seed);
        let mut beliefs = [Belief::default(), Belief::default()];
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let side = game.to_move(&position);
            let view = game.view(&position, Some(side));
            let belief = &mut beliefs[side.index()];
            // Looking twice, as after a move that was taken back, changes nothing.
            belief.look(&view);
            let once: Vec<_> = belief.tiles().collect();
            belief.look(&view);
            assert_eq!(belief.tiles().collect::<Vec<_>>(), once);
            assert!(once.contains(&position.tile(side.opponent())), "{}", game.write(&position));
            if view.tile(side.opponent()).is_some() {
                assert_eq!(once.len(), 1);
            }
            cut += u32::from(once.len() < game.maze().len() / 2);
            for &(number, tile) in belief.loot() {
                assert_eq!(game.loot()[number], tile);
            }
            if dice.below(8) == 0 {
                let fair = fair_values(&view, belief, 2);
                let dice: Vec<Die> = fair.iter().map(|&(die, _)| die).collect();
                assert!(dice.iter().all(|&die| game.check(&position, die).is_ok()));
                assert!(!dice.is_empty());
            }
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, *dice.pick(&moves).unwrap());
        }
    }
    assert!(cut > 1000, "{cut}");
}

#[test]
fn a_fair_player_who_sees_everything_that_counts_judges_as_the_other_does() {
    let (game, position) =
        read("00000/00000/00000/00000/00000 0,0-0,3 0,1-0,2 99/2/T/- 0 0,0-0,3 11");
    let mut belief = Belief::default();
    let view = game.view(&position, Some(Player::P1));
    belief.look(&view);
    assert_eq!(fair_values(&view, &belief, 3), values(&tree(&game, &position, 3)));
}

#[test]
fn mazes_are_solved_in_little_memory() {
    let peak = |work: &mut dyn FnMut()| allocation_counter::measure(work).bytes_max;
    let game = made(15, 4, Style::Classic { walls: 139 }, 1);
    let verdict = peak(&mut || {
        winner_without_dawn(&game, &game.start());
    });
    assert!(verdict < 1 << 20, "{verdict}");
    let steps = peak(&mut || assert!(Solved::new(&game, 1 << 30).is_ok()));
    assert!(steps < 8 << 20, "{steps}");
    let large = made(31, 8, Style::Classic { walls: most_walls(31) }, 1);
    let verdict = peak(&mut || {
        winner_without_dawn(&large, &large.start());
    });
    assert!(verdict < 80 << 20, "{verdict}");
}

#[test]
fn perfect_values_and_their_moves_agree_along_a_game() {
    // A win stays a win along the best moves, one ply nearer each time.
    let game = Theseus::from_drawing(include_str!("theseus-m4.txt")).unwrap().with_plies(30);
    let mut position = game.start();
    let mut expected = Some(23);
    while game.outcome(&position).is_none() {
        let value = solve_root(&game, &position);
        assert_eq!((value.outcome, value.plies), (Outcome::Win(Player::P1), expected));
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
