//! Why moves are legal or not, and why games are over: the reasons are true, and read well.

use agon_core::{Game as _, Notation as _, Present as _, Rng};
use agon_game_file::{DatalogGame, find_shipped, load, shipped};
use agon_infer::{GamePosition, GameRefusal};

/// The files that include no other.
const WHOLE: [&str; 7] =
    ["tictactoe", "nim", "santorini", "byte", "theseus", "connect_four", "breakthrough"];

fn game(name: &str) -> DatalogGame {
    DatalogGame::shipped(name).expect(name)
}

fn after(game: &DatalogGame, moves: &[&str]) -> GamePosition {
    let mut position = game.start();
    for mv in moves {
        let mv = game.read_move(&position, mv).expect(mv);
        game.play_unchecked(&mut position, mv);
    }
    position
}

#[test]
fn the_first_condition_that_fails_is_named_with_its_cells() {
    let placed = &["@00,44", "@22,23"][..];
    let six = &["a", "a", "a", "a", "a", "a"][..];
    for (name, moves, text, reason) in [
        (
            "tictactoe",
            &["00"][..],
            "00",
            "00 is not legal: place(00) needs `not mark(S, _)` (tictactoe.game:10), but mark(00) = x",
        ),
        ("tictactoe", &["00"], "33", "\"33\" is not a move here: one is written as in 12"),
        (
            "nim",
            &[],
            "6->0+0",
            "6->0+0 is not legal: take(6, 0, 0) needs `K > 0` (nim.game:12), but heap(6) = 0",
        ),
        (
            "nim",
            &[],
            "5->0+5",
            "5->0+5 is not legal: take(5, 0, 5) needs `R in L..N - 1 - L` (nim.game:12), but R = 5, L = 0, N = 5",
        ),
        (
            "santorini",
            placed,
            "22-33-34",
            "22-33-34 is not legal: step(22, 33) needs `pawn(F, me)` (santorini.game:20), but pawn(22) = red",
        ),
        (
            "santorini",
            placed,
            "00-33-34",
            "00-33-34 is not legal: hop(00, 33) needs `near(F, T)` (santorini.game:19), but not near(00, 33)",
        ),
        (
            "santorini",
            &["@00,44"],
            "@44,43",
            "@44,43 is not legal: place(44, 43) needs `not pawn(A, _)` (santorini.game:14), but pawn(44) = blue",
        ),
        (
            "byte",
            &[],
            "pass",
            "pass is not legal: pass needs `not legal move(_, _, _)` (byte.game:25), but legal move(b2, c1, 0)",
        ),
        (
            "byte",
            &[],
            "b2-c3/1",
            "b2-c3/1 is not legal: move(b2, c3, 1) needs `checker(S, L, me)` (byte.game:22), but not checker(b2, 1, _)",
        ),
        (
            "theseus",
            &[],
            "5",
            "5 is not legal: go(5) needs `open(S, D, _)` (theseus.game:21), but not open('0,0', 5, _)",
        ),
        (
            "connect_four",
            six,
            "a",
            "a is not legal: lands(1, a1) needs `not disc(S, _)` (connect_four.game:15), but disc(a1) = yellow",
        ),
        (
            "breakthrough",
            &[],
            "a1-a2",
            "a1-a2 is not legal: move(a1, a2) needs `not pawn(T, _)` (breakthrough.game:14), but pawn(a2) = white",
        ),
    ] {
        let game = game(name);
        let found = game.read_move(&after(&game, moves), text).map(|_| ()).expect_err(text);
        assert_eq!(found.to_string(), reason, "{name} {moves:?}");
    }
}

#[test]
fn too_high_a_step_names_both_heights() {
    let game = game("santorini");
    let text = "santorini blue height(23,1) height(24,3) pawn(00,red) pawn(01,red) pawn(23,blue) pawn(33,blue)";
    let (_, position) = DatalogGame::read(text).expect(text);
    let wanted =
        "hop(23, 24) needs `K =< H + 1` (santorini.game:19), but height(24) = 3, height(23) = 1";
    let typed = game.read_move(&position, "23-24-25").map(|_| ()).expect_err("too high");
    assert_eq!(typed.to_string(), "\"23-24-25\" is not a move here: one is written as in 23-34-23");
    let typed = game.read_move(&position, "23-24-14").map(|_| ()).expect_err("too high");
    assert_eq!(typed.to_string(), format!("23-24-14 is not legal: {wanted}"));
    let path = ["23", "24"].map(String::from);
    let clicked = game.why_not(&position, &path).expect("a reason");
    assert_eq!(clicked.to_string(), format!("23-24 is not legal: {wanted}"));
    let nobody = game.why_not(&position, &["44".into()]).expect("a reason");
    let wanted =
        "44 is not legal: step(44, _) needs `pawn(F, me)` (santorini.game:20), but not pawn(44, _)";
    assert_eq!(nobody.to_string(), wanted);
}

#[test]
fn finished_games_say_which_rule_ended_them() {
    for (text, reason) in [
        (
            "tictactoe o mark(00,x) mark(01,x) mark(02,x) mark(10,o) mark(11,o)",
            "the game is over: wins(x) (tictactoe.game:18), since on(row, 0, 00), mark(00) = x, mark(01) = x, mark(02) = x",
        ),
        (
            "tictactoe o mark(00,x) mark(01,o) mark(02,x) mark(10,x) mark(11,o) mark(12,o) mark(20,o) mark(21,x) mark(22,x)",
            "the game is drawn: there is no legal move",
        ),
        ("nim second", "the game is over: wins(second) (nim.game:17), since stuck(second)"),
        (
            "santorini red height(00,3) pawn(00,blue) pawn(11,red)",
            "the game is over: wins(blue) (santorini.game:28), since pawn(00) = blue, height(00) = 3",
        ),
        (
            "theseus theseus at(theseus,'0,0') at(minotaur,'0,0') loot('2,1')",
            "the game is over: wins(minotaur) (theseus.game:27), since at(theseus) = '0,0', at(minotaur) = '0,0'",
        ),
        (
            "theseus theseus ply=200 at(theseus,'0,0') at(minotaur,'1,0') loot('2,1')",
            "the game is drawn: it ends after 200 plies",
        ),
    ] {
        let (game, position) = DatalogGame::read(text).expect(text);
        let found = game.why_not(&position, &[]).expect(text).to_string();
        assert_eq!(found, reason);
        let typed = game.read_move(&position, "00").map(|_| ()).expect_err(text);
        assert_eq!(typed.to_string(), reason);
    }
}

/// The positions of some random games.
fn random_positions(game: &DatalogGame, games: u64) -> Vec<GamePosition> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            positions.push(position);
            game.play_unchecked(&mut position, mv);
        }
        positions.push(position);
    }
    positions
}

/// A fact of a reason as a condition of a rule; `None` for the value of a variable.
fn as_condition(fact: &str) -> Option<String> {
    let (fact, not) = match fact.strip_prefix("not ") {
        Some(fact) => (fact, "not "),
        None => (fact, ""),
    };
    Some(match fact.split_once(" = ") {
        Some((aggregate, _)) if aggregate.contains('{') => return None,
        Some((atom, value)) => {
            let (name, columns) = atom.split_once('(')?;
            format!("{not}{name}({}, {value})", columns.strip_suffix(')')?)
        }
        None => format!("{not}{fact}"),
    })
}

/// Facts of a list, which has commas inside of parentheses too.
fn facts_of(list: &str) -> Vec<String> {
    let (mut facts, mut depth, mut is_quoted) = (vec![String::new()], 0, false);
    for c in list.chars() {
        is_quoted ^= c == '\'';
        depth += i32::from("({".contains(c)) - i32::from(")}".contains(c));
        match c == ',' && depth == 0 && !is_quoted {
            true => facts.push(String::new()),
            false => facts.last_mut().expect("one").push(c),
        }
    }
    facts.into_iter().map(|fact| fact.trim().to_string()).collect()
}

/// The game of a file to which lines are added, with a position of the game before.
fn changed(name: &str, source: &str, position: &str) -> Option<(DatalogGame, GamePosition)> {
    let nothing = |name: &str| Err(format!("there is no {name}"));
    let game = load(name, source.as_bytes(), &mut { nothing }).ok()?;
    let (_, facts) = position.split_once(' ')?;
    let position = game.rules().read_facts(facts).ok()?;
    Some((game, position))
}

/// A file whose moves need not make a measure fall.
fn without_measure(source: &str) -> String {
    let lines = source.lines();
    let lines = lines.map(|line| if line.starts_with("measure(") { "plies 300." } else { line });
    lines.collect::<Vec<&str>>().join("\n")
}

/// Whether facts hold in a position: a move that they allow is legal.
fn hold(name: &str, facts: &[String], position: &str) -> bool {
    let conditions: Vec<String> = facts.iter().filter_map(|fact| as_condition(fact)).collect();
    if conditions.is_empty() {
        return true;
    }
    let file = format!("{name}.game");
    let source = find_shipped(&file).expect(name);
    let source = without_measure(&source);
    let probe =
        format!("{source}\nlegal probe :- {}.\nwrite probe as \"probe\".\n", conditions.join(", "));
    let (game, position) = changed(&file, &probe, position).expect(&probe);
    game.read_move(&position, "probe").is_ok()
}

#[test]
fn what_a_reason_says_is_so_and_without_its_condition_the_move_is_legal() {
    let mut mended = 0;
    for name in WHOLE {
        let game = game(name);
        let file = format!("{name}.game");
        let mut rng = Rng::seeded(9);
        let positions = random_positions(&game, 2);
        for _ in 0..40 {
            let [Some(position), Some(other)] = [rng.pick(&positions), rng.pick(&positions)] else {
                continue;
            };
            // A move that is legal elsewhere.
            let legal = game.rules().legal(position);
            let Some(&mv) = rng.pick(&game.rules().legal(other)) else { continue };
            if legal.is_empty() || legal.contains(&mv) {
                continue;
            }
            let (text, at) = (game.rules().move_text(mv), game.write(position));
            let mut source = without_measure(&find_shipped(&file).expect(name));
            // Conditions are taken out one after the other, until the move is legal.
            let mut here = (game.clone(), *position);
            for _ in 0..8 {
                let refusal = match here.0.read_move(&here.1, &text) {
                    Ok(_) => {
                        mended += 1;
                        break;
                    }
                    Err(refusal) => refusal,
                };
                let GameRefusal::Needs { condition, place, facts, .. } = refusal else {
                    break;
                };
                let facts = facts_of(&facts);
                assert!(hold(name, &facts, &at), "{at}: {text}: {facts:?}");
                let (_, line) = place.rsplit_once(':').expect("a line");
                let line: usize = line.parse().expect("a number");
                let mut lines: Vec<String> = source.lines().map(String::from).collect();
                let missing = facts[0].strip_prefix("not ");
                match missing.filter(|_| !condition.starts_with("not ")) {
                    // A fact that is the same in all positions.
                    Some(fact) if !fact.contains('_') => lines.push(format!("{fact}.")),
                    _ => {
                        let rule = &mut lines[line - 1];
                        let without = [format!("{condition}, "), format!(", {condition}")];
                        let found = without.iter().find(|part| rule.contains(part.as_str()));
                        let Some(found) = found else { break };
                        *rule = rule.replacen(found.as_str(), "", 1);
                    }
                }
                source = lines.join("\n");
                // What binds a variable cannot be taken out.
                match changed(&file, &source, &at) {
                    Some(next) => here = next,
                    None => break,
                }
            }
        }
    }
    // What binds a variable, and facts of the position, cannot be taken out.
    assert!(mended >= 20, "{mended}");
}

#[test]
fn what_a_legal_move_follows_from_is_so() {
    for name in WHOLE {
        let game = game(name);
        let mut rng = Rng::seeded(4);
        let positions = random_positions(&game, 2);
        for _ in 0..6 {
            let Some(position) = rng.pick(&positions) else { continue };
            let at = game.write(position);
            let facts = match rng.pick(&game.moves(position)) {
                Some(&mv) => {
                    let why = game.why(position, mv).expect("legal");
                    why.split_once("): ").map(|(_, facts)| facts.to_string())
                }
                None => match game.why_not(position, &[]) {
                    Some(GameRefusal::Over { facts, .. }) => Some(facts),
                    _ => None,
                },
            };
            let facts = facts_of(&facts.unwrap_or_default());
            let facts: Vec<String> = facts.into_iter().filter(|fact| fact != "…").collect();
            let is_over = game.outcome(position).is_some();
            assert!(is_over || hold(name, &facts, &at), "{at}: {facts:?}");
        }
    }
}

#[test]
fn no_reason_is_given_against_what_is_legal_and_one_against_all_else() {
    for name in shipped() {
        let game = game(name);
        let mut rng = Rng::seeded(2);
        for position in random_positions(&game, 1).iter().step_by(5) {
            for &mv in game.moves(position).iter().take(5) {
                assert!(game.why(position, mv).is_some(), "{name}");
            }
            for _ in 0..5 {
                let mv = rng.below(game.rules().move_count() as usize) as u32;
                let text = game.rules().move_text(mv);
                let is_legal = game.rules().legal(position).contains(&mv);
                assert_eq!(game.read_move(position, &text).is_ok(), is_legal, "{name} {text}");
            }
        }
    }
}
