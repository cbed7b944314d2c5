//! Editing positions of NIM.

use agon_core::{Brush, Edit, Notation as _, Present as _, Scene, quote};

use super::heaps::Heaps;
use super::notation::Refusal;
use super::rules::{Nim, Position};

impl Edit for Nim {
    const BRUSHES: &'static [Brush] = &[
        Brush::on_board("add", '+', None),
        Brush::on_board("take", '−', None),
        Brush::on_board("remove_heap", '⌫', None),
        Brush::action("heap", '|'),
        Brush::TURN,
        Brush::CLEAR,
    ];

    fn draft_scene(draft: &str) -> Result<Scene, Refusal> {
        let (game, position) = Nim::read(draft)?;
        Ok(game.scene(&position.heaps))
    }

    fn edit(draft: &str, brush: &str, element: &str) -> Result<String, Refusal> {
        let (game, Position { heaps, to_move }) = Nim::read(draft)?;
        let mut sizes: Vec<u64> = heaps.iter().map(|size| size as u64).collect();
        let mut to_move = to_move;
        match brush {
            "turn" => to_move = to_move.opponent(),
            "clear" => sizes.clear(),
            "heap" => sizes.push(1),
            _ => {
                let row = element.split_once('.').and_then(|(row, _)| row.parse::<usize>().ok());
                let index = row.and_then(|row| row.checked_sub(1)).filter(|&it| it < sizes.len());
                let index = index.ok_or_else(|| Refusal::Heap { found: quote(element) })?;
                match brush {
                    "add" => sizes[index] += 1,
                    "take" => sizes[index] -= 1,
                    _ => sizes[index] = 0,
                }
            }
        }
        sizes.retain(|&size| size > 0);
        let count = sizes.len();
        let heaps = Heaps::of(sizes).ok_or(Refusal::TooLarge { heaps: count })?;
        Ok(game.write(&Position { heaps, to_move }))
    }
}
