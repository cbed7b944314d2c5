//! The tree recorder, against plain minimax and against its own tree without pruning.

use std::sync::atomic::AtomicBool;

use agon_core::dummy::{Points, TreeGame};
use agon_core::{Bound, Game as _, NodeId, Notation as _, Score, SearchNode, Tree, score_words};
use agon_search::{TreeOptions, plain_minimax, record_tree};

type Seen = Tree<SearchNode<usize, NodeId>>;

const ROOT: NodeId = Seen::ROOT;

/// The tree of a random game, five plies deep.
fn recorded(game: &TreeGame, pruning: bool, top: usize) -> Seen {
    let options = TreeOptions { depth: 5, pruning, top, nodes: 1_000_000, with_pruned: false };
    record_tree(game, &game.start(), &Points, &options, &()).unwrap().tree
}

/// The child of a node by a move.
fn child(tree: &Seen, id: NodeId, mv: usize) -> Option<NodeId> {
    tree.children(id).iter().copied().find(|&child| tree.data(child).mv == Some(mv))
}

/// The node of `tree` by the moves that lead to `id` in `other`.
fn same(tree: &Seen, other: &Seen, id: NodeId) -> NodeId {
    match other.parent(id).zip(other.data(id).mv) {
        None => ROOT,
        Some((parent, mv)) => child(tree, same(tree, other, parent), mv).unwrap(),
    }
}

#[test]
fn the_recorded_value_is_that_of_plain_minimax_with_or_without_pruning() {
    let mut saved = 0;
    for seed in 0..500 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        let expected = plain_minimax(&game, &start, 5, &Points);
        let mut counts = Vec::new();
        for pruning in [false, true] {
            let options =
                TreeOptions { depth: 5, pruning, top: 3, nodes: 1_000_000, with_pruned: false };
            let recorded = record_tree(&game, &start, &Points, &options, &()).unwrap();
            let tree = &recorded.tree;
            let root = tree.nodes().next().unwrap();
            assert_eq!(tree.data(root).value, expected.0, "seed {seed}");
            let chosen = tree.chosen(root).and_then(|child| tree.data(child).mv);
            assert_eq!(chosen, expected.1, "seed {seed}");
            assert!(tree.nodes().all(|id| tree.children(id).len() <= 3));
            assert!(pruning || tree.nodes().all(|id| tree.data(id).cut.is_none()));
            counts.push(recorded.nodes);
        }
        assert!(counts[1] <= counts[0]);
        saved += counts[0] - counts[1];
    }
    assert!(saved > 1000, "{saved}");
}

#[test]
fn a_cutoff_names_its_bound_and_where_it_was_found() {
    // The second move of the first player is refuted by its first answer.
    let (game, start) = TreeGame::read("a(b(a:6(1)a:8(1))b(a:4(1)a:9(1)a:9(1)))").unwrap();
    let options = TreeOptions { depth: 2, pruning: true, top: 9, nodes: 100, with_pruned: false };
    let recorded = record_tree(&game, &start, &Points, &options, &()).unwrap();
    assert_eq!(
        recorded.tree.outline(score_words),
        "root*: +6 [-, -]\n\
         ├─ 0*: +6 [-, -]\n\
         │  ├─ 0*: +6 [-, -]\n\
         │  └─ 1: +8 [-, +6]\n\
         └─ 1: <= +4 [+6, -] pruned 2 moves: +4 <= alpha +6, found at 0\n   \
            └─ 0: +4 [+6, -]\n"
    );
    assert_eq!(recorded.nodes, 6);
    let small = TreeOptions { nodes: 5, ..options };
    assert!(record_tree(&game, &start, &Points, &small, &()).is_none());
    let dot = recorded.tree.to_dot(score_words);
    assert!(dot.starts_with("digraph tree {") && dot.contains("n0 -> n1 [label=\"0\""), "{dot}");
    assert!(dot.contains("[label=\"<= +4\\npruned 2 moves"), "{dot}");
}

/// Whether moves were pruned at a node or below.
fn is_pruned(tree: &Seen, id: NodeId) -> bool {
    tree.data(id).cut.is_some() || tree.children(id).iter().any(|&child| is_pruned(tree, child))
}

#[test]
fn values_are_exact_or_bounds_and_say_so() {
    let mut counts = [0; 3];
    for seed in 0..1000 {
        let game = TreeGame::grown(seed, 7);
        let (whole, pruned) = (recorded(&game, false, 99), recorded(&game, true, 99));
        assert!(whole.nodes().all(|id| whole.data(id).bound == Bound::Exact));
        assert_eq!(pruned.data(ROOT).bound, Bound::Exact, "seed {seed}");
        for id in pruned.nodes() {
            let node = pruned.data(id);
            let true_value = whole.data(same(&whole, &pruned, id)).value;
            let holds = match node.bound {
                Bound::Exact => true_value == node.value,
                Bound::Upper => true_value <= node.value,
                Bound::Lower => true_value >= node.value,
            };
            assert!(holds, "seed {seed}: {true_value:?}, {node:?}");
            let is_exact = node.bound == Bound::Exact;
            assert!(is_exact || is_pruned(&pruned, id), "seed {seed}: {node:?}");
            assert!(!node.is_chosen || is_exact, "seed {seed}: {node:?}");
            counts[node.bound as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

#[test]
fn cutoffs_name_the_value_that_was_found_elsewhere() {
    let mut counts = [0, 0];
    for seed in 0..1000 {
        let game = TreeGame::grown(seed, 7);
        let tree = recorded(&game, true, 99);
        for id in tree.nodes() {
            let node = tree.data(id);
            let Some(cut) = &node.cut else { continue };
            let is_max = node.mover == tree.data(ROOT).mover;
            assert_eq!(cut.from_above, is_max, "seed {seed}: {node:?}");
            assert!(if is_max { node.value >= cut.bound } else { node.value <= cut.bound });
            // Both sides had a choice between the two, at a node that leads to both.
            let found = cut.found_at.iter().try_fold(ROOT, |id, &mv| child(&tree, id, mv));
            let found = tree.data(found.unwrap());
            assert_eq!(found.value, cut.bound, "seed {seed}: {node:?}");
            assert_eq!(node.window.unwrap()[usize::from(is_max)], cut.bound, "seed {seed}");
            let moves = game.moves(&node.position).len();
            assert_eq!(tree.children(id).len() + cut.left, moves, "seed {seed}: {node:?}");
            counts[usize::from(is_max)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

#[test]
fn the_children_that_are_shown_are_the_best_for_the_side_to_move() {
    let mut hidden = [0, 0];
    for seed in 0..500 {
        let game = TreeGame::grown(seed, 7);
        let (all, some) = (recorded(&game, false, 99), recorded(&game, false, 2));
        assert!(all.nodes().all(|id| all.data(id).hidden == 0));
        for id in some.nodes() {
            let twin = same(&all, &some, id);
            let is_max = some.data(id).mover == some.data(ROOT).mover;
            let worth = |&id: &NodeId| -> Score {
                let value = all.data(id).value;
                if is_max { -value } else { value }
            };
            let mut best = all.children(twin).to_vec();
            best.sort_by_key(worth);
            best.truncate(2);
            best.sort_by_key(|id| all.data(*id).mv);
            let shown: Vec<_> = some.children(id).iter().map(|&id| some.data(id).mv).collect();
            let best: Vec<_> = best.iter().map(|&id| all.data(id).mv).collect();
            assert_eq!(shown, best, "seed {seed}");
            let gone = all.children(twin).len() - shown.len();
            assert_eq!(some.data(id).hidden, gone, "seed {seed}");
            hidden[usize::from(is_max)] += gone;
        }
    }
    assert!(hidden.iter().all(|&count| count > 200), "{hidden:?}");
}

#[test]
fn a_recording_that_is_stopped_has_no_tree() {
    let game = TreeGame::grown(3, 12);
    let options =
        TreeOptions { depth: 12, pruning: false, top: 1, nodes: u64::MAX, with_pruned: false };
    let whole = record_tree(&game, &game.start(), &Points, &options, &()).unwrap();
    assert!(whole.nodes > 5_000, "{} nodes are too few to be stopped", whole.nodes);
    let stop = AtomicBool::new(true);
    assert!(record_tree(&game, &game.start(), &Points, &options, &stop).is_none());
}

#[test]
fn the_whole_tree_has_every_move_and_alpha_can_be_checked_in_it() {
    let mut pruned = 0;
    for seed in 0..100 {
        let game = TreeGame::grown(seed, 7);
        let nodes = 1_000_000;
        let options =
            TreeOptions { depth: 5, pruning: true, top: usize::MAX, nodes, with_pruned: true };
        let whole = record_tree(&game, &game.start(), &Points, &options, &()).unwrap().tree;
        let searched = recorded(&game, true, usize::MAX);
        assert_eq!(whole.data(ROOT).value, searched.data(ROOT).value, "seed {seed}");
        for id in whole.nodes().filter(|&id| !whole.data(id).is_pruned) {
            let (node, children) = (whole.data(id), whole.children(id));
            if children.is_empty() {
                continue;
            }
            let moves: Vec<Option<usize>> = children.iter().map(|&it| whole.data(it).mv).collect();
            let legal: Vec<Option<usize>> =
                game.moves(&node.position).into_iter().map(Some).collect();
            assert_eq!(moves, legal, "seed {seed}");
            // The window narrows by the values of the siblings before, and by nothing else.
            let is_max = node.mover == whole.data(ROOT).mover;
            let mut window = node.window.unwrap();
            for child in children.iter().map(|&child| whole.data(child)) {
                assert!(!child.is_pruned || window[0] >= window[1], "seed {seed}");
                if child.is_pruned {
                    pruned += 1;
                    continue;
                }
                assert_eq!(child.window, Some(window), "seed {seed}");
                match is_max {
                    true => window[0] = window[0].max(child.value),
                    false => window[1] = window[1].min(child.value),
                }
            }
        }
        assert!(whole.nodes().all(|id| !(whole.data(id).is_pruned && whole.data(id).is_chosen)));
    }
    assert!(pruned > 100, "{pruned}");
}
