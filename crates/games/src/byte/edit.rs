//! Editing positions of Byte: checkers go on top of stacks, and come off them.

use agon_core::{Brush, Edit, Notation as _, Present as _, Scene, Side};

use super::notation::{Refusal, read_draft, read_square};
use super::position::{Position, Stack};
use super::rules::Byte;

impl Edit for Byte {
    const BRUSHES: &'static [Brush] = &[
        Brush::on_board("x", 'X', Some(Side::First)),
        Brush::on_board("o", 'O', Some(Side::Second)),
        Brush::on_board("pop", '⌫', None),
        Brush::action("won_x", 'X'),
        Brush::action("won_o", 'O'),
        Brush::TURN,
        Brush::CLEAR,
    ];

    fn draft_scene(draft: &str) -> Result<Scene, Refusal> {
        let (game, position) = read_draft(draft)?;
        Ok(game.scene(&position))
    }

    fn edit(draft: &str, brush: &str, element: &str) -> Result<String, Refusal> {
        let (game, mut position) = read_draft(draft)?;
        // After the most stacks that can be won comes none again.
        let next = |score: u8| if u32::from(score) < game.majority() { score + 1 } else { 0 };
        match brush {
            "turn" => position.to_move = position.to_move.opponent(),
            "clear" => position = Position { to_move: position.to_move, ..Position::EMPTY },
            "won_x" => position.score[0] = next(position.score[0]),
            "won_o" => position.score[1] = next(position.score[1]),
            _ => {
                // The name of a checker begins with that of its square.
                let name = element.split_once('/').map_or(element, |(square, _)| square);
                let square = read_square(game.board, name)?;
                let stack = position.stack(square);
                let height = stack.height();
                let Stack(code) = stack;
                let changed = match brush {
                    "pop" if height == 0 => stack,
                    "pop" => Stack(code & ((1 << (height - 1)) - 1) | 1 << (height - 1)),
                    _ if height == 7 => {
                        let square = game.board.name(square);
                        return Err(Refusal::StackHeight { square, height: 8 });
                    }
                    _ => {
                        let checkers = code & !(1 << height);
                        Stack(checkers | u8::from(brush == "o") << height | 2 << height)
                    }
                };
                position.put(square, changed);
            }
        }
        Ok(game.write(&position))
    }
}
