//! Tests of boards that are solved layer by layer.

use std::path::Path;
use std::process::Command;

use agon_core::{Game as _, Notation as _, Rng, Side, Verdict};
use agon_games::santorini::{self, Santorini};
use tempfile::TempDir;

use crate::grid::MOST_CELLS;
use crate::position::Numbered;
use crate::{
    Board, Grid, Solution, StreamedBuild, StreamedEstimate, StreamedOptions, Values as _,
    all_positions,
};

const OPTIONS: StreamedOptions = StreamedOptions { threads: 2, memory: 1 << 30, disk: 1 << 30 };

fn open(grid: Grid, folder: &TempDir) -> StreamedBuild {
    StreamedBuild::open(grid, folder.path(), OPTIONS).unwrap()
}

#[test]
fn verdicts_and_counts_are_those_of_a_table() {
    for (width, height, pawns) in
        [(2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 2, 2), (2, 4, 2), (3, 3, 1), (3, 3, 2)]
    {
        let board = Board::new(width, height).unwrap().with_pawns(pawns).unwrap();
        let solution = Solution::solve(board, 2, &()).unwrap();
        let folder = TempDir::new().unwrap();
        let mut build = open(board.grid(), &folder);
        let mut rng = Rng::seeded(1);
        while let Some(layer) = build.step(&()).unwrap().cloned() {
            let expected = &solution.manifest().layer(layer.layer).unwrap().summary;
            assert_eq!((layer.won, layer.lost), (expected.won, expected.lost), "{board} {layer:?}");
            for _ in 0..expected.indexed.min(300) {
                let index = rng.below(expected.indexed as usize) as u64;
                let position = solution.position(layer.layer, index).unwrap();
                for image in board.images(&position) {
                    let is_lost = solution.value(&image).unwrap().verdict == Verdict::Lose;
                    let text = board.game().write(&image);
                    assert_eq!(build.is_lost(&Numbered::of(&board, &image)), is_lost, "{text}");
                }
            }
        }
        let (manifest, placements) = build.run(&(), |_| ()).unwrap();
        assert!(manifest.is_complete());
        let lost: usize = placements.iter().map(|placement| placement.beating.len()).sum();
        assert_eq!(lost as u64, manifest.layers.last().unwrap().lost);
    }
}
