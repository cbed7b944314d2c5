//! Proofs of endings, by the prover and by the engine, against exhaustive search.

use std::collections::HashMap;

use agon_core::{DefaultEval as _, Game, Notation, Outcome, Rng, Score, Verdict};
use agon_games::byte::{Byte, Position};
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;
use agon_search::{EndingProver, Engine, Info, Limits, SearchControl};

/// The value of a position by its definition, unless it takes more positions than `most`.
fn exact<G: Game>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, Score>,
    most: usize,
) -> Option<Score> {
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return Some(outcome.seen_by(mover));
    }
    if let Some(&score) = known.get(position) {
        return Some(score);
    }
    let mut best = Score::WORST;
    for mv in game.moves(position) {
        let next = game.after(position, mv);
        let theirs = exact(game, &next, known, most)?;
        best = best.max(theirs.absolute(game.to_move(&next)).seen_by(mover).one_ply_earlier());
    }
    known.insert(position.clone(), best);
    (known.len() <= most).then_some(best)
}

/// Positions of random games that exhaustive search can value, with their values.
fn endings<G: Game>(
    game: &G,
    start: &G::Position,
    count: usize,
    is_late: impl Fn(&G::Position) -> bool,
) -> Vec<(G::Position, Score)> {
    let mut found = Vec::new();
    for seed in 0..10_000 {
        if found.len() == count {
            break;
        }
        let mut rng = Rng::seeded(seed);
        let mut position = start.clone();
        while game.outcome(&position).is_none() && !is_late(&position) {
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        if game.outcome(&position).is_none()
            && let Some(score) = exact(game, &position, &mut HashMap::new(), 5_000)
        {
            found.push((position, score));
        }
    }
    assert_eq!(found.len(), count, "{}", G::NAME);
    found
}

/// Compares verdicts, distances and lines of the prover with exhaustive search.
fn check_proofs<G: Notation>(
    game: &G,
    start: &G::Position,
    is_late: impl Fn(&G::Position) -> bool,
) -> [usize; 3] {
    let mut prover = EndingProver::new(1 << 12);
    let mut verdicts = [0; 3];
    for (position, score) in endings(game, start, 60, is_late) {
        let text = game.write(&position);
        let mover = game.to_move(&position);
        let expected = score.proven().map_or(Verdict::Draw, |proven| proven.verdict);
        assert_eq!(prover.verdict(game, &position, u64::MAX, &()), Some(expected), "{text}");
        verdicts[expected as usize] += 1;
        let winner = match expected {
            Verdict::Win => mover,
            Verdict::Lose => mover.opponent(),
            Verdict::Draw => continue,
        };
        let plies = score.proven().and_then(|proven| proven.plies);
        let distance = prover.distance(game, &position, winner, u64::MAX, &());
        assert_eq!(distance, plies, "{text}");
        let line = prover.line(game, &position, winner, plies.unwrap(), u64::MAX, &());
        check_line(game, &position, &line, score);
    }
    verdicts
}

/// Checks that a line ends with the win of the right side after the right number of plies.
fn check_line<G: Notation>(game: &G, position: &G::Position, line: &[G::Move], score: Score) {
    let text = game.write(position);
    let mover = game.to_move(position);
    let winner = if score.is_win() { mover } else { mover.opponent() };
    let mut position = position.clone();
    for &mv in line {
        game.play(&mut position, mv).unwrap();
    }
    assert_eq!(game.outcome(&position), Some(Outcome::Win(winner)), "{text}");
    assert_eq!(Some(line.len() as u32), score.proven().and_then(|proven| proven.plies), "{text}");
}

#[test]
fn proofs_of_all_games_are_those_of_exhaustive_search() {
    let few = |position: &Position| position.occupied().count() <= 5;
    let byte = Byte::default();
    check_proofs(&byte, &byte.start(), few);
    // Boards with few checkers can end in draws.
    let text = "8 X 0-0 B2:O,B6:X,C3:OXX,D2:O,E7:XO,F4:X,F6:X,G3:XO,G7:O";
    let (game, start) = Byte::read(text).unwrap();
    let verdicts = check_proofs(&game, &start, few);
    assert!(verdicts[Verdict::Draw as usize] > 5, "{verdicts:?}");
    check_proofs(&Santorini::default(), &Santorini::default().start(), |position| {
        Santorini::default().count_moves(position) < 4
    });
    let verdicts = check_proofs(&TicTacToe, &TicTacToe.start(), |position| {
        TicTacToe.count_moves(position) <= 6
    });
    assert!(verdicts.iter().all(|&count| count > 5), "{verdicts:?}");
    let nim = Nim::default();
    check_proofs(&nim, &nim.start(), |position| nim.count_moves(position) <= 7);
    // The number of plies is part of a position, so no line returns to one.
    let maze = Theseus::default().with_plies(8);
    check_proofs(&maze, &maze.start(), |position| maze.plies_left(position) <= 5);
}

fn search(
    engine: &mut Engine<Byte>,
    position: &Position,
    nodes: u64,
) -> Info<<Byte as Game>::Move> {
    let game = Byte::default();
    let limits = Limits { nodes, ..Limits::default() };
    engine
        .best(&game, position, &*game.default_eval(), &limits, &SearchControl::default(), &())
        .unwrap()
}

#[test]
fn the_engine_says_exact_distances_at_the_end_of_byte() {
    let game = Byte::default();
    let mut engine = Engine::new(1 << 20);
    let mut longest = 0;
    let few = |position: &Position| position.occupied().count() <= 5;
    for (position, score) in endings(&game, &game.start(), 100, few) {
        let found = search(&mut engine, &position, 200_000);
        assert_eq!(found.score, score, "{}", game.write(&position));
        check_line(&game, &position, &found.moves, score);
        longest = longest.max(found.moves.len());
    }
    assert!(longest > 8, "{longest}");
}

#[test]
fn with_proofs_too_one_thread_with_a_node_limit_finds_the_same_every_time() {
    let game = Byte::default();
    let late = |position: &Position| position.occupied().count() <= 9;
    for seed in 0..10 {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while !late(&position) {
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        let mut engine = Engine::new(1 << 20);
        let first = search(&mut engine, &position, 30_000);
        assert!(first.nodes < 31_000, "{}", first.nodes);
        engine.clear(&());
        assert_eq!(search(&mut engine, &position, 30_000), first, "seed {seed}");
        assert_eq!(search(&mut Engine::new(1 << 20), &position, 30_000), first, "seed {seed}");
    }
}

#[test]
fn a_proof_keeps_the_engine_to_winning_moves() {
    // Whether the distance is found or only the winner, the move that is chosen wins.
    let game = Byte::default();
    let mut prover = EndingProver::new(1 << 18);
    let (mut kept, mut proven) = (0, 0);
    for seed in 0..60 {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while position.occupied().count() > 8 {
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        if game.outcome(&position).is_some()
            || prover.verdict(&game, &position, 1_000_000, &()) != Some(Verdict::Win)
        {
            continue;
        }
        let found = search(&mut Engine::new(1 << 20), &position, 100_000);
        let after = game.after(&position, found.moves[0]);
        let verdict = prover.verdict(&game, &after, u64::MAX, &()).unwrap();
        let winner =
            if verdict == Verdict::Win { game.to_move(&after) } else { game.to_move(&position) };
        kept += usize::from(winner == game.to_move(&position));
        proven += 1;
    }
    assert!(proven > 20 && kept == proven, "{kept} of {proven}");
}
