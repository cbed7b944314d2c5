//! The published results are those of the solver.

use std::fs;
use std::path::Path;
use std::process::Command;

use agon_tablebase::{Board, Grid, Solution, all_positions};

#[test]
fn small_boards_have_the_published_results() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let mut solved = 0;
    for board in Board::all() {
        let name = format!("santorini-{}x{}-{}.txt", board.width(), board.height(), board.pawns());
        let published = fs::read_to_string(folder.join(&name)).expect(&name);
        // The last line has the checksum of the others.
        let (body, last) = published.trim_end().rsplit_once('\n').unwrap();
        let checksum = crc32fast::hash(format!("{body}\n").as_bytes());
        assert_eq!(last, format!("checksum {checksum:08x}"), "{name}");
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.contains(&format!("{checksum:08x}")), "{name} is in the README");
        if Solution::positions(board) <= 30_000_000 {
            let solution = Solution::solve(board, 2, &()).unwrap();
            assert_eq!(solution.manifest().text(), published, "{name}");
            solved += 1;
        }
    }
    assert_eq!(solved, 8, "the boards of at most nine cells");
}

#[test]
fn larger_boards_have_as_many_positions_as_they_should() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("../../docs/results/README.md")).unwrap();
    let readme = readme.replace(',', "");
    for (width, height, pawns) in [(2, 7, 1), (2, 7, 2), (2, 8, 1), (3, 5, 1), (3, 5, 2), (4, 4, 1)]
    {
        let name = format!("santorini-{width}x{height}-{pawns}");
        let path = root.join("../../docs/results").join(format!("{name}.txt"));
        let text = fs::read_to_string(path).unwrap();
        let layers = text.lines().skip(1).map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let ["layer", layer, "won", won, "lost", lost] = words[..] else { panic!("{line}") };
            [layer, won, lost].map(|number| number.parse::<u64>().unwrap())
        });
        let layers: Vec<[u64; 3]> = layers.collect();
        let sizes = all_positions(Grid::new(width, height, pawns).unwrap());
        assert_eq!(layers.len(), sizes.len(), "{name}");
        for (&[layer, won, lost], (number, size)) in
            layers.iter().zip(sizes.iter().enumerate().rev())
        {
            assert_eq!((layer, won + lost), (number as u64, *size), "{name}");
        }
        let [_, won, lost] = layers[layers.len() - 1];
        let (all, all_won) =
            (sizes.iter().sum::<u64>(), layers.iter().map(|[_, won, _]| won).sum::<u64>());
        let row = format!("| {width}x{height} | {pawns} | {all} | {all_won} | {won} | {lost} |");
        assert!(readme.contains(&row), "{row}");
    }
}

/// The program knows only the rules and what docs/results says of the order of positions.
#[test]
fn a_program_of_its_own_finds_the_published_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("small_boards");
    let source = fs::read_to_string(root.join("tools/small_boards.c")).unwrap();
    assert!(source.lines().count() <= 150, "it is short enough to be read");
    let mut compiler = Command::new("cc");
    compiler.arg("-O2").arg("-o").arg(&program).arg(root.join("tools/small_boards.c"));
    match compiler.status() {
        Err(error) => return println!("skipped: there is no C compiler: {error}"),
        Ok(status) => assert!(status.success()),
    }
    let readme = fs::read_to_string(root.join("docs/results/README.md")).unwrap().replace(',', "");
    for [width, height, pawns] in
        [["2", "2", "1"], ["2", "2", "2"], ["2", "3", "1"], ["2", "3", "2"]]
    {
        let output = Command::new(&program).args([width, height, pawns]).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let (manifest, row) = printed.trim_end().rsplit_once('\n').unwrap();
        let name = format!("docs/results/santorini-{width}x{height}-{pawns}.txt");
        assert_eq!(
            format!("{manifest}\n"),
            fs::read_to_string(root.join(&name)).unwrap(),
            "{name}"
        );
        assert!(readme.contains(row), "{row}");
    }
}
