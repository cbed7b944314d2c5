//! Hostile files: each is refused at its line, or is a game whose every step is bounded.

use std::collections::HashMap;

use agon_core::{Game as _, Notation as _, Present as _, Rng, perft};
use agon_game_file::{DatalogGame, find_shipped, load, shipped};
use agon_infer::Diagnostics;

const BEGIN: &str =
    "game g.\nsides a, b.\nset cell(R) named R :- R in 0..8.\nstate mark(cell -> side).\n";
const REST: &str = "legal place(S) :- cell(S, _), not mark(S, _).\nadd mark(S, me) :- does place(S).\n\
     wins(P) :- mark(0, P), mark(1, P).\nplies 9.\n";

/// Loads a file beside which others lie.
fn open(source: &[u8], beside: &HashMap<&str, String>) -> Result<DatalogGame, Diagnostics> {
    let mut find = |name: &str| beside.get(name).cloned().ok_or(format!("there is no {name}"));
    load("hostile.game", source, &mut find)
}

/// The line and the kind of the first error of a file with a wrong fifth line; line 0 for a game.
fn fifth(line: &str) -> (usize, &'static str) {
    first_error(format!("{BEGIN}{line}\n{REST}").as_bytes())
}

fn first_error(source: &[u8]) -> (usize, &'static str) {
    match open(source, &HashMap::new()) {
        Ok(game) => {
            play_a_little(&game);
            (0, "")
        }
        Err(diagnostics) => {
            assert!(diagnostics.to_string().len() < 20_000, "the message is short");
            let first = &diagnostics.list[0];
            (diagnostics.line_and_column(first).0, first.code())
        }
    }
}

/// Uses a game as commands and the page do.
fn play_a_little(game: &DatalogGame) {
    let mut position = game.start();
    for _ in 0..3 {
        let scene = game.scene(&position);
        assert!(scene.cells.len() < 10_000);
        let text = game.write(&position);
        assert_eq!(DatalogGame::read(&text).expect(&text).1, position);
        let Some(&mv) = game.moves(&position).first() else { return };
        assert!(game.write_move(&position, mv).len() < 1_000);
        let _ = game.read_move(&position, "nonsense");
        game.play_unchecked(&mut position, mv);
    }
    perft(game, &game.start(), 1);
}

#[test]
fn what_is_too_large_is_refused_at_its_line() {
    let nested = format!("p(X) :- X = {}1{}.", "(".repeat(5_000), ")".repeat(5_000));
    let wide = format!("p({}).", vec!["1"; 200].join(","));
    let conditions = |count: usize| vec!["cell(_, _)"; count].join(", ");
    let long = format!("p(1) :- {}.", conditions(100));
    let title = format!("title \"{}\".", "x".repeat(60_000));
    let parts = format!("write place(S) as {} S.", "\"abc\" ".repeat(200));
    let rules: String = (0..600).map(|number| format!("p({number}).")).collect();
    let digits = format!("p({}).", "9".repeat(60_000));
    let reach = "set big(X) named X :- X in 0..999. near(X, Y) :- big(X, N), big(Y, N + 1). \
                 reach(X, Y) :- near(X, Y). reach(X, Y) :- near(X, Z), reach(Z, Y).";
    for (line, kind) in [
        ("n(0). n(N + 1) :- n(N).", "Endless"),
        ("state big(0..100000 -> side).", "StateTooLarge"),
        ("set many(X, Y) named X \"_\" Y :- X in 0..100000, Y in 0..100000.", "TooLarge"),
        ("legal go(X) :- X in 0..100000, Y in 0..100000, X = Y.", "Unsound"),
        ("legal go(X, Y) :- X in 0..99, Y in 0..99.", "Unsound"),
        ("show(R, C, dot) :- R in 0..999, C in 0..999.", "Unsound"),
        (nested.as_str(), "TooDeep"),
        (wide.as_str(), "TooMuch"),
        (long.as_str(), "TooMuch"),
        (title.as_str(), "TooMuch"),
        (parts.as_str(), "TooMuch"),
        (rules.as_str(), "TooMuch"),
        (digits.as_str(), "NumberTooLarge"),
        (reach, "TooSlow"),
        ("p(2147483648).", "NumberTooLarge"),
    ] {
        assert_eq!(fifth(line), (5, kind), "{}", &line[..line.len().min(80)]);
    }
}

#[test]
fn what_contradicts_itself_is_refused_at_its_line() {
    for (line, kind) in [
        ("wins(P) :- side(P), mark(_, _).", "Unsound"),
        ("measure(N) :- N = count { mark(_, _) }.", "Unsound"),
        ("state k(-> 0..9 = 0). inc k(2147483647 * 2) :- does place(_).", "Unsound"),
        ("write place(S) as \"x\".", "Unsound"),
        ("state side(cell).", "DeclaredTwice"),
        ("set cell(X) named X :- X in 0..3.", "DeclaredTwice"),
        ("p(S) :- cell(S, _), not q(S). q(S) :- cell(S, _), not p(S).", "Negative"),
        ("override legal place(S) :- cell(S, _).", "NothingToOverride"),
    ] {
        let (found, code) = fifth(line);
        // Two texts are the fault of the move that is written so.
        let wanted = if line.starts_with("write") { 6 } else { 5 };
        assert_eq!((found, code), (wanted, kind), "{line}");
    }
}

#[test]
fn arithmetic_that_overflows_is_bounded() {
    for line in [
        "p(N) :- N = 2147483647 + 2147483647. wins(P) :- side(P), p(N), N < 0.",
        "legal go(X) :- X = 1 / 0. legal ho(X) :- X = 5 mod 0.",
        "state q(-5..5 -> -3..3 = 0). init q(-5, -3).",
        "show(R, 0, dot) :- R = 2000000000. show(0, C, 99999) :- C = -2000000000.",
    ] {
        assert_eq!(fifth(line), (0, ""), "{line}");
    }
}

#[test]
fn bytes_of_all_kinds_are_read_or_refused() {
    let whole = format!("{BEGIN}{REST}");
    let games = [
        [b"\xef\xbb\xbf", whole.as_bytes()].concat(),
        whole.replace('\n', "\r\n").into_bytes(),
        whole.replace("mark", "σημάδι").into_bytes(),
        whole.replace(":- cell(S, _)", ":-\n\n   cell(S,\t_)").into_bytes(),
        format!("{whole}% {}", "x".repeat(60_000)).into_bytes(),
    ];
    for source in games {
        assert_eq!(first_error(&source), (0, ""), "{}", String::from_utf8_lossy(&source));
    }
    let many: String = (0..480).map(|number| format!("p{number}(X) :- q{number}(X).\n")).collect();
    let line = whole.replace('\n', " ") + &" p(X) :- q(X). ".repeat(400);
    for (source, place) in [
        (b"".to_vec(), (1, "Missing")),
        (b"% nothing".to_vec(), (1, "Missing")),
        (b"\xff\xfe\0".to_vec(), (1, "NotText")),
        (format!("{BEGIN}\0{REST}").into_bytes(), (5, "Character")),
        ([BEGIN.as_bytes(), b"% caf\xe9\n"].concat(), (5, "NotText")),
        (format!("{BEGIN}title \"\x1b[2J\".\n{REST}").into_bytes(), (5, "Character")),
        (format!("{BEGIN}title \"\u{202e}abc\".\n{REST}").into_bytes(), (5, "Character")),
        (format!("{BEGIN}{many}{REST}").into_bytes(), (5, "NoKind")),
        (line.into_bytes(), (1, "NoKind")),
        (vec![b'x'; 10 << 20], (1, "TooLong")),
    ] {
        assert_eq!(first_error(&source), place);
    }
}

#[test]
fn includes_end_and_are_few() {
    let itself = format!("{BEGIN}include \"hostile.game\".\n{REST}");
    assert!(open(itself.as_bytes(), &HashMap::new()).is_ok());
    // Two that include each other count once each.
    let mutual = HashMap::from([
        ("one.game", "include \"two.game\".\np(1).\n".to_string()),
        ("two.game", "include \"one.game\".\nq(1).\n".to_string()),
    ]);
    let source = format!("{BEGIN}include \"one.game\".\n{REST}");
    assert!(open(source.as_bytes(), &mutual).is_ok());
    let names: Vec<String> = (0..20).map(|number| format!("{number}.game")).collect();
    let next = |number: usize| format!("include \"{}.game\".\np{number}(1).\n", number + 1);
    let chain = names.iter().enumerate().map(|(number, name)| (name.as_str(), next(number)));
    let source = format!("{BEGIN}include \"0.game\".\n{REST}");
    let refused = open(source.as_bytes(), &chain.collect()).expect_err("too many");
    assert_eq!((refused.list[0].code(), refused.name.as_str()), ("Include", "14.game"));
    let large = HashMap::from([("large.game", "% x\n".repeat(16_500))]);
    let source = format!("{BEGIN}include \"large.game\".\n{REST}");
    let refused = open(source.as_bytes(), &large).expect_err("too large");
    assert_eq!(refused.list[0].code(), "Include");
}

/// Loads shipped files in which some lines, words or letters were exchanged, and plays those that are
/// games. Returns how many are.
fn play_mutants(count: usize, seed: u64) -> usize {
    let sources: Vec<String> = shipped().filter_map(|name| find_shipped(name).ok()).collect();
    let is_short = |source: &&String| source.len() < 4_000;
    let sources: Vec<&String> = sources.iter().filter(is_short).collect();
    let split = |source: &str| -> Vec<String> {
        let mut parts = vec![String::new()];
        for c in source.chars() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let last = parts.last().and_then(|part: &String| part.chars().last());
            if !last.is_some_and(|last| is_word(last) && is_word(c)) {
                parts.push(String::new());
            }
            if let Some(part) = parts.last_mut() {
                part.push(c);
            }
        }
        parts
    };
    let mut rng = Rng::seeded(seed);
    let mut games = 0;
    for _ in 0..count {
        let [Some(source), Some(other)] = [rng.pick(&sources), rng.pick(&sources)] else {
            continue;
        };
        let (mut parts, others) = (split(source), split(other));
        for _ in 0..=rng.below(4) {
            let at = rng.below(parts.len());
            match rng.below(5) {
                0 => parts[at] = others[rng.below(others.len())].clone(),
                1 => drop(parts.remove(at)),
                2 => parts.insert(at, parts[rng.below(parts.len())].clone()),
                3 => {
                    parts[at] =
                        ["0", "-1", "2147483647", "me", "_", "not ", "X"][rng.below(7)].into()
                }
                _ => {
                    let with = rng.below(parts.len());
                    parts.swap(at, with);
                }
            }
        }
        let nothing = |name: &str| find_shipped(name);
        if let Ok(game) = load("mutant.game", parts.concat().as_bytes(), &mut { nothing }) {
            games += 1;
            play_a_little(&game);
            let position = game.start();
            for _ in 0..3 {
                let mv = rng.below(game.rules().move_count().max(1) as usize) as u32;
                let text = game.rules().move_text(mv);
                let _ = game.read_move(&position, &text);
            }
            for cell in game.scene(&position).cells.iter().take(3) {
                let _ = game.why_not(&position, std::slice::from_ref(&cell.id));
            }
            if let Some(&mv) = game.moves(&position).last() {
                let _ = game.why(&position, mv);
            }
        }
    }
    games
}

#[test]
fn mutants_of_files_are_refused_or_played() {
    assert!(play_mutants(60, 1) >= 5);
}

#[test]
#[ignore = "thousands of files take minutes; the test above does the same with 60"]
fn many_mutants_of_files_are_refused_or_played() {
    let count = std::env::var("AGON_TRIAL_FILES").ok().and_then(|text| text.parse().ok());
    println!("{} games", play_mutants(count.unwrap_or(5_000), 2));
}
