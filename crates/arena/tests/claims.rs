//! What the engine calls proven, checked in every game by minimax that looks as far ahead
//! as the claim goes.

use std::sync::Mutex;

use agon_core::{DefaultEval, Notation, Proven, Rng, Score, Side, Verdict};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::{MazeGenerator, Style};
use agon_games::tictactoe::TicTacToe;
use agon_search::{Engine, Info, Limits, SearchControl};

/// What minimax that looks so many plies ahead says to `side`.
fn by_minimax<G: Notation + DefaultEval>(
    game: &G,
    position: &G::Position,
    side: Side,
    depth: u32,
) -> Score {
    let score = match game.outcome(position) {
        Some(outcome) => return outcome.seen_by(side),
        None => {
            let limits = Limits { depth, ..Limits::default() };
            let own = game.default_eval();
            Engine::new(1 << 20)
                .minimax(game, position, &*own, &limits, &SearchControl::default())
                .unwrap()
                .score
        }
    };
    score.absolute(game.to_move(position)).seen_by(side)
}

/// Whether a win or a loss of a line comes true, at the latest when it was said to.
fn holds(said: Proven, found: Score) -> bool {
    let found = found.proven().filter(|found| found.verdict == said.verdict);
    found.is_some_and(|found| found.plies <= said.plies)
}

/// Checks what is claimed of a position on the way and in the end, as far as it goes no
/// further than so many plies; counts the losses and wins.
fn check<G: Notation + DefaultEval>(
    game: &G,
    position: &G::Position,
    engine: &mut Engine<G>,
    limits: &Limits,
    furthest: u32,
    claims: &mut [u32; 2],
) {
    let told = Mutex::new(Vec::new());
    let side = game.to_move(position);
    let report = |info: &Info<G::Move>| told.lock().unwrap().push(info.clone());
    let control = SearchControl::default().reporting(&report);
    engine.best(game, position, &*game.default_eval(), limits, &control, &());
    for info in told.into_inner().unwrap() {
        let Some(said) = info.score.proven() else { continue };
        let Some(plies) = said.plies.filter(|&plies| plies <= furthest) else { continue };
        let context = || format!("{}: {info:?}", game.write(position));
        // The first move of the line leads to it, ...
        let after = game.after(position, info.moves[0]);
        let is_over = game.outcome(&after).is_some();
        assert!(plies > 1 || is_over, "the game goes on, {}", context());
        let found = by_minimax(game, &after, side, plies - 1).one_ply_earlier();
        assert!(holds(said, found), "{found:?}, {}", context());
        // ... and if that is the best line, the others do no better.
        if info.line == 1 && said.verdict == Verdict::Lose {
            let found = by_minimax(game, position, side, plies);
            assert!(holds(said, found), "{found:?}, {}", context());
        }
        claims[usize::from(said.verdict == Verdict::Win)] += 1;
    }
}

/// Checks positions of random games, one after the other with the same engine, whose
/// session is small and remembers what it likes.
fn fuzz<G: Notation + DefaultEval>(
    game: &G,
    games: u64,
    deepest: usize,
    furthest: u32,
) -> [u32; 2] {
    let mut claims = [0, 0];
    let mut engine = Engine::new(1 << 14);
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let depth = 1 + rng.below(deepest) as u32;
            let limits = Limits { depth, nodes: 20_000, lines: 1 + rng.below(3) };
            check(game, &position, &mut engine, &limits, furthest, &mut claims);
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
    }
    claims
}

fn expect(claims: [u32; 2], least: u32) {
    assert!(claims.iter().all(|&count| count >= least), "{claims:?}");
}

#[test]
fn claims_about_santorini_are_true() {
    expect(fuzz(&Santorini::default(), 40, 4, 5), 200);
}

#[test]
fn claims_about_byte_are_true() {
    expect(fuzz(&Byte::default(), 60, 4, 5), 150);
}

#[test]
fn claims_about_nim_are_true() {
    let (game, _) = Nim::read("[4,5,6,7]").unwrap();
    expect(fuzz(&game, 200, 8, 9), 100);
}

#[test]
fn claims_about_tictactoe_are_true() {
    expect(fuzz(&TicTacToe, 200, 9, 9), 100);
}

#[test]
fn claims_about_theseus_are_true() {
    let mut claims = [0, 0];
    for seed in 0..15 {
        let generator = MazeGenerator::new(5, 3, Style::Labyrinth { open: 30 }).unwrap();
        let game = generator.generate(seed).with_plies(30);
        let [lost, won] = fuzz(&game, 3, 8, 9);
        claims = [claims[0] + lost, claims[1] + won];
    }
    expect(claims, 100);
}
