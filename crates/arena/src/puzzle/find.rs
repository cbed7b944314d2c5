//! Candidates from games of the engine against itself.

use agon_core::{
    DefaultEval, Game, MoveOrdering, Notation, Present, Rng, Score, Stop, derive_seed,
};
use agon_search::{Limits, SearchControl};

use super::{Candidate, PuzzleGoal};
use crate::players::{EnginePlayer, Player as _};
use crate::refused::Refused;

/// The most batches.
const GAMES: u32 = 20_000;

/// The node limits of the engine, in turn: weaker play leaves more to be found.
const NODES: [u64; 3] = [300, 1_000, 3_000];

/// The size of the engine's table.
const HASH: usize = 1 << 20;

/// How many random moves a game begins with, at most, after the first two.
const RANDOM: usize = 8;

/// The most moves of wins and of threats that are looked for.
const MOST_WINS: u32 = 3;
const MOST_HOLDS: u32 = 2;

/// Positions of one game that the engine sees a short win in, or in which few moves do not lose
/// at once.
pub(crate) fn from_games<G: Notation + Present + DefaultEval + MoveOrdering>(
    seed: u64,
    number: u32,
    stop: &dyn Stop,
) -> Result<Option<Vec<Candidate>>, Refused> {
    if number >= GAMES {
        return Ok(None);
    }
    let game = G::default();
    let mut rng = Rng::seeded(derive_seed(seed, &number.to_string()));
    let nodes = NODES[number as usize % NODES.len()];
    let limits = Limits { nodes, ..Limits::default() };
    let mut player = EnginePlayer::<G>::limited(limits, HASH, None);
    let mut position = game.start();
    let random = 2 + rng.below(RANDOM + 1);
    let mut found = Vec::new();
    for ply in 0..game.max_plies() as usize {
        if game.outcome(&position).is_some() || stop.is_stopped() {
            break;
        }
        let moves = game.moves(&position);
        if ply < random {
            let Some(&mv) = rng.pick(&moves) else { break };
            game.play_unchecked(&mut position, mv);
            continue;
        }
        let choice = player.choose(&game, &position, &moves, &SearchControl::until(stop), &())?;
        let Some(choice) = choice else { break };
        let won = choice
            .score
            .and_then(Score::proven)
            .filter(|_| choice.score.is_some_and(Score::is_win));
        let won = won.and_then(|proven| proven.plies).map(|plies| plies.div_ceil(2).max(1));
        let goals = match won {
            Some(moves) if moves <= MOST_WINS => vec![PuzzleGoal::Win { moves }],
            Some(_) => Vec::new(),
            None => holds(&game, &position, &moves),
        };
        let text = || game.write(&position);
        found.extend(goals.into_iter().map(|goal| Candidate { position: text(), goal }));
        game.play_unchecked(&mut position, choice.mv);
    }
    Ok(Some(found))
}

/// The goals of holding that a position may have: most moves of a sample must lose soon.
fn holds<G: Game>(game: &G, position: &G::Position, moves: &[G::Move]) -> Vec<PuzzleGoal> {
    const FEW: usize = 3;
    let allows_win = |mv: &&G::Move| {
        let next = game.after(position, **mv);
        game.outcome(&next).is_none() && game.can_win_now(&next)
    };
    let losing = moves.iter().filter(allows_win).count();
    match moves.len() - losing {
        _ if moves.len() < 4 => Vec::new(),
        1 => vec![PuzzleGoal::Hold { moves: 1 }],
        left if left > 1 && left <= FEW * 4 => vec![PuzzleGoal::Hold { moves: MOST_HOLDS }],
        _ => Vec::new(),
    }
}
