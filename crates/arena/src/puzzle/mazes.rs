//! Candidates of Theseus: hunts and escapes in mazes that are solved.

use agon_core::{Game as _, Notation as _, Outcome, Rng, Side, Stop, derive_seed};
use agon_games::theseus::{MazeGenerator, Position, Solved, Style, Theseus};

use super::{Candidate, PuzzleGoal};
use crate::refused::Refused;

/// The most batches.
const MAZES: u32 = 20_000;

/// The ply limit of the mazes, and how many random moves lead to a position.
const PLIES: u16 = 40;
const WALK: usize = 24;

/// The most memory of a solved maze.
const MEMORY: u64 = 64 << 20;

/// The moves of wins that are asked for.
const FEWEST: u32 = 2;
const MOST: u32 = 7;

/// One hunt, one theft and one escape of a maze at most, so that puzzles differ.
pub(crate) fn from_mazes(
    seed: u64,
    number: u32,
    stop: &dyn Stop,
) -> Result<Option<Vec<Candidate>>, Refused> {
    if number >= MAZES {
        return Ok(None);
    }
    let mut rng = Rng::seeded(derive_seed(seed, &number.to_string()));
    let side = [5, 5, 7][number as usize % 3];
    let open = [15, 30, 50][rng.below(3)];
    let loot = 1 + rng.below(2);
    let generator = MazeGenerator::new(side, loot, Style::Labyrinth { open })?;
    let game = generator.generate(rng.bits()).with_plies(PLIES);
    let solved = Solved::new(&game, MEMORY, stop)?;
    let mut found: Vec<Candidate> = Vec::new();
    let mut kinds = [false; 3];
    for _ in 0..8 {
        let mut position = game.start();
        for _ in 0..WALK {
            let moves = game.moves(&position);
            let Some(&die) = rng.pick(&moves) else { break };
            game.play_unchecked(&mut position, die);
            if let Some((kind, goal)) = goal(&game, &solved, &position)
                && !std::mem::replace(&mut kinds[kind], true)
            {
                found.push(Candidate { position: game.write(&position), goal });
            }
        }
    }
    Ok(Some(found))
}

/// What a position may ask for, with the number of its kind.
fn goal(game: &Theseus, solved: &Solved, position: &Position) -> Option<(usize, PuzzleGoal)> {
    let moves = game.moves(position);
    if moves.len() < 2 || game.outcome(position).is_some() {
        return None;
    }
    let mover = game.to_move(position);
    match solved.winner(position) {
        Some((winner, plies)) if winner == mover => {
            let moves = plies.div_ceil(2);
            let is_asked = (FEWEST..=MOST).contains(&moves);
            is_asked.then_some((mover.index(), PuzzleGoal::Win { moves }))
        }
        Some(_) => None,
        None => {
            let caught = Outcome::Win(mover.opponent());
            let loses = |die: &agon_games::theseus::Die| {
                let next = game.after(position, *die);
                game.outcome(&next) == Some(caught)
                    || solved.winner(&next).is_some_and(|(winner, _)| winner != mover)
            };
            let held = moves.iter().filter(|die| !loses(die)).count();
            (held == 1 && mover == Side::First).then_some((2, PuzzleGoal::Only))
        }
    }
}
