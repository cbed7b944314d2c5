//! Theseus and the Minotaur: what players sense, believe and think.

use agon_core::{Game as _, NodeId, Notation as _, Present as _, Rng, Side, Tree};
use agon_games::theseus::{
    Belief, Die, MazeGenerator, Node, NodeMove, Position, Sabre, Style, Theseus, Worth,
    assignment_dot, assignment_text, assignment_tree, child_values, choose_min_max_move,
    fair_values, path_step, tree, values,
};

fn read(text: &str) -> (Theseus, Position) {
    Theseus::read(text).unwrap()
}

#[test]
fn senses_reach_three_tiles_and_not_through_walls() {
    let (game, position) =
        read("00000/00000/00200/00000/00000 0,0-4,4 2,0-2,4-4,2-2,3-0,4 99/5/T/- 0 2,2-4,4 11111");
    let view = game.view(&position, Some(Side::First));
    // s1 is two to the left, s3 two above; s2 and s4 are behind the wall on the right.
    assert_eq!(view.loot().iter().map(|&(number, _)| number + 1).collect::<Vec<_>>(), [1, 3]);
    assert_eq!((view.tile(Side::First).is_some(), view.tile(Side::Second)), (true, None));
    assert_eq!((view.left(), view.total()), (5, 5));
    assert_eq!(view.sabre(), Some(Sabre { loot: true, minotaur: false }));
    let minotaur = game.view(&position, Some(Side::Second));
    assert_eq!(minotaur.loot().iter().map(|&(number, _)| number + 1).collect::<Vec<_>>(), [2, 3]);
    assert_eq!((minotaur.tile(Side::First), minotaur.sabre()), (None, None));
    let onlooker = game.view(&position, None);
    assert_eq!((onlooker.loot().len(), onlooker.tile(Side::Second).is_some()), (5, true));
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
    let position = game.moved_to(&start, [tile(13, 7), tile(13, 4)], Side::First);
    let worth = |die| game.evaluate_die(&position, Side::First, die);
    assert_eq!(Die::DIRECTIONS.map(worth), [0, 0, 230, -162].map(Worth));
    assert_eq!(Die::DIRECTIONS.map(|die| worth(die).to_string()), ["0", "0", "+0.23", "-0.162"]);
    let view = game.view(&position, Some(Side::First));
    assert_eq!(Die::DIRECTIONS.map(|die| view.judge(die).worth), Die::DIRECTIONS.map(worth));
    // The Minotaur goes to Theseus.
    assert_eq!(game.evaluate_die(&position, Side::Second, Die::Right), Worth(162));
    let step = path_step(&view, Die::Down);
    assert_eq!(
        step.to_string(),
        "die 5, worth +0.23; in that direction: loot at 2, opponent not sensed"
    );
}

#[test]
fn the_minotaur_goes_to_loot_and_nobody_picks_up_where_he_is_caught() {
    let walls = "00000/00000/00000/00000/00000";
    let (game, position) = read(&format!("{walls} 0,0-4,4 4,2-0,1 9/2/M/- 0 0,0-4,4 11"));
    assert_eq!(game.evaluate_die(&position, Side::Second, Die::Left), Worth(230));
    // The Minotaur stands on the loot next to Theseus.
    let (game, position) = read(&format!("{walls} 0,0-4,4 4,2-0,1 9/2/T/- 0 0,0-0,1 11"));
    let view = game.view(&position, Some(Side::First));
    let step = path_step(&view, Die::Right);
    assert_eq!((step.picked, step.sensed.worth), (false, Worth(460 - 540)));
    // The Minotaur does not pick up anything.
    let (game, position) = read(&format!("{walls} 0,0-4,4 4,3-0,1 9/2/M/- 0 0,0-4,4 11"));
    assert!(!path_step(&game.view(&position, Some(Side::Second)), Die::Left).picked);
    // The loot under the Minotaur is drawn, whatever its number.
    let (game, position) = read(&format!("{walls} 0,0-4,4 4,3-0,1 9/2/M/- 0 0,0-0,1 11"));
    let board = game.text_board(&game.view(&position, None)).unwrap();
    assert!(board.contains("| T  Ms2            |"), "{board}");
    let loot = ["1,0", "1,1", "1,2", "1,3", "1,4", "2,0", "2,1", "2,2", "2,3", "0,1"].join("-");
    let (game, position) = read(&format!("{walls} 0,0-4,4 {loot} 9/2/M/- 0 0,0-0,1 1111111111"));
    let board = game.text_board(&game.view(&position, None)).unwrap();
    assert!(board.contains("| T  M10            |"), "{board}");
}

#[test]
fn all_loot_in_sight_is_summed() {
    let (game, position) =
        read("00000/00000/00000/00000/00000 0,0-4,4 0,1-0,2-0,3 9/3/T/- 0 0,0-4,4 111");
    assert_eq!(game.evaluate_die(&position, Side::First, Die::Right), Worth(460 + 230 + 138));
    let step = path_step(&game.view(&position, Some(Side::First)), Die::Right);
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
    let position = game.moved_to(&game.start(), [tile(13, 7), tile(13, 4)], Side::First);
    for depth in [2, 3, 6] {
        let tree = tree(&game, &position, depth);
        for node in tree.nodes() {
            let data = tree.data(node);
            let Some(parent) = tree.parent(node) else {
                assert_eq!(*data, Node { board: Some(position), ..Node::default() });
                continue;
            };
            let above = tree.data(parent);
            let (before, after) = (above.board.unwrap(), data.board.unwrap());
            let die = data.mv.unwrap().die().unwrap();
            let mover = game.to_move(&before);
            assert_eq!(data.mv, Some(NodeMove::new(&game, before.tile(mover), die)));
            assert_eq!(after, game.after(&before, die));
            let Worth(own) = game.evaluate_die(&before, mover, die);
            let change = if mover == Side::First { own } else { -own };
            assert_eq!(data.evaluation, Worth(above.evaluation.0 + change));
            assert_eq!(data.depth, tree.depth(node));
            let below = tree.children(node).len();
            let expected = if tree.depth(node) == depth { 0 } else { game.moves(&after).len() };
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

/// Figure 2 of the assignment, its moves made on any tile.
fn figure_2() -> Tree<Node> {
    let node = |depth, die, points| Node {
        mv: Some(NodeMove([0, 0, die])),
        depth,
        evaluation: Worth(1000 * points),
        board: None,
    };
    let mut tree = Tree::new(Node::default());
    for (die, leaves) in [(1, [5, 3]), (3, [-1, 1])] {
        let child = tree.add(Tree::<Node>::ROOT, node(1, die, 0));
        for (die, leaf) in [1, 3].into_iter().zip(leaves) {
            tree.add(child, node(2, die, leaf));
        }
    }
    tree
}

#[test]
fn figure_2_is_shown_with_its_reasons() {
    let tree = figure_2();
    assert_eq!(choose_min_max_move(&tree), Some(0));
    let shown = assignment_tree(&tree, |_| String::new());
    let text = "\
root*, depth 0: evaluation 0, minimax +3 because 3 > -1
├─ [0, 0, 1]*, depth 1: evaluation 0, minimax +3 because 3 < 5
│  ├─ [0, 0, 1], depth 2: evaluation +5, minimax +5
│  └─ [0, 0, 3]*, depth 2: evaluation +3, minimax +3
└─ [0, 0, 3], depth 1: evaluation 0, minimax -1 because -1 < 1
   ├─ [0, 0, 1], depth 2: evaluation -1, minimax -1
   └─ [0, 0, 3], depth 2: evaluation +1, minimax +1
";
    assert_eq!(assignment_text(&shown), text);
    let dot = assignment_dot(&shown);
    assert!(
        dot.contains(r#"n0 [label="depth 0\nevaluation 0\nminimax +3\n3 > -1", penwidth=2];"#),
        "{dot}"
    );
    assert!(dot.contains(r#"n0 -> n1 [label="[0, 0, 1]", penwidth=2];"#), "{dot}");
    assert!(dot.contains(r#"n0 -> n4 [label="[0, 0, 3]"];"#), "{dot}");
}

/// Minimax as the assignment tells it: my best of the opponent's best replies.
fn by_recursion(tree: &Tree<Node>, node: NodeId, mine: bool) -> Worth {
    let below = tree.children(node).iter().map(|&child| by_recursion(tree, child, !mine));
    let best = if mine { below.max() } else { below.min() };
    best.unwrap_or(tree.data(node).evaluation)
}

#[test]
fn every_node_has_the_value_and_the_choice_of_plain_minimax() {
    for seed in 0..20 {
        let style = Style::Labyrinth { open: 40 };
        let game = MazeGenerator::new(5, 3, style).unwrap().generate(seed).with_plies(30);
        let mut position = game.start();
        let mut rng = Rng::seeded(seed);
        for depth in [2, 3, 4, 5] {
            let tree = tree(&game, &position, depth);
            let shown = assignment_tree(&tree, |position| game.write(position));
            for id in tree.nodes() {
                let node = shown.data(id);
                let mine = tree.depth(id).is_multiple_of(2);
                assert_eq!((node.value, node.is_max), (by_recursion(&tree, id, mine), mine));
                let chosen = node.choice.map(|index| tree.children(id)[index]);
                let value = chosen.map(|child| shown.data(child).value);
                assert_eq!(value.unwrap_or(node.evaluation), node.value);
                let board = tree.data(id).board.map(|board| game.write(&board));
                assert_eq!(node.position, board);
            }
            let chosen = |id: NodeId| {
                let children = shown.children(id).iter();
                children.copied().find(|&child| shown.data(child).is_chosen)
            };
            let line = std::iter::successors(Some(Tree::<Node>::ROOT), |&id| chosen(id)).count();
            let starred = shown.nodes().filter(|&id| shown.data(id).is_chosen).count();
            assert_eq!(line, starred, "one line is starred");
            assert_eq!(shown.data(Tree::<Node>::ROOT).choice, choose_min_max_move(&tree));
            let Some(&die) = rng.pick(&game.moves(&position)) else { break };
            position = game.after(&position, die);
        }
    }
}

#[test]
fn a_belief_always_holds_the_truth_and_is_cut_by_the_senses() {
    let mut cut = 0;
    for seed in 0..60 {
        let style = Style::Labyrinth { open: 30 };
        let game = MazeGenerator::new(9, 3, style).unwrap().generate(seed).with_plies(80);
        let stumbles = seed % 2 == 0;
        let game = game.with_stumble(Side::First, stumbles).with_stumble(Side::Second, stumbles);
        let mut rng = Rng::seeded(seed);
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
            if rng.below(8) == 0 {
                let fair = fair_values(&view, belief, 2);
                let dice: Vec<Die> = fair.iter().map(|&(die, _)| die).collect();
                assert!(dice.iter().all(|&die| game.check(&position, die).is_ok()));
                assert!(!dice.is_empty());
            }
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, *rng.pick(&moves).unwrap());
        }
    }
    assert!(cut > 1000, "{cut}");
}

#[test]
fn a_belief_remembers_loot_and_forgets_what_was_taken_back() {
    let walls = "0000000/0000000/0000000/0000000/0000000/0000000/0000000";
    let at =
        |ply: u32, tiles: &str| read(&format!("{walls} 0,0-6,6 0,2-5,5 99/2/T/- {ply} {tiles} 11"));
    let mut belief = Belief::default();
    let (game, start) = at(0, "0,0-6,6");
    belief.look(&game.view(&start, Some(Side::First)));
    assert_eq!(belief.loot().len(), 1);
    assert_eq!(belief.tiles().collect::<Vec<_>>(), [game.maze().start(Side::Second)]);
    // Out of sight it is remembered, and the Minotaur has made a move.
    let (_, later) = at(2, "1,0-5,6");
    belief.look(&game.view(&later, Some(Side::First)));
    assert_eq!(belief.loot().len(), 1);
    assert_eq!(belief.tiles().count(), 2);
    let (_, later) = at(4, "2,0-4,6");
    belief.look(&game.view(&later, Some(Side::First)));
    assert_eq!(belief.tiles().count(), 4);
    // The second move is taken back and another made.
    let (_, other) = at(2, "0,1-6,5");
    belief.look(&game.view(&other, Some(Side::First)));
    assert_eq!(belief.tiles().count(), 2);
    // A side that looks for the first time in mid-game, or not from its starting tile,
    // knows only what it senses.
    for (ply, tiles) in [(6, "3,0-4,6"), (0, "3,3-6,6")] {
        let (_, position) = at(ply, tiles);
        let mut late = Belief::default();
        late.look(&game.view(&position, Some(Side::First)));
        assert!(late.tiles().count() > 30, "{tiles}");
        assert!(late.tiles().any(|tile| tile == position.tile(Side::Second)));
    }
}

#[test]
fn fair_values_are_sums_over_all_that_may_be() {
    let (game, position) =
        read("00000/00000/00000/00000/00000 0,0-4,4 0,1-4,1-2,4 99/3/T/- 2 1,1-4,4 011");
    let mut belief = Belief::default();
    let view = game.view(&position, Some(Side::First));
    belief.look(&view);
    let tiles: Vec<_> = belief.tiles().collect();
    assert!(tiles.len() > 10);
    // The loot that was taken is not needed any more: with what is sensed the goal is not
    // in reach, so no line ends early and every die has a value on every board.
    let fair = fair_values(&view, &belief, 2);
    let mut sums = std::collections::BTreeMap::new();
    for tile in tiles {
        let known = format!("{}", game.maze().name(tile));
        // Only s2 is sensed, three tiles above.
        let text = format!("00000/00000/00000/00000/00000 0,0-4,4 4,1 99/1/T/- 2 1,1-{known} 1");
        let (imagined, place) = read(&text);
        let imagined = imagined.clone();
        for (die, worth) in values(&tree(&imagined, &place, 2)) {
            *sums.entry(die.number()).or_insert(0) += worth.0;
        }
    }
    let fair: Vec<(u8, i32)> = fair.iter().map(|&(die, worth)| (die.number(), worth.0)).collect();
    let mut expected: Vec<(u8, i32)> = sums.into_iter().collect();
    expected.sort_unstable();
    let mut found = fair;
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn a_fair_player_who_sees_everything_that_counts_judges_as_the_other_does() {
    let (game, position) =
        read("00000/00000/00000/00000/00000 0,0-0,3 0,1-0,2 99/2/T/- 0 0,0-0,3 11");
    let mut belief = Belief::default();
    let view = game.view(&position, Some(Side::First));
    belief.look(&view);
    assert_eq!(fair_values(&view, &belief, 3), values(&tree(&game, &position, 3)));
}
