//! Random numbers, and pictures of trees.

use agon_core::{Rng, SvgNode, Tree};

#[test]
fn the_numbers_are_those_of_the_published_generator() {
    let mut rng = Rng::seeded(1_234_567);
    let first = [rng.bits(), rng.bits(), rng.bits()];
    assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
}

#[test]
fn boxes_of_one_level_do_not_overlap() {
    let mut tree = Tree::new(());
    let left = tree.add(Tree::<()>::ROOT, ());
    let middle = tree.add(Tree::<()>::ROOT, ());
    tree.add(left, ());
    tree.add(left, ());
    tree.add(middle, ());
    let svg = tree.svg(|_| SvgNode::default());
    // The first is the background. A box is 16 wide, with a gap of 12.
    let boxes = svg.split("<rect x=\"").skip(2).filter_map(|rest| rest.split('"').next());
    assert_eq!(boxes.collect::<Vec<_>>(), ["35", "14", "56", "0", "28", "56"]);
}
