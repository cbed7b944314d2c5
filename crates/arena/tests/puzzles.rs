//! Puzzles compared with their definition.

use agon_arena::find;
use std::collections::HashMap;

use agon_arena::puzzle::{Candidate, PuzzleGoal, PuzzleTheme};
use agon_core::{Notation, Outcome, Present, Side};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;

/// What people select for a move: moves that end the game by the same elements are the same.
fn action<G: Notation + Present>(game: &G, position: &G::Position, mv: G::Move) -> String {
    let path = || game.paths(position, mv).swap_remove(0);
    match game.decided_after(position, mv) {
        None => game.write_move(position, mv),
        Some(count) => path()[..count].join(" "),
    }
}

/// The slow twin: whether a side wins within so many plies, by the definition.
fn wins<G: Notation>(game: &G, position: &G::Position, side: Side, plies: u32) -> bool {
    if let Some(outcome) = game.outcome(position) {
        return outcome == Outcome::Win(side);
    }
    let reaches = |mv| plies > 0 && wins(game, &game.after(position, mv), side, plies - 1);
    match game.to_move(position) == side {
        true => game.any_move(position, reaches),
        false => plies > 0 && !game.any_move(position, |mv| !reaches(mv)),
    }
}

/// The actions that reach a goal, by the twin. Wins end at the latest with the ply after the
/// winner's last move.
fn by_twin<G: Notation + Present>(
    game: &G,
    position: &G::Position,
    goal: PuzzleGoal,
) -> Vec<String> {
    // Where a side wins only by its own moves, the last ply is the winner's.
    let own = u32::from(find(G::NAME).unwrap().puzzles.unwrap().ends_on_own_move);
    let mover = game.to_move(position);
    let reaches = |mv: &G::Move| {
        let next = game.after(position, *mv);
        match goal {
            PuzzleGoal::Win { moves } => wins(game, &next, mover, 2 * moves - 1 - own),
            PuzzleGoal::Hold { moves } => !wins(game, &next, mover.opponent(), 2 * moves - own),
            PuzzleGoal::Only => !wins(game, &next, mover.opponent(), game.max_plies()),
        }
    };
    let found = game.moves(position).into_iter().filter(reaches);
    let mut found: Vec<String> = found.map(|mv| action(game, position, mv)).collect();
    found.dedup();
    found
}

/// The theme of a puzzle, by its definition.
fn theme_by_twin<G: Notation + Present>(
    game: &G,
    position: &G::Position,
    goal: PuzzleGoal,
    solution: G::Move,
) -> PuzzleTheme {
    let own = u32::from(find(G::NAME).unwrap().puzzles.unwrap().ends_on_own_move);
    let solver = game.to_move(position);
    let next = game.after(position, solution);
    if let PuzzleGoal::Hold { .. } = goal {
        return PuzzleTheme::StopWin;
    }
    if wins(game, &next, solver, 1 - own) {
        return PuzzleTheme::WinNow;
    }
    if goal == PuzzleGoal::Only {
        return match wins(game, &next, solver, game.max_plies()) {
            true => PuzzleTheme::Endgame,
            false => PuzzleTheme::StopWin,
        };
    }
    let replies = game.moves(&next);
    let mut threats: HashMap<String, usize> = HashMap::new();
    for &reply in &replies {
        let answered = game.after(&next, reply);
        let is_mine = game.outcome(&answered).is_none() && game.to_move(&answered) == solver;
        let moves = if is_mine { game.moves(&answered) } else { Vec::new() };
        let winning =
            moves.iter().filter(|&&mv| wins(game, &game.after(&answered, mv), solver, 1 - own));
        let mut actions: Vec<String> = winning.map(|&mv| action(game, &answered, mv)).collect();
        actions.sort();
        actions.dedup();
        for action in actions {
            *threats.entry(action).or_default() += 1;
        }
    }
    match threats.values().filter(|&&count| 2 * count > replies.len()).count() {
        0 => PuzzleTheme::Quiet,
        1 => PuzzleTheme::Attack,
        _ => PuzzleTheme::Fork,
    }
}

/// Compares proofs of candidates with the twin; says how many puzzles and how many others
/// there were.
fn compare<G: Notation + Present>(candidates: &[Candidate]) -> (usize, usize) {
    let maker = find(G::NAME).unwrap().puzzles.unwrap();
    let mut counts = (0, 0);
    for candidate in candidates {
        let Candidate { position: text, goal } = candidate;
        let (game, position) = G::read(text).unwrap();
        let found = by_twin(&game, &position, *goal);
        match maker.prove(candidate, &()) {
            Ok(puzzle) => {
                assert_eq!(found.len(), 1, "{text} {goal}: {found:?}");
                let mv = game.read_move(&position, &puzzle.line[0]).unwrap();
                assert_eq!(found[0], action(&game, &position, mv), "{text} {goal}");
                let theme = theme_by_twin(&game, &position, *goal, mv);
                assert_eq!(puzzle.theme, theme, "{text} {goal}");
                let again = maker.check(text, *goal, &puzzle.line, &());
                assert_eq!(again.unwrap(), puzzle);
                counts.0 += 1;
            }
            // Some have one solution, but not on every line, or reach more than is asked for.
            Err(refused) => {
                let is_loose = ["Loose", "Wins", "Sooner", "FewMoves"].contains(&refused.kind());
                assert!(found.len() != 1 || is_loose, "{text} {goal}: {refused}");
                counts.1 += 1;
            }
        }
    }
    counts
}

/// The candidates of the first batches of a game.
fn candidates(game: &str, batches: u32) -> Vec<Candidate> {
    let maker = find(game).unwrap().puzzles.unwrap();
    (0..batches).flat_map(|number| (maker.find)(3, number, &()).unwrap().unwrap()).collect()
}

#[test]
fn a_puzzle_has_one_solution_by_the_definition_too() {
    let mut small = candidates("tictactoe", 1);
    // The twin takes long with many free cells.
    small.retain(|candidate| candidate.position.matches('0').count() <= 4);
    let (puzzles, others) = compare::<TicTacToe>(&small);
    assert!(puzzles > 100 && others > 100, "{puzzles} and {others}");
    let mut heaps = candidates("nim", 1);
    // It sees every game to its end.
    let sizes = |text: &str| -> Vec<u32> {
        text.trim_matches(['[', ']']).split(',').filter_map(|size| size.parse().ok()).collect()
    };
    heaps.retain(|candidate| sizes(&candidate.position).iter().sum::<u32>() <= 6);
    let (puzzles, _) = compare::<Nim>(&heaps);
    assert!(puzzles > 3, "{puzzles}");
    let short = |game| {
        let is_short = |candidate: &Candidate| candidate.goal.moves() == Some(1);
        candidates(game, 4).into_iter().filter(is_short).take(12).collect::<Vec<_>>()
    };
    assert!(compare::<Santorini>(&short("santorini")).0 > 0);
    assert!(compare::<Byte>(&short("byte")).0 > 0);
}

/// Compares the themes of proven candidates with the twin; returns how many there are of each.
fn themes<G: Notation + Present>(candidates: &[Candidate]) -> HashMap<PuzzleTheme, usize> {
    let maker = find(G::NAME).unwrap().puzzles.unwrap();
    let mut counts = HashMap::new();
    for candidate in candidates {
        let Ok(puzzle) = maker.prove(candidate, &()) else { continue };
        let (game, position) = G::read(&candidate.position).unwrap();
        let solution = game.read_move(&position, &puzzle.line[0]).unwrap();
        let theme = theme_by_twin(&game, &position, candidate.goal, solution);
        assert_eq!(puzzle.theme, theme, "{} {}", candidate.position, candidate.goal);
        *counts.entry(theme).or_default() += 1;
    }
    counts
}

#[test]
fn a_theme_is_what_its_definition_says() {
    let wins_later = |game, batches| {
        let is_later = |candidate: &Candidate| matches!(candidate.goal, PuzzleGoal::Win { moves } if moves > 1);
        candidates(game, batches).into_iter().filter(is_later).collect::<Vec<_>>()
    };
    let all: HashMap<PuzzleTheme, usize> = [
        themes::<Santorini>(&wins_later("santorini", 12)),
        themes::<Byte>(&wins_later("byte", 12)),
        themes::<Theseus>(&wins_later("theseus", 12)),
        themes::<TicTacToe>(&wins_later("tictactoe", 1)),
    ]
    .into_iter()
    .flatten()
    .fold(HashMap::new(), |mut all, (theme, count)| {
        *all.entry(theme).or_default() += count;
        all
    });
    for theme in [PuzzleTheme::Fork, PuzzleTheme::Attack, PuzzleTheme::Quiet] {
        assert!(all.get(&theme).is_some_and(|&count| count > 1), "{theme}: {all:?}");
    }
}

#[test]
fn a_rating_tells_how_much_there_is_to_look_at() {
    let maker = find("tictactoe").unwrap().puzzles.unwrap();
    let rating = |position: &str, goal| {
        maker.prove(&Candidate { position: position.into(), goal }, &()).unwrap().rating
    };
    let at_once = rating("([1,1,0,-1,-1,0,0,0,0],1)", PuzzleGoal::Win { moves: 1 });
    let later = rating("([0,0,0,0,0,1,-1,1,0],-1)", PuzzleGoal::Win { moves: 3 });
    assert!(later >= at_once + 100, "{at_once} and {later}");
}

#[test]
fn the_same_seed_gives_the_same_candidates_and_batches_differ() {
    for game in ["santorini", "byte", "theseus"] {
        let maker = find(game).unwrap().puzzles.unwrap();
        let batch = |number| (maker.find)(5, number, &()).unwrap().unwrap();
        assert_eq!(batch(1), batch(1));
        assert_ne!(batch(1), batch(2));
    }
    let maker = find("nim").unwrap().puzzles.unwrap();
    assert!((maker.find)(1, 1, &()).unwrap().is_none(), "all heaps are in the first batch");
}

#[test]
fn a_wrong_solution_is_refused() {
    let (text, goal) = ("([1,1,0,-1,-1,0,0,0,0],1)", PuzzleGoal::Win { moves: 1 });
    let maker = find("tictactoe").unwrap().puzzles.unwrap();
    let check = |line: &[&str]| {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        maker.check(text, goal, &line, &())
    };
    assert_eq!(check(&["02"]).unwrap().line, ["02"]);
    assert_eq!(check(&["05"]).unwrap_err().kind(), "MoveText");
    assert_eq!(check(&["12"]).unwrap_err().kind(), "Line");
    assert_eq!(check(&[]).unwrap_err().kind(), "LineLength");
    let prove = |position: &str, goal| {
        maker.prove(&Candidate { position: position.into(), goal }, &()).unwrap_err().kind()
    };
    assert_eq!(prove(text, PuzzleGoal::Win { moves: 2 }), "Sooner");
    assert_eq!(prove("([1,1,1,-1,-1,0,0,0,0],-1)", goal), "Over");
    assert_eq!(prove("([0,0,0,0,0,0,0,0,0],1)", PuzzleGoal::Only), "Several");
}
