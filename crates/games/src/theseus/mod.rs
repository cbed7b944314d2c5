//! Theseus and the Minotaur: a hunt through a maze.
#![doc = include_str!("README.md")]

mod about;
mod assignment_tree;
mod belief;
mod die;
mod drawing;
mod edit;
mod eval;
mod explain;
mod facts;
mod generate;
mod heuristic;
mod maze;
mod minmax;
mod notation;
mod position;
mod rules;
mod scene;
mod senses;
mod solver;
#[cfg(feature = "conformance")]
mod trial_moves;

pub use assignment_tree::{AssignmentNode, assignment_dot, assignment_text, assignment_tree};
pub use belief::Belief;
pub use die::Die;
pub use drawing::MazeRefusal;
pub use eval::Handcrafted;
pub use generate::{GeneratorRefusal, MazeGenerator, Style, most_walls};
pub use heuristic::{Path, PathStep, Sensed, Worth, path_step};
pub use maze::{Maze, Tile, TileName};
pub use minmax::{
    DEPTHS, Node, NodeMove, child_values, choose_min_max_move, fair_values, grown, tree, values,
};
pub use notation::Refusal;
pub use position::Position;
pub use rules::{MOST_LOOT, MOST_PLIES, Rules, Theseus};
pub use senses::{Sabre, View};
pub use solver::{
    RootMove, RootValue, SolveRefusal, Solved, root_effort, solve_root, winner_without_ply_limit,
};

/// The maze in the assignment's first figure.
impl Default for Theseus {
    fn default() -> Theseus {
        Theseus::from_drawing(include_str!("figure1.txt")).expect("the figure is a maze")
    }
}
