//! The guide, docs/rules.md, and the rule files in rules/.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use agon_core::{Facts, Game, Notation, Rng, Side};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;
use agon_infer::RuleSet;

const GUIDE: &str = include_str!("../../../docs/rules.md");

/// The games with rules.
const GAMES: [&str; 5] = [Byte::NAME, Nim::NAME, Santorini::NAME, Theseus::NAME, TicTacToe::NAME];

/// The text of all fenced code blocks of the guide with this info string.
fn blocks(mark: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in GUIDE.lines() {
        match &mut open {
            Some(_) if line == "```" => blocks.extend(open.take()),
            Some(block) => {
                block.push_str(line);
                block.push('\n');
            }
            None if line.strip_prefix("```") == Some(mark) => open = Some(String::new()),
            None => (),
        }
    }
    assert!(open.is_none(), "a block that begins with ```{mark} is not closed");
    blocks
}

/// The game that a rule file names.
fn game_of(source: &str) -> &str {
    let line =
        source.lines().find_map(|line| line.trim().trim_start_matches('(').strip_prefix("game "));
    line.map(|line| line.trim_end_matches(['.', ')']))
        .unwrap_or_else(|| panic!("no game in\n{source}"))
}

/// Compiles rules for the game that they name, and compares the plan with the reference
/// interpreter in a random game. The error is the text of the diagnostics.
fn read(name: &str, source: &str) -> Result<RuleSet, String> {
    fn of<G: Facts + Notation>(game: &G, name: &str, source: &str) -> Result<RuleSet, String> {
        let rules = RuleSet::read(game, name, source.as_bytes()).map_err(|t| t.to_string())?;
        let mut rng = Rng::seeded(1);
        let mut position = game.start();
        for ply in 0.. {
            if game.outcome(&position).is_some() || ply > 48 {
                break;
            }
            // The reference interpreter is slow, so only some positions are compared.
            if ply % 6 == 0 {
                let side = Side::BOTH[ply / 6 % 2];
                let reference = rules.explain(game, &position, side, false);
                let (compiled, text) =
                    (rules.evaluate_for(game, &position, side), game.write(&position));
                assert_eq!(compiled, reference.score, "{name}: {text} {:#?}", reference.lines);
            }
            let mv = *rng.pick(&game.moves(&position)).expect("a move");
            game.play_unchecked(&mut position, mv);
        }
        Ok(rules)
    }
    match game_of(source) {
        Byte::NAME => of(&Byte::default(), name, source),
        Nim::NAME => of(&Nim::default(), name, source),
        Santorini::NAME => of(&Santorini::default(), name, source),
        Theseus::NAME => of(&Theseus::default(), name, source),
        TicTacToe::NAME => of(&TicTacToe, name, source),
        other => Err(format!("there is no game {other}")),
    }
}

#[test]
fn every_complete_example_of_the_guide_compiles_and_agrees_with_the_reference() {
    let blocks = blocks("rules");
    for (number, block) in blocks.iter().enumerate() {
        read(&format!("example {}", number + 1), block).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    for game in GAMES {
        assert!(blocks.iter().any(|block| game_of(block) == game), "no example for {game}");
    }
}

#[test]
fn every_diagnostic_in_the_guide_is_what_is_printed() {
    // A file, then all that is printed about it.
    let (wrong, said) = (blocks("wrong"), blocks("said"));
    assert_eq!(wrong.len(), said.len());
    assert!(!wrong.is_empty());
    for (wrong, said) in wrong.iter().zip(&said) {
        let found =
            read("my.rules", wrong).err().unwrap_or_else(|| panic!("this compiles:\n{wrong}"));
        assert_eq!(found.trim_end(), said.trim_end(), "of\n{wrong}");
    }
}

#[test]
fn every_fact_of_every_game_is_in_the_guide() {
    fn check<G: Facts>(game: &G) {
        let vocabulary = game.vocabulary();
        for relation in &vocabulary.relations {
            let columns: Vec<&str> = relation.columns.iter().map(|&(name, _)| name).collect();
            let call = match columns.is_empty() {
                true => relation.name.to_string(),
                false => format!("{}({})", relation.name, columns.join(", ")),
            };
            let line = format!("| `{call}` | {} |", relation.about);
            assert!(GUIDE.contains(&line), "{}: the guide lacks {line}", G::NAME);
        }
    }
    check(&Byte::default());
    check(&Nim::default());
    check(&Santorini::default());
    check(&Theseus::default());
    check(&TicTacToe);
}

#[test]
fn every_rule_file_compiles_and_agrees_with_the_reference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let entries = std::fs::read_dir(&folder).expect("the folder of rules");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rules"));
    paths.sort();
    let mut count = 0;
    for path in paths {
        let source = std::fs::read_to_string(&path).expect("text");
        let name = path.display().to_string();
        read(&name, &source).unwrap_or_else(|wrong| panic!("{wrong}"));
        count += 1;
    }
    assert!(count >= 3);
}

#[test]
fn the_rules_for_nim_in_the_guide_know_who_wins() {
    fn wins(game: &Nim, position: &<Nim as Game>::Position, known: &mut Known) -> Side {
        let text = game.write(position);
        if let Some(&(_, winner)) = known.get(&text) {
            return winner;
        }
        let mover = game.to_move(position);
        let winner = match game.outcome(position) {
            Some(outcome) => outcome.winner().expect("nobody draws"),
            None => {
                let mut winner = mover.opponent();
                for mv in game.moves(position) {
                    let mut next = *position;
                    game.play_unchecked(&mut next, mv);
                    if wins(game, &next, known) == mover {
                        winner = mover;
                    }
                }
                winner
            }
        };
        known.insert(text, (*position, winner));
        winner
    }
    type Known = HashMap<String, (<Nim as Game>::Position, Side)>;
    let game = Nim::default();
    let source = blocks("rules").into_iter().find(|block| game_of(block) == Nim::NAME);
    let rules =
        read("nim", &source.expect("rules for NIM")).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut known = Known::new();
    wins(&game, &game.start(), &mut known);
    for (text, (position, winner)) in known {
        let score = rules.evaluate_for(&game, &position, winner);
        assert!(score.points() > 0, "{text}: {winner:?} wins, and gets {}", score.points());
    }
}
