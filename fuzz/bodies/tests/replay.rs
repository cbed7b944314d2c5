//! Replays the kept inputs of every fuzz target, and a few mutations of each.

use std::fs;
use std::path::{Path, PathBuf};

use agon_core::Rng;

/// The number of mutations of an input.
const MUTATIONS: usize = 40;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

/// The names in a folder, sorted and without extensions.
fn names(folder: PathBuf) -> Vec<String> {
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| name(&entry.unwrap().path())).collect();
    names.sort();
    names
}

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = folder().join("corpus").join(target);
    names(folder.clone()).iter().map(|name| fs::read(folder.join(name)).unwrap()).collect()
}

/// The words of a dictionary, except those with escapes.
fn words(target: &str) -> Vec<Vec<u8>> {
    let file = folder().join("dictionaries").join(target).with_extension("dict");
    let text = fs::read_to_string(file).unwrap();
    let words = text.lines().filter(|line| !line.contains('\\'));
    words.map(|line| line.trim_matches('"').as_bytes().to_vec()).collect()
}

/// An input in which a few parts are replaced by parts of other inputs, by words or by nothing.
fn mutation(input: &[u8], pieces: &[&[Vec<u8>]; 2], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + rng.below(4) {
        let [start, removed, kind, added] =
            [bytes.len() + 1, 32, 2, 128].map(|most| rng.below(most));
        let end = (start + removed).min(bytes.len());
        let piece = rng.pick(pieces[kind]).cloned().unwrap_or_default();
        let from = rng.below(piece.len() + 1) * rng.below(2);
        bytes.splice(start..end, piece[from..].iter().take(added).copied());
    }
    bytes
}

fn replay(target: &str, run: fn(&[u8])) {
    let (corpus, words) = (corpus(target), words(target));
    assert!((1..=40).contains(&corpus.len()), "{target} has {} inputs", corpus.len());
    run(b"");
    let mut rng = Rng::seeded(1);
    for input in &corpus {
        run(input);
        for _ in 0..MUTATIONS {
            let mutation = mutation(input, &[&corpus, &words], &mut rng);
            // Printed only if a test fails.
            println!("{:?}", String::from_utf8_lossy(&mutation));
            run(&mutation);
        }
    }
}

macro_rules! targets {
    ($($name:ident: $body:ident,)*) => {
        $(#[test]
        fn $name() {
            replay(&stringify!($name).replace('_', "-"), agon_fuzz::$body);
        })*

        #[test]
        fn every_target_has_a_file_a_corpus_and_a_dictionary() {
            let targets: Vec<String> = vec![$(stringify!($name).to_string()),*];
            assert_eq!(names(folder().join("fuzz_targets")), targets);
            let targets: Vec<String> =
                targets.iter().map(|target| target.replace('_', "-")).collect();
            for part in ["corpus", "dictionaries"] {
                assert_eq!(names(folder().join(part)), targets, "{part}");
            }
            let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
            for target in targets {
                assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
            }
        }
    };
}

// Sorted by name.
targets! {
    base: base,
    byte: byte,
    clock: clock,
    command_line: command_line,
    contest: contest,
    data: data,
    game_file: game_file,
    lisp_expressions: lisp_expressions,
    maze: maze,
    maze_options: maze_options,
    network: network,
    nim: nim,
    openings: openings,
    player: player,
    protocol: protocol,
    puzzles: puzzles,
    record: record,
    record_json: record_json,
    repl_haskell: repl_haskell,
    repl_java: repl_java,
    repl_lisp: repl_lisp,
    repl_prolog: repl_prolog,
    rules: rules,
    rules_lisp: rules,
    santorini: santorini,
    theseus: theseus,
    tictactoe: tictactoe,
    ugi_arbiter: ugi_arbiter,
    ugi_engine: ugi_engine,
}
