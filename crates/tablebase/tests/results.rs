//! The published results are those of the solver.

use std::fs;
use std::path::Path;

use agon_tablebase::{Board, Solution};

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
