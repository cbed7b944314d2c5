//! What the battery tries the rules with.

use agon_core::Outcome;
use agon_core::Side::{First, Second};
use agon_core::conformance::TrialMoves;
use agon_infer::GamePosition;

use crate::{DatalogGame, GameMove};

impl TrialMoves for DatalogGame {
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[
            (
                "tictactoe o mark(00,x) mark(01,x) mark(02,x) mark(10,o) mark(11,o)",
                Outcome::Win(First),
            ),
            (
                "tictactoe x mark(00,o) mark(01,x) mark(02,x) mark(11,o) mark(12,x) mark(22,o)",
                Outcome::Win(Second),
            ),
            (
                "tictactoe o mark(00,x) mark(01,o) mark(02,x) mark(10,x) mark(11,o) mark(12,o) mark(20,o) mark(21,x) mark(22,x)",
                Outcome::Draw,
            ),
            (
                "misere_tictactoe o mark(00,x) mark(01,x) mark(02,x) mark(10,o) mark(11,o)",
                Outcome::Win(Second),
            ),
            ("nim second", Outcome::Win(Second)),
            ("normal_nim second", Outcome::Win(First)),
            ("santorini red height(00,3) pawn(00,blue) pawn(11,red)", Outcome::Win(First)),
            ("byte o score(x,2)", Outcome::Win(First)),
            (
                "theseus theseus at(theseus,'0,0') at(minotaur,'0,0') loot('2,1')",
                Outcome::Win(Second),
            ),
            (
                "theseus theseus ply=200 at(theseus,'0,0') at(minotaur,'1,0') loot('2,1')",
                Outcome::Draw,
            ),
            (
                "connect_four red disc(a1,yellow) disc(b1,yellow) disc(c1,yellow) disc(d1,yellow)",
                Outcome::Win(First),
            ),
            ("breakthrough black pawn(a5,white) pawn(b4,black)", Outcome::Win(First)),
        ]
    }

    fn trial_moves(&self, position: &GamePosition) -> Vec<GameMove> {
        // All legal moves, and moves that are probably not legal.
        let legal = self.rules().legal(position);
        let count = self.rules().move_count();
        let step = (count / 97).max(1);
        let mut moves: Vec<u32> =
            legal.into_iter().chain((0..count).step_by(step as usize)).collect();
        moves.sort_unstable();
        moves.dedup();
        moves.into_iter().map(GameMove).collect()
    }
}
