//! Random dummy games.

use super::{MAX_DEPTH, ROOT, State, TreeGame, opening};
use crate::{NodeId, Notation as _, Outcome, Rng, Side, Tree};

impl TreeGame {
    /// A random tree of at most this depth. Turns often do not alternate, and the side
    /// that moved last may lose. No position is reached in two ways.
    pub fn grown(seed: u64, depth: u32) -> TreeGame {
        let mut rng = Rng::seeded(seed);
        let mut tree = Tree::new(random_turn(&mut rng));
        let mut growing = vec![ROOT];
        while let Some(id) = growing.pop() {
            for _ in 0..1 + rng.below(4) {
                if tree.depth(id) + 1 < depth && rng.below(5) > 0 {
                    let turn = random_turn(&mut rng);
                    growing.push(tree.add(id, turn));
                } else {
                    tree.add(id, random_end(&mut rng));
                }
            }
        }
        let mut text = String::new();
        write_tree(&tree, ROOT, &mut text);
        TreeGame::read(&text).expect("a tree that was written").0
    }

    /// A random tree like those of [`grown`](TreeGame::grown), with transpositions: many
    /// positions are reached in several ways, often at different depths.
    pub fn grown_shared(seed: u64, depth: u32) -> TreeGame {
        let mut growth = Growth { rng: Rng::seeded(seed), text: String::new(), heights: vec![] };
        growth.grow(depth.clamp(1, MAX_DEPTH as u32));
        TreeGame::read(&growth.text).expect("a tree that was written").0
    }
}

fn random_turn(rng: &mut Rng) -> State {
    State::Turn { mover: Side::BOTH[rng.below(2)], points: rng.below(201) as i32 - 100 }
}

fn random_end(rng: &mut Rng) -> State {
    let ends = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
    State::Over(ends[rng.below(3)])
}

fn write_tree(tree: &Tree<State>, id: NodeId, text: &mut String) {
    *text += &opening(*tree.data(id));
    if !tree.children(id).is_empty() {
        text.push('(');
        tree.children(id).iter().for_each(|&child| write_tree(tree, child, text));
        text.push(')');
    }
}

/// A tree with transpositions that is being written.
struct Growth {
    rng: Rng,
    text: String,
    /// The height of each node, once it is written out.
    heights: Vec<Option<u32>>,
}

impl Growth {
    /// Writes a turn from which no line is longer than `depth`, and returns the length of
    /// the longest.
    fn grow(&mut self, depth: u32) -> u32 {
        let number = self.heights.len();
        self.heights.push(None);
        self.text += &opening(random_turn(&mut self.rng));
        self.text.push('(');
        let mut height = 0;
        for _ in 0..1 + self.rng.below(4) {
            height = height.max(1 + self.grow_child(depth - 1));
        }
        self.text.push(')');
        self.heights[number] = Some(height);
        height
    }

    fn grow_child(&mut self, depth: u32) -> u32 {
        let fits = |height: Option<u32>| height.is_some_and(|height| (1..=depth).contains(&height));
        let earlier: Vec<usize> =
            (0..self.heights.len()).filter(|&number| fits(self.heights[number])).collect();
        if self.rng.below(3) == 0
            && let Some(&number) = self.rng.pick(&earlier)
        {
            self.text += &format!("[{number}]");
            return self.heights[number].unwrap_or(0);
        }
        if depth > 0 && self.rng.below(5) > 0 {
            return self.grow(depth);
        }
        self.heights.push(Some(0));
        self.text += &opening(random_end(&mut self.rng));
        0
    }
}
